"""The editable copy of the table (lib/pocket/tilegame/personturn.py): T-6, T-7, T-8, RK-4, RK-11,
RK-13, RK-14."""

import random

import pytest
from pocket.always import draw
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


def test_three_rack_tiles_are_laid_as_a_set_whatever_their_order():
    turn = make([], "r5 b9 r3 r4")
    take(turn, "r5", "r3", "r4")
    turn.lay()
    assert words(turn) == ["r3 r4 r5"]
    assert bytes(turn.good) == b"\1" and turn.laid == 3
    assert tiles.set_text(turn.rack) == ["b9"]
    assert turn.wrong() == 0


def test_tiles_that_make_no_set_lie_marked_as_wrong():
    turn = make([], "r5 b9")
    take(turn, "b9", "r5")
    turn.lay()
    assert words(turn) == ["r5 b9"]
    assert turn.wrong() == 1


def test_a_tile_goes_onto_a_set_in_its_place():
    turn = make(["r4 r5 r6"], "r3 r7")
    take(turn, "r3")
    turn.add(0)
    take(turn, "r7")
    turn.add(0)
    assert words(turn) == ["r3 r4 r5 r6 r7"]
    assert [flag for flag in turn.flags[0]] == [changes.OWN, 0, 0, 0, changes.OWN]


def test_a_second_tile_within_a_run_splits_it_into_two_runs():
    """T-6: split a run."""
    turn = make(["r3 r4 r5 r6 r7"], "r5")
    take(turn, "r5")
    assert turn.targets() == [(turns.SPLIT, 0, 0)]
    turn.put(turn.targets()[0])
    assert words(turn) == ["r3 r4 r5", "r5 r6 r7"]
    assert turn.wrong() == 0


def test_two_tiles_can_double_a_stretch_of_a_run():
    turn = make(["r3 r4 r5 r6 r7 r8"], "r5 r6")
    take(turn, "r5", "r6")
    turn.put(turn.targets()[0])
    assert words(turn) == ["r3 r4 r5 r6", "r5 r6 r7 r8"]


def test_taking_out_of_the_middle_cuts_a_run_in_two():
    turn = make(["b1 b2 b3 b4 b5 b6 b7"], "k4 r4")
    turn.pick(0, 3)
    take(turn, "k4", "r4")
    turn.lay()
    assert words(turn) == ["b1 b2 b3", "b5 b6 b7", "k4 r4 b4"]
    assert turn.wrong() == 0


def test_the_fourth_tile_of_a_group_is_taken_for_a_run():
    """T-6: take the fourth tile of a group."""
    turn = make(["k7 r7 b7 o7"], "r8 r9")
    turn.pick(0, 1)
    take(turn, "r8", "r9")
    assert turn.targets()[0] == (turns.NEW, 0, 0)
    turn.put(turn.targets()[0])
    assert words(turn) == ["k7 b7 o7", "r7 r8 r9"]


def test_only_own_tiles_go_back_to_the_rack():
    turn = make(["r4 r5 r6"], "r3")
    take(turn, "r3")
    turn.add(0)
    turn.pick(0, 1)
    assert not turn.back()
    turn.unpick()
    turn.pick(0, 0)
    assert turn.back()
    assert words(turn) == ["r4 r5 r6"] and tiles.set_text(turn.rack) == ["r3"] and turn.laid == 0


@pytest.mark.parametrize("order", [("r2", "r6"), ("r6", "r2")])
def test_a_tile_goes_back_to_the_gap_it_left_whatever_other_gaps_there_are(order):
    turn = make(["r3 r4 r5"], "k1 r2 k9 r6 b9")
    assert bytes(turn.cells) == bytes(range(5))
    for text in ("r2", "r6"):
        take(turn, text)
        turn.put(turn.targets()[0])
    assert words(turn) == ["r2 r3 r4 r5 r6"] and bytes(turn.cells) == bytes((0, 2, 4))
    left = {"r2": ("k1 r2 k9 b9", (0, 1, 2, 4)), "r6": ("k1 k9 r6 b9", (0, 2, 3, 4))}
    for text in order:
        turn.pick(0, tiles.set_text(turn.sets[0]).index(text))
        assert turn.back()
        if text == order[0]:
            assert " ".join(tiles.set_text(turn.rack)) == left[text][0]
            assert bytes(turn.cells) == bytes(left[text][1])
    assert tiles.set_text(turn.rack) == "k1 r2 k9 r6 b9".split()
    assert bytes(turn.cells) == bytes(range(5))


