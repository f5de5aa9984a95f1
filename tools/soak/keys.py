"""A person at a simulated handheld, playing well and badly, its power going at any time."""

import contextlib
import gc
import os
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from typing import Any
from unittest import mock

from hypothesis import stateful
from hypothesis import strategies as st

from rules import catalogue, stats
from rules.base import RulesError
from rules.tilegame import tiles
from tools.device.boards_desktop import OF_EACH_SIZE
from tools.person import simulated
from tools.person.choosing import Person
from tools.person.screen import Key, Lost, Way, perform, tap
from tools.sim import UNKNOWN, Sim, SimError
from tools.sim.borrowed import Borrowed
from tools.sim.faults import Stopped
from tools.soak import drive
from tools.soak.running import SEEDS, Failure, example, tally
from tools.soak.sight import Sight

# Boards with other keys, a stick, a keyboard; and one that has to learn its buttons.
_OTHERS = ("deshipu_ugame_s3", "pygamer", "lilygo_tdeck", "hack_club_sprig")
_BOARDS = OF_EACH_SIZE * 5 + _OTHERS + (UNKNOWN,)
_FAULTS = ((),) * 30 + (("read-only",), ("read-only", "usb"), ("full",), ("no saves",))
_FREE = 1000000  # bytes that gc.mem_free gives, as on a board: then code leaves memory, too
_LAST_KEYS = 16  # that a failure names
# Screens on which choices may not be saved yet.
_CHOOSING = ("settingsmenu", "gamesetup", "language", "lesson", "learnbuttons")
# During these parts of a turn the running game is saved as it stands.
_SAVED = ("personturn", "think", "eightturn")


class Handheld:
    """A simulated handheld that is switched on and off, with all that must hold after each key.

    board, folder, more: see Sim. log: the keys so far.
    """

    def __init__(self, rng: random.Random, board: str, folder: str, **more: Any) -> None:
        self.rng = rng
        self.board = board
        self.folder = folder
        self.more = more
        self.log: list[str] = []
        self.sim: Sim = None  # until it is switched on
        self.sight: Sight = None
        self.raised: list[BaseException] = []
        self.together = False  # several buttons are down
        self.watch = Watch(self)
        self._borrowed = Borrowed()

    def __enter__(self) -> "Handheld":
        plain = traceback.print_exception

        def noted(problem, *args, **options):
            if self.sim is not None and self.sim._in_device():
                self.raised.append(problem)
            else:
                plain(problem, *args, **options)

        day = time.struct_time((2026, 1, 1, 0, 0, 0, 0, self.rng.randrange(1, 366), 0))
        self._quiet = open(os.devnull, "w")
        self._borrowed.attribute(traceback, "print_exception", noted)
        self._borrowed.attribute(time, "localtime", lambda *args: day)  # chooses the daily puzzle
        self._borrowed.attribute(sys, "stdout", self._quiet)
        return self

    def __exit__(self, *problem) -> None:
        if self.sim is not None:
            self.sim.close()
        self._borrowed.give_back()
        self._quiet.close()

    def on(self, held: Sequence[str] = ()) -> None:
        """Switch on. Raises Failure."""
        self.log.append("on")
        try:
            seed = self.rng.getrandbits(30)
            self.sim = Sim(self.board, seed, self.folder, blind=True, held=held, **self.more)
            self.sight = Sight(self.sim)
            self.sim.wait(300)
        except SimError as problem:
            raise self._failure(problem) from problem
        for button in held:
            self.sim.up(button)
        self.watch.light()
        self.check()

    def off(self) -> None:
        """Take the power away. Raises Failure if something is lost."""
        self.log.append("off")
        self.sim.close()
        self.watch.dark()

    def cut(self) -> None:
        """Let the power go in the middle of the next save; `press` then raises Stopped."""
        self.sim.faults.add("power")
        self.log.append("cut")
        self.watch.torn = True

    def press(self, key: Key) -> None:
        """Press a key. Raises Failure, or Stopped if the power goes."""
        self.together = len(key.buttons) > 1
        self.log.append("+".join(key.buttons) or "wait %d" % key.ms)
        tally["presses"] += len(key.buttons)
        try:
            simulated.press(self.sim, key)
        except SimError as problem:
            if self.sim._ended and self.sim.error is None and self.sim.failure is None:
                raise Stopped() from problem
            raise self._failure(problem) from problem
        self.check()
        self.together = False

    def perform(self, way: Way) -> None:
        """Press the keys of a way."""
        perform(way, lambda: simulated.look(self.sim), self.press)

    def home(self) -> None:
        """Go to the first screen by keys. Raises Failure if no way leads there."""
        person = Person(self.rng)
        for last in (self.board != UNKNOWN, True):
            try:
                return self.perform(person.home(simulated.look(self.sim)))
            except Lost as problem:
                if last:
                    raise Failure("A dead end: %s%s" % (problem, self.where())) from problem
                self.off()  # its buttons were learned wrongly
                self.on(("A", "B"))

    @property
    def app(self) -> Any:
        """The App."""
        return self.sim.app

    def check(self) -> None:
        """Check all that must hold after a key. Raises Failure."""
        if self.raised or self.sim.failure or self.sim.error:
            raise self._failure(None)
        if self.sight.wrong:
            raise Failure(self.sight.wrong[0] + self.where())
        self.watch.check()

    def _failure(self, problem):
        """A Failure for an exception of the device's program or of the simulator."""
        raised: Any = self.raised[-1] if self.raised else None
        raised = raised or self.sim and (self.sim.failure or self.sim.error)
        if raised is None:
            return Failure("%s%s" % (problem, self.where()))
        place = ""
        for frame in traceback.extract_tb(raised.__traceback__):
            path = frame.filename.replace("\\", "/")
            for top in ("/lib/pocket/", "/rules/"):
                if top in path:
                    place = "%s:%d" % (top[1:] + path.rpartition(top)[2], frame.lineno)
        self.raised.clear()
        said = type(raised).__name__, raised, place, self.where()
        return Failure("%s: %s, raised in %s%s" % said)

    def where(self) -> str:
        """The board, the screen, the game and the last keys, in brackets."""
        app = self.app
        shown = app and app.screen
        game = app and app.session.game
        return " (%s, %s, %s%s; the last keys: %s)" % (
            self.board,
            app.settings.language if app else "-",
            simulated.name_of(shown) or "no screen",
            " of " + game.rules["game"] if game else "",
            " ".join(self.log[-_LAST_KEYS:]),
        )


