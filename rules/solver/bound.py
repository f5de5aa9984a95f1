"""An upper bound for what the later numbers can add to a state of a constrained sweep.

A sweep of the same tiles without constraints, all jokers free, goes from 13 down to 1. It is small,
and for each number it gives the states that the later numbers can be in, seen from their side. A
state of the constrained sweep is worth no more than with the best of these whose open runs join its
own. Nearly all states of a slow search cannot reach the value to beat and are dropped.
"""

from array import array

from rules.solver import placing

if False:  # for type checkers
    from collections.abc import Iterable

    from rules.solver.sweep import Sweep


class Bound:
    """Holds the layers of `relaxed`, which enters them: rows[n] is the layer of the last n numbers.

    A layer is an array with three ints for each state, the most valuable first: the two halves of
    the dominance bits that a state must have to join it (`placing.needed_bits`), and its value
    without jokers << 2 | the number of its jokers.
    """

    def __init__(self, relaxed: "Sweep") -> None:
        self.relaxed = relaxed
        self.to_beat = -1
        self.best_rejected = -1  # upper bound for the plays of all states that `allows` rejected
        self.rows = [array("i", placing.needed_bits(0, relaxed.mixed) + (0,))]

    def enter(self, states: "Iterable[tuple]") -> None:
        """Enter the next layer. states: from `SmallLayers.last`."""
        relaxed = self.relaxed
        ranks = []
        for _, key, value, _ in states:
            spent = key >> 24
            ranks.append((value - relaxed.joker_worth[spent] << 2 | spent, key))
        ranks.sort(reverse=True)
        row = array("i", range(3 * len(ranks)))
        for i in range(len(ranks)):
            rank, key = ranks[i]
            row[3 * i], row[3 * i + 1] = placing.needed_bits(key, relaxed.mixed)
            row[3 * i + 2] = rank
        self.rows.append(row)

    def best(self, number: int) -> int:
        """Return the greatest value, without jokers, that the numbers after `number` can add."""
        row = self.rows[13 - number]
        return row[2] >> 2 if row else -1

    def allows(self, number: int, key: int, value: int, jokers: int, runs: "Iterable") -> bool:
        """Return False if no play that continues a state after `number` is worth more than
        `to_beat`.

        key: of the state. value: of the state, without its jokers. jokers, runs: the number of
        jokers and the unfinished runs of its constraints, see `Constraint.as_free`.
        """
        relaxed = self.relaxed
        jokers += key >> 24
        for colour, length in runs:
            key = placing.with_run(key, colour, length, relaxed.mixed)
        if relaxed.mixed:
            low, high = ~placing.mixed_low_bits(key), ~placing.mixed_high_bits(key)
        else:
            low = placing.low_bits(key)
            if low < 0:  # no dominance bits to compare
                return True
            low, high = ~low, ~placing.high_bits(key)
        joker_worth = relaxed.joker_worth
        row = self.rows[13 - number]
        for i in range(2, len(row), 3):
            if value + (row[i] >> 2) + joker_worth[-1] <= self.best_rejected:
                break
            if not row[i - 2] & low and not row[i - 1] & high:
                total_jokers = jokers + (row[i] & 3)
                if relaxed.jokers_to_lay <= total_jokers <= relaxed.free_jokers:
                    upper_bound = value + (row[i] >> 2) + joker_worth[total_jokers]
                    if upper_bound > self.to_beat:
                        return True
                    self.best_rejected = max(self.best_rejected, upper_bound)
        return False
