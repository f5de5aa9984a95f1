"""The exact solver: the best play of a position, jokers, openings and house options included.

The problem. Given the sets on the table and a rack, lay as many rack tiles as possible (or as many
points) so that the table's tiles and those laid form groups and runs. There are very many tables,
but a search has to know little of them.

The state. The tiles are placed number by number, 1 to 13. Of all that was placed up to a number
only this matters for the numbers to come: for each colour how many runs are open with one tile,
with two, with three and more, and how many jokers are spent (`states` draws its bits). A state's
value is what the rack tiles laid so far are worth; of two ways to the same state only the better
one is kept. At each number every tile goes into a run or a group (`placing`): with r tiles of a
colour in runs, short runs go on first, then long ones, then new ones start, so r alone decides the
next state; what is left is a choice of colours that fits into groups or does not.

Dominance. A state is left out when another of no less value can do whatever it can: its open runs
can take the same tiles, and it has as many jokers to spend. A state is also left out if, with the
worth of all tiles to come, it cannot beat the best play so far.

Sources. One pass over the numbers with the open runs of each colour as the state: van Rijn, Takes,
Vis, "The Complexity of Rummikub Problems" (2015). Dominance and the constraints below are ours. Den
Hertog, Hulshof, "Solving Rummikub Problems by Integer Linear Programming" (2006) choose among all
sets instead; the tests solve that program to check this search.

The proof. Every table is a way through the states: its runs cut where they can be, its groups by
number; the two rules above change neither the tiles used nor what can follow. So the best way to
a last state without short runs is a best play, and `proved` says that every state was looked at
that neither rule leaves out. All this holds from 13 down to 1 as well: a search starts where the
table has fewer groups to choose from.

Jokers and clauses. A table joker that keeps its identity is a tile of its kind; every way to keep
jokers or to pay for them is one reading (`prepare`), and one `sweep`. Jokers under a clause
(retrieved ones, RG-8) and opening melds are followed beside the sweep's state by a constraint,
which takes tiles out of a number before the rest is placed.
"""

from rules import solver
from rules.base import finish
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from typing import Any

    from rules.base import Slices
    from rules.solver.problem import Problem, Reading, Result

_LOOK = 8  # rack tiles from which on it pays to look for a play of the whole rack first


def solve(
    rules: dict,
    table: list[bytes],
    rack: bytes | bytearray,
    opened: bool = True,
    goal: str = "tiles",
    free_jokers: bool = False,
    limit: int | None = None,
    least: int = 0,
    tidy: int | None = None,
    wide: int | None = None,
    parted: bool = False,
) -> "Slices[Result]":
    """Find the best play of a position, in slices (see rules.base); return a Result.

    rules: dict from games.rules_for
    table: list of sets of codes, jokers plain or with identity
    rack: codes
    opened: the seat's opening meld lies on the table; else the clauses of the opening apply
    goal: "tiles" (most tiles, then points) or "points" (most points by what tiles cost on the rack,
        then tiles)
    free_jokers: table jokers may be used anywhere
    limit: most states to expand, None for any number
    least: with goal "tiles", a play of fewer tiles is not wanted; asking for the whole rack is much
        quicker than asking for the best
    tidy: states to spend, past the limit, on leaving old sets untouched; None is enough for nearly
        all positions
    wide: most states to keep between two numbers, None for all; a search that leaves some out is
        quick and finds nearly as much, but proves nothing less than all tiles
    parted: see referee.judging

    Where memory runs out, or at the limit, the Result is the best legal play found so far, with
    `proved` False. Raises RulesError for a position that cannot be.
    """
    yield None
    from rules.solver import problem as problems  # a handheld may have loaded it again

    yield None
    problem = problems.Problem(
        rules, table, rack, opened, goal, free_jokers, limit, least, wide, parted
    )
    befores = yield from melds.reading(table, rules)
    yield None
    problem.befores = befores[:1] if free_jokers else befores
    yield from _search(problem, rack)
    try:
        problem.give_back()  # before another search begins
        if problem.reading and tidy != 0 and not problem.short:
            from rules.solver import tidy as tidying

            yield from tidying.place_again(problem, tidying.STATES if tidy is None else tidy)
    except problems.Stop:
        pass
    except MemoryError:
        problem.short = True
    problem.give_back()
    solver.drop_all(problem.short)
    yield None
    return problem.answer(befores[0])


