"""Compose the emulated board's flash: firmware, drive, and the code that measures the game."""

import hashlib
import json
import os
import re
import tomllib
from typing import Any, NamedTuple

from tools.device import boards_desktop, build, fatimage, gather, uf2, wordtable
from tools.device.squeeze import folder
from tools.emulator import EmulatorError
from tools.place import cache_folder

HERE = os.path.dirname(os.path.abspath(__file__))
SAMD51_FLASH = 512 * 1024
SAMD51_NVM = 8192  # bytes at the end of its own flash, for the program's use


class Wiring(NamedTuple):
    """How a board's chip is wired.

    chip: "RP2040" or "SAMD51", whose GPIOs are numbered 32 * group + bit. spi, select, data: the
    panel's port, and the GPIOs of chip select and D/C. glass: columns and rows as the panel's
    controller counts them. turned: degrees, clockwise, by which the glass is mounted. free: bytes
    that CircuitPython 10.2.1 leaves when code.py of a build starts, measured on the board's own
    firmware (another compiler leaves 2,048 more). pins: GPIO of each pin that boards.toml names for
    the keys, channel of each of a stick. display: pins for another display on that port, in
    POCKET_DISPLAY's words. keeps_pins: displayio leaves the port's pins in use.
    """

    chip: str
    spi: int
    select: int
    data: int
    glass: tuple[int, int]
    turned: int
    free: int
    pins: str
    display: str
    keeps_pins: bool = False


_LCD = "sck=LCD_SCLK mosi=LCD_MOSI dc=LCD_DC cs=LCD_CS reset=LCD_RESET baud=60000000 light="
_TFT = "sck=SCK mosi=MOSI dc=TFT_DC cs=TFT_CS reset=TFT_RESET baud=30000000 light=TFT_BACKLIGHT"
_BADGE_TFT = (
    "sck=TFT_SCK mosi=TFT_MOSI dc=TFT_DC cs=TFT_CS reset=TFT_RST baud=24000000 light=TFT_LITE"
)
_PICOSYSTEM = "SW_UP=23 SW_DOWN=20 SW_LEFT=22 SW_RIGHT=21 SW_A=18 SW_B=19 SW_X=17 SW_Y=16"
_PICOPAD = "SW_UP=4 SW_DOWN=5 SW_LEFT=3 SW_RIGHT=2 SW_A=7 SW_B=6 SW_X=9 SW_Y=8"
_SPRIG = (
    "BUTTON_W=5 BUTTON_A=6 BUTTON_S=7 BUTTON_D=8 BUTTON_I=12 BUTTON_J=13 BUTTON_K=14 BUTTON_L=15"
)
_BADGE = "BUTTON_CLOCK=63 BUTTON_OUT=62 BUTTON_LATCH=32"
_STICK = " JOYSTICK_X=9 JOYSTICK_Y=8"
_RP, _SAM = "RP2040", "SAMD51"
WIRING = {
    "pybadge": Wiring(_SAM, 4, 39, 37, (128, 160), 90, 146592, _BADGE, _BADGE_TFT),
    "pygamer": Wiring(_SAM, 4, 44, 37, (128, 160), 90, 146592, _BADGE + _STICK, _BADGE_TFT),
    "pimoroni_picosystem": Wiring(
        _RP, 0, 5, 9, (240, 240), 0, 165056, _PICOSYSTEM, _LCD + "BACKLIGHT"
    ),
    "pajenicko_picopad": Wiring(_RP, 0, 21, 17, (240, 320), 270, 150720, _PICOPAD, _LCD + "LCD_BL"),
    "hack_club_sprig": Wiring(
        _RP, 0, 20, 22, (128, 160), 270, 165056, _SPRIG, _TFT, keeps_pins=True
    ),
}


def board(name: str) -> boards_desktop.BoardModel:
    """Return the model of a board that can be emulated. Raises EmulatorError, ToolError."""
    model = boards_desktop.model_of(name)
    if model.board_id not in WIRING:
        raise EmulatorError(
            "The emulator knows %s alone; imitate %s there by --like %s."
            % (", ".join(WIRING), model.name, model.board_id)
        )
    return model


