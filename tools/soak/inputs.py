"""Whatever the program reads, spoilt: readers answer with one sentence and raise nothing else."""

import binascii
import copy
import functools
import importlib
import io
import json
import os
import pathlib
import random
import re
import tempfile
from collections.abc import Callable, Sequence
from typing import Any
from unittest import mock

from hypothesis import strategies as st

from rules import catalogue, puzzles, stats
from rules.base import RulesError
from rules.tilegame import games, melds
from tools import jsonl, referee, refusals, score, solve
from tools.device import wordlint, wordpack, wordtable
from tools.place import ROOT
from tools.sim import script
from tools.soak import drive
from tools.soak.running import SEEDS, Failure, example, tally

_LONGEST = 400  # letters of a sentence
_SECONDS = 20  # for one input


def sentence(text: object) -> None:
    """Raise Failure where `text` is no single sentence for a person."""
    if not isinstance(text, str) or not text.strip():
        raise Failure("The sentence is empty.")
    if "\n" in text.strip() or "Traceback" in text or len(text) > _LONGEST:
        raise Failure("This is not one sentence: %s" % text[:200])


def _project_file(name):
    return pathlib.Path(ROOT, name).read_bytes()


# Changed inputs -----------------------------------------------------------------------------------


@st.composite
def changed(draw: Callable, wholes: Callable[[], Any], words: Sequence[bytes]) -> bytes:
    """Draw one of the inputs that `wholes()` gives with parts of it left out, doubled, moved from
    another one, or replaced by a few bytes or one of `words`."""
    every: Sequence[bytes] = wholes()
    data = bytearray(draw(st.sampled_from(every)))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 3) | st.integers(0, 300)))
        kind = draw(st.integers(0, 3))
        if kind == 0:
            put = draw(st.binary(max_size=3) | st.sampled_from(words))
        elif kind == 1:
            put = bytes(data[start:end]) * 2
        elif kind == 2:
            other = draw(st.sampled_from(every))
            begin = draw(st.integers(0, len(other)))
            put = other[begin : begin + 40]
        else:
            put = bytes((data[start] ^ 1 << draw(st.integers(0, 7)),)) if start < len(data) else b""
            end = start + len(put)
        data[start:end] = put
    return bytes(data)


_REQUESTS: list[dict] = [
    {"id": 1, "game": "RK", "table": [["r3", "r4", "r5"], ["k9", "r9", "*"]],
     "rack": ["b9", "*", "r6"]},
    {"game": "RG", "table": [["r3", "*", "r5"]], "rack": ["r4", "k1", "k2"], "opened": True,
     "goal": "points"},
    {"game": "CR", "table": [], "rack": ["r10", "b10", "k10"], "opened": False,
     "options": {"opening_points": 5}},
    {"game": "KR", "table": [["o1", "o2", "o3"]], "rack": ["o4"], "free_jokers": True,
     "goal": "tiles"},
    {"game": "RK", "table": [["r3", "b4", "*"]], "rack": ["o6"], "options": {"mixed_runs": True,
     "jokers": 1}},
    {"game": "RK", "before": [["k9", "r9", "b9"]], "rack": ["o9"],
     "after": [["k9", "r9", "b9", "o9"]], "opened": True, "pool": 30},
    {"game": "RG", "before": [["r3", "*", "r5"]], "rack": ["r4", "k1", "k2"],
     "after": [["r3", "r4", "r5"], ["k1", "k2", "*"]], "parted": True},
    {"game": "CR", "before": [["r3", "b3", "*(k/o3)"]], "rack": ["k3", "k2"],
     "after": [["r3", "b3", "k3", "*(o3)"]], "opened": True},
    {"game": "KR", "before": [["k5", "*", "*"]], "rack": ["k1"], "after": [["k5", "*", "*"]],
     "pool": 0},
    {"game": "KR", "before": [], "rack": ["k9", "r9", "b9"], "after": [["k9", "r9", "b9"]],
     "opened": False, "options": {"opening_points": 27, "opening_several": True}},
    {"game": "ER", "round": 4, "hand": ["r^1", "b#2", "r^3", "*", "ro5", "b^6", "r#7"]},
    {"game": "ER", "round": 1, "hand": ["r^1", "b#2", "r^3", "*", "ro5", "b^6", "r#7"],
     "top": "r^4", "take": "discard", "discard": "b#2", "options": {"short": False}},
    {"game": "ER", "round": 8, "hand": ["r^1", "b#2", "r^3", "<>", "ro5", "b^6", "r#7"],
     "take": "pile", "drawn": "*", "discard": "<>"},
    {"game": "RK", "racks": [[], ["r5", "*"]], "stalled": False},
    {"game": "KR", "racks": [["k1"], ["r5", "*"], ["b2"], ["o13"]], "stalled": True},
    {"game": "ER", "cards": [[1, 3], [2]], "auto": None},
    {"game": "ER", "cards": [[1, 8], [2], []], "auto": 0},
]  # fmt: skip
# Values that no field may hold, and values that one may.
_ODD = [
    None, True, False, 0, 1, -1, 2, 255, 10**9, 10**30, -(10**30), 0.5, 1e300, "", " ", "*", "**",
    "r5", "k13", "k0", "k14", "r05", "R5", "y5", "g1", "é5", "r٥", "r²", "\ud800", "\x00",
    "a" * 500, "<>", "r^4", "*(r6)", "*(r/b6)", "*(", "*()", "*(r)", "*(6)", "RK", "RG", "CR", "KR",
    "ER", "rk", "strict", "friendly", "pile", "discard", "tiles", "points", [], {}, [[]], [[[]]],
    [None], [["*"]], [["*", "*", "*"]],
    {"jokers": 0}, {"opening_points": 60}, {"mixed_runs": True}, {"groups_only": True},
    {"runs_only": True}, {"length": 50}, {"no": 1}, {"clock": 9}, {"": None},
]  # fmt: skip
_KEYS = sorted({key for request in _REQUESTS for key in request})


