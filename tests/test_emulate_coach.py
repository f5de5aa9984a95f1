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
            self.console.append((90.0, "coached 3 ms 20100 unsure 0 more 11"))

    def until(self, text, ms):
        return self.ends or not text.startswith("coached")

    def failures(self):
        return [[80.0, 512]]

    def collections(self):
        # before the coach, in the one that is broken off, in the one that ends
        return [(0.0, 900, 90), (1000.0, 16456, 3000), (9000.0, 4848, 400)]


def looked(monkeypatch, ends):
    data = played("RK", ("greedy", "easy"), 6, {"length": 1})[0][0]
    monkeypatch.setattr(coached, "_save", lambda board, firmware: b"")
    monkeypatch.setattr(replay, "records_in", lambda save: [data])
    board = Sheet(ends)
    return coached.look(board, "firmware"), board


def test_the_coach_is_left_once_and_then_waited_for(monkeypatch):
    report, board = looked(monkeypatch, True)
    assert board.pressed == ["LEFT", "B", "LEFT", "B"]
    assert (report["turns"], report["ms"]) == (3, 20100)
    assert report["lowest"]["free"][:2] == (4848, 400)
    assert (report["unsure"], report["more"], report["refused"]) == (0, 11, [[80.0, 512]])
    assert report["desktop"]["turns"] > 4 and report["desktop"]["more"] == 0  # who lays the most
    line, lowest, *refused = coached.text(report)
    assert "ms 20100 refused 1 unsure 0 more 11 " in line
    assert "4848 bytes free, the largest piece 400" in lowest
    assert [text.strip() for text in refused] == ["refused: 512 bytes at 80 ms"]
    assert line.endswith("this computer: turns %d unsure 0 more 0" % report["desktop"]["turns"])


def test_a_coach_that_does_not_end_has_no_figures(monkeypatch):
    report, _board = looked(monkeypatch, False)
    assert "turns - ms - refused 1" in coached.text(report)[0]
    assert coached.text(None)[0].strip() == "coach: none"
