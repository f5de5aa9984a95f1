"""The person's side of the play screen: cursor, taking and putting tiles, the end of the turn.

Functions of the play screen `s` (pocket.screens.play.Screen); loaded only while a person's turn
runs.
"""

from pocket import flow
from pocket.hardware import input
from pocket.table import layout
from pocket.table import turn as turns
from pocket.table.follow import PICKED
from pocket.table.layout import NOWHERE, sort_rack
from pocket.ui import draw

_TURN, _ASK, _SHOW = 0, 1, 3  # as in pocket.screens.play
_RACK, _TABLE, _PLACE = 0, 1, 2
_MOST = 13  # the longest run: more tiles do not lie together, right or wrong


def person(s):
    """Begin a person's turn, or go on with the one `app.turn` holds."""
    app = s.app
    game = app.game
    seat = game.seat
    s.mode = _TURN
    s.points = 0
    if app.turn is None:
        app.turn = turns.Turn(
            game.rules,
            game.table,
            game.racks[seat],
            bool(game.opened[seat]),
            app.seen[1],
            game.parted,
        )
        s.where = _RACK
        s.at = 0
        s.message = ""
        app.sound.play("turn")
    else:
        count(s)
        s.message = ""
    s.held = len(app.turn.start_rack)
    s._fit()
    if not app.turn.log:  # the spots the layout just gave are the turn's start
        app.turn.start_spots = bytes(app.turn.spots)


def count(s):
    """Count the points laid towards the opening meld."""
    turn = s.app.turn
    s.points = 0 if turn.opened else turn.points()


def place_spot(s):
    """Where a new set would go: (row, col)."""
    spots = s._lie()
    sizes = bytearray([len(codes) for codes in s._sets()])
    cols = s.table.cols
    return layout.gap(sizes, spots, cols, min(cols, max(3, min(s.app.turn.picked, _MOST))))


def aim(s):
    """Keep the cursor on something that is there, and its row on show."""
    turn = s.app.turn
    if turn is None or s.mode != _TURN:
        return
    if s.where == _PLACE and not turn.picked:
        s.where = _RACK
    if s.where == _TABLE and s.at >= len(turn.sets):
        s.where = _RACK if turn.rack else _TABLE
        s.at = max(0, len(turn.sets) - 1)
    if s.where == _TABLE and not turn.sets:
        s.where = _RACK
    if s.where == _RACK and not turn.rack and turn.sets:
        s.where = _TABLE
        s.at = 0
    if s.where == _TABLE:
        s.tile = min(s.tile, len(turn.sets[s.at]) - 1)
        row = turn.spots[3 * s.at]
    elif s.where == _PLACE:
        row = place_spot(s)[0]
    else:
        s.at = max(0, min(s.at, len(turn.rack) - 1))
        return
    if row < s.top:
        s.top = row
    elif row >= s.top + s.table.rows:
        s.top = row - s.table.rows + 1


def draw_cursor(s):
    """Put the cursor where `where`, `at` and `tile` say."""
    turn = s.app.turn
    grid = s.table
    if s.where == _RACK:
        grid = s.shelf
        row = s.at // grid.cols
        col = s.at % grid.cols
    elif s.where == _TABLE:
        row = turn.spots[3 * s.at] - s.top
        col = turn.spots[3 * s.at + 1] + s.tile
    else:
        row, col = place_spot(s)
        row -= s.top
    s.cursor.to(grid.x + col * grid.w, grid.y + row * grid.h)


def hint(s):
    """What the keys do now."""
    a, b, start, select = draw.KEY_A, draw.KEY_B, draw.KEY_START, draw.KEY_SELECT
    turn = s.app.turn
    if turn.picked:
        if s.where == _TABLE and not _on_picked(s):
            return "%stake %sadd %sleave" % (a, select, b)
        return "%stake %sput %sleave" % (a, select, b)
    if turn.laid:
        return "%stake %sundo %send" % (a, b, start)
    if turn.log:
        return "%stake %sundo %ssort" % (a, b, select)
    word = "draw" if s.app.game.pool else "pass"
    return "%stake %ssort %s%s" % (a, select, start, word)


