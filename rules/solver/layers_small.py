"""The layers where memory is scarce, on a handheld: arrays of ints, and dominated states
taken out as soon as they come. Slower than `rules.solver.layers_fast`, with the same answers.
"""

from array import array

from rules.solver import runs
from rules.solver.columns import (
    GAIN,
    IN,
    KEY,
    NEXT,
    PAST_FROM,
    PAST_KEY,
    PAST_STATE,
    PIECE,
    STATE_PLACE,
    VALUE,
)
from rules.solver.constraint import JOKERS, LAID, LONG, MAY, MUST, STATE
from rules.solver.groups import KEYS, options
from rules.solver.layers import widest
from rules.solver.problem import WIDTH, collect
from rules.solver.slots import THIN, Slots

if False:  # for type checkers
    from collections.abc import Iterable, Iterator

    from rules.slices import Slices
    from rules.solver.constraint import Counts, State
    from rules.solver.sweep import Sweep

_WORK = 100  # steps between two yields, each a tenth of a millisecond on a handheld
_SLICE = 48  # states taken on before the heap is collected, or it is fragmented
_CROWD = 48  # new states that wait to be compared
_FEW = 12  # where they stand beside constraints' states: few come together
_PIECES = 4  # of the layers so far, before states are dropped that lead nowhere
_PAST_TYPES = "iHi"


