"""The VM's heap as the emulator reads it behind each of its collections."""

from emulate_help import answer

# Two areas of 256 blocks of 16 bytes: words, the tables behind them, then the blocks.
MEMORY = """
import { Heap } from './heap.mjs';
const RAM = 0x20000000, sram = new Uint8Array(0x8000), words = new Uint32Array(sram.buffer);
function area(place, next) {
  const table = place + 0x40, pool = place + 0x200;
  words.set([next && RAM + next, RAM + table, 64, RAM + table + 64, RAM + table + 96, RAM + pool,
    RAM + pool + 256 * 16], place >> 2);
  return (block, kind) => {
    const byte = table + (block >> 2), shift = 2 * (block & 3);
    sram[byte] = sram[byte] & ~(3 << shift) | kind << shift;
  };
}
const low = area(0x100, 0x1800), high = area(0x1800, 0);
const take = (set, block, many) => {
  for (let i = 0; i < many; i++) set(block + i, i ? 2 : 1);
};
words.set([RAM + 0x40, 64, 3], 8); // pointers that do not fit together
const heap = new Heap(sram, RAM, [160]);
heap.look(1);
"""


def found(steps):
    """Heap.found behind these steps."""
    return answer(MEMORY + steps + "console.log(JSON.stringify(heap.found));")


def test_free_bytes_are_read_when_no_mark_is_left():
    steps = """
    take(low, 0, 100); take(high, 0, 1);
    heap.look(2);
    low(0, 3); heap.look(3); heap.look(4);
    low(0, 1); heap.look(5); heap.look(6);
    """
    assert found(steps) == [[5, (512 - 101) * 16, 255 * 16, 512 * 16]]


def test_a_piece_that_is_held_is_free_and_joins_what_is_free_around_it():
    steps = """
    take(low, 0, 50); take(low, 100, 10); take(low, 110, 11); take(high, 0, 256);
    low(0, 3); heap.look(2); low(0, 1); heap.look(3);
    """
    # the held one lies behind 50 free blocks; another of 11 blocks is none
    assert found(steps) == [[3, (512 - 50 - 11 - 256) * 16, (256 - 121) * 16, 512 * 16]]


def test_behind_a_restart_what_the_last_vm_has_left_is_no_heap():
    """163,424 bytes were told as free in a thought that had 48,112."""
    steps = """
    take(low, 0, 250); take(high, 0, 1);
    const first = words.slice(0x40, 0x48);
    words.fill(0, 0x40, 0x48); // between two VMs; the other area still looks like one
    for (let i = 0; i < 200; i++) heap.look(2);
    words.set(first, 0x40); words[0x40] = 0; // of one area as yet
    for (let i = 0; i < 200; i++) heap.look(3);
    low(0, 3); heap.look(4); low(0, 1); heap.look(5);
    """
    assert found(steps) == [[5, 6 * 16, 6 * 16, 256 * 16]]


def test_nothing_is_read_where_no_heap_is():
    assert found("sram.fill(0); heap.areas = []; heap.look(2); heap.look(3);") == []
