"""The emulated board's flash: where things lie, what is added to the drive, what a FAT can have."""

import contextlib
import json
import re
import struct

import pytest
from emulate_help import BOARD, firmware_file, options

from tools.device import fatimage
from tools.emulator import EmulatorError, drive, fatcheck, firmware, memory, session

FILES = {
    "code.py": b"print(1)\n",
    "lib/rules/tiles.mpy": bytes(range(256)) * 9,
    "a long name that needs more.txt": b"x" * 700,
    "empty": b"",
}
SIZE = 1 << 20


def image():
    """A drive with FILES on it."""
    return bytearray(fatimage.make(SIZE, FILES).ljust(SIZE, b"\xff"))


def test_what_is_written_is_read_and_whole():
    found = fatcheck.Drive(image())
    assert {path: data for path, data in found.files.items() if path in FILES} == FILES
    assert found.faults == []
    assert "lib/rules" in found.folders


def entry(data, short):
    """Where the directory entry of an 8.3 name lies."""
    return data.index(short)


def test_two_files_in_one_cluster_are_found():
    data = image()
    (first,) = struct.unpack_from("<H", data, entry(data, b"TILES   MPY") + 26)
    struct.pack_into("<H", data, entry(data, b"CODE    PY ") + 26, first)
    assert any("share cluster" in fault for fault in fatcheck.Drive(data).faults)


def test_a_chain_that_ends_early_or_leads_nowhere_is_found():
    data = image()
    (first,) = struct.unpack_from("<H", data, entry(data, b"TILES   MPY") + 26)
    at = 512 + first * 3 // 2
    data[at : at + 2] = b"\0\0"
    assert any(
        "free cluster" in fault or "clusters" in fault for fault in fatcheck.Drive(data).faults
    )


def test_clusters_without_a_file_are_found():
    data = image()
    at = entry(data, b"TILES   MPY")
    data[at] = 0xE5  # the file is deleted, its chain is not
    assert any("belong to no file" in fault for fault in fatcheck.Drive(data).faults)


def test_a_size_that_its_clusters_do_not_hold_is_found():
    data = image()
    struct.pack_into("<I", data, entry(data, b"CODE    PY ") + 28, 9000)
    assert any("code.py has 9000 bytes" in fault for fault in fatcheck.Drive(data).faults)


def test_no_file_system_is_one_sentence():
    with pytest.raises(fatcheck.BadDrive, match="boot sector"):
        fatcheck.Drive(b"\xff" * SIZE)


def test_firmware_and_drive_lie_where_the_board_has_them(tmp_path):
    desk = drive.board(BOARD)
    firmware = drive.read_firmware(firmware_file(tmp_path / "f.uf2"), desk)
    flash = drive.flash_of(desk, firmware, b"DRIVE")
    assert len(flash) == 16 << 20
    assert flash[:2] == b"\xfe\xe7"
    assert flash[0x100000:0x100006] == b"DRIVE\xff"


BUTTONS = {"UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT"}


@pytest.mark.parametrize("name", drive.WIRING)
def test_every_button_of_a_board_has_a_pin_and_its_glass_the_size_of_its_display(name):
    desk = drive.board(name)
    keys = drive.keys(desk)
    assert set(keys) == BUTTONS and len(set(keys.values())) == len(keys)
    row = drive.WIRING[name]
    assert not {row.select, row.data} & set(keys.values())
    glass = row.glass if row.turned % 180 == 0 else row.glass[::-1]
    assert glass == drive.own_size(desk)


def test_the_buttons_of_each_board_are_where_its_own_source_has_them():
    """pins.c of CircuitPython's boards, and the issue that asked for them."""
    picopad = {"UP": 4, "DOWN": 5, "LEFT": 3, "RIGHT": 2, "A": 7, "B": 6, "START": 8, "SELECT": 9}
    sprig = {"UP": 5, "DOWN": 7, "LEFT": 6, "RIGHT": 8, "A": 14, "B": 15, "START": 12, "SELECT": 13}
    assert drive.keys(drive.board("pajenicko_picopad")) == picopad
    assert drive.keys(drive.board("hack_club_sprig")) == sprig


