"""re as tools/device asks for it, by the browser's own regular expressions: MicroPython's have no
counted repeats, no look behind, and no flags."""

import host
from uctypes import addressof

if False:  # for type checkers
    from typing import Any

M = 8


class Match:
    """A match: the groups by number."""

    def __init__(self, text: str | bytes, ends: list[int]) -> None:
        self._text = text
        self._ends = ends

    def __getitem__(self, number):
        begin, end = self._ends[2 * number], self._ends[2 * number + 1]
        return None if begin < 0 else self._text[begin:end]

    group = __getitem__


def _matched(pattern, text, flags):
    data = text if isinstance(text, (bytes, bytearray)) else text.encode()
    if isinstance(pattern, bytes):
        pattern = pattern.decode()
    ends = host.match(pattern, addressof(data) if data else 0, len(data), "m" if flags & M else "")
    if not ends:
        return None
    return Match(text, [int(place) for place in ends.split(",")])


def search(pattern: str | bytes, text: str | bytes, flags: int = 0) -> Match | None:
    """The first match anywhere; of text that is not ASCII the groups are not to be asked for."""
    return _matched(pattern, text, flags)


def fullmatch(pattern: str | bytes, text: str | bytes, flags: int = 0) -> Match | None:
    """A match of the whole."""
    return _matched("^(?:%s)$" % pattern, text, flags)


class _Compiled:
    def __init__(self, pattern):
        self._pattern = pattern

    def search(self, text):
        """See search."""
        return search(self._pattern, text)


def compile(pattern: str | bytes, flags: int = 0) -> "Any":
    """A pattern for later."""
    return _Compiled(pattern)


def findall(pattern: str | bytes, text: str | bytes, flags: int = 0) -> None:
    """Nothing here asks for it."""
    raise NotImplementedError


def sub(pattern: str | bytes, made: str, text: str) -> str:
    """Every match of one letter gives way to `made`."""
    return "".join([made if search(pattern, letter) else letter for letter in text])
