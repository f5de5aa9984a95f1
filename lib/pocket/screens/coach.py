"""The coach: your own turns of a round, one by one, and the better play where there was one.

First the round's record is replayed, then the solver asked about each turn: one after the other,
for a small board has no room for both. Then LEFT and RIGHT go from turn to turn, A shows the better
play on the table.
"""

import gc

import displayio
from pocket import words
from pocket.hardware import input
from pocket.screen import Screen as Base
from pocket.ui import draw, letters, strip

from rules.errors import RulesError

_SLICE_MS = 10


class Seen:
    """A turn as it is kept: as few objects as can be.

    rack: bytes. opened, parted: as the solver asks. before, after, better: tables packed (see
    `packed`); better is None where nothing more was possible. laid, best: codes laid, and of the
    better play. more, worth: tiles and points not laid.
    """

    def __init__(self, step):
        self.rack = step.rack
        self.opened = step.opened
        self.parted = step.parted
        self.before = packed(step.table)
        self.after = packed(step.after) if step.laid else self.before
        self.laid = step.laid
        self.better = None
        self.best = b""
        self.more = self.worth = 0

    def answered(self, result, points):
        """The solver's Result is there; points: what the tiles laid cost on a rack."""
        if result.tiles > len(self.laid):
            self.better = packed(result.table)
            self.best = result.laid
            self.more = result.tiles - len(self.laid)
            self.worth = result.points - points

    def settle(self):
        """Move what is kept to the memory's low end, where a copy goes: made while the solver
        worked it lies scattered, and a sheet of tiles finds no room in one piece."""
        self.rack = bytes(bytearray(self.rack))
        self.before = bytes(bytearray(self.before))
        self.after = bytes(bytearray(self.after))
        self.laid = bytes(bytearray(self.laid))
        if self.better is not None:
            self.better = bytes(bytearray(self.better))
            self.best = bytes(bytearray(self.best))


def packed(table):
    """A table as bytes: the length of each set before it."""
    out = bytearray()
    for codes in table:
        out.append(len(codes))
        out += codes
    return bytes(out)


def unpacked(data):
    """The table that `packed` made: a list of bytes."""
    table = []
    start = 0
    while start < len(data):
        table.append(data[start + 1 : start + 1 + data[start]])
        start += 1 + data[start]
    return table


