"""Take up as few old sets as possible for a best play that is known.

What it lays is placed again: one old set after the other is left where it lies if the rest can do
without it (`_freeze`); then plays that take up none, one, two sets and so on are searched for, with
every way to read the jokers (`_keep`).
"""

from rules import solver
from rules.solver.constraint import CHOSEN, EFFECT, MAY, MUST, NOTHING, Constraint
from rules.solver.problem import Budget, Result, standing
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.base import Slices
    from rules.solver.constraint import Action, Actions, Counts
    from rules.solver.problem import Problem, Reading

STATES = 250  # spent on leaving old sets untouched
MOST = 15  # sets taken up at the most while that is tried: `Constraint.mark` has a bit for each
_RUNS = 29  # an int of thirty bits has a bit for that many runs


def place_again(problem: "Problem", states: int) -> "Slices[None]":
    """Let the problem's best play take up as few sets of the table as possible, in slices. Raises
    Stop after that many states."""
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
    """Return how many sets of `before` the best play takes up."""
    return len(before) - len(_untouched(before, problem.best.table, problem.reading))


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


def _again(problem, before, reading):
    """Run the problem's sweep for a play as good as the best, in slices; return whether there is
    one, which then is the best."""
    is_as_good = yield from problem.search(_floor(problem, reading))
    if is_as_good:
        problem.best = yield from solver.answer(problem, before, reading)
    return is_as_good


def _floor(problem, reading):
    """Return the value that the problem's sweep has to beat."""
    value = problem.aim.value
    return value(problem.best.laid) - value(reading.paid) - problem.sweep.sure - 1


def _freeze(problem, before):
    """Leave old sets untouched one at a time, where the rest takes what the best play lays."""
    reading = problem.reading
    stay = _untouched(before, problem.best.table, reading)
    for codes in before:
        if stay.count(codes) == before.count(codes) or not _keeps(reading, stay + [codes]):
            continue
        yield from solver.prepare_sweep(problem, reading, stay=stay + [codes])
        if (yield from _again(problem, before, reading)):
            stay = _untouched(before, problem.best.table, reading)


def _keep(problem, before, least, end):
    """Search for a play with `least` old sets taken up, then with more, but less than `end`."""
    attempts = []
    for reading in (yield from solver.readings(problem, before)):
        attempts += _attempts(before, reading)
    for most in range(least, end):
        for attempt in attempts:
            if attempt.taken > most:
                continue
            reading = attempt.reading
            yield from solver.prepare_sweep(problem, reading, keeping=True, stay=attempt.stay)
            if problem.sweep.most() <= _floor(problem, reading):
                continue
            rest = list(before)
            for codes in attempt.stay:
                rest.remove(codes)
            constraint = Untouched(problem, reading, rest, attempt.fixed, most - attempt.taken)
            problem.sweep.constrain(constraint)
            constraint = None
            if (yield from _again(problem, before, reading)):
                return


class _Attempt:
    """Holds a reading of the jokers with some sets decided beforehand: those of `fixed` are taken
    up in any case, `taken` of them; those of `stay` are left."""

    def __init__(self, reading, fixed, taken, stay):
        self.reading = reading
        self.fixed = fixed
        self.taken = taken
        self.stay = stay


def _attempts(before, reading):
    """Return the attempts for a reading. A joker whose colour is still open, or whose equal is paid
    for, is no tile for `Untouched`: whether its set is left is decided beforehand."""
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
    """Return True if all jokers of `sets` keep what they stand for."""
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
    """Return True if a set's joker may still be one of several colours."""
    for code in standing([codes]):
        if len(tiles.kinds_of(code)) > 1:
            return True
    return False


def _scarce(reading, before, codes):
    """Return True if more jokers of `before` stand for what one of `codes` does than are kept."""
    jokers = standing(before)
    for code in standing([codes]):
        if jokers.count(code) > reading.kept.count(code):
            return True
    return False


def _untouched(before, after, reading):
    """Return the sets of `before` that lie in `after`, with all their jokers kept."""
    rest = [_plain(codes) for codes in after]
    out = []
    for codes in before:
        plain = _plain(codes)
        if plain in rest and (plain[-1] < JOKER or _keeps(reading, out + [codes])):
            rest.remove(plain)
            out.append(codes)
    return out


def _plain(codes):
    """Return a set's tiles sorted, jokers without identity."""
    if max(codes) < JOKER:
        return bytes(sorted(codes))
    return bytes(sorted([tiles.plain(code) for code in codes]))


