"""Reads a FAT12/16 file system out of a flash image and tells what is wrong with it."""

import struct
from collections.abc import Sequence

from tools.device.fatimage import DIRECTORY, ENTRY, LONG_NAME, SECTOR, VOLUME

_DELETED, _END = 0xE5, 0x00


class BadDrive(Exception):
    """The file system cannot be read: one sentence."""


class Drive:
    """A file system in `image`, whose first byte is the boot sector's.

    files: {path: bytes}. folders: set of paths. faults: sentences, empty when it is whole.
    Raises BadDrive when there is no file system at all.
    """

    def __init__(self, image: bytes | memoryview) -> None:
        self.image = image
        self.files: dict[str, bytes] = {}
        self.folders: set[str] = set()
        self.faults: list[str] = []
        self._owner: dict[int, str] = {}
        self._next: Sequence[int] = ()
        self._shape()
        self._folder(self._root, "")
        self._lost()

    def _shape(self) -> None:
        image = self.image
        if len(image) < SECTOR or image[510:512] != b"\x55\xaa":
            raise BadDrive("the boot sector is gone")
        size, cluster, reserved, fats, entries, sectors, _media, fat_sectors = struct.unpack_from(
            "<HBHBHHBH", image, 11
        )
        if size != SECTOR or not cluster or not fats or not fat_sectors:
            raise BadDrive("the boot sector makes no sense")
        sectors = sectors or struct.unpack_from("<I", image, 32)[0]
        self.unit = cluster * SECTOR
        root = reserved + fats * fat_sectors
        data = root + entries * ENTRY // SECTOR
        self.count = (sectors - data) // cluster
        self._data = data * SECTOR
        self._root = bytes(image[root * SECTOR : data * SECTOR])
        table = bytes(image[reserved * SECTOR : (reserved + fat_sectors) * SECTOR])
        if self.count > 0xFF5:
            self._end = 0xFFF8
            last = min(self.count + 2, len(table) // 2)
            self._next = struct.unpack_from("<%dH" % last, table)
        else:
            self._end = 0xFF8
            last = min(self.count + 2, len(table) * 2 // 3)
            self._next = [
                (table[i * 3 // 2] | table[i * 3 // 2 + 1] << 8) >> (i & 1) * 4 & 0xFFF
                for i in range(last)
            ]

    def _chain(self, first: int, path: str) -> list[int]:
        """The clusters of a file; faults are noted under `path`."""
        clusters = []
        cluster = first
        while cluster < self._end:
            if not 2 <= cluster < min(self.count + 2, len(self._next)):
                self.faults.append("%s leads to cluster %d, which is not there" % (path, cluster))
                break
            if cluster in self._owner:
                self.faults.append(
                    "%s and %s share cluster %d" % (path, self._owner[cluster], cluster)
                )
                break
            self._owner[cluster] = path
            clusters.append(cluster)
            cluster = self._next[cluster]
            if cluster == 0:
                self.faults.append("%s leads to a free cluster" % path)
                break
        return clusters

    def _bytes(self, clusters: list[int]) -> bytes:
        parts = []
        for cluster in clusters:
            start = self._data + (cluster - 2) * self.unit
            parts.append(bytes(self.image[start : start + self.unit]).ljust(self.unit, b"\xff"))
        return b"".join(parts)

    def _folder(self, data: bytes, path: str) -> None:
        long_name = ""
        for start in range(0, len(data), ENTRY):
            entry = data[start : start + ENTRY]
            if entry[0] == _END:
                break
            if entry[0] == _DELETED:
                long_name = ""
                continue
            kind = entry[11]
            if kind == LONG_NAME:
                part = entry[1:11] + entry[14:26] + entry[28:32]
                text = part.decode("utf-16-le", "replace").split("\0")[0].rstrip("\uffff")
                long_name = text + ("" if entry[0] & 0x40 else long_name)
                continue
            name, long_name = long_name or _short(entry), ""
            if kind & VOLUME or name in (".", ".."):
                continue
            if kind & 0xC0 or not name.isprintable():
                self.faults.append("%s/ holds an entry that is none" % path)
                continue
            self._entry(path + name, kind, *struct.unpack_from("<HI", entry, 26))

    def _entry(self, path: str, kind: int, first: int, size: int) -> None:
        clusters = self._chain(first, path) if first else []
        if kind & DIRECTORY:
            if not clusters:
                self.faults.append("the folder %s has no place" % path)
            self.folders.add(path)
            self._folder(self._bytes(clusters), path + "/")
            return
        if not (len(clusters) - 1) * self.unit < size <= len(clusters) * self.unit:
            self.faults.append("%s has %d bytes in %d clusters" % (path, size, len(clusters)))
        self.files[path] = self._bytes(clusters)[:size]

    def _lost(self) -> None:
        lost = sum(
            1
            for cluster in range(2, len(self._next))
            if self._next[cluster] and cluster not in self._owner
        )
        if lost:
            self.faults.append("%d clusters belong to no file" % lost)


def _short(entry: bytes) -> str:
    stem = entry[:8].decode("ascii", "replace").rstrip()
    ending = entry[8:11].decode("ascii", "replace").rstrip()
    if entry[12] & 8:
        stem = stem.lower()
    if entry[12] & 16:
        ending = ending.lower()
    return stem + ("." + ending if ending else "")
