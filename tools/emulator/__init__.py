"""The emulated board: an unmodified CircuitPython UF2, executed by Unicorn.

machine.py is the board: its chip (chip.py, rp2040.py, samd51.py), flash, panel and console.
drive.py makes the flash; handheld.py adds keys and waiting; firmware.py learns a UF2's routines;
probe.py is the device code that tells what it measures; person.py presses keys and reads its lines.
"""


class EmulatorError(RuntimeError):
    """What went wrong, as one clear sentence."""
