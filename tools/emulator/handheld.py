"""An emulated handheld: press its keys, read its panel, console, flash log and memory."""

from collections.abc import Callable
from typing import Any

from tools.emulator import EmulatorError, drive
from tools.emulator.firmware import BOOT_MS, Firmware
from tools.emulator.machine import Machine

if False:  # for type checkers
    from tools.device.boards_desktop import BoardModel

PRESS = 60  # ms that a press lasts, and the pause after it
_TEXT_MS = 600000


class Handheld(Machine):
    """One emulated board, switched on.

    Besides what a Machine records:
        presses: (ms, button, ms that it was held)
    """

    def __init__(
        self,
        firmware: str,
        model: "BoardModel",
        size: tuple[int, int],
        content: dict[str, bytes] | None = None,
        flash: bytes | None = None,
        heap: int | None = None,
        on_line: Callable | None = None,
    ) -> None:
        """Switch on a board.

        firmware: path of the UF2.
        model: the board model.
        size: (width, height) of the display.
        content: {path: bytes} on the drive, or None if `flash` is given.
        flash: bytes of the whole chip.
        heap: bytes to leave free when code.py starts, or None for all.
        on_line: called as on_line(ms, line) with each line of the console.
        Raises EmulatorError.
        """
        image = Firmware(firmware, model)
        if flash is None:
            # The firmware writes this file late in its first start, but this board has run before.
            content = {"boot_out.txt": image.boot_out.encode(), **(content or {})}
            if heap is not None:
                drive.set_stack_size(content, image.stack(heap))
            flash = image.flash(content)
        super().__init__(flash, drive.wiring(model, size), image.routines)
        self.model, self.size = model, size
        self.keys = drive.keys(model)
        self.presses: list[tuple[float, str, float]] = []  # (ms, button, how long in ms)
        self.on_line = on_line
        self.read_position = 0

    def _add_line(self, ms, line):
        super()._add_line(ms, line)
        if self.on_line:
            self.on_line(ms, line)

    def wait(self, ms: float) -> None:
        """Let `ms` emulated milliseconds pass."""
        self.run(ms)

    def until(self, text: str, ms: float = _TEXT_MS) -> bool:
        """Run until `text` is on the console, after the text that the previous `until` found.
        Return False if it does not appear within `ms`."""
        self.run(ms, lambda: self.text.find(text, self.read_position) >= 0)
        position = self.text.find(text, self.read_position)
        if position >= 0:
            self.read_position = position + len(text)
        return position >= 0

    def expect(self, text: str, ms: float, sentence: str) -> None:
        """Run until `text` is on the console. Raises EmulatorError with `sentence`."""
        if not self.until(text, ms):
            raise EmulatorError("%s: the console says '%s'." % (sentence, self.last_line()))

    def last_line(self) -> str:
        """Return the console's last line that is not blank."""
        lines = [line for _ms, line in self.console if line.strip()]
        return lines[-1] if lines else ""

    def settle(self, quiet: float = 200) -> None:
        """Run until the panel has been quiet for `quiet` ms, a minute at most."""
        start = self.ms
        self.run(60000, lambda: self.ms - max(self.panel.last, start) >= quiet)

    def boot(self, text: str, ms: float = BOOT_MS) -> None:
        """Run until `text` is on the console and the panel is quiet. Raises EmulatorError."""
        self.expect(text, ms, "This firmware does not start the game")
        self.settle(300)

    def down(self, button: str, ms: float = PRESS) -> None:
        """Push a button, to be held for `ms`."""
        self.presses.append((self.ms, button, ms))
        self.key(self.keys[button], True)

    def up(self, button: str) -> None:
        """Release a button."""
        self.key(self.keys[button], False)

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
        """Return the button that a person sees as `button`; this board is never turned."""
        return button

    def shot(self, path: str) -> None:
        """Write the panel's picture as a PNG."""
        from PIL import Image

        low_first = bytearray(self.panel.pixels)
        low_first[::2], low_first[1::2] = low_first[1::2], low_first[::2]
        data = bytes(low_first)
        Image.frombytes("RGB", self.panel.size, data, "raw", "BGR;16").save(path)

    def collections(self) -> list[tuple]:
        """Return [(ms, bytes free, bytes of the largest piece)] after each collection. Memory into
        which the heap has not grown yet counts as free; the probe's first line tells its size."""
        max_size = max([size for _ms, _free, _piece, size in self.heaps], default=0)
        for printed_ms, line in self.console:
            before = [row for row in self.heaps if row[0] <= printed_ms]
            if line.startswith("probe free ") and before:
                _ms, free, _piece, size = before[-1]
                max_size = max(max_size, size + int(line.split()[2]) - free)
        return [
            (ms, free + max_size - size, max(piece, max_size - size))
            for ms, free, piece, size in self.heaps
        ]

    def flash(self) -> Any:
        """Return the bytes of the flash as they are now."""
        return self.chip.flash()
