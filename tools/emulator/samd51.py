"""The SAMD51J19A: the registers that CircuitPython's firmware waits for.

Names, addresses and bits are those of Microchip's data sheet DS60001507. Registers that are not
named here keep what was written.
"""

import itertools
import random
import struct
from collections.abc import Callable
from typing import Any

from unicorn import UC_HOOK_MEM_WRITE
from unicorn.arm_const import UC_CPU_ARM_CORTEX_M4

from tools.device import uf2
from tools.emulator import bus, nor
from tools.emulator.chip import Chip

if False:  # for type checkers
    from tools.emulator.drive import Wiring

FLASH, RAM = 512 * 1024, 192 * 1024
WINDOW = 0x04000000  # of the serial flash
_GIGADEVICE = b"\xc8\x40"
NVM = 8192  # bytes at the end of its own flash, for the program's use
_MIDDLE = 2048  # of an analog input
_READY = 0xFFFFFFFF
_LAST_TRANSFER = 1 << 24
_ERASE_BLOCK, _WRITE = 0xA501, (0xA503, 0xA504)  # commands to its own flash: a page, 16 bytes
_RTC, _NVMCTRL, _PORT, _DMAC = 0x40002400, 0x41004000, 0x41008000, 0x4100A000
_QSPI = 0x42003400
_SERCOMS = (0x40003000, 0x40003400, 0x41012000, 0x41014000, 0x43000000, 0x43000400)
_RESETS = (0x41016000, 0x41018000, 0x4101A000, 0x4101C000, 0x42001400, 0x42001800)  # TCC, TC
_ADCS, _DAC = (0x43001C00, 0x43002000), 0x43002400
_RTC_IRQ, _CHANNEL_IRQS = 11, (31, 32, 33, 34, 35)
_PERIOD, _COMPARE = 0x04, 0x100  # of the counter's interrupts


