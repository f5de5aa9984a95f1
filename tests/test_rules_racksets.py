"""The one routine that lists the sets that tiles make, against all choices of the tiles."""

import itertools
import random

import pytest
from rules_help import rack as codes

from rules.tilegame import games, melds, opening, racksets, tiles
from rules.tilegame.tiles import JOKER

VARIANTS = [
    {},
    {"mixed_runs": True},
    {"runs_only": True},
    {"groups_only": True},
]


def rules_with(options):
    return dict(games.rules_for(games.ids()[0], {}), **options)


def listed(rules, rack, *limits):
    """The largest sets, as raw codes, without the slices' None."""
    return [row for row in racksets.sets_of(rules, tiles.counts(rack), *limits) if row]


def all_sets(rules, rack, longest):
    """Every set that any choice of the tiles makes, jokers with what they stand for."""
    out = set()
    for size in range(3, len(rack) + 1):
        for choice in set(itertools.combinations(sorted(rack), size)):
            for kind, made in melds.fits(choice, rules):
                if kind == melds.GROUP or size <= longest:
                    out.add(made)
    return out


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_set_that_any_choice_of_the_tiles_makes_is_listed(options):
    rules = rules_with(options)
    chance = random.Random(3)
    seen = 0
    for _ in range(150):
        # numbers close together, so that there are sets
        near = [code for code in range(52) if code % 13 < 6] * 2
        rack = chance.sample(near, chance.randint(3, 7)) + [JOKER] * chance.randint(0, 2)
        longest = chance.choice((3, 5, 13))
        made = set(opening.every_set(rules, tiles.counts(rack), longest))
        assert made == all_sets(rules, rack, longest)
        seen += len(made)
    assert seen > 400


@pytest.mark.parametrize(
    "rack, jokers, longest, sets",
    [
        # the largest group of a number, the longest run from each first number
        ("k4 r4 b4 o4", 0, 13, ["k4 r4 b4 o4"]),
        ("r3 r4 r5 r6", 0, 13, ["r3 r4 r5 r6", "r4 r5 r6"]),
        ("r3 r4 r5 r6", 0, 3, ["r3 r4 r5", "r4 r5 r6"]),
        # two of a tile count once in a set
        ("r3 r3 r4 r5", 0, 13, ["r3 r4 r5"]),
        # a joker where a tile is missing, in a group of two and in a run
        ("k4 r4 *", 1, 3, ["k4 r4 *"]),
        ("r3 r5 r6 *", 1, 13, ["r3 * r5 r6", "* r5 r6", "r5 r6 *"]),
        ("k4 r4 *", 0, 13, []),
        # ends of the numbers
        ("k12 k13 *", 1, 3, ["* k12 k13"]),
        ("k1 k2 *", 1, 3, ["k1 k2 *"]),
    ],
)
def test_of_each_place_the_largest_set_is_listed(rack, jokers, longest, sets):
    found = listed(rules_with({}), codes(rack), jokers, longest)
    assert sorted(found) == sorted(codes(text) for text in sets)


def test_kr_15_a_run_of_mixed_colours_takes_its_own_colour_first():
    rules = rules_with({"mixed_runs": True})
    assert listed(rules, codes("r3 b4 r4 r5")) == [
        codes(text) for text in ("r3 r4 r5", "r3 r4 r5", "r3 b4 r5", "r3 r4 r5")
    ]
