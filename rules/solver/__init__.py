"""The exact solver: the best play of a position.

search        the problem and the phases of its answer: the place to begin reading
problem       what is asked, answered and spent
prepare       the ways to read the table's jokers; the tiles to lay and what bounds them at once
sweep         the search over the numbers; runs, groups: what can be done at a number
layers        the states between two numbers, kept by layers_small (little memory; with slots,
              columns and prune) or layers_fast (little time)
constraint    side constraints of a sweep: jokers (under a clause), opening_meld and opening_build,
              untouched (old sets left where they lie)
rack_opening  the problem before the opening; whole_rack: may all go down at all
phases        steps whose modules are loaded for them alone
backtrack     the best way of a sweep, number by number; end_table: from it to sets
tidy          as few old sets taken up as can be; fallback: a plain play
lookup        tables, made by tools/art/mktables.py
"""

if False:  # for type checkers
    from collections.abc import Callable

    from rules.slices import Slices

# set by pocket.jobs.memory: drops a module, by its name
forget: "Callable[[str], object] | None" = None


# what judges a play, and no search needs
REFEREE = "rules.tilegame.referee rules.tilegame.opening rules.tilegame.racksets "
# what nothing but a search needs
SEARCH = "rules.solver.layers_small rules.solver.slots rules.solver.sweep "


def load(names: str) -> "Slices[None]":
    """Load modules, one per slice, since each takes a handheld its time. names: each followed by a
    space."""
    for name in names.split():
        __import__(name)
        yield None


def done(names: str) -> None:
    """Say that modules' part in an answer is over: they are loaded again when needed. names: as for
    `load`."""
    if forget:
        for name in names.split():
            forget(name)
