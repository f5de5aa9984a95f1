"""The editable copy of the table (lib/pocket/tilegame/turn.py): T-6, T-7, T-8, RK-4, RK-11,
RK-13, RK-14. test_soak_properties makes random turns in it: none loses a tile, each is undone, and
each legal play can be made."""

import random
import weakref
from gc import collect
from types import SimpleNamespace

import cases
import pytest
from pocket.app import draw
from pocket.tilegame import changes, sorting, turnhelp
from pocket.tilegame import turn as turns
from rules_help import rack as codes
from rules_help import table
from words_turn import RK, legal, make, take

from rules import errors
from rules.solver import search as solver
from rules.tilegame import games, melds, racksets, referee, tiles


@pytest.mark.parametrize("game_id", games.ids())
@pytest.mark.parametrize("rack", ["k6", "k6 k8 k9"])
def test_rk_15_rg_9_cr_11_kr_9_a_joker_freed_in_its_own_set_may_stay_there(game_id, rack):
    """Where the referee takes it, the place is offered; for the tile that pays alone in no other
    case."""
    rules, more = games.rules_for(game_id), rack[3:]
    turn = make("k5 * k7", rack, rules=rules)
    wanted = sorted(["k5", "k7", "*", *rack.split()])
    legal = offered = False
    take(turn, rack)
    for place in turn.targets():
        turn.put(place)
        offered |= place[0] == turns.ON and sorted(tiles.set_text(turn.sets[0])) == wanted
        turn.undo()
        take(turn, rack)
    for text in ("* k5 k6 k7 " + more, "k5 k6 k7 %s *" % more):
        legal |= referee.judge(rules, turn.before, codes(rack), [bytes(codes(text))], True).legal
    assert legal is (rules["joker_reuse"] != "hand") if more else offered is legal
    assert offered or not legal


@pytest.mark.parametrize("game_id", games.ids())
def test_rg_8_a_rack_joker_goes_to_a_set_of_the_table_where_the_referee_lets_it(game_id):
    """SELECT offered a place there, and the joker lay green until START."""
    turn = make("b5 b6 b7", "* k9 r9 b9", rules=games.rules_for(game_id))
    take(turn, "*")
    offered = turn.targets()
    turn.put((turns.ON, 0, 0))
    assert bool(offered) == legal(turn) == bool(turn.good[0]) == (game_id != "RG")
    turn.undo()
    take(turn, "k9 r9 b9")
    turn.put((turns.NEW, 0, 0))
    take(turn, "*")
    assert (turns.ON, 1, 0) in turn.targets()
    turn.put((turns.ON, 1, 0))
    assert not turn.wrong() and legal(turn)


def test_sorting():
    rack = codes("r5 k13 * b1 r1 k1")
    assert tiles.set_text(sorting.sort_rack(rack, False)) == ["k1", "k13", "r1", "r5", "b1", "*"]
    assert tiles.set_text(sorting.sort_rack(rack, True)) == ["k1", "r1", "b1", "r5", "k13", "*"]


def longest_first(rules, rack, kinds):
    """Count the tiles of sets of one kind, the longest again and again, then of the other."""
    left = tiles.counts(rack)
    left[tiles.JOKER] = 0
    taken = 0
    for kind in kinds:
        while sets := [row for row in racksets.sets_of(dict(rules, **{kind: True}), left) if row]:
            longest = max(sets, key=len)
            taken += len(longest)
            for code in longest:
                left[code] -= 1
    return taken


def test_sets_first_takes_as_many_tiles_as_the_better_of_both_orders():
    rng = random.Random(8)
    kinds = ["runs_only", "groups_only"]
    clashes = 0
    for _ in range(150):
        rules = games.rules_for(rng.choice(("RK", "KR")))
        rack = bytearray(rng.sample(list(range(52)) * 2 + [52, 52], rng.randrange(4, 30)))
        best, rest = sorting.sets_first(rack, rules)
        both = [longest_first(rules, rack, kinds), longest_first(rules, rack, kinds[::-1])]
        clashes += both[0] != both[1]
        assert len(best) == max(both)
        assert sorted(bytes(best) + bytes(rest)) == sorted(rack)
    assert clashes > 5


@cases.table("table, rack, tile, found")
def test_the_best_set_with_a_tile_is_taken_at_once(table, rack, tile, found):
    turn = make(table, rack)
    if table:
        take(turn, "r5")
        turn.put(turn.targets()[0])
    freed = turn.picked
    assert turnhelp.pick_meld(turn, list(turn.rack).index(tiles.parse(tile))) == found
    assert turn.picked == (found or freed) and freed == bool(table)
    if found:
        turn.put((turns.NEW, 0, 0))
        assert turn.wrong() == 0 and turn.laid == found
        assert not table or turn.rack.count(tiles.JOKER) == rack.count("*")


