"""One target and one seed: inputs are changed, and what reaches new code is kept and changed again.

Atheris (libFuzzer) does it where it is installed; else the lines that an input reaches are watched
here. A process of its own, for libFuzzer ends it: NAME RUNS SEED FOLDER; what comes of it is
written to FOLDER/outcome.json.
"""

import base64
import contextlib
import gc
import importlib
import json
import os
import pkgutil
import random
import signal
import sys
import time
import traceback
import types
import zlib

import rules
from rules.errors import RulesError
from tools import refusals
from tools.place import ROOT
from tools.soak import targets

_SECONDS = 20  # of the processor: an input that takes longer hangs
_LATE = 6 * _SECONDS  # of the clock, where only that is looked at: others work here, too
_ALIKE = 40  # failures kept
_WATCHED = tuple(os.path.join(ROOT, folder) + os.sep for folder in ("rules", "lib", "tools"))
_NOT_WATCHED = tuple(os.path.join(ROOT, "tools", folder) + os.sep for folder in ("soak", "match"))
AGAIN = "; it alone: soak --input %s"  # how the sentence of a failure ends


def packed(name, data):
    """The input `data` of the target `name` as a word of a command line."""
    return "%s:%s" % (name, base64.urlsafe_b64encode(zlib.compress(data, 9)).decode())


def unpacked(word):
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
    """A target while it is fed: counts, and keeps what fails. runs: after so many inputs what came
    of them is written into `folder`."""

    def __init__(self, target, runs=0, folder=None):
        self.target = target
        self.own = tuple(target.OWN)
        self.runs = runs
        self.folder = folder
        self.count = self.refused = 0
        self.slowest = 0.0
        self.failures = {}  # by where they came from: the sentence of the shortest input

    def __call__(self, data):
        start = time.process_time()
        try:
            try:
                self.target.read(data)
            except self.own as problem:
                self.refused += 1
                if isinstance(problem, RulesError):
                    targets.sentence(refusals.sentence(problem))
                elif not isinstance(problem, SystemExit):
                    targets.sentence(str(problem))
        except MemoryError:
            raise
        except Exception as problem:
            where = str(problem)[:40]
            if not isinstance(problem, targets.Wrong):
                last = traceback.extract_tb(problem.__traceback__)[-1]
                where = "%s:%d" % (os.path.relpath(last.filename, ROOT), last.lineno)
            self._failed(data, problem, where)
        self.slowest = max(self.slowest, time.process_time() - start)
        self.count += 1
        if self.count == self.runs:
            self._write()

    def _failed(self, data, problem, where):
        kind = type(problem).__name__, where
        known = self.failures.get(kind)
        if known is None and len(self.failures) < _ALIKE or known and len(data) < len(known[1]):
            said = " ".join(str(problem).split())[:300]
            if not isinstance(problem, targets.Wrong):
                said = "%s in %s: %s" % (type(problem).__name__, where, said)
            self.failures[kind] = said, bytes(data)
            if self.folder:
                self._write()

    def outcome(self):
        """What came of it so far."""
        name = self.target.NAME
        return {
            "count": self.count,
            "refused": self.refused,
            "slowest": round(self.slowest * 1000),
            "failures": [
                "%s: %s" % (name, said) + AGAIN % packed(name, data)
                for said, data in self.failures.values()
            ],
        }

    def _write(self):
        with open(os.path.join(self.folder, "outcome.json"), "w", encoding="utf-8") as file:
            json.dump(self.outcome(), file)


def _functions(target, seeds):
    """Every function whose lines are watched; what reads some seeds is loaded for that."""
    for info in pkgutil.walk_packages(rules.__path__, "rules."):
        importlib.import_module(info.name)
    for data in seeds[:5]:
        with contextlib.suppress(Exception, SystemExit):
            target.read(data)
    return [
        thing
        for thing in gc.get_objects()
        if isinstance(thing, types.FunctionType)
        and thing.__code__.co_filename.startswith(_WATCHED)
        and not thing.__code__.co_filename.startswith(_NOT_WATCHED)
    ]


def main(argv):
    """Feed a target. Returns the exit status, where it returns at all."""
    name, runs, seed, folder = argv[0], int(argv[1]), int(argv[2]), argv[3]
    targets.prepare()
    target = next(each for each in targets.TARGETS if each.NAME == name)
    watched = Watched(target, runs, folder)
    seeds = target.seeds()
    functions = _functions(target, seeds)
    longest = max(map(len, seeds)) + 200
    try:
        import atheris
    except ImportError:
        codes = {function.__code__ for function in functions}
        by_hand(watched, seeds, longest, random.Random(seed), codes)
    else:
        for function in functions:
            atheris.instrument_func(function)
        _by_library(atheris, watched, seeds, longest, seed)
    return 0


def _by_library(atheris, watched, seeds, longest, seed):
    """Let libFuzzer change inputs, which ends the process."""
    target, folder = watched.target, watched.folder
    corpus, words = os.path.join(folder, "corpus"), os.path.join(folder, "words")
    os.mkdir(corpus)
    for number, data in enumerate(seeds):
        with open(os.path.join(corpus, "seed%d" % number), "wb") as file:
            file.write(data)
    with open(words, "w", encoding="ascii") as file:
        for word in target.WORDS or ("*",):
            escaped = "".join("\\x%02x" % byte for byte in word.encode("latin-1"))
            file.write('"%s"\n' % escaped)

    def mutated(data, longest, seed):
        return _mutated(target, [data], [], longest, random.Random(seed))

    options = ["-runs=%d" % watched.runs, "-seed=%d" % (seed % 2**31 + 1), "-max_len=%d" % longest]
    options += ["-timeout=%d" % _LATE, "-rss_limit_mb=0", "-dict=" + words]
    options += ["-artifact_prefix=" + folder + os.sep, corpus]
    own = {"custom_mutator": mutated} if hasattr(target, "changed") else {}
    atheris.Setup(["fuzz", *options], watched, **own)
    atheris.Fuzz()


def _mutated(target, kept, words, longest, rng):
    """One of the inputs `kept` changed as its target has it, or as bytes."""
    data = rng.choice(kept)
    out = target.changed(data, rng) if hasattr(target, "changed") else None
    return (_changed(data, kept, words, rng) if out is None else out)[:longest]


def by_hand(watched, seeds, longest, rng, codes):
    """Change inputs and keep those that reach new lines of the code objects `codes`."""
    reached = set()
    fresh = []

    def line(frame, event, _):
        where = frame.f_code, frame.f_lineno
        if event == "line" and where not in reached:
            reached.add(where)
            fresh.append(where)
        return line

    def call(frame, *_):
        return line if frame.f_code in codes else None

    def late(*_):
        raise targets.Wrong("it takes more than %g seconds" % _SECONDS)

    timed = hasattr(signal, "SIGPROF")
    if timed:
        signal.signal(signal.SIGPROF, late)
    kept = []
    waiting = list(seeds)
    words = [word.encode("latin-1") for word in watched.target.WORDS]
    while watched.count < watched.runs:
        if waiting:
            data = waiting.pop()
        else:
            latest = kept[-50:] if rng.random() < 0.5 else kept
            data = _mutated(watched.target, latest, words, longest, rng)
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
    print("cov: %d" % len(reached), file=sys.stderr)


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
            out[a:a] = rng.choice(words)
        elif what == 5:
            other = rng.choice(kept)
            out[a:b] = other[a:b]
    return bytes(out)
