"""RK: Rummikub (RULES.md, RK-1 to RK-19)."""

import pytest
from rules_help import clause, judged, rack, standing, table, verdict

from rules.solver import search as solver
from rules.tilegame import game, games, referee, scoring, tiles


def play_scores(one, rounds):
    """Put given round scores into a game, as `_end` would."""
    for scores in rounds:
        one.rounds.append(list(scores))
        for seat in range(one.seats):
            one.totals[seat] += scores[seat]


def win_now(one, text):
    """Seat 0 lays its whole rack."""
    assert one.apply(("play", table(text))) is None


def test_rk_1_the_agreed_points_end_the_game():
    rules = games.rules_for("RK")
    assert rules["length_kind"] == "rounds" and rules["length"] == 1
    for length in (50, 500):
        rules = games.rules_for("RK", {"length": length})
        assert rules["length_kind"] == "points" and rules["length"] == length
    for length in (49, 501, 10, 0, -1, True, "50", 50.0):
        with pytest.raises(tiles.RulesError) as said:
            games.rules_for("RK", {"length": length})
        assert "it is 1 to 9 or 50 to 500" in str(said.value)


@pytest.mark.parametrize("rounds", [1, 2, 9])
def test_rk_1_or_a_number_of_rounds_ends_it(rounds):
    one = standing("RK", ["r6", "k10 k13 b13 o13 k11 b11 o11"], "r3 r4 r5", length=rounds)
    assert one.rules["length_kind"] == "rounds"
    play_scores(one, [(250, -250)] * (rounds - 1))  # points do not end it
    assert one.phase == game.TURN
    win_now(one, "r3 r4 r5 r6")
    assert one.phase == game.OVER and one.winner() == [0]
    if rounds > 1:
        one = standing("RK", ["r6", "k10"], "r3 r4 r5", length=rounds)
        win_now(one, "r3 r4 r5 r6")
        assert one.phase == game.ROUND


def test_rk_1_a_length_is_kept_with_the_game():
    for length, kind in ((3, "rounds"), (75, "points")):
        one = game.unpack(game.Game("RK", 2, 1, {"length": length}).pack())
        assert (one.rules["length"], one.rules["length_kind"]) == (length, kind)


def test_rk_1_a_save_from_when_200_points_were_the_default_stays_such_a_game():
    data = game.Game("RK", 2, 1).pack()
    said = b"\x08length=1"
    assert data[4 : 4 + len(said)] == said  # new saves say their length
    one = game.unpack(data[:4] + b"\0" + data[4 + len(said) :])
    assert (one.rules["length"], one.rules["length_kind"]) == (200, "points")
    assert game.unpack(data).rules["length"] == 1


