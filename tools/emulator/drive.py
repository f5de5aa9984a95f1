"""The emulated board's flash: firmware, drive, and what the emulator adds to the drive."""

import hashlib
import json
import os
import re

from tools.device import boards_desktop, build, fatimage, uf2
from tools.emulator import EmulatorError, install

HERE = os.path.dirname(os.path.abspath(__file__))

# board id: how the panel and the keys are wired (GPIO numbers), and the names own wiring uses.
# size: JEDEC code of the flash, 2 ** size bytes.
WIRING = {
    "pimoroni_picosystem": {
        "panel": {"spi": 0, "select": 5, "data": 9},
        "keys": {
            "UP": 23,
            "DOWN": 20,
            "LEFT": 22,
            "RIGHT": 21,
            "A": 18,
            "B": 19,
            "START": 16,
            "SELECT": 17,
        },
        "own": "sck=LCD_SCLK mosi=LCD_MOSI dc=LCD_DC cs=LCD_CS reset=LCD_RESET light=BACKLIGHT "
        "baud=60000000",
        "size": 24,
    },
}


def board(name):
    """The Desk row of a board the emulator knows. Raises EmulatorError."""
    desk = boards_desktop.lookup(name)
    if desk is None:
        raise EmulatorError(boards_desktop.unknown(name))
    if desk.board_id not in WIRING:
        raise EmulatorError(
            "The emulator knows %s alone; imitate %s there by --display and --heap."
            % (", ".join(WIRING), desk.name)
        )
    return desk


def display_size(text):
    """(width, height) of "WxH". Raises EmulatorError."""
    match = re.fullmatch(r"([0-9]{2,3})x([0-9]{2,3})", text)
    width, height = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (96 <= width <= 480 and 96 <= height <= 480):
        raise EmulatorError(
            "--display takes a size such as 160x128, from 96x96 to 480x480; '%s' is none." % text
        )
    return width, height


def read_firmware(path, desk):
    """The uf2.Firmware in a file, checked against the board. Raises EmulatorError."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as problem:
        raise EmulatorError("%s cannot be read: %s." % (path, problem.strerror))
    name = os.path.basename(path)
    try:
        firmware = uf2.firmware(data, name)
        uf2.check(firmware, desk, name)
    except uf2.Uf2Error as problem:
        raise EmulatorError(str(problem))
    return firmware


def flash_of(desk, firmware, image):
    """The whole flash's bytes: firmware and the drive's `image` (bytes from the drive's start)."""
    flash = bytearray(b"\xff" * (1 << WIRING[desk.board_id]["size"]))
    for block in firmware.blocks:
        if block.family == desk.family:
            start = block.address - uf2.XIP
            flash[start : start + len(block.data)] = block.data
    offset = firmware.drive_offset or desk.offset
    flash[offset : offset + len(image)] = image
    return flash


def built(desk, display=None, extra=None):
    """{path: bytes}: the current build for the board, with every sheet for another display. extra:
    {path: text} of device code that is compiled with it."""
    try:
        return build.drive_content(
            boards_desktop.ROOT, desk.board_id, build.Compiler(), display is not None, extra
        )
    except build.BuildError as problem:
        raise EmulatorError(str(problem))


def from_folder(folder):
    """{path: bytes}: what a folder holds. Raises EmulatorError."""
    if not os.path.isfile(os.path.join(folder, "code.py")):
        raise EmulatorError("%s is no folder for a drive: it has no code.py." % folder)
    content = {}
    for here, _folders, files in os.walk(folder):
        for name in files:
            full = os.path.join(here, name)
            with open(full, "rb") as file:
                content[os.path.relpath(full, folder).replace(os.sep, "/")] = file.read()
    return content


def setting(content, name, value):
    """Add a line to settings.toml in `content`. It begins the file: no table is open there."""
    line = "%s = %s\n" % (name, json.dumps(value))
    content["settings.toml"] = line.encode() + content.get("settings.toml", b"")


def own_display(content, desk, size):
    """Wire a display of another size where the board's own is."""
    setting(content, "POCKET_DISPLAY", "st7789 %dx%d %s" % (*size, WIRING[desk.board_id]["own"]))


def probe(name="probe", **constants):
    """{path: text} of the measuring device code `name`.py with its constants set."""
    with open(os.path.join(HERE, name + ".py"), encoding="utf-8") as file:
        text = file.read()
    for constant, value in constants.items():
        text, count = re.subn(r"(?m)^%s = [^ \n]+" % constant, "%s = %r" % (constant, value), text)
        if count != 1:
            raise KeyError(constant)
    return {name + ".py": text}


def begin_with(content, *lines):
    """Put lines before code.py's own."""
    content["code.py"] = ("".join(line + "\n" for line in lines)).encode() + content["code.py"]


# Where the drive is given, its code has names of its own: memory alone is held back. At once: what
# is free takes 3 ms to count, and power-on is measured.
HOLD_BACK = """\
import gc
gc.collect()
held_back = [bytearray(1024) for _ in range((gc.mem_free() - %d * 1024 - 61) // 1040)]
gc.collect()
print("heap free", gc.mem_free())
"""
# The terminal is not to be painted: that takes time and is no part of what is measured.
STILL = "import board\nboard.DISPLAY.auto_refresh = False\n"
IMPORT_PROBE = STILL + "import gc\ngc.collect()\nprint('heap free', gc.mem_free())\nimport %s"


def fat_image(desk, content):
    """The drive's image. Raises EmulatorError when the files do not fit."""
    try:
        return fatimage.make(desk.drive, content)
    except fatimage.FatError as problem:
        raise EmulatorError(str(problem))


def cache_name(firmware_path):
    """Where what was learnt of a firmware is kept."""
    with open(firmware_path, "rb") as file:
        mark = hashlib.sha256(file.read()).hexdigest()[:16]
    return os.path.join(install.PACKAGES, "firmware-%s.json" % mark)
