"""Apply a move of a tile game, and keep what its replay shows."""

from pocket.app import flow
from pocket.games import seatcounts

if False:  # for type checkers
    from pocket.tilegame.app import App


class Move:
    """A move that was applied, as its replay shows it.

    seat: who made it. word: "play", "draw", "pass", "timeout" or "fail". before, spots: the table
    before it and where its sets lay (board.place). laid: codes laid from the rack. opens: it is the
    opening meld. drew: the number of tiles drawn. unsure: a pass although the search for a play was
    cut short.
    """

    seat: int
    word: str
    before: list[bytes]
    spots: bytes | bytearray
    laid: bytes | bytearray
    opens: bool
    drew: int
    unsure = False


def apply_move(app: "App", action: tuple) -> tuple | None:
    """Apply a move to the running game (flow.apply_move), record it as `Session.last` and count it.
    Return None, or the refusal of the rules: (clause, reason)."""
    session = app.session
    game = session.game
    seat = game.seat
    before = list(game.table)
    spots = bytes(session.seen[1])
    opened = game.opened[seat]
    rack_size = len(game.racks[seat])
    refusal = flow.apply_move(app, action)
    if refusal is not None:
        return refusal
    laid = game.events[0][2] if action[0] == "play" else b""
    drew = bytes(game.racks[seat][rack_size:]) if action[0] != "play" else b""
    if not session.people[seat][0]:
        session.drawn[seat] = drew
    move = session.last = Move()
    move.seat = seat
    move.word = action[0]
    move.before = before
    move.spots = spots
    move.laid = laid
    move.opens = not opened
    move.drew = len(drew)
    move.unsure = action[0] == "pass" and game.unproved
    seatcounts.played(session, seat, len(laid))
    return None
