"""Prove a puzzle: its rack can be laid whole, in one solution only (docs/PUZZLES.md).

Two ways are the same solution when they have the same groups and the same tiles in runs: where a
stretch of tiles is cut into runs, or which of two crossing runs goes on, does not matter. A joker
counts as the tile it stands for, in a group with a colour open as any of them; one in a group
and one in a run are two solutions.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from rules.base import RulesError
from rules.solver import search
from rules.tilegame import games, referee, tiles
from rules.tilegame.tiles import JOKER

RULES = games.rules_for("RK")
Table = list[bytes]


def all_sets(have: Sequence[int]) -> list[tuple[int, ...]]:
    """Return every set that counts `have` (of 53) can make, as tuples of raw codes; a run in
    order."""
    jokers = have[JOKER]
    out = []
    for number in range(13):
        there = [c for c in range(4) if have[c * 13 + number]]
        for size in (3, 4):
            for spare in range(min(jokers, size - 1) + 1):
                for colours in combinations(there, size - spare):
                    out.append(tuple(c * 13 + number for c in colours) + (JOKER,) * spare)
    for colour in range(4):
        for first in range(11):
            rows: list[tuple[int, ...]] = [()]
            for number in range(first, 13):
                code = colour * 13 + number
                grown = []
                for row in rows:
                    if have[code]:
                        grown.append(row + (code,))
                    if row.count(JOKER) < jokers:
                        grown.append(row + (JOKER,))
                rows = grown
                if not rows:
                    break
                out += [row for row in rows if len(row) > 2 and row.count(JOKER) < len(row)]
    return sorted(set(out))


def tables(have: Sequence[int], most: int = 100000) -> Iterator[list]:
    """Yield every way to part tiles `have` (counts of 53) into sets: a generator of lists of
    tuples.

    The tile with the fewest sets left is covered first. Raises OverflowError after `most` steps.
    """
    # Counts as one number, four bits a code: with the upper bit of each set, one subtraction tells
    # whether there are tiles enough.
    upper = sum(8 << 4 * code for code in range(53))
    left = sum(n << 4 * code for code, n in enumerate(have))
    holding = {code: [] for code in range(53) if have[code]}  # (set, its tiles as a number)
    for codes in all_sets(have):
        need = sum(1 << 4 * code for code in codes)
        for code in set(codes):
            holding[code].append((codes, need))
    steps = 0
    stack = []  # (sets to try, the one chosen, `holding` without some for which there are too few)

    def open_sets(holding):
        best = None
        room = left | upper
        here = dict(holding)
        for code, rows in holding.items():
            if not left >> 4 * code & 7:
                del here[code]
                continue
            here[code] = [row for row in rows if (room - row[1]) & upper == upper]
            if best is None or len(here[code]) < len(best):
                best = here[code]
                if len(best) < 2:
                    break
        return best, here

    candidates, holding = open_sets(holding)
    if candidates is None:
        return
    stack.append([candidates[:], None, holding])
    while stack:
        todo, chosen, holding = stack[-1]
        if chosen is not None:
            left += chosen[1]
            stack[-1][1] = None
        if not todo:
            stack.pop()
            continue
        steps += 1
        if steps > most:
            raise OverflowError
        chosen = stack[-1][1] = todo.pop()
        left -= chosen[1]
        following, holding = open_sets(holding)
        if following is None:
            yield [codes for _, (codes, _), _ in stack]
        else:
            stack.append([following[:], None, holding])


def solution(table: Table) -> tuple:
    """Return what makes a table (sets with every joker's identity) one solution: see above.
    Hashable."""
    groups = []
    runs = []
    for codes in table:
        if tiles.number_of(codes[0]) == tiles.number_of(codes[1]):
            real = tuple(sorted(code for code in codes if code < JOKER))
            groups.append((real, len(codes) - len(real)))
        else:
            for code in codes:
                if code < JOKER:
                    runs.append((code, False))
                else:
                    runs.append((tiles.kinds_of(code)[0], True))
    return tuple(sorted(groups)), tuple(sorted(runs))


def plain_counts(table: Table, rack: Sequence[int]) -> bytearray:
    """Return counts of 53 of all tiles of a table and a rack."""
    have = tiles.table_counts(table)
    for code in rack:
        have[tiles.plain(code)] += 1
    return have


def legal_ends(table: Table, rack: bytes, most: int = 400000) -> Iterator:
    """Yield every legal end table that lays the whole rack, each joker with what it stands for.
    Raises OverflowError after `most` steps."""
    jokers = JOKER in rack or any(JOKER in codes for codes in table)
    for sets in tables(plain_counts(table, rack), most):
        after = [bytes(codes) for codes in sets]
        if not jokers:
            yield after
            continue
        verdict = referee.judge(RULES, table, rack, after, True)
        if verdict.legal:
            yield verdict.table


def proven(table: Table, rack: bytes) -> None:
    """Prove a puzzle by the solver and by exact cover. Raises RulesError with what is wrong."""
    tiles.check_pack(plain_counts(table, rack))
    result = search.run(RULES, table, rack, True, least=len(rack))
    if result.tiles != len(rack) or not result.proved:
        raise RulesError("not all of the rack can be laid.")
    if not referee.judge(RULES, table, rack, result.table, True).legal:
        raise RulesError("the solver's play is not legal.")
    solutions = {solution(end) for end in legal_ends(table, rack)}
    if len(solutions) != 1:
        raise RulesError("it has %d solutions." % len(solutions))
    if solutions != {solution(result.table)}:
        raise RulesError("the solver and the exact cover disagree.")
