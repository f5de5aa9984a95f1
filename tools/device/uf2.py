"""Read UF2 files with every check, write them, and identify the CircuitPython in one.

Format: https://github.com/microsoft/uf2 (512-byte blocks, 32-byte header, payload, end magic).
"""

import re
import struct
from collections.abc import Iterable
from typing import NamedTuple

from tools.device import boards_desktop
from tools.device.bootout import OLDEST
from tools.errors import ToolError

MAGIC = (0x0A324655, 0x9E5D5157)
MAGIC_END = 0x0AB16F30
NOT_MAIN_FLASH, FILE_CONTAINER, HAS_FAMILY = 0x1, 0x1000, 0x2000
PAYLOAD = 256
SECTOR = 4096
SAMD51_PROGRAM = 0x4000  # where a program begins, behind the boot loader
XIP = 0x10000000  # where RP2 chips see their flash
RP2_ABSOLUTE = 0xE48BFF57  # for a fixed address, numbered by themselves (RP2350-E10)


class Block(NamedTuple):
    """One block: the bytes for a flash address. family: None if the block names none."""

    address: int
    data: bytes
    family: int | None
    flags: int


class Firmware(NamedTuple):
    """What a firmware says about itself.

    text: "CircuitPython 10.3.0 ... for <machine>", or "" if the file has no banner. boards: ids of
    our boards that occur in it. address_range: (first, one past the last). drive_offset: where the
    drive begins in the flash, if an RP2 firmware declares it, else None.
    """

    blocks: list[Block]
    family: int | None
    version: tuple[int, ...] | None
    text: str
    boards: tuple[str, ...]
    address_range: tuple[int, int]
    drive_offset: int | None


