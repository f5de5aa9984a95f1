"""The exact solver: finds the best play of a position under all clauses and house options.

The problem. Given the sets on the table and a rack, lay as many rack tiles (or points) as possible
so that the table's tiles and those laid form groups and runs. Very many tables are possible, but
the search needs to remember little of each.

The state. The tiles are placed number by number, 1 to 13. Of everything placed up to a number, only
this matters for the later numbers: for each colour, how many runs are open with one tile, with two,
with three and more, and how many jokers are spent (`states` draws the bits). A state's value is
that of the rack tiles laid so far; of two ways to the same state only the better one is kept. At
each number every tile goes into a run or a group (`placing`). If r tiles of a colour go into runs,
they continue short runs first, then long ones, then begin new ones, so r alone decides the next
state; the other tiles of the number fit into groups or do not.

Dominance. A state is dropped if another of no less value can be continued in every way that it can:
with runs that can take the same tiles, and as many jokers to spend. A state is also dropped if even
the value of all later tiles cannot make it better than the best play so far.

Sources. One pass over the numbers with the open runs of each colour as the state: van Rijn, Takes,
Vis, "The Complexity of Rummikub Problems" (2015). Dominance and the constraints below are ours. Den
Hertog, Hulshof, "Solving Rummikub Problems by Integer Linear Programming" (2006) choose among all
sets instead; the tests solve that program to check this search.

The proof. Every legal table corresponds to a path through the states: take its groups by number,
and cut its runs wherever both parts are runs. The rules for runs above change neither the tiles
used nor what can follow. So the best path to a final state without short runs is a best play, and
`proved` says that no state was dropped except by dominance. All this also holds from 13 down to 1:
a search begins at the end where the table allows fewer groups, or under constraints at 1. If it
takes too many states, it begins again at the other end: few positions have many states from both.

Jokers and clauses. A table joker that keeps its identity is a tile of its kind. Every way to keep
or retrieve the jokers is one Reading (`prepare`), which one `sweep` searches. A constraint keeps
track of jokers under a clause (retrieved ones, RG-8) and of opening melds, beside the sweep's
state: it takes tiles of a number before the sweep places the rest. Constraints multiply the
states, so a sweep without them comes first: what it can add to a state bounds it (`bound`).
"""

from rules import solver
from rules.base import blocking
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from typing import Any

    from rules.base import Slices
    from rules.solver.problem import Problem, Reading, Result


def solve(
    rules: dict,
    table: list[bytes],
    rack: bytes | bytearray,
    opened: bool = True,
    goal: str = "tiles",
    free_jokers: bool = False,
    limit: int | None = None,
    min_tiles: int = 0,
    tidy: int | None = None,
    beam_width: int | None = None,
    jokers_differ: bool = False,
) -> "Slices[Result]":
    """Find the best play of a position, in slices (see rules.base); return a Result.

    rules: dict from games.rules_for
    table: list of sets of codes, jokers plain or with identity
    rack: codes
    opened: whether the seat has opened; if not, the clauses of the opening apply
    goal: "tiles" (most tiles, then points) or "points" (most points, as tiles count on the rack,
        then tiles)
    free_jokers: table jokers may be used anywhere
    limit: maximum number of states to expand, None for no limit
    min_tiles: with goal "tiles", search only for plays of at least this many tiles; a search for
        the whole rack is much faster than one for the best play
    tidy: states to spend, beyond the limit, on leaving table sets untouched; None is enough for
        nearly all positions
    beam_width: maximum number of states that a beam search keeps after each tile number; None for
        all. It is fast and nearly as good, but proves a play the best only if it lays all tiles
    jokers_differ: whether two jokers must differ, see referee.Verdict

    If memory or the limit is used up, the Result is the best legal play found so far, with `proved`
    False. Raises RulesError for an impossible position.
    """
    yield None
    from rules.solver import problem as problem_module  # here: a handheld may have reloaded it

    yield None
    problem = problem_module.Problem(
        rules, table, rack, opened, goal, free_jokers, limit, min_tiles, beam_width, jokers_differ
    )
    table_readings = yield from melds.read_in_slices(table, rules)
    yield None
    problem.table_readings = table_readings[:1] if free_jokers else table_readings
    yield from _search(problem, rack)
    try:
        problem.free_arrays()  # before further searches
        if problem.reading and tidy != 0 and not problem.out_of_memory:
            from rules.solver import tidy as tidy_module

            max_states = tidy_module.STATES if tidy is None else tidy
            yield from tidy_module.change_fewest_sets(problem, max_states)
    except problem_module.Stop:
        pass
    except MemoryError:
        problem.out_of_memory = True
    problem.free_arrays()
    solver.end_search(problem.out_of_memory)
    yield None
    return problem.final_result(table_readings[0])


