"""One simulated handheld: the device code in a thread, its clock, its buttons and its display.

The clock advances only while the device code sleeps or asks for the time. `wait` lets the thread
run up to a moment of that clock; then the thread blocks until the caller waits again.
"""

import builtins
import functools
import gc
import importlib
import os
import queue
import threading
import time as real_time
from collections.abc import Iterable
from typing import Any

from tools.device import boards_desktop, device_modules, wordpack
from tools.place import ROOT
from tools.sim import modules
from tools.sim.faults import FaultyDrive, Reload, Stopped
from tools.sim.patches import Patches, drop_device_modules

if False:  # for type checkers
    from PIL import Image

BUTTONS = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT")
_WRAP = 1 << 29  # supervisor.ticks_ms wraps there
_WATCHDOG_S = 300  # real seconds that device code may compute without a look at the clock
_LONG_WAIT_MS = 10000  # with more simulated milliseconds to wait, each sleep lasts _LONG_SLEEP_MS
_LONG_SLEEP_MS = 100
_PRESS_MS = 40  # simulated milliseconds a press lasts, and the pause after it

# Character codes that pocket.app.input expects of a keyboard.
_TYPED = {"A": ord("k"), "B": 8, "START": 13, "SELECT": 32}

_sleep = real_time.sleep
_monotonic = real_time.monotonic

_OPTIONAL_MODULES = {"vectorio"}  # that the game uses and not every board has


class SimError(RuntimeError):
    """The simulator or the device code in it has failed; str() says why."""


def check_board(board: str) -> None:
    """Refuse a board that is in no table. Raises SimError."""
    device = boards_desktop.DEVICE
    if device.find_board(board) is None:
        raise SimError(
            "Board %s is not known; known are %s." % (board, ", ".join(sorted(device.BOARDS)))
        )


@functools.lru_cache(maxsize=8)
def _compiled(path, _modified_ns):
    with open(path, "rb") as file:
        return compile(file.read(), path, "exec")


def _run_file(path):
    """Run a Python file as a program; it is compiled again only when it has changed."""
    code = _compiled(path, os.stat(path).st_mtime_ns)
    exec(code, {"__name__": "__main__", "__file__": path})  # noqa: S102


def opposite(button: str) -> str:
    """Return the arrow that a person presses when the handheld is upside down."""
    return BUTTONS[BUTTONS.index(button) ^ 1] if button in BUTTONS[:4] else button


