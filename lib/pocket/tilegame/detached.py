"""Free the code of the running tile game while the solver works; its data stay (DetachedGame)."""

import gc

from pocket.app import unload

if False:  # for type checkers
    from pocket.tilegame.app import App


_CODE = "rules.tilegame.game"


class DetachedGame(unload.Bare):
    """The attributes of a Game without its class."""

    modules = _CODE + " "  # as a Game's
    playable = None


def detach(app: "App") -> None:
    """Free the running game's code; not on a desktop, nor in a lesson, which has its own class."""
    sitting = app.sitting
    if hasattr(gc, "mem_free") and not sitting.lesson:
        sitting.game = DetachedGame(sitting.game)  # type: ignore[assignment] # in its place
        unload.forget(_CODE)


def attach(app: "App") -> None:
    """Give the running game its code back."""
    sitting = app.sitting
    if type(sitting.game) is DetachedGame:
        from rules.tilegame import game

        sitting.game = unload.take_over(object.__new__(game.Game), sitting.game)