@pytest.mark.parametrize(
    "name, size", [("pimoroni_picosystem", 16), ("pajenicko_picopad", 2), ("hack_club_sprig", 2)]
)
def test_a_flash_is_as_large_as_the_boards(tmp_path, name, size):
    path = firmware_file(tmp_path / "f.uf2", board=name)
    desk = session.board_of(options(firmware=path))[0]
    assert desk.board_id == name
    assert len(drive.flash_of(desk, drive.read_firmware(path, desk), b"")) == size << 20


def test_a_display_of_another_size_is_a_panel_of_its_own():
    desk = drive.board("pajenicko_picopad")
    own = drive.wiring(desk, (320, 240), 0x181000)
    assert (own["columns"], own["rows"], own["turned"]) == (240, 320, 270)
    other = drive.wiring(desk, (160, 128), 0x181000)
    assert (other["columns"], other["rows"], other["turned"]) == (160, 128, 0)


def test_own_wiring_stands_before_any_other_setting():
    content = {"settings.toml": b"[table]\n"}
    drive.own_display(content, drive.board(BOARD), (160, 128))
    first = content["settings.toml"].decode().split("\n")[0]
    assert first.startswith('POCKET_DISPLAY = "st7789 160x128 sck=')
    assert content["settings.toml"].endswith(b"[table]\n")


def test_a_port_that_the_board_keeps_is_let_go_for_another_display():
    content = {"code.py": b"print(1)\n", "settings.toml": b""}
    drive.own_display(content, drive.board(BOARD), (160, 128))
    assert content["code.py"] == b"print(1)\n"
    drive.own_display(content, drive.board("hack_club_sprig"), (320, 240))
    assert content["code.py"].endswith(b"board.SPI().deinit()\nprint(1)\n")


def test_what_is_measured_with_takes_the_place_of_languages():
    desk = drive.board("pajenicko_picopad")
    words = {"assets/words/%s.bin" % name: bytes(20000) for name in ("de", "en", "pl")}
    full = {**words, "assets/title.bmp": bytes(420000)}
    drive.make_room(desk, full)
    assert len(full) == 4
    full["jobs/w0.bin"] = bytes(30000)
    drive.make_room(desk, full)
    assert "assets/words/de.bin" in full and "assets/words/pl.bin" not in full
    assert fatimage.make(desk.drive, full)
    while True:  # to the last cluster, which boot_out.txt takes
        full["fill.bin"] = full.get("fill.bin", b"") + bytes(512)
        try:
            fatimage.make(desk.drive, {**full, "boot_out.txt": b"x"})
        except fatimage.FatError:
            break
    drive.make_room(desk, full)
    assert fatimage.make(desk.drive, {**full, "boot_out.txt": b"x"})
    full["jobs/w1.bin"] = bytes(desk.drive)
    drive.make_room(desk, full)
    assert "assets/words/en.bin" in full and "assets/words/de.bin" not in full


def test_a_drive_with_nothing_added_has_room_for_its_own_save(tmp_path, monkeypatch):
    """Whose settings take a cluster more; it once was full to the last."""
    monkeypatch.setattr(session, "Handheld", lambda firmware, desk, size, content, **more: content)
    desk = drive.board("pajenicko_picopad")
    given = options(firmware=firmware_file(tmp_path / "f.uf2", board=desk.board_id), seed=1)
    content = session.set_up(given, None, files={"rummy.sav": bytes(20 * 5632)})
    assert "assets/words/en.bin" in content
    assert fatimage.make(desk.drive, {**content, "boot_out.txt": b"x"})


