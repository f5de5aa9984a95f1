"""Blinka's innermost loops of painting a row at a time: pixel by pixel they take most of a
simulated handheld's time. The picture, and what counts as covered, is the same."""

import re
import struct
from array import array
from typing import Any

from displayio import _tilegrid  # type: ignore[attr-defined]
from vectorio import _vectorshape  # type: ignore[attr-defined]

from tools.sim.borrowed import Borrowed

_plain_pixels, _plain_shape = _tilegrid._fill_pixels, _vectorshape._fill_shape_pixels
_ONES = re.compile("1+")
_DIGITS = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))
# Of 1 or 2 bits a pixel: the pixels that a byte holds, a byte each.
_SPREAD = {
    bits: [
        bytes(byte >> shift & (1 << bits) - 1 for shift in range(8 - bits, -1, -bits))
        for byte in range(256)
    ]
    for bits in (1, 2)
}


def lend(borrowed: Borrowed) -> None:
    """Replace them in displayio and vectorio until `borrowed` is closed."""
    borrowed.attribute(_tilegrid, "_fill_pixels", fill_pixels)
    borrowed.attribute(_vectorshape, "_fill_shape_pixels", fill_shape_pixels)


def fill_pixels(
    buffer: Any, mask: Any, colours: Any, opaque: Any, geometry: tuple, tilegrid: Any, bitmap: Any
) -> bool:
    """See displayio._tilegrid._fill_pixels."""
    start, x_stride, y_stride, x_shift, y_shift, left, right, top, bottom = geometry
    if x_stride != 1:  # mirrored, or on its side
        return _plain_pixels(buffer, mask, colours, opaque, geometry, tilegrid, bitmap)
    scale = tilegrid._absolute_transform.scale
    wide, tall = tilegrid._tile_width, tilegrid._tile_height
    across, sheet_across = tilegrid._width_in_tiles, tilegrid._bitmap_width_in_tiles
    columns = []  # (column of the grid, first pixel within the tile, pixels)
    x, end = left // scale, (right - 1) // scale + 1
    while x < end:
        columns.append(
            ((x // wide + tilegrid._top_left_x) % across, x % wide, min(wide - x % wide, end - x))
        )
        x += columns[-1][2]
    digits = bytes(48 + seen for seen in opaque).ljust(256, b"0")
    low = bytes(colour & 255 for colour in colours).ljust(256)
    high = bytes(colour >> 8 for colour in colours).ljust(256)
    rows = {}  # of the bitmap, one byte per pixel
    painted = []
    down = None
    for y in range(top, bottom):
        if y // scale != down:
            down = y // scale
            line = (down // tall + tilegrid._top_left_y) % tilegrid._height_in_tiles * across
            pixels = b""
            for column, first, count in columns:
                tile = tilegrid._tiles[line + column]
                row = tile // sheet_across * tall + down % tall
                if row not in rows:
                    rows[row] = _row(bitmap, row)
                first += tile % sheet_across * wide
                pixels += rows[row][first : first + count].ljust(count, b"\0")
            if scale > 1:
                pixels = _spaced(*[pixels] * scale)[left % scale :][: right - left]
        painted.append(pixels)
    pixels = b"".join(painted)
    seen = -1 if all(opaque) else int(pixels.translate(digits)[::-1], 2)
    colours = memoryview(_spaced(pixels.translate(low), pixels.translate(high))).cast("H")
    wide = right - left
    covered = True
    for row in range(bottom - top):
        place = start + (row + y_shift) * y_stride + x_shift
        mine = colours[row * wide : (row + 1) * wide]
        covered &= _lay(buffer, mask, place, mine, seen >> row * wide & (1 << wide) - 1)
    return covered


def _spaced(*every):
    """Return the first of all, then the second of all ..."""
    out = bytearray(len(every) * len(every[0]))
    for i, part in enumerate(every):
        out[i :: len(every)] = part
    return out


def _row(bitmap, row):
    """Return a byte for each pixel of a row; none of one below the last."""
    if row >= bitmap.height:
        return b""
    words = bitmap._data[row * bitmap._stride : (row + 1) * bitmap._stride]
    bits = bitmap._bits_per_value
    if bits not in (1, 2, 4):
        return words.tobytes()[: bitmap.width]
    data = struct.pack(">%dI" % len(words), *words)
    if bits == 4:  # as digits of a text, which is quicker still
        return data.hex().encode().translate(_DIGITS)[: bitmap.width]
    spread = _SPREAD[bits]
    return b"".join([spread[byte] for byte in data])[: bitmap.width]


def fill_shape_pixels(
    buffer: Any, mask: Any, cover: Any, geometry: tuple, shape: Any, transform: tuple
) -> bool:
    """See vectorio._vectorshape._fill_shape_pixels: of a rectangle."""
    colour, kind, wide, high = cover
    place, stride, left, top, right, bottom = geometry
    transposed, origin_x, origin_y, sign_x, sign_y = transform
    x, y = left - origin_x, top - origin_y
    inside = x >= 0 and y >= 0 and x + right - left <= wide and y + bottom - top <= high
    if kind != _vectorshape._COVER_RECTANGLE or transposed or not inside or sign_x + sign_y < 2:
        return _plain_shape(buffer, mask, cover, geometry, shape, transform)
    row = array("H", [colour]) * (right - left)
    for y in range(bottom - top):
        _lay(buffer, mask, place + y * stride, row, (1 << right - left) - 1)
    return True


def _lay(buffer, mask, place, colours, seen):
    """Paint a row where nothing lies above it. colours: of its pixels. seen: a bit each, the left
    one lowest, where it is opaque. False where anything shows through."""
    first, shift, wide = place >> 5, place & 31, len(colours)
    last = first + (shift + wide + 31) // 32
    above = int.from_bytes(mask[first:last], "little")
    every = (1 << wide) - 1
    free = every & ~(above >> shift)
    new = seen & free
    if new:
        if new == every:
            buffer[place : place + wide] = colours
        else:
            for run in _ONES.finditer(format(new, "b")[::-1]):
                begin, end = run.span()
                buffer[place + begin : place + end] = colours[begin:end]
        above |= new << shift
        mask[first:last] = memoryview(above.to_bytes((last - first) * 4, "little")).cast("I")
    return new == free
