"""Read the VM's heap in a chip's memory after each of its collections.

Right after a collection, all memory that is not in use is free. Reading the heap takes no emulated
time and needs no code in the firmware. An area of the heap (mp_state_mem_area_t of CircuitPython's
py/mpstate.h) begins with these words: the next area or 0, its allocation table, the table's size in
bytes, two more tables, the first and the last byte of its blocks. No other words satisfy the
relations between these, so a search finds the area. Two bits describe a block of 16 bytes: free,
head of a piece, tail of a piece, marked head. Heads are marked only during a collection.
"""

import re
import struct
from collections.abc import Iterable
from typing import NamedTuple

import numpy

_BLOCK = 16
_PATIENCE = 50  # checks between two searches: the heap grows, and each program has another one
_KINDS = [bytes(48 + (byte >> shift & 3) for shift in (0, 2, 4, 6)) for byte in range(256)]


class _Area(NamedTuple):
    """table: its offset in the memory. size: its bytes. blocks: that it describes."""

    table: int
    size: int
    blocks: int


class Heap:
    """memory: bytes of the chip's RAM, which begins at address `base`. reserves: sizes in bytes of
    the pieces that the game frees when memory is short; they count as free. collections: receives
    [ms, bytes free, bytes of the largest piece, bytes of all areas] of each."""

    def __init__(
        self, memory: bytearray, base: int, reserves: Iterable[int], collections: list
    ) -> None:
        self._memory, self._base, self._collections = memory, base, collections
        sizes = [size // _BLOCK for size in reserves]
        self._reserves = [re.compile(b"12{%d}(?!2)" % (size - 1)) for size in sizes]
        self._areas: list[_Area] = []
        self._collecting, self._looks, self._first = False, 0, -1

    def check(self, ms: float) -> None:
        """Record the figures of a collection that has ended; to be called often."""
        if self._looks % _PATIENCE == 0:
            self._areas = self._find()
        self._looks += 1
        marked = any(self._is_marked(area) for area in self._areas)
        if self._collecting and not marked:
            self._areas = self._find()
            self._collections.append([ms, *self._read()])
        self._collecting = marked

    def _is_marked(self, area):
        bits = int.from_bytes(self._memory[area.table : area.table + area.size], "little")
        return bool(bits & bits >> 1 & int.from_bytes(b"\x55" * area.size, "little"))

    def _find(self):
        """Return all areas; none before the VM runs."""
        # Each VM puts its first area at the same address, so search only once: what an earlier VM
        # left may look like an area.
        if self._first < 0:
            words = numpy.frombuffer(self._memory, "<u4")
            tables, sizes = words[1:-5] - self._base, words[2:-4]  # below the base: a huge number
            fits = (tables < len(self._memory)) & (sizes < 65536) & (words[6:] > words[5:-1])
            offsets = 4 * numpy.flatnonzero(fits)
            self._first = next((offset for offset in offsets.tolist() if self._area(offset)), -1)
        areas: list[_Area] = []
        offset = self._first
        while (area := self._area(offset)) and len(areas) < 64:
            areas.append(area)
            (following,) = struct.unpack_from("<I", self._memory, offset)
            offset = following - self._base if following else -1
        return areas

    def _area(self, offset):
        """Return the area whose words begin at this offset, or None."""
        if not 0 <= offset <= len(self._memory) - 28 or offset & 3:
            return None
        words = struct.unpack_from("<7I", self._memory, offset)
        table, size, marks, scan, first, last = words[1:]
        table_offset, blocks = table - self._base, (last - first) / _BLOCK
        if not 0 <= table_offset < len(self._memory) or blocks < 64 or size != -int(-blocks // 4):
            return None
        if marks < table + size or scan < marks or first < scan:
            return None
        return _Area(table_offset, size, int(blocks))

    def _read(self):
        """Return [bytes free, bytes of the largest free piece, bytes of all areas]."""
        free = largest = blocks = 0
        for area in self._areas:
            table = self._memory[area.table : area.table + area.size]
            kinds = b"".join(map(_KINDS.__getitem__, table))[: area.blocks]
            for piece in self._reserves:
                kinds = piece.sub(lambda match: b"0" * len(match[0]), kinds)
            free += kinds.count(b"0")
            largest = max(largest, *map(len, re.findall(b"0+", kinds)), 0)
            blocks += area.blocks
        return [free * _BLOCK, largest * _BLOCK, blocks * _BLOCK]
