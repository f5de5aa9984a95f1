"""Open keys, settings and sound once at the start; the module is dropped afterwards."""

import bitmaptools
import displayio
from pocket.app import device, draw, input
from pocket.hardware import boards
from pocket.made.boards import SOUNDS
from pocket.ui import sheets, words

if False:  # for type checkers
    from collections.abc import Callable

    from pocket.app.flow import App
    from pocket.hardware.boards import Profile

_SIGNS = draw.KEY_A + draw.KEY_B + draw.KEY_START + draw.KEY_SELECT
# The caps of the sheet of keys, in its order; the last two, of a keyboard, are on the larger alone.
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789\n "

# Lists from one check of the heap to the next: fewer than the smallest area holds. A check takes
# 10 ms.
_LISTS_PER_CHECK = 6


def open_keys(app: "App", profile: "Profile") -> "tuple[device.Keys, device.Settings]":
    """Return the App's keys and settings. Raises BoardError."""
    app.display.root_group = None
    made = keys(profile)
    from pocket.saves import settingsfile

    _name_keys(app.art, profile)
    settings = settingsfile.read(app.store.load("set"))  # the first screen tells of losses
    if device.restarted():  # the next restart needs the file, and this module is loaded now
        from pocket.saves import savefile

        try:
            savefile.take(app.store.state)
        except OSError:  # the drive belongs to a computer; the next save says why
            pass
    return made, settings


def open_sound(profile: "Profile") -> device.Sound:
    """Open the loudspeaker, or with a bad setting the board's usual one."""
    for _ in range(2):
        try:
            return device.Sound(profile.sound, *_open_output(profile))
        except Exception:  # whatever the hardware says, silence is a fair answer
            text = " ".join((profile.sound,) + profile.sound_pins)
            if not boards.usual(profile, "sound", "'%s' cannot be opened" % text):
                break
    return device.Sound("none")


def _open_output(profile):
    """Return (out, wave, sample, enable) for a Sound, None for what the board lacks; () for no
    sound. Raises whatever the hardware raises."""
    wave = sample = enable = None
    kind = profile.sound
    if kind == "none":
        return ()
    package = __import__(SOUNDS[kind][2])
    pins = [boards.pin(name) for name in profile.sound_pins]
    named = {"variable_frequency": True} if kind == "buzzer" else {}
    out = getattr(package, SOUNDS[kind][3])(*pins, **named)
    if kind != "buzzer":
        import array

        import audiocore

        wave = array.array("H", [0] * device.WAVE)
        sample = audiocore.RawSample(wave, sample_rate=8000)
        out.play(sample)  # silence, so that its buffers are allocated now
        out.stop()
    if profile.speaker_enable:
        import digitalio

        enable = digitalio.DigitalInOut(boards.pin(profile.speaker_enable))
        enable.switch_to_output(False)
    return out, wave, sample, enable


def anchor(allocate: "Callable[[], list]", heap_size: "Callable[[], int]") -> "list | None":
    """Let the heap grow by an area, and return a short list that keeps this area for good, or None
    if there is no room for one. A heap that cannot grow keeps the list, too.

    CircuitPython (9 and 10) gives an area back if the last block in use is block 0, without
    checking that this block is free (`gc_sweep_free_blocks` in py/gc.c). A live object of one block
    that lay alone in the area is lost then: on a PicoPad a set on the table was overwritten with
    program code. An object of two blocks keeps its area.

    allocate: returns a list that takes 2 KB. heap_size: returns the size of the heap in bytes,
    including areas that can still be added; adding one changes it by the area's tables, but on a
    Sprig by nothing. Lists fill the first area, so the one that was allocated last lies in the
    added area.
    """
    pieces: list = [None] * 128
    last_taken = None
    old_total = heap_size()
    for i in range(len(pieces)):
        try:
            pieces[i] = last_taken = allocate()
        except MemoryError:
            break
        if i % _LISTS_PER_CHECK == _LISTS_PER_CHECK - 1 and heap_size() != old_total:
            break
    pieces.clear()  # stale pointers on the stack may still refer to the list
    if last_taken:
        # Neither moves the list: `del` keeps its memory, `pop` gives half of it back.
        del last_taken[24:]
        while len(last_taken) > 8:
            last_taken.pop()
    return last_taken


