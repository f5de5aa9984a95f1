"""What tiles laid in one turn could have opened with, where one may build in that turn (RG-4,
RK-5).

The opening meld may have been rearranged within the turn, so the referee asks for the best sets
that the laid tiles alone can make.
"""

from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER, KINDS


def best_opening(rules, laid):
    """The most that sets made of the tiles `laid` (counts of 53) alone count towards the opening.

    Stops at rules["opening_points"]. -1 when they make no set that may open. Needed where one may
    build in the opening turn (RG-4): the opening meld may have been rearranged within that turn.
    """
    need = rules["opening_points"]
    options = []  # (value, set as counted tiles); a run of six or more is two shorter ones,
    alone = rules["opening_sets"] == "group" and not rules["opening_several"]
    for codes in rack_sets(rules, laid, 13 if alone else 5):  # unless one set alone must do it
        points = melds.points_of(rules, [codes])
        if points >= 0:
            options.append((points, codes))
            if points >= need:
                return points
    if not options:
        return -1
    options.sort()
    best = options[-1][0]
    if alone:
        return best
    # Depth first over the options with a stack of chosen indices.
    left = bytearray(laid)
    stack = []
    total = 0
    choice = len(options) - 1
    while True:
        while choice >= 0 and not _take(left, options[choice][1]):
            choice -= 1
        if choice < 0:
            if not stack:
                return best
            choice = stack.pop()
            total -= options[choice][0]
        elif total + options[choice][0] + _worth(left) > best:
            total += options[choice][0]
            stack.append(choice)
            if total > best:
                best = total
                if best >= need:
                    return best
            continue
        _give(left, options[choice][1])
        choice -= 1


def _worth(left):
    """An upper bound of what the tiles left can still count."""
    total = 0
    for code in range(KINDS):
        if left[code]:
            total += (code % 13 + 1) * left[code]
    return total + left[JOKER] * melds.FLAT_JOKER


def _take(left, codes):
    """Take a set's tiles from counts; False, and nothing taken, when one is missing."""
    for i in range(len(codes)):
        code = tiles.plain(codes[i])
        if not left[code]:
            for j in range(i):
                left[tiles.plain(codes[j])] += 1
            return False
        left[code] -= 1
    return True


def _give(left, codes):
    for code in codes:
        left[tiles.plain(code)] += 1


def rack_sets(rules, own, longest):
    """Every set that counts `own` can make, runs up to `longest` tiles: a list of sets as bytes.

    Up to two jokers a set (T-9), each in every place; identities filled in.
    """
    out = []
    if not rules["runs_only"]:
        for row in _group_rows(own):
            out.append(melds.readings(row, rules)[0][1])
    if not rules["groups_only"]:
        for size in range(3, longest + 1):
            for first in range(1, 15 - size):
                for row in _rows(rules, own, first, size):
                    out.append(melds.readings(row, rules)[-1][1])
    return out


def _group_rows(own):
    """Every group that counts `own` can make, as raw codes, jokers last."""
    out = []
    for number in range(1, 14):
        for colours in range(1, 16):
            row = bytearray()
            for colour in range(4):
                if colours >> colour & 1:
                    row.append(tiles.kind(colour, number))
            if 0 in [own[code] for code in row]:
                continue
            for jokers in range(own[JOKER] + 1):
                if 3 <= len(row) + jokers <= 4:
                    out.append(bytes(row) + bytes([JOKER] * jokers))
    return out


def _rows(rules, own, first, size):
    """Every run of `size` tiles from number `first` that counts `own` can make, as raw codes."""
    rows = [b""]
    if rules["mixed_runs"]:
        for number in range(first, first + size):
            ways = [
                tiles.kind(colour, number) for colour in range(4) if own[tiles.kind(colour, number)]
            ]
            if own[JOKER]:
                ways.append(JOKER)
            rows = [row + bytes([code]) for row in rows for code in ways]
    else:
        rows = []
        for colour in range(4):
            here = [b""]
            for number in range(first, first + size):
                code = tiles.kind(colour, number)
                ways = ([code] if own[code] else []) + ([JOKER] if own[JOKER] else [])
                here = [row + bytes([tile]) for row in here for tile in ways]
            rows += here
    good = []
    for row in rows:
        jokers = 0
        for code in row:
            jokers += code == JOKER
        if jokers <= own[JOKER] and jokers < size:
            good.append(row)
    return good
