"""The solver's layers where memory is plenty: dicts of states, and what numbers allow kept for the
positions to come. A handheld has `rules.solverflat` in its place.
"""
_SLICE = 12  # states taken on between two yields
_WIDE = 8191  # most states kept between two numbers; more are never needed, but would not be proved
_ALL = (1 << 60) - 1
_KEY = (1 << 27) - 1
_KEPT = 40000  # entries of the tables below before they are emptied

_tables = {}  # a number's tiles and jokers: see Layers.table
_moves = {}  # limits and the runs of two colours: what Search.moves has, in two parts
_parts = {}  # Search.split
_groupings = {}  # Search.groupings
_pairs = {}  # Layers._pairs
_bits = {}  # a state's sixty bits
_UNITS = (1, 5, 1 << 5, 5 << 5)  # a tile more of a colour


def _room(table):
    """Empty a table of this module that has grown too large."""
    if len(table) > _KEPT:
        table.clear()


class Layers:
    """The states between two numbers, one number after the other, of one `Search`.

    start: what the followers begin with, or None.
    """

    def __init__(self, search, start):
        self.search = search
        self.owed = 9 if search.keeper else search.owed
        self.values = [0]
        self.keys = [[0]]  # states by layer
        self.backs = [[0]]  # where each came from in the layer before
        self.parts = [[(start, 0, 1)]]  # (state of the followers, first index, one past the last)

    def many(self):
        """How many states the last layer has."""
        return len(self.values)

    def last(self):
        """The last layer's states: (state of the followers, key, value, index)."""
        for aux, first, last in self.parts[-1]:
            for index in range(first, last):
                yield aux, self.keys[-1][index], self.values[index], index

    def trace(self, index):
        """Sets way: (state of the followers, key) of the best way, layer by layer."""
        self.way = []
        for number in range(13, -1, -1):
            for aux, first, last in self.parts[number]:
                if first <= index < last:
                    break
            self.way.append((aux, self.keys[number][index]))
            index = self.backs[number][index]
        self.way.reverse()

    def table(self, must, may):
        """What a number's tiles allow, as `Search.options` has it: for each count of jokers a dict from
        the tiles of colours 0 and 1 in runs to a dict from those of 2 and 3 to optional tiles laid."""
        search = self.search
        mark = (must, may, search.spare, search.groups, search.runs, search.mixed)
        rows = _tables.get(mark)
        if rows is None:
            _room(_tables)
            if search.mixed:
                rows = [{i // 25: {0: one[i] - 1} for i in range(0, len(one), 25) if one[i]}
                        for one in search.options(must, may, search.tables())]
            else:
                rows = self._rows(must, may)
            _tables[mark] = rows
        return rows

    def _rows(self, must, may):
        """The dicts of `table` where runs have one colour."""
        search = self.search
        have = (must[0] + may[0], must[1] + may[1], must[2] + may[2], must[3] + may[3])
        base = sum(must)
        rows = []
        flat = {}  # of both pairs of colours in one key, and their tiles
        for jokers in range(search.spare + 1):
            past = flat
            flat = {}
            if search.runs:  # one joker more in runs
                for key, laid in past.items():
                    for unit in _UNITS:
                        if flat.get(key + unit, -1) < laid:
                            flat[key + unit] = laid
            for g0, g1, g2, g3 in self._groupings(have, jokers):
                laid = g0 + g1 + g2 + g3 - base
                firsts = self._pairs(must[0] - g0, have[0] - g0, must[1] - g1, have[1] - g1)
                for high, more in self._pairs(must[2] - g2, have[2] - g2, must[3] - g3,
                                              have[3] - g3):
                    more += laid
                    high <<= 5
                    for low, most in firsts:
                        if flat.get(high | low, -1) < most + more:
                            flat[high | low] = most + more
            row = {}
            for key, laid in flat.items():
                line = row.get(key & 31)
                if line is None:
                    line = row[key & 31] = {}
                line[key >> 5] = laid
            rows.append(row)
        return rows

    def _groupings(self, have, jokers):
        """`Search.groupings`."""
        mark = (have, jokers, self.search.groups)
        found = _groupings.get(mark)
        if found is None:
            _room(_groupings)
            found = _groupings[mark] = list(self.search.groupings(have, jokers))
        return found

    def _pairs(self, least, most, least2, most2):
        """What two colours can put into runs: (tiles in base 5, how many)."""
        if not self.search.runs:
            return ((0, 0),) if least <= 0 and least2 <= 0 else ()
        mark = (least, most, least2, most2)
        found = _pairs.get(mark)
        if found is None:
            found = _pairs[mark] = [
                (a + 5 * b, a + b) for b in range(least2 if least2 > 0 else 0, most2 + 1)
                for a in range(least if least > 0 else 0, most + 1)]
        return found

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

    def _ways(self, aux, number):
        """`Search.ways`, each once with its table and how often it comes; kept for further searches
        of the same job."""
        memory = self.search.memory
        ways = memory.get((number, aux))
        if ways is None:
            found = self.search.ways(aux, number)
            if aux is None and len(found) == 1:
                ways = ((found[0][:6], self.table(found[0][1], found[0][2]), 1),)
            else:
                rows = {}
                for way in found:
                    one = rows.get(way[:6])
                    if one is None:
                        one = rows[way[:6]] = [way[:6], self.table(way[1], way[2]), 0]
                    one[2] += 1
                ways = list(rows.values())
            memory[(number, aux)] = ways
        return ways

    def codes(self, number):
        """`Search.limits` by jokers left, for colours 0 and 1, and for 2 and 3."""
        memory = self.search.memory
        codes = memory.get(number)
        if codes is None:
            search = self.search
            lefts = range(search.spare + 1)
            codes = memory[number] = ([search.limits(0, number, left) for left in lefts],
                                      [search.limits(2, number, left) for left in lefts])
        return codes

    def _moves(self, mark):
        """`Search.moves` of two colours: (tiles, new bits). mark: limits and the bits so far."""
        ones, twos = self.search.sides(mark & 4095, mark >> 12)
        twos = [(two & 31, two >> 5) for two in twos]
        return [((one & 31) + take, one >> 5 | end) for one in ones for take, end in twos]

    def advance(self):
        """Go through the numbers, until no state is left; a generator that yields None between
        slices. Raises solver.Stop."""
        search = self.search
        spare = search.spare
        worth = search.worth
        opening = search.opening
        watch = opening is not None and opening.watches
        moves = _moves
        for number in range(1, 14):
            weight = search.factor * number + search.plus
            # a state with n jokers spent must be worth more than cuts[n]
            cut = search.floor - search.ahead[number] - worth[spare]
            cuts = [cut + one for one in worth]
            low_codes, high_codes = self.codes(number)
            keys = self.keys[-1]
            values = self.values
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
                    for total in range(took, spare + 1):  # in the order of `rules.solverflat`
                        low_code = low_codes[spare - total] << 12
                        high_code = high_codes[spare - total] << 12
                        jokers = total << 24
                        cut = cuts[total]
                        for index in range(first, last):
                            key = keys[index]
                            spent = (key >> 24) + took
                            if spent > total:
                                continue
                            row = rows[total - spent]
                            if row:
                                mark = high_code | key >> 12 & 4095
                                highs = moves.get(mark)
                                if highs is None:
                                    highs = moves[mark] = self._moves(mark)
                                mark = low_code | key & 4095
                                lows = moves.get(mark)
                                if lows is None:
                                    lows = moves[mark] = self._moves(mark)
                                base = values[index] + laid + worth[total] - worth[spent - took]
                                for take, low in lows:
                                    line = row.get(take)
                                    if line is None:
                                        continue
                                    low |= jokers
                                    for take, high in highs:
                                        more = line.get(take)
                                        if more is None:
                                            continue
                                        gain = base + more * weight
                                        if gain <= cut:
                                            continue
                                        high = high << 12 | low
                                        if not plain:
                                            if add:
                                                high = search.added(high, add)
                                            if watch:
                                                aim = (end[0], opening.count(end[1], number, more,
                                                                             total - spent))
                                                there = after.get(aim)
                                                if there is None:
                                                    there = after[aim] = {}
                                        gain = gain << 13 | index
                                        if there.get(high, -1) < gain:
                                            there[high] = gain
                            if total == spare:
                                count += times
                                if count >= _SLICE:
                                    search.took(count)
                                    count = 0
                                    yield None
            search.took(count)
            _room(_moves)
            self._close(after)
            yield None
            if not self.many():
                return

    def _close(self, after):
        """Make the next layer of `after`: by state of the followers, dicts of keys to gains."""
        if len(after) == 1:
            for aux in after:
                kept = {aux: self._best(after[aux])}
            if len(kept[aux]) == 1:
                key = kept[aux][0]
                gain = after[aux][key]
                self.keys.append([key])
                self.values = [gain >> 13]
                self.backs.append([gain & 8191])
                self.parts.append(((aux, 0, 1),))
                return
        else:
            kept = {}
            shared = {}
            for aux in after:
                mark, bits = self.search.mark(aux)
                shared.setdefault(mark, []).append((bits, aux))
            for group in shared.values():
                if len(group) == 1:
                    kept[group[0][1]] = self._best(after[group[0][1]])
                else:
                    kept.update(self._best_of(group, after))
        keys = []
        values = []
        back = []
        parts = []
        for aux in after:
            row = kept[aux]
            if not row:
                continue
            found = after[aux]
            if len(row) > 1:  # the best first, then by key: the order of `rules.solverflat`
                row = [rank & _KEY for rank in
                       sorted([key - (found[key] >> 13 << 27) for key in row])]
            gains = [found[key] for key in row]
            parts.append((aux, len(keys), len(keys) + len(row)))
            keys += row
            values += [gain >> 13 for gain in gains]
            back += [gain & 8191 for gain in gains]
        if len(keys) > _WIDE:
            self.search.narrowed = True
            parts = [(aux, first, min(last, _WIDE)) for aux, first, last in parts if first < _WIDE]
            del keys[_WIDE:], values[_WIDE:], back[_WIDE:]
        self.keys.append(keys)
        self.values = values
        self.backs.append(back)
        self.parts.append(parts)

    def _best(self, found):
        """The keys of `found` that no other one outdoes.

        A state outdoes one of no more value when its runs can do whatever the other's can, with the
        same jokers spent, or with fewer of those that need not be laid.
        """
        if len(found) < 2:
            return list(found)
        out = []
        bits_of = _bits if not self.search.mixed else {}
        rows = {}
        for key in found:
            bits = bits_of.get(key & 16777215)
            if bits is None:
                bits = self._work_out(bits_of, key)
            if bits < 0:
                out.append(key)
            else:  # what outdoes another comes before it
                rows[(found[key] >> 13 << 2 | 3 - (key >> 24)) << 60 | bits] = key
        ranks = sorted(rows, reverse=True)
        spare = self.search.spare
        if not spare:
            kept = []
            for rank in ranks:
                for one in kept:
                    if not rank & one:
                        break
                else:
                    kept.append(~rank & _ALL)
                    out.append(rows[rank])
            return out
        owed = self.owed
        kept = [[] for _ in range(spare + 1)]
        for rank in ranks:
            key = rows[rank]
            spent = key >> 24
            less = owed if owed < spent else spent
            while less <= spent:
                for one in kept[less]:
                    if not rank & one:
                        break
                else:
                    less += 1
                    continue
                break
            else:
                kept[spent].append(~rank & _ALL)
                out.append(key)
        return out

    def _work_out(self, bits_of, key):
        """Keep a state's bits; -1 for one that has none."""
        _room(bits_of)
        low = self.search.low_bits(key)
        bits = -1 if low < 0 else low | self.search.high_bits(key) << 30
        bits_of[key & 16777215] = bits
        return bits

    def _best_of(self, group, after):
        """`_best` over several states of the followers: (bits, state) each."""
        out = {}
        rows = []
        bits_of = _bits if not self.search.mixed else {}
        for high, aux in group:
            out[aux] = []
            found = after[aux]
            for key in found:
                bits = bits_of.get(key & 16777215)
                if bits is None:
                    bits = self._work_out(bits_of, key)
                if bits < 0:
                    out[aux].append(key)
                else:
                    rows.append((found[key] >> 13, high << 60 | bits, key, aux))
        rows.sort(key=_by_value, reverse=True)
        owed = self.owed
        kept = [[] for _ in range(self.search.spare + 1)]
        for _, bits, key, aux in rows:
            spent = key >> 24
            for less in range(owed if owed < spent else spent, spent + 1):
                for one in kept[less]:
                    if not bits & one:
                        break
                else:
                    continue
                break
            else:
                kept[spent].append(~bits)
                out[aux].append(key)
        return out


def _by_value(row):
    return row[:2]
