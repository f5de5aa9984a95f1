"""Bad input to `emulate`: one sentence each, nothing is booted."""

import io

import pytest
from emulate_help import firmware_file, options

from tools import emulate
from tools.device import boards_desktop
from tools.emulator import (
    drive,
    firmware,
    handheld,
    install,
    memory,
    session,
    wholegames,
)
from tools.sim import script

PICO = boards_desktop.lookup("pimoroni_picosystem")


def refused(call, *words):
    """The sentence that `call` is refused with holds all `words` and is one line."""
    with pytest.raises((RuntimeError, ValueError)) as problem:
        call()
    sentence = str(problem.value)
    assert "\n" not in sentence and sentence.endswith(".")
    for word in words:
        assert word in sentence
    return sentence


def test_a_file_that_is_no_uf2(tmp_path):
    path = tmp_path / "game.uf2"
    path.write_bytes(b"no firmware at all")
    refused(lambda: drive.read_firmware(str(path), PICO), "game.uf2", "not a UF2 file")


def test_a_file_that_is_not_there(tmp_path):
    refused(lambda: drive.read_firmware(str(tmp_path / "none.uf2"), PICO), "cannot be read")


def test_another_chips_firmware(tmp_path):
    path = firmware_file(tmp_path / "f.uf2", family=boards_desktop.SAMD51)
    refused(lambda: drive.read_firmware(path, PICO), "SAMD51", "RP2040")


def test_another_boards_firmware(tmp_path):
    path = firmware_file(tmp_path / "f.uf2", board="raspberry_pi_pico")
    refused(lambda: drive.read_firmware(path, PICO), "not for Pimoroni PicoSystem")


def test_a_firmware_that_does_not_start(tmp_path, monkeypatch):
    monkeypatch.setattr(firmware, "BOOT_MS", 1000)
    path = firmware_file(tmp_path / "hangs.uf2")
    refused(
        lambda: handheld.Handheld(path, PICO, (240, 240), {"code.py": b""}),
        "hangs.uf2 does not start",
    )


def test_an_unknown_board():
    refused(lambda: drive.board("gameboy"), "gameboy", "pimoroni_picosystem")


def test_a_board_without_an_emulator():
    refused(lambda: drive.board("pybadge"), "PyBadge", "--like pybadge")


def test_a_firmware_for_a_board_without_an_emulator(tmp_path):
    path = firmware_file(tmp_path / "f.uf2", board="ugame22")
    refused(lambda: session.board_of(options(firmware=path)), "f.uf2", "pajenicko_picopad")


@pytest.mark.parametrize("text", ["160", "x128", "20x20", "160x9999", "1e2x128", "٣٢٠x240"])
def test_a_display_that_is_none(text):
    refused(lambda: drive.display_size(text), "160x128", text)


@pytest.mark.parametrize("text", ["many", "0", "-5", "1024", "400K", "15.2", "²", "150 K", "1e5"])
def test_a_heap_that_is_none(text):
    refused(lambda: session.heap_bytes(text), "--heap", text)


def test_kilobytes_as_they_were_given_once_are_told_what_they_are_now():
    refused(lambda: session.heap_bytes("171"), "171 is 171 bytes", "171K", "175104")


@pytest.mark.parametrize("text, size", [("150720", 150720), ("147K", 150528), ("147k", 150528)])
def test_memory_is_asked_for_in_bytes(text, size):
    assert session.heap_bytes(text) == size


@pytest.mark.parametrize("name", ["thumby", "tinycircuits_thumby_color", "gameboy", ""])
def test_a_board_that_cannot_be_imitated(name):
    refused(lambda: memory.like(name), "--like", "pybadge", "'%s'" % name)


def test_memory_is_asked_for_in_one_way(tmp_path):
    path = firmware_file(tmp_path / "f.uf2")
    refused(
        lambda: session.heap_of(options(firmware=path, heap="147K", like="pybadge"), PICO),
        "--like",
        "--heap",
    )


def test_more_memory_than_there_is():
    board = object.__new__(firmware.Firmware)
    board.free, board._known = 165056, {"stacks": {}}
    refused(lambda: board.stack(170000), "165056", "170000")


def test_a_script_line_that_is_none(tmp_path):
    path = tmp_path / "s.txt"
    path.write_text("press A\nuntil screen title\njump\n")
    with pytest.raises(script.ScriptError, match="Line 3 .*jump"):
        script.read(str(path), until=True)


def test_until_is_for_the_emulated_board_alone():
    assert script.parse("until screen title", until=True) == [("until", "screen title", 1)]
    with pytest.raises(script.ScriptError, match="until screen title"):
        script.parse("until screen title")
    with pytest.raises(script.ScriptError, match="until"):
        script.parse("until", until=True)
    with pytest.raises(script.ScriptError, match="shot NAME, until TEXT"):
        script.parse("help", until=True)


def test_a_script_that_is_not_there(tmp_path):
    refused(lambda: script.read(str(tmp_path / "none")), "cannot be read")


def test_a_script_from_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("hold A 800\n"))
    assert script.read("-") == [("hold", "A", 800)]


@pytest.mark.parametrize(
    "text",
    [
        "RK",
        "XX hard,hard 1",
        "RK hard 1",
        "RK hard,wise 1",
        "RK hard,easy x",
        "RK easy,easy,easy,easy,easy 1",
    ],
)
def test_a_game_that_is_none(text):
    refused(lambda: wholegames.parse(text), "--game", text)


@pytest.mark.parametrize("turns", ["0", "501", "-3"])
def test_cuts_that_are_none(turns, capsys):
    with pytest.raises(SystemExit):
        emulate.main(["--firmware", "none.uf2", "--cut", turns])
    said = capsys.readouterr().err.strip()
    assert "--cut: a number from 1 to 500, not " + turns in said and "\n" not in said


def test_the_boot_rom_comes_with_a_package():
    with open(install.boot_rom(), "rb") as file:
        data = file.read()
    assert len(data) == 16384
    assert data[16:19] == b"Mu\x01"  # the datasheet's mark of the boot ROM, 2.8.3


def test_no_node_and_no_network(monkeypatch):
    def offline(_groups):
        raise install.door.DoorError("no network")

    monkeypatch.setattr(install.shutil, "which", lambda name: None)
    monkeypatch.setattr(install, "_wheel", lambda: None)
    monkeypatch.setattr(install.door, "prepare", offline)
    refused(install.node, "Node", "network")


def test_an_old_node_is_no_node(monkeypatch):
    monkeypatch.setattr(install.shutil, "which", lambda name: "/old/" + name)
    monkeypatch.setattr(install, "_version", lambda node: 12)
    monkeypatch.setattr(install, "_wheel", lambda: ("/wheel/node", "/wheel/npm.js"))
    assert install.node() == ("/wheel/node", ["/wheel/node", "/wheel/npm.js"])


def test_npm_without_a_network(monkeypatch, tmp_path):
    monkeypatch.setattr(install, "PACKAGES", str(tmp_path))
    refused(lambda: install.packages([str(tmp_path / "no-npm")]), "npm", "network")
    refused(lambda: install.packages(["false"]), "npm", "network")
    assert [name for name in tmp_path.iterdir()] == []
