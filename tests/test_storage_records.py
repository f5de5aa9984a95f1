"""Records on the drive: where they go, what a bad one costs, and drives that refuse (DESIGN 7).

Cases are written as for scenes, with the steps of Drive."""

import builtins
import errno
import os
import struct
import sys
import types
import zlib

import pytest
import saves_help
from pocket.hardware import boards
from pocket.saves import storage
from pocket.saves.slots import SLOTS
from saves_help import framed, newest, overwrite, records
from words_storage import NOTICES, WHOLE, Refusing
from work_help import LINE_US, lines_run

from tools.device import boards_desktop


@pytest.fixture
def store(tmp_path):
    return saves_help.store(tmp_path)


def test_the_newest_record_wins_and_the_oldest_that_is_not_needed_is_overwritten(store, tmp_path):
    assert store.save("set", b"settings") is None
    for number in range(40):
        before = records(tmp_path)
        assert store.save("game", b"turn %d" % number) is None
        assert store.read("game") == (b"turn %d" % number, None)
        after = records(tmp_path)
        gone = [slot for slot in before if after[slot] != before[slot]]
        assert len(after) == len(before) + 1 if number < SLOTS - 1 else len(gone) == 1
        for slot in gone:
            assert before[slot][0] == min(seq for seq, name, _ in before.values() if name == "game")
    assert saves_help.store(tmp_path).read("game") == (b"turn 39", None)
    assert store.read("set") == (b"settings", None)


@pytest.mark.long
def test_ten_names_have_their_newest_record_each_whatever_else_is_saved(store, tmp_path):
    names = ["RK", "RG", "CR", "KR", "ER", "set", "stat", "puzz", "a", "b"]
    for number in range(60):
        name = names[number * number % 10]
        assert store.save(name, b"%s: %d" % (name.encode(), number)) is None
        again = saves_help.store(tmp_path)
        for other in names:
            last = [i for i in range(number + 1) if names[i * i % 10] == other]
            wanted = b"%s: %d" % (other.encode(), last[-1]) if last else None
            assert again.read(other) == (wanted, None)


def test_more_names_than_slots_is_a_full_drive_and_loses_nothing(store):
    """The file is left open: closing it would write its directory, see pocket/saves/storage.py."""
    assert store.save("n0", bytes(3000)) == NOTICES["long"]
    for number in range(SLOTS):
        assert store.save("n%d" % number, b"kept %d" % number) is None
    file = store.state["file"]
    assert store.save("more", b"too many") == NOTICES["full"]
    assert store.save("n3", b"newer") == NOTICES["full"]
    assert store.state["file"] is file
    for number in range(SLOTS):
        assert store.read("n%d" % number) == (b"kept %d" % number, None)


def test_every_flipped_bit_and_every_cut_of_a_record_is_seen(store, tmp_path):
    store.save("game", b"the only save")
    slot = newest(tmp_path)
    whole = (tmp_path / "rummy.sav").read_bytes()
    for at in range(16 + len("game") + len(b"the only save")):
        saves_help.flip(tmp_path, slot, at)
        assert saves_help.store(tmp_path).read("game") == (None, NOTICES["damaged"]), at
        (tmp_path / "rummy.sav").write_bytes(whole)
        assert storage.parse(whole[slot * storage.STRIDE : slot * storage.STRIDE + at])[1] is None


def test_a_save_of_a_newer_version_is_told_of_and_not_overwritten(store, tmp_path):
    store.save("game", b"of old")
    record = storage.frame("game", [(5, 2, "game")], b"of the future")
    record[4] = storage.VERSION + 1
    end = 16 + len(b"game" + b"of the future")
    record[12:16] = struct.pack("<I", zlib.crc32(record[:12] + record[16:end]))
    overwrite(tmp_path, 3, record)
    again = saves_help.store(tmp_path)
    assert again.read("game") == (b"of old", NOTICES["newer"])
    for number in range(30):
        again.save("game", b"turn %d" % number)
    assert (tmp_path / "rummy.sav").read_bytes()[3 * 5632 : 3 * 5632 + len(record)] == record


