"""Learn a firmware by running it: where its routines lie and how much memory it leaves."""

import json
import os
import sys
from typing import Any

from tools.device import fatimage
from tools.device.boards_desktop import BoardModel
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


class Firmware:
    """A firmware's facts, learned by running it once and then kept in a file.

    routines: {"print", "fail", "allocate": addresses}. boot_out: text of its boot_out.txt. free:
    bytes that code.py of a build finds free. Raises EmulatorError.
    """

    def __init__(self, path: str, model: BoardModel) -> None:
        self.path, self.model = path, model
        self.image = drive.read_firmware(path, model)
        self.offset = drive.drive_offset(self.image, model)
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

    def flash(self, content: dict[str, bytes]) -> Any:
        """Return the flash's bytes with {path: bytes} on the drive."""
        return drive.flash_of(self.model, self.image, fatimage.make(self.model.drive, content))

    def _learn(self):
        sys.stderr.write("First run of this firmware: looking for its console.\n")
        wiring = drive.wiring(self.model, drive.own_size(self.model))
        flash = self.flash({**drive.measuring(), "boot.py": _TELL})
        from tools.emulator.machine import Machine

        routines = Machine(flash, wiring, None).learn(_LINE, _BLOCK, BOOT_MS)
        if not all(routines.values()):
            raise EmulatorError(
                "%s does not start: it runs no boot.py within %d emulated seconds."
                % (os.path.basename(self.path), BOOT_MS // 1000)
            )
        free, machine = self._free_with(flash, routines)
        machine.run(_BOOT_OUT_MS)
        files = fatcheck.Drive(machine.chip.flash()[self.offset :]).files
        text = files.get("boot_out.txt", b"").decode().replace(_LINE + "\r\n", "")
        self._keep(routines, boot_out=text, free=free, stacks={})

    def _free_with(self, flash, routines):
        """Return (bytes that code.py finds free, the machine)."""
        from tools.emulator.machine import Machine

        machine = Machine(flash, drive.wiring(self.model, drive.own_size(self.model)), routines)
        told: list[str] = []

        def is_told():
            told[:] = [line for _ms, line in machine.console if line.startswith(drive.FREE)]
            return bool(told)

        machine.run(BOOT_MS, is_told)
        if not told:
            raise EmulatorError("%s does not start code.py." % os.path.basename(self.path))
        return int(told[0][len(drive.FREE) :]), machine

    def _keep(self, *known, **more):
        self._known.update(*known, **more)
        put(self._kept, json.dumps(self._known).encode())

    def stack(self, heap: int) -> int:
        """Return the bytes of Python stack with which code.py finds `heap` bytes free, or up to
        1,024 fewer. Raises EmulatorError where the board has less."""
        stacks = self._known["stacks"]
        size, free = drive.STACK, self.free
        while str(heap) not in stacks:
            if heap > self.free + _NEAR:
                raise EmulatorError(
                    "This firmware leaves %d bytes to code.py: %d cannot be had."
                    % (self.free, heap)
                )
            if free <= heap + _NEAR:
                stacks[str(heap)] = size
                self._keep()
            else:
                size += max(free - heap, _STEP)
                free, _machine = self._free_with(self.flash(drive.measuring(size)), self.routines)
        return stacks[str(heap)]
