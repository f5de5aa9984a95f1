"""master: opens early, plays often, and keeps what may let it go out at once.

It holds back what it could lay, since a whole rack finds its last tile more often than two tiles
do, and the others find a poor table. So as not to grow it lays a single tile every other turn,
where one fits. It lays all it can after some turns without a play, with a full rack or an empty
pool, and as soon as another seat may go out and what it holds would then cost too much.
"""

from rules.tilegame.players import searches
from rules.tilegame.tiles import JOKER, number_of

if False:  # for type checkers
    from rules.base import Slices
    from rules.tilegame.players import Play
    from rules.tilegame.view import View

# Measured with `match` (docs/PLAYERS.md).
WAITS = 5  # turns in a row without a play, at most
FULL = 22  # tiles: with more on its rack it lays all it can
SHED = 3  # where the round ends with the pool (RG-11): that many last turns lay all it can
RISK = 64 * 9  # points that holding back may cost, weighted by the chance that another goes out
# Of 64: how often an opened seat goes out with its next turn when it holds 0, 1, 2 ... tiles.
_OUT = b"\x00\x0f\x06\x03\x02\x01\x01\x01"


def play(view: "View", seed: int) -> "Slices[Play]":
    """Return the play of master, see `players.choose`."""
    if not view.opened[view.seat]:
        if view.rules["opening_build"]:
            return (yield from searches.large_opening(view))
        table = yield from searches.small_opening(view)
        return (yield from searches.first_legal(view, [table]))
    result = yield from searches.ask(view, view.table, view.rack)
    size = len(view.rack)
    may_wait = view.pool > (SHED * view.seats if view.rules["stop_on_empty"] else 0)
    safe = chance_of_loss(view) * result.points < RISK
    if 0 < result.tiles < size <= FULL and may_wait and safe:
        waited = searches.turns_without_play(view)
        if waited >= view.habits[searches.PAUSE]:
            table = yield from one_tile(view)
            if table:
                return table
        if waited < WAITS:
            return b""
    return (yield from searches.first_legal(view, searches.answer(result)))


def chance_of_loss(view: "View") -> int:
    """Return how likely another seat goes out before the next turn of this one, of 64."""
    chance = 0
    for seat in range(view.seats):
        if seat != view.seat and view.opened[seat] and view.counts[seat] < len(_OUT):
            chance += _OUT[view.counts[seat]]
    return chance


def one_tile(view: "View") -> "Slices[Play]":
    """Add the dearest rack tile that the referee accepts to a standing set, in slices; return the
    table, or None."""
    for code in sorted(set(view.rack), key=dearest):
        if code < JOKER:
            table = yield from with_one_more(view, code)
            if table and (yield from searches.legal(view, table)):
                return table
    return None


def with_one_more(view: "View", code: int) -> "Slices[list[bytes] | None]":
    """Add one rack tile to a standing set, in slices; return the table, None if it fits none."""
    table = list(view.table)
    own = bytearray(53)
    own[code] = 1
    done = yield from searches.add(view.rules, table, own, None)
    return table if done else None


def dearest(code: int) -> tuple[int, int]:
    """Return a key that sorts dear tiles first."""
    return -number_of(code) if code < JOKER else 0, code
