"""A person's turn in 8 Round Rummy: take a card from one of the piles, then discard one.

LEFT and RIGHT go along the piles or the cards, A takes or discards, SELECT sorts the hand by what
the round asks, or by shape; held it gives a hint. A card that serves the round is discarded by a
second press only.
"""

from pocket.always import draw, flow, input, unload
from pocket.eight import cards
from pocket.eight.cardtable import CAPTIONS
from pocket.games import seatcounts
from pocket.made import texts
from pocket.ui.words import refused, say

from rules import features
from rules.eight.cards import HAND, NONE

if False:  # for type checkers
    from pocket.eight.eightscreen import Screen


class Turn:
    """The turn of the game's seat. index: the pile, or the card (HAND: the one just taken),
    under the cursor. sure: the discard of that card is being asked about."""

    def __init__(self, screen: "Screen") -> None:
        self.screen = screen
        self.app = screen.app
        self.table = screen.table
        self.sure = False
        self.warned = False  # a hint costs a star: that was said
        self.sorted = False  # the line of keys says how
        self.began = self.app.now()
        self.app.settle()
        self._begin()
        sitting = self.app.sitting
        if features.JOURNEY and sitting.station is not None:
            if not seatcounts.of(sitting, screen.actor).turns:
                from pocket.learn import goals

                screen.tell(goals.of(self.app)[0])
                unload.forget("pocket.learn.goals")

    def _begin(self):
        """Nothing is chosen yet."""
        self.taking = self.app.sitting.game.taken == NONE
        self.index = cards.PILE if self.taking else HAND
        self._point()

    def close(self) -> None:
        """Another part begins, or another screen comes."""
        self.table.frame.hide()

    def tick(self, now: int) -> bool:
        """The cursor breathes."""
        return draw.breathe(self.table.frame.colours, now - self.app.pressed)

    def _aim(self):
        """Put the cursor around the pile, or the card, that is chosen."""
        table = self.table
        if self.taking:
            table.frame.to(table.piles, self.index)
        elif self.index == HAND:
            table.frame.to(table.piles, cards.NEW)
        else:
            table.frame.to(table.hand, self.index)

    def _point(self):
        """The cursor, and what the keys do."""
        self._aim()
        if self.taking:
            text = say(texts.EIGHT_KEYS_TAKE)
            if self.table.captions is None:  # no room below the piles: it says which of them
                pile = say(CAPTIONS[self.index])
                text = draw.LEFT + draw.RIGHT + " " + pile + "  " + text[text.index(draw.KEY_A) :]
                text = text.partition(draw.KEY_SELECT)[0]
        else:
            text = say(texts.EIGHT_KEYS_SURE if self.sure else texts.EIGHT_KEYS_DROP)
        self.table.keys(text)

    # -- keys

    def key(self, button: int, kind: int) -> None:
        """One button."""
        screen = self.screen
        if screen.worker is not None:  # a hint is looked for
            if button == input.B:
                screen.work(None)
                self._point()
            return
        told = self.table.page.message
        if told and not self.sure:
            self.table.show_story()
        sorted_now = self.sorted
        if sorted_now:
            self.sorted = False
            self._point()
        if button in (input.LEFT, input.RIGHT, input.UP, input.DOWN):
            self._move(button)
        elif button == input.SELECT and kind == input.LONG:
            if sorted_now:  # the press that became this long one has: sort back
                screen.sort()
            self._hint()
        elif kind != input.PRESS:
            return
        elif button == input.A or button == input.START:  # START draws, or ends the turn
            if button == input.START and self.taking:
                self.index = cards.PILE
                self._point()
            self._choose()
        elif button == input.SELECT:
            self._keep()
            screen.sort()
            self.sorted = True
        elif self.sure:
            self._keep()
        elif self.taking:
            self.app.go("menus.pause")
        elif not told:
            screen.tell(say(texts.EIGHT_MUST_DROP), True)

    def _hint(self):
        """SELECT held: what a strong player would do here."""
        sitting = self.app.sitting
        screen = self.screen
        from pocket.ui import hints

        why, told = hints.refused(self.app, self.warned)
        if sitting.lesson:
            why = texts.PLAY_NO_HINT
        if why:
            self.warned = True
            screen.tell(say(why, self.app.keys.hint_key), True)
        else:
            from rules.eight import players

            seatcounts.hinted(sitting)
            self.table.keys(told)
            screen.work(players.choose("master", sitting.game.view(sitting.game.seat), 0))

    def worked(self, move: tuple) -> None:
        """The hint: the cursor goes there, a line says what to do."""
        unload.forget("rules.eight.players")
        word, card = move
        if word == "discard":
            game = self.app.sitting.game
            self.index = game.hands[game.seat].find(bytes((card,)))
            text = say(texts.EIGHT_HINT_DROP)
        else:
            self.index = cards.TOP if card == "discard" else cards.PILE
            text = say(texts.EIGHT_HINT_TOP if card == "discard" else texts.EIGHT_HINT_PILE)
        self._point()
        self.screen.tell(text)

    def _move(self, button):
        """LEFT and RIGHT go along the cards; UP to the card just taken, DOWN to the hand."""
        many = 2 if self.taking else HAND + 1
        if button == input.LEFT:
            self.index = (self.index - 1) % many
        elif button == input.RIGHT:
            self.index = (self.index + 1) % many
        elif self.taking:
            return
        elif button == input.UP:
            self.index = HAND
        elif self.index == HAND:
            self.index = HAND - 1
        self.app.sound.play("move")
        self._keep()
        if self.taking and self.table.captions is None:
            self._point()
        else:
            self._aim()  # what the keys do stays

    def _keep(self):
        """Answer the question, if there is one, with no."""
        if self.sure:
            self.sure = False
            self.table.own_hand()
            self.table.show_piles()
            self.table.show_story()
            self._point()

    def _choose(self):
        """Take from the pile under the cursor, or discard the card under it."""
        game = self.app.sitting.game
        if self.taking:
            self._take()
            return
        serves = self.table.serves
        if serves[self.index] and not self.sure and sum(serves) < len(serves):
            self._ask()
            return
        refusal = self.screen.discard(game.hands[game.seat][self.index])
        if refusal is not None:
            self._keep()
            self.screen.tell(refused(refusal[1]), True)
            return
        app = self.app
        app.sound.play("place")
        seatcounts.spent(app.sitting, self.screen.actor, app.now() - self.began)
        self.screen.onward()

    def _take(self):
        """From one of the piles."""
        app = self.app
        refusal = flow.make(app, ("take", "discard" if self.index == cards.TOP else "pile"))
        if refusal is not None:
            self.screen.tell(refused(refusal[1]), True)
            return
        app.sound.play("draw")
        flow.save(app)
        self.table.own_hand()
        self.table.show_piles()
        self.table.show_story()
        self._begin()
        if app.notice:
            self.screen.tell(flow.notice(app))

    def _ask(self):
        """A card the round needs is not discarded by one press."""
        self.sure = True
        self.table.own_hand(self.index)
        self.table.page.tell(say(texts.EIGHT_ASK_DROP))
        self._point()
