"""`emulate --game`: whole games on the firmware, played by computers and buttons.

A person draws a tile every turn, so racks grow to what the rules allow; where a pass is refused
because there is a play (KR-10) it asks for a hint and plays that. Screens that wait for a key get
one.
"""

import argparse
import re
from collections.abc import Callable

from rules import catalogue
from rules.errors import RulesError
from tools import columns, jsonl, refusals
from tools.emulator import EmulatorError, coached, consoles, session, shortage

EXAMPLE = catalogue.ORDER[0] + " hard,person 7"
OVER = "over\n"  # the job that waits for the first screen
MOST_MOVES = 600
_LOOK = 250  # ms between two looks
_READY = 900  # ms after a screen has come until a key is pressed
_STUCK = 9000  # ms without anything new: A is pressed
_LONG = 900  # ms for what a key does when it is held
_WAITING = ("startdraw", "podium", "score", "handover")


def parse(text: str) -> tuple[str, list[str], int, dict]:
    """(game id, levels, seed, options) of "RK hard,person 7 jokers=1". Raises EmulatorError."""
    words = text.split()
    levels = words[1].split(",") if len(words) > 1 else []
    try:
        options = dict(jsonl.option_of(word) for word in words[3:])
        known = bool(words) and words[0] in catalogue.ORDER
        catalogue.rules_for(words[0], options) if known else None
    except RulesError as problem:
        raise EmulatorError("--game %s: %s" % (text, refusals.sentence(problem)))
    if not (
        known
        and len(words) > 2
        and re.fullmatch("[0-9]{1,9}", words[2])
        and 2 <= len(levels) <= 4
        and all(level in catalogue.LEVELS + ("person",) for level in levels)
    ):
        raise EmulatorError(
            '--game takes a game, who plays and a seed, such as "%s"; '
            "'%s' is none." % (EXAMPLE, text)
        )
    return words[0], levels, int(words[2]), options


def job(spec: str) -> str:
    """The line of the probe's jobs that begins this game. Raises EmulatorError."""
    game_id, levels, seed, options = parse(spec)
    words = ["%s=%s" % (name, option_text(options[name])) for name in options]
    return " ".join(["begin", game_id, ",".join(levels), str(seed)] + words) + "\n"


