"""Plays without a search: sets from the rack, additions to table sets, simple openings."""

from rules.tilegame import melds, tiles
from rules.tilegame.players import searches
from rules.tilegame.tiles import JOKER, number_of

if False:  # for type checkers
    from rules.base import Rng, Slices
    from rules.tilegame.players import Play
    from rules.tilegame.view import View


def make_sets(rules: dict, own: bytearray, jokers: bool) -> "Slices[list[bytes]]":
    """Make sets of the tiles that `own` counts, in slices, the most expensive first; take them out
    of `own`. Return a list of sets of raw codes.

    jokers: whether to use a joker with two tiles.
    """
    from rules.tilegame import racksets  # imported here so that it is unloaded before a hint

    yield None
    out: list[bytes] = []
    while True:
        best: bytes | None = None
        best_value = 0
        for joker in (0, 1) if jokers and own[JOKER] else (0,):
            for kind in racksets.KINDS:
                for codes in racksets.sets_of(rules, own, joker, 3 if joker else 13, (kind,)):
                    value = 0
                    for code in codes:
                        value += number_of(code) + 1
                    if value > best_value:
                        best_value = value
                        best = codes
                yield None
        if best is None:
            return out
        for code in best:
            own[code] -= 1
        out.append(best)


def opening(view: "View") -> "Slices[Play]":
    """Find an opening meld of sets from the rack, in slices; return the table with it, or b""."""
    for jokers in (False, True):
        if jokers and not view.rack.count(bytes((JOKER,))):
            break
        sets = yield from make_sets(view.rules, tiles.counts(view.rack), jokers)
        sets = [melds.readings(codes, view.rules)[0][1] for codes in sets]
        if melds.opens(view.rules, sets) and (yield from searches.legal(view, view.table + sets)):
            return view.table + sets
    return b""


def play(view: "View", rng: "Rng | None" = None) -> "Slices[Play]":
    """Lay sets from the rack and add to table sets, in slices; return the table, or b"".

    rng: overlooks some additions; None: overlook none.
    """
    rules = view.rules
    if not view.opened[view.seat]:
        return (yield from opening(view))
    for jokers in (False, True):
        own = tiles.counts(view.rack)
        if jokers and not own[JOKER]:
            break
        table = list(view.table)
        sets = yield from make_sets(rules, own, jokers)
        added = yield from searches.add_all(rules, table, own, rng)
        if added or sets:
            break
    tables: list[Play] = [b""]
    if added or sets:
        tables = [table + sets, view.table + sets, b""] if sets else [table, b""]
    return (yield from searches.first_legal(view, tables))
