"""Special sets, which hold a joker bound by a clause: a retrieved one (RK-15, RG-9, CR-11) or,
under RG-8, one from the rack.

The sweep forgets which tiles lie in which run, but these clauses ask for two rack tiles in the set,
or for no table tile. So this constraint builds special sets tile by tile, beside the sweep's own
open runs. Its state is one int of 26 bits:

    bits  25 ... 15 | 14 ... 4 | 3 2        | 1 0
          track 2     track 1    rack jokers  retrieved jokers, both still to be placed

A track is an unfinished special run (see `pack_state`). Two suffice: each needs a joker.
"""

from rules.solver.constraint import CHOSEN, JOKERS, LAID, MAY, MUST, Constraint
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from collections.abc import Iterable

    from rules.solver.constraint import Action, Actions, Counts
    from rules.solver.sweep import Sweep

# A track as a tuple: (colour, number of retrieved jokers in it, of rack jokers bound by RG-8, its
# length: 3 for 3 and more, its rack tiles: 2 for 2 and more, 1 if a table tile is in it).
_COLOUR = 0
_TRACK_RETRIEVED = 1
_TRACK_RACK_JOKERS = 2
_LENGTH = 3

# Sources of a tile: indices of the tuple of what is left to place at a number, `left` or `supply`.
# The first three are counts of jokers, the other two are tuples of four counts by colour.
_RETRIEVED = 0
_RACK_JOKERS = 1  # rack jokers bound by RG-8
_FREE = 2  # free jokers of the sweep
_RACK = 3
_TABLE = 4

_BIT_COUNT = b"\0\1\1\2\1\2\2\3\1\2\2\3\2\3\3\4"  # number of colours in a mask


