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
        problem = ""
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
                if status:
                    problem = "the process has ended with %d" % status
            except subprocess.TimeoutExpired:
                problem = "the process has not ended after %d seconds" % _SECONDS
            said.seek(0)
            return _outcome(target, folder, said.read(), problem)


def run_input(word):
    """What comes of the input that a failure's line names, read here. Raises ValueError."""
    target, data = fuzz.unpacked(word)
    targets.prepare()
    watched = fuzz.Watched(target)
    watched(data)
    return Outcome(1, watched.outcome()["failures"])


def _outcome(target, folder, said, problem):
    """What the process has left behind."""
    result = {"count": 0, "refused": 0, "slowest": 0, "failures": []}
    try:
        with open(os.path.join(folder, "outcome.json"), encoding="utf-8") as file:
            result = json.load(file)
    except (OSError, ValueError):
        problem = problem or "the process has left no outcome"
    failures = result["failures"]
    if problem:
        again = ""
        for kind in ("timeout-*", "crash-*"):  # libFuzzer's
            for path in glob.glob(os.path.join(folder, kind)):
                with open(path, "rb") as file:
                    again = fuzz.AGAIN % fuzz.packed(target.NAME, file.read())
        last = said.strip().splitlines()[-1:] or [""]
        failures.append("%s: %s (%s)%s" % (target.NAME, problem, last[0][:200], again))
    covered = re.findall(r"\bcov: (\d+)", said)
    figures = {
        target.NAME: result["count"],
        "refused": result["refused"],
        "max_covered_" + target.NAME: int(covered[-1]) if covered else 0,
        "max_milliseconds": result["slowest"],
        "with_atheris" if "INFO" in said else "by_hand": result["count"],
    }
    return Outcome(result["count"], failures, figures)
