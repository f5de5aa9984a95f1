"""bitmaptools for the page, as far as the game and its libraries call it; painter.js does it."""

import host
from uctypes import addressof

if False:  # for type checkers
    from typing import Any

    from tools.web.device.displayio import Bitmap


def blit(
    dest_bitmap: "Bitmap",
    source_bitmap: "Bitmap",
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
    """Copy a part of a bitmap."""
    to, source = dest_bitmap, source_bitmap
    x2 = source.width if x2 is None else min(x2, source.width)
    y2 = source.height if y2 is None else min(y2, source.height)
    skipped = [-1 if index is None else index for index in (skip_source_index, skip_dest_index)]
    place = to.address, to.width, to.height, source.address, source.width, x, y
    host.blit(*place, x1, y1, x2, y2, *skipped)


def fill_region(dest_bitmap: "Bitmap", x1: int, y1: int, x2: int, y2: int, value: int) -> None:
    """Fill a part of a bitmap; x2 and y2 are exclusive."""
    x1, x2 = sorted(max(0, min(x, dest_bitmap.width)) for x in (x1, x2))
    y1, y2 = sorted(max(0, min(y, dest_bitmap.height)) for y in (y1, y2))
    host.fill(dest_bitmap.address, dest_bitmap.width, x1, y1, x2, y2, value)


def readinto(bitmap: "Bitmap", file: "Any", bits_per_pixel: int, **order: "Any") -> None:
    """Read rows of whole 32-bit words, as a BMP has them, the left pixel in the high bits."""
    row = (bitmap.width * bits_per_pixel + 31) // 32 * 4
    data = file.read(row * bitmap.height)
    host.unpack(
        bitmap.address, bitmap.width, len(data) // row, addressof(data), row, bits_per_pixel
    )
    if len(data) < row * bitmap.height:
        raise EOFError
