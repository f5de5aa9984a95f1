"""Show the settings (saves/settingsfields.py), a line each, the language first."""

from pocket.made import texts
from pocket.saves import settingsfields
from pocket.ui import words
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

from rules.choices import next_value

_LANGUAGE: tuple = ("language", "", (), 0, None, True)  # its values: the languages on the drive


class Screen(PanelScreen):
    """line: under the cursor at first. back: the screen to return to, as App.go takes it."""

    back = ("menus.title", texts.TITLE_SETTINGS)
    resumes = True

    def __init__(self, app, line: int = 0, back: tuple = ()) -> None:
        self.app = app
        self.back = back or self.back
        self.rows = (_LANGUAGE,) + settingsfields.FIELDS
        keys = say(texts.SETUP_KEYS)  # on 128 pixels large letters leave the values no room
        panel = self.panel = Panel(app, say(texts.TITLE_SETTINGS), keys, True, app.w < 160)
        count = len(self.rows)
        Listing(panel, count, self._text, self._value, self._explain, below=2, chosen=line)

    def _text(self, i):
        return words.named(texts.FIELDS, self.rows[i][0])

    def _value(self, i):
        row = self.rows[i]
        if row is _LANGUAGE:
            return say(texts.LANGUAGE_NAME)
        value = self.app.settings.get(row[0])
        return words.named(row[3], str(value)) if row[3] else words.value(row[0], value)

    def _explain(self):
        text = words.named(texts.FIELD_HELP, self.rows[self.list.chosen][0]) or ""
        self.tell(text.format(self.app.keys.hint_key))

    def leave(self) -> None:
        self.panel.clear()
        from pocket.saves import settingsfile

        settingsfile.save(self.app)
        self.app.go(*self.back)

    start = leave

    def choose(self) -> None:
        self.change(1)

    def change(self, step: int) -> None:
        """Set the chosen setting to another value, and put it into effect at once."""
        app = self.app
        chosen = self.list.chosen
        row = self.rows[chosen]
        if row is _LANGUAGE:
            app.settings.language = next_value(
                tuple(words.languages()), app.settings.language, step
            )
            words.speak(app, app.settings.language)
            if app.session.you is not None:
                app.session.people[app.session.you] = ("", say(texts.VALUES_YOU))
        else:
            app.settings.set(row[0], next_value(row[2], app.settings.get(row[0]), step))
        if row[5]:  # the whole screen is built anew
            app.go("menus.settingsmenu", chosen, self.back)
            self.panel.clear()
        settingsfields.apply(app, row[0])
        app.sound.play("place")
        if self.list:
            self.list.show()
