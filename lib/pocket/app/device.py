"""The handheld itself: files, light, memory, buttons, sound, and what the players have set.

Only this module takes a module out of memory, or the code of an object whose module goes."""

import sys

from pocket.app import input

if False:  # for type checkers
    from collections.abc import Callable, Sequence
    from typing import Any, TypeVar

    from busdisplay import BusDisplay
    from pocket.hardware.boards import Profile

    T = TypeVar("T")

WRAP = 0x1FFFFFFF  # `ticks` wraps at 2**29
ticks: "Callable[[], int]"  # milliseconds
# Starts the VM anew and does not return; None on a host that cannot.
restart: "Any" = None
try:
    import supervisor

    ticks = supervisor.ticks_ms
    restart = supervisor.reload
except (AttributeError, ImportError):  # a page; a desktop's tools, which ask for texts alone
    pass

_FIRST_REPEAT_MS = 350  # time until a held direction repeats
_NEXT_REPEAT_MS = 90

# Notes of an effect: (hertz, milliseconds) pairs; 0 hertz is a pause, below 0 it is noise, as of
# wood on wood.
_EFFECTS: dict = {
    "move": (-600, 7),
    "pick": (-500, 9, -900, 7),
    "unpick": (-900, 7, -500, 9),
    "place": (-700, 9, -300, 12),
    "bad": (196, 90, 165, 130),
    "draw": (659, 35, 523, 35, 440, 50),
    "undo": (784, 25, 587, 35),
    "turn": (784, 60, 0, 30, 1047, 90),
    "tick": (1568, 15),
    "win": (523, 90, 659, 90, 784, 90, 1047, 220),
}

# Pitches in hertz for the tiles of a set, from the first to the thirteenth.
_SCALE = (392, 440, 523, 587, 659, 784, 880, 1047, 1175, 1319, 1568, 1760, 2093)
WAVE = 16  # samples of the one wave that is played
_NOISE = 0xB39C  # a bit of it for each sample of the wave

# Set by pocket.ui.words, which falls back to English if a file of texts fails.
language = "en"  # the language of the texts
trouble = ""  # why it fell back, one sentence, until a screen shows it
MOST_SEATS = 6  # most seats of any game, and the number of names that are kept
NAME_LENGTH = 7  # longest name
QUICK = "game.q"  # the record of a quick game
# Tips of the first quick games (learn.tips), told: ids of lessons that no screen lists.
TIP_OPEN, TIP_ADD, TIP_SPLIT = "TO", "TA", "TS"
NAME_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.ÄÖÜÉÈÇÑÃĞİŞ"  # letters allowed in names

# -- files and light -------------------------------------------------------------------------------


class AssetError(RuntimeError):
    """A picture or a text that is missing or damaged; str() is one sentence."""


def root() -> str:
    """Return the folder of the game. On a drive the modules lie in lib/pocket
    (tools/device/squeeze/folder.py), where a module's file is a name alone."""
    parts = __file__.replace("\\", "/").rsplit("/", 4)
    return parts[0] if len(parts) > 4 else "." if len(parts) > 1 else "../.."


def asset(name: str) -> str:
    """Return the path of a file in assets/."""
    return root() + "/assets/" + name


def light(display: "BusDisplay", level: float) -> None:
    """Set a display's brightness, 0 to 1, where it has a light that can be set."""
    try:
        display.brightness = level
    except (AttributeError, RuntimeError, ValueError):
        pass


# -- memory ----------------------------------------------------------------------------------------


def restarted() -> bool:
    """Return whether the program itself has started this VM."""
    return supervisor.runtime.run_reason == supervisor.RunReason.SUPERVISOR_RELOAD


def forget(*names: str) -> None:
    """Drop modules; each is imported again when it is needed."""
    for name in names:
        if sys.modules.pop(name, None) is not None:
            package, _, last = name.rpartition(".")
            package = sys.modules.get(package)
            if package is not None and hasattr(package, last):
                delattr(package, last)  # or the next "from package import last" finds it


def missing() -> bool:
    """Drop the names of modules that memory ran out for; True if there were any.

    The firmware keeps such a name without a module (CircuitPython: mp_obj_new_module): the next
    import of it finds nothing, and whatever uses that fails.
    """
    dropped = False
    for name in list(sys.modules):
        if sys.modules.get(name) is None:
            sys.modules.pop(name, None)
            dropped = True
    return dropped


class Detached:
    """Hold an object's attributes without its class, so that the class's code can go: of a person's
    turn between two screens (tilegame/turn.py), of the running game while a computer thinks
    (tilegame/play.py)."""

    def __init__(self, held: object) -> None:
        take_attributes(self, held)


def take_attributes(made: "T", held: object) -> "T":
    """Give an object all attributes of another; returns it."""
    fields = held.__dict__
    for name in fields:
        setattr(made, name, fields[name])
    return made


# -- buttons ---------------------------------------------------------------------------------------