class Untouched(Constraint):
    """Chooses for each old set, at its first number, whether it is left or taken up.

    table: the sets to choose from; `fixed` are taken up in any case, and `most` at the most of the
    others. A set that is left takes its tiles out of the numbers as the sweep passes them. The
    state: (sets that may still be taken up, bits of the runs left that go on). Every laid tile has
    to be placed, so a joker saved is no gain.

    A set taken up that no laid tile reaches, directly or over other sets taken up, could as well
    have been left: only sets within `most` steps of a laid tile are tried.
    """

    thrifty = False

    def __init__(
        self,
        problem: "Problem",
        reading: "Reading",
        table: list[bytes],
        fixed: list[bytes],
        most: int,
    ) -> None:
        self.laid = problem.best.laid
        self.mixed = problem.rules["mixed_runs"]
        self.loose = reading.freed > 0  # table jokers may go anywhere
        self.most = most
        self.sets: list[tuple[int, int, bytes]] = []  # (first number, last number, codes)
        self.starts: list[list[int]] = [[] for _ in range(14)]  # places in `sets` by first number
        for codes in table:
            first = tiles.number_of(codes[0])
            last = tiles.number_of(codes[-1])
            if codes not in fixed and (first == last or len(self.sets) < _RUNS):
                self.starts[first].append(len(self.sets))
                self.sets.append((first, last, codes))
        self.near = self._near(table)

    def _near(self, table):
        """Return for each of `sets` whether it may be taken up."""
        near = [False] * len(self.sets)
        rest = [codes for _, _, codes in self.sets]
        others = [codes for codes in table if codes not in rest]  # taken up in any case
        reach = bytearray(52)  # kinds that what was reached can share a set with
        anywhere = False
        for code in self.laid:
            anywhere = _reach(reach, code, True, self.mixed) or anywhere
        for _ in range(self.most):
            fresh = []
            for i in range(len(near)):
                if not near[i] and (anywhere or _reached(reach, rest[i], self.loose)):
                    near[i] = True
                    fresh.append(rest[i])
            for codes in list(others):
                if anywhere or _reached(reach, codes, self.loose):
                    others.remove(codes)
                    fresh.append(codes)
            for codes in fresh:
                for code in codes:
                    anywhere = _reach(reach, code, self.loose, self.mixed) or anywhere
        return near

    def start(self) -> tuple[int, int]:
        return self.most, 0

    def mark(self, state: tuple[int, int]) -> tuple[int, int]:
        return state[1], (1 << state[0]) - 1

    def actions(
        self, state: tuple[int, int], number: int, action: "Action", may: "Counts"
    ) -> "Actions":
        takes, on = state
        must = list(action[MUST])
        going = 0
        place = 0
        while on:
            if on & 1:
                self._take_out(place, number, must)
                if self.sets[place][1] > number:
                    going |= 1 << place
            on >>= 1
            place += 1
        ways = [(takes, going, must, ())]
        for place in self.starts[number]:
            ways = self._with_set(ways, place, number)
        out = []
        for takes, going, must, stays in ways:
            if min(must) >= 0:
                effect = (action[EFFECT] or NOTHING)[:4] + (stays,)
                out.append(
                    ((takes, going), tuple(must)) + action[MAY:EFFECT] + (effect,) + action[CHOSEN:]
                )
        return out

    def _with_set(self, ways, place, number):
        """Return `ways` (sets that may be taken up, runs that go on, must-counts, sets that stay)
        with one more set decided: left or taken up."""
        out = []
        _, last, codes = self.sets[place]
        for takes, going, must, stays in ways:
            left = list(must)
            self._take_out(place, number, left)
            if min(left) >= 0:
                on = going | 1 << place if last > number else going
                out.append((takes, on, left, stays + (codes,)))
            if takes and self.near[place]:
                out.append((takes - 1, going, must, stays))
        return out

    def _take_out(self, place, number, must):
        """Take what a set has of a number out of `must`."""
        first, last, codes = self.sets[place]
        if first != last:
            codes = codes[number - first : number - first + 1]
        for code in codes:
            kind = code if code < tiles.JOKER else tiles.kinds_of(code)[0]
            must[kind // 13] -= 1


def _reach(reach, code, loose, mixed):
    """Mark the kinds that can lie next to `code` in a set; return True for a joker that can lie
    anywhere."""
    if code == tiles.JOKER or code > tiles.JOKER and loose:
        return True
    for kind in tiles.kinds_of(code):
        number = kind % 13
        for first in range(0, 52, 13):
            reach[first + number] = 1
            if mixed or first == kind - number:
                if number > 0:
                    reach[first + number - 1] = 1
                if number < 12:
                    reach[first + number + 1] = 1
    return False


def _reached(reach, codes, loose):
    """Return True if a tile of a set is marked, or a joker of it can be put next to any."""
    for code in codes:
        if code >= tiles.JOKER and loose:
            return True
        for kind in tiles.kinds_of(code):
            if reach[kind]:
                return True
    return False
