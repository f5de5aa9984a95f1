"""What reads input: each target takes bytes and lets nothing out but one sentence of its own.

A target is a class: NAME, OWN (the errors that may leave what it calls: each is one sentence),
RUNS (inputs of a case), WORDS (what its inputs are made of), seeds() (whole inputs), read(data). It
may have changed(data, rng), its own way to change an input, or None. Wrong is raised where
something else is not as it should be.
"""

import binascii
import contextlib
import functools
import io
import json
import os
import pathlib
import random
import re
import tempfile
from collections.abc import Iterator
from typing import Any
from unittest import mock

from rules import catalogue, puzzles, stats
from rules.errors import RulesError
from rules.tilegame import games, melds
from tools import jsonl, referee, score, solve
from tools.device import wordlint, wordpack, wordtable
from tools.place import ROOT
from tools.sim import script
from tools.soak import scenes

_LONGEST = 400  # letters of a sentence


class Wrong(Exception):
    """What a target found; str() says it."""


def sentence(text: object) -> None:
    """Raise Wrong where `text` is no single sentence for a person."""
    if not isinstance(text, str) or not text.strip():
        raise Wrong("the sentence is empty")
    if "\n" in text.strip() or "Traceback" in text or len(text) > _LONGEST:
        raise Wrong("this is no one sentence: %s" % text[:200])


_made = []  # the folder for targets that read files


@contextlib.contextmanager
def prepared() -> Iterator[None]:
    """While this lasts the targets have a folder, and the handheld's modules can be imported."""
    scenes.device()
    memory = "/dev/shm"
    with tempfile.TemporaryDirectory(dir=memory if os.path.isdir(memory) else None) as folder:
        _made.append(folder)
        try:
            yield
        finally:
            _made.pop()


