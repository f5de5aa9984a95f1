"""Simulate a person who plays well and badly and switches the handheld off at any time."""

import contextlib
import gc
import io
import os
import random
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from typing import Any, NamedTuple
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
from tools.sim import Sim, SimError
from tools.sim.patches import Patches
from tools.soak import drive
from tools.soak.running import SEEDS, Failure, example, failure_sentence, tally
from tools.soak.sight import FrameChecker

# Boards with other keys, a stick, a keyboard.
_OTHERS = ("deshipu_ugame_s3", "pygamer", "lilygo_tdeck", "hack_club_sprig")
_BOARDS = OF_EACH_SIZE * 5 + _OTHERS
_FAULTS = ((),) * 30 + (("read-only",), ("read-only", "usb"), ("full",), ("no saves",))
_FREE = 100000  # bytes of gc.mem_free on a board, which makes the game unload code
_LAST_KEYS = 16  # how many the message of a failure names
# Screens on which choices may not be saved yet.
_CHOOSING = ("settingsmenu", "gamesetup", "language", "lesson")
# Parts of a turn during which all moves of the running game are saved.
_SAVED = ("personturn", "think", "eightturn")


class Handheld:
    """A simulated handheld to switch on and off, with checks after each key.

    board, folder, sim_options: see Sim. log: the keys so far. exceptions: those that the device's
    program has printed.
    """

    def __init__(self, rng: random.Random, board: str, folder: str, **sim_options: Any) -> None:
        self.rng = rng
        self.board = board
        self.folder = folder
        self.sim_options = sim_options
        self.log: list[str] = []
        self.sim: Sim = None  # before the first `on`
        self.sight: FrameChecker = None
        self.exceptions: list[BaseException] = []
        self.chord = False  # several buttons are down
        self.watch = Watch(self)
        self._patches = Patches()

    def __enter__(self) -> "Handheld":
        print_exception = traceback.print_exception

        def record_exception(problem, *args, **options):
            if self.sim is not None and self.sim._in_device():
                self.exceptions.append(problem)
            else:
                print_exception(problem, *args, **options)

        # The date selects the daily puzzle.
        day = time.struct_time((2026, 1, 1, 0, 0, 0, 0, self.rng.randrange(1, 366), 0))
        self._patches.set_attribute(traceback, "print_exception", record_exception)
        self._patches.set_attribute(time, "localtime", lambda *args: day)
        self._patches.enter_context(contextlib.redirect_stdout(io.StringIO()))
        return self

    def __exit__(self, *problem) -> None:
        if self.sim is not None:
            self.sim.close()
        self._patches.close()

    def switch_on(self, held: Sequence[str] = ()) -> None:
        """Switch on. Raises Failure."""
        self.log.append("on")
        try:
            seed = self.rng.getrandbits(30)
            self.sim = Sim(self.board, seed, self.folder, blind=True, held=held, **self.sim_options)
            self.sight = FrameChecker(self.sim)
            self.sim.wait(300)
        except SimError as problem:
            raise self._failure(problem) from problem
        for button in held:
            self.sim.up(button)
        self.watch.check_settings()
        self.check()

    def switch_off(self) -> None:
        """Switch off. Raises Failure if anything on the drive is lost."""
        self.log.append("off")
        self.sim.close()
        self.watch.check_drive()

    def press(self, key: Key) -> None:
        """Press a key, then check everything. Raises Failure."""
        self.chord = len(key.buttons) > 1
        self.log.append("+".join(key.buttons) or "wait %d" % key.ms)
        tally["presses"] += len(key.buttons)
        try:
            simulated.press(self.sim, key)
        except SimError as problem:
            raise self._failure(problem) from problem
        self.check()
        self.chord = False

    def perform(self, way: Way) -> None:
        """Press the keys that a Way yields."""
        perform(way, lambda: simulated.look(self.sim), self.press)

    def go_home(self) -> None:
        """Go to the first screen by keys. Raises Failure if that is impossible."""
        person = Person(self.rng)
        try:
            self.perform(person.home(simulated.look(self.sim)))
        except Lost as problem:
            raise Failure("A dead end: %s%s" % (problem, self.where())) from problem

    def check(self) -> None:
        """Check for exceptions, wrongly shown tiles and whatever `watch` checks. Raises Failure."""
        if self.exceptions or self.sim.failure or self.sim.error:
            raise self._failure(None)
        if self.sight.faults:
            raise Failure(self.sight.faults[0] + self.where())
        self.watch.check()

    def _failure(self, problem):
        """Return a Failure for the last exception of the device's program, or for `problem`."""
        raised = self.exceptions[-1:] or [self.sim and (self.sim.failure or self.sim.error)]
        self.exceptions.clear()
        return Failure((failure_sentence(raised[0]) if raised[0] else str(problem)) + self.where())

    def where(self) -> str:
        """Return the board, language, screen, game and last keys as a text in brackets."""
        app = self.sim.app
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
    """Checks that nothing is lost from key to key, or while the handheld is off.

    games: {record: saved Progress of its game}.
    """

    def __init__(self, handheld: Handheld) -> None:
        self.handheld = handheld
        self.games: dict[str, Progress] = {}
        self._screen = self._game = None
        self._moves = -1
        self._before = ("", False, None)  # before the last key: screen, whether it asked, record
        self._settings: dict = {}  # as last saved
        self._cleared = False  # whether the statistics may have been cleared
        self._rounds = 0  # number in the statistics
        self._newest = b""  # the record of the last round

    def _fail(self, sentence):
        raise Failure(sentence + self.handheld.where())

    def check(self) -> None:
        """Check the screen and the running game after a key. Raises Failure."""
        app = self.handheld.sim.app
        if app is None or app.screen is None:
            return
        name, fields = simulated.name_of(app.screen), vars(app.screen)
        if app.screen is not self._screen:
            self._enter(app, name)
        record = app.session.game and app.session.save_name
        self._before = (name, fields.get("asks") or fields.get("over"), record)
        self._cleared |= name == "statistics" and bool(fields.get("asks"))
        if app.session.game is not None and not app.session.lesson:
            self._check_game(app, name)

    def _enter(self, app, name):
        """Check the texts of a new screen, and note what the last screen has saved."""
        self._screen = app.screen
        os.environ["POCKET_SEED"] = str(self.handheld.rng.getrandbits(30))
        tally["screen " + name] += 1
        for row in app.screen.panel.shown_texts if vars(app.screen).get("panel") else ():
            if "{" in row[3]:
                self._fail("A text lacks a value: " + row[3])
        before, asked, record = self._before
        asked = asked or self.handheld.chord  # one chord may open a question and answer it
        if before in ("pause", "score") and asked and record and app.session.game is None:
            self.games.pop(record, None)  # the game has ended or was given up
        if name not in _CHOOSING:
            self._settings = saved_settings(app.settings)

    def _check_game(self, app, name):
        """Check a running game, and note the Progress that is saved of it."""
        game, turn = app.session.game, app.session.turn
        part = simulated.name_of(vars(app.screen).get("part"))
        if part == "personturn" and turn is not None and not isinstance(turn, tuple):
            now = [tiles.plain(code) for codes in turn.sets for code in codes] + list(turn.rack)
            before = [tiles.plain(code) for codes in game.table for code in codes]
            if sorted(now) != sorted(before + list(game.racks[game.seat])):
                self._fail("Tiles are lost or come from nowhere")
        if type(game).__name__ == "DetachedGame":  # its code is not loaded while a computer thinks
            return
        moves = len(game.moves or ())
        if game is not self._game or moves != self._moves:
            self._game, self._moves = game, moves
            try:
                game.check()
            except Exception as problem:
                self._fail(str(problem))
        if (part in _SAVED or name in ("startdraw", "handover")) and not app.failures.unsaved:
            self.games[app.session.save_name] = Progress.of(game)

    def check_drive(self) -> None:
        """Check games, statistics and records on the drive while it is off. Raises Failure."""
        from pocket.saves import roundsfile, storage

        if self.handheld.sim_options.get("faults"):  # nothing can be saved
            return
        store = storage.Store({"path": self.handheld.folder + "/rummy.sav", "nvm": None})
        for record in self.games:
            self._check_save(store.load(record), record)
        payload = store.load("stat")
        rounds = stats.Stats(payload).sum(stats.PLAYED) if payload else 0
        if rounds < self._rounds and not self._cleared:
            self._fail("Statistics are lost, %d of %d rounds" % (rounds, self._rounds))
        records = list(roundsfile.all_of(store))
        if self._newest and self._newest not in records:
            self._fail("The record of a round is lost")
        self._rounds, self._newest = rounds, records[0] if records else b""
        self._cleared = False

    def _check_save(self, payload, record):
        """Check that a save has its game at least as far as it was last noted."""
        if payload is None:
            self._fail("A game is lost: " + record)
        try:
            saved = Progress.of(catalogue.load(bytes(payload[:2]).decode(), payload[3:]))
        except RulesError as problem:
            self._fail("A game cannot be resumed (%s): %s" % (problem, record))
        if saved.is_before(self.games[record]):
            self._fail("A game went back from %s to %s: %s" % (self.games[record], saved, record))
        self.games[record] = saved

    def check_settings(self) -> None:
        """Check the settings after the handheld was switched on again. Raises Failure."""
        if self._settings and not self.handheld.sim_options.get("faults"):
            saved, restored = self._settings, saved_settings(self.handheld.sim.app.settings)
            lost = [name for name in saved if not _is_unchanged(name, saved, restored)]
            if lost:
                self._fail("Settings are lost: %s" % ", ".join(lost))
            self._settings = restored
        self._screen = self._game = None


