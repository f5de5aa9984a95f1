"""The settings screen: sound, light, pace, referee, names."""

from pocket import flow, settings, words
from pocket.hardware import input
from pocket.screen import Screen as Base
from pocket.ui import draw
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel

from rules.choices import after

_KEYS = draw.LEFT + draw.RIGHT + "set  " + draw.KEY_B + "back"
_KEYS_NAME = draw.KEY_A + "write  " + draw.KEY_B + "back"
_WORDS = {"sound": ("off", "soft", "middle", "loud"), "speed": ("", "calm", "brisk", "quick")}
_HELP = {
    "sound": "How loud the game is.",
    "brightness": "How bright the screen is, where the device can set it.",
    "speed": "How long a computer's play is shown.",
    "referee": "For new games. Strict: a play that fails costs tiles.",
    "hints": "In your turn, SELECT held. Some: three a round.",
    "confirm": "Ask before a turn ends with a draw.",
}


class Screen(Base):
    """back: the screen to return to."""

    def __init__(self, app, back="title"):
        self.app = app
        self.back = back
        self.pad = None
        self.panel = Panel(app, "Settings", _KEYS)
        self.group = self.panel.group
        self._list(0)

    def _list(self, at):
        panel = self.panel
        panel.clear(1)
        self.list = Listing(
            panel, 2, panel.lines - 7, len(settings.FIELDS) + settings.MOST_SEATS, self._text
        )
        self.list.at = at
        self.list.draw()
        self._help()

    def _text(self, i):
        kept = self.app.settings
        if i < len(settings.FIELDS):
            name, _, _, label = settings.FIELDS[i]
            value = kept.get(name)
            if name in _WORDS:
                value = _WORDS[name][value]
            else:
                value = words.value(name, value)
        else:
            i -= len(settings.FIELDS)
            label, value = "Name %d" % (i + 1), kept.names[i]
            i += len(settings.FIELDS)
        if i == self.list.at and i < len(settings.FIELDS):
            value = draw.LEFT + value + draw.RIGHT
        else:
            value += " "
        return label + " " * (self.panel.cols - 1 - len(label) - len(value)) + value

    def _help(self):
        panel = self.panel
        at = self.list.at
        if at < len(settings.FIELDS):
            panel.say(panel.lines - 4, 3, _HELP[settings.FIELDS[at][0]], panel.DIM)
            panel.keys(_KEYS)
        else:
            panel.say(panel.lines - 4, 3, "Who plays as a person at this seat.", panel.DIM)
            panel.keys(_KEYS_NAME)

    def key(self, button, kind):
        """LEFT and RIGHT change, A too or writes a name, B keeps and goes back."""
        app = self.app
        if self.pad:
            self.pad.key(button)
        elif self.list.key(button):
            app.sound.play("move")
            self._help()
        elif button in (input.B, input.START):
            app.notice = flow.keep_settings(app)
            app.go(self.back)
        elif self.list.at < len(settings.FIELDS):
            if button in (input.LEFT, input.RIGHT, input.A):
                name, _, allowed, _ = settings.FIELDS[self.list.at]
                app.settings.set(
                    name, after(allowed, app.settings.get(name), -1 if button == input.LEFT else 1)
                )
                if name == "brightness":
                    app.light()
                elif name == "sound":
                    app.sound.volume(app.settings.get("sound"))
                app.sound.play("place")
                self.list.draw()
        elif button == input.A:
            self._write(self.list.at - len(settings.FIELDS))

    def _write(self, at):
        from pocket.ui.namepad import NamePad

        names = self.app.settings.names

        def done(text):
            if text:
                names[at] = text
            self.pad = None
            self.panel.title("Settings")
            self._list(at + len(settings.FIELDS))

        self.panel.title("Name %d" % (at + 1))
        self.pad = NamePad(self.panel, 2, names[at], done)
