"""Compute with tools/device/installation what an installation changes on a board's drive.

The page copies files into the VM: to /content/ what belongs on the drive, to /drive/ what is on it.
It gets back the steps of the plan, with their data in /steps/0, 1, ..., and carries them out on the
drive.
"""

import json
import os
import struct
from binascii import crc32

from boards import ALIASES, BOARDS

from tools.device import bootout, gather, installation
from tools.device.drivefiles import FILE, FOLDER, Drive
from tools.errors import ToolError

if False:  # for type checkers
    from collections.abc import Callable
    from typing import Any

_FOLDER, _FILE = 0x4000, 0x8000  # of os.stat and os.ilistdir


class Copy(Drive):
    """The files below a folder of the VM, only for reading."""

    copies = True  # the browser cannot rename a file

    def full(self, name: str) -> str:
        """Return the VM's path of a drive path."""
        return self.path + "/" + name

    def read(self, name: str) -> bytes | None:
        """See Drive."""
        try:
            with open(self.full(name), "rb") as file:
                return file.read()
        except OSError:
            return None

    def kind(self, name: str) -> "Any":
        """See Drive."""
        try:
            return {_FILE: FILE, _FOLDER: FOLDER}.get(os.stat(self.full(name))[0] & 0xF000)
        except OSError:
            return None

    def names(self) -> list[str]:
        """See Drive."""
        names, folders = [], [""]
        while folders:
            folder = folders.pop()
            for entry in os.ilistdir(self.full(folder)):
                path = folder + entry[0]
                if entry[1] != _FOLDER:
                    names.append(path)
                elif entry[0][0] != ".":
                    folders.append(path + "/")
        return sorted(names)


_plan = None


def refusal(work: "Callable[[], object]") -> str:
    """Do `work` and return "", or the sentence of its ToolError."""
    try:
        work()
        return ""
    except ToolError as why:
        return str(why).replace("run the same command again", "press the button again")


def plan(board: str, sizes: str) -> str:
    """Compare /drive with /content and keep the plan; return "", or why there is none.

    sizes: bytes of each file on the drive, separated by commas.
    """
    return refusal(lambda: _make_plan(board, [int(size) for size in sizes.split(",") if size]))


def _make_plan(board, sizes):
    """Set `_plan` to (Plan, steps, warning about the firmware's version). Raises ToolError."""
    global _plan
    board_name, cluster, space = BOARDS[board]
    drive, content = Copy("/drive"), Copy("/content")
    boot_out = bootout.parse((drive.read("boot_out.txt") or b"").decode())
    if boot_out is None:
        if drive.read("INFO_UF2.TXT") is not None:
            raise ToolError(
                "This drive takes CircuitPython's file: restart the board, then choose the "
                "drive CIRCUITPY."
            )
        raise ToolError(
            "This is not the drive of a board with CircuitPython: choose the drive CIRCUITPY."
        )
    version, board_id, machine = boot_out
    board_id = ALIASES.get(board_id.lower(), board_id.lower())
    if board_id != board:
        actual = BOARDS[board_id][0] if board_id in BOARDS else machine
        raise ToolError("You have chosen %s, but this drive belongs to %s." % (board_name, actual))
    if version[0] < bootout.OLDEST:
        raise ToolError(
            "The board runs CircuitPython %s: version %d or newer is needed."
            % (".".join([str(part) for part in version]), bootout.OLDEST)
        )
    used = sum([-(-size // cluster) for size in sizes]) * cluster
    used += installation.folder_bytes(drive.names(), cluster)
    files = {name: content.read(name) for name in content.names()}
    plan = installation.Plan(drive, files, space - used, cluster)
    if plan.missing_bytes:
        raise ToolError(installation.too_full_text(plan))
    for name in plan.moved_aside:
        if drive.kind(name) == FOLDER:
            message = "There is a folder called %s where a file must go: rename it first."
            raise ToolError(message % name)
    _plan = plan, plan.steps(), bootout.too_new_warning(version)


def details() -> str:
    """Return the plan in JSON. steps: [what, path, the new path of a renamed file or the number in
    /steps of a written one]; right: the paths to read back; told: what the user should know before
    the installation, a line each."""
    plan, steps, newer = _plan
    lines = []
    for number, (what, name, data, to) in enumerate(steps):
        if what == installation.PUT:
            to = str(number)
            with open("/steps/" + to, "wb") as file:
                file.write(data)
        lines.append((what, name, to))
    told = [installation.ASIDE % (name, plan.moved_aside[name]) for name in plan.moved_aside]
    told += [installation.ADDED % line for line in plan.added_settings] + plan.notes + [newer]
    right = sorted(plan.content)
    return json.dumps({"steps": lines, "right": right, "told": [it for it in told if it]})


def make_zip() -> None:
    """Write /made.zip, as bundle.py does: what the plan writes, and the notes in /notes."""
    notes = Copy("/notes")
    files = {name: notes.read(name) for name in notes.names()}
    for _, name, data, _ in _plan[1]:
        files[("FIRST TIME/" if name in gather.USER_FILES else "CIRCUITPY/") + name] = data
    table, offset = b"", 0
    with open("/made.zip", "wb") as file:
        for name in sorted(files):
            path, data = name.encode(), files[name]
            sizes = crc32(data), len(data), len(data), len(path)
            head = struct.pack("<HHHHHIIIHH", 20, 0, 0, 0, 0x5021, *sizes, 0)  # 2020-01-01, stored
            file.write(b"PK\3\4" + head + path + data)
            table += b"PK\1\2\x14\3" + head
            table += struct.pack("<HHHII", 0, 0, 0, 0o644 << 16, offset) + path
            offset += 30 + len(path) + len(data)
        size = 0, 0, len(files), len(files), len(table), offset, 0
        file.write(table + b"PK\5\6" + struct.pack("<HHHHIIH", *size))


def verify() -> str:
    """Return "" if /drive, read again from the board, is as planned, or what is wrong."""
    return refusal(lambda: installation.verify(_plan[0].drive, _plan[0].content))


def done() -> str:
    """Return the last sentence."""
    return installation.DONE % len(_plan[0].content)
