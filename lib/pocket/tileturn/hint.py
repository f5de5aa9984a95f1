"""A hint: the exact solver's best play of a person's turn, made ready to be shown."""

from pocket.always import draw
from pocket.tilegame import layout
from pocket.tileturn import changes

if False:  # for type checkers
    from typing import Any


class Hint:
    """laid: codes from the rack. sets, spots, shades: the table with them (pocket.tilegame.board).
    proved: no play lays more."""

    def __init__(
        self,
        laid: bytes | bytearray,
        sets: list[bytes],
        spots: bytearray,
        shades: list[bytes],
        proved: bool,
    ) -> None:
        self.laid = laid
        self.sets = sets
        self.spots = spots
        self.shades = shades
        self.proved = proved


def made(game: "Any", seen: tuple, answer: tuple, cols: int, rows: int) -> Hint:
    """The Hint of an answer: (laid, sets, proved). seen: Sitting.seen. cols, rows: how many cells
    of a table are on show."""
    laid, sets, proved = answer
    came = changes.origins(game.table, sets)
    spots = bytearray()
    for i in came:
        spots += seen[1][3 * i : 3 * i + 3] if i >= 0 else layout.NOWHERE
    sizes = bytearray([len(codes) for codes in sets])
    if layout.place(sizes, spots, cols) > rows:
        layout.repack(sizes, spots, cols, rows)
    bodies = (draw.PLAIN, draw.OWN, draw.MOVED)
    shades = [
        bytes([bodies[mark] for mark in row])
        for row in changes.changes(game.table, sets, laid, came)
    ]
    return Hint(laid, sets, spots, shades, proved)
