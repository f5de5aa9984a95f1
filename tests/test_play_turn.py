"""The editable copy of the table (lib/pocket/tilegame/personturn.py): T-6, T-7, T-8, RK-4, RK-11,
RK-13, RK-14. test_soak_properties makes random turns in it: none loses a tile, each is undone, and
each legal play can be made."""

import gc
import random
import weakref

import cases
import pytest
from pocket.app import draw
from pocket.tilegame import changes, sorting
from pocket.tilegame import personturn as turns
from rules_help import rack as codes
from rules_help import table

from rules import errors
from rules.solver import search as solver
from rules.tilegame import games, melds, racksets, referee, tiles

RK = games.rules_for("RK")
KINDS = {turns.NEW: "NEW", turns.ON: "ON", turns.SWAP: "SWAP", turns.SPLIT: "SPLIT"}


def make(sets, rack, opened=True, rules=RK):
    """Return a Turn: sets and rack as texts, `|` between sets."""
    return turns.Turn(rules, melds.read_table(table(sets), rules)[0], codes(rack), opened)


def legal(turn):
    """Return whether the referee takes the table as the turn would leave it."""
    before = turn.before, turn.start_rack
    return referee.judge(turn.rules, *before, turn.table(), turn.opened).legal


def words(turn):
    """Return the sets of a turn as texts."""
    return [" ".join(tiles.set_text(codes)) for codes in turn.sets]


def take(turn, text):
    """Take rack tiles."""
    for code in tiles.parse_set(text.split()):
        free = [i for i, own in enumerate(turn.rack) if own == code and not turn.rack_flags[i]]
        turn.pick_rack(free[0])


class Script(cases.Steps):
    """A Turn by the steps of a text: a position, then what is done with it, then checks."""

    def __init__(self):
        self.given = {"sets": "", "rack": "", "opened": True}
        self.game_id, self.options = "RK", {}
        self.made = None

    checks = {
        "laid": lambda turn: turn.laid,
        "taken": lambda turn: turn.picked,
        "wrong": lambda turn: turn.wrong(),
        "points": lambda turn: turn.points(),
        "good": lambda turn: list(turn.good),  # each set: 1 if it is one
        "cells": lambda turn: list(turn.cells),
        "left": lambda turn: tiles.set_text(turn.rack),
        "legal": lambda turn: [] if legal(turn) else ["no"],
        # the places offered, in their order: `NEW 0`, `ON 1`, `SWAP 0`, `SPLIT 0` (the set)
        "targets": lambda turn: ", ".join(["%s %d" % (KINDS[t[0]], t[1]) for t in turn.targets()]),
        "offers": lambda turn: len(turn.targets()),
    }

    @property
    def game(self):
        """The Turn; its position is complete with the first step that asks for it."""
        if self.made is None:
            self.made = make(rules=games.rules_for(self.game_id, self.options), **self.given)
        return self.made

    # -- what it begins with

    def table(self, text):
        self.given["sets"] = text.replace("/", "|")

    def rack(self, text):
        self.given["rack"] = text

    def unopened(self):
        self.given["opened"] = False

    def of(self, game_id):
        self.game_id = game_id

    def option(self, text):
        """Choose a house option: `option opening_build`, `option opening_build=False`."""
        name, _, value = text.partition("=")
        self.options[name] = cases.value_of(value or "True")

    # -- what is done

    def take(self, text):
        take(self.game, text)

    def pick(self, text):
        """Take tiles of a set on the table by their places: `pick 0 3`, `pick 0 3 4`."""
        which, *places = map(int, text.split())
        for place in places:
            assert self.game.pick(which, place)

    def pick_tile(self, text):
        """Take a tile of a set by its text: `pick_tile 0 o5`."""
        which, tile = text.split()
        assert self.game.pick(int(which), tiles.set_text(self.game.sets[int(which)]).index(tile))

    def untouched(self, text):
        """Not be able to take a tile of the table."""
        which, place = map(int, text.split())
        assert not self.game.pick(which, place) and not self.game.pick_rest(which, place)

    def lay(self, way="0"):
        """Lay what is taken as a new set."""
        self.game.put((turns.NEW, 0, int(way)))

    def add(self, which):
        """Add what is taken to a set."""
        self.game.put((turns.ON, int(which), 0))

    def put(self, which="0"):
        """Put what is taken where it fits: the first place, or a later one; `put swap`: for the one
        joker that it may replace."""
        places = self.game.targets()
        if which == "swap":
            places, which = [place for place in places if place[0] == turns.SWAP], 0
            assert len(places) == 1
        self.game.put(places[int(which)])

    def back(self):
        """Put a taken tile back on the rack."""
        assert self.game.back()

    def no_back(self):
        """Not be able to put a taken tile back on the rack; leave it."""
        assert not self.game.back()
        self.game.unpick()

    def undo(self):
        assert self.game.undo()

    def drop(self):
        """Leave what is taken."""
        self.game.unpick()

    def sort(self):
        """Sort the rack by number."""
        self.game.arrange(sorting.sort_rack(self.game.rack, True))

    # -- what must be then

    def sets(self, text):
        """Have these sets on the table; `|` between ways of which one must be."""
        there = " / ".join(words(self.game))
        assert there in [one.strip() for one in text.split("|")], there

    def mends_first(self):
        """Offer a set that is none yet, then one that is."""
        assert [self.game.good[which] for _, which, _ in self.game.targets()] == [0, 1]

    def whole(self):
        """Have no tile lost or doubled."""
        turn = self.game
        here = tiles.table_counts([*turn.sets, turn.rack])
        assert here == tiles.table_counts([*turn.before, turn.start_rack])


