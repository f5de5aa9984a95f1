"""The board table: every profile complete, settings.toml obeyed, unknown boards told what to do."""

import os
import re
import shutil
import subprocess
import sys
import types

import cases
import pytest

from tools.device import boards_desktop, made
from tools.errors import ToolError

boards = boards_desktop.DEVICE

VM = shutil.which("micropython", path=os.path.dirname(sys.executable))

FIRST = """pybadge pygamer pajenicko_picopad pimoroni_picosystem tinycircuits_thumby_color
deshipu_ugame_s3""".split()


@pytest.fixture(autouse=True)
def no_settings(monkeypatch):
    for name in ("BOARD", "DISPLAY", "KEYS", "SOUND", "ROTATION"):
        monkeypatch.delenv("POCKET_" + name, raising=False)


@pytest.fixture
def fake_board(monkeypatch):
    """Return a `board` module with the names given; the display as (width, height)."""

    def make(*names, display=None, board_id="someones_board"):
        module = types.ModuleType("board")
        module.board_id = board_id
        for name in names:
            setattr(module, name, name.lower())
        if display:
            module.DISPLAY = types.SimpleNamespace(width=display[0], height=display[1], rotation=0)
        monkeypatch.setitem(sys.modules, "board", module)
        pins = types.SimpleNamespace(GPIO9="gpio9")
        monkeypatch.setitem(sys.modules, "microcontroller", types.SimpleNamespace(pin=pins))
        return module

    return make


def test_the_first_class_and_the_second():
    assert list(boards_desktop.FIRST_CLASS) == FIRST
    assert list(boards.BOARDS) == list(boards_desktop.BOARDS)
    assert boards_desktop.lookup("EdgeBadge").name == boards_desktop.BOARDS["pybadge"].name


@pytest.mark.parametrize("board_id", boards.BOARDS)
def test_every_profile_has_all_buttons(board_id):
    found = boards.profile(board_id)
    assert found.notes == []
    have = set(found.buttons)
    if found.stick:
        have |= {"UP", "DOWN", "LEFT", "RIGHT"}
    if not found.keyboard:
        assert {"UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START"} <= have
        assert found.no_select == ("SELECT" not in have)
    assert len(found.pins) in (0, len(found.buttons))
    assert found.width >= 128 and found.height >= 128
    assert found.sound_pins or found.sound == "none"


with open(os.path.join(boards_desktop.ROOT, "CONTRIBUTING.md"), encoding="utf-8") as page:
    NEEDED = re.findall(r"`(\w+)`", page.read().partition(" It needs ")[2].partition(". ")[0])


@pytest.mark.parametrize("field", NEEDED)
def test_a_row_that_lacks_a_field_is_told_in_one_sentence(monkeypatch, field):
    row = {name: "" for name in NEEDED if name != field}
    monkeypatch.setattr(made, "read_tables", lambda path: {"vidi_x": row, "cannot_run": {}})
    with pytest.raises(ToolError, match=r"boards\.toml: \[vidi_x\] lacks %s\.$" % field):
        made.boards.__wrapped__()


def test_an_unknown_chip_is_told_in_one_sentence():
    row = {**made.boards()["vidi_x"], "chip": "ESP33"}
    with pytest.raises(ToolError, match=r"\[vidi_x\] has an unknown chip"):
        boards_desktop._read_model("vidi_x", row)


def test_the_register_orders_of_pybadge_and_pygamer():
    badge = boards.profile("pybadge")
    assert " ".join(badge.buttons) == "B A START SELECT RIGHT DOWN UP LEFT"
    gamer = boards.profile("pygamer")
    assert gamer.buttons == ("B", "A", "START", "SELECT")
    assert gamer.stick == ("JOYSTICK_X", "JOYSTICK_Y", 15000, 50000)


def test_aliases():
    assert boards.find_board("EdgeBadge") == "pybadge"
    assert boards.profile("edgebadge").shift == boards.profile("pybadge").shift
    assert boards.find_board("nonsense") is None


def test_an_unknown_board_with_usual_names_is_tried(fake_board):
    names = "UP DOWN LEFT RIGHT A B START SELECT".split()
    fake_board(*["BUTTON_" + name for name in names], display=(240, 240))
    found = boards.profile()
    assert found.board_id == "someones_board" and not found.notes
    assert found.pins[found.buttons.index("START")] == "BUTTON_START"
    assert found.sound == "none"


def test_no_pin_is_guessed_twice(fake_board):
    names = "SW_UP SW_DOWN SW_LEFT SW_RIGHT BUTTON_O BUTTON_X BUTTON_Z".split()
    fake_board(*names, display=(160, 128))
    found = boards.profile()
    assert len(set(found.pins)) == len(found.pins)
    assert found.no_select


def test_an_unknown_board_says_what_to_write(fake_board, monkeypatch):
    fake_board("D1")
    with pytest.raises(boards.BoardError, match="'someones_board' is not known: put POCKET_KEYS"):
        boards.profile()
    monkeypatch.setenv("POCKET_KEYS", "UP=D2 DOWN=D3 LEFT=D4 RIGHT=D5 A=D6 B=D7")
    with pytest.raises(boards.BoardError, match="'someones_board' has no display.*POCKET_DISPLAY"):
        boards.open_display(boards.profile())