def test_a_probes_constants_are_set_and_unknown_ones_refused():
    text = drive.probe(SEED=12, JOBS=True)["probe.py"]
    assert "\nSEED = 12 " in text and "\nJOBS = True " in text and "\nLAYS = False " in text
    with pytest.raises(KeyError):
        drive.probe(NONE_SUCH=1)


class Steps:
    """Firmware that counts what is free in steps of 1,024 bytes and takes some besides."""

    def __init__(self, tmp_path, monkeypatch):
        self.booted = []
        monkeypatch.setattr(firmware.drive, "cache_name", lambda path: str(tmp_path / "known"))
        monkeypatch.setattr(firmware.fatimage, "make", lambda size, content: content)
        monkeypatch.setattr(firmware.drive, "flash_of", lambda desk, image, content: content)
        monkeypatch.setattr(firmware.Firmware, "_free_with", self.free_with)
        monkeypatch.setattr(firmware, "flash_file", self.file)
        known = {
            "print": 1,
            "fail": 2,
            "allocate": 3,
            "boot_out": "",
            "free": self.free(drive.STACK),
            "stacks": {},
        }
        (tmp_path / "known").write_text(json.dumps(known))
        path = firmware_file(tmp_path / "f.uf2")
        self.board = firmware.Firmware(path, drive.board(BOARD), None, None)

    def free(self, stack):
        return (171000 - stack + 700 * (stack > 9000)) // 1024 * 1024

    def file(self, content):
        return contextlib.nullcontext(tomllib_first(content["settings.toml"].decode()))

    def free_with(self, stack, routines):
        self.booted.append(stack)
        return self.free(stack)


def tomllib_first(text):
    """The Python stack of settings.toml: as CircuitPython does, the first line that names it."""
    return int(re.search(r"CIRCUITPY_PYSTACK_SIZE = (\d+)", text)[1])


@pytest.mark.parametrize("heap", [150720, 147684, 131072, 165800])
def test_a_smaller_heap_is_had_by_trying(tmp_path, monkeypatch, heap):
    steps = Steps(tmp_path, monkeypatch)
    stack = steps.board.stack(heap)
    assert 0 <= heap - steps.free(stack) < 2048
    tried = len(steps.booted)
    assert 1 <= tried <= 3
    assert steps.board.stack(heap) == stack and len(steps.booted) == tried  # kept


def test_memory_of_boards_that_never_ran_is_what_is_behind_their_static_data():
    size, source = memory.free("pybadge")
    taken = [row.ram - row.static - row.free for row in memory.ROWS.values() if row.free]
    assert taken and size == 192 * 1024 - 12088 - max(taken)
    assert "linked" in source and "12088" in source
    assert memory.free("pajenicko_picopad") == (150720, "its own firmware, run")


@pytest.mark.parametrize(
    "name, found",
    [
        ("picopad", "pajenicko_picopad"),
        ("edgebadge", "pybadge"),
        ("sprig", "hack_club_sprig"),
        ("pygamer", "pygamer"),
    ],
)
def test_a_board_is_imitated_by_a_name_people_use(name, found):
    assert memory.like(name).board_id == found


def test_a_board_that_is_imitated_brings_its_display_and_its_memory(tmp_path):
    given = options(firmware=firmware_file(tmp_path / "f.uf2"), like="picopad")
    desk, size = session.board_of(given)
    assert (desk.board_id, size) == (BOARD, (320, 240))
    assert session.heap_of(given, desk) == 150720
    assert session.heap_of(options(like="picosystem"), desk) is None
    given.display = "160x128"
    assert session.board_of(given)[1] == (160, 128)


def test_a_folder_without_a_game_is_refused(tmp_path):
    with pytest.raises(EmulatorError, match="no code.py"):
        drive.from_folder(str(tmp_path))


def test_a_folder_is_read_with_its_folders(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "a.mpy").write_bytes(b"C")
    (tmp_path / "code.py").write_bytes(b"1")
    assert drive.from_folder(str(tmp_path)) == {"lib/a.mpy": b"C", "code.py": b"1"}
