"""Text that may be longer than the display, page by page."""

from pocket.app import draw
from pocket.made import texts
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

if False:  # for type checkers
    from pocket.app.flow import App


class Reader(PanelScreen):
    """UP and DOWN turn the pages, A, B and START lead back."""

    def __init__(self, app: "App", title: str, text: str, back: tuple) -> None:
        self.app = app
        self.back = back
        panel = self.panel = Panel(app, title)
        self.lines = draw.wrap(text, panel.w, panel.font)
        self.room = panel.lines - 2
        self.first = -self.room
        more = len(self.lines) > self.room
        panel.keys(say(texts.SELFTEST_KEYS_REPORT if more else texts.SCORE_KEYS_BACK))
        self.scroll(1)

    def scroll(self, step: int) -> None:
        """Turn to the next page, or back."""
        first = max(0, min(self.first + step * self.room, len(self.lines) - self.room))
        if first != self.first:
            self.first = first
            self.panel.clear()
            self.panel.lay(1, self.lines[first : first + self.room])
            self.app.sound.play("move")

    choose = PanelScreen.leave