def test_an_unknown_board_without_the_usual_names_needs_its_keys_named(fake_board, monkeypatch):
    fake_board("BUTTON_UP", "BUTTON_A", display=(160, 128))  # not enough to guess by
    with pytest.raises(boards.BoardError, match="'someones_board' is not known: put POCKET_KEYS"):
        boards.profile()
    monkeypatch.setenv("POCKET_KEYS", "UP=D2 DOWN=D3 LEFT=D4 RIGHT=D5 A=D6 B=D7")
    assert boards.profile().pins == ("D2", "D3", "D4", "D5", "D6", "D7")


def test_keys_that_are_wired_to_the_supply(monkeypatch):
    monkeypatch.setenv("POCKET_KEYS", "high UP=U DOWN=D LEFT=L RIGHT=R A=A B=B")
    found = boards.profile("pybadge")
    assert found.active_high and found.pins == ("U", "D", "L", "R", "A", "B")
    monkeypatch.setenv("POCKET_KEYS", "UP=U high DOWN=D LEFT=L RIGHT=R A=A B=B")
    assert "'high' is not understood" in boards.profile("pybadge").notes[0]


def test_settings_override_the_wiring(fake_board, monkeypatch):
    fake_board("D1")
    monkeypatch.setenv("POCKET_DISPLAY", "st7789 320x240 sck=GP18 mosi=GP19 dc=GP17 cs=GP21")
    monkeypatch.setenv("POCKET_KEYS", "UP=GP2 DOWN=GP3 LEFT=GP4 RIGHT=GP5 A=GP6 B=GP7 START=GP8")
    monkeypatch.setenv("POCKET_SOUND", "pwm GP15")
    monkeypatch.setenv("POCKET_ROTATION", "180")
    found = boards.profile()
    assert found.display.startswith("st7789 320x240") and found.rotation == 180
    assert found.pins == ("GP2", "GP3", "GP4", "GP5", "GP6", "GP7", "GP8")
    assert (found.sound, found.sound_pins) == ("pwm", ("GP15",))
    assert found.notes == []


def test_a_known_board_under_another_name(fake_board, monkeypatch):
    fake_board(display=(160, 128))
    monkeypatch.setenv("POCKET_BOARD", "pygamer")
    assert boards.profile().stick


NONSENSE = """BOARD toaster; KEYS UP=GP2; KEYS JUMP=GP2; KEYS UP; SOUND trumpet GP2; SOUND i2s GP2;
SOUND pwm; ROTATION 45; SAVES 5; SAVES /no/such/folder; SEED tomorrow"""


@pytest.mark.parametrize("line", [*re.split(r";\s+", NONSENSE), "SAVES " + __file__])
def test_nonsense_in_settings_keeps_what_was_good(monkeypatch, line):
    name, _, value = line.partition(" ")
    monkeypatch.setenv("POCKET_" + name, value)
    found, good = boards.profile("pybadge"), None
    assert len(found.notes) == 1
    assert found.notes[0].startswith("settings.toml: POCKET_" + name)
    monkeypatch.delenv("POCKET_" + name)
    good = boards.profile("pybadge")
    for field in ("width", "height", "buttons", "shift", "sound", "sound_pins", "rotation"):
        assert getattr(found, field) == getattr(good, field)


