"""Model a board's drive down to its flash chip: what each file operation erases and programs.

Three layers work as in CircuitPython 10: the flash (sectors of 4 KB are erased, pages of 256 bytes
programmed), the cache of one sector before it, in the variants of three ports, and the part of
FatFs that saving needs, with its single window of 512 bytes. The log of a real firmware,
tests/data/erases.txt, tests which sectors the model erases.
"""

import builtins
import itertools
import os
from contextlib import contextmanager
from unittest import mock

SECTOR = 4096
PAGE = 256
BLOCK = 512
ENTRY = 32
_BLANK = b"\xff" * PAGE  # an erased page


class Flash:
    """A flash chip. data: a bytearray. changes: (address, new bytes) of every erase (a sector) and
    program (a page)."""

    def __init__(self, data):
        self.data = data
        self.changes = []

    def erase(self, sector):
        """Erase the sector that begins at address `sector`."""
        self._change(sector, b"\xff" * SECTOR)

    def program(self, page, data):
        """Program a page: bits change from 1 to 0 only."""
        old = self.data[page : page + PAGE]
        is_blank = old == _BLANK
        self._change(page, bytes(data if is_blank else (a & b for a, b in zip(old, data))))

    def _change(self, address, result):
        self.changes.append((address, result))
        self.data[address : address + len(result)] = result

    def erased(self, begin=0):
        """Return the addresses of the sectors erased, from change number `begin` on."""
        return [address for address, result in self.changes[begin:] if len(result) == SECTOR]


class Cache:
    """The cache on an RP2040 or RP2350: one sector, which every read writes back first."""

    def __init__(self, flash):
        self.flash = flash
        self.sector = None
        self.data = None

    def flush(self):
        """Write the sector back."""
        if self.sector is not None:
            sector, self.sector = self.sector, None
            self._rewrite(sector, self.data)

    def _rewrite(self, sector, data):
        self.flash.erase(sector)
        for offset in range(0, SECTOR, PAGE):
            self.flash.program(sector + offset, data[offset : offset + PAGE])

    def read(self, block, count=1):
        """Return the bytes of `count` blocks from number `block` on."""
        self.flush()
        return bytes(self.flash.data[block * BLOCK : (block + count) * BLOCK])

    def write(self, block, data):
        """Write whole blocks from number `block` on."""
        for offset in range(0, len(data), BLOCK):
            address = block * BLOCK + offset
            self._write(address, data[offset : offset + BLOCK])

    def _write(self, address, data):
        sector = address // SECTOR * SECTOR
        if self.sector != sector:
            self.flush()
            self.data = bytearray(self.flash.data[sector : sector + SECTOR])
            self.sector = sector
        self.data[address - sector : address - sector + BLOCK] = data


class QspiCache(Cache):
    """The cache on a SAMD51 with a separate flash chip: reads use it, an erased block is programmed
    at once, and writing a block twice writes the sector back first."""

    def __init__(self, flash):
        super().__init__(flash)
        self.dirty = {}

    def flush(self):
        """Write the sector back with its changed blocks."""
        if self.sector is not None:
            sector, self.sector = self.sector, None
            new_sector = bytearray(self.flash.data[sector : sector + SECTOR])
            for offset, data in self.dirty.items():
                new_sector[offset : offset + BLOCK] = data
            self._rewrite(sector, new_sector)

    def read(self, block, count=1):
        """Return the bytes of `count` blocks from number `block` on."""
        out = b""
        for address in range(block * BLOCK, (block + count) * BLOCK, BLOCK):
            offset = address % SECTOR
            cached = self.sector == address - offset and offset in self.dirty
            out += (
                self.dirty[offset] if cached else bytes(self.flash.data[address : address + BLOCK])
            )
        return out

    def _write(self, address, data):
        sector = address // SECTOR * SECTOR
        if self.sector != sector or address - sector in self.dirty:
            if self.flash.data[address : address + BLOCK] == b"\xff" * BLOCK:
                for offset in range(0, BLOCK, PAGE):
                    self.flash.program(address + offset, data[offset : offset + PAGE])
                return
            self.flush()
            self.sector = sector
            self.dirty = {}
        self.dirty[address - sector] = bytes(data)


