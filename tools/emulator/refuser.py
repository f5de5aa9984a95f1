"""Refuse allocations of the firmware, one at a time, as if memory were full.

A place is a position in the bytecode of a Python function while one screen is on show. The function
that allocates is found on the C stack, where the VM keeps a pointer to the state of each running
function. That state (mp_code_state_t of CircuitPython's py/bc.h) begins with the function object
and the position; the function object (mp_obj_fun_bc_t of py/objfun.h) has its bytecode as fourth
word. Bytecode refers to names by their index in the module's own table, so its first bytes identify
a function, also after a restart of the VM.
"""

import binascii
import re
import struct
from typing import Any

_STACK = 6000  # bytes of the C stack that are searched
_LONGEST = 0x2000  # bytes of a function's bytecode
_HEAD = 12  # bytes of the bytecode that identify a function
# Lines that show progress; the next allocation is refused only after one of them. After the VM's
# start only a key or a move counts as progress, after a game's start only a turn: screens and turns
# that appear by themselves do not.
_PROGRESS = re.compile("(screen|person|thinks|thought|hint|proved|coached|@) ")
_PLAYS, _COACHED = re.compile("(person|thinks) "), re.compile("coached ")
QUIET, LOUD = "\x02", "\x03"  # the probe prints them around its own work


class Refuser:
    """chip: has ram, RAM_AT, flash_at, code (bytes of flash that may hold types) and stack().
    every: one place in `every` is refused, drawn by `seed`, and each place once. refused: receives
    [ms, bytes, place]."""

    def __init__(self, chip: Any, every: int, seed: int, refused: list) -> None:
        self._chip, self._every, self._seed, self._refused = chip, every, seed, refused
        self._seen: set[int] = set()
        self.is_ready = self.is_quiet = self._starts = False
        self._awaits = _PROGRESS
        self._screen = self._move = ""

    def hear(self, line: str) -> None:
        """Read a line of the console."""
        restarts = line.endswith("code.py output:")  # preceded by the title sent to a terminal
        if restarts or line.startswith("job begin "):
            self.is_ready = False
            self._awaits = _COACHED if restarts else _PLAYS
        elif self._awaits.match(line):
            self.note_progress()
        if line.startswith("at "):  # round, moves, tiles laid
            move = " ".join(line.split()[1:3])
            if move != self._move:
                self.note_progress()
            self._move = move
        if restarts:
            self._starts = True  # until its first screen
        if line.startswith("screen "):
            self._starts = False
            self._screen = line.split()[1]

    def note_progress(self) -> None:
        """Allow the next refusal: a key was pressed, or the game has gone on by itself."""
        if not self._starts:
            self.is_ready = True
            self._awaits = _PROGRESS

    def should_refuse(self, size: int, ms: float) -> bool:
        """Decide whether to refuse the allocation of `size` bytes that begins now."""
        if not self.is_ready or self.is_quiet or not size:
            return False
        place = self._find_place()
        if not place or place in self._seen:
            return False
        self._seen.add(place)
        if binascii.crc32(b"%d %d" % (self._seed, place)) % self._every:
            return False
        self.is_ready = False
        self._refused.append([ms, size, place])
        return True

    def _find_place(self):
        """Return a number for the place that runs now, 0 if no Python function runs."""
        chip = self._chip
        start = chip.stack() - chip.RAM_AT
        stack = chip.ram[start : start + _STACK]
        for (state,) in struct.iter_unpack("<I", stack[: len(stack) & ~3]):
            running, position = self._word(state), self._word(state + 4)
            kind, code = self._word(running), self._word(running + 12)
            is_in_flash = 0 < kind - chip.flash_at < chip.code_size
            if not is_in_flash or not 0 <= position - code <= _LONGEST:
                continue
            head = self._bytes(code)
            if head:
                text = b"%d %s" % (position - code, self._screen.encode())
                return binascii.crc32(head + text) or 1
        return 0

    def _word(self, address):
        offset = address - self._chip.RAM_AT
        if address & 3 or not 0 <= offset <= len(self._chip.ram) - 4:
            return 0
        return int.from_bytes(self._chip.ram[offset : offset + 4], "little")

    def _bytes(self, address):
        """Return the first bytes of a function's bytecode, which may lie in the flash."""
        for memory, base in (
            (self._chip.ram, self._chip.RAM_AT),
            (self._chip.program, self._chip.flash_at),
        ):
            if 0 <= address - base <= len(memory) - _HEAD:
                return bytes(memory[address - base : address - base + _HEAD])
        return b""
