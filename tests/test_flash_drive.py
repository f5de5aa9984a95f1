"""`flash` on made-up boards: finding, copying, keeping, and breaking off at every write."""

import errno
import io
import os

import pytest
import saves_help
from build_help import put
from pocket.saves import savefile, slots
from words_flash import (
    A1,
    FULL,
    GOOD,
    HELLO,
    INFO,
    MINE,
    ONE,
    RUNNING,
    SAVES,
    TWO,
    Host,
    board,
    firmware_file,
    flashed,
    kept,
    ran,
    refused,
    restarting,
    tree,
)

from tools.__main__ import guarded
from tools.device import boards_desktop, build, drives, flash, installation, wordtable
from tools.errors import ToolError
from tools.place import ROOT


@pytest.fixture
def path(tmp_path):
    """Return the drive of a board running CircuitPython, with saves."""
    return board(tmp_path)


@pytest.fixture
def unsaved(path):
    """Return the same without a file of saves."""
    os.remove(os.path.join(path, "rummy.sav"))
    return path


@pytest.fixture
def installed(path):
    """Return the same with the game's first version."""
    flashed(path, ONE)
    return path


@pytest.fixture
def loader(tmp_path):
    """Return the drive of a PyBadge's boot loader."""
    path = str(tmp_path / "PYBADGEBOOT")
    put(path, "INFO_UF2.TXT", INFO)
    return path


# --- finding drives


def test_mounts_of_each_system():
    text = (
        "sysfs /sys sysfs rw 0 0\n/dev/sdb1 /media/me/CIRCUITPY vfat rw,nosuid 0 0\n"
        "/dev/sdc1 /run/media/me/My\\040Drive vfat rw 0 0\n/dev/sda1 / ext4 rw 0 0\nbad\n"
    )
    assert drives.linux_mounts(text) == ["/media/me/CIRCUITPY", "/run/media/me/My Drive"]
    names = ["Macintosh HD", "CIRCUITPY", ".hidden"]
    assert drives.mac_mounts(names) == ["/Volumes/CIRCUITPY", "/Volumes/Macintosh HD"]
    assert drives.windows_mounts(0b100111) == ["C:\\", "F:\\"]


def test_this_machines_drives_can_be_listed():
    host = drives.Host()
    assert isinstance(host.mounts(), list)
    assert host.space(os.getcwd())[0] > 0 and host.space(os.getcwd())[1] >= 512
    before = host.now()
    host.sleep(0)
    assert host.now() >= before


def test_a_read_only_drive_is_one_sentence(path, monkeypatch):
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
def test_an_error_of_the_system_becomes_one_sentence(path, monkeypatch, capsys, number, says):
    def fails(self, name, data):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(flash.Drive, "write", fails)
    monkeypatch.setattr(flash.build, "fail_on_faults", lambda root: None)
    monkeypatch.setattr(flash.build, "drive_content", lambda *a, **more: ONE)
    assert guarded("flash", flash.main, ["--drive", path], Host(path)) == 1
    said = capsys.readouterr().err
    assert says in said and said.count("\n") == 1


# --- copying


def test_a_second_run_writes_nothing(installed, monkeypatch):
    before = tree(installed)

    def never(self, *names):
        raise AssertionError(names)

    for name in ("write", "replace", "remove"):
        monkeypatch.setattr(flash.Drive, name, never)
    assert "0 new, 0 changed" in flashed(installed, ONE)
    assert tree(installed) == before


CHANGES = (
    """+code.py -assets/tiles8x11.bmp -lib/adafruit_sample/a.mpy -lib/pocket/old.mpy
-rules/gone/deep.mpy -lib/pocket/app.mpy +%s +assets/tiles10x14.bmp +lib/pocket/app.mpy
+lib/pocket/new.mpy +code.py"""
    % installation.MANIFEST
)


