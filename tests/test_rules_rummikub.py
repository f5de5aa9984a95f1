"""RK: Rummikub (RULES.md, RK-1 to RK-19), and what other games rule likewise."""

from rounds import rounds

from rules.tilegame import game

test_how_long_a_game_is_and_who_wins_it = rounds(
    """
    given: table r3 r4 r5; rack r6
    One round is the usual length [RK-1]: new 2; rules length_kind rounds; rules length 1
    Points end a game [RK-1]: for $points in 50 | 500; of RK length=$points; new 2;
        rules length_kind points; rules length $points
    Other lengths are none [RK-1]: for $length in 49 | 501 | 10 | 0 | -1 | True | 50.0 | 55.5;
        refuses length=$length it is 1 to 9 or 50 to 500
    A number of rounds ends it and no points do [RK-1]: for $many,$more in 1,0 | 2,1 | 9,8;
        of RK length=$many; others k10 k13 b13 o13 k11 b11 o11; earlier 250 -250 x $more;
        play r3 r4 r5 r6; phase over; won 0; go -> T-2
    Before the last round it goes on [RK-1]: for $many in 2 | 9; of RK length=$many; others k10;
        play r3 r4 r5 r6; phase round; go; phase start
    The round in which a total reaches the points is the last [RK-1]: of RK length=50;
        for $cost,$phase in k10 k13 b13 o13,round | k11 k13 b13 o13,over; others $cost;
        play r3 r4 r5 r6; phase $phase; won 0
    A game of points ends after 99 rounds [RK-1]: for $played,$phase in 97,round | 98,over;
        of RK length=500; others k10; earlier 1 -1 x $played; play r3 r4 r5 r6; phase $phase
    The highest total wins the worked example [RK-17, RK-19]: new 4;
        ends - / r5 / k13 o3 / b3 = 24 -5 -16 -3; ends r6 / k11 / - / b5 = -6 -11 22 -5;
        ends k13 b13 o6 / r13 / b2 / - = -32 -13 -2 47; totals -14 -29 4 39; won 3
    Equal totals share the win [RK-19]: new 3; earlier 30 -60 30; won 0 2
    A joker left costs 30 [RK-16]: ends - / r5 * = 35 -35
    A stalled round counts differences [RK-18]: stalls r5 / r2 / k13 o3 = -3 17 -14; winners 1
    """
)

test_turns = rounds(
    """
    given: table r3 r4 r5; rack r6
    Fourteen tiles each and the rest is the pool [RK-3]: for $seats,$pool in 2,78 | 3,64 | 4,50;
        new $seats; left $pool
    The deal [RK-3]: new 4; held 14 14 14 14
    Play goes clockwise [RK-2]: new 3 4; starter 0; go; seat 0; draw; seat 1; draw;
        seat 2; draw; seat 0
    A seat that does not open draws one [RK-6]: unopened; rack r10 b10 k10; others k9; draw;
        held 4 1; seat 1; opened 0 0
    A seat that cannot add draws one [RK-7]: rack r10; others k9; draw; held 2 1; seat 1
    There is no pass while the pool holds tiles [T-12, RK-7]: pass -> RK-7; seat 0
    An empty rack ends the round [RK-8]: others k9 k1; of RK length=2; play r3 r4 r5 r6;
        phase round; stalled False; winners 0; event round 0 False
    With the pool empty play goes on [RK-9]: pool; rack r6 k1; others r7 k9; draw -> RK-7;
        play r3 r4 r5 r6; play r3 r4 r5 r6 r7; phase turn; seat 0
    Two minutes and then one tile [RK-10]: rules clock 2; others k9; timeout; held 2 1; seat 1;
        lies r3 r4 r5
    No clock, no time-out [RK-10]: of RK clock=0; timeout -> RK-10; seat 0
    A failed rearrangement costs three tiles [RK-11, RK-12]: for $game in RK | RG | CR | KR;
        of $game referee=strict; others k9; play r3 r4 / r5 r6 -> T-3; held 1 1; fail; held 4 1;
        lies r3 r4 r5; seat 1
    The friendly referee takes no penalty [RK-12]: rules referee friendly; others k9;
        play r3 r4 / r5 r6 -> T-3; fail -> RK-12; held 1 1; seat 0
    Time out with tiles moved costs three [RK-11, RK-12]: for $referee in friendly | strict;
        of RK referee=$referee; others k9; timeout moved; held 4 1
    """
)

