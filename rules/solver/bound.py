"""A bound for the states of a sweep: what the numbers to come can add if jokers are free.

The position with its jokers free is swept from 13 down. A state of that sweep holds runs that are
open downwards, and what they and all above them are worth. A state of another sweep over the same
tiles, from 1 up, can be continued by those states only whose runs can be joined to its own; the
best of these says what it can still come to. Where that is at most than the best play so far, the
state is left out, whatever clause the other sweep is under.
"""

from array import array

from rules.solver import placing
from rules.solver.lookup import ONE, THREE, TWO
from rules.solver.problem import SMALL
from rules.tilegame import tiles

if False:  # for type checkers
    from rules.solver.problem import Reading
    from rules.solver.sweep import Sweep


class FreeLayers:
    """The states of the sweep with free jokers, by the number below which they are open, the best
    first. The sweep adds its layers as it goes."""

    def __init__(self, sweep: "Sweep", slack: int) -> None:
        self.mixed = sweep.mixed
        self.spare = sweep.spare
        self.owed = sweep.owed
        self.joker = sweep.joker
        self.keys = [array("i") for _ in range(14)]
        self.values = [array("i") for _ in range(14)]
        self.known: dict[int, int] = {}  # answers of `most`; a handheld keeps none
        # states that promise no more than this above a sweep's floor are left out, too
        self.slack = slack
        self.missed = False  # such a state was left out
        self.add(0, [0], [0])

    def end_slack(self) -> bool:
        """Let the sweeps that follow keep what the slack left out; return whether there is any."""
        self.slack = 0
        return self.missed

    def add(self, layer: int, keys: list[int], values: list[int]) -> None:
        """Add a layer of the sweep."""
        self.keys[13 - layer] = array("i", keys)
        self.values[13 - layer] = array("i", values)

    def most(self, number: int, key: int, least: int) -> int:
        """Return the most that the numbers after `number`, and all jokers, can add to a state with
        that key, or `least` if it is at most."""
        if SMALL:
            return self._most(number, key, least)
        mark = key << 4 | number
        most = self.known.get(mark)
        if most is None:
            most = self.known[mark] = self._most(number, key, -1)
        return max(most, least)

    def _most(self, number, key, most):
        """Compute `most`."""
        keys = self.keys[number]
        values = self.values[number]
        spent = key >> 24
        for i in range(len(keys)):
            value = values[i]
            if value + self.joker * spent <= most:
                break
            other = keys[i]
            jokers = other >> 24
            unowed = spent + jokers - self.owed
            if 0 <= unowed <= self.spare - self.owed:
                value += self.joker * min(spent, unowed)
                if value > most and self._joins(key, other):
                    most = value
        return most

    def _joins(self, key, other):
        """Return True if the open runs of two keys can be joined, so that none stays short."""
        if self.mixed:
            low = key & 15, key >> 4 & 15, key >> 8 & 15
            return _join(low, (other & 15, other >> 4 & 15, other >> 8 & 15))
        for _ in range(4):
            low = key & 63
            high = other & 63
            if low or high:
                ends = ONE[low], TWO[low], THREE[low]
                if not _join(ends, (ONE[high], TWO[high], THREE[high])):
                    return False
            key >>= 6
            other >>= 6
        return True


def _join(runs, others):
    """Return True if runs of one and two tiles find others that make them three, on both sides.

    Both: how many have one tile, two, and three or more.
    """
    ones, twos, threes = runs
    other_ones, other_twos, other_threes = others
    paired = min(ones, other_twos)
    other_paired = min(other_ones, twos)
    return (
        ones - paired <= other_threes
        and other_ones - other_paired <= threes
        and ones + twos - other_paired <= other_twos + other_threes
        and other_ones + other_twos - paired <= twos + threes
    )


class Bound:
    """The bound of a reading's sweep. free: of the position with its jokers free."""

    def __init__(self, free: FreeLayers, sweep: "Sweep", reading: "Reading") -> None:
        self.free = free
        self.sweep = sweep
        # jokers kept as tiles up to a number, and what the tiles that pay after it are worth
        self.kept = [0] * 14
        self.paid = [0] * 14
        for number in range(14):
            for code in reading.kept:
                self.kept[number] += tiles.number_of(code) <= number
            for kind in reading.paid:
                if kind % 13 + 1 > number:
                    self.paid[number] += sweep.price[kind % 13 + 1]

    def allows(self, number: int, sets: tuple[int, tuple[int, ...]], key: int, value: int) -> bool:
        """Return True if a state promises enough, see `promise`."""
        more = self.promise(number, sets, key, value) - self.sweep.floor
        if 0 < more <= self.free.slack:
            self.free.missed = True
        return more > self.free.slack

    def promise(self, number: int, sets: tuple[int, tuple[int, ...]], key: int, value: int) -> int:
        """Return what plays from a state after `number` are worth at most, or the sweep's floor if
        that is no less.

        sets: `Constraint.open_sets` of its state. value: the state's. What pays is not counted.
        """
        sweep = self.sweep
        value -= sweep.worth[key >> 24] + self.paid[number]
        jokers, runs = sets
        key += jokers + self.kept[number] << 24
        for run in runs:
            key = placing.with_run(key, run, 1, sweep.mixed)
        return value + self.free.most(number, key, sweep.floor - value)
