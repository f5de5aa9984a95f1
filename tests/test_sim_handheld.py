"""The simulator: time, buttons, pictures, faults, scripts. The device code is a small drive made
here."""

import os
import sys
import textwrap

import pytest

from tools import sim
from tools.place import ROOT
from tools.sim import machine, script, terminal

CODE = """
import time
import board, displayio, keypad, supervisor
from pocket.hardware import boards
profile = boards.profile()
keys = boards.open_keys(profile)
bitmap = displayio.Bitmap(board.DISPLAY.width, board.DISPLAY.height, 2)
palette = displayio.Palette(2)
palette[0] = 0x0000FF
palette[1] = 0xFF0000
group = displayio.Group()
group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
board.DISPLAY.auto_refresh = False
board.DISPLAY.root_group = group
board.DISPLAY.refresh()
event = keypad.Event()
seen = board.seen = []
while True:
    while keys.events.get_into(event):
        seen.append((profile.buttons[event.key_number], event.pressed, supervisor.ticks_ms() // 10))
        bitmap[event.key_number, 0] = 1
        board.DISPLAY.refresh()
    time.sleep(0.01)
"""


@pytest.fixture
def drive(tmp_path):
    """A drive whose code.py is CODE; other code replaces it."""
    folder = tmp_path / "drive"
    (folder / "lib" / "pocket").mkdir(parents=True)
    for name in os.listdir(os.path.join(ROOT, "lib", "pocket")):
        if name != "made":  # what is written for a drive without rules/ is the drive's own
            os.symlink(os.path.join(ROOT, "lib", "pocket", name), folder / "lib" / "pocket" / name)

    def make(code=CODE):
        (folder / "code.py").write_text(textwrap.dedent(code))
        return str(folder)

    return make


@pytest.fixture(autouse=True)
def without_app(monkeypatch):
    """The small drives have no App to watch."""
    monkeypatch.setattr(sim.Sim, "_watch_app", lambda self: None)


def seen():
    import sys

    return sys.modules["board"].seen


def test_a_small_drive_leaves_the_tables_of_the_project_alone(drive):
    rooms = os.path.join(ROOT, "lib", "pocket", "made", "rooms.py")
    with sim.Sim(drive=drive()), open(rooms, encoding="utf-8") as file:
        assert "rules.errors" in file.read()


def test_buttons_reach_the_device_and_time_is_simulated(drive, monkeypatch):
    sleep, slept = machine._sleep, []
    monkeypatch.setattr(
        machine, "_sleep", lambda s: slept.append(s) if sim.Sim.running._in_device() else sleep(s)
    )
    with sim.Sim(drive=drive()) as one:
        one.wait(60000)
        one.press("A")
        one.hold("LEFT", 800)
        events = seen()
    assert [event[:2] for event in events] == [
        ("A", True),
        ("A", False),
        ("LEFT", True),
        ("LEFT", False),
    ]
    held = events[3][2] - events[2][2]
    assert 78 <= held <= 84  # hundredths of a second
    assert one.ms > 60000 and not slept  # a minute and more, and none of it real


def test_the_same_script_gives_the_same_run(drive):
    runs = []
    for _ in range(2):
        with sim.Sim(drive=drive()) as one:
            one.press("A", "B", "UP", rest=333)
            one.press("START")
            runs.append((list(seen()), one.display.rgb(), one.ms))
    assert runs[0] == runs[1]


def test_only_what_changed_is_painted(drive):
    with sim.Sim(drive=drive()) as one:
        assert one.display.paints == 160 * 128
        one.press("A", "A")  # Blinka paints all once more on the second refresh
        one.press("B")
        assert one.display.paints == 1


@pytest.mark.parametrize(
    "board, size",
    [
        ("pybadge", (160, 128)),
        ("pygamer", (160, 128)),
        ("pajenicko_picopad", (320, 240)),
        ("pimoroni_picosystem", (240, 240)),
        ("tinycircuits_thumby_color", (128, 128)),
        ("deshipu_ugame_s3", (320, 240)),
    ],
)
def test_every_first_class_board(drive, tmp_path, board, size):
    with sim.Sim(board, drive=drive()) as one:
        one.shot(str(tmp_path / "a.png"), 2)
        image = one.image()
        assert image.size == size and image.getpixel((5, 5)) == (0, 0, 255)
    assert (tmp_path / "a.png").stat().st_size > 100


def test_a_stick_is_pushed_where_there_is_no_pad(drive):
    code = """
    import time, board, analogio
    x = analogio.AnalogIn(board.JOYSTICK_X)
    y = analogio.AnalogIn(board.JOYSTICK_Y)
    seen = board.seen = []
    while True:
        seen.append((x.value, y.value))
        time.sleep(0.01)
    """
    with sim.Sim("pygamer", drive=drive(code)) as one:
        one.press("RIGHT", "UP")
        values = set(seen())
    assert values == {(32768, 32768), (65535, 32768), (32768, 0)}


