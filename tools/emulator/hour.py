"""`emulate --hour`: a first hour from power-on on the firmware, by buttons alone.

The first lesson, a quick game, a puzzle, the journey's first three stations. Who presses the keys
waits for what the board tells of its screen, and looks before each key (SEES of the probe).
"""

import os
from argparse import Namespace
from collections.abc import Callable

from rules import catalogue
from rules.solver import search
from tools.emulator import EmulatorError, consoles, session, shortage
from tools.emulator.answering import LONG, Answering
from tools.emulator.handheld import PRESS
from tools.soak.laying import Laying

if False:  # for type checkers
    from tools.emulator.handheld import Handheld

_ANSWER = 2500  # ms after which a turn is told
_SETTLED = 700  # ms of a turn in which START is not heard, and some
_PATIENCE = 60000  # ms without anything new
_MOST = 60  # turns of a game
_WAITING = ("startdraw", "handover", "podium", "score", "firstsave")


def measure(args: Namespace, tell: Callable | None = None) -> dict:
    """The first hour; returns what it took as plain values. Raises EmulatorError."""
    constants = {"KEYS": True, "SEES": True}
    with session.set_up(args, "probe", constants, on_line=tell) as board:
        board.boot("screen title")
        player = Player(board, args.shots)
        player.refusing = bool(args.refuse)
        player.hour()
        figures = report(board, player)
        if args.refuse:
            told = consoles.told(board, [])
            figures["refusals"] = shortage.judged(told, board.refusals())
        return figures


def report(board: "Handheld", player: "Player") -> dict:
    """The figures of an hour."""
    told = consoles.told(board)
    return {
        "board": board.desk.board_id,
        "display": "%dx%d" % board.size,
        "steps": player.steps,
        "presses": player.presses,
        "turns": player.turns,
        "emulated_ms": round(board.ms),
        "wall_s": round(board.wall()),
        "lowest": consoles.lowest(told),
        "refused": consoles.refused(told.failures),
        "shots": player.shots,
    }


def text(figures: dict) -> str:
    """The report for a person."""
    values = {**figures, "s": figures["emulated_ms"] / 1000}
    lines = [
        "",
        "%(board)s, display %(display)s: a first hour, %(presses)d keys, %(turns)d turns, %(s).1f "
        "emulated s in %(wall_s)d s" % values,
        consoles.lowest_text(figures["lowest"]),
        *(consoles.refused_text(figures["refused"]) or ["    nothing refused"]),
        *["%9.1f  %s" % step for step in figures["steps"]],
    ]
    lines += [shortage.text(figures["refusals"])] if "refusals" in figures else []
    return "\n".join(lines)


