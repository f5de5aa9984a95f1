"""`soak`: cases are kept and taken up again, failures play again by their line, options."""

import json
import os
import shlex
import subprocess
import sys

import pytest

from tools.place import ROOT
from tools.soak import command, play, work
from tools.soak.outcome import Outcome

FIRST = 1000000


def kept(folder):
    """The cases of the campaign "play" that are kept in `folder`."""
    (path,) = folder.glob("play-%d-*.jsonl" % FIRST)
    return [json.loads(line) for line in path.read_text().splitlines()]


def run_of(folder, goal):
    return work.Run("play", FIRST, goal, folder=str(folder))


@pytest.mark.long
def test_what_is_done_is_taken_up_again(tmp_path, capsys):
    assert command.run([run_of(tmp_path, 2)], 1) == 0
    assert capsys.readouterr().out.startswith("play: 2 games in 2 cases, no failures, ")
    assert [case for case, *_ in kept(tmp_path)] == [FIRST, FIRST + 1]
    with open(next(tmp_path.iterdir()), "ab") as file:
        file.write(b"[1000002,0.1,[1,[")  # the power went
    again = run_of(tmp_path, 3)
    assert (again.count, again.cases) == (2, 2)
    assert command.run([again], 1) == 0
    assert [case for case, *_ in kept(tmp_path)] == [FIRST, FIRST + 1, FIRST + 2]


def test_no_case_begins_when_the_time_is_over(tmp_path, capsys):
    assert command.run([run_of(tmp_path, 2)], 1, 0) == 0
    assert capsys.readouterr().out == "play: 0 games in 0 cases, no failures\n"


@pytest.mark.long
def test_failures_are_lines_that_play_the_case_again(tmp_path, capsys):
    run = run_of(tmp_path, 9)
    run.keep(FIRST, 0.5, Outcome(1, ["Something\nis wrong."], {"plays": 3}))
    run.close()
    assert command.run([run_of(tmp_path, 1)], 1) == 2
    line, figures = capsys.readouterr().out.splitlines()
    assert line == "python3 tools soak --campaign play --case 1000000  # Something is wrong."
    assert figures == "play: 1 games in 1 cases, 1 failures, plays 3"
    words = shlex.split(line, comments=True)
    done = subprocess.run(
        [sys.executable, *words[1:]], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("play: 1 games in 1 cases, no failures, ")


@pytest.mark.long
def test_one_input_is_read_again(capsys):
    assert command.main(["--input", "settings:eNqrrgUAAXUA-Q=="]) == 0
    assert capsys.readouterr().out.startswith("inputs: 1 inputs in 1 cases, no failures, ")


@pytest.mark.skipif(sys.platform == "win32", reason="there the clock alone is looked at")
def test_a_case_hangs_by_its_work(monkeypatch):
    """By the clock it may take longer: others may have the machine."""
    monkeypatch.setattr(play, "SECONDS", 0.05, raising=False)
    monkeypatch.setattr(work, "_PATIENCE", 9999)
    jobs = [("play", FIRST + 5)]
    (played,) = work.played(lambda: jobs.pop() if jobs else None, 1)
    assert played[:2] == ("play", FIRST + 5)
    assert played[2].failures == ["It has not ended after 0.05 seconds of work."]


def test_a_run_that_is_stopped_says_how_far_it_came(tmp_path, capsys, monkeypatch):
    def stopped(runs, jobs, end):
        runs[0].keep(FIRST, 0.5, Outcome(1, [], {}))
        yield runs[0], FIRST, Outcome(1, [], {})
        raise KeyboardInterrupt

    monkeypatch.setattr(work, "go", stopped)
    assert command.run([run_of(tmp_path, 9)], 1) == 130
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "play: 1 games in 1 cases, no failures"
    assert said[1:] == ["Stopped; the same command goes on from here."]


def test_what_a_run_makes_itself_does_not_begin_it_anew(tmp_path, monkeypatch):
    """The languages are packed at the first run, modules compiled; a text is the program."""
    words = tmp_path / "assets" / "words"
    words.mkdir(parents=True)
    (words / "en.toml").write_text("a = 1\n")
    monkeypatch.setattr(work, "ROOT", str(tmp_path))
    before = work.revision()
    (words / "en.bin").write_bytes(b"packed")
    (words / "en.cpython-311.pyc").write_bytes(b"compiled")
    assert work.revision() == before
    (words / "en.toml").write_text("a = 2\n")
    changed = work.revision()
    (tmp_path / "assets" / "puzzles.bin").write_bytes(b"a puzzle")
    assert len({before, changed, work.revision()}) == 3


@pytest.mark.parametrize("name", command.CAMPAIGNS)
def test_every_campaign_says_what_it_is(name, tmp_path):
    run = work.Run(name, FIRST, folder=str(tmp_path))
    run.close()
    assert run.module.UNIT and run.goal == run.module.GOAL >= 10000


@pytest.mark.long(keep=1)
@pytest.mark.parametrize(
    "words",
    [
        "--campaign nothing",
        "--minutes 0",
        "--campaign device",
        "--seed x",
        "--case 1",
        "--input settings",
        "--input nothing:eNqrrgUAAXUA-Q==",
        "--input settings:eNqrrgUAAXUA-Q",
        "--input settings:eNqrrgUAAXUA-Q== --seed 2",
        "--case 1 --campaign play --goal 2",
    ],
)
def test_options_that_do_not_fit_are_one_sentence(words):
    done = subprocess.run(
        [sys.executable, ROOT + "/tools", "soak", *words.split()],
        capture_output=True,
        text=True,
        timeout=60,
        env={name: os.environ[name] for name in os.environ if name != "POCKET_FIRMWARE"},
    )
    assert done.returncode and done.stdout == "" and done.stderr.count("\n") == 1