@st.composite
def _odd_requests(draw, keys):
    """Draw a request that has one of `keys`, with up to three of its values changed."""
    request: Any = draw(st.sampled_from([each for each in _REQUESTS if each.keys() & keys]))
    request = json.loads(json.dumps(request))
    for seed in draw(st.lists(SEEDS, min_size=1, max_size=3)):
        _spoil(request, random.Random(seed))
    text = json.dumps(request, ensure_ascii=draw(st.booleans()))
    return text.encode("utf-8", "surrogatepass")


def _spoil(request, rng):
    """Leave out, double or replace one of a request's values, or one within it."""
    holder: Any = request
    while True:
        places = list(holder) if isinstance(holder, dict) else range(len(holder))
        if not places:
            return
        place = rng.choice(places)
        if not isinstance(holder[place], (dict, list)) or rng.random() < 0.2:
            break
        holder = holder[place]
    tile = rng.choice("krbo") + str(rng.randint(1, 13))
    value = copy.deepcopy(rng.choice([*rng.sample(_ODD, 3), tile, tile, tile]))
    kind = rng.random()
    if kind < 0.15:
        del holder[place]
    elif kind < 0.3 and isinstance(holder, list):
        holder.insert(place, holder[rng.randrange(len(holder))])
    elif kind < 0.3:
        holder[rng.choice(_KEYS)] = value
    else:
        holder[place] = value


# Readers ------------------------------------------------------------------------------------------


def answers(command: Any, right: Callable, data: Any) -> None:
    """Read a line, bytes, as a command that answers JSON lines does. right: checks an answer."""
    out = io.StringIO()
    status = jsonl.serve(command.answer, [data], out)
    text = out.getvalue()
    if not data.strip():
        return
    reply = json.loads(text)
    if text.count("\n") != 1 or not text.isascii() or not isinstance(reply, dict):
        raise Failure("The answer is not one line: %s" % text[:200])
    if (status == 2) != ("error" in reply):
        raise Failure("The status is %d: %s" % (status, text[:200]))
    if "error" in reply:
        sentence(reply["error"])
    elif "why" in reply:
        sentence(reply["why"])
    else:
        right(json.loads(data), reply)


def right_score(request: dict, reply: dict) -> None:
    """Raise Failure unless the scores of a tile game add up to 0."""
    if "cards" not in request and sum(reply["scores"]):
        raise Failure("The scores add up to %d." % sum(reply["scores"]))


def _right_play(request, reply):
    held = sum(len(row) for row in request["table"])
    if sum(len(row) for row in reply["table"]) != held + reply["tiles"]:
        raise Failure("Tiles are gained or lost: %s" % reply)


def _any_answer(request, reply):
    pass


