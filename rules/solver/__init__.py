"""The exact solver: finds the best play of a position. Begin reading with `search`.

search        the problem, why the answer is exact, and the order of steps
problem       the question, the answer, and the budget of states
prepare       the ways to treat the table's jokers; the tiles to place
sweep         the search over the numbers
bound         how much later numbers can add to a state of a constrained sweep
placing       the ways to place the tiles of one number in runs and groups
states        the states between two numbers, in little memory; draws the bits of a state
layers_fast   the same states in little time, for desktops
constraint    the interface of side conditions; jokers, opening_meld, opening_build: those there are
backtrack     how the best play places its tiles, number by number; end_table: the sets of it
tidy          the same play again with as few table sets changed as possible
lookup        tables of open runs and of groups

This file alone decides which of these modules are in memory. A handheld keeps `search` and
`problem` during an answer and loads each of the others for the step that needs it, one module per
slice since loading takes time, and removes it afterwards.
"""

import gc

if False:  # for type checkers
    from collections.abc import Callable, Sequence

    from rules.base import Slices
    from rules.solver.constraint import Constraint
    from rules.solver.problem import Problem, Reading, Result

# Removes the module of this name from memory; set by pocket.app.memory, None on a desktop.
forget: "Callable[[str], object] | None" = None
# Returns the number of free bytes of the heap; None on a desktop.
free_bytes: "Callable[[], int] | None" = getattr(gc, "mem_free", None)

# The number of free bytes that an exact search leaves on a handheld; set by pocket.app.memory.
RESERVE = reserve = 18688

# The modules that judge a play; no search needs them.
_REFEREE = "rules.tilegame.referee rules.tilegame.opening rules.tilegame.racksets "
_PREPARE = "rules.solver.prepare "
_OPENING = "rules.solver.opening_meld "
_FIRST = "rules.solver.placing rules.solver.sweep rules.solver.prepare rules.solver.states "
_SEARCH = "rules.solver.states rules.solver.sweep rules.solver.constraint "
_CONSTRAINTS = "rules.solver.jokers rules.solver.opening_build rules.solver.bound "
_RARE = "rules.solver.tidy rules.tilegame.newsets "
_USUAL = "rules.solver.lookup rules.solver.placing rules.solver.backtrack rules.solver.end_table "
_SCARCE = 32768  # free bytes below which each module is removed right after its step
_VERY_SCARCE = 12288  # free bytes below which the sweep's modules are removed before `end_table`


def load(names: str) -> "Slices[None]":
    """Load modules, each in a slice of its own. names: their names, each followed by a space."""
    for name in names.split():
        yield None
        __import__(name)
        yield None


def unload(names: str) -> None:
    """Remove modules from memory. names: as for `load`."""
    if forget:
        for name in names.split():
            forget(name)


def _is_memory_scarce(least=_SCARCE):
    """Return True if fewer than `least` bytes of the heap are free."""
    return free_bytes and free_bytes() < least


def make_room() -> "Slices[None]":
    """Remove the modules that judge a play, and load what stays until the search ends."""
    unload(_REFEREE)
    return load("rules.solver.problem rules.solver.search ")


def begin_search() -> "Slices[None]":
    """Load the modules that every search needs; a desktop imports them at once elsewhere."""
    from rules.solver import problem

    if problem.SMALL:
        problem.reserve = reserve
        yield from load(_FIRST)


def end_search(out_of_memory: bool) -> None:
    """Remove the modules that only some problems need; if memory ran out, all others, too."""
    unload(_OPENING + _CONSTRAINTS + _RARE)
    if out_of_memory:
        unload(_SEARCH + _PREPARE + _USUAL)


def best_opening(rules: dict, laid: bytearray) -> "Slices[int]":
    """Return `opening.best_opening`."""
    yield from load("rules.tilegame.opening ")
    from rules.tilegame import opening

    points = yield from opening.best_opening(rules, laid)
    unload(_REFEREE)
    return points


def list_readings(problem: "Problem", before: list[bytes]) -> "Slices[list[Reading]]":
    """Return `prepare.list_readings`. An opening from the rack alone has been found before."""
    unload(_OPENING)
    yield from load(_PREPARE)
    from rules.solver import prepare

    return prepare.list_readings(problem, before)


def prepare_sweep(
    problem: "Problem",
    reading: "Reading | None",
    with_opening: bool = False,
    untouched: "Sequence[bytes]" = (),
    opening_constraint: "Constraint | None" = None,
) -> "Slices[None]":
    """Set `problem.sweep` to a Sweep with its constraints, in slices; see `prepare.build_sweep`.

    opening_constraint: for an opening from the rack alone; `reading` is None then.
    """
    problem.sweep = None
    yield from load(_PREPARE)
    from rules.solver import prepare

    if opening_constraint:
        sweep = prepare.rack_only(problem, opening_constraint.counts_placed)
    else:
        sweep = yield from prepare.build_sweep(problem, reading, with_opening, untouched)
    if sweep.constrained_table_jokers or sweep.constrained_rack_jokers:
        yield None
        from rules.solver import jokers

        sweep.constrain(jokers.SpecialSets(problem.rules, sweep))
    if with_opening:
        yield None
        from rules.solver import opening_build

        opening_constraint = opening_build.OpeningInTable(problem, sweep)
    if opening_constraint:
        sweep.constrain(opening_constraint)
    if sweep.first and reading and not problem.is_beam:
        yield None
        order = problem.attempt & 1
        relaxed = sweep.relaxed = prepare.build_relaxed(problem, reading, sweep, order)
        if order:  # the slow one: the bound of the other one prunes it
            relaxed.relaxed = prepare.build_relaxed(problem, reading, relaxed, 0)
    if sweep.first or _is_memory_scarce():
        unload(_PREPARE)
    problem.sweep, prepare = sweep, None  # the stack may name this generator for long


def answer(problem: "Problem", before: list[bytes], reading: "Reading | None") -> "Slices[Result]":
    """Build the Result of the best play that `problem.sweep` found, in slices, and free the sweep.
    before, reading: as for `end_table.build_result`."""
    unload(_PREPARE)
    if _is_memory_scarce():
        del problem.sweep.arrays[0][:]  # frees the slots; another sweep makes new ones
    yield from load("rules.solver.backtrack ")
    from rules.solver import backtrack

    path = yield from backtrack.find_path(problem.sweep)
    problem.sweep = backtrack = None
    unload("rules.solver.backtrack ")
    if _is_memory_scarce():
        unload(_CONSTRAINTS)
    if _is_memory_scarce(_VERY_SCARCE):
        unload(_SEARCH)
    yield from load("rules.solver.end_table ")
    from rules.solver import end_table

    result = yield from end_table.build_result(problem, before, path, reading)
    unload("rules.solver.end_table ")
    yield None
    return result
