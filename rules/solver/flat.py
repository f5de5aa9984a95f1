"""The layers where memory is scarce, on a handheld: arrays of ints, and states that others outdo
taken out as soon as they come. Slower than `rules.solver.wide` and of the same answers.
"""

from array import array

from rules.solver import colour
from rules.solver.follower import JOKERS, LAID, LONG, MAY, MUST, STATE
from rules.solver.groups import KEYS, options
from rules.solver.layers import Layers, widest
from rules.solver.question import collect
from rules.solver.slots import (
    BESIDE,
    EXTRA,
    GAIN,
    HIGH,
    IN,
    KEY,
    LOW,
    NEXT,
    PAST_FROM,
    PAST_KEY,
    PAST_STATE,
    PIECE,
    VALUE,
)

_WORK = 100  # steps between two yields, each a tenth of a millisecond on a handheld
_SLICE = 48  # states taken on before the heap is collected: or it goes to pieces
_CROWD = 48  # new states that wait to be compared
_FEW = 12  # where they stand beside followers' states: few come together
_ROOM = (60, 120, 330)  # states there is room for at first, by spare jokers
_MORE = 16  # states of followers there is room for at first
_PIECES = 4  # of the layers so far, before states are dropped that lead nowhere
_SLOT_TYPES = "iiiiihhh"
_MOST_SLOTS = 8191  # there are numbers for
_PAST_TYPES = "iHi"


