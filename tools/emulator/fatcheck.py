"""Read a FAT12 or FAT16 drive out of a flash image and list its faults."""

import struct
from collections.abc import Sequence

from tools.device.fatimage import DIRECTORY, ENTRY, LONG_NAME, SECTOR, VOLUME

_DELETED, _END = 0xE5, 0x00


class BadDrive(Exception):
    """The drive cannot be read, in one sentence."""


class Drive:
    """The drive in `image`, which begins with the boot sector. Raises BadDrive without a drive.

    files: {path: bytes}. folders: paths. faults: sentences; none where the drive is consistent.
    """

    def __init__(self, image: bytes | memoryview) -> None:
        self.image = image
        self.files: dict[str, bytes] = {}
        self.folders: set[str] = set()
        self.faults: list[str] = []
        self._owner: dict[int, str] = {}  # path that each cluster belongs to
        self._next: Sequence[int] = ()  # the FAT
        self._folder(self._read_layout(), "")
        used = [number for number in range(2, len(self._next)) if self._next[number]]
        lost = sum(number not in self._owner for number in used)
        if lost:
            self.faults.append("%d clusters belong to no file" % lost)

    def _read_layout(self) -> bytes:
        """Read the boot sector and the FAT; return the bytes of the root folder."""
        image = self.image
        if len(image) < SECTOR or image[510:512] != b"\x55\xaa":
            raise BadDrive("the boot sector is gone")
        size, cluster, reserved, fats, entries, sectors, _media, fat_sectors = struct.unpack_from(
            "<HBHBHHBH", image, 11
        )
        if size != SECTOR or not cluster or not fats or not fat_sectors:
            raise BadDrive("the boot sector makes no sense")
        sectors = sectors or struct.unpack_from("<I", image, 32)[0]
        self._unit = cluster * SECTOR
        root = reserved + fats * fat_sectors
        data = root + entries * ENTRY // SECTOR
        self._data = data * SECTOR
        count = (sectors - data) // cluster + 2
        table = bytes(image[reserved * SECTOR : (reserved + fat_sectors) * SECTOR])
        if count > 0xFF7:
            self._last = 0xFFF8
            self._next = struct.unpack_from("<%dH" % min(count, len(table) // 2), table)
        else:
            self._last = 0xFF8
            self._next = [
                (table[i * 3 // 2] | table[i * 3 // 2 + 1] << 8) >> (i & 1) * 4 & 0xFFF
                for i in range(min(count, len(table) * 2 // 3))
            ]
        return bytes(image[root * SECTOR : data * SECTOR])

    def _read_chain(self, cluster: int, path: str) -> bytes:
        """Return the bytes of the chain of clusters from this one on; add faults of `path`."""
        parts = []
        while cluster < self._last:
            if not 2 <= cluster < len(self._next):
                self.faults.append("%s leads to cluster %d, which is not there" % (path, cluster))
                break
            if cluster in self._owner:
                self.faults.append(
                    "%s and %s share cluster %d" % (path, self._owner[cluster], cluster)
                )
                break
            self._owner[cluster] = path
            start = self._data + (cluster - 2) * self._unit
            part = bytes(self.image[start : start + self._unit])
            parts.append(part.ljust(self._unit, b"\xff"))
            cluster = self._next[cluster]
            if cluster == 0:
                self.faults.append("%s leads to a free cluster" % path)
                break
        return b"".join(parts)

    def _folder(self, data: bytes, path: str) -> None:
        long_name = ""
        for start in range(0, len(data), ENTRY):
            entry = data[start : start + ENTRY]
            if entry[0] == _END:
                break
            kind = entry[11]
            if kind == LONG_NAME and entry[0] != _DELETED:
                text = (entry[1:11] + entry[14:26] + entry[28:32]).decode("utf-16-le", "replace")
                first = text.split("\0")[0].rstrip("\uffff")
                long_name = first + ("" if entry[0] & 0x40 else long_name)
                continue
            name, long_name = long_name or _short_name(entry), ""
            if entry[0] == _DELETED or kind & VOLUME or name in (".", ".."):
                continue
            if kind & 0xC0 or not name.isprintable():
                self.faults.append("%s/ holds an invalid entry" % path)
                continue
            self._entry(path + name, kind, *struct.unpack_from("<HI", entry, 26))

    def _entry(self, path: str, kind: int, first: int, size: int) -> None:
        content = self._read_chain(first, path) if first else b""
        if kind & DIRECTORY:
            if not content:
                self.faults.append("the folder %s has no cluster" % path)
            self.folders.add(path)
            self._folder(content, path + "/")
            return
        if not len(content) - self._unit < size <= len(content):
            clusters = len(content) // self._unit
            self.faults.append("%s has %d bytes in %d clusters" % (path, size, clusters))
        self.files[path] = content[:size]


def _short_name(entry: bytes) -> str:
    stem, ending = (part.decode("ascii", "replace").rstrip() for part in (entry[:8], entry[8:11]))
    stem = stem.lower() if entry[12] & 8 else stem
    ending = ending.lower() if entry[12] & 16 else ending
    return stem + ("." + ending if ending else "")
