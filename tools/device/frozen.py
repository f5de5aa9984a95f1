"""The game within a firmware: which sources are frozen, and the drive that such a firmware needs.

Frozen code runs where it lies in the flash; in memory a module takes only its dict and its
functions. A firmware is marked by what was frozen into it, with a module of that name. A drive from
other sources would number texts differently, so its code.py imports the mark before all else.
"""

import os
import re
import zlib
from typing import Any

from tools.device import build
from tools.errors import ToolError
from tools.place import DOOR, ROOT

_MARKED = re.compile(rb"rummy_[0-9a-f]{8}(?![0-9a-f])")
# Measuring code of the emulator. It is squeezed with the game, so that what it asks for is there,
# and goes to the drive that is measured.
_PROBES = ("probe.py",)
# In place of the drive's own: what is frozen comes first, whatever else lies on the drive.
_CODE = """\
try:
    from board import DISPLAY
    DISPLAY.auto_refresh = False
except (ImportError, AttributeError):
    pass
import sys
sys.path.insert(0, ".frozen")
try:
    import %s
except ImportError:
    print("This drive is not of this firmware. Copy both again: flash --firmware")
    raise
import pocket_app_start
pocket_app_start.run()
"""


class Game:
    """The game for a board, squeezed as for its drive but with the names it was written with: names
    of frozen code take no memory.

    probes: {path: text} that stand for measuring code of that path. sources: {path: text} to
    freeze. beside: {path: text} of the measuring code, squeezed. mark: the module that tells what
    is frozen. Raises ToolError.
    """

    def __init__(self, root: str, board_id: str, probes: dict | None = None) -> None:
        extra = {path: _probe(path) for path in _PROBES}
        extra.update(probes or {})
        self.root, self.board_id = root, board_id
        self.compiler = build.Compiler()
        texts, self.tops, _names = build.squeezed(
            root, self.compiler, extra, board_id, renamed=False
        )
        self.beside = {path: texts.pop(path) for path in extra}
        self.sources = {
            path.removeprefix("lib/").removeprefix("pocket/"): texts[path] for path in sorted(texts)
        }
        crc = zlib.crc32(repr(self.sources).encode())
        self.mark = "rummy_%08x" % crc
        self.sources[self.mark + ".py"] = ""

    def drive(
        self,
        every_sheet: bool = False,
        probe: str | None = None,
        languages: list[str] | None = None,
    ) -> dict[str, bytes]:
        """Return {drive path: bytes} that belong on its drive; see build.drive_content. probe: path
        of the measuring code that comes along."""
        code = {"code.py": (_CODE % self.mark).encode(), "boot.py": self.tops["boot.py"].encode()}
        if probe:
            code[probe[:-3] + ".mpy"] = self.compiler.compile(probe, self.beside[probe])
        return build.drive_content(
            self.root, self.board_id, self.compiler, every_sheet, None, languages, code=code
        )


def _probe(path):
    with open(os.path.join(ROOT, "tools", "emulator", path), encoding="utf-8") as file:
        return file.read()


def mark_in(data: bytes) -> str | None:
    """Return the mark in the bytes of a code.py; None: the game lies on the drive."""
    marked = _MARKED.search(data)
    return marked and marked[0].decode()


def lacking(firmware: Any, sources: dict[str, str]) -> list[str]:
    """Return which of the paths in `sources` are not frozen in a uf2.Firmware: CircuitPython's
    makefile leaves out some by their names (setup.py)."""
    data = _bytes(firmware)
    # A zero before each, or coach.py would be found in cardcoach.py; the first of them, a library's
    # in a folder, need not have one.
    zero = {path: "" if "/" in path else "\0" for path in sources}
    return [path for path in sources if (zero[path] + path + "\0").encode() not in data]


def mark_of(firmware: Any) -> str | None:
    """Return the mark of a uf2.Firmware, or None: the game is not in it."""
    return firmware and mark_in(_bytes(firmware))


def _bytes(firmware):
    return b"".join(block.data for block in firmware.blocks)


def content(
    board_id: str,
    mark: str | None,
    every_sheet: bool = False,
    probes: dict | None = None,
    languages: list[str] | None = None,
) -> dict[str, bytes]:
    """Return {drive path: bytes}: what belongs on a board's drive. mark: of the firmware it is for,
    None where the game lies on the drive. probes: {path: text} of measuring code that comes along.
    languages: see build.drive_content. Raises ToolError where the game in it is not ours."""
    if not mark:
        return build.drive_content(ROOT, board_id, build.Compiler(), every_sheet, probes, languages)
    game = Game(ROOT, board_id, probes)
    if game.mark != mark:
        raise ToolError(
            "This firmware holds another game than this copy: make the firmware again "
            "(`%s firmware`)." % DOOR
        )
    return game.drive(every_sheet, probe=next(iter(probes or ()), None), languages=languages)
