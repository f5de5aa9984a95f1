"""The running app: display, keys, the screen on show, the loop.

Everything a screen needs is an attribute of the one App it is given."""

import gc
import sys
import time

import supervisor
from pocket.app import backlight, flow, input, reload, renewed, session, unload
from pocket.made import poweron

if False:  # for type checkers
    from collections.abc import Callable
    from typing import Any

    from busdisplay import BusDisplay
    from pocket.app.screen import Screen
    from pocket.hardware.boards import Profile
    from pocket.saves.storage import Store


_WRAP = 0x1FFFFFFF  # supervisor.ticks_ms wraps at 2**29
_DIM_MS = 90000
_SLEEP_MS = 300000
_TIDY_MS = 120
_IGNORE_KEYS_MS = 500
# Bytes of the pieces held while a screen is made: the first of these sizes there is, and one for
# the letters of its menus (2,160 bytes), a size that nothing else asks for.
_SCREEN_RESERVES = 8704, 6528, 4352
_LETTERS_RESERVE = 2176
_WORDS = 300  # of the VM's stack, at which calls may have left something
_ALIVE_MS = 2000  # behind its start a VM that waits for a key is no failure any more
_RESTART = "saves.restart"
_ANEW = ("review.coach",)  # screens for which the VM starts anew: what they work out needs the heap
_RESERVE = 4352  # bytes in one piece, held from the start until memory runs out
_AMPLE = 192 * 1024  # with so many bytes free at the start nothing need be held


