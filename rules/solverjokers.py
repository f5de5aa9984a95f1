"""Jokers under a clause, for the solver: sets that hold a retrieved joker (RK-15, RG-9, CR-11) or,
under RG-8, a joker from the rack. Loaded only for positions that need it.

Such a set is followed tile by tile beside the search's own state, with what its clause asks: tiles
from the rack counted to two, or none from the table. A state is (retrieved jokers to place, rack
jokers left, tracks); a track is an unfinished special run (colour, retrieved jokers, rack jokers,
length to 3, rack tiles to 2, table tile in it).
"""
from rules.tiles import JOKER


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
        return self.retrieved, self.own, ()

    def most(self):
        """Most rack jokers this follower can lay."""
        return self.own

    def laid(self, state):
        """Rack jokers laid in a finished state."""
        return self.own - state[1]

    def _fine(self, retrieved, own, rack, table):
        if table and (own or retrieved and self.reuse == "hand"):
            return False
        return not (retrieved and self.reuse == "two" and rack < 2)

    def accepts(self, state):
        """True when a play may end in `state`."""
        if state[0]:
            return False
        for track in state[2]:
            if not self._may_stop(track):
                return False
        return True

    def _may_stop(self, track):
        return (track[3] >= 3 and track[1] + track[2] > 0
                and self._fine(track[1], track[2], track[4], track[5]))

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
            must = must[:colour] + (must[colour] - 1,) + must[colour + 1:]
        elif what == "rack":
            may = may[:colour] + (may[colour] - 1,) + may[colour + 1:]
            laid += 1
        elif what == "retrieved":
            jokers -= 1
        elif what == "own":
            own -= 1
        else:
            spare -= 1
        return jokers, own, must, may, spare, laid

    def actions(self, state, number, must, may, spare):
        """All that special sets can do at a number: see Search.actions."""
        # (part, tracks after, long runs added, going, groups, starts)
        doing = [((state[0], state[1], must, may, spare, 0), (), (), (), (), ())]
        for track in state[2]:
            more = []
            for part, tracks, add, going, groups, starts in doing:
                if self._may_stop(track):
                    more.append((part, tracks, add, going + ((-1, -1),), groups, starts))
                for what, colour in self._choices(track[0], part):
                    new = self._grown(track, what)
                    if new is None:
                        continue
                    code = JOKER if colour < 0 else colour * 13 + number - 1
                    left = self._take(part, what, colour)
                    if new is True:
                        home = 0 if self.mixed else track[0]
                        more.append((left, tracks, add + (home,), going + ((code, home),), groups,
                                     starts))
                        if not left[0]:
                            continue
                        # the next retrieved joker may come into the same set
                        new = (track[0], track[1] + (what == "retrieved"), 0, 3, 2, 0)
                        more.append((left, tracks + (new,), add, going + ((code, -1),), groups,
                                     starts))
                    else:
                        more.append((left, tracks + (new,), add, going + ((code, -1),), groups,
                                     starts))
            doing = _once(more)
        out = []
        seen = set()
        if self.groups:
            doing = self._with_groups(doing, number)
        if self.runs:
            doing = self._with_starts(doing, number)
        for part, tracks, add, going, groups, starts in doing:
            left = part[0] + part[1]
            waiting = 0
            for track in tracks:
                if not track[1] + track[2]:
                    waiting += 1
                if not self._may_stop(track) and not self._can_go_on(track, number,
                                                                     left + part[4]):
                    waiting = 9
            if waiting > left:
                continue
            order = ()
            if len(tracks) > 1:  # the same tracks in another order are the same state
                order = sorted([(tracks[i], i) for i in range(len(tracks))])
                tracks = tuple([one[0] for one in order])
                order = tuple([one[1] for one in order])
            mark = (part, tracks, add)
            if mark in seen:
                continue
            seen.add(mark)
            out.append(((part[0], part[1], tracks), part[2], part[3], spare - part[4], add, part[5],
                        (going, groups, starts, order)))
        return out

    def _with_groups(self, doing, number):
        """`doing` and all of it with one or two special groups more."""
        every = list(doing)
        fresh = doing
        for _ in range(2):
            more = []
            for part, tracks, add, going, groups, starts in fresh:
                for rack, table, jokers, own, spare in self._group_makes(part):
                    left = part
                    row = []
                    for colour in range(4):
                        if rack >> colour & 1:
                            left = self._take(left, "rack", colour)
                            row.append(colour * 13 + number - 1)
                        elif table >> colour & 1:
                            left = self._take(left, "table", colour)
                            row.append(colour * 13 + number - 1)
                    left = (left[0] - jokers, left[1] - own, left[2], left[3], left[4] - spare,
                            left[5])
                    row += [JOKER] * (jokers + own + spare)
                    more.append((left, tracks, add, going, groups + (tuple(row),), starts))
            fresh = _once(more)
            every += fresh
            if not fresh:
                break
        return _once(every)

    def _group_makes(self, part):
        """Special groups that `part` can make: (rack colours, table colours, jokers by sort)."""
        jokers, own, must, may, spare, _ = part
        out = []
        if not jokers + own:
            return out
        for rack in range(16):
            if [1 for c in range(4) if rack >> c & 1 and not may[c]]:
                continue
            for table in range(16) if not self.pure else (0,):
                if rack & table or [1 for c in range(4) if table >> c & 1 and not must[c]]:
                    continue
                size = _bits(rack) + _bits(table)
                if not size:
                    continue
                for a in range(jokers + 1):
                    for b in range(own + 1):
                        for c in range(spare + 1):
                            if a + b and 3 <= size + a + b + c <= 4:
                                count = _bits(rack) + (c if self.rack_jokers else 0)
                                if self._fine(a, b, count, table):
                                    out.append((rack, table, a, b, c))
        return out

    def _with_starts(self, doing, number):
        """`doing` and all of it with one or two special runs begun."""
        every = list(doing)
        fresh = doing
        for _ in range(2):
            more = []
            for part, tracks, add, going, groups, starts in fresh:
                if not part[0] + part[1]:
                    continue
                for colour in (0,) if self.mixed else range(4):
                    for what, one in self._choices(colour, part):
                        new = self._grown((colour, 0, 0, 0, 0, 0), what)
                        if new is None:
                            continue
                        code = JOKER if one < 0 else one * 13 + number - 1
                        more.append((self._take(part, what, one), tracks + (new,), add, going,
                                     groups, starts + (code,)))
            fresh = _once(more)
            every += fresh
            if not fresh:
                break
        return every


def _once(doing):
    """`doing` without what leaves the same tiles, tracks and long runs as one before it."""
    seen = set()
    out = []
    for one in doing:
        mark = one[:3]
        if mark not in seen:
            seen.add(mark)
            out.append(one)
    return out


def _bits(mask):
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3)