@cases.table("text, given, says")
@pytest.mark.parametrize("raises", [False, True])  # CircuitPython 10 and 9
def test_lines_that_the_firmware_refuses_are_told(monkeypatch, tmp_path, text, given, says, raises):
    def getenv(name, default=None):
        if raises and name not in given and name in text:
            raise ValueError("Invalid byte")
        return given.get(name, default)

    (tmp_path / "settings.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(boards, "_FILE", str(tmp_path / "settings.toml"))
    monkeypatch.setattr(os, "getenv", getenv)
    notes = boards.profile("pybadge").notes
    assert [re.findall("POCKET_[A-Z]+", note)[0] for note in notes] == says


def test_settings_that_cannot_be_read_count_as_none(monkeypatch):
    def broken(name):
        raise ValueError("line 3")

    monkeypatch.setattr(os, "getenv", broken)
    assert boards.setting("POCKET_BOARD") == ""


def test_pins_are_found_by_name(fake_board):
    fake_board("SW_A")
    assert boards.pin("SW_A") == "sw_a"
    assert boards.pin("GPIO9") == "gpio9"
    with pytest.raises(boards.BoardError, match="no pin called GP99"):
        boards.pin("GP99")


def test_open_display_takes_the_boards_own_and_turns_it(fake_board, monkeypatch):
    module = fake_board(display=(240, 240), board_id="pimoroni_picosystem")
    monkeypatch.setenv("POCKET_ROTATION", "90")
    found = boards.profile()
    assert boards.open_display(found) is module.DISPLAY
    assert module.DISPLAY.rotation == 90


def test_a_board_without_display_is_told(fake_board):
    fake_board(board_id="pybadge")
    with pytest.raises(boards.BoardError, match="POCKET_DISPLAY"):
        boards.open_display(boards.profile())


@pytest.fixture
def hardware(monkeypatch, fake_board):
    """Stand-ins that record how own wiring opens a display."""
    fake_board("GP1", "GP2", "GP3", "GP4", "GP5", "GP6")
    made = {}

    def display(bus, sequence, **more):
        made.update(sequence=bytes(sequence), display=more)
        return types.SimpleNamespace(rotation=0, **more)

    for module, name, stand_in in (
        ("busio", "SPI", lambda *pins: made.setdefault("spi", pins)),
        ("displayio", "release_displays", lambda: made.setdefault("released", True)),
        ("fourwire", "FourWire", lambda spi, **more: made.setdefault("bus", more)),
        ("busdisplay", "BusDisplay", display),
    ):
        monkeypatch.setitem(sys.modules, module, types.SimpleNamespace(**{name: stand_in}))
    return made


def commands(sequence):
    """Return [(command, data)] of a BusDisplay init sequence, read as its documentation says."""
    out, at = [], 0
    while at < len(sequence):
        command, count = sequence[at], sequence[at + 1]
        data = sequence[at + 2 : at + 2 + (count & 0x7F)]
        assert len(data) == count & 0x7F
        at += 2 + (count & 0x7F) + (count >> 7)
        out.append((command, data))
    assert at == len(sequence)
    return out


def test_own_wiring_opens_the_display_described(hardware, monkeypatch):
    monkeypatch.setenv(
        "POCKET_DISPLAY",
        "ST7789 240x240 sck=GP1 mosi=GP2 dc=GP3 cs=GP4 reset=GP5 light=GP6 x=1 y=2 baud=1000000",
    )
    screen = boards.open_display(boards.profile("pybadge"))
    assert hardware["spi"] == ("gp1", "gp2") and hardware["released"]
    pins = {"command": "gp3", "chip_select": "gp4", "reset": "gp5"}
    assert hardware["bus"] == {**pins, "baudrate": 1000000}
    assert (screen.width, screen.height) == (240, 240)
    shape = {"width": 240, "height": 240, "colstart": 1, "rowstart": 2, "backlight_pin": "gp6"}
    # The terminal is not painted; no light before a picture.
    assert hardware["display"] == {**shape, "auto_refresh": False, "brightness": 0}
    sent = commands(hardware["sequence"])
    assert [c for c, _ in sent] == [0x01, 0x11, 0x3A, 0x36, 0x21, 0x13, 0x29]
    assert (0x3A, b"\x55") in sent and (0x36, b"\0") in sent


def test_own_wiring_may_swap_and_invert(hardware, monkeypatch):
    monkeypatch.setenv("POCKET_DISPLAY", "ili9341 320x240 sck=GP1 mosi=GP2 dc=GP3 cs=GP4 invert=1")
    boards.open_display(boards.profile("pybadge"))
    sent = commands(hardware["sequence"])
    assert (0x36, b"\x08") in sent and (0x21, b"") in sent


@cases.table("text, says")
@pytest.mark.parametrize("own", [None, (160, 128)])
def test_wrong_wiring_is_one_sentence(hardware, fake_board, monkeypatch, text, says, own):
    module = fake_board("GP1", "GP2", "GP3", "GP4", display=own)
    monkeypatch.setenv("POCKET_DISPLAY", text)
    found = boards.profile("pybadge")
    if not own:  # nothing else can be opened
        with pytest.raises(ValueError, match=says):
            boards.open_display(found)
        return
    assert boards.open_display(found) is module.DISPLAY
    assert re.search(says, found.notes[0])
    assert (found.width, found.height) == own and not hardware


def test_a_profile_lets_the_table_go():
    """Methods would hold the module's names, and with them the table, as long as the app runs."""
    kinds = {type(value) for value in vars(boards.Profile).values()}
    assert types.FunctionType not in kinds


SHOW = """
for board_id in sorted(boards.BOARDS):
    p = boards.profile(board_id)
    print([p.board_id, p.width, p.height, p.shift, p.pins, p.buttons, p.stick, p.keyboard,
           p.no_select, p.sound, p.sound_pins, p.speaker_enable, p.notes])
"""


@pytest.mark.skipif(not VM, reason="there is no MicroPython VM for Windows")
def test_the_real_vm_reads_the_table_the_same(capsys):
    script = "import sys\nsys.path.insert(0, 'lib')\nfrom pocket.hardware import boards\n" + SHOW
    done = subprocess.run(
        [VM, "-X", "heapsize=80k", "-c", script],
        capture_output=True,
        text=True,
        cwd=boards_desktop.ROOT,
    )
    exec(SHOW, {"boards": boards})
    assert done.returncode == 0, done.stderr
    assert done.stdout == capsys.readouterr().out