def test_before_the_opening_the_table_stays_untouched():
    """T-4, RG-4, RK-5: option or rule "build in the opening turn" lifts it."""
    turn = make(["r4 r5 r6"], "r3 k1 k2 k3", opened=False)
    assert not turn.pick(0, 0) and not turn.pick_rest(0, 0) and turn.picked == 0
    take(turn, "r3")
    assert turn.targets() == []
    for rules in (games.rules_for("RG"), games.rules_for("RK", {"opening_build": True})):
        free = make(["r4 r5 r6"], "r3", opened=False, rules=rules)
        assert free.pick(0, 0)


def test_points_laid_and_missing_for_the_opening():
    """RK-4: 30 points, a joker is worth what it stands for."""
    turn = make([], "k10 r10 b9 b10 b11", opened=False)
    take(turn, "b9", "b10", "b11")
    turn.lay()
    assert turn.points() == 30
    turn = make([], "k13 r13 * r2", opened=False)
    take(turn, "k13", "r13")
    turn.lay()
    assert turn.points() == 0
    turn.undo()
    take(turn, "k13", "r13", "*")
    turn.lay()
    assert turn.points() == 39


def test_a_joker_goes_where_the_person_wants_it():
    """T-7: both ends of a run, the gap in it, the missing colours of a group."""
    turn = make([], "r5 r6 *")
    take(turn, "r5", "r6", "*")
    places = turn.targets()
    assert len(places) == 2
    seen = []
    for place in places:
        turn.put(place)
        seen.append([tiles.number_of(code) for code in turn.sets[0]])
        turn.undo()
        take(turn, "r5", "r6", "*")
    assert seen == [[4, 5, 6], [5, 6, 7]]
    turn = make([], "* * r5")
    take(turn, "*", "*", "r5")
    assert len(turn.targets()) == 4  # a group, and three runs


def test_a_rack_joker_stands_for_nothing_until_the_turn_ends():
    turn = make([], "r5 r6 r7 *")
    take(turn, "r5", "r6", "*")
    turn.lay(1)
    take(turn, "r7")
    turn.add(0)
    assert words(turn) == ["* r5 r6 r7"] or words(turn) == ["r5 r6 r7 *"]


def test_a_table_joker_keeps_what_it_stands_for():
    """T-7, RK-14."""
    turn = make(["r4 r5 * r7"], "r8")
    turn.pick(0, 2)
    turn.pick(0, 3)
    take(turn, "r8")
    turn.lay()
    assert turn.wrong() == 1  # r4 r5 is left
    assert tiles.number_of(turn.sets[1][0]) == 6 and tiles.mask_of(turn.sets[1][0]) == 2


def test_replacing_a_joker_frees_it():
    """RK-13, T-8: the rack tile takes the joker's place; the joker waits for its new set."""
    turn = make(["o9 o10 * o12"], "o11 k2 k3")
    take(turn, "o11")
    assert turn.targets()[0][0] == turns.SWAP
    turn.put(turn.targets()[0])
    assert words(turn) == ["o9 o10 o11 o12", "*"]
    assert turn.picked == 1
    take(turn, "k2", "k3")
    turn.put(turn.targets()[0])
    assert turn.wrong() == 0
    table = turn.table()
    assert referee.judge(RK, turn.before, tiles.parse_set("o11 k2 k3".split()), table, True).legal


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


