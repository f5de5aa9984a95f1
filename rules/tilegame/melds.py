"""Define groups and runs (T-1, T-7, T-9), and the tile that a joker in a set stands for.

The table, the rack and the searches share these functions:
    readings      a set as laid, jokers by their places         read_table    the same of a table
    fits          all sets that tiles in any order make         make          the first of them
    add           add a tile to a set                           split_run     make one run two
    may_be_equal  whether two jokers may be the same tile       make_distinct   make them differ
    replacements  tiles that retrieve a joker                   same_set      an unchanged set
"""

from rules.base import RulesError, blocking
from rules.tilegame.tiles import JOKER, STANDING, joker_as, kinds_of, mask_of, number_of, set_text

if False:  # for type checkers
    from rules.base import Slices

GROUP = 1
RUN = 2
FLAT_JOKER = 25  # points of any joker in an opening meld if rules["opening_joker"] is "flat"


def _read_run(codes, rules):
    """Return `codes`, in their order, as a run in which each joker has its identity; None if they
    do not form one."""
    size = len(codes)
    if size < 3 or size > 13:
        return None
    code = codes[0]
    if code // 13 == (code + size - 1) // 13 < 4 and bytes(codes) == bytes(
        range(code, code + size)
    ):
        return bytes(codes)  # fast path for the usual case: one colour, no jokers
    first_number = None  # the number of the first tile, once known
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
        if first_number is None:
            first_number = number - i
        if number != first_number + i or first_number < 1:
            return None
    if first_number is None or first_number + size - 1 > 13 or not colours:
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
            out[i] = joker_as(first_number + i, mask)
    return bytes(out)


def read_group(codes: bytes | bytearray) -> bytes | None:
    """Return `codes` in the order of a group, plain tiles by colour and then each joker with its
    identity; None if they are not a group."""
    size = len(codes)
    if size < 3 or size > 4:
        return None
    number = colours = 0  # number 0: not known yet
    for code in codes:
        if code == JOKER:
            continue
        own = code % 13 + 1 if code < JOKER else number_of(code)
        if own != (number or own):
            return None
        number = own
        if code < JOKER:
            if colours >> code // 13 & 1:
                return None
            colours |= 1 << code // 13
    if not colours:
        return None
    if max(codes) < JOKER:
        return bytes(sorted(codes))
    free_colours = 15 & ~colours
    out = bytearray(sorted([code for code in codes if code < JOKER]))
    masks = []
    for code in codes:
        if code >= JOKER:
            mask = free_colours if code == JOKER else mask_of(code) & free_colours
            if not mask:
                return None
            masks.append(mask)
    jokers = [joker_as(number, mask) for mask in masks]
    if len(jokers) == 2:
        distinct = make_distinct(jokers[0], jokers[1])
        if not distinct:
            return None
        jokers = list(distinct)
    out += bytes(sorted(jokers))
    return bytes(out)


def readings(codes: bytes | bytearray, rules: dict) -> list[tuple[int, bytes]]:
    """List every legal reading of a set as laid (T-1, T-9, KR-14, KR-15): (GROUP or RUN, set). A
    joker without identity gets that of its place. One with an identity keeps it, perhaps with fewer
    colours. Only a set of one number tile and two jokers can have two readings."""
    out = []
    if not rules["runs_only"]:
        way = read_group(codes)
        if way:
            out.append((GROUP, way))
            if max(codes) < JOKER:
                return out
    if not rules["groups_only"]:
        run = _read_run(codes, rules)
        if run is None and JOKER not in bytes(codes):
            run = _read_run(sorted(codes, key=number_of), rules)
        if run:
            out.append((RUN, run))
    return out


def fits(codes: bytes | bytearray, rules: dict) -> list[tuple[int, bytes]]:
    """List every set that `codes`, in any order, can make: (GROUP or RUN, set), the group first,
    then runs by rising first number. Jokers without identity may be anywhere."""
    out = []
    if not rules["runs_only"]:
        way = read_group(codes)
        if way:
            out.append((GROUP, way))
    if rules["groups_only"]:
        return out
    fixed = sorted([code for code in codes if code != JOKER], key=number_of)
    if not fixed or len(codes) > 13:
        return out
    jokers_left = len(codes) - len(fixed)  # jokers not placed yet
    middle = bytearray()  # from the first fixed tile to the last, jokers in the gaps
    for code in fixed:
        while middle and number_of(code) > number_of(fixed[0]) + len(middle) and jokers_left:
            middle.append(JOKER)
            jokers_left -= 1
        middle.append(code)
    for in_front in range(jokers_left, -1, -1):
        row = bytes([JOKER] * in_front) + bytes(middle) + bytes([JOKER] * (jokers_left - in_front))
        run = _read_run(row, rules)
        if run:
            out.append((RUN, run))
    return out


def make(codes: bytes | bytearray, rules: dict) -> bytes | None:
    """Return the first of the sets that `fits` lists, or None."""
    ways = fits(codes, rules)
    return ways[0][1] if ways else None


