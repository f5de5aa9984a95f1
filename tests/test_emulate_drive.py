"""The emulated board's flash: its layout, additions to the drive, faults of a FAT."""

import ast
import json
import re
import struct

import pytest
from build_help import small_tree
from emulate_help import BOARD, firmware_file, options

from tools.device import boards_desktop, fatimage, parsed, uf2
from tools.emulator import drive, fatcheck, firmware, session

FILES = {
    "code.py": b"print(1)\n",
    "lib/rules/tiles.mpy": bytes(range(256)) * 9,
    "a long name that needs more.txt": b"x" * 700,
    "empty": b"",
}
SIZE = 1 << 20
CODE, TILES = b"CODE    PY ", b"TILES   MPY"  # in their folders' entries


def image():
    """A drive with FILES on it."""
    return bytearray(fatimage.make(SIZE, FILES).ljust(SIZE, b"\xff"))


def test_a_written_drive_is_read_without_faults():
    found = fatcheck.Drive(image())
    assert {path: data for path, data in found.files.items() if path in FILES} == FILES
    assert found.faults == [] and "lib/rules" in found.folders


def cluster(data, short):
    """The first cluster of a file with an 8.3 name."""
    return struct.unpack_from("<H", data, data.index(short) + 26)[0]


def share(data):
    struct.pack_into("<H", data, data.index(CODE) + 26, cluster(data, TILES))


def end_chain(data):
    at = 512 + cluster(data, TILES) * 3 // 2
    data[at : at + 2] = b"\0\0"


def delete(data):
    data[data.index(TILES)] = 0xE5  # the entry, not its chain


def lengthen(data):
    struct.pack_into("<I", data, data.index(CODE) + 28, 9000)


@pytest.mark.parametrize(
    "damage, fault",
    [
        (share, "share cluster"),
        (end_chain, "free cluster|clusters"),
        (delete, "belong to no file"),
        (lengthen, "code.py has 9000 bytes"),
    ],
)
def test_a_fault_of_the_drive_is_found(damage, fault):
    data = image()
    damage(data)
    assert any(re.search(fault, found) for found in fatcheck.Drive(data).faults)


def test_no_drive_is_one_sentence():
    with pytest.raises(fatcheck.BadDrive, match="boot sector"):
        fatcheck.Drive(b"\xff" * SIZE)


# name of the board, MB of flash, and {button: GPIO} of CircuitPython's pins.c
BOARDS = [
    ("pimoroni_picosystem", 16, None),
    ("pybadge", 2.5, None),
    ("pygamer", 8.5, None),
    (
        "pajenicko_picopad",
        2,
        {"UP": 4, "DOWN": 5, "LEFT": 3, "RIGHT": 2, "A": 7, "B": 6, "START": 8, "SELECT": 9},
    ),
    (
        "hack_club_sprig",
        2,
        {"UP": 5, "DOWN": 7, "LEFT": 6, "RIGHT": 8, "A": 14, "B": 15, "START": 12, "SELECT": 13},
    ),
]


@pytest.mark.parametrize("name, size, buttons", BOARDS)
def test_a_board_is_wired_and_laid_out_as_it_is(tmp_path, name, size, buttons):
    model, row = drive.board(name), drive.WIRING[name]
    keys = drive.keys(model)
    assert set(keys) == set(BOARDS[-1][2]) and len(set(keys.values())) == len(keys)
    assert buttons is None or keys == buttons
    assert not {row.select, row.data} & set(keys.values())
    glass = row.glass if row.turned % 180 == 0 else row.glass[::-1]
    assert glass == drive.display_size(model)
    where = {"family": None, "address": uf2.SAMD51_PROGRAM} if model.chip == "SAMD51" else {}
    path = firmware_file(tmp_path / "f.uf2", board=name, **where)
    assert session.board_of(options(firmware=path))[0].board_id == name
    flash = drive.flash_of(model, drive.read_firmware(path, model), b"DRIVE")
    assert len(flash) == size * (1 << 20)
    assert flash[where.get("address", 0) :][:2] == b"\xfe\xe7"
    offset = 512 * 1024 if where else model.offset
    assert flash[offset : offset + 6] == b"DRIVE\xff"


@pytest.mark.parametrize(
    "size, glass", [((320, 240), (240, 320, 270)), ((160, 128), (160, 128, 0))]
)
def test_another_display_has_a_panel_of_its_own(size, glass):
    told = drive.wiring(drive.board("pajenicko_picopad"), size)
    assert (*told.glass, told.turned) == glass


def test_another_display_is_wired_before_any_setting_and_frees_the_port():
    content = {"settings.toml": b"[table]\n", "code.py": b"print(1)\n"}
    drive.set_display(content, drive.board(BOARD), (160, 128))
    first = content["settings.toml"].decode().split("\n")[0]
    assert first.startswith('POCKET_DISPLAY = "st7789 160x128 sck=')
    assert content["settings.toml"].endswith(b"[table]\n") and content["code.py"] == b"print(1)\n"
    drive.set_display(content, drive.board("hack_club_sprig"), (320, 240))
    assert content["code.py"].endswith(b"board.SPI().deinit()\nprint(1)\n")


