"""Bitmap functions that check their arguments and copy no pixels, for runs without pictures.

Copying pixels takes three quarters of such a run on a desktop.
"""

import bitmaptools
import displayio

from tools.sim.borrowed import Borrowed


def lend(borrowed: Borrowed) -> None:
    """Replace Blinka's until `borrowed` is closed."""
    borrowed.attribute(bitmaptools, "fill_region", _fill_region)
    borrowed.attribute(bitmaptools, "blit", _blit)
    borrowed.attribute(bitmaptools, "readinto", _readinto)
    borrowed.attribute(displayio.Bitmap, "fill", lambda bitmap, value: bitmap.dirty())


def _fill_region(dest, x1, y1, x2, y2, value):
    if value & dest._value_reject:
        raise ValueError("out of range of target")
    _spoil(dest, x1, y1, x2, y2)


def _blit(
    dest,
    source,
    x,
    y,
    *,
    x1=0,
    y1=0,
    x2=None,
    y2=None,
    skip_source_index=None,
    skip_dest_index=None,
):
    x1, x2 = sorted((x1, source._bmp_width if x2 is None else x2))
    y1, y2 = sorted((y1, source._bmp_height if y2 is None else y2))
    if x1 < min(x, 0) or y1 < min(y, 0):
        raise ValueError("out of range")
    wide = min(x2, source._bmp_width) - x1
    high = min(y2, source._bmp_height) - y1
    _spoil(dest, x, y, x + wide, y + high)


def _spoil(dest, x1, y1, x2, y2):
    """Mark an area as to be painted: Bitmap.dirty without an Area for each letter."""
    x1, y1 = max(x1, 0), max(y1, 0)
    x2, y2 = min(x2, dest._bmp_width), min(y2, dest._bmp_height)
    if x1 >= x2 or y1 >= y2:
        return
    area = dest._dirty_area
    if area.empty():
        area.x1, area.y1, area.x2, area.y2 = x1, y1, x2, y2
    else:
        area.x1, area.y1 = min(area.x1, x1), min(area.y1, y1)
        area.x2, area.y2 = max(area.x2, x2), max(area.y2, y2)


def _readinto(bitmap, file, bits_per_pixel, element_size=1, **how):
    unit = 8 * element_size
    size = (bitmap.width * bits_per_pixel + unit - 1) // unit * element_size * bitmap.height
    if len(file.read(size)) < size:
        raise EOFError()
