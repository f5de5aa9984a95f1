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
from tools.emulator.drive import SAMD51_FLASH, SAMD51_NVM, Wiring

FLASH, NVM, RAM = SAMD51_FLASH, SAMD51_NVM, 192 * 1024
WINDOW = 0x04000000  # where the serial flash is mapped
_GIGADEVICE = b"\xc8\x40"
_MIDDLE = 2048  # an analog input at rest
_READY = 0xFFFFFFFF
_LAST_TRANSFER = 1 << 24
_ERASE_BLOCK, _WRITE = 0xA501, (0xA503, 0xA504)  # commands to its own flash: a page, 16 bytes
_RTC, _NVMCTRL, _PORT, _DMAC = 0x40002400, 0x41004000, 0x41008000, 0x4100A000
_QSPI = 0x42003400
_SERCOMS = (0x40003000, 0x40003400, 0x41012000, 0x41014000, 0x43000000, 0x43000400)
_RESETS = (0x41016000, 0x41018000, 0x4101A000, 0x4101C000, 0x42001400, 0x42001800)  # TCC, TC
_ADCS, _DAC = (0x43001C00, 0x43002000), 0x43002400
_RTC_IRQ, _CHANNEL_IRQS = 11, (31, 32, 33, 34, 35)
_PERIOD, _COMPARE = 0x04, 0x100  # the counter's interrupts


