"""The sparring partner miser: it holds its tiles until it can lay all of them in one turn.

That leaves the others few sets to add to. Before that it opens with few tiles, or not at all if the
opening turn may build, so that it can lay all in that turn. It stops holding where that does not
win: in the last turns of a round that ends with the pool; at four seats, if another may soon go
out; against players who hold as well; and at two seats with an empty pool, where it knows the other
rack: all tiles that it has not seen. It wins most of all, after thirty and more draws.
"""

from rules.tilegame import melds, tiles
from rules.tilegame.players import master, searches
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.base import Slices
    from rules.tilegame.players import Play
    from rules.tilegame.view import View

# Measured with `match`.
SLOW = 11  # if the round ends with the pool (RG-11): one tile a turn while all hold that many
SHED_TURNS = 3  # then: last turns in which to lay most points, if another has half the tiles
LAST = 1  # three seats and more: one tile a turn, no draw, when the pool holds no more
SAFE_TILES = 12  # three seats and more, pool empty: one tile a turn while all others hold more
DARE = 2  # two seats, pool empty: divisor of the states to search for whether the other goes out
WAIT = 3  # opening turn may build: the whole rack or nothing, while that many turns are left
RISK = 64 * 20  # four seats, no RG-11: lay tiles once the chance that another goes out costs that
_TRIES = 8  # maximum number of single tiles to try in the end game


def play(view: "View", seed: int) -> "Slices[Play]":
    """Return miser's play: the table after it, or b"" to draw or pass."""
    other_seats = [seat for seat in range(view.seats) if seat != view.seat]
    fewest_tiles = searches.fewest_tiles(view)
    # RG-11: the pool runs out soon, which ends the round, and another seat has far fewer tiles.
    ends_soon = (
        view.rules["stop_on_empty"]
        and view.pool <= SHED_TURNS * view.seats
        and 2 * fewest_tiles < len(view.rack)
    )
    if not view.opened[view.seat]:
        return (yield from _play_opening(view, ends_soon))
    any_rival_opened = any(view.opened[seat] for seat in other_seats)
    result = yield from _find_whole_rack_play(view, view.table, view.rack)
    if result.tiles == len(view.rack):
        return (yield from searches.first_legal(view, [result.table]))
    if view.pool and not ends_soon:
        table = None
        if view.seats > 3 and not view.rules["stop_on_empty"]:
            table = yield from _play_if_holding_is_risky(view)
        if not table and any_rival_opened and _should_lay_one(view, fewest_tiles):
            table = yield from master.add_one_tile(view)
        return table or b""
    if not view.pool and not any_rival_opened:  # no other seat can go out
        return (yield from searches.best_play(view, "points"))
    if not view.pool and view.seats == 2:
        return (yield from _play_endgame(view))
    table = None
    if not view.pool and fewest_tiles > SAFE_TILES:
        table = yield from master.add_one_tile(view)
    return table or (yield from searches.best_play(view, "points" if view.pool else "tiles"))


def _play_opening(view, ends_soon):
    """Open, in slices. If the opening turn may build, open with the whole rack, or not at all while
    the pool lasts, so that the table stays empty. Otherwise open with a small meld, or with all
    possible tiles if the round ends soon.
    """
    if view.rules["opening_build"] and view.pool:
        may_wait = view.pool > WAIT * view.seats and not ends_soon
        result = yield from _find_whole_rack_play(view, view.table, view.rack)
        if result.tiles == len(view.rack) and (yield from searches.legal(view, result.table)):
            return result.table
        if may_wait:
            return b""
    if ends_soon:
        return (yield from searches.best_play(view))
    table = yield from searches.small_opening(view)
    return (yield from searches.first_legal(view, [table]))


