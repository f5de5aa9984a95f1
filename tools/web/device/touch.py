"""A finger on the display, for hosts that feel one: `tap` means what keys would mean there.

A line of a list is chosen, a tile or card pointed at and taken; with tiles taken a set, what is
beside it, or a free place is where they go. On the line that says what keys do it is the key whose
sign or words lie there; where LEFT and RIGHT turn something over a touch beside it does. A box over
one's turn goes away. Elsewhere it is A, beside a question no.
"""

import sys

from pocket.app import draw, input

if False:  # for type checkers
    from typing import Any

_SIDES = (
    "menus.gamecards",
    "menus.rulespages",
    "review.coach",
    "review.cardturns",
    "page.review.coach",
    "page.turns",
)
_KEYS = {
    draw.UP: input.UP,
    draw.DOWN: input.DOWN,
    draw.LEFT: input.LEFT,
    draw.RIGHT: input.RIGHT,
    draw.KEY_A: input.A,
    draw.KEY_B: input.B,
    draw.KEY_START: input.START,
    draw.KEY_SELECT: input.SELECT,
}
_RACK, _TABLE, _PLACE = 0, 1, 2  # as pocket.tilegame.personturn has them


def tap(app: "Any", x: int, y: int) -> None:
    """Handle a touch of pixel x, y of the display."""
    if app.screen is None or app.next is not None:
        return
    button = input.A if app.dim else _button(app, app.screen, x, y)
    if button is not None:
        app.press(button, input.PRESS)


