"""The solver's layers where memory is plenty: dicts of states, and what numbers allow kept for the
positions to come. A handheld has `rules.solver.flat` in its place.
"""

from rules.solver import meldtab
from rules.solver.search import groupings, side

_SLICE = 64  # states taken on between two yields, at least
_ALL = (1 << 90) - 1
_KEY = (1 << 27) - 1
_KEPT = 40000  # entries of the tables below before they are emptied

_tables = {}  # Layers.table, a dict for each kind of search
_left = {}  # see _leave
_pairs = {}  # Layers._moves
_parts = {}  # Search.split
_UNITS = ((1, 0), (5, 0), (0, 1), (0, 5))  # a tile more of a colour


def _room(table):
    """Empty a table of this module that has grown too large."""
    if len(table) > _KEPT:
        table.clear()


def forget():
    """Empty the tables that are kept for the positions to come."""
    for table in (_tables, _pairs, _parts):
        table.clear()


def _steps(unit, first):
    """What a colour's runs can do, by limit (`Layers._limits`) and state: lists of (tiles times
    `unit`, new state moved up by `first` bits)."""
    return [
        [
            [(unit * (one & 7), one >> 3 << first) for one in side(state, limit)]
            for state in range(len(meldtab.ONE))
        ]
        for limit in range(25)
    ]


_FIRST = _steps(1, 0)
_SECOND = _steps(5, 6)


def _bits(first):
    """`Search.low_bits` of all states of two colours, moved up by `first` bits."""
    ones = [meldtab.LOW[i] | meldtab.HIGH[i] << 8 if i < meldtab.FULL else -1 for i in range(64)]
    return [-1 if a < 0 or b < 0 else (a | b << 15) << first for b in ones for a in ones]


_LOW = _bits(0)
_HIGH = _bits(30)
_BYTES = int.from_bytes(b"\1" * 52, "little")
_TO_12 = int.from_bytes((b"\7" * 12 + b"\0") * 4, "little")  # all but number 13
_TO_11 = int.from_bytes((b"\7" * 11 + b"\0\0") * 4, "little")


def _leave(mark):
    """What groups leave to runs when just some tiles are laid, jokers in runs with it, by jokers
    laid: what colours 0 and 1 have, in base 5, each with all that 2 and 3 can have then.

    mark: the four colours' tiles, whether there are groups, whether there are runs.
    """
    have, groups, runs = mark
    found = _left[mark] = []
    low = have[0] + 5 * have[1]
    high = have[2] + 5 * have[3]
    for jokers in range(3):
        rows = {}
        for group in groupings(have, jokers, groups):
            if runs or group == have:
                rows.setdefault(low - group[0] - 5 * group[1], set()).add(
                    high - group[2] - 5 * group[3]
                )
        if runs and jokers:  # one of them in a run
            for one, highs in found[-1]:
                for unit, other in _UNITS:
                    rows.setdefault(one + unit, set()).update([more + other for more in highs])
        found.append([(one, list(rows[one])) for one in rows])
    return found


