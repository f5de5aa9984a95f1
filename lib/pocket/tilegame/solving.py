"""The base of what the solver does at the board: a computer's thought (think.py), a hint or a proof
for a person (waiting.py)."""

import gc

from pocket.tilegame.board import Part

if False:  # for type checkers
    from pocket.tilegame.play import Screen


_CHECK_MS = 50  # between two checks of the free memory
_PATIENCE_MS = 200  # ... after a collection that left enough


def _free():
    return gc.mem_free()  # type: ignore[attr-defined] # a board's


class Solving(Part):
    """A part during which the solver works: a computer thinks, or a hint or a proof is
    sought for a person. free: bytes that were free when it began, 0 where memory is not scarce."""

    def __init__(self, screen: "Screen") -> None:
        Part.__init__(self, screen)
        self.free = _free() if self.app.scarce else 0
        screen.tick_at = self.charged_at + _CHECK_MS

    def tick(self, now: int) -> bool:
        """Free the layers of the panel where the solver has used three eighths of the memory
        that was free before; the picture stays."""
        screen = self.screen
        screen.tick_at = now + _CHECK_MS
        if self.free and screen.group and _free() < self.free * 5 >> 3:
            gc.collect()
            screen.tick_at = now + _PATIENCE_MS
            if _free() < self.free * 5 >> 3:
                screen.drop_layers()
        return False
