"""What every screen is: what it answers the app unless it has an answer of its own."""

if False:  # for type checkers
    from collections.abc import Callable
    from typing import Any

    from pocket.app.app import App
    from pocket.ui.strip import Box

    from rules.slices import Slices


class Screen:
    """group: what is on show. panel: the Panel it is, if it is one. name, turn: for screens that go
    on from turn to turn, which flow calls for each. long_keys: buttons with a second meaning when
    held. busy: it works; the app may neither wait nor dim. worker: a generator that it works on.
    box: sentences over it (ui.strip.show_box). preload: modules for the next screen, loaded at rest
    (App.load). Others set box (ui.strip) and preload (App)."""

    app: "App"
    name = ""
    group: "Any" = None
    panel: "Any" = None
    long_keys: tuple = ()
    busy = False
    worker: "Slices[Any] | None" = None
    box: "Box | None" = None
    preload = ""
    turn: "Callable[[], None]"

    def key(self, button: int, kind: int) -> None:
        """One button (pocket.app.input)."""

    def tick(self, now: int) -> bool | None:
        """The screen's own work, often. True when the display must be painted."""

    def carried_over(self) -> bytes:
        """What the screen has worked out, for a restart of the VM: it finds that in
        `Failures.work` when it is made anew (saves/restart.py)."""
        return b""

    def again(self) -> tuple | None:
        """What the screen would be made with to stand as it does, for a restart of the VM; None:
        what it was made with."""
        return None

    def close(self) -> None:
        """Another screen comes."""
