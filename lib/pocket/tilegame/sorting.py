"""The order of a rack. A computer thinks without it."""

from rules.tilegame import tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from pocket.app.settings import Settings


_SORTS = 3  # ways to sort a rack: by colour, by number, sets first


def choose(kept: "Settings", step: int) -> None:
    """Take the way to sort that is `step` further on."""
    kept.sorting = (kept.sorting + step) % _SORTS


def sort_rack(rack: bytes | bytearray, how: int, rules: dict | None = None) -> bytearray:
    """A rack's codes in order: by colour (0: runs side by side) or by number (1: groups), jokers
    last; or (2) the sets it holds, then the rest by colour. rules: which sets there are.

    Returns a bytearray.
    """
    first = bytearray()
    if how == 2:
        first, rack = sets_first(rack, rules)
    keys = []
    for code in rack:
        keys.append(1 << 16 if code >= JOKER else code % 13 << 8 | code if how == 1 else code)
    keys.sort()
    return first + bytearray([JOKER if key == 1 << 16 else key & 255 for key in keys])


def sets_first(rack: bytes | bytearray, rules: dict) -> tuple[bytearray, bytearray]:
    """(codes of sets the rack holds, the other codes): the longest set first, again and again; of
    runs before groups and groups before runs what takes more tiles. Jokers stay with the rest."""
    kinds = []
    for only in ("runs_only", "groups_only"):
        kind = dict(rules)
        kind[only] = True
        kinds.append(kind)
    left = tiles.counts(rack)
    left[JOKER] = 0
    groups = _listed(kinds[1], left)
    best = _sets(kinds[0], left, _listed(kinds[0], left))
    taken = bytes(best)  # a board's bytearray knows no `in`
    if [code for codes in groups for code in codes if code in taken]:
        best += _sets(kinds[1], left, _listed(kinds[1], left))
        left = tiles.counts(rack)
        left[JOKER] = 0
        other = _sets(kinds[1], left, groups)
        other += _sets(kinds[0], left, _listed(kinds[0], left))
        if len(other) > len(best):
            best = other
    else:  # the runs have taken no tile of a group
        best += _sets(kinds[1], left, groups)
    rest = bytearray(rack)
    for code in best:
        place = rest.find(bytes((code,)))
        rest[place : place + 1] = b""
    return best, rest


def _sets(rules, left, listed):
    """Take the longest set out of `left` (counts of 53) again and again; the codes taken. listed:
    what _listed lists of it."""
    codes = bytearray()
    while listed:
        longest = b""
        for meld in listed:
            if len(meld) > len(longest):
                longest = meld
        codes += longest
        for code in longest:
            left[code] -= 1
        if len(listed) == 1 and len([code for code in longest if left[code]]) < 3:
            break  # there was no other, and no second of it is left
        listed = _listed(rules, left)
    return codes


def _listed(rules, left):
    """The largest sets that the tiles of `left` make."""
    from rules.tilegame import racksets

    return list(racksets.sets_of(rules, left))
