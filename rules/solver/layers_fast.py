"""The layers of states on a desktop: dicts of states, and caches that serve later positions, too.

A handheld has `states.SmallLayers` in its place; keys and gains are drawn there.
"""

from rules.solver import placing
from rules.solver.constraint import JOKERS, LAID, LONG, MAY, MUST, STATE
from rules.solver.states import evenly, widest

if False:  # for type checkers
    from collections.abc import Iterable, Iterator

    from rules.base import Slices
    from rules.solver.constraint import Counts, State
    from rules.solver.sweep import Sweep

    Table = list[dict[int, dict[int, int]]]  # see `FastLayers.table`

_SLICE = 64  # minimum number of states expanded between two yields
_INDEX_BITS = 20  # bits of a gain that hold an index
_INDEX = (1 << _INDEX_BITS) - 1
_KEY = (1 << 27) - 1  # the bits of a key in an int that holds more
_KEPT = 40000  # maximum number of entries of the caches below; then they are emptied

_tables: dict = {}  # by kind of sweep: answers of FastLayers.table
_left: dict = {}  # answers of _left_to_runs
_halves: dict[int, dict[int, int]] = {}  # answers of _half
_parts: dict = {}  # FastLayers.parts

# Dominance bits of each half as low half and as high half; -1 for a half without any.
_LOW = [placing.low_bits(half) for half in range(4096)]
_HIGH = [bits if bits < 0 else bits << 30 for bits in _LOW]
_UNITS = ((1, 0), (5, 0), (0, 1), (0, 5))  # one tile of each colour: (low half, high half)
_BITS = (1 << 90) - 1  # the dominance bits: sixty of a key, thirty of its constraint state


def forget() -> None:
    """Empty the caches."""
    for table in (_tables, _halves, _parts):
        table.clear()


