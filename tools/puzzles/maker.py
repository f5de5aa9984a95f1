"""Puzzles by chance, proven one by one: the whole rack can be laid, in one solution only."""

import random
from collections.abc import Collection, Iterator, Sequence

from rules.solver import search
from rules.tilegame import games, melds, referee, tiles
from rules.tilegame.tiles import JOKER
from tools.puzzles import hard, ways
from tools.puzzles.ways import Table

RULES = games.rules_for(games.ids()[0])  # Rummikub
ROW = 15  # bytes of a puzzle in the pack, at most
_DEALS = 200  # tried with one end table
_RACK = 6  # tiles of a rack, at most
_LONGEST = 6  # tiles of a run in the pack
_STEPS = 4000  # of an exact cover; a puzzle that needs more is not taken


class Puzzle:
    """table: sets of raw codes. rack: bytes. end: an end table, jokers with identity. moved,
    opened: how hard it is (tools/puzzles/hard.py)."""

    def __init__(self, table: Table, rack: bytes, end: Table, moved: int, opened: int) -> None:
        self.table = table
        self.rack = rack
        self.end = end
        self.moved = moved
        self.opened = opened

    def key(self) -> bytes:
        """Return what two puzzles may not share: all tiles together."""
        return bytes(ways.plain_counts(self.table, self.rack))

    def joker(self) -> bool:
        """Return whether it has a joker."""
        return self.key()[JOKER] > 0

    def hardness(self) -> tuple:
        """Return what sorts the puzzles of a grade."""
        return self.opened, self.moved, self.key()

    def grade(self) -> int:
        """Return 1..5; 0 where it fits none."""
        return hard.grade_of(self.moved, self.opened, len(self.table))


def legal_ends(table: Table, rack: bytes, most: int = _STEPS) -> Iterator:
    """Yield every legal end table that lays the whole rack, jokers with identity: a generator.

    Raises OverflowError where that takes more than `most` steps.
    """
    jokers = JOKER in rack or any(JOKER in codes for codes in table)
    for sets in ways.tables(ways.plain_counts(table, rack), most):
        after = [bytes(codes) for codes in sets]
        if not jokers:
            yield after
            continue
        verdict = referee.judge(RULES, table, rack, after, True)
        if verdict.legal:
            yield verdict.table


def only_solution(table: Table, rack: bytes, most: int = _STEPS) -> list | None:
    """Return every end table of the one solution, that with the fewest moved tiles first; None for
    more solutions or none, or where it would take too long to tell."""
    ends = []
    try:
        for end in legal_ends(table, rack, most):
            ends.append(end)
            if ways.solution(end) != ways.solution(ends[0]):
                return None
    except OverflowError:
        return None
    return sorted(ends, key=lambda end: hard.moved(table, end)) or None


def random_sets(chance: random.Random, many: int) -> list[bytes]:
    """Return `many` sets near each other, so that they can be rearranged."""
    have = [2] * 52
    low = chance.randrange(0, 9)
    high = min(12, low + chance.randrange(4, 8))
    out = []
    for _ in range(60):
        if len(out) == many:
            break
        if chance.random() < 0.5:
            number = chance.randint(low, high)
            colours = chance.sample(range(4), chance.choice((3, 3, 3, 4)))
            codes = sorted(c * 13 + number for c in colours)
        else:
            size = chance.choice((3, 3, 4, 4, 5))
            first = chance.randint(low, max(low, high - size + 1))
            if first + size > 13:
                continue
            colour = chance.randrange(4)
            codes = list(range(colour * 13 + first, colour * 13 + first + size))
        if all(have[code] for code in codes):
            for code in codes:
                have[code] -= 1
            out.append(bytes(codes))
    return out


def joker_ends(table: Table, rack: bytes) -> list | None:
    """Return `only_solution`, but None where the rack holds a set by itself."""
    return None if ways.all_sets(tiles.counts(rack)) else only_solution(table, rack)


