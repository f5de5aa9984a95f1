"""One run of `emulate`: options checked, the board set up, the script played, the report."""

import os
import re
import sys

from tools.device import boards_desktop
from tools.emulator import EmulatorError, drive
from tools.emulator.handheld import Handheld
from tools.sim import script


def heap_kb(text):
    """--heap as a number of KB, or None. Raises EmulatorError."""
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,3}", text) or not 32 <= int(text) <= 256:
        raise EmulatorError(
            "--heap takes the KB that are free at the REPL, 32 to 256; '%s' is none." % text
        )
    return int(text)


def read_script(path):
    """The steps of a script file ("-": standard input). Raises ValueError."""
    if not path:
        return []
    try:
        if path == "-":
            return script.parse(sys.stdin.read(), until=True)
        with open(path, encoding="utf-8") as file:
            return script.parse(file.read(), until=True)
    except (OSError, UnicodeDecodeError):
        raise EmulatorError("The script %s cannot be read." % path)


def board_of(args):
    """(Desk row, size of the display) of these options. Raises EmulatorError."""
    desk = drive.board(args.board)
    return desk, drive.display_size(args.display or boards_desktop.DEVICE.BOARDS[desk.board_id][0])


def drive_offset(args, desk):
    """Where the drive begins in the flash."""
    return drive.read_firmware(args.firmware, desk).drive_offset or desk.offset


def set_up(args, probe="probe", constants=None, files=None, journal=False, on_line=None):
    """The Handheld of these options, switched on.

    probe: the measuring device code, with `constants` set. files: more of {path: bytes} for the
    drive. Raises EmulatorError.
    """
    desk, size = board_of(args)
    own = size if args.display else None  # a display wired by ourselves
    kb = heap_kb(args.heap)
    drive.read_firmware(args.firmware, desk)
    if args.drive:
        content = drive.from_folder(args.drive)
        if kb:
            drive.begin_with(content, drive.HOLD_BACK % kb)
    elif args.bare:
        content = drive.built(desk, own)
        if kb:
            drive.begin_with(content, drive.STILL + drive.HOLD_BACK % kb)
    else:
        constants = dict(constants or {})
        if probe == "probe":
            constants["HEAP_KB"] = kb or 0
        content = drive.built(desk, own, drive.probe(probe, **constants))
        drive.begin_with(content, drive.IMPORT_PROBE % probe)
    content.update(files or {})
    if own:
        drive.own_display(content, desk, own)
    if args.seed is not None:
        drive.setting(content, "POCKET_SEED", str(args.seed))
    return Handheld(
        args.firmware, desk, size, content, rom=args.bootrom, journal=journal, on_line=on_line
    )


def play(args):
    """Boot, play the script; returns the report (a dict of plain values)."""
    steps = read_script(args.script)
    if args.bare and args.heap:
        raise EmulatorError(
            "--heap holds memory back by code on the drive, which --bare leaves "
            "away: use one of them."
        )
    bare = args.bare or args.drive

    def show(ms, line):
        if not args.json:
            print("%9.1f  %s" % (ms, line))
            sys.stdout.flush()

    shots = []
    with set_up(args, on_line=show) as board:
        board.boot(None if bare else "screen title")
        title = board.last
        for step in steps:
            _step(board, step, args.shots, shots)
        changes = board.changes()
        return report(args, board, title, changes, shots)


def _step(board, step, folder, shots):
    if step[0] == "press":
        board.press(step[1])
    elif step[0] == "hold":
        board.hold(step[1], step[2])
    elif step[0] == "wait":
        board.wait(step[1])
    elif step[0] == "until":
        if not board.until(step[1]):
            raise EmulatorError(
                "Line %d of the script: '%s' did not come on the console within "
                "ten emulated minutes." % (step[2], step[1])
            )
    else:
        os.makedirs(folder, exist_ok=True)
        name = step[1] if step[1].endswith(".png") else step[1] + ".png"
        board.shot(os.path.join(folder, name))
        shots.append(os.path.join(folder, name))


def report(args, board, title, changes, shots):
    """The figures of a run."""
    screens = []
    for ms, line in board.console:
        words = line.split()
        if words[:1] == ["screen"] and len(words) == 5:
            screens.append(
                {"ms": round(ms, 1), "screen": words[1], "phase": words[2], "free": int(words[4])}
            )
    erased = {}
    for _ms, kind, address, _what in changes:
        if kind == "erase":
            erased["0x%06x" % address] = erased.get("0x%06x" % address, 0) + 1
    return {
        "board": board.desk.board_id,
        "display": "%dx%d" % board.size,
        "emulated_ms": round(board.ms, 1),
        "wall_s": round(board.wall(), 1),
        "title_ms": round(title, 1),
        "screens": screens,
        "free": min((s["free"] for s in screens), default=None),
        "panel_bytes": board.bytes,
        "panel_areas": board.areas,
        "erases": sum(erased.values()),
        "erased_sectors": erased,
        "programs": sum(1 for change in changes if change[1] == "program"),
        "shots": shots,
        "console": [[round(ms, 1), line] for ms, line in board.console],
    }


def text(report):
    """The report for a person."""
    lines = [
        "",
        "%s, display %s: %.1f emulated s in %.1f s (%.2f emulated s a second)"
        % (
            report["board"],
            report["display"],
            report["emulated_ms"] / 1000,
            report["wall_s"],
            report["emulated_ms"] / 1000 / max(report["wall_s"], 0.001),
        ),
        "title complete after %.0f ms" % report["title_ms"],
        "panel: %d bytes in %d areas" % (report["panel_bytes"], report["panel_areas"]),
        "flash: %d erases, %d programs" % (report["erases"], report["programs"]),
    ]
    if report["free"] is not None:
        lines.append("free heap at a screen, lowest: %d bytes" % report["free"])
    for path in report["shots"]:
        lines.append("shot: " + path)
    return "\n".join(lines)
