"""Jokers under a clause: sets that hold a retrieved joker (RK-15, RG-9, CR-11) or, under RG-8, a
joker from the rack.

Such a set asks for tiles from the rack: two of them beside the joker ("two": RK-15, CR-11), or
nothing else at all ("hand": RG-8, RG-9). Groups are made at their number. A run is a track beside
the sweep's own state, but only where the clause needs it:

    two   A track begins with the first tile that the clause counts, a joker or a tile from the
          rack; one or two tiles before it are an open run of the sweep, taken over. It ends as soon
          as the clause is fulfilled: handed back, it is a run like any other. Three tiles before or
          behind that could be a run of their own.
    hand  A track is the whole run, of at most five tiles: a longer one could be two.

A joker is the first of a run only if the run reaches 13, or it could as well be the last.

A state is one int of 24 bits: the jokers still to place, two bits, then up to two tracks, since
each needs a joker, of eleven bits each:

    bits  10 9  |  8 7 6  |  5    |  4 3    |  2   | 1 0
          rack     size     -       jokers    end    colour
"""

from rules.solver.constraint import CHOSEN, JOKERS, MAY, MUST, Constraint
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.solver.constraint import Action, Actions, Counts
    from rules.solver.sweep import Sweep

# A track: colour (0 where runs mix colours); end, 1 if it has to reach 13; its jokers under the
# clause; its tiles, under "two" three at the most; tiles from the rack to two, under "hand" 0.
_COLOUR = 0
_END = 1
_HELD = 2
_SIZE = 3
_FROM_RACK = 4

# Where a tile comes from: a place in `left`, the tuple of what a number still has to be placed. The
# first two are counts of jokers, the others four counts by colour.
_JOKER = 0  # under the clause
_SPARE = 1  # spare jokers of the sweep: under "two" the rack's
_RACK = 2
_TABLE = 3

_BITS = b"\0\1\1\2\1\2\2\3\1\2\2\3\2\3\3\4"  # colours in a mask
_LONGEST = 5  # tiles in a run under "hand"


