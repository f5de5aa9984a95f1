"""`flash` on made-up boards: finding, copying, keeping, and breaking off at every write."""

import errno
import os
import re
import types

import pytest
import saves_help
from build_help import as_uf2, flash_memory, put
from pocket.games import savefile

from tools.__main__ import guarded
from tools.device import boards_desktop, drives, flash, installation
from tools.errors import ToolError

BOOT_OUT = (
    "Adafruit CircuitPython 10.3.0 on 2026-09-01; Adafruit Pybadge with samd51j19\r\n"
    "Board ID:pybadge\r\nUID:0123456789ABCDEF\r\nboot.py output:\r\n"
)
INFO = "UF2 Bootloader v3.15.0 SFHWRO\r\nModel: PyBadge\r\nBoard-ID: SAMD51J19A-PyBadge-M4\r\n"
RP2 = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"
SAVES = {
    "rummy.sav": b"saved games",
    "rummy_game.a": b"saved game A",
    "rummy_game.b": b"saved game B",
    "saves/rummy_set.a": b"settings record",
}
SAMD51 = 0x55114460

ONE = {
    "code.py": b"import pocket one\n",
    "boot.py": b"boot one\n",
    "settings.toml": b"A = 1\n",
    "metadata.json": b"{}\n",
    "icon.bmp": b"BM",
    "lib/pocket/app.mpy": b"C\x06 app one",
    "lib/pocket/old.mpy": b"C\x06 old",
    "rules/game.mpy": b"C\x06 game",
    "rules/gone/deep.mpy": b"C\x06 deep",
    "assets/tiles8x11.bmp": b"BM tiles" * 100,
    "lib/adafruit_sample/a.mpy": b"C\x06 library",
}
TWO = {
    "code.py": b"import pocket two\n",
    "boot.py": b"boot one\n",
    "settings.toml": b"A = 2\n",
    "metadata.json": b"{}\n",
    "icon.bmp": b"BM",
    "lib/pocket/app.mpy": b"C\x06 app two",
    "lib/pocket/new.mpy": b"C\x06 new",
    "rules/game.mpy": b"C\x06 game",
    "assets/tiles10x14.bmp": b"BM other" * 90,
}


class Host:
    """A machine with the folders given as drives; time passes only in sleep()."""

    def __init__(self, *paths, free=1 << 20, cluster=512):
        self.paths = list(paths)
        self.room = (free, cluster)
        self.time = 0
        self.on_sleep = None

    def boards(self):
        return [found for found in map(drives.look, self.paths) if found]

    def space(self, path):
        return self.room

    def now(self):
        return self.time

    def sleep(self, seconds):
        self.time += seconds
        if self.on_sleep:
            self.on_sleep()


def ran(host, content=ONE, **given):
    """Run the command on a machine; the sentences it said. content: of the drive, or a function of
    the board's id that returns it. given: options."""
    plain = dict.fromkeys(("board", "firmware", "drive", "dry_run", "uninstall", "trace"))
    said = []
    content_of = content if callable(content) else lambda board_id: content
    options = types.SimpleNamespace(**{**plain, "wait": 60, **given})
    flash.run(options, host, content_of, said.append)
    return said


def board(tmp_path, name="CIRCUITPY", **files):
    """A drive of a board running CircuitPython, with saves; returns its path."""
    path = str(tmp_path / name)
    put(path, "boot_out.txt", BOOT_OUT)
    for file, data in SAVES.items():
        put(path, file, data)
    for file, data in files.items():
        put(path, file, data)
    return path


def tree(path):
    """{drive path: bytes} of everything below `path`."""
    found = {}
    for here, _folders, names in os.walk(path):
        for name in names:
            full = os.path.join(here, name)
            with open(full, "rb") as stream:
                found[os.path.relpath(full, path).replace(os.sep, "/")] = stream.read()
    return found


def flashed(path, content, **given):
    """Run the command on the drive at `path`; what it said."""
    return "\n".join(ran(Host(path), content, drive=path, **given))


def kept(path):
    return {name: data for name, data in tree(path).items() if name in SAVES}


# --- finding drives


def test_linux_mounts_from_their_list():
    text = (
        "sysfs /sys sysfs rw 0 0\n/dev/sdb1 /media/me/CIRCUITPY vfat rw,nosuid 0 0\n"
        "/dev/sdc1 /run/media/me/My\\040Drive vfat rw 0 0\n/dev/sda1 / ext4 rw 0 0\nbad\n"
    )
    assert drives.linux_mounts(text) == ["/media/me/CIRCUITPY", "/run/media/me/My Drive"]


