"""The running app: its loop, the screen on show, which one comes next, the game that is played.

The screens of a turn apply their move and call `next`; everything else follows from the game's own
phase and from who sits at each seat. Everything a screen needs is an attribute of the one App."""

import gc
import os
import sys
import time

import displayio
from pocket.app import device, draw, input

if False:  # for type checkers
    from collections.abc import Callable, Sequence
    from typing import Any

    from busdisplay import BusDisplay
    from pocket.hardware.boards import Profile
    from pocket.saves.storage import Store
    from pocket.tilegame.moves import Move
    from pocket.tilegame.turn import Turn
    from pocket.ui.strip import Box

    from rules.base import Slices
    from rules.family import Game, Running


_DIM_MS = 90000
_OUT_MS = 300000
_TIDY_MS = 120
_IGNORE_KEYS_MS = 500
_MASHED_MS = 1000  # between two presses of a key that is mashed, at most
# Bytes of the piece held while a screen is made: the first of these sizes there is.
_SCREEN_RESERVES = 8704, 6528, 4352
_SECTION = 3072  # bytes of the longest section of texts, and some more
_STACK_WORDS = 300  # words of the VM's stack in which calls may have left something
_STACK_DEPTH = 24  # calls of C, in which they may have
_STABLE_AFTER_MS = 2000  # a VM that runs for so long has not failed at its start
_RESTART = "saves.restart"
_NEEDS_HEAP = ("review.coach",)  # screens before which the VM restarts: they need all its heap
_RESERVE = 4352  # bytes in one piece, held from the start until memory runs out
_AMPLE = 192 * 1024  # bytes free at the start with which no reserve is held
# What the start alone needs.
_START = "pocket.hardware pocket.made.boards pocket.saves.settingsfile pocket.saves.settingsfields"
_LIST = "/lib/pocket/files.txt"  # written anew by whatever installs the game
_ENGLISH = "/assets/words/en.bin"


def clear_stack() -> tuple:
    """Overwrite what earlier calls have left on the stacks beyond their tops: calls to come lie
    there, without writing all of it, and the collector reads it. A function found there keeps its
    whole module in memory. Returns a tuple whose `repr` does so at the caller's own depth."""
    deep: tuple = ()
    try:
        max(*bytes(_STACK_WORDS))
        for _ in range(_STACK_DEPTH):
            deep = (deep,)
        repr(deep)
    except MemoryError:  # what lies there then stays
        pass
    return deep


class Failures:
    """What the recovery from an error needs to know (checks/failed.py). Others set all of it."""

    def __init__(self) -> None:
        self.moves_before = -1  # while a move is made, how long the game's record was; else -1
        self.kept = False  # the newest save has the last move
        self.unsaved: tuple | str = ""  # why the last save was not written
        self.close_failed = False  # closing the screen has failed
        # The search in this turn failed: until the next move computers play plainly, without hints.
        self.thinking_failed = False
        self.failed_places: list = []  # `failed._position_code` of each position that failed
        self.restarts = 0  # number of restarts of the VM in a row for lack of memory
        self.restarted = False  # the VM has restarted since the last key or move
        self.carried_work = b""  # what `Screen.carried_over` has for the new VM
        self.low = False  # the player was warned of a low battery

    def progress(self) -> None:
        """Count a restart from here on as the first one: a key or a move was made."""
        self.restarts = 0
        self.restarted = False


