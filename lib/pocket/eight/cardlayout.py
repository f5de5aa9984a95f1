"""Lay out and make the card table; the module is freed once the table is made."""

import gc

import displayio
from pocket.app import draw
from pocket.eight import cards
from pocket.ui import ground, strip

from rules.eight.cards import HAND

if False:  # for type checkers
    from pocket.eight.eightscreen import CardTable

_BLUE = 0x0838D8  # behind the number on the draw pile


def make(table: "CardTable") -> None:
    """Make everything that a CardTable shows."""
    app = table.app
    table.group = displayio.Group()
    table.ground, table.foot = ground.cloth(app)
    table.group.append(table.ground)
    _measure(table)
    for part in (_head, _seats, _piles, _page, _hand):
        gc.collect()  # keeps the heap in one piece
        part(table)


def _measure(table):
    """Set the places and sizes of the table's parts, in pixels."""
    app = table.app
    unit = app.art.unit[0]
    line = table.font.height
    width, half = app.art.card
    table.large = unit > 4
    seats = app.session.game.seats
    table.x = unit
    table.w = app.w - 2 * unit
    table.top = 3 * unit + line + (0 if table.large else 2)
    table.gap = max(4, width // 4)
    table.piles_x = app.w - unit - 3 * width - 2 * table.gap + 1
    table.hand_y = table.foot - 2 * half - (4 if table.large else 2)
    below = table.top + 2 * half + 1
    table.pitch = line if table.top + seats * line <= below else line - (2 if table.large else 1)
    below = max(below, table.top + seats * table.pitch)
    # cells of the ground: the page's left, upper and lower edge
    table.paper = [0, -(-below // unit), table.hand_y // unit]
    table.low = table.paper[2] * unit
    if _page_room(table) < line:  # many names on a small display: the page lies below the piles
        table.paper[0] = (table.piles_x - 2) // unit
        table.paper[1] = -(-(table.top + 2 * half) // unit)


def _page_room(table):
    """Return the rows of pixels for text on the page, without its edge."""
    return (table.paper[2] - table.paper[1]) * table.x - (5 if table.large else 4)


def _head(table):
    """Make the goal, as small cards and in words, and the line of keys."""
    app = table.app
    table.goal = cards.Goal(app.art, table.x + table.w, 3 * table.x)
    y = table.top - table.font.height - 1
    table.words = strip.Strip(app, table.x, y, table.w, strip.CLOTH)
    y = table.foot + 1
    table.keys_line = strip.Strip(app, 0, y, app.w, strip.WOOD, strip.CENTRE, app.h - y)
    for grid in (table.goal.grid, table.words.grid, table.keys_line.grid):
        table.group.append(grid)


def _seats(table):
    """Make a line for each seat."""
    seats = table.app.session.game.seats
    pad = table.gap // 2
    width = table.piles_x - table.x - table.gap
    table.seats = []
    for seat in range(seats):
        y = table.top + seat * table.pitch
        line = strip.Strip(
            table.app, table.x, y, width, strip.CLOTH, strip.LEFT, table.pitch, pad, True
        )
        table.seats.append(line)
        table.group.append(line.grid)


def _piles(table):
    """Make both piles, the draw pile's count, and the place of a card just taken."""
    app = table.app
    x, y = table.piles_x, table.top
    step = 2 if table.large else 1
    table.under = cards.Cards(app, 1, x + step, y + step)
    table.piles = piles = cards.Cards(app, 3, x, y, table.gap, table.under)
    width = table.font.measure("88") + 3 * step
    height = table.font.height + (2 if table.large else 0)
    x += (piles.w - 1 - width) // 2
    y += (piles.h - height) // 2
    table.count = strip.Strip(app, x, y, width, strip.CLOTH, strip.CENTRE, height)
    colours = displayio.Palette(2)
    colours[0] = _BLUE
    colours[1] = 0xFFFFFF
    table.count.grid.pixel_shader = colours
    for part in (table.under.group, piles.group, table.count.grid):
        table.group.append(part)


def _page(table):
    """Make the page of the story on its paper."""
    unit = table.x
    room = _page_room(table)
    lines = room // table.font.height
    left, first, end = table.paper
    x = left * unit + unit + 2
    y = first * unit + (2 if table.large else 1) + room % lines // 2
    width = table.app.w - x - unit - 1
    step = room // lines
    table.page = []
    for i in range(lines):
        line = strip.Strip(table.app, x, y + i * step, width, strip.PAPER, strip.CENTRE, step)
        table.page.append(line)
        table.group.append(line.grid)
    ground.draw_paper(table.ground, first, end, left, table.app.w // unit)


def _hand(table):
    """Make the hand of seven cards and the cursor."""
    app = table.app
    width = app.art.card[0]
    room = app.w - HAND * width
    gap = min(6, room // 8) if room > 0 else room // (HAND - 1)  # they overlap on 128 pixels
    left = (app.w - HAND * width - (HAND - 1) * gap + 1) // 2
    table.hand = cards.Cards(app, HAND, left, table.hand_y, gap, table.piles)
    table.frame = draw.Cursor(table.hand.w, table.hand.h, 1 if app.w < 200 else 2)
    table.frame.hide()
    table.group.append(table.hand.group)
    table.group.append(table.frame.grid)
