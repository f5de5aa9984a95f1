"""The simulated machine: its clock, its keys, its drive, seen by small device programs."""

import builtins
import importlib.machinery
import importlib.util
import os
import re
import sys
import time

import pytest
from build_help import program
from conftest import ROOT

from tools.sim import Sim, SimError, machine

LOOP = "while True:\n    time.sleep(0.01)\n"


def device(folder, program, **more):
    """Return a Sim that runs `program` (Python text) as its code.py; it tells through `told`."""
    drive = folder / "drive"
    drive.mkdir(exist_ok=True)
    out = drive / "told.txt"
    (drive / "code.py").write_text(
        "TOLD = %r\n" % str(out) + "import os, time\nimport board, keypad, supervisor\n"
        "def tell(*words):\n"
        "    with open(TOLD, 'a') as file:\n"
        "        file.write(' '.join([str(word) for word in words]) + '\\n')\n" + program,
        encoding="utf-8",
    )
    sim = Sim(drive=str(drive), save_dir=str(folder / "saves"), **more)
    sim.told = lambda: out.read_text().splitlines() if out.exists() else []
    return sim


def inside(sim, name):
    """Return a variable of the device program: for programs whose drive refuses to be written."""
    frame = sys._current_frames()[sim._thread.ident]
    while name not in frame.f_globals:
        frame = frame.f_back
    return frame.f_globals[name]


def test_ten_minutes_of_waiting_sleep_no_moment(tmp_path, monkeypatch):
    slept = []
    with device(tmp_path, LOOP) as sim:
        sleep = machine._sleep
        monkeypatch.setattr(
            machine, "_sleep", lambda s: slept.append(s) if sim._in_device() else sleep(s)
        )
        sim.wait(600000)
        assert sim.ms >= 600000 and not slept


def test_nothing_runs_between_two_waits(tmp_path):
    with device(tmp_path, "while True:\n    time.sleep(0.01)\n    tell('tick')\n") as sim:
        sim.wait(200)
        before = len(sim.told())
        time.sleep(0.1)
        assert len(sim.told()) == before
        sim.wait(1000)
        assert len(sim.told()) - before == 100


def test_the_games_own_clock_does_not_jump_when_ticks_wrap(tmp_path):
    with Sim(seed=1, save_dir=str(tmp_path)) as sim:
        sim.ms = sim.target = (1 << 29) - 500
        sim.wait(20)
        seen = []
        tick = sim.app.screen.tick
        sim.app.screen.tick = lambda now: seen.append(now) or tick(now)
        sim.wait(2000)
    steps = [late - early for early, late in zip(seen, seen[1:])]
    assert len(steps) > 50
    assert min(steps) > 0 and max(steps) < 100


# A program, keys to press, milliseconds to wait; what it tells.
EVENTS = program("tells the events of the keys")
KEYS = EVENTS % "event.released"
SLEEPS = program("tells how long it slept")
COMPUTES = program("tells how long it computed")
STICK = program("tells where the stick is")
UNREAD = program("leaves events of keys unread")
SETTINGS = "tell(os.getenv('POCKET_SEED'), os.getenv('POCKET_EXTRA'))\n" + LOOP
WRAPS = "while True:\n    tell(supervisor.ticks_ms())\n    time.sleep(100)\n"
NUMBERS = {"pybadge": "B A START SELECT RIGHT DOWN UP LEFT", "pygamer": "B A START SELECT"}
PROGRAMS = [
    (SLEEPS, "pybadge", "", 1000, "25[012] 25[012]"),
    (COMPUTES, "pybadge", "", 1000, "[01]"),  # computing takes no simulated time
    (STICK, "pygamer", "RIGHT", 0, "(32768 32768;)+(65535 32768;)+(32768 32768;?)+"),
    (STICK, "pygamer", "UP", 0, "(32768 32768;)+(32768 0;)+(32768 32768;?)+"),
    (UNREAD, "pybadge", "A " * 40, 10000, "64 True;0 None"),  # as on a board
    (SETTINGS, "pybadge", "", 0, "77 yes"),
    (WRAPS, "pybadge", "", 1 << 29, r"(\d+;)+5368[0-7]\d{4};\d{1,6}"),
]
PROGRAMS += [
    (KEYS, board, key, 0, "%d True False;%d False True" % (number, number))
    for board, keys in NUMBERS.items()
    for number, key in enumerate(keys.split())
]