class Session:
    """The running game and who plays it, as newgame.make_session makes it. Others set all of it."""

    game: "Running"  # or None
    people: "list[tuple[str, str]]"  # (level, name) of each seat; level "" is a person
    packed_people = b""  # `people` as a save stores them
    habits: "Sequence[bytes]" = ()  # per seat, those of its character (rules.characters)
    humans = 0  # seats with a person
    you: "int | None" = None  # the seat that `people` calls You
    save_name = "game"  # the record of the game's save
    station: "int | None" = None  # number of the journey's station, from 0
    lesson: "tuple | None" = None  # a lesson's id, its turn's number; True where on the journey
    counts: bytes | bytearray = b""  # see games.seatcounts
    code = ""  # the game's code (rules.codes)

    # What the screens of a turn leave for the next one.
    viewer: "int | None" = None  # the seat whose rack may be on show
    turn: "Turn | None" = None  # the unfinished turn, also as a device.Detached
    unfinished_turn = b""  # one that was saved (keptturn.pack), until it is resumed
    elapsed_ms = 0  # milliseconds that the turn has taken
    saved_ms = 0  # how many of them the newest save has
    seen: "tuple[list, bytearray] | None"  # (sets, spots) of the table as last shown
    by_hand = 0  # a bit for each seat whose rack its owner has arranged
    solution = 0  # of a puzzle: 1 to be shown since it was given up, 2 on show, 3 played by a hint
    hinted = False  # a hint is counted for this turn
    warned = False  # the player knows that a hint costs a star of the journey
    celebrated = -1  # the number of the round whose end was celebrated
    last: "Move | None"  # the move made last, None from the next turn on
    drawn: dict  # {seat of a person: the tiles drawn last}
    known: dict  # {seat of a person: the table as its last turn left it}

    def __init__(
        self, game: "Game | None" = None, people: "Sequence[tuple[str, str]]" = ()
    ) -> None:
        self.game = game  # type: ignore[assignment] # what only some games have is not in `Running`
        self.people = list(people)
        self.forget()

    def hide(self) -> None:
        """Show no rack any more, where more than one person plays."""
        if self.humans > 1:
            self.viewer = None

    def attach_game(self) -> None:
        """Give a game back the code that was freed meanwhile (device.Detached)."""
        if isinstance(self.game, device.Detached):
            from rules.tilegame import game

            whole: Any = object.__new__(game.Game)
            self.game = device.take_attributes(whole, self.game)

    def remember_table(self, spots: bytes | bytearray) -> None:
        """Remember the table in `seen` as now shown, with its sets at these spots."""
        self.seen = (list(self.game.table), bytearray(spots))

    def forget(self) -> None:
        """Forget what was seen of the round."""
        self.seen = self.last = None
        self.drawn = {}
        self.known = {}


class Screen:
    """What the App runs. Others set box (ui.strip) and preload (App)."""

    app: "App"
    name = ""  # set if the screen stays from turn to turn; flow then calls `turn` for each
    turn: "Callable[[], None]"
    group: "Any" = None  # what is on show
    panel: "Any" = None  # the screen itself if it is a Panel
    long_keys: tuple = ()  # buttons with a second meaning when held
    busy = False  # the screen is working: the app may neither wait nor dim
    worker: "Slices[Any] | None" = None  # a generator that the screen runs
    box: "Box | None" = None  # sentences over the screen (ui.strip.show_box)
    deferred: "tuple | None" = None  # what `tick` is to do next, in place of work
    preload = ""  # modules for the next screen, loaded at rest (App.load)

    def key(self, button: int, kind: int) -> None:
        """Handle a button (pocket.app.input)."""

    def tick(self, now: int) -> bool | None:
        """Do the screen's own work; called often. Returns whether to repaint."""

    def carried_over(self) -> bytes:
        """Return what the screen has worked out, as bytes for a restart of the VM
        (saves/restart.py); made again, it finds them in `Failures.carried_work`."""
        return b""

    def again(self) -> tuple | None:
        """Return the arguments that would make the screen as it is now, for a restart of the VM;
        None: those it was made with."""
        return None

    def close(self) -> None:
        """Give back what the screen holds: another one follows."""


