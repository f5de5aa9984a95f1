"""Find out what board this is, and what settings.toml changes about it.

`profile()` is needed once, at the start: App.show_first drops this module with all else that only
power-on needs (_START of app/flow.py). The tables are
tools/device/boards.toml, which says what each field means, and hardware.toml.
"""

import os

from pocket.app.input import NAMES
from pocket.hardware.pins import BoardError, pin
from pocket.made.boards import ALIASES, BOARDS, SOUNDS, USUAL

if False:  # for type checkers
    from collections.abc import Sequence
    from typing import Any

    from busdisplay import BusDisplay

_FILE = "/settings.toml"
_SETTINGS = ("BOARD", "DISPLAY", "KEYS", "SOUND", "ROTATION", "SAVES", "SEED")
_SCAN = 0.01  # seconds between two looks at the keys


class Profile:
    """Hold what is known of one board; tools/device/boards.toml says more about most of it."""

    # No methods: an instance would keep the whole module in memory through them.
    board_id: str = ""
    width: int = 0  # of the display, in pixels; open_display sets both to what it really opened
    height: int = 0
    shift: tuple = ()  # (clock, data, latch) pin names of a shift register
    pins: tuple = ()  # pin names, one per key; () with a shift register
    buttons: tuple[str, ...] = ()  # the button of each key number (input.NAMES)
    active_high = False  # a pressed key's pin is high
    opened: tuple = ()  # the pins themselves, where open_keys has opened them and they are all keys
    stick: tuple = ()  # (x pin, y pin, low, high)
    keyboard = 0  # I2C address of one that sends characters
    no_select = False  # holding START stands for SELECT
    sound = "none"  # "dac" "pwm" "i2s" "object" "buzzer" "none"
    sound_pins: tuple[str, ...] = ()  # without the enable pin
    speaker_enable = ""  # pin name to set high while sound plays
    picture = ""  # of the board's front
    battery: tuple = ()  # (pin name, by how much its voltage is divided)
    display = ""  # settings.toml's own wiring; "": `board.DISPLAY` is used
    rotation: "int | None" = None  # 0, 90, 180, 270 from settings.toml; None: leave as it is
    asked: dict  # {"keys", "sound": the setting that gave them}
    notes: "Sequence[str]" = ()  # sentences about settings that were ignored


def set_keys(device: Profile, text: str) -> None:
    """Read the keys of `device` from `text` (`keys` of boards.toml). Raises BoardError."""
    words = text.split()
    shift, pins, buttons, stick, keyboard = (), [], [], (), 0
    active_high = words[:1] == ["high"]
    i = 1 if active_high else 0
    while i < len(words):
        word = words[i]
        parts = words[i + 1 :]
        if word == "shift" and len(parts) >= 3 and not i:
            shift = tuple(parts[:3])
            i += 4
        elif word == "stick" and len(parts) >= 4:
            stick = (parts[0], parts[1], _number(parts[2]), _number(parts[3]))
            i += 5
        elif word == "i2c-keyboard" and parts:
            keyboard = _number(parts[0])
            i += 2
        else:
            button, _, pin_name = word.partition("=")
            if button not in NAMES or bool(pin_name) == bool(shift):
                raise BoardError(
                    "keys: '%s' is not understood; write for example "
                    "UP=GP2 DOWN=GP3 LEFT=GP4 RIGHT=GP5 A=GP6 B=GP7" % word
                )
            buttons.append(button)
            if pin_name:
                pins.append(pin_name)
            i += 1
    for button in ("A", "B", "START") if stick else NAMES[:6]:
        if button not in buttons and not keyboard:
            raise BoardError("keys: no pin is given for the button " + button)
    device.shift, device.pins, device.buttons = shift, tuple(pins), tuple(buttons)
    device.stick, device.keyboard, device.active_high = stick, keyboard, active_high
    device.no_select = "SELECT" not in buttons and not keyboard


def set_sound(device: Profile, text: str) -> None:
    """Read the sound output of `device` from `text` (`sound` there). Raises BoardError."""
    words = text.split() or ["?"]
    low, high = SOUNDS.get(words[0], (-1, -1))
    if not low <= len(words) - 1 <= high:
        raise BoardError(
            "sound: '%s' is not understood; write for example pwm GP15, "
            "i2s GP10 GP11 GP9 or none" % text
        )
    few = 1 + max(low, 1)
    device.sound = words[0]
    device.sound_pins = tuple(words[1:few])
    device.speaker_enable = words[few] if len(words) > few else ""


