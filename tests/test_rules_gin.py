"""RG: Rummy Gin (RULES.md, RG-1 to RG-14)."""

import pytest
from rules_help import clause, judged, rack, standing, table, verdict

from rules.tilegame import game, games, scoring, tiles


def test_rg_1_lowest_starts_and_later_games_start_one_to_the_left():
    one = game.Game("RG", 3, 7, {"length": 3})
    first = one.starter
    numbers = {one.draws[i]: tiles.number_of(one.draws[i + 1]) for i in range(0, len(one.draws), 2)}
    assert numbers[first] == min(numbers.values())
    for later in (1, 2):
        one.apply(("go",))
        one._end(True)
        assert one.apply(("go",)) is None
        assert one.starter == (first + later) % 3 == one.seat


def test_rg_2_fourteen_tiles_each():
    assert [len(r) for r in game.Game("RG", 4, 9).racks] == [14] * 4


@pytest.mark.parametrize(
    "own, after, opens",
    [
        ("r13 b13 k13 k3 k4 k5", "r13 b13 k13 | k3 k4 k5", True),  # 39 + 12 = 51
        ("r13 b13 k13 k2 k3 k4", "r13 b13 k13 | k2 k3 k4", False),  # 39 + 9 = 48
        ("r13 b13 *", "r13 b13 *", True),  # 26 + 25 = 51
        ("r12 b12 *", "r12 b12 *", False),  # 24 + 25 = 49
        ("r1 r2 * k7 b7 o7", "r1 r2 * | k7 b7 o7", False),  # 3 + 25 + 21 = 49
        ("r1 * r3 k7 b7 o7", "r1 * r3 | k7 b7 o7", True),  # 4 + 25 + 21 = 50
    ],
)
def test_rg_3_opening_needs_fifty_and_a_joker_counts_25(own, after, opens):
    answer = verdict("RG", "", own, after, False)
    assert answer.legal == opens
    assert answer.clause == (None if opens else "RG-3")


def test_rg_4_building_in_the_opening_turn():
    own = "r13 b13 k13 k3 k4 k5 o9"
    assert clause("RG", "o6 o7 o8", own, "o6 o7 o8 o9 | r13 b13 k13 | k3 k4 k5", False) is None
    # the opening meld may itself be rearranged within the turn
    assert clause("RG", "k6 k7 k8", own, "k3 k4 k5 k6 k7 k8 | r13 b13 k13", False) is None


def test_rg_4_what_is_laid_off_does_not_open():
    assert clause("RG", "o6 o7 o8", "r13 b13 k13 o9", "o6 o7 o8 o9 | r13 b13 k13", False) == "RG-3"


def test_rg_5_tiles_may_be_held_back():
    one = standing("RG", ["k9 k10", "r1"], "k6 k7 k8")
    assert one.apply(("play", table("k6 k7 k8 k9"))) is None
    assert tiles.set_text(one.racks[0]) == ["k10"]


def test_rg_6_a_turn_is_laying_or_picking_one():
    one = standing("RG", ["k9 k10 r1", "r1"], "k6 k7 k8")
    assert one.apply(("draw",)) is None
    assert len(one.racks[0]) == 4 and one.seat == 1


def test_rg_7_rearranging_to_lay_off():
    assert clause("RG", "k6 k7 k8 k9 | r5 r6 r7", "b9 o9", "k6 k7 k8 | k9 b9 o9 | r5 r6 r7") is None


def test_rg_8_a_rack_joker_only_completes_a_set_from_the_hand():
    assert clause("RG", "k6 k7 k8", "*", "k6 k7 k8 *") == "RG-8"
    assert clause("RG", "k6 k7 k8", "* k10", "k6 k7 k8 * k10") == "RG-8"
    assert clause("RG", "k6 k7 k8", "* r1 r2", "k6 k7 k8 | r1 r2 *") is None
    assert clause("RG", "k6 k7 k8 k9", "* b9", "k6 k7 k8 | k9 b9 *") == "RG-8"


def test_rg_9_a_retrieved_joker_goes_into_a_set_of_hand_tiles():
    assert clause("RG", "r3 * r5", "r4 k7 k8", "r3 r4 r5 | k7 k8 *") is None
    assert (
        clause("RG", "r3 * r5 | k9 k10 k11 k12", "r4 k7 k8", "r3 r4 r5 | * k7 k8 k9 | k10 k11 k12")
        == "RG-9"
    )
    assert clause("RG", "r3 * r5", "k7 k8", "r3 r5 | k7 k8 *") == "T-3"
    assert clause("RG", "r3 r4 *", "k7 k8", "r3 r4 | k7 k8 *") == "T-3"
    assert clause("RG", "r2 r3 r4 *", "k7 k8", "r2 r3 r4 | k7 k8 *") == "T-8"


