"""Translate touches of the page's display into keys and cursor positions.

tap: choose a line of a list; pick up a tile or card; put picked tiles on a set, beside it, or on
free cloth; close a box. On the line of keys, press the key whose sign or words are touched; beside
a picture that LEFT and RIGHT turn over, turn it; beside a question or a hint, do nothing; elsewhere
press A.
hold: pick up the set of a tile. grab, drop: drag a tile, or all picked ones. swipe: press an arrow.
"""

from pocket.app import draw, input
from spoken import of_kind, writes

if False:  # for type checkers
    from typing import Any

_TURNED_OVER = "menus.gamecards menus.rulespages review.coach review.cardcoach page.review.coach"
# The signs of the keys, in the order in which pocket.app.input counts these.
_SIGNS = draw.UP + draw.DOWN + draw.LEFT + draw.RIGHT
_SIGNS += draw.KEY_A + draw.KEY_B + draw.KEY_START + draw.KEY_SELECT
_RACK, _TABLE, _PLACE = 0, 1, 2  # as pocket.tilegame.personturn has them


def tap(app: "Any", x: int, y: int) -> None:
    """Handle a touch of pixel x, y of the display."""
    close_tip(app, y)
    button = _button_for(app, app.screen, x, y)
    if button is not None:
        _press(app, button)


def _press(app, button, kind=input.PRESS):
    """Do what a button does. A touch is deliberate, so only START waits out the half second in
    which keys are ignored."""
    if button != input.START and app.ignore_keys_until:
        app.ignore_keys_until = False
    app.press(button, kind)
    app.changed = True


def close_tip(app: "Any", y: int) -> None:
    """Close a tip unless the touch is on it; the touch counts all the same."""
    if getattr(app.screen, "tip", False) and not _on_box(app.screen, y):
        _press(app, input.A)


def current_turn_part(app: "Any") -> "Any":
    """Return the part of the table on show that plays the person's turn, or None."""
    screen = app.screen
    if screen.name != "tilegame.play" or screen.asks or screen.tip or screen.deferred:
        return None
    part = screen.part
    return part if of_kind(part, "tilegame.personturn", "PersonTurn") else None


def hold(app: "Any", x: int, y: int) -> None:
    """Pick up the set of the touched tile, as holding A does."""
    close_tip(app, y)
    part = current_turn_part(app)
    cursor = part and _cursor_at(app.screen.board, part.turn, x, y)
    if cursor:
        if not _is_picked(part.turn, cursor):
            _move_cursor(part, cursor)
            _press(app, input.A)
        part.held_key = input.A
        _press(app, input.A, input.LONG)


def _move_cursor(part, cursor):
    """Move the turn's cursor to a tile or place, and draw it."""
    part.put_cursor(cursor)
    part.turn.taken = -1
    part.draw()


def grab(app: "Any", x: int, y: int) -> tuple | None:
    """Return (left, top, width, height) of the tile at a pixel, which can be dragged, or None."""
    close_tip(app, y)
    part = current_turn_part(app)
    board = app.screen.board if part else None
    if not part or not _cursor_at(board, part.turn, x, y):
        return None
    tiles = board.rack if _cell_at(board.rack, x, y) else board.table
    row, col = _cell_at(tiles, x, y)
    return tiles.x + col * tiles.w, tiles.y + row * tiles.step, tiles.w, tiles.h


def drop(app: "Any", x0: int, y0: int, x: int, y: int) -> None:
    """Drag the tile at x0, y0 to x, y; if it is picked, drag all picked tiles along."""
    close_tip(app, y0)
    part = current_turn_part(app)
    cursor = part and _cursor_at(app.screen.board, part.turn, x0, y0)
    if not cursor:
        return
    board, turn = app.screen.board, part.turn
    rack_cell = _cell_at(board.rack, x, y)
    if rack_cell and cursor[0] == _RACK:
        _move_in_rack(part, cursor[1], rack_cell[0] * board.rack.cols + rack_cell[1])
        return
    if not _is_picked(turn, cursor):
        turn.unpick()
        _move_cursor(part, cursor)
        _press(app, input.A)
    if not turn.picked:
        return  # the seat has not opened, so the table's tiles stay
    if rack_cell:
        if turn.put_back():
            part._update_layout()
        turn.unpick()
        part.draw()
        return
    target = _set_at(board, turn, x, y, beside=1)
    if target:
        _move_cursor(part, (_TABLE,) + target)
        _press(app, input.SELECT)
    elif y < board.rack.y:
        part.gap = _free_cell(board, turn, x, y)
        _move_cursor(part, (_PLACE, 0, 0))
        part._put(None)
        part.draw()


