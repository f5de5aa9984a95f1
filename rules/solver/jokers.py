"""Jokers under a clause, for the solver: sets that hold a retrieved joker (RK-15, RG-9, CR-11) or,
under RG-8, a joker from the rack. Loaded only for positions that need it.

Such a set is followed tile by tile beside the search's own state, with what its clause asks: tiles
from the rack counted to two, or none from the table. A track is an unfinished special run (colour,
retrieved jokers, rack jokers, length to 3, rack tiles to 2, table tile in it). A state is one int
of 26 bits: retrieved jokers to place and rack jokers left, two bits each, then up to two tracks of
eleven, as each needs a joker.
"""

from rules.tilegame.tiles import JOKER


class Special:
    """Follows special sets.

    retrieved: how many jokers must be placed under rules["joker_reuse"] "two" or "hand". own: rack
    jokers that may be placed in sets of rack tiles only (RG-8). rack_jokers: the search's spare
    jokers are rack jokers, which count as tiles from the rack. must, may: the search's counts.
    """

    def __init__(self, rules, retrieved, own, rack_jokers, must, may):
        self.must = must
        self.may = may
        self.reuse = rules["joker_reuse"] if retrieved else ""
        self.retrieved = retrieved
        self.own = own
        self.rack_jokers = rack_jokers
        self.groups = not rules["runs_only"]
        self.runs = not rules["groups_only"]
        self.mixed = rules["mixed_runs"]
        # When every special set is of rack tiles alone, a table tile need not be tried.
        self.pure = self.reuse == "hand" or not retrieved

    def start(self):
        return self.retrieved | self.own << 2

    def mark(self, state):
        """What states must share to be compared, and bits: a track that is longer or holds more
        rack tiles can do whatever the other can."""
        bits = 0
        for at in (4, 15):
            size = state >> at + 6 & 3
            rack = state >> at + 8 & 3
            bits = bits << 4 | (1 << size) - 1 >> 1 << 2 | (1 << rack) - 1
            if size:
                state = state & ~(15 << at + 6) | 1 << at + 6
        return state, bits

    def most(self):
        """Most rack jokers this follower can lay."""
        return self.own

    def laid(self, state):
        """Rack jokers laid in a finished state."""
        return self.own - (state >> 2 & 3)

    def accepts(self, state):
        """True when a play may end in `state`."""
        if state & 3:
            return False
        for track in _tracks(state):
            if not self._may_stop(track):
                return False
        return True

    def _may_stop(self, track):
        """True for a track, or a group written as one, that may lie as it is."""
        _, retrieved, own, size, rack, table = track
        if size < 3 or not retrieved + own or table and (own or retrieved and self.reuse == "hand"):
            return False
        return not (retrieved and self.reuse == "two" and rack < 2)

    def _can_go_on(self, track, number, jokers):
        """False when nothing at the next number could lengthen a track that may not stop."""
        if number == 13:
            return False
        if jokers:
            return True
        for colour in range(4):
            if self.mixed or colour == track[0]:
                at = colour * 13 + number
                if self.may[at] or not self.pure and (self.must[at] or self.loose):
                    return True
        return False

    loose = True  # undecided table jokers may count as tiles

    def _grown(self, track, what):
        """The track with one more tile: "table", "rack", "retrieved", "own", "spare"; None if dead,
        True when it is a run without conditions from now on."""
        colour, retrieved, own, size, rack, table = track
        size = size + 1 if size < 3 else 3
        if what == "table":
            table = 1
        elif what == "rack":
            rack += 1
        elif what == "retrieved":
            retrieved += 1
        elif what == "own":
            own += 1
        elif self.rack_jokers:
            rack += 1
        if self.pure:
            if table:
                return None
            return colour, retrieved, own, size, 0, 0
        if rack > 2:
            rack = 2
        if own and table:
            return None
        if not self.own:  # only the two rack tiles are asked: the length follows from them
            if retrieved and rack == 2 and size == 3:
                return True
            return colour, retrieved, 0, size, rack, 0
        return colour, retrieved, own, size, rack, table

    def _choices(self, colour, part):
        """Tiles a run of `colour` can take: (what, colour of the tile or -1)."""
        jokers, own, must, may, spent = part[0], part[1], part[2], part[3], part[4]
        out = []
        for one in range(4) if self.mixed else (colour,):
            if must[one] and not self.pure:
                out.append(("table", one))
            if may[one]:
                out.append(("rack", one))
        if jokers:
            out.append(("retrieved", -1))
        if own:
            out.append(("own", -1))
        if spent:
            out.append(("spare", -1))
        return out

    def _take(self, part, what, colour):
        """The part of an action after a tile is used up."""
        jokers, own, must, may, spare, laid = part
        if what == "table":
            must = must[:colour] + (must[colour] - 1,) + must[colour + 1 :]
        elif what == "rack":
            may = may[:colour] + (may[colour] - 1,) + may[colour + 1 :]
            laid += 1
        elif what == "retrieved":
            jokers -= 1
        elif what == "own":
            own -= 1
        else:
            spare -= 1
        return jokers, own, must, may, spare, laid

    def actions(self, state, number, must, may, spare):
        """All that special sets can do at a number, one after the other: see Search.actions. Yields
        None between slices, too."""
        # (part, tracks after, long runs added, going)
        doing = (((state & 3, state >> 2 & 3, must, may, spare, 0), (), (), ()),)
        for track in _tracks(state):
            doing = self._with_track(doing, track, number)
        for tracked, tracks, add, going in doing:
            for grouped, groups in self._with_groups(tracked, number):
                yield None
                for part, more, starts in self._with_starts(grouped, tracks, number):
                    order = ()
                    if len(more) > 1:  # the same tracks in another order are the same state
                        order = sorted([(more[i], i) for i in range(len(more))])
                        more = tuple([one[0] for one in order])
                        order = tuple([one[1] for one in order])
                    yield (
                        _state(part[0], part[1], more),
                        part[2],
                        part[3],
                        spare - part[4],
                        add,
                        part[5],
                        (going, groups, starts, order),
                    )

    def _with_track(self, doing, track, number):
        """`doing` with all that can be done with a track more."""
        for part, tracks, add, going in doing:
            if self._may_stop(track):
                yield part, tracks, add, going + ((-1, -1),)
            for what, colour in self._choices(track[0], part):
                new = self._grown(track, what)
                if new is None:
                    continue
                code = JOKER if colour < 0 else colour * 13 + number - 1
                left = self._take(part, what, colour)
                if new is True:
                    home = 0 if self.mixed else track[0]
                    yield left, tracks, add + (home,), going + ((code, home),)
                    if not left[0]:
                        continue
                    # the next retrieved joker may come into the same set
                    new = (track[0], track[1] + (what == "retrieved"), 0, 3, 2, 0)
                yield left, tracks + (new,), add, going + ((code, -1),)

    def _with_groups(self, part, number):
        """A part with none, one or two special groups: (part left, groups)."""
        yield part, ()
        if not self.groups or not part[0] + part[1]:
            return
        for first in self._group_makes(part):
            left, group = self._grouped(part, first, number)
            yield left, (group,)
            for second in self._group_makes(left):
                if second >= first:  # each pair once
                    last, other = self._grouped(left, second, number)
                    yield last, (group, other)

    def _grouped(self, part, make, number):
        """(part left, tiles) of a special group."""
        rack, table, jokers, own, spare = make
        row = []
        for colour in range(4):
            if (rack | table) >> colour & 1:
                part = self._take(part, "rack" if rack >> colour & 1 else "table", colour)
                row.append(colour * 13 + number - 1)
        part = (part[0] - jokers, part[1] - own, part[2], part[3], part[4] - spare, part[5])
        return part, tuple(row + [JOKER] * (jokers + own + spare))

    def _with_starts(self, part, tracks, number):
        """A part with none, one or two special runs begun: (part left, tracks, first tiles)."""
        if self._hopeful(part, tracks, number):
            yield part, tracks, ()
        if not self.runs or not part[0] + part[1]:
            return
        for first in self._starts(part):
            left, track, code = self._begun(part, first, number)
            if track is None:
                continue
            if self._hopeful(left, tracks + (track,), number):
                yield left, tracks + (track,), (code,)
            if left[0] + left[1]:
                for second in self._starts(left):
                    if second >= first:  # each pair once
                        last, other, more = self._begun(left, second, number)
                        if other and self._hopeful(last, tracks + (track, other), number):
                            yield last, tracks + (track, other), (code, more)

    def _starts(self, part):
        """Special runs that `part` can begin: (colour, what, colour of the tile or -1)."""
        for colour in (0,) if self.mixed else range(4):
            for what, one in self._choices(colour, part):
                yield colour, what, one

    def _begun(self, part, start, number):
        """(part left, track or None, code) of a special run begun."""
        colour, what, one = start
        code = JOKER if one < 0 else one * 13 + number - 1
        return self._take(part, what, one), self._grown((colour, 0, 0, 0, 0, 0), what), code

    def _hopeful(self, part, tracks, number):
        """False when a track cannot go on and may not stop, or not all can get a joker."""
        left = part[0] + part[1]
        for track in tracks:
            if not track[1] + track[2]:
                left -= 1
            if not self._may_stop(track) and not self._can_go_on(
                track, number, part[0] + part[1] + part[4]
            ):
                return False
        return left >= 0

    def _group_makes(self, part):
        """Special groups that `part` can make: (rack colours, table colours, jokers by sort)."""
        jokers, own, must, may, spare, _ = part
        if not jokers + own:
            return
        racks = tables = 0  # colours there are
        for colour in range(4):
            if may[colour]:
                racks |= 1 << colour
            if must[colour] and not self.pure:
                tables |= 1 << colour
        if _BITS[racks | tables] + jokers + own + spare < 3:
            return
        for rack in range(16):
            if rack & ~racks:
                continue
            for table in range(16):
                size = _BITS[rack] + _BITS[table]
                if table & (rack | ~tables) or not size or size + jokers + own + spare < 3:
                    continue
                for a in range(jokers + 1):
                    for b in range(own + 1):
                        for c in range(spare + 1):
                            if a + b and 3 <= size + a + b + c <= 4:
                                count = _BITS[rack] + (c if self.rack_jokers else 0)
                                if self._may_stop((0, a, b, 3, count, table)):
                                    yield rack, table, a, b, c


_BITS = b"\0\1\1\2\1\2\2\3\1\2\2\3\2\3\3\4"  # colours in a mask


def _state(retrieved, own, tracks):
    """The int of a state."""
    out = retrieved | own << 2
    at = 4
    for colour, jokers, mine, size, rack, table in tracks:
        out |= (colour | jokers << 2 | mine << 4 | size << 6 | rack << 8 | table << 10) << at
        at += 11
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
