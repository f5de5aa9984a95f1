"""The coach: your own turns of a round, one by one, and the better play where there was one.

The round's record is replayed (rules.record.coach), the solver asked about each turn; then LEFT and
RIGHT go from turn to turn, A shows the better play on the table.
"""

import displayio
from pocket import rounds, words
from pocket.hardware import input
from pocket.screen import Screen as Base
from pocket.table import layout
from pocket.table.board import Board, Part
from pocket.ui import draw

from rules.errors import RulesError
from rules.record import coach, reader

_SLICE_MS = 10


class Seen:
    """A turn as it is kept for show: as few objects as can be.

    rack: bytes. before, after, better: tables packed (`packed`); better is None where nothing more
    was possible. laid, best: codes laid, and of the better play. more: tiles not laid.
    """

    def __init__(self, turn):
        step = turn.step
        self.rack = step.rack
        self.before = packed(step.table)
        self.after = packed(step.after) if step.laid else self.before
        self.better = packed(turn.best.table) if turn.more > 0 else None
        self.laid = step.laid
        self.best = turn.best.laid
        self.more = max(0, turn.more)
        self.worth = turn.worth


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
    at = 0
    while at < len(data):
        table.append(data[at + 1 : at + 1 + data[at]])
        at += 1 + data[at]
    return table


class Shown(Part):
    """What the board shows: a table, the rack beside it, the tiles that were laid marked."""

    def __init__(self, screen, before, after, laid, rack):
        Part.__init__(self, screen)
        from pocket.table import follow

        self.left = bytearray(rack)
        for code in laid:
            at = self.left.find(bytes((code,)))
            self.left[at : at + 1] = b""
        self.table = before
        self.lie = bytearray(layout.NOWHERE * len(before))
        self.marks = None
        if after is before:
            return
        screen.board.fit(before, self.lie, len(rack))  # the sets keep their places
        spots = bytearray()
        for i in follow.follow(before, after):
            spots += self.lie[3 * i : 3 * i + 3] if i >= 0 else layout.NOWHERE
        self.table = after
        self.lie = spots
        self.marks = []
        for row in follow.changes(before, after, laid):
            shades = bytearray()
            for mark in row:
                fresh = draw.OWN if mark == follow.FRESH else draw.MOVED
                shades.append(fresh if mark else draw.PLAIN)
            self.marks.append(shades)

    def sets(self):
        """See Part."""
        return self.table

    def spots(self):
        """See Part."""
        return self.lie

    def shades(self):
        """See Part."""
        return self.marks

    def rack(self):
        """See Part."""
        return layout.sort_rack(self.left, 0)

    def rack_shades(self):
        """See Part."""
        return None


class Screen(Base):
    """at: which of the records, 0 is the newest. back, given: the screen that B leads to."""

    name = "coach"

    def __init__(self, app, at=0, back="lastrounds", *given):
        self.app = app
        self.back = (back,) + (given or ((at,) if back == "lastrounds" else ()))
        art = app.art
        self.group = displayio.Group()
        self.head = draw.Rows(app, 1, art.bar, ink=draw.DIM)
        self.foot = draw.Rows(app, 1, art.bar, y=app.h - art.ch, ink=draw.KEYS)
        self.board = Board(app)
        self.group.append(self.head.group)
        self.group.append(self.board.group)
        self.group.append(self.foot.group)
        self.part = None
        self.turns = []
        self.at = 0
        self.better = False
        self.worker = None
        try:
            self._begin(at)
        except RulesError as problem:
            self._end(str(problem))

    def _begin(self, at):
        """Read the record and start the work. Raises RulesError."""
        for data in rounds.all_of(self.app.store):
            if not at:
                break
            at -= 1
        record = reader.Record(data)
        seats = [i for i in range(len(record.people)) if not record.people[i][0]]
        self.worker = coach.review(record, seats[0] if seats else 0)
        self.busy = True
        self.foot.set(0, words.say("@coach.stop"), draw.KEYS)
        self._wait()

    def _wait(self):
        self.head.set(0, words.say("@coach.wait", len(self.turns)), draw.DIM)

    # -- the work

    def tick(self, now):
        """A slice of the work; True when something is to be painted."""
        if self.worker is None:
            return False
        app = self.app
        end = now + _SLICE_MS
        try:
            while app.now() < end:
                turn = next(self.worker)
                if turn is not None:
                    self.turns.append(Seen(turn))
                    self._wait()
                    return True
            return False
        except StopIteration:
            self._end("")
        except (RulesError, MemoryError) as problem:
            self._end(str(problem) if isinstance(problem, RulesError) else "")
        return True

    def _end(self, sentence):
        """The turns are all there, or as many as could be had: show the dearest first."""
        self.worker = None
        self.busy = False
        dear = 0
        for i in range(len(self.turns)):
            turn = self.turns[i]
            best = self.turns[dear]
            if turn.more > best.more or turn.more == best.more and turn.worth > best.worth:
                dear = i
        self.dear = self.at = dear
        if sentence or not self.turns:
            self.head.set(0, "", draw.DIM)
            self.foot.set(0, "", draw.KEYS)
            draw.show_box(
                self,
                draw.wrap(sentence or words.say("@coach.none"), self.app.art.cols - 2),
                self.app.h,
                draw.BAD,
            )
        else:
            self._show()

    # -- a turn on show

    def _show(self):
        turn = self.turns[self.at]
        before = unpacked(turn.before)
        if self.better:
            after, laid = unpacked(turn.better), turn.best
        else:
            after, laid = (unpacked(turn.after) if turn.laid else before), turn.laid
        self.part = Shown(self, before, after, laid, turn.rack)
        self.board.fit(self.part.table, self.part.lie, len(turn.rack))
        self.board.draw(self.part)
        self.board.cursor.hide()
        text = words.say("@coach.turn", self.at + 1, len(self.turns))
        if turn.better is not None:
            text += "  " + words.say("@coach.yours" if self.better else "@coach.better")
        self.head.set(0, text, draw.DIM)
        done = len(turn.laid)
        if turn.better is None:
            self.foot.set(0, words.say("@coach.laid", done), draw.GOOD if done else draw.KEYS)
        else:
            dearest = self.at == self.dear
            text = words.say(
                "@coach.dearest" if dearest else "@coach.possible", done, len(turn.best)
            )
            self.foot.set(0, text, draw.BAD if dearest else draw.HEAD)

    # -- keys

    def key(self, button, kind):
        """LEFT and RIGHT go from turn to turn, A shows the better play or yours, B goes back."""
        app = self.app
        if button in (input.B, input.START):
            self.worker = None
            app.go(*self.back)
        elif self.part is None:
            return
        elif button in (input.LEFT, input.RIGHT):
            step = 1 if button == input.RIGHT else -1
            self.at = (self.at + step) % len(self.turns)
            self.better = False
            app.sound.play("move")
            self._show()
        elif button == input.A and self.turns[self.at].better is not None:
            self.better = not self.better
            app.sound.play("place")
            self._show()
        elif button in (input.UP, input.DOWN):
            board = self.board
            top = max(0, board.used - board.table.rows)
            board.top = max(0, min(top, board.top + (1 if button == input.DOWN else -1)))
            board.draw(self.part)