def set_display(device: Profile, text: str) -> None:
    """Take the display wiring from `text`: "DRIVER WxH sck=.. mosi=.. dc=.. cs=.. [...]"."""
    words = text.split()
    if len(words) < 2:
        raise BoardError(
            "display: write for example st7789 240x240 sck=GP18 mosi=GP19 "
            "dc=GP17 cs=GP21 reset=GP20 light=GP16"
        )
    device.width, device.height = _size(words[1])
    device.display = text


def _number(text):
    try:
        return int(text)
    except (TypeError, ValueError):
        raise BoardError("'%s' is not a number" % text)


def _size(text):
    width, _, height = text.partition("x")
    width, height = _number(width), _number(height)
    if width < 96 or height < 96:
        raise BoardError("a display of %s is too small: 128x128 is the smallest that works" % text)
    if width > 800 or height > 800:
        raise BoardError("a display of %s is too large" % text)
    return width, height


def raw(name: str) -> "Any":
    """Return what CircuitPython makes of settings.toml's value of `name`, or None."""
    try:
        return os.getenv(name)
    except (AttributeError, ValueError, RuntimeError, OSError):
        return None  # CircuitPython 9 raises what 10 leaves out


def setting(name: str) -> str:
    """Return settings.toml's value of `name` as text, "" where it cannot be read."""
    value = raw(name)
    return "" if value is None else str(value).strip()


def known(board_id: str) -> str | None:
    """Return the table's own name for `board_id`, by its aliases and in any case, or None."""
    name = (board_id or "").strip().lower()
    name = ALIASES.get(name, name)
    return name if name in BOARDS else None


def profile(board_id: str | None = None) -> Profile:
    """Return the Profile of this board with settings.toml applied; an invalid setting is
    ignored and named in `notes`.

    board_id: None reads `board.board_id`. Raises BoardError, one sentence, if the board is unknown
    and its keys cannot be guessed."""
    if board_id is None:
        import board

        board_id = getattr(board, "board_id", "")
    notes = []
    name = known(board_id)
    device = Profile()
    device.asked = set_by = {}
    override = setting("POCKET_BOARD")
    if override:
        if known(override):
            name = known(override)
            set_by["keys"] = set_by["sound"] = "POCKET_BOARD"
        else:
            notes.append("settings.toml: POCKET_BOARD '%s' is not a known board" % override)
    device.board_id = board_id
    device.notes = notes
    if name:
        size, keys, sound, battery, device.picture = BOARDS[name]
        device.width, device.height = _size(size)
        set_keys(device, keys)
        set_sound(device, sound)
        if battery:
            words = battery.split()
            device.battery = (words[0], int(words[1]))
    _apply(device, "POCKET_DISPLAY", set_display)
    has_own_keys = _apply(device, "POCKET_KEYS", set_keys)
    if has_own_keys:
        device.picture, set_by["keys"] = "", "POCKET_KEYS"
    if _apply(device, "POCKET_SOUND", set_sound):
        set_by["sound"] = "POCKET_SOUND"
    rotation = setting("POCKET_ROTATION")
    if rotation:
        if rotation in ("0", "90", "180", "270"):
            device.rotation = int(rotation)
        else:
            notes.append("settings.toml: POCKET_ROTATION must be 0, 90, 180 or 270")
    _note_invalid(notes)
    if not name:
        _guess(device, has_own_keys)
    return device


def _note_invalid(notes):
    """Add a sentence for each setting that makes no sense, as far as nothing else checks it."""
    folder = raw("POCKET_SAVES")
    if folder is not None:
        try:
            is_folder = os.stat(str(folder))[0] & 0x4000
        except OSError:
            is_folder = False
        if not is_folder:
            notes.append("settings.toml: POCKET_SAVES: there is no folder '%s'" % folder)
    seed = raw("POCKET_SEED")
    try:
        int(seed or 0)
    except ValueError:
        notes.append("settings.toml: POCKET_SEED '%s' is not a whole number" % seed)
    # Settings that the firmware cannot read: bad syntax, after a [section], or misspelt.
    try:
        with open(_FILE, "rb") as file:
            for line in file:
                line = line.strip(b"\xef\xbb\xbf \t\"'").upper()
                if line[:7] != b"POCKET_":
                    continue
                end = 7
                while line[end : end + 1].isalpha() or line[end : end + 1] == b"_":
                    end += 1
                name = line[:end].decode()
                if name[7:] not in _SETTINGS:
                    notes.append("settings.toml: the game has no setting %s" % name)
                elif raw(name) is None:
                    notes.append(
                        'settings.toml: %s cannot be read: write %s = "...", '
                        "above any [section]" % (name, name)
                    )
    except OSError:
        pass  # there is no settings.toml


