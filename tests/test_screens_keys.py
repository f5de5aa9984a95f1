"""Buttons as the game reads them: repeated, held, from a stick or a keyboard; sound; the signs of
keys; the notes about missing letters or pictures."""

import sys
import types

import cases
import pytest

from tools.sim import Sim

BUTTONS = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT")


class Pad:
    """A keypad whose events a test writes."""

    def __init__(self):
        self.queue = []
        self.events = self
        self.overflowed = False

    def get_into(self, event):
        if not self.queue:
            return False
        event.key_number, event.pressed = self.queue.pop(0)
        return True

    def reset(self):
        pass

    def clear(self):
        self.queue.clear()
        self.overflowed = False


class AnalogIn:
    """analogio.AnalogIn with readings that a test sets, by pin."""

    values = {}

    def __init__(self, pin):
        self.pin = pin

    value = property(lambda self: self.values[self.pin])


def profile(**more):
    """Return a board with all buttons and nothing else, or with `more`."""
    board = {"buttons": BUTTONS, "pins": (), "opened": (), "stick": (), "keyboard": 0}
    board.update(no_select=False, active_high=False, sound="none", sound_pins=(), speaker_enable="")
    return types.SimpleNamespace(**{**board, **more})


@pytest.fixture
def opened(monkeypatch):
    """Return a function that opens a board's keys: (Keys, Pad)."""
    event = types.SimpleNamespace(key_number=0, pressed=False)
    monkeypatch.setitem(sys.modules, "keypad", types.SimpleNamespace(Event=lambda: event))
    from pocket.hardware import boards, powerup

    pad = Pad()
    monkeypatch.setattr(boards, "open_keys", lambda profile, more: (pad, more(profile)))
    return lambda **more: (powerup.keys(profile(**more)), pad)


def heard(keys, now):
    """Return what is heard at a time, in ms: buttons, `again` behind one that repeats, `held`
    behind one that was held."""
    from pocket.app import input

    out = []
    while keys.poll(now, keys.long_keys):
        out.append(input.NAMES[keys.button] + ("", " again", " held")[keys.kind])
    return ", ".join(out)


@cases.table("long, steps")
def test_keys(opened, long, steps):
    if long == "no_select":
        keys, pad = opened(buttons=BUTTONS[:7], no_select=True)
    else:
        keys, pad = opened()
        keys.long_keys = tuple([BUTTONS.index(name) for name in long.split()])
    for step in steps.split("; "):
        events, _, wanted = step.partition(":")
        now, *events = events.split()
        for event in events:
            if event == "forget":
                keys.forget()
            elif event == "overflow":
                pad.overflowed = True
            else:
                pad.queue.append((BUTTONS.index(event[1:]), event[0] == "+"))
        assert heard(keys, int(now)) == wanted.strip(), step
    assert not pad.overflowed


@pytest.mark.parametrize(
    "wired, steps",
    [
        # 16000 and 14900: it trembles at the edge, and counts again after it was released
        ((15000, 50000), "32000 , 14000 LEFT, 16000 , 14900 , 32000 , 51000 RIGHT"),
        # a d-pad on analog pins: nothing, left, nothing, right, from right over to left
        ((49152, 16384), "0 , 62000 LEFT, 0 , 32000 RIGHT, 62000 LEFT, 100 "),
    ],
)
def test_a_stick_and_a_d_pad_on_analog_pins(opened, monkeypatch, wired, steps):
    values = AnalogIn.values
    values.update(x=int(steps.split()[0]), y=0 if wired[0] > wired[1] else 32000)
    monkeypatch.setitem(sys.modules, "analogio", types.SimpleNamespace(AnalogIn=AnalogIn))
    from pocket.hardware import boards

    monkeypatch.setattr(boards, "pin", lambda name: name)
    keys, _ = opened(stick=("x", "y", *wired))
    for now, step in enumerate(steps.split(", ")):
        x, _, wanted = step.partition(" ")
        values["x"] = int(x)
        assert heard(keys, 10 * now) == wanted


