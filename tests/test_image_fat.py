"""The file system and the one-file image, read again by readers that are not ours.

FAT: pyfatfs, and FatFs itself (the code CircuitPython uses) in the MicroPython VM.
UF2: Adafruit's converter.
"""

import contextlib
import io
import os
import random
import shutil
import struct
import subprocess
import sys
import warnings

import pytest
from build_help import as_uf2, flash_memory

from tools.__main__ import guarded
from tools.device import boards_desktop, fatimage, image, uf2
from tools.errors import ToolError

DESK = boards_desktop.DESK
RP2 = [board for board, desk in DESK.items() if desk.offset is not None]

VM = shutil.which("micropython", path=os.path.dirname(sys.executable))

FATFS = r"""
import binascii, sys, vfs
class Disk:
    def __init__(self, path):
        self.file = open(path, "r+b"); self.file.seek(0, 2); self.count = self.file.tell() // 512
    def readblocks(self, n, buf): self.file.seek(n * 512); self.file.readinto(buf)
    def writeblocks(self, n, buf): self.file.seek(n * 512); self.file.write(buf)
    def ioctl(self, op, arg): return self.count if op == 4 else 512 if op == 5 else 0
disk = Disk(sys.argv[1])
if sys.argv[2] == "mkfs":
    vfs.VfsFat.mkfs(disk)
else:
    fat = vfs.VfsFat(disk)
    def walk(path):
        for entry in fat.ilistdir(path or "/"):
            name = path + "/" + entry[0]
            if entry[1] == 0x4000:
                walk(name)
            else:
                with fat.open(name, "rb") as f:
                    data = f.read()
                print(name[1:], binascii.hexlify(data).decode() or "-")
    if sys.argv[2] == "write":
        for i in range(20):
            with fat.open("/rummy_game.%d" % i, "wb") as f:
                f.write(bytes([i]) * 3000)
    walk("")
disk.file.close()
"""