@pytest.mark.parametrize("options", [{}, {"opening_points": 0}, {"runs_only": True}])
@pytest.mark.parametrize(
    "game_id, more",
    [(one, {}) for one in games.ids()]
    + [("RK", {"groups_only": True}), ("KR", {"groups_only": True})]
    + [("KR", {"opening_several": True}), ("KR", {"mixed_runs": True})]
    + [("RK", {"opening_build": True})],
)
def test_rk_4_rg_3_cr_4_kr_4_kr_5_before_the_opening_a_held_key_takes_what_may_open(
    game_id, more, options
):
    """It took a run in Kiran Rummy, painted it as right, and the end of the turn was refused."""
    if "groups_only" in more and "runs_only" in options:
        return
    rules = games.rules_for(game_id, dict(options, **more))
    rng = random.Random(7)
    cannot_open = 0
    for _ in range(5):
        rack = bytearray(rng.sample(list(range(52)) * 2 + [52] * 2, 14))
        for i in range(14):
            game = SimpleNamespace(
                rules=rules, table=[], opened=[False, True], seat=0, jokers_differ=False
            )
            turn = turns.Turn(game, rack)
            pick = turnhelp.pick_meld(turn, i)
            if pick < 1:
                cannot_open -= pick
                game.seat = 1
                assert bool(turnhelp.pick_meld(turns.Turn(game, rack), i)) == (pick < 0)
                continue
            turn.put((turns.NEW, 0, 0))
            verdict = referee.judge(rules, [], rack, turn.table(), False)
            if rules["opening_sets"] == "group" and not rules["opening_several"]:
                assert verdict.legal and turn.opens()
            else:  # other sets may bring what is missing
                assert verdict.legal or verdict.why[0] in (errors.FEW_POINTS, errors.FEW_IN_GROUP)
                assert verdict.legal or not turn.opens()
            assert not turn.cannot_open(0)
    group = rules["opening_sets"] == "group" and more != {"groups_only": True}
    assert (cannot_open > 0) == (group or rules["opening_joker"] == "none")


def test_sets_are_followed_from_table_to_table():
    before = table("r3 r4 r5 | k7 r7 b7 | b1 b2 b3 b4")
    after = table("k7 r7 b7 o7 | b1 b2 b3 | o1 o2 o3 | r3 r4 r5")
    assert changes.origins(before, after) == [1, 2, -1, 0]


def test_what_was_laid_and_what_was_moved_is_told_apart():
    before, after = table("r3 r4 r5 r6 | k7 r7 b7"), table("r3 r4 r5 | k7 r7 b7 | k6 r6 b6")
    marks = changes.shade_changes(before, after, codes("k6 b6"))
    group = [draw.OWN, draw.MOVED, draw.OWN]
    assert [list(one) for one in marks] == [[draw.PLAIN] * 3, [draw.PLAIN] * 3, group]


def test_rk_13_referee_solver_and_turn_ask_the_one_place(monkeypatch):
    """A draft in which a tile of any colour of the number retrieves a joker: only
    `melds.replacements` has to be changed."""
    rack = "r10 r11 r12 k2 k3"

    def answers():
        turn = make("o9 o10 o11 *", rack)
        take(turn, "r12")
        swaps = [place for place in turn.targets() if place[0] == turns.SWAP]
        asked = turn.before, codes(rack)
        after = table("o9 o10 o11 | r10 r11 r12 | k2 k3 *")
        legal = referee.judge(RK, *asked, after, True).legal
        return legal, solver.run(RK, *asked).tiles, bool(swaps)

    assert answers() == (False, 3, False)
    replacements = lambda code: list(range(tiles.number_of(code) - 1, 52, 13))  # noqa: E731
    monkeypatch.setattr(melds, "replacements", replacements)
    assert answers() == (True, 5, True)


def test_a_play_that_is_over_holds_no_verdict(scene):
    """It kept all the referee's code in memory, 8 KB, until the next pass."""
    scene("usual; players ANN BOB/hard")
    verdict = []
    decided = scene.screen.decided
    scene.screen.decided = lambda made: (verdict.append(weakref.ref(made)), decided(made))
    scene("A*3 SELECT START; moved play 3")
    collect()  # a simulated handheld replaces gc's own
    assert verdict and verdict[0]() is None
