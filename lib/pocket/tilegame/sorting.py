"""Sort a rack."""

from rules.tilegame import tiles
from rules.tilegame.tiles import JOKER

SORTS = 3  # ways to sort a rack: by colour, by number, sets first


def sort_rack(rack: bytes | bytearray, how: int, rules: dict | None = None) -> bytearray:
    """Return a rack's codes, jokers last: by colour (how 0: runs side by side), by number (1:
    groups side by side), or its sets and then the rest by colour (2). rules: for the sets."""
    first = bytearray()
    if how == 2:
        first, rack = sets_first(rack, rules)
    keys = []
    for code in rack:
        keys.append(1 << 16 if code >= JOKER else code % 13 << 8 | code if how == 1 else code)
    keys.sort()
    return first + bytearray([JOKER if key == 1 << 16 else key & 255 for key in keys])


def sets_first(rack: bytes | bytearray, rules: dict) -> tuple[bytearray, bytearray]:
    """Return (codes of the rack's sets, other codes). It takes the longest set again and again:
    runs before groups, or groups before runs if that takes more tiles. Jokers are left over."""
    from rules.tilegame import racksets

    best = bytearray()
    for kinds in ((racksets.RUNS, racksets.GROUPS), (racksets.GROUPS, racksets.RUNS)):
        left = tiles.counts(rack)
        left[JOKER] = 0
        codes = bytearray()
        for kind in kinds:
            longest = None
            while longest != b"":
                longest = max(racksets.sets_of(rules, left, kinds=kind), key=len, default=b"")
                codes += longest
                for code in longest:
                    left[code] -= 1
        if len(codes) > len(best):
            best = codes
    rest = list(rack)
    for code in best:
        rest.remove(code)
    return best, bytearray(rest)
