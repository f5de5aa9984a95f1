"""Short effects through whatever the board has: DAC, PWM, I2S, a ready output, a buzzer, nothing.

One small wave is looped at changing rates, so a tune costs no memory. Sound never stops the game:
a board without a working output is silent.
"""

# notes of an effect: (hertz, milliseconds) pairs; 0 hertz is a pause
_EFFECTS = {
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
_WAVE = 16


class Sound:
    """The loudspeaker: `app.sound`."""

    def __init__(self, profile, volume=2):
        self._kind = profile.sound
        self._out = None
        self._enable = None
        self._notes = ()
        self._at = 0
        self._until = 0
        self._busy = False
        self._level = volume
        try:
            self._open(profile)
        except Exception:  # whatever the hardware says, silence is a fair answer
            self._out = None

    def _open(self, profile):
        if self._kind == "none":
            return
        import board
        from pocket.hardware.pins import pin

        pins = [] if self._kind == "object" else [pin(name) for name in profile.sound_pins]
        if self._kind == "buzzer":
            import pwmio

            self._out = pwmio.PWMOut(pins[0], frequency=440, duty_cycle=0, variable_frequency=True)
        else:
            import audiocore

            if self._kind == "dac":
                import audioio

                self._out = audioio.AudioOut(pins[0])
            elif self._kind == "pwm":
                import audiopwmio

                self._out = audiopwmio.PWMAudioOut(pins[0])
            elif self._kind == "i2s":
                import audiobusio

                self._out = audiobusio.I2SOut(pins[0], pins[1], pins[2])
            else:
                self._out = getattr(board, profile.sound_pins[0])
            import array

            self._wave = array.array("H", [0] * _WAVE)
            self._sample = audiocore.RawSample(self._wave, sample_rate=8000)
        if profile.speaker_enable:
            import digitalio

            self._enable = digitalio.DigitalInOut(pin(profile.speaker_enable))
            self._enable.switch_to_output(False)
        self.volume(self._level)

    def volume(self, level):
        """0 (mute) to 3."""
        self._level = level
        if self._out is not None and self._kind != "buzzer":
            high = (0, 2500, 8000, 24000)[level]
            for i in range(_WAVE):
                self._wave[i] = 32768 + (high if i < _WAVE // 2 else -high)

    def play(self, name, now=None):
        """Start an effect; a running one gives way."""
        if self._out is None or not self._level:
            return
        self._notes = _EFFECTS.get(name, ())
        self._at = 0
        self._until = None
        self._busy = True
        if now is not None:
            self.tick(now)

    def tick(self, now):
        """Go on with the running effect; the app calls this in its loop."""
        if not self._busy or (self._until is not None and now < self._until):
            return
        try:
            if self._at >= len(self._notes):
                self._hush()
                return
            hertz = self._notes[self._at]
            self._until = now + self._notes[self._at + 1]
            self._at += 2
            if self._enable is not None:
                self._enable.value = True
            if self._kind == "buzzer":
                if hertz:
                    self._out.frequency = hertz
                self._out.duty_cycle = (0, 1000, 6000, 32768)[self._level] if hertz else 0
            elif hertz:
                self._sample.sample_rate = hertz * _WAVE
                self._out.play(self._sample, loop=True)
            else:
                self._out.stop()
        except Exception:  # an output that fails once stays silent
            self._busy = False
            self._out = None

    def _hush(self):
        self._busy = False
        if self._kind == "buzzer":
            self._out.duty_cycle = 0
        else:
            self._out.stop()
        if self._enable is not None:
            self._enable.value = False
