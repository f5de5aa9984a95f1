"""`firmware`: its checks of a checkout and of this computer, its makefile, the frozen game."""

import ast
import os
import re
import subprocess
import types

import pytest
from build_help import as_uf2, flash_memory
from conftest import ROOT
from emulate_help import options
from house_help import FINISHED

from tools import door
from tools.__main__ import guarded
from tools.device import boards_desktop, build, bundle, firmware, frozen, gather, image, uf2
from tools.emulator import drive, measure
from tools.errors import ToolError

MK = """\
CHIP_VARIANT = RP2040
CIRCUITPY__EVE = 1

CIRCUITPY_KEYPAD = 1
CIRCUITPY_STAGE = 1
CIRCUITPY_CYW43 = 1
CIRCUITPY_WIFI = 1
FROZEN_MPY_DIRS += $(TOP)/frozen/circuitpython-stage/picosystem

CFLAGS += \\
    -DCYW43_PIN_WL_DYNAMIC=0 \\
\t-DCYW43_WL_GPIO_LED_PIN=0

# Must be accompanied by a linker script change
CFLAGS += -DCIRCUITPY_FIRMWARE_SIZE='(1536 * 1024)'
"""
PINS = "    {&led, MP_ROM_PTR(&pin_CYW0)},\n    {&audio, MP_ROM_PTR(&pin_GPIO15)},\n"
BOARD = "pajenicko_picopad"
DESK = boards_desktop.DESK[BOARD]


def git(folder, *words):
    own = ("-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    done = subprocess.run(
        ["git", "-C", str(folder), *own, *words], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def put(folder, path, text=""):
    full = folder / path
    full.parent.mkdir(parents=True, exist_ok=True)
    full.write_text(text)


def commit(folder):
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "all")


@pytest.fixture
def checkout(tmp_path):
    """A made-up checkout of CircuitPython that passes every check."""
    folder = tmp_path / "circuitpython"
    put(folder, "py/circuitpy_mpconfig.mk")
    put(folder, "ports/raspberrypi/Makefile", "all:\n")
    put(folder, "ports/raspberrypi/boards/%s/mpconfigboard.mk" % BOARD, MK)
    put(folder, "ports/raspberrypi/boards/%s/pins.c" % BOARD, PINS)
    put(folder, "ports/raspberrypi/boards/other/mpconfigboard.mk", "A = 1\n")
    for name in firmware.SUBMODULES:
        put(folder, name + "/README.md", name)
        git(folder / name, "init", "-q")
        commit(folder / name)
    git(folder, "init", "-q")
    commit(folder)  # a folder with a .git of its own is kept as a submodule's commit
    git(folder, "tag", firmware.TAG)
    return folder


def other_version(folder):
    git(folder, "tag", "-d", firmware.TAG)
    git(folder, "tag", "9.9.9")


def other_submodules(folder):
    """Remove one submodule and commit to another."""
    os.rename(folder / "lib/tinyusb/.git", folder / "elsewhere")
    put(folder, "tools/huffman/more")
    commit(folder / "tools/huffman")


def without_git(folder):
    os.rename(folder / ".git", folder / "elsewhere")


def without_source(folder):
    os.remove(folder / "py/circuitpy_mpconfig.mk")


CHECKOUTS = {
    "another folder": (without_source, "^%s is no checkout of CircuitPython.$"),
    "a copy without git": (without_git, "^%s is not under git: clone https://"),
    "another version": (other_version, "stands at 9.9.9.*`git checkout %s`" % firmware.TAG),
    "other submodules": (
        other_submodules,
        "lacks lib/tinyusb, tools/huffman, or has another commit of it"
        ".*`git submodule update --init lib/tinyusb tools/huffman`",
    ),
}


@pytest.mark.long(keep=3)
@pytest.mark.parametrize("spoil, says", CHECKOUTS.values(), ids=CHECKOUTS)
def test_a_wrong_checkout_is_refused(checkout, spoil, says):
    firmware.check_checkout(str(checkout))
    spoil(checkout)
    with pytest.raises(ToolError, match=says.replace("%s", re.escape(str(checkout)))):
        firmware.check_checkout(str(checkout))


