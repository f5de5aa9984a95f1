"""Lay the ground of a screen and write headings on it.

The ground is one TileGrid over the whole display, in cells of `app.art.unit` pixels: the paper of
text screens, the cloth of the card table. A heading is a line of large letters, whose sheet is in
memory only while it is written.
"""

import bitmaptools
import displayio
from pocket.app import draw
from pocket.app.draw import Letters
from pocket.ui import sheets

if False:  # for type checkers
    from pocket.app.draw import Art
    from pocket.app.flow import App


# -- headings --------------------------------------------------------------------------------------


def heading_letters(art: "Art") -> Letters:
    """Read the letters of headings. Raises AssetError."""
    return Letters("head%dx%d.bmp" % art.head_size)


def heading_bitmap(art: "Art", text: str, letters: Letters | None = None) -> displayio.Bitmap:
    """Return a Bitmap of one line of text in the letters of headings. letters: from
    `heading_letters`, for a caller that writes several lines. Large letters, which menus use, too,
    are made bold: written twice, a pixel apart. Raises AssetError."""
    bold_pixels = 1 if art.head_size[1] > 13 else 0
    letters = letters or heading_letters(art)
    width = letters.measure(text) + bold_pixels * len(text)
    bitmap = displayio.Bitmap(max(1, width), letters.height, 2)
    left = 0
    for letter in text:
        for x in range(left, left + 1 + bold_pixels):
            letters.write(bitmap, x, 0, letter)
        left += letters.measure(letter) + bold_pixels
    return bitmap


def large_letters(app: "App") -> "Letters":
    """Return the letters of headings for running text, or the small ones where those are as large
    or memory has no room for others."""
    art = app.art
    if art.letters.height < art.head_size[1]:
        try:
            made = heading_letters(art)
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
# halves of the pointer, the band below a chosen line.
CLOTH, PAPER, WOOD_EDGE, WOOD, MAT = 0, 1, 10, 11, 12
POINTER, BAND = 13, 15


def _fill(grid, left, right, top, bottom, cell):
    for y in range(top, bottom):
        for x in range(left, right):
            if grid[x, y] != cell:
                grid[x, y] = cell


def draw_paper(grid: displayio.TileGrid, top: int, bottom: int, left: int, right: int) -> None:
    """Lay paper with its edge on rows `top` to `bottom - 1`, columns `left` to `right - 1`."""
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
        """Lay paper on rows `top` to `bottom - 1` of cells, from column `left` on."""
        draw_paper(self.grid, top, bottom, left, self.columns)
