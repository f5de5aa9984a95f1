"""Convert pictures that were drawn in an image editor to the form that boards read.

The bitmaps of assets/ are their own sources. Edit one in any program that keeps its palette, then
run `.venv/bin/python -m tools.art`: it stores the upper row first, with one bit a pixel for two
colours and four for more. Palettes and the inks of faces are in lib/pocket/ui/sheets.py, the
numbers of cells in draw.py and eight/cards.py:

faces   tiles by colour and number, a joker's star, the numbers of a joker whose colour is open, a
        blank cell, cloth; without the rows above and below that no face uses (draw.above)
tiles   the bodies that lie under faces, each with the rows of its shadow
cards   what is on the upper and lower halves of cards; bodies: the cards under it, and their back
minis   cards as small as a letter
ground  cloth, paper, wood and the pointer of text screens
title   the words of the first screen's heading, a letter a cell, for twice the size
icon    what launchers show; its lower row comes first

The faces of the characters (persons48.png, persons28.png) and their small heads with four moods
(heads16.png, heads12.png) are strips of squares beside this file, in the order of
rules/characters.py and pocket/tilegame/headline.py. A board reads them as one file: a byte with the
side of a square, one with the number of colours (none in heads: they have those of tiles), three
bytes a colour, then for each square two bytes, the lower first, that count its runs, and a byte a
run: its pixels, less one, in the upper four bits, the colour in the lower four.
"""

import glob
import os

from tools.art import letters
from tools.art.drawing import Art, bmp
from tools.errors import ToolError
from tools.place import ROOT

_HERE = os.path.dirname(os.path.abspath(__file__))
_ASSETS = os.path.join(ROOT, "assets")
# The files of the strips, by the name in assets/: {kind and cell of the ground: pixels of a side}.
STRIPS = {"persons8x8": 48, "persons4x4": 28, "heads8x8": 16, "heads4x4": 12}


def read(path: str) -> tuple[Art, list[int]]:
    """Return an indexed picture and its palette, as numbers 0xRRGGBB. Raises ToolError."""
    from PIL import Image  # imported here: the lint uses this module without Pillow

    with Image.open(path) as picture:
        art = Art(*picture.size)
        if picture.mode == "1":
            art.px = bytearray(dot & 1 for dot in picture.convert("L").tobytes())
            return art, [0x000000, 0xFFFFFF]
        art.px = bytearray(picture.tobytes())
        if picture.mode != "P" or max(art.px) > 15:
            raise ToolError("%s must be saved with its palette of 16 colours." % path)
        parts = bytes(picture.getpalette())
    return art, [int.from_bytes(parts[i : i + 3], "big") for i in range(0, len(parts), 3)]


def strip(name: str) -> tuple[list[Art], list[int]]:
    """Return the squares of a strip of STRIPS, and its palette."""
    side = STRIPS[name]
    drawn, palette = read(os.path.join(_HERE, "%s%d.png" % (name[:-3], side)))
    squares = []
    for left in range(0, drawn.w, side):
        square = Art(side, side)
        square.px = bytearray().join(drawn.px[y * drawn.w + left :][:side] for y in range(side))
        squares.append(square)
    return squares, palette


def _runs(art):
    """Return a square's runs, their number before them."""
    runs = bytearray()
    for ink in art.px:
        if runs and runs[-1] & 15 == ink and runs[-1] < 0xF0:
            runs[-1] += 16
        else:
            runs.append(ink)
    return len(runs).to_bytes(2, "little") + runs


def files() -> dict[str, bytes]:
    """Return {name in assets/: bytes} of every picture."""
    out = {}
    for name in sorted(set(glob.glob("*.bmp", root_dir=_ASSETS)) - set(letters.sheets())):
        art, palette = read(os.path.join(_ASSETS, name))
        bits = 4 if max(art.px) > 1 else 1
        out[name] = bmp(art, bits, palette, name != "icon.bmp")
    for name, side in STRIPS.items():
        squares, palette = strip(name)
        parts = [] if name.startswith("heads") else [code.to_bytes(3, "little") for code in palette]
        out[name + ".bin"] = bytes((side, len(parts))) + b"".join([*parts, *map(_runs, squares)])
    return out
