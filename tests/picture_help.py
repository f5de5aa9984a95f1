"""The pictures of assets/ as they are drawn: their cells, what numbers and marks consist of."""

import functools
import os

from pocket.app import draw
from pocket.hardware import sizes

from tools.art import pictures
from tools.art.drawing import Art
from tools.place import ROOT

# Of each size of display: small tile, large tile, half a card, the sheet that holds one's faces.
CLASSES = list(dict.fromkeys(row[2:6] for row in sizes.SIZE_CLASSES))
TILES = [size for row in CLASSES for size in row[:2]]
RED, BLUE, JOKER, GREEN, CLOTH = 2, 3, 5, 13, 8  # of the palettes of tiles and of faces
TILE_INKS = [1 + number // 13 for number in range(52)] + [JOKER] * 14 + [0, CLOTH]
CARD_INKS = [RED] * 7 + [BLUE] * 7 + [JOKER, GREEN, 0] + [RED] * 3 + [BLUE] * 3 + [JOKER, GREEN, 0]


def picture(name):
    """Return (Art, palette) of a picture in assets/."""
    return pictures.read(os.path.join(ROOT, "assets", name))


@functools.cache
def cells(name, width, height):
    """Return the cells of a picture, row by row; rows that the file leaves out are blank."""
    sheet, _palette = picture(name)
    out = []
    for top in range(0, sheet.h, height):
        for left in range(0, sheet.w, width):
            cell = Art(width, height)
            for y in range(top, min(top + height, sheet.h)):
                start = y * sheet.w + left
                cell.px[(y - top) * width : (y - top + 1) * width] = sheet.px[start : start + width]
            out.append(cell)
    return out


def face_rows(size):
    """Return the rows of a cell of faces on their sheet."""
    area = next(row[3] for row in CLASSES if size in row)
    return 14 if area[1] == 28 else 21


@functools.cache
def faces(size):
    """Return the cells of a sheet of faces: 1 where there is ink."""
    return cells("faces%dx%d.bmp" % size, size[0], face_rows(size))[: len(TILE_INKS)]


def bodies(size):
    """Return the cells of a sheet of bodies, with the rows of their shadow."""
    return cells("tiles%dx%d.bmp" % size, size[0], size[1] + draw.shadow(size[1]))


def dots(cell, top=0):
    """Return {(x, y)} of the ink of a cell that lies `top` rows down."""
    return {(i % cell.w, i // cell.w + top) for i, ink in enumerate(cell.px) if ink}


def number(size, value):
    """Return {(x, y)} of a tile's number, 1 to 13."""
    return dots(faces(size)[52 + value], draw.above(size[1]))


def mark(size, colour):
    """Return {(x, y)} of the sign of a colour, 0 to 3, below the numbers."""
    return dots(faces(size)[13 * colour], draw.above(size[1])) - number(size, 1)
