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
    The moves of two colours add up to one of the half (`placing.half_moves`). With the moves `low`
    and `high`, the next key is  low >> 5 | high >> 5 << 12 | jokers << 24,  and the tiles used,
    25 * (low & 31) + (high & 31), are an index into `placing.options`.
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

from rules.solver import placing, problem
from rules.solver.constraint import JOKERS, LAID, MAY, MUST, RUNS, STATE
from rules.solver.problem import NARROW_WIDTH, WIDTH, collect, free_bytes

if False:  # for type checkers
    from collections.abc import Iterable, Iterator

    from rules.base import Slices
    from rules.solver.constraint import Counts, State
    from rules.solver.sweep import Sweep

# A slot holds one state of the layer under construction: an entry in each of these arrays.
KEY = 0
GAIN = 1
LOW = 2  # complements of its dominance bits, low half
HIGH = 3  # the high half, likewise. Both are -1 for a state without dominance bits
VALUE = 4  # the value of the state with this index in the layer before: unrelated to the slot
NEXT = 5  # the next slot of its linked list (chain): of the states that may dominate each other
EXTRA = 6  # its constraints' dominance bits
STATE_INDEX = 7  # the index of its constraint state in `states`
_SLOT_TYPES = "iiiiihhh"

# The finished layers, in pieces of 64 states: an entry in each of these arrays, and KEY.
FROM = 1  # the index of its predecessor in the layer before
PAST_STATE = 2  # its constraint state if that is an int, else its index in `past_states`
_PAST_TYPES = "iHi"
_PIECE = 6  # position >> _PIECE is the piece, position & _IN the place in it
_PLACE = 63
_MIN_PIECES = 4  # number of pieces from which on states without successors are dropped

_INDEX = 8191  # the bits of an index or a slot number
_MAX_SLOTS = 8191
_INITIAL_SLOTS = (60, 120, 330)  # initial number of slots, by number of free jokers
_INITIAL_STATES = 16  # initial capacity for constraint states
MIN_WIDTH = 63  # states kept after a number once memory is short: a width that no player uses
_ENOUGH_SLOTS = 1024  # slots: if the heap cannot hold as many, memory is short
_OVERRUN = 5376  # bytes by which a layer may take more than `_try_more_slots` expects

_WORK = 100  # steps between two yields, each a tenth of a millisecond on a handheld
_SLICE = 48  # states expanded between garbage collections; with more, the heap fragments
_MAX_NEW = 48  # number of new states collected in a dict before they are compared
_MAX_NEW_CONSTRAINED = 12  # the limit under constraints, where fewer successors are equal


