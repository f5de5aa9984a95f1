"""KR: Kiran Rummy (RULES.md, KR-1 to KR-15)."""

import pytest
from rules_help import clause, rack, standing, table, verdict

from rules import errors
from rules.solver import search as solver
from rules.tilegame import game, games, melds, scoring, tiles


def test_kr_1_highest_starts_clockwise():
    one = game.Game("KR", 4, 11)
    last = {}
    for i in range(0, len(one.draws), 2):
        last[one.draws[i]] = tiles.number_of(one.draws[i + 1])
    assert last[one.starter] == max(last.values())


def offered(seats):
    """The first dealt game in which somebody holds three pairs."""
    for seed in range(2000):
        one = game.Game("KR", seats, seed)
        one.apply(("go",))
        if one.phase == game.REDEAL:
            return one
    raise AssertionError("no deal with three pairs in 2000")


def test_kr_2_three_pairs_may_be_shown_and_all_is_dealt_again():
    one = offered(2)
    count = tiles.counts(one.racks[one.seat])
    assert len([c for c in range(52) if count[c] == 2]) >= 3
    before = [bytes(r) for r in one.racks]
    assert one.apply(("draw",))[0] == "T-2"
    assert one.apply(("redeal", True)) is None
    assert [bytes(r) for r in one.racks] != before
    assert [len(r) for r in one.racks] == [14, 14]
    one.check()


def test_kr_2_the_player_may_play_on_instead():
    one = offered(3)
    before = [bytes(r) for r in one.racks]
    while one.phase == game.REDEAL:
        assert one.apply(("redeal", False)) is None
    assert one.phase == game.TURN and one.seat == one.starter
    assert [bytes(r) for r in one.racks] == before


def test_kr_2_all_are_asked_in_turn_order_and_anew_after_a_new_deal(monkeypatch):
    monkeypatch.setattr(game.Game, "pairs", lambda one, seat: 3)
    one = game.Game("KR", 3, 4)
    one.starter = 1
    one.apply(("go",))
    for seat in (1, 2):
        assert (one.phase, one.seat) == (game.REDEAL, seat)
        assert one.apply(("redeal", False)) is None
        assert one.events == [("redeal", seat, False)]
    assert (one.phase, one.seat) == (game.REDEAL, 0)
    assert one.apply(("redeal", True)) is None
    assert one.events == [("redeal", 0, True)] and one.redeals == 1
    assert (one.phase, one.seat) == (game.REDEAL, 1)


def test_kr_2_a_round_is_dealt_anew_nine_times_at_most(monkeypatch):
    monkeypatch.setattr(game.Game, "pairs", lambda one, seat: 3)
    one = game.Game("KR", 2, 4)
    one.apply(("go",))
    for count in range(9):
        assert one.phase == game.REDEAL and one.redeals == count
        one.apply(("redeal", True))
    assert one.phase == game.TURN and one.redeals == 9


def test_kr_2_a_pair_is_number_and_colour_and_other_games_know_no_redeal():
    one = standing("KR", ["r5 r5 k1 k1 b9 b9 *", "k2 r2 b2 o2 k3 r3 b3"])
    assert one.pairs(0) == 3 and one.pairs(1) == 0
    assert game.Game("RK", 2, 1).apply(("redeal", True))[0] == "KR-2"
    for seed in range(400):
        rk = game.Game("RK", 4, seed)
        rk.apply(("go",))
        assert rk.phase == game.TURN


@pytest.mark.parametrize("seats, pool", [(2, 78), (3, 64), (4, 50)])
def test_kr_3_piles_of_seven_and_one_of_eight(seats, pool):
    one = game.Game("KR", seats, 3)
    assert one.rules["piles"] and len(one.pool) == pool
    assert pool % 7 == 1


@pytest.mark.parametrize(
    "own, after, opens",
    [
        ("r10 b10 k10", "r10 b10 k10", True),
        ("r9 b9 k9", "r9 b9 k9", False),
        ("r8 b8 k8 o8", "r8 b8 k8 o8", True),  # 32
        ("r9 b9 k9 r8 b8 k8", "r9 b9 k9 | r8 b8 k8", False),  # one group alone must reach it
        ("r11 r12 r13", "r11 r12 r13", False),  # never a row
        ("r10 b10 k10 r1 r2 r3", "r10 b10 k10 | r1 r2 r3", True),  # more sets once the group lies
    ],
)
def test_kr_4_the_first_group_opens(own, after, opens):
    answer = verdict("KR", "", own, after, False)
    assert answer.legal == opens and answer.clause == (None if opens else "KR-4")


