"""Build the table after the play from the Path of a sweep."""

from rules.base import RulesError
from rules.solver.constraint import GROUPS, ORDER, STARTS, TRACK_MOVES
from rules.solver.placing import groupings, joker_spreads
from rules.solver.problem import Result, joker_codes
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.base import Slices
    from rules.solver.backtrack import Path
    from rules.solver.problem import Problem, Reading

_EFFECT = 5  # index in a step of a Path

# The tiles placed at a number: bytes, three times four counts by colour, and one count.
_IN_GROUPS = 0
_IN_RUNS = 4
_RUN_JOKERS = 8
_GROUP_JOKERS = 12


def build_result(
    problem: "Problem", before: list[bytes], path: "Path", reading: "Reading | None"
) -> "Slices[Result]":
    """Build, in slices, the Result of a Path. before: the sets on the table. reading: the Reading
    of its jokers; None if all sets stay as they are and the play only adds new ones."""
    sets = _Sets(path)
    for number in range(1, 14):
        yield None
        sets.place(number, split(path, number), path.steps[number - 1][_EFFECT])
    path.steps = None  # frees memory before the jokers are placed
    sets.close(path.is_mirrored)
    result = Result(list(before) if reading is None else [])
    result.table += sets.untouched
    if reading is not None:
        sets.place_jokers(reading.kept, path.colour_choices)
    for i in range(len(sets.finished)):
        kind, codes = sets.finished[i]
        sets.finished[i] = None
        if max(codes) < JOKER:
            result.table.append(bytes(codes if kind == melds.RUN else sorted(codes)))
            continue
        yield None
        readings = melds.readings(bytes(codes), problem.rules)
        if len(readings) == 2:
            readings = [pair for pair in readings if pair[0] == kind]
        result.table.append(readings[0][1])
    yield None
    problem.fill_in(result)
    return result


def split(path: "Path", number: int) -> bytes:
    """Return the tiles that a Path places at a number: bytes as described above. Its groups are the
    first choice beside which the rest fits into runs."""
    must, may, used, jokers, laid, _effect = path.steps[number - 1]
    available = (must[0] + may[0], must[1] + may[1], must[2] + may[2], must[3] + may[3])
    by_colour = (used & 7, used >> 3 & 7, used >> 6 & 7, used >> 9)
    tiles_laid = sum(must) + laid
    for in_runs in range(jokers + 1):
        in_groups = jokers - in_runs
        tiles_in_groups = tiles_laid + in_runs - (used if path.mixed else sum(by_colour))
        for group in groupings(available, in_groups, path.groups):
            if sum(group) != tiles_in_groups:
                continue
            if path.mixed:
                runs = _mixed_runs(must, available, group, used - in_runs)
                if runs:
                    return bytes(list(group) + runs + [in_runs, 0, 0, 0, in_groups])
                continue
            for spread in joker_spreads[in_runs]:
                runs = [by_colour[i] - spread[i] for i in range(4)]
                if _fits(must, available, group, runs):
                    return bytes(list(group) + runs + list(spread) + [in_groups])
    raise RulesError("The solver cannot place the tiles of its play.")


def _mixed_runs(must, available, group, count):
    """Return the tiles of each colour among `count` in mixed runs; None if impossible."""
    runs = [max(0, must[i] - group[i]) for i in range(4)]
    for i in range(4):
        while sum(runs) < count and runs[i] < available[i] - group[i]:
            runs[i] += 1
    return runs if sum(runs) == count else None


def _fits(must, available, group, runs):
    """Return True if groups and runs hold, in each colour, `must` to `available` tiles."""
    for i in range(4):
        if runs[i] < 0 or not must[i] <= runs[i] + group[i] <= available[i]:
            return False
    return True


# -- the sets -------------------------------------------------------------------------------------


