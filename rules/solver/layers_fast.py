"""The layers of states on a desktop: dicts of states, and caches that serve later positions, too.

A handheld has `states.SmallLayers` in its place; keys and gains are drawn there.
"""

from rules.solver import placing
from rules.solver.constraint import JOKERS, LAID, MAY, MUST, RUNS, STATE
from rules.solver.jokers import SpecialSets, pack_state, unpack_tracks
from rules.solver.states import keep_best, keep_evenly

if False:  # for type checkers
    from collections.abc import Iterable, Iterator

    from rules.base import Slices
    from rules.solver.constraint import Counts, State
    from rules.solver.sweep import Sweep

_SLICE = 64  # minimum number of states expanded between two yields
_INDEX_BITS = 20  # bits of a gain that hold an index
_INDEX = (1 << _INDEX_BITS) - 1
_KEY_MASK = (1 << 27) - 1  # the bits of a key in an int that holds more
_MAX_CACHED = 40000  # maximum number of entries in each cache below; a full one is emptied

_tables: dict = {}  # by kind of sweep: answers of FastLayers.table
_run_tiles: dict = {}  # answers of _tiles_for_runs
_halves: dict[int, dict[int, int]] = {}  # answers of _moves_of_half

# Dominance bits of each half as low half and as high half; -1 for a half without any.
_LOW = [placing.low_bits(half) for half in range(4096)]
_HIGH = [bits if bits < 0 else bits << 30 for bits in _LOW]
_UNITS = ((1, 0), (5, 0), (0, 1), (0, 5))  # a tile of each colour: (in low half, in high half)
# Of the dominance bits, thirty of a half, and sixty of the other half and of the constraint state.
_LOWER_BITS = (1 << 30) - 1
_UPPER_BITS = (1 << 90) - 1 & ~_LOWER_BITS


def forget() -> None:
    """Empty the caches."""
    for cache in (_tables, _run_tiles, _halves):
        cache.clear()


def _remember(compute):
    """Return `compute` as a function that computes each answer once."""
    answers: dict = {}

    def answer(*args):
        if args not in answers:
            answers[args] = compute(*args)
        return answers[args]

    return answer


class _SpecialActions:
    """Lists the actions of SpecialSets by what they lead to: many differ only in the tiles that
    they leave."""

    def __init__(self, special: SpecialSets) -> None:
        self.special = special
        self.continue_track = _remember(self._continue_track)
        self.start_sets = _remember(self._start_sets)

    def list(self, sweep: "Sweep", state: int, number: int) -> "list[list]":
        """List the entries of `FastLayers._list_actions`, one for all actions that lead to equal
        states."""
        tiles_left: dict = {}  # by the key of what follows, a set of (may, must)
        for must, may, chosen in sweep.choices(number):
            optional = sum(must) - sum(chosen) + sum(may)
            ways = {((state & 3, state >> 2 & 3, sweep.free_jokers, may, must), (), ())}
            for track in unpack_tracks(state):
                ways = {
                    (left, tracks + longer, long_runs + ended)
                    for before, tracks, long_runs in ways
                    for left, longer, ended in self.continue_track(before, track, number)
                }
            for before, tracks, long_runs in ways:
                waiting = sum([not track[1] + track[2] for track in tracks])
                for (retrieved, rg8, free, begun, spare), left in self.start_sets(before, number):
                    if spare >= waiting:
                        key = (retrieved, rg8), tuple(sorted(tracks + begun)), free, long_runs
                        tiles_left.setdefault(key, set()).update(left)
        entries = []
        for (jokers, tracks, free, long_runs), left in tiles_left.items():
            counts = {(optional - sum(may), must, may) for may, must in left}
            after = pack_state(jokers, tracks)
            action = after, None, None, sweep.free_jokers - free, long_runs, min(counts)[0]
            entries.append([action, None, 1, counts])
        return entries

    def _continue_track(self, supply, track, number):
        """Return {(what is left, tracks, colours of runs that are now ordinary)}."""
        ways = self.special.with_track(((supply, (), (), ()),), track, number)
        return {way[:3] for way in ways}

    def _start_sets(self, supply, number):
        """Return what is left to place after each way to begin special sets: pairs of (numbers of
        jokers, tracks, how many more tracks can still get a joker) and a set of (may, must)."""
        out: dict = {}
        for start in self.special.start_sets(supply, number):
            if start:
                left, _, tracks, _, spare = start
                out.setdefault(left[:3] + (tracks, spare), set()).add(left[3:])
        return list(out.items())


