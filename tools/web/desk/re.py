"""re as tools/device asks for it, by the browser's own regular expressions: MicroPython's have no
counted repeats, no look behind, and no flags."""

import host
from uctypes import addressof

M = 8


class Match:
    """A match: the groups by number."""

    def __init__(self, text, ends):
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


def search(pattern, text, flags=0):
    """The first match anywhere; of text that is not ASCII the groups are not to be asked for."""
    return _matched(pattern, text, flags)


def fullmatch(pattern, text, flags=0):
    """A match of the whole."""
    return _matched("^(?:%s)$" % pattern, text, flags)


class _Compiled:
    def __init__(self, pattern):
        self._pattern = pattern

    def search(self, text):
        """See search."""
        return search(self._pattern, text)


def compile(pattern, flags=0):
    """A pattern for later."""
    return _Compiled(pattern)


def findall(pattern, text, flags=0):
    """Nothing here asks for it."""
    raise NotImplementedError


def sub(pattern, made, text):
    """Every match of one letter gives way to `made`."""
    return "".join([made if search(pattern, letter) else letter for letter in text])
