"""What `emulate --cut` makes of a log of the flash, and what it finds wrong."""

import binascii

import pytest
from emulate_help import FakeBoard, on_each_firmware, options
from pocket.games import storage

from tools.device import fatimage
from tools.emulator import EmulatorError, cut, drive

OFFSET = 0x100000
SIZE = 1 << 20
SHIPPED = {"code.py": b"print(1)\n", "lib/rules/tiles.mpy": b"C" * 900}


def saves(folder, *payloads):
    """{path: bytes} of the files the device's storage writes for these saves, one after the
    other."""
    store = storage.Store({"folder": str(folder), "nvm": None})
    for payload in payloads:
        assert store.save("game", payload) is None
    store.kept["file"].close()
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def flash(files):
    """A flash with a drive that holds `files`, as far as the drive reaches."""
    image = fatimage.make(SIZE, files)
    return bytearray(b"\xff" * OFFSET + image.ljust(SIZE, b"\xff"))


def crc(payload):
    return binascii.crc32(payload)


def record(*changes, saved=()):
    first = {"game": crc(b"old"), "set": None, "stat": None}
    return cut.Record(bytes(8192), [list(change) for change in changes], first, list(saved), 2)


def expected(*crcs):
    """What may be found: these saves of the game, and no other."""
    return {"game": set(crcs), "set": {None}, "stat": {None}}


def test_every_operation_is_cut_in_each_way():
    before = bytearray(b"\x0f" * 8192)
    made = cut.Record(
        bytes(before),
        [["erase", 4096, 4096], ["program", 4096, b"\xf0" * 256]],
        {},
        [(2, "game", 7)],
        1,
    )
    seen = [(number, torn, done, bytes(image)) for image, number, torn, done in cut.states(made)]
    assert [row[:3] for row in seen] == [(n, torn, 0) for n in (0, 1) for torn in cut.TORN]
    none, half, some, whole = (row[3] for row in seen[:4])
    assert none == bytes(before)
    assert half == bytes(before[:4096]) + b"\xff" * 2048 + b"\x0f" * 2048
    assert some not in (none, half, whole) and some[:4096] == none[:4096]
    assert whole == bytes(before[:4096]) + b"\xff" * 4096
    none, half, _some, whole = (row[3] for row in seen[4:])
    assert none == seen[3][3]
    assert half[4096:4352] == b"\xf0" * 128 + b"\xff" * 128
    assert whole[4096:4352] == b"\xf0" * 256 and whole[4352:] == none[4352:]


def test_programming_never_sets_a_bit():
    made = cut.Record(b"\x33" * 4096, [["program", 256, b"\x55" * 256]], {}, [], 1)
    *_rest, (image, _number, torn, _done) = cut.states(made)
    assert torn == 3 and image[256:512] == b"\x11" * 256


def test_the_last_whole_save_or_the_one_being_written_may_be_found():
    made = record(saved=[(3, "game", 11), (6, "set", 21), (9, "game", 12)])
    assert cut.allowed(made, 0) == expected(crc(b"old"), 11)
    assert cut.allowed(made, 1) == dict(expected(11), set={None, 21})
    assert cut.allowed(made, 2) == dict(expected(11, 12), set={21})
    assert cut.allowed(made, 3) == dict(expected(12), set={21})


def test_a_whole_drive_with_the_newest_save_is_good(tmp_path):
    files = dict(SHIPPED, **saves(tmp_path, b"once", b"again"))
    assert cut.judge(flash(files), OFFSET, SHIPPED, cut.Loader(), expected(crc(b"again"))) == []


def test_a_save_in_the_chips_own_memory_is_found_where_the_drive_lies_elsewhere(monkeypatch):
    """PicoPad's firmware is larger: drive and microcontroller.nvm begin half a megabyte later."""
    nvm = {}
    monkeypatch.setattr(cut.Loader, "load", lambda self, own, memory: nvm.update(data=memory) or {})
    image = bytearray(b"\xff" * 0x80000) + flash(SHIPPED)
    image[0x17F000:0x180000] = b"n" * 4096
    assert cut.judge(image, OFFSET + 0x80000, SHIPPED, cut.Loader(), {}) == []
    assert nvm["data"] == b"n" * 4096


