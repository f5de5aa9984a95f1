"""Choose the sheets and colours of a display, once; the module is dropped after the start."""

import displayio
from pocket.app import draw
from pocket.made.boards import BODIES, CLASSES
from pocket.ui import ground, sheets

if False:  # for type checkers
    from pocket.app.draw import Art

_RACK_COLOUR = 0x4A2E16  # the rack's back, in which tiles stand
_RACK_SHADOW = 0x2E1A0A
# Sizes of tiles at the table, the largest first: the sheet (draw.SMALL or BIG), the scale of the
# table's tiles, that of the rack's. What the last one does not show is scrolled to; on the smallest
# displays what the fourth one does not show, unless the rack leaves the table less than two rows.
_STEPS = ((1, 2, 2), (0, 2, 2), (1, 1, 2), (1, 1, 1), (0, 1, 2), (0, 1, 1))


def art(width: int, height: int) -> draw.Art:
    """Return a draw.Art for a display of that size."""
    made = draw.Art()
    made.w = width
    made.h = height
    for row in CLASSES:
        if width >= row[0] and height >= row[1]:
            break
    small, large, card, faces = row[2:6]
    made.body, made.head, made.unit = row[6:]
    made.sizes = (small, large)
    made.large = large
    made.steps = _STEPS
    made.scrolls = 5 if small[0] > 8 else 3
    made.card = card
    made.line = made.body[1] + (1 if made.body[1] < 14 else 2)
    made.letters = draw.Letters("body%dx%d.bmp" % made.body)
    made.inks = {}  # palettes of ui/strip.py
    # Made once: later there may be no block of memory as large as this.
    made.faces = displayio.Bitmap(faces[0], faces[1], 16)
    made.face_rows = 14 if card[1] == 14 else 21  # of a tile's cell on it
    made.bodies = None
    made.shown = None
    made.cloth = _opaque(draw.CLOTH_COLOUR, BODIES)
    made.wood = _opaque(_RACK_COLOUR, BODIES)
    made.wood[draw.SHADOW] = _RACK_SHADOW
    made.plain = _opaque(draw.CLOTH_COLOUR, BODIES[:8])  # shadows lie below
    made.face = sheets.palette((0,) + BODIES[:8])
    for i in (6, 7):
        made.face.make_transparent(i)
    made.contrast = made.distinct = False
    return made


def write(art: "Art", large: bool) -> None:
    """Take the letters that the setting "Large text" asks for: on large displays everywhere, on
    others in the text rooms alone. Raises AssetError."""
    size = art.head if large else art.body
    if art.unit[0] > 4 and size[1] != art.letters.high:
        made = draw.Letters(("head" if large else "body") + "%dx%d.bmp" % size)
        ground.take_caps(made, art.letters)
        art.letters = made
        art.line = size[1] + 2


def _opaque(first, rest):
    palette = sheets.palette((first,) + rest)
    palette.make_opaque(0)
    return palette