def test_ticks_wrap_as_on_a_board(drive):
    code = """
    import time, board, supervisor
    seen = board.seen = []
    while True:
        seen.append(supervisor.ticks_ms())
        time.sleep(100)
    """
    with sim.Sim(drive=drive(code)) as one:
        one.wait(1 << 29)
        assert max(seen()) < 1 << 29 and seen()[-1] < seen()[-2]


def test_a_device_that_fails_is_told_of(drive):
    with pytest.raises(sim.SimError) as error:
        sim.Sim(drive=drive("raise ValueError('no luck')"))
    assert "no luck" in str(error.value)
    assert sim.Sim.running is None


def test_an_unknown_board_is_one_sentence():
    with pytest.raises(sim.SimError) as error:
        sim.Sim("gameboy")
    assert "gameboy" in str(error.value) and "pybadge" in str(error.value)


WRITER = """
import time, board
seen = board.seen = []
while True:
    try:
        with open(board.path, "wb") as file:
            file.write(b"0123456789")
        seen.append(0)
    except OSError as problem:
        seen.append(problem.errno)
    except AttributeError:
        pass
    time.sleep(0.1)
"""


@pytest.mark.parametrize("fault, number", [("read-only", 30), ("full", 28)])
def test_faults_of_the_drive(drive, tmp_path, fault, number):
    import sys

    with sim.Sim(drive=drive(WRITER)) as one:
        sys.modules["board"].path = str(tmp_path / "file")
        one.wait(200)
        assert seen()[-1] == 0
        one.faults.add(fault)
        one.wait(200)
        assert seen()[-1] == number
        one.faults.clear()
        one.wait(200)
        assert seen()[-1] == 0


def test_a_missing_asset(drive, tmp_path):
    path = tmp_path / "font.bmp"
    path.write_bytes(b"BM")
    code = (
        """
    import time, board
    seen = board.seen = []
    while True:
        try:
            open(r"%s", "rb").close()
            seen.append(0)
        except OSError as problem:
            seen.append(problem.errno)
        time.sleep(0.1)
    """
        % path
    )
    with sim.Sim(drive=drive(code)) as one:
        assert seen()[-1] == 0
        one.faults.add("missing:font.bmp")
        one.wait(200)
        assert seen()[-1] == 2


def test_a_script_in_the_grammar_of_the_interfaces():
    text = "press A\n\n# a comment\nhold B 800\nwait 250   # and one here\nshot first\npress LEFT\n"
    assert script.parse(text) == [
        ("press", "A"),
        ("hold", "B", 800),
        ("wait", 250),
        ("shot", "first"),
        ("press", "LEFT"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "push A",
        "press",
        "press C",
        "hold A",
        "hold A x",
        "wait",
        "wait -1",
        "shot",
        "shot a/b",
        "wait 1 2",
        "hold X 5",
        "shot ../x",
    ],
)
def test_a_wrong_line_is_named_by_its_number(line):
    with pytest.raises(script.ScriptError) as error:
        script.parse("press A\nwait 5\n" + line)
    assert "Line 3" in str(error.value)


def test_terminal_keys_become_buttons():
    held = terminal._HELD
    short = terminal._PRESS
    assert terminal.buttons("x\x1b[AZ\x1bOD\rq") == [
        ("A", short),
        ("UP", short),
        ("B", held),
        ("LEFT", short),
        ("START", short),
        ("QUIT", 0),
    ]


def test_terminal_cells_show_two_or_four_pixels():
    frame = [1, 1, 2, 2, 1, 2, 2, 2]
    assert terminal.cells(frame, 4, 2, False) == [
        [(1, 1, "▀"), (1, 2, "▀"), (2, 2, "▀"), (2, 2, "▀")]
    ]
    wide = terminal.cells([0, 0xFFFF, 0, 0], 2, 2, True)
    assert wide == [[(0xFFFF, 0, "▝")]]


def test_modules_the_device_drops_stay_for_everybody_else(drive):
    import sys

    from rules.solver import search
    from rules.tilegame import players

    code = """
    import sys, time
    from rules.solver import search, opening_meld
    from rules.tilegame import players
    for name in ("rules.solver.search", "rules.tilegame.players"):
        del sys.modules[name]
    import rules.solver
    del rules.solver.search
    from rules.solver import search
    while True:
        time.sleep(1)
    """
    with sim.Sim(drive=drive(code)):
        pass
    assert sys.modules["rules.solver.search"] is search is sys.modules["rules.solver"].search
    assert sys.modules["rules.tilegame.players"] is players is sys.modules["rules.tilegame"].players


def test_modules_of_the_device_are_the_ones_before_when_it_is_switched_off(drive):
    from pocket.hardware import boards

    with sim.Sim(drive=drive()):
        assert sys.modules["pocket.hardware.boards"] is not boards
    assert sys.modules["pocket.hardware.boards"] is boards
    from pocket import hardware

    assert hardware.boards is boards
