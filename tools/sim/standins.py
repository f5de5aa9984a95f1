"""Stand-ins for modules that only a board has: those parts that the game uses.

The simulator and the page (tools/web) share them, so this also runs on MicroPython.
"""

if False:  # for type checkers
    from typing import Any

PULL_UP, PULL_DOWN = 1, 2


class Event:
    """keypad.Event."""

    def __init__(self, key_number: int = 0, pressed: bool = True, timestamp: int = 0) -> None:
        self.key_number = key_number
        self.pressed = pressed
        self.released = not pressed
        self.timestamp = timestamp


class EventQueue:
    """keypad.EventQueue: as on a board it holds 64 events, then overflows."""

    def __init__(self, size: int = 64) -> None:
        self._items = []
        self._size = size
        self.overflowed = False

    def put(self, number: int, pressed: bool, when: int) -> None:
        """Add a change of a key."""
        if len(self._items) >= self._size:
            self.overflowed = True
        else:
            self._items.append((number, pressed, when))

    def get_into(self, event: Event) -> bool:
        """Fill `event` with the oldest change; False when there is none."""
        if not self._items:
            return False
        event.key_number, event.pressed, event.timestamp = self._items.pop(0)
        event.released = not event.pressed
        return True

    def get(self) -> Event | None:
        """Return the oldest change, or None."""
        event = Event()
        return event if self.get_into(event) else None

    def clear(self) -> None:
        """Forget all."""
        self._items.clear()
        self.overflowed = False

    def __len__(self):
        return len(self._items)

    def __bool__(self):
        return bool(self._items)


class Pin:
    """A pin by name. taken: whether it is in use. level: driven from outside, or None."""

    def __init__(self, name: str, taken: bool = False) -> None:
        self.name = name
        self.taken = taken
        self.level = None

    def take(self) -> None:
        """Open the pin. As on a board, only one user may have it."""
        if self.taken:
            raise ValueError("%s in use" % self.name)
        self.taken = True


class AnalogIn:
    """analogio.AnalogIn: a stick axis, set by the simulator."""

    values = {}  # pin name -> 0..65535

    def __init__(self, pin: Pin) -> None:
        self._pin = pin

    @property
    def value(self) -> int:
        """Return 0..65535, 32768 in the middle."""
        return self.values.get(self._pin.name, 32768)

    def deinit(self) -> None:
        """Do nothing: there is nothing to give back."""


class DigitalInOut:
    """digitalio.DigitalInOut: a pin that follows its pull unless it is driven."""

    def __init__(self, pin: Pin) -> None:
        pin.take()
        self.pin = pin
        self._driven: bool | None = None
        self.pull: int | None = None

    @property
    def value(self) -> bool:
        """Return what the pin reads, or what it was set to."""
        if self._driven is not None:
            return self._driven
        return self.pull != PULL_DOWN if self.pin.level is None else self.pin.level

    @value.setter
    def value(self, value: bool) -> None:
        self._driven = value

    def switch_to_output(self, value: bool = False, drive_mode: int | None = None) -> None:
        """Drive the pin."""
        self._driven = value

    def deinit(self) -> None:
        """Give the pin back."""
        self.pin.taken = False


class I2C:
    """board.I2C() of boards with a keyboard: `typed` is what the next read gives."""

    typed = []  # character codes

    def try_lock(self) -> bool:
        """Lock the bus, which is always free."""
        return True

    def unlock(self) -> None:
        """Give the bus back."""

    def readfrom_into(self, address: int, buffer: bytearray) -> None:
        """Read the next key, or 0."""
        buffer[0] = self.typed.pop(0) if self.typed else 0


class RawSample:
    """audiocore.RawSample: one wave, looped."""

    def __init__(
        self,
        buffer: "Any",
        *,
        channel_count: int = 1,
        sample_rate: int = 8000,
        single_buffer: bool = True,
    ) -> None:
        self.buffer = buffer
        self.sample_rate = sample_rate


