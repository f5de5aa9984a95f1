"""The self-test's report: on the screen, and on the serial console for a bug report."""

import sys

from pocket.app import draw
from pocket.app.version import VERSION
from pocket.made import texts
from pocket.ui import words
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say


class Screen(PanelScreen):
    """UP and DOWN turn the pages, A, B and START lead to the title. results: of the tests."""

    back = ("menus.title",)

    def __init__(self, app, results: dict) -> None:
        self.app = app
        text = "\n".join(lines(results))
        print(text)
        text += "\n" + say(texts.SELFTEST_CONSOLE)
        panel = self.panel = Panel(app, say(texts.SETTINGS_TEST))
        self.lines = draw.wrap(text, panel.w, panel.font)
        self.rows = panel.lines - 2
        self.first = -self.rows
        more = len(self.lines) > self.rows
        panel.keys(say(texts.SELFTEST_KEYS_REPORT if more else texts.SCORE_KEYS_BACK))
        self.scroll(1)

    def scroll(self, step: int) -> None:
        """Turn to the next page, or back."""
        first = max(0, min(self.first + step * self.rows, len(self.lines) - self.rows))
        if first != self.first:
            self.first = first
            self.panel.clear()
            self.panel.lay(1, self.lines[first : first + self.rows])
            self.app.sound.play("move")

    choose = PanelScreen.leave


def lines(results: dict) -> list[str]:
    """Return the report's lines, in the player's language."""
    import board

    saved, why, took, saves = results["saves"]
    right, count, times = results["solver"]
    if saved:
        told = say(texts.SELFTEST_SAVES_GOOD, saves, took)
    else:
        told = say(texts.SELFTEST_SAVES_BAD, saves) + " " + words.told(why)
        told += " (%d)" % why[1][1] if why[1:] else ""
    out = [
        say(texts.SELFTEST_VERSION, VERSION),
        say(texts.SELFTEST_PYTHON, _joined(sys.implementation.version[:3], ".")),
        say(texts.SELFTEST_BOARD, board.board_id),
        told,
        say(texts.SELFTEST_SOLVER, right, count, _joined(times, " ")),
    ]
    if results["memory"]:
        out.append(say(texts.SELFTEST_MEMORY, *results["memory"]))
    if results["battery"]:
        millivolts, percent = results["battery"]
        out.append(say(texts.SELFTEST_BATTERY, percent, millivolts))
    return out


def _joined(numbers, between):
    return between.join([str(number) for number in numbers])
