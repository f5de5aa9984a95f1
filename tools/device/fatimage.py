"""A FAT12/16 file system as CircuitPython makes it, with files in it, as bytes.

No library fits: pyfatfs 1.1.0 formats FAT12 with 224 root entries and its own cluster sizes, and
stamps the present time into every entry, so no image could be made twice the same. Geometry after
FatFs's f_mkfs, which CircuitPython calls: one FAT, 512-byte sectors, 512 root entries.
"""

import re
import struct
import zlib
from typing import Any, NamedTuple

SECTOR = 512
ENTRY = 32
STAMP_DATE = (2020 - 1980) << 9 | 1 << 5 | 1
MAX_FAT12, MAX_FAT16 = 0xFF5, 0xFFF5  # clusters
END12, END16 = 0xFFF, 0xFFFF
DIRECTORY, VOLUME, LONG_NAME, ARCHIVE = 0x10, 0x08, 0x0F, 0x20
BOOT_OUT = "boot_out.txt"  # CircuitPython writes it at the first start
# CircuitPython puts these on a new drive to stop desktops from adding hidden files of their own.
QUIET = (".fseventsd/no_log", ".metadata_never_index", ".Trashes", ".Trash-1000")
_NOT_SHORT = re.compile(r"[^A-Z0-9_\-~!#$%&'()@^{}]")  # in an 8.3 name


class Geometry(NamedTuple):
    """A drive's layout. cluster: sectors per cluster. bits: 12 or 16. data: first data sector."""

    sectors: int
    cluster: int
    bits: int
    fat_sectors: int
    root_entries: int
    clusters: int
    data: int


class FatError(RuntimeError):
    """No such drive or files; str() is a sentence for the user."""


