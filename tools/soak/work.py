"""The cases of campaigns: played by worker processes, kept in files, taken up again."""

import importlib
import multiprocessing
import os
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any
from unittest import mock

from tools.device import kept
from tools.journal import Journal
from tools.place import ROOT, results
from tools.soak.outcome import Outcome, add

SECONDS = 900  # of the processor: a case that takes longer hangs, if its campaign says nothing else
_PATIENCE = 4  # times as long by the clock, for others may have the machine
_HUNG = 75  # the status of a worker that has used up that time
_LATE = 20  # seconds for which the cases that run may go on when the time is over
_EMPTY = 20  # cases in a row that count nothing: a campaign has nothing more to do
# What the outcome of a case hangs on; a run packs the languages (assets/words/*.bin) itself.
_CODE = ("code.py", "boot.py", "lib/**/*.py", "rules/**/*.py", "assets/*.*", "assets/*/**/*.t*")
_CODE += ("tools/sim/**/*.py", "tools/soak/**/*.py")


def revision() -> str:
    """A word for this very state of the program and its campaigns."""
    return kept.digest(ROOT, *_CODE)[:12]


class Run:
    """One campaign on its way to its goal: what its cases have given so far.

    first: the seed of its first case. goal: None: the campaign's own. folder: where it is kept.
    count, failed, cases, figures, seconds: so far. kept: the failures of earlier runs, (case,
    sentence).
    """

    def __init__(
        self, name: str, first: int, goal: int | None = None, folder: str | None = None
    ) -> None:
        self.name = name
        self.module = importlib.import_module("tools.soak." + name)
        self.goal = goal or self.module.GOAL
        self.count = self.failed = self.cases = self._empty = 0
        self.figures: dict[str, Any] = {}
        self.kept: list[tuple[int, str]] = []
        self.seconds = 0.0
        self._next = first
        self._done: set[int] = set()
        folder = folder or results(os.path.join("dist", "soak"))
        os.makedirs(folder, exist_ok=True)
        self._journal = Journal(os.path.join(folder, "%s-%d-%s.jsonl" % (name, first, revision())))
        self._journal.begin()
        for case, seconds, outcome in self._journal.lines:
            self._count(case, seconds, Outcome(*outcome))
            self.kept += [(case, sentence) for sentence in outcome[1]]

    def _count(self, case: int, seconds: float, outcome: Outcome) -> None:
        self._done.add(case)
        self.cases += 1
        self.count += outcome.count
        self.failed += len(outcome.failures)
        self.seconds += seconds
        self._empty = 0 if outcome.count else self._empty + 1
        add(self.figures, outcome.figures)

    def keep(self, case: int, seconds: float, outcome: Outcome) -> None:
        """A case is played."""
        self._count(case, seconds, outcome)
        told = (outcome.count, outcome.failures, outcome.figures)
        self._journal.add((case, round(seconds, 2), told))

    def case(self) -> int:
        """The next case."""
        while self._next in self._done:
            self._next += 1
        self._next += 1
        return self._next - 1

    def open(self) -> bool:
        """There is more to do."""
        return self.count < self.goal and self._empty < _EMPTY

    def share(self) -> float:
        """How much of the goal is reached, 0 to 1."""
        return min(1.0, self.count / self.goal)

    def missing(self) -> list[str]:
        """What a whole run was to reach and has not: sentences."""
        if self.count < self.module.GOAL or not hasattr(self.module, "missing"):
            return []
        return self.module.missing(self.figures)

    def close(self) -> None:
        """No more cases come."""
        self._journal.close()


