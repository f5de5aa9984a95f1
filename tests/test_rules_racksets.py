"""The one routine that lists the sets that tiles make, against all choices of the tiles."""

import random
from collections import Counter

import cases
import pytest
from rules_help import rack as codes

from rules.base import finish
from rules.tilegame import games, melds, opening, racksets, tiles
from tools.soak import judge

VARIANTS = [{}, {"mixed_runs": True}, {"runs_only": True}, {"groups_only": True}]


def rules_with(options):
    return dict(games.rules_for(games.ids()[0], {}), **options)


def listed(rules, rack, *limits):
    """Return the largest sets, as raw codes, without the slices' None."""
    return [row for row in racksets.sets_of(rules, tiles.counts(rack), *limits) if row]


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_no_set_of_the_tiles_is_larger_than_the_one_listed(options):
    rules = rules_with(options)
    chance = random.Random(3)
    near = [code for code in range(52) if code % 13 < 6] * 2  # so that there are sets
    seen = 0
    for _ in range(150):
        rack = chance.sample(near, chance.randint(5, 9))
        largest = {}
        for row in listed(rules, rack):
            place = place_of(row, rules)
            largest[place] = max(largest.get(place, 0), len(row))
        every = judge.sets_from(judge.rules_of("RK", options), Counter(tiles.set_text(rack)))
        for made in every:
            assert len(made) <= largest[place_of(tiles.parse_set(made), rules)]
        seen += len(every)
    assert seen > 30


def place_of(row, rules):
    """Return what the largest set is asked for: the group of a number, the run from it in a
    colour."""
    kind = melds.kind_of(row)
    one_colour = kind == melds.RUN and not rules["mixed_runs"]
    return kind, row[0] % 13, row[0] // 13 if one_colour else None


@cases.table("rack, jokers, longest, sets")
def test_of_each_place_the_largest_set_is_listed(rack, jokers, longest, sets):
    found = listed(rules_with({}), codes(rack), jokers, longest)
    assert sorted(found) == sorted(codes(text) for text in sets)


def test_kr_15_a_run_of_mixed_colours_takes_its_own_colour_first():
    rules = rules_with({"mixed_runs": True})
    assert listed(rules, codes("r3 b4 r4 r5")) == [
        codes(text) for text in ("r3 r4 r5", "r3 r4 r5", "r3 b4 r5", "r3 r4 r5")
    ]
    assert set(listed(rules, codes("r1 k2 k3"))) == {bytes(codes("r1 k2 k3"))}


def best_opening(rules, rack):
    """Return what `opening.best_opening` finds; random openings: test_slow_turns."""
    return finish(opening.best_opening(rules, tiles.counts(rack)))


def test_kr_4_where_one_set_alone_must_open_a_long_run_counts_whole():
    rules = dict(games.rules_for("KR"), runs_only=True, opening_points=40)
    assert best_opening(rules, codes("r3 r4 r5 r6 r7 r8")) == 33
    rules["opening_points"] = 33
    assert best_opening(rules, codes("r3 r4 r5 r6 r7 r8")) >= 33
    assert best_opening(rules, codes("r1 r2 r3 b9 b10 b11")) == 30


def test_what_could_have_opened_is_looked_for_in_slices():
    """Of 22 tiles laid at once it took a handheld 70 ms, and a key waited as long."""
    rules = dict(games.rules_for("RG"), opening_points=500)
    laid = codes("k1 r1 o1 k3 r2 b2 o2 r5 b5 o6 b6 r6 b6 b4 b5 r9 o10 o12 b13 o5 k4 *")
    slices = list(opening.best_opening(rules, tiles.counts(laid)))
    assert len(slices) > 30 and set(slices) == {None}
