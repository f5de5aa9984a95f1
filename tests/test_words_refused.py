"""Why the rules refuse something: each reason has words in all languages, each refusal makes a
sentence."""

import ast
import os
import random
import re
from types import SimpleNamespace

import pytest
from conftest import ROOT
from house_help import with_english
from pocket.app import device, draw
from pocket.ui import words

from rules import errors
from rules.tilegame import games, melds, referee, tiles
from tools import refusals
from tools.device import gather, wordtable

LANGUAGES = wordtable.languages(ROOT)
REASONS = list(refusals.REASONS)
LEFT_OPEN = re.compile(r"[{}@%=]|\b[krbo]\d|\*")  # what no player may read
WRONG = "r3 r4 r6,r3 r4 r7,r3 r4 b5,r3 k3 r3,r1 r2 r13,r3 b4 o5 k6,r5,r3 r4 r5,r3 k3 b3"
KINDS = [{}, {"groups_only": True}, {"runs_only": True}, {"mixed_runs": True}]


@pytest.fixture
def language(request):
    """Set the language of the test's parameter."""
    words.speak(SimpleNamespace(), request.param)
    yield request.param
    words.speak(SimpleNamespace(), "en")


each_language = pytest.mark.parametrize("language", LANGUAGES, indirect=True)


def given():
    """Return {reason: how many values come with it}, as the sources give it: (errors.LOOSE,
    codes)."""
    counts = {}
    for path in gather.sources(ROOT)[0] + ["tools/requests/cards.py", "tools/requests/tiles.py"]:
        with open(os.path.join(ROOT, path), encoding="utf-8") as stream:
            text = stream.read()
        for node in ast.walk(ast.parse(text)) if "errors." in text else ():
            parts = getattr(node, "elts", None) or getattr(node, "args", None)
            if isinstance(parts, list) and parts and isinstance(parts[0], ast.Attribute):
                if getattr(parts[0].value, "id", "") == "errors":
                    counts.setdefault(getattr(errors, parts[0].attr), set()).add(len(parts) - 1)
    return counts


@pytest.mark.long
def test_a_reason_comes_with_the_values_its_text_has_places_for():
    texts = wordtable.load(ROOT)["refused"]
    counts = given()
    for reason, many in counts.items():
        holes = [str(place) for place in range(max(many))]
        text = texts[refusals.REASONS[reason]]
        assert len(many) == 1 and wordtable.placeholders(text) == holes, reason
    apart = {errors.GROUPS_ONLY, errors.RUNS_ONLY, errors.FEW_POINTS, errors.FEW_IN_GROUP}
    assert set(counts) == set(REASONS) - apart  # chosen first, the values put to them later


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_reason_has_words_with_the_same_places_in_every_language(name):
    english = dict(wordtable.text_items(wordtable.load(ROOT)["refused"]))
    own = dict(wordtable.text_items(with_english(ROOT, name)["refused"]))
    assert list(english) == [refusals.REASONS[reason] for reason in range(len(REASONS))]
    assert {key: wordtable.placeholders(text) for key, text in own.items()} == {
        key: wordtable.placeholders(text) for key, text in english.items()
    }


@each_language
def test_every_reason_is_told_and_nothing_is_left_open(language):
    for reason in REASONS:
        text = words.refusal_text((reason, 12, 30))
        assert device.language == language
        assert text.endswith(".") and not LEFT_OPEN.search(text), text


# -- wrong plays -----------------------------------------------------------------------------------


def legal_sets(pick, rules, many):
    """Some legal sets, their jokers with what they stand for."""
    out = []
    while len(out) < many:
        number, colour = pick.randrange(1, 10), pick.randrange(4)
        codes = [tiles.kind(colour, number + i) for i in range(pick.randrange(3, 5))]
        if pick.random() < 0.5:
            codes = [tiles.kind(colour, number) for colour in range(4)]
        for place in range(len(codes)):
            if pick.random() < 0.2:
                codes[place] = tiles.JOKER
        ways = melds.readings(codes, rules)
        if ways:
            out.append(pick.choice(ways)[1])
    return out


