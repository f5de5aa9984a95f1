"""Show the handheld's screen in a terminal: two pixels a character, or four if it is narrow."""

import os
import shutil
import sys
import textwrap
import time
from collections.abc import Sequence

from tools.sim import BUTTONS, Sim

_TYPED = dict(zip(BUTTONS, ("i", "k", "j", "l", "x ", "z\x7f\b", "\r\n", "\ts")))
LETTERS = {letter: button for button, letters in _TYPED.items() for letter in letters}
ARROWS = {"A": "UP", "B": "DOWN", "C": "RIGHT", "D": "LEFT"}
# The narrowest terminal has 64 columns: what is cut off there is explained elsewhere.
LEGEND = "arrows X=A Z=B Enter=START Tab=SELECT Shift+S=hint Q leaves; Shift+X, Shift+Z: held"
_PRESS, _HELD = 0.06, 0.75  # seconds
_TOO_SMALL = (
    "This terminal has %d columns and %d lines. The picture of %dx%d needs at least %d columns and "
    "%d lines, and is best with %d columns: make the window larger or its letters smaller. Q "
    "leaves."
)
# The character for each set of a cell's four pixels: bits top left, top right, low left, low right.
_QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


class Keyboard:
    """Raw key input; a context manager that restores the terminal."""

    def __enter__(self):
        if os.name != "nt":
            import termios
            import tty

            self._file = sys.stdin.fileno()
            self._before = termios.tcgetattr(self._file)
            tty.setcbreak(self._file)
        return self

    def __exit__(self, *problem):
        if os.name != "nt":
            import termios

            termios.tcsetattr(self._file, termios.TCSADRAIN, self._before)

    def read(self, seconds: float) -> str:
        """Return what was typed within `seconds`, as text; "" for nothing."""
        if os.name == "nt":
            return self._read_windows(seconds)
        import select

        if select.select([self._file], [], [], seconds)[0]:
            return os.read(self._file, 64).decode(errors="ignore")
        return ""

    @staticmethod
    def _read_windows(seconds):
        import msvcrt

        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if msvcrt.kbhit():
                key = msvcrt.getwch()
                if key in "\x00\xe0":
                    return {"H": "\x1b[A", "P": "\x1b[B", "M": "\x1b[C", "K": "\x1b[D"}.get(
                        msvcrt.getwch(), ""
                    )
                return key
            time.sleep(0.005)
        return ""


def buttons(text: str) -> list[tuple[str, float]]:
    """Return typed text as a list of (button, seconds held); ("QUIT", 0) for q."""
    out = []
    start = 0
    while start < len(text):
        if text[start] == "\x1b" and start + 2 < len(text) and text[start + 1] in "[O":
            if text[start + 2] in ARROWS:
                out.append((ARROWS[text[start + 2]], _PRESS))
            start += 3
            continue
        letter = text[start]
        if letter in "qQ\x03":
            out.append(("QUIT", 0))
        elif letter.lower() in LETTERS:
            out.append((LETTERS[letter.lower()], _HELD if letter in "XZS" else _PRESS))
        start += 1
    return out