def turn_cases(text):
    """Return the test that plays each case of a text."""
    return cases.each_case(text, lambda steps, _: Script()(steps))


test_turns = turn_cases(
    """
    Three rack tiles are laid as a set whatever their order: rack r5 b9 r3 r4; take r5 r3 r4; lay;
        sets r3 r4 r5; good 1; laid 3; left b9; wrong 0
    Tiles that make no set lie marked as wrong: rack r5 b9; take b9 r5; lay; sets r5 b9; wrong 1
    A tile goes onto a set in its place: table r4 r5 r6; rack r3 r7; take r3; add 0; take r7;
        add 0; sets r3 r4 r5 r6 r7; laid 2
    A second tile within a run splits it [T-6]: table r3 r4 r5 r6 r7; rack r5; take r5;
        targets SPLIT 0; put; sets r3 r4 r5 / r5 r6 r7; wrong 0
    Two tiles double a stretch of a run: table r3 r4 r5 r6 r7 r8; rack r5 r6; take r5 r6; put;
        sets r3 r4 r5 r6 / r5 r6 r7 r8
    Taking out of the middle cuts a run in two: table b1 b2 b3 b4 b5 b6 b7; rack k4 r4; pick 0 3;
        take k4 r4; lay; sets b1 b2 b3 / b5 b6 b7 / k4 r4 b4; wrong 0
    The fourth tile of a group is taken for a run [T-6]: table k7 r7 b7 o7; rack r8 r9; pick 0 1;
        take r8 r9; put; sets k7 b7 o7 / r7 r8 r9
    Only own tiles go back to the rack: table r4 r5 r6; rack r3; take r3; add 0; pick 0 1;
        no_back; pick 0 0; back; sets r4 r5 r6; left r3; laid 0
    A tile goes back to the gap it left:
        for $first,$place,$second,$rack,$cells in 0, 0, 3, k1 r2 k9 b9, 0 1 2 4 | 4, 0, 0, k1 k9
          r6 b9, 0 2 3 4; table r3 r4 r5; rack k1 r2 k9 r6 b9; cells 0 1 2 3 4; take r2; put;
        take r6; put; sets r2 r3 r4 r5 r6; cells 0 2 4; pick 0 $first; back; left $rack;
        cells $cells; pick $place $second; back; left k1 r2 k9 r6 b9; cells 0 1 2 3 4
    Before the opening the table is untouched [T-4, RG-4, RK-5]: table r4 r5 r6; rack r3 k1 k2 k3;
        unopened; untouched 0 0; taken 0; take r3; targets
    Where the opening turn may build it is not [RG-4, RK-5]:
        for $game in of RG | option opening_build; $game; table r4 r5 r6; rack r3; unopened;
        pick 0 0
    Points laid and missing for the opening [RK-4]: rack k10 r10 b9 b10 b11; unopened;
        take b9 b10 b11; lay; points 30
    A joker is worth what it stands for [RK-4]: rack k13 r13 * r2; unopened; take k13 r13; lay;
        points 0; undo; take k13 r13 *; lay; points 39
    A joker goes to both ends of a run [T-7]: rack r5 r6 *; take r5 r6 *; offers 2; put 0;
        sets * r5 r6 | r5 r6 *; wrong 0; undo; take r5 r6 *; put 1; wrong 0
    Two jokers make a group, or three runs [T-7]: rack * * r5; take * * r5; offers 4
    A rack joker stands for nothing until the turn ends: rack r5 r6 r7 *; take r5 r6 *; lay 1;
        take r7; add 0; sets * r5 r6 r7 | r5 r6 r7 *
    A table joker keeps what it stands for [T-7, RK-14]: table r4 r5 * r7; rack r8; pick 0 2 3;
        take r8; lay; wrong 1; sets r4 r5 / * r7 r8
    Replacing a joker frees it [RK-13, T-8]: table o9 o10 * o12; rack o11 k2 k3; take o11; put;
        sets o9 o10 o11 o12 / *; taken 1; take k2 k3; put; wrong 0; legal
    A tile in the joker's own set replaces it once [RK-13]: table o3 o4 *; rack o5 k10;
        take o5 k10; add 0; pick_tile 0 o5; put swap; whole;
        sets k10 o3 o4 o5 / * | o3 o4 o5 k10 / * | * / k10 o3 o4 o5 | * / o3 o4 o5 k10
    A tile goes to the set it mends, not back where it lay: table k1 k2 k3 k4 / r4 b4 o4 k4;
        rack r9; pick 1 1 3; lay; sets k1 k2 k3 k4 / k4 b4 / r4 o4; pick 0 3; targets ON 2; put;
        sets k1 k2 k3 / k4 b4 / k4 r4 o4; good 1 0 1
    A tile of two sets that it could mend goes to the other:
        table b4 r4 o4 / k1 k2 k3 k4 / o1 o2 o3 o4; rack r9; pick 2 3; lay; pick 0 2; lay;
        pick 1 3; offers 1
    Sets that a tile mends come before sets it only lengthens: table k5 k6 k7 / r4 b4 o4 k4;
        rack k4 r9; pick 1 0 3; lay; take k4; mends_first
    A joker taken up in its own set may change its side: rack r4 r5 *; take r4 r5 *; lay;
        sets * r4 r5; pick_tile 0 *; put; wrong 0; sets r4 r5 *
    The opening turn may free a joker where it may build [RG-4, RG-9]: of RG; unopened;
        table r3 * r5; rack r4 k13 r13 b13 o13 k9 r9; take r4; put; take k9 r9; put;
        take k13 r13 b13 o13; put; wrong 0; legal
    It may not where it may not build [RG-4]: of RG; option opening_build=False;
        unopened; table r3 * r5; rack r4 k13 r13 b13 o13 k9 r9; take r4; targets
    A tile that the rack had too is as good as its own [RG-8]: of RG; table b5 b6 b7 b8;
        rack * b8 k8; pick 0 3; take * k8; lay; wrong 0; take b8; add 0; wrong 0; legal
    A joker as good as the table's takes its place [RG-8]: of RG; table o8 r8 b8 *; rack * b9 b11;
        pick_tile 0 *; take b9 b11; lay; take *; add 0; wrong 0; legal
    A rack joker is offered no new set with a tile of the table [RG-8]: of RG; table b5 b6 b7 b8;
        rack * k8; pick 0 3; take * k8; targets; lay; good 1 0
    A freed joker in a set of the table is red [RG-9]: of RG; table o3 o4 * / k9 r9 b9;
        rack o5 k1; take o5; put; targets; add 2; legal no
    A joker of two shows what its neighbour is not [T-7, RK-13]: table b8 r8 * *; rack k8 k8 o8;
        pick 0 1 2; take k8; lay; take k8; targets SWAP 0; drop; take o8;
        targets ON 0, SWAP 1, ON 1
    The rack is sorted in the middle of a turn: rack r5 r3 k9 r4 b1; take r3 r4 r5; lay; sort;
        left b1 k9; undo; laid 0; left b1 k9 r5 r3 r4
    """
)


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


