"""As few old sets taken up as can be. Loaded when the best play is known.

What it lays is placed again: one old set after the other is left where it lies if the rest can do
without it (`_freeze`), then it is tried with none taken up, one, two and so on, for every way to
read the jokers (`_keep`).
"""

from rules.solver import phases
from rules.solver.problem import Budget, Result, standing
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.slices import Slices
    from rules.solver.problem import Problem

STATES = 250  # spent on leaving old sets untouched
MOST = 15  # sets taken up at the most while that is tried: `Constraint.mark` has a bit for each


def place_again(problem: "Problem", states: int) -> "Slices[None]":
    """Let the problem's best play take up as few sets of the table as can be, within so many
    states; a generator that yields None between slices. Raises Stop at their end."""
    yield None
    before = problem.before
    reading = problem.reading
    laid = problem.best.laid
    if not reading.freed:
        problem.best = _added(problem, before, laid) or problem.best
        yield None
    least = 0 if len(laid) > 2 else 1
    taken = _taken(problem, before)
    if taken <= least:
        return
    yield None
    own = problem.own
    budget = problem.budget
    problem.budget = Budget(states)
    problem.own = tiles.counts(laid)
    problem.whole_rack = True
    try:
        if taken > least + 1:
            yield from _freeze(problem, before)
            taken = _taken(problem, before)
        yield from _keep(problem, before, least, min(taken, MOST + 1))
    finally:
        problem.own = own
        budget.states += problem.budget.states
        problem.budget = budget


def _taken(problem, before):
    """How many sets of `before` the best play takes up."""
    return len(before) - len(_untouched(before, problem.best.table, problem.reading))


def _added(problem, before, laid):
    """A Result that adds each of `laid` to a standing set and does no more, or None."""
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


def _freeze(problem, before):
    """Leave old sets untouched one at a time, where the rest takes what the best play lays."""
    reading = problem.reading
    floor = problem.aim.value(problem.best.laid) - problem.aim.value(reading.paid) - 1
    stay = _untouched(before, problem.best.table, reading)
    for codes in before:
        if stay.count(codes) == before.count(codes) or not _keeps(reading, stay + [codes]):
            continue
        sweep = yield from phases.prepared(problem, reading, stay=stay + [codes])
        sweep.floor = floor - sweep.sure
        yield from sweep.run()
        problem.narrowed |= sweep.narrowed
        way = (yield from phases.traced(sweep)) if sweep.value >= 0 else None
        sweep = None  # before the next one is made
        if way:
            problem.best = yield from phases.built(problem, before, way, reading)
            stay = _untouched(before, problem.best.table, reading)


def _keep(problem, before, least, end):
    """Look for a play with `least` old sets taken up, then with more, but less than `end`."""
    from rules.solver import untouched

    yield None
    attempts = []
    for reading in (yield from phases.readings(problem, before)):
        attempts += _attempts(before, reading)
    for most in range(least, end):
        for attempt in attempts:
            if attempt.taken > most:
                continue
            reading = attempt.reading
            sweep = yield from phases.prepared(problem, reading, keeping=True, stay=attempt.stay)
            aim = problem.aim
            sweep.floor = aim.value(problem.best.laid) - aim.value(reading.paid) - sweep.sure - 1
            if sweep.most() <= sweep.floor:
                continue
            rest = list(before)
            for codes in attempt.stay:
                rest.remove(codes)
            standing_sets = untouched.Untouched(problem, sweep, reading)
            standing_sets.choose(rest, attempt.fixed, most - attempt.taken)
            sweep.constrain(standing_sets)
            yield from sweep.run()
            problem.narrowed |= sweep.narrowed
            way = (yield from phases.traced(sweep)) if sweep.value >= 0 else None
            sweep = standing_sets = None  # before the next ones are made
            if way:
                problem.best = yield from phases.built(problem, before, way, reading)
                return


class _Attempt:
    """A reading of the jokers with some sets decided beforehand: those of `fixed` are taken up in
    any case, `taken` of them; those of `stay` stay."""

    def __init__(self, reading, fixed, taken, stay):
        self.reading = reading
        self.fixed = fixed
        self.taken = taken
        self.stay = stay


def _attempts(before, reading):
    """The attempts for a reading. A joker whose colour is not told yet, or whose equal is paid for,
    is no tile for `Untouched`: whether its set stays is decided beforehand."""
    jokers = [codes for codes in before if max(codes) >= JOKER]
    fixed = [codes for codes in jokers if not _keeps(reading, [codes])]
    out = [_Attempt(reading, fixed, len(fixed), [])]
    for codes in jokers:
        if codes in fixed or not (_undecided(codes) or _scarce(reading, before, codes)):
            continue
        more = []
        for attempt in out:
            stay = attempt.stay + [codes]
            if _keeps(reading, stay):
                more.append(_Attempt(reading, attempt.fixed, attempt.taken, stay))
        for attempt in out:
            fixed_too = attempt.fixed + [codes]
            more.append(_Attempt(reading, fixed_too, attempt.taken + 1, attempt.stay))
        out = more
    return out


def _keeps(reading, sets):
    """True when all jokers of `sets` keep what they stand for."""
    jokers = standing(sets)
    if not jokers:
        return True
    kept = list(reading.kept)
    for code in jokers:
        if code not in kept:
            return False
        kept.remove(code)
    return True


def _undecided(codes):
    """True when a set's joker may still be one of several colours."""
    for code in standing([codes]):
        if len(tiles.kinds_of(code)) > 1:
            return True
    return False


def _scarce(reading, before, codes):
    """True when more jokers of `before` stand for what one of `codes` does than are kept."""
    jokers = standing(before)
    for code in standing([codes]):
        if jokers.count(code) > reading.kept.count(code):
            return True
    return False


def _untouched(before, after, reading):
    """The sets of `before` that lie in `after`, all their jokers kept."""
    rest = [_plain(codes) for codes in after]
    out = []
    for codes in before:
        plain = _plain(codes)
        if plain in rest and (plain[-1] < JOKER or _keeps(reading, out + [codes])):
            rest.remove(plain)
            out.append(codes)
    return out


def _plain(codes):
    """A set's tiles, jokers without identity, in one order."""
    if max(codes) < JOKER:
        return bytes(sorted(codes))
    return bytes(sorted([tiles.plain(code) for code in codes]))
