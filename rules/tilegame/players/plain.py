"""Plays that need no search: sets from the rack, additions to standing sets, plain openings."""

from rules.tilegame import melds, tiles
from rules.tilegame.players import steps
from rules.tilegame.tiles import JOKER, number_of


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


def open_plainly(view):
    """Opening melds of whole sets from the rack: yields None, then tables, the last b""."""
    for jokers in (False, True):
        if jokers and not view.rack.count(bytes((JOKER,))):
            break
        for sets in own_sets(view.rules, tiles.counts(view.rack), jokers):
            if sets is None:
                yield None
        sets = [melds.readings(codes, view.rules)[0][1] for codes in sets]
        if steps.opens(view, sets):
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
        for done in steps.add(rules, table, own, chance):
            if done is None:
                yield None
        if done or sets:
            break
    if done or sets:
        yield table + sets
        if sets:
            yield view.table + sets
    yield b""
