"""The referee answers any turn within 0.2 s of a desktop's processor, those made to be slow too."""

import random
import time

import pytest
from rules_help import rack

from rules.slices import finish
from rules.tilegame import games, melds, opening, referee, tiles
from tools import slowturns
from tools.soak import positions, truths
from tools.soak.positions import Position

FOUR = "k%d r%d b%d o%d"
THREE = "k%d r%d b%d"


def groups(*of_four):
    """Groups of 1, 2 and 3: for each whether it has four tiles."""
    return [(FOUR if four else THREE).replace("%d", str(n)) for n, four in of_four]


LAID = [
    groups((1, False), (2, False), (3, False)),
    groups((1, True), (2, True), (3, True)),
    groups((1, True), (1, False), (2, True), (2, False), (3, True), (3, False)),
    groups((1, True), (1, True), (2, True), (2, True), (3, True), (3, True)),
]


@pytest.mark.parametrize("sets", LAID, ids=lambda sets: str(len(" ".join(sets).split())))
@pytest.mark.parametrize(
    "game, options", [("RG", {}), ("RK", {"opening_build": True, "opening_points": 60})]
)
def test_rg_4_rk_5_many_tiles_that_do_not_open_are_refused_at_once(game, options, sets):
    """25 tiles of mixed runs took over a minute."""
    points = sum(tile % 13 + 1 for codes in sets for tile in rack(codes))
    turn = slowturns.Turn(game, {"mixed_runs": True, **options}, False, [])
    turn.sets = [(bytes(rack(codes)), b"") for codes in sets]
    turn.sets.append((bytes(rack("k10 k11 k12 k13")), bytes(rack("k10 k11 k12"))))
    before, own, after = turn.asked()
    answer = referee.judge(turn.rules, before, own, after, False)
    assert (answer.clause, answer.why[1:]) == (
        turn.rules["open_clause"],
        (points, turn.rules["opening_points"]),
    )
    assert min(turn.seconds() for _ in range(3)) < slowturns.LIMIT


# Found by climbing from one set of laid tiles to a slower one.
HARD = [
    (60, "k1 k2 k2 k3 k3 k4 r1 r1 r2 r2 r3 r4 r4 b1 b1 b2 b2 b3 o1 o1 o2 o3 o4 * *"),
    (60, "k1 k1 k2 k2 k3 k3 k4 r1 r1 r2 r3 r3 b1 b1 b2 b2 b3 b4 o2 o2 o3 o3 o4 * *"),
    (55, "k1 k1 k2 k3 k3 k4 r1 r1 r2 r2 r3 r3 r4 b1 b1 b2 b2 b3 o2 o3 o3 o4 * *"),
]


@pytest.mark.parametrize("need, laid", HARD)
def test_rk_5_the_hardest_tiles_that_a_climb_has_found_stay_within_the_limit(need, laid):
    rules = games.rules_for("RK", {"opening_build": True, "opening_points": need})
    took = []
    for _ in range(3):
        begin = time.process_time()
        assert finish(opening.best_opening(rules, tiles.counts(rack(laid)))) >= need
        took.append(time.process_time() - begin)
    assert min(took) < slowturns.LIMIT


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("seed", range(8))
def test_turns_that_grow_slower_and_slower_stay_within_the_limit(seed):
    seconds, request = slowturns.slowest(seed, 150)
    assert 0 < seconds < slowturns.LIMIT, request


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("seed", range(4))
def test_rg_4_rk_5_the_slow_judge_says_the_same_of_small_openings(seed):
    chance = random.Random(seed)
    legal = 0
    for _ in range(400):
        turn = slowturns.begun(chance)
        turn.opened = False
        turn.sets = turn.sets[:4]
        before, own, after = turn.asked()
        if len(own) > 8 or not own:
            continue
        before = positions.tokens(melds.read_table(before, turn.rules)[0])
        position = Position(turn.game, turn.options, before, positions.tokens([own])[0], False)
        given, _ = truths.agreed(position, positions.tokens(after))
        legal += given.legal
    assert legal > 5