class AudioOut:
    """audioio.AudioOut, audiopwmio.PWMAudioOut, audiobusio.I2SOut. played: number of sounds."""

    played = 0
    on_sound: "Any" = None  # function(frequency in hertz or 0, level 0..1), set by the window

    def __init__(self, *pins: "Any", **options: "Any") -> None:
        self.playing = False

    def play(self, sample: RawSample, *, loop: bool = False) -> None:
        """Sound the sample until `stop`."""
        AudioOut.played += 1
        self.playing = loop
        if AudioOut.on_sound:
            wave = sample.buffer
            level = (max(wave) - min(wave)) / 65535
            AudioOut.on_sound(sample.sample_rate / len(wave), level)

    def stop(self) -> None:
        """Stop the sound."""
        self.playing = False
        if AudioOut.on_sound:
            AudioOut.on_sound(0, 0)

    def deinit(self) -> None:
        """Do nothing: there is nothing to give back."""


class Members:
    """A module, or a part of one, with these members."""

    def __init__(self, **members: "Any") -> None:
        for name, value in members.items():
            setattr(self, name, value)


def _module(name, **members):
    return Members(__name__=name, **members)


def modules(machine: "Any", profile: "Any") -> dict[str, Members]:
    """Return the stand-ins for one board, {module name: module}.

    machine: the running Sim (clock, faults, nvm). profile: pocket.hardware.boards.Profile of the
    board.
    """
    return {
        "board": _board(machine, profile),
        "keypad": _keypad(machine, profile),
        "analogio": _module("analogio", AnalogIn=AnalogIn),
        "digitalio": _module(
            "digitalio",
            DigitalInOut=DigitalInOut,
            Direction=Members(INPUT=0, OUTPUT=1),
            DriveMode=Members(PUSH_PULL=0, OPEN_DRAIN=1),
            Pull=Members(UP=PULL_UP, DOWN=PULL_DOWN),
        ),
        "busio": _module("busio", I2C=object, SPI=object, UART=object),
        "supervisor": _module(
            "supervisor",
            ticks_ms=machine.ticks_ms,
            RunReason=Members(STARTUP=0, SUPERVISOR_RELOAD=1),
            runtime=Members(autoreload=True, usb_connected=False, run_reason=0),
        ),
        "storage": _storage(machine),
        "microcontroller": _module(
            "microcontroller",
            nvm=machine.nvm,
            Pin=Pin,
            pin=Members(),
            reset=machine.stop,
            cpu=Members(uid=b"simulator"),
        ),
        "audiocore": _module("audiocore", RawSample=RawSample),
        "audioio": _module("audioio", AudioOut=AudioOut),
        "audiopwmio": _module("audiopwmio", PWMAudioOut=AudioOut),
        "audiobusio": _module("audiobusio", I2SOut=AudioOut),
    }


def _board(machine, profile):
    names = list(profile.pins) + list(profile.shift) + list(profile.stick[:2])
    names += list(profile.sound_pins) + [profile.speaker_enable]
    if machine.battery is not None:
        names.append(profile.battery[0])
        share = machine.battery / (3.3 * profile.battery[1])
        AnalogIn.values[profile.battery[0]] = min(65535, int(share * 65535))
    pins = {name: Pin(name) for name in names if name}
    machine.pins = pins
    board = _module("board", board_id=profile.board_id, **pins)
    if profile.keyboard:
        board.I2C = I2C
    return board


def _keypad(machine, profile):
    def make_keys(*args, **options):
        pins = args[0] if args else ()
        for pin in pins:
            pin.take()
        if pins:
            machine.buttons = tuple(machine.wires.get(pin.name) for pin in pins)
        # As on a board, a key that is already down makes an event only after reset().
        keys = Members(events=machine.events, reset=machine.report_held)

        def deinit():
            machine.events.clear()
            for pin in pins:
                pin.taken = False
            if pins:
                machine.buttons = ()

        keys.deinit = deinit
        keys.key_count = len(profile.buttons)
        return keys

    return _module(
        "keypad", Event=Event, EventQueue=EventQueue, Keys=make_keys, ShiftRegisterKeys=make_keys
    )


def _storage(machine):
    def remount(mount_path, readonly=False, **options):
        if machine.faults & {"usb"}:
            if not machine.booting:  # boot.py runs before the computer sees the drive
                raise RuntimeError("Cannot remount path when visible via USB.")
            machine.faults.discard("usb")
        machine.faults.discard("read-only")

    return _module(
        "storage",
        remount=remount,
        getmount=lambda path: Members(readonly="read-only" in machine.faults),
    )
