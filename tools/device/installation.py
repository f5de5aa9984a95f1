"""What the game's installation does on a drive: the plan, carrying it out, taking it back.

It keeps a list there of what it wrote (MANIFEST). What is neither in the list nor in a folder of
ours is somebody else's and is renamed or left alone.
"""

import os
import re
import zlib
from collections.abc import Callable, Mapping

from tools.device import boards_desktop, gather
from tools.device.drivefiles import SCRATCH, Drive
from tools.errors import ToolError

MANIFEST = "lib/pocket/files.txt"  # what we put on the drive: one "crc32 path" a line
OWN_ROOMS = ("lib/pocket/", "rules/")
KEEP = re.compile(r"(^|/)(rummy_[^/]*\.[ab]|rummy\.sav|settings\.toml|boot_out\.txt)$|^saves/")
DEFAULT_CODE = (b"", b'print("Hello World!")\n', b"print('Hello World!')\n")

Content = Mapping[str, bytes]  # by drive path
Entries = dict[str, set[int]]  # checksums by drive path
Progress = Callable[[int, int, str], None]  # told of steps done, all steps, what is at work


class Plan:
    """What an installation changes on a drive.

    new, changed: drive paths to write. same: paths that are right already. stale: paths of ours
    no longer needed. foreign: somebody else's files in our way, to be renamed. kept: left alone.
    saves: put the empty file of saves there too where there is none and `content` has it.
    """

    def __init__(self, drive: Drive, content: Content, saves: bool = True) -> None:
        self.content = dict(content)
        for name in boards_desktop.SAVES:
            if not saves or drive.read(name) is not None:
                self.content.pop(name, None)
        self.installed = read_manifest(drive)
        self.new: list[str] = []
        self.changed: list[str] = []
        self.same: list[str] = []
        self.foreign: list[str] = []
        self.kept: list[str] = []
        names = drive.names()
        if drive.read("settings.toml"):
            self.content.pop("settings.toml", None)
            self.kept.append("settings.toml")
        self.kept += [name for name in names if KEEP.search(name) and name not in self.kept]
        for name in sorted(self.content, key=_order):
            data = self.content[name]
            drive.passable(name)
            there = drive.read(name)
            if there is None:
                self.new.append(name)
            elif there == data:
                self.same.append(name)
            else:
                self.changed.append(name)
                if self._foreign(name, there):
                    self.foreign.append(name)
        if drive.read("code.txt") is not None:
            self.foreign.append("code.txt")  # CircuitPython would run it instead of code.py
        ours = set(self.installed) | {n for n in names if n.startswith(OWN_ROOMS)}
        self.stale = sorted(
            n
            for n in ours
            if n in names and n not in self.content and n != MANIFEST and not KEEP.search(n)
        )

    def _foreign(self, name: str, there: bytes) -> bool:
        return (
            not name.startswith(OWN_ROOMS)
            and name not in gather.USER_FILES
            and zlib.crc32(there) not in self.installed.get(name, ())
            and not (name == "code.py" and there.strip() + b"\n" in DEFAULT_CODE)
            and there not in DEFAULT_CODE
        )

    def empty(self) -> bool:
        """True when the drive is right as it is."""
        return not (self.new or self.changed or self.stale or self.foreign)

    def room(self, drive: Drive, free: int, cluster: int) -> int:
        """Bytes lacking on a drive with `free` bytes in clusters of `cluster` (0: enough)."""

        def size(data: bytes) -> int:
            return -(-len(data) // cluster) * cluster

        written = self.new + self.changed
        need = sum(size(self.content[name]) for name in written)
        for name in self.changed:
            if name not in self.foreign:
                need -= min(size(drive.read(name) or b""), size(self.content[name]))
        if written:
            # the scratch file, the manifest in it and in its place, new folders
            need += (
                max(size(self.content[name]) for name in written)
                + 2 * max(cluster, 4096)
                + cluster * len({os.path.dirname(name) for name in self.new})
            )
        return max(0, need - free)

    def entries(self) -> Entries:
        """{path: checksums} of what is ours once the plan is carried out."""
        entries: Entries = {}
        for name, data in self.content.items():
            shared = (
                name in self.same
                and name.startswith("lib/")
                and not name.startswith(OWN_ROOMS)
                and name not in self.installed
            )
            if name not in gather.USER_FILES and not shared:
                entries[name] = {zlib.crc32(data)}
        return entries


def fitting(drive: Drive, content: Content, free: int, cluster: int) -> Plan:
    """The Plan for a drive with `free` bytes in clusters of `cluster`. Raises ToolError."""
    plan = Plan(drive, content)
    lacking = plan.room(drive, free, cluster)
    if lacking:
        plan = Plan(drive, content, saves=False)  # the game makes a smaller one
        lacking = plan.room(drive, free, cluster)
    if lacking:
        raise ToolError(
            "The drive is too full: %d KB more are needed; remove files of yours "
            "first. Nothing was changed." % -(-lacking // 1024)
        )
    return plan


def _order(name: str) -> tuple[bool, bool, bool, bool, str]:
    """Libraries and assets first, boot.py and code.py last: nothing starts half copied."""
    return (
        name == "code.py",
        name == "boot.py",
        not name.startswith("lib/adafruit"),
        not name.startswith("assets/"),
        name,
    )


def read_manifest(drive: Drive) -> Entries:
    """{drive path: set of checksums we wrote there}; lines that make no sense are passed over."""
    entries: Entries = {}
    for line in (drive.read(MANIFEST) or b"").decode("utf-8", "replace").splitlines():
        match = re.fullmatch(r"([0-9a-f]{8}) ([\w./~-]+)", line)
        if match and ".." not in match[2] and not match[2].startswith("/"):
            entries.setdefault(match[2], set()).add(int(match[1], 16))
    return entries


def manifest(entries: Entries) -> bytes:
    """The manifest's bytes for {path: checksums}."""
    return "".join(
        "%08x %s\n" % (crc, name) for name in sorted(entries) for crc in sorted(entries[name])
    ).encode()


def backup_name(drive: Drive, name: str) -> str:
    """A free name for somebody else's file `name`: code.py -> code-backup-1.py."""
    stem, ending = os.path.splitext(name)
    number = 1
    while drive.read("%s-backup-%d%s" % (stem, number, ending)) is not None:
        number += 1
    return "%s-backup-%d%s" % (stem, number, ending)


def install(drive: Drive, plan: Plan, progress: Progress) -> None:
    """Carry out Plan `plan`, then read everything back. Raises OSError or ToolError.

    Broken off anywhere, it leaves a drive that the same call with a new plan mends.
    progress: called with (done, all, text).
    """
    content = plan.content
    entries = {name: set(crcs) for name, crcs in plan.installed.items()}
    for name, crcs in plan.entries().items():
        entries.setdefault(name, set()).update(crcs)
    steps = len(plan.new) + len(plan.changed) + len(plan.stale)
    done = 0
    if not plan.empty() or drive.read(MANIFEST) is None:
        for name in plan.foreign:
            drive.rename(name, backup_name(drive, name))
        drive.put(MANIFEST, manifest(entries))
        for name in sorted(plan.new + plan.changed, key=_order):
            progress(done, steps, name)
            drive.put(name, content[name])
            done += 1
        for name in plan.stale:
            progress(done, steps, "removing " + name)
            drive.remove(name)
            done += 1
    final = manifest(plan.entries())
    if drive.read(MANIFEST) != final:
        drive.put(MANIFEST, final)
    if drive.read(SCRATCH) is not None:
        drive.remove(SCRATCH)
    progress(steps, steps, "")
    drive.sync()
    verify(drive, content)


def verify(drive: Drive, content: Content) -> None:
    """Read back and compare; ToolError names the files that differ."""
    wrong = [name for name, data in sorted(content.items()) if drive.read(name) != data]
    if wrong:
        raise ToolError(
            "%d files read back wrongly (%s): run the same command again; if that "
            "does not help, the drive is damaged." % (len(wrong), ", ".join(wrong[:3]))
        )


def removable(drive: Drive) -> tuple[list[str], list[str]]:
    """(paths to remove for an uninstall, paths of ours somebody changed, which stay)."""
    installed = read_manifest(drive)
    gone: list[str] = []
    changed: list[str] = []
    for name in drive.names():
        if name in boards_desktop.SAVES and drive.read(name) == boards_desktop.SAVES[name]:
            gone.append(name)  # nothing was ever saved
        if KEEP.search(name) or name == MANIFEST:
            continue
        if name.startswith(OWN_ROOMS):
            gone.append(name)
        elif name in installed:
            known = zlib.crc32(drive.read(name) or b"") in installed[name]
            (gone if known else changed).append(name)
    return sorted(gone, key=lambda n: (n != "code.py", n != "boot.py", n)), changed


def uninstall(drive: Drive, gone: list[str], progress: Progress) -> None:
    """Remove the files `gone`, give the newest code-backup its name back, the manifest last."""
    for done, name in enumerate(gone):
        progress(done, len(gone), "removing " + name)
        drive.remove(name)
    progress(len(gone), len(gone), "")
    newest: dict[tuple[str, str], int] = {}  # number of the last backup, by (stem, ending)
    for name in drive.names():
        saved = re.fullmatch(r"(.*)-backup-(\d+)(\.[^./]+)?", name)
        if saved:
            before = saved[1], saved[3] or ""
            newest[before] = max(newest.get(before, 0), int(saved[2]))
    for (stem, ending), number in newest.items():
        if drive.read(stem + ending) is None:
            drive.rename("%s-backup-%d%s" % (stem, number, ending), stem + ending)
    for name in (SCRATCH, MANIFEST):
        if drive.read(name) is not None:
            drive.remove(name)
    drive.sync()
