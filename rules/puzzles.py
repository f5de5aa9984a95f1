"""Puzzles: lay the whole rack in one turn. A pack of puzzles is one file (docs/PUZZLES.md).

    bytes 0..3     "PRpz"
    byte 4         the version
    byte 5         the size of a puzzle in bytes
    bytes 6..15    the number of puzzles of each of five grades, two bytes each, low byte first
    bytes 16..19   the CRC32 of all puzzles, which follow

A puzzle is a byte, number of sets + 16 * number of rack tiles; the sets; a byte for each rack tile;
then bytes 255. A set is one byte (see `decode_set`); before a set with a joker comes a byte, SETS +
the joker's place.
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
_GROUPS = (7, 11, 13, 14, 15)  # the possible colours of a group, one bit for each colour
_LONGEST = 6  # maximum length of a run; longer ones are laid as two
_GROUP_CODES = 65
SETS = 217  # number of codes of sets: 13 * 5 groups, then the runs of 3 to 6 tiles


def decode_set(code: int) -> bytes:
    """Return the set with a code 0..216 as tile codes: a sorted group, or a run of 3 to 6 tiles."""
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

    counts: number of puzzles of each grade. size: bytes of a puzzle. mark: the CRC32, four bytes,
    by which Progress identifies the pack. file: may be replaced by the file opened again.
    """

    def __init__(self, file: "BinaryIO", crc32: "Callable[[bytes, int], int]") -> None:
        """Read and check the whole binary `file`. Raises RulesError unless it is an undamaged pack
        of this version. crc32: that of binascii, which rules/ does not import."""
        self.file = file
        head = file.read(HEAD)
        if len(head) < HEAD or head[:4] != MAGIC or head[4] != VERSION:
            raise RulesError(errors.PACK_DAMAGED)
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
        """Return the number in the pack, from 0, of puzzle `place`, from 0, of a grade 1..5."""
        return sum(self.counts[: grade - 1]) + place

    def grade(self, number: int) -> tuple[int, int]:
        """Return (grade 1..5, place in the grade from 0) of a puzzle of the pack."""
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
            codes = bytearray(decode_set(data[offset]))
            if joker >= 0:
                if data[offset] < _GROUP_CODES:  # in a group the joker comes last
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
    """The solved puzzles of a pack, and the solved puzzles of the day.

    days_solved: number of puzzles of the day solved. last_day: the last such day, modulo 65536.
    streak: number of days in a row up to it. bits: one for each puzzle of the pack.
    """

    def __init__(self, pack: Pack, payload: bytes | None = None) -> None:
        """Restore the progress from `payload`, which `dump` wrote; without one, or with one of
        another pack, no puzzle is solved."""
        self.count = sum(pack.counts)
        self.mark = pack.mark
        self.days_solved = self.last_day = self.streak = 0
        self.bits = bytearray((self.count + 7) // 8)
        end = 6 + len(self.bits)
        if payload and len(payload) == end + 4 and bytes(payload[:4]) == self.mark:
            self.days_solved, self.last_day, self.streak = [
                int.from_bytes(payload[i : i + 2], "little") for i in (4, end, end + 2)
            ]
            self.bits = bytearray(payload[6:end])

    def dump(self) -> bytes:
        """Return the progress as bytes."""
        numbers = (self.days_solved, self.last_day, self.streak)
        day, last, streak = [(n & 0xFFFF).to_bytes(2, "little") for n in numbers]
        return self.mark + day + bytes(self.bits) + last + streak

    def is_solved(self, number: int) -> bool:
        """Return whether a puzzle is solved."""
        return self.bits[number >> 3] >> (number & 7) & 1 == 1

    def mark_solved(self, number: int) -> None:
        """Mark a puzzle as solved."""
        self.bits[number >> 3] |= 1 << (number & 7)

    def days_since(self, day: int) -> int:
        """Return the number of days from `last_day` to `day`."""
        return (day - self.last_day) & 0xFFFF

    def mark_day_solved(self, day: int) -> None:
        """Count the puzzle of a day (see `number_of_day`); a day lengthens `streak` only once."""
        days = self.days_since(day)
        if days or not self.streak:
            self.streak = self.streak + 1 if days == 1 else 1
        self.last_day = day
        self.days_solved += 1

    def count_solved(self, first: int = 0, count: int | None = None) -> int:
        """Return how many of `count` puzzles from number `first` on are solved. None: all later."""
        last = self.count if count is None else first + count
        return len([number for number in range(first, last) if self.is_solved(number)])

    def number_of_day(self, day: int) -> int:
        """Return the number of the puzzle of a day. day: days since any fixed date. Every puzzle
        comes once before any repeats, as the step and the number of puzzles are coprime."""
        step = self.count // 2 + (2 if self.count % 4 == 2 else 1)
        return day * step % self.count
