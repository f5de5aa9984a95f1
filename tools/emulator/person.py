"""Play an emulated board as a person would: read the probe's lines as a Screen and press keys."""

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

_LOOK_MS = 60  # between two looks at the console
_ANSWER_MS = 3000  # after which a key has had its effect
_SETTLE_MS = 700  # START is ignored at the beginning of a turn, for a shorter time
_MAX_WAIT_MS = 60000  # to wait for a screen
_MAX_IDLE_CHECKS = 30  # without anything new, before A is pressed
_MAX_IDLE_MS = 300000  # without a turn, a move or another screen, before the game counts as stuck
MAX_MOVES = 600
_MAX_TURNS = 60
_KEY_SCREENS = ("startdraw", "handover", "podium", "score", "firstsave")
_TABLES = ("play", "eightscreen")
_HELD = {"MENU": "START", "HINT": "SELECT"}
_EXIT_LINES = {6: 4, 4: 3}  # {lines of the menu in a game or lesson: the line that leads out}


class Keys:
    """Press the keys of an emulated board and read the probe's answers (KEYS and SEES of probe.py).

    screen: the Screen on show. phase: of its game. turned: the board is held upside down. thinking:
    a computer is searching. pass_refused: the person must find the play that exists. moves: how
    many the computers have made. presses, restarts: how many keys were pressed, VMs restarted.
    """

    may_fail = False  # a traceback may be a refused allocation that the game recovers from

    def __init__(self, handheld: "Handheld") -> None:
        self.handheld = handheld
        self.presses = self.moves = self.restarts = self._read = self._answers = 0
        self.turned = self.thinking = self.pass_refused = self._is_proving = False
        self.screen, self.phase = Screen(), ""

    def lost(self, sentence: str) -> Exception:
        """Return the error to raise when the game fails or a key has no effect."""
        return EmulatorError(sentence)

    def look(self) -> Screen:
        """Return the screen on show."""
        return self.screen

    def press(self, key: Key) -> None:
        """Press a key and wait for its answer."""
        if not key.buttons:
            return self.rest(key.ms)
        buttons = [_HELD.get(button, button) for button in key.buttons]
        buttons = [opposite(button) if self.turned else button for button in buttons]
        ms = max(key.ms, PRESS)
        self.presses += len(buttons)
        self.screen.turn = None
        for button in buttons:
            self.handheld.down(button, ms)
        self.handheld.wait(ms)
        for button in buttons:
            self.handheld.up(button)
        answers, end = self._answers, self.handheld.ms + _ANSWER_MS
        self.rest()
        while self._answers == answers and self.handheld.ms < end:
            self.rest()

    def perform(self, way: Way) -> Any:
        """Press the keys that a generator yields. Raises lost() if they have no effect."""
        try:
            return perform(way, self.look, self.press)
        except Lost as problem:
            raise self.lost(str(problem)) from problem

    def rest(self, ms: float = _LOOK_MS) -> None:
        """Let time pass, then read the console."""
        self.handheld.wait(ms)
        self.hear()

    def hear(self) -> None:
        """Read the console's new lines. Raises lost() if the game failed."""
        lines = self.handheld.console[self._read :]
        self._read += len(lines)
        for _ms, line in lines:
            if "Traceback" in line and not self.may_fail or "ran out of memory" in line:
                self.handheld.wait(1000)
                texts = [text for _ms, text in self.handheld.console[self._read - len(lines) :]]
                raise self.lost("The game failed: " + " ".join(texts[texts.index(line) :]))
            self.read_line(line, line.split() or [""])

    def read_line(self, line: str, words: list[str]) -> None:
        """Update what is known by one line of the console, split into `words` (see probe.py)."""
        kind, screen = words[0], self.screen
        if kind == "screen" and len(words) == 5:
            self.screen, self.phase = Screen(words[1].rpartition(".")[2]), words[2]
            self.thinking = self.thinking and self.screen.name in _TABLES  # or it was left
        elif line.startswith("code.py output:"):  # the game restarts
            self.screen, self.phase, self.thinking = Screen(), "", False
            self.restarts += 1
        elif kind == "person":
            self.pass_refused = self.pass_refused or self._is_proving
            self.thinking = self._is_proving = False
            screen.doing = "turn"
        elif kind == "thinks":
            screen.doing, self.thinking = "", True
            self._is_proving = len(words) == 5  # the line of a proof or hint has no level
        elif kind in ("thought", "proved", "hint"):
            self.thinking = False
            if kind == "thought":
                self.moves += 1
                self._is_proving = self.pass_refused = False
        elif kind == "@":
            screen.lines, screen.chosen, busy, person, turned = [int(word) for word in words[1:]]
            self._answers += 1
            screen.busy, self.turned = bool(busy), bool(turned)
            screen.doing = "turn" if person and screen.name in _TABLES else ""
            screen.way_out = _EXIT_LINES.get(screen.lines) if screen.name == "pause" else None
        elif kind == "=" and screen.name == "play" and len(words) == 12:  # the turn, see `Turn`
            asks, opened = int(words[4]), words[5] == "1"
            screen.asks, screen.tip = asks == 1, asks == 2
            fields: list[Any] = [int(word) for word in words[1:4]] + [_bytes(w) for w in words[6:8]]
            for word in words[8:10]:
                fields.append([_bytes(part) for part in word.split(",")] if word != "-" else [])
            fields += [_bytes(word) for word in words[10:]] + [opened]
            screen.turn = Turn(*fields)
        elif kind == "=":
            screen.line = line[2:]