class Screen(Base):
    """record: which one, 0 is the newest. person: whose turns, of the persons who played.
    back, given: the screen that B leads to."""

    name = "coach"

    def __init__(self, app, record=0, person=0, back="lastrounds", *given):
        self.app = app
        self.record = record
        self.person = person
        self.names = []  # of the persons who played
        self.back = (back,) + (given or ((record,) if back == "lastrounds" else ()))
        art = app.art
        self.group = displayio.Group()
        high = art.line
        self.head = strip.Strip(app, 0, 0, app.w, strip.BAR, strip.CENTRE, high, 2)
        self.foot = strip.Strip(app, 0, app.h - high, app.w, strip.WOOD, strip.CENTRE, high, 2)
        self.board = None  # made when the turns are there
        self.group.append(draw.ground(app, art.cloth))  # until the board takes its place
        self.group.append(self.head.grid)
        self.group.append(self.foot.grid)
        self.part = None
        self.turns = []
        self.index = 0
        self.better = False
        self.done = 0  # turns the solver was asked about
        self.dear = 0
        self.rules = None
        self.busy = True
        self.worker = self._replayed(record)
        self.foot.say(words.say("@coach.stop"))
        self.waits = words.say("@coach.wait")  # beside the solver the texts find no room
        self._wait()

    def _wait(self):
        self.head.say(self.waits.format(self.done))

    def _replayed(self, older):
        """Replay a record and keep the person's turns: a generator. Raises RulesError."""
        from pocket import rounds

        data = rounds.one_of(self.app, older)
        from rules.record import reader

        record = reader.Record(data)
        seats = [i for i in range(len(record.people)) if not record.people[i][0]] or [0]
        self.names = [record.name(seat) for seat in seats]
        replay = reader.Replay(record)
        while not replay.done():
            yield None
            step = replay.step()
            if step.seat == seats[self.person] and step.word != "redeal":
                self.turns.append(Seen(step))
        self.rules = replay.game.rules

    def _asked(self):
        """Ask the solver about each turn: a generator."""
        from rules.solver import search
        from rules.tilegame import tiles

        for turn in self.turns:
            table = unpacked(turn.before)
            for result in search.solve(
                self.rules, table, turn.rack, turn.opened, parted=turn.parted
            ):
                if result is None:
                    yield None
            turn.answered(result, tiles.weight(turn.laid, self.rules["joker_penalty"]))
            self.done += 1
            yield None

    # -- the work

    def tick(self, now):
        """A slice of the work; True when something is to be painted."""
        if self.worker is None:
            return False
        app = self.app
        end = now + _SLICE_MS
        done = self.done
        try:
            while app.now() < end and done == self.done:
                next(self.worker)
        except StopIteration:
            self.worker = None
            app.room("coach")  # what it worked with goes
            if self.rules is not None and not self.done and self.turns:
                self.worker = self._asked()
            else:
                self._end()
            return True
        except (RulesError, MemoryError) as problem:
            self.worker = None
            app.room("coach")
            self._end(isinstance(problem, RulesError))
            return True
        if done != self.done:
            self._wait()
        return done != self.done

    def _end(self, unread=False):
        """The turns are all there, or as many as could be had: show the dearest first. unread: the
        record is missing or damaged."""
        self.busy = False
        self.turns = self.turns[: self.done]
        for turn in self.turns:
            turn.settle()
            gc.collect()
        dear = 0
        for i in range(len(self.turns)):
            turn = self.turns[i]
            best = self.turns[dear]
            if turn.more > best.more or turn.more == best.more and turn.worth > best.worth:
                dear = i
        self.dear = self.index = dear
        if unread or not self.turns:
            self.head.say("")
            self.foot.say(words.say("@selftest.keys_short"))
            app = self.app
            text = words.say("@coach.unread" if unread else "@coach.none")
            lines = letters.wrap(text, app.w - 24, app.art.letters)
            strip.show_box(self, lines, app.h - app.art.line, strip.BAD)
        else:
            self._show()

    # -- a turn on show

    def _show(self):
        from pocket.table.shown import Shown

        if self.board is None:
            from pocket.table.board import Board

            self.board = Board(self.app)
            self.group[0] = self.board.group
        turn = self.turns[self.index]
        before = unpacked(turn.before)
        if self.better:
            after, laid = unpacked(turn.better), turn.best
        else:
            after, laid = (unpacked(turn.after) if turn.laid else before), turn.laid
        self.part = Shown(self, before, after, laid, turn.rack)
        self.board.fit(self.part.table, self.part.lie, len(turn.rack))
        self.board.draw(self.part)
        self.board.cursor.hide()
        several = len(self.names) > 1
        text = words.say(
            "@coach.turn_of" if several else "@coach.turn",
            self.index + 1,
            len(self.turns),
            self.names[self.person],
        )
        if turn.better is not None:
            text += "  " + words.say("@coach.yours" if self.better else "@coach.better")
        self.head.say(text)
        done = len(turn.laid)
        dearest = turn.better is not None and self.index == self.dear
        if turn.better is None:
            text = words.say("@coach.laid", done)
            ink = strip.TOLD if done else strip.WOOD
        else:
            said = "@coach.dearest" if dearest else "@coach.possible"
            text = words.say("@coach.of" if several else said, done, len(turn.best))
            ink = strip.ASKED if dearest else strip.TOLD
        if several:
            text += "  " + words.say("@coach.other", self.names[self._other()])
        self.foot.say(text, ink)

    def _other(self):
        """The person whose turns come next."""
        return (self.person + 1) % len(self.names)

    # -- keys

    def key(self, button, kind):
        """LEFT and RIGHT go from turn to turn, A shows the better play or yours, B goes back."""
        app = self.app
        if button in (input.B, input.START):
            self.worker = None
            app.go(*self.back)
        elif self.busy:
            return
        elif button == input.SELECT and len(self.names) > 1:
            app.go("coach", self.record, self._other(), *self.back)
        elif self.part is None:
            return
        elif button in (input.LEFT, input.RIGHT):
            step = 1 if button == input.RIGHT else -1
            self.index = (self.index + step) % len(self.turns)
            self.better = False
            app.sound.play("move")
            self._show()
        elif button == input.A and self.turns[self.index].better is not None:
            self.better = not self.better
            app.sound.play("place")
            self._show()
        elif button in (input.UP, input.DOWN):
            board = self.board
            top = max(0, board.used - board.table.rows)
            board.top = max(0, min(top, board.top + (1 if button == input.DOWN else -1)))
            board.draw(self.part)
