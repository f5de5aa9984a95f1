"""KR: Kiran Rummy (RULES.md, KR-1 to KR-15), and the house options of all tile games."""

from rules_help import rack

from rules.tilegame import game, games, melds


def offered(seats):
    """Return the first dealt game in which a seat holds three pairs."""
    for seed in range(2000):
        one = game.Game("KR", seats, seed)
        one.apply(("go",))
        if one.phase == game.REDEAL:
            return one
    raise AssertionError("no deal with three pairs in 2000")


def test_kr_2_three_pairs_may_be_shown_and_all_is_dealt_again_or_the_player_plays_on():
    one = offered(2)
    before = [bytes(rack) for rack in one.racks]
    assert len([code for code in range(52) if before[one.seat].count(code) == 2]) >= 3
    assert one.apply(("draw",))[0] == "T-2"
    assert one.apply(("redeal", True)) is None
    assert [bytes(rack) for rack in one.racks] != before and [*map(len, one.racks)] == [14, 14]
    one.check()
    one = offered(3)
    before = [bytes(rack) for rack in one.racks]
    while one.phase == game.REDEAL:
        assert one.apply(("redeal", False)) is None
    assert one.phase == game.TURN and one.seat == one.starter
    assert [bytes(rack) for rack in one.racks] == before


def test_kr_2_all_are_asked_in_turn_order_and_anew_after_each_of_nine_new_deals(monkeypatch):
    monkeypatch.setattr(game.Game, "pairs", lambda one, seat: 3)
    one = game.Game("KR", 3, 4)
    one.starter = 1
    one.apply(("go",))
    for redeals, asked in ((0, (1, 2, 0)), *((n, (1,)) for n in range(1, 9))):
        for seat in asked:
            assert (one.phase, one.seat, one.redeals) == (game.REDEAL, seat, redeals)
            wanted = seat == asked[-1]
            assert one.apply(("redeal", wanted)) is None
            assert one.events == [("redeal", seat, wanted)]
    assert one.phase == game.TURN and one.redeals == 9


def test_kr_2_a_pair_is_number_and_colour_and_other_games_know_no_redeal():
    one = game.Game("KR", 2, 1)
    one.racks = [rack("r5 r5 k1 k1 b9 b9 *"), rack("k2 r2 b2 o2 k3 r3 b3")]
    assert one.pairs(0) == 3 and one.pairs(1) == 0
    assert game.Game("RK", 2, 1).apply(("redeal", True))[0] == "KR-2"
    for seed in range(400):
        other = game.Game("RK", 4, seed)
        other.apply(("go",))
        assert other.phase == game.TURN


def test_kr_5_a_group_with_a_joker_opens_nothing_and_hides_no_other():
    rules = games.rules_for("KR", {"opening_several": True})
    with_joker = melds.make(rack("k9 r9 *"), rules)
    tens = bytes(rack("k10 r10 b10"))
    assert melds.points_of(rules, [with_joker, tens]) == 30
    assert melds.points_of(rules, [tens, with_joker]) == 30
    assert melds.points_of(rules, [with_joker]) == melds.points_of(rules, []) == -1
