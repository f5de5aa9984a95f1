"""Find boards by their mounted drives, and read what these say about them.

Only Host touches the machine; all decisions are functions of texts and lists.
"""

import os
import re
import shutil
import sys
import time
from collections.abc import Iterable
from typing import NamedTuple

from tools.device import boards_desktop, bootout, fatimage
from tools.device.drivefiles import Drive

LOADER, RUNNING = "boot loader", "CircuitPython"


class FoundBoard(NamedTuple):
    """A board's drive. kind: LOADER or RUNNING. model: None if unknown. version: CircuitPython's.
    info: the drive's own identification (Board-ID or board id). text: for the user."""

    path: str
    kind: str
    model: boards_desktop.BoardModel | None
    version: tuple[int, ...] | None
    info: str
    text: str


def linux_mounts(text: str) -> list[str]:
    """Return mount points that may be a board, from the text of /proc/self/mounts."""
    mounts = []
    for line in text.splitlines():
        words = line.split()
        if len(words) >= 3 and words[2] in ("vfat", "msdos", "fuseblk", "exfat", "9p", "drvfs"):
            mounts.append(re.sub(r"\\([0-7]{3})", lambda m: chr(int(m[1], 8)), words[1]))
    return mounts


def mac_mounts(names: Iterable[str]) -> list[str]:
    """Return mount points that may be a board, from the names in /Volumes."""
    return ["/Volumes/" + name for name in sorted(names) if not name.startswith(".")]


def windows_mounts(bits: int) -> list[str]:
    """Return drive roots from GetLogicalDrives' bit mask; A: and B: are left alone."""
    return [chr(65 + i) + ":\\" for i in range(2, 26) if bits >> i & 1]


def parse_info_uf2(text: str) -> tuple[str, str] | None:
    """Return (board id, model name) from the text of a boot loader's INFO_UF2.TXT, or None."""
    fields = dict(re.findall(r"^([\w-]+):[ \t]*(.*?)\s*$", text, re.M))
    if "Board-ID" not in fields:
        return None
    return fields["Board-ID"], fields.get("Model", "")


def loader_fits(model: boards_desktop.BoardModel, board_id: str) -> bool:
    """Return True if a boot loader with the Board-ID `board_id` may be that of `model`."""

    def plain(text: str) -> str:
        return text.replace("-", "").lower()

    starts = model.loader or (model.chip,)
    longer = [
        start
        for other in boards_desktop.BOARDS.values()
        for start in other.loader
        if other.chip != model.chip and len(start) > max(map(len, starts))
    ]
    return plain(board_id).startswith(tuple(map(plain, starts))) and not plain(board_id).startswith(
        tuple(map(plain, longer))
    )


def models_of_loader(board_id: str) -> list[boards_desktop.BoardModel]:
    """Return the models whose boot loader has the Board-ID `board_id`: several for RP2 chips."""
    models = boards_desktop.BOARDS.values()
    return [model for model in models if model.loader and loader_fits(model, board_id)]


def inspect_drive(path: str) -> FoundBoard | None:
    """Return the FoundBoard at mount point `path`, or None if it is no board's drive or cannot be
    read. A boot loader's drive has no boot_out.txt, but CIRCUITPY may have an INFO_UF2.TXT.
    """
    boot_out = bootout.parse(_read_text(os.path.join(path, "boot_out.txt")))
    if boot_out:
        version, board_id, machine = boot_out
        model = boards_desktop.lookup(board_id)
        text = "%s running CircuitPython %s"
        text %= (model.name if model else machine, ".".join(map(str, version)))
        return FoundBoard(path, RUNNING, model, version, board_id or machine, text)
    info = parse_info_uf2(_read_text(os.path.join(path, "INFO_UF2.TXT")))
    if info:
        board_id, model_name = info
        models = models_of_loader(board_id)
        model = models[0] if len(models) == 1 else None
        text = "the boot loader of %s" % (model.name if model else model_name or board_id)
        return FoundBoard(path, LOADER, model, None, board_id, text)
    return None


_WINDOWS = ("System Volume Information",)


def hidden_files_text(drive: Drive, cluster: int) -> str:
    """Return a sentence about hidden files that a computer left on a drive, "" if they are empty.
    cluster: in bytes."""
    names = [name for name in drive.names(hidden=True) if name not in fatimage.QUIET]
    names = [
        name for name in names if name.startswith(".") or "/." in name or name.startswith(_WINDOWS)
    ]
    sizes = {}
    for name in names:
        try:
            sizes[name] = -(-os.path.getsize(drive.full(name)) // cluster) * cluster
        except OSError:
            pass  # its size cannot be read
    if not sum(sizes.values()):
        return ""
    largest_first = sorted(sizes, key=lambda name: (-sizes[name], name))
    others = " and %d others" % (len(sizes) - 3) if len(sizes) > 3 else ""
    return "Hidden files that a computer left take %d KB: %s%s. You can remove them." % (
        -(-sum(sizes.values()) // 1024),
        ", ".join(largest_first[:3]),
        others,
    )


def _read_text(path: str) -> str:
    from tools.plain import plain  # the page, which has no terminal, does without

    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return plain(stream.read(4096))
    except OSError:
        return ""


class Host:
    """This machine: mounted drives, time, free space."""

    def mounts(self) -> list[str]:
        """Return the mount points that may be boards."""
        if sys.platform == "win32":
            import ctypes

            return windows_mounts(ctypes.windll.kernel32.GetLogicalDrives())
        try:
            if sys.platform == "darwin":
                return mac_mounts(os.listdir("/Volumes"))
            with open("/proc/self/mounts", encoding="utf-8") as stream:
                return linux_mounts(stream.read())
        except OSError:
            return []

    def boards(self) -> list[FoundBoard]:
        """Return a FoundBoard for every mounted board."""
        return [board for board in map(inspect_drive, self.mounts()) if board]

    def space(self, path: str) -> tuple[int, int]:
        """Return (free bytes, bytes in a cluster) of the drive at `path`."""
        if sys.platform != "win32":
            status = os.statvfs(path)
            return status.f_bavail * status.f_frsize, status.f_frsize
        import ctypes

        numbers = sectors, size, free, _count = [ctypes.c_ulong() for _ in range(4)]
        places = [ctypes.byref(number) for number in numbers]
        if ctypes.windll.kernel32.GetDiskFreeSpaceW(path, *places):
            return sectors.value * size.value * free.value, sectors.value * size.value
        return shutil.disk_usage(path).free, 4096

    def now(self) -> float:
        """Return a time in seconds, for time-outs."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait for some seconds."""
        time.sleep(seconds)
