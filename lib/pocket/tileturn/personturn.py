"""A person's turn: taking and putting tiles, hints, the end of the turn.

A part of the play screen; its module is loaded only while a person's turn runs. A takes a tile
(held: the rest of its set, or the best set of the rack), SELECT puts what is taken down (at the
cursor, or in the best place; again: the next place), B goes back a step (held: the whole turn),
START ends the turn. With nothing taken SELECT sorts the rack; held it gives a hint.
"""

from pocket.always import draw, flow, input, settings, unload
from pocket.made import texts
from pocket.tilegame.layout import NOWHERE
from pocket.tileturn import sorting
from pocket.tileturn import turn as turns
from pocket.tileturn.changes import OWN, PICKED
from pocket.tileturn.pointing import MOST, PLACE, RACK, TABLE, Pointing
from pocket.ui.words import count, say

if False:  # for type checkers
    from collections.abc import Sequence
    from typing import Any

    from pocket.tilegame.play import Screen
    from pocket.tileturn.hint import Hint

_ADVICE_MS = 1200

_SORTED = (texts.PLAY_BY_COLOUR, texts.PLAY_BY_NUMBER, texts.PLAY_SETS_FIRST)
_FREE = {"two": texts.PLAY_FREE_TWO, "hand": texts.PLAY_FREE_HAND}


