"""Seeded random numbers that are the same on every VM (CPython, MicroPython, CircuitPython).

sfc16, the 16-bit member of Chris Doty-Humphrey's Small Fast Chaotic family (PractRand):
64 bits of state in four 16-bit words, so no step leaves 30-bit integers.
"""


class Rng:
    """One stream of random numbers.

    seed: int >= 0 (64 bits are used), or bytes of length 8 made by `state()`.
    """

    odds: int  # see tilegame/players/searches.py

    def __init__(self, seed: int | bytes = 0) -> None:
        if isinstance(seed, (bytes, bytearray)):
            self.restore(seed)
            return
        self._a = seed & 0xFFFF
        self._b = (seed >> 16) & 0xFFFF
        self._c = ((seed >> 32) ^ (seed >> 48)) & 0xFFFF
        self._n = 1
        for _ in range(12):
            self.word()

    def word(self) -> int:
        """The next 16-bit number, 0..65535."""
        b = self._b
        c = self._c
        out = (self._a + b + self._n) & 0xFFFF
        self._n = (self._n + 1) & 0xFFFF
        self._a = b ^ (b >> 5)
        self._b = (c + (c << 3)) & 0xFFFF
        self._c = (((c << 6) | (c >> 10)) + out) & 0xFFFF
        return out

    def below(self, n: int) -> int:
        """A number 0..n-1 without bias; n is 1..65536."""
        top = 65536 - 65536 % n
        while True:
            word = self.word()
            if word < top:
                return word % n

    def shuffle(self, items: list | bytearray) -> None:
        """Mix a bytearray or list in place (Fisher-Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def state(self) -> bytes:
        """The state as 8 bytes, for `Rng(state)` and `restore`."""
        out = bytearray(8)
        i = 0
        for word in (self._a, self._b, self._c, self._n):
            out[i] = word & 255
            out[i + 1] = word >> 8
            i += 2
        return bytes(out)

    def restore(self, state: bytes | bytearray) -> None:
        """Go back to a state made by `state()`."""
        self._a = state[0] | state[1] << 8
        self._b = state[2] | state[3] << 8
        self._c = state[4] | state[5] << 8
        self._n = state[6] | state[7] << 8
