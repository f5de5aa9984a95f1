"""The self-test's report: on the screen, and on the serial console for a bug report."""

import sys

from pocket.app import draw, input
from pocket.app.version import VERSION
from pocket.made import texts
from pocket.ui import words
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

if False:  # for type checkers
    from collections.abc import Iterable


def _machine():
    """(the board's id, CircuitPython's version)."""
    import board

    version = ".".join([str(number) for number in sys.implementation.version[:3]])
    return board.board_id, version


class Screen(PanelScreen):
    """Show the report: UP and DOWN scroll, B leads to the first screen. results: of the tests."""

    def __init__(self, app, results: dict) -> None:
        self.app = app
        self.results = results
        self.board, self.python = _machine()
        panel = self.panel = Panel(app, say(texts.SETTINGS_TEST))
        text = "\n".join(self._lines())
        print(text)
        text += "\n" + say(texts.SELFTEST_CONSOLE)
        self.lines = draw.wrap(text, panel.w, panel.font)
        more = len(self.lines) > panel.lines - 2
        panel.keys(say(texts.SELFTEST_KEYS_REPORT if more else texts.SCORE_KEYS_BACK))
        self.first = 0
        self._show()

    def _show(self):
        panel = self.panel
        panel.clear(1)
        panel.lay(1, self.lines[self.first : self.first + panel.lines - 2])

    def _lines(self):
        """Return the report's lines, in the player's language."""
        results = self.results
        saved, why, took, saves = results["saves"]
        right, count, times = results["solver"]
        if saved:
            told = say(texts.SELFTEST_SAVES_GOOD, saves, took)
        else:
            told = say(texts.SELFTEST_SAVES_BAD, saves) + " " + words.told(why)
            told += " (%d)" % why[1][1] if why[1:] else ""
        lines = [
            say(texts.SELFTEST_VERSION, VERSION),
            say(texts.SELFTEST_PYTHON, self.python),
            say(texts.SELFTEST_BOARD, self.board),
            say(texts.SELFTEST_SCREEN_GOOD if results["colours"] else texts.SELFTEST_SCREEN_BAD),
            say(texts.SELFTEST_BUTTONS, *results["buttons"]),
            say(texts.SELFTEST_SOUND_GOOD if results["sound"] else texts.SELFTEST_SOUND_BAD),
            told,
            say(texts.SELFTEST_SOLVER, right, count, words_of(times)),
        ]
        if results["memory"]:
            lines.append(say(texts.SELFTEST_MEMORY, *results["memory"]))
        if results["battery"]:
            millivolts, percent = results["battery"]
            lines.append(say(texts.SELFTEST_BATTERY, percent, millivolts))
        return lines

    def key(self, button: int, kind: int) -> None:
        app = self.app
        if button in (input.B, input.START):
            app.go("menus.title")
            return
        room = self.panel.lines - 2
        step = {input.UP: -room, input.DOWN: room}.get(button, 0)
        first = max(0, min(self.first + step, len(self.lines) - room))
        if first != self.first:
            self.first = first
            app.sound.play("move")
            self._show()


def words_of(numbers: "Iterable[int]") -> str:
    """Numbers with blanks between them."""
    return " ".join([str(number) for number in numbers])
