"""Count the time and answer registers; compiled by numba, since this is called most often.

Unicorn calls `block` before each basic block, and `read` and `write` for each access to a register.
A register answers here if it only keeps what was written, reads a clock, belongs to the RP2040's
divider or passes bytes to the display; all others call Python.
"""

import ctypes
from collections.abc import Callable
from typing import Any

import numba
import numpy
from llvmlite import ir
from numba import carray, cfunc, extending, float64, int64, types, uint8, uint32, uint64
from unicorn import UC_HOOK_BLOCK
from unicorn.unicorn_py3.unicorn import uclib

# Indexes in a clock's array of floats, all in cycles: now (since power-on), the end of the slice,
# time per byte of a block, per tick of the firmware's clock, per byte sent by the display's port.
NOW, END, BLOCK_BYTE, TICK, PORT_BYTE = range(5)
_READ_AT, _READS, _CLOCK = 5, 6, 7  # when the clock was read last, how often in quick succession
# Reading a clock that often, each within _QUICK cycles of the last, is a loop that waits: a further
# read takes _WAIT cycles.
_QUICK, _WAITS, _WAIT = 300.0, 20, 6000.0
# Indexes in a port's array of integers: bytes not yet shown, received bytes not yet read.
SENT, RECEIVED = 0, 1
_DIVIDER = 2  # dividend, divisor, quotient, remainder, whether the quotient was not read
_PORT = 8
PORT_BYTES = 4096
# On the RP2040 these bits of an address select a write that changes single bits.
_ALIASES, _XOR, _SET = 0x3000, 1, 2
# Kinds of registers.
KEEP, PYTHON, CONSTANT, CLOCK_LOW, CLOCK_HIGH, PORT_DATA, PORT_STATUS, DIVIDE = range(8)
_CLOCK_AT, _PORT_AT, _BYTES_AT, _DATA_AT, _READS_AT, _WRITES_AT, _SIZE, _ATOMIC, _NUMBER = range(9)

_STOP = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(("uc_emu_stop", uclib))
_regions: list["Region"] = []


@ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_int64, ctypes.c_uint64, ctypes.c_uint32, ctypes.c_int64)
def _call_python(number, offset, size, value):
    return _regions[number].handle(offset, size, value)


@extending.intrinsic
def _to_pointer(_context, address):
    """Return an address as a pointer."""

    def code(_context, builder, _signature, values):
        return builder.inttoptr(values[0], ir.IntType(8).as_pointer())

    return types.voidptr(types.int64), code


@cfunc(types.void(types.voidptr, uint64, uint32, types.voidptr))
def _count_block(uc, _address, size, clock):
    clock = carray(clock, _CLOCK, float64)
    if clock[NOW] >= clock[END]:
        _STOP(uc)
    else:
        clock[NOW] += size * clock[BLOCK_BYTE]


@numba.njit
def _read_ticks(clock):
    """Return the ticks of the firmware's clock; let more time pass in a loop that only waits."""
    waits = clock[NOW] - clock[_READ_AT] < _QUICK
    clock[_READS] = clock[_READS] + 1 if waits else 0
    if clock[_READS] >= _WAITS:
        clock[NOW] = max(clock[NOW], min(clock[NOW] + _WAIT, clock[END]))
    clock[_READ_AT] = clock[NOW]
    return uint64(clock[NOW] / clock[TICK])


@numba.njit
def _divide(port, register, value):
    """Write a register of the RP2040's divider and divide. 0, 1: dividend, divisor; 2, 3: the same,
    signed; 4, 5: quotient, remainder."""
    port[_DIVIDER + 4] = 2
    if register >= 4:
        port[_DIVIDER + register - 2] = value
        return
    port[_DIVIDER + (register & 1)] = value
    dividend, divisor = port[_DIVIDER], port[_DIVIDER + 1]
    if register & 2:
        dividend -= (dividend >> 31) << 32
        divisor -= (divisor >> 31) << 32
    if divisor:
        quotient = abs(dividend) // abs(divisor)
        if (dividend < 0) != (divisor < 0):
            quotient = -quotient
        port[_DIVIDER + 2] = quotient & 0xFFFFFFFF
        port[_DIVIDER + 3] = (dividend - quotient * divisor) & 0xFFFFFFFF
    else:
        port[_DIVIDER + 2] = 1 if dividend < 0 else 0xFFFFFFFF
        port[_DIVIDER + 3] = dividend & 0xFFFFFFFF


