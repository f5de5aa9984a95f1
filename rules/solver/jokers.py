"""Jokers under a clause: sets that hold a retrieved joker (RK-15, RG-9, CR-11) or, under RG-8, a
joker from the rack.

Such a set is followed tile by tile beside the sweep's own state, with what its clause asks: tiles
from the rack counted to two, or none from the table. A state is one int of 26 bits: retrieved
jokers to place and rack jokers left, two bits each, then up to two tracks of eleven bits, since
each needs a joker.
"""

from rules.solver.constraint import CHOSEN, JOKERS, MAY, MUST, Constraint
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.solver.constraint import Action, Actions, Counts
    from rules.solver.sweep import Sweep

# A track, an unfinished run under a clause: (colour, retrieved jokers in it, rack jokers in it that
# need a set of rack tiles, its length to 3, rack tiles in it to 2, 1 for a table tile in it).
_COLOUR = 0
_TRACK_RETRIEVED = 1
_TRACK_OWN = 2

# Where a tile comes from: a place in `left`, the tuple of what a number still has to be placed. The
# first three are counts of jokers, the others four counts by colour.
_RETRIEVED = 0
_OWN = 1  # rack jokers under RG-8
_SPARE = 2  # spare jokers of the sweep
_RACK = 3
_TABLE = 4

_BITS = b"\0\1\1\2\1\2\2\3\1\2\2\3\2\3\3\4"  # colours in a mask