def colour(pixel: int, deep: bool, back: bool) -> str:
    """Return the escape code that sets an RGB565 pixel's colour, 24-bit or one of 256."""
    red, green, blue = (
        (pixel >> 11) * 255 // 31,
        (pixel >> 5 & 63) * 255 // 63,
        (pixel & 31) * 255 // 31,
    )
    if deep:
        return "\x1b[%d;2;%d;%d;%dm" % (48 if back else 38, red, green, blue)
    index = 16 + 36 * ((red + 25) // 51) + 6 * ((green + 25) // 51) + (blue + 25) // 51
    return "\x1b[%d;5;%dm" % (48 if back else 38, index)


def cells(
    frame: Sequence[int], width: int, height: int, narrow: bool
) -> list[list[tuple[int, int, str]]]:
    """Return the frame as rows of cells (upper colour, lower colour, character)."""
    rows = []
    for y in range(0, height, 2):
        upper, lower = y * width, (y + 1) * width
        row = []
        if not narrow:
            for x in range(width):
                row.append((frame[upper + x], frame[lower + x], "▀"))
        else:
            for x in range(0, width, 2):
                two, below = frame[upper + x : upper + x + 2], frame[lower + x : lower + x + 2]
                row.append(_two_colours((*two, *below)))
        rows.append(row)
    return rows


def _two_colours(four):
    """Return four pixels as (front colour, back colour, character)."""
    back = max(four, key=four.count)
    others = [pixel for pixel in four if pixel != back]
    if not others:
        return back, back, " "
    front = max(others, key=others.count)
    shape = sum(1 << i for i in range(4) if _near(four[i], front, back))
    return front, back, _QUADRANTS[shape]


def _near(pixel, front, back):
    def far(pixel, other):
        return (
            abs((pixel >> 11) - (other >> 11))
            + abs((pixel >> 6 & 31) - (other >> 6 & 31))
            + abs((pixel & 31) - (other & 31))
        )

    return far(pixel, front) < far(pixel, back)


def run(board: str, seed: int | None, saves: str | None) -> int:
    """Play in the terminal until Q; return the exit status. Raises SimError."""
    true_colour = os.environ.get("COLORTERM", "") in ("truecolor", "24bit") or os.name == "nt"
    if os.name == "nt":
        os.system("")  # enables escape codes
    sim = Sim(board, seed, saves, headless=False)
    width, height = sim.display.width, sim.display.height
    out = sys.stdout
    shown_cells = {}
    shown_refreshes = None
    size = None
    release_at: dict[str, float] = {}  # {button: time in seconds}
    try:
        with Keyboard() as keyboard:
            out.write("\x1b[?1049h\x1b[?25l\x1b[2J")
            while not sim.ended:
                for button, seconds in buttons(keyboard.read(0.015)):
                    if button == "QUIT":
                        return 0
                    sim.push(button)
                    release_at[button] = time.monotonic() + seconds
                for button in [name for name in release_at if time.monotonic() >= release_at[name]]:
                    del release_at[button]
                    sim.release(button)
                new_size = shutil.get_terminal_size()
                if new_size != size:
                    size = new_size
                    shown_cells.clear()
                    shown_refreshes = None
                    out.write("\x1b[0m\x1b[2J")
                if shown_refreshes == sim.display.refreshes:
                    continue
                shown_refreshes = sim.display.refreshes
                _draw(out, sim.display.frame, width, height, size, true_colour, shown_cells)
        if sim.error:
            sim.raise_error()
        return 0
    finally:
        out.write("\x1b[0m\x1b[?25h\x1b[?1049l")
        out.flush()
        sim.close()


def _draw(out, frame, width, height, size, true_colour, shown_cells):
    """Write the cells that changed since the last call. shown_cells: {(x, y): cell}, updated, and
    "too small": True once that message is shown."""
    if size.lines < height // 2 + 1 or size.columns < width // 2:
        if "too small" in shown_cells:
            return
        shown_cells["too small"] = True
        numbers = size.columns, size.lines, width, height, width // 2, height // 2 + 1, width
        lines = textwrap.wrap(_TOO_SMALL % numbers, max(20, size.columns - 1))
        out.write("\x1b[H\x1b[2J" + "\r\n".join(lines))
        out.flush()
        return
    narrow = size.columns < width
    parts = []
    last_position = None
    colours = None
    for y, row in enumerate(cells(frame, width, height, narrow)):
        for x, cell in enumerate(row):
            if shown_cells.get((x, y)) == cell:
                continue
            shown_cells[x, y] = cell
            if last_position != (x - 1, y):
                parts.append("\x1b[%d;%dH" % (y + 1, x + 1))
            if colours != cell[:2]:
                colours = cell[:2]
                parts.append(colour(cell[0], true_colour, False))
                parts.append(colour(cell[1], true_colour, True))
            parts.append(cell[2])
            last_position = (x, y)
    parts.append("\x1b[0m\x1b[%d;1H%s" % (height // 2 + 1, LEGEND[: size.columns]))
    out.write("".join(parts))
    out.flush()
