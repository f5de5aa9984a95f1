"""The board's buttons drawn on a Panel, each by its sign, where thumbs find them."""

from pocket.always import draw, input

# button, its sign, where it lies in hundredths of the paper
_PLACES = (
    (input.UP, draw.UP, 20, 4),
    (input.LEFT, draw.LEFT, 8, 22),
    (input.RIGHT, draw.RIGHT, 32, 22),
    (input.DOWN, draw.DOWN, 20, 40),
    (input.A, draw.KEY_A, 90, 4),
    (input.B, draw.KEY_B, 74, 15),
    (input.SELECT, draw.KEY_SELECT, 44, 41),
    (input.START, draw.KEY_START, 70, 41),
)
_LIT = 0xE02020


class Pad:
    """The buttons on the upper part of a panel's paper. select: there is one."""

    def __init__(self, panel, select=True):
        self.panel = panel
        self.signs = {}  # the label of each button
        high = panel.foot - panel.top
        for button, sign, x, y in _PLACES:
            if button == input.SELECT and not select:
                continue
            wide = 2 * panel.font.measure(sign)
            left = panel.x + panel.w * x // 100 - wide // 2
            top = panel.top + panel.unit + high * y // 100
            label = panel.put(left // 2, top // 2, sign, 1)
            label.scale = 2
            label.x, label.y = left, top + 2 * panel.font.ascent
            self.signs[button] = label

    def light(self, lit, done=()):
        """Light one button up (None: no one) and show those of `done` as done."""
        for button in self.signs:
            ink = self.panel.inks[draw.GOOD if button in done else draw.NORMAL]
            self.signs[button].color = _LIT if button == lit else ink
