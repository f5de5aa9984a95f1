"""An upper bound for what the later numbers can add to a state of a constrained sweep.

A sweep of the same tiles without constraints, all jokers free, goes the other way. It is small, and
for each number it gives the states that the later numbers can be in, seen from their side. A
state of the constrained sweep is worth no more than with the best of these whose open runs join its
own. Nearly all states of a slow search cannot reach the value to beat and are dropped.
"""

from array import array

from rules.solver import placing
from rules.solver.problem import SMALL

if False:  # for type checkers
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from rules.base import Slices
    from rules.solver.sweep import Sweep


# The dominance bits for the number of short runs that a state can have, of both colours of a half.
_SHORT_RUNS = 63 << 9 | 63 << 24
_IMPOSSIBLE = -1 << 25  # less than any value
_CACHE_SIZE = 24 if SMALL else 100000
_PIECE = 64  # states
_INDEX_BITS = 13 if SMALL else 20  # see `states` and `layers_fast`


class Bound:
    """Holds the layers that the sweep `relaxed` adds: layers[n] is that of the last n numbers.

    A layer is a list of arrays with three ints for each state, the most valuable first: the two
    halves of the dominance bits that a state must have to join it (`placing.needed_bits`), and its
    value without jokers << 2 | the number of its jokers.
    """

    def __init__(self, relaxed: "Sweep") -> None:
        self.relaxed = relaxed
        self.to_beat = -1
        self.best_rejected = -1  # upper bound for the plays of all states that `admits` rejected
        self.layers = [[array("i", placing.needed_bits(0, relaxed.mixed) + (0,))]]
        self.ahead_cache: dict[tuple, Any] = {}  # of `value_ahead` and `most`

    def find(self, sweep: "Sweep", to_beat: int) -> "Slices[int]":
        """Run `relaxed` for `sweep`, in slices; return an upper bound for the value of a play. If a
        play may be worth more than `to_beat`, give `sweep` this Bound."""
        relaxed = self.relaxed
        sweep.relaxed = None
        if relaxed.value < 0:  # not run yet
            relaxed.upper_bound()
            yield from relaxed.run(relaxed.width, to_beat, to_beat)
        if relaxed.dropped_states:
            return sweep.upper_bound()
        if relaxed.value >= 0:
            sweep.bound = self
            sweep.counts_once = not sweep.counts_placed()
        return relaxed.value

    def add_layer(
        self, states: "Iterable[tuple]", count: int, key_of: "Callable[[int], int]"
    ) -> None:
        """Add the next layer. states: from `SmallLayers.last_states`; count: their number; key_of:
        the key of each."""
        relaxed = self.relaxed
        # Small pieces of memory, since a handheld may lack a large one; ints need no heap blocks.
        order = [0] * count
        for _, key, value, index in states:
            order[index] = value - relaxed.joker_worth[key >> 24] << _INDEX_BITS | index
        order.sort(reverse=True)
        layer = []
        for first in range(0, count, _PIECE):
            piece = array("i", range(3 * min(_PIECE, count - first)))
            for i in range(0, len(piece), 3):
                rank = order[first + i // 3]
                key = key_of(rank & (1 << _INDEX_BITS) - 1)
                piece[i], piece[i + 1] = placing.needed_bits(key, relaxed.mixed)
                piece[i + 2] = rank >> _INDEX_BITS << 2 | key >> 24
            layer.append(piece)
        self.layers.append(layer)

    def value_ahead(self, jokers: int, runs: tuple) -> list[int]:
        """Return a list: item n is the greatest value that the numbers after the current one, and
        all jokers, can add to a state that has spent n jokers in addition to `jokers`. jokers,
        runs: as for `admits`; the state's other runs are unconstrained."""
        cache_key = self.number, jokers, runs
        if cache_key in self.ahead_cache:
            return self.ahead_cache[cache_key]
        relaxed = self.relaxed
        key = 0
        for colour, length in runs:
            key = placing.with_run(key, colour, length, relaxed.mixed)
        if relaxed.mixed:
            low, high = 0, ~placing.high_bits(key, True)
        else:
            low, high = ~placing.low_bits(key) & _SHORT_RUNS, ~placing.high_bits(key) & _SHORT_RUNS
        out = [
            self._best_ahead(low, high, spent, _IMPOSSIBLE)
            for spent in range(jokers, len(relaxed.joker_worth))
        ]
        if len(self.ahead_cache) >= _CACHE_SIZE:
            self.ahead_cache.clear()
        self.ahead_cache[cache_key] = out
        return out

    def begin_number(self, sweep: "Sweep", number: int, best_value: int) -> None:
        """Prepare the first constraint of `sweep` for `number`. best_value: the greatest value of a
        state before that number."""
        tile_count = sum([sweep.may[kind] for kind in range(number - 1, 52, 13)])
        self.most_laid = tile_count * sweep.tile_values[number]
        self.best_before = best_value + self.most_laid
        self.number = number
        # With mixed runs `admits` would return True for nearly all.
        if sweep.first:
            sweep.first.admits = None if sweep.mixed else self.admits

    def admits(self, jokers: int, runs: tuple) -> bool:
        """Return False if no play whose constraints hold `jokers`, with these unfinished `runs`,
        after the current number can be worth more than `to_beat`."""
        return self.is_enough(self.best_before + max(self.value_ahead(jokers, runs)))

    def select(
        self,
        sweep: "Sweep",
        relaxed: tuple,
        jokers: int,
        indices: range,
        key_of: "Callable[[int], int]",
        values: "Sequence[int]",
    ) -> "list[int]":
        """List those of the states at `indices` that the bound does not reject for an action.
        relaxed: `Constraint.to_relaxed` of the state it leads to. jokers: number of free jokers it
        takes. key_of, values: the key and the value of each state of the layer."""
        # by free jokers spent, the greatest value that the action and all later ones can add
        laid = self.most_laid
        ahead = self.value_ahead(*relaxed)
        end = sweep.free_jokers + 1
        added = [
            max(ahead[min(spent + jokers, end - 1) : end]) + laid - sweep.joker_worth[spent]
            for spent in range(end)
        ]
        return [i for i in indices if self.is_enough(added[key_of(i) >> 24] + values[i])]

    def is_enough(self, value: int) -> bool:
        """Return True if a play of at most this value is worth more than `to_beat`."""
        if value > self.to_beat:
            return True
        self.best_rejected = max(self.best_rejected, value)
        return False

    def most(self, sweep: "Sweep", key: int, value: int, unconstrained: tuple) -> int:
        """Return an upper bound for the plays that continue this state of `sweep`. unconstrained:
        `Constraint.to_relaxed` of its constraints' state."""
        jokers = unconstrained[0] + (key >> 24)
        value -= sweep.joker_worth[key >> 24]
        key &= 16777215
        for colour, length in unconstrained[1]:
            key = placing.with_run(key, colour, length, sweep.mixed)
        low = placing.low_bits(key, sweep.mixed)
        if low < 0:  # no dominance bits to compare
            return -_IMPOSSIBLE
        high = placing.high_bits(key, sweep.mixed)
        return value + self._best_ahead(~low, ~high, jokers, self.best_rejected - value)

    def _best_ahead(self, low, high, jokers, least):
        """Return the greatest value that the later numbers and all jokers can add to a state that
        has spent `jokers`, or `least` if that is greater. low, high: the complements of the
        dominance bits of its open runs."""
        relaxed = self.relaxed
        worth = relaxed.joker_worth
        for piece in self.layers[13 - self.number]:
            for i in range(2, len(piece), 3):
                ahead = piece[i] >> 2
                if ahead + worth[-1] <= least:
                    return least
                if not piece[i - 2] & low and not piece[i - 1] & high:
                    total = jokers + (piece[i] & 3)
                    if relaxed.jokers_to_lay <= total <= relaxed.free_jokers:
                        least = max(least, ahead + worth[total])
        return least