def test_kr_4_option_several_groups():
    own = "r9 b9 k9 r8 b8 k8"
    assert clause("KR", "", own, "r9 b9 k9 | r8 b8 k8", False, opening_several=True) is None
    assert (
        clause("KR", "", "r9 b9 k9 r1 r2 r3", "r9 b9 k9 | r1 r2 r3", False, opening_several=True)
        == "KR-4"
    )
    with pytest.raises(tiles.RulesError):
        games.rules_for("RK", {"opening_several": True})


def test_kr_5_no_joker_and_no_table_piece_in_the_opening():
    assert clause("KR", "", "r13 b13 *", "r13 b13 *", False) == "KR-5"
    assert clause("KR", "r10 b10 k10", "o10", "r10 b10 k10 o10", False) == "T-4"
    assert clause("KR", "", "r10 b10 k10 k1 k2 *", "r10 b10 k10 | k1 k2 *", False) is None


def test_kr_5_a_joker_that_would_have_made_it_just_enough_is_named():
    assert clause("KR", "", "r10 b10 *", "r10 b10 *", False) == "KR-5"
    assert clause("KR", "", "r9 b9 *", "r9 b9 *", False) == "KR-4"


def test_kr_4_the_order_of_the_sets_does_not_count_and_the_points_are_told():
    assert clause("KR", "", "r10 b10 k10 r1 r2 r3", "r1 r2 r3 | r10 b10 k10", False) is None
    why = verdict("KR", "", "r9 b9 k9", "r9 b9 k9", False).why
    assert why == (errors.FEW_IN_GROUP, 27, 30)
    why = verdict("RK", "", "r9 b9 k9", "r9 b9 k9", False).why
    assert why == (errors.FEW_POINTS, 27, 30)
    assert verdict("KR", "", "r1 r2 r3", "r1 r2 r3", False).why == (errors.NONE_OPENS,)


def test_kr_6_take_one_piece():
    one = standing("KR", ["r10 b10 k10", "k9"], "k1 k2 k3", [0, 0])
    assert one.apply(("draw",)) is None
    assert len(one.racks[0]) == 4 and one.seat == 1


@pytest.mark.parametrize("moved", [False, True])
def test_kr_7_one_minute_then_three_pieces(moved):
    one = standing("KR", ["r10", "k9"], "k1 k2 k3")
    assert one.rules["clock"] == 1
    assert one.apply(("timeout", moved)) is None
    assert len(one.racks[0]) == 4 and one.table == table("k1 k2 k3") and one.seat == 1


def test_kr_8_rack_jokers_in_own_sets_and_on_the_table():
    assert clause("KR", "k1 k2 k3", "*", "k1 k2 k3 *") is None
    assert clause("KR", "k1 k2 k3", "* r5 r6", "k1 k2 k3 | r5 r6 *") is None
    assert clause("KR", "k1 k2 k3 k4", "* r4", "k1 k2 k3 | k4 r4 *") is None


def test_kr_9_a_replaced_joker_stays_on_the_table_and_goes_anywhere():
    assert clause("KR", "r3 * r5 | k8 k9 k10", "r4", "r3 r4 r5 | k8 k9 k10 *") is None
    assert clause("KR", "r3 * r5", "r4", "r3 r4 r5") == "T-8"
    assert (
        clause(
            "KR", "r3 * r5 | r4 b4 k4 o4 | k8 k9 k10", "k7", "r3 r4 r5 | b4 k4 o4 | k7 k8 k9 k10 *"
        )
        == "KR-9"
    )


def test_kr_10_with_the_piles_empty_who_can_play_must():
    one = standing("KR", ["k4 r9", "r1"], "k1 k2 k3", pool="")
    assert one.view(0).must_play
    assert one.apply(("pass",))[0] == "KR-10" and one.seat == 0
    assert one.apply(("play", table("k1 k2 k3 k4"))) is None
    assert one.apply(("pass",)) is None  # r1 fits nowhere: the solver proves it
    assert one.seat == 0


