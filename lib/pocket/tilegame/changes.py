"""Compare two tables: which set came from which, and what a play changed.

The editable turn itself is lib/pocket/tilegame/turn.py."""

from pocket.app import draw

from rules.tilegame import melds, tiles
from rules.tilegame.tiles import STANDING

# Flags of a tile on the table during a turn.
OWN = 1  # laid from the rack this turn: it may return there
PICKED = 2
RACK, TABLE, PLACE = 0, 1, 2  # where the cursor of a person's turn is; PLACE: for a new set


def _overlap(a, b):
    """Count the tiles that two sets share; jokers that stand for the same tile are shared."""
    shared = 0
    unused = bytearray(b)
    for code in a:
        for j in range(len(unused)):
            if unused[j] == code or melds.may_be_equal(unused[j], code):
                unused[j] = 255
                shared += 1
                break
    return shared


def origins(before: list[bytes], after: list[bytes]) -> list[int]:
    """Return for each set of `after` the index of its set in `before`, or -1 for a new set.

    Each set of `before` is used once: first for an equal set, then by the most tiles shared.
    """
    out = [-1] * len(after)
    free = list(range(len(before)))
    for i in range(len(after)):
        for j in free:
            if melds.same_set(before[j], after[i]):
                out[i] = j
                free.remove(j)
                break
    while True:
        best = None
        for i in range(len(after)):
            if out[i] < 0:
                for j in free:
                    shared = _overlap(before[j], after[i])
                    if shared and (best is None or shared > best[0]):
                        best = (shared, i, j)
        if best is None:
            return out
        out[best[1]] = best[2]
        free.remove(best[2])


def broken(before: list[bytes], after: list[bytes]) -> int:
    """Count the sets whose tiles a play has divided among several sets."""
    number = 0
    for old in before:
        if old not in after:
            for new in after:
                if _overlap(old, new) == len(old):
                    break
            else:
                number += 1
    return number


def shade_changes(
    before: list[bytes],
    after: list[bytes],
    laid: bytes | bytearray,
    from_sets: list[int] | None = None,
) -> list[bytearray]:
    """Return the shades of a table after a play, a bytearray for each set of `after`: PLAIN
    unchanged, OWN laid from the rack, MOVED from another set.

    laid: codes from the rack. from_sets: `origins(before, after)` if known.
    """
    if from_sets is None:
        from_sets = origins(before, after)
    laid_left = tiles.counts(laid)
    shades_by_set = []
    for i in range(len(after)):
        shades = bytearray(bytes((draw.PLAIN,)) * len(after[i]))
        old = bytearray(before[from_sets[i]]) if from_sets[i] >= 0 else bytearray()
        for j in range(len(after[i])):
            code = after[i][j]
            for k in range(len(old)):
                if old[k] != 255 and (old[k] == code or (code >= STANDING and old[k] >= STANDING)):
                    old[k] = 255
                    break
            else:
                shades[j] = draw.MOVED
        shades_by_set.append(shades)
    # A tile equal to a laid one counts as laid; try the tiles that are new to their set first.
    for shade in (draw.MOVED, draw.PLAIN):
        for i in range(len(after)):
            for j in range(len(after[i])):
                code = tiles.plain(after[i][j])
                if shades_by_set[i][j] == shade and laid_left[code]:
                    laid_left[code] -= 1
                    shades_by_set[i][j] = draw.OWN
    return shades_by_set
