"""A person at an emulated board's keys: the probe's lines become a Screen, Keys are pressed."""

import random
from typing import Any

from rules import catalogue
from rules.solver import search
from tools.emulator import EmulatorError
from tools.emulator.handheld import PRESS
from tools.person import choosing, laying
from tools.person.screen import Key, Lost, Screen, Turn, Way, hold, perform, tap
from tools.sim.machine import opposite

if False:  # for type checkers
    from tools.emulator.handheld import Handheld

_LOOK = 60  # ms between two looks at the console
_ANSWER = 3000  # ms after which a key has had its effect
_SETTLED = 700  # ms of a turn's beginning in which START is ignored, and some more
_PATIENCE = 60000  # ms to wait for a screen
_STUCK = 30  # looks without anything new after which A is pressed
_IDLE = 300000  # ms without a turn, a move or another screen after which the game counts as lost
MAX_MOVES = 600
_MAX_TURNS = 60
_WAITING = ("startdraw", "handover", "podium", "score", "firstsave")  # screens that wait for a key
_TABLES = ("play", "eightscreen")
_HELD = {"MENU": "START", "HINT": "SELECT"}
_WAYS_OUT = {7: 5, 4: 3}  # lines of the menu in a game, in a lesson: the one that leads out


class Keys:
    """Press the keys of an emulated board and read the probe's answers (KEYS and SEES of probe.py).

    seen: the screen on show. phase: of its game. turned: the board is held upside down. thinking: a
    computer thinks. moves: of computers. pass_refused: there is a play, so the person must find it.
    presses, restarts: of the VM, so far.
    """

    may_fail = False  # a traceback may be a refused allocation that the game recovers from

    def __init__(self, handheld: "Handheld") -> None:
        self.handheld = handheld
        self.presses = self.moves = self.restarts = self._read = self._answers = 0
        self.turned = self.thinking = self.pass_refused = self._proving = False
        self.seen, self.phase = Screen(), ""

    def lost(self, sentence: str) -> Exception:
        """The error to raise where the game fails or a key has no effect."""
        return EmulatorError(sentence)

    def look(self) -> Screen:
        """The screen on show."""
        return self.seen

    def press(self, key: Key) -> None:
        """Press a key and wait for its answer."""
        if not key.buttons:
            return self.rest(key.ms)
        buttons = [_HELD.get(button, button) for button in key.buttons]
        buttons = [opposite(button) if self.turned else button for button in buttons]
        ms = max(key.ms, PRESS)
        self.presses += len(buttons)
        self.seen.turn = None
        for button in buttons:
            self.handheld.down(button, ms)
        self.handheld.wait(ms)
        for button in buttons:
            self.handheld.up(button)
        answers, end = self._answers, self.handheld.ms + _ANSWER
        self.rest()
        while self._answers == answers and self.handheld.ms < end:
            self.rest()

    def perform(self, way: Way) -> Any:
        """Press the keys of a way. Raises lost() where they do not lead on."""
        try:
            return perform(way, self.look, self.press)
        except Lost as problem:
            raise self.lost(str(problem)) from problem

    def rest(self, ms: float = _LOOK) -> None:
        """Let time pass, then read the console."""
        self.handheld.wait(ms)
        self.hear()

    def hear(self) -> None:
        """Read the console's new lines. Raises lost() where the game failed."""
        lines = self.handheld.console[self._read :]
        self._read += len(lines)
        for _ms, line in lines:
            if "Traceback" in line and not self.may_fail or "ran out of memory" in line:
                self.handheld.wait(1000)
                said = [text for _ms, text in self.handheld.console[self._read - len(lines) :]]
                raise self.lost("The game failed: " + " ".join(said[said.index(line) :]))
            self.read_line(line, line.split() or [""])

    def read_line(self, line: str, words: list[str]) -> None:
        """Take in one line of the console, split into `words` (see probe.py)."""
        kind, seen = words[0], self.seen
        if kind == "screen" and len(words) == 5:
            self.seen, self.phase = Screen(words[1].rpartition(".")[2]), words[2]
        elif line.startswith("code.py output:"):  # the game restarts
            self.seen, self.phase, self.thinking = Screen(), "", False
            self.restarts += 1
        elif kind == "person":
            self.pass_refused = self.pass_refused or self._proving
            self.thinking = self._proving = False
            seen.doing = "turn"
        elif kind == "thinks":
            seen.doing, self.thinking = "", True
            self._proving = len(words) == 5  # a proof or a hint has no level
        elif kind in ("thought", "proved", "hint"):
            self.thinking = False
            if kind == "thought":
                self.moves += 1
                self._proving = self.pass_refused = False
        elif kind == "@":
            seen.lines, seen.chosen, busy, person, turned = [int(word) for word in words[1:]]
            self._answers += 1
            seen.busy, self.turned = bool(busy), bool(turned)
            seen.doing = "turn" if person and seen.name in _TABLES else ""
            seen.way_out = _WAYS_OUT.get(seen.lines) if seen.name == "pause" else None
        elif kind == "=" and seen.name == "play" and len(words) == 12:
            asks, opened = int(words[4]), words[5] == "1"
            seen.asks, seen.tip = asks == 1, asks == 2
            fields: list[Any] = [int(word) for word in words[1:4]] + [_bytes(w) for w in words[6:8]]
            for word in words[8:10]:
                fields.append([_bytes(part) for part in word.split(",")] if word != "-" else [])
            fields += [_bytes(word) for word in words[10:]] + [opened]
            seen.turn = Turn(*fields)
        elif kind == "=":
            seen.line = line[2:]


