"""Cards of 8 Round Rummy on the screen: rows of cards, each of an upper and a lower half cell.

Red shapes are full, blue ones hollow: the colour is told apart without colour.
"""

import displayio
from pocket.ui import draw

PLAIN, PICKED, GOOD, BACK = 0, 1, 2, 3

_NO_FACE = 24
_LOWER = 4  # bodies of lower halves begin here
_NO_BODY = 8


class Cards:
    """n cards side by side at pixel x, y; `.group` goes into the screen's group.

    w, h: a card's size. gap: empty pixels between two cards.
    """

    def __init__(self, app, n, x=0, y=0, gap=0):
        art = app.art
        art.sheet(draw.CARDS)
        self.w = art.card[0]
        self.h = 2 * art.card[1]
        self.step = self.w + gap
        self.x = x
        self.y = y
        self.n = n
        self.group = displayio.Group(x=x, y=y)
        self.grids = []  # of a card: bodies, faces; two cells each
        for i in range(n):
            for bitmap, palette, cell in (
                (art.bodies, art.cloth, _NO_BODY),
                (art.faces, art.face, _NO_FACE),
            ):
                grid = displayio.TileGrid(
                    bitmap,
                    pixel_shader=palette,
                    width=1,
                    height=2,
                    tile_width=self.w,
                    tile_height=art.card[1],
                    default_tile=cell,
                    x=i * self.step,
                    y=0,
                )
                self.grids.append(grid)
                self.group.append(grid)

    def set(self, i, code, body=PLAIN):
        """Show card `code` (rules/eight/cards.py) at place i."""
        if body == BACK:
            upper = lower = _NO_FACE
        elif code < 42:
            suit = code // 7
            upper = code % 7 + (7 if suit > 2 else 0)
            lower = 16 + suit
        else:
            upper = 14 + code - 42
            lower = 22 + code - 42
        self._put(2 * i, body, _LOWER + body)
        self._put(2 * i + 1, upper, lower)

    def blank(self, i):
        """Show nothing at place i."""
        self._put(2 * i, _NO_BODY, _NO_BODY)
        self._put(2 * i + 1, _NO_FACE, _NO_FACE)

    def _put(self, at, upper, lower):
        grid = self.grids[at]
        if grid[0] != upper:
            grid[0] = upper
        if grid[1] != lower:
            grid[1] = lower