def random_deal(
    chance: random.Random, have: Sequence[int], sets: Sequence[Sequence[int]]
) -> tuple[list[bytes], bytes]:
    """Return tiles, `have` of each, laid as some of `sets` by chance until none fits: (table,
    rack)."""
    left = bytearray(have)
    table = []
    while sets:
        codes = chance.choice(sets)
        for code in codes:
            left[code] -= 1
        table.append(bytes(codes))
        sets = [codes for codes in sets if all(left[code] for code in codes)]
    return sorted(table), bytes(code for code in range(52) for _ in range(left[code]))


def with_joker(
    chance: random.Random, table: Table, rack: bytes, kind: str
) -> Iterator[tuple[list[bytes], bytes]]:
    """Yield the same table and rack with a joker in one tile's place, each way once, in any
    order."""
    if kind == "rack joker":
        for code in chance.sample(sorted(set(rack)), len(set(rack))):
            yield table, bytes(sorted(rack.replace(bytes((code,)), bytes((JOKER,)), 1)))
        return
    places = [(i, j) for i in range(len(table)) for j in range(len(table[i]))]
    for i, j in chance.sample(places, len(places)):
        codes = table[i][:j] + bytes((JOKER,)) + table[i][j + 1 :]
        if melds.kind_of(table[i]) == melds.GROUP:
            codes = bytes(sorted(codes))
        yield table[:i] + [codes] + table[i + 1 :], rack


def puzzle_of(table: Table, rack: bytes, ends: list, most: int) -> Puzzle:
    """Return the Puzzle whose one solution has these end tables. Raises OverflowError, see
    hard.opened."""
    moved = [hard.moved(table, end) for end in ends]
    opened = hard.opened(table, rack, ends, most)
    return Puzzle(table, rack, ends[moved.index(min(moved))], min(moved), opened)


def looked(table: Table, rack: bytes, ends: list | None, wanted: Collection[int]) -> Puzzle | None:
    """Return the Puzzle of one of the grades `wanted`, None if it is none. ends: see `puzzle_of`,
    None where there are more solutions, or none."""
    if not ends or 1 + len(table) + (JOKER in b"".join(table)) + len(rack) > ROW:
        return None
    moved, opened, _, sets = hard.GRADES[min(wanted) - 1]
    if len(table) < sets or any(
        hard.moved(table, end) < moved or hard.broken(table, end) < opened for end in ends
    ):
        return None  # too easy
    try:
        puzzle = puzzle_of(table, rack, ends, _STEPS)
    except OverflowError:
        return None
    if puzzle.grade() not in wanted:
        return None
    result = search.run(RULES, table, rack, True, least=len(rack))
    return puzzle if result.tiles == len(rack) and result.proved else None


def deals(
    chance: random.Random, have: Sequence[int], end: Table
) -> list[tuple[list[bytes], bytes]]:
    """Return tables and racks by chance that end in one table, those first of which most tiles
    move: a list of (table, rack). have: counts of all tiles."""
    sets = [codes for codes in ways.all_sets(have) if len(codes) <= _LONGEST]
    out = {}
    for _ in range(_DEALS):
        table, rack = random_deal(chance, have, sets)
        if 1 < len(rack) <= _RACK:
            out[tuple(table), rack] = hard.moved(table, end)
    return [(list(table), rack) for table, rack in sorted(out, key=out.__getitem__, reverse=True)]


def attempt(chance: random.Random, kind: str, wanted: Collection[int]) -> Puzzle | None:
    """Draw one end table and many racks out of it: the first Puzzle of the grades `wanted`, or
    None. kind: "plain", "rack joker" or "table joker"."""
    end = random_sets(chance, chance.randint(4, 10))
    have = tiles.table_counts(end)
    ends = only_solution(end, b"")
    for table, rack in deals(chance, have, ends[0]) if ends else ():
        puzzle = looked(table, rack, ends, wanted)
        if puzzle and kind != "plain":
            tries = with_joker(chance, table, rack, kind)
            puzzles = (looked(t, r, joker_ends(t, r), wanted) for t, r in tries)
            puzzle = next(filter(None, puzzles), None)
        if puzzle:
            return puzzle
    return None