def test_letters_of_a_keyboard_are_buttons_and_some_mean_them_held(opened, monkeypatch):
    typed = ["w", "K", None, "x", " "]  # None: the bus fails

    class Bus:
        def try_lock(self):
            return True

        def unlock(self):
            pass

        def readfrom_into(self, address, buffer):
            if typed and typed[0] is None:
                typed.pop(0)
                raise OSError
            buffer[0] = ord(typed.pop(0)) if typed else 0

    monkeypatch.setitem(sys.modules, "board", types.SimpleNamespace(I2C=Bus))
    keys, _ = opened(keyboard=0x55)
    keys.long_keys = (6,)
    wanted = {100: "UP", 110: "", 130: "A", 160: "", 190: "", 220: "SELECT"}  # 33 times a second
    for now in wanted:
        assert heard(keys, now) == wanted[now]
    typed += ["m", "h"]  # START has a long meaning here, SELECT has none
    assert heard(keys, 250) == "START held" and heard(keys, 280) == ""


@pytest.mark.parametrize(
    "board",
    ["pimoroni_picosystem", "tinycircuits_thumby_color", "pajenicko_picopad", "deshipu_ugame_s3"],
)
def test_keys_are_named_as_the_board_names_them(tmp_path, board):
    """SW_Y of a PicoSystem is START: its sign is a cap with an edge, as A and B have."""
    from pocket.app import draw

    with Sim(board=board, seed=1, save_dir=str(tmp_path)) as sim:
        font = sim.app.art.letters
        named = font.get_glyph(ord(draw.KEY_START))
        assert ord(draw.KEY_START) in font.caps and named.bitmap is font.keys
        left, step = named.tile_index * named.width, named.shift_x
        blank = int(font.height < 14)  # small caps have it before them, others behind them
        rows = range(font.keys.height)
        own = [[font.keys[left + blank + x, y] for x in range(step - 1)] for y in rows]
        lit = [row for row in own if any(row)]
        assert len(lit) >= 7 and step < 14  # no word: a letter
        assert all(row[0] == 1 and row[-1] == 1 for row in lit[1:-1])
        assert min(lit[0][1:-1]) == 1 and min(lit[-1][1:-1]) == 1


# -- sound


@pytest.mark.parametrize("kind", ["dac", "pwm", "buzzer"])
def test_sound_that_fails_is_silent(kind):
    from pocket.hardware import powerup

    one = powerup.open_sound(profile(sound=kind, sound_pins=("NO_SUCH_PIN",), set_by={}))
    one.play("win")
    one.tick(0)
    one.tick(5000)
    assert one.out is None


def test_effects_are_pairs_of_tone_and_time():
    from pocket.app import device

    for name, notes in device._EFFECTS.items():
        assert len(notes) % 2 == 0 and all(ms > 0 for ms in notes[1::2]), name