def read_settings(data: bytes) -> None:
    """Read saved settings; what was read can be written and read again."""
    from pocket.saves import settingsfile

    kept = settingsfile.read(data)
    if kept.unread:
        sentence(settingsfile.fell_back(kept.unread))
    for game_id in catalogue.ORDER:
        catalogue.rules_for(game_id, kept.options(game_id))
        if kept.options(game_id) or game_id in kept.levels:
            catalogue.new(game_id, len(kept.seats(game_id)), 1, kept.options(game_id))
    written = settingsfile.dump(kept)
    again = settingsfile.read(written)
    if again.unread or settingsfile.dump(again) != written:
        raise Failure("Settings that were read are not read again.")


def read_statistics(data: bytes) -> None:
    """Read statistics, count a round, read them again."""
    kept = stats.Stats(data)
    for field in range(7):
        kept.sum(field), kept.sum(field, "RK")
    kept.count(b"1234", "RK", "hard", True, 100, 5, 0)
    if stats.Stats(kept.dump()).dump() != kept.dump():
        raise Failure("Statistics that were read are not read again.")


def read_puzzles(data: bytes) -> None:
    """Read a pack of puzzles and some of them; its checksum is made right if the first byte is
    odd."""
    body = bytearray(data[1:])
    if data[:1] and data[0] & 1:
        body[16:20] = binascii.crc32(body[20:]).to_bytes(4, "little")
    pack = puzzles.Pack(io.BytesIO(bytes(body)), binascii.crc32)
    progress = puzzles.Progress(pack, bytes(body[-7:]))
    progress.many(), progress.of_the_day(len(body)), progress.dump()
    rules = games.rules_for("RK")
    for number in range(min(sum(pack.counts), 50)):
        pack.grade(number)
        progress.solve(number)
        table, _ = pack.puzzle(number)
        melds.read_table(table, rules)


def read_language(data: bytes) -> None:
    """Speak a packed language, some of its texts and a page of its help."""
    from pocket.app import device
    from pocket.ui import words

    plain = device.asset
    every = wordtable.numbers(wordtable.load(ROOT))
    texts = [number for name, number in every.items() if "." in name]
    rng = random.Random(binascii.crc32(data))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "xx.bin")
        pathlib.Path(path).write_bytes(data)
        find = lambda name: path if name == "words/xx.bin" else plain(name)  # noqa: E731
        with mock.patch.object(device, "asset", find):
            words.speak("xx")
            device.language_failure()
            try:
                for number in rng.sample(texts, 12):
                    words.say(number)
                file, begin, end = words.book("RK")
                with file:
                    file.seek(begin)
                    file.read(end - begin)
            finally:
                words.speak("en")
    why = device.language_failure()
    if why:
        sentence(why)


def read_table(data: bytes) -> None:
    """Read, measure and pack a language's table of texts."""
    full = wordtable.load(ROOT)
    with tempfile.TemporaryDirectory() as root:
        english = _project_file(wordtable.file(wordtable.FULL))
        for language, text in ((wordtable.FULL, english), ("xx", data)):
            path = pathlib.Path(root, wordtable.file(language))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
        table = wordtable.load(root, "xx")
        for line in list(wordlint._strange(full, table)) + wordlint.too_long(full, table):
            sentence(re.sub("(?s): .*", "", line))
        wordpack.packed(root, "xx")


_WIRES = ("BOARD", "DISPLAY", "KEYS", "SOUND", "ROTATION")


def read_wiring(data: bytes) -> None:
    """Read settings.toml: the values of POCKET_BOARD, POCKET_DISPLAY and so on, a line each."""
    from pocket.hardware import boards

    said = data.decode("latin-1").split("\n")
    given = {"POCKET_" + name: text.strip() for name, text in zip(_WIRES, said, strict=False)}
    with mock.patch.object(boards, "setting", lambda name: given.get(name, "")):
        profile = boards.profile("pybadge")
    for note in profile.notes:
        if len(note) < 300:  # it quotes what was written
            sentence(note)


def read_script(data: bytes) -> None:
    """Read a button script."""
    script.parse(data.decode("utf-8", "replace"))


# Good inputs --------------------------------------------------------------------------------------


@functools.cache
def _settings():
    from pocket.saves import settingsfields, settingsfile

    kept = settingsfields.fresh("RK")
    out = [settingsfile.dump(kept)]
    for game_id in catalogue.ORDER:
        options = {}
        for name, values, *_ in catalogue.rules_of(game_id).offered(game_id):
            options[name] = values[0]
        kept.set_up(game_id, ["", "normal", "hard"], options)
    kept.lessons = "ABCD"
    return [*out, settingsfile.dump(kept)]


