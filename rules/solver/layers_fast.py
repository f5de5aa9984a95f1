"""The layers of states where memory is plenty: dicts of states, and what numbers allow kept for the
positions to come. A handheld has `states.SmallLayers` in its place; keys and gains are drawn there.
"""

from rules.solver import placing
from rules.solver.constraint import JOKERS, LAID, LONG, MAY, MUST, STATE
from rules.solver.states import widest

if False:  # for type checkers
    from collections.abc import Iterable, Iterator

    from rules.base import Slices
    from rules.solver.constraint import Counts, State
    from rules.solver.sweep import Sweep

    Table = list[dict[int, dict[int, int]]]  # see `FastLayers.table`

_SLICE = 64  # states expanded between two yields, at least
_INDEX_BITS = 20  # bits of a gain that hold an index
_INDEX = (1 << _INDEX_BITS) - 1
_KEY = (1 << 27) - 1  # the bits of a key in an int that holds more
_KEPT = 40000  # entries of the dicts below before they are emptied

_tables: dict = {}  # by kind of sweep: FastLayers.table
_left: dict = {}  # _left_to_runs
_halves: dict[int, dict[int, int]] = {}  # _half
_parts: dict = {}  # FastLayers.parts

# Dominance bits by half, and those of the high half moved up; -1 for a half without any.
_LOW = [placing.low_bits(half) for half in range(4096)]
_HIGH = [bits if bits < 0 else bits << 30 for bits in _LOW]
_UNITS = ((1, 0), (5, 0), (0, 1), (0, 5))  # one tile more of each colour: low half, high half
_BITS = (1 << 90) - 1  # sixty bits of a state, thirty of its constraints'


def forget() -> None:
    """Empty the dicts that are kept for the positions to come."""
    for table in (_tables, _halves, _parts):
        table.clear()


