"""Make or resume a game, or keep the record of a round that is over, behind a blank screen: the
screen before has freed its memory.

Keeps: GAMES MEMORY BEFORE"""

from pocket.app.flow import Screen as Base

from rules.base import RulesError


class Screen(Base):
    """what: names what `_make` makes of `args`; "": the running game's round is over. back: the
    screen that shows why nothing could be made."""

    def __init__(self, app, back: str = "menus.title", what: str = "", *args: object) -> None:
        try:
            why = _make(app, what, args) if what else _ended(app)
        except RulesError as problem:
            from pocket.games import newgame

            why = newgame.why_unreadable(problem)
        if why:
            app.tell(why)
            app.go(back)


def _make(app, what, args):
    """Begin or resume a game, and go to its first screen. Raises RulesError."""
    if what == "lesson":
        from pocket.learn import lesson

        lesson.start_turn(app, *args)
    elif what == "station":
        from pocket.learn import goals

        goals.start(app, *args)
    else:
        from pocket.games import newgame

        begin: dict = {"play": newgame.play, "resume": newgame.resume_newest}
        begin.get(what, newgame.start)(app, *args)


def _ended(app):
    """Save the record of the round that is over, and go to its end. The score sheet cannot do it:
    beside that there may be no memory."""
    session = app.session
    _gather(app)
    if session.station is not None:
        from pocket.learn import goals

        goals.reward_round(app)
    from pocket.saves import roundsfile

    roundsfile.over(app)
    app.go("rounds.score" if session.celebrated == session.game.round else "rounds.podium")
    session.celebrated = session.game.round


def _gather(app):
    """Bring free memory together: free what each turn has left, and copy the game's own data, so
    that they lie side by side and not with small free pieces between them."""
    app.session.forget()
    app.art.inks = {}
    game = app.session.game
    values = game.__dict__
    for name in values:
        value = _copy(values[name])
        if type(value) is list:
            value = [
                tuple([_copy(part) for part in item]) if type(item) is tuple else _copy(item)
                for item in value
            ]
        setattr(game, name, value)


def _copy(value):
    """Return a copy of bytes or of a list; anything else as it is."""
    if type(value) is bytearray:
        return bytearray(value)  # not every VM multiplies them
    return value * 1 if type(value) in (bytes, list) else value
