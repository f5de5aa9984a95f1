"""`emulate --game --coach`: what the board's coach tells, beside what this computer tells."""

from emulate_help import FakeBoard
from record_help import played

from tools import replay
from tools.emulator import coached


class Sheet(FakeBoard):
    """A board with a score on show; LEFT begins its coach, which ends the second time."""

    def __init__(self, ends):
        super().__init__()
        self.ends = ends

    def press(self, button):
        super().press(button)
        if self.ends and self.pressed == ["LEFT", "B", "LEFT"]:
            self.console.append((90.0, "coached 3 ms 20100 low 43112 unsure 0 more 11"))

    def until(self, text, ms):
        return self.ends or not text.startswith("coached")

    def failures(self):
        return [[80.0, 512]]


def looked(monkeypatch, ends):
    data = played("RK", ("greedy", "easy"), 6, {"length": 1})[0][0]
    monkeypatch.setattr(coached, "_save", lambda board, firmware: b"")
    monkeypatch.setattr(replay, "records_in", lambda save: [data])
    board = Sheet(ends)
    return coached.look(board, "firmware"), board


def test_the_coach_is_left_once_and_then_waited_for(monkeypatch):
    report, board = looked(monkeypatch, True)
    assert board.pressed == ["LEFT", "B", "LEFT", "B"]
    assert (report["turns"], report["ms"], report["low"]) == (3, 20100, 43112)
    assert (report["unsure"], report["more"], report["refused"]) == (0, 11, [[80.0, 512]])
    assert report["desktop"]["turns"] > 4 and report["desktop"]["more"] == 0  # who lays the most
    line = coached.text(report)
    assert "low 43112 refused 1 unsure 0 more 11 " in line
    assert line.endswith("this computer: turns %d unsure 0 more 0" % report["desktop"]["turns"])


def test_a_coach_that_does_not_end_has_no_figures(monkeypatch):
    report, _board = looked(monkeypatch, False)
    assert "low" not in report and "turns - ms - low - refused 1" in coached.text(report)
    assert coached.text(None).strip() == "coach: none"
