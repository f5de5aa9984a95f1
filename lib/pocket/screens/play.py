"""The table: a person's turn by d-pad, A, B, START and SELECT, and what a computer player did.

A takes a tile (held: the rest of its set, or the best set of the rack), SELECT puts what is taken
down (at the cursor, or in the best place; again: the next place), B goes back a step (held: the
whole turn), START ends the turn. With nothing taken SELECT sorts the rack. While a computer thinks
the d-pad looks round, and SELECT sorts.
"""

import gc

from pocket import flow, rooms
from pocket.hardware import input
from pocket.screen import Screen as Base
from pocket.table import layout
from pocket.table.follow import OWN, PICKED
from pocket.ui import draw

from rules.tilegame import tiles

_TURN, _ASK, _THINK, _SHOW = 0, 1, 2, 3
_RACK, _TABLE, _PLACE = 0, 1, 2  # where the cursor is
_SLICE_MS = 10
_SHOW_MS = (0, 4000, 2000, 700)  # by the setting "speed"
_HURRY_MS = 15000


def signs(text):
    """A referee's sentence with every tile as the screen shows it: "r5." becomes sign, 5, dot."""
    out = []
    for word in text.split(" "):
        end = len(word)
        while end and word[end - 1] in ".,:":
            end -= 1
        at = 2 if word[:2] == "*=" else 0
        if end - at > 1 and word[at] in "krbo" and word[at + 1 : end].isdigit():
            word = word[:at] + draw.MARKS["krbo".find(word[at])] + word[at + 1 :]
        if word[:1] == "*":
            word = draw.JOKER + word[1:]
        out.append(word)
    return " ".join(out)