@pytest.mark.parametrize(
    "table, rack, tile, found",
    [
        ("", "r3 r4 r5 b9", "r4", 3),
        ("", "r3 r4 r5 k4 b4 o4", "r4", 4),
        ("", "r3 r4 b9 *", "r3", 3),
        ("", "r3 r5 *", "r5", 3),
        ("", "k4 r4 *", "k4", 3),
        ("", "k2 k3 k5 k7 *", "k5", 4),
        ("", "r3 r4 b9", "r4", 0),
        ("", "* r1", "*", 0),
        # with the joker of the table, which r5 has freed: "No set with this tile.", it was said
        ("r4 * r6", "r5 b9 b10 k13", "b10", 3),
        ("r4 * r6", "r5 b9 b10 *", "b10", 3),
        ("r4 * r6", "r5 b10 k1", "b10", 0),
    ],
)
def test_the_best_set_with_a_tile_is_taken_at_once(table, rack, tile, found):
    turn = make(table, rack)
    if table:
        take(turn, "r5")
        turn.put(turn.targets()[0])
    freed = turn.picked
    assert turn.pick_meld(list(turn.rack).index(tiles.parse(tile))) == found
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
    shut = 0
    for _ in range(60):
        rack = bytearray(rng.sample(list(range(52)) * 2 + [52] * 2, 14))
        for i in range(14):
            turn = turns.Turn(rules, [], rack, False)
            found = turn.pick_meld(i)
            if found < 1:
                shut -= found
                assert bool(turns.Turn(rules, [], rack, True).pick_meld(i)) == (found < 0)
                continue
            turn.put((turns.NEW, 0, 0))
            verdict = referee.judge(rules, [], rack, turn.table(), False)
            if rules["opening_sets"] == "group" and not rules["opening_several"]:
                assert verdict.legal and turn.opens()
            else:  # other sets may bring what is missing
                assert verdict.legal or verdict.why[0] in (errors.FEW_POINTS, errors.FEW_IN_GROUP)
                assert verdict.legal or not turn.opens()
            assert not turn.shut(0)
    group = rules["opening_sets"] == "group" and more != {"groups_only": True}
    assert (shut > 0) == (group or rules["opening_joker"] == "none")


