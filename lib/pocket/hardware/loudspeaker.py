"""Opening what a board plays sounds with. Loaded once, at the start."""

from pocket.hardware.pins import pin

if False:  # for type checkers
    from pocket.always.sound import Sound
    from pocket.hardware.boards import Profile

WAVE = 16  # samples of the one wave that is played


def open(sound: "Sound", profile: "Profile") -> None:
    """Give `sound` (sound.Sound) its output. Raises whatever the hardware says."""
    kind = profile.sound
    if kind == "none":
        return
    import board

    pins = [] if kind == "object" else [pin(name) for name in profile.sound_pins]
    if kind == "buzzer":
        import pwmio

        sound.out = pwmio.PWMOut(pins[0], frequency=440, duty_cycle=0, variable_frequency=True)
    else:
        import array

        import audiocore

        if kind == "dac":
            import audioio

            sound.out = audioio.AudioOut(pins[0])
        elif kind == "pwm":
            import audiopwmio

            sound.out = audiopwmio.PWMAudioOut(pins[0])
        elif kind == "i2s":
            import audiobusio

            sound.out = audiobusio.I2SOut(pins[0], pins[1], pins[2])
        else:
            sound.out = getattr(board, profile.sound_pins[0])
        sound.wave = array.array("H", [0] * WAVE)
        sound.sample = audiocore.RawSample(sound.wave, sample_rate=8000)
        sound.out.play(sound.sample)  # silence: what it plays from is made now, and stays
        sound.out.stop()
    if profile.speaker_enable:
        import digitalio

        sound.enable = digitalio.DigitalInOut(pin(profile.speaker_enable))
        sound.enable.switch_to_output(False)
