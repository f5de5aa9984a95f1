"""The editable copy of the table (lib/pocket/tilegame/personturn.py): T-6, T-7, T-8, RK-4, RK-11,
RK-13, RK-14."""

import gc
import random
import weakref

import cases
import pytest
from pocket.app import draw
from pocket.tilegame import changes, sorting
from pocket.tilegame import personturn as turns

from rules import errors
from rules.solver import search as solver
from rules.tilegame import games, melds, referee, tiles
from tools.person.laying import missing, place_of

RK = games.rules_for("RK")


def table_of(*sets, rules=RK):
    return melds.read_table([tiles.parse_set(words.split()) for words in sets], rules)[0]


def make(sets, rack, opened=True, rules=RK):
    return turns.Turn(rules, table_of(*sets, rules=rules), tiles.parse_set(rack.split()), opened)


def legal(turn):
    """Whether the referee takes the table as the turn would leave it."""
    verdict = referee.judge(turn.rules, turn.before, turn.start_rack, turn.table(), turn.opened)
    return verdict.legal


def words(turn):
    return [" ".join(tiles.set_text(codes)) for codes in turn.sets]


def take(turn, *texts):
    """Pick rack tiles by their text."""
    for text in texts:
        code = tiles.parse(text)
        for i in range(len(turn.rack)):
            if turn.rack[i] == code and not turn.rack_flags[i]:
                turn.pick_rack(i)
                break
        else:
            raise AssertionError(text + " is not on the rack")


def state(turn):
    return (
        words(turn),
        [bytes(f) for f in turn.flags],
        bytes(turn.rack),
        turn.laid,
        bytes(turn.good),
    )


class Script:
    """A turn that steps of a text are made with: a word and its argument each, see `turn_cases`."""

    def __init__(self):
        self.given = {"sets": (), "rack": "", "opened": True}
        self.game_id, self.options = "RK", {}
        self.made = None

    @property
    def turn(self):
        """The Turn; its position is complete with the first step that asks for it."""
        if self.made is None:
            self.made = make(rules=games.rules_for(self.game_id, self.options), **self.given)
        return self.made

    def __call__(self, steps):
        cases.each_step(steps, cases.method_of(self))

    # what it begins with

    def table(self, text):
        self.given["sets"] = [one.strip() for one in text.split("/")]

    def rack(self, text):
        self.given["rack"] = text

    def unopened(self):
        self.given["opened"] = False

    def of(self, game_id):
        self.game_id = game_id

    def option(self, name):
        self.options[name] = True

    # what is done

    def take(self, text):
        """Take rack tiles."""
        take(self.turn, *text.split())

    def pick(self, text):
        """Take tiles of a set on the table by their places: `pick 0 3`, `pick 0 3 4`."""
        which, *places = map(int, text.split())
        for place in places:
            assert self.turn.pick(which, place)

    def untouched(self, text):
        """Not be able to take a tile of the table."""
        which, place = map(int, text.split())
        assert not self.turn.pick(which, place) and not self.turn.pick_rest(which, place)

    def lay(self, way="0"):
        """Lay what is taken as a new set."""
        self.turn.put((turns.NEW, 0, int(way)))

    def add(self, which):
        """Add what is taken to a set."""
        self.turn.put((turns.ON, int(which), 0))

    def put(self, which="0"):
        """Put what is taken where it fits: the first place, or a later one."""
        self.turn.put(self.turn.targets()[int(which)])

    def back(self):
        """Put a taken tile back on the rack."""
        assert self.turn.back()

    def no_back(self):
        """Not be able to put a taken tile back on the rack; leave it."""
        assert not self.turn.back()
        self.turn.unpick()

    def undo(self):
        """Take the last step back."""
        assert self.turn.undo()

    def drop(self):
        """Leave what is taken."""
        self.turn.unpick()

    def sort(self):
        """Sort the rack by number."""
        self.turn.arrange(sorting.sort_rack(self.turn.rack, True))

    # what must be then

    def sets(self, text):
        """Have these sets on the table; `|` between ways of which one must be."""
        assert " / ".join(words(self.turn)) in [one.strip() for one in text.split("|")], words(
            self.turn
        )

    def left(self, text=""):
        """Have these tiles on the rack, in this order."""
        assert " ".join(tiles.set_text(self.turn.rack)) == text

    def cells(self, text):
        """Have the rack's tiles in these places of it."""
        assert " ".join(map(str, self.turn.cells)) == text

    def good(self, text):
        """Have sets that are good (1) or not (0)."""
        assert " ".join(map(str, self.turn.good)) == text, list(self.turn.good)

    def laid(self, count):
        assert self.turn.laid == int(count)

    def taken(self, count):
        assert self.turn.picked == int(count)

    def wrong(self, count):
        assert self.turn.wrong() == int(count)

    def points(self, count):
        assert self.turn.points() == int(count)

    def legal(self, yes="yes"):
        """Be taken by the referee as it lies, or not."""
        assert legal(self.turn) is (yes == "yes")

    def targets(self, text="none"):
        """Offer these places in this order: `NEW 0`, `ON 1`, `SWAP 0`, `SPLIT 0` (the set)."""
        names = {turns.NEW: "NEW", turns.ON: "ON", turns.SWAP: "SWAP", turns.SPLIT: "SPLIT"}
        there = ", ".join("%s %d" % (names[kind], which) for kind, which, _ in self.turn.targets())
        assert (there or "none") == text, there

    def offers(self, text):
        """Offer so many places: `offers 2`."""
        assert len(self.turn.targets()) == int(text)

    def pick_tile(self, text):
        """Take a tile of a set by its text: `pick_tile 0 o5`."""
        which, tile = text.split()
        assert self.turn.pick(int(which), tiles.set_text(self.turn.sets[int(which)]).index(tile))

    def joker_up(self):
        """Take the joker of the first set; remember how that lies."""
        self.before = words(self.turn)
        self.pick_tile("0 *")

    def other_side(self):
        """Lie otherwise than when the joker was taken up."""
        assert words(self.turn) != self.before

    def put_swap(self):
        """Put what is taken for the one joker that it may replace."""
        (swap,) = [place for place in self.turn.targets() if place[0] == turns.SWAP]
        self.turn.put(swap)

    def closed(self):
        """Play without building in the opening turn."""
        self.options["opening_build"] = False

    def mends_first(self):
        """Offer a set that is none yet, then one that is."""
        assert [self.turn.good[which] for _, which, _ in self.turn.targets()] == [0, 1]

    def whole(self):
        """Have no tile lost or doubled."""
        check_whole(self.turn)


