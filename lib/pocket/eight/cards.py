"""Draw the cards of 8 Round Rummy: rows of cards, and cards as small as a letter.

Red shapes are solid, blue ones hollow, so that they differ without colour. A card is one TileGrid
of two halves; a marked card has other colours.
"""

import displayio
from pocket.app import draw
from pocket.ui import sheets

from rules.eight.cards import HAND, JOKER, NONE, REVERSE

if False:  # for type checkers
    from typing import Any

    from pocket.app.draw import Art
    from pocket.app.flow import App


PLAIN, PICKED, GOOD = 0, 1, 2
BACK = 44  # as a card's code
PILE, TOP = 0, 1  # places of the upper cards: draw pile, discards

# Fill and edge of a picked and of a good card, and the palette entries they replace.
_MARKS = ((0xFFF058, 0x000000), (0xB4EC98, 0x087028))
_FILL, _EDGE = 6, 7

# Triangle, square and circle among the letters.
_RED = draw.MARKS[1] + draw.MARKS[0] + draw.POINT
_BLUE = draw.TRIANGLE + draw.SQUARE + draw.CIRCLE


def card_text(code: int) -> str:
    """Return a card in a line of text: its shape, filled where it is red, and its number."""
    if code == JOKER:
        return draw.JOKER
    if code == REVERSE:
        return draw.LEFT + draw.RIGHT
    return (_BLUE if code // 21 else _RED)[code // 7 % 3] + str(code % 7 + 1)


def halves(code: int) -> tuple[int, int]:
    """Return (upper, lower), the cells of card `code` (rules/eight/cards.py) on either sheet."""
    if code < 42:
        suit = code // 7
        return code % 7 + (7 if suit > 2 else 0), 17 + suit
    return code - 28, code - 19


def put(grid: displayio.TileGrid, i: int, upper: int, lower: int) -> None:
    """Show two halves at place i of a TileGrid; equal cells are not painted again."""
    if grid[i, 0] != upper:
        grid[i, 0] = upper
    if grid[i, 1] != lower:
        grid[i, 1] = lower


class Cards:
    """Show n cards side by side at pixel x, y, in `group`.

    w, h: a card's size. step: pixels from one card to the next. gap: pixels between two cards.
    like: other Cards, whose palettes these share.
    """

    def __init__(
        self, app: "App", n: int, x: int = 0, y: int = 0, gap: int = 0, like: "Any" = None
    ) -> None:
        art = app.art
        app.read_sheet(draw.CARDS)
        # the palette of PLAIN; those of the other marks are made when first shown
        self.inks = like.inks if like else [art.cloth, None, None]
        self.w, half = art.card
        self.h = 2 * half
        self.step = self.w + gap
        self.x = x
        self.y = y
        self.group = displayio.Group(x=x, y=y)
        self.grids = []
        for i in range(n):
            grid = draw.cells(art.faces, art.cloth, 1, 2, art.card, 0, i * self.step)
            grid.hidden = True
            self.grids.append(grid)
            self.group.append(grid)

    def spread(self, n: int, width: int) -> None:
        """Lay the first n cards across `width` pixels; they overlap where it is too narrow."""
        room = width - n * self.w
        gap = min(6, room // 8) if room > 0 else (room - 1) // (n - 1)
        self.step = self.w + gap
        self.x = self.group.x = (room - (n - 1) * gap + 1) // 2
        for i in range(len(self.grids)):
            self.grids[i].x = i * self.step

    def set(self, i: int, code: int, mark: int = PLAIN) -> None:
        """Show a card at place i, nothing for NONE."""
        grid = self.grids[i]
        if code == NONE:
            grid.hidden = True
            return
        upper, lower = halves(code)
        put(grid, 0, upper, lower)
        if self.inks[mark] is None:
            self.inks[mark] = sheets.palette(self.inks[PLAIN])
            self.inks[mark].make_opaque(0)
            self.inks[mark][_FILL], self.inks[mark][_EDGE] = _MARKS[mark - 1]
        if grid.pixel_shader is not self.inks[mark]:
            grid.pixel_shader = self.inks[mark]
        if grid.hidden:
            grid.hidden = False

    def corner(self, i: int) -> tuple[int, int]:
        """Return the upper left pixel of place i."""
        return self.x + i * self.step, self.y


# -- as small as a letter

# Codes from 45 on stand for a part of a card: the numbers 1-7 alone, then triangle, square, circle
# in red, a square in blue.
_NUMBER = 45
_ASKED_UPPER, _ASKED_LOWER = 26, 37
_NO_MINI = 48

# An example of each round's goal, which shows of its cards what the goal asks for.
_GOALS = bytes(
    (52, 53, 54, 52, 53, 54, 52)
    + (53, 55, 53, 53, 55, 55, 53)
    + (53, 53, 53, 53, 53, 53, 53)
    + (45, 46, 47, 48, 49, 50, 51)
    + (0, 8, 16, 3, 11, 19, 6)
    + (7, 29, 9, 10, 32, 33, 13)
    + (7, 8, 9, 10, 11, 12, 13)
    + (49, 49, 49, 49, 49, 49, 49)
)


class Goal:
    """Show a round's goal as seven cards as small as a letter, with their right end at pixel
    `right`, in the middle of `rows` rows of pixels; `.grid`. Raises AssetError."""

    def __init__(self, art: "Art", right: int, rows: int) -> None:
        sheet, _ = sheets.load("minis%dx%d.bmp" % art.card)
        size = sheet.width // (_NO_MINI + 1), sheet.height
        x = right - HAND * size[0] + 1
        y = max(0, (rows - 2 * sheet.height + 1) // 2)
        self.grid = draw.cells(sheet, sheets.palette(art.cloth), HAND, 2, size, _NO_MINI, x, y)

    def show(self, number: int) -> None:
        """Show the goal of round `number`."""
        for i in range(HAND):
            code = _GOALS[HAND * (number - 1) + i]
            if code < _NUMBER:
                upper, lower = halves(code)
            else:
                upper = _ASKED_UPPER + code - _NUMBER
                lower = _ASKED_LOWER + code - _NUMBER
            put(self.grid, i, upper, lower)
