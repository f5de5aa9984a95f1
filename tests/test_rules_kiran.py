"""KR: Kiran Rummy (RULES.md, KR-1 to KR-15), and the house options of all tile games."""

from rounds import rounds
from rules_help import rack

from rules.tilegame import game, games, melds

test_kiran_rummy = rounds(
    """
    given: of KR; table k1 k2 k3; rack r10; others k9
    Play goes clockwise from the highest piece [KR-1]: new 4 11; starter 3; go; seat 3; draw;
        seat 0
    Fourteen each and piles of seven with one of eight [KR-2, KR-3]:
        for $seats,$pool in 2,78 | 3,64 | 4,50; new $seats 3; rules piles True; left $pool
    The first group opens [KR-4]: table; unopened; for $sets,$end in r10 b10 k10,opens |
        r9 b9 k9,KR-4 27 of 30 | r8 b8 k8 o8,opens | r9 b9 k9 / r8 b8 k8,KR-4 |
        r11 r12 r13,KR-4 | k9 k10 k11 k12,KR-4 | r1 r2 r3,KR-4 None of these |
        r10 b10 k10 / r1 r2 r3,opens | r1 r2 r3 / r10 b10 k10,opens; rack $sets; try $sets -> $end
    Several groups are an option [KR-4]: of KR opening_several=True; table; unopened;
        for $sets,$end in r9 b9 k9 / r8 b8 k8,opens | r9 b9 k9 / r1 r2 r3,KR-4; rack $sets;
        try $sets -> $end
    ... of this game alone [KR-4]: of RK; refuses opening_several=True
    No joker is in the opening [KR-5]: table; unopened; for $sets,$end in r13 b13 *,KR-5 |
        r10 b10 *,KR-5 | r9 b9 *,KR-4 | r10 b10 k10 / k1 k2 *,opens; rack $sets; try $sets -> $end
    ... and no piece of the table [KR-5, T-4]: table r10 b10 k10; unopened; rack o10;
        try r10 b10 k10 o10 -> T-4
    A set of the table is no opening meld [KR-5]: table k11 o11 b11; unopened; rack k11 b11 o11 *;
        try k11 o11 b11 / k11 b11 o11 * -> KR-5
    Who does not open takes one piece [KR-6]: unopened; rack r10 b10 k10; draw; held 4 1; seat 1
    One minute and then three pieces [KR-7]: for $moved in no | moved; rules clock 1;
        timeout $moved; held 4 1; lies k1 k2 k3; seat 1
    Three pieces unless the piles hold fewer [T-10, KR-7]: pool b1 b2; timeout moved; held 3 1;
        left 0; event timeout 0 2
    Rack jokers join own sets and those of the table [KR-8]: for $own,$sets in *,k1 k2 k3 * |
        * r5 r6,k1 k2 k3 / r5 r6 *; rack $own; try $sets -> legal
    ... and help to manipulate them [KR-8]: table k1 k2 k3 k4; rack * r4;
        try k1 k2 k3 / k4 r4 * -> legal
    A replaced joker stays on the table and lies anywhere [KR-9]: table r3 * r5 / k8 k9 k10;
        rack r4; try r3 r4 r5 / k8 k9 k10 * -> legal; table r3 * r5; try r3 r4 r5 -> T-8;
        table r5 r6 [r7]; rack r7; try r5 r6 r7 * -> legal
    ... replaced from the rack alone [KR-9]: table r3 * r5 / r4 b4 k4 o4 / k8 k9 k10; rack k7;
        try r3 r4 r5 / b4 k4 o4 / k7 k8 k9 k10 * -> KR-9; table r5 [r6] r7 / k1 k2 k3; rack r9;
        try r5 r6 r7 / k1 k2 k3 * -> T-3; table r5 r6 r7 [r8] / k1 k2 k3; rack r4;
        try r4 r5 r6 r7 / k1 k2 k3 * -> T-8
    With the piles empty who can play must [KR-10]: pool; rack k4 r9; others r1; pass -> KR-10;
        seat 0; play k1 k2 k3 k4; pass; seat 0
    ... also a hidden play [KR-10]: table k6 k7 k8 k9 / r7 r8 r9 r10; pool; rack b9 o9;
        pass -> KR-10
    The round ends when nobody can [KR-10, T-12]: pool; rack b9; others r1; pass; pass; phase round;
        stalled True
    ... of seats that have not opened those who could [KR-10]: pool; opened 0 1; rack k4 r9 b9 k9;
        pass; rack k4 r10 b10 k10; pass -> KR-10
    A turn lost while a play exists is no pass [KR-10]: of KR referee=strict; pool; rack b9;
        for $lost in timeout | timeout moved | fail; others k4 / r1; pass; passes 1; $lost;
        passes 0;
        phase turn; seat 2; pass; pass; seat 1; phase turn; pass -> KR-10; play k1 k2 k3 k4;
        winners 1
    ... without a play it is one [KR-10]: of KR referee=strict; pool; rack b9; others r1;
        for $lost in timeout | fail; $lost; passes 1; pass; phase round; stalled True
    Losers lose their racks and a joker is 50 [KR-11]: ends r3 * / - / k9 = -53 62 -9; winners 1
    A stalled round counts differences [KR-12]: stalls r3 / k9 / b4 = 7 -6 -1; winners 0
    Two games are usual and one to nine may be chosen [KR-13]: new 2; rules length 2;
        takes length=9; refuses length=0
    The biggest total wins the worked example [KR-13]: new 4;
        ends - / r5 / k13 o3 / b3 = 24 -5 -16 -3;
        ends r6 / k11 / - / b5 = -6 -11 22 -5; totals 18 -16 6 -8; won 0
    """
)

