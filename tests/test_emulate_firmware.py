"""The game under a real CircuitPython firmware; runs where POCKET_FIRMWARE names some, on each."""

import json
import subprocess
import sys

import pytest
from conftest import ROOT
from emulate_help import on_each_firmware, options

from tools.device import storedrecords
from tools.emulator import drive, fatcheck, measure, positions, readings, scripts, session
from tools.sim import Sim

pytestmark = on_each_firmware


def emulate(tmp_path, firmware, script, *words):
    """Run the command with a script: its report."""
    (tmp_path / "script.txt").write_text(script)
    done = subprocess.run(
        [
            sys.executable,
            ROOT + "/tools",
            "emulate",
            "--firmware",
            firmware,
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


def test_it_starts_and_shows_its_screens(tmp_path, firmware):
    from PIL import Image

    report = emulate(tmp_path, firmware, SCRIPT)
    size = drive.own_size(drive.firmware_board(firmware))
    assert [row["screen"] for row in report["screens"]] == ["title", "gamecards"]
    assert min(row["free"] for row in report["screens"]) > 30000
    assert report["code_ms"] < report["title_ms"] - 500
    title, games = (Image.open(tmp_path / name) for name in ("title.png", "games.png"))
    assert title.size == games.size == size
    assert len(title.getcolors(4096)) > 4 and title.tobytes() != games.tobytes()
    assert report["title_ms"] < 6000
    assert not [line for _ms, line in report["console"] if "Traceback" in line]
    # PicoPad's firmware asks its radio; on a PicoPad without a Pico W nobody answers.
    asked = [line for _ms, line in report["console"] if "Failed to start CYW43" in line]
    assert bool(asked) == (report["board"] == "pajenicko_picopad")


def test_the_panel_shows_what_the_simulator_shows(tmp_path, firmware):
    from PIL import Image, ImageChops

    board = drive.firmware_board(firmware)
    emulate(tmp_path, firmware, "wait 300\nshot title\n", "--bare")
    with Sim(board.board_id) as sim:
        sim.wait(500)
        sim.shot(str(tmp_path / "sim.png"))
    panel, sim = (Image.open(tmp_path / name).convert("RGB") for name in ("title.png", "sim.png"))
    assert panel.size == sim.size
    strange = ImageChops.difference(panel, sim).point(lambda value: 255 * (value > 16)).convert("1")
    # The languages there are differ with the drive; all else is the same picture, the same way up.
    left, top, right, bottom = strange.getbbox() or (0, 0, 0, 0)
    assert strange.getbbox() is None or top > panel.height * 9 // 10


def test_a_smaller_board_is_imitated(tmp_path, firmware):
    report = emulate(tmp_path, firmware, SCRIPT, "--heap", "132K")
    (free,) = [
        int(line.split()[2]) for _ms, line in report["console"] if line.startswith("heap free")
    ]
    assert 0 <= 132 * 1024 + 64 - free < 2048
    assert [row["screen"] for row in report["screens"]] == ["title", "gamecards"]


def test_another_display_is_wired(tmp_path, firmware):
    from PIL import Image

    if drive.firmware_board(firmware).board_id == "pajenicko_picopad":
        pytest.skip("its drive does not hold the sheets of every display")
    report = emulate(tmp_path, firmware, "wait 300\nshot title\n", "--like", "picopad", "--bare")
    assert report["display"] == "320x240"
    assert Image.open(tmp_path / "title.png").size == (320, 240)


def test_a_drive_that_is_given_is_booted_as_it_is(tmp_path, firmware):
    drive = tmp_path / "drive"
    drive.mkdir()
    (drive / "code.py").write_text(
        "import board, displayio\nprint('mine')\nb = displayio.Bitmap(240, 240, 1)\n"
        "p = displayio.Palette(1)\np[0] = 0xff0000\ng = displayio.Group()\n"
        "g.append(displayio.TileGrid(b, pixel_shader=p))\nboard.DISPLAY.root_group = g\n"
        "while True:\n    pass\n"
    )
    report = emulate(tmp_path, firmware, "until mine\nwait 900\nshot red\n", "--drive", str(drive))
    from PIL import Image

    assert Image.open(tmp_path / "red.png").getpixel((100, 100)) == (255, 0, 0)
    assert report["screens"] == []


def test_allocations_are_refused_and_what_comes_of_it_is_told(tmp_path, firmware):
    (tmp_path / "script.txt").write_text("wait 3000\npress DOWN\nwait 3000\n")
    given = options(firmware=firmware, script=str(tmp_path / "script.txt"), refuse="once", seed=1)
    (report,) = measure.measure(given)
    first = report["refusals"][0]
    assert first["screen"] == "title" and first["then"]
    assert [round(first["ms"]), first["bytes"]] == [round(v) for v in report["refused"][0]]
    assert len({row["place"] for row in report["refusals"]}) == len(report["refusals"])


def test_a_computer_thinks_without_running_out_of_memory(firmware):
    rows = [row for row in positions.weigh("RG hard,easy 28") if not row["asked"]]
    lines, files = positions.jobs_of(rows)
    files["jobs.txt"] = "\n".join(lines).encode()
    given = options(firmware=firmware)
    with session.set_up(given, True, {"JOBS": True}, files) as board:
        scripts.jobs(scripts.Run(given, board, lines))
        (thought,) = readings.searches(readings.log_of(board))
    assert (thought["rack"], thought["errors"]) == (rows[0]["rack"], 0)
    assert thought["low"] > 20 * 1024


def played(given, spec, moves, monkeypatch):
    """The report of a game's first moves."""
    monkeypatch.setattr(scripts, "MOST_MOVES", moves)
    given.game = [spec]
    (report,) = measure.measure(given)
    return {**report, **report["games"][0]}


def test_a_game_goes_on_by_its_buttons(firmware, monkeypatch):
    found = played(options(firmware=firmware), "RK easy,person 3", 3, monkeypatch)
    assert (found["ended"], found["refused"], found["stopped"]) == ("moves", [], [])
    assert len(found["searches"]) == 3 and found["presses"] > 3


def test_a_long_round_leaves_the_memory_that_was_there_before_it(firmware, monkeypatch):
    # PicoPad's size. The first round ends with the 51st move; with the 52nd the sheet is behind us.
    # What the turns' remains would take is 5 KB of all that is free.
    given = options(firmware=firmware, like="picopad")
    found = played(given, "KR master,hard 32", 52, monkeypatch)
    assert (found["ended"], found["refused"]) == ("moves", [])
    draws = [row for row in found["screens"] if row["screen"] == "startdraw"]
    before, behind = [row for row in draws if row["phase"] == "start"]  # or a new deal
    assert behind["free"] >= before["free"] - 3 * 1024
    assert min(row["piece"] for row in found["screens"] if row["screen"] != "play") > 8 * 1024


@pytest.mark.parametrize("button, kept", [("A", True), ("B", False)])
def test_without_the_file_of_saves_nothing_is_written_before_the_player_agrees(
    firmware, monkeypatch, button, kept
):
    built = drive.built

    def without(*given):
        content = built(*given)
        del content["rummy.sav"]
        return content

    monkeypatch.setattr(drive, "built", without)
    with session.set_up(options(firmware=firmware)) as board:
        board.boot("screen title")
        board.press("A")  # a quick game
        assert board.until("screen firstsave", 20000)
        board.wait(1000)
        assert board.changes == []
        board.press(button)
        assert board.until("screen startdraw", 20000)
        board.wait(1000)
        assert bool(board.changes) == kept
        offset = drive.drive_offset(drive.read_firmware(firmware, board.desk), board.desk)
        there = fatcheck.Drive(memoryview(board.flash())[offset:])
    assert there.faults == [] and ("rummy.sav" in there.files) == kept
    if kept:
        assert "game.q" in storedrecords.newest(bytes(there.files["rummy.sav"]))
