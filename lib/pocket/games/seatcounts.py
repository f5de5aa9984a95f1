"""What each seat did in the round that runs, or has just ended: `Sitting.counts`, kept
in its save."""

from pocket.made import texts

from rules import parts

MANY_HINTS = 3  # of a round, where the setting is "some"
_TURNS, _HINTS, _BEST, _SECONDS, _COUNTS = 0, 1, 2, 3, 5


class Tally:
    """What one seat did in a round: turns, hints (turns with one), best (most tiles of one play),
    seconds (a person's, in turns)."""

    def __init__(self, counts):
        self.turns = counts[_TURNS]
        self.hints = counts[_HINTS]
        self.best = counts[_BEST]
        self.seconds = counts[_SECONDS] | counts[_SECONDS + 1] << 8


def none(seats):
    """The counts of so many seats before a round."""
    return bytearray(_COUNTS * seats)


def unpack(note, seats):
    """(the counts of so many seats, a game's code, whether the table has needed the small tiles and
    where its sets lay) from the end of a save's note, as flow.save writes them; (None, "", b"")
    where they are not all there."""
    size = _COUNTS * seats
    if len(note) < size:
        return None, "", b""
    end = size
    while end < len(note) and note[end] > 32:  # the code's letters; earlier saves end there
        end += 1
    code = "".join([chr(letter) for letter in note[size:end]])
    return bytearray(note[:size]), code, note[end:]


def of(sitting, seat):
    """The Tally of a seat in the round that runs, or has just ended."""
    return Tally(sitting.counts[seat * _COUNTS : seat * _COUNTS + _COUNTS])


def _count(sitting, seat, what, value):
    sitting.counts[seat * _COUNTS + what] = max(0, min(255, value))


def hints(sitting):
    """How many turns of the person to move have had a hint in this round."""
    return of(sitting, sitting.game.seat).hints


def hint(app, warned):
    """(why the person to move gets no hint, a text's number; 0: it does, what is said meanwhile).
    warned: that a first one costs a star of the journey was said."""
    from pocket.ui.words import say

    sitting = app.sitting
    allowed = app.settings.get("hints")
    had = hints(sitting)
    if app.mishaps.idle:
        return texts.PLAY_NO_HINT, ""
    if allowed == "none":
        return texts.PLAY_HINTS_OFF, ""
    if sitting.lesson or allowed == "free":
        told = say(texts.PLAY_HINT_THINKS)
    elif had >= MANY_HINTS:
        return texts.PLAY_HINTS_GONE, ""
    else:
        told = say(texts.PLAY_HINT_LEFT, MANY_HINTS - had - 1)
    if parts.JOURNEY and sitting.station is not None and not (had or warned):
        return texts.JOURNEY_HINT, ""
    return 0, told


def hinted(sitting):
    """The person to move has had a hint."""
    _count(sitting, sitting.game.seat, _HINTS, hints(sitting) + 1)


def spent(sitting, seat, ms):
    """A person's turn took so long: counted, and written into the round's record."""
    if parts.RECORDS:
        from rules.record import seconds

        seconds.write(sitting.game.moves, (ms + 500) // 1000)
    total = min(65535, of(sitting, seat).seconds + ms // 1000)
    _count(sitting, seat, _SECONDS, total & 255)
    _count(sitting, seat, _SECONDS + 1, total >> 8)


def played(sitting, seat, laid=0):
    """A seat's turn is over; so many tiles were laid."""
    counts = of(sitting, seat)
    _count(sitting, seat, _TURNS, counts.turns + 1)
    _count(sitting, seat, _BEST, max(counts.best, laid))