class SpecialSets(Constraint):
    """Places a sweep's `constrained_table_jokers` and `constrained_rack_jokers`.

    rules["joker_reuse"] binds the former: their set needs two rack tiles ("two") or rack tiles only
    ("hand"). The latter go into sets of rack tiles only (RG-8). If there are none of these, the
    sweep's free jokers come from the rack and count as rack tiles.
    """

    def __init__(self, rules: dict, sweep: "Sweep") -> None:
        self.free_jokers = sweep.free_jokers
        self.retrieved = sweep.constrained_table_jokers
        self.rg8 = sweep.constrained_rack_jokers
        self.reuse = rules["joker_reuse"] if self.retrieved else ""
        self.groups = not rules["runs_only"]
        self.runs = not rules["groups_only"]
        self.mixed = rules["mixed_runs"]
        # whether no special set may hold a table tile, so that none is tried
        self.is_rack_only = self.reuse == "hand" or not self.retrieved
        # By the colour of a run: bits of the numbers that the rack has, and that a run can have.
        self.numbers = []
        run_tiles = sweep.tiles_for_runs()
        for colours in (range(4),) if self.mixed else ((0,), (1,), (2,), (3,)):
            in_rack = available = 0
            for number in range(1, 14):
                in_rack |= any([sweep.may[13 * c + number - 1] for c in colours]) << number
                available |= any([run_tiles[16 * c + number] for c in colours]) << number
            self.numbers.append((in_rack, available))

    def start(self) -> int:
        """Return the state in which no joker is placed yet."""
        return self.retrieved | self.rg8 << 2

    def comparison_key(self, state: int) -> tuple[int, int]:
        """Return (key, bits): the bits are the length and the rack tiles of each track in unary,
        since a track with more of both can be continued in every way that one with fewer can."""
        bits = 0
        for shift in (4, 15):
            length = state >> shift + 6 & 3
            rack = state >> shift + 8 & 3
            bits = bits << 4 | (1 << length) - 1 >> 1 << 2 | (1 << rack) - 1
            if length:
                state = state & ~(15 << shift + 6) | 1 << shift + 6
        return state, bits

    def to_relaxed(self, state: int) -> tuple[int, tuple]:
        """Return what `Constraint.to_relaxed` describes."""
        return self._to_relaxed(state & 3, state >> 2 & 3, unpack_tracks(state))

    def _to_relaxed(self, retrieved, rg8, tracks):
        """Return `to_relaxed` of a state with these tracks and jokers still to be placed."""
        runs = tuple([(track[_COLOUR], max(1, 3 - self._missing(track))) for track in tracks])
        return self.retrieved - retrieved + self.rg8 - rg8, runs

    def max_rack_jokers(self) -> int:
        """Return the number of rack jokers bound by RG-8."""
        return self.rg8

    def rack_jokers(self, state: int) -> int:
        """Return how many of the rack jokers bound by RG-8 `state` has placed."""
        return self.rg8 - (state >> 2 & 3)

    def accepts(self, state: int, rack_jokers: int) -> bool:
        """Return True if every retrieved joker is placed and every track may end as it is."""
        return not state & 3 and all([self._may_end(track) for track in unpack_tracks(state)])

    def actions(self, state: int, number: int, action: "Action", may: "Counts") -> "Actions":
        """Yield each action at `number`: every way to continue, end and begin special sets. Yield
        None between slices."""
        left = (state & 3, state >> 2 & 3, self.free_jokers, action[MAY], action[MUST])
        # (what is left, the tracks so far, colours of runs that are now ordinary, TRACK_MOVES)
        ways = ((left, (), (), ()),)
        for track in unpack_tracks(state):
            ways = self.with_track(ways, track, number)
        for left_after_tracks, tracks, ordinary_runs, track_moves in ways:
            yield None
            tracks_with_joker = sum(
                [track[_TRACK_RETRIEVED] + track[_TRACK_RACK_JOKERS] > 0 for track in tracks]
            )
            for start in self.start_sets(left_after_tracks, number):
                if start is None:
                    yield None
                    continue
                left, groups, new_tracks, codes, spare_jokers = start
                if spare_jokers < len(tracks) - tracks_with_joker:
                    continue
                tracks_after = tracks + new_tracks
                order = ()
                if len(tracks_after) > 1:  # sort them, so that equal states are equal ints
                    order = sorted([(tracks_after[i], i) for i in range(len(tracks_after))])
                    tracks_after = tuple([track for track, _ in order])
                    order = tuple([i for _, i in order])
                yield (
                    pack_state(left, tracks_after),
                    left[_TABLE],
                    left[_RACK],
                    action[JOKERS] + self.free_jokers - left[_FREE],
                    ordinary_runs,
                    action[LAID] + sum(action[MAY]) - sum(left[_RACK]),
                    (track_moves, groups, codes, order),
                    action[CHOSEN],
                )

    # -- runs

    def _may_end(self, track):
        """Return True if a track, or a group in the form of one, is a set and obeys the clauses."""
        _, retrieved, rg8, length, rack, table = track
        if length < 3 or not retrieved + rg8:
            return False
        if table and (rg8 or retrieved and self.reuse == "hand"):
            return False
        return not (retrieved and self.reuse == "two" and rack < 2)

    def _with_tile(self, track, source):
        """Return the track with one more tile from `source`. Return None if it can no longer become
        a legal set, True if it fulfils its clause for good: from now on it is an ordinary run."""
        colour, retrieved, rg8, length, rack, table = track
        length = length + 1 if length < 3 else 3
        if source == _TABLE:
            table = 1
        elif source == _RACK or source == _FREE and not self.rg8:
            rack += 1
        elif source == _RETRIEVED:
            retrieved += 1
        elif source == _RACK_JOKERS:
            rg8 += 1
        if self.is_rack_only:
            return None if table else (colour, retrieved, rg8, length, 0, 0)
        if rg8 and table:
            return None
        if rack > 2:
            rack = 2
        if length == 3 and not rack + retrieved + rg8:  # the sweep lists it as an ordinary run
            return None
        if self.rg8:
            return colour, retrieved, rg8, length, rack, table
        # joker_reuse "two": table tiles do not matter, so the track does not record them
        if retrieved and rack == 2 and length == 3:
            return True
        return colour, retrieved, 0, length, rack, 0

    def _tiles_for(self, colour, left):
        """List the tiles that a run of `colour` can take: (source, tile colour; -1: joker)."""
        out = []
        for tile_colour in range(4) if self.mixed else (colour,):
            if left[_TABLE][tile_colour] and not self.is_rack_only:
                out.append((_TABLE, tile_colour))
            if left[_RACK][tile_colour]:
                out.append((_RACK, tile_colour))
        for source in (_RETRIEVED, _RACK_JOKERS, _FREE):
            if left[source]:
                out.append((source, -1))
        return out

    def with_track(self, ways: "Iterable[tuple]", track: tuple, number: int) -> "Iterable[tuple]":
        """Extend each of `ways` (see `actions`) by `track`: it ends, or takes each tile it can."""
        for supply, tracks, ordinary_runs, track_moves in ways:
            if self._may_end(track):
                yield supply, tracks, ordinary_runs, track_moves + ((-1, -1),)
            for source, tile_colour in self._tiles_for(track[_COLOUR], supply):
                longer = self._with_tile(track, source)
                left = _without_tile(supply, source, tile_colour)
                if not longer or longer is not True and not self._can_finish(left, longer, number):
                    continue
                code = _code_of(tile_colour, number)
                if longer is True:
                    home = 0 if self.mixed else track[_COLOUR]
                    yield left, tracks, ordinary_runs + (home,), track_moves + ((code, home),)
                    if not left[_RETRIEVED]:
                        continue
                    # It may also stay a track, so that the next retrieved joker can go into it.
                    retrieved = track[_TRACK_RETRIEVED] + (source == _RETRIEVED)
                    longer = (track[_COLOUR], retrieved, 0, 3, 2, 0)
                yield left, tracks + (longer,), ordinary_runs, track_moves + ((code, -1),)

    def start_sets(self, supply: tuple, number: int) -> "Iterable[tuple | None]":
        """Make special groups and begin special runs: yield (what is left to place, groups, tracks,
        their first codes, how many more tracks can still get a joker) for each way, and None
        between slices."""
        for left, groups in self._with_groups(supply, number):
            jokers_left = left[_RETRIEVED] + left[_RACK_JOKERS]
            if not self._is_admitted(left, ()):
                continue
            yield left, groups, (), (), jokers_left
            if not self.runs or not jokers_left:
                continue
            for first in self._starts(left):
                yield None
                after_1, track, code = self._start_run(left, first, number)
                if not track:
                    continue
                yield after_1, groups, (track,), (code,), jokers_left - 1
                if jokers_left < 2:
                    continue
                for second in self._starts(after_1):
                    if second >= first:  # list each pair only once
                        after_2, track_2, code_2 = self._start_run(after_1, second, number)
                        if track_2:
                            yield after_2, groups, (track, track_2), (code, code_2), jokers_left - 2

    def _starts(self, left):
        """Yield the special runs that can begin: (colour, source, tile colour; -1: joker)."""
        for colour in (0,) if self.mixed else range(4):
            for source, tile_colour in self._tiles_for(colour, left):
                yield colour, source, tile_colour

    def _start_run(self, left, start, number):
        """Begin the special run `start`: return (what is left, track or None, code)."""
        colour, source, tile_colour = start
        left = _without_tile(left, source, tile_colour)
        track = self._with_tile((colour, 0, 0, 0, 0, 0), source)
        # A run that begins with a joker can end with it instead, unless it ends at 13.
        if track and not self._can_finish(left, track, number, (13 - number) * (tile_colour < 0)):
            track = None
        return left, track, _code_of(tile_colour, number)

    def _can_finish(self, left, track, number, least=0):
        """Return whether `track` can get enough more tiles, `least` or more, and is admitted."""
        colour, _, _, _, rack, _ = track
        jokers = left[_RETRIEVED] + left[_RACK_JOKERS] + left[_FREE]
        missing = max(least, self._missing(track))
        in_rack, available = self.numbers[0 if self.mixed else colour]
        rack_tiles_missing = 2 - rack - left[_FREE] if self.reuse == "two" and not self.rg8 else 0
        while missing > 0 or rack_tiles_missing > 0:
            number += 1
            if number > 13:
                return False
            if in_rack >> number & 1:
                rack_tiles_missing -= 1
            elif self.is_rack_only or not available >> number & 1:
                jokers -= 1
                if jokers < 0:
                    return False
            missing -= 1
        return self._is_admitted(left, (track,))

    def _missing(self, track):
        """Return the least number of tiles that `track` must still get."""
        _, retrieved, rg8, length, rack, _ = track
        missing = 0 if retrieved + rg8 else 1
        if self.reuse == "two" and not self.rg8:
            missing += 2 - rack
        return max(missing, 3 - length)

    def _is_admitted(self, left, tracks):
        """Return False if the bound rules out that a play with these `tracks` is good enough; True
        without a bound."""
        return self.admits is None or self.admits(
            *self._to_relaxed(left[_RETRIEVED], left[_RACK_JOKERS], tracks)
        )

    # -- groups

    def _with_groups(self, supply, number):
        """Make no, one or two special groups: yield (what is left, groups) for each way."""
        yield supply, ()
        if not self.groups:
            return
        for first in self._list_groups(supply):
            left, group = _start_group(supply, first, number)
            yield left, (group,)
            for second in self._list_groups(left):
                if second >= first:  # list each pair only once
                    after_2, group_2 = _start_group(left, second, number)
                    yield after_2, (group, group_2)

    def _list_groups(self, left):
        """Yield a recipe for each possible special group: (mask of the colours of its rack tiles,
        of its table tiles, then its number of retrieved, RG-8 and free jokers)."""
        rack_colours = table_colours = 0
        for tile_colour in range(4):
            if left[_RACK][tile_colour]:
                rack_colours |= 1 << tile_colour
            if left[_TABLE][tile_colour] and not self.is_rack_only:
                table_colours |= 1 << tile_colour
        jokers = left[_RETRIEVED] + left[_RACK_JOKERS]
        if not jokers or _BIT_COUNT[rack_colours | table_colours] + jokers + left[_FREE] < 3:
            return
        for rack in range(16):
            if rack & ~rack_colours:
                continue
            for table in range(16):
                if table & (rack | ~table_colours):
                    continue
                for retrieved, rg8, free in _jokers_for(left, _BIT_COUNT[rack] + _BIT_COUNT[table]):
                    count = _BIT_COUNT[rack] + (0 if self.rg8 else free)
                    if self._may_end((0, retrieved, rg8, 3, count, table)):
                        yield rack, table, retrieved, rg8, free


