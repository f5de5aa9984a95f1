"""One run of `emulate`: options checked, the board set up, the script played, the report."""

import argparse
import re
from collections.abc import Callable
from typing import Any

from tools.emulator import EmulatorError, consoles, drive, memory, shortage
from tools.emulator.handheld import Handheld
from tools.sim import script

_LEAST, _MOST = 32 * 1024, 256 * 1024


def heap_bytes(text: str) -> int:
    """--heap in bytes. Raises EmulatorError."""
    number = re.fullmatch("([0-9]{1,6})([Kk]?)", text, re.ASCII)
    size = int(number[1]) * (1024 if number[2] else 1) if number else 0
    if number and not number[2] and size < 1024:
        raise EmulatorError(
            "--heap takes the bytes that are free when code.py starts: %s is %d bytes, %sK would "
            "be %d." % (text, size, text, size * 1024)
        )
    if not _LEAST <= size <= _MOST:
        raise EmulatorError(
            "--heap takes the bytes that are free when code.py starts, such as 150720 or 147K, "
            "%d to %d; '%s' is none." % (_LEAST, _MOST, text)
        )
    return size


def options(**given: Any) -> argparse.Namespace:
    """Options of a run, as the command line gives them."""
    names = "firmware board display heap like drive seed script cut refuse".split()
    plain = {"bare": False, "coach": False, "json": False, "shots": "shots", "boots": 0}
    return argparse.Namespace(**{**dict.fromkeys(names), **plain, **given})


def board_of(args: argparse.Namespace) -> tuple:
    """(Desk row, size of the display) of these options. Raises EmulatorError."""
    desk = drive.board(args.board) if args.board else drive.firmware_board(args.firmware)
    if args.display:
        return desk, drive.display_size(args.display)
    return desk, drive.own_size(memory.like(args.like) if args.like else desk)


def heap_of(args: argparse.Namespace, desk: Any) -> int | None:
    """Bytes that these options leave to code.py, or None: all there are. Raises EmulatorError."""
    if args.heap and args.like:
        raise EmulatorError("--like tells how much memory is left: use it, or --heap.")
    if args.heap:
        return heap_bytes(args.heap)
    if args.like and memory.like(args.like) != desk:
        return memory.free(memory.like(args.like).board_id)[0]
    return None


def set_up(
    args: argparse.Namespace,
    probe: str | None = "probe",
    constants: dict | None = None,
    files: dict[str, bytes] | None = None,
    journal: bool = False,
    on_line: Callable | None = None,
) -> Handheld:
    """The Handheld of these options, switched on.

    probe: the measuring device code, with `constants` set; None: nothing is added to the drive.
    files: more of {path: bytes} for it. Raises EmulatorError.
    """
    desk, size = board_of(args)
    own = None if size == drive.own_size(desk) else size  # a display wired by ourselves
    heap = heap_of(args, desk)
    firmware = drive.read_firmware(args.firmware, desk)
    if args.drive:
        content = drive.from_folder(args.drive)
    elif not probe:
        content = drive.built(desk, own, firmware=firmware)
    else:
        refuses = {"REFUSES": True} if args.refuse else {}
        extra = drive.probe(probe, **(constants or {}), **refuses)
        content = drive.built(desk, own, extra, firmware)
    content.update(files or {})
    if own:
        drive.own_display(content, desk, own)
    if probe and not args.drive:
        drive.begin_with_probe(content, probe)  # it asks for the board's own display
    if args.seed is not None:
        drive.setting(content, "POCKET_SEED", str(args.seed))
    if not args.drive:
        drive.make_room(desk, content)
    board = Handheld(
        args.firmware, desk, size, content, heap=heap, journal=journal, on_line=on_line
    )
    if probe:
        board.watch_heap(consoles.PIECES)
    if args.refuse:
        board.refuse(shortage.every(args.refuse), args.seed or 0)
    return board


def expect(board: Handheld, text: str, ms: int, sentence: str) -> None:
    """Wait until `text` comes on the board's console. Raises EmulatorError, the sentence."""
    if not board.until(text, ms):
        raise EmulatorError("%s: the console says '%s'." % (sentence, board.console[-1][1]))


def measure(args: argparse.Namespace, tell: Callable | None = None) -> dict:
    """Boot, play the script; returns the report (a dict of plain values)."""
    steps = script.read(args.script, until=True) if args.script else []
    bare = args.bare or args.drive
    with set_up(args, None if args.bare else "probe", on_line=tell) as board:
        board.boot(None if bare else "screen title")
        title = board.last
        shots = script.run(board, steps, args.shots)
        changes = board.changes()
        return report(args, board, title, changes, shots)


def report(args: argparse.Namespace, board: Handheld, title: Any, changes: Any, shots: Any) -> dict:
    """The figures of a run."""
    told = consoles.told(board)
    names = ("screen", "phase", "free", "piece")
    screens = [
        {"ms": round(row["ms"], 1), **{name: row[name] for name in names}}
        for row in consoles.screens(told)
        if row["screen"] != "turn"
    ]
    erased: dict = {}
    for _ms, kind, address, _what in changes:
        if kind == "erase":
            erased["0x%06x" % address] = erased.get("0x%06x" % address, 0) + 1
    return {
        "board": board.desk.board_id,
        "display": "%dx%d" % board.size,
        "emulated_ms": round(board.ms, 1),
        "wall_s": round(board.wall(), 1),
        "title_ms": round(title, 1),
        "code_ms": consoles.code_ms(board.console),
        "screens": screens,
        "lowest": consoles.lowest(told),
        "refused": consoles.refused(told.failures),
        "refusals": shortage.judged(told, board.refusals()) if args.refuse else None,
        "panel_bytes": board.bytes,
        "panel_areas": board.areas,
        "erases": sum(erased.values()),
        "erased_sectors": erased,
        "programs": sum(1 for change in changes if change[1] == "program"),
        "shots": shots,
        "console": [[round(ms, 1), line] for ms, line in board.console],
    }


def text(report: dict) -> str:
    """The report for a person."""
    emulated = report["emulated_ms"] / 1000
    values = {**report, "s": emulated, "rate": emulated / max(report["wall_s"], 0.001)}
    lines = [
        "",
        "%(board)s, display %(display)s: %(s).1f emulated s in %(wall_s).1f s (%(rate).2f emulated "
        "s a second)" % values,
        "title complete after %(title_ms).0f ms, %(code_ms).0f of these before code.py" % values,
        "panel: %(panel_bytes)d bytes in %(panel_areas)d areas" % values,
        "flash: %(erases)d erases, %(programs)d programs" % values,
    ]
    if report["screens"]:
        lines.append(consoles.lowest_text(report["lowest"]))
    lines += consoles.refused_text(report["refused"])
    for path in report["shots"]:
        lines.append("shot: " + path)
    lines += [shortage.text(report["refusals"])] if report["refusals"] is not None else []
    return "\n".join(lines)
