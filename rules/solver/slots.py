"""The slots of the coming layer: states compared as they come, dominated ones given back."""

from array import array

from rules.solver import runs
from rules.solver.columns import EXTRA, GAIN, HIGH, KEY, LOW, NEXT, STATE_PLACE, VALUE
from rules.solver.layers import Layers
from rules.solver.problem import WIDTH, collect, free

if False:  # for type checkers
    from rules.solver.constraint import State
    from rules.solver.sweep import Sweep

_WORK = 100  # steps between two yields, each a tenth of a millisecond on a handheld
_ROOM = (60, 120, 330)  # states there is room for at first, by spare jokers
_MORE = 16  # states of constraints there is room for at first
_SLOT_TYPES = "iiiiihhh"
_MOST_SLOTS = 8191  # there are numbers for
THIN = 63  # states kept between two numbers once there are no more slots: no player's `wide`
_MANY = 1024  # that memory is short for
_FLOOR = 18688  # bytes that a wide search leaves free


class Slots(Layers):
    """See Layers, and `layers_small` for the layers so far.

    The next sweep reuses all arrays: making them anew would fragment the heap.
    """

    past: list[list]

    def __init__(self, sweep: "Sweep", start: "State") -> None:
        Layers.__init__(self, sweep, start)
        self.constrained = start is not None
        self.ints = start.__class__ is int  # constraints' states are
        self.low_bits = runs.mixed_low_bits if sweep.mixed else runs.low_bits
        self.high_bits = runs.mixed_high_bits if sweep.mixed else runs.high_bits
        if not sweep.room:
            sweep.room.extend(([], [], [], []))
        self.slots, _, lists, _ = sweep.room
        jokers = sweep.spare
        if not max(sweep.may):  # where all has to be laid few states come of many jokers, too
            jokers = 0
        elif jokers and self.constrained and sweep.first.few:
            jokers = 1
        self._grow(min(_ROOM[jokers], 4 * sweep.width))
        self.slots[VALUE][0] = 0
        if not lists:
            lists.extend(([], [], array("h", (0,))))
        # constraints' states of the coming layer, what they may be compared by, chains' first
        self.states, self.marks, self.heads = lists
        self.stated = len(self.states)  # how many are in use
        self.chains = len(self.marks)
        self._clear()

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
        layers so far. A narrow search takes few. Where memory is short a wide one takes all it can
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
        """Begin with no constraints' states. Lists of ints are used again."""
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
        """What `_put` puts stands beside the constraints' state `state`."""
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
            del fresh[key]  # the dict keeps its room: growing it again would fragment the heap

    def _put(self, key, gain):
        """Keep a state, unless a kept one dominates it, and drop those that it dominates."""
        low = self.low_bits(key)
        high = -1 if low < 0 else self.high_bits(key)
        if self._dominated(key, gain, low, high):
            return
        head = self.heads[self.chain]
        if low < 0:
            slot = self._same(key, head)
            if slot >= 0:
                if self.slots[GAIN][slot] < gain:
                    self.slots[GAIN][slot] = gain
                return
        else:
            head = self._without_dominated(key, gain, ~low, ~high)
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
        if self.constrained:
            if self.state_place < 0:
                self.state_place = self.stated
                _append(self.states, self.stated, self.state)
                self.stated += 1
            slots[EXTRA][slot] = self.extra
            slots[STATE_PLACE][slot] = self.state_place
        self.heads[self.chain] = slot

    def _dominated(self, key, gain, low, high):
        """True when a kept state dominates this one (see `layers`), or is the same."""
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
                        gains[slot] = gain  # it came from a later one: any would do
                    return True
            slot = chain[slot]
        return False

    def _without_dominated(self, key, gain, low, high):
        """Give back the slots of the chain that hold states this one dominates; its first slot
        then. low, high: the state's bits' complements; a kept one's bits are in their zeros."""
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
                        gone = not self.constrained or not slots[EXTRA][slot] & ~self.extra
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
            if slot == len(self.slots[KEY]):
                self._more(slot)
                if slot == len(self.slots[KEY]):
                    return -1
            self.used = slot + 1
        self.held += 1
        return slot

    def _of_same_state(self, slot):
        """True when a slot's state stands beside the same constraints' state."""
        return not self.constrained or self.slots[STATE_PLACE][slot] == self.state_place

    def _same(self, key, slot):
        """The slot of a state without bits, or -1."""
        while slot >= 0:
            if self.slots[KEY][slot] == key and self._of_same_state(slot):
                return slot
            slot = self.slots[NEXT][slot]
        return -1


def _append(row, many, item):
    """Put an item behind the `many` in use of a list: no dict, which takes more."""
    if many == len(row):
        row.extend([None] * (_MORE + (many >> 1)))
    row[many] = item
