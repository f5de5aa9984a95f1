"""zlib as tools/device asks for it."""

from binascii import crc32  # noqa: F401
