"""What tiles laid in one turn could have opened with, where one may build in that turn (RG-4,
RK-5).

The opening meld may have been rearranged within the turn, so the referee asks for the best sets
that the laid tiles alone can make.
"""

from rules.tilegame import melds, racksets, tiles
from rules.tilegame.tiles import JOKER, KINDS

if False:  # for type checkers
    from collections.abc import Iterator

    from rules.slices import Slices


def best_opening(rules: dict, laid: bytearray) -> "Slices[int]":
    """In slices (see rules.slices); returns the most that sets made of the tiles `laid` (counts of
    53) alone count towards the opening.

    Stops at rules["opening_points"]. -1 when they make no set that may open. Needed where one may
    build in the opening turn: the opening meld may have been rearranged within that turn.
    """
    need = rules["opening_points"]
    alone = rules["opening_sets"] == "group" and not rules["opening_several"]
    worth = {}  # of each set that may open
    # a run of six or more is two shorter ones, unless one set alone must do it
    for codes in every_set(rules, laid, 13 if alone else 5):
        points = melds.points_of(rules, [codes])
        if points >= need:
            return points
        if points >= 0:
            worth[codes] = points
        if not len(worth) & 3:
            yield None
    if not worth:
        return -1
    options = sorted([(worth[codes], codes) for codes in worth])
    best = options[-1][0]
    if alone:
        return best
    # Depth first over the options with a stack of chosen indices.
    left = bytearray(laid)
    stack: list[int] = []
    total = 0
    choice = len(options) - 1
    while True:
        yield None
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


def every_set(rules: dict, own: bytearray, longest: int) -> "Iterator[bytes]":
    """Every set that counts `own` make, runs of up to `longest` tiles: yields sets as bytes, some
    more than once.

    With jokers and colours in every way, what jokers stand for filled in.
    """
    jokers = own[JOKER]
    only = dict(rules)
    only["groups_only"] = True
    for row in racksets.sets_of(only, own, jokers):
        for codes in _groups(row, jokers):
            yield melds.group(codes)  # type: ignore[misc] # it is one
    only = dict(rules)
    only["runs_only"] = True
    for size in range(3, longest + 1):
        for row in racksets.sets_of(only, own, jokers, size):
            if len(row) == size:
                for codes in _runs(row, own if rules["mixed_runs"] else None, jokers):
                    yield melds.readings(codes, only)[0][1]


def _groups(row, jokers):
    """Every group of real tiles of `row`, a group, and of up to `jokers` jokers."""
    rows = [b""]
    for code in row:
        if code < JOKER:
            rows += [before + bytes((code,)) for before in rows]
    for before in rows[1:]:
        for many in range(jokers + 1):
            if 3 <= len(before) + many <= 4:
                yield before + bytes((JOKER,)) * many


def _runs(row, own, jokers):
    """Every run in the places of `row`, a run: with up to `jokers` jokers for tiles and, of mixed
    colours, with other tiles of counts `own` (else None)."""
    rows = [b""]
    for tile in row:
        ways = [tile] if tile == JOKER else [tile, JOKER]
        if own and tile < JOKER:
            ways += [code for code in range(tile % 13, 52, 13) if own[code] and code != tile]
        rows = [before + bytes((code,)) for before in rows for code in ways]
        rows = [before for before in rows if before.count(bytes((JOKER,))) <= jokers]
    for before in rows:
        if min(before) < JOKER:
            yield before