def act(s, button, kind, said):
    """One button of a person's turn. said: the message line it wiped."""
    turn = s.app.turn
    cycle, s.cycle = s.cycle, None
    if button <= input.RIGHT:
        top = s.top
        _move(s, button)
        aim(s)
        if s.top != top:
            s._draw()
        else:
            draw_cursor(s)
            if said or turn.picked:
                s._draw_foot()
        return
    if button == input.A:
        if kind == input.LONG:
            _take_more(s)
        else:
            _take(s)
    elif button == input.SELECT:
        if turn.picked or cycle is not None:
            _put(s, cycle)
        else:
            _sort(s)
    elif button == input.B:
        s.armed = button
        _undo(s, kind == input.LONG)
    elif button == input.START:
        _end(s)
    if s.app.turn is turn and s.mode == _TURN and not s.ended and not s.worker:
        s._draw()


def _move(s, button):
    turn = s.app.turn
    grid = s.shelf
    if s.where == _RACK:
        count = len(turn.rack)
        if button == input.LEFT:
            s.at = (s.at - 1) % count if count else 0
        elif button == input.RIGHT:
            s.at = (s.at + 1) % count if count else 0
        elif button == input.DOWN:
            if s.at + grid.cols < count:
                s.at += grid.cols
            elif s.at // grid.cols < (count - 1) // grid.cols:
                s.at = count - 1
        elif s.at >= grid.cols:
            s.at -= grid.cols
        else:
            _enter(s, s.at % grid.cols)
        return
    if s.where == _PLACE:
        row, col = place_spot(s)
    else:
        row = turn.spots[3 * s.at]
        col = turn.spots[3 * s.at + 1] + s.tile
    if button in (input.LEFT, input.RIGHT):
        step = 1 if button == input.RIGHT else -1
        if s.where == _TABLE and 0 <= s.tile + step < len(turn.sets[s.at]):
            s.tile += step
        else:
            _along(s, row, col, step)
    else:
        _across(s, row, col, 1 if button == input.DOWN else -1)


def _enter(s, col):
    """From the rack up: to the place for a new set when tiles are taken, else the table."""
    turn = s.app.turn
    if turn.picked:
        s.where = _PLACE
    elif turn.sets:
        rows = s.used
        _nearest(s, rows - 1, col, -1)


def _nearest(s, row, col, step):
    """Put the cursor on the tile nearest to a column in a row or the next that has any."""
    turn = s.app.turn
    while 0 <= row <= 255:
        best = None
        for i in range(len(turn.sets)):
            if turn.spots[3 * i] == row:
                start = turn.spots[3 * i + 1]
                tile = max(0, min(col - start, len(turn.sets[i]) - 1))
                far = abs(start + tile - col)
                if best is None or far < best[0]:
                    best = (far, i, tile)
        if best is not None:
            s.where = _TABLE
            s.at = best[1]
            s.tile = best[2]
            return True
        row += step
        if row >= s.used and step > 0:
            break
    return False


def _across(s, row, col, step):
    """Up or down in the table; down from the last row leads to the rack."""
    turn = s.app.turn
    if step > 0 and s.where == _TABLE and turn.picked and row == s.used - 1:
        s.where = _PLACE
        return
    if s.where == _PLACE and step < 0:
        _nearest(s, min(row, s.used) - (0 if row >= s.used else 1), col, -1) or _nearest(
            s, row, col, 1
        )
        return
    if s.where == _PLACE or not _nearest(s, row + step, col, step):
        if step > 0 and turn.rack:
            s.where = _RACK
            s.at = min(col, len(turn.rack) - 1)


def _along(s, row, col, step):
    """Left or right out of a set: the next set in reading order, in a ring; with tiles taken
    the place for a new set closes the ring."""
    turn = s.app.turn
    here = (row << 8 | col) * step
    best = None
    ends = None
    for i in range(len(turn.sets)):
        key = (turn.spots[3 * i] << 8 | turn.spots[3 * i + 1]) * step
        if i != s.at and key > here and (best is None or key < best[0]):
            best = (key, i)
        if ends is None or key < ends[0]:
            ends = (key, i)
    if s.where == _PLACE or best is None:
        if s.where == _TABLE and turn.picked:
            s.where = _PLACE
            return
        best = ends
    if best is not None:
        s.where = _TABLE
        s.at = best[1]
        s.tile = 0 if step > 0 else len(turn.sets[s.at]) - 1


