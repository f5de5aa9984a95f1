"""`emulate --hour`: a first hour from power-on on the firmware, by buttons alone.

The first lesson, a quick game, a puzzle, the journey's first three stations. Who presses the keys
waits for what the board tells of its screen, and looks before each key (SEES of the probe).
"""

import os
from types import SimpleNamespace

from rules import catalogue
from rules.solver import search
from tools.emulator import EmulatorError, heaptable, session
from tools.soak.laying import Laying

_TAP = 60  # ms a key is down
_HELD = 700  # ... and held
_LOOK = 60  # ms between two looks at the console
_ANSWER = 2500  # ms after which a key has done what it does
_SETTLED = 700  # ms of a turn in which START is not heard, and some
_PATIENCE = 60000  # ms without anything new
_MOST = 60  # turns of a game
_WAITING = ("startdraw", "handover", "podium", "score", "firstsave")


def measure(args, tell=None):
    """The first hour; returns what it took as plain values. Raises EmulatorError."""
    constants = {"KEYS": True, "SEES": True}
    with session.set_up(args, "probe", constants, on_line=tell) as board:
        board.watch_heap((*heaptable.HELD, heaptable.LETTERS))
        board.boot("screen title")
        player = Player(board, args.shots)
        player.hour()
        return report(board, player)


def report(board, player):
    """The figures of an hour."""
    refused = heaptable.refused(board.console, board.failures())
    screens = heaptable.read_screens(board.console)
    thoughts = heaptable.read_thoughts(board.console, refused)
    frees = [(row["free"], row["screen"]) for row in screens]
    return {
        "board": board.desk.board_id,
        "display": "%dx%d" % board.size,
        "steps": player.steps,
        "presses": player.presses,
        "turns": player.turns,
        "emulated_ms": round(board.ms),
        "wall_s": round(board.wall()),
        "free": min(frees),
        "low": min([row["low"] for row in thoughts], default=None),
        "behind": heaptable.behind(board.collections(), board.console),
        "refused": refused,
        "shots": player.shots,
    }


def text(figures):
    """The report for a person."""
    lines = [
        "",
        "%s, display %s: a first hour, %d keys, %d turns, %.1f emulated s in %d s"
        % (
            figures["board"],
            figures["display"],
            figures["presses"],
            figures["turns"],
            figures["emulated_ms"] / 1000,
            figures["wall_s"],
        ),
        "free heap at a screen, lowest: %d bytes (%s)" % figures["free"],
        "free heap in a thought, lowest: %s bytes; %d allocations refused"
        % (figures["low"], len(figures["refused"])),
        heaptable.behind_text(figures["behind"]),
    ]
    return "\n".join(lines + ["%9.1f  %s" % step for step in figures["steps"]])