def option_text(value: object) -> str:
    """A house option's value as --game and the probe read it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def sitting(
    args: argparse.Namespace,
    specs: list[str],
    tell: Callable | None = None,
    moves: int = MOST_MOVES,
) -> list[dict]:
    """Games one after the other behind one power-on, each to its end, or `moves` moves of
    computers; returns what came of each as plain values."""
    constants = {"JOBS": True, "LAYS": True}
    files = {"jobs.txt": OVER.join(job(spec) for spec in specs).encode()}
    reports = []
    with session.set_up(args, "probe", constants, files, on_line=tell) as board:
        begun = board.ms
        for spec in specs:
            session.expect(board, "job begin", 60000, "The game did not start")
            ended = _play(board, moves, begun, bool(args.refuse))
            told = consoles.told(board).since(begun)
            report = figures(told, begun)
            report.update({"game": spec, "ended": ended, "emulated_ms": board.ms})
            reports.append(report)
            if ended == "over" and args.coach:
                report["coach"] = coached.look(board, args.firmware)
            if args.refuse:
                rows = [row for row in board.refusals() if row[0] >= begun]
                told = consoles.told(board, []).since(begun)  # with the coach's part
                report["refusals"] = shortage.judged(told, rows)
            if ended != "over":
                break
            begun = board.ms
            board.press("A")
    return reports


def measure(args: argparse.Namespace, tell: Callable | None = None) -> list[dict]:
    """The games that are asked for, see `sitting`, each by itself or all behind one power-on."""
    for spec in args.game:
        parse(spec)
    if args.sitting:
        return sitting(args, args.game, tell)
    return [play(args, spec, tell) for spec in args.game]


def play(
    args: argparse.Namespace, spec: str, tell: Callable | None = None, moves: int = MOST_MOVES
) -> dict:
    """One game of a power-on of its own: see `sitting`."""
    return sitting(args, [spec], tell, moves)[0]


def figures(told: consoles.Told, begun: float = 0, ended: float = float("inf")) -> dict:
    """What a run tells of a game between these times, as plain values."""
    thoughts = consoles.thoughts(told)
    times = [row["ms"] for row in thoughts] or [0]
    refused = consoles.refused(told.failures)
    return {
        "start": consoles.start(told.console),
        "moves": len(thoughts),
        "lowest": consoles.lowest(told, begun, ended),
        "refused": [[round(ms), size] for ms, size in refused],
        "plain": sum(1 for row in thoughts if row["errors"]),
        "largest_table": max((row["table"] for row in thoughts), default=0),
        "largest_rack": max((row["rack"] for row in thoughts), default=0),
        "p90_ms": consoles.share(times, 0.9),
        "longest_ms": max(times),
        "slice_ms": max((row["slice"] for row in thoughts), default=0),
        "stopped": [line for _ms, line in told.console if "Error" in line or "Traceback" in line],
        "screens": consoles.screens(told),
        "thoughts": thoughts,
    }


class _Course:
    """What a game's console has told so far.

    screen, phase: what is on show. person: a person is to move. thinking: a computer thinks, or a
    search runs for a person (asked). refused: the person's pass was, as there is a play. hinted:
    so is it with a hint. moves: of computers. stopped: the game has failed. refusing: what is told
    of a failure may be mended.
    """

    def __init__(self, refusing=False):
        self.refusing = refusing
        self.screen = self.phase = ""
        self.person = self.thinking = self.asked = False
        self.refused = self.hinted = self.stopped = False
        self.moves = 0

    def hear(self, line):
        """Take in a line of the console."""
        words = line.split()
        what = words[0] if words else ""
        if what == "screen" and len(words) == 5:
            self.screen, self.phase = words[1:3]
            self.person = self.hinted = False
        elif what == "person":
            self.person, self.thinking = True, False
            self.refused, self.asked = self.refused or self.asked, False
        elif what == "thinks":
            self.person, self.refused, self.thinking = False, False, True
            self.asked = len(words) == 5  # without a level
            self.hinted = self.hinted and self.asked
        elif what == "thought":
            self.thinking = False
            self.moves += 1
        elif line.startswith("code.py output:"):  # the game starts anew and goes on
            self.thinking = self.asked = False
        elif what == "proved":  # that a seat may pass, or may not
            self.thinking = False
        elif what == "hint":
            self.thinking = self.asked = False
            self.hinted = True
        elif "Traceback" in line and not self.refusing or "ran out of memory" in line:
            self.stopped = True


def _play(board, moves, begun=0, refusing=False):
    """Press what must be pressed. Returns how it ended: "over", "moves", "stopped". begun: what the
    console told before is of other games. refusing: see _Course."""
    course = _Course(refusing)
    since = board.ms
    read = sum(1 for ms, _line in board.console if ms < begun)
    while course.moves < moves:
        board.wait(_LOOK)
        for ms, line in board.console[read:]:
            course.hear(line)
            since = ms
        read = len(board.console)
        quiet = board.ms - since
        if course.screen == "score" and course.phase == "over":
            board.wait(_READY)
            return "over"
        if course.stopped or course.refused and course.hinted:
            return "stopped"
        if course.thinking:
            continue
        if course.person and course.screen == "play" and quiet > _READY:
            if course.refused:
                board.hold("SELECT", _LONG)
            else:
                board.press("START")
                board.wait(300)
                board.press("A")
            since = board.ms + 1500
        elif course.screen in _WAITING and quiet > _READY or quiet > _STUCK:
            board.press("A")
            since = board.ms
    return "moves"


_HEADS = (
    "game -36, ended 7, moves 5, table 5, rack 4, refused 7, plain 5, p90 ms 6, longest 7, slice 5"
)


def text(rows: list[dict]) -> str:
    """A table of games."""
    names = "game ended moves largest_table largest_rack refused plain p90_ms"
    names += " longest_ms slice_ms"
    cells = [[{**row, "refused": len(row["refused"])}[n] for n in names.split()] for row in rows]
    head, *games = columns.table(_HEADS, cells)
    lines = [head]
    for row, told in zip(rows, games):
        lines.append(told)
        if row["ended"] == "moves":
            said = "    not over after %d moves of computers: what follows was not looked at"
            lines.append(said % row["moves"])
        lines += consoles.refused_text(row["refused"])
        lines += ["    " + line for line in row["stopped"]]
        lines.append(consoles.lowest_text(row["lowest"]))
        lines += coached.text(row["coach"]) if "coach" in row else []
        lines += [shortage.text(row["refusals"])] if "refusals" in row else []
    lines += sorted({consoles.start_text(row["start"]) for row in rows if row["start"]})
    return "\n".join(lines)