def test_mac_and_windows_mounts():
    assert drives.mac_mounts(["Macintosh HD", "CIRCUITPY", ".hidden"]) == [
        "/Volumes/CIRCUITPY",
        "/Volumes/Macintosh HD",
    ]
    assert drives.windows_mounts(0b100111) == ["C:\\", "F:\\"]


def test_this_machines_drives_can_be_listed():
    host = drives.Host()
    assert isinstance(host.mounts(), list)
    assert host.space(os.getcwd())[0] > 0 and host.space(os.getcwd())[1] >= 512
    before = host.now()
    host.sleep(0)
    assert host.now() >= before


@pytest.mark.parametrize(
    "text, expected",
    [
        (BOOT_OUT, ((10, 3, 0), "pybadge", "Adafruit Pybadge with samd51j19")),
        (
            "Adafruit CircuitPython 9.0.0-beta.2 on 2024-01-01; uGame22 with rp2040\n"
            "Board ID:ugame22\n",
            ((9, 0, 0), "ugame22", "uGame22 with rp2040"),
        ),
        (
            "Adafruit CircuitPython 5.3.1 on 2020-07-13; Adafruit PyGamer with samd51j19\r\n",
            ((5, 3, 1), "", "Adafruit PyGamer with samd51j19"),
        ),
        ("something else", None),
        ("", None),
    ],
)
def test_boot_out(text, expected):
    assert drives.parse_boot_out(text) == expected


def test_info_uf2():
    assert drives.parse_info_uf2(INFO) == ("SAMD51J19A-PyBadge-M4", "PyBadge")
    assert drives.parse_info_uf2("nothing") is None


@pytest.mark.parametrize(
    "board_id, expected",
    [
        ("SAMD51J19A-PyBadge-M4", ["pybadge"]),
        ("SAMD51J19A-PyBadgeLC-M4", ["pybadge"]),
        ("SAMD51J19A-PyGamer-M4", ["pygamer"]),
        ("ESP32S3-T-Deck", ["lilygo_tdeck"]),
        ("SAMD21E18A-BLMbadge-v0", []),
    ],
)
def test_boot_loaders_are_known(board_id, expected):
    assert [desk.board_id for desk in drives.loader_desks(board_id)] == expected


@pytest.mark.parametrize(
    "board_id, chip, known",
    [
        ("RPI-RP2", "RP2040", "pimoroni_picosystem"),
        ("RP2350", "RP2350", "tinycircuits_thumby_color"),
    ],
)
def test_a_loader_in_the_chip_is_that_of_every_board_with_it(board_id, chip, known):
    desks = boards_desktop.DESK.values()
    expected = [desk.board_id for desk in desks if desk.chip == chip]
    assert known in expected
    assert [desk.board_id for desk in drives.loader_desks(board_id)] == expected


@pytest.mark.parametrize(
    "board_id, said, fits",
    [
        ("deshipu_ugame_s3", "ESP32S3-uGame", True),
        ("deshipu_ugame_s3", "ESP32-S3 something", True),
        ("deshipu_ugame_s3", "ESP32S2-Other", False),
        ("lilygo_tdeck", "ESP32S3-uGame", False),
        ("seeeduino_wio_terminal", "SAMD51P19A-Wio-Terminal", True),
        ("pybadge", "RPI-RP2", False),
        ("pimoroni_picosystem", "RPI-RP2350", False),
        ("tinycircuits_thumby_color", "RPI-RP2350", True),
    ],
)
def test_a_boot_loader_must_fit_the_board(board_id, said, fits):
    assert drives.loader_fits(boards_desktop.DESK[board_id], said) is fits


def test_the_only_board_is_found_and_told(tmp_path):
    path = board(tmp_path)
    other = tmp_path / "stick"
    other.mkdir()
    assert ran(Host(str(other), path), dry_run=True)[0] == (
        "Found Adafruit PyBadge, PyBadge LC, EdgeBadge running CircuitPython "
        "10.3.0 at %s, 1024 KB free." % path
    )


def refused(host, says, **given):
    with pytest.raises(ToolError, match=says) as caught:
        ran(host, **given)
    assert "\n" not in str(caught.value)


def test_no_board_several_boards_no_drive(tmp_path):
    one, two = board(tmp_path, "one"), board(tmp_path, "two")
    empty = tmp_path / "empty"
    empty.mkdir()
    refused(Host(), "No board found")
    refused(Host(one, two), "Several boards")
    refused(Host(), "There is no drive at", drive=str(tmp_path / "nothing"))
    refused(Host(), "is no board's drive", drive=str(empty))