class Watch:
    """What must hold from key to key, and beyond a loss of power.

    torn: the power may go in the middle of a save.
    """

    def __init__(self, handheld: Handheld) -> None:
        self.handheld = handheld
        self.torn = False
        self._screen = self._game = None
        self._moves = -1
        self._before = ("", False, None)  # screen, whether it asked, record: before the last key
        self._games: dict = {}  # record -> the last two Marks of its game
        self._settings: list[list[str]] = []  # the last two that were saved
        self._learned = False  # buttons were learned, which resets "turned"
        self._cleared = False  # the statistics may have been cleared
        self._rounds = 0  # counted by the statistics
        self._record = b""  # the newest round

    def check(self) -> None:
        """Check after a key. Raises Failure."""
        app = self.handheld.app
        if app is None or app.screen is None:
            return
        name = simulated.name_of(app.screen)
        if app.screen is not self._screen:
            self._screen = app.screen
            os.environ["POCKET_SEED"] = str(self.handheld.rng.getrandbits(30))
            tally["screen " + name] += 1
            self._check_texts()
            self._forget_ended_game(app)
            if name not in _CHOOSING:
                self._note_settings(app)
            self._learned = self._learned or name == "learnbuttons"
        fields = vars(app.screen)
        record = app.session.game and app.session.record
        self._before = (name, fields.get("asks") or fields.get("over"), record)
        self._cleared = self._cleared or name == "statistics" and bool(fields.get("asks"))
        if app.session.game is not None and not app.session.lesson:
            self._check_game(app, name)

    def _check_game(self, app, name):
        """Check a running game, and note how far it has been saved."""
        game = app.session.game
        doing = simulated.name_of(vars(app.screen).get("part"))
        if doing == "personturn":
            self._check_tiles(game, app.session.turn)
        if (
            type(game).__name__ == "DetachedGame"
        ):  # while a computer thinks, the game's code is away
            return
        moves = len(game.moves) if game.moves is not None else 0
        if game is not self._game or moves != self._moves:
            self._game, self._moves = game, moves
            try:
                game.check()
            except Exception as problem:
                raise Failure("%s%s" % (problem, self.handheld.where())) from problem
        if (doing in _SAVED or name in ("startdraw", "handover")) and not app.failures.unsaved:
            marks = self._games.setdefault(app.session.record, [])
            mark = Mark(game)
            if not marks or marks[-1] != mark:
                marks.append(mark)
                del marks[:-2]

    def _forget_ended_game(self, app):
        """A game that has ended or was given up is no longer saved."""
        name, asked, record = self._before
        asked = asked or self.handheld.together  # asked and answered by one key
        if name in ("pause", "score") and asked and record and app.session.game is None:
            self._games.pop(record, None)

    def _note_settings(self, app):
        lines = kept_settings(app.settings)
        if not self._settings or self._settings[-1] != lines:
            self._settings.append(lines)
            del self._settings[:-2]

    def _check_tiles(self, game, turn):
        """All tiles of table and rack are still there in the turn that is being made."""
        if turn is None or isinstance(turn, tuple):
            return
        now = sorted([tiles.plain(code) for codes in turn.sets for code in codes] + list(turn.rack))
        then = [tiles.plain(code) for codes in game.table for code in codes]
        if now != sorted(then + list(game.racks[game.seat])):
            raise Failure("Tiles are lost or come from nowhere" + self.handheld.where())

    def _check_texts(self):
        """No text shows a gap for a value."""
        panel = vars(self._screen).get("panel")
        for row in panel.said if panel else ():
            if "{" in row[3]:
                raise Failure("A text lacks a value: %s%s" % (row[3], self.handheld.where()))

    def dark(self) -> None:
        """The power has gone: check what lies on the drive. Raises Failure."""
        from pocket.saves import roundsfile, storage

        if self.handheld.more.get("faults"):  # nothing can be saved
            return
        where = self.handheld.where()
        store = storage.Store({"folder": self.handheld.folder, "nvm": None})
        for record, marks in self._games.items():
            self._check_save(store.load(record)[0], marks, record + where)
        payload = store.load("stat")[0]
        total = stats.Stats(payload).sum(stats.PLAYED) if payload else 0
        if total < self._rounds and not self._cleared:
            raise Failure("Statistics are lost, %d of %d rounds%s" % (total, self._rounds, where))
        self._rounds = total
        records = list(roundsfile.all_of(store))
        if self._record and self._record not in records:
            raise Failure("The record of a round is lost" + where)
        self._record = records[0] if records else b""
        self._cleared = False

    def _check_save(self, payload, marks, where):
        """A save holds its game as far as it was last noted, or further."""
        allowed = marks if self.torn else marks[-1:]
        if payload is None:
            raise Failure("A game is lost: " + where)
        try:
            there = Mark(catalogue.load(bytes(payload[:2]).decode(), payload[3:]))
        except RulesError as problem:
            raise Failure("A game cannot be resumed (%s): %s" % (problem, where)) from problem
        if all(there < mark for mark in allowed):
            raise Failure("A game went back from %s to %s: %s" % (allowed[-1], there, where))
        marks[:] = [there]

    def light(self) -> None:
        """The handheld is on again: check its settings. Raises Failure."""
        if self._settings and not self.handheld.more.get("faults"):
            there = kept_settings(self.handheld.app.settings)
            allowed = self._settings if self.torn else self._settings[-1:]
            if not any(self._same_settings(kept, there) for kept in allowed):
                lost = [line for line in allowed[-1] if line not in there]
                where = self.handheld.where()
                raise Failure("Settings are lost: %s%s" % (", ".join(lost), where))
            self._settings = [there]
        self.torn = self._learned = False
        self._screen = self._game = None

    def _same_settings(self, kept, there):
        """Whether settings are as they were kept; a lesson may have been finished since."""
        return all(
            now == then
            or then.startswith("lessons=")
            and _lessons(then) <= _lessons(now)
            or self._learned
            and then.startswith("turned=")
            for then, now in zip(kept, there, strict=True)
        )


