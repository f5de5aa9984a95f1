"""A hint: the exact solver's best play of a person's turn, made ready to be shown."""

from pocket.tilegame import board, changes

if False:  # for type checkers
    from rules.tilegame.game import Game


class Hint:
    """laid: codes from the rack. sets, spots, shades: the table with them (pocket.tilegame.board).
    proved: no play lays more."""

    def __init__(
        self,
        laid: bytes | bytearray,
        sets: list[bytes],
        spots: bytearray,
        shades: list[bytearray],
        proved: bool,
    ) -> None:
        self.laid = laid
        self.sets = sets
        self.spots = spots
        self.shades = shades
        self.proved = proved


def made(game: "Game", seen: tuple, answer: tuple) -> Hint:
    """The Hint of an answer: (laid, sets, proved). seen: Sitting.seen."""
    laid, sets, proved = answer
    came = changes.origins(game.table, sets)
    spots = board.carried_spots(seen[1], came)
    return Hint(laid, sets, spots, changes.changes(game.table, sets, laid, came), proved)
