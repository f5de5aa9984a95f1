"""Opening melds, for the solver (RK-4, RK-5, RG-3, RG-4, CR-4, KR-4, KR-5). Loaded when a seat has
not opened yet.

A follower keeps, beside the search's own state, what the opening needs.
"""

from rules.solver import meldtab
from rules.tilegame import melds
from rules.tilegame.tiles import JOKER

DONE = -1
_WAYS = (meldtab.PAIRS0, meldtab.PAIRS1, meldtab.PAIRS2)


def _joker_points(rules, number):
    """What a joker standing for `number` counts towards the opening; -1 if it may not be there."""
    if rules["opening_joker"] == "face":
        return number
    if rules["opening_joker"] == "flat":
        return melds.FLAT_JOKER
    return -1


class Points:
    """All tiles laid count: the state is the points so far, up to what is needed."""

    watches = True

    def __init__(self, rules, need):
        self.rules = rules
        self.need = need

    def start(self):
        return 0

    def actions(self, state, number, way, may):
        return [((way[0], state),) + way[1:]]

    def count(self, state, number, laid, jokers):
        """The state after `laid` tiles of a number and `jokers` standing for it."""
        state += laid * number
        if jokers:
            state += jokers * _joker_points(self.rules, number)
        return state if state < self.need else self.need

    def accepts(self, state, rack_jokers):
        return state >= self.need


class Groups:
    """Only groups count (KR-4): one alone, or the sum of several. Points from chosen groups."""

    watches = False

    def __init__(self, rules, need):
        self.rules = rules
        self.need = need
        self.several = rules["opening_several"]

    def start(self):
        return 0

    def actions(self, state, number, way, may):
        out = [((way[0], state),) + way[1:]]
        if state >= self.need:
            return out
        per = _joker_points(self.rules, number)
        fresh = [(state, way[2], way[3], ())]
        for _ in range(2 if self.several else 1):
            more = []
            for points, left, took, groups in fresh:
                for mask in range(1, 16):
                    row = [c * 13 + number - 1 for c in range(4) if mask >> c & 1]
                    if [1 for c in range(4) if mask >> c & 1 and not left[c]]:
                        continue
                    for jokers in range(3):
                        if not 3 <= len(row) + jokers <= 4 or jokers and per < 0:
                            continue
                        value = len(row) * number + jokers * per
                        if not self.several and value < self.need:
                            continue
                        more.append(
                            (
                                min(self.need, points + value),
                                tuple([left[c] - (mask >> c & 1) for c in range(4)]),
                                took + jokers,
                                groups + (row + [JOKER] * jokers,),
                            )
                        )
            for points, left, took, groups in more:
                laid = 0
                for row in groups:
                    laid += len(row)
                laid -= took - way[3]
                out.append(
                    ((way[0], points), way[1], left, took, way[4], way[5] + laid, ((), groups, ()))
                )
            fresh = more
        return out

    def accepts(self, state, rack_jokers):
        return state >= self.need


class Run:
    """One run alone must reach the points (KR-4 where only runs are played).

    The state is () at first, then a run begun (colour, length to 3, points), then (DONE,).
    """

    watches = False

    def __init__(self, rules, need):
        self.rules = rules
        self.need = need
        self.mixed = rules["mixed_runs"]

    def start(self):
        return ()

    def actions(self, state, number, way, may):
        out = []
        if len(state) < 3:
            out.append(((way[0], state),) + way[1:])
            if state:
                return out
        elif self._enough(state):  # the run ends before this number
            out.append(((way[0], (DONE,)),) + way[1:6] + ((((-1, -1),), (), ()),))
        left = way[2]
        per = _joker_points(self.rules, number)
        for colour in (0,) if self.mixed else range(4):
            size = points = 0
            if state:
                if state[0] != colour:
                    continue
                size, points = state[1], state[2]
            for one in range(4) if self.mixed else (colour,):
                if left[one]:
                    out.append(self._grow(state, colour, size, points + number, number, way, one))
            if per >= 0:
                out.append(self._grow(state, colour, size, points + per, number, way, -1))
        return out

    def _enough(self, state):
        return state[1] == 3 and state[2] >= self.need

    def _grow(self, state, colour, size, points, number, way, one):
        left = way[2]
        took = way[3]
        laid = way[5]
        code = JOKER
        if one < 0:
            took += 1
        else:
            left = left[:one] + (left[one] - 1,) + left[one + 1 :]
            laid += 1
            code = one * 13 + number - 1
        end = (colour, min(3, size + 1), min(self.need, points))
        did = (((code, -1),), (), ()) if state else ((), (), (code,))
        return (way[0], end), way[1], left, took, way[4], laid, did

    def accepts(self, state, rack_jokers):
        return state == (DONE,) or len(state) == 3 and self._enough(state)