def test_a_large_file_of_another_program_is_no_long_wait(tmp_path):
    with open(tmp_path / "rummy.sav", "wb") as file:
        file.truncate(200 << 20)
    store = saves_help.store(tmp_path)
    assert len(store.slots()) < 100
    assert store.save("game", b"a game") is None
    assert store.read("game") == (b"a game", None)


@pytest.mark.parametrize("empty", [boards_desktop.SAVES["rummy.sav"], bytes(WHOLE), None])
def test_a_slot_that_was_never_written_is_not_told_of(tmp_path, empty):
    """Neither in the file as a build makes it nor in one of zeros or the game's."""
    if empty:
        (tmp_path / "rummy.sav").write_bytes(empty)
    assert saves_help.store(tmp_path).read("game") == (None, None)
    for number in range(SLOTS + 2):
        again = saves_help.store(tmp_path)
        assert again.save("game", b"turn %d" % number) is None
        assert saves_help.store(tmp_path).read("game") == (b"turn %d" % number, None)
        if not (empty or number):
            made = (tmp_path / "rummy.sav").read_bytes()
            assert made[3 * 5632 :] == boards_desktop.SAVES["rummy.sav"][3 * 5632 :]
    assert os.path.getsize(tmp_path / "rummy.sav") == WHOLE


@pytest.mark.parametrize("places", range(3, 9))
@pytest.mark.parametrize("more", [0, 1000, 3000])
def test_a_file_cut_short_grows_again_and_loses_nothing(store, tmp_path, places, more):
    """Each name fills a place, so that there is none to write to before it has grown."""
    for number in range(9):
        store.save("n%d" % number, b"kept %d" % number * 250)
    os.truncate(tmp_path / "rummy.sav", (2 + places) * storage.STRIDE + more)
    again = saves_help.store(tmp_path)
    held = places + (more > storage.SLOT)
    assert again.save("game", b"goes on") is None
    assert os.path.getsize(tmp_path / "rummy.sav") == WHOLE
    again = saves_help.store(tmp_path)
    assert again.read("game")[0] == b"goes on"
    for number in range(held):
        assert again.read("n%d" % number)[0] == b"kept %d" % number * 250
    for number in range(SLOTS - held - 2):
        assert again.save("m%d" % number, b"more") is None


def test_a_name_longer_than_its_record_is_a_damaged_save(store, tmp_path):
    store.save("game", b"whole")
    record = bytearray(framed(b"game", b"", 7))
    record[5] = 200
    record[12:16] = struct.pack("<I", zlib.crc32(record[:12] + record[16:20]))
    overwrite(tmp_path, 3, record)
    assert saves_help.store(tmp_path).read("game") == (b"whole", NOTICES["older"])


@pytest.mark.parametrize("number", [1 << 30, 0xFFFFFFFF])
def test_a_sequence_that_no_game_reaches_is_a_damaged_save(store, tmp_path, number):
    store.save("game", b"whole")
    overwrite(tmp_path, 3, framed(b"game", b"after all others", number))
    again = saves_help.store(tmp_path)
    assert again.read("game") == (b"whole", NOTICES["older"])
    assert again.save("game", b"next") is None and again.read("game") == (b"next", None)


# -- drives that refuse


@pytest.mark.parametrize(
    "number, word",
    [
        (errno.EROFS, NOTICES["held"]),
        (errno.ENOSPC, NOTICES["full"]),
        (errno.EIO, "Not saved: the drive answered with error %d." % errno.EIO),
    ],
)
def test_a_drive_that_refuses_says_why_in_one_sentence(store, tmp_path, monkeypatch, number, word):
    store.save("game", b"kept")
    monkeypatch.setitem(sys.modules, "storage", None)
    monkeypatch.setattr(builtins, "open", Refusing(number))
    again = saves_help.store(tmp_path)
    assert again.save("game", b"lost") == word
    assert again.forget("game") == word.replace("saved", "removed")
    assert again.read("game") == (b"kept", None)


