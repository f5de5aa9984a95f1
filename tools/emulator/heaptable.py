"""`emulate --heap-table`: where the memory goes, measured on the firmware.

Three runs: every module and sheet loaded one by one; every screen of every game; every level
thinking in heavy positions. And, where asked for, whole games by computers.
"""

import ast
import os

from rules import catalogue
from tools import columns
from tools.device import boards_desktop, gather, lint, plan, squeeze
from tools.emulator import EmulatorError, positions, session

_SEATS = (2, 4)
_JOB_MS = 120000  # emulated: more than any job takes
_AT_ONCE = 16  # positions on a drive
# bytes of the piece that pocket.always.app holds while a screen is made: one of these
HELD = (8704, 6528, 4352)
LETTERS = 2160  # ... and for the letters of its menus
_SCREENS = "game -4, screen -12, phase -8, free 9, largest 9"
_THOUGHTS = (
    "game -4, seats -5, level -7, moves 6, lowest 9, errors 7, plain 8, mean ms 8, longest 8, "
    "slice 7"
)


def import_order(root, room):
    """Names of the device's modules in a room, each after those it imports at its top; of those
    that lie in one file (tools/device/plan.toml) the first."""
    ours, _libraries = gather.sources(root)
    needs, homes = {}, plan.homes()
    for path in ours:
        if path in lint.TOPS:
            continue
        name = squeeze.module_name(path)
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


def modules(args):
    """[(name, bytes)] of modules and of sheets, as two lists. Not all fit at once: rules/,
    lib/pocket/ and the sheets have a run each."""
    size = "%dx%d" % session.board_of(args)[1]
    rules, pocket = (import_order(boards_desktop.ROOT, room) for room in ("rules", "pocket"))
    pocket.remove("pocket.always.start")  # it starts the game
    sizes = {"module": {}, "sheet": {}}
    drawing = [plan.homes()["pocket.always.draw"], "pocket.eight.cards"]
    for names, sheets in ((rules, ""), (pocket, ""), (drawing, size)):
        packages = {name.rpartition(".")[0] for name in rules + pocket}
        pairs = [
            "%s=%s" % (name.replace(".", "/"), name + (".__init__" if name in packages else ""))
            for name in names
        ]
        constants = {"MODULES": ",".join(pairs), "SIZE": sheets}
        with session.set_up(args, "probe_modules", constants) as board:
            if not board.until("jobs done", _JOB_MS):
                raise EmulatorError(
                    "The modules were not loaded: the console says '%s'." % board.console[-1][1]
                )
            for _ms, line in board.console:
                words = line.split()
                if words and words[0] in sizes and len(words) == 3:
                    sizes[words[0]].setdefault(
                        words[1].replace("/", "."), int(words[2]) if words[2].isdigit() else None
                    )
    return list(sizes["module"].items()), list(sizes["sheet"].items())


def screen_jobs():
    """(lines, files): the screens of every game, a person to move."""
    lines = ["go gamecards", "go setup " + catalogue.ORDER[0], "go options", "go rulespages"]
    lines += ["go lesson", "go buttons", "go puzzles", "go statistics", "go lastrounds"]
    files = {}
    for game_id in catalogue.ORDER:
        name = "/%s.bin" % game_id
        files[name[1:]] = (
            positions.eight_game(2, "hard", 6, 1, True)
            if catalogue.pieces(game_id) == "cards"
            else positions.person_game(game_id, 2, 1)
        )
        lines += [
            "begin %s hard,person 1" % game_id,
            "go handover",
            "position " + name,
            "go pause",
            "go rulespages %s pause" % game_id,
            "go score pause",
            "go options 0 pause",
            "go pause",
            "resume",
        ]
    return lines, files


