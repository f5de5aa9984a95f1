"""What the page that installs asks the code of tools/device, which runs beside this in its VM.

Files come and go through the VM's drive: /pack (a board's files, see tools/web/packs.py), /words/
(packs of further languages), /firmware.uf2, /drive/ (a copy of what lies on the board's drive), and
what is made: /made, /steps/0, 1, ...
"""

import os

from tools.device import boards_desktop, drives, fatimage, image, installation, uf2
from tools.device.drivefiles import FILE, FOLDER, Drive
from tools.errors import ToolError

if False:  # for type checkers
    from collections.abc import Callable
    from typing import Any

_WORDS = "assets/words/"
_FOLDERS = ("CIRCUITPY", "FIRST TIME")  # of a zip


def boards() -> int:
    """Nothing but that the code is there."""
    return len(boards_desktop.DESK)


# -- what belongs on a board's drive


def _members(languages):
    """{path: bytes} of the zip for a board, with these languages."""
    members = _files("/pack")
    for path in list(members):
        place = path.find(_WORDS)
        if place >= 0 and path[place + len(_WORDS) : -4] not in languages:
            del members[path]
    for code in languages:
        path = "CIRCUITPY/%s%s.bin" % (_WORDS, code)
        if path not in members:
            members[path] = _files("/words/" + code)[_WORDS + code + ".bin"]
    return members


def _files(path):
    import json

    with open(path, "rb") as file:
        pack = file.read()
    end = pack.find(b"\n")
    made, start = {}, end + 1
    for name, size in json.loads(pack[:end]):
        made[name] = pack[start : start + size]
        start += size
    return made


def content(languages: list[str]) -> dict[str, bytes]:
    """{drive path: bytes} of a board's drive, with these languages."""
    return _on_drive(_members(languages))


def _on_drive(members):
    made = {}
    for path, data in members.items():
        folder, _, name = path.partition("/")
        if folder in _FOLDERS:
            made[name] = data
    return made


# What a page says in place of a command's words.
_HERE = (
    ("use `python3 tools flash` instead", "write to the drive instead"),
    ("run the same command again", "press the button again"),
)


def said(work: "Callable[[], object]") -> str:
    """ "" once `work` is done, else why not: a sentence."""
    try:
        work()
        return ""
    except (ToolError, fatimage.FatError) as why:
        text = str(why)
        for words, here in _HERE:
            text = text.replace(words, here)
        return text


# -- one file


def one_file(board: str, languages: str, name: str) -> str:
    """Make /made: one .uf2 of /firmware.uf2, called `name` ("": there is none), and the drive.
    Returns "", or why not."""
    desk = boards_desktop.DESK[board]

    def work():
        data = None
        if name:
            with open("/firmware.uf2", "rb") as file:
                data = file.read()
        _make(image.combine(desk, content(languages.split(",")), data, name))

    return said(work)


def zipped(board: str, languages: str) -> str:
    """Make /made: a zip of what belongs on the drive, with licences and notes."""
    from tools.device import storedzip

    members = _members(languages.split(","))
    drive = installation.complete(boards_desktop.DESK[board].drive, _on_drive(members))
    for path in list(members):
        folder, _, name = path.partition("/")
        if folder in _FOLDERS and name in drive:
            members[path] = drive[name]
    _make(storedzip.stored(members))
    return ""


def _make(data):
    with open("/made", "wb") as file:
        file.write(data)


# -- the drive


class Copy(Drive):
    """The copy of a drive in /drive, to read from. The page changes the drive itself."""

    copies = True  # the browser gives no file another name

    def __init__(self) -> None:
        self.path = "/drive"

    def full(self, name: str) -> str:
        """Its path here."""
        return "/drive/" + name

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
            for entry in os.ilistdir("/drive/" + folder):
                path = folder + entry[0]
                if entry[1] == _FOLDER:
                    if entry[0][0] != ".":
                        folders.append(path + "/")
                else:
                    names.append(path)
        return sorted(names)


_FOLDER, _FILE = 0x4000, 0x8000
_plan = None


def plan(board: str, languages: str, sizes: str) -> str:
    """Look at /drive and make the plan that `flash` makes; then `steps` has what is to be done.
    sizes: of all files on it, in bytes. Returns "", or why it cannot be."""
    return said(lambda: _planned(boards_desktop.DESK[board], languages.split(","), sizes))


def _planned(desk, languages, sizes):
    global _plan
    drive = Copy()
    boot_out = drives.parse_boot_out((drive.read("boot_out.txt") or b"").decode())
    if boot_out is None:
        if drive.read("INFO_UF2.TXT") is not None:
            raise ToolError(
                "This is the board's boot loader: press reset, then choose the drive CIRCUITPY."
            )
        raise ToolError(
            "This is no board's drive: it has no boot_out.txt that names CircuitPython."
        )
    version, board_id, machine = boot_out
    there = boards_desktop.lookup(board_id)
    if there is not desk:
        raise ToolError(
            "You have chosen %s, but this is the drive of %s."
            % (desk.name, there.name if there else machine)
        )
    if version[0] < uf2.OLDEST:
        raise ToolError(
            "The board runs CircuitPython %s: version %d or newer is needed."
            % (".".join([str(part) for part in version]), uf2.OLDEST)
        )
    shape = fatimage.geometry(desk.drive)
    cluster = shape.cluster * fatimage.SECTOR
    used = sum([-(-int(size) // cluster) for size in sizes.split(",")]) * cluster
    used += installation.folder_bytes(drive.names(), cluster)
    free = shape.clusters * cluster - used
    plan = installation.Plan(drive, content(languages), free, cluster)
    if plan.lacking:
        raise ToolError(installation.too_full(plan))
    for name in plan.foreign:
        if drive.kind(name) == FOLDER:
            raise ToolError("A folder called %s is where a file must be: rename it first." % name)
    _plan = plan, plan.steps(), uf2.too_new(version)


def steps() -> str:
    """What is to be done on the drive: lines of what, path and the third word, tabs between: where
    a file goes to, or the number of its data in /steps."""
    lines = []
    for number, (what, name, data, to) in enumerate(_plan[1]):
        if what == installation.PUT:
            to = str(number)
            with open("/steps/" + to, "wb") as file:
                file.write(data)
        lines.append("\t".join((what, name, to)))
    return "\n".join(lines)


def right() -> str:
    """The paths that must read back as planned, a line each."""
    return "\n".join(sorted(_plan[0].content))


def told() -> str:
    """What the user should know beforehand, a line each."""
    plan, _, newer = _plan
    aside = [installation.ASIDE % (name, plan.foreign[name]) for name in plan.foreign]
    added = [installation.ADDED % line for line in plan.added]
    return "\n".join(aside + added + plan.notes + ([newer] if newer else []))


def verify() -> str:
    """ "" where /drive, read anew from the board, is as planned, else the sentence that says so."""
    return said(lambda: installation.verify(_plan[0].drive, _plan[0].content))


def done() -> str:
    """The sentence to end with."""
    return installation.done(_plan[0], bool(_plan[1]))