def test_an_older_save_is_told(tmp_path):
    files = dict(SHIPPED, **saves(tmp_path, b"once", b"again"))
    good = expected(crc(b"third"), crc(b"fourth"))
    wrong = cut.judge(flash(files), OFFSET, SHIPPED, cut.Loader(), good)
    assert wrong == ["an older or damaged game is found, and nothing is said"]


def test_a_save_that_is_gone_is_told():
    wrong = cut.judge(flash(SHIPPED), OFFSET, SHIPPED, cut.Loader(), expected(crc(b"again")))
    assert wrong == ["no game is found, and nothing is said"]


def test_settings_that_are_gone_are_told(tmp_path):
    good = dict(expected(crc(b"once")), set={7}, stat={8, None})
    files = dict(SHIPPED, **saves(tmp_path, b"once"))
    wrong = cut.judge(flash(files), OFFSET, SHIPPED, cut.Loader(), good)
    assert wrong == ["no set is found, and nothing is said"]


def test_a_lost_program_is_told(tmp_path):
    files = dict(saves(tmp_path, b"once"), **{"code.py": b"other"})
    wrong = cut.judge(flash(files), OFFSET, SHIPPED, cut.Loader(), expected(crc(b"once")))
    assert wrong == ["code.py is changed", "lib/rules/tiles.mpy is gone"]


def test_a_drive_that_is_gone_is_told():
    image = flash(SHIPPED)
    image[OFFSET : OFFSET + 4096] = b"\xff" * 4096
    (wrong,) = cut.judge(image, OFFSET, SHIPPED, cut.Loader(), expected(1))
    assert wrong == "the drive cannot be read: the boot sector is gone"


def test_wear_counts_sectors_and_bytes():
    made = record(
        ("erase", 0, 65536),
        ("erase", 4096, 4096),
        ("program", 0, b"x"),
        saved=[(1, "game", 1), (2, "game", 2)],
    )
    found = cut.wear(made)
    assert found["sectors"]["0x001000"] == 2 and found["sectors"]["0x00f000"] == 1
    assert len(found["sectors"]) == 16
    assert found["bytes_a_turn"] == (65536 + 4096) // 2
    assert found["turns_to_wear"] == cut.LIFE * 2 // 2


def test_tearing_is_the_simulators():
    data = bytearray(b"\xff" * 4)
    cut.tear(data, 0, b"\0\0\0\0", 1)
    assert data == b"\0\0\xff\xff"


def test_a_turn_that_fails_is_told_not_left_out(monkeypatch):
    lines = "turns begin 1 2 3", "Traceback (most recent call last):", "ValueError: no"
    monkeypatch.setattr(cut.session, "set_up", lambda *given, **more: FakeBoard(lines))
    with pytest.raises(EmulatorError, match="A turn failed.*ValueError: no"):
        cut.play(options(), 3)


@pytest.mark.parametrize("seed, played", [(None, 7), (31, 31)])
def test_the_seed_is_of_the_turns_that_are_played(monkeypatch, seed, played):
    """It was a setting on the drive, and every seed played the same turns."""
    probes = []

    def set_up(args, probe, constants, *more):
        probes.append(drive.probe(probe, **constants)["probe.py"])
        return FakeBoard(["turns begin none none none", "jobs done"])

    monkeypatch.setattr(cut.session, "set_up", set_up)
    cut.play(options(seed=seed), 3)
    assert "\nSEED = %d " % played in probes[0]
    assert "catalogue.new(game_id, 2, SEED +" in probes[0]


@on_each_firmware
def test_on_the_firmware_no_cut_loses_the_game(firmware):
    found = cut.measure(options(firmware=firmware, cut=3, boots=2))
    assert found["bad"] == []
    assert found["cuts"] == found["changes"] * len(cut.TORN) > 100
    assert found["records"] == {"game": 3, "set": 1, "stat": 1}
    assert found["booted"] == 2 and found["newest"] + found["before"] == 2
    assert pytest.approx(found["wear"]["bytes_a_turn"], abs=4096) == 4096