def thinking_jobs(
    levels=catalogue.LEVELS,
    seats=_SEATS,
    kinds=positions.KINDS,
    seeds=(1,),
    games=catalogue.ORDER,
):
    """(lines, files): each level thinking in each kind of position."""
    lines, files = [], {}
    for game_id in games:
        cards = catalogue.pieces(game_id) == "cards"
        for many in seats:
            for level in levels:
                for kind in (0, 8, 40, 90) if cards else kinds:
                    for seed in seeds:
                        name = "jobs/p%d.bin" % len(lines)  # the root holds few names
                        files[name] = (
                            positions.eight_game(many, level, kind, seed)
                            if cards
                            else positions.tile_game(game_id, many, level, kind, seed)
                        )
                        lines.append("think /%s" % name)
    return lines, files


def run_jobs(args, lines, files, tell=None, deep=True):
    """Play jobs on the board; returns (console, failed allocations). Raises EmulatorError."""
    files = dict(files)
    files["jobs.txt"] = ("\n".join(lines) + "\n").encode()
    with session.set_up(
        args, "probe", {"DEEP": deep, "BLOCKS": deep, "JOBS": True}, files, on_line=tell
    ) as board:
        if not board.until("screen title", 60000):
            raise EmulatorError(
                "The game did not start: the console says '%s'." % board.console[-1][1]
            )
        end = board.ms + len(lines) * _JOB_MS
        while not board.until("jobs done", 5000) and not _stopped(board) and board.ms < end:
            pass
        return board.console, board.failures()


def _stopped(board):
    """True when the game has failed and shows so for ever."""
    return any("Traceback" in line for _ms, line in board.console[-40:])


def read_screens(console):
    """[{game, screen, phase, free, block}] in order."""
    rows, game, row = [], "-", None
    for _ms, line in console:
        words = line.split()
        if words[:1] == ["job"]:
            if words[1] == "begin":
                game = words[2]
            elif words[1] == "position":
                game = words[2].strip("/")[:2]
        if words[:1] == ["screen"] and len(words) == 5:
            row = {
                "game": game,
                "screen": words[1],
                "phase": words[2],
                "free": int(words[4]),
                "block": None,
            }
            rows.append(row)
        elif words[:1] == ["person"] and len(words) == 4:
            row = {
                "game": words[1],
                "screen": "turn",
                "phase": "person",
                "free": int(words[3]),
                "block": None,
            }
            rows.append(row)
        elif words[:1] == ["block"] and row:
            row["block"] = int(words[1])
    return rows


def behind(collections, console, since=0):
    """What was free behind the heap's collections from `since` (ms) on, at the least: {"free":
    (bytes, ms, line told last), "piece": the same of the largest piece}; None without one."""
    # Pieces the probe tries for are no game's; where it tries for none no end of that is told.
    tries = [(begin, end) for begin, end in _tries(console) if end < float("inf")]
    read = [
        row
        for row in collections
        if row[0] >= since and not any(begin <= row[0] <= end for begin, end in tries)
    ]
    if not read:
        return None
    least = {}
    for name, column in (("free", 1), ("piece", 2)):
        row = min(read, key=lambda row: row[column])
        told = [line for ms, line in console if ms <= row[0] and line.strip()]
        least[name] = (row[column], round(row[0]), told[-1] if told else "")
    return least


def behind_text(least):
    """The same, a line."""
    if not least:
        return "    no collection was seen"
    return (
        "    behind collections at least %d bytes free (%d ms, %s), a piece of %d (%d ms, %s)"
        % (
            *least["free"],
            *least["piece"],
        )
    )


def _tries(console):
    """[(begin, end)], ms, of what the probe does behind a screen's line until it tells a block."""
    tries, since = [], None
    for ms, line in console:
        if line.startswith(("screen ", "person ")):
            since = ms
        elif line.startswith("thinks "):
            since = None
        elif line.startswith("block ") and since is not None:
            tries.append((since, ms))
            since = None
    if since is not None:  # switched off meanwhile
        tries.append((since, float("inf")))
    return tries


def refused(console, failures):
    """The allocations given up, [ms, bytes], that the program itself could not do with: without
    those of the probe, which tries for the largest block behind a screen's line and then tells it,
    and without the piece that the app asks for before it makes a screen, there or not."""
    tries = _tries(console)
    return [
        [ms, size]
        for ms, size in failures
        if size not in HELD and not any(begin <= ms <= end for begin, end in tries)
    ]