@pytest.mark.parametrize("program, board, keys, ms, wanted", PROGRAMS)
def test_what_a_program_sees(program, board, keys, ms, wanted, tmp_path):
    before = os.environ.get("POCKET_SEED")
    more = {"seed": 77, "env": {"POCKET_EXTRA": "yes"}}
    with device(tmp_path, program, board=board, **more) as sim:
        sim.press(*keys.split(), rest=ms)
        assert re.fullmatch(wanted, ";".join(sim.told())), sim.told()[-3:]
    assert os.environ.get("POCKET_SEED") == before and "POCKET_EXTRA" not in os.environ


@pytest.mark.parametrize(
    "board, size",
    [
        ("pygamer", (160, 128)),
        ("pajenicko_picopad", (320, 240)),
        ("pimoroni_picosystem", (240, 240)),
        ("tinycircuits_thumby_color", (128, 128)),
    ],
)
def test_a_boards_display_has_its_size(tmp_path, board, size):
    with device(tmp_path, LOOP, board=board) as sim:
        assert sim.image().size == size


@pytest.mark.parametrize(
    "board, button, seen, least, most",
    [("pybadge", "A", "A", 780, 830), ("deshipu_ugame_s3", "SELECT", "START", 600, 900)],
)
def test_how_long_a_button_is_down(board, button, seen, least, most, tmp_path):
    with device(tmp_path, EVENTS % "supervisor.ticks_ms()", board=board) as sim:
        number = str(sim.buttons.index(seen))
        sim.hold(button, 800)
        (down, pressed, since), (up, still, until) = [line.split() for line in sim.told()]
    assert (down, pressed, up, still) == (number, "True", number, "False")
    assert least <= int(until) - int(since) <= most


WRITE = program("writes to the drive")


@pytest.mark.parametrize(
    "faults, wanted",
    [
        ((), ["written", "mine", "written"]),
        (("read-only",), [30, "mine", "written"]),
        (("read-only", "usb"), [30, "usb", 30]),
        (("full",), [28, "mine", 28]),
    ],
)
def test_the_drives_faults_carry_the_boards_error_numbers(tmp_path, faults, wanted):
    with device(tmp_path, WRITE, faults=faults) as sim:
        assert inside(sim, "results") == wanted
    assert os.path.exists(tmp_path / "saves" / "probe") == ("written" in wanted)


OPENS = program("opens a file again and again")


@pytest.mark.parametrize("mode, fault, number", [("a", "full", 28), ("rb", "missing:font.bmp", 2)])
def test_a_fault_can_come_and_go_while_running(mode, fault, number, tmp_path):
    (tmp_path / "font.bmp").write_bytes(b"BM")
    env = {"POCKET_EXTRA": str(tmp_path / "font.bmp")}
    with device(tmp_path, OPENS % mode, env=env) as sim:
        for faults, wanted in ((), 0), ([fault], number), ((), 0):
            sim.faults.clear()
            sim.faults.update(faults)
            del inside(sim, "seen")[:]
            sim.wait(100)
            assert set(inside(sim, "seen")) == {wanted}


def test_faults_leave_the_desktops_own_files_alone(tmp_path):
    with device(tmp_path, LOOP, faults=("full", "read-only")):
        (tmp_path / "mine.txt").write_text("kept")
        assert (tmp_path / "mine.txt").read_text() == "kept"


