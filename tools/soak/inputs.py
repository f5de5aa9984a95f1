"""Whatever is read, mutated: one sentence is the answer, and nothing is lost."""

import glob
import json
import os
import re
import subprocess
import sys
import tempfile

from tools.place import ROOT
from tools.soak import fuzz, targets
from tools.soak.outcome import Outcome

UNIT = "inputs"
GOAL = 1000000
_SECONDS = 3000  # of a case, by the clock
# The project goes last in the path, or code.py would hide the library's `code`.
_START = (
    "import sys; sys.path.append(%r); "
    "from tools.soak import fuzz; sys.exit(fuzz.main(sys.argv[1:]))"
)


def run_case(seed, runs=None):
    """One target, fed so many inputs (its own number of them) by a process of its own."""
    target = targets.TARGETS[seed % len(targets.TARGETS)]
    with tempfile.TemporaryDirectory() as folder:
        words = target.NAME, str(runs or target.RUNS), str(seed), folder
        with open(os.path.join(folder, "said"), "w+", errors="replace") as said:
            try:
                status = subprocess.run(
                    [sys.executable, "-P", "-c", _START % ROOT, *words],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=said,
                    env={**os.environ, "PYTHONHASHSEED": "0"},
                    timeout=_SECONDS,
                    cwd=folder,
                ).returncode
                problem = "has ended with %d" % status if status else ""
            except subprocess.TimeoutExpired:
                problem = "has not ended after %d seconds" % _SECONDS
            said.seek(0)
            told = said.read()
        left = _left(folder)
        outcome = _outcome(target, left or {"count": 0, "refused": 0, "slowest": 0, "failures": []})
        if problem or not left:
            problem = problem or "has left no outcome"
            outcome.failures.append(_problem(target, folder, told, problem))
    covered = re.findall(r"\bcov: (\d+)", told)
    outcome.figures["max_covered_" + target.NAME] = int(covered[-1]) if covered else 0
    outcome.figures["with_atheris" if "INFO" in told else "by_hand"] = outcome.count
    return outcome


def run_input(word):
    """What comes of the input that a failure's line names, read here. Raises ValueError."""
    target, data = fuzz.unpacked(word)
    targets.prepare()
    watched = fuzz.Watched(target)
    watched(data)
    return _outcome(target, watched.outcome())


def _left(folder):
    """What the process has written into its folder, {} where nothing."""
    try:
        with open(os.path.join(folder, "outcome.json"), encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def _problem(target, folder, said, problem):
    """The sentence of a process that has not come to its end, with the input that libFuzzer says
    it met there."""
    again = ""
    for kind in ("timeout-*", "crash-*"):
        for path in glob.glob(os.path.join(folder, kind)):
            with open(path, "rb") as file:
                again = fuzz.AGAIN % fuzz.packed(target.NAME, file.read())
    last = said.strip().splitlines()[-1:] or [""]
    return "%s: the process %s (%s)%s" % (target.NAME, problem, last[0][:200], again)


def _outcome(target, result):
    """The Outcome of what fuzz.Watched tells."""
    figures = {
        target.NAME: result["count"],
        "refused": result["refused"],
        "max_milliseconds": result["slowest"],
    }
    return Outcome(result["count"], result["failures"], figures)