class App:
    """Run one screen at a time on an open board. Others set files_replaced_text (words), session
    (newgame, memory), letters_reserve (Panel)."""

    def __init__(self, profile: "Profile", display: "BusDisplay") -> None:
        """Make the app for a board whose hardware is open. Raises BoardError."""
        from pocket.hardware import sizes

        # Asked once, since counting free memory takes 5 ms; a desktop cannot tell.
        free: Any = getattr(gc, "mem_free", None)
        self.ample = free is not None and free() > _AMPLE  # no reserve is held
        self.scarce = free is not None and not self.ample
        # Freed when memory runs out. Allocated first, so that it does not split the free memory.
        self.reserve: bytearray | None = bytearray(_RESERVE) if self.scarce else None
        self.w = display.width
        self.h = display.height
        self.art = sizes.make_art(self.w, self.h)  # before small objects split the memory
        self.display = display
        self.button_layout = profile.picture
        self.battery = profile.battery
        self.failures = Failures()
        self.session = Session()
        self.changed = True  # the screen must be painted
        self.screen: Screen | None = None  # the screen on show
        self.name = ""  # the name of the screen on show
        self.args: tuple = ()  # the arguments it was made with, see `go`
        self.next: tuple | None = None  # (name, args) of the screen that `go` has asked for
        self.last_station: int | None = None  # the journey's, from 0, that was played last
        self.screen_reserve: bytearray | None = None  # see `hold_reserves`
        self.letters_reserve: bytearray | None = None
        self._ticks = device.ticks()
        self.time = 0  # what `now` has returned last
        self.last_press_at = 0  # when a button was last pressed
        # The `state` of a storage.Store.
        self._saves: dict = {"path": profile.saves + "/rummy.sav", "nvm": None}
        try:
            import microcontroller

            self._saves["nvm"] = microcontroller.nvm
        except (ImportError, AttributeError):
            pass
        self.files_replaced_text = "RESET"  # what `check_files` shows
        # The last button is ignored until then; True: until half a second after the next refresh.
        self.ignore_keys_until: bool | int = False
        self._needs_collect = False  # a key has left garbage
        self.dim = 3  # backlight: 1 dimmed at rest, 2 off, 3 off until the first refresh
        self._last_button = -1  # the last button that had an effect
        self._ignored_button = -1  # see `ignore_keys_until`
        from pocket.hardware import powerup  # imported here, as only the start needs it

        self.keys, self.settings = powerup.open_keys(self, profile)
        self.sound = powerup.open_sound(profile)
        self.anchor = None  # kept alive for good, see powerup.anchor
        if hasattr(gc, "mem_alloc"):  # on a board, not on a desktop
            heap: Any = gc
            self.anchor = powerup.anchor(
                lambda: [None] * 512, lambda: heap.mem_alloc() + heap.mem_free()
            )
        self.notice: tuple | str = powerup.begin(self, profile)  # see `tell`

    @property
    def store(self) -> "Store":
        """Return the saves. Do not hold on to the Store: its module must stay unloadable. Looking
        for a record takes as much memory as a record has; while a screen is made, the reserve may
        give it."""
        from pocket.saves import slots, storage

        self.retry_without_reserve(bytearray, slots.SLOT + 1)  # bytes end with a zero
        return storage.Store(self._saves)

    def tell(self, why: tuple | str | None) -> None:
        """Leave a notice (words.notice_text) for the next screen that can show it; "" or None leave
        none."""
        self.notice = why or self.notice

    def take_notice(self) -> str:
        """Return the notice that `tell` has left as a player reads it, or "": once."""
        why, self.notice = self.notice, ""
        if not why:
            return ""
        from pocket.ui import words

        return words.notice_text(why)

    def now(self) -> int:
        """Return the milliseconds since the start; they never wrap or go back."""
        ticks = device.ticks()
        self.time += (ticks - self._ticks) & device.WRAP
        self._ticks = ticks
        return self.time

    def light(self, dim: int = 0) -> None:
        """Set the display's brightness from the settings. dim: 1 is low, 2 is out."""
        self.dim = dim
        device.light(self.display, self.settings.get("brightness") * (0.2, 0.04, 0)[dim])

    def go(self, name: str, *args: "Any") -> None:
        """Show the screen of module `pocket.<name>` next, "folder.module": built as
        Screen(app, *args) once the running handler has returned. The last call before that wins."""
        self.next = (name, args)

    def enter(self, kept: bool = False) -> None:
        """Go on with the running game (next), once the screen that has made or loaded it has
        gone: to keep the game beside it there may be too little memory. kept: the newest save is
        of this turn."""
        self.next = (None, (kept,))

    def keep_only(self, name: str) -> None:
        """Drop every module that the screen or part of that name does not keep (app/memory.py)."""
        from pocket.app import memory

        clear_stack()
        memory.keep_only(self, name)

    def _switch(self):
        """Close the running screen, drop its modules, and load and make the screen that `go` asked
        for; repeat if that screen asks for another one."""
        while self.next is not None:
            name, args = self.next
            self.next = None
            if self.name:
                check_files(self)
            self.close_screen()
            if name is None:  # from `enter`
                advance(self, *args)
                continue
            self.ignore_keys_until = False
            previous, self.name = self.name, name
            self.args = args
            needs_heap = name in _NEEDS_HEAP or self.art.faces is None
            if needs_heap and self.scarce and device.restart and previous != _RESTART:
                self.keep_only(_RESTART)
                self.module(_RESTART).leave(self, name, True, True)  # returns if it cannot
            self.art.hold_sheet()
            if previous:  # there was a screen, whose modules can be freed
                # Before the next screen is loaded: memory cannot hold the code of both.
                device.forget("pocket." + previous)
                self.keep_only(name)
            self.hold_reserves()
            module = self.module(name)  # the firmware collects garbage after each import
            self.screen = self.retry_without_reserve(module.Screen, self, *args)
            self.free_reserves()
            self.display.root_group = self.screen.group  # only when it is complete
            self.changed = True
        self.keys.forget()

    def close_screen(self) -> None:
        """Close the running screen and give its memory back."""
        screen, self.screen = self.screen, None
        self.display.root_group = None  # old and new areas would be painted one by one
        if screen is not None:
            screen.close()

    def ignore_keys_until_shown(self) -> None:
        """Forget the keys pressed so far. The last one, if it may still be mashed, else A, which a
        pause that has ended by itself asked for, does nothing until half a second after the next
        refresh."""
        self.keys.forget()
        self.ignore_keys_until = True
        is_recent = self.now() - self.last_press_at < _MASHED_MS
        self._ignored_button = self._last_button if is_recent else input.A

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
            self.screen_reserve = bytearray(_SECTION)  # a piece that the rest leaves for texts
            if self.w < 200 or self.settings.get("large"):  # their sheet, a size of its own
                self.letters_reserve = bytearray(88 * self.art.head_size[0])
            for size in _SCREEN_RESERVES:
                try:
                    self.screen_reserve = bytearray(size)
                    break
                except MemoryError:
                    pass
            else:
                self.screen_reserve = None
        except MemoryError:
            self.free_reserves()
        gc.enable()

    def read_sheet(self, kind: int) -> None:
        """Read tiles or cards (Art.sheet)."""
        if self.art.shown != kind:
            self.make_in_reserve(self.art.sheet, kind)

    def make_in_reserve(self, make: "Callable", *args: "Any") -> "Any":
        """Return make(*args), something large that may take the place of the reserve."""
        held = self.screen_reserve is not None
        self.free_reserves()
        made = make(*args)
        if held:
            self.hold_reserves()
        return made

    def retry_without_reserve(self, make: "Callable", *args: "Any") -> "Any":
        """Return make(*args); where that runs out of memory, call it again without the reserves.
        Raises MemoryError, and what make raises."""
        try:
            return make(*args)
        except MemoryError:
            if self.screen_reserve is None:
                raise
            self.free_reserves()
            device.missing()
        return make(*args)

    def load(self, names: str) -> None:
        """Load modules before they are wanted, as far as there is memory. names: with a blank after
        each."""
        for name in names.split():
            try:
                __import__(name)
            except MemoryError:  # if memory is still short then, the key that wants it tells
                device.forget(name)

    def module(self, name: str) -> "Any":
        """Load the module of a screen, as `go` names it."""
        name = "pocket." + name
        self.retry_without_reserve(__import__, name)
        return sys.modules[name]

    def press(self, button: int, kind: int) -> None:
        """Handle a button, from a key or from a touch on the web page."""
        self.last_press_at = self.time
        self.failures.progress()
        self._needs_collect = True
        if self.dim:
            self.light()
        elif self.ignore_keys_until and button == self._ignored_button and kind != input.LONG:
            self.sound.play("bad")
        else:
            if kind == input.LONG and button == self._ignored_button != input.START:
                self.screen.key(button, input.PRESS)  # a key that is held is not mashed
            self._ignored_button = -1
            self._last_button = button
            self.screen.key(button, kind)
            if not self.screen.deferred:  # which paints when it is done
                self.changed = self.screen.group is not None  # else there is nothing to paint

    def step(self) -> None:
        """Run the loop once: keys, the screen's own work, sound, at most one refresh."""
        if self.next is not None:  # the first screen, or one after a failure
            self._switch()
        now = self.now()
        until = self.ignore_keys_until
        if until and until is not True and now >= until:
            self.ignore_keys_until = False
        while self.next is None and self.keys.poll(now, self.screen.long_keys):
            self.press(self.keys.button, self.keys.kind)
        if self.next is None:
            if self.screen.deferred:  # the call may drop modules, which the stack must not keep
                clear_stack()
            if self.screen.tick(now):
                self.changed = True
        if self.sound.playing:
            self.sound.tick(now)
        if self.next is not None:
            clear_stack()
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
            if now > _STABLE_AFTER_MS:
                self.failures.restarts = 0
            if (self._needs_collect or self.screen.preload) and now - self.last_press_at > _TIDY_MS:
                self._needs_collect = False
                gc.collect()  # now rather than while the next key is handled
                self.load(self.screen.preload)
                self.screen.preload = ""
            idle = now - self.last_press_at
            dim = (idle > _DIM_MS) + (idle > _OUT_MS)
            if dim > self.dim:
                self.light(dim)
            time.sleep(0.005)

    def run(self) -> None:
        """Show the first screen and run until the power goes."""
        self.show_first()
        repr(clear_stack())  # words between later frames, which nothing writes, name modules
        while True:
            self.go_on()

    def show_first(self) -> None:
        """Show the first screen."""
        # Quicker than keep_only, which the next screen calls.
        started = set(_START.split())
        device.forget(*[name for name in sys.modules if {name, name.rpartition(".")[0]} & started])
        del App.__init__  # there is one App: this frees the memory of its code

    def go_on(self) -> None:
        """Run the loop once and mend what fails in it. The web page, which may not wait, has a loop
        of its own."""
        try:
            self.step()
        except Exception as problem:
            self.mend(problem)

    def may_restart(self) -> bool:
        """Return whether a want of memory may be raised so that the VM starts anew
        (saves/restart.py): the host can do it, and has not just done so."""
        failures = self.failures
        return bool(device.restart) and not (failures.restarted or failures.unsaved)

    def mend(self, problem: Exception) -> None:
        """Close the screen that raised `problem`, free its memory, and go on from the last good
        state (pocket.checks.failed). Raises what cannot be mended."""
        busy = self.screen and self.screen.busy
        self.reserve = None
        self.free_reserves()
        if device.missing():  # memory had run out before
            problem = MemoryError()
        check_files(self)
        import traceback

        traceback.print_exception(problem)  # allocates nothing
        is_short = isinstance(problem, MemoryError) and self.name != "checks.failed"
        failures = self.failures
        failures.close_failed = True
        try:
            if self.screen:
                failures.carried_work = self.screen.carried_over()
                self.args = self.screen.again() or self.args
            self.close_screen()
        except Exception:
            pass  # closing it failed, too
        session = self.session
        is_detached = isinstance(session.game, device.Detached)  # its code was dropped
        # During a turn, or while a computer is thinking, the newest save and the turn are enough.
        has_saves = failures.kept and (session.turn or is_detached)
        is_sound = failures.moves_before < 0 and not is_detached  # no move is half made
        for attempt in range(3):  # memory may still be short
            try:
                if is_short and not attempt and (has_saves or is_sound):
                    # While the code that packs a game or a turn is loaded; returns if it cannot.
                    self.module(_RESTART).leave(self, self.name, not has_saves)
                self.keep_only("checks.failed")
                self.module("checks.failed").mend(self, self.name, problem, busy)
                return
            except MemoryError as newer:
                if newer is problem:
                    break
                device.missing()
                gc.collect()
        raise problem


