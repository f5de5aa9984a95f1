"""Build the end table from a sweep's best way."""

from rules.base import RulesError
from rules.solver.constraint import GOING, GROUPS, ORDER, STARTS
from rules.solver.placing import groupings, spreads
from rules.solver.problem import Result, standing
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.base import Slices
    from rules.solver.backtrack import Way
    from rules.solver.problem import Problem, Reading

_EFFECT = 5  # of a Way's step

# What is placed at a number: bytes, four counts by colour each, and one count.
_IN_GROUPS = 0
_IN_RUNS = 4
_JOKERS_IN_RUNS = 8
_JOKERS_IN_GROUPS = 12


def result(
    problem: "Problem", before: list[bytes], way: "Way", reading: "Reading | None"
) -> "Slices[Result]":
    """Return, in slices, the Result of a sweep's best way. before: the table's sets. reading: None
    if they stay as they are."""
    sets = _Sets(way)
    for number in range(1, 14):
        yield None
        sets.place(number, split(way, number), way.steps[number - 1][_EFFECT])
    way.steps = None  # memory is scarce
    sets.close()
    answer = Result(list(before) if reading is None else [])
    answer.table += sets.stay
    if reading is not None:
        sets.put_back(reading.kept, way.decided)
    for i in range(len(sets.made)):
        way, row = sets.made[i]
        sets.made[i] = None
        if max(row) < JOKER:
            answer.table.append(bytes(row if way == melds.RUN else sorted(row)))
            continue
        yield None
        ways = melds.readings(bytes(row), problem.rules)
        if len(ways) == 2:
            ways = [read for read in ways if read[0] == way]
        answer.table.append(ways[0][1])
    yield None
    problem.settle(answer)
    return answer


def split(way: "Way", number: int) -> bytes:
    """Return what a Way places at a number: bytes, see above."""
    must, may, used, jokers, laid, _effect = way.steps[number - 1]
    if way.parts is None:
        return _split(way, must, may, used, jokers, laid)
    mark = (must, may, used, jokers, laid, way.groups, way.mixed)
    placed = way.parts.get(mark)
    if placed is None:
        placed = way.parts[mark] = _split(way, must, may, used, jokers, laid)
    return placed


def _split(way, must, may, used, jokers, laid):
    """Compute `split`: the first choice of groups that leaves the rest to the runs."""
    have = (must[0] + may[0], must[1] + may[1], must[2] + may[2], must[3] + may[3])
    by_colour = (used & 7, used >> 3 & 7, used >> 6 & 7, used >> 9)
    tiles_laid = sum(must) + laid
    for in_runs in range(jokers + 1):
        in_groups = jokers - in_runs
        rest = tiles_laid + in_runs - (used if way.mixed else sum(by_colour))
        for group in groupings(have, in_groups, way.groups):
            if sum(group) != rest:
                continue
            if way.mixed:
                runs = _mixed_runs(must, have, group, used - in_runs)
                if runs:
                    return bytes(list(group) + runs + [in_runs, 0, 0, 0, in_groups])
                continue
            for spread in spreads[in_runs]:
                runs = [by_colour[i] - spread[i] for i in range(4)]
                if _fits(must, have, group, runs):
                    return bytes(list(group) + runs + list(spread) + [in_groups])
    raise RulesError("The solver lost its way.")


def _mixed_runs(must, have, group, many):
    """Return how the colours share `many` tiles in runs of mixed colours, None if they cannot."""
    runs = [max(0, must[i] - group[i]) for i in range(4)]
    for i in range(4):
        while sum(runs) < many and runs[i] < have[i] - group[i]:
            runs[i] += 1
    return runs if sum(runs) == many else None


def _fits(must, have, group, runs):
    """Return True if groups and runs have all that must be laid and no more than there is."""
    for i in range(4):
        if runs[i] < 0 or not must[i] <= runs[i] + group[i] <= have[i]:
            return False
    return True


# -- the sets -------------------------------------------------------------------------------------