def board_like(name: str) -> boards_desktop.BoardModel:
    """Return the model of the board that --like names by its id or the id's end. Raises
    EmulatorError."""
    model = boards_desktop.lookup(name)
    names = [model.board_id] if model else [row for row in WIRING if row.endswith("_" + name)]
    if not names or names[0] not in WIRING:
        raise EmulatorError(
            "--like takes one of %s; '%s' is none of them." % (", ".join(WIRING), name)
        )
    return boards_desktop.BOARDS[names[0]]


def keys(model: boards_desktop.BoardModel) -> dict[str, Any]:
    """Return {button: key} of the board; see `key` of its chip."""
    profile = boards_desktop.DEVICE.Profile()
    boards_desktop.DEVICE.set_keys(profile, boards_desktop.DEVICE.BOARDS[model.board_id][1])
    pins = dict(word.split("=") for word in WIRING[model.board_id].pins.split())
    if not profile.shift:
        return {button: int(pins[pin]) for button, pin in zip(profile.buttons, profile.pins)}
    by_button = {button: (bit, 0) for bit, button in enumerate(profile.buttons)}
    if profile.stick:
        across, along = (int(pins[name]) for name in profile.stick[:2])
        for low, high, channel in (("LEFT", "RIGHT", across), ("UP", "DOWN", along)):
            by_button.update({low: (channel, 1), high: (channel, 4095)})
    return by_button


def display_size(model: boards_desktop.BoardModel) -> tuple[int, int]:
    """Return (width, height) of the board's display."""
    width, height = boards_desktop.DEVICE.BOARDS[model.board_id][0].split("x")
    return int(width), int(height)


def wiring(model: boards_desktop.BoardModel, size: tuple[int, int]) -> Wiring:
    """Return the board's wiring, with a display of this size."""
    row = WIRING[model.board_id]
    return row if size == display_size(model) else row._replace(glass=size, turned=0)


def read_firmware(path: str, model: boards_desktop.BoardModel | None = None) -> uf2.Firmware:
    """Return the uf2.Firmware in a file, checked against the board. Raises EmulatorError,
    ToolError."""
    name = os.path.basename(path)
    try:
        with open(path, "rb") as file:
            firmware = uf2.read_firmware(file.read(), name)
    except OSError as problem:
        raise EmulatorError("%s cannot be read: %s." % (path, problem.strerror))
    if model:
        uf2.check_firmware(firmware, model, name)
    return firmware


def firmware_board(path: str) -> boards_desktop.BoardModel:
    """Return the model of the board that a firmware is for. Raises EmulatorError."""
    firmware = read_firmware(path)
    for name in firmware.boards:
        if name in WIRING:
            return boards_desktop.BOARDS[name]
    found_text = firmware.text or "no CircuitPython that can be read"
    boards = (os.path.basename(path), found_text, ", ".join(WIRING))
    raise EmulatorError("%s is %s; the emulator knows the boards %s." % boards)


def drive_offset(firmware: uf2.Firmware, model: boards_desktop.BoardModel) -> int:
    """Return where the drive begins in the flash, see flash_of."""
    if model.family == boards_desktop.SAMD51:
        return SAMD51_FLASH
    return firmware.drive_offset or model.offset or 0


def nvm_bytes(model: boards_desktop.BoardModel) -> int:
    """Return the bytes before the drive that the chip keeps for programs (microcontroller.nvm)."""
    return SAMD51_NVM if model.family == boards_desktop.SAMD51 else uf2.SECTOR


def flash_of(model: boards_desktop.BoardModel, firmware: uf2.Firmware, image: bytes) -> Any:
    """Return the bytes of the whole flash: firmware and the drive's `image` (bytes from the drive's
    start). If the drive has a separate flash chip, its bytes follow those of the firmware."""
    offset = drive_offset(firmware, model)
    flash = bytearray(b"\xff" * ((model.offset or offset) + model.drive))
    base = 0 if model.family == boards_desktop.SAMD51 else uf2.XIP
    for block in firmware.blocks:
        if block.family in (model.family, None):
            start = block.address - base
            flash[start : start + len(block.data)] = block.data
    flash[offset : offset + len(image)] = image
    return flash


