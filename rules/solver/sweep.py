"""The search itself: one sweep over the numbers 1 to 13 for one Reading of the table's jokers.

`search` explains why it is exact. Tiles are counts by kind: those that must be placed and those
that may be. At each number the tiles are divided between runs and groups (`placing`); doing this to
all states of a layer gives the next layer (`states`).
"""

from rules.solver import placing, problem
from rules.solver.constraint import MUST, STATE

if False:  # for type checkers
    from rules.base import Slices
    from rules.solver.bound import Bound
    from rules.solver.constraint import Actions, Constraint, Counts, State
    from rules.solver.layers_fast import FastLayers
    from rules.solver.problem import Budget, Objective
    from rules.solver.states import SmallLayers

_MIN4 = b"\0\1\2\3\4\4\4\4\4"  # min(count, 4)


class Sweep:
    """One sweep over the numbers, from 1 to 13 or from 13 to 1. `prepare` sets the fields.

    must, may: number of tiles of each kind (0..51) that have to be placed, and that can be
    free_jokers, jokers_to_lay: jokers that may go into any set, and how many of them must
    constrained_table_jokers, constrained_rack_jokers: jokers that `jokers.SpecialSets` places
    undecided: (number, mask of colours, False) of table jokers whose colour is open, and (number,
        mask, True) of those that are retrieved: a rack tile of these colours replaces each
    undecided_differ: kept jokers among these stand for different tiles
    first, second: the constraints, or None
    to_beat: only plays of a greater value count
    untouched: table sets that stay as they are, not in the counts
    is_reversed: the numbers go from 13 down to 1, and all arrays by number are reversed
    width, max_beam_width: see `beam_width`
    relaxed: a Sweep for a Bound of this one, or None; bound: the Bound, once it is found
    bound_made: the Bound of another sweep that this one is only for, or None
    counts_once: actions with equal state, jokers and long runs count as one expanded state
    cache: cache for sweeps of the same Reading; arrays: buffers reused by all sweeps of an answer

    `run` sets value, that of the best play, -1 if there is none; layers, which then hold its way;
    and dropped_states: whether states were dropped that no other state dominates.
    """

    first: "Constraint | None" = None
    second: "Constraint | None" = None
    value_ahead: "list[int]"
    run_tiles: "bytearray | None" = None
    limits: "list | None" = None  # `run_limits` of every number, on a desktop
    relaxed: "Sweep | None" = None
    bound: "Bound | None" = None
    bound_made: "Bound | None" = None
    layers: "SmallLayers | FastLayers"
    free_jokers = jokers_to_lay = 0
    constrained_table_jokers = constrained_rack_jokers = 0
    to_beat = value = -1
    width = problem.WIDTH
    max_beam_width = 16  # maximum number of states that a beam search keeps after a number
    counts_once = undecided_differ = is_reversed = dropped_states = False

    def __init__(
        self, rules: dict, objective: "Objective", budget: "Budget", must: bytearray, may: bytearray
    ) -> None:
        self.groups = not rules["runs_only"]
        self.runs = not rules["groups_only"]
        self.mixed = rules["mixed_runs"] and self.runs
        self.must = must
        self.may = may
        self.tile_values = objective.tile_values
        self.joker_value = objective.joker_value
        self.budget = budget
        self.undecided: list[tuple[int, int, bool]] = []
        self.untouched: list[bytes] = []
        self.cache: dict = {}
        self.arrays: list[list] = []

    def constrain(self, another: "Constraint") -> None:
        """Add a constraint; a sweep takes two at most."""
        if self.first:
            self.second = another
        else:
            self.first = another

    def lay_all(self) -> None:
        """Let every tile be one that has to be placed, which leaves fewer choices."""
        self.must = bytearray([self.must[kind] + self.may[kind] for kind in range(52)])
        self.may = bytearray(52)
        self.value_ahead = [0] * 14
        self.undecided = [entry for entry in self.undecided if not entry[2]]  # no replacements

    # -- upper bounds

    def upper_bound(self) -> int:
        """Return the value of all tiles and jokers together: no play is worth more. Set
        `value_ahead`: after each number 0..13, the value that later tiles and a constraint's jokers
        can still add. Set `joker_worth`: the value of 0, 1, 2 free jokers laid."""
        value_ahead = self.value_ahead = [0] * 13
        value_ahead.append(self.joker_value * self.first.max_rack_jokers() if self.first else 0)
        may = self.may
        for kind in range(52):
            if may[kind]:
                value_ahead[kind % 13] += may[kind] * self.tile_values[kind % 13 + 1]
        for number in range(12, -1, -1):
            value_ahead[number] += value_ahead[number + 1]
        need = self.jokers_to_lay
        self.joker_worth = [
            self.joker_value * (n - need if n > need else 0) for n in range(self.free_jokers + 1)
        ]
        return value_ahead[0] + self.joker_worth[-1]

    def tiles_for_runs(self) -> bytearray:
        """Return the number of tiles there are for runs, without free jokers: an array with the
        index 16 * colour + number."""
        if self.run_tiles is None:
            tile_counts = self.run_tiles = bytearray(64)
            for kind in range(52):
                tile_counts[kind + kind // 13 * 3 + 1] = self.must[kind] + self.may[kind]
            for number, mask, is_replacement in self.undecided:
                for colour in range(4):
                    tile_counts[16 * colour + number] += mask >> colour & 1 & ~is_replacement
        return self.run_tiles

    def run_limits(self, number: int, jokers_left: int) -> tuple[int, int]:
        """Return the limits (see `placing.moves`, `mixed_moves`) for the runs of each half at
        `number`: open runs for which there are no more tiles at the next two numbers are cut off.

        A limit is that of the half's first colour * 25 + that of its second.
        jokers_left: number of jokers that later numbers can have.
        """
        if self.limits:
            return self.limits[jokers_left][number - 1]
        run_tiles = self.tiles_for_runs()
        places = range(number, 64, 16)
        jokers_next = jokers_left if number < 13 else 0
        later_jokers = jokers_left if number < 12 else 0
        if self.mixed:
            next_tiles = sum([run_tiles[i + 1] for i in places]) + jokers_next
            later_tiles = sum([run_tiles[i + 2] for i in places]) + later_jokers
            return 1 << placing.MIXED | next_tiles << 6 | later_tiles, 0
        limits = [
            _MIN4[run_tiles[i + 1] + jokers_next] * 5 + _MIN4[run_tiles[i + 2] + later_jokers]
            for i in places
        ]
        return limits[0] * 25 + limits[1], limits[2] * 25 + limits[3]

    def beam_width(self, number: int) -> int:
        """Return how many states to keep after `number`: `width`, but in a beam search up to
        `max_beam_width` if that takes at most two thirds of the remaining budget."""
        if self.width < self.max_beam_width and self.budget.limit:
            enough = (self.budget.limit - self.budget.states) * 2 // (3 * (14 - number))
            return max(self.width, min(self.max_beam_width, enough))
        return self.width

    # -- the choices at a number

    def choices(self, number: int) -> "list[tuple[Counts, Counts, Counts]]":
        """List the (must-counts, may-counts, must-counts without replacing tiles) by colour of
        `number`, one for every choice for undecided jokers."""
        must = _counts_at(self.must, number)
        out = [(must, _counts_at(self.may, number), must)]
        for joker_number, mask, is_replacement in self.undecided:
            if joker_number == number:
                out = self._choose(out, must, mask, is_replacement)
        return out

    def _choose(self, choices, must, mask, is_replacement):
        """Extend each of `choices` by one joker, or the tile that replaces it, in each colour of
        `mask`. must: the must-counts without any joker."""
        out = []
        for must_counts, may, chosen in choices:
            for colour in range(4):
                if not mask >> colour & 1:
                    continue
                counts_after = _add_count(must_counts, colour, 1)
                if not is_replacement:
                    if self.undecided_differ and chosen[colour] > must[colour]:
                        continue
                    choice = counts_after, may, _add_count(chosen, colour, 1)
                elif may[colour]:
                    choice = counts_after, _add_count(may, colour, -1), chosen
                else:
                    continue
                if choice not in out:
                    out.append(choice)
        return out

    def actions(self, state: "State", number: int) -> "Actions":
        """Return the actions (see `constraint`) possible at `number` before its other tiles are
        placed, with None between slices. state: of the constraints, or None."""
        unclaimed = [
            (None, must, may, 0, (), sum(must) - sum(chosen), None, chosen)
            for must, may, chosen in self.choices(number)
        ]
        if state is None:
            return unclaimed
        return self._constrain(state, number, unclaimed, _counts_at(self.may, number))

    def _constrain(self, state, number, unclaimed, may):
        """Yield the actions of the constraints: the second one's after each action of the first.
        unclaimed: actions in which no constraint has taken a tile yet."""
        second = self.second
        first_state = state[0] if second else state
        for action in unclaimed:
            for first_action in self.first.actions(first_state, number, action, may):
                if first_action is None:
                    yield None
                    continue
                if not second:
                    yield first_action
                    continue
                for second_action in second.actions(state[1], number, first_action, may):
                    states = (first_action[STATE], second_action[STATE])
                    yield (states,) + second_action[MUST:]

    def start(self) -> "State":
        """Return the state of the constraints before the first number."""
        if self.second:
            return self.first.start(), self.second.start()
        return self.first.start() if self.first else None

    def comparison_key(self, state: "State") -> "tuple[State, int]":
        """Return `Constraint.comparison_key` of the constraints' state."""
        if self.second:
            second_key, bits = self.second.comparison_key(state[1])
            return (state[0], second_key), bits
        return self.first.comparison_key(state) if self.first else (None, 0)

    def to_relaxed(self, state: "State") -> tuple:
        """Return `Constraint.to_relaxed` of the constraints' state."""
        return self.first.to_relaxed(state[0] if self.second else state) if self.first else (0, ())

    def counts_placed(self) -> bool:
        """Return `Constraint.counts_placed` of the last constraint."""
        return bool(self.second or self.first) and (self.second or self.first).counts_placed

    def after_placing(self, state: "State", number: int, laid: int, jokers: int) -> "State":
        """Return `Constraint.after_placing` of the constraints' state, if it `counts_placed`."""
        if self.second:
            return state[0], self.second.after_placing(state[1], number, laid, jokers)
        return self.first.after_placing(state, number, laid, jokers)

    # -- the search

    def run(self, width: int, to_beat: int, min_value: int) -> "Slices[None]":
        """Search in slices, with `width` states after a number, for a better play than so far, of
        more than `min_value`, or with a bound `to_beat`. Raises Stop once the budget is spent."""
        self.width = width
        self.to_beat = to_beat if self.bound else min_value
        self.dropped_states = False
        if self.bound:
            self.bound.to_beat = min_value
            self.bound.best_rejected = -1
        yield None
        layers: SmallLayers | FastLayers
        if problem.SMALL:
            from rules.solver import states

            layers = states.SmallLayers(self, self.start())
        else:
            from rules.solver import layers_fast

            layers = layers_fast.FastLayers(self, self.start())
        yield None
        yield from layers.advance()
        if self.first:
            self.first.admits = None
        best_index = None
        for state, key, value, index in layers.last_states():
            value = self._final_value(state, key, value)
            if value > self.value and value > self.to_beat:
                self.value = value
                best_index = index
        if best_index is not None and not self.bound_made:
            layers.trace(best_index)
            self.layers = layers

    def _final_value(self, state, key, value):
        """Return the value of a state after the last number, including the jokers in the sets of
        constraints; -1 if no play can end in it."""
        jokers = (key >> 24) - self.jokers_to_lay
        if jokers < 0:
            return -1
        if self.first:
            first_state = state[0] if self.second else state
            constraint_jokers = self.first.rack_jokers(first_state)
            jokers += constraint_jokers
            value += self.joker_value * constraint_jokers
            if not self.first.accepts(first_state, jokers):
                return -1
            if self.second and not self.second.accepts(state[1], jokers):
                return -1
        return value


def _counts_at(counts, number):
    """Return the counts by colour of the tiles of `number`. counts: by kind."""
    return counts[number - 1], counts[number + 12], counts[number + 25], counts[number + 38]


def _add_count(counts, colour, change):
    """Return counts by colour, that of `colour` increased by `change`."""
    return counts[:colour] + (counts[colour] + change,) + counts[colour + 1 :]
