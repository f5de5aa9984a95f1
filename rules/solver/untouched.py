"""Old sets that stay where they lie. Loaded when a best play is known and its laid tiles are to be
placed with as few of the standing sets taken up as can be.
"""

from rules.solver.constraint import (
    CHOSEN,
    EFFECT,
    JOKERS,
    LAID,
    LONG,
    MAY,
    MUST,
    NOTHING,
    Constraint,
)
from rules.tilegame import tiles

if False:  # for type checkers
    from rules.solver.constraint import Action, Actions, Counts
    from rules.solver.problem import Problem, Reading
    from rules.solver.sweep import Sweep

_RUNS = 29  # an int of thirty bits has a bit for that many runs


class Untouched(Constraint):
    """Chooses, where a standing set begins, whether it stays or is taken up, `most` at the most.

    A set that stays takes its tiles out of the numbers as the sweep passes them. The state is (sets
    that may still be taken up, bits of the runs that stay and still go on). Every laid tile has to
    be placed, so a joker saved is no gain.

    Sets taken up that no laid tile reaches, over sets taken up, could have stayed: only those
    within `most` steps of a laid tile are tried.
    """

    thrifty = False

    def __init__(self, problem: "Problem", sweep: "Sweep", reading: "Reading") -> None:
        self.laid = problem.best.laid
        self.mixed = problem.rules["mixed_runs"]
        self.loose = reading.freed > 0  # table jokers may go anywhere

    def choose(self, table: list[bytes], fixed: list[bytes], most: int) -> None:
        """Take the sets of `table` to choose from; `fixed` are taken up in any case, and `most` at
        the most of the others."""
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
        """For each of `sets`, True when it may be taken up."""
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
                    (
                        (takes, going),
                        tuple(must),
                        action[MAY],
                        action[JOKERS],
                        action[LONG],
                        action[LAID],
                        effect,
                        action[CHOSEN],
                    )
                )
        return out

    def _with_set(self, ways, place, number):
        """`ways` (sets that may be taken up, runs that go on, must-counts, sets that stay) with a
        set more: it stays, or it is taken up."""
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
    """Mark the kinds that `code` can share a set with, next to it; True for a joker that can go
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
    """True when a tile of a set is marked, or a joker of it could be put next to any."""
    for code in codes:
        if code >= tiles.JOKER and loose:
            return True
        for kind in tiles.kinds_of(code):
            if reach[kind]:
                return True
    return False
