"""What table jokers stand for after a play (T-7, T-8): of all ways to tell them apart the one that
changes least, whatever the order in which anything is listed.

Each row asks the slow judge of `soak`, too, which tries everything; random turns are the
properties of test_soak_properties.
"""

import pytest
from rounds import rounds, sets_of

from rules.base import RulesError
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import joker_as
from tools import referee as referee_command
from tools import requests, solve
from tools.soak import positions

test_jokers_keep_what_they_are = rounds(
    """
    given: table r3 * r5
    A set with a joker is extended, split and rearranged [T-7]: rack r6 r7 r8;
        try r3 * r5 r6 r7 r8 -> legal; table r3 r4 * r6 r7; rack r5;
        try r3 r4 * / r5 r6 r7 -> legal;
        table r5 b5 *; rack k3 k4; try r5 b5 * / k3 k4 -> T-3; table r5 b5 o5 *;
        try r5 b5 o5 / k3 k4 * -> legal
    A joker in a group of three may be either missing colour until that is decided [T-7]:
        table r5 b5 * / r6 r7 r8 / b6 b7 b8; rack k3 k4;
        try r5 r6 r7 r8 / b5 b6 b7 b8 / k3 k4 * -> legal; rack r9 b9;
        try r5 r6 r7 r8 / b5 b6 b7 b8 / r9 b9 * -> T-8; table r5 b5 *; rack o5 b1; play r5 b5 o5 *;
        lies r5 b5 o5 [k5]
    What was decided stays so in the turns that follow [T-7, RK-15]: table r5 b5 [k5];
        rack k5 o5 k1; try r5 b5 k5 * -> RK-15; try r5 b5 o5 * -> legal; kept r5 b5 o5 [k5];
        table r5 b5 [ko5]; rack o4 o6 k5; try r5 b5 k5 / o4 * o6 -> legal
    A joker that is black one is kept like any other [T-7]: table * k2 k3; rack r1 b1 k4;
        try r1 b1 * / k2 k3 k4 -> legal; rack r1 k1 k4; try r1 k1 * / k2 k3 k4 -> RK-15
    A joker that only moved is what it was [T-7]: table r3 r4 * r6 r7 r8 / r5 k5 b5; rack o9 k9 b9;
        try r3 r4 r5 r6 r7 r8 / k5 b5 * / o9 k9 b9 -> legal; kept k5 b5 [r5]
    It changes by retrieval alone [T-8]: of KR; for $before,$own,$sets,$end in
        r3 * r5,k7 k8,r3 r5 / k7 k8 *,T-3 | r3 * r5 r6 r7,k7 k8 r2,r5 r6 r7 / k7 k8 * / r2 r3,T-3 |
        r2 r3 r4 *,k7 k8,r2 r3 r4 / k7 k8 *,T-8 | r2 r3 r4 *,r5 k7 k8,r2 r3 r4 r5 / k7 k8 *,legal |
        r2 r3 r4 *,r5,r2 r3 r4 r5,T-8; table $before; rack $own; try $sets -> $end
    A moved joker keeps its identity unless it is paid for [T-8, RK-13]: of KR; table k5 b5 r5 [o5];
        rack r5 b5; try k5 r5 b5 / b5 r5 * -> legal; kept k5 r5 b5 / r5 b5 [o5];
        try k5 r5 b5 / b5 r5 [k5] -> T-8; rack o5 r6 r7; try k5 b5 r5 o5 / r6 r7 * -> legal;
        kept r6 r7 [r8]
    One rack tile frees one joker [T-8]: of KR; table r2 r3 r4 * / r2 r3 r4 *; rack r5 k7 k8;
        try r2 r3 r4 r5 / r2 r3 r4 / k7 k8 * / * -> T-3; rack r5 k7 k8 b1 b2;
        try r2 r3 r4 r5 / r2 r3 r4 / k7 k8 * / b1 b2 * -> T-8; rack r5 r5 k7 k8 b1 b2;
        try r2 r3 r4 r5 / r2 r3 r4 r5 / k7 k8 * / b1 b2 * -> legal
    Jokers are told apart in the mover's favour [T-8]: of KR; table r2 r3 r4 *; rack * k7 k8;
        try r2 r3 r4 * / k7 k8 * -> legal; of RK; table r2 r3 * r5 r6; rack * k1;
        try r2 r3 * / * r5 r6 -> legal
    There is no third joker [T-9, T-3]: of KR; table; rack * * r5; try * * * -> T-3; of RK;
        rack * * r9 r10 r11; try r9 r10 r11 / * * -> T-3; rack k5 * *; try k5 * * -> legal
    A joker whose set lies as it lay keeps what it was [T-8]: for $game in RK | RG | CR | KR;
        of $game; table r11 b11 [ko11] / o10 [o11] o12 / k1 r1 b1; rack k2 k3 k4;
        try r11 b11 * / o10 * o12 / k2 k3 k4 / k1 r1 b1 -> legal;
        kept r11 b11 [ko11] / o10 [o11] o12;
        rack o1; try r11 b11 * / o10 * o12 / k1 r1 b1 o1 -> legal;
        kept r11 b11 [ko11] / o10 [o11] o12
    ... also where two sets look alike [T-8]: table r11 b11 [ko11] / o11 r11 [k11]; rack k1 k2 k3;
        try r11 b11 * / o11 r11 * / k1 k2 k3 -> legal; kept r11 b11 [ko11] / o11 r11 [k11];
        try o11 * r11 / k1 k2 k3 / b11 r11 * -> legal; kept r11 b11 [ko11] / o11 r11 [k11]
    What the mover says holds but of a set that lies as it lay [T-8]: table r11 b11 [ko11];
        rack k1 k2 k3; try r11 b11 [k11] / k1 k2 k3 -> legal; kept r11 b11 [ko11]; table r5 [r6] r7;
        rack r6 b9 k9; try r5 r6 r7 / b9 k9 [o9] -> legal; kept k9 b9 [o9]
    A retrieved joker is all that its new place allows [T-8, RK-13]: for $game in RK | RG | CR | KR;
        of $game; table r4 * r6; rack r5 k5 b5; try r4 r5 r6 / k5 b5 * -> legal; kept k5 b5 [ro5];
        try r4 r5 r6 / k5 b5 [r5] -> legal; kept k5 b5 [r5]; table r4 r5 r6 / k5 b5 [ro5];
        rack o5 o6 o7; try r4 r5 r6 / k5 b5 o5 / o6 o7 * -> legal; table r4 r5 r6 / k5 b5 [r5];
        try r4 r5 r6 / k5 b5 o5 / o6 o7 * -> T-8
    """
)

