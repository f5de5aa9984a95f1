"""What table jokers stand for after a play (T-7, T-8): of all ways to tell them apart the one that
changes least, whatever the order in which anything is listed.

Each row asks the slow judge of `soak`, too, which tries everything; random turns are the
properties of test_soak_properties.
"""

import pytest
from rounds import sets_of

from rules.base import RulesError
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import joker_as
from tools import referee as referee_command
from tools import requests, solve
from tools.soak import positions

# -- scripts ---------------------------------------------------------------------------------------


def asked(**request):
    """Return what the command `referee` answers."""
    return requests.of("CR").referee(dict({"game": "CR", "opened": True}, **request))


def test_t_8_rk_13_scripts_are_told_what_each_joker_stands_for_from_now_on():
    before = [["r11", "b11", "*"], ["o10", "*", "o12"]]
    answer = asked(before=before, rack=["k2", "k3", "k4"], after=before + [["k2", "k3", "k4"]])
    assert answer == {
        "legal": True,
        "opens": False,
        "laid": ["k2", "k3", "k4"],
        "table": [["r11", "b11", "*(k/o11)"], ["o10", "*(o11)", "o12"], ["k2", "k3", "k4"]],
    }
    # two jokers beside a nine: the group that lay there, unless the record names a run
    nines = [["*(k/r/b9)", "*(k/r/b9)", "o9"]]
    run = [["o9", "*(o10)", "*(o11)"], ["k2", "k3", "k4"]]
    refusal = asked(before=nines, rack=["k2", "k3", "k4"], after=run)
    assert not refusal["legal"] and refusal["clause"] == "T-8"
    run[0] = ["o9", "*", "*"]
    assert asked(before=nines, rack=["k2", "k3", "k4"], after=run)["legal"]
    # the answer is read again: a joker that was decided stays so, for all that its place tells
    before = [["r11", "b11", "*(o11)"]]
    run = [["k9", "k10", "*"], ["r11", "b11", "k11"]]
    assert asked(before=before, rack=["k9", "k10", "k11"], after=run)["clause"] == "T-8"
    assert asked(before=[["r11", "b11", "*"]], rack=["k9", "k10", "k11"], after=run)["legal"]
    after = [["r11", "b11", "*"], ["b12", "k12", "r12"]]
    answer = asked(before=before, rack=["b12", "k12", "r12"], after=after)
    assert answer["table"][0] == ["r11", "b11", "*(o11)"]
    assert asked(before=answer["table"], rack=[], after=after, pool=0)["table"] == answer["table"]


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
    found = melds.make_distinct(joker_as(1, one), joker_as(1, other))
    assert found == (left and (joker_as(1, left[0]), joker_as(1, left[1])))
    far = (joker_as(1, 1), joker_as(2, 1))
    assert melds.make_distinct(*far) == far


def test_rk_13_black_one_replaces_the_joker_that_stands_for_it():
    assert melds.retrieves(joker_as(1, 1), tiles.kind(0, 1))
    assert not melds.retrieves(joker_as(1, 1), tiles.JOKER)
    assert not melds.retrieves(tiles.JOKER, tiles.kind(0, 1))


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
