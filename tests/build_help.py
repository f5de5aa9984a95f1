"""What the tests of build, flash and image share: a small project tree and made-up firmware."""

import os
import re
import shutil
import struct

from tools.device import boards_desktop, compiler, squeeze

ROOT = boards_desktop.ROOT

DRAW = """
_CLASSES = ((320, 240, (18, 18), (16, 20), (20, 26)),
            (240, 240, (18, 18), (12, 18), (15, 24)),
            (0, 0, (11, 11), (8, 11), (10, 14)))
"""
SHEETS = """body18x18 tiles16x20 tiles20x26 tiles12x18 tiles15x24 body11x11 tiles8x11
tiles10x14""".split()


def program(title):
    """Return the text below a heading of tests/data/programs.txt."""
    with open(os.path.join(ROOT, "tests", "data", "programs.txt"), encoding="utf-8") as file:
        parts = [part.partition("\n") for part in file.read().split("\n== ")]
    return {heading: text for heading, _, text in parts}[title]


def programs(title):
    """Return {path: text} of the files below a heading of tests/data/programs.txt."""
    parts = re.split(r"^# (\S+\.py)\n", program(title), flags=re.M)[1:]
    return dict(zip(parts[::2], parts[1::2]))


def squeezed_sources(*sources):
    """Return ({path: text}, {path: {old name: new name}}) of sources squeezed; see
    squeeze.squeeze_program."""
    program = squeeze.squeeze_program(*sources, one_folder=False)
    return program.sources(), program.renamed


def placed(names):
    """Return {drive path of a module's source: that of its file} by a map of names
    (origins.origins)."""
    return {
        places["<module>"][0][0]: "lib/pocket/%s.mpy" % file
        for file, places in names["functions"].items()
    }


def put(folder, path, data):
    """Write `data` (text or bytes) to `folder`/`path`, folders made as needed."""
    full = os.path.join(folder, *path.split("/"))
    os.makedirs(os.path.dirname(full), exist_ok=True)
    with open(full, "wb") as stream:
        stream.write(data.encode() if isinstance(data, str) else data)


def small_tree(folder):
    """Write a project tree of a few modules and return its path as text."""
    folder = str(folder)
    put(folder, "code.py", "from pocket import start\n\nstart.run()\n")
    put(folder, "lib/pocket/hardware/sizes.py", DRAW)
    put(
        folder,
        "lib/pocket/app/start.py",
        "def run():\n    from rules import game\n    return game.deal()\n",
    )
    put(folder, "rules/__init__.py", "")
    put(folder, "rules/game.py", "from rules import tiles\n\n\ndef deal():\n    return tiles.ALL\n")
    put(folder, "rules/tiles.py", "ALL = 106\n")
    put(folder, "rules/unused.py", "NOBODY = 1\n")
    for name in SHEETS:
        put(folder, "assets/%s.bmp" % name, b"BM" + name.encode())
    put(folder, "assets/icon.bmp", b"BMicon")
    put(folder, "assets/licenses.txt", "The licence of this project.\n")
    hardware = "lib/pocket/hardware/"
    for name in ("boot.py", hardware + "boards.py", hardware + "wiring.py"):
        shutil.copy(os.path.join(ROOT, name), os.path.join(folder, name))
    return folder


def flash_memory(
    board_id,
    version="10.3.0",
    machine="Some Board with rp2040",
    offset=None,
    base=0x10000000,
    size=9000,
):
    """Return flash content with the parts of a CircuitPython firmware for `board_id` that can be
    read."""
    memory = (bytearray(i * 7 & 0xFF for i in range(256)) * (size // 256 + 1))[:size]
    text = ("Adafruit CircuitPython %s on 2026-09-01; %s" % (version, machine)).encode() + b"\0"
    memory[2000 : 2000 + len(text)] = text
    name = b"\0" + board_id.encode() + b"\0"
    memory[3000 : 3000 + len(name)] = name
    if offset is not None:
        # pico-sdk's binary info: header, list of pointers, one block device tagged CP
        memory[256:276] = struct.pack("<5I", 0x7188EBF2, base + 4000, base + 4004, 0, 0xE71AA390)
        memory[4000:4004] = struct.pack("<I", base + 4100)
        memory[4100:4122] = struct.pack("<HHIIIIH", 7, 0x5043, 0, offset, 0x7F000, 0, 0x13)
    return bytes(memory)


def as_uf2(memory, family, base=0x10000000):
    """UF2 bytes by Adafruit's own converter, not by ours."""
    from adafruit_uf2 import uf2conv

    uf2conv.familyid, uf2conv.appstartaddr = family, base
    return uf2conv.convert_to_uf2(memory)


def spelled_names(data):
    """Return the names that an .mpy spells in letters."""
    names, _objects, _first = compiler._name_table(data)
    spelled = [name for name in names if name[-1:] == b"\0"]
    return {name[compiler._read_number(name, 0)[1] : -1].decode() for name in spelled}