def test_sets_are_followed_from_table_to_table():
    before = table("r3 r4 r5 | k7 r7 b7 | b1 b2 b3 b4")
    after = table("k7 r7 b7 o7 | b1 b2 b3 | o1 o2 o3 | r3 r4 r5")
    assert changes.origins(before, after) == [1, 2, -1, 0]


def test_what_was_laid_and_what_was_moved_is_told_apart():
    before, after = table("r3 r4 r5 r6 | k7 r7 b7"), table("r3 r4 r5 | k7 r7 b7 | k6 r6 b6")
    marks = changes.changes(before, after, codes("k6 b6"))
    group = [draw.OWN, draw.MOVED, draw.OWN]
    assert [list(one) for one in marks] == [[draw.PLAIN] * 3, [draw.PLAIN] * 3, group]


def test_rk_13_referee_solver_and_turn_ask_the_one_place(monkeypatch):
    """A draft in which a tile of any colour of the number retrieves a joker: `melds.payers` says
    so, and nothing else has to be changed."""
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
    payers = lambda code: list(range(tiles.number_of(code) - 1, 52, 13))  # noqa: E731
    monkeypatch.setattr(melds, "payers", payers)
    assert answers() == (True, 5, True)


def test_a_play_that_is_over_holds_no_verdict(scene):
    """It kept all the referee's code in memory, 8 KB, until the next pass."""
    scene("usual; players ANN BOB/hard")
    verdict = []
    judged = scene.screen.judged
    scene.screen.judged = lambda made: (verdict.append(weakref.ref(made)), judged(made))
    scene("A*3 SELECT START; moved play 3")
    gc.collect()
    assert verdict and verdict[0]() is None
