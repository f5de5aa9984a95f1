"""CR: Classic Rummy Tiles (RULES.md, CR-1 to CR-15)."""

from rounds import rounds

test_classic_rummy_tiles = rounds(
    """
    given: of CR; table k1 k2 k3; rack r10; others k9
    Fourteen each and the rest is the pool [CR-2]: new 3 11; held 14 14 14; left 64
    Play goes clockwise from the highest tile [CR-1]: new 4 11; starter 3; go; seat 3; draw;
        seat 0
    Three rounds are the usual length, one to nine may be chosen [CR-3]: new 2; rules length 3;
        takes length=1; takes length=9; refuses length=0; refuses length=10
    The game ends after the third [CR-3]: stall; phase round; go; go; stall; phase round; go; go;
        stall; phase over
    Thirty points open [CR-4]: table; unopened; for $sets,$end in r10 b10 k10,opens |
        g7 g8 g9 g10,opens | b13 g13 *,opens | r9 b9 k9,CR-4 | g6 g7 g8,CR-4; rack $sets;
        try $sets -> $end
    The opening is not combined with the table [CR-5, T-4]: table k5 k6 k7; unopened;
        rack r10 b10 k10 k8; try k5 k6 k7 k8 / r10 b10 -> T-3;
        try k5 k6 k7 k8 / r10 b10 k10 -> CR-5
    ... unless the option says so [CR-5]: of CR opening_build=True; table k5 k6 k7; unopened;
        rack r10 b10 k10 k8; try k5 k6 k7 k8 / r10 b10 k10 -> opens
    Drawing one tile ends the turn, opened or not [CR-6, CR-7]: for $opened in 0 0 | 1 1;
        opened $opened; draw; held 2 1; seat 1
    Two minutes and then one tile and no more [CR-8]: for $moved in no | moved; rules clock 2;
        timeout $moved; held 2 1; lies k1 k2 k3
    Every changed set stands on its own [CR-9]: table r2 r3 r4 r5; rack b4 k4;
        play r2 r3 / r4 b4 k4 / r5 -> T-3; seat 0; lies r2 r3 r4 r5;
        rack b5 k5; try r2 r3 r4 / r5 b5 k5 -> legal
    The tile it stands for frees a wild tile [CR-10, CR-11]: table r3 * r5; rack r4 k7 k8;
        try r3 r4 r5 / k7 k8 * -> legal; rack b4 k7 k8; try r3 b4 r5 / k7 k8 * -> T-1
    Either missing colour does in a set of three [CR-10]: for $tile in k13 | r13; table b13 g13 *;
        rack $tile k7 k8; try b13 g13 $tile / k7 k8 * -> legal
    A table tile does not [CR-10]: table r3 * r5 / r4 b4 k4 g4; rack k7 k8;
        try r3 r4 r5 / * k7 k8 / b4 k4 g4 -> CR-10
    A swapped wild tile is used at once with two rack tiles [CR-11]: table r3 * r5 / k8 k9 k10 k11;
        rack r4 k7; try r3 r4 r5 / * k7 k8 / k9 k10 k11 -> CR-11;
        rack r4 b7 b8; try r3 r4 r5 / b7 b8 * / k8 k9 k10 k11 -> legal;
        try r3 r4 r5 / k8 k9 k10 k11 -> T-8; table r5 [r6] r7 / k1 k2 k3; rack r6;
        try r5 r6 r7 / k1 k2 k3 * -> CR-11
    The round ends with an empty rack [CR-12]: rack k4; play k1 k2 k3 k4; phase round; winners 0
    Losers lose their racks and a wild tile is 30 [CR-13]: ends r3 * / - / k9 = -33 42 -9; winners 1
    A stalled round counts differences [CR-14]: stalls r3 / k9 / b4 = 7 -6 -1; winners 0
    The highest total wins the worked example [CR-15]: new 4;
        ends r3 / b13 b3 / k13 r13 b12 / - = -3 -16 -38 57;
        ends - / b13 b1 / k4 / r5 = 23 -14 -4 -5; ends - / b9 / k13 r13 k4 / g5 = 44 -9 -30 -5;
        totals 64 -39 -72 47; won 0
    """
)