class SmallLayers(Slots):
    """See Layers.

    The next sweep reuses all arrays: making them anew would fragment the heap.
    """

    def __init__(self, sweep: "Sweep", start: "State") -> None:
        Slots.__init__(self, sweep, start)
        self.past_states = [[start]]  # by layer, unless they are ints
        self.starts = [0, 1]  # where each layer begins, and where the last ends
        self.fresh: dict[int, int] = {}  # keys to gains: new states that wait to be compared
        # where constraints count what is placed, such dicts by (tiles laid, jokers) at the number
        self.by_placed: dict | None = {} if sweep.watches() else None
        self.crowd = _FEW if self.constrained else _CROWD
        self.since = 0  # states since the heap was collected
        self.ready_for: tuple | None = None
        _, self.past, _, self.options = sweep.room
        self._lengthen(1)
        for pieces in self.past:
            pieces[0][0] = 0
        if self.ints:
            self.past[PAST_STATE][0][0] = start
        for _ in range(len(self.options), sweep.spare + 1):
            self.options.append(bytearray(KEYS))

    def _lengthen(self, room):
        """Make room for `room` states in the layers so far."""
        for i in range(3 if self.constrained else 2):
            if i == len(self.past):
                self.past.append([])
            while len(self.past[i]) << PIECE < max(room, len(self.past[0]) << PIECE):
                self.past[i].append(array(_PAST_TYPES[i], range(IN + 1)))

    def many(self) -> int:
        """How many states the last layer has."""
        return self.starts[-1] - self.starts[-2]

    def last(self) -> "Iterator[tuple[State, int, int, int]]":
        for index in range(self.many()):
            place = self.starts[-2] + index
            key = self.past[PAST_KEY][place >> PIECE][place & IN]
            yield self._state(-1, place), key, self.slots[VALUE][index], index

    def _state(self, layer, place):
        """The constraints' state of the layers' state at `place`."""
        if not self.constrained:
            return None
        state = self.past[PAST_STATE][place >> PIECE][place & IN]
        return state if self.ints else self.past_states[layer][state]

    def trace(self, index: int) -> None:
        self.way = []
        for layer in range(13, -1, -1):
            place = self.starts[layer] + index
            key = self.past[PAST_KEY][place >> PIECE][place & IN]
            self.way.append((self._state(layer, place), key))
            index = self.past[PAST_FROM][place >> PIECE][place & IN]
        self.way.reverse()
        self.slots = self.past = self.past_states = None
        self.states = self.marks = self.heads = self.ready_for = None

    # -- what a number allows

    def ready(self, must: "Counts", may: "Counts") -> "Iterable[None]":
        if self.ready_for == (must, may):
            return ()
        self.ready_for = must, may
        return options(self.sweep, must, may, self.options)

    def laid(self, must: "Counts", may: "Counts", jokers: int, low: int, high: int) -> int:
        return self.options[jokers][low * 25 + high] - 1

    def links(self, number: int, left: int, first: int, old: int, new: int) -> list[int]:
        limit = self.sweep.limits(first, number, left)
        if new < 0 or self.sweep.mixed:
            moves = runs.half_moves(old, limit)
            return [move for move in moves if new < 0 or move >> 5 == new]
        return [
            (move & 7) + 5 * (other & 7) | new << 5
            for move in runs.moves(old & 63, limit // 25)
            if move >> 3 == new & 63
            for other in runs.moves(old >> 6, limit % 25)
            if other >> 3 == new >> 6
        ]

    # -- the numbers

    def advance(self) -> "Slices[None]":
        for number in range(1, 14):
            self._begin()
            yield None
            yield from self._number(number)
            yield from self._compare(self.fresh)
            yield None
            if self.sweep.width == WIDTH:  # of a narrow search a layer is small
                self._collect()
                yield None
            yield from self._close()
            if not self.many():
                return

    def _number(self, number):
        """Take all states on over a number."""
        sweep = self.sweep
        limits = []
        for left in range(sweep.spare + 1):
            limits.append((sweep.limits(0, number, left), sweep.limits(2, number, left)))
        yield None
        first = 0
        while first < self.many():
            state = self._state(-1, self.starts[-2] + first)
            end = self._end(first)
            if self.constrained:
                yield None
            for action in sweep.actions(state, number):
                if action is None:
                    yield None
                    continue
                sweep.budget.took(end - first)
                yield from self.ready(action[MUST], action[MAY])
                self.work += 30
                yield from self._take_on(action, number, first, end, limits)
                if self.constrained:
                    yield None
                    yield from self._compare_followed(action[STATE], number)
            first = end
        sweep.budget.took(0)

    def _end(self, first):
        """One past the last state of the last layer that stands beside the same as `first`."""
        if not self.constrained:
            return self.many()
        states = self.past[PAST_STATE]
        start = self.starts[-2]
        place = start + first
        state = states[place >> PIECE][place & IN]
        while place < self.starts[-1] and states[place >> PIECE][place & IN] == state:
            place += 1
        return place - start

    def _take_on(self, action, number, first, end, limits):
        """Take the states from `first` to before `end` on by one action."""
        sweep = self.sweep
        spare = sweep.spare
        worth = sweep.worth
        keys = self.past[PAST_KEY]
        start = self.starts[-2]
        taken = action[JOKERS]
        # a state with n jokers spent must be worth more than this and worth[n]
        least = sweep.floor - sweep.ahead[number] - worth[spare]
        before = action[LAID] * sweep.price[number]
        for total in range(taken, spare + 1):  # with few jokers first: see `_put`
            low_limit, high_limit = limits[spare - total]
            cut = least + worth[total]
            known = -1
            for index in range(first, end):
                place = start + index
                key = keys[place >> PIECE][place & IN]
                spent = (key >> 24) + taken
                if spent > total:
                    continue
                if known != key >> 12 & 4095:  # mostly that of the state before
                    known = key >> 12 & 4095
                    highs = runs.half_moves(known, high_limit)
                    self.work += 40
                self.work += 40
                if highs:
                    gain = self.slots[VALUE][index] + before + worth[total] - worth[spent - taken]
                    gain = gain << 13 | index
                    lefts, rights = runs.sides(key & 4095, low_limit)
                    for left in lefts:
                        self._spread(action, number, total, spent, gain, cut, left, rights, highs)
                        if self.work > _WORK:
                            self.work = 0
                            yield None
                if len(self.fresh) >= self.crowd:
                    yield from self._compare_followed(action[STATE], number)
                self.since += 1
                if self.since >= _SLICE:
                    self._collect()
                    yield None

    def _collect(self):
        self.since = 0
        runs.known.clear()  # small objects in between fragment the heap
        collect()

    def _spread(self, action, number, total, spent, gain, cut, left, rights, highs):
        """Enter into `fresh` what comes of a state by a move of colour 0 with all of colour 1 and
        of the other half.

        total, spent: jokers spent after and before the number, an action's with them. gain: the
        state's, with what the action lays. cut: the value to beat.
        """
        options = self.options[total - spent]
        weight = self.sweep.price[number] << 13
        cut = cut << 13 | 8191
        fresh = self.fresh
        by_placed = self.by_placed
        gain -= weight
        reached = 0
        for right in rights:
            row = 25 * (left + right & 31)
            low = left + right >> 5 | total << 24
            for high in highs:
                laid = options[row + (high & 31)]
                if not laid or gain + laid * weight <= cut:
                    continue
                reached += 1
                key = low | high >> 5 << 12
                if action[LONG]:
                    key = runs.lengthened(key, action[LONG], self.sweep.mixed)
                if by_placed is not None:
                    fresh = by_placed.setdefault((laid - 1, total - spent), {})
                if fresh.get(key, -1) < gain + laid * weight:
                    fresh[key] = gain + laid * weight
        self.sweep.budget.reached += reached
        self.work += 2 * len(rights) * len(highs)

    def _compare_followed(self, state, number):
        """Put all that waits beside the constraints' state of an action, or what they count."""
        if self.by_placed is None:
            if self.constrained and self.fresh:
                self._stand_beside(state)
            yield from self._compare(self.fresh)
            return
        for laid, jokers in sorted(self.by_placed):
            self._stand_beside(self.sweep.counted(state, number, laid, jokers))
            yield from self._compare(self.by_placed[laid, jokers])
        self.by_placed.clear()

    # -- the next layer

    def _close(self):
        """Make the next layer of what the slots hold; yields None between slices."""
        slots = self.slots
        order = self._ranked()
        if self.sweep.width == THIN:
            del order[THIN:]
        yield None
        room = self.sweep.keeps(len(self.starts) - 1)
        if len(order) > room:
            self.sweep.narrowed = True
            values = [slots[GAIN][rank & 8191] >> 13 for rank in order]
            keys = [slots[KEY][rank & 8191] for rank in order]
            order = [order[i] for i in widest(values, keys, room)]
            values = keys = None
            yield None
        yield from self._by_key(order)
        for i in range(len(order)):
            order[i] &= 8191
        place = self.starts[-1]
        if place + len(order) > len(self.past[0]) << PIECE:
            if len(self.past[0]) >= _PIECES:
                from rules.solver import prune

                yield None
                yield from prune.forget(self, order)
                place = self.starts[-1]
            self._lengthen(place + len(order))
        for index in range(len(order)):
            slot = order[index]
            piece = place >> PIECE
            self.past[PAST_KEY][piece][place & IN] = slots[KEY][slot]
            self.past[PAST_FROM][piece][place & IN] = slots[GAIN][slot] & 8191
            slots[VALUE][index] = slots[GAIN][slot] >> 13
            if self.constrained:
                state_place = slots[STATE_PLACE][slot]
                self.past[PAST_STATE][piece][place & IN] = (
                    self.states[state_place] if self.ints else state_place
                )
            place += 1
            if not place & IN:
                yield None
        self.starts.append(place)
        if self.constrained:
            if not self.ints:
                self.past_states.append(self.states)
            self._clear()

    def _ranked(self):
        """The slots in use, each with a rank << 13: of the constraints' states, in one order so
        that every VM plays the same; without any the best first, so that of the next layer's less
        has to be kept and dropped again, and so where there is memory for a few."""
        slots = self.slots
        by_state = self.constrained and self.sweep.width != THIN
        order = [0] * self.held
        if by_state:
            states = self.states[: self.stated]
            states.sort()
            place = array("h", [states.index(self.states[i]) for i in range(self.stated)])
            states = None
        many = 0
        for chain in range(self.chains):
            slot = self.heads[chain]
            while slot >= 0:
                rank = place[slots[STATE_PLACE][slot]] if by_state else ~(slots[GAIN][slot] >> 13)
                order[many] = rank * 8192 + slot
                many += 1
                slot = slots[NEXT][slot]
        order.sort()
        return order

    def _by_key(self, order):
        """Sort ranks from `_ranked` further: beside one constraints' state by value, those of one
        value by key, so that every VM plays the same."""
        keys = self.slots[KEY]
        gains = self.slots[GAIN]
        for i in range(1, len(order)):
            rank = order[i]
            key = keys[rank & 8191]
            value = gains[rank & 8191] >> 13
            while i:
                other = order[i - 1]
                if other >> 13 != rank >> 13:
                    break
                more = gains[other & 8191] >> 13
                if more > value or more == value and keys[other & 8191] < key:
                    break
                order[i] = other
                i -= 1
                self.work += 1
            order[i] = rank
            self.work += 2
            if self.work > _WORK:
                self.work = 0
                yield None
