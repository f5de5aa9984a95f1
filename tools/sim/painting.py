"""Paint TileGrids and rectangles a row at a time in place of Blinka's innermost loops.

Pixel by pixel these take most of a simulated handheld's time. The picture and the mask of painted
pixels are the same.
"""

import re
from array import array
from typing import Any

from displayio import _tilegrid  # type: ignore[attr-defined]
from vectorio import _vectorshape  # type: ignore[attr-defined]

from tools.sim.bitmaps import row_of
from tools.sim.patches import Patches

_plain_pixels, _plain_shape = _tilegrid._fill_pixels, _vectorshape._fill_shape_pixels
_ONES = re.compile("1+")


def patch(patches: Patches) -> None:
    """Replace the loops in displayio and vectorio until `patches` is closed."""
    patches.set_attribute(_tilegrid, "_fill_pixels", fill_pixels)
    patches.set_attribute(_vectorshape, "_fill_shape_pixels", fill_shape_pixels)


def fill_pixels(
    buffer: Any, mask: Any, colours: Any, opaque: Any, geometry: tuple, tilegrid: Any, bitmap: Any
) -> bool:
    """See displayio._tilegrid._fill_pixels."""
    start, x_stride, y_stride, x_shift, y_shift, left, right, top, bottom = geometry
    if x_stride != 1:  # mirrored or rotated
        return _plain_pixels(buffer, mask, colours, opaque, geometry, tilegrid, bitmap)
    pixels = _part_of_grid(tilegrid, bitmap, left, right, top, bottom)
    opaque_flags = pixels.translate(bytes(opaque).replace(b"\0", b"0").replace(b"\1", b"1"))
    opaque_bits = int(opaque_flags[::-1], 2) if b"0" in opaque_flags else -1
    words = array("H", colours).tobytes()
    parts = pixels.translate(words[::2]), pixels.translate(words[1::2])
    colours = memoryview(_interleaved(*parts)).cast("H")
    width = right - left
    covered = True
    for row in range(bottom - top):
        offset = start + (row + y_shift) * y_stride + x_shift
        row_colours = colours[row * width : (row + 1) * width]
        row_bits = opaque_bits >> row * width & (1 << width) - 1
        covered &= _paint_row(buffer, mask, offset, row_colours, row_bits)
    return covered


def _part_of_grid(tilegrid, bitmap, left, right, top, bottom):
    """Return the pixels of a rectangle of a TileGrid, in display pixels, one byte per pixel."""
    scale = tilegrid._absolute_transform.scale
    width, height = tilegrid._tile_width, tilegrid._tile_height
    grid_columns, sheet_columns = tilegrid._width_in_tiles, tilegrid._bitmap_width_in_tiles
    columns = []  # (column of the grid, first pixel within the tile, number of pixels)
    x, end = left // scale, (right - 1) // scale + 1
    while x < end:
        column, first_pixel = (x // width + tilegrid._top_left_x) % grid_columns, x % width
        columns.append((column, first_pixel, min(width - first_pixel, end - x)))
        x += columns[-1][2]
    rows = {}  # {row of the bitmap: its pixels, one byte per pixel}
    painted = []
    source_y = None
    for y in range(top, bottom):
        if y // scale != source_y:  # else the pixels are those of the line above
            source_y = y // scale
            tile_row = (source_y // height + tilegrid._top_left_y) % tilegrid._height_in_tiles
            pixels = b""
            for column, first_pixel, count in columns:
                tile = tilegrid._tiles[tile_row * grid_columns + column]
                row = tile // sheet_columns * height + source_y % height
                if row not in rows:
                    rows[row] = bytes(row_of(bitmap, row)) if row < bitmap.height else b""
                first_pixel += tile % sheet_columns * width
                pixels += rows[row][first_pixel : first_pixel + count].ljust(count, b"\0")
            if scale > 1:
                pixels = _interleaved(*[pixels] * scale)[left % scale :][: right - left]
        painted.append(pixels)
    return b"".join(painted)


def _interleaved(*parts):
    """Return the first byte of each part, then the second of each, and so on."""
    out = bytearray(len(parts) * len(parts[0]))
    for i, part in enumerate(parts):
        out[i :: len(parts)] = part
    return out


def fill_shape_pixels(
    buffer: Any, mask: Any, cover: Any, geometry: tuple, shape: Any, transform: tuple
) -> bool:
    """See vectorio._vectorshape._fill_shape_pixels: of a rectangle."""
    colour, kind, width, height = cover
    place, stride, left, top, right, bottom = geometry
    transposed, origin_x, origin_y, sign_x, sign_y = transform
    x, y = left - origin_x, top - origin_y
    inside = x >= 0 and y >= 0 and x + right - left <= width and y + bottom - top <= height
    if kind != _vectorshape._COVER_RECTANGLE or transposed or not inside or sign_x + sign_y < 2:
        return _plain_shape(buffer, mask, cover, geometry, shape, transform)
    row = array("H", [colour]) * (right - left)
    for y in range(bottom - top):
        _paint_row(buffer, mask, place + y * stride, row, (1 << right - left) - 1)
    return True


def _paint_row(buffer, mask, offset, colours, opaque):
    """Paint a row of pixels where no layer above has painted; return False if any layer below
    shows through.

    offset: of the left pixel in `buffer`. opaque: a bit for each pixel, the left one lowest. mask:
    a bit for each pixel of `buffer`, in words of 32, set once it is painted.
    """
    first, shift, width = offset >> 5, offset & 31, len(colours)
    last = first + (shift + width + 31) // 32
    painted = int.from_bytes(mask[first:last], "little")
    all_bits = (1 << width) - 1
    free_bits = all_bits & ~(painted >> shift)
    new_bits = opaque & free_bits
    if new_bits:
        if new_bits == all_bits:
            buffer[offset : offset + width] = colours
        else:
            for run in _ONES.finditer(format(new_bits, "b")[::-1]):
                begin, end = run.span()
                buffer[offset + begin : offset + end] = colours[begin:end]
        painted |= new_bits << shift
        mask[first:last] = memoryview(painted.to_bytes((last - first) * 4, "little")).cast("I")
    return new_bits == free_bits