def _lessons(line):
    """The lessons of a line of settings, two letters each."""
    ids = line.partition("=")[2]
    return {ids[i : i + 2] for i in range(0, len(ids), 2)}


def kept_settings(settings: Any) -> list[str]:
    """The settings that a loss of power must not change, a line each."""
    lines = ["language=" + settings.language, "lessons=" + settings.lessons]
    lines += ["%s=%s" % item for item in sorted(settings.values.items())]
    return lines + settings.names[: sys.modules["pocket.app.device"].MOST_SEATS]


class Mark(tuple):
    """How far a game has come: its start, its round, the moves of that round, whether it ended."""

    def __new__(cls, game) -> "Mark":
        """Mark a game as it stands."""
        # the draws for the start are saved, what follows them only with the first move
        phase = game.phase in ("round", "over")
        moves = len(game.moves) if game.moves is not None else 0
        return super().__new__(cls, (bytes(game.origin).hex(), game.round, moves, phase))

    def __lt__(self, other) -> bool:
        """Whether it is not as far; between deals the later one is further."""
        if self[0] == other[0]:
            return self[2:] < other[2:]
        return self[1] <= other[1]


_MOODS = ("play",) * 4 + ("look",) * 2 + ("mash",)
_ACTS = st.lists(SEEDS, min_size=5, max_size=40)  # seeds of what a person does, one after another


