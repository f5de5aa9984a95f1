"""RG: Rummy Gin (RULES.md, RG-1 to RG-14)."""

from rounds import rounds

test_rummy_gin = rounds(
    """
    given: of RG; table k6 k7 k8; rack k9 k10; others r1
    Later games start one seat to the left [RG-1]: of RG length=3; new 3 7; starter 1; go; seat 1;
        stall; go; starter 2; seat 2; go; stall; go; starter 0; seat 0
    Fourteen tiles each [RG-2]: new 4 9; held 14 14 14 14
    Fifty points open and a joker counts 25 [RG-3]: table; unopened; for $sets,$end in
        r13 b13 k13 / k3 k4 k5,opens | r13 b13 k13 / k2 k3 k4,RG-3 | r13 b13 *,opens |
        r12 b12 *,RG-3 49 of 50 | r1 r2 * / k7 b7 o7,RG-3 | r1 * r3 / k7 b7 o7,opens;
        rack $sets; try $sets -> $end
    ... a joker that is the black one too [RG-3, RG-13]: table; unopened; rack * k2 k3;
        for $points,$end in 30,opens | 35,RG-3; of RG opening_points=$points; try * k2 k3 -> $end
    The opening turn may build [RG-4]: table o6 o7 o8; unopened; rack r13 b13 k13 k3 k4 k5 o9;
        try o6 o7 o8 o9 / r13 b13 k13 / k3 k4 k5 -> opens
    ... the opening meld may itself be rearranged [RG-4]: unopened; rack r13 b13 k13 k3 k4 k5 o9;
        try k3 k4 k5 k6 k7 k8 / r13 b13 k13 -> opens; table k9 r9 b9;
        rack o9 k13 r13 b13 k12 k11 k10 k13;
        try k9 r9 b9 o9 / k10 k11 k12 k13 / r13 b13 k13 -> opens
    What is laid off does not open [RG-4]: table o6 o7 o8; unopened; rack r13 b13 k13 o9;
        try o6 o7 o8 o9 / r13 b13 k13 -> RG-3
    Sets of its own are wanted to open [T-4]: unopened; rack k9; try k6 k7 k8 k9 -> T-4
    Tiles may be held back [RG-5]: play k6 k7 k8 k9; held 1 1
    A turn is laying or picking one [RG-6]: draw; held 3 1; seat 1
    Sets are rearranged to lay off [RG-7]: table k6 k7 k8 k9 / r5 r6 r7; rack b9 o9;
        try k6 k7 k8 / k9 b9 o9 / r5 r6 r7 -> legal
    A rack joker only completes a set from the hand [RG-8]: for $own,$sets,$end in
        *, k6 k7 k8 *, RG-8 | * k10, k6 k7 k8 * k10, RG-8 | * r1 r2, k6 k7 k8 / r1 r2 *, legal |
        * k1 k2 k3, k6 k7 k8 / k1 k2 k3 *, legal; rack $own; try $sets -> $end
    ... no tile of the table is in it [RG-8]: table k6 k7 k8 k9; rack * b9;
        try k6 k7 k8 / k9 b9 * -> RG-8
    A retrieved joker goes into a set of hand tiles [RG-9]: table r3 * r5; rack r4 k7 k8;
        try r3 r4 r5 / k7 k8 * -> legal; table r3 * r5 / k9 k10 k11 k12;
        try r3 r4 r5 / * k7 k8 k9 / k10 k11 k12 -> RG-9
    ... and is not just taken [RG-9, T-8]: rack k7 k8; table r3 * r5; try r3 r5 / k7 k8 * -> T-3;
        table r3 r4 *; try r3 r4 / k7 k8 * -> T-3; table r2 r3 r4 *; try r2 r3 r4 / k7 k8 * -> T-8
    The tile that frees is not one of the hand set [RG-9]: table r5 b5 o5 *; rack k5 k6;
        try r5 b5 o5 / k5 k6 * -> RG-9
    ... and stays where the joker lay [RG-9]: table r3 * r5 / r4 b4 o4; rack r4 k4 k4;
        try r3 r4 r5 / b4 o4 k4 / r4 k4 * -> RG-9; rack r4 k4 k4 b4;
        try r3 r4 r5 / r4 b4 o4 / k4 b4 * -> legal
    A set that grew out of an old one is not made of hand tiles [RG-9]: table r3 * r5 / k7 k8 k9;
        rack r4 k10 k11; try r3 r4 r5 / k7 k8 k9 k10 k11 * -> RG-9
    Two retrieved jokers lie in hand tiles each [RG-9]: table r3 * r5 / b3 * b5 / k8 k9 k10 k11;
        for $own,$sets,$end in k7 k8 r9 o9, k7 k8 * / r9 o9 * / k8 k9 k10 k11, legal |
            k7 k8 r12, k7 k8 * / k8 k9 k10 k11 / * r12, T-3 |
            k7 k8 k12, k7 k8 * / k8 k9 k10 k11 k12 *, RG-9 |
            k12 k7 k8, k8 k9 k10 k11 k12 * / k7 k8 *, RG-9 |
            k7 k8 r8, k7 k8 * / k8 r8 * / k9 k10 k11, RG-9;
        rack r4 b4 $own; try r3 r4 r5 / b3 b4 b5 / $sets -> $end
    ... or in one set [RG-9]: table r1 r2 * / b1 b2 *; rack r3 b3 k7 k8;
        try r1 r2 r3 / b1 b2 b3 / k7 k8 * * -> legal
    The others owe their face value and a joker is 25 [RG-10]: ends - / r5 * / k9 = 39 -30 -9
    The game ends with the pool and the lowest count wins all [RG-11]: rack k9; pool b13; draw;
        phase over; stalled True; winners 1; scores -22 22
    ... which is an option [RG-11]: of RG stop_on_empty=False; rack k9; pool b13; draw; phase turn;
        pass; pass; phase over; scores -22 22
    There is no limit of time unless one is chosen [RG-12]: rules clock 0; timeout -> RG-12
    ... three or four minutes [RG-12]: for $clock in 3 | 4; of RG clock=$clock; timeout moved;
        held 3 1
    Opening at 25 is an option [RG-13]: table; unopened; rack r7 b7 k7; try r7 b7 k7 -> RG-3;
        of RG opening_points=25; rack r9 b9 k9; try r9 b9 k9 -> opens; rack r8 b8 k8;
        try r8 b8 k8 -> RG-3; rack k1 r1 *; try k1 r1 * -> opens
    A match is one game or up to nine [RG-14]: rules length 1; takes length=9; refuses length=10;
        of RG length=2; stall; phase round
    """
)