def build_content(
    model: boards_desktop.BoardModel,
    display: tuple[int, int] | None = None,
    extra: dict[str, str] | None = None,
) -> dict[str, bytes]:
    """Return {path: bytes} of the current build for a board and another display. extra: {path:
    text} of device code to compile along. Raises ToolError."""
    root, compiler = boards_desktop.ROOT, build.Compiler()
    return build.drive_content(root, model.board_id, compiler, display is not None, extra)


def add_setting(content: dict[str, bytes], name: str, value: str | int) -> None:
    """Put a setting before those of settings.toml, where no TOML table is open."""
    line = "%s = %s\n" % (name, json.dumps(value))
    content["settings.toml"] = line.encode() + content.get("settings.toml", b"")


def set_display(
    content: dict[str, bytes], model: boards_desktop.BoardModel, size: tuple[int, int]
) -> None:
    """Wire a display of another size in place of the board's own."""
    row = WIRING[model.board_id]
    add_setting(content, "POCKET_DISPLAY", "st7789 %dx%d %s" % (*size, row.display))
    if row.keeps_pins:
        release = "import board, displayio\ndisplayio.release_displays()\nboard.SPI().deinit()\n"
        begin_with(content, release)


def probe(**constants: Any) -> dict[str, str]:
    """Return {path: text} of the measuring code with its constants set."""
    with open(os.path.join(HERE, "probe.py"), encoding="utf-8") as file:
        text = file.read()
    for constant, value in constants.items():
        text, count = re.subn(r"(?m)^%s = [^ \n]+" % constant, "%s = %r" % (constant, value), text)
        if count != 1:
            raise KeyError(constant)
    return {"probe.py": text}


def begin_with(content: dict[str, bytes], text: str) -> None:
    """Put text before that of code.py."""
    content["code.py"] = text.encode() + content["code.py"]


FREE = "heap free "  # begins the line with the bytes that code.py finds free
# The terminal is not painted: that takes time that no player waits for.
_HEAP_FREE = """\
import board
board.DISPLAY.auto_refresh = False
import gc
gc.collect()
print("heap free", gc.mem_free())
"""


def begin_with_probe(content: dict[str, bytes]) -> None:
    """Let code.py begin with the measuring code."""
    on_drive = any(path.startswith(folder.FOLDER + "/") and ".mpy" in path for path in content)
    place = folder.FOLDER if on_drive else ""
    begin_with(
        content, _HEAP_FREE + 'import os\nos.chdir("/%s")\nimport probe\nos.chdir("/")\n' % place
    )


# A larger Python stack leaves the game less memory. The stack is allocated before the heap begins,
# so the heap grows in the same pieces as on a chip with less memory; and this needs no code on the
# drive.
_STACK = "CIRCUITPY_PYSTACK_SIZE"
STACK = tomllib.loads(gather.USER_FILES["settings.toml"].decode())[_STACK]


def set_stack_size(content: dict[str, bytes], size: int) -> None:
    """Make the Python stack `size` bytes."""
    add_setting(content, _STACK, size)


def measuring(stack: int = STACK) -> dict[str, bytes]:
    """Return {path: bytes} of a drive that prints the bytes that a build's code.py finds free."""
    with open(os.path.join(boards_desktop.ROOT, "code.py"), "rb") as file:
        content = {**gather.USER_FILES, "code.py": _HEAP_FREE.encode() + file.read()}
    set_stack_size(content, stack)
    return content


def make_room(model: boards_desktop.BoardModel, content: dict[str, bytes]) -> None:
    """Remove languages while `content` is too large: the measuring code needs space, too."""
    words = sorted(path for path in content if re.fullmatch("assets/words/[a-z]+.bin", path))
    removable = [path for path in words if path != "assets/words/%s.bin" % wordtable.ENGLISH]
    while removable:
        try:
            fatimage.make(model.drive, {"boot_out.txt": bytes(512), **content})  # the firmware's
            return
        except fatimage.FatError:
            del content[removable.pop()]


def cache_name(firmware_path: str) -> str:
    """Return the path of the file that caches a firmware's facts."""
    with open(firmware_path, "rb") as file:
        checksum = hashlib.sha256(file.read()).hexdigest()[:16]
    return os.path.join(cache_folder(), "emulator", "firmware-%s.json" % checksum)
