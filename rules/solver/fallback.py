"""A plain play where the search was cut short: sets from the rack alone, then additions."""

from rules import solver
from rules.solver import problem as problems
from rules.tilegame import melds
from rules.tilegame.tiles import KINDS

if False:  # for type checkers
    from rules.base import Slices
    from rules.solver.problem import Problem

_STATES = 400  # for sets from the rack alone, on top of the problem's


def play(problem: "Problem", before: list[bytes]) -> "Slices[None]":
    """Find a plain play, in slices; it becomes the problem's best unless there is a better one."""
    yield None
    result = yield from _sets(problem, before)
    yield from _add(problem, result)
    problem.settle(result)
    value = problem.aim.value
    if problem.best is None or value(result.laid) > value(problem.best.laid):
        problem.best = result


def _sets(problem, before):
    """Return the Result of the best sets from the rack alone, without jokers."""
    yield from solver.prepare_rack(problem, problem.own, None)
    problem.sweep.budget = problems.Budget(_STATES)
    problem.sweep.width = problems.WIDTH
    try:
        yield from problem.sweep.run()
        if problem.sweep.value > 0:
            return (yield from solver.answer(problem, before, None, True))
    except problems.Stop:
        pass
    return problems.Result(list(before))


def _add(problem, result):
    """Add the rest of the rack to sets of the result's table, tile by tile."""
    left = bytearray(problem.own)
    for code in result.laid:
        left[code] -= 1
    kind = 0
    while kind < KINDS:
        if left[kind]:
            yield None
            table = _with_tile(problem, result.table, kind)
            if table:
                result.table = table
                left[kind] -= 1
                kind = 0
                continue
        kind += 1


def _with_tile(problem, table, kind):
    """Return the table with a tile added to the first set that takes it, or None."""
    for i in range(len(table)):
        grown = melds.add(table[i], kind, problem.rules)
        if grown:
            after = table[:i] + [grown] + table[i + 1 :]
            if not problem.clash(after):
                return after
    return None