def saved_settings(settings: Any) -> dict[str, Any]:
    """Return the settings that must survive switching off, as {name: value}."""
    seats = sys.modules["pocket.app.device"].MOST_SEATS
    names = {"name%d" % (i + 1): name for i, name in enumerate(settings.names[:seats])}
    values = {"language": settings.language, "lessons": settings.lessons}
    return values | settings.values | names


def _is_unchanged(name, saved, restored):
    """Return whether a setting is unchanged; lessons, two letters each, may have been added."""
    if name == "lessons":
        return {*re.findall("..", saved[name])} <= {*re.findall("..", restored[name])}
    return saved[name] == restored[name]


class Progress(NamedTuple):
    """How far a game has been played."""

    start: bytes
    round: int
    moves: int  # number of moves of the round
    ended: bool  # whether the round has ended

    @classmethod
    def of(cls, game: Any) -> "Progress":
        """Return the Progress of a game."""
        ended = game.phase in ("round", "over")
        return cls(bytes(game.origin), game.round, len(game.moves or ()), ended)

    def is_before(self, other: "Progress") -> bool:
        """Return whether this is less far than `other`; of two deals the later round is further."""
        if self.start == other.start:
            return self[2:] < other[2:]
        return self.round <= other.round


_MOODS = ("play",) * 4 + ("look",) * 2 + ("mash",)
_ACTS = st.lists(SEEDS, min_size=5, max_size=40)  # seeds of what a person does, one after another


