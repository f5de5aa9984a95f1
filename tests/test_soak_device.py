"""`soak --campaign device`: a person at an emulated board; a board of our own plays it here."""

import random

import pytest
from emulate_help import FakeBoard, on_each_firmware
from screens_help import handheld

from tools.emulator import readings
from tools.soak import device
from tools.soak.sitting import Fault


class Chip(FakeBoard):
    """A menu of a game, whose way out leads to the next job."""

    def __init__(self, lines, way_out):
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
def test_it_comes_home_by_the_menu_of_a_game_or_lesson(lines, way_out):
    chip = Chip(lines, way_out)
    chip.say("job begin RK person,easy 1", "screen pause turn free 30000")
    chip.say("@ %d 0 0 1 0" % lines)
    board = device.Board(random.Random(1), chip)
    board.job(1)
    assert (board.name, board.person, board.screen.list.count) == ("pause", True, lines)
    board.home()
    assert board.name == "title" and chip.out
    board.job(2)
    assert board.name == "puzzles"


def test_the_screen_that_a_job_begins_on_is_not_where_it_ends():
    chip = Chip(7, 5)
    chip.say("screen title - free 40000", "job begin RK person,easy 1")
    board = device.Board(random.Random(1), chip)
    board.job(1)
    assert board.name == ""
    chip.say("screen title - free 40000")
    board.rest(10)
    assert board.name == "title"


def test_keys_are_those_that_the_person_sees():
    chip = Chip(7, 5)
    chip.say("@ 0 0 0 0 1")
    board = device.Board(random.Random(1), chip)
    board.rest(10)
    board.press("LEFT")
    board.press("A")
    board.press("MENU")
    assert chip.pressed == ["RIGHT", "A", "START"]


def test_what_is_raised_ends_the_sitting():
    chip = Chip(7, 5)
    chip.say("Traceback (most recent call last):", "ValueError: no")
    with pytest.raises(Fault, match="ValueError: no"):
        device.Board(random.Random(1), chip).rest(10)


def test_a_job_that_does_not_begin_is_told():
    with pytest.raises(Fault, match="Nothing goes on"):
        device.Board(random.Random(1), Chip(7, 5)).job(1)


def sitting(last):
    """The console of a sitting of ten games; `last`: bytes free in a turn of the last."""
    lines = []
    for number in range(10):
        lines.append("job begin RK easy,person 1")
        lines.append("screen startdraw start free 41000")
        lines.append("person RK free %d" % (last if number == 9 else 50000 - 500 * number))
        lines.append("job go puzzles")
        lines.append("screen puzzles - free 30000")
    return [(100.0 * i, line) for i, line in enumerate(lines)]


@pytest.mark.parametrize("last, aged", [(50000, 0), (48976, 1024), (48975, 1025)])
def test_a_sitting_that_ages_is_a_failure(last, aged):
    collections = [(ms - 9, 7000 + ms, 600) for ms, _line in sitting(last)]
    reports = device.reports_of(readings.Log(sitting(last), [], collections))
    assert len(reports) == 10 and reports[3]["lowest"]["free"][:2] == (8600, 600)
    wrong = device.judged(reports)
    assert bool(wrong) == (aged > 1024)
    assert all("50000" in sentence and str(last) in sentence for sentence in wrong)


def test_a_thought_without_its_memory_is_a_failure_what_a_screen_does_without_a_figure():
    console = sitting(50000)
    thought = "RK 2 easy draw ms 9 rack 7 table 0 pool 9 slice 9"
    console.insert(13, (1260.0, "thinks RK 2 easy free 9500"))
    console.insert(14, (1270.0, "thought " + thought))
    screen, search = [[1250.0, 4321]], [[1265.0, 4321]]
    assert device.judged(device.reports_of(readings.Log(console, screen))) == []
    (wrong,) = device.judged(device.reports_of(readings.Log(console, search)))
    assert wrong == "Game 3 was played plainly for want of memory."


def test_a_sitting_tells_how_far_it_is(monkeypatch, capsys):
    """It was silent for the hours that it takes."""
    monkeypatch.setattr(device, "firmwares", lambda: ["FILE.uf2"])
    monkeypatch.setattr(device.session, "set_up", lambda *given: Chip(7, 5))
    monkeypatch.setattr(device.Board, "job", lambda board, number: None)
    monkeypatch.setattr(device.Board, "home", lambda board: None)
    monkeypatch.setattr(device.Board, "name", "title")
    device.run_case(4)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 19
    assert lines[0].startswith("sitting 4: 1 of 19, begin ") and " of 19, go " in lines[1]


def test_no_key_changes_the_language():
    chip = Chip(16, 99)
    chip.say("screen settingsmenu - free 30000", "@ 16 0 0 0 0")
    board = device.Board(random.Random(1), chip)
    board.rest(10)
    board.press("A")
    board.press("A")
    assert chip.pressed == ["DOWN", "A"]
    board.both("UP", "A", 60)  # back to it: A at once would choose there
    assert chip.pressed[2:] == ["UP"]
    chip.say("screen language - free 30000")
    board.rest(10)
    board.press("A")
    assert chip.pressed[3:] == ["B"]


def test_what_takes_memory_of_its_own_is_left_as_it_is_wherever_it_stands(tmp_path):
    """A line more above it once let keys choose large text, and the tenth game had 1.8 KB less."""
    with handheld(tmp_path) as sim:
        sim.app.go("menus.settingsmenu")
        sim.wait(400)
        shown = {sim.app.screen.names[line] for line in device.taking()}
    assert shown == {"language", "large"}


@on_each_firmware
def test_a_short_sitting_on_the_board(firmware, monkeypatch):
    monkeypatch.setenv("POCKET_FIRMWARE", firmware)
    ten = device.scripts.ten_games
    monkeypatch.setattr(device.scripts, "ten_games", lambda rng: ten(rng)[:2])
    monkeypatch.setattr(device, "_GAME_MS", 25000)
    monkeypatch.setattr(device, "_BETWEEN_MS", 5000)
    outcome = device.run_case(1)
    assert outcome.failures == []
    assert outcome.figures["games"] == 2 and outcome.count > 30
    assert outcome.figures["max_aged"] <= 1024