class FastLayers:
    """The layers of one sweep; the public methods and attributes are those of `states.SmallLayers`.

    A layer is a list of keys, a list of gains, and a list of ranges of indices: the states of a
    range share a constraint state.
    """

    def __init__(self, sweep: "Sweep", start: "State") -> None:
        self.sweep = sweep
        self.way: list[tuple] = []
        self.jokers_to_lay = sweep.jokers_to_lay
        self.keys = [[0]]
        self.gains = [[0]]
        self.ranges = [[(start, 0, 1)]]  # (constraint state, first index, last + 1)
        self.parts = _parts
        for table in (_halves, _parts):
            if len(table) > _KEPT:
                table.clear()
        kind = (sweep.free_jokers, sweep.groups, sweep.runs, sweep.mixed)
        self.tables = _tables.setdefault(kind, {})
        if start is None and not sweep.undecided and not sweep.shared:
            self._fill()
        self.limits = sweep.shared.get("limits")
        if self.limits is None:
            self.limits = sweep.shared["limits"] = [
                _limits(sweep, left) for left in range(sweep.free_jokers + 1)
            ]

    def last(self) -> "Iterator[tuple[State, int, int, int]]":
        """Yield (constraint state, key, value, index) of each state of the last layer."""
        for state, first, end in self.ranges[-1]:
            for index in range(first, end):
                yield state, self.keys[-1][index], self.gains[-1][index] >> _INDEX_BITS, index

    def trace(self, index: int) -> None:
        """Set `way` to the states that led to state `index` of layer 13."""
        self.way = []
        for number in range(13, -1, -1):
            for state, first, end in self.ranges[number]:
                if first <= index < end:
                    break
            self.way.append((state, self.keys[number][index]))
            index = self.gains[number][index] & _INDEX
        self.way.reverse()

    # -- the ways to place the tiles of a number

    def table(self, must: "Counts", may: "Counts") -> "Table":
        """Return what `placing.options` computes, as dicts: for each number of jokers, by the tiles
        of the low half in runs, then by those of the high half, the maximum number of optional
        tiles laid. must, may: counts of a number by colour."""
        rows = self.tables.get((must, may))
        if rows is None:
            if len(self.tables) > _KEPT:
                self.tables.clear()
            rows = self.tables[must, may] = _table(self.sweep, must, may)
        return rows

    def ready(self, must: "Counts", may: "Counts") -> "Iterable[None]":
        """Do nothing: `laid` needs no preparation here."""
        return ()

    def laid(self, must: "Counts", may: "Counts", jokers: int, low: int, high: int) -> int:
        """Return the maximum number of optional tiles laid; -1 if the placement is impossible."""
        row = self.table(must, may)[jokers].get(low)
        return -1 if row is None else row.get(high, -1)

    def _ways(self, state, number):
        """List the distinct actions of `Sweep.actions`, without their effects: [action, table, how
        many actions it stands for]. Cached for further sweeps of the same Reading."""
        memory = self.sweep.shared
        ways = memory.get((number, state))
        if ways is None:
            rows = {}
            for action in self.sweep.actions(state, number):
                if action is None:
                    continue
                way: list | None = rows.get(action[:6])
                if way is None:
                    way = [action[:6], self.table(action[MUST], action[MAY]), 0]
                    rows[action[:6]] = way
                way[2] += 1
            if self.sweep.counts_once:
                rows = _merged(rows)
            ways = memory[(number, state)] = list(rows.values())
        return ways

    def _fill(self):
        """Enter `_ways` for all numbers at once, for a sweep without constraints or open jokers."""
        counts = self.sweep.must, self.sweep.may
        must, may = [zip(*[row[hue : hue + 13] for hue in range(0, 52, 13)]) for row in counts]
        for number, (has_to, can) in enumerate(zip(must, may), 1):
            way = ((None, has_to, can, 0, (), 0), self.table(has_to, can), 1)
            self.sweep.shared[(number, None)] = (way,)

    # -- the numbers

    def advance(self) -> "Slices[None]":
        """Compute all layers, in slices, unless one is empty. Raises Stop, see Budget."""
        self.count = self.reached = 0
        for number in range(1, 14):
            after: dict = {}  # by constraint state: a dict from key to gain
            yield from self._number(number, after)
            self.sweep.budget.spend(self.count)
            self.count = 0
            self._finish_layer(after)
            if self.sweep.first is None and self.sweep.bound:
                self.sweep.bound.enter(self.last())
            if not self.keys[-1]:
                break

    def _number(self, number, after):
        """Expand all states of the last layer by the tiles of `number` into `after`, in slices."""
        sweep = self.sweep
        counts_placed = sweep.counts_placed()
        for state, first, end in self.ranges[-1]:
            for action, rows, times in self._ways(state, number):
                if counts_placed:
                    for jokers, laid, only in _split_table(rows):
                        counted = sweep.after_placing(action[STATE], number, laid, jokers)
                        into = after.setdefault(counted, {})
                        self._expand(action, only, number, first, end, into)
                else:
                    into = after.setdefault(action[STATE], {})
                    self._expand(action, rows, number, first, end, into)
                self.count += times * (end - first)
                if not sweep.counts_once:
                    sweep.budget.reached += times * self.reached
                self.reached = 0
                if self.count >= _SLICE:
                    sweep.budget.spend(self.count)
                    self.count = 0
                    yield None

    def _expand(self, action, rows, number, first, end, into):
        """Expand the states with index `first` to `end` - 1 by one action into the dict `into`."""
        if not action[LONG]:
            self._reach(action, rows, number, first, end, into)
            return
        reached = {}
        self._reach(action, rows, number, first, end, reached)
        for key, gain in reached.items():
            key = placing.lengthened(key, action[LONG], self.sweep.mixed)
            if into.get(key, -1) < gain:
                into[key] = gain

    def _reach(self, action, rows, number, first, end, into):
        """Do what `_expand` does, without adding the runs of LONG."""
        sweep = self.sweep
        spare = sweep.free_jokers
        worth = sweep.joker_worth
        keys = self.keys[-1]
        gains = self.gains[-1]
        halves = _halves
        taken = action[JOKERS]
        weight = sweep.tile_values[number] << _INDEX_BITS
        before = action[LAID] * weight
        # A state with n jokers spent must be worth more than  least + joker_worth[n].
        least = sweep.to_beat - sweep.value_ahead[number] - worth[spare]
        reached = 0
        for total in range(taken, spare + 1):  # in the same order as `states`
            low_limit, high_limit = self.limits[spare - total][number - 1]
            jokers = total << 24
            cut = least + worth[total] << _INDEX_BITS | _INDEX
            for index in range(first, end):
                key = keys[index]
                spent = (key >> 24) + taken
                if spent > total:
                    continue
                half_key = high_limit | key >> 12 & 4095
                highs = halves.get(half_key)
                if highs is None:
                    highs = _half(half_key)
                half_key = low_limit | key & 4095
                lows = halves.get(half_key)
                if lows is None:
                    lows = _half(half_key)
                base = (gains[index] & ~_INDEX | index) + before
                if total:
                    base += worth[total] - worth[spent - taken] << _INDEX_BITS
                for used, row in rows[total - spent].items():
                    if used not in lows:
                        continue
                    low = lows[used] | jokers
                    for used, laid in row.items():
                        if used not in highs:
                            continue
                        gain = base + laid * weight
                        if gain <= cut:
                            continue
                        reached += 1
                        new = highs[used] << 12 | low
                        if into.get(new, -1) < gain:
                            into[new] = gain
        self.reached += reached

    # -- the next layer

    def _finish_layer(self, after):
        """Append the states of `after` as the next layer. after: see `advance`."""
        kept: dict = {}  # by constraint state: a list of keys
        sweep = self.sweep
        if sweep.first and sweep.bound:
            number = len(self.keys)
            for state, gains_of in after.items():
                free = sweep.as_free(state)
                after[state] = {
                    key: gain
                    for key, gain in gains_of.items()
                    if sweep.allows(number, key, gain >> _INDEX_BITS, free)
                }
        if len(after) == 1:
            for state in after:
                self._best(((0, state),), after, kept)
        else:
            compared = {}  # by comparison key: [(dominance bits, constraint state)]
            for state in after:
                shared, bits = sweep.comparison_key(state)
                compared.setdefault(shared, []).append((bits, state))
            for states in compared.values():
                self._best(states, after, kept)
        keys = []
        gains = []
        ranges = []
        for state in sorted(kept):
            row = kept[state]
            if not row:
                continue
            gains_of = after[state]
            if len(row) > 1:
                row.sort()  # best first, then by key: the same order as `states`
            row = [ranked & _KEY for ranked in row]
            gains += [gains_of[key] for key in row]
            ranges.append((state, len(keys), len(keys) + len(row)))
            keys += row
        room = sweep.beam_width(len(self.keys))
        if len(keys) > room:
            keys, gains, ranges = self._narrow(keys, gains, ranges, room)
        self.keys.append(keys)
        self.gains.append(gains)
        self.ranges.append(ranges)

    def _narrow(self, keys, gains, ranges, room):
        """Return the layer with only its `room` best states."""
        self.sweep.dropped_states = True
        if self.sweep.bound:
            marks = [mark for mark, row in enumerate(ranges) for _ in range(row[1], row[2])]
            untouched = evenly(marks, room)
        else:
            untouched = widest([gain >> _INDEX_BITS for gain in gains], keys, room)
        out = []
        begin = 0
        for state, first, end in ranges:
            count = sum([first <= index < end for index in untouched])
            if count:
                out.append((state, begin, begin + count))
            begin += count
        return [keys[index] for index in untouched], [gains[index] for index in untouched], out

    def _best(self, states, after, kept):
        """Enter into `kept` the states that no other dominates, each as key - (value << 27), so
        that sorting puts the best first. states: [(dominance bits, constraint state)] that share a
        comparison key. Sorted by rank, a state comes after all that can dominate it, so it is
        compared with those kept so far only."""
        if len(states) == 1 and len(after[states[0][1]]) < 2:
            kept[states[0][1]] = list(after[states[0][1]])
            return
        outs = {}
        for bits, state in states:
            outs[bits] = kept[state] = []
        ranks = {}  # (value, jokers left, dominance bits) as one int: key
        for bits, state in states:
            _rank(self.sweep, after[state], bits << 60, ranks, outs[bits])
        spare = self.sweep.free_jokers
        # By jokers spent: the complements of the bits of the states kept, which must hold none of
        # the bits of a state that they dominate.
        against = [[] for _ in range(spare + 1)]
        for rank in sorted(ranks, reverse=True):
            key = ranks[rank]
            spent = key >> 24
            for lacking in against[spent]:
                if not rank & lacking:
                    break
            else:
                outs[rank >> 60 & 1073741823].append(key - (rank >> 92 << 27))
                lacking = ~rank & _BITS
                against[spent].append(lacking)
                if spent >= self.jokers_to_lay:
                    for more in range(spent + 1, spare + 1):
                        against[more].append(lacking)


