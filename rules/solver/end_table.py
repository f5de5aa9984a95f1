"""Build the table after the play from a sweep's Way."""

from rules.base import RulesError
from rules.solver.constraint import GROUPS, ORDER, STARTS, TRACK_MOVES
from rules.solver.placing import groupings, spreads
from rules.solver.problem import Result, joker_codes
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.base import Slices
    from rules.solver.backtrack import Way
    from rules.solver.problem import Problem, Reading

_EFFECT = 5  # index in a step of a Way

# The tiles placed at a number: bytes, three times four counts by colour, and one count.
_IN_GROUPS = 0
_IN_RUNS = 4
_JOKERS_IN_RUNS = 8
_JOKERS_IN_GROUPS = 12


def result(
    problem: "Problem", before: list[bytes], way: "Way", reading: "Reading | None"
) -> "Slices[Result]":
    """Return, in slices, the Result of a Way. before: the sets on the table. reading: the Reading
    of its jokers; None if all sets stay as they are and the Way only adds new ones."""
    sets = _Sets(way)
    for number in range(1, 14):
        yield None
        sets.place(number, split(way, number), way.steps[number - 1][_EFFECT])
    way.steps = None  # memory is scarce
    sets.close()
    answer = Result(list(before) if reading is None else [])
    answer.table += sets.untouched
    if reading is not None:
        sets.place_jokers(reading.kept, way.decided)
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
    problem.fill_in(answer)
    return answer


def split(way: "Way", number: int) -> bytes:
    """Return the tiles that a Way places at a number: bytes as described above."""
    must, may, used, jokers, laid, _effect = way.steps[number - 1]
    if way.split_cache is None:
        return _split(way, must, may, used, jokers, laid)
    mark = (must, may, used, jokers, laid, way.groups, way.mixed)
    placed = way.split_cache.get(mark)
    if placed is None:
        placed = way.split_cache[mark] = _split(way, must, may, used, jokers, laid)
    return placed


def _split(way, must, may, used, jokers, laid):
    """Compute `split`: find the first choice of groups beside which the rest fits into runs."""
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


def _mixed_runs(must, have, group, count):
    """Return the tiles of each colour among `count` in mixed runs; None if impossible."""
    runs = [max(0, must[i] - group[i]) for i in range(4)]
    for i in range(4):
        while sum(runs) < count and runs[i] < have[i] - group[i]:
            runs[i] += 1
    return runs if sum(runs) == count else None


def _fits(must, have, group, runs):
    """Return True if groups and runs hold, in each colour, `must` to `have` tiles."""
    for i in range(4):
        if runs[i] < 0 or not must[i] <= runs[i] + group[i] <= have[i]:
            return False
    return True


# -- the sets -------------------------------------------------------------------------------------