class App:
    """Run one screen at a time on an open board.

    display; w, h: its size. art: sheets (draw.Art). keys, sound, settings. ample: there is so much
    memory that no reserve is held; scarce: it is a board's, and not ample. reserve: see _RESERVE.
    session: the running game and who plays it. failures: flow.Failures. notice: see `tell`.
    screen: the one on show, or None; name, args: the screen's, as `go` takes them. next: (name,
    args) of the screen that `go` asks for, or None. changed: the screen must be painted. pressed:
    when a button was last pressed. ignore_keys_until: the time until which START and the last
    button do nothing, True: half a second after the next picture, False: no such time. dim: 1 the
    light is low, since no button was pressed for long, 2 it is out, 3 before the first picture.
    screen_reserve, letters_reserve: see `hold_reserves`. Of the board (Profile): picture, of its
    buttons. battery: how it is wired. learns: its buttons can be learned. Others set session
    (newgame, memory), keys (learnbuttons), ignore_keys_until (eightturn) and letters_reserve
    (Panel)."""

    notice: "tuple | str"
    screen: "Screen | None"
    screen_reserve: "bytearray | None"
    letters_reserve: "bytearray | None"
    next: "tuple | None"
    ignore_keys_until: "bool | int"

    def __init__(self, profile: "Profile", display: "BusDisplay") -> None:
        """For an open board. Raises BoardError."""
        from pocket.hardware import sizes

        # Asked once, since counting free memory takes 5 ms; a desktop cannot tell.
        free: Any = getattr(gc, "mem_free", None)
        self.ample = free is not None and free() > _AMPLE
        self.scarce = free is not None and not self.ample
        # A want of memory is mended with it. It comes first, so that it cuts no free memory in two.
        self.reserve: bytearray | None = bytearray(_RESERVE) if self.scarce else None
        self.w = display.width
        self.h = display.height
        self.art = sizes.art(self.w, self.h)  # large blocks come first
        self.display = display
        self.picture = profile.picture
        self.battery = profile.battery
        self.learns = profile.learns
        self.failures = flow.Failures()
        self.session = session.Session()
        self.changed = True
        self.screen = self.next = self.screen_reserve = self.letters_reserve = None
        self._ticks = supervisor.ticks_ms()
        self._now = self.pressed = 0
        self._saves: dict = {"asks": {}}  # their file, open from the first one on (storage.Store)
        self.name = ""
        self.args: tuple = ()
        self.ignore_keys_until = self._needs_collect = False  # a key has left garbage
        self.dim = 3
        self._pressed = -1  # the last button that did anything
        self._ignored_button = -1  # with START, see `ignore_keys_until`
        from pocket.hardware import powerup  # its memory comes back

        self.keys, self.settings = powerup.opened(self, profile)
        self.sound = powerup.opened_sound(self, profile)
        self.notice = powerup.begin(self, profile)

    @property
    def store(self) -> "Store":
        """The saves. Nobody keeps the Store, so that its code can go where memory is short. Looking
        for a record takes as much memory as a record has; while a screen is made, that may be in
        the piece held."""
        from pocket.saves import slots, storage

        self.retry_without_reserve(bytearray, slots.SLOT)
        return storage.Store(self._saves)

    def tell(self, why: tuple | str | None) -> None:
        """Leave a notice (words.told) for the next screen that can show it; none if "" or None."""
        self.notice = why or self.notice

    def take_notice(self) -> "tuple | str":
        """The notice that `tell` has left, or "": once."""
        why, self.notice = self.notice, ""
        return why

    def now(self) -> int:
        """Milliseconds since the start; never wraps or goes back."""
        ticks = supervisor.ticks_ms()
        self._now += (ticks - self._ticks) & _WRAP
        self._ticks = ticks
        return self._now

    def light(self, dim: int = 0) -> None:
        """Set the display's brightness from the settings. dim: 1 is low, 2 is out."""
        self.dim = dim
        backlight.light(self.display, self.settings.get("brightness") * (0.2, 0.04, 0)[dim])

    def _rest(self, idle):
        """Nobody has pressed a key for `idle` ms: the light goes down, then out, and the chip
        sleeps where it can."""
        if idle > _SLEEP_MS and self.dim < 2:
            from pocket.hardware import lightsleep

            self.light(2)
            if lightsleep.until_key(self.keys):
                self._ticks = supervisor.ticks_ms()  # time asleep does not count
                self.pressed = self.now()
                self.light()
            del lightsleep
            unload.forget("pocket.hardware.lightsleep")
        elif idle > _DIM_MS and not self.dim:
            self.light(1)

    def go(self, name: str, *args: "Any") -> None:
        """Show the screen of module `pocket.<name>` next, "folder.module": built as
        Screen(app, *args) once the running handler has returned. The last call before that wins."""
        self.next = (name, args)

    def enter(self, kept: bool = False) -> None:
        """Go on with the running game (flow.next), once the screen that has made or loaded it has
        gone: to keep the game beside it there may be too little memory. kept: the newest save is
        of this turn."""
        self.next = (None, (kept,))

    def room(self, name: str) -> None:
        """Enter the room of that name, or that of the screen of that name: from now on memory is
        for it (pocket.app.memory)."""
        from pocket.app import memory

        memory.enter(self, name)

    def _switch(self):
        while self.next is not None:
            name, args = self.next
            self.next = None
            if self.name and renewed.changed():
                renewed.tell(self)
            self.close_screen()
            if name == "games.makegame":
                gc.collect()  # what is made there stays
            if name is None:
                flow.next(self, *args)
                continue
            waiting = self._saves.get("asks")
            if waiting and name != "checks.failed":
                self._saves["asks"] = None  # as it stays unless the answer is yes
                args = (waiting, name) + args
                name = "menus.firstsave"
            self.ignore_keys_until = False
            entered, self.name = self.name, name
            self.args = args
            if name in _ANEW and self.scarce and reload.start and entered != _RESTART:
                self.room(_RESTART)
                self.module(_RESTART).leave(self, name, True, True)
            if entered:  # else there is no room that could be left
                # Before what enters the next one is loaded: beside a full screen little is free.
                unload.forget("pocket." + entered)
                self.room(name)
            self.hold_reserves()
            module = self.module(name)  # the firmware collects garbage behind each import
            self.screen = self.retry_without_reserve(module.Screen, self, *args)
            self.free_reserves()
            self.display.root_group = self.screen.group  # once all of it is there
            self.changed = True
        self.keys.forget()

    def close_screen(self) -> None:
        """Close the running screen and give its memory back."""
        screen, self.screen = self.screen, None
        self.display.root_group = None  # old and new areas would be painted one by one
        if screen is not None:
            screen.close()

    def ignore_keys_until_shown(self) -> None:
        """Forget the keys pressed so far. START and the last one, which may still be mashed, do
        nothing until half a second after the next picture."""
        self.keys.forget()
        self.ignore_keys_until = True
        self._ignored_button = self._pressed

    def repaint_all(self) -> None:
        """Paint the whole screen in the next frame, once: nearly all of it changes, and old and new
        areas would be painted one by one."""
        self.display.root_group = None

    def free_reserves(self) -> None:
        """Free the pieces that `hold_reserves` holds."""
        self.screen_reserve = self.letters_reserve = None

    def hold_reserves(self) -> None:
        """Hold a piece of memory while a screen, or a person's turn, is made, so that the next
        screen finds it whole, and a second one for the letters that a Panel loads late. Hold
        nothing where memory is ample or too short for them."""
        self.free_reserves()
        if self.ample:
            return
        gc.disable()  # the room has just collected: another collection would find nothing more
        try:
            self.letters_reserve = bytearray(_LETTERS_RESERVE)
            for size in _SCREEN_RESERVES:
                try:
                    self.screen_reserve = bytearray(size)
                    break
                except MemoryError:
                    pass
        except MemoryError:
            pass
        gc.enable()

    def read_sheet(self, kind: int) -> None:
        """Art.sheet. What is read stays: where a piece of memory is held may be its place."""
        if self.art.shown != kind:
            held = self.screen_reserve is not None
            self.free_reserves()
            self.art.sheet(kind)
            if held:
                self.hold_reserves()

    def retry_without_reserve(self, make: "Callable", *args: "Any") -> "Any":
        """Return make(*args); where that runs out of memory, call it again without the reserves.
        Raises MemoryError, and what make raises."""
        try:
            return make(*args)
        except MemoryError:
            if self.screen_reserve is None:
                raise
            self.free_reserves()
            unload.missing()
        return make(*args)

    def load(self, names: str) -> None:
        """Load modules before they are wanted, as far as there is memory. names: with a blank after
        each."""
        for name in names.split():
            try:
                __import__(name)
            except MemoryError:  # if memory is still short then, the key that wants it tells
                unload.forget(name)

    def module(self, name: str) -> "Any":
        """Load the module of a screen, as `go` names it."""
        name = "pocket." + name
        self.retry_without_reserve(__import__, name)
        return sys.modules[name]

    def press(self, button: int, kind: int) -> None:
        """A button does something (pocket.app.input): a key, or a finger in a page means it."""
        self.pressed = self._now
        self.failures.progress()
        self._needs_collect = True
        if self.dim:
            self.light()
        elif not self.ignore_keys_until or button not in (input.START, self._ignored_button):
            self._pressed = button
            self.changed = self.screen.group is not None  # else there is nothing to be painted
            self.screen.key(button, kind)

    def step(self) -> None:
        """One turn of the loop: keys, the screen's own work, sound, one refresh at most."""
        if self.next is not None:  # the first screen, or one behind a failure
            self._switch()
        now = self.now()
        until = self.ignore_keys_until
        if until and until is not True and now >= until:
            self.ignore_keys_until = False
        while self.next is None and self.keys.poll(now, self.screen.long_keys):
            self.press(self.keys.button, self.keys.kind)
        if self.next is None:
            if self.screen.tick(now):
                self.changed = True
        self.sound.tick(now)
        if self.next is not None:
            max(*bytes(_WORDS))  # else what is left there may keep the old screen, and all its code
            self._switch()
        if self.changed:
            self.changed = False
            if self.display.root_group is None:
                self.display.root_group = self.screen.group
            self.display.refresh()
            if self.ignore_keys_until is True:
                self.ignore_keys_until = self.now() + _IGNORE_KEYS_MS
            if self.dim > 2:
                self.light()
        elif not self.screen.busy:
            if now > _ALIVE_MS:
                self.failures.restarts = 0
            if self._needs_collect and now - self.pressed > _TIDY_MS:
                self._needs_collect = False
                gc.collect()  # now, not in the middle of the next key
                self.load(self.screen.preload)
                self.screen.preload = ""
            self._rest(now - self.pressed)
            time.sleep(0.005)

    def run(self) -> None:
        """Show the first screen and run until the power goes."""
        self.show_first()
        while True:
            self.go_on()

    def show_first(self) -> None:
        """Show the first screen."""
        # Quicker than a room, which the screen asks for at rest.
        for name in poweron.MODULES.split():
            unload.forget(name)
        del App.__init__  # nobody makes another: the memory of its code comes back, too

    def go_on(self) -> None:
        """One turn of the loop; what goes wrong in it is mended. A browser's page, which may not
        wait, has a loop of its own."""
        try:
            self.step()
        except Exception as problem:
            self.mend(problem)

    def may_restart(self) -> bool:
        """True where a want of memory may be raised so that the VM starts anew (saves/restart.py):
        it can, and has not just done so."""
        failures = self.failures
        return bool(reload.start) and not (failures.anew or failures.unsaved)

    def mend(self, problem: Exception) -> None:
        """A screen has raised `problem`: it goes, and all that memory was taken for, then
        pocket.checks.failed goes on from the last good state. Raises what cannot be mended."""
        busy = self.screen and self.screen.busy
        self.reserve = None
        self.free_reserves()
        if unload.missing():  # memory had run out before
            problem = MemoryError()
        if renewed.changed():
            renewed.tell(self)
        self.failures.closing = True
        try:
            if self.screen:
                self.failures.work = self.screen.carried_over()
                self.args = self.screen.again() or self.args
            self.close_screen()
        except Exception:
            pass  # closing it failed, too
        for _ in range(3):  # memory may still be short
            try:
                self.room("checks.failed")
                self.module("checks.failed").mend(self, self.name, problem, busy)
                return
            except MemoryError as more:
                if more is problem:
                    break
                unload.missing()
                gc.collect()
        raise problem