def test_a_folder_that_is_gone(tmp_path):
    store = saves_help.store(tmp_path / "gone")
    assert store.save("game", b"lost") == "Not saved: its folder is gone."


def test_a_drive_that_fails_is_told_and_opened_anew(store):
    def failing(*_place):
        raise OSError(errno.EIO, "gone")

    store.save("game", b"kept")
    store.state["file"] = types.SimpleNamespace(seek=failing)
    assert store.save("game", b"lost") == "Not saved: the drive answered with error 5."
    assert store.read("game") == (b"kept", None)
    assert store.save("game", b"again") is None
    assert store.read("game") == (b"again", None)
    store.state["path"] += ".gone"
    assert store.payload(2) == b""


def remounts(monkeypatch, remount):
    """Let the firmware's storage.remount be this function."""
    monkeypatch.setitem(sys.modules, "storage", types.SimpleNamespace(remount=remount))


def test_a_read_only_drive_is_asked_for_once_and_then_written(store, monkeypatch):
    asked = []
    refusing = Refusing(errno.EROFS)

    def remount(where, readonly):
        asked.append((where, readonly))
        refusing.after = 9

    remounts(monkeypatch, remount)
    monkeypatch.setattr(builtins, "open", refusing)
    for payload in (b"written", b"through the open file"):
        assert store.save("game", payload) is None
        assert store.read("game") == (payload, None) and asked == [("/", False)]
        refusing.after = 0


def test_a_computer_that_holds_the_drive(store, monkeypatch):
    def remount(where, readonly):
        raise RuntimeError("Cannot remount path when visible via USB.")

    remounts(monkeypatch, remount)
    monkeypatch.setattr(builtins, "open", Refusing(errno.EROFS))
    assert store.save("game", b"lost").startswith("Not saved: the computer holds the drive")


@pytest.mark.parametrize(
    "before", [b"HISCORE!" * 512, b"\xff" * 256], ids=["another program's", "too small"]
)
@pytest.mark.parametrize("cut", [False, True])
def test_chip_memory_that_is_no_place_is_left_alone(tmp_path, monkeypatch, before, cut):
    chip = bytearray(before)
    if cut:
        saves_help.store(tmp_path).save("game", b"lost")
        os.truncate(tmp_path / "rummy.sav", 5000)
    monkeypatch.setitem(sys.modules, "storage", None)
    monkeypatch.setattr(builtins, "open", Refusing(errno.EROFS))
    assert saves_help.store(tmp_path, chip).save("game", b"x", True).startswith("Not saved")
    assert chip == before


# -- where, and how fast


def test_the_named_folder_comes_first_then_saves_then_the_drive(tmp_path, monkeypatch):
    def folder():
        return boards.profile("pybadge").saves

    monkeypatch.setenv("POCKET_SAVES", str(tmp_path))
    assert folder() == str(tmp_path)
    monkeypatch.setenv("POCKET_SAVES", str(tmp_path / "missing"))
    real = os.stat

    def stat(path, *more, **named):
        return real(str(tmp_path)) if path == "/saves" else real(path, *more, **named)

    monkeypatch.setattr(os, "stat", stat)
    assert folder() == "/saves"
    monkeypatch.setattr(os, "stat", real)
    if not os.path.exists("/saves"):
        assert folder() == ""


def test_what_a_save_computes_is_little():
    """A save may take 100 ms, most of it the drive's."""
    payload = bytes(range(225)) * 2  # a full game packs into less
    slots = [(seq, seq, "game") for seq in range(1, 13)]

    def save():
        storage.spare(slots)
        record = storage.frame("game", slots, payload)
        return [storage.parse(record) for _ in slots]

    lines, read = lines_run(save)
    assert {record[1] for record in read} == {"game"}
    assert lines < 10000 / LINE_US
