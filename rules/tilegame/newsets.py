"""The new sets of a turn and their points, which a person's turn needs without the referee."""

from rules.tilegame import melds, tiles


def new_sets(before: list[bytes], after: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """Return (sets of `after` that were not in `before`, sets of `before` that are gone)."""
    left = list(after)
    gone = []
    for old in before:
        for i in range(len(left)):
            if melds.same_set(old, left[i]):
                del left[i]
                break
        else:
            gone.append(old)
    return left, gone


def made_from(sets: list[bytes], laid: bytes | bytearray) -> list[bytes]:
    """Return those of `sets` that the laid tiles (counts of 53) make, the earlier sets first."""
    left = bytearray(laid)
    own = []
    for codes in sets:
        count = tiles.counts(codes)
        if tiles.contains(left, count):
            own.append(codes)
            for code in range(53):
                left[code] -= count[code]
    return own


def opening_points(rules: dict, before: list[bytes], after: list[bytes]) -> int:
    """Return what the new sets of an unfinished turn count towards the opening. Sets of `after`
    that are not legal yet, or use table tiles, count nothing."""
    had = tiles.table_counts(before)
    has = tiles.table_counts(after)
    laid = bytearray(53)
    for code in range(53):
        if has[code] > had[code]:
            laid[code] = has[code] - had[code]
    legal = []
    for codes in after:
        ways = melds.readings(codes, rules)
        if ways:
            legal.append(ways[-1][1])
    fresh = new_sets(before, legal)[0]
    return max(0, melds.points_of(rules, made_from(fresh, laid)))
