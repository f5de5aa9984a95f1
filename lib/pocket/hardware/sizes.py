"""Choose the sheets and colours for the size of a display, once at the start."""

from pocket.app import draw
from pocket.made.boards import BODIES, SIZE_CLASSES
from pocket.ui import sheets

_RACK_COLOUR = 0x4A2E16  # the rack's back, in which tiles stand
_RACK_SHADOW = 0x2E1A0A
# Steps of the tiles' size, the largest first: the sheet (draw.SMALL or BIG; MIXED takes memory for
# two), the scale of the table's tiles, that of the rack's, the least pixels that stay free beside
# the table. On the smallest displays a table of 10x14 scrolls; their last step is for a rack that
# leaves it less than two rows of that size.
_STEPS = ((1, 2, 2, 4), (1, 2, 2, 0), (0, 2, 2, 4), (0, 2, 2, 0), (1, 1, 2, 4))
_LAST_STEPS = ((1, 1, 1, 4), (0, 1, 1, 4))


def make_art(width: int, height: int) -> draw.Art:
    """Return the draw.Art for a display of `width` x `height` pixels."""
    result = draw.Art()
    result.w = width
    result.h = height
    for row in SIZE_CLASSES:
        if width >= row[0] and height >= row[1]:
            break
    small, result.large, result.card, result.face_size = row[2:6]
    result.body_size, result.head_size, result.unit = row[6:]
    result.sizes = (small, result.large)
    step = draw.SMALL if small[0] > 9 else draw.MIXED if width < 160 else draw.BIG
    result.steps = _STEPS + ((step, 1, 2, 4),) + _LAST_STEPS
    result.line = result.body_size[1] + (1 if result.body_size[1] < 14 else -1)
    result.letters = draw.Letters("body%dx%d.bmp" % result.body_size)
    result.inks = {}  # a cache of palettes, see ui/strip.py
    result.hold_sheet()  # later there may be no free block large enough
    result.face_rows = 14 if result.card[1] == 14 else 21  # pixel rows for each tile in `faces`
    result.cloth = draw.colours(draw.CLOTH_COLOUR, *BODIES)
    result.wood = draw.colours(_RACK_COLOUR, *BODIES)
    result.wood[draw.SHADOW] = _RACK_SHADOW
    result.plain = draw.colours(draw.CLOTH_COLOUR, *BODIES[:8])  # shadows are below them
    result.face = sheets.palette((0,) + BODIES[:8])
    for i in (6, 7):
        result.face.make_transparent(i)
    return result
