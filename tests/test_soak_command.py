"""`soak`: failing examples are lines that play them again, options."""

import time

import cases
import pytest

from tools.__main__ import guarded
from tools.soak import command


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
    return command.run(["turns"], 1, 1, seconds)


def test_what_was_done_is_told(monkeypatch, capsys):
    assert run_with(monkeypatch, ("", "", {"turns": 1400, "screen title": 3})) == 0
    assert capsys.readouterr().out == "turns: 1,400 turns, 1 different screens\n"


def test_a_failing_example_is_a_line_that_plays_it_again(monkeypatch, capsys):
    found = "Something is wrong.", "AXic", {"turns": 3}
    assert run_with(monkeypatch, found) == 2
    line, figures = capsys.readouterr().out.splitlines()
    assert line == "python3 tools soak --campaign turns --again AXic  # Something is wrong."
    assert figures == "turns: 3 turns"


@pytest.mark.long
def test_a_short_run(capsys):
    assert command.run(["turns"], 1, 1, 0.5) == 0
    assert capsys.readouterr().out.startswith("turns: ")


@pytest.mark.long(keep=1)
@cases.table("words")
def test_options_that_do_not_fit_are_one_sentence(words, capsys, monkeypatch):
    monkeypatch.setattr(command, "_workers", command.futures.ThreadPoolExecutor)
    with pytest.raises(SystemExit) as left:
        raise SystemExit(guarded("soak", command.main, words.split()))
    out, err = capsys.readouterr()
    assert left.value.code and out == "" and err.count("\n") == 1
