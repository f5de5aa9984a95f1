"""An ARM microcontroller on Unicorn: memory, peripherals' registers, interrupts, time.

Unicorn (QEMU's processor) executes the firmware's instructions. A chip's own module answers its
peripherals' registers. Time is counted in cycles (bus.py): bytes of instructions by the chip's
average of cycles for them, and what its ports need for their transfers. While the firmware waits
for an interrupt, time jumps to the next event.
"""

import ctypes
import struct
from collections.abc import Callable

import unicorn
from unicorn import arm_const as arm

from tools.emulator import bus

_MASKED = 300  # cycles after which a pending interrupt is looked at again while masked
_STACKED = (arm.UC_ARM_REG_R0, arm.UC_ARM_REG_R1, arm.UC_ARM_REG_R2, arm.UC_ARM_REG_R3)
_STACKED += (arm.UC_ARM_REG_R12, arm.UC_ARM_REG_LR)
_RETURN = 0xFFFFFFF9  # a jump there ends an exception's handler
_WFI, _WFE = b"\x30\xbf", b"\x20\xbf"
_WFE_WAKES = 10000  # a second, while the firmware waits by WFE for a time to come
_THUMB = 0x01000000  # a bit of XPSR
_IF_THEN = 0x0600FC00  # bits of XPSR: conditions of the instructions after an IT instruction
_ALIGNED = 0x200  # a bit of the stacked XPSR: four bytes were left free
_SYSTEM = 0xE000E000  # interrupt controller and system control
_ENABLE, _DISABLE, _PEND, _UNPEND = 0x100, 0x180, 0x200, 0x280
_STATE, _VECTORS = 0xD04, 0xD08
_FIRST_IRQ = 16  # vectors before those of the peripherals