class Samd51(Chip):
    """flash: the chip's own, FLASH bytes, then those of the serial flash that holds the drive.
    wiring: the board's. panel: receives the bytes of the display's port. changed: see nor.Flash;
    its addresses are those in `flash`.

    program: bytes of its own flash. ram: of the memory.
    """

    MODEL = UC_CPU_ARM_CORTEX_M4
    HERTZ = 120000000
    CYCLES = 1.43
    TICKS = 16384
    RAM_AT, flash_at, code = 0x20000000, 0, FLASH

    def __init__(self, flash: Any, wiring: "Wiring", panel: Any, changed: Callable) -> None:
        super().__init__()
        self.wiring, self.panel, self._changed = wiring, panel, changed
        self.program, serial = bytearray(flash[:FLASH]), bytearray(flash[FLASH:])
        self.flash_chip = nor.Flash(
            serial,
            lambda kind, address, what: changed(kind, FLASH + address, what),
            _GIGADEVICE,
        )
        self.ram = bytearray(RAM)
        self._keys = 0  # bits in the shift register
        # {(converter, channel): 12-bit reading}; at 0 V the game shows no battery.
        self._analog: dict[tuple[int, int], int] = {(1, 8): _MIDDLE, (1, 9): _MIDDLE}
        self.memory(self.program, 0)
        self.memory(self.ram, self.RAM_AT)
        self.memory(bytearray(b"\xff" * 0x10000), 0x800000)  # calibration, serial number
        self.memory(bytearray(0x2000), 0x47000000)  # backup RAM
        self.memory(serial, WINDOW)
        for base in (0x40000000, 0x41000000, 0x42000000, 0x43000000):
            self.registers(base, 0x30000 if base == 0x41000000 else 0x10000)
        self._clocks()
        self._counter()
        self._ports()
        self._serial(wiring.spi)
        self._transfers()
        self._converters()
        self._serial_flash()
        self._own_flash()
        self.connect()
        self.reset(uf2.SAMD51_PROGRAM)

    def _resets(self, control):
        """A register whose lowest bit resets a peripheral, at once."""

        def write(value):
            if value & 1:
                self.put(control, 0)

        self.writes[control] = write

    def _clocks(self):
        self.constant(_READY, 0x40001010, 0x40001410)  # oscillators
        self.constant(3, 0x40001040, 0x40001054)  # both PLLs
        self.constant(0, 0x4000102C, 0x4000103C, 0x40001050, 0x40001C04)
        self.constant(1, 0x4200280A)  # random numbers
        chance = random.Random(1)
        self.reads[0x42002820] = lambda: chance.getrandbits(32)
        busy = itertools.cycle((3, 0))  # the firmware waits for both
        self.reads[0x41000002] = lambda: next(busy)  # USB
        for control in _RESETS:
            self._resets(control)
            self.constant(0, control + 8, control + 0x10)

    # -- the real-time counter: the firmware's clock

    def ticks(self) -> int:
        """The counter."""
        return self.now * self.TICKS // self.HERTZ & 0xFFFFFFFF

    def _counter(self):
        self._asked = self._period = self._compare_at = 0
        self._flags = 0

        def disable(value):
            self._asked &= ~value

        def enable(value):
            self._asked |= value

        def clear(value):
            self._look()
            self._flags &= ~value

        def compare(value):
            self._look()
            self._compare_at = value
            self._compares = True

        self._compares = False
        self.writes.update({_RTC + 8: disable, _RTC + 10: enable, _RTC + 12: clear})
        self.writes[_RTC + 32] = compare
        self.constant(0, _RTC + 16)
        self.kinds(bus.CLOCK_LOW, _RTC + 24)
        self.reads[_RTC + 8] = self.reads[_RTC + 10] = lambda: self._asked
        self.reads[_RTC + 12] = self._look

    def _look(self):
        """The counter's flags, brought up to now."""
        now = self.ticks()
        if now >> 4 != self._period:
            self._period = now >> 4
            self._flags |= _PERIOD
        if self._compares and now - self._compare_at & 0xFFFFFFFF < 1 << 31:
            self._compares = False
            self._flags |= _COMPARE
        return self._flags

    def pending(self) -> int:
        return 1 << _RTC_IRQ if self._look() & self._asked else 0

    def next_event(self) -> int | None:
        now = self.ticks()
        wanted = []
        if self._asked & _PERIOD:
            wanted.append((now >> 4) + 1 << 4)
        if self._asked & _COMPARE and self._compares:
            wanted.append(now + (self._compare_at - now & 0xFFFFFFFF))
        return -(-min(wanted) * self.HERTZ // self.TICKS) if wanted else None

    # -- pins

    def _ports(self):
        self.out = [0, 0]
        self._shift = 0
        pins = dict(word.split("=") for word in self.wiring.pins.split())
        names = ("BUTTON_CLOCK", "BUTTON_OUT", "BUTTON_LATCH")
        self._clock, self._out, self._latch = (int(pins[name]) for name in names)
        for group in (0, 1):
            self._port(group, _PORT + 0x80 * group)

    def _port(self, group, base):
        def change(clear, set_, toggle=0):
            before = self.out[group]
            self.out[group] = (before & ~clear | set_) ^ toggle
            if group == self._clock >> 5:
                self._clocked(before, self.out[group])

        self.writes[base + 0x10] = lambda value: change(0xFFFFFFFF, value)
        self.writes[base + 0x14] = lambda value: change(value, 0)
        self.writes[base + 0x18] = lambda value: change(0, value)
        self.writes[base + 0x1C] = lambda value: change(0, 0, value)
        for place in (0x10, 0x14, 0x18, 0x1C):
            self.reads[base + place] = lambda: self.out[group]

        def sense():
            value = self.out[group]
            if group == self._out >> 5:
                bit = 1 << (self._out & 31)
                value = value & ~bit | (bit if self._shift & 1 else 0)
            return value

        self.reads[base + 0x20] = sense

    def _clocked(self, before, after):
        """The keys' shift register: loads while the latch is low, shifts when the clock rises."""
        latch, clock = 1 << (self._latch & 31), 1 << (self._clock & 31)
        if not after & latch:
            self._shift = self._keys
        elif after & clock & ~before:
            self._shift >>= 1

    def level(self, pin: int) -> int:
        """The level of an output: 32 * group + bit."""
        return self.out[pin >> 5] >> (pin & 31) & 1

    def key(self, key: tuple[int, int], is_down: bool) -> None:
        """Press or release a key: (bit of the shift register, 0), or push a stick: (channel of the
        second converter, value)."""
        place, value = key
        if value:
            self._analog[1, place] = value if is_down else _MIDDLE
        else:
            self._keys = self._keys & ~(1 << place) | (1 << place if is_down else 0)

    def flash(self) -> bytes:
        """The bytes of both flashes as they are now."""
        return bytes(self.program + self.flash_chip.memory)

    # -- serial ports

    def _serial(self, number):
        for base in _SERCOMS:
            self._resets(base)
            self.constant(3, base + 0x18)  # ready for data, all sent
            self.constant(0, base + 0x1C, base + 0x1A)
        self._display = _SERCOMS[number]
        received = [0]

        def write(value):
            received[0] = 4
            self._sent(bytes((value & 255,)))

        def read():
            received[0] = 0
            return 255

        self.writes[self._display + 0x28] = write
        self.reads[self._display + 0x28] = read
        self.reads[self._display + 0x18] = lambda: 3 | received[0]

    def _sent(self, data):
        """The display's port has sent these bytes."""
        self.now += self._duration(len(data))
        if not self.level(self.wiring.select):
            self.panel.receive(data, self.level(self.wiring.data), self.ms)

    def _duration(self, count):
        divider = 2 * ((self.word(self._display + 0x0C) & 255) + 1)
        return count * 8 * divider * self.HERTZ // 48000000

    # -- direct memory access

    def _transfers(self):
        self._resets(_DMAC)
        for channel in range(32):
            self._channel(channel, _DMAC + 0x40 + 0x10 * channel)

    def _channel(self, channel, base):
        done = begun = 0

        def control(value):
            nonlocal done, begun
            if value & 2:
                self._transfer(channel, value >> 8 & 127)
                self.put(base, self.word(base) & ~2)
                done = begun = 2

        def clear(value):
            nonlocal done, begun
            done, begun = begun or done & ~value, 0  # the firmware clears behind the beginning

        self.writes[base] = control
        self.writes[base + 14] = clear
        self.reads[base + 14] = lambda: done
        self.constant(0, base + 15)

    def _transfer(self, channel, trigger):
        base = self.word(_DMAC + 0x34)
        control, count, source, target = struct.unpack(
            "<HHII", self.uc.mem_read(base + 16 * channel, 12)
        )
        width = 1 << (control >> 8 & 3)
        size = count * width
        data = self.uc.mem_read(source - size, size) if control & 0x400 else None
        if target == self._display + 0x28 and width == 1:
            self._sent(bytes(data) if data is not None else bytes(size))

    # -- analog inputs

    def _converters(self):
        self._resets(_DAC)
        self.constant(0, _DAC + 8)
        self.constant(3, _DAC + 7)
        for number, base in enumerate(_ADCS):
            self._resets(base)
            self.constant(7, base + 0x2E)
            self.constant(0, base + 0x30)
            self.reads[base + 0x40] = lambda number=number, base=base: self._analog.get(
                (number, self.word(base + 4) & 31), 0
            )

    # -- flash

    def _serial_flash(self):
        self._aside = b""  # bytes that an answer in the window stands for
        self._constants()
        self.writes[_QSPI + 0x38] = self._instruction
        self.writes[_QSPI] = self._finish
        self._serial_writes = self._watch(self.flash_chip.memory, WINDOW, 0)

    def _constants(self):
        self.constant(_READY, _QSPI + 0x1C)
        self.constant(1, _NVMCTRL + 0x10, _NVMCTRL + 0x12)

    def _watch(self, memory, base, first):
        """A list that receives (place, byte before, byte) of each write to `memory` from its
        offset `first` on; it is mapped at `base`."""
        writes: list[tuple[int, bytes, bytes]] = []

        def written(_uc, _access, address, size, value, _data):
            place = address - base
            data = (value & (1 << 8 * size) - 1).to_bytes(size, "little")
            writes.append((place, bytes(memory[place : place + size]), data))

        last = base + len(memory) - 1
        self.uc.hook_add(UC_HOOK_MEM_WRITE, written, None, base + first, last)
        return writes

    def _taken(self, memory, writes):
        """Take back what was written: (place of the first byte, all bytes)."""
        for place, before, _data in reversed(writes):
            memory[place : place + len(before)] = before
        first, data = writes[0][0], b"".join(data for _place, _before, data in writes)
        writes.clear()
        return first, data

    def _instruction(self, _frame):
        code, address = self.word(_QSPI + 0x34) & 255, self.word(_QSPI + 0x30) & 0xFFFFFF
        answer = self.flash_chip.instruction(code, address)
        if answer:
            self._aside = bytes(self.flash_chip.memory[: len(answer)])
            self.flash_chip.memory[: len(answer)] = answer

    def _finish(self, value):
        if value & _LAST_TRANSFER:
            self.flash_chip.memory[: len(self._aside)] = self._aside
            self._aside = b""
            if self._serial_writes:
                place, data = self._taken(self.flash_chip.memory, self._serial_writes)
                if self.word(_QSPI + 0x34) & 255 == nor.PROGRAM:
                    self.flash_chip.programs(place, data)

    def _own_flash(self):
        self._own_writes = self._watch(self.program, 0, FLASH - NVM)
        self.writes[_NVMCTRL + 4] = self._command

    def _command(self, value):
        if value == _ERASE_BLOCK:
            start = self.word(_NVMCTRL + 0x14) & ~(NVM - 1)
            self._changed("erase", start, NVM)
            self.program[start : start + NVM] = b"\xff" * NVM
        elif value in _WRITE and self._own_writes:
            place, data = self._taken(self.program, self._own_writes)
            self._changed("program", place, data)
            for i, byte in enumerate(data, place):
                self.program[i] &= byte
