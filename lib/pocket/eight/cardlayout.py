"""Lay out and make the card table; the module is freed once the table is made."""

import gc

import displayio
from pocket.app import draw
from pocket.eight import cards
from pocket.ui import ground, strip

from rules.eight.cards import HAND

if False:  # for type checkers
    from pocket.eight.app import App

_BLUE = 0x0838D8  # behind the number on the draw pile


class Layout:
    """The places and sizes of the table's parts, in pixels; `group` gets the parts that are made.

    x, w: left edge and width of the text. low: the lower edge of a box."""

    def __init__(self, app: "App") -> None:
        unit = app.art.unit[0]
        line = app.art.letters.height
        width, half = app.art.card
        self.app = app
        self.font = app.art.letters
        self.group = displayio.Group()
        self.ground, self.foot = ground.cloth(app)
        self.group.append(self.ground)
        self.large = unit > 4
        seats = app.session.game.seats
        self.x = unit
        self.w = app.w - 2 * unit
        self.top = 3 * unit + line + (0 if self.large else 2)
        self.gap = max(4, width // 4)
        self.piles_x = app.w - unit - 3 * width - 2 * self.gap + 1
        self.hand_y = self.foot - 2 * half - (4 if self.large else 2)
        below = self.top + 2 * half + 1
        self.pitch = line if self.top + seats * line <= below else line - (2 if self.large else 1)
        below = max(below, self.top + seats * self.pitch)
        # cells of the ground: the page's left, upper and lower edge
        self.paper = [0, -(-below // unit), self.hand_y // unit]
        self.low = self.paper[2] * unit
        if self._page_room() < line:  # many names on a small display: the page lies below the piles
            self.paper[0] = (self.piles_x - 2) // unit
            self.paper[1] = -(-(self.top + 2 * half) // unit)

    def _page_room(self):
        """Return the rows of pixels for text on the page, without its edge."""
        return (self.paper[2] - self.paper[1]) * self.x - (5 if self.large else 4)

    def _show(self, *layers):
        for layer in layers:
            self.group.append(layer)
        gc.collect()  # keeps the heap in one piece

    def head(self) -> tuple[cards.Goal, strip.Strip, strip.Strip]:
        """Make the goal, as small cards and in words, and the line of keys."""
        app = self.app
        goal = cards.Goal(app.art, self.x + self.w, 3 * self.x)
        words = strip.Strip(app, self.x, self.top - self.font.height - 1, self.w, strip.CLOTH)
        y = self.foot + 1
        keys_line = strip.Strip(app, 0, y, app.w, strip.WOOD, strip.CENTRE, app.h - y)
        self._show(goal.grid, words.grid, keys_line.grid)
        return goal, words, keys_line

    def seats(self) -> list[strip.Strip]:
        """Make a line for each seat."""
        width = self.piles_x - self.x - self.gap
        look = width, strip.CLOTH, strip.LEFT, self.pitch, self.gap // 2, True
        lines = [
            strip.Strip(self.app, self.x, self.top + seat * self.pitch, *look)
            for seat in range(self.app.session.game.seats)
        ]
        self._show(*[line.grid for line in lines])
        return lines

    def piles(self) -> tuple[cards.Cards, cards.Cards, strip.Strip]:
        """Make the draw pile's lower card, both piles and the draw pile's count."""
        app = self.app
        x, y = self.piles_x + app.art.card[0] + self.gap, self.top
        step = 2 if self.large else 1
        under = cards.Cards(app, 1, x + step, y + step)
        piles = cards.Cards(app, 2, x, y, self.gap, under)
        width = self.font.measure("88") + 3 * step
        height = self.font.height + (2 if self.large else 0)
        x += (piles.w - 1 - width) // 2
        y += (piles.h - height) // 2
        count = strip.Strip(app, x, y, width, strip.CLOTH, strip.CENTRE, height)
        count.grid.pixel_shader = draw.colours(_BLUE, 0xFFFFFF)
        self._show(under.group, piles.group, count.grid)
        return under, piles, count

    def page(self) -> list[strip.Strip]:
        """Make the lines of the story's page, on its paper."""
        unit = self.x
        room = self._page_room()
        count = room // self.font.height
        left, first, end = self.paper
        x = left * unit + unit + 2
        y = first * unit + (2 if self.large else 1) + room % count // 2
        width = self.app.w - x - unit - 1
        step = room // count
        look = width, strip.PAPER, strip.CENTRE, step
        lines = [strip.Strip(self.app, x, y + i * step, *look) for i in range(count)]
        self._show(*[line.grid for line in lines])
        ground.draw_paper(self.ground, first, end, left, self.app.w // unit)
        return lines

    def hand(self, piles: cards.Cards) -> tuple[cards.Cards, draw.Cursor]:
        """Make the hand, with the palettes of `piles`, and the cursor."""
        app = self.app
        hand = cards.Cards(app, HAND + 1, 0, self.hand_y, 0, piles)
        frame = draw.Cursor(hand.w, hand.h, 1 if app.w < 200 else 2)
        frame.hide()
        self._show(hand.group, frame.grid)
        return hand, frame
