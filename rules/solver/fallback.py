"""A legal play that needs little, where the search was cut short. Loaded only then."""

from rules.solver import SEARCH, done, phases
from rules.solver.problem import Budget, Result, Stop
from rules.tilegame import melds
from rules.tilegame.tiles import KINDS

if False:  # for type checkers
    from rules.slices import Slices
    from rules.solver.problem import Problem

_STATES = 400  # for sets from the rack alone, on top of the problem's


def play(problem: "Problem", before: list[bytes]) -> "Slices[None]":
    """Sets from the rack alone, then tiles added to sets: the problem's best, unless there is a
    better one. A generator that yields None between slices."""
    yield None
    result = yield from _sets(problem, before)
    yield from _additions(problem, result)
    problem.settle(result)
    value = problem.aim.value
    if problem.best is None or value(result.laid) > value(problem.best.laid):
        problem.best = result


def _sets(problem, before):
    """The best sets from the rack alone, without jokers: returns a Result."""
    sweep = yield from phases.alone(problem, Budget(_STATES))
    try:
        yield from sweep.run()
        if sweep.value > 0:
            way = yield from phases.traced(sweep)
            sweep = None
            # nothing is searched any more
            done(SEARCH)
            result = yield from phases.built(problem, before, way, None)
            return result
    except Stop:
        pass
    return Result(list(before))


def _additions(problem, result):
    """Add what is left of the rack to sets of the result's table, tile by tile."""
    left = bytearray(problem.own)
    for code in result.laid:
        left[code] -= 1
    kind = 0
    while kind < KINDS:
        if left[kind]:
            yield None
            table = _added(problem, result.table, kind)
            if table:
                result.table = table
                left[kind] -= 1
                kind = 0
                continue
        kind += 1


def _added(problem, table, kind):
    """The table with a tile added to the first set that takes it, or None."""
    for i in range(len(table)):
        grown = melds.add(table[i], kind, problem.rules)
        if grown:
            after = table[:i] + [grown] + table[i + 1 :]
            if not problem.clash(after):
                return after
    return None
