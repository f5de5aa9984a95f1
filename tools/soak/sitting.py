"""A simulated handheld in a person's hands: keys go in, and what must hold is looked at."""

import os
import random
import sys
import time
import traceback
from collections.abc import Sequence
from typing import Any

from rules import catalogue, stats
from rules.errors import RulesError
from rules.tilegame import tiles
from tools.sim import BUTTONS, UNKNOWN, Sim, SimError, modules, standins
from tools.sim.borrowed import Borrowed
from tools.sim.faults import Stopped
from tools.soak.sight import Sight

_TAP = 20  # ms a key is down, and the pause behind it
_WAY = {  # how a person comes back to the first screen: the keys tried on a screen, in turn
    "play": ("MENU", "B", "A"),
    "eightscreen": ("MENU", "B", "A"),
    "startdraw": ("START", "A", "B"),
    "handover": ("START", "A"),
    "score": ("B", "START", "A"),
    "selftest": ("B", "A", "A"),
    "learnbuttons": ("ALL",),
    "settingsmenu": ("START",),  # the end of a name's letters, too
}
_LETTERS = {"START": ord("m"), "SELECT": ord("h")}  # typed, where there is a keyboard
_USUAL = ("B", "B", "START", "A")
_MOST_HOME = 150  # keys after which there is no way back
# Screens in which choices may be made that are not kept yet.
_CHOOSING = ("settingsmenu", "gamesetup", "language", "lesson", "learnbuttons")
# What goes on at the table when the running game was kept as it stands.
_BEGUN = ("personturn", "think", "eightturn")


class Fault(Exception):
    """Something does not hold; str() is one sentence."""


def _name(thing) -> str:
    """The module that an object's class is of, without its folder; "" of None."""
    return "" if thing is None else type(thing).__module__.rpartition(".")[2]


class AtHand:
    """A handheld in a person's hands. A class below it has press, wait, name, of_screen and where:
    see Sitting; _leave goes out of a game's menu."""

    board: str

    if False:  # for type checkers: what the class below has

        def __getattr__(self, name: str) -> Any: ...

    def home(self) -> None:
        """Go to the first screen as a person would. Raises Fault where there is no way."""
        tried: dict = {}
        for number in range(_MOST_HOME):
            name = self.name
            if name == "title":
                return
            if name == "pause" and self._leave():
                continue
            keys = _WAY.get(name, _USUAL)
            if name == "gamesetup" and self.of_screen("pad"):
                keys = ("START",)  # ends a name's letters
            tried[name] = tried.get(name, -1) + 1
            key = keys[tried[name] % len(keys)]
            if key == "ALL":
                self.learn()
            elif (
                number == _MOST_HOME // 2 and self.board == UNKNOWN
            ):  # its keys were learned wrongly
                self.off()
                self.on(("A", "B"))
            else:
                self.press(key)
            self.wait(60 if tried[name] < 8 else 2000)
        raise Fault("A dead end: no way leads back to the first screen" + self.where())