class SmallLayers:
    """The layers of one sweep, in arrays of ints. Layer 0 is before number 1, layer 13 after 13.

    `layers_fast.FastLayers` has the same for a sweep: advance, last_states, trace, prepare_laid,
    most_laid, and path, the (constraint state, key) of each layer on the best way.

    The arrays belong to the sweep, and the next sweep reuses them: new ones would fragment the
    heap.
    """

    past: list[list]

    def __init__(self, sweep: "Sweep", start: "State") -> None:
        self.sweep = sweep
        self.path: list[tuple] = []
        self.jokers_to_lay = sweep.jokers_to_lay
        self.constrained = start is not None
        self.bound = sweep.bound
        self.int_states = start.__class__ is int  # whether constraint states are ints
        if not sweep.arrays:
            sweep.arrays.extend(([], [], [], []))
        self.slots, self.past, lists, self.options = sweep.arrays
        jokers = sweep.free_jokers
        if sweep.bound or sweep.bound_made or sweep.width == WIDTH and not max(sweep.may):
            jokers = 0  # few states arise
        elif jokers and self.constrained and sweep.first.has_few_states:
            jokers = 1
        is_beam = sweep.width < NARROW_WIDTH
        self._grow(
            min(_INITIAL_SLOTS[jokers], 4 * sweep.width) if is_beam else _INITIAL_SLOTS[jokers]
        )
        self.slots[VALUE][0] = 0
        if not lists:
            lists.extend(([], [], array("h", (0,))))
        # For the layer under construction: the constraint states, the comparison key of each chain,
        # and the first slot of each chain.
        self.states, self.chain_keys, self.chain_heads = lists
        self.state_count = len(self.states)  # entries of `states` in use
        self.chain_count = len(self.chain_keys)
        self._clear()
        self.relaxed_state: tuple = (0, ())
        self.past_states = [[start]]  # constraint states by layer, unless they are ints
        self.starts = [0, 1]  # position in `past` where each layer begins, and where the last ends
        self.new_states: dict[int, int] = {}  # new states not compared yet: key to gain
        # If a constraint counts what is placed: {(tiles laid, jokers placed): a dict as above}.
        self.by_placed: dict | None = {} if sweep.counts_placed() else None
        self.max_new = _MAX_NEW_CONSTRAINED if self.constrained else _MAX_NEW
        self.states_since_collect = 0  # states expanded since the last garbage collection
        self.work = 0  # steps since the last yield
        self.prepared_counts: tuple | None = None
        self._make_room(1)
        for pieces in self.past:
            pieces[0][0] = 0
        if self.int_states:
            self.past[PAST_STATE][0][0] = start
        for _ in range(len(self.options), sweep.free_jokers + 1):
            self.options.append(bytearray(placing.KEYS))

    # -- the interface for a sweep and `backtrack`

    def advance(self) -> "Slices[None]":
        """Compute all layers, in slices, unless one is empty. Raises Stop, see Budget."""
        for number in range(1, 14):
            self._begin_layer()
            yield None
            yield from self._expand_number(number)
            yield from self._compare(self.new_states)
            yield None
            if self.sweep.width == WIDTH:  # in a beam search, layers are small
                self._collect()
                yield None
            yield from self._finish_layer()
            if self.sweep.bound_made:
                yield None
                self.sweep.bound_made.add_layer(self.last_states(), self._layer_size(), self.key_of)
            if not self._layer_size():
                return

    def last_states(self) -> "Iterator[tuple[State, int, int, int]]":
        """Yield (constraint state, key, value, index) of each state of the last layer."""
        for index in range(self._layer_size()):
            position = self.starts[-2] + index
            yield self._state(-1, position), self.key_of(index), self.slots[VALUE][index], index

    def trace(self, index: int) -> None:
        """Set `path` to the states that led to state `index` of layer 13; drop the arrays."""
        self.path = []
        for layer in range(13, -1, -1):
            position = self.starts[layer] + index
            key = self.past[KEY][position >> _PIECE][position & _PLACE]
            self.path.append((self._state(layer, position), key))
            index = self.past[FROM][position >> _PIECE][position & _PLACE]
        self.path.reverse()
        self.slots = self.past = self.past_states = None
        self.states = self.chain_keys = self.chain_heads = self.prepared_counts = None

    def prepare_laid(self, must: "Counts", may: "Counts") -> "Iterable[None]":
        """Prepare `most_laid` for a number whose tiles have these counts by colour, in slices."""
        if self.prepared_counts == (must, may):
            return ()
        self.prepared_counts = must, may
        return placing.options(self.sweep, must, may, self.options)

    def most_laid(self, must: "Counts", may: "Counts", jokers: int, low: int, high: int) -> int:
        """Return the maximum number of optional tiles laid; -1 if the placement is impossible.

        low, high: tiles of each half in runs, in base 5. jokers: number placed at this number.
        """
        return self.options[jokers][low * 25 + high] - 1

    # -- the finished layers

    def _layer_size(self):
        """Return the number of states in the last layer."""
        return self.starts[-1] - self.starts[-2]

    def key_of(self, index: int) -> int:
        """Return the key of the state with this index in the last layer."""
        position = self.starts[-2] + index
        return self.past[KEY][position >> _PIECE][position & _PLACE]

    def _state(self, layer, position):
        """Return the constraint state of the state of `layer` at `position`."""
        if not self.constrained:
            return None
        state = self.past[PAST_STATE][position >> _PIECE][position & _PLACE]
        return state if self.int_states else self.past_states[layer][state]

    def _make_room(self, room):
        """Make room for `room` states in the finished layers."""
        for i in range(3 if self.constrained else 2):
            if i == len(self.past):
                self.past.append([])
            while len(self.past[i]) << _PIECE < max(room, len(self.past[0]) << _PIECE):
                self.past[i].append(array(_PAST_TYPES[i], range(_PLACE + 1)))

    def _collect(self):
        """Free garbage. An exact search keeps MIN_WIDTH states from now on if memory is short."""
        self.states_since_collect = 0
        placing.moves_cache.clear()  # its small objects between the arrays would fragment the heap
        collect()
        if self._is_exact() and free_bytes() < problem.reserve - _OVERRUN:
            self.sweep.width = MIN_WIDTH

    def _is_exact(self):
        """Return whether a handheld runs an exact search: only this may need too much memory."""
        return free_bytes and (self.bound or self.sweep.width in (WIDTH, NARROW_WIDTH))

    # -- from one layer to the next

    def _expand_number(self, number):
        """Expand all states of the last layer by the tiles of `number`, in slices."""
        sweep = self.sweep
        limits = [sweep.run_limits(number, left) for left in range(sweep.free_jokers + 1)]
        yield None
        bound = self.bound
        if bound:
            bound.begin_number(sweep, number, max(self.slots[VALUE][: self._layer_size()]))
        first = 0
        while first < self._layer_size():
            state = self._state(-1, self.starts[-2] + first)
            end = self._end_of_state(first)
            if self.constrained:
                yield None
            counted_keys: list[tuple] = []
            for action in sweep.actions(state, number):
                if action is None:
                    yield None
                    continue
                chosen = range(first, end)
                if bound:
                    relaxed = sweep.to_relaxed(action[STATE])
                    chosen = bound.select(
                        sweep, relaxed, action[JOKERS], chosen, self.key_of, self.slots[VALUE]
                    )
                action_key = (action[STATE], action[JOKERS], action[RUNS])
                if not sweep.counts_once or action_key not in counted_keys:
                    sweep.budget.spend(len(chosen))
                    if sweep.counts_once:
                        counted_keys.append(action_key)
                yield from self.prepare_laid(action[MUST], action[MAY])
                self.work += 30
                yield from self._expand(action, number, chosen, limits)
                if self.constrained:
                    yield None
                    yield from self._compare_new(action[STATE], number)
            first = end
        sweep.budget.spend(0)

    def _end_of_state(self, first):
        """Return the index after the last state with the same constraint state as state `first`."""
        if not self.constrained:
            return self._layer_size()
        states = self.past[PAST_STATE]
        start = self.starts[-2]
        position = start + first
        state = states[position >> _PIECE][position & _PLACE]
        last = self.starts[-1]
        while position < last and states[position >> _PIECE][position & _PLACE] == state:
            position += 1
        return position - start

    def _expand(self, action, number, indices, limits):
        """Expand the states at `indices` by one action, in slices."""
        sweep = self.sweep
        free_jokers = sweep.free_jokers
        worth = sweep.joker_worth
        action_jokers = action[JOKERS]
        # A state with n jokers spent must be worth more than  base_value + worth[n].
        base_value = sweep.to_beat - sweep.value_ahead[number] - worth[free_jokers]
        self.weight = sweep.tile_values[number] << 13
        action_value = action[LAID] * sweep.tile_values[number]
        for total in range(action_jokers, free_jokers + 1):  # fewest first: these dominate
            low_limit, high_limit = limits[free_jokers - total]
            min_gain = base_value + worth[total] << 13 | _INDEX
            high_half = -1  # no half yet
            for index in indices:
                key = self.key_of(index)
                spent = (key >> 24) + action_jokers
                if spent > total:
                    continue
                if high_half != key >> 12 & 4095:  # often the previous state has the same half
                    high_half = key >> 12 & 4095
                    highs = placing.half_moves(high_half, high_limit)
                    self.work += 40
                self.work += 40
                if highs:
                    gain = self.slots[VALUE][index] + action_value
                    gain = gain + worth[total] - worth[spent - action_jokers] << 13 | index
                    moves_0, moves_1 = placing.moves_by_colour(key & 4095, low_limit)
                    for move_0 in moves_0:
                        self._add_successors(
                            action, total, total - spent, gain, min_gain, move_0, moves_1, highs
                        )
                        if self.work > _WORK:
                            self.work = 0
                            yield None
                if len(self.new_states) >= self.max_new:
                    yield from self._compare_new(action[STATE], number)
                self.states_since_collect += 1
                if self.states_since_collect >= _SLICE:
                    self._collect()
                    yield None

    def _add_successors(self, action, total, placed, gain, min_gain, move_0, moves_1, highs):
        """Enter into `new_states` the successors of a state by `move_0` of colour 0, each move in
        `moves_1` of colour 1 and each in `highs` of the high half. total: jokers spent up to and
        including this number. placed: jokers placed at this number, without the action's. gain:
        the state's gain plus that of the action. min_gain: gain to exceed."""
        options = self.options[placed]
        weight = self.weight
        new_states = self.new_states
        gain -= weight  # `options` hold the number of tiles laid + 1; 0: impossible
        reached = 0
        for move_1 in moves_1:
            row = 25 * (move_0 + move_1 & 31)
            low = move_0 + move_1 >> 5 | total << 24
            for high in highs:
                laid = options[row + (high & 31)]
                if not laid or gain + laid * weight <= min_gain:
                    continue
                reached += 1
                key = low | high >> 5 << 12
                if action[RUNS]:
                    key = placing.with_long_runs(key, action[RUNS], self.sweep.mixed)
                if self.by_placed is not None:
                    new_states = self.by_placed.setdefault((laid - 1, placed), {})
                if new_states.get(key, -1) < gain + laid * weight:
                    new_states[key] = gain + laid * weight
        if not self.sweep.counts_once:
            self.sweep.budget.reached += reached
        self.work += 2 * len(moves_1) * len(highs)

    def _compare_new(self, state, number):
        """Compare the new states, whose constraint state is `state`; if the constraint counts what
        is placed, the one that `after_placing` gives."""
        if self.by_placed is None:
            if self.constrained and self.new_states:
                self._set_state(state)
            yield from self._compare(self.new_states)
            return
        for laid, jokers in sorted(self.by_placed):
            self._set_state(self.sweep.after_placing(state, number, laid, jokers))
            yield from self._compare(self.by_placed[laid, jokers])
        self.by_placed.clear()

    # -- slots of the layer under construction

    def _grow(self, size):
        """Enlarge the slot arrays to at least `size` slots."""
        slots = self.slots
        if slots and len(slots[0]) > size:
            size = len(slots[0])
        elif slots:
            collect()
        count = 8 if self.constrained else 6
        for i in range(len(slots), count):
            slots.append(array(_SLOT_TYPES[i]))
        for i in range(count - 1, -1, -1):  # KEY last: its length says how many slots there are
            old_slots = slots[i]
            if len(old_slots) < size:
                new_slots = array(_SLOT_TYPES[i], range(size))  # bytes would need twice the memory
                for slot in range(len(old_slots)):
                    new_slots[slot] = old_slots[slot]
                slots[i] = new_slots
            old_slots = new_slots = None

    def _try_more_slots(self, slot):
        """Make more than the current `slot` slots if possible: each takes 26 bytes, and 14 more in
        the finished layers. If memory is short, an exact search takes all slots that it can get at
        once, since soon no free block will be as large; then it keeps only MIN_WIDTH states."""
        sweep = self.sweep
        new_size = slot + (slot >> 1)
        is_exact = self._is_exact()
        if is_exact:
            collect()
            bytes_left = free_bytes() - problem.reserve + 26 * slot + 640 * len(self.past[0])
            affordable = bytes_left // 40
            if affordable < _ENOUGH_SLOTS:
                new_size = affordable
        try:
            if is_exact and new_size < slot + 24:  # too few to matter
                sweep.width = MIN_WIDTH
            elif sweep.width != MIN_WIDTH:
                self._grow(min(new_size, _MAX_SLOTS))
        except MemoryError:
            if not is_exact:
                raise
            sweep.width = MIN_WIDTH

    def _clear(self):
        """Drop the constraint states of the layer under construction; keep lists of ints."""
        if self.int_states:
            for i in range(self.state_count):
                self.states[i] = None
            for i in range(self.chain_count):
                self.chain_keys[i] = None
        else:
            self.states = []
            self.chain_keys = []
        self.state_count = self.chain_count = 0

    def _begin_layer(self):
        """Begin a new layer."""
        self.slots_touched = self.slots_used = self.work = 0
        self.first_free = -1  # first slot of the list of free slots
        if not self.constrained:
            self.chain = self.extra = self.state_index = 0
            self.chain_count = 1
            self.chain_heads[0] = -1

    def _set_state(self, state):
        """Make `state` the constraint state of the states that `_add` adds next."""
        chain_key, self.extra = self.sweep.comparison_key(state)
        self.state = state
        self.relaxed_state = self.sweep.to_relaxed(state)
        # -1: not in `states` yet; `_add` adds it
        self.state_index = self.states.index(state) if state in self.states else -1
        if chain_key in self.chain_keys:
            self.chain = self.chain_keys.index(chain_key)
            return
        self.chain = chain = self.chain_count
        _append(self.chain_keys, chain, chain_key)
        self.chain_count += 1
        if chain >= len(self.chain_heads):
            self.chain_heads.extend(array("h", range(_INITIAL_STATES + (chain >> 1))))
        self.chain_heads[chain] = -1

    def _compare(self, new_states):
        """Move the states of the dict `new_states` into slots, in slices, the best first."""
        order = sorted(new_states)
        ranks = [new_states[order[i]] & ~_INDEX | _INDEX - i for i in range(len(order))]
        ranks.sort(reverse=True)
        for rank in ranks:
            key = order[_INDEX - (rank & _INDEX)]
            self._add(key, new_states[key])
            self.work += 20 + (self.slots_used >> 1)
            if self.work > _WORK:
                self.work = 0
                yield None
            del new_states[key]  # the dict keeps its size: growing it again would fragment the heap

    def _add(self, key, gain):
        """Add a state to the slots unless one there dominates it; free those that it dominates."""
        low = placing.low_bits(key, self.sweep.mixed)
        high = -1 if low < 0 else placing.high_bits(key, self.sweep.mixed)
        if self._is_dominated(key, gain, low, high):
            return
        if self.bound:
            most = self.bound.most(self.sweep, key, gain >> 13, self.relaxed_state)
            if not self.bound.is_enough(most):
                return
        slots = self.slots
        head = self.chain_heads[self.chain]
        if low < 0:  # no dominance bits: only a slot with the same key can compete with it
            slot = head
            while slot >= 0:
                if slots[KEY][slot] == key and self._has_same_state(slot):
                    if slots[GAIN][slot] < gain:
                        slots[GAIN][slot] = gain
                    return
                slot = slots[NEXT][slot]
        else:
            head = self._free_dominated(key, gain, ~low, ~high)
        slot = self._take_slot()
        if slot < 0:
            self.sweep.dropped_states = True
            self.chain_heads[self.chain] = head
            return
        slots[KEY][slot] = key
        slots[GAIN][slot] = gain
        slots[LOW][slot] = ~low if low >= 0 else -1  # inverted, so that one & compares two states
        slots[HIGH][slot] = ~high if low >= 0 else -1
        slots[NEXT][slot] = head
        if self.constrained:
            if self.state_index < 0:
                self.state_index = self.state_count
                _append(self.states, self.state_count, self.state)
                self.state_count += 1
            slots[EXTRA][slot] = self.extra
            slots[STATE_INDEX][slot] = self.state_index
        self.chain_heads[self.chain] = slot

    def _is_dominated(self, key, gain, low, high):
        """Return True if a state in the slots dominates this one or is equal to it."""
        slots = self.slots
        keys = slots[KEY]
        gains = slots[GAIN]
        lows = slots[LOW]
        highs = slots[HIGH]
        next_slots = slots[NEXT]
        extra = self.extra
        own_jokers = key >> 24
        value = gain >> 13
        slot = self.chain_heads[self.chain]
        while slot >= 0:
            if not low & lows[slot] and not high & highs[slot] and value <= gains[slot] >> 13:
                slot_jokers = keys[slot] >> 24
                if (
                    slot_jokers == own_jokers or self.jokers_to_lay <= slot_jokers < own_jokers
                ) and (not extra or not extra & ~slots[EXTRA][slot]):
                    if keys[slot] == key and gains[slot] < gain and self._has_same_state(slot):
                        gains[slot] = gain  # the greatest predecessor index wins
                    return True
            slot = next_slots[slot]
        return False

    def _free_dominated(self, key, gain, low, high):
        """Free the slots of the chain whose states this one dominates; return the chain's first
        slot, or -1. low, high: complements of this state's dominance bits."""
        slots = self.slots
        keys = slots[KEY]
        gains = slots[GAIN]
        lows = slots[LOW]
        highs = slots[HIGH]
        next_slots = slots[NEXT]
        own_jokers = key >> 24
        value = gain >> 13
        head = slot = self.chain_heads[self.chain]
        previous = -1
        while slot >= 0:
            following = next_slots[slot]
            is_dominated = False
            if not ~lows[slot] & low and not ~highs[slot] & high and highs[slot] != -1:
                if gains[slot] >> 13 <= value:
                    slot_jokers = keys[slot] >> 24
                    if slot_jokers == own_jokers or self.jokers_to_lay <= own_jokers < slot_jokers:
                        is_dominated = not self.constrained or not slots[EXTRA][slot] & ~self.extra
            if is_dominated:
                if previous < 0:
                    head = following
                else:
                    next_slots[previous] = following
                next_slots[slot] = self.first_free
                self.first_free = slot
                self.slots_used -= 1
            else:
                previous = slot
            slot = following
        return head

    def _take_slot(self):
        """Return the number of an unused slot, or -1 if all are used."""
        slot = self.first_free
        if slot >= 0:
            self.first_free = self.slots[NEXT][slot]
        else:
            slot = self.slots_touched
            if slot == len(self.slots[KEY]):
                self._try_more_slots(slot)
                if slot == len(self.slots[KEY]):
                    return -1
            self.slots_touched = slot + 1
        self.slots_used += 1
        return slot

    def _has_same_state(self, slot):
        """Return True if the slot's constraint state is the current one."""
        return not self.constrained or self.slots[STATE_INDEX][slot] == self.state_index

    # -- the finished layer

    def _finish_layer(self):
        """Append the states in the slots to the finished layers, in slices."""
        slots = self.slots
        ranked = self._rank_slots()
        max_states = self.sweep.beam_width(len(self.starts) - 1)
        self.sweep.dropped_states |= len(ranked) > max_states
        if self.sweep.width == MIN_WIDTH:
            del ranked[MIN_WIDTH:]
        yield None
        is_too_large = len(ranked) > max_states
        if is_too_large and not self.sweep.bound and self.sweep.width != NARROW_WIDTH:
            values = [slots[GAIN][rank & _INDEX] >> 13 for rank in ranked]
            keys = [slots[KEY][rank & _INDEX] for rank in ranked]
            ranked = [ranked[i] for i in keep_best(values, keys, max_states)]
            values = keys = None
            yield None
        yield from self._sort_equal_ranks(ranked)
        if is_too_large and self.bound:
            bounds = []
            for slot in (rank & _INDEX for rank in ranked):
                relaxed = self.sweep.to_relaxed(self.states[slots[STATE_INDEX][slot]])
                value = slots[GAIN][slot] >> 13
                bounds.append(self.bound.most(self.sweep, slots[KEY][slot], value, relaxed))
                yield None
            marks = [rank >> 13 for rank in ranked]
            ranked = [ranked[i] for i in keep_evenly(marks, bounds, max_states)]
        del ranked[max_states:]  # the best come first; lists for `keep_best` might not fit
        for i in range(len(ranked)):
            ranked[i] &= _INDEX
        if self.sweep.bound_made:
            self.starts[-1] = 0  # only the last layer is kept
        position = self.starts[-1]
        if position + len(ranked) > len(self.past[0]) << _PIECE:
            if position and len(self.past[0]) >= _MIN_PIECES:
                yield from self._prune(ranked)
                position = self.starts[-1]
            self._make_room(position + len(ranked))
        for index in range(len(ranked)):
            slot = ranked[index]
            piece = position >> _PIECE
            self.past[KEY][piece][position & _PLACE] = slots[KEY][slot]
            self.past[FROM][piece][position & _PLACE] = slots[GAIN][slot] & _INDEX
            slots[VALUE][index] = slots[GAIN][slot] >> 13
            if self.constrained:
                state = slots[STATE_INDEX][slot]
                self.past[PAST_STATE][piece][position & _PLACE] = (
                    self.states[state] if self.int_states else state
                )
            position += 1
            if not position & _PLACE:
                yield None
        self.starts.append(position)
        if self.constrained:
            if not self.int_states:
                self.past_states.append(self.states)
            self._clear()

    def _rank_slots(self):
        """Return a sorted list of rank << 13 | slot of the slots in use. With constraints, the rank
        is that of the constraint state in sorted order, which is the same on every VM. Without, or
        with a width of MIN_WIDTH, it orders by value, best first, so that the next layer keeps
        fewer states that it drops later."""
        slots = self.slots
        by_state = self.constrained and self.sweep.width != MIN_WIDTH
        ranked = [0] * self.slots_used
        if by_state:
            states = self.states[: self.state_count]
            states.sort()
            ranks = array("h", [states.index(self.states[i]) for i in range(self.state_count)])
            states = None
        count = 0
        for chain in range(self.chain_count):
            slot = self.chain_heads[chain]
            while slot >= 0:
                rank = ranks[slots[STATE_INDEX][slot]] if by_state else ~(slots[GAIN][slot] >> 13)
                ranked[count] = rank * 8192 + slot
                count += 1
                slot = slots[NEXT][slot]
        ranked.sort()
        return ranked

    def _sort_equal_ranks(self, ranked):
        """Sort the list of `_rank_slots` within equal ranks by value, then by key, in slices, so
        that every VM finds the same play. This is an insertion sort: it needs no memory."""
        keys = self.slots[KEY]
        gains = self.slots[GAIN]
        for i in range(1, len(ranked)):
            rank = ranked[i]
            key = keys[rank & _INDEX]
            value = gains[rank & _INDEX] >> 13
            while i:
                before = ranked[i - 1]
                if before >> 13 != rank >> 13:
                    break
                value_before = gains[before & _INDEX] >> 13
                if value_before > value or value_before == value and keys[before & _INDEX] < key:
                    break
                ranked[i] = before
                i -= 1
                self.work += 1
            ranked[i] = rank
            self.work += 2
            if self.work > _WORK:
                self.work = 0
                yield None

    # -- memory of the finished layers

    def _prune(self, kept_slots):
        """Drop the states of finished layers that lead to no slot in `kept_slots`, usually more
        than half of them. Yields None between slices."""
        gains = self.slots[GAIN]
        # No chain is in use now, so NEXT can hold 1 + the new index of each state; 0: dropped.
        new_index = self.slots[NEXT]
        starts = self.starts
        for layer in range(len(starts) - 2, 0, -1):
            yield None
            first, end = starts[layer : layer + 2]
            for index in range(end - first):
                new_index[index] = 0
            if kept_slots:
                for slot in kept_slots:
                    new_index[gains[slot] & _INDEX] = 1
            else:
                for piece, offset in self._kept_states(end, starts[layer + 2]):
                    new_index[self.past[FROM][piece][offset]] = 1
            count = 0
            for index in range(end - first):
                if new_index[index]:
                    count += 1
                    new_index[index] = count
                else:
                    position = first + index
                    self.past[KEY][position >> _PIECE][position & _PLACE] = -1
            if kept_slots:
                for slot in kept_slots:
                    gains[slot] = gains[slot] & ~_INDEX | new_index[gains[slot] & _INDEX] - 1
            else:
                for piece, offset in self._kept_states(end, starts[layer + 2]):
                    self.past[FROM][piece][offset] = new_index[self.past[FROM][piece][offset]] - 1
            kept_slots = None  # all earlier layers lead to finished layers
        new_start = 1
        for layer in range(1, len(starts) - 1):
            yield None
            first = starts[layer]
            starts[layer] = new_start
            new_start = self._compact(layer, first, starts[layer + 1], new_start)
        starts[-1] = new_start

    def _kept_states(self, first, end):
        """Yield (piece, place in it) of each kept state at the positions `first` to `end` - 1."""
        for position in range(first, end):
            if self.past[KEY][position >> _PIECE][position & _PLACE] >= 0:
                yield position >> _PIECE, position & _PLACE

    def _compact(self, layer, first, end, position):
        """Move the kept states of a layer to `position`; return the position after them."""
        past = self.past
        has_states = self.constrained and not self.int_states
        states = []
        last_state = -1
        for piece, offset in self._kept_states(first, end):
            for pieces in past[:3] if self.constrained else past[:2]:
                pieces[position >> _PIECE][position & _PLACE] = pieces[piece][offset]
            if has_states:
                state = past[PAST_STATE][piece][offset]
                if state != last_state:
                    last_state = state
                    states.append(self.past_states[layer][state])
                past[PAST_STATE][position >> _PIECE][position & _PLACE] = len(states) - 1
            position += 1
        if has_states:
            self.past_states[layer] = states
        return position


