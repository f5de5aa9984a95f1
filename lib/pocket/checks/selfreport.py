"""The self-test's report: on the screen, and on the serial console for a bug report."""

import sys

from pocket.always import input, letters
from pocket.always.version import VERSION
from pocket.made import texts
from pocket.ui import words
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

if False:  # for type checkers
    from collections.abc import Iterable

    from pocket.always.app import App


def _machine():
    """(the board's id, CircuitPython's version)."""
    import board

    version = ".".join([str(number) for number in sys.implementation.version[:3]])
    return board.board_id, version


class Screen(PanelScreen):
    """UP and DOWN scroll, B goes back to the settings. results: what the tests found."""

    def __init__(self, app: "App", results: dict) -> None:
        self.app = app
        self.results = results
        self.board, self.python = _machine()
        print(self._plain())
        panel = self.panel = Panel(app, say(texts.SETTINGS_TEST))
        text = "\n".join(self._lines())
        self.lines = letters.wrap(text, panel.w, panel.font)
        more = len(self.lines) > panel.lines - 2
        panel.keys(say(texts.SELFTEST_KEYS_REPORT if more else texts.SCORE_KEYS_BACK))
        self.first = 0
        self._show()

    def _show(self):
        panel = self.panel
        panel.clear(1)
        panel.lay(1, self.lines[self.first : self.first + panel.lines - 2])

    def _plain(self):
        """The report in English, whatever the language: it is for those who mend the game."""
        results = self.results
        app = self.app
        saved, why, took, saves = results["saves"]
        right, count, times = results["solver"]
        memory = results["memory"]
        battery = results["battery"]
        return "\n".join(
            (
                "Pocket Rummy %s: self-test" % VERSION,
                "board: %s" % self.board,
                "%s: %s" % (sys.implementation.name, self.python),
                "display: %dx%d, colours %s"
                % (app.w, app.h, "good" if results["colours"] else "not as they should be"),
                "buttons: %d of %d" % results["buttons"],
                "sound: %s" % ("heard" if results["sound"] else "not heard"),
                "saves: %s, %d ms, %d so far" % ("good" if saved else "failed", took, saves)
                + (" (error %d)" % why[1][1] if why[1:] else ""),
                "solver: %d of %d right, %s ms" % (right, count, words_of(times)),
                "memory: %d bytes free, largest piece %d" % memory if memory else "memory: ?",
                "battery: %d mV, %d %%" % battery if battery else "battery: the board cannot tell",
            )
        )

    def _lines(self):
        """The report as the person reads it."""
        results = self.results
        saved, why, _, saves = results["saves"]
        right, count, times = results["solver"]
        lines = [
            say(texts.SELFTEST_VERSION, VERSION),
            say(texts.SELFTEST_PYTHON, self.python),
            say(texts.SELFTEST_BOARD, self.board),
            say(texts.SELFTEST_SCREEN_GOOD if results["colours"] else texts.SELFTEST_SCREEN_BAD),
            say(texts.SELFTEST_BUTTONS, *results["buttons"]),
            say(texts.SELFTEST_SOUND_GOOD if results["sound"] else texts.SELFTEST_SOUND_BAD),
            say(texts.SELFTEST_SAVES_GOOD if saved else texts.SELFTEST_SAVES_BAD, saves)
            + (" " + words.told(why) if why else ""),
            say(texts.SELFTEST_SOLVER, right, count, words_of(times)),
        ]
        if results["memory"]:
            lines.append(say(texts.SELFTEST_MEMORY, *results["memory"]))
        if results["battery"]:
            lines.append(say(texts.SELFTEST_BATTERY, results["battery"][1]))
        lines.append(say(texts.SELFTEST_CONSOLE))
        return lines

    def key(self, button: int, kind: int) -> None:
        """See Screen."""
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
