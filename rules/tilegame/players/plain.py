"""Plays that need no search: sets from the rack, additions to standing sets, plain openings."""

from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER, number_of

_OVERLOOK = 4  # a careless player does not see one addition in four


def own_sets(rules, own, jokers):
    """Sets made of counts `own`, the dearest first, taken out of `own`; with jokers if `jokers`.

    Yields None, then a list of bytes of raw codes.
    """
    out = []
    while True:
        best = None
        most = 0
        for codes in _candidates(rules, own, jokers and own[JOKER]):
            if codes is None:
                yield None
                continue
            worth = 0
            for code in codes:
                worth += number_of(code) + 1
            if worth > most:
                most = worth
                best = codes
        if best is None:
            yield out
            return
        for code in best:
            own[code] -= 1
        out.append(bytes(best))


def _candidates(rules, own, joker):
    """The largest sets of counts `own`; with `joker` also two tiles and a joker.

    Yields bytearrays, and None now and then."""
    if not rules["runs_only"]:
        for number in range(13):
            row = bytearray()
            for colour in range(4):
                if own[colour * 13 + number]:
                    row.append(colour * 13 + number)
            if joker and len(row) == 2:
                row.append(JOKER)
            if len(row) > 2:
                yield row
        yield None
    if not rules["groups_only"]:
        mixed = rules["mixed_runs"]
        for colour in range(1 if mixed else 4):
            line = bytearray()  # the tile each number can be had with, 255 for none
            for number in range(13):
                code = colour * 13 + number
                while mixed and code < 39 and not own[code]:
                    code += 13
                line.append(code if own[code] else 255)
            row = bytearray()
            for number in range(13):
                if line[number] != 255:
                    row.append(line[number])
                if line[number] == 255 or number == 12:
                    if len(row) > 2:
                        yield row
                    row = bytearray()
            yield None
            if joker:
                for first in range(11):
                    row = bytearray(
                        [one if one != 255 else JOKER for one in line[first : first + 3]]
                    )
                    if bytes(row).count(bytes((JOKER,))) == 1:
                        yield row


def add(rules, table, own, chance):
    """Add tiles of counts `own` to sets of list `table`, in place.

    Yields None, then how many were added.
    chance: an Rng that makes it miss additions, or None. Tiles that cost most go first.
    """
    done = 0
    again = True
    while again:
        again = False
        for number in range(12, -1, -1):
            for code in (number, number + 13, number + 26, number + 39):
                if not own[code]:
                    continue
                yield None
                if _laid_on(rules, table, code, chance):
                    own[code] -= 1
                    done += 1
                    again = True
    yield done


def _laid_on(rules, table, code, chance):
    """Add a tile to the first set of list `table` it fits and `chance` does not make overlooked."""
    for i in range(len(table)):
        grown = melds.add(table[i], code, rules)
        if grown and not (chance and not chance.below(_OVERLOOK)):
            table[i] = grown
            return True
    return False


def opens(view, sets):
    """True when sets from the rack alone count enough to open."""
    return bool(sets) and melds.points_of(view.rules, sets) >= view.rules["opening_points"]


def open_plainly(view):
    """Opening melds of whole sets from the rack: yields None, then tables, the last b""."""
    for jokers in (False, True):
        if jokers and not view.rack.count(bytes((JOKER,))):
            break
        for sets in own_sets(view.rules, tiles.counts(view.rack), jokers):
            if sets is None:
                yield None
        sets = [melds.readings(codes, view.rules)[0][1] for codes in sets]
        if opens(view, sets):
            yield view.table + sets
    yield b""


def plainly(view, chance=None):
    """Sets from the rack and additions to standing sets. Yields None, then tables, the last b"".

    chance: an Rng that makes it overlook additions, or None.
    """
    rules = view.rules
    if not view.opened[view.seat]:
        for table in open_plainly(view):
            yield table
        return
    for jokers in (False, True):
        own = tiles.counts(view.rack)
        if jokers and not own[JOKER]:
            break
        table = list(view.table)
        for sets in own_sets(rules, own, jokers):
            if sets is None:
                yield None
        for done in add(rules, table, own, chance):
            if done is None:
                yield None
        if done or sets:
            break
    if done or sets:
        yield table + sets
        if sets:
            yield view.table + sets
    yield b""


def legal(view, table):
    """Yields None, then a bool: the view's seat may end its turn with `table` (T-3)."""
    from rules.tilegame import referee

    for verdict in referee.judging(
        view.rules, view.table, view.rack, table, view.opened[view.seat], view.parted
    ):
        if verdict is None:
            yield None
    yield verdict.legal