class SpecialSets(Constraint):
    """Follows the sets that hold a sweep's `retrieved` and `own_jokers`.

    Retrieved ones are under rules["joker_reuse"], "two" or "hand". The sweep's own_jokers go into
    sets of rack tiles only (RG-8); where there are none, its spare jokers are the rack's, and count
    as tiles from the rack.
    """

    def __init__(self, rules: dict, sweep: "Sweep") -> None:
        self.may = sweep.may
        self.spare = sweep.spare
        self.retrieved = sweep.retrieved
        self.own = sweep.own_jokers
        self.reuse = rules["joker_reuse"] if self.retrieved else ""
        self.groups = not rules["runs_only"]
        self.runs = not rules["groups_only"]
        self.mixed = rules["mixed_runs"]
        # When every special set is of rack tiles alone, a table tile need not be tried.
        self.pure = self.reuse == "hand" or not self.retrieved

    def start(self) -> int:
        """Return the state with every joker still to place."""
        return self.retrieved | self.own << 2

    def mark(self, state: int) -> tuple[int, int]:
        """Return bits for each track's length and rack tiles: with more of them it can do whatever
        it can with fewer."""
        bits = 0
        for shift in (4, 15):
            length = state >> shift + 6 & 3
            rack = state >> shift + 8 & 3
            bits = bits << 4 | (1 << length) - 1 >> 1 << 2 | (1 << rack) - 1
            if length:
                state = state & ~(15 << shift + 6) | 1 << shift + 6
        return state, bits

    def most_jokers(self) -> int:
        """Return the number of rack jokers under RG-8."""
        return self.own

    def rack_jokers(self, state: int) -> int:
        """Return how many of them are placed."""
        return self.own - (state >> 2 & 3)

    def accepts(self, state: int, rack_jokers: int) -> bool:
        """Return True if every retrieved joker is placed and every track may stop."""
        return not state & 3 and all([self._may_stop(track) for track in _tracks(state)])

    def actions(self, state: int, number: int, action: "Action", may: "Counts") -> "Actions":
        """Yield every way to continue, end and begin special sets at a number."""
        left = (state & 3, state >> 2 & 3, self.spare, action[MAY], action[MUST])
        ways = ((left, (), (), ()),)  # (what is left, tracks after, long runs added, going)
        for track in _tracks(state):
            ways = self._with_track(ways, track, number)
        for tracked, tracks, long, going in ways:
            for grouped, groups in self._with_groups(tracked, number):
                yield None
                for begun in self._with_starts(grouped, tracks, number):
                    if begun is None:
                        yield None
                        continue
                    left, after, starts = begun
                    order = ()
                    if len(after) > 1:  # the same tracks in another order are the same state
                        order = sorted([(after[i], i) for i in range(len(after))])
                        after = tuple([track for track, _ in order])
                        order = tuple([i for _, i in order])
                    yield (
                        _state(left, after),
                        left[_TABLE],
                        left[_RACK],
                        action[JOKERS] + self.spare - left[_SPARE],
                        long,
                        sum(action[MAY]) - sum(left[_RACK]),
                        (going, groups, starts, order),
                        action[CHOSEN],
                    )

    # -- runs

    def _may_stop(self, track):
        """Return True for a track, or a group written as one, that may lie as it is."""
        _, retrieved, own, length, rack, table = track
        if length < 3 or not retrieved + own:
            return False
        if table and (own or retrieved and self.reuse == "hand"):
            return False
        return not (retrieved and self.reuse == "two" and rack < 2)

    def _grown(self, track, source):
        """Return the track with one more tile; None if it can become no set, True if it is a run
        without conditions from now on."""
        colour, retrieved, own, length, rack, table = track
        length = length + 1 if length < 3 else 3
        if source == _TABLE:
            table = 1
        elif source == _RACK or source == _SPARE and not self.own:
            rack += 1
        elif source == _RETRIEVED:
            retrieved += 1
        elif source == _OWN:
            own += 1
        if self.pure:
            return None if table else (colour, retrieved, own, length, 0, 0)
        if own and table:
            return None
        if rack > 2:
            rack = 2
        if self.own:
            return colour, retrieved, own, length, rack, table
        # only two rack tiles are asked for
        if retrieved and rack == 2 and length == 3:
            return True
        return colour, retrieved, 0, length, rack, 0

    def _tiles_for(self, colour, left):
        """Return the tiles a run of `colour` can take: (source, colour of the tile or -1)."""
        out = []
        for hue in range(4) if self.mixed else (colour,):
            if left[_TABLE][hue] and not self.pure:
                out.append((_TABLE, hue))
            if left[_RACK][hue]:
                out.append((_RACK, hue))
        for source in (_RETRIEVED, _OWN, _SPARE):
            if left[source]:
                out.append((source, -1))
        return out

    def _with_track(self, ways, track, number):
        """Yield `ways` with one more track decided: it stops, or goes on with each tile."""
        for left, tracks, long, going in ways:
            if self._may_stop(track):
                yield left, tracks, long, going + ((-1, -1),)
            for source, hue in self._tiles_for(track[_COLOUR], left):
                grown = self._grown(track, source)
                if grown is None:
                    continue
                code = _code(hue, number)
                rest = _taken(left, source, hue)
                if grown is True:
                    home = 0 if self.mixed else track[_COLOUR]
                    yield rest, tracks, long + (home,), going + ((code, home),)
                    if not rest[_RETRIEVED]:
                        continue
                    # the next retrieved joker may come into the same set
                    retrieved = track[_TRACK_RETRIEVED] + (source == _RETRIEVED)
                    grown = (track[_COLOUR], retrieved, 0, 3, 2, 0)
                yield rest, tracks + (grown,), long, going + ((code, -1),)

    def _with_starts(self, left, tracks, number):
        """Begin no special run, one or two: yield (what is left, tracks, first codes) for each way,
        and None between slices."""
        if self._hopeful(left, tracks, number):
            yield left, tracks, ()
        if not self.runs or not left[_RETRIEVED] + left[_OWN]:
            return
        for first in self._starts(left):
            yield None
            rest, track, code = self._begun(left, first, number)
            if track is None:
                continue
            if self._hopeful(rest, tracks + (track,), number):
                yield rest, tracks + (track,), (code,)
            if not rest[_RETRIEVED] + rest[_OWN]:
                continue
            for second in self._starts(rest):
                if second >= first:  # each pair once
                    last, other, more = self._begun(rest, second, number)
                    if other and self._hopeful(last, tracks + (track, other), number):
                        yield last, tracks + (track, other), (code, more)

    def _starts(self, left):
        """Yield the special runs that can begin: (colour, source, colour of the tile or -1)."""
        for colour in (0,) if self.mixed else range(4):
            for source, hue in self._tiles_for(colour, left):
                yield colour, source, hue

    def _begun(self, left, start, number):
        """Return (what is left, track or None, code) of a special run begun."""
        colour, source, hue = start
        track = self._grown((colour, 0, 0, 0, 0, 0), source)
        return _taken(left, source, hue), track, _code(hue, number)

    def _hopeful(self, left, tracks, number):
        """Return False if some track can neither go on nor stop, or the jokers left cannot give one
        to every track that needs one."""
        to_place = left[_RETRIEVED] + left[_OWN]
        jokers = to_place + left[_SPARE]
        for track in tracks:
            if not track[_TRACK_RETRIEVED] + track[_TRACK_OWN]:
                to_place -= 1
            if not self._may_stop(track) and not self._can_go_on(track, number, jokers):
                return False
        return to_place >= 0

    def _can_go_on(self, track, number, jokers):
        """Return False if no tile of the next number can lengthen a track."""
        if number == 13:
            return False
        # an undecided table joker may count as any tile: a table tile is always hoped for
        if jokers or not self.pure:
            return True
        for kind in range(number, 52, 13) if self.mixed else (track[_COLOUR] * 13 + number,):
            if self.may[kind]:
                return True
        return False

    # -- groups

    def _with_groups(self, left, number):
        """Make no special group, one or two: yield (what is left, groups) for each way."""
        yield left, ()
        if not self.groups:
            return
        for first in self._group_makes(left):
            rest, group = _grouped(left, first, number)
            yield rest, (group,)
            for second in self._group_makes(rest):
                if second >= first:  # each pair once
                    last, other = _grouped(rest, second, number)
                    yield last, (group, other)

    def _group_makes(self, left):
        """Yield the special groups that can be made: (mask of rack colours, of table colours,
        jokers by source)."""
        racks = tables = 0
        for hue in range(4):
            if left[_RACK][hue]:
                racks |= 1 << hue
            if left[_TABLE][hue] and not self.pure:
                tables |= 1 << hue
        jokers = left[_RETRIEVED] + left[_OWN]
        if not jokers or _BITS[racks | tables] + jokers + left[_SPARE] < 3:
            return
        for rack in range(16):
            if rack & ~racks:
                continue
            for table in range(16):
                if table & (rack | ~tables):
                    continue
                for retrieved, own, spare in _jokers_for(left, _BITS[rack] + _BITS[table]):
                    count = _BITS[rack] + (0 if self.own else spare)
                    if self._may_stop((0, retrieved, own, 3, count, table)):
                        yield rack, table, retrieved, own, spare