def prove(game: "Any") -> "Slices[None]":
    """Find out, in slices, whether the seat whose turn it is has a play: only without one may it
    pass (KR-10). Afterwards its `can_play()` answers at once.

    game: a Game, or an object with the same fields: a board has no memory for a Game's code beside
    the solver's.
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
                parted=game.parted,
            )
            game.playable = result.tiles > 0
            game.unproved = not (game.playable or result.proved)
        except Exception:
            game.playable = False  # a search that fails forbids nothing
            raise


def run(
    rules: dict,
    table: list[bytes],
    rack: bytes | bytearray,
    opened: bool = True,
    goal: str = "tiles",
    free_jokers: bool = False,
    **names: "Any",
) -> "Result":
    """Run `solve` to its end; return the Result."""
    return finish(solve(rules, table, rack, opened, goal, free_jokers, **names))


def _search(problem, rack):
    """Search as far as states and memory allow. This is a generator of its own because on a
    handheld one that an exception ended holds all its objects until its caller returns."""
    from rules.solver import problem as problems

    try:
        yield from solver.load_search()
        if rack and not problem.opened:
            yield from _open(problem)
        for before in problem.befores if rack else ():
            yield from _rearrange(problem, before)
    except problems.Stop:
        problem.proved = False
    except MemoryError:
        problem.proved = False
        problem.short = True
        solver.drop_rare()


def _open(problem):
    """Find the best opening meld from the rack alone. If the opening turn cannot lay more than that
    by rearranging the table, leave no table to rearrange."""
    yield from solver.load(solver.PREPARE + solver.OPENING)
    from rules.solver import opening_meld

    yield from opening_meld.from_rack(problem)
    solver.done(solver.OPENING)
    rules = problem.rules
    # what opens may count more as it was laid than as it lies in the end (RG-4): not every set
    # counts, or a joker counts as its tile
    gains = rules["opening_sets"] == "group" or (
        problem.own[JOKER] and rules["opening_joker"] != "flat"
    )
    if not (rules["opening_build"] and problem.opens and (max(problem.on_table) or gains)):
        problem.befores = ()


def _rearrange(problem, before):
    """Find the best play where the table may be rearranged: opened, or building allowed (RG-4)."""
    for reading in (yield from solver.readings(problem, before)):
        if problem.whole_rack and problem.best:
            return
        result = yield from _best_of(problem, before, reading, False)
        if result and not problem.opened:
            yield None
            from rules.tilegame import opening

            yield None
            laid = tiles.counts(result.laid)
            points = yield from opening.best_opening(problem.rules, laid)
            solver.done(solver.REFEREE)
            if points < problem.need:
                result = yield from _best_of(problem, before, reading, True)
        if result:
            problem.best = result
            problem.floor = problem.aim.value(result.laid)
            problem.reading = reading
            problem.before = before


def _best_of(
    problem: "Problem", before: list[bytes], reading: "Reading", inside: bool
) -> "Slices[Result | None]":
    """Search one reading; return its Result if it beats the problem's floor, else None.

    With a large rack, look for a play of all of it first: what cannot come to that much is cut off
    early. A narrow search has cut off most already. inside: see `prepare.sweep_for`.

    A bound for jokers under a clause would have its place here: search the reading with the jokers
    free, and if the clauses allow that table or one of the same value, it is proved.
    """
    yield from solver.prepare_sweep(problem, reading, inside)
    yield None
    sweep = problem.sweep
    most = sweep.most()
    floor = problem.floor - problem.aim.value(reading.paid) - sweep.sure
    if most <= floor:
        return None
    first = most - 1 if sum(sweep.may) >= _LOOK and not problem.narrow else floor
    sweep = None  # `answer` is to let go of the last reference
    better = yield from problem.search(first)
    if not better and first != floor and not problem.whole_rack:
        better = yield from problem.search(floor)
    if better:
        return (yield from solver.answer(problem, before, reading))
    return None