def _bytes(word):
    return b"" if word == "-" else bytes.fromhex(word)


class Person(Keys):
    """Find menus by their text, and play games. rules: of the game that is played."""

    def __init__(self, handheld: "Handheld", rules: dict | None = None) -> None:
        super().__init__(handheld)
        self.rules = rules or catalogue.rules_for(catalogue.ORDER[0])
        self.turns = 0
        self.hear()

    def tap(self, *buttons: str) -> None:
        """Press one key after another."""
        for button in buttons:
            self.press(tap(button))

    def until(self, *screens: str) -> None:
        """Wait for one of these screens and its picture. Raises lost()."""
        end = self.handheld.ms + _PATIENCE
        while self.seen.name not in screens:
            if self.handheld.ms > end:
                names = (" or ".join(screens), self.seen.name)
                raise self.lost("%s does not appear; %s is on show." % names)
            self.rest()
        self.rest(600)

    def choose(self, *labels: str) -> None:
        """Choose one line after the other in the menus, again where a restart of the VM has
        dropped the key. Raises lost()."""
        for label in labels:
            if not self._finds(label):
                raise self.lost("There is no line %s on %s." % (label, self.seen.name))
            restarts = -1
            while restarts != self._restarts() and self._finds(label):
                restarts = self._restarts()
                self.tap("A")
                self.rest(400)

    def _finds(self, label):
        for _ in range(24):
            if self.seen.line.startswith(label):
                return True
            self.tap("DOWN")
        return False

    def _restarts(self):
        return [line for _ms, line in self.handheld.console].count("soft reboot")

    def home(self) -> None:
        """Return to the first screen's main menu. Raises lost()."""
        self.perform(choosing.Person(random.Random(0)).home(self.seen))
        self.rest(800)
        self.tap("B")  # leaves the menus below the main one
        self.rest(400)

    def game(self, lays: bool, moves: int = MAX_MOVES, any_score: bool = False) -> str:
        """Play until the last score sheet (any_score: any sheet) or for `moves` computer moves.
        lays: play the best turn; else draw, and lay tiles only if a pass is refused. Returns "over"
        or "moves". Raises lost()."""
        idle_checks, turns_before = 0, self.turns
        last_change_ms, last_progress = self.handheld.ms, None
        while self.moves < moves:
            if last_progress != self._progress():
                last_change_ms, last_progress = self.handheld.ms, self._progress()
            if self.handheld.ms - last_change_ms > _IDLE:
                raise self.lost("The game is stuck on the screen %s." % self.seen.name)
            name, busy = self.seen.name, self.seen.busy
            if name == "score" and (any_score or self.phase == "over"):
                self.rest(900)
                return "over"
            if self.turns > turns_before + _MAX_TURNS and lays:
                raise self.lost("The game does not end.")
            if self.thinking or busy and name != "play":
                idle_checks = 0
                self.rest(250)
            elif name == "play" and self.is_ready():
                self.play(lays)
                idle_checks = 0
            elif name in _WAITING or idle_checks > _STUCK:
                self.tap("A")
                self.rest(900)
                idle_checks = 0
            else:
                self.rest(300)
                idle_checks = 0 if busy else idle_checks + 1
        return "moves"

    def _progress(self):
        # With --refuse each restart is of another allocation: a step towards the last one.
        restarts = self.restarts if self.may_fail else 0
        return self.turns, self.moves, self.phase, self.seen.name, restarts

    def is_ready(self) -> bool:
        """Whether a person's turn is on show and reported."""
        if self.seen.name != "play" or not self.seen.doing:
            return False
        self.rest(_SETTLED)
        if self.seen.name != "play" or not self.seen.doing or self.seen.busy or self.thinking:
            return False
        self.tap("DOWN")  # without effect, but answered
        if self.seen.tip:
            self.tap("A")
        return self.seen.name == "play" and self.seen.turn is not None

    def play(self, lays: bool = True) -> None:
        """Lay the best play, or draw; stop where the turn's time runs out meanwhile. Raises
        lost()."""
        self.turns += 1
        try:
            laid = self._lay(lays)
        except Lost as problem:
            if self.seen.doing != "turn":
                return
            raise self.lost(str(problem)) from problem
        self.tap("START")
        if not laid and self.seen.asks:
            self.tap("A")
        self.rest(300)

    def _lay(self, lays):
        """Lay the best play; return its tiles. Raises Lost."""
        if any(laying.turn_of(self.seen).rack_flags):  # an earlier key was meant for a move on show
            self._press_in_turn(hold("B"))
        if not (lays or self.pass_refused):
            return 0
        turn = laying.turn_of(self.seen)
        best = search.run(self.rules, turn.sets, bytearray(turn.rack), turn.opened, goal="tiles")
        if best.laid:
            perform(laying.arrange(self.seen, best.table), self.look, self._press_in_turn)
        return best.laid

    def _press_in_turn(self, key):
        """Press a key of a turn and wait until the turn is reported."""
        self.press(key)
        end = self.handheld.ms + _ANSWER
        while self.seen.turn is None:
            if self.handheld.ms > end or self.seen.doing != "turn":
                raise Lost("A turn's key has no answer on %s." % self.seen.name)
            self.rest()
