"""Plays that need no search: sets from the rack, additions to standing sets, plain openings."""

from rules.tilegame import melds, tiles
from rules.tilegame.players import steps
from rules.tilegame.tiles import JOKER, number_of


def own_sets(rules, own, jokers):
    """Sets made of counts `own`, the dearest first, taken out of `own`; with `jokers` also of two
    tiles and a joker.

    Yields None, then a list of bytes of raw codes.
    """
    from rules.tilegame import racksets  # here, or it would stay while a hint is looked for

    yield None
    out = []
    while True:
        best = None
        most = 0
        for joker in (0, 1) if jokers and own[JOKER] else (0,):
            for codes in racksets.sets_of(rules, own, joker, 3 if joker else 13):
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
        out.append(best)


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
