"""The base of both parts that let the solver work: a computer's thought, and a hint or a proof for
a person. Code that does not fit the memory of a handheld beside the solver's is freed meanwhile."""

import gc

from pocket.app import device
from pocket.tilegame.part import Part

if False:  # for type checkers
    from pocket.tilegame.play import Screen


_CODE = "rules.tilegame.game"
_CHECK_MS = 50  # between two looks at the free memory
_PATIENCE_MS = 200  # ... and behind a collection that left enough


class DetachedGame(device.Detached):
    """The attributes of a Game without its class."""

    modules = _CODE + " "  # as a Game's
    playable = None


def _free():
    return gc.mem_free()  # type: ignore[attr-defined] # a board's


class Solving(Part):
    """A part that detaches the running game and attaches it when it closes. free: bytes that were
    free when it began, 0 where memory is not scarce. check_due: when memory is looked at again."""

    def __init__(self, screen: "Screen") -> None:
        Part.__init__(self, screen)
        self.free = _free() if self.app.scarce else 0
        self.check_due = 0

    def detach(self) -> None:
        """Free the running game's code; its data stay (DetachedGame). Not on a desktop, nor in a
        lesson, which has its own class."""
        app = self.app
        session = app.session
        self.check_due = app.now() + _CHECK_MS
        if hasattr(gc, "mem_free") and not session.lesson:
            session.game = DetachedGame(session.game)  # type: ignore[assignment] # in its place
            device.forget(_CODE)

    def attach(self) -> None:
        """Give the running game its code back."""
        session = self.app.session
        if type(session.game) is DetachedGame:
            from rules.tilegame import game

            session.game = device.take_attributes(object.__new__(game.Game), session.game)

    def tick(self, now: int) -> bool:
        """Free the layers of the panel where the solver has used three eighths of the memory
        that was free before; the picture stays."""
        screen = self.screen
        if self.free and screen.group and now >= self.check_due:
            self.check_due = now + _CHECK_MS
            if _free() < self.free * 5 >> 3:
                gc.collect()
                self.check_due = now + _PATIENCE_MS
                if _free() < self.free * 5 >> 3:
                    screen.drop_layers()
        return False
