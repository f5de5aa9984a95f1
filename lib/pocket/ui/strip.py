"""Lines of text for the screens of play: each a bitmap made once, letters written into it."""

import bitmaptools
import displayio
from pocket.ui import draw

LEFT, CENTRE, RIGHT = 0, 1, 2  # where a text lies on its strip

# Inks: (text, ground); a ground None is the cloth, a number below 8 makes the cloth darker.
WOOD, TOLD, ASKED, CLOTH, DIM, HEAD, BAR, BAD, GOOD, PAPER, PAPER_BAD = range(11)
_INKS = (
    (0xFFF6DC, draw.WOOD_COLOUR),
    (0xFFD86B, draw.WOOD_COLOUR),
    (0x2A2018, 0xFFD86B),
    (0xFFF6DC, None),
    (0xA8C4B4, None),
    (0xFFD86B, None),
    (0xFFF6DC, 1),
    (0xFFFFFF, 0xB01020),
    (0x101010, 0x8CE070),
    (0x2A2018, 0xFBF1D6),
    (0xB01020, 0xFBF1D6),
)


def ink(art, which):
    """The palette of an ink: 0 is its ground, 1 its text."""
    palettes = art.inks
    if which not in palettes:
        text, ground = _INKS[which]
        cloth = art.cloth[0]
        palette = displayio.Palette(2)
        palette[0] = cloth if ground is None else cloth >> 1 & 0x7F7F7F if ground < 8 else ground
        palette[1] = text
        palettes[which] = palette
    return palettes[which]


class Strip:
    """One line: `.grid` goes into the screen's group. text: what it shows. w, h: its size in
    pixels; the letters lie in the middle of `high` rows (0: as many as they need). place: LEFT,
    CENTRE or RIGHT. pad: pixels kept free at either end."""

    def __init__(self, app, x, y, width, which=WOOD, place=LEFT, high=0, pad=0):
        art = app.art
        self.art = art
        self.font = art.letters
        self.w = width
        self.h = high or self.font.high
        self.top = (self.h - self.font.high + 1) // 2
        self.place = place
        self.pad = pad
        self.text = ""
        self.left = self.right = 0  # where that lies
        self.bitmap = displayio.Bitmap(width, self.h, 2)
        self.grid = displayio.TileGrid(self.bitmap, pixel_shader=ink(art, which), x=x, y=y)

    def say(self, text, which=None):
        """Show a text, cut where the strip is too short for it, in another ink if one is named.
        Only what differs from the text before is painted."""
        if which is not None:
            palette = ink(self.art, which)
            if self.grid.pixel_shader is not palette:
                self.grid.pixel_shader = palette
        if text == self.text:
            return
        font = self.font
        room = self.w - 2 * self.pad
        width = font.measure(text)
        if width > room:
            text = font.cut(text, room)
            width = font.measure(text)
            if text == self.text:
                return
        left = self.pad + (room - width) * self.place // 2
        self._write(text, left, left + width)

    def _write(self, text, left, right):
        """Write the letters that differ: all but those that stand where they stood, at either
        end."""
        was = self.text
        font = self.font
        first, last = 0, len(text)
        old = len(was)
        x = left
        low, high = min(left, self.left), max(right, self.right)
        if left == self.left:
            while first < last and first < old and text[first] == was[first]:
                x += font.get_glyph(ord(text[first])).shift_x
                first += 1
            low = x
        if right == self.right:
            while last > first and old > first and text[last - 1] == was[old - 1]:
                last -= 1
                old -= 1
                high -= font.get_glyph(ord(text[last])).shift_x
        bitmaptools.fill_region(self.bitmap, low, 0, high, self.h, 0)
        font.write(self.bitmap, x, self.top, text[first:last])
        self.text = text
        self.left = left
        self.right = right


class Box:
    """Lines of text in a box, as wide as the display and down to `bottom` pixels; `.group`."""

    def __init__(self, app, lines, bottom, which, place=LEFT):
        pitch = app.art.letters.high + 1
        self.lines = []
        y = bottom - pitch * len(lines)
        self.group = displayio.Group()
        for text in lines:
            line = Strip(app, 0, y, app.w, which, place, pitch, 3)
            line.say(text)
            self.lines.append(line)
            self.group.append(line.grid)
            y += pitch


def show_box(screen, lines, bottom, which, place=LEFT):
    """Lines of text in a Box over a screen; a BAD one is heard too.

    screen: what has `.app`, `.group` and `.box`, which the box becomes (None: there is none).
    """
    clear_box(screen)
    screen.box = Box(screen.app, lines, bottom, which, place)
    screen.group.append(screen.box.group)
    if which == BAD:
        screen.app.sound.play("bad")


def clear_box(screen):
    """Take a screen's box away, if there is one: it lies on top."""
    if screen.box is not None:
        screen.group.pop()
        screen.box = None
