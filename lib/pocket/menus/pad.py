"""Draw the board on a Panel: its display, and its buttons, each by its sign."""

from pocket.app import draw, input

if False:  # for type checkers
    from pocket.ui.panel import Panel


# The picture of a board without one, as tools/device/boards.toml explains.
_ANY = "iaqo 0dc 2bl 3fl 1du 4xd 5tj 7ju 6qu"
_SIGNS = (
    draw.UP,
    draw.DOWN,
    draw.LEFT,
    draw.RIGHT,
    draw.KEY_A,
    draw.KEY_B,
    draw.KEY_START,
    draw.KEY_SELECT,
)
_LIT = 0xE02020


def _read_numbers(letters):
    """Return the hundredths of the paper that letters of a picture stand for: x, y, x, y."""
    return [(ord(letters[i]) - 97) * (2 if i & 1 else 4) for i in range(len(letters))]


class Pad:
    """The buttons on the upper part of a panel's paper."""

    def __init__(self, panel: "Panel") -> None:
        app = panel.app
        self.panel = panel
        self.signs: dict[int, list] = {}  # the labels of each button
        height = panel.foot - panel.top
        top = panel.top + panel.unit
        font = panel.small
        display, *buttons = (app.picture or _ANY).split(" ")
        left, above, right, below = _read_numbers(display)
        left = panel.x + panel.w * left // 100
        right = panel.x + panel.w * right // 100
        above = top + height * above // 100
        below = top + height * below // 100
        if not app.picture:  # the display keeps its own proportions
            width = min((below - above) * app.w // app.h, right - left)
            left = (left + right - width) // 2
            right = left + width
            below = above + width * app.h // app.w
        panel.block(left, above, right, below)
        for text in buttons:
            button = int(text[0])
            if button == input.SELECT and app.keys.no_select:
                continue
            x, y = _read_numbers(text[1:3])
            sign = text[3:] or _SIGNS[button]
            label = panel.put(1, 0, 0, sign, panel.inks[draw.NORMAL], font)
            label.scale = 2
            if panel.unit > 4:
                label.scale = 3
            width = label.scale * font.measure(sign)
            x = panel.x + panel.w * (x + 2) // 100 - width // 2
            label.x = max(panel.x, min(x, panel.x + panel.w - width))
            label.y = top + height * y // 100 + label.scale * font.ascent
            self.signs.setdefault(button, []).append(label)

    def say(self, text: str) -> None:
        """Show text below the picture."""
        self.panel.say(self.panel.lines - 4, 3, text)

    def light(self, lit: int) -> None:
        """Light one button up."""
        for button in self.signs:
            for label in self.signs[button]:
                label[0].pixel_shader[1] = _LIT if button == lit else self.panel.inks[draw.NORMAL]