class FastLayers:
    """The layers of one sweep; the public methods and attributes are those of `states.SmallLayers`.

    A layer is a list of keys, a list of gains, and ranges of both that stand beside the same
    constraints' state.
    """

    def __init__(self, sweep: "Sweep", start: "State") -> None:
        self.sweep = sweep
        self.way: list[tuple] = []
        self.owed = sweep.owed
        self.keys = [[0]]
        self.gains = [[0]]
        self.ranges = [[(start, 0, 1)]]  # (constraints' state, first index, one past the last)
        self.parts = _parts
        for table in (_halves, _parts):
            if len(table) > _KEPT:
                table.clear()
        kind = (sweep.spare, sweep.groups, sweep.runs, sweep.mixed)
        self.tables = _tables.setdefault(kind, {})
        if start is None and not sweep.undecided and not sweep.memory:
            self._fill()
        self.limits = sweep.memory.get("limits")
        if self.limits is None:
            self.limits = sweep.memory["limits"] = [
                _limits(sweep, left) for left in range(sweep.spare + 1)
            ]

    def last(self) -> "Iterator[tuple[State, int, int, int]]":
        """Yield (constraints' state, key, value, index) of each state of the last layer."""
        for state, first, end in self.ranges[-1]:
            for index in range(first, end):
                yield state, self.keys[-1][index], self.gains[-1][index] >> _INDEX_BITS, index

    def trace(self, index: int) -> None:
        """Set `way` to the best way to the last layer's state of that index."""
        self.way = []
        for number in range(13, -1, -1):
            for state, first, end in self.ranges[number]:
                if first <= index < end:
                    break
            self.way.append((state, self.keys[number][index]))
            index = self.gains[number][index] & _INDEX
        self.way.reverse()

    # -- what a number allows

    def table(self, must: "Counts", may: "Counts") -> "Table":
        """Return what a number's tiles allow, as `placing.options` has it: for each count of jokers
        a dict from the tiles of the low half in runs to a dict from those of the high half to the
        most optional tiles laid."""
        rows = self.tables.get((must, may))
        if rows is None:
            if len(self.tables) > _KEPT:
                self.tables.clear()
            rows = self.tables[must, may] = _table(self.sweep, must, may)
        return rows

    def ready(self, must: "Counts", may: "Counts") -> "Iterable[None]":
        """Prepare nothing: `laid` needs no time."""
        return ()

    def laid(self, must: "Counts", may: "Counts", jokers: int, low: int, high: int) -> int:
        """Return the most tiles laid of those that can be, -1 for what cannot be."""
        row = self.table(must, may)[jokers].get(low)
        return -1 if row is None else row.get(high, -1)

    def _ways(self, state, number):
        """Return the actions of `Sweep.actions` that differ in what they leave, each with its table
        and how often it comes; kept for further sweeps of the same reading."""
        memory = self.sweep.memory
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
            ways = memory[(number, state)] = list(rows.values())
        return ways

    def _fill(self):
        """Enter `_ways` for all numbers at once where no constraint or open joker matters."""
        counts = self.sweep.must, self.sweep.may
        must, may = [zip(*[row[hue : hue + 13] for hue in range(0, 52, 13)]) for row in counts]
        for number, (has_to, can) in enumerate(zip(must, may), 1):
            way = ((None, has_to, can, 0, (), 0), self.table(has_to, can), 1)
            self.sweep.memory[(number, None)] = (way,)

    # -- the numbers

    def advance(self) -> "Slices[None]":
        """Go through the numbers until no state is left. Raises Stop at the limit of states."""
        self.count = self.reached = 0
        for number in range(1, 14):
            after: dict = {}  # by constraints' state, dicts of keys to gains
            yield from self._number(number, after)
            self.sweep.budget.took(self.count)
            self.count = 0
            self._close(after)
            if not self.keys[-1]:
                break

    def _number(self, number, after):
        """Expand all states over a number, into `after`."""
        sweep = self.sweep
        watches = sweep.watches()
        for state, first, end in self.ranges[-1]:
            for action, rows, times in self._ways(state, number):
                if watches:
                    for jokers, laid, only in _parted(rows):
                        counted = sweep.counted(action[STATE], number, laid, jokers)
                        into = after.setdefault(counted, {})
                        self._expand(action, only, number, first, end, into)
                else:
                    into = after.setdefault(action[STATE], {})
                    self._expand(action, rows, number, first, end, into)
                self.count += times * (end - first)
                sweep.budget.reached += times * self.reached
                self.reached = 0
                if self.count >= _SLICE:
                    sweep.budget.took(self.count)
                    self.count = 0
                    yield None

    def _expand(self, action, rows, number, first, end, into):
        """Expand the states from index `first` to before `end` by one action, into a dict."""
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
        """Expand as `_expand`, without the runs that constraints' sets have become."""
        sweep = self.sweep
        spare = sweep.spare
        worth = sweep.worth
        keys = self.keys[-1]
        gains = self.gains[-1]
        halves = _halves
        taken = action[JOKERS]
        weight = sweep.price[number] << _INDEX_BITS
        before = action[LAID] * weight
        # a state with n jokers spent must be worth more than this and worth[n]
        least = sweep.floor - sweep.ahead[number] - worth[spare]
        reached = 0
        for total in range(taken, spare + 1):  # in the order of `states`
            low_limit, high_limit = self.limits[spare - total][number - 1]
            jokers = total << 24
            cut = least + worth[total] << _INDEX_BITS | _INDEX
            for index in range(first, end):
                key = keys[index]
                spent = (key >> 24) + taken
                if spent > total:
                    continue
                mark = high_limit | key >> 12 & 4095
                highs = halves.get(mark)
                if highs is None:
                    highs = _half(mark)
                mark = low_limit | key & 4095
                lows = halves.get(mark)
                if lows is None:
                    lows = _half(mark)
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

    def _close(self, after):
        """Make the next layer of `after`: by constraints' state, dicts of keys to gains."""
        kept: dict = {}  # by constraints' state, lists of keys
        if len(after) == 1:
            for state in after:
                self._best(((0, state),), after, kept)
        else:
            compared = {}  # by what states share that may be compared
            for state in after:
                mark, bits = self.sweep.mark(state)
                compared.setdefault(mark, []).append((bits, state))
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
                row.sort()  # the best first, then by key: the order of `states`
            row = [ranked & _KEY for ranked in row]
            gains += [gains_of[key] for key in row]
            ranges.append((state, len(keys), len(keys) + len(row)))
            keys += row
        room = self.sweep.keeps(len(self.keys))
        if len(keys) > room:
            keys, gains, ranges = self._narrowed(keys, gains, ranges, room)
        self.keys.append(keys)
        self.gains.append(gains)
        self.ranges.append(ranges)

    def _narrowed(self, keys, gains, ranges, room):
        """Return a layer (see the class) of the `room` best states."""
        self.sweep.narrowed = True
        stay = widest([gain >> _INDEX_BITS for gain in gains], keys, room)
        out = []
        begin = 0
        for state, first, end in ranges:
            count = sum([first <= index < end for index in stay])
            if count:
                out.append((state, begin, begin + count))
            begin += count
        return [keys[index] for index in stay], [gains[index] for index in stay], out

    def _best(self, states, after, kept):
        """Enter into `kept` the keys that no other one dominates, each less its value << 27, so
        that the best come first. states: (bits, constraints' state) each, which may be compared."""
        if len(states) == 1 and len(after[states[0][1]]) < 2:
            kept[states[0][1]] = list(after[states[0][1]])
            return
        outs = {}
        for bits, state in states:
            outs[bits] = kept[state] = []
        ranks = {}  # value, jokers not spent and bits: what dominates another comes before it
        for bits, state in states:
            _rank(self.sweep, after[state], bits << 60, ranks, outs[bits])
        spare = self.sweep.spare
        # by jokers spent: of the keys kept, the bits they lack; what dominates lacks none of them
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
                if spent >= self.owed:
                    for more in range(spent + 1, spare + 1):
                        against[more].append(lacking)


