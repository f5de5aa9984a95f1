"""The states of a sweep between two numbers: their bits, and their layers on a handheld.

A layer is the list of all states after a number. Every int below fits into the 30 bits and sign
that a handheld stores without a heap block.

A key is a state after a number: the open runs of each colour, and the free jokers spent:

    bits  26 25 24 | 23 ... 18 | 17 ... 12 | 11 ... 6 | 5 ... 0
          jokers     colour 3    colour 2    colour 1   colour 0
                     `------ high half -----'`------ low half ----'

    A colour's six bits are one of the 35 states of `lookup`: the number of open runs with one
    tile, with two, with three and more. If runs mix colours, the low half holds these three
    numbers, four bits each (one tile lowest), and the high half is 0.

A move of one colour at a number is  its next six bits << 3 | tiles used  (`placing.moves`).
A move of a half is  its next twelve bits << 5 | tiles used in base 5, the first colour low.
    The moves of two colours add up to one of the half (`placing.sides`, `half_moves`). With
    `low = left + right`, the next key is  low >> 5 | high >> 5 << 12 | jokers << 24,  and the tiles
    used, 25 * (low & 31) + (high & 31), are an index into `placing.options`.
A gain is  a state's value << 13 | the index of its predecessor in the layer before.  The greater
    value compares greater, whatever the index. `layers_fast` has 20 bits for the index.

Dominance. A state also has sixty dominance bits, thirty for each half (`placing.low_bits`,
`high_bits`). Of two states with equal constraint states, the first dominates the second, which is
dropped, if the first is worth no less, has all dominance bits of the second, and has spent as many
jokers, or fewer but all that must be laid. `SmallLayers`
compares each new state as it arises. `layers_fast.FastLayers` compares layer by layer, in less time
and much more memory, with the same answers.
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

# A slot holds one state of the layer under construction: an entry in each of these arrays.
KEY = 0
GAIN = 1
LOW = 2  # complements of its dominance bits, low half
HIGH = 3  # of the high half; -1 for a state without bits
VALUE = 4  # the value of the state with this index in the layer before: unrelated to the slot
NEXT = 5  # the next slot of its linked list (chain): of the states that may dominate each other
EXTRA = 6  # its constraints' dominance bits
STATE_PLACE = 7  # the index of its constraint state in `states`
_SLOT_TYPES = "iiiiihhh"

# The finished layers, in pieces of 64 states: an entry in each of these arrays, and KEY.
FROM = 1  # the index of its predecessor in the layer before
STATE_AT = 2  # its constraint state if that is an int, else its index in `past_states`
_PAST_TYPES = "iHi"
_PIECE = 6  # position >> _PIECE is the piece, position & _IN the place in it
_IN = 63
_PIECES = 4  # number of pieces from which on states without successors are dropped

_INDEX = 8191  # the bits of an index or a slot number
_MOST_SLOTS = 8191
_ROOM = (60, 120, 330)  # initial number of slots, by number of free jokers
_MORE = 16  # initial capacity for constraint states
THIN = 63  # states kept after a number once memory is short: a width that no player uses
_PLENTY = 1024  # slots: if the heap cannot hold as many, memory is short
_RESERVE = 18688  # bytes that an exact search leaves free

_WORK = 100  # steps between two yields, each a tenth of a millisecond on a handheld
_SLICE = 48  # states expanded between garbage collections; with more the heap fragments
_CROWD = 48  # number of new states collected in a dict before they are compared
_CONSTRAINED_CROWD = 12  # the same with constraints: fewer successors are equal


class SmallLayers:
    """The layers of one sweep, in arrays of ints. Layer 0 is before number 1, layer 13 after 13.

    `layers_fast.FastLayers` has the same public methods (advance, last, trace, ready, laid)
    and attributes:
    way: (constraint state, key) of each layer on the best way, set by `trace`
    parts: a dict that caches `end_table.split`, or None on a handheld

    The arrays belong to the sweep, and the next sweep reuses them: new ones would fragment the
    heap.
    """

    parts = None
    past: list[list]

    def __init__(self, sweep: "Sweep", start: "State") -> None:
        self.sweep = sweep
        self.way: list[tuple] = []
        self.jokers_to_lay = sweep.jokers_to_lay
        self.constrained = start is not None
        self.ints = start.__class__ is int  # whether constraint states are ints
        self.low_bits = placing.mixed_low_bits if sweep.mixed else placing.low_bits
        self.high_bits = placing.mixed_high_bits if sweep.mixed else placing.high_bits
        if not sweep.arrays:
            sweep.arrays.extend(([], [], [], []))
        self.slots, self.past, lists, self.options = sweep.arrays
        jokers = sweep.free_jokers
        if sweep.bound or not max(sweep.may):  # few states, however many jokers
            jokers = 0
        elif jokers and self.constrained and sweep.first.few_choices:
            jokers = 1
        self._grow(min(_ROOM[jokers], 4 * sweep.width))
        self.slots[VALUE][0] = 0
        if not lists:
            lists.extend(([], [], array("h", (0,))))
        # Of the layer under construction: its constraint states, the comparison key of each chain,
        # and the first slot of each chain.
        self.states, self.marks, self.heads = lists
        self.state_count = len(self.states)  # entries of `states` in use
        self.chains = len(self.marks)
        self._clear()
        self.as_free: tuple = ()
        self.past_states = [[start]]  # constraint states by layer, unless they are ints
        self.starts = [0, 1]  # position in `past` where each layer begins, and where the last ends
        self.fresh: dict[int, int] = {}  # new states not compared yet: key to gain
        # If a constraint counts what is placed: such a dict for each (tiles laid, jokers placed).
        self.by_placed: dict | None = {} if sweep.counts_placed() else None
        self.max_new = _CONSTRAINED_CROWD if self.constrained else _CROWD
        self.since_collect = 0  # states expanded since the last garbage collection
        self.work = 0  # steps since the last yield
        self.ready_for: tuple | None = None
        self._lengthen(1)
        for pieces in self.past:
            pieces[0][0] = 0
        if self.ints:
            self.past[STATE_AT][0][0] = start
        for _ in range(len(self.options), sweep.free_jokers + 1):
            self.options.append(bytearray(placing.KEYS))

    # -- the interface for a sweep and `backtrack`

    def advance(self) -> "Slices[None]":
        """Compute all layers, in slices, unless one is empty. Raises Stop, see Budget."""
        for number in range(1, 14):
            self._begin()
            yield None
            yield from self._number(number)
            yield from self._compare(self.fresh)
            yield None
            if self.sweep.width == WIDTH:  # in a beam search, layers are small
                self._collect()
                yield None
            yield from self._finish_layer()
            if self.sweep.first is None and self.sweep.bound:
                yield None
                self.sweep.bound.enter(self.last())
            if not self._layer_size():
                return

    def last(self) -> "Iterator[tuple[State, int, int, int]]":
        """Yield (constraint state, key, value, index) of each state of the last layer."""
        for index in range(self._layer_size()):
            place = self.starts[-2] + index
            yield self._state(-1, place), self._key(place), self.slots[VALUE][index], index

    def trace(self, index: int) -> None:
        """Set `way` to the states that led to state `index` of layer 13; drop the arrays."""
        self.way = []
        for layer in range(13, -1, -1):
            place = self.starts[layer] + index
            self.way.append((self._state(layer, place), self._key(place)))
            index = self.past[FROM][place >> _PIECE][place & _IN]
        self.way.reverse()
        self.slots = self.past = self.past_states = None
        self.states = self.marks = self.heads = self.ready_for = None

    def ready(self, must: "Counts", may: "Counts") -> "Iterable[None]":
        """Prepare `laid` for a number with these counts by colour, in slices."""
        if self.ready_for == (must, may):
            return ()
        self.ready_for = must, may
        return placing.options(self.sweep, must, may, self.options)

    def laid(self, must: "Counts", may: "Counts", jokers: int, low: int, high: int) -> int:
        """Return the maximum number of optional tiles laid; -1 if the placement is impossible.

        low, high: tiles of each half in runs, in base 5. jokers: number placed at this number.
        """
        return self.options[jokers][low * 25 + high] - 1

    # -- the finished layers

    def _layer_size(self):
        """Return the number of states in the last layer."""
        return self.starts[-1] - self.starts[-2]

    def _key(self, place):
        """Return the key of the state at position `place` of `past`."""
        return self.past[KEY][place >> _PIECE][place & _IN]

    def _state(self, layer, place):
        """Return the constraint state of the state at position `place`, in `layer`."""
        if not self.constrained:
            return None
        state = self.past[STATE_AT][place >> _PIECE][place & _IN]
        return state if self.ints else self.past_states[layer][state]

    def _lengthen(self, room):
        """Make room for `room` states in the finished layers."""
        for i in range(3 if self.constrained else 2):
            if i == len(self.past):
                self.past.append([])
            while len(self.past[i]) << _PIECE < max(room, len(self.past[0]) << _PIECE):
                self.past[i].append(array(_PAST_TYPES[i], range(_IN + 1)))

    def _collect(self):
        self.since_collect = 0
        placing.known.clear()  # its small objects between the arrays would fragment the heap
        collect()

    # -- from one layer to the next

    def _number(self, number):
        """Expand all states of the last layer by the tiles of `number`, in slices."""
        sweep = self.sweep
        limits = []
        for left in range(sweep.free_jokers + 1):
            limits.append((sweep.run_limits(0, number, left), sweep.run_limits(2, number, left)))
        yield None
        first = 0
        while first < self._layer_size():
            state = self._state(-1, self.starts[-2] + first)
            end = self._end(first)
            if self.constrained:
                yield None
            marks: list[tuple] = []
            for action in sweep.actions(state, number):
                if action is None:
                    yield None
                    continue
                mark = (action[STATE], action[JOKERS], action[LONG])
                if not sweep.counts_once or mark not in marks:
                    sweep.budget.spend(end - first)
                    if sweep.counts_once:
                        marks.append(mark)
                yield from self.ready(action[MUST], action[MAY])
                self.work += 30
                yield from self._expand(action, number, first, end, limits)
                if self.constrained:
                    yield None
                    yield from self._compare_new(action[STATE], number)
            first = end
        sweep.budget.spend(0)

    def _end(self, first):
        """Return the index after the last state with the same constraint state as state `first`."""
        if not self.constrained:
            return self._layer_size()
        states = self.past[STATE_AT]
        start = self.starts[-2]
        place = start + first
        state = states[place >> _PIECE][place & _IN]
        while place < self.starts[-1] and states[place >> _PIECE][place & _IN] == state:
            place += 1
        return place - start

    def _expand(self, action, number, first, end, limits):
        """Expand the states with index `first` to `end` - 1 by one action, in slices."""
        sweep = self.sweep
        spare = sweep.free_jokers
        worth = sweep.joker_worth
        start = self.starts[-2]
        taken = action[JOKERS]
        # A state with n jokers spent must be worth more than  least + joker_worth[n].
        least = sweep.to_beat - sweep.value_ahead[number] - worth[spare]
        self.weight = sweep.tile_values[number] << 13
        before = action[LAID] * sweep.tile_values[number]
        for total in range(taken, spare + 1):  # few jokers first, as these dominate
            low_limit, high_limit = limits[spare - total]
            cut = least + worth[total] << 13 | _INDEX
            half = -1
            for index in range(first, end):
                key = self._key(start + index)
                spent = (key >> 24) + taken
                if spent > total:
                    continue
                if half != key >> 12 & 4095:  # it often equals that of the state before
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
                if len(self.fresh) >= self.max_new:
                    yield from self._compare_new(action[STATE], number)
                self.since_collect += 1
                if self.since_collect >= _SLICE:
                    self._collect()
                    yield None

    def _reach(self, action, total, placed, gain, cut, left, rights, highs):
        """Enter into `fresh` the successors of a state by move `left` of colour 0, each move in
        `rights` of colour 1 and each move in `highs` of the high half. total: number of jokers
        spent after the number. placed: number of jokers placed at it, not counting the action's.
        gain: of the state, with what the action lays. cut: gain to exceed."""
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
        if not self.sweep.counts_once:
            self.sweep.budget.reached += reached
        self.work += 2 * len(rights) * len(highs)

    def _compare_new(self, state, number):
        """Compare the new states, whose constraint state is `state`; if the constraint counts what
        is placed, the one that `after_placing` gives."""
        if self.by_placed is None:
            if self.constrained and self.fresh:
                self._set_state(state)
            yield from self._compare(self.fresh)
            return
        for laid, jokers in sorted(self.by_placed):
            self._set_state(self.sweep.after_placing(state, number, laid, jokers))
            yield from self._compare(self.by_placed[laid, jokers])
        self.by_placed.clear()

    # -- slots of the layer under construction

    def _grow(self, room):
        """Enlarge the slot arrays to at least `room` slots."""
        slots = self.slots
        if slots and len(slots[0]) > room:
            room = len(slots[0])
        elif slots:
            collect()
        count = 8 if self.constrained else 6
        for i in range(len(slots), count):
            slots.append(array(_SLOT_TYPES[i]))
        for i in range(count - 1, -1, -1):  # KEY last: its length says how many slots there are
            old = slots[i]
            if len(old) < room:
                new = array(
                    _SLOT_TYPES[i], range(room)
                )  # from bytes it would take twice the memory
                for slot in range(len(old)):
                    new[slot] = old[slot]
                slots[i] = new
            old = new = None

    def _more_slots(self, slot):
        """Make more than the present `slot` slots if possible: each takes 26 bytes, and 14 more in
        the finished layers. If memory is short, an exact search takes all slots that it can get at
        once, since soon no free block will be as large; from then on it keeps only THIN states."""
        sweep = self.sweep
        room = slot + (slot >> 1)
        wide = free and (sweep.bound or sweep.width == WIDTH)
        if wide:
            collect()
            most = (free() - _RESERVE + 26 * slot + 640 * len(self.past[0])) // 40
            if most < _PLENTY:
                room = most
        try:
            if wide and room < slot + 24:  # too few to matter
                sweep.width = THIN
            elif sweep.width != THIN:
                self._grow(min(room, _MOST_SLOTS))
        except MemoryError:
            if not wide:
                raise
            sweep.width = THIN

    def _clear(self):
        """Drop the constraint states of the layer under construction; reuse lists of ints."""
        if self.ints:
            for i in range(self.state_count):
                self.states[i] = None
            for i in range(self.chains):
                self.marks[i] = None
        else:
            self.states = []
            self.marks = []
        self.state_count = self.chains = 0

    def _begin(self):
        """Begin a new layer."""
        self.slots_touched = self.slots_used = self.work = 0
        self.free = -1  # first slot of the list of free slots
        if not self.constrained:
            self.chain = self.extra = self.state_place = 0
            self.chains = 1
            self.heads[0] = -1

    def _set_state(self, state):
        """Make `state` the constraint state of the states that `_add` adds next."""
        mark, self.extra = self.sweep.comparison_key(state)
        self.state = state
        self.as_free = self.sweep.as_free(state)
        # -1: not in `states` yet, `_add` adds it
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
        """Move the new states of the dict `fresh` into slots, the best first, in slices."""
        order = sorted(fresh)
        ranks = [fresh[order[i]] & ~_INDEX | _INDEX - i for i in range(len(order))]
        ranks.sort(reverse=True)
        for rank in ranks:
            key = order[_INDEX - (rank & _INDEX)]
            self._add(key, fresh[key])
            self.work += 20 + (self.slots_used >> 1)
            if self.work > _WORK:
                self.work = 0
                yield None
            del fresh[key]  # the dict keeps its size: growing it again would fragment the heap

    def _add(self, key, gain):
        """Add a state to the slots unless one there dominates it; free those that it dominates."""
        low = self.low_bits(key)
        high = -1 if low < 0 else self.high_bits(key)
        if self._dominated(key, gain, low, high):
            return
        if not self.sweep.allows(len(self.starts) - 1, key, gain >> 13, self.as_free):
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
            self.sweep.dropped_states = True
            self.heads[self.chain] = head
            return
        slots[KEY][slot] = key
        slots[GAIN][slot] = gain
        slots[LOW][slot] = ~low if low >= 0 else -1
        slots[HIGH][slot] = ~high if low >= 0 else -1
        slots[NEXT][slot] = head
        if self.constrained:
            if self.state_place < 0:
                self.state_place = self.state_count
                _append(self.states, self.state_count, self.state)
                self.state_count += 1
            slots[EXTRA][slot] = self.extra
            slots[STATE_PLACE][slot] = self.state_place
        self.heads[self.chain] = slot

    def _dominated(self, key, gain, low, high):
        """Return True if a state in the slots dominates this one or is equal to it."""
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
                if (less == spent or self.jokers_to_lay <= less < spent) and (
                    not extra or not extra & ~slots[EXTRA][slot]
                ):
                    if keys[slot] == key and gains[slot] < gain and self._of_same_state(slot):
                        gains[slot] = gain  # the greatest predecessor index wins
                    return True
            slot = chain[slot]
        return False

    def _without_dominated(self, key, gain, low, high):
        """Free the slots of the chain whose states this one dominates; return the first slot of
        the chain. low, high: complements of this state's dominance bits."""
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
                    if more == spent or self.jokers_to_lay <= spent < more:
                        gone = not self.constrained or not slots[EXTRA][slot] & ~self.extra
            if gone:
                if past < 0:
                    head = after
                else:
                    chain[past] = after
                chain[slot] = self.free
                self.free = slot
                self.slots_used -= 1
            else:
                past = slot
            slot = after
        return head

    def _slot(self):
        """Return the number of an unused slot, -1 if there is none."""
        slot = self.free
        if slot >= 0:
            self.free = self.slots[NEXT][slot]
        else:
            slot = self.slots_touched
            if slot == len(self.slots[KEY]):
                self._more_slots(slot)
                if slot == len(self.slots[KEY]):
                    return -1
            self.slots_touched = slot + 1
        self.slots_used += 1
        return slot

    def _of_same_state(self, slot):
        """Return True if the slot's constraint state is the present one."""
        return not self.constrained or self.slots[STATE_PLACE][slot] == self.state_place

    # -- the finished layer

    def _finish_layer(self):
        """Append the states in the slots to the finished layers, in slices."""
        slots = self.slots
        order = self._ranked()
        if self.sweep.width == THIN:
            del order[THIN:]
        yield None
        room = self.sweep.beam_width(len(self.starts) - 1)
        is_narrow = len(order) > room
        self.sweep.dropped_states |= is_narrow
        if is_narrow and not self.sweep.bound:
            values = [slots[GAIN][rank & _INDEX] >> 13 for rank in order]
            keys = [slots[KEY][rank & _INDEX] for rank in order]
            order = [order[i] for i in widest(values, keys, room)]
            values = keys = None
            yield None
        yield from self._by_key(order)
        if is_narrow and self.sweep.bound:
            order = [order[i] for i in evenly([rank >> 13 for rank in order], room)]
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
        """Return a sorted list of rank << 13 | slot of the slots in use. With constraints, the rank
        is that of the constraint state in sorted order, which is the same on every VM. Without, or
        with a width of THIN, it orders by value, best first, so that the next layer keeps fewer
        states that it drops later."""
        slots = self.slots
        by_state = self.constrained and self.sweep.width != THIN
        order = [0] * self.slots_used
        if by_state:
            states = self.states[: self.state_count]
            states.sort()
            place = array("h", [states.index(self.states[i]) for i in range(self.state_count)])
            states = None
        count = 0
        for chain in range(self.chains):
            slot = self.heads[chain]
            while slot >= 0:
                rank = place[slots[STATE_PLACE][slot]] if by_state else ~(slots[GAIN][slot] >> 13)
                order[count] = rank * 8192 + slot
                count += 1
                slot = slots[NEXT][slot]
        order.sort()
        return order

    def _by_key(self, order):
        """Sort the list of `_ranked` within equal ranks by value, then by key, in slices, so that
        every VM finds the same play. This is an insertion sort: it needs no memory."""
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

    # -- memory of the finished layers

    def _prune(self, order):
        """Drop the states of finished layers that lead to none of the slots in `order`, in slices.
        Usually these are more than half."""
        gains = self.slots[GAIN]
        new_index = self.slots[NEXT]  # 1 + new index of a state, 0: dropped; chains are done with
        starts = self.starts
        for layer in range(len(starts) - 2, 0, -1):
            yield None
            first, last = starts[layer : layer + 2]
            for index in range(last - first):
                new_index[index] = 0
            if order:
                for slot in order:
                    new_index[gains[slot] & _INDEX] = 1
            else:
                for row, i in self._kept_states(last, starts[layer + 2]):
                    new_index[self.past[FROM][row][i]] = 1
            count = 0
            for index in range(last - first):
                if new_index[index]:
                    count += 1
                    new_index[index] = count
                else:
                    place = first + index
                    self.past[KEY][place >> _PIECE][place & _IN] = -1
            if order:
                for slot in order:
                    gains[slot] = gains[slot] & ~_INDEX | new_index[gains[slot] & _INDEX] - 1
            else:
                for row, i in self._kept_states(last, starts[layer + 2]):
                    self.past[FROM][row][i] = new_index[self.past[FROM][row][i]] - 1
            order = None
        to = 1
        for layer in range(1, len(starts) - 1):
            yield None
            first = starts[layer]
            starts[layer] = to
            to = self._compact(layer, first, starts[layer + 1], to)
        starts[-1] = to

    def _kept_states(self, first, last):
        """Yield (piece, place in it) of each kept state at the positions `first` to `last` - 1."""
        for place in range(first, last):
            if self.past[KEY][place >> _PIECE][place & _IN] >= 0:
                yield place >> _PIECE, place & _IN

    def _compact(self, layer, first, last, to):
        """Move the kept states of a layer to position `to`; return the position after them."""
        past = self.past
        own = self.constrained and not self.ints
        states = []
        known = -1
        for row, i in self._kept_states(first, last):
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
    """Return the indices, rising, of the `width` best states: those of the greatest values; of
    equal values the least keys, of equal keys the first."""
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


def evenly(marks: list[int], width: int) -> list[int]:
    """Return the indices, rising, of `width` states with as many of each mark as of any other, as
    far as there are. marks: of the states; equal ones are adjacent, the best first."""
    count = len(marks)
    order = []
    place = 0
    for i in range(count):
        place = place + 1 if i and marks[i] == marks[i - 1] else 0
        order.append(place * count + i)
    order.sort()
    return sorted([n % count for n in order[:width]])


def _append(row, count, item):
    """Store `item` after the first `many` entries of a list, enlarged if full."""
    if count == len(row):
        row.extend([None] * (_MORE + (count >> 1)))
    row[count] = item