def geometry(size: int) -> Geometry:
    """Return the Geometry that FatFs chooses for a drive of `size` bytes. Raises FatError."""
    sectors = size // SECTOR
    cluster = 1
    for bound in (1, 4, 16, 64, 256, 512):
        if bound > sectors // 0x1000:
            break
        cluster *= 2
    while cluster <= 128:
        count = sectors // cluster
        bits = 16 if count > MAX_FAT12 else 12
        fat_bytes = count * 2 + 4 if bits == 16 else (count * 3 + 1) // 2 + 3
        fat_sectors = -(-fat_bytes // SECTOR)
        root_entries = 128 if sectors <= 256 else 512
        data = 1 + fat_sectors + root_entries * ENTRY // SECTOR
        clusters = (sectors - data) // cluster
        if clusters < 16:
            break
        if bits == 12 or MAX_FAT12 < clusters <= MAX_FAT16:
            return Geometry(sectors, cluster, bits, fat_sectors, root_entries, clusters, data)
        cluster *= 2  # too few clusters for FAT16, or too many
    raise FatError("CircuitPython makes no FAT12 or FAT16 drive of %d bytes." % size)


def make(size: int, files: dict[str, bytes], label: str = "CIRCUITPY") -> bytes:
    """Return the image of a `size`-byte drive with `files` {path: bytes}, up to the last cluster in
    use. The same input gives the same bytes. Raises FatError if the files do not fit.
    """
    writer, root = _fill(size, files, label)
    head = _boot_sector(writer.shape, zlib.crc32(repr(sorted(files.items())).encode()))
    root = root.ljust(writer.shape.root_entries * ENTRY, b"\0")
    return head + writer.pack_fat() + root + bytes(writer.data)


def _fill(size: int, files: dict[str, bytes], label: str = "") -> tuple["_Writer", bytes]:
    """Return (the _Writer of a drive with `files`, the bytes of its root)."""
    shape = geometry(size)
    tree: dict[str, Any] = {}  # a folder is a dict, a file its bytes
    for path in sorted(set(files) | set(QUIET)):
        folder = tree
        *folders, name = path.split("/")
        for part in folders:
            folder = folder.setdefault(part, {})
        folder[name] = files.get(path, b"")
    writer = _Writer(shape)
    root = writer.write_folder(tree, 0, _entry(label.ljust(11)[:11].encode(), VOLUME, 0, 0))
    if len(root) > shape.root_entries * ENTRY:
        raise FatError("The drive's root holds %d entries at most." % shape.root_entries)
    return writer, root


def occupied_bytes(size: int, files: dict[str, bytes]) -> int:
    """Return the bytes in the clusters that `files`, their folders and CircuitPython's own files
    take on a drive of `size` bytes. Raises FatError when they do not fit."""
    return len(_fill(size, {**files, BOOT_OUT: bytes(SECTOR)})[0].data)


def free_bytes(size: int, files: dict[str, bytes]) -> int:
    """Return the bytes in the clusters that stay free on a drive of `size` bytes with `files` on
    it, 0 if they do not fit."""
    shape = geometry(size)
    try:
        return shape.clusters * shape.cluster * SECTOR - occupied_bytes(size, files)
    except FatError:
        return 0


class _Writer:
    """The file allocation table `chains` and the clusters `data` of a drive that is filled."""

    def __init__(self, shape: Geometry) -> None:
        self.shape = shape
        self.chains = [0xFFF8 if shape.bits == 16 else 0xFF8, END16 if shape.bits == 16 else END12]
        self.data = bytearray()

    def allocate(self, data: bytes) -> int:
        """Reserve consecutive clusters for `data`; return the first, or 0 for none."""
        unit = self.shape.cluster * SECTOR
        count = -(-len(data) // unit)
        if not count:
            return 0
        first = len(self.chains)
        if first + count - 2 > self.shape.clusters:
            raise FatError(
                "The files do not fit: the drive holds %d bytes." % (self.shape.clusters * unit)
            )
        self.chains += list(range(first + 1, first + count))
        self.chains.append(END16 if self.shape.bits == 16 else END12)
        self.data += data.ljust(count * unit, b"\0")
        return first

    def write_folder(self, tree: dict[str, Any], cluster: int, first_entries: bytes) -> bytes:
        """Write the files and folders of `tree`; return the entries of the folder itself, after
        `first_entries`. cluster: its first cluster, 0 for the root."""
        out = bytearray(first_entries)
        taken_names: set[str] = set()
        for name, child in tree.items():
            short_name, long_name = _name_entries(name, taken_names)
            if isinstance(child, dict):
                # A folder's clusters precede those of its files; its names tell its size.
                length = (2 + len(child) + sum(map(_count_long_entries, child))) * ENTRY
                first = self.allocate(bytes(length))
                unit = self.shape.cluster * SECTOR
                dots = _entry(b".          ", DIRECTORY, first, 0)
                dots += _entry(b"..         ", DIRECTORY, cluster, 0)
                body = self.write_folder(child, first, dots)
                offset = (first - 2) * unit
                self.data[offset : offset + len(body)] = body
                out += long_name + _entry(short_name, DIRECTORY, first, 0)
            else:
                out += long_name + _entry(short_name, ARCHIVE, self.allocate(child), len(child))
        return bytes(out)

    def pack_fat(self) -> bytes:
        """Return the file allocation table."""
        if self.shape.bits == 16:
            packed = struct.pack("<%dH" % len(self.chains), *self.chains)
        else:
            out = bytearray()
            for i in range(0, len(self.chains), 2):
                low = self.chains[i]
                high = self.chains[i + 1] if i + 1 < len(self.chains) else 0
                out += (low | high << 12).to_bytes(3, "little")
            packed = bytes(out)
        return packed.ljust(self.shape.fat_sectors * SECTOR, b"\0")


def _entry(name: bytes, attributes: int, cluster: int, size: int) -> bytes:
    fields = (name, attributes, 0, 0, 0, STAMP_DATE, STAMP_DATE, 0, 0, STAMP_DATE, cluster, size)
    return struct.pack("<11sBBBHHHHHHHI", *fields)


def _name_entries(name: str, taken_names: set[str]) -> tuple[bytes, bytes]:
    """Return (the 8.3 name of `name`, its long-name entries) as bytes; add the 8.3 name to
    `taken_names`."""
    stem, dot, extension = name.rpartition(".")
    if not dot or not stem:
        stem, extension = name, ""
    stem, extension = (
        _NOT_SHORT.sub("_", part.upper().replace(".", "")) for part in (stem, extension)
    )
    short_name = stem[:8].ljust(8) + extension[:3].ljust(3)
    fits_8_3 = (
        len(stem) <= 8
        and len(extension) <= 3
        and name.upper() == stem + ("." + extension if extension else "")
    )
    number = 0
    while not fits_8_3 or short_name in taken_names:
        number += 1
        suffix = "~%d" % number
        short_name = (stem[: 8 - len(suffix)] + suffix).ljust(8) + extension[:3].ljust(3)
        if short_name not in taken_names:
            break
    taken_names.add(short_name)
    short_bytes = short_name.encode("ascii")
    checksum = 0
    for byte in short_bytes:
        checksum = ((checksum & 1) << 7) + (checksum >> 1) + byte & 0xFF
    text = name.encode("utf-16-le")
    count = _count_long_entries(name)
    if len(text) % 26:
        text = (text + b"\0\0").ljust(count * 26, b"\xff")
    entries = []
    for i in range(count, 0, -1):
        part = text[(i - 1) * 26 : i * 26]
        order = i | (0x40 if i == count else 0)  # 0x40: the last entry
        header = struct.pack("<B10sBBB", order, part[:10], LONG_NAME, 0, checksum)
        entries.append(header + part[10:22] + bytes(2) + part[22:])
    return short_bytes, b"".join(entries)


def _count_long_entries(name: str) -> int:
    """Return how many long-name entries a name takes: each holds 13 characters of UTF-16."""
    return -(-len(name.encode("utf-16-le")) // 26)


def _boot_sector(shape: Geometry, serial: int) -> bytes:
    sectors_16_bit = shape.sectors if shape.sectors < 0x10000 else 0
    sectors_32_bit = 0 if sectors_16_bit else shape.sectors
    sizes = SECTOR, shape.cluster, 1, 1, shape.root_entries, sectors_16_bit, 0xF8, shape.fat_sectors
    head = b"\xeb\xfe\x90MSDOS5.0" + struct.pack("<HBHBHHBH", *sizes)
    head += struct.pack("<HHIIBBBI", 63, 255, 1, sectors_32_bit, 0x80, 0, 0x29, serial)
    return (head + b"NO NAME    FAT     ").ljust(510, b"\0") + b"\x55\xaa"
