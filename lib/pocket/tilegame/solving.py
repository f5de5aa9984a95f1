"""The base of both parts that let the solver work: a computer's thought, and a hint or a proof for
a person. Code that does not fit the memory of a handheld beside the solver's is freed meanwhile."""

import gc

from pocket.tilegame.part import Part

if False:  # for type checkers
    from pocket.tilegame.play import Screen


_CHECK_MS = 50  # between two checks of the free memory
_PATIENCE_MS = 200  # ... after a collection that left enough


def _free():
    return gc.mem_free()  # type: ignore[attr-defined] # a board's


class Solving(Part):
    """A part during which the solver works. free: bytes that were free when it began, 0 where
    memory is not scarce. check_due: when memory is looked at again."""

    def __init__(self, screen: "Screen") -> None:
        Part.__init__(self, screen)
        self.free = _free() if self.app.scarce else 0
        self.check_due = self.app.now() + _CHECK_MS

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