def speaker(kind):
    """Return a Sound with an output that notes what it plays, and those notes: (hertz, the wave's
    samples above its middle as bits), hertz alone for a buzzer."""
    from pocket.app import device

    sound = device.Sound("none")
    notes = []

    class Out:
        duty_cycle = 0
        sample_rate = 0

        def play(self, _sample, loop):
            bits = sum((sound.wave[i] > 32768) << i for i in range(device.WAVE))
            notes.append((sound.sample.sample_rate // device.WAVE, bits))

        def stop(self):
            pass

        def __setattr__(self, name, value):
            if name == "frequency":
                notes.append(value)

    sound._kind, sound.out = kind, Out()
    sound.sample, sound.wave = type("Sample", (), {})(), [0] * 16
    sound.set_volume(2)
    return sound, notes


def test_each_further_tile_of_a_set_is_a_clack_and_a_step_higher():
    one, notes = speaker("dac")
    one.tiles(3, 3)
    for now in range(0, 400, 5):
        one.tick(now)
    clacks, tones = notes[::2], notes[1::2]
    assert len(tones) == 3 and [bits for _, bits in tones] == [255] * 3
    assert len({bits for _, bits in clacks}) == 1 and clacks[0][1] != 255
    assert tones[0] < tones[1] < tones[2]
    one.tiles(0)
    for now in range(400, 600, 5):
        one.tick(now)
    assert len(notes) == 8 and notes[7] < tones[0]


def test_a_buzzer_clacks_as_well_as_it_can():
    one, notes = speaker("buzzer")
    one.play("move")
    for now in range(0, 100, 5):
        one.tick(now)
    assert len(notes) == 1 and notes[0] > 0


def test_with_the_sound_off_nothing_is_played():
    one, notes = speaker("dac")
    one.set_volume(0)
    one.tiles(0, 3)
    one.play("win")
    for now in range(0, 1000, 5):
        one.tick(now)
    assert notes == []


# -- the display


def note(sim):
    """Return whether the display shows the note of a failure: light text on the cloth alone."""
    colours = {colour: many for many, colour in sim.image().getcolors()}
    return set(colours) == {(8, 73, 57), (255, 243, 214)} and colours[255, 243, 214] > 200


def test_a_missing_sheet_is_one_sentence_on_the_display(tmp_path, capfd):
    with Sim(save_dir=str(tmp_path), faults=("missing:tiles10x14.bmp",)) as sim:
        sim.wait(2500)
        told = "The picture tiles10x14.bmp is missing or cut short"
        assert note(sim) and sim.app.screen.text.startswith(told)
        sim.press("A", rest=3000)  # it is tried once more, then the sentence is final
        assert told in capfd.readouterr().out
        assert note(sim) and sim.display.brightness == 1


def test_a_failure_without_letters_is_on_the_console_and_that_is_shown(tmp_path, capfd):
    import displayio

    with Sim(save_dir=str(tmp_path), faults=("missing:assets/body11x11.bmp",)) as sim:
        sim.wait(200)
        assert "The picture body11x11.bmp is missing" in capfd.readouterr().out
        assert sim.display.root_group is displayio.CIRCUITPYTHON_TERMINAL


def test_there_is_no_light_and_no_painting_before_the_first_picture(tmp_path, monkeypatch):
    from tools.sim import display

    refresh = display.Display.refresh
    seen = []

    def record(self, **options):
        seen.append((self.brightness, self.auto_refresh))
        return refresh(self, **options)

    monkeypatch.setattr(display.Display, "refresh", record)
    with Sim(board="pimoroni_picosystem", seed=1, save_dir=str(tmp_path)) as sim:
        sim.wait(200)
        sim.press("DOWN")
        assert seen[0] == (0, False)
        assert abs(seen[-1][0] - 0.8) < 0.01 and len(seen) > 1


def test_a_screen_that_takes_another_s_place_is_painted_once(tmp_path):
    with Sim(board="pybadge", seed=1, save_dir=str(tmp_path)) as sim:
        display, shown, painted = sim.display, [], []
        refresh = display.refresh

        def record(**options):
            refresh(**options)
            if sim.app.screen not in shown:
                shown.append(sim.app.screen)
                painted.append(display.paints)

        sim.wait(1500)  # the name has dropped in
        display.refresh = record
        for button in ("A", "A", "A", "START", "DOWN", "DOWN", "A", "B", "B"):
            sim.hold(button, 700 if button == "START" else 40, rest=100)
        names = [screen.__module__.rpartition(".")[2] for screen in shown]
        in_play = ["startdraw", "play", "pause", "rulespages", "pause", "play"]
        assert names == ["gamecards", *in_play]
        assert painted == [display.width * display.height] * 7


def test_time_never_goes_back_where_the_ticks_wrap(sim, monkeypatch):
    ticks = [0x1FFFFFF0]
    monkeypatch.setattr(sys.modules["pocket.app.device"], "ticks", lambda: ticks[0])
    first = sim.app.now()
    for ticks[0], passed in ((0x1FFFFFFF, 15), (4, 20)):
        assert sim.app.now() - first == passed
