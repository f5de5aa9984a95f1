"""Card text, and what `referee` and `score` answer for 8 Round Rummy."""

import cases
import pytest

from rules.eight import cards
from rules.tilegame import tiles
from tools.refusals import sentence
from tools.requests import cards as requests


def ask(**request):
    request["game"] = "ER"
    return requests.referee(request)


def test_card_text_both_ways():
    texts = [cards.text(code) for code in (0, 6, 7, 14, 21, 35, 41, 42, 43)]
    assert " ".join(texts) == "r^1 r^7 r#1 ro1 b^1 bo1 bo7 * <>"
    for code in range(cards.KINDS):
        assert cards.parse(cards.text(code)) == code
    assert cards.parse("B#7") == cards.parse("b#7") and cards.parse("rO2") == cards.parse("ro2")


@pytest.mark.parametrize(
    "word",
    ["", "r^8", "r^0", "k^1", "r*1", "r^", "r^11", "r^ 1", "<", "**", 5, None, ["r^1"], "x" * 100],
)
def test_card_text_that_is_none(word):
    with pytest.raises(tiles.RulesError) as told:
        cards.parse(word)
    text = str(told.value)
    assert text.endswith(".") and "is not a card" in text and len(text) < 200


@cases.table("request_, answer")
def test_er_4_er_6_er_7_er_9_hands_and_turns_are_judged(request_, answer):
    """Others, against the judge: test_soak_properties."""
    said = ask(**request_)
    if isinstance(answer, str):
        assert not said["legal"]
        said, answer = "%s %s" % (said["clause"], sentence(said["why"])), answer
        assert said.startswith(answer), said
    else:
        assert said == answer


@cases.table("request_")
def test_requests_that_make_no_sense(request_):
    with pytest.raises(tiles.RulesError, match=r"\.$"):
        ask(**request_)


def points(won, **more):
    answer = requests.score(dict(more, game="ER", cards=won))
    return answer["scores"], answer["winner"]


@pytest.mark.parametrize(
    "won, more, answer",
    [pytest.param([[1, 3], [2]], {"auto": None}, ([4, 2], [0]), id="ER-8"),
     pytest.param([[1, 2, 3, 4], [5], [6, 7, 8]], {}, ([10, 5, 21], [2]), id="ER-8, three seats"),
     pytest.param([[3], [1, 2], []], {}, ([3, 3, 0], [0, 1]), id="ER-10: equal points share"),
     pytest.param([[1, 2, 3, 4, 5, 6, 7], [8]], {"auto": 1}, ([28, 8], [1]), id="ER-11"),
     pytest.param([[2, 4], [6]], {"options": {"short": True}}, ([6, 6], [0, 1]), id="ER-12")],
)  # fmt: skip
def test_er_8_er_10_er_11_er_12_points_are_the_numbers_of_the_cards(won, more, answer):
    assert points(won, **more) == answer


@cases.table("won, more")
def test_scores_that_cannot_be(won, more):
    with pytest.raises(tiles.RulesError, match=r"\.$"):
        points(won, **more)
