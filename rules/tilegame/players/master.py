"""master: opens early, plays often, and keeps what may let it go out at once.

It holds back what it could lay, since a whole rack finds its last tile more often than two tiles
do, and the others find a poor table. So as not to grow it lays a single tile every other turn,
where one fits. After some turns without a play, with a full rack or an empty pool it lays all it
can.
"""

from rules.tilegame.players import searches
from rules.tilegame.tiles import JOKER, number_of

if False:  # for type checkers
    from rules.base import Slices
    from rules.tilegame.players import Play
    from rules.tilegame.view import View

PLAYED, OPENED = 1, 6  # kinds of the history, see rules/tilegame/game.py
# Measured with `match` (docs/PLAYERS.md).
WAITS = 5  # turns in a row without a play, at most
FULL = 17  # tiles: with more on its rack it lays all it can


def play(view: "View", seed: int) -> "Slices[Play]":
    """Return the play of master, see `players.choose`."""
    if not view.opened[view.seat]:
        if view.rules["opening_build"]:
            return (yield from searches.large_opening(view))
        table = yield from searches.small_opening(view)
        return (yield from searches.first_legal(view, [table]))
    result = yield from searches.ask(view, view.table, view.rack)
    size = len(view.rack)
    if 0 < result.tiles < size <= FULL and view.pool:
        waited = _turns_without_play(view)
        if waited >= view.habits[searches.PAUSE]:
            table = yield from one_tile(view)
            if table:
                return table
        if waited < WAITS:
            view.reason = 1  # it holds back a play: see `reason`
            return b""
    return (yield from searches.first_legal(view, searches.answer(result)))


def _turns_without_play(view):
    """Count the seat's last turns in which it made no play."""
    many = 0
    for place in range(len(view.history) - 2, -1, -2):
        if view.history[place] & 15 == view.seat:
            if view.history[place] >> 4 in (PLAYED, OPENED):
                break
            many += 1
    return many


def one_tile(view: "View") -> "Slices[Play]":
    """Add the dearest rack tile that the referee accepts to a standing set, in slices; return the
    table, or None."""
    for code in sorted(set(view.rack), key=dearest):
        if code < JOKER:
            table = list(view.table)
            own = bytearray(53)
            own[code] = 1
            done = yield from searches.add(view.rules, table, own, None)
            if done and (yield from searches.legal(view, table)):
                return table
    return None


def dearest(code: int) -> tuple[int, int]:
    """Return a key that sorts dear tiles first."""
    return -number_of(code) if code < JOKER else 0, code