def _limits(sweep, left):
    """Return `Sweep.run_limits` << 12 of both halves for all numbers, with `left` jokers left."""
    if sweep.mixed:
        return [(sweep.run_limits(0, number, left) << 12, 0) for number in range(1, 14)]
    most = [min(4, count + left) for count in sweep.find_reach()]
    for hue in range(0, 64, 16):
        most[hue + 14] = most[hue + 15] = 0
    each = [5 * most[place + 1] + most[place + 2] for place in range(62)]
    return [
        ((each[n] * 25 + each[n + 16]) << 12, (each[n + 32] * 25 + each[n + 48]) << 12)
        for n in range(1, 14)
    ]


def _half(half_key):
    """Return a half's moves: a dict from tiles used to next half. half_key: limit << 12 | half."""
    first, second = placing.sides(half_key & 4095, half_key >> 12)
    moves = _halves[half_key] = {a + b & 31: a + b >> 5 for a in first for b in second}
    return moves


def _table(sweep, must, may):
    """Compute `FastLayers.table`."""
    choices = [(0,) + must]  # (optional tiles laid, all tiles of each of the four colours)
    for hue in range(4):
        for choice in choices[:]:
            for more in range(1, may[hue] + 1):
                have = choice[1 : hue + 1] + (choice[hue + 1] + more,) + choice[hue + 2 :]
                choices.append((choice[0] + more,) + have)
    choices.sort()  # choices that lay more come later and overwrite those before
    rows: Table = [{} for _ in range(sweep.free_jokers + 1)]
    for choice in choices:
        left = _left_to_runs(sweep, choice[1:])
        for jokers in range(len(rows)):
            row = rows[jokers]
            for low, highs in left[jokers].items():
                laid = dict.fromkeys(highs, choice[0])
                if low in row:
                    row[low].update(laid)
                else:
                    row[low] = laid
    return rows


