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
_KEY_SCREENS = ("startdraw", "handover", "podium", "score")
_TABLES = ("play", "eightscreen")
_HELD = {"MENU": "START", "HINT": "SELECT"}
_EXIT_LINES = {6: 4, 4: 3}  # {number of lines of the menu in a game or lesson: line that leaves it}


class Keys:
    """Press the keys of an emulated board and read the probe's answers (KEYS and SEES of probe.py).

    screen: the Screen on show. phase: of its game. upside_down: the board is held so. thinking: a
    computer is searching. pass_refused: the person must find the play that exists. moves: how many
    moves the computers have made. presses, restarts: how many keys were pressed, VMs restarted.
    """

    may_fail = False  # a traceback may be a refused allocation that the game recovers from

    def __init__(self, handheld: "Handheld") -> None:
        self.handheld = handheld
        self.presses = self.moves = self.restarts = self._lines_read = self._answer_count = 0
        self.upside_down = self.thinking = self.pass_refused = self._is_checking_pass = False
        self.screen, self.phase = Screen(), ""

    def look(self) -> Screen:
        """Return the screen on show."""
        return self.screen

    def press(self, key: Key) -> None:
        """Press a key and wait for its answer."""
        if not key.buttons:
            return self.rest(key.ms)
        buttons = [_HELD.get(button, button) for button in key.buttons]
        buttons = [opposite(button) if self.upside_down else button for button in buttons]
        ms = max(key.ms, PRESS)
        self.presses += len(buttons)
        self.screen.turn = None
        for button in buttons:
            self.handheld.down(button, ms)
        self.handheld.wait(ms)
        for button in buttons:
            self.handheld.up(button)
        answer_count, end = self._answer_count, self.handheld.ms + _ANSWER_MS
        self.rest()
        while self._answer_count == answer_count and self.handheld.ms < end:
            self.rest()

    def perform(self, way: Way) -> Any:
        """Press the keys that a generator yields. Raises EmulatorError if they have no effect."""
        try:
            return perform(way, self.look, self.press)
        except Lost as problem:
            raise EmulatorError(str(problem)) from problem

    def rest(self, ms: float = _LOOK_MS) -> None:
        """Let time pass, then read the console."""
        self.handheld.wait(ms)
        self.hear()

    def hear(self) -> None:
        """Read the console's new lines. Raises EmulatorError if the game failed."""
        lines = self.handheld.console[self._lines_read :]
        self._lines_read += len(lines)
        for _ms, line in lines:
            if "Traceback" in line and not self.may_fail or "ran out of memory" in line:
                self.handheld.wait(1000)
                printed = self.handheld.console[self._lines_read - len(lines) :]
                texts = [text for _ms, text in printed]
                raise EmulatorError("The game failed: " + " ".join(texts[texts.index(line) :]))
            self.read_line(line, line.split() or [""])

    def read_line(self, line: str, words: list[str]) -> None:
        """Update the state from one line of the console, split into `words` (see probe.py)."""
        kind, screen = words[0], self.screen
        if kind == "screen" and len(words) == 5:
            self.screen, self.phase = Screen(words[1].rpartition(".")[2]), words[2]
            self.thinking &= self.screen.name in _TABLES  # else the table has been left
        elif line.startswith("code.py output:"):  # the game restarts
            self.screen, self.phase, self.thinking = Screen(), "", False
            self.restarts += 1
        elif kind == "person":
            # The turn goes on after a check whether the person may pass: a play was found.
            self.pass_refused = self.pass_refused or self._is_checking_pass
            self.thinking = self._is_checking_pass = False
            screen.activity = "turn"
        elif kind == "thinks":
            screen.activity, self.thinking = "", True
            self._is_checking_pass = len(words) == 5  # no level: a check or a hint
        elif kind in ("thought", "proved", "hint"):
            self.thinking = False
            if kind == "thought":
                self.moves += 1
                self._is_checking_pass = self.pass_refused = False
        elif kind == "@":  # the probe's answer to a key
            self._answer_count += 1
            screen.lines, screen.chosen = int(words[1]), int(words[2])
            screen.busy, is_persons_turn, self.upside_down = [word != "0" for word in words[3:]]
            screen.activity = "turn" if is_persons_turn and screen.name in _TABLES else ""
            screen.exit_line = _EXIT_LINES.get(screen.lines) if screen.name == "pause" else None
        elif kind == "=" and screen.name == "play" and len(words) == 12:  # the turn, see `Turn`
            screen.has_question, screen.tip = words[4] == "1", words[4] == "2"
            opened = words[5] == "1"
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
        """Wait for one of these screens and its picture. Raises EmulatorError after a minute."""
        end = self.handheld.ms + _MAX_WAIT_MS
        while self.screen.name not in screens:
            if self.handheld.ms > end:
                names = (" or ".join(screens), self.screen.name)
                raise EmulatorError("%s does not appear; %s is on show." % names)
            self.rest()
        self.rest(600)

    def choose(self, *labels: str) -> None:
        """Choose one line after the other in the menus, again if a restart of the VM has
        dropped the key. Raises EmulatorError."""
        for label in labels:
            if not self._move_to_line(label):
                raise EmulatorError("There is no line %s on %s." % (label, self.screen.name))
            restarts = -1
            while restarts != self.restarts and self._move_to_line(label):
                restarts = self.restarts
                self.tap("A")
                self.rest(400)

    def _move_to_line(self, label):
        """Move the cursor to a line; return False if no line begins with `label`."""
        for _ in range(24):
            if self.screen.line.startswith(label):
                return True
            self.tap("DOWN")
        return False

    def go_home(self) -> None:
        """Return to the first screen's main menu. Raises EmulatorError."""
        self.perform(choosing.Person(random.Random(0)).home(self.screen))
        self.rest(800)
        self.tap("B")  # leaves the menus below the main one
        self.rest(400)

    def play_game(self, lays: bool, max_moves: int = MAX_MOVES, any_score: bool = False) -> str:
        """Play until the last score sheet (any_score: any sheet), or until the computers have made
        `max_moves` moves in all; return "over" or "moves". lays: play the best turn; otherwise
        draw, and lay tiles only if a pass is refused. Raises EmulatorError."""
        idle_checks, turns_before = 0, self.turns
        last_change_ms, last_progress = self.handheld.ms, None
        while self.moves < max_moves:
            if last_progress != self._progress():
                last_change_ms, last_progress = self.handheld.ms, self._progress()
            if self.handheld.ms - last_change_ms > _MAX_IDLE_MS:
                raise EmulatorError("The game is stuck on screen %s." % self.screen.name)
            name, busy = self.screen.name, self.screen.busy
            if name == "score" and (any_score or self.phase == "over"):
                self.rest(900)
                return "over"
            if self.turns > turns_before + _MAX_TURNS and lays:
                raise EmulatorError("The game did not end within %d turns." % _MAX_TURNS)
            if self.thinking or busy and name != "play":
                idle_checks = 0
                self.rest(250)
            elif name == "play" and self.is_ready():
                self.play_turn(lays)
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
        if not self._is_in_turn():
            return False
        self.rest(_SETTLE_MS)
        if not self._is_in_turn() or self.screen.busy or self.thinking:
            return False
        self.tap("DOWN")  # it has no effect, but the probe answers it
        if self.screen.tip:
            self.tap("A")
        return self.screen.name == "play" and self.screen.turn is not None

    def _is_in_turn(self):
        return self.screen.name == "play" and self.screen.activity == "turn"

    def play_turn(self, lays: bool = True) -> None:
        """Lay the best play, or draw; stop if the turn's time runs out. Raises EmulatorError."""
        self.turns += 1
        try:
            laid = self._lay(lays)
        except Lost as problem:
            if self.screen.activity != "turn" or self.may_fail:  # a refused allocation costs a key
                return
            raise EmulatorError(str(problem)) from problem
        self.tap("START")
        if not laid and self.screen.has_question:
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
            if self.handheld.ms > end or self.screen.activity != "turn":
                raise Lost("A turn's key has no answer on %s." % self.screen.name)
            self.rest()