class Player(Answering, Laying):
    """Who presses the keys of a board, see Answering. folder: of the pictures.

    steps: (ms, what was reached). shots: the pictures. turns: so far.
    """

    lost = EmulatorError

    def __init__(self, board: "Handheld", folder: str) -> None:
        super().__init__(board)
        self.folder = folder
        self.shots, self.steps = [], []
        self.turns = 0
        self.hear()

    @property
    def lines(self) -> int:
        """How many lines the list on show has, 0 without one."""
        return self.state.list.count if self.state.list else 0

    def press(self, button: str, ms: float = PRESS) -> None:
        """Press a key and wait for its answer."""
        self.keys((button,), ms)

    def until(self, *screens: str) -> None:
        """Wait for one of these screens. Raises EmulatorError."""
        end = self.chip.ms + _PATIENCE
        while self.shown not in screens:
            if self.chip.ms > end:
                raise EmulatorError(
                    "%s does not come; %s is on show." % (" or ".join(screens), self.shown)
                )
            self.rest()
        self.rest(600)  # it is painted

    def step(self, name: str) -> None:
        """A part of the hour is reached: a picture and the time of it."""
        os.makedirs(self.folder, exist_ok=True)
        self.chip.quiet(300)
        path = os.path.join(self.folder, "hour_%02d_%s.png" % (len(self.steps), name))
        self.chip.shot(path)
        self.shots.append(path)
        self.steps.append((self.chip.ms, name))

    # -- the hour

    def hour(self) -> None:
        """All of it."""
        self.until("title")
        self.step("title")
        self.menu("Learn", "Lessons", "lesson")
        self.press("A")  # the first one
        self.lesson()
        self.step("lesson")
        self.home()
        self.line("Quick game")
        self.press("A")
        self.game("quick")
        self.press("A")
        self.home()
        self.menu("Learn", "Puzzles", "puzzles")
        self.press("DOWN")
        self.press("A")
        self.puzzle()
        self.step("puzzle")
        self.home()
        self.menu("Learn", "Journey", "journey")
        self.step("journey1")
        for number in (2, 3):
            self.press("A")
            self.game("station%d" % number)
            self.press("A")
            self.until("journey")
            self.step("journey%d" % number)

    def line(self, label: str) -> None:
        """Go down to a line of the list on show. Raises EmulatorError."""
        for _ in range(24):
            if self.said.startswith(label):
                return
            self.press("DOWN")
        raise EmulatorError("There is no line %s on %s." % (label, self.shown))

    def menu(self, first: str, second: str, screen: str) -> None:
        """From the first screen to one of its menus' screens."""
        self.line(first)
        self.press("A")
        self.rest(400)
        self.line(second)
        self.press("A")
        self.until(screen)

    def home(self) -> None:
        """Back to the first screen's own menu. Raises EmulatorError."""
        for _ in range(8):
            if self.shown == "title" and self.lines in (4, 5):
                for _ in range(self.lines):
                    if self.said.startswith(("Quick game", "Continue")):
                        return
                    self.press("UP")
            self.press("B")
            self.rest(800)
        raise EmulatorError("B does not lead to the first screen from %s." % self.shown)

    def lesson(self) -> None:
        """Read the pages, and lay in each turn what is best, until the list is there again."""
        for _ in range(80):
            if self.shown == "lesson" and self.lines:
                return
            if self.shown == "play" and self.person and self._ready():
                self.play()
            else:
                self.press("A")
                self.rest(700)
        raise EmulatorError("The lesson does not end.")

    def puzzle(self) -> None:
        """Solve the one that comes."""
        self.until("play")
        while not (self.person and self._ready()):
            self.rest(300)
        self.step("puzzle_begun")
        self.play()
        self.until("puzzles")

    def game(self, name: str) -> None:
        """A game to its last sheet."""
        quiet = 0
        begun = self.turns
        while self.turns < begun + _MOST:
            if self.shown == "score":
                self.step(name + "_end")
                return
            if self.shown == "play" and self.person and self._ready():
                if self.turns == begun:
                    self.step(name)
                self.play()
                quiet = 0
            elif self.shown in _WAITING or quiet > 8:
                self.press("A")
                self.rest(900)
                quiet = 0
            else:
                self.rest(300)
                quiet = 0 if self.state.busy else quiet + 1
        raise EmulatorError("The game does not end.")

    def _ready(self):
        """A person's turn is on show, nothing of it taken."""
        self.rest(_SETTLED)
        if self.shown != "play" or not self.person or self.state.busy:
            return False
        self.press("DOWN")  # no key that does anything: it is answered
        if self.turn is not None and self.turn.tip:
            self.press("A")
        return self.shown == "play" and self.turn is not None

    # -- a turn

    def play(self) -> None:
        """Lay the best play, or draw."""
        self.turns += 1
        if any(self.turn.rack_flags):  # a key that hurried a move came late
            self.press("B", LONG)
            self._await_turn()
        turn = self.turn
        rules = catalogue.rules_for(catalogue.ORDER[0])
        table = [bytes(codes) for codes in turn.sets]
        best = search.run(rules, table, bytearray(turn.rack), turn.opened, goal="tiles")
        if best.laid:
            self.reach(best.table)
        self.press("START")
        if not best.laid and self.turn is not None and self.turn.asks:
            self.press("A")
        self.rest(300)

    def go(self, button: str) -> None:
        """A key of a turn, until the turn is told. Raises EmulatorError."""
        self.press(button)
        self._await_turn()
        if self.turn.tip:  # which took the key
            self.press("A")
            self._await_turn()
            self.go(button)

    def _await_turn(self):
        end = self.chip.ms + _ANSWER
        while self.turn is None:
            if self.chip.ms > end:
                raise self.lost("A turn's key has no answer on %s." % self.shown)
            self.rest()

    @property
    def cursor(self) -> tuple:
        """Where it is, as Laying asks."""
        return self.turn.where, self.turn.index, self.turn.tile
