"""`soak`: failing examples are lines that play them again, options."""

import subprocess
import sys
import time
from collections import Counter

import pytest

from tools.place import ROOT
from tools.soak import command


def test_campaigns_get_the_same_time():
    names, spent = ["keys", "inputs.a", "inputs.b"], Counter(keys=1, inputs=0)
    batches = command.batches(names, 2, spent)
    assert [next(batches) for _ in range(3)] == [(name, None) for name in names]
    assert [next(batches) for _ in range(2)] == [("inputs.a", 2000000), ("inputs.b", 2000001)]
    spent["inputs"] = 30
    assert next(batches) == ("keys", 2000002)


def run_with(monkeypatch, answer, seconds=30):
    """Run `soak` of one property whose batches give `answer`, in this process."""

    class Pool:
        _processes = None

        def __init__(self, *args, **options):
            pass

        def submit(self, batch, *args):
            job = command.futures.Future()
            job.set_result(answer)
            monkeypatch.setattr(command.time, "time", lambda: now + seconds + 1)
            return job

        def shutdown(self, **options):
            pass

    now = time.time()
    monkeypatch.setattr(command.futures, "ProcessPoolExecutor", Pool)
    monkeypatch.setattr(command.time, "time", lambda: now)
    return command.run(["inputs.score"], 1, 1, seconds)


def test_what_was_done_is_told(monkeypatch, capsys):
    assert run_with(monkeypatch, ("", "", {"inputs": 1400, "screen title": 3})) == 0
    assert capsys.readouterr().out == "inputs: 1,400 inputs, 1 different screens\n"


def test_a_failing_example_is_a_line_that_plays_it_again(monkeypatch, capsys):
    found = "Something is wrong.", "AXic", {"inputs": 3}
    assert run_with(monkeypatch, found) == 2
    line, figures = capsys.readouterr().out.splitlines()
    assert line == (
        "python3 tools soak --campaign inputs --property score --again AXic  # Something is wrong."
    )
    assert figures == "inputs: 3 inputs"


@pytest.mark.long
def test_an_example_that_no_longer_fails_is_told(capsys):
    words = "--campaign inputs --property scripts --again AEEA"  # the first of the good scripts
    assert command.main(words.split()) == 0
    assert capsys.readouterr().out == "inputs.scripts: it no longer fails.\n"


@pytest.mark.long
def test_a_short_run(capsys):
    assert command.run(["inputs.score"], 1, 1, 6) == 0
    assert " inputs\n" in capsys.readouterr().out


@pytest.mark.long(keep=1)
@pytest.mark.parametrize(
    "words",
    [
        "--campaign nothing",
        "--minutes 0",
        "--seed x",
        "--again AXic",
        "--property nothing",
        "--campaign keys --again XXXX",
    ],
)
def test_options_that_do_not_fit_are_one_sentence(words):
    done = subprocess.run(
        [sys.executable, ROOT + "/tools", "soak", *words.split()],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode and done.stdout == "" and done.stderr.count("\n") == 1
