"""The exact solver: the best play of a position, jokers, openings and house options included.

The tiles are placed number by number, 1 to 13. What must be known between two numbers is, for each
colour, how many runs are open with one, two, or three and more tiles (one and two must go on, three
may stop), and how many jokers are spent. With r tiles of a colour going into runs at a number, the
short runs go on first, then long ones, then new ones start: no other way is ever better, so r alone
decides the next state. What is left of the number goes into groups; a choice of colours fits into
groups when no colour is there more often than there are groups and every group gets three or four.

A table joker that keeps its identity is a tile of its kind. Jokers under a clause (retrieved ones,
RG-8) are followed by `rules.solverjokers`, openings by `rules.solveropen`, as a second state beside
the first that takes tiles out of a number before the rest is placed.
"""
import gc

from rules import meldtab, melds, tiles
from rules.tiles import JOKER, KINDS, RulesError

_SLICE = 12  # states taken on between two yields
# What is kept at once: states between two numbers before those that others outdo are taken out, and
# states on all numbers; past that the search runs twice. A desktop has memory for speed.
_SMALL = hasattr(gc, "mem_alloc")
_CROWD = 160 if _SMALL else 100000
_MOVES = 6 if _SMALL else 100000
_SIDES = 24 if _SMALL else 100000
_STORED = 300 if _SMALL else 100000
_WIDE = 8191  # most states kept between two numbers; more are never needed, but would not be proved

_KEYS = 625  # choices of 0..4 tiles in four colours

ONE = meldtab.ONE
TWO = meldtab.TWO
THREE = meldtab.THREE
NEXT = meldtab.NEXT
FIND = meldtab.FIND


class Result:
    """The answer of `solve`.

    tiles: rack tiles laid, 0 when there is no play. points: what they cost on the rack. laid: bytes
    of codes, a joker 52. table: list of sets, every joker with its identity. proved: nothing better
    exists. states: how many states were taken on.
    """

    def __init__(self, table):
        self.tiles = 0
        self.points = 0
        self.laid = b""
        self.table = table
        self.proved = False
        self.states = 0


class Stop(Exception):
    """The state limit is reached."""


