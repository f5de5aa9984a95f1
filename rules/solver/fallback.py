"""A legal play that needs little, where the search was cut short. Loaded only then."""

from rules.solver import done, phases
from rules.solver.question import Budget, Result, Stop
from rules.tilegame import melds
from rules.tilegame.tiles import KINDS

_STATES = 400  # for sets from the rack alone, on top of the question's


def play(question, before):
    """Sets from the rack alone, then tiles added to sets: the question's best, unless there is a
    better one. A generator that yields None between slices."""
    yield None
    result = yield from _sets(question, before)
    yield from _additions(question, result)
    question.settle(result)
    value = question.aim.value
    if question.best is None or value(result.laid) > value(question.best.laid):
        question.best = result


def _sets(question, before):
    """The best sets from the rack alone, without jokers: returns a Result."""
    sweep = yield from phases.alone(question, Budget(_STATES))
    try:
        yield from sweep.run()
        if sweep.value > 0:
            way = yield from phases.traced(sweep)
            sweep = None
            done("solver.flat", "solver.slots", "solver.sweep")  # nothing is searched any more
            result = yield from phases.built(question, before, way, None)
            return result
    except Stop:
        pass
    return Result(list(before))


def _additions(question, result):
    """Add what is left of the rack to sets of the result's table, tile by tile."""
    left = bytearray(question.own)
    for code in result.laid:
        left[code] -= 1
    kind = 0
    while kind < KINDS:
        if left[kind]:
            yield None
            table = _added(question, result.table, kind)
            if table:
                result.table = table
                left[kind] -= 1
                kind = 0
                continue
        kind += 1


def _added(question, table, kind):
    """The table with a tile added to the first set that takes it, or None."""
    for i in range(len(table)):
        grown = melds.add(table[i], kind, question.rules)
        if grown:
            after = table[:i] + [grown] + table[i + 1 :]
            if not question.clash(after):
                return after
    return None
