"""The emulated board's flash: where things lie, what is added to the drive, what a FAT can have."""

import base64
import struct

import pytest
from emulate_help import BOARD, firmware_file

from tools.device import fatimage
from tools.emulator import EmulatorError, drive, fatcheck, handheld

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


def test_own_wiring_stands_before_any_other_setting():
    content = {"settings.toml": b"[table]\n"}
    drive.own_display(content, drive.board(BOARD), (160, 128))
    first = content["settings.toml"].decode().split("\n")[0]
    assert first.startswith('POCKET_DISPLAY = "st7789 160x128 sck=')
    assert content["settings.toml"].endswith(b"[table]\n")


def test_a_probes_constants_are_set_and_unknown_ones_refused():
    text = drive.probe(HEAP_KB=152, JOBS=True)["probe.py"]
    assert "\nHEAP_KB = 152 " in text and "\nJOBS = True " in text and "\nDEEP = False " in text
    with pytest.raises(KeyError):
        drive.probe(NONE_SUCH=1)


def test_a_folder_without_a_game_is_refused(tmp_path):
    with pytest.raises(EmulatorError, match="no code.py"):
        drive.from_folder(str(tmp_path))


def test_a_folder_is_read_with_its_folders(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "a.mpy").write_bytes(b"C")
    (tmp_path / "code.py").write_bytes(b"1")
    assert drive.from_folder(str(tmp_path)) == {"lib/a.mpy": b"C", "code.py": b"1"}


def test_colours_of_565_fill_the_range():
    data = struct.pack("<4H", 0, 0xFFFF, 0xF800, 0x07E0)
    assert handheld.rgb888(data) == bytes((0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 255, 0))
    assert base64.b64decode(base64.b64encode(data)) == data
