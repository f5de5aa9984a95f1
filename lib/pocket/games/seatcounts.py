"""Count what each seat does in a round: `Session.counts`, which the game's save keeps until the
next round."""

if False:  # for type checkers
    from pocket.app.flow import Session

COUNTS = 5  # bytes of a seat
_TURNS, _HINTS, _BEST, _SECONDS = 0, 1, 2, 3
# No turn of a card game plays tiles: while one runs, this counts the hints before the running goal.
_EARLIER = _BEST


class Tally:
    """What a seat did in the round that runs, or has just ended.

    hints: its turns with one. best: most tiles of one play. seconds: a person's, in turns.
    """

    def __init__(self, session: "Session", seat: int) -> None:
        counts = session.counts[seat * COUNTS : seat * COUNTS + COUNTS]
        self.turns = counts[_TURNS]
        self.hints = counts[_HINTS]
        self.best = counts[_BEST]
        self.seconds = counts[_SECONDS] | counts[_SECONDS + 1] << 8


def _count(session, seat, what, value):
    session.counts[seat * COUNTS + what] = max(0, min(255, value))


def hints(session: "Session") -> int:
    """Return the turns with a hint of the person to move."""
    return Tally(session, session.game.seat).hints


def hints_now(session: "Session") -> int:
    """Return the turns with a hint before this one: of the round, or of a card game's goal."""
    had = Tally(session, session.game.seat)
    return had.hints - session.hinted - (had.best if session.game.pieces == "cards" else 0)


def hinted(session: "Session") -> None:
    """Count this turn's first hint for the person to move."""
    session.hinted = True
    _count(session, session.game.seat, _HINTS, hints(session) + 1)


def next_goal(session: "Session") -> None:
    """Give each seat of a card game its hints again for the next goal, if there is one."""
    for seat in range(session.game.seats):
        had = 0 if session.game.phase == "over" else Tally(session, seat).hints
        _count(session, seat, _EARLIER, had)


def add_time(session: "Session", seat: int, ms: int) -> None:
    """Add the milliseconds of a person's turn, and write them into the round's record."""
    total = min(65535, Tally(session, seat).seconds + ms // 1000)
    _count(session, seat, _SECONDS, total & 255)
    _count(session, seat, _SECONDS + 1, total >> 8)
    from rules.record import moves

    moves.add_seconds(session.game.moves, (ms + 500) // 1000)


def played(session: "Session", seat: int, laid: int = 0) -> None:
    """Count a turn of a seat that has played `laid` tiles."""
    session.hinted = False
    counts = Tally(session, seat)
    _count(session, seat, _TURNS, counts.turns + 1)
    _count(session, seat, _BEST, max(counts.best, laid))
