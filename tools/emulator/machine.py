"""One emulated board: its chip with flash, panel, keys and console."""

import codecs
import random
import re
from collections.abc import Callable
from typing import Any

if False:  # for type checkers
    from tools.emulator.drive import Wiring

_LOOK = 20000  # cycles between two looks at a condition and at the heap
_ESCAPES = re.compile(r"\x1b(\][^\x07\x1b]*(\x07|\x1b\\)|\[[0-9;?]*[A-Za-z])")
# Lines that show that the game goes on; a screen may appear by itself.
_PROGRESS = ("person ", "thinks ", "thought ", "hint ", "proved ", "coached ")
_RESTART = "code.py output:"  # the VM starts; a title for the terminal precedes this
QUIET, LOUD = "\x02", "\x03"  # the probe prints them around its own work
_PUSHES = (0xB5, 0xE9)  # upper byte of an instruction that begins a routine: push {..., lr}


class Machine:
    """A board that is switched on.

    flash: bytes of the chip's whole flash, see drive.flash_of. wiring: see drive.wiring. routines:
    {"print", "fail", "allocate"}: addresses of the firmware's routines that print, that report a
    failed allocation and that allocate; None: `learn` finds them.

    Everything recorded since power-on:
        console: (ms, line)
        changes: of the flash, [ms, "erase", address, size] or [ms, "program", address, bytes]
        failures: allocations that failed, [ms, bytes]
        heaps: after each collection, [ms, bytes free, bytes of the largest piece, heap's bytes]
        refusals: allocations refused on purpose, [ms, bytes]
    """

    def __init__(self, flash: Any, wiring: "Wiring", routines: dict | None) -> None:
        self.console: list[tuple[float, str]] = []
        self.changes: list[list] = []
        self.failures: list[list] = []
        self.heaps: list[list] = []
        self.refusals: list[list] = []
        self.text = self._line = ""
        self._line_start_ms = 0.0
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._heap: Any = None
        self._goes_on = self._is_quiet = False  # see `refuse`
        self._awaits = ""  # after a restart "screen", then "key"
        self._routines = routines
        from tools.emulator import panel, rp2040, samd51  # the command's help needs no library

        self.panel = panel.Panel(*wiring.glass, wiring.turned)

        kind = rp2040.Rp2040 if wiring.chip == "RP2040" else samd51.Samd51
        self.chip: Any = kind(flash, wiring, self.panel, self._record_change)
        if routines:
            self._hook_routine(routines["print"], self._print)
            self._hook_routine(routines["fail"], self._note_failure)

    @property
    def ms(self) -> float:
        """Return the emulated milliseconds since power-on."""
        return self.chip.ms

    def _record_change(self, kind, address, data):
        self.changes.append([self.ms, kind, address, data])

    # -- routines of the firmware

    def _hook_routine(self, address, handler):
        """Call handler(R0, R1) when the routine is entered; if it returns True, skip the routine,
        which then returns 0."""
        import unicorn
        from unicorn import arm_const as arm

        uc = self.chip.uc

        def entered(_uc, _address, _size, _data):
            if handler(uc.reg_read(arm.UC_ARM_REG_R0), uc.reg_read(arm.UC_ARM_REG_R1)):
                uc.reg_write(arm.UC_ARM_REG_R0, 0)
                uc.reg_write(arm.UC_ARM_REG_PC, uc.reg_read(arm.UC_ARM_REG_LR))

        uc.hook_add(unicorn.UC_HOOK_CODE, entered, None, address, address)

    def _print(self, text, length):
        self.hear(self._decoder.decode(bytes(self.chip.uc.mem_read(text, length))))
        return True

    def _note_failure(self, size, _other):
        self.failures.append([self.ms, size])
        return False

    def hear(self, text: str) -> None:
        """Read what the firmware prints."""
        self.text += text
        for letter in text:
            if letter in (QUIET, LOUD):
                self._is_quiet = letter == QUIET
                continue
            if not self._line:
                self._line_start_ms = self.ms
            if letter == "\n":
                self._add_line(self._line_start_ms, _ESCAPES.sub("", self._line))
                self._line = ""
            elif letter != "\r":
                self._line += letter

    def _add_line(self, ms, line):
        self.console.append((ms, line))
        if line.endswith(_RESTART):
            self._awaits, self._goes_on = "screen", False
        elif line.startswith("screen ") and self._awaits:
            self._awaits = "key"
        elif line.startswith(_PROGRESS) and not self._awaits:
            self._goes_on = True

    def find_routines(self, line: str, size: int, ms: float) -> dict[str, int]:
        """Run until `line` is printed and a block of `size` bytes is refused, for at most `ms` ms.
        Return {name: address} of the routines, 0 for each that was not found.

        The firmware calls one routine to allocate the block and another one to report that it
        failed, both with the size in R0. So at the shallowest stack depth that has two such calls,
        the first one allocates and the last one fails.
        """
        import unicorn
        from unicorn import arm_const as arm

        uc, line_bytes = self.chip.uc, line.encode()
        function_starts: dict[int, bool] = {}
        calls_with_size: list[tuple[int, int]] = []  # (address, stack pointer) of calls with `size`
        print_address = 0

        def enter_block(_uc, address, _size, _data):
            nonlocal print_address
            is_function = function_starts.get(address)
            if is_function is None:
                is_function = function_starts[address] = uc.mem_read(address + 1, 1)[0] in _PUSHES
            if not is_function:
                return
            argument = uc.reg_read(arm.UC_ARM_REG_R0)
            if argument == size:
                calls_with_size.append((address, uc.reg_read(arm.UC_ARM_REG_SP)))
            elif uc.reg_read(arm.UC_ARM_REG_R1) == len(line_bytes):
                offset = argument - self.chip.RAM_AT
                if self.chip.ram[offset : offset + len(line_bytes)] == line_bytes:
                    print_address = address  # several print; the innermost is called last

        def find_heap_routines():
            for depth in sorted({stack for _address, stack in calls_with_size}, reverse=True):
                calls = [address for address, stack in calls_with_size if stack == depth]
                if len(set(calls)) > 1:
                    return {"allocate": calls[0], "fail": calls[-1]}
            return {"allocate": 0, "fail": 0}

        uc.hook_add(unicorn.UC_HOOK_BLOCK, enter_block)
        self.run(ms, lambda: bool(print_address and find_heap_routines()["fail"]))
        self.run(5)  # until both calls have returned
        return {"print": print_address, **find_heap_routines()}

    # -- measuring

    def watch_heap(self, reserves: Any) -> None:
        """Read the heap after each collection from now on: see Heap."""
        from tools.emulator import heap

        self._heap = heap.Heap(self.chip.ram, self.chip.RAM_AT, reserves, self.heaps)

    def refuse(self, every: int, seed: int) -> None:
        """Refuse one allocation of the game in `every`, drawn by `seed`, and each only after a key
        or a move since the one before, after a restart of the VM a key. Call it before any time has
        passed."""
        rng = random.Random(seed)

        def should_refuse(size, _other):
            if self._is_quiet or not self._goes_on or not size or rng.randrange(every):
                return False
            self._goes_on = False
            self.refusals.append([self.ms, size])
            return True

        assert self._routines
        self._hook_routine(self._routines["allocate"], should_refuse)

    def key(self, key: Any, is_down: bool) -> None:
        """Press or release a key, as drive.keys names it."""
        self.chip.key(key, is_down)
        if is_down and self._awaits != "screen":
            self._awaits, self._goes_on = "", True

    def run(self, ms: float, until: Callable[[], bool] = lambda: False) -> None:
        """Run for `ms` or until `until()` is true."""
        chip = self.chip
        end = chip.now + int(ms * chip.HERTZ / 1000)
        while chip.now < end and not until():
            chip.run(min(end, chip.now + _LOOK))
            if self._heap:
                self._heap.check(chip.ms)