class Samd51(Chip):
    """flash: the chip's own FLASH bytes, then those of the serial flash that holds the drive.
    wiring: the board's. panel: receives the bytes of the display's port. on_change: see nor.Flash;
    its addresses are those in `flash`.

    program: bytes of its own flash. ram: bytes of the memory.
    """

    MODEL = UC_CPU_ARM_CORTEX_M4
    HERTZ = 120000000
    CYCLES = 1.43
    TICKS = 16384
    RAM_AT = 0x20000000

    def __init__(self, flash: Any, wiring: "Wiring", panel: Any, on_change: Callable) -> None:
        super().__init__()
        self.wiring, self.panel, self._on_change = wiring, panel, on_change
        self.program, serial_flash = bytearray(flash[:FLASH]), bytearray(flash[FLASH:])
        self.flash_chip = nor.Flash(
            serial_flash,
            lambda kind, address, size_or_data: on_change(kind, FLASH + address, size_or_data),
            _GIGADEVICE,
        )
        self.ram = bytearray(RAM)
        self._keys = 0  # a bit for each pressed key
        # {(ADC, channel): 12-bit reading}; at 0 V the game shows no battery.
        self._analog: dict[tuple[int, int], int] = {(1, 8): _MIDDLE, (1, 9): _MIDDLE}
        self.map_memory(self.program, 0)
        self.map_memory(self.ram, self.RAM_AT)
        self.map_memory(bytearray(b"\xff" * 0x10000), 0x800000)  # calibration, serial number
        self.map_memory(bytearray(0x2000), 0x47000000)  # backup RAM
        self.map_memory(serial_flash, WINDOW)
        for base in (0x40000000, 0x41000000, 0x42000000, 0x43000000):
            self.map_registers(base, 0x30000 if base == 0x41000000 else 0x10000)
        self._map_clocks()
        self._map_counter()
        self._map_ports()
        self._map_sercoms(wiring.spi)
        self._map_dma()
        self._map_adcs()
        self._map_serial_flash()
        self._map_internal_flash()
        self.connect()
        self.reset(uf2.SAMD51_PROGRAM)

    def _map_reset(self, control):
        """Map a register whose lowest bit resets a peripheral, which takes no time."""

        def write(value):
            if value & 1:
                self.put(control, 0)

        self.writes[control] = write

    def _map_clocks(self):
        self.set_constant(_READY, 0x40001010, 0x40001410)  # oscillators
        self.set_constant(3, 0x40001040, 0x40001054)  # both PLLs
        self.set_constant(0, 0x4000102C, 0x4000103C, 0x40001050, 0x40001C04)
        self.set_constant(1, 0x4200280A)  # random numbers
        rng = random.Random(1)
        self.reads[0x42002820] = lambda: rng.getrandbits(32)
        busy = itertools.cycle((3, 0))  # the firmware waits for both
        self.reads[0x41000002] = lambda: next(busy)  # USB
        for control in _RESETS:
            self._map_reset(control)
            self.set_constant(0, control + 8, control + 0x10)

    # -- the real-time counter: the firmware's clock

    def ticks(self) -> int:
        """Return the counter's value."""
        return self.now * self.TICKS // self.HERTZ & 0xFFFFFFFF

    def _map_counter(self):
        self._enabled_irqs = self._period = self._compare_at = 0
        self._flags = 0

        def disable(value):
            self._enabled_irqs &= ~value

        def enable(value):
            self._enabled_irqs |= value

        def clear(value):
            self._update_flags()
            self._flags &= ~value

        def compare(value):
            self._update_flags()
            self._compare_at = value
            self._is_comparing = True

        self._is_comparing = False
        self.writes.update({_RTC + 8: disable, _RTC + 10: enable, _RTC + 12: clear})
        self.writes[_RTC + 32] = compare
        self.set_constant(0, _RTC + 16)
        self.set_kind(bus.CLOCK_LOW, _RTC + 24)
        self.reads[_RTC + 8] = self.reads[_RTC + 10] = lambda: self._enabled_irqs
        self.reads[_RTC + 12] = self._update_flags

    def _update_flags(self):
        """Bring the counter's interrupt flags up to date and return them."""
        now = self.ticks()
        if now >> 4 != self._period:
            self._period = now >> 4
            self._flags |= _PERIOD
        if self._is_comparing and now - self._compare_at & 0xFFFFFFFF < 1 << 31:
            self._is_comparing = False
            self._flags |= _COMPARE
        return self._flags

    def pending(self) -> int:
        return 1 << _RTC_IRQ if self._update_flags() & self._enabled_irqs else 0

    def next_event(self) -> int | None:
        now = self.ticks()
        event_ticks = []
        if self._enabled_irqs & _PERIOD:
            event_ticks.append((now >> 4) + 1 << 4)
        if self._enabled_irqs & _COMPARE and self._is_comparing:
            event_ticks.append(now + (self._compare_at - now & 0xFFFFFFFF))
        return -(-min(event_ticks) * self.HERTZ // self.TICKS) if event_ticks else None

    # -- pins

    def _map_ports(self):
        self.out = [0, 0]
        self._shift = 0
        pins = dict(word.split("=") for word in self.wiring.pins.split())
        names = ("BUTTON_CLOCK", "BUTTON_OUT", "BUTTON_LATCH")
        self._clock, self._out, self._latch = (int(pins[name]) for name in names)
        for group in (0, 1):
            self._map_port(group, _PORT + 0x80 * group)

    def _map_port(self, group, base):
        def change(clear, set_, toggle=0):
            before = self.out[group]
            self.out[group] = (before & ~clear | set_) ^ toggle
            if group == self._clock >> 5:
                self._shift_keys(before, self.out[group])

        self.writes[base + 0x10] = lambda value: change(0xFFFFFFFF, value)
        self.writes[base + 0x14] = lambda value: change(value, 0)
        self.writes[base + 0x18] = lambda value: change(0, value)
        self.writes[base + 0x1C] = lambda value: change(0, 0, value)
        for offset in (0x10, 0x14, 0x18, 0x1C):
            self.reads[base + offset] = lambda: self.out[group]

        def sense():
            value = self.out[group]
            if group == self._out >> 5:
                bit = 1 << (self._out & 31)
                value = value & ~bit | (bit if self._shift & 1 else 0)
            return value

        self.reads[base + 0x20] = sense

    def _shift_keys(self, before, after):
        """Load the keys' shift register while the latch is low, shift it when the clock rises."""
        latch, clock = 1 << (self._latch & 31), 1 << (self._clock & 31)
        if not after & latch:
            self._shift = self._keys
        elif after & clock & ~before:
            self._shift >>= 1

    def level(self, pin: int) -> int:
        """Return the level of an output. pin: 32 * group + bit."""
        return self.out[pin >> 5] >> (pin & 31) & 1

    def key(self, key: tuple[int, int], is_down: bool) -> None:
        """Press or release a key: (bit of the shift register, 0), or push a stick: (channel of the
        second ADC, value)."""
        number, value = key
        if value:
            self._analog[1, number] = value if is_down else _MIDDLE
        else:
            self._keys = self._keys & ~(1 << number) | (1 << number if is_down else 0)

    def flash(self) -> bytes:
        """Return the bytes of both flashes as they are now."""
        return bytes(self.program + self.flash_chip.memory)

    # -- serial ports

    def _map_sercoms(self, number):
        """Map the serial ports, of which `number` serves the display."""
        for base in _SERCOMS:
            self._map_reset(base)
            self.set_constant(3, base + 0x18)  # ready for data, all sent
            self.set_constant(0, base + 0x1C, base + 0x1A)
        self._display = _SERCOMS[number]
        received = 0  # its bit in the register of flags

        def write(value):
            nonlocal received
            received = 4
            self._send_to_display(bytes((value & 255,)))

        def read():
            nonlocal received
            received = 0
            return 255

        self.writes[self._display + 0x28] = write
        self.reads[self._display + 0x28] = read
        self.reads[self._display + 0x18] = lambda: 3 | received

    def _send_to_display(self, data):
        """Let the display's port send these bytes."""
        self.now += self._send_cycles(len(data))
        if not self.level(self.wiring.select):
            self.panel.receive(data, self.level(self.wiring.data), self.ms)

    def _send_cycles(self, count):
        divider = 2 * ((self.word(self._display + 0x0C) & 255) + 1)
        return count * 8 * divider * self.HERTZ // 48000000

    # -- direct memory access

    def _map_dma(self):
        self._map_reset(_DMAC)
        for channel in range(32):
            self._map_dma_channel(channel, _DMAC + 0x40 + 0x10 * channel)

    def _map_dma_channel(self, channel, base):
        flags = new_flags = 0  # interrupt flags, and those that the next clearing leaves

        def control(value):
            nonlocal flags, new_flags
            if value & 2:
                self._run_transfer(channel)
                self.put(base, self.word(base) & ~2)
                flags = new_flags = 2

        def clear(value):
            nonlocal flags, new_flags
            flags, new_flags = new_flags or flags & ~value, 0  # it clears them after the start

        self.writes[base] = control
        self.writes[base + 14] = clear
        self.reads[base + 14] = lambda: flags
        self.set_constant(0, base + 15)

    def _run_transfer(self, channel):
        base = self.word(_DMAC + 0x34)
        control, count, source, target = struct.unpack(
            "<HHII", self.uc.mem_read(base + 16 * channel, 12)
        )
        width = 1 << (control >> 8 & 3)
        size = count * width
        data = self.uc.mem_read(source - size, size) if control & 0x400 else None
        if target == self._display + 0x28 and width == 1:
            self._send_to_display(bytes(data) if data is not None else bytes(size))

    # -- analog inputs

    def _map_adcs(self):
        self._map_reset(_DAC)
        self.set_constant(0, _DAC + 8)
        self.set_constant(3, _DAC + 7)
        for number, base in enumerate(_ADCS):
            self._map_reset(base)
            self.set_constant(7, base + 0x2E)
            self.set_constant(0, base + 0x30)
            self.reads[base + 0x40] = lambda number=number, base=base: self._analog.get(
                (number, self.word(base + 4) & 31), 0
            )

    # -- flash

    def _map_serial_flash(self):
        self._covered_bytes = b""  # the flash's own bytes while an answer stands in its window
        self.set_constant(_READY, _QSPI + 0x1C)
        self.set_constant(1, _NVMCTRL + 0x10, _NVMCTRL + 0x12)
        self.writes[_QSPI + 0x38] = self._run_instruction
        self.writes[_QSPI] = self._finish_instruction
        self._serial_writes = self._record_writes(self.flash_chip.memory, WINDOW, 0)

    def _record_writes(self, memory, base, first):
        """Return a list that receives (offset, bytes before, bytes) of each write to `memory` from
        offset `first` on. base: the address where it is mapped."""
        writes: list[tuple[int, bytes, bytes]] = []

        def written(_uc, _access, address, size, value, _data):
            offset = address - base
            data = (value & (1 << 8 * size) - 1).to_bytes(size, "little")
            writes.append((offset, bytes(memory[offset : offset + size]), data))

        last = base + len(memory) - 1
        self.uc.hook_add(UC_HOOK_MEM_WRITE, written, None, base + first, last)
        return writes

    def _undo_writes(self, memory, writes):
        """Undo recorded writes and return (offset of the first, all bytes written)."""
        for offset, before, _data in reversed(writes):
            memory[offset : offset + len(before)] = before
        first, data = writes[0][0], b"".join(data for _offset, _before, data in writes)
        writes.clear()
        return first, data

    def _run_instruction(self, _frame):
        code, address = self.word(_QSPI + 0x34) & 255, self.word(_QSPI + 0x30) & 0xFFFFFF
        answer = self.flash_chip.run(code, address)
        if answer:
            self._covered_bytes = bytes(self.flash_chip.memory[: len(answer)])
            self.flash_chip.memory[: len(answer)] = answer

    def _finish_instruction(self, value):
        if value & _LAST_TRANSFER:
            self.flash_chip.memory[: len(self._covered_bytes)] = self._covered_bytes
            self._covered_bytes = b""
            if self._serial_writes:
                offset, data = self._undo_writes(self.flash_chip.memory, self._serial_writes)
                if self.word(_QSPI + 0x34) & 255 == nor.PROGRAM:
                    self.flash_chip.program(offset, data)

    def _map_internal_flash(self):
        self._own_writes = self._record_writes(self.program, 0, FLASH - NVM)
        self.writes[_NVMCTRL + 4] = self._run_nvm_command

    def _run_nvm_command(self, value):
        if value == _ERASE_BLOCK:
            start = self.word(_NVMCTRL + 0x14) & ~(NVM - 1)
            self._on_change("erase", start, NVM)
            self.program[start : start + NVM] = b"\xff" * NVM
        elif value in _WRITE and self._own_writes:
            offset, data = self._undo_writes(self.program, self._own_writes)
            self._on_change("program", offset, data)
            for i, byte in enumerate(data, offset):
                self.program[i] &= byte