def _bytes(word):
    return b"" if word == "-" else bytes.fromhex(word)


class Person(Keys):
    """Find menu lines by their text, and play games. rules: of the game that is played."""

    def __init__(self, handheld: "Handheld", rules: dict | None = None) -> None:
        super().__init__(handheld)
        self.rules = rules or catalogue.rules_for(catalogue.ORDER[0])
        self.turns = 0
        self.hear()

    def tap(self, *buttons: str) -> None:
        """Press one key after another."""
        for button in buttons:
            self.press(tap(button))

    def wait_for(self, *screens: str) -> None:
        """Wait for one of these screens and its picture. Raises lost() after a minute."""
        end = self.handheld.ms + _MAX_WAIT_MS
        while self.screen.name not in screens:
            if self.handheld.ms > end:
                names = (" or ".join(screens), self.screen.name)
                raise self.lost("%s does not appear; %s is on show." % names)
            self.rest()
        self.rest(600)

    def choose(self, *labels: str) -> None:
        """Choose one line after the other in the menus, again if a restart of the VM has
        dropped the key. Raises lost()."""
        for label in labels:
            if not self._move_to_line(label):
                raise self.lost("There is no line %s on %s." % (label, self.screen.name))
            restarts = -1
            while restarts != self._count_restarts() and self._move_to_line(label):
                restarts = self._count_restarts()
                self.tap("A")
                self.rest(400)

    def _move_to_line(self, label):
        """Move the cursor to a line; return False if no line begins with `label`."""
        for _ in range(24):
            if self.screen.line.startswith(label):
                return True
            self.tap("DOWN")
        return False

    def _count_restarts(self):
        return [line for _ms, line in self.handheld.console].count("soft reboot")

    def go_home(self) -> None:
        """Return to the first screen's main menu. Raises lost()."""
        self.perform(choosing.Person(random.Random(0)).home(self.screen))
        self.rest(800)
        self.tap("B")  # leaves the menus below the main one
        self.rest(400)

    def game(self, lays: bool, moves: int = MAX_MOVES, any_score: bool = False) -> str:
        """Play until the last score sheet (any_score: any sheet) or for `moves` computer moves;
        return "over" or "moves". lays: play the best turn; otherwise draw, and lay tiles only if a
        pass is refused. Raises lost()."""
        idle_checks, turns_before = 0, self.turns
        last_change_ms, last_progress = self.handheld.ms, None
        while self.moves < moves:
            if last_progress != self._progress():
                last_change_ms, last_progress = self.handheld.ms, self._progress()
            if self.handheld.ms - last_change_ms > _MAX_IDLE_MS:
                raise self.lost("The game is stuck on the screen %s." % self.screen.name)
            name, busy = self.screen.name, self.screen.busy
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
            elif name in _KEY_SCREENS or idle_checks > _MAX_IDLE_CHECKS:
                self.tap("A")
                self.rest(900)
                idle_checks = 0
            else:
                self.rest(300)
                idle_checks = 0 if busy else idle_checks + 1
        return "moves"

    def _progress(self):
        # With --refuse each restart is due to another allocation, so it counts as progress.
        restarts = self.restarts if self.may_fail else 0
        return self.turns, self.moves, self.phase, self.screen.name, restarts

    def is_ready(self) -> bool:
        """Return whether a person's turn is on show and reported."""
        if self.screen.name != "play" or not self.screen.doing:
            return False
        self.rest(_SETTLE_MS)
        if self.screen.name != "play" or not self.screen.doing or self.screen.busy or self.thinking:
            return False
        self.tap("DOWN")  # it has no effect, but the probe answers it
        if self.screen.tip:
            self.tap("A")
        return self.screen.name == "play" and self.screen.turn is not None

    def play(self, lays: bool = True) -> None:
        """Lay the best play, or draw; stop if the turn's time runs out. Raises lost()."""
        self.turns += 1
        try:
            laid = self._lay(lays)
        except Lost as problem:
            if self.screen.doing != "turn" or self.may_fail:  # a refused allocation costs a key
                return
            raise self.lost(str(problem)) from problem
        self.tap("START")
        if not laid and self.screen.asks:
            self.tap("A")
        self.rest(300)

    def _lay(self, lays):
        """Lay the best play; return its tiles. Raises Lost."""
        # A stray key may have picked up a tile, a restart may have come between two keys.
        turn = laying.turn_of(self.screen)
        if any(turn.rack_flags) or not all(turn.good):
            self._press_in_turn(hold("B"))
        if not (lays or self.pass_refused):
            return 0
        turn = laying.turn_of(self.screen)
        best = search.run(self.rules, turn.sets, bytearray(turn.rack), turn.opened, goal="tiles")
        if best.laid:
            perform(laying.arrange(self.screen, best.table), self.look, self._press_in_turn)
        return best.laid

    def _press_in_turn(self, key):
        """Press a key of a turn and wait until the turn is reported."""
        self.press(key)
        end = self.handheld.ms + _ANSWER_MS
        while self.screen.turn is None:
            if self.handheld.ms > end or self.screen.doing != "turn":
                raise Lost("A turn's key has no answer on %s." % self.screen.name)
            self.rest()
