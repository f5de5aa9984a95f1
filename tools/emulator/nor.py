"""A serial NOR flash chip: its commands, and the log of what changes its bytes."""

from collections.abc import Callable

SECTOR, BLOCK, PAGE = 4096, 65536, 256
_WRITE_ENABLE, _WRITE_DISABLE = 0x06, 0x04
_READ_STATUS, _READ_STATUS_2, _READ_ID, _READ = 0x05, 0x35, 0x9F, 0x03
PROGRAM = 0x02
_ERASES = {0x20: SECTOR, 0xD8: BLOCK}
_WRITABLE, _QUAD = 2, 2  # bits of the two status bytes


class Flash:
    """The chip with its bytes in `memory`.

    on_change: called before each change, as on_change("erase", address, size) or
        on_change("program", address, bytes).
    maker: the first two bytes of its JEDEC number.
    """

    def __init__(self, memory: bytearray, on_change: Callable, maker: bytes = b"\xef\x40") -> None:
        self.memory, self.on_change = memory, on_change
        self._id = maker + bytes(((len(memory) - 1).bit_length(),))
        self._writable = False
        self._command = bytearray()

    def run(self, code: int, address: int) -> bytes:
        """Carry out a command without data and return its answer. Erasing takes no time."""
        if code == _WRITE_ENABLE:
            self._writable = True
        elif code == _WRITE_DISABLE:
            self._writable = False
        elif code in _ERASES and self._writable:
            size = _ERASES[code]
            address &= ~(size - 1)
            self.on_change("erase", address, size)
            self.memory[address : address + size] = b"\xff" * size
            self._writable = False
        elif code == _READ_STATUS:
            return bytes((_WRITABLE if self._writable else 0,))
        elif code == _READ_STATUS_2:
            return bytes((_QUAD,))
        elif code == _READ_ID:
            return self._id
        return b""

    def program(self, address: int, data: bytes) -> None:
        """Clear bits of a page; past its end, programming continues at its start."""
        if not self._writable:
            return
        self._writable = False
        self.on_change("program", address, data)
        page = address & ~(PAGE - 1)
        for i, value in enumerate(data):
            self.memory[page | address + i & PAGE - 1] &= value

    # -- commands byte by byte

    def select(self) -> None:
        """Begin a command: chip select falls."""
        self._command = bytearray()

    def exchange(self, value: int) -> int:
        """Receive a byte and return the byte that the chip sends at the same time."""
        command = self._command
        command.append(value)
        index = len(command) - 1
        if command[0] == _READ and index >= 4:
            return self.memory[self._address() + index - 4]
        if command[0] in (_READ_STATUS, _READ_STATUS_2, _READ_ID) and index:
            answer = self.run(command[0], 0)
            return answer[min(index, len(answer)) - 1]
        return 0xFF

    def release(self) -> None:
        """End a command: chip select rises."""
        command, self._command = self._command, bytearray()
        if not command:
            return
        if command[0] == PROGRAM and len(command) > 4:
            self.program(int.from_bytes(command[1:4], "big"), bytes(command[4 : 4 + PAGE]))
        elif command[0] not in _ERASES or len(command) >= 4:
            self.run(command[0], int.from_bytes(command[1:4], "big"))

    def _address(self):
        return int.from_bytes(self._command[1:4], "big")
