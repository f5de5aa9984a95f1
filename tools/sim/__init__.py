"""The simulator: runs the handheld's own code.py, lib/ and rules/ on a desktop.

The device code runs in a thread of its own. Without a window its clock is simulated: time passes
only where the code sleeps or asks for the time, so a script runs as fast as the machine can and
the same script gives the same pictures.
"""

import builtins
import gc
import importlib
import os
import runpy
import sys
import threading
import time as real_time

from tools.device import wordpack
from tools.place import ROOT

UNKNOWN = "unknown"  # a board in no table: it learns its buttons
BUTTONS = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT")
_WRAP = 1 << 29  # supervisor.ticks_ms wraps there
_WATCHDOG = 300  # real seconds that device code may compute without a look at the clock
_PRESS = 40  # simulated milliseconds a press lasts, and the pause after it

_sleep = real_time.sleep
_monotonic = real_time.monotonic


class SimError(RuntimeError):
    """The simulator or the device code in it has failed; str() says why."""


class Stopped(BaseException):
    """Ends the device thread; no `except Exception` of the device code can hold it."""


class Sim:
    """One simulated handheld.

    board: a board id of lib/pocket/hardware/boards.py, or UNKNOWN. seed: int for the game's random
    numbers or None. save_dir: folder for saves. drive: folder that holds code.py. headless:
    simulated time. faults: words that make the drive fail: "read-only" (error 30; storage.remount
    lifts it unless "usb" is there too), "full" (error 28), "missing:NAME" (an asset that is not
    there), "power" (the power goes in the middle of the next write). held: buttons down while
    switching on, until they are let go. failure: what the device code has caught and shown as a
    sentence, or None. env: more settings, as settings.toml would give them. nvm: bytes of chip
    memory or None. battery: its volts, or None where the board cannot tell. blind: nothing is
    painted (sim/display.py). Use as a context manager, or call close(). Raises SimError.
    """

    running = None

    def __init__(
        self,
        board="pybadge",
        seed=None,
        save_dir=None,
        drive=ROOT,
        headless=True,
        faults=(),
        env=None,
        nvm=None,
        held=(),
        battery=None,
        blind=False,
    ):
        if Sim.running:
            raise SimError("A simulated handheld is running already.")
        self.board = board
        self.drive = drive
        self.headless = headless
        self.blind = blind
        self.faults = set(faults)
        self._saves = "%s/rummy.sav" % save_dir
        self.nvm = bytearray(nvm) if nvm is not None else None
        self.battery = battery
        self.wires = {}  # pin name: button, where buttons have pins of their own
        self.ms = 0
        self.app = None
        self.sleeps = 0  # how often the chip slept
        self.error = None
        self.failure = None
        self.booting = False
        self.target = 0
        self._stop = False
        self._began = _monotonic()
        self._resume = threading.Semaphore(0)
        self._paused = threading.Semaphore(0)
        self._down = set(held)
        self._undo = []
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
        wordpack.install(self.drive)
        self._purge()
        rules = _rules()  # the device drops rules modules to save memory; others here use them
        self._undo.append(lambda: _put_rules(rules))
        self._patch(importlib.import_module("rules.solver"), "forget", None)
        path = list(sys.path)
        self._undo.append(lambda: sys.path.__setitem__(slice(None), path))
        # Last, or code.py would hide the library's module `code`.
        sys.path += [
            folder
            for folder in (os.path.join(self.drive, "lib"), self.drive)
            if folder not in sys.path
        ]
        settings = {"POCKET_SAVES": save_dir, "POCKET_SEED": None if seed is None else str(seed)}
        settings.update(env)
        for name, value in settings.items():
            before = os.environ.get(name)
            self._undo.append(lambda name=name, before=before: _put_env(name, before))
            _put_env(name, value)
        if save_dir:
            os.makedirs(save_dir, exist_ok=True)
        from tools.sim import standins

        self.events = standins.EventQueue()
        standins.AnalogIn.values.clear()
        standins.I2C.typed.clear()
        profile = self._profile()
        self.buttons = profile.buttons
        self.stick = profile.stick
        self.keyboard = profile.keyboard
        self._install(
            {name: module for name, module in standins.modules(_Blank(self), profile).items()}
        )
        from tools.sim.display import Display  # displayio needs the stand-ins in place

        self.display = Display(profile.width, profile.height, self.blind)
        self._install(standins.modules(self, profile))
        self._patch(builtins, "open", self._open)
        for name in ("remove", "rename", "mkdir", "rmdir"):
            self._patch(os, name, self._changing(getattr(os, name)))
        if hasattr(os, "sync"):  # the desktop's would wait for every disk it has
            self._patch(os, "sync", lambda: None)
        collect = gc.collect
        self._patch(gc, "collect", lambda *args: 0 if self._in_device() else collect(*args))
        self._patch(real_time, "sleep", self._device_sleep)
        self._patch(real_time, "monotonic", self._device_monotonic)
        self._purge()

    def _profile(self):
        from pocket.hardware import boards

        if self.board == UNKNOWN:
            from tools.sim import standins

            self.wires = standins.WIRES
            found = boards.Profile()
            found.board_id, found.width, found.height = "a_board_of_ones_own", 240, 240
            return found
        name = boards.known(self.board)
        if name is None:
            raise SimError(
                "Board %s is not known; known are %s, and %s, which learns its buttons."
                % (self.board, ", ".join(sorted(boards.BOARDS)), UNKNOWN)
            )
        found = boards.profile(name)
        self.wires = dict(zip(found.pins, found.buttons))
        return found

    def _install(self, modules):
        for name, module in modules.items():
            before = sys.modules.get(name)
            self._undo.append(lambda name=name, before=before: _put_module(name, before))
            sys.modules[name] = module

    def _patch(self, owner, name, value):
        before = getattr(owner, name)
        self._undo.append(lambda: setattr(owner, name, before))
        setattr(owner, name, value)

    @staticmethod
    def _purge():
        for name in [
            name for name in sys.modules if name == "pocket" or name.startswith("pocket.")
        ]:
            del sys.modules[name]

    def _restore(self):
        while self._undo:
            self._undo.pop()()
        self._purge()
        Sim.running = None

    def _run(self):
        if self.headless:
            self._resume.acquire()
        try:
            if not self._stop:
                self._boot()
                self._watch_app()
                runpy.run_path(os.path.join(self.drive, "code.py"), run_name="__main__")
        except Stopped:
            pass
        except BaseException as problem:  # a device that ends is told of, never swallowed
            self.error = problem
        finally:
            self._ended = True
            self._paused.release()

    _ended = False

    def _boot(self):
        """Run boot.py as a board does before code.py, in a VM of its own and in no time."""
        path = os.path.join(self.drive, "boot.py")
        if not os.path.exists(path):
            return
        self.booting = True
        try:
            runpy.run_path(path, run_name="__main__")
        finally:
            self.booting = False
            self.events.clear()
            self._purge()

    def tell_down(self):
        """keypad.Keys.reset: an event for every button that is down."""
        for button in self._down:
            if button in self.buttons:
                self.events.put(self.buttons.index(button), True, self.ms)

    def _watch_app(self):
        """Keep hold of the App once the device code makes it, and of a failure it shows."""
        from pocket import app, start

        failed = start.failed

        def tell(display, problem):
            self.failure = problem
            failed(display, problem)

        start.failed = tell
        make = app.App.__init__

        def init(one, *args, **options):
            self.app = one
            make(one, *args, **options)

        app.App.__init__ = init

    def stop(self):
        """End the device code at its next look at the clock."""
        self._stop = True

    def close(self):
        """Switch the handheld off."""
        if Sim.running is not self:
            return
        self._stop = True
        self._resume.release()
        self._thread.join(5)
        self._restore()

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.close()

    # -- time

    def _in_device(self):
        return threading.current_thread() is getattr(self, "_thread", None)

    def sleep(self, ms):
        """alarm: the chip sleeps for so long."""
        if not self.headless:
            _sleep(ms / 1000)
        self._spend(ms if self.headless else 0)

    def _spend(self, ms):
        """Device thread: let `ms` milliseconds pass."""
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
            self._paused.release()
            self._resume.acquire()

    def ticks_ms(self):
        """supervisor.ticks_ms."""
        if self._in_device():
            self._spend(1 if self.headless else 0)
        if self.headless:
            return self.ms % _WRAP
        return int((_monotonic() - self._began) * 1000) % _WRAP

    def _device_sleep(self, seconds):
        if self._in_device():
            self._spend(max(1, int(seconds * 1000)))
        else:
            _sleep(seconds)

    def _device_monotonic(self):
        if self.headless and self._in_device():
            return self.ms / 1000
        return _monotonic()

    def wait(self, ms):
        """Let `ms` simulated milliseconds pass. Raises SimError when the device code has ended."""
        if self._ended:
            self._raise()
        self.target = max(self.target, self.ms) + ms
        self._resume.release()
        if not self._paused.acquire(timeout=_WATCHDOG):
            raise SimError(
                "The device code has not looked at the clock for %d seconds." % _WATCHDOG
            )
        if self._ended:
            self._raise()

    def _raise(self):
        if self.error:
            raise SimError(
                "The device code failed: %s: %s" % (type(self.error).__name__, self.error)
            ) from self.error
        if self.failure:
            raise SimError(
                "The device code failed: %s: %s" % (type(self.failure).__name__, self.failure)
            ) from self.failure
        raise SimError("The device code has ended.")

    # -- buttons

    def down(self, button):
        """Push a button: a name of BUTTONS."""
        self._key(button, True)

    def up(self, button):
        """Let a button go."""
        self._key(button, False)

    def _key(self, button, pressed):
        if button not in BUTTONS:
            raise SimError("There is no button %s." % button)
        for name in self.wires:
            if self.wires[name] == button:
                self.pins[name].level = False if pressed else None
        if button in self.buttons:
            if pressed != (button in self._down):
                self.events.put(self.buttons.index(button), pressed, self.ms)
        elif self.stick and button in BUTTONS[:4]:
            from tools.sim import standins

            axis = self.stick[0 if button in ("LEFT", "RIGHT") else 1]
            far = 0 if button in ("LEFT", "UP") else 65535
            standins.AnalogIn.values[axis] = far if pressed else 32768
        elif self.keyboard and button in _TYPED:
            from tools.sim import standins

            if pressed:
                standins.I2C.typed.append(_TYPED[button])
        elif (
            button == "SELECT" and button not in self.wires.values()
        ):  # boards without one: START held
            if self.headless and pressed:
                self.hold("START", 700)
            elif pressed:
                self._key("START", True)
                threading.Timer(0.7, self._key, ("START", False)).start()
            return
        (self._down.add if pressed else self._down.discard)(button)

    def press(self, *buttons):
        """Press buttons one after another (headless)."""
        for button in buttons:
            self.hold(button, _PRESS)

    def hold(self, button, ms):
        """Hold a button for `ms` simulated milliseconds (headless)."""
        self._key(button, True)
        self.wait(ms)
        self._key(button, False)
        self.wait(_PRESS)

    # -- pictures

    def image(self):
        """The display as a Pillow image."""
        from PIL import Image

        return Image.frombytes("RGB", (self.display.width, self.display.height), self.display.rgb())

    def shot(self, path, scale=1):
        """Write the display as a PNG, each pixel `scale` times as large."""
        image = self.image()
        if scale > 1:
            image = image.resize((image.width * scale, image.height * scale), 0)
        image.save(path)

    # -- the drive's faults

    def _refuse(self):
        """Device thread: raise what writing to this drive raises."""
        for fault, number in (("read-only", 30), ("full", 28)):
            if fault in self.faults:
                raise OSError(number, "simulated: " + fault)

    def _changing(self, function):
        """`function` of os, refused on a drive that cannot be written (a full one can lose
        files)."""

        def call(*args, **options):
            if self._in_device() and (function is not _remove or "full" not in self.faults):
                self._refuse()
            return function(*args, **options)

        return call

    def _open(self, path, mode="r", *args, **options):
        writes = any(letter in mode for letter in "wax+")
        if self.faults and self._in_device() and isinstance(path, str):
            if writes:
                self._refuse()
            for fault in self.faults:
                if fault.startswith("missing:") and path.replace("\\", "/").endswith(fault[8:]):
                    raise OSError(2, "simulated: missing")
        file = _open(path, mode, *args, **options)
        if writes and path == self._saves:
            return _Cut(file, self)  # it stays open: the power may go at any later write
        return file