test_what_jokers_are_after_a_play = rounds(
    """
    given: of KR
    A tile that the joker may be is laid elsewhere [T-8]: table r11 b11 [o11]; rack o10 o11 o12;
        try r11 b11 * / o10 o11 o12 -> legal; kept r11 b11 [o11];
        try r11 b11 [ko11] / o10 o11 o12 -> legal; kept r11 b11 [o11]
    Of two equal sets the joker that fits leaves [T-8]: of RK; table k8 r8 [b8] / k8 r8 [o8];
        rack b7 b9 k7 k9 r7 r9; try k8 r8 * / b7 * b9 / k7 k8 k9 / r7 r8 r9 -> legal;
        kept k8 r8 [o8] / b7 [b8] b9
    A rack joker takes no place of a table joker [T-8]: of RK; table r11 b11 [o11]; rack o10 o12 *;
        try r11 b11 * / o10 * o12 -> legal; kept r11 b11 [o11]
    Red pays for one of two and the mover says which joker is which [T-8]:
        table k1 r1 b1 [o1] / k1 b1 o1 [r1]; rack r1; for $one,$other in [bo1],[o1] | [o1],[ro1];
        try k1 r1 $one / k1 b1 $other / r1 b1 o1 -> legal; kept k1 r1 $one / k1 b1 $other / r1 b1 o1
    ... where the mover does not say every order leads to one [T-8]: rack r1;
        table k1 r1 b1 [o1] / k1 b1 o1 [r1]; try k1 r1 * / k1 b1 * / r1 b1 o1 -> legal;
        kept r1 b1 o1
    A retrieved joker is what the mover says or what its place allows [T-8]: rack b11 k10 o10;
        table r11 [kbo11] [kbo11]; try k10 o10 [r10] / r11 b11 [k11] -> legal;
        kept k10 o10 [r10] / r11 b11 [k11]; try k10 o10 * / r11 b11 [k11] -> legal;
        kept k10 o10 [rb10]
    Of sets that look alike the one that says the same lay there [T-8]: of RG; table k1 b1 [ro1];
        rack k1 b1 *; for $said in [r1] | [o1]; try k1 b1 [ro1] / k1 b1 $said -> legal;
        kept k1 b1 [ro1] / k1 b1 $said
    ... or neither [T-8]: of RG; table k1 b1 [ro1]; rack k1 b1 *;
        try k1 b1 [o1] / k1 b1 [r1] -> legal; kept k1 b1 [ro1]
    Of two jokers in one group each is what the mover says [T-8]: rack o11 r11 k11;
        table b11 k11 [ro11] / b11 r11 [ko11]; try k11 r11 b11 o11 / b11 [r11] [o11] -> legal;
        kept k11 r11 b11 o11 / b11 [r11] [o11]
    An untouched mixed run keeps its joker [T-8, KR-15]: of RK mixed_runs=True; rack o1;
        table [krbo2] o3 o4 b5 / r1 [bo2] o3 b4; try r1 * o3 b4 / o1 * o3 o4 b5 -> legal;
        kept r1 [bo2] o3 b4
    Where either of two tiles paid the other joker keeps what it was [T-8]: of KR mixed_runs=True;
        parted; table [krbo8] r9 r10 / [kbo8] o9 o10; rack o8 b8 o10;
        try o8 r9 r10 / * o9 o10 / b8 * o10 -> legal; kept [kbo8] o9 o10
    The mover's own set says more than what its place would allow [T-8]: of RK; rack b3 o3 k3;
        table r3 o3 [k3] / b2 [b3] b4; for $said,$kept in [b3],[b3] | *,[rb3];
        try r3 o3 [k3] / b2 b3 b4 / k3 o3 $said -> legal; kept r3 o3 [k3] / b2 b3 b4 / k3 o3 $kept
    Two parted jokers that nobody touched stay parted [T-8, T-7]: parted; rack b7 b8 b9;
        table k8 r8 [bo8] / k8 r8 [bo8]; play k8 r8 * / k8 r8 * / b7 b8 b9; differs True;
        lies k8 r8 [bo8] / k8 r8 [bo8] / b7 b8 b9
    Two jokers and a tile told as a run are no group that lies as it lay [T-8]: rack k1 k2 k3;
        table o9 [krb9] [krb9]; try o9 * * / k1 k2 k3 -> legal; kept o9 [krb9] [krb9];
        try o9 [o10] [o11] / k1 k2 k3 -> T-8
    """
)

