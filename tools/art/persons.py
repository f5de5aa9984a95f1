"""Draws the faces of the characters.

A file a size: of 48 pixels where the ground's cells are 8 pixels wide, of 28 where they are 4. Its
first byte is that size. Each face follows, in the order of rules/characters.py: in two bytes, the
lower first, how many bytes it has; each of these is a run of pixels of one ink: how many, less one,
in the upper four bits, the ink in the lower, from the upper left corner on. The inks' colours are
those of lib/pocket/ui/face.py; 0 is where nothing is. Shapes are said for a box of 48, and drawn
anew for each size.
"""

import functools
from collections.abc import Callable
from typing import Any

from tools.art.drawing import Art, Point, crossed, near, polyline

SIZES = {8: 48, 4: 28}  # pixels of a face by those of the ground's cells
_, DARK, WHITE, SKIN, SHADE, BROWN, UMBER, BLACK = range(8)
SILVER, RED, GINGER, GOLD, GREEN, BLUE, PURPLE, ROSE = range(8, 16)
_GRID = 4  # parts of a pixel, each way


class Face:
    """A picture of `size` pixels a side; what is drawn is said for one of 48."""

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
        """An oval around x, y, of it what lies between two heights."""

        def row(j):
            far = ((j - y) / high) ** 2
            return lambda i: ((i - x) / wide) ** 2 + far <= 1 and top <= j < low

        self._fill(row, [(x - wide, y - high), (x + wide, y + high)], 0, ink)

    def shape(self, points: list[Point], ink: int) -> None:
        """A polygon."""
        self._fill(lambda y: crossed(points, y), points, 0, ink)

    def line(self, stroke: Any, pen: float, ink: int) -> None:
        """A stroke (drawing.polyline), on small faces of one pixel at least."""
        points = polyline(stroke)
        reach = max(pen, 48 / self.size) / 2

        def covers(i, j):
            return any(near(i, j, points[k - 1], points[k], reach) for k in range(1, len(points)))

        self._fill(lambda j: lambda i: covers(i, j), points, reach, ink)

    def both(self, draw: Callable, x: float, *args: Any) -> None:
        """The same left and right of the middle: `draw` with x, mirrored, and the rest."""
        draw(x, *args)
        draw(48 - x, *args)

    def eyes(self, apart: float, y: float, ink: int = DARK, high: float = 2.6) -> None:
        """Two eyes with a light in each."""
        pixel = 48 / self.size
        for x in (24 - apart, 24 + apart):
            self.oval(x, y, max(1.9, pixel), max(high, pixel), ink)
            if self.size > 30:
                self.oval(x - 0.6, y - 1, 0.75, 0.75, WHITE)

    def ground(self, ink: int) -> None:
        """What is behind: a plate with round corners."""
        self.shape([(3, 0), (45, 0), (48, 3), (48, 45), (45, 48), (3, 48), (0, 45), (0, 3)], ink)


def _head(face, skin, shade, wide=12.5, high=14, y=25):
    """Neck, ears and head."""
    face.shape([(19, 34), (29, 34), (31, 48), (17, 48)], shade)
    face.both(face.oval, 24 - wide, y + 1, 2.8, 3.6, shade)
    face.oval(24, y, wide, high, skin)


def lou(face: Face) -> None:
    """A boy with a cap, freckles and a gap between his teeth."""
    face.ground(GOLD)
    face.oval(24, 52, 19, 13, BLUE)
    _head(face, SKIN, SHADE)
    face.both(face.oval, 12.5, 19, 3, 5, GINGER)
    face.oval(24, 17, 13.8, 12, RED, 0, 17)
    face.shape([(9, 15), (38, 15), (46, 19), (45, 21), (30, 19), (10, 18.5)], DARK)
    face.shape([(9.5, 14), (38, 14), (45, 18), (30, 17.5), (10, 17.5)], RED)
    face.oval(24, 9.5, 3, 3, WHITE)
    face.eyes(5, 24.5)
    for x, y in ((14.5, 28.5), (17, 30), (19, 28.2)):
        face.both(face.oval, x, y, 0.8, 0.8, GINGER)
    face.oval(24, 28.5, 1.6, 1.3, SHADE)
    face.oval(24, 31.5, 6, 4.6, DARK, 31.5)
    face.shape([(19, 31.5), (29, 31.5), (28.5, 33.6), (19.5, 33.6)], WHITE)
    face.shape([(23.3, 31.5), (24.7, 31.5), (24.7, 33.6), (23.3, 33.6)], DARK)