class _Sets:
    """Puts the sets together, number by number.

    made: [(GROUP or RUN, bytearray of kinds, jokers as 52)], the finished sets.
    untouched: table sets that stay as they are.
    """

    def __init__(self, way):
        self.mixed = way.mixed
        self.made = []
        self.untouched = way.untouched
        self.open = [[], [], [], []]  # unfinished runs by colour; mixed ones in the first list
        self.tracks = []  # unfinished runs of constraints
        self.bound = []  # sets under a joker clause

    def place(self, number, placed, effect):
        """Place the tiles of a number and apply the effect of the constraints' action."""
        in_groups = placed[_JOKERS_IN_GROUPS]
        group = placed[_IN_GROUPS : _IN_GROUPS + 4]
        if in_groups or max(group):
            self._group(number, group, in_groups)
        if self.mixed:
            feed = []
            for hue in range(4):
                feed += [hue * 13 + number - 1] * placed[_IN_RUNS + hue]
            self._extend_runs(0, feed + [JOKER] * placed[_JOKERS_IN_RUNS])
        else:
            for hue in range(4):
                self._place_run(number, hue, placed[_IN_RUNS + hue], placed[_JOKERS_IN_RUNS + hue])
        if effect:
            self._apply_effect(effect)

    def _place_run(self, number, hue, tiles_in, jokers_in):
        """Place numbers of tiles and of jokers in the runs of colour `hue`."""
        rows = self.open[hue]
        kind = hue * 13 + number - 1
        if len(rows) == tiles_in and not jokers_in:
            for row in rows:
                row.append(kind)
        else:
            self._extend_runs(hue, [kind] * tiles_in + [JOKER] * jokers_in)

    def close(self):
        """Move all open runs to the finished sets."""
        for row in self.tracks:
            self.made.append((melds.RUN, row))
        for rows in self.open:
            for row in rows:
                self.made.append((melds.RUN, row))

    def _extend_runs(self, hue, feed):
        """Add the codes `feed` to the runs of a colour: first to short runs, then to long ones; the
        rest begins new runs. Runs that get none are finished."""
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
        """Make groups of the counts by colour `group` and of `jokers` jokers."""
        count = max((sum(group) + jokers + 3) // 4, max(group))
        if count == 1:
            row = bytearray([hue * 13 + number - 1 for hue in range(4) if group[hue]])
            self.made.append((melds.GROUP, row + bytes([JOKER] * jokers)))
            return
        # Deal them round, the commonest colours first: then no group gets a colour twice, and
        # sizes differ by one at most.
        order = [hue for hue in range(4) if group[hue]]
        order.sort(key=lambda hue: hue - 4 * group[hue])
        deal = []
        for hue in order:
            deal += [hue * 13 + number - 1] * group[hue]
        deal += [JOKER] * jokers
        rows = [bytearray() for _ in range(count)]
        for i in range(len(deal)):
            rows[i % count].append(deal[i])
        for row in rows:
            self.made.append((melds.GROUP, row))

    def _apply_effect(self, effect):
        """Apply the effect of an action (see `constraint`) to the sets of the constraints."""
        tracks = []
        for i in range(len(self.tracks)):
            code, colour = effect[TRACK_MOVES][i]
            row = self.tracks[i]
            if code < 0:
                self.made.append((melds.RUN, row))
                continue
            row.append(code)
            if colour < 0:
                tracks.append(row)
            else:
                self.open[colour].append(row)
        for codes in effect[GROUPS]:
            row = bytearray(codes)
            self.made.append((melds.GROUP, row))
            self.bound.append(row)
        for code in effect[STARTS]:
            row = bytearray((code,))
            tracks.append(row)
            self.bound.append(row)
        if effect[ORDER]:
            tracks = [tracks[i] for i in effect[ORDER]]
        self.tracks = tracks

    def place_jokers(self, kept, decided):
        """Put the table's kept jokers (codes) in the places of the tiles that they stand for.
        decided: kinds chosen for jokers whose colour was open."""
        untouched = joker_codes(self.untouched)
        to_place = []
        for code in kept:
            if code in untouched:
                untouched.remove(code)
            else:  # place jokers with the fewest possible kinds first
                to_place.append((len(_kinds(code, decided)), code))
        for _, code in sorted(to_place):
            kind = _kinds(code, decided)[0]
            if tiles.kinds_of(code) != [kind]:
                decided.remove(kind)
            self._replace(code, kind)

    def _replace(self, code, kind):
        """Replace a tile of a kind by the joker `code`, in a set under a clause only if needed."""
        tile_place = None
        for _, row in self.made:
            place = row.find(bytes((kind,)))
            if place >= 0:
                is_bound = bool([1 for other in self.bound if other is row])
                if tile_place is None or not is_bound:
                    tile_place = (row, place)
                if not is_bound:
                    break
        tile_place[0][tile_place[1]] = code


def _kinds(code, decided):
    """List the kinds that a kept joker may stand for; if undecided, only those in `decided`."""
    kinds = tiles.kinds_of(code)
    if len(kinds) > 1:
        kinds = [kind for kind in kinds if kind in decided]
    return kinds