class AtTheKeys(stateful.RuleBasedStateMachine):
    """A person plays, errs and looks around; power comes and goes."""

    handheld: Handheld = None  # until it is taken up

    @stateful.initialize(
        board=st.sampled_from(_BOARDS),
        games=st.lists(st.sampled_from((*catalogue.ORDER, "quick")), max_size=3),
        fresh=st.integers(0, 9),
        faults=st.sampled_from(_FAULTS),
        battery=st.sampled_from((0, 0, 0, 3.0, 3.4, 4.2)),
        as_on_board=st.booleans(),
        seed=SEEDS,
    )
    def take_up(
        self,
        board: str,
        games: list[str],
        fresh: int,
        faults: tuple[str, ...],
        battery: float,
        as_on_board: bool,
        seed: int,
    ) -> None:
        """Prepare a drive, empty in one of ten cases, and switch on."""
        drive.importable()
        self.open = contextlib.ExitStack()
        self.open.enter_context(example())
        if as_on_board:
            self.open.enter_context(mock.patch.object(gc, "mem_free", lambda: _FREE, create=True))
        folder = self.open.enter_context(tempfile.TemporaryDirectory())
        more: dict = {"faults": faults} if faults else {}
        if fresh and board != UNKNOWN and "no saves" not in faults:
            drive.fill(folder, seed, games)
        if battery and board in OF_EACH_SIZE:
            more["battery"] = battery
        handheld = Handheld(random.Random(seed), board, folder, **more)
        self.handheld = self.open.enter_context(handheld)
        with self._failing():
            self.handheld.on()
            if games:
                self.handheld.press(tap("A"))

    @contextlib.contextmanager
    def _failing(self):
        """Switch on again if the power goes; keep `teardown` from hiding a failure."""
        try:
            yield
        except Stopped:
            self.handheld.off()
            self.handheld.on()
        except BaseException:
            self.failed = True
            raise

    failed = False

    def _best(self, screen, rng):
        return simulated.computer_table(self.handheld.app.session.game, rng)

    @stateful.rule(mood=st.sampled_from(_MOODS), seeds=_ACTS, cut=st.integers(0, 7))
    def act(self, mood: str, seeds: list[int], cut: int) -> None:
        """Do one thing after another in a mood; one time in eight the next save loses its
        power."""
        with self._failing():
            if cut == 7:
                self.handheld.cut()
            for seed in seeds:
                person = Person(random.Random(seed), self._best)
                self.handheld.perform(person.act(simulated.look(self.handheld.sim), mood))

    @stateful.rule(mood=st.sampled_from(_MOODS), seeds=_ACTS)
    def act_on(self, mood: str, seeds: list[int]) -> None:
        """Do more of it: rules are chosen equally often."""
        self.act(mood, seeds, 0)

    @stateful.rule(held=st.booleans())
    def off_and_on(self, held: bool) -> None:
        """Switch off and on, START held or not."""
        with self._failing():
            self.handheld.off()
            self.handheld.on(("START",) if held else ())

    @stateful.rule()
    def go_home(self) -> None:
        """Go back to the first screen."""
        with self._failing():
            self.handheld.home()

    def teardown(self) -> None:
        """End at the first screen and switch off: nothing is lost."""
        if self.handheld is None:
            return
        with self.open:
            if not self.failed:
                with self._failing():
                    self.handheld.home()
                self.handheld.off()


PROPERTIES = {"keys": (AtTheKeys, None)}