def test_what_is_wrong_is_told_before_anything_is_written(tmp_path):
    path = board(tmp_path)
    before = tree(path)
    refused(Host(path), "Unknown board 'toaster'", board="toaster")
    refused(Host(path), "--board says pygamer, but this is pybadge", board="pygamer")
    full = Host(path, free=1000)
    refused(full, "too full: \\d+ KB more")
    put(path, "boot_out.txt", BOOT_OUT.replace("10.3.0", "8.2.6"))
    refused(Host(path), "runs CircuitPython 8.2.6: version 9")
    put(path, "boot_out.txt", BOOT_OUT.replace("pybadge", "toaster"))
    refused(Host(path), "'toaster' is not known: say which one")
    put(path, "boot_out.txt", BOOT_OUT)
    assert tree(path) == before


def test_a_board_that_does_not_say_what_it_is_may_be_named(tmp_path):
    path = board(tmp_path)
    put(path, "boot_out.txt", BOOT_OUT.replace("pybadge", "someones_badge"))
    asked = []
    ran(Host(path), lambda board_id: asked.append(board_id) or ONE, board="pybadge")
    assert asked == ["pybadge"] and tree(path)["rules/game.mpy"] == ONE["rules/game.mpy"]


def test_a_read_only_drive_is_one_sentence(tmp_path, monkeypatch):
    path = board(tmp_path)
    monkeypatch.setattr(os, "access", lambda name, mode: False)
    refused(Host(path), "is read-only: press reset on the board without holding START")


@pytest.mark.parametrize(
    "number, says",
    [
        (errno.ENOSPC, "The drive is full"),
        (errno.EROFS, "is read-only"),
        (errno.EIO, "vanished or fails"),
        (errno.ENOENT, "vanished or fails"),
    ],
)
def test_what_the_machine_says_becomes_one_sentence(tmp_path, monkeypatch, capsys, number, says):
    path = board(tmp_path)

    def fails(self, name, data):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(flash.Drive, "write", fails)
    monkeypatch.setattr(flash.build, "refuse_faults", lambda root: None)
    monkeypatch.setattr(flash.build, "drive_content", lambda *a: ONE)
    assert guarded("flash", flash.main, ["--drive", path], Host(path)) == 1
    said = capsys.readouterr().err
    assert says in said and said.count("\n") == 1


# --- copying


def test_a_first_installation(tmp_path):
    path = board(tmp_path, **{"code.py": b'print("Hello World!")\n', "settings.toml": b""})
    said = flashed(path, ONE)
    there = tree(path)
    assert {name: there[name] for name in ONE} == ONE
    assert kept(path) == SAVES
    assert set(there) == set(ONE) | set(SAVES) | {"boot_out.txt", installation.MANIFEST}
    assert "Done: 11 files read back and right" in said


def test_a_second_run_writes_nothing(tmp_path, monkeypatch):
    path = board(tmp_path)
    flashed(path, ONE)
    before = tree(path)

    def never(self, *names):
        raise AssertionError(names)

    for name in ("write", "replace", "rename", "remove"):
        monkeypatch.setattr(flash.Drive, name, never)
    assert "0 new, 0 changed" in flashed(path, ONE)
    assert tree(path) == before


def test_what_a_broken_run_left_behind_is_cleared_away(tmp_path):
    path = board(tmp_path)
    flashed(path, ONE)
    put(path, installation.SCRATCH, b"half a fi")
    flashed(path, ONE)
    assert installation.SCRATCH not in tree(path)


def test_only_what_differs_is_written_and_stale_files_go_last(tmp_path, monkeypatch):
    path = board(tmp_path)
    flashed(path, ONE)
    put(path, "lib/adafruit_other/x.mpy", b"somebody's library")
    put(path, "assets/mine.bmp", b"somebody's picture")
    put(path, "secrets.py", b"somebody's")
    done = []
    for name in ("replace", "remove"):
        real = getattr(flash.Drive, name)
        monkeypatch.setattr(
            flash.Drive,
            name,
            lambda self, *names, real=real: (done.append(names[-1]), real(self, *names))[1],
        )
    flashed(path, TWO)
    files = [name for name in done if name != installation.MANIFEST]
    assert files == [
        "assets/tiles10x14.bmp",
        "lib/pocket/app.mpy",
        "lib/pocket/new.mpy",
        "code.py",
        "assets/tiles8x11.bmp",
        "lib/adafruit_sample/a.mpy",
        "lib/pocket/old.mpy",
        "rules/gone/deep.mpy",
    ]
    there = tree(path)
    assert there["settings.toml"] == b"A = 1\n"
    assert set(there) == set(TWO) | set(SAVES) | {
        "boot_out.txt",
        installation.MANIFEST,
        "lib/adafruit_other/x.mpy",
        "assets/mine.bmp",
        "secrets.py",
    }
    assert not os.path.exists(os.path.join(path, "rules", "gone"))
    assert kept(path) == SAVES


