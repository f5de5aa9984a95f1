"""The file system and the one-file image, read again by other projects' readers.

FAT: pyfatfs, and FatFs itself (the code CircuitPython uses) in the MicroPython VM.
UF2: Adafruit's converter.
"""

import contextlib
import io
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import warnings

import pytest
from build_help import as_uf2, flash_memory, program

from tools.__main__ import guarded
from tools.device import boards_desktop, build, fatimage, image, uf2
from tools.errors import ToolError

BOARDS = boards_desktop.BOARDS
OF_EACH_SIZE = {model.drive: board for board, model in BOARDS.items()}.values()  # of drives
RP2 = [board for board, model in BOARDS.items() if model.offset is not None]

VM = shutil.which("micropython", path=os.path.dirname(sys.executable))

FATFS = program("FatFs on a drive")


def by_fatfs(path, what="read"):
    """Return {path: bytes} of the image file `path`, by FatFs in the MicroPython VM."""
    script = path + ".py"
    with open(script, "w") as stream:
        stream.write(FATFS)
    done = subprocess.run([VM, script, path, what], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    pairs = (line.rsplit(" ", 1) for line in done.stdout.splitlines())
    return {name: bytes.fromhex(data.replace("-", "")) for name, data in pairs}


def by_pyfatfs(path):
    """Return {path: bytes} of the image file `path`, by pyfatfs."""
    from pyfatfs.PyFat import PyFat

    disk = PyFat()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        disk.open(path, read_only=True)
        found = {}
        for folder, _folders, files in disk.root_dir.walk():
            for file in files:
                chain = disk.get_cluster_chain(file.get_cluster()) if file.filesize else ()
                data = b"".join(map(disk.read_cluster_contents, chain))
                found[file.get_full_path().lstrip("/")] = data[: file.filesize]
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


def drive_file(tmp_path, model, image):
    """Return the path of a file with the whole drive that begins with the bytes `image`."""
    path = tmp_path / "drive.img"
    path.write_bytes(image.ljust(model.drive, b"\xff"))
    return str(path)


@pytest.mark.long(keep=5)
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("board_id", OF_EACH_SIZE)
def test_other_readers_find_every_file(tmp_path, board_id, reader):
    files, model = sample_files(), BOARDS[board_id]
    quiet = (".fseventsd/no_log", ".metadata_never_index", ".Trashes", ".Trash-1000")
    path = drive_file(tmp_path, model, fatimage.make(model.drive, files))
    assert reader(path) == {**files, **dict.fromkeys(quiet, b"")}


@pytest.mark.long(keep=2)
@pytest.mark.skipif(not VM, reason="there is no MicroPython VM for Windows")
@pytest.mark.parametrize("board_id", OF_EACH_SIZE)
def test_fatfs_can_write_to_it(tmp_path, board_id):
    files, model = sample_files(), BOARDS[board_id]
    path = drive_file(tmp_path, model, fatimage.make(model.drive, files))
    by_fatfs(path, "write")
    found = by_pyfatfs(path)
    assert {name: found[name] for name in files} == files
    assert found["rummy_game.7"] == b"\7" * 3000


@pytest.mark.long(keep=3)
@pytest.mark.skipif(not VM, reason="there is no MicroPython VM for Windows")
@pytest.mark.parametrize(
    "size", sorted({model.drive for model in BOARDS.values()} | {256 << 10, 1 << 26})
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


def test_the_boot_sector_and_label_are_circuitpythons():
    boot = fatimage.make(15 << 20, {})[:512]
    assert boot[510:] == b"\x55\xaa" and boot[:1] == b"\xeb"
    assert struct.unpack_from("<HBHBHHBH", boot, 11) == (512, 4, 1, 1, 512, 30720, 0xF8, 31)
    assert struct.unpack_from("<I", boot, 28) == (1,)  # CircuitPython's drive is partition 1
    root = (1 + fatimage.geometry(1 << 20).fat_sectors) * 512
    assert fatimage.make(1 << 20, {})[root : root + 12] == b"CIRCUITPY  \x08"


def test_the_same_files_give_the_same_bytes():
    files = sample_files()
    again = dict(sorted(files.items(), reverse=True))
    assert fatimage.make(1 << 20, files) == fatimage.make(1 << 20, again)


def test_occupied_counts_clusters_folders_and_the_boards_own_files():
    size = 508 << 10
    empty = fatimage.occupied_bytes(size, {})
    assert empty == 2 * 512  # the folder of no_log, boot_out.txt
    few = fatimage.occupied_bytes(size, {"a": b"x", "b/c/d": b"y" * 513})
    assert few - empty == 512 + 1024 + 2 * 512
    # 40 names of two entries each, and the folder's own two: six clusters, not one.
    many = fatimage.occupied_bytes(size, {"lib/%d" % i: b"x" for i in range(40)})
    assert many - empty == 40 * 512 + 6 * 512
    with pytest.raises(fatimage.FatError, match="do not fit"):
        fatimage.occupied_bytes(size, {"a": bytes(979 * 512)})
    assert fatimage.occupied_bytes(size, {"a": bytes(978 * 512)}) == 980 * 512


@pytest.mark.parametrize(
    "size, files, says",
    [
        (508 << 10, {"big": bytes(500 << 10)}, "do not fit"),
        (1 << 20, {"file_with_long_name_%d" % i: b"" for i in range(200)}, "512 entries"),
        (8192, {}, "makes no FAT"),
    ],
    ids=["too large", "too many in the root", "a drive too small"],
)
def test_files_that_do_not_fit_are_refused(size, files, says):
    with pytest.raises(fatimage.FatError, match=says):
        fatimage.make(size, files)


def test_short_names_stay_apart():
    taken = set()
    names = ["settings.toml", "settings.toma", "Settings.Tomb", "code.py", ".hidden"]
    shorts = [fatimage._name_entries(name, taken)[0] for name in names]
    assert len(set(shorts)) == len(names)
    assert shorts[3] == b"CODE    PY "


# --- UF2


def read_uf2(data, family):
    """Return (address, memory) of UF2 bytes, by Adafruit's reader."""
    from adafruit_uf2 import uf2conv

    uf2conv.familyid, uf2conv.appstartaddr = family, 0
    with contextlib.redirect_stdout(io.StringIO()):
        memory = uf2conv.convert_from_uf2(data)
    return uf2conv.appstartaddr, memory


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("board_id", RP2)
def test_one_file_holds_firmware_and_game(tmp_path, board_id):
    model, files = BOARDS[board_id], sample_files()
    memory = flash_memory(board_id, offset=model.offset)
    made = image.combine(model, files, as_uf2(memory, model.family))
    start, found = read_uf2(made, model.family)
    assert start == 0x10000000
    assert found[: len(memory)] == memory
    path = drive_file(tmp_path, model, found[model.offset :])
    for reader in READERS:
        inside = reader(path)
        assert {name: inside[name] for name in files} == files


@pytest.mark.parametrize("board_id", RP2)
def test_blocks_are_numbered_over_the_whole_file_in_whole_sectors(board_id):
    model = BOARDS[board_id]
    made = image.combine(model, sample_files(), as_uf2(flash_memory(board_id), model.family))
    sectors = {}
    for number in range(len(made) // 512):
        head = struct.unpack_from("<8I", made, number * 512)
        assert head[5:7] == (number, len(made) // 512)
        assert head[7] == model.family and head[2] == 0x2000 and head[4] == 256
        sectors.setdefault(head[3] // 4096, set()).add(head[3])
    assert all(len(addresses) == 16 for addresses in sectors.values())
    assert min(sectors) == 0x10000000 // 4096
    assert (0x10000000 + model.offset) // 4096 in sectors


def test_only_the_drive(tmp_path):
    model, files = BOARDS["pajenicko_picopad"], sample_files()
    made = image.combine(model, files)
    start, found = read_uf2(made, model.family)
    assert start == 0x10181000
    assert by_pyfatfs(drive_file(tmp_path, model, found))["code.py"] == files["code.py"]


def test_a_block_for_a_fixed_address_stays_first_and_by_itself():
    model = BOARDS["tinycircuits_thumby_color"]
    fixed = (
        struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10FFFF00, 256, 0, 2, 0xE48BFF57)
        + b"\xef" * 256
        + bytes(220)
        + struct.pack("<I", 0x0AB16F30)
    )
    made = image.combine(
        model, {"code.py": b"1"}, fixed + as_uf2(flash_memory(model.board_id), model.family)
    )
    assert made[:512] == fixed
    counts = {struct.unpack_from("<I", made, at + 24)[0] for at in range(512, len(made), 512)}
    assert counts == {len(made) // 512 - 1}


SEPARATE = sorted(set(BOARDS) - set(RP2))
NOWHERE = ["--firmware", "/nowhere/x.uf2"]
# Board, further arguments, what the sentence has.
REFUSALS = [
    *(
        (board, NOWHERE, "%s: its drive lies.*flash --firmware" % BOARDS[board].name)
        for board in SEPARATE
    ),
    ("toaster", ["--only-drive"], "Unknown board 'toaster'"),
    ("ugame22", [], "either --firmware FILE.uf2 or --only-drive"),
    ("ugame22", NOWHERE, "^/nowhere/x.uf2: No such file or directory.$"),
]


@pytest.mark.parametrize("board_id, words, says", REFUSALS)
def test_the_command_refuses_in_one_sentence(board_id, words, says, capsys):
    assert guarded("image", image.main, ["--board", board_id, *words]) == 1
    said = capsys.readouterr().err
    assert re.search(says, said.rstrip()) and said.count("\n") == 1


PICO = BOARDS["pimoroni_picosystem"]


def firmware(board_id=PICO.board_id, *version, family=PICO.family, **more):
    return as_uf2(flash_memory(board_id, *version, **more), family)


WHOLE = firmware()
BLOCKS = [WHOLE[at : at + 512] for at in range(0, len(WHOLE), 512)]
WRONG = {
    "empty": (b"", "is empty"),
    "text": (b"<html>not found</html>", "is not a UF2 file"),
    "half a block": (WHOLE[:-100], "cut short"),
    "a block short": (WHOLE[:-512], "cut short"),
    "a block missing inside": (b"".join(BLOCKS[:3] + BLOCKS[4:]), "block 3 of 36 is missing"),
    "a block twice": (b"".join(BLOCKS[:3] + BLOCKS[2:]), "is missing"),
    "damaged": (WHOLE[:1024] + b"\0" * 512 + WHOLE[1536:], "damaged in block 2"),
    "end magic": (WHOLE[:508] + b"\0" * 4 + WHOLE[512:], "damaged in block 0"),
    "another chip": (firmware(family=0x55114460), "is for SAMD51"),
    "no family": (firmware(family=0), "an unknown chip"),
    "no CircuitPython": (as_uf2(bytes(5000), PICO.family), "is not a CircuitPython"),
    "version 8": (firmware(PICO.board_id, "8.2.10"), "version 9"),
    "another board": (firmware("raspberry_pi_pico"), "not for Pimoroni PicoSystem"),
    "another drive": (firmware(offset=0x181000), "puts its drive at 0x181000"),
    "into the drive": (firmware(size=0x100100), "overlaps the board's drive"),
}


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("data, says", WRONG.values(), ids=WRONG)
def test_wrong_firmware_is_one_sentence(data, says):
    with pytest.raises(ToolError, match=says) as caught:
        image.combine(PICO, {"code.py": b""}, data, "X.uf2")
    assert str(caught.value).startswith("X.uf2") and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "version, number",
    [("9.0.0", (9, 0, 0)), ("10.3.0-rc.1", (10, 3, 0)), ("9.2.4-12-g1a2b3c-dirty", (9, 2, 4))],
)
def test_firmware_tells_version_board_and_drive(version, number):
    found = uf2.read_firmware(as_uf2(flash_memory("ugame22", version, offset=0x100000), 0xE48BFF56))
    assert found.version == number
    assert found.boards == ("ugame22",)
    assert found.drive_offset == 0x100000
    assert found.address_range == (0x10000000, 0x10000000 + 36 * 256)


@pytest.mark.long
def test_the_command_makes_a_file_of_this_project(tmp_path, capsys):
    model = PICO
    stock, out = tmp_path / "cp.uf2", tmp_path / "game.uf2"
    stock.write_bytes(firmware(offset=0x100000))
    words = ["--board", model.board_id, "--firmware", str(stock), "-o", str(out)]
    assert image.main(words) == 0
    assert "including saved games" in capsys.readouterr().out
    _start, found = read_uf2(out.read_bytes(), model.family)
    inside = by_pyfatfs(drive_file(tmp_path, model, found[model.offset :]))
    content = build.drive_content(boards_desktop.ROOT, model.board_id, build.Compiler())
    assert {name: inside[name] for name in content} == content


def test_the_firmware_is_never_overwritten(tmp_path, capsys):
    stock = tmp_path / "cp.uf2"
    stock.write_bytes(firmware("ugame22"))
    before = stock.read_bytes()
    words = ["--board", "ugame22", "--firmware", str(stock), "-o", str(stock)]
    assert guarded("image", image.main, words) == 1
    assert "names the firmware itself" in capsys.readouterr().err
    assert stock.read_bytes() == before


@pytest.mark.parametrize("place, says", [("", "a folder"), ("none/x.uf2", "no folder")])
def test_an_impossible_output_is_refused_before_the_work(
    tmp_path, monkeypatch, capsys, place, says
):
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
