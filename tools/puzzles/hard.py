"""How hard a puzzle is for a person (docs/PUZZLES.md): the fewest table tiles that move, and the
fewest sets that have to be open at once."""

from collections.abc import Iterable
from itertools import product

from rules.tilegame import tiles
from tools.puzzles import ways
from tools.puzzles.ways import Table

# What begins a grade, a row for each: table tiles that move, sets open at once (and at most so
# many), sets on the table.
GRADES = ((1, 1, 1, 2), (2, 1, 2, 3), (4, 2, 2, 4), (7, 3, 3, 5), (9, 4, 15, 6))


def grade_of(moved: int, opened: int, sets: int) -> int:
    """Return the grade 1..5 of a puzzle; 0 where the three belong to different ones."""
    grade = sum(moved >= row[0] for row in GRADES)
    _, least, most, fewest = GRADES[grade - 1]
    return grade if grade and least <= opened <= most and sets >= fewest else 0


def _kept(before, after, whole):
    """Return the most that the sets of `before` keep, when each stays in one set of `after` and a
    tile there serves one of them: tiles, or with `whole` sets that stay together."""
    room = [
        tiles.counts(codes) for codes in after
    ]  # tiles of the end sets that serve no old set yet
    total = tiles.table_counts(before)

    def share(old, home):
        left = room[home]
        if not whole:
            return sum([min(n, left[code]) for code, n in old])
        for code, n in old:
            if left[code] < n:
                return 0
        return 1

    alone = 0
    rivals = []  # sets with a tile that another set has as well, and what they keep at most
    for codes in before:
        old = [(code, codes.count(code)) for code in sorted(set(codes))]
        most = max(share(old, home) for home in range(len(room)))
        if all(total[code] == n for code, n in old):
            alone += most
        elif most:
            rivals.append((most, old))
    rivals.sort(reverse=True)
    hopes = [sum(most for most, _ in rivals[first:]) for first in range(len(rivals) + 1)]
    best = -1

    def settle(first, sofar):
        nonlocal best
        if first == len(rivals):
            best = max(best, sofar)
            return
        old = rivals[first][1]
        shares = sorted(((share(old, home), home) for home in range(len(room))), reverse=True)
        for kept, home in shares:
            if sofar + kept + hopes[first + 1] <= best:
                return
            taken = [(code, min(n, room[home][code])) for code, n in old] if kept else ()
            for code, n in taken:
                room[home][code] -= n
            settle(first + 1, sofar + kept)
            for code, n in taken:
                room[home][code] += n
            if not kept:
                return

    settle(0, 0)
    return alone + best


def moved(before: Table, after: Table) -> int:
    """Return old tiles that leave their set: all but those that stay together in the largest part
    of it.

    before: the standing sets; after: the end table; jokers as any. 0 and up.
    """
    return sum(map(len, before)) - _kept(before, after, False)


def broken(before: Table, after: Table) -> int:
    """Return how many sets of `before` are taken apart: their tiles do not all lie in one set of
    `after`, each tile of which serves one of them."""
    return len(before) - _kept(before, after, True)


def _arranged(table):
    return tuple(sorted(bytes(sorted(map(tiles.plain, codes))) for codes in table))


def between(table: Table, rack: bytes, most: int) -> list:
    """Return every way to lay the table's tiles and any of the rack's as sets, in no order: a
    sorted list of tables. Raises OverflowError when one part of the rack takes more than `most`
    steps."""
    kinds = sorted(set(rack))
    out = set()
    for many in product(*(range(rack.count(code) + 1) for code in kinds)):
        part = [code for code, n in zip(kinds, many) for _ in range(n)]
        for sets in ways.tables(ways.plain_counts(table, part), most):
            out.add(_arranged(sets))
    return sorted(out)


def opened(table: Table, rack: bytes, ends: Iterable, most: int = 100000) -> int:
    """Return the fewest sets that have to be open at once on the easiest way from a table to an
    end.

    The way goes from one table of sets to another, any rack tiles laid; a step opens the sets that
    it takes apart. ends: all end tables. Raises OverflowError, see `between`.
    """
    tables = between(table, rack, most)
    number_of = {sets: number for number, sets in enumerate(tables)}
    lying = {}  # the tables in which a set lies, a bit each
    for number, sets in enumerate(tables):
        for codes in sets:
            lying[codes] = lying.get(codes, 0) | 1 << number
    whole = dict.fromkeys(lying, 0)  # the tables in which it lies whole, alone or with more
    for small in lying:
        for codes in lying:
            if all(codes.count(code) >= small.count(code) for code in small):
                whole[small] |= lying[codes]
    goal = sum({1 << number_of[_arranged(end)] for end in ends})
    reached = 1 << number_of[_arranged(table)]
    limit = -1
    while not reached & goal:
        limit += 1
        todo = [number for number in range(len(tables)) if reached >> number & 1]
        while todo:
            here = tables[todo.pop()]
            apart = sum(len(set(codes)) for codes in here) == len(set(b"".join(here)))
            near = [-1] * (limit + 1)  # tables with at most 0, 1, ... of the sets so far broken
            for codes in here:
                for broke in range(limit, 0, -1):
                    near[broke] = near[broke] & whole[codes] | near[broke - 1]
                near[0] &= whole[codes]
            new = near[limit] & (1 << len(tables)) - 1 & ~reached
            while new:
                number = new.bit_length() - 1
                new ^= 1 << number
                # Of two sets with the same tile one may lie where both seem to.
                if apart or broken(here, tables[number]) <= limit:
                    reached |= 1 << number
                    todo.append(number)
    return limit