def test_somebodys_code_and_settings_are_kept(tmp_path):
    path = board(
        tmp_path,
        **{
            "code.py": b"my own program\n",
            "settings.toml": b"WIFI = 1\n",
            "code-backup-1.py": b"an older one\n",
            "icon.bmp": b"my icon",
            "code.txt": b"runs first\n",
        },
    )
    said = flashed(path, ONE)
    there = tree(path)
    assert there["code.py"] == ONE["code.py"]
    assert there["code-backup-1.py"] == b"an older one\n"
    assert there["code-backup-2.py"] == b"my own program\n"
    assert there["icon-backup-1.bmp"] == b"my icon"
    assert there["code-backup-1.txt"] == b"runs first\n" and "code.txt" not in there
    assert there["settings.toml"] == b"WIFI = 1\n"
    assert "code.py is not this game's: it becomes code-backup-2.py." in said
    assert "kept: settings.toml, " in said


def test_our_own_older_code_is_no_foreign_one_but_an_edited_one_is(tmp_path):
    path = board(tmp_path)
    flashed(path, ONE)
    flashed(path, TWO)
    assert not [name for name in tree(path) if "backup" in name]
    put(path, "code.py", b"edited by hand\n")
    flashed(path, TWO)
    assert tree(path)["code-backup-1.py"] == b"edited by hand\n"


def test_a_dry_run_changes_nothing(tmp_path):
    path = board(tmp_path, **{"code.py": b"my own program\n"})
    before = tree(path)
    said = flashed(path, ONE, dry_run=True)
    assert tree(path) == before
    assert "+ rules/game.mpy" in said and "~ code.py" in said
    assert said.endswith("Nothing was changed (--dry-run).")
    flashed(path, ONE)
    said = flashed(path, TWO, dry_run=True)
    assert "- lib/pocket/old.mpy" in said and "~ lib/pocket/app.mpy" in said


def test_a_file_where_a_folder_must_be(tmp_path):
    path = board(tmp_path, rules=b"a file")
    refused(Host(path), "A file called rules is where a folder must be")
    other = board(tmp_path, "other")
    os.makedirs(os.path.join(other, "code.py"))
    refused(Host(other), "A folder called code.py is where a file must be")


def test_room_is_counted_in_clusters(tmp_path):
    path = board(tmp_path)
    plan = installation.Plan(flash.Drive(path), {"lib/pocket/a.mpy": bytes(513), "code.py": b"x"})
    assert plan.room(flash.Drive(path), 1 << 20, 512) == 0
    # 1024 + 512 for the files, 1024 for the copy being made, 2 * 4096 for the list, 2 folders
    assert plan.room(flash.Drive(path), 0, 512) == 1024 + 512 + 1024 + 8192 + 1024


def test_the_empty_file_of_saves_is_made_where_there_is_none(tmp_path):
    path = board(tmp_path)
    os.remove(os.path.join(path, "rummy.sav"))
    said = flashed(path, {**ONE, **boards_desktop.SAVES})
    assert "Done: 12 files read back and right" in said
    blank = tree(path)["rummy.sav"]
    assert len(blank) == 20 * 5632 and not any(blank.replace(savefile.EMPTY, b""))
    store = saves_help.store(path)
    assert store.save("game", b"a game") is None
    store.kept["file"].close()
    used = tree(path)["rummy.sav"]
    assert len(used) == len(blank)
    for content in (ONE, TWO):  # what is in it now is never touched
        content = {**content, **boards_desktop.SAVES}
        assert "rummy.sav" in flashed(path, content).split("kept:")[1]
        assert tree(path)["rummy.sav"] == used
    flashed(path, TWO, uninstall=True)
    assert tree(path)["rummy.sav"] == used


def test_a_file_of_saves_that_never_was_used_goes_with_the_game(tmp_path):
    path = board(tmp_path)
    os.remove(os.path.join(path, "rummy.sav"))
    flashed(path, {**ONE, **boards_desktop.SAVES})
    assert "rummy.sav" in tree(path)
    flashed(path, ONE, uninstall=True)
    assert "rummy.sav" not in tree(path)


