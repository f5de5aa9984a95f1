"""Find the new sets of a turn and their points, without loading the referee."""

from rules.tilegame import melds, tiles


def new_sets(before: list[bytes], after: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """Return (sets only in `after`, sets only in `before`)."""
    new = list(after)
    removed = []
    for old in before:
        for i in range(len(new)):
            if melds.same_set(old, new[i]):
                del new[i]
                break
        else:
            removed.append(old)
    return new, removed


def made_from(sets: list[bytes], laid: bytes | bytearray) -> list[bytes]:
    """List the sets, earlier ones first, that the laid tiles alone make. laid: counts of 0..52."""
    left = bytearray(laid)
    made = []
    for codes in sets:
        count = tiles.counts(codes)
        if tiles.contains(left, count):
            made.append(codes)
            for code in range(53):
                left[code] -= count[code]
    return made


def opening_points(rules: dict, before: list[bytes], after: list[bytes]) -> int:
    """Return the points of the new sets of an unfinished turn towards the opening. Sets of `after`
    that are not legal yet, or hold table tiles, do not count."""
    counts_before = tiles.table_counts(before)
    counts_after = tiles.table_counts(after)
    laid = bytearray(53)
    for code in range(53):
        if counts_after[code] > counts_before[code]:
            laid[code] = counts_after[code] - counts_before[code]
    legal = []
    for codes in after:
        ways = melds.readings(codes, rules)
        if ways:
            legal.append(ways[-1][1])
    new = new_sets(before, legal)[0]
    return max(0, melds.points_of(rules, made_from(new, laid)))
