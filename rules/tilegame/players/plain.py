"""Plays without a search: sets from the rack, additions to standing sets, plain openings."""

from rules.tilegame import melds, tiles
from rules.tilegame.players import searches
from rules.tilegame.tiles import JOKER, number_of

if False:  # for type checkers
    from rules.base import Rng, Slices
    from rules.tilegame.players import Play
    from rules.tilegame.view import View


def own_sets(rules: dict, own: bytearray, jokers: bool) -> "Slices[list[bytes]]":
    """Make sets of counts `own`, the dearest first, and take them out of `own`.

    jokers: also use a joker with two tiles. In slices; returns a list of bytes of raw codes.
    """
    from rules.tilegame import racksets  # here, or it would stay while a hint is looked for

    yield None
    out: list[bytes] = []
    while True:
        best: bytes | None = None
        most = 0
        for joker in (0, 1) if jokers and own[JOKER] else (0,):
            for kind in racksets.KINDS:
                for codes in racksets.sets_of(rules, own, joker, 3 if joker else 13, (kind,)):
                    worth = 0
                    for code in codes:
                        worth += number_of(code) + 1
                    if worth > most:
                        most = worth
                        best = codes
                yield None
        if best is None:
            return out
        for code in best:
            own[code] -= 1
        out.append(best)


def opening(view: "View") -> "Slices[Play]":
    """Find an opening meld of whole sets from the rack, in slices; returns its table, or b""."""
    for jokers in (False, True):
        if jokers and not view.rack.count(bytes((JOKER,))):
            break
        sets = yield from own_sets(view.rules, tiles.counts(view.rack), jokers)
        sets = [melds.readings(codes, view.rules)[0][1] for codes in sets]
        if melds.opens(view.rules, sets) and (yield from searches.legal(view, view.table + sets)):
            return view.table + sets
    return b""


def play(view: "View", chance: "Rng | None" = None) -> "Slices[Play]":
    """Lay sets from the rack and add to standing sets, in slices; returns the table, or b"".

    chance: an Rng that overlooks additions, or None.
    """
    rules = view.rules
    if not view.opened[view.seat]:
        return (yield from opening(view))
    for jokers in (False, True):
        own = tiles.counts(view.rack)
        if jokers and not own[JOKER]:
            break
        table = list(view.table)
        sets = yield from own_sets(rules, own, jokers)
        done = yield from searches.add(rules, table, own, chance)
        if done or sets:
            break
    tables: list[Play] = [b""]
    if done or sets:
        tables = [table + sets, view.table + sets, b""] if sets else [table, b""]
    return (yield from searches.first_legal(view, tables))
