"""The solver's question, its answer, and the number of states that it may expand."""

import gc

from rules.base import RulesError
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from collections.abc import Iterable, Sequence

    from rules.base import Slices
    from rules.solver.sweep import Sweep

SMALL = hasattr(gc, "mem_alloc")  # a handheld: little memory
free_bytes = getattr(gc, "mem_free", None)  # CPython has no such figure
reserve = 18688  # free bytes that an exact search leaves; `rules.solver` sets it
# A handheld collects its heap often: a fragmented heap has no large free blocks.
collect = gc.collect if SMALL else int

# The maximum number of states kept after a number in an exact search. `states` holds 8,191 at most;
# a search that drops states proves nothing.
WIDTH = (1 << 20) - 1
_NEVER = (1 << 30) - 1
_MANY_TILES = 8  # rack tiles from which on it pays to search with few states first
NARROW_WIDTH = 10  # states kept after a number in first attempts: a width that no player uses
_PATIENCE = 500  # states of a search for a Reading at first; each attempt has eight times more
_REACHED_PER_STATE = 8  # successors that cost as much time as one expanded state


class Stop(Exception):
    """Signals that a Budget is used up."""


class Budget:
    """Counts expanded states and stops the search at `limit` (None: never).

    states: number of states expanded. reached: number of successors compared. The layers set both:
    if many tiles fit in many places, comparing the successors takes most of the time. pause_at: a
    number of states at which to stop for a while.
    """

    pause_at = _NEVER

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.states = self.reached = 0

    def spend(self, count: int) -> None:
        """Add `count` expanded states. Raises Stop at `pause_at`, and once the limit is spent."""
        self.states = min(self.states + count, self.pause_at)
        if self.limit is not None and self.spent() >= self.limit:
            self.states = self.limit
            self.reached = 0
            raise Stop
        if self.states == self.pause_at:
            raise Stop

    def spent(self) -> int:
        """Return how much of the limit is spent, in states."""
        if self.limit is None:
            return self.states
        return max(self.states, self.reached // _REACHED_PER_STATE)


class Objective:
    """The value of a laid tile: per_point * number + per_tile, with the goal's factor so large that
    it always outweighs the tie-break.

    goal: "tiles" or "points". penalty: points that a joker left on a rack costs.
    """

    def __init__(self, goal: str, penalty: int) -> None:
        if goal == "tiles":
            self.per_point, self.per_tile, self.joker_value = 1, 1024, 1024 + penalty
        else:
            self.per_point, self.per_tile, self.joker_value = 128, 1, 128 * penalty + 1
        self.tile_values = [self.tile_value(number) for number in range(14)]

    def tile_value(self, number: int) -> int:
        """Return the value of a tile with `number` (1..13; 0: the least that any tile is worth)."""
        return self.per_point * number + self.per_tile

    def value(self, laid: "Iterable[int]") -> int:
        """Return the sum of the values of the tile codes `laid`."""
        total = 0
        for code in laid:
            total += self.joker_value if code == JOKER else self.tile_values[code % 13 + 1]
        return total


class Result:
    """The answer of `search.solve`.

    tiles: number of rack tiles laid, 0 if no play was found
    points: their sum at the values that tiles cost on a rack
    laid: their codes, a joker as 52
    table: the sets after the play, every joker with its identity
    proved: whether nothing better exists
    states: number of states expanded
    out_of_memory: whether the search ran out of memory
    """

    def __init__(self, table: list[bytes]) -> None:
        self.tiles = 0
        self.points = 0
        self.laid = b""
        self.table = table
        self.proved = False
        self.states = 0
        self.out_of_memory = False


class Reading:
    """One way to treat the table's jokers: each is kept or retrieved.

    kept: codes of the jokers that keep their identity. retrieved: the number of the others.
    replacements: for each of them the kinds (0..51) of rack tiles that can replace it. must_differ:
    the two kept jokers stand for different tiles (T-7). unrestricted: no clause binds the retrieved
    jokers, and no tile replaces them.
    """

    def __init__(
        self,
        kept: tuple[int, ...],
        retrieved: int,
        replacements: tuple[tuple[int, ...], ...],
        must_differ: bool = False,
        unrestricted: bool = False,
    ) -> None:
        self.kept = kept
        self.retrieved = retrieved
        self.replacements = replacements
        self.must_differ = must_differ
        self.unrestricted = unrestricted


class Problem:
    """The position, the goal, and the best answer so far; the steps of the search update it. The
    arguments are those of `search.solve`. table_counts, rack_counts: number of tiles of each code
    0..52. Raises RulesError for an impossible position."""

    # The prepared or running sweep. No other reference outlives a step, so that setting this to
    # None frees the sweep's memory.
    sweep: "Sweep | None" = None

    def __init__(
        self,
        rules: dict,
        table: list[bytes],
        rack: bytes | bytearray,
        opened: bool,
        goal: str,
        free_jokers: bool,
        limit: int | None,
        min_tiles: int,
        beam_width: int | None,
        jokers_differ: bool,
    ) -> None:
        if goal not in ("tiles", "points"):
            raise RulesError('The goal must be "tiles" or "points", not %s.' % goal)
        self.table_counts = tiles.table_counts(table)
        used = bytearray(self.table_counts)
        for code in rack:
            used[tiles.plain(code)] += 1
        tiles.check_pack(used, rules["jokers"])
        self.rules = rules
        self.rack_counts = tiles.counts(rack)
        self.objective = Objective(goal, rules["joker_penalty"])
        self.opened = opened
        self.free_jokers = free_jokers
        self.jokers_differ = jokers_differ
        self.width = beam_width or WIDTH
        self.is_beam = bool(beam_width)
        self.budget = Budget(limit)
        self.opening_points = max(1, rules["opening_points"])
        min_value = self.objective.tile_value(0) * min_tiles
        self.to_beat = max(0, min_value - 1) if goal == "tiles" else 0
        self.whole_rack = goal == "tiles" and min_tiles == len(rack)  # ignore smaller plays
        self.can_open = True  # whether the rack holds an opening meld
        self.dropped_states = False  # whether a sweep dropped states, so that it proves nothing
        self.proved = True
        self.may_pause = True  # whether `search` may leave the proof to a later attempt
        self.attempt = 0  # how many attempts to prove the best play of a Reading have failed
        self.bound_left = 0  # what a play can be worth at most if the last search stopped early
        self.out_of_memory = False
        self.best: Result | None = None
        self.reading: Reading | None = None  # the Reading that led to `best`
        self.table_reading: list[bytes] | None = None  # the one of `table_readings` behind `best`
        # the table with its jokers identified, in each possible way; empty if it may not change
        self.table_readings: Sequence[list[bytes]] = ()
        self.arrays: list[list] = []  # the arrays that each sweep reuses
        self.relaxed: dict = {}  # see `prepare.build_relaxed`

    def search(self, to_beat: int) -> "Slices[bool]":
        """Search `sweep`, in slices; return whether its best play is worth more than `to_beat`.

        An exact search first looks for a play worth an upper bound, since nearly all states can
        then be pruned: with a large rack for a play of all of it, under constraints for one worth
        the best without them. A few states usually find one, or any better play. Last, all states
        prove that nothing is better. If that takes too many, the search stops (`bound_left`): its
        next attempt takes the numbers in the other order, when better plays may be known.
        """
        self.bound_left = 0
        sweep = self.sweep
        upper_bound = sweep.upper_bound()
        if self.whole_rack and to_beat:  # 0: any opening meld will do
            to_beat = upper_bound - 1
        if sweep.relaxed and sweep.relaxed.relaxed and upper_bound > to_beat:
            upper_bound = yield from sweep.relaxed.relaxed.bound_made.find(sweep.relaxed, to_beat)
        if sweep.relaxed and upper_bound > to_beat:
            upper_bound = yield from sweep.relaxed.bound_made.find(sweep, to_beat)
        bound = sweep.bound
        full_width = sweep.width
        has_many = not (self.is_beam or sweep.first) and sum(sweep.may) >= _MANY_TILES
        if has_many and upper_bound > to_beat and (yield from self._lay_all()):
            return True
        width = NARROW_WIDTH if bound or has_many else full_width
        margin = 1 if bound else upper_bound - to_beat
        while upper_bound > to_beat:
            min_value = max(to_beat, upper_bound - margin)
            if bound and self.may_pause:
                patience = _PATIENCE << 3 * self.attempt + (margin == 1 and not sweep.second)
                self.budget.pause_at = self.budget.states + patience
            try:
                yield from sweep.run(width, to_beat, min_value)
            except Stop:
                if self.budget.states != self.budget.pause_at:
                    raise
                self.bound_left = upper_bound
                sweep.first.admits = None
                break
            finally:
                self.budget.pause_at = _NEVER
            if sweep.value > to_beat:
                to_beat = sweep.value
                if self.is_beam or not sweep.dropped_states:
                    break
                width = full_width
            elif min_value > to_beat and not sweep.dropped_states:
                upper_bound = bound.best_rejected
            elif not sweep.dropped_states or width == full_width:
                break
            elif min_value == to_beat:
                width = full_width
            margin = upper_bound - to_beat
        if upper_bound > to_beat and not self.bound_left:
            self.dropped_states |= sweep.dropped_states
        return sweep.value >= 0

    def _lay_all(self):
        """Search `sweep`, in slices, for a play of all; return whether there is one."""
        sweep = self.sweep
        optional = sweep.must, sweep.may, sweep.undecided, sweep.value_ahead
        sweep.lay_all()
        for width in (NARROW_WIDTH, sweep.width):
            yield from sweep.run(width, -1, sweep.joker_worth[-1] - 1)
            if sweep.value >= 0 or not sweep.dropped_states:
                break
        if sweep.value < 0:
            sweep.must, sweep.may, sweep.undecided, sweep.value_ahead = optional
            sweep.cache = {}
        return sweep.value >= 0

    def final_result(self, before: list[bytes]) -> Result:
        """Return the final Result; without a play its table is `before`, the table as it is."""
        result = self.best or Result([bytes(codes) for codes in before])
        result.table.sort()
        result.proved = self.proved and not self.dropped_states
        result.proved = result.proved or result.tiles == sum(self.rack_counts)
        result.states = self.budget.spent()
        result.out_of_memory = self.out_of_memory
        return result

    def free_arrays(self) -> None:
        """Free the sweeps' arrays. Empty the lists that hold them, too: to the garbage collector
        any word on the stack that looks like a pointer is one, so a list may outlive its owner."""
        self.sweep = None
        for rows in self.arrays:
            del rows[:]
        self.arrays = []

    def fill_in(self, result: Result) -> None:
        """Set laid, tiles and points of `result` from its table and the table before the play."""
        counts_after = tiles.table_counts(result.table)
        laid = bytearray()
        for code in range(53):
            if counts_after[code] > self.table_counts[code]:
                laid.extend(bytes((code,)) * (counts_after[code] - self.table_counts[code]))
        result.laid = bytes(laid)
        result.tiles = len(laid)
        if SMALL:  # the scattered originals would fragment the heap; copies fill one free block
            collect()
            result.table = [bytes(bytearray(codes)) for codes in result.table]
        result.points = tiles.weight(laid, self.rules["joker_penalty"])


def joker_codes(table: list[bytes]) -> list[int]:
    """Return the codes of the jokers in `table`."""
    return [code for _, _, code in melds.table_jokers(table)]


def joker_points(rules: dict, number: int) -> int:
    """Return the opening points of a joker standing for `number`; -1 if none may be there."""
    if rules["opening_joker"] == "face":
        return number
    if rules["opening_joker"] == "flat":
        return melds.FLAT_JOKER
    return -1
