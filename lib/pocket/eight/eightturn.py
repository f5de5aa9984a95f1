"""Play a person's turn in 8 Round Rummy: take a card from one of the piles, then discard one.

LEFT and RIGHT move along the piles or the cards, A takes or discards, START draws or discards,
SELECT sorts the hand by the goal or by shape; held it gives a hint. A discard is shown for a while
before it is made; until then B takes it back.

Keeps: CARDS
"""

from pocket.app import device, draw, flow, input
from pocket.eight import cards
from pocket.games import seatcounts
from pocket.made import texts
from pocket.ui.words import refusal_text, say

from rules.eight.cards import HAND, NONE, REVERSE

# by the setting "speed": how long a discard can be taken back
_UNDO_MS = (2000, 2000, 1200, 800)

if False:  # for type checkers
    from pocket.eight.eightscreen import Screen


class Turn:
    """Run the turn of the game's seat.

    taking: no card has been taken yet. index: the pile, or the card (HAND: the one just taken),
    under the cursor. discard_at: when that card, already shown on the discard pile, is discarded;
    0: none is. next_name: of the player to whom a Reverse & New Hand gives a new hand.
    """

    def __init__(self, screen: "Screen") -> None:
        self.screen = screen
        self.app = screen.app
        self.discard_at = 0
        self.sorted = False  # the line of keys says how the hand was sorted
        self.started = self.app.now()  # in ms
        self.app.ignore_keys_until_shown()
        session = self.app.session
        game = session.game
        self.next_name = session.people[(game.seat - game.direction) % game.seats][1]
        self._begin()
        if session.lesson or seatcounts.Tally(session, screen.actor).turns:
            return
        if session.station is not None:
            from pocket.learn import goals

            screen.tell(goals.describe_current(self.app)[0])
            device.forget("pocket.learn.goals")
        elif REVERSE in bytes(game.hands[game.seat]):
            screen.tell(say(texts.EIGHT_ARROWS, self.next_name))

    def _begin(self):
        self.taking = self.app.session.game.taken == NONE
        self.index = cards.PILE if self.taking else HAND
        self._show_cursor()

    def close(self) -> None:
        self.screen.frame.hide()

    def tick(self, now: int) -> bool:
        """Make the discard once it can no longer be taken back; animate the cursor."""
        if self.discard_at:
            if now < self.discard_at:
                return False
            self._discard()
            return True
        return draw.breathe(self.screen.frame.palette, now - self.app.last_press_at)

    def _show_cursor(self):
        """Move the cursor to `index` and name the keys that work there."""
        screen = self.screen
        row = screen.piles if self.taking else screen.hand
        screen.frame.move_to(*row.corner(self.index))
        if self.taking:
            pile = texts.EIGHT_PILE if self.index == cards.PILE else texts.EIGHT_OPEN
            text = say(texts.EIGHT_KEYS_TAKE, say(pile))
        else:
            session = self.app.session
            game = session.game
            card = game.hands[game.seat][self.index]
            # Moving in the hand does not paint the line anew.
            text = say(texts.EIGHT_KEYS_DROP, cards.card_text(card) if self.index == HAND else "")
            if card == REVERSE:
                text = draw.KEY_A + " " + say(texts.EIGHT_NEW_HAND, self.next_name)
        self.screen.keys(text)

    # -- keys

    def key(self, button: int, kind: int) -> None:
        if self.app.ignore_keys_until is True:  # the player cannot have seen the new state yet
            return
        screen = self.screen
        if self.discard_at:  # a discard is shown but not made
            if kind == input.PRESS and button == input.B:
                self.discard_at = 0
                self.app.sound.play("undo")
                screen.show()
                self._show_cursor()
            elif button in (input.A, input.START):
                self._discard()
            return
        if screen.worker is not None:  # the computer is searching for a hint
            if button == input.B:
                screen.work(None)
                self._show_cursor()
            return
        if self.screen.message:
            self.screen.show_story()
        has_sorted, self.sorted = self.sorted, False
        if button <= input.RIGHT:
            self._move(button)
        elif button == input.SELECT and kind == input.LONG:
            if has_sorted:  # undo the sort triggered by the start of this long press
                screen.sort()
                self._show_cursor()
            self._hint()
        elif kind != input.PRESS:
            return
        elif button == input.A or button == input.START:  # START draws, or ends the turn
            if button == input.START and self.taking:
                self.index = cards.PILE
                self._show_cursor()
            self._choose()
        elif button == input.SELECT:
            screen.sort()
            self.sorted = True
        elif self.taking:
            menu = say(texts.PLAY_HOLD_MENU, self.app.keys.menu_key)
            screen.tell(say(texts.PLAY_NO_STEP) + " " + menu, True)
        else:
            screen.tell(say(texts.EIGHT_MUST_DROP), True)

    def _hint(self):
        session = self.app.session
        screen = self.screen
        from pocket.ui import hints

        why = texts.PLAY_NO_HINT if session.lesson else hints.refused(self.app)
        if why:
            screen.tell(say(why, self.app.keys.hint_key), True)
        else:
            from rules.eight import players

            self.screen.keys(say(texts.PLAY_HINT_THINKS))
            screen.work(players.hint(session.game.view(session.game.seat)))

    def worked(self, move: tuple) -> None:
        """Show the hint: put the cursor there and say what to do."""
        device.forget("rules.eight.players")
        word, card = move
        if word == "discard":
            game = self.app.session.game
            hand = game.hands[game.seat]
            self.index = 0  # prefer, of two equal cards, one that the round does not need
            while hand[self.index] != card or self.screen.serves[self.index]:
                self.index += 1
            text = say(texts.EIGHT_HINT_DROP)
        else:
            self.index = cards.TOP if card == "discard" else cards.PILE
            text = say(texts.EIGHT_HINT_TOP if card == "discard" else texts.EIGHT_HINT_PILE)
        self._show_cursor()
        from pocket.ui import hints

        self.screen.tell(hints.counted(self.app, text))

    def _move(self, button):
        """Move the cursor by LEFT and RIGHT along the cards."""
        if button >= input.LEFT:
            step = 1 if button == input.RIGHT else -1
            self.index = (self.index + step) % (2 if self.taking else HAND + 1)
            self.app.sound.play("move")
            self._show_cursor()

    def _choose(self):
        """Take from the pile under the cursor, or choose the card under it as the discard."""
        app = self.app
        game = app.session.game
        if self.taking:
            self._take()
        elif app.session.lesson:  # a lesson accepts the right card only: no need to take it back
            self._discard()
        else:
            self.close()
            self.screen.show_discarded(self.index, game.hands[game.seat][self.index])
            self.screen.keys(say(texts.EIGHT_KEYS_UNDO))
            app.sound.play("place")
            self.discard_at = app.now() + _UNDO_MS[app.settings.get("speed")]
            app.ignore_keys_until_shown()

    def _discard(self):
        app = self.app
        game = app.session.game
        self.discard_at = 0
        refusal = self.screen.discard(game.hands[game.seat][self.index])
        if refusal is not None:
            self.screen.tell(refusal_text(refusal[1]), True)
            return
        seatcounts.add_time(app.session, self.screen.actor, app.now() - self.started)
        self.screen.continue_game()

    def _take(self):
        app = self.app
        refusal = flow.apply_move(app, ("take", "discard" if self.index == cards.TOP else "pile"))
        if refusal is not None:
            self.screen.tell(refusal_text(refusal[1]), True)
            return
        app.sound.play("draw")
        app.ignore_keys_until_shown()
        flow.save(app)
        self.screen.show()
        self._begin()
        if app.session.game.taken == REVERSE:
            self.screen.tell(say(texts.EIGHT_ARROWS, self.next_name))
        if app.notice:
            self.screen.tell(app.take_notice())