test_the_opening_turn = rounds(
    """
    given: table k5 k6 k7; unopened
    Thirty points open [RK-4]: rack r10 b10 k10; try + r10 b10 k10 -> opens
    Twenty-seven do not [RK-4]: rack r9 b9 k9; try + r9 b9 k9 -> RK-4 27 of 30
    Several sets add up [RK-4]: rack r9 b9 k9 k1 k2 k3; try + r9 b9 k9 / k1 k2 k3 -> opens
    A joker is worth what it stands for [RK-4]: rack r9 r10 *; try + r9 r10 * -> opens;
        try + * r9 r10 -> RK-4; rack r10 b10 *; try + r10 b10 * -> opens
    No set may be built on in that turn [RK-5]: rack r10 b10 k10 k8;
        try k5 k6 k7 k8 / r10 b10 k10 -> RK-5
    Building in the opening turn is an option [RK-5]: of RK opening_build=True;
        rack r10 b10 k10 k8; try k5 k6 k7 k8 / r10 b10 k10 -> opens
    What is laid off does not count towards the opening [RK-5]: of RK opening_build=True;
        rack r9 b9 k9 k8; try k5 k6 k7 k8 / r9 b9 k9 -> RK-4
    A joker is retrieved after the opening only [RK-13]: table r3 * r5; rack r4 k11 k12;
        try r3 r4 r5 / * k11 k12 -> T-4; opened 1 1; try r3 r4 r5 / * k11 k12 -> legal
    Which clause forbids it [T-4, RK-5]: table r3 r4 r5 / b5 b6 b7 b8;
        rack k1 k2 k3 r6; try r3 r4 r5 r6 / k1 k2 k3 / b5 b6 b7 b8 -> T-4;
        rack k10 k11 k12 r6; try r3 r4 r5 r6 / k10 k11 k12 / b5 b6 b7 b8 -> RK-5;
        rack b5 b6 b7 k8 r8; try r3 r4 r5 / b5 b6 b7 / b5 b6 b7 / b8 k8 r8 -> T-4
    Each set may be the one that opens in every order of them [RK-5]: table r10 r11 r12 r13;
        rack k10 r10 b10 r8 r9; try k10 r10 b10 / r8 r9 r10 / r11 r12 r13 -> RK-5
    """
)

