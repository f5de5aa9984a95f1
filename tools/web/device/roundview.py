"""Show a round of a tile game on the page: the coach's view of every player's turns in turn.

The first turn is on show as soon as the record is replayed; the solver works on the turns
meanwhile. SELECT goes to the next turn of the player who plays next.
"""

from pocket.app import input
from pocket.made import texts
from pocket.review import coach
from pocket.ui import strip, words

if False:  # for type checkers
    from typing import Any

_SLICE_MS = 10


class Screen(coach.Screen):
    """The coach's screen for all seats. seats: the seat of each turn."""

    def _replay_turns(self):
        self.seats = []
        data = self._record()
        yield None
        self.app.keep_only("review.coach")
        from rules.record import reader

        record = reader.Record(data)
        self.names = [record.name(seat) for seat in range(len(record.people))]
        replay = reader.Replay(record)
        game: Any = replay.game
        self.rules = game.rules
        while not replay.done():
            yield None
            game.playable = False  # a pass had its proof (KR-10) when it was made
            step = replay.step()
            if step.kind != "redeal":
                self.turns.append(coach.step_bytes(step))
                self.seats.append(step.seat)

    def _wait(self):
        """Hide the progress bar: the solver works behind the turn on show."""
        self.bar.grid.hidden = True

    def _next(self):
        self._end()
        self.worst_index = -1  # the costliest turn is not known yet
        if self.turns:
            self.index = 0
            self._refresh()
            self.worker = self._ask_solver()

    def tick(self, now: int) -> bool:
        """Replay the record, then run a slice of the solver."""
        if self.busy:
            return coach.Screen.tick(self, now)
        if self.worker is None:
            return False
        before = self.turns[self.index]
        end = now + _SLICE_MS
        try:
            while self.app.now() < end:
                next(self.worker)
        except StopIteration:
            self.worker = None
        if self.turns[self.index] == before:
            return False
        self._refresh()
        return True

    def _refresh(self):
        self.person = self.seats[self.index]  # whose name the head line shows
        coach.Screen._refresh(self)
        turn = self.kept(self.index)
        known = self.index < self.finished_turns
        if not turn.missed and (turn.is_proved or not known):  # the coach's sentence says "you"
            count = len(turn.new_tiles(turn.after()))
            text = words.say(texts.COACH_OF, count, count if known else "...")
            other = words.say(texts.COACH_OTHER, self.names[self.next_person()])
            self.foot.say(text + "  " + other, strip.MESSAGE_INK if count else strip.WOOD)

    def key(self, button: int, kind: int) -> None:
        """Go to the next turn of the next player for SELECT; other keys: see coach.Screen."""
        if button != input.SELECT or self.part is None:
            coach.Screen.key(self, button, kind)
            return
        other = self.next_person()
        for _ in self.seats:
            self.index = (self.index + 1) % len(self.seats)
            if self.seats[self.index] == other:
                break
        self.shows_better = False
        self.app.sound.play("move")
        self._refresh()
