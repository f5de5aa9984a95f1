"""Choose the sheets and colours of a display, once; the module is dropped after the start."""

import displayio
from pocket.app import draw
from pocket.ui import ground, sheets

if False:  # for type checkers
    from pocket.app.draw import Art

_RACK_COLOUR = 0x4A2E16  # the rack's back, in which tiles stand
_RACK_SHADOW = 0x2E1A0A
# Sizes of tiles at the table, the largest first: the sheet (draw.SMALL or BIG), the scale of the
# table's tiles, that of the rack's. What the last one does not show is scrolled to; on the smallest
# displays what the fourth one does not show, unless the rack leaves the table less than two rows.
_STEPS = ((1, 2, 2), (0, 2, 2), (1, 1, 2), (1, 1, 1), (0, 1, 2), (0, 1, 1))
# lowest width and height: small tile, big tile, half a card; the sheet of faces, which holds those
# of either of the three; cells of the body's and heading's letters, of the ground of text rooms.
# The second row is for displays that stand upright, as that of the web page on a phone.
_CLASSES = (
    (320, 240, (16, 20), (20, 26), (40, 28), (400, 84), (14, 14), (18, 18), (8, 8)),
    (240, 320, (16, 20), (20, 26), (40, 28), (400, 84), (14, 14), (18, 18), (8, 8)),
    (240, 240, (12, 18), (15, 24), (30, 21), (360, 63), (14, 14), (18, 18), (8, 8)),
    (0, 0, (8, 11), (10, 14), (18, 14), (360, 28), (11, 11), (13, 13), (4, 4)),
)

_BODY_COLOURS = (
    0x101010,
    0xC00028,
    0x0838D8,
    0xC05400,
    0x8A1CB0,
    0xFFF6DC,
    0xB09C78,
    0xB4EC98,
    0xC0E4FF,
    0xFFF058,
    0xFFC4BC,
    0xFFFFFF,
    0x087028,
    0xE8D4FF,
    0x000000,
)


def art(width: int, height: int) -> draw.Art:
    """Return a draw.Art for a display of that size."""
    made = draw.Art()
    made.w = width
    made.h = height
    for row in _CLASSES:
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
    made.cloth = _opaque(draw.CLOTH_COLOUR, _BODY_COLOURS)
    made.wood = _opaque(_RACK_COLOUR, _BODY_COLOURS)
    made.wood[draw.SHADOW] = _RACK_SHADOW
    made.plain = _opaque(draw.CLOTH_COLOUR, _BODY_COLOURS[:8])  # shadows lie below
    made.face = sheets.palette((0,) + _BODY_COLOURS[:8])
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
