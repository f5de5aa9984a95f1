"""Faults of a simulated handheld's drive: read-only, full, a missing file, a power cut."""

import builtins
import os
from collections.abc import Callable
from typing import Any

_open = builtins.open
_remove = os.remove


class Stopped(BaseException):
    """Ends the device thread; no `except Exception` of the device code can hold it."""


class Reload(BaseException):
    """supervisor.reload: the device thread begins its program anew."""


class FaultyDrive:
    """`open` and the functions of os that change a drive, with the faults of a machine.

    sim: has `faults` (see tools.sim.machine.Sim) and `saves`, the path of the file of saves.
    in_device: True when the device code asks; all others have a drive without faults.
    """

    def __init__(self, sim: Any, in_device: Callable[[], bool]) -> None:
        self.sim = sim
        self.in_device = in_device

    def _refuse(self):
        """Raise what writing to this drive raises."""
        for fault, number in (("read-only", 30), ("full", 28)):
            if fault in self.sim.faults:
                raise OSError(number, "simulated: " + fault)

    def changing(self, function: Callable) -> Callable:
        """Return `function` of os, refused on a drive that cannot be written. A full drive can lose
        files."""

        def call(*args, **options):
            if self.in_device() and (function is not _remove or "full" not in self.sim.faults):
                self._refuse()
            return function(*args, **options)

        return call

    def open(self, path: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
        """Return the built-in `open`."""
        writes = any(letter in mode for letter in "wax+")
        if self.sim.faults and self.in_device() and isinstance(path, str):
            if writes:
                self._refuse()
            for fault in self.sim.faults:
                if fault.startswith("missing:") and path.replace("\\", "/").endswith(fault[8:]):
                    raise OSError(2, "simulated: missing")
        file = _open(path, mode, *args, **options)
        if writes and path == self.sim.saves:
            return _Cut(file, self)  # it stays open: the power may go at any later write
        return file


class _Cut:
    """The file of saves; with "power" among the faults the next write is cut off. What a cut does
    to the flash, step by step: tests/fatdrive.py."""

    def __init__(self, file, drive):
        self._file = file
        self._drive = drive

    def write(self, data):
        """Write `data`; or its beginning over what is erased, then raises Stopped."""
        if "power" not in self._drive.sim.faults or not self._drive.in_device():
            return self._file.write(data)
        self._file.write(data[:10] + b"\xff" * (len(data) - 10))
        self._file.close()
        raise Stopped()

    def __getattr__(self, name):
        return getattr(self._file, name)

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self._file.close()