class FlatLayers(Layers):
    """See Layers.

    All arrays are used again by the next sweep: what is made anew tears the heap to pieces.
    """

    def __init__(self, sweep, start):
        Layers.__init__(self, sweep, start)
        self.follows = start is not None
        self.ints = start.__class__ is int  # followers' states are
        self.past_states = [[start]]  # by layer, unless they are ints
        self.starts = [0, 1]  # where each layer begins, and where the last ends
        self.fresh = {}  # keys to gains: new states that wait to be compared
        # where followers count what is placed, such dicts by (tiles laid, jokers) at the number
        self.by_placed = {} if sweep.watches() else None
        self.crowd = _FEW if self.follows else _CROWD
        self.ready_for = None
        self.low_bits = colour.mixed_low_bits if sweep.mixed else colour.low_bits
        self.high_bits = colour.mixed_high_bits if sweep.mixed else colour.high_bits
        if not sweep.room:
            sweep.room.extend(([], [], [], []))
        self.slots, self.past, lists, self.options = sweep.room
        self._grow(min(_ROOM[sweep.spare], 4 * sweep.width))
        self._lengthen(1)
        for pieces in self.past:
            pieces[0][0] = 0
        self.slots[VALUE][0] = 0
        if not lists:
            lists.extend(([], [], array("h", (0,))))
        # followers' states of the coming layer, what they may be compared by, a chain's first slot
        self.states, self.marks, self.heads = lists
        self.stated = len(self.states)  # how many are in use
        self.chains = len(self.marks)
        self._clear()
        if self.ints:
            self.past[PAST_STATE][0][0] = start
        for _ in range(len(self.options), sweep.spare + 1):
            self.options.append(bytearray(KEYS))

    def _clear(self):
        """Begin with no followers' states. Lists of ints are used again."""
        if self.ints:
            for i in range(self.stated):
                self.states[i] = None
            for i in range(self.chains):
                self.marks[i] = None
        else:
            self.states = []
            self.marks = []
        self.stated = self.chains = 0

    def _grow(self, room):
        """Make room for at least so many slots."""
        slots = self.slots
        if slots and len(slots[0]) > room:
            room = len(slots[0])
        for i in range(8 if self.follows else 6):
            if i == len(slots):
                slots.append(array(_SLOT_TYPES[i]))
            old = slots[i]
            if len(old) < room:
                if len(old):
                    collect()
                new = array(_SLOT_TYPES[i], range(room))  # takes no memory twice, as bytes would
                for slot in range(len(old)):
                    new[slot] = old[slot]
                slots[i] = new
            old = new = None

    def _lengthen(self, room):
        """Make room for so many states in the layers so far."""
        for i in range(3 if self.follows else 2):
            if i == len(self.past):
                self.past.append([])
            while len(self.past[i]) << PIECE < max(room, len(self.past[0]) << PIECE):
                self.past[i].append(array(_PAST_TYPES[i], range(IN + 1)))

    def many(self):
        """How many states the last layer has."""
        return self.starts[-1] - self.starts[-2]

    def last(self):
        for index in range(self.many()):
            at = self.starts[-2] + index
            key = self.past[PAST_KEY][at >> PIECE][at & IN]
            yield self._state(-1, at), key, self.slots[VALUE][index], index

    def _state(self, layer, at):
        """The followers' state of the layers' state at place `at`."""
        if not self.follows:
            return None
        state = self.past[PAST_STATE][at >> PIECE][at & IN]
        return state if self.ints else self.past_states[layer][state]

    def trace(self, index):
        self.way = []
        for layer in range(13, -1, -1):
            at = self.starts[layer] + index
            key = self.past[PAST_KEY][at >> PIECE][at & IN]
            self.way.append((self._state(layer, at), key))
            index = self.past[PAST_FROM][at >> PIECE][at & IN]
        self.way.reverse()
        self.slots = self.past = self.past_states = None
        self.states = self.marks = self.heads = self.ready_for = None

    # -- what a number allows

    def ready(self, must, may):
        if self.ready_for == (must, may):
            return ()
        self.ready_for = must, may
        return options(self.sweep, must, may, self.options)

    def laid(self, must, may, jokers, low, high):
        return self.options[jokers][low * 25 + high] - 1

    def links(self, number, left, first, old, new):
        limit = self.sweep.limits(first, number, left)
        if new < 0 or self.sweep.mixed:
            moves = colour.half_moves(old, limit)
            return [move for move in moves if new < 0 or move >> 5 == new]
        return [
            (move & 7) + 5 * (other & 7) | new << 5
            for move in colour.moves(old & 63, limit // 25)
            if move >> 3 == new & 63
            for other in colour.moves(old >> 6, limit % 25)
            if other >> 3 == new >> 6
        ]

    # -- the numbers

    def advance(self):
        for number in range(1, 14):
            self.used = self.held = self.since = self.work = 0
            self.free = -1  # a chain of slots given back
            if not self.follows:
                self.chain = self.extra = self.beside = 0
                self.chains = 1
                self.heads[0] = -1
            yield None
            yield from self._number(number)
            yield from self._compare(self.fresh)
            collect()
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
            for action in sweep.actions(state, number):
                if action is None:
                    yield None
                    continue
                sweep.budget.took(end - first)
                yield from self.ready(action[MUST], action[MAY])
                self.work += 30
                yield from self._take_on(action, number, first, end, limits)
                if self.follows:
                    yield from self._compare_followed(action[STATE], number)
            first = end

    def _end(self, first):
        """One past the last state of the last layer that stands beside the same as `first`."""
        if not self.follows:
            return self.many()
        places = self.past[PAST_STATE]
        start = self.starts[-2]
        at = start + first
        place = places[at >> PIECE][at & IN]
        while at < self.starts[-1] and places[at >> PIECE][at & IN] == place:
            at += 1
        return at - start

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
                at = start + index
                key = keys[at >> PIECE][at & IN]
                spent = (key >> 24) + taken
                if spent > total:
                    continue
                if known != key >> 12 & 4095:  # mostly that of the state before
                    known = key >> 12 & 4095
                    highs = colour.half_moves(known, high_limit)
                    self.work += 40
                self.work += 40
                if highs:
                    gain = self.slots[VALUE][index] + before + worth[total] - worth[spent - taken]
                    gain = gain << 13 | index
                    ones, twos = colour.sides(key & 4095, low_limit)
                    for one in ones:
                        self._spread(action, number, total, spent, gain, cut, one, twos, highs)
                        if self.work > _WORK:
                            self.work = 0
                            yield None
                if len(self.fresh) >= self.crowd:
                    yield from self._compare_followed(action[STATE], number)
                self.since += 1
                if self.since >= _SLICE:
                    self.since = 0
                    collect()
                    yield None

    def _spread(self, action, number, total, spent, gain, cut, one, twos, highs):
        """Enter into `fresh` what comes of a state by a move of colour 0 with all of colour 1 and
        of the other half.

        total, spent: jokers spent after and before the number, an action's with them. gain: the
        state's, with what the action lays. cut: what has to be outdone.
        """
        options = self.options[total - spent]
        weight = self.sweep.price[number] << 13
        cut = cut << 13 | 8191
        fresh = self.fresh
        by_placed = self.by_placed
        gain -= weight
        for two in twos:
            at = 25 * (one + two & 31)
            low = one + two >> 5 | total << 24
            for high in highs:
                laid = options[at + (high & 31)]
                if not laid or gain + laid * weight <= cut:
                    continue
                key = low | high >> 5 << 12
                if action[LONG]:
                    key = colour.lengthened(key, action[LONG], self.sweep.mixed)
                if by_placed is not None:
                    fresh = by_placed.setdefault((laid - 1, total - spent), {})
                if fresh.get(key, -1) < gain + laid * weight:
                    fresh[key] = gain + laid * weight
        self.work += 2 * len(twos) * len(highs)

    # -- the coming layer

    def _stand_beside(self, state):
        """What `_put` puts stands beside the followers' state `state`."""
        mark, self.extra = self.sweep.mark(state)
        self.state = state
        # `_put` finds it a place
        self.beside = self.states.index(state) if state in self.states else -1
        if mark in self.marks:
            self.chain = self.marks.index(mark)
            return
        self.chain = chain = self.chains
        _append(self.marks, chain, mark)
        self.chains += 1
        if chain >= len(self.heads):
            self.heads.extend(array("h", range(_MORE + (chain >> 1))))
        self.heads[chain] = -1

    def _compare_followed(self, state, number):
        """Put all that waits beside the followers' state of an action, or what they count."""
        if self.by_placed is None:
            if self.follows and self.fresh:
                self._stand_beside(state)
            yield from self._compare(self.fresh)
            return
        for laid, jokers in sorted(self.by_placed):
            self._stand_beside(self.sweep.counted(state, number, laid, jokers))
            yield from self._compare(self.by_placed[laid, jokers])
        self.by_placed.clear()

    def _compare(self, fresh):
        """Put all that waits, the best first; yields None between slices."""
        order = sorted(fresh)
        ranks = [fresh[order[i]] & ~8191 | 8191 - i for i in range(len(order))]
        ranks.sort(reverse=True)
        for rank in ranks:
            key = order[8191 - (rank & 8191)]
            self._put(key, fresh[key])
            self.work += 20 + (self.held >> 1)
            if self.work > _WORK:
                self.work = 0
                yield None
            del fresh[key]  # the dict keeps its room: growing anew would tear the heap to pieces

    def _put(self, key, gain):
        """Keep a state, unless a kept one outdoes it, and drop those that it outdoes."""
        low = self.low_bits(key)
        high = -1 if low < 0 else self.high_bits(key)
        if self._outdone(key, gain, low, high):
            return
        head = self.heads[self.chain]
        if low < 0:
            slot = self._same(key, head)
            if slot >= 0:
                if self.slots[GAIN][slot] < gain:
                    self.slots[GAIN][slot] = gain
                return
        else:
            head = self._without_outdone(key, gain, ~low, ~high)
        slot = self._slot()
        if slot < 0:
            self.sweep.narrowed = True
            self.heads[self.chain] = head
            return
        slots = self.slots
        slots[KEY][slot] = key
        slots[GAIN][slot] = gain
        slots[LOW][slot] = ~low if low >= 0 else -1
        slots[HIGH][slot] = ~high if low >= 0 else -1
        slots[NEXT][slot] = head
        if self.follows:
            if self.beside < 0:
                self.beside = self.stated
                _append(self.states, self.stated, self.state)
                self.stated += 1
            slots[EXTRA][slot] = self.extra
            slots[BESIDE][slot] = self.beside
        self.heads[self.chain] = slot

    def _outdone(self, key, gain, low, high):
        """True when a kept state outdoes this one (see `layers`), or is the same."""
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
                    if keys[slot] == key and gains[slot] < gain and self._beside_same(slot):
                        gains[slot] = gain  # it came from a later one: any would do
                    return True
            slot = chain[slot]
        return False

    def _without_outdone(self, key, gain, low, high):
        """Give back the slots of the chain that hold states this one outdoes: its first slot then.
        low, high: the state's bits' complements; a kept one's bits are in their zeros."""
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
            on = chain[slot]
            gone = False
            if not ~lows[slot] & low and not ~highs[slot] & high and highs[slot] != -1:
                if gains[slot] >> 13 <= value:
                    more = keys[slot] >> 24
                    if more == spent or self.owed <= spent < more:
                        gone = not self.follows or not slots[EXTRA][slot] & ~self.extra
            if gone:
                if past < 0:
                    head = on
                else:
                    chain[past] = on
                chain[slot] = self.free
                self.free = slot
                self.held -= 1
            else:
                past = slot
            slot = on
        return head

    def _slot(self):
        """A slot to use, -1 where there are no more."""
        slot = self.free
        if slot >= 0:
            self.free = self.slots[NEXT][slot]
        else:
            slot = self.used
            if slot >= _MOST_SLOTS:
                return -1
            if slot == len(self.slots[KEY]):
                self._grow(slot + (slot >> 1))
            self.used = slot + 1
        self.held += 1
        return slot

    def _beside_same(self, slot):
        """True when a slot's state stands beside the same followers' state."""
        return not self.follows or self.slots[BESIDE][slot] == self.beside

    def _same(self, key, slot):
        """The slot of a state without bits, or -1."""
        while slot >= 0:
            if self.slots[KEY][slot] == key and self._beside_same(slot):
                return slot
            slot = self.slots[NEXT][slot]
        return -1

    # -- the next layer

    def _close(self):
        """Make the next layer of what the slots hold; yields None between slices."""
        slots = self.slots
        order = self._ranked()
        yield None
        if len(order) > self.sweep.width:
            self.sweep.narrowed = True
            gains = [slots[GAIN][rank & 8191] for rank in order]
            keys = [slots[KEY][rank & 8191] for rank in order]
            order = [order[i] for i in widest(gains, keys, self.sweep.width)]
            gains = keys = None
            yield None
        yield from self._by_key(order)
        for i in range(len(order)):
            order[i] &= 8191
        at = self.starts[-1]
        if at + len(order) > len(self.past[0]) << PIECE:
            if len(self.past[0]) >= _PIECES:
                from rules.solver import trim

                yield None
                yield from trim.forget(self, order)
                at = self.starts[-1]
            self._lengthen(at + len(order))
        for index in range(len(order)):
            slot = order[index]
            piece = at >> PIECE
            self.past[PAST_KEY][piece][at & IN] = slots[KEY][slot]
            self.past[PAST_FROM][piece][at & IN] = slots[GAIN][slot] & 8191
            slots[VALUE][index] = slots[GAIN][slot] >> 13
            if self.follows:
                beside = slots[BESIDE][slot]
                self.past[PAST_STATE][piece][at & IN] = self.states[beside] if self.ints else beside
            at += 1
            if not at & IN:
                yield None
        self.starts.append(at)
        if self.follows:
            if not self.ints:
                self.past_states.append(self.states)
            self._clear()

    def _ranked(self):
        """The slots in use, each with a rank << 13: of the followers' states, in one order so that
        every VM plays the same; without any the best first, so that of the next layer's less has to
        be kept and dropped again."""
        slots = self.slots
        order = [0] * self.held
        if self.follows:
            states = self.states[: self.stated]
            states.sort()
            place = array("h", [states.index(self.states[i]) for i in range(self.stated)])
            states = None
        many = 0
        for chain in range(self.chains):
            slot = self.heads[chain]
            while slot >= 0:
                rank = place[slots[BESIDE][slot]] if self.follows else ~(slots[GAIN][slot] >> 13)
                order[many] = rank * 8192 + slot
                many += 1
                slot = slots[NEXT][slot]
        order.sort()
        return order

    def _by_key(self, order):
        """Sort ranks from `_ranked` further: beside one followers' state by value, those of one
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


def _append(row, many, item):
    """Put an item behind the `many` in use of a list: no dict, which takes more."""
    if many == len(row):
        row.extend([None] * (_MORE + (many >> 1)))
    row[many] = item
