"""What a group and a run are (T-1, T-7, T-9), and what a joker in one stands for.

One routine for each notion, on the table, on the rack and in searches:
    readings   a set as it is written: jokers by their places      read_table  a whole table
    fits       every set that tiles in any order make              make        the first of them
    add        a tile added to a set                               split_run   one run made two
    alike      two jokers that can stand for the same tile         apart       made to differ (T-7)
    payers     tiles that retrieve a joker                         same_set    a set that stayed
"""

from rules.base import RulesError, finish
from rules.tilegame.tiles import JOKER, STANDING, joker_as, kinds_of, mask_of, number_of, set_text

if False:  # for type checkers
    from rules.base import Slices

GROUP = 1
RUN = 2
FLAT_JOKER = 25  # "flat": a joker in the opening meld counts this, whatever it stands for


def _run(codes, rules):
    """Return the run written by `codes` in their order, or None."""
    size = len(codes)
    if size < 3 or size > 13:
        return None
    first = codes[0]
    if first // 13 == (first + size - 1) // 13 < 4 and bytes(codes) == bytes(
        range(first, first + size)
    ):
        return bytes(codes)
    first = None
    colours = 0
    for i in range(size):
        code = codes[i]
        if code == JOKER:
            continue
        if code < JOKER:
            number = code % 13 + 1
            colours |= 1 << code // 13
        else:
            number = number_of(code)
        if first is None:
            first = number - i
        if number != first + i or first < 1:
            return None
    if first is None or first + size - 1 > 13 or not colours:
        return None
    if rules["mixed_runs"]:
        colours = 15
    elif colours & (colours - 1):
        return None
    out = bytearray(codes)
    for i in range(size):
        code = out[i]
        if code >= JOKER:
            mask = colours if code == JOKER else mask_of(code) & colours
            if not mask:
                return None
            out[i] = joker_as(first + i, mask)
    return bytes(out)


def group(codes: bytes | bytearray) -> bytes | None:
    """Return the group made by `codes`, real tiles by colour and jokers last, or None."""
    size = len(codes)
    if size < 3 or size > 4:
        return None
    number = colours = 0
    for code in codes:
        if code == JOKER:
            continue
        if number == 0:
            number = number_of(code)
        if code < JOKER:
            mask = 1 << code // 13
            if colours & mask or code % 13 + 1 != number:
                return None
            colours |= mask
        elif number_of(code) != number:
            return None
    if not colours:
        return None
    if max(codes) < JOKER:
        return bytes(sorted(codes))
    free = 15 & ~colours
    out = bytearray(sorted([code for code in codes if code < JOKER]))
    masks = []
    for code in codes:
        if code >= JOKER:
            mask = free if code == JOKER else mask_of(code) & free
            if not mask:
                return None
            masks.append(mask)
    jokers = [joker_as(number, mask) for mask in masks]
    if len(jokers) == 2:
        both = apart(jokers[0], jokers[1])
        if not both:
            return None
        jokers = list(both)
    out += bytes(sorted(jokers))
    return bytes(out)


def readings(codes: bytes | bytearray, rules: dict) -> list[tuple[int, bytes]]:
    """List every legal reading of a set as written (T-1, T-9, KR-14, KR-15): (GROUP or RUN, set).

    A joker without identity takes the one its place gives, a joker with identity keeps it or
    narrows. Only one real tile with two jokers can have two readings.
    """
    out = []
    if not rules["runs_only"]:
        way = group(codes)
        if way:
            out.append((GROUP, way))
            if max(codes) < JOKER:
                return out
    if not rules["groups_only"]:
        run = _run(codes, rules)
        if run is None and JOKER not in bytes(codes):
            run = _run(sorted(codes, key=number_of), rules)
        if run:
            out.append((RUN, run))
    return out


def fits(codes: bytes | bytearray, rules: dict) -> list[tuple[int, bytes]]:
    """List every set that tiles in any order can make, jokers without identity anywhere: (GROUP or
    RUN, set), groups first, then runs by rising first number."""
    out = []
    if not rules["runs_only"]:
        way = group(codes)
        if way:
            out.append((GROUP, way))
    if rules["groups_only"]:
        return out
    fixed = sorted([code for code in codes if code != JOKER], key=number_of)
    if not fixed or len(codes) > 13:
        return out
    spare = len(codes) - len(fixed)
    middle = bytearray()
    for code in fixed:
        while middle and number_of(code) > number_of(fixed[0]) + len(middle) and spare:
            middle.append(JOKER)
            spare -= 1
        middle.append(code)
    for left in range(spare, -1, -1):
        row = bytes([JOKER] * left) + bytes(middle) + bytes([JOKER] * (spare - left))
        run = _run(row, rules)
        if run:
            out.append((RUN, run))
    return out


def make(codes: bytes | bytearray, rules: dict) -> bytes | None:
    """Return the first of `fits`, the set that tiles in any order make, or None."""
    ways = fits(codes, rules)
    return ways[0][1] if ways else None


def add(codes: bytes | bytearray, tile: int, rules: dict) -> bytes | None:
    """Return legal set `codes` with `tile` added, or None where it does not fit: a number tile at
    an end of a run or in a group of three, JOKER anywhere."""
    if tile < JOKER:
        number = tile % 13 + 1
        first = number_of(codes[0])
        last = number_of(codes[-1])
        if first == last:
            if number != first or len(codes) == 4:
                return None
        elif number != first - 1 and number != last + 1:
            return None
    return make(bytes(codes) + bytes((tile,)), rules)


