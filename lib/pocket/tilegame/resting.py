"""A tile game while somebody thinks about it: all that it holds, without its code, whose memory the
thought needs. This is loaded with a thinking computer and with a hint."""

import gc

from pocket.always import unload

if False:  # for type checkers
    from pocket.tilegame.app import App


_CODE = "rules.tilegame.game"


class Resting(unload.Bare):
    """All that a Game holds."""

    modules = _CODE + " "  # as a Game's
    playable = None


def rest(app: "App") -> None:
    """The running game's code goes, where memory is short: on no desktop, and in no lesson."""
    sitting = app.sitting
    if hasattr(gc, "mem_free") and not sitting.lesson:
        sitting.game = Resting(sitting.game)  # type: ignore[assignment] # in its place
        unload.forget(_CODE)


def wake(app: "App") -> None:
    """The code is there again, if it had gone."""
    sitting = app.sitting
    if type(sitting.game) is Resting:
        from rules.tilegame import game

        sitting.game = unload.take_over(object.__new__(game.Game), sitting.game)