_open = builtins.open
_remove = os.remove
_TYPED = {
    "A": ord("k"),
    "B": 8,
    "START": 13,
    "SELECT": 32,
}  # as pocket.hardware.input reads a keyboard


class _Cut:
    """The file of saves; with "power" among the faults the next write is cut off. What a cut does
    to the flash, step by step: tools/sim/fatdrive.py."""

    def __init__(self, file, sim):
        self._file = file
        self._sim = sim

    def write(self, data):
        """Write `data`; or its beginning over what is erased, then raises Stopped."""
        if "power" not in self._sim.faults or not self._sim._in_device():
            return self._file.write(data)
        self._file.write(data[:10] + b"\xff" * (len(data) - 10))
        self._file.close()
        raise Stopped()

    def __getattr__(self, name):
        return getattr(self._file, name)

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self._file.close()


class _Blank:
    """Stands for the machine while displayio is being imported."""

    def __init__(self, sim):
        self.display = None
        self.nvm = None
        self.battery = None
        self.wires = {}
        self.events = sim.events
        self.faults = set()
        self.booting = False
        self.ticks_ms = lambda: 0
        self.stop = lambda: None


def _put_env(name, value):
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = str(value)


def _put_module(name, module):
    if module is None:
        sys.modules.pop(name, None)
    else:
        sys.modules[name] = module


def _rules():
    """The modules of the rules that are loaded: a dict of name to module."""
    return {name: module for name, module in sys.modules.items() if name.startswith("rules.")}


def _put_rules(before):
    """Make `before` the loaded modules of the rules again, and no others."""
    for name in _rules():
        if name not in before:
            package, _, last = name.rpartition(".")
            del sys.modules[name]
            if hasattr(sys.modules.get(package), last):
                delattr(sys.modules[package], last)
    for name, module in sorted(before.items()):
        package, _, last = name.rpartition(".")
        sys.modules[name] = module
        setattr(sys.modules[package], last, module)


def data_dir():
    """Where the desktop keeps saves: POCKET_RUMMY_DATA, or the user's data folder."""
    own = os.environ.get("POCKET_RUMMY_DATA")
    if own:
        return own
    from platformdirs import user_data_dir

    return user_data_dir("pocket-rummy", appauthor=False)