def test_kr_10_hidden_plays_count_and_the_round_ends_when_nobody_can():
    one = standing("KR", ["b9 o9", "r1"], "k6 k7 k8 k9 | r7 r8 r9 r10", pool="")
    assert one.apply(("pass",))[0] == "KR-10"
    one = standing("KR", ["b9", "r1"], "k1 k2 k3", pool="")
    assert one.apply(("pass",)) is None and one.apply(("pass",)) is None
    assert one.phase == game.ROUND and one.stalled


def test_kr_10_who_has_not_opened_and_cannot_may_pass():
    one = standing("KR", ["k4 r9 b9 k9", "r1"], "k1 k2 k3", [0, 1], pool="")
    assert one.apply(("pass",)) is None
    one = standing("KR", ["k4 r10 b10 k10", "r1"], "k1 k2 k3", [0, 1], pool="")
    assert one.apply(("pass",))[0] == "KR-10"


@pytest.mark.parametrize("lost", [("timeout", False), ("timeout", True), ("fail",)])
def test_kr_10_a_turn_lost_while_a_play_exists_is_no_pass(lost):
    one = standing("KR", ["b9", "k4", "r1"], "k1 k2 k3", pool="", referee="strict")
    assert one.apply(("pass",)) is None and one.passes == 1
    assert one.apply(lost) is None  # k4 could have been laid
    assert (one.passes, one.phase, one.events[0][0]) == (0, game.TURN, lost[0])
    for seat in (2, 0):
        assert one.seat == seat and one.apply(("pass",)) is None
    assert one.phase == game.TURN
    assert one.apply(("pass",))[0] == "KR-10"  # the one with a play has not passed yet
    assert one.apply(("play", table("k1 k2 k3 k4"))) is None
    assert one.winners == [1]


@pytest.mark.parametrize("lost", [("timeout", False), ("fail",)])
def test_kr_10_a_turn_lost_with_no_play_is_a_pass(lost):
    one = standing("KR", ["b9", "r1"], "k1 k2 k3", pool="", referee="strict")
    assert one.apply(lost) is None and one.passes == 1
    assert one.apply(("pass",)) is None
    assert one.phase == game.ROUND and one.stalled


def test_t_12_where_nobody_has_to_play_a_lost_turn_is_a_pass():
    one = standing("RK", ["k4", "r1"], "k1 k2 k3", pool="")
    assert one.apply(("timeout", False)) is None and one.apply(("pass",)) is None
    assert one.phase == game.ROUND and one.stalled


def test_kr_11_losers_minus_their_racks_a_joker_50():
    rules = games.rules_for("KR")
    assert scoring.score_round(rules, [rack("r3 *"), rack(""), rack("k9")], False) == (
        [-53, 62, -9],
        [1],
    )


def test_kr_12_a_stalled_round_counts_differences():
    rules = games.rules_for("KR")
    assert scoring.score_round(rules, [rack("r3"), rack("k9"), rack("b4")], True) == (
        [7, -6, -1],
        [0],
    )


def test_kr_13_two_games_or_one_to_nine_and_the_worked_example():
    assert games.rules_for("KR")["length"] == 2
    assert games.rules_for("KR", {"length": 9})["length"] == 9
    with pytest.raises(tiles.RulesError):
        games.rules_for("KR", {"length": 0})
    rules = games.rules_for("KR")
    racks = [["", "r5", "k13 o3", "b3"], ["r6", "k11", "", "b5"]]
    rounds = [scoring.score_round(rules, [rack(text) for text in row], False)[0] for row in racks]
    assert rounds == [[24, -5, -16, -3], [-6, -11, 22, -5]]
    one = game.Game("KR", 4, 1)
    one.totals = [sum(column) for column in zip(*rounds)]
    assert one.totals == [18, -16, 6, -8] and one.winner() == [0]


@pytest.mark.parametrize("game_id", games.ids())
def test_kr_14_harder_no_jokers_more_points_only_groups_only_runs(game_id):
    one = game.Game(game_id, 2, 5, {"jokers": 0})
    assert len(one.pool) == 104 - 28 and tiles.JOKER not in one.pool
    assert clause(game_id, "", "r5 b5 k5", "r5 b5 k5", True, runs_only=True) == "KR-14"
    assert clause(game_id, "", "r5 r6 r7", "r5 r6 r7", True, groups_only=True) == "KR-14"
    assert clause(game_id, "", "r5 b5 k5", "r5 b5 k5", True, groups_only=True) is None
    assert clause(game_id, "", "r5 r6 r7", "r5 r6 r7", True, runs_only=True) is None
    opening = games.rules_for(game_id)["open_clause"]
    assert clause(game_id, "", "r13 b13 k13", "r13 b13 k13", False, opening_points=40) == opening
    assert (
        clause(game_id, "", "r13 b13 k13 o13", "r13 b13 k13 o13", False, opening_points=50) is None
    )


