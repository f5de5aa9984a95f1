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

# A line "crc32 path" is a file of ours. Below a line ": pattern" lines are "crc32name", where the
# name replaces the "*" of the pattern. "> path path": a file of the user's and its new name. "=
# path": a library that was there before with the same bytes. "+ line": added to settings.toml.
MANIFEST = "lib/pocket/files.txt"
SAVES, SETTINGS, CODE = "rummy.sav", "settings.toml", "code.py"
CODE_BEFORE = "code.txt"  # CircuitPython runs this file instead of code.py
KEEP = re.compile(r"(^|/)(rummy_[^/]*\.[ab]|rummy\.sav|settings\.toml|boot_out\.txt)$|^saves/")
DEFAULT_CODE = (b"", b'print("Hello World!")', b"print('Hello World!')")

# The code.py of a drive while the game on it is incomplete.
NOTICE = b"""\
print("Pocket Rummy is not whole. Connect this to the computer and install it again.")
try:
    import board
    board.DISPLAY.auto_refresh = True
except (ImportError, AttributeError):
    pass
"""

# Sentences for the user; the page has them in other languages, too.
ASIDE = "%s is not this game's: it becomes %s."
ADDED = "settings.toml gets the line %s."
TOO_SMALL = "settings.toml sets %s to %s; the game needs %s or more."
NO_SAVES = "There is no room for rummy.sav: no game can be saved."
DONE = "Done: %d files read back and right. Eject the drive; the game starts by itself."
UPDATED = (
    "Done: %d files read back and right. Eject the drive; if the game is running, press reset on "
    "the board."
)

if False:  # for type checkers
    from collections.abc import Callable, Iterable, Mapping

    Content = Mapping[str, bytes]  # by drive path
    Entries = dict[str, set[int]]  # checksums by drive path
    # called as progress(steps done, all steps, the current path)
    Progress = Callable[[int, int, str], None]

PUT, RENAME, REMOVE = "put", "rename", "remove"


# One change of a drive. what: PUT (write `data` to the file), RENAME (to `to`) or REMOVE.
Step = namedtuple("Step", ["what", "name", "data", "to"])


