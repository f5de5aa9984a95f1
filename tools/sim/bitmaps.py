"""Blinka's bitmaptools a row at a time, for Bitmaps of at most four bits a pixel: pixel by pixel
they take half of a simulated handheld's time. Pixels and areas to be painted are the same."""

import struct
from array import array
from typing import Any

import bitmaptools

from tools.sim.borrowed import Borrowed

_blit, _fill_region, _readinto = bitmaptools.blit, bitmaptools.fill_region, bitmaptools.readinto


def lend(borrowed: Borrowed) -> None:
    """Replace them in Blinka until `borrowed` is closed."""
    for function in (blit, fill_region, readinto):
        borrowed.attribute(bitmaptools, function.__name__, function)


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
    **skipped: int,
) -> None:
    """See bitmaptools.blit."""
    bits = dest._bits_per_value
    x2 = source.width if x2 is None else min(x2, source.width)
    y2 = source.height if y2 is None else min(y2, source.height)
    regular = 0 <= x1 <= x2 and 0 <= y1 <= y2 and source is not dest
    if not regular or not _fits(source._bits_per_value, bits):
        return _blit(dest, source, x, y, x1=x1, y1=y1, x2=x2, y2=y2, **skipped)
    left, top = max(x, 0), max(y, 0)
    wide = min(x + x2 - x1, dest.width) - left
    bottom = min(y + y2 - y1, dest.height)
    if wide <= 0 or top >= bottom:
        return
    dest.dirty(left, top, left + wide, bottom)
    after, ones = _region(dest, left, wide, bottom - top)
    full = (1 << bits) - 1
    size = source._stride * 4
    data = _bytes(source, top - y + y1, bottom - y + y1)
    rows = []
    for begin in range(0, len(data), size):
        row = _part(data[begin : begin + size], left - x + x1, wide, source._bits_per_value)
        row = _widened(row, source._bits_per_value, bits) << after
        rows.append(row.to_bytes(dest._stride * 4, "big"))
    new = int.from_bytes(b"".join(rows), "big")
    old = int.from_bytes(_bytes(dest, top, bottom), "big")
    copied = ones * full
    for pixels, index in (
        (new, skipped.get("skip_source_index")),
        (old, skipped.get("skip_dest_index")),
    ):
        if index is not None and index <= full:
            differs = other = pixels ^ ones * index
            for bit in range(1, bits):
                differs |= other >> bit
            copied &= (differs & ones) * full
    _write(dest, top, bottom, old ^ (old ^ new) & copied)


def fill_region(dest: Any, x1: int, y1: int, x2: int, y2: int, value: int) -> None:
    """See bitmaptools.fill_region."""
    bits = dest._bits_per_value
    left, top, wide = max(x1, 0), max(y1, 0), min(x2, dest.width) - max(x1, 0)
    bottom = min(y2, dest.height)
    if not _fits(bits, bits) or wide <= 0 or top >= bottom:
        return _fill_region(dest, x1, y1, x2, y2, value)
    dest.dirty(left, top, left + wide, bottom)
    _after, ones = _region(dest, left, wide, bottom - top)
    full = (1 << bits) - 1
    old = int.from_bytes(_bytes(dest, top, bottom), "big")
    _write(dest, top, bottom, old & ~(ones * full) | ones * (value & full))


def readinto(
    bitmap: Any,
    file: Any,
    bits_per_pixel: int,
    element_size: int = 1,
    reverse_pixels_in_element: bool = False,
) -> None:
    """See bitmaptools.readinto."""
    bits = bitmap._bits_per_value
    if not (_fits(bits_per_pixel, bits) and element_size == 4 and reverse_pixels_in_element):
        return _readinto(bitmap, file, bits_per_pixel, element_size, reverse_pixels_in_element)
    wide = bitmap.width
    size = (wide * bits_per_pixel + 31) // 32 * 4
    for row in range(bitmap.height):
        data = file.read(size)
        if len(data) < size:
            raise EOFError()
        bitmap.dirty(0, row, wide, row + 1)
        pixels = _widened(_part(data, 0, wide, bits_per_pixel), bits_per_pixel, bits)
        _write(bitmap, row, row + 1, pixels << bitmap._stride * 32 - wide * bits)


def _fits(bits, wanted):
    """Return whether pixels of `bits` bits can become pixels of `wanted` bits here."""
    return wanted <= 4 and bits in (1, wanted)


def _widened(pixels, bits, wanted):
    return pixels if bits == wanted else int(bin(pixels)[2:], 1 << wanted)


def _bytes(bitmap, top, bottom):
    """Return rows as bytes, the left pixel in the highest bits."""
    data = bitmap._data[top * bitmap._stride : bottom * bitmap._stride]
    return struct.pack(">%dI" % len(data), *data)


def _part(data, left, wide, bits):
    """Return pixels of a row of bytes as a number."""
    after = len(data) * 8 - (left + wide) * bits
    return int.from_bytes(data, "big") >> after & (1 << wide * bits) - 1


def _region(bitmap, left, wide, high):
    """Return (bits behind it in a row, a 1 in each pixel of it) of a part of rows that are one
    number."""
    bits, size = bitmap._bits_per_value, bitmap._stride * 32
    after = size - (left + wide) * bits
    ones = ((1 << wide * bits) - 1) // ((1 << bits) - 1) << after
    return after, ones * (((1 << size * high) - 1) // ((1 << size) - 1))


def _write(bitmap, top, bottom, pixels):
    """Write a number as rows, the first row in its highest bits."""
    count = (bottom - top) * bitmap._stride
    data = struct.unpack(">%dI" % count, pixels.to_bytes(count * 4, "big"))
    here = slice(top * bitmap._stride, bottom * bitmap._stride)
    bitmap._data[here] = array(bitmap._data.typecode, data)
