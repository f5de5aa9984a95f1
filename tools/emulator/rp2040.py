"""The RP2040: the registers that CircuitPython's firmware uses.

Names, addresses and bits are those of the data sheet (build version 2023-06). Registers that are
not named here keep what was written. State machines of the PIO do not run: what is sent to them is
taken at once, and they answer zeros, as if no chip were at their pins.
"""

import heapq
import itertools
import random
from collections.abc import Callable
from typing import Any

from unicorn import arm_const as arm

from tools.emulator import bus, install, nor
from tools.emulator.chip import Chip

if False:  # for type checkers
    from tools.emulator.drive import Wiring

RAM, ROM = 264 * 1024, 16 * 1024
XIP, SIO = 0x10000000, 0xD0000000
_CLOCKS, _RESETS, _IO_QSPI, _ADC = 0x40008000, 0x4000C000, 0x40018000, 0x4004C000
_TIMER, _PWM, _DMA, _SSI = 0x40054000, 0x40050000, 0x50000000, 0x18000000
_RTC = 0x4005C00C
_SPI = (0x4003C000, 0x40040000)
_PIO = (0x50200000, 0x50300000)
_ONES = 0xFFFFFFFF
_DMA_IRQS = (11, 12)
_ALIASES = ("rwtc", "crwt", "ctrw", "cwtr")  # order of a channel's registers; the last one starts
_PACED = 59  # first of the requests from the four pacing timers
_NO_REQUEST = 63


