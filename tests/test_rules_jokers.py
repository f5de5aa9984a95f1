"""What table jokers stand for after a play (T-7, T-8): of all ways to tell them apart the one that
changes least, whatever the order in which anything is listed.

The referee is compared with the slow judge of `soak`, which tries everything.
"""

import contextlib
import itertools
import random
from collections import Counter

import pytest
from rules_help import codes, rack, table

from rules.errors import RulesError
from rules.tilegame import games, melds, referee
from rules.tilegame.tiles import JOKER
from tools import requests
from tools.soak import judge, positions, turns

BLACK, RED, BLUE, ORANGE = 1, 2, 4, 8


def orders(sets):
    """A table, turned round, and turned by one."""
    return sets, sets[::-1], sets[1:] + sets[:1]


def held(game_id, before, own, after, parted=False, **options):
    """The end table of a legal play, sorted, the same in every order; and `parted`."""
    rules = games.rules_for(game_id, options)
    said = set()
    for start in orders(before):
        for end in orders(after):
            verdict = referee.judge(rules, start, rack(own), end, True, parted)
            said.add((tuple(sorted(verdict.table)), verdict.parted))
    assert len(said) == 1
    end, parted = said.pop()
    return list(end), parted


# -- what holds ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", games.ids())
def test_t_8_a_joker_whose_set_nobody_touched_keeps_what_it_was(game_id):
    group = codes("r11 b11", (11, BLACK | ORANGE))
    run = codes("o10", (11, ORANGE)) + codes("o12")
    before = [group, run, codes("k1 r1 b1")]
    for own, more in (("k2 k3 k4", "k2 k3 k4"), ("o1", None)):
        new = codes(more) if more else codes("k1 r1 b1 o1")
        after = table("r11 b11 * | o10 * o12") + [new] + ([] if not more else [codes("k1 r1 b1")])
        end, _ = held(game_id, before, own, after)
        assert group in end and run in end


def sets(text):
    """Return a table of codes; a joker may say what it stands for: "[bo8]"."""
    return positions.codes([row.split() for row in text.split("|")])


MIXED = {"mixed_runs": True}


@pytest.mark.parametrize(
    "game_id, before, own, after, kept, options",
    [
        pytest.param("KR", "r11 b11 [o11]", "o10 o11 o12", "r11 b11 * | o10 o11 o12",
                     "r11 b11 [o11]", {}, id="a tile that the joker may be is laid elsewhere"),
        pytest.param("KR", "r11 b11 [o11]", "o10 o11 o12", "r11 b11 [ko11] | o10 o11 o12",
                     "r11 b11 [o11]", {}, id="the screen may say that the joker is open again"),
        pytest.param("RK", "k8 r8 [b8] | k8 r8 [o8]", "b7 b9 k7 k9 r7 r9",
                     "k8 r8 * | b7 * b9 | k7 k8 k9 | r7 r8 r9", "k8 r8 [o8] | b7 [b8] b9", {},
                     id="of two equal sets the joker that fits leaves"),
        pytest.param("RK", "r11 b11 [o11]", "o10 o12 *", "r11 b11 * | o10 * o12",
                     "r11 b11 [o11]", {}, id="a rack joker takes no place of a table joker"),
        *(
            pytest.param("KR", "k1 r1 b1 [o1] | k1 b1 o1 [r1]", "r1",
                         "k1 r1 %s | k1 b1 %s | r1 b1 o1" % said,
                         "k1 r1 %s | k1 b1 %s | r1 b1 o1" % said, {},
                         id="red pays for one of two, the mover says which joker is which: %s %s"
                         % said)
            for said in (("[bo1]", "[o1]"), ("[o1]", "[ro1]"))
        ),
        pytest.param("KR", "k1 r1 b1 [o1] | k1 b1 o1 [r1]", "r1", "k1 r1 * | k1 b1 * | r1 b1 o1",
                     "r1 b1 o1", {}, id="where the mover does not say, every order leads to one"),
        pytest.param("KR", "r11 [kbo11] [kbo11]", "b11 k10 o10", "k10 o10 [r10] | r11 b11 [k11]",
                     "k10 o10 [r10] | r11 b11 [k11]", {},
                     id="a retrieved joker is what the mover says"),
        pytest.param("KR", "r11 [kbo11] [kbo11]", "b11 k10 o10", "k10 o10 * | r11 b11 [k11]",
                     "k10 o10 [rb10]", {}, id="a retrieved joker is all that its place allows"),
        *(
            pytest.param("RG", "k1 b1 [ro1]", "k1 b1 *", "k1 b1 [ro1] | k1 b1 " + said,
                         "k1 b1 [ro1] | k1 b1 " + said, {},
                         id="of sets that look alike the one that says the same lay there: " + said)
            for said in ("[r1]", "[o1]")
        ),
        pytest.param("RG", "k1 b1 [ro1]", "k1 b1 *", "k1 b1 [o1] | k1 b1 [r1]", "k1 b1 [ro1]", {},
                     id="of sets that look alike neither says the same"),
        pytest.param("KR", "b11 k11 [ro11] | b11 r11 [ko11]", "o11 r11 k11",
                     "k11 r11 b11 o11 | b11 [r11] [o11]", "k11 r11 b11 o11 | b11 [r11] [o11]", {},
                     id="of two jokers in one group each is what the mover says"),
        pytest.param("RK", "[krbo2] o3 o4 b5 | r1 [bo2] o3 b4", "o1",
                     "r1 * o3 b4 | o1 * o3 o4 b5", "r1 [bo2] o3 b4", MIXED,
                     id="an untouched mixed run keeps its joker"),
        pytest.param("KR", "[krbo8] r9 r10 | [kbo8] o9 o10", "o8 b8 o10",
                     "o8 r9 r10 | * o9 o10 | b8 * o10", "[kbo8] o9 o10", dict(MIXED, parted=True),
                     id="where either of two tiles paid, the other joker keeps what it was"),
    ],
)  # fmt: skip
def test_t_8_what_jokers_are_after_a_play(game_id, before, own, after, kept, options):
    end, _ = held(game_id, sets(before), own, sets(after), **options)
    assert not Counter(sets(kept)) - Counter(end)