for _one in range(81):  # all that a pack has, as most games play it
    _leave(((_one // 27, _one // 9 % 3, _one // 3 % 3, _one % 3), True, True))


class Layers:
    """The states between two numbers, one number after the other, of one `Search`.

    start: what the followers begin with, or None.
    """

    def __init__(self, search, start):
        self.search = search
        self.owed = 9 if search.keeper else search.owed
        self.keys = [[0]]  # states by layer
        self.gains = [[0]]  # their values << 13 | where each came from in the layer before
        self.parts = [[(start, 0, 1)]]  # (state of the followers, first index, one past the last)
        _room(_pairs)
        kind = (search.spare, search.groups, search.runs, search.mixed)
        self.tables = _tables.setdefault(kind, {})
        if start is None and not search.loose and not search.memory:
            self._fill()

    def last(self):
        """The last layer's states: (state of the followers, key, value, index)."""
        for aux, first, last in self.parts[-1]:
            for index in range(first, last):
                yield aux, self.keys[-1][index], self.gains[-1][index] >> 13, index

    def trace(self, index):
        """Sets way: (state of the followers, key) of the best way, layer by layer."""
        self.way = []
        for number in range(13, -1, -1):
            for aux, first, last in self.parts[number]:
                if first <= index < last:
                    break
            self.way.append((aux, self.keys[number][index]))
            index = self.gains[number][index] & 8191
        self.way.reverse()

    def table(self, must, may):
        """What a number's tiles allow, as `Search.options` has it: for each count of jokers a dict
        from the tiles of colours 0 and 1 in runs to a dict from those of 2 and 3 to optional tiles
        laid."""
        search = self.search
        rows = self.tables.get((must, may))
        if rows is None:
            _room(self.tables)
            if search.mixed:
                dense = search.tables()
                for _ in search.options(must, may, dense):
                    pass
                rows = [
                    {i // 25: {0: one[i] - 1} for i in range(0, len(one), 25) if one[i]}
                    for one in dense
                ]
            else:
                rows = self._rows(must, may)
            self.tables[must, may] = rows
        return rows

    def _rows(self, must, may):
        """The dicts of `table` where runs have one colour."""
        search = self.search
        choices = [(0,) + must]
        for colour in range(4):
            more = []
            for laid in range(1, may[colour] + 1):
                for one in choices:
                    one = list(one)
                    one[0] += laid
                    one[colour + 1] += laid
                    more.append(tuple(one))
            choices += more
        choices.sort()  # those that lay more come later, over those before
        rows = [{} for _ in range(search.spare + 1)]
        for laid, c0, c1, c2, c3 in choices:
            mark = ((c0, c1, c2, c3), search.groups, search.runs)
            left = _left.get(mark) or _leave(mark)
            for jokers in range(len(rows)):
                row = rows[jokers]
                for low, highs in left[jokers]:
                    if low in row:
                        row[low].update(dict.fromkeys(highs, laid))
                    else:
                        row[low] = dict.fromkeys(highs, laid)
        return rows

    def ready(self, must, may):
        """Nothing to do before `more` in slices."""
        return ()

    def more(self, must, may, jokers, low, high):
        """Optional tiles laid with so many in runs, -1 for what cannot be."""
        line = self.table(must, may)[jokers].get(low)
        return -1 if line is None else line.get(high, -1)

    def split(self, must, may, key, jokers, more):
        """`Search.split`."""
        search = self.search
        mark = (must, may, key, jokers, more, search.groups, search.mixed)
        found = _parts.get(mark)
        if found is None:
            _room(_parts)
            found = _parts[mark] = search.split(must, may, key, jokers, more)
        return found

    def links(self, number, left, first, old, new):
        """`Search.moves` of two colours from `old` to `new` (-1: to any), the states' twelve bits
        each, with so many jokers left. first: 0 or 2, which two."""
        mark = self._limits()[left][number - 1][first // 2] | old
        out = []
        for take, end in (_pairs.get(mark) or self._moves(mark)).items():
            if end == new or new < 0:
                out.append(take | end << 5)
        return out

    def _ways(self, aux, number):
        """`Search.ways`, each once with its table and how often it comes; kept for further searches
        of the same job."""
        memory = self.search.memory
        ways = memory.get((number, aux))
        if ways is None:
            rows = {}
            for way in self.search.ways(aux, number):
                if way is None:
                    continue
                one = rows.get(way[:6])
                if one is None:
                    one = rows[way[:6]] = [way[:6], self.table(way[1], way[2]), 0]
                one[2] += 1
            ways = memory[(number, aux)] = list(rows.values())
        return ways

    def _fill(self):
        """`_ways` of all numbers where nothing but their tiles counts."""
        colours = range(0, 52, 13)
        must = zip(*[self.search.must[at : at + 13] for at in colours])
        may = zip(*[self.search.may[at : at + 13] for at in colours])
        number = 1
        for one, other in zip(must, may):
            self.search.memory[(number, None)] = (
                ((None, one, other, 0, (), 0), self.table(one, other), 1),
            )
            number += 1

    def _limits(self):
        """What bounds runs, by jokers left and number: for each two colours a code for `_moves`,
        << 12.

        With mixed runs that of `Search.limits`; else two bytes, each a colour's most tiles at the
        next number, 4 at the most, times 5, and at the one after that.
        """
        memory = self.search.memory
        codes = memory.get("limits")
        if codes is None:
            search = self.search
            codes = memory["limits"] = []
            if search.mixed:
                for left in range(search.spare + 1):
                    codes.append(
                        [
                            [search.limits(first, number, left) << 12 for first in (0, 2)]
                            for number in range(1, 14)
                        ]
                    )
                return codes
            # all at once: a byte of a large int for each kind
            reach = int.from_bytes(search.must, "little") + int.from_bytes(search.may, "little")
            for number, mask in search.loose:
                for colour in range(4):
                    reach += (mask >> colour & 1) << 8 * (13 * colour + number - 1)
            for left in range(search.spare + 1):
                most = reach + left * _BYTES
                most -= most & 3 * (most + 3 * _BYTES >> 3 & _BYTES)  # 5, 6 and 7 become 4
                most = (5 * (most >> 8 & _TO_12) + (most >> 16 & _TO_11)).to_bytes(52, "little")
                codes.append(
                    [
                        ((a | b << 8) << 12, (c | d << 8) << 12)
                        for a, b, c, d in zip(most[:13], most[13:26], most[26:39], most[39:])
                    ]
                )
        return codes

    def _moves(self, mark):
        """`Search.moves` as a dict from tiles to new bits. mark: a limit << 12 | the two colours'
        bits."""
        code = mark >> 12
        if self.search.mixed:
            found = {one & 31: one >> 5 for one in self.search.moves(mark & 4095, code)}
        else:
            ones = _FIRST[code & 255][mark & 63]
            twos = _SECOND[code >> 8][mark >> 6 & 63]
            found = {take + more: low | high for take, low in ones for more, high in twos}
        _pairs[mark] = found
        return found

    def advance(self):
        """Go through the numbers, until no state is left; a generator that yields None between
        slices. Raises solver.Stop."""
        search = self.search
        spare = search.spare
        worth = search.worth
        opening = search.opening
        watch = opening is not None and opening.watches
        limits = self._limits()
        moves = _pairs
        for number in range(1, 14):
            weight = search.price[number] << 13
            # a state with n jokers spent must be worth more than this and worth[n]
            least = search.floor - search.ahead[number] - worth[spare]
            keys = self.keys[-1]
            gains = self.gains[-1]
            after = {}
            count = 0
            for aux, first, last in self.parts[-1]:
                for way, rows, times in self._ways(aux, number):
                    end, _, _, took, add, laid = way
                    laid *= weight
                    plain = not add and not watch
                    there = after.get(end)
                    if there is None and not watch:
                        there = after[end] = {}
                    for total in range(took, spare + 1):  # in the order of `rules.solver.flat`
                        low_code, high_code = limits[spare - total][number - 1]
                        jokers = total << 24
                        cut = least + worth[total] << 13 | 8191
                        for index in range(first, last):
                            key = keys[index]
                            spent = (key >> 24) + took
                            if spent > total:
                                continue
                            row = rows[total - spent]
                            mark = high_code | key >> 12 & 4095
                            highs = moves.get(mark)
                            if highs is None:
                                highs = self._moves(mark)
                            mark = low_code | key & 4095
                            lows = moves.get(mark)
                            if lows is None:
                                lows = self._moves(mark)
                            base = (gains[index] & ~8191 | index) + laid
                            if total:
                                base += worth[total] - worth[spent - took] << 13
                            for take, line in row.items():
                                if take not in lows:
                                    continue
                                low = lows[take] | jokers
                                for take, more in line.items():
                                    if take not in highs:
                                        continue
                                    gain = base + more * weight
                                    if gain <= cut:
                                        continue
                                    high = highs[take] << 12 | low
                                    if not plain:
                                        if add:
                                            high = search.added(high, add)
                                        if watch:
                                            aim = (
                                                end[0],
                                                opening.count(end[1], number, more, total - spent),
                                            )
                                            there = after.get(aim)
                                            if there is None:
                                                there = after[aim] = {}
                                    if there.get(high, -1) < gain:
                                        there[high] = gain
                    count += times * (last - first)
                    if count >= _SLICE:
                        search.took(count)
                        count = 0
                        yield None
            search.took(count)
            self._close(after)
            yield None
            if not self.keys[-1]:
                return

    def _close(self, after):
        """Make the next layer of `after`: by state of the followers, dicts of keys to gains."""
        kept = {}
        shared = {}  # those that may be compared
        for aux in after:
            mark, bits = self.search.mark(aux) if len(after) > 1 else (aux, 0)
            shared.setdefault(mark, []).append((bits, aux))
        for group in shared.values():
            self._best(group, after, kept)
        keys = []
        gains = []
        parts = []
        for aux in sorted(after) if len(after) > 1 else after:
            row = kept[aux]
            if not row:
                continue
            found = after[aux]
            row.sort()  # the best first, then by key: the order of `rules.solver.flat`
            row = [one & _KEY for one in row]
            parts.append((aux, len(keys), len(keys) + len(row)))
            keys += row
            gains += [found[key] for key in row]
        if len(keys) > self.search.wide:
            stay = self.search.widest(gains, keys)
            keys = [keys[at] for at in stay]
            gains = [gains[at] for at in stay]
            counts = [(aux, sum([first <= at < last for at in stay])) for aux, first, last in parts]
            parts = []
            first = 0
            for aux, count in counts:
                if count:
                    parts.append((aux, first, first + count))
                first += count
        self.keys.append(keys)
        self.gains.append(gains)
        self.parts.append(parts)

    def _best(self, group, after, kept):
        """Put into `kept`, by state of the followers, the keys that no other one outdoes; each
        less its value << 27, so that the best come first.

        group: (bits, state of the followers) of those that may be compared. A state outdoes one of
        no more value when its runs, and its followers, can do whatever the other's can, with the
        same jokers spent, or with fewer of those that need not be laid.
        """
        rows = {}  # from values, jokers not spent and bits: what outdoes another comes before it
        outs = {}
        for bits, aux in group:
            found = after[aux]
            if len(found) < 2 and len(group) < 2:
                kept[aux] = list(found)
                return
            kept[aux] = outs[bits] = []
            bits <<= 60
            if self.search.mixed:
                low = self.search.low_bits
                high = self.search.high_bits
                for key, gain in found.items():
                    rows[
                        (gain >> 13 << 2 | 3 - (key >> 24)) << 90
                        | bits
                        | high(key) << 30
                        | low(key)
                    ] = key
            else:
                for key, gain in found.items():
                    rank = (
                        (gain >> 13 << 2 | 3 - (key >> 24)) << 90
                        | bits
                        | _HIGH[key >> 12 & 4095]
                        | _LOW[key & 4095]
                    )
                    if rank < 0:  # without bits: not compared
                        kept[aux].append(key - (gain >> 13 << 27))
                    else:
                        rows[rank] = key
        spare = self.search.spare
        against = [
            [] for _ in range(spare + 1)
        ]  # by jokers spent: what would outdo lacks these bits
        for rank in sorted(rows, reverse=True):
            key = rows[rank]
            spent = key >> 24
            for one in against[spent]:
                if not rank & one:
                    break
            else:
                outs[rank >> 60 & 1073741823].append(key - (rank >> 92 << 27))
                one = ~rank & _ALL
                against[spent].append(one)
                if spent >= self.owed:
                    for more in range(spent + 1, spare + 1):
                        against[more].append(one)
