"""The ground of text rooms and of the card table: the cells of its sheet; and what the cards lie
on, one TileGrid over the whole display. Its cells are `app.art.unit` large.
"""

import displayio
from pocket.always import draw
from pocket.ui import sheets

if False:  # for type checkers
    from pocket.always.app import App
    from pocket.always.draw import Art

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


class Ground:
    """`.grid` goes first into the screen's group. unit: pixels of a cell. foot: the wood's upper
    pixel. Raises AssetError."""

    def __init__(self, app: "App") -> None:
        art = app.art
        self.unit = unit = art.unit[0]
        self.wide = app.w // unit
        self.foot = app.h - (2 if unit > 4 else 3) * unit
        self.sheet = sheets.load("ground%dx%d.bmp" % art.unit)
        self.colours = sheets.ground_palette(art)
        self.grid = displayio.TileGrid(
            self.sheet,
            pixel_shader=self.colours,
            width=self.wide,
            height=app.h // unit,
            tile_width=unit,
            tile_height=unit,
            default_tile=CLOTH,
        )
        self._fill(0, self.wide, self.foot // unit, self.foot // unit + 1, WOOD_EDGE)
        self._fill(0, self.wide, self.foot // unit + 1, app.h // unit, WOOD)

    def _fill(self, left, right, top, bottom, cell):
        grid = self.grid
        for y in range(top, bottom):
            for x in range(left, right):
                if grid[x, y] != cell:
                    grid[x, y] = cell

    def paper(self, top: int, bottom: int, left: int = 0, right: int | None = None) -> None:
        """Lay paper from row `top` of cells to before row `bottom`, columns likewise."""
        right = self.wide if right is None else right
        for y in range(top, bottom):
            cell = PAPER + (0 if y == top else 6 if y == bottom - 1 else 3)
            self._fill(left, left + 1, y, y + 1, cell)
            self._fill(left + 1, right - 1, y, y + 1, cell + 1)
            self._fill(right - 1, right, y, y + 1, cell + 2)

    def cloth(self, top: int, bottom: int) -> None:
        """Take all paper away from row `top` of cells to before row `bottom`."""
        self._fill(0, self.wide, top, bottom, CLOTH)
