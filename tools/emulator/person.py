"""A person at an emulated board's keys, who sees what the probe reports (KEYS and SEES)."""

from types import SimpleNamespace
from typing import Any

from rules import catalogue
from rules.solver import search
from tools.emulator import EmulatorError
from tools.emulator.handheld import PRESS
from tools.soak.laying import Laying

if False:  # for type checkers
    from tools.emulator.handheld import Handheld

LONG = 700  # ms for which a key is held
_LOOK = 60  # ms between two looks at the console
_ANSWER = 3000  # ms after which a key has had its effect
_SETTLED = 700  # ms of a turn's beginning in which START is ignored, and some more
_PATIENCE = 60000  # ms to wait for a screen
_STUCK = 30  # looks without anything new after which A is pressed
MOST_MOVES = 600
_MOST_TURNS = 60
_WAITING = ("startdraw", "handover", "podium", "score", "firstsave")  # screens that wait for a key


class Keys:
    """Press the keys of an emulated board and read the probe's answers.

    shown, phase: the screen on show, and of its game. state: its list (count, chosen; None without
    one) and busy. said: text of the list's chosen line. person: a person is to move. thinking: a
    computer thinks. turn: a person's turn, reported with the last key, or None. moves: of
    computers. presses: so far. turned: the board is held upside down.
    """

    refusing = False  # a traceback may be a refused allocation that the game recovers from

    def __init__(self, handheld: "Handheld") -> None:
        self.handheld = handheld
        self.presses = self.moves = self._read = self._answers = 0
        self.person = self.turned = self.thinking = self.proving = False
        self.pass_refused = False
        self._appears("", "")

    def _appears(self, name, phase):
        self.shown, self.phase = name.rpartition(".")[2], phase
        self.state = SimpleNamespace(list=None, sure=False, busy=False, pad=None)
        self.turn: Any = None
        self.said = ""

    def lost(self, sentence: str) -> Exception:
        """The error to raise where the game fails or a key has no effect."""
        return EmulatorError(sentence)

    def keys(self, buttons: Any, ms: float = PRESS) -> None:
        """Press buttons at once and wait for the answer."""
        self.presses += len(buttons)
        self.turn = None
        for button in buttons:
            self.handheld.down(button)
            self.handheld.presses[-1] = (*self.handheld.presses[-1][:2], ms)
        self.handheld.wait(ms)
        for button in buttons:
            self.handheld.up(button)
        answers, end = self._answers, self.handheld.ms + _ANSWER
        self.rest()
        while self._answers == answers and self.handheld.ms < end:
            self.rest()

    def rest(self, ms: float = _LOOK) -> None:
        """Let time pass, then read the console."""
        self.handheld.wait(ms)
        self.hear()

    def hear(self) -> None:
        """Read the console's new lines. Raises lost() where the game failed."""
        lines = self.handheld.console[self._read :]
        self._read += len(lines)
        for _ms, line in lines:
            if "Traceback" in line and not self.refusing or "ran out of memory" in line:
                self.handheld.wait(1000)
                said = [text for _ms, text in self.handheld.console[self._read - len(lines) :]]
                raise self.lost("The game failed: " + " ".join(said[said.index(line) :]))
            self.heard(line, line.split() or [""])

    def heard(self, line: str, words: list[str]) -> None:
        """Read one line, whose words these are (probe.py describes them)."""
        what = words[0]
        if what == "screen" and len(words) == 5:
            self._appears(*words[1:3])
        elif line.startswith("code.py output:"):
            self._appears("", "")  # the game restarts
            self.thinking = False
        elif what == "person":
            self.pass_refused = self.pass_refused or self.proving
            self.person, self.thinking, self.proving = True, False, False
        elif what == "thinks":
            self.person, self.thinking = False, True
            self.proving = len(words) == 5  # a proof or a hint has no level
        elif what in ("thought", "proved", "hint"):
            self.thinking = False
            if what == "thought":
                self.moves += 1
                self.proving = self.pass_refused = False
        elif what == "@":
            count, chosen, busy, person, turned = [int(word) for word in words[1:]]
            self._answers += 1
            self.state.busy, self.person, self.turned = bool(busy), bool(person), bool(turned)
            if not count:
                self.state.list = None
            elif self.state.list is None:
                self.state.list = SimpleNamespace(count=count, chosen=chosen)
            else:  # the caller may hold this list
                self.state.list.count, self.state.list.chosen = count, chosen
        elif what == "=" and self.shown == "play" and len(words) == 12:
            self.turn = _turn_of(words[1:])
        elif what == "=":
            self.said = line[2:]


def _turn_of(words):
    where, index, tile, asks, opened = [int(word) for word in words[:5]]
    turn = SimpleNamespace(where=where, index=index, tile=tile, opened=bool(opened))
    turn.asks, turn.tip = asks == 1, asks == 2
    turn.rack, turn.rack_flags, turn.good, turn.spots = map(_bytes, words[5:7] + words[9:11])
    turn.sets, turn.flags = [
        [_bytes(part) for part in word.split(",")] if word != "-" else [] for word in words[7:9]
    ]
    return turn


