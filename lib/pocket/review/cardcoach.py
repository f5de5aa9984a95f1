"""The coach of 8 Round Rummy at work: it replays a person's turns and asks a strong player about
each. review/cardturns.py shows them, since a small board has no memory for both at once.

Keeps: STRIP"""

import displayio
from pocket.app import draw, input
from pocket.app.flow import Screen as Base
from pocket.made import texts
from pocket.ui import strip, words

from rules.base import RulesError

_SLICE_MS = 10


class Screen(Base):
    """Say how many turns are done, until all are; B stops and leads back.

    record: the round's place among those kept, 0 for the newest. person: whose turns are shown,
    as a place among the persons who played. back: the screen that B leads to, as App.go takes
    it."""

    busy = True

    def __init__(self, app, record: int = 0, person: int = 0, back: tuple = ()) -> None:
        self.app = app
        self.record = record
        self.person = person
        self.back = back or ("review.lastrounds", record)
        self.turns: list[tuple] = []  # (round, take, better take, hand, drawn, card, better card)
        self.names: list[str] = []
        self.group = displayio.Group()
        self.group.append(draw.rectangle(app.art.cloth, 0, 0, 0, app.w, app.h))
        self.line = self._line(0)
        self._line(2).say(words.say(texts.COACH_STOP))
        self.wait_text = words.say(texts.COACH_WAIT)  # the texts find no room beside the players
        self.line.say(self.wait_text.format(0))
        self.worker = self._work()

    def _line(self, below):
        """Show a line in the middle of the display, or `below` lines further down."""
        app = self.app
        height = app.art.letters.height
        y = (app.h - height) // 2 + below * height
        line = strip.Strip(app, 0, y, app.w, strip.CLOTH, strip.CENTRE)
        self.group.append(line.grid)
        return line

    def _work(self):
        """Ask about each turn, then show them, or as many as memory allowed."""
        unread = False
        try:
            from pocket.saves import roundsfile

            data = roundsfile.one_of(self.app, self.record)
            yield None
            from rules.record import cardcoach, reader

            record = reader.Record(data)
            seats = [i for i in range(len(record.people)) if not record.people[i][0]] or [0]
            self.names = [record.name(seat) for seat in seats]
            yield from cardcoach.review(record, seats[self.person], self._add)
        except (RulesError, MemoryError) as problem:
            unread = isinstance(problem, RulesError)
        review = self.turns, self.names, self.person, self.record, self.back
        self.app.go("review.cardturns", review, unread)

    def _add(self, turn):
        take = turn.take == "discard", turn.better_take == "discard"
        cards = turn.hand, turn.drawn, turn.card, turn.better_card
        self.turns.append((turn.round,) + take + cards)

    def tick(self, now: int) -> bool:
        """Work for a slice. Returns True when more turns are done."""
        done = len(self.turns)
        end = now + _SLICE_MS
        try:
            while self.app.now() < end:
                next(self.worker)
        except StopIteration:
            pass
        if len(self.turns) == done:
            return False
        self.line.say(self.wait_text.format(len(self.turns)))
        return True

    def key(self, button: int, kind: int) -> None:
        """Stop with B."""
        if button in (input.B, input.START):
            self.app.go(*self.back)
