"""Draws the faces of the characters from persons.txt.

A file a size: of 48 pixels where the ground's cells are 8 pixels wide, of 28 where they are 4. Its
first byte is that size. Each face follows, in the order of rules/characters.py: in two bytes, the
lower first, how many bytes it has; each of these is a run of pixels of one ink: how many, less one,
in the upper four bits, the ink in the lower, from the upper left corner on. The inks' colours are
those of lib/pocket/ui/face.py; 0 is where nothing is.

The small heads of the head line, from heads.txt, are files of the same form, in the colours of
tiles: 16 pixels a side where those above have 48, else 12. The moods follow the heads.
"""

import functools
import os
from typing import Any

from tools.art.drawing import Art, crossed, near, polyline

SIZES = {8: 48, 4: 28}  # pixels of a face by those of the ground's cells
INKS = (
    " dark white skin shade brown umber black silver red ginger gold green blue purple rose".split(
        " "
    )
)
WHITE = INKS.index("white")
HEADS = {8: 16, 4: 12}  # pixels of a small head, likewise
HEAD_INKS = "?krbovitglypwdus"  # the letters of heads.txt by colour of a tile; "." is 0
_GRID = 4  # parts of a pixel, each way


class Face:
    """A picture of `size` pixels a side. Its methods take places and sizes on a side of 48."""

    def __init__(self, size: int) -> None:
        self.art = Art(size, size)
        self.size = size

    def _fill(self, row, points, reach, ink):
        """Fill the pixels of which a half is covered; row(y): covers(x) of a height. That is no
        further than `reach` from the box around some points."""
        step = 48 / self.size / _GRID
        ends = []
        for column in zip(*points):
            first = int((min(column) - reach) * self.size / 48)
            last = int((max(column) + reach) * self.size / 48)
            ends.append(range(max(0, first), min(self.size, last + 1)))
        for y in ends[1]:
            rows = [row((y * _GRID + k + 0.5) * step) for k in range(_GRID)]
            for x in ends[0]:
                parts = [(x * _GRID + k + 0.5) * step for k in range(_GRID)]
                hits = sum(covers(part) for covers in rows for part in parts)
                if 2 * hits >= _GRID * _GRID:
                    self.art.dot(x, y, ink)

    def oval(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        ink: int,
        top: float = 0,
        low: float = 48,
    ) -> None:
        """Draw an oval around x, y, of it what lies between two heights."""

        def row(j):
            far = ((j - y) / high) ** 2
            return lambda i: ((i - x) / wide) ** 2 + far <= 1 and top <= j < low

        self._fill(row, [(x - wide, y - high), (x + wide, y + high)], 0, ink)

    def pair(self, x: float, *more: Any) -> None:
        """Draw the same oval left and right of the middle."""
        self.oval(x, *more)
        self.oval(48 - x, *more)

    def shape(self, *words: Any) -> None:
        """Draw a polygon: its points, the ink."""
        *points, ink = words
        self._fill(lambda y: crossed(points, y), points, 0, ink)

    def line(self, *words: Any) -> None:
        """Draw a stroke (drawing.polyline): its points, the pen's width, the ink. On small faces it
        is at least one pixel wide."""
        *stroke, pen, ink = words
        points = polyline(stroke)
        reach = max(pen, 48 / self.size) / 2

        def covers(i, j):
            return any(near(i, j, points[k - 1], points[k], reach) for k in range(1, len(points)))

        self._fill(lambda j: lambda i: covers(i, j), points, reach, ink)

    def eyes(self, apart: float, y: float, ink: int, high: float) -> None:
        """Draw two eyes with a light in each."""
        pixel = 48 / self.size
        for x in (24 - apart, 24 + apart):
            self.oval(x, y, max(1.9, pixel), max(high, pixel), ink)
            if self.size > 30:
                self.oval(x - 0.6, y - 1, 0.75, 0.75, WHITE)

    def plate(self, ink: int) -> None:
        """Draw what is behind: a plate with round corners."""
        corners = [(3, 0), (45, 0), (48, 3), (48, 45), (45, 48), (3, 48), (0, 45), (0, 3)]
        self.shape(*corners, ink)

    def head(self, skin: int, shade: int, wide: float, high: float, y: float) -> None:
        """Draw neck, ears and head."""
        self.shape((19, 34), (29, 34), (31, 48), (17, 48), shade)
        self.pair(24 - wide, y + 1, 2.8, 3.6, shade)
        self.oval(24, y, wide, high, skin)


def _read(word):
    """Return a word of persons.txt: an ink, a number, a point or an arc."""
    if word in INKS:
        return INKS.index(word)
    numbers = [float(part) for part in word.removeprefix("arc:").split(",")]
    if word.startswith("arc:"):
        return [*numbers[:4], *map(int, numbers[4:])]
    return tuple(numbers) if len(numbers) > 1 else numbers[0]


def _persons():
    """Return {name: its lines, each (method of Face, arguments)}."""
    persons: dict[str, list] = {}
    with open(os.path.join(os.path.dirname(__file__), "persons.txt"), encoding="ascii") as file:
        for line in file:
            words = line.split()
            if line.startswith("["):
                persons[words[0][1:-1]] = lines = []
            elif words and words[0] != "#":
                lines.append((words[0], [_read(word) for word in words[1:]]))
    return persons


PERSONS = _persons()


def drawn(name: str, size: int) -> Art:
    """Return a face as an Art of `size` pixels a side."""
    face = Face(size)
    for method, words in PERSONS[name]:
        getattr(face, method)(*words)
    return face.art


def runs(art: Art) -> bytes:
    """Return a face as its file has it, its length before it."""
    out = bytearray()
    for ink in art.px:
        if out and out[-1] & 15 == ink and out[-1] < 0xF0:
            out[-1] += 16
        else:
            out.append(ink)
    return len(out).to_bytes(2, "little") + bytes(out)


def small(size: int) -> dict[str, Art]:
    """Return the heads and the moods of `size` pixels a side, by name."""
    heads: dict[str, Art] = {}
    with open(os.path.join(os.path.dirname(__file__), "heads.txt"), encoding="ascii") as file:
        for part in file.read().split("\n[")[1:]:
            title, *rows = part.split()
            if int(title) == size:
                heads[rows.pop(0)[:-1]] = art = Art(size, size)
                art.px = bytearray(max(0, HEAD_INKS.find(ink)) for ink in "".join(rows))
    return heads


@functools.cache
def sheets() -> dict[str, bytes]:
    """Return every file of assets/ this program draws: name -> bytes."""
    files = {}
    for unit, size in SIZES.items():
        faces = b"".join([runs(drawn(name, size)) for name in PERSONS])
        files["persons%dx%d.bin" % (unit, unit)] = bytes((size,)) + faces
        heads = small(HEADS[unit])
        faces = b"".join([runs(art) for art in heads.values()])
        files["heads%dx%d.bin" % (unit, unit)] = bytes((HEADS[unit],)) + faces
    return files
