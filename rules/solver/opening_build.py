"""The constraint for an opening turn that also rearranges the table (RK-5, RG-4)."""

from rules.solver import lookup, placing
from rules.solver.constraint import CHOSEN, DONE, EFFECT, JOKERS, LAID, LONG, MAY, MUST, Constraint
from rules.solver.problem import joker_points
from rules.tilegame import melds
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.solver.constraint import Action, Actions, Counts, State
    from rules.solver.problem import Problem


class OpeningInTable(Constraint):
    """Demands that some of the laid tiles could form an opening meld from the rack alone, wherever
    they lie in the end.

    It keeps track of these imagined sets beside the real ones. State: (their open runs, points,
    number of jokers in them); runs DONE: they open. The bits of the runs are those of a key without
    jokers, see `states`.
    """

    def __init__(self, problem: "Problem") -> None:
        rules = problem.rules
        self.rules = rules
        self.opening_points = problem.opening_points
        self.rack_counts = problem.rack_counts
        self.jokers = 0 if rules["opening_joker"] == "none" else problem.rack_counts[JOKER]
        self.mixed = rules["mixed_runs"]
        self.single = rules["opening_sets"] == "group" and not rules["opening_several"]
        self.groups = not rules["runs_only"]
        self.runs = not rules["groups_only"] and (
            rules["opening_sets"] == "any" or rules["runs_only"]
        )

    def start(self) -> "State":
        return 0, 0, 0

    def accepts(self, state: "State", rack_jokers: int) -> bool:
        return state[0] == DONE and rack_jokers >= state[2]

    def actions(self, state: "State", number: int, action: "Action", may: "Counts") -> "Actions":
        if state[0] == DONE:
            yield (state,) + action[MUST:]
            return
        must = action[MUST]
        left = action[MAY]
        kinds = range(number - 1, 52, 13)
        own = [self.rack_counts[kind] for kind in kinds]
        # Rack tiles of the number that are laid already: in place of a joker or in a special set.
        laid_anyway = [may[c] - left[c] for c in range(4)]
        for after, used in self._ways(state, number, own):
            forced = [max(0, used[c] - laid_anyway[c]) for c in range(4)]
            yield (
                after,
                tuple([must[c] + forced[c] for c in range(4)]),
                tuple([left[c] - forced[c] for c in range(4)]),
                action[JOKERS],
                action[LONG],
                action[LAID] + sum(forced),
                action[EFFECT],
                action[CHOSEN],
            )

    def _ways(self, state, number, own):
        """List what the opening's sets can take of a number: (next state, tiles by colour)."""
        out = []
        for jokers in range(self.jokers - state[2] + 1):
            for in_runs in range(jokers + 1):
                in_groups = jokers - in_runs
                for group in self._groups(state, own, in_groups):
                    for used, key in self._runs(own, group, in_runs):
                        if self.single and key and max(group):
                            continue
                        after = self._after(state, number, group, used, key, jokers)
                        if after and (after, used) not in out:
                            out.append((after, used))
        return out

    def _groups(self, state, own, jokers):
        """Yield the tiles by colour of every choice of groups with `jokers` jokers."""
        for group in placing.groupings(own, jokers, self.groups):
            begun = state[0] or state[1]
            if self.single and max(group) and (begun or sum(group) + jokers > 4):
                continue
            yield group

    def _after(self, state, number, group, used, key, jokers):
        """Return the state after a number whose sets take the tiles `used` and `jokers`, `key` of
        them in runs (see `_key`); None if no opening can follow."""
        runs, points, spent = state
        after = self._advanced(runs, key)
        if after < 0 or self.single and not self._one_run(after, runs):
            return None
        points += sum(used) * number
        if jokers:
            points += jokers * joker_points(self.rules, number)
        points = min(points, self.opening_points)
        spent += jokers
        if self.single and max(group) and points < self.opening_points:
            return None
        if points >= self.opening_points and not self._has_short_run(after):
            return DONE, 0, spent
        if not self._can_open(after, number, self.jokers - spent, self.opening_points - points):
            return None
        if self.single and runs and not key:
            return None
        return after, points, spent

    def _one_run(self, runs, before):
        """Return True if at most one run is open, and no new one if runs were open `before`."""
        count = fresh = 0
        for row in range(1 if self.mixed else 4):
            ones, twos, long = self._run_counts(runs, row)
            count += ones + twos + long
            fresh += ones
        return count <= 1 and not (before and fresh)

    def _can_open(self, runs, number, jokers, points):
        """Return False if short runs cannot continue or the missing `points` are out of reach."""
        own = self.rack_counts
        for row in range(1 if self.mixed else 4):
            ones, twos, _ = self._run_counts(runs, row)
            most = 0
            if number < 13:
                most = jokers
                for c in range(4) if self.mixed else (row,):
                    most += own[c * 13 + number]
            if ones + twos > most or ones and number > 11:
                return False
        most = 0
        while number < 13 and points > most:
            number += 1
            for kind in range(number - 1, 52, 13):
                most += number * own[kind]
        return points <= most + jokers * max(13, melds.FLAT_JOKER)

    def _run_counts(self, runs, row):
        """Count the open runs of colour `row` (or all mixed ones): (of 1 tile, of 2, of more)."""
        if self.mixed:
            return runs & 15, runs >> 4 & 15, runs >> 8
        state = runs >> 6 * row & 63
        return lookup.ONE[state], lookup.TWO[state], lookup.THREE[state]

    def _has_short_run(self, runs):
        """Return True if an open run has fewer than three tiles."""
        for row in range(1 if self.mixed else 4):
            ones, twos, _ = self._run_counts(runs, row)
            if ones + twos:
                return True
        return False

    def _advanced(self, runs, key):
        """Return the runs after they took the tiles `key`; -1 if a short run got none."""
        if self.mixed:
            ones, twos, long = self._run_counts(runs, 0)
            left = key - ones - twos
            if left < 0:
                return -1
            long = min(long, left)
            return (left - long) | ones << 4 | (twos + long) << 8
        out = 0
        for row in range(4):
            used = key >> 3 * row & 7
            after = lookup.NEXT[(runs >> 6 * row & 63) * 5 + used] if used < 5 else 255
            if after == 255:
                return -1
            out |= after << 6 * row
        return out

    def _runs(self, own, group, jokers):
        """List (tiles by colour with those of `group`, key of the runs) for each choice of runs."""
        if not self.runs:
            return [(list(group), 0)] if not jokers else []
        out = []
        spread = placing.spreads[jokers]
        for black in range(own[0] - group[0] + 1):
            for red in range(own[1] - group[1] + 1):
                for blue in range(own[2] - group[2] + 1):
                    for orange in range(own[3] - group[3] + 1):
                        add = (black, red, blue, orange)
                        used = [group[c] + add[c] for c in range(4)]
                        if self.mixed:
                            out.append((used, sum(add) + jokers))
                        else:
                            out += [(used, _key(add, extra)) for extra in spread]
        return out


def _key(tiles, jokers):
    """Pack the sum of tiles and jokers in runs of each colour, three bits per colour."""
    key = 0
    for c in range(4):
        key |= tiles[c] + jokers[c] << 3 * c
    return key
