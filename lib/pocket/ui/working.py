"""Work in slices beside one line of text that says how far it is."""

import displayio
from pocket.app import draw, input
from pocket.app.flow import Screen
from pocket.ui import strip

if False:  # for type checkers
    from typing import Any

    from pocket.app.flow import App

_SLICE_MS = 10


class Working(Screen):
    """work: a generator, whose end goes to the next screen. B stops it and leads back."""

    busy = True

    def __init__(self, app: "App", work: "Any", back: tuple) -> None:
        self.app = app
        self.work = work
        self.back = back
        self.group = displayio.Group()
        self.group.append(draw.background(app, app.art.cloth))
        self.line = self.add_line(0)

    def add_line(self, below: int) -> strip.Strip:
        """Show a line in the middle of the display, or `below` lines further down."""
        app = self.app
        height = app.art.letters.height
        y = (app.h - height) // 2 + below * height
        line = strip.Strip(app, 0, y, app.w, strip.CLOTH, strip.CENTRE)
        self.group.append(line.grid)
        return line

    def tick(self, now: int) -> bool:
        """Work for a slice. Returns True when the line has changed."""
        text = self.line.text
        end = now + _SLICE_MS
        try:
            while self.app.now() < end:
                next(self.work)
        except StopIteration:
            pass
        return self.line.text != text

    def key(self, button: int, kind: int) -> None:
        """Stop with B."""
        if button in (input.B, input.START):
            self.work = None
            self.app.go(*self.back)