def _jokers_for(left, size):
    """List (retrieved, rg8, free) jokers, not all free, that make `size` tiles a group."""
    if not size or size + left[_RETRIEVED] + left[_RACK_JOKERS] + left[_FREE] < 3:
        return ()
    return [
        (retrieved, rg8, free)
        for retrieved in range(left[_RETRIEVED] + 1)
        for rg8 in range(left[_RACK_JOKERS] + 1)
        for free in range(left[_FREE] + 1)
        if retrieved + rg8 and 3 <= size + retrieved + rg8 + free <= 4
    ]


def _start_group(left, recipe, number):
    """Make a special group; return (what is left to place, codes). recipe: see `_list_groups`."""
    rack, table, retrieved, rg8, free = recipe
    codes = []
    for tile_colour in range(4):
        if (rack | table) >> tile_colour & 1:
            left = _without_tile(left, _RACK if rack >> tile_colour & 1 else _TABLE, tile_colour)
            codes.append(_code_of(tile_colour, number))
    left = (left[0] - retrieved, left[1] - rg8, left[2] - free) + left[_RACK:]
    return left, tuple(codes + [JOKER] * (retrieved + rg8 + free))


def _without_tile(left, source, tile_colour):
    """Return `left` without one tile of colour `tile_colour` (-1: one joker) from `source`."""
    count = left[source]
    if tile_colour < 0:
        count -= 1
    else:
        count = count[:tile_colour] + (count[tile_colour] - 1,) + count[tile_colour + 1 :]
    return left[:source] + (count,) + left[source + 1 :]


def _code_of(tile_colour, number):
    """Return the code of a tile of colour `tile_colour`; -1 gives JOKER."""
    return JOKER if tile_colour < 0 else tile_colour * 13 + number - 1


def pack_state(left: tuple, tracks: tuple) -> int:
    """Pack a state into an int, see the head of the file."""
    out = left[_RETRIEVED] | left[_RACK_JOKERS] << 2
    shift = 4
    for colour, retrieved, rg8, length, rack, table in tracks:
        out |= (colour | retrieved << 2 | rg8 << 4 | length << 6 | rack << 8 | table << 10) << shift
        shift += 11
    return out


def unpack_tracks(state: int) -> list[tuple]:
    """Unpack the tracks of a state as tuples."""
    out = []
    state >>= 4
    while state:
        first = state & 3, state >> 2 & 3, state >> 4 & 3
        out.append(first + (state >> 6 & 3, state >> 8 & 3, state >> 10 & 1))
        state >>= 11
    return out
