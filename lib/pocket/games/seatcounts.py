"""What each seat did in the round that runs, or has just ended: `Sitting.counts`, kept
in its save."""

if False:  # for type checkers
    from pocket.app.sitting import Sitting

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
    """The counts of so many seats before a round."""
    return bytearray(_COUNTS * seats)


def of(sitting: "Sitting", seat: int) -> Tally:
    """The Tally of a seat in the round that runs, or has just ended."""
    return Tally(sitting.counts[seat * _COUNTS : seat * _COUNTS + _COUNTS])


def _count(sitting, seat, what, value):
    sitting.counts[seat * _COUNTS + what] = max(0, min(255, value))


def hints(sitting: "Sitting") -> int:
    """Count the turns of the person to move that have had a hint, of those that are counted."""
    return of(sitting, sitting.game.seat).hints


def hints_now(sitting: "Sitting") -> int:
    """Count those before this turn in the running round, in a card game for the running goal."""
    had = of(sitting, sitting.game.seat)
    return had.hints - sitting.hinted - (had.best if sitting.game.pieces == "cards" else 0)


def hinted(sitting: "Sitting") -> None:
    """Count that the person to move has had a hint: once a turn."""
    if not sitting.hinted:
        sitting.hinted = True
        _count(sitting, sitting.game.seat, _HINTS, hints(sitting) + 1)


def next_goal(sitting: "Sitting") -> None:
    """Give each seat of a card game its hints again: another round has begun, or none."""
    for seat in range(sitting.game.seats):
        had = 0 if sitting.game.phase == "over" else of(sitting, seat).hints
        _count(sitting, seat, _EARLIER, had)


def spent(sitting: "Sitting", seat: int, ms: int) -> None:
    """A person's turn took so long: counted, and written into the round's record."""
    from rules.record import moves

    moves.add_seconds(sitting.game.moves, (ms + 500) // 1000)
    total = min(65535, of(sitting, seat).seconds + ms // 1000)
    _count(sitting, seat, _SECONDS, total & 255)
    _count(sitting, seat, _SECONDS + 1, total >> 8)


def played(sitting: "Sitting", seat: int, laid: int = 0) -> None:
    """A seat's turn is over; so many tiles were laid."""
    sitting.hinted = False
    counts = of(sitting, seat)
    _count(sitting, seat, _TURNS, counts.turns + 1)
    _count(sitting, seat, _BEST, max(counts.best, laid))