def begin(app: "App", profile: "Profile") -> str:
    """Put the settings into effect and go to the first screen. Where B is held while the board is
    switched on, that is "Your buttons", with a tune: it tests display, keys and sound. Returns the
    notice the first screen is to show, or "". Raises AssetError."""
    from pocket.saves import settingsfields

    words.speak(app, app.settings.language)
    settingsfields.apply(app)
    app.go("menus.title", "", "", True)
    if device.restarted():
        app.go("saves.restart")
    else:
        app.keys.forget()
        if app.keys.held(input.B):
            app.sound.play("win")
            app.go("menus.buttons")
    for note in profile.notes:
        print(note)
    notice = (profile.notes or ("",))[0]
    if len(profile.notes) > 1:
        notice += " (more on the serial console)"
    return notice


def keys(profile: "Profile") -> device.Keys:
    """Return the Keys of an open board: its own where those of settings.toml cannot be opened.
    Raises BoardError."""
    event = None
    pad, more = boards.open_keys(profile, _more)
    if pad is not None:
        import keypad

        event = keypad.Event()
        pad.reset()  # or keys that are down already were not reported (`forget`, 20 ms later)
    numbers = bytes([input.NAMES.index(name) for name in profile.buttons])
    menu, hint = draw.KEY_START, draw.KEY_SELECT
    if profile.keyboard:
        menu, hint = "M", "H"
    elif profile.no_select:
        menu, hint = draw.UP + "+" + draw.KEY_START, draw.DOWN + "+" + draw.KEY_START
    return device.Keys(profile, numbers, pad, event, menu, hint, more)


def _more(profile):
    """Open what else has buttons: a stick, a keyboard."""
    more: list = []
    if profile.stick:
        from pocket.app import stick

        x, y, low, high = profile.stick
        more.append(stick.Stick(boards.pin(x), boards.pin(y), low, high))
    if profile.keyboard:
        from pocket.app import keyboard

        more.append(keyboard.Keyboard(profile.keyboard))
    return more


def _name_keys(art, profile):
    """Name the keys in hints as the board does: SW_Y is Y, BUTTON_MENU is M. Raises AssetError."""
    caps = {}
    if profile.keyboard and art.body_size[1] > 11:
        caps = {draw.KEY_START: "\n", draw.KEY_SELECT: " "}
    for i in range(len(profile.pins)):
        name = profile.buttons[i]
        number = input.NAMES.index(name) - input.A
        if number >= 0 and "_" in profile.pins[i]:  # GP7 is no name
            word = profile.pins[i].split("_")[-1]
            letter = word[-1] if word.startswith("BTN") else word[0]
            if letter != name and letter in NAMES:
                caps[_SIGNS[number]] = letter
                if name == "START" and profile.no_select:
                    caps[draw.KEY_SELECT] = letter
    if caps:
        _take_caps(art.letters, caps, art.body_size)


def _take_caps(letters, caps, size):
    """Give letters the caps of `caps`, {sign: letter}, on a Bitmap of their own."""
    strip, table = sheets.load("bodykeys%dx%d.bmp" % size)
    count = table[1]
    cell = max([table[2 + count + NAMES.find(caps[sign])] for sign in caps]) + 4
    letters.keys = displayio.Bitmap(cell * len(caps), strip.height, 2)
    for sign in caps:
        entry = 2 + NAMES.find(caps[sign])
        step, width, place = table[entry], table[entry + count], table[entry + 2 * count]
        where = len(letters.caps)
        x = where * cell
        left = place * width
        right, bottom = left + width, strip.height
        bitmaptools.blit(letters.keys, strip, x, 0, x1=left, y1=0, x2=right, y2=bottom)
        if sign == draw.KEY_SELECT and caps.get(draw.KEY_START) == caps[sign]:
            x += width  # START held: a bar behind its cap
            y = strip.height - letters.height // 2 - 1
            bitmaptools.fill_region(letters.keys, x, y, x + 4, y + 2, 1)
            step += 4
        letters.caps[ord(sign)] = (where, step)
        letters.table[1 + ord(sign)] = step
