"""Choose one of the languages on the drive, each named in itself."""

from pocket.made import texts
from pocket.ui import words
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen


class Screen(PanelScreen):
    """back: the screen to return to, as App.go takes it."""

    def __init__(self, app, back: tuple = ("menus.title",)) -> None:
        self.app = app
        self.back = back
        keys = words.say(texts.TITLE_KEYS_BACK)
        self.panel = Panel(app, words.say(texts.LANGUAGE_TITLE), keys)
        self.codes = words.languages()
        self.names = [words.own_name(code) for code in self.codes]
        Listing(self.panel, len(self.codes), self._text)
        self.list.start_at(self.codes, app.settings.language)

    def _text(self, i):
        return self.names[i]

    def choose(self) -> None:
        """Speak the chosen language and keep it."""
        app = self.app
        app.settings.language = self.codes[self.list.chosen]
        words.speak(app.settings.language)
        words.keep_renewed(app)
        from pocket.saves import settingsfile

        settingsfile.save(app)
        app.go(*self.back)
