"""`emulate --cut N`: cut the power at every erase and program of N saved turns.

Computer players play on the firmware, which gives a log of the flash's changes. The log gives each
state that a cut can leave: an operation not begun, half done, some bits done, done. In each state
the drive must be consistent, the program's files unchanged, and the device's own storage code must
find the saves of before or after the operation, which never become older. The emulated board boots
some of the states, to load the saves itself. Independent of the chip.
"""

import binascii
import importlib
import os
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from rules import catalogue
from tools.device.made import importable
from tools.emulator import EmulatorError, drive, fatcheck, session
from tools.emulator.handheld import Handheld
from tools.emulator.person import Person
from tools.progress import bar

SECTOR = 4096
TORN = (0, 1, 2, 3)  # see tear
_BOOTS = 40  # states that are booted
_SAY_TORN = ("not begun", "half", "some bits", "done")
_JOBS = b"go settingsmenu\nawait_title\nbegin %s easy,easy %d\n"


def tear(data: bytearray, address: int, result: bytes, torn: int) -> None:
    """Change `data` as an operation does that writes `result` at `address`, until a power cut.
    torn: 0: it has not begun; 1: half is done; 2: some bits are; 3: all of it."""
    size = len(result)
    if torn == 1:
        size //= 2
    before = data[address : address + size]
    if torn == 2:
        result = bytes(
            old ^ (old ^ new) & (i * 73 ^ i >> 3) & 255
            for i, (old, new) in enumerate(zip(before, result))
        )
    if torn:
        data[address : address + size] = result[:size]


def states(before: bytes, changes: Iterable) -> Iterator[tuple[bytearray, int, int]]:
    """Yield each state that a cut can leave: (flash, number of the change, torn; see `tear`).

    before: the flash before the first of `changes`, ["erase", address, size] or ["program",
    address, bytes]. The flash is changed in place: copy it to keep it.
    """
    image = bytearray(before)
    for number, (kind, address, data) in enumerate(changes):
        size = data if kind == "erase" else len(data)
        old = bytes(image[address : address + size])
        result = b"\xff" * size if kind == "erase" else bytes(a & b for a, b in zip(old, data))
        for torn in TORN:
            image[address : address + size] = old
            tear(image, address, result, torn)
            yield image, number, torn


class Judge:
    """Judges states of a flash. offset: of the drive. shipped: {path: bytes} of files that must
    stay. nvm: bytes before the drive that are the chip's own memory. seen: {checksum: what
    `assess` has returned}."""

    def __init__(self, offset: int, shipped: dict[str, bytes], nvm: int = SECTOR) -> None:
        self.offset, self.shipped, self.nvm = offset, shipped, nvm
        self.seen: dict[int, tuple] = {}
        importable()
        self._storage = importlib.import_module("pocket.saves.storage")

    def assess(self, image: bytes | bytearray) -> tuple[list[str], dict[str, int | None]]:
        """Return (faults as sentences, {name: CRC32 of the newest record})."""
        judged_bytes = bytes(memoryview(image)[self.offset - self.nvm : self.offset + (2 << 20)])
        checksum = binascii.crc32(judged_bytes)
        if checksum not in self.seen:
            self.seen[checksum] = self._assess(image, judged_bytes[: self.nvm])
        return self.seen[checksum]

    def _assess(self, image, nvm):
        try:
            volume = fatcheck.Drive(memoryview(image)[self.offset :])
        except fatcheck.BadDrive as problem:
            return ["the drive cannot be read: %s" % problem], {}
        faults = ["the drive: " + fault for fault in volume.faults]
        for path, data in self.shipped.items():
            if volume.files.get(path) != data:
                faults.append("%s is %s" % (path, "changed" if path in volume.files else "gone"))
        with tempfile.TemporaryDirectory() as folder:
            for path, data in volume.files.items():
                if path not in self.shipped and "/" not in path:
                    with open(os.path.join(folder, path), "wb") as file:
                        file.write(data)
            store = self._storage.Store({"path": folder + "/rummy.sav", "nvm": bytearray(nvm)})
            names = sorted({slot[2] for slot in store.slots() if slot[2]})
            return faults, {name: binascii.crc32(store.load(name)) for name in names}


def judge_cuts(before: bytes, changes: Sequence, judge: Judge) -> tuple[list, dict[str, list]]:
    """Judge the drive after a cut at each change. Return ([[number of the change, torn, sentence]],
    {name: CRC32s of its saves}). A cut must leave the records from before or after the change, and
    no record may become older."""
    faults_found: list = []
    saves: dict[str, list] = {}
    cuts: list = []
    with bar(len(changes) * len(TORN), "cuts") as progress:
        for image, number, torn in states(before, changes):
            faults, after = judge.assess(image)
            progress.update()
            faults_found += [[number, torn, sentence] for sentence in faults]
            cuts = [*cuts, after] if torn else [after]
            if torn != TORN[-1]:
                continue
            old = cuts[0]
            for name in {*old, *after, *saves}:
                for cut, records in enumerate(cuts):
                    crc = records.get(name)
                    if crc != old.get(name) and (crc != after.get(name) or crc is None):
                        version = "no" if crc is None else "an older or damaged"
                        faults_found.append([number, cut, "%s %s is found" % (version, name)])
                new = after.get(name)
                if new != old.get(name) and new is not None:
                    if new in saves.setdefault(name, []):
                        faults_found.append([number, torn, "an older %s is found" % name])
                    saves[name].append(new)
    return faults_found, saves


