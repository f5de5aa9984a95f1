"""Buttons: keypad events, an analog stick, auto-repeat, long presses, as (button, kind).

Nothing is allocated while polling: one Event is reused, the answer lies in `button` and `kind`."""

if False:  # for type checkers
    from collections.abc import Sequence
    from typing import Any


UP, DOWN, LEFT, RIGHT, A, B, START, SELECT = 0, 1, 2, 3, 4, 5, 6, 7
NAMES = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT")
PRESS, REPEAT, LONG = 0, 1, 2

LONG_MS = 600
_FIRST_REPEAT_MS = 350  # until a held direction repeats
_NEXT_REPEAT_MS = 90


class Keys:
    """The buttons of one board: `app.keys`.

    long_keys: the buttons of the running screen that have a long meaning: they fire at once, and
    again as LONG when still held after 600 ms; START fires when it is let go, or LONG. Where START
    held is SELECT (a board without one), START with UP held is START's long meaning, with DOWN held
    SELECT's. turned: the handheld is held upside down. pins: those of its keys, where each has one
    and there is nothing else to press. no_select, menu_key, hint_key: as the constructor has them.
    """

    def __init__(
        self,
        buttons: bytes,
        pad: "Any",
        event: "Any",
        pins: "Sequence",
        high: bool,
        no_select: bool,
        menu_key: str,
        hint_key: str,
        more: list,
    ) -> None:
        """buttons: which one each number of `pad` is, a keypad object or None. event: its Event.
        high: the pin of a key that is down is high. no_select: START held is SELECT. menu_key,
        hint_key: how texts name what is held for the menu, and for a hint. more: what else has
        buttons, each with read(keys, now)."""
        self.long_keys: Sequence[int] = ()
        self.turned = False
        self.button = 0
        self.kind = PRESS
        # 1 down, 2 fires when let go, or becomes SELECT or LONG, 3 may yet fire LONG, 4 is done
        self._down = bytearray(8)
        self._since = [0] * 8
        self._queue = bytearray(16)
        self._head = self._tail = 0
        self._map = buttons
        self._pad = pad
        self._event = event
        self.no_select = no_select
        self.menu_key = menu_key
        self.hint_key = hint_key
        self._more = more
        self.pins = pins
        self.high = high

    def turn(self, turned: bool) -> None:
        """Hold the handheld upside down, or not; arrows held now fire nothing more, and a stick
        is read again and again."""
        self.turned = turned
        down = self._down
        for button in (UP, LEFT):
            down[button], down[button + 1] = down[button + 1] and 4, down[button] and 4

    def close(self) -> None:
        """Let the keys' pins go, for somebody else to read."""
        if self._pad is not None:
            self._pad.deinit()
            self._pad = None

    def open(self) -> None:
        """Read the pins again that `close` has let go; what is down now fires nothing."""
        import keypad

        self._pad = keypad.Keys(self.pins, value_when_pressed=self.high, pull=True, interval=0.01)
        for button in range(8):
            self._down[button] = 0

    def report_held(self) -> None:
        """Have keys that are down already reported as pressed, which the keypad does only after a
        reset. `forget` reads them, some 20 ms later at the earliest."""
        if self._pad is not None:
            self._pad.reset()

    def held(self, button: int) -> bool:
        """True while a button is down."""
        return self._down[button] != 0

    def forget(self) -> None:
        """What is held now fires nothing more until it is let go (a new screen has come), nor does
        what was pressed while that was made."""
        self._read(0)
        for button in range(8):
            if self._down[button]:
                self._down[button] = 4
        self._head = self._tail

    def poll(self, now: int, long_keys: "Sequence[int]") -> bool:
        """True when something happened: see `button` and `kind`. Call until it is False. long_keys:
        those of the screen on show."""
        self.long_keys = long_keys
        self._read(now)
        for device in self._more:
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
        """Take what the keypad tells of."""
        if self._pad is None:
            return
        events = self._pad.events
        if events.overflowed:
            events.clear()  # and `overflowed` with it
            for button in self._map:
                self._down[button] = 0  # its release may be among the events that were lost
        while events.get_into(self._event):
            number = self._event.key_number
            if number < len(self._map):
                self.change(self._map[number], self._event.pressed, now)

    def fire(self, button: int, kind: int) -> None:
        """Something happened, for `poll` to tell."""
        after = (self._head + 1) % len(self._queue)
        if after != self._tail:
            self._queue[self._head] = kind << 3 | button
            self._head = after

    def change(self, button: int, down: bool, now: int) -> None:
        """A button goes down, or up."""
        if self.turned and button <= RIGHT:
            button ^= 1  # UP is DOWN, LEFT is RIGHT
        if down:
            if self._down[button]:
                return
            self._since[button] = now
            if button == START and self._chord():
                self._down[button] = 4
                return
            if button == START and (self.no_select or START in self.long_keys):
                self._down[button] = 2
                return
            if button in self.long_keys:
                self._down[button] = 3
            else:
                self._down[button] = 1
                self._since[button] = now + _FIRST_REPEAT_MS
            self.fire(button, PRESS)
        else:
            if self._down[button] == 2:
                self.fire(button, PRESS)
            self._down[button] = 0

    def _chord(self):
        """START comes down: with UP or DOWN held it means what other boards hold a button for."""
        for way, button in ((UP, START), (DOWN, SELECT)):
            if self.no_select and self._down[way] and button in self.long_keys:
                self._down[way] = 4
                self.fire(button, LONG)
                return True
        return False

    def _time(self, now):
        for button in range(8):
            state = self._down[button]
            if state in (2, 3) and now - self._since[button] >= LONG_MS:
                self._down[button] = 4
                if state == 2 and self.no_select:
                    self.fire(SELECT, PRESS)
                else:
                    self.fire(button, LONG)
            elif state == 1 and button <= RIGHT and now >= self._since[button]:
                self._since[button] = now + _NEXT_REPEAT_MS
                self.fire(button, REPEAT)
