"""Read boot_out.txt, in which the firmware describes itself on a board's drive.

The web page runs this module and `installation` on MicroPython, whose `re` has no counted
repeats, flags or full matches.
"""

import re

OLDEST, NEWEST = 9, 10  # versions of CircuitPython that the game runs on


def parse(text: str) -> tuple[tuple[int, ...], str, str] | None:
    """Return (version, board id, machine) from the text of boot_out.txt, or None.

    The board id is "" in files so old that they do not name it.
    """
    board_id = ""
    running = None
    for line in text.replace("\r", "\n").split("\n"):
        match = re.search(r"Adafruit CircuitPython (\d+)\.(\d+)\.?(\d*)[^;]*; (.*)", line)
        running = running or match
        match = re.match(r"Board ID:\s*(\S+)", line)
        if match and not board_id:
            board_id = match.group(1)
    if not running:
        return None
    version = tuple([int(running.group(i) or 0) for i in (1, 2, 3)])
    return version, board_id, running.group(4).strip()


def too_new_warning(version: tuple[int, ...] | None) -> str:
    """Return a warning if this CircuitPython is newer than any the game was tried with, else ""."""
    if not version or version[0] <= NEWEST:
        return ""
    return "CircuitPython %s is newer than this game: if it does not start, install version %d." % (
        ".".join([str(part) for part in version]),
        NEWEST,
    )