def rosa(face: Face) -> None:
    """A grandmother with a bun, round glasses and pearls."""
    face.ground(ROSE)
    face.oval(24, 53, 20, 14, PURPLE)
    face.oval(24, 6.5, 7, 6, SILVER)
    face.oval(24, 22, 15.5, 16, SILVER)
    _head(face, SKIN, SHADE, 12, 13, 26)
    face.shape(
        [(11, 22), (13, 14), (24, 10.5), (35, 14), (37, 22), (30, 16), (24, 18), (18, 16)], SILVER
    )
    face.line([(18.5, 6.5), (21, 9.5), (27, 9.5), (29.5, 6.5)], 1, DARK)
    for x in (18.5, 29.5):
        face.oval(x, 25.5, 5, 5, DARK)
        face.oval(x, 25.5, 3.9, 3.9, WHITE)
    face.line([(23, 25), (25, 25)], 1.2, DARK)
    face.eyes(5.5, 25.8, BLUE, 2)
    face.both(face.oval, 15.5, 31.5, 2.4, 1.7, ROSE)
    face.oval(24, 30, 1.6, 1.2, SHADE)
    face.line([("a", 24, 31.5, 4.6, 3.4, 30, 150)], 1.5, RED)
    for x, y in ((16, 41), (19.5, 43.2), (24, 44)):
        face.both(face.oval, x, y, 1.6, 1.6, WHITE)


def max_(face: Face) -> None:
    """A man with a large moustache and a bow tie."""
    face.ground(GREEN)
    face.oval(24, 54, 21, 14, DARK)
    face.shape([(18, 40), (30, 40), (26, 48), (22, 48)], WHITE)
    _head(face, SKIN, SHADE, 13, 14.5, 24)
    face.oval(24, 15, 13.5, 9, UMBER, 0, 14)
    face.shape([(10.5, 13), (24, 13), (14, 17.5), (12, 23), (10.5, 22)], UMBER)
    face.shape([(24, 13), (37.5, 13), (37.5, 22), (36, 23), (35, 18)], UMBER)
    face.both(face.oval, 16, 29, 2.5, 1.8, ROSE)
    face.line([(15.5, 18), (18, 17), (21, 18)], 1.6, UMBER)
    face.line([(27, 17), (30, 16), (33, 17)], 1.6, UMBER)
    face.eyes(5.5, 22)
    face.oval(24, 26.5, 2.8, 2.4, SHADE)
    above = [(0, 28.5), (5, 28), (9, 30.5), (12.5, 27.5)]
    below = [(12, 32), (8, 34), (3, 32.5), (0, 31)]
    for sign in (-1, 1):
        face.shape([(24 + sign * x, y) for x, y in above + below], UMBER)
    face.line([("a", 24, 32, 3.6, 3, 40, 140)], 1.4, RED)
    face.shape([(15, 40), (22, 42.5), (22, 45), (15, 47.5)], RED)
    face.shape([(33, 40), (26, 42.5), (26, 45), (33, 47.5)], RED)
    face.oval(24, 43.7, 2.6, 2.6, RED)


def cleo(face: Face) -> None:
    """A woman with a black fringe, painted eyes and gold."""
    face.ground(BLUE)
    face.shape([(10, 10), (38, 10), (42, 42), (6, 42)], BLACK)
    face.oval(24, 14, 14.3, 12, BLACK)
    face.oval(24, 55, 19, 13, GOLD)
    _head(face, BROWN, UMBER, 11, 13.5, 26)
    face.shape([(7.5, 20), (14, 16), (14.5, 42), (6, 42)], BLACK)
    face.shape([(40.5, 20), (34, 16), (33.5, 42), (42, 42)], BLACK)
    face.shape([(12, 12), (36, 12), (35, 19.5), (13, 19.5)], BLACK)
    face.shape([(10, 10.5), (38, 10.5), (38.6, 13.5), (9.4, 13.5)], GOLD)
    face.oval(24, 11.5, 2.6, 3.4, RED)
    lids = ((2.5, 26), (5, 23), (8, 23.4), (11, 22), (8, 27), (4, 27.5))
    for sign in (-1, 1):
        face.shape([(24 + sign * x, y) for x, y in lids], BLACK)
        face.oval(24 + sign * 5.8, 25.2, 2.6, 1.8, WHITE)
    face.eyes(5.8, 25.2, BLACK, 1.7)
    face.line([(24.5, 27), (23, 30.3), (25, 30.6)], 1, UMBER)
    face.oval(24, 34.2, 3.8, 1.8, RED)
    face.line([(20.4, 34), (24, 34.4), (27.6, 34)], 0.8, DARK)
    face.both(face.oval, 11.5, 34, 1.8, 3.4, GOLD)


