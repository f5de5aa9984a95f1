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
    return _fed(target, runs or target.RUNS, seed)


def run_input(word):
    """The input that a failure's line names. Raises ValueError."""
    target, data = fuzz.unpacked(word)
    return _fed(target, 1, 0, data)


def _fed(target, runs, seed, alone=None):
    """What comes of a target that is fed; alone: its only input."""
    with tempfile.TemporaryDirectory() as folder:
        problem = ""
        command = [
            sys.executable,
            "-P",
            "-c",
            _START % ROOT,
            target.NAME,
            str(runs),
            str(seed),
            folder,
        ]
        if alone is not None:
            with open(os.path.join(folder, "input"), "wb") as file:
                file.write(alone)
            command.append("--alone")
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env={**os.environ, "PYTHONHASHSEED": "0"},
                timeout=_SECONDS,
                cwd=folder,
            )
            said = done.stderr.decode("utf-8", "replace")
            if done.returncode:
                problem = "the process has ended with %d" % done.returncode
        except subprocess.TimeoutExpired as late:
            said = (late.stderr or b"").decode("utf-8", "replace")
            problem = "the process has not ended after %d seconds" % _SECONDS
        return _outcome(target, folder, said, problem)


def _outcome(target, folder, said, problem):
    """What the process has left behind."""
    result = {"count": 0, "refused": 0, "slowest": 0, "failures": []}
    try:
        with open(os.path.join(folder, "outcome.json"), encoding="utf-8") as file:
            result = json.load(file)
    except (OSError, ValueError):
        problem = problem or "the process has left no outcome"
    failures = result["failures"]
    again = ""
    for path in glob.glob(os.path.join(folder, "timeout-*")) + glob.glob(
        os.path.join(folder, "crash-*")
    ):
        with open(path, "rb") as file:
            again = fuzz.AGAIN % fuzz.packed(target.NAME, file.read())
    if problem:
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
