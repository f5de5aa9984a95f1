"""The layers where memory is plenty: dicts of states, and what numbers allow kept for the positions
to come. A handheld has `rules.solver.states` in its place.
"""

from rules.solver import lookup, placing
from rules.solver.constraint import JOKERS, LAID, LONG, MAY, MUST, STATE
from rules.solver.placing import KEYS, groupings, options
from rules.solver.states import owed_by, widest

if False:  # for type checkers
    from collections.abc import Iterable, Iterator

    from rules.slices import Slices
    from rules.solver.constraint import Counts, State
    from rules.solver.sweep import Sweep

_SLICE = 64  # states taken on between two yields, at least
_PLACE = 20  # bits of a place in a layer
_PLACES = (1 << _PLACE) - 1
_KEY = (1 << 27) - 1  # a state, in an int that holds more
_KEPT = 40000  # entries of the tables below before they are emptied

_tables: dict = {}  # FastLayers.table, a dict for each kind of sweep
_left: dict = {}  # _left_to_runs
_moves: dict = {}  # _colour_moves
_halves: dict[int, dict[int, int]] = {}  # FastLayers._half
_parts: dict = {}  # FastLayers.parts
_UNITS = ((1, 0), (5, 0), (0, 1), (0, 5))  # a tile more of a colour


def _room(table):
    """Empty a table of this module that has grown too large."""
    if len(table) > _KEPT:
        table.clear()


def forget() -> None:
    """Empty the tables that are kept for the positions to come."""
    for table in (_tables, _halves, _parts):
        table.clear()


def _colour_moves(state, limit, unit, first):
    """`placing.moves`: a list of (tiles times `unit`, next state moved up by `first` bits), made
    once."""
    mark = first << 12 | limit << 6 | state
    if mark not in _moves:
        _moves[mark] = [
            (unit * (move & 7), move >> 3 << first) for move in placing.moves(state, limit)
        ]
    return _moves[mark]


def _half_bits(first):
    """A half's part of `runs.low_bits` or `high_bits`, moved up by `first` bits, by half; -1
    where it has none."""
    each = [lookup.LOW[i] | lookup.HIGH[i] << 8 if i < lookup.FULL else -1 for i in range(64)]
    return [-1 if a < 0 or b < 0 else (a | b << 15) << first for b in each for a in each]


_LOW = _half_bits(0)
_HIGH = _half_bits(30)
_BITS = (1 << 90) - 1  # sixty bits of a state, thirty of its constraints'

_EVERY = int.from_bytes(b"\1" * 52, "little")
_TO_12 = int.from_bytes((b"\7" * 12 + b"\0") * 4, "little")  # all but number 13
_TO_11 = int.from_bytes((b"\7" * 11 + b"\0\0") * 4, "little")


def _left_to_runs(mark):
    """What groups leave to runs when just some tiles are laid, jokers in runs with it, as
    `FastLayers.table` has it.

    mark: the four colours' tiles, whether there are groups, whether there are runs.
    """
    have, groups, runs = mark
    out = _left[mark] = []
    low = have[0] + 5 * have[1]
    high = have[2] + 5 * have[3]
    for jokers in range(3):
        rows = {}
        for group in groupings(have, jokers, groups):
            if runs or group == have:
                highs = rows.setdefault(low - group[0] - 5 * group[1], {})
                highs[high - group[2] - 5 * group[3]] = 0
        if runs and jokers:  # one of them in a run
            for less, highs in out[-1].items():
                for unit, other in _UNITS:
                    rows.setdefault(less + unit, {}).update({more + other: 0 for more in highs})
        out.append(rows)
    return out