test_house_options = rounds(
    """
    given: table; rack r5 b5 k5 r6 r7
    Without jokers [KR-14]: for $game in RK | RG | CR | KR; of $game jokers=0; new 2 5; left 76
    Only runs or only groups [KR-14]: for $game in RK | RG | CR | KR; of $game runs_only=True;
        try r5 b5 k5 -> KR-14; try r5 r6 r7 -> legal; of $game groups_only=True;
        try r5 r6 r7 -> KR-14; try r5 b5 k5 -> legal
    More points to open [KR-14]: unopened; for $game,$clause in RK,RK-4 | RG,RG-3 | CR,CR-4 |
        KR,KR-4; of $game opening_points=40; rack r13 b13 k13; try r13 b13 k13 -> $clause;
        of $game opening_points=50; rack r13 b13 k13 o13; try r13 b13 k13 o13 -> opens
    With only runs a run opens [KR-14]: of KR runs_only=True; unopened; rack r11 r12 r13;
        try r11 r12 r13 -> opens; rack r8 r9 r10; try r8 r9 r10 -> KR-4
    ... and is built on in that turn [KR-14]: table k1 k2 k3; unopened;
        rack r8 r9 r10 r11 r12 r13 k4; of KR runs_only=True opening_build=True opening_points=60;
        try k1 k2 k3 k4 / r8 r9 r10 r11 r12 r13 -> opens;
        try k1 k2 k3 k4 / r9 r10 r11 r12 r13 -> KR-4
    Other clocks [KR-15]: for $game in RK | RG | CR | KR; of $game; takes clock=0; takes clock=5;
        refuses clock=6
    No points to open [KR-15]: for $game in RK | RG | CR | KR; of $game opening_points=0; unopened;
        rack r1 b1 k1; try r1 b1 k1 -> opens
    Rows of different colours [KR-15]: for $game in RK | RG | CR | KR; of $game mixed_runs=True;
        rack r5 b6 k7 * k8; try r5 b6 k7 -> legal; try r5 b6 k7 * -> legal; try r5 b6 k8 -> T-1
    ... open too [KR-15]: of RK mixed_runs=True; unopened; rack k9 r10 b11; try k9 r10 b11 -> opens
    ... their joker is of any colour [KR-15]: of KR mixed_runs=True; table r5 * k7;
        for $tile in k6 | r6 | b6 | o6; rack $tile r1 r2; try r5 $tile k7 / r1 r2 * -> legal
    The first set is a group without a joker where no points are wanted [KR-15]: unopened;
        of KR opening_points=0; for $sets,$end,$best in r1 b1 k1,opens,3 | r1 b1 *,KR-5,0 |
        r1 b1 k1 *,KR-5,3 | r11 r12 r13,KR-4,0 | r11 r12 r13 / k1 r1 b1,opens,6 |
        k1 r1 b1 / r4 r5 *,opens,6; rack $sets; try $sets -> $end; best $best
    """
)


def offered(seats):
    """The first dealt game in which a seat holds three pairs."""
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