def read_thoughts(console, failures):
    """[{game, seats, level, move, ms, rack, table, pool, low, slice, errors}] in order; errors:
    allocations given up meanwhile."""
    rows, began = [], None
    for ms, line in console:
        words = line.split()
        if words[:1] == ["thinks"]:
            began = ms
        elif words[:1] == ["thought"] and len(words) == 17 and began is not None:
            row = {"game": words[1], "seats": int(words[2]), "level": words[3], "move": words[4]}
            row.update({words[i]: int(words[i + 1]) for i in range(5, 17, 2)})
            row["errors"] = sum(1 for when, _size in failures if began <= when <= ms)
            rows.append(row)
            began = None
    return rows


def measure(args, tell=None):
    """The whole table as plain values."""
    desk, size = session.board_of(args)
    report = {"board": desk.board_id, "display": "%dx%d" % size}
    report["heap"] = session.heap_of(args, desk)
    report["modules"], report["sheets"] = modules(args)
    console, _failures = run_jobs(args, *screen_jobs(), tell=tell)
    report["start"] = start(console)
    report["screens"] = read_screens(console)
    report["stopped"] = [line for _ms, line in console if "Error" in line]
    report["thoughts"], stopped = think(args, tell=tell)
    report["stopped"] += stopped
    return report


def think(args, seeds=(1,), tell=None, deep=True):
    """(thoughts of each level in each kind of position, the console's lines of errors). A few at a
    time: a drive of half a megabyte has room for no more positions."""
    thoughts, stopped = [], []
    lines, files = thinking_jobs(seeds=seeds)
    for first in range(0, len(lines), _AT_ONCE):
        last = first + _AT_ONCE
        there = dict(list(files.items())[first:last])  # each line's file, in their order
        console, failures = run_jobs(args, lines[first:last], there, tell, deep)
        thoughts += read_thoughts(console, failures)
        stopped += [line for _ms, line in console if "Error" in line]
    return thoughts, stopped


def start(console):
    """{"heap": bytes free when code.py began, "probe": what the game is given}."""
    figures = {}
    for _ms, line in console:
        words = line.split()
        if words[:2] in (["heap", "free"], ["probe", "free"]):
            figures[words[0]] = int(words[2])
    return figures


def start_text(figures):
    """What `start` found as one line."""
    return "free when code.py begins: %d bytes; the game is given %d" % (
        figures.get("heap", 0),
        figures.get("probe", 0),
    )


def text(report):
    """The table for a person."""
    lines = [start_text(report["start"]), ""]
    names = ("game", "screen", "phase", "free", "block")
    screens = [[row[name] for name in names] for row in report["screens"]]
    lines += columns.table(_SCREENS, screens)
    lines += ["", "thinking (lowest free after a collection; errors: allocations given up)"]
    thoughts = []
    for key, rows in grouped(report["thoughts"]):
        times = [row["ms"] for row in rows]
        thoughts.append(
            (
                *key,
                len(rows),
                min(row["low"] for row in rows),
                sum(row["errors"] for row in rows),
                sum(1 for row in rows if row["errors"]),
                sum(times) // len(times),
                max(times),
                max(row["slice"] for row in rows),
            )
        )
    lines += [*columns.table(_THOUGHTS, thoughts), ""]
    sizes = [*report["modules"], ("all", sum(size or 0 for _name, size in report["modules"]))]
    sizes += [("sheet " + name, size) for name, size in report["sheets"]]
    lines += columns.table("module (at import) -26, bytes 9", sizes)
    lines += ["", *report["stopped"]]
    return "\n".join(lines)


def grouped(rows):
    """[((game, seats, level), rows)] in order of first sight."""
    groups = {}
    for row in rows:
        groups.setdefault((row["game"], row["seats"], row["level"]), []).append(row)
    return list(groups.items())
