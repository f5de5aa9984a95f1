"""`soak --campaign firmware`: a person at an emulated board; a board of our own stands in here."""

import random

import pytest
from emulate_help import FakeBoard, on_each_firmware
from screens_help import handheld

from tools.emulator import EmulatorError, readings
from tools.person.choosing import Person
from tools.person.screen import LONG, hold, rest, tap
from tools.soak import firmware as sessions
from tools.soak import running


class Chip(FakeBoard):
    """A menu of a game, whose way out leads to the next job."""

    def __init__(self, lines=7, way_out=5):
        super().__init__()
        self.lines, self.way_out, self.chosen = lines, way_out, 0
        self.out = False

    def down(self, button, *ms):
        super().down(button, *ms)
        if button == "DOWN":
            self.chosen = (self.chosen + 1) % self.lines
        elif button == "A" and self.chosen == self.way_out and not self.out:
            self.out = True
            self.say("screen title - free 40000", "job go puzzles")
            self.say("screen puzzles - free 40000")
        self.say("@ %d %d 0 1 0" % (0 if self.out else self.lines, self.chosen))


@pytest.mark.parametrize("lines, way_out", [(7, 5), (4, 3)])
def test_the_menu_of_a_game_or_lesson_leads_home(lines, way_out):
    chip = Chip(lines, way_out)
    chip.say("job begin RK person,easy 1", "screen pause turn free 30000")
    chip.say("@ %d 0 0 1 0" % lines)
    board = sessions.Board(chip)
    board.await_job(1)
    seen = board.look()
    assert (seen.name, seen.lines, seen.way_out) == ("pause", lines, way_out)
    board.perform(Person(random.Random(1)).home(seen))
    assert board.look().name == "title" and chip.out
    board.await_job(2)
    assert board.look().name == "puzzles"


def test_the_screen_that_a_job_begins_on_is_not_where_it_ends():
    chip = Chip()
    chip.say("screen title - free 40000", "job begin RK person,easy 1")
    board = sessions.Board(chip)
    board.await_job(1)
    assert board.look().name == ""
    chip.say("screen title - free 40000")
    board.press(rest(10))
    assert board.look().name == "title"


@pytest.mark.parametrize(
    "told, keys, pressed",
    [
        (["@ 0 0 0 0 1"], [tap("LEFT"), tap("A"), hold("MENU")], ["RIGHT", "A", "START"]),
        # a line of the settings that takes memory is passed, not changed
        (
            ["screen settingsmenu - free 30000", "@ 16 0 0 0 0"],
            [tap("A"), tap("A"), tap("UP", "A", ms=60)],
            ["DOWN", "A", "UP"],
        ),
        (["screen language - free 30000"], [tap("A"), tap("UP", "A", ms=LONG)], ["B", "B"]),
    ],
)
def test_keys_are_those_that_the_person_sees_and_may_press(told, keys, pressed):
    chip = Chip(16, 99)
    chip.say(*told)
    board = sessions.Board(chip)
    board.press(rest(10))
    for key in keys:
        board.press(key)
    assert chip.pressed == pressed


def test_what_is_raised_ends_the_session():
    chip = Chip()
    chip.say("Traceback (most recent call last):", "ValueError: no")
    with pytest.raises(EmulatorError, match="ValueError: no"):
        sessions.Board(chip).press(rest(10))


def test_a_job_that_does_not_begin_is_told():
    with pytest.raises(EmulatorError, match="Nothing follows"):
        sessions.Board(Chip()).await_job(1)


def console(last):
    """What a session of ten games tells; `last`: bytes free in a turn of the last."""
    lines = []
    for number in range(10):
        lines.append("job begin RK easy,person 1")
        lines.append("screen startdraw start free 41000")
        lines.append("person RK free %d" % (last if number == 9 else 50000 - 500 * number))
        lines.append("job go puzzles")
        lines.append("screen puzzles - free 30000")
    return [(100.0 * i, line) for i, line in enumerate(lines)]


@pytest.mark.parametrize("last, aged", [(50000, 0), (48976, 1024), (48975, 1025)])
def test_a_session_that_ages_is_a_failure(last, aged):
    wrong = sessions.judged(readings.Log(console(last), []))
    assert bool(wrong) == (aged > 1024)
    assert all("50000" in sentence and str(last) in sentence for sentence in wrong)


def test_a_thought_without_its_memory_is_a_failure_a_screen_without_is_none():
    told = console(50000)
    thought = "RK 2 easy draw ms 9 rack 7 table 0 pool 9 slice 9"
    told.insert(13, (1260.0, "thinks RK 2 easy free 9500"))
    told.insert(14, (1270.0, "thought " + thought))
    screen, search = [[1250.0, 4321]], [[1265.0, 4321]]
    assert sessions.judged(readings.Log(told, screen)) == []
    (wrong,) = sessions.judged(readings.Log(told, search))
    assert wrong == "Game 3 was played plainly for want of memory."


def test_what_takes_memory_of_its_own_is_left_as_it_is_wherever_it_stands(tmp_path):
    """A line more above it once let keys choose large text, and the tenth game had 1.8 KB less."""
    with handheld(tmp_path) as sim:
        sim.app.go("menus.settingsmenu")
        sim.wait(400)
        shown = {sim.app.screen.rows[line][0] for line in sessions.taking()}
    assert shown == {"language", "large"}


@on_each_firmware
def test_a_short_session_on_the_board(firmware, monkeypatch):
    monkeypatch.setenv("POCKET_FIRMWARE", firmware)
    two = ["RK person,easy 3 length=1"] * 2
    monkeypatch.setattr(sessions.scripts, "ten_games", lambda rng: two)
    monkeypatch.setattr(sessions, "_GAME_MS", 25000)
    monkeypatch.setattr(sessions, "_BETWEEN_MS", 5000)
    running.tally.clear()
    sessions.ten_games(1)
    assert running.tally["games"] == 2 and running.tally["presses"] > 30