def _file(name, data):
    """Write a file into that folder; its path."""
    path = pathlib.Path(_made[-1], name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return str(path)


def _there(name):
    """The bytes of a file of the project."""
    return pathlib.Path(ROOT, name).read_bytes()


class _Lines:
    """A command that answers JSON lines. keys: what its requests have, one of them at the least."""

    OWN = ()
    WORDS = ()

    def __init__(self, command, runs, *keys, right=lambda request, reply: None):
        self.NAME = command.__name__.rpartition(".")[2]
        self.RUNS = runs
        self.answer, self.keys, self.right = command.answer, keys, right

    def changed(self, data, rng):
        """`data` changed as a request, in most cases."""
        return odd_request(data, rng) if rng.random() < 0.8 else None

    def seeds(self):
        return [json.dumps(each).encode() for each in _REQUESTS if each.keys() & self.keys]

    def read(self, data):
        out = io.StringIO()
        status = jsonl.serve(self.answer, [data], out)
        text = out.getvalue()
        if not data.strip():
            return
        reply = json.loads(text)
        if text.count("\n") != 1 or not text.isascii() or not isinstance(reply, dict):
            raise Wrong("the answer is not one line: %s" % text[:200])
        if (status == 2) != ("error" in reply):
            raise Wrong("the status is %d: %s" % (status, text[:200]))
        if "error" in reply:
            sentence(reply["error"])
        elif "why" in reply:
            sentence(reply["why"])
        else:
            self.right(json.loads(data), reply)


def right_score(request: dict, reply: dict) -> None:
    """Raise Wrong where scores are no scores; cards score but for themselves."""
    if "cards" not in request and sum(reply["scores"]):
        raise Wrong("the scores add up to %d" % sum(reply["scores"]))


def _right_play(request, reply):
    held = sum(len(row) for row in request["table"])
    if sum(len(row) for row in reply["table"]) != held + reply["tiles"]:
        raise Wrong("tiles are gained or lost: %s" % reply)


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
# What no request should hold, and what one may.
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


def odd_request(data: bytes, rng: random.Random) -> bytes | None:
    """A request with one to three things changed, as bytes; None where `data` is none."""
    try:
        request = json.loads(data)
    except (ValueError, RecursionError):
        return None
    for _ in range(rng.choice((1, 1, 2, 3))):
        request = _changed(request, rng)
    try:
        return json.dumps(request, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return None


def _changed(value, rng):
    roll = rng.random()
    if isinstance(value, dict) and value and roll < 0.93:
        key = rng.choice(sorted(value))
        out = dict(value)
        if roll < 0.06:
            del out[key]
        elif roll < 0.12:
            out[rng.choice(_KEYS)] = rng.choice(_ODD)
        else:
            out[key] = _changed(value[key], rng)
        return out
    if isinstance(value, list) and value and roll < 0.9:
        out = list(value)
        place = rng.randrange(len(out))
        if roll < 0.1:
            del out[place]
        elif roll < 0.2:
            out.insert(place, out[rng.randrange(len(out))])
        elif roll < 0.25:
            rng.shuffle(out)
        else:
            out[place] = _changed(out[place], rng)
        return out
    if isinstance(value, str) and roll < 0.6:
        return rng.choice("krbo") + str(rng.randint(1, 13))
    return rng.choice(_ODD)


# Settings and other files -------------------------------------------------------------------------


class Settings:
    NAME = "settings"
    RUNS = 4000
    OWN = ()
    WORDS = (
        "game=", "lessons=", "language=", "name1=", "name6=", "seats.RK=", "seats.ER=",
        "RK.jokers=", "RK.length=", "RG.stop_on_empty=", "ER.short=", "KR.opening_several=",
        "CR.referee=strict", "True", "False", "\n", "p", "e", "n", "h", "m", "sound=", "light=",
        "pace=",
    )  # fmt: skip

    def seeds(self) -> list[bytes]:
        from pocket.always import settings
        from pocket.jobs import settingsfile

        kept = settings.Settings("RK")
        out = [settingsfile.dump(kept)]
        for game_id in catalogue.ORDER:
            options = {}
            for name, values, *_ in catalogue.rules_of(game_id).offered(game_id):
                options[name] = values[0]
            kept.set_up(game_id, ["", "normal", "hard"], options)
        kept.lessons = "ABCD"
        return [*out, settingsfile.dump(kept)]

    def read(self, data: bytes) -> None:
        from pocket.jobs import settingsfile

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
            raise Wrong("settings that were read are not read again")


class Statistics:
    NAME = "statistics"
    RUNS = 8000
    WORDS = ("RK", "RG", "CR", "KR", "ER")
    OWN = (RulesError,)

    def seeds(self) -> list[bytes]:
        kept = stats.Stats()
        out = [kept.dump()]
        for number, game_id in enumerate(("RK", "KR", "ER", "RG", "CR", "RK")):
            level, points = catalogue.LEVELS[number % 4], 50 - 20 * number
            kept.count(bytes((1, 2, 3, number)), game_id, level, number % 2 == 0, points, 3, 1)
        return [*out, kept.dump()]

    def read(self, data: bytes) -> None:
        kept = stats.Stats(data)
        for field in range(7):
            kept.sum(field), kept.sum(field, "RK")
        kept.count(b"1234", "RK", "hard", True, 100, 5, 0)
        again = stats.Stats(kept.dump())
        if again.dump() != kept.dump():
            raise Wrong("statistics that were read are not read again")


class Puzzles:
    """A pack of puzzles; its checksum is right where the first byte is odd. Then one of them."""

    NAME = "puzzles"
    RUNS = 6000
    WORDS = ("PRpz",)
    OWN = (RulesError,)

    def seeds(self) -> list[bytes]:
        whole = _there("assets/puzzles.bin")
        size = whole[5]
        few = whole[20 : 20 + 6 * size]
        counts = b"".join(n.to_bytes(2, "little") for n in (2, 1, 1, 1, 1))
        return [b"\1" + whole[:6] + counts + bytes(4) + few]

    def read(self, data: bytes) -> None:
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
            table, rack = pack.puzzle(number)
            melds.read_table(table, rules)


# Languages --------------------------------------------------------------------------------------


class Packed:
    """A language as it lies on the drive."""

    NAME = "languages"
    RUNS = 1500
    OWN = ()
    WORDS = ("PRW8",)

    def seeds(self) -> list[bytes]:
        return [_there("assets/words/%s.bin" % language) for language in ("de", "tr")]

    @functools.cached_property
    def numbers(self) -> list[int]:
        """The numbers of all texts."""
        known = wordtable.numbers(wordtable.load(ROOT))
        return [number for name, number in known.items() if "." in name]

    def read(self, data: bytes) -> None:
        from pocket.always import assets, settings
        from pocket.ui import words

        path, plain = _file("xx.bin", data), assets.asset
        rng = random.Random(binascii.crc32(data))

        def asset(name):
            return path if name == "words/xx.bin" else plain(name)

        with mock.patch.object(assets, "asset", asset):
            words.speak("xx")
            settings.failed()
            try:
                words.own_name("xx")
                for number in rng.sample(self.numbers, 12):
                    words.say(number)
                file, begin, end = words.book("RK")
                with file:
                    file.seek(begin)
                    file.read(end - begin)
            finally:
                words.speak("en")
        why = settings.failed()
        if why:
            sentence(why)


class Tables:
    """A language as it is written: a table of texts."""

    NAME = "tables"
    RUNS = 150
    WORDS = (
        "[", "]", " = ", '"', "{0}", "{A}", "{START}", "{", "}", "named = true", "rooms = {",
        "[language]", "name = ",
    )  # fmt: skip
    OWN = (wordtable.WordError,)

    def seeds(self) -> list[bytes]:
        return [_there(wordtable.file(language)) for language in ("nl", "pt")]

    def read(self, data: bytes) -> None:
        root = _made[-1]
        full = wordtable.load(ROOT)
        _file(wordtable.file(wordtable.FULL), _there(wordtable.file(wordtable.FULL)))
        _file(wordtable.file("xx"), data)
        table = wordtable.load(root, "xx")
        for line in list(wordlint._strange(full, table)) + wordlint.too_long(full, table):
            sentence(re.sub("(?s): .*", "", line))
        wordpack.packed(root, "xx")


class Wiring:
    """settings.toml: what stands under POCKET_BOARD, POCKET_DISPLAY, POCKET_KEYS, POCKET_SOUND and
    POCKET_ROTATION, a line each."""

    NAME = "wiring"
    RUNS = 8000
    WORDS = (
        "pybadge", "st7789 240x240", "sck=GP18", "mosi=GP19", "dc=GP17", "cs=GP21", "UP=GP2",
        "DOWN=GP3", "LEFT=GP4", "RIGHT=GP5", "A=GP6", "B=GP7", "START=GP8", "SELECT=GP9", "shift ",
        "stick ", "i2c-keyboard ", "high ", "pwm GP15", "i2s GP10 GP11 GP9", "none", "dac", "90",
    )  # fmt: skip

    @property
    def OWN(self) -> tuple:
        from pocket.hardware.pins import BoardError

        return (BoardError,)

    def seeds(self) -> list[bytes]:
        return [
            b"pybadge\n\n\n\n90",
            b"\nst7789 240x240 sck=GP18 mosi=GP19 dc=GP17 cs=GP21\n"
            b"UP=GP2 DOWN=GP3 LEFT=GP4 RIGHT=GP5 A=GP6 B=GP7 START=GP8\npwm GP15\n0",
            b"pybadge\n\nshift A1 A2 A3 UP DOWN LEFT RIGHT A B START SELECT\n"
            b"i2s GP10 GP11 GP9\n180",
            b"pybadge\n\nstick A1 A2 100 900 A=D1 B=D2 START=D3\nnone\n1",
        ]

    def read(self, data: bytes) -> None:
        from pocket.hardware import boards

        said = data.decode("latin-1").split("\n")
        names = ("BOARD", "DISPLAY", "KEYS", "SOUND", "ROTATION")
        given = {"POCKET_" + name: text.strip() for name, text in zip(names, said, strict=False)}
        with mock.patch.object(boards, "setting", lambda name: given.get(name, "")):
            profile = boards.profile("pybadge")
        for note in profile.notes:
            if len(note) < 300:  # it names what was written
                sentence(note)


class Scripts:
    NAME = "scripts"
    RUNS = 8000
    WORDS = ("press ", "hold ", "wait ", "shot ", "until ", "UP", "START", "800", "#", "\n")
    OWN = (script.ScriptError,)

    def seeds(self) -> list[bytes]:
        return [b"press A\nhold START 800\nwait 250\nshot one\n# that was it\npress UP DOWN"]

    def read(self, data: bytes) -> None:
        script.parse(data.decode("utf-8", "replace"))


TARGETS: list[Any] = [
    _Lines(referee, 4000, "after", "hand", "before"),
    _Lines(solve, 1500, "table", right=_right_play),
    _Lines(score, 6000, "racks", "cards", right=right_score),
    Settings(), Statistics(), Puzzles(), Packed(), Tables(), Wiring(), Scripts(),
]  # fmt: skip
