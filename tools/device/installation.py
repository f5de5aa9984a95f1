"""Plan an installation on a drive, carry it out, and remove it again.

The drive keeps a list of the installed files, MANIFEST. Only a file with the checksum in that list
is ever removed or overwritten; any other file in the way gets another name.

The web page runs this module on MicroPython: see bootout. Its dicts have no order.
"""

import re
from binascii import crc32
from collections import OrderedDict, namedtuple

from tools.device import boards_desktop, fatimage, gather
from tools.device.drivefiles import FILE, FOLDER, SCRATCH, Drive, folders_of
from tools.errors import ToolError

# A line "crc32 path" is a file that we installed. After a line ": pattern" lines are "crc32name",
# where the name replaces the "*" of the pattern. "> path path": a file of the user's and its new
# name. "= path": a library that the drive already had. "+ line": a line added to settings.toml.
MANIFEST = "lib/pocket/files.txt"
SAVES, SETTINGS, CODE = "rummy.sav", "settings.toml", "code.py"
PREFERRED_CODE = "code.txt"  # CircuitPython runs this file instead of code.py
KEEP = re.compile(r"(^|/)(rummy_[^/]*\.[ab]|rummy\.sav|settings\.toml|boot_out\.txt)$|^saves/")
DEFAULT_CODE = (b"", b'print("Hello World!")', b"print('Hello World!')")

# code.py while the game on the drive is incomplete.
NOTICE = b"""\
print("Pocket Rummy is not whole. Connect this to the computer and install it again.")
try:
    import board
    board.DISPLAY.auto_refresh = True
except (ImportError, AttributeError):
    pass
"""

# Sentences for the user, which the web page translates.
ASIDE = "%s is not this game's: it becomes %s."
ADDED = "settings.toml gets the line %s."
TOO_SMALL = "settings.toml sets %s to %s; the game needs %s or more."
NO_SAVES = (
    "There is no room for rummy.sav, so no game can be saved: choose fewer languages, or remove "
    "files of yours."
)
# A running game has its old code in memory until the board is restarted.
DONE = (
    "Done: all %d files are on the board and checked. Eject the drive, unplug the cable, then "
    "switch the board off and on."
)

if False:  # for type checkers
    from collections.abc import Callable, Iterable, Mapping

    Content = Mapping[str, bytes]  # by drive path
    Entries = dict[str, set[int]]  # checksums by drive path
    # called as progress(steps done, all steps, the current path)
    Progress = Callable[[int, int, str], None]

PUT, RENAME, REMOVE = "put", "rename", "remove"


# One change to a drive. action: PUT (write `data` to the file), RENAME (to `new_name`) or REMOVE.
Step = namedtuple("Step", ["action", "name", "data", "new_name"])