# -- which screen is next --------------------------------------------------------------------------


def forget(app: "App") -> None:
    """Drop the save of the running game, which is over."""
    from pocket.saves import storage

    session = app.session
    left = storage.head(session.game, app.settings)
    app.tell(app.store.forget(session.save_name, left))


def apply_move(app: "App", move: tuple) -> tuple | None:
    """Make a move of the running game by its `apply`, which ends a turn that was being built.
    Returns None, or why not: (clause, why)."""
    game = app.session.game
    failures = app.failures
    failures.moves_before = len(game.moves)
    why = game.apply(move)
    failures.moves_before = -1
    if why is None:
        failures.kept = failures.thinking_failed = False
        failures.progress()
        app.session.turn = None
        app.session.elapsed_ms = app.session.saved_ms = 0
    return why


def save(app: "App") -> None:
    """Save the running game, unless it is a lesson. A problem is shown once; then a sign stays."""
    session = app.session
    if session.lesson:
        return
    failures = app.failures
    failures.kept = False
    session.saved_ms = session.elapsed_ms
    store = app.store
    from pocket.saves import storage

    problem = store.save(session.save_name, storage.pack(session, app.settings), True) or ""
    failures.kept = not problem
    if problem != failures.unsaved:
        app.tell(problem)
    failures.unsaved = problem
    if app.battery and not (problem or session.people[session.game.seat][0]):
        from pocket.ui import battery

        battery.warn(app)
        device.forget("pocket.ui.battery")


