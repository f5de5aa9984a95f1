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
# What it puts on a new drive so that desktops leave nothing of theirs on it.
QUIET = (".fseventsd/no_log", ".metadata_never_index", ".Trashes", ".Trash-1000")


class Geometry(NamedTuple):
    """A drive's shape. cluster: sectors in one. bits: 12 or 16. data: its first data sector."""

    sectors: int
    cluster: int
    bits: int
    fat_sectors: int
    root_entries: int
    clusters: int
    data: int


class FatError(RuntimeError):
    """One clear sentence."""


def geometry(size: int) -> Geometry:
    """Return the Geometry that FatFs chooses for a drive of `size` bytes. cluster: in sectors."""
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
    shape = geometry(size)
    tree: dict[str, Any] = {}  # a folder is a dict, a file its bytes
    for path in sorted(set(files) | set(QUIET)):
        folder = tree
        *folders, name = path.split("/")
        for part in folders:
            folder = folder.setdefault(part, {})
        folder[name] = files.get(path, b"")
    writer = _Writer(shape)
    root = writer.folder(tree, None, 0, _entry(label.ljust(11)[:11].encode(), VOLUME, 0, 0))
    if len(root) > shape.root_entries * ENTRY:
        raise FatError("The drive's root holds %d entries at most." % shape.root_entries)
    head = _boot_sector(shape, zlib.crc32(repr(sorted(files.items())).encode()))
    return head + writer.fat() + root.ljust(shape.root_entries * ENTRY, b"\0") + bytes(writer.data)


def occupied(size: int, files: dict[str, bytes]) -> int:
    """Return bytes that `files` take on a drive of `size` bytes, clusters counted whole, with
    folders and what CircuitPython puts there itself. Raises FatError when they do not fit."""
    image = make(size, {**files, BOOT_OUT: bytes(SECTOR)})
    return len(image) - geometry(size).data * SECTOR


def left(size: int, files: dict[str, bytes]) -> int:
    """Return bytes that stay free on a drive of `size` bytes with `files` on it, clusters counted
    whole; 0 where they do not fit."""
    shape = geometry(size)
    try:
        return shape.clusters * shape.cluster * SECTOR - occupied(size, files)
    except FatError:
        return 0


class _Writer:
    def __init__(self, shape: Geometry) -> None:
        self.shape = shape
        self.chains = [0xFFF8 if shape.bits == 16 else 0xFF8, END16 if shape.bits == 16 else END12]
        self.data = bytearray()

    def place(self, data: bytes) -> int:
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

    def folder(self, tree: dict[str, Any], parent: int | None, own: int, start: bytes) -> bytes:
        """Return the directory's bytes. parent: None for the root. own: its first cluster. start:
        its first entries."""
        out = bytearray(start)
        taken_names: set[str] = set()
        for name, inside in tree.items():
            short_name, long_name = _name_entries(name, taken_names)
            if isinstance(inside, dict):
                # A folder's clusters come before those of its files; its names give its size.
                length = 2 * ENTRY + sum(len(_name_entries(n, set())[1]) + ENTRY for n in inside)
                first = self.place(bytes(length))
                unit = self.shape.cluster * SECTOR
                dots = _entry(b".          ", DIRECTORY, first, 0) + _entry(
                    b"..         ", DIRECTORY, own if parent is not None else 0, 0
                )
                body = self.folder(inside, own, first, dots)
                offset = (first - 2) * unit
                self.data[offset : offset + len(body)] = body
                out += long_name + _entry(short_name, DIRECTORY, first, 0)
            else:
                out += long_name + _entry(short_name, ARCHIVE, self.place(inside), len(inside))
        return bytes(out)

    def fat(self) -> bytes:
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
    """Return the bytes of (the 8.3 name of `name`, its long-name entries); add the former to
    `taken_names`."""
    stem, dot, ending = name.rpartition(".")
    if not dot or not stem:
        stem, ending = name, ""
    stem, ending = (
        re.sub(r"[^A-Z0-9_\-~!#$%&'()@^{}]", "_", part.upper().replace(".", ""))
        for part in (stem, ending)
    )
    short_name = stem[:8].ljust(8) + ending[:3].ljust(3)
    fits_8_3 = (
        len(stem) <= 8
        and len(ending) <= 3
        and name.upper() == stem + ("." + ending if ending else "")
    )
    number = 0
    while not fits_8_3 or short_name in taken_names:
        number += 1
        tail = "~%d" % number
        short_name = (stem[: 8 - len(tail)] + tail).ljust(8) + ending[:3].ljust(3)
        if short_name not in taken_names:
            break
    taken_names.add(short_name)
    packed = short_name.encode("ascii")
    checksum = 0
    for byte in packed:
        checksum = ((checksum & 1) << 7) + (checksum >> 1) + byte & 0xFF
    text = name.encode("utf-16-le")
    count = -(-len(text) // 26)  # an entry holds 13 characters of UTF-16
    if len(text) % 26:
        text = (text + b"\0\0").ljust(count * 26, b"\xff")
    entries = []
    for i in range(count, 0, -1):
        part = text[(i - 1) * 26 : i * 26]
        order = i | (0x40 if i == count else 0)  # 0x40: the last entry
        head = struct.pack("<B10sBBB", order, part[:10], LONG_NAME, 0, checksum)
        entries.append(head + part[10:22] + bytes(2) + part[22:])
    return packed, b"".join(entries)


def _boot_sector(shape: Geometry, serial: int) -> bytes:
    small = shape.sectors if shape.sectors < 0x10000 else 0
    large = 0 if small else shape.sectors
    sizes = SECTOR, shape.cluster, 1, 1, shape.root_entries, small, 0xF8, shape.fat_sectors
    head = b"\xeb\xfe\x90MSDOS5.0" + struct.pack("<HBHBHHBH", *sizes)
    head += struct.pack("<HHIIBBBI", 63, 255, 1, large, 0x80, 0, 0x29, serial)
    return (head + b"NO NAME    FAT     ").ljust(510, b"\0") + b"\x55\xaa"
