"""Scenes: a simulated handheld, the keys that are pressed, and what must be on the screen then.

The files tests/scenes/*.scenes are played here (tests/cases.py says how they are written). A step
is either keys (`DOWN A*3`) or a word and its argument, the rest of the step: each row of DEALS,
SHOWN and HAVE and each public method of Scene is such a word, and so is each public function of the
modules words_*.py: function(scene, rest of the step). A check of a text waits for it, at most for
PATIENCE. In a text `{START}` and `{UP}` are signs of keys, `{r5}` is a tile
and `{play.draw}` what assets/words has under that name in the language on show.
A test in Python takes the fixture `scene` and calls it with steps.
"""

import builtins
import contextlib
import functools
import glob
import importlib
import os
import re
import sys
import types

import golden_help
import screens_help
from broken import Broken
from cases import each_step, squeezed, value_of
from pocket.made import texts
from screens_help import SIZES

from rules.tilegame import tiles
from tools.sim import BUTTONS

TABLE = ("r3 r4 r5 r6 r7", "k7 r7 b7 o7", "o9 o10 * o12", "b1 b2 b3 b4 b5 b6")
RACK = "k1 k2 k3 r5 o11 r13 b7 o7 o13 k13 b9 b10 r1 r2"
NAMES = ("ANN", "BOB", "CYD", "DINA")
TURNS = {1: "play", 2: "draw", 3: "pass", 4: "timeout", 5: "fail", 6: "open"}
PATIENCE = 3000  # milliseconds until a text must be on the screen


def _pairs(text):
    """Return `clock=0 referee=strict` as a dict."""
    pairs = [pair.partition("=")[::2] for pair in text.split()]
    return {name: value_of(value) for name, value in pairs}


def _people(names):
    """Return `ANN BOB/easy` as (level, name) of each."""
    return [name.partition("/")[::-2] for name in names.split()]


DEALS = {  # what a position of a tile game is made of: see play_scene.position
    "usual": lambda text: {"table": TABLE, "rack": RACK},  # what most cases begin with
    "table": lambda text: {"table": [one.strip(" ") for one in text.split("/") if one]},
    "rack": lambda text: {"rack": text},  # of the first seat
    "others": lambda text: {"others": text},  # the second seat's rack
    "pool": lambda text: {"pool": int(text)},  # tiles left in it
    "unopened": lambda text: {"opened": False},  # all seats
    "seats": lambda text: {"seats": int(text)},
    "of": lambda text: {"game_id": text},  # another game than Rummikub
    "options": lambda text: {"options": _pairs(text)},  # of the house
    "players": lambda text: {"people": _people(text)},
    "to_move": lambda text: {"seat": int(text)},  # another seat than the first
}
SHOWN = {  # texts: where each is, and what it must do there
    "says": (lambda scene: scene.page(), str.__contains__),
    "heading": (lambda scene: scene.lines()[0].strip(), str.startswith),
    "keys": (lambda scene: scene.lines()[-1], str.__contains__),  # the line of keys
    "chosen": (lambda scene: _chosen(scene.screen.list), str.startswith),  # the line of a list
    "box": (lambda scene: scene.boxed(), str.__eq__),  # the box over the table; `box`: none
    "told": (lambda scene: scene.boxed() or scene.foot_text(), str.startswith),
    "foot": (lambda scene: scene.foot_text(), str.__contains__),
    "tail": (lambda scene: scene.screen.foot.tail, str.__eq__),  # the end of the foot line
}
HAVE = {  # numbers
    "laid": lambda scene: scene.turn.laid,
    "taken": lambda scene: scene.turn.picked,
    "presses": lambda scene: scene.pressed,  # keys since the position was shown, or since `count`
    "seat": lambda scene: scene.game.seat,  # in turn
    "tiles_held": lambda scene: len(scene.game.racks[0]),  # by the first seat
    "passes": lambda scene: scene.game.passes,  # one after the other
    "chosen_at": lambda scene: _chosen_at(scene.screen),  # the line of a list, from 0
}


def _chosen(shown):
    return shown.text(shown.chosen).strip()


def _chosen_at(screen):
    return screen.list.chosen if getattr(screen, "list", None) else screen.chosen


