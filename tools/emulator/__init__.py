"""The emulated board: an unmodified CircuitPython UF2 running on rp2040js under Node.

install.py gets Node, rp2040js and the boot ROM; drive.py makes the flash; handheld.py is the board
with its keys, panel and console; probe.py is the device code that tells what it measures,
consoles.py reads what it told, answering.py presses keys and hears its answers.
"""


class EmulatorError(RuntimeError):
    """What went wrong, as one clear sentence."""
