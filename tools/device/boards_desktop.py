"""What a desktop must know of each board: drive, flash layout, boot loader (one row per board).

The device's own facts (display, keys, sound) are in lib/pocket/hardware/boards.py under the same
names.
"""

import importlib.util
import os
import sys
from types import ModuleType
from typing import Any, NamedTuple

from tools.device import made
from tools.errors import ToolError
from tools.place import DOOR, ROOT


def device(name: str) -> ModuleType:
    """A module of lib/pocket itself, "folder.module", loaded from its file: the one source of the
    device's facts. What it imports is not kept: a handheld that is run here later has its own."""
    made.write(ROOT)
    lib = os.path.join(ROOT, "lib")
    path = os.path.join(lib, "pocket", *name.split(".")) + ".py"
    spec = importlib.util.spec_from_file_location("_device_" + name.replace(".", "_"), path)
    assert spec and spec.loader  # the file is there
    module = importlib.util.module_from_spec(spec)
    before = set(sys.modules)
    sys.path.append(lib)
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(lib)
        for fresh in set(sys.modules) - before:
            if fresh.split(".")[0] == "pocket":
                del sys.modules[fresh]
    return module


DEVICE = device("hardware.boards")


SLOTS = device("saves.slots")
SAVEFILE = device("saves.savefile")
# The file the game saves in, empty, as the game itself makes it where it may be of full size: a
# smaller one is its beginning. On a drive that comes with it the game need not make it.
SAVES = {
    "rummy.sav": bytes(2 * SLOTS.STRIDE) + SLOTS.SLOTS * SAVEFILE.EMPTY.ljust(SLOTS.STRIDE, b"\0")
}
saves_size = SAVEFILE.size_for  # bytes of it on a drive with that many free

KB = 1024
MB = 1024 * KB

RP2040 = 0xE48BFF56
RP2350 = 0xE48BFF59  # RP2350, ARM, secure
SAMD51 = 0x55114460
ESP32S3 = 0xC47E5767


class Desk(NamedTuple):
    """A board. drive: bytes of the CIRCUITPY drive.

    offset: where the drive starts in the flash the boot loader writes; None: it lies elsewhere
    (`separate` says where), so a one-file image cannot be made. loader: beginnings of the boot
    loader's `Board-ID` in INFO_UF2.TXT. The RP2 boot ROMs are the same on every board, so theirs
    tell the chip alone; (): not known, the chip's name must do.
    """

    board_id: str
    name: str
    chip: str
    drive: int
    offset: int | None
    family: int
    loader: tuple[str, ...]
    separate: str
    first_class: bool


QSPI = "in a flash chip of its own (QSPI) that the boot loader does not write"
TINYUF2 = "in a partition of its own that the TinyUF2 boot loader does not write"

_CHIPS = {  # of each what its boards have alike: family, loader, separate
    "RP2040": (RP2040, ("RPI-RP2",), ""),
    "RP2350": (RP2350, ("RP2350", "RPI-RP2350"), ""),
    "SAMD51": (SAMD51, (), QSPI),
    "ESP32-S3": (ESP32S3, (), TINYUF2),
}
FAMILY_NAMES = {row[0]: chip for chip, row in _CHIPS.items()}
FAMILY_NAMES[0xE48BFF57] = "RP2XX absolute"


def _desk(
    board_id: str, name: str, chip: str, drive: int, offset: int | None, first: bool, *loader: str
) -> Desk:
    """A row. loader: the board's own, where its boot loader tells it."""
    family, alike, separate = _CHIPS[chip]
    return Desk(board_id, name, chip, drive, offset, family, loader or alike, separate, first)


