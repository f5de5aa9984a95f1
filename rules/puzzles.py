"""Puzzles: lay the whole rack in one turn. They come in a pack of bytes (docs/PUZZLES.md).

A pack begins with "PRpz", the version, the bytes of a puzzle, how many there are of each of five
grades (two bytes each, low first) and the CRC32 of all that follows. A puzzle is one byte, the
number of sets plus 16 times the number of rack tiles; the sets; the rack, a byte a tile; 255 up to
its length. A set is one byte, see `set_of`; one with a joker has a byte before it, SETS plus the
joker's place.
"""

from rules import errors
from rules.base import RulesError
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from collections.abc import Callable
    from typing import BinaryIO

MAGIC = b"PRpz"
VERSION = 1
GRADES = 5
HEAD = 20
_GROUPS = (7, 11, 13, 14, 15)  # colours of a group, a bit each
_LONGEST = 6  # tiles of a run; a longer one lies as two
_GROUP_CODES = 65
SETS = 217  # codes of sets: 13 times 5 groups, then runs of 3 to 6 tiles


def set_of(code: int) -> bytes:
    """Return the set of a code 0..216, as bytes of tile codes: a sorted group, or a run of 3 to 6
    tiles."""
    if code < _GROUP_CODES:
        mask = _GROUPS[code % 5]
        return bytes([c * 13 + code // 5 for c in range(4) if mask >> c & 1])
    code -= _GROUP_CODES
    size = 3
    while code >= 4 * (14 - size):
        code -= 4 * (14 - size)
        size += 1
    first = code // (14 - size) * 13 + code % (14 - size)
    return bytes(range(first, first + size))


class Pack:
    """A pack of puzzles in an open file.

    counts: puzzles of each grade. size: bytes of one. mark: its CRC32 as four bytes, by which the
    progress knows the pack. Others set file, when they open it again.
    """

    def __init__(self, file: "BinaryIO", crc32: "Callable[[bytes, int], int]") -> None:
        """file: open for reading bytes. crc32: binascii's, which rules/ does not import.

        Raises RulesError unless the file is a whole pack.
        """
        self.file = file
        head = file.read(HEAD)
        if len(head) < HEAD or head[:4] != MAGIC:
            raise RulesError(errors.PACK_UNKNOWN)
        if head[4] != VERSION:
            raise RulesError(errors.PACK_VERSION, head[4], VERSION)
        self.size = head[5]
        self.counts = [head[i] | head[i + 1] << 8 for i in range(6, 6 + 2 * GRADES, 2)]
        self.mark = bytes(head[16:20])
        if not 4 < self.size < 128 or not 0 < sum(self.counts) < 10000:
            raise RulesError(errors.PACK_DAMAGED)
        crc = 0
        for _ in range(sum(self.counts)):
            part = file.read(self.size)
            if len(part) < self.size:
                raise RulesError(errors.PACK_DAMAGED)
            crc = crc32(part, crc)
        if file.read(1) or crc != int.from_bytes(self.mark, "little"):
            raise RulesError(errors.PACK_DAMAGED)

    def number(self, grade: int, place: int) -> int:
        """Return the number in the pack, from 0, of puzzle `place` (from 0) of a grade 1..5."""
        return sum(self.counts[: grade - 1]) + place

    def grade(self, number: int) -> tuple[int, int]:
        """Return (grade 1..5, place in it from 0) of a puzzle."""
        for grade in range(GRADES):
            if number < self.counts[grade]:
                return grade + 1, number
            number -= self.counts[grade]
        raise RulesError("There is no such puzzle.")

    def puzzle(self, number: int) -> tuple[list[bytes], bytes]:
        """Return (table, rack) of a puzzle: sets of codes, jokers plain. Raises RulesError."""
        self.file.seek(HEAD + number * self.size)
        data = self.file.read(self.size)
        if len(data) < self.size:
            raise RulesError(errors.PACK_DAMAGED)
        return unpack(data)


def unpack(data: bytes) -> tuple[list[bytes], bytes]:
    """Return (table, rack) from the bytes of one puzzle. Raises RulesError."""
    table = []
    offset = 1
    try:
        for _ in range(data[0] & 15):
            joker = data[offset] - SETS
            if joker >= 0:
                offset += 1
            if data[offset] >= SETS:
                raise IndexError
            codes = bytearray(set_of(data[offset]))
            if joker >= 0:
                if data[offset] < _GROUP_CODES:  # a group's joker lies last
                    codes[joker:] = codes[joker + 1 :] + bytes((JOKER,))
                else:
                    codes[joker] = JOKER
            table.append(bytes(codes))
            offset += 1
        rack = bytes(data[offset : offset + (data[0] >> 4)])
        if len(rack) < data[0] >> 4 or not rack or max(rack) > JOKER:
            raise IndexError
    except IndexError:
        raise RulesError(errors.PACK_DAMAGED)
    return table, rack


class Progress:
    """Keeps which puzzles of a pack are solved, and how many puzzles of the day.

    last: the day whose puzzle was solved last (the lower half of its number). row: how many days in
    a row up to it.
    """

    def __init__(self, pack: Pack, payload: bytes | None = None) -> None:
        """pack: a Pack. payload: what `dump` wrote; without one, or with that of another
        pack, nothing is solved yet."""
        self.count = sum(pack.counts)
        self.mark = pack.mark
        self.day = self.last = self.row = 0
        self.bits = bytearray((self.count + 7) // 8)
        end = 6 + len(self.bits)  # earlier ones know no row
        if payload and len(payload) in (end, end + 4) and bytes(payload[:4]) == self.mark:
            self.day, self.last, self.row = [
                int.from_bytes(payload[i : i + 2], "little") for i in (4, end, end + 2)
            ]
            self.bits = bytearray(payload[6:end])

    def dump(self) -> bytes:
        """Pack everything into bytes."""
        numbers = (self.day, self.last, self.row)
        day, last, row = [(n & 0xFFFF).to_bytes(2, "little") for n in numbers]
        return self.mark + day + bytes(self.bits) + last + row

    def solved(self, number: int) -> bool:
        """Tell whether a puzzle is solved."""
        return self.bits[number >> 3] >> (number & 7) & 1 == 1

    def solve(self, number: int) -> None:
        """Mark a puzzle as solved."""
        self.bits[number >> 3] |= 1 << (number & 7)

    def since(self, day: int) -> int:
        """Return the days between the last solved puzzle of the day and `day`."""
        return (day - self.last) & 0xFFFF

    def solve_day(self, day: int) -> None:
        """Count the solved puzzle of a day (see `of_the_day`); a day counts once for the row."""
        since = self.since(day)
        if since or not self.row:
            self.row = self.row + 1 if since == 1 else 1
        self.last = day
        self.day += 1

    def many(self, first: int = 0, count: int | None = None) -> int:
        """Return how many of `count` puzzles from `first` on are solved; by default of all."""
        last = self.count if count is None else first + count
        return len([number for number in range(first, last) if self.solved(number)])

    def of_the_day(self, day: int) -> int:
        """Return the puzzle of a day, counted from any date; none repeats before all had a day."""
        step = self.count // 2 + 1
        while not _coprime(step, self.count):
            step += 1
        return day * step % self.count


def _coprime(a, b):
    while b:
        a, b = b, a % b
    return a == 1
