"""`emulate --cut N`: the power cut at every erase and every program of N saved turns.

The turns are played and saved on the firmware, and everything the flash was told is kept. From that
each state a cut can leave is made: an operation not begun, half done, partly done, done. Every
state is read as a desktop would (the drive whole, its files unchanged) and loaded by the device's
own storage code; a share of them is booted on the emulated board, which loads it itself.
"""

import base64
import binascii
import importlib
import inspect
import multiprocessing
import os
import sys
import tempfile
import types

from tools.device.boards_desktop import ROOT
from tools.emulator import EmulatorError, fatcheck, session
from tools.emulator.handheld import Handheld
from tools.progress import bar
from tools.sim import fatdrive

SECTOR = 4096
LIFE = 100000  # erases a sector of such flash is made for
_NVM = 0xFF000  # microcontroller.nvm on RP2040: the sector before the drive
TORN = (0, 1, 2, 3)  # see fatdrive.tear
_JOB = b"turns %4d   \n"
_VERIFY = b"verify       \n"


class Record:
    """Saved turns as the flash saw them.

    before: the flash as the first turn began; changes: [kind, address, bytes or size] in order.
    first: CRC32 of the save there was before. saved: [(number of changes by then, CRC32 of the
    save)].
    """

    def __init__(self, before, changes, first, saved):
        self.before, self.changes, self.first, self.saved = before, changes, first, saved


def play(args, turns, tell=None):
    """Play and save `turns` turns on the board: a Record, and the drive's offset. Raises
    EmulatorError."""
    with session.set_up(
        args,
        "probe",
        {"DEEP": False, "JOBS": True},
        {"jobs.txt": _JOB % turns},
        journal=True,
        on_line=tell,
    ) as board:
        if not board.until("turns begin", 120000):
            raise EmulatorError("No turn was saved: the console says '%s'." % board.console[-1][1])
        began = board.ms
        early = board.changes()
        before = board.flash()
        early += board.changes()
        if any(change[0] > began for change in early):
            raise EmulatorError("The flash was written before the turns began.")
        if not board.until("jobs done", turns * 60000):
            raise EmulatorError(
                "The turns were not played: the console says '%s'." % board.console[-1][1]
            )
        changes = board.changes()
        first, saved = None, []
        for ms, line in board.console:
            words = line.split()
            if words[:2] == ["turns", "begin"]:
                first = int(words[2])
            elif words[:1] == ["saved"] and len(words) >= 3:
                if len(words) > 3:
                    raise EmulatorError("A turn was not saved: %s" % line)
                saved.append((sum(1 for change in changes if change[0] <= ms), int(words[2])))
        return Record(
            before,
            [
                [kind, address, what if kind == "erase" else base64.b64decode(what)]
                for _ms, kind, address, what in changes
            ],
            first,
            saved,
        )


def result_of(image, change):
    """(address, bytes) that a change leaves when it is done whole."""
    kind, address, what = change
    if kind == "erase":
        return address, b"\xff" * what
    return address, bytes(old & new for old, new in zip(image[address : address + len(what)], what))


def states(record):
    """Every state a cut can leave: (flash image, number of the change, how torn, saves done).

    The image is changed in place from state to state: copy what is to be kept.
    """
    image = bytearray(record.before)
    done = 0
    for number, change in enumerate(record.changes):
        while done < len(record.saved) and record.saved[done][0] <= number:
            done += 1
        address, result = result_of(image, change)
        was = bytes(image[address : address + len(result)])
        for torn in TORN:
            image[address : address + len(was)] = was
            fatdrive.tear(image, address, result, torn)
            yield image, number, torn, done


def allowed(record, done):
    """The saves that may be found when `done` are whole: the last of them, the one being
    written."""
    crcs = [record.first] + [crc for _number, crc in record.saved]
    return set(crcs[done : done + 2])


