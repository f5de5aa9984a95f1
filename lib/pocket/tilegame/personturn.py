"""Play a person's turn: take and put tiles, ask for hints, end the turn.

A part of the play screen, loaded only while a person's turn runs: cursor, keys, what is drawn. The
tiles are in turn.py, hints in hint.py, tips in learn/tips.py; moves.py applies the move.

A picks a tile (held: the rest of its set, or the longest set of the rack), SELECT puts the picked
tiles down at the cursor, or in the best place (again: in the next one), B undoes a step (held: the
whole turn), START ends the turn. With no tile picked SELECT sorts the rack; held it gives a hint.
"""

from pocket.app import device, draw, input
from pocket.app.device import TIP_ADD, TIP_OPEN, TIP_SPLIT
from pocket.made import texts
from pocket.tilegame import board, changes
from pocket.tilegame.board import LONGEST_SET, NOWHERE, Part
from pocket.tilegame.changes import OWN, PICKED, PLACE, RACK, TABLE
from pocket.tilegame.hint import Hint
from pocket.tilegame.turn import NEW, ON, Turn, resume
from pocket.ui.words import say

from rules.tilegame import tiles

if False:  # for type checkers
    from pocket.tilegame.play import Screen


_ADVICE_MS = 1200
_LOOK_MS = 100  # between two looks at the clock, the cursor and the tips
_REST_MS = 2500  # without a key, before a running turn is saved

_SORT_WORDS = (texts.PLAY_BY_COLOUR, texts.PLAY_BY_NUMBER, texts.PLAY_SETS_FIRST)