test_two_jokers_of_one_group = rounds(
    """
    given: of KR; table b8 r8 * *
    Kept jokers are not both orange [T-7]: for $game in RK | RG | CR; of $game; table b8 * r8 *;
        rack k8 k8; try k8 r8 * / k8 b8 * -> T-7; rack k8 o8; try k8 r8 * / o8 b8 * -> legal
    In Kiran Rummy both may be freed [KR-9, T-7]: table b8 * r8 *; rack k8 k8;
        try k8 r8 * / k8 b8 * -> legal
    Each is paid for by a kind of its own [KR-9, T-7]: for $own,$sets,$end in
        k8 k8 k7 k9 b1 b2,b8 r8 k8 / k7 k8 k9 / b1 b2 * *,T-7 |
        k8 o8 k7 k9 b1 b2,b8 r8 k8 / o8 k7 k9 / b1 b2 * *,T-1 |
        k8 o8 o7 o9 b1 b2,b8 r8 k8 / o7 o8 o9 / b1 b2 * *,legal; rack $own; try $sets -> $end
    ... in sets of three colours too [KR-9, T-7]: table k5 [rbo5] [rbo5]; for $own,$sets,$end in
        b4 b5 b6 b4 b5 b6 k4 k6 o1 o2 r11 r12,b4 b5 b6 / b4 b5 b6,T-7 |
        b4 b5 b6 r4 r5 r6 k4 k6 o1 o2 r11 r12,b4 b5 b6 / r4 r5 r6,legal; rack $own;
        try k4 k5 k6 / $sets / o1 o2 * / r11 r12 * -> $end
    ... where two tiles pay in their own set [RK-15, T-7]: of RK; table k5 [rbo5] [rbo5];
        rack r5 b5 k1 k2 k3 o1 o2 o3; try k5 r5 b5 / k1 k2 k3 * / o1 o2 o3 * -> legal
    Black pays for one so that the other is orange [T-7]: for $own,$sets,$end in
        k8 b1 b2,b8 r8 k8 * / b1 b2 *,legal | k8 k7 k9 b1 b2,k8 r8 b8 / k7 * k9 / b1 b2 *,T-7 |
        k8 o7 o9 b1 b2,k8 r8 b8 / o7 * o9 / b1 b2 *,legal; rack $own; try $sets -> $end
    One joker may be either missing colour [T-7]: of RK; table b8 * r8; rack k8 o8 o9 o10;
        try b8 r8 k8 * / o8 o9 o10 -> legal
    Of three missing colours two are two [T-7]: of RK; table b8 * *; rack r7 r9 k7 k9 b6 b7;
        try b6 b7 b8 / r7 * r9 / k7 * k9 -> legal; rack r7 r9 r7 r9 b6 b7;
        try b6 b7 b8 / r7 * r9 / r7 * r9 -> T-7
    ... and after another tile is laid [T-7]: of RK; table k8 * *; rack r8; try k8 r8 * * -> legal;
        kept k8 r8 [bo8] [bo8]
    Two table jokers may end in one group either way round [T-7]: of RK; rack k7 o7 k1;
        table b4 b5 b6 * b8 b9 b10 / r4 r5 r6 * r8 r9 r10;
        play b4 b5 b6 / b8 b9 b10 / r4 r5 r6 / r8 r9 r10 / k7 o7 * *;
        lies b4 b5 b6 / b8 b9 b10 / r4 r5 r6 / r8 r9 r10 / k7 o7 [r7] [b7]; saved
    Parted they stay different until they are decided [T-7]: of RK; table k8 r8 * *; others b1;
        rack r8 k8 r7 r9 r7 r9 k7 k9 k7 k9 b7 b9 b7 b9 o7 o9;
        play k8 r8 [bo8] / k8 r8 [bo8]; differs True; saved; others b1; of RK; parted; opened 1 1;
        table k8 r8 [bo8] / k8 r8 [bo8]; rack r7 r9 r7 r9 k7 k9 k7 k9 b7 b9 b7 b9 o7 o9;
        play k7 k8 k9 / k7 k8 k9 / r7 r8 r9 / r7 r8 r9 / b7 * b9 / b7 * b9 -> T-7;
        play k7 k8 k9 / k7 k8 k9 / r7 r8 r9 / r7 r8 r9 / b7 * b9 / o7 * o9; differs False
    Once one of two is decided so is the other [T-7]: of RK; parted;
        table k8 r8 [bo8] / k8 r8 [bo8];
        rack b8 k1; play k8 r8 b8 * / k8 r8 *; lies k8 r8 b8 [o8] / k8 r8 [b8]; differs False
    ... so they differ where they were parted [T-7]: table k5 b5 o5 [r5] / k5 b5 o5 [r5];
        rack r4 r6; try k5 b5 o5 / k5 b5 o5 * / r4 * r6 -> legal
    A decided joker leaves its neighbour the other colours [T-7, RK-13]: of RK; table r3 [r4] r5;
        rack k4 b4 * r1 r2 r6 r7; try r1 r2 r3 / r5 r6 r7 / k4 b4 * * -> legal; kept k4 b4 [r4] [o4]
    They stay open where a tile that they may be is laid elsewhere [T-7]: for $game in RK | KR;
        of $game;
        table k3 r3 * *; rack b3 b4 b5; try k3 r3 * * / b3 b4 b5 -> legal; kept k3 r3 [bo3] [bo3]
    One kept as red is not red elsewhere [T-7]: of RK; table k5 [rbo5] [rbo5] / r6 r7 r8 r9;
        rack r4 b5; try r4 * r6 / r7 r8 r9 / k5 b5 * -> legal; kept k5 b5 [o5] / r4 [r5] r6
    Of two for the same tile the one that is paid for leaves its set [T-8]: of RK;
        table k3 k4 k5 / k3 k4 k5 k6 k7 / r5 b5 o5 / r6 r7 r8 / o11 * o13 / k12 b12 [o12];
        rack b11 o8 o13 o6 k1 b11 b12 o1 k10 b2 r2 k9 k13 b9 o6 k7 o4 r3 r8 b6 o12; solved
    """
)


