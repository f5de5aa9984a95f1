"""Options and firmware files for the tests of `emulate`."""

import os
from argparse import Namespace
from types import SimpleNamespace

import pytest

from tools.device import boards_desktop, uf2

FIRMWARES = [path for path in os.environ.get("POCKET_FIRMWARE", "").split(os.pathsep) if path]
on_each_firmware = pytest.mark.parametrize(
    "firmware",
    FIRMWARES
    or [
        pytest.param(
            None,
            marks=pytest.mark.skip(
                reason="`POCKET_FIRMWARE=FILE.uf2 python3 tools test` runs it: CircuitPython for "
                "one of the boards of WIRING in tools/emulator/drive.py; several "
                "files as PATH has folders"
            ),
        )
    ],
    ids=lambda path: os.path.basename(path or "none"),
)
BOARD = "pimoroni_picosystem"


def options(**given):
    """Return options of a run, with the command line's defaults for all others."""
    names = "firmware board heap like seed script cut refuse measure game"
    plain = {"coach": False, "session": False, "shots": "shots"}
    return Namespace(**{**dict.fromkeys(names.split()), **plain, **given})


class FakeBoard:
    """Stand in for a Handheld: it prints `lines`, and answers[button] after each key."""

    model = SimpleNamespace(board_id="pajenicko_picopad")
    size = (320, 240)

    def __init__(self, lines=(), answers=None):
        self.ms = 0.0
        self.console, self.presses, self.changes = [], [], []
        self.panel = SimpleNamespace(bytes=0, last=0, painted=[])
        self.failures, self.heaps, self.refusals = [], [], []
        self.answers = answers or {}
        self.say(*lines)

    @property
    def pressed(self):
        """The buttons that were pressed."""
        return [button for _ms, button, _held in self.presses]

    def say(self, *lines):
        """Print lines on the console."""
        self.console += [(self.ms, line) for line in lines]

    def wait(self, ms):
        """Let time pass."""
        self.ms += ms

    def down(self, button, ms=60):
        """Push a button."""
        self.presses.append((self.ms, button, ms))
        self.say(*self.answers.get(button, ()))

    def press(self, button, *ms):
        """Press a button."""
        self.down(button)

    def _nothing(self, *words):
        return None

    hold = press
    up = expect = boot = _nothing

    def until(self, *words):
        """See Handheld."""
        return True

    settle = until

    def collections(self):
        """See Handheld."""
        return [row[:3] for row in self.heaps]

    def flash(self):
        """See Handheld."""
        return b""


def firmware_file(
    path, code=b"\xfe\xe7", family=boards_desktop.RP2040, board=BOARD, address=uf2.XIP
):
    """A UF2 that says it is CircuitPython for `board`; it begins with `code` (b .: it hangs)."""
    words = (
        b"Adafruit CircuitPython 10.2.1 on 2026-01-01; Pimoroni PicoSystem with rp2040\0"
        + board.encode()
        + b"\0"
    )
    data = code.ljust(256, b"\0") + words
    blocks = uf2.blocks_of(address, data, family)
    path.write_bytes(uf2.pack(blocks if family else [block._replace(flags=0) for block in blocks]))
    return str(path)
