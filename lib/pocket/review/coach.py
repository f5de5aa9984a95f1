"""The coach: show a person's turns of a round one by one, and the better play where there was one.

First the screen replays the round's record, then it asks the solver about each turn: one after the
other, since a small board has no memory for both. A running game, whose round is over, is packed to
bytes meanwhile. Then LEFT and RIGHT show the turns, and A shows the better play on the table.

Keeps: STRIP

Keeps as advice: SOLVER pocket.ui.strip"""

import gc

import displayio
from pocket.app import device, draw, input
from pocket.app.flow import Screen as Base
from pocket.made import texts
from pocket.ui import strip

from rules.base import RulesError
from rules.tilegame import tiles

if False:  # for type checkers
    from collections.abc import Sequence
    from typing import Any

    from pocket.review.shown import TurnDisplay
    from pocket.tilegame.board import Board

    from rules.record.reader import Step
    from rules.solver.problem import Result


_SLICE_MS = 10
_KEPT = 1700  # bytes of answers that a restart carries over: what a save holds
# Flags in the first byte of a KeptTurn: the player had opened before the turn; see
# referee.Verdict.jokers_differ.
_OPENED, _PARTED = 1, 2


class KeptTurn:
    """A turn, read from its bytes: objects for all turns would take too much memory.

    data: flags, the sizes of the rack and of the packed tables before and after, these three, then
    the solver's answer: `is_proved`, `missed`, and the table of the better play where there is one.
    """

    def __init__(self, data: bytes) -> None:
        end = 4 + sum(data[1:4])
        self.position, self.answer = data[:end], data[end:]

    def _part(self, number):
        start = 4 + sum(self.position[1 : 1 + number])
        return self.position[start : start + self.position[1 + number]]

    @property
    def is_proved(self) -> bool:
        """Return whether the solver has proved that no play leaves fewer tiles than the best."""
        return self.answer[0] > 0

    @property
    def missed(self) -> int:
        """Return the number of tiles that were possible beyond those laid."""
        return self.answer[1]

    def rack(self) -> bytes:
        """Return the rack before the turn."""
        return self._part(0)

    def before(self) -> list[bytes]:
        """Return the table before the turn."""
        return unpacked(self._part(1))

    def after(self) -> list[bytes]:
        """Return the table that the turn left."""
        return unpacked(self._part(2), self.before())

    def best(self) -> list[bytes]:
        """Return the table of the better play."""
        return unpacked(self.answer[2:], self.before())

    def new_tiles(self, table: list[bytes]) -> bytes:
        """Return the codes of the tiles of `table` that were not on the table before the turn."""
        now = tiles.table_counts(table)
        was = tiles.table_counts(self.before())
        out = bytearray()
        for code in range(53):
            out += bytes((code,)) * (now[code] - was[code])
        return bytes(out)

    def answered(self, result: "Result") -> bytes:
        """Return the turn's bytes with the solver's Result."""
        before = self.before()
        laid = self.new_tiles(self.after())
        more = max(0, result.tiles - len(laid))
        answer = bytes((result.proved, more))
        return self.position + answer + (packed(result.table, before) if more else b"")


def step_bytes(step: "Step") -> bytes:
    """Return a turn of a replayed record as bytes, for `KeptTurn`, without an answer yet."""
    before = packed(step.table)
    after = packed(step.after if step.laid else step.table, step.table)
    flags = (_OPENED if step.opened else 0) | (_PARTED if step.jokers_differ else 0)
    sizes = bytes((flags, len(step.rack), len(before), len(after)))
    return sizes + step.rack + before + after + bytes(2)


def move_to_low_memory(turns: list[bytes], start: int, end: int) -> None:
    """Replace the turns of index `start` to `end` - 1 by copies at the low end of memory. The
    originals, made while much else was in memory, would split the one free block that the next
    search or a sheet of tiles needs."""
    gc.collect()
    for i in range(start, end):
        turns[i] = bytes(bytearray(turns[i]))


def packed(table: "Sequence[bytes]", before: "Sequence[bytes]" = ()) -> bytes:
    """Return a table as bytes. A set that also lies in the table `before` is its place there; any
    other is 128 plus its length, then its codes."""
    out = bytearray()
    for codes in table:
        if codes in before:
            out.append(before.index(codes))
        else:
            out.append(128 + len(codes))
            out += codes
    return bytes(out)


