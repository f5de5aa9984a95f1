"""Options of an `emulate` run, and the board set up by them."""

import argparse
import re
from collections.abc import Callable
from typing import Any

from tools.emulator import EmulatorError, drive
from tools.emulator.handheld import Handheld

_LEAST, _MOST = 32 * 1024, 256 * 1024
# Bytes of the pieces that pocket.app.flow reserves while it makes a screen: one of three, one that
# it leaves free, and one for letters, on a large display and on a small one.
RESERVES = (8704, 6528, 4352, 3072, 1760, 1144)


def heap_bytes(text: str) -> int:
    """--heap in bytes. Raises EmulatorError."""
    number = re.fullmatch("([0-9]{1,6})([Kk]?)", text, re.ASCII)
    size = int(number[1]) * (1024 if number[2] else 1) if number else 0
    if not _LEAST <= size <= _MOST:
        raise EmulatorError(
            "--heap takes the bytes that are free when code.py starts, such as 150720 or 147K, "
            "%d to %d; '%s' is none." % (_LEAST, _MOST, text)
        )
    return size


def board_of(args: argparse.Namespace) -> tuple:
    """Return (the board's model, size of its display). Raises EmulatorError."""
    model = drive.board(args.board) if args.board else drive.firmware_board(args.firmware)
    return model, drive.display_size(drive.board_like(args.like) if args.like else model)


def heap_of(args: argparse.Namespace, model: Any) -> int | None:
    """Return the bytes to leave free for code.py, or None for all. Raises EmulatorError."""
    if args.heap and args.like:
        raise EmulatorError("--like sets how much memory is left: use it, or --heap.")
    if args.heap:
        return heap_bytes(args.heap)
    if args.like and drive.board_like(args.like) != model:
        return drive.WIRING[drive.board_like(args.like).board_id].free
    return None


def set_up(
    args: argparse.Namespace,
    constants: dict | None = None,
    files: dict[str, bytes] | None = None,
    on_line: Callable | None = None,
) -> Handheld:
    """Switch on the board that `args`, the command's options, describes.

    constants: values for constants of probe.py, which is added to the drive.
    files: {path: bytes} to add to the drive.
    on_line: see Handheld.
    Raises EmulatorError.
    """
    model, size = board_of(args)
    # The display of another board, None for the board's own.
    other_size = None if size == drive.display_size(model) else size
    refusing = {"REFUSES": True} if args.refuse else {}
    content = drive.build_content(model, other_size, drive.probe(**(constants or {}), **refusing))
    content.update(files or {})
    if other_size:
        drive.set_display(content, model, other_size)
    drive.begin_with_probe(content)  # it needs the display chosen above
    if args.seed is not None:
        drive.add_setting(content, "POCKET_SEED", str(args.seed))
    drive.make_room(model, content)
    board = Handheld(
        args.firmware, model, size, content, heap=heap_of(args, model), on_line=on_line
    )
    board.watch_heap(RESERVES)
    if args.refuse:
        board.refuse(args.refuse, args.seed or 0)
    return board
