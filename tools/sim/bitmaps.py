"""Copy and fill Blinka's bitmaps a row at a time, with a byte for each pixel.

Pixel by pixel this takes half of a simulated handheld's time. Pixels, errors and the areas to be
painted are the same as with Blinka's own functions, which still handle rare cases and bitmaps of
over 256 colours.
"""

import sys
from array import array
from typing import Any

import bitmaptools
import displayio

from tools.sim.patches import Patches

_init = displayio.Bitmap.__init__
_blit, _fill_region, _readinto = bitmaptools.blit, bitmaptools.fill_region, bitmaptools.readinto
drawing_disabled = False  # whether no pixels are copied, see `patch`
# Of 1, 2 or 4 bits a pixel: the pixels in a byte, the left one from its highest bits.
_PIXELS = {
    bits: [
        bytes(byte >> shift & (1 << bits) - 1 for shift in range(8 - bits, -1, -bits))
        for byte in range(256)
    ]
    for bits in (1, 2, 4)
}
_MASKS = [bytes(255 * (value == skipped) for value in range(256)) for skipped in range(256)]


def patch(patches: Patches, blind: bool = False) -> None:
    """Replace the functions below in Blinka until `patches` is closed. blind: copy no pixels, since
    this run makes no picture; areas are marked all the same."""
    patches.set_attribute(sys.modules[__name__], "drawing_disabled", blind)
    patches.set_attribute(displayio.Bitmap, "__init__", init)
    patches.set_attribute(displayio.Bitmap, "fill", fill)
    for function in (blit, fill_region, readinto):
        patches.set_attribute(bitmaptools, function.__name__, function)


def init(bitmap: Any, width: int, height: int, value_count: int) -> None:
    """Make a displayio.Bitmap whose pixels lie in bytes, though fewer bits of them may count."""
    if not 1 <= value_count <= 256:
        return _init(bitmap, width, height, value_count)
    bitmap._from_buffer(width, height, 8, array("I", [0]) * ((width + 3) // 4 * height), False)
    bits = next(bits for bits in (1, 2, 4, 8) if value_count <= 1 << bits)
    bitmap._bitmask = (1 << bits) - 1
    if bits < 8:
        bitmap._value_reject = 0


def fill(bitmap: Any, value: int) -> None:
    """See displayio.Bitmap.fill."""
    fill_region(bitmap, 0, 0, bitmap.width, bitmap.height, value & bitmap._bitmask)


def pixels_of(bitmap: Any) -> memoryview:
    """Return the pixels of a bitmap of at most 256 colours, one byte per pixel. Its rows begin
    every 4 * _stride bytes."""
    return memoryview(bitmap._data).cast("B")


def row_of(bitmap: Any, row: int) -> memoryview:
    """Return the pixels of a row of a bitmap of at most 256 colours, one byte per pixel."""
    start = row * 4 * bitmap._stride
    return pixels_of(bitmap)[start : start + bitmap._bmp_width]


def _mark_dirty(bitmap, x1, y1, x2, y2):
    """Add an area that lies in the bitmap to what is to be painted: Bitmap.dirty, but quicker."""
    area = bitmap._dirty_area
    if not area.empty():
        x1, y1 = min(area.x1, x1), min(area.y1, y1)
        x2, y2 = max(area.x2, x2), max(area.y2, y2)
    area.x1, area.y1, area.x2, area.y2 = x1, y1, x2, y2


def _merged(new, old, tested, skipped):
    """Return the pixels of `new`, but those of `old` where `tested` has the skipped colour."""
    kept = int.from_bytes(bytes(tested).translate(_MASKS[skipped]), "little")
    new_bits, old_bits = int.from_bytes(new, "little"), int.from_bytes(old, "little")
    return ((new_bits ^ old_bits) & kept ^ new_bits).to_bytes(len(old), "little")


def blit(
    dest: Any,
    source: Any,
    x: int,
    y: int,
    *,
    x1: int = 0,
    y1: int = 0,
    x2: int | None = None,
    y2: int | None = None,
    skip_source_index: int | None = None,
    skip_dest_index: int | None = None,
) -> None:
    """See bitmaptools.blit. Raises ValueError for a place beside the target, as a board does."""
    if not (0 <= x <= dest.width and 0 <= y <= dest.height):
        raise ValueError("x must be 0-%d, y 0-%d" % (dest.width, dest.height))
    x2 = source.width if x2 is None else min(x2, source.width)
    y2 = source.height if y2 is None else min(y2, source.height)
    # Up to 256 colours: see `init`.
    has_compatible_pixels = source._bitmask <= dest._bitmask < 256
    is_inside = 0 <= x1 <= x2 and 0 <= y1 <= y2
    if not has_compatible_pixels or not is_inside or source is dest:
        skipped = {"skip_source_index": skip_source_index, "skip_dest_index": skip_dest_index}
        return _blit(dest, source, x, y, x1=x1, y1=y1, x2=x2, y2=y2, **skipped)
    right, bottom = min(x + x2 - x1, dest.width), min(y + y2 - y1, dest.height)
    if x >= right or y >= bottom:
        return
    _mark_dirty(dest, x, y, right, bottom)
    if drawing_disabled:
        return
    width = right - x
    target, pixels = pixels_of(dest), pixels_of(source)
    start, source_start = y * 4 * dest._stride + x, y1 * 4 * source._stride + x1
    for _row in range(y, bottom):
        old = target[start : start + width]
        new = pixels[source_start : source_start + width]
        if skip_source_index is not None:
            new = _merged(new, old, new, skip_source_index)
        if skip_dest_index is not None:
            new = _merged(new, old, old, skip_dest_index)
        old[:] = new
        start += 4 * dest._stride
        source_start += 4 * source._stride


def fill_region(dest: Any, x1: int, y1: int, x2: int, y2: int, value: int) -> None:
    """See bitmaptools.fill_region."""
    left, top, right, bottom = max(x1, 0), max(y1, 0), min(x2, dest.width), min(y2, dest.height)
    if dest._bitmask > 255 or value & dest._value_reject or left >= right or top >= bottom:
        return _fill_region(dest, x1, y1, x2, y2, value)
    _mark_dirty(dest, left, top, right, bottom)
    for row in () if drawing_disabled else range(top, bottom):
        row_of(dest, row)[left:right] = bytes((value & dest._bitmask,)) * (right - left)


def readinto(
    bitmap: Any,
    file: Any,
    bits_per_pixel: int,
    element_size: int = 1,
    reverse_pixels_in_element: bool = False,
) -> None:
    """See bitmaptools.readinto."""
    fits = bits_per_pixel in _PIXELS and 255 >= bitmap._bitmask >= (1 << bits_per_pixel) - 1
    if not (fits and element_size == 4 and reverse_pixels_in_element):
        return _readinto(bitmap, file, bits_per_pixel, element_size, reverse_pixels_in_element)
    size = (bitmap.width * bits_per_pixel + 31) // 32 * 4
    for row in range(bitmap.height):
        data = file.read(size)
        if len(data) < size:
            raise EOFError()
        _mark_dirty(bitmap, 0, row, bitmap.width, row + 1)
        if drawing_disabled:
            continue
        pixels = b"".join([_PIXELS[bits_per_pixel][byte] for byte in data])
        row_of(bitmap, row)[:] = pixels[: bitmap.width]