def by_fatfs(path, what="read"):
    """{path: bytes} of the image file `path`, by FatFs in the MicroPython VM."""
    script = path + ".py"
    with open(script, "w") as stream:
        stream.write(FATFS)
    done = subprocess.run([VM, script, path, what], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    pairs = (line.rsplit(" ", 1) for line in done.stdout.splitlines())
    return {name: bytes.fromhex(data.replace("-", "")) for name, data in pairs}


def by_pyfatfs(path):
    """{path: bytes} of the image file `path`, by pyfatfs."""
    from pyfatfs.PyFat import PyFat

    disk = PyFat()
    found = {}

    def walk(folder, prefix):
        folders, files, _special = folder.get_entries()
        for entry in folders:
            walk(entry, prefix + str(entry) + "/")
        for entry in files:
            data = b""
            if entry.get_cluster():
                data = b"".join(
                    disk.read_cluster_contents(c)
                    for c in disk.get_cluster_chain(entry.get_cluster())
                )
            found[prefix + str(entry)] = data[: entry.filesize]

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        disk.open(path, read_only=True)
        walk(disk.root_dir, "")
        disk.close()
    return found


READERS = [by_pyfatfs] + ([by_fatfs] if VM else [])


def sample_files(seed=1):
    rng = random.Random(seed)
    files = {
        "code.py": b"print(1)\n" * 200,
        "boot.py": b"",
        "settings.toml": b"a",
        "UPPER.TXT": b"u",
        "exactly13char": b"13 characters",
        "a name with spaces.and.dots.txt": b"s",
        "rules/one_sector.mpy": bytes(512),
        "rules/one_more.mpy": bytes(range(256)) * 2 + b"x",
        "assets/help/RK.txt": b"h" * 4096,
        "deep/er/and/deeper/file.bin": b"deep",
    }
    for i in range(70):
        files["lib/pocket/module_number_%d.mpy" % i] = rng.randbytes(rng.randrange(1, 1500))
    return files


def written(tmp_path, desk, files):
    path = str(tmp_path / "drive.img")
    with open(path, "wb") as stream:
        stream.write(fatimage.make(desk.drive, files).ljust(desk.drive, b"\xff"))
    return path


@pytest.mark.long(keep=5)
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("board_id", DESK)
def test_other_readers_find_every_file(tmp_path, board_id, reader):
    files = sample_files()
    expected = dict(files)
    expected.update(
        dict.fromkeys(
            (".fseventsd/no_log", ".metadata_never_index", ".Trashes", ".Trash-1000"), b""
        )
    )
    assert reader(written(tmp_path, DESK[board_id], files)) == expected


@pytest.mark.long(keep=2)
@pytest.mark.skipif(not VM, reason="there is no MicroPython VM for Windows")
@pytest.mark.parametrize("board_id", DESK)
def test_fatfs_can_write_to_it(tmp_path, board_id):
    files = sample_files()
    path = written(tmp_path, DESK[board_id], files)
    by_fatfs(path, "write")
    for reader in READERS:
        found = reader(path)
        assert {name: found[name] for name in files} == files
        assert found["rummy_game.7"] == b"\7" * 3000


@pytest.mark.long(keep=3)
@pytest.mark.skipif(not VM, reason="there is no MicroPython VM for Windows")
@pytest.mark.parametrize(
    "size", sorted({desk.drive for desk in DESK.values()} | {256 << 10, 1 << 26})
)
def test_the_geometry_is_the_one_fatfs_makes(tmp_path, size):
    path = str(tmp_path / "empty.img")
    with open(path, "wb") as stream:
        stream.truncate(size)
    by_fatfs(path, "mkfs")
    with open(path, "rb") as stream:
        theirs = stream.read(512)
    ours = fatimage.make(size, {})[:512]
    # bytes per sector, sectors per cluster, reserved, FATs, root entries, sectors, media, FAT size
    assert ours[11:24] == theirs[11:24]
    assert ours[32:36] == theirs[32:36]
    assert fatimage.geometry(size).bits == (16 if fatimage.geometry(size).clusters > 4085 else 12)


def test_the_boot_sector_is_what_circuitpython_needs():
    boot = fatimage.make(15 << 20, {})[:512]
    assert boot[510:] == b"\x55\xaa" and boot[:1] == b"\xeb"
    assert struct.unpack_from("<HBHBHHBH", boot, 11) == (512, 4, 1, 1, 512, 30720, 0xF8, 31)
    assert struct.unpack_from("<I", boot, 28) == (1,)  # CircuitPython's drive is partition 1


def test_the_label_is_circuitpys():
    shape = fatimage.geometry(1 << 20)
    made = fatimage.make(1 << 20, {})
    root = made[(1 + shape.fat_sectors) * 512 :]
    assert root[:12] == b"CIRCUITPY  \x08"


def test_the_same_files_give_the_same_bytes():
    files = sample_files()
    again = dict(sorted(files.items(), reverse=True))
    assert fatimage.make(1 << 20, files) == fatimage.make(1 << 20, again)


def test_what_files_take_counts_clusters_folders_and_the_boards_own_files():
    size = 508 << 10
    empty = fatimage.occupied(size, {})
    assert empty == 2 * 512  # the folder of no_log, boot_out.txt
    few = fatimage.occupied(size, {"a": b"x", "b/c/d": b"y" * 513})
    assert few - empty == 512 + 1024 + 2 * 512
    # 40 names of two entries each, and the folder's own two: six clusters, not one.
    many = fatimage.occupied(size, {"lib/%d" % i: b"x" for i in range(40)})
    assert many - empty == 40 * 512 + 6 * 512
    with pytest.raises(fatimage.FatError, match="do not fit"):
        fatimage.occupied(size, {"a": bytes(979 * 512)})
    assert fatimage.occupied(size, {"a": bytes(978 * 512)}) == 980 * 512


def test_files_that_do_not_fit_are_one_sentence():
    with pytest.raises(fatimage.FatError, match="do not fit"):
        fatimage.make(508 << 10, {"big": bytes(500 << 10)})
    with pytest.raises(fatimage.FatError, match="512 entries"):
        fatimage.make(1 << 20, {"file_with_long_name_%d" % i: b"" for i in range(200)})
    with pytest.raises(fatimage.FatError, match="makes no FAT"):
        fatimage.make(8192, {})


def test_short_names_stay_apart():
    taken = set()
    names = ["settings.toml", "settings.toma", "Settings.Tomb", "code.py", ".hidden"]
    shorts = [fatimage._names(name, taken)[0] for name in names]
    assert len(set(shorts)) == len(names)
    assert shorts[3] == b"CODE    PY "


# --- UF2


def read_uf2(data, family):
    """(address, memory) of UF2 bytes, by Adafruit's reader."""
    from adafruit_uf2 import uf2conv

    uf2conv.familyid, uf2conv.appstartaddr = family, 0
    with contextlib.redirect_stdout(io.StringIO()):
        memory = uf2conv.convert_from_uf2(data)
    return uf2conv.appstartaddr, memory


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("board_id", RP2)
def test_one_file_holds_firmware_and_game(tmp_path, board_id):
    desk, files = DESK[board_id], sample_files()
    memory = flash_memory(board_id, offset=desk.offset)
    made = image.combine(desk, files, as_uf2(memory, desk.family))
    start, found = read_uf2(made, desk.family)
    assert start == 0x10000000
    assert found[: len(memory)] == memory
    path = str(tmp_path / "drive.img")
    with open(path, "wb") as stream:
        stream.write(found[desk.offset :].ljust(desk.drive, b"\xff"))
    for reader in READERS:
        inside = reader(path)
        assert {name: inside[name] for name in files} == files


@pytest.mark.parametrize("board_id", RP2)
def test_blocks_are_numbered_over_the_whole_file_in_whole_sectors(board_id):
    desk = DESK[board_id]
    made = image.combine(desk, sample_files(), as_uf2(flash_memory(board_id), desk.family))
    sectors = {}
    for number in range(len(made) // 512):
        head = struct.unpack_from("<8I", made, number * 512)
        assert head[5:7] == (number, len(made) // 512)
        assert head[7] == desk.family and head[2] == 0x2000 and head[4] == 256
        sectors.setdefault(head[3] // 4096, set()).add(head[3])
    assert all(len(addresses) == 16 for addresses in sectors.values())
    assert min(sectors) == 0x10000000 // 4096
    assert (0x10000000 + desk.offset) // 4096 in sectors


def test_only_the_drive(tmp_path):
    desk, files = DESK["pajenicko_picopad"], sample_files()
    made = image.combine(desk, files)
    start, found = read_uf2(made, desk.family)
    assert start == 0x10181000
    path = str(tmp_path / "drive.img")
    with open(path, "wb") as stream:
        stream.write(found.ljust(desk.drive, b"\xff"))
    assert by_pyfatfs(path)["code.py"] == files["code.py"]


def test_a_block_for_a_fixed_address_stays_first_and_by_itself():
    desk = DESK["tinycircuits_thumby_color"]
    fixed = (
        struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10FFFF00, 256, 0, 2, 0xE48BFF57)
        + b"\xef" * 256
        + bytes(220)
        + struct.pack("<I", 0x0AB16F30)
    )
    made = image.combine(
        desk, {"code.py": b"1"}, fixed + as_uf2(flash_memory(desk.board_id), desk.family)
    )
    assert made[:512] == fixed
    counts = {struct.unpack_from("<I", made, at + 24)[0] for at in range(512, len(made), 512)}
    assert counts == {len(made) // 512 - 1}


@pytest.mark.parametrize("board_id", sorted(set(DESK) - set(RP2)))
def test_where_it_cannot_work_it_names_the_way_that_does(board_id, capsys):
    assert guarded("image", image.main, ["--board", board_id, "--firmware", "x.uf2"]) == 1
    said = capsys.readouterr().err
    assert "flash --firmware" in said and DESK[board_id].name in said and said.count("\n") == 1


def test_unknown_board_and_missing_choice(capsys):
    assert guarded("image", image.main, ["--board", "toaster", "--only-drive"]) == 1
    assert "Unknown board 'toaster'" in capsys.readouterr().err
    assert guarded("image", image.main, ["--board", "ugame22"]) == 1
    assert "either --firmware FILE.uf2 or --only-drive" in capsys.readouterr().err
    assert guarded("image", image.main, ["--board", "ugame22", "--firmware", "/nowhere/x.uf2"]) == 1
    assert capsys.readouterr().err == "/nowhere/x.uf2: No such file or directory.\n"


def wrong_firmware():
    desk = DESK["pimoroni_picosystem"]
    good = as_uf2(flash_memory(desk.board_id), desk.family)
    blocks = [good[at : at + 512] for at in range(0, len(good), 512)]
    yield "empty", b"", "is empty"
    yield "text", b"<html>not found</html>", "is not a UF2 file"
    yield "half a block", good[:-100], "cut short"
    yield "a block short", good[:-512], "cut short"
    yield "a block missing inside", b"".join(blocks[:3] + blocks[4:]), "block 3 of 36 is missing"
    yield "a block twice", b"".join(blocks[:3] + blocks[2:]), "is missing"
    yield "damaged", good[:1024] + b"\0" * 512 + good[1536:], "damaged in block 2"
    yield "end magic", good[:508] + b"\0" * 4 + good[512:], "damaged in block 0"
    yield "another chip", as_uf2(flash_memory(desk.board_id), 0x55114460), "is for SAMD51"
    yield "no family", as_uf2(flash_memory(desk.board_id), 0), "an unknown chip"
    yield "no CircuitPython", as_uf2(bytes(5000), desk.family), "no CircuitPython"
    yield "version 8", as_uf2(flash_memory(desk.board_id, "8.2.10"), desk.family), "version 9"
    yield (
        "another board",
        as_uf2(flash_memory("raspberry_pi_pico"), desk.family),
        "not for Pimoroni PicoSystem",
    )
    yield (
        "another drive",
        as_uf2(flash_memory(desk.board_id, offset=0x181000), desk.family),
        "puts its drive at 0x181000",
    )
    yield (
        "into the drive",
        as_uf2(flash_memory(desk.board_id, size=0x100100), desk.family),
        "reaches into the board's drive",
    )


WRONG = list(wrong_firmware())


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("name, data, says", WRONG, ids=[case[0] for case in WRONG])
def test_wrong_firmware_is_one_sentence(name, data, says):
    with pytest.raises(ToolError, match=says) as caught:
        image.combine(DESK["pimoroni_picosystem"], {"code.py": b""}, data, "X.uf2")
    assert str(caught.value).startswith("X.uf2") and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "version, number",
    [("9.0.0", (9, 0, 0)), ("10.3.0-rc.1", (10, 3, 0)), ("9.2.4-12-g1a2b3c-dirty", (9, 2, 4))],
)
def test_firmware_tells_version_board_and_drive(version, number):
    found = uf2.firmware(as_uf2(flash_memory("ugame22", version, offset=0x100000), 0xE48BFF56))
    assert found.version == number
    assert found.boards == ("ugame22",)
    assert found.drive_offset == 0x100000
    assert found.memory == (0x10000000, 0x10000000 + 36 * 256)


@pytest.mark.long
def test_the_command_makes_a_file_of_this_project(tmp_path, capsys):
    desk = DESK["pimoroni_picosystem"]
    firmware = tmp_path / "cp.uf2"
    firmware.write_bytes(as_uf2(flash_memory(desk.board_id, offset=0x100000), desk.family))
    out = tmp_path / "game.uf2"
    assert (
        image.main(["--board", "pimoroni_picosystem", "--firmware", str(firmware), "-o", str(out)])
        == 0
    )
    assert "saved games too" in capsys.readouterr().out
    _start, found = read_uf2(out.read_bytes(), desk.family)
    path = str(tmp_path / "drive.img")
    with open(path, "wb") as stream:
        stream.write(found[desk.offset :].ljust(desk.drive, b"\xff"))
    inside = by_pyfatfs(path)
    from tools.device import build

    content = build.drive_content(boards_desktop.ROOT, desk.board_id, build.Compiler())
    assert {name: inside[name] for name in content} == content


def test_the_firmware_is_never_overwritten(tmp_path, capsys):
    firmware = tmp_path / "cp.uf2"
    firmware.write_bytes(as_uf2(flash_memory("ugame22"), 0xE48BFF56))
    before = firmware.read_bytes()
    assert (
        guarded(
            "image",
            image.main,
            ["--board", "ugame22", "--firmware", str(firmware), "-o", str(firmware)],
        )
        == 1
    )
    assert "names the firmware itself" in capsys.readouterr().err
    assert firmware.read_bytes() == before


@pytest.mark.parametrize("place, says", [("", "a folder"), ("none/x.uf2", "no folder")])
def test_a_place_that_cannot_be_is_told_before_the_work(tmp_path, monkeypatch, capsys, place, says):
    monkeypatch.setattr(image.build, "drive_content", None)
    path = str(tmp_path / place)
    with pytest.raises(SystemExit) as ended:
        image.main(["--board", "ugame22", "--only-drive", "-o", path])
    said = capsys.readouterr().err
    assert ended.value.code == 2 and says in said and said.count("\n") == 1


@pytest.mark.long
def test_a_file_that_cannot_be_written_leaves_nothing_half(tmp_path, monkeypatch, capsys):
    def refuse(old, new):
        raise PermissionError(13, "Permission denied", old)

    monkeypatch.setattr(image.build, "drive_content", lambda *rest: {"a.txt": b"a"})
    monkeypatch.setattr(image.os, "replace", refuse)
    path = str(tmp_path / "x.uf2")
    assert guarded("image", image.main, ["--board", "ugame22", "--only-drive", "-o", path]) == 1
    assert capsys.readouterr().err == "%s cannot be written: Permission denied.\n" % path
    assert os.listdir(tmp_path) == []