class PersonTurn(Part):
    """Continue the turn in `app.session.turn`, or begin one.

    turn: the Turn that is being made. where, index, tile: the cursor, on rack tile `index`, on tile
    `tile` of set `index`, or on the place for a new set. column: the column that UP and DOWN keep
    to. gap: the place for a new set, None until it is computed after a change. points: laid towards
    the opening meld. opens: whether that meld is on the table. asked: the move that a question is
    about.
    """

    timed = True
    cycle: "tuple | None"

    def __init__(self, screen: "Screen") -> None:
        Part.__init__(self, screen)
        self.column = -1
        self.gap: tuple[int, int] | None = None
        self.repeat_moved = False  # whether the last repeat of a held arrow moved the cursor
        app = self.app
        session = app.session
        game = session.game
        self.points = 0
        self.last_key_at = 0  # time of the last key
        self.held_key: int | None = None  # the pressed key that has a second meaning when held
        self.by_hand_before = -1  # Session.by_hand before that press, if it sorted the rack
        self.pressed = 0  # the rack tile that was under the cursor when A was pressed
        self.cycle = None  # (places, index, picks, spot) while SELECT goes through the places
        self.asked: str | None = None
        # When to show a tip (in the first turn how to open) or, if the rack is empty, to end the
        # turn; 0: never.
        self.advice_at = 0
        self.is_first = False  # whether this is the first turn of a game
        self.hint = Hint(self)
        turn = session.turn
        if turn is None:
            turn = Turn(game, game.racks[game.seat], session.seen[1])
            app.sound.play("turn")
            has_dealt_rack = len(turn.start_rack) == game.rules["hand"]
            self.is_first = has_dealt_rack and not (turn.opened or session.lesson or game.rounds)
            if self.is_first or self.has_tips():
                self.advice_at = app.now() + _ADVICE_MS
        else:
            turn = resume(turn)
        self.turn = turn
        self.put_cursor(turn.cursor)
        has_changes = turn.has_changes()
        self.new_shades = None  # of what has changed since this person's last turn
        if not has_changes and session.known.get(game.seat) is not None:
            self.new_shades = changes.shade_changes(session.known[game.seat], game.table, b"")
        self._count_points()
        screen.board.fit(turn.sets, turn.spots, len(turn.start_rack), True, turn.size)
        turn.size = screen.board.shape[0]
        self._keep_in_sight()
        if not has_changes:  # the turn starts with the spots that the layout gave
            turn.start_spots = bytes(turn.spots)
        session.turn = turn  # last: if memory runs out before this, the turn is set up again

    def has_tips(self) -> bool:
        """Return whether the game has tips (pocket.learn.tips) and one is left."""
        is_quick = self.app.session.save_name == device.QUICK
        learned = self.app.settings.learned
        return is_quick and not min([learned(tip) for tip in (TIP_OPEN, TIP_ADD, TIP_SPLIT)])

    def _advise(self):
        """Show a tip, or in the first turn how to open."""
        try:
            from pocket.learn import tips

            tips.show(self)
        except MemoryError:  # a later turn shows it
            pass
        device.forget("pocket.learn.tips")
        device.forget("pocket.learn.goals")

    def close(self) -> None:
        """Stop the clock and keep the turn as plain data, so that its code can be freed. After a
        failure the turn is as it was before the last key."""
        app = self.app
        if not app.failures.close_failed or self.last_key_at != app.last_press_at:
            self.turn.before_key = None
        if app.failures.close_failed:
            self.turn.snapshot()  # keptturn then packs it without the code of turns
        if app.session.turn is not None:  # else another game has begun
            self.turn.cursor = self.cursor()
            self.charge(app.time)
            app.session.game.racks[app.session.game.seat][:] = self.turn.start_rack
            app.session.turn = device.Detached(self.turn)  # type: ignore[assignment] # in its place
        # Free this before the next modules load: beside it they would have only 12 KB.
        device.forget("pocket.tilegame.personturn", "pocket.tilegame.turn")

    # -- the cursor

    def cursor(self) -> tuple[int, int, int]:
        """Return the cursor: (where, index, tile)."""
        return self.where, self.index, self.tile

    def put_cursor(self, cursor: tuple[int, int, int]) -> None:
        """Put the cursor where `cursor` had it, without drawing it."""
        self.where, self.index, self.tile = cursor

    def place(self) -> tuple[int, int] | None:
        """Return the place for a new set while tiles are picked: (row, col); a hint shows none."""
        turn = self.turn
        if not turn.picked or self.hint.step == 3:
            return None
        if self.gap is None:
            sizes = bytearray([len(codes) for codes in turn.sets])
            cols = self.screen.board.table.cols
            sizes.append(min(cols, max(3, min(turn.picked, LONGEST_SET))))
            spots = turn.spots + NOWHERE
            board.place_sets(sizes, spots, cols)
            self.gap = spots[-3], spots[-2]
        return self.gap

    def draw_cursor(self) -> None:
        """Draw the cursor at `where`, `index` and `tile`; a hint hides it."""
        board = self.screen.board
        if self.hint.step == 3:
            board.cursor.hide()
        elif self.where == RACK:
            cell = self._rack_cell()
            board.put_cursor(board.rack, cell // board.rack.cols, cell % board.rack.cols)
        else:
            board.put_cursor(board.table, *self._cell())

    def _rack_cell(self):
        """Return the cell of the rack under the cursor."""
        cells = self.turn.cells
        return cells[self.index] if cells else 0

    def _table_rows(self):
        """Return the number of rows of the table that the cursor can reach."""
        place = self.place()
        return max(self.screen.board.used, place[0] + 1 if place else 0)

    def _cell(self):
        """Return row and column of the cursor, in columns of the table; the rows of the rack follow
        those of the table."""
        if self.where == RACK:
            row, col = self.screen.board.rack_place(self._rack_cell())
            return self._table_rows() + row, col
        if self.where == PLACE:
            return self.place()
        spots = self.turn.spots
        return spots[3 * self.index], spots[3 * self.index + 1] + self.tile

    def _keep_in_sight(self):
        """Keep the cursor on an existing tile or place, and scroll to its row."""
        turn = self.turn
        has_left = self.where == TABLE and self.index >= len(turn.sets)
        if has_left or self.where == PLACE and not turn.picked:
            self.where = RACK
        if self.where == RACK and not turn.rack and turn.sets:
            self.where = TABLE
        if self.where == RACK:
            self.index = max(0, min(self.index, len(turn.rack) - 1))
            return
        if self.where == TABLE:
            self.index = min(self.index, len(turn.sets) - 1)
            self.tile = min(self.tile, len(turn.sets[self.index]) - 1)
        self.screen.board.scroll_to(self._cell()[0])

    def _steer(self, button, had_message, kind):
        """Move the cursor; LEFT and RIGHT held go from set to set on the table, one every second
        repeat, and stop at the row's end. had_message: redraw the keys in a message's place."""
        screen = self.screen
        top = screen.board.top
        self.turn.taken = -1
        if button in (input.LEFT, input.RIGHT):
            self.column = -1
            step = 1 if button == input.RIGHT else -1
            repeated = kind == input.REPEAT
            self.repeat_moved = repeated and not self.repeat_moved
            cursor, (row, col) = self.cursor(), self._cell()
            if self.where == RACK or not repeated:
                self._sideways(step)
            elif self.repeat_moved:
                self._along(step)
            there = self._cell()
            if repeated and (there[0] != row or (there[1] - col) * step < 0):
                self.put_cursor(cursor)
        else:
            self._up_down(1 if button == input.DOWN else -1)
        self._keep_in_sight()
        if screen.board.top != top or had_message:
            screen.paint(True)
        else:
            self.draw_cursor()
            if self.turn.picked:  # what the keys do depends on the tile under the cursor
                screen.draw_foot(True)

    def _sideways(self, step):
        turn = self.turn
        if self.where == RACK:
            self.index = (self.index + step) % max(1, len(turn.rack))
        elif self.where == TABLE and 0 <= self.tile + step < len(turn.sets[self.index]):
            self.tile += step
        else:
            self._along(step)

    def _up_down(self, step):
        """Move up or down to the next row with tiles or the place for a new set, as near to
        `column` as possible."""
        here, col = self._cell()
        if self.column < 0:
            self.column = col
        nearest = None
        for row, col, where, index, tile in self._stops():
            if (row - here) * step > 0:
                stop = (row - here) * step, abs(col - self.column), where, index, tile
                if nearest is None or stop < nearest:
                    nearest = stop
        if nearest:
            self.put_cursor(nearest[2:])

    def _stops(self):
        """Yield the cursor's possible places, of each set the tile nearest to `column`: (row and
        column as `_cell` counts them, where, index, tile)."""
        turn = self.turn
        for i in range(len(turn.sets)):
            row, start = turn.spots[3 * i], turn.spots[3 * i + 1]
            tile = max(0, min(self.column - start, len(turn.sets[i]) - 1))
            yield row, start + tile, TABLE, i, tile
        place = self.place()
        board = self.screen.board
        # UP is for tiles of the table; where the place is not on show, DOWN is for the rack
        is_shown = place and place[0] < board.top + board.table.rows
        if is_shown and not (self.where == RACK and turn.sets):
            yield place + (PLACE, 0, 0)
        rows = self._table_rows()
        for i in range(len(turn.cells)):
            row, col = board.rack_place(turn.cells[i])
            yield rows + row, col, RACK, i, 0

    def _along(self, step):
        """Move to the next set in reading order, around the table; with tiles picked, the place for
        a new set follows the last one."""
        turn = self.turn
        spots = turn.spots
        starts = [(spots[3 * i], spots[3 * i + 1], i) for i in range(len(turn.sets))]
        ring = [start[2] for start in sorted(starts)]
        if turn.picked:
            ring.append(-1)
        place = ring.index(self.index if self.where == TABLE else -1)
        chosen = ring[(place + step) % len(ring)]
        self.where, self.index = (PLACE, 0) if chosen < 0 else (TABLE, chosen)
        self.tile = len(turn.sets[self.index]) - 1 if step < 0 and turn.sets else 0

    def on_picked(self) -> bool:
        """Return whether the cursor is on a set with picked tiles."""
        return any([flag & PICKED for flag in self.turn.flags[self.index]])

    # -- drawing

    def table(self) -> tuple:
        """Return the table of the turn, or of the hint."""
        hint = self.hint
        if hint.step == 3:
            return hint.sets, hint.spots, hint.shades
        return self.turn.sets, self.turn.spots, self._shades()

    def _shades(self):
        """Return the shades of the table's tiles: picked, in an illegal set, laid in this turn, or
        new since the person's last turn. None if no tile is marked."""
        turn = self.turn
        if not (self.hint.step or self.new_shades or turn.picked or turn.has_changes()):
            return None
        rows = []
        shows_moved = self.hint.step == 2 and self.hint.is_for_puzzle()
        for i in range(len(turn.sets)):
            flags = turn.flags[i]
            is_illegal = not turn.good[i] or not self.opens and turn.cannot_open(i)
            is_moved = shows_moved and turn.sets[i] not in self.hint.sets
            row = bytearray(len(flags))
            for j in range(len(flags)):
                flag = flags[j]
                if flag & PICKED:
                    row[j] = draw.PICKED
                elif is_illegal:
                    row[j] = draw.WRONG
                elif flag & OWN:
                    row[j] = draw.OWN
                elif is_moved:
                    row[j] = draw.MOVED
                elif self.new_shades is not None and self.new_shades[i][j] > draw.PLAIN:
                    row[j] = draw.MARKED
                else:
                    row[j] = draw.PLAIN
            rows.append(row)
        return rows

    def rack(self) -> tuple:
        """Mark tiles that are picked, laid by the hint, or drawn last; leave out those that the
        hint shows on the table. Laid tiles leave a gap until the rack is sorted, so that less is
        repainted."""
        turn = self.turn
        step = self.hint.step
        codes, cells = turn.rack[:], turn.cells
        left = self.hint.left_cells() if step > 1 else bytes(cells)
        if step == 3:
            codes, cells = bytearray([turn.start_rack[cell] for cell in left]), left
        shades = self.mark_drawn(codes)
        for i in range(len(codes)):
            if step < 3 and turn.rack_flags[i] & PICKED:
                shades[i] = draw.PICKED
            elif cells[i] not in left:
                shades[i] = draw.OWN
        return codes, cells, shades

    def words(self) -> tuple[str, ...]:
        """Return what the keys do now."""
        session = self.app.session
        turn = self.turn
        pick = say(texts.PLAY_TAKE)
        end = (say(texts.PLAY_END),) if turn.laid else ()
        if turn.picked:
            end = (say(texts.PLAY_UNDO),) + end
            if self.where == PLACE:
                return (say(texts.PLAY_PUT),) + end
            adds = self.where == TABLE and not self.on_picked()
            keys = (say(texts.PLAY_ADD if adds else texts.PLAY_PUT_DOWN),) + end
            flags = turn.flags[self.index] if self.where == TABLE else turn.rack_flags
            place = self.tile if self.where == TABLE else self._rack_tile()
            return keys if flags[place] & PICKED else (pick,) + keys
        keys = (pick, say(texts.PLAY_SORT)) if turn.rack else (pick,)
        if turn.log:
            keys = (say(texts.PLAY_UNDO),) + keys
        game = session.game
        if end:
            keys = end + keys
        elif not (session.lesson and game.expected_move != "draw" or turn.log and turn.touched()):
            draw = say(texts.PLAY_DRAW if game.pool else texts.PLAY_PASS)
            keys = (draw,) + keys if turn.log else keys + (draw,)  # the last may not fit
        if self.last_key_at and self.app.settings.get("hints") != "none":
            # only after a key, because the first picture must be quick
            keys += (say(texts.PLAY_HOLD_HINT, self.app.keys.hint_key),)
        return keys

    def tail(self) -> str:
        """Return the picked tiles out of sight, and the points towards the opening meld."""
        turn = self.turn
        if self.hint.step == 3:
            return ""
        board = self.screen.board
        text = ""
        for which, tile in turn.picks()[1] if turn.picked and board.above + board.below else ():
            if not 0 <= turn.spots[3 * which] - board.top < board.table.rows:
                text += draw.tile_text(tiles.plain(turn.sets[which][tile])) + " "
        needed = 0 if turn.opened else turn.rules["opening_points"]
        if needed:
            sign = " " + draw.RIGHT_SIGN if turn.laid and needed <= self.points else ""
            return text + "%d/%d" % (self.points, needed) + sign
        return text.rstrip(" ")

    def _count_points(self):
        """Count the points laid towards the opening meld."""
        turn = self.turn
        self.points = turn.points(turn.table()) if turn.laid else 0
        self.opens = turn.opens(self.points)

    def _update_layout(self):
        self._count_points()
        self.screen.board.fit(self.turn.sets, self.turn.spots, kept_step=self.turn.size)

    def lay_out(self) -> None:
        """Lay out the table of the turn, or of the hint."""
        board = self.screen.board
        turn, hint = self.turn, self.hint
        rack_size = len(turn.start_rack)
        # no rack keeps its size beside an answer that leaves it empty
        kept_step = None if hint.step == 3 and len(hint.laid) == rack_size else turn.size
        sets, spots, shades = self.table()
        board.fit(sets, spots, rack_size, True, kept_step)
        board.scroll_to_changes(spots, shades)
        if hint.step == 3:
            board.scroll_to(spots[3 * hint.first_set()])

    # -- keys

    def key(self, button: int, kind: int) -> None:
        """Handle a button."""
        screen = self.screen
        if kind != input.LONG or button != self.held_key:
            self.turn.before_key = None
            self.by_hand_before = -1
        self.last_key_at = self.app.last_press_at
        if self.advice_at and button == input.A and not self.turn.rack:
            button = input.START
        self.advice_at = 0
        if screen.tip:
            screen.say("")
            if button == input.B:
                from pocket.learn import tips

                tips.learn(self.app, "".join((TIP_OPEN, TIP_ADD, TIP_SPLIT)))  # none comes again
            if button != input.START:  # which tips name: it draws
                return
        if kind == input.LONG and button not in (self.held_key, input.SELECT):
            return
        self.held_key = None
        session = self.app.session
        if session.solution == 2:  # any key leaves the solution
            lesson = session.lesson
            self.app.go(session.game.leads, lesson[0], -1 - lesson[1], *lesson[2:])
            return
        if screen.asks:
            self._answer(button, kind)
        else:
            self._handle(button, kind)

    def _handle(self, button, kind):
        """Handle a button while no question or tip is shown."""
        screen = self.screen
        had_message = screen.message
        hint_step = self.hint.step
        if hint_step == 3 and button < input.LEFT:
            if screen.board.scroll(self, 1 if button == input.DOWN else -1):
                screen.draw_foot()
                return
        screen.message = ""
        if hint_step == 3 and button == input.A:
            self._lay_hint()
            return
        if hint_step and self.hint.hide(button, kind):
            self.draw()
            self.held_key = input.SELECT if button == input.SELECT else None
            return
        cycle, self.cycle = self.cycle, None
        if button <= input.RIGHT:
            if self.where == RACK and self.index == self.turn.taken and self.app.keys.held(input.A):
                self._drag(button)
            else:
                self._steer(button, had_message or hint_step, kind)
            return
        self.gap = None
        if button == input.A:
            if kind == input.LONG:
                self._pick_more()
            else:
                self._pick()
        elif button == input.SELECT:
            if kind == input.LONG:
                self._hint()
            else:
                self.held_key = button
                if self.turn.picked or cycle is not None:
                    self._put(cycle)
                else:
                    self._sort()
        elif button == input.B:
            self.held_key = button
            self._undo(kind == input.LONG)
        elif button == input.START:
            self._end()
        if screen.part is self and not screen.deferred:
            device.forget("pocket.tilegame.turnhelp")
            self.draw()

    def draw(self) -> None:
        """Paint the turn, with the cursor on an existing tile or place."""
        self._keep_in_sight()
        self.screen.paint(True)

    def _pick(self):
        turn = self.turn
        index = self.index
        if self.where == PLACE:
            self._put(None)
            return
        if not turn.picked:
            turn.singly_picked = []
        before = turn.picked
        if self.where == TABLE:
            if not turn.pick(index, self.tile):
                self.screen.tell(self.to_open())
                return
        else:
            self.pressed = index
            self.index = turn.taken = self._rack_tile()
            turn.pick_rack(self.index)
        cursor = self.cursor()
        self.held_key = input.A
        if turn.picked > before:
            turn.singly_picked.append(cursor)
        elif cursor in turn.singly_picked:
            turn.singly_picked.remove(cursor)
        self.app.sound.play("pick" if turn.picked > before else "unpick")

    def _rack_tile(self):
        """Return the rack tile that A takes or puts back: the one under the cursor or, right after
        A has taken that one, the next one."""
        flags = self.turn.rack_flags
        after = range(self.index, len(flags)) if self.index == self.turn.taken else ()
        return ([i for i in after if not flags[i] & PICKED] + [self.index])[0]

    def _drag(self, button):
        """Move the tile that A is held on along the rack, or to its next row."""
        turn = self.turn
        step = 1 if button in (input.LEFT, input.RIGHT) else self.screen.board.rack.cols
        place = self.pressed + (step if button in (input.RIGHT, input.DOWN) else -step)
        order = list(turn.rack)
        code = order.pop(self.pressed)
        self.index = turn.taken = self.pressed = max(0, min(place, len(turn.rack) - 1))
        order.insert(self.index, code)
        turn.arrange(bytes(order))
        session = self.app.session
        session.by_hand |= 1 << session.game.seat
        self.app.failures.kept = False
        self.app.sound.play("move")
        self.draw()

    def to_open(self) -> str:
        """Return what turnhelp.to_open says."""
        from pocket.tilegame import turnhelp

        return turnhelp.to_open(self.turn)

    def _pick_more(self):
        """Replace the tile that the press of A picked with the rest of its set, or with a meld."""
        turn = self.turn
        turn.singly_picked = []
        if self.where == RACK:
            turn.pick_rack(self.index)
            self.index = turn.taken = self.pressed
            from pocket.tilegame import turnhelp

            count = turnhelp.pick_meld(turn, self.index)
            if count < 1:
                self.screen.tell(self.to_open() if count else say(texts.PLAY_NO_SET))
                return
        else:
            turn.pick_rest(self.index, self.tile)
        self.app.sound.play("pick")

    # -- putting

    def _put(self, cycle):
        """Put the picked tiles down at the cursor or, with `cycle`, in the next possible place."""
        turn = self.turn
        screen = self.screen
        index = -1
        if cycle is not None and not turn.picked:
            places, index, picks, spot = cycle
            turn.undo()
            turn.pick_again(picks)
        else:
            picks = turn.picks()
            places, spot, reason = self._find_places()
            if places and turn.old_jokers:
                from pocket.tilegame import turnhelp

                places, reason = turnhelp.allowed_places(turn, places, spot)
            if reason:
                screen.tell(reason)
                return
        if not places:
            from pocket.tilegame import turnhelp

            which = -1 if picks[1] else turnhelp.put_singly(turn, picks)
            if which >= 0:
                self._show_placed(which, picks)
            elif not picks[0] and turn.put_back():
                self._update_layout()
                self.app.sound.play("undo")
            elif not turn.unlocked and turn.targets(True):
                screen.tell(turnhelp.to_open(turn))
            elif turn.picked < 3 or turn.readings():
                screen.tell(say(texts.PLAY_NO_PLACE))
            else:
                screen.end_turn(("no set", bytes(turn.picked_tiles()[0])))
            return
        index = (index + 1) % len(places)
        set_index = turn.put(places[index], spot)
        self._show_placed(set_index, picks)
        if len(places) > 1 and not turn.picked:
            self.cycle = (places, index, picks, spot)
            if not screen.message:
                screen.set_message(say(texts.PLAY_OTHER_PLACE, index + 1, len(places)))

    def _find_places(self):
        """Return (places, spot, reason) for the picked tiles; reason: why they may not be put here,
        or ""."""
        turn = self.turn
        if self.where == PLACE:
            if turn.picked > LONGEST_SET:
                return [], b"", say(texts.PLAY_TOO_MANY)
            row, col = self.place()
            ways = max(1, turn.readings())
            return [(NEW, 0, way) for way in range(ways)], bytes((row, col, 0)), ""
        places = turn.targets()
        if self.where == TABLE and not self.on_picked():
            places = [place for place in places if place[1] == self.index and place[0] != NEW]
            if not places:
                if not (turn.unlocked or min(turn.flags[self.index]) & OWN):
                    return [], b"", self.to_open()
                if turn.picked + len(turn.sets[self.index]) > LONGEST_SET:
                    return [], b"", say(texts.PLAY_TOO_MANY)
                places = [(ON, self.index, 0)]
        return places, NOWHERE, ""

    def _show_placed(self, set_index, picks):
        """Show tiles that were put down in a set. picks: `Turn.picks` before that."""
        turn = self.turn
        screen = self.screen
        self.new_shades = None
        turn.singly_picked = [(TABLE,) + place for place in picks[1][:1]]  # for B
        self._update_layout()
        if picks[0] and turn.rack:
            self.where = RACK
            self.index = min(picks[0][0], len(turn.rack) - 1)
        elif turn.sets:
            self.where = TABLE
            self.index = min(set_index, len(turn.sets) - 1)
            self.tile = len(turn.sets[self.index]) - 1
        self.column = -1
        if turn.picked or turn.old_jokers and (picks[1] or not turn.rack):
            from pocket.tilegame import turnhelp

            screen.set_message(turnhelp.joker_text(turn, self.app))
        all_down = not (turn.rack or screen.message or turn.wrong()) and self.opens
        if all_down:
            screen.set_message(say(texts.PLAY_ALL_DOWN))
        if all_down or not turn.opened and self.has_tips():
            self.advice_at = self.app.now() + _ADVICE_MS
        screen.board.scroll_to(turn.spots[3 * set_index])
        if turn.good[set_index]:
            count = len(picks[0]) + len(picks[1])
            self.app.sound.tiles(max(0, len(turn.sets[set_index]) - count), count)
        else:
            self.app.sound.play("move")

    def _sort(self):
        app = self.app
        turn = self.turn
        self.by_hand_before = app.session.by_hand
        turn.arrange(self.screen.sorted_rack(turn.rack, 1))
        app.sound.play("move")
        self.screen.set_message(say(_SORT_WORDS[app.settings.sorting]))
        self.screen.preload = "rules.tilegame.racksets "

    def _undo(self, whole_turn):
        turn = self.turn
        cell = self._rack_cell() if self.where == RACK else 0
        cells = bytes(turn.cells)
        joker = turn.loose_joker()
        has_joker = joker >= 0 and turn.flags[joker][0] & PICKED > 0  # its step picked it
        if whole_turn and (turn.before_key or turn.has_changes()):
            turn.reset()
            self.screen.set_message(say(texts.PLAY_ALL_BACK))
        elif turn.picked > has_joker:
            self._unpick()
            return
        elif turn.undo():
            if turn.singly_picked:
                self.put_cursor(turn.singly_picked.pop())
            joker = turn.loose_joker()
            if joker >= 0:
                turn.pick(joker, 0)
        else:
            menu = say(texts.PLAY_HOLD_MENU, self.app.keys.menu_key)
            self.screen.say(say(texts.PLAY_NO_STEP) + " " + menu)
            return
        self.new_shades = None
        self._update_layout()
        back = [other for other in turn.cells if other not in cells]
        if back or turn.picked or self.where == RACK:
            self.where = RACK
            self.index = max(0, turn.cells.find(bytes(back[:1] or (cell,))))
        self.app.sound.play("undo")

    def _unpick(self):
        """Put down the tile that A picked last, or all picked tiles."""
        turn = self.turn
        turn.snapshot()  # in case the key is held
        if turn.singly_picked:
            self.put_cursor(turn.singly_picked.pop())
            if self.where == RACK:
                turn.pick_rack(self.index)
            else:
                turn.pick(self.index, self.tile)
        else:
            turn.unpick()
        self.app.sound.play("undo")

    # -- hints

    def _hint(self):
        """Ask for the hint, or its next step."""
        app = self.app
        turn = self.turn
        # undo what the press that began the hold did; a chord or a letter has no press
        if turn.before_key and app.keys.held(input.SELECT):
            if self.by_hand_before >= 0:
                app.settings.sorting = (app.settings.sorting - 1) % len(_SORT_WORDS)
                app.session.by_hand, self.by_hand_before = self.by_hand_before, -1
            turn.undo_key()
            self._update_layout()
            self.draw()  # the answer may take its time
        self.hint.ask()

    def _lay_hint(self):
        """Lay the tiles of the hint on show, as a step of the turn."""
        from pocket.tilegame import turnhelp

        hint = self.hint
        left = hint.left_cells()
        cells = self.turn.cells
        picks = bytes([i for i in range(len(cells)) if cells[i] not in left]), ()
        hint.step = 0
        if hint.is_for_puzzle():
            self.app.session.solution = 3
        self.new_shades = None  # the sets they shade are about to change
        turnhelp.lay_hint(self.turn, hint)
        self.lay_out()
        self._show_placed(hint.first_set(), picks)
        self.draw()

    # -- the end of the turn: the move itself is made by pocket.tilegame.moves

    def _end(self):
        """Play the picked tiles as a set, or end the turn; ask first if that would count
        as a failed turn or draw a tile."""
        session = self.app.session
        turn = self.turn
        screen = self.screen
        if turn.picked:
            if turn.readings():
                picks = turn.picks()
                self._show_placed(turn.put((NEW, 0, 0)), picks)
                return
            if not turn.laid:
                if turn.picked < 3:
                    screen.tell(say(texts.PLAY_FEW))
                else:
                    screen.end_turn(("no set", bytes(turn.picked_tiles()[0])))
                return
        if turn.laid:  # tiles that are still picked stay where they were
            screen.end_turn(("play", turn.table()))
        elif turn.touched() and turn.rules["referee"] == "strict":
            self._ask("fail", say(texts.PLAY_ASK_FAIL, turn.rules["failed_draw"]))
        elif turn.touched():
            screen.tell(say(texts.PLAY_LAY_ONE))
        elif session.lesson and session.game.expected_move != "draw":
            screen.tell(session.game.hint)
        else:
            move = "draw" if session.game.pool else "pass"
            if self.hint.proved and not self.hint.laid:
                self.make_move(move)
            else:
                self._ask(move, say(texts.PLAY_ASK_DRAW if move == "draw" else texts.PLAY_ASK_PASS))

    def _ask(self, move, text):
        """Ask whether to make a move: as `make_move` takes it."""
        self.asked = move
        self.screen.set_message(text, True)

    def show_refusal(self, text: str, move: str) -> None:
        """Show why the end of the turn was refused. move: the one that `text` asks about, or ""."""
        if move:
            self._ask(move, text)
        else:
            self.screen.tell(text)
        self.draw()

    def _answer(self, button, kind):
        """Answer a question: A yes, B no; a second START draws or passes, too."""
        if button not in (input.A, input.B, input.START) or kind != input.PRESS:
            return
        if button == input.START and self.asked == "fail":  # a penalty takes a deliberate A
            return
        screen = self.screen
        screen.set_message("")
        if button != input.B:
            self.make_move(self.asked)
        else:
            screen.paint()

    def make_move(self, word: str) -> None:
        """Make the move "draw", "pass", "fail" or "timeout". Where the rules allow a pass only
        without a play (KR-10), the solver looks for one first."""
        screen = self.screen
        game = self.app.session.game
        unsure = word != "draw" and game.rules["forced_play"] and not game.pool
        if unsure:
            screen.say(say(texts.PLAY_IS_THERE))
        move = (word, self.turn.touched()) if word == "timeout" else (word,)
        screen.end_turn(move, unsure)

    # -- time

    def tick(self, now: int) -> bool:
        """Run the clock, the cursor's pulse and the tips, at a key and ten times a second."""
        self.screen.tick_at = now + _LOOK_MS
        session = self.app.session
        if session.solution == 1:
            session.solution = 2
            self.screen.say(say(texts.PLAY_HINT_THINKS))
            self.screen.ask()
            return True
        if self.app.dim and session.humans == 1:
            self.charged_at = now  # stop the clock, since the player is away
        self.charge(now)
        if self.advice_at and now >= self.advice_at:
            self.advice_at = 0
            if not self.turn.rack:
                self._end()
                return True
            if self.screen.box is None:
                self._advise()
                return True
        repaint = draw.breathe(self.screen.board.cursor.palette, now - self.app.last_press_at)
        limit = self.turn.rules["clock"] * 60000
        screen = self.screen
        if not limit or session.elapsed_ms < limit:
            # Powering off between two saves regains at most a quarter of the time.
            has_aged = limit and session.elapsed_ms - session.saved_ms >= limit // 4
            is_busy = screen.asks or screen.tip or self.hint.step or self.app.failures.unsaved
            rested = now - self.app.last_press_at > _REST_MS
            if rested and not (is_busy or session.lesson) and (has_aged or not self.turn.is_saved):
                screen.defer(screen.save_turn)
            return screen.head.show_clock(self.clock()) or repaint
        screen.set_message("")
        self.make_move("timeout")
        return True