class Keys:
    """The buttons of one board: `app.keys`.

    long_keys: the buttons of the running screen that have a long meaning: they fire at once, and
    again as LONG when still held after 500 ms; START fires when it is let go, or LONG. Where START
    held is SELECT (a board without one), START with UP held is START's long meaning, with DOWN held
    SELECT's. is_rotated: the handheld is held upside down.
    """

    def __init__(
        self,
        profile: "Profile",
        button_of: bytes,
        pad: "Any",
        event: "Any",
        menu_key: str,
        hint_key: str,
        sources: list,
    ) -> None:
        """button_of: the button for each key number of `pad`. pad: a keypad object or None. event:
        its Event. menu_key, hint_key: what texts call the keys to hold for the menu and for a hint.
        sources: further inputs, each with read(keys, now)."""
        self.long_keys: Sequence[int] = ()
        self.is_rotated = False
        self.button = 0
        self.kind = input.PRESS
        # The state of each button: 0 up, 1 down, 2 fires when released or held for long enough,
        # 3 may still fire LONG, 4 fires nothing more.
        self._down = bytearray(8)
        self._down_since = [0] * 8
        self._queue = bytearray(16)
        self._head = self._tail = 0
        self._button_of = button_of
        self._pad = pad
        self._event = event
        self.no_select = profile.no_select  # START held is SELECT
        self.menu_key = menu_key
        self.hint_key = hint_key
        self._sources = sources

    def rotate(self, is_rotated: bool) -> None:
        """Exchange opposite arrows if the handheld is upside down. Arrows held now fire nothing
        more; a stick is read again."""
        self.is_rotated = is_rotated
        down = self._down
        for button in (input.UP, input.LEFT):
            down[button], down[button + 1] = down[button + 1] and 4, down[button] and 4

    def held(self, button: int) -> bool:
        """Return whether a button is down."""
        return self._down[button] != 0

    def forget(self) -> None:
        """Drop the keys pressed so far. What is held now, over a change of screens, fires nothing
        until it is let go."""
        self._read(0)
        for button in range(8):
            if self._down[button]:
                self._down[button] = 4
        self._head = self._tail

    def poll(self, now: int, long_keys: "Sequence[int]") -> bool:
        """Return whether a key fired, and set `button` and `kind`; call it until it returns False.
        long_keys: those of the screen on show."""
        self.long_keys = long_keys
        self._read(now)
        for device in self._sources:
            device.read(self, now)
        if self._tail == self._head:
            self._time(now)
        if self._tail == self._head:
            return False
        item = self._queue[self._tail]
        self._tail = (self._tail + 1) % len(self._queue)
        self.button = item & 7
        self.kind = item >> 3
        return True

    def _read(self, now):
        if self._pad is None:
            return
        events = self._pad.events
        if events.overflowed:
            events.clear()  # this also clears `overflowed`
            for button in self._button_of:
                self._down[button] = 0  # its release may be among the events that were lost
        while events.get_into(self._event):
            self.change(self._button_of[self._event.key_number], self._event.pressed, now)

    def fire(self, button: int, kind: int) -> None:
        """Queue a key for `poll`."""
        after = (self._head + 1) % len(self._queue)
        if after != self._tail:
            self._queue[self._head] = kind << 3 | button
            self._head = after

    def change(self, button: int, down: bool, now: int) -> None:
        """Take in that a button is down or up."""
        if self.is_rotated and button <= input.RIGHT:
            button ^= 1  # UP is DOWN, LEFT is RIGHT
        if down:
            if self._down[button]:
                return
            self._down_since[button] = now
            if button == input.START and self._chord():
                self._down[button] = 4
                return
            if button == input.START and (self.no_select or input.START in self.long_keys):
                self._down[button] = 2
                return
            if button in self.long_keys:
                self._down[button] = 3
            else:
                self._down[button] = 1
                self._down_since[button] = now + _FIRST_REPEAT_MS
            self.fire(button, input.PRESS)
        else:
            if self._down[button] == 2:
                self.fire(button, input.PRESS)
            self._down[button] = 0

    def _chord(self):
        """Fire what other boards hold a button for, if UP or DOWN is held with START."""
        for way, button in ((input.UP, input.START), (input.DOWN, input.SELECT)):
            if self.no_select and self._down[way] and button in self.long_keys:
                self._down[way] = 4
                self.fire(button, input.LONG)
                return True
        return False

    def _time(self, now):
        for button in range(8):
            state = self._down[button]
            if state in (2, 3) and now - self._down_since[button] >= input.LONG_MS:
                self._down[button] = 4
                if state == 2 and self.no_select:
                    self.fire(input.SELECT, input.PRESS)
                else:
                    self.fire(button, input.LONG)
            elif state == 1 and button <= input.RIGHT and now >= self._down_since[button]:
                self._down_since[button] = now + _NEXT_REPEAT_MS
                self.fire(button, input.REPEAT)


# -- sound -----------------------------------------------------------------------------------------


