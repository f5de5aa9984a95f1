"""How hard a puzzle is: table tiles that move, sets open at once, and the grades made of them."""

import pytest
from rules_help import codes
from rules_help import table as sets

from tools.puzzles import hard

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    "before, after, moved, broken",
    [
        ("r3 r4 r5", "r3 r4 r5 r6", 0, 0),
        ("r3 r4 r5 r6", "r3 r4 r5 | k6 r6 b6", 1, 1),
        ("k1 r1 b1 | k2 r2 b2 | k3 r3 b3", "k1 k2 k3 | r1 r2 r3 | b1 b2 b3", 6, 3),
        ("r1 r2 r3 r4 r5 r6", "r1 r2 r3 | r4 r5 r6 r7", 3, 1),
        ("r1 r2 r3 | r4 r5 r6", "r1 r2 r3 r4 r5 r6", 0, 0),
        # one r9 and one b9 cannot stay in the same set for two old ones
        ("r9 b9 o9 | k9 r9 b9", "k9 r9 b9 o9 | r8 r9 r10 | b8 b9 b10", 2, 1),
        ("k5 k6 k7 | k5 k6 k7", "k5 k6 k7 | k5 r5 b5 | k6 r6 b6 | k7 r7 b7", 2, 1),
        ("r3 * r5 | k9 b9 *", "r3 r4 r5 | k9 b9 o9 | k1 * * k4", 2, 2),
    ],
)
def test_what_moves_and_what_is_broken(before, after, moved, broken):
    before, after = sets(before), sets(after)
    assert (hard.moved(before, after), hard.broken(before, after)) == (moved, broken)


@pytest.mark.parametrize(
    "table, rack, end, opened",
    [
        ("r3 r4 r5", "r6", "r3 r4 r5 r6", 0),
        ("r3 r4 r5 r6", "k6 b6", "r3 r4 r5 | k6 r6 b6", 1),
        # two sets give a tile each, one after the other
        ("r3 r4 r5 r6 | k7 k8 k9 k10", "k6 b6 r10 b10",
         "r3 r4 r5 | k6 r6 b6 | k7 k8 k9 | k10 r10 b10", 1),
        # ... and to the same group, which needs both at once
        ("r3 r4 r5 r6 | k6 k7 k8 k9", "b6", "r3 r4 r5 | k6 r6 b6 | k7 k8 k9", 2),
        # rows of a block made columns
        ("k1 r1 b1 | k2 r2 b2 | k3 r3 b3", "k4", "k1 k2 k3 k4 | r1 r2 r3 | b1 b2 b3", 3),
    ],
)  # fmt: skip
def test_sets_open_at_once_on_the_easiest_way(table, rack, end, opened):
    assert hard.opened(sets(table), codes(rack), [sets(end)]) == opened


def test_more_ways_than_are_asked_for_are_told():
    with pytest.raises(OverflowError):
        hard.opened(sets("k1 r1 b1 | k2 r2 b2"), codes("k3"), [], 1)


@pytest.mark.parametrize(
    "moved, opened, many, grade",
    [
        (0, 0, 9, 0),
        (1, 1, 2, 1),
        (2, 1, 3, 2),
        (3, 2, 5, 2),
        (3, 3, 5, 0),
        (4, 2, 4, 3),
        (4, 1, 9, 0),  # four tiles, each by itself
        (6, 2, 3, 0),  # two of three sets are soon found
        (7, 3, 5, 4),
        (14, 2, 9, 0),
        (8, 4, 9, 0),
        (9, 4, 6, 5),
        (9, 3, 9, 0),
        (14, 6, 9, 5),
    ],
)
def test_a_grade_is_what_all_three_measures_say(moved, opened, many, grade):
    assert hard.grade_of(moved, opened, many) == grade