def _on_picked(s):
    """True when the cursor is on a set that has taken tiles."""
    turn = s.app.turn
    for flag in turn.flags[s.at]:
        if flag & PICKED:
            return True
    return False


def _take(s):
    turn = s.app.turn
    sound = "pick"
    if s.where == _PLACE:
        _put(s, None)
        return
    if s.where == _RACK:
        if not turn.rack:
            return
        turn.pick_rack(s.at)
        s.took = s.at
        if turn.rack_flags[s.at] & PICKED:
            if s.at + 1 < len(turn.rack):
                s.at += 1
        else:
            sound = "unpick"
    elif not turn.pick(s.at, s.tile):
        _closed(s)
        return
    elif not turn.flags[s.at][s.tile] & PICKED:
        sound = "unpick"
    s.armed = input.A
    s.app.sound.play(sound)


def _closed(s):
    rules = s.app.turn.rules
    s._tell(
        "%s: open first, with %d points from your own rack."
        % (rules["say_opening"], rules["opening_points"])
    )


def _take_more(s):
    """A held on, after its press has taken one tile: instead the rest of the set, or a meld."""
    turn = s.app.turn
    if s.where == _RACK:
        s.at = s.took
        turn.pick_rack(s.at)
        if not turn.pick_meld(s.at):
            s._say("No set with this tile.", "bad")
            return
    else:
        turn.pick(s.at, s.tile)
        if not turn.pick_rest(s.at, s.tile):
            _closed(s)
            return
    s.app.sound.play("pick")


def _put(s, cycle):
    """Put the taken tiles down: at the cursor, or in the places that make legal sets in turn."""
    app = s.app
    turn = app.turn
    spot = NOWHERE
    at = -1
    size = 0
    if cycle is not None and not turn.picked:
        places, at, picks, spot = cycle
        turn.undo()
        _pick_again(s, picks)
    else:
        picks = _picks(s)
        if s.where == _PLACE:
            row, col = place_spot(s)
            spot = bytes((row, col, 0))
            places = [(turns.NEW, 0, way) for way in range(max(1, turn.readings()))]
            size = turn.picked
        else:
            places = turn.places()
            if s.where == _TABLE and not _on_picked(s):
                places = [place for place in places if place[1] == s.at and place[0] != turns.NEW]
                if not places:
                    places = [(turns.ON, s.at, 0)]
                    size = turn.picked + len(turn.sets[s.at])
        if size > _MOST:
            s._say("13 tiles at most.", "bad")
            return
    if not places:
        if turn.may_return() and not picks[0]:
            turn.back()
            count(s)
            s._fit()
            app.sound.play("undo")
        else:
            s._say("No place: point at one.", "bad")
        return
    at = (at + 1) % len(places)
    _placed(s, turn.put(places[at], spot), picks)
    if turn.picked:
        reuse = turn.rules["joker_reuse"]
        s.message = draw.JOKER + (
            " free: +2 rack tiles"
            if reuse == "two"
            else " free: with rack tiles"
            if reuse == "hand"
            else " free"
        )
    elif len(places) > 1:
        s.cycle = (places, at, picks, spot)
        s.message = "%d/%d %sother place" % (at + 1, len(places), draw.KEY_SELECT)


def _picks(s):
    """What is taken, to take it again: (rack places, [(set, tile), ...])."""
    turn = s.app.turn
    rack = bytes([i for i in range(len(turn.rack)) if turn.rack_flags[i] & PICKED])
    table = [
        (i, j)
        for i in range(len(turn.sets))
        for j in range(len(turn.sets[i]))
        if turn.flags[i][j] & PICKED
    ]
    return rack, table


def _pick_again(s, picks):
    turn = s.app.turn
    turn.unpick()
    for i in picks[0]:
        turn.pick_rack(i)
    for which, tile in picks[1]:
        turn.pick(which, tile)