def turn_cases(text):
    """Return the test that plays each case of `text` with a Script."""
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
        take o5 k10; add 0; pick_tile 0 o5; put_swap; whole;
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
        joker_up; put; wrong 0; other_side
    The opening turn may free a joker where it may build [RG-4, RG-9]: of RG; unopened;
        table r3 * r5; rack r4 k13 r13 b13 o13 k9 r9; take r4; put; take k9 r9; put;
        take k13 r13 b13 o13; put; wrong 0; legal
    It may not where it may not build [RG-4]: of RG; closed; unopened; table r3 * r5;
        rack r4 k13 r13 b13 o13 k9 r9; take r4; targets
    A tile that the rack had too is as good as its own [RG-8]: of RG; table b5 b6 b7 b8;
        rack * b8 k8; pick 0 3; take * k8; lay; wrong 0; take b8; add 0; wrong 0; legal
    A joker as good as the table's takes its place [RG-8]: of RG; table o8 r8 b8 *; rack * b9 b11;
        joker_up; take b9 b11; lay; take *; add 0; wrong 0; legal
    A rack joker is offered no new set with a tile of the table [RG-8]: of RG; table b5 b6 b7 b8;
        rack * k8; pick 0 3; take * k8; targets; lay; good 1 0
    A freed joker in a set of the table is red [RG-9]: of RG; table o3 o4 * / k9 r9 b9;
        rack o5 k1; take o5; put; targets; add 2; legal no
    A joker of two shows what its neighbour is not [T-7, RK-13]: table b8 r8 * *; rack k8 k8 o8;
        pick 0 1 2; take k8; lay; take k8; targets SWAP 0; drop; take o8;
        targets ON 0, SWAP 1, ON 1
    The rack is sorted in the middle of a turn: rack r5 r3 k9 r4 b1; take r3 r4 r5; lay; sort;
        left b1 k9; undo; laid 0
    """
)


@pytest.mark.parametrize("game_id", games.ids())
@pytest.mark.parametrize("rack", ["k6", "k6 k8 k9"])
def test_rk_15_rg_9_cr_11_kr_9_a_joker_freed_in_its_own_set_may_stay_there(game_id, rack):
    """Where the referee takes it, the place is offered; for the tile that pays alone in no other
    case."""
    rules, own = games.rules_for(game_id), rack.split()
    turn = make(["k5 * k7"], rack, rules=rules)
    before, codes = turn.before, tiles.parse_set(own)
    wanted = sorted(["k5", "k7", "*", *own])
    legal = offered = False
    take(turn, *own)
    for kind, which, way in turn.targets():
        turn.put((kind, which, way))
        offered |= kind == turns.ON and sorted(tiles.set_text(turn.sets[0])) == wanted
        turn.undo()
        take(turn, *own)
    for text in (["*", "k5", "k6", "k7", *own[1:]], ["k5", "k6", "k7", *own[1:], "*"]):
        legal |= referee.judge(rules, before, codes, [tiles.parse_set(text)], True).legal
    assert legal is (rules["joker_reuse"] != "hand") if own[1:] else offered is legal
    assert offered or not legal


def test_rk_13_a_swap_loses_and_doubles_nothing_wherever_the_tile_lay():
    rng = random.Random(8)
    swapped = 0
    for _ in range(120):
        turn = make(["o3 o4 *", "k7 r7 *", "b1 b2 b3"], "o5 b7 o7 k10 o6")
        for _ in range(8):
            which = rng.randrange(len(turn.sets))
            if turn.rack and rng.random() < 0.6:
                turn.pick_rack(rng.randrange(len(turn.rack)))
            else:
                turn.pick(which, rng.randrange(len(turn.sets[which])))
            if not turn.picked:
                continue
            swaps = [place for place in turn.targets() if place[0] == turns.SWAP]
            if swaps:
                turn.put(rng.choice(swaps))
                swapped += 1
            else:
                turn.put((turns.ON, rng.randrange(len(turn.sets)), 0))
            turn.unpick()
            check_whole(turn)
    assert swapped > 50


@pytest.mark.parametrize("game_id", games.ids())
def test_rg_8_a_rack_joker_goes_to_a_set_of_the_table_where_the_referee_lets_it(game_id):
    """SELECT offered a place there, and the joker lay green until START."""
    rules = games.rules_for(game_id)
    turn = make(["b5 b6 b7"], "* k9 r9 b9", rules=rules)
    take(turn, "*")
    offered = turn.targets()
    turn.put((turns.ON, 0, 0))
    assert bool(offered) == legal(turn) == bool(turn.good[0])
    assert legal(turn) is (game_id != "RG")
    turn.undo()
    take(turn, "k9", "r9", "b9")
    turn.put((turns.NEW, 0, 0))
    take(turn, "*")
    assert (turns.ON, 1, 0) in turn.targets()
    turn.put((turns.ON, 1, 0))
    assert not turn.wrong()
    assert legal(turn)


def test_undo_goes_back_step_by_step_and_reset_all_the_way():
    rng = random.Random(4)
    for _ in range(30):
        turn = make(
            ["r3 r4 r5 r6 r7", "k7 r7 b7 o7", "o9 o10 * o12", "b1 b2 b3 b4 b5 b6"],
            "r5 o11 k1 k2 k3 b7 o8 * r1 r2",
        )
        states = [state(turn)]
        for _ in range(12):
            for _ in range(rng.randint(1, 4)):
                if rng.random() < 0.5 and turn.rack:
                    turn.pick_rack(rng.randrange(len(turn.rack)))
                else:
                    which = rng.randrange(len(turn.sets))
                    turn.pick(which, rng.randrange(len(turn.sets[which])))
            if not turn.picked:
                continue
            places = turn.targets()
            choice = rng.random()
            if places and choice < 0.6:
                turn.put(rng.choice(places))
            elif choice < 0.8:
                turn.put((turns.NEW, 0, 0))
            else:
                turn.put((turns.ON, rng.randrange(len(turn.sets)), 0))
            turn.unpick()
            states.append(state(turn))
            check_whole(turn)
        while len(states) > 1:
            states.pop()
            assert turn.undo()
            assert state(turn) == states[-1]
        assert not turn.undo()
        turn.pick_rack(0)
        turn.put((turns.NEW, 0, 0))
        turn.reset()
        assert state(turn) == states[0]


def check_whole(turn):
    """No tile is lost or doubled, flags fit, `good` tells the truth."""
    here = tiles.table_counts(turn.sets)
    for code in turn.rack:
        here[code] += 1
    there = tiles.table_counts(turn.before)
    for code in turn.start_rack:
        there[code] += 1
    assert here == there
    own = 0
    for codes, flags, good in zip(turn.sets, turn.flags, turn.good):
        assert len(codes) == len(flags) and codes
        own += sum(flag & 1 for flag in flags)
        assert bool(good) == bool(_reads(codes, turn.rules))
    assert own == turn.laid == len(turn.start_rack) - len(turn.rack)
    cells = list(turn.cells)
    assert cells == sorted(set(cells)) and len(cells) == len(turn.rack)
    assert not cells or cells[-1] < len(turn.start_rack)


def _reads(codes, rules):
    from rules.tilegame import melds

    return melds.readings(bytes(codes), rules)


def test_sorting():
    rack = tiles.parse_set("r5 k13 * b1 r1 k1".split())
    assert tiles.set_text(sorting.sort_rack(rack, False)) == ["k1", "k13", "r1", "r5", "b1", "*"]
    assert tiles.set_text(sorting.sort_rack(rack, True)) == ["k1", "r1", "b1", "r5", "k13", "*"]


def longest_first(rules, rack, kinds):
    """The tiles of sets of one kind, the longest again and again, then of the other."""
    from rules.tilegame import racksets

    left = tiles.counts(rack)
    left[tiles.JOKER] = 0
    taken = 0
    for kind in kinds:
        while True:
            sets = [codes for codes in racksets.sets_of(dict(rules, **{kind: True}), left) if codes]
            if not sets:
                break
            codes = max(sets, key=len)
            taken += len(codes)
            for code in codes:
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
    "rack, tile, found",
    [
        ("r3 r4 r5 b9", "r4", 3),
        ("r3 r4 r5 k4 b4 o4", "r4", 4),
        ("r3 r4 b9 *", "r3", 3),
        ("r3 r5 *", "r5", 3),
        ("k4 r4 *", "k4", 3),
        ("k2 k3 k5 k7 *", "k5", 4),
        ("r3 r4 b9", "r4", 0),
        ("* r1", "*", 0),
    ],
)
def test_the_best_set_with_a_tile_is_picked_at_once(rack, tile, found):
    turn = make([], rack)
    assert turn.pick_meld(list(turn.rack).index(tiles.parse(tile))) == found
    if found:
        turn.put((turns.NEW, 0, 0))
        assert turn.wrong() == 0 and turn.laid == found


@pytest.mark.parametrize("options", [{}, {"opening_points": 0}, {"runs_only": True}])
@pytest.mark.parametrize(
    "game_id, more",
    [(one, {}) for one in games.ids()]
    + [("RK", {"groups_only": True}), ("KR", {"groups_only": True})]
    + [
        ("KR", {"opening_several": True}),
        ("KR", {"mixed_runs": True}),
        ("RK", {"opening_build": True}),
    ],
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
    pack = list(range(52)) * 2 + [52] * 2
    for _ in range(60):
        rack = bytearray(rng.sample(pack, 14))
        for i in range(14):
            turn = turns.Turn(rules, [], rack, False)
            found = turn.pick_meld(i)
            if found < 1:
                shut -= found
                whole = turns.Turn(rules, [], rack, True)
                assert bool(whole.pick_meld(i)) == (found < 0)
                continue
            turn.put((turns.NEW, 0, 0))
            verdict = referee.judge(rules, [], rack, turn.table(), False)
            if rules["opening_sets"] == "group" and not rules["opening_several"]:
                assert verdict.legal and turn.opens()
            else:  # other sets may bring what is missing
                assert verdict.legal or verdict.why[0] in (errors.FEW_POINTS, errors.FEW_IN_GROUP)
                assert verdict.legal or not turn.opens()
            assert not turn.shut(0)
    assert (shut > 0) == (
        rules["opening_sets"] == "group"
        and more != {"groups_only": True}
        or rules["opening_joker"] == "none"
    )


@pytest.mark.parametrize(
    "rack, found", [("r5 b9 b10 k13", 3), ("r5 b9 b10 *", 3), ("r5 b10 k1", 0)]
)
def test_the_best_set_with_a_tile_takes_the_joker_that_was_freed(rack, found):
    """The rack alone made none: "No set with this tile.", with the joker lying beside."""
    turn = make(["r4 * r6"], rack)
    take(turn, "r5")
    turn.put(turn.targets()[0])
    assert turn.picked == 1  # the joker of the table
    assert turn.pick_meld(list(turn.rack).index(tiles.parse("b10"))) == found
    assert turn.picked == (found or 1)
    if found:
        turn.put((turns.NEW, 0, 0))
        assert turn.wrong() == 0 and turn.laid == 3
        assert turn.rack.count(tiles.JOKER) == rack.count("*")


# -- any legal play can be made -------------------------------------------------------------------


def reach(turn, target):
    """Make the table `target` by picking tiles and laying them as sets; the way a person may."""
    while True:
        goal, done = missing(turn, target)
        if goal is None:
            return
        for code in goal:
            pick(turn, code, done)
        count = turn.readings()
        for way in range(count):
            which = turn.put((turns.NEW, 0, way))
            if melds.same_set(bytes(turn.sets[which]), goal):
                break
            turn.undo()
            for code in goal:
                pick(turn, code, done)
        else:
            raise AssertionError("no reading is " + " ".join(tiles.set_text(goal)))


def pick(turn, code, done):
    """Pick a tile of this kind: on the table outside finished sets, else on the rack."""
    which, tile = place_of(turn, code, done)
    if which is None:
        turn.pick_rack(tile)
    else:
        assert turn.pick(which, tile)


def random_plays(count, seed):
    """Random positions with a legal end table found by the solver, joker clauses as written."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        pool = bytearray(list(range(52)) * 2 + [52, 52])
        rng.shuffle(pool)
        start = solver.run(RK, [], pool[: rng.randint(20, 70)], True)
        if not start.tiles:
            continue
        table = [bytes(codes) for codes in start.table]
        here = tiles.table_counts(table)
        rest = bytearray(list(range(52)) * 2 + [52, 52])
        for code in range(53):
            for _ in range(here[code]):
                rest.remove(code)
        rng.shuffle(rest)
        rack = rest[: rng.randint(4, 14)]
        best = solver.run(RK, table, rack, True)
        if best.tiles:
            made += 1
            yield table, rack, [bytes(codes) for codes in best.table]


