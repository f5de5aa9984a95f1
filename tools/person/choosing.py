"""Choose at random what a person does next: play well or badly, look around, or press any keys."""

import random
from collections.abc import Callable
from typing import Any

from rules import catalogue
from rules.solver import search
from tools.person import laying
from tools.person.screen import Key, Lost, Screen, Way, hold, rest, tap

BUTTONS = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT")
_LIKELY = (3, 4, 3, 4, 5, 2, 2, 2)
_STRAY = 0.004  # share of keys after which the person forgets what they were doing
_FAR = 40  # maximum number of keys to choose a line of a list
# Keys pressed at random on a screen without a list; likely ones several times.
_KEYS = {
    "startdraw": "A A A A B START",
    "score": "A A A LEFT LEFT SELECT UP DOWN START B",
    "statistics": "LEFT RIGHT SELECT SELECT DOWN UP B START",
    "handover": "A A A A B SELECT START",
    "lesson": "A " * 12 + "SELECT B",
    "podium": "A A A UP DOWN LEFT RIGHT A B START SELECT",
    "buttons": " ".join(BUTTONS),
}
_KEYS["rulespages"] = "RIGHT RIGHT RIGHT LEFT DOWN UP A SELECT B"
_KEYS |= dict.fromkeys(("coach", "cardcoach"), "LEFT RIGHT RIGHT A A UP DOWN SELECT B")
_OTHERS = "A A B RIGHT LEFT SELECT START"
_WATCHING = "A A A A LEFT RIGHT B SELECT"
_TURN = "UP DOWN LEFT RIGHT " * 2 + "A A A SELECT B START"
_TYPING = "UP DOWN LEFT RIGHT A A A B START"
_NO_LIST = ("startdraw", "score", "statistics", "buttons")  # their lists have nothing to choose
_NO_WAIT = ("title", "pause", "gamesetup", "handover")  # can be used while they work
# Keys that lead towards the first screen, tried in turn.
_HOMEWARD = {
    "play": ("MENU", "B", "A"),
    "eightscreen": ("MENU", "B", "A"),
    "startdraw": ("START", "A", "B"),
    "handover": ("START", "A"),
    "score": ("B", "START", "A"),
    "gamesetup": ("B",),  # erases letters, too
}
_MOST_HOMEWARD = 75  # maximum number of keys to the first screen


def best_table(screen: Screen, rng: random.Random) -> list[bytes] | None:
    """Return the table of the best play under the rules of Rummikub; None to draw."""
    turn = laying.turn_of(screen)
    rules = catalogue.rules_for(catalogue.ORDER[0])
    table = [bytes(codes) for codes in turn.sets]
    best = search.run(rules, table, bytearray(turn.rack), turn.opened, goal="tiles")
    return best.table if best.laid else None