# -- scripts ---------------------------------------------------------------------------------------


def asked(**request):
    """What the command `referee` answers."""
    return requests.of("CR").referee(dict({"game": "CR", "opened": True}, **request))


def test_t_8_rk_13_scripts_are_told_what_each_joker_stands_for_from_now_on():
    before = [["r11", "b11", "*"], ["o10", "*", "o12"]]
    said = asked(before=before, rack=["k2", "k3", "k4"], after=before + [["k2", "k3", "k4"]])
    assert said == {
        "legal": True,
        "opens": False,
        "laid": ["k2", "k3", "k4"],
        "table": [["r11", "b11", "*(k/o11)"], ["o10", "*(o11)", "o12"], ["k2", "k3", "k4"]],
    }
    # two jokers beside a nine: the group that lay there, unless a run is told of
    nines = [["*(k/r/b9)", "*(k/r/b9)", "o9"]]
    run = [["o9", "*(o10)", "*(o11)"], ["k2", "k3", "k4"]]
    told = asked(before=nines, rack=["k2", "k3", "k4"], after=run)
    assert not told["legal"] and told["clause"] == "T-8"
    run[0] = ["o9", "*", "*"]
    assert asked(before=nines, rack=["k2", "k3", "k4"], after=run)["legal"]
    # the answer is read again: a joker that was decided stays so, for all that its place tells
    before = [["r11", "b11", "*(o11)"]]
    run = [["k9", "k10", "*"], ["r11", "b11", "k11"]]
    assert asked(before=before, rack=["k9", "k10", "k11"], after=run)["clause"] == "T-8"
    assert asked(before=[["r11", "b11", "*"]], rack=["k9", "k10", "k11"], after=run)["legal"]
    after = [["r11", "b11", "*"], ["b12", "k12", "r12"]]
    said = asked(before=before, rack=["b12", "k12", "r12"], after=after)
    assert said["table"][0] == ["r11", "b11", "*(o11)"]
    assert asked(before=said["table"], rack=[], after=after, pool=0)["table"] == said["table"]


