"""The constraint for an opening turn that also rearranges the table (RK-5, RG-4)."""

from rules.solver import lookup, placing
from rules.solver.constraint import CHOSEN, DONE, EFFECT, JOKERS, LAID, MAY, MUST, RUNS, Constraint
from rules.solver.problem import joker_points
from rules.tilegame import melds
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.solver.constraint import Action, Actions, Counts, State
    from rules.solver.problem import Problem
    from rules.solver.sweep import Sweep


class OpeningInTable(Constraint):
    """Demands that some of the laid tiles could form an opening meld from the rack alone, wherever
    they lie in the end.

    It keeps track of these imagined sets beside the real ones. State: (their open runs, points,
    number of jokers in them); runs DONE: they open. The bits of the runs are those of a key without
    jokers, see `states`.
    """

    def __init__(self, problem: "Problem", sweep: "Sweep") -> None:
        rules = problem.rules
        self.rules = rules
        self.opening_points = problem.opening_points
        self.rack_counts = sweep.may
        self.numbers = range(14, 0, -1) if sweep.is_reversed else range(14)
        self.jokers = 0 if rules["opening_joker"] == "none" else problem.rack_counts[JOKER]
        self.mixed = rules["mixed_runs"]
        self.is_single_set = rules["opening_sets"] == "group" and not rules["opening_several"]
        self.groups = not rules["runs_only"]
        self.runs = not rules["groups_only"] and (
            rules["opening_sets"] == "any" or rules["runs_only"]
        )

    def start(self) -> "State":
        return 0, 0, 0

    def accepts(self, state: "State", rack_jokers: int) -> bool:
        return state[0] == DONE and rack_jokers >= state[2]

    def comparison_key(self, state: "State") -> "tuple[State, int]":
        """Return (key, bits): the bits are tens and units of the points in unary: a state
        with more of both can be continued in every way that another can."""
        runs, points, jokers = state
        return (runs, jokers), (1 << points // 10) - 1 << 9 | (1 << points % 10) - 1

    def actions(self, state: "State", number: int, action: "Action", may: "Counts") -> "Actions":
        if state[0] == DONE:
            yield (state,) + action[MUST:]
            return
        must = action[MUST]
        left = action[MAY]
        # Rack tiles of the number that are laid already: in place of a joker or in a special set.
        laid_anyway = [may[colour] - left[colour] for colour in range(4)]
        for after, used in self.list_takes(state, number):
            forced = [max(0, used[colour] - laid_anyway[colour]) for colour in range(4)]
            yield (
                after,
                tuple([must[colour] + forced[colour] for colour in range(4)]),
                tuple([left[colour] - forced[colour] for colour in range(4)]),
                action[JOKERS],
                action[RUNS],
                action[LAID] + sum(forced),
                action[EFFECT],
                action[CHOSEN],
            )

    def list_takes(self, state: "State", number: int) -> list[tuple]:
        """List the ways for the opening's sets to take tiles: (next state, tiles by colour)."""
        rack_tiles = [self.rack_counts[kind] for kind in range(number - 1, 52, 13)]
        out = []
        for jokers in range(self.jokers - state[2] + 1):
            for in_runs in range(jokers + 1):
                in_groups = jokers - in_runs
                for group in self._groups(state, rack_tiles, in_groups):
                    for used, key in self._runs(rack_tiles, group, in_runs):
                        if self.is_single_set and key and max(group):
                            continue
                        after = self._next_state(state, number, group, used, key, jokers)
                        if after and (after, used) not in out:
                            out.append((after, used))
        return out

    def _groups(self, state, rack_tiles, jokers):
        """Yield the tiles by colour of every choice of groups with `jokers` jokers."""
        for group in placing.groupings(rack_tiles, jokers, self.groups):
            has_begun = state[0] or state[1]
            if self.is_single_set and max(group) and (has_begun or sum(group) + jokers > 4):
                continue
            yield group

    def _next_state(self, state, number, group, used, run_counts, jokers):
        """Return the state after a number; None if no opening can follow. group, used: tiles by
        colour in groups, in all sets. run_counts: see `_pack`. jokers: number in all sets."""
        runs, points, spent = state
        after = self._advance_runs(runs, run_counts)
        if after < 0 or self.is_single_set and not self._has_one_run(after, runs):
            return None
        points += sum(used) * self.numbers[number]
        if jokers:
            points += jokers * joker_points(self.rules, self.numbers[number])
        points = min(points, self.opening_points)
        spent += jokers
        if self.is_single_set and max(group) and points < self.opening_points:
            return None
        short_runs = sum([ones + twos for ones, twos, _ in self._run_counts(after)])
        if points >= self.opening_points and not short_runs:
            return DONE, 0, spent
        if not self._can_open(after, number, self.jokers - spent, self.opening_points - points):
            return None
        if self.is_single_set and runs and not run_counts:
            return None
        return after, points, spent

    def _has_one_run(self, runs, before):
        """Return True if at most one run is open, and no new one if runs were open `before`."""
        counts = self._run_counts(runs)
        may_begin = not before or not sum([row[0] for row in counts])
        return may_begin and sum([sum(row) for row in counts]) <= 1

    def _can_open(self, runs, number, jokers, points):
        """Return False if short runs cannot continue or the missing `points` are out of reach."""
        rack_counts = self.rack_counts
        for colour, (ones, twos, _) in enumerate(self._run_counts(runs)):
            available = 0
            if number < 13:
                available = jokers
                for tile_colour in range(4) if self.mixed else (colour,):
                    available += rack_counts[tile_colour * 13 + number]
            if ones + twos > available or ones and number > 11:
                return False
        available = 0
        while number < 13 and points > available:
            number += 1
            for kind in range(number - 1, 52, 13):
                available += self.numbers[number] * rack_counts[kind]
        return points <= available + jokers * max(13, melds.FLAT_JOKER)

    def _run_counts(self, runs):
        """Count the open runs of each colour, or all if mixed: [(of 1 tile, of 2, of more)]."""
        if self.mixed:
            return [(runs & 15, runs >> 4 & 15, runs >> 8)]
        states = [runs >> 6 * colour & 63 for colour in range(4)]
        return [(lookup.ONE[state], lookup.TWO[state], lookup.THREE[state]) for state in states]

    def _advance_runs(self, runs, run_counts):
        """Return the runs after they took the tiles `run_counts`; -1 if a short run got none."""
        if self.mixed:
            ((ones, twos, long),) = self._run_counts(runs)
            left = run_counts - ones - twos
            if left < 0:
                return -1
            long = min(long, left)
            return (left - long) | ones << 4 | (twos + long) << 8
        out = 0
        for colour in range(4):
            used = run_counts >> 3 * colour & 7
            after = lookup.NEXT[(runs >> 6 * colour & 63) * 5 + used] if used < 5 else 255
            if after == 255:
                return -1
            out |= after << 6 * colour
        return out

    def _runs(self, own, group, jokers):
        """List (tiles by colour with those of `group`, key of the runs) for each choice of runs."""
        if not self.runs:
            return [(list(group), 0)] if not jokers else []
        out = []
        spread = placing.joker_spreads[jokers]
        for black in range(own[0] - group[0] + 1):
            for red in range(own[1] - group[1] + 1):
                for blue in range(own[2] - group[2] + 1):
                    for orange in range(own[3] - group[3] + 1):
                        in_runs = (black, red, blue, orange)
                        used = [group[colour] + in_runs[colour] for colour in range(4)]
                        if self.mixed:
                            out.append((used, sum(in_runs) + jokers))
                        else:
                            out += [(used, _pack(in_runs, extra)) for extra in spread]
        return out


def _pack(tiles, jokers):
    """Pack the sum of tiles and jokers in runs of each colour, three bits per colour."""
    key = 0
    for colour in range(4):
        key |= tiles[colour] + jokers[colour] << 3 * colour
    return key
