"""The self-test's first half, with the player: the screen's colours, every button, the sound.

checks/selfwork.py then tests by itself, and checks/selfreport.py reports on both."""

import displayio
from pocket.app import draw, input
from pocket.made import texts
from pocket.menus.pad import Pad
from pocket.ui import words
from pocket.ui.panel import Panel, PanelScreen

_COLOURS = (0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00, 0xFFFFFF, 0x000000)
_TUNE_MS = 1500


class Screen(PanelScreen):
    """A page for each: A says yes or goes on."""

    bars: displayio.Group | None
    pad: Pad | None

    def __init__(self, app) -> None:
        self.app = app
        self.results: dict = {}  # for the report
        self.bars = self.pad = None
        self.next: int | None = None  # time at which the tune plays again
        self.panel = Panel(app, words.say(texts.SETTINGS_TEST), table=app.w < 240)
        self._colours()

    def _say(self, text, keys):
        panel = self.panel
        panel.say(panel.lines - 4, 3, words.say(text), draw.NORMAL)
        panel.keys(words.say(keys))

    def _colours(self):
        """Show bars of pure colours."""
        panel = self.panel
        count = len(_COLOURS)
        wide = panel.w // 4 // count * count
        high = (panel.row_y(panel.lines - 4) - panel.row_y(1)) // 4 - 1
        bitmap = displayio.Bitmap(wide, high, count)
        for x in range(wide):
            for y in range(high):
                bitmap[x, y] = x * count // wide
        x = (self.app.w - 4 * wide) // 2
        self.bars = displayio.Group(scale=4, x=x, y=panel.row_y(1))
        self.bars.append(displayio.TileGrid(bitmap, pixel_shader=draw.colours(*_COLOURS)))
        panel.group.append(self.bars)
        self._say(texts.SELFTEST_COLOURS, texts.CARDS_KEYS_SURE)

    def _buttons(self):
        panel = self.panel
        panel.group.remove(self.bars)
        panel.clear()
        self.pad = Pad(panel, self.app)
        self.pressed = []
        self.last = None
        self._say(texts.SELFTEST_PRESS, texts.SELFTEST_KEYS_PRESS)

    def _sound(self):
        app = self.app
        self.results["buttons"] = (len(self.pressed), len(self.pad.signs))
        self.pad = None
        self.panel.clear()
        app.sound.volume(max(2, app.settings.get("sound")))
        self.next = app.now()
        self._say(texts.SELFTEST_SOUND, texts.CARDS_KEYS_SURE)

    def tick(self, now: int) -> bool:
        """Play the tune again and again."""
        if self.next is not None and now >= self.next:
            self.next = now + _TUNE_MS
            self.app.sound.play("win", now)
        return False

    def key(self, button: int, kind: int) -> None:
        if self.pad is not None:
            if kind == input.PRESS:
                self._press(button)
        elif button in (input.A, input.B):
            if self.next is None:
                self.results["colours"] = button == input.A
                self._buttons()
            else:
                self.results["sound"] = button == input.A
                self.app.go("checks.selfwork", self.results)

    def _press(self, button):
        """Light a button up; after all of them, or A twice, test the sound."""
        app = self.app
        if button in self.pad.signs and button not in self.pressed:
            self.pressed.append(button)
        if len(self.pressed) == len(self.pad.signs) or button == self.last == input.A:
            self._sound()
            return
        self.last = button
        app.sound.play("pick")
        self.pad.light(button, self.pressed)

    def close(self) -> None:
        """Restore the volume."""
        self.app.sound.volume(self.app.settings.get("sound"))
