"""CR: Classic Rummy Tiles (RULES.md, CR-1 to CR-15)."""

import pytest
from rules_help import clause, rack, standing, table, verdict

from rules.tilegame import game, games, scoring, tiles


def test_cr_1_highest_starts_clockwise():
    one = game.Game("CR", 4, 11)
    last = {}
    for i in range(0, len(one.draws), 2):
        last[one.draws[i]] = tiles.number_of(one.draws[i + 1])
    assert one.starter == one.seat and last[one.starter] == max(last.values())
    one.apply(("go",))
    seat = one.seat
    one.apply(("draw",))
    assert one.seat == (seat + 1) % 4


def test_cr_2_fourteen_each_the_rest_is_the_pool():
    one = game.Game("CR", 3, 11)
    assert [len(r) for r in one.racks] == [14] * 3 and len(one.pool) == 64


def test_cr_3_three_rounds_or_one_to_nine():
    assert games.rules_for("CR")["length"] == 3
    for length, fine in ((1, True), (9, True), (0, False), (10, False)):
        if fine:
            assert games.rules_for("CR", {"length": length})["length"] == length
        else:
            with pytest.raises(tiles.RulesError):
                games.rules_for("CR", {"length": length})
    one = standing("CR", ["k9", "r1"], "k1 k2 k3")
    for phase in (game.ROUND, game.ROUND, game.OVER):
        one._end(True)
        assert one.phase == phase


@pytest.mark.parametrize(
    "own, after, opens",
    [
        ("r10 b10 k10", "r10 b10 k10", True),
        ("g7 g8 g9 g10", "g7 g8 g9 g10", True),
        ("b13 g13 *", "b13 g13 *", True),
        ("r9 b9 k9", "r9 b9 k9", False),
        ("g6 g7 g8", "g6 g7 g8", False),
    ],
)
def test_cr_4_opening_needs_thirty(own, after, opens):
    answer = verdict("CR", "", own, after, False)
    assert answer.legal == opens and answer.clause == (None if opens else "CR-4")


def test_cr_5_not_combined_with_the_table():
    assert clause("CR", "k5 k6 k7", "r10 b10 k8", "k5 k6 k7 k8 | r10 b10", False) == "T-3"
    own = "r10 b10 k10 k8"
    assert clause("CR", "k5 k6 k7", own, "k5 k6 k7 k8 | r10 b10 k10", False) == "CR-5"
    assert (
        clause("CR", "k5 k6 k7", own, "k5 k6 k7 k8 | r10 b10 k10", False, opening_build=True)
        is None
    )


@pytest.mark.parametrize("opened", [[0, 0], [1, 1]])
def test_cr_6_cr_7_drawing_one_tile_ends_the_turn(opened):
    one = standing("CR", ["r10", "k9"], "k1 k2 k3", opened)
    assert one.apply(("draw",)) is None
    assert len(one.racks[0]) == 2 and one.seat == 1


def test_cr_8_two_minutes_then_one_tile_and_no_more():
    for moved in (False, True):
        one = standing("CR", ["r10", "k9"], "k1 k2 k3")
        assert one.rules["clock"] == 2
        assert one.apply(("timeout", moved)) is None
        assert len(one.racks[0]) == 2 and one.table == table("k1 k2 k3")


def test_cr_9_every_changed_set_stands_on_its_own():
    assert clause("CR", "r2 r3 r4 r5", "b4 k4", "r2 r3 | r4 b4 k4 | r5") == "T-3"
    assert clause("CR", "r2 r3 r4 r5", "b5 k5", "r2 r3 r4 | r5 b5 k5") is None
    one = standing("CR", ["b4 k4", "k9"], "r2 r3 r4 r5")
    assert one.apply(("play", table("r2 r3 | r4 b4 k4 | r5"))) is not None
    assert one.seat == 0 and one.table == table("r2 r3 r4 r5")


def test_cr_10_the_tile_it_stands_for_or_either_missing_colour():
    assert clause("CR", "r3 * r5", "r4 k7 k8", "r3 r4 r5 | k7 k8 *") is None
    assert clause("CR", "r3 * r5", "b4 k7 k8", "r3 b4 r5 | k7 k8 *") == "T-1"
    for tile in ("k13", "r13"):
        assert clause("CR", "b13 g13 *", tile + " k7 k8", "b13 g13 %s | k7 k8 *" % tile) is None
    assert (
        clause("CR", "r3 * r5 | r4 b4 k4 g4", "k7 k8", "r3 r4 r5 | * k7 k8 | b4 k4 g4") == "CR-10"
    )


def test_cr_11_used_at_once_with_two_rack_tiles():
    before = "r3 * r5 | k8 k9 k10 k11"
    assert clause("CR", before, "r4 k7", "r3 r4 r5 | * k7 k8 | k9 k10 k11") == "CR-11"
    assert clause("CR", before, "r4 b7 b8", "r3 r4 r5 | b7 b8 * | k8 k9 k10 k11") is None
    assert clause("CR", "r3 * r5", "r4", "r3 r4 r5") == "T-8"


def test_cr_11_a_set_that_grew_out_of_an_old_one_is_new_with_two_rack_tiles():
    before = "r3 * r5 | k7 k8 k9"
    assert clause("CR", before, "r4 k10 k11", "r3 r4 r5 | k7 k8 k9 k10 k11 *") is None
    assert clause("CR", before, "r4 k10", "r3 r4 r5 | k7 k8 k9 k10 *") == "CR-11"


def test_cr_12_the_round_ends_with_an_empty_rack():
    one = standing("CR", ["k4", "r1"], "k1 k2 k3")
    assert one.apply(("play", table("k1 k2 k3 k4"))) is None
    assert one.phase == game.ROUND and one.winners == [0]


def test_cr_13_losers_minus_their_racks_a_wild_tile_30():
    rules = games.rules_for("CR")
    assert scoring.score_round(rules, [rack("r3 *"), rack(""), rack("k9")], False) == (
        [-33, 42, -9],
        [1],
    )


def test_cr_14_a_stalled_round_counts_differences():
    rules = games.rules_for("CR")
    assert scoring.score_round(rules, [rack("r3"), rack("k9"), rack("b4")], True) == (
        [7, -6, -1],
        [0],
    )


def test_cr_15_worked_example():
    rules = games.rules_for("CR")
    racks = [
        ["r3", "b13 b3", "k13 r13 b12", ""],
        ["", "b13 b1", "k4", "r5"],
        ["", "b9", "k13 r13 k4", "g5"],
    ]
    rounds = [scoring.score_round(rules, [rack(text) for text in row], False)[0] for row in racks]
    assert rounds == [[-3, -16, -38, 57], [23, -14, -4, -5], [44, -9, -30, -5]]
    one = game.Game("CR", 4, 1)
    one.rounds = rounds
    one.totals = [sum(column) for column in zip(*rounds)]
    assert one.totals == [64, -39, -72, 47] and one.winner() == [0]
