"""`emulate --cut`: states after a power cut, and what is found wrong with them."""

import binascii

import pytest
from emulate_help import on_each_firmware, options
from pocket.saves import storage

from tools.device import fatimage
from tools.emulator import cut, drive
from tools.emulator.handheld import Handheld

OFFSET, SIZE = 0x100000, 1 << 20
SHIPPED = {"code.py": b"print(1)\n", "lib/rules/tiles.mpy": b"C" * 900}


def saves(folder, *payloads):
    """{path: bytes} of the file that the device's storage writes for these saves."""
    store = storage.Store({"path": str(folder) + "/rummy.sav", "nvm": None})
    for payload in payloads:
        assert store.save("game.RK", payload) is None
    store.state["file"].close()
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def flash(files):
    """A flash with a drive that holds `files`."""
    image = fatimage.make(SIZE, files)
    return bytearray(b"\xff" * OFFSET + image.ljust(SIZE, b"\xff"))


def test_every_operation_is_cut_in_each_way():
    before = bytes(b"\x0f" * 8192)
    changes = [["erase", 4096, 4096], ["program", 4096, b"\xf0" * 256]]
    seen = [(n, torn, bytes(image)) for image, n, torn in cut.states(before, changes)]
    assert [row[:2] for row in seen] == [(n, torn) for n in (0, 1) for torn in cut.TORN]
    none, half, some, whole = (row[2] for row in seen[:4])
    assert none == before
    assert half == before[:4096] + b"\xff" * 2048 + b"\x0f" * 2048
    assert some not in (none, half, whole) and some[:4096] == none[:4096]
    assert whole == before[:4096] + b"\xff" * 4096
    none, half, _some, done = (row[2] for row in seen[4:])
    assert none == whole
    assert half[4096:4352] == b"\xf0" * 128 + b"\xff" * 128
    assert done[4096:4352] == b"\xf0" * 256 and done[4352:] == none[4352:]


def test_programming_never_sets_a_bit():
    *_rest, (image, _n, torn) = cut.states(b"\x33" * 4096, [["program", 256, b"\x55" * 256]])
    assert torn == 3 and image[256:512] == b"\x11" * 256


class Told(cut.Judge):
    """A judge for flashes whose first byte is the number of the save found, 0 of none."""

    def __init__(self):
        self._seen = {}

    def assess(self, image):
        return ["broken"] if image[0] == 255 else [], {"game": image[0]} if image[0] else {}


def erased_to(*numbers):
    """Changes that make the first byte each of these numbers, one after the other."""
    return [["program", 0, bytes([number])] for number in numbers]


@pytest.mark.parametrize(
    "first, changes, wrong",
    [
        (7, erased_to(7, 7), []),
        (7, erased_to(3, 2), []),  # two new saves
        (7, erased_to(0), ["no game is found"]),
        (7, [["erase", 0, 1]], ["broken"]),
    ],
)
def test_what_a_cut_leaves_is_the_save_before_or_after(monkeypatch, first, changes, wrong):
    monkeypatch.setattr(cut, "tear", lambda data, at, done, torn: _all_or_nothing(data, done, torn))
    bad, _saves = cut.judge_cuts(bytes([first]), changes, Told())
    assert [sentence for _number, _torn, sentence in bad] == wrong


def _all_or_nothing(data, done, torn):
    if torn == 3:
        data[: len(done)] = done


def test_a_save_that_is_only_half_there_or_older_is_wrong(monkeypatch):
    monkeypatch.setattr(
        cut, "tear", lambda data, at, done, torn: data.__setitem__(0, [7, 9, 7, done[0]][torn])
    )
    bad, found = cut.judge_cuts(b"\7", erased_to(3), Told())
    assert bad == [[0, 1, "an older or damaged game is found"]] and found == {"game": [3]}
    steps = iter([7, 7, 7, 3, 3, 3, 3, 5, 5, 5, 5, 3])
    monkeypatch.setattr(cut, "tear", lambda data, at, done, torn: data.__setitem__(0, next(steps)))
    bad, found = cut.judge_cuts(b"\7", erased_to(3, 5, 3), Told())
    assert bad == [[2, 3, "an older game is found"]]


def judge(image, **more):
    return cut.Judge(OFFSET, SHIPPED, **more).assess(image)


def test_a_consistent_drive_is_read_with_its_newest_save(tmp_path):
    image = flash({**SHIPPED, **saves(tmp_path, b"once", b"again")})
    assert judge(image) == ([], {"game.RK": binascii.crc32(b"again")})


def test_a_save_in_the_chips_own_memory_is_found_wherever_the_drive_lies(tmp_path):
    """PicoPad's firmware is larger: its drive and nvm begin half a megabyte later."""
    nvm = bytearray(4096)
    store = storage.Store({"path": str(tmp_path / "none") + "/rummy.sav", "nvm": nvm})
    store.save("game.RK", b"once", True)
    image = bytearray(b"\xff" * 0x80000) + flash(SHIPPED)
    image[0x17F000:0x180000] = nvm
    found = cut.Judge(OFFSET + 0x80000, SHIPPED).assess(image)
    assert found == ([], {"game.RK": binascii.crc32(b"once")})


def test_a_lost_program_and_a_lost_drive_are_faults():
    faults, _found = judge(flash({"code.py": b"other"}))
    assert faults == ["code.py is changed", "lib/rules/tiles.mpy is gone"]
    image = flash(SHIPPED)
    image[OFFSET : OFFSET + 4096] = b"\xff" * 4096
    assert judge(image) == (["the drive cannot be read: the boot sector is gone"], {})


@pytest.mark.parametrize(
    "printed, fault",
    [
        ("kept: game.RK=5", ""),
        ("kept: game.RK=6", "the board finds kept: game.RK=6, not ['game.RK=5']"),
        ("kept:", "the board finds kept:, not ['game.RK=5']"),
        ("jobs done", "it does not start: 'jobs done'"),
    ],
)
def test_a_state_is_judged_by_the_records_that_the_board_finds(monkeypatch, printed, fault):
    """Before the first save there are none."""
    board = Handheld.__new__(Handheld)
    board.read_position, board.console, board.text = 0, [(0, printed)], printed + "\n"
    board.run = lambda ms, until: None
    monkeypatch.setattr(cut, "Handheld", lambda *_args, **_named: board)
    row = (b"", 17, 2, {"game.RK": 5})
    assert cut._boot(options(firmware="any.uf2"), "pybadge", (160, 128), row) == fault


@on_each_firmware
def test_on_the_firmware_no_cut_loses_the_game(firmware, monkeypatch):
    monkeypatch.setattr(cut, "_BOOTS", 2)
    found = cut.measure(options(firmware=firmware, cut=3))
    assert found["bad"] == []
    assert found["cuts"] == found["changes"] * len(cut.TORN) > 100
    assert found["records"]["set"] == 1 and found["records"]["game.RK"] >= 3
    assert found["booted"] == 2 and "bad: 0" in cut.text(found)
    # A sector a save; CircuitPython on a SAMD51 first erases another one for what it will write.
    copies = 2 if drive.WIRING[drive.firmware_board(firmware).board_id].chip == "SAMD51" else 1
    assert 3 <= found["erases"] / copies <= 6
