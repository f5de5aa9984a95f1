"""Jokers under a clause: sets that hold a retrieved joker (RK-15, RG-9, CR-11) or, under RG-8, a
joker from the rack. Loaded only for positions that need it.

Such a set is followed tile by tile beside the sweep's own state, with what its clause asks: tiles
from the rack counted to two, or none from the table. A state is one int of 26 bits: retrieved
jokers to place and rack jokers left, two bits each, then up to two tracks of eleven, as each needs
a joker.
"""

from rules.solver.constraint import CHOSEN, JOKERS, MAY, MUST, Constraint
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.solver.constraint import Action, Actions, Counts
    from rules.solver.sweep import Sweep

# A track, an unfinished run under a clause: (colour, retrieved jokers in it, rack jokers in it that
# need a set of rack tiles, its length to 3, rack tiles in it to 2, 1 for a table tile in it).
_COLOUR = 0
_RETRIEVED = 1
_OWN = 2

# What is left to place at a number, the first two in the order of a track.
_LEFT_RETRIEVED = 0
_LEFT_OWN = 1
_LEFT_MUST = 2
_LEFT_MAY = 3
_LEFT_SPARE = 4  # spare jokers of the sweep
_LAID = 5  # rack tiles laid in the sets under a clause

_BITS = b"\0\1\1\2\1\2\2\3\1\2\2\3\2\3\3\4"  # colours in a mask