def split_run(codes: bytes | bytearray, rules: dict) -> tuple[bytes, bytes] | None:
    """Split tiles that are one run with a stretch of it twice into two runs, or return None. codes:
    in any order, no joker without identity. "3 4 5 5 6 7" gives (3 4 5, 5 6 7)."""
    order = sorted(codes, key=number_of)
    low_end = high_end = 0  # numbers where the doubled stretch begins and ends
    for i in range(1, len(order)):
        number = number_of(order[i])
        if number == number_of(order[i - 1]):
            low_end = low_end or number
            high_end = number
    if not low_end or JOKER in bytes(codes):
        return None
    low = bytearray()
    high = bytearray()
    for code in order:
        number = number_of(code)
        if number > high_end or number >= low_end and low and number_of(low[-1]) == number:
            high.append(code)
        else:
            low.append(code)
    for part in (low, high):
        if RUN not in [way[0] for way in fits(part, rules)]:
            return None
    return bytes(low), bytes(high)


def kind_of(codes: bytes | bytearray) -> int:
    """Return GROUP or RUN for a legal set whose jokers all have an identity."""
    return GROUP if number_of(codes[0]) == number_of(codes[1]) else RUN


def value(codes: bytes | bytearray, rules: dict) -> int:
    """Return what a legal set counts towards the opening; 0 where it cannot."""
    total = 0
    for code in codes:
        if code < STANDING or rules["opening_joker"] == "face":
            total += number_of(code)
        elif rules["opening_joker"] == "none":
            return 0
        else:
            total += FLAT_JOKER
    return total


def points_of(rules: dict, sets: list[bytes]) -> int:
    """Return what sets laid in one turn count towards the opening; -1 when none of them may open
    at all."""
    opener = 0  # of any kind
    if rules["opening_sets"] == "group":
        opener = RUN if rules["runs_only"] else GROUP
    best = -1
    total = 0
    for codes in sets:
        if opener and kind_of(codes) != opener:
            continue
        points = value(codes, rules)
        if points == 0:
            continue
        total += points
        if points > best:
            best = points
    if opener and not rules["opening_several"]:
        return best
    return total if best >= 0 else -1


def alike(a: int, b: int) -> bool:
    """Tell whether two table jokers can stand for the same tile."""
    return (
        a >= STANDING
        and b >= STANDING
        and number_of(a) == number_of(b)
        and mask_of(a) & mask_of(b) != 0
    )


def apart(a: int, b: int) -> tuple[int, int] | None:
    """Return two table jokers of one group, which stand for different tiles (T-7), each without
    what the other is for certain; None when both are one tile."""
    number = number_of(a)
    if number != number_of(b):
        return a, b
    first = mask_of(a)
    second = mask_of(b)
    if not first & (first - 1):
        second &= ~first
    if not second & (second - 1):
        first &= ~second
    if not first or not second:
        return None
    return joker_as(number, first), joker_as(number, second)


def standing(table: list[bytes]) -> list[tuple[int, int, int]]:
    """List a table's jokers: (set index, place, code)."""
    return [
        (i, j, table[i][j])
        for i in range(len(table))
        for j in range(len(table[i]))
        if table[i][j] >= STANDING
    ]


def bound(jokers: list[tuple[int, int, int]], parted: bool) -> bool:
    """Tell whether two jokers (from `standing`) must stand for different tiles: they lie in one
    group, or did (`parted`) and were not decided since."""
    return (
        len(jokers) == 2
        and number_of(jokers[0][2]) == number_of(jokers[1][2])
        and (bool(parted) or jokers[0][0] == jokers[1][0])
    )


def payers(code: int) -> list[int]:
    """List the kinds of rack tile that retrieve the table joker `code`: those that it stands for
    (RK-13, CR-10, KR-9)."""
    return kinds_of(code)


def covers(code: int, tile: int) -> bool:
    """Tell whether number tile `tile` retrieves the table joker `code`."""
    return code >= STANDING and tile in payers(code)


def read_table(table: list[bytes], rules: dict) -> list[list[bytes]]:
    """Run `reading` to its end; return the tables."""
    return finish(reading(table, rules))


def reading(table: list[bytes], rules: dict) -> "Slices[list[list[bytes]]]":
    """Fill in every joker's identity of a table from its place, in slices. Returns a list of
    tables: more than one only where a set of one real tile and two jokers reads as group and as
    run. Raises RulesError for a set that is none."""
    out: list[list[bytes]] = [[]]
    for codes in table:
        if len(out[0]) % 4 == 0:
            yield None
        ways = readings(codes, rules)
        if not ways:
            said = " ".join(set_text(codes)) or "an empty set"
            raise RulesError("The table holds %s, which is no legal set." % said)
        if len(ways) == 1:
            for before in out:
                before.append(ways[0][1])
        else:
            out = [before + [way[1]] for before in out for way in ways]
    return out


def same_set(before: bytes, after: bytes) -> bool:
    """Tell whether set `after` is set `before`, its jokers the same or decided further."""
    if len(before) != len(after):
        return False
    for i in range(len(before)):
        if before[i] != after[i] and not alike(before[i], after[i]):
            # a group's two jokers, in the order of what they stand for, may have changed places
            return (
                i >= len(before) - 2
                and kind_of(before) == GROUP
                and alike(before[-2], after[-1])
                and alike(before[-1], after[-2])
            )
    return True