class Plan:
    """What an installation changes on a drive with `free` bytes in clusters of `cluster` bytes.

    new, changed: drive paths to write.
    unchanged: paths that are right already.
    stale: files of an earlier version, to be removed.
    changed_by_user: files of an earlier version that the user changed; they stay.
    foreign: {path of a user's file or folder in the way: the path it is renamed to}.
    added: lines to add to settings.toml. settings_lines: every line it then has for the game.
    other_lines: lines of the old manifest that are no checksums.
    kept_files: saves and settings on the drive, which stay.
    notes: sentences for the user.
    missing_bytes: how much room the drive lacks.
    update: whether the game is on the drive already.
    """

    def __init__(
        self, drive: Drive, content: "Content", free: int = 1 << 40, cluster: int = 512
    ) -> None:
        self.drive = drive
        self.content = {name: content[name] for name in content if name != MANIFEST}
        self.installed, self.other_lines, is_ours = _read_manifest_lines(drive)
        self.update = bool(self.installed)
        self.new: list[str] = []
        self.changed: list[str] = []
        self.unchanged: list[str] = []
        self.changed_by_user: list[str] = []
        self.settings_lines: list[str] = []
        self.notes: list[str] = []
        self.foreign: dict[str, str] = OrderedDict()
        self._sizes: dict[str, int] = {}  # of files on the drive
        self._names = drive.names()
        kept_files = [name for name in self._names if KEEP.search(name) and drive.read(name)]
        self.kept_files = sorted(kept_files, key=lambda name: (name != SETTINGS, name))
        self._settings: bytes | None = None  # the new text of the user's file
        self.added: list[str] = []
        settings = drive.read(SETTINGS)
        if settings:
            self._add_lines(settings, self.content.pop(SETTINGS, b""))
        saves = self.content.pop(SAVES, None)
        self._clear_way(SAVES, True)
        for name in sorted(self.content, key=_order):
            self._compare(name)
        if drive.kind(CODE_BEFORE) == FILE:
            self._set_aside(CODE_BEFORE)
        self._clear_way(MANIFEST, is_ours)
        self._clear_way(SCRATCH, True)
        self._sizes[SCRATCH] = len(drive.read(SCRATCH) or b"")
        self.stale = [name for name in sorted(self.installed) if self._is_stale(name)]
        self._make_manifest()
        if saves and not drive.read(SAVES):
            scratch = 4 * cluster  # for the files that are written after the saves
            self._add_saves(saves, self._free_bytes(free, cluster)[0] - scratch)
        self._make_room(free, cluster)

    # -- what is there

    def _compare(self, name: str) -> None:
        """Add a path of the content to new, changed or unchanged."""
        data, there = self.content[name], self.drive.read(name)
        self._clear_way(name, there is None or self._is_ours(name, there, data))
        if there is None:
            self.new.append(name)
        else:
            self._sizes[name] = len(there)
            (self.unchanged if there == data else self.changed).append(name)

    def _is_ours(self, name: str, there: bytes, data: bytes) -> bool:
        """Return True if `data` may replace `there`: the game wrote it, or it is a usual stub."""
        if name == CODE and (there.startswith(NOTICE) or there.strip() in DEFAULT_CODE):
            return True
        # A beginning of `data` was cut short while it was written.
        return data.startswith(there) or crc32(there) in self.installed.get(name, ())

    def _clear_way(self, name: str, ours: bool) -> None:
        """Set aside what is in the way of a file `name`. ours: whether that file may be
        overwritten."""
        for folder in folders_of(name):
            if self.drive.kind(folder) == FILE:
                self._set_aside(folder)
        if not ours or self.drive.kind(name) == FOLDER:
            self._set_aside(name)

    def _set_aside(self, name: str) -> None:
        """Plan to rename what the user has at `name`."""
        if name in self.foreign:
            return
        there = self.drive.read(name)
        self._sizes[name] = len(there or b"")
        self.foreign[name] = backup_name(self.drive, name)
        for line in self.other_lines:  # an interrupted run may have copied it already
            if there is not None and line.startswith("> %s " % name):
                if self.drive.read(line.split(" ")[2]) == there:
                    self.foreign[name] = line.split(" ")[2]

    def _is_stale(self, name: str) -> bool:
        """Return True for an unchanged file of an earlier version that this one lacks."""
        if name in self.content or KEEP.search(name):
            return False
        there = self.drive.read(name)
        if there is None:
            return False
        self._sizes[name] = len(there)
        if crc32(there) in self.installed[name]:
            return True
        self.changed_by_user.append(name)
        return False

    def _add_lines(self, there: bytes, wanted: bytes) -> None:
        """Add lines to the user's settings that the firmware needs before the game runs."""
        before = [line[2:] for line in self.other_lines if line[0] == "+"]
        before = [line for line in before if without_line(there, line) != there]
        for line in wanted.decode().split("\n"):
            key, _, least = line.partition(" = ")
            if not key.startswith("CIRCUITPY_"):
                continue
            for old_line in before:
                if old_line != line and old_line.startswith(key + " "):
                    there = without_line(there, old_line)
            value = setting_value(there, key)
            if value is None:
                self.added.append(line)
            if value is None or line in before:
                self.settings_lines.append(line)
            elif not _is_enough(value, int(least)):
                self.notes.append(TOO_SMALL % (key, value, least))
        self._settings = "".join([line + "\n" for line in self.added]).encode() + there

    def _add_saves(self, empty: bytes, room: int) -> None:
        """Put an empty file of saves on the drive, as large as it may be."""
        size = boards_desktop.saves_size(room)
        if size:
            self.content[SAVES] = empty[:size]
            self._compare(SAVES)
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
        moved = ["> %s %s" % (name, self.foreign[name]) for name in self.foreign]
        lines += [line for line in moved if line not in lines]
        lines += ["= " + name for name in shared] + ["+ " + line for line in self.settings_lines]
        self._manifest = manifest(self.content) + "".join([line + "\n" for line in lines]).encode()
        self._sizes[MANIFEST] = len(self.drive.read(MANIFEST) or b"")

    # -- what is done

    def steps(self) -> list[Step]:
        """Return every change of the drive, in order.

        Whenever it is interrupted, the drive has a complete code.py: the user's, NOTICE, or the
        game's with all its files. Files that will be replaced are removed first, so that no step
        needs more room than the finished installation.
        """
        current_code = self.drive.read(CODE)
        moved_first = [name for name in self.foreign if _is_above_manifest(name)]
        moved_later = [
            name for name in self.foreign if name not in moved_first + [CODE, CODE_BEFORE]
        ]
        written = [name for name in self.new + self.changed if name != CODE]
        removed = self.stale + [name for name in self.changed if name not in self.foreign]
        writes_code = CODE in self.new or CODE in self.changed
        steps = [self._rename(name) for name in moved_first]
        if self.drive.kind(SCRATCH) == FILE:  # left by an interrupted run
            steps.append(Step(REMOVE, SCRATCH, b"", ""))
        if (written or self.stale) and self._may_notify(current_code):
            if current_code != NOTICE:
                steps.append(Step(PUT, CODE, NOTICE, ""))
            writes_code = True
        steps += [Step(REMOVE, name, b"", "") for name in removed if name != CODE]
        if self._manifest != self.drive.read(MANIFEST):
            steps.append(Step(PUT, MANIFEST, self._manifest, ""))
        steps += [self._rename(name) for name in moved_later]
        steps += [Step(PUT, name, self.content[name], "") for name in sorted(written, key=_order)]
        if self._settings not in (None, self.drive.read(SETTINGS)):
            steps.append(Step(PUT, SETTINGS, self._settings or b"", ""))
        if current_code is not None and CODE in self.foreign:
            if self.drive.read(self.foreign[CODE]) != current_code:
                steps.append(Step(PUT, self.foreign[CODE], current_code, ""))
        elif CODE in self.foreign:
            steps.append(self._rename(CODE))
        if writes_code:
            steps.append(Step(PUT, CODE, self.content[CODE], ""))
        if CODE_BEFORE in self.foreign:
            steps.append(self._rename(CODE_BEFORE))
        return steps

    def _may_notify(self, code: bytes | None) -> bool:
        """Return True if the code.py on the drive, `code`, is the game's or none is there."""
        if CODE in self.foreign or CODE not in self.content:
            return False
        if code is None or code == self.content[CODE] or code.startswith(NOTICE):
            return True
        return crc32(code) in self.installed.get(CODE, ())

    def _rename(self, name: str) -> Step:
        return Step(RENAME, name, b"", self.foreign[name])

    def change_lines(self) -> list[str]:
        """Return a line for each change, as --dry-run shows it."""
        out = ["+ " + name for name in self.new]
        out += ["~ " + name for name in self.changed]
        out += ["- " + name for name in self.stale]
        out += ["%s -> %s" % (name, self.foreign[name]) for name in self.foreign]
        return out + ["%s: + %s" % (SETTINGS, line) for line in self.added]

    # -- room

    def _free_bytes(self, free: int, cluster: int) -> tuple[int, int]:
        """Return (bytes free in the end, bytes free at the fullest moment); negative if some
        lack."""

        def size(name: str) -> int:
            return -(-sizes.get(name, 0) // cluster) * cluster

        sizes = dict(self._sizes)
        names = set(self._names) | set(self.content) | set(self.foreign.values())
        names.add(MANIFEST)
        grown = folder_bytes(names - set(self.stale), cluster)
        free -= max(0, grown - folder_bytes(self._names, cluster))
        worst = free
        for step in self.steps():
            if step.what == RENAME:
                sizes[step.to] = sizes.pop(step.name, 0)
                if self.drive.copies:
                    worst = min(worst, free - size(step.to))
                continue
            before = size(step.name)
            sizes[step.name] = len(step.data)
            worst = min(worst, free - size(step.name))
            free += before - size(step.name)
        return free, worst

    def _make_room(self, free: int, cluster: int) -> None:
        """Rewrite unchanged files too, if removing them first makes room for the other steps."""
        removable = [name for name in self.unchanged if name in self.installed and name != CODE]
        removable.sort(key=lambda name: self._sizes[name])
        before = self.unchanged, self.changed
        end, worst = self._free_bytes(free, cluster)
        while worst < 0 <= end and removable:
            self.changed = self.changed + [removable.pop()]
            self.unchanged = [name for name in self.unchanged if name != self.changed[-1]]
            end, worst = self._free_bytes(free, cluster)
        self.missing_bytes = max(0, -end, -worst)
        if self.missing_bytes:
            self.unchanged, self.changed = before


def _order(name: str) -> tuple[bool, bool, bool, bool, bool, str]:
    """Sort libraries and assets first, and boot.py, the saves and code.py last."""
    return (
        name == CODE,
        name == SAVES,
        name == "boot.py",
        not name.startswith("lib/adafruit"),
        not name.startswith("assets/"),
        name,
    )


def _is_above_manifest(name: str) -> bool:
    """Return True for the path of the manifest, the scratch file or one of their folders, which
    must be free before anything is written."""
    return any(path == name or path.startswith(name + "/") for path in (MANIFEST, SCRATCH))


def folder_bytes(names: "Iterable[str]", cluster: int) -> int:
    """Return the bytes of all folders but the root that hold the files `names`: a folder has 32
    bytes for each entry and for each 13 letters of its name."""
    inside: dict[str, set[str]] = {}
    for name in names:
        steps = folders_of(name) + [name]
        for folder, entry in zip(steps, steps[1:]):
            inside.setdefault(folder, set()).add(entry)
    total = 0
    for folder, entries in inside.items():
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
    """Return ({drive path: checksums of what we put there}, the manifest's other lines, whether the
    whole file is a manifest)."""
    try:
        lines = (drive.read(MANIFEST) or b"").decode().splitlines()
    except UnicodeError:
        return {}, [], False
    good = [line for line in lines if any([known.match(line) for known in _LINES])]
    good = [line for line in good if ".." not in line and " /" not in line]
    entries: Entries = {}
    pattern = "*"
    for line in good:
        if line[0] == ":":
            pattern = line[2:]
        elif line[0] not in ">=+":
            short = line[8] != " "
            name = pattern.replace("*", line[8:]) if short else line[9:]
            if "= " + name not in good and not KEEP.search(name):
                entries.setdefault(name, set()).add(int(line[:8], 16))
    return entries, [line for line in good if line[0] in ">=+"], len(good) == len(lines)


def read_manifest(drive: Drive) -> "Entries":
    """Return {drive path: checksums of what we put there}."""
    return _read_manifest_lines(drive)[0]


def manifest(content: "Content") -> bytes:
    """Return the manifest's bytes for what belongs on a drive."""
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
    """Return the whole content of a new drive of that size: `content`, its manifest and, if it has
    one, a file of saves as large as fits."""
    made = with_manifest({name: content[name] for name in content if name != SAVES})
    if SAVES in content:
        size = boards_desktop.saves_size(fatimage.left(drive_size, made))
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


def _is_enough(value: str, least: int) -> bool:
    try:
        return int(value, 0) >= least
    except ValueError:
        return False


def without_line(text: bytes, line: str) -> bytes:
    """Return `text` without the first line that equals `line`."""
    lines = text.split(b"\n")
    if line.encode() in lines[:-1]:
        lines.remove(line.encode())
    return b"\n".join(lines)


# -- doing it


def too_full_text(plan: Plan) -> str:
    """Return the sentence for a drive that has no room for the game."""
    return (
        "The drive is too full: %d KB more are needed; remove files of yours "
        "first. Nothing was changed." % -(-plan.missing_bytes // 1024)
    )


def success_text(plan: Plan, changes: bool) -> str:
    """Return the sentence after an installation. changes: whether anything was written."""
    # A running game goes on with the code in its memory until the board is reset.
    return (UPDATED if plan.update and changes else DONE) % len(plan.content)


def install(drive: Drive, plan: Plan, progress: "Progress") -> None:
    """Carry out Plan `plan`, then read everything back. Raises OSError or ToolError.

    If it is interrupted, the same call with a new plan completes the installation.
    progress: called with (done, all, text).
    """
    carry_out(drive, plan.steps(), progress)
    verify(drive, plan.content)


def carry_out(drive: Drive, steps: list[Step], progress: "Progress") -> None:
    """Make each change of the drive."""
    for done, step in enumerate(steps):
        progress(done, len(steps), step.name)
        if step.what == PUT:
            drive.put(step.name, step.data)
        elif step.what == RENAME:
            drive.replace(step.name, step.to)
        else:
            drive.remove(step.name)
    progress(len(steps), len(steps), "")
    drive.sync()


def verify(drive: Drive, content: "Content") -> None:
    """Read back and compare; ToolError names the files that differ."""
    wrong = [name for name, data in sorted(content.items()) if drive.read(name) != data]
    if wrong:
        raise ToolError(
            "%d files read back wrongly (%s): run the same command again; if that "
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
    backups = {}  # {path of a user's file: its present path}
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
    last_renames = []  # to paths above the manifest
    removed = removable + [step.name for step in steps] + [MANIFEST]
    for name, backup in backups.items():
        inside = [path for path in drive.names(True) if path == name or path.startswith(name + "/")]
        if all(path in removed for path in inside):
            renames = last_renames if _is_above_manifest(name) else steps
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
