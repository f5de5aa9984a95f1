"""List the sets that the tiles of a rack can make."""

from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from collections.abc import Iterator, Sequence

_JOKER = bytes((JOKER,))
GROUPS = (-1,)
RUNS = (0, 13, 26, 39)  # the first code of each colour
KINDS = GROUPS + RUNS


def sets_of(
    rules: dict,
    tile_counts: bytearray,
    jokers: int = 0,
    max_length: int = 13,
    kinds: "Sequence[int]" = KINDS,
) -> "Iterator[bytes]":
    """Yield the largest sets that the tiles make, as raw codes: first the group of each
    number, then for each colour the longest run from each first number.

    tile_counts: number of tiles of each code 0..52. jokers: maximum number in a set, in place of
    missing tiles. max_length: the longest run. kinds: some of KINDS. If runs mix colours, a run
    takes its own colour's tile of each number, or, without one, that of the next colour with one.
    """
    if -1 in kinds and not rules["runs_only"]:
        for number in range(13):
            group = bytes([code for code in range(number, 52, 13) if tile_counts[code]])
            if group and len(group) + jokers > 2:
                yield group + _JOKER * (3 - len(group))
    if rules["groups_only"]:
        return
    for first_code in kinds:  # the 1 of the run's colour
        if first_code < 0:
            continue
        row = [code if tile_counts[code] else JOKER for code in range(first_code, first_code + 13)]
        if rules["mixed_runs"]:
            for code in range(first_code + 13, first_code + 52):
                if tile_counts[code % 52] and row[code % 13] == JOKER:
                    row[code % 13] = code % 52
        row = bytes(row)
        for first in range(11):
            if not jokers and row[first] == JOKER:
                continue
            longest_run = b""
            for end in range(first + 3, min(13, first + max_length) + 1):
                if row[first:end].count(_JOKER) > jokers:
                    break
                longest_run = row[first:end]
            if longest_run:
                yield longest_run