def unpacked(data: bytes, before: "Sequence[bytes]" = ()) -> list[bytes]:
    """Return the table that `packed` made bytes of."""
    table = []
    start = 0
    while start < len(data):
        if data[start] < 128:
            table.append(before[data[start]])
        else:
            table.append(data[start + 1 : start + data[start] - 127])
            start += data[start] - 128
        start += 1
    return table


class Screen(Base):
    """Show the coach.

    record: index of the round among those kept, 0 for the newest. person: whose turns to show, as
    an index of the people who played. back: the screen that B leads to, as App.go takes it.
    already_solved: a new VM was started after the solver had finished, so that the sheet of tiles
    finds memory.
    """

    def __init__(
        self, app, record: int = 0, person: int = 0, back: tuple = (), already_solved: bool = False
    ) -> None:
        self.app = app
        self.record = record
        self.person = person
        self.already_solved = already_solved
        self.names: list[str] = []  # names of the people who played
        self.back = back or ("review.lastrounds", record)
        art = app.art
        self.group = displayio.Group()
        height = art.line
        self.head = strip.Strip(app, 0, 0, app.w, strip.BAR, strip.CENTRE, height, 2)
        self.foot = strip.Strip(app, 0, app.h - height, app.w, strip.WOOD, strip.CENTRE, height, 2)
        self.board: Board | None = None  # made once the turns are replayed
        self.group.append(draw.rectangle(art.cloth, 0, 0, 0, app.w, app.h))  # the board follows
        self.group.append(self.head.grid)
        self.group.append(self.foot.grid)
        self.bar = strip.Strip(app, height, app.h // 2, app.w - 2 * height, strip.BAR, height=6)
        self.group.append(self.bar.grid)  # the progress bar
        self.part: TurnDisplay | None = None
        self.turns: list[bytes] = []  # see KeptTurn
        self.index = 0  # of the turn being shown
        self.shows_better = False  # the better play is being shown, not the person's
        self.finished_turns = 0  # how many turns the solver has finished
        self.worst_index = 0  # of the turn that missed the most tiles
        self.rules: dict | None = None  # the round's; None if its record is missing or damaged
        self.solver_started = False
        self.packed_game: tuple | None = None  # (id, Game.pack()) of the running game
        self.is_incomplete = False  # memory ran out before all turns were replayed
        self.busy = True
        self.worker = self._replay_turns()
        from pocket.ui import words

        self.foot.say(words.say(texts.COACH_STOP))
        # Read now: while the solver runs there is no memory for the table of words.
        self.wait_text = words.say(texts.COACH_WAIT)
        self._wait()

    def carried_over(self) -> bytes:
        """Return the solver's answers, each after a byte with its size. The solver is asked again
        about those that do not fit."""
        out = b""
        for i in range(self.finished_turns):
            answer = self.kept(i).answer
            if len(out) + len(answer) >= _KEPT:
                break
            out += bytes((len(answer),)) + answer
        return out

    def kept(self, index: int) -> KeptTurn:
        """Return the turn of that index."""
        return KeptTurn(self.turns[index])

    def close(self) -> None:
        """Unpack the running game, if one was put away."""
        packed_game, self.packed_game = self.packed_game, None
        self.worker = self.part = self.board = self.group = None
        self.turns = []
        if packed_game:
            self.app.keep_only("games.makegame")
            from rules import catalogue

            game: Any = catalogue.load(*packed_game)
            self.app.session.game = game

    def _wait(self):
        """Show how many turns are finished, as text and as a bar."""
        finished, count = self.finished_turns, len(self.turns)
        self.head.say(self.wait_text.format("%d/%d" % (finished, count)))
        if finished:
            end = self.bar.w * finished // count
            draw.bitmaptools.fill_region(self.bar.bitmap, 0, 0, end, 6, 1)

    def _replay_turns(self):
        """Replay the record and keep the person's turns: a generator. Raises RulesError."""
        data = self._record()
        yield None
        self.app.keep_only("review.coach")
        from rules.record import reader

        record = reader.Record(data)
        seats = [i for i in range(len(record.people)) if not record.people[i][0]] or [0]
        self.names = [record.name(seat) for seat in seats]
        replay = reader.Replay(record)
        game: Any = replay.game
        self.rules = game.rules
        while not replay.done():
            yield None
            game.playable = False  # no need to prove again that a pass was allowed (KR-10)
            step = replay.step()
            if step.seat == seats[self.person] and step.kind != "redeal":
                self.turns.append(step_bytes(step))

    def _record(self):
        """Return the round's record; pack a running game to free memory. Raises RulesError."""
        from pocket.saves import roundsfile

        session = self.app.session
        data = roundsfile.one_of(self.app, self.record)
        if session.game is not None:
            self.packed_game = (session.game.rules["game"], session.game.pack())
            session.game = None
        return data

    def _ask_solver(self):
        """Ask the solver about each turn, as a thinking computer does: a generator."""
        rules = self.rules
        turns = self.turns
        while self.finished_turns < len(turns):
            yield None
            from rules.solver import search

            turn = self.kept(self.finished_turns)
            try:
                opened, jokers_differ = turn.position[0] & _OPENED, turn.position[0] & _PARTED > 0
                result = yield from search.solve(
                    rules, turn.before(), turn.rack(), opened > 0, jokers_differ=jokers_differ
                )
                if result.out_of_memory and self.app.may_restart():
                    raise MemoryError
                turns[self.finished_turns] = turn.answered(result)
            except MemoryError:
                if self.app.may_restart():
                    raise
            result = turn = search = None
            move_to_low_memory(turns, self.finished_turns, self.finished_turns + 1)
            self.finished_turns += 1
            self.app.failures.progress()

    # -- the work

    def tick(self, now: int) -> bool:
        if not self.busy:
            return False
        if self.worker is None:  # one tick after its end, when its frame no longer holds objects
            self._next()
            return True
        app = self.app
        end = now + _SLICE_MS
        finished = self.finished_turns
        try:
            while app.now() < end and finished == self.finished_turns:
                next(self.worker)
        except StopIteration:
            self.worker = None
        except MemoryError:
            self.worker = None
            if app.may_restart():
                raise
            self.is_incomplete = True
        except RulesError:
            self.worker = self.rules = None
            self.turns = []
        if finished == self.finished_turns:
            return False
        self._wait()
        return True

    def _next(self):
        if self.turns and not self.solver_started:
            self.solver_started = True
            work, self.app.failures.carried_work = self.app.failures.carried_work, b""
            while work and self.finished_turns < len(self.turns):
                end = 1 + work[0]
                position = self.kept(self.finished_turns).position
                self.turns[self.finished_turns] = position + work[1:end]
                work = work[end:]
                self.finished_turns += 1
            self.app.keep_only("advice")  # without what replayed the round
            if self.app.scarce and device.restart and not self.already_solved:
                # There may be no piece for it afterwards: the next screen begins in a new VM.
                self.app.art.sheet(None)
                self.app.art.faces = None
            move_to_low_memory(self.turns, 0, len(self.turns))
            self.worker = self._ask_solver()
            self._wait()
        else:
            self.app.keep_only("review.coach")
            self._end()

    def _end(self):
        app = self.app
        if app.art.faces is None:
            app.failures.carried_work = self.carried_over()
            app.go("review.coach", self.record, self.person, self.back, True)
            return
        from pocket.review import shown

        self.busy = False
        self.group.pop()  # the bar
        move_to_low_memory(self.turns, 0, len(self.turns))
        gc.collect()
        shown.begin(self)

    def next_person(self) -> int:
        """Return the place of the next person."""
        return (self.person + 1) % len(self.names)

    # -- keys

    def key(self, button: int, kind: int) -> None:
        """Show the next turn with RIGHT, the one before with LEFT, the better play or yours with
        A; leave with B."""
        app = self.app
        if button in (input.B, input.START):
            self.worker = None
            app.go(*self.back)
        elif button == input.SELECT and not self.busy and len(self.names) > 1:
            app.go("review.coach", self.record, self.next_person(), self.back)
        elif self.part is None:
            return
        elif button in (input.LEFT, input.RIGHT):
            step = 1 if button == input.RIGHT else -1
            self.index = (self.index + step) % len(self.turns)
            self.shows_better = False
            app.sound.play("move")
            self._refresh()
        elif button == input.A and self.kept(self.index).missed:
            self.shows_better = not self.shows_better
            app.sound.play("place")
            self._refresh()
        elif button in (input.UP, input.DOWN):
            if self.board.scroll(self.part, 1 if button == input.DOWN else -1):
                from pocket.review import shown

                shown.show_words(self)

    def _refresh(self):
        from pocket.review import shown

        strip.clear_box(self)
        shown.show_turn(self)