@cfunc(uint64(types.voidptr, uint64, uint32, types.voidptr))
def _read_register(_uc, offset, size, region):
    region = carray(region, _NUMBER + 1, int64)
    offset = int64(offset)
    if region[_ATOMIC]:
        offset &= ~_ALIASES
    kind = carray(_to_pointer(region[_READS_AT]), region[_SIZE], uint8)[offset]
    if kind == PYTHON:
        return _call_python(region[_NUMBER], offset, size, -1)
    if kind == CLOCK_LOW or kind == CLOCK_HIGH:
        ticks = _read_ticks(carray(_to_pointer(region[_CLOCK_AT]), _CLOCK, float64))
        return ticks & 0xFFFFFFFF if kind == CLOCK_LOW else ticks >> 32
    port = carray(_to_pointer(region[_PORT_AT]), _PORT, int64)
    if kind == PORT_DATA:
        port[RECEIVED] = max(0, port[RECEIVED] - 1)
        return 0
    if kind == PORT_STATUS:
        return 7 if port[RECEIVED] else 3
    if kind == DIVIDE:
        register = offset >> 2 & 7
        if register == 6:
            return port[_DIVIDER + 4] | 1
        if register == 4:
            port[_DIVIDER + 4] = 0
        return port[_DIVIDER + (register & 1 if register < 4 else register - 2)]
    data = carray(_to_pointer(region[_DATA_AT]), region[_SIZE], uint8)
    value = 0
    for i in range(size):
        value |= data[offset + i] << 8 * i
    return value


@cfunc(types.void(types.voidptr, uint64, uint32, uint64, types.voidptr))
def _write_register(_uc, offset, size, value, region):
    region = carray(region, _NUMBER + 1, int64)
    offset, value = int64(offset), int64(value) & ((1 << 8 * size) - 1)
    data = carray(_to_pointer(region[_DATA_AT]), region[_SIZE], uint8)
    if region[_ATOMIC] and offset & _ALIASES:
        operation, offset = offset >> 12 & 3, offset & ~_ALIASES
        old_value = 0
        for i in range(size):
            old_value |= int64(data[offset + i]) << 8 * i
        if operation == _XOR:
            value ^= old_value
        elif operation == _SET:
            value |= old_value
        else:
            value = old_value & ~value
    kind = carray(_to_pointer(region[_WRITES_AT]), region[_SIZE], uint8)[offset]
    if kind == CONSTANT:
        return
    if kind == DIVIDE:
        _divide(carray(_to_pointer(region[_PORT_AT]), _PORT, int64), offset >> 2 & 7, value)
        return
    if kind == PORT_DATA:
        port = carray(_to_pointer(region[_PORT_AT]), _PORT, int64)
        if port[SENT] < PORT_BYTES:
            carray(_to_pointer(region[_BYTES_AT]), PORT_BYTES, uint8)[port[SENT]] = value & 255
            clock = carray(_to_pointer(region[_CLOCK_AT]), _CLOCK, float64)
            clock[NOW] += clock[PORT_BYTE]
            port[SENT] += 1
            port[RECEIVED] += 1
            return
    for i in range(size):
        data[offset + i] = value >> 8 * i & 255
    if kind:
        _call_python(region[_NUMBER], offset, size, value)


class Clock:
    """Counts a processor's cycles in times[NOW] and stops the emulation at the first block after
    times[END].

    tick: cycles per tick of the firmware's clock. port: the display's, see SENT. bytes: sent but
    not yet shown.
    """

    def __init__(self, uc: Any, block_byte: float, tick: float) -> None:
        self.uc = uc
        self.times = numpy.zeros(_CLOCK, numpy.float64)
        self.times[BLOCK_BYTE], self.times[TICK] = block_byte, tick
        self.port = numpy.zeros(_PORT, numpy.int64)
        self.bytes = numpy.zeros(PORT_BYTES, numpy.uint8)
        self._hook = ctypes.c_size_t()
        uclib.uc_hook_add(
            uc._uch,
            ctypes.byref(self._hook),
            UC_HOOK_BLOCK,
            ctypes.c_void_p(_count_block.address),
            ctypes.c_void_p(self.times.ctypes.data),
            ctypes.c_uint64(1),
            ctypes.c_uint64(0),  # an end before the beginning: all addresses
        )


class Region:
    """Registers from `base` on. atomic: as on the RP2040, writes at three other addresses toggle,
    set and clear bits.

    data: their bytes. reads, writes: kind of each register, by its offset.
    handle(offset, size, value): answers a register of the kind PYTHON; value is -1 for a read.
    """

    def __init__(
        self, clock: Clock, base: int, size: int, atomic: bool, handle: Callable[..., int]
    ) -> None:
        self.base, self.size, self.handle = base, size, handle
        self.data, self.reads, self.writes = (numpy.zeros(size, numpy.uint8) for _ in range(3))
        shared = (clock.times, clock.port, clock.bytes, self.data, self.reads, self.writes)
        addresses = [array.ctypes.data for array in shared]
        self._facts = numpy.array([*addresses, size, atomic, len(_regions)], numpy.int64)
        _regions.append(self)
        facts = ctypes.c_void_p(self._facts.ctypes.data)
        read, write = (
            ctypes.c_void_p(_read_register.address),
            ctypes.c_void_p(_write_register.address),
        )
        uclib.uc_mmio_map(clock.uc._uch, base, size, read, facts, write, facts)
