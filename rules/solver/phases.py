"""Steps of an answer whose modules a handheld has in memory for that step alone."""

from rules.solver import SEARCH, done
from rules.solver.problem import free as _free

_SCARCE = 32768  # bytes free before a sweep or behind one: less, and what is not at work goes
_LITTLE = 12288  # behind one: less, and all that has searched goes before sets are built


def scarce(least=_SCARCE):
    """True when fewer bytes than that are free."""
    return _free and _free() < least


def readings(problem, before):
    """`prepare.readings`; a generator that yields None and returns them."""
    yield None
    from rules.solver import prepare

    yield None
    return prepare.readings(problem, before)


def prepared(problem, reading, inside=False, keeping=False, stay=()):
    """`prepare.sweep_for`; what it needs goes where memory is scarce."""
    yield None
    from rules.solver import prepare

    yield None
    sweep = yield from prepare.sweep_for(problem, reading, inside, keeping, stay)
    if sweep.first or scarce():
        done("rules.solver.prepare ")
    return sweep


def alone(problem, budget):
    """`prepare.rack_alone`; what it needs goes."""
    yield None
    from rules.solver import prepare

    yield None
    sweep = prepare.rack_alone(problem, budget)
    yield None
    done("rules.solver.prepare ")
    return sweep


def traced(sweep):
    """`backtrack.way`. The sweep is needed no more then: who asks lets it go."""
    done("rules.solver.prepare ")
    if scarce():
        del sweep.room[0][:]  # the slots: made anew if another sweep comes
    yield None
    from rules.solver import backtrack

    yield None
    way = yield from backtrack.way(sweep)
    done("rules.solver.backtrack ")
    if scarce():
        done("rules.solver.jokers rules.solver.opening_build ")
    if scarce(_LITTLE):
        done(SEARCH)
    return way


def built(problem, before, way, reading):
    """`end_table.result`."""
    yield None
    from rules.solver import end_table

    yield None
    result = yield from end_table.result(problem, before, way, reading)
    done("rules.solver.end_table ")
    yield None
    return result
