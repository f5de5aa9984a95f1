"""Whether a person gets a hint, at either table. Loaded when one is asked for."""

from pocket.games import seatcounts
from pocket.made import texts
from pocket.ui.words import say

if False:  # for type checkers
    from pocket.app.flow import App

_MANY = 3  # hints per round where the setting is "some"


def refused(app: "App") -> int:
    """Return why the player to move gets no hint, a text's number that takes the key of hints; 0:
    the player gets one. The first one of a station costs a star, of which the player is warned."""
    session = app.session
    allowed = app.settings.get("hints")
    if app.failures.thinking_failed:
        return texts.PLAY_NO_HINT
    if allowed == "none":
        return texts.PLAY_HINTS_OFF
    if allowed == "some" and not session.lesson and seatcounts.hints_now(session) >= _MANY:
        return texts.PLAY_HINTS_GONE
    if session.station is not None and not (session.warned or seatcounts.hints(session)):
        session.warned = True
        return texts.JOURNEY_HINT
    return 0


def counted(app: "App", text: str) -> str:
    """Count a hint that says `text`, once a turn; return it with how many are left then."""
    session = app.session
    if not (session.lesson or session.hinted):
        seatcounts.hinted(session)
        if app.settings.get("hints") == "some":
            left = _MANY - 1 - seatcounts.hints_now(session)
            text += " " + say(texts.PLAY_HINTS_LEFT if left else texts.PLAY_HINTS_LAST, left)
    return text