def test_a_tile_picked_in_the_jokers_own_set_replaces_it_once():
    """RK-13: o5 lies loose in the set whose joker it is."""
    turn = make(["o3 o4 *"], "o5 k10")
    take(turn, "o5", "k10")
    turn.add(0)
    at = bytes(turn.sets[0]).index(tiles.parse("o5"))
    turn.pick(0, at)
    swaps = [place for place in turn.targets() if place[0] == turns.SWAP]
    assert len(swaps) == 1
    turn.put(swaps[0])
    check_whole(turn)
    assert sorted(words(turn)) == ["*", "k10 o3 o4 o5"] or sorted(words(turn)) == [
        "*",
        "o3 o4 o5 k10",
    ]


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
                turn.add(rng.randrange(len(turn.sets)))
            turn.unpick()
            check_whole(turn)
    assert swapped > 50


def test_a_tile_goes_to_the_set_it_mends_not_back_where_it_lay():
    """Table k1 k2 k3 k4 and two 4s that are no set yet: the black 4 belongs to them."""
    turn = make(["k1 k2 k3 k4", "r4 b4 o4 k4"], "r9")
    turn.pick(1, 1)
    turn.pick(1, 3)
    turn.lay()
    assert words(turn) == ["k1 k2 k3 k4", "k4 b4", "r4 o4"]
    turn.pick(0, 3)
    places = turn.targets()
    assert places == [(turns.ON, 2, 0)]
    turn.put(places[0])
    assert words(turn) == ["k1 k2 k3", "k4 b4", "k4 r4 o4"] and list(turn.good) == [1, 0, 1]
    turn = make(["b4 r4 o4", "k1 k2 k3 k4", "o1 o2 o3 o4"], "r9")
    turn.pick(2, 3)
    turn.lay()
    turn.pick(0, 2)
    turn.lay()  # o4 and o4 lie alone
    turn.pick(1, 3)
    kinds_of = [(turn.good[which], kind) for kind, which, _ in turn.targets()]
    assert kinds_of == [(0, turns.ON)]  # the two 4s of other colours, not the run it is from


def test_sets_that_a_tile_mends_come_before_sets_it_only_lengthens():
    turn = make(["k5 k6 k7", "r4 b4 o4 k4"], "k4 r9")
    turn.pick(1, 0)
    turn.pick(1, 3)
    turn.lay()  # r4 k4 and b4 o4: no sets
    take(turn, "k4")
    assert [turn.good[which] for _, which, _ in turn.targets()] == [0, 1]


def test_a_joker_taken_up_in_its_own_set_may_change_its_side():
    turn = make([], "r4 r5 *")
    take(turn, "r4", "r5", "*")
    turn.lay()
    before = words(turn)
    turn.pick(0, words(turn)[0].split().index("*"))
    turn.put(turn.targets()[0])
    assert turn.wrong() == 0 and words(turn) != before


def test_rg_4_and_rg_9_the_opening_turn_offers_what_the_referee_allows():
    """A joker may be retrieved in the turn of the opening meld where that turn may build."""
    rules = games.rules_for("RG")
    own = "r4 k13 r13 b13 o13 k9 r9"
    turn = make(["r3 * r5"], own, False, rules)
    take(turn, "r4")
    assert turn.targets()[0][0] == turns.SWAP
    turn.put(turn.targets()[0])
    take(turn, "k9", "r9")
    turn.put(turn.targets()[0])
    take(turn, "k13", "r13", "b13", "o13")
    turn.put(turn.targets()[0])
    assert turn.wrong() == 0
    assert referee.judge(
        rules, turn.before, tiles.parse_set(own.split()), turn.table(), False
    ).legal
    closed = make(["r3 * r5"], own, False, games.rules_for("RG", {"opening_build": False}))
    take(closed, "r4")
    assert closed.targets() == []


@pytest.mark.parametrize("game_id", games.ids())
def test_rg_8_a_rack_joker_goes_to_a_set_of_the_table_where_the_referee_lets_it(game_id):
    """SELECT offered a place there, and the joker lay green until START."""
    rules = games.rules_for(game_id)
    turn = make(["b5 b6 b7"], "* k9 r9 b9", rules=rules)
    take(turn, "*")
    offered = turn.targets()
    turn.add(0)
    assert bool(offered) == legal(turn) == bool(turn.good[0])
    assert legal(turn) is (game_id != "RG")
    turn.undo()
    take(turn, "k9", "r9", "b9")
    turn.lay()
    take(turn, "*")
    assert (turns.ON, 1, 0) in turn.targets()
    turn.add(1)
    assert not turn.wrong()
    assert legal(turn)


