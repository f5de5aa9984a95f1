"""Two jokers of one group (T-7) are different tiles: in the referee, in saves and in JSON."""

import pytest
from rules_help import clause, codes, rack, standing, table, verdict

from rules.errors import RulesError
from rules.solver import search as solver
from rules.tilegame import game, games, melds, referee
from rules.tilegame.tiles import joker_as
from tools import referee as asked
from tools import solve

BLACK, RED, BLUE, ORANGE = 1, 2, 4, 8


def test_t_7_two_table_jokers_may_end_in_one_group_either_way_round():
    before = "b4 b5 b6 * b8 b9 b10 | r4 r5 r6 * r8 r9 r10"
    after = "b4 b5 b6 | b8 b9 b10 | r4 r5 r6 | r8 r9 r10 | k7 o7 * *"
    one = standing("RK", ["k7 o7 k1", "k13 r13 r12"], before)
    assert one.apply(("play", table(after))) is None
    one.check()
    assert game.unpack(one.pack()).table == one.table
    assert sorted(one.table[-1][2:]) == sorted([joker_as(7, BLUE), joker_as(7, RED)])


@pytest.mark.parametrize(
    "game_id, before, own, after, broken",
    [
        *(
            pytest.param(game_id, "b8 * r8 *", own, end, broken, id=name + game_id)
            for game_id in ("RK", "RG", "CR")
            for name, own, end, broken in (
                ("both kept jokers would be orange ", "k8 k8", "k8 r8 * | k8 b8 *", "T-7"),
                ("black and orange beside two jokers ", "k8 o8", "k8 r8 * | o8 b8 *", None),
            )
        ),
        pytest.param("KR", "b8 * r8 *", "k8 k8", "k8 r8 * | k8 b8 *", None,
                     id="KR-9: in Kiran both may be freed"),
        pytest.param("KR", "b8 r8 * *", "k8 k8 k7 k9 b1 b2", "b8 r8 k8 | k7 k8 k9 | b1 b2 * *",
                     "T-7", id="KR-9: one kind does not pay for both"),
        pytest.param("KR", "b8 r8 * *", "k8 o8 k7 k9 b1 b2", "b8 r8 k8 | o8 k7 k9 | b1 b2 * *",
                     "T-1", id="KR-9: an orange 8 is in no black run"),
        pytest.param("KR", "b8 r8 * *", "k8 o8 o7 o9 b1 b2", "b8 r8 k8 | o7 o8 o9 | b1 b2 * *",
                     None, id="KR-9: two kinds pay for both"),
        pytest.param("KR", "b8 r8 * *", "k8 b1 b2", "b8 r8 k8 * | b1 b2 *", None,
                     id="black pays for one joker so the other is orange"),
        pytest.param("KR", "b8 r8 * *", "k8 k7 k9 b1 b2", "k8 r8 b8 | k7 * k9 | b1 b2 *", "T-7",
                     id="black pays for one joker so the other is not black"),
        pytest.param("KR", "b8 r8 * *", "k8 o7 o9 b1 b2", "k8 r8 b8 | o7 * o9 | b1 b2 *", None,
                     id="the other joker is orange in a run"),
        pytest.param("RK", "b8 * r8", "k8 o8 o9 o10", "b8 r8 k8 * | o8 o9 o10", None,
                     id="one joker may be either missing colour"),
        pytest.param("RK", "b8 * *", "r7 r9 k7 k9 b6 b7", "b6 b7 b8 | r7 * r9 | k7 * k9", None,
                     id="of three missing colours two are two"),
        pytest.param("RK", "b8 * *", "r7 r9 r7 r9 b6 b7", "b6 b7 b8 | r7 * r9 | r7 * r9", "T-7",
                     id="of three missing colours one is not two"),
    ],
)  # fmt: skip
def test_t_7_kr_9_the_referee_and_its_json_answer(game_id, before, own, after, broken):
    assert clause(game_id, before, own, after) == broken
    sets = [[row.split() for row in text.split("|")] for text in (before, after)]
    request = {"game": game_id, "before": sets[0], "rack": own.split(), "after": sets[1]}
    said = asked.answer(request)
    assert (said["legal"], said.get("clause")) == (broken is None, broken)


def test_t_7_of_a_tile_and_two_jokers_the_jokers_are_two_of_three_colours():
    assert verdict("RK", "k8 * *", "r8", "k8 r8 * *").table[0][2:] == bytes(
        [joker_as(8, BLUE | ORANGE)] * 2
    )
    on = [codes("k8", (8, 14), (8, 14))]
    rules = games.rules_for("RK")
    own = rack("r7 r9 r7 r9 b7 b9 k9 k10")
    after = "k8 k9 k10 | r7 * r9 | r7 * r9"
    assert referee.judge(rules, on, own, table(after), True).clause == "T-7"
    good = referee.judge(rules, on, own, table("k8 k9 k10 | r7 * r9 | b7 * b9"), True)
    assert good.legal and not good.parted


