"""The level master: opens with few tiles, then holds the rest to go out with many at once.

A large rack becomes playable as a whole more often than a rack of two tiles does, and the other
players find fewer sets on the table. So that its rack does not grow, it lays a single tile every
other turn if one fits. It lays all it can after some turns without a play, with a full rack or an
empty pool, and as soon as another seat may go out and the tiles it holds would cost too much.
"""

from rules.tilegame import tiles
from rules.tilegame.players import searches
from rules.tilegame.tiles import JOKER, number_of

if False:  # for type checkers
    from rules.base import Slices
    from rules.tilegame.players import Play
    from rules.tilegame.view import View

# Measured with `match` (docs/PLAYERS.md).
WAITS = 5  # maximum number of turns in a row without a play
FULL = 22  # tiles: with more on its rack it lays all it can
SHED = 3  # last turns in which it lays all it can if the round ends with the pool (RG-11)
RISK = 64 * 9  # points that holding back may cost, times the chance, of 64, that another goes out
# Of 64: the chance that an opened seat with 0, 1, 2 ... tiles goes out in its next turn.
_OUT = b"\x00\x0f\x06\x03\x02\x01\x01\x01"


def play(view: "View", seed: int) -> "Slices[Play]":
    """Return the play of master, see `players.choose`."""
    opened = view.opened[view.seat]
    size = len(view.rack)
    chance = chance_of_loss(view)
    waited_turns = searches.turns_without_play(view)
    may_wait = view.pool > (SHED * view.seats if view.rules["stop_on_empty"] else 0)
    may_hold = opened and may_wait and size <= FULL
    rack_points = tiles.weight(view.rack, view.rules["joker_penalty"])
    # No play can be worth more than the rack. The search for the whole rack takes few states.
    holds = may_hold and waited_turns < WAITS and chance * rack_points < RISK
    if holds or not opened and view.rules["opening_build"]:  # RG-4: it may open and go out
        result = yield from searches.solve(view, view.table, view.rack, tidy=0, min_tiles=size)
        if result.tiles == size and (yield from searches.legal(view, result.table)):
            return result.table
    if not opened:
        table = yield from searches.small_opening(view)
        return (yield from searches.first_legal(view, [table]))
    if not holds:
        result = yield from searches.solve(view, view.table, view.rack)
        holds = 0 < result.tiles < size and may_hold and chance * result.points < RISK
    if holds and waited_turns >= view.habits[searches.PAUSE]:
        table = yield from add_one_tile(view)
        if table:
            return table
    if holds and waited_turns < WAITS:
        return b""
    return (yield from searches.first_legal(view, searches.plays_of(result)))


def chance_of_loss(view: "View") -> int:
    """Return the chance, of 64, that another seat goes out before the next turn of this one."""
    chance = 0
    for seat in range(view.seats):
        if seat != view.seat and view.opened[seat] and view.counts[seat] < len(_OUT):
            chance += _OUT[view.counts[seat]]
    return chance


def add_one_tile(view: "View") -> "Slices[Play]":
    """Add one rack tile to a table set, in slices: the most expensive that the referee accepts.
    Return the table, or None."""
    for code in sorted(set(view.rack), key=dearest_first):
        if code < JOKER:
            table = yield from add_tile(view, code)
            if table and (yield from searches.legal(view, table)):
                return table
    return None


def add_tile(view: "View", code: int) -> "Slices[list[bytes] | None]":
    """Add one rack tile to a table set, in slices; return the table, None if it fits no set."""
    table = list(view.table)
    own = bytearray(53)
    own[code] = 1
    added = yield from searches.add_all(view.rules, table, own, None)
    return table if added else None


def dearest_first(code: int) -> tuple[int, int]:
    """Return a sort key that puts expensive tiles first."""
    return -number_of(code) if code < JOKER else 0, code