class FastLayers:
    """The layers of one sweep, with the methods and the attribute that `states.SmallLayers` names.

    A layer is a list of keys, a list of gains, and a list of ranges of indices: the states of a
    range share a constraint state.
    """

    def __init__(self, sweep: "Sweep", start: "State") -> None:
        self.sweep = sweep
        self.path: list[tuple] = []
        self.jokers_to_lay = sweep.jokers_to_lay
        self.keys = [[0]]
        self.gains = [[0]]
        self.ranges = [[(start, 0, 1)]]  # (constraint state, first index, last + 1)
        if len(_halves) > _MAX_CACHED:
            _halves.clear()
        kind = (sweep.free_jokers, sweep.groups, sweep.runs, sweep.mixed)
        self.tables = _tables.setdefault(kind, {})
        is_special = sweep.counts_once and not sweep.second
        if "special" not in sweep.cache and is_special and isinstance(sweep.first, SpecialSets):
            sweep.cache["special"] = _SpecialActions(sweep.first)
        self.special = sweep.cache.get("special")
        opening = sweep.second or sweep.first
        if opening and opening.list_takes:
            opening.list_takes = _remember(opening.list_takes)
        self.to_relaxed = _remember(sweep.to_relaxed)
        if sweep.limits is None:
            sweep.limits = [_limits(sweep, left) for left in range(sweep.free_jokers + 1)]

    def last_states(self) -> "Iterator[tuple[State, int, int, int]]":
        """Yield (constraint state, key, value, index) of each state of the last layer."""
        for state, first, end in self.ranges[-1]:
            for index in range(first, end):
                yield state, self.keys[-1][index], self.gains[-1][index] >> _INDEX_BITS, index

    def trace(self, index: int) -> None:
        """Set `path` to the states that led to state `index` of layer 13."""
        self.path = []
        for number in range(13, -1, -1):
            for state, first, end in self.ranges[number]:
                if first <= index < end:
                    break
            self.path.append((state, self.keys[number][index]))
            index = self.gains[number][index] & _INDEX
        self.path.reverse()

    # -- the ways to place the tiles of a number

    def table(self, must: "Counts", may: "Counts") -> "list[dict]":
        """Return what `placing.options` computes, as dicts: for each number of jokers, by the tiles
        of the low half in runs, then by those of the high half, the maximum number of optional
        tiles laid. must, may: counts of a number by colour."""
        table = self.tables.get((must, may))
        if table is None:
            if len(self.tables) > _MAX_CACHED:
                self.tables.clear()
            table = self.tables[must, may] = [{} for _ in range(self.sweep.free_jokers + 1)]
            choices = [
                (a + b + c + d, (must[0] + a, must[1] + b, must[2] + c, must[3] + d))
                for a in range(may[0] + 1)
                for b in range(may[1] + 1)
                for c in range(may[2] + 1)
                for d in range(may[3] + 1)
            ]
            for laid, available in sorted(choices):  # those that lay more overwrite those before
                for rows, tiles_for_runs in zip(table, _tiles_for_runs(self.sweep, available)):
                    for low, highs in tiles_for_runs.items():
                        rows.setdefault(low, {}).update(dict.fromkeys(highs, laid))
        return table

    def prepare_laid(self, must: "Counts", may: "Counts") -> "Iterable[None]":
        """Do nothing: `most_laid` needs no preparation here."""
        return ()

    def most_laid(self, must: "Counts", may: "Counts", jokers: int, low: int, high: int) -> int:
        """Return the maximum number of optional tiles laid; -1 if the placement is impossible."""
        row = self.table(must, may)[jokers].get(low)
        return -1 if row is None else row.get(high, -1)

    def _list_actions(self, state, number):
        """List the distinct actions of `Sweep.actions`: [action, table, how many expanded states
        one state counts for, (laid, must, may) of each action that it stands for]. The table is
        None until `_join_tables` makes it. Cached for further sweeps of the same Reading."""
        sweep = self.sweep
        entries = sweep.cache.get((number, state))
        if entries is not None:
            return entries
        if state is None and not sweep.undecided:
            ((must, may, _),) = sweep.choices(number)
            entries = (((None, must, may, 0, (), 0), self.table(must, may), 1, None),)
        elif self.special:
            entries = self.special.list(sweep, state, number)
        else:
            entry_by_key: dict = {}
            for action in sweep.actions(state, number):
                if action is not None:
                    counts = action[LAID], action[MUST], action[MAY]
                    key = action[STATE], action[JOKERS], action[RUNS]
                    if not sweep.counts_once:
                        key += counts
                    entry = entry_by_key.setdefault(key, [action, None, 0, set()])
                    entry[2] = 1 if sweep.counts_once else entry[2] + 1
                    entry[3].add(counts)
            entries = list(entry_by_key.values())
        if not (sweep.first and sweep.first.admits):
            sweep.cache[(number, state)] = entries
        return entries

    def _join_tables(self, first_laid, all_counts):
        """Return one table for actions that lead to equal states. It counts the tiles they lay
        themselves, too, except `first_laid`. all_counts: their (laid, must, may)."""
        if len(all_counts) == 1:
            ((_, must, may),) = all_counts
            return self.table(must, may)
        joined: list[dict] = [{} for _ in range(self.sweep.free_jokers + 1)]
        for action_laid, must, may in all_counts:
            more = action_laid - first_laid
            for row_by_low, out_by_low in zip(self.table(must, may), joined):
                for low, row in row_by_low.items():
                    out = out_by_low.setdefault(low, {})
                    for high, laid in row.items():
                        if laid + more > out.get(high, -1000):
                            out[high] = laid + more
        return joined

    # -- the numbers

    def advance(self) -> "Slices[None]":
        """Compute all layers, in slices, unless one is empty. Raises Stop, see Budget."""
        self.count = self.reached = 0
        for number in range(1, 14):
            gains_by_state: dict = {}  # constraint state: {key: gain}
            yield from self._expand_number(number, gains_by_state)
            self.sweep.budget.spend(self.count)
            self.count = 0
            self._finish_layer(gains_by_state)
            if self.sweep.bound_made:
                keys = self.keys[-1]
                self.sweep.bound_made.add_layer(self.last_states(), len(keys), keys.__getitem__)
            if not self.keys[-1]:
                break

    def _expand_number(self, number, gains_by_state):
        """Expand all states of the last layer by the tiles of `number` into a dict, in slices."""
        sweep = self.sweep
        counts_placed = sweep.counts_placed()
        has_bound = sweep.bound
        if has_bound:
            sweep.bound.begin_number(sweep, number, max(self.gains[-1]) >> _INDEX_BITS)
            if self.special and isinstance(sweep.first, SpecialSets) and sweep.first.admits:
                self.special = _SpecialActions(sweep.first)  # it allows others at each number
            key_of = self.keys[-1].__getitem__
            values = [gain >> _INDEX_BITS for gain in self.gains[-1]]
        for state, first, end in self.ranges[-1]:
            selected: dict = {}
            for entry in self._list_actions(state, number):
                action, table, action_count, counts = entry
                indices = range(first, end)
                if has_bound:
                    relaxed = self.to_relaxed(action[STATE]), action[JOKERS]
                    if relaxed not in selected:
                        selected[relaxed] = sweep.bound.select(
                            sweep, *relaxed, indices, key_of, values
                        )
                    indices = selected[relaxed]
                    if not indices:
                        continue
                if table is None:
                    table = entry[1] = self._join_tables(action[LAID], counts)
                if counts_placed:
                    for jokers, laid, reduced_table in _split_table(table):
                        counted_state = sweep.after_placing(action[STATE], number, laid, jokers)
                        successors = gains_by_state.setdefault(counted_state, {})
                        self._expand(action, reduced_table, number, indices, successors)
                else:
                    successors = gains_by_state.setdefault(action[STATE], {})
                    self._expand(action, table, number, indices, successors)
                self.count += action_count * len(indices)
                if not sweep.counts_once:
                    sweep.budget.reached += action_count * self.reached
                self.reached = 0
                if self.count >= _SLICE:
                    sweep.budget.spend(self.count)
                    self.count = 0
                    yield None

    def _expand(self, action, table, number, indices, successors):
        """Expand the states at `indices` by one action; enter what follows into `successors`."""
        if not action[RUNS]:
            self._add_successors(action, table, number, indices, successors)
            return
        reached = {}
        self._add_successors(action, table, number, indices, reached)
        for key, gain in reached.items():
            key = placing.with_long_runs(key, action[RUNS], self.sweep.mixed)
            if successors.get(key, -1) < gain:
                successors[key] = gain

    def _add_successors(self, action, table, number, indices, successors):
        """Do what `_expand` does, but ignore the RUNS of the action."""
        sweep = self.sweep
        free_jokers = sweep.free_jokers
        worth = sweep.joker_worth
        keys = self.keys[-1]
        gains = self.gains[-1]
        halves = _halves
        action_jokers = action[JOKERS]
        weight = sweep.tile_values[number] << _INDEX_BITS
        action_gain = action[LAID] * weight
        # A state with n jokers spent must be worth more than  base_value + worth[n].
        base_value = sweep.to_beat - sweep.value_ahead[number] - worth[free_jokers]
        reached = 0
        for total in range(action_jokers, free_jokers + 1):  # in the same order as `states`
            low_limit, high_limit = sweep.limits[free_jokers - total][number - 1]
            joker_bits = total << 24
            min_gain = base_value + worth[total] << _INDEX_BITS | _INDEX
            for index in indices:
                key = keys[index]
                spent = (key >> 24) + action_jokers
                if spent > total:
                    continue
                half_key = high_limit | (key & 16773120) << 3
                high_moves = halves.get(half_key)
                if high_moves is None:
                    high_moves = _moves_of_half(half_key)
                half_key = low_limit | (key & 4095) << 15
                low_moves = halves.get(half_key)
                if low_moves is None:
                    low_moves = _moves_of_half(half_key)
                state_gain = (gains[index] & ~_INDEX | index) + action_gain
                if total:
                    state_gain += worth[total] - worth[spent - action_jokers] << _INDEX_BITS
                for low_used, row in table[total - spent].items():
                    if low_used not in low_moves:
                        continue
                    low = low_moves[low_used] | joker_bits
                    for high_used, laid in row.items():
                        if high_used not in high_moves:
                            continue
                        gain = state_gain + laid * weight
                        if gain <= min_gain:
                            continue
                        reached += 1
                        next_key = high_moves[high_used] << 12 | low
                        if successors.get(next_key, -1) < gain:
                            successors[next_key] = gain
        self.reached += reached

    # -- the next layer

    def _finish_layer(self, gains_by_state):
        """Append the states of `gains_by_state` as the next layer; see `advance`."""
        kept_keys: dict = {}  # maps a constraint state to a list of keys
        sweep = self.sweep
        bound = sweep.bound
        by_key = {}  # maps a comparison key to a list of (dominance bits, constraint state)
        for state in gains_by_state:
            comparison_key, bits = sweep.comparison_key(state)
            by_key.setdefault(comparison_key, []).append((bits, state))
        for states in by_key.values():
            self._keep_undominated(states, gains_by_state, kept_keys)
        keys = []
        gains = []
        ranges = []
        for state in sorted(kept_keys):
            ranked_keys = kept_keys[state]
            gains_by_key = gains_by_state[state]
            ranked_keys.sort()  # best first, then by key: the same order as `states`
            ranked_keys = [ranked & _KEY_MASK for ranked in ranked_keys]
            if bound:
                relaxed_state = self.to_relaxed(state)
                ranked_keys = [
                    key
                    for key in ranked_keys
                    if bound.is_enough(
                        bound.most(sweep, key, gains_by_key[key] >> _INDEX_BITS, relaxed_state)
                    )
                ]
            if not ranked_keys:
                continue
            gains += [gains_by_key[key] for key in ranked_keys]
            ranges.append((state, len(keys), len(keys) + len(ranked_keys)))
            keys += ranked_keys
        max_states = sweep.beam_width(len(self.keys))
        if len(keys) > max_states:
            keys, gains, ranges = self._narrow(keys, gains, ranges, max_states)
        self.keys.append(keys)
        self.gains.append(gains)
        self.ranges.append(ranges)

    def _narrow(self, keys, gains, ranges, max_states):
        """Return (keys, gains, ranges) of the layer with only its `max_states` best states."""
        self.sweep.dropped_states = True
        bound = self.sweep.bound
        if bound:
            marks, bounds = [], []
            for mark, (state, first, end) in enumerate(ranges):
                relaxed = self.to_relaxed(state)
                for i in range(first, end):
                    marks.append(mark)
                    value = gains[i] >> _INDEX_BITS
                    bounds.append(bound.most(self.sweep, keys[i], value, relaxed))
            chosen = keep_evenly(marks, bounds, max_states)
        else:
            chosen = keep_best([gain >> _INDEX_BITS for gain in gains], keys, max_states)
        out_ranges = []
        begin = 0
        for state, first, end in ranges:
            count = sum([first <= index < end for index in chosen])
            if count:
                out_ranges.append((state, begin, begin + count))
            begin += count
        return [keys[index] for index in chosen], [gains[index] for index in chosen], out_ranges

    def _keep_undominated(self, states, gains_by_state, kept_keys):
        """Add the undominated states to `kept_keys`, each as key - (value << 27), so that
        sorting puts the best first. states: [(dominance bits, constraint state)] that share a
        comparison key. Sorted by rank, a state comes after all that can dominate it, so it is
        compared only with those kept so far."""
        out_by_bits = {}
        ranks = {}  # maps (value, jokers left, dominance bits), as one int, to the key
        for bits, state in states:
            uncompared = out_by_bits[bits] = kept_keys[state] = []
            for key, gain in gains_by_state[state].items():
                if self.sweep.mixed:
                    state_bits = placing.high_bits(key, True) << 30 | placing.low_bits(key, True)
                else:
                    state_bits = _HIGH[key >> 12 & 4095] | _LOW[key & 4095]
                if state_bits < 0:  # no dominance bits
                    uncompared.append(key - (gain >> _INDEX_BITS << 27))
                else:
                    value = gain >> _INDEX_BITS << 2 | 3 - (key >> 24)
                    ranks[value << 90 | bits << 60 | state_bits] = key
        free_jokers = self.sweep.free_jokers
        # By jokers spent, the complements of the kept states' dominance bits, those of equal upper
        # bits together. A kept state dominates another if its complement shares no bit with the
        # other's bits.
        complements = [{} for _ in range(free_jokers + 1)]
        for rank in sorted(ranks, reverse=True):
            key = ranks[rank]
            spent = key >> 24
            high = rank & _LOWER_BITS
            for upper, lowers in complements[spent].items():
                if not rank & upper:
                    for lower in lowers:
                        if not high & lower:
                            break
                    else:
                        continue
                    break
            else:
                out_by_bits[rank >> 60 & 1073741823].append(key - (rank >> 92 << 27))
                upper = ~rank & _UPPER_BITS
                more = free_jokers + 1 if spent >= self.jokers_to_lay else spent + 1
                for rows in complements[spent:more]:
                    rows.setdefault(upper, []).append(~high & _LOWER_BITS)


