"""What is drawn as files of assets/: bitmaps, and the one way that they are written."""

import os
import struct

from tools.place import ROOT


def bmp(art, bits, palette, upper_first=True):
    """A Windows bitmap, rows padded to four bytes. upper_first: its height is negative and the
    upper row comes first, as a board has it in memory and reads it at once."""
    colours = 1 << bits
    stride = (art.w * bits + 31) // 32 * 4
    data = bytearray()
    for y in range(art.h) if upper_first else range(art.h - 1, -1, -1):
        row = bytearray(stride)
        for x in range(art.w):
            bit = x * bits
            row[bit // 8] |= art.px[y * art.w + x] << (8 - bits - bit % 8)
        data += row
    table = b"".join(
        [struct.pack("<I", palette[i] if i < len(palette) else 0) for i in range(colours)]
    )
    start = 14 + 40 + len(table)
    high = -art.h if upper_first else art.h
    head = struct.pack("<2sIHHI", b"BM", start + len(data), 0, 0, start)
    info = struct.pack(
        "<IiiHHIIiiII", 40, art.w, high, 1, bits, 0, len(data), 2835, 2835, colours, colours
    )
    return head + info + table + bytes(data)


def write(files, argv):
    """Write files into the folder that a command names, else into assets/."""
    folder = argv[1] if len(argv) > 1 else os.path.join(ROOT, "assets")
    for name, data in sorted(files.items()):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
        print("%-16s %6d bytes" % (name, len(data)))