def test_the_best_plays_of_random_positions_can_be_made():
    """T-6: whatever the solver finds can be laid by picking and putting down."""
    moved = 0
    for table, rack, target in random_plays(25, 11):
        turn = turns.Turn(RK, table, rack, True)
        reach(turn, target)
        check_whole(turn)
        verdict = referee.judge(RK, table, rack, turn.table(), True)
        assert verdict.legal, verdict.why
        moved += turn.touched()
    assert moved > 10  # most of them rearrange the table


# -- from table to table --------------------------------------------------------------------------


def test_sets_are_followed_from_table_to_table():
    before = table_of("r3 r4 r5", "k7 r7 b7", "b1 b2 b3 b4")
    after = table_of("k7 r7 b7 o7", "b1 b2 b3", "o1 o2 o3", "r3 r4 r5")
    assert changes.origins(before, after) == [1, 2, -1, 0]


def test_what_was_laid_and_what_was_moved_is_told_apart():
    before = table_of("r3 r4 r5 r6", "k7 r7 b7")
    after = table_of("r3 r4 r5", "k7 r7 b7", "k6 r6 b6")
    marks = changes.changes(before, after, tiles.parse_set(["k6", "b6"]))
    assert [list(one) for one in marks] == [
        [draw.PLAIN] * 3,
        [draw.PLAIN] * 3,
        [draw.OWN, draw.MOVED, draw.OWN],
    ]


def test_rk_13_referee_solver_and_turn_ask_the_one_place(monkeypatch):
    """A draft in which a tile of any colour of the number retrieves a joker: `melds.payers` says
    so, and nothing else has to be changed."""
    hand = "r10 r11 r12 k2 k3"
    before = table_of("o9 o10 o11 *")
    rack = tiles.parse_set(hand.split())
    sets = ("o9 o10 o11", "r10 r11 r12", "k2 k3 *")
    after = [tiles.parse_set(words.split()) for words in sets]

    def answers():
        turn = make(["o9 o10 o11 *"], hand)
        take(turn, "r12")
        swaps = [place for place in turn.targets() if place[0] == turns.SWAP]
        legal = referee.judge(RK, before, rack, after, True).legal
        return legal, solver.run(RK, before, rack).tiles, bool(swaps)

    assert answers() == (False, 3, False)
    monkeypatch.setattr(
        melds, "payers", lambda code: list(range(tiles.number_of(code) - 1, 52, 13))
    )
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