def otto(face: Face) -> None:
    """An old sailor with a full beard and a woollen hat."""
    face.ground(SILVER)
    face.oval(24, 54, 21, 14, BLUE)
    _head(face, SKIN, SHADE, 13, 13, 24)
    face.oval(24, 32, 14.5, 13.5, WHITE, 26)
    face.shape([(10.5, 21), (13.5, 21), (15, 29), (10.5, 33)], WHITE)
    face.shape([(37.5, 21), (34.5, 21), (33, 29), (37.5, 33)], WHITE)
    face.oval(24, 28, 9.5, 4, SKIN)
    face.oval(24, 14, 13.6, 12.5, BLUE, 0, 15)
    face.shape([(9.5, 13), (38.5, 13), (38.5, 18.5), (9.5, 18.5)], BLACK)
    for x in range(14, 38, 5):
        face.line([(x, 14), (x, 17.5)], 0.8, BLUE)
    face.line([(15.5, 20.8), (21, 21.3)], 1.6, WHITE)
    face.line([(27, 21.3), (32.5, 20.8)], 1.6, WHITE)
    face.eyes(5.5, 24.3, BLUE, 2)
    face.oval(24, 27.5, 2.8, 2.6, ROSE)
    face.line([(16, 32), (20, 30.6), (24, 31.6), (28, 30.6), (32, 32)], 2.6, SILVER)
    face.oval(24, 35, 3.6, 1.6, DARK)
    for x, y in ((16, 37), (20, 40), (28, 40), (32, 37)):
        face.line([(x, y), (24 + (x - 24) * 0.85, y + 3.5)], 0.9, SILVER)


def vera(face: Face) -> None:
    """A woman with a white bob, sharp brows and green eyes."""
    face.ground(PURPLE)
    face.oval(24, 54, 19, 13, BLACK)
    face.oval(24, 20, 16, 16.5, WHITE)
    face.shape([(8, 20), (40, 20), (42.5, 34), (37, 36), (11, 36), (5.5, 34)], WHITE)
    _head(face, SKIN, SHADE, 11.5, 13.5, 26)
    face.shape([(8.2, 18), (13, 14), (14.5, 33), (11, 36), (5.5, 34)], WHITE)
    face.shape([(39.8, 18), (35, 14), (33.5, 33), (37, 36), (42.5, 34)], WHITE)
    face.shape([(12, 24), (12, 12), (36, 11), (36, 24), (33, 17.5), (22, 18.5)], WHITE)
    face.line([(30, 5), (22, 12), (13, 20)], 1, SILVER)
    face.line([(33, 8), (36, 18)], 1, SILVER)
    face.line([(15.5, 22.5), (21, 21.8)], 1.5, DARK)
    face.line([(27, 21), (32.5, 20)], 1.5, DARK)
    face.eyes(5.4, 25.5, GREEN, 2.4)
    face.line([(16, 24), (21, 23.6)], 0.9, DARK)
    face.line([(27, 23.6), (32, 24)], 0.9, DARK)
    face.line([(24.4, 26.5), (23.2, 30), (25, 30.2)], 1, SHADE)
    face.line([(20.5, 33.6), (25, 34.6), (28.5, 32.6)], 1.9, RED)
    face.shape([(17, 41), (24, 47), (31, 41), (33, 48), (15, 48)], WHITE)
    face.shape([(22.5, 44.5), (25.5, 44.5), (24, 47.5)], RED)


PERSONS = {"lou": lou, "rosa": rosa, "max": max_, "cleo": cleo, "otto": otto, "vera": vera}


def drawn(name: str, size: int) -> Art:
    """A face as an Art of `size` pixels a side."""
    face = Face(size)
    PERSONS[name](face)
    return face.art


def runs(art: Art) -> bytes:
    """A face as its file has it, its length before it."""
    out = bytearray()
    for ink in art.px:
        if out and out[-1] & 15 == ink and out[-1] < 0xF0:
            out[-1] += 16
        else:
            out.append(ink)
    return len(out).to_bytes(2, "little") + bytes(out)


@functools.cache
def sheets() -> dict[str, bytes]:
    """Every file of assets/ this program draws: name -> bytes."""
    return {
        "persons%dx%d.bin" % (unit, unit): bytes((size,))
        + b"".join([runs(drawn(name, size)) for name in PERSONS])
        for unit, size in SIZES.items()
    }
