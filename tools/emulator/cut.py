"""`emulate --cut N`: the power cut at every erase and every program of N saved turns.

The turns are played and saved on the firmware, settings and statistics between them, and everything
the flash was told is kept. From that each state a cut can leave is made: an operation not begun,
half done, partly done, done. Every state is read as a desktop would (the drive whole, its files
unchanged) and loaded by the device's own storage code; a share of them is booted on the emulated
board, which loads it itself.
"""

import base64
import binascii
import importlib
import multiprocessing
import os
import sys
import tempfile
import types
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tools.device.made import importable
from tools.emulator import EmulatorError, drive, fatcheck, session
from tools.emulator.handheld import Handheld
from tools.progress import bar

SECTOR = 4096
LIFE = 100000  # erases a sector of such flash is made for
TORN = (0, 1, 2, 3)  # see tear
_JOB = b"turns %4d   \n"
_VERIFY = b"verify       \n"
KEPT = ("game", "set", "stat")  # the records that are looked at, as the probe tells of them


class Record:
    """Saved turns as the flash saw them.

    before: the flash as the first turn began; changes: [kind, address, bytes or size] in order.
    first: {name: CRC32 of the save there was before, or None}. saved: [(number of changes by then,
    name, CRC32 of the save)]. turns: how many were played.
    """

    def __init__(
        self,
        before: bytes,
        changes: list,
        first: dict[str, int | None],
        saved: list[tuple],
        turns: int,
    ) -> None:
        self.before, self.changes, self.first, self.saved = before, changes, first, saved
        self.turns = turns


def play(args: Namespace, turns: int, tell: Callable | None = None) -> Record:
    """Play and save `turns` turns on the board. Raises EmulatorError."""
    constants, files = {"JOBS": True}, {"jobs.txt": _JOB % turns}
    if args.seed is not None:
        constants["SEED"] = args.seed
    with session.set_up(args, "probe", constants, files, True, tell) as board:
        session.expect(board, "turns begin", 120000, "No turn was saved")
        began = board.ms
        early = board.changes()
        before = board.flash()
        early += board.changes()
        if any(change[0] > began for change in early):
            raise EmulatorError("The flash was written before the turns began.")
        session.expect(board, "jobs done", turns * 60000, "The turns were not played")
        changes = board.changes()
        failed = [line for _ms, line in board.console if "Traceback" in line]
        if failed:  # the game mends itself and goes on without the turns that are left
            raise EmulatorError("A turn failed: the console says '%s'." % board.console[-1][1])
        first, saved = None, []
        for ms, line in board.console:
            words = line.split()
            if words[:2] == ["turns", "begin"]:
                first = marks(words[2:])
            elif words[:1] == ["saved"] and len(words) >= 4:
                if len(words) > 4:
                    raise EmulatorError("A turn was not saved: %s" % line)
                done = sum(1 for change in changes if change[0] <= ms)
                saved.append((done, words[2], int(words[3])))
        made = [
            [kind, address, what if kind == "erase" else base64.b64decode(what)]
            for _ms, kind, address, what in changes
        ]
        return Record(before, made, first, saved, turns)


def marks(words: Sequence[str]) -> dict[str, int | None]:
    """{name of KEPT: CRC32 or None} of what the probe tells of them."""
    return {name: None if word == "none" else int(word) for name, word in zip(KEPT, words)}


def result_of(image: bytes | bytearray, change: Sequence) -> tuple[int, bytes]:
    """(address, bytes) that a change leaves when it is done whole."""
    kind, address, what = change
    if kind == "erase":
        return address, b"\xff" * what
    return address, bytes(old & new for old, new in zip(image[address : address + len(what)], what))


def tear(data: bytearray, address: int, result: bytes, torn: int) -> None:
    """Leave in `data` what an operation leaves that was to put `result` at `address` when the
    power goes. torn: 0: it is not begun; 1: half of it is done; 2: some bits are; 3: all of it."""
    size = len(result)
    if torn == 1:
        size //= 2
    was = data[address : address + size]
    if torn == 2:
        result = bytes(
            old ^ (old ^ new) & (i * 73 ^ i >> 3) & 255
            for i, (old, new) in enumerate(zip(was, result))
        )
    if torn:
        data[address : address + size] = result[:size]


def states(record: Record) -> Iterator[tuple[bytearray, int, int, int]]:
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
            tear(image, address, result, torn)
            yield image, number, torn, done


def allowed(record: Record, done: int) -> dict[str, set]:
    """{name: the saves that may be found} when `done` are whole: the last of that name, the one
    being written."""
    good = {name: {crc} for name, crc in record.first.items()}
    for _number, name, crc in record.saved[:done]:
        good[name] = {crc}
    for _number, name, crc in record.saved[done : done + 1]:
        good[name].add(crc)
    return good


class Loader:
    """Loads the saves from files by the device's own storage code."""

    def __init__(self) -> None:
        importable()
        self.chip = sys.modules.setdefault("microcontroller", types.ModuleType("microcontroller"))
        self.known = {}

    def load(self, files: dict[str, bytes], nvm: bytes) -> dict[str, tuple]:
        """{name of KEPT: (CRC32 of that save or None, what is told or None)}. files: {path:
        bytes}."""
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
            storage = importlib.import_module("pocket.games.storage")
            store = storage.Store({})
            loaded = {name: store.load(name) for name in KEPT}
        return {
            name: (None if payload is None else binascii.crc32(payload), told)
            for name, (payload, told) in loaded.items()
        }


