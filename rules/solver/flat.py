"""The solver's layers where memory is scarce, on a handheld: arrays of ints, and states that others
outdo taken out as soon as they come. Slower than `rules.solver.wide` and of the same answers.
"""

import gc
from array import array

from rules.solver.search import _WORK, side

_SLICE = 48  # states taken on between two looks at the limit
_CROWD = 48  # new states that wait to be compared
_ROOM = (60, 120, 330)  # states there is room for at first, by spare jokers
_SLOTS = "iiiiihhh"
_PAST = "iHi"
_PIECE = 6  # bits of a place in a piece of the layers so far
_IN = 63
_MORE = 16  # states of followers there is room for at first
collect = gc.collect if hasattr(gc, "mem_alloc") else int  # often: or the heap goes to pieces
_SLOT = 8191  # most slots there are numbers for


class Layers:
    """The states between two numbers, one number after the other, of one `Search`.

    start: what the followers begin with, or None.

    The states of the coming layer lie in slots: arrays of the key, of its value << 13 | where it
    came from, of its bits' complements, then the values of the layer before; of what it may be
    compared with (chains of slots by `Search.mark`), and, with followers, of their bits and the
    place of their state in `ends`. The layers so far lie one after the other, in pieces of three
    arrays: the key, where it came from in the layer before, and the followers' state where that is
    an int, else its place in `auxes`. All are used again by the next search: what is made anew
    tears the heap to pieces.
    """

    def __init__(self, search, start):
        self.search = search
        self.plainly = start.__class__ is int
        self.auxes = [[start]]  # states of the followers by layer, unless they are ints
        self.starts = [0, 1]  # where each layer begins, and where the last ends
        self.owed = 9 if search.keeper else search.owed
        self.fresh = {}
        self.follows = start is not None
        if not search.room:
            search.room.extend(([], [], [], []))
        self.slots, self.past, names, self._dense = search.room
        self._grow(min(_ROOM[search.spare], 4 * search.wide))
        self._lengthen(1)
        for pieces in self.past:
            pieces[0][0] = 0
        self.slots[4][0] = 0
        if not names:
            names.extend(([], [], array("h", (0,))))
        self.ends, self.marks, self.heads = names
        self.ended = len(self.ends)  # how many of them are in use
        self.marked = len(self.marks)
        self._clear()
        if self.plainly:
            self.past[2][0][0] = start
        self._at = None
        self._dense.extend(search.tables(len(self._dense)))

    def _clear(self):
        """Begin with no followers' states. Lists of ints are used again."""
        if self.plainly:
            for number in range(self.ended):
                self.ends[number] = None
            for number in range(self.marked):
                self.marks[number] = None
        else:
            self.ends = []
            self.marks = []
        self.ended = self.marked = 0

    def _grow(self, room):
        """Make room for at least so many slots."""
        slots = self.slots
        if slots and len(slots[0]) > room:
            room = len(slots[0])
        for i in range(8 if self.follows else 6):
            if i == len(slots):
                slots.append(array(_SLOTS[i]))
            old = slots[i]
            if len(old) < room:
                if len(old):
                    collect()
                new = array(_SLOTS[i], range(room))  # takes no memory twice, as bytes would
                for at in range(len(old)):
                    new[at] = old[at]
                slots[i] = new
            old = new = None

    def _lengthen(self, room):
        """Make room for so many states in the layers so far."""
        for i in range(3 if self.follows else 2):
            if i == len(self.past):
                self.past.append([])
            while len(self.past[i]) << _PIECE < max(room, len(self.past[0]) << _PIECE):
                self.past[i].append(array(_PAST[i], range(_IN + 1)))

    def many(self):
        """How many states the last layer has."""
        return self.starts[-1] - self.starts[-2]

    def last(self):
        """The last layer's states: (state of the followers, key, value, index)."""
        for index in range(self.many()):
            at = self.starts[-2] + index
            yield (
                self._aux(-1, at),
                self.past[0][at >> _PIECE][at & _IN],
                self.slots[4][index],
                index,
            )

    def _aux(self, number, at):
        """The followers' state of a layer's state."""
        if not self.follows:
            return None
        aux = self.past[2][at >> _PIECE][at & _IN]
        return aux if self.plainly else self.auxes[number][aux]

    def trace(self, index):
        """Sets way: (state of the followers, key) of the best way, layer by layer."""
        self.way = []
        for number in range(13, -1, -1):
            at = self.starts[number] + index
            self.way.append((self._aux(number, at), self.past[0][at >> _PIECE][at & _IN]))
            index = self.past[1][at >> _PIECE][at & _IN]
        self.way.reverse()
        self.slots = self.past = self.auxes = self.ends = self.marks = self.heads = self._at = None

    def ready(self, must, may):
        """`Search.options` of a number, for `more`."""
        if self._at == (must, may):
            return ()
        self._at = must, may
        return self.search.options(must, may, self._dense)

    def more(self, must, may, jokers, low, high):
        """Optional tiles laid with so many in runs, -1 for what cannot be. `ready` was called."""
        return self._dense[jokers][low * 25 + high] - 1

    def split(self, must, may, key, jokers, more):
        """`Search.split`."""
        return self.search.split(must, may, key, jokers, more)

    def links(self, number, left, first, old, new):
        """`Search.moves` of two colours from `old` to `new` (-1: to any), the states' twelve bits
        each, with so many jokers left. first: 0 or 2, which two."""
        code = self.search.limits(first, number, left)
        if new < 0 or self.search.mixed:
            return [one for one in self.search.moves(old, code) if new < 0 or one >> 5 == new]
        return [
            (one & 7) + 5 * (two & 7)
            for one in side(old & 63, code // 25)
            if one >> 3 == new & 63
            for two in side(old >> 6, code % 25)
            if two >> 3 == new >> 6
        ]

    def advance(self):
        """Go through the numbers, until no state is left; a generator that yields None between
        slices. Raises solver.Stop."""
        search = self.search
        spare = search.spare
        worth = search.worth
        opening = search.opening
        watch = opening is not None and opening.watches
        plain = not self.follows
        slots = self.slots
        fresh = self.fresh
        keys = self.past[0]
        places = None if plain else self.past[2]
        for number in range(1, 14):
            weight = search.price[number]
            # a state with n jokers spent must be worth more than this and worth[n]
            cut = search.floor - search.ahead[number] - worth[spare]
            start = self.starts[-2]
            many = self.many()
            self.used = self.held = 0
            self.free = -1
            if plain:
                self.chain = self.extra = self.number = 0
                self.marked = 1
                self.heads[0] = -1
            work = count = 0
            last = 0
            codes = [
                (search.limits(0, number, left), search.limits(2, number, left))
                for left in range(spare + 1)
            ]
            yield None
            while last < many:
                first = last
                place = 0 if plain else places[start + first >> _PIECE][start + first & _IN]
                while last < many and (
                    plain or places[start + last >> _PIECE][start + last & _IN] == place
                ):
                    last += 1
                for way in search.ways(self._aux(-1, start + first), number):
                    if way is None:
                        yield None
                        continue
                    end, must, may, took, add, laid = way[:6]
                    for _ in self.ready(must, may):
                        yield None
                    dense = self._dense
                    laid *= weight
                    work += 30
                    if not plain and not watch:
                        self._aim(end)
                    for total in range(took, spare + 1):  # with few jokers first: see `_put`
                        low_code, high_code = codes[spare - total]
                        known = -1
                        for index in range(first, last):
                            key = keys[start + index >> _PIECE][start + index & _IN]
                            spent = (key >> 24) + took
                            if spent > total:
                                continue
                            if known != key >> 12 & 4095:  # mostly that of the state before
                                known = key >> 12 & 4095
                                highs = search.moves(known, high_code)
                                work += 40
                            work += 40
                            if work > _WORK:
                                work = 0
                                yield None
                            if highs:
                                flat = dense[total - spent]
                                base = slots[4][index] + laid + worth[total] - worth[spent - took]
                                ones, twos = search.sides(key & 4095, low_code)
                                for one in ones:
                                    for two in twos:
                                        if work > _WORK:
                                            work = 0
                                            yield None
                                        work += 2 * len(highs)
                                        at = 25 * (one + two & 31)
                                        low = one + two >> 5 | total << 24
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
                                                    self._aim(
                                                        (
                                                            end[0],
                                                            opening.count(
                                                                end[1],
                                                                number,
                                                                more - 1,
                                                                total - spent,
                                                            ),
                                                        )
                                                    )
                                                self._put(new, gain)
                                                work += 20 + (self.held >> 1)
                                if len(fresh) >= _CROWD:
                                    for _ in self._empty():
                                        yield None
                            count += total == spare
                            if count >= _SLICE:
                                collect()
                                search.took(count)
                                count = 0
                                yield None
            search.took(count)
            for _ in self._empty():
                yield None
            highs = ones = twos = None
            collect()
            for _ in self._close():
                yield None
            if not self.many():
                return

    def _aim(self, aux):
        """What `_put` puts comes with the followers' state `aux`."""
        mark, self.extra = self.search.mark(aux)
        self.aux = aux
        self.number = self.ends.index(aux) if aux in self.ends else -1  # `_put` finds it a place
        if mark in self.marks:
            self.chain = self.marks.index(mark)
        else:
            self.chain = chain = self.marked
            _append(self.marks, chain, mark)
            self.marked += 1
            if chain >= len(self.heads):
                self.heads.extend(array("h", range(_MORE + (chain >> 1))))
            self.heads[chain] = -1

    def _empty(self):
        """Put all that waits, the best first; yields None between slices."""
        work = 0
        fresh = self.fresh
        order = sorted(fresh)
        ranks = [fresh[order[i]] & ~8191 | 8191 - i for i in range(len(order))]
        ranks.sort(reverse=True)
        for rank in ranks:
            key = order[8191 - (rank & 8191)]
            self._put(key, fresh[key])
            work += 20 + (self.held >> 1)
            if work > _WORK:
                work = 0
                yield None
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
        chain = slots[5]
        extra = self.extra
        extras = slots[6] if extra else None
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
                        if (
                            keys[slot] == key
                            and gains[slot] < gain
                            and (not self.follows or slots[7][slot] == self.number)
                        ):
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
                            gone = not self.follows or not slots[6][slot] & ~extra
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
            if slot >= _SLOT:
                self.search.narrowed = True
                self.heads[self.chain] = head
                return
            if slot == len(keys):
                self._grow(slot + (slot >> 1))
            self.used = slot + 1
        self.held += 1
        slots[0][slot] = key
        slots[1][slot] = gain
        slots[2][slot] = ~a if a >= 0 else -1
        slots[3][slot] = ~b if a >= 0 else -1
        slots[5][slot] = head
        if self.follows:
            if self.number < 0:
                self.number = self.ended
                _append(self.ends, self.ended, self.aux)
                self.ended += 1
            slots[6][slot] = extra
            slots[7][slot] = self.number
        self.heads[self.chain] = slot

    def _same(self, key, slot):
        """The slot of a state without bits, or -1."""
        slots = self.slots
        while slot >= 0:
            if slots[0][slot] == key and (not self.follows or slots[7][slot] == self.number):
                return slot
            slot = slots[5][slot]
        return -1

    def _close(self):
        """Make the next layer of what the slots hold; yields None between slices."""
        slots = self.slots
        follows = self.follows
        order = [0] * self.held
        many = 0
        if follows:  # the followers' states in one order, so that every VM plays the same
            ends = self.ends[: self.ended]
            ends.sort()
            place = array("h", [ends.index(self.ends[i]) for i in range(self.ended)])
            ends = None
        for chain in range(self.marked):
            slot = self.heads[chain]
            while slot >= 0:
                # best first, so that of the next layer's less has to be kept and dropped again
                order[many] = (
                    place[slots[7][slot]] if follows else -1 - (slots[1][slot] >> 13)
                ) * 8192 + slot
                many += 1
                slot = slots[5][slot]
        order.sort()
        keys = slots[0]
        if many > self.search.wide:
            yield None
            order = [
                order[at]
                for at in self.search.widest(
                    [slots[1][rank & 8191] for rank in order], [keys[rank & 8191] for rank in order]
                )
            ]
            many = len(order)
        yield None
        work = 0
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
                work += 1
            order[at] = rank
            work += 2
            if work > _WORK:
                work = 0
                yield None
        for at in range(many):
            order[at] &= 8191
        if self.starts[-1] + many > len(self.past[0]) << _PIECE:
            for _ in self._forget(order):
                yield None
            self._lengthen(self.starts[-1] + many)
        at = self.starts[-1]
        for index in range(many):
            slot = order[index]
            piece = at >> _PIECE
            self.past[0][piece][at & _IN] = slots[0][slot]
            self.past[1][piece][at & _IN] = slots[1][slot] & 8191
            slots[4][index] = slots[1][slot] >> 13
            if follows:
                number = slots[7][slot]
                self.past[2][piece][at & _IN] = self.ends[number] if self.plainly else number
            at += 1
            if not at & _IN:
                yield None
        self.starts.append(at)
        if follows:
            if not self.plainly:
                self.auxes.append(self.ends)
            self._clear()

    def _forget(self, order):
        """Drop the states so far that lead to none in the slots of `order`: mostly more than half.
        Yields None between slices."""
        gains = self.slots[1]
        place = self.slots[5]  # where a state goes to, plus one; the chains are not needed any more
        keys, back = self.past[:2]
        auxes = self.past[2] if self.follows else None
        named = self.follows and not self.plainly
        starts = self.starts
        for number in range(len(starts) - 2, 0, -1):
            yield None
            first, last = starts[number : number + 2]
            after = range(last, starts[number + 2]) if order is None else order
            for index in range(last - first):
                place[index] = 0
            for at in after:
                if order:
                    place[gains[at] & 8191] = 1
                elif keys[at >> _PIECE][at & _IN] >= 0:
                    place[back[at >> _PIECE][at & _IN]] = 1
            many = 0
            for at in range(first, last):
                if place[at - first]:
                    many += 1
                    place[at - first] = many
                else:
                    keys[at >> _PIECE][at & _IN] = -1
            for at in after:
                if order:
                    gains[at] = gains[at] & ~8191 | place[gains[at] & 8191] - 1
                elif keys[at >> _PIECE][at & _IN] >= 0:
                    row = back[at >> _PIECE]
                    row[at & _IN] = place[row[at & _IN]] - 1
            order = None
        to = 1
        for number in range(1, len(starts) - 1):
            yield None
            first = starts[number]
            starts[number] = to
            new = []
            known = -1
            for at in range(first, starts[number + 1]):
                piece = at >> _PIECE
                if keys[piece][at & _IN] < 0:
                    continue
                keys[to >> _PIECE][to & _IN] = keys[piece][at & _IN]
                back[to >> _PIECE][to & _IN] = back[piece][at & _IN]
                if auxes:
                    aux = auxes[piece][at & _IN]
                    if named:
                        if aux != known:
                            known = aux
                            new.append(self.auxes[number][aux])
                        aux = len(new) - 1
                    auxes[to >> _PIECE][to & _IN] = aux
                to += 1
            if named:
                self.auxes[number] = new
        starts[-1] = to


def _append(row, many, one):
    """Put `one` behind the `many` in use of a list: no dict, which takes more."""
    if many == len(row):
        row.extend([None] * (_MORE + (many >> 1)))
    row[many] = one