def _limits(sweep, left):
    """Return `Sweep.limits` << 12 of both halves for all numbers, with `left` jokers to come."""
    if sweep.mixed:
        return [(sweep.limits(0, number, left) << 12, 0) for number in range(1, 14)]
    most = [min(4, count + left) for count in sweep.find_reach()]
    for hue in range(0, 64, 16):
        most[hue + 14] = most[hue + 15] = 0
    each = [5 * most[place + 1] + most[place + 2] for place in range(62)]
    return [
        ((each[n] * 25 + each[n + 16]) << 12, (each[n + 32] * 25 + each[n + 48]) << 12)
        for n in range(1, 14)
    ]


def _half(mark):
    """Return a half's moves, as a dict from tiles used to the next half. mark: a limit << 12 | the
    half."""
    first, second = placing.sides(mark & 4095, mark >> 12)
    moves = _halves[mark] = {a + b & 31: a + b >> 5 for a in first for b in second}
    return moves


def _table(sweep, must, may):
    """Return `FastLayers.table` of a number."""
    choices = [(0,) + must]  # tiles laid of those that can be, and all tiles by colour
    for hue in range(4):
        for choice in choices[:]:
            for more in range(1, may[hue] + 1):
                have = choice[1 : hue + 1] + (choice[hue + 1] + more,) + choice[hue + 2 :]
                choices.append((choice[0] + more,) + have)
    choices.sort()  # those that lay more come later, over those before
    rows: Table = [{} for _ in range(sweep.spare + 1)]
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
    """Return what groups leave to runs when exactly the tiles `have` are laid: for each count of
    jokers a dict from the tiles of the low half to a set of those of the high half."""
    mark = (have, sweep.groups, sweep.runs, sweep.mixed)
    rows = _left.get(mark)
    if rows is not None:
        return rows
    rows = _left[mark] = []
    for jokers in range(3):
        row: dict[int, set] = {}
        for group in placing.groupings(have, jokers, sweep.groups):
            black, red, blue, orange = [have[hue] - group[hue] for hue in range(4)]
            if sweep.mixed:
                row.setdefault(black + red + blue + orange, set()).add(0)
            elif sweep.runs or group == have:
                row.setdefault(black + 5 * red, set()).add(blue + 5 * orange)
        if sweep.runs and jokers:  # one of them in a run
            for low, highs in rows[-1].items():
                for unit, other in _UNITS[: 1 if sweep.mixed else 4]:
                    row.setdefault(low + unit, set()).update([high + other for high in highs])
        rows.append(row)
    return rows


def _rank(sweep, gains_of, bits, ranks, apart):
    """Enter keys and gains into `ranks` (see `FastLayers._best`), those without bits of their own
    into the list `apart`: they are not compared."""
    mixed = sweep.mixed
    for key, gain in gains_of.items():
        value = gain >> _INDEX_BITS << 2 | 3 - (key >> 24)
        if mixed:
            own = placing.mixed_high_bits(key) << 30 | placing.mixed_low_bits(key)
        else:
            own = _HIGH[key >> 12 & 4095] | _LOW[key & 4095]
        if own < 0:
            apart.append(key - (gain >> _INDEX_BITS << 27))
        else:
            ranks[value << 90 | bits | own] = key


def _parted(rows):
    """Return a number's table by jokers and optional tiles laid: a list of (jokers, laid, the table
    with no others)."""
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