def test_an_update_removes_first_and_writes_only_differences(installed, monkeypatch):
    """Its first code.py says that the game is not whole."""
    own_files = {
        "lib/adafruit_other/x.mpy": b"a library",
        "assets/mine.bmp": b"a picture",
        "secrets.py": b"mine",
    }
    for name, data in own_files.items():
        put(installed, name, data)
    changes = []
    for sign, change in (("+", "replace"), ("-", "remove")):
        original = getattr(flash.Drive, change)

        def logged(self, *names, original=original, sign=sign):
            changes.append(sign + names[-1])
            original(self, *names)

        monkeypatch.setattr(flash.Drive, change, logged)
    printed = flashed(installed, TWO)
    assert changes == CHANGES.split()
    files_after = tree(installed)
    assert files_after.pop(installation.MANIFEST)
    assert files_after == {**TWO, **SAVES, **own_files, **RUNNING, "settings.toml": b"A = 1\n"}
    assert not os.path.exists(os.path.join(installed, "rules", "gone"))
    assert printed.endswith("then switch the board off and on.")


def backup_of(name):
    return "%s-backup-1%s" % os.path.splitext(name)


def test_a_file_of_the_game_that_the_user_changed_is_never_lost(installed):
    """Listed, but with other bytes: outdated, replaced, and at the uninstall."""
    changed = {name: b"changed " + name.encode() for name in ONE if name != "settings.toml"}
    for name, data in changed.items():
        put(installed, name, data)
    said = flashed(installed, TWO)
    there = tree(installed)
    for name, data in changed.items():
        if name in TWO:
            assert there[backup_of(name)] == data and there[name] == TWO[name]
        else:
            assert there[name] == data and "%s was changed and stays" % name in said
    flashed(installed, TWO, uninstall=True)
    after = tree(installed)
    assert {name: after[name] for name in changed} == changed


def test_a_drive_filled_from_a_build_is_updated_like_one_of_flash(unsaved):
    for name, data in installation.complete_content(1 << 20, FULL).items():
        put(unsaved, name, data)
    said = flashed(unsaved, TWO)
    assert "not this game's" not in said and "backup" not in said
    ours = ("lib/", "rules/", "assets/")
    assert {name for name in tree(unsaved) if name.startswith(ours)} == {
        installation.MANIFEST,
        *(name for name in TWO if name.startswith(ours)),
    }


# --- room