def _bytes(word):
    return bytearray() if word == "-" else bytearray.fromhex(word)


class Person(Keys, Laying):
    """Find menus by their text, play games, lay tiles. rules: of the game that is played."""

    def __init__(self, handheld: "Handheld", rules: dict | None = None) -> None:
        super().__init__(handheld)
        self.rules = rules or catalogue.rules_for(catalogue.ORDER[0])
        self.turns = 0
        self.hear()

    def press(self, button: str, ms: float = PRESS) -> None:
        """Press a key and wait for its answer."""
        self.keys((button,), ms)

    def until(self, *screens: str) -> None:
        """Wait for one of these screens and its picture. Raises lost()."""
        end = self.handheld.ms + _PATIENCE
        while self.shown not in screens:
            if self.handheld.ms > end:
                raise self.lost(
                    "%s does not appear; %s is on show." % (" or ".join(screens), self.shown)
                )
            self.rest()
        self.rest(600)

    def line(self, *labels: str, button: str = "DOWN") -> None:
        """Move to the list's line that begins with one of `labels`. Raises lost()."""
        for _ in range(24):
            if self.said.startswith(labels):
                return
            self.press(button)
        raise self.lost("There is no line %s on %s." % (labels[0], self.shown))

    def choose(self, *labels: str) -> None:
        """Choose one line after the other in the menus."""
        for label in labels:
            self.line(label)
            self.press("A")
            self.rest(400)

    def home(self) -> None:
        """Return to the first screen's own menu. Raises lost()."""
        for _ in range(8):
            count = self.state.list.count if self.state.list else 0
            if self.shown == "title" and count in (4, 5):
                self.line("Quick game", "Continue", button="UP")
                return
            self.press("B")
            self.rest(800)
        raise self.lost("B does not lead to the first screen from %s." % self.shown)

    def leave_game(self) -> None:
        """Leave a running game by its menu."""
        for _ in range(20):
            if self.shown == "title":
                return
            if self.shown == "pause":
                self.choose("Save and leave")
            else:
                self.press("START", LONG)
                self.rest(600)
        raise self.lost("The game cannot be left from %s." % self.shown)

    def game(self, lays: bool, moves: int = MOST_MOVES, ends: bool = False) -> str:
        """Play on until the last score sheet, or `ends` on a score sheet, or `moves` moves of
        computers. lays: play the best turn; else draw, and lay where a pass is refused. Returns
        "over" or "moves". Raises lost()."""
        looks, begun = 0, self.turns
        while self.moves < moves:
            if self.shown == "score" and (ends or self.phase == "over"):
                self.rest(900)
                return "over"
            if self.turns > begun + _MOST_TURNS and lays:
                raise self.lost("The game does not end.")
            if self.thinking or self.state.busy and self.shown != "play":
                looks = 0
                self.rest(250)
            elif self.shown == "play" and self.person and self.is_ready():
                self.play(lays)
                looks = 0
            elif self.shown in _WAITING or looks > _STUCK:
                self.press("A")
                self.rest(900)
                looks = 0
            else:
                self.rest(300)
                looks = 0 if self.state.busy else looks + 1
        return "moves"

    def is_ready(self) -> bool:
        """Whether a person's turn is on show and reported."""
        self.rest(_SETTLED)
        if self.shown != "play" or not self.person or self.state.busy or self.thinking:
            return False
        self.press("DOWN")  # without effect, but answered
        if self.turn is not None and self.turn.tip:
            self.press("A")
        return self.shown == "play" and self.turn is not None

    def play(self, lays: bool = True) -> None:
        """Lay the best play, or draw."""
        self.turns += 1
        if any(self.turn.rack_flags):  # an earlier key was meant for a move on show, and came late
            self.press("B", LONG)
            self._await_turn()
        laid = 0
        if lays or self.pass_refused:
            turn = self.turn
            table = [bytes(codes) for codes in turn.sets]
            best = search.run(self.rules, table, turn.rack, turn.opened, goal="tiles")
            laid = best.laid
            if laid:
                self.reach(best.table)
        self.press("START")
        if not laid and self.turn is not None and self.turn.asks:
            self.press("A")
        self.rest(300)

    def go(self, button: str) -> None:
        """Press a key of a turn and wait until the turn is reported. Raises lost()."""
        self.press(button)
        self._await_turn()
        if self.turn.tip:  # it took the key
            self.press("A")
            self._await_turn()
            self.go(button)

    def _await_turn(self):
        end = self.handheld.ms + _ANSWER
        while self.turn is None:
            if self.handheld.ms > end:
                raise self.lost("A turn's key has no answer on %s." % self.shown)
            self.rest()

    @property
    def cursor(self) -> tuple:
        """The cursor's place, for Laying."""
        return self.turn.where, self.turn.index, self.turn.tile
