"""Show the front of the board with its button symbols. A pressed button lights up and is
explained."""

from pocket.app import draw, input
from pocket.made import texts
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

# For a board without a layout of its own; tools/device/boards.toml explains the form.
_DEFAULT_LAYOUT = "iaqo 0dc 2bl 3fl 1du 4xd 5tj 7ju 6qu"
_SYMBOLS = draw.UP + draw.DOWN + draw.LEFT + draw.RIGHT
_SYMBOLS += draw.KEY_A + draw.KEY_B + draw.KEY_START + draw.KEY_SELECT
_LIT = 0xE02020


def _read_numbers(letters):
    """Return the numbers that letters of a layout stand for, in hundredths of the paper: x, y, x,
    y."""
    return [(ord(letters[i]) - 97) * (2 if i & 1 else 4) for i in range(len(letters))]


class Screen(PanelScreen):
    """B pressed twice leads back."""

    tell_rows = 3

    def __init__(self, app) -> None:
        self.app = app
        self.last: int | None = None  # the button pressed last
        keys = say(texts.BUTTONS_KEYS)
        self.panel = Panel(app, say(texts.TITLE_BUTTONS), keys, table=app.w < 240)
        self.labels: dict[int, list] = {}  # the labels of each button
        self._draw_board()
        text = say(texts.BUTTONS_PRESS)
        if app.keys.no_select:
            text += " " + say(texts.BUTTONS_PRESS_HELD)
        self.tell(text, draw.NORMAL)

    def _draw_board(self):
        """Draw the display and the button symbols in the upper part of the paper."""
        app = self.app
        panel = self.panel
        height = panel.foot - panel.top
        top = panel.top + panel.unit
        font = panel.small
        display, *buttons = (app.button_layout or _DEFAULT_LAYOUT).split(" ")
        left, display_top, right, display_bottom = _read_numbers(display)
        left = panel.x + panel.w * left // 100
        right = panel.x + panel.w * right // 100
        display_top = top + height * display_top // 100
        display_bottom = top + height * display_bottom // 100
        if not app.button_layout:  # the display keeps its own proportions
            width = min((display_bottom - display_top) * app.w // app.h, right - left)
            left = (left + right - width) // 2
            right = left + width
            display_bottom = display_top + width * app.h // app.w
        panel.cover(left, display_top, right, display_bottom)
        for text in buttons:
            button = int(text[0])
            if button == input.SELECT and app.keys.no_select:
                continue
            x, y = _read_numbers(text[1:3])
            symbol = text[3:] or _SYMBOLS[button]
            label = panel.put(1, 0, 0, symbol, panel.inks[draw.NORMAL], font)
            label.scale = 2
            width = label.scale * font.measure(symbol)
            x = panel.x + panel.w * (x + 2) // 100 - width // 2
            label.x = max(panel.x, min(x, panel.x + panel.w - width))
            label.y = top + height * y // 100 + label.scale * font.ascent
            self.labels.setdefault(button, []).append(label)

    def key(self, button: int, kind: int) -> None:
        """Light up a button and explain it; a second B in a row leaves."""
        app = self.app
        last, self.last = self.last, button
        if button == last == input.B:
            app.go("menus.title", texts.TITLE_BUTTONS)
            return
        lit = input.START if button == input.SELECT and app.keys.no_select else button
        if lit not in self.labels:
            return
        app.sound.play("pick")
        for other in self.labels:
            for label in self.labels[other]:
                label[0].pixel_shader[1] = _LIT if other == lit else self.panel.inks[draw.NORMAL]
        text = say(texts.BUTTONS_KEY1 + button)
        if button == input.START:
            text += " " + say(texts.PLAY_HOLD_MENU, app.keys.menu_key)
        elif button == input.SELECT:
            text += " " + say(texts.PLAY_HOLD_HINT, app.keys.hint_key)
        self.tell(text, draw.NORMAL)