class _Sets:
    """Puts the sets together, number by number.

    made: (GROUP or RUN, bytearray of kinds, free jokers 52) each. stay: old sets left as they are.
    """

    def __init__(self, way):
        self.mixed = way.mixed
        self.made = []
        self.stay = way.stay
        self.open = [[], [], [], []]  # unfinished runs by colour; where they mix colours, the first
        self.tracks = []  # unfinished runs of constraints
        self.marked = []  # rows under a joker clause

    def place(self, number, placed, effect):
        """Place the tiles of a number, and do what the constraints did."""
        in_groups = placed[_JOKERS_IN_GROUPS]
        group = placed[_IN_GROUPS : _IN_GROUPS + 4]
        if in_groups or max(group):
            self._group(number, group, in_groups)
        if self.mixed:
            feed = []
            for hue in range(4):
                feed += [hue * 13 + number - 1] * placed[_IN_RUNS + hue]
            self._feed(0, feed + [JOKER] * placed[_JOKERS_IN_RUNS])
        else:
            for hue in range(4):
                self._place_run(number, hue, placed[_IN_RUNS + hue], placed[_JOKERS_IN_RUNS + hue])
        if effect:
            self._follow(effect)

    def _place_run(self, number, hue, tiles_in, jokers_in):
        """Place tiles and jokers in runs of a colour."""
        rows = self.open[hue]
        kind = hue * 13 + number - 1
        if len(rows) == tiles_in and not jokers_in:
            for row in rows:
                row.append(kind)
        else:
            self._feed(hue, [kind] * tiles_in + [JOKER] * jokers_in)

    def close(self):
        """Finish all runs."""
        for row in self.tracks:
            self.made.append((melds.RUN, row))
        for rows in self.open:
            for row in rows:
                self.made.append((melds.RUN, row))

    def _feed(self, hue, feed):
        """Add codes to the runs of a colour: to short ones first, then to long ones, then begin new
        ones."""
        rows = self.open[hue]
        if len(rows) > 1:
            order = sorted([(min(3, len(rows[i])), i) for i in range(len(rows))])
            rows = self.open[hue] = [rows[i] for _, i in order]
        for row in rows[len(feed) :]:
            self.made.append((melds.RUN, row))
        del rows[len(feed) :]
        for i in range(len(feed)):
            if i < len(rows):
                rows[i].append(feed[i])
            else:
                rows.append(bytearray((feed[i],)))

    def _group(self, number, group, jokers):
        """Make groups of the given numbers of tiles by colour and jokers."""
        many = max((sum(group) + jokers + 3) // 4, max(group))
        if many == 1:
            row = bytearray([hue * 13 + number - 1 for hue in range(4) if group[hue]])
            self.made.append((melds.GROUP, row + bytes([JOKER] * jokers)))
            return
        # dealt round: no group gets a colour twice, sizes differ by one at most
        order = [hue for hue in range(4) if group[hue]]
        order.sort(key=lambda hue: hue - 4 * group[hue])
        deal = []
        for hue in order:
            deal += [hue * 13 + number - 1] * group[hue]
        deal += [JOKER] * jokers
        rows = [bytearray() for _ in range(many)]
        for i in range(len(deal)):
            rows[i % many].append(deal[i])
        for row in rows:
            self.made.append((melds.GROUP, row))

    def _follow(self, effect):
        """Do to the constraints' sets what they did at a number."""
        left = []
        for i in range(len(self.tracks)):
            code, joined = effect[GOING][i]
            row = self.tracks[i]
            if code < 0:
                self.made.append((melds.RUN, row))
                continue
            row.append(code)
            if joined < 0:
                left.append(row)
            else:
                self.open[joined].append(row)
        for codes in effect[GROUPS]:
            row = bytearray(codes)
            self.made.append((melds.GROUP, row))
            self.marked.append(row)
        for code in effect[STARTS]:
            row = bytearray((code,))
            left.append(row)
            self.marked.append(row)
        if effect[ORDER]:
            left = [left[i] for i in effect[ORDER]]
        self.tracks = left

    def put_back(self, kept, decided):
        """Put the table's jokers, of codes `kept`, where tiles they stand for lie. decided: kinds
        that those count as whose colour was open."""
        stay = standing(self.stay)
        moved = []
        for code in kept:
            if code in stay:
                stay.remove(code)
            else:  # those with the fewest kinds to choose from first
                moved.append((len(_kinds(code, decided)), code))
        for _, code in sorted(moved):
            kind = _kinds(code, decided)[0]
            if tiles.kinds_of(code) != [kind]:
                decided.remove(kind)
            self._put(code, kind)

    def _put(self, code, kind):
        """Put a joker in place of a tile; into a set under a clause only if needed."""
        spot = None
        for _, row in self.made:
            place = row.find(bytes((kind,)))
            if place >= 0:
                clause = bool([1 for marked in self.marked if marked is row])
                if spot is None or not clause:
                    spot = (row, place)
                if not clause:
                    break
        spot[0][spot[1]] = code


def _kinds(code, decided):
    """Return the kinds a kept joker may count as: the one of its colour, or where that was open the
    ones `decided` that fit."""
    kinds = tiles.kinds_of(code)
    if len(kinds) > 1:
        kinds = [kind for kind in kinds if kind in decided]
    return kinds
