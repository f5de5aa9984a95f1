"""What is asked of the solver, what it answers, and what it may spend."""

import gc

from rules.errors import RulesError
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from collections.abc import Iterable, Sequence

SMALL = hasattr(gc, "mem_alloc")  # a handheld: little memory
free = getattr(gc, "mem_free", None)  # CPython does not tell

# Most states kept between two numbers: `layers_fast` has places for these, `slots` for 8,191. Of
# 100,000 positions made at random one took 10,080, and one made for it 11,209. Where some are left
# out nothing is proved.
WIDTH = (1 << 20) - 1


class Stop(Exception):
    """The limit of states is reached."""


_REACHED = 8  # states that each one of a limit may lead to, on the average


class Budget:
    """How many states may be taken on, None for any number, and how many were. reached: the states
    that these led to and that had to be compared: where much fits everywhere they take the time.
    Others set all of it."""

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.states = self.reached = 0

    def took(self, count: int) -> None:
        """Count states taken on. Raises Stop at the limit."""
        self.states += count
        if self.limit is not None and self.spent() >= self.limit:
            self.states = self.limit
            self.reached = 0
            raise Stop

    def spent(self) -> int:
        """What a limit has less of."""
        if self.limit is None:
            return self.states
        return max(self.states, self.reached // _REACHED)


class Aim:
    """What laid tiles are worth: factor * number + plus each, so that the first aim always
    outweighs the second. goal: "tiles" or "points"."""

    def __init__(self, goal: str, penalty: int) -> None:
        if goal == "tiles":
            self.factor, self.plus, self.joker = 1, 1024, 1024 + penalty
        else:
            self.factor, self.plus, self.joker = 128, 1, 128 * penalty + 1
        self.prices = [self.price(number) for number in range(14)]

    def price(self, number: int) -> int:
        """What a tile of a number is worth."""
        return self.factor * number + self.plus

    def value(self, laid: "Iterable[int]") -> int:
        """What codes laid are worth."""
        total = 0
        for code in laid:
            total += self.joker if code == JOKER else self.prices[code % 13 + 1]
        return total


class Result:
    """The answer of `solve`.

    tiles: rack tiles laid, 0 when there is no play. points: what they cost on the rack. laid: bytes
    of codes, a joker 52. table: list of sets, every joker with its identity. proved: nothing better
    exists. states: how many states were taken on. short: the search ran out of memory. Others set
    all of it.
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
    others. freed: how many are free of it. apart: the two that are kept are different tiles.
    """

    def __init__(
        self, kept: tuple[int, ...], freed: int, paid: tuple[int, ...], apart: bool = False
    ) -> None:
        self.kept = kept
        self.freed = freed
        self.paid = paid
        self.apart = apart


class Problem:
    """The position, what is wanted, and the best answer so far.

    on_table, own: counts of the table's and the rack's tiles. goal, least and the others: see
    `search.solve`. Others set all of it.
    """

    def __init__(
        self, rules: dict, on_table: bytearray, own: bytearray, goal: str, least: int
    ) -> None:
        self.rules = rules
        self.on_table = on_table
        self.own = own
        self.aim = Aim(goal, rules["joker_penalty"])
        self.opened = True
        self.free = False  # table jokers are free of every clause
        self.parted = False
        self.width = WIDTH
        self.narrow = False  # `wide` is given
        self.budget = Budget(None)
        self.need = max(1, rules["opening_points"])
        self.floor = max(0, self.aim.price(0) * least - 1) if goal == "tiles" else 0
        self.whole_rack = goal == "tiles" and least == sum(own)  # only the whole rack will do
        self.opens = True  # there is an opening meld on the rack
        self.narrowed = False  # a sweep left states out: nothing is proved
        self.proved = True
        self.short = False  # memory ran out
        self.best: Result | None = None
        self.reading: Reading | None = None  # how the best answer reads the jokers
        self.before: list[bytes] | None = None  # the table as that has them
        self.befores: Sequence[list[bytes]] = ()  # readings of the table that may be rearranged
        self.room: list[list] = []  # arrays that one sweep after the other uses

    def ask(
        self, opened: bool, free: bool, limit: int | None, wide: int | None, parted: bool
    ) -> None:
        """Set the rest of what is asked: see `search.solve`."""
        self.opened = opened
        self.free = free
        self.parted = parted
        self.width = wide or WIDTH
        self.narrow = bool(wide)
        self.budget.limit = limit

    def clash(self, table: list[bytes]) -> bool:
        """True when two jokers that must stand for different tiles do not (T-7)."""
        jokers = melds.standing(table)
        return melds.bound(jokers, self.parted) and not melds.apart(jokers[0][2], jokers[1][2])

    def answer(self, before: list[bytes]) -> Result:
        """The Result. before: the table as it is."""
        result = self.best or Result([bytes(codes) for codes in before])
        result.table.sort()
        result.proved = result.tiles == sum(self.own) or self.proved and not self.narrowed
        result.states = self.budget.spent()
        result.short = self.short
        return result

    def give_back(self) -> None:
        """Let the sweeps' arrays go. The collector takes anything on the stack that looks like a
        pointer for one, so the lists that held them are emptied."""
        for rows in self.room:
            del rows[:]
        self.room = []

    def settle(self, result: Result) -> None:
        """Fill in what a result lays, from its table and the one before."""
        now = tiles.table_counts(result.table)
        laid = bytearray()
        for code in range(53):
            if now[code] > self.on_table[code]:
                laid.extend(bytes((code,)) * (now[code] - self.on_table[code]))
        result.laid = bytes(laid)
        result.tiles = len(laid)
        if SMALL:  # made again where there is room, or they lie about the heap and tear it up
            collect()
            result.table = [bytes(bytearray(codes)) for codes in result.table]
        result.points = tiles.weight(laid, self.rules["joker_penalty"])


def posed(
    rules: dict, table: list[bytes], rack: bytes | bytearray, goal: str, least: int
) -> Problem:
    """The Problem, of the same arguments as `search.solve`. Raises RulesError."""
    if goal not in ("tiles", "points"):
        raise RulesError('The goal is "tiles" or "points", not %s.' % goal)
    on_table = tiles.table_counts(table)
    used = bytearray(on_table)
    for code in rack:
        used[tiles.plain(code)] += 1
    tiles.check_pack(used, rules["jokers"])
    return Problem(rules, on_table, tiles.counts(rack), goal, least)


def standing(table: list[bytes]) -> list[int]:
    """The codes of a table's jokers."""
    return [code for _, _, code in melds.standing(table)]


# often on a handheld, or the heap is fragmented
collect = gc.collect if SMALL else int
