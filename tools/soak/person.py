"""A person at a handheld, by chance: who plays rightly and wrongly, looks into everything, or only
mashes the keys."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from rules import catalogue
from rules import codes as deals
from rules.tilegame import melds, tiles
from tools.soak.laying import Laying

KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT")
_LIKELY = (3, 4, 3, 4, 5, 2, 2, 2)
ARROWS = KEYS[:4]
_FAR = 30  # keys after which a person gives a way up
_ACTIONS = (15, 60)  # as many until the mood changes
_THOUGHTS = 4000  # slices of a computer's thought, for whoever wants to play rightly
# Screens where one of these keys is pressed, the likely ones named more often.
_ANY_OF = {
    "startdraw": "A A A A B START",
    "score": "A A A LEFT LEFT SELECT UP DOWN START B",
    "statistics": "LEFT RIGHT SELECT SELECT DOWN UP B START",
}


class _Gone(Exception):
    """What the person was at is no more on show."""


class _Lost(_Gone):
    """A tile is not where it should be."""


class Person(Laying):
    """Presses keys of a Sitting, or of what answers as one (device.Board). moods: how likely each
    is (mash, look, play)."""

    far = _FAR
    lost = _Lost

    def __init__(self, sitting: Any, rng: random.Random, moods: Sequence[int] = (1, 2, 5)) -> None:
        self.sitting = sitting
        self.rng = rng
        self.moods = moods
        self.mood: Callable | None = None
        self.left = 0
        self._at = {
            "title": self._title,
            "play": self._table,
            "eightscreen": self._cards,
            "handover": self._handover,
            "podium": self._hurry,
            "pause": self._pause,
            "coach": self._coach,
            "cardcoach": self._coach,
            "cardturns": self._pages,
            "lesson": self._lesson,
            "puzzles": self._list,
            "rulespages": self._pages,
            "buttons": self._mash,
            "selftest": self._selftest,
            "selfwork": self._coach,
            "learnbuttons": self._learn,
            "typecode": self._code,
        }
        self._turn = {
            "personturn": self._hand,
            "think": self._hurry,
            "asksolver": self._hurry,
            "watch": self._watch,
            "ending": self._hurry,
            "stamp": self._hurry,
        }

    # -- what a person does

    def act(self) -> None:
        """Something: a key or many. Raises sitting.Fault; Stopped where the power goes."""
        rng = self.rng
        if self.sitting.screen is None:
            self.sitting.wait(300)  # it is being made
            return
        if not self.left:
            self.left = rng.randint(*_ACTIONS)
            self.mood = rng.choices((self._mash, self._look, self._play), self.moods)[0]
        self.left -= 1
        try:
            self.mood()
        except _Gone:
            pass

    def _key(self, *keys):
        for key in keys:
            self.sitting.press(key)

    def _any_of(self, keys):
        """One of the keys of a text."""
        self._key(self.rng.choice(keys.split()))

    def _chance(self, share):
        return self.rng.random() < share

    def _mash(self):
        """Any key, in any way."""
        rng, sitting = self.rng, self.sitting
        what = rng.random()
        key = rng.choices(KEYS, _LIKELY)[0]
        if what < 0.8:
            sitting.press(key, rng.choice((10, 20, 20, 20, 60)))
        elif what < 0.86:
            sitting.press(key, rng.choice((400, 650, 900, 1500)))
        elif what < 0.92:
            sitting.both(key, rng.choice(KEYS), rng.choice((10, 60, 700)))
        elif what < 0.96:
            for _ in range(rng.randint(2, 8)):
                sitting.press(key, 10)
        else:
            sitting.wait(rng.choice((50, 300, 1000, 4000)))

    def _play(self):
        """What the screen is for."""
        if self._chance(0.04):
            self._mash()
        elif self.sitting.of_screen("pad") and self.sitting.name in ("settingsmenu", "gamesetup"):
            self._name()
        elif self.sitting.name in _ANY_OF:
            self._any_of(_ANY_OF[self.sitting.name])
        else:
            self._at.get(self.sitting.name, self._list)()

    def _look(self):
        """Here and there: another screen as soon as may be."""
        name = self.sitting.name
        if name in ("play", "eightscreen") and self._chance(0.15):
            self._key("MENU")
        elif self._chance(0.25):
            self._key("B")
        elif self._chance(0.15):
            self._key(self.rng.choice(("START", "SELECT")))
        else:
            self._play()

    # -- lists

    def _list(self):
        """Choose a line of the list on show, and go there or change it."""
        rng = self.rng
        shown = self.sitting.of_screen("list")
        if not shown:
            self._any_of("A A B RIGHT LEFT SELECT START")
            return
        self._to(rng.randrange(shown.count))
        what = rng.random()
        if what < 0.6:
            self._key("A")
        elif what < 0.9:
            self._key(*[rng.choice(("LEFT", "RIGHT"))] * rng.randint(1, 4))
        else:
            self._key(rng.choice(("B", "START", "SELECT")))

    def _to(self, line):
        """Go to a line of the list."""
        sitting = self.sitting
        screen = sitting.screen
        for _ in range(_FAR):
            shown = vars(screen).get("list")
            if sitting.screen is not screen or not shown:
                raise _Gone()
            if shown.chosen == line:
                return
            sitting.press("DOWN" if shown.chosen < line else "UP", 10)

    def _title(self):
        """A line of the first menu; games and what is learned more than the rest."""
        shown = self.sitting.screen.list
        if self._chance(0.05):
            self._key("SELECT")
            return
        line = self.rng.randrange(shown.count)
        if self._chance(0.3):
            line = 0
        self._to(line)
        self._key("A")

    def _name(self):
        """Write a name."""
        for _ in range(self.rng.randint(0, 9)):
            self._key(self.rng.choice(ARROWS + ("A", "A", "A", "B")))
        if self._chance(0.5):
            self._key("START")

    def _code(self):
        """Type the code of some game, mostly rightly, and begin it or not."""
        rng, sitting = self.rng, self.sitting
        screen = sitting.screen
        seats = rng.randint(1, 3)
        levels = [""] + [rng.choice(catalogue.LEVELS) for _ in range(seats)]
        code, _ = deals.encode(rng.choice(catalogue.ORDER), levels, {}, rng.randrange(1 << 30))
        while sitting.screen is screen and screen.pad and screen.pad.text:
            self._key("B")
        for letter in code:
            while sitting.screen is screen and screen.pad:
                if deals.LETTERS[screen.pad.letter : screen.pad.letter + 1] == letter:
                    break
                self._key("RIGHT")
            self._key("A" if self._chance(0.99) else "B")
        self._key("A", rng.choice(("A", "A", "B")))

    def _pages(self):
        """Turn pages."""
        if self.sitting.of_screen("list"):
            self._list()
        else:
            self._any_of("RIGHT RIGHT RIGHT LEFT DOWN UP A SELECT B")

    def _pause(self):
        """The menu of a game: mostly on, at times out."""
        if self._chance(0.35):
            self._key("B")
            return
        if self.sitting.screen.sure and self._chance(0.5):
            self._key("START")
            return
        self._list()

    def _selftest(self):
        """Answer what is asked, press what is to be pressed."""
        if self.sitting.screen.pad is not None:
            self._key(*KEYS)
        else:
            self._any_of("A A A B")

    def _learn(self):
        """Press all buttons as it is asked, or wrongly."""
        if self._chance(0.7):
            self.sitting.learn()
        elif self._chance(0.7):
            self._mash()
        else:
            self.sitting.wait(31000)

    # -- around a game

    def _handover(self):
        if self._chance(0.8):
            self.sitting.wait(720)
        self._any_of("A A A A B SELECT START")

    def _coach(self):
        """Wait for it, go through the turns."""
        screen = self.sitting.screen
        for _ in range(8):
            if not screen.busy or self._chance(0.05):
                break
            self.sitting.wait(300)
            if self.sitting.screen is not screen:
                return
        self._any_of("LEFT RIGHT RIGHT A A UP DOWN SELECT B")

    def _lesson(self):
        if self.sitting.of_screen("list"):
            self._list()
        else:
            self._any_of("A " * 12 + "SELECT B")

    # -- at the table

    def _table(self):
        self._turn.get(self.sitting.doing, self._hurry)()

    def _hurry(self):
        """Somebody else is at it: wait, hurry, look round."""
        if self._chance(0.6):
            self.sitting.wait(self.rng.choice((60, 300, 300, 1000)))
        else:
            self._key(self.rng.choice(("A", "A", "A") + KEYS))

    def _watch(self):
        """A move is shown."""
        if self._chance(0.3):
            self.sitting.wait(300)
        else:
            self._any_of("A A A A LEFT RIGHT B SELECT")

    def _hand(self):
        """A turn of one's own."""
        rng = self.rng
        hand = self._here()
        if hand.screen.asks:
            self._key("START" if self._chance(0.7) else rng.choice(KEYS))
            return
        if hand.screen.worker is not None:
            self._hurry()
            return
        plans = (
            (10, self._rightly),
            (6, self._wrongly),
            (3, self._elsewhere),
            (3, self._give_up),
            (2, self._hint),
            (2, self._undo),
            (2, self._sort),
            (1, self._menu),
            (2, self._hold),
            (1, self._mash_start),
        )
        rng.choices([plan for _, plan in plans], [share for share, _ in plans])[0]()

    def _here(self):
        """The person's hand, which is still on show."""
        if self.sitting.name != "play" or self.sitting.doing != "personturn":
            raise _Gone()
        return self.sitting.part

    def _menu(self):
        self._key("MENU")

    def _mash_start(self):
        for _ in range(self.rng.randint(2, 6)):
            self._key("START")

    def _give_up(self):
        """Nothing of one's own: draw, or pass."""
        if self._here().turn.laid:
            self.sitting.long("B")
        self._key("START")
        self._key("A")

    def _hint(self):
        for _ in range(self.rng.randint(1, 3)):
            self._here()
            self.sitting.long("SELECT")
            for _ in range(20):
                if self._here().screen.worker is None:
                    break
                self.sitting.wait(200)
        if self._chance(0.5):
            self._key(self.rng.choice(KEYS))

    def _undo(self):
        for _ in range(self.rng.randint(1, 5)):
            self._here()
            self._key("B")

    def _sort(self):
        self._key(*["SELECT"] * self.rng.randint(1, 3))

    def _hold(self):
        """The best set of the rack, or the rest of one on the table."""
        hand = self._here()
        if self._chance(0.5) and hand.turn.rack:
            self.to_rack(self.rng.randrange(len(hand.turn.rack)))
        else:
            self._to_any_set()
        self.sitting.long("A")
        self._here()
        if self._chance(0.7):
            self._put()

    def _rightly(self):
        """What a computer would play, at times not to its end."""
        target = self._target(self.sitting.app.sitting.game)
        if target is None:
            self._give_up()
            return
        try:
            self.reach(target)
        except _Lost:  # it lies somewhere else: begin again
            self.sitting.long("B")
            return
        if self._chance(0.9):
            self._key("START")

    def _target(self, game):
        """The table as a computer would leave it, or None where it would draw."""
        players = catalogue.players(game.rules["game"])
        level = self.rng.choice(("easy", "easy", "normal", "hard"))
        move = None
        thought = players.choose(level, game.view(game.seat), self.rng.getrandbits(20))
        try:
            for _ in range(_THOUGHTS):
                next(thought)
        except StopIteration as end:
            move = end.value
        return [bytes(codes) for codes in move[1]] if move and move[0] == "play" else None

    def _wrongly(self):
        """Tiles from anywhere to anywhere."""
        rng = self.rng
        for _ in range(rng.randint(1, 3)):
            for _ in range(rng.randint(1, 3)):
                turn = self._here().turn
                if turn.rack and self._chance(0.75) or not turn.sets:
                    if turn.rack:
                        self.pick(None, rng.randrange(len(turn.rack)))
                else:
                    which = rng.randrange(len(turn.sets))
                    self.pick(which, rng.randrange(len(turn.sets[which])))
            if self._chance(0.6):
                self._to_any_set()
            elif self.turn.picked and self._chance(0.5):
                self.to_place()
            self._put()
        if self._chance(0.5):
            self._here()
            self._key("START")
            if self._chance(0.5):
                self._key(rng.choice(KEYS))

    def _elsewhere(self):
        """Jokers, and tiles of the set one is at: taken, put to another set, swapped."""
        rng = self.rng
        turn = self._here().turn
        jokers = [
            (i, j)
            for i in range(len(turn.sets))
            for j in range(len(turn.sets[i]))
            if turn.sets[i][j] >= tiles.JOKER
        ]
        if jokers:
            which, tile = rng.choice(jokers)
            if self._chance(0.5):
                self.pick(which, tile)
                self._to_any_set()
            else:
                rack = turn.rack
                fit = [i for i in range(len(rack)) if melds.covers(turn.sets[which][tile], rack[i])]
                self.pick(None, rng.choice(fit or range(max(1, len(rack)))))
                self.to_table(which, tile)
        else:
            own = [i for i in range(len(turn.rack)) if turn.rack[i] >= tiles.JOKER]
            if own:
                self.pick(None, own[0])
            self._to_any_set()
        self._put()

    def _put(self):
        """Put what is taken down, here or in the next place."""
        for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
            self._here()
            self._key("SELECT")

    # -- the cursor

    @property
    def turn(self) -> Any:
        """The turn of the person's hand."""
        return self._here().turn

    @property
    def cursor(self) -> tuple:
        """Where it is: see Laying."""
        hand = self._here()
        return hand.where, hand.index, hand.tile

    def go(self, button: str) -> None:
        """A key of a turn; seldom something else comes to mind."""
        if self._chance(0.004):
            raise _Gone()
        self.sitting.press(button, 10)

    def _to_any_set(self):
        turn = self._here().turn
        if turn.sets:
            which = self.rng.randrange(len(turn.sets))
            self.to_table(which, self.rng.randrange(len(turn.sets[which])))

    # -- the cards

    def _cards(self):
        rng = self.rng
        if self.sitting.doing != "eightturn":
            self._hurry()
            return
        part = self.sitting.part
        what = rng.random()
        if what < 0.1:
            self._key(rng.choice(KEYS))
        elif part.taking:
            if self._chance(0.3):
                self._key(rng.choice(("LEFT", "RIGHT")))
            self._key("A")
        else:
            for _ in range(rng.randrange(8)):
                self._key(rng.choice(("LEFT", "RIGHT")))
            self._key("A")
            if self._chance(0.5):
                self._key("A")
