"""A small keyboard on the I2C bus: its letters as buttons."""

import board
from pocket.app import input

if False:  # for type checkers
    from pocket.app.device import Keys


_EVERY_MS = 30
# The letters of each button, in the order of input.NAMES (C and B stand on the caps of hints); and
# those that mean it held, since the keyboard tells of no holding.
_LETTERS = (b"wW", b"sS", b"aA", b"dD", b"kKcC", b"\x08lLbB", b"\r\n", b" ")
_HELD = (b"", b"", b"", b"", b"", b"", b"mM", b"hH")


class Keyboard:
    """address: its own on the bus."""

    def __init__(self, address: int) -> None:
        self._bus = board.I2C()
        self._address = address
        self._char = bytearray(1)
        self._read = 0

    def read(self, keys: "Keys", now: int) -> None:
        """Tell `keys` (input.Keys) of the letter that was typed, if it is time to look."""
        if now - self._read < _EVERY_MS or not self._bus.try_lock():
            return
        self._read = now
        try:
            self._bus.readfrom_into(self._address, self._char)
        except OSError:
            return
        finally:
            self._bus.unlock()
        code = self._char[0]
        for button in range(8 if code else 0):
            if code in _LETTERS[button]:
                keys.fire(button, input.PRESS)
            elif code in _HELD[button] and button in keys.long_keys:
                keys.fire(button, input.LONG)
