"""The solver's layers where memory is scarce, on a handheld: arrays of ints, and states that others
outdo taken out as soon as they come. Slower than `rules.solverwide` and of the same answers.
"""
import gc
from array import array

_SLICE = 12  # states taken on between two yields
_CROWD = 48  # new states that wait to be compared
_ROOM = (60, 120, 330)  # states there is room for at first, by spare jokers
_KINDS = "iiiihih"  # the arrays of the slots
collect = gc.collect if hasattr(gc, "mem_alloc") else int  # often: or the heap goes to pieces
_WIDE = 8191  # most states kept between two numbers; more are never needed, but would not be proved


class Layers:
    """The states between two numbers, one number after the other, of one `Search`.

    start: what the followers begin with, or None.

    The states of the coming layer lie in slots: arrays of the key, of its value << 13 | where it came
    from, of its bits' complements, of what it may be compared with (chains of slots by
    `Search.mark`), and of its followers' state.
    """

    def __init__(self, search, start):
        self.search = search
        self.values = array("i", (0,))
        self.keys = [array("i", (0,))]  # states by layer
        self.backs = [array("H", (0,))]  # where each came from in the layer before
        self.auxes = [[start]]  # states of the followers by layer
        self.firsts = [array("H", (0, 1))]  # where the states of each begin, and one past the last
        self.owed = 9 if search.keeper else search.owed
        self.fresh = {}
        self.follows = start is not None
        self.slots = search.room  # used again by the next search
        self._grow(max(_ROOM[search.spare], len(self.slots[0]) if self.slots else 0))
        self._at = None
        self._dense = search.tables()

    def _grow(self, room):
        """Make room for so many slots."""
        kinds = _KINDS if self.follows else _KINDS[:5]
        for i in range(len(kinds)):
            if i == len(self.slots):
                self.slots.append(array(kinds[i]))
            old = self.slots[i]
            if len(old) < room:
                collect()
                new = array(kinds[i], range(room))  # takes no memory twice, as bytes would
                for at in range(len(old)):
                    new[at] = old[at]
                self.slots[i] = new
            old = new = None
        self.room = room

    def many(self):
        """How many states the last layer has."""
        return len(self.values)

    def last(self):
        """The last layer's states: (state of the followers, key, value, index)."""
        firsts = self.firsts[-1]
        for part in range(len(self.auxes[-1])):
            for index in range(firsts[part], firsts[part + 1]):
                yield self.auxes[-1][part], self.keys[-1][index], self.values[index], index

    def trace(self, index):
        """Sets way: (state of the followers, key) of the best way, layer by layer."""
        self.way = []
        for number in range(13, -1, -1):
            firsts = self.firsts[number]
            part = 0
            while firsts[part + 1] <= index:
                part += 1
            self.way.append((self.auxes[number][part], self.keys[number][index]))
            index = self.backs[number][index]
        self.way.reverse()
        self.slots = self.values = self.keys = self.backs = self.auxes = self.firsts = None
        self._at = None

    def _table(self, must, may):
        """`Search.options` of a number."""
        if self._at != (must, may):
            self._at = must, may
            self.search.options(must, may, self._dense)
        return self._dense

    def more(self, must, may, jokers, low, high):
        """Optional tiles laid with so many in runs, -1 for what cannot be."""
        return self._table(must, may)[jokers][low * 25 + high] - 1

    def split(self, must, may, key, jokers, more):
        """`Search.split`."""
        return self.search.split(must, may, key, jokers, more)

    def advance(self, number):
        """Go on to the next layer; a generator that yields None between slices. Raises solver.Stop."""
        search = self.search
        spare = search.spare
        worth = search.worth
        opening = search.opening
        watch = opening is not None and opening.watches
        weight = search.factor * number + search.plus
        # a state with n jokers spent must be worth more than this and worth[n]
        cut = search.floor - search.ahead[number] - worth[spare]
        keys = self.keys[-1]
        values = self.values
        firsts = self.firsts[-1]
        fresh = self.fresh
        plain = self.auxes[0][0] is None
        self.ends = []  # states of the followers
        self.marks = []  # what those of a chain share
        self.heads = array("h")  # first slots of the chains
        self.used = self.held = 0
        self.free = -1
        if plain:
            self._aim(None)
        count = 0
        collect()
        for part in range(len(self.auxes[-1])):
            for way in search.ways(self.auxes[-1][part], number):
                end, must, may, took, add, laid = way[:6]
                dense = self._table(must, may)
                laid *= weight
                if not plain and not watch:
                    self._aim(end)
                for total in range(took, spare + 1):  # with few jokers first: see `_put`
                    low_code = search.limits(0, number, spare - total)
                    high_code = search.limits(2, number, spare - total)
                    known = -1
                    for index in range(firsts[part], firsts[part + 1]):
                        key = keys[index]
                        spent = (key >> 24) + took
                        if spent > total:
                            continue
                        if known != key >> 12 & 4095:  # states come sorted by it
                            known = key >> 12 & 4095
                            highs = search.moves(known, 2, high_code)
                        if highs:
                            flat = dense[total - spent]
                            base = values[index] + laid + worth[total] - worth[spent - took]
                            for low in search.moves(key & 4095, 0, low_code):
                                at = 25 * (low & 31)
                                low = low >> 5 | total << 24
                                for high in highs:
                                    more = flat[at + (high & 31)]
                                    if not more:
                                        continue
                                    gain = base + (more - 1) * weight
                                    if gain <= cut + worth[total]:
                                        continue
                                    new = low | high >> 5 << 12
                                    if add:
                                        new = search.added(new, add)
                                    gain = gain << 13 | index
                                    if plain:
                                        if fresh.get(new, -1) < gain:
                                            fresh[new] = gain
                                    else:
                                        if watch:
                                            self._aim((end[0], opening.count(
                                                end[1], number, more - 1, total - spent)))
                                        self._put(new, gain)
                            if len(fresh) >= _CROWD:
                                self._empty()
                                yield None
                        count += total == spare
                        if count >= _SLICE:
                            self._took(count)
                            count = 0
                            yield None
        self._took(count)
        self._empty()
        highs = None
        self._close()
        yield None

    def _took(self, count):
        collect()
        self.search.took(count)

    def _aim(self, aux):
        """What `_put` puts comes with the followers' state `aux`."""
        self.number = _place(self.ends, aux)
        mark, self.extra = (None, 0) if aux is None else self.search.mark(aux)
        self.chain = _place(self.marks, mark)
        if self.chain == len(self.heads):
            self.heads.append(-1)

    def _empty(self):
        """Put all that waits, the best first."""
        fresh = self.fresh
        order = sorted(fresh)
        ranks = [fresh[order[i]] & ~8191 | 8191 - i for i in range(len(order))]
        ranks.sort(reverse=True)
        for rank in ranks:
            key = order[8191 - (rank & 8191)]
            self._put(key, fresh[key])
            del fresh[key]  # the dict keeps its room: growing anew would tear the heap to pieces

    def _put(self, key, gain):
        """Keep a state, unless a kept one outdoes it, and drop those that it outdoes.

        A state outdoes one of no more value when its runs, and its followers, can do whatever the
        other's can, with the same jokers spent, or with fewer of those that need not be laid.
        """
        slots = self.slots
        keys = slots[0]
        gains = slots[1]
        lows = slots[2]
        highs = slots[3]
        chain = slots[4]
        extra = self.extra
        extras = slots[5] if extra else None
        owed = self.owed
        a = self.search.low_bits(key)
        b = -1 if a < 0 else self.search.high_bits(key)
        spent = key >> 24
        value = gain >> 13
        head = self.heads[self.chain]
        slot = head
        while slot >= 0:
            if not a & lows[slot] and not b & highs[slot] and value <= gains[slot] >> 13:
                less = keys[slot] >> 24
                if less == spent or owed <= less < spent:
                    if not extra or not extra & ~extras[slot]:
                        if keys[slot] == key and gains[slot] < gain and (
                                not self.follows or slots[6][slot] == self.number):
                            gains[slot] = gain  # it came from a later one: any would do
                        return
            slot = chain[slot]
        if a < 0:
            slot = self._same(key, head)
            if slot >= 0:
                if gains[slot] < gain:
                    gains[slot] = gain
                return
        else:  # a kept one's bits are in its complement's zeros
            past = -1
            slot = head
            while slot >= 0:
                on = chain[slot]
                gone = False
                if not ~lows[slot] & ~a and not ~highs[slot] & ~b and lows[slot] != -1:
                    if gains[slot] >> 13 <= value:
                        more = keys[slot] >> 24
                        if more == spent or owed <= spent < more:
                            gone = not self.follows or not slots[5][slot] & ~extra
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
        slot = self.free
        if slot >= 0:
            self.free = chain[slot]
        else:
            slot = self.used
            if slot >= _WIDE:
                self.search.narrowed = True
                self.heads[self.chain] = head
                return
            if slot == self.room:
                self._grow(slot + (slot >> 1))
                slots = self.slots
            self.used = slot + 1
        self.held += 1
        slots[0][slot] = key
        slots[1][slot] = gain
        slots[2][slot] = ~a if a >= 0 else -1
        slots[3][slot] = ~b if a >= 0 else -1
        slots[4][slot] = head
        if self.follows:
            slots[5][slot] = extra
            slots[6][slot] = self.number
        self.heads[self.chain] = slot

    def _same(self, key, slot):
        """The slot of a state without bits, or -1."""
        slots = self.slots
        while slot >= 0:
            if slots[0][slot] == key and (not self.follows or slots[6][slot] == self.number):
                return slot
            slot = slots[4][slot]
        return -1

    def _close(self):
        """Make the next layer of what the slots hold."""
        slots = self.slots
        follows = self.follows
        order = [0] * self.held
        many = 0
        for slot in self.heads:
            while slot >= 0:
                # best first, so that of the next layer's less has to be kept and dropped again
                order[many] = (slots[6][slot] if follows else -1 - (slots[1][slot] >> 13)) * 8192 + slot
                many += 1
                slot = slots[4][slot]
        order.sort()
        keys = slots[0]
        for at in range(1, many):  # those of one value by key, so that every VM plays the same
            rank = order[at]
            key = keys[rank & 8191]
            number = rank >> 13
            value = slots[1][rank & 8191] >> 13
            while at:
                other = order[at - 1]
                if other >> 13 != number:
                    break
                if follows:
                    more = slots[1][other & 8191] >> 13
                    if more > value or more == value and keys[other & 8191] < key:
                        break
                elif keys[other & 8191] < key:
                    break
                order[at] = other
                at -= 1
            order[at] = rank
        self.heads = self.marks = keys = None
        self.values = None
        collect()
        self.values = array("i", range(many))
        keys = array("i", range(many))
        back = array("H", range(many))
        auxes = []
        firsts = []
        known = -1
        for index in range(many):
            rank = order[index]
            slot = rank & 8191
            number = slots[6][slot] if follows else 0
            if number != known:
                known = number
                auxes.append(self.ends[known])
                firsts.append(index)
            keys[index] = slots[0][slot]
            self.values[index] = slots[1][slot] >> 13
            back[index] = slots[1][slot] & 8191
        firsts.append(many)
        self.ends = order = None
        self.keys.append(keys)
        self.backs.append(back)
        if follows and self.search.opening is None:
            auxes = array("i", auxes)
        self.auxes.append(auxes)
        self.firsts.append(array("H", firsts))


def _place(row, one):
    """Where `one` is in the list `row`, put at its end if need be: no dict, which takes more."""
    if one in row:
        return row.index(one)
    row.extend([one])  # grows by a few, `append` to twice the size
    return len(row) - 1