class SpecialSets(Constraint):
    """Follows the sets that hold a sweep's `retrieved` and `own_jokers`.

    Retrieved ones are under rules["joker_reuse"], "two" or "hand". The sweep's own_jokers go into
    sets of rack tiles only (RG-8); where there are none, its spare jokers are the rack's, and count
    as tiles from the rack.
    """

    def __init__(self, rules: dict, sweep: "Sweep") -> None:
        self.must = sweep.must
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
        return self.retrieved | self.own << 2

    def mark(self, state: int) -> tuple[int, int]:
        """See Constraint: a track that is longer or holds more rack tiles can do whatever another
        can."""
        bits = 0
        for shift in (4, 15):
            length = state >> shift + 6 & 3
            rack = state >> shift + 8 & 3
            bits = bits << 4 | (1 << length) - 1 >> 1 << 2 | (1 << rack) - 1
            if length:
                state = state & ~(15 << shift + 6) | 1 << shift + 6
        return state, bits

    def most_jokers(self) -> int:
        return self.own

    def rack_jokers(self, state: int) -> int:
        return self.own - (state >> 2 & 3)

    def accepts(self, state: int, rack_jokers: int) -> bool:
        if state & 3:
            return False
        for track in _tracks(state):
            if not self._may_stop(track):
                return False
        return True

    def _may_stop(self, track):
        """True for a track, or a group written as one, that may lie as it is."""
        _, retrieved, own, length, rack, table = track
        if length < 3 or not retrieved + own:
            return False
        if table and (own or retrieved and self.reuse == "hand"):
            return False
        return not (retrieved and self.reuse == "two" and rack < 2)

    def _can_go_on(self, track, number, jokers):
        """False when nothing at the next number could lengthen a track that may not stop."""
        if number == 13:
            return False
        # an undecided table joker may count as any tile: a table tile is always hoped for
        if jokers or not self.pure:
            return True
        for kind in range(number, 52, 13) if self.mixed else (track[_COLOUR] * 13 + number,):
            if self.may[kind]:
                return True
        return False

    def _grown(self, track, what):
        """The track with one more tile: "table", "rack", "retrieved", "own", "spare"; None if dead,
        True when it is a run without conditions from now on."""
        colour, retrieved, own, length, rack, table = track
        length = length + 1 if length < 3 else 3
        if what == "table":
            table = 1
        elif what == "rack":
            rack += 1
        elif what == "retrieved":
            retrieved += 1
        elif what == "own":
            own += 1
        elif not self.own:  # a spare joker of the rack's
            rack += 1
        if self.pure:
            if table:
                return None
            return colour, retrieved, own, length, 0, 0
        if rack > 2:
            rack = 2
        if own and table:
            return None
        if not self.own:  # only the two rack tiles are asked: the length follows from them
            if retrieved and rack == 2 and length == 3:
                return True
            return colour, retrieved, 0, length, rack, 0
        return colour, retrieved, own, length, rack, table

    def _tiles_for(self, colour, left):
        """Tiles a run of `colour` can take: (what, colour of the tile or -1 for a joker)."""
        must = left[_LEFT_MUST]
        may = left[_LEFT_MAY]
        out = []
        for tile_colour in range(4) if self.mixed else (colour,):
            if must[tile_colour] and not self.pure:
                out.append(("table", tile_colour))
            if may[tile_colour]:
                out.append(("rack", tile_colour))
        if left[_LEFT_RETRIEVED]:
            out.append(("retrieved", -1))
        if left[_LEFT_OWN]:
            out.append(("own", -1))
        if left[_LEFT_SPARE]:
            out.append(("spare", -1))
        return out

    def actions(self, state: int, number: int, action: "Action", may: "Counts") -> "Actions":
        """See Constraint."""
        left = (state & 3, state >> 2 & 3, action[MUST], action[MAY], self.spare, 0)
        doing = ((left, (), (), ()),)  # (what is left, tracks after, long runs added, going)
        for track in _tracks(state):
            doing = self._with_track(doing, track, number)
        for tracked, tracks, long, going in doing:
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
                        _state(left[_LEFT_RETRIEVED], left[_LEFT_OWN], after),
                        left[_LEFT_MUST],
                        left[_LEFT_MAY],
                        action[JOKERS] + self.spare - left[_LEFT_SPARE],
                        long,
                        left[_LAID],
                        (going, groups, starts, order, ()),
                        action[CHOSEN],
                    )

    def _with_track(self, doing, track, number):
        """`doing` with all that can be done with a track more."""
        for left, tracks, long, going in doing:
            if self._may_stop(track):
                yield left, tracks, long, going + ((-1, -1),)
            for what, colour in self._tiles_for(track[_COLOUR], left):
                grown = self._grown(track, what)
                if grown is None:
                    continue
                code = JOKER if colour < 0 else colour * 13 + number - 1
                rest = _taken(left, what, colour)
                if grown is True:
                    home = 0 if self.mixed else track[_COLOUR]
                    yield rest, tracks, long + (home,), going + ((code, home),)
                    if not rest[_LEFT_RETRIEVED]:
                        continue
                    # the next retrieved joker may come into the same set
                    retrieved = track[_RETRIEVED] + (what == "retrieved")
                    grown = (track[_COLOUR], retrieved, 0, 3, 2, 0)
                yield rest, tracks + (grown,), long, going + ((code, -1),)

    def _with_groups(self, left, number):
        """Make no special group, one or two: yields (what is left, groups) for each way."""
        yield left, ()
        if not self.groups or not left[_LEFT_RETRIEVED] + left[_LEFT_OWN]:
            return
        for first in self._group_makes(left):
            rest, group = _grouped(left, first, number)
            yield rest, (group,)
            for second in self._group_makes(rest):
                if second >= first:  # each pair once
                    last, other = _grouped(rest, second, number)
                    yield last, (group, other)

    def _with_starts(self, left, tracks, number):
        """Begin no special run, one or two: yields (what is left, tracks, first codes) for each
        way, and None between slices."""
        if self._hopeful(left, tracks, number):
            yield left, tracks, ()
        if not self.runs or not left[_LEFT_RETRIEVED] + left[_LEFT_OWN]:
            return
        for first in self._starts(left):
            yield None
            rest, track, code = self._begun(left, first, number)
            if track is None:
                continue
            if self._hopeful(rest, tracks + (track,), number):
                yield rest, tracks + (track,), (code,)
            if not rest[_LEFT_RETRIEVED] + rest[_LEFT_OWN]:
                continue
            for second in self._starts(rest):
                if second >= first:  # each pair once
                    last, other, more = self._begun(rest, second, number)
                    if other and self._hopeful(last, tracks + (track, other), number):
                        yield last, tracks + (track, other), (code, more)

    def _starts(self, left):
        """Special runs that can begin: (colour, what, colour of the tile or -1)."""
        for colour in (0,) if self.mixed else range(4):
            for what, tile_colour in self._tiles_for(colour, left):
                yield colour, what, tile_colour

    def _begun(self, left, start, number):
        """(what is left, track or None, code) of a special run begun."""
        colour, what, tile_colour = start
        code = JOKER if tile_colour < 0 else tile_colour * 13 + number - 1
        return _taken(left, what, tile_colour), self._grown((colour, 0, 0, 0, 0, 0), what), code

    def _hopeful(self, left, tracks, number):
        """False when a track cannot go on and may not stop, or not all can get a joker."""
        to_place = left[_LEFT_RETRIEVED] + left[_LEFT_OWN]
        jokers = to_place + left[_LEFT_SPARE]
        for track in tracks:
            if not track[_RETRIEVED] + track[_OWN]:
                to_place -= 1
            if not self._may_stop(track) and not self._can_go_on(track, number, jokers):
                return False
        return to_place >= 0

    def _group_makes(self, left):
        """Special groups that can be made: (rack colours, table colours, jokers by sort)."""
        racks = tables = 0  # colours there are
        for colour in range(4):
            if left[_LEFT_MAY][colour]:
                racks |= 1 << colour
            if left[_LEFT_MUST][colour] and not self.pure:
                tables |= 1 << colour
        jokers = left[_LEFT_RETRIEVED] + left[_LEFT_OWN]
        if not jokers or _BITS[racks | tables] + jokers + left[_LEFT_SPARE] < 3:
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
    """Jokers by sort, some of a clause, that make `size` tiles a group: a list."""
    out = []
    if not size or size + left[_LEFT_RETRIEVED] + left[_LEFT_OWN] + left[_LEFT_SPARE] < 3:
        return out
    for retrieved in range(left[_LEFT_RETRIEVED] + 1):
        for own in range(left[_LEFT_OWN] + 1):
            for spare in range(left[_LEFT_SPARE] + 1):
                if retrieved + own and 3 <= size + retrieved + own + spare <= 4:
                    out.append((retrieved, own, spare))
    return out


