"""Run a campaign's property: many examples, or one failing example again."""

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

SEEDS = st.integers(0, (1 << 24) - 1)  # Hypothesis would prefer small numbers to longer ones
_STEPS = 30  # steps of a state machine
_SHRINK_SECONDS = 60  # that Hypothesis spends on making a failing example smaller
_SECONDS = 60  # processor time after which an example counts as hanging

tally: Counter[str] = Counter()  # counts of what the examples of this process have done
_batch_end: float | None = None  # the time.time() after which no example begins


class TimeIsOver(BaseException):
    """No more examples are wanted; Hypothesis lets this through at once."""


class Failure(Exception):
    """A property does not hold; str() is one sentence."""


@contextlib.contextmanager
def example(seconds: float = _SECONDS) -> Iterator[None]:
    """Run one example inside the context; raise Failure if it takes more than `seconds` of
    processor time. Raises TimeIsOver after the end of a batch in which no example has failed."""
    global _batch_end

    def hangs(*_):
        raise Failure("It has not ended after %g seconds of work." % seconds)

    if _batch_end is not None and time.time() > _batch_end:
        raise TimeIsOver
    has_timer = hasattr(signal, "SIGPROF")
    before = signal.signal(signal.SIGPROF, hangs) if has_timer else None
    if has_timer:
        signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except Exception:
        _batch_end = None  # Hypothesis now shrinks the example, however long that takes
        raise
    finally:
        if has_timer:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)


def check(
    campaign: str, examples: int, seed: int | None = None, again: str | None = None, **settings: Any
) -> None:
    """Test a campaign's property with Hypothesis. Raises its failure.

    examples: the most to try. seed: of the examples. again: blob of the only example to try.
    all_settings: further settings of Hypothesis.
    """
    function, strategy = importlib.import_module("tools.soak." + campaign).PROPERTY
    decorate: Callable = lambda test: test  # noqa: E731
    if seed is not None:
        decorate = hypothesis.seed(seed)
    if again is not None:
        decorate = hypothesis.reproduce_failure(hypothesis.__version__, again.encode())
    all_settings = hypothesis.settings(
        max_examples=examples,
        stateful_step_count=_STEPS,
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        **settings,
    )
    if strategy is None:
        machine = decorate(type(function.__name__, (function,), {}))
        stateful.run_state_machine_as_test(machine, settings=all_settings)
    else:
        all_settings(decorate(hypothesis.given(strategy)(function)))()


def run_batch(campaign: str, seed: int, end: float) -> tuple[str, str, dict]:
    """Test a property until time.time() is `end`, first with saved examples that failed. Return
    (sentence or "", blob of the failing example, tally)."""
    global _batch_end
    tally.clear()
    engine.MAX_SHRINKING_SECONDS = _SHRINK_SECONDS
    _batch_end = end
    try:
        check(
            campaign,
            10**9,
            seed,
            database=DirectoryBasedExampleDatabase(results(os.path.join("dist", "soak"))),
            phases=[Phase.reuse, Phase.generate, Phase.shrink],
            derandomize=False,
            print_blob=True,
            verbosity=Verbosity.quiet,
        )
    except TimeIsOver:
        pass
    except Exception as problem:
        return failure_sentence(problem), blob_of(problem), dict(tally)
    finally:
        _batch_end = None
    return "", "", dict(tally)


def replay(campaign: str, again: str) -> str:
    """Play the example with the blob `again` once more; return its failure, or "". Raises
    ValueError if it is no blob of this campaign."""
    try:
        check(campaign, 1, again=again, database=None, verbosity=Verbosity.quiet)
    except errors.DidNotReproduce:
        return ""
    except (errors.InvalidArgument, UnicodeError):
        raise ValueError("--again takes what the line of a failure says.") from None
    except Exception as problem:
        return failure_sentence(problem)
    return ""


def blob_of(problem: BaseException) -> str:
    """Return the blob that reproduces a failing example, from the notes that Hypothesis adds, or
    ""."""
    notes = " ".join(getattr(problem, "__notes__", ()))
    match = re.search(r"@reproduce_failure\('[^']*', b'([^']*)'\)", notes)
    return match.group(1) if match else ""


def failure_sentence(problem: BaseException) -> str:
    """Return one sentence for a failure; that of an unexpected exception names its source line."""
    message = " ".join(str(problem).split())
    if isinstance(problem, Failure):
        return message
    places = [
        "%s:%d" % (os.path.relpath(frame.filename, ROOT), frame.lineno or 0)
        for frame in traceback.extract_tb(problem.__traceback__)
        if frame.filename.startswith(ROOT)
        and not re.search("/tools/soak/|site-packages", frame.filename)
    ]
    where = " in " + places[-1] if places else ""
    return "%s%s: %s" % (type(problem).__name__, where, message)