class Rp2040(Chip):
    """flash: bytes of the whole flash. wiring: the board's. panel: receives the bytes of the
    display's port. changed: see nor.Flash.

    program: bytes of the flash. ram: of the memory.
    """

    MODEL = arm.UC_CPU_ARM_CORTEX_M0
    INTERRUPTS = 1
    HERTZ = 125000000
    CYCLES = 1.45
    TICKS = 1000000

    RAM_AT, flash_at = 0x20000000, XIP

    def __init__(self, flash: Any, wiring: "Wiring", panel: Any, changed: Callable) -> None:
        super().__init__()
        self.wiring, self.panel = wiring, panel
        self.program = bytearray(flash)
        self.code = len(self.program)
        self.flash_chip = nor.Flash(self.program, changed)
        self.ram = bytearray(RAM)
        self.input_levels = _ONES  # one bit per pin; a pressed key pulls its pin low
        with open(install.boot_rom(), "rb") as file:
            rom = bytearray(file.read())
        self._events: list = []  # (cycle, number, action)
        self._numbers = itertools.count()  # keeps events of the same cycle in order
        self._raised = 0  # one bit per interrupt that a peripheral holds pending
        self.memory(rom, 0)
        self.memory(self.program, XIP, XIP + 0x1000000, XIP + 0x2000000, XIP + 0x3000000)
        self.memory(bytearray(ROM), 0x15000000)  # the cache as memory
        self.memory(self.ram, self.RAM_AT)
        self.registers(0x40000000, 0x70000, atomic=True)
        self.registers(0x50000000, 0x400000, atomic=True)
        self.registers(0x14000000, 0x4000, atomic=True)
        self.registers(_SSI, 0x1000)
        self.registers(SIO, 0x1000)
        self._clocks()
        self._timer()
        self._pins()
        self._divider()
        for number, base in enumerate(_SPI):
            self._serial(base, number == wiring.spi)
        self._display = _SPI[wiring.spi]
        for number in range(12):
            self._channel(number, _DMA + 0x40 * number)
        self._transfers()
        self._flash()
        self.connect()
        self.kinds(bus.PORT_DATA, self._display + 8, writes=True)
        self.uc.reg_write(arm.UC_ARM_REG_SP, self.RAM_AT + RAM)
        self.uc.reg_write(arm.UC_ARM_REG_LR, 0)
        self.pc = XIP

    def _clocks(self):
        constant = self.constant
        self.reads[_RESETS + 8] = lambda: ~self.word(_RESETS) & _ONES
        self.reads[_CLOCKS + 0x38] = lambda: 1 << (self.word(_CLOCKS + 0x30) & 3)
        self.reads[_CLOCKS + 0x44] = lambda: 1 << (self.word(_CLOCKS + 0x3C) & 1)
        constant(
            1, *(_CLOCKS + place for place in (0x08, 0x14, 0x20, 0x2C, 0x50, 0x5C, 0x68, 0x74))
        )
        constant(0x10, _CLOCKS + 0x98)  # the frequency count is done
        constant(0x80001000, 0x40024004, 0x40060018)  # both oscillators are stable
        for base in (0x40028000, 0x4002C000):  # phase-locked loops
            self.reads[base] = lambda base=base: self.word(base) | 1 << 31
        self.reads[0x4005802C] = lambda: self.word(0x4005802C) | 0x400  # the watchdog's tick runs
        random_bits = random.Random(1)
        self.reads[0x4006001C] = lambda: random_bits.getrandbits(1)
        constant(_ONES, 0x4001000C)  # everything is powered on
        constant(0x1000, 0x40064000)  # the voltage regulator is ready
        constant(2, 0x40000004, 0x4006C000)  # a real chip, not a simulation
        constant(0x10002927, 0x40000000)
        constant(3, 0x14000008)  # the cache is flushed
        for number in range(4):
            self.put(0x4003000C + 8 * number, 0x1F)  # counters of the bus: unused
        for base in _PIO:
            constant(_ONES, base + 8)  # all FIFOs are empty
            constant(0x0F000000, base + 4)
        self.reads[_RTC] = lambda: (
            self.word(_RTC) & 1 | (self.word(_RTC) & 1) << 1
        )  # the clock starts at once
        self.reads[_ADC] = lambda: self.word(_ADC) | 0x100
        constant(0, _ADC + 4)

    # -- events and interrupts

    def after(self, cycles: float, do: Callable[[], None]) -> None:
        """Call `do` after this number of cycles."""
        heapq.heappush(self._events, (self.now + int(cycles), next(self._numbers), do))

    def pending(self) -> int:
        while self._events and self._events[0][0] <= self.now:
            heapq.heappop(self._events)[2]()
        return self._raised

    def next_event(self) -> int | None:
        return self._events[0][0] if self._events else None

    def _raise(self, line, active):
        self._raised = self._raised & ~(1 << line) | (1 << line if active else 0)

    # -- the timer

    def microseconds(self) -> int:
        """Of the timer."""
        return self.now * 1000000 // self.HERTZ

    def _timer(self):
        # ALARM0 to 3 at 0x10; ARMED 0x20, INTR 0x34, INTE 0x38, INTF 0x3C, INTS 0x40.
        armed, pending = [0], [0]

        def update_irqs():
            flags = pending[0] | self.word(_TIMER + 0x3C)
            for line in range(4):
                self._raise(line, flags & self.word(_TIMER + 0x38) & 1 << line)

        def alarm_handler(number, target):
            def fire():
                if armed[0] >> number & 1 and self.word(_TIMER + 0x10 + 4 * number) == target:
                    armed[0] &= ~(1 << number)
                    pending[0] |= 1 << number
                    update_irqs()

            return fire

        def arm_on_write(number):
            def write(value):
                armed[0] |= 1 << number
                wait = value - self.microseconds() & _ONES
                cycles = (self.microseconds() + wait) * self.HERTZ // 1000000 + 1 - self.now
                self.after(cycles, alarm_handler(number, value))

            return write

        for number in range(4):
            self.writes[_TIMER + 0x10 + 4 * number] = arm_on_write(number)

        def disarm(value):
            armed[0] &= ~value

        def clear(value):
            pending[0] &= ~value
            update_irqs()

        self.kinds(bus.CLOCK_LOW, _TIMER + 0x0C, _TIMER + 0x28)
        self.kinds(bus.CLOCK_HIGH, _TIMER + 0x08, _TIMER + 0x24)
        self.reads[_TIMER + 0x20] = lambda: armed[0]
        self.writes[_TIMER + 0x20] = disarm
        self.writes[_TIMER + 0x34] = clear
        self.reads[_TIMER + 0x34] = lambda: pending[0]
        self.writes[_TIMER + 0x38] = self.writes[_TIMER + 0x3C] = lambda _value: update_irqs()
        self.reads[_TIMER + 0x40] = lambda: pending[0] & self.word(_TIMER + 0x38)

    # -- pins, locks and the divider of the SIO

    def _pins(self):
        # GPIO_IN at 4; GPIO_OUT 0x10, GPIO_OE 0x20, each with SET, CLR, XOR; SPINLOCK0 0x100.
        self.out, enabled, locks = 0, [0], [0]

        def set_outputs(clear, set_, toggle=0):
            self.out = (self.out & ~clear | set_) ^ toggle

        self.writes[SIO + 0x10] = lambda value: set_outputs(_ONES, value)
        self.writes[SIO + 0x14] = lambda value: set_outputs(0, value)
        self.writes[SIO + 0x18] = lambda value: set_outputs(value, 0)
        self.writes[SIO + 0x1C] = lambda value: set_outputs(0, 0, value)
        self.reads[SIO + 0x10] = lambda: self.out

        def set_enabled(clear, set_, toggle=0):
            enabled[0] = (enabled[0] & ~clear | set_) ^ toggle

        self.writes[SIO + 0x20] = lambda value: set_enabled(_ONES, value)
        self.writes[SIO + 0x24] = lambda value: set_enabled(0, value)
        self.writes[SIO + 0x28] = lambda value: set_enabled(value, 0)
        self.writes[SIO + 0x2C] = lambda value: set_enabled(0, 0, value)
        self.reads[SIO + 0x20] = lambda: enabled[0]
        self.reads[SIO + 4] = lambda: (self.out & enabled[0]) | (self.input_levels & ~enabled[0])
        self.constant(0x3F, SIO + 8)  # the flash's pins read high: BOOTSEL is released

        def claim(bit):
            def read():
                claimed = bit & ~locks[0]
                locks[0] |= bit
                return claimed

            return read

        def release(bit):
            def write(_value):
                locks[0] &= ~bit

            return write

        for number in range(32):
            self.reads[SIO + 0x100 + 4 * number] = claim(1 << number)
            self.writes[SIO + 0x100 + 4 * number] = release(1 << number)
        self.reads[SIO + 0x5C] = lambda: locks[0]
        self.constant(2, SIO + 0x50)  # no message from the other processor

    def level(self, pin: int) -> int:
        """The level of an output."""
        return self.out >> pin & 1

    def key(self, pin: int, is_down: bool) -> None:
        """Press or release the key on a pin."""
        self.input_levels = self.input_levels & ~(1 << pin) | (0 if is_down else 1 << pin)

    def flash(self) -> bytes:
        """The bytes of the whole flash as they are now."""
        return bytes(self.program)

    def _divider(self):
        places = range(SIO + 0x60, SIO + 0x7C, 4)
        self.kinds(bus.DIVIDE, *places)
        self.kinds(bus.DIVIDE, *places, writes=True)

    # -- serial ports and direct memory access

    def _serial(self, base, has_panel):
        if has_panel:
            self.writes[base + 8] = lambda value: self._sent(bytes((value & 255,)))
            self.kinds(bus.PORT_DATA, base + 8)
            self.kinds(bus.PORT_STATUS, base + 12)
            for place in (0, 0x10):
                self.writes[base + place] = lambda _value: self._rate()
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

    def _rate(self):
        """Take the port's rate: cycles for a byte."""
        scale, control = self.word(self._display + 0x10) or 2, self.word(self._display)
        self.clock.times[bus.PORT_BYTE] = 8 * scale * ((control >> 8 & 255) + 1)

    def flush(self) -> None:
        port = self.clock.port
        if port[bus.SENT]:
            data = self.clock.bytes[: port[bus.SENT]].tobytes()
            port[bus.SENT] = 0
            self._show(data)

    def _sent(self, data):
        """The display's port has sent these bytes."""
        self.now += len(data) * self.clock.times[bus.PORT_BYTE]
        self._show(data)

    def _show(self, data):
        if not self.level(self.wiring.select):
            self.panel.receive(data, self.level(self.wiring.data), self.ms)

    def _channel(self, number, base):
        for alias, order in enumerate(_ALIASES):
            for place, name in enumerate(order):
                address = base + 16 * alias + 4 * place
                real = base + 4 * "rwtc".index(name)
                self.writes[address] = self._register(number, base, real, place == 3)
                if alias:
                    self.reads[address] = lambda real=real: self.word(real)

    def _register(self, number, base, real, starts):
        def write(value):
            self.put(real, value)
            if starts and self.word(base + 12) & 1:
                self._start_transfer(number, base)

        return write

    def _start_transfer(self, number, base):
        source, target, count, control = (self.word(base + place) for place in (0, 4, 8, 12))
        width = 1 << (control >> 2 & 3)
        size = width * count
        request = control >> 15 & 63
        from_memory = source >> 28 in (0, 1, 2)
        if not count:
            return
        if control & 0x10 and from_memory:  # the read address increments
            data = bytes(self.uc.mem_read(source, size))
        elif from_memory:
            data = bytes(self.uc.mem_read(source, width)) * count
        else:
            data = bytes(size)
        cycles = count
        if target == self._display + 8 and width == 1:
            self._sent(data)
        elif target >> 28 == 2:
            if control & 0x20:  # the write address increments
                self.uc.mem_write(target, data)
            else:
                self.uc.mem_write(target, data[-width:])
        if _PACED <= request < _NO_REQUEST:
            rate = self.word(_DMA + 0x420 + 4 * (request - _PACED))
            cycles = count * (rate & 0xFFFF) // max(1, rate >> 16)
        elif 24 <= request < 32:
            top = self.word(_PWM + 0x14 * (request - 24) + 0x10) + 1
            cycles = count * top * max(1, self.word(_PWM + 0x14 * (request - 24) + 4) >> 4)
        if control & 0x10:
            self.put(base, source + size)
        if control & 0x20:
            self.put(base + 4, target + size)
        self.put(base + 12, control | 1 << 24)  # busy

        def finish():
            self.put(base + 12, self.word(base + 12) & ~(1 << 24))
            if not control >> 21 & 1:
                self._done |= 1 << number
                self._update_transfer_irqs()
            chained = control >> 11 & 15
            if chained != number:
                self._start_transfer(chained, _DMA + 0x40 * chained)

        self.after(cycles, finish)

    def _transfers(self):
        self._done = 0

        def clear(value):
            self._done &= ~value
            self._update_transfer_irqs()

        self.reads[_DMA + 0x400] = lambda: self._done
        self.writes[_DMA + 0x400] = clear
        for line in (0, 1):
            base = _DMA + 0x404 + 16 * line
            self.writes[base] = lambda _value: self._update_transfer_irqs()
            self.writes[base + 8] = clear
            self.reads[base + 8] = lambda base=base: self._done & self.word(base)
        self.constant(0, _DMA + 0x444)

        def start(bits):
            for number in range(12):
                if bits >> number & 1:
                    self._start_transfer(number, _DMA + 0x40 * number)

        self.writes[_DMA + 0x430] = start

    def _update_transfer_irqs(self):
        for line, irq in enumerate(_DMA_IRQS):
            self._raise(irq, self._done & self.word(_DMA + 0x404 + 16 * line))

    # -- flash

    def _flash(self):
        """The serial port of the flash. The boot ROM's routines set chip select by the override
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