class Person:
    """Chooses keys by `rng`. best: returns the table to play in a turn, None to draw."""

    def __init__(
        self, rng: random.Random, best: Callable[[Screen, random.Random], Any] = best_table
    ) -> None:
        self.rng = rng
        self.best = best

    def act(self, screen: Screen, mood: str) -> Way:
        """Do one thing in a mood: "play", "look" (leave for another screen soon) or "mash"."""
        if not screen.name:
            return (yield rest(300))
        way = {"play": self.play, "look": self.look, "mash": self.mash}[mood](screen)
        try:
            key = next(way)
            while True:
                screen = yield key
                if self._chance(_STRAY):
                    return screen
                key = way.send(screen)
        except (StopIteration, Lost):
            return screen

    def mash(self, screen: Screen) -> Way:
        """Press, hold or repeat any keys, or pause."""
        rng = self.rng
        draw = rng.random()
        (button,) = rng.choices(BUTTONS, _LIKELY)
        if draw < 0.86:
            yield tap(button, ms=rng.choice((10, 20, 20, 20, 20, 60, 60, 400, 650, 1500)))
        elif draw < 0.92:
            yield tap(button, rng.choice(BUTTONS), ms=rng.choice((10, 60, 700)))
        elif draw < 0.96:
            yield from self._tap(*[button] * rng.randint(2, 8))
        else:
            yield rest(rng.choice((50, 300, 1000, 4000)))

    def play(self, screen: Screen) -> Way:
        """Yield the keys with which a person uses this screen."""
        name = screen.name
        if self._chance(0.04):
            yield from self.mash(screen)
        elif name == "play":
            yield from self._table(screen)
        elif name == "eightscreen":
            yield from self._cards(screen)
        elif screen.busy and name not in _NO_WAIT and not self._chance(0.05):
            yield rest(600)
        elif screen.typed is not None:
            yield self._any_key(_TYPING)
        elif name == "pause" and self._chance(0.35):
            yield tap("START" if screen.has_question else "B")
        elif screen.lines and name not in _NO_LIST:
            yield from self._list(screen)
        else:
            if name == "handover" and self._chance(0.8):
                yield rest(720)  # earlier keys were meant for the screen before
            yield self._any_key(_KEYS.get(name, _OTHERS))

    def look(self, screen: Screen) -> Way:
        """Leave for another screen, or play on."""
        if screen.name in ("play", "eightscreen") and self._chance(0.15):
            yield hold("MENU")
        elif self._chance(0.25):
            yield tap("B")
        elif self._chance(0.15):
            yield tap(self.rng.choice(("START", "SELECT")))
        else:
            yield from self.play(screen)

    def home(self, screen: Screen) -> Way:
        """Yield the keys that lead to the first screen. Raises Lost if none do."""
        tried: dict[str, int] = {}
        for _ in range(_MOST_HOMEWARD):
            name = screen.name
            if name == "title":
                return screen
            if name == "pause" and screen.has_question:
                screen = yield tap("B")
                continue
            if name == "pause" and screen.exit_line is not None:
                screen = yield from self._to(screen, screen.exit_line)
                keys: tuple[str, ...] = ("A",)
            else:
                keys = _HOMEWARD.get(name, ("B", "B", "START", "A"))
            number = tried[name] = tried.get(name, -1) + 1
            button = keys[number % len(keys)]
            screen = yield hold(button) if button == "MENU" else tap(button)
            screen = yield rest(60 if number < 8 else 2000)
        raise Lost("No way leads back to the first screen.")

    # -- helpers

    def _tap(self, *buttons: str) -> Way:
        """Tap buttons one after another."""
        for button in buttons:
            screen = yield tap(button)
        return screen

    def _any_key(self, keys: str) -> Key:
        return tap(self.rng.choice(keys.split()))

    def _chance(self, share: float) -> bool:
        return self.rng.random() < share

    # -- lists and pads

    def _list(self, screen: Screen) -> Way:
        """Choose a line of a list, then open it or change its value. The first line of the first
        screen, the game to go on with, is likely."""
        rng, title = self.rng, screen.name == "title"
        first = title and self._chance(0.3)
        yield from self._to(screen, 0 if first else rng.randrange(screen.lines))
        draw = rng.random()
        if draw < (0.95 if title else 0.6):
            yield tap("A")
        elif draw < 0.9:
            yield from self._tap(*[rng.choice(("LEFT", "RIGHT"))] * rng.randint(1, 4))
        else:
            yield self._any_key("B START SELECT")

    def _to(self, screen: Screen, line: int) -> Way:
        """Move to a line of the list on show."""
        name = screen.name
        for _ in range(_FAR):
            if screen.name != name or not screen.lines:
                break
            if screen.chosen == line:
                return screen
            screen = yield tap("DOWN" if screen.chosen < line else "UP", ms=10)
        raise Lost("Line %d is not reached." % line)

    # -- at the table

    def _table(self, screen: Screen) -> Way:
        """Play a turn, or wait for the others'."""
        if screen.activity == "watch" and not self._chance(0.3):
            yield self._any_key(_WATCHING)
        elif screen.activity == "turn" and screen.has_question:
            yield tap("START") if self._chance(0.7) else tap(self.rng.choice(BUTTONS))
        elif screen.activity == "turn" and not screen.busy:
            plans: tuple = ((6, self._blindly), (4, self._give_up), (1, self._open_menu))
            plans += ((10, self._play_well), (6, self._play_badly), (2, self._hint))
            (plan,) = self.rng.choices([plan for _, plan in plans], [share for share, _ in plans])
            yield from plan(screen)
        else:
            yield from self._wait()

    def _wait(self) -> Way:
        """Wait for another player or a search, with an impatient key now and then."""
        if self._chance(0.6):
            yield rest(self.rng.choice((60, 300, 300, 1000)))
        else:
            yield tap(self.rng.choice(("A", "A", "A", *BUTTONS)))

    def _open_menu(self, screen: Screen) -> Way:
        return (yield hold("MENU"))

    def _give_up(self, screen: Screen) -> Way:
        """Play nothing: draw, or pass."""
        turn = laying.turn_of(screen)
        if any(turn.rack_flags) or turn.picked:
            yield hold("B")
        yield from self._tap("START", "A")

    def _hint(self, screen: Screen) -> Way:
        """Ask for hints, one after the other."""
        for _ in range(self.rng.randint(1, 3)):
            if screen.activity != "turn":
                return screen
            screen = yield hold("HINT")
            for _ in range(40):
                if not screen.busy:
                    break
                screen = yield rest(200)
        if self._chance(0.5):
            screen = yield tap(self.rng.choice(BUTTONS))
        return screen

    def _blindly(self, screen: Screen) -> Way:
        """Press keys of a turn at random; A, held, takes a whole set."""
        for _ in range(self.rng.randint(3, 14)):
            yield hold("A") if self._chance(0.1) else self._any_key(_TURN)

    def _play_well(self, screen: Screen) -> Way:
        """Play the best table; seldom stop before the turn ends."""
        target = self.best(screen, self.rng)
        if target is None:
            yield from self._give_up(screen)
            return
        try:
            yield from laying.arrange(screen, target)
        except Lost:  # tiles lie elsewhere: start over
            yield hold("B")
            return
        if self._chance(0.9):
            yield tap("START")

    def _play_badly(self, screen: Screen) -> Way:
        """Move tiles from anywhere to anywhere."""
        rng = self.rng
        for _ in range(rng.randint(1, 3)):
            for _ in range(rng.randint(1, 3)):
                turn = laying.turn_of(screen)
                if turn.rack and (self._chance(0.75) or not turn.sets):
                    screen = yield from laying.pick(screen, None, rng.randrange(len(turn.rack)))
                elif turn.sets:
                    screen = yield from laying.pick(screen, *self._any_tile(turn))
            turn = laying.turn_of(screen)
            if turn.sets and self._chance(0.6):
                screen = yield from laying.to_table(screen, *self._any_tile(turn))
            elif turn.picked and self._chance(0.5):
                screen = yield from laying.to_place(screen)
            screen = yield from self._tap(*["SELECT"] * rng.choice((1, 1, 1, 2, 3)))
        if self._chance(0.5):
            yield from self._tap("START", *self._any_key(_TURN).buttons)

    def _any_tile(self, turn):
        """Return (set, tile) on the table."""
        which = self.rng.randrange(len(turn.sets))
        return which, self.rng.randrange(len(turn.sets[which]))

    def _cards(self, screen: Screen) -> Way:
        """Draw a card and discard one."""
        if screen.activity != "turn":
            yield from self._wait()
        elif self._chance(0.1):
            yield tap(self.rng.choice(BUTTONS))
        elif screen.taking:
            if self._chance(0.3):
                yield self._any_key("LEFT RIGHT")
            yield tap("A")
        else:
            for _ in range(self.rng.randrange(8)):
                yield self._any_key("LEFT RIGHT")
            yield from self._tap("A", *self.rng.choice((["A"], [])))
