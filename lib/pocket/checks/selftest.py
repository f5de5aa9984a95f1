"""The self-test: save, measure memory and battery, show the report and print it for a bug report.

"Your buttons" tests the display and the buttons, and the tune at the start of this test the sound.
"""

import gc
import sys

from pocket.app import draw
from pocket.app.version import VERSION
from pocket.made import texts
from pocket.ui import words
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say


class Screen(PanelScreen):
    """UP and DOWN turn the report's pages; A, B and START lead to the first screen. lines: those of
    all pages."""

    back = ("menus.title",)

    def __init__(self, app) -> None:
        self.app = app
        app.sound.play("win")
        report = "\n".join(_report(app))
        print(report)
        panel = self.panel = Panel(app, say(texts.SETTINGS_TEST))
        text = report + "\n" + say(texts.SELFTEST_CONSOLE)
        self.lines = draw.wrap(text, panel.w, panel.font)
        self.rows = panel.lines - 2  # rows of a page
        self.first = -self.rows  # the first line on show
        is_longer = len(self.lines) > self.rows
        panel.keys(say(texts.SELFTEST_KEYS_REPORT if is_longer else texts.SCORE_KEYS_BACK))
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


def _report(app):
    """Try and measure; return the lines of the report."""
    import board
    from pocket.ui import battery

    version = ".".join([str(part) for part in sys.implementation.version[:3]])
    report = [
        say(texts.SELFTEST_VERSION, VERSION),
        say(texts.SELFTEST_PYTHON, version),
        say(texts.SELFTEST_BOARD, board.board_id),
        _try_saving(app),
    ]
    free = memory()
    if free:
        report.append(say(texts.SELFTEST_MEMORY, *free))
    voltage = battery.millivolts(app.battery)
    if voltage:
        report.append(say(texts.SELFTEST_BATTERY, battery.percent(voltage), voltage))
    return report


def _try_saving(app):
    """Save the settings, read them again, and return the line of the report."""
    from pocket.saves import settingsfile

    data = settingsfile.dump(app.settings)
    start_ms = app.now()
    store = app.store
    why = store.save("set", data)
    took = app.now() - start_ms
    saves = max([slot[0] for slot in store.slots()] + [0])
    if not why and store.load("set") == data:
        return say(texts.SELFTEST_SAVES_GOOD, saves, took)
    line = say(texts.SELFTEST_SAVES_BAD, saves) + " " + words.notice_text(why or "")
    return line + " (%d)" % why[1][1] if why and why[1:] else line


def memory() -> tuple[int, int] | None:
    """Return the heap's (free bytes, largest free piece to 3%); None if this Python cannot tell."""
    gc.collect()
    try:
        free = gc.mem_free()  # type: ignore[attr-defined]
    except AttributeError:
        return None
    largest = free
    while True:
        try:
            bytearray(largest)
            return free, largest
        except MemoryError:
            largest -= largest // 32
