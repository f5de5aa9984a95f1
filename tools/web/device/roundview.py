"""A round on the page, turn by turn: the coach's views, of everybody's turns in the order of play.

SELECT goes to the next turn of who plays next. App.go finds them in `SCREENS`.
"""

from pocket.app import input
from pocket.made import texts
from pocket.review import cardcoach, cardturns, coach
from pocket.ui import strip, words

if False:  # for type checkers
    from typing import Any

CARD_TURNS = "page.turns"
_SLICE_MS = 10


class _Everybody:
    """Turns of several seats, one after the other: `seats` has a turn's."""

    def _other(self):
        return (self.person + 1) % len(self.names)

    def _there(self):
        """Show the name of the seat whose turn is on show."""
        self.person = self.seats[self.index]

    def _skip(self):
        """Go to the next turn of who plays next."""
        other = self._other()
        for _ in self.seats:
            self.index = (self.index + 1) % len(self.seats)
            if self.seats[self.index] == other:
                break


class Tiles(_Everybody, coach.Screen):
    """The round of a tile game, whose record is `record`. Its first turn is on show as soon as the
    record is replayed; the solver works on the others meanwhile."""

    def _replayed(self):
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
            if step.word != "redeal":
                self.turns.append(coach.Seen(coach.step_bytes(step)))
                self.seats.append(step.seat)

    def _wait(self):
        """Show no bar: replaying is done at once."""

    def _next(self):
        self._end()
        self.dear = -1  # not known yet
        if self.turns:
            self.index = 0
            self._show()
            self.worker = self._asked()

    def tick(self, now: int) -> bool:
        """Replay the record, then ask the solver: a slice of it."""
        if self.busy:
            return coach.Screen.tick(self, now)
        if self.worker is None:
            return False
        shown = self.turns[self.index].answer
        end = now + _SLICE_MS
        try:
            while self.app.now() < end:
                next(self.worker)
        except StopIteration:
            self.worker = None
        if self.turns[self.index].answer == shown:
            return False
        self._show()
        return True

    def _show(self):
        self._there()
        coach.Screen._show(self)
        turn = self.turns[self.index]
        known = self.index < self.done
        if not turn.more and (turn.sure or not known):  # said to one person by the coach
            done = len(coach.new_tiles(turn.before(), turn.after()))
            text = words.say(texts.COACH_OF, done, done if known else "...")
            other = words.say(texts.COACH_OTHER, self.names[self._other()])
            self.foot.say(text + "  " + other, strip.TOLD if done else strip.WOOD)

    def key(self, button: int, kind: int) -> None:
        """See coach.Screen."""
        if button != input.SELECT or self.part is None:
            coach.Screen.key(self, button, kind)
            return
        self._skip()
        self.better = False
        self.app.sound.play("move")
        self._refresh()


class Cards(cardcoach.Screen):
    """The round of a card game: find what CardTurns shows."""

    def __init__(self, app: "Any", *where: "Any") -> None:
        cardcoach.Screen.__init__(self, app, *where)
        self.waits = "{}"  # the coach's text speaks to the one person whose turns these are
        self.line.say("")

    def _asked(self):
        from pocket.saves import roundsfile

        self.seats = []
        data = roundsfile.one_of(self.app, self.record)
        yield None
        from rules.eight import players
        from rules.record import cardcoach, reader

        record = reader.Record(data)
        self.names = [record.name(seat) for seat in range(len(record.people))]
        replay = reader.Replay(record)
        game = replay.game
        while not replay.done():
            seat = game.seat
            move = yield from players.hint(game.view(seat))
            turn = cardcoach.CardTurn(replay.step(True), move[1])
            move = yield from players.hint(game.view(seat))
            turn.better_card = move[1]
            turn.card = replay.step().card
            self.seats.append(seat)
            self._add(turn)
            yield None

    def _show(self, review, unread):
        self.app.go(CARD_TURNS, self.seats, review, unread)


class CardTurns(_Everybody, cardturns.Screen):
    """See cardturns.Screen."""

    def __init__(self, app: "Any", seats: list, review: tuple, unread: bool = False) -> None:
        self.seats = seats
        cardturns.Screen.__init__(self, app, review, unread)

    def _show(self):
        self._there()
        cardturns.Screen._show(self)

    def select(self) -> None:
        """Go to the next turn of the next player."""
        if self.turns:
            self._skip()
            self.app.sound.play("move")
            self._show()


class _Module:
    def __init__(self, screen):
        self.Screen = screen


# "page." and the coach that a game names
SCREENS = {
    "page.review.coach": _Module(Tiles),
    "page.review.cardcoach": _Module(Cards),
    CARD_TURNS: _Module(CardTurns),
}