def test_rg_8_a_tile_that_the_rack_had_too_is_as_good_as_its_own():
    """The referee tells equal tiles apart in any way that makes the play legal."""
    rules = games.rules_for("RG")
    turn = make(["b5 b6 b7 b8"], "* b8 k8", rules=rules)
    turn.pick(0, 3)
    take(turn, "*", "k8")
    turn.lay()
    assert not turn.wrong()
    take(turn, "b8")
    turn.add(0)
    assert not turn.wrong()
    assert legal(turn)


def test_rg_8_a_joker_as_good_as_one_of_the_table_may_take_its_place():
    """Jokers are equal: the one of the table may lie in the set from the hand instead."""
    rules = games.rules_for("RG")
    turn = make(["o8 r8 b8 *"], "* b9 b11", rules=rules)
    turn.pick(0, tiles.set_text(turn.sets[0]).index("*"))
    take(turn, "b9", "b11")
    turn.lay()
    take(turn, "*")
    assert (turns.ON, 0, 0) in turn.targets()
    turn.add(0)
    assert not turn.wrong()
    assert legal(turn)


def test_rg_8_a_rack_joker_is_offered_no_new_set_with_a_tile_of_the_table():
    turn = make(["b5 b6 b7 b8"], "* k8", rules=games.rules_for("RG"))
    turn.pick(0, 3)
    take(turn, "*", "k8")
    assert turn.targets() == []
    turn.lay()
    assert bytes(turn.good) == b"\1\0"


def test_rg_9_a_freed_joker_in_a_set_of_the_table_is_red():
    rules = games.rules_for("RG")
    turn = make(["o3 o4 *", "k9 r9 b9"], "o5 k1", rules=rules)
    take(turn, "o5")
    turn.put((turns.SWAP, 0, 2))
    assert turn.targets() == []
    which = turn.add(2)
    assert not turn.good[which]
    assert not legal(turn)


def test_t_7_rk_13_a_joker_of_two_shows_what_its_neighbour_is_not():
    turn = make(["b8 r8 * *"], "k8 k8 o8")
    turn.pick(0, 1)
    turn.pick(0, 2)
    take(turn, "k8")
    turn.lay()  # k8 r8 and a joker: orange
    take(turn, "k8")
    assert turn.targets() == [(turns.SWAP, 0, 1)]  # the joker left with b8 is black
    turn.unpick()
    take(turn, "o8")
    # beside b8 it makes a group whose joker is black; in the other group the joker is orange itself
    assert turn.targets() == [(turns.ON, 0, 0), (turns.SWAP, 1, 2), (turns.ON, 1, 0)]


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
                turn.lay()
            else:
                turn.add(rng.randrange(len(turn.sets)))
            turn.unpick()
            states.append(state(turn))
            check_whole(turn)
        while len(states) > 1:
            states.pop()
            assert turn.undo()
            assert state(turn) == states[-1]
        assert not turn.undo()
        turn.pick_rack(0)
        turn.lay()
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


def test_the_rack_can_be_sorted_in_the_middle_of_a_turn():
    turn = make([], "r5 r3 k9 r4 b1")
    take(turn, "r3", "r4", "r5")
    turn.lay()
    turn.arrange(sorting.sort_rack(turn.rack, True))
    assert tiles.set_text(turn.rack) == ["b1", "k9"]
    assert turn.undo()  # the move: as the rack was sorted since, with what comes back behind
    assert tiles.set_text(turn.rack)[:2] == ["b1", "k9"] and not turn.laid
    assert not turn.undo()
    assert sorted(tiles.set_text(turn.rack)) == ["b1", "k9", "r3", "r4", "r5"]
    turn.reset()
    assert sorted(tiles.set_text(turn.rack)) == ["b1", "k9", "r3", "r4", "r5"]


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
        turn.lay()
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
            turn.lay()
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
        turn.lay()
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
            which = turn.lay(way)
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