def test_t_8_two_parted_jokers_that_nobody_touched_stay_parted():
    before, after = "k8 r8 [bo8] | k8 r8 [bo8]", "k8 r8 * | k8 r8 * | b7 b8 b9"
    end, parted = held("KR", sets(before), "b7 b8 b9", sets(after), True)
    assert end == sorted(sets(before + " | b7 b8 b9")) and parted


@pytest.mark.parametrize("said, kept", [(BLUE, BLUE), (0, RED | BLUE)])
def test_t_8_the_movers_own_set_says_more_than_what_its_place_would_allow(said, kept):
    """A blue 3 from the rack may have paid for the joker, or have gone where it no longer lay."""
    before = [codes("r3 o3", (3, BLACK)), codes("b2", (3, BLUE)) + codes("b4")]
    moved = codes("k3 o3", (3, said)) if said else codes("k3 o3") + bytes((JOKER,))
    after = [before[0], codes("b2 b3 b4"), moved]
    for order in orders(after):
        end = referee.judge(games.rules_for("RK"), before, rack("b3 o3 k3"), order, True).table
        assert sorted(end) == sorted([before[0], codes("b2 b3 b4"), codes("k3 o3", (3, kept))])


# -- no order --------------------------------------------------------------------------------------


def test_t_3_of_several_faults_the_same_is_named_in_every_order():
    rules = games.rules_for("RK")
    after = [codes("k1 k2"), codes("r3 r4 r6"), codes("b7 b9 b11")]
    own = rack("k1 k2 r3 r4 r6 b7 b9 b11")
    assert {referee.judge(rules, [], own, end, True).clause for end in orders(after)} == {"T-3"}


def test_rk_5_the_sets_that_open_are_found_in_every_order():
    """Both new sets may have the rack's red 10, the other then has the table's: one would open."""
    rules = games.rules_for("RK")
    before = [codes("r10 r11 r12 r13")]
    own = rack("k10 r10 b10 r8 r9")
    after = table("k10 r10 b10 | r8 r9 r10 | r11 r12 r13")
    said = [referee.judge(rules, before, own, end, False).clause for end in orders(after)]
    assert said == ["RK-5"] * 3


def with_two_jokers(rng):
    """Return a position with two jokers of one group, parted or not, and tiles of their number."""
    colours, number = rng.sample(judge.COLOURS, 4), str(rng.randint(2, 12))
    real = [colour + number for colour in colours[:2]]
    joker = judge.joker_text({colour + number for colour in colours[2:]})
    parted = rng.random() < 0.4
    before = [[*real, joker]] * 2 if parted else [[*real, joker, joker]]
    more = [colours[2] + str(int(number) + 1), colours[2] + str(int(number) - 1)]
    rack = rng.sample([colour + number for colour in colours[2:]] * 2 + more, 3)
    return positions.Position(rng.choice(games.ids()), {}, before, rack, True, parted)


def ends(rng, where):
    """Yield end tables: random plays, then some ways to lay each choice of rack tiles."""
    yield from filter(None, (positions.play(rng, where) for _ in range(4)))
    on = judge.bare(token for row in where.before for token in row)
    for count in range(1, len(where.rack) + 1):
        for laid in sorted(set(itertools.combinations(sorted(where.rack), count))):
            with contextlib.suppress(judge.TooMany):
                ways = judge.covers(where.rules, Counter([*on, *laid]), [1000])
                yield from itertools.islice(ways, 3)


def open_tiles(table):
    """Count the tiles that the jokers of a table of tokens may be."""
    return sum(len(judge.stands_for(t)) for row in table for t in row if judge.is_joker(t))


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("seed", range(3))
def test_t_7_t_8_random_plays_are_judged_the_same_in_every_order(seed):
    """The judge names the same end tables; of those the one with the most open jokers holds, if no
    set has one kind of tile. A table that says what its jokers are is taken at its word."""
    rng = random.Random(7000 + seed)
    said = Counter()
    drawn = [positions.position(rng, rng.choice(games.ids()), 2, 4) for _ in range(25)]
    for where in [*drawn, *(with_two_jokers(rng) for _ in range(40))]:
        for end in ends(rng, where):
            verdict, wanted = turns.agreed(where, end)
            turns.turned_about(rng, where, end, verdict)
            said["T-7" if verdict.clause == "T-7" else verdict.legal] += 1
            if not verdict.legal:
                continue
            table = positions.tokens(verdict.table)
            for as_said in (True, False):
                again = where.asked(rng.sample(table, len(table)), as_said)
                assert again.legal and sorted(again.table) == sorted(verdict.table), vars(where)
                assert again.parted == verdict.parted, vars(where)
            for codes_ in verdict.table:
                assert codes_ in [way[1] for way in melds.readings(codes_, where.fields)]
            if not any(len(set(row) - {"*"}) == 1 for row in end):
                assert open_tiles(table) == max(map(open_tiles, wanted.tables)), vars(where)
            said["several"] += len(wanted.ends) > 1
    assert said[True] > 50 and said[False] > 50 and said["T-7"] > 2 and said["several"] > 5, said


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