test_jokers = rounds(
    """
    given: table r3 * r5
    Either missing colour retrieves the joker of a group of three [RK-13]: for $tile in k5 | o5;
        table r5 b5 *; rack $tile b1 b2; try r5 b5 $tile / b1 b2 * -> legal
    Another tile does not [RK-13]: table r5 b5 *; rack b5 r1 r2; try r5 b5 b5 / r1 r2 * -> T-1
    Nor a colour that is decided [T-8]: table r5 b5 [o5]; rack k5 r7 r8;
        try r5 b5 k5 / r7 r8 * -> T-8
    The missing colour retrieves it from a group of four [RK-13]: table r5 b5 o5 *; rack k5 b1 b2;
        try r5 b5 o5 k5 / b1 b2 * -> legal
    The replacing tile comes from the rack [RK-13]: table r3 * r5 / r4 b4 k4 o4; rack k7 k8;
        try r3 r4 r5 / * k7 k8 / b4 k4 o4 -> RK-13; table r5 b5 k5 [o5] / k1 k2 k3; rack k4;
        try r5 b5 k5 / k1 k2 k3 k4 * -> T-8
    Tiles are added to a set with a joker [RK-14]: rack r6; try r3 * r5 r6 -> legal
    ... taken from it [RK-14]: table r3 * r5 r6; rack b6 k6; try r3 * r5 / r6 b6 k6 -> legal
    ... and it is split [RK-14]: table r3 r4 r5 r6 * r8; rack b1 b2 b3;
        try r3 r4 r5 / r6 * r8 / b1 b2 b3 -> legal
    A rack joker may join a set on the table [RK-14]: table k1 k2 k3; rack *;
        try k1 k2 k3 * -> legal
    A retrieved joker needs two more rack tiles [RK-15]: table r3 * r5 / k8 k9 k10 k11;
        rack r4 k7; try r3 r4 r5 / * k7 k8 / k9 k10 k11 -> RK-15;
        rack r4 k12 k13; try r3 r4 r5 / k8 k9 k10 k11 k12 k13 * -> T-1;
        rack r4 b7 b8; try r3 r4 r5 / k8 k9 k10 k11 / * b7 b8 -> legal
    The replacing tile is not among the two [RK-15]: table r5 b5 o5 *; rack k5 k6;
        try r5 b5 o5 / k5 k6 * -> RK-15; rack k5 k5 k6; try r5 b5 o5 k5 / k5 k6 * -> legal
    ... also where it joins a longer run [RK-15]: table r5 [r6] r7 r8; rack r6 r9;
        try r5 r6 r7 r8 r9 * -> RK-15
    ... nor is either of two [CR-11]: of CR; table k2 k3 k4 / k1 * * k4; rack k2 k3 b2 b3 k1;
        try b2 b3 * / k1 k2 k3 k4 / k1 k2 k3 k4 * -> CR-11
    ... which does not matter in Kiran Rummy [KR-9]: of KR; table k2 k3 k4 / k1 * * k4;
        rack k2 k3 b2 b3 k1; try b2 b3 * / k1 k2 k3 k4 / k1 k2 k3 k4 * -> legal
    Table tiles may join the new set [RK-15]: table r3 * r5 / k7 k8 k9 k10; rack r4 k5 k6;
        try r3 r4 r5 / * k5 k6 k7 / k8 k9 k10 -> legal
    A set that grew out of an old one is new with two rack tiles [RK-15, CR-11]:
        for $game,$clause in RK,RK-15 | CR,CR-11; of $game; table r3 * r5 / k7 k8 k9;
        rack r4 k10 k11; try r3 r4 r5 / k7 k8 k9 k10 k11 * -> legal;
        rack r4 k10; try r3 r4 r5 / k7 k8 k9 k10 * -> $clause;
        rack r4 k10 *; try r3 r4 r5 / k7 k8 k9 k10 * * -> legal
    The replacing tile counts nowhere [RK-15]: table r3 * r5 / r4 b4 k4 o4; rack r4 k4;
        try r3 r4 r5 / b4 k4 o4 / r4 k4 * -> RK-15;
        rack r4 k4 b4; try r3 r4 r5 / b4 k4 o4 / r4 k4 b4 * -> legal
    One rack tile frees one joker, not two [RK-15, T-8]: table r5 [r6] r7 / r5 [r6] r7;
        rack r6 k1 k2; try r5 r6 r7 / r5 * r7 / k1 k2 * -> legal; rack r6 k1 k2 k3 r4 r8;
        try r4 r5 r6 r7 / r5 * r7 r8 / k1 k2 k3 -> T-8;
        try r5 r6 r7 r8 / r4 r5 * r7 / k1 k2 * -> legal
    Two jokers share a set of rack tiles or have two each [RK-15]: table r3 * r5 / b3 * b5;
        rack r4 b4 k7 k8; try r3 r4 r5 / b3 b4 b5 / * k7 k8 * -> legal;
        rack r4 b4 k7 k8 o1 o2; try r3 r4 r5 / b3 b4 b5 / * k7 k8 / o1 o2 * -> legal
    ... also two sets of the same tiles [RK-15]: table r1 r2 * / b1 b2 *; rack r3 b3 k7 k8 k7 k8;
        try r1 r2 r3 / b1 b2 b3 / k7 k8 * / k7 k8 * -> legal
    Two retrieved jokers share no rack tile [RK-15]: table r3 * r5 / b3 * b5 / k8 k9 k10 k11;
        for $own,$sets,$end in
            k6 k7 o8 r8, k6 k7 * / k8 k9 k10 k11 / o8 r8 *, legal |
            k6 k7, k6 k7 * / k8 k9 k10 k11 *, RK-15 |
            k6 k7 k12, k6 k7 * / k8 k9 k10 k11 k12 *, RK-15 |
            k12 o8 r8, k8 k9 k10 k11 k12 * / o8 r8 *, RK-15 |
            k7 k8 r8, k7 k8 * / k8 r8 * / k9 k10 k11, RK-15 |
            k6 k7 k8 r8, k6 k7 k8 * / k8 r8 * / k9 k10 k11, legal |
            k7 k8 r8 o8, k7 k8 * / k8 r8 o8 * / k9 k10 k11, legal |
            k7 k8 k9 r8, k7 k8 k9 * / k8 r8 * / k9 k10 k11, legal |
            k8 k9, k8 k9 * / * k8 k9 k10 k11, RK-15 |
            k7 k8 k9, k7 k8 k9 * / * k8 k9 k10 k11, RK-15 |
            k7 k8 k9 k12, k7 k8 k9 * / k8 k9 k10 k11 k12 *, legal;
        rack r4 b4 $own; try r3 r4 r5 / b3 b4 b5 / $sets -> $end
    """
)


def test_rk_2_every_round_draws_anew_for_start():
    one = game.Game("RK", 3, 4, {"length": 9})
    draws, starters = set(), set()
    for _ in range(6):
        draws.add(one.draws)
        starters.add(one.starter)
        one.apply(("go",))
        one.pool = bytearray()
        while one.phase == game.TURN:
            one.apply(("pass",))
        one.apply(("go",))
    assert len(draws) == 6 and len(starters) > 1


def test_rk_1_a_save_of_the_time_when_200_points_were_the_default_stays_such_a_game():
    data = game.Game("RK", 2, 1).pack()
    said = b"\x08length=1"
    assert data[4 : 4 + len(said)] == said  # new saves say their length
    one = game.unpack(data[:4] + b"\0" + data[4 + len(said) :])
    assert (one.rules["length"], one.rules["length_kind"]) == (200, "points")
    assert game.unpack(data).rules["length"] == 1