class ThroughCache(Cache):
    """The cache on an ESP32-S3: each write erases and programs every sector it touches."""

    def write(self, block, data):
        """Write whole blocks from number `block` on."""
        address = block * BLOCK
        while data:
            sector = address // SECTOR * SECTOR
            size = min(len(data), sector + SECTOR - address)
            new_sector = bytearray(self.flash.data[sector : sector + SECTOR])
            new_sector[address - sector : address - sector + size] = data[:size]
            self._rewrite(sector, new_sector)
            address += size
            data = data[size:]


def _short_name(path):
    """Return the 11 bytes of a file's name in its directory entry."""
    stem, _, ending = path.strip("/").upper().partition(".")
    return (stem.ljust(8) + ending.ljust(3)).encode()


class FatDrive:
    """A FAT12 or FAT16 drive behind `cache`, used as by FatFs with one window; all files lie in the
    root."""

    def __init__(self, cache):
        self.cache = cache
        boot = cache.read(0)
        self.blocks_per_cluster = boot[13]
        self.fat = boot[14] | boot[15] << 8
        self.root_entries = boot[17] | boot[18] << 8
        sectors = boot[19] | boot[20] << 8 or int.from_bytes(boot[32:36], "little")
        self.root = self.fat + boot[16] * (boot[22] | boot[23] << 8)
        self.start = self.root + self.root_entries * ENTRY // BLOCK
        self.clusters = (sectors - self.start) // self.blocks_per_cluster + 2  # one past the last
        self.is_fat16 = self.clusters - 2 > 0xFF5
        self.last = 0
        self.free = None
        self.loaded = None  # the number of the block in the window
        self.window = None
        self.changed = False  # whether the window has to be written
        self.chains = {}  # first cluster: (clusters of the file, blocks of the FAT that say so)

    # -- the window

    def _move_window(self, block):
        if block != self.loaded:
            self._sync_window()
            self.window = bytearray(self.cache.read(block))
            self.loaded = block

    def _sync_window(self):
        if self.changed:
            self.cache.write(self.loaded, self.window)
            self.changed = False

    def sync(self):
        """Write the cache to the flash, but not the window, as os.sync does."""
        self.cache.flush()

    # -- the FAT

    def _fat_byte(self, offset):
        self._move_window(self.fat + offset // BLOCK)
        return self.window[offset % BLOCK]

    def _entry_at(self, cluster):
        return cluster * 2 if self.is_fat16 else cluster + cluster // 2

    def next_cluster(self, cluster):
        """Return the entry of `cluster` in the FAT."""
        block, place = divmod(self._entry_at(cluster), BLOCK)
        self._move_window(self.fat + block)
        entry = self.window[place]
        if place + 1 < BLOCK:
            entry |= self.window[place + 1] << 8
        else:
            entry |= self._fat_byte((block + 1) * BLOCK) << 8
        if self.is_fat16:
            return entry
        return entry >> 4 if cluster & 1 else entry & 0xFFF

    def chain(self, first):
        """Return a file's clusters, given its first. They are cached until the FAT changes, but the
        window moves over the FAT each time."""
        if first not in self.chains:
            clusters, blocks = self.chains[first] = [], []
            cluster = first
            while not self._end(cluster):
                clusters.append(cluster)
                cluster = self.next_cluster(cluster)
                if blocks[-1:] != [self.loaded]:
                    blocks.append(self.loaded)
        else:
            clusters, blocks = self.chains[first]
            for block in blocks:
                self._move_window(block)
        return clusters

    def _link(self, cluster, value):
        """Set the entry of `cluster`; of a 12-bit entry's two bytes, keep the other half byte."""
        self.chains.clear()
        keep = 0 if self.is_fat16 else 0x000F if cluster & 1 else 0xF000
        value = value << 4 if keep == 0x000F else value
        for offset in (self._entry_at(cluster), self._entry_at(cluster) + 1):
            old = self._fat_byte(offset)
            self.window[offset % BLOCK] = old & keep & 255 | value & ~keep & 255
            self.changed = True
            keep >>= 8
            value >>= 8

    def _end(self, value):
        return value >= self.clusters

    def next_or_new_cluster(self, cluster):
        """Return the cluster after `cluster` (0: the first of a new chain), allocating one if
        there is none. Return 0 if the drive is full."""
        start = cluster or self.last or 1
        if cluster:
            following = self.next_cluster(cluster)
            if not self._end(following):
                return following
        if self.free == 0:
            return 0
        new = 0
        if cluster:
            new = cluster + 1 if cluster + 1 < self.clusters else 2
            if self.next_cluster(new):
                start = self.last or start
                new = 0
        if not new:
            for new in itertools.chain(range(start + 1, self.clusters), range(2, start + 1)):
                if not self.next_cluster(new):
                    break
            else:
                return 0
        self._link(new, 0xFFFF if self.is_fat16 else 0xFFF)
        if cluster:
            self._link(cluster, new)
        self.last = new
        if self.free is not None:
            self.free -= 1
        return new

    def block_of(self, cluster):
        """Return the first block of `cluster`."""
        return self.start + (cluster - 2) * self.blocks_per_cluster

    # -- the root directory

    def _entries(self):
        """Yield (block, offset) of each entry, which then is in the window."""
        for number in range(self.root_entries):
            block = self.root + number * ENTRY // BLOCK
            self._move_window(block)
            yield block, number * ENTRY % BLOCK

    def find(self, path):
        """Return (block, offset) of the entry of a file with a short name, or None."""
        name = _short_name(path)
        for block, offset in self._entries():
            if not self.window[offset]:
                return None
            if self.window[offset : offset + 11] == name and not self.window[offset + 11] & 8:
                return block, offset
        return None

    def _register(self, path):
        for block, offset in self._entries():
            if self.window[offset] in (0, 0xE5):
                self.window[offset : offset + ENTRY] = _short_name(path) + b"\x20" + bytes(20)
                self.changed = True
                return block, offset
        raise OSError(13, "the root is full")

    # -- the functions that Python calls

    def open(self, path, mode="r", buffering=-1):
        """Open a file of the root: in mode "rb" or "r+b", or "wb" for a new file."""
        place = self.find(path)
        if place is None:
            if "w" not in mode:
                raise OSError(2, path)
            place = self._register(path)
        elif "w" in mode and self.stat(path)[6]:
            raise NotImplementedError("this drive cuts no file short")
        return File(self, place, mode)

    def stat(self, path):
        """Return a tuple as os.stat does, with the size as item 6."""
        place = self.find(path)
        if place is None:
            raise OSError(2, path)
        return (0,) * 6 + (int.from_bytes(self.window[place[1] + 28 : place[1] + 32], "little"),)

    def statvfs(self, path):
        """Return a tuple as os.statvfs does: bytes of a cluster are item 1, free clusters 3."""
        if self.free is None:
            self.free = sum(not self.next_cluster(number) for number in range(2, self.clusters))
        size = self.blocks_per_cluster * BLOCK
        return (size, size, self.clusters - 2, self.free, self.free)

    @contextmanager
    def mounted(self):
        """Make `open` and `os` use this drive inside the context."""
        system = {"stat": self.stat, "statvfs": self.statvfs, "sync": self.sync}
        with (
            mock.patch.multiple(os, create=True, **system),
            mock.patch.object(builtins, "open", self.open),
        ):
            yield self


class File:
    """A file of a FatDrive. Only `close` closes it, as on a board in play."""

    def __init__(self, drive, place, mode):
        self.drive = drive
        self.place = place
        entry = drive.window[place[1] : place[1] + ENTRY]
        self.first = int.from_bytes(entry[26:28], "little")
        self.size = int.from_bytes(entry[28:32], "little")
        self.position = 0
        self.current = 0  # cluster at the position
        self.window_block = None  # this file's block that was last in the drive's window
        self.writable = mode != "rb"
        self.modified = "w" in mode
        self.chain = None
        if not self.writable:  # the board maps a file that is only read
            self.chain = drive.chain(self.first) if self.first else []

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.close()

    def seek(self, target, whence=0):
        """Move to `target`, relative to the end if `whence` is 2; return the position. Seeking past
        the end extends a file whose `chain` is not known."""
        target += self.size if whence == 2 else 0
        drive = self.drive
        cluster_bytes = drive.blocks_per_cluster * BLOCK
        if self.chain is not None:
            self.position = min(target, self.size)
            if self.position:
                self.current = self.chain[(self.position - 1) // cluster_bytes]
            return self.position
        old_position, self.position = self.position, 0
        remaining = target
        if target > 0:
            old_cluster = (old_position - 1) // cluster_bytes
            if old_position > 0 and (target - 1) // cluster_bytes >= old_cluster:
                self.position = old_cluster * cluster_bytes
                remaining -= self.position
            else:
                if not self.first:
                    self.first = drive.next_or_new_cluster(0)
                self.current = self.first
            while remaining > cluster_bytes:
                remaining -= cluster_bytes
                self.position += cluster_bytes
                self.current = drive.next_or_new_cluster(self.current)
                if not self.current:
                    raise OSError(28, "full")
            self.position += remaining
        if self.position > self.size:
            self.size = self.position
            self.modified = True
        return self.position

    def _find_block(self, grow):
        """Return the block at the position. grow: allocate a new file's first cluster."""
        drive = self.drive
        block_in_cluster = self.position // BLOCK % drive.blocks_per_cluster
        if not block_in_cluster:
            if not self.position:
                if not self.first and grow:
                    self.first = drive.next_or_new_cluster(0)
                self.current = self.first
            elif self.chain is not None:
                self.current = self.chain[self.position // (drive.blocks_per_cluster * BLOCK)]
            else:
                self.current = drive.next_or_new_cluster(self.current)
            if not self.current:
                raise OSError(28, "full")
        return drive.block_of(self.current) + block_in_cluster

    def write(self, data):
        """Write at the current position: whole blocks directly, parts through the window."""
        if not self.writable:
            raise OSError(9, "not open for writing")
        drive = self.drive
        written = 0
        while written < len(data):
            remaining = len(data) - written
            if self.position % BLOCK == 0:
                self.block = self._find_block(grow=True)
                if drive.loaded == self.window_block:
                    drive._sync_window()
                block_in_cluster = self.position // BLOCK % drive.blocks_per_cluster
                count = min(remaining // BLOCK, drive.blocks_per_cluster - block_in_cluster)
                if count:
                    if drive.loaded is not None and self.block <= drive.loaded < self.block + count:
                        start = written + (drive.loaded - self.block) * BLOCK
                        drive.window[:] = data[start : start + BLOCK]
                        drive.changed = False
                    drive.cache.write(self.block, bytes(data[written : written + count * BLOCK]))
                    self._advance(count * BLOCK)
                    written += count * BLOCK
                    continue
                if self.position >= self.size:
                    drive._sync_window()
                    drive.loaded = self.block
                self.window_block = self.block
            offset = self.position % BLOCK
            size = min(remaining, BLOCK - offset)
            drive._move_window(self.window_block)
            drive.window[offset : offset + size] = data[written : written + size]
            drive.changed = True
            self._advance(size)
            written += size
        self.modified = True
        return written

    def _advance(self, size):
        self.position += size
        self.size = max(self.size, self.position)

    def _blocks_in_a_piece(self, block_in_cluster, most):
        """Return how many of the next `most` blocks follow each other on the drive."""
        per_cluster = self.drive.blocks_per_cluster
        count = per_cluster - block_in_cluster
        if self.chain is not None:
            place = self.position // (per_cluster * BLOCK)
            cluster = self.chain[place]
            for following in self.chain[place + 1 : place + 1 + most // per_cluster]:
                cluster += 1
                if following != cluster:
                    break
                count += per_cluster
        return min(count, most)

    def readinto(self, buffer):
        """Read into `buffer`; return the number of bytes, fewer at the end of the file."""
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def read(self, size=-1):
        """Return up to `size` bytes, all remaining ones if it is negative."""
        drive = self.drive
        remaining = self.size - self.position
        size = remaining if size < 0 else min(size, remaining)
        data = b""
        while size:
            if self.position % BLOCK == 0:
                self.block = self._find_block(grow=False)
                block_in_cluster = self.position // BLOCK % drive.blocks_per_cluster
                count = self._blocks_in_a_piece(block_in_cluster, size // BLOCK)
                if count:
                    data += drive.cache.read(self.block, count)
                    self.position += count * BLOCK
                    size -= count * BLOCK
                    continue
            count_in_block = min(size, BLOCK - self.position % BLOCK)
            drive._move_window(self.block)
            data += bytes(drive.window[self.position % BLOCK :][:count_in_block])
            self.position += count_in_block
            size -= count_in_block
        return data

    def close(self):
        """Write the directory entry, changed or not, if the file was written to."""
        if not self.modified:
            return
        self.modified = False
        drive = self.drive
        block, offset = self.place
        drive._move_window(block)
        drive.window[offset + 26 : offset + 28] = self.first.to_bytes(2, "little")
        drive.window[offset + 28 : offset + 32] = self.size.to_bytes(4, "little")
        drive.changed = True
        drive._sync_window()
        drive.cache.flush()
