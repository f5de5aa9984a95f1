"""A hint: the exact solver's best play of a person's turn, made ready to be shown."""

from pocket.table import follow, layout
from pocket.ui import draw


class Hint:
    """laid: codes from the rack. sets, spots, shades: the table with them (pocket.table.board).
    proved: no play lays more."""

    def __init__(self, laid, sets, spots, shades, proved):
        self.laid = laid
        self.sets = sets
        self.spots = spots
        self.shades = shades
        self.proved = proved


def search(game):
    """A generator: None while the solver works, at last its Result."""
    from rules.solver import search as solver

    rack = game.racks[game.seat]
    opened = bool(game.opened[game.seat])
    return solver.solve(game.rules, game.table, rack, opened, parted=game.parted)


def made(game, seen, result, cols, rows):
    """The Hint of a Result. seen: App.seen. cols, rows: how many cells of a table are on show."""
    came = follow.follow(game.table, result.table)
    spots = bytearray()
    for i in came:
        spots += seen[1][3 * i : 3 * i + 3] if i >= 0 else layout.NOWHERE
    sizes = bytearray([len(codes) for codes in result.table])
    if layout.place(sizes, spots, cols) > rows:
        layout.repack(sizes, spots, cols, rows)
    bodies = (draw.PLAIN, draw.OWN, draw.MOVED)
    shades = [
        bytes([bodies[mark] for mark in row])
        for row in follow.changes(game.table, result.table, result.laid, came)
    ]
    return Hint(result.laid, result.table, spots, shades, result.proved)
