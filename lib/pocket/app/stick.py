"""An analog stick as four buttons."""

import analogio
from pocket.hardware.pins import pin

if False:  # for type checkers
    from pocket.app.device import Keys


_SLACK = 4000  # the stick must come this far back before it counts as let go


class Stick:
    """wired: its two pins' names, and the readings below and above which it is pushed. across,
    along: the buttons (input.NAMES) that it is then, for each pin."""

    def __init__(self, wired: tuple, across: tuple[int, int], along: tuple[int, int]) -> None:
        self._ways: tuple[tuple, ...] = ((analogio.AnalogIn(pin(wired[0])), across),)
        self._ways += ((analogio.AnalogIn(pin(wired[1])), along),)
        self._low = wired[2]
        self._high = wired[3]

    def read(self, keys: "Keys", now: int) -> None:
        """Tell `keys` (input.Keys) how it stands."""
        for reading, (less, more) in self._ways:
            value = reading.value
            slack = _SLACK if keys.held(less) or keys.held(more) else 0
            keys.change(less, value < self._low + slack, now)
            keys.change(more, value > self._high - slack, now)
