"""Pictures of palette indices, strokes in them, bitmaps: the same bytes on every machine."""

import functools
import os
import struct
import tomllib
from collections.abc import Callable, Iterable, Sequence

Point = tuple[float, float]

with open(os.path.join(os.path.dirname(__file__), "drawings.toml"), "rb") as _file:
    DRAWINGS = tomllib.load(_file)


class Art:
    """A picture of palette indices."""

    def __init__(self, width: int, height: int, fill: int = 0) -> None:
        self.w = width
        self.h = height
        self.px = bytearray([fill]) * (width * height)

    def dot(self, x: int, y: int, ink: int) -> None:
        """Draw one pixel, if it lies in the picture."""
        if 0 <= x < self.w and 0 <= y < self.h:
            self.px[y * self.w + x] = ink

    def rect(self, x: int, y: int, w: int, h: int, ink: int) -> None:
        """Draw a filled rectangle."""
        for j in range(y, y + h):
            for i in range(x, x + w):
                self.dot(i, j, ink)

    def rows(self, x: int, y: int, rows: Sequence[str], ink: int) -> None:
        """Draw rows of text: `ink` where a "#" stands."""
        for j, row in enumerate(rows):
            for i, dot in enumerate(row):
                if dot == "#":
                    self.dot(x + i, y + j, ink)

    def paste(self, x: int, y: int, other: "Art") -> None:
        """Draw another picture, whole."""
        for i, dot in enumerate(other.px):
            self.dot(x + i % other.w, y + i // other.w, dot)

    def over(self, x: int, y: int, other: "Art", ink: int | None = None) -> None:
        """Draw another picture without its dots of 0. ink: of all other dots."""
        for i, dot in enumerate(other.px):
            if dot:
                self.dot(x + i % other.w, y + i // other.w, dot if ink is None else ink)

    def cut(self, x: int, y: int, w: int, h: int) -> "Art":
        """Return a part as a picture."""
        part = Art(w, h)
        part.px = bytearray().join(self.px[row * self.w + x :][:w] for row in range(y, y + h))
        return part


# sine of 0..90 degrees in steps of 5, in thousandths: no floating-point library may differ
_SINE = "0 87 174 259 342 423 500 574 643 707 766 819 866 906 940 966 985 996 1000".split()


def sine(degrees: int) -> int:
    """Return the sine of a multiple of 5 degrees, in thousandths."""
    degrees %= 360
    if degrees > 180:
        return -sine(degrees - 180)
    if degrees > 90:
        degrees = 180 - degrees
    return int(_SINE[degrees // 5])


def polyline(points: Iterable) -> list[Point]:
    """Return the points of a stroke of points and arcs (see drawings.toml), these in steps of 5
    degrees."""
    out = []
    for point in points:
        if len(point) > 2:
            cx, cy, rx, ry, first, last = point
            for angle in range(first, last + 1, 5):
                out.append((cx + rx * sine(angle + 90) / 1000, cy + ry * sine(angle) / 1000))
        else:
            out.append(point)
    return out


def near(px: float, py: float, a: Point, b: Point, reach: float) -> bool:
    """Return whether point (px, py) is within `reach` of segment a-b."""
    dx = b[0] - a[0]
    dy = b[1] - a[1]
    length = dx * dx + dy * dy
    t = ((px - a[0]) * dx + (py - a[1]) * dy) / length if length else 0
    t = min(1, max(0, t))
    ex = px - a[0] - t * dx
    ey = py - a[1] - t * dy
    return ex * ex + ey * ey <= reach * reach


def inside(points: list[Point], x: float, y: float) -> bool:
    """Return whether a point lies within a polygon."""
    return crossed(points, y)(x)


def crossed(points: list[Point], y: float) -> Callable[[float], bool]:
    """Return inside(x) of a polygon at a height."""
    ends = [
        ax + (y - ay) * (bx - ax) / (by - ay)
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1])
        if (ay > y) != (by > y)
    ]
    return lambda x: len([end for end in ends if x < end]) % 2 == 1


def stroke(art: Art, x: int, y: int, w: int, h: int, value: int, pen: float, ink: int) -> None:
    """Draw a digit's polylines into w x h pixels at x, y with a round pen, edges cut at half."""
    for i, j in _stroke(w, h, value, pen):
        art.dot(x + i, y + j, ink)


def _hit(hits, w, h, a, b, pen):
    """Add to `hits` {dot: which of its nine parts} what a pen drawn from `a` to `b` touches."""
    for j in range(max(0, int(min(a[1], b[1]) - pen)), min(h, int(max(a[1], b[1]) + pen) + 1)):
        for i in range(max(0, int(min(a[0], b[0]) - pen)), min(w, int(max(a[0], b[0]) + pen) + 1)):
            for k in range(9):
                if near(i + (k % 3) / 3 + 1 / 6, j + (k // 3) / 3 + 1 / 6, a, b, pen / 2):
                    hits.setdefault((i, j), set()).add(k)


@functools.cache
def _stroke(w, h, value, pen):
    sx = (w - pen) / 10
    sy = (h - pen) / 16
    hits = {}
    for line in DRAWINGS["strokes"][str(value)]:
        points = [(pen / 2 + px * sx, pen / 2 + py * sy) for px, py in polyline(line)]
        for n in range(len(points) - 1):
            _hit(hits, w, h, points[n], points[n + 1], pen)
    return sorted([dot for dot in hits if len(hits[dot]) >= 5])


def smooth(art: Art) -> None:
    """Round the steps of scaled blocks: fill inner corners of a staircase once."""
    px = bytes(art.px)

    def inked(x, y):
        return 0 <= x < art.w and 0 <= y < art.h and px[y * art.w + x]

    def corner(x, y, dx, dy):
        return (
            inked(x + dx, y)
            and inked(x, y + dy)
            and not inked(x - dx, y)
            and not inked(x, y - dy)
            and not inked(x - dx, y + dy)
        )

    for y in range(art.h):
        for x in range(art.w):
            if not inked(x, y) and any(corner(x, y, dx, dy) for dx in (-1, 1) for dy in (-1, 1)):
                art.dot(x, y, 1)


def bmp(art: Art, bits: int, palette: Sequence[int], upper_first: bool = True) -> bytes:
    """Return a Windows bitmap, rows padded to four bytes. upper_first: its height is negative and
    the upper row comes first, as a board has it in memory and reads it at once."""
    colours = 1 << bits
    stride = (art.w * bits + 31) // 32 * 4
    data = b""
    for y in range(art.h) if upper_first else range(art.h - 1, -1, -1):
        row = 0
        for dot in art.px[y * art.w : (y + 1) * art.w]:
            row = row << bits | dot
        data += (row << stride * 8 - art.w * bits).to_bytes(stride, "big")
    table = struct.pack("<%dI" % colours, *[*palette, *[0] * colours][:colours])
    start = 14 + 40 + len(table)
    high = -art.h if upper_first else art.h
    head = struct.pack("<2sIHHI", b"BM", start + len(data), 0, 0, start)
    info = 40, art.w, high, 1, bits, 0, len(data), 2835, 2835, colours, colours
    return head + struct.pack("<IiiHHIIiiII", *info) + table + data
