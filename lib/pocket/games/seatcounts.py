"""What each seat did in the round that runs, or has just ended: `Session.counts`, kept
in its save."""

if False:  # for type checkers
    from pocket.app.flow import Session

_TURNS, _HINTS, _BEST, _SECONDS, _COUNTS = 0, 1, 2, 3, 5
_EARLIER = _BEST  # while a card game runs, whose turns play no tiles: hints in its earlier rounds


class Tally:
    """What one seat did in a round: turns, hints (turns with one), best (most tiles of one play),
    seconds (a person's, in turns)."""

    def __init__(self, counts: bytes | bytearray) -> None:
        self.turns = counts[_TURNS]
        self.hints = counts[_HINTS]
        self.best = counts[_BEST]
        self.seconds = counts[_SECONDS] | counts[_SECONDS + 1] << 8


def none(seats: int) -> bytearray:
    """Return the counts of that many seats before a round."""
    return bytearray(_COUNTS * seats)


def of(session: "Session", seat: int) -> Tally:
    """Return the Tally of a seat in the round that runs, or has just ended."""
    return Tally(session.counts[seat * _COUNTS : seat * _COUNTS + _COUNTS])


def _count(session, seat, what, value):
    session.counts[seat * _COUNTS + what] = max(0, min(255, value))


def hints(session: "Session") -> int:
    """Count the turns of the person to move that have had a hint, of those that are counted."""
    return of(session, session.game.seat).hints


def hints_now(session: "Session") -> int:
    """Count those before this turn in the running round, in a card game for the running goal."""
    had = of(session, session.game.seat)
    return had.hints - session.hinted - (had.best if session.game.pieces == "cards" else 0)


def hinted(session: "Session") -> None:
    """Count that the person to move has had a hint: once a turn."""
    if not session.hinted:
        session.hinted = True
        _count(session, session.game.seat, _HINTS, hints(session) + 1)


def next_goal(session: "Session") -> None:
    """Give each seat of a card game its hints again: another round has begun, or none."""
    for seat in range(session.game.seats):
        had = 0 if session.game.phase == "over" else of(session, seat).hints
        _count(session, seat, _EARLIER, had)


def spent(session: "Session", seat: int, ms: int) -> None:
    """Count the time of a person's turn, and write it into the round's record."""
    from rules.record import moves

    moves.add_seconds(session.game.moves, (ms + 500) // 1000)
    total = min(65535, of(session, seat).seconds + ms // 1000)
    _count(session, seat, _SECONDS, total & 255)
    _count(session, seat, _SECONDS + 1, total >> 8)


def played(session: "Session", seat: int, laid: int = 0) -> None:
    """Count a seat's turn in which `laid` tiles were laid."""
    session.hinted = False
    counts = of(session, seat)
    _count(session, seat, _TURNS, counts.turns + 1)
    _count(session, seat, _BEST, max(counts.best, laid))