def _free_cell(board, turn, x, y):
    """Return (row, column) for a new set at a pixel; None if the picked tiles do not fit there."""
    row, col = _table_cell(board, x, y)
    row += board.top
    col = min(max(col, 0), board.table.cols - turn.picked)
    for i in range(len(turn.sets)):
        begin = turn.spots[3 * i + 1]
        if turn.spots[3 * i] == row and begin <= col + turn.picked:
            if col <= begin + len(turn.sets[i]):
                return None
    return (row, col) if col >= 0 else None


def _move_in_rack(part, tile, cell):
    """Move a tile of the rack to another cell."""
    turn = part.turn
    index = len([other for other in turn.cells if other < cell])
    order = list(turn.rack)
    order.insert(index, order.pop(tile))
    turn.arrange(bytes(order))
    _move_cursor(part, (_RACK, min(index, len(order) - 1), 0))


def swipe(app: "Any", across: int, down: int) -> None:
    """Press the arrow that matches a swipe, which pushes the picture aside."""
    if abs(across) > abs(down):
        _press(app, input.LEFT if across > 0 else input.RIGHT)
    else:
        _press(app, input.UP if down > 0 else input.DOWN)


def _button_for(app, screen, x, y):
    """Return the key for a touch, or None."""
    is_turn = of_kind(getattr(screen, "part", None), "tilegame.personturn", "PersonTurn")
    asks = getattr(screen, "asks", None)
    text, left, top, bottom = line_of_keys(screen)
    button = None if is_turn or asks else input.A
    if top <= y < bottom:
        return _button_in_text(app.art.letters, text, x - left, button)
    if asks:
        return None
    if writes(screen):
        button = _touch_letter(screen.pad, x, y)
    elif of_kind(getattr(screen, "pad", None), "menus.seats", "Seats"):
        button = _touch_seat(screen.pad, x, y)
    elif screen.panel is not None and screen.panel.list is not None:
        button = _touch_line(screen, y)
    elif app.name == "learn.journey":
        button = _touch_station(screen, x, y)
    elif is_turn:
        button = None if _close_box(screen, y) else _touch_table(screen, screen.part, x, y)
    elif screen.name == "eight.eightscreen" and of_kind(screen.part, "eight.eightturn", "Turn"):
        button = None if _close_box(screen, y) else _touch_cards(screen, screen.part, x, y)
    listed = screen.panel is not None and screen.panel.list is not None
    if app.name in _TURNED_OVER.split() and (button is None or not listed):
        button = (input.LEFT, button, button, input.RIGHT)[4 * x // app.w]
    return button


def _touch_seat(row, x, y):
    """Choose the touched place in the row of players, and return the key that changes its player if
    it was chosen before, or None."""
    for place in range(len(row.spots)):
        left, top = row.spots[place]
        if 0 <= x - left < row.size and 0 <= y - top < row.size:
            if place == row.place:
                return input.DOWN
            row.choose(place)
            row.screen.app.changed = True
    return None


def _touch_letter(pad, x, y):
    """Choose the touched letter and return the key that types it, or None beside the letters."""
    from pocket.menus.namepad import COLUMNS

    column = (x - pad.left) // pad.cell
    line = (y - pad.row_y(0)) // (pad.row_y(1) - pad.row_y(0))
    letter = line * COLUMNS + column
    if line < 0 or not 0 <= column < COLUMNS or letter > len(pad.letters):  # the sign is the last
        return None
    pad.letter = letter
    return input.A


def _touch_station(screen, x, y):
    """Choose the touched station of the journey. Return A if it was chosen before, or below all
    stations; otherwise None."""
    from pocket.learn import goals, journey

    across = journey.ACROSS
    column, row = (x - screen.x) // screen.cell_width, (y - screen.y) // screen.cell_height
    if row >= goals.STATIONS // across:
        return input.A
    if row < 0 or not 0 <= column < across:
        return None
    number = row * across + (across - 1 - column if row % 2 else column)  # the path winds
    if number == screen.chosen:
        return input.A
    screen.choose_station(number)
    screen.app.changed = True
    return None


def _on_box(screen, y):
    """Return whether a box covers row y of the display."""
    box = screen.box
    return box and box.group.y <= y < box.group.y + box.lines[-1].grid.y + box.lines[-1].h


def _close_box(screen, y):
    """Close a box that covers row y; return whether there was one."""
    if not _on_box(screen, y):
        return False
    from pocket.ui import strip

    if getattr(screen, "tip", False):
        _press(screen.app, input.A)
    else:
        strip.clear_box(screen)
        screen.app.changed = True
    return True


def line_of_keys(screen: "Any") -> tuple:
    """Return the text of the line of keys, its left pixel, its first row of pixels and the one
    after its last."""
    panel = screen.panel
    if panel is not None:
        for item in panel.shown_texts:
            if item[0] == panel.lines - 1:
                return item[3], item[2].x, panel.foot, screen.app.h
    foot = strip_of(screen)
    if panel is not None or foot is None:
        return "", 0, 0, 0
    return foot.text, foot.grid.x + foot.left, foot.grid.y, foot.grid.y + foot.h


def strip_of(screen: "Any") -> "Any":
    """Return the Strip with the line of keys of a table, or None."""
    return getattr(screen, "foot", None) or getattr(screen, "keys_line", None)


def _button_in_text(font, text, x, button):
    """Return the key whose sign or words are at pixel x of a text, `button` before the first."""
    for i in range(len(text)):
        if text[i] in _SIGNS and font.measure(text[:i]) <= x + 4:
            button = _SIGNS.index(text[i])
    return button


def _touch_line(screen, y):
    """Choose the touched line of a list and return the key for it, or None beside the list."""
    panel = screen.panel
    listing = panel.list
    row = (y - panel.row_y(listing.top)) // listing.pitch
    if not 0 <= row < listing.height:
        return None
    listing.chosen = listing.first + row
    listing.show()
    return input.A


def _cell_at(tiles, x, y):
    """Return (row, column) of the cell of draw.Tiles at a pixel, or None."""
    row, col = (y - tiles.y) // tiles.step, (x - tiles.x) // tiles.w
    return (row, col) if 0 <= row < tiles.rows and 0 <= col < tiles.cols else None


def _is_picked(turn, cursor):
    """Return whether the tile at `cursor` of a turn is picked."""
    from pocket.tilegame.changes import PICKED

    where, index, tile = cursor
    return bool((turn.rack_flags[index] if where == _RACK else turn.flags[index][tile]) & PICKED)


def _cursor_at(board, turn, x, y):
    """Return the cursor, as PersonTurn has it, for the tile at a pixel, or None."""
    on_rack = _cell_at(board.rack, x, y)
    if on_rack:
        cell = on_rack[0] * board.rack.cols + on_rack[1]
        for i in range(len(turn.rack)):
            if turn.cells[i] == cell:
                return _RACK, i, 0
        return None
    set_tile = _set_at(board, turn, x, y, beside=0)
    return set_tile and (_TABLE,) + set_tile


def _table_cell(board, x, y):
    table = board.table
    row = min(max(0, y - table.y) // table.step, table.rows - 1)  # a finger is wider than a row
    return row, (x - table.x) // table.w


def _set_at(board, turn, x, y, beside):
    """Return (set, tile) of the table at a pixel, or up to `beside` cells beside a set, or None."""
    row, col = _table_cell(board, x, y)
    below = y - board.table.y - row * board.table.step
    if y >= board.rack.y or below >= board.table.h and not beside:
        return None
    row += board.top
    for near in range(beside + 1):
        for i in range(len(turn.sets)):
            index, last = col - turn.spots[3 * i + 1], len(turn.sets[i]) - 1
            if turn.spots[3 * i] == row and -near <= index <= last + near:
                return i, min(max(index, 0), last)
    return None


def _touch_table(screen, part, x, y):
    """Move the cursor in a person's turn at the table, and return the key for the touch."""
    board = screen.board
    turn = part.turn
    if part.hint.step == 3:
        return input.B if board.app.session.solution else None
    cursor = _cursor_at(board, turn, x, y)
    if cursor and cursor[0] == _RACK:
        _move_cursor(part, cursor)
        return input.A
    if _cell_at(board.rack, x, y) or y < board.app.art.line:  # beside its tiles, or on the names
        return input.SELECT if not turn.picked else None  # SELECT sorts the rack
    set_tile = _set_at(board, turn, x, y, beside=int(bool(turn.picked)))
    if set_tile:
        _move_cursor(part, (_TABLE,) + set_tile)
        return input.SELECT if turn.picked and not part.on_picked() else input.A
    if not turn.picked:
        return None
    _move_cursor(part, (_PLACE, 0, 0))  # free cloth is for a new set
    return input.A


def _touch_cards(table, turn, x, y):
    """Return the key for a touch in a person's turn at the card table."""
    row, raised = (table.piles, 0) if turn.taking else (table.hand, 3)
    place = (x - row.x) // row.step
    if row.y - raised <= y < row.y + row.h and 0 <= place < len(row.grids):
        turn.index = place
        return input.A
    return None
