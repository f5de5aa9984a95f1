"""`emulate --heap-table`: where the memory goes, measured on the firmware.

Three runs: every module and sheet loaded one by one; every screen of every game; every level
thinking in heavy positions. And, where asked for, whole games by computers.
"""

import ast
import itertools
import os
from argparse import Namespace
from collections.abc import Callable, Sequence

from rules import catalogue
from tools import columns
from tools.device import boards_desktop, gather, parsed, plan
from tools.emulator import consoles, positions, session

_SEATS = (2, 4)
_JOB_MS = 120000  # emulated: more than any job takes
AT_ONCE = 8  # positions on a drive: PicoPad's has room for 11 KB beside the game
_SCREENS = "game -4, screen -12, phase -8, free 9, piece 9"
_THOUGHTS = (
    "game -4, seats -5, level -7, moves 6, lowest 9, piece 7, errors 7, plain 8, mean ms 8, "
    "longest 8, slice 7"
)


def import_order(root: str, room: str) -> list[str]:
    """Names of the device's modules in a room, each after those it imports at its top; of those
    that lie in one file (tools/device/plan.toml) the first."""
    ours, _libraries = gather.sources(root)
    needs, homes = {}, plan.homes()
    for path in ours:
        if path in parsed.TOPS:
            continue
        name = parsed.module_name(path)
        with open(os.path.join(root, path), encoding="utf-8") as file:
            tree = ast.parse(file.read())
        name = homes.get(name, name)
        needs.setdefault(name, set())
        for node in tree.body:
            if isinstance(node, ast.Import):
                needs[name] |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                needs[name] |= {node.module} | {"%s.%s" % (node.module, a.name) for a in node.names}
    order, begun = [], set()

    def visit(name):
        if name in needs and name not in begun:
            begun.add(name)
            for need in sorted(needs[name]):
                visit(homes.get(need, need))
            order.append(name)

    for name in sorted(needs):
        if name.split(".")[0] == room:
            visit(name)
    return order


def modules(args: Namespace) -> tuple[list, list]:
    """[(name, bytes)] of modules and of sheets, as two lists. Not all fit at once: rules/,
    lib/pocket/ and the sheets have a run each."""
    size = "%dx%d" % session.board_of(args)[1]
    rules, pocket = (import_order(boards_desktop.ROOT, room) for room in ("rules", "pocket"))
    pocket.remove("pocket.always.start")  # it starts the game
    sizes = {"module": {}, "sheet": {}}
    drawing = ["pocket.always.draw", "pocket.eight.cards"]
    for names, sheets in ((rules, ""), (pocket, ""), (drawing, size)):
        packages = {name.rpartition(".")[0] for name in rules + pocket}
        pairs = [
            "%s=%s" % (name.replace(".", "/"), name + (".__init__" if name in packages else ""))
            for name in names
        ]
        constants = {"MODULES": ",".join(pairs), "SIZE": sheets}
        with session.set_up(args, "probe_modules", constants) as board:
            session.expect(board, "jobs done", _JOB_MS, "The modules were not loaded")
            for _ms, line in board.console:
                words = line.split()
                if words and words[0] in sizes and len(words) == 3:
                    sizes[words[0]].setdefault(
                        words[1].replace("/", "."), int(words[2]) if words[2].isdigit() else None
                    )
    return list(sizes["module"].items()), list(sizes["sheet"].items())


def screen_jobs() -> tuple[list[str], dict[str, bytes]]:
    """(lines, files): the screens of every game, a person to move."""
    lines = ["go gamecards", "go gamesetup " + catalogue.ORDER[0], "go settingsmenu"]
    lines += ["go rulespages", "go lesson", "go buttons", "go puzzles", "go statistics"]
    lines += ["go lastrounds"]
    files = {}
    for game_id in catalogue.ORDER:
        name = "/%s.bin" % game_id
        make, _kinds, usual = positions.BY_PIECES[catalogue.pieces(game_id)]
        files[name[1:]] = make(game_id, ["person", "hard"], usual, 1)
        lines += ["begin %s hard,person 1" % game_id, "go handover", "position " + name]
        lines += ["go pause", "go rulespages %s pause" % game_id, "go score pause"]
        lines += ["go settingsmenu", "go pause", "resume"]
    return lines, files