def _play_if_holding_is_risky(view):
    """Return, in slices, the play of most points, or None if another seat is so unlikely to go out
    that holding the tiles is worth more."""
    risk = master.chance_of_loss(view)
    if risk * _weight(view, view.rack) < RISK:
        return None
    table = None
    for table in (yield from searches.best_plays(view, "points")):
        pass  # the last one
    gain = _weight(view, b"".join(table or ())) - _weight(view, b"".join(view.table))
    if risk * gain < RISK:
        return None
    return (yield from searches.first_legal(view, [table]))


def _weight(view, codes):
    """Return the points that tiles cost on a rack."""
    return tiles.weight(codes, view.rules["joker_penalty"])


def _should_lay_one(view, fewest_tiles):
    """Return whether to lay one tile a turn instead of drawing."""
    if view.rules["stop_on_empty"] and fewest_tiles >= SLOW:
        return True
    return view.seats > 2 and view.pool <= LAST


def _unseen_tiles(view):
    """Return the tiles that are neither on the table nor on this seat's rack."""
    used = tiles.table_counts(view.table + [view.rack])
    out = bytearray()
    for code in range(53):
        pack = view.rules["jokers"] if code == JOKER else 2
        out.extend(bytes((code,)) * (pack - used[code]))
    return bytes(out)


def _play_endgame(view):
    """Play, in slices, at two seats with an empty pool: one tile or none, so that the opponent
    cannot go out next.

    The seat that has to lay first loses, and the seat that is ahead can pass for free. So passing
    is best if it wins a stalled round (T-12, RK-18), unless a seat with a play must lay (KR-10).
    If no such move exists, lay the most points, unless a stalled round costs less.
    """
    rival = _unseen_tiles(view)
    if len(rival) != view.counts[1 - view.seat]:
        rival = b""
    other_points = _weight(view, rival)
    ahead = _weight(view, view.rack) < other_points
    if ahead and not view.must_play and not (yield from _can_go_out(view, view.table, rival)):
        return b""
    ordered_codes = yield from _order_tiles(view, rival)
    for code in ordered_codes[:_TRIES]:
        table = yield from master.add_tile(view, code)
        if not (yield from searches.legal(view, table)):
            continue
        if not (yield from _can_go_out(view, table, rival)):
            return table
    result = yield from searches.solve(view, view.table, view.rack, goal="points")
    if rival and not ahead and not view.must_play and result.points < other_points:
        if not (yield from _can_go_out(view, view.table, rival)):
            return b""
    return (yield from searches.first_legal(view, searches.plays_of(result)))


def _order_tiles(view, rival):
    """Return, in slices, the rack tiles that fit a table set, the best first. rival: the opponent's
    rack, b"" if unknown."""
    order = []
    for code in sorted(set(view.rack)):
        if code == JOKER:
            continue
        table = yield from master.add_tile(view, code)
        if table:
            advantage = 0  # the opponent's
            if rival:  # prefer tiles that leave the opponent few places, and this seat many
                advantage = _count_fitting(view.rules, table, rival) - _count_fitting(
                    view.rules, table, view.rack
                )
                yield None
            order.append((advantage, master.dearest_first(code)))
    order.sort()
    return [key[1][1] for key in order]


def _count_fitting(rules, table, rack):
    """Return how many kinds of tiles of a rack fit a table set."""
    count = 0
    for code in set(rack):
        if code < JOKER:
            for codes in table:
                if melds.add(codes, code, rules):
                    count += 1
                    break
    return count


def _can_go_out(view, table, rival):
    """Return, in slices, whether a short search finds that the opponent can lay its rack
    `rival`."""
    if not rival or not view.opened[1 - view.seat]:
        return False
    result = yield from _find_whole_rack_play(view, table, rival, DARE)
    return result.tiles == len(rival)


def _find_whole_rack_play(view, table, rack, share=1):
    """Search, in slices, for a play of the whole rack; return a Result, which has all tiles if
    there is one. share: divisor of the turn's limit of states."""
    return (yield from searches.solve(view, table, rack, True, share, 0, min_tiles=len(rack)))
