"""The game under a real CircuitPython firmware; runs where POCKET_FIRMWARE names some, on each."""

import json
import os
import subprocess
import sys

import pytest
from conftest import ROOT
from emulate_help import on_each_firmware, options

from tools.device import storedrecords
from tools.emulator import EmulatorError, drive, fatcheck, measure, scripts, session
from tools.sim import BUTTONS, Sim, script

pytestmark = on_each_firmware
SCRIPT = "wait 2500\nshot title\npress A\nuntil screen gamecards\nwait 900\n"
BODIES = 4408  # bytes that the tiles' bodies need in one piece


def report_of(tmp_path, firmware, script="wait 300\nshot title\n", **given):
    """The report of a button script."""
    (tmp_path / "script.txt").write_text(script)
    given.update(script=str(tmp_path / "script.txt"), shots=str(tmp_path))
    (report,) = measure.measure(options(firmware=firmware, **given))
    return report


def leaves_less_than_a_picopad(firmware):
    """Tell whether the board has less memory for the game than a PicoPad, as one of a SAMD51."""
    board_id = drive.firmware_board(firmware).board_id
    return drive.WIRING[board_id].free < drive.WIRING["pajenicko_picopad"].free


def picture(tmp_path, name):
    from PIL import Image

    return Image.open(tmp_path / (name + ".png")).convert("RGB")


def test_it_starts_and_shows_its_screens(tmp_path, firmware):
    (tmp_path / "script.txt").write_text(SCRIPT + "shot games\n")
    command = [sys.executable, ROOT + "/tools", "emulate", "--firmware", firmware, "--json"]
    command += ["--script", str(tmp_path / "script.txt"), "--shots", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout.split("\n")[-2])
    size = drive.display_size(drive.firmware_board(firmware))
    assert [row["screen"] for row in report["screens"]] == ["title", "gamecards"]
    assert min(row["free"] for row in report["screens"]) > 20 * 1024
    title, games = picture(tmp_path, "title"), picture(tmp_path, "games")
    assert title.size == games.size == size
    assert len(title.getcolors(4096)) > 4 and title.tobytes() != games.tobytes()
    assert report["title_ms"] < 6000 and report["errors"] == []
    # PicoPad's firmware asks its radio; a PicoPad without a Pico W has none.
    asked = [line for _ms, line in report["console"] if "Failed to start CYW43" in line]
    assert bool(asked) == (report["board"] == "pajenicko_picopad")


WALK = """wait 600
shot title
press UP A
wait 2500
shot more
press DOWN A
wait 2500
%s
press B B
wait 2500
press DOWN DOWN DOWN DOWN A
wait 2500
shot settings
press DOWN RIGHT
wait 600
shot changed
press LEFT B
wait 2500
press UP UP UP A
wait 2500
shot rules
press B
wait 2500
press B
wait 2500
press DOWN A
wait 2500
shot cards
press SELECT
wait 2500
shot setup
""" % "".join("press %s\nwait 400\nshot key_%s\n" % (key, key) for key in BUTTONS)


def test_every_key_and_screen_is_as_in_the_simulator(tmp_path, firmware):
    from PIL import ImageChops

    board, simulated = tmp_path / "board", tmp_path / "sim"
    board.mkdir()
    report = report_of(board, firmware, WALK, seed=5)  # or chance chooses the opponent
    with Sim(drive.firmware_board(firmware).board_id, 5) as sim:
        script.run(sim, script.parse(WALK), str(simulated))
    assert len(report["shots"]) == 7 + len(BUTTONS) and report["refused"] == []
    seen = set()
    for path in report["shots"]:
        name = os.path.basename(path)[:-4]
        ours, theirs = picture(board, name), picture(simulated, name)
        strange = ImageChops.difference(ours, theirs).point(lambda value: 255 * (value > 16))
        box = strange.convert("1").getbbox()
        # The drive has fewer languages, which the first screen's last line lists.
        assert box is None or name == "title" and box[1] > ours.height * 9 // 10, (name, box)
        seen.add(ours.tobytes())
    assert len(seen) == len(report["shots"])  # each key has changed the picture


def test_a_smaller_board_is_imitated(tmp_path, firmware):
    report = report_of(tmp_path, firmware, SCRIPT, heap="132K")
    assert 0 <= 132 * 1024 + 64 - report["start"]["heap"] < 2048
    assert [row["screen"] for row in report["screens"]] == ["title", "gamecards"]


def test_another_display_is_wired(tmp_path, firmware):
    if drive.firmware_board(firmware).board_id == "pajenicko_picopad":
        pytest.skip("its drive does not hold the sheets of every display")
    if leaves_less_than_a_picopad(firmware):
        with pytest.raises(EmulatorError, match="150720 cannot be had"):
            report_of(tmp_path, firmware, like="picopad")
        return
    report = report_of(tmp_path, firmware, like="picopad")
    assert report["display"] == "320x240" and picture(tmp_path, "title").size == (320, 240)


def test_allocations_are_refused_and_their_outcome_is_told(tmp_path, firmware):
    report = report_of(tmp_path, firmware, "wait 3000\npress DOWN\nwait 3000\n", refuse=1)
    first = report["refusals"][0]
    assert [round(first["ms"]), first["bytes"]] == report["refused"][0]


def played(monkeypatch, moves, spec, **given):
    """The report of a game's first moves."""
    monkeypatch.setattr(scripts, "MAX_MOVES", moves)
    (report,) = measure.measure(options(game=[spec], **given))
    thoughts = [row for row in report["searches"] if row["kind"] == "thought"]
    assert (report["games"][0]["ended"], len(thoughts)) == ("moves", moves)
    assert (report["refused"], report["errors"]) == ([], [])
    return report


def test_a_game_goes_on_by_its_buttons(firmware, monkeypatch):
    report = played(monkeypatch, 3, "RK hard,person 3", firmware=firmware)
    assert report["presses"] > 3
    for thought in report["searches"]:
        assert thought["errors"] == 0 and thought["low"] > 16 * 1024


def test_a_long_round_leaves_the_memory_that_was_there_before_it(firmware, monkeypatch):
    # With PicoPad's memory, or less. The second round begins with the 60th move or so. Remains of
    # the turns would take 5 KB of all that is free.
    like = None if leaves_less_than_a_picopad(firmware) else "picopad"
    report = played(monkeypatch, 80, "KR master,hard 32", firmware=firmware, like=like)
    draws = [row for row in report["screens"] if row["screen"] == "startdraw"]
    before, after = [row for row in draws if row["phase"] == "start"][:2]  # or a new deal
    assert after["free"] >= before["free"] - 3 * 1024
    assert min(row["piece"] for row in report["screens"] if row["screen"] != "play") > BODIES


def test_without_the_file_of_saves_the_first_save_makes_one(firmware, monkeypatch):
    build_content = drive.build_content

    def build_without_saves(*given):
        content = build_content(*given)
        del content["rummy.sav"]
        return content

    monkeypatch.setattr(drive, "build_content", build_without_saves)
    board = session.set_up(options(firmware=firmware))
    board.boot("screen title")
    board.press("START")  # a quick game
    board.expect("screen startdraw", 20000, "The game did not begin")
    board.wait(1000)
    offset = drive.drive_offset(drive.read_firmware(firmware, board.model), board.model)
    drive_after = fatcheck.Drive(memoryview(board.flash())[offset:])
    assert drive_after.faults == []
    assert "game.q" in storedrecords.newest_records(bytes(drive_after.files["rummy.sav"]))