def _jokers_for(left, size):
    """Return the jokers by source, some under a clause, that make `size` tiles a group."""
    if not size or size + left[_RETRIEVED] + left[_OWN] + left[_SPARE] < 3:
        return ()
    return [
        (retrieved, own, spare)
        for retrieved in range(left[_RETRIEVED] + 1)
        for own in range(left[_OWN] + 1)
        for spare in range(left[_SPARE] + 1)
        if retrieved + own and 3 <= size + retrieved + own + spare <= 4
    ]


def _grouped(left, make, number):
    """Return (what is left, codes) of a special group."""
    rack, table, retrieved, own, spare = make
    codes = []
    for hue in range(4):
        if (rack | table) >> hue & 1:
            left = _taken(left, _RACK if rack >> hue & 1 else _TABLE, hue)
            codes.append(_code(hue, number))
    left = (left[0] - retrieved, left[1] - own, left[2] - spare) + left[_RACK:]
    return left, tuple(codes + [JOKER] * (retrieved + own + spare))


def _taken(left, source, hue):
    """Return what is left after a tile of colour `hue`, or a joker, is used up."""
    rest = left[source]
    rest = rest - 1 if hue < 0 else rest[:hue] + (rest[hue] - 1,) + rest[hue + 1 :]
    return left[:source] + (rest,) + left[source + 1 :]


def _code(hue, number):
    """Return a tile's code; hue: -1 for a joker."""
    return JOKER if hue < 0 else hue * 13 + number - 1


def _state(left, tracks):
    """Return the int of a state."""
    out = left[_RETRIEVED] | left[_OWN] << 2
    shift = 4
    for colour, retrieved, own, length, rack, table in tracks:
        out |= (colour | retrieved << 2 | own << 4 | length << 6 | rack << 8 | table << 10) << shift
        shift += 11
    return out


def _tracks(state):
    """Return the tracks of a state."""
    out = []
    state >>= 4
    while state:
        first = state & 3, state >> 2 & 3, state >> 4 & 3
        out.append(first + (state >> 6 & 3, state >> 8 & 3, state >> 10 & 1))
        state >>= 11
    return out