def judge(
    image: bytes | bytearray,
    offset: int,
    shipped: dict[str, bytes],
    loader: Loader,
    expected: dict[str, set],
) -> list[str]:
    """What is wrong with a state: a list of sentences. offset: of the drive; the sector before it
    is microcontroller.nvm. shipped: {path: bytes} that must be there. expected: see `allowed`."""
    try:
        volume = fatcheck.Drive(memoryview(image)[offset:])
    except fatcheck.BadDrive as problem:
        return ["the drive cannot be read: %s" % problem]
    wrong = ["the drive: " + fault for fault in volume.faults]
    for path, data in shipped.items():
        if volume.files.get(path) != data:
            wrong.append("%s is %s" % (path, "changed" if path in volume.files else "gone"))
    own = {path: data for path, data in volume.files.items() if path not in shipped}
    for name, (crc, told) in loader.load(own, bytes(image[offset - SECTOR : offset])).items():
        if crc not in expected[name]:
            which = "no" if crc is None else "an older or damaged"
            said = "" if told else ", and nothing is said"
            wrong.append("%s %s is found%s" % (which, name, said))
    return wrong


def wear(record: Record) -> dict:
    """{sector: erases}, bytes erased a turn, turns until the hottest sector is worn out."""
    sectors = {}
    erased = 0
    for kind, address, what in record.changes:
        if kind == "erase":
            erased += what
            for sector in range(address, address + what, SECTOR):
                sectors[sector] = sectors.get(sector, 0) + 1
    turns = record.turns
    hottest = max(sectors.values(), default=0)
    return {
        "sectors": {"0x%06x" % sector: count for sector, count in sorted(sectors.items())},
        "bytes_a_turn": erased // turns if turns else 0,
        "turns_to_wear": LIFE * turns // hottest if hottest else None,
    }


def _boot(job):
    """Boot one state: (number, torn, {name: CRC or None}, sentence, fault or None)."""
    args, image, number, torn = job
    desk, size = session.board_of(args)
    try:
        with Handheld(args.firmware, desk, size, flash=image) as board:
            if not board.until("verified", 30000):
                said = [line for _ms, line in board.console if line.strip()]
                return number, torn, {}, "", "it does not start: '%s'" % (said or [""])[-1]
            board.wait(50)
            words = [line for _ms, line in board.console if line.startswith("verified")][-1].split()
            last = 1 + len(KEPT)
            return number, torn, marks(words[1:last]), " ".join(words[last:]), None
    except EmulatorError as problem:
        return number, torn, {}, "", str(problem)


def booted(image: bytes | bytearray, turns: int) -> Any:
    """The image with the job of playing turns made one of verifying what is saved."""
    start = image.find(_JOB % turns)
    if start < 0:
        return None
    out = bytes(image)
    return out[:start] + _VERIFY + out[start + len(_VERIFY) :]


def measure(args: Namespace, tell: Callable | None = None) -> dict:
    """Cut, judge, boot; returns the findings as plain values."""
    desk, _size = session.board_of(args)
    offset = drive.drive_offset(drive.read_firmware(args.firmware, desk), desk)
    record = play(args, args.cut, tell)
    names = [row[1] for row in record.saved]
    report = {"turns": args.cut, "changes": len(record.changes)}
    report.update(records={name: names.count(name) for name in KEPT}, cuts=0, states=0, bad=[])
    report.update(newest=0, before=0, booted=0, wear=wear(record))
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
            mark = binascii.crc32(memoryview(image)[offset - SECTOR : offset + (2 << 20)])
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
    newest = dict(enumerate((name, crc) for _at, name, crc in record.saved))
    done_by = {(job[2], job[3]): done for job, done in jobs}
    with (
        multiprocessing.Pool(min(2, os.cpu_count() or 1)) as pool,
        bar(len(jobs), "boots") as shown,
    ):
        ends = pool.imap_unordered(_boot, [job for job, _done in jobs])
        for number, torn, crcs, sentence, fault in ends:
            report["booted"] += 1
            shown.update()
            done = done_by[number, torn]
            good = allowed(record, done)
            lost = [name for name in crcs if crcs[name] not in good[name]]
            if fault or lost:
                told = (" ".join(lost), sentence or "nothing is said")
                fault = fault or "no %s, or an older one, is found: %s" % told
                report["bad"].append([number, torn, "booted: " + fault])
            else:
                report["newest" if newest.get(done) in crcs.items() else "before"] += 1


def text(report: dict) -> str:
    """The findings for a person."""
    saved = ", ".join("%s %d" % item for item in report["records"].items())
    lines = [
        "%d turns played; saved: %s" % (report["turns"], saved),
        "%(changes)d erases and programs: %(cuts)d cuts, %(states)d different states; %(booted)d "
        "booted" % report,
        "booted: %(newest)d go on with what was being saved, %(before)d with what was before"
        % report,
        "bad: %d" % len(report["bad"]),
    ]
    torn_so = ("not begun", "half", "some bits", "done")
    for number, torn, sentence in report["bad"][:20]:
        lines.append("    change %d, %s: %s" % (number, torn_so[torn], sentence))
    wearing = {**report["wear"], "life": LIFE}
    lines.append(
        "erased a turn: %(bytes_a_turn)d bytes; %(turns_to_wear)s turns until the hottest sector "
        "has %(life)d erases" % wearing
    )
    for sector, count in wearing["sectors"].items():
        lines.append("    sector %s: %d erases" % (sector, count))
    return "\n".join(lines)
