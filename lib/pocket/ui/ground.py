"""Lay the ground of a screen and write headings on it.

The ground is one TileGrid over the whole display, in cells of `app.art.unit` pixels: the paper of
text screens, the cloth of the card table. A heading is a line of large letters, whose sheet is in
memory only while it is written.
"""

import bitmaptools
import displayio
from pocket.app import draw
from pocket.app.draw import LATIN, UNKNOWN, Letters
from pocket.ui import sheets

if False:  # for type checkers
    from pocket.app.draw import Art
    from pocket.app.flow import App


# -- headings --------------------------------------------------------------------------------------


def heading_letters(size: tuple[int, int]) -> tuple[displayio.Bitmap, bytes]:
    """Read the plain letters of headings of `size`, (w, h), for `heading_bitmap`. Raises
    AssetError."""
    return sheets.load_strip("head%dx%d.bmp" % size)


def heading_bitmap(
    size: tuple[int, int], text: str, glyphs: tuple | None = None
) -> displayio.Bitmap:
    """Return a Bitmap of one line of text in heading letters of `size`, (w, h). glyphs: from
    `heading_letters`, for a caller that writes several lines. Large letters, which menus use, too,
    are made bold: written twice, a pixel apart. Raises AssetError."""
    bold_pixels = 1 if size[1] > 13 else 0
    plain, table = glyphs or heading_letters(size)
    placed_letters = []  # for each letter: (Bitmap, table), index in the table, x
    latin: tuple | None = None
    left = 0
    for letter in text:
        code = ord(letter)
        glyph = code - 1
        if code > 127:
            glyph = LATIN.find(letter)
            if glyph >= 0:
                latin = latin or sheets.load_strip("headlatin%dx%d.bmp" % size)
                placed_letters.append((latin, 2 + 3 * glyph, left))
                left += latin[1][4 + 3 * glyph] + bold_pixels
                continue
            glyph = UNKNOWN - 1
        placed_letters.append(((plain, table), 2 + 3 * glyph, left))
        left += table[4 + 3 * glyph] + bold_pixels
    height = size[1]
    bitmap = displayio.Bitmap(max(1, left), height, 2)
    blit = bitmaptools.blit
    for (sheet, places), entry, left in placed_letters:
        width = places[entry + 1]
        first = places[entry] * width
        end = first + width
        for x in range(left, left + 1 + bold_pixels):
            blit(bitmap, sheet, x, 0, x1=first, y1=0, x2=end, y2=height, skip_source_index=0)
    return bitmap


def large_letters(app: "App") -> "Letters":
    """Return the letters of headings for running text, or the small ones where those are as large
    or memory has no room for others."""
    art = app.art
    if art.letters.height < art.head[1]:
        try:
            made = Letters("head%dx%d.bmp" % art.head)
            take_caps(made, art.letters)
            return made
        except MemoryError:
            pass
    return art.letters


def take_caps(letters: Letters, other: Letters) -> None:
    """Let letters name the keys as others do."""
    if not other.caps:
        return
    height, cell = letters.height, other.keys.width // len(other.caps)
    below = letters.ascent - other.ascent
    below -= (below > 0) - (below < 0)  # capitals are taller, too
    letters.caps = {}
    letters.keys = displayio.Bitmap(other.keys.width, height, 2)
    for code in other.caps:
        where, step = letters.caps[code] = other.caps[code]
        letters.steps[code] = step
        left = where * cell
        end = left + cell
        top, low = max(0, -below), min(other.height, height - below)
        y = max(0, below)
        bitmaptools.blit(letters.keys, other.keys, left, y, x1=left, y1=top, x2=end, y2=low)


# -- the ground ------------------------------------------------------------------------------------

# Cells of the sheet: cloth, the paper's nine pieces, wood, cloth for tiles on the paper, the two
# halves of the pointer, the band behind a chosen line.
CLOTH, PAPER, WOOD_EDGE, WOOD, MAT = 0, 1, 10, 11, 12
POINTER, BAND = 13, 15


def lay_cloth(art: "Art", cloth: int) -> None:
    """Lay another cloth: 0 green, 1 blue, 2 red, 3 black, for a high contrast."""
    colour = (draw.CLOTH_COLOUR, 0x143C68, 0x5C1A2C, 0x000000)[cloth]
    art.contrast = cloth == 3
    plain = art.plain
    art.cloth[0] = art.face[8] = plain[0] = plain[8] = colour
    art.cloth[draw.SHADOW] = draw.shade(colour)
    art.inks.clear()


def _fill(grid, left, right, top, bottom, cell):
    for y in range(top, bottom):
        for x in range(left, right):
            if grid[x, y] != cell:
                grid[x, y] = cell


def lay_paper(grid: displayio.TileGrid, top: int, bottom: int, left: int, right: int) -> None:
    """Lay paper with its edge from row `top` of cells to before row `bottom`, columns likewise."""
    for y in range(top, bottom):
        cell = PAPER + (0 if y == top else 6 if y == bottom - 1 else 3)
        _fill(grid, left, left + 1, y, y + 1, cell)
        _fill(grid, left + 1, right - 1, y, y + 1, cell + 1)
        _fill(grid, right - 1, right, y, y + 1, cell + 2)


class Ground:
    """`.grid` goes first into the screen's group. unit: pixels of a cell. foot: the wood's upper
    pixel. Raises AssetError."""

    def __init__(self, app: "App") -> None:
        art = app.art
        self.unit = unit = art.unit[0]
        self.columns = app.w // unit
        self.foot = app.h - (2 if unit > 4 else 3) * unit
        self.sheet = sheets.load("ground%dx%d.bmp" % art.unit)
        self.colours = sheets.ground_palette(art)
        height = app.h // unit
        self.grid = draw.cells(self.sheet, self.colours, self.columns, height, art.unit, CLOTH)
        _fill(self.grid, 0, self.columns, self.foot // unit, self.foot // unit + 1, WOOD_EDGE)
        _fill(self.grid, 0, self.columns, self.foot // unit + 1, app.h // unit, WOOD)

    def paper(self, top: int, bottom: int, left: int = 0) -> None:
        """Lay paper from row `top` of cells to before row `bottom`, from column `left` on."""
        lay_paper(self.grid, top, bottom, left, self.columns)

    def cloth(self, top: int, bottom: int) -> None:
        """Remove all paper from row `top` of cells to before row `bottom`."""
        _fill(self.grid, 0, self.columns, top, bottom, CLOTH)
