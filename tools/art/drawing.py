"""Pictures of palette indices, and the bitmaps that boards read."""

import struct
from collections.abc import Sequence

from tools.place import read_tables

DRAWINGS = read_tables("tools/art/drawings.toml")


class Art:
    """A picture of `w` by `h` palette indices; `px` holds them row by row from the top."""

    def __init__(self, width: int, height: int) -> None:
        self.w = width
        self.h = height
        self.px = bytearray(width * height)

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
        """Draw another picture, its pixels of 0 too."""
        for i, dot in enumerate(other.px):
            self.dot(x + i % other.w, y + i // other.w, dot)


def bmp(art: Art, bits: int, palette: Sequence[int], upper_first: bool = True) -> bytes:
    """Return a Windows bitmap, rows padded to four bytes.

    upper_first: the height is negative and the upper row comes first, so that a board can read the
    file straight into memory.
    """
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
    height = -art.h if upper_first else art.h
    head = struct.pack("<2sIHHI", b"BM", start + len(data), 0, 0, start)
    info = 40, art.w, height, 1, bits, 0, len(data), 2835, 2835, colours, colours
    return head + struct.pack("<IiiHHIIiiII", *info) + table + data
