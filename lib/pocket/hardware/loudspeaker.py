"""Opening what a board plays sounds with. Loaded once, at the start."""

from pocket.hardware.pins import pin

if False:  # for type checkers
    from typing import Any

    from pocket.hardware.boards import Profile

WAVE = 16  # samples of the one wave that is played


def open_output(profile: "Profile") -> tuple:
    """Open the sound output; return (out, wave, sample, enable) for a Sound, None for what
    the board lacks. Raises whatever the hardware raises."""
    out: Any = None
    wave: Any = None
    sample = enable = None
    kind = profile.sound
    if kind == "none":
        return out, wave, sample, enable
    import board

    pins = [] if kind == "object" else [pin(name) for name in profile.sound_pins]
    if kind == "buzzer":
        import pwmio

        out = pwmio.PWMOut(pins[0], frequency=440, duty_cycle=0, variable_frequency=True)
    else:
        import array

        import audiocore

        if kind == "dac":
            import audioio

            out = audioio.AudioOut(pins[0])
        elif kind == "pwm":
            import audiopwmio

            out = audiopwmio.PWMAudioOut(pins[0])
        elif kind == "i2s":
            import audiobusio

            out = audiobusio.I2SOut(pins[0], pins[1], pins[2])
        else:
            out = getattr(board, profile.sound_pins[0])
        wave = array.array("H", [0] * WAVE)
        sample = audiocore.RawSample(wave, sample_rate=8000)
        out.play(sample)  # silence, so that its buffers are allocated now
        out.stop()
    if profile.speaker_enable:
        import digitalio

        enable = digitalio.DigitalInOut(pin(profile.speaker_enable))
        enable.switch_to_output(False)
    return out, wave, sample, enable
