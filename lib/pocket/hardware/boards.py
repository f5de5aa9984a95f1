"""Find out which board this is, and what settings.toml changes about it.

The tables are tools/device/boards.toml, which explains each field, and hardware.toml. Needed once,
at the start: App.show_first drops this module (_START of app/flow.py).
"""

import os

from pocket.app.input import NAMES
from pocket.made.boards import ALIASES, BOARDS, SOUNDS, USUAL

if False:  # for type checkers
    from collections.abc import Callable
    from typing import Any

    from busdisplay import BusDisplay

_FILE = "/settings.toml"
_SETTINGS = ("BOARD", "DISPLAY", "KEYS", "SOUND", "ROTATION", "SAVES", "SEED")
_SCAN = 0.01  # seconds between two scans of the keys


class BoardError(ValueError):
    """A fault of a board or of its settings; str() is one sentence."""


def pin(name: str) -> "Any":
    """Return the pin called `name` in `board` or in microcontroller.pin. Raises BoardError."""
    import board

    known = getattr(board, name, None)
    if known is None:
        import microcontroller

        known = getattr(microcontroller.pin, name, None)  # type: ignore[attr-defined]
    if known is None:
        raise BoardError("This board has no pin called %s." % name)
    return known


class Profile:
    """What is known of one board; tools/device/boards.toml explains most fields."""

    # No methods: an instance would keep the whole module in memory through them.
    board_id: str = ""
    width: int = 0  # of the display, in pixels; open_display sets both to the actual size
    height: int = 0
    shift: tuple = ()  # (clock, data, latch) pin names of a shift register
    pins: tuple = ()  # pin names, one per key; () with a shift register
    buttons: tuple[str, ...] = ()  # the button of each key number (input.NAMES)
    active_high = False  # a pressed key's pin is high
    stick: tuple = ()  # (x pin, y pin, low, high)
    keyboard = 0  # I2C address of one that sends characters
    no_select = False  # START is held in place of SELECT
    sound = "none"  # "dac" "pwm" "i2s" "buzzer" "none"
    sound_pins: tuple[str, ...] = ()  # without the enable pin
    speaker_enable = ""  # pin name to set high while sound plays
    picture = ""  # picture of the board's front
    battery: "Any" = ()  # (pin name, how many times the voltage at the pin)
    display = ""  # as settings.toml describes it (hardware/wiring.py); "": `board.DISPLAY`
    rotation: "int | None" = None  # in degrees, from settings.toml; None: leave it as it is
    saves = ""  # the folder of the file of saves, "" for the drive's root
    own: tuple  # the row of BOARDS that is the board's own
    set_by: dict  # {"keys" or "sound": the setting of settings.toml that changes it}
    notes: "list[str]"  # sentences about settings that are ignored


def set_keys(device: Profile, text: str) -> None:
    """Read the keys of `device` from `text` (`keys` of boards.toml). Raises BoardError."""
    words = text.split()
    shift, pins, buttons, stick, keyboard = (), [], [], (), 0
    active_high = words[:1] == ["high"]
    if active_high:
        words.pop(0)
    elif words[:1] == ["shift"] and len(words) > 3:
        shift = tuple(words[1:4])
        words = words[4:]
    while words:
        word = words.pop(0)
        button, _, pin_name = word.partition("=")
        if word == "stick" and len(words) > 3:
            stick = (words[0], words[1], _number(words[2]), _number(words[3]))
            words = words[4:]
        elif word == "i2c-keyboard" and words:
            keyboard = _number(words.pop(0))
        elif button in NAMES and bool(pin_name) != bool(shift):
            buttons.append(button)
            if pin_name:
                pins.append(pin_name)
        else:
            raise BoardError(
                "keys: '%s' is not understood; write for example "
                "UP=GP2 DOWN=GP3 LEFT=GP4 RIGHT=GP5 A=GP6 B=GP7" % word
            )
    for button in ("A", "B", "START") if stick else NAMES[:6]:
        if button not in buttons and not keyboard:
            raise BoardError("keys: no pin is given for the button " + button)
    device.shift, device.pins, device.buttons = shift, tuple(pins), tuple(buttons)
    device.stick, device.keyboard, device.active_high = stick, keyboard, active_high
    device.no_select = "SELECT" not in buttons and not keyboard


def set_sound(device: Profile, text: str) -> None:
    """Read the sound output of `device` from `text` (`sound` of boards.toml). Raises
    BoardError."""
    words = text.split() or ["?"]
    low, high = SOUNDS.get(words[0], (-1, -1))[:2]
    if not low <= len(words) - 1 <= high:
        raise BoardError(
            "sound: '%s' is not understood; write for example pwm GP15, "
            "i2s GP10 GP11 GP9 or none" % text
        )
    needed = 1 + max(low, 1)  # words
    device.sound = words[0]
    device.sound_pins = tuple(words[1:needed])
    device.speaker_enable = words[needed] if len(words) > needed else ""


def _number(text):
    try:
        return int(text)
    except (TypeError, ValueError):
        raise BoardError("'%s' is not a number" % text)


def raw(name: str) -> "Any":
    """Return what CircuitPython makes of settings.toml's value of `name`, or None."""
    try:
        return os.getenv(name)
    except (AttributeError, ValueError, RuntimeError, OSError):
        return None  # CircuitPython 9 raises an error where 10 returns None


