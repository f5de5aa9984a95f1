"""Jokers from the rack that complete a set of the hand (RG-8), looked at pair by pair."""

import random

import pytest
from rules_help import rack, standing, table

from rules.slices import finish
from rules.solver import search as solver
from rules.tilegame import players, tiles
from rules.tilegame.players import joker_pairs, searches


def best_of(view, goal="tiles"):
    """The plays found, the best first."""
    own = searches.without_jokers(view.rack)
    return finish(joker_pairs.plays(view, own, goal, searches.ask))


OTHERS = "k1 r2 b3"


def limited(hand, on, opened=True, work=players.WORK):
    """A view of a seat in Rummy Gin with a turn's states."""
    game = standing("RG", [hand, OTHERS], on, opened=[int(opened), 1])
    view = game.view(game.seat)
    view.work, view.wide = work, players.WIDE
    return view


def laid_tiles(view, after):
    """How many tiles a table has more than the view's."""
    return sum(map(len, after)) - sum(map(len, view.table))


def is_legal(view, after):
    return finish(searches.legal(view, after))


@pytest.mark.parametrize(
    "hand, laid",
    [
        ("* r5 r7 b1", 3),  # two tiles that nothing else takes
        ("* k8 o8", 3),  # k8 fits the run, but only with it does the joker make a set of o8
        ("* * r5 r7 b1 k1 o13", 6),  # each in a set of its own
    ],
)
def test_rg_8_a_joker_lies_with_two_tiles_of_the_rack(hand, laid):
    view = limited(hand, "k9 k10 k11")
    best = best_of(view)[0]
    assert laid_tiles(view, best) == laid and is_legal(view, best)


def test_by_points_the_dear_pair_is_taken():
    view = limited("* r5 r7 b12 o12", "k9 k10 k11")
    best = best_of(view, "points")[0]
    assert laid_tiles(view, best) == 3 and is_legal(view, best)
    assert tiles.weight(b"".join(best), 25) - tiles.weight(b"".join(view.table), 25) == 49


@pytest.mark.parametrize(
    "hand, on, whole",
    [
        ("* k8 o8 r4", "k9 k10 k11 | r5 r6 r7", True),
        ("* k8 o8 r3", "k9 k10 k11 | r5 r6 r7", False),
        ("* * k8 o8 b1 b2", "k9 k10 k11 | r5 r6 r7", True),
        ("*", "k9 k10 k11", False),
    ],
)
def test_rg_8_the_whole_rack(hand, on, whole):
    view = limited(hand, on)
    own = searches.without_jokers(view.rack)
    jokers = len(view.rack) - len(own)
    after = finish(joker_pairs.all_down(view, view.table, own, jokers, searches.ask))
    assert bool(after) == whole
    if after:
        assert laid_tiles(view, after) == len(view.rack) and is_legal(view, after)
    result = finish(searches.all_down(view, view.table, view.rack))
    assert (result.tiles == len(view.rack)) == whole


SETS = [
    "k1 k2 k3",
    "r4 r5 r6 r7",
    "b9 b10 b11",
    "o2 o3 o4",
    "k7 r7 b7",
    "k12 r12 o12",
    "o8 o9 o10",
    "r1 b1 o1",
]


def positions(count):
    """Views of Rummy Gin with jokers on the rack: tables that a game could have, by chance."""
    rng = random.Random(8)
    for _ in range(count):
        on = " | ".join(rng.sample(SETS, rng.randrange(2, 7)))
        left = [code for code in range(52) for _ in range(2)]
        for code in b"".join(table(on)) + rack(OTHERS):
            left.remove(code)
        hand = rng.sample(left, rng.randrange(4, 12)) + [52] * rng.choice((1, 1, 2))
        yield limited(" ".join([tiles.text(code) for code in hand]), on)


@pytest.mark.long
def test_what_is_found_is_legal_and_nearly_the_best_play():
    """Never less than without the jokers, never more than the proven best."""
    together = most = 0
    for view in positions(60):
        exact = solver.run(view.rules, view.table, view.rack)
        without = solver.run(view.rules, view.table, searches.without_jokers(view.rack))
        assert exact.proved and without.proved
        plays = best_of(view)
        laid = [laid_tiles(view, after) for after in plays]
        assert laid == sorted(laid, reverse=True)
        assert without.tiles <= max(laid, default=0) <= exact.tiles
        assert all(is_legal(view, after) for after in plays[:1])
        together += max(laid, default=0)
        most += exact.tiles
        assert view.work >= 0
    assert together >= 0.9 * most, (together, most)


def test_only_a_turn_of_so_many_states_looks_so():
    assert joker_pairs.applies(limited("* k8", "k9 k10 k11"), rack("* k8"))
    assert not joker_pairs.applies(limited("* k8", "k9 k10 k11"), rack("k8"))
    assert not joker_pairs.applies(limited("* k8", "k9 k10 k11", work=None), rack("* k8"))
    game = standing("RK", ["* k8", "k1"], "k9 k10 k11")
    view = game.view(game.seat)
    view.work = players.WORK
    assert not joker_pairs.applies(view, rack("* k8"))
