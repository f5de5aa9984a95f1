"""Choose one of the languages on the drive, each named in itself."""

from pocket.app import input
from pocket.made import texts
from pocket.ui import words
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen


class Screen(PanelScreen):
    """back: the screen to return to, as App.go takes it, which then speaks the chosen language."""

    def __init__(self, app, back: tuple = ("menus.title",)) -> None:
        self.app = app
        self.back = back
        self.panel = panel = Panel(
            app, words.say(texts.LANGUAGE_TITLE), words.say(texts.TITLE_KEYS_BACK)
        )
        self.codes = words.languages()
        self.names = [words.own_name(code) for code in self.codes]
        self.list = Listing(panel, 1, panel.lines - 2, len(self.codes), lambda i: self.names[i])
        self.list.start_at(self.codes, app.settings.language)

    def key(self, button: int, kind: int) -> None:
        """Choose with UP and DOWN, set and save with A, go back with B."""
        app = self.app
        if self.list.key(button):
            return
        if button in (input.A, input.START):
            app.settings.language = self.codes[self.list.chosen]
            words.speak(app.settings.language)
            words.keep_renewed(app)
            from pocket.saves import settingsfile

            settingsfile.save(app)
            app.go(*self.back)
        elif button == input.B:
            app.go(*self.back)
