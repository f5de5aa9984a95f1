"""holder, the strongest player before master: opens small, then holds until all goes down at once.

With an empty pool and two seats it knows the other's rack, lays one tile a turn and none that lets
the other go out. Kept as it was, to measure by.
"""

from typing import Any

from rules.tilegame import tiles
from rules.tilegame.players import basics, searches
from rules.tilegame.tiles import JOKER, number_of

if False:  # for type checkers
    from rules.slices import Slices

_HOPE = 50  # points that are risked for a stalled round: the other may not pass
_TRIES = 8  # tiles looked at for a slow turn
# Where the round ends with the pool: shed points in so many last turns of each seat, if another
# holds less than half as many tiles.
_LAST_TURNS = 3


def play(view: Any, seed: int) -> "Slices[Any]":
    """Opens small, holds, goes out in one turn; sheds when the pool ends."""
    if not view.opened[view.seat]:
        table = yield from searches.small_opening(view)
        return (yield from basics.first_legal(view, [table]))
    hold = view.pool and not _must_shed(view)
    result = yield from searches.all_down(view, view.table, view.rack, 1 if hold else 2)
    if result.tiles == len(view.rack):
        return (yield from basics.first_legal(view, [result.table]))
    if hold:
        return b""
    if view.seats == 2 and not view.pool:
        return (yield from _slowly(view))
    goal = "points" if view.rules["stop_on_empty"] else "tiles"
    return (yield from searches.best(view, goal))


def _slowly(view):
    """Of two with an empty pool: one tile, or none, so that the other cannot go out next.

    None is best where a stalled round would be won by it (T-12, RK-18, KR-12). With no such move
    most points are shed, unless a stalled round costs little more than going on with what is left.
    Returns a table or b"", a pass.
    """
    rules = view.rules
    other = searches.unseen(view)
    if len(other) != view.counts[1 - view.seat]:
        other = b""
    penalty = rules["joker_penalty"]
    its = tiles.weight(other, penalty)
    ahead = tiles.weight(view.rack, penalty) < its
    moves = sorted([(-number_of(code), code) for code in set(view.rack) if code < JOKER])
    if ahead and not view.must_play:
        moves.insert(0, None)  # a pass
    tries = 0
    for move in moves:
        table = list(view.table)
        if move:
            own = bytearray(53)
            own[move[1]] = 1
            good = yield from basics.add(rules, table, own, None)
            if not good or not (yield from basics.legal(view, table)):
                continue
        out = yield from _may_go_out(view, table, other)
        if not out:
            return table if move else b""
        tries += 1
        if tries >= _TRIES:
            break
    result = yield from searches.ask(view, view.table, view.rack, goal="points")
    if other and not ahead and not view.must_play and result.points < its + _HOPE:
        out = yield from _may_go_out(view, view.table, other)
        if not out:
            return b""
    return (yield from basics.first_legal(view, searches.answer(result)))


def _must_shed(view):
    """True when the pool, and with it the round, ends soon and another holds far less (RG-11)."""
    if not view.rules["stop_on_empty"] or view.pool > _LAST_TURNS * view.seats:
        return False
    fewest = min([view.counts[i] for i in range(view.seats) if i != view.seat])
    return 2 * fewest < len(view.rack)


def _may_go_out(view, table, other):
    """Can the other of two, with the rack `other`, lay all of it next?

    A bool, True also where a short search does not tell."""
    result = None
    if other and view.opened[1 - view.seat]:
        result = yield from searches.all_down(view, table, other, _TRIES)
    return result is not None and (result.tiles == len(other) or not result.proved)