def prove(game: "Any") -> "Slices[None]":
    """Find out, in slices, whether the seat to move has a play, for only without one may it pass
    (KR-10). Sets `playable` and `unproved` of `game`, so that `can_play()` then answers at once.

    game: a Game, or on a handheld, whose memory does not hold a Game's code beside the solver's, an
    object with the same fields.
    """
    if game.playable is None:
        game.unproved = False
        try:
            result = yield from solve(
                game.rules,
                game.table,
                game.racks[game.seat],
                bool(game.opened[game.seat]),
                tidy=0,
                jokers_differ=game.jokers_differ,
            )
            game.playable = result.tiles > 0
            game.unproved = not (game.playable or result.proved)
        except Exception:
            game.playable = False  # after a failed search the seat may pass
            raise


run = blocking(solve)  # returns the Result


def _search(problem, rack):
    """Search as far as states and memory allow. This is a separate generator: MicroPython keeps the
    objects of a generator that an exception ended until its caller returns."""
    from rules.solver import problem as problem_module

    try:
        yield from solver.begin_search()
        if rack and not problem.opened:
            yield from _find_opening(problem)
        for before in problem.table_readings if rack else ():
            yield from _rearrange(problem, before)
    except problem_module.Stop:
        problem.proved = False
    except MemoryError:
        problem.proved = False
        problem.out_of_memory = True


def _find_opening(problem):
    """Find, in slices, the best opening meld from the rack alone. If rearranging the table cannot
    lay more than that in the opening turn, empty `table_readings`."""
    from rules.solver import opening_meld

    yield from opening_meld.from_rack(problem)
    rules = problem.rules
    # An opening may count more as laid than in its final sets (RG-4): if only groups count, or a
    # joker counts as the tile it stands for.
    counts_more = rules["opening_sets"] == "group" or (
        problem.rack_counts[JOKER] and rules["opening_joker"] != "flat"
    )
    if not (
        rules["opening_build"] and problem.can_open and (max(problem.table_counts) or counts_more)
    ):
        problem.table_readings = ()


def _rearrange(problem, before):
    """Find the best play that may rearrange `before`, one of `table_readings`, in slices."""
    readings = yield from solver.list_readings(problem, before)
    # (minus what a play can be worth at most, place among them, Reading, whether it must open)
    pending = [(-1 << 29, place, readings[place], False) for place in range(len(readings))]
    problem.attempt = 0
    while pending:
        waiting = sorted(pending)
        pending = []
        for bound, place, reading, with_opening in waiting:
            if problem.whole_rack and problem.best:
                return
            if -bound <= problem.to_beat:
                continue
            result = yield from _search_reading(problem, before, reading, with_opening)
            if result and not (problem.opened or with_opening):
                laid = tiles.counts(result.laid)
                points = yield from solver.best_opening(problem.rules, laid)
                if points < problem.opening_points:
                    with_opening = True
                    result = yield from _search_reading(problem, before, reading, True)
            if problem.bound_left:
                pending.append((-problem.bound_left, place, reading, with_opening))
            if result:
                problem.best = result
                problem.to_beat = problem.objective.value(result.laid)
                problem.reading = reading
                problem.table_reading = before
        problem.attempt += 1


def _search_reading(
    problem: "Problem", before: list[bytes], reading: "Reading", with_opening: bool
) -> "Slices[Result | None]":
    """Search one Reading, in slices; return its Result if better than `to_beat`, else None.
    with_opening: see `prepare.build_sweep`."""
    yield from solver.prepare_sweep(problem, reading, with_opening)
    yield None
    if (yield from problem.search(problem.to_beat)):
        return (yield from solver.answer(problem, before, reading))
    return None
