"""The settings screen: one line per setting (saves/settingsfields.py), the language first."""

from pocket.app import draw, input
from pocket.made import texts
from pocket.saves import settingsfields
from pocket.saves.slots import SLOT
from pocket.ui import words
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

from rules.choices import after

_TITLE = ("menus.title", texts.TITLE_SETTINGS)


class Screen(PanelScreen):
    """line: the line under the cursor at first. back: the screen to return to, as App.go takes
    it."""

    def __init__(self, app, line: int = 0, back: tuple = _TITLE) -> None:
        self.app = app
        self.back = back
        self.names = ("language",) + tuple([row[0] for row in settingsfields.FIELDS])
        count = len(self.names)
        self.panel = panel = Panel(app, say(texts.TITLE_SETTINGS))
        rows = panel.lines - 4 if panel.lines < 14 else panel.lines - 5
        self.list = Listing(panel, 1, rows, count, self._text, None, self._value, 0, self._help)
        self.list.start(line)
        # Reserve what saving them takes in one piece: many keys later the heap may be fragmented.
        app.free_reserves()
        try:
            self.reserve = bytearray(SLOT)
        except MemoryError:
            self.reserve = None

    def _text(self, i):
        return words.named(texts.FIELDS, self.names[i])

    def _row(self, i):
        """The row of settingsfields.FIELDS that line i shows, or None for the language."""
        return settingsfields.FIELDS[i - 1] if i > 0 else None

    def _value(self, i):
        row = self._row(i)
        if row is None:
            return say(texts.LANGUAGE_NAME)
        value = self.app.settings.get(row[0])
        return words.named(row[3], str(value)) if row[3] else words.value(row[0], value)

    def _help(self):
        panel = self.panel
        text = words.named(texts.FIELD_HELP, self.names[self.list.chosen])
        panel.say(panel.lines - 3, 2, text and text.format(self.app.keys.hint_key), draw.DIM)
        panel.keys(say(texts.SETUP_KEYS))

    def again(self) -> tuple:
        """The cursor where it is."""
        return (self.list.chosen,) + self.app.args[1:]

    def key(self, button: int, kind: int) -> None:
        """Change the chosen setting with LEFT, RIGHT or A; save them all and go back with B."""
        app = self.app
        if self.list.key(button):
            return
        if button in (input.B, input.START):
            self._clear()
            from pocket.saves import settingsfile

            settingsfile.save(app)
            app.go(*self.back)
        elif button in (input.LEFT, input.RIGHT, input.A):
            self._change(-1 if button == input.LEFT else 1)

    def _clear(self):
        """Free the list and the reserve: another screen comes."""
        self.reserve = None
        self.list.close()
        self.list = None
        self.panel.clear(1)

    def _change(self, step):
        """Set the setting under the cursor to its next value, and put it into effect at once."""
        app = self.app
        chosen = self.list.chosen
        row = self._row(chosen)
        if row is None:
            self._speak(after(tuple(words.languages()), app.settings.language, step))
        else:
            app.settings.set(row[0], after(row[2], app.settings.get(row[0]), step))
        if row is None or row[5]:  # the whole screen is built anew
            app.go("menus.settingsmenu", chosen, self.back)
            self._clear()
        if row:
            settingsfields.apply(app, row[0])
        app.sound.play("place")
        if self.list:
            self.list.draw()

    def _speak(self, language):
        app = self.app
        app.settings.language = language
        words.speak(language)
        words.keep_renewed(app)
        session = app.session
        if session.you is not None:
            session.people[session.you] = ("", say(texts.VALUES_YOU))
