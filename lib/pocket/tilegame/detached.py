"""Free the code of the running tile game while the solver works; its data stay (DetachedGame)."""

import gc

from pocket.app import device

if False:  # for type checkers
    from pocket.tilegame.app import App


_CODE = "rules.tilegame.game"


class DetachedGame(device.Detached):
    """The attributes of a Game without its class."""

    modules = _CODE + " "  # as a Game's
    playable = None


def detach(app: "App") -> None:
    """Free the running game's code; not on a desktop, nor in a lesson, which has its own class."""
    session = app.session
    if hasattr(gc, "mem_free") and not session.lesson:
        session.game = DetachedGame(session.game)  # type: ignore[assignment] # in its place
        device.forget(_CODE)


def attach(app: "App") -> None:
    """Give the running game its code back."""
    session = app.session
    if type(session.game) is DetachedGame:
        from rules.tilegame import game

        session.game = device.take_attributes(object.__new__(game.Game), session.game)
