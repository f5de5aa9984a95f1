"""Reports of `emulate`, and the pages of docs/ that are made from kept figures."""

import json
import os
import re

import pytest
from conftest import ROOT
from emulate_help import FakeBoard, options

from tools import figures
from tools.emulator import measure, person, session
from tools.match import command

LINES = ["heap free 162000", "probe free 155000", "code.py output:", "screen title - free 97000"]
SPEC = "RK hard,person 7"


@pytest.fixture
def board(monkeypatch):
    """A board that says a game's lines, and what it was set up with."""
    board = FakeBoard([*LINES, "thinks RK 2 hard free 50000"])
    board.console.append((900.0, "thought RK 2 hard play ms 700 rack 9 table 20 pool 30 slice 40"))
    board.heaps = [[0.0, 97000, 40000, 160000], [500.0, 20500, 900, 160000]]
    board.changes = [[5.0, "erase", 4096, 4096], [6.0, "program", 4096, "AA=="]]
    board.ms = 1000.0
    board.asked = []

    def set_up(args, constants, files, tell):
        board.asked.append((args.seed, constants, files))
        return board

    monkeypatch.setattr(session, "set_up", set_up)
    monkeypatch.setattr(person.Person, "play_game", lambda *words: "over")
    return board


def test_a_games_report_has_its_figures_and_becomes_a_row(board):
    (report,) = measure.measure(options(firmware="F", game=[SPEC]))
    assert board.asked[0][2] == {"jobs.txt": b"begin RK hard,person 7\n"}
    assert (report["games"][0]["ended"], report["emulated_ms"]) == ("over", 1000.0)
    assert report["erases"] == report["programs"] == 1
    assert report["lowest"]["free"][:2] == (20500, 900)
    told = measure.text(report)
    assert "20500 bytes free, the largest piece 900 (500 ms, thinks" in told
    assert "games: [['over'" in told and "flash: 1 erases" in told
    assert re.search("thoughts\n    count +1\n", told) and re.search("- title +.97000, 40000", told)
    row = measure.row_of(report)
    assert (row["lowest"], row["piece"], row["free"], row["refused"]) == (20500, 900, 162000, [])
    assert row["thoughts"]["longest"] == 700 and row["screens"] == {"- title": [97000, 40000]}
    assert row["games"][0][0] == "over"
    row["keys"] = {"to play": [2, 300.0, 650.5], "in play": [2, 20.0, 990.0]}
    assert measure.cells(SPEC, row)[-3:] == [650.5, 700, 700]  # of keys those to another screen


@pytest.mark.parametrize(
    "given, names, seeds",
    [
        ({}, ["start"], [None]),
        ({"measure": ["start", "screens"], "seed": 4}, ["start", "screens"], [4, 4]),
        ({"game": [SPEC, SPEC], "seed": 4}, ["games", "games"], [4, 4]),
        ({"game": [SPEC, SPEC], "session": True}, ["games"], [None]),
    ],
)
def test_options_become_runs_with_their_seeds(board, given, names, seeds):
    reports = measure.measure(options(firmware="F", **given))
    assert [report["script"] for report in reports] == names
    assert [row[0] for row in board.asked] == seeds
    if len(names) == 1 and given:
        assert board.asked[0][2]["jobs.txt"].count(b"await_title\nbegin") == 1


def test_a_seed_is_drawn_from_the_commit(board, monkeypatch):
    monkeypatch.setattr(figures, "commit", lambda paths: "0001e240+")
    (report,) = measure.measure(options(firmware="F", measure=["start"]))
    assert report["seed"] == 123456


@pytest.mark.parametrize("name, module", [("MEASURED", measure), ("PLAYERS", command)])
def test_the_page_is_made_from_the_file(name, module):
    with open(os.path.join(ROOT, "docs", name.lower() + ".json"), encoding="utf-8") as file:
        text = file.read()
    data = json.loads(text)
    assert figures.data_text(data) == text
    with open(os.path.join(ROOT, "docs", name + ".md"), encoding="utf-8") as file:
        page = file.read()
    assert page.endswith(figures.tables_text(data, module.HEADS, module.cells))
    assert page.count(data["commit"]) == 1


def test_figures_of_another_commit_are_dropped(tmp_path, monkeypatch):
    monkeypatch.setattr(figures, "_DOCS", str(tmp_path))
    (tmp_path / "m.json").write_text(figures.data_text({"commit": "a", "tables": {}}))
    (tmp_path / "M.md").write_text("# M\n")
    for commit, row in ("a", "first"), ("a", "second"), ("b", "third"):
        monkeypatch.setattr(figures, "commit", lambda paths, commit=commit: commit)
        figures.keep(
            "M", (), {"T": {row: {"n": 1}}}, "| row | n |", lambda row, n: [row, *n.values()]
        )
        shown = [line for line in (tmp_path / "M.md").read_text().split("\n") if "| 1 |" in line]
        assert shown[-1] == "| %s | 1 |" % row and len(shown) == (1 if row != "second" else 2)
    assert "commit b" in (tmp_path / "M.md").read_text()