def _left_to_runs(sweep, have):
    """Return the tiles that can be in runs if exactly the tiles `have` are placed: for each number
    of jokers a dict from the tiles of the low half to a set of those of the high half."""
    key = (have, sweep.groups, sweep.runs, sweep.mixed)
    rows = _left.get(key)
    if rows is not None:
        return rows
    rows = _left[key] = []
    for jokers in range(3):
        row: dict[int, set] = {}
        for group in placing.groupings(have, jokers, sweep.groups):
            black, red, blue, orange = [have[hue] - group[hue] for hue in range(4)]
            if sweep.mixed:
                row.setdefault(black + red + blue + orange, set()).add(0)
            elif sweep.runs or group == have:
                row.setdefault(black + 5 * red, set()).add(blue + 5 * orange)
        if sweep.runs and jokers:  # as with one joker less, and this one in a run
            for low, highs in rows[-1].items():
                for unit, other in _UNITS[: 1 if sweep.mixed else 4]:
                    row.setdefault(low + unit, set()).update([high + other for high in highs])
        rows.append(row)
    return rows


def _rank(sweep, gains_of, bits, ranks, uncompared):
    """Enter the states of `gains_of` (key to gain) into `ranks` (see `FastLayers._best`); enter
    those without dominance bits, which are not compared, into `uncompared`."""
    mixed = sweep.mixed
    for key, gain in gains_of.items():
        value = gain >> _INDEX_BITS << 2 | 3 - (key >> 24)
        if mixed:
            own = placing.mixed_high_bits(key) << 30 | placing.mixed_low_bits(key)
        else:
            own = _HIGH[key >> 12 & 4095] | _LOW[key & 4095]
        if own < 0:
            uncompared.append(key - (gain >> _INDEX_BITS << 27))
        else:
            ranks[value << 90 | bits | own] = key


def _merged(ways):
    """Join the `ways` with equal states, jokers and long runs into one."""
    out: dict = {}
    for action, rows, _ in ways.values():
        out.setdefault((action[STATE], action[JOKERS], action[LONG]), []).append((action, rows))
    for mark, same in out.items():
        action, rows = same[0]
        if len(same) > 1:
            least = min([other[LAID] for other, _ in same])
            rows = [{} for _ in rows]
            for other, table in same:
                _join(rows, table, other[LAID] - least)
            action = action[:LAID] + (least,)
        out[mark] = [action, rows, 1]
    return out


def _join(rows, table, more):
    """Enter the FastLayers.table `table` into `rows`, with `more` optional tiles laid."""
    for row, others in zip(rows, table):
        for low, highs in others.items():
            into = row.setdefault(low, {})
            for high, laid in highs.items():
                if into.get(high, -1) < laid + more:
                    into[high] = laid + more


def _split_table(rows):
    """Split a FastLayers.table: [(jokers, optional tiles laid, the table with only these)]."""
    out = []
    for jokers in range(len(rows)):
        for laid in sorted({laid for row in rows[jokers].values() for laid in row.values()}):
            only = {}
            for low, row in rows[jokers].items():
                fit = {high: laid for high, more in row.items() if more == laid}
                if fit:
                    only[low] = fit
            out.append((jokers, laid, [only if j == jokers else {} for j in range(len(rows))]))
    return out
