"""Whatever is read, mutated: one sentence is the answer, and nothing is lost.

A case is one target and a seed: inputs are changed, and what reaches new lines is kept and changed
again.
"""

import base64
import functools
import os
import random
import signal
import sys
import time
import traceback
import zlib
from collections.abc import Iterable
from typing import Any

from rules.errors import RulesError
from tools import refusals
from tools.place import ROOT
from tools.soak import targets
from tools.soak.outcome import Outcome

UNIT = "inputs"
GOAL = 1000000
ALONE = True  # what was read before decides which lines are new
_SECONDS = 20  # of the processor: an input that takes longer hangs
_ALIKE = 40  # failures kept
_WATCHED = tuple(os.path.join(ROOT, folder) + os.sep for folder in ("rules", "lib", "tools"))
_NOT_WATCHED = tuple(os.path.join(ROOT, "tools", folder) + os.sep for folder in ("soak", "match"))
AGAIN = "; it alone: soak --input %s"  # how the sentence of a failure ends


def run_case(seed: int, runs: int | None = None) -> Outcome:
    """One target, fed so many inputs (its own number of them)."""
    target = targets.TARGETS[seed % len(targets.TARGETS)]
    watched = Watched(target)
    with targets.prepared():
        reached = feed(watched, target.seeds(), runs or target.RUNS, random.Random(seed))
    outcome = watched.outcome()
    outcome.figures["max_covered_" + target.NAME] = reached
    return outcome


def run_input(word: str) -> Outcome:
    """What comes of the input that a failure's line names. Raises ValueError."""
    target, data = unpacked(word)
    watched = Watched(target)
    with targets.prepared():
        watched(data)
    return watched.outcome()


def packed(name: str, data: bytes) -> str:
    """The input `data` of the target `name` as a word of a command line."""
    return "%s:%s" % (name, base64.urlsafe_b64encode(zlib.compress(data, 9)).decode())


def unpacked(word: str) -> tuple[Any, bytes]:
    """The (target, input) that packed() made a word of. Raises ValueError."""
    name, _, text = word.partition(":")
    target = next((each for each in targets.TARGETS if each.NAME == name), None)
    try:
        if target is None:
            raise ValueError
        return target, zlib.decompress(base64.urlsafe_b64decode(text))
    except (ValueError, zlib.error):
        raise ValueError("--input takes what the line of a failure says.") from None


class Watched:
    """A target while it is fed: counts, and keeps what fails."""

    def __init__(self, target: Any) -> None:
        self.target = target
        self.own = tuple(target.OWN)
        self.count = self.refused = 0
        self.slowest = 0.0
        self.failures = {}  # by where they came from: the sentence of the shortest input, that

    def __call__(self, data):
        start = time.process_time()
        try:
            try:
                self.target.read(data)
            except self.own as problem:
                self.refused += 1
                refused = isinstance(problem, RulesError)
                targets.sentence(refusals.sentence(problem) if refused else str(problem))
        except MemoryError:
            raise
        except Exception as problem:
            self._failed(data, problem)
        self.slowest = max(self.slowest, time.process_time() - start)
        self.count += 1

    def _failed(self, data, problem):
        said, where = " ".join(str(problem).split())[:300], str(problem)[:40]
        if not isinstance(problem, targets.Wrong):
            last = traceback.extract_tb(problem.__traceback__)[-1]
            where = "%s:%d" % (os.path.relpath(last.filename, ROOT), last.lineno)
            said = "%s in %s: %s" % (type(problem).__name__, where, said)
        kind = type(problem).__name__, where
        known = self.failures.get(kind)
        if known is None and len(self.failures) < _ALIKE or known and len(data) < len(known[1]):
            self.failures[kind] = said, bytes(data)

    def outcome(self) -> Outcome:
        """What came of it so far, an Outcome."""
        name = self.target.NAME
        failures = [
            "%s: %s" % (name, said) + AGAIN % packed(name, data)
            for said, data in self.failures.values()
        ]
        figures = {name: self.count, "refused": self.refused}
        figures["max_milliseconds"] = round(self.slowest * 1000)
        return Outcome(self.count, failures, figures)


@functools.cache
def _is_watched(code):
    """True for code whose lines count."""
    path = code.co_filename
    return path.startswith(_WATCHED) and not path.startswith(_NOT_WATCHED)


def feed(watched: Watched, seeds: Iterable[bytes], runs: int, rng: random.Random) -> int:
    """Feed `seeds`, then what comes of changing those that reached new lines, `runs` inputs in
    all. Returns how many lines were reached."""
    reached = set()
    fresh = []

    def line(frame, event, _):
        where = frame.f_code, frame.f_lineno
        if event == "line" and where not in reached:
            reached.add(where)
            fresh.append(where)
        return line

    def call(frame, *_):
        return line if _is_watched(frame.f_code) else None

    def late(*_):
        raise targets.Wrong("it takes more than %g seconds" % _SECONDS)

    timed = hasattr(signal, "SIGPROF")
    before = signal.signal(signal.SIGPROF, late) if timed else None
    kept = []
    waiting = list(seeds)
    longest = max(map(len, seeds)) + 200
    try:
        while watched.count < runs:
            data = waiting.pop() if waiting else _mutated(watched.target, kept, longest, rng)
            fresh.clear()
            sys.settrace(call)
            if timed:
                signal.setitimer(signal.ITIMER_PROF, _SECONDS)
            try:
                watched(data)
            finally:
                sys.settrace(None)
                if timed:
                    signal.setitimer(signal.ITIMER_PROF, 0)
            if fresh or not kept:
                kept.append(data)
    finally:
        if timed:
            signal.signal(signal.SIGPROF, before)
    return len(reached)


def _mutated(target, kept, longest, rng):
    """One of the inputs `kept`, the latest more often, changed as its target has it, or as
    bytes."""
    data = rng.choice(kept[-50:] if rng.random() < 0.5 else kept)
    out = target.changed(data, rng) if hasattr(target, "changed") else None
    return (_changed(data, kept, target.WORDS, rng) if out is None else out)[:longest]


def _changed(data, kept, words, rng):
    """Bytes with a few changes."""
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        a, b = sorted((rng.randint(0, len(out)), rng.randint(0, len(out))))
        what = rng.randrange(6)
        if what == 0 and out:
            out[rng.randrange(len(out))] ^= 1 << rng.randrange(8)
        elif what == 1 and out:
            out[rng.randrange(len(out))] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))
        elif what == 2:
            del out[a : min(b, a + 20)]
        elif what == 3:
            out[a:a] = out[a:b][:40]
        elif what == 4 and words:
            out[a:a] = rng.choice(words).encode("latin-1")
        elif what == 5:
            other = rng.choice(kept)
            out[a:b] = other[a:b]
    return bytes(out)
