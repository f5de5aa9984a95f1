"""Prove a puzzle: its rack can be laid whole, in one solution only (docs/PUZZLES.md).

Two ways are the same solution when they have the same groups and the same tiles in runs: where a
stretch of tiles is cut into runs, or which of two crossing runs goes on, does not matter. A joker
counts as the tile it stands for, in a group with a colour open as any of them; one in a group
and one in a run are two solutions.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.base import RulesError
from rules.solver import search
from rules.tilegame import games, referee, tiles
from rules.tilegame.tiles import JOKER
from tools.soak import judge

RULES = games.rules_for("RK")
Table = list[bytes]


def tables(have: Sequence[int], most: int = 400000) -> Iterator[Table]:
    """Yield every way to part tiles `have` (counts of 53) into sets, by the judge's exact cover.

    Raises judge.TooManySteps after `most` steps.
    """
    words = Counter({tiles.text(code): have[code] for code in range(53) if have[code]})
    for sets in judge.covers(judge.sets_from(judge.rules_of("RK", {}), words), words, [most]):
        yield [bytes(tiles.parse_set(row)) for row in sets]


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


def legal_ends(table: Table, rack: bytes) -> Iterator:
    """Yield every legal end table that lays the whole rack, each joker with what it stands for."""
    jokers = JOKER in rack or any(JOKER in codes for codes in table)
    for after in tables(plain_counts(table, rack)):
        if not jokers:
            yield after
            continue
        verdict = referee.judge(RULES, table, rack, after, True)
        if verdict.legal:
            yield verdict.table


def proven(table: Table, rack: bytes) -> None:
    """Prove a puzzle by the solver and by exact cover. Raises RulesError with what is wrong."""
    tiles.check_pack(plain_counts(table, rack))
    result = search.run(RULES, table, rack, True, min_tiles=len(rack), tidy=0)
    if result.tiles != len(rack) or not result.proved:
        raise RulesError("not all of the rack can be laid.")
    if not referee.judge(RULES, table, rack, result.table, True).legal:
        raise RulesError("the solver's play is not legal.")
    solutions = {solution(end) for end in legal_ends(table, rack)}
    if len(solutions) != 1:
        raise RulesError("it has %d solutions." % len(solutions))
    if solutions != {solution(result.table)}:
        raise RulesError("the solver and the exact cover disagree.")
