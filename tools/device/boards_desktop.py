"""Facts about each board that a desktop needs: drive, flash layout, boot loader.

They come from boards.toml, which also has the device's facts about each board (display, keys).
"""

import importlib.util
import os
import sys
from types import ModuleType
from typing import Any, NamedTuple

from tools.device import made
from tools.errors import ToolError
from tools.place import ROOT, read_tables


def device(name: str) -> ModuleType:
    """Load the module "folder.module" of lib/pocket, the only source of the device's facts, from
    its file. The modules that it imports are unloaded again, as a simulated handheld loads its
    own."""
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
        for loaded in set(sys.modules) - before:
            if loaded.split(".")[0] == "pocket":
                del sys.modules[loaded]
    return module


DEVICE = device("hardware.boards")
SLOTS = device("saves.slots")
SAVEFILE = device("saves.savefile")
# The empty save file, of full size, as the game creates it; a smaller one is its beginning. A build
# contains it, see gather.USER_FILES.
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


class BoardModel(NamedTuple):
    """A model of a board. drive: bytes of the CIRCUITPY drive.

    offset: where the drive starts in the flash that the boot loader writes, or None if it lies
    elsewhere (`separate` says where), so that a one-file image is impossible. loader: beginnings of
    the boot loader's `Board-ID` in INFO_UF2.TXT, which on RP2 chips tells only the chip, or () if
    they are unknown and the chip's name must do. into_loader: a sentence, how to start it.
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
    into_loader: str


QSPI = "in a flash chip of its own (QSPI) that the boot loader does not write"
TINYUF2 = "in a partition of its own that the TinyUF2 boot loader does not write"
NO_USB = "in a partition of its own, and the chip has no USB"

_CHIPS = {  # {chip: (family, loader, separate) of its boards}
    "RP2040": (RP2040, ("RPI-RP2",), ""),
    "RP2350": (RP2350, ("RP2350", "RPI-RP2350"), ""),
    "SAMD51": (SAMD51, (), QSPI),
    "ESP32-S3": (ESP32S3, (), TINYUF2),
    "ESP32": (0, (), NO_USB),
}
FAMILY_NAMES = {row[0]: chip for chip, row in _CHIPS.items() if row[0]}
FAMILY_NAMES[0xE48BFF57] = "RP2XX absolute"


def _read_model(board_id: str, row: dict[str, Any]) -> BoardModel:
    """Read a row of boards.toml. Raises ToolError."""
    if row["chip"] not in _CHIPS:
        raise ToolError("%s: [%s] has an unknown chip." % (made.BOARDS, board_id))
    family, loader, separate = _CHIPS[row["chip"]]
    return BoardModel(
        board_id,
        row["name"],
        row["chip"],
        row["drive_kb"] * KB,
        row["offset_kb"] * KB if "offset_kb" in row else None,
        family,
        tuple(row.get("loader", loader)),
        separate,
        row.get("first_class", False),
        row["into_loader"],
    )


# {board id: a sentence that `flash` says, why the game cannot run there}
CANNOT_RUN = read_tables(made.BOARDS)["cannot_run"]
BOARDS = {board_id: _read_model(board_id, row) for board_id, row in made.boards().items()}
FIRST_CLASS = tuple(board_id for board_id, model in BOARDS.items() if model.first_class)
# One for each size of display.
OF_EACH_SIZE = ("pybadge", "tinycircuits_thumby_color", "pimoroni_picosystem", "pajenicko_picopad")


def lookup(name: str) -> BoardModel | None:
    """Return the BoardModel of the board called `name` (aliases known to the device count too), or
    None."""
    known = DEVICE.find_board(name)
    return BOARDS.get(known) if known else None


def model_of(name: str) -> BoardModel:
    """Return the BoardModel of the board that a user names. Raises ToolError."""
    model = lookup(name)
    if model is None:
        raise ToolError("Unknown board '%s': choose one of %s." % (name, ", ".join(BOARDS)))
    return model