def test_a_folder_that_does_not_exist_is_refused(tmp_path):
    with pytest.raises(ToolError, match="is no checkout"):
        firmware.check_checkout(str(tmp_path / "gone"))


@pytest.mark.parametrize(
    "lacks, says",
    [
        *((name, "^%s is not installed: " % name) for name in (firmware.COMPILER, "make", "cc")),
        ("libraries", "pip install cascadetoml jinja2 typer"),
    ],
)
def test_a_missing_program_or_library_is_named(monkeypatch, lacks, says):
    which = lambda word, **_: None if word == lacks else "/bin/" + word  # noqa: E731
    failed = subprocess.CompletedProcess([], 1)
    monkeypatch.setattr(firmware.shutil, "which", which)
    monkeypatch.setattr(firmware.subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(ToolError, match=says):
        firmware.check_tools()


def test_a_board_without_such_a_firmware_is_told(capsys):
    assert guarded("firmware", firmware.main, ["--board", "pybadge", "--circuitpython", "x"]) == 1
    assert "pybadge is none of them" in capsys.readouterr().err


# -- what make is given


def flags(text):
    """{name: value} of the lines of a makefile, the last of a name."""
    rows = [line.partition(" = ") for line in text.splitlines() if " = " in line]
    return {name: value for name, _, value in rows}


def test_the_makefile_leaves_out_what_no_game_asks_for_and_freezes_the_game():
    text = firmware.settings(BOARD, MK, "/somewhere/game")
    made = flags(text)
    assert made["FROZEN_MPY_DIRS"] == "/somewhere/game"
    assert text.rindex("FROZEN_MPY_DIRS = ") > text.rindex("FROZEN_MPY_DIRS +=")
    for name in (*firmware.AWAY, *firmware.WIFI):
        assert made["CIRCUITPY_" + name] == "0", name
    assert made["CIRCUITPY_KEYPAD"] == "1" and made["CHIP_VARIANT"] == "RP2040"
    assert "CYW43_" not in text  # pins of the chip that is left out
    assert "-DCIRCUITPY_FIRMWARE_SIZE='(1536 * 1024)'" in text  # the drive stays


def test_a_board_without_wifi_loses_nothing_but_what_is_left_out():
    made = flags(firmware.settings("pimoroni_picosystem", MK, "/game"))
    assert made["CIRCUITPY_WIFI"] == "1" and made["CIRCUITPY_STAGE"] == "0"


def test_every_board_is_one_that_the_project_knows_and_tells_of():
    assert set(firmware.BOARDS) == set(boards_desktop.WITH_GAME)
    for name in firmware.BOARDS:
        assert boards_desktop.DESK[name].offset
        assert "pocket-rummy-%s.uf2" % name in bundle.how_to(name)
    assert ".uf2" not in bundle.how_to("pybadge")


def test_a_release_builds_what_the_command_can_build_with_what_it_asks_for():
    with open(os.path.join(ROOT, ".github", "workflows", "release.yml")) as file:
        text = file.read()
    assert "CIRCUITPYTHON: %s\n" % firmware.TAG in text
    (boards,) = [line for line in text.splitlines() if line.startswith("  BOARDS: ")]
    assert sorted(boards.split()[1:]) == sorted(firmware.BOARDS)
    words = text.replace("\\\n", " ").split()
    assert set(firmware.SUBMODULES) < set(words)
    assert 'door.requirements(["firmware"])' in text
    pinned = [block.partition("==")[0] for block in door.requirements(["firmware"])]
    assert set(firmware.LIBRARIES.split()) <= set(pinned)


@pytest.mark.long
def test_what_the_game_imports_is_not_left_out():
    game = frozen.Game(ROOT, "pimoroni_picosystem")
    text = "\n".join(game.sources.values())
    for name in (*firmware.AWAY, *firmware.WIFI):
        assert "import %s\n" % name.lower().lstrip("_") not in text


@pytest.mark.long
def test_the_checkout_stays_as_it_was(checkout, tmp_path):
    before = git(checkout, "status", "--porcelain")
    port = firmware.tree(str(checkout), str(tmp_path / "tree"), BOARD, "/game")
    board = os.path.join(port, "boards", BOARD)
    with open(os.path.join(board, "pins.c")) as file:
        assert file.read() == PINS.splitlines(True)[1]
    with open(os.path.join(board, "mpconfigboard.mk")) as file:
        assert "FROZEN_MPY_DIRS = /game" in file.read()
    for path in ("Makefile", "boards/other/mpconfigboard.mk", "../../py/circuitpy_mpconfig.mk"):
        assert os.path.isfile(os.path.join(port, path))
    assert git(checkout, "status", "--porcelain") == before == ""
    assert (checkout / "ports/raspberrypi/boards" / BOARD / "pins.c").read_text() == PINS


@pytest.mark.parametrize(
    "log, says",
    [
        (
            "x\nld: region `FLASH_FIRMWARE' overflowed by 1234 bytes\n",
            "1234 bytes larger than the room before the drive",
        ),
        ("a.c:1: warning\nb.c:2: error: no such pin\nmake: *** [x]\n", "b.c:2: error: no such pin"),
        ("", "no reason"),
    ],
)
def test_a_log_of_make_becomes_a_sentence(log, says):
    assert says in firmware.failure(log, "/tmp/log")


def test_make_that_fails_is_told_with_its_reason(tmp_path):
    put(tmp_path, "Makefile", "all:\n\t@echo 'x.c:1: error: gone'; false\n")
    with pytest.raises(ToolError, match="x.c:1: error: gone"):
        firmware.make(str(tmp_path), BOARD, str(tmp_path / "out"), 1, str(tmp_path / "log"))


SOURCES = {"gamesetup.py": "", "rules_solver.py": "", "solver.py": "", "rummy_01234567.py": ""}


def made(offset, paths=tuple(SOURCES), size=9000, board=BOARD):
    """UF2 bytes that stand for a firmware with the drive at `offset` and these paths frozen."""
    names = b"".join(b"%s\0" % path.encode() for path in paths)
    memory = flash_memory(board, "10.2.1", offset=uf2.XIP + offset, size=size) + b"\0" + names
    return as_uf2(memory, boards_desktop.RP2040)


def test_a_firmware_below_the_drive_is_good():
    size, left = firmware.check_place(made(DESK.offset), DESK, SOURCES)
    assert size >= 9000 and size + left == DESK.offset - 4096


MOVES = "would move the drive"
NO_SOLVER = [path for path in SOURCES if path != "solver.py"]  # as rules_solver.py ends
NO_SETUP = [path for path in SOURCES if path != "gamesetup.py"] + ["gamesetup.pyc"]
REFUSED = {
    "the drive moves": ({"offset": DESK.offset + 4096}, MOVES),
    "it reaches into the chip's memory": ({"size": 0x180000}, MOVES),
    "the end of a longer path": ({"paths": NO_SOLVER}, "built without solver.py.$"),
    "the beginning of a longer path": ({"paths": NO_SETUP}, "built without gamesetup.py.$"),
}


@pytest.mark.long(keep=3)
@pytest.mark.parametrize("firm, says", REFUSED.values(), ids=REFUSED)
def test_a_wrong_firmware_is_refused(firm, says):
    with pytest.raises(ToolError, match=says):
        firmware.check_place(made(**{"offset": DESK.offset, **firm}), DESK, SOURCES)


# -- what is frozen


@pytest.fixture(scope="module")
def game():
    return frozen.Game(ROOT, "pimoroni_picosystem")


@pytest.mark.long
def test_what_is_measured_with_is_not_frozen_and_does_not_change_what_is(game):
    text = frozen._probe("probe.py").replace("SEES = False", "SEES = True")
    again = frozen.Game(ROOT, "pimoroni_picosystem", {"probe.py": text})
    assert again.sources == game.sources and again.mark == game.mark
    assert again.beside["probe.py"] != game.beside["probe.py"]
    assert not any("probe" in path for path in game.sources)


@pytest.mark.long
def test_another_board_has_another_mark(game):
    assert frozen.Game(ROOT, BOARD).mark != game.mark


@pytest.mark.long
def test_its_drive_holds_no_program(game):
    content = game.drive()
    assert [path for path in content if path.startswith("lib/")] == ["lib/pocket/files.txt"]
    assert not any(path.endswith(".mpy") for path in content)
    assert {"code.py", "boot.py", "rummy.sav", "settings.toml"} < set(content)
    assert "import %s\n" % game.mark in content["code.py"].decode()
    assert frozen.mark_in(content["code.py"]) == game.mark
    assert {"assets/words/%s.bin" % code for code in ("en", "de", "tr")} < set(content)


@pytest.mark.long
def test_picopads_drive_has_room_for_every_language_then():
    content = frozen.Game(ROOT, BOARD).drive()
    assert {"assets/words/%s.bin" % code for code in ("en", *FINISHED)} <= set(content)


@pytest.mark.long
def test_every_module_that_is_imported_is_frozen(game):
    there = {path[:-3] for path in game.sources}
    assert {"title", "pocket_app_start", "rules_catalogue"} < there
    assert not {"conf", "setup"} & there  # CircuitPython's makefile leaves these out
    for path, text in game.sources.items():
        for name in gather.imported(ast.parse(text)):
            if name.startswith(("pocket", "rules")):
                assert name in there or name.rpartition(".")[0] in there, (path, name)


def holding(mark):
    """As much of a uf2.Firmware as tells what is frozen in it."""
    return types.SimpleNamespace(blocks=[uf2.Block(0, b"\0" + mark.encode() + b"\0", None, 0)])


@pytest.mark.long
def test_emulate_measures_a_firmware_with_the_game_in_it_with_its_own_drive(game):
    desk = boards_desktop.DESK["pimoroni_picosystem"]
    content = drive.built(desk, None, drive.probe(SEES=True), holding(game.mark))
    assert [path for path in content if path.endswith(".mpy")] == ["probe.mpy"]
    drive.begin_with_probe(content)
    assert 'os.chdir("/")\nimport probe' in content["code.py"].decode()
    assert "lib/pocket/title.mpy" in drive.built(desk, firmware=holding("rummy.sav"))


@pytest.mark.long
def test_a_firmware_of_another_state_of_the_game_is_refused():
    desk = boards_desktop.DESK["pimoroni_picosystem"]
    with pytest.raises(ToolError, match="another game than this copy: make"):
        drive.built(desk, firmware=holding("rummy_00000000"))


def test_image_puts_the_drive_of_that_firmware_beside_it(monkeypatch, tmp_path):
    own = tmp_path / "own.uf2"
    own.write_bytes(made(DESK.offset))
    asked = []
    monkeypatch.setattr(frozen, "content", lambda *words: asked.append(words) or {"code.py": b"x"})
    monkeypatch.setattr(build, "refuse_faults", lambda root: None)
    out = str(tmp_path / "all.uf2")
    assert image.main(["--board", BOARD, "--firmware", str(own), "-o", out]) == 0
    assert asked == [(BOARD, "rummy_01234567")]
    assert b"code.py" not in own.read_bytes() and os.path.getsize(out) > own.stat().st_size


def test_a_mark_is_found_among_a_firmwares_bytes():
    assert frozen.mark_in(b"\0abc\0rummy_0a1b2c3d\0x") == "rummy_0a1b2c3d"
    assert frozen.mark_in(b"rummy.sav rummy_table") is None


# -- the whole of it, where a checkout is given


@pytest.mark.skipif(
    "POCKET_CIRCUITPYTHON" not in os.environ,
    reason="`POCKET_CIRCUITPYTHON=DIR python3 tools test` runs it: a checkout of CircuitPython",
)
@pytest.mark.parametrize("board_id", sorted(firmware.BOARDS))
def test_the_firmware_is_built_and_the_checkout_stays_clean(board_id, tmp_path, capsys):
    folder = os.environ["POCKET_CIRCUITPYTHON"]
    before = git(folder, "status", "--porcelain")
    path = str(tmp_path / "out.uf2")
    words = ["--board", board_id, "--circuitpython", folder, "-o", path]
    assert firmware.main(words) == 0, capsys.readouterr().err
    assert git(folder, "status", "--porcelain") == before
    with open(path, "rb") as file:
        image = uf2.firmware(file.read())
    assert board_id in image.boards and image.version == (10, 2, 1)
    if board_id in drive.WIRING:
        (report,) = measure.measure(options(firmware=path))
        assert report["title_ms"] < 4000 and report["lowest"]["free"][0] > 60 * 1024
