"""The board's own buttons: press one, it lights up and says what it does."""

from pocket.always import draw, input
from pocket.always.screen import Screen as Base
from pocket.handheld.pad import Pad
from pocket.text.panel import Panel
from pocket.ui import words

# what each button does, in the order of input.NAMES
_MEANT = (
    "@buttons.up",
    "@buttons.down",
    "@buttons.left",
    "@buttons.right",
    "@buttons.a",
    "@buttons.b",
    "@buttons.start",
    "@buttons.select",
)


class Screen(Base):
    """B pressed twice leads back, A pressed twice on to the first lesson."""

    def __init__(self, app):
        self.app = app
        self.last = None  # the button pressed last
        panel = self.panel = Panel(app, words.say("@title.buttons"), words.say("@buttons.keys"))
        self.group = panel.group
        self.pad = Pad(panel, not app.select_held)
        self._say("@buttons.press" if not app.select_held else "@buttons.press_held")

    def _say(self, text):
        panel = self.panel
        panel.say(panel.lines - 4, 3, words.say(text), draw.NORMAL)

    def key(self, button, kind):
        """Light the button up and say what it does; A or B once more leaves."""
        app = self.app
        if button == self.last and button == input.B:
            app.go("menus.title", "", "", "@title.buttons")
            return
        if button == self.last and button == input.A:
            from rules import catalogue

            app.go("learn.lesson", catalogue.ORDER[0], 0)
            return
        self.last = button
        if button not in self.pad.signs:
            return
        app.sound.play("pick")
        self.pad.light(button)
        self._say(_MEANT[button])
