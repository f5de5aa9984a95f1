"""An emulated handheld: switched on, its keys pressed, its panel and console read."""

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

PRESS = 60  # ms a press lasts, and the pause after it
TEXT_MS = 600000
_ESCAPES = re.compile(r"\x1b(\][^\x07\x1b]*(\x07|\x1b\\)|\[[0-9;?]*[A-Za-z])")


class Handheld:
    """One emulated board.

    firmware: path of the UF2. desk: its Desk row. content: {path: bytes} of the drive, or None
    where `flash`, the bytes of the whole chip, are given. size: (width, height) of the display.
    heap: bytes that are left free when code.py starts, or None: all there are.
    journal: `changes` holds what is programmed. on_line(ms, line): called with each line of the
    console. Use as a context manager. Raises EmulatorError.

    console: [(ms, line)] so far. ms: emulated time. bytes, areas: what the panel was sent. last: ms
    of the panel's last byte.
    """

    def __init__(
        self,
        firmware: str,
        desk: "Desk",
        size: tuple[int, int],
        content: dict[str, bytes] | None = None,
        flash: Any = None,
        heap: int | None = None,
        journal: bool = False,
        on_line: Callable | None = None,
    ) -> None:
        self.desk = desk
        self.keys = drive.keys(desk)
        self.size = size
        self.console: list[tuple[float, str]] = []
        self.on_line = None
        self.ms = self.last = 0.0
        self.bytes = self.areas = self._read = 0
        self.began = time.monotonic()
        program, npm = install.node()
        packages = install.packages(npm)
        self._node: Any = subprocess.Popen(
            [program, os.path.join(install.HERE, "serve.mjs"), packages],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        try:
            known = Firmware(firmware, desk, self._ask, install.boot_rom())
            if flash is None:
                # As on a board that was on before: the file comes at the first start, and late.
                content = {"boot_out.txt": known.boot_out.encode(), **(content or {})}
                if heap is not None:
                    drive.give_stack(content, known.stack(heap))
                flash = known.flash(content)
            self.console.clear()
            self.on_line = on_line
            with flash_file(flash) as path:
                known.start(path, known.routines, size, journal=journal)
        except BaseException:
            self.close()
            raise

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
        """Send a request to the emulator; returns its answer. Raises EmulatorError."""
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
            self.ms, self.last = answer["ms"], answer["last"]
            self.bytes, self.areas = answer["bytes"], answer["areas_count"]
            answer["lines"] = [(ms, _ESCAPES.sub("", text)) for ms, text in answer["lines"]]
            self.console += answer["lines"]
            for ms, text in answer["lines"]:
                if self.on_line:
                    self.on_line(ms, text)
        return answer

    # -- time

    def wait(self, ms: float) -> None:
        """Let `ms` emulated milliseconds pass."""
        self._ask(do="run", ms=ms)

    def until(self, text: str, ms: float = TEXT_MS) -> bool:
        """Run until `text` comes on the console, after what an earlier `until` has found. Returns
        whether it came within `ms`."""
        answer = self._ask(do="run", ms=ms, text=text, **{"from": self._read})
        if answer["found"] >= 0:
            self._read = answer["found"] + len(text)
        return answer["found"] >= 0

    def quiet(self, quiet: float = 200, idle: float | None = None, ms: float = 60000) -> Any:
        """Run until the panel has been quiet for `quiet` ms after the first byte since `mark`, or
        for `idle` ms without any byte. Returns whether that came within `ms`."""
        return self._ask(do="run", ms=ms, quiet=quiet, idle=quiet if idle is None else idle)[
            "reached"
        ]

    def boot(self, text: str | None = None, ms: float = BOOT_MS) -> None:
        """Run until `text` is on the console (without: until code.py runs and has painted) and the
        panel is quiet. Raises EmulatorError when nothing comes."""
        came = self.until(text or "code.py output:", ms)
        if came:
            painted = self.bytes
            self.mark()
            came = self.quiet(300, 300, ms) if text else self.quiet(2500, ms, ms)
            came = came and self.bytes > (0 if text else painted)
        if not came:
            said = [line for _ms, line in self.console if line.strip()]
            told = "the console says '%s'" % said[-1] if said else "nothing came on the console"
            raise EmulatorError(
                "This firmware does not start the game within %d emulated seconds: %s."
                % (ms // 1000, told)
            )

    # -- keys

    def down(self, button: str) -> None:
        """Push a button."""
        self._ask(do="key", pin=self.keys[button], down=True)

    def up(self, button: str) -> None:
        """Let a button go."""
        self._ask(do="key", pin=self.keys[button], down=False)

    def press(self, button: str) -> None:
        """Press a button."""
        self.hold(button, PRESS)

    def hold(self, button: str, ms: float) -> None:
        """Hold a button for `ms` emulated milliseconds."""
        self.down(button)
        self.wait(ms)
        self.up(button)
        self.wait(PRESS)

    def seen(self, button: str) -> str:
        """The button that lies where a person sees `button`: it is not held upside down."""
        return button

    def mark(self) -> None:
        """Forget earlier painting."""
        self._ask(do="mark")

    # -- what can be seen

    def shot(self, path: str) -> None:
        """Write what the panel shows as a PNG."""
        from PIL import Image

        answer = self._ask(do="pixels")
        size, data = (answer["width"], answer["height"]), base64.b64decode(answer["rgb565"])
        Image.frombytes("RGB", size, data, "raw", "BGR;16").save(path)

    def changes(self) -> list:
        """Erases and programs since the last call: [ms, "erase" or "program", address, bytes]."""
        return self._ask(do="changes")["changes"]

    def painted(self) -> list:
        """Rectangles painted since the last call: [begin ms, end ms, left, top, right, bottom]."""
        return self._ask(do="areas")["areas"]

    def failures(self) -> list:
        """Allocations the firmware gave up since the last call: [ms, bytes]."""
        return self._ask(do="failures")["failures"]

    def watch_heap(self, held: Any) -> None:
        """Read the heap behind each of its collections from now on. held: bytes of pieces that
        the game gives back when memory is asked for; they count as free."""
        self._ask(do="heap", held=list(held))

    def collections(self) -> list[tuple]:
        """What was free behind each collection so far: [(ms, bytes, bytes of the largest piece)].
        What the heap has not grown to yet, as it does on demand, is free, too; the probe's first
        line counts it."""
        read = self._ask(do="collections")["collections"]
        most = max([size for _ms, _free, _piece, size in read], default=0)
        for told, line in self.console:
            before = [row for row in read if row[0] <= told]
            if line.startswith("probe free ") and before:
                _ms, free, _piece, size = before[-1]
                most = max(most, size + int(line.split()[2]) - free)
        return [(ms, free + most - size, max(piece, most - size)) for ms, free, piece, size in read]

    def refuse(self, every: int, seed: int) -> None:
        """Refuse allocations from now on, each at a place of its own, at one place in `every`,
        drawn by `seed`. To be called before any time has passed."""
        self._ask(do="refuse", every=every, seed=seed)

    def refusals(self) -> list:
        """The allocations refused so far: [ms, bytes, number of the place]."""
        return self._ask(do="refusals")["refusals"]

    def flash(self) -> bytes:
        """The flash's bytes as they are now."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "flash")
            self._ask(do="dump", file=path)
            with open(path, "rb") as file:
                return file.read()

    def wall(self) -> float:
        """Seconds since it was switched on."""
        return time.monotonic() - self.began
