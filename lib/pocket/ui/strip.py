"""Lines of text for the screens of play: each a bitmap made once, letters written into it."""

import bitmaptools
import displayio
from pocket.app import draw

if False:  # for type checkers
    from pocket.app.draw import Art, Letters
    from pocket.app.flow import App, Screen

LEFT, CENTRE = 0, 1  # how a text is aligned on its strip

# Inks: (colour of the text, of the ground). A ground None is the cloth, _DARK a darker cloth.
WOOD, MESSAGE_INK, QUESTION_INK, CLOTH, DIM, HEAD, BAR, LOW, PAPER, BAD, GOOD = range(11)
_DARK = 1
_INKS = (
    (0xFFF6DC, draw.WOOD_COLOUR),
    (0xFFD86B, draw.WOOD_COLOUR),
    (0x2A2018, 0xFFD86B),
    (0xFFF6DC, None),
    (0xA8C4B4, None),
    (0xFFD86B, None),
    (0xFFE9A8, _DARK),
    (0xFFFFFF, 0xB01020),
    (0x2A2018, 0xFBF1D6),
    (0xB01020, 0xFBF1D6),
    (0x087028, 0xFBF1D6),
)
_CORNER = 2  # a transparent colour, for round corners


def ink(art: "Art", ink_id: int) -> displayio.Palette:
    """Return the palette of an ink, an index of _INKS: colour 0 is its ground, 1 its text."""
    palettes = art.inks
    if ink_id not in palettes:
        text, ground = _INKS[ink_id]
        if ground is None:
            ground = art.cloth[0]
        elif ground == _DARK:
            ground = draw.shade(art.cloth[0])
        palette = draw.colours(ground, text, 0)
        palette.make_transparent(_CORNER)
        palettes[ink_id] = palette
    return palettes[ink_id]


class Strip:
    """One line: `.grid` goes into the screen's group. text, tail: what it shows. w, h: its size in
    pixels; the letters lie in the middle of `height` rows (0: as many as they need). align: LEFT
    or CENTRE. pad: pixels kept free at either end. ink_id: see `ink`. font: None: the table's."""

    def __init__(
        self,
        app: "App",
        x: int,
        y: int,
        width: int,
        ink_id: int = WOOD,
        align: int = LEFT,
        height: int = 0,
        pad: int = 0,
        has_round_corners: bool = False,
        font: "Letters | None" = None,
    ) -> None:
        art = app.art
        self.art = art
        self.font = font or art.letters
        self.w = width
        self.h = height or self.font.height
        free_rows = self.h - self.font.height
        self.top = (
            (free_rows + 1) // 2 if free_rows >= 0 else -1
        )  # -1 cuts off the row above the capitals
        self.align = align
        self.pad = pad
        self.text = self.tail = ""
        self.left = self.right = 0  # the columns where the text begins and ends
        self.bitmap = displayio.Bitmap(width, self.h, 4 if has_round_corners else 2)
        if has_round_corners:
            for i in (0, 1):
                for column in (0, width - 1):
                    self.bitmap[column, i] = self.bitmap[column, self.h - 1 - i] = _CORNER
            self.bitmap[1, 0] = self.bitmap[width - 2, 0] = _CORNER
            self.bitmap[1, self.h - 1] = self.bitmap[width - 2, self.h - 1] = _CORNER
        self.grid = displayio.TileGrid(self.bitmap, pixel_shader=ink(art, ink_id), x=x, y=y)

    def say(self, text: str, ink_id: int | None = None, tail: str = "") -> None:
        """Show a text, cut where the strip is too short for it. ink_id: see `ink`; None: as before.
        tail: a second text, at the right end; then the first is at the left end."""
        if ink_id is not None:
            palette = ink(self.art, ink_id)
            if self.grid.pixel_shader is not palette:
                self.grid.pixel_shader = palette
        if text == self.text and tail == self.tail:
            return
        font = self.font
        room = self.w - 2 * self.pad
        end = self.w - self.pad
        if tail != self.tail and self.tail:
            self._blank(end - font.measure(self.tail), end)
        tail_width = font.measure(tail) if tail else 0
        width = font.measure(text)
        if width > room - tail_width:
            text = font.cut(text, room - tail_width)
            width = font.measure(text)
        left = self.pad + (room - width) * (LEFT if tail else self.align) // 2
        if text != self.text or left != self.left:
            self._write(text, left, left + width)
        if tail != self.tail:
            font.write(self.bitmap, end - tail_width, self.top, tail)
            self.tail = tail

    def _blank(self, left, right):
        """Clear these columns in the rows of letters: others are never written."""
        bottom = min(self.h, self.top + self.font.height)
        bitmaptools.fill_region(self.bitmap, left, max(0, self.top), right, bottom, 0)

    def _write(self, text, left, right):
        """Write a text between these columns, from the first letter on that differs."""
        font = self.font
        was = self.text
        same = 0
        start = left
        if was:
            if left == self.left:
                while same < len(text) and text[same] == was[same : same + 1]:
                    same += 1
                start += font.measure(text[:same])
            low = min(start, self.left) if left != self.left else start
            self._blank(low, min(self.w, max(right, self.right) + 2))  # a letter may hang over
        font.write(self.bitmap, start, self.top, text[same:])
        self.text = text
        self.left = left
        self.right = right


_SIDE = 4  # pixels from a box's rim to its text
_EDGE = 0xD8C89C  # edge of a box's paper; a shadow of two pixels lies to its right and below


class Box:
    """A sheet of paper over a screen. group: its layers. lines: its Strips."""

    group: displayio.Group
    lines: "list[Strip]"


def show_box(
    screen: "Screen",
    texts: list[str],
    bottom: int,
    ink_id: int = PAPER,
    font: "Letters | None" = None,
) -> None:
    """Show lines of text in a Box over a screen, its `box`, in the middle of the display, its lower
    edge at pixel `bottom`; play a sound with a BAD one."""
    clear_box(screen)
    app = screen.app
    art = app.art
    font = font or art.letters
    width = min(app.w - 4, max([font.line_width(text) for text in texts]) + 4 * _SIDE)
    height = font.height * len(texts) + 2 * _SIDE
    box = screen.box = Box()
    box.group = displayio.Group(x=(app.w - width) // 2, y=bottom - height)
    for palette, colour, start, trim in (
        (art.cloth, draw.SHADOW, 2, 0),
        (draw.colours(_EDGE), 0, 0, 2),
        (ink(art, PAPER), 0, 1, 3),
    ):
        end = width - trim, height - trim
        box.group.append(draw.rectangle(palette, colour, start, start, *end))
    box.lines = []
    for i in range(len(texts)):
        line = Strip(app, _SIDE, _SIDE + i * font.height, width - 2 * _SIDE, ink_id, font=font)
        line.say(texts[i])
        box.lines.append(line)
        box.group.append(line.grid)
    screen.group.append(box.group)
    if ink_id == BAD:
        app.sound.play("bad")


def clear_box(screen: "Screen") -> None:
    """Remove a screen's box, its topmost layer, if there is one."""
    if screen.box is not None:
        for _ in range(3):  # the firmware does not paint over rectangles that go with their group
            screen.box.group.pop(0)
        screen.group.pop()
        screen.box = None
