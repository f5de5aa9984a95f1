"""easy, normal and hard: the best play on the standing sets that a level looks at."""

from rules.base import Rng
from rules.tilegame import tiles
from rules.tilegame.players import searches
from rules.tilegame.tiles import JOKER, mask_of, number_of

if False:  # for type checkers
    from rules.base import Slices
    from rules.tilegame.players import Play
    from rules.tilegame.view import View


def play(view: "View", seed: int, sets: int, careless: bool = False) -> "Slices[Play]":
    """Return the play of the levels easy, normal or hard, see `players.choose`. They spend jokers
    only when that decides something.

    sets: maximum number of table sets to rearrange, 0 for all, as hard does. careless: whether to
    miss some additions.
    """
    close = view.habits[searches.CLOSE]
    opened = bool(view.opened[view.seat])
    table_part, rest = view.table, []
    if sets:
        table_part, rest = yield from _split(view, min(sets, view.habits[searches.SETS]))
    fewest = searches.fewest(view)
    plain_tiles = searches.without_jokers(view.rack)
    jokers = len(view.rack) - len(plain_tiles)
    result = yield from searches.ask(view, table_part, plain_tiles, opened, 2 if jokers else 1)
    unlaid = len(plain_tiles) - result.tiles
    stuck = not result.tiles and (sets or close)
    impatient = len(view.rack) > view.habits[searches.FULL]
    impatient = not sets and (impatient or searches.turns_without_play(view) >= searches.PATIENCE)
    if jokers and (unlaid <= 2 * jokers or fewest <= close or stuck or not view.pool or impatient):
        joker_free = result
        result = yield from searches.ask(view, table_part, view.rack, opened)
        if sets:
            if joker_free.tiles and result.tiles < len(view.rack) and fewest > close and view.pool:
                result = joker_free
        elif joker_free.tiles > result.tiles:
            result = joker_free
    if not sets:
        return (yield from searches.first_legal(view, searches.answer(result)))
    chance = None
    if careless:
        chance = Rng(seed)
        chance.odds = view.habits[searches.MISS]
    if not result.tiles:  # a set outside `table_part` may take a tile
        from rules.tilegame.players import plain

        return (yield from plain.play(view, chance))
    table = rest + result.table
    plain_tiles = tiles.counts(view.rack)
    for code in result.laid:
        plain_tiles[code] -= 1
    has_added = yield from searches.add(view.rules, table, plain_tiles, chance)
    tables = [table, rest + result.table] if has_added else [table]
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
    """Weigh how many rack tiles could go together with a standing set."""
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
                # the fourth of a group, or a tile that a group of four can help to a run
                if number == low and len(codes) == 3:
                    near += 2
                elif len(codes) == 4 and low - 2 <= number <= low + 2:
                    near += 1
            elif low - 1 <= number <= high + 1:
                near += 2 if mask_of(code) & colours else 1
    return near
