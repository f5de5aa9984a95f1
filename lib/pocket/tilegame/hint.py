"""Show the exact solver's best play of a person's turn as a hint."""

from pocket.tilegame import board, changes

if False:  # for type checkers
    from rules.tilegame.game import Game


class Hint:
    """Lay out an answer of the solver: (laid, sets, proved). seen: Session.seen.

    laid: codes from the rack. sets, spots, shades: the table with them (pocket.tilegame.board).
    proved: no play lays more.
    """

    def __init__(self, game: "Game", seen: tuple, answer: tuple) -> None:
        self.laid, self.sets, self.proved = answer
        came = changes.origins(game.table, self.sets)
        self.spots = board.carried_spots(seen[1], came)
        self.shades = changes.changes(game.table, self.sets, self.laid, came)
