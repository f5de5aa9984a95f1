"""Change as few sets of the table as possible for a best play that is known.

The tiles that the play lays are placed again in small searches, in which most table sets stay
untouched. At first only sets that can share a set with a laid tile may change, then also those that
can share one with these, and so on, until there is a play. Then each set that it changes is left
untouched in turn if the others suffice. At last every smaller choice of sets is tried, until the
budget of states is spent.
"""

from rules import solver
from rules.solver.problem import Budget, Result, joker_codes
from rules.tilegame import melds, newsets, tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.base import Slices
    from rules.solver.problem import Problem

STATES = 350  # default budget
_STATES_PER_SEARCH = 3  # states that each search costs besides those it expands


def change_fewest_sets(problem: "Problem", states: int) -> "Slices[None]":
    """Replace the problem's best play with one that lays the same tiles and changes as few table
    sets as possible; yields None between slices. Raises Stop after `states` states."""
    yield None
    before = problem.table_reading
    laid = problem.best.laid
    if not problem.reading.retrieved:
        problem.best = _add_only(problem, before, laid) or problem.best
        yield None
    min_changed = 0 if len(laid) > 2 else 1  # three tiles may form a new set
    if len(_changed_sets(problem)) <= min_changed:
        return
    yield None
    rack_counts_before = problem.rack_counts
    main_budget = problem.budget
    problem.budget = Budget(states)
    problem.rack_counts = tiles.counts(laid)
    problem.whole_rack = True
    problem.may_pause = False
    problem.attempt = 0
    try:
        readings = yield from solver.list_readings(problem, before)
        yield from _change_only_near(problem, readings)
        for codes in _changed_sets(problem):  # can the play leave this set as it was?
            untouched = list(before)
            for changed in _changed_sets(problem):
                untouched.remove(changed)
            if untouched.count(codes) < before.count(codes):
                yield from _search_keeping(problem, untouched + [codes], [problem.reading])
        for count in range(min_changed, len(_changed_sets(problem))):
            if (yield from _change_at_most(problem, count, readings)):
                return
    finally:
        problem.rack_counts = rack_counts_before
        main_budget.states += problem.budget.states
        problem.budget = main_budget


def _changed_sets(problem):
    """List the table sets that the best play changes."""
    return newsets.new_sets(problem.table_reading, problem.best.table)[1]


def _add_only(problem, before, laid):
    """Return a Result that only adds each of the tiles `laid` to a table set, or None."""
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
    jokers = melds.table_jokers(table)
    if melds.must_differ(jokers, problem.jokers_differ):
        if not melds.make_distinct(*[code for _, _, code in jokers]):
            return None
    result = Result(table)
    problem.fill_in(result)
    return result


def _change_only_near(problem, readings):
    """Search, in slices, for a play that changes only sets that can share a set with a laid tile,
    then also those that can share one with these sets, and so on."""
    untouched = list(problem.table_reading)
    reached = bytearray(problem.best.laid)
    while len(problem.table_reading) - len(untouched) < len(_changed_sets(problem)):
        if (yield from _search_keeping(problem, untouched, readings)):
            return
        near = [
            codes
            for codes in untouched
            if _can_share_set(codes, reached, problem.rules["mixed_runs"])
        ]
        if not near:
            return
        for codes in near:
            untouched.remove(codes)
            reached += codes


def _can_share_set(codes, reached, mixed):
    """Return True if a tile of the set `codes` fits into a set with one of `reached`."""
    for code in codes:
        number = tiles.number_of(code)
        mask = tiles.mask_of(code)
        for other in reached:
            distance = tiles.number_of(other) - number
            if not distance or other >= JOKER or code >= JOKER:
                return True
            if -2 < distance < 2 and (mixed or mask & tiles.mask_of(other)):
                return True
    return False


def _change_at_most(problem, count, readings):
    """Search, in slices, for a play that changes at most `count` table sets, trying every choice of
    them. If there is one, make it the best play; return whether there is."""
    before = problem.table_reading
    chosen = list(range(count))
    while True:
        untouched = [before[i] for i in range(len(before)) if i not in chosen]
        if (yield from _search_keeping(problem, untouched, readings)):
            return True
        place = count - 1  # advance to the next combination in lexicographic order
        while place >= 0 and chosen[place] == len(before) - count + place:
            place -= 1
        if place < 0:
            return False
        chosen[place:] = list(range(chosen[place] + 1, chosen[place] + 1 + count - place))


def _search_keeping(problem, untouched, readings):
    """Search, in slices, for a play as good as the best that leaves the sets `untouched`. If there
    is one, make it the best play; return whether there is."""
    value = problem.objective.value
    for reading in readings:
        if not _keeps_jokers(reading, untouched):
            continue
        problem.budget.spend(_STATES_PER_SEARCH)
        yield from solver.prepare_sweep(problem, reading, untouched=untouched)
        if (yield from problem.search(value(problem.best.laid) - 1)):
            problem.best = yield from solver.answer(problem, problem.table_reading, reading)
            problem.reading = reading
            return True
    return False


def _keeps_jokers(reading, sets):
    """Return True if `reading` keeps all jokers of `sets`."""
    jokers = joker_codes(sets)
    return all([jokers.count(code) <= reading.kept.count(code) for code in jokers])
