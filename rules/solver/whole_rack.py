"""May the whole rack go down at all? Loaded while that is asked of a rack with jokers."""

from rules.solver import SEARCH, done, phases
from rules.solver.problem import Reading
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.slices import Slices
    from rules.solver.problem import Problem


def hopeful(problem: "Problem", before: list[bytes]) -> "Slices[bool]":
    """In slices; returns whether the whole rack could go down if jokers were free of every clause,
    or stayed away.

    That is quickly answered, mostly with no. Otherwise what was found may be legal as it is, and is
    then the problem's best.
    """
    reading = Reading((), problem.on_table[JOKER], ())
    problem.free = True
    sweep = yield from phases.prepared(problem, reading)
    problem.free = False
    if sweep.sure < 0:
        return False
    sweep.joker = sweep.owed = sweep.widest = 0
    if problem.narrow:  # the states are for what has to be legal
        sweep.width = (sweep.width + 1) // 2
    yield from sweep.run()
    if sweep.value < 0:
        return sweep.narrowed
    way = yield from phases.traced(sweep)
    sweep = None
    problem.free = True
    result = yield from phases.built(problem, [], way, reading)
    problem.free = False
    yield from _with_jokers(problem, result)
    legal = yield from _legal(problem, before, result.table)
    if legal:
        problem.settle(result)
        if result.tiles == sum(problem.own):  # no joker has stayed away
            problem.best = result
    return True


def _with_jokers(problem, result):
    """Add the jokers that stayed away to sets of the result's table made of rack tiles alone."""
    table = result.table
    away = problem.on_table[JOKER] + problem.own[JOKER] - tiles.table_counts(table)[JOKER]
    for _ in range(away):
        for i in range(len(table)):
            yield None
            grown = melds.add(table[i], JOKER, problem.rules)
            if grown and tiles.contains(problem.own, tiles.counts(table[i])):
                table[i] = grown
                break


def _legal(problem, before, table):
    """In slices; returns whether the referee lets the whole rack be laid so."""
    if phases.scarce():
        done(SEARCH)  # no room for it beside the referee
    from rules.tilegame import referee

    yield None
    rack = referee.listed(problem.own)
    verdict = yield from referee.judging(
        problem.rules, before, rack, table, problem.opened, problem.parted
    )
    return verdict.legal
