"""Take up as few old sets as possible for a best play that is known.

What the play lays is placed again beside old sets that stay where they lie, which leaves a small
search. At first only sets that a laid tile can share a set with may be taken up, then also those
that such sets can reach, and so on. From there one old set after the other is left where it lies if
the rest can do without it. At last every choice of fewer sets is tried, until the states are spent.
"""

from rules import solver
from rules.solver.problem import Budget, Result, standing
from rules.tilegame import melds, newsets, tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.base import Slices
    from rules.solver.problem import Problem

STATES = 250  # spent on leaving old sets untouched
_ATTEMPT = 3  # states that an attempt counts as, besides those it expands


def place_again(problem: "Problem", states: int) -> "Slices[None]":
    """Let the problem's best play take up as few sets of the table as possible, in slices. Raises
    Stop after that many states."""
    yield None
    before = problem.before
    laid = problem.best.laid
    if not problem.reading.freed:
        problem.best = _added(problem, before, laid) or problem.best
        yield None
    least = 0 if len(laid) > 2 else 1
    if len(_taken_up(problem)) <= least:
        return
    yield None
    own = problem.own
    budget = problem.budget
    problem.budget = Budget(states)
    problem.own = tiles.counts(laid)
    problem.whole_rack = True
    try:
        readings = yield from solver.readings(problem, before)
        yield from _take_up_near(problem, readings)
        for codes in _taken_up(problem):
            stay = list(before)
            for other in _taken_up(problem):
                stay.remove(other)
            if stay.count(codes) < before.count(codes):
                yield from _leave(problem, stay + [codes], [problem.reading])
        for many in range(least, len(_taken_up(problem))):
            if (yield from _take_up(problem, many, readings)):
                return
    finally:
        problem.own = own
        budget.states += problem.budget.states
        problem.budget = budget


def _taken_up(problem):
    """Return the sets of the table that the best play takes up."""
    return newsets.new_sets(problem.before, problem.best.table)[1]


def _added(problem, before, laid):
    """Return a Result that only adds each of `laid` to an old set, or None."""
    table = list(before)
    for kind in laid:
        if kind == JOKER:
            return None
        for i in range(len(table)):
            grown = melds.add(table[i], kind, problem.rules)
            if grown:
                table[i] = grown
                break
        else:
            return None
    if problem.clash(table):
        return None
    result = Result(table)
    problem.settle(result)
    return result


def _take_up_near(problem, readings):
    """Search, in slices, for a play that takes up no set but those that its laid tiles can share a
    set with, then also those that such sets can, and so on."""
    stay = list(problem.before)
    reached = bytearray(problem.best.laid)
    while len(problem.before) - len(stay) < len(_taken_up(problem)):
        if (yield from _leave(problem, stay, readings)):
            return
        near = [codes for codes in stay if _shares(codes, reached, problem.rules["mixed_runs"])]
        if not near:
            return
        for codes in near:
            stay.remove(codes)
            reached += codes


def _shares(codes, reached, mixed):
    """Return True if a tile of a set can lie next to one of the codes `reached` in another set."""
    for code in codes:
        number = tiles.number_of(code)
        mask = tiles.mask_of(code)
        for other in reached:
            far = tiles.number_of(other) - number
            if not far or other >= JOKER or code >= JOKER:
                return True
            if -2 < far < 2 and (mixed or mask & tiles.mask_of(other)):
                return True
    return False


def _take_up(problem, many, readings):
    """Search, in slices, for a play that takes up `many` old sets at most, one choice of them after
    the other; return whether there is one, which then is the best."""
    before = problem.before
    chosen = list(range(many))
    while True:
        stay = [before[i] for i in range(len(before)) if i not in chosen]
        if (yield from _leave(problem, stay, readings)):
            return True
        place = many - 1  # the next choice, in the order of the first sets in it
        while place >= 0 and chosen[place] == len(before) - many + place:
            place -= 1
        if place < 0:
            return False
        chosen[place:] = list(range(chosen[place] + 1, chosen[place] + 1 + many - place))


def _leave(problem, stay, readings):
    """Search, in slices, for a play as good as the best that leaves the sets `stay` where they lie;
    return whether there is one, which then is the best."""
    value = problem.aim.value
    for reading in readings:
        if not _keeps(reading, stay):
            continue
        problem.budget.took(_ATTEMPT)
        yield from solver.prepare_sweep(problem, reading, stay=stay)
        floor = value(problem.best.laid) - value(reading.paid) - problem.sweep.sure - 1
        if problem.sweep.most() <= floor:
            continue
        if (yield from problem.search(floor)):
            problem.best = yield from solver.answer(problem, problem.before, reading)
            problem.reading = reading
            return True
    return False


def _keeps(reading, sets):
    """Return True if all jokers of `sets` keep what they stand for."""
    jokers = standing(sets)
    kept = list(reading.kept)
    for code in jokers:
        if code not in kept:
            return False
        kept.remove(code)
    return True