_ROWS: tuple[tuple[Any, ...], ...] = (
    (
        "pybadge",
        "Adafruit PyBadge, PyBadge LC, EdgeBadge",
        "SAMD51",
        2 * MB,
        None,
        True,
        "SAMD51J19A-PyBadge",
    ),
    ("pygamer", "Adafruit PyGamer", "SAMD51", 8 * MB, None, True, "SAMD51J19A-PyGamer"),
    ("pajenicko_picopad", "Pajenicko PicoPad", "RP2040", 2 * MB - 0x181000, 0x181000, True),
    ("pimoroni_picosystem", "Pimoroni PicoSystem", "RP2040", 15 * MB, 0x100000, True),
    ("tinycircuits_thumby_color", "TinyCircuits Thumby Color", "RP2350", 15 * MB, 0x100000, True),
    ("deshipu_ugame_s3", "uGame S3", "ESP32-S3", 11968 * KB, None, True),
    ("ugame22", "uGame22", "RP2040", 1 * MB, 0x100000, False),
    ("hack_club_sprig", "Hack Club Sprig", "RP2040", 1 * MB, 0x100000, False),
    ("seeeduino_wio_terminal", "Seeed Wio Terminal", "SAMD51", 4 * MB, None, False),
    ("lilygo_tdeck", "LILYGO T-Deck", "ESP32-S3", 11968 * KB, None, False, "ESP32S3-T-Deck"),
)

DESK = {row[0]: _desk(*row) for row in _ROWS}
FIRST_CLASS = tuple(board_id for board_id, desk in DESK.items() if desk.first_class)
# One for each size of display.
OF_EACH_SIZE = (
    "pybadge",
    "tinycircuits_thumby_color",
    "pimoroni_picosystem",
    "pajenicko_picopad",
)
# Boards that are best with a firmware that has the game in it (tools/device/firmware.py).
WITH_GAME = ("pajenicko_picopad", "pimoroni_picosystem", "tinycircuits_thumby_color")

# How a board's boot loader is started; `flash` and the page say it. Each is as its maker's page, or
# the source named here, says it.
_PICO = "Switch it off, then hold BOOTSEL while you plug in the cable."
INTO_LOADER = {
    # learn.adafruit.com/adafruit-pybadge and /adafruit-pygamer, "Installing CircuitPython"
    "pybadge": "Press reset twice quickly.",
    "pygamer": "Press reset twice quickly.",
    "pajenicko_picopad": _PICO,  # circuitpython.org/board/pajenicko_picopad
    # circuitpython.org/board/pimoroni_picosystem (github.com/adafruit/circuitpython-org/pull/970)
    "pimoroni_picosystem": "Switch it off, then hold X while you switch it on.",
    # github.com/TinyCircuits/TinyCircuits-Tiny-Game-Engine, README, "How UF2s are made"
    "tinycircuits_thumby_color": "Switch it off, then hold the d-pad DOWN while you switch it on.",
    # Its maker says nothing: as github.com/adafruit/tinyuf2 has it for most of its boards.
    "deshipu_ugame_s3": "Press reset, and again half a second later.",
    # Its maker says nothing, and its list of parts (github.com/python-ugame/ugame-22) has no
    # BOOTSEL: CircuitPython itself starts the boot loader.
    "ugame22": "Type in its serial console: import microcontroller as m; "
    "m.on_next_reset(m.RunMode.UF2); m.reset()",
    "hack_club_sprig": _PICO,  # github.com/hackclub/sprig, docs/UPLOAD.md
    # wiki.seeedstudio.com/Wio-Terminal-CircuitPython
    "seeeduino_wio_terminal": "Slide its power switch down to reset twice quickly.",
    # github.com/adafruit/tinyuf2, ports/espressif/boards/lilygo_tdeck: the ball is PIN_BUTTON_UF2
    "lilygo_tdeck": "Press reset, then press the ball within half a second.",
}


def lookup(name: str) -> Desk | None:
    """The Desk row of the board called `name` (aliases known to the device count too), or None."""
    known = DEVICE.known(name)
    return DESK.get(known) if known else None


def better(desk: Desk) -> str:
    """What people with the game on the drive of a board of WITH_GAME are told."""
    return (
        "%s has more memory, and its computer players are quicker, with a firmware that has the "
        "game in it: pocket-rummy-%s.uf2 of the release, or what `%s firmware` makes; "
        "`%s flash --firmware` installs it." % (desk.name, desk.board_id, DOOR, DOOR)
    )


def asked(name: str) -> Desk:
    """The Desk row of a board that somebody names. Raises ToolError."""
    desk = lookup(name)
    if desk is None:
        raise ToolError("Unknown board '%s': choose one of %s." % (name, ", ".join(DESK)))
    return desk
