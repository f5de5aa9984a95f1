"""Short effects through whatever the board has: DAC, PWM, I2S, a ready output, a buzzer, nothing.

One small wave is looped at changing rates, so a tune costs no memory. Sound never stops the game:
a board without a working output is silent."""

from pocket.hardware.loudspeaker import WAVE

if False:  # for type checkers
    from collections.abc import Sequence
    from typing import Any

    from pocket.hardware.boards import Profile


# notes of an effect: (hertz, milliseconds) pairs; 0 hertz is a pause
_EFFECTS: dict = {
    "move": (1400, 6),
    "pick": (880, 25, 1175, 30),
    "unpick": (1175, 25, 880, 30),
    "place": (523, 30, 784, 45),
    "bad": (196, 90, 165, 130),
    "draw": (659, 35, 523, 35, 440, 50),
    "undo": (784, 25, 587, 35),
    "turn": (784, 60, 0, 30, 1047, 90),
    "tick": (1568, 15),
    "win": (523, 90, 659, 90, 784, 90, 1047, 220),
}


class Sound:
    """The loudspeaker: `app.sound`. out: what plays, or None; enable: the pin that switches it on,
    if there is one; wave, sample: what it plays (pocket.hardware.loudspeaker makes all four)."""

    out: "Any"
    enable: "Any"
    wave: "Any"
    sample: "Any"

    def __init__(self, profile: "Profile") -> None:
        self._kind = profile.sound
        self.out = self.enable = self.wave = self.sample = None
        self._notes: Sequence[int] = ()
        self._at = 0
        self._until = 0
        self._busy = False
        self._level = 2
        from pocket.hardware import loudspeaker

        try:
            self.out, self.wave, self.sample, self.enable = loudspeaker.opened(profile)
            self.volume(self._level)
        except Exception:  # whatever the hardware says, silence is a fair answer
            self.out = None

    def volume(self, level: int) -> None:
        """0 (mute) to 3."""
        self._level = level
        if self.out is not None and self._kind != "buzzer":
            high = (0, 2500, 8000, 24000)[level]
            for i in range(WAVE):
                self.wave[i] = 32768 + (high if i < WAVE // 2 else -high)

    def play(self, name: "str | Sequence[int]", now: int | None = None) -> None:
        """Start an effect, by its name or its notes; a running one gives way."""
        if self.out is None or not self._level:
            return
        self._notes = _EFFECTS.get(name, name)
        self._at = 0
        self._until = None
        self._busy = True
        if now is not None:
            self.tick(now)

    def tick(self, now: int) -> None:
        """Go on with the running effect; the app calls this in its loop."""
        if not self._busy or (self._until is not None and now < self._until):
            return
        try:
            if self._at >= len(self._notes):
                self._busy = False
                if self._kind == "buzzer":
                    self.out.duty_cycle = 0
                else:
                    self.out.stop()
                if self.enable is not None:
                    self.enable.value = False
                return
            hertz = self._notes[self._at]
            self._until = now + self._notes[self._at + 1]
            self._at += 2
            if self.enable is not None:
                self.enable.value = True
            if self._kind == "buzzer":
                if hertz:
                    self.out.frequency = hertz
                self.out.duty_cycle = (0, 1000, 6000, 32768)[self._level] if hertz else 0
            elif hertz:
                self.sample.sample_rate = hertz * WAVE
                self.out.play(self.sample, loop=True)
            else:
                self.out.stop()
        except Exception:  # an output that fails once stays silent
            self._busy = False
            self.out = None

    def close(self) -> None:
        """Let the output go before the VM ends: the firmware would paint its terminal while it does
        so itself."""
        out, self.out = self.out, None
        if out is not None:
            out.deinit()
