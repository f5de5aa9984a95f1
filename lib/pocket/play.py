"""The table: a person's turn by d-pad, A, B, START and SELECT, and what a computer player did.

A takes a tile (held: the rest of its set, or the best set of the rack), SELECT puts what is taken
down (at the cursor, or in the best place; again: the next place), B goes back a step (held: the
whole turn), START ends the turn. With nothing taken SELECT sorts the rack.
"""
import gc

from pocket import draw, flow, input, layout
from rules import tiles
from rules import turn as turns

_TURN, _ASK, _THINK, _SHOW = 0, 1, 2, 3
_RACK, _TABLE, _PLACE = 0, 1, 2  # where the cursor is
_SLICE_MS = 20
_SHOW_MS = (0, 4000, 2000, 700)  # by the setting "speed"
_HURRY_MS = 15000


def short(code):
    """A tile in a line of text: the colour's sign and the number."""
    if code >= tiles.JOKER:
        return draw.JOKER
    return draw.MARKS[code // 13] + str(code % 13 + 1)


def signs(text):
    """A referee's sentence with every tile as the screen shows it: "r5." becomes sign, 5, dot."""
    out = []
    for word in text.split(" "):
        end = len(word)
        while end and word[end - 1] in ".,:":
            end -= 1
        at = 2 if word[:2] == "*=" else 0
        if end - at > 1 and word[at] in "krbo" and word[at + 1:end].isdigit():
            word = word[:at] + draw.MARKS["krbo".find(word[at])] + word[at + 1:]
        if word[:1] == "*":
            word = draw.JOKER + word[1:]
        out.append(word)
    return " ".join(out)


def _strip(palette, x, y, width, height):
    import displayio
    return displayio.TileGrid(displayio.Bitmap(width, height, 2), pixel_shader=palette, x=x, y=y)


class Screen:
    """The play screen; it goes on from turn to turn (`turn`)."""

    name = "play"

    def __init__(self, app):
        import displayio
        self.app = app
        self.group = displayio.Group()
        art = app.art
        art.fourth(app.game.rules["fourth"])
        self.head = draw.Rows(app, 1, art.bar, ink=draw.DIM)
        self.foot = draw.Rows(app, 1, art.bar, y=app.h - art.ch, ink=draw.KEYS)
        self.boards = displayio.Group()
        self.group.append(self.head.group)
        self.group.append(self.boards)
        self.group.append(self.foot.group)
        self.box = None
        self.table = None
        self.shelf = None
        self.shape = None
        self.cursor = None
        self.long_keys = (input.A, input.B)
        self.busy = False
        self.mode = _TURN
        self.where = _RACK
        self.at = 0  # rack tile, or set
        self.tile = 0  # tile in the set
        self.top = 0  # first table row on show
        self.message = ""
        self.until = 0
        self.second = -1
        self.clock_text = ""
        self.marks = None
        self.worker = None
        self.cycle = None
        self.ended = False
        self._spots()
        self.turn()

    def close(self):
        """Leave the screen: the spots stay with the app, an unfinished turn too."""
        self._stop_clock()
        self._clear_box()

    # -- where things lie

    def _spots(self):
        """Carry the sets' spots over from the table seen last to the game's table."""
        app = self.app
        seen = getattr(app, "seen", None)
        table = app.game.table
        spots = [bytearray(turns.NOWHERE) for _ in table]
        if seen is not None and table:
            came = turns.follow(seen[0], table)
            for i in range(len(table)):
                if came[i] >= 0:
                    spots[i] = bytearray(seen[1][came[i]])
        app.seen = (list(table), spots)
        if not table:
            app.small = False

    def _rack(self):
        """The rack on show: bytes of codes."""
        app = self.app
        if app.turn is not None and self.mode in (_TURN, _ASK):
            return app.turn.rack
        if app.viewer is None:
            return b""
        return app.game.racks[app.viewer]

    def _sets(self):
        if self.then:
            return self.past[0]
        turn = self.app.turn
        return turn.sets if turn is not None and self.mode in (_TURN, _ASK) else self.app.game.table

    def _lie(self):
        if self.then:
            return self.past[1]
        turn = self.app.turn
        return turn.spots if turn is not None and self.mode in (_TURN, _ASK) else self.app.seen[1]

    def _fit(self, fresh=False):
        """Choose tile size and rows, and give every set its spot. fresh: a turn begins."""
        app = self.app
        art = app.art
        sets = self._sets()
        spots = self._lie()
        sizes = bytearray([len(codes) for codes in sets])
        longest = max(sizes) if sizes else 0
        high = app.h - 2 * art.ch
        for big in (True, False):
            if big and getattr(app, "small", False):
                continue
            width, height = art.tile(big)
            cols = app.w // width
            total = high // height
            held = self.held if not fresh else len(self._rack())
            shelf = max(1, (held + cols - 1) // cols)
            most = total - shelf
            if big and (most < 3 or longest > cols):
                continue
            if self.shape is not None and self.shape[1] != cols:
                used = layout.repack(sizes, spots, cols, most)
            else:
                used = layout.place(sizes, spots, cols)
                if used > most:
                    used = layout.repack(sizes, spots, cols, most)
            if used <= most or not big:
                break
            if big:  # the spots are for another width: lay them anew below
                self.shape = (0, 0, 0, 0)
        app.small = not big
        self.held = held
        self.used = used
        self._build(big, cols, most, shelf)

    def _build(self, big, cols, rows, shelf):
        """Make the tile rows and the cursor when their shape changes."""
        shape = (big, cols, rows, shelf)
        if shape == self.shape and self.table is not None:
            return
        app = self.app
        art = app.art
        self.shape = shape
        while len(self.boards):
            self.boards.pop()
        self.table = self.shelf = self.cursor = None
        gc.collect()
        width, height = art.tile(big)
        left = (app.w - cols * width) // 2
        self.table = draw.Tiles(app, rows, cols, left, art.ch, big)
        self.shelf = draw.Tiles(app, shelf, cols, left, app.h - art.ch - shelf * height, big, True)
        self.cursor = draw.Cursor(width, height, 1 if app.w < 200 else 2)
        if left:  # the display is not a whole number of tiles wide
            for x in (0, app.w - left):
                self.boards.append(_strip(art.cloth, x, art.ch, left, rows * height))
                self.boards.append(_strip(art.wood, x, self.shelf.y, left, shelf * height))
        self.boards.append(self.table.group)
        self.boards.append(self.shelf.group)
        self.boards.append(self.cursor.grid)
        self.faces = bytearray(rows * cols)
        self.bodies = bytearray(rows * cols)
        self.top = 0

    # -- drawing

    def _draw(self):
        """Show table and rack; only cells that differ are touched."""
        self._aim()
        table = self.table
        cols = table.cols
        faces = self.faces
        bodies = self.bodies
        for i in range(len(faces)):
            faces[i] = draw.FACE_NONE
            bodies[i] = draw.BODY
        sets = self._sets()
        spots = self._lie()
        for i in range(len(sets)):
            row = spots[i][0] - self.top
            if 0 <= row < table.rows:
                at = row * cols + spots[i][1]
                codes = sets[i]
                for j in range(len(codes)):
                    faces[at] = draw.face_of(codes[j])
                    bodies[at] = ((draw.BODY if codes[j] < tiles.JOKER else draw.JOKER_BODY)
                                  + self._body(i, j))
                    at += 1
        turn = self.app.turn
        if self.mode == _TURN and turn is not None and turn.picked:
            row, col = self._place_spot()
            row -= self.top
            if 0 <= row < table.rows:
                bodies[row * cols + col] = draw.BODY + draw.PLACE
        table.show(faces, bodies)
        self._draw_rack()
        self._draw_cursor()
        self._draw_foot()

    def _body(self, i, j):
        """The body under tile j of set i."""
        turn = self.app.turn
        if turn is not None and self.mode in (_TURN, _ASK):
            flag = turn.flags[i][j]
            if flag & turns.PICKED:
                return draw.PICKED
            if not turn.good[i]:
                return draw.OWN_WRONG if flag & turns.OWN else draw.WRONG
            return draw.OWN if flag & turns.OWN else draw.PLAIN
        if self.marks is not None and not self.then:
            return (draw.PLAIN, draw.OWN, draw.MOVED)[self.marks[i][j]]
        return draw.PLAIN

    def _draw_rack(self):
        rack = self._rack()
        turn = self.app.turn
        shelf = self.shelf
        mine = turn is not None and self.mode in (_TURN, _ASK)
        for i in range(shelf.rows * shelf.cols):
            row = i // shelf.cols
            col = i % shelf.cols
            if i < len(rack):
                body = draw.PLAIN
                if mine and turn.rack_flags[i] & turns.PICKED:
                    body = draw.PICKED
                elif not mine and i == self.drawn:
                    body = draw.OWN
                shelf.set(row, col, rack[i], body)
            else:
                shelf.blank(row, col)

    drawn = -1  # the place of a tile just drawn
    past = None  # table and spots before the play on show
    then = False  # they are on show
    held = 0  # how many tiles the rack has room for
    points = 0  # towards the opening meld
    last = 0  # when the clock was last looked at

    def _place_spot(self):
        """Where a new set would go: (row, col)."""
        spots = self._lie()
        sizes = bytearray([len(codes) for codes in self._sets()])
        return layout.gap(sizes, spots, self.table.cols, max(3, min(self.app.turn.picked, 13)))

    def _aim(self):
        """Keep the cursor on something that is there, and its row on show."""
        turn = self.app.turn
        if turn is None or self.mode != _TURN:
            return
        if self.where == _PLACE and not turn.picked:
            self.where = _RACK
        if self.where == _TABLE and self.at >= len(turn.sets):
            self.where = _RACK if turn.rack else _TABLE
            self.at = max(0, len(turn.sets) - 1)
        if self.where == _TABLE and not turn.sets:
            self.where = _RACK
        if self.where == _RACK and not turn.rack and turn.sets:
            self.where = _TABLE
            self.at = 0
        if self.where == _TABLE:
            self.tile = min(self.tile, len(turn.sets[self.at]) - 1)
            row = turn.spots[self.at][0]
        elif self.where == _PLACE:
            row = self._place_spot()[0]
        else:
            self.at = max(0, min(self.at, len(turn.rack) - 1))
            return
        if row < self.top:
            self.top = row
        elif row >= self.top + self.table.rows:
            self.top = row - self.table.rows + 1

    def _draw_cursor(self):
        turn = self.app.turn
        if self.mode not in (_TURN, _ASK) or turn is None:
            self.cursor.hide()
            return
        grid = self.table
        if self.where == _RACK:
            grid = self.shelf
            row = self.at // grid.cols
            col = self.at % grid.cols
        elif self.where == _TABLE:
            row = turn.spots[self.at][0] - self.top
            col = turn.spots[self.at][1] + self.tile
        else:
            row, col = self._place_spot()
            row -= self.top
        self.cursor.to(grid.x + col * grid.w, grid.y + row * grid.h)

    # -- lines of text

    def _draw_head(self):
        """Whose turn, how many tiles the others hold, the pool, the clock."""
        app = self.app
        game = app.game
        cols = app.art.cols
        me = app.viewer
        parts = []
        for seat in range(game.seats):
            if seat != me:
                parts.append(seat)
        tail = self._pool()
        clock = self._clock()
        if clock:
            tail += " " + clock
        room = cols - len(tail) - 1
        # The longest part of each name that fits; two letters at least.
        text = ""
        for size in range(7, 1, -1):
            text = ""
            for seat in parts:
                text += draw.RIGHT if seat == game.seat else " " if text else ""
                text += "%s%s%d" % (app.people[seat][1][:size], " " if size > 2 else "",
                                    len(game.racks[seat]))
            if len(text) <= room:
                break
        if me is not None and me == game.seat and len(text) + 4 <= room:
            text += " " * (room - len(text) - 3) + draw.RIGHT + "me"
        text = text[:room]
        self.head.set(0, text + " " * (cols - len(text) - len(tail)) + tail)

    def _pool(self):
        game = self.app.game
        left = len(game.pool)
        if game.rules["piles"]:  # KR-3: piles of seven, one of eight
            piles = (left + 5) // 7 if left > 1 else left
            return "%s%dx7" % (draw.POOL, piles)
        return draw.POOL + str(left)

    def _clock(self):
        game = self.app.game
        minutes = game.rules["clock"]
        turn = self.app.turn
        if not minutes or turn is None or self.mode in (_THINK, _SHOW):
            return ""
        left = max(0, minutes * 60000 - turn.used)
        seconds = (left + 999) // 1000
        if self.app.art.cols < 24 and game.seats > 3:
            return "%2d" % seconds if seconds < 60 else "%d'" % (seconds // 60)
        return "%d:%02d" % (seconds // 60, seconds % 60)

    def _draw_foot(self):
        """The message, or what the keys do; at the right the points or tiles laid."""
        cols = self.app.art.cols
        right = ""
        ink = draw.KEYS
        turn = self.app.turn
        if turn is not None and self.mode in (_TURN, _ASK):
            if not turn.opened:
                right = "%d/%d" % (self.points, turn.rules["opening_points"])
                if turn.laid and turn.rules["opening_points"] <= self.points:
                    right += draw.RIGHT_SIGN
            elif turn.laid:
                right = "+%d" % turn.laid
            if turn.wrong():
                right += draw.WRONG_SIGN
        text = self.message or self._hint()
        if self.message:
            ink = draw.SELECT if self.mode == _ASK else draw.HEAD
        if len(text) + len(right) + 1 > cols:
            if self.message:
                right = ""
            text = text[:cols - len(right)]
        self.foot.set(0, text + " " * (cols - len(text) - len(right)) + right, ink)

    def _hint(self):
        a, b, start, select = draw.KEY_A, draw.KEY_B, draw.KEY_START, draw.KEY_SELECT
        turn = self.app.turn
        if self.mode in (_THINK, _SHOW) or turn is None:
            return ""
        if turn.picked:
            if self.where == _TABLE and not self._on_picked():
                return "%stake %sadd %sleave" % (a, select, b)
            return "%stake %sput %sleave" % (a, select, b)
        if turn.laid:
            return "%stake %sundo %send" % (a, b, start)
        if turn.log:
            return "%stake %sundo %ssort" % (a, b, select)
        word = "draw" if self.app.game.pool else "pass"
        return "%stake %ssort %s%s" % (a, select, start, word)

    def _say(self, text, sound=None):
        """A short line until the next key."""
        self.message = text
        if sound:
            self.app.sound.play(sound)
        self._draw_foot()

    def _tell(self, text):
        """A sentence of any length, in a box over the table until the next key."""
        app = self.app
        art = app.art
        self._clear_box()
        lines = draw.wrap(signs(text), art.cols)
        if len(lines) == 1:
            self._say(text, "bad")
            return
        lines = lines[:art.lines - 6]
        self.box = draw.Rows(app, len(lines), art.bar, y=app.h - art.ch * (len(lines) + 1),
                             ink=draw.BAD)
        for i in range(len(lines)):
            self.box.set(i, lines[i])
        self.group.append(self.box.group)
        app.sound.play("bad")

    def _clear_box(self):
        if self.box is not None:
            self.group.pop()
            self.box = None

    # -- a turn begins

    def turn(self):
        """Begin the turn of the game's seat (called by flow)."""
        app = self.app
        game = app.game
        self.drawn = -1
        self.marks = None
        self.worker = None
        self.busy = False
        self.cycle = None
        self.ended = False
        self.past = None
        level = app.people[game.seat][0]
        if game.phase != "turn":
            flow.next(app)
            return
        if not level and app.persons > 1 and app.viewer != game.seat:
            app.go("handover")
            return
        if level:
            app.turn = None
            self.mode = _THINK
            self._fit(True)
            from rules import players
            # a seed of what is public: the same game goes the same way again
            seed = len(game.pool) << 8 | len(game.history) << 3 | game.seat
            self.worker = players.choose(level, game.view(game.seat), seed)
            self.busy = True
            self.message = "%s thinks..." % app.people[game.seat][1]
        else:
            self._person()
        if app.notice:
            self.message = app.notice
            app.notice = ""
        self.second = -1
        self.last = app.now()
        self._draw_head()
        self._draw()

    def _person(self):
        app = self.app
        game = app.game
        seat = game.seat
        self.mode = _TURN
        self.points = 0
        if app.turn is None:
            by_number = getattr(app, "by_number", 0)
            game.racks[seat][:] = turns.sort_rack(game.racks[seat], by_number)
            app.turn = turns.Turn(game.rules, game.table, game.racks[seat],
                                  bool(game.opened[seat]), app.seen[1])
            self.where = _RACK
            self.at = 0
            self.message = ""
            app.sound.play("turn")
        else:
            self._count()
            self.message = ""
        self.held = len(app.turn.start_rack)
        self._fit()
        if not app.turn.log:  # the spots the layout just gave are the turn's start
            app.turn.start_spots = [bytes(spot) for spot in app.turn.spots]

    def _count(self):
        turn = self.app.turn
        self.points = 0 if turn.opened else turn.points()

    # -- keys

    def key(self, button, kind):
        """One button."""
        if self.box is not None:
            self._clear_box()
        if self.mode == _SHOW:
            if button in (input.LEFT, input.RIGHT) and self.past is not None:
                self._look_back(button == input.LEFT)
            elif kind != input.REPEAT:
                self._next_show()
        elif self.mode == _THINK:
            if button in (input.B, input.START) and kind == input.PRESS:
                self.app.go("pause")
        elif self.mode == _ASK:
            self._answer(button, kind)
        elif self.worker is not None:  # a proof is running: B gives it up
            if button == input.B:
                self.worker = None
                self.busy = False
                self._say("")
        else:
            self.message = ""
            self._act(button, kind)

    def _act(self, button, kind):
        turn = self.app.turn
        cycle, self.cycle = self.cycle, None
        if button <= input.RIGHT:
            top = self.top
            self._move(button)
            self._aim()
            if self.top != top:
                self._draw()
            else:
                self._draw_cursor()
                self._draw_foot()
            return
        if button == input.A:
            if kind == input.LONG:
                self._take_more()
            else:
                self._take()
        elif button == input.SELECT:
            if turn.picked or cycle is not None:
                self._put(cycle)
            else:
                self._sort()
        elif button == input.B:
            self._undo(kind == input.LONG)
        elif button == input.START:
            self._end()
        if self.app.turn is turn and self.mode == _TURN and not self.ended and not self.worker:
            self._draw()

    def _move(self, button):
        turn = self.app.turn
        grid = self.shelf
        if self.where == _RACK:
            count = len(turn.rack)
            if button == input.LEFT:
                self.at = (self.at - 1) % count if count else 0
            elif button == input.RIGHT:
                self.at = (self.at + 1) % count if count else 0
            elif button == input.DOWN:
                if self.at + grid.cols < count:
                    self.at += grid.cols
                elif self.at // grid.cols < (count - 1) // grid.cols:
                    self.at = count - 1
            elif self.at >= grid.cols:
                self.at -= grid.cols
            else:
                self._enter(self.at % grid.cols)
            return
        if self.where == _PLACE:
            row, col = self._place_spot()
        else:
            row = turn.spots[self.at][0]
            col = turn.spots[self.at][1] + self.tile
        if button in (input.LEFT, input.RIGHT):
            step = 1 if button == input.RIGHT else -1
            if self.where == _TABLE and 0 <= self.tile + step < len(turn.sets[self.at]):
                self.tile += step
            else:
                self._along(row, col, step)
        else:
            self._across(row, col, 1 if button == input.DOWN else -1)

    def _enter(self, col):
        """From the rack up: to the place for a new set when tiles are taken, else the table."""
        turn = self.app.turn
        if turn.picked:
            self.where = _PLACE
        elif turn.sets:
            rows = self.used
            self._nearest(rows - 1, col, -1)

    def _nearest(self, row, col, step):
        """Put the cursor on the tile nearest to a column in a row or the next that has any."""
        turn = self.app.turn
        while 0 <= row <= 255:
            best = None
            for i in range(len(turn.sets)):
                spot = turn.spots[i]
                if spot[0] == row:
                    tile = max(0, min(col - spot[1], len(turn.sets[i]) - 1))
                    far = abs(spot[1] + tile - col)
                    if best is None or far < best[0]:
                        best = (far, i, tile)
            if best is not None:
                self.where = _TABLE
                self.at = best[1]
                self.tile = best[2]
                return True
            row += step
            if row >= self.used and step > 0:
                break
        return False

    def _across(self, row, col, step):
        """Up or down in the table; down from the last row leads to the rack."""
        turn = self.app.turn
        if step > 0 and self.where == _TABLE and turn.picked and row == self.used - 1:
            self.where = _PLACE
            return
        if self.where == _PLACE and step < 0:
            self._nearest(min(row, self.used) - (0 if row >= self.used else 1), col, -1) \
                or self._nearest(row, col, 1)
            return
        if self.where == _PLACE or not self._nearest(row + step, col, step):
            if step > 0 and turn.rack:
                self.where = _RACK
                self.at = min(col, len(turn.rack) - 1)

    def _along(self, row, col, step):
        """Left or right out of a set: the next set in reading order, in a ring; with tiles taken
        the place for a new set closes the ring."""
        turn = self.app.turn
        here = (row << 8 | col) * step
        best = None
        ends = None
        for i in range(len(turn.sets)):
            key = (turn.spots[i][0] << 8 | turn.spots[i][1]) * step
            if i != self.at and key > here and (best is None or key < best[0]):
                best = (key, i)
            if ends is None or key < ends[0]:
                ends = (key, i)
        if self.where == _PLACE or best is None:
            if self.where == _TABLE and turn.picked:
                self.where = _PLACE
                return
            best = ends
        if best is not None:
            self.where = _TABLE
            self.at = best[1]
            self.tile = 0 if step > 0 else len(turn.sets[self.at]) - 1

    # -- taking and putting

    def _on_picked(self):
        """True when the cursor is on a set that has taken tiles."""
        turn = self.app.turn
        for flag in turn.flags[self.at]:
            if flag & turns.PICKED:
                return True
        return False

    def _take(self):
        turn = self.app.turn
        sound = "pick"
        if self.where == _PLACE:
            self._put(None)
            return
        if self.where == _RACK:
            if not turn.rack:
                return
            turn.pick_rack(self.at)
            if turn.rack_flags[self.at] & turns.PICKED:
                if self.at + 1 < len(turn.rack):
                    self.at += 1
            else:
                sound = "unpick"
        elif not turn.pick(self.at, self.tile):
            self._closed()
            return
        elif not turn.flags[self.at][self.tile] & turns.PICKED:
            sound = "unpick"
        self.app.sound.play(sound)

    def _closed(self):
        rules = self.app.turn.rules
        self._tell("%s: open first, with %d points from your own rack."
                   % (rules["say_opening"], rules["opening_points"]))

    def _take_more(self):
        turn = self.app.turn
        if self.where == _PLACE:
            self._put(None)
        elif self.where == _RACK:
            if turn.rack and not turn.pick_meld(self.at):
                self._say("No set with this tile.", "bad")
                return
        elif not turn.pick_rest(self.at, self.tile):
            self._closed()
            return
        self.app.sound.play("pick")

    def _put(self, cycle):
        """Put the taken tiles down: at the cursor, or in the places that make legal sets in turn."""
        app = self.app
        turn = app.turn
        spot = turns.NOWHERE
        at = -1
        if cycle is not None and not turn.picked:
            places, at, picks, spot = cycle
            turn.undo()
            self._pick_again(picks)
        else:
            picks = self._picks()
            if self.where == _PLACE:
                row, col = self._place_spot()
                spot = bytes((row, col, 0))
                places = [(turns.NEW, 0, way) for way in range(max(1, turn.readings()))]
            else:
                places = turn.places()
                if self.where == _TABLE and not self._on_picked():
                    places = [place for place in places
                              if place[1] == self.at and place[0] != turns.NEW]
                    places = places or [(turns.ON, self.at, 0)]
        if not places:
            if turn.may_return() and not picks[0]:
                turn.back()
                self._count()
                self._fit()
                app.sound.play("undo")
            else:
                self._say("No place: point at one.", "bad")
            return
        at = (at + 1) % len(places)
        self._placed(turn.put(places[at], spot), picks)
        if turn.picked:
            reuse = turn.rules["joker_reuse"]
            self.message = draw.JOKER + (" free: +2 rack tiles" if reuse == "two" else
                                         " free: with rack tiles" if reuse == "hand" else " free")
        elif len(places) > 1:
            self.cycle = (places, at, picks, spot)
            self.message = "%d/%d %sother place" % (at + 1, len(places), draw.KEY_SELECT)

    def _picks(self):
        """What is taken, to take it again: (rack places, [(set, tile), ...])."""
        turn = self.app.turn
        rack = bytes([i for i in range(len(turn.rack)) if turn.rack_flags[i] & turns.PICKED])
        table = [(i, j) for i in range(len(turn.sets)) for j in range(len(turn.sets[i]))
                 if turn.flags[i][j] & turns.PICKED]
        return rack, table

    def _pick_again(self, picks):
        turn = self.app.turn
        turn.unpick()
        for i in picks[0]:
            turn.pick_rack(i)
        for which, tile in picks[1]:
            turn.pick(which, tile)

    def _placed(self, which, picks):
        """Tiles have been put down in set `which`."""
        turn = self.app.turn
        self._count()
        self._fit()
        if picks[0] and turn.rack:
            self.where = _RACK
            self.at = min(picks[0][0], len(turn.rack) - 1)
        elif turn.sets:
            self.where = _TABLE
            self.at = min(which, len(turn.sets) - 1)
            self.tile = len(turn.sets[self.at]) - 1
        spot = turn.spots[which][0]
        if not self.top <= spot < self.top + self.table.rows:
            self.top = max(0, min(spot, self.used - self.table.rows))
        self.app.sound.play("place" if turn.good[which] else "move")

    def _sort(self):
        app = self.app
        app.by_number = 1 - getattr(app, "by_number", 0)
        order = turns.sort_rack(app.turn.rack, app.by_number)
        app.turn.arrange(order)
        app.sound.play("move")
        self.message = "Sorted by number" if app.by_number else "Sorted by colour"

    def _undo(self, whole):
        app = self.app
        turn = app.turn
        if whole:
            turn.reset()
            self.message = "All put back"
        elif turn.picked:
            turn.unpick()
        elif not turn.undo():
            app.go("pause")
            return
        self._count()
        self._fit()
        app.sound.play("undo")

    # -- the turn ends

    def _end(self):
        app = self.app
        turn = app.turn
        game = app.game
        turn.unpick()
        strict = turn.rules["referee"] == "strict"
        if turn.laid:
            why = game.apply(("play", turn.table()))
            if why is None:
                self._done("place")
            elif strict:
                self._ask("fail", "%s Penalty: %d?" % (why[0], turn.rules["failed_draw"]))
            else:
                self._tell(why[0] + ": " + why[1])
        elif turn.touched() and strict:
            self._ask("fail", "Give up: %d tiles?" % turn.rules["failed_draw"])
        elif turn.touched():
            self._tell("T-3: lay a tile from your rack, or hold %s to put all back."
                       % draw.KEY_B)
        else:
            self._ask("draw" if game.pool else "pass",
                      "Draw a tile?" if game.pool else "Pass?")

    def _ask(self, what, text):
        self.asked = what
        if self.app.settings.get("confirm") is False and what != "fail":
            self._do(what)
            return
        self.mode = _ASK
        self.message = "%s %syes %sno" % (text, draw.KEY_START, draw.KEY_B)
        self._draw_foot()

    def _answer(self, button, kind):
        if kind == input.REPEAT:
            return
        self.mode = _TURN
        self.message = ""
        if button in (input.START, input.A):
            self._do(self.asked)
        else:
            self._draw()

    def _do(self, what):
        """Apply draw, pass, fail or timeout."""
        app = self.app
        game = app.game
        turn = app.turn
        seat = game.seat
        if what == "pass" and game.rules["forced_play"] and self.worker is None:
            self.worker = game.prove()
            self.busy = True
            self._say("Is there a play?")
            return
        self.worker = None
        self.busy = False
        before = len(game.racks[seat])
        if what == "timeout":
            why = game.apply((what, turn.touched()))
        else:
            why = game.apply((what,))
        if why is not None:
            self._tell(why[0] + ": " + why[1])
            self._draw()
            return
        drew = game.racks[seat][before:]
        words = {"draw": "You drew", "pass": "You passed", "fail": "Penalty:",
                 "timeout": "Time's up!"}[what]
        for code in drew:
            words += " " + short(code)
        self.drawn = before if drew else -1
        self._done("draw", words)

    def _done(self, sound, words=""):
        """The person's move is made."""
        app = self.app
        app.sound.play(sound)
        if sound == "place":
            app.seen = (list(app.game.table), [bytearray(spot) for spot in app.turn.spots])
        app.turn = None
        self.ended = True
        self.busy = False
        self.worker = None
        if not words:
            flow.next(app)
            return
        # what was drawn stays on show: until a key when the device changes hands
        self.mode = _SHOW
        self.message = words
        self.marks = None
        wait = app.persons > 1 or app.settings.get("speed") == 1
        self.until = 0 if wait else app.now() + 1200
        self.step = 0
        if wait:
            self.message += " %sgo on" % draw.KEY_A
        self._fit(True)
        self._draw_head()
        self._draw()

    # -- the computer's turn on show

    def _computer_moved(self, move):
        """Make the computer's move and show what it did."""
        app = self.app
        game = app.game
        seat = game.seat
        name = app.people[seat][1]
        before = list(game.table)
        held = len(game.racks[seat])
        opened = game.opened[seat]
        why = game.apply(move)
        if why is not None:  # a player that is refused draws or passes: the game goes on
            move = ("draw",) if game.pool else ("pass",)
            game.apply(move)
        self.mode = _SHOW
        self.busy = False
        self.worker = None
        self.step = 0
        if move[0] == "play":
            laid = game.events[0][2]
            came = turns.follow(before, game.table)
            spots = [bytearray(app.seen[1][i]) if i >= 0 else bytearray(turns.NOWHERE)
                     for i in came]
            self.past = (before, [bytes(spot) for spot in app.seen[1]])
            app.seen = (list(game.table), spots)
            self.marks = turns.changes(before, game.table, laid, came)
            self.message = "%s %s" % (name, "lays" if opened else "opens")
            for code in laid:
                self.message += " " + short(code)
            if len(self.message) > app.art.cols:
                self.message = "%s %s %d tiles" % (name, "lays" if opened else "opens", len(laid))
            app.sound.play("place")
        else:
            self.marks = None
            took = len(game.racks[seat]) - held
            self.message = "%s draws" % name if took else "%s passes" % name
            if took > 1:
                self.message += " %d" % took
            app.sound.play("draw")
        speed = app.settings.get("speed")
        wait = _SHOW_MS[speed] if move[0] == "play" else _SHOW_MS[speed] // 3
        if move[0] == "play" and speed == 1:
            self.until = 0
            self.message += " " + draw.KEY_A
        else:
            self.until = app.now() + wait
        self._fit()
        self._show_changed()
        self._draw_head()
        self._draw()

    def _show_changed(self):
        """Scroll to the first set that changed."""
        if self.marks is None:
            return
        low = 255
        for i in range(len(self.marks)):
            if max(self.marks[i]):
                low = min(low, self.app.seen[1][i][0])
        if low != 255 and not self.top <= low < self.top + self.table.rows:
            self.top = max(0, min(low, self.used - self.table.rows))

    def _look_back(self, before):
        """LEFT and RIGHT while a play is on show: the table before it, and after."""
        self.until = 0
        self.then = before
        if not self.message.endswith(draw.KEY_A):
            self.message = self.message[:self.app.art.cols - 2] + " " + draw.KEY_A
        self._draw()

    def _next_show(self):
        """Go on from what is shown."""
        self.until = 0
        self.marks = None
        self.then = False
        self.message = ""
        flow.next(self.app)

    # -- time

    def _stop_clock(self):
        self._run_clock(self.app.now())

    def _run_clock(self, now):
        turn = self.app.turn
        if turn is not None:
            turn.used += now - self.last
        self.last = now

    def tick(self, now):
        """A slice of a computer player or of a proof, the clock, what is shown for a while."""
        app = self.app
        if self.worker is not None:
            return self._work(now)
        if self.mode == _SHOW:
            if self.until and now >= self.until:
                self._next_show()
                return True
            return False
        if self.mode not in (_TURN, _ASK) or app.turn is None:
            return False
        minutes = app.game.rules["clock"]
        self._run_clock(now)
        if not minutes:
            return False
        left = minutes * 60000 - app.turn.used
        if left <= 0:
            self.mode = _TURN
            self._do("timeout")
            return True
        second = (left + 999) // 1000
        if second == self.second:
            return False
        self.second = second
        if left <= _HURRY_MS:
            self.head.ink(0, draw.BAD if second % 2 else draw.DIM)
            if second <= 5:
                app.sound.play("tick")
        text = self._clock()
        if text != self.clock_text:
            self.clock_text = text
            self.head.put(0, app.art.cols - len(text), text)
        return True

    def _work(self, now):
        """Give the computer player, or the proof that passing is allowed, one slice of time."""
        app = self.app
        end = now + _SLICE_MS
        while True:
            try:
                move = next(self.worker)
            except StopIteration:  # the proof is done
                self._do("pass")
                return True
            if move is not None:
                self._computer_moved(move)
                return True
            if app.now() >= end:
                return False
