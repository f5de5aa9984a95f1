"""Steps of an answer whose modules a handheld has in memory for that step alone."""

from rules.solver import SEARCH, done
from rules.solver.problem import free as _free

if False:  # for type checkers
    from collections.abc import Sequence

    from rules.slices import Slices
    from rules.solver.backtrack import Way
    from rules.solver.problem import Budget, Problem, Reading, Result
    from rules.solver.sweep import Sweep

_SCARCE = 32768  # with fewer bytes free before or after a sweep, what is not at work goes
_LITTLE = 12288  # with fewer after one, all that has searched goes before sets are built


def scarce(least: int = _SCARCE) -> bool:
    """True when fewer bytes than that are free."""
    return _free and _free() < least


def readings(problem: "Problem", before: list[bytes]) -> "Slices[list[Reading]]":
    """`prepare.readings` in slices: returns them."""
    yield None
    from rules.solver import prepare

    yield None
    return prepare.readings(problem, before)


def prepared(
    problem: "Problem",
    reading: "Reading",
    inside: bool = False,
    keeping: bool = False,
    stay: "Sequence[bytes]" = (),
) -> "Slices[Sweep]":
    """`prepare.sweep_for` in slices; where memory is scarce, what it needs goes afterwards."""
    yield None
    from rules.solver import prepare

    yield None
    sweep = yield from prepare.sweep_for(problem, reading, inside, keeping, stay)
    if sweep.first or scarce():
        done("rules.solver.prepare ")
    return sweep


def alone(problem: "Problem", budget: "Budget") -> "Slices[Sweep]":
    """`prepare.rack_alone` in slices; what it needs goes afterwards."""
    yield None
    from rules.solver import prepare

    yield None
    sweep = prepare.rack_alone(problem, budget)
    yield None
    done("rules.solver.prepare ")
    return sweep


def traced(sweep: "Sweep") -> "Slices[Way]":
    """`backtrack.way` in slices. The sweep is not needed afterwards: the caller lets it go."""
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


def built(
    problem: "Problem", before: list[bytes], way: "Way", reading: "Reading | None"
) -> "Slices[Result]":
    """`end_table.result` in slices."""
    yield None
    from rules.solver import end_table

    yield None
    result = yield from end_table.result(problem, before, way, reading)
    done("rules.solver.end_table ")
    yield None
    return result