def setting(name: str) -> str:
    """Return settings.toml's value of `name` as text, "" if it cannot be read."""
    value = raw(name)
    return "" if value is None else str(value).strip()


def find_board(board_id: str) -> str | None:
    """Return the name in BOARDS for `board_id`, which may be an alias, in any case; or None."""
    name = (board_id or "").strip().lower()
    name = ALIASES.get(name, name)
    return name if name in BOARDS else None


def profile(board_id: str | None = None) -> Profile:
    """Return the Profile of this board with settings.toml applied. An invalid setting is ignored
    and named in `notes`.

    board_id: if None, `board.board_id` is used. Raises BoardError, with a one-sentence message, if
    the board is unknown and its keys cannot be guessed."""
    if board_id is None:
        import board

        board_id = getattr(board, "board_id", "")
    device = Profile()
    device.board_id = board_id
    device.notes = notes = []
    device.set_by = set_by = {}
    device.own = row = _own_row(board_id)
    override = setting("POCKET_BOARD")
    if find_board(override):
        row = BOARDS[find_board(override)]
        set_by["keys"] = set_by["sound"] = "POCKET_BOARD"
    elif override:
        notes.append("settings.toml: POCKET_BOARD '%s' is not a known board" % override)
    size, keys, sound, device.battery, device.picture = row
    device.width, device.height = [int(part) for part in size.split("x")]
    device.display = setting("POCKET_DISPLAY")
    for part, setter, usual_text in (("keys", set_keys, keys), ("sound", set_sound, sound)):
        key = "POCKET_" + part.upper()
        text = setting(key)
        try:
            if text:
                setter(device, text)
                set_by[part] = key
                continue
        except BoardError as why:
            notes.append("settings.toml: %s %s" % (key, why))
        if not usual_text:
            raise BoardError(
                "Board '%s' is not known: put POCKET_KEYS into settings.toml (own wiring), or "
                "POCKET_BOARD with one of %s." % (board_id, ", ".join(sorted(BOARDS)))
            )
        setter(device, usual_text)
    if set_by.get("keys") == "POCKET_KEYS":
        device.picture = ""
    rotation = setting("POCKET_ROTATION")
    if rotation:
        if rotation in ("0", "90", "180", "270"):
            device.rotation = int(rotation)
        else:
            notes.append("settings.toml: POCKET_ROTATION must be 0, 90, 180 or 270")
    folder = raw("POCKET_SAVES")
    device.saves = "/saves" if _is_folder("/saves") else ""
    if _is_folder(folder):
        device.saves = folder.rstrip("/")
    elif folder is not None:
        notes.append("settings.toml: POCKET_SAVES: there is no folder '%s'" % folder)
    _note_invalid(notes)
    return device


def _own_row(board_id):
    """Return the row of BOARDS; for an unknown board one with keys by their usual names."""
    name = find_board(board_id)
    if name:
        return BOARDS[name]
    import board

    return "0x0", _usual_names(board), "none", (), ""


def _is_folder(path):
    try:
        return bool(os.stat(path)[0] & 0x4000)
    except (OSError, TypeError):  # CircuitPython 9 may read a number
        return False


def _note_invalid(notes):
    """Add a sentence for each invalid setting that nothing else checks."""
    seed = raw("POCKET_SEED")
    try:
        int(seed or 0)
    except ValueError:
        notes.append("settings.toml: POCKET_SEED '%s' is not a whole number" % seed)
    # Settings that the firmware cannot read: bad syntax, below a [section], or a wrong name.
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


def usual(device: Profile, part: str, why: object) -> bool:
    """Give `device` the keys, or with "sound" the sound, of its own board, since those of
    settings.toml cannot be opened; why: the reason. Return False if they are its own already."""
    setting = device.set_by.pop(part, None)
    if setting is None:
        return False
    device.notes.insert(0, "settings.toml: %s: %s" % (setting, why))
    _, keys, sound, _, _ = device.own
    if part == "sound":
        set_sound(device, sound)
    else:
        device.picture = ""
        set_keys(device, keys)
    return True


def _usual_names(board):
    """Return the keys that `board` has by their usual names, as set_keys reads them; "" if one
    other than SELECT is missing."""
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


def open_keys(device: Profile, open_more: "Callable[[Profile], list]") -> "tuple[Any, list]":
    """Return the keypad scanner of `device`, whose key number n is `device.buttons[n]`, None if a
    stick or a keyboard has all buttons; and what `open_more` opens. If the keys of settings.toml
    cannot be opened, it is those of the board's own."""
    while True:
        pad = None
        try:
            pad = _scanner(device)
            return pad, open_more(device)
        except Exception as why:  # no such pin, or one in use
            if pad is not None:
                pad.deinit()
            if not usual(device, "keys", why):
                raise


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
    return keypad.Keys(pins, value_when_pressed=device.active_high, pull=True, interval=_SCAN)


def open_display(device: Profile) -> "BusDisplay":
    """Return the display that settings.toml describes, else `board.DISPLAY`."""
    screen = None
    if device.display:
        from pocket.hardware import wiring

        try:
            screen = wiring.open_display(device.display, pin)
        except Exception as why:
            device.notes.insert(0, "settings.toml: POCKET_DISPLAY: %s" % why)
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
