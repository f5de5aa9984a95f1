"""`flash`: finds the board, installs firmware if given, copies the game, verifies, keeps saves."""

import argparse
import errno
import os
import re
import sys
import zlib

from tools.device import boards_desktop, build, drives, uf2
from tools.place import DOOR
from tools.progress import bar

HELP = "install the game on a connected board (and CircuitPython, with --firmware)"

MANIFEST = "lib/pocket/files.txt"  # what we put on the drive: one "crc32 path" a line
SCRATCH = "pocket-rummy.new"  # each file is written here, then put in its place
OWN_ROOMS = ("lib/pocket/", "rules/")
KEEP = re.compile(r"(^|/)(rummy_[^/]*\.[ab]|rummy\.sav|settings\.toml|boot_out\.txt)$|^saves/")
DEFAULT_CODE = (b"", b'print("Hello World!")\n', b"print('Hello World!')\n")
CHUNK = 65536

LOADER_KEYS = {
    "SAMD51": "press its reset button twice quickly",
    "RP2040": "hold its BOOTSEL button (PicoSystem: X) while switching it on",
    "RP2350": "hold its BOOTSEL button while switching it on",
    "ESP32-S3": "press reset, and again half a second later",
}


class FlashError(Exception):
    """One clear sentence."""


class Drive:
    """The files on a drive. Every change goes through write, replace, rename and remove."""

    def __init__(self, path):
        self.path = path

    def full(self, name):
        """The machine's path of drive path `name`."""
        return os.path.join(self.path, *name.split("/"))

    def read(self, name):
        """The bytes of file `name`, or None when there is none."""
        try:
            with open(self.full(name), "rb") as stream:
                if hasattr(os, "posix_fadvise"):  # the drive itself shall answer, not the cache
                    os.posix_fadvise(stream.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
                return stream.read()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def passable(self, name):
        """Raise FlashError when a file is where a folder of `name` must be, or the other way."""
        parts = name.split("/")
        for i in range(1, len(parts)):
            if os.path.isfile(self.full("/".join(parts[:i]))):
                raise FlashError(
                    "A file called %s is where a folder must be: rename it first."
                    % "/".join(parts[:i])
                )
        if os.path.isdir(self.full(name)):
            raise FlashError("A folder called %s is where a file must be: rename it first." % name)

    def names(self):
        """Drive paths of all files, sorted."""
        found = []
        for folder, folders, files in os.walk(self.path):
            folders[:] = [name for name in folders if not name.startswith(".")]
            found += [
                os.path.relpath(os.path.join(folder, name), self.path).replace(os.sep, "/")
                for name in files
            ]
        return sorted(found)

    def write(self, name, data):
        """Create or overwrite file `name`; the data is on the drive when this returns."""
        with open(self.full(name), "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())

    def folder(self, name):
        """Make the folder file `name` lies in."""
        os.makedirs(os.path.dirname(self.full(name)), exist_ok=True)

    def replace(self, source, name):
        """Put file `source` in the place of `name`."""
        os.replace(self.full(source), self.full(name))

    def rename(self, source, name):
        """Give file `source` the new name `name`."""
        os.rename(self.full(source), self.full(name))

    def remove(self, name):
        """Remove file `name` and folders that are empty then."""
        os.remove(self.full(name))
        folder = os.path.dirname(name)
        while folder and not os.listdir(self.full(folder)):
            os.rmdir(self.full(folder))
            folder = os.path.dirname(folder)

    def put(self, name, data):
        """Write file `name` so that it is at any moment either the old one or the new one."""
        self.folder(name)
        self.write(SCRATCH, data)
        self.replace(SCRATCH, name)

    def sync(self):
        """Everything written is on the drive when this returns."""
        if hasattr(os, "sync"):
            os.sync()


# --- what is to do


class Plan:
    """What an installation changes on a drive.

    new, changed: drive paths to write. same: paths that are right already. stale: paths of ours
    no longer needed. foreign: somebody else's files in our way, to be renamed. kept: left alone.
    saves: put the empty file of saves there too where there is none and `content` has it.
    """

    def __init__(self, drive, content, saves=True):
        self.content = dict(content)
        for name in boards_desktop.SAVES:
            if not saves or drive.read(name) is not None:
                self.content.pop(name, None)
        self.installed = read_manifest(drive)
        self.new, self.changed, self.same, self.foreign, self.kept = [], [], [], [], []
        names = drive.names()
        if drive.read("settings.toml"):
            self.content.pop("settings.toml", None)
            self.kept.append("settings.toml")
        self.kept += [name for name in names if KEEP.search(name) and name not in self.kept]
        for name, data in sorted(self.content.items(), key=_order):
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

    def _foreign(self, name, there):
        return (
            not name.startswith(OWN_ROOMS)
            and name not in build.USER_FILES
            and zlib.crc32(there) not in self.installed.get(name, ())
            and not (name == "code.py" and there.strip() + b"\n" in DEFAULT_CODE)
            and there not in DEFAULT_CODE
        )

    def empty(self):
        """True when the drive is right as it is."""
        return not (self.new or self.changed or self.stale or self.foreign)

    def room(self, drive, free, cluster):
        """Bytes lacking on a drive with `free` bytes in clusters of `cluster` (0: enough)."""

        def size(data):
            return -(-len(data) // cluster) * cluster

        written = self.new + self.changed
        need = sum(size(self.content[name]) for name in written)
        need -= sum(
            min(size(drive.read(name)), size(self.content[name]))
            for name in self.changed
            if name not in self.foreign
        )
        if written:
            # the scratch file, the manifest in it and in its place, new folders
            need += (
                max(size(self.content[name]) for name in written)
                + 2 * max(cluster, 4096)
                + cluster * len({os.path.dirname(name) for name in self.new})
            )
        return max(0, need - free)

    def entries(self):
        """{path: checksums} of what is ours once the plan is carried out."""
        found = {}
        for name, data in self.content.items():
            shared = (
                name in self.same
                and name.startswith("lib/")
                and not name.startswith(OWN_ROOMS)
                and name not in self.installed
            )
            if name not in build.USER_FILES and not shared:
                found[name] = {zlib.crc32(data)}
        return found


def _order(item):
    """Libraries and assets first, boot.py and code.py last: nothing starts half copied."""
    name = item[0]
    return (
        name == "code.py",
        name == "boot.py",
        not name.startswith("lib/adafruit"),
        not name.startswith("assets/"),
        name,
    )


def read_manifest(drive):
    """{drive path: set of checksums we wrote there}; lines that make no sense are passed over."""
    found = {}
    for line in (drive.read(MANIFEST) or b"").decode("utf-8", "replace").splitlines():
        match = re.fullmatch(r"([0-9a-f]{8}) ([\w./~-]+)", line)
        if match and ".." not in match[2] and not match[2].startswith("/"):
            found.setdefault(match[2], set()).add(int(match[1], 16))
    return found


def manifest(entries):
    """The manifest's bytes for {path: checksums}."""
    return "".join(
        "%08x %s\n" % (crc, name) for name in sorted(entries) for crc in sorted(entries[name])
    ).encode()


# --- doing it


def backup_name(drive, name):
    """A free name for somebody else's file `name`: code.py -> code-backup-1.py."""
    stem, ending = os.path.splitext(name)
    number = 1
    while drive.read("%s-backup-%d%s" % (stem, number, ending)) is not None:
        number += 1
    return "%s-backup-%d%s" % (stem, number, ending)


def install(drive, plan, progress):
    """Carry out Plan `plan`, then read everything back. Raises OSError or FlashError.

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
        for name in sorted(plan.new + plan.changed, key=lambda n: _order((n,))):
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


def verify(drive, content):
    """Read back and compare; FlashError names the files that differ."""
    wrong = [name for name, data in sorted(content.items()) if drive.read(name) != data]
    if wrong:
        raise FlashError(
            "%d files read back wrongly (%s): run the same command again; if that "
            "does not help, the drive is damaged." % (len(wrong), ", ".join(wrong[:3]))
        )


def removable(drive):
    """(paths to remove for an uninstall, paths of ours somebody changed, which stay)."""
    installed = read_manifest(drive)
    gone, changed = [], []
    for name in drive.names():
        if name in boards_desktop.SAVES and drive.read(name) == boards_desktop.SAVES[name]:
            gone.append(name)  # nothing was ever saved
        if KEEP.search(name) or name == MANIFEST:
            continue
        if name.startswith(OWN_ROOMS):
            gone.append(name)
        elif name in installed:
            known = zlib.crc32(drive.read(name)) in installed[name]
            (gone if known else changed).append(name)
    return sorted(gone, key=lambda n: (n != "code.py", n != "boot.py", n)), changed


def uninstall(drive, gone, progress):
    """Remove the files `gone`, give the newest code-backup its name back, the manifest last."""
    for done, name in enumerate(gone):
        progress(done, len(gone), "removing " + name)
        drive.remove(name)
    progress(len(gone), len(gone), "")
    for name in drive.names():
        saved = re.fullmatch(r"(.*)-backup-(\d+)(\.[^./]+)?", name)
        if saved:
            stem, ending = saved[1], saved[3] or ""
            newest = max(
                (
                    n
                    for n in drive.names()
                    if re.fullmatch(re.escape(stem) + r"-backup-\d+" + re.escape(ending), n)
                ),
                key=lambda n: int(re.search(r"-backup-(\d+)", n)[1]),
            )
            if name == newest and drive.read(stem + ending) is None:
                drive.rename(name, stem + ending)
    for name in (SCRATCH, MANIFEST):
        if drive.read(name) is not None:
            drive.remove(name)
    drive.sync()


def install_firmware(found, data, progress):
    """Write the UF2 bytes `data` to the boot loader's drive. Raises OSError before its last part.

    The board restarts with the last block, so errors at the very end say nothing.
    """
    at = 0
    try:
        with open(os.path.join(found.path, "firmware.uf2"), "wb", buffering=0) as stream:
            while at < len(data):
                progress(at, len(data), "firmware")
                stream.write(data[at : at + CHUNK])
                at += len(data[at : at + CHUNK])
            progress(at, len(data), "")
            os.fsync(stream.fileno())
    except OSError:
        if at < len(data):
            raise


def wait_for(host, seconds, wanted):
    """The first board for which `wanted(found)` holds, or None when it does not come in time."""
    end = host.now() + seconds
    while True:
        for found in host.boards():
            if wanted(found):
                return found
        if host.now() >= end:
            return None
        host.sleep(0.5)


class Bar:
    """The progress of one part of the work on a terminal: called with (done, all, text)."""

    def __init__(self, stream=None):
        self.stream = stream
        self.bar = None
        self.done = 0

    def __call__(self, done, total, text):
        if not total:
            return
        if self.bar is None:
            self.bar = bar(total, stream=self.stream, leave=True)
        self.bar.set_postfix_str(text)
        self.bar.update(done - self.done)
        self.done = done
        if done == total:
            self.bar.close()


# --- the command


def choose_board(found, named, firmware):
    """The Desk row to install for. Raises FlashError when it is not known or contradicts itself."""
    desk = None
    if named:
        desk = boards_desktop.lookup(named)
        if desk is None:
            raise FlashError(boards_desktop.unknown(named))
    seen = found.desk if found else None
    if desk and seen and desk is not seen:
        raise FlashError("--board says %s, but this is %s." % (desk.board_id, seen.board_id))
    desk = desk or seen
    if desk is None and firmware:
        fits = [boards_desktop.DESK[b] for b in firmware.boards]
        desk = fits[0] if len(fits) == 1 else None
    if desk is None:
        raise FlashError(
            "The board '%s' is not known: say which one it is with --board (%s)."
            % (found.said if found else "?", ", ".join(boards_desktop.DESK))
        )
    if found and found.kind == drives.LOADER and not drives.loader_fits(desk, found.said):
        raise FlashError(
            "The boot loader at %s is that of '%s', not of %s."
            % (found.path, found.said, desk.name)
        )
    return desk


def find(host, path):
    """The board at `path`, or the only one connected. Raises FlashError."""
    if path:
        if not os.path.isdir(path):
            raise FlashError("There is no drive at %s." % path)
        found = drives.look(path)
        if found is None:
            raise FlashError(
                "%s is no board's drive: it has neither INFO_UF2.TXT nor a "
                "boot_out.txt that names CircuitPython." % path
            )
        return found
    boards = host.boards()
    if not boards:
        raise FlashError(
            "No board found: connect it with a data cable, switch it on and see that "
            "its drive is mounted; a board without CircuitPython must be in its boot "
            "loader."
        )
    if len(boards) > 1:
        raise FlashError(
            "Several boards are connected (%s): choose one with --drive PATH."
            % ", ".join("%s at %s" % (b.text, b.path) for b in boards)
        )
    return boards[0]


def _firmware_step(host, found, desk, firmware, data, options, say):
    """Install the firmware and return the board running it."""
    if found.kind == drives.RUNNING and found.version == firmware.version:
        say("CircuitPython %d.%d.%d is on it already: the firmware stays." % firmware.version)
        return found
    if options.dry_run:
        say("Would install %s." % firmware.text)
        return None if found.kind == drives.LOADER else found
    if found.kind == drives.RUNNING:
        say(
            "To install the firmware put the board into its boot loader: %s. Waiting ..."
            % LOADER_KEYS[desk.chip]
        )
        found = wait_for(
            host,
            options.wait,
            lambda b: b.kind == drives.LOADER and drives.loader_fits(desk, b.said),
        )
        if found is None:
            raise FlashError(
                "No boot loader of %s showed up within %d seconds: nothing was "
                "changed; run the command again." % (desk.name, options.wait)
            )
    say("Installing %s." % firmware.text)
    try:
        install_firmware(found, data, Bar())
    except OSError as error:
        raise FlashError(
            "The firmware was not written whole (%s): put the board into its boot "
            "loader again and run the same command." % error.strerror
        )
    say("Waiting for the drive CIRCUITPY ...")
    running = wait_for(
        host,
        options.wait,
        lambda b: b.kind == drives.RUNNING and b.desk is desk and b.version == firmware.version,
    )
    if running is None:
        raise FlashError(
            "The firmware is written, but no CIRCUITPY drive with it came within %d "
            "seconds: press reset and run the command again without --firmware." % options.wait
        )
    return running


def run(options, host, content_of, say=print):
    """The whole command. content_of(board_id) gives {drive path: bytes}. Raises FlashError."""
    firmware = data = None
    if options.firmware:
        if options.uninstall:
            raise FlashError("--uninstall installs nothing: leave --firmware away.")
        with open(options.firmware, "rb") as stream:
            data = stream.read()
        firmware = uf2.firmware(data, os.path.basename(options.firmware))
    found = find(host, options.drive)
    say("Found %s at %s, %d KB free." % (found.text, found.path, host.space(found.path)[0] // 1024))
    if options.uninstall:
        return _uninstall(found, options, say)
    desk = choose_board(found, options.board, firmware)
    _check_firmware(found, desk, firmware, options.firmware)
    content = content_of(desk.board_id)
    if firmware:
        found = _firmware_step(host, found, desk, firmware, data, options, say)
        if found is None:
            say("Would then copy %d files." % len(content))
            return
    drive = Drive(found.path)
    plan = _plan(drive, content, *host.space(found.path))
    _tell(drive, plan, say)
    if options.dry_run:
        for sign, names in (("+", plan.new), ("~", plan.changed), ("-", plan.stale)):
            for name in names:
                say("%s %s" % (sign, name))
        say("Nothing was changed (--dry-run).")
        return
    install(drive, plan, Bar())
    say(
        "Done: %d files read back and right. Eject the drive; the game starts by itself."
        % len(plan.content)
    )


def _check_firmware(found, desk, firmware, path):
    """Raise FlashError unless the board has, or will have, a CircuitPython that the game runs on.

    firmware: the uf2.Firmware in file `path`, or None.
    """
    if firmware:
        uf2.check(firmware, desk, os.path.basename(path))
    elif found.kind == drives.LOADER:
        raise FlashError(
            "The board is in its boot loader: give CircuitPython with --firmware "
            "FILE.uf2 (https://circuitpython.org/board/%s/), or press reset to start "
            "the one it has." % desk.board_id
        )
    elif found.version[0] < uf2.OLDEST:
        raise FlashError(
            "The board runs CircuitPython %d.%d.%d: version %d or newer is needed; "
            "install it with --firmware FILE.uf2." % (found.version + (uf2.OLDEST,))
        )


def _plan(drive, content, free, cluster):
    """The Plan for a drive with `free` bytes in clusters of `cluster`. Raises FlashError."""
    plan = Plan(drive, content)
    lacking = plan.room(drive, free, cluster)
    if lacking:
        plan = Plan(drive, content, saves=False)  # the game makes a smaller one
        lacking = plan.room(drive, free, cluster)
    if lacking:
        raise FlashError(
            "The drive is too full: %d KB more are needed; remove files of yours "
            "first. Nothing was changed." % -(-lacking // 1024)
        )
    if not os.access(drive.path, os.W_OK):
        raise FlashError(READ_ONLY % drive.path)
    return plan


def _tell(drive, plan, say):
    """Say what is going to happen."""
    say(
        "%d new, %d changed, %d right already, %d to remove; kept: %s."
        % (
            len(plan.new),
            len(plan.changed),
            len(plan.same),
            len(plan.stale),
            ", ".join(plan.kept) or "nothing was there to keep",
        )
    )
    for name in plan.foreign:
        say("%s is not this game's: it becomes %s." % (name, backup_name(drive, name)))


def _uninstall(found, options, say):
    if found.kind == drives.LOADER:
        raise FlashError("The board is in its boot loader: press reset first.")
    drive = Drive(found.path)
    gone, changed = removable(drive)
    if not gone:
        say("Nothing of this game is on the drive.")
    for name in changed:
        say("%s was changed by somebody and stays." % name)
    if options.dry_run:
        for name in gone:
            say("- " + name)
        say("Nothing was changed (--dry-run).")
        return
    uninstall(drive, gone, Bar())
    say("%d files removed; saved games and settings.toml stay." % len(gone))


READ_ONLY = (
    "The drive %s is read-only: press reset on the board without holding START, or eject "
    "and connect it again."
)


def sentence(error, path):
    """What a person is told about OSError `error` while writing to the drive at `path`."""
    if error.errno == errno.ENOSPC:
        return "The drive is full: remove files of yours and run the same command again."
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return READ_ONLY % path
    return (
        "The drive vanished or fails (%s): connect the board again and run the same command; "
        "it goes on where it stopped." % (error.strerror or error)
    )


def main(argv, host=None):
    """`python3 tools flash`."""
    parser = argparse.ArgumentParser(prog=DOOR + " flash", description=HELP)
    parser.add_argument("--board", metavar="ID", help="needed only when the board does not say")
    parser.add_argument("--firmware", metavar="FILE.uf2", help="install this CircuitPython first")
    parser.add_argument("--drive", metavar="PATH", help="the board's drive (default: look for it)")
    parser.add_argument("--dry-run", action="store_true", help="say what would happen, do nothing")
    parser.add_argument("--uninstall", action="store_true", help="take the game off the board")
    parser.add_argument(
        "--wait",
        type=int,
        default=60,
        metavar="SECONDS",
        help="how long to wait for a drive (default 60)",
    )
    parser.add_argument("--compiler", metavar="PATH", help="CircuitPython's own mpy-cross")
    options = parser.parse_args(argv)

    def content_of(board_id):
        build.refuse_faults(boards_desktop.ROOT)
        return build.drive_content(boards_desktop.ROOT, board_id, build.Compiler(options.compiler))

    try:
        run(options, host or drives.Host(), content_of)
    except (FlashError, uf2.Uf2Error, build.BuildError) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        if options.firmware and error.filename == options.firmware:
            print("%s: %s." % (error.filename, error.strerror), file=sys.stderr)
        else:
            print(sentence(error, options.drive or error.filename), file=sys.stderr)
        return 1
    return 0
