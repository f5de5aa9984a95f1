"""Puzzles: chosen by grade or by the day, played, solved and counted."""

import binascii
import os
import time

import pytest
from conftest import ROOT
from screens_help import ENDS
from words_menus import solved

from rules import puzzles
from rules.solver import search
from rules.tilegame import tiles

PACK = os.path.join(ROOT, "assets", "puzzles.bin")
NO_CLOCK = (2000, 1, 1, 0, 3, 9, 5, 1, -1)


@pytest.mark.parametrize("board", ENDS)
def test_a_puzzle_is_chosen_played_and_counted(scene, board):
    from pocket.app import flow

    scene("board %s; go learn.puzzles; says Grade 3: 0 of 60; choose Grade 3; on play" % board)
    game = scene.game
    with open(PACK, "rb") as file:
        table, rack = puzzles.Pack(file, binascii.crc32).puzzle(120)
    assert bytes(sorted(game.racks[0])) == rack
    assert [[tiles.plain(c) for c in codes] for codes in game.table] == [list(c) for c in table]
    assert game.apply(("draw",)) == ("Lesson", "Play all your tiles.")
    scene("says Play all your tiles.")
    best = search.run(game.rules, game.table, rack, True)
    assert game.apply(("play", best.table)) is None and game.done
    flow.advance(scene.app)
    scene("on puzzles; says Grade 3: 1 of 60; says Solved!; off")
    scene("go learn.puzzles; says Grade 3: 1 of 60; choose Grade 3; on play")
    assert bytes(sorted(scene.game.racks[0])) != rack


def test_a_solved_puzzle_is_celebrated_at_the_table(scene):
    scene("go learn.puzzles; choose Grade 1; on play; wait 700")
    game = scene.game
    best = search.run(game.rules, game.table, game.racks[0], True)
    scene._hands().reach(best.table)
    scene("START; runs Ending; wait 2000; check part.word == 'Solved!'; on puzzles; says Solved!")


def test_laying_a_part_is_not_enough(scene):
    scene("go learn.puzzles; choose Grade 1; on play")
    game = scene.game
    before = game.pack()
    for code in set(game.racks[0]):
        some = search.run(game.rules, game.table, bytes((code,)), True)
        if some.tiles:
            assert game.apply(("play", some.table)) == ("Lesson", game.hint)
    assert game.pack() == before and not game.done


# -- the puzzle of the day


@pytest.fixture
def today(monkeypatch):
    """Return a function that sets the date: today(year, day of the year); without them there is no
    clock."""

    def set_date(year=None, day=1):
        now = (year, 1, day % 32, 8, 0, 0, 4, day, -1) if year else NO_CLOCK
        monkeypatch.setattr(time, "localtime", lambda: now)

    set_date()
    return set_date


def days_rack(scene):
    """Return the rack of the puzzle of the day, which is on show."""
    scene("go learn.puzzles; choose Puzzle of the day; on play")
    return bytes(sorted(scene.game.racks[0]))


def test_the_puzzle_of_the_day_is_the_next_unsolved_one_without_a_clock(scene, today):
    first = days_rack(scene)
    assert days_rack(scene) == first
    for many in (1, 2, 3):
        solved(scene)
        assert scene.screen.list.chosen == 0
        assert ("%d in a row" % many in scene.page()) == (many > 1)
        assert many == 3 or days_rack(scene) != first
    assert scene.lines()[1] == "Puzzle of the day: 3"


def test_every_day_has_its_puzzle_with_a_clock(scene, today):
    racks = []
    for day in (1, 1, 2, 3):
        today(2027, day)
        racks.append(days_rack(scene))
        solved(scene)
    assert racks[0] == racks[1] and len(set(racks)) == 3


@pytest.mark.parametrize(
    "days, rows",
    [
        # over New Year, twice on a day, and after days without one
        (((2027, 364), (2027, 365), (2028, 1), (2028, 1), (2028, 4)), (1, 2, 3, 3, 1))
    ],
)
def test_days_in_a_row_are_counted(scene, today, days, rows):
    for (year, day), row in zip(days, rows):
        today(year, day)
        days_rack(scene)
        solved(scene)
        line, said = scene.lines()[1], scene.page()
        assert line == "Puzzle of the day%s \x12" % (": %d" % row if row > 1 else "")
        assert ("Puzzle of the day: %d in a row" % row in said) == (row > 1)
        assert "Solved!" in said


def test_a_row_that_a_day_without_a_puzzle_has_broken_is_not_shown(scene, today):
    shown = []
    for day in (1, 2, 3, 4):
        today(2027, day)
        if day < 3:
            days_rack(scene)
            solved(scene)
        scene("go learn.puzzles")
        shown.append(scene.lines()[1].removeprefix("Puzzle of the day"))
    assert shown == [" \x12", ": 2 \x12", ": 2", ""]


@pytest.mark.parametrize("done", [0, 5])
def test_the_cursor_stays_on_the_day_s_puzzle_which_offers_no_other_once_it_is_solved(
    scene, today, done
):
    today(2027, 2)
    with open(PACK, "rb") as file:
        pack = puzzles.Pack(file, binascii.crc32)
    progress = puzzles.Progress(pack)
    for number in range(done):
        progress.mark_solved(number)
    scene.app.store.save("puzz", progress.dump())
    scene("go learn.puzzles; chosen Puzzle of the day; chosen_at 0")
    day = progress.number_of_day(scene.screen._day())
    grade, place = pack.grade(day)
    assert grade > 1
    scene("says Grade %d, puzzle %d; says Play your whole rack" % (grade, place + 1))
    scene("go learn.puzzles 0 %d" % day)  # solved
    scene("chosen Puzzle of the day; says {RIGHT_SIGN}; says Solved!; no the next one")