def _limits(sweep, jokers_left):
    """Return `Sweep.run_limits` for each number 1..13."""
    if sweep.mixed:
        return [sweep.run_limits(number, jokers_left) for number in range(1, 14)]
    max_tiles = [min(4, count + jokers_left) for count in sweep.tiles_for_runs()]
    for first_place in range(0, 64, 16):
        max_tiles[first_place + 14] = max_tiles[first_place + 15] = 0
    limits = [5 * max_tiles[place + 1] + max_tiles[place + 2] for place in range(62)]
    return [
        (limits[n] * 25 + limits[n + 16], limits[n + 32] * 25 + limits[n + 48])
        for n in range(1, 14)
    ]


def _tiles_for_runs(sweep, available):
    """Return the tiles that can be in runs if all of `available` are placed: for each number of
    jokers a dict from the tiles of the low half to a set of those of the high half."""
    cache_key = (available, sweep.groups, sweep.runs, sweep.mixed)
    rows = _run_tiles.get(cache_key)
    if rows is None:
        rows = _run_tiles[cache_key] = []
        for jokers in range(3):
            row: dict[int, set] = {}
            for group in placing.groupings(available, jokers, sweep.groups):
                black, red, blue, orange = [available[i] - group[i] for i in range(4)]
                if sweep.mixed:
                    row.setdefault(black + red + blue + orange, set()).add(0)
                elif sweep.runs or group == available:
                    row.setdefault(black + 5 * red, set()).add(blue + 5 * orange)
            if sweep.runs and jokers:  # as with one joker less, and this one in a run
                for low, highs in rows[-1].items():
                    for low_add, high_add in _UNITS[: 1 if sweep.mixed else 4]:
                        more = [high + high_add for high in highs]
                        row.setdefault(low + low_add, set()).update(more)
            rows.append(row)
    return rows


def _moves_of_half(half_key):
    """Return a half's moves: a dict from tiles used to next half. half_key: half << 15 | limit."""
    moves = placing.half_moves(half_key >> 15, half_key & 32767)
    _halves[half_key] = {move & 31: move >> 5 for move in moves}
    return _halves[half_key]


def _split_table(table):
    """Split a FastLayers.table: [(jokers, optional tiles laid, the table with only these)]."""
    out = []
    for jokers in range(len(table)):
        for laid in sorted({laid for row in table[jokers].values() for laid in row.values()}):
            reduced = {}
            for low, row in table[jokers].items():
                matching = {high: laid for high, most_laid in row.items() if most_laid == laid}
                if matching:
                    reduced[low] = matching
            out.append((jokers, laid, [reduced if j == jokers else {} for j in range(len(table))]))
    return out