def keep_best(values: list[int], keys: list[int], width: int) -> list[int]:
    """Return the indices, in rising order, of the `width` best states: by greatest value, then
    least key, then lowest index."""
    sorted_values = sorted(values)
    least = sorted_values[len(sorted_values) - width]
    for value in sorted_values:
        width -= value > least
    equal_keys = sorted([keys[i] for i in range(len(keys)) if values[i] == least])
    last_key = equal_keys[width - 1]
    width -= equal_keys.index(last_key)
    out = []
    for i in range(len(values)):
        value = values[i]
        if value == least and keys[i] == last_key:
            width -= 1
            if width >= 0:
                out.append(i)
        elif value > least or value == least and keys[i] < last_key:
            out.append(i)
    return out


def keep_evenly(marks: list[int], bounds: list[int], width: int) -> list[int]:
    """Return the indices, in rising order, of `width` states spread evenly over the marks, one for
    each state; the greatest upper bounds, a list that this changes, come first."""
    count = len(marks)
    most = max(bounds)
    for i in range(count):
        bounds[i] = (most - bounds[i]) * count + i
    bounds.sort()
    occurrences: dict[int, int] = {}  # of each mark so far
    ranked = []
    for place in range(count):
        mark = marks[bounds[place] % count]
        occurrences[mark] = occurrences.get(mark, -1) + 1
        ranked.append(occurrences[mark] * count + place)
    ranked.sort()
    return sorted([bounds[n % count] % count for n in ranked[:width]])


def _append(row, count, item):
    """Store `item` after the first `count` entries of a list, enlarged if full."""
    if count == len(row):
        row.extend([None] * (_INITIAL_STATES + (count >> 1)))
    row[count] = item