@pytest.mark.parametrize(
    "word", ["*(", "*()", "*(o)", "*(11)", "*(z11)", "*(o14)", "*(o²)", "*o11"]
)
def test_what_is_no_joker_is_one_sentence(word):
    with pytest.raises(RulesError) as refused:
        asked(before=[["r11", "b11", word]], rack=["k2"], after=[])
    assert str(refused.value).count(".") == 1 and str(refused.value).endswith(".")


# -- two jokers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "one, other, left",
    [(1, 3, (1, 2)), (3, 1, (2, 1)), (1, 1, None), (3, 3, (3, 3)), (8, 8, None), (4, 12, (4, 8)),
     (2, 12, (2, 12)), (14, 2, (12, 2)), (14, 14, (14, 14))],
)  # fmt: skip
def test_t_7_what_one_of_two_jokers_is_the_other_is_not(one, other, left):
    found = melds.apart(joker_as(1, one), joker_as(1, other))
    assert found == (left and (joker_as(1, left[0]), joker_as(1, left[1])))
    far = (joker_as(1, 1), joker_as(2, 1))
    assert melds.apart(*far) == far


def test_rk_13_black_one_replaces_the_joker_that_stands_for_it():
    assert melds.covers(joker_as(1, 1), tiles.kind(0, 1))
    assert not melds.covers(joker_as(1, 1), tiles.JOKER)
    assert not melds.covers(tiles.JOKER, tiles.kind(0, 1))


def test_the_same_set_is_known_however_its_jokers_lie():
    before, same, other, more, swapped = positions.codes(
        sets_of("k8 [b8] [ro8] / k8 [r8] [b8] / k8 [b8] [b8] / r8 [b8] [o8] / k8 [o8] [b8]")
    )
    assert melds.same_set(before, same)
    assert not melds.same_set(before, other) and not melds.same_set(more, swapped)


def test_t_7_json_says_that_jokers_are_parted():
    """`referee` answers it, and it and `solve` take it with the next request."""
    before = [["k8", "r8", "*", "*"]]
    apart = [["k8", "r8", "*"], ["k8", "r8", "*"]]
    request = {"game": "RK", "before": before, "rack": ["r8", "k8"], "after": apart}
    first = referee_command.answer(request)
    assert first["parted"] is True
    runs = [["b7", "*", "b9"], ["b7", "*", "b9"], ["k7", "k8", "k9"], ["k7", "k8", "k9"]]
    runs += [["r7", "r8", "r9"], ["r7", "r8", "r9"]]
    turn = {"game": "RK", "before": first["table"], "after": runs}
    turn["rack"] = [color + number for color in "krb" for number in ("7", "9")] * 2
    assert referee_command.answer(dict(turn, parted=True))["clause"] == "T-7"
    assert "parted" not in referee_command.answer(dict(turn, parted=False))
    request = {"game": "RK", "table": first["table"], "rack": ["b8", "b8"]}
    assert solve.answer(dict(request, parted=True))["tiles"] == 1
    assert solve.answer(request)["tiles"] == 2
    for answer in (referee_command.answer, solve.answer):
        with pytest.raises(RulesError, match='"parted" must be true or false.'):
            answer(dict(turn, table=before, parted=1))


@pytest.mark.parametrize("lies", [["*", "*", "r5"], ["r5", "*", "*"], ["*", "r5", "*"]])
def test_solve_leaves_untouched_sets_as_they_lie(lies):
    """Two jokers and a tile are a run or a group by their order."""
    request = {"game": "RK", "table": [["o9", "b9", "k9"], lies, ["k1", "k2", "k3"]]}
    for rack_texts in ([], ["k12"], ["k4"]):
        said = solve.answer(dict(request, rack=rack_texts))["table"]
        assert lies in said and ["o9", "b9", "k9"] in said
