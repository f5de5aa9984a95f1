"""A move of a tile game: made, and kept for what is told and shown of it."""

from pocket.always import flow
from pocket.games import seatcounts

if False:  # for type checkers
    from pocket.tilegame.app import App


class Move:
    """A move of a tile game that was made, as it is told and shown.

    seat: whose. word: "play", "draw", "pass", "timeout" or "fail". before, spots: the table until
    then and where it lay (layout.place). laid: codes from the rack. opens: it is the opening meld.
    drew: how many tiles. reason, about: why a computer did it, as its View says; 0: not known.
    unsure: it passed, and the search for a play was cut short.
    """

    def __init__(
        self,
        seat: int,
        word: str,
        before: list[bytes],
        spots: bytes | bytearray,
        laid: bytes | bytearray,
        opens: bool,
        drew: int,
        reason: int = 0,
        about: int = -1,
        unsure: bool = False,
    ) -> None:
        self.seat = seat
        self.word = word
        self.before = before
        self.spots = spots
        self.laid = laid
        self.opens = opens
        self.drew = drew
        self.reason = reason
        self.about = about
        self.unsure = unsure


def make(app: "App", what: tuple, reason: int = 0, about: int = -1) -> tuple | None:
    """Make a move of the running tile game (flow.make) and keep what is told of it, reason and
    about as in a Move, as `Sitting.last`. Returns None, or why not: (clause, why)."""
    sitting = app.sitting
    game = sitting.game
    seat = game.seat
    before = list(game.table)
    spots = bytes(sitting.seen[1])
    opened = game.opened[seat]
    held = len(game.racks[seat])
    why = flow.make(app, what)
    if why is not None:
        return why
    laid = game.events[0][2] if what[0] == "play" else b""
    drew = bytes(game.racks[seat][held:]) if what[0] != "play" else b""
    if not sitting.people[seat][0]:
        sitting.drawn[seat] = drew
    unsure = what[0] == "pass" and game.unproved
    sitting.last = Move(
        seat, what[0], before, spots, laid, not opened, len(drew), reason, about, unsure
    )
    seatcounts.played(sitting, seat, len(laid))
    return None