class PersonAtHandheld(stateful.RuleBasedStateMachine):
    """A person who plays, errs, looks around, and switches the handheld off and on."""

    handheld: Handheld = None  # before `take_up`

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
        """Prepare a drive, empty in one case of ten, and switch on."""
        drive.importable()
        self.open = contextlib.ExitStack()
        self.open.enter_context(example())
        if as_on_board:
            self.open.enter_context(mock.patch.object(gc, "mem_free", lambda: _FREE, create=True))
        folder = self.open.enter_context(tempfile.TemporaryDirectory())
        sim_options: dict = {"faults": faults} if faults else {}
        if fresh and "no saves" not in faults:
            drive.fill(folder, seed, games)
        if battery and board in OF_EACH_SIZE:
            sim_options["battery"] = battery
        handheld = Handheld(random.Random(seed), board, folder, **sim_options)
        self.handheld = self.open.enter_context(handheld)
        with self._failing():
            self.handheld.switch_on()
            if games:
                self.handheld.press(tap("A"))

    @contextlib.contextmanager
    def _failing(self):
        """Note a failure inside the context, so that `teardown` does not hide it by another."""
        try:
            yield
        except BaseException:
            self.failed = True
            raise

    failed = False

    def _best(self, screen, rng):
        return simulated.computer_table(self.handheld.sim.app.session.game, rng)

    @stateful.rule(mood=st.sampled_from(_MOODS), seeds=_ACTS)
    def act(self, mood: str, seeds: list[int]) -> None:
        """Act once for each seed, in a mood."""
        with self._failing():
            for seed in seeds:
                person = Person(random.Random(seed), self._best)
                self.handheld.perform(person.act(simulated.look(self.handheld.sim), mood))

    @stateful.rule(held=st.none() | st.sampled_from(((), ("START",))))
    def leave(self, held: tuple[str, ...] | None) -> None:
        """Go back to the first screen; or switch off and on, START held or not."""
        with self._failing():
            if held is None:
                self.handheld.go_home()
            else:
                self.handheld.switch_off()
                self.handheld.switch_on(held)

    def teardown(self) -> None:
        """Go to the first screen, switch off, and check that nothing is lost."""
        if self.handheld is None:
            return
        with self.open:
            if not self.failed:
                with self._failing():
                    self.handheld.go_home()
                self.handheld.switch_off()


PROPERTY = (PersonAtHandheld, None)