def keep(app: "App") -> None:
    """Save the running game, unless its newest save has the last move."""
    if not app.failures.kept:
        save(app)


def advance(app: "App", kept: bool = False) -> None:
    """Save, then show the screen the game's phase asks for. The turn that was being built is over.
    kept: the newest save leads here already, so there is no need to save."""
    session = app.session
    session.turn = None
    if not session.lesson:
        app.failures.kept = kept
        if session.game.phase == "start":  # forget what was counted and known in the round before
            session.counts = bytearray(len(session.counts))
            session.celebrated = -1
            session.by_hand = 0
            for seat in range(session.game.seats):
                session.known[seat] = []
        if not kept:
            save(app)
    show(app)


def show(app: "App") -> None:
    """Show the screen the game's phase asks for; after a lesson's turn, the one that leads to."""
    session = app.session
    game = session.game
    changes_hands = session.humans > 1 and session.viewer != game.seat
    if changes_hands:
        session.hide()  # that turn is over, also where the menu was opened over its last picture
    if session.lesson and game.done:
        which, number, *way = session.lesson
        app.go(game.leads, which, -1 - number if session.solution else number, *way)
    elif game.phase in ("round", "over"):
        app.go("games.makegame")
    elif changes_hands and game.phase != "start" and not session.people[game.seat][0]:
        app.go("rounds.handover")  # no other way leads to another person's tiles
    elif game.phase in ("start", "redeal"):
        app.go("rounds.startdraw")
    elif app.screen is not None and app.screen.name == game.screen:
        app.screen.turn()
    else:
        app.go(game.screen)


# -- renewed files ---------------------------------------------------------------------------------


def check_files(app: "App") -> None:
    """Where the files are no longer those of this game, say so until reset is pressed, by what is
    in memory alone."""
    if _stamp() == _seen:
        return
    print(app.files_replaced_text)
    display = app.display
    display.root_group = None
    gc.collect()
    try:
        display.root_group = draw.note(app.w, app.h, app.files_replaced_text, app.art.letters)
    except Exception:  # a letter that is on the drive alone
        display.root_group = displayio.CIRCUITPYTHON_TERMINAL
    app.light()
    display.refresh()
    while True:
        time.sleep(1)


def _stamp():
    """Return size and time of the list of files, and the size of the English texts."""
    try:
        listed, english = os.stat(device.root() + _LIST), os.stat(device.root() + _ENGLISH)
    except OSError:  # a desktop's tree has no list
        return None
    return listed[6], listed[8], english[6]


_seen = _stamp()  # the files as they are at the start
