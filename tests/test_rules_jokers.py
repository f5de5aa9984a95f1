"""What table jokers stand for after a play (T-7, T-8): of all ways to tell them apart the one that
changes least, whatever the order in which anything is listed.

The referee is compared with the slow judge of `soak`, which tries everything.
"""

import random

import joker_positions
import pytest
from rules_help import codes, judged, rack, table

from rules.errors import RulesError
from rules.tilegame import games, melds, referee
from rules.tilegame.tiles import JOKER, joker_as
from tools import requests
from tools.requests.tiles import written
from tools.soak import judge, positions

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


def test_t_8_a_joker_stays_though_a_tile_it_may_be_is_laid_elsewhere():
    """Kiran asks nothing of a joker that is paid for: this one could be called retrieved."""
    group = codes("r11 b11", (11, ORANGE))
    after = table("r11 b11 * | o10 o11 o12")
    assert group in held("KR", [group], "o10 o11 o12", after)[0]
    # the screen may say that it is open again: the set lies as it lay
    after[0] = codes("r11 b11", (11, BLACK | ORANGE))
    assert group in held("KR", [group], "o10 o11 o12", after)[0]


def test_t_8_of_two_equal_sets_the_joker_that_fits_leaves():
    before = [codes("k8 r8", (8, BLUE)), codes("k8 r8", (8, ORANGE))]
    after = table("k8 r8 * | b7 * b9 | k7 k8 k9 | r7 r8 r9")
    end, _ = held("RK", before, "b7 b9 k7 k9 r7 r9", after)
    assert codes("k8 r8", (8, ORANGE)) in end and codes("b7", (8, BLUE)) + codes("b9") in end


def test_t_8_a_rack_joker_takes_no_place_of_a_table_joker():
    """The table's may go into the run as what it is, and the rack's into the group: it need not."""
    group = codes("r11 b11", (11, ORANGE))
    end, _ = held("RK", [group], "o10 o12 *", table("r11 b11 * | o10 * o12"))
    assert group in end


def test_t_8_where_a_set_was_taken_up_the_players_own_set_says_which_joker_is_which():
    """Red 1 pays for one of two; each group may hold either."""
    before = [codes("k1 r1 b1", (1, ORANGE)), codes("k1 b1 o1", (1, RED))]
    for one, other in ((BLUE | ORANGE, ORANGE), (ORANGE, RED | ORANGE)):
        after = [codes("k1 r1", (1, one)), codes("k1 b1", (1, other)), codes("r1 b1 o1")]
        assert held("KR", before, "r1", after)[0] == sorted(after)
    # nobody says: it is the same in every order
    held("KR", before, "r1", table("k1 r1 * | k1 b1 * | r1 b1 o1"))


@pytest.mark.parametrize("said, kept", [(BLUE, BLUE), (0, RED | BLUE)])
def test_t_8_the_movers_own_set_says_more_than_what_its_place_would_allow(said, kept):
    """A blue 3 from the rack may have paid for the joker, or have gone where it no longer lay."""
    before = [codes("r3 o3", (3, BLACK)), codes("b2", (3, BLUE)) + codes("b4")]
    moved = codes("k3 o3", (3, said)) if said else codes("k3 o3") + bytes((JOKER,))
    after = [before[0], codes("b2 b3 b4"), moved]
    for order in orders(after):
        end = referee.judge(games.rules_for("RK"), before, rack("b3 o3 k3"), order, True).table
        assert sorted(end) == sorted([before[0], codes("b2 b3 b4"), codes("k3 o3", (3, kept))])


def test_t_8_a_retrieved_joker_is_what_the_movers_set_says():
    before = [codes("r11", (11, BLACK | BLUE | ORANGE), (11, BLACK | BLUE | ORANGE))]
    after = [codes("k10 o10", (10, RED)), codes("r11 b11", (11, BLACK))]
    assert held("KR", before, "b11 k10 o10", after)[0] == sorted(after)
    after[0] = codes("k10 o10") + bytes((JOKER,))
    end, _ = held("KR", before, "b11 k10 o10", after)
    assert codes("k10 o10", (10, RED | BLUE)) in end


def test_t_8_of_two_sets_that_look_alike_the_one_that_says_the_same_lay_there():
    """The other one is new, and is what its mover says."""
    before = [codes("k1 b1", (1, RED | ORANGE))]
    for said in (RED, ORANGE):
        after = [before[0], codes("k1 b1", (1, said))]
        assert held("RG", before, "k1 b1 *", after)[0] == sorted(after)
        if said == RED:  # neither is as it lay: one of them is that, in every order the same
            held("RG", before, "k1 b1 *", [codes("k1 b1", (1, ORANGE)), after[1]])


