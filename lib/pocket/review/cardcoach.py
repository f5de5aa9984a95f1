"""The coach of 8 Round Rummy at work: it replays a person's turns and asks a strong player about
each. review/cardturns.py shows them, since a small board has no memory for both at once.

Keeps: STRIP pocket.ui.working"""

from pocket.made import texts
from pocket.ui import words
from pocket.ui.working import Working

from rules.base import RulesError


class Screen(Working):
    """record: the round's place among those kept, 0 for the newest. person: whose turns are shown,
    as a place among the persons who played. back: the screen that B leads to, as App.go takes
    it."""

    def __init__(self, app, record: int = 0, person: int = 0, back: tuple = ()) -> None:
        Working.__init__(self, app, self._work(), back or ("review.lastrounds", record))
        self.record = record
        self.person = person
        self.turns: list[tuple] = []  # (round, take, better take, hand, drawn, card, better card)
        self.names: list[str] = []
        self.add_line(2).say(words.say(texts.COACH_STOP))
        self.wait_text = words.say(texts.COACH_WAIT)  # the texts find no room beside the players
        self.line.say(self.wait_text.format(0))

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
        self.line.say(self.wait_text.format(len(self.turns)))