class Screen(Base):
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
        self.armed = None  # the key whose press, when it is held on, means more
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
        self.hands = None  # pocket.screens.hands while a person's turn runs
        self.cycle = None
        self.ended = False
        self._spots()
        self.turn()

    def close(self):
        """Leave the screen: the spots stay with the app, an unfinished turn too."""
        self._stop_clock()
        draw.clear_box(self)

    # -- where things lie

    def _spots(self):
        """Carry the sets' spots over from the table seen last to the game's table."""
        app = self.app
        seen = app.seen
        table = app.game.table
        spots = bytearray(layout.NOWHERE * len(table))
        if seen is not None and table:
            from pocket.table import follow

            came = follow.follow(seen[0], table)
            for i in range(len(table)):
                if came[i] >= 0:
                    spots[3 * i : 3 * i + 3] = seen[1][3 * came[i] : 3 * came[i] + 3]
        app.seen = (list(table), spots)
        if not table:
            app.small = False

    def _mine(self):
        """True while a person's turn is being made."""
        return self.mode <= _ASK and self.app.turn is not None

    def _rack(self):
        """The rack on show: bytes of codes."""
        app = self.app
        if self._mine():
            return app.turn.rack
        if app.viewer is None:
            return b""
        return app.game.racks[app.viewer]

    def _sets(self):
        if self.then:
            return self.past[0]
        return self.app.turn.sets if self._mine() else self.app.game.table

    def _lie(self):
        if self.then:
            return self.past[1]
        return self.app.turn.spots if self._mine() else self.app.seen[1]

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
            if big and app.small:
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
        if self.table is not None:
            while len(self.boards):
                self.boards.pop()
            self.table = self.shelf = self.cursor = None
            gc.collect()
        width, height = art.tile(big)
        left = (app.w - cols * width) // 2
        self.table = draw.Tiles(app, rows, cols, left, art.ch, big)
        self.shelf = draw.Tiles(app, shelf, cols, left, app.h - art.ch - shelf * height, big, True)
        self.cursor = draw.Cursor(width, height, 1 if app.w < 200 else 2)
        if left or art.ch + rows * height < self.shelf.y:  # tiles do not fill the display
            self.boards.append(draw.ground(app, art.cloth, art.ch))
            self.boards.append(draw.ground(app, art.wood, self.shelf.y))
        self.boards.append(self.table.group)
        self.boards.append(self.shelf.group)
        self.boards.append(self.cursor.grid)
        self.faces = bytearray(bytes((draw.FACE_CLOTH,)) * (rows * cols))
        self.bodies = bytearray(rows * cols)  # both empty, as Tiles.show leaves them
        self.top = 0

    # -- drawing

    def _draw(self):
        """Show table and rack; only cells that differ are touched."""
        mine = self._mine()
        if mine:
            self.hands.aim(self)
        table = self.table
        cols = table.cols
        faces = self.faces
        bodies = self.bodies
        sets = self._sets()
        spots = self._lie()
        for i in range(len(sets)):
            row = spots[3 * i] - self.top
            if 0 <= row < table.rows:
                at = row * cols + spots[3 * i + 1]
                codes = sets[i]
                for j in range(len(codes)):
                    faces[at] = draw.face_of(codes[j])
                    bodies[at] = self._body(i, j)
                    if codes[j] >= tiles.JOKER:
                        bodies[at] += draw.JOKER_BODY
                    at += 1
        if mine and self.app.turn.picked:
            row, col = self.hands.place_spot(self)
            row -= self.top
            if 0 <= row < table.rows:
                faces[row * cols + col] = draw.FACE_NONE
                bodies[row * cols + col] = draw.PLACE
        table.show(faces, bodies)
        self._draw_rack()
        if mine:
            self.hands.draw_cursor(self)
        elif self.mode != _THINK:
            self.cursor.hide()
        else:
            self._draw_look()
        self._draw_foot()

    def _body(self, i, j):
        """The body under tile j of set i."""
        turn = self.app.turn
        if self._mine():
            flag = turn.flags[i][j]
            if flag & PICKED:
                return draw.PICKED
            if not turn.good[i]:
                return draw.OWN_WRONG if flag & OWN else draw.WRONG
            return draw.OWN if flag & OWN else draw.PLAIN
        if self.marks is not None and not self.then:
            return (draw.PLAIN, draw.OWN, draw.MOVED)[self.marks[i][j]]
        return draw.PLAIN

    def _draw_rack(self):
        rack = self._rack()
        turn = self.app.turn
        shelf = self.shelf
        mine = self._mine()
        for i in range(shelf.rows * shelf.cols):
            row = i // shelf.cols
            col = i % shelf.cols
            if i < len(rack):
                body = draw.PLAIN
                if mine and turn.rack_flags[i] & PICKED:
                    body = draw.PICKED
                elif not mine and i == self.drawn:
                    body = draw.OWN
                shelf.set(row, col, rack[i], body)
            else:
                shelf.blank(row, col)

    look = -1  # the cell looked at while a computer thinks: the table's rows, then the rack's
    drawn = -1  # the place of a tile just drawn
    past = None  # table and spots before the play on show
    then = False  # they are on show
    held = 0  # how many tiles the rack has room for
    points = 0  # towards the opening meld
    last = 0  # when the clock was last looked at

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
                text += "%s%s%d" % (
                    app.people[seat][1][:size],
                    " " if size > 2 else "",
                    len(game.racks[seat]),
                )
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
            text = "%s%dp" % (draw.POOL, piles)
            return text if self.app.art.cols < 24 else "%s %d" % (text, left)
        return draw.POOL + str(left)

    def _clock(self):
        game = self.app.game
        minutes = game.rules["clock"]
        turn = self.app.turn
        if not minutes or not self._mine():
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
        if self._mine():
            if not turn.opened:
                right = "%d/%d" % (self.points, turn.rules["opening_points"])
                if turn.laid and turn.rules["opening_points"] <= self.points:
                    right += draw.RIGHT_SIGN
            elif turn.laid:
                right = "+%d" % turn.laid
            if turn.wrong():
                right += draw.WRONG_SIGN
        text = self.message
        if not text and self._mine():
            text = self.hands.hint(self)
        if self.message:
            ink = draw.SELECT if self.mode == _ASK else draw.HEAD
        if len(text) + len(right) + 1 > cols:
            if self.message:
                right = ""
            text = text[: cols - len(right)]
        self.foot.set(0, text + " " * (cols - len(text) - len(right)) + right, ink)

    def _say(self, text, sound=None):
        """A short line until the next key."""
        self.message = text
        if sound:
            self.app.sound.play(sound)
        self._draw_foot()

    def _tell(self, text, ink=draw.BAD):
        """A sentence of any length, in a box over the table until the next key."""
        art = self.app.art
        lines = draw.wrap(signs(text), art.cols)
        if len(lines) == 1:
            draw.clear_box(self)
            self._say(lines[0], "bad" if ink == draw.BAD else None)
        else:
            draw.show_box(self, lines[: art.lines - 6], self.app.h - art.ch, ink)

    # -- a turn begins

    def turn(self):
        """Begin the turn of the game's seat (called by flow)."""
        app = self.app
        game = app.game
        self.drawn = -1
        self.marks = None
        self.worker = None
        self.proved = False
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
        if app.viewer is not None and app.turn is None:
            self._sort(app.by_number)
        if level:
            app.turn = None
            self.mode = _THINK
            self._fit(True)
            self.hands = None
            rooms.enter(app, "think")
            from rules.tilegame import players

            # a seed of what is public: the same game goes the same way again
            seed = len(game.pool) << 8 | len(game.history) << 3 | game.seat
            self.view = game.view(game.seat)
            self.worker = players.choose(level, self.view, seed)
            self.busy = True
            self.message = "%s thinks..." % app.people[game.seat][1]
        else:
            rooms.enter(app, "edit")
            from pocket.screens import hands

            self.hands = hands
            hands.person(self)
        self.second = -1
        self.last = app.now()
        self._draw_head()
        self._draw()
        if app.notice:
            self._tell(app.notice, draw.HEAD)
            app.notice = ""

    # -- keys

    def key(self, button, kind):
        """One button."""
        if kind == input.LONG and button != self.armed:
            return
        self.armed = None
        draw.clear_box(self)
        if self.mode == _SHOW:
            if button in (input.LEFT, input.RIGHT) and self.past is not None:
                self._look_back(button == input.LEFT)
            elif kind != input.REPEAT:
                self._next_show()
        elif self.mode == _THINK:
            if button <= input.RIGHT:
                self._look(button)
            elif kind == input.PRESS and button in (input.B, input.START):
                self.app.go("pause")
            elif kind == input.PRESS and button == input.SELECT and self.app.viewer is not None:
                self._sort(1 - self.app.by_number)
                self._draw_rack()
        elif self.mode == _ASK:
            self.hands.answer(self, button, kind)
        elif self.worker is not None:  # a proof is running: B gives it up
            if button == input.B:
                self.worker = None
                self.busy = False
                self._say("")
        else:
            said, self.message = self.message, ""
            self.hands.act(self, button, kind, said)

    def _sort(self, by_number):
        """Sort the rack of the person who looks on."""
        app = self.app
        app.by_number = by_number
        rack = app.game.racks[app.viewer]
        rack[:] = layout.sort_rack(rack, by_number)

    def _look(self, button):
        """The d-pad while a computer thinks: one cell on, from the table's rows to the rack's."""
        cols = self.table.cols
        rows = max(self.used, 1)
        most = (rows + self.shelf.rows) * cols
        if self.look < 0:
            self.look = rows * cols
        elif button in (input.LEFT, input.RIGHT):
            self.look = (self.look + (1 if button == input.RIGHT else -1)) % most
        else:
            self.look = (self.look + (cols if button == input.DOWN else -cols)) % most
        row = self.look // cols
        top = self.top
        if row < rows:
            top = max(min(top, row), row - self.table.rows + 1)
        if top != self.top:
            self.top = top
            self._draw()
        self._draw_look()

    def _draw_look(self):
        """The cursor where `look` is, if that is on show."""
        grid = self.table
        rows = max(self.used, 1)
        row = self.look // grid.cols
        if row >= rows:
            row -= rows
            grid = self.shelf
        else:
            row -= self.top
        if self.look < 0 or not 0 <= row < grid.rows:
            self.cursor.hide()
        else:
            self.cursor.to(grid.x + self.look % grid.cols * grid.w, grid.y + row * grid.h)

    # -- the computer's turn on show

    def _computer_moved(self, move):
        """Make the computer's move and show what it did."""
        app = self.app
        game = app.game
        seat = game.seat
        name = app.people[seat][1]
        app.short += self.view.short
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
            from pocket.table import follow

            came = follow.follow(before, game.table)
            spots = bytearray()
            for i in came:
                spots += app.seen[1][3 * i : 3 * i + 3] if i >= 0 else layout.NOWHERE
            self.past = (before, bytes(app.seen[1]))
            app.seen = (list(game.table), spots)
            self.marks = follow.changes(before, game.table, laid, came)
            self.message = "%s %s" % (name, "lays" if opened else "opens")
            for code in laid:
                self.message += " " + draw.short(code)
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
                low = min(low, self.app.seen[1][3 * i])
        if low != 255 and not self.top <= low < self.top + self.table.rows:
            self.top = max(0, min(low, self.used - self.table.rows))

    def _look_back(self, before):
        """LEFT and RIGHT while a play is on show: the table before it, and after."""
        self.until = 0
        self.then = before
        if not self.message.endswith(draw.KEY_A):
            self.message = self.message[: self.app.art.cols - 2] + " " + draw.KEY_A
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
            return not app.changed and self._work(now)  # what a key changed is shown first
        if self.mode == _SHOW:
            if self.until and now >= self.until:
                self._next_show()
                return True
            return False
        if not self._mine():
            return False
        minutes = app.game.rules["clock"]
        self._run_clock(now)
        if not minutes:
            return False
        left = minutes * 60000 - app.turn.used
        if left <= 0:
            self.mode = _TURN
            self.hands.do(self, "timeout")
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

    def _prove(self, move):
        """A computer's pass: first the proof that it is allowed (KR-10), in slices."""
        self.proved = True
        if self.app.game.rules["forced_play"]:
            for _ in self.app.game.prove():
                yield None
        yield move

    def _work(self, now):
        """Give the computer player, or the proof that passing is allowed, one slice of time."""
        app = self.app
        end = now + _SLICE_MS
        while True:
            try:
                move = next(self.worker)
            except StopIteration:  # the proof is done
                self.hands.do(self, self.asked)
                return True
            if move is not None:
                if move[0] == "pass" and self.mode == _THINK and not self.proved:
                    self.worker = self._prove(move)
                    return False
                self._computer_moved(move)
                return True
            if app.now() >= end:
                return False