class Sound:
    """The loudspeaker: `app.sound`. playing: an effect runs."""

    def __init__(self, kind: str, *opened: "Any") -> None:
        """kind: see Profile.sound. opened: what plays, the wave and the sample that it plays, and
        the pin that switches it on, None for what the board lacks; nothing without sound."""
        self._kind = kind
        self.out, self.wave, self.sample, self.enable = opened or (None,) * 4
        self._notes: Sequence[int] = ()
        self._next_note = 0
        self._next_at = 0
        self.playing = False
        self._level = 2
        self._is_noise = False  # what the wave is
        self.set_volume(self._level)

    def set_volume(self, level: int) -> None:
        """Set the volume, 0 (mute) to 3."""
        self._level = level
        if self.out is not None and self._kind != "buzzer":
            swing = (0, 2500, 8000, 24000)[level]
            bits = _NOISE if self._is_noise else 255
            for i in range(WAVE):
                self.wave[i] = 32768 + (swing if bits >> i & 1 else -swing)

    def tiles(self, first: int, many: int = 1) -> None:
        """Lay tiles audibly, from the one at place `first` of its set on, each a step higher than
        the one before."""
        notes: tuple = ()
        for place in range(first, first + many):
            notes += (-700, 9, _SCALE[place % len(_SCALE)], 36)
        self.play(notes)

    def play(self, name: "str | Sequence[int]") -> None:
        """Start an effect, by its name or its notes; a running one gives way."""
        if self.out is None or not self._level:
            return
        self._notes = _EFFECTS.get(name, name)
        self._next_note = 0
        self._next_at = 0
        self.playing = True

    def tick(self, now: int) -> None:
        """Play the next note of the running effect when it is due; the app's loop calls this."""
        if now < self._next_at:
            return
        try:
            if self._next_note >= len(self._notes):
                self.playing = False
                if self._kind == "buzzer":
                    self.out.duty_cycle = 0
                else:
                    self.out.stop()
                if self.enable is not None:
                    self.enable.value = False
                return
            hertz = self._notes[self._next_note]  # negative: noise
            self._next_at = now + self._notes[self._next_note + 1]
            self._next_note += 2
            if self.enable is not None:
                self.enable.value = True
            is_noise = hertz < 0
            hertz = abs(hertz)
            if self._kind == "buzzer":
                if hertz:
                    self.out.frequency = hertz
                self.out.duty_cycle = (0, 1000, 6000, 32768)[self._level] if hertz else 0
            elif hertz:
                if is_noise != self._is_noise:
                    self._is_noise = is_noise
                    self.out.stop()
                    self.set_volume(self._level)
                self.sample.sample_rate = hertz * WAVE
                self.out.play(self.sample, loop=True)
            else:
                self.out.stop()
        except Exception:  # an output that fails once stays silent
            self.playing = False
            self.out = None

    def close(self) -> None:
        """Let the output go before the VM ends: the firmware would paint its terminal while it does
        so itself."""
        out, self.out = self.out, None
        if out is not None:
            out.deinit()


# -- settings --------------------------------------------------------------------------------------


def default_name(seat: int) -> str:
    """Return what a person without a name is called, by the seat."""
    return "P%d" % (seat + 1)


class Settings:
    """The settings; `settingsfile.read` makes them. Others set all of it."""

    def __init__(self, game: str) -> None:
        self.unread = False  # some was not read
        self.new = True  # none have been saved yet
        self.language = "en"
        self.names = [default_name(seat) for seat in range(MOST_SEATS)]
        self.game = game  # id of the one offered first
        # ids of lessons that were finished, two letters each; "WH": won against hard, and so on
        self.lessons = ""
        self.stars = ""  # stars of the journey, one digit per station
        self.stars_shown = -1  # how many its picture showed last, since power-on
        self.rival = -1  # whom the next quick game is against; by chance at first, then the next
        self.sorting = 0  # how racks are sorted (tilegame.sorting); a game's save keeps it
        self.by_shape = False  # how hands of cards are, likewise
        self.values: dict = {}
        self.seat_plans: dict[str, list[str]] = {}
        self.chosen: dict[str, dict] = {}

    def learned(self, lesson: str) -> bool:
        """Return whether the lesson of that id was finished."""
        done = self.lessons
        return lesson in [done[i : i + 2] for i in range(0, len(done), 2)]

    def learn(self, lesson: str) -> bool:
        """Keep that the lesson of that id is done. False if it was before."""
        if self.learned(lesson):
            return False
        self.lessons += lesson
        return True

    def get(self, name: str) -> "Any":
        """Return the value of a field of settingsfields.FIELDS."""
        return self.values[name]

    def set(self, name: str, value: "Any") -> None:
        """Set a field of settingsfields.FIELDS to a value that it may take."""
        self.values[name] = value

    def options(self, game_id: str) -> dict:
        """Return a copy of the house options last chosen for a game."""
        return dict(self.chosen.get(game_id, {}))

    def seats(self, game_id: str) -> list[str]:
        """Return who sat at a game last: "" for a person, a level, or a character's name; at first
        the player and a computer."""
        return list(self.seat_plans.get(game_id, ("", "normal")))

    def set_up(self, game_id: str, levels: list[str], options: dict) -> None:
        """Keep who sat at a game, and its house options."""
        self.seat_plans[game_id] = list(levels)
        self.chosen[game_id] = dict(options)