def add(codes: bytes | bytearray, tile: int, rules: dict) -> bytes | None:
    """Return the legal set `codes` with `tile` added: a number tile at an end of a run or in a
    group of three, JOKER anywhere. Return None if it does not fit."""
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
    """Split a run that holds consecutive numbers twice into two runs; return None if that fails.
    "3 4 5 5 6 7" gives (3 4 5, 5 6 7). codes: in any order, jokers with identity."""
    order = sorted(codes, key=number_of)
    first_double = last_double = 0  # the first and last number that the run holds twice, 0: none
    for i in range(1, len(order)):
        number = number_of(order[i])
        if number == number_of(order[i - 1]):
            first_double = first_double or number
            last_double = number
    if not first_double or JOKER in bytes(codes):
        return None
    low = bytearray()
    high = bytearray()
    for code in order:
        number = number_of(code)
        if number > last_double or number >= first_double and low and number_of(low[-1]) == number:
            high.append(code)
        else:
            low.append(code)
    for run in (low, high):
        if RUN not in [way[0] for way in fits(run, rules)]:
            return None
    return bytes(low), bytes(high)


def kind_of(codes: bytes | bytearray) -> int:
    """Return GROUP or RUN for a legal set whose jokers have an identity."""
    return GROUP if number_of(codes[0]) == number_of(codes[1]) else RUN


def value(codes: bytes | bytearray, rules: dict) -> int:
    """Return the points of a legal set towards the opening; 0 if a joker in it forbids that."""
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
    """Return the points of `sets`, laid in one turn, towards the opening; -1 if no set may open."""
    opening_kind = 0  # the kind of set that may open; 0: both
    if rules["opening_sets"] == "group":
        opening_kind = RUN if rules["runs_only"] else GROUP
    best = -1
    total = 0
    for codes in sets:
        if opening_kind and kind_of(codes) != opening_kind:
            continue
        points = value(codes, rules)
        if points == 0:
            continue
        total += points
        if points > best:
            best = points
    if opening_kind and not rules["opening_several"]:
        return best
    return total if best >= 0 else -1


def opens(rules: dict, sets: list[bytes]) -> bool:
    """Return True if `sets`, laid in one turn, count enough to open."""
    return points_of(rules, sets) >= rules["opening_points"]


def may_be_equal(a: int, b: int) -> bool:
    """Return True if two table jokers can stand for the same tile."""
    if a == b or min(a, b) < STANDING:
        return a == b >= STANDING
    return number_of(a) == number_of(b) and mask_of(a) & mask_of(b) != 0


def make_distinct(a: int, b: int) -> tuple[int, int] | None:
    """Return the codes of two table jokers that must stand for different tiles (T-7): each loses
    the other's colour if that is certain. Return None if both must be the same tile."""
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


def table_jokers(table: list[bytes]) -> list[tuple[int, int, int]]:
    """List the jokers of a table: (index of the set, place in it, code)."""
    return [
        (i, j, table[i][j])
        for i in range(len(table))
        for j in range(len(table[i]))
        if table[i][j] >= STANDING
    ]


def must_differ(jokers: list[tuple[int, int, int]], jokers_differ: bool) -> bool:
    """Return True if the two jokers of a table must stand for different tiles: they lie in one
    group, or did and are still undecided (`jokers_differ`). jokers: from `table_jokers`."""
    return (
        len(jokers) == 2
        and number_of(jokers[0][2]) == number_of(jokers[1][2])
        and (bool(jokers_differ) or jokers[0][0] == jokers[1][0])
    )


def replacements(code: int) -> list[int]:
    """List the kinds of rack tile that retrieve the table joker `code`: each one it may stand for
    (RK-13, CR-10, KR-9)."""
    return kinds_of(code)


def retrieves(code: int, tile: int) -> bool:
    """Return True if the number tile `tile` retrieves the table joker `code`."""
    return code >= STANDING and tile in replacements(code)


def read_sets(sets: list[bytes], rules: dict) -> "Slices[list]":
    """List, in slices, the `readings` of each set; equal sets are read once."""
    known: dict = {}
    out = []
    for codes in [bytes(codes) for codes in sets]:
        if codes not in known:
            known[codes] = readings(codes, rules)
        out.append(known[codes])
        if len(out) % 4 == 0:
            yield None
    return out


def read_in_slices(table: list[bytes], rules: dict) -> "Slices[list[list[bytes]]]":
    """List, in slices, the readings of a table, in which the place of each joker gives its
    identity: several only if a set of one number tile and two jokers reads as group and as run.
    Raises RulesError if a set is illegal."""
    return tables_of(table, (yield from read_sets(table, rules)))


def tables_of(table: list[bytes], ways: list) -> list[list[bytes]]:
    """List the readings of a table from those of its sets. Raises RulesError if one has none."""
    out: list[list[bytes]] = [[]]
    for i in range(len(table)):
        if not ways[i]:
            text = " ".join(set_text(table[i])) or "an empty set"
            raise RulesError("The table holds %s, which is not a legal set." % text)
        out = [before + [way[1]] for before in out for way in ways[i]]
    return out


read_table = blocking(read_in_slices)  # returns the list


def same_set(before: bytes, after: bytes) -> bool:
    """Return True if set `after` is set `before`, perhaps with jokers decided further."""
    if len(before) != len(after):
        return False
    for i in range(len(before)):
        if before[i] != after[i] and not may_be_equal(before[i], after[i]):
            # The two jokers of a group, sorted by identity, may have changed places.
            return (
                i >= len(before) - 2
                and kind_of(before) == GROUP
                and may_be_equal(before[-2], after[-1])
                and may_be_equal(before[-1], after[-2])
            )
    return True