class Sitting(AtHand):
    """One handheld, switched on and off as often as its person wants.

    board, folder: see Sim. more: other options of it. presses, offs: so far. together: two keys
    are down. log: all keys.
    """

    def __init__(self, rng: random.Random, board: str, folder: str, **more: Any) -> None:
        self.rng = rng
        self.board = board
        self.folder = folder
        self.more = more
        self.presses = self.offs = 0
        self.together = False
        self.log: list[str] = []
        self.sight: Sight = None  # as `sim`
        self.sim: Sim = None  # until it is switched on
        self.raised: list[BaseException] = []
        self.figures: dict = {}
        self.watch = Watch(self)
        self._borrowed = Borrowed()

    def __enter__(self) -> "Sitting":
        plain = traceback.print_exception

        def noted(problem, *args, **options):
            if self.sim is not None and self.sim._in_device():
                self.raised.append(problem)
            else:
                plain(problem, *args, **options)

        day = time.struct_time((2026, 1, 1, 0, 0, 0, 0, self.rng.randrange(1, 366), 0))
        borrowed = self._borrowed
        borrowed.attribute(traceback, "print_exception", noted)
        borrowed.attribute(time, "localtime", lambda *args: day)  # of the day's puzzle
        self._quiet = open(os.devnull, "w")
        borrowed.attribute(sys, "stdout", self._quiet)
        modules.asked.clear()
        return self

    def __exit__(self, *problem) -> None:
        if self.sim is not None:
            self.sim.close()
        self._borrowed.give_back()
        self._quiet.close()

    def screens(self) -> list[str]:
        """The modules of the handheld that were asked for, by their folder and name, sorted."""
        names = (name.split(".", 1) for name in modules.asked)
        return sorted(last for top, last in names if top == "pocket" and "." in last)

    # -- the switch

    def on(self, held: Sequence[str] = ()) -> None:
        """Switch on. Raises Fault."""
        self.log.append("on")
        try:
            seed = self.rng.getrandbits(30)
            self.sim = Sim(self.board, seed, self.folder, blind=True, held=held, **self.more)
            self.sight = Sight(self.sim)
            self.sim.wait(300)
        except SimError as problem:
            raise self._fault(problem)
        for button in held:
            self.sim.up(button)
        self.watch.light()
        self.look()

    def off(self) -> None:
        """Take the power away. Raises Fault where something is lost."""
        self.log.append("off")
        self.offs += 1
        self.sim.close()
        self.watch.dark()

    def cut(self) -> None:
        """Let the power go in the middle of the next save; then `rest` raises Stopped."""
        self.sim.faults.add("power")
        self.log.append("cut")
        self.watch.torn = True

    @property
    def faulty(self) -> bool:
        """Its drive cannot be written."""
        return bool(self.more.get("faults"))

    @property
    def dead(self) -> bool:
        """The power has gone."""
        return self.sim._ended and self.sim.error is None and self.sim.failure is None

    # -- keys

    def press(self, button: str, ms: int = _TAP) -> None:
        """Press a button, as the person sees it; MENU: what opens the menu. Raises Fault."""
        if button == "MENU":
            self.long("START")
            return
        self._down(button)
        self.rest(ms)
        self._up(button)
        self.rest(_TAP)
        self.look()

    def long(self, button: str) -> None:
        """What a held button does, also where it takes two."""
        if self.sim.keyboard and button in _LETTERS:
            self.log.append(button + "!")
            self.presses += 1
            standins.I2C.typed.append(_LETTERS[button])
            self.rest(3 * _TAP)
            self.look()
        elif "SELECT" in self.sim.buttons or button not in _LETTERS:
            self.press(button, 700)
        else:
            self.both("UP" if button == "START" else "DOWN", "START", 300)

    def both(self, first: str, second: str, ms: int) -> None:
        """Two buttons at once."""
        self.together = True
        self._down(first)
        self.rest(_TAP)
        self._down(second)
        self.rest(ms)
        self._up(first)
        self._up(second)
        self.rest(_TAP)
        self.look()
        self.together = False

    def rest(self, ms: int) -> None:
        """Let time pass. Raises Fault, or Stopped where the power goes."""
        self._do(self.sim.wait, ms)

    def _do(self, act, value):
        try:
            act(value)
        except SimError as problem:
            if self.dead:
                raise Stopped()
            raise self._fault(problem)

    def wait(self, ms: int) -> None:
        """Press nothing for so long."""
        self.log.append("wait %d" % ms)
        self.rest(ms)
        self.look()

    def _down(self, button):
        self.presses += 1
        self.log.append(button)
        self._do(self.sim.down, self.sim.seen(button))  # START is held there for SELECT

    def _up(self, button):
        self.sim.up(self.sim.seen(button))

    # -- what is on show

    @property
    def app(self) -> Any:
        """The App."""
        return self.sim.app

    @property
    def screen(self) -> Any:
        """The screen on show."""
        return self.sim.app.screen

    @property
    def name(self) -> str:
        """Its name."""
        return _name(self.sim.app.screen)

    @property
    def part(self) -> Any:
        """What goes on at the table, or None."""
        return self.of_screen("part")

    def of_screen(self, name: str) -> Any:
        """The attribute of that name of the screen on show; None where it has none, or where a
        screen is being made."""
        screen = self.sim.app and self.sim.app.screen
        return None if screen is None else vars(screen).get(name)

    @property
    def doing(self) -> str:
        """The part's name, or ""."""
        return _name(self.part)

    # -- what must hold

    def look(self) -> None:
        """Everything that must hold, after a key. Raises Fault."""
        if self.raised or self.sim.failure or self.sim.error:
            raise self._fault(None)
        if self.sight.wrong:
            raise Fault(self.sight.wrong[0] + self.where())
        self.watch.look()

    def _fault(self, problem: Exception) -> Fault:
        """A Fault for an exception of the device code, or of the simulator."""
        raised: Any = (
            self.raised[-1] if self.raised else self.sim and (self.sim.failure or self.sim.error)
        )
        if raised is None:
            return Fault("%s%s" % (problem, self.where()))
        place = ""
        for frame in traceback.extract_tb(raised.__traceback__):
            path = frame.filename.replace("\\", "/")
            for top in ("/lib/pocket/", "/rules/"):
                if top in path:
                    place = "%s:%d" % (top[1:] + path.rpartition(top)[2], frame.lineno)
        self.raised.clear()
        return Fault(
            "%s: %s, raised in %s%s" % (type(raised).__name__, raised, place, self.where())
        )

    def where(self) -> str:
        """Where this is: board, screen, the last keys."""
        place = "%s %s" % (self.name, self.doing) if self.app else "no screen"
        game = self.app and self.app.sitting.game
        return " (%s, %s, %s%s; the last keys: %s)" % (
            self.board,
            self.app.settings.language if self.app else "-",
            place.strip(),
            " of " + game.rules["game"] if game else "",
            " ".join(self.log[-16:]),
        )

    # -- the way back

    def _leave(self) -> bool:
        """In the menu of a game: its line that leads out."""
        shown = self.screen.list
        if self.screen.sure:
            self.press("B")
            return True
        pause = sys.modules["pocket.menus.pause"]
        for _ in range(shown.count + 1):
            if self.name != "pause":
                return True
            if self.screen.lines[shown.chosen] in (pause._LEAVE, pause._END):
                self.press("A")
                self.wait(60)
                return True
            self.press("DOWN")
        return False

    def learn(self) -> None:
        """Press the buttons as they are asked for, then the one that is A by now, twice."""
        self.wait(2500)
        for _ in range(2 * len(BUTTONS)):
            screen = self.screen
            if self.name != "learnbuttons":
                return
            if screen.tried is not None:
                known = self._behind(screen.pins[BUTTONS.index("A")])
                self.press(known)
                self.press(known)
                self.wait(100)
                continue
            button = BUTTONS[len(screen.pins)]
            if button in [self._behind(pin) for pin in screen.pins]:
                self.wait(31000)  # it was learned as another one: it is asked anew
            else:
                self.press(button, 80)
                self.wait(300)

    def _behind(self, pin):
        """The button that is wired to the pin of that name, which may be its second one."""
        pins, wires = self.sim.pins, self.sim.wires
        return "".join([wires[name] for name in wires if pin and pins[name] is pins[pin]])


