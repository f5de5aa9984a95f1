"""The coach of 8 Round Rummy at work: it replays a person's turns and asks a strong player about
each. review/cardturns.py shows them, since a small board has no room for both at once.

Keeps: STRIP"""

import displayio
from pocket.app import draw, input
from pocket.app.flow import Screen as Base
from pocket.made import texts
from pocket.ui import strip, words

from rules.errors import RulesError

if False:  # for type checkers
    from typing import Any


_SLICE_MS = 10


class Screen(Base):
    """record: the round's place among those kept, 0 for the newest. person: whose turns are shown,
    as a place among the persons who played. back, given: the screen that B leads to."""

    busy = True

    def __init__(
        self,
        app,
        record: int = 0,
        person: int = 0,
        back: str = "review.lastrounds",
        *given: "Any",
    ) -> None:
        self.app = app
        self.record = record
        self.person = person
        self.back = (back,) + (given or ((record,) if back == "review.lastrounds" else ()))
        self.turns: list[tuple] = []  # (round, hand, take, drawn, card, better take, better card)
        self.names: list[str] = []
        self.group = displayio.Group()
        y = (app.h - app.art.letters.high) // 2
        self.line = strip.Strip(app, 0, y, app.w, strip.CLOTH, strip.CENTRE)
        self.foot = strip.Strip(app, 0, y + 2 * self.line.h, app.w, strip.CLOTH, strip.CENTRE)
        for part in (draw.ground(app, app.art.cloth), self.line.grid, self.foot.grid):
            self.group.append(part)
        self.foot.say(words.say(texts.COACH_STOP))
        self.waits = words.say(texts.COACH_WAIT)  # the texts find no room beside the players
        self.line.say(self.waits.format(0))
        self.work = self._work()

    def _work(self):
        """Replay the record and ask about each turn, in slices. Raises RulesError."""
        from pocket.saves import roundsfile

        data = roundsfile.one_of(self.app, self.record)
        yield None
        from rules.record import cardcoach, reader

        record = reader.Record(data)
        seats = [i for i in range(len(record.people)) if not record.people[i][0]] or [0]
        self.names = [record.name(seat) for seat in seats]
        yield from cardcoach.review(record, seats[self.person], self._told)

    def _told(self, turn):
        take = turn.take == "discard", turn.better_take == "discard"
        cards = turn.hand, turn.drawn, turn.card, turn.better_card
        self.turns.append((turn.round,) + take + cards)

    def tick(self, now: int) -> bool:
        """A slice of the work; True when something is to be painted."""
        app = self.app
        end = now + _SLICE_MS
        unread = False
        many = len(self.turns)
        try:
            while app.now() < end:
                next(self.work)
            if many == len(self.turns):
                return False
            self.line.say(self.waits.format(len(self.turns)))
            return True
        except StopIteration:
            pass
        except (RulesError, MemoryError) as problem:
            unread = isinstance(problem, RulesError)
        self.work = None
        review = self.turns, self.names, self.person, self.record, self.back
        app.go("review.cardturns", review, unread)
        return False

    def key(self, button: int, kind: int) -> None:
        """B stops it."""
        if button in (input.B, input.START):
            self.work = None
            self.app.go(*self.back)
