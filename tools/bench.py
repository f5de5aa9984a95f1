"""`bench`: the solver's time and work on positions with proven optima, beside two peers.

  python3 tools bench                 time and states by stratum, wrong answers
  python3 tools bench --every 4       every fourth position only
  python3 tools bench --hunt --minutes 60     climb to slow positions instead

Rows: "free jokers" is the question that the peers answer, too: which tiles to play, and a legal
table. "with sets kept" also finds the table that leaves most sets untouched, as `solve` does.
"clauses" adds the clauses of the game. Each row goes over all positions five times, the solver's
caches empty before each round; the peers alternate with "free jokers" every ten positions, so that
all share the machine's slow periods. A position's best time counts. Times are processor time.

Peers: the published `rummikub-solver`, and an integer program for HiGHS whose model stays loaded:
only the bounds of its rows change from one position to the next.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from rules.solver import layers_fast
from rules.solver import search as solver
from rules.tilegame import games, tiles
from tools import columns
from tools.arguments import Parser, int_from
from tools.place import ROOT

HELP = "solver time and work, beside two other solvers where installed"
POSITIONS = os.path.join(ROOT, "tests", "data", "positions.jsonl")
ROUNDS = 5
BLOCK = 10
# {row of the table: (jokers free of the clauses, keep table sets)}
KINDS = {
    "free jokers": (True, False),
    "free jokers, with sets kept": (True, True),
    "clauses, with sets kept": (False, True),
}
FREE = next(iter(KINDS))
_HEADS = "stratum -11, positions 9, solver -28, median 8, p95 8, max 8, states 7, p95 6, max 6"


def load(every: int) -> list[dict]:
    """Return every n-th position of tests/data."""
    with open(POSITIONS, encoding="utf-8") as source:
        return [json.loads(line) for line in source][::every]


def median_p95_max(values: Iterable[float]) -> tuple[float, float, float]:
    """Return (median, p95, max) of numbers."""
    values = sorted(values)
    return (
        values[len(values) // 2],
        values[min(len(values) - 1, len(values) * 95 // 100)],
        values[-1],
    )


def solve_with_ours(position: dict, free: bool, keeps_sets: bool) -> tuple[float, int, int, int]:
    """Return (ms, states, tiles, points) of our solver."""
    rules = games.rules_for(games.ids()[0])
    table = [tiles.parse_set(words) for words in position["table"]]
    rack = tiles.parse_set(position["rack"])
    begin = time.process_time()
    result = solver.run(rules, table, rack, True, "tiles", free, tidy=None if keeps_sets else 0)
    return (time.process_time() - begin) * 1000, result.states, result.tiles, result.points


class Published:
    """rummikub-solver, from PyPI."""

    def __init__(self) -> None:
        import rummikub_solver

        self.lib = rummikub_solver
        self.rules = rummikub_solver.RuleSet(repeats=2, jokers=2)
        words = [colour + str(number) for colour in "kbor" for number in range(1, 14)]
        self.tiles = dict(zip([*words, "*"], self.rules.tiles))
        self.name = "rummikub-solver, " + self.rules.backend.name

    def solve(self, position: dict) -> tuple[float, int]:
        """Return (ms, most tiles)."""
        state = self.rules.new_game()
        state.initial = False
        begin = time.process_time()
        state.add_table(*[self.tiles[word] for row in position["table"] for word in row])
        state.add_rack(*[self.tiles[word] for word in position["rack"]])
        answer = self.rules.solve(state, self.lib.SolverMode.TILE_COUNT)
        ms = (time.process_time() - begin) * 1000
        return ms, len(answer.tiles) if answer else 0


def basic_sets() -> Iterator[list[str]]:
    """Yield the 185 sets of number tiles from which all others can be put together."""
    for number in range(1, 14):
        for size in (3, 4):
            for colours in combinations("krbo", size):
                yield [colour + str(number) for colour in colours]
    for colour in "krbo":
        for size in (3, 4, 5):
            for first in range(1, 15 - size):
                yield [colour + str(first + i) for i in range(size)]


class LoadedProgram:
    """An integer program in HiGHS that stays loaded.

    A variable for each set of number tiles is how often the table has it, one for each kind of tile
    how many jokers stand for it. A row for each kind bounds its number tiles on the table: at least
    those of the table before, at most those of table and rack; a row does so for the jokers. The
    objective is the number of tiles on the table: first in a linear program, then, if its answer
    has fractions, in an integer program.
    """

    def __init__(self) -> None:
        import highspy

        self.kinds = [colour + str(number) for colour in "krbo" for number in range(1, 14)]
        sets = list(basic_sets())
        self.linear, self.whole = highspy.Highs(), highspy.Highs()
        for model in (self.linear, self.whole):
            model.setOptionValue("output_flag", False)
            model.changeObjectiveSense(highspy.ObjSense.kMaximize)
            for column in range(len(sets) + len(self.kinds)):
                model.addVar(0.0, 2.0)
                model.changeColCost(column, len(sets[column]) if column < len(sets) else 0.0)
            for joker_column, kind in enumerate(self.kinds, len(sets)):
                holding = [column for column, codes in enumerate(sets) if kind in codes]
                factors = [1.0] * len(holding) + [-1.0]
                model.addRow(0.0, 0.0, len(factors), [*holding, joker_column], factors)
            jokers = [len(sets) + i for i in range(len(self.kinds))]
            model.addRow(0.0, 0.0, len(jokers), jokers, [1.0] * len(jokers))
        # If the numbers of sets are whole, those of jokers are too.
        kinds: Any = [highspy.HighsVarType.kInteger] * len(sets)
        self.whole.changeColsIntegrality(len(sets), list(range(len(sets))), kinds)
        self.kinds.append("*")
        self.name = "HiGHS %s, warm" % self.linear.version()

    def _best(self, model, lowest, highest):
        """Return (values of the variables, best sum) for these bounds of the rows."""
        for row, (low, high) in enumerate(zip(lowest, highest)):
            model.changeRowBounds(row, low, high)
        model.run()
        return model.getSolution().col_value, model.getInfo().objective_function_value

    def solve(self, position: dict) -> tuple[float, int]:
        """Return (ms, most tiles)."""
        begin = time.process_time()
        table = Counter(word for row in position["table"] for word in row)
        rack = Counter(position["rack"])
        lowest = [table[kind] for kind in self.kinds]
        highest = [table[kind] + rack[kind] for kind in self.kinds]
        values, best = self._best(self.linear, lowest, highest)
        if any(abs(value - round(value)) > 1e-6 for value in values):
            _, best = self._best(self.whole, lowest, highest)
        return (time.process_time() - begin) * 1000, round(best) - sum(lowest)


def peers() -> list[Any]:
    """Return the peers that are installed, and print which are not."""
    found_peers: list[Any] = []
    for peer, name in ((Published, "rummikub-solver"), (LoadedProgram, "highspy")):
        try:
            found_peers.append(peer())
        except ImportError:
            print("%s is not installed." % name)
    return found_peers


def measure(
    positions: Sequence[dict], installed: Sequence[Any]
) -> tuple[dict, list[str], list[str]]:
    """Time every position with our solver and the installed peers.

    Return ({solver: {position id: best (ms, states)}}, messages about our wrong answers,
    messages about the peers' wrong answers).
    """
    times: dict[str, dict] = {}
    our_errors, peer_errors = set(), set()

    def record(solver_name, position, ms, states):
        row = times.setdefault(solver_name, {})
        row[position["id"]] = min((ms, states), row.get(position["id"], (ms, states)))

    warm_up = {"table": [["r3", "r4", "r5"]], "rack": ["r6"]}  # triggers lazy imports
    solve_with_ours(warm_up, True, False)
    for peer in installed:
        peer.solve(warm_up)
    for kind in list(KINDS) * ROUNDS:
        layers_fast.forget()
        for start in range(0, len(positions), BLOCK):
            block = positions[start : start + BLOCK]
            for position in block:
                ms, states, *laid = solve_with_ours(position, *KINDS[kind])
                record(kind, position, ms, states)
                proved = position["max_tiles"], position["max_tiles_points"]
                if KINDS[kind][0] and tuple(laid) != proved:
                    our_errors.add(
                        "wrong: %s plays %d, not %d" % (position["id"], laid[0], proved[0])
                    )
            for peer in installed if kind == FREE else ():
                for position in block:
                    ms, count = peer.solve(position)
                    record(peer.name, position, ms, 0)
                    if count != position["max_tiles"]:
                        facts = position["id"], peer.name, count, position["max_tiles"]
                        peer_errors.add("%s: %s plays %d tiles, the proven best is %d" % facts)
    return times, sorted(our_errors), sorted(peer_errors)


def table_lines(positions: Sequence[dict], times: dict) -> Iterator[str]:
    """Yield the lines of the table: each stratum, the real games, all."""
    strata: dict[str, list[str]] = {}
    for position in positions:
        names = [position["stratum"], "all"]
        names += ["real games"] * position["stratum"].startswith("game")
        for name in names:
            strata.setdefault(name, []).append(position["id"])
    for name in ("real games", "all"):
        strata[name] = strata.pop(name, [])
    lines = []
    for name, ids in strata.items():
        for solver_name, row in times.items() if ids else ():
            ms = ["%.2f" % value for value in median_p95_max(row[i][0] for i in ids)]
            states = (
                median_p95_max(row[i][1] for i in ids) if solver_name in KINDS else ("", "", "")
            )
            lines.append((name, len(ids), solver_name, *ms, *states))
    yield from columns.table(_HEADS, lines)
    ids = strata["real games"]
    for solver_name in times if ids else ():
        if solver_name not in KINDS:
            faster = median_p95_max(times[solver_name][i][0] for i in ids)[0]
            faster /= median_p95_max(times[FREE][i][0] for i in ids)[0]
            yield "real games: our median is %.1f times faster than that of %s" % (
                faster,
                solver_name,
            )


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status: 0, or 1 when an answer was wrong."""
    parser = Parser("bench", __doc__)
    parser.add_argument(
        "--every", type=int_from(1), default=1, metavar="N", help="every N-th position"
    )
    parser.add_argument("--no-peers", action="store_true", help="only our own solver")
    parser.add_argument("--hunt", action="store_true", help="climb to slow positions instead")
    parser.add_argument("--minutes", type=int_from(1), default=5, help="how long to climb (5)")
    parser.add_argument("--seed", type=int_from(0), default=1, help="where climbs begin (1)")
    args = parser.parse_args(argv)
    if args.hunt:
        from tools import hunt

        return hunt.main(args.minutes, args.seed)
    positions = load(args.every)
    times, our_errors, peer_errors = measure(positions, [] if args.no_peers else peers())
    print("\n".join([*our_errors, *peer_errors, "", "most tiles; ms of processor time"]))
    print("\n".join(table_lines(positions, times)))
    print("%d positions, %d wrong" % (len(positions), len(our_errors)))
    return 1 if our_errors else 0
