"""The emulated board: an unmodified CircuitPython UF2, executed by Unicorn.

machine.py is the board: its chip (chip.py, rp2040.py, samd51.py), flash, panel and console.
drive.py makes the flash; handheld.py adds keys and waiting; firmware.py finds a UF2's routines;
probe.py is the device code that measures and reports; person.py reads its lines and presses keys.
"""


class EmulatorError(RuntimeError):
    """Signals why a run fails, in one clear sentence."""
