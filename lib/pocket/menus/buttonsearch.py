"""Watch the pins of an undescribed board for buttons.

Each pin is read with its pull-up and with its pull-down: a free pin follows both, a button to
ground reads low with both, a button to the supply high. So a press is seen however the button is
wired, with or without a resistor. No pin is ever driven."""

import time

from digitalio import DigitalInOut, Pull

_SETTLE = 0.005  # seconds from setting a pull to reading the pin
_QUIET = 40  # readings that show how the pins rest
_BOUNCE = 3  # equal readings after which a button counts as down, or up
_FREE, _LOW, _HIGH = 0, 1, 2  # states of a pin
# Parts of the names of pins that belong to no button and must not be pulled.
_OTHERS = (
    "LIGHT LED PIXEL DOTSTAR TFT LCD DISP EPD SPEAKER AUDIO POWER ENABLE RESET VOLT BAT VBUS "
    "CHARGE SD_ CARD XTAL SWDIO SWCLK"
).split()
_BUTTONS = ("BUTTON", "BTN", "SW", "KEY")


def _order(name):
    """Sort names of buttons first: a pin takes the first of its names."""
    return (not name.startswith(_BUTTONS), name)


def names() -> list[str]:
    """List the names of `board` that can be a button's pin, each pin once."""
    import board
    from microcontroller import Pin

    free = []
    pins = []
    for name in sorted(dir(board), key=_order):
        pin = getattr(board, name)
        if isinstance(pin, Pin) and pin not in pins:
            if not [part for part in _OTHERS if part in name]:
                free.append(name)
            pins.append(pin)
    return free


class Watch:
    """Watch the free pins for presses.

    ready: the pins have kept still long enough; presses count from then on. high: the first button
    connects to the supply; None before it. Buttons of the other kind are ignored, since one scanner
    reads all keys.
    """

    def __init__(self) -> None:
        import board

        self.ready = False
        self.high = None
        self._names = []
        self._pins = []
        for name in names():
            try:
                self._pins.append(DigitalInOut(getattr(board, name)))
                self._names.append(name)
            except (ValueError, RuntimeError):
                pass  # in use: the display's, the console's
        self._rest = bytearray(len(self._pins))
        self._noisy = bytearray(len(self._pins))
        self._looks = 0
        self._seen = -1  # the pin that has changed, and in how many readings
        self._times = 0
        self._all_up = True

    def close(self) -> None:
        """Release all pins."""
        for pin in self._pins:
            pin.deinit()
        self._pins = []

    def _look(self):
        """Read the state of every pin."""
        states = bytearray(len(self._pins))
        for pull, value, state in ((Pull.UP, False, _LOW), (Pull.DOWN, True, _HIGH)):
            for pin in self._pins:
                pin.switch_to_input(pull)
            time.sleep(_SETTLE)
            for i in range(len(states)):
                if self._pins[i].value == value:
                    states[i] = state
        return states

    def pressed(self) -> str | None:
        """Read once, 10 ms. Returns the name of a pin whose button was pressed, or None."""
        now = self._look()
        if not self.ready:
            self._settle(now)
            return None
        changed = -1
        for i in range(len(now)):
            if self._noisy[i]:  # until it has kept still for 255 readings
                self._noisy[i] = self._noisy[i] + 1 & 255 if now[i] == self._rest[i] else 1
                self._rest[i] = now[i]
            elif now[i] == _FREE:
                self._rest[i] = _FREE  # it may have been held down before
            elif now[i] != self._rest[i]:
                changed = i
        if changed != self._seen:
            self._seen = changed
            self._times = 0
        self._times += 1
        if changed < 0:
            self._all_up = self._all_up or self._times >= _BOUNCE
        elif self._all_up and self._times >= _BOUNCE:
            self._all_up = False
            high = now[changed] == _HIGH
            if self.high is None:
                self.high = high
            if high == self.high:
                return self._names[changed]
        return None

    def _settle(self, now):
        """Learn how each pin rests. A pin that does not keep still is no button for now."""
        self._looks += 1
        for i in range(len(now)):
            if now[i] != self._rest[i]:
                if self._looks > _QUIET // 2:
                    self._noisy[i] = 1
                self._rest[i] = now[i]
        self.ready = self._looks >= _QUIET
