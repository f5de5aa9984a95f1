"""A sheet of paper that lies over the table. Loaded when something is to be said on one."""

import displayio
from pocket.ui import draw

UNIT = 4  # pixels of a cell
_EDGE = 0xD8C89C


def paper(art, colour, width, height):
    """A TileGrid of nine kinds of cells: paper with an edge and, to the right and below, a shadow
    that lies on the cloth."""
    unit = UNIT
    sheet = displayio.Bitmap(3 * unit, 3 * unit, 4)
    end = 3 * unit - 2
    for y in range(3 * unit):
        for x in range(3 * unit):
            corner = (x in (0, end) and y in (0, end)) + (x > end) + (y > end)
            if x > end or y > end:
                sheet[x, y] = 3 if min(x, y) > 1 and x + y < 2 * end + 1 else 0
            elif not corner:
                sheet[x, y] = 2 if min(x, y, end - x, end - y) == 0 else 1
    palette = displayio.Palette(4)
    palette.make_transparent(0)
    palette[1] = colour
    palette[2] = _EDGE
    palette[3] = art.cloth[draw.SHADOW]
    cols, rows = (width + unit - 1) // unit, (height + unit - 1) // unit
    grid = displayio.TileGrid(
        sheet,
        pixel_shader=palette,
        width=cols,
        height=rows,
        tile_width=unit,
        tile_height=unit,
        default_tile=4,
    )
    for x in range(cols):
        grid[x, 0] = 0 if x == 0 else 2 if x == cols - 1 else 1
        grid[x, rows - 1] = 6 if x == 0 else 8 if x == cols - 1 else 7
    for y in range(1, rows - 1):
        grid[0, y] = 3
        grid[cols - 1, y] = 5
    return grid
