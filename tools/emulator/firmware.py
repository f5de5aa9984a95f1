"""Find out, by running a firmware, its routines' addresses and how much memory it leaves."""

import json
import os
import sys
from typing import Any

from tools.device import fatimage
from tools.device.boards_desktop import BoardModel
from tools.emulator import EmulatorError, drive, fatcheck
from tools.place import write_file

BOOT_MS = 30000  # a board that shows nothing for this long does not start
_BOOT_OUT_MS = 2500  # CircuitPython waits a second before it writes boot_out.txt
_ROUTINES = ("print", "fail", "allocate")
_LINE = "pocket rummy looks for its console"
_STEP = 512  # bytes by which the Python stack grows at least: the firmware counts in 1,024
_NEAR = 64  # bytes by which what code.py finds free differs between two drives
_BLOCK = 4000001  # bytes that no board has
# The line is composed at run time, or the compiler's routines would be called with it, too.
_BOOT_CODE = (
    b"""print('pocket %%s looks for its %%s' %% ('rummy', 'console'))
try:
    bytearray(%d)
except MemoryError:
    pass
"""
    % _BLOCK
)


class Firmware:
    """Facts about a firmware, found by running it once and then cached in a file.

    routines: {"print", "fail", "allocate": addresses}. boot_out: text of its boot_out.txt. free:
    bytes that code.py of a build finds free. Raises EmulatorError.
    """

    def __init__(self, path: str, model: BoardModel) -> None:
        self.path, self.model = path, model
        self.image = drive.read_firmware(path, model)
        self.offset = drive.drive_offset(self.image, model)
        self._cache_path = drive.cache_name(path)
        try:
            with open(self._cache_path, encoding="utf-8") as file:
                self._facts = json.load(file)
        except (OSError, ValueError):
            self._facts = {}
        if not {"free", *_ROUTINES} <= set(self._facts):
            self._learn()
        self.routines = {name: self._facts[name] for name in _ROUTINES}
        self.boot_out, self.free = self._facts["boot_out"], self._facts["free"]

    def flash(self, content: dict[str, bytes]) -> Any:
        """Return the flash's bytes with {path: bytes} on the drive."""
        return drive.flash_of(self.model, self.image, fatimage.make(self.model.drive, content))

    def _learn(self):
        sys.stderr.write("First run of this firmware: looking for its console.\n")
        wiring = drive.wiring(self.model, drive.display_size(self.model))
        flash = self.flash({**drive.measuring(), "boot.py": _BOOT_CODE})
        from tools.emulator.machine import Machine

        routines = Machine(flash, wiring, None).find_routines(_LINE, _BLOCK, BOOT_MS)
        if not all(routines.values()):
            raise EmulatorError(
                "%s does not start: it runs no boot.py within %d emulated seconds."
                % (os.path.basename(self.path), BOOT_MS // 1000)
            )
        free, machine = self._free_with(flash, routines)
        machine.run(_BOOT_OUT_MS)
        files = fatcheck.Drive(machine.chip.flash()[self.offset :]).files
        text = files.get("boot_out.txt", b"").decode().replace(_LINE + "\r\n", "")
        self._save_facts(routines, boot_out=text, free=free, stacks={})

    def _free_with(self, flash, routines):
        """Return (bytes that code.py finds free, the machine)."""
        from tools.emulator.machine import Machine

        machine = Machine(flash, drive.wiring(self.model, drive.display_size(self.model)), routines)
        free_lines: list[str] = []

        def has_printed():
            free_lines[:] = [line for _ms, line in machine.console if line.startswith(drive.FREE)]
            return bool(free_lines)

        machine.run(BOOT_MS, has_printed)
        if not free_lines:
            raise EmulatorError("%s does not start code.py." % os.path.basename(self.path))
        return int(free_lines[0][len(drive.FREE) :]), machine

    def _save_facts(self, *facts, **more_facts):
        self._facts.update(*facts, **more_facts)
        write_file(self._cache_path, json.dumps(self._facts).encode())

    def stack(self, heap: int) -> int:
        """Return the size of the Python stack with which code.py finds `heap` bytes free, or up to
        1,024 fewer. Raises EmulatorError if the board has less memory."""
        stacks = self._facts["stacks"]
        size, free = drive.STACK, self.free
        while str(heap) not in stacks:
            if heap > self.free + _NEAR:
                raise EmulatorError(
                    "This firmware leaves %d bytes to code.py: %d cannot be had."
                    % (self.free, heap)
                )
            if free <= heap + _NEAR:
                stacks[str(heap)] = size
                self._save_facts()
            else:
                size += max(free - heap, _STEP)
                free, _machine = self._free_with(self.flash(drive.measuring(size)), self.routines)
        return stacks[str(heap)]