def test_a_drive_without_room_for_the_file_of_saves_gets_the_game(tmp_path):
    path = board(tmp_path)
    os.remove(os.path.join(path, "rummy.sav"))
    said = ran(Host(path, free=40000), drive=path)
    assert "Done: 11 files read back and right" in said[-1]
    assert "rummy.sav" not in tree(path)
    with pytest.raises(ToolError, match="The drive is too full"):
        ran(Host(path, free=100), TWO, drive=path)


def test_a_damaged_manifest_does_no_harm(tmp_path):
    path = board(tmp_path)
    flashed(path, ONE)
    put(
        path,
        installation.MANIFEST,
        b"\xff\xfe nonsense\n0000000g x\n12345678 ../../etc/passwd\n"
        b"12345678 /etc/passwd\n12345678 rummy_game.a\n",
    )
    flashed(path, TWO)
    there = tree(path)
    assert {**there, **TWO, "settings.toml": there["settings.toml"]} == there
    assert kept(path) == SAVES


def test_reading_back_wrongly_is_told(tmp_path, monkeypatch):
    path = board(tmp_path)
    real = flash.Drive.replace

    def bad(self, source, name):
        real(self, source, name)
        if name == "rules/game.mpy":
            put(path, name, b"flipped")

    monkeypatch.setattr(flash.Drive, "replace", bad)
    refused(Host(path), r"1 files read back wrongly \(rules/game.mpy\)", drive=path)


# --- breaking off


class Cut(OSError):
    """The cable is out."""