class Hand(Pointing):
    """The turn that `app.sitting.turn` holds, or a new one.

    points: laid towards the opening meld. opens: that meld lies. asked: the move that a question is
    about.
    """

    cycle: "tuple | None"

    def __init__(self, screen: "Screen") -> None:
        Pointing.__init__(self, screen)
        app = self.app
        sitting = app.sitting
        game = sitting.game
        self.points = 0
        self.keyed = 0  # when the last key came
        self.armed: int | None = None  # the key whose press, when it is held on, means more
        self.armed_at = 0  # the rack tile of that press
        self.armed_rack = b""  # the rack before it
        self.undone = False  # B's press took something back
        self.cycle = None  # (places, which, what was taken, spot) while SELECT goes through places
        self.asked: str | None = None
        self.clock_at = app.now()
        self.advice_at = 0  # when it is said what opens, in the first turn of a game, or a tip
        self.first = False  # it is that turn
        # what is loaded at rest, before a key wants it; a blank behind each module
        self.late = ""
        self.warned = False  # a hint costs a star: that was said
        self.hint: Hint | None = None  # of the best play
        self.hint_step = 0
        turn = sitting.turn
        if turn is None:
            seat = game.seat
            turn = turns.Turn(
                game.rules,
                game.table,
                game.racks[seat],
                bool(game.opened[seat]),
                sitting.seen[1],
                game.parted,
            )
            app.sound.play("turn")
            dealt = len(turn.start_rack) == game.rules["hand"]
            self.first = dealt and game.round == 1 and not (turn.opened or sitting.lesson)
            if self.first or self._leads():
                self.advice_at = app.now() + _ADVICE_MS
        else:
            turn = turns.taken_up(turn)
        self.turn = turn
        begun = turn.begun()
        self.fresh = None if begun else self._since_last()
        self._count()
        screen.board.fit(turn.sets, turn.spots, len(turn.start_rack))
        if not begun:  # the spots the layout just gave are the turn's start
            turn.start_spots = bytes(turn.spots)
        sitting.turn = turn  # only now: where memory runs out before, all is made again

    def _leads(self):
        """Whether it is a game with tips (pocket.learn.tips), and one is left."""
        app = self.app
        quick = app.sitting.record == settings.QUICK
        return quick and app.settings.tips_left()

    def _advise(self):
        """A tip, or in the first turn what opens, in the journey the station's goal before it."""
        app = self.app
        screen = self.screen
        leads = self._leads()
        text = ""
        try:
            if leads:
                from pocket.learn import tips

                text, cursor, which = tips.due(app, self.turn, self.points)
            elif self.first and app.sitting.station is not None:
                from pocket.learn import goals

                if goals.station(app.sitting.station)[0] != "open":  # else both say the same
                    text = goals.of(app)[0]
        except MemoryError:  # it is told another time
            pass
        unload.forget("pocket.learn.tips")
        unload.forget("pocket.learn.goals")
        if text and leads:
            self.where, self.index, self.tile = cursor
            row = -1
            if which >= 0:
                row = self.turn.spots[3 * which]
                screen.board.bring(row)
            self.draw()
            if self.turn.laid:
                screen.note(text)
            else:
                self._tip(text, row)
        elif self.first and not self.turn.laid:
            screen.note((text + " " + self.to_open()).lstrip())

    def _tip(self, text, row):
        """A sentence in a box until A or B. row: of the table, -1: none; the box lies where it
        hides less of it."""
        screen = self.screen
        screen.note(text)
        screen.say(say(texts.TIPS_KEYS))
        screen.tip = True
        if row >= 0:
            board = screen.board
            line = self.app.art.line
            y = board.table.y + (row - board.top) * board.table.step
            box = screen.box.group
            high = board.floor - 2 - box.y
            if line + high - y < y + board.table.h - box.y:
                box.y = line

    def _since_last(self):
        """The bodies that show what the others did since this person's last turn, or None."""
        app = self.app
        sitting = app.sitting
        before = sitting.known.get(sitting.game.seat)
        if before is None:
            return None
        if before == sitting.game.table:
            return [bytes(len(codes)) for codes in before]
        from pocket.tileturn import changes

        return changes.changes(before, sitting.game.table, b"")

    def close(self) -> None:
        """Stop the clock. What was built stays as plain data: what it is made with goes from memory
        while another screen is shown. Where something has failed it is what it was before the last
        key."""
        app = self.app
        if not app.mishaps.closing or self.keyed != app.pressed:
            self.turn.base = None
        if app.sitting.turn is not None:  # else the turn is over
            self.run_clock(app.now())
            app.sitting.turn = self.turn.kept()

    # -- what is on show

    def sets(self) -> "Sequence[bytes | bytearray]":
        """The table as it is being made, or as the hint would have it."""
        return self.hint.sets if self.hint_step == 3 else self.turn.sets

    def spots(self) -> bytearray:
        """Where these sets lie."""
        return self.hint.spots if self.hint_step == 3 else self.turn.spots

    def shades(self) -> list[bytearray] | None:
        """Taken, not right, laid this turn, new since the last."""
        turn = self.turn
        if self.hint_step == 3:
            return self.hint.shades
        if not (self.hint_step or self.fresh or turn.picked or turn.begun()):
            return None  # as it was
        rows = []
        stay = self.hint.sets if self.hint_step == 2 and self._puzzle() else None
        for i in range(len(turn.sets)):
            flags = turn.flags[i]
            wrong = not turn.good[i] or not self.opens and turn.shut(i)
            moved = stay and turn.sets[i] not in stay
            row = bytearray(len(flags))
            for j in range(len(flags)):
                flag = flags[j]
                if flag & PICKED:
                    row[j] = draw.PICKED
                elif wrong:
                    row[j] = draw.WRONG
                elif flag & OWN:
                    row[j] = draw.OWN
                elif moved:
                    row[j] = draw.MOVED
                elif self.fresh is not None and self.fresh[i][j] > draw.PLAIN:
                    row[j] = draw.MARKED
                else:
                    row[j] = draw.PLAIN
            rows.append(row)
        return rows

    def rack(self) -> bytearray:
        """The rack as it is being played; what a hint shows on the table is no more on it."""
        rack = self.turn.rack
        if self.hint_step == 3:
            rack = rack[:]
            for i in self._laid():
                rack[i] = draw.FACE_NONE
        return rack

    def rack_cells(self) -> bytearray:
        """What is laid leaves a gap until the rack is sorted: little is to be painted."""
        return self.turn.cells

    def rack_shades(self) -> bytearray:
        """Taken, what the hint lays, what was drawn last."""
        turn = self.turn
        shades: Any = Pointing.rack_shades(self) if self.fresh is not None or not turn.log else None
        if shades is None:
            shades = bytearray([draw.PLAIN] * len(turn.rack))
        if self.hint_step > 1:
            for i in self._laid():
                shades[i] = draw.OWN if self.hint_step == 2 else draw.CLOTH
        for i in range(len(turn.rack)):
            if turn.rack_flags[i] & PICKED and shades[i]:
                shades[i] = draw.PICKED
        return shades

    def _laid(self):
        """Places on the rack of what the hint lays."""
        left = bytearray(self.hint.laid)
        for i in range(len(self.turn.rack)):
            k = left.find(bytes((self.turn.rack[i],)))
            if k >= 0:
                left[k] = 255
                yield i

    def place(self) -> tuple[int, int] | None:
        """See Pointing; a hint shows none."""
        return None if self.hint_step == 3 else Pointing.place(self)

    def point(self) -> None:
        """See Pointing; a hint hides the cursor."""
        if self.hint_step == 3:
            self.screen.board.cursor.hide()
        else:
            Pointing.point(self)

    def words(self) -> "Sequence[str]":
        """What the keys do now."""
        sitting = self.app.sitting
        turn = self.turn
        take = say(texts.PLAY_TAKE)
        end = (say(texts.PLAY_END),) if turn.laid else ()
        if turn.picked:
            if self.where == PLACE:
                return (say(texts.PLAY_PUT), say(texts.PLAY_UNDO)) + end
            add = self.where == TABLE and not self.on_taken()
            keys = (say(texts.PLAY_ADD if add else texts.PLAY_PUT_DOWN), say(texts.PLAY_UNDO)) + end
            return (take,) + keys if self._on_free_tile() else keys
        keys = take, say(texts.PLAY_SORT)
        if turn.log:
            keys = (say(texts.PLAY_UNDO),) + keys
        game = sitting.game
        if end:
            keys = end + keys
        elif not (sitting.lesson and game.want != "draw" or turn.log and turn.touched()):
            draw = say(texts.PLAY_DRAW if game.pool else texts.PLAY_PASS)
            keys = (draw,) + keys if turn.log else keys + (draw,)  # the first are sure of room
        if self.keyed and self.app.settings.get("hints") != "none":
            # not at once: the first picture is to be quick
            keys += (say(texts.PLAY_HOLD_HINT, self.app.keys.hint_key),)
        return keys

    def tail(self) -> str:
        """Points towards the opening meld, or how many tiles are laid; whether all is right."""
        turn = self.turn
        text = ""
        if self.hint_step == 3:
            return text
        need = 0 if turn.opened else turn.rules["opening_points"]
        if need:
            text = "%d/%d" % (self.points, need)
            if turn.laid and need <= self.points:
                text += " " + draw.RIGHT_SIGN
        elif turn.laid:
            text = "+%d" % turn.laid
        return text + (" " + draw.WRONG_SIGN if turn.wrong() else "")

    def clock(self) -> int:
        """What is left of the turn's minutes, in seconds begun; -1 without a clock."""
        minutes = self.turn.rules["clock"]
        if not minutes:
            return -1
        return (max(0, minutes * 60000 - self.app.sitting.used) + 999) // 1000

    def _count(self):
        """Count the points laid towards the opening meld."""
        turn = self.turn
        self.points = 0 if turn.opened else turn.points()
        self.opens = turn.opens(self.points)

    def _fit(self):
        self._count()
        self.screen.board.fit(self.turn.sets, self.turn.spots)

    def _lay_out(self):
        """The table from its first row, as it is or as the hint would have it."""
        board = self.screen.board
        board.fit(self.sets(), self.spots(), len(self.turn.start_rack))
        board.bring(0)

    # -- keys

    def key(self, button: int, kind: int) -> None:
        """One button."""
        screen = self.screen
        self.turn.base = None
        self.keyed = self.app.pressed
        self.advice_at = 0
        if screen.tip:  # A or B
            screen.say("")
            if button == input.B:
                from pocket.learn import tips

                tips.end(self.app)
            return
        if kind == input.LONG and button not in (self.armed, input.SELECT):
            return
        self.armed = None
        if self._puzzle() and self.app.sitting.solution:
            self._solution()
            return
        if screen.asks:
            self._answer(button, kind)
        else:
            self._act(button, kind)

    def _act(self, button, kind):
        screen = self.screen
        said = screen.message
        shown = self.hint_step
        board = screen.board
        if shown == 3 and button < input.LEFT and (draw.UP, draw.DOWN)[button] in board.beyond():
            board.bring(board.top + board.table.rows if button else board.top - 1)
            screen.paint()
            return
        screen.line("")
        if shown and not (button == input.SELECT and kind == input.LONG):
            # DOWN may begin the chord that asks for the next step
            on = button == input.SELECT or button == input.DOWN and self.app.keys.no_select
            self.hint_step = shown if on and shown < 3 else 0
            if shown == 3:
                self._lay_out()
                self.draw()
                self.armed = input.SELECT if button == input.SELECT else None
                self.armed_rack = b""
                return
        cycle, self.cycle = self.cycle, None
        if button <= input.RIGHT:
            self._steer(button, said or shown)
            return
        self.gap = None
        if button == input.A:
            if kind == input.LONG:
                self._take_more()
            else:
                self._take()
        elif button == input.SELECT:
            if kind == input.LONG:
                self._hint()
            elif self.turn.picked or cycle is not None:
                self._arm(button)
                self._put(cycle)
            else:
                self._arm(button)
                self._sort()
        elif button == input.B:
            self._arm(button)
            self._undo(kind == input.LONG)
        elif button == input.START:
            self._end()
        if screen.part is self and not screen.leaving:
            self.draw()

    def _arm(self, button):
        self.armed = button
        self.armed_at = self.index
        self.armed_rack = b""

    def draw(self) -> None:
        """Show the turn as it is now, the cursor on something that is there."""
        self._keep_in_sight()
        self.screen.paint(True)

    def _take(self):
        turn = self.turn
        sound = "pick"
        if self.where == PLACE:
            self._put(None)
            return
        if self.where == RACK:
            if not turn.rack:
                return
            self._arm(input.A)
            turn.pick_rack(self.index)
            if not turn.rack_flags[self.index] & PICKED:
                sound = "unpick"
            elif self.index + 1 < len(turn.rack):
                self.index += 1
        elif not turn.pick(self.index, self.tile):
            self._closed()
            return
        else:
            self._arm(input.A)
            if not turn.flags[self.index][self.tile] & PICKED:
                sound = "unpick"
        self.app.sound.play(sound)

    def to_open(self) -> str:
        """What it takes to open, a sentence."""
        rules = self.turn.rules
        group = rules["opening_sets"] == "group" and not rules["runs_only"]
        text = texts.PLAY_OPEN_GROUP if group else texts.PLAY_OPEN_FIRST
        need = rules["opening_points"]
        if not need and not group:
            text = texts.REFUSED_RACK_ALONE
        return say(text, need or 3)  # no group is worth less than three ones

    def _closed(self):
        self.screen.tell(self.to_open())

    def _take_more(self):
        """A held on, after its press has taken one tile: instead the rest of the set, or a meld."""
        turn = self.turn
        if self.where == RACK:
            self.index = self.armed_at
            turn.pick_rack(self.index)
            many = turn.pick_meld(self.index)
            if many < 0:
                self._closed()
            elif not many:
                self.screen.say(say(texts.PLAY_NO_SET), "bad")
            if many < 1:
                return
        else:
            turn.pick(self.index, self.tile)
            if not turn.pick_rest(self.index, self.tile):
                self._closed()
                return
        self.app.sound.play("pick")

    # -- putting

    def _put(self, cycle):
        """Put the taken tiles down: at the cursor, or in the places of legal sets in turn."""
        turn = self.turn
        screen = self.screen
        which = -1
        if cycle is not None and not turn.picked:
            places, which, taken, spot = cycle
            turn.undo()
            self.take_again(taken)
        else:
            taken = self.taken()
            places, spot = self._places()
            if places is None:
                screen.say(say(texts.PLAY_TOO_MANY), "bad")
                return
        if not places:
            if turn.may_return() and not taken[0]:
                turn.back()
                self._fit()
                self.app.sound.play("undo")
            else:
                screen.say(say(texts.PLAY_NO_PLACE), "bad")
            return
        which = (which + 1) % len(places)
        self._placed(turn.put(places[which], spot), taken)
        if turn.picked:
            screen.line(say(_FREE.get(turn.rules["joker_reuse"], texts.PLAY_FREE), draw.JOKER))
        elif len(places) > 1:
            self.cycle = (places, which, taken, spot)
            screen.line(say(texts.PLAY_OTHER_PLACE, which + 1, len(places)))

    def lay(self) -> None:
        """Lay what is taken as a set of its own."""
        taken = self.taken()
        self._placed(self.turn.put((turns.NEW, 0, 0)), taken)

    def _places(self):
        """Where the taken tiles may go from here: (places, spot); places None: too many tiles."""
        turn = self.turn
        if self.where == PLACE:
            if turn.picked > MOST:
                return None, NOWHERE
            row, col = self.place()
            ways = max(1, turn.readings())
            return [(turns.NEW, 0, way) for way in range(ways)], bytes((row, col, 0))
        places = turn.targets()
        if self.where == TABLE and not self.on_taken():
            places = [place for place in places if place[1] == self.index and place[0] != turns.NEW]
            if not places:
                if turn.picked + len(turn.sets[self.index]) > MOST:
                    return None, NOWHERE
                places = [(turns.ON, self.index, 0)]
        return places, NOWHERE

    def taken(self) -> tuple:
        """What is taken, to take it again: (rack places, [(set, tile), ...])."""
        turn = self.turn
        rack = bytes([i for i in range(len(turn.rack)) if turn.rack_flags[i] & PICKED])
        table = [
            (i, j)
            for i in range(len(turn.sets))
            for j in range(len(turn.sets[i]))
            if turn.flags[i][j] & PICKED
        ]
        return rack, table

    def take_again(self, taken: tuple) -> None:
        """Take again what `taken` gave; what is taken now is let go."""
        turn = self.turn
        turn.unpick()
        for i in taken[0]:
            turn.pick_rack(i)
        for which, tile in taken[1]:
            turn.pick(which, tile)

    def _placed(self, which, taken):
        """Tiles have been put down in set `which`."""
        turn = self.turn
        board = self.screen.board
        self.fresh = None
        self._fit()
        if taken[0] and turn.rack:
            self.where = RACK
            self.index = min(taken[0][0], len(turn.rack) - 1)
        elif turn.sets:
            self.where = TABLE
            self.index = min(which, len(turn.sets) - 1)
            self.tile = len(turn.sets[self.index]) - 1
        self.column = -1
        if not turn.opened and self._leads():
            self.advice_at = self.app.now() + _ADVICE_MS
        board.bring(turn.spots[3 * which])
        self.app.sound.play("place" if turn.good[which] else "move")

    def _sort(self):
        app = self.app
        turn = self.turn
        self.armed_rack = bytes(turn.rack)
        sorting.choose(app.settings, 1)
        tile = self.under()
        turn.arrange(sorting.sort_rack(turn.rack, app.settings.sorting, turn.rules))
        self.stay(tile)
        app.sound.play("move")
        self.screen.line(say(_SORTED[app.settings.sorting]))
        self.late = "rules.tilegame.racksets "

    def _undo(self, whole_turn):
        turn = self.turn
        tile = self.under()
        undone, self.undone = self.undone, True
        if whole_turn and (undone or turn.picked or turn.begun()):
            turn.reset()
            self.screen.line(say(texts.PLAY_ALL_BACK))
        elif turn.picked:
            turn.unpick()
        elif not turn.undo():
            self.undone = False
            menu = say(texts.PLAY_HOLD_MENU, self.app.keys.menu_key)
            self.screen.say(say(texts.PLAY_NO_STEP) + " " + menu)
            return
        self.fresh = None
        self._fit()
        self.stay(tile)
        self.app.sound.play("undo")

    # -- hints

    def _hint(self):
        """SELECT held: how many tiles can go down; again: which, in a puzzle with which sets of the
        table; again: where they go."""
        app = self.app
        turn = self.turn
        screen = self.screen
        # the press of a hold has sorted the rack; a chord or a letter has no press
        if self.armed_rack and app.keys.held(input.SELECT):
            sorting.choose(app.settings, -1)
            if not turn.unsort():  # before the first move it was no step
                turn.arrange(self.armed_rack)
            self.index = self.armed_at
            self.draw()  # the answer may take its time
        if self.hint is not None:
            self._tell_hint()
            return
        from pocket.ui import hints

        why, told = hints.refused(app, self.warned)
        if why:
            self.warned = True
            screen.tell(say(why, app.keys.hint_key))
        else:
            screen.say(told)
            screen.ask()

    def _puzzle(self):
        sitting = self.app.sitting
        return sitting.lesson and sitting.game.least

    def _solution(self):
        """A key while the solution of a puzzle is shown: its next step, or away."""
        sitting = self.app.sitting
        if self.hint is not None and self.hint_step == 2:
            self._tell_hint()
            self.draw()
        else:
            lesson = sitting.lesson
            self.app.go(sitting.game.leads, lesson[0], -1 - lesson[1], *lesson[2:])

    def _tell_hint(self):
        """The next step of the hint."""
        screen = self.screen
        many = len(self.hint.laid)
        if not many:
            self.hint_step = 1
            pool = self.app.sitting.game.pool
            told = texts.PLAY_HINT_DRAW if pool else texts.PLAY_HINT_PASS
            if self.hint.proved and self.turn.sets != self.turn.before:
                screen.note(say(texts.PLAY_HINT_BACK))  # START would be refused
                return
            screen.line(say(told if self.hint.proved else texts.PLAY_HINT_UNSURE))
            return
        shown = self.hint_step
        self.hint_step = shown % 3 + 1
        if self.hint_step == 1 and self._puzzle():  # one knows that all tiles go: with which sets?
            self.hint_step = 2
        if self.hint_step == 1:
            told = count(texts.PLAY_HINT_COUNT, many)
            if not self.hint.proved:
                told = say(texts.PLAY_HINT_LEAST, many)
            elif self.turn.laid:
                told = say(texts.COACH_OF, self.turn.laid, many)
        else:
            told = say(texts.PLAY_HINT_WHICH if self.hint_step == 2 else texts.PLAY_HINT_WHERE)
        if 3 in (shown, self.hint_step):
            self._lay_out()
        screen.line(told)

    def take_up(self, cursor: tuple, answer: tuple | None) -> None:
        """Go on with the cursor there. answer: (laid, sets, proved) of the best play, where a hint
        was looked for to its end."""
        self.where, self.index, self.tile = cursor
        if answer is not None:
            from pocket.games import seatcounts
            from pocket.tileturn import hint

            app = self.app
            sitting = app.sitting
            self.hint = hint.made(sitting.game, sitting.seen, answer)
            if not sitting.lesson and answer[0]:  # that nothing goes is no help
                seatcounts.hinted(sitting)
            self._tell_hint()
        self.draw()

    # -- the end of the turn: the move itself is made by pocket.tileturn.turnend

    def _end(self):
        """Lay what is taken, end the turn, or first ask whether to."""
        sitting = self.app.sitting
        turn = self.turn
        screen = self.screen
        taken = self.taken()
        if turn.picked:
            if turn.readings():
                self.lay()
                return
            if not turn.laid:
                codes = turn.taken_codes()
                if len(codes) < 3:
                    screen.tell(say(texts.PLAY_FEW))
                else:
                    screen.end_turn(("lack", bytes(codes)), taken)
                return
            turn.unpick()  # it stays where it was: what lies already is played
        what = ""
        if turn.laid:
            screen.end_turn(("play", turn.table()), taken)
        elif turn.touched() and turn.rules["referee"] == "strict":
            what = "fail"
            text = say(texts.PLAY_ASK_FAIL, turn.rules["failed_draw"])
        elif turn.touched():
            screen.tell(say(texts.PLAY_LAY_ONE))
        elif sitting.lesson and sitting.game.want != "draw":
            screen.tell(sitting.game.hint)
        else:
            what = "draw" if sitting.game.pool else "pass"
            text = say(texts.PLAY_ASK_DRAW if sitting.game.pool else texts.PLAY_ASK_PASS)
        if what:
            self.asked = what
            screen.line(text, True)
        if not (screen.asks or screen.leaving):
            self.take_again(taken)

    def refused(self, cursor: tuple, taken: tuple, text: str, asked: str) -> None:
        """Go on with the turn, whose end was refused. cursor, taken: as they were. text: why.
        asked: the move that `text` asks for, or ""."""
        self.where, self.index, self.tile = cursor
        if asked:
            self.asked = asked
            self.screen.line(text, True)
            self.draw()
            return
        self.take_again(taken)
        self.screen.tell(text)
        self.draw()

    def _answer(self, button, kind):
        """A says yes to what was asked, B no; a second START draws or passes, too."""
        if button not in (input.A, input.B, input.START) or kind != input.PRESS:
            return
        if button == input.START and self.asked == "fail":
            return
        screen = self.screen
        screen.line("")
        if button != input.B:
            self.do(self.asked)
        else:
            screen.paint()

    def do(self, what: str) -> None:
        """Make the move draw, pass, fail or timeout; where one may only pass without a play, once
        the solver has looked for one (KR-10)."""
        screen = self.screen
        unsure = what != "draw" and self.app.sitting.game.must_play()
        if unsure:
            screen.say(say(texts.PLAY_IS_THERE))
        move = (what, self.turn.touched()) if what == "timeout" else (what,)
        screen.end_turn(move, self.taken(), unsure)

    # -- time

    def run_clock(self, now: int) -> None:
        """Count the time until now into the turn."""
        self.app.sitting.used += now - self.clock_at
        self.clock_at = now

    def tick(self, now: int) -> bool:
        """The clock; the cursor breathes; what a key has changed once on show, what the next may
        want is loaded."""
        if self.late and not self.app.changed:
            self.app.load(self.late)
            self.late = ""
        sitting = self.app.sitting
        if self._puzzle() and sitting.solution == 1:
            sitting.solution = 2
            self.screen.say(say(texts.PLAY_HINT_THINKS))
            self.screen.ask()
            return True
        if self.app.dim and sitting.persons == 1:
            self.clock_at = now  # nobody is there: the clock stands, or the game would play itself
        self.run_clock(now)
        if self.advice_at and now >= self.advice_at:
            self.advice_at = 0
            if self.screen.box is None:
                self._advise()
                return True
        paled = draw.breathe(self.screen.board.cursor.palette, now - self.app.pressed)
        minutes = self.turn.rules["clock"]
        if not minutes or sitting.turn is None:
            return paled
        if sitting.used < minutes * 60000:
            if sitting.persons > 1 and sitting.used - sitting.saved >= minutes * 15000:
                try:
                    flow.save(self.app)  # switching off gives back a quarter of the clock at most
                except MemoryError:  # the next quarter is saved
                    pass
            return self.screen.head.run_clock(self.clock()) or paled
        self.screen.line("")
        self.do("timeout")
        return True
