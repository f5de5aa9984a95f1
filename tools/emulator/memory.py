"""The memory that each board leaves to the game, for `emulate --like`."""

from typing import NamedTuple

from tools.device import boards_desktop
from tools.emulator import EmulatorError

if False:  # for type checkers
    from tools.device.boards_desktop import Desk


class Row(NamedTuple):
    """Bytes of CircuitPython 10.2.1 on a board: RAM in the firmware's linker, static data, and free
    when code.py of a build starts, measured on the board's own firmware (another compiler leaves
    2,048 more)."""

    ram: int
    static: int
    free: int


ROWS = {
    "pimoroni_picosystem": Row(256 * 1024, 61120, 165056),
    "pajenicko_picopad": Row(256 * 1024, 74588, 150720),
    "hack_club_sprig": Row(256 * 1024, 61052, 165056),
    "pybadge": Row(192 * 1024, 12088, 146592),
    "pygamer": Row(192 * 1024, 12080, 146592),
}


def like(name: str) -> "Desk":
    """The row of the board that --like names by its id or the id's end. Raises EmulatorError."""
    desk = boards_desktop.lookup(name)
    names = [desk.board_id] if desk else [row for row in ROWS if row.endswith("_" + name)]
    if not names or names[0] not in ROWS:
        raise EmulatorError(
            "--like takes one of %s; '%s' is none of them." % (", ".join(ROWS), name)
        )
    return boards_desktop.DESK[names[0]]


def free(board: str) -> int:
    """Bytes free on a board of ROWS when code.py starts."""
    return ROWS[board].free


def table() -> str:
    """Every board that can be imitated and its memory, as text."""
    return "; ".join("%s %d" % (name, row.free) for name, row in ROWS.items())