class Search:
    """One search over the numbers for one reading of the jokers.

    must, may: counts of kinds that have to be, can be laid. spare: free jokers, `owed` of them must
    be laid. loose: (number, mask) of table jokers not decided yet. factor, plus, joker: a tile is
    worth factor * number + plus. floor: only better values are wanted. special, opening: followers
    of jokers under a clause and of the opening, or None.

    A state is one int: four colours' open runs, six bits each (with mixed runs three counts of four
    bits), and the jokers spent from bit 24 on. Its value and where it came from are one int too:
    value << 13 | index in the layer before.
    """

    def __init__(self, rules, must, may, spare, owed, loose, factor, plus, joker):
        self.groups = not rules["runs_only"]
        self.runs = not rules["groups_only"]
        self.mixed = rules["mixed_runs"] and self.runs
        self.must = must
        self.may = may
        self.spare = spare
        self.owed = owed
        self.loose = loose
        self.factor = factor
        self.plus = plus
        self.joker = joker
        self.special = None
        self.opening = None
        self.memory = None
        self.keeper = False  # the opening follower is a solverkeep.Keeper
        self.floor = -1
        self.states = 0
        self.value = -1
        self.narrowed = False
        self.way = None

    def variants(self, number):
        """The must-counts of a number, four ints, for every choice of undecided jokers."""
        must = self.must
        out = [(must[number - 1], must[number + 12], must[number + 25], must[number + 38])]
        for at, mask in self.loose:
            if at == number:
                more = []
                for one in out:
                    for colour in range(4):
                        if mask >> colour & 1:
                            new = list(one)
                            new[colour] += 1
                            new = tuple(new)
                            if new not in more:
                                more.append(new)
                out = more
        return out

    def can(self, number):
        """The may-counts of a number, four ints."""
        may = self.may
        return (may[number - 1], may[number + 12], may[number + 25], may[number + 38])

    def _reach(self, number):
        """Most tiles of each colour that runs can find at a number, jokers aside; none past 13."""
        if number > 13:
            return None
        out = []
        for colour in range(4):
            at = colour * 13 + number - 1
            most = self.must[at] + self.may[at]
            for one, mask in self.loose:
                if one == number and mask >> colour & 1:
                    most += 1
            out.append(most)
        return out

    def options(self, must, may):
        """Every way to place a number's tiles.

        must, may: four counts each. Returns, for 0..spare jokers, a table from the tiles in runs
        (a digit to base 5 for each colour, colours 0 and 1 the higher two; with mixed runs their sum
        times 25) to the most optional tiles laid, plus one; 0 for what cannot be.
        """
        spare = self.spare
        out = [bytearray(_KEYS) for _ in range(spare + 1)]
        m0, m1, m2, m3 = must
        a0 = m0 + may[0]
        a1 = m1 + may[1]
        a2 = m2 + may[2]
        a3 = m3 + may[3]
        base = m0 + m1 + m2 + m3
        if not spare and not a0 | a1 | a2 | a3:
            out[0][0] = 1
            return out
        runs = self.runs
        mixed = self.mixed
        if not self.groups:
            tables = (b"\0", b"", b"")
        elif a0 > 2 or a1 > 2 or a2 > 2 or a3 > 2:
            tables = (meldtab.MORE0, meldtab.MORE1, meldtab.MORE2)
        elif spare or (a0 > 0) + (a1 > 0) + (a2 > 0) + (a3 > 0) > 2:
            tables = (meldtab.PAIRS0, meldtab.PAIRS1, meldtab.PAIRS2)
        else:
            tables = (b"\0", b"", b"")
        for jokers in range(spare + 1):
            got = out[jokers]
            for way in tables[jokers]:
                g0 = way & 3
                if g0 > a0:
                    continue
                g1 = way >> 2 & 3
                if g1 > a1:
                    continue
                g2 = way >> 4 & 3
                if g2 > a2:
                    continue
                g3 = way >> 6
                if g3 > a3:
                    continue
                laid = g0 + g1 + g2 + g3 - base + 1
                if not runs:
                    if g0 >= m0 and g1 >= m1 and g2 >= m2 and g3 >= m3:
                        if got[0] < laid:
                            got[0] = laid
                    continue
                for r0 in range(m0 - g0 if m0 > g0 else 0, a0 - g0 + 1):
                    for r1 in range(m1 - g1 if m1 > g1 else 0, a1 - g1 + 1):
                        for r2 in range(m2 - g2 if m2 > g2 else 0, a2 - g2 + 1):
                            for r3 in range(m3 - g3 if m3 > g3 else 0, a3 - g3 + 1):
                                total = r0 + r1 + r2 + r3
                                key = total * 25 if mixed else r0 * 25 + r1 * 125 + r2 + r3 * 5
                                total += laid
                                if got[key] < total:
                                    got[key] = total
        if runs and spare:
            units = (25,) if mixed else (25, 125, 1, 5)
            # jokers in runs come on top of jokers in groups: one more each time
            for jokers in range(1, spare + 1):
                here = out[jokers]
                less = out[jokers - 1]
                for key in range(_KEYS - 125):
                    total = less[key]
                    if total:
                        for unit in units:
                            if here[key + unit] < total:
                                here[key + unit] = total
        return out

    def actions(self, aux, number):
        """What the followers can do at a number.

        Returns a list of (next aux, must, may, jokers spent, colours that get a long run, tiles
        laid, what was done with special sets, must-counts chosen).
        """
        out = []
        may = self.can(number)
        special = self.special
        opening = self.opening
        for must in self.variants(number):
            if special:
                ways = special.actions(aux[0], number, must, may, self.spare)
            else:
                ways = [(None, must, may, 0, (), 0, None)]
            if opening:
                more = []
                for way in ways:
                    more += opening.actions(aux[1], number, way, may)
                ways = more
            elif special:
                ways = [((way[0], None),) + way[1:] for way in ways]
            for way in ways:
                out.append(way + (must,))
        return out

    def _moves(self, low, first, reach, used, left):
        """What two colours can do from state `low` (two of six bits each): a list of tiles used (six
        bits) | new state << 6.

        first: 0 or 2, which two. reach: from _reach, of this number
        and the two after it. used: a set of keys worth while, or None. left: jokers
        that later numbers can have.
        """
        here, next1, next2 = reach
        out = []
        if self.mixed:
            if first:
                return [0]
            one = low & 15
            two = low >> 4 & 15
            most = sum(next1) + left if next1 else 0
            most2 = sum(next2) + left if next2 else 0
            for key in range(25) if used is None else used:
                fresh = key - one - two
                if fresh < 0:
                    continue
                three = low >> 8
                if three > fresh:
                    three = fresh
                fresh -= three
                three += two
                if fresh + one > most or fresh > most2:
                    continue
                if three > most - fresh - one:
                    three = most - fresh - one
                out.append(key | (fresh | one << 4 | three << 8) << 6)
            return out
        sides = []
        for i in (0, 1):
            colour = first + i
            state = low >> 6 * i & 63
            mark = state << 4 | colour << 2 | left
            side = self.sides.get(mark)
            if side is not None:
                sides.append(side)
                continue
            side = []
            most = next1[colour] + left if next1 else 0
            most2 = next2[colour] + left if next2 else 0
            top = here[colour] + self.spare
            for take in range(ONE[state] + TWO[state], (top if top < 4 else 4) + 1):
                end = NEXT[state * 5 + take]
                if end == 255:
                    continue
                one = ONE[end]
                two = TWO[end]
                if one + two > most or one > most2:
                    continue
                three = most - one - two
                if three < THREE[end]:
                    end = FIND[(one * 5 + two) * 5 + three]
                side.append((take, end))
            sides.append(side)
            if len(self.sides) < _SIDES:
                self.sides[mark] = side
        for take, end in sides[0]:
            for more, last in sides[1]:
                if used is None or take + 5 * more in used:
                    out.append(take + 5 * more | end << 6 | last << 12)
        return out

    def _added(self, key, add):
        """The state with a long run more in each colour of `add`."""
        for colour in add:
            if self.mixed:
                key += 1 << 8
            else:
                state = key >> 6 * colour & 63
                more = FIND[(ONE[state] * 5 + TWO[state]) * 5 + THREE[state] + 1]
                key += (more - state) << 6 * colour
        return key

    def run(self, limit):
        """Search; a generator that yields None between slices. Sets value and what `build` needs.

        The layers are kept as bytes: where each state came from, and, while they are few, the states
        themselves. When they are many the search is made again for the states on the best way.
        """
        self.trail = []
        self.keys = []
        self.parts = []
        self.way = None
        for _ in self._pass(limit):
            yield None
        if self.value < 0:
            return
        way = [self.goal]
        for number in range(13, 0, -1):
            back = self.trail[number]
            at = 2 * way[-1]
            way.append(back[at] | back[at + 1] << 8)
        way.reverse()
        self.trail = None
        if self.keys is None:
            self.way = way
            for _ in self._pass(None):
                yield None
        else:
            keys = self.keys
            self.states_on = []
            for number in range(14):
                for aux, first, last in self.parts[number]:
                    if first <= way[number] < last:
                        break
                self.states_on.append((aux, _get(keys[number], way[number])))
        self.keys = None
        self.parts = None

    def _store(self, number, keys, back, parts):
        """Remember a layer: all of it, or in the second pass the state on the way."""
        if self.way:
            index = self.way[number]
            for aux, first, last in parts:
                if first <= index < last:
                    break
            self.states_on.append((aux, _get(keys, index) if _SMALL else keys[index]))
            return
        self.trail.append(back)
        if self.keys is None:
            return
        row = keys
        if not _SMALL:
            row = bytearray(4 * len(keys))
            for i in range(len(keys)):
                _put(row, i, keys[i])
        self.keys.append(row)
        self.parts.append(parts)
        self.stored += len(row) >> 2
        if self.stored > _STORED:
            self.keys = None
            self.parts = None

    def _pass(self, limit):
        special = self.special
        opening = self.opening
        spare = self.spare
        owed = self.owed
        joker = self.joker
        self.stored = 0
        self.states_on = []
        start = (special.start() if special else None, opening.start() if opening else None)
        if not special and not opening:
            start = None
        small = _SMALL
        turns = spare + 1 if small else 1
        keys = bytearray(4) if small else [0]
        values = bytearray(4) if small else [0]
        parts = [(start, 0, 1)]
        self._store(0, keys, b"\0\0", parts)
        ahead = joker * special.most() if special else 0
        for number in range(1, 14):
            ahead += sum(self.can(number)) * (self.factor * number + self.plus)
        worth = [joker * (n - owed if n > owed else 0) for n in range(spare + 1)]
        watch = opening is not None and opening.watches
        count = 0
        pool = {}  # the one big dict is used again: growing anew would tear the heap to pieces
        for number in range(1, 14):
            if small:
                gc.collect()
            weight = self.factor * number + self.plus
            ahead -= sum(self.can(number)) * weight
            # a state with n jokers spent must be worth more than cuts[n]
            cuts = [self.floor - ahead - worth[spare] + worth[n] for n in range(spare + 1)]
            after = {}
            if start is None:
                after[None] = pool
            cache = {}
            sides = {}
            if self.memory is not None:  # searches of the same position share what they work out
                cache, sides = self.memory[number]
            full = _CROWD
            there = None
            self.sides = sides
            reach = (self._reach(number), self._reach(number + 1), self._reach(number + 2))
            for aux, first, last in parts:
                for way in self._ways(aux, number):
                    end, must, may, took, add, laid = way[:6]
                    options = cache.get((must, may))
                    if options is None:
                        options = self._sorted(self.options(must, may)) + ({}, {})
                        if small:
                            cache.clear()
                        cache[(must, may)] = options
                    if not watch:
                        there = after.get(end)
                        if there is None:
                            there = after[end] = {}
                    laid *= weight
                    lows, highs, rows, flats, low_moves, high_moves = options
                    for place in range(first, (last - first) * turns + first):
                        index = place
                        while index >= last:
                            index -= last - first
                        key = _get(keys, index) if small else keys[index]
                        low = key & 4095
                        high = key >> 12 & 4095
                        spent = (key >> 24) + took
                        base = (_get(values, index) if small else values[index]) + laid
                        least = spent
                        most = spare
                        if small:  # few jokers first: what they can do need not be kept with more
                            least = most = (place - first) // (last - first)
                        for total in range(least if least > spent else spent, most + 1):
                            jokers = total - spent
                            mark = high | total << 12
                            high_way = high_moves.get(mark)
                            if high_way is None:
                                if small:  # states come sorted by it
                                    high_moves.clear()
                                high_way = high_moves[mark] = {}
                                for new in self._moves(high, 2, reach, highs, spare - total):
                                    high_way[new & 63] = new >> 6 << 12
                            if not high_way:
                                continue
                            mark = low | total << 12
                            low_way = low_moves.get(mark)
                            if low_way is None:
                                if len(low_moves) > _MOVES:
                                    low_moves.clear()
                                low_way = low_moves[mark] = self._moves(low, 0, reach, lows,
                                                                        spare - total)
                            begin = base + worth[total] - worth[spent - took]
                            cut = cuts[total]
                            row = pairs = None
                            if small:
                                flat = flats[jokers]
                            else:
                                row = rows[jokers]
                            for new in low_way:
                                if small:
                                    pairs = self._pairs(flat, new & 63, high_way, pairs)
                                else:
                                    pairs = row.get(new & 63)
                                    if pairs is None:
                                        continue
                                new = new >> 6 | total << 24
                                for gain in pairs:
                                    other = high_way.get(gain & 63)
                                    if other is None:
                                        continue
                                    more = gain >> 6
                                    gain = begin + more * weight
                                    if gain <= cut:
                                        continue
                                    other |= new
                                    if add:
                                        other = self._added(other, add)
                                    if watch:
                                        aim = (end[0], opening.count(end[1], number, more, jokers))
                                        there = after.get(aim)
                                        if there is None:
                                            there = after[aim] = {}
                                    gain = gain << 13 | index
                                    if there.get(other, -1) < gain:
                                        there[other] = gain
                                if small and there is not None and len(there) > full:
                                    self._best(there, None)
                                    full = max(_CROWD, len(there) + (len(there) >> 3) + 20)
                                    yield None
                        count += not small or spent == most
                        if count >= _SLICE:
                            self.states += count
                            count = 0
                            if limit is not None and self.states >= limit:
                                raise Stop
                            yield None
            cache = None
            low_moves = None
            high_moves = None
            self.sides = sides = None
            options = None
            rows = None
            lows = None
            highs = None
            low_way = None
            high_way = None
            pairs = None
            row = None
            flats = flat = None
            keys = bytearray() if small else []
            values = bytearray() if small else []
            many = 0
            back = bytearray()
            parts = []
            shared = {}
            for aux in sorted(after) if watch or special or opening else after:
                first = many
                kept = None
                if self.keeper:  # what can be had with fewer sets taken up outdoes the same with more
                    mark = (aux[0], aux[1][1])
                    kept = shared.get(mark)
                    if kept is None:
                        kept = shared[mark] = [([], []) for _ in range(spare + 1)]
                found = after[aux]
                self._best(found, kept)
                if many + len(found) > _WIDE:
                    self.narrowed = True
                    continue
                order = sorted(found)
                many += len(order)
                if small:
                    if first:
                        keys += bytearray(4 * len(order))
                        values += bytearray(4 * len(order))
                        back += bytearray(2 * len(order))
                    else:
                        keys = bytearray(4 * many)
                        values = bytearray(4 * many)
                        back = bytearray(2 * many)
                    for index in range(first, many):
                        key = order[index - first]
                        gain = found[key]
                        _put(keys, index, key)
                        _put(values, index, gain >> 13)
                        back[2 * index] = gain & 255
                        back[2 * index + 1] = gain >> 8 & 31
                else:
                    for key in order:
                        gain = found[key]
                        values.append(gain >> 13)
                        back.append(gain & 255)
                        back.append(gain >> 8 & 31)
                    if first:
                        keys += order
                    else:
                        keys = order
                if many > first:
                    parts.append((aux, first, many))
                if start is None:
                    for key in order:
                        del pool[key]
            after = None
            found = None
            there = None
            shared = None
            order = None
            self._store(number, keys, back, parts)
            yield None
        self.states += count
        if self.way:
            return
        for aux, first, last in parts:
            for index in range(first, last):
                spent = keys[4 * index + 3] if small else keys[index] >> 24
                if spent < owed:
                    continue
                value = _get(values, index) if small else values[index]
                rack_jokers = spent - owed
                if special:
                    if not special.accepts(aux[0]):
                        continue
                    rack_jokers += special.laid(aux[0])
                    value += joker * special.laid(aux[0])
                if opening and not opening.accepts(aux[1], rack_jokers):
                    continue
                if value > self.value and value > self.floor:
                    self.value = value
                    self.goal = index

    def _ways(self, aux, number):
        if aux is None:
            may = self.can(number)
            return [(None, must, may, 0, (), 0, None, must) for must in self.variants(number)]
        return self.actions(aux, number)

    def _sorted(self, options):
        """Options by colours: (keys of colours 0 and 1, keys of 2 and 3, for each count of jokers a
        dict from the first to a list of second | tiles laid << 6, the tables as they were).

        On a small machine None but for the tables.
        """
        if _SMALL:
            return None, None, None, options
        lows = set()
        highs = set()
        rows = []
        for one in options:
            row = {}
            for low in range(25):
                line = one[low * 25:low * 25 + 25]
                if any(line):
                    lows.add(low)
                    row[low] = [high | line[high] - 1 << 6 for high in range(25) if line[high]]
                    for high in range(25):
                        if line[high]:
                            highs.add(high)
            rows.append(row)
        return lows, highs, rows, options

    def _pairs(self, flat, low, high_way, pairs):
        """What `_sorted` has for `low`, from the table, in the list `pairs` if there is one."""
        if pairs is None:
            pairs = []
        else:
            pairs.clear()
        low *= 25
        for high in high_way:
            more = flat[low + high]
            if more:
                pairs.append(high | more - 1 << 6)
        return pairs

    def _bits(self, key):
        """Two ints such that a state whose bits hold another's can do whatever the other can.

        None for the few states that do not fit.
        """
        if self.mixed:
            one = key & 15
            two = key >> 4 & 15
            three = key >> 8 & 15
            return ((1 << three) - 1 | (1 << two + three) - 1 << 10
                    | (1 << one + two + three) - 1 << 20,
                    (1 << 10 - one - two) - 1 | (1 << 10 - one) - 1 << 10)
        a = key & 63
        b = key >> 6 & 63
        c = key >> 12 & 63
        d = key >> 18 & 63
        low = meldtab.LOW
        high = meldtab.HIGH
        if a >= meldtab.FULL or b >= meldtab.FULL or c >= meldtab.FULL or d >= meldtab.FULL:
            return None
        return (low[a] | high[a] << 8 | (low[b] | high[b] << 8) << 15,
                low[c] | high[c] << 8 | (low[d] | high[d] << 8) << 15)

    def _best(self, found, kept):
        """Delete from `found` the states that another one outdoes.

        A state outdoes one of no more value when its runs can do whatever the other's can, with the
        same jokers spent, or with fewer of those that need not be laid. kept: what a keeper's states
        with fewer sets taken up can do, or None.
        """
        order = sorted(found)
        if len(order) > _WIDE:
            self.narrowed = True
            for key in order[_WIDE:]:
                del found[key]
            order = order[:_WIDE]
        ranks = [found[order[i]] & ~8191 | (8191 - i) for i in range(len(order))]
        ranks.sort(reverse=True)
        owed = self.owed
        if kept is None:
            kept = [([], []) for _ in range(self.spare + 1)]
        else:
            owed = 9
        for rank in ranks:
            key = order[8191 - (rank & 8191)]
            bits = self._bits(key)
            if bits:
                spent = key >> 24
                a, b = bits
                for less in range(owed if owed < spent else spent, spent + 1):
                    firsts, seconds = kept[less]
                    i = 0
                    for c in firsts:
                        if not a & c and not b & seconds[i]:
                            break
                        i += 1
                    else:
                        continue
                    del found[key]
                    break
                else:
                    firsts.append(~a)
                    seconds.append(~b)

    def path(self):
        """The best way found, from 13 down: a list of steps for `build`."""
        steps = []
        self.decided = []  # kinds that undecided jokers count as
        watch = self.opening is not None and self.opening.watches
        for number in range(13, 0, -1):
            aux, key = self.states_on[number]
            past, old = self.states_on[number - 1]
            step = self._step(number, past, old, aux, key, watch)
            steps.append(step)
            variant = step[7]
            for colour in range(4):
                for _ in range(variant[colour] - self.must[colour * 13 + number - 1]):
                    self.decided.append(colour * 13 + number - 1)
        return steps

    def _step(self, number, past, old, aux, key, watch):
        """How the search came from state `old` to `key`, with the most tiles laid."""
        reach = (self._reach(number), self._reach(number + 1), self._reach(number + 2))
        left = self.spare - (key >> 24)
        self.sides = self.memory[number][1] if self.memory else {}
        best = None
        for end, must, may, took, add, laid, did, variant in self._ways(past, number):
            if end != aux and not watch:
                continue
            jokers = (key >> 24) - (old >> 24) - took
            if jokers < 0:
                continue
            if self.memory:
                flat = self.memory[number][0][(must, may)][3][jokers]
            else:
                flat = self.options(must, may)[jokers]
            high_way = self._moves(old >> 12 & 4095, 2, reach, None, left)
            for new in self._moves(old & 4095, 0, reach, None, left):
                low = new & 63
                for other in high_way:
                    high = other & 63
                    more = flat[low * 25 + high] - 1
                    if more < 0:
                        continue
                    if self._added(new >> 6 | other >> 6 << 12, add) != key & 16777215:
                        continue
                    if watch and (end[0], self.opening.count(end[1], number, more, jokers)) != aux:
                        continue
                    if best is None or laid + more > best[8]:
                        used = low
                        if not self.mixed:
                            used = low % 5 | low // 5 << 3 | high % 5 << 6 | high // 5 << 9
                        best = (number, must, may, used, jokers, more, did, variant, laid + more)
        return best

    def split(self, must, may, key, jokers, more):
        """Undo `options`: (tiles in groups, jokers in groups, jokers in runs by colour, tiles in
        runs by colour) that place `more` optional tiles with `key` in runs."""
        base = sum(must)
        have = [must[i] + may[i] for i in range(4)]
        for inside in range(jokers + 1):
            if self.mixed or not inside:
                spread = [(0, 0, 0, 0)]
            elif inside == 1:
                spread = [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)]
            else:
                spread = [(2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (0, 0, 0, 2),
                          (1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1), (0, 1, 1, 0), (0, 1, 0, 1),
                          (0, 0, 1, 1)]
            for way in ((meldtab.MORE0, meldtab.MORE1, meldtab.MORE2)[jokers - inside]):
                group = (way & 3, way >> 2 & 3, way >> 4 & 3, way >> 6)
                if way and not self.groups or jokers > inside and not self.groups:
                    continue
                if max([group[i] - have[i] for i in range(4)]) > 0:
                    continue
                if self.mixed:
                    want = key - inside
                    runs = [max(0, must[i] - group[i]) for i in range(4)]
                    for i in range(4):
                        while sum(runs) < want and runs[i] < have[i] - group[i]:
                            runs[i] += 1
                    if sum(runs) == want and want + sum(group) - base == more:
                        return group, jokers - inside, (inside, 0, 0, 0), runs
                    continue
                for put in spread:
                    runs = [(key >> 3 * i & 7) - put[i] for i in range(4)]
                    good = sum(runs) + sum(group) - base == more
                    for i in range(4):
                        if runs[i] < 0 or not must[i] <= runs[i] + group[i] <= have[i]:
                            good = False
                    if good:
                        return group, jokers - inside, put, runs
        raise RulesError("The solver lost its way.")

    def build(self):
        """The sets of the best way: a list of (GROUP or RUN, bytearray of kinds, free jokers 52)."""
        steps = self.path()
        out = []
        open_runs = [[], [], [], []]
        tracks = []
        self.marked = []  # rows under a joker clause
        self.stay = []  # old sets that a keeper left where they are
        for i in range(12, -1, -1):
            number, must, may, key, jokers, more, did = steps[i][:7]
            group, in_groups, in_runs, runs = self.split(must, may, key, jokers, more)
            self._groups(number, group, in_groups, out)
            if self.mixed:
                feed = []
                for colour in range(4):
                    feed += [colour * 13 + number - 1] * runs[colour]
                feed += [JOKER] * in_runs[0]
                self._feed(open_runs, 0, feed, out)
            else:
                for colour in range(4):
                    feed = [colour * 13 + number - 1] * runs[colour] + [JOKER] * in_runs[colour]
                    self._feed(open_runs, colour, feed, out)
            if self.keeper:
                for one in did[1]:
                    self.stay.append(self.opening.rows[one][2])
                did = did[0]
            if did:
                tracks = self._follow(tracks, did, open_runs, out)
        for row in tracks:
            out.append((melds.RUN, row))
        for rows in open_runs:
            for row in rows:
                out.append((melds.RUN, row))
        return out

    def _feed(self, open_runs, colour, feed, out):
        rows = open_runs[colour]
        rows.sort(key=_short_first)
        for i in range(len(rows)):
            if i < len(feed):
                rows[i].append(feed[i])
            else:
                out.append((melds.RUN, rows[i]))
        open_runs[colour] = rows[:len(feed)] + [bytearray((one,)) for one in feed[len(rows):]]

    def _groups(self, number, group, jokers, out):
        total = sum(group) + jokers
        if not total:
            return
        many = max((total + 3) // 4, max(group))
        rows = [bytearray() for _ in range(many)]
        order = [colour for colour in range(4) if group[colour]]
        order.sort(key=lambda colour: -group[colour])
        at = 0
        for colour in order:  # dealt round: no group gets a colour twice, sizes differ by one at most
            for _ in range(group[colour]):
                rows[at % many].append(colour * 13 + number - 1)
                at += 1
        for _ in range(jokers):
            rows[at % many].append(JOKER)
            at += 1
        for row in rows:
            out.append((melds.GROUP, row))

    def _follow(self, tracks, did, open_runs, out):
        """Do to the special sets what the follower did at a number."""
        going, groups, starts = did[:3]
        left = []
        for i in range(len(tracks)):
            code, merged = going[i]
            if code < 0:
                out.append((melds.RUN, tracks[i]))
                continue
            tracks[i].append(code)
            if merged < 0:
                left.append(tracks[i])
            else:
                open_runs[merged].append(tracks[i])
        for row in groups:
            row = bytearray(row)
            out.append((melds.GROUP, row))
            self.marked.append(row)
        for code in starts:
            row = bytearray((code,))
            left.append(row)
            self.marked.append(row)
        if len(did) > 3 and did[3]:
            left = [left[i] for i in did[3]]
        return left


def _put(row, index, number):
    """Write a number of 32 bits into a bytearray."""
    index *= 4
    row[index] = number & 255
    row[index + 1] = number >> 8 & 255
    row[index + 2] = number >> 16 & 255
    row[index + 3] = number >> 24


def _get(row, index):
    """Read what `_put` wrote."""
    index *= 4
    return row[index] | row[index + 1] << 8 | row[index + 2] << 16 | row[index + 3] << 24


def _short_first(row):
    return len(row) if len(row) < 3 else 3


# -- the question ----------------------------------------------------------------------------------


class _Job:
    """One way to read the jokers: what is kept, what is retrieved and paid."""

    def __init__(self, kept, freed, paid):
        self.kept = kept  # codes of table jokers that keep their identity
        self.freed = freed  # how many table jokers are retrieved
        self.paid = paid  # kinds of the rack tiles that pay


def _jobs(standing, rack):
    """Every way to keep or retrieve the table jokers `standing`; the first keeps all (T-8)."""
    out = [((), 0, ())]
    for code in standing:
        more = []
        for kept, freed, paid in out:
            more.append((kept + (code,), freed, paid))
        for kept, freed, paid in out:
            for colour in range(4):
                if tiles.mask_of(code) >> colour & 1:
                    kind = tiles.kind(colour, tiles.number_of(code))
                    if rack[kind] > paid.count(kind):
                        more.append((kept, freed + 1, paid + (kind,)))
        out = more
    jobs = []
    seen = []
    for kept, freed, paid in out:
        mark = (sorted(kept), freed, sorted(paid))
        if mark not in seen:
            seen.append(mark)
            jobs.append(_Job(kept, freed, paid))
    return jobs


def _standing(table):
    return [code for codes in table for code in codes if code >= tiles.STANDING]


class _Ask:
    """One question: the position and the best answer so far."""

    def __init__(self, rules, own, opened, goal, free, limit, least):
        self.rules = rules
        self.own = own
        self.opened = opened
        self.free = free
        self.limit = limit
        # factor * number + plus: so that the first aim always outweighs the second
        penalty = rules["joker_penalty"]
        if goal == "tiles":
            self.factor, self.plus, self.joker = 1, 1024, 1024 + penalty
        else:
            self.factor, self.plus, self.joker = 128, 1, 128 * penalty + 1
        self.need = max(1, rules["opening_points"])
        self.floor = max(0, least * 1024 - 1) if goal == "tiles" else 0
        self.states = 0
        self.narrowed = False  # a search had more states than it can number: nothing is proved
        self.best = None
        self.job = None  # how the best answer reads the jokers
        self.inside = False  # the best answer had to be searched with its opening

    def value(self, laid):
        """What laid tiles are worth."""
        total = 0
        for code in laid:
            total += self.joker if code == JOKER else self.factor * (code % 13 + 1) + self.plus
        return total

    def drain(self, search):
        """Run a search, counting its states."""
        taken = self.states
        try:
            for _ in search.run(None if self.limit is None else self.limit - taken):
                yield None
        finally:
            self.states = taken + search.states
            if search.narrowed:
                self.narrowed = True

    def search(self, before, job, inside):
        """The Search of table `before` for one way to read the jokers."""
        rules = self.rules
        own = self.own
        table = tiles.table_counts(before)
        must = bytearray(52)
        may = bytearray(52)
        for kind in range(KINDS):
            must[kind] = table[kind]
            may[kind] = own[kind]
        for kind in job.paid:
            must[kind] += 1
            may[kind] -= 1
        loose = []
        for code in job.kept:
            mask = tiles.mask_of(code)
            if mask & (mask - 1):
                loose.append((tiles.number_of(code), mask))
            else:
                must[tiles.kind((1, 2, 4, 8).index(mask), tiles.number_of(code))] += 1
        clause = not self.free and job.freed and rules["joker_reuse"] != "any"
        hand = not self.free and not rules["joker_layoff"] and own[JOKER]
        spare = (0 if hand else own[JOKER]) + (0 if clause else job.freed)
        _drop_hopeless(must, may, loose, own[JOKER] + job.freed, rules)
        search = Search(rules, must, may, spare, 0 if clause else job.freed, loose, self.factor,
                        self.plus, self.joker)
        if clause or hand:
            from rules import solverjokers
            search.special = solverjokers.Special(rules, job.freed if clause else 0,
                                                  own[JOKER] if hand else 0, not hand, must, may)
        if inside:
            from rules import solveropen
            paid = bytearray(52)
            for kind in job.paid:
                paid[kind] += 1
            search.opening = solveropen.Inside(rules, self.need, own, paid, own[JOKER])
        return search

    def rearranged(self, before):
        """Best play where the table may be rearranged: opened, or building allowed (RG-4)."""
        if self.free:
            jobs = [_Job((), len(_standing(before)), ())]
        else:
            jobs = _jobs(_standing(before), self.own)
        for job in jobs:
            inside = False
            found = [None]
            for _ in self.deepened(before, job, False, found):
                yield None
            if found[0] and not self.opened:
                enough = [False]
                for _ in self.opens(found[0].laid, enough):
                    yield None
                if not enough[0]:
                    inside = True
                    found = [None]
                    for _ in self.deepened(before, job, True, found):
                        yield None
            if found[0]:
                self.best = found[0]
                self.floor = self.value(found[0].laid)
                self.job = job
                self.inside = inside

    def deepened(self, before, job, inside, found):
        """Search one job; found[0] becomes its Result when it beats the floor.

        Looks first for plays that leave little of the rack, which is quick: what cannot come to
        that much is cut off early.
        """
        base = self.value(job.paid)
        unit = self.factor * 13 + self.plus
        memory = _memory()
        for slack in _SLACKS:
            search = self.search(before, job, inside)
            search.memory = memory
            most = self.joker * (search.spare - search.owed)
            if search.special:
                most += self.joker * search.special.most()
            for number in range(1, 14):
                most += sum(search.can(number)) * (self.factor * number + self.plus)
            floor = self.floor - base
            if most <= floor:
                return
            search.floor = floor if slack < 0 else most - slack * unit - 1
            if search.floor < floor:
                search.floor = floor
            for _ in self.drain(search):
                yield None
            if search.value >= 0:
                found[0] = self.result(before, search, job)
                return
            if search.floor == floor:
                return

    def opens(self, laid, answer):
        """Sets answer[0]: tiles `laid` alone can make an opening meld."""
        search = self.opener(tiles.counts(laid))
        search.floor = 0
        for _ in self.drain(search):
            yield None
        answer[0] = search.value >= 0

    def opener(self, own):
        """The Search of rack `own` for an opening meld from the rack alone."""
        from rules import solveropen
        rules = self.rules
        search = Search(rules, bytearray(52), bytearray(own[:52]), own[JOKER], 0, [], self.factor,
                        self.plus, self.joker)
        _drop_hopeless(search.must, search.may, [], own[JOKER], rules)
        if rules["opening_sets"] == "group" and not rules["runs_only"]:
            search.opening = solveropen.Groups(rules, self.need)
        elif rules["opening_sets"] == "group" and not rules["opening_several"]:
            search.opening = solveropen.Run(rules, self.need)
        else:
            search.opening = solveropen.Points(rules, self.need)
            if rules["opening_joker"] == "none" and own[JOKER]:
                from rules import solverjokers
                search.spare = 0
                search.special = solverjokers.Special(rules, 0, own[JOKER], False, search.must,
                                                      search.may)
        return search

    def from_rack(self, before):
        """Best opening meld from the rack alone, the table untouched."""
        search = self.opener(self.own)
        search.floor = self.floor
        for _ in self.drain(search):
            yield None
        if search.value >= 0:
            self.best = self.result(before, search, None)

    def result(self, before, search, job):
        """A Result from a search that found something. job: None when the table stays as it is."""
        sets = search.build()
        result = Result(list(before) if job is None else [])
        result.table += search.stay
        if job is not None and not self.free:
            stay = _standing(search.stay)
            for code in job.kept:
                if code in stay:
                    stay.remove(code)
                    continue
                mask = tiles.mask_of(code)
                number = tiles.number_of(code)
                if mask & (mask - 1):
                    for i in range(len(search.decided)):
                        kind = search.decided[i]
                        if kind % 13 + 1 == number and mask >> (kind // 13) & 1:
                            del search.decided[i]
                            break
                else:
                    kind = tiles.kind((1, 2, 4, 8).index(mask), number)
                _put_back(code, kind, sets, search.marked)
        for way, row in sets:
            ways = melds.readings(bytes(row), self.rules)
            if len(ways) == 2:
                ways = [one for one in ways if one[0] == way]
            result.table.append(ways[0][1])
        self.settle(result, before)
        return result

    def settle(self, result, before):
        """Fill in what a result lays, from its table and the one before."""
        had = tiles.table_counts(before)
        now = tiles.table_counts(result.table)
        laid = bytearray()
        for code in range(53):
            for _ in range(now[code] - had[code]):
                laid.append(code)
        result.laid = bytes(laid)
        result.tiles = len(laid)
        result.points = tiles.weight(laid, self.rules["joker_penalty"])

    def tidy(self, before):
        """Place what the best play lays with as few old sets taken up as can be.

        Tries with none taken up, then one, two and so on, up to a bounded number of states.
        """
        from rules import solverkeep
        best = self.best
        many = len(_untouched(before, best.table, self.job)[1])
        own = self.own
        full = self.limit
        self.limit = self.states + _TIDY
        self.own = tiles.counts(best.laid)
        memory = _memory()
        try:
            for most in range(many):
                search = self.search(before, self.job, False)
                search.memory = memory
                search.opening = solverkeep.Keeper(before, most, self.free, self.job.freed > 0)
                search.keeper = True
                search.floor = self.value(best.laid) - self.value(self.job.paid) - 1
                for _ in self.drain(search):
                    yield None
                if search.value >= 0:
                    self.best = self.result(before, search, self.job)
                    break
        finally:
            self.own = own
            self.limit = full

    def fallback(self, before):
        """A legal play that needs little: sets from the rack alone, then tiles added to sets."""
        search = Search(self.rules, bytearray(52), bytearray(self.own[:52]), 0, 0, [], self.factor,
                        self.plus, self.joker)
        _drop_hopeless(search.must, search.may, [], 0, self.rules)
        result = Result(list(before))
        try:
            for _ in search.run(400):
                pass
            if search.value > 0:
                result = self.result(before, search, None)
        except Stop:
            pass
        left = bytearray(self.own)
        for code in result.laid:
            left[code] -= 1
        kind = 0
        while kind < KINDS:
            grown = None
            if left[kind]:
                for i in range(len(result.table)):
                    ways = melds.fits(result.table[i] + bytes((kind,)), self.rules)
                    if ways:
                        grown = (i, ways[0][1])
                        break
            if grown:
                result.table[grown[0]] = grown[1]
                left[kind] -= 1
                kind = 0
            else:
                kind += 1
        self.settle(result, before)
        if self.best is None or self.value(result.laid) > self.value(self.best.laid):
            self.best = result


_SLACKS = (0, -1)  # tiles of the rack left by the plays looked for; -1: any play
_TIDY = 250  # states spent on leaving old sets untouched


def _drop_hopeless(must, may, loose, jokers, rules):
    """Take out of `may` what no set can hold, with `jokers` jokers to help."""
    jokers += len(loose)
    line = bytearray(17)  # with mixed runs, what numbers are there at all
    for kind in range(KINDS):
        if must[kind] or may[kind]:
            line[kind % 13 + 2] = 1
    for kind in range(KINDS):
        if not may[kind]:
            continue
        number = kind % 13
        if not rules["runs_only"]:
            count = jokers
            for colour in range(4):
                at = colour * 13 + number
                if must[at] or may[at]:
                    count += 1
            if count >= 3:
                continue
        if not rules["groups_only"]:
            good = False
            for first in range(number - 2 if number > 2 else 0, number + 1 if number < 11 else 11):
                missing = 0
                for at in range(first, first + 3):
                    if rules["mixed_runs"]:
                        missing += not line[at + 2]
                    else:
                        one = kind - number + at
                        missing += not must[one] and not may[one]
                if missing <= jokers:
                    good = True
            if good:
                continue
        may[kind] = 0


def _memory():
    """What searches of one position can share, number by number; None on a small machine."""
    return None if _SMALL else [({}, {}) for _ in range(14)]


def _plain(codes):
    """A set's tiles, jokers without identity, in one order."""
    return bytes(sorted([tiles.plain(code) for code in codes]))


def _untouched(before, after, job):
    """(sets of `before` that lie in `after` too, the others of `before`, the others of `after`)."""
    rest = list(after)
    kept = []
    left = []
    for codes in before:
        found = -1
        if not job.freed or not _standing([codes]):
            plain = _plain(codes)
            for i in range(len(rest)):
                if len(rest[i]) == len(codes) and _plain(rest[i]) == plain:
                    found = i
                    break
        if found < 0:
            left.append(codes)
        else:
            kept.append(rest[found])
            del rest[found]
    return kept, left, rest


def _put_back(code, kind, sets, marked):
    """Put a kept joker where a tile it stands for lies; into a set under a clause only if needed."""
    spot = None
    for way, row in sets:
        at = row.find(bytes((kind,)))
        if at >= 0:
            special = False
            for one in marked:
                if one is row:
                    special = True
            if spot is None or not special:
                spot = (row, at)
            if not special:
                break
    spot[0][spot[1]] = code


def solve(rules, table, rack, opened=True, goal="tiles", free_jokers=False, limit=None, least=0,
          tidy=True):
    """The best play of a position; a generator.

    rules: dict from games.rules_for. table: list of sets of codes (jokers plain or with identity).
    rack: codes. opened: the seat's opening meld lies (else the clauses of the opening apply). goal:
    "tiles" (most tiles, then points) or "points" (most points by what tiles cost on the rack, then
    tiles). free_jokers: table jokers may be used anywhere. limit: most states, or None. least: with
    goal "tiles", a play of fewer tiles is not wanted (asking for the whole rack is much quicker).
    tidy: leave as many old sets untouched as possible; False saves that time.
    Yields None after each slice of bounded work and at last a Result. Out of memory, or past the
    limit, that is the best legal play found so far with proved False. Raises RulesError for a
    position that cannot be.
    """
    from rules import referee
    if goal not in ("tiles", "points"):
        raise RulesError('The goal is "tiles" or "points", not %s.' % goal)
    used = tiles.table_counts(table)
    own = tiles.counts(rack)
    for code in range(53):
        used[code] += own[code]
    tiles.check_pack(used, rules["jokers"])
    befores = referee.read_table(table, rules)
    ask = _Ask(rules, own, opened, goal, free_jokers, limit, least)
    build = opened or rules["opening_build"]
    start = befores[0]
    proved = True
    try:
        if not rack:
            pass
        elif build:
            for before in befores[:1] if free_jokers else befores:
                job = ask.job
                for _ in ask.rearranged(before):
                    yield None
                if ask.job is not job:
                    start = before
        else:
            for _ in ask.from_rack(befores[0]):
                yield None
    except (Stop, MemoryError):
        proved = False
    if not proved and opened:
        try:
            ask.fallback(befores[0])
        except MemoryError:
            pass
    elif ask.best and build and tidy:
        try:
            for _ in ask.tidy(start):
                yield None
        except (Stop, MemoryError):
            pass
    result = ask.best or Result([bytes(codes) for codes in befores[0]])
    result.table.sort()
    result.proved = proved and not ask.narrowed
    result.states = ask.states
    yield result


def run(rules, table, rack, opened=True, goal="tiles", free_jokers=False, limit=None, least=0,
        tidy=True):
    """`solve` to its end; returns the Result."""
    result = None
    for result in solve(rules, table, rack, opened, goal, free_jokers, limit, least, tidy):
        pass
    return result
