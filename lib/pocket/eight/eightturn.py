"""Play a person's turn in 8 Round Rummy: take a card from one of the piles, then discard one.

LEFT and RIGHT move along the piles or the cards, A takes or discards, START draws or discards,
SELECT sorts the hand by the goal or by shape; held it gives a hint. A card that the round needs is
discarded only by a second press. A discard is shown for a while before it is made; until then B
takes it back.

Keeps: CARDS
"""

from pocket.app import device, draw, flow, input
from pocket.eight import cards
from pocket.games import seatcounts
from pocket.made import texts
from pocket.ui.words import refused, say

from rules.eight.cards import HAND, NONE, REVERSE

# by the setting "speed": how long a discard can be taken back
_UNDO_MS = (0, 2000, 1200, 800)

if False:  # for type checkers
    from pocket.eight.eightscreen import Screen


class Turn:
    """Run the turn of the game's seat.

    index: the pile, or the card (HAND: the one just taken), under the cursor. sure: a question
    about that card's discard is on show. until: when that card, already shown on the discard pile,
    is discarded; 0: none is.
    """

    def __init__(self, screen: "Screen") -> None:
        self.screen = screen
        self.app = screen.app
        self.table = screen.table
        self.sure = False
        self.until = 0
        self.warned = False  # that a hint costs a star
        self.sorted = False  # the line of keys says how the hand was sorted
        self.since = self.app.now()
        self.app.ignore_keys_until_shown()
        self._begin()
        session = self.app.session
        if session.station is not None and not seatcounts.of(session, screen.actor).turns:
            from pocket.learn import goals

            screen.tell(goals.of(self.app)[0])
            device.forget("pocket.learn.goals")

    def _begin(self):
        self.taking = self.app.session.game.taken == NONE
        self.index = cards.PILE if self.taking else HAND
        self._point()

    def close(self) -> None:
        self.table.frame.hide()
        self.table.caption(-1)

    def tick(self, now: int) -> bool:
        """Make the discard once its time is over; let the cursor breathe."""
        if self.until:
            if now < self.until:
                return False
            self._discard()
            return True
        return draw.breathe(self.table.frame.palette, now - self.app.pressed)

    def _aim(self):
        table = self.table
        on_hand = not self.taking and self.index < HAND
        place = self.index if self.taking else cards.NEW
        table.frame.to(*(table.hand.corner(self.index) if on_hand else table.piles.corner(place)))
        table.caption(-1 if on_hand else place)

    def _point(self):
        self._aim()
        if self.taking:
            text = say(texts.EIGHT_KEYS_TAKE)
            if self.table.captions is None:  # no room below the piles: it says which of them
                pile = say(cards.CAPTIONS[self.index])
                text = draw.LEFT + draw.RIGHT + " " + pile + "  " + text[text.index(draw.KEY_A) :]
                text = text.partition(draw.KEY_SELECT)[0]
        elif self.sure:
            text = say(texts.EIGHT_KEYS_SURE)
        else:
            game = self.app.session.game
            reverse = game.hands[game.seat][self.index] == REVERSE
            text = say(texts.EIGHT_KEYS_REVERSE if reverse else texts.EIGHT_KEYS_DROP)
        self.table.keys(text)

    # -- keys

    def key(self, button: int, kind: int) -> None:
        if self.app.ignore_keys_until is True:  # the player cannot have seen the new state yet
            return
        if self.until:
            self._chosen(button, kind)
            return
        screen = self.screen
        if screen.worker is not None:  # the computer is searching for a hint
            if button == input.B:
                screen.work(None)
                self._point()
            return
        message = self.table.page.message
        if message and not self.sure:
            self.table.show_story()
        has_sorted = self.sorted
        if has_sorted:
            self.sorted = False
            self._point()
        if button in (input.LEFT, input.RIGHT, input.UP, input.DOWN):
            self._move(button)
        elif button == input.SELECT and kind == input.LONG:
            if has_sorted:  # the short press that began this long one sorted the hand: undo that
                screen.sort()
                self._point()
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
            menu = say(texts.PLAY_HOLD_MENU, self.app.keys.menu_key)
            screen.tell(say(texts.PLAY_NO_STEP) + " " + menu, True)
        elif not message:
            screen.tell(say(texts.EIGHT_MUST_DROP), True)

    def _chosen(self, button, kind):
        """Handle a button while a discard is shown: B takes it back, A and START make it."""
        if kind != input.PRESS:
            return
        if button == input.B:
            self.until = 0
            self.app.sound.play("undo")
            self.table.own_hand()
            self.table.show_piles()
            self.table.show_story()
            self._point()
        elif button in (input.A, input.START):
            self._discard()

    def _hint(self):
        session = self.app.session
        screen = self.screen
        from pocket.ui import hints

        why, message = hints.refused(self.app, self.warned)
        if session.lesson:
            why = texts.PLAY_NO_HINT
        if why:
            self.warned = True
            screen.tell(say(why, self.app.keys.hint_key), True)
        else:
            from rules.eight import players

            seatcounts.hinted(session)
            self.table.keys(message)
            screen.work(players.hint(session.game.view(session.game.seat)))

    def worked(self, move: tuple) -> None:
        """Show the hint: put the cursor there and say what to do."""
        device.forget("rules.eight.players")
        word, card = move
        if word == "discard":
            game = self.app.session.game
            hand = game.hands[game.seat]
            # of two equal cards one may be kept
            self.index = 0
            while hand[self.index] != card or self.table.serves[self.index]:
                self.index += 1
            text = say(texts.EIGHT_HINT_DROP)
        else:
            self.index = cards.TOP if card == "discard" else cards.PILE
            text = say(texts.EIGHT_HINT_TOP if card == "discard" else texts.EIGHT_HINT_PILE)
        self._point()
        self.screen.tell(text)

    def _move(self, button):
        """Move the cursor: LEFT and RIGHT along the cards, UP to the card just taken, DOWN to the
        hand."""
        places = 2 if self.taking else HAND + 1
        if button == input.LEFT:
            self.index = (self.index - 1) % places
        elif button == input.RIGHT:
            self.index = (self.index + 1) % places
        elif self.taking:
            return
        elif button == input.UP:
            self.index = HAND
        elif self.index == HAND:
            self.index = HAND - 1
        self.app.ignore_keys_until = False  # A and START now mean the card that was chosen
        self.app.sound.play("move")
        self._keep()
        if self.table.captions is None or not self.taking:
            self._point()
        else:
            self._aim()  # what the keys do stays

    def _keep(self):
        """Answer an open question with no."""
        if self.sure:
            self.sure = False
            self.table.own_hand()
            self.table.show_piles()
            self.table.show_story()
            self._point()

    def _choose(self):
        """Take from the pile under the cursor, or choose the card under it as the discard."""
        app = self.app
        game = app.session.game
        if self.taking:
            self._take()
        elif self.table.serves[self.index] and not self.sure:
            self._ask()
        elif app.session.lesson:  # only the right card can be discarded there
            self._discard()
        else:
            self._keep()
            self.close()
            self.table.show_discarded(self.index, game.hands[game.seat][self.index])
            self.table.keys(say(texts.EIGHT_KEYS_UNDO))
            app.sound.play("place")
            self.until = app.now() + _UNDO_MS[app.settings.get("speed")]
            app.ignore_keys_until_shown()

    def _discard(self):
        app = self.app
        game = app.session.game
        self.until = 0
        refusal = self.screen.discard(game.hands[game.seat][self.index])
        if refusal is not None:
            self._keep()
            self.screen.tell(refused(refusal[1]), True)
            return
        seatcounts.spent(app.session, self.screen.actor, app.now() - self.since)
        self.screen.onward()

    def _take(self):
        app = self.app
        refusal = flow.apply_move(app, ("take", "discard" if self.index == cards.TOP else "pile"))
        if refusal is not None:
            self.screen.tell(refused(refusal[1]), True)
            return
        app.sound.play("draw")
        app.ignore_keys_until_shown()
        flow.save(app)
        self.table.own_hand()
        self.table.show_piles()
        self.table.show_story()
        self._begin()
        if app.notice:
            self.screen.tell(flow.notice(app))

    def _ask(self):
        """Ask before discarding a card that the round needs."""
        self.sure = True
        self.table.own_hand(self.index)
        self.screen.tell(say(texts.EIGHT_ASK_DROP))
        self._point()
