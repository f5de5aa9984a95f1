"""Ask before rummy.sav is made on a drive that came without it.

To make a file, the directory of the drive is written; if the power fails in that moment, the whole
drive is lost."""

from pocket.made import texts
from pocket.ui import words
from pocket.ui.panel import Panel, PanelScreen


class Screen(PanelScreen):
    """A makes the file and saves, B goes on without saves.

    waiting: the records to save, as storage.Store has them. back: the screen that follows, as
    App.go takes it.
    """

    def __init__(self, app, waiting: dict, back: tuple) -> None:
        self.app = app
        self.waiting = waiting
        self.back = back
        app.failures.kept = False
        panel = self.panel = Panel(app, words.say(texts.SAVES_TITLE), words.say(texts.SAVES_KEYS))
        text = words.say(texts.SAVES_FIRST)
        rows = panel.rows_of(text)
        panel.say(max(1, (panel.lines - rows) // 2), rows, text)

    def choose(self) -> None:
        store = self.app.store
        del store.state["ask_first"]
        why = ""
        for name in self.waiting:
            why = store.save(name, *self.waiting[name]) or why
        self._go_on(why)

    def start(self) -> None:
        """Ignore START: it may be pressed in haste."""

    def leave(self) -> None:
        self._go_on((texts.SAVES_OFF,))

    def _go_on(self, why):
        self.app.failures.saved(why)
        self.app.tell(why)
        self.app.go(*self.back)
