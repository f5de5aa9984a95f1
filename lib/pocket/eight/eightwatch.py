"""A computer's turn in 8 Round Rummy, shown as it happens: it thinks, a card goes from a pile to
its seat, another one from there to the discards.

Any key hurries. Then LEFT shows what happened before, RIGHT what came after it, A goes on.

Keeps: CARDS rules.eight.players
"""

from pocket.app import flow, input
from pocket.eight import cards
from pocket.made import texts
from pocket.ui.words import say

from rules import slices
from rules.eight import players
from rules.eight.cards import NONE

if False:  # for type checkers
    from pocket.eight.eightscreen import Screen

_STEPS = 3  # of a card on its way
# by the setting "speed": of each step, and how long the turn's end is left on show
_STEP_MS = (0, 250, 150, 60)
_REST_MS = (0, 2000, 900, 300)


class Watch:
    """The turn of a computer. until: when it goes on of itself; 0: it thinks, or a card is on its
    way; -1: at a key."""

    def __init__(self, screen: "Screen") -> None:
        self.screen = screen
        self.app = screen.app
        self.table = screen.table
        self.speed = self.app.settings.get("speed")
        self.until = 0
        self.back = self.before = 0  # lines of the story: looked back, to be seen before these
        self.step = 0
        piles = self.table.piles
        self.card = cards.Cards(self.app, 1, piles.x, piles.y, 0, piles)
        self.table.group.append(self.card.group)
        self._think()

    def close(self) -> None:
        """Another part begins, or another screen comes."""
        self.table.group.remove(self.card.group)

    def _think(self):
        sitting = self.app.sitting
        game = sitting.game
        # a seed of what is public: the same game goes the same way again
        seed = len(game.pile) << 12 | game.turns << 1 | (game.taken != NONE)
        level = sitting.people[game.seat][0]
        plain = ("take", "pile") if game.taken == NONE else ("discard", game.taken)
        idle = self.app.mishaps.idle
        if idle:
            worker = slices.done(plain)
        else:
            habits = sitting.habits[game.seat]
            worker = players.choose(level, game.view(game.seat), seed, habits)
        self.screen.work(worker)
        self.table.keys(say(texts.PLAY_HOLD_MENU, self.app.keys.menu_key))

    def worked(self, move: tuple) -> None:
        """The computer has chosen: its card sets off."""
        game = self.app.sitting.game
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
            self._set_off(NONE, cards.PILE, False)
        else:
            self._set_off(game.taken, cards.TOP, False)

    # -- a card on its way

    def _set_off(self, code, pile, to_pile):
        """A card (NONE: its back) sets off, between a pile and the seat that plays."""
        table = self.table
        if code == NONE:
            self.card.set(0, cards.BACK)
        else:
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
        """One step on."""
        self.step += 1
        group = self.card.group
        group.x = self.start[0] + (self.end[0] - self.start[0]) * self.step // (_STEPS + 1)
        group.y = self.start[1] + (self.end[1] - self.start[1]) * self.step // (_STEPS + 1)
        self.due = self.app.now() + _STEP_MS[self.speed]

    def _land(self):
        """The card has come to where it goes."""
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
        """The turn is over and is left on show for a while; news that need a key come at once."""
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
        """SELECT sorts, LEFT and RIGHT go through the story; any other key hurries or goes on."""
        if button == input.SELECT and kind == input.PRESS and self.app.sitting.viewer is not None:
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
        """The next step, or on."""
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
