"""The drive came without rummy.sav: before the game makes it the player is asked."""

from pocket.app import draw, input
from pocket.made import texts
from pocket.ui import words
from pocket.ui.panel import Panel, PanelScreen

if False:  # for type checkers
    from typing import Any


class Screen(PanelScreen):
    """waiting: the records that are to be saved, as storage.Store has them. then: the screen that
    comes next, as App.go takes it.

    To make a file the drive's directory is written, and a loss of power in that moment takes the
    whole drive.
    """

    def __init__(self, app, waiting: dict, *then: "Any") -> None:
        self.app = app
        self.waiting = waiting
        self.then = then
        app.failures.kept = False
        panel = self.panel = Panel(app, words.say(texts.SAVES_TITLE), words.say(texts.SAVES_KEYS))
        text = words.say(texts.SAVES_FIRST)
        rows = panel.rows_of(text)
        panel.say(max(1, (panel.lines - rows) // 2), rows, text, draw.NORMAL)

    def key(self, button: int, kind: int) -> None:
        """A makes the file and saves, B goes on without saving."""
        app = self.app
        store = app.store
        why = ""
        if button == input.A:
            del store.kept["asks"]
            for name in self.waiting:
                why = store.save(name, *self.waiting[name]) or why
        elif button == input.B:
            why = (texts.SAVES_OFF,)
        else:
            return
        app.failures.saved(why)
        app.tell(why)
        app.go(*self.then)