class Loader:
    """Loads the game's save from files by the device's own storage code."""

    def __init__(self):
        for folder in (os.path.join(ROOT, "lib"),):
            if folder not in sys.path:
                sys.path.append(folder)
        self.chip = sys.modules.setdefault("microcontroller", types.ModuleType("microcontroller"))
        self.known = {}

    def load(self, files, nvm):
        """(CRC32 of the game's save or None, sentence or None). files: {path: bytes}."""
        key = (
            binascii.crc32(nvm),
            tuple(sorted((path, binascii.crc32(data)) for path, data in files.items())),
        )
        if key not in self.known:
            self.known[key] = self._load(files, nvm)
        return self.known[key]

    def _load(self, files, nvm):
        with tempfile.TemporaryDirectory() as folder:
            for path, data in files.items():
                full = os.path.join(folder, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "wb") as file:
                    file.write(data)
            os.environ["POCKET_SAVES"] = folder
            self.chip.nvm = bytearray(nvm)
            storage = importlib.import_module("pocket.hardware.storage")
            wants = inspect.signature(storage.Store.__init__).parameters
            store = storage.Store({}) if "kept" in wants else storage.Store()
            payload, sentence = store.load("game")
        return (None if payload is None else binascii.crc32(payload)), sentence


def judge(image, offset, shipped, loader, expected):
    """What is wrong with a state: a list of sentences. shipped: {path: bytes} that must be
    there."""
    try:
        drive = fatcheck.Drive(memoryview(image)[offset:])
    except fatcheck.BadDrive as problem:
        return ["the drive cannot be read: %s" % problem]
    wrong = ["the drive: " + fault for fault in drive.faults]
    for path, data in shipped.items():
        if drive.files.get(path) != data:
            wrong.append("%s is %s" % (path, "changed" if path in drive.files else "gone"))
    own = {path: data for path, data in drive.files.items() if path not in shipped}
    crc, sentence = loader.load(own, bytes(image[_NVM : _NVM + SECTOR]))
    if crc not in expected:
        wrong.append(
            "%s game is found%s"
            % (
                "no" if crc is None else "an older or damaged",
                "" if sentence else ", and nothing is said",
            )
        )
    return wrong


def wear(record):
    """{sector: erases}, bytes erased a turn, turns until the hottest sector is worn out."""
    sectors = {}
    erased = 0
    for kind, address, what in record.changes:
        if kind == "erase":
            erased += what
            for sector in range(address, address + what, SECTOR):
                sectors[sector] = sectors.get(sector, 0) + 1
    turns = len(record.saved)
    hottest = max(sectors.values(), default=0)
    return {
        "sectors": {"0x%06x" % sector: count for sector, count in sorted(sectors.items())},
        "bytes_a_turn": erased // turns if turns else 0,
        "turns_to_wear": LIFE * turns // hottest if hottest else None,
    }


def _boot(job):
    """Boot one state: (number, torn, CRC or None, sentence, fault or None)."""
    args, image, number, torn = job
    desk, size = session.board_of(args)
    try:
        with Handheld(args.firmware, desk, size, flash=image, rom=args.bootrom) as board:
            if not board.until("verified", 30000):
                said = [line for _ms, line in board.console if line.strip()]
                return number, torn, None, "", "it does not start: '%s'" % (said or [""])[-1]
            board.wait(50)
            words = [line for _ms, line in board.console if line.startswith("verified")][-1].split()
            crc = None if words[1] == "none" else int(words[1])
            return number, torn, crc, " ".join(words[2:]), None
    except EmulatorError as problem:
        return number, torn, None, "", str(problem)


def booted(image, turns):
    """The image with the job of playing turns made one of verifying what is saved."""
    start = image.find(_JOB % turns)
    if start < 0:
        return None
    out = bytes(image)
    return out[:start] + _VERIFY + out[start + len(_VERIFY) :]