class _Worker:
    """A process that plays one case after the other."""

    def __init__(self) -> None:
        # A new interpreter: nothing of this one decides what comes of a case.
        context = multiprocessing.get_context("spawn")
        self.line, far = context.Pipe()
        self.process = context.Process(target=_serve, args=(far,), daemon=True)
        with mock.patch.dict(os.environ, PYTHONHASHSEED="0"):  # nor does the order of a set
            self.process.start()
        far.close()

    def give(self, job: tuple[str, int]) -> None:
        """Play this case, (campaign, seed)."""
        self.job = job
        self.began = time.monotonic()
        campaign = importlib.import_module("tools.soak." + job[0])
        self.most = getattr(campaign, "SECONDS", SECONDS)
        self.alone = getattr(campaign, "ALONE", False)
        self.answered = False  # it can play another one
        self.line.send((*job, self.most))

    def answer(self) -> Outcome:
        """What has come of its case."""
        try:
            outcome = self.line.recv()
            self.answered = True
            return outcome
        except (EOFError, OSError):
            self.process.join()
            if self.process.exitcode == _HUNG:
                return Outcome(0, ["It has not ended after %g seconds of work." % self.most])
            return Outcome(0, ["The process that played it has died."])

    def end(self) -> None:
        """Stop it, whatever it does."""
        self.process.kill()
        self.process.join()
        self.line.close()


def _serve(line: Connection) -> None:
    """What a worker does."""
    timed = hasattr(signal, "SIGPROF")
    if timed:
        signal.signal(signal.SIGPROF, lambda *_: os._exit(_HUNG))
    while True:
        try:
            name, case, most = line.recv()
        except (EOFError, KeyboardInterrupt):
            return
        if timed:
            signal.setitimer(signal.ITIMER_PROF, most)
        try:
            outcome = importlib.import_module("tools.soak." + name).run_case(case)
        except KeyboardInterrupt:
            return
        except BaseException as problem:  # the campaign itself has failed: that is told, too
            last = traceback.extract_tb(problem.__traceback__)[-1]
            where = (os.path.basename(last.filename), last.lineno)
            outcome = Outcome(0, ["%s: %s (%s:%d)" % ((type(problem).__name__, problem) + where)])
        if timed:
            signal.setitimer(signal.ITIMER_PROF, 0)
        line.send(outcome)


def played(
    job: Callable[[], tuple[str, int] | None], many: int, end: float | None = None
) -> Iterator[tuple[str, int, Outcome, float]]:
    """Play cases on so many processes until moment `end`; yields (campaign, seed, Outcome, seconds)
    of each as it is done. job: gives the next, (campaign, seed), or None where there is none now. A
    worker that dies or hangs is a failure of its case."""
    idle: list[_Worker] = []
    busy: list[_Worker] = []
    try:
        while True:
            while len(busy) < many and (end is None or time.monotonic() < end):
                wanted = job()
                if wanted is None:
                    break
                worker = idle.pop() if idle else _Worker()
                worker.give(wanted)
                busy.append(worker)
            if not busy:
                return
            ready = wait([worker.line for worker in busy], 1)
            now = time.monotonic()
            for worker in list(busy):
                outcome = None
                if worker.line in ready:
                    outcome = worker.answer()
                elif now - worker.began > _PATIENCE * worker.most:
                    late = _PATIENCE * worker.most
                    outcome = Outcome(0, ["It has not ended after %g seconds." % late])
                elif end is None or now < end + _LATE:
                    continue
                busy.remove(worker)
                if worker.answered and not worker.alone:
                    idle.append(worker)
                else:
                    worker.end()
                if outcome is not None:
                    yield worker.job + (outcome, now - worker.began)
    finally:
        for worker in idle + busy:
            worker.end()


def go(runs: list[Run], jobs: int, end: float | None) -> Iterator[tuple[Run, int, Outcome]]:
    """Play Runs side by side, next the one with the fewest cases running, on which the least time
    was spent; yields (Run, case, Outcome) as they come."""
    by_name = {run.name: run for run in runs}
    spent = {run.name: 0.0 for run in runs}
    running = {run.name: 0 for run in runs}

    def job() -> tuple[str, int] | None:
        there = [run for run in runs if run.open() and _wants(run, running[run.name])]
        if not there:
            return None
        run = min(there, key=lambda each: (running[each.name], spent[each.name]))
        running[run.name] += 1
        return run.name, run.case()

    try:
        for name, case, outcome, seconds in played(job, jobs, end):
            run = by_name[name]
            running[name] -= 1
            spent[name] += seconds
            run.keep(case, seconds, outcome)
            yield run, case, outcome
    finally:
        for run in runs:
            run.close()


def _wants(run: Run, running: int) -> bool:
    """The goal asks for more than the cases that run will give, as far as can be told."""
    each = run.count / run.cases if run.cases else 0
    return not running or run.count + running * each < run.goal