def parse(data: bytes, name: str = "The file") -> list[Block]:
    """Return the Blocks of UF2 bytes `data`, in order. Raises ToolError, naming `name`, if it is
    damaged or incomplete."""
    if not data:
        raise ToolError("%s is empty." % name)
    if data[:4] != struct.pack("<I", MAGIC[0]):
        raise ToolError("%s is not a UF2 file." % name)
    if len(data) % 512:
        raise ToolError(
            "%s is cut short (%d bytes is not a multiple of 512). Download it again."
            % (name, len(data))
        )
    blocks: list[Block] = []
    block_counts: dict[int | None, list[int]] = {}  # {family: [total blocks, blocks so far]}
    for start in range(0, len(data), 512):  # a block: 32-byte header, up to 476 bytes of data
        magic0, magic1, flags, address, size, number, count, family = struct.unpack_from(
            "<8I", data, start
        )
        (end_magic,) = struct.unpack_from("<I", data, start + 508)
        if (magic0, magic1) != MAGIC or end_magic != MAGIC_END or size > 476:
            raise ToolError("%s is damaged in block %d. Download it again." % (name, start // 512))
        family = family if flags & HAS_FAMILY else None
        if block_counts.setdefault(family, [count, 0]) != [count, number]:
            raise ToolError(
                "%s is incomplete: block %d of %d is missing. Download it again."
                % (name, block_counts[family][1], block_counts[family][0])
            )
        block_counts[family][1] += 1
        blocks.append(Block(address, data[start + 32 : start + 32 + size], family, flags))
    for family, (count, number) in block_counts.items():
        # An RP2_ABSOLUTE block claims a count of 2, so that a boot ROM waits for more: see `pack`.
        if count != number and family != RP2_ABSOLUTE:
            raise ToolError(
                "%s is cut short: it has %d of %d blocks. Download it again."
                % (name, number, count)
            )
    return blocks


def pack(blocks: Iterable[Block]) -> bytes:
    """Return UF2 bytes of `blocks`, renumbered; each family has its own numbers."""
    blocks = list(blocks)
    counts: dict[int | None, int] = {}
    numbers: dict[int | None, int] = {}
    out: list[bytes] = []
    for block in blocks:
        counts[block.family] = counts.get(block.family, 0) + 1
    for block in blocks:
        number = numbers.get(block.family, 0)
        numbers[block.family] = number + 1
        count = counts[block.family]
        if block.family == RP2_ABSOLUTE:
            count = max(count, 2)  # the boot ROM must not take this block for a whole file
        flags = block.flags | (HAS_FAMILY if block.family is not None else 0)
        fields = flags, block.address, len(block.data), number, count, block.family or 0
        head = struct.pack("<2I", *MAGIC) + struct.pack("<6I", *fields)
        out.append(head + block.data + bytes(476 - len(block.data)) + struct.pack("<I", MAGIC_END))
    return b"".join(out)


def blocks_of(address: int, data: bytes, family: int) -> list[Block]:
    """Return blocks that write `data` at `address`: whole 4 KB sectors, padded with 0xFF."""
    data += b"\xff" * (-len(data) % SECTOR)
    return [
        Block(address + offset, data[offset : offset + PAYLOAD], family, HAS_FAMILY)
        for offset in range(0, len(data), PAYLOAD)
    ]


def read_firmware(data: bytes, name: str = "The firmware") -> Firmware:
    """Return the Firmware in UF2 bytes `data`. Raises ToolError, naming `name`, if the file is
    damaged or is not the firmware of one chip."""
    blocks = [b for b in parse(data, name) if not b.flags & (NOT_MAIN_FLASH | FILE_CONTAINER)]
    main_blocks = [b for b in blocks if b.family != RP2_ABSOLUTE]
    if not main_blocks:
        raise ToolError("%s contains nothing for the board's flash." % name)
    families = {b.family for b in main_blocks}
    if len(families) > 1:
        raise ToolError("%s is for several chips at once." % name)
    start = min(b.address for b in main_blocks)
    family = families.pop()
    if family is None and start == SAMD51_PROGRAM:
        family = boards_desktop.SAMD51  # CircuitPython's makefile for this chip names no family
    end = max(b.address + len(b.data) for b in main_blocks)
    flash = bytearray(b"\xff" * min(end - start, 32 << 20))
    for block in main_blocks:
        if block.address - start + len(block.data) <= len(flash):
            flash[block.address - start : block.address - start + len(block.data)] = block.data
    flash_bytes = bytes(flash)
    banner = re.search(
        rb"Adafruit CircuitPython (\d+)\.(\d+)\.(\d+)[^\0;]{0,60}; ([^\0\r\n]{1,80})", flash_bytes
    )
    version: tuple[int, ...] | None = None
    text = ""
    if banner:
        version = tuple(int(banner[i]) for i in (1, 2, 3))
        number = ".".join(map(str, version))
        text = "CircuitPython %s for %s" % (number, banner[4].decode("ascii", "replace"))
    boards = tuple(
        board
        for board in boards_desktop.BOARDS
        if re.search(rb"(?<![A-Za-z0-9])" + board.encode() + rb"\0", flash_bytes)
    )
    return Firmware(
        blocks, family, version, text, boards, (start, end), _drive_offset(start, flash_bytes)
    )


def _drive_offset(start: int, memory: bytes) -> int | None:
    """Return the flash offset of the CIRCUITPY drive that an RP2 firmware declares in its binary
    info, or None. The two long numbers are the pico-sdk's markers around the table of infos."""
    info_start = memory.find(struct.pack("<I", 0x7188EBF2), 0, 4096)
    if info_start < 0 or info_start + 20 > len(memory):
        return None
    first, last, _copies, end = struct.unpack_from("<4I", memory, info_start + 4)
    if end != 0xE71AA390:
        return None
    for entry in range(first - start, min(last - start, len(memory) - 4), 4):
        if entry < 0:
            return None
        info = struct.unpack_from("<I", memory, entry)[0] - start
        if not 0 <= info <= len(memory) - 12:
            continue
        kind, tag, _name, address = struct.unpack_from("<HHII", memory, info)
        if kind == 7 and tag == ord("C") | ord("P") << 8:
            return address & 0xFFFFFFF
    return None


def check_firmware(
    image: Firmware, model: boards_desktop.BoardModel, name: str = "The firmware"
) -> None:
    """Raise ToolError unless Firmware `image`, called `name`, fits a board of `model`."""
    if image.family != model.family:
        meant = boards_desktop.FAMILY_NAMES.get(image.family or 0, "an unknown chip")
        raise ToolError("%s is for %s, but %s has %s." % (name, meant, model.name, model.chip))
    if not image.version:
        raise ToolError(
            "%s is not a CircuitPython firmware: take the .uf2 from "
            "https://circuitpython.org/board/%s/." % (name, model.board_id)
        )
    if image.version[0] < OLDEST:
        raise ToolError("%s is %s: version %d or newer is needed." % (name, image.text, OLDEST))
    if model.board_id not in image.boards:
        raise ToolError(
            "%s is %s, not for %s: take the .uf2 from "
            "https://circuitpython.org/board/%s/." % (name, image.text, model.name, model.board_id)
        )