def play(args: Namespace, turns: int, on_line: Callable | None = None) -> tuple[bytes, list]:
    """Change a setting, then let computers play `turns` turns on the board. Returns (flash before,
    changes, see `states`). Raises EmulatorError."""
    jobs = _JOBS % (catalogue.ORDER[0].encode(), args.seed or 7)
    constants = {"JOBS": True, "KEYS": True}
    board = session.set_up(args, constants, {"jobs.txt": jobs}, on_line)
    before = board.flash()
    person = Person(board)
    person.wait_for("settingsmenu")
    person.tap("DOWN", "DOWN", "DOWN", "A", "B")
    person.play_game(False, turns)
    person.rest(1500)
    return before, [[kind, address, what] for _ms, kind, address, what in board.changes]


def _shipped(before: bytes, changes: Sequence, offset: int) -> dict[str, bytes]:
    """Return {path: bytes} of the program's files: those that playing leaves unchanged."""
    files_before = fatcheck.Drive(memoryview(before)[offset:]).files
    files_after = files_before
    for image, number, torn in states(before, changes):
        if number == len(changes) - 1 and torn == 3:
            files_after = fatcheck.Drive(memoryview(image)[offset:]).files
    return {
        path: data
        for path, data in files_before.items()
        if files_after.get(path) == data and "rummy" not in path.lower()
    }


def measure(args: Namespace, on_line: Callable | None = None) -> dict[str, Any]:
    """Play, cut, judge and boot; return the findings as plain values."""
    model, size = session.board_of(args)
    offset = drive.drive_offset(drive.read_firmware(args.firmware, model), model)
    before, changes = play(args, args.cut, on_line)
    judge = Judge(offset, _shipped(before, changes, offset), drive.nvm_bytes(model))
    faults, saves = judge_cuts(before, changes, judge)
    total = len(changes) * len(TORN)
    step = max(1, total // _BOOTS)
    chosen = [
        (bytes(image), number, torn, judge.assess(image)[1])
        for count, (image, number, torn) in enumerate(states(before, changes), 1)
        if count % step == step // 2
    ][:_BOOTS]
    with ThreadPoolExecutor(2) as pool, bar(len(chosen), "boots") as progress:
        for row, fault in zip(chosen, pool.map(lambda row: _boot(args, model, size, row), chosen)):
            progress.update()
            if fault:
                faults.append([row[1], row[2], "booted: " + fault])
    records = {name: len(crcs) for name, crcs in saves.items()}
    turns = sum(count for name, count in records.items() if name.startswith("game"))
    if turns < args.cut:
        faults.append([len(changes), 0, "%d of %d turns are saved" % (turns, args.cut)])
    report = {"turns": args.cut, "changes": len(changes), "cuts": total, "states": len(judge.seen)}
    report.update(records=records, booted=len(chosen), bad=faults)
    return {**report, "erases": sum(change[0] == "erase" for change in changes)}


def _boot(args, model, size, row):
    """Boot a state; return a sentence if the board finds other records than the desktop, or ""."""
    image, _number, _torn, records = row
    jobs = _JOBS % (catalogue.ORDER[0].encode(), args.seed or 7)
    image = image.replace(jobs, b"kept\n".ljust(len(jobs)))
    try:
        board = Handheld(args.firmware, model, size, flash=image)
        if not board.until("kept:", 30000) or not board.until("\n", 50):
            return "it does not start: '%s'" % board.last_line()
        line = [line for _ms, line in board.console if line.startswith("kept:")][-1]
    except EmulatorError as problem:
        return str(problem)
    expected = sorted("%s=%d" % item for item in records.items())
    return "" if line.split()[1:] == expected else "the board finds %s, not %s" % (line, expected)


def text(report: dict) -> str:
    """Return the findings as text."""
    saved = ", ".join("%s %d" % item for item in report["records"].items())
    lines = [
        "%d turns played; saved: %s" % (report["turns"], saved),
        "%(changes)d erases and programs: %(cuts)d cuts, %(states)d different states; %(booted)d "
        "booted" % report,
        "bad: %d" % len(report["bad"]),
    ]
    for number, torn, sentence in report["bad"][:20]:
        lines.append("    change %d, %s: %s" % (number, _SAY_TORN[torn], sentence))
    lines.append("%d sectors erased" % report["erases"])
    return "\n".join(lines)
