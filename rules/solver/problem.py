"""What the solver is asked, what it answers, and what it may spend."""

import gc

from rules.base import RulesError
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from collections.abc import Iterable, Sequence

    from rules.base import Slices
    from rules.solver.sweep import Sweep

SMALL = hasattr(gc, "mem_alloc")  # a handheld: little memory
free = getattr(gc, "mem_free", None)  # CPython does not tell
# Where memory is small: a fragmented heap has no large pieces, so it is collected often.
collect = gc.collect if SMALL else int

# Most states kept between two numbers: `layers_fast` has places for these, `states` for 8,191. Of
# 100,000 random positions one took 10,080, and one made for it 11,209. A search that leaves states
# out for this limit proves nothing.
WIDTH = (1 << 20) - 1
_LED_TO = 8  # states that each state of a limit may lead to, on average


class Stop(Exception):
    """The limit of states is reached."""


class Budget:
    """Counts the states that were expanded, and stops the search at a limit (None: at no number).

    reached: states that these led to and that had to be compared. Where many tiles fit in many
    places they cost most of the time, so they count, too. Others set all of it.
    """

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.states = self.reached = 0

    def took(self, count: int) -> None:
        """Count states that were expanded. Raises Stop at the limit."""
        self.states += count
        if self.limit is not None and self.spent() >= self.limit:
            self.states = self.limit
            self.reached = 0
            raise Stop

    def spent(self) -> int:
        """Return how much of a limit is used up, in states."""
        if self.limit is None:
            return self.states
        return max(self.states, self.reached // _LED_TO)


class Aim:
    """Values laid tiles so that the goal always outweighs the tie-break: factor * number + plus.

    goal: "tiles" or "points". penalty: points of a joker left on a rack.
    """

    def __init__(self, goal: str, penalty: int) -> None:
        if goal == "tiles":
            self.factor, self.plus, self.joker = 1, 1024, 1024 + penalty
        else:
            self.factor, self.plus, self.joker = 128, 1, 128 * penalty + 1
        self.prices = [self.price(number) for number in range(14)]

    def price(self, number: int) -> int:
        """Return what a tile of a number is worth."""
        return self.factor * number + self.plus

    def value(self, laid: "Iterable[int]") -> int:
        """Return what codes are worth when laid."""
        total = 0
        for code in laid:
            total += self.joker if code == JOKER else self.prices[code % 13 + 1]
        return total


class Result:
    """The answer of `search.solve`.

    tiles: number of rack tiles laid, 0 when there is no play. points: what they cost on the rack.
    laid: bytes of codes, a joker 52. table: list of sets, every joker with its identity. proved:
    nothing better exists. states: how many states were expanded. short: the search ran out of
    memory. Others set all of it.
    """

    def __init__(self, table: list[bytes]) -> None:
        self.tiles = 0
        self.points = 0
        self.laid = b""
        self.table = table
        self.proved = False
        self.states = 0
        self.short = False


class Reading:
    """One way to read the table's jokers.

    kept: codes of jokers that keep their identity. paid: kinds of the rack tiles that pay for the
    others. freed: how many are retrieved. apart: the two that are kept are different tiles. free:
    the freed ones are under no clause, and nothing pays for them.
    """

    def __init__(
        self,
        kept: tuple[int, ...],
        freed: int,
        paid: tuple[int, ...],
        apart: bool = False,
        free: bool = False,
    ) -> None:
        self.kept = kept
        self.freed = freed
        self.paid = paid
        self.apart = apart
        self.free = free


class Problem:
    """The position, what is wanted, and the best answer so far.

    The arguments are those of `search.solve`. on_table, own: counts of the table's and the rack's
    tiles. Raises RulesError for a position that cannot be. Others set all of it.
    """

    sweep: "Sweep | None" = None  # prepared or running; the only reference to it between two steps

    def __init__(
        self,
        rules: dict,
        table: list[bytes],
        rack: bytes | bytearray,
        opened: bool,
        goal: str,
        free_jokers: bool,
        limit: int | None,
        least: int,
        wide: int | None,
        parted: bool,
    ) -> None:
        if goal not in ("tiles", "points"):
            raise RulesError('The goal is "tiles" or "points", not %s.' % goal)
        self.on_table = tiles.table_counts(table)
        used = bytearray(self.on_table)
        for code in rack:
            used[tiles.plain(code)] += 1
        tiles.check_pack(used, rules["jokers"])
        self.rules = rules
        self.own = tiles.counts(rack)
        self.aim = Aim(goal, rules["joker_penalty"])
        self.opened = opened
        self.free = free_jokers
        self.parted = parted
        self.width = wide or WIDTH
        self.narrow = bool(wide)
        self.budget = Budget(limit)
        self.need = max(1, rules["opening_points"])
        self.floor = max(0, self.aim.price(0) * least - 1) if goal == "tiles" else 0
        self.whole_rack = goal == "tiles" and least == len(rack)  # fewer tiles are no answer
        self.opens = True  # the rack holds an opening meld
        self.narrowed = False  # a sweep left states out: nothing is proved
        self.proved = True
        self.short = False  # memory ran out
        self.best: Result | None = None
        self.reading: Reading | None = None  # how the best answer reads the jokers
        self.before: list[bytes] | None = None  # the table as the best answer reads it
        self.befores: Sequence[list[bytes]] = ()  # readings of the table that may be rearranged
        self.arrays: list[list] = []  # what one sweep after the other uses

    def search(self, floor: int) -> "Slices[bool]":
        """Run `sweep`; return whether it found a way that is worth more than `floor`, which does
        not count the tiles that have to be laid. If memory got short it runs once more: with what
        was found as the floor there are fewer states to keep."""
        sweep = self.sweep
        sweep.floor = floor
        yield from sweep.run()
        if sweep.narrowed and not self.narrow and sweep.value > floor + 1:
            value, layers = sweep.value, sweep.layers
            sweep.floor = value - 1
            sweep.value = -1
            sweep.width = self.width
            sweep.narrowed = False
            yield from sweep.run()
            if sweep.value < 0:
                sweep.value, sweep.layers = value, layers
        self.narrowed |= sweep.narrowed
        return sweep.value >= 0

    def clash(self, table: list[bytes]) -> bool:
        """Return True when two jokers that must stand for different tiles do not (T-7)."""
        jokers = melds.standing(table)
        return melds.bound(jokers, self.parted) and not melds.apart(jokers[0][2], jokers[1][2])

    def answer(self, before: list[bytes]) -> Result:
        """Return the final Result. before: the table as it is."""
        result = self.best or Result([bytes(codes) for codes in before])
        result.table.sort()
        result.proved = result.tiles == sum(self.own) or self.proved and not self.narrowed
        result.states = self.budget.spent()
        result.short = self.short
        return result

    def give_back(self) -> None:
        """Let go of the sweeps' arrays. The collector takes anything on the stack that looks like a
        pointer for one, so the lists that held them are emptied."""
        self.sweep = None
        for rows in self.arrays:
            del rows[:]
        self.arrays = []

    def settle(self, result: Result) -> None:
        """Fill in what a result lays, from its table and the one before."""
        now = tiles.table_counts(result.table)
        laid = bytearray()
        for code in range(53):
            if now[code] > self.on_table[code]:
                laid.extend(bytes((code,)) * (now[code] - self.on_table[code]))
        result.laid = bytes(laid)
        result.tiles = len(laid)
        if SMALL:  # copies lie where there is room; the originals, scattered, tear up the heap
            collect()
            result.table = [bytes(bytearray(codes)) for codes in result.table]
        result.points = tiles.weight(laid, self.rules["joker_penalty"])


def standing(table: list[bytes]) -> list[int]:
    """Return the codes of a table's jokers."""
    return [code for _, _, code in melds.standing(table)]


def joker_points(rules: dict, number: int) -> int:
    """Return what a joker standing for `number` counts in an opening; -1 if it may not be there."""
    if rules["opening_joker"] == "face":
        return number
    if rules["opening_joker"] == "flat":
        return melds.FLAT_JOKER
    return -1