def cutting(limit, after):
    """A Drive whose change number `limit` fails: before it happens, or half or wholly done."""

    class CutDrive(flash.Drive):
        changes = 0

        def _step(self, act, half=None):
            CutDrive.changes += 1
            if CutDrive.changes < limit:
                return act()
            if CutDrive.changes == limit and after:
                (half or act)()
            raise Cut(errno.EIO, "Input/output error")

        def write(self, name, data):
            def half():
                with open(self.full(name), "wb") as stream:
                    stream.write(data[: len(data) // 2])

            self._step(lambda: super(CutDrive, self).write(name, data), half)

        def folder(self, name):
            if not os.path.isdir(os.path.dirname(self.full(name))):
                self._step(lambda: super(CutDrive, self).folder(name))

        def replace(self, source, name):
            self._step(lambda: super(CutDrive, self).replace(source, name))

        def rename(self, source, name):
            self._step(lambda: super(CutDrive, self).rename(source, name))

        def remove(self, name):
            self._step(
                lambda: super(CutDrive, self).remove(name), lambda: os.remove(self.full(name))
            )

    return CutDrive


def broken_off(tmp_path, prepare, work, check):
    """Cut `work` at its first, second, ... change until it runs through; `check` after a re-run."""
    number = 0
    for after in (False, True):
        limit = 0
        while True:
            limit += 1
            number += 1
            path = board(tmp_path, "drive%d" % number)
            prepare(path)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(flash, "Drive", cutting(limit, after))
                try:
                    work(path)
                    cut = False
                except Cut:
                    cut = True
            assert kept(path) == SAVES
            if cut:
                assert MINE in tree(path).values()
                work(path)
            check(path)
            if not cut:
                break
        assert limit > 10


MINE = b"my own program\n"


def installed(path, content, own):
    """The drive holds just `content`, the saves, what is the owner's and the list of it all."""
    there = tree(path)
    manifest = {installation.MANIFEST: there[installation.MANIFEST]}
    assert there == {**content, **SAVES, **own, **manifest, "boot_out.txt": BOOT_OUT.encode()}
    listed = installation.read_manifest(flash.Drive(path)).keys()
    assert listed == set(content) - {"settings.toml"}


@pytest.mark.long
def test_an_installation_broken_off_anywhere_is_mended_by_a_second_run(tmp_path):
    def prepare(path):
        put(path, "code.py", MINE)
        put(path, "settings.toml", b"MINE = 1\n")

    def check(path):
        installed(path, ONE, {"settings.toml": b"MINE = 1\n", "code-backup-1.py": MINE})

    broken_off(tmp_path, prepare, lambda path: flashed(path, ONE), check)


@pytest.mark.long
def test_an_update_broken_off_anywhere_is_mended_by_a_second_run(tmp_path):
    def prepare(path):
        flashed(path, ONE)
        put(path, "program.py", MINE)

    def check(path):
        installed(path, TWO, {"settings.toml": b"A = 1\n", "program.py": MINE})

    broken_off(tmp_path, prepare, lambda path: flashed(path, TWO), check)


@pytest.mark.long
def test_an_uninstall_broken_off_anywhere_is_ended_by_a_second_run(tmp_path):
    def prepare(path):
        put(path, "code.py", MINE)
        flashed(path, ONE)

    def check(path):
        own = {"settings.toml": b"A = 1\n", "code.py": MINE, "boot_out.txt": BOOT_OUT.encode()}
        assert tree(path) == {**SAVES, **own}

    broken_off(tmp_path, prepare, lambda path: flashed(path, ONE, uninstall=True), check)


# --- uninstalling


def test_uninstall_leaves_what_is_not_ours(tmp_path):
    path = board(tmp_path, **{"code.py": MINE})
    flashed(path, ONE)
    put(path, "boot.py", b"edited by hand\n")
    put(path, "lib/adafruit_other/x.mpy", b"somebody's library")
    said = flashed(path, ONE, uninstall=True, dry_run=True)
    assert "- code.py" in said and "rules/game.mpy" in tree(path)
    said = flashed(path, ONE, uninstall=True)
    assert tree(path) == {
        **SAVES,
        "settings.toml": b"A = 1\n",
        "code.py": MINE,
        "boot.py": b"edited by hand\n",
        "lib/adafruit_other/x.mpy": b"somebody's library",
        "boot_out.txt": BOOT_OUT.encode(),
    }
    assert "boot.py was changed by somebody and stays." in said
    assert "Nothing of this game" in flashed(path, ONE, uninstall=True)


def test_a_library_that_was_there_before_is_not_taken_away(tmp_path):
    path = board(tmp_path)
    put(path, "lib/adafruit_sample/a.mpy", ONE["lib/adafruit_sample/a.mpy"])
    flashed(path, ONE)
    flashed(path, ONE, uninstall=True)
    assert "lib/adafruit_sample/a.mpy" in tree(path)


# --- firmware


@pytest.fixture
def loader(tmp_path):
    path = str(tmp_path / "PYBADGEBOOT")
    put(path, "INFO_UF2.TXT", INFO)
    return path


def firmware_file(tmp_path, data):
    path = str(tmp_path / "cp.uf2")
    put(str(tmp_path), "cp.uf2", data)
    return path


GOOD = as_uf2(
    flash_memory("pybadge", machine="Adafruit Pybadge with samd51j19", base=0x4000), SAMD51, 0x4000
)


def restarting(host, loader, tmp_path, data):
    """Let the board leave its boot loader for CIRCUITPY once the firmware is written whole."""

    def restart():
        if tree(loader).get("firmware.uf2") == data and loader in host.paths:
            host.paths.remove(loader)
            host.paths.append(board(tmp_path))

    host.on_sleep = restart


def double_pressed(path, loader, tmp_path, data):
    """A Host on whose board at `path` reset is pressed twice: its boot loader takes the firmware
    `data`, see restarting."""
    host = Host(path)

    def press():
        if host.paths == [path]:
            host.paths[:] = [loader]
            restarting(host, loader, tmp_path, data)

    host.on_sleep = press
    return host


def test_firmware_first_then_the_game(tmp_path, loader):
    host = Host(loader)
    restarting(host, loader, tmp_path, GOOD)
    said = ran(host, firmware=firmware_file(tmp_path, GOOD))
    assert tree(loader)["firmware.uf2"] == GOOD
    assert tree(str(tmp_path / "CIRCUITPY"))["rules/game.mpy"] == ONE["rules/game.mpy"]
    assert said[0].startswith("Found the boot loader of Adafruit PyBadge")
    assert "Installing CircuitPython 10.3.0 for Adafruit Pybadge with samd51j19." in said


def test_firmware_that_is_on_it_already_is_left_alone(tmp_path):
    path = board(tmp_path)
    said = ran(Host(path), firmware=firmware_file(tmp_path, GOOD))
    assert "CircuitPython 10.3.0 is on it already: the firmware stays." in said
    assert "rules/game.mpy" in tree(path)


MARK = "rummy_0a1b2c3d"
OWN = as_uf2(
    flash_memory("pybadge", machine="Adafruit Pybadge with samd51j19", base=0x4000) + MARK.encode(),
    SAMD51,
    0x4000,
)


def beside(board_id, mark=None):
    """The drive's content: that of the stock firmware, or of one with the game in it."""
    return {"code.py": ("import %s\n" % mark).encode()} if mark else ONE


def test_a_firmware_with_the_game_in_it_takes_the_place_of_the_stock_one_of_that_version(
    tmp_path, loader
):
    host = double_pressed(board(tmp_path, "old"), loader, tmp_path, OWN)
    ran(host, beside, firmware=firmware_file(tmp_path, OWN))
    assert tree(loader)["firmware.uf2"] == OWN
    new = tree(str(tmp_path / "CIRCUITPY"))
    assert MARK in new["code.py"].decode() and "rules/game.mpy" not in new


def test_an_update_of_such_a_board_keeps_its_firmware_and_its_kind_of_drive(tmp_path):
    path = board(tmp_path)
    put(path, "code.py", ("import %s\n" % MARK).encode())
    ran(Host(path), beside)
    assert "rules/game.mpy" not in tree(path)
    said = ran(Host(path), beside, firmware=firmware_file(tmp_path, OWN))
    assert "CircuitPython 10.3.0 is on it already: the firmware stays." in said


def test_from_a_running_board_it_waits_for_the_boot_loader(tmp_path, loader):
    path = board(tmp_path, "old")
    put(path, "boot_out.txt", BOOT_OUT.replace("10.3.0", "9.1.0"))
    host = double_pressed(path, loader, tmp_path, GOOD)
    said = ran(host, firmware=firmware_file(tmp_path, GOOD))
    assert "boot loader. Press reset twice quickly. Waiting" in "\n".join(said)
    assert "rules/game.mpy" in tree(str(tmp_path / "CIRCUITPY"))


def test_boot_loaders_that_do_not_come_are_told(tmp_path, loader):
    path = board(tmp_path, "old")
    put(path, "boot_out.txt", BOOT_OUT.replace("10.3.0", "9.1.0"))
    before = tree(path)
    file = firmware_file(tmp_path, GOOD)
    refused(Host(path), "No boot loader of Adafruit PyBadge.* within 60 seconds", firmware=file)
    assert tree(path) == before
    refused(Host(loader), "no CIRCUITPY drive with it came", firmware=file)


@pytest.mark.parametrize(
    "data, says",
    [
        (b"", "is empty"),
        (GOOD[:-512], "cut short"),
        (b"hello world", "is not a UF2 file"),
        (as_uf2(flash_memory("pybadge"), 0xE48BFF56), "is for RP2040, but"),
        (as_uf2(flash_memory("pygamer"), SAMD51), "not for Adafruit PyBadge"),
        (as_uf2(flash_memory("pybadge", "8.0.0"), SAMD51), "version 9 or newer"),
    ],
)
def test_wrong_firmware_is_told_and_nothing_written(tmp_path, loader, data, says):
    before = tree(loader)
    file = firmware_file(tmp_path, data)
    with pytest.raises(ToolError, match=says):
        ran(Host(loader), firmware=file)
    assert tree(loader) == before


def test_firmware_for_another_boot_loader_is_refused(tmp_path):
    path = str(tmp_path / "PYGAMERBOOT")
    put(path, "INFO_UF2.TXT", INFO.replace("PyBadge", "PyGamer"))
    file = firmware_file(tmp_path, GOOD)
    refused(Host(path), "--board says pybadge, but this is pygamer", firmware=file, board="pybadge")
    put(path, "INFO_UF2.TXT", INFO.replace("PyBadge", "Toaster"))
    refused(Host(path), "is that of 'SAMD51J19A-Toaster-M4', not of", firmware=file)


def test_an_rp2_boot_loader_learns_its_board_from_the_firmware(tmp_path):
    path = str(tmp_path / "RPI-RP2")
    put(path, "INFO_UF2.TXT", RP2)
    data = as_uf2(flash_memory("ugame22", machine="uGame22 with rp2040"), 0xE48BFF56)
    asked = []
    file = firmware_file(tmp_path, data)
    said = ran(
        Host(path), lambda board_id: asked.append(board_id) or ONE, firmware=file, dry_run=True
    )
    assert asked == ["ugame22"]
    assert said[-1] == "Would then copy 11 files."
    assert set(tree(path)) == {"INFO_UF2.TXT"}


def test_a_boot_loader_without_firmware_is_told_what_to_do(tmp_path, loader):
    refused(Host(loader), "give CircuitPython with --firmware FILE.uf2 .*board/pybadge/")
    refused(Host(loader), "press reset first", uninstall=True)
    refused(Host(loader), "--uninstall installs nothing", uninstall=True, firmware="x.uf2")


class Stream:
    """A file whose write number `limit` fails, and whose last flush may."""

    def __init__(self, real, limit):
        self.real, self.limit, self.count = real, limit, 0

    def __enter__(self):
        return self

    def __exit__(self, *_ignored):
        self.real.close()

    def write(self, data):
        self.count += 1
        if self.count == self.limit:
            raise OSError(errno.EIO, "Input/output error")
        return self.real.write(data)

    def fileno(self):
        raise OSError(errno.ENODEV, "No such device")


def failing_at(limit):
    """An `open` that opens the firmware as a Stream."""

    def opened(path, mode="r", **more):
        real = open(path, mode, **more)
        return Stream(real, limit) if path.endswith("firmware.uf2") else real

    return opened


def test_a_firmware_write_broken_off_anywhere_can_be_repeated(tmp_path, loader, monkeypatch):
    monkeypatch.setattr(flash, "CHUNK", 4096)
    chunks = -(-len(GOOD) // 4096)
    file = firmware_file(tmp_path, GOOD)
    for limit in range(1, chunks + 1):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(flash, "open", failing_at(limit), raising=False)
            refused(Host(loader), "was not written whole .*run the same command", firmware=file)
    host = Host(loader)
    restarting(host, loader, tmp_path, GOOD)
    ran(host, firmware=file)
    assert tree(loader)["firmware.uf2"] == GOOD


def test_a_board_that_restarts_during_the_last_flush_is_no_failure(tmp_path, loader):
    host = Host(loader)
    restarting(host, loader, tmp_path, GOOD)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flash, "open", failing_at(0), raising=False)
        ran(host, firmware=firmware_file(tmp_path, GOOD))
    assert "rules/game.mpy" in tree(str(tmp_path / "CIRCUITPY"))


def test_a_firmware_file_that_is_not_there(capsys):
    assert guarded("flash", flash.main, ["--firmware", "/nowhere/cp.uf2"], Host()) == 1
    assert capsys.readouterr().err == "/nowhere/cp.uf2: No such file or directory.\n"


# --- progress


class Screen:
    def __init__(self, live):
        self.live, self.text = live, ""

    def isatty(self):
        return self.live

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def test_the_bar_moves_on_a_terminal_and_is_silent_elsewhere():
    for live in (True, False):
        screen = Screen(live)
        bar = flash.Bar(screen)
        for i in range(101):
            bar(i, 100, "the file" if i < 100 else "")
        assert ("100/100" in screen.text and "the file" in screen.text) == live
        assert screen.text.endswith("\n") or not live
        assert live or screen.text == ""
    flash.Bar(Screen(True))(0, 0, "nothing")


def test_the_traces_of_a_board_are_shown_and_nothing_else_is_done(tmp_path):
    path = board(tmp_path)
    store = saves_help.store(tmp_path)
    store.save("game", b"a game")
    store.save("trace", "1.0 play\nTraceback: ü".encode())
    put(path, "rummy.sav", (tmp_path / "rummy.sav").read_bytes())
    before = tree(path)
    assert flashed(path, TWO, trace=True).endswith("free.\n1.0 play\nTraceback: ü")
    assert tree(path) == before


@pytest.mark.parametrize("data", [b"", b"saved games", bytes(112640), b"\xff" * 112640])
def test_a_board_without_a_trace_says_so(tmp_path, data):
    path = board(tmp_path)
    put(path, "rummy.sav", data)
    told = flashed(path, TWO, trace=True)
    assert told.endswith(
        "rummy.sav holds no trace: nothing has failed, or it could not be written there."
    )
    os.remove(os.path.join(path, "rummy.sav"))
    with pytest.raises(ToolError, match="There is no rummy.sav on the drive"):
        flashed(path, TWO, trace=True)


@pytest.mark.parametrize(
    "board_id, words",  # as the makers' pages have it
    [
        ("pybadge", "reset twice"),
        ("pygamer", "reset twice"),
        ("pajenicko_picopad", "BOOTSEL"),
        ("pimoroni_picosystem", "hold X"),
        ("tinycircuits_thumby_color", "DOWN"),
        ("deshipu_ugame_s3", "half a second"),
        ("ugame22", "RunMode.UF2"),
        ("hack_club_sprig", "BOOTSEL"),
        ("seeeduino_wio_terminal", "switch down"),
        ("lilygo_tdeck", "the ball"),
    ],
)
def test_each_board_s_own_way_into_its_boot_loader(board_id, words):
    assert words in boards_desktop.INTO_LOADER[board_id]
    with open(os.path.join(boards_desktop.ROOT, "docs", "INSTALL.md"), encoding="utf-8") as file:
        (told,) = re.findall(r"To start the boot loader:.*?RunMode\.UF2", file.read(), re.S)
    assert words in " ".join(told.split())


def test_the_ways_into_boot_loaders_are_those_of_all_boards():
    assert list(boards_desktop.INTO_LOADER) == list(boards_desktop.DESK)