@functools.cache
def words():
    """Return {name: function} of the words in words_*.py, each of which has a name of its own."""
    found = {}
    for path in sorted(glob.glob(os.path.join(os.path.dirname(__file__), "words_*.py"))):
        module = importlib.import_module(os.path.basename(path)[:-3])
        for name, function in vars(module).items() if not hasattr(module, "play") else ():
            if isinstance(function, types.FunctionType) and name[0] != "_":
                if function.__module__.startswith("words_"):
                    taken = hasattr(Scene, name) or name in {**DEALS, **SHOWN, **HAVE}
                    is_new = found.setdefault(name, function) is function
                    assert is_new and not taken, "two words " + name
    return found


def play(steps, tmp_path):
    """Play the steps of a case on a handheld of its own."""
    __tracebackhide__ = True
    with Scene(tmp_path) as scene:
        scene(steps)


class Scene:
    """A handheld that begins at its first screen, or at a position, its saves in a folder; each
    public method is a word."""

    def __init__(self, folder):
        self.folder = folder
        self.words = words()
        self.machine = {"board": "pybadge", "seed": 5}  # of the next handheld
        self.dealt = None  # what a position that is not on the screen yet is made of
        self.begun = None  # and a game
        self.late = False  # painted for `golden` alone
        self.pressed = 0
        self.remembered = ""
        self.broken = None
        self._stack = contextlib.ExitStack()
        self._sim = None

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.off()
        self._stack.close()

    def __call__(self, steps):
        """Take the steps of a text."""
        __tracebackhide__ = True
        each_step(steps, self._take)
        return self

    def _take(self, step):
        word, _, rest = re.sub(r"\{(\S+?)\}", _sign, step).partition(" ")
        if re.fullmatch(r"(%s)(\*[0-9]+)?" % "|".join(BUTTONS), word):
            for key in step.split():
                name, _, times = key.partition("*")
                self.press(*[name] * int(times or 1))
            self.sim.wait(60)
        elif word in self.words:
            self.words[word](self, rest)
        elif word in DEALS:
            self.dealt = {"table": (), "rack": "", **(self.dealt or {}), **DEALS[word](rest)}
        elif word in SHOWN:
            there, compare = SHOWN[word]
            self._until(lambda: compare(there(self), rest), lambda: there(self) or self.page())
        elif word in HAVE:
            assert HAVE[word](self) == int(rest), HAVE[word](self)
        else:
            getattr(self, word)(*[rest] if rest else [])

    # -- the handheld and what it begins with

    @property
    def sim(self):
        """The simulated handheld, switched on; with a position its play screen is shown."""
        if self._sim is None:
            more = dict(self.machine)
            self._sim = screens_help.handheld(self.folder, more.pop("board"), **more)
            self._sim.size = SIZES.get(self._sim.board)
            self._sim.display.blind |= self.late
        if self.dealt is not None:
            dealt, self.dealt = self.dealt, None
            self._deal(**dealt)
        if self.begun is not None:
            begun, self.begun = self.begun, None
            self._begin(**begun)
        return self._sim

    def off(self):
        """Switch the handheld off; the next step switches one on with the same saves."""
        if self._sim:
            if "nvm" in self.machine:
                self.machine["nvm"] = bytes(self._sim.nvm)
            self._sim.close()
        self._sim = None

    def board(self, name):
        """Take a board by its id."""
        self.machine["board"] = name

    def seed(self, number):
        """Set the seed of the handheld's random numbers."""
        self.machine["seed"] = int(number)

    def faults(self, words=""):
        """Let the drive fail, by words of tools.sim.Sim (`no-saves`); without one: no more."""
        self.machine["faults"] = [word.replace("-s", " s") for word in words.split()]

    def held(self, names):
        """Hold these keys while the handheld is switched on."""
        self.machine["held"] = names.split()

    def battery(self, volts):
        """Give the handheld a battery of this voltage."""
        self.machine["battery"] = float(volts)

    def nvm(self):
        """Give the chip memory of its own, which the handhelds to come keep."""
        self.machine["nvm"] = b"\xff" * 4096

    def breaks(self, text):
        """Let a function of the program fail: its module, its name, an error and how many times;
        without a number: always."""
        module, path, error, *times = text.split()
        broken = Broken(module, path, getattr(builtins, error)("a test"), *map(int, times))
        self.broken = self._stack.enter_context(broken)

    def broke(self, count=1):
        """Have called the function that fails this many times, and mend it."""
        assert self.broken.calls == int(count), self.broken.calls
        self.mend()

    def mend(self):
        """Let no function fail any more."""
        self._stack.close()

    def pictures(self):
        """Paint what is on the screen, which takes twice the time."""
        self.machine["blind"] = False

    def snapshots(self):
        """Paint what is on the screen for `golden` alone."""
        self.pictures()
        self.late = True

    def saved(self, text):
        """Have settings saved from before: `sound=9 name1=ZOE`."""
        from saves_help import store

        store(self.folder).save("set", text.replace(" ", "\n").encode())

    def setting(self, text):
        """Change settings: `large=True speed=2`."""
        for name, value in _pairs(text).items():
            self.app.settings.set(name, value)

    def speak(self, language):
        """Say everything in a language from now on."""
        self.sim  # noqa: B018  words are loaded with it
        screens_help.speak(language)

    # -- a position of a tile game

    def _deal(self, people=None, seat=0, **position):
        import play_scene

        game = play_scene.position(**position)
        game.seat = seat
        if people is None:
            levels = ("", "easy", "normal", "hard")
            people = [(levels[seat], NAMES[seat]) for seat in range(game.seats)]
        self.show_game(game, people)

    def show_game(self, game, people):
        """Show the play screen of a game as the first seat sees it; in Python only."""
        from pocket.games import newgame

        app = self.sim.app
        newgame.seat_people(app, game, people, "game")
        app.session.viewer = 0
        app.go("tilegame.play")
        self._sim.wait(60)
        app.ignore_keys_until = False  # no key was pressed before
        self.pressed = 0

    # -- a game as its screens between the turns show it

    def begin(self, text):
        """Begin a game: `begin RK ANNA BEN/easy clock=0`."""
        game_id, *words = text.split()
        names = " ".join([word for word in words if "=" not in word])
        options = _pairs(" ".join([word for word in words if "=" in word]))
        self.begun = {"game_id": game_id, "people": _people(names), "options": options}

    def rounds(self, text):
        """Have played these rounds, and be behind the last of them: `rounds 50 -50 / -20 20`."""
        rounds = [[int(score) for score in one.split()] for one in text.split("/")]
        self.begun["rounds"] = rounds

    def over(self):
        """Let the game be over."""
        self.begun["over"] = True

    def _begin(self, game_id, people, options, rounds=(), over=False):
        from rules import catalogue
        from rules.tilegame import game as tile_game

        game = catalogue.new(game_id, len(people), 3, options)
        game.apply(("go",))
        while game.phase == "redeal":
            game.apply(("redeal", False))
        if rounds:
            game.rounds = rounds
            game.totals = [sum(column) for column in zip(*rounds)]
            game.phase = tile_game.OVER if over else tile_game.ROUND
            game.winners = [rounds[-1].index(max(rounds[-1]))]
            game.racks[game.winners[0]] = bytearray()
        self.put(game, people)

    def put(self, game, people):
        """Show a game at what its phase asks for; in Python only."""
        self.sim  # noqa: B018
        screens_help.put(self._sim, game, list(people))

    # -- what is there

    app = property(lambda self: self.sim.app)
    session = property(lambda self: self.sim.app.session)
    screen = property(lambda self: self.sim.app.screen)
    part = property(lambda self: self.sim.app.screen.part)
    game = property(lambda self: self.sim.app.session.game)
    settings = property(lambda self: self.sim.app.settings)

    @property
    def turn(self):
        """The person's turn as it stands, also while another screen is shown."""
        return self._hands().turn

    def _hands(self):
        import play_scene

        hands = play_scene.Hands(self.sim)
        hands.press = self._pressed
        hands.go = self._pressed
        return hands

    def page(self):
        """Return all text on the screen, as one line."""
        screen = self.screen
        if getattr(screen, "panel", None):
            lines, table = self.lines(), getattr(screen, "table", None)
            if table and isinstance(table[0], list):  # a score sheet's, row by row
                lines += [" ".join(row) for row in zip(*table)]
            return squeezed(" ".join(lines))
        lines = [line for line in (self.boxed(), getattr(screen, "message", None)) if line]
        lines += [line.text for line in getattr(screen, "page", ())]  # of the card table
        for name in ("head", "foot"):
            line = getattr(screen, name, None)
            if line:
                lines += [text for text, *_ in line.labels] if name == "head" else [line.text]
                lines.append(getattr(line, "tail", ""))
        return squeezed(" ".join(lines))

    def boxed(self):
        """Return the text of the box over the table, or ""."""
        box = getattr(self.screen, "box", None)
        return squeezed(" ".join([line.text for line in box.lines])) if box else ""

    def lines(self):
        """Return the lines of a text screen: the heading first, the line of keys last."""
        return [squeezed(line) for line in screens_help.lines(self.sim)]

    def _until(self, found, what):
        """Wait until found() is true; what(): what is there instead, for the message."""
        for _ in range(PATIENCE // 50):
            if found():
                return
            self.sim.wait(50)
        assert found(), "there is " + str(what())

    # -- keys

    def press(self, *buttons):
        """Press buttons; in Python only."""
        for button in buttons:
            self.sim.press(button)
            self.pressed += 1

    def _pressed(self, *buttons, rest=0):
        self.press(*buttons)
        if rest:
            self.sim.wait(rest)

    def hold(self, text):
        """Hold a key, for 700 ms or as long as a number says: `hold B`, `hold A 900`."""
        button, _, ms = text.partition(" ")
        self.sim.hold(button, int(ms or 700), rest=60)
        self.pressed += 1

    def wait(self, ms):
        """Let this many milliseconds pass."""
        self.sim.wait(int(ms))

    def to(self, label):
        """Go down a list to the line that begins with a text."""
        screens_help.to(self.sim, label)

    def choose(self, label):
        """Go to a line and press A, from the first screen through its menus."""
        self._until(lambda: getattr(self.screen, "list", None), self.page)
        screens_help.choose(self.sim, label, rest=100)

    def go(self, text):
        """Show a screen by its name in the program: `go menus.gamesetup RK`, `go x (one,two)`."""
        self.app.go(*[value_of(word) for word in text.split()])
        self.sim.wait(200)

    def menu(self):
        """Open the menu of the running game."""
        self.go("menus.pause")

    def take(self, text):
        """Take rack tiles."""
        self._hands().take(*text.split())

    def lay(self, text):
        """Take rack tiles and lay them as a new set, at the place for one."""
        self.take(text)
        self.place()
        self._take("SELECT")

    def place(self):
        """Move the cursor to the place for a new set."""
        self._hands().to_place()

    def tile(self, text):
        """Move the cursor to a tile of a set on the table, both counted from 0: `tile 2 0`."""
        self._hands().to_table(*[int(word) for word in text.split()])

    def on_rack(self, text):
        """Move the cursor to a rack tile."""
        self._hands().to_rack(list(self.turn.rack).index(tiles.parse(text)))

    def count(self):
        """Count keys from now on."""
        self.pressed = 0

    # -- what must be there

    def on(self, name):
        """Be on the screen of this name, the last part of its module's."""
        there = name.split("|")
        self._until(lambda: self.name() in there, lambda: self.name() + ": " + self.page())

    def name(self):
        """Return the name of the screen on show."""
        return screens_help.screen(self.sim)

    def remember(self):
        """Remember all text on the screen."""
        self.remembered = self.page()

    def asks(self, no=""):
        """Have a question on the screen, or `no` question."""
        assert bool(self.screen.asks) is not bool(no)

    def searches(self, no=""):
        """Look for a hint or for a verdict, or `no` more."""
        assert (self.screen.worker is None) is bool(no)

    def set_to(self, text):
        """Have settings of these values: `set_to sound=0`."""
        for name, value in _pairs(text).items():
            assert self.settings.get(name) == value, self.settings.get(name)

    def line(self, text):
        """Have this as a whole line of a text screen: `line 1 Puzzle of the day: 3`."""
        number, _, text = text.partition(" ")
        self._until(lambda: self.lines()[int(number)] == text, self.lines)

    def unchanged(self):
        """Show the text that is remembered."""
        self._until(lambda: self.page() == self.remembered, self.page)

    def changed(self):
        """Show another text than the remembered one."""
        assert self.page() != self.remembered

    def pages(self, text):
        """Turn pages with RIGHT until this text is there."""
        for _ in range(30):
            if text in self.page():
                return
            self.sim.press("RIGHT", rest=100)
        raise AssertionError("on no page")

    def no(self, text):
        """Not show a text."""
        assert text not in self.page(), self.page()

    def listed(self, text):
        """Have a line in the list on show that begins so."""
        assert screens_help.listed(self.sim, text), self.page()

    def unlisted(self, text):
        """Have no line in the list on show that begins so."""
        assert not screens_help.listed(self.sim, text), self.page()

    def foot_text(self):
        """Return the foot line."""
        return squeezed(self.screen.foot.text)

    def sets(self, text):
        """Have exactly these sets on the table in this order; `+ …`: as the last ones of them."""
        wanted = [one.strip() for one in text.lstrip("+ ").split("/")]
        there = [" ".join(tiles.set_text(codes)) for codes in self.turn.sets]
        assert wanted == (there[-len(wanted) :] if text[0] == "+" else there), there

    def rack_is(self, text):
        """Have a rack that begins with these tiles."""
        wanted, there = text.split(), tiles.set_text(self.turn.rack)
        assert there[: len(wanted)] == wanted, " ".join(there)

    def under(self, text):
        """Have the cursor on this rack tile."""
        assert self.part.where == 0, "the cursor is not on the rack"
        assert tiles.text(self.turn.rack[self.part.index]) == text

    def moved(self, text):
        """Have this as a seat's last turn in the game's history, the first one's where none is
        named: `moved play 3`, `moved draw 1 by 2`, `moved none`."""
        turn, _, seat = text.partition(" by ")
        self._until(
            lambda: turn == (self._moves(int(seat or 0)) or ["none"])[-1],
            lambda: self._moves(int(seat or 0)),
        )

    def _moves(self, seat):
        """Return a seat's turns in the history, which forgets the older ones."""
        history = self.game.history
        return [
            "%s %d" % (TURNS[history[i] >> 4], history[i + 1])
            for i in range(0, len(history), 2)
            if history[i] & 15 == seat
        ]

    def watched(self):
        """Have a move on show."""
        self.runs("Watch")

    def runs(self, name):
        """Have this part of the play screen running within 20 seconds."""
        for _ in range(1000):
            if self.name() in ("play", "eightscreen") and type(self.part).__name__ == name:
                return
            self.sim.wait(20)
        raise AssertionError("%s does not come: %s" % (name, self.page()))

    def golden(self, name):
        """Show the picture tests/golden/NAME.png; `@` in it is the display's size."""
        if self.late:
            screens_help.paint(self.sim)
        golden_help.check(self.sim, name.replace("@", self.sim.size))
        self.sim.display.blind |= self.late

    def well(self):
        """Have failed nowhere."""
        assert not self.sim.failure and not self.sim.error, (self.sim.failure, self.sim.error)

    def check(self, expression):
        """Find a Python expression true; it may use the properties of Scene by name."""
        assert eval(expression, _Names(self)), expression  # noqa: S307

    def until(self, expression):
        """Wait until a Python expression is true, for 20 seconds."""
        for _ in range(1000):
            if eval(expression, _Names(self)):  # noqa: S307
                return
            self.sim.wait(20)
        raise AssertionError(self.page())

    def do(self, statement):
        """Run a Python statement, in which the properties of Scene may be used by name."""
        exec(statement, _Names(self))  # noqa: S102
        self.sim.wait(60)


class _Names(dict):
    """The names that `check` and `do` may use."""

    def __init__(self, scene):
        super().__init__(scene=scene, tiles=tiles, **scene.words)
        self.scene = scene

    def __missing__(self, name):
        if not hasattr(self.scene, name):
            raise KeyError(name)
        return getattr(self.scene, name)


def _sign(found):
    """Return the sign of a key, an arrow or a tile that a text names in braces; `{play.draw}`: a
    text of the language on show."""
    from pocket.app import draw

    name = found[1]
    if "." in name:
        return squeezed(
            sys.modules["pocket.ui.words"].say(getattr(texts, name.replace(".", "_").upper()))
        )
    if name.isupper():
        return getattr(draw, "KEY_" + name, None) or getattr(draw, name)
    return draw.tile_text(tiles.parse(name))
