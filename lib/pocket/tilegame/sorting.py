"""Sort a rack."""

from rules.tilegame import tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from pocket.app.device import Settings


_SORTS = 3  # ways to sort a rack: by colour, by number, sets first


def choose(settings: "Settings", step: int) -> None:
    """Set the order that is `step` further on."""
    settings.sorting = (settings.sorting + step) % _SORTS


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
    """Take the longest set out of `left` (counts of 53) again and again; return the codes taken.
    listed: _listed(rules, left)."""
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
            break  # no other set, and not this one twice
        listed = _listed(rules, left)
    return codes


def _listed(rules, left):
    """Return the largest sets that the tiles of `left` make."""
    from rules.tilegame import racksets

    return list(racksets.sets_of(rules, left))