class SpecialSets(Constraint):
    """Follows the sets that hold a sweep's `retrieved` jokers, and under RG-8 its `own_jokers`,
    which need not all be placed."""

    def __init__(self, rules: dict, sweep: "Sweep") -> None:
        self.spare = sweep.spare
        self.jokers = sweep.retrieved + sweep.own_jokers
        self.own = sweep.own_jokers
        self.hand = not sweep.retrieved or rules["joker_reuse"] == "hand"
        self.groups = not rules["runs_only"]
        self.runs = not rules["groups_only"]
        self.mixed = rules["mixed_runs"]
        self.ahead = self._look_ahead(sweep.may, sweep.find_reach())
        # Where runs mix colours, these differ in nothing else, unless old sets are to stay.
        self.alike = self.mixed and not sweep.keeping

    def start(self) -> int:
        """Return the state with every joker still to place."""
        return self.jokers

    def mark(self, state: int) -> tuple[int, int]:
        """Return bits for each track's size and rack tiles: with more of them a track under "two"
        can do whatever it can with fewer."""
        bits = 0
        if not self.hand:
            for shift in (2, 13):
                size = state >> shift + 6 & 7
                rack = state >> shift + 9 & 3
                bits = bits << 4 | (1 << size) - 1 >> 1 << 2 | (1 << rack) - 1
                if size and not state >> shift + 2 & 1:
                    state = state & ~(31 << shift + 6) | 1 << shift + 6
        return state, bits

    def most_jokers(self) -> int:
        """Return the number of rack jokers under RG-8."""
        return self.own

    def rack_jokers(self, state: int) -> int:
        """Return how many of them are placed: those of the table come first."""
        return max(0, self.own - (state & 3))

    def debt(self, state: int) -> int:
        """Count jokers to place, and what tracks lack."""
        debt = 4 * (state & 3)
        for track in _tracks(state):
            debt += 8 - track[_FROM_RACK] - min(3, track[_SIZE]) - (track[_HELD] > 0)
        return debt

    def open_sets(self, state: int) -> tuple[int, tuple[int, ...]]:
        """See `Constraint.open_sets`."""
        runs = [track[_COLOUR] << 2 | min(3, track[_SIZE]) for track in _tracks(state)]
        return self.jokers - (state & 3), tuple(runs)

    def accepts(self, state: int, rack_jokers: int) -> bool:
        """Return True if every retrieved joker is placed and every track may stop."""
        return state & 3 <= self.own and all(
            [self._may_stop(track, 13) for track in _tracks(state)]
        )

    def actions(self, state: int, number: int, action: "Action", may: "Counts") -> "Actions":
        """Yield every way to continue, end and begin special sets at a number."""
        left = (state & 3, self.spare, action[MAY], action[MUST])
        ways = ((left, (), (), ()),)  # (what is left, tracks after, runs passed, going)
        for track in _tracks(state):
            ways = self._with_track(ways, track, number)
        for tracked, tracks, runs, going in ways:
            for grouped, groups in self._with_groups(tracked, number):
                yield None
                for left, after, starts in self._with_starts(grouped, tracks, number):
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
                        runs + tuple([run for _, run in starts if run >= 0]),
                        sum(action[MAY]) - sum(left[_RACK]),
                        (going, groups, starts, order, ()),
                        action[CHOSEN],
                    )

    # -- runs

    def _may_stop(self, track, number):
        """Return True if a track may end with its tile of `number`."""
        if not self.hand or not track[_HELD] or track[_SIZE] < 3:
            return False
        return number == 13 or not track[_END]

    def _grown(self, track, source):
        """Return the track with one more tile; None if it is of no use, True if it fulfils the
        clause, so that it need not be followed any longer."""
        colour, end, held, size, rack = track
        held += source == _JOKER
        size += 1
        if self.hand:
            return (colour, end, held, size, 0) if size < _LONGEST + bool(held) else None
        if size > 3:
            size = 3
        if rack < 2:
            rack += source == _RACK or source == _SPARE
        if held and rack == 2 and size == 3:
            return True
        return colour, end, held, size, rack

    def _tiles_for(self, colour, left, table):
        """Return the tiles a run of `colour` can take: (source, colour of the tile or -1)."""
        out = []
        for source in (_RACK, _TABLE) if table else (_RACK,):
            hues = range(4) if self.mixed else (colour,)
            hues = [hue for hue in hues if left[source][hue]]
            for hue in self._unlike(hues, left) if self.alike else hues:
                out.append((source, hue))
        for source in (_JOKER, _SPARE):
            if left[source]:
                out.append((source, -1))
        return out

    def _unlike(self, hues, left):
        """Return those of `hues` that need to be tried: of colours of which equally many are left
        one, and none whose only tile is taken if another has two: that one's would do as well, and
        leaves more colours."""
        out = []
        seen = []
        for hue in hues:
            counts = left[_RACK][hue], left[_TABLE][hue]
            if counts not in seen:
                seen.append(counts)
                out.append(hue)
        if len(out) > 1:
            out = [hue for hue in out if left[_RACK][hue] + left[_TABLE][hue] > 1]
        return out

    def _with_track(self, ways, track, number):
        """Yield `ways` with one more track decided: it stops, or goes on with each tile."""
        # it fulfils the clause already, and is followed because another joker will come to it
        waits = track[_HELD] and track[_SIZE] == 3 and track[_FROM_RACK] == 2
        home = track[_COLOUR]
        for left, tracks, runs, going in ways:
            if self._may_stop(track, number - 1):
                yield left, tracks, runs, going + ((-1, -1),)
            for source, hue in self._tiles_for(home, left, not self.hand):
                grown = self._grown(track, source)
                if grown is None:
                    continue
                code = _code(hue, number)
                rest = _taken(left, source, hue)
                if grown is True:
                    # before 11, what is still to come up to 13 could be a run of its own
                    if (number > 10 or not track[_END]) and (not waits or source == _JOKER):
                        yield rest, tracks, runs + (~home,), going + ((code, home),)
                    if not rest[_JOKER]:
                        continue
                    grown = (home, track[_END], track[_HELD] + (source == _JOKER), 3, 2)
                yield rest, tracks + (grown,), runs, going + ((code, -1),)

    def _with_starts(self, left, tracks, number):
        """Begin no special run, one or two, each pair in one order: yield (what is left, tracks,
        starts) for each way.

        No way if a track can neither go on nor stop, or if there are too few jokers for those that
        have none yet.
        """
        more = left[_JOKER]
        for track in tracks:
            more -= not track[_HELD]
            if not self._may_stop(track, number) and not self._goes_on(track, left, number):
                return
        if more < 0:
            return
        yield left, tracks, ()
        if not more or not self.runs or number == 13:
            return
        for begun in self._starts(left, number):
            rest, track, start = begun
            yield rest, tracks + (track,), (start,)
            if more > 1:
                for last, second, other in self._starts(rest, number):
                    if second > track or second == track and (self.alike or other >= start):
                        yield last, tracks + (track, second), (start, other)

    def _starts(self, left, number):
        """Yield the special runs that can begin: (what is left, track, (first code, run taken over
        or -1))."""
        for colour in (0,) if self.mixed else range(4):
            for source, hue in self._tiles_for(colour, left, False):
                rest = _taken(left, source, hue)
                code = _code(hue, number)
                for length in (0,) if self.hand else range(min(3, number)):
                    end = source != _RACK and not length
                    track = self._grown((colour, int(end), 0, length, 0), source)
                    if self._goes_on(track, rest, number):
                        yield rest, track, (code, colour << 2 | length if length else -1)

    def _look_ahead(self, may, reach):
        """Return what tracks can find: for 16 * colour + number and up to two jokers, three bytes
        each, the tiles that a run finds from the next number on without a gap (those that the
        clause counts, 2 at the most), with 4 if it can reach 13."""
        out = bytearray(192)
        for colour in (0,) if self.mixed else range(4):
            for number in range(13, 0, -1):
                place = 3 * (16 * colour + number)
                if number == 13:
                    out[place : place + 3] = b"\4\4\4"
                    continue
                hues = range(4) if self.mixed else (colour,)
                rack = max([may[hue * 13 + number] for hue in hues]) > 0
                there = rack if self.hand else max([reach[16 * hue + number + 1] for hue in hues])
                for jokers in range(3):
                    if there or jokers:
                        after = out[place + 3 + jokers - (not there)]
                        counts = rack or self.hand
                        out[place + jokers] = after & 4 | min(2, (after & 3) + counts)
        return out

    def _goes_on(self, track, left, number):
        """Return True if a track may find what it lacks behind `number`."""
        if number == 13 or self.hand and track[_END] and number < 13 - _LONGEST + track[_SIZE]:
            return False
        ahead = self.ahead[3 * (16 * track[_COLOUR] + number) + left[_JOKER] + left[_SPARE]]
        lacks = 3 - track[_SIZE] if self.hand else 2 - track[_FROM_RACK] - left[_SPARE]
        return (ahead & 3) >= lacks and ahead >= 4 * track[_END]

    # -- groups

    def _with_groups(self, left, number):
        """Make no special group, one or two: yield (what is left, groups) for each way. Of a pair
        one order is enough, unless one of the two stands for others that are alike."""
        yield left, ()
        if not self.groups:
            return
        for first in self._group_makes(left):
            rest, group = _grouped(left, first, number)
            yield rest, (group,)
            for second in self._group_makes(rest):
                if self.alike or second >= first:
                    last, other = _grouped(rest, second, number)
                    yield last, (group, other)

    def _group_makes(self, left):
        """Yield the special groups that can be made: (mask of rack colours, of table colours,
        jokers under the clause, spare ones)."""
        racks = tables = 0
        for hue in range(4):
            if left[_RACK][hue]:
                racks |= 1 << hue
            if left[_TABLE][hue] and not self.hand:
                tables |= 1 << hue
        jokers, spare = left[:2]
        if not jokers or _BITS[racks | tables] + jokers + spare < 3:
            return
        seen = []
        for rack in range(16):
            if rack & ~racks or _BITS[rack] + spare < (1 if self.hand else 2):
                continue
            for table in range(16):
                size = _BITS[rack] + _BITS[table]
                if (
                    table & (rack | ~tables)
                    or not size
                    or self._like_another(left, rack, table, seen)
                ):
                    continue
                for held in range(1, jokers + 1):
                    for more in range(spare + 1):
                        if 3 <= size + held + more <= 4 and (self.hand or _BITS[rack] + more > 1):
                            yield rack, table, held, more

    def _like_another(self, left, rack, table, seen):
        """Return True for a choice of colours that differs from one `seen` in the colours alone,
        where these are alike."""
        if not self.alike:
            return False
        mark = sorted(
            [
                (left[_RACK][hue], left[_TABLE][hue], rack >> hue & 1, table >> hue & 1)
                for hue in range(4)
            ]
        )
        if mark in seen:
            return True
        seen.append(mark)
        return False


def _grouped(left, make, number):
    """Return (what is left, codes) of a special group."""
    rack, table, held, spare = make
    codes = []
    for hue in range(4):
        if (rack | table) >> hue & 1:
            left = _taken(left, _RACK if rack >> hue & 1 else _TABLE, hue)
            codes.append(_code(hue, number))
    left = (left[0] - held, left[1] - spare) + left[_RACK:]
    return left, tuple(codes + [JOKER] * (held + spare))


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
    out = left[_JOKER]
    shift = 2
    for colour, end, held, size, rack in tracks:
        out |= (colour | end << 2 | held << 3 | size << 6 | rack << 9) << shift
        shift += 11
    return out


def _tracks(state):
    """Return the tracks of a state."""
    out = []
    state >>= 2
    while state:
        out.append((state & 3, state >> 2 & 1, state >> 3 & 3, state >> 6 & 7, state >> 9 & 3))
        state >>= 11
    return out