class Chip:
    """A chip after its reset. Each subclass sets these:

    MODEL: Unicorn's name of the processor. INTERRUPTS: number of 32-bit words of their bits.
    HERTZ: cycles a second. CYCLES: average for two bytes of instructions. TICKS: a second, of the
    clock that the firmware reads.
    """

    MODEL = HERTZ = 0
    INTERRUPTS = 8
    CYCLES = 1.0
    TICKS = 1

    def __init__(self) -> None:
        self.uc = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS)
        self.uc.ctl_set_cpu_model(self.MODEL)
        self.uc.hook_add(unicorn.UC_HOOK_INTR, self._on_exception)
        self.clock = bus.Clock(self.uc, self.CYCLES / 2, self.HERTZ / self.TICKS)
        self.pc = self.vectors = self.handler_depth = 0
        self.enabled = self.forced_pending = (
            0  # bits of interrupts: enabled; set pending by the firmware
        )
        self.asleep = self._handler_ended = False
        self._register_error: Exception | None = None  # raised by a register's function
        self._buffers: list = []  # memory that Unicorn uses
        self._regions: list[bus.Region] = []
        self.reads: dict[int, Callable[[], int]] = {}  # registers whose value Python makes
        self.writes: dict[int, Callable[[int], None]] = {}  # called with what was written
        self.map_registers(_SYSTEM, 0x1000)
        self.writes[_SYSTEM + _VECTORS] = self._set_vectors
        for word in range(self.INTERRUPTS):
            self._map_interrupt_word(word)

    def _map_interrupt_word(self, word):
        """Map the registers for interrupts 32 * word to 32 * word + 31."""
        shift, base = 32 * word, _SYSTEM + 4 * word

        def enable(value):
            self.enabled |= value << shift

        def disable(value):
            self.enabled &= ~(value << shift)

        def pend(value):
            self.forced_pending |= value << shift

        def unpend(value):
            self.forced_pending &= ~(value << shift)

        self.writes.update({base + _ENABLE: enable, base + _DISABLE: disable})
        self.writes.update({base + _PEND: pend, base + _UNPEND: unpend})
        for offset in (_ENABLE, _DISABLE):
            self.reads[base + offset] = lambda: self.enabled >> shift & 0xFFFFFFFF

    # -- memory

    def map_memory(self, data: bytearray, *addresses: int) -> None:
        """Map `data` at these addresses, so that the firmware and Python share the bytes."""
        buffer = (ctypes.c_char * len(data)).from_buffer(data)
        self._buffers.append(buffer)
        for address in addresses:
            self.uc.mem_map_ptr(
                address, len(data), unicorn.UC_PROT_ALL, ctypes.cast(buffer, ctypes.c_void_p)
            )

    def map_registers(self, base: int, size: int, atomic: bool = False) -> None:
        """Map registers, each of which keeps what was written unless `reads` has it. atomic: as on
        the RP2040, writes at three other addresses toggle, set and clear bits."""
        reads, writes = self.reads, self.writes

        def handle(offset, width, value):
            try:
                if value < 0:
                    return reads[base + offset]() & 0xFFFFFFFF
                self.flush()
                writes[base + offset](value)
                self._shorten_slice()
            except Exception as problem:
                self._register_error = problem
                self.uc.emu_stop()
            return 0

        self._regions.append(bus.Region(self.clock, base, size, atomic, handle))

    def connect(self) -> None:
        """Let the registers in `reads` and `writes` call Python."""
        for region in self._regions:
            for kinds, handlers in ((region.reads, self.reads), (region.writes, self.writes)):
                for address in handlers:
                    if 0 <= address - region.base < region.size:
                        kinds[address - region.base] = bus.PYTHON

    def set_kind(self, kind: int, *addresses: int, writes: bool = False) -> None:
        """Let these registers, for reads or writes, be of a kind that bus.py answers itself."""
        for address in addresses:
            region, offset = self._find_region(address)
            (region.writes if writes else region.reads)[offset] = kind

    def _find_region(self, address):
        for region in self._regions:
            if 0 <= address - region.base < region.size:
                return region, address - region.base
        raise KeyError(address)

    def word(self, address: int) -> int:
        """Return the value that a register keeps: the one last written or put."""
        region, offset = self._find_region(address)
        return int.from_bytes(region.data[offset : offset + 4].tobytes(), "little")

    def put(self, address: int, value: int) -> None:
        """Set the value that a register keeps."""
        region, offset = self._find_region(address)
        region.data[offset : offset + 4] = tuple(value.to_bytes(4, "little"))

    def set_constant(self, value: int, *addresses: int) -> None:
        """Let these registers always read as `value`."""
        for address in addresses:
            self.put(address, value)
            self.set_kind(bus.CONSTANT, address, writes=True)

    def reset(self, vectors: int) -> None:
        """Start the program whose vector table is at the address `vectors`."""
        self.vectors = vectors
        stack, self.pc = struct.unpack("<II", self.uc.mem_read(vectors, 8))
        self.uc.reg_write(arm.UC_ARM_REG_SP, stack)

    def _set_vectors(self, value):
        self.vectors = value

    # -- time and interrupts

    @property
    def ms(self) -> float:
        """Return the milliseconds since power-on."""
        return self.now * 1000 / self.HERTZ

    @property
    def now(self) -> int:
        """Return the cycles since power-on."""
        return int(self.clock.times[bus.NOW])

    @now.setter
    def now(self, cycles: float) -> None:
        self.clock.times[bus.NOW] = cycles

    def flush(self) -> None:
        """Pass the bytes that the display's port has sent to the display."""

    def pending(self) -> int:
        """Return the peripherals' interrupts that are pending now, a bit each."""
        return 0

    def next_event(self) -> int | None:
        """Return the cycle at which the next interrupt becomes pending, None if none will."""
        return None

    def _ready_interrupts(self):
        return (self.pending() | self.forced_pending) & self.enabled

    def _shorten_slice(self):
        """End the slice at the next event, or at once if an interrupt is pending."""
        times, event = self.clock.times, self.next_event()
        if not self.handler_depth and self._ready_interrupts():
            times[bus.END] = 0
        elif event is not None and event < times[bus.END]:
            times[bus.END] = event

    def run(self, end: int) -> None:
        """Run until cycle `end`, or a little longer."""
        uc, times = self.uc, self.clock.times
        while times[bus.NOW] < end:
            ready, event = self._ready_interrupts(), self.next_event()
            stop = end if event is None else min(end, max(event, self.now + 1))
            if self.asleep and not ready:
                self.now = stop
                continue
            self.asleep = False
            if ready and not self.handler_depth:
                if uc.reg_read(arm.UC_ARM_REG_PRIMASK):
                    stop = min(stop, self.now + _MASKED)
                else:
                    self._enter_handler((ready & -ready).bit_length() - 1)  # the lowest bit
            times[bus.END] = stop
            self._handler_ended = False
            try:
                uc.emu_start(self.pc | 1, 0xFFFFFFFE)
            except unicorn.UcError:
                stopped = uc.reg_read(arm.UC_ARM_REG_PC)
                if stopped | 15 == 0xFFFFFFFF:  # the jump that ends a handler
                    self._handler_ended = True
                elif self._instruction_before(stopped) != _WFE:  # Unicorn lacks WFE
                    raise
                else:
                    self.now = min(stop, self.now + self.HERTZ // _WFE_WAKES)
            if self._register_error:
                raise self._register_error
            if self._handler_ended:
                self._leave_handler()
            else:
                self.pc = uc.reg_read(arm.UC_ARM_REG_PC) & ~1
                stopped_early = times[bus.NOW] < times[bus.END]
                self.asleep = stopped_early and self._instruction_before(self.pc) == _WFI
        self.flush()

    def _instruction_before(self, address):
        """Return the instruction before an address, b"" where no memory is mapped."""
        try:
            return self.uc.mem_read((address & ~1) - 2, 2)
        except unicorn.UcError:
            return b""

    def _on_exception(self, uc, number, _data):
        self._handler_ended = True  # a jump to _RETURN
        uc.emu_stop()

    def _enter_handler(self, irq):
        """Enter the handler of interrupt `irq`, as the processor does."""
        uc = self.uc
        stack = uc.reg_read(arm.UC_ARM_REG_SP)
        state = uc.reg_read(arm.UC_ARM_REG_XPSR) | _THUMB | (_ALIGNED if stack & 4 else 0)
        stack = stack - 32 & ~7
        saved = [uc.reg_read(register) for register in _STACKED]
        uc.mem_write(stack, struct.pack("<8I", *saved, self.pc & ~1, state))
        uc.reg_write(arm.UC_ARM_REG_SP, stack)
        uc.reg_write(arm.UC_ARM_REG_LR, _RETURN)
        uc.reg_write(arm.UC_ARM_REG_XPSR, state & ~(_ALIGNED | _IF_THEN))
        uc.reg_write(arm.UC_ARM_REG_IPSR, _FIRST_IRQ + irq)
        self.forced_pending &= ~(1 << irq)
        self.handler_depth += 1
        handler = uc.mem_read(self.vectors + 4 * (_FIRST_IRQ + irq), 4)
        self.pc = int.from_bytes(handler, "little")

    def _leave_handler(self):
        """Return from the handler."""
        uc = self.uc
        stack = uc.reg_read(arm.UC_ARM_REG_SP)
        *saved, pc, state = struct.unpack("<8I", uc.mem_read(stack, 32))
        for register, value in zip(_STACKED, saved):
            uc.reg_write(register, value)
        uc.reg_write(arm.UC_ARM_REG_SP, stack + 32 + (4 if state & _ALIGNED else 0))
        uc.reg_write(arm.UC_ARM_REG_XPSR, state & ~_ALIGNED)
        uc.reg_write(arm.UC_ARM_REG_IPSR, 0)
        self.handler_depth -= 1
        self.pc = pc
