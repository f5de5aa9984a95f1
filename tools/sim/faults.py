"""Faults of a simulated handheld's drive: read-only, full, a missing file.

tests/fatdrive.py models what a power cut does to the flash, step by step.
"""

import builtins
import os
from collections.abc import Callable
from typing import Any

_open = builtins.open
_remove = os.remove


class Stopped(BaseException):
    """End the device thread; no `except Exception` of the device code catches this."""


class Reload(BaseException):
    """Start the program of the device thread anew: supervisor.reload."""


class FaultyDrive:
    """`open` and the functions of os that change a drive, with simulated faults.

    sim: has `faults` (see tools.sim.machine.Sim). in_device: returns True if the device code calls;
    for every other caller the drive has no faults.
    """

    def __init__(self, sim: Any, in_device: Callable[[], bool]) -> None:
        self.sim = sim
        self.in_device = in_device

    def _refuse(self):
        """Raise the OSError of a drive that cannot be written, if a fault makes it so."""
        for fault, number in (("read-only", 30), ("full", 28)):
            if fault in self.sim.faults:
                raise OSError(number, "simulated: " + fault)

    def guarded(self, function: Callable) -> Callable:
        """Return `function` of os, refused on a drive that cannot be written. A full drive can lose
        files."""

        def call(*args, **options):
            if self.in_device() and (function is not _remove or "full" not in self.sim.faults):
                self._refuse()
            return function(*args, **options)

        return call

    def open(self, path: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
        """Open a file as the built-in `open` does, unless a fault forbids it."""
        if self.sim.faults and self.in_device() and isinstance(path, str):
            if any(letter in mode for letter in "wax+"):
                self._refuse()
            for fault in self.sim.faults:
                if fault.startswith("missing:") and path.replace("\\", "/").endswith(fault[8:]):
                    raise OSError(2, "simulated: missing")
        return _open(path, mode, *args, **options)
