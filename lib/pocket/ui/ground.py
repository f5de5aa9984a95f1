"""Lay the ground of a screen and write headings on it.

The ground is one TileGrid over the whole display, in cells of `app.art.unit` pixels: the paper of
text screens, the cloth of the card table. A heading is a line of letters, on small displays of
larger ones, whose sheet is in memory only while it is written.
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
    """Return the letters of headings: on a small display larger ones. Raises AssetError."""
    return art.letters if art.unit[0] > 4 else Letters("head%dx%d.bmp" % art.head_size)


def heading_bitmap(art: "Art", text: str, letters: Letters | None = None) -> displayio.Bitmap:
    """Return a Bitmap of one line of text in the letters of headings. letters: from
    `heading_letters`, for a caller that writes several lines. Raises AssetError."""
    letters = letters or heading_letters(art)
    bitmap = displayio.Bitmap(max(1, letters.measure(text)), letters.height, 2)
    letters.write(bitmap, 0, 0, text)
    return bitmap


def large_letters(app: "App") -> "Letters":
    """Return the letters of "Large text", or the usual ones where memory has no room for others."""
    art = app.art
    try:
        made = Letters("head%dx%d.bmp" % art.head_size)
        take_caps(made, art.letters)
        return made
    except MemoryError:
        return art.letters


def take_caps(letters: Letters, other: Letters) -> None:
    """Let letters name the keys as others do."""
    if not other.caps:
        return
    letters.caps = other.caps
    for code in other.caps:
        letters.table[1 + code] = other.caps[code][1]
    above = letters.descent - other.descent + 1  # rows up from the base: capitals are taller, too
    keys = other.keys
    letters.keys = displayio.Bitmap(keys.width, keys.height + above, 2)
    bitmaptools.blit(letters.keys, keys, 0, 0)


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


def draw_paper(
    grid: displayio.TileGrid, top: int, bottom: int, left: int, right: int, hollow: bool = False
) -> None:
    """Lay paper with its edge on rows `top` to `bottom - 1`, columns `left` to `right - 1`. hollow:
    its edge alone."""
    rows = (top, top + 1, bottom - 1, bottom)
    for i in range(3):
        cell = PAPER + 3 * i
        _fill(grid, left, left + 1, rows[i], rows[i + 1], cell)
        if i != 1 or not hollow:
            _fill(grid, left + 1, right - 1, rows[i], rows[i + 1], cell + 1)
        _fill(grid, right - 1, right, rows[i], rows[i + 1], cell + 2)


def cloth(app: "App") -> tuple[displayio.TileGrid, int]:
    """Return the ground of a screen of cloth with wood below it, and the wood's upper pixel. Raises
    AssetError."""
    art = app.art
    unit = art.unit[0]
    columns, rows = app.w // unit, app.h // unit
    foot = rows - 3
    sheet, _ = sheets.load("ground%dx%d.bmp" % art.unit)
    grid = draw.cells(sheet, sheets.ground_palette(art), columns, rows, art.unit, CLOTH)
    _fill(grid, 0, columns, foot, foot + 1, WOOD_EDGE)
    _fill(grid, 0, columns, foot + 1, rows, WOOD)
    return grid, app.h - (rows - foot) * unit
