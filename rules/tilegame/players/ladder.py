"""The levels easy, normal and hard: the best play that rearranges only some sets of the table."""

from rules.base import Rng
from rules.tilegame import tiles
from rules.tilegame.players import searches
from rules.tilegame.tiles import JOKER, mask_of, number_of

if False:  # for type checkers
    from rules.base import Slices
    from rules.tilegame.players import Play
    from rules.tilegame.view import View


def play(view: "View", seed: int, sets: int, careless: bool = False) -> "Slices[Play]":
    """Return the play for level easy, normal or hard, see `players.choose`. These levels spend
    jokers only when that decides something.

    sets: maximum number of table sets to rearrange, 0 for all (level hard). careless: whether to
    miss some additions.
    """
    limit = view.habits[searches.CLOSE]
    opened = bool(view.opened[view.seat])
    table_part, other_sets = view.table, []
    if sets:
        table_part, other_sets = yield from _split(view, min(sets, view.habits[searches.SETS]))
    fewest_tiles = searches.fewest_tiles(view)
    plain_tiles = searches.without_jokers(view.rack)
    jokers = len(view.rack) - len(plain_tiles)
    result = yield from searches.solve(view, table_part, plain_tiles, opened, 2 if jokers else 1)
    unlaid = len(plain_tiles) - result.tiles
    nothing_found = not result.tiles and (sets or limit)
    has_waited = searches.turns_without_play(view) >= searches.PATIENCE
    is_impatient = not sets and (has_waited or len(view.rack) > view.habits[searches.FULL])
    end_is_near = fewest_tiles <= limit or not view.pool
    if jokers and (unlaid <= 2 * jokers or end_is_near or nothing_found or is_impatient):
        without_jokers = result
        result = yield from searches.solve(view, table_part, view.rack, opened)
        if sets:
            if without_jokers.tiles and result.tiles < len(view.rack) and not end_is_near:
                result = without_jokers
        elif without_jokers.tiles > result.tiles:
            result = without_jokers
    if not sets:
        return (yield from searches.first_legal(view, searches.plays_of(result)))
    rng = None
    if careless:
        rng = Rng(seed)
        rng.odds = view.habits[searches.MISS]
    if not result.tiles:  # a set outside `table_part` may take a tile
        from rules.tilegame.players import plain

        return (yield from plain.play(view, rng))
    table = other_sets + result.table
    own = tiles.counts(view.rack)
    for code in result.laid:
        own[code] -= 1
    has_added = yield from searches.add_all(view.rules, table, own, rng)
    tables = [table, other_sets + result.table] if has_added else [table]
    return (yield from searches.first_legal(view, tables))


def _split(view, sets):
    """Split the table, in slices: (the `sets` sets of the greatest `_nearness`, the others)."""
    order = []
    if view.opened[view.seat]:
        for i in range(len(view.table)):
            yield None
            near = _nearness(view.table[i], view.rack)
            if near:
                order.append((-near, i))
        order.sort()
    touched = [i for _, i in order[:sets]]
    part = [view.table[i] for i in touched]
    return part, [view.table[i] for i in range(len(view.table)) if i not in touched]


def _nearness(codes, rack):
    """Return a weight for how many rack tiles could go into a set with tiles of the set `codes`."""
    low = number_of(codes[0])
    high = number_of(codes[-1])
    colours = 0
    for code in codes:
        colours |= mask_of(code)
    near = 0
    for code in rack:
        if code < JOKER:
            number = code % 13 + 1
            if low == high:
                # the fourth tile of a group, or one that makes a run with a tile of a group of four
                if number == low and len(codes) == 3:
                    near += 2
                elif len(codes) == 4 and low - 2 <= number <= low + 2:
                    near += 1
            elif low - 1 <= number <= high + 1:
                near += 2 if mask_of(code) & colours else 1
    return near