def test_closing_puts_the_desktops_python_back(tmp_path):
    kept = (
        builtins.open,
        time.sleep,
        time.monotonic,
        list(sys.path),
        {name: sys.modules.get(name) for name in ("board", "keypad", "supervisor", "storage")},
    )
    with device(tmp_path, LOOP):
        assert sys.modules["board"].board_id == "pybadge"
        assert builtins.open is not kept[0]
    assert builtins.open is kept[0]
    assert (time.sleep, time.monotonic, list(sys.path)) == kept[1:4]
    for name, module in kept[4].items():
        assert sys.modules.get(name) is module


def test_modules_the_device_drops_stay_for_everybody_else(tmp_path):
    from rules.solver import search
    from rules.tilegame import players

    program = (
        "import sys\nfrom rules.solver import search\nfrom rules.tilegame import players\n"
        "for name in ('rules.solver.search', 'rules.tilegame.players'):\n"
        "    del sys.modules[name]\n"
        "import rules.solver\ndel rules.solver.search\nfrom rules.solver import search\n" + LOOP
    )
    with device(tmp_path, program):
        pass
    assert sys.modules["rules.solver.search"] is search is sys.modules["rules.solver"].search
    assert sys.modules["rules.tilegame.players"] is players is sys.modules["rules.tilegame"].players


def test_modules_of_the_device_are_the_ones_before_when_it_is_switched_off(tmp_path):
    from pocket import hardware
    from pocket.hardware import boards

    with device(tmp_path, "from pocket.hardware import boards\n" + LOOP):
        assert sys.modules["pocket.hardware.boards"] is not boards
    assert sys.modules["pocket.hardware.boards"] is boards is hardware.boards


def test_a_small_drive_leaves_the_tables_of_the_project_alone(tmp_path):
    rooms = os.path.join(ROOT, "lib", "pocket", "made", "rooms.py")
    with device(tmp_path, LOOP), open(rooms, encoding="utf-8") as file:
        assert "rules.base" in file.read()


@pytest.mark.parametrize(
    "end, said", [("raise KeyError('lost tile')\n", "KeyError: 'lost tile'"), ("", "has ended")]
)
def test_the_end_of_the_device_code_is_told(end, said, tmp_path):
    with device(tmp_path, "time.sleep(0.3)\n" + end) as sim:
        for _ in range(2):
            with pytest.raises(SimError, match=said):
                sim.wait(1000)


def test_device_code_cannot_hold_off_the_end(tmp_path):
    program = (
        "while True:\n    try:\n        time.sleep(0.01)\n    except Exception:\n        pass\n"
    )
    sim = device(tmp_path, program)
    sim.close()
    assert not sim._thread.is_alive()


def test_one_handheld_at_a_time(tmp_path):
    with device(tmp_path, LOOP):
        with pytest.raises(SimError, match="already running"):
            Sim(save_dir=str(tmp_path))
    with device(tmp_path, LOOP) as sim:
        with pytest.raises(SimError, match="no button X"):
            sim.press("X")


def test_a_module_is_read_once_and_made_anew_each_time(tmp_path, monkeypatch):
    from tools.sim import modules

    package = tmp_path / "pocket" / "one"
    package.mkdir(parents=True)
    source = package / "two.py"
    finder, reads = modules.Finder(), []
    loader = importlib.machinery.SourceFileLoader
    real = loader.get_data

    def load():
        spec = finder.find_spec("pocket.one.two", [str(package)])
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    source.write_text("A = 1\n")
    first = load()
    assert first.A == 1 and first.__file__ == str(source)
    monkeypatch.setattr(
        loader, "get_data", lambda self, path: reads.append(path) or real(self, path)
    )
    again = load()
    assert again is not first and again.A == 1 and reads == []


@pytest.mark.parametrize("name", ["pocket.one.missing", "json.decoder"])
def test_the_finder_finds_only_files_of_the_device(tmp_path, name):
    from tools.sim import modules

    assert modules.Finder().find_spec(name, [str(tmp_path)]) is None
