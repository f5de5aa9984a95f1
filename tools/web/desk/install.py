"""What the page that installs asks the code of tools/device, which runs beside this in its VM.

Files come and go through the VM's drive: /pack (a board's files, see tools/web/packs.py), /words/
(packs of further languages), /firmware.uf2, /drive/ (a copy of what lies on the board's drive), and
what is made: /made, /steps/0, 1, ...
"""

import os

from tools.device import boards_desktop, drives, fatimage, image, installation, uf2
from tools.device.drivefiles import FILE, FOLDER, Drive, folders_of
from tools.errors import ToolError

if False:  # for type checkers
    from collections.abc import Callable
    from typing import Any

_WORDS = "assets/words/"


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
    made = {}
    for path, data in _members(languages).items():
        folder, _, name = path.partition("/")
        if folder in ("CIRCUITPY", "FIRST TIME"):
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


def zipped(languages: str) -> str:
    """Make /made: a zip of what belongs on the drive, with licences and notes."""
    from tools.device import storedzip

    _make(storedzip.stored(_members(languages.split(","))))
    return ""


def _make(data):
    with open("/made", "wb") as file:
        file.write(data)


# -- the drive


class Copy(Drive):
    """The copy of a drive in /drive. steps: every change of it, in order, to be made on the drive
    itself: (what, path, and where a file goes to or the number of its data in /steps)."""

    def __init__(self) -> None:
        self.path = "/drive"
        self.steps = []
        self._made = 0

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

    def folder(self, name: str) -> None:
        """See Drive."""
        for folder in folders_of(name):
            if not self.kind(folder):
                os.mkdir(self.full(folder))

    def put(self, name: str, data: bytes) -> None:
        """See Drive: a browser writes a file beside and puts it in its place by itself."""
        self.folder(name)
        with open(self.full(name), "wb") as file:
            file.write(data)
        with open("/steps/%d" % self._made, "wb") as file:
            file.write(data)
        self.steps.append(("put", name, str(self._made)))
        self._made += 1

    def rename(self, source: str, name: str) -> None:
        """See Drive."""
        os.rename(self.full(source), self.full(name))
        self.steps.append(("rename", source, name))

    def remove(self, name: str) -> None:
        """See Drive."""
        os.remove(self.full(name))
        self.steps.append(("remove", name, ""))

    def sync(self) -> None:
        """Nothing is held back here."""


_FOLDER, _FILE = 0x4000, 0x8000
_plan = None


def plan(board: str, languages: str, used: int) -> str:
    """Look at /drive, make the plan that `flash` makes, carry it out there; then `steps` has what
    is to be done. used: bytes of all files on it. Returns "", or why it cannot be."""
    return said(lambda: _planned(boards_desktop.DESK[board], languages.split(","), used))


def _planned(desk, languages, used):
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
    wanted = content(languages)
    shape = fatimage.geometry(desk.drive)
    cluster = shape.cluster * fatimage.SECTOR
    free = shape.clusters * cluster - used
    plan = installation.fitting(drive, wanted, free, cluster)
    installation.install(drive, plan, lambda done, every, text: None)
    _plan = plan, drive


def steps() -> str:
    """What is to be done on the drive: lines of what, path and the third word, tabs between."""
    return "\n".join(["\t".join(step) for step in _plan[1].steps])


def right() -> str:
    """The paths that must read back as planned, a line each."""
    return "\n".join(sorted(_plan[0].content))


def verify() -> str:
    """ "" where /drive, read anew from the board, is as planned, else the sentence that says so."""
    return said(lambda: installation.verify(_plan[1], _plan[0].content))
