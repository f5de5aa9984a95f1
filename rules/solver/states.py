"""The states between two numbers: their bits, and the layers of them that a handheld keeps.

Every int below fits the 30 bits and sign that a handheld holds without a heap block.

A key, the state of a sweep after a number: the open runs of each colour, and the jokers spent:

    bits  26 25 24 | 23 ... 18 | 17 ... 12 | 11 ... 6 | 5 ... 0
          jokers     colour 3    colour 2    colour 1   colour 0
                     `------ high half -----'`------ low half ----'

    A colour's six bits are one of the 35 states of `lookup`: how many runs are open with one tile,
    with two, with three and more. Where runs mix colours the low half holds these three counts,
    four bits each (one tile in the lowest), and the high half is 0.

A move of one colour at a number: its next six bits << 3 | tiles used (`placing.moves`).
A move of a half: the half's next twelve bits << 5 | tiles used, in base 5, the first colour low.
    The moves of two colours add up to one of the half (`placing.sides`, `half_moves`); with
    `low = left + right`, the next key is  low >> 5 | high >> 5 << 12 | jokers << 24,  and the tiles
    used, 25 * (low & 31) + (high & 31), are an index into `placing.options`.
A gain: a state's value << 13 | the index, in the layer before, of the state it comes from. A better
    value compares greater, whatever the index. `layers_fast` has 20 bits for the index.
A mark: sixty dominance bits, thirty for each half (`placing.low_bits`, `high_bits`). A state that
    has all bits of another can do whatever the other can.

Of two states beside equal states of constraints, one dominates the other if it is worth no less,
has all of its bits, and has spent as many jokers, or fewer of those that need not be laid; the
other is left out. `SmallLayers` does that as states come; `layers_fast.FastLayers` does it layer by
layer, in less time and much more memory, with the same answers.
"""

from array import array

from rules.solver import placing
from rules.solver.constraint import JOKERS, LAID, LONG, MAY, MUST, STATE
from rules.solver.problem import WIDTH, collect, free

if False:  # for type checkers
    from collections.abc import Iterable, Iterator

    from rules.base import Slices
    from rules.solver.constraint import Counts, State
    from rules.solver.sweep import Sweep

# The arrays of slots, by what they hold of a state of the coming layer.
KEY = 0
GAIN = 1
LOW = 2  # complements of its dominance bits
HIGH = 3  # -1 for a state without bits
VALUE = 4  # not of the slot's state: the value of the state with that index in the layer before
NEXT = 5  # the next slot of its chain: the states that it may be compared with
EXTRA = 6  # its constraints' bits
STATE_PLACE = 7  # the place of its constraints' state in `states`
_SLOT_TYPES = "iiiiihhh"

# The layers so far: pieces of 64 states, three arrays each.
FROM = 1  # the index it comes from in the layer before (0: KEY)
STATE_AT = 2  # its constraints' state if that is an int, else its place in `past_states`
_PAST_TYPES = "iHi"
_PIECE = 6  # bits of a place in a piece
_IN = 63
_PIECES = 4  # of the layers so far, before states are dropped that lead nowhere

_INDEX = 8191  # the bits of an index or a slot: there are no more slots than numbers for them
_MOST_SLOTS = 8191
_ROOM = (60, 120, 330)  # slots at first, by spare jokers
_MORE = 16  # states of constraints there is room for at first
THIN = 63  # states kept between two numbers once there are no more slots: no player's `wide`
_MANY = 1024  # slots: with room for fewer, memory is short
_FLOOR = 18688  # bytes that a wide search leaves free

_WORK = 100  # steps between two yields, each a tenth of a millisecond on a handheld
_SLICE = 48  # states expanded before the heap is collected, or it is fragmented
_CROWD = 48  # new states that wait to be compared
_FEW = 12  # the same beside constraints' states, where few come together


