"""The board's own buttons: press one, it lights up and says what it does."""

from pocket import words
from pocket.hardware import input
from pocket.screen import Screen as Base
from pocket.ui import draw
from pocket.ui.panel import Panel

# button, its sign, where it lies in hundredths of the paper, what it does
_KEYS = (
    (input.UP, draw.UP, 20, 4, "@buttons.up"),
    (input.LEFT, draw.LEFT, 8, 22, "@buttons.left"),
    (input.RIGHT, draw.RIGHT, 32, 22, "@buttons.right"),
    (input.DOWN, draw.DOWN, 20, 40, "@buttons.down"),
    (input.A, draw.KEY_A, 90, 4, "@buttons.a"),
    (input.B, draw.KEY_B, 74, 15, "@buttons.b"),
    (input.SELECT, draw.KEY_SELECT, 44, 41, "@buttons.select"),
    (input.START, draw.KEY_START, 70, 41, "@buttons.start"),
)


_LIT = 0xE02020


class Screen(Base):
    """B pressed twice leads back, A pressed twice on to the first lesson."""

    def __init__(self, app):
        self.app = app
        self.last = None  # the button pressed last
        panel = self.panel = Panel(app, words.say("@title.buttons"), words.say("@buttons.keys"))
        self.group = panel.group
        self.signs = {}  # the label of each button
        high = panel.foot - panel.top
        for button, sign, x, y, _ in _KEYS:
            if button == input.SELECT and app.select_held:
                continue
            wide = 2 * panel.font.measure(sign)
            left = panel.x + panel.w * x // 100 - wide // 2
            top = panel.top + panel.unit + high * y // 100
            label = panel.put(left // 2, top // 2, sign, 1)
            label.scale = 2
            label.x, label.y = left, top + 2 * panel.font.ascent
            self.signs[button] = label
        self._say("@buttons.press" if not app.select_held else "@buttons.press_held")

    def _say(self, text):
        panel = self.panel
        panel.say(panel.lines - 4, 3, words.say(text), draw.NORMAL)

    def key(self, button, kind):
        """Light the button up and say what it does; A or B once more leaves."""
        app = self.app
        if button == self.last and button == input.B:
            app.go("title")
            return
        if button == self.last and button == input.A:
            app.go("lesson")
            return
        self.last = button
        if button not in self.signs:
            return
        app.sound.play("pick")
        for known in self.signs:
            self.signs[known].color = _LIT if known == button else self.panel.inks[0]
        for known, _, _, _, text in _KEYS:
            if known == button:
                self._say(text)
