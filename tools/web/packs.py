"""The packs a page loads: files of a drive, one behind the other, packed by gzip.

A pack begins with a line of JSON, [[path, bytes], ...], then the files follow. The program is the
build's, compiled with its own names and line numbers: the page asks some of its objects.
"""

import ast
import glob
import gzip
import inspect
import json
import os
import re
from collections.abc import Iterable

from tools.device import boards_desktop, build, bundle, fatimage, gather, made, wordpack
from tools.device.parsed import untyped
from tools.place import ROOT, read_tables

SKINS = boards_desktop.OF_EACH_SIZE  # the handhelds to play on
OWN = "pajenicko_picopad"  # whose sheets the page's own display has
_NAMED = slice(11, 13)  # of a file of words: where the language's own name ends


def packed(files: dict[str, bytes]) -> bytes:
    """Return the bytes of a pack of `files` {path: bytes}; the same files give the same bytes."""
    names = sorted(files)
    head = json.dumps([[name, len(files[name])] for name in names], separators=(",", ":"))
    plain = head.encode() + b"\n" + b"".join(files[name] for name in names)
    return gzip.compress(plain, 9, mtime=0)


def _module(data):
    """Return an .mpy of the board as MicroPython's own VM takes it: its first letter differs."""
    return b"M" + data[1:]


def program(root: str) -> dict[str, bytes]:
    """Return {path: bytes} of what every handheld in the page has: program, its board, common
    assets. Raises ToolError."""
    compiler = build.Compiler(lines=True)
    files = {
        path: _module(data) if path.endswith(".mpy") else data
        for path, data in build.program(root, compiler).items()
        if path not in ("boot.py", "safemode.py")
    }
    texts = sorted(glob.glob(os.path.join(ROOT, "tools", "web", "device", "*.*")))
    for path in [*texts, os.path.join(root, "tools/sim/standins.py")]:
        name = os.path.basename(path)
        if name.endswith(".py"):
            data = compiler.compile("host/" + name, gather.read("", path))
            files["host/%s.mpy" % name[:-3]] = _module(data)
    files.update(_sheets(root, SKINS[0], False))
    small = "assets/title15x24.bmp"  # for the page's own display, upright
    files[small] = build.shrink_sheet(gather.read_bytes(root, small))
    return files


def _sheets(root, board_id, sized):
    """Return {path: bytes} of the assets of a board: those that come in sizes, or the others."""
    files = {}
    for path in gather.asset_files(root, board_id):
        if bool(re.search(r"\d+x\d+\.(bmp|bin)$", path)) == sized:
            data = gather.read_bytes(root, path)
            files[path] = build.shrink_sheet(data) if path.endswith(".bmp") else data
    return files


def play_packs(root: str, languages: list[str]) -> dict[str, bytes]:
    """Return {name: pack} of all that the page needs for playing, but for the VM. languages: codes.

    A pack of words is loaded when its language is spoken first, English always; `touch-` packs
    speak to fingers. Raises ToolError.
    """
    named = {"sheets-" + board_id: packed(_sheets(root, board_id, True)) for board_id in SKINS}
    files = program(root)
    touch = read_tables("tools/web/touch.toml")
    for name in languages:
        path = "assets/words/%s.bin" % name
        words = wordpack.pack_language(root, name)
        named["words-" + name] = packed({path: words})
        named["touch-" + name] = packed({path: wordpack.pack_language(root, name, touch.get(name))})
        files[path] = words[: int.from_bytes(words[_NAMED], "little")]
    named["program"] = packed(files)
    return named


def boards() -> list[dict]:
    """Return the rows of boards.toml of the handhelds to play on, in the order of SKINS."""
    return [{"id": board_id, **made.boards()[board_id]} for board_id in SKINS]


# -- the page that installs

_INSTALLER = ("errors", "device/bootout", "device/drivefiles", "device/installation")
_EMPTY = ("__init__", "device/__init__", "device/fatimage")