def _button(app, screen, x, y):
    """Return the key that a touch means; None: none."""
    button = input.A
    keys = _foot(screen, y)
    if keys is not None:
        button = _sign(app.art.letters, keys[0], x - keys[1], keys[2])
    elif screen.panel is not None and getattr(screen, "asks", None):  # a question over a list
        button = input.B
    elif writes(screen):
        button = _letter(screen.pad, x, y)
    elif screen.panel is not None and screen.panel.list is not None:
        button = _line(screen, y)
    elif app.name == "learn.journey":
        button = _station(screen, x, y)
    elif screen.name == "tilegame.play" and _is(screen.part, "tilegame.personturn", "PersonTurn"):
        button = None if _box(screen, y) else _tiles(screen, screen.part, x, y)
    elif screen.name == "eight.eightscreen" and _is(screen.part, "eight.eightturn", "Turn"):
        button = None if _box(screen, y) else _card(screen.table, screen.part, x, y)
    listed = screen.panel is not None and screen.panel.list is not None
    if app.name in _SIDES and keys is None and (button is None or not listed):
        button = (input.LEFT, button, button, input.RIGHT)[4 * x // app.w]
    return button


def _is(part, name, kind):
    """Return whether `part` of a screen is one of that kind, a class of that module."""
    module = sys.modules.get("pocket." + name)
    return module is not None and isinstance(part, getattr(module, kind))


def writes(screen: "Any") -> bool:
    """Return whether letters are on show to write with."""
    return _is(getattr(screen, "pad", None), "menus.namepad", "NamePad")


def _letter(pad, x, y):
    """Return the key for a touch on letters, that one chosen; None beside them."""
    from pocket.menus.namepad import WIDE

    column = (x - pad.left) // pad.cell
    line = (y - pad.row_y(0)) // (pad.row_y(1) - pad.row_y(0))
    letter = line * WIDE + column
    if line < 0 or not 0 <= column < WIDE or letter > len(pad.letters):  # the sign is the last
        return None
    pad.letter = letter
    return input.A


def _station(screen, x, y):
    """Return the key for a touch on the journey: A where the station is shown already, and below
    all."""
    from pocket.learn import goals, journey

    across = journey.ACROSS
    column, row = (x - screen.x) // screen.wide, (y - screen.y) // screen.high
    if row >= goals.STATIONS // across:
        return input.A
    if row < 0 or not 0 <= column < across:
        return None
    if row * across + column == screen.chosen:
        return input.A
    screen.chosen = row * across + column - 1
    return input.RIGHT


def _box(screen, y):
    """Return whether a box is on show where pixel y is: then it is gone."""
    box = screen.box
    if box is None or not box.group.y <= y < box.group.y + box.lines[-1].grid.y + box.lines[-1].h:
        return False
    from pocket.ui import strip

    strip.clear_box(screen)
    screen.app.changed = True
    return True


def _foot(screen, y):
    """Return (text, its left pixel, the key where it names none) of the line of keys, if pixel y
    lies on one."""
    panel = screen.panel
    if panel is not None:
        rows = [item for item in panel.said if item[0] == panel.lines - 1]
        return (rows[0][3], rows[0][2].x, input.A) if rows and y >= panel.foot else None
    foot = getattr(screen, "foot", None)
    if foot is None and hasattr(screen, "table"):
        foot = screen.table.keys_line
    if foot is None or not foot.grid.y <= y < foot.grid.y + foot.h:
        return None
    turn = _is(getattr(screen, "part", None), "tilegame.personturn", "PersonTurn")
    key = input.START if turn and not screen.asks else input.A
    return foot.text, foot.grid.x + foot.left, key


def _sign(font, text, x, button):
    """Return the key whose sign, or the words behind it, lie at pixel x of a text; `button` before
    the first."""
    for i in range(len(text)):
        if text[i] in _KEYS and font.measure(text[:i]) <= x + 4:
            button = _KEYS[text[i]]
    return button


def _line(screen, y):
    """Return the key for a touch on a list, its line chosen; None beside it."""
    panel = screen.panel
    listing = panel.list
    row = (y - panel.row_y(listing.top)) // listing.pitch
    if not 0 <= row < listing.height:
        return None
    place = listing.first + row
    listing.start(place)
    # A on a seat writes a person's name.
    seat = screen.app.name == "menus.gamesetup" and listing.value(place)
    return input.RIGHT if seat else input.A


def _cell(tiles, x, y):
    """Return (row, column) of the cell of draw.Tiles at a pixel, or None."""
    row, col = (y - tiles.y) // tiles.step, (x - tiles.x) // tiles.w
    return (row, col) if 0 <= row < tiles.rows and 0 <= col < tiles.cols else None


def _tiles(screen, hand, x, y):
    """Return the key for a touch in a person's turn at the table, the cursor where it belongs."""
    board = screen.board
    turn = hand.turn
    if screen.asks:
        return input.B
    on_rack = _cell(board.shelf, x, y)
    if on_rack:
        place = on_rack[0] * board.shelf.cols + on_rack[1]
        for i in range(len(turn.rack)):
            if turn.cells[i] == place:
                hand.take_up((_RACK, i, 0), None)
                return input.A
        return input.SELECT if not turn.picked else None
    table = board.table
    row, col = (y - table.y) // table.step, (x - table.x) // table.w
    if row < -1 or y >= board.shelf.y:
        return None
    row = min(max(row, 0), table.rows - 1) + board.top  # a finger is wide
    for beside in range(2 if turn.picked else 1):
        for i in range(len(turn.sets)):
            place, last = col - turn.spots[3 * i + 1], len(turn.sets[i]) - 1
            if turn.spots[3 * i] == row and -beside <= place <= last + beside:
                hand.take_up((_TABLE, i, min(max(place, 0), last)), None)
                return input.SELECT if turn.picked and not hand.on_taken() else input.A
    if not turn.picked:
        return None
    hand.take_up((_PLACE, 0, 0), None)  # free cloth: a new set, where there is room for it
    return input.A


def _card(table, turn, x, y):
    """Return the key for a touch in a person's turn at the card table."""
    from pocket.eight import cards

    row, place = table.hand, (x - table.hand.x) // table.hand.step
    if row.y - 3 <= y < row.y + row.h and 0 <= place < len(row.grids) and not turn.taking:
        turn.index = place
        return input.A
    row, place = table.piles, (x - table.piles.x) // table.piles.step
    if row.y <= y < row.y + row.h and 0 <= place < len(row.grids):
        if turn.taking and place in (cards.PILE, cards.TOP):
            turn.index = place
            return input.A
        if not turn.taking and place == cards.NEW:
            turn.index = len(table.hand.grids)
            return input.A
    return input.SELECT if turn.sure else None