class FastLayers:
    """See Layers. A layer is a list of keys, a list of gains (values << _PLACE | the index each
    came from in the layer before), and parts that stand beside the same constraints' state."""

    def __init__(self, sweep: "Sweep", start: "State") -> None:
        self.sweep = sweep
        self.way: list[tuple] = []
        self.owed = owed_by(sweep)
        self.keys = [[0]]
        self.gains = [[0]]
        self.ranges = [[(start, 0, 1)]]  # (constraints' state, first index, one past the last)
        self.parts = _parts
        self.watch = sweep.watches()
        _room(_halves)
        _room(_parts)
        kind = (sweep.spare, sweep.groups, sweep.runs, sweep.mixed)
        self.tables = _tables.setdefault(kind, {})
        if start is None and not sweep.undecided and not sweep.memory:
            self._fill()
        self.limits = self._limits()

    def last(self) -> "Iterator[tuple[State, int, int, int]]":
        for state, first, end in self.ranges[-1]:
            for index in range(first, end):
                yield state, self.keys[-1][index], self.gains[-1][index] >> _PLACE, index

    def trace(self, index: int) -> None:
        self.way = []
        for number in range(13, -1, -1):
            for state, first, end in self.ranges[number]:
                if first <= index < end:
                    break
            self.way.append((state, self.keys[number][index]))
            index = self.gains[number][index] & _PLACES
        self.way.reverse()

    # -- what a number allows

    def table(self, must: "Counts", may: "Counts") -> list[dict[int, dict[int, int]]]:
        """What a number's tiles allow, as `groups.options` has it: for each count of jokers a dict
        from the tiles of colours 0 and 1 in runs to a dict from those of 2 and 3 to optional tiles
        laid."""
        rows = self.tables.get((must, may))
        if rows is None:
            _room(self.tables)
            rows = self._mixed_rows(must, may) if self.sweep.mixed else self._rows(must, may)
            self.tables[must, may] = rows
        return rows

    def _mixed_rows(self, must, may):
        """The dicts of `table` where runs mix colours."""
        tables = [bytearray(KEYS) for _ in range(self.sweep.spare + 1)]
        for _ in options(self.sweep, must, may, tables):
            pass
        return [
            {key // 25: {0: row[key] - 1} for key in range(0, KEYS, 25) if row[key]}
            for row in tables
        ]

    def _rows(self, must, may):
        """The dicts of `table` where runs have one colour."""
        sweep = self.sweep
        mark = (must, sweep.groups, sweep.runs)
        rows = (_left.get(mark) or _left_to_runs(mark))[: sweep.spare + 1]
        if not max(may):
            return rows
        rows = [{low: row[low].copy() for low in row} for row in rows]
        choices = [(0,) + must]
        for hue in range(4):
            more = []
            for laid in range(1, may[hue] + 1):
                for choice in choices:
                    choice = list(choice)
                    choice[0] += laid
                    choice[hue + 1] += laid
                    more.append(tuple(choice))
            choices += more
        choices.sort()  # those that lay more come later, over those before
        for choice in choices[1:]:
            mark = (choice[1:], sweep.groups, sweep.runs)
            left = _left.get(mark) or _left_to_runs(mark)
            for jokers in range(len(rows)):
                row = rows[jokers]
                for low, highs in left[jokers].items():
                    if low in row:
                        row[low].update(dict.fromkeys(highs, choice[0]))
                    else:
                        row[low] = dict.fromkeys(highs, choice[0])
        return rows

    def ready(self, must: "Counts", may: "Counts") -> "Iterable[None]":
        return ()

    def laid(self, must: "Counts", may: "Counts", jokers: int, low: int, high: int) -> int:
        row = self.table(must, may)[jokers].get(low)
        return -1 if row is None else row.get(high, -1)

    def links(self, number: int, left: int, first: int, old: int, new: int) -> list[int]:
        mark = self.limits[left][number - 1][first // 2] | old
        moves = _halves.get(mark) or self._half(mark)
        return [used | after << 5 for used, after in moves.items() if after == new or new < 0]

    def _ways(self, state, number):
        """`Sweep.actions`: those that differ in what they leave, each with its table and how often
        it comes; kept for further sweeps of the same reading."""
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
        """`_ways` of all numbers where nothing but their tiles counts."""
        first_kinds = range(0, 52, 13)
        must = zip(*[self.sweep.must[kind : kind + 13] for kind in first_kinds])
        may = zip(*[self.sweep.may[kind : kind + 13] for kind in first_kinds])
        number = 1
        for has_to, can in zip(must, may):
            way = ((None, has_to, can, 0, (), 0), self.table(has_to, can), 1)
            self.sweep.memory[(number, None)] = (way,)
            number += 1

    def _limits(self):
        """What bounds runs, by jokers left and number: for each half a mark of `_half`, its own
        bits still zero.

        With mixed runs `Sweep.limits` << 12; else two bytes, each a colour's limit, << 12.
        """
        memory = self.sweep.memory
        limits = memory.get("limits")
        if limits is None:
            limits = memory["limits"] = self._mixed_limits() if self.sweep.mixed else []
            if not limits:
                self._colour_limits(limits)
        return limits

    def _mixed_limits(self):
        sweep = self.sweep
        return [
            [
                [sweep.limits(first, number, left) << 12 for first in (0, 2)]
                for number in range(1, 14)
            ]
            for left in range(sweep.spare + 1)
        ]

    def _colour_limits(self, limits):
        """Fill in `_limits` for all numbers at once: a byte of a large int for each kind."""
        sweep = self.sweep
        reach = int.from_bytes(sweep.must, "little") + int.from_bytes(sweep.may, "little")
        for number, mask in sweep.undecided:
            for hue in range(4):
                reach += (mask >> hue & 1) << 8 * (13 * hue + number - 1)
        for left in range(sweep.spare + 1):
            most = reach + left * _EVERY
            most -= most & 3 * (most + 3 * _EVERY >> 3 & _EVERY)  # 5, 6 and 7 become 4
            most = (5 * (most >> 8 & _TO_12) + (most >> 16 & _TO_11)).to_bytes(52, "little")
            limits.append(
                [
                    ((a | b << 8) << 12, (c | d << 8) << 12)
                    for a, b, c, d in zip(most[:13], most[13:26], most[26:39], most[39:])
                ]
            )

    def _half(self, mark):
        """A half's moves, as a dict from tiles to next bits. mark: a limit of `_limits` | the
        half's twelve bits."""
        limit = mark >> 12
        if self.sweep.mixed:
            moves = {move & 31: move >> 5 for move in placing.half_moves(mark & 4095, limit)}
        else:
            first = _colour_moves(mark & 63, limit & 255, 1, 0)
            second = _colour_moves(mark >> 6 & 63, limit >> 8, 5, 6)
            moves = {used + more: low | high for used, low in first for more, high in second}
        _halves[mark] = moves
        return moves

    # -- the numbers

    def advance(self) -> "Slices[None]":
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
        """Take all states on over a number, into `after`."""
        sweep = self.sweep
        for state, first, end in self.ranges[-1]:
            for action, rows, times in self._ways(state, number):
                if self.watch:
                    for jokers, laid, only in _parted(rows):
                        followed = sweep.counted(action[STATE], number, laid, jokers)
                        into = after.setdefault(followed, {})
                        self._take_on(action, only, number, first, end, into)
                else:
                    into = after.setdefault(action[STATE], {})
                    self._take_on(action, rows, number, first, end, into)
                self.count += times * (end - first)
                sweep.budget.reached += times * self.reached
                self.reached = 0
                if self.count >= _SLICE:
                    sweep.budget.took(self.count)
                    self.count = 0
                    yield None

    def _take_on(self, action, rows, number, first, end, into):
        """Take the states from `first` to before `end` on by one way, into the dict `into`."""
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
        """`_take_on` without the runs that constraints' sets have become."""
        sweep = self.sweep
        spare = sweep.spare
        worth = sweep.worth
        keys = self.keys[-1]
        gains = self.gains[-1]
        halves = _halves
        taken = action[JOKERS]
        weight = sweep.price[number] << _PLACE
        before = action[LAID] * weight
        # a state with n jokers spent must be worth more than this and worth[n]
        least = sweep.floor - sweep.ahead[number] - worth[spare]
        reached = 0
        for total in range(taken, spare + 1):  # in the order of `rules.solver.states`
            low_limit, high_limit = self.limits[spare - total][number - 1]
            jokers = total << 24
            cut = least + worth[total] << _PLACE | _PLACES
            for index in range(first, end):
                key = keys[index]
                spent = (key >> 24) + taken
                if spent > total:
                    continue
                mark = high_limit | key >> 12 & 4095
                highs = halves.get(mark)
                if highs is None:
                    highs = self._half(mark)
                mark = low_limit | key & 4095
                lows = halves.get(mark)
                if lows is None:
                    lows = self._half(mark)
                base = (gains[index] & ~_PLACES | index) + before
                if total:
                    base += worth[total] - worth[spent - taken] << _PLACE
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
        kept = {}
        if len(after) == 1:
            for state in after:
                self._best(((0, state),), after, kept)
        else:
            compared = {}  # those that may be
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
                row.sort()  # the best first, then by key: the order of `rules.solver.states`
                row = [ranked & _KEY for ranked in row]
                gains += [gains_of[key] for key in row]
            else:
                row = list(gains_of) if len(gains_of) == 1 else [row[0] & _KEY]
                gains.append(gains_of[row[0]])
            ranges.append((state, len(keys), len(keys) + len(row)))
            keys += row
        room = self.sweep.keeps(len(self.keys))
        if len(keys) > room:
            keys, gains, ranges = self._narrowed(keys, gains, ranges, room)
        self.keys.append(keys)
        self.gains.append(gains)
        self.ranges.append(ranges)

    def _narrowed(self, keys, gains, ranges, room):
        """A layer (see the class) of no more than `room` states."""
        self.sweep.narrowed = True
        stay = widest([gain >> _PLACE for gain in gains], keys, room)
        out = []
        begin = 0
        for state, first, end in ranges:
            count = sum([first <= index < end for index in stay])
            if count:
                out.append((state, begin, begin + count))
            begin += count
        return [keys[index] for index in stay], [gains[index] for index in stay], out

    def _best(self, states, after, kept):
        """Of constraints' states that may be compared, (bits, state) each: enter into `kept` lists
        of the keys that no other one dominates, each less its value << 27: the best come first.
        """
        if len(states) == 1 and len(after[states[0][1]]) < 2:
            kept[states[0][1]] = list(after[states[0][1]])
            return
        outs = {}
        for bits, state in states:
            outs[bits] = kept[state] = []
        ranks = {}  # value, jokers not spent and bits: what dominates another comes before it
        for bits, state in states:
            _ranks(self.sweep, after[state], bits << 60, ranks, outs[bits])
        spare = self.sweep.spare
        against = [[] for _ in range(spare + 1)]  # by jokers spent: what dominates lacks these bits
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


def _ranks(sweep, gains_of, bits, ranks, apart):
    """Enter keys and gains into `ranks` (see `FastLayers._best`), those without bits of their own
    into the list `apart`: they are not compared."""
    if sweep.mixed:
        low = placing.mixed_low_bits
        high = placing.mixed_high_bits
        for key, gain in gains_of.items():
            value = gain >> _PLACE << 2 | 3 - (key >> 24)
            ranks[value << 90 | bits | high(key) << 30 | low(key)] = key
        return
    for key, gain in gains_of.items():
        value = gain >> _PLACE << 2 | 3 - (key >> 24)
        rank = value << 90 | bits | _HIGH[key >> 12 & 4095] | _LOW[key & 4095]
        if rank < 0:
            apart.append(key - (gain >> _PLACE << 27))
        else:
            ranks[rank] = key


def _parted(rows):
    """A number's table (see `FastLayers.table`) by jokers and optional tiles laid: a list of
    (jokers, laid, the table with no others)."""
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
