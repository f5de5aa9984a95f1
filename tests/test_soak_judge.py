"""The slow judge of the campaigns on examples worked by hand. Each play of test_rules_* asks it
too (tests/rounds.py)."""

import inspect
import re

import cases

from rules.tilegame import games
from rules.tilegame.options import OPTIONS
from tools.soak import judge as judging
from tools.soak.judge import GAMES, best_play, judge, legal_plays, wins_round


def table(text):
    return [tokens.split() for tokens in text.split("|")] if text else []


def turn(game, before, rack, after, opened=True, **more):
    options = more.pop("options", {})
    return judge(game, options, table(before), rack.split(), table(after), opened, **more)


def test_every_tile_game_has_its_row():
    assert set(GAMES) == set(games.ids())


# They change what is dealt, how long a turn or a game is, who says so: no play, no round's score.
OF_NO_PLAY = {"jokers", "clock", "referee", "length", "stop_on_empty"}


def test_every_house_option_that_changes_a_play_or_a_score_is_judged():
    read = set(re.findall(r'options\.get\("(\w+)"', inspect.getsource(judging)))
    assert read | OF_NO_PLAY == {name for name, _values, _clause in OPTIONS}
    assert not read & OF_NO_PLAY


def test_t_7_two_jokers_of_one_group_are_two_tiles():
    before = "k5 [rbo5] [rbo5]"
    # One kept as r5 (RK-15 lets none be paid for): the other is not r5, and not b5, which lies.
    before += " | r6 r7 r8 r9"
    verdict = turn("RK", before, "r4 b5", "r4 * r6 | r7 r8 r9 | k5 b5 *")
    assert verdict.tables == {(("[o5]", "b5", "k5"), ("[r5]", "r4", "r6"), ("r7", "r8", "r9"))}
    # With r6 from the rack b5 may have paid for the one that is r5 now: then the other is r5 or o5.
    verdict = turn("RK", before, "r4 r6 b5", "r4 * r6 | r6 r7 r8 r9 | k5 b5 *")
    jokers = {tokens[0] for table in verdict.tables for tokens in table}
    assert {"[r5]", "[o5]", "[ro5]"} <= jokers


def test_t_7_a_joker_more_than_there_is_is_none():
    before, rack = "k5 b5 [ro5] | b5 k5 [ro5]", "r4 r6 o4 o6"
    assert not turn("KR", before, rack, "r4 * r6 | o4 * o6 | k5 b5 *").legal


def test_t_8_a_set_that_lies_as_it_lay_keeps_its_joker_whatever_the_mover_says():
    before = "r11 b11 [ko11] | o11 r11 [k11]"
    kept = ("[k11]", "o11", "r11"), ("[ko11]", "b11", "r11"), ("k1", "k2", "k3")
    for after in ("r11 b11 * | o11 r11 * | k1 k2 k3", "r11 b11 [k11] | k1 k2 k3 | o11 r11 *"):
        assert turn("RK", before, "k1 k2 k3", after).tables == {kept}
    paid = "r5 [r6] r7", "r6 b9 k9", "r5 r6 r7 | b9 k9 [o9]"
    assert turn("RK", *paid).tables == {(("[o9]", "b9", "k9"), ("r5", "r6", "r7"))}


def test_t_8_two_jokers_and_a_tile_told_as_a_run_are_no_group_that_lies_as_it_lay():
    before, own = "o9 [krb9] [krb9]", "k1 k2 k3"
    kept = {(("[krb9]", "[krb9]", "o9"), ("k1", "k2", "k3"))}
    assert turn("KR", before, own, "o9 * * | k1 k2 k3").tables == kept
    assert not turn("KR", before, own, "o9 [o10] [o11] | k1 k2 k3").legal


def test_t_8_rk_13_a_moved_joker_keeps_its_identity_unless_it_is_paid_for():
    before = "k5 b5 r5 [o5]"
    kept = {(("[o5]", "b5", "r5"), ("b5", "k5", "r5"))}
    assert turn("KR", before, "r5 b5", "k5 r5 b5 | b5 r5 *").tables == kept
    paid = {(("[r8]", "r6", "r7"), ("b5", "k5", "o5", "r5"))}
    assert turn("KR", before, "o5 r6 r7", "k5 b5 r5 o5 | r6 r7 *").tables == paid


def test_kr_10_and_t_3_a_turn_without_a_tile():
    assert turn("RK", "k1 k2 k3", "r1", "k1 k2 k3", pool=0).legal
    assert "T-3" in turn("RK", "k1 k2 k3", "r1", "k1 k2 k3", pool=1).clauses
    assert not list(legal_plays("KR", {}, table("k1 k2 k3"), ["r1"], True))
    assert list(legal_plays("KR", {}, table("k1 k2 k3"), ["k4"], True))


def test_the_best_play_of_small_positions():
    def best(game, before, rack, goal, opened=True, **options):
        return best_play(game, options, table(before), rack.split(), opened, goal)

    assert best("RK", "", "k1 k2 k3 r7 b7 o7 k9", "tiles", True) == (6, 27)
    # 4 + 5 + 6 + 4 + 4 for five; four 10s weigh more.
    assert best("RK", "", "k4 k5 k6 r4 b4", "tiles") == (3, 15)
    assert best("RK", "k4 k5 k6", "k7 r4 b4", "tiles") == (3, 15)
    assert best("RK", "", "k9 r9 b9", "tiles", opened=False) == (0, 0)
    assert best("RK", "", "k9 r9 *", "tiles") == (3, 48)
    assert best("KR", "", "k9 r9 *", "tiles") == (3, 68)
    assert best("RG", "k1 k2 k3", "*", "points") == (0, 0)
    assert best("RK", "", "k2 k3 k4 k5 k13 r13 b13 k1", "points", runs_only=True) == (5, 15)
    assert best("RK", "", "k2 r3 b4", "points", mixed_runs=True) == (3, 9)


def test_er_6_the_rounds():
    for goal, hand, wins in cases.tables(__name__)["test_er_6_the_rounds"]["rows"]:
        assert wins_round(goal, hand.split()) == wins, (goal, hand)