@pytest.mark.parametrize("played, phase", [(97, game.ROUND), (98, game.OVER)])
def test_rk_1_a_points_game_that_never_gets_there_ends_after_ninety_nine_rounds(played, phase):
    one = standing("RK", ["r6", "k10"], "r3 r4 r5", length=500)
    play_scores(one, [(1, -1), (-1, 1)] * (played // 2) + [(1, -1)] * (played % 2))
    win_now(one, "r3 r4 r5 r6")
    assert len(one.rounds) == played + 1 and one.phase == phase


@pytest.mark.parametrize(
    "cost, phase", [("k10 k13 b13 o13", game.ROUND), ("k11 k13 b13 o13", game.OVER)]
)
def test_rk_1_the_round_that_reaches_them_is_the_last(cost, phase):
    one = standing("RK", ["r6", cost], "r3 r4 r5", length=50)
    win_now(one, "r3 r4 r5 r6")
    assert one.phase == phase
    if phase == game.OVER:
        assert one.winner() == [0] and one.apply(("go",)) is not None


def test_rk_2_highest_starts_clockwise_and_every_round_draws_anew():
    one = game.Game("RK", 3, 4)
    assert one.seat == one.starter and one.phase == game.START
    draws = []
    starters = []
    for _ in range(6):
        draws.append(one.draws)
        starters.append(one.starter)
        one.apply(("go",))
        seat = one.seat
        one.apply(("draw",))
        assert one.seat == (seat + 1) % 3
        one._end(True)
        one.phase = game.ROUND
        one.apply(("go",))
    assert len(set(draws)) == 6 and len(set(starters)) > 1


def test_rk_3_fourteen_tiles_each():
    for seats in (2, 3, 4):
        one = game.Game("RK", seats, 9)
        assert [len(r) for r in one.racks] == [14] * seats
        assert len(one.pool) == 106 - 14 * seats
        assert tiles.table_counts(one.racks + [one.pool]) == bytearray([2] * 53)


@pytest.mark.parametrize(
    "own, after, opens",
    [
        ("r10 b10 k10", "r10 b10 k10", True),
        ("r9 b9 k9", "r9 b9 k9", False),
        ("r9 b9 k9 k1 k2 k3", "r9 b9 k9 | k1 k2 k3", True),
        ("r9 r10 *", "r9 r10 *", True),  # 9 + 10 + 11
        ("* r9 r10", "* r9 r10", False),  # 8 + 9 + 10
        ("r10 b10 *", "r10 b10 *", True),  # a joker is worth what it stands for
    ],
)
def test_rk_4_opening_needs_thirty_points(own, after, opens):
    answer = verdict("RK", "k5 k6 k7", own, "k5 k6 k7 | " + after, False)
    assert answer.legal == opens and answer.opens == opens
    assert answer.clause == (None if opens else "RK-4")


def test_rk_5_the_table_stays_untouched_in_the_opening_turn():
    own = "r10 b10 k10 k8"
    assert clause("RK", "k5 k6 k7", own, "k5 k6 k7 k8 | r10 b10 k10", False) == "RK-5"
    assert (
        clause("RK", "k5 k6 k7", own, "k5 k6 k7 k8 | r10 b10 k10", False, opening_build=True)
        is None
    )


def test_rk_5_building_does_not_count_towards_the_opening():
    own = "r9 b9 k9 k8"
    assert (
        clause("RK", "k5 k6 k7", own, "k5 k6 k7 k8 | r9 b9 k9", False, opening_build=True) == "RK-4"
    )


def test_rk_6_who_does_not_open_draws_one():
    one = standing("RK", ["r10 b10 k10", "k9"], opened=[0, 0])
    assert one.apply(("draw",)) is None
    assert len(one.racks[0]) == 4 and one.seat == 1 and not one.opened[0]


def test_rk_7_who_cannot_add_draws_one():
    one = standing("RK", ["r10", "k9"], "k1 k2 k3")
    assert one.apply(("draw",)) is None
    assert len(one.racks[0]) == 2 and one.seat == 1


def test_rk_8_an_empty_rack_ends_the_round():
    one = standing("RK", ["r6", "k9 k1"], "r3 r4 r5", length=2)
    win_now(one, "r3 r4 r5 r6")
    assert one.phase == game.ROUND and not one.stalled and one.winners == [0]
    assert ("round", 0, False) in one.events


def test_rk_9_with_the_pool_empty_play_goes_on():
    one = standing("RK", ["r6 k1", "r7 k9"], "r3 r4 r5", pool="")
    assert one.apply(("draw",))[0] == "RK-7"
    assert one.apply(("play", table("r3 r4 r5 r6"))) is None
    assert one.apply(("play", table("r3 r4 r5 r6 r7"))) is None
    assert one.phase == game.TURN and one.seat == 0


def test_rk_10_two_minutes_then_one_tile():
    one = standing("RK", ["r6", "k9"], "r3 r4 r5")
    assert one.rules["clock"] == 2
    before = list(one.table)
    assert one.apply(("timeout", False)) is None
    assert len(one.racks[0]) == 2 and one.table == before and one.seat == 1
    off = standing("RK", ["r6", "k9"], "r3 r4 r5", clock=0)
    assert off.apply(("timeout", False))[0] == "RK-10" and off.seat == 0


def test_rk_11_a_failed_rearrangement_costs_three():
    one = standing("RK", ["r6", "k9"], "r3 r4 r5", referee="strict")
    assert one.apply(("play", table("r3 r4 | r5 r6")))[0] == "T-3"
    assert one.seat == 0 and len(one.racks[0]) == 1
    assert one.apply(("fail",)) is None
    assert len(one.racks[0]) == 4 and one.table == table("r3 r4 r5") and one.seat == 1


def test_rk_12_the_friendly_referee_takes_no_penalty():
    one = standing("RK", ["r6", "k9"], "r3 r4 r5")
    assert one.rules["referee"] == "friendly"
    assert one.apply(("play", table("r3 r4 | r5 r6")))[0] == "T-3"
    assert one.apply(("fail",))[0] == "RK-12"
    assert one.seat == 0 and len(one.racks[0]) == 1


@pytest.mark.parametrize("referee", ["friendly", "strict"])
def test_rk_12_time_out_with_tiles_moved_costs_three_in_both(referee):
    one = standing("RK", ["r6", "k9"], "r3 r4 r5", referee=referee)
    assert one.apply(("timeout", True)) is None
    assert len(one.racks[0]) == 4


def test_rk_13_retrieval_only_after_the_opening():
    assert clause("RK", "r3 * r5", "r4 k12 k13", "r3 r4 r5 | * k12 k13", False) == "T-4"
    assert clause("RK", "r3 * r5", "r4 k12 k11", "r3 r4 r5 | k11 k12 *", True) is None


def test_rk_13_either_missing_colour_of_a_group_of_three():
    for tile in ("k5", "o5"):
        assert clause("RK", "r5 b5 *", tile + " b1 b2", "r5 b5 %s | b1 b2 *" % tile) is None
    assert clause("RK", "r5 b5 *", "b5 r1 r2", "r5 b5 b5 | r1 r2 *") == "T-1"
    assert clause("RK", "r5 b5 o5 *", "k5 b1 b2", "r5 b5 o5 k5 | b1 b2 *") is None


def test_rk_13_the_replacing_tile_comes_from_the_rack():
    assert (
        clause("RK", "r3 * r5 | r4 b4 k4 o4", "k7 k8", "r3 r4 r5 | * k7 k8 | b4 k4 o4") == "RK-13"
    )


@pytest.mark.parametrize("game_id", ["RK", "RG", "CR", "KR"])
@pytest.mark.parametrize("mask", [0, 2])
def test_t_8_rk_13_a_retrieved_joker_is_what_its_new_place_allows(game_id, mask):
    """Red 5 takes the joker's place and the joker goes to k5 b5: it may be orange as well as red,
    though what it was would fit there, too; but where whoever plays says what it is, it is that."""
    rules = games.rules_for(game_id)
    joker = tiles.joker_as(5, mask) if mask else tiles.JOKER
    after = [*table("r4 r5 r6"), bytes(rack("k5 b5")) + bytes((joker,))]
    first = referee.judge(rules, table("r4 * r6"), rack("r5 k5 b5"), after, True)
    assert first.legal and tiles.mask_of(first.table[1][2]) == (mask or 2 | 8)
    after = table("r4 r5 r6 | k5 b5 o5 | o6 o7 *")
    assert referee.judge(rules, first.table, rack("o5 o6 o7"), after, True).legal == (not mask)


def test_t_7_two_jokers_stay_open_where_a_tile_they_may_be_is_laid_elsewhere():
    """Either could be called retrieved and back in its place; the other were then decided."""
    for game_id in ("RK", "KR"):
        done = verdict(game_id, "k3 r3 * *", "b3 b4 b5", "k3 r3 * * | b3 b4 b5")
        assert [tiles.mask_of(code) for code in done.table[0]] == [1, 2, 12, 12]


def test_t_7_a_joker_that_only_moved_is_what_it_was():
    """No red 5 comes from the rack, so nothing was retrieved."""
    moved = verdict(
        "RK", "r3 r4 * r6 r7 r8 | r5 k5 b5", "o9 k9 b9", "r3 r4 r5 r6 r7 r8 | k5 b5 * | o9 k9 b9"
    )
    assert moved.legal and [tiles.mask_of(code) for code in moved.table[1]] == [1, 4, 2]


def test_rk_14_tiles_added_to_taken_from_and_split_off_joker_sets():
    assert clause("RK", "r3 * r5", "r6", "r3 * r5 r6") is None
    assert clause("RK", "r3 * r5 r6", "b6 k6", "r3 * r5 | r6 b6 k6") is None
    assert clause("RK", "r3 r4 r5 r6 * r8", "b1 b2 b3", "r3 r4 r5 | r6 * r8 | b1 b2 b3") is None


def test_rk_15_a_retrieved_joker_needs_two_more_rack_tiles():
    before = "r3 * r5 | k8 k9 k10 k11"
    assert clause("RK", before, "r4 k7", "r3 r4 r5 | * k7 k8 | k9 k10 k11") == "RK-15"
    assert clause("RK", before, "r4 k12 k13", "r3 r4 r5 | k8 k9 k10 k11 k12 k13 *") == "T-1"
    assert clause("RK", before, "r4 b7 b8", "r3 r4 r5 | k8 k9 k10 k11 | * b7 b8") is None


def test_rk_15_the_replacing_tile_is_not_among_the_two():
    assert clause("RK", "r5 b5 o5 *", "k5 k6", "r5 b5 o5 | k5 k6 *") == "RK-15"
    assert clause("RK", "r5 b5 o5 *", "k5 k5 k6", "r5 b5 o5 k5 | k5 k6 *") is None


def test_rk_15_neither_replacing_tile_counts_where_two_jokers_are_retrieved():
    before = "k2 k3 k4 | k1 * * k4"
    after = "b2 b3 * | k1 k2 k3 k4 | k1 k2 k3 k4 *"
    assert clause("CR", before, "k2 k3 b2 b3 k1", after) == "CR-11"
    assert clause("KR", before, "k2 k3 b2 b3 k1", after) is None


def test_rk_15_table_tiles_may_join_the_new_set():
    before = "r3 * r5 | k7 k8 k9 k10"
    assert clause("RK", before, "r4 k5 k6", "r3 r4 r5 | * k5 k6 k7 | k8 k9 k10") is None


def test_rk_15_two_retrieved_jokers_need_two_tiles_each_or_share_a_set():
    before = "r3 * r5 | b3 * b5"
    assert clause("RK", before, "r4 b4 k7 k8", "r3 r4 r5 | b3 b4 b5 | * k7 k8 *") is None
    assert (
        clause("RK", before, "r4 b4 k7 k8 o1 o2", "r3 r4 r5 | b3 b4 b5 | * k7 k8 | o1 o2 *") is None
    )


@pytest.mark.parametrize(
    "own, sets, legal",
    [
        ("k6 k7 o8 r8", "k6 k7 * | k8 k9 k10 k11 | o8 r8 *", True),
        ("k6 k7", "k6 k7 * | k8 k9 k10 k11 *", False),  # the second has none
        ("k6 k7 k12", "k6 k7 * | k8 k9 k10 k11 k12 *", False),  # or one
        ("k12 o8 r8", "k8 k9 k10 k11 k12 * | o8 r8 *", False),  # the first has one
        # one black 8 came from the rack, the other from the table: it counts in one set only
        ("k7 k8 r8", "k7 k8 * | k8 r8 * | k9 k10 k11", False),
        ("k6 k7 k8 r8", "k6 k7 k8 * | k8 r8 * | k9 k10 k11", True),
        ("k7 k8 r8 o8", "k7 k8 * | k8 r8 o8 * | k9 k10 k11", True),
        ("k7 k8 k9 r8", "k7 k8 k9 * | k8 r8 * | k9 k10 k11", True),
        # one black 8 and one black 9
        ("k8 k9", "k8 k9 * | * k8 k9 k10 k11", False),
        ("k7 k8 k9", "k7 k8 k9 * | * k8 k9 k10 k11", False),
        ("k7 k8 k9 k12", "k7 k8 k9 * | k8 k9 k10 k11 k12 *", True),
    ],
)
def test_rk_15_two_retrieved_jokers_share_no_rack_tile(own, sets, legal):
    before = "r3 * r5 | b3 * b5 | k8 k9 k10 k11"
    own = "r4 b4 " + own
    after = "r3 r4 r5 | b3 b4 b5 | " + sets
    assert clause("RK", before, own, after) == (None if legal else "RK-15")
    rules = games.rules_for("RK")
    assert judged(rules, table(before), rack(own), table(after)).legal == legal


def test_rk_15_a_set_that_grew_out_of_an_old_one_is_new_with_two_rack_tiles():
    before = "r3 * r5 | k7 k8 k9"
    after = "r3 r4 r5 | k7 k8 k9 k10 k11 *"
    assert clause("RK", before, "r4 k10 k11", after) is None
    assert clause("RK", before, "r4 k10", "r3 r4 r5 | k7 k8 k9 k10 *") == "RK-15"
    assert (
        clause("RK", before, "r4 k10 *", "r3 r4 r5 | k7 k8 k9 k10 * *") is None
    )  # the rack's joker
    # the replacing tile is not among the two, wherever it lies in the end
    before = "r3 * r5 | r4 b4 k4 o4"
    assert clause("RK", before, "r4 k4", "r3 r4 r5 | b4 k4 o4 | r4 k4 *") == "RK-15"
    assert clause("RK", before, "r4 k4 b4", "r3 r4 r5 | b4 k4 o4 | r4 k4 b4 *") is None
    found = solver.run(games.rules_for("RK"), table("r3 * r5 | k7 k8 k9"), rack("r4 k10 k11"))
    assert found.tiles == 3


def test_rk_16_a_joker_left_costs_thirty():
    rules = games.rules_for("RK")
    assert scoring.score_round(rules, [rack(""), rack("r5 *")], False) == ([35, -35], [0])


def test_rk_17_losers_minus_their_racks_winner_the_sum():
    rules = games.rules_for("RK")
    racks = [rack(""), rack("r5"), rack("k13 o3"), rack("b3")]
    assert scoring.score_round(rules, racks, False) == ([24, -5, -16, -3], [0])


def test_rk_18_a_stalled_round_counts_differences():
    rules = games.rules_for("RK")
    racks = [rack("r5"), rack("r2"), rack("k13 o3")]
    assert scoring.score_round(rules, racks, True) == ([-3, 17, -14], [1])


def test_rk_19_worked_example_and_highest_total_wins():
    one = game.Game("RK", 4, 1)
    racks = [["", "r5", "k13 o3", "b3"], ["r6", "k11", "", "b5"], ["k13 b13 o6", "r13", "b2", ""]]
    rounds = [
        scoring.score_round(one.rules, [rack(text) for text in row], False)[0] for row in racks
    ]
    assert rounds == [[24, -5, -16, -3], [-6, -11, 22, -5], [-32, -13, -2, 47]]
    play_scores(one, rounds)
    assert one.totals == [-14, -29, 4, 39] and one.winner() == [3]


def test_rk_15_two_jokers_may_go_to_two_sets_of_the_same_rack_tiles():
    before = "r1 r2 * | b1 b2 *"
    after = "r1 r2 r3 | b1 b2 b3 | k7 k8 * | k7 k8 *"
    assert clause("RK", before, "r3 b3 k7 k8 k7 k8", after) is None


@pytest.mark.parametrize(
    "own, after, broken",
    [
        # what lies alone is too little to open with: the table could not be touched at all
        ("k1 k2 k3 r6", "r3 r4 r5 r6 | k1 k2 k3 | b5 b6 b7 b8", "T-4"),
        # it would be enough, but in that turn the table stays as it is
        ("k10 k11 k12 r6", "r3 r4 r5 r6 | k10 k11 k12 | b5 b6 b7 b8", "RK-5"),
        # each laid tile counts once, though the table now holds two sets of the kind
        ("b5 b6 b7 k8 r8", "r3 r4 r5 | b5 b6 b7 | b5 b6 b7 | b8 k8 r8", "T-4"),
    ],
)
def test_t_4_rk_5_what_the_opening_turn_broke_is_told_apart(own, after, broken):
    assert clause("RK", "r3 r4 r5 | b5 b6 b7 b8", own, after, opened=False) == broken
