"""An emulated handheld: press its keys, read its panel, console, flash log and memory."""

import base64
import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable
from typing import Any

from tools.emulator import EmulatorError, drive, install
from tools.emulator.firmware import BOOT_MS, Firmware, flash_file

if False:  # for type checkers
    from tools.device.boards_desktop import Desk

PRESS = 60  # ms that a press lasts, and the pause after it
_TEXT_MS = 600000
_ESCAPES = re.compile(r"\x1b(\][^\x07\x1b]*(\x07|\x1b\\)|\[[0-9;?]*[A-Za-z])")


class Handheld:
    """One emulated board, switched on. Use it as a context manager.

    Everything recorded since power-on:
        console: (ms, line)
        presses: (ms, button, ms that it was held)
        painted: rectangles [begin ms, end ms, left, top, right, bottom]
        changes: of the flash, [ms, "erase", address, size] or [ms, "program", address, base64]
        failures: allocations that the firmware gave up, [ms, bytes]
        heaps: after each collection, [ms, bytes free, bytes of the largest piece, heap's bytes]
        refusals: allocations refused on purpose, [ms, bytes, number of the place]
    ms: emulated time. bytes: sent to the panel. last: ms of the panel's last byte.
    """

    def __init__(
        self,
        firmware: str,
        desk: "Desk",
        size: tuple[int, int],
        content: dict[str, bytes] | None = None,
        flash: bytes | None = None,
        heap: int | None = None,
        on_line: Callable | None = None,
    ) -> None:
        """Switch on a board.

        firmware: path of the UF2.
        desk: the board's row.
        size: (width, height) of the display.
        content: {path: bytes} of the drive; or None and
        flash: bytes of the whole chip.
        heap: bytes to leave free when code.py starts; None: all there are.
        on_line: called as on_line(ms, line) with each line of the console.
        Raises EmulatorError.
        """
        self.desk, self.size = desk, size
        self.keys = drive.keys(desk)
        self.presses: list[tuple[float, str, float]] = []
        self.on_line = None
        self.began = time.monotonic()
        self._clear()
        program, npm = install.node()
        self._node: Any = subprocess.Popen(
            [program, os.path.join(install.HERE, "serve.mjs"), install.packages(npm)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        try:
            known = Firmware(firmware, desk, self._ask, install.boot_rom())
            if flash is None:
                # The firmware writes this file at its first start, and late: it has run before.
                content = {"boot_out.txt": known.boot_out.encode(), **(content or {})}
                if heap is not None:
                    drive.give_stack(content, known.stack(heap))
                flash = known.flash(content)
            self._clear()
            self.on_line = on_line
            with flash_file(flash) as path:
                known.start(path, known.routines, size)
        except BaseException:
            self.close()
            raise

    def _clear(self):
        self.console: list[tuple[float, str]] = []
        self.painted, self.changes, self.failures = [], [], []
        self.heaps, self.refusals = [], []
        self.ms = self.last = 0.0
        self.bytes = self._read = 0

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.close()

    def close(self) -> None:
        """Switch off."""
        if self._node.poll() is None:
            self._node.stdin.close()
            try:
                self._node.wait(2)
            except subprocess.TimeoutExpired:
                self._node.kill()
                self._node.wait()
        self._node.stdout.close()

    def _ask(self, **request):
        """Send a request to the emulator, record the events; returns the answer."""
        try:
            self._node.stdin.write((json.dumps(request) + "\n").encode())
            self._node.stdin.flush()
            line = self._node.stdout.readline()
        except (BrokenPipeError, ValueError):
            line = b""
        if not line:
            raise EmulatorError("The emulator has stopped (POCKET_RUMMY_DEBUG=1 shows where).")
        answer = json.loads(line)
        if "error" in answer:
            raise EmulatorError("The emulator failed: %s." % answer["error"])
        if "ms" in answer:
            answer["lines"] = [(ms, _ESCAPES.sub("", text)) for ms, text in answer["lines"]]
            self._record(**answer)
        return answer

    def _record(
        self, ms, bytes, last, lines, painted, changes, failures, collections, refusals, **_
    ):
        self.ms, self.bytes, self.last = ms, bytes, last
        first, areas = painted
        self.painted[first:] = areas
        self.changes += changes
        self.failures += failures
        self.heaps += collections
        self.refusals += refusals
        self.console += lines
        for ms, text in lines if self.on_line else ():
            self.on_line(ms, text)

    def _call(self, method, *args):
        return self._ask(do="call", method=method, args=args).get("result")

    def wait(self, ms: float) -> None:
        """Let `ms` emulated milliseconds pass."""
        self._ask(do="run", ms=ms)

    def until(self, text: str, ms: float = _TEXT_MS) -> bool:
        """Run until `text` is on the console, after the text that the previous `until` place.
        Returns False if it does not appear within `ms`."""
        place = self._ask(do="run", ms=ms, text=text, **{"from": self._read})["found"]
        if place >= 0:
            self._read = place + len(text)
        return place >= 0

    def expect(self, text: str, ms: float, sentence: str) -> None:
        """Run until `text` is on the console. Raises EmulatorError with `sentence`."""
        if not self.until(text, ms):
            raise EmulatorError("%s: the console says '%s'." % (sentence, self.last_line()))

    def last_line(self) -> str:
        """The console's last line with text."""
        said = [line for _ms, line in self.console if line.strip()]
        return said[-1] if said else ""

    def quiet(self, quiet: float = 200, idle: float | None = None, ms: float = 60000) -> Any:
        """Run until the panel was quiet for `quiet` ms after the first byte since `mark`, or for
        `idle` ms without any byte. Returns False if that takes longer than `ms`."""
        return self._ask(do="run", ms=ms, quiet=quiet, idle=quiet if idle is None else idle)[
            "quiet"
        ]

    def mark(self) -> None:
        """Ignore earlier painting in `quiet`."""
        self._call("mark")

    def boot(self, text: str | None = None, ms: float = BOOT_MS) -> None:
        """Run until `text` is on the console (None: until code.py runs and has painted) and the
        panel is quiet. Raises EmulatorError where the game does not start."""
        started = self.until(text or "code.py output:", ms)
        if started:
            painted = self.bytes
            self.mark()
            started = self.quiet(300, 300, ms) if text else self.quiet(2500, ms, ms)
            started = started and self.bytes > (0 if text else painted)
        if not started:
            said = self.last_line()
            raise EmulatorError(
                "This firmware does not start the game within %d emulated seconds: %s."
                % (ms // 1000, "the console says '%s'" % said if said else "its console is empty")
            )

    def down(self, button: str, ms: float = PRESS) -> None:
        """Push a button, to be held for `ms`."""
        self.presses.append((self.ms, button, ms))
        self._call("key", self.keys[button], True)

    def up(self, button: str) -> None:
        """Release a button."""
        self._call("key", self.keys[button], False)

    def press(self, button: str) -> None:
        """Press a button."""
        self.hold(button, PRESS)

    def hold(self, button: str, ms: float) -> None:
        """Hold a button for `ms` emulated milliseconds."""
        self.down(button, ms)
        self.wait(ms)
        self.up(button)
        self.wait(PRESS)

    def seen(self, button: str) -> str:
        """The button where a person sees `button`: the board is not held upside down."""
        return button

    def shot(self, path: str) -> None:
        """Write the panel's picture as a PNG."""
        from PIL import Image

        answer = self._call("pixels")
        size, data = (answer["width"], answer["height"]), base64.b64decode(answer["rgb565"])
        Image.frombytes("RGB", size, data, "raw", "BGR;16").save(path)

    def watch_heap(self, reserves: Any) -> None:
        """Read the heap after each of its collections from now on. reserves: sizes in bytes of the
        pieces that the game frees when memory is short; they count as free."""
        self._call("watchHeap", list(reserves))

    def collections(self) -> list[tuple]:
        """[(ms, bytes free, bytes of the largest piece)] after each collection. The memory that the
        heap has not grown into yet counts as free; the probe's first line tells its size."""
        most = max([size for _ms, _free, _piece, size in self.heaps], default=0)
        for told, line in self.console:
            before = [row for row in self.heaps if row[0] <= told]
            if line.startswith("probe free ") and before:
                _ms, free, _piece, size = before[-1]
                most = max(most, size + int(line.split()[2]) - free)
        return [
            (ms, free + most - size, max(piece, most - size))
            for ms, free, piece, size in self.heaps
        ]

    def refuse(self, every: int, seed: int) -> None:
        """Refuse one allocation at each place from now on, at one place in `every`, drawn by
        `seed`. Call it before any time has passed."""
        self._call("refuse", every, seed)

    def flash(self) -> bytes:
        """The flash's bytes as they are now."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "flash")
            self._ask(do="dump", file=path)
            with open(path, "rb") as file:
                return file.read()

    def wall(self) -> float:
        """Seconds since power-on, by the clock of this computer."""
        return time.monotonic() - self.began
