"""The VM's heap as the emulator reads it behind each of its collections."""

import struct

from tools.emulator.heap import Heap

RAM, LOW, HIGH = 0x20000000, 0x100, 0x1800


class Memory:
    """Two areas of 256 blocks of 16 bytes: words, the tables behind them, then the blocks."""

    def __init__(self):
        self.bytes = bytearray(0x8000)
        struct.pack_into("<3I", self.bytes, 32, RAM + 0x40, 64, 3)  # they do not fit together
        self.area(LOW, RAM + HIGH)
        self.area(HIGH, 0)
        self.found = []
        self.heap = Heap(self.bytes, RAM, [160], self.found)
        self.heap.check(1)

    def area(self, place, following):
        table, pool = RAM + place + 0x40, RAM + place + 0x200
        words = following, table, 64, table + 64, table + 96, pool, pool + 256 * 16
        struct.pack_into("<7I", self.bytes, place, *words)

    def set(self, place, block, kind):
        at, shift = place + 0x40 + block // 4, 2 * (block & 3)
        self.bytes[at] = self.bytes[at] & ~(3 << shift) | kind << shift

    def take(self, place, block, count):
        for i in range(count):
            self.set(place, block + i, 2 if i else 1)

    def collect(self, ms):
        """Mark the first piece, look, remove the mark, look again at `ms`."""
        self.set(LOW, 0, 3)
        self.heap.check(ms - 1)
        self.set(LOW, 0, 1)
        self.heap.check(ms)


def test_free_bytes_are_read_when_no_mark_is_left():
    memory = Memory()
    memory.take(LOW, 0, 100)
    memory.take(HIGH, 0, 1)
    memory.heap.check(2)
    memory.collect(5)
    memory.heap.check(6)
    assert memory.found == [[5, (512 - 101) * 16, 255 * 16, 512 * 16]]


def test_a_piece_that_is_held_is_free_and_joins_what_is_free_around_it():
    memory = Memory()
    for place, block, count in ((LOW, 0, 50), (LOW, 100, 10), (LOW, 110, 11), (HIGH, 0, 256)):
        memory.take(place, block, count)
    memory.collect(3)
    # the held one lies behind 50 free blocks; another of 11 blocks is none
    assert memory.found == [[3, (512 - 50 - 11 - 256) * 16, (256 - 121) * 16, 512 * 16]]


def test_behind_a_restart_what_the_last_vm_has_left_is_no_heap():
    """163,424 bytes were told as free in a thought that had 48,112."""
    memory = Memory()
    memory.take(LOW, 0, 250)
    memory.take(HIGH, 0, 1)
    memory.bytes[LOW : LOW + 28] = bytes(28)  # between two VMs; the other area looks like one
    for _ in range(200):
        memory.heap.check(2)
    memory.area(LOW, 0)  # of one area as yet
    for _ in range(200):
        memory.heap.check(3)
    memory.collect(5)
    assert memory.found == [[5, 6 * 16, 6 * 16, 256 * 16]]


def test_nothing_is_read_where_no_heap_is():
    found = []
    heap = Heap(bytearray(0x8000), RAM, [], found)
    heap.check(2)
    heap.check(3)
    assert found == []
