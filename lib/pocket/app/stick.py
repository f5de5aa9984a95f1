"""An analog stick as four buttons."""

import analogio
from pocket.app import input

if False:  # for type checkers
    from typing import Any

    from pocket.app.device import Keys


_SLACK = 4000  # the stick must come this far back before it counts as let go


class Stick:
    """Read a stick, or a d-pad on two analog pins.

    x, y: its pins. A stick is pushed below and above the readings `low` and `high`; where low is
    above high, a d-pad's first button is down above low, its second one between both.
    """

    def __init__(self, x: "Any", y: "Any", low: int, high: int) -> None:
        self._ways = (
            (analogio.AnalogIn(x), (input.LEFT, input.RIGHT)),
            (analogio.AnalogIn(y), (input.UP, input.DOWN)),
        )
        self._low = low
        self._high = high

    def read(self, keys: "Keys", now: int) -> None:
        """Tell `keys` (input.Keys) which buttons are down."""
        low, high = self._low, self._high
        for reading, (first, second) in self._ways:
            value = reading.value
            if low > high:
                keys.change(first, value > low, now)
                keys.change(second, high < value <= low, now)
                continue
            slack = _SLACK if keys.held(first) or keys.held(second) else 0
            keys.change(first, value < low + slack, now)
            keys.change(second, value > high - slack, now)
