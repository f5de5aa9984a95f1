"""May the whole rack go down at all? Loaded while that is asked of a rack with jokers."""

from rules.solver import phases
from rules.solver.question import Reading
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER


def hopeful(question, before):
    """A generator that yields None between slices and returns whether the whole rack could go down
    if jokers were free of every clause, or stayed away.

    It is quickly told, and mostly not so; else what was found may be legal as it is: then it is the
    question's best.
    """
    reading = Reading((), question.on_table[JOKER], ())
    question.free = True
    sweep = yield from phases.prepared(question, reading)
    question.free = False
    if sweep.sure < 0:
        return False
    sweep.joker = sweep.owed = sweep.widest = 0
    if question.narrow:  # the states are for what has to be legal
        sweep.width = (sweep.width + 1) // 2
    yield from sweep.run()
    if sweep.value < 0:
        return sweep.narrowed
    way = yield from phases.traced(sweep)
    sweep = None
    question.free = True
    result = yield from phases.built(question, [], way, reading)
    question.free = False
    yield from _with_jokers(question, result)
    legal = yield from _legal(question, before, result.table)
    if legal:
        question.settle(result)
        if result.tiles == sum(question.own):  # no joker has stayed away
            question.best = result
    return True


def _with_jokers(question, result):
    """Add the jokers that stayed away to sets of the result's table made of rack tiles alone."""
    table = result.table
    away = question.on_table[JOKER] + question.own[JOKER] - tiles.table_counts(table)[JOKER]
    for _ in range(away):
        for i in range(len(table)):
            yield None
            grown = melds.add(table[i], JOKER, question.rules)
            if grown and tiles.contains(question.own, tiles.counts(table[i])):
                table[i] = grown
                break


def _legal(question, before, table):
    """A generator that yields None between slices and returns whether the referee lets the whole
    rack be laid so."""
    from rules.tilegame import referee

    yield None
    rack = referee.listed(question.own)
    for verdict in referee.judging(
        question.rules, before, rack, table, question.opened, question.parted
    ):
        if verdict is None:
            yield None
    return verdict.legal
