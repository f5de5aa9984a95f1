"""bitmaptools for the page, as far as the game and its libraries call it; painter.js does it."""

import host
from uctypes import addressof


def blit(
    dest_bitmap,
    source_bitmap,
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
    """Copy a part of a bitmap."""
    host.blit(
        dest_bitmap.address,
        dest_bitmap.width,
        dest_bitmap.height,
        source_bitmap.address,
        source_bitmap.width,
        x,
        y,
        x1,
        y1,
        source_bitmap.width if x2 is None else min(x2, source_bitmap.width),
        source_bitmap.height if y2 is None else min(y2, source_bitmap.height),
        -1 if skip_source_index is None else skip_source_index,
        -1 if skip_dest_index is None else skip_dest_index,
    )


def fill_region(dest_bitmap, x1, y1, x2, y2, value):
    """Fill a part of a bitmap, up to before x2 and y2."""
    x1, x2 = sorted(max(0, min(x, dest_bitmap.width)) for x in (x1, x2))
    y1, y2 = sorted(max(0, min(y, dest_bitmap.height)) for y in (y1, y2))
    host.fill(dest_bitmap.address, dest_bitmap.width, x1, y1, x2, y2, value)


def readinto(
    bitmap,
    file,
    bits_per_pixel,
    element_size=1,
    reverse_pixels_in_element=False,
    swap_bytes_in_element=False,
    reverse_rows=False,
):
    """Read rows of whole 32-bit words, as a BMP has them, the left pixel in the high bits."""
    if element_size != 4 or not reverse_pixels_in_element or swap_bytes_in_element or reverse_rows:
        raise NotImplementedError("The page reads rows of a BMP only.")
    row = (bitmap.width * bits_per_pixel + 31) // 32 * 4
    data = file.read(row * bitmap.height)
    host.unpack(
        bitmap.address, bitmap.width, len(data) // row, addressof(data), row, bits_per_pixel
    )
    if len(data) < row * bitmap.height:
        raise EOFError