class Inside:
    """Building in the opening turn (RK-5, RG-4): among the laid tiles there must be some that form
    sets from the rack alone worth enough, wherever they end.

    The state is DONE with the jokers those sets hold, or (their runs, points, jokers). own: counts
    of rack tiles by kind; paid: of those that pay for jokers, which are laid anyway.
    """

    watches = False

    def __init__(self, rules, need, own, paid, jokers):
        self.rules = rules
        self.need = need
        self.own = own
        self.paid = paid
        self.jokers = 0 if rules["opening_joker"] == "none" else jokers
        self.mixed = rules["mixed_runs"]
        self.single = rules["opening_sets"] == "group" and not rules["opening_several"]
        runs = rules["runs_only"]
        self.groups = not runs
        self.runs = not rules["groups_only"] and (rules["opening_sets"] == "any" or runs)

    def start(self):
        return 0, 0, 0

    def accepts(self, state, rack_jokers):
        return state[0] == DONE and rack_jokers >= state[2]

    def actions(self, state, number, way, may):
        if state[0] == DONE:
            return [((way[0], state),) + way[1:]]
        out = []
        must, left = way[1], way[2]
        at = number - 1
        own = [self.own[at], self.own[at + 13], self.own[at + 26], self.own[at + 39]]
        # rack tiles of the number that are laid already: paid for a joker or in a special set
        sure = [self.paid[at + 13 * c] + may[c] - left[c] for c in range(4)]
        for end, used in self._ways(state, number, own):
            forced = [max(0, used[c] - sure[c]) for c in range(4)]
            out.append(
                (
                    (way[0], end),
                    tuple([must[c] + forced[c] for c in range(4)]),
                    tuple([left[c] - forced[c] for c in range(4)]),
                    way[3],
                    way[4],
                    way[5] + sum(forced),
                    way[6],
                )
            )
        return out

    def _ways(self, state, number, own):
        """What the opening's own sets can take of a number: (next state, tiles by colour)."""
        runs, points, spent = state
        per = _joker_points(self.rules, number)
        out = []
        seen = []
        started = runs or points
        for jokers in range(self.jokers - spent + 1):
            for inside in range(jokers + 1):
                for way in _WAYS[jokers - inside] if self.groups else (0,):
                    group = (way & 3, way >> 2 & 3, way >> 4 & 3, way >> 6)
                    if [1 for c in range(4) if group[c] > own[c]]:
                        continue
                    if jokers > inside and not way:
                        continue
                    if self.single and way and (started or sum(group) + jokers - inside > 4):
                        continue
                    for used, key in self._run_ways(own, group, inside):
                        if self.single and way and key:
                            continue
                        end = self._advance(runs, key)
                        if end < 0:
                            continue
                        if self.single and not self._one(end, runs):
                            continue
                        total = points + sum(used) * number + (jokers * per if jokers else 0)
                        total = min(total, self.need)
                        new = (end, total, spent + jokers)
                        if self.single and way and total < self.need:
                            continue
                        left = self.jokers - spent - jokers
                        if total >= self.need and not self._short(end):
                            new = (DONE, 0, spent + jokers)
                        elif not self._hopeful(end, number, left, self.need - total):
                            continue
                        elif self.single and runs and not key:
                            continue
                        one = (new, used)
                        if one not in seen:
                            seen.append(one)
                            out.append(one)
        return out

    def _one(self, runs, before):
        """True when at most one run is open, and it is the one from before if there was one."""
        many = fresh = 0
        for colour in range(1 if self.mixed else 4):
            one, two, three = self._open(runs, colour)
            many += one + two + three
            fresh += one
        return many <= 1 and not (before and fresh)

    def _hopeful(self, runs, number, jokers, points):
        """False when short runs find no tile at the next number, or the points cannot be
        reached."""
        tiles = 0
        for colour in range(1 if self.mixed else 4):
            one, two, three = self._open(runs, colour)
            most = jokers
            if number < 13:
                for c in range(4) if self.mixed else (colour,):
                    most += self.own[c * 13 + number]
            if one + two > (most if number < 13 else 0):
                return False
            if one and number > 11:
                return False
        while number < 13 and points > tiles:
            number += 1
            tiles += number * (
                self.own[number - 1]
                + self.own[number + 12]
                + self.own[number + 25]
                + self.own[number + 38]
            )
        return points <= tiles + jokers * max(13, melds.FLAT_JOKER)

    def _open(self, runs, colour):
        """Open runs of a colour: (of length 1, of 2, longer)."""
        if self.mixed:
            return runs & 15, runs >> 4 & 15, runs >> 8
        state = runs >> 6 * colour & 63
        return meldtab.ONE[state], meldtab.TWO[state], meldtab.THREE[state]

    def _short(self, runs):
        for colour in range(1 if self.mixed else 4):
            one, two, _ = self._open(runs, colour)
            if one + two:
                return True
        return False

    def _advance(self, runs, key):
        """The runs after tiles `key`; -1 when a short one is left behind."""
        if self.mixed:
            one, two, three = self._open(runs, 0)
            left = key - one - two
            if left < 0:
                return -1
            three = min(three, left)
            return (left - three) | one << 4 | (two + three) << 8
        out = 0
        for colour in range(4):
            take = key >> 3 * colour & 7
            end = meldtab.NEXT[(runs >> 6 * colour & 63) * 5 + take] if take < 5 else 255
            if end == 255:
                return -1
            out |= end << 6 * colour
        return out

    def _run_ways(self, own, group, jokers):
        """(tiles used with those of the groups, run key) for every choice of tiles in runs."""
        if not self.runs:
            return [(list(group), 0)] if not jokers else []
        out = []
        puts = [(0, 0, 0, 0)]
        for _ in range(jokers):
            more = []
            for put in puts:
                for c in range(4):
                    new = put[:c] + (put[c] + 1,) + put[c + 1 :]
                    if new not in more:
                        more.append(new)
            puts = more
        for a in range(own[0] - group[0] + 1):
            for b in range(own[1] - group[1] + 1):
                for c in range(own[2] - group[2] + 1):
                    for d in range(own[3] - group[3] + 1):
                        used = [group[0] + a, group[1] + b, group[2] + c, group[3] + d]
                        if self.mixed:
                            out.append((used, a + b + c + d + jokers))
                            continue
                        for put in puts:
                            out.append(
                                (
                                    used,
                                    a + put[0]
                                    | (b + put[1]) << 3
                                    | (c + put[2]) << 6
                                    | (d + put[3]) << 9,
                                )
                            )
        return out
