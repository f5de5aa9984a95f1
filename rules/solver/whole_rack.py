"""A quick look whether the whole rack can go down at all, for a rack with jokers under a clause."""

from rules import solver
from rules.solver.problem import Reading
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.base import Slices
    from rules.solver.problem import Problem


def hopeful(problem: "Problem", before: list[bytes]) -> "Slices[bool]":
    """Return whether the whole rack could go down if jokers were free of every clause, or stayed on
    the rack.

    That is answered quickly, mostly with no. Otherwise the table found may be legal as it is, and
    is then the problem's best.
    """
    reading = Reading((), problem.on_table[JOKER], (), free=True)
    yield from solver.prepare_sweep(problem, reading)
    sweep = problem.sweep
    if sweep.sure < 0:
        return False
    sweep.joker = sweep.owed = sweep.widest = 0
    if problem.narrow:  # most of the states are for what has to be legal
        sweep.width = (sweep.width + 1) // 2
    yield from sweep.run()
    if sweep.value < 0:
        return sweep.narrowed
    sweep = None
    result = yield from solver.answer(problem, [], reading)
    yield from _with_jokers(problem, result)
    legal = yield from solver.judge(problem, before, result.table)
    if legal:
        problem.settle(result)
        if result.tiles == sum(problem.own):  # no joker stayed on the rack
            problem.best = result
    return True


def _with_jokers(problem, result):
    """Add the jokers that were left out to sets of the result's table made of rack tiles alone."""
    table = result.table
    away = problem.on_table[JOKER] + problem.own[JOKER] - tiles.table_counts(table)[JOKER]
    for _ in range(away):
        for i in range(len(table)):
            yield None
            grown = melds.add(table[i], JOKER, problem.rules)
            if grown and tiles.contains(problem.own, tiles.counts(table[i])):
                table[i] = grown
                break
