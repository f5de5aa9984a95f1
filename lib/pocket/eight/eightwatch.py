"""Play and show a computer's turn in 8 Round Rummy: it thinks, a card moves from a pile to its
seat, another from there to the discards.

Any key skips the movement. Then LEFT shows earlier lines of the story, RIGHT later ones, A goes on.

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

_STEPS = 3  # of a moving card
# by the setting "speed": a step, and how long the end of the turn stays on show
_STEP_MS = (0, 250, 150, 60)
_REST_MS = (0, 2000, 900, 300)


class Watch:
    """Run a computer's turn. until: when the game goes on; 0: a thought or a movement runs; -1:
    when a key is pressed."""

    def __init__(self, screen: "Screen") -> None:
        self.screen = screen
        self.app = screen.app
        self.table = screen.table
        self.speed = self.app.settings.get("speed")
        self.until = 0
        self.back = self.before = 0  # lines of the story: scrolled back, left before these
        self.step = 0
        piles = self.table.piles
        self.card = cards.Cards(self.app, 1, piles.x, piles.y, 0, piles)
        self.table.group.append(self.card.group)
        self._think()

    def close(self) -> None:
        """Remove the card that moves."""
        self.table.group.remove(self.card.group)

    def _think(self):
        session = self.app.session
        game = session.game
        # seeded by public facts only, so that a replayed game takes the same course
        seed = len(game.pile) << 12 | game.turns << 1 | (game.taken != NONE)
        level = session.people[game.seat][0]
        plain = ("take", "pile") if game.taken == NONE else ("discard", game.taken)
        if self.app.failures.idle:
            worker = base.done(plain)
        else:
            habits = session.habits[game.seat]
            worker = players.choose(level, game.view(game.seat), seed, habits)
        self.screen.work(worker)
        self.table.keys(say(texts.PLAY_HOLD_MENU, self.app.keys.menu_key))

    def worked(self, move: tuple) -> None:
        """Apply the computer's move and start to move its card."""
        game = self.app.session.game
        table = self.table
        if move[0] == "discard":
            self.screen.discard(move[1])
            self._set_off(move[1], cards.TOP, True)
            return
        if flow.apply_move(self.app, move) is not None:
            flow.apply_move(self.app, ("take", "pile"))
        self.app.sound.play("draw")
        table.show_piles()
        if game.from_pile:
            self._set_off(cards.BACK, cards.PILE, False)
        else:
            self._set_off(game.taken, cards.TOP, False)

    # -- the card that moves

    def _set_off(self, code, pile, to_pile):
        """Start to move a card between a pile and the seat that plays."""
        table = self.table
        self.card.set(0, code)
        seat = table.seats[self.screen.actor].grid
        ends = [
            (table.piles.x + pile * table.piles.step, table.piles.y),
            (seat.x, min(seat.y, table.low - self.card.h)),
        ]
        if to_pile:
            ends.reverse()
        self.start, self.end = ends
        self.to_pile = to_pile
        self.step = 0
        self._move()

    def _move(self):
        """Move the card by one step."""
        self.step += 1
        group = self.card.group
        group.x = self.start[0] + (self.end[0] - self.start[0]) * self.step // (_STEPS + 1)
        group.y = self.start[1] + (self.end[1] - self.start[1]) * self.step // (_STEPS + 1)
        self.due = self.app.now() + _STEP_MS[self.speed]

    def _land(self):
        """End the movement: think about the discard, or end the turn."""
        self.step = 0
        self.card.blank(0)
        table = self.table
        if self.to_pile:
            self.app.sound.play("place")
            table.show_piles()
            self._rest()
        else:
            table.show_story()
            self._think()

    def _rest(self):
        """Leave the finished turn on show for a while; news that need a key follow at once."""
        app = self.app
        self.before = self.table.show_story()
        self.until = app.now() + _REST_MS[self.speed]
        self._say_keys()
        for event in self.screen.news[0]:
            if event[0] in ("win", "nobody", "reverse"):
                self.until = app.now()

    def _say_keys(self):
        if self.back:
            text = texts.EIGHT_KEYS_BEFORE
        elif self.before:
            text = texts.EIGHT_KEYS_REST
        else:
            text = texts.EIGHT_KEYS_ON
        self.table.keys(say(text))

    # -- keys and time

    def key(self, button: int, kind: int) -> None:
        """Sort with SELECT, scroll the story with LEFT and RIGHT, skip or go on with any other."""
        if button == input.SELECT and kind == input.PRESS and self.app.session.viewer is not None:
            self.screen.sort()
        elif self.until and button in (input.LEFT, input.RIGHT):
            self._look(1 if button == input.LEFT else -1)
        elif kind != input.PRESS:
            return
        elif self.step:
            self.step = _STEPS
            self.due = 0
        elif self.until:
            self.screen.onward()

    def _look(self, lines):
        """Show earlier or later lines of the story."""
        self.until = -1
        if lines < 0 or self.before:
            self.back = max(0, self.back + lines)
            self.before = self.table.show_story(self.back)
            self._say_keys()

    def tick(self, now: int) -> bool:
        """Advance the movement by a step, or go on when the time is over."""
        if self.step:
            if now < self.due:
                return False
            if self.step < _STEPS:
                self._move()
            else:
                self._land()
            return True
        if self.until > 0 and now >= self.until:
            self.screen.onward()
            return True
        return False
