"""Blinka's bitmaptools a row at a time, for Bitmaps of four bits a pixel at most: pixel by pixel is
half of what a simulated handheld takes. What is left as pixels, and to be painted, is the same."""

import struct
from array import array

import bitmaptools

from tools.sim.borrowed import Borrowed

_blit, _fill_region, _readinto = bitmaptools.blit, bitmaptools.fill_region, bitmaptools.readinto


def lend(borrowed: Borrowed) -> None:
    """Let the handheld work with them until `borrowed` gives back."""
    for function in (blit, fill_region, readinto):
        borrowed.attribute(bitmaptools, function.__name__, function)


def blit(dest, source, x, y, *, x1=0, y1=0, x2=None, y2=None, **skipped):
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
    full = (1 << bits) - 1
    every = (1 << wide * bits) - 1
    ones = every // full  # a 1 in each pixel
    after = dest._stride * 32 - (left + wide) * bits
    for row in range(top, bottom):
        new = _pixels(source, row - y + y1, left - x + x1, wide, bits)
        whole = _row(dest, row)
        old = whole >> after & every
        for pixels, index in (
            (new, skipped.get("skip_source_index")),
            (old, skipped.get("skip_dest_index")),
        ):
            if index is not None and index <= full:
                differs = other = pixels ^ ones * index
                for bit in range(1, bits):
                    differs |= other >> bit
                copied = (differs & ones) * full
                new = new & copied | old & ~copied
        if new != old:
            _write(dest, row, whole ^ (old ^ new) << after)


def fill_region(dest, x1, y1, x2, y2, value):
    """See bitmaptools.fill_region."""
    bits = dest._bits_per_value
    left, top, wide = max(x1, 0), max(y1, 0), min(x2, dest.width) - max(x1, 0)
    bottom = min(y2, dest.height)
    if not _fits(bits, bits) or wide <= 0 or top >= bottom:
        return _fill_region(dest, x1, y1, x2, y2, value)
    dest.dirty(left, top, left + wide, bottom)
    full = (1 << bits) - 1
    pixels = ((1 << wide * bits) - 1) // full * (value & full)
    for row in range(top, bottom):
        _put(dest, row, left, wide, pixels)


def readinto(bitmap, file, bits_per_pixel, element_size=1, reverse_pixels_in_element=False):
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
        pixels = int.from_bytes(data, "big") >> size * 8 - wide * bits_per_pixel
        _put(bitmap, row, 0, wide, _widened(pixels, bits_per_pixel, bits))


def _fits(bits, wanted):
    """True where pixels of so many bits can be made such of `wanted` ones here."""
    return wanted <= 4 and bits in (1, wanted)


def _widened(pixels, bits, wanted):
    return pixels if bits == wanted else int(bin(pixels)[2:], 1 << wanted)


def _row(bitmap, row):
    """A row as a number, its left pixel highest."""
    words = bitmap._stride
    data = bitmap._data[row * words : (row + 1) * words]
    return int.from_bytes(struct.pack(">%dI" % words, *data), "big")


def _pixels(bitmap, row, left, wide, wanted):
    """Pixels of a row as a number, each of `wanted` bits."""
    bits = bitmap._bits_per_value
    pixels = _row(bitmap, row) >> bitmap._stride * 32 - (left + wide) * bits
    return _widened(pixels & (1 << wide * bits) - 1, bits, wanted)


def _put(bitmap, row, left, wide, pixels):
    bits = bitmap._bits_per_value
    after = bitmap._stride * 32 - (left + wide) * bits
    _write(bitmap, row, _row(bitmap, row) & ~((1 << wide * bits) - 1 << after) | pixels << after)


def _write(bitmap, row, pixels):
    """Make a number a row, its left pixel highest."""
    words = bitmap._stride
    data = struct.unpack(">%dI" % words, pixels.to_bytes(words * 4, "big"))
    bitmap._data[row * words : (row + 1) * words] = array(bitmap._data.typecode, data)
