"""Run properties: many examples, or one failing example again."""

import contextlib
import importlib
import os
import re
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, errors, stateful
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.internal.conjecture import engine

from tools.place import ROOT, results
from tools.soak import FIRMWARE

STEPS = 30  # of a state machine
_SHRINK_SECONDS = 60  # that Hypothesis spends on making a failing example smaller
SEEDS = st.integers(0, (1 << 24) - 1)  # any more bits, and Hypothesis prefers small numbers
_SECONDS = 60  # of the processor, after which an example counts as hanging

tally: Counter[str] = Counter()  # what the examples of this process have done
_end: float | None = None  # the time.time() after which no example begins


class TimeIsOver(BaseException):
    """No more examples are wanted; Hypothesis lets this through at once."""


class Failure(Exception):
    """A property does not hold; str() is one sentence."""


@contextlib.contextmanager
def example(seconds: float = _SECONDS) -> Iterator[None]:
    """Run one example inside, unless the time is over; fail it if it takes more than this many
    seconds of the processor (the clock would count other programs' work)."""

    def hangs(*_):
        raise Failure("It has not ended after %g seconds of work." % seconds)

    if _end is not None and time.time() > _end:
        raise TimeIsOver
    timed = hasattr(signal, "SIGPROF")
    before = signal.signal(signal.SIGPROF, hangs) if timed else None
    if timed:
        signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        if timed:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)


def properties(campaign: str) -> dict[str, tuple]:
    """{name: (function or state machine, strategy or None)} of a campaign."""
    return importlib.import_module("tools.soak." + campaign).PROPERTIES


def names(campaign: str) -> list[str]:
    """The full names of a campaign's properties: "games", "inputs.settings"."""
    own = properties(campaign)
    return [campaign + ("." + name if len(own) > 1 else "") for name in own]


def _run(name, decorate, settings):
    """Run a property as a Hypothesis test."""
    campaign, _, own = name.partition(".")
    function, strategy = properties(campaign)[own or campaign]
    if strategy is None:
        machine = decorate(type(function.__name__, (function,), {}))
        stateful.run_state_machine_as_test(machine, settings=settings)
    else:
        settings(decorate(hypothesis.given(strategy)(function)))()


def check(
    name: str, examples: int, seed: int | None = None, again: bytes | None = None, **more: Any
) -> None:
    """Try a property with so many examples; raises what it raises.

    seed: which examples. again: the blob of a failing example, to play that one alone. more:
    further settings of Hypothesis.
    """
    decorate: Callable = lambda test: test  # noqa: E731
    if seed is not None:
        decorate = hypothesis.seed(seed)
    if again is not None:
        decorate = hypothesis.reproduce_failure(hypothesis.__version__, again)
    settings = hypothesis.settings(
        max_examples=examples,
        stateful_step_count=STEPS,
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        **more,
    )
    _run(name, decorate, settings)


def batch(name: str, seed: int | None, examples: int, end: float) -> tuple:
    """Try a property with new examples until time.time() is `end`; without a seed, with those kept
    because they failed. Returns (sentence or "", blob of the failing example, tally)."""
    global _end
    tally.clear()
    _end = end
    left = int(end - time.time())
    engine.MAX_SHRINKING_SECONDS = max(5, min(_SHRINK_SECONDS, left))
    settings: dict = {
        "database": DirectoryBasedExampleDatabase(results(os.path.join("dist", "soak"))),
        "phases": [Phase.generate, Phase.shrink]
        if seed is not None
        else [Phase.reuse, Phase.generate],
        "derandomize": False,
        "print_blob": True,
        "verbosity": Verbosity.quiet,
    }
    sentence, blob = "", ""
    try:
        if name == FIRMWARE:  # an hour long: not tried again, not shrunk
            if seed is not None:
                blob = str(seed)
                properties(name)[name][0](seed)
        else:
            check(name, 1 if seed is None else examples, seed, **settings)
    except TimeIsOver:
        pass
    except Exception as problem:
        sentence, blob = told(problem), blob or blob_of(problem)
    finally:
        _end = None
    return sentence, blob, dict(tally)


def once(name: str, again: str) -> str:
    """Play a failing example again; returns what is wrong with it, "" if nothing. Raises
    ValueError if `again` is none of this property's."""
    try:
        if name == FIRMWARE:
            properties(name)[name][0](int(again))
        else:
            check(name, 1, again=again.encode(), database=None, verbosity=Verbosity.quiet)
    except errors.DidNotReproduce:
        return ""
    except (errors.InvalidArgument, UnicodeError):
        raise ValueError("--again takes what the line of a failure says.") from None
    except Exception as problem:
        return told(problem)
    return ""


def blob_of(problem: BaseException) -> str:
    """What plays a failing example again, from the notes that Hypothesis adds; "" without."""
    notes = " ".join(getattr(problem, "__notes__", ()))
    match = re.search(r"@reproduce_failure\('[^']*', b'([^']*)'\)", notes)
    return match.group(1) if match else ""


def told(problem: BaseException) -> str:
    """A failure as one sentence; an unexpected exception with its place in the project."""
    said = " ".join(str(problem).split())
    if isinstance(problem, Failure):
        return said
    own = [
        frame
        for frame in traceback.extract_tb(problem.__traceback__)
        if frame.filename.startswith(ROOT)
        and "/tools/soak/" not in frame.filename
        and "site-packages" not in frame.filename
    ]
    where = " in %s:%d" % (os.path.relpath(own[-1].filename, ROOT), own[-1].lineno) if own else ""
    return "%s%s: %s" % (type(problem).__name__, where, said)
