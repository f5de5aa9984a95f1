"""The game under a real CircuitPython firmware; runs where POCKET_FIRMWARE names one."""

import json
import subprocess
import sys

from conftest import ROOT
from emulate_help import FIRMWARE, needs_firmware, options

from tools.emulator import heaptable, session, wholegames

pytestmark = needs_firmware


def emulate(tmp_path, script, *words):
    """Run the command with a script: its report."""
    (tmp_path / "script.txt").write_text(script)
    done = subprocess.run(
        [
            sys.executable,
            ROOT + "/tools",
            "emulate",
            "--firmware",
            FIRMWARE,
            "--script",
            str(tmp_path / "script.txt"),
            "--shots",
            str(tmp_path),
            "--json",
            *words,
        ],
        capture_output=True,
        text=True,
        timeout=1200,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.split("\n")[-2])


SCRIPT = (
    "wait 2500\nshot title\npress DOWN\nwait 300\n"
    "press A\nuntil screen gamecards\nwait 900\nshot games\n"
)


def test_it_starts_and_shows_its_screens(tmp_path):
    from PIL import Image

    report = emulate(tmp_path, SCRIPT)
    assert [row["screen"] for row in report["screens"]] == ["title", "gamecards"]
    assert report["free"] > 30000
    title, games = (Image.open(tmp_path / name) for name in ("title.png", "games.png"))
    assert title.size == games.size == (240, 240)
    assert len(title.getcolors(4096)) > 4 and title.tobytes() != games.tobytes()
    assert report["title_ms"] < 6000
    assert not [line for _ms, line in report["console"] if "Traceback" in line]


def test_a_smaller_board_is_imitated(tmp_path):
    from PIL import Image

    report = emulate(tmp_path, SCRIPT, "--heap", "130", "--display", "160x128")
    assert Image.open(tmp_path / "title.png").size == (160, 128)
    given = [
        int(line.split()[2]) for _ms, line in report["console"] if line.startswith("probe free")
    ]
    assert abs(given[0] - 130 * 1024) < 2048


def test_a_drive_that_is_given_is_booted_as_it_is(tmp_path):
    drive = tmp_path / "drive"
    drive.mkdir()
    (drive / "code.py").write_text(
        "import board, displayio\nprint('mine')\nb = displayio.Bitmap(240, 240, 1)\n"
        "p = displayio.Palette(1)\np[0] = 0xff0000\ng = displayio.Group()\n"
        "g.append(displayio.TileGrid(b, pixel_shader=p))\nboard.DISPLAY.root_group = g\n"
        "while True:\n    pass\n"
    )
    report = emulate(tmp_path, "until mine\nwait 900\nshot red\n", "--drive", str(drive))
    from PIL import Image

    assert Image.open(tmp_path / "red.png").getpixel((100, 100)) == (255, 0, 0)
    assert report["screens"] == []


def test_every_allocation_given_up_is_counted():
    found = {"jobs.txt": b"go setup RK\n"}
    with session.set_up(options(), "probe", {"BLOCKS": True, "JOBS": True}, found) as board:
        assert board.until("jobs done", 60000)
        failures = board.failures()
    # Trying for the largest block gives up more often than not.
    assert len(failures) > 4 and all(size > 8000 for _ms, size in failures)


def test_a_computer_thinks_without_running_out_of_memory():
    lines, files = heaptable.thinking_jobs(
        levels=("hard",), seats=(2,), kinds=("rack30",), games=("RK",)
    )
    console, failures = heaptable.run_jobs(options(), lines, files)
    (thought,) = heaptable.read_thoughts(console, failures)
    assert (thought["rack"], thought["errors"]) == (30, 0)
    assert thought["low"] > 20 * 1024


def test_a_game_goes_on_by_its_buttons():
    found = wholegames.play(options(), "RK easy,person 3", moves=3)
    assert (found["ended"], found["moves"], found["refused"]) == ("moves", 3, [])
    assert found["stopped"] == []


def test_behind_a_long_round_much_memory_is_free_in_one_piece():
    # PicoPad's size. The first round ends with the 51st move; with the 52nd the sheet is behind us.
    found = wholegames.play(options(heap="156", display="320x240"), "KR master,hard 32", moves=52)
    assert (found["ended"], found["moves"], found["refused"]) == ("moves", 52, [])
    assert found["block"] > 10 * 1024