class SmallLayers:
    """The layers of one sweep, in arrays of ints. Layer 0 is before number 1, layer 13 after it.

    `layers_fast.FastLayers` has the same public methods (advance, last, trace, ready, laid)
    and attributes. way: (constraints' state, key) by layer, of the best way. parts: a dict that
    keeps answers of `end_table.split`, or None where memory is scarce.

    The arrays belong to the sweep, and the next sweep uses them again: making them anew would
    fragment the heap.
    """

    parts = None
    past: list[list]

    def __init__(self, sweep: "Sweep", start: "State") -> None:
        self.sweep = sweep
        self.way: list[tuple] = []
        self.owed = sweep.owed
        self.constrained = start is not None
        self.ints = start.__class__ is int  # constraints' states are
        self.low_bits = placing.mixed_low_bits if sweep.mixed else placing.low_bits
        self.high_bits = placing.mixed_high_bits if sweep.mixed else placing.high_bits
        if not sweep.arrays:
            sweep.arrays.extend(([], [], [], []))
        self.slots, self.past, lists, self.options = sweep.arrays
        jokers = sweep.spare
        if not max(sweep.may):  # where all has to be laid, many jokers make few states, too
            jokers = 0
        elif jokers and self.constrained and sweep.first.few:
            jokers = 1
        self._grow(min(_ROOM[jokers], 4 * sweep.width))
        self.slots[VALUE][0] = 0
        if not lists:
            lists.extend(([], [], array("h", (0,))))
        # constraints' states of the coming layer, what they may be compared by, chains' first slots
        self.states, self.marks, self.heads = lists
        self.stated = len(self.states)  # how many are in use
        self.chains = len(self.marks)
        self._clear()
        self.past_states = [[start]]  # by layer, unless they are ints
        self.starts = [0, 1]  # where each layer begins in `past`, and where the last ends
        self.fresh: dict[int, int] = {}  # keys to gains: new states that wait to be compared
        # where constraints count what is placed, such dicts by (tiles laid, jokers) at the number
        self.by_placed: dict | None = {} if sweep.watches() else None
        self.crowd = _FEW if self.constrained else _CROWD
        self.since = 0  # states since the heap was collected
        self.work = 0  # steps since the last yield
        self.ready_for: tuple | None = None
        self._lengthen(1)
        for pieces in self.past:
            pieces[0][0] = 0
        if self.ints:
            self.past[STATE_AT][0][0] = start
        for _ in range(len(self.options), sweep.spare + 1):
            self.options.append(bytearray(placing.KEYS))

    # -- what a sweep and `backtrack` ask

    def advance(self) -> "Slices[None]":
        """Go through the numbers until no state is left. Raises Stop at the limit of states."""
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
            if not self._many():
                return

    def last(self) -> "Iterator[tuple[State, int, int, int]]":
        """Yield (constraints' state, key, value, index) of each state of the last layer."""
        for index in range(self._many()):
            place = self.starts[-2] + index
            yield self._state(-1, place), self._key(place), self.slots[VALUE][index], index

    def trace(self, index: int) -> None:
        """Set `way` to the best way to the last layer's state of that index; free the arrays."""
        self.way = []
        for layer in range(13, -1, -1):
            place = self.starts[layer] + index
            self.way.append((self._state(layer, place), self._key(place)))
            index = self.past[FROM][place >> _PIECE][place & _IN]
        self.way.reverse()
        self.slots = self.past = self.past_states = None
        self.states = self.marks = self.heads = self.ready_for = None

    def ready(self, must: "Counts", may: "Counts") -> "Iterable[None]":
        """Prepare `laid` for a number with these counts, in slices."""
        if self.ready_for == (must, may):
            return ()
        self.ready_for = must, may
        return placing.options(self.sweep, must, may, self.options)

    def laid(self, must: "Counts", may: "Counts", jokers: int, low: int, high: int) -> int:
        """Return the most tiles laid of those that can be, -1 for what cannot be.

        low, high: the tiles in runs of a half, in base 5. jokers: those placed at the number.
        """
        return self.options[jokers][low * 25 + high] - 1

    # -- the layers so far

    def _many(self):
        """Return how many states the last layer has."""
        return self.starts[-1] - self.starts[-2]

    def _key(self, place):
        """Return the key of the state at `place`."""
        return self.past[KEY][place >> _PIECE][place & _IN]

    def _state(self, layer, place):
        """Return the constraints' state of the state at `place`, which lies in `layer`."""
        if not self.constrained:
            return None
        state = self.past[STATE_AT][place >> _PIECE][place & _IN]
        return state if self.ints else self.past_states[layer][state]

    def _lengthen(self, room):
        """Make room for `room` states in the layers so far."""
        for i in range(3 if self.constrained else 2):
            if i == len(self.past):
                self.past.append([])
            while len(self.past[i]) << _PIECE < max(room, len(self.past[0]) << _PIECE):
                self.past[i].append(array(_PAST_TYPES[i], range(_IN + 1)))

    def _collect(self):
        self.since = 0
        placing.known.clear()  # small objects in between fragment the heap
        collect()

    # -- from a layer to the next

    def _number(self, number):
        """Expand all states over a number."""
        sweep = self.sweep
        limits = []
        for left in range(sweep.spare + 1):
            limits.append((sweep.limits(0, number, left), sweep.limits(2, number, left)))
        yield None
        first = 0
        while first < self._many():
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
                yield from self._expand(action, number, first, end, limits)
                if self.constrained:
                    yield None
                    yield from self._compare_beside(action[STATE], number)
            first = end
        sweep.budget.took(0)

    def _end(self, first):
        """Return the index after the last state beside the same constraints' state as `first`."""
        if not self.constrained:
            return self._many()
        states = self.past[STATE_AT]
        start = self.starts[-2]
        place = start + first
        state = states[place >> _PIECE][place & _IN]
        while place < self.starts[-1] and states[place >> _PIECE][place & _IN] == state:
            place += 1
        return place - start

    def _expand(self, action, number, first, end, limits):
        """Expand the states from index `first` to before `end` by one action."""
        sweep = self.sweep
        spare = sweep.spare
        worth = sweep.worth
        start = self.starts[-2]
        taken = action[JOKERS]
        # a state with n jokers spent must be worth more than this and worth[n]
        least = sweep.floor - sweep.ahead[number] - worth[spare]
        self.weight = sweep.price[number] << 13
        before = action[LAID] * sweep.price[number]
        for total in range(taken, spare + 1):  # with few jokers first: see `_put`
            low_limit, high_limit = limits[spare - total]
            cut = least + worth[total] << 13 | _INDEX
            half = -1
            for index in range(first, end):
                key = self._key(start + index)
                spent = (key >> 24) + taken
                if spent > total:
                    continue
                if half != key >> 12 & 4095:  # mostly that of the state before
                    half = key >> 12 & 4095
                    highs = placing.half_moves(half, high_limit)
                    self.work += 40
                self.work += 40
                if highs:
                    gain = self.slots[VALUE][index] + before + worth[total] - worth[spent - taken]
                    gain = gain << 13 | index
                    lefts, rights = placing.sides(key & 4095, low_limit)
                    for left in lefts:
                        self._reach(action, total, total - spent, gain, cut, left, rights, highs)
                        if self.work > _WORK:
                            self.work = 0
                            yield None
                if len(self.fresh) >= self.crowd:
                    yield from self._compare_beside(action[STATE], number)
                self.since += 1
                if self.since >= _SLICE:
                    self._collect()
                    yield None

    def _reach(self, action, total, placed, gain, cut, left, rights, highs):
        """Enter into `fresh` what a state leads to by move `left` of colour 0, with all moves of
        colour 1 and of the high half.

        total: jokers spent after the number. placed: those of them placed at it, an action's aside.
        gain: the state's, with what the action lays. cut: the gain to beat.
        """
        options = self.options[placed]
        weight = self.weight
        fresh = self.fresh
        gain -= weight
        reached = 0
        for right in rights:
            used = 25 * (left + right & 31)
            low = left + right >> 5 | total << 24
            for high in highs:
                laid = options[used + (high & 31)]
                if not laid or gain + laid * weight <= cut:
                    continue
                reached += 1
                key = low | high >> 5 << 12
                if action[LONG]:
                    key = placing.lengthened(key, action[LONG], self.sweep.mixed)
                if self.by_placed is not None:
                    fresh = self.by_placed.setdefault((laid - 1, placed), {})
                if fresh.get(key, -1) < gain + laid * weight:
                    fresh[key] = gain + laid * weight
        self.sweep.budget.reached += reached
        self.work += 2 * len(rights) * len(highs)

    def _compare_beside(self, state, number):
        """Compare what waits beside the constraints' state of an action, or the states that count
        what is placed."""
        if self.by_placed is None:
            if self.constrained and self.fresh:
                self._stand_beside(state)
            yield from self._compare(self.fresh)
            return
        for laid, jokers in sorted(self.by_placed):
            self._stand_beside(self.sweep.counted(state, number, laid, jokers))
            yield from self._compare(self.by_placed[laid, jokers])
        self.by_placed.clear()

    # -- the coming layer: slots

    def _grow(self, room):
        """Make room for at least `room` slots."""
        slots = self.slots
        if slots and len(slots[0]) > room:
            room = len(slots[0])
        elif slots:
            collect()
        many = 8 if self.constrained else 6
        for i in range(len(slots), many):
            slots.append(array(_SLOT_TYPES[i]))
        for i in range(many - 1, -1, -1):  # KEY, whose length counts, last
            old = slots[i]
            if len(old) < room:
                new = array(_SLOT_TYPES[i], range(room))  # takes no memory twice, as bytes would
                for slot in range(len(old)):
                    new[slot] = old[slot]
                slots[i] = new
            old = new = None

    def _more(self, slot):
        """Make more than the `slot` slots there are, if possible: 26 bytes each, and 14 in the
        layers so far. A narrow search needs few. Where memory is short a wide one takes all it can
        get at once, since soon no piece will be that large, and is narrow from then on."""
        sweep = self.sweep
        room = slot + (slot >> 1)
        wide = free and sweep.width == WIDTH
        if wide:
            collect()
            most = (free() - _FLOOR + 26 * slot + 640 * len(self.past[0])) // 40
            if most < _MANY:
                room = most
        try:
            if wide and room < slot + 24:  # crumbs
                sweep.width = THIN
            elif sweep.width != THIN:
                self._grow(min(room, _MOST_SLOTS))
        except MemoryError:
            if not wide:
                raise
            sweep.width = THIN

    def _clear(self):
        """Forget the coming layer's constraints' states. Lists of ints are used again."""
        if self.ints:
            for i in range(self.stated):
                self.states[i] = None
            for i in range(self.chains):
                self.marks[i] = None
        else:
            self.states = []
            self.marks = []
        self.stated = self.chains = 0

    def _begin(self):
        """Begin a layer."""
        self.used = self.held = self.work = 0
        self.free = -1  # a chain of slots given back
        if not self.constrained:
            self.chain = self.extra = self.state_place = 0
            self.chains = 1
            self.heads[0] = -1

    def _stand_beside(self, state):
        """Let the next states be put beside the constraints' state `state`."""
        mark, self.extra = self.sweep.mark(state)
        self.state = state
        # `_put` finds it a place
        self.state_place = self.states.index(state) if state in self.states else -1
        if mark in self.marks:
            self.chain = self.marks.index(mark)
            return
        self.chain = chain = self.chains
        _append(self.marks, chain, mark)
        self.chains += 1
        if chain >= len(self.heads):
            self.heads.extend(array("h", range(_MORE + (chain >> 1))))
        self.heads[chain] = -1

    def _compare(self, fresh):
        """Put all that waits into slots, the best first, in slices."""
        order = sorted(fresh)
        ranks = [fresh[order[i]] & ~_INDEX | _INDEX - i for i in range(len(order))]
        ranks.sort(reverse=True)
        for rank in ranks:
            key = order[_INDEX - (rank & _INDEX)]
            self._put(key, fresh[key])
            self.work += 20 + (self.held >> 1)
            if self.work > _WORK:
                self.work = 0
                yield None
            del fresh[key]  # the dict keeps its size: growing it again would fragment the heap

    def _put(self, key, gain):
        """Keep a state, unless a kept one dominates it, and drop those that it dominates."""
        low = self.low_bits(key)
        high = -1 if low < 0 else self.high_bits(key)
        if self._dominated(key, gain, low, high):
            return
        slots = self.slots
        head = self.heads[self.chain]
        if low < 0:
            slot = head
            while slot >= 0:
                if slots[KEY][slot] == key and self._of_same_state(slot):
                    if slots[GAIN][slot] < gain:
                        slots[GAIN][slot] = gain
                    return
                slot = slots[NEXT][slot]
        else:
            head = self._without_dominated(key, gain, ~low, ~high)
        slot = self._slot()
        if slot < 0:
            self.sweep.narrowed = True
            self.heads[self.chain] = head
            return
        slots[KEY][slot] = key
        slots[GAIN][slot] = gain
        slots[LOW][slot] = ~low if low >= 0 else -1
        slots[HIGH][slot] = ~high if low >= 0 else -1
        slots[NEXT][slot] = head
        if self.constrained:
            if self.state_place < 0:
                self.state_place = self.stated
                _append(self.states, self.stated, self.state)
                self.stated += 1
            slots[EXTRA][slot] = self.extra
            slots[STATE_PLACE][slot] = self.state_place
        self.heads[self.chain] = slot

    def _dominated(self, key, gain, low, high):
        """Return True if a kept state dominates this one, or is the same."""
        slots = self.slots
        keys = slots[KEY]
        gains = slots[GAIN]
        lows = slots[LOW]
        highs = slots[HIGH]
        chain = slots[NEXT]
        extra = self.extra
        spent = key >> 24
        value = gain >> 13
        slot = self.heads[self.chain]
        while slot >= 0:
            if not low & lows[slot] and not high & highs[slot] and value <= gains[slot] >> 13:
                less = keys[slot] >> 24
                if (less == spent or self.owed <= less < spent) and (
                    not extra or not extra & ~slots[EXTRA][slot]
                ):
                    if keys[slot] == key and gains[slot] < gain and self._of_same_state(slot):
                        gains[slot] = gain  # of equal ones that with the greatest index is kept
                    return True
            slot = chain[slot]
        return False

    def _without_dominated(self, key, gain, low, high):
        """Give back the slots of the chain whose states this one dominates; return its first slot
        then. low, high: complements of this state's dominance bits."""
        slots = self.slots
        keys = slots[KEY]
        gains = slots[GAIN]
        lows = slots[LOW]
        highs = slots[HIGH]
        chain = slots[NEXT]
        spent = key >> 24
        value = gain >> 13
        head = slot = self.heads[self.chain]
        past = -1
        while slot >= 0:
            after = chain[slot]
            gone = False
            if not ~lows[slot] & low and not ~highs[slot] & high and highs[slot] != -1:
                if gains[slot] >> 13 <= value:
                    more = keys[slot] >> 24
                    if more == spent or self.owed <= spent < more:
                        gone = not self.constrained or not slots[EXTRA][slot] & ~self.extra
            if gone:
                if past < 0:
                    head = after
                else:
                    chain[past] = after
                chain[slot] = self.free
                self.free = slot
                self.held -= 1
            else:
                past = slot
            slot = after
        return head

    def _slot(self):
        """Return a slot to use, -1 if there are no more."""
        slot = self.free
        if slot >= 0:
            self.free = self.slots[NEXT][slot]
        else:
            slot = self.used
            if slot == len(self.slots[KEY]):
                self._more(slot)
                if slot == len(self.slots[KEY]):
                    return -1
            self.used = slot + 1
        self.held += 1
        return slot

    def _of_same_state(self, slot):
        """Return True if a slot's state stands beside the same constraints' state."""
        return not self.constrained or self.slots[STATE_PLACE][slot] == self.state_place

    # -- the coming layer is complete

    def _close(self):
        """Make the next layer of what the slots hold, in slices."""
        slots = self.slots
        order = self._ranked()
        if self.sweep.width == THIN:
            del order[THIN:]
        yield None
        room = self.sweep.keeps(len(self.starts) - 1)
        if len(order) > room:
            self.sweep.narrowed = True
            values = [slots[GAIN][rank & _INDEX] >> 13 for rank in order]
            keys = [slots[KEY][rank & _INDEX] for rank in order]
            order = [order[i] for i in widest(values, keys, room)]
            values = keys = None
            yield None
        yield from self._by_key(order)
        for i in range(len(order)):
            order[i] &= _INDEX
        place = self.starts[-1]
        if place + len(order) > len(self.past[0]) << _PIECE:
            if len(self.past[0]) >= _PIECES:
                yield from self._prune(order)
                place = self.starts[-1]
            self._lengthen(place + len(order))
        for index in range(len(order)):
            slot = order[index]
            piece = place >> _PIECE
            self.past[KEY][piece][place & _IN] = slots[KEY][slot]
            self.past[FROM][piece][place & _IN] = slots[GAIN][slot] & _INDEX
            slots[VALUE][index] = slots[GAIN][slot] >> 13
            if self.constrained:
                state = slots[STATE_PLACE][slot]
                self.past[STATE_AT][piece][place & _IN] = self.states[state] if self.ints else state
            place += 1
            if not place & _IN:
                yield None
        self.starts.append(place)
        if self.constrained:
            if not self.ints:
                self.past_states.append(self.states)
            self._clear()

    def _ranked(self):
        """Return the slots in use, each with a rank << 13, sorted. The rank: of the constraints'
        state, in an order that is the same on every VM; without constraints, and where memory is
        for a few states only, the best comes first, so that the next layer has less to keep and
        drop again."""
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
        """Sort ranks of `_ranked` further, in slices: beside one constraints' state by value, those
        of one value by key, so that every VM plays the same."""
        keys = self.slots[KEY]
        gains = self.slots[GAIN]
        for i in range(1, len(order)):
            rank = order[i]
            key = keys[rank & _INDEX]
            value = gains[rank & _INDEX] >> 13
            while i:
                other = order[i - 1]
                if other >> 13 != rank >> 13:
                    break
                more = gains[other & _INDEX] >> 13
                if more > value or more == value and keys[other & _INDEX] < key:
                    break
                order[i] = other
                i -= 1
                self.work += 1
            order[i] = rank
            self.work += 2
            if self.work > _WORK:
                self.work = 0
                yield None

    # -- memory of the layers so far

    def _prune(self, order):
        """Drop the states of the layers so far that lead to none in the slots of `order`, mostly
        more than half, in slices."""
        gains = self.slots[GAIN]
        renamed = self.slots[NEXT]  # a state's new index, plus one; the chains are not needed now
        starts = self.starts
        for layer in range(len(starts) - 2, 0, -1):
            yield None
            first, last = starts[layer : layer + 2]
            for index in range(last - first):
                renamed[index] = 0
            if order:
                for slot in order:
                    renamed[gains[slot] & _INDEX] = 1
            else:
                for row, i in self._kept(last, starts[layer + 2]):
                    renamed[self.past[FROM][row][i]] = 1
            many = 0
            for index in range(last - first):
                if renamed[index]:
                    many += 1
                    renamed[index] = many
                else:
                    place = first + index
                    self.past[KEY][place >> _PIECE][place & _IN] = -1
            if order:
                for slot in order:
                    gains[slot] = gains[slot] & ~_INDEX | renamed[gains[slot] & _INDEX] - 1
            else:
                for row, i in self._kept(last, starts[layer + 2]):
                    self.past[FROM][row][i] = renamed[self.past[FROM][row][i]] - 1
            order = None
        to = 1
        for layer in range(1, len(starts) - 1):
            yield None
            first = starts[layer]
            starts[layer] = to
            to = self._close_up(layer, first, starts[layer + 1], to)
        starts[-1] = to

    def _kept(self, first, last):
        """Yield (piece, place in it) of the states from place `first` to before `last` that were
        not dropped."""
        for place in range(first, last):
            if self.past[KEY][place >> _PIECE][place & _IN] >= 0:
                yield place >> _PIECE, place & _IN

    def _close_up(self, layer, first, last, to):
        """Move the states kept of a layer to the place `to` and on; return the place after them."""
        past = self.past
        own = self.constrained and not self.ints
        states = []
        known = -1
        for row, i in self._kept(first, last):
            for pieces in past[:3] if self.constrained else past[:2]:
                pieces[to >> _PIECE][to & _IN] = pieces[row][i]
            if own:
                state = past[STATE_AT][row][i]
                if state != known:
                    known = state
                    states.append(self.past_states[layer][state])
                past[STATE_AT][to >> _PIECE][to & _IN] = len(states) - 1
            to += 1
        if own:
            self.past_states[layer] = states
        return to


def widest(values: list[int], keys: list[int], width: int) -> list[int]:
    """Return the places of the `width` best values of a layer; of equal ones those with the least
    keys, of these the first."""
    order = sorted(values)
    least = order[len(order) - width]
    for value in order:
        width -= value > least
    equal = sorted([keys[i] for i in range(len(keys)) if values[i] == least])
    last = equal[width - 1]
    width -= equal.index(last)
    out = []
    for i in range(len(values)):
        value = values[i]
        if value == least and keys[i] == last:
            width -= 1
            if width >= 0:
                out.append(i)
        elif value > least or value == least and keys[i] < last:
            out.append(i)
    return out


def _append(row, many, item):
    """Put an item after the `many` in use of a list. A dict would take more memory."""
    if many == len(row):
        row.extend([None] * (_MORE + (many >> 1)))
    row[many] = item