def _portable(text):
    """Return a source without its types: MicroPython has no `typing`."""
    return ast.unparse(untyped(ast.parse(text))) + "\n"


def installer(root: str) -> bytes:
    """Return the pack of the code that the installing page runs: tools/device/installation and the
    parts of other modules that it needs. Raises ToolError."""
    sources = {"tools/%s.py" % name: "" for name in _EMPTY}
    for name in _INSTALLER:
        path = "tools/%s.py" % name
        sources[path] = _portable(gather.read(root, path))
    slots = {
        name: getattr(boards_desktop.SLOTS, name) for name in ("FREE", "LEAST", "SLOTS", "STRIDE")
    }
    sources["tools/device/boards_desktop.py"] = "%s\n%s\nsaves_size = size_for\n" % (
        "\n".join("%s = %d" % item for item in slots.items()),
        _portable(inspect.getsource(boards_desktop.SAVEFILE.size_for)),
    )
    sources["tools/device/gather.py"] = "USER_FILES = %r\n" % sorted(gather.USER_FILES)
    drives = {}
    for row in boards_desktop.BOARDS.values():
        shape = fatimage.geometry(row.drive)
        cluster = shape.cluster * fatimage.SECTOR
        drives[row.board_id] = row.name, cluster, shape.clusters * cluster
    sources["boards.py"] = "BOARDS = %r\nALIASES = %r\n" % (drives, boards_desktop.DEVICE.ALIASES)
    sources["install.py"] = gather.read(root, "tools/web/installer/install.py")
    compiler = build.Compiler(lines=True)
    return packed(
        {
            "host/%s.mpy" % path[:-3]: _module(compiler.compile("host/" + path, text))
            for path, text in sources.items()
        }
    )


def board_files(
    root: str, board_ids: Iterable[str], languages: list[str] | None = None, lines: bool = False
) -> dict[str, dict[str, bytes]]:
    """Return {board: {path in its zip: bytes}} of these boards. languages: None: as many as a drive
    holds. lines: the program is not squeezed, which takes a minute. Raises ToolError."""
    compiler, files = build.Compiler(lines=lines), {}
    for board_id in board_ids:
        content = build.drive_content(root, board_id, compiler, languages=languages)
        files[board_id] = bundle.members(board_id, content)
    return files


CIRCUITPYTHON = "10.2.1"  # the version that boards were checked with
_CHECKED = {  # by `checked` in boards.toml
    "emulated": "Tested with this board's own CircuitPython on an emulator.",
    "simulated": "Tested in a simulator with this board's display and buttons.",
    "": "Not tested: only the list of this board's pins was checked.",
}


def _most_languages(board_id, files):
    """Return how many languages a board's drive holds beside the rest of `files` {drive path: data}
    and the smallest save file."""
    rest = {name: data for name, data in files.items() if name not in gather.USER_FILES}
    sizes = [len(rest["assets/words/%s.bin" % code]) for code in build.languages_in(rest)]
    slots = boards_desktop.SLOTS
    spare = fatimage.free_bytes(boards_desktop.BOARDS[board_id].drive, rest)
    spare -= (slots.LEAST + 2) * slots.STRIDE
    return len(sizes) + max(spare, 0) // (max(sizes) + boards_desktop.KB)


def installable(board_files: dict[str, dict[str, bytes]]) -> list[dict]:
    """Return the facts that the installing page needs about each board in `board_files`, its row of
    boards.toml among them."""
    rows = []
    for board_id, zipped in board_files.items():
        files = {name.partition("/")[2]: data for name, data in zipped.items()}
        facts = {
            "checked": _CHECKED[made.boards()[board_id].get("checked", "")],
            "languages": build.languages_in(files),
            "most": _most_languages(board_id, files),
        }
        rows.append({"id": board_id, **made.boards()[board_id], **facts})
    return rows
