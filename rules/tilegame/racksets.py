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
    longest: int = 13,
    kinds: "Sequence[int]" = KINDS,
) -> "Iterator[bytes]":
    """Yield the largest sets that the tiles make, as raw codes: first the group of each
    number, then for each colour the longest run from each first number.

    tile_counts: number of tiles of each code 0..52. jokers: maximum number in a set, in place of
    missing tiles. longest: maximum length of a run. kinds: some of KINDS. If runs mix colours, each
    tile has the run's colour, or if there is none, the next colour with a tile of its number.
    """
    if -1 in kinds and not rules["runs_only"]:
        for number in range(13):
            row = bytes([code for code in range(number, 52, 13) if tile_counts[code]])
            if row and len(row) + jokers > 2:
                yield row + _JOKER * (3 - len(row))
    if rules["groups_only"]:
        return
    for colour in kinds:
        if colour < 0:
            continue
        run_codes = [code if tile_counts[code] else JOKER for code in range(colour, colour + 13)]
        if rules["mixed_runs"]:
            for code in range(colour + 13, colour + 52):
                if tile_counts[code % 52] and run_codes[code % 13] == JOKER:
                    run_codes[code % 13] = code % 52
        run_codes = bytes(run_codes)
        for first in range(11):
            if not jokers and run_codes[first] == JOKER:
                continue
            row = b""
            for end in range(first + 3, min(13, first + longest) + 1):
                if run_codes[first:end].count(_JOKER) > jokers:
                    break
                row = run_codes[first:end]
            if row:
                yield row
