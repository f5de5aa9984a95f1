"""A zip whose files are stored as they are, since deflate differs between zlib versions: the same
input gives the same bytes. The page makes it, too, on MicroPython, which has no zipfile.
"""

import binascii
import struct

_DATE = (2020 - 1980) << 9 | 1 << 5 | 1
_MADE = 3 << 8 | 20  # by a Unix system, version 2.0
_MODE = 0o644 << 16


def stored(members: dict[str, bytes]) -> bytes:
    """The bytes of a zip of `members` {path: bytes}, as zipfile.ZIP_STORED writes them."""
    out = bytearray()
    listed = bytearray()
    for name in sorted(members):
        data = members[name]
        spelt = name.encode()
        sizes = len(data), len(data), len(spelt), 0
        common = struct.pack("<HHHHHIIIHH", 20, 0, 0, 0, _DATE, binascii.crc32(data), *sizes)
        listed += b"PK\x01\x02" + struct.pack("<H", _MADE) + common
        listed += struct.pack("<HHHII", 0, 0, 0, _MODE, len(out)) + spelt
        out += b"PK\x03\x04" + common + spelt + data
    end = struct.pack(
        "<4sHHHHIIH", b"PK\x05\x06", 0, 0, len(members), len(members), len(listed), len(out), 0
    )
    return bytes(out + listed + end)
