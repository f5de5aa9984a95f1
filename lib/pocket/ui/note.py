"""Draw a sheet of paper over the table. Loaded when a screen shows text on it."""

import displayio
from pocket.app import draw

if False:  # for type checkers
    from pocket.app.draw import Art

_UNIT = 4  # pixels of a cell
_END = 3 * _UNIT - 2  # the last row, and column, of the paper on its sheet of cells
_EDGE = 0xD8C89C


def paper(art: "Art", colour: int, width: int, height: int) -> displayio.TileGrid:
    """Return a TileGrid of nine kinds of cells: paper with an edge and, to the right and below, a
    shadow on the cloth."""
    sheet = displayio.Bitmap(3 * _UNIT, 3 * _UNIT, 4)
    for y in range(3 * _UNIT):
        for x in range(3 * _UNIT):
            corner = (x in (0, _END) and y in (0, _END)) + (x > _END) + (y > _END)
            if x > _END or y > _END:
                sheet[x, y] = 3 if min(x, y) > 1 and x + y < 2 * _END + 1 else 0
            elif not corner:
                sheet[x, y] = 2 if min(x, y, _END - x, _END - y) == 0 else 1
    palette = draw.colours(0, colour, _EDGE, art.cloth[draw.SHADOW])
    palette.make_transparent(0)
    cols, rows = -(-width // _UNIT), -(-height // _UNIT)
    grid = draw.cells(sheet, palette, cols, rows, (_UNIT, _UNIT), 4)
    for x in range(cols):
        grid[x, 0] = 0 if x == 0 else 2 if x == cols - 1 else 1
        grid[x, rows - 1] = 6 if x == 0 else 8 if x == cols - 1 else 7
    for y in range(1, rows - 1):
        grid[0, y] = 3
        grid[cols - 1, y] = 5
    return grid