def thinking_jobs(seeds: Sequence[int]) -> tuple[list[str], dict[str, bytes]]:
    """(lines, files): each level thinking in each kind of position."""
    lines, files = [], {}
    for game_id, many, level in itertools.product(catalogue.ORDER, _SEATS, catalogue.LEVELS):
        make, kinds, _usual = positions.BY_PIECES[catalogue.pieces(game_id)]
        for kind, seed in itertools.product(kinds, seeds):
            name = "jobs/p%d.bin" % len(lines)  # the root holds few names
            files[name] = make(game_id, [level] * many, kind, seed)
            lines.append("think /%s" % name)
    return lines, files


def run_jobs(
    args: Namespace,
    lines: list[str],
    files: dict[str, bytes],
    tell: Callable | None = None,
) -> consoles.Told:
    """Play jobs on the board; returns what it told. Raises EmulatorError."""
    files = dict(files)
    files["jobs.txt"] = ("\n".join(lines) + "\n").encode()
    with session.set_up(args, "probe", {"JOBS": True}, files, on_line=tell) as board:
        session.expect(board, "screen title", 60000, "The game did not start")
        end = board.ms + len(lines) * _JOB_MS
        while not board.until("jobs done", 5000) and not _stopped(board) and board.ms < end:
            pass
        return consoles.told(board)


def _stopped(board):
    """True when the game has failed and shows so for ever."""
    return any("Traceback" in line for _ms, line in board.console[-40:])


def measure(args: Namespace, tell: Callable | None = None) -> dict:
    """The whole table as plain values."""
    desk, size = session.board_of(args)
    report = {"board": desk.board_id, "display": "%dx%d" % size}
    report["heap"] = session.heap_of(args, desk)
    report["modules"], report["sheets"] = modules(args)
    told = run_jobs(args, *screen_jobs(), tell=tell)
    report["start"] = consoles.start(told.console)
    report["screens"] = consoles.screens(told)
    report["lowest"] = consoles.lowest(told)
    report["refused"] = consoles.refused(told.failures)
    report["stopped"] = [line for _ms, line in told.console if "Error" in line]
    report["thoughts"], stopped = think(args, tell=tell)
    report["stopped"] += stopped
    return report


def think(
    args: Namespace, seeds: Sequence[int] = (1,), tell: Callable | None = None
) -> tuple[list[dict], list[str]]:
    """(thoughts of each level in each kind of position, the console's lines of errors). A few at a
    time: a drive of half a megabyte has room for no more positions."""
    thoughts, stopped = [], []
    lines, files = thinking_jobs(seeds)
    for first in range(0, len(lines), AT_ONCE):
        last = first + AT_ONCE
        there = dict(list(files.items())[first:last])  # each line's file, in their order
        told = run_jobs(args, lines[first:last], there, tell)
        thoughts += consoles.thoughts(told)
        stopped += [line for _ms, line in told.console if "Error" in line]
    return thoughts, stopped


def text(report: dict) -> str:
    """The table for a person."""
    lines = [consoles.start_text(report["start"]), ""]
    lines += columns.table(_SCREENS, report["screens"])
    lines += [consoles.lowest_text(report["lowest"]), *consoles.refused_text(report["refused"])]
    lines += ["", "thinking (lowest free and smallest largest piece behind a collection; errors:"]
    lines += ["allocations given up; ms: from painting to painting)"]
    lines += [*columns.table(_THOUGHTS, consoles.by_player(report["thoughts"])), ""]
    sizes = [*report["modules"], ("all", sum(size or 0 for _name, size in report["modules"]))]
    sizes += [("sheet " + name, size) for name, size in report["sheets"]]
    lines += columns.table("module (at import) -26, bytes 9", sizes)
    lines += ["", *report["stopped"]]
    return "\n".join(lines)