def wrong_sets():
    """Sets that are none, or not in every game: jokers of every identity, two jokers, doubles,
    gaps, too long, loose."""
    for joker in range(tiles.JOKER, tiles.LAST + 1):
        yield bytes((42, 43, joker, 45, 4))  # o4 o5 and o7, with k5 put to them
        yield bytes((17, joker, joker))
        yield bytes((17, 17, joker))
        yield bytes((17, joker, 8, 30))
        yield bytes((joker, tiles.JOKER))
        yield bytes((joker,))
    for text in WRONG.split(","):
        yield tiles.parse_set(text.split())
    yield bytes(range(13, 26)) + b"\x0d"


def changed(pick, rules, before, rack):
    """Return a table as a player may leave it: sets stay, grow or are taken apart, tiles are
    added or missing."""
    after = [codes for codes in before if pick.random() < 0.7]
    pieces = bytearray(rack[: pick.randrange(len(rack) + 1)])
    for codes in before:
        if codes not in after:
            pieces += bytes([tiles.plain(code) for code in codes])
    if pick.random() < 0.2:
        after += legal_sets(pick, rules, 1)
    while pieces and pick.random() < 0.9:
        part, pieces = bytes(pieces[:4]), pieces[4:]
        if after and pick.random() < 0.7:
            codes = after.pop(0)
            after.append(melds.make(codes + part, rules) or codes + part)
        else:
            after.append(part)
    return after


@pytest.fixture(scope="module")
def refused():
    """Return {(reason, values ...)} of refusals of wrong plays in all games, of one with options of
    sets."""
    rng = random.Random(26)
    reasons = set()

    def judge(rules, before, rack, after):
        opened = rng.random() < 0.7
        verdict = referee.judge(rules, before, rack, after, opened, rng.random() < 0.5)
        if not verdict.legal:
            reasons.add(verdict.why)

    for game_id in games.ids():
        for options in KINDS if game_id == "KR" else KINDS[:1]:
            rules = games.rules_for(game_id, options)
            for codes in wrong_sets():
                rack = [tiles.plain(code) for code in codes]
                judge(rules, [], rack, [b"", codes])
            for _ in range(150):
                before = legal_sets(rng, rules, rng.randrange(4))
                rack = bytes([rng.randrange(53) for _ in range(rng.randrange(1, 8))])
                if tiles.table_counts(before + [rack])[tiles.JOKER] <= 2:
                    judge(rules, before, rack, changed(rng, rules, before, rack))
    return reasons


@pytest.mark.long
def test_the_wrong_plays_are_wrong_in_many_ways(refused):
    given_here = {refusals.REASONS[why[0]] for why in refused}
    assert {"twice", "lacks", "no_set", "loose", "groups_only", "runs_only"} <= given_here
    assert {"tile_gone", "tile_more", "few_points", "few_in_group"} <= given_here
    assert len(refused) > 1000


@pytest.mark.long
@each_language
def test_every_refusal_of_a_wrong_play_is_told_whatever_its_jokers_stand_for(language, refused):
    for why in refused:
        text = words.refusal_text(why)
        assert text.endswith(".") and not LEFT_OPEN.search(text), (why, text)
        for value in why[1:]:
            if isinstance(value, bytes):
                assert value and " ".join([draw.tile_text(code) for code in value]) in text
            else:
                assert str(value) in text


@pytest.mark.long
def test_every_refusal_is_a_sentence_for_the_commands(refused):
    for why in refused:
        text = refusals.sentence(why)
        assert text.endswith(".") and "\n" not in text and not re.search("[{}%]", text), text
    assert refusals.sentence((errors.LOOSE, bytes((17, 60)))) == "These tiles are in no set: r5 *."
    told = refusals.sentence(("Move %d, %s: %s", 3, "ANNA", (errors.NONE_LAID,)))
    assert told == "Move 3, ANNA: Play a tile from your rack too."
