"""The exact solver: the best play of a position. Begin reading with `search`.

search        the problem, why its answer is exact, and the steps to it
problem       what is asked, answered and may be spent
prepare       the ways to read the table's jokers; the tiles to lay and what bounds them at once
sweep         the search over the numbers
constraint    what a sweep can be constrained by: the contract
placing       what can be done with the tiles of one number: runs go on, groups are made
states        the states between two numbers, in little memory; draws the bits of a state
layers_fast   the same states in little time: for desktops
jokers, opening_meld, opening_build
              constraints: joker clauses, opening melds
tidy          the same play again with as few old sets taken up as possible
backtrack     the best way of a sweep, number by number; end_table: from that to sets
lookup        tables of open runs and of groups

This file is also the only place that knows which of these modules are in memory. A handheld holds
`search` and `problem` during an answer, and the others only during the step that needs them: they
are loaded when it begins, one per slice, since loading takes time, and dropped when it is over.
"""

import gc

if False:  # for type checkers
    from collections.abc import Callable, Sequence

    from rules.base import Slices
    from rules.solver.constraint import Constraint
    from rules.solver.problem import Problem, Reading, Result

# Drops a module of this name from memory; set by pocket.app.memory, None on a desktop.
forget: "Callable[[str], object] | None" = None
# Returns the free bytes of the heap, None where nothing tells them.
free: "Callable[[], int] | None" = getattr(gc, "mem_free", None)

# What judges a play: no search needs it.
REFEREE = "rules.tilegame.referee rules.tilegame.opening rules.tilegame.racksets "
PREPARE = "rules.solver.prepare "
OPENING = "rules.solver.opening_meld "
_SEARCH = "rules.solver.states rules.solver.sweep rules.solver.constraint "
_FOLLOWED = "rules.solver.jokers rules.solver.opening_build "
_RARE = "rules.solver.tidy rules.tilegame.newsets "
_USUAL = "rules.solver.lookup rules.solver.placing rules.solver.backtrack rules.solver.end_table "
_SCARCE = 32768  # free bytes below which a module is dropped as soon as its step is over
_VERY_SCARCE = 12288  # free bytes below which all that searches goes before sets are built


def load(names: str) -> "Slices[None]":
    """Load modules, one per slice. names: each followed by a space."""
    for name in names.split():
        __import__(name)
        yield None


def done(names: str) -> None:
    """Drop modules whose step is over. names: as for `load`."""
    if forget:
        for name in names.split():
            forget(name)


def _scarce(least=_SCARCE):
    """Return True when fewer than `least` bytes are free."""
    return free and free() < least


# -- an answer as a whole --------------------------------------------------------------------------


def load_solver() -> "Slices[None]":
    """Make room for an answer, where a play was judged before, and load `search`."""
    done(REFEREE)
    yield from load("rules.solver.problem rules.solver.search ")


def load_search() -> "Slices[None]":
    """Load what every search needs; a desktop does so without slices, where it is imported."""
    from rules.solver import problem

    if problem.SMALL:
        yield from load(
            "rules.solver.placing rules.solver.sweep rules.solver.prepare rules.solver.states "
        )


def drop_rare() -> None:
    """Drop what only some problems need: the search is over, or memory ran out in it."""
    done(OPENING + _FOLLOWED + _RARE)


def drop_all(short: bool) -> None:
    """Drop what the next answer may not need. short: memory ran out, so nothing is kept."""
    drop_rare()
    if short:
        done(_SEARCH + PREPARE + _USUAL)


# -- a sweep, and the answer from it ---------------------------------------------------------------


def readings(problem: "Problem", before: list[bytes]) -> "Slices[list[Reading]]":
    """Return `prepare.readings`."""
    yield None
    from rules.solver import prepare

    yield None
    return prepare.readings(problem, before)


def prepare_sweep(
    problem: "Problem",
    reading: "Reading | None",
    inside: bool = False,
    stay: "Sequence[bytes]" = (),
    meld: "Constraint | None" = None,
) -> "Slices[None]":
    """Set `problem.sweep` for a reading, with its constraints; see `prepare.sweep_for`. meld: what
    sets from the rack alone have to open with; there is no reading then."""
    problem.sweep = None
    yield None
    from rules.solver import prepare

    yield None
    if meld:
        sweep = prepare.rack_alone(problem, meld.watches)
    else:
        sweep = yield from prepare.sweep_for(problem, reading, inside, stay)
    if sweep.retrieved or sweep.own_jokers:
        yield None
        from rules.solver import jokers

        sweep.constrain(jokers.SpecialSets(problem.rules, sweep))
    if inside:
        yield None
        from rules.solver import opening_build

        meld = opening_build.Inside(problem, reading)
    if meld:
        sweep.constrain(meld)
    if sweep.first or _scarce():
        done(PREPARE)
    problem.sweep = sweep


def answer(problem: "Problem", before: list[bytes], reading: "Reading | None") -> "Slices[Result]":
    """Return the Result of the best way that `problem.sweep` found, and let go of the sweep.
    before, reading: as for `end_table.result`."""
    done(PREPARE)
    if _scarce():
        del problem.sweep.arrays[0][:]  # the slots: another sweep makes them again
    yield None
    from rules.solver import backtrack

    yield None
    way = yield from backtrack.best_way(problem.sweep)
    problem.sweep = backtrack = None
    done("rules.solver.backtrack ")
    if _scarce():
        done(_FOLLOWED)
    if _scarce(_VERY_SCARCE):
        done(_SEARCH)
    yield None
    from rules.solver import end_table

    yield None
    result = yield from end_table.result(problem, before, way, reading)
    done("rules.solver.end_table ")
    yield None
    return result