def test_measuring_code_replaces_languages_but_english():
    model = drive.board("pajenicko_picopad")
    words = {"assets/words/%s.bin" % name: bytes(20000) for name in ("de", "en", "pl")}
    content = {**words, "assets/title.bmp": bytes(420000)}
    drive.make_room(model, content)
    assert len(content) == 4
    content["jobs/w0.bin"] = bytes(30000)
    drive.make_room(model, content)
    assert "assets/words/de.bin" in content and "assets/words/pl.bin" not in content
    while True:  # to the last cluster, which boot_out.txt needs
        content["fill.bin"] = content.get("fill.bin", b"") + bytes(512)
        try:
            fatimage.make(model.drive, {**content, "boot_out.txt": b"x"})
        except fatimage.FatError:
            break
    drive.make_room(model, content)
    assert fatimage.make(model.drive, {**content, "boot_out.txt": b"x"})
    content["jobs/w1.bin"] = bytes(model.drive)
    drive.make_room(model, content)
    assert "assets/words/en.bin" in content and "assets/words/de.bin" not in content


@pytest.mark.parametrize("heap, bytes_", [(None, None), ("147K", 150528)])
def test_a_drive_with_measuring_code_has_room_for_its_save(tmp_path, monkeypatch, heap, bytes_):
    """Its settings take a cluster more: the drive once was full to the last."""
    booted = []
    monkeypatch.setattr(
        session.Handheld, "__init__", lambda *words, **more: booted.append((words[4], more["heap"]))
    )
    monkeypatch.setattr(session.Handheld, "watch_heap", lambda *words: None)
    model = drive.board("pajenicko_picopad")
    given = options(firmware=firmware_file(tmp_path / "f.uf2", board=model.board_id), seed=1)
    given.heap = heap
    session.set_up(given, files={"rummy.sav": bytes(11 * 5632)})
    ((content, left),) = booted
    assert "assets/words/en.bin" in content and left == bytes_
    assert fatimage.make(model.drive, {**content, "boot_out.txt": b"x"})


def test_the_probes_constants_are_set_and_unknown_ones_refused():
    text = drive.probe(JOBS=True)["probe.py"]
    assert "\nJOBS = True " in text and "\nKEYS = False " in text
    with pytest.raises(KeyError):
        drive.probe(NONE_SUCH=1)


def test_the_probe_is_compiled_with_the_program_it_measures(tmp_path, monkeypatch):
    monkeypatch.setattr(boards_desktop, "ROOT", small_tree(tmp_path))
    content = drive.build_content(drive.board(BOARD), extra=drive.probe(JOBS=True, SEES=True))
    assert content["probe.mpy"][:2] == b"C\x06"
    assert parsed.module_name("probe.py") == "probe"


def test_the_probe_keeps_no_screen_that_is_gone():
    # The collector reads the C stack, too: a frame that calls a method holds its object there, one
    # that calls only plain functions leaves the object that lay there before.
    wrappers = [
        item
        for item in ast.parse(drive.probe()["probe.py"]).body
        if isinstance(item, ast.FunctionDef) and item.name in ("_step", "_switch")
    ]
    assert len(wrappers) == 2
    for wrapper in wrappers:
        called = wrapper.body[0].value.func
        assert isinstance(called, ast.Attribute) and called.value.id == wrapper.args.args[0].arg


class Steps:
    """Firmware that counts free bytes in steps of 1,024 and takes some besides."""

    def __init__(self, tmp_path, monkeypatch):
        self.booted = []
        monkeypatch.setattr(firmware.drive, "cache_name", lambda path: str(tmp_path / "known"))
        monkeypatch.setattr(firmware.fatimage, "make", lambda size, content: content)
        monkeypatch.setattr(firmware.drive, "flash_of", lambda model, image, content: content)
        monkeypatch.setattr(firmware.Firmware, "_free_with", self.free_with)
        known = {"print": 1, "fail": 2, "allocate": 3, "boot_out": "", "stacks": {}}
        known["free"] = self.free(drive.STACK)
        (tmp_path / "known").write_text(json.dumps(known))
        path = firmware_file(tmp_path / "f.uf2")
        self.board = firmware.Firmware(path, drive.board(BOARD))

    def free(self, stack):
        return (171000 - stack + 700 * (stack > 9000)) // 1024 * 1024

    def free_with(self, content, routines):
        """CircuitPython reads the first line that names the Python stack."""
        text = content["settings.toml"].decode()
        stack = int(re.search(r"CIRCUITPY_PYSTACK_SIZE = (\d+)", text)[1])
        self.booted.append(stack)
        return self.free(stack), None


@pytest.mark.parametrize("heap", [150720, 147684, 131072, 165800])
def test_a_smaller_heap_is_found_by_trying(tmp_path, monkeypatch, heap):
    steps = Steps(tmp_path, monkeypatch)
    stack = steps.board.stack(heap)
    assert 0 <= heap - steps.free(stack) < 2048
    tried = len(steps.booted)
    assert 1 <= tried <= 3
    assert steps.board.stack(heap) == stack and len(steps.booted) == tried  # kept


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
    assert drive.board_like(name).board_id == found


def test_an_imitated_board_brings_its_display_and_its_memory(tmp_path):
    given = options(firmware=firmware_file(tmp_path / "f.uf2"), like="picopad")
    model, size = session.board_of(given)
    assert (model.board_id, size) == (BOARD, (320, 240))
    assert session.heap_of(given, model) == 150720
    assert session.heap_of(options(like="picosystem"), model) is None