def test_kr_14_one_long_run_may_open_and_be_built_on_in_that_turn():
    own = "r8 r9 r10 r11 r12 r13 k4"
    after = "k1 k2 k3 k4 | r8 r9 r10 r11 r12 r13"
    assert (
        clause(
            "KR",
            "k1 k2 k3",
            own,
            after,
            False,
            runs_only=True,
            opening_build=True,
            opening_points=60,
        )
        is None
    )
    assert (
        clause(
            "KR",
            "k1 k2 k3",
            "r9 r10 r11 r12 r13 k4",
            "k1 k2 k3 k4 | r9 r10 r11 r12 r13",
            False,
            runs_only=True,
            opening_build=True,
            opening_points=60,
        )
        == "KR-4"
    )


def test_kr_14_with_only_runs_a_run_opens():
    assert clause("KR", "", "r11 r12 r13", "r11 r12 r13", False, runs_only=True) is None
    assert clause("KR", "", "r8 r9 r10", "r8 r9 r10", False, runs_only=True) == "KR-4"


@pytest.mark.parametrize("game_id", games.ids())
def test_kr_15_easier_clocks_no_points_and_runs_of_mixed_colours(game_id):
    for minutes in range(6):
        assert games.rules_for(game_id, {"clock": minutes})["clock"] == minutes
    with pytest.raises(tiles.RulesError):
        games.rules_for(game_id, {"clock": 6})
    assert clause(game_id, "", "r1 b1 k1", "r1 b1 k1", False, opening_points=0) is None
    assert clause(game_id, "", "r5 b6 k7", "r5 b6 k7", True, mixed_runs=True) is None
    assert clause(game_id, "", "r5 b6 k7 *", "r5 b6 k7 *", True, mixed_runs=True) is None
    assert clause(game_id, "", "r5 b6 k8", "r5 b6 k8", True, mixed_runs=True) == "T-1"


@pytest.mark.parametrize(
    "own, after, refused",
    [
        ("r1 b1 k1", "r1 b1 k1", None),  # of any value
        ("r1 b1 *", "r1 b1 *", "KR-5"),  # without a joker
        ("r1 b1 k1 *", "r1 b1 k1 *", "KR-5"),
        ("r11 r12 r13", "r11 r12 r13", "KR-4"),  # a group, not a row
        ("r11 r12 r13 k1 r1 b1", "r11 r12 r13 | k1 r1 b1", None),  # a row once a group lies
        ("k1 r1 b1 r4 r5 *", "k1 r1 b1 | r4 r5 *", None),
    ],
)
def test_kr_15_with_no_points_the_first_set_is_still_a_group_without_a_joker(own, after, refused):
    assert clause("KR", "", own, after, False, opening_points=0) == refused
    found = solver.run(games.rules_for("KR", {"opening_points": 0}), [], rack(own), False)
    opens = refused is None or own == "r1 b1 k1 *"  # the solver leaves that joker on the rack
    assert (found.tiles > 0) == opens


def test_kr_15_a_joker_in_a_mixed_run_stands_for_any_colour_of_its_number():
    for tile in ("k6", "r6", "b6", "o6"):
        assert (
            clause(
                "KR", "r5 * k7", tile + " r1 r2", "r5 %s k7 | r1 r2 *" % tile, True, mixed_runs=True
            )
            is None
        )


def test_kr_5_a_group_with_a_joker_opens_nothing_and_hides_no_other():
    rules = games.rules_for("KR", {"opening_several": True})
    with_joker = melds.make(rack("k9 r9 *"), rules)
    tens = bytes(rack("k10 r10 b10"))
    assert melds.points_of(rules, [with_joker, tens]) == 30
    assert melds.points_of(rules, [tens, with_joker]) == 30
    assert melds.points_of(rules, [with_joker]) == melds.points_of(rules, []) == -1