class Plan:
    """What an installation changes on a drive with `free` bytes in clusters of `cluster` bytes.

    new, changed: drive paths to write.
    unchanged: paths that already hold the right bytes.
    stale: files of an earlier version, to be removed.
    changed_by_user: files of an earlier version that the user changed; they stay.
    moved_aside: {path of a user's file or folder in the way: the path it is renamed to}.
    added_settings: lines to add to settings.toml. settings_lines: all that were ever added to it.
    other_lines: lines of the old manifest other than checksums.
    kept_files: saves and settings on the drive, which stay.
    notes: sentences for the user.
    missing_bytes: how many bytes too small the drive is.
    """

    def __init__(
        self, drive: Drive, content: "Content", free: int = 1 << 40, cluster: int = 512
    ) -> None:
        self.drive = drive
        self.content = {name: content[name] for name in content if name != MANIFEST}
        self.installed, self.other_lines, is_ours = _read_manifest_lines(drive)
        self.new: list[str] = []
        self.changed: list[str] = []
        self.unchanged: list[str] = []
        self.changed_by_user: list[str] = []
        self.settings_lines: list[str] = []
        self.notes: list[str] = []
        self.moved_aside: dict[str, str] = OrderedDict()
        self._sizes: dict[str, int] = {}  # of files on the drive
        self._names = drive.names()
        kept_files = [name for name in self._names if KEEP.search(name) and drive.read(name)]
        self.kept_files = sorted(kept_files, key=lambda name: (name != SETTINGS, name))
        self._settings: bytes | None = None  # the new text of the user's file
        self.added_settings: list[str] = []
        settings = drive.read(SETTINGS)
        if settings:
            self._add_settings(settings, self.content.pop(SETTINGS, b""))
        saves = self.content.pop(SAVES, None)
        self._make_way_for(SAVES, may_overwrite=True)
        self._ranked = sorted(list(self.content) + [SAVES], key=_rank)
        for name in self._ranked:
            if name in self.content:
                self._classify(name)
        if drive.kind(PREFERRED_CODE) == FILE:
            self._set_aside(PREFERRED_CODE)
        self._make_way_for(MANIFEST, is_ours)
        self._make_way_for(SCRATCH, may_overwrite=True)
        self._sizes[SCRATCH] = len(drive.read(SCRATCH) or b"")
        self.stale = [name for name in sorted(self.installed) if self._is_stale(name)]
        self._make_manifest()
        if saves and not drive.read(SAVES):
            reserve = 4 * cluster  # for the files that are written after the saves
            self._add_saves(saves, self._free_bytes(free, cluster)[0] - reserve)
        self._make_room(free, cluster)

    # -- compare with the drive

    def _classify(self, name: str) -> None:
        """Add a path of the content to `new`, `changed` or `unchanged`."""
        data, current = self.content[name], self.drive.read(name)
        self._make_way_for(name, current is None or self._may_replace(name, current, data))
        if current is None:
            self.new.append(name)
        else:
            self._sizes[name] = len(current)
            (self.unchanged if current == data else self.changed).append(name)

    def _may_replace(self, name: str, current: bytes, data: bytes) -> bool:
        """Return True if `data` may replace the bytes `current`: the game's own or a default."""
        if name == CODE and (current.startswith(NOTICE) or current.strip() in DEFAULT_CODE):
            return True
        # The beginning of `data` is left where an earlier run was interrupted.
        return data.startswith(current) or crc32(current) in self.installed.get(name, ())

    def _make_way_for(self, name: str, may_overwrite: bool) -> None:
        """Plan to rename any file or folder that blocks the path `name`. may_overwrite: whether a
        file at the path itself may be replaced."""
        for folder in folders_of(name):
            if self.drive.kind(folder) == FILE:
                self._set_aside(folder)
        if not may_overwrite or self.drive.kind(name) == FOLDER:
            self._set_aside(name)

    def _set_aside(self, name: str) -> None:
        """Plan to rename the user's file or folder `name`."""
        if name in self.moved_aside:
            return
        current = self.drive.read(name)
        self._sizes[name] = len(current or b"")
        self.moved_aside[name] = backup_name(self.drive, name)
        for line in self.other_lines:  # an interrupted run may have copied it already
            if current is not None and line.startswith("> %s " % name):
                if self.drive.read(line.split(" ")[2]) == current:
                    self.moved_aside[name] = line.split(" ")[2]

    def _is_stale(self, name: str) -> bool:
        """Return True for a file of an earlier version to remove, False if the user changed it."""
        if name in self.content or KEEP.search(name):
            return False
        current = self.drive.read(name)
        if current is None:
            return False
        self._sizes[name] = len(current)
        if crc32(current) in self.installed[name]:
            return True
        self.changed_by_user.append(name)
        return False

    def _add_settings(self, current: bytes, wanted: bytes) -> None:
        """Add the firmware's settings in `wanted` to the user's `current` settings.toml."""
        added_before = [line[2:] for line in self.other_lines if line[0] == "+"]
        added_before = [line for line in added_before if without_line(current, line) != current]
        for line in wanted.decode().split("\n"):
            key, _, minimum = line.partition(" = ")
            if not key.startswith("CIRCUITPY_"):
                continue
            for old_line in added_before:
                if old_line != line and old_line.startswith(key + " "):
                    current = without_line(current, old_line)
            value = setting_value(current, key)
            if value is None:
                self.added_settings.append(line)
            if value is None or line in added_before:
                self.settings_lines.append(line)
            elif not _is_enough(value, int(minimum)):
                self.notes.append(TOO_SMALL % (key, value, minimum))
        self._settings = "".join([line + "\n" for line in self.added_settings]).encode() + current

    def _add_saves(self, empty: bytes, room: int) -> None:
        """Add an empty save file to the content, as large as `room` bytes allow."""
        size = boards_desktop.saves_size(room)
        if size:
            self.content[SAVES] = empty[:size]
            self._classify(SAVES)
        else:
            self.notes.append(NO_SAVES)

    def _make_manifest(self) -> None:
        """Compute the new manifest."""
        shared = [
            name
            for name in self.unchanged
            if name.startswith("lib/")
            and not name.startswith("lib/pocket/")
            and name not in self.installed
        ]
        lines = [line for line in self.other_lines if line[0] == ">"]
        lines = [line for line in lines if self.drive.kind(line.split(" ")[2])]
        moved = ["> %s %s" % (name, self.moved_aside[name]) for name in self.moved_aside]
        lines += [line for line in moved if line not in lines]
        lines += ["= " + name for name in shared] + ["+ " + line for line in self.settings_lines]
        self._manifest = manifest(self.content) + "".join([line + "\n" for line in lines]).encode()
        self._sizes[MANIFEST] = len(self.drive.read(MANIFEST) or b"")

    # -- the changes

    def steps(self) -> list[Step]:
        """Return every change to the drive, in order.

        After an interruption at any step the drive has a complete code.py: the user's, NOTICE, or
        the game's with all its files. Files that will be replaced are removed first, so that no
        step needs more room than the finished installation.
        """
        current_code = self.drive.read(CODE)
        moved_first = [name for name in self.moved_aside if _contains_manifest(name)]
        moved_later = [
            name for name in self.moved_aside if name not in moved_first + [CODE, PREFERRED_CODE]
        ]
        todo = set(self.new + self.changed) - {CODE}
        # Not sorted anew: MicroPython is slow at sorting what is nearly in order.
        written = [name for name in self._ranked if name in todo]
        removed = self.stale + [name for name in self.changed if name not in self.moved_aside]
        writes_code = CODE in self.new or CODE in self.changed
        steps = [self._rename(name) for name in moved_first]
        if self.drive.kind(SCRATCH) == FILE:  # left by an interrupted run
            steps.append(Step(REMOVE, SCRATCH, b"", ""))
        if (written or self.stale) and self._may_put_notice(current_code):
            if current_code != NOTICE:
                steps.append(Step(PUT, CODE, NOTICE, ""))
            writes_code = True
        steps += [Step(REMOVE, name, b"", "") for name in removed if name != CODE]
        if self._manifest != self.drive.read(MANIFEST):
            steps.append(Step(PUT, MANIFEST, self._manifest, ""))
        steps += [self._rename(name) for name in moved_later]
        steps += [Step(PUT, name, self.content[name], "") for name in written]
        if self._settings not in (None, self.drive.read(SETTINGS)):
            steps.append(Step(PUT, SETTINGS, self._settings or b"", ""))
        if current_code is not None and CODE in self.moved_aside:
            if self.drive.read(self.moved_aside[CODE]) != current_code:
                steps.append(Step(PUT, self.moved_aside[CODE], current_code, ""))
        elif CODE in self.moved_aside:
            steps.append(self._rename(CODE))
        if writes_code:
            steps.append(Step(PUT, CODE, self.content[CODE], ""))
        if PREFERRED_CODE in self.moved_aside:
            steps.append(self._rename(PREFERRED_CODE))
        return steps

    def _may_put_notice(self, code: bytes | None) -> bool:
        """Return True if NOTICE may replace the drive's code.py. code: its bytes, None if none."""
        if CODE in self.moved_aside or CODE not in self.content:
            return False
        if code is None or code == self.content[CODE] or code.startswith(NOTICE):
            return True
        return crc32(code) in self.installed.get(CODE, ())

    def _rename(self, name: str) -> Step:
        return Step(RENAME, name, b"", self.moved_aside[name])

    def change_lines(self) -> list[str]:
        """Return a line for each change, as --dry-run shows it."""
        out = ["+ " + name for name in self.new]
        out += ["~ " + name for name in self.changed]
        out += ["- " + name for name in self.stale]
        out += ["%s -> %s" % (name, self.moved_aside[name]) for name in self.moved_aside]
        return out + ["%s: + %s" % (SETTINGS, line) for line in self.added_settings]

    # -- room

    def _free_bytes(self, free: int, cluster: int) -> tuple[int, int]:
        """Return (bytes free after all steps, bytes free at the fullest moment), negative where
        bytes are missing. free: bytes free now."""

        def size(name: str) -> int:
            return -(-sizes.get(name, 0) // cluster) * cluster

        sizes = dict(self._sizes)
        names = set(self._names) | set(self.content) | set(self.moved_aside.values())
        names.add(MANIFEST)
        folder_size = folder_bytes(names - set(self.stale), cluster)
        free -= max(0, folder_size - folder_bytes(self._names, cluster))
        lowest = free
        for step in self.steps():
            if step.action == RENAME:
                sizes[step.new_name] = sizes.pop(step.name, 0)
                if self.drive.copies:
                    lowest = min(lowest, free - size(step.new_name))
                continue
            before = size(step.name)
            sizes[step.name] = len(step.data)
            lowest = min(lowest, free - size(step.name))
            free += before - size(step.name)
        return free, lowest

    def _make_room(self, free: int, cluster: int) -> None:
        """Plan to rewrite unchanged files too if removing them first makes room for other steps."""
        removable = [name for name in self.unchanged if name in self.installed and name != CODE]
        removable.sort(key=lambda name: self._sizes[name])
        before = self.unchanged, self.changed
        final, lowest = self._free_bytes(free, cluster)
        while lowest < 0 <= final and removable:
            self.changed = self.changed + [removable.pop()]
            self.unchanged = [name for name in self.unchanged if name != self.changed[-1]]
            final, lowest = self._free_bytes(free, cluster)
        self.missing_bytes = max(0, -final, -lowest)
        if self.missing_bytes:
            self.unchanged, self.changed = before


def _rank(name: str) -> tuple[bool, bool, bool, bool, bool, str]:
    """Return a sort key: libraries and assets come first, boot.py, saves and code.py last."""
    return (
        name == CODE,
        name == SAVES,
        name == "boot.py",
        not name.startswith("lib/adafruit"),
        not name.startswith("assets/"),
        name,
    )


def _contains_manifest(name: str) -> bool:
    """Return True for the path of the manifest, the scratch file or one of their folders, which
    must be free before anything is written."""
    return any(path == name or path.startswith(name + "/") for path in (MANIFEST, SCRATCH))


def folder_bytes(names: "Iterable[str]", cluster: int) -> int:
    """Return the bytes that the folders of the files `names` take, without the root: 32 bytes for
    each entry and for each 13 letters of its name."""
    contents: dict[str, set[str]] = {}
    for name in names:
        paths = folders_of(name) + [name]
        for folder, entry in zip(paths, paths[1:]):
            contents.setdefault(folder, set()).add(entry)
    total = 0
    for folder, entries in contents.items():
        letters = [len(entry) - len(folder) - 1 for entry in entries]
        size = 32 * sum([2 + (count - 1) // 13 for count in letters], 2)
        total += -(-size // cluster) * cluster
    return total


# -- the manifest

_PATH = r"[\w./~-]+"
_LINES = [  # several patterns: MicroPython refuses a long one
    re.compile(pattern % _PATH + "$")
    for pattern in ("[0-9a-f]" * 8 + " ?%s", "= %s", ": [^ *]*[*]%s", "> [^ ]+ %s")
] + [re.compile(r"\+ \w+ = \d+$")]


def _read_manifest_lines(drive: Drive) -> "tuple[Entries, list[str], bool]":
    """Return ({drive path: checksums of what we put there}, the manifest's other lines, whether all
    lines of the file are valid)."""
    try:
        lines = (drive.read(MANIFEST) or b"").decode().splitlines()
    except UnicodeError:
        return {}, [], False
    valid = [line for line in lines if any([pattern.match(line) for pattern in _LINES])]
    valid = [line for line in valid if ".." not in line and " /" not in line]
    entries: Entries = {}
    pattern = "*"
    for line in valid:
        if line[0] == ":":
            pattern = line[2:]
        elif line[0] not in ">=+":
            is_short = line[8] != " "
            name = pattern.replace("*", line[8:]) if is_short else line[9:]
            if "= " + name not in valid and not KEEP.search(name):
                entries.setdefault(name, set()).add(int(line[:8], 16))
    return entries, [line for line in valid if line[0] in ">=+"], len(valid) == len(lines)


def read_manifest(drive: Drive) -> "Entries":
    """Return {drive path: checksums of what we put there}."""
    return _read_manifest_lines(drive)[0]


def manifest(content: "Content") -> bytes:
    """Return the bytes of the manifest of `content`."""
    rows: dict[str, list[str]] = OrderedDict()
    for name in sorted(content):
        if name not in gather.USER_FILES:
            folder, slash, last = name.rpartition("/")
            stem, dot, ending = last.rpartition(".")
            row = "%08x%s" % (crc32(content[name]), stem)
            rows.setdefault(folder + slash + "*" + dot + ending, []).append(row)
    lines = []
    for pattern in rows:
        if len(rows[pattern]) > 2:
            lines += [": " + pattern] + rows[pattern]
        else:
            lines += [row[:8] + " " + pattern.replace("*", row[8:]) for row in rows[pattern]]
    return "".join([line + "\n" for line in lines]).encode()


def with_manifest(content: "Content") -> dict[str, bytes]:
    """Return `content` with its manifest."""
    made = {name: content[name] for name in content if name != MANIFEST}
    made[MANIFEST] = manifest(made)
    return made


def complete_content(drive_size: int, content: "Content") -> dict[str, bytes]:
    """Return the files of a new drive of `drive_size` bytes: `content`, its manifest and, if it has
    one, a save file as large as fits."""
    made = with_manifest({name: content[name] for name in content if name != SAVES})
    if SAVES in content:
        size = boards_desktop.saves_size(fatimage.free_bytes(drive_size, made))
        if size:
            made[SAVES] = boards_desktop.SAVES[SAVES][:size]
    return made


def backup_name(drive: Drive, name: str) -> str:
    """Return a free name for what the user has at `name`: code.py -> code-backup-1.py."""
    stem, dot, ending = name.rpartition(".")
    if "/" in ending or stem.split("/")[-1] == "":  # the name itself has no ending
        stem, dot, ending = name, "", ""
    ending = dot + ending
    number = 1
    while drive.kind("%s-backup-%d%s" % (stem, number, ending)):
        number += 1
    return "%s-backup-%d%s" % (stem, number, ending)


# -- settings.toml, as the firmware reads it (supervisor/shared/settings.c)


def setting_value(text: bytes, key: str) -> str | None:
    """Return the value of `key` in the bytes of a settings.toml, or None. The first line with the
    key counts, and only lines above the first table."""
    for line in text.split(b"\n"):
        name, equals, value = line.partition(b"=")
        if line.strip()[:1] == b"[":
            return None
        if equals and name.strip() == key.encode():
            value = value.split(b"#")[0].strip()
            return "".join([chr(byte) if 32 <= byte < 127 else "?" for byte in value])
    return None


def _is_enough(value: str, minimum: int) -> bool:
    try:
        return int(value, 0) >= minimum
    except ValueError:
        return False


def without_line(text: bytes, line: str) -> bytes:
    """Return `text` without the first line that equals `line`."""
    lines = text.split(b"\n")
    if line.encode() in lines[:-1]:
        lines.remove(line.encode())
    return b"\n".join(lines)


# -- carry out


def too_full_text(plan: Plan) -> str:
    """Return the error for a drive that is too small for the plan."""
    return (
        "The drive is too full: %d KB more are needed; remove files of yours "
        "first. Nothing was changed." % -(-plan.missing_bytes // 1024)
    )


def install(drive: Drive, plan: Plan, progress: "Progress") -> None:
    """Carry out Plan `plan`, then read everything back. Raises OSError or ToolError.

    If it is interrupted, the same call with a new plan completes the installation.
    progress: called with (steps done, all steps, current path).
    """
    carry_out(drive, plan.steps(), progress)
    verify(drive, plan.content)


def carry_out(drive: Drive, steps: list[Step], progress: "Progress") -> None:
    """Make the changes `steps` of a drive."""
    for done, step in enumerate(steps):
        progress(done, len(steps), step.name)
        if step.action == PUT:
            drive.put(step.name, step.data)
        elif step.action == RENAME:
            drive.replace(step.name, step.new_name)
        else:
            drive.remove(step.name)
    progress(len(steps), len(steps), "")
    drive.sync()


def verify(drive: Drive, content: "Content") -> None:
    """Read all files back. Raises ToolError, naming those that differ from `content`."""
    wrong = [name for name, data in sorted(content.items()) if drive.read(name) != data]
    if wrong:
        raise ToolError(
            "%d files did not arrive intact (%s): run the same command again; if that "
            "does not help, the drive is damaged." % (len(wrong), ", ".join(wrong[:3]))
        )


def plan_removal(drive: Drive) -> tuple[list[Step], list[str]]:
    """Return (steps that remove the game from a drive, paths of game files that stay because the
    user changed them). There are no steps if the game was never installed."""
    installed, other_lines, _ = _read_manifest_lines(drive)
    if not installed:
        return [], []
    contents = {name: drive.read(name) for name in installed}
    removable, changed_by_user = [], []
    for name, data in contents.items():
        if data is not None:
            is_ours = crc32(data) in installed[name] or (name == CODE and data.startswith(NOTICE))
            (removable if is_ours else changed_by_user).append(name)
    backups = {}  # {path of a user's file: its current path}
    for line in other_lines:
        if line[0] == ">":
            _, name, backup = line.split(" ")
            backups[name] = backup
            if name in changed_by_user and not drive.kind(backup):
                changed_by_user.remove(name)  # the user's own file has been restored already
    backups = {name: backups[name] for name in backups if drive.kind(backups[name])}
    steps = []
    if CODE in removable and CODE in backups and drive.kind(backups[CODE]) == FILE:
        removable.remove(CODE)
        steps.append(Step(RENAME, backups.pop(CODE), b"", CODE))
    removable.sort(key=lambda name: (name != CODE, name))
    steps += [Step(REMOVE, name, b"", "") for name in removable]
    saves = drive.read(SAVES)
    if saves and boards_desktop.SAVES[SAVES].startswith(saves):
        steps.append(Step(REMOVE, SAVES, b"", ""))  # nothing was ever saved
    last_renames = []  # to folders that contain the manifest, which must be removed first
    removed = removable + [step.name for step in steps] + [MANIFEST]
    for name, backup in backups.items():
        paths = [path for path in drive.names(True) if path == name or path.startswith(name + "/")]
        if all(path in removed for path in paths):
            renames = last_renames if _contains_manifest(name) else steps
            renames.append(Step(RENAME, backup, b"", name))
    if drive.kind(SCRATCH) == FILE:
        steps.append(Step(REMOVE, SCRATCH, b"", ""))
    text = settings = drive.read(SETTINGS) or b""
    for line in other_lines:
        if line[0] == "+":
            text = without_line(text, line[2:])
    if text != settings:
        steps.append(Step(PUT, SETTINGS, text, ""))
    return steps + [Step(REMOVE, MANIFEST, b"", "")] + last_renames, changed_by_user
