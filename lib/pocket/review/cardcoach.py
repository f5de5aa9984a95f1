"""The coach of 8 Round Rummy: replay a person's turns and ask a strong player about each, then show
them one by one with that player's choice.

Keeps: PAPER pocket.ui.panel pocket.ui.pictures"""

from pocket.app import draw
from pocket.made import texts
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

from rules.base import RulesError

_SLICE_MS = 10


class Screen(PanelScreen):
    """Say how many turns are done, until all are, or as many as memory allows; B stops. Then LEFT
    and RIGHT go from turn to turn, A to the next one that could have been better, SELECT to the
    next person.

    record: the round's place among those kept, 0 for the newest. person: whose turns are shown,
    as a place among the persons who played. back: the screen that B leads to, as App.go takes
    it."""

    busy = True
    lack = texts.COACH_NONE  # the text where there is no turn
    next_person = 0

    def __init__(self, app, record: int = 0, person: int = 0, back: tuple = ()) -> None:
        self.app = app
        self.record = record
        self.person = person
        self.back = back or ("review.lastrounds", record)
        self.turns: list[tuple] = []  # (round, take, better take, hand, drawn, card, better card)
        self.names: list[str] = []
        self.index = 0
        self.panel = Panel(app, "", say(texts.COACH_STOP), table=True)
        self.worker = self._work()
        self._wait()

    def _work(self):
        """Ask about each turn: a generator."""
        try:
            from pocket.saves import roundsfile

            data = roundsfile.one_of(self.app, self.record)
            yield None
            from rules.record import cardcoach, reader

            record = reader.Record(data)
            seats = [i for i in range(len(record.people)) if not record.people[i][0]] or [0]
            self.names = [record.name(seat) for seat in seats]
            self.next_person = (self.person + 1) % len(seats)
            yield from cardcoach.review(record, seats[self.person], self._add)
        except RulesError:
            self.lack = texts.COACH_UNREAD
        except MemoryError:  # show the turns that are done
            pass

    def _add(self, turn):
        take = turn.take == "discard", turn.better_take == "discard"
        cards = turn.hand, turn.drawn, turn.card, turn.better_card
        self.turns.append((turn.round,) + take + cards)

    def _wait(self):
        """Say how many turns are done."""
        panel = self.panel
        panel.say(panel.lines // 2, 1, say(texts.COACH_WAIT, len(self.turns)), draw.NORMAL, True)

    def tick(self, now: int) -> bool:
        """Work for a slice. Returns True when more turns are done, or all."""
        if self.worker is None:
            if self.busy:  # one tick after its end, when its frame no longer holds objects
                self.busy = False
                self.app.keep_only("review.cardcoach")
                self._show()
                return True
            return False
        done = len(self.turns)
        try:
            while self.app.now() < now + _SLICE_MS:
                next(self.worker)
        except StopIteration:
            self.worker = None
        if len(self.turns) == done:
            return False
        self._wait()
        return True

    def _show(self):
        panel = self.panel
        panel.clear()
        if not self.turns:
            self.fail(say(self.lack))
            return
        from pocket.eight.cards import card_text
        from pocket.ui import pictures

        from rules.eight import cards

        round_, top, better_top, hand, drawn, card, better = self.turns[self.index]
        panel.title(say(texts.VALUES_ROUND, round_))
        height = pictures.rows_for(panel, 2 * self.app.art.card[1])
        pictures.cards(panel, 1, height, " ".join([cards.text(code) for code in hand]))
        row = 1 + height
        row += panel.say(row, 1, say(texts.EIGHT_GOAL1 - 1 + round_), draw.DIM)
        text = say(texts.COACH_TOOK_TOP if top else texts.COACH_TOOK_PILE, card_text(drawn))
        row += panel.say(row, 1, text)
        row += panel.say(row, 1, say(texts.COACH_DROPPED, card_text(card)))
        if not self._is_improvable():
            panel.say(row, 2, say(texts.COACH_SAME), draw.GOOD)
        if top != better_top:
            text = say(texts.COACH_BETTER_TOP if better_top else texts.COACH_BETTER_PILE)
            row += panel.say(row, 1, text, draw.BAD)
        if card != better:
            panel.say(row, 1, say(texts.COACH_BETTER_DROP, card_text(better)), draw.BAD)
        panel.keys(self._keys())

    def _keys(self):
        """Return the line of keys; where room is short, without the person's name or A's key, but
        always with B's."""
        several = len(self.names) > 1
        other = "  " + say(texts.COACH_OTHER, self.names[self.next_person]) if several else ""
        better = "  " + say(texts.COACH_BETTER)
        back = "  " + say(texts.SCORE_KEYS_BACK)
        for turn in (texts.COACH_TURN_OF, texts.COACH_TURN)[not several :]:
            turn = say(turn, self.index + 1, len(self.turns), self.names[self.person])
            for tail in (better + back, back, "  " + draw.KEY_B):
                keys = turn + other + tail
                if self.panel.small.measure(keys) < self.app.w - 1:
                    return keys
        return keys

    def _is_improvable(self):
        turn = self.turns[self.index]
        return turn[1] != turn[2] or turn[5] != turn[6]

    def choose(self) -> None:
        self._step(1, True)

    start = PanelScreen.leave

    def select(self) -> None:
        if len(self.names) > 1:
            self.app.go("review.cardcoach", self.record, self.next_person, self.back)

    def change(self, step: int) -> None:
        self._step(step, False)

    def _step(self, step, only_improvable):
        if self.busy:
            return
        for _ in self.turns:
            self.index = (self.index + step) % len(self.turns)
            if not only_improvable or self._is_improvable():
                break
        if self.turns:
            self.app.sound.play("move")
            self._show()
