"""A board whose probe answers each key (KEYS, SEES of probe.py): keys go in, answers are heard."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from tools.emulator.handheld import PRESS

if False:  # for type checkers
    from tools.emulator.handheld import Handheld

LONG = 700  # ms a key is held
_LOOK = 60  # ms between two looks at the console
_ANSWER = 3000  # ms after which a key has done what it does


class Answering:
    """Presses the keys of `chip`, an emulated Handheld. A class below it has lost(sentence), the
    error to raise where the game fails.

    shown: the name of the screen on show. state: what is told of it: list (count, chosen; None: it
    has none), busy; sure and pad as a Person asks. said: what the list's line says. person: it is a
    person's move. turned: it is held upside down. turn: what a person's turn holds, told with the
    last key, or None. presses: so far.
    """

    lost: "Callable[[str], Exception]"
    refusing = False  # what is told of a failure may be mended

    def __init__(self, chip: "Handheld") -> None:
        self.chip = chip
        self.presses = self._read = self._answers = 0
        self.person = self.turned = False
        self._appears("")

    def _appears(self, name):
        self.shown = name.rpartition(".")[2]
        self.state = SimpleNamespace(list=None, sure=False, busy=False, pad=None)
        self.turn, self.said = None, ""

    def keys(self, buttons: Any, ms: float = PRESS) -> None:
        """Press buttons at once and wait for the answer."""
        self.presses += len(buttons)
        self.turn = None
        for button in buttons:
            self.chip.down(button)
        self.chip.wait(ms)
        for button in buttons:
            self.chip.up(button)
        answers, end = self._answers, self.chip.ms + _ANSWER
        self.rest()
        while self._answers == answers and self.chip.ms < end:
            self.rest()

    def rest(self, ms: float = _LOOK) -> None:
        """Let time pass, and hear what was told."""
        self.chip.wait(ms)
        self.hear()

    def hear(self) -> None:
        """Take in what the console says since the last time."""
        fresh = self.chip.console[self._read :]
        self._read += len(fresh)
        for _ms, line in fresh:
            if "Traceback" in line and not self.refusing or "ran out of memory" in line:
                self.chip.wait(1000)
                said = [text for _ms, text in self.chip.console[self._read - len(fresh) :]]
                raise self.lost("The game failed: " + " ".join(said[said.index(line) :]))
            self.heard(line, line.split() or [""])

    def heard(self, line: str, words: list[str]) -> None:
        """Take in a line, which is these words (tools/emulator/probe.py)."""
        if words[0] == "screen" and len(words) == 5:
            self._appears(words[1])
        elif line.startswith("code.py output:"):
            self._appears("")  # the game restarts
        elif words[0] == "person":
            self.person = True
        elif words[0] == "@":
            count, chosen, busy, person, turned = [int(word) for word in words[1:]]
            self._answers += 1
            self.state.busy, self.person, self.turned = bool(busy), bool(person), bool(turned)
            if not count:
                self.state.list = None
            elif self.state.list is None:
                self.state.list = SimpleNamespace(count=count, chosen=chosen)
            else:  # the one that a Person has looked at
                self.state.list.count, self.state.list.chosen = count, chosen
        elif words[0] == "=" and self.shown == "play" and len(words) == 12:
            self.turn = _turn_of(words[1:])
        elif words[0] == "=":
            self.said = line[2:]


def _turn_of(words):
    """A turn by what the probe tells of it: as much as a person's hand wants."""
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
