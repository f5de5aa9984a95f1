"""The solver against an integer program (HiGHS, by scipy) on random large positions, jokers free.

The program has one whole variable for every set there is, as in den Hertog & Hulshof.
"""

import functools
import random
from collections import Counter

import pytest
from rules_help import check_each

from rules.solver import search as solver
from rules.tilegame import games, tiles
from tools.soak import judge

RULES = games.rules_for("RK")


# Every set of a pack, as written; a run of six is two of three.
ROWS = judge.sets_from(
    judge.rules_of("RK", {}),
    Counter([tiles.text(code) for code in range(52)] * 2 + ["*"] * 2),
    longest=5,
)
SETS = sorted({bytes(tiles.counts(tiles.parse_set(row))) for row in ROWS})


@functools.cache
def matrix():
    """Return how many of each code (rows) are in each set (columns)."""
    import numpy
    from scipy import sparse

    return sparse.csc_matrix(numpy.array([list(row) for row in SETS], dtype=float).T)


def program(table, rack):
    """Return (most tiles laid, most points among those) by two integer programs."""
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
    """Return a table of many random sets and a rack of 5 to 20 tiles."""
    left = Counter([tiles.text(code) for code in range(52)] * 2 + ["*"] * jokers)
    table = []
    for row in rng.choices(ROWS, k=rng.randint(8, 40)):
        if not Counter(row) - left:
            left -= Counter(row)
            table.append(bytes(tiles.parse_set(row)))
    rest = sorted(left.elements())
    return table, bytes(tiles.parse_set(rng.sample(rest, min(len(rest), rng.randint(5, 20)))))


@pytest.mark.long
def test_like_the_integer_program():
    def check(seed):
        rng = random.Random(seed)
        table, rack = position(rng, rng.choice((0, 1, 2, 2)))
        found = solver.run(RULES, table, rack, True, "tiles", True, tidy=False)
        assert (found.tiles, found.points) == program(table, rack)
        assert found.proved

    check_each(range(24), check)