def _placed(s, which, picks):
    """Tiles have been put down in set `which`."""
    turn = s.app.turn
    count(s)
    s._fit()
    if picks[0] and turn.rack:
        s.where = _RACK
        s.at = min(picks[0][0], len(turn.rack) - 1)
    elif turn.sets:
        s.where = _TABLE
        s.at = min(which, len(turn.sets) - 1)
        s.tile = len(turn.sets[s.at]) - 1
    spot = turn.spots[3 * which]
    if not s.top <= spot < s.top + s.table.rows:
        s.top = max(0, min(spot, s.used - s.table.rows))
    s.app.sound.play("place" if turn.good[which] else "move")


def _sort(s):
    app = s.app
    app.by_number = 1 - app.by_number
    order = sort_rack(app.turn.rack, app.by_number)
    app.turn.arrange(order)
    app.sound.play("move")
    s.message = "Sorted by number" if app.by_number else "Sorted by colour"


def _undo(s, whole):
    app = s.app
    turn = app.turn
    if whole:
        turn.reset()
        s.message = "All put back"
    elif turn.picked:
        turn.unpick()
    elif not turn.undo():
        app.go("pause")
        return
    count(s)
    s._fit()
    app.sound.play("undo")


def _end(s):
    app = s.app
    turn = app.turn
    game = app.game
    picks = _picks(s)
    turn.unpick()  # what is taken but not put down stays where it was
    strict = turn.rules["referee"] == "strict"
    if turn.laid:
        why = game.apply(("play", turn.table()))
        if why is None:
            _done(s, "place")
        elif strict:
            _ask(s, "fail", "%s Penalty: %d?" % (why[0], turn.rules["failed_draw"]))
        else:
            s._tell(why[0] + ": " + why[1])
    elif turn.touched() and strict:
        _ask(s, "fail", "Give up: %d tiles?" % turn.rules["failed_draw"])
    elif turn.touched():
        s._tell("T-3: lay a tile from your rack, or hold %s to put all back." % draw.KEY_B)
    else:
        _ask(s, "draw" if game.pool else "pass", "Draw a tile?" if game.pool else "Pass?")
    if app.turn is turn and not s.ended:
        if s.mode == _ASK:
            s.again = picks
            s._draw()
        else:
            _pick_again(s, picks)


def _ask(s, what, text):
    s.asked = what
    if s.app.settings.get("confirm") is False and what != "fail":
        do(s, what)
        return
    s.mode = _ASK
    s.message = "%s %syes %sno" % (text, draw.KEY_START, draw.KEY_B)


def answer(s, button, kind):
    """START or A says yes to what was asked; any other button says no."""
    if kind == input.REPEAT:
        return
    s.mode = _TURN
    s.message = ""
    if button in (input.START, input.A):
        do(s, s.asked)
    else:
        _pick_again(s, s.again)
        s._draw()


def do(s, what):
    """Apply draw, pass, fail or timeout."""
    app = s.app
    game = app.game
    turn = app.turn
    seat = game.seat
    if what != "draw" and not game.pool and game.rules["forced_play"] and s.worker is None:
        s.asked = what
        s.worker = game.prove()
        s.busy = True
        s._say("Is there a play?")
        return
    s.worker = None
    s.busy = False
    before = len(game.racks[seat])
    if what == "timeout":
        why = game.apply((what, turn.touched()))
    else:
        why = game.apply((what,))
    if why is not None:
        s._tell(why[0] + ": " + why[1])
        s._draw()
        return
    drew = game.racks[seat][before:]
    words = {"draw": "You drew", "pass": "You passed", "fail": "Penalty:", "timeout": "Time's up!"}[
        what
    ]
    for code in drew:
        words += " " + draw.short(code)
    s.drawn = before if drew else -1
    _done(s, "draw", words)


def _done(s, sound, words=""):
    """The person's move is made."""
    app = s.app
    app.sound.play(sound)
    if sound == "place":
        app.seen = (list(app.game.table), bytearray(app.turn.spots))
    app.turn = None
    s.ended = True
    s.busy = False
    s.worker = None
    if not words:
        flow.next(app)
        return
    # what was drawn stays on show: until a key when the device changes hands
    s.mode = _SHOW
    s.message = words
    s.marks = None
    wait = app.persons > 1 or app.settings.get("speed") == 1
    s.until = 0 if wait else app.now() + 1200
    s.step = 0
    if wait:
        s.message += " %sgo on" % draw.KEY_A
    s._fit(True)
    s._draw_head()
    s._draw()