def _taken(left, what, colour):
    """What is left after a tile is used up."""
    retrieved, own, must, may, spare, laid = left
    if what == "table":
        must = must[:colour] + (must[colour] - 1,) + must[colour + 1 :]
    elif what == "rack":
        may = may[:colour] + (may[colour] - 1,) + may[colour + 1 :]
        laid += 1
    elif what == "retrieved":
        retrieved -= 1
    elif what == "own":
        own -= 1
    else:
        spare -= 1
    return retrieved, own, must, may, spare, laid


def _grouped(left, make, number):
    """(what is left, codes) of a special group."""
    rack, table, retrieved, own, spare = make
    codes = []
    for colour in range(4):
        if (rack | table) >> colour & 1:
            left = _taken(left, "rack" if rack >> colour & 1 else "table", colour)
            codes.append(colour * 13 + number - 1)
    left = (left[0] - retrieved, left[1] - own, left[2], left[3], left[4] - spare, left[5])
    return left, tuple(codes + [JOKER] * (retrieved + own + spare))


def _state(retrieved, own, tracks):
    """The int of a state."""
    out = retrieved | own << 2
    shift = 4
    for colour, jokers, mine, length, rack, table in tracks:
        out |= (colour | jokers << 2 | mine << 4 | length << 6 | rack << 8 | table << 10) << shift
        shift += 11
    return out


def _tracks(state):
    """The tracks of a state."""
    out = []
    state >>= 4
    while state:
        out.append(
            (
                state & 3,
                state >> 2 & 3,
                state >> 4 & 3,
                state >> 6 & 3,
                state >> 8 & 3,
                state >> 10 & 1,
            )
        )
        state >>= 11
    return out
