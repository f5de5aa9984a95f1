"""Learn a firmware by running it: where its routines lie and how much memory it leaves."""

import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator

from tools.device import fatimage
from tools.device.boards_desktop import Desk
from tools.emulator import EmulatorError, drive, fatcheck
from tools.place import put

BOOT_MS = 30000  # a board that shows nothing for this long does not start
_BOOT_OUT_MS = 2500  # CircuitPython waits a second before it writes boot_out.txt
_ROUTINES = ("print", "fail", "allocate")
_LINE = "pocket rummy looks for its console"
_STEP = 512  # bytes by which the Python stack grows at least: the firmware counts in 1,024
_NEAR = 64  # bytes by which what code.py finds free differs between two drives
_BLOCK = 4000001  # bytes that no board has
# The line is composed only when printed, or the compiler's routines would be called with it, too.
_TELL = (
    b"""print('pocket %%s looks for its %%s' %% ('rummy', 'console'))
try:
    bytearray(%d)
except MemoryError:
    pass
"""
    % _BLOCK
)


@contextlib.contextmanager
def flash_file(data: bytes) -> Iterator[str]:
    """The path of a temporary file with these bytes."""
    handle, path = tempfile.mkstemp()
    with open(handle, "wb") as file:
        file.write(data)
    try:
        yield path
    finally:
        os.remove(path)


class Firmware:
    """A firmware's facts, learned by running it once and then kept in a file.

    routines: {"print", "fail", "allocate": addresses}. boot_out: text of its boot_out.txt. free:
    bytes that code.py of a build finds free. ask, rom: see Handheld. Raises EmulatorError.
    """

    def __init__(self, path: str, desk: Desk, ask: Callable, rom: str) -> None:
        self.path, self.desk, self._ask, self._rom = path, desk, ask, rom
        self.image = drive.read_firmware(path, desk)
        self.offset = drive.drive_offset(self.image, desk)
        self._kept = drive.cache_name(path)
        try:
            with open(self._kept, encoding="utf-8") as file:
                self._known = json.load(file)
        except (OSError, ValueError):
            self._known = {}
        if not {"free", *_ROUTINES} <= set(self._known):
            self._learn()
        self.routines = {name: self._known[name] for name in _ROUTINES}
        self.boot_out, self.free = self._known["boot_out"], self._known["free"]

    def flash(self, content: dict[str, bytes]) -> bytes:
        """The flash's bytes with {path: bytes} on the drive."""
        return drive.flash_of(self.desk, self.image, fatimage.make(self.desk.drive, content))

    def start(self, path: str, routines: dict | None, size: tuple[int, int]) -> None:
        """Switch on a board with the flash in the file `path` and a display of this size."""
        board = drive.wiring(self.desk, size, self.offset)
        self._ask(do="start", bootrom=self._rom, flash=path, routines=routines, board=board)

    def _learn(self):
        sys.stderr.write("First run of this firmware: looking for its console.\n")
        with flash_file(self.flash({**drive.measuring(), "boot.py": _TELL})) as path:
            self.start(path, None, drive.own_size(self.desk))
            learned = self._ask(do="learn", line=_LINE, size=_BLOCK, ms=BOOT_MS)
            routines = {name: learned[name] for name in _ROUTINES}
            free = self._free_with(path, routines) if all(routines.values()) else None
            if free is None:
                raise EmulatorError(
                    "%s does not start: it runs no boot.py within %d emulated seconds."
                    % (os.path.basename(self.path), BOOT_MS // 1000)
                )
            self._ask(do="run", ms=_BOOT_OUT_MS)
            self._ask(do="dump", file=path)
            with open(path, "rb") as file:
                files = fatcheck.Drive(file.read()[self.offset :]).files
        text = files.get("boot_out.txt", b"").decode().replace(_LINE + "\r\n", "")
        self._keep(routines, boot_out=text, free=free, stacks={})

    def _free_with(self, path, routines):
        """Bytes that code.py finds free with the flash in file `path`, or None."""
        self.start(path, routines, drive.own_size(self.desk))
        lines = self._ask(do="run", ms=BOOT_MS, text=drive.FREE)["lines"]
        lines += self._ask(do="run", ms=5)["lines"]
        free = [line[len(drive.FREE) :] for _ms, line in lines if line.startswith(drive.FREE)]
        return int(free[0]) if free else None

    def _keep(self, *known, **more):
        self._known.update(*known, **more)
        put(self._kept, json.dumps(self._known).encode())

    def stack(self, heap: int) -> int:
        """Bytes of Python stack with which code.py finds `heap` bytes free, or up to 1,024 fewer.
        Raises EmulatorError where the board has less."""
        stacks = self._known["stacks"]
        size, free = drive.STACK, self.free
        while str(heap) not in stacks:
            if free is None or heap > self.free + _NEAR:
                raise EmulatorError(
                    "This firmware leaves %d bytes to code.py: %d cannot be had."
                    % (self.free, heap)
                )
            if free <= heap + _NEAR:
                stacks[str(heap)] = size
                self._keep()
            else:
                size += max(free - heap, _STEP)
                with flash_file(self.flash(drive.measuring(size))) as path:
                    free = self._free_with(path, self.routines)
        return stacks[str(heap)]