class Player(Laying):
    """Who presses the keys of `board`, an emulated Handheld. shots: folder of the pictures.

    screen: the name of the one on show. lines, chosen, said: of its list how many, which, its text.
    busy, person: the screen works; it is a person's move. turn: what a person's turn holds, told
    with the last key, or None. steps: (ms, what was reached). presses, turns: so far.
    """

    lost = EmulatorError

    def __init__(self, board, shots):
        self.board = board
        self.folder = shots
        self.shots, self.steps = [], []
        self.presses = self.turns = 0
        self.screen, self.turn = "", None
        self.lines = self.chosen = 0
        self.said = ""
        self.busy = self.person = False
        self._read = self._answers = 0
        self._look()

    # -- what the board tells

    def _look(self):
        fresh = self.board.console[self._read :]
        self._read += len(fresh)
        for _ms, line in fresh:
            words = line.split()
            if "Traceback" in line:
                raise EmulatorError("The game failed: %s" % self.board.console[-1][1])
            if words[:1] == ["screen"] and len(words) == 5:
                self.screen = words[1].rpartition(".")[2]
                self.turn, self.lines, self.said = None, 0, ""
            elif words[:1] == ["@"]:
                self._answers += 1
                self.lines, self.chosen = int(words[1]), int(words[2])
                self.busy, self.person = words[3] == "1", words[4] == "1"
            elif words[:1] == ["person"]:
                self.person = True
            elif words[:1] == ["="] and self.screen == "play" and len(words) == 12:
                self.turn = turn_of(words[1:])
            elif words[:1] == ["="]:
                self.said = line[2:]

    def wait(self, ms=_LOOK):
        """Let time pass, and look."""
        self.board.wait(ms)
        self._look()

    def press(self, button, ms=_TAP):
        """Press a key and wait for its answer."""
        self.presses += 1
        self.turn = None
        answers = self._answers
        self.board.down(button)
        self.board.wait(ms)
        self.board.up(button)
        end = self.board.ms + _ANSWER
        self.wait()
        while self._answers == answers and self.board.ms < end:
            self.wait()

    def until(self, *screens):
        """Wait for one of these screens. Raises EmulatorError."""
        end = self.board.ms + _PATIENCE
        while self.screen not in screens:
            if self.board.ms > end:
                raise EmulatorError(
                    "%s does not come; %s is on show." % (" or ".join(screens), self.screen)
                )
            self.wait()
        self.wait(600)  # it is painted

    def step(self, name):
        """A part of the hour is reached: a picture and the time of it."""
        os.makedirs(self.folder, exist_ok=True)
        self.board.quiet(300)
        path = os.path.join(self.folder, "hour_%02d_%s.png" % (len(self.steps), name))
        self.board.shot(path)
        self.shots.append(path)
        self.steps.append((self.board.ms, name))

    # -- the hour

    def hour(self):
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

    def line(self, label):
        """Go down to a line of the list on show. Raises EmulatorError."""
        for _ in range(24):
            if self.said.startswith(label):
                return
            self.press("DOWN")
        raise EmulatorError("There is no line %s on %s." % (label, self.screen))

    def menu(self, first, second, screen):
        """From the first screen to one of its menus' screens."""
        self.line(first)
        self.press("A")
        self.wait(400)
        self.line(second)
        self.press("A")
        self.until(screen)

    def home(self):
        """Back to the first screen's own menu. Raises EmulatorError."""
        for _ in range(8):
            if self.screen == "title" and self.lines in (4, 5):
                for _ in range(self.lines):
                    if self.said.startswith(("Quick game", "Continue")):
                        return
                    self.press("UP")
            self.press("B")
            self.wait(800)
        raise EmulatorError("B does not lead to the first screen from %s." % self.screen)

    def lesson(self):
        """Read the pages, and lay in each turn what is best, until the list is there again."""
        for _ in range(80):
            if self.screen == "lesson" and self.lines:
                return
            if self.screen == "play" and self.person and self._ready():
                self.play()
            else:
                self.press("A")
                self.wait(700)
        raise EmulatorError("The lesson does not end.")

    def puzzle(self):
        """Solve the one that comes."""
        self.until("play")
        while not (self.person and self._ready()):
            self.wait(300)
        self.step("puzzle_begun")
        self.play()
        self.until("puzzles")

    def game(self, name):
        """A game to its last sheet."""
        quiet = 0
        begun = self.turns
        while self.turns < begun + _MOST:
            if self.screen == "score":
                self.step(name + "_end")
                return
            if self.screen == "play" and self.person and self._ready():
                if self.turns == begun:
                    self.step(name)
                self.play()
                quiet = 0
            elif self.screen in _WAITING or quiet > 8:
                self.press("A")
                self.wait(900)
                quiet = 0
            else:
                self.wait(300)
                quiet = 0 if self.busy else quiet + 1
        raise EmulatorError("The game does not end.")

    def _ready(self):
        """A person's turn is on show, nothing of it taken."""
        self.wait(_SETTLED)
        if self.screen != "play" or not self.person or self.busy:
            return False
        self.press("DOWN")  # no key that does anything: it is answered
        if self.turn is not None and self.turn.tip:
            self.press("A")
        return self.screen == "play" and self.turn is not None

    # -- a turn

    def play(self):
        """Lay the best play, or draw."""
        self.turns += 1
        if any(self.turn.rack_flags):  # a key that hurried a move came late
            self.press("B", _HELD)
            self._held()
        turn = self.turn
        rules = catalogue.rules_for(catalogue.ORDER[0])
        table = [bytes(codes) for codes in turn.sets]
        best = search.run(rules, table, bytearray(turn.rack), turn.opened, goal="tiles")
        if best.laid:
            self.reach(best.table)
        self.press("START")
        if not best.laid and self.turn is not None and self.turn.asks:
            self.press("A")
        self.wait(300)

    def go(self, button):
        """A key of a turn, until the turn is told. Raises EmulatorError."""
        self.press(button)
        self._held()
        if self.turn.tip:  # which took the key
            self.press("A")
            self._held()
            self.go(button)

    def _held(self):
        end = self.board.ms + _ANSWER
        while self.turn is None:
            if self.board.ms > end:
                raise self.lost("A turn's key has no answer on %s." % self.screen)
            self.wait()

    @property
    def cursor(self):
        """Where it is, as Laying asks."""
        return self.turn.where, self.turn.index, self.turn.tile


def turn_of(words):
    """A turn by what the probe tells of it: as much as a person's hand wants."""
    where, index, tile, asks, opened = [int(word) for word in words[:5]]
    rack, rack_flags = [_bytes(word) for word in words[5:7]]
    sets, flags = [
        [_bytes(part) for part in word.split(",")] if word != "-" else [] for word in words[7:9]
    ]
    return SimpleNamespace(
        where=where,
        index=index,
        tile=tile,
        asks=asks == 1,
        tip=asks == 2,
        opened=bool(opened),
        rack=rack,
        rack_flags=rack_flags,
        sets=sets,
        flags=flags,
        good=_bytes(words[9]),
        spots=_bytes(words[10]),
    )


def _bytes(word):
    return bytearray() if word == "-" else bytearray.fromhex(word)