def _tell(device, name, why):
    """Put what is wrong with setting `name` before the other notes."""
    device.notes = ["settings.toml: %s: %s" % (name, why)] + list(device.notes)


def usual(device: Profile, part: str, why: object) -> bool:
    """Give Profile `device` its own board's keys, or with "sound" its sound, since those that the
    settings ask for cannot be opened. False where they are its own already."""
    setting = device.asked.pop(part, None)
    if setting is None:
        return False
    _tell(device, setting, why)
    name = known(device.board_id)
    if part == "sound":
        set_sound(device, BOARDS[name][2] if name else "none")
        return True
    device.picture = ""
    if name:
        set_keys(device, BOARDS[name][1])
    else:
        _guess(device, False)
    return True


def _apply(device, key, setter):
    """Hand setting `key` to `setter`. Returns whether it was there and good; otherwise it is named
    in the notes."""
    text = setting(key)
    if not text:
        return False
    try:
        setter(device, text)
    except BoardError as why:
        device.notes.append("settings.toml: %s %s" % (key, why))
        return False
    return True


def _guess(device, own_keys):
    """Fill in a board that is in no table: its own display, and keys by the names of `board`.
    Raises BoardError where one of them is missing."""
    import board

    screen = getattr(board, "DISPLAY", None)
    if not device.width and screen is not None:
        device.width, device.height = screen.width, screen.height
    keys = "" if own_keys else _usual_names(board)
    if keys:
        set_keys(device, keys)
    lacks = "POCKET_DISPLAY" if not device.width else "" if keys or own_keys else "POCKET_KEYS"
    if lacks:
        raise BoardError(
            "Board '%s' is not known: put %s into settings.toml (own wiring), or "
            "POCKET_BOARD with one of %s." % (device.board_id, lacks, ", ".join(sorted(BOARDS)))
        )


def _usual_names(board):
    """Return the keys that `board` has by their usual names, as set_keys reads them; "" where one
    but SELECT is missing."""
    words: list[str] = []
    used: list[str] = []
    for button in NAMES:
        for name in USUAL[button].split():
            if hasattr(board, name) and name not in used:
                used.append(name)
                words.append(button + "=" + name)
                break
        else:
            if button != "SELECT":
                return ""
    return " ".join(words)


def open_keys(device: Profile) -> "Any":
    """Return the keypad scanner of `device`, whose key number n means `device.buttons[n]`; None
    where a stick or a keyboard has all buttons. Where the keys of settings.toml cannot be opened,
    take the board's own."""
    try:
        return _scanner(device)
    except Exception as why:  # no such pin, or one in use
        if not usual(device, "keys", why):
            raise
    return _scanner(device)


def _scanner(device):
    import keypad

    if device.shift:
        clock, data, latch = device.shift
        return keypad.ShiftRegisterKeys(
            clock=pin(clock),
            data=pin(data),
            latch=pin(latch),
            key_count=len(device.buttons),
            value_when_pressed=True,
            interval=_SCAN,
        )
    if not device.pins:
        return None
    pins = tuple([pin(name) for name in device.pins])
    device.opened = () if device.stick or device.keyboard else pins
    return keypad.Keys(pins, value_when_pressed=device.active_high, pull=True, interval=_SCAN)


def open_display(device: Profile) -> "BusDisplay":
    """Return the display that settings.toml describes, else `board.DISPLAY`."""
    screen = None
    if device.display:
        from pocket.hardware import wiring

        try:
            screen = wiring.open_display(device.display)
        except Exception as why:
            _tell(device, "POCKET_DISPLAY", why)
    if screen is None:
        import board

        screen = getattr(board, "DISPLAY", None)
        if screen is None:
            raise BoardError(
                device.notes[0]
                if device.display
                else "Board '%s' has no display of its own: describe yours as "
                "POCKET_DISPLAY in settings.toml." % device.board_id
            )
    if device.rotation is not None:
        screen.rotation = device.rotation
    device.width, device.height = screen.width, screen.height
    return screen
