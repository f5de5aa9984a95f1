"""The running app: display, keys, the screen on show, the loop.

Everything a screen needs is an attribute of the one App it is given.
"""

import gc
import sys
import time

import supervisor
from pocket import drop, flow
from pocket.hardware import backlight

_WRAP = 0x1FFFFFFF  # supervisor.ticks_ms wraps at 2**29
_DIM_MS = 90000
_SLEEP_MS = 300000
_TIDY_MS = 120
_PIECE = 8704  # bytes left in one piece beside a new screen
_AMPLE = 96 * 1024  # free bytes with which nothing need be held
# What the start alone needs.
_START = (
    "pocket.hardware.boards pocket.hardware.pins pocket.hardware.once pocket.hardware.loudspeaker"
    " pocket.hardware.wiring pocket.settingsfile pocket.fields pocket.ui.sizes"
)
# Screens that are rooms of their own; all others are text.
_OWN = ("play", "eightscreen", "begin", "coach", "selfwork", "cardcoach")


class App:
    """w, h: display size. art: sheets (draw.Art). keys, sound, store, settings. battery: how it is
    wired (Profile). learns: the board's buttons can be learned. game, people, persons, you,
    viewer, lesson, notice: the running game, kept by flow. screen: the one on show.
    turn, seen, small, last, drawn, known, counts, unsaved, sorting, by_suit: what the screens of
    a turn keep from one to the next. spare: see `keep`."""

    spare = None

    def __init__(self, profile, display):
        from pocket.ui import sizes

        self.art = sizes.art(display.width, display.height)  # large blocks come first
        from pocket.hardware import once  # its memory comes back

        once.power_up(self, profile, display)

    @property
    def store(self):
        """The saves. Nobody keeps it: its code goes again where memory is short."""
        from pocket.hardware import storage

        return storage.Store(self._saves)

    def now(self):
        """Milliseconds since the start; never wraps or goes back."""
        ticks = supervisor.ticks_ms()
        self._now += (ticks - self._ticks) & _WRAP
        self._ticks = ticks
        return self._now

    def light(self, dim=0):
        """Set the display's brightness from the settings. dim: 1 is low, 2 is out."""
        self._dim = dim
        backlight.light(self.display, self.settings.get("brightness") * (0.2, 0.04, 0)[dim])

    def hold(self):
        """Take the handheld as the settings say: upside down, how fast held keys repeat."""
        turned = self.settings.get("turned")
        if turned != self.keys.turned:
            self.keys.turn(turned)
            self.display.rotation = (self.display.rotation + 180) % 360
        self.keys.repeat(self.settings.get("repeat"))

    def _rest(self, idle):
        """Nobody has pressed a key for `idle` ms: the light goes down, then out, and the chip
        sleeps where it can."""
        if idle > _SLEEP_MS and self._dim < 2:
            from pocket.hardware import doze

            self.light(2)
            if doze.until_key(self.keys):
                self._ticks = supervisor.ticks_ms()  # the time asleep is nobody's
                self.pressed = self.now()
                self.light()
            del doze
            drop.forget("pocket.hardware.doze")
        elif idle > _DIM_MS and not self._dim:
            self.light(1)

    def go(self, name, *args):
        """Show screen `pocket.screens.<name>` next: built as Screen(app, *args) once the running
        handler has returned. The last call before that wins."""
        self._next = (name, args)

    def enter(self):
        """Go on with the running game (flow.next), once the screen that has made or loaded it has
        gone: to keep the game beside it there may be too little memory."""
        self._next = (None, ())

    def room(self, name):
        """Make the room of that name the one that memory is for (pocket.rooms)."""
        from pocket import rooms

        rooms.enter(self, name)

    def _switch(self):
        while self._next is not None:
            name, args = self._next
            self._next = None
            self.drop()
            if name == "begin":
                gc.collect()  # what is made there stays
            if name is None:
                flow.next(self)
                continue
            if name == "title":
                self.game = self.turn = None  # what they are made of goes before it comes
            if self._first is None:  # nothing is to be left
                self._first = ()
            else:
                self.room(name if name in _OWN else "text")
            self.keep()
            module = self._module(name)  # the firmware collects garbage behind each import
            self.screen = module.Screen(self, *args)
            self.let_go()
            self._name = name
            self.display.root_group = self.screen.group  # once all of it is there
            self.changed = True
        self.keys.long_keys = self.screen.long_keys
        self.keys.forget()

    def drop(self):
        """Close the running screen and give its memory back."""
        if self.screen is not None:
            self.screen.close()
        self.screen = None
        self.display.root_group = None  # old and new areas would be painted one by one
        self._name = ""

    def afresh(self):
        """Nearly all of the screen on show changes: it is painted once, not first where something
        goes and then where something comes."""
        self.display.root_group = None

    def let_go(self):
        """Give back the piece that is held, if there is one."""
        self.spare = None

    def keep(self):
        """Hold a piece of memory while a screen, or a person's turn, is made, so that nothing of it
        lies there: what comes next finds it whole. None where there is no such piece, or memory is
        ample."""
        self.spare = None
        if hasattr(gc, "mem_free") and gc.mem_free() > _AMPLE:  # on no desktop
            return
        try:
            self.spare = bytearray(_PIECE)
        except MemoryError:
            pass

    def twice(self, make, *args):
        """What make(*args) gives; where it finds no memory the piece that is held is given back and
        it is called once more. Raises MemoryError, and what it raises."""
        try:
            return make(*args)
        except MemoryError:
            if self.spare is None:
                raise
            self.let_go()
        return make(*args)

    def _module(self, name):
        name = "pocket.screens." + name
        self.twice(__import__, name)
        return sys.modules[name]

    def step(self):
        """One turn of the loop: keys, the screen's own work, sound, one refresh at most."""
        if self._next is not None:
            self._switch()
        now = self.now()
        while self._next is None and self.keys.poll(now):
            self.pressed = now
            self._litter = True
            if self._dim:
                self.light()
                continue
            self.changed = True
            self.keys.long_keys = self.screen.long_keys
            self.screen.key(self.keys.button, self.keys.kind)
        if self._next is None:
            if self.screen.tick(now):
                self.changed = True
        self.sound.tick(now)
        if self._next is not None:
            self._switch()
        if self.changed:
            self.changed = False
            if self.display.root_group is None:
                self.display.root_group = self.screen.group
            self.display.refresh()
        elif not self.screen.busy:
            if self._litter and now - self.pressed > _TIDY_MS:
                self._litter = False
                gc.collect()  # now, not in the middle of the next key
            self._rest(now - self.pressed)
            time.sleep(0.01)

    def run(self):
        """Show the first screen and run until the power goes."""
        for name in _START.split():  # quicker than a room, which the screen asks for at rest
            drop.forget(name)
        self.go(*self._first)
        self._first = None
        self.step()
        self.light()  # start has put it out: it comes on with the first picture
        while True:
            self.step()
