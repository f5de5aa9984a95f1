"""The solver against an integer program (HiGHS, by scipy) on random large positions, jokers free.

The program has one whole variable for every set there is, as in den Hertog & Hulshof.
"""

import functools
import random
from collections import Counter

import pytest

from rules.solver import search as solver
from rules.tilegame import games, tiles
from tools.soak import judge

RULES = games.rules_for("RK")


def every_set():
    """All sets of a pack as counts of 53, equal counts once: a run of six is two of three."""
    pack = Counter([tiles.text(code) for code in range(52)] * 2 + ["*"] * 2)
    rows = judge.sets_from(judge.rules_of("RK", {}), pack, 5)
    return sorted({bytes(tiles.counts(tiles.parse_set(row))) for row in rows})


SETS = every_set()


@functools.cache
def matrix():
    """How many of each code (rows) are in each set (columns)."""
    import numpy
    from scipy import sparse

    return sparse.csc_matrix(numpy.array([list(row) for row in SETS], dtype=float).T)


def program(table, rack):
    """(most tiles laid, most points among those) by two integer programs."""
    import numpy
    from scipy import optimize  # what is not asked for is not loaded

    had = numpy.array(list(tiles.table_counts(table)), dtype=float)
    own = numpy.array(list(tiles.counts(rack)), dtype=float)
    worth = numpy.array([code % 13 + 1 for code in range(52)] + [30], dtype=float)
    bounds = optimize.LinearConstraint(matrix(), had, had + own)
    sums = numpy.asarray(matrix().sum(axis=0)).ravel()
    values = matrix().T @ worth
    # points stay below 2000, so one tile more always outweighs them
    found = optimize.milp(
        -(sums * 2000 + values),
        constraints=bounds,
        integrality=numpy.ones(len(SETS)),
        bounds=optimize.Bounds(0, 2),
        options={"mip_rel_gap": 0},
    )
    counts = matrix() @ numpy.round(found.x)
    laid = numpy.round(counts - had)
    return int(laid.sum()), int(round(float(laid @ worth)))


def position(rng, jokers):
    """A table of many random sets and a rack of 5 to 20 tiles."""
    have = bytearray([2] * 52 + [jokers])
    table = []
    for _ in range(rng.randint(4, 16)):
        row = rng.choice(SETS)
        if sum(row) >= 3 and all(have[code] >= row[code] for code in range(53)):
            codes = [code for code in range(52) for _ in range(row[code])]
            number = min(code % 13 for code in codes)
            if codes[0] // 13 == codes[-1] // 13:  # a run: its jokers go where tiles are missing
                line = []
                spare = row[52]
                for n in range(number, max(code % 13 for code in codes) + 1):
                    code = codes[0] // 13 * 13 + n
                    if code in codes:
                        line.append(code)
                    else:
                        line.append(tiles.JOKER)
                        spare -= 1
                while spare and line[-1] != tiles.JOKER and line[-1] % 13 < 12:
                    line.append(tiles.JOKER)
                    spare -= 1
                if spare or len(line) < 3:
                    continue
                codes = line
            else:
                codes += [tiles.JOKER] * row[52]
            table.append(bytes(codes))
            for code in codes:
                have[code] -= 1
    left = [code for code in range(53) for _ in range(have[code])]
    rng.shuffle(left)
    return table, bytes(left[: rng.randint(5, 20)])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_like_the_integer_program(seed):
    rng = random.Random(seed)
    table, rack = position(rng, rng.choice((0, 1, 2, 2)))
    found = solver.run(RULES, table, rack, True, "tiles", True, tidy=False)
    assert (found.tiles, found.points) == program(table, rack)
    assert found.proved