def test_t_8_of_two_jokers_in_one_group_each_is_what_the_movers_set_says():
    """All three may be paid for: the openest reading would make one of them black or orange."""
    before = [codes("b11 k11", (11, RED | ORANGE)), codes("b11 r11", (11, BLACK | ORANGE))]
    after = [codes("k11 r11 b11 o11"), codes("b11", (11, RED), (11, ORANGE))]
    end, _ = held("KR", before, "o11 r11 k11", after)
    assert end == sorted(after)


def test_t_8_two_parted_jokers_that_nobody_touched_stay_parted():
    both = [codes("k8 r8", (8, BLUE | ORANGE))] * 2
    own = "b7 b8 b9"
    end, parted = held("KR", both, own, table("k8 r8 * | k8 r8 * | b7 b8 b9"), True)
    assert end == sorted([*both, codes("b7 b8 b9")]) and parted


def test_t_8_a_mixed_run_that_nobody_touched_keeps_its_joker():
    narrow = codes("r1", (2, BLUE | ORANGE)) + codes("o3 b4")
    wide = bytes([joker_as(2, 15)]) + codes("o3 o4 b5")
    after = table("r1 * o3 b4 | o1 * o3 o4 b5")
    assert narrow in held("RK", [wide, narrow], "o1", after, mixed_runs=True)[0]


def test_t_8_where_either_of_two_tiles_paid_the_other_joker_keeps_what_it_was():
    """Of two parted ones: called retrieved as well, it became all that its place allows."""
    wide = bytes([joker_as(8, 15)]) + codes("r9 r10")
    narrow = bytes([joker_as(8, BLACK | BLUE | ORANGE)]) + codes("o9 o10")
    after = table("o8 r9 r10 | * o9 o10 | b8 * o10")
    assert narrow in held("KR", [wide, narrow], "o8 b8 o10", after, True, mixed_runs=True)[0]


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


def verdicts(rng, rules, before, parted, own, end, opened):
    """What the referee says of one play written in three orders."""
    for turn in range(3):
        start, after, have = before, end, own
        if turn:
            start = rng.sample(before, len(before))
            after = joker_positions.shuffled(rng, end)
            have = bytes(rng.sample(own, len(own)))
        yield referee.judge(rules, start, have, after, opened, parted)


def shown(rules, before, parted, end):
    """A case as a failure names it."""
    said = [[written(code) for code in codes] for codes in end]
    return rules["game"], rules["mixed_runs"], before, parted, said


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_t_8_no_order_changes_a_verdict_a_clause_or_a_table(seed):
    rng = random.Random(7000 + seed)
    legal = refused = 0
    for rules, before, parted, own in joker_positions.positions(rng, 60):
        opened = rng.random() < 0.85
        for _, end in joker_positions.ends(rng, rules, before, own, 8):
            said = {
                (one.clause, one.why, tuple(sorted(one.table or ())), one.parted, one.opens)
                for one in verdicts(rng, rules, before, parted, own, end, opened)
                if one.clause not in ("T-1", "T-3")
            }
            assert len(said) < 2, shown(rules, before, parted, end)
            legal += any(one[0] is None for one in said)
            refused += any(one[0] is not None for one in said)
    assert legal > 50 and refused > 50


def open_tiles(table):
    """How many tiles the jokers of a slow judge's table may be, added up."""
    return sum(len(judge.stands_for(t)) for row in table for t in row if judge.is_joker(t))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_t_8_of_all_legal_tables_the_one_that_changes_least_holds(seed):
    rng = random.Random(8000 + seed)
    several = 0
    for rules, before, parted, own in joker_positions.positions(rng, 60):
        for _, end in joker_positions.ends(rng, rules, before, own, 6):
            verdict = referee.judge(rules, before, own, end, True, parted)
            every = judged(rules, before, own, end, parted).tables
            assert verdict.legal == bool(every), shown(rules, before, parted, end)
            if not verdict.legal:
                continue
            table = judge.canonical(positions.tokens(verdict.table))
            assert table in every, shown(rules, before, parted, end)
            if not any(len({code for code in one if code < JOKER}) == 1 for one in end):
                open_most = max(map(open_tiles, every))
                assert open_tiles(table) == open_most, shown(rules, before, parted, end)
            several += len(every) > 1
    assert several > 10


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_t_8_a_table_that_says_what_its_jokers_are_is_taken_at_its_word(seed):
    """What a record says of a play is what the play came to, `parted` as well."""
    rng = random.Random(9000 + seed)
    many = 0
    for rules, before, parted, own in joker_positions.positions(rng, 60):
        for _, end in joker_positions.ends(rng, rules, before, own, 8):
            first = referee.judge(rules, before, own, end, True, parted)
            if first.legal:
                again = referee.judge(
                    rules, before, own, sorted(first.table), True, parted, jokers_fixed=True
                )
                assert again.legal and sorted(again.table) == sorted(first.table)
                assert again.parted == first.parted, shown(rules, before, parted, end)
                plain = referee.judge(rules, before, own, first.table, True, parted)
                assert sorted(plain.table) == sorted(first.table)
                many += len(melds.standing(first.table)) > 1
    assert many > 50


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