class _Sets:
    """Puts the sets together, number by number.

    finished: [(GROUP or RUN, bytearray of kinds, jokers as 52)], the finished sets.
    untouched: table sets that stay as they are.
    """

    def __init__(self, path):
        self.mixed = path.mixed
        self.finished = []
        self.untouched = path.untouched
        self.open_runs = [[], [], [], []]  # unfinished runs by colour; mixed ones in the first list
        self.tracks = []  # unfinished runs of constraints
        self.constrained = []  # sets under a joker clause

    def place(self, number, placed, effect):
        """Place the tiles of a number and apply the effect of the constraints' action."""
        in_groups = placed[_GROUP_JOKERS]
        group = placed[_IN_GROUPS : _IN_GROUPS + 4]
        if in_groups or max(group):
            self._group(number, group, in_groups)
        if self.mixed:
            codes_to_add = []
            for colour in range(4):
                codes_to_add += [colour * 13 + number - 1] * placed[_IN_RUNS + colour]
            self._extend_runs(0, codes_to_add + [JOKER] * placed[_RUN_JOKERS])
        else:
            for c in range(4):
                self._extend_colour(number, c, placed[_IN_RUNS + c], placed[_RUN_JOKERS + c])
        if effect:
            self._apply_effect(effect)

    def _extend_colour(self, number, colour, tiles_in, jokers_in):
        """Add `tiles_in` tiles of `number` and `jokers_in` jokers to the runs of a colour."""
        runs = self.open_runs[colour]
        kind = colour * 13 + number - 1
        if len(runs) == tiles_in and not jokers_in:
            for run in runs:
                run.append(kind)
        else:
            self._extend_runs(colour, [kind] * tiles_in + [JOKER] * jokers_in)

    def close(self, is_mirrored):
        """Move all open runs to the finished sets. is_mirrored: tiles are placed as 14 - number."""
        for run in self.tracks:
            self.finished.append((melds.RUN, run))
        for runs in self.open_runs:
            for run in runs:
                self.finished.append((melds.RUN, run))
        if is_mirrored:
            for _, codes in self.finished:
                kinds = [code if code == JOKER else code // 13 * 26 + 12 - code for code in codes]
                codes[:] = bytes(reversed(kinds))

    def _extend_runs(self, colour, codes_to_add):
        """Add codes to the runs of a colour: first to short runs, then to long ones; those left
        over begin new runs. Runs that get none are finished."""
        runs = self.open_runs[colour]
        if len(runs) > 1:
            order = sorted([(min(3, len(runs[i])), i) for i in range(len(runs))])
            runs = self.open_runs[colour] = [runs[i] for _, i in order]
        for run in runs[len(codes_to_add) :]:
            self.finished.append((melds.RUN, run))
        del runs[len(codes_to_add) :]
        for i in range(len(codes_to_add)):
            if i < len(runs):
                runs[i].append(codes_to_add[i])
            else:
                runs.append(bytearray((codes_to_add[i],)))

    def _group(self, number, group, jokers):
        """Make groups of the counts by colour `group` and of `jokers` jokers."""
        count = max((sum(group) + jokers + 3) // 4, max(group))
        if count == 1:
            codes = bytearray([colour * 13 + number - 1 for colour in range(4) if group[colour]])
            self.finished.append((melds.GROUP, codes + bytes([JOKER] * jokers)))
            return
        # Deal the tiles to the groups in turn, those of the commonest colours first: so no group
        # gets a colour twice, and sizes differ by one at most.
        order = [colour for colour in range(4) if group[colour]]
        order.sort(key=lambda colour: colour - 4 * group[colour])
        codes_in_order = []
        for colour in order:
            codes_in_order += [colour * 13 + number - 1] * group[colour]
        codes_in_order += [JOKER] * jokers
        groups = [bytearray() for _ in range(count)]
        for i in range(len(codes_in_order)):
            groups[i % count].append(codes_in_order[i])
        for codes in groups:
            self.finished.append((melds.GROUP, codes))

    def _apply_effect(self, effect):
        """Apply the effect of an action (see `constraint`) to the sets of the constraints."""
        tracks = []
        for i in range(len(self.tracks)):
            code, colour = effect[TRACK_MOVES][i]
            codes = self.tracks[i]
            if code < 0:
                self.finished.append((melds.RUN, codes))
                continue
            codes.append(code)
            if colour < 0:
                tracks.append(codes)
            else:
                self.open_runs[colour].append(codes)
        for new_codes in effect[GROUPS]:
            codes = bytearray(new_codes)
            self.finished.append((melds.GROUP, codes))
            self.constrained.append(codes)
        for code in effect[STARTS]:
            codes = bytearray((code,))
            tracks.append(codes)
            self.constrained.append(codes)
        if effect[ORDER]:
            tracks = [tracks[i] for i in effect[ORDER]]
        self.tracks = tracks

    def place_jokers(self, kept, decided):
        """Put the table's kept jokers (codes) in the places of the tiles that they stand for.
        colour_choices: kinds chosen for jokers whose colour was open."""
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
        target = None
        for _, codes in self.finished:
            place = codes.find(bytes((kind,)))
            if place >= 0:
                is_bound = bool([1 for other in self.constrained if other is codes])
                if target is None or not is_bound:
                    target = (codes, place)
                if not is_bound:
                    break
        target[0][target[1]] = code


def _kinds(code, decided):
    """List the kinds that a kept joker may stand for; if undecided, only those in `decided`."""
    kinds = tiles.kinds_of(code)
    if len(kinds) > 1:
        kinds = [kind for kind in kinds if kind in decided]
    return kinds
