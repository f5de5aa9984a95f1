"""Play and show a computer's turn in 8 Round Rummy: it thinks, a card moves from a pile to its
seat, another from there to the discards. A key skips the movement, then the pause after it.

Keeps: CARDS rules.eight.players
"""

from pocket.app import flow, input
from pocket.eight import cards
from pocket.made import texts
from pocket.ui.words import say

from rules import base
from rules.eight import players
from rules.eight.cards import NONE

if False:  # for type checkers
    from pocket.eight.eightscreen import Screen

_STEPS = 4  # steps of a moving card
# By the setting "speed", in ms: a step, and how long the finished turn stays on show.
_STEP_MS = (0, 250, 150, 60)
_REST_MS = (0, 2000, 900, 300)


class Watch:
    """Run a computer's turn. step: how many steps the card has moved, 0 if none is moving. due:
    time of its next step. until: when the game goes on, 0 while the computer thinks or a card
    moves."""

    def __init__(self, screen: "Screen") -> None:
        self.screen = screen
        self.app = screen.app
        self.speed = self.app.settings.get("speed")
        self.ends_at = self.step = self.due = 0
        piles = self.screen.piles
        self.card = cards.Cards(self.app, 1, piles.x, piles.y, 0, piles)
        self.screen.group.append(self.card.group)
        self._think()

    def close(self) -> None:
        self.screen.group.remove(self.card.group)

    def _think(self):
        session = self.app.session
        game = session.game
        # Seeded by public facts, so that the same game replayed has the same moves.
        seed = len(game.pile) << 12 | game.turns << 1 | (game.taken != NONE)
        if self.app.failures.thinking_failed:
            worker = base.wrap(("take", "pile") if game.taken == NONE else ("discard", game.taken))
        else:
            level = session.people[game.seat][0]
            habits = session.habits[game.seat]
            worker = players.choose(level, game.view(game.seat), seed, habits)
        self.screen.work(worker)
        self.screen.keys(say(texts.PLAY_HOLD_MENU, self.app.keys.menu_key))

    def worked(self, move: tuple) -> None:
        """Apply the computer's move and start to move its card."""
        game = self.app.session.game
        if move[0] == "discard":
            self.screen.discard(move[1])
            self._set_off(move[1], cards.TOP, True)
            return
        flow.apply_move(self.app, move)
        self.app.sound.play("draw")
        self.screen.show_piles()
        if game.from_pile:
            self._set_off(cards.BACK, cards.PILE, False)
        else:
            self._set_off(game.taken, cards.TOP, False)

    def _set_off(self, code, pile, to_pile):
        """Start to move card `code` from a pile to the seat that plays, or back if `to_pile`."""
        screen = self.screen
        self.card.set(0, code)
        seat = screen.seats[self.screen.actor].grid
        ends = [screen.piles.corner(pile), (seat.x, min(seat.y, screen.low - self.card.h))]
        if to_pile:
            ends.reverse()
        self.ends = ends
        self.to_pile = to_pile
        self._move()

    def _move(self):
        """Move the card by one step; the last one ends the movement."""
        self.step += 1
        if self.step == _STEPS:
            self._land()
            return
        group = self.card.group
        (x, y), (end_x, end_y) = self.ends
        group.x = x + (end_x - x) * self.step // _STEPS
        group.y = y + (end_y - y) * self.step // _STEPS
        self.due = self.app.now() + _STEP_MS[self.speed]

    def _land(self):
        """End the movement: think about the discard, or leave the finished turn on show for a
        while."""
        self.step = 0
        self.card.set(0, NONE)
        screen = self.screen
        screen.show_story()
        if not self.to_pile:
            self._think()
            return
        self.app.sound.play("place")
        screen.show_piles()
        screen.keys(say(texts.EIGHT_KEYS_ON))
        self.ends_at = self.app.now() + _REST_MS[self.speed]

    def key(self, button: int, kind: int) -> None:
        """Sort with SELECT; skip the movement, or go on, with any other."""
        if kind != input.PRESS:
            return
        if button == input.SELECT:
            if self.app.session.viewer is not None:
                self.screen.sort()
        elif self.step:
            self.step = _STEPS - 1
            self.due = 0
        elif self.ends_at:
            self.screen.continue_game()

    def tick(self, now: int) -> bool:
        """Move the card by a step, or go on when the time is over."""
        if self.step:
            if now < self.due:
                return False
            self._move()
            return True
        if self.ends_at and now >= self.ends_at:
            self.screen.continue_game()
            return True
        return False