class Watch:
    """What must hold from key to key and beyond a loss of power.

    torn: the power goes in the middle of a save.
    """

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.torn = False
        self._screen = self._game = None
        self._moves = -1
        self._before = ("", False, None)  # the screen before: its name, whether it asks, the save
        self._games: dict = {}  # name of a save: the Marks of its game, the newest last
        self._settings: list[list[str]] = []  # as they were kept, the newest last
        self._learned = False  # the buttons were learned: the handheld lies as it did at first
        self._reset = False  # the statistics may have been begun anew
        self._rounds = 0  # that the statistics count
        self._record = b""  # the newest

    # -- from key to key

    def look(self) -> None:
        """After a key. Raises Fault."""
        sitting = self.sitting
        app = sitting.app
        if app is None or app.screen is None:
            return
        name = sitting.name
        if app.screen is not self._screen:
            self._screen = app.screen
            os.environ["POCKET_SEED"] = str(sitting.rng.getrandbits(30))
            self._texts()
            self._leaves(app)
            if name not in _CHOOSING:
                self._chosen(app)
            self._learned = self._learned or name == "learnbuttons"
        fields = vars(app.screen)
        record = app.sitting.game and app.sitting.record
        self._before = (name, fields.get("sure") or fields.get("over"), record)
        self._reset = self._reset or name == "statistics" and bool(fields.get("sure"))
        if app.sitting.game is not None and not app.sitting.lesson:
            self._plays(app, name)

    def _plays(self, app, name):
        """A game is running."""
        sitting = self.sitting
        game = app.sitting.game
        doing = sitting.doing
        if doing == "personturn":
            self._tiles(game, app.sitting.turn)
        if type(game).__name__ == "Resting":  # somebody thinks, the game's own code is away
            return
        moves = len(game.moves) if game.moves is not None else 0
        if game is not self._game or moves != self._moves:
            self._game, self._moves = game, moves
            try:
                game.check()
            except Exception as problem:
                raise Fault("%s%s" % (problem, sitting.where()))
        if (doing in _BEGUN or name in ("startdraw", "handover")) and not app.mishaps.unsaved:
            marks = self._games.setdefault(app.sitting.record, [])
            mark = Mark(game)
            if not marks or marks[-1] != mark:
                marks.append(mark)
                del marks[:-2]

    def _leaves(self, app):
        """A game that is over or given up is kept no more."""
        name, asked, record = self._before
        asked = asked or self.sitting.together  # and answered in one go
        if name in ("pause", "score") and asked and record and app.sitting.game is None:
            self._games.pop(record, None)

    def _chosen(self, app):
        """What is chosen has been kept."""
        from_device = sys.modules["pocket.always.settings"]
        lines = kept_settings(app.settings, from_device.MOST_SEATS)
        if not self._settings or self._settings[-1] != lines:
            self._settings.append(lines)
            del self._settings[:-2]

    def _tiles(self, game, turn):
        """Every tile of table and rack is still in the turn that is being made."""
        if turn is None or isinstance(turn, tuple):
            return
        now = sorted([tiles.plain(code) for codes in turn.sets for code in codes] + list(turn.rack))
        then = [tiles.plain(code) for codes in game.table for code in codes]
        then = sorted(then + list(game.racks[game.seat]))
        if now != then:
            raise Fault("Tiles are lost or come from nowhere" + self.sitting.where())

    def _texts(self):
        """No gap for a value is on show."""
        panel = vars(self._screen).get("panel")
        for row in panel.said if panel else ():
            if "{" in row[3]:
                raise Fault("A text is not put together: %s%s" % (row[3], self.sitting.where()))

    # -- beyond a loss of power

    def dark(self) -> None:
        """The power has gone: what lies on the drive? Raises Fault."""
        from pocket.games import storage
        from pocket.jobs import roundsfile

        if self.sitting.faulty:
            return
        where = self.sitting.where()
        store = storage.Store({"folder": self.sitting.folder, "nvm": None})
        for record, marks in self._games.items():
            self._game_there(store.load(record)[0], marks, record + where)
        payload = store.load("stat")[0]
        total = stats.Stats(payload).sum(stats.PLAYED) if payload else 0
        if total < self._rounds and not self._reset:
            raise Fault("Statistics are lost, %d of %d rounds%s" % (total, self._rounds, where))
        self._rounds = total
        records = list(roundsfile.all_of(store))
        if self._record and self._record not in records:
            raise Fault("The record of a round is lost" + where)
        self._record = records[0] if records else b""
        self._reset = False

    def _game_there(self, payload, marks, where):
        """A save holds the game as of its last mark or later."""
        allowed = marks if self.torn else marks[-1:]
        if payload is None:
            raise Fault("A game is lost: " + where)
        try:
            there = Mark(catalogue.load(bytes(payload[:2]).decode(), payload[3:]))
        except RulesError as problem:
            raise Fault("A game cannot be taken up (%s): %s" % (problem, where))
        if all(there < mark for mark in allowed):
            raise Fault("A game went back from %s to %s: %s" % (allowed[-1], there, where))
        marks[:] = [there]

    def light(self) -> None:
        """The power is there again, the game on its first screen. Raises Fault."""
        app = self.sitting.app
        if self._settings and not self.sitting.faulty:
            most = sys.modules["pocket.always.settings"].MOST_SEATS
            there = kept_settings(app.settings, most)
            allowed = self._settings if self.torn else self._settings[-1:]
            if not any(self._kept_there(kept, there) for kept in allowed):
                lost = [line for line in allowed[-1] if line not in there]
                raise Fault("Settings are lost: %s%s" % (", ".join(lost), self.sitting.where()))
            self._settings = [there]
        self.torn = self._learned = False
        self._screen = self._game = None

    def _kept_there(self, kept, there):
        """The settings that are there are those that were kept; a lesson may have been added, and
        how the handheld lies learned."""
        return all(
            now == then
            or then.startswith("lessons=")
            and _lessons(then) <= _lessons(now)
            or self._learned
            and then.startswith("turned=")
            for then, now in zip(kept, there, strict=True)
        )


def _lessons(line: str) -> set[str]:
    """The lessons of a line of settings, each two letters."""
    ids = line.partition("=")[2]
    return {ids[i : i + 2] for i in range(0, len(ids), 2)}


def kept_settings(settings: Any, seats: int) -> list[str]:
    """What of the settings must outlast a loss of power."""
    lines = ["language=" + settings.language, "lessons=" + settings.lessons]
    lines += ["%s=%s" % item for item in sorted(settings.values.items())]
    return lines + settings.names[:seats]


class Mark(tuple):
    """How far a game has come: its start, its round, the moves of that round."""

    def __new__(cls, game) -> "Mark":
        """Of a game as it stands."""
        # the draws for the start are kept, what follows them not before the first move
        phase = game.phase in ("round", "over")
        moves = len(game.moves) if game.moves is not None else 0
        return super().__new__(cls, (bytes(game.origin).hex(), game.round, moves, phase))

    def __lt__(self, other) -> bool:
        """It is not as far; of another deal it is as far where that came later."""
        if self[0] == other[0]:
            return self[2:] < other[2:]
        return self[1] <= other[1]
