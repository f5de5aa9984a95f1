"""What all rules use: their exception, random numbers, and work in slices."""

if False:  # for type checkers
    from collections.abc import Callable, Generator
    from typing import ParamSpec, TypeVar

    Answer = TypeVar("Answer")
    Parameters = ParamSpec("Parameters")
    Slices = Generator[None, None, Answer]


class RulesError(ValueError):
    """Invalid input.

    args: for players, a reason of rules.errors and its values; for users of the commands, a
    sentence and the values of its %s and %d. A value may itself be such a tuple.
    """


def text_of(value: object) -> str:
    """Return the text of a value: true, false and null as in JSON, the rest as in Python."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def clip(value: object) -> str:
    """Return the text of a value on one line, cut to 20 characters, for a message."""
    text = " ".join(text_of(value).split())
    return text[:20] + "..." if len(text) > 20 else text


def check_move(move: tuple | list, sizes: dict[str, int]) -> str:
    """Return the word of a move. sizes: number of parts by word. Raises RulesError if invalid."""
    word = move[0] if isinstance(move, (tuple, list)) and move else None
    if not isinstance(word, str) or len(move) != sizes.get(word, len(move)):
        raise RulesError("A move is a word and its values.")
    return word


def check_seats(rules: dict, seats: object) -> None:
    """Raise RulesError unless the game allows this number of players."""
    least, most = rules["players_min"], rules["players_max"]
    if isinstance(seats, bool) or not isinstance(seats, int) or not least <= seats <= most:
        raise RulesError("%s is for %d to %d players." % (rules["name"], least, most))


# -- random numbers --------------------------------------------------------------------------------


class Rng:
    """A stream of random numbers, the same on CPython, MicroPython and CircuitPython.

    sfc16, the 16-bit member of Chris Doty-Humphrey's Small Fast Chaotic family (PractRand): 64
    bits of state in four 16-bit words, so no step leaves 30-bit integers.

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
        """Return the next 16-bit number, 0..65535."""
        b = self._b
        c = self._c
        out = (self._a + b + self._n) & 0xFFFF
        self._n = (self._n + 1) & 0xFFFF
        self._a = b ^ (b >> 5)
        self._b = (c + (c << 3)) & 0xFFFF
        self._c = (((c << 6) | (c >> 10)) + out) & 0xFFFF
        return out

    def below(self, n: int) -> int:
        """Return a number 0..n-1 without bias; n is 1..65536."""
        top = 65536 - 65536 % n
        while True:
            word = self.word()
            if word < top:
                return word % n

    def shuffle(self, items: list | bytearray) -> None:
        """Shuffle a bytearray or list in place (Fisher-Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def state(self) -> bytes:
        """Return the state as 8 bytes, for `Rng(state)` and `restore`."""
        out = bytearray(8)
        i = 0
        for word in (self._a, self._b, self._c, self._n):
            out[i] = word & 255
            out[i + 1] = word >> 8
            i += 2
        return bytes(out)

    def restore(self, state: bytes | bytearray) -> None:
        """Set the state to one that `state()` returned."""
        self._a = state[0] | state[1] << 8
        self._b = state[2] | state[3] << 8
        self._c = state[4] | state[5] << 8
        self._n = state[6] | state[7] << 8


# -- work in slices --------------------------------------------------------------------------------

# "In slices" means: a generator that yields None after each slice of bounded work and returns its
# answer, so that a handheld can draw and read keys in between. Another generator gets the answer
# with `yield from`, code that may block with `finish`, a screen's loop from `StopIteration.value`.
# Only `actions` of the solver (constraint.py) differs: it yields many answers, with None between
# them after each slice, since a list of them would need too much memory.


def finish(work: "Slices[Answer]") -> "Answer":
    """Run a generator of slices to its end; return its answer. Raises what it raises."""
    try:
        while True:
            next(work)
    except StopIteration as end:
        return end.value


def blocking(work: "Callable[Parameters, Slices[Answer]]") -> "Callable[Parameters, Answer]":
    """Return a function that runs the generator function `work` to its end."""
    return lambda *args, **kwargs: finish(work(*args, **kwargs))


def wrap(answer: "Answer") -> "Slices[Answer]":
    """Return `answer` as a generator without any slice."""
    yield from ()
    return answer