class Sim:
    """One simulated handheld.

    board: a board id of lib/pocket/hardware/boards.py. seed: int for the game's random
    numbers or None. save_dir: folder for saves. drive: folder that holds code.py. headless:
    simulated time. faults: words that make the drive fail: "read-only" (error 30; storage.remount
    lifts it unless "usb" is given too), "full" (error 28), "missing:NAME" (an asset is missing),
    "no saves" (the drive has no rummy.sav at first). env: more settings, as from settings.toml.
    nvm: bytes of chip memory or None. held: buttons that are down from power-on until `up`.
    battery: its volts, or None if the board cannot measure it. blind: paint nothing and copy no
    pixels. failure: the last exception that the device code has caught, or None. Use it as a
    context manager, or call close(). Raises SimError.
    """

    running: "Sim | None" = None
    app: Any
    display: Any

    def __init__(
        self,
        board: str = "pybadge",
        seed: int | None = None,
        save_dir: str | None = None,
        drive: str = ROOT,
        headless: bool = True,
        faults: Iterable[str] = (),
        env: dict[str, str] | None = None,
        nvm: Any = None,
        held: Iterable[str] = (),
        battery: float | None = None,
        blind: bool = False,
    ) -> None:
        if Sim.running:
            raise SimError("A simulated handheld is already running.")
        self.board = board
        self.drive = drive
        self.headless = headless
        self.blind = blind
        self.faults = set(faults)
        self.save_path = save_dir and "%s/rummy.sav" % save_dir
        self.nvm = bytearray(nvm) if nvm is not None else None
        self.battery = battery
        self.wires: dict = {}  # {pin name: button} for buttons with a pin of their own
        self.ms = 0
        self.app = self.display = None
        self.reloads = 0  # how many times the program has restarted itself
        self.error = None  # the exception that ended the program
        self.failure = None  # the last exception that the program caught and showed
        self.booting = False
        self.target: float = 0
        self._stop = self.ended = False
        self._ident = 0  # of the device's thread
        self._started = _monotonic()
        self._resume: Any = queue.SimpleQueue()
        self._paused: Any = queue.SimpleQueue()
        self._held_buttons = set(held)
        # {button that the user pressed: button that the board sees, on an upside-down handheld}
        self._pushed_buttons: dict[str, str] = {}
        self._patches = Patches()
        Sim.running = self
        try:
            self._prepare(seed, save_dir, env or {})
        except BaseException:
            self._restore()
            raise
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        if headless:
            try:
                self.wait(100)
            except BaseException:
                self.close()
                raise

    # -- start and end

    def _prepare(self, seed, save_dir, env):
        """Patch the desktop's Python to behave like the handheld's; the order matters."""
        wordpack.install(self.drive)
        patches = self._patches
        patches.unload_device()
        patches.restore_rules_on_close()
        patches.add_finder(modules.Finder())
        # The solver keeps its modules until the device code sets `forget`.
        patches.set_attribute(importlib.import_module("rules.solver"), "forget", None)
        # The drive's folders come last, or code.py would hide the standard library's `code`.
        patches.add_path(os.path.join(self.drive, "lib"), self.drive)
        settings = {"POCKET_SAVES": save_dir, "POCKET_SEED": None if seed is None else str(seed)}
        settings.update(env)
        for name, value in settings.items():
            patches.set_env(name, value)
        if save_dir:
            os.makedirs(save_dir, exist_ok=True)
            if "no saves" not in self.faults and not os.path.exists(self.save_path):
                with open(self.save_path, "wb") as file:
                    file.write(boards_desktop.SAVES["rummy.sav"])  # empty, as in every build
        from tools.sim import standins

        self.events = standins.EventQueue()
        standins.AnalogIn.values.clear()
        standins.I2C.typed.clear()
        profile = self._read_profile()
        self.buttons = profile.buttons
        self.stick = profile.stick
        if self.stick and self._is_d_pad():
            standins.AnalogIn.values.update(dict.fromkeys(self.stick[:2], 0))
        self.keyboard = profile.keyboard
        stand_ins = standins.modules(self, profile)
        stand_ins["supervisor"].reload = self._reload
        self._runtime = stand_ins["supervisor"].runtime
        patches.add_modules(stand_ins)  # displayio imports some of them
        from tools.sim import bitmaps, painting
        from tools.sim.display import Display  # displayio needs the stand-ins in place

        self.display = Display(profile.width, profile.height, self.blind)
        stand_ins["board"].DISPLAY = self.display
        if self.board in boards_desktop.BOARDS:
            missing = _OPTIONAL_MODULES - device_modules.modules_of(self.board)
            patches.hide_modules(missing)
        bitmaps.patch(patches, self.blind)
        painting.patch(patches)
        drive = FaultyDrive(self, self._in_device)
        patches.set_attribute(builtins, "open", drive.open)
        for name in ("remove", "rename", "mkdir", "rmdir"):
            patches.set_attribute(os, name, drive.guarded(getattr(os, name)))
        if hasattr(os, "sync"):  # the real one waits for every disk on the desktop
            patches.set_attribute(os, "sync", lambda: None)
        # A real collection would take as long as drawing a screen.
        patches.set_attribute(gc, "collect", lambda *args: 0)
        patches.set_attribute(real_time, "sleep", self._device_sleep)
        patches.set_attribute(real_time, "monotonic", self._device_monotonic)

    def _reload(self):
        """Stand in for supervisor.reload."""
        self._runtime.run_reason = 1
        raise Reload()

    def _read_profile(self):
        check_board(self.board)
        boards = boards_desktop.DEVICE
        profile = boards.profile(boards.find_board(self.board))
        self.wires = dict(zip(profile.pins, profile.buttons))
        return profile

    def _restore(self):
        self._patches.close()
        Sim.running = None

    def _run(self):
        self._ident = threading.get_ident()
        if self.headless:
            self._resume.get()
        try:
            if not self._stop:
                self._boot()
                while not self._run_program():
                    self.reloads += 1
        except Stopped:
            pass
        except BaseException as problem:  # `wait` raises it again
            self.error = problem
        finally:
            self.ended = True
            self._paused.put(None)

    def _run_program(self):
        """Run code.py. Return False if it asks for a reload, which starts it in a new VM."""
        self._watch_app()
        try:
            _run_file(os.path.join(self.drive, "code.py"))
        except Reload:
            self.failure = None  # a reload is no failure
            self.events.clear()
            for pin in self.pins.values():
                pin.taken = False
            drop_device_modules()
            return False
        return True

    def _boot(self):
        """Run boot.py as a board does before code.py: in a VM of its own, with no time passing."""
        path = os.path.join(self.drive, "boot.py")
        if not os.path.exists(path):
            return
        self.booting = True
        try:
            _run_file(path)
        finally:
            self.booting = False
            self.events.clear()
            drop_device_modules()

    def report_held(self) -> None:
        """Queue an event for every button that is down: keypad.Keys.reset."""
        for button in self._held_buttons:
            if button in self.buttons:
                self.events.put(self.buttons.index(button), True, self.ms)

    def _watch_app(self):
        """Record the App that the device code makes, and each failure that it shows."""
        from pocket.app import flow, start

        original_failed, original_mend = start.failed, flow.App.mend

        def note_failure(display, problem, running):
            self.failure = problem
            original_failed(display, problem, running)

        def note_mended(app, problem):
            self.failure = problem
            original_mend(app, problem)

        start.failed = note_failure
        flow.App.mend = note_mended
        original_init = flow.App.__init__

        def init(app, *args, **options):
            self.app = app
            original_init(app, *args, **options)

        flow.App.__init__ = init

    def stop(self) -> None:
        """End the device code at its next look at the clock."""
        self._stop = True

    def close(self) -> None:
        """Switch the handheld off."""
        if Sim.running is not self:
            return
        self._stop = True
        self._resume.put(None)
        self._thread.join(_WATCHDOG_S)  # it must end before the host's modules are restored
        self._restore()

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.close()

    # -- time

    def _in_device(self):
        return threading.get_ident() == self._ident

    def _pass_time(self, ms):
        """Let `ms` milliseconds pass, on the device's thread."""
        if self.booting:
            return
        if not self.headless:
            if self._stop:
                raise Stopped()
            if ms:
                _sleep(ms / 1000)
            return
        self.ms += ms
        while self.ms >= self.target or self._stop:
            if self._stop:
                raise Stopped()
            self._paused.put(None)
            self._resume.get()

    def ticks_ms(self) -> int:
        """Return supervisor.ticks_ms."""
        if self._in_device():
            self._pass_time(1 if self.headless else 0)
        if self.headless:
            return self.ms % _WRAP
        return int((_monotonic() - self._started) * 1000) % _WRAP

    def _device_sleep(self, seconds):
        if self._in_device():
            ms = max(1, int(seconds * 1000))
            if self.target - self.ms > _LONG_WAIT_MS:  # or the keys are read a million times
                ms = max(ms, _LONG_SLEEP_MS)
            self._pass_time(ms)
        else:
            _sleep(seconds)

    def _device_monotonic(self):
        if self.headless and self._in_device():
            return self.ms / 1000
        return _monotonic()

    def wait(self, ms: float) -> None:
        """Let `ms` simulated milliseconds pass. Raises SimError when the device code has ended."""
        if self.ended:
            self.raise_error()
        self.target = max(self.target, self.ms) + ms
        self._resume.put(None)
        try:
            self._paused.get(timeout=_WATCHDOG_S)
        except queue.Empty:
            raise SimError(
                "The device code has not looked at the clock for %d seconds." % _WATCHDOG_S
            )
        if self.ended:
            self.raise_error()

    def raise_error(self) -> None:
        """Raise the SimError that says why the device code has ended."""
        problem = self.error or self.failure
        if not problem:
            raise SimError("The device code has ended.")
        sentence = "The device code failed: %s: %s" % (type(problem).__name__, problem)
        raise SimError(sentence) from problem

    # -- buttons

    def down(self, button: str) -> None:
        """Push a button: a name of BUTTONS."""
        self._set_button(button, True)

    def up(self, button: str) -> None:
        """Release a button."""
        self._set_button(button, False)

    def seen(self, button: str) -> str:
        """Return the button that a person sees as `button`, which is the opposite arrow if the
        handheld is held upside down and its picture is turned."""
        keys = getattr(self.app, "keys", None)  # an App that is being made has none
        return opposite(button) if keys and keys.is_rotated else button

    def push(self, button: str) -> None:
        """Hold the button that a person sees as `button` until `release`."""
        if button not in self._pushed_buttons:
            self._pushed_buttons[button] = self.seen(button)
            self.down(self._pushed_buttons[button])

    def release(self, button: str) -> None:
        """Release the button that `push` holds, though the handheld may have been turned since."""
        if button in self._pushed_buttons:
            self.up(self._pushed_buttons.pop(button))

    def _is_d_pad(self):
        """Return whether the stick is a d-pad on two analog pins (keys in boards.toml)."""
        return self.stick[2] > self.stick[3]

    def _set_button(self, button, pressed):
        """Press or release a button by its pin, event, stick axis or typed key."""
        if button not in BUTTONS:
            raise SimError("There is no button %s." % button)
        for name in self.wires:
            if self.wires[name] == button:
                self.pins[name].level = False if pressed else None
        if button in self.buttons:
            if pressed != (button in self._held_buttons):
                self.events.put(self.buttons.index(button), pressed, self.ms)
        elif self.stick and button in BUTTONS[:4]:
            from tools.sim import standins

            axis = self.stick[0 if button in ("LEFT", "RIGHT") else 1]
            is_low = button in ("LEFT", "UP")
            released, pushed = 32768, 0 if is_low else 65535
            if self._is_d_pad():
                released, pushed = 0, 65535 if is_low else 32768
            standins.AnalogIn.values[axis] = pushed if pressed else released
        elif self.keyboard and button in _TYPED:
            from tools.sim import standins

            if pressed:
                standins.I2C.typed.append(_TYPED[button])
        elif button == "SELECT" and button not in self.wires.values():
            # On a board without SELECT, holding START acts as SELECT.
            if self.headless and pressed:
                self.hold("START", 700)
            elif pressed:
                self._set_button("START", True)
                threading.Timer(0.7, self._set_button, ("START", False)).start()
            return
        (self._held_buttons.add if pressed else self._held_buttons.discard)(button)

    def press(self, *buttons: str, rest: float = 0) -> None:
        """Press buttons one after another, then let `rest` simulated milliseconds pass
        (headless)."""
        for button in buttons:
            self.hold(button, _PRESS_MS)
        if rest:
            self.wait(rest)

    def hold(self, button: str, ms: float, rest: float = 0) -> None:
        """Hold a button for `ms` simulated milliseconds, then let `rest` pass (headless)."""
        self._set_button(button, True)
        self.wait(ms)
        self._set_button(button, False)
        self.wait(_PRESS_MS + rest)

    # -- pictures

    def image(self) -> "Image.Image":
        """Return the display as a Pillow image."""
        from PIL import Image

        return Image.frombytes("RGB", (self.display.width, self.display.height), self.display.rgb())

    def shot(self, path: str, scale: int = 1) -> None:
        """Write the display as a PNG, each pixel `scale` times as large."""
        image = self.image()
        if scale > 1:
            image = image.resize((image.width * scale, image.height * scale), 0)
        image.save(path)
