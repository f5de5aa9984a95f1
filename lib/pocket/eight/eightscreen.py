"""8 Round Rummy: whose turn it is, and what goes on at the card table.

A person's turn is pocket.eight.eightturn, a computer's pocket.eight.eightwatch, news that
waits for a key pocket.eight.eightnews: the parts of this screen, one at a time. A part has `key`,
`tick` and `close` as a screen has them, and `worked` where it gives the screen work.
"""

from pocket.always import flow, input
from pocket.always.letters import wrap
from pocket.always.screen import Screen as Base
from pocket.eight.cardtable import CardTable
from pocket.games import seatcounts
from pocket.jobs import memory
from pocket.made import texts
from pocket.ui import strip
from pocket.ui.words import say

from rules.eight import cards as eight_cards
from rules.eight import game as eight
from rules.eight.cards import HAND
from rules.eight.outlook import Outlook

if False:  # for type checkers
    from typing import Any

    from pocket.eight.app import App

    from rules.slices import Slices

_SLICE_MS = 20


class Screen(Base):
    """The play screen of 8 Round Rummy; it goes on from turn to turn (`turn`).

    table: what is on show. part: what goes on. actor: the seat that plays, or whose move is shown.
    """

    app: "App"
    name = "eight.eightscreen"
    long_keys = (input.START, input.SELECT)

    def __init__(self, app: "App") -> None:
        self.app = app
        self.part: Any = None
        self.actor = app.sitting.game.seat
        self.table = CardTable(app)
        self.group = self.table.group
        self.turn()

    def close(self) -> None:
        """Another screen comes."""
        self.leave()

    # -- what goes on

    def turn(self) -> None:
        """Begin, or take up, the turn of the game's seat (called by flow)."""
        app = self.app
        sitting = app.sitting
        game = sitting.game
        self.leave()
        if game.phase != eight.TURN:
            flow.next(app)
            return
        self.actor = game.seat
        self.arrange()
        if sitting.people[game.seat][0]:
            memory.enter(app, "eightwatch")
            from pocket.eight.eightwatch import Watch as Part
        else:
            memory.enter(app, "eightturn")
            from pocket.eight.eightturn import Turn as Part  # type: ignore[assignment]
        self.show()
        self.part = Part(self)
        if app.notice:
            self.tell(flow.notice(app))

    def leave(self) -> None:
        """End what goes on."""
        strip.clear_box(self)
        if self.part is not None:
            self.part.close()
        self.part = None
        self.work(None)

    def work(self, worker: "Slices[Any] | None") -> None:
        """Give `worker` slices of time (see rules.slices) until it has its answer, with which
        `worked` of the part is called. None: stop."""
        self.worker = worker
        self.busy = worker is not None

    def discard(self, code: int) -> tuple | None:
        """Discard for the seat whose turn it is, person or computer. Returns None, or why not:
        (clause, why)."""
        app = self.app
        game = app.sitting.game
        seat = game.seat
        rest = bytearray(game.hands[seat])
        place = rest.find(bytes((code,)))
        rest[place : place + 1] = b""
        round_ = game.round
        refusal = flow.make(app, ("discard", code))
        if refusal is None:
            seatcounts.played(app.sitting, seat)
            if game.round != round_ or game.phase == eight.OVER:
                seatcounts.next_goal(app.sitting)
            # all of a winning hand serves, and no other is shown
            self.news = (game.events, round_, eight_cards.arrange(round_, rest, b"\1" * HAND))
        return refusal

    def onward(self) -> None:
        """The turn has been seen: what must be told, then the next turn."""
        app = self.app
        for word, seat, detail in self.news[0]:
            concerned = app.sitting.viewer is not None and app.sitting.viewer in (seat, detail)
            if word in ("win", "nobody") or word == "reverse" and concerned:
                flow.save(app)
                self.leave()
                memory.enter(app, "eightnews")
                from pocket.eight.eightnews import News

                self.part = News(self, *self.news)
                return
        flow.next(app)

    def key(self, button: int, kind: int) -> None:
        """One button."""
        strip.clear_box(self)
        if button == input.START and kind == input.LONG:
            self.pause()
        else:
            self.part.key(button, kind)

    def pause(self) -> None:
        """The menu; a computer's turn on show, which it leads on from, is kept first."""
        flow.keep(self.app)
        self.app.go("menus.pause")

    def tick(self, now: int) -> bool:
        """A slice of a computer's thought, and the part's own time."""
        if self.worker is None or self.app.changed:
            return self.part.tick(now)
        end = now + _SLICE_MS
        while True:
            try:
                next(self.worker)
            except StopIteration as end_of_work:
                self.work(None)
                self.part.worked(end_of_work.value)
                return True
            if self.app.now() >= end:
                return False

    # -- the table

    def show(self) -> None:
        """Everything, as it stands; only what differs is painted."""
        table = self.table
        table.own_hand()
        table.show_goal()
        table.show_seats(self.actor)
        table.show_piles()
        table.show_story()

    def arrange(self) -> None:
        """Sort the seven cards of who looks on; a card just taken stays apart."""
        app = self.app
        sitting = app.sitting
        if sitting.viewer is None:
            return
        hand = sitting.game.hands[sitting.viewer]
        if app.settings.by_shape:
            codes = sorted(hand[:HAND], key=eight_cards.by_shape)
            hand[:HAND] = bytearray(codes)
        else:
            game = sitting.game
            kept = Outlook(game.view(sitting.viewer)).kept(hand)
            hand[:HAND] = eight_cards.arrange(game.round, hand[:HAND], kept)

    def sort(self) -> None:
        """Sort the hand the other way."""
        app = self.app
        app.settings.by_shape = not app.settings.by_shape
        self.arrange()
        self.table.own_hand()
        app.sound.play("move")
        way = texts.EIGHT_BY_SHAPE if app.settings.by_shape else texts.EIGHT_BY_GOAL
        self.table.keys(say(way), True)

    def tell(self, text: str, bad: bool = False) -> None:
        """Sentences until the next key: on the page, or in a box where that is too small."""
        app = self.app
        if self.table.page.tell(text, bad):
            if bad:
                app.sound.play("bad")
            return
        lines = wrap(text, app.w - 24, app.art.letters)
        strip.show_box(self, lines, self.table.low, strip.BAD if bad else strip.PAPER)