def test_t_7_two_jokers_of_one_group_stay_different_when_they_are_parted():
    one = standing("RK", ["r8 k8 b1 b1", "k1 k2"], "k8 r8 * *")
    assert one.apply(("play", table("k8 r8 * | k8 r8 *"))) is None
    assert one.parted and one.table == [codes("k8 r8", (8, BLUE | ORANGE))] * 2
    again = game.unpack(one.pack())
    runs = "k7 k8 k9 | k7 k8 k9 | r7 r8 r9 | r7 r8 r9 | b7 * b9 | "
    for played in (one, again):
        assert played.parted and played.view(1).parted
        played.racks[1] = rack("k7 k9 k7 k9 r7 r9 r7 r9 b7 b9 b7 b9 o7 o9")
        assert played.apply(("play", table(runs + "b7 * b9")))[0] == "T-7"
        assert played.apply(("play", table(runs + "o7 * o9"))) is None
        assert not played.parted  # decided: from now on each is what it is


def test_t_7_once_one_of_two_parted_jokers_is_decided_so_is_the_other():
    rules = games.rules_for("RK")
    on = [codes("k8 r8", (8, BLUE | ORANGE))] * 2
    said = referee.judge(rules, on, rack("b8"), table("k8 r8 b8 * | k8 r8 *"), True, True)
    assert said.table == [codes("k8 r8 b8", (8, ORANGE)), codes("k8 r8", (8, BLUE))]
    assert not said.parted


def test_t_7_rk_13_a_decided_joker_leaves_its_neighbour_the_other_colours():
    # the joker of r3 * r5 goes into the group as red 4, so the rack's joker there is orange
    said = referee.judge(
        games.rules_for("RK"),
        [codes("r3", (4, RED)) + codes("r5")],
        rack("k4 b4 * r1 r2 r6 r7"),
        table("r1 r2 r3 | r5 r6 r7 | k4 b4 * *"),
        True,
    )
    assert said.legal and said.table[2] == codes("k4 b4", (4, RED), (4, ORANGE))


def test_the_same_set_is_known_however_its_jokers_lie():
    before = codes("k8", (8, BLUE), (8, RED | ORANGE))
    assert melds.same_set(before, codes("k8", (8, RED), (8, BLUE)))
    assert not melds.same_set(before, codes("k8", (8, BLUE), (8, BLUE)))
    assert not melds.same_set(
        codes("r8", (8, BLUE), (8, ORANGE)), codes("k8", (8, ORANGE), (8, BLUE))
    )


def test_t_7_json_says_that_jokers_are_parted():
    """`referee` answers it, and it and `solve` take it with the next request."""
    before = [["k8", "r8", "*", "*"]]
    apart = [["k8", "r8", "*"], ["k8", "r8", "*"]]
    first = asked.answer({"game": "RK", "before": before, "rack": ["r8", "k8"], "after": apart})
    assert first["parted"] is True
    runs = [["b7", "*", "b9"], ["b7", "*", "b9"], ["k7", "k8", "k9"], ["k7", "k8", "k9"]]
    runs += [["r7", "r8", "r9"], ["r7", "r8", "r9"]]
    turn = {"game": "RK", "before": first["table"], "after": runs}
    turn["rack"] = [color + number for color in "krb" for number in ("7", "9")] * 2
    assert asked.answer(dict(turn, parted=True))["clause"] == "T-7"
    assert "parted" not in asked.answer(dict(turn, parted=False))
    request = {"game": "RK", "table": first["table"], "rack": ["b8", "b8"]}
    assert solve.answer(dict(request, parted=True))["tiles"] == 1
    assert solve.answer(request)["tiles"] == 2
    for answer in (asked.answer, solve.answer):
        with pytest.raises(RulesError, match='"parted" must be true or false.'):
            answer(dict(turn, table=before, parted=1))


@pytest.mark.parametrize("lies", [["*", "*", "r5"], ["r5", "*", "*"], ["*", "r5", "*"]])
def test_solve_leaves_untouched_sets_as_they_lie(lies):
    """Two jokers and a tile are a run or a group by their order."""
    request = {"game": "RK", "table": [["o9", "b9", "k9"], lies, ["k1", "k2", "k3"]]}
    for rack_texts in ([], ["k12"], ["k4"]):
        said = solve.answer(dict(request, rack=rack_texts))["table"]
        assert lies in said and ["o9", "b9", "k9"] in said


def test_t_8_of_two_jokers_for_the_same_tile_the_one_that_is_paid_for_leaves_its_set():
    """Both stand for the orange 12 and one o12 pays: only one of their sets stays as it was."""
    one = standing(
        "RK",
        ["b11 o8 o13 o6 k1 b11 b12 o1 k10 b2 r2 k9 k13 b9 o6 k7 o4 r3 r8 b6 o12", "k1"],
        "k3 k4 k5 | k3 k4 k5 k6 k7 | r5 b5 o5 | r6 r7 r8 | o11 * o13",
    )
    one.table.append(codes("k12 b12", (12, ORANGE)))
    result = solver.run(one.rules, one.table, one.racks[0])
    assert one.judge(result.table).legal
