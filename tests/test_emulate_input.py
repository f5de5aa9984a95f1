"""Bad input to `emulate`: one sentence each, and nothing is booted or compiled by numba."""

import io

import pytest
from emulate_help import firmware_file, options

from tools import emulate
from tools.device import boards_desktop
from tools.emulator import drive, firmware, session
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


def small_board():
    """What is known of a firmware that leaves 165,056 bytes."""
    board = object.__new__(firmware.Firmware)
    board.free, board._facts = 165056, {"stacks": {}}
    return board


@pytest.mark.parametrize(
    "made, call, words",
    [
        ("text", lambda path: drive.read_firmware(path, PICO), ["f.uf2", "not a UF2 file"]),
        ("none", lambda path: drive.read_firmware(path, PICO), ["cannot be read"]),
        ("samd51", lambda path: drive.read_firmware(path, PICO), ["SAMD51", "RP2040"]),
        (
            "raspberry_pi_pico",
            lambda path: drive.read_firmware(path, PICO),
            ["not for Pimoroni PicoSystem"],
        ),
        (
            "ugame22",
            lambda path: session.board_of(options(firmware=path)),
            ["f.uf2", "pajenicko_picopad"],
        ),
        ("none", lambda path: script.read(path), ["cannot be read"]),
    ],
)
def test_a_file_that_is_wrong(tmp_path, made, call, words):
    path = tmp_path / "f.uf2"
    if made == "text":
        path.write_bytes(b"no firmware at all")
    elif made == "samd51":
        firmware_file(path, family=boards_desktop.SAMD51)
    elif made != "none":
        firmware_file(path, board=made)
    refused(lambda: call(str(path)), *words)


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: drive.board("gameboy"), ["gameboy", "pimoroni_picosystem"]),
        (lambda: drive.board("ugame22"), ["uGame22", "--like ugame22"]),
        (lambda: session.heap_of(options(heap="147K", like="pybadge"), PICO), ["--like", "--heap"]),
        (lambda: small_board().stack(170000), ["165056", "170000"]),
    ]
    + [
        (lambda text=text: session.heap_bytes(text), ["--heap", text])
        for text in ("many", "171", "0", "-5", "1024", "400K", "15.2", "²", "150 K", "1e5")
    ]
    + [
        (lambda name=name: drive.board_like(name), ["--like", "pybadge", "'%s'" % name])
        for name in ("thumby", "tinycircuits_thumby_color", "gameboy", "")
    ],
)
def test_a_value_that_is_none(call, words):
    refused(call, *words)


@pytest.mark.parametrize("text, size", [("150720", 150720), ("147K", 150528), ("147k", 150528)])
def test_memory_is_given_in_bytes(text, size):
    assert session.heap_bytes(text) == size


def test_a_script_from_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("hold A 800\n"))
    assert script.read("-") == [("hold", "A", 800)]


@pytest.mark.parametrize(
    "words, says",
    [
        (["--cut", "0"], "--cut: a number from 1 to 500, not 0"),
        (["--cut", "501"], "--cut: a number from 1 to 500, not 501"),
        (["--refuse", "each"], "--refuse: a number from 1 to 999999999, not each"),
        (["--measure", "week"], "--measure: invalid choice: 'week'"),
    ],
)
def test_options_that_are_none(words, says, capsys):
    with pytest.raises(SystemExit):
        emulate.main(["--firmware", "none.uf2", *words])
    said = capsys.readouterr().err.strip()
    assert says in said and "\n" not in said
