"""Steps of an answer whose modules a handheld has in memory for that step alone."""

import gc

from rules.solver import done

_free = getattr(gc, "mem_free", None)  # CPython does not tell
_SCARCE = 32768  # bytes free before a sweep or behind one: less, and what is not at work goes
_LITTLE = 12288  # behind one: less, and all that has searched goes before sets are built


def readings(question, before):
    """`prepare.readings`; a generator that yields None and returns them."""
    yield None
    from rules.solver import prepare

    yield None
    return prepare.readings(question, before)


def prepared(question, reading, inside=False, keeping=False, stay=()):
    """`prepare.sweep_for`; what it needs goes where memory is scarce."""
    yield None
    from rules.solver import prepare

    yield None
    sweep = yield from prepare.sweep_for(question, reading, inside, keeping, stay)
    if sweep.first or _free and _free() < _SCARCE:
        done("solver.prepare")
    return sweep


def alone(question, budget):
    """`prepare.rack_alone`; what it needs goes."""
    yield None
    from rules.solver import prepare

    yield None
    sweep = prepare.rack_alone(question, budget)
    yield None
    done("solver.prepare")
    return sweep


def traced(sweep):
    """`steps.way`. The sweep is needed no more then: who asks lets it go."""
    done("solver.prepare")
    if _free and _free() < _SCARCE:
        del sweep.room[0][:]  # the slots: made anew if another sweep comes
    yield None
    from rules.solver import steps

    yield None
    way = yield from steps.way(sweep)
    done("solver.steps")
    if _free and _free() < _SCARCE:
        done("solver.jokers", "solver.inside")
    if _free and _free() < _LITTLE:
        done("solver.flat", "solver.sweep")
    return way


def built(question, before, way, reading):
    """`build.result`."""
    yield None
    from rules.solver import build

    yield None
    result = yield from build.result(question, before, way, reading)
    done("solver.build")
    yield None
    return result
