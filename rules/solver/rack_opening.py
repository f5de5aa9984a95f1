"""The problem before the opening meld lies: what the rack alone opens with. Loaded only then."""

from rules.solver import done, opening_meld, phases
from rules.solver.problem import Problem, Reading
from rules.solver.sweep import Sweep
from rules.tilegame import tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.slices import Slices


def from_rack(problem: Problem, before: list[bytes], build: bool) -> "Slices[None]":
    """Find the best opening meld from the rack alone, the table untouched; a generator that yields
    None between slices.

    Sets the problem's best, and `opens`: there is an opening meld; without one on the rack, the
    table cannot help either. build: the opening turn may use the table.
    """
    yield None
    sweep = _sweep(problem)
    yield None
    sweep.floor = 0 if build else problem.floor
    yield from sweep.run()
    problem.narrowed |= sweep.narrowed
    problem.opens = sweep.value >= 0
    if sweep.value > problem.floor:
        floor = sweep.value
        way = yield from phases.traced(sweep)
        sweep = None
        problem.best = yield from phases.built(problem, before, way, None)
        problem.floor = floor


def can_open(problem: Problem, laid: bytes) -> "Slices[bool]":
    """In slices; returns whether the tiles `laid` alone can make an opening meld."""
    alone = Problem(problem.rules, bytearray(53), tiles.counts(laid), "tiles", 0)
    alone.aim = problem.aim
    alone.budget = problem.budget
    alone.room = problem.room
    alone.width = problem.width
    alone.narrow = problem.narrow
    sweep = _sweep(alone)
    sweep.floor = 0
    yield from sweep.run()
    problem.narrowed |= sweep.narrowed
    return sweep.value >= 0


def _sweep(problem):
    """The Sweep of the rack alone for an opening meld."""
    from rules.solver import prepare

    rules = problem.rules
    own = problem.own
    must = bytearray(52)
    may = bytearray(own[:52])
    prepare.drop_hopeless(prepare.lacks(must, may, rules), may, own[JOKER])
    done("rules.solver.prepare ")
    sweep = Sweep(rules, problem.aim, problem.budget, must, may, own[JOKER], 0, [])
    sweep.room = problem.room
    sweep.width = problem.width
    nothing = Reading((), 0, ())
    meld = opening_meld.constraint_for(problem, sweep, nothing)
    if meld.watches and rules["opening_joker"] == "none" and own[JOKER]:
        from rules.solver import jokers

        sweep.spare = 0
        if problem.narrow:
            sweep.width = (problem.width + 1) // 2
        sweep.constrain(jokers.Special(problem, sweep, nothing))
    sweep.constrain(meld)
    return sweep
