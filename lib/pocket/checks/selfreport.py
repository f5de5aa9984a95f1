"""Show the self-test's report, and print it on the serial console for a bug report."""

from pocket.app import draw
from pocket.made import texts
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say


class Screen(PanelScreen):
    """UP and DOWN turn the pages; A, B and START lead to the first screen. report: its lines."""

    back = ("menus.title",)

    def __init__(self, app, report: str) -> None:
        self.app = app
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