@functools.cache
def _statistics():
    kept = stats.Stats()
    out = [kept.dump()]
    for number, game_id in enumerate(("RK", "KR", "ER", "RG", "CR", "RK")):
        level, points = catalogue.LEVELS[number % 4], 50 - 20 * number
        kept.count(bytes((1, 2, 3, number)), game_id, level, number % 2 == 0, points, 3, 1)
    return [*out, kept.dump()]


@functools.cache
def _puzzles():
    whole = _project_file("assets/puzzles.bin")
    counts = b"".join(n.to_bytes(2, "little") for n in (2, 1, 1, 1, 1))
    return [b"\1" + whole[:6] + counts + bytes(4) + whole[20 : 20 + 6 * whole[5]]]


def _languages():
    return [_project_file("assets/words/%s.bin" % language) for language in ("de", "tr")]


def _tables():
    return [_project_file(wordtable.file(language)) for language in ("nl", "pt")]


def _wirings():
    return [
        b"pybadge\n\n\n\n90",
        b"\nst7789 240x240 sck=GP18 mosi=GP19 dc=GP17 cs=GP21\n"
        b"UP=GP2 DOWN=GP3 LEFT=GP4 RIGHT=GP5 A=GP6 B=GP7 START=GP8\npwm GP15\n0",
        b"pybadge\n\nshift A1 A2 A3 UP DOWN LEFT RIGHT A B START SELECT\ni2s GP10 GP11 GP9\n180",
        b"pybadge\n\nstick A1 A2 100 900 A=D1 B=D2 START=D3\nnone\n1",
    ]


def _scripts():
    return [b"press A\nhold START 800\nwait 250\nshot one\n# that was it\npress UP DOWN"]


def _reader(read: Callable, errors: tuple | str = ()) -> Callable:
    """Return the property that `read` raises nothing but `errors`, each one sentence. errors: a
    name of pocket.hardware.pins, which is not loaded yet, or classes."""

    def property_(data):
        drive.importable()
        own = errors
        if isinstance(own, str):
            own = getattr(importlib.import_module("pocket.hardware.pins"), own)
        with example(_SECONDS):
            tally["inputs"] += 1
            try:
                read(data)
            except own as problem:
                tally["refused"] += 1
                refused = isinstance(problem, RulesError)
                sentence(refusals.sentence(problem) if refused else str(problem))

    property_.__name__ = "reads_" + getattr(read, "__name__", "lines")
    return property_


def _lines(command, right, *keys):
    good = [json.dumps(each).encode() for each in _REQUESTS if each.keys() & set(keys)]
    strategy = _odd_requests(set(keys)) | changed(lambda: good, [b"*"])
    return _reader(functools.partial(answers, command, right)), strategy


def _bytes(read, wholes, words, errors=()):
    def strategy():
        drive.importable()
        return changed(wholes, [*words.split(), b"\n"])

    return _reader(read, errors), st.deferred(strategy)


PROPERTIES: dict[str, tuple] = {
    "referee": _lines(referee, _any_answer, "after", "hand", "before"),
    "solve": _lines(solve, _right_play, "table"),
    "score": _lines(score, right_score, "racks", "cards"),
    "settings": _bytes(
        read_settings,
        _settings,
        b"game= lessons= language= name1= name6= seats.RK= seats.ER= RK.jokers= RK.length= "
        b"RG.stop_on_empty= ER.short= KR.opening_several= CR.referee=strict True False p e n h m "
        b"sound= brightness= speed=",
    ),
    "statistics": _bytes(read_statistics, _statistics, b"RK RG CR KR ER", (RulesError,)),
    "puzzles": _bytes(read_puzzles, _puzzles, b"PRpz", (RulesError,)),
    "languages": _bytes(read_language, _languages, b"PRW8"),
    "tables": _bytes(
        read_table,
        _tables,
        b'[ ] = " {0} {A} {START} { } named rooms [language] name true',
        (wordtable.WordError,),
    ),
    "wiring": _bytes(
        read_wiring,
        _wirings,
        b"pybadge st7789 240x240 sck=GP18 mosi=GP19 dc=GP17 cs=GP21 UP=GP2 DOWN=GP3 A=GP6 B=GP7 "
        b"START=GP8 SELECT=GP9 shift stick i2c-keyboard high pwm GP15 i2s GP10 none dac 90",
        "BoardError",
    ),
    "scripts": _bytes(
        read_script,
        _scripts,
        b"press hold wait shot until UP START 800 #",
        (script.ScriptError,),
    ),
}