def test_rg_9_the_tile_that_frees_is_not_one_of_the_hand_set():
    assert clause("RG", "r5 b5 o5 *", "k5 k6", "r5 b5 o5 | k5 k6 *") == "RG-9"


@pytest.mark.parametrize(
    "own, sets, legal",
    [
        ("k7 k8 r9 o9", "k7 k8 * | r9 o9 * | k8 k9 k10 k11", True),
        ("k7 k8 r12", "k7 k8 * | k8 k9 k10 k11 | * r12", None),
        ("k7 k8 k12", "k7 k8 * | k8 k9 k10 k11 k12 *", False),
        ("k12 k7 k8", "k8 k9 k10 k11 k12 * | k7 k8 *", False),
        ("k7 k8 r8", "k7 k8 * | k8 r8 * | k9 k10 k11", False),  # one of the black 8s is the table's
    ],
)
def test_rg_9_two_retrieved_jokers_each_in_hand_tiles(own, sets, legal):
    before = "r3 * r5 | b3 * b5 | k8 k9 k10 k11"
    after = "r3 r4 r5 | b3 b4 b5 | " + sets
    refused = clause("RG", before, "r4 b4 " + own, after)
    assert refused == {True: None, False: "RG-9", None: "T-3"}[legal]
    if legal is not None:
        rules = games.rules_for("RG")
        own = rack("r4 b4 " + own)
        assert judged(rules, table(before), own, table(after)).legal == legal


def test_rg_3_a_joker_counts_25_even_as_the_black_one():
    assert clause("RG", "", "* k2 k3", "* k2 k3", False, opening_points=30) is None
    assert clause("RG", "", "* k2 k3", "* k2 k3", False, opening_points=35) == "RG-3"


def test_rg_9_the_tile_that_frees_stays_where_the_joker_lay():
    before = "r3 * r5 | r4 b4 o4"
    assert clause("RG", before, "r4 k4 k4", "r3 r4 r5 | b4 o4 k4 | r4 k4 *") == "RG-9"
    assert clause("RG", before, "r4 k4 k4 b4", "r3 r4 r5 | r4 b4 o4 | k4 b4 *") is None
    # a set that grew out of an old one is not made of hand tiles
    assert (
        clause("RG", "r3 * r5 | k7 k8 k9", "r4 k10 k11", "r3 r4 r5 | k7 k8 k9 k10 k11 *") == "RG-9"
    )


def test_rg_10_the_others_owe_their_face_value_a_joker_25():
    rules = games.rules_for("RG")
    assert scoring.score_round(rules, [rack(""), rack("r5 *"), rack("k9")], False) == (
        [39, -30, -9],
        [0],
    )


def test_rg_11_the_game_ends_with_the_pool_lowest_count_wins():
    one = standing("RG", ["k9", "r1"], "k1 k2 k3", pool="b13")
    assert one.apply(("draw",)) is None
    assert one.phase == game.OVER and one.stalled and one.winners == [1]
    assert one.scores() == [-22, 22]  # they owe their full count


def test_rg_11_off_play_goes_on():
    one = standing("RG", ["k9", "r1"], "k1 k2 k3", pool="b13", stop_on_empty=False)
    one.apply(("draw",))
    assert one.phase == game.TURN
    one.apply(("pass",))
    one.apply(("pass",))
    assert one.phase == game.OVER and one.scores() == [-22, 22]


def test_rg_12_no_limit_unless_chosen():
    one = standing("RG", ["k9", "r1"], "k1 k2 k3")
    assert one.rules["clock"] == 0 and one.apply(("timeout", False))[0] == "RG-12"
    for minutes in (3, 4):
        one = standing("RG", ["k9", "r1"], "k1 k2 k3", clock=minutes)
        assert one.apply(("timeout", True)) is None
        assert len(one.racks[0]) == 2


def test_rg_13_opening_at_25():
    assert clause("RG", "", "r7 b7 k7", "r7 b7 k7", False) == "RG-3"
    assert clause("RG", "", "r9 b9 k9", "r9 b9 k9", False, opening_points=25) is None
    assert clause("RG", "", "r8 b8 k8", "r8 b8 k8", False, opening_points=25) == "RG-3"


def test_rg_14_a_match_is_one_game_or_up_to_nine():
    assert games.rules_for("RG")["length"] == 1
    assert games.rules_for("RG", {"length": 9})["length"] == 9
    with pytest.raises(tiles.RulesError):
        games.rules_for("RG", {"length": 10})
    one = standing("RG", ["k9", "r1"], "k1 k2 k3", length=2)
    one._end(True)
    assert one.phase == game.ROUND


def test_rg_9_both_jokers_may_go_to_one_set_of_rack_tiles():
    before = "r1 r2 * | b1 b2 *"
    after = "r1 r2 r3 | b1 b2 b3 | k7 k8 * *"
    assert clause("RG", before, "r3 b3 k7 k8", after) is None
