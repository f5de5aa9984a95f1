"""The emulated chips: flash, panel, pins, interrupts, transfers."""

import struct

import pytest
from emulate_help import firmware_file
from unicorn import arm_const as arm

from tools.device import boards_desktop
from tools.emulator import EmulatorError, drive, firmware, handheld, machine, nor
from tools.emulator.panel import Panel

ENABLE, DISABLE, ERASE, PROGRAM = 6, 4, 0x20, 2


class Bytes:
    """A flash chip that is sent single bytes, as the RP2040 sends them."""

    def __init__(self):
        self.told = []
        self.memory = bytearray(b"\xff" * 0x20000)
        self.chip = nor.Flash(self.memory, lambda *change: self.told.append(change))

    def send(self, *values):
        self.chip.select()
        out = [self.chip.exchange(value) for value in values]
        self.chip.release()
        return out


@pytest.mark.parametrize(
    "commands, place, found, told",
    [
        # programming clears bits, and past a page goes on at its start
        (
            [[6], [2, 0, 0x10, 5, 0xF0, 0x0F], [6], [2, 0, 0x10, 5, 0x3C, 0xFF]],
            0x1004,
            "ff300fff",
            [("program", 0x1005, b"\xf0\x0f"), ("program", 0x1005, b"\x3c\xff")],
        ),
        ([[6], [2, 0, 0x10, 0xFE, 1, 2, 3]], 0x10FE, "0102ff", [("program", 0x10FE, b"\1\2\3")]),
        ([[6], [2, 0, 0x10, 0xFE, 1, 2, 3]], 0x1000, "03ff", None),
        # erasing sets a sector; a command that is cut short does nothing
        ([[6], [2, 0, 0, 0, 1], [6], [0x20, 0, 0, 9]], 0, "ffff", None),
        ([[6], [0x20, 0, 0]], 0, "ff", []),
        # nothing is written unless it was enabled, and enabled once
        ([[2, 0, 0, 0, 0], [0x20, 0, 0, 0]], 0, "ff", []),
        ([[6], [4], [2, 0, 0, 0, 0]], 0, "ff", []),
        ([[6], [2, 0, 0, 0, 1], [2, 0, 0, 0, 0]], 0, "01", [("program", 0, b"\1")]),
    ],
)
def test_the_flash_chip_changes_as_it_is_told(commands, place, found, told):
    flash = Bytes()
    for command in commands:
        flash.send(*command)
    assert flash.memory[place : place + len(found) // 2].hex() == found
    assert told is None or flash.told == told


def test_the_flash_chip_tells_its_size_its_status_and_its_bytes():
    flash = Bytes()
    flash.memory[7] = 9
    assert flash.send(0x9F, 0, 0, 0)[1:] == [0xEF, 0x40, 17]
    assert flash.send(3, 0, 0, 7, 0)[4:] == [9]
    assert flash.send(5, 0)[1:] == [0]
    flash.send(6)
    assert flash.send(5, 0)[1:] == [2]


def sent(panel, code, *data, ms=0):
    panel.receive(bytes((code,)), 0, ms)
    for value in data:
        panel.receive(bytes((value,)), 1, ms)


@pytest.mark.parametrize(
    "window, data, found",
    [
        (
            (1, 2, 1, 2),
            "1234010102020303",
            "0000 0000 0000 0000 0000 1234 0101 0000 0000 0202 0303 0000",
        ),
        # outside the display nothing is drawn
        ((3, 4, 2, 3), "0001000200030004", "0000 " * 11 + "0001"),
    ],
)
def test_the_panel_draws_a_window_row_by_row(window, data, found):
    panel = Panel(4, 3)
    left, right, top, bottom = window
    sent(panel, 0x2A, 0, left, 0, right)
    sent(panel, 0x2B, 0, top, 0, bottom)
    sent(panel, 0x2C, *bytes.fromhex(data))
    assert panel.pixels.hex(" ", 2) == found


def test_the_panel_times_its_areas_and_takes_pixels_cut_in_two():
    panel = Panel(4, 3)
    panel.receive(b"\x2c", 0, 0)
    panel.receive(b"\0\1\0", 1, 4)
    panel.receive(b"\2", 1, 6)
    panel.receive(b"\x2c", 0, 70)
    panel.receive(b"\0\3", 1, 72)
    assert panel.painted == [[0, 6, 0, 0, 3, 2], [70, 72, 0, 0, 3, 2]]
    assert (panel.bytes, panel.last, panel.pixels[:4]) == (6, 72, b"\0\3\0\2")


@pytest.mark.parametrize(
    "turned, order, picture, area",
    [
        (0, 0x00, "00 12 00", [0, 1, 1, 1]),
        (0, 0x08, "00 12 00", [0, 1, 1, 1]),  # blue first: without effect here
        (0, 0x40, "00 21 00", [0, 1, 1, 1]),
        (0, 0x80, "00 12 00", [0, 1, 1, 1]),
        (0, 0x20, "00 01 02", [1, 1, 1, 2]),
        (0, 0x60, "00 10 20", [0, 1, 0, 2]),
        (0, 0xA0, "02 01 00", [1, 0, 1, 1]),
        (0, 0xE0, "20 10 00", [0, 0, 0, 1]),
        (90, None, "001 000", [2, 0, 2, 0]),
        (180, None, "00 00 01", [1, 2, 1, 2]),
        (270, None, "000 100", [0, 1, 0, 1]),
    ],
)
def test_pixels_lie_where_memory_order_and_glass_put_them(turned, order, picture, area):
    """The glass has 2 columns and 3 rows; a window of two pixels, sent 1, 2; turned: one pixel of
    its first row. Orders as ST7735 and ST7789 have them."""
    column = 1 if order and order & 0x20 else 0  # its rows are the columns then
    column, last, row = (column, column + 1, 1) if order is not None else (0, 0, 0)
    panel = Panel(2, 3, turned)
    sent(panel, 0x36, order or 0)
    sent(panel, 0x2A, 0, column, 0, last)
    sent(panel, 0x2B, 0, row, 0, row)
    sent(panel, 0x2C, 0, 1, *([0, 2] if column < last else []))
    width = panel.size[0]
    seen = "".join(map(str, panel.pixels[1::2]))
    assert " ".join(seen[i : i + width] for i in range(0, 6, width)) == picture
    assert panel.painted[0][2:] == area


def chip(name, code=b"\xfe\xe7"):
    """A board's machine whose firmware is these instructions."""
    from tools.emulator import samd51  # numba compiles it for a second: not in every process

    model = drive.board(name)
    is_samd51 = model.family == boards_desktop.SAMD51
    start = 0x4000 if is_samd51 else 0
    flash = bytearray(b"\xff" * ((samd51.FLASH if is_samd51 else 0) + (2 << 20)))
    if is_samd51:  # vectors: stack, the firmware
        code = struct.pack("<64I", 0x20010000, *[0x4101] * 63) + code
    flash[start : start + len(code)] = code
    return machine.Machine(flash, drive.wiring(model, drive.display_size(model)), None)


def done(board, base, *steps):
    """What the reads of (offset, value or None to read) give."""
    out = []
    for offset, value in steps:
        address = base + offset
        if value is None:
            out.append(int.from_bytes(board.chip.uc.mem_read(address, 4), "little"))
        else:
            board.chip.uc.mem_write(address, value.to_bytes(4, "little"))
    return out


DIVISIONS = [
    (7, 2, False, (3, 1)),
    (-7, 2, True, (-3, -1)),
    (7, -2, True, (-3, 1)),
    (9, 0, False, (-1, 9)),
    (-9, 0, True, (1, -9)),
]


def test_the_rp2040_divides_as_its_data_sheet_says():
    board = chip("pimoroni_picosystem")
    for a, b, signed, answer in DIVISIONS:
        first = 0x68 if signed else 0x60
        written = (first, a & 0xFFFFFFFF), (first + 4, b & 0xFFFFFFFF)
        read = [(offset, None) for offset in (0x74, 0x78, 0x70, 0x78)]
        remainder, dirty, quotient, clean = done(board, 0xD0000000, *written, *read)
        assert (quotient, remainder) == tuple(value & 0xFFFFFFFF for value in answer)
        assert (dirty, clean) == (3, 1)  # an interrupt in between keeps what was written


def test_the_rp2040_times_a_transfer_by_its_pacing_timer():
    board = chip("pimoroni_picosystem")
    dma, ram = 0x50000000, 0x20000000
    board.chip.ram[:8] = b"abcdefgh"
    board.chip.put(dma + 0x420, 1 << 16 | 1000)  # once in 1,000 cycles
    done(board, dma, (0x00, ram), (0x04, ram + 64), (0x08, 8), (0x0C, 59 << 15 | 0x31))
    board.run(8000 / 125000 - 0.01)
    assert board.chip.word(dma + 0x0C) >> 24 & 1
    board.run(0.02)
    assert not board.chip.word(dma + 0x0C) >> 24 & 1
    assert board.chip.ram[64:72] == b"abcdefgh" and board.chip.word(dma) == ram + 8
    assert done(board, dma, (0x400, None)) == [1]


def shifted(board):
    """The eight bits that CircuitPython's keypad reads."""
    port, latch, clock = 0x41008080, 1 << 0, 1 << 31
    done(board, port, (0x18, latch))
    bits = ""
    for _ in range(8):
        done(board, port, (0x14, clock))
        bits += str(done(board, port, (0x20, None))[0] >> 30 & 1)
        done(board, port, (0x18, clock))
    done(board, port, (0x14, latch))
    return bits


def test_the_pybadges_keys_come_through_a_shift_register():
    board = chip("pybadge")
    keys = drive.keys(drive.board("pybadge"))
    shifted(board)
    for number, name in enumerate("B A START SELECT RIGHT DOWN UP LEFT".split()):
        board.key(keys[name], True)
        shifted(board)
        assert shifted(board) == "0" * number + "1" + "0" * (7 - number), name
        board.key(keys[name], False)


@pytest.mark.parametrize("button, channel", [("LEFT", 9), ("RIGHT", 9), ("UP", 8), ("DOWN", 8)])
def test_the_pygamers_stick_is_pushed(button, channel):
    board = chip("pygamer")
    board.chip.put(0x43002004, channel)
    (rest,) = done(board, 0x43002000, (0x40, None))
    board.key(drive.keys(drive.board("pygamer"))[button], True)
    (pushed,) = done(board, 0x43002000, (0x40, None))
    low = button in ("LEFT", "UP")
    assert 15000 < rest << 4 < 50000 and (pushed << 4 < 15000 if low else pushed << 4 > 50000)


def test_the_samd51_erases_and_programs_the_flash_of_its_drive():
    board = chip("pybadge")
    control, address_register, code_register, frame = (
        0x42003400 + offset for offset in (0, 0x30, 0x34, 0x38)
    )
    memory = board.chip.flash_chip.memory

    def command(code, address=0, data=b""):
        board.chip.put(code_register, code)
        board.chip.put(address_register, address)
        board.chip.writes[frame](0)
        answer = bytes(memory[:3])
        for target, value in enumerate(data, address):  # what a store to the mapped flash does
            board.chip._serial_writes.append((target, bytes((memory[target],)), bytes((value,))))
            memory[target] = value
        board.chip.writes[control](1 << 24)  # the last transfer
        return answer

    assert command(0x9F) == b"\xc8\x40\x15"
    # The chip's id was read through the flash's window but does not stay there.
    assert memory[:3] == b"\xff\xff\xff"
    command(ENABLE)
    command(PROGRAM, 0x1000, b"\x0f")
    command(ENABLE)
    command(PROGRAM, 0x1000, b"\xf3")
    assert memory[0x1000] == 0x03
    command(PROGRAM, 0x1000, b"\x00")  # not enabled
    assert memory[0x1000] == 0x03
    command(ENABLE)
    command(ERASE, 0x1000)
    assert memory[0x1000] == 0xFF
    address = 512 * 1024 + 0x1000  # behind the chip's own flash
    assert [row[1:] for row in board.changes] == [
        ["program", address, b"\x0f"],
        ["program", address, b"\xf3"],
        ["erase", address, 4096],
    ]


@pytest.mark.parametrize("name", ["pimoroni_picosystem", "pybadge"])
def test_time_is_counted_by_blocks(name):
    board = chip(name, b"\x00\xbf" * 30 + b"\xe0\xe7")  # 30 nops, back to the first
    board.run(1)
    over = board.chip.now - board.chip.HERTZ // 1000
    assert 0 <= over <= 31 * board.chip.CYCLES
    board.run(1)
    assert 0 <= board.chip.now - board.chip.HERTZ // 500 <= 31 * board.chip.CYCLES + 1


@pytest.mark.parametrize(
    "name, clock, hertz",
    [("pimoroni_picosystem", 0x40054028, 1000000), ("pybadge", 0x40002418, 16384)],
)
def test_the_clock_that_the_firmware_reads(name, clock, hertz):
    board = chip(name)
    for ms in (0.5, 20, 3):
        board.run(ms)
        assert done(board, clock, (0, None)) == [board.chip.now * hertz // board.chip.HERTZ]


def test_a_loop_that_waits_for_the_clock_takes_few_turns():
    """ldr r0, =timer; loop: ldr r1, [r0]; adds r2, #1; b loop"""
    board = chip(
        "pimoroni_picosystem", struct.pack("<4HI", 0x4801, 0x6801, 0x3201, 0xE7FC, 0x40054028)
    )
    board.run(10)
    assert 200 < board.chip.uc.reg_read(arm.UC_ARM_REG_R2) < 400  # else 180,000


def test_a_handler_does_not_inherit_the_conditions_of_the_interrupted_it_block():
    """It began with a push that was skipped: PyGamer's firmware then jumped to address 0."""
    conditions = 0x0600FC00  # bits of XPSR
    chip_ = chip("pybadge").chip
    chip_.uc.reg_write(arm.UC_ARM_REG_XPSR, 0x41000000 | 0x0800)  # Z is set; "it ne"
    interrupted = chip_.uc.reg_read(arm.UC_ARM_REG_XPSR)
    assert interrupted & conditions
    chip_._enter_handler(11)
    assert not chip_.uc.reg_read(arm.UC_ARM_REG_XPSR) & conditions
    chip_._leave_handler()
    assert chip_.uc.reg_read(arm.UC_ARM_REG_XPSR) & conditions == interrupted & conditions


def test_the_boot_rom_comes_with_a_package():
    from tools.emulator import rp2040

    data = rp2040.boot_rom()
    assert len(data) == 16384
    assert data[16:19] == b"Mu\x01"  # the boot ROM's mark, 2.8.3 of the datasheet


def test_a_firmware_that_does_not_start(tmp_path, monkeypatch):
    monkeypatch.setattr(firmware, "BOOT_MS", 10)
    path = firmware_file(tmp_path / "hangs.uf2")
    model = boards_desktop.BOARDS["pimoroni_picosystem"]
    with pytest.raises(EmulatorError, match=r"^hangs\.uf2 does not start: .*\.$"):
        handheld.Handheld(path, model, (240, 240), {"code.py": b""})