def measure(args, tell=None):
    """Cut, judge, boot; returns the findings as plain values."""
    desk, _size = session.board_of(args)
    offset = session.drive_offset(args, desk)
    record = play(args, args.cut, tell)
    report = {
        "turns": args.cut,
        "changes": len(record.changes),
        "cuts": 0,
        "states": 0,
        "bad": [],
        "newest": 0,
        "before": 0,
        "booted": 0,
        "wear": wear(record),
    }
    jobs = _judged(args, record, offset, report)
    _booted(jobs, record, report)
    return report


def _shipped(record, offset):
    """{path: bytes} of the files that playing leaves alone: they must outlive every cut."""
    first = fatcheck.Drive(memoryview(record.before)[offset:])
    last = bytearray(record.before)
    for change in record.changes:
        address, data = result_of(last, change)
        last[address : address + len(data)] = data
    after = fatcheck.Drive(memoryview(last)[offset:])
    # A file of saves may be as it was, too: whatever the saves' code could write is not shipped.
    return {
        path: data
        for path, data in first.files.items()
        if after.files.get(path) == data and "rummy" not in path.lower()
    }


def _judged(args, record, offset, report):
    """Make every state and judge it, each once; what is wrong goes into `report`.

    Returns the states to boot, spread evenly: [(arguments of `_boot`, saves done by then)].
    """
    shipped = _shipped(record, offset)
    loader = Loader()
    total = len(record.changes) * len(TORN)
    every = max(1, total // args.boots) if args.boots else 0
    seen, jobs = set(), []
    with bar(total, "cuts") as shown:
        for image, number, torn, done in states(record):
            report["cuts"] += 1
            shown.update()
            mark = binascii.crc32(memoryview(image)[_NVM : offset + (2 << 20)])
            if every and report["cuts"] % every == every // 2:
                jobs.append(((args, booted(image, args.cut), number, torn), done))
            if (mark, done) in seen:
                continue
            seen.add((mark, done))
            report["states"] += 1
            for sentence in judge(image, offset, shipped, loader, allowed(record, done)):
                report["bad"].append([number, torn, sentence])
    return jobs


def _booted(jobs, record, report):
    """Boot the states of `jobs`, see `_judged`; what comes of it goes into `report`."""
    newest = dict(enumerate(crc for _at, crc in record.saved))
    done_by = {(job[2], job[3]): done for job, done in jobs}
    with (
        multiprocessing.Pool(min(2, os.cpu_count() or 1)) as pool,
        bar(len(jobs), "boots") as shown,
    ):
        ends = pool.imap_unordered(_boot, [job for job, _done in jobs])
        for number, torn, crc, sentence, fault in ends:
            report["booted"] += 1
            shown.update()
            done = done_by[number, torn]
            if fault or crc not in allowed(record, done):
                which = "no" if crc is None else "an older"
                fault = fault or "%s game is found: %s" % (which, sentence or "nothing is said")
                report["bad"].append([number, torn, "booted: " + fault])
            else:
                report["newest" if crc == newest.get(done) else "before"] += 1


def text(report):
    """The findings for a person."""
    lines = [
        "%d turns saved by %d erases and programs: %d cuts, %d different states; %d booted"
        % (report["turns"], report["changes"], report["cuts"], report["states"], report["booted"]),
        "booted: %d go on with the turn being saved, %d with the one before"
        % (report["newest"], report["before"]),
        "bad: %d" % len(report["bad"]),
    ]
    for number, torn, sentence in report["bad"][:20]:
        lines.append(
            "    change %d, %s: %s"
            % (number, ("not begun", "half", "some bits", "done")[torn], sentence)
        )
    wearing = report["wear"]
    lines.append(
        "erased a turn: %d bytes; %s turns until the hottest sector has %d erases"
        % (wearing["bytes_a_turn"], wearing["turns_to_wear"], LIFE)
    )
    for sector, count in wearing["sectors"].items():
        lines.append("    sector %s: %d erases" % (sector, count))
    return "\n".join(lines)