class SmallDrive(flash.Drive):
    """A drive of `size` bytes: what does not fit at that moment fails, as on a board's."""

    size = 1 << 30
    cluster = 512

    def used(self):
        names = [name for name in self.names() if name != "boot_out.txt"]
        files = sum(-(-os.path.getsize(self.full(name)) // self.cluster) for name in names)
        return files * self.cluster + installation.folder_bytes(names, self.cluster)

    def free(self):
        """Return how many bytes are free."""
        return self.size - self.used()

    def write(self, name, data):
        with open(self.full(name), "wb"):
            pass
        need = -(-len(data) // self.cluster) * self.cluster
        if self.used() + need > self.size:
            raise OSError(errno.ENOSPC, "No space left on device")
        super().write(name, data)


def small(monkeypatch, path, free):
    """Return a Host whose only drive, at `path`, has `free` bytes left and no more."""
    monkeypatch.setattr(flash, "Drive", SmallDrive)
    drive = SmallDrive(path)
    monkeypatch.setattr(SmallDrive, "size", drive.used() + free)
    host = Host(path)
    host.space = lambda _path: (SmallDrive.size - drive.used(), 512)
    return host


LARGE = {name: data * 50 for name, data in ONE.items()}  # 50 KB
LATER = {name: data * 50 for name, data in TWO.items()}


@pytest.mark.parametrize("before, after", [(LARGE, LATER), (LATER, LARGE), (LARGE, LARGE)])
@pytest.mark.parametrize("lost", [(), ("lib/pocket/app.mpy",), ("code.py", "rules/game.mpy")])
def test_an_update_and_a_repair_need_two_kilobytes(path, monkeypatch, before, after, lost):
    flashed(path, before)
    more = sum(map(len, after.values())) - sum(map(len, before.values()))
    drive = SmallDrive(path)
    for name in lost:
        os.remove(drive.full(name))
    free = 2048 + max(0, more) + sum(len(before[name]) + 512 for name in lost)
    host = small(monkeypatch, path, free)
    ran(host, after)
    ours = {name: data for name, data in after.items() if name != "settings.toml"}
    assert ours.items() <= tree(path).items()


def test_a_changed_file_and_a_changed_list_need_no_room_for_the_list(path, monkeypatch):
    """The list is longer than the free space: files that are right already make room for it."""
    many = {"lib/pocket/m%d.mpy" % i: b"C\x06" + bytes([i]) * 700 for i in range(200)}
    flashed(path, {**ONE, **many})
    host = small(monkeypatch, path, 2048)
    said = ran(host, {**ONE, **many, "icon.bmp": b"BM2"})
    assert said[-1].startswith("Done") and tree(path)["icon.bmp"] == b"BM2"


@pytest.mark.parametrize("free", [0, 500, 2048, 20000, 40000])
def test_a_drive_without_room_is_refused_before_anything_is_changed(path, monkeypatch, free):
    before = tree(path)
    with pytest.raises(ToolError, match="The drive is too full: \\d+ KB more"):
        ran(small(monkeypatch, path, free), LARGE)
    assert tree(path) == before


@pytest.fixture
def picopad(tmp_path, monkeypatch, capsys):
    """Return the drive of a PicoPad, of which FAT leaves 980 clusters, and a function that runs
    `flash` on it with options and returns what it prints."""
    path = str(tmp_path / "CIRCUITPY")
    machine = "Adafruit CircuitPython 10.2.1 on 2026-03-03; Pajenicko PicoPad with rp2040\r\n"
    put(path, "boot_out.txt", machine + "Board ID:pajenicko_picopad\r\n")
    put(path, "code.py", HELLO)
    host = small(monkeypatch, path, 0)
    monkeypatch.setattr(SmallDrive, "size", 980 * 512)

    def run(*options):
        assert guarded("flash", flash.main, ["--drive", path, *options], host) == 0
        return capsys.readouterr().out

    return SmallDrive(path), run


@pytest.mark.long
def test_a_picopads_drive_holds_the_game_the_saves_and_every_update(picopad):
    """The real build on a drive of 508 KB."""
    drive, run = picopad
    path = drive.path

    def languages():
        return sorted(build.languages_in(tree(path)))

    printed = run()
    assert drive.free() >= 48 * 1024
    assert os.path.getsize(drive.full("rummy.sav")) >= 11 * slots.STRIDE
    omitted = printed.split("No room for the languages ")[1].split(";")[0].split(", ")
    assert sorted(omitted + languages()) == sorted(wordtable.languages(ROOT))
    put(path, "film.bin", bytes(drive.free() - 2048))
    for name in ("code.py", "assets/words/en.bin", "lib/pocket/start.mpy"):
        if name in tree(path):
            os.remove(drive.full(name))
    assert "0 new" not in run() and drive.free() == 2048
    os.remove(drive.full("film.bin"))
    assert "No room" not in run("--languages", "tr") and languages() == ["en", "tr"]
    run()
    assert languages() == ["en", "tr"]  # an update leaves the languages of the drive


@pytest.mark.long
def test_saves_as_large_as_the_drive_allows_are_kept(picopad):
    """An earlier version made the file as large as that."""
    drive, run = picopad
    run("--languages", "en")
    size = drive.free() - 2048 + os.path.getsize(drive.full("rummy.sav"))
    put(drive.path, "rummy.sav", b"PRmy" * 512 * (size // 2048))
    before = tree(drive.path)["rummy.sav"]
    assert drive.free() < 4096
    run("--languages", "en")
    run("--uninstall")
    run("--languages", "en")
    assert tree(drive.path)["rummy.sav"] == before


@pytest.mark.parametrize("free", range(20000, 200000, 9000))
def test_the_file_of_saves_leaves_48_kilobytes_free(unsaved, monkeypatch, free):
    path = unsaved
    host = small(monkeypatch, path, free)
    said = "\n".join(ran(host, {**ONE, **boards_desktop.SAVES}))
    left = SmallDrive.size - SmallDrive(path).used()
    size = len(tree(path).get("rummy.sav", b""))
    stride, more = slots.STRIDE, slots.STRIDE + 2048
    assert size % stride == 0 and (size >= 5 * stride or "no room for rummy.sav" in said)
    if size > 11 * stride:
        assert left >= 48 * 1024 and (size == 20 * stride or left < 48 * 1024 + more)
    elif size < 11 * stride:
        assert left < more or not size


def test_the_empty_file_of_saves_is_made_where_there_is_none(unsaved):
    path = unsaved
    said = flashed(path, {**ONE, **boards_desktop.SAVES})
    assert "Done: all 12 files are on the board" in said
    blank = tree(path)["rummy.sav"]
    assert len(blank) == 20 * 5632 and not any(blank.replace(savefile.EMPTY, b""))
    store = saves_help.store(path)
    assert store.save("game", b"a game") is None
    store.state["file"].close()
    used = tree(path)["rummy.sav"]
    assert len(used) == len(blank)
    for content in (ONE, TWO):  # what is in it now is never touched
        content = {**content, **boards_desktop.SAVES}
        assert "rummy.sav" in flashed(path, content).split("kept:")[1]
        assert tree(path)["rummy.sav"] == used
    flashed(path, TWO, uninstall=True)
    assert tree(path)["rummy.sav"] == used


def test_a_file_that_reads_back_wrongly_is_named(path, monkeypatch):
    real = flash.Drive.replace

    def bad(self, source, name):
        real(self, source, name)
        if name == "rules/game.mpy":
            put(path, name, b"flipped")

    monkeypatch.setattr(flash.Drive, "replace", bad)
    refused(Host(path), r"1 files did not arrive intact \(rules/game.mpy\)", drive=path)


# --- cutting


class PowerCut(OSError):
    """The cable is pulled."""


def make_failing_drive(fail_at, partly):
    """Return a Drive subclass that fails from change number `fail_at` on. That change is not begun
    or, with `partly`, half or wholly done; no later change is begun."""

    class FailingDrive(flash.Drive):
        change_count = 0

        def _change_or_fail(self, change, change_half=None):
            FailingDrive.change_count += 1
            if FailingDrive.change_count < fail_at:
                return change()
            if FailingDrive.change_count == fail_at and partly:
                (change_half or change)()
            raise PowerCut(errno.EIO, "Input/output error")

        def write(self, name, data):
            def write_half():
                with open(self.full(name), "wb") as stream:
                    stream.write(data[: len(data) // 2])

            self._change_or_fail(lambda: super(FailingDrive, self).write(name, data), write_half)

        def make_folder(self, name):  # the folder that contains the file `name`
            if not os.path.isdir(os.path.dirname(self.full(name))):
                self._change_or_fail(lambda: super(FailingDrive, self).make_folder(name))

        def replace(self, source, name):
            self._change_or_fail(lambda: super(FailingDrive, self).replace(source, name))

        def remove(self, name):
            self._change_or_fail(
                lambda: super(FailingDrive, self).remove(name), lambda: os.remove(self.full(name))
            )

    return FailingDrive


def ready(path):
    """Return whether the drive holds a whole game, or its code.py is the user's, CircuitPython's or
    the notice that says to repeat the command."""
    there = tree(path)
    for content in (ONE, TWO):
        if there.get("code.py") == content["code.py"]:
            settings = {"settings.toml": there.get("settings.toml")}
            return {**there, **content, **settings} == there
    return there["code.py"] in (MINE, HELLO) or there["code.py"].startswith(installation.NOTICE)


def users_or_first(path):
    """Return True unless an uninstall has lost code.py: the user's is restored first."""
    return tree(path)["code.py"] in (MINE, ONE["code.py"])


def holds_just(path, content, own):
    """Assert that the drive holds just `content`, its list, the saves and the user's files."""
    there = tree(path)
    assert installation.read_manifest(flash.Drive(path)).keys() == set(content) - {"settings.toml"}
    assert there.pop(installation.MANIFEST, None) or not content
    assert there == {**content, **SAVES, **own, **RUNNING}


OTHER = {"program.py": MINE}
WIFI = {"settings.toml": b"MINE = 1\n"}
# The user's files, the version on the drive, the one whose installation is cut (None: uninstall),
# those of the repair, in turn, and the user's files afterwards.
CUTS = {
    "install": ({"code.py": MINE, **WIFI}, None, ONE, [ONE], {"code-backup-1.py": MINE, **WIFI}),
    "install beside hello": ({"code.py": HELLO, **OTHER}, None, ONE, [ONE], OTHER),
    "update": (OTHER, ONE, TWO, [TWO, ONE], {**OTHER, **A1}),
    "uninstall": ({"code.py": MINE}, ONE, None, [None], {"code.py": MINE, **A1}),
}


@pytest.mark.long
@pytest.mark.parametrize("after", [False, True], ids=["before the change", "in or after it"])
@pytest.mark.parametrize("own, first, cut, repairs, left", CUTS.values(), ids=CUTS)
def test_a_run_cut_at_any_change_is_mended_by_a_second(
    tmp_path, own, first, cut, repairs, left, after
):
    safe = ready if cut else users_or_first

    def run(content):
        flashed(path, content or ONE, uninstall=not content)

    for limit in range(1, 100):
        path = board(tmp_path, "drive%d" % limit, **own)
        if first:
            flashed(path, first)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(flash, "Drive", make_failing_drive(limit, after))
            try:
                run(cut)
                break
            except PowerCut:
                pass
        assert kept(path) == SAVES and MINE in tree(path).values() and safe(path)
        repair = repairs[(limit + after) % len(repairs)]
        run(repair)
        holds_just(path, repair or {}, left)
    assert 10 < limit < 99
    holds_just(path, cut or {}, left)


# --- firmware


def test_a_board_that_does_not_restart_is_one_sentence(tmp_path, loader):
    file = firmware_file(tmp_path, GOOD)
    refused(Host(loader), "no CIRCUITPY drive with this version appeared", firmware=file)


class FailingFile(io.FileIO):
    """A file whose write number `fail_at` fails, and whose last flush does."""

    fail_at = count = 0

    def write(self, data):
        self.count += 1
        if self.count == self.fail_at:
            raise OSError(errno.EIO, "Input/output error")
        return super().write(data)

    def fileno(self):
        raise OSError(errno.ENODEV, "No such device")


def failing_at(fail_at):
    """Return an `open` that opens the firmware as a FailingFile."""

    def opened(path, mode="r", **more):
        if not path.endswith("firmware.uf2"):
            return open(path, mode, **more)
        file = FailingFile(path, mode)
        file.fail_at = fail_at
        return file

    return opened


def test_a_firmware_write_that_fails_anywhere_can_be_repeated(tmp_path, loader, monkeypatch):
    monkeypatch.setattr(flash, "CHUNK", 4096)
    file = firmware_file(tmp_path, GOOD)
    for limit in range(1, -(-len(GOOD) // 4096) + 1):
        with monkeypatch.context() as patch:
            patch.setattr(flash, "open", failing_at(limit), raising=False)
            refused(Host(loader), "not completely written .*run the same command", firmware=file)
    ran(restarting(loader, GOOD), firmware=file)
    assert tree(loader)["firmware.uf2"] == GOOD


def test_a_cable_pulled_during_the_last_flush_is_a_failure(tmp_path, loader, monkeypatch):
    monkeypatch.setattr(flash, "open", failing_at(0), raising=False)
    says = "disconnected while the firmware was being written .*boot loader again and run the same"
    refused(Host(loader), says, firmware=firmware_file(tmp_path, GOOD))


def test_a_board_that_restarts_during_the_last_flush_is_no_failure(tmp_path, loader, monkeypatch):
    monkeypatch.setattr(flash, "open", failing_at(0), raising=False)
    ran(restarting(loader, GOOD), firmware=firmware_file(tmp_path, GOOD))
    assert "rules/game.mpy" in tree(str(tmp_path / "CIRCUITPY"))


def test_a_firmware_file_that_is_not_there(capsys):
    assert guarded("flash", flash.main, ["--firmware", "/nowhere/cp.uf2"], Host()) == 1
    assert capsys.readouterr().err == "/nowhere/cp.uf2: No such file or directory.\n"


# --- progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_bar_moves_on_a_terminal_and_is_silent_elsewhere():
    for screen in (Terminal(), io.StringIO()):
        bar = flash.Bar(screen)
        for i in range(101):
            bar(i, 100, "the file" if i < 100 else "")
        text = screen.getvalue()
        if screen.isatty():
            assert "100/100" in text and "the file" in text and text.endswith("\n")
        else:
            assert text == ""
    flash.Bar(Terminal())(0, 0, "nothing")


def test_the_traces_of_a_board_are_shown_and_nothing_is_written(path, tmp_path):
    store = saves_help.store(tmp_path)
    store.save("game", b"a game")
    store.save("trace", "1.0 play\nTraceback: ü".encode())
    put(path, "rummy.sav", (tmp_path / "rummy.sav").read_bytes())
    before = tree(path)
    assert flashed(path, TWO, trace=True).endswith("free.\n1.0 play\nTraceback: ü")
    assert tree(path) == before
