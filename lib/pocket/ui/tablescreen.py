"""What the tile table and the card table have in common: one part at a time, and work in slices."""

from pocket.app import device, flow, input
from pocket.ui import strip

if False:  # for type checkers
    from collections.abc import Callable
    from typing import Any

    from rules.base import Slices


class TableScreen(flow.Screen):
    """A play screen, which stays from turn to turn (`turn`).

    part: what runs at the table, with `key`, `tick`, `close` and, where it gives the screen work,
    `worked`. actor: the seat that plays, or whose move is shown. deferred: see `defer`. slice_ms:
    milliseconds of work between two looks at the keys. rest: does what waits for a painted picture
    or a pause in keys. rested: it has nothing left to do. tick_at: when the part's `tick` is due,
    at the latest at a key.
    """

    rest: "Callable[[int], None]"

    slice_ms = 5
    rested = True
    tick_at = 0
    asks = False  # a question stays until A or B
    part: "Any" = None
    actor = 0

    def defer(self, function: "Callable", *args: "Any") -> None:
        """Call function(*args) at the next tick, instead of what was deferred before. By then no
        frame of a key handler or of the worker holds the part's code, which may be freed."""
        self.deferred = function, args

    def work(self, worker: "Slices[Any] | None") -> None:
        """Run `worker` in slices (rules.base) and call the part's `worked` with its result. None
        stops the running one."""
        self.worker = worker
        self.busy = worker is not None

    def close(self) -> None:
        """End the running part and its work."""
        strip.clear_box(self)
        if self.part is not None:
            self.part.close()
        self.part = None
        self.work(None)

    def key(self, button: int, kind: int) -> None:
        """Handle a button: START held opens the menu, everything else goes to the part."""
        self.tick_at = 0
        if self.box and (not self.asks or button in (input.A, input.B)):
            strip.clear_box(self)
            self.app.changed = True
        if button == input.START and kind == input.LONG:
            flow.keep(self.app)  # the menu cuts off a move on show before its save
            self.app.go("menus.pause")
        else:
            self.part.key(button, kind)

    def tick(self, now: int) -> bool:
        """Call what was deferred; else run the part's own tick and one slice of its work."""
        if self.deferred:
            function, args = self.deferred
            self.deferred = None
            function(*args)
            return False  # what it has painted has said so
        part = self.part
        changed = now >= self.tick_at and part.tick(now)
        if not self.rested:
            self.rest(now)
        if self.worker is None or self.app.changed or part is not self.part:
            return changed  # a key's effect is painted before more work
        start = device.ticks()
        while True:
            try:
                next(self.worker)
            except StopIteration as end_of_work:
                self.work(None)
                part.worked(end_of_work.value)
                return not self.deferred
            if (device.ticks() - start) & device.WRAP >= self.slice_ms:
                return changed
