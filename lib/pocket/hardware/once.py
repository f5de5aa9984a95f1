"""What is done once at the start, in a module of its own so that its memory comes back."""

import bitmaptools
import displayio
from pocket import parts
from pocket.ui import draw, sheets

_SIGNS = {
    "A": draw.KEY_A,
    "B": draw.KEY_B,
    "START": draw.KEY_START,
    "SELECT": draw.KEY_SELECT,
}
# The caps of the sheet of keys, in its order.
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def name_keys(art, profile):
    """Name the keys in hints as the board does: SW_Y is Y, BUTTON_MENU is M. Raises AssetError."""
    caps = {}
    for i in range(len(profile.pins)):
        name = profile.buttons[i]
        if name in _SIGNS and "_" in profile.pins[i]:  # GP7 is no name
            word = profile.pins[i].split("_")[-1]
            letter = word[-1] if word.startswith("BTN") else word[0]
            if letter != name and letter in NAMES:
                caps[_SIGNS[name]] = letter
    if caps:
        _take_caps(art.letters, caps, art.body)


def _take_caps(font, caps, size):
    """Give the font the caps of `caps`, {sign: letter}, on a Bitmap of their own."""
    strip, table = sheets.load_strip("bodykeys%dx%d.bmp" % size)
    font.keys = displayio.Bitmap(font.high * len(caps), font.high, 2)
    for sign in caps:
        entry = 2 + 3 * NAMES.find(caps[sign])
        place, width, step = table[entry : entry + 3]
        where = len(font.caps)
        bitmaptools.blit(
            font.keys,
            strip,
            where * font.high,
            0,
            x1=place * width,
            y1=0,
            x2=place * width + width,
            y2=font.high,
        )
        font.caps[ord(sign)] = (where, step)
        font.steps[ord(sign)] = step


def first(keys, profile):
    """The screen to begin with, as App.go takes it: the title, but where nobody knows the board's
    buttons, or two of those it has learned are held while it is switched on, it learns them."""
    learns = profile.learns and parts.there("learnbuttons")
    held = keys.down_now() if learns and profile.buttons else 0
    if not learns or profile.buttons and held < 2:
        return ("title",)
    return ("learnbuttons", profile.unread, held > 1)
