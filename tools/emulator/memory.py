"""How much memory a board leaves to the game, for `emulate --like`: one row per board."""

from typing import NamedTuple

from tools.device import boards_desktop
from tools.emulator import EmulatorError

if False:  # for type checkers
    from tools.device.boards_desktop import Desk


class Row(NamedTuple):
    """ram: bytes the firmware's linker has; static: of these, its static data. free: bytes free
    when code.py of a build starts, as its own firmware tells (by one compiler 2,048 more than by
    another: the less); None: that never ran. Of CircuitPython 10.2.1."""

    ram: int
    static: int
    free: int | None


ROWS = {
    "pimoroni_picosystem": Row(256 * 1024, 61120, 165056),
    "pajenicko_picopad": Row(256 * 1024, 74588, 150720),
    "hack_club_sprig": Row(256 * 1024, 61052, 165056),
    "pybadge": Row(192 * 1024, 12088, None),
    "pygamer": Row(192 * 1024, 12080, None),
}
# Stack, heap's tables, USB, console and more: what those that ran take besides their static data.
BESIDES = max(row.ram - row.static - row.free for row in ROWS.values() if row.free)


def like(name: str) -> "Desk":
    """The Desk row of the board that --like names, by its id or the end of it. Raises
    EmulatorError."""
    desk = boards_desktop.lookup(name)
    ends = [board for board in ROWS if board.endswith("_" + name)]
    board = desk.board_id if desk else ends[0] if ends else None
    if board not in ROWS:
        raise EmulatorError(
            "--like takes one of %s; '%s' is none of them." % (", ".join(ROWS), name)
        )
    return boards_desktop.DESK[board]


def free(board: str) -> tuple[int, str]:
    """(bytes free when code.py starts on a board of ROWS, where that is from)."""
    row = ROWS[board]
    if row.free:
        return row.free, "its own firmware, run"
    return (
        row.ram - row.static - BESIDES,
        "its firmware as linked: %d bytes less %d of static data and %d that others take besides"
        % (row.ram, row.static, BESIDES),
    )


def table() -> str:
    """Every board that can be imitated with its memory and where that is from, as one text."""
    return "; ".join("%s %d (%s)" % (board, *free(board)) for board in ROWS)
