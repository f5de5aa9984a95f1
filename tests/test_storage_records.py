"""Records on the drive: where they go, what a bad one costs, and drives that refuse (DESIGN 7)."""

import builtins
import errno
import os
import struct
import sys
import types
import zlib

import pytest
import saves_help
from pocket.saves import savefile, storage
from pocket.saves.slots import SLOTS
from saves_help import flip, framed, newest, overwrite, records, version_1
from work_help import LINE_US, lines_run

from tools.device import boards_desktop


@pytest.fixture
def store(tmp_path):
    return saves_help.store(tmp_path)


def test_first_start_has_no_record_and_no_complaint(store, tmp_path):
    assert store.load("game") == (None, None)
    assert os.listdir(tmp_path) == []


def test_the_newest_record_wins_and_the_oldest_that_is_not_needed_is_overwritten(store, tmp_path):
    assert store.save("set", b"settings") is None
    for number in range(40):
        before = records(tmp_path)
        assert store.save("game", b"turn %d" % number) is None
        assert store.load("game") == (b"turn %d" % number, None)
        after = records(tmp_path)
        gone = [slot for slot in before if after[slot] != before[slot]]
        assert len(after) == len(before) + 1 if number < SLOTS - 1 else len(gone) == 1
        for slot in gone:
            assert before[slot][0] == min(seq for seq, name, _ in before.values() if name == "game")
    assert saves_help.store(tmp_path).load("game") == (b"turn 39", None)
    assert store.load("set") == (b"settings", None)


def test_the_saves_before_the_newest_are_there_too(store):
    for number in range(5):
        store.save("game", b"turn %d" % number)
    assert [store.load("game", older)[0] for older in range(6)] == [
        b"turn 4",
        b"turn 3",
        b"turn 2",
        b"turn 1",
        b"turn 0",
        None,
    ]


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
            assert again.load(other) == (wanted, None)


def test_more_names_than_slots_is_a_full_drive_and_loses_nothing(store):
    for number in range(SLOTS):
        assert store.save("n%d" % number, b"kept %d" % number) is None
    assert store.save("more", b"too many") == "Not saved: the drive is full."
    assert store.save("n3", b"newer") == "Not saved: the drive is full."
    for number in range(SLOTS):
        assert store.load("n%d" % number) == (b"kept %d" % number, None)


def test_the_file_never_changes_its_size(store, tmp_path):
    store.save("game", b"first")
    size = os.path.getsize(tmp_path / "rummy.sav")
    for length in (0, 1, 700, 2000):
        store.save("game", b"x" * length)
    assert os.path.getsize(tmp_path / "rummy.sav") == size


def test_a_shorter_record_over_a_longer_one_reads_whole(tmp_path):
    store = saves_help.store(tmp_path)
    for number in range(30):
        payload = b"%d" % number * (500 if number % 2 else 4)
        store.save("game", payload)
        assert store.load("game")[0] == payload


# -- bad records


@pytest.mark.parametrize("kept", [0, 3, 15, 16, 20])
def test_half_a_save_falls_back_to_the_one_before(store, tmp_path, kept):
    store.save("game", b"before, whole")
    store.save("game", b"after, half written")
    overwrite(tmp_path, newest(tmp_path), b"\xff" * (storage.SLOT - kept), kept)
    again = saves_help.store(tmp_path)
    assert again.load("game") == (
        b"before, whole",
        "The last save is damaged. The one before it is used.",
    )
    assert again.save("game", b"goes on") is None  # over the bad one
    assert again.load("game") == (b"goes on", None)


def test_every_flipped_bit_and_every_cut_of_a_record_is_seen(store, tmp_path):
    store.save("game", b"the only save")
    slot = newest(tmp_path)
    whole = (tmp_path / "rummy.sav").read_bytes()
    for at in range(16 + len("game") + len(b"the only save")):
        flip(tmp_path, slot, at)
        assert saves_help.store(tmp_path).load("game") == (None, "The last save is damaged."), at
        (tmp_path / "rummy.sav").write_bytes(whole)
        assert storage.parse(whole[slot * storage.STRIDE : slot * storage.STRIDE + at])[1] is None


def test_all_slots_bad(store, tmp_path):
    store.save("game", b"lost")
    size = os.path.getsize(tmp_path / "rummy.sav")
    (tmp_path / "rummy.sav").write_bytes(os.urandom(size))
    again = saves_help.store(tmp_path)
    assert again.load("game") == (None, "The last save is damaged.")
    assert again.save("game", b"afresh") is None
    assert again.load("game")[0] == b"afresh"


def test_a_save_of_a_newer_version_is_told_of_and_not_overwritten(store, tmp_path):
    store.save("game", b"of old")
    record = storage.frame("game", [(5, 2, "game")], b"of the future")
    record[4] = storage.VERSION + 1
    end = 16 + len(b"game" + b"of the future")
    record[12:16] = struct.pack("<I", zlib.crc32(record[:12] + record[16:end]))
    overwrite(tmp_path, 3, record)
    again = saves_help.store(tmp_path)
    assert again.load("game") == (b"of old", "A save is from a newer version.")
    for number in range(30):
        again.save("game", b"turn %d" % number)
    assert (tmp_path / "rummy.sav").read_bytes()[3 * 5632 : 3 * 5632 + len(record)] == record


def test_a_file_cut_short_is_made_whole_and_keeps_what_is_left(store, tmp_path):
    for number in range(3):
        store.save("game", b"turn %d" % number)
    size = os.path.getsize(tmp_path / "rummy.sav")
    os.truncate(tmp_path / "rummy.sav", 3 * storage.STRIDE)
    again = saves_help.store(tmp_path)
    assert again.load("game")[0] == b"turn 0"
    assert again.save("game", b"goes on") is None
    assert os.path.getsize(tmp_path / "rummy.sav") == size
    assert again.load("game", 1)[0] == b"turn 0"


def test_a_file_that_is_removed_is_made_anew(store, tmp_path):
    store.save("game", b"removed")
    os.remove(tmp_path / "rummy.sav")
    again = saves_help.store(tmp_path)
    assert again.load("game") == (None, None)
    assert again.save("game", b"anew") is None
    assert again.load("game") == (b"anew", None)


def test_a_large_file_of_another_program_is_no_long_wait(tmp_path):
    with open(tmp_path / "rummy.sav", "wb") as file:
        file.truncate(200 << 20)
    store = saves_help.store(tmp_path)
    assert len(store.slots()) < 100
    assert store.save("game", b"a game") is None
    assert store.load("game") == (b"a game", None)


def test_a_save_too_long_and_a_full_file_leave_the_file_open(store):
    """Closing it would write its directory; see pocket/saves/storage.py."""
    store.save("game", b"kept")
    file = store.kept["file"]
    assert store.save("game", bytes(3000)) == "Not saved: it has grown too long."
    for number in range(SLOTS):
        store.save("n%d" % number, b"x")
    assert store.kept["file"] is file
    assert store.save("game", b"kept on")[:10] == "Not saved:"
    assert store.kept["file"] is file


def test_a_drive_that_fails_while_a_save_is_read_is_told(store, monkeypatch):
    store.save("game", b"kept")

    def failing(place):
        raise OSError(errno.EIO, "gone")

    monkeypatch.setattr(store, "data", failing)
    assert store.load("game") == (None, "The last save is damaged.")


def test_forget_drops_a_record_and_no_other(store, tmp_path):
    store.save("game", b"one")
    store.save("set", b"settings")
    store.save("game", b"two")
    assert store.forget("game") is None
    again = saves_help.store(tmp_path)
    assert again.load("game") == (None, None)
    assert again.load("set") == (b"settings", None)
    assert again.save("game", b"three") is None
    assert again.load("game") == (b"three", None)


DAMAGED = "The last save is damaged."
OLDER = DAMAGED + " The one before it is used."


@pytest.mark.parametrize("saves", [1, 2, 3, 17, 18, 19, 40])
def test_a_slot_whose_beginning_is_zero_is_told_of(store, tmp_path, saves):
    for number in range(saves):
        store.save("game", b"turn %d" % number)
    overwrite(tmp_path, newest(tmp_path), bytes(512))
    again = saves_help.store(tmp_path)
    wanted = (b"turn %d" % (saves - 2), OLDER) if saves > 1 else (None, DAMAGED)
    assert again.load("game") == wanted
    assert saves_help.told(savefile.newest(again, "game")[1]) == wanted[1]
    assert again.save("game", b"goes on") is None
    assert saves_help.store(tmp_path).load("game") == (b"goes on", None)


def test_a_slot_that_was_never_written_is_not_told_of(store, tmp_path):
    """Neither in the file as a build or the game makes it nor in one of an earlier version."""
    whole = (SLOTS + 2) * storage.STRIDE
    for empty in (boards_desktop.SAVES["rummy.sav"], bytes(whole)):
        (tmp_path / "rummy.sav").write_bytes(empty)
        again = saves_help.store(tmp_path)
        assert again.load("game") == (None, None)
        for number in range(SLOTS + 2):
            assert again.save("game", b"turn %d" % number) is None
            again = saves_help.store(tmp_path)
            assert again.load("game") == (b"turn %d" % number, None)
        assert os.path.getsize(tmp_path / "rummy.sav") == whole
    os.remove(tmp_path / "rummy.sav")
    again.save("set", b"in a file that the game makes")
    assert (tmp_path / "rummy.sav").read_bytes()[3 * 5632 :] == boards_desktop.SAVES["rummy.sav"][
        3 * 5632 :
    ]


def test_a_file_of_an_earlier_version_tells_of_zeros_from_the_next_save_on(store, tmp_path):
    data = bytearray((SLOTS + 2) * storage.STRIDE)
    for slot in (2, 3, 4):
        data[slot * 5632 : slot * 5632 + 2048] = framed(b"game", b"turn %d" % slot, slot)
    (tmp_path / "rummy.sav").write_bytes(data)
    assert store.load("game") == (b"turn 4", None)
    assert store.save("game", b"turn 5") is None
    overwrite(tmp_path, 5, bytes(512))
    assert saves_help.store(tmp_path).load("game") == (b"turn 4", OLDER)


@pytest.mark.parametrize("places", range(3, 9))
@pytest.mark.parametrize("more", [0, 1000, 3000])
def test_a_file_cut_short_grows_again_and_loses_nothing(store, tmp_path, places, more):
    """Each name fills a place, so that there is none to write to before it has grown."""
    for number in range(9):
        store.save("n%d" % number, b"kept %d" % number * 250)
    size = os.path.getsize(tmp_path / "rummy.sav")
    os.truncate(tmp_path / "rummy.sav", (2 + places) * storage.STRIDE + more)
    again = saves_help.store(tmp_path)
    held = places + (more > storage.SLOT)
    assert again.save("game", b"goes on") is None
    assert os.path.getsize(tmp_path / "rummy.sav") == size
    again = saves_help.store(tmp_path)
    assert again.load("game")[0] == b"goes on"
    for number in range(held):
        assert again.load("n%d" % number)[0] == b"kept %d" % number * 250
    for number in range(SLOTS - held - 2):
        assert again.save("m%d" % number, b"more") is None


@pytest.mark.parametrize("size", [1, 5000, 5632, 11264, 3 * 5632, 4 * 5632 + 3000, 9 * 5632 - 1])
@pytest.mark.parametrize("chip", [None, b"\xff" * 4096])
def test_a_file_cut_short_is_told_of_until_it_is_whole(store, tmp_path, size, chip):
    for number in range(9):
        store.save("game", b"turn %d" % number)
    os.truncate(tmp_path / "rummy.sav", size)
    again = saves_help.store(tmp_path, chip and bytearray(chip))
    left = size > 2 * 5632
    assert again.load("game")[1] == (OLDER if left else DAMAGED)
    assert saves_help.told(savefile.newest(again, "game")[1]) == (OLDER if left else DAMAGED)
    assert again.load("set") == (None, DAMAGED)
    assert again.save("game", b"goes on") is None
    assert saves_help.store(tmp_path).load("game") == (b"goes on", None)
    assert saves_help.store(tmp_path).load("set") == (None, None)


def test_a_file_cut_behind_what_was_saved_has_lost_nothing(store, tmp_path):
    """Places are filled from the first on, so an empty one that is left is followed by such."""
    for number in range(3):
        store.save("game", b"turn %d" % number)
    for size in (7 * 5632 + 100, 6 * 5632 - 3000):
        os.truncate(tmp_path / "rummy.sav", size)
        assert saves_help.store(tmp_path).load("game") == (b"turn 2", None)


def test_a_file_as_short_as_its_drive_had_room_for_is_not_told_of(store, tmp_path):
    """Nor one that a loss of power left empty while it was made."""
    (tmp_path / "rummy.sav").write_bytes(boards_desktop.SAVES["rummy.sav"][: 6 * 5632])
    for place in range(2, 6):
        overwrite(tmp_path, place, framed(b"n%d" % place, b"kept", place))
    assert store.load("n5") == (b"kept", None)
    os.truncate(tmp_path / "rummy.sav", 0)
    assert store.load("n5") == (None, None)


def test_a_drive_that_refuses_a_file_cut_short_leaves_another_program_its_chip(tmp_path, held):
    chip = bytearray(b"HISCORE!" * 512)
    saves_help.store(tmp_path).save("game", b"lost")
    os.truncate(tmp_path / "rummy.sav", 5000)
    patch = held()
    assert saves_help.store(tmp_path, chip).save("game", b"x", True).startswith("Not saved")
    patch.undo()
    assert chip == b"HISCORE!" * 512


@pytest.mark.parametrize("name", [b"\xff\xfe", b"gam\xe9", b"\xf0\x9f"])
def test_a_name_that_is_no_text_is_a_damaged_save(store, tmp_path, name):
    store.save("game", b"whole")
    overwrite(tmp_path, 3, framed(name, b"payload", 7))
    again = saves_help.store(tmp_path)
    assert again.load("game") == (b"whole", OLDER)
    listed, notice = savefile.newest(again, "game")
    assert (listed, saves_help.told(notice)) == ([("game", b"whole")], OLDER)
    assert again.save("game", b"goes on") is None
    assert again.load("game") == (b"goes on", None)


def test_a_name_longer_than_its_record_is_a_damaged_save(store, tmp_path):
    store.save("game", b"whole")
    record = bytearray(framed(b"game", b"", 7))
    record[5] = 200
    record[12:16] = struct.pack("<I", zlib.crc32(record[:12] + record[16:20]))
    overwrite(tmp_path, 3, record)
    assert saves_help.store(tmp_path).load("game") == (b"whole", OLDER)


@pytest.mark.parametrize("last", [0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFF0, 0xC0000000, 0x7FFFFFFF])
def test_behind_the_last_sequence_saves_go_on(store, tmp_path, last):
    store.save("set", b"settings")
    store.save("set", b"settings again")
    overwrite(tmp_path, 2, framed(b"game", b"before", last))
    assert saves_help.store(tmp_path).load("game") == (b"before", None)
    for number in range(40):
        again = saves_help.store(tmp_path)
        assert again.save("game", b"turn %d" % number) is None
        assert again.load("game") == (b"turn %d" % number, None)
        assert again.load("game", 1)[0] == (b"turn %d" % (number - 1) if number else b"before")
        assert savefile.newest(again, "game")[0] == [("game", b"turn %d" % number)]
        assert again.load("set")[0] == b"settings again"


# -- what earlier versions kept


def test_saves_of_version_1_are_taken_over(store, tmp_path):
    (tmp_path / "rummy_game.a").write_bytes(version_1(b"older", 6))
    (tmp_path / "rummy_game.b").write_bytes(version_1(b"newer", 7) + b"rest of a longer one")
    (tmp_path / "rummy_set.a").write_bytes(version_1(b"settings", 2))
    assert store.load("game") == (b"newer", None)
    assert store.load("game", 1) == (b"older", None)
    assert store.load("set") == (b"settings", None)
    assert store.save("game", b"in the new file") is None
    again = saves_help.store(tmp_path)
    assert again.load("game") == (b"in the new file", None)
    assert again.load("set") == (b"settings", None)
    assert again.forget("game") is None
    assert saves_help.store(tmp_path).load("game") == (None, None)


def test_a_damaged_save_of_version_1_falls_back_too(store, tmp_path):
    (tmp_path / "rummy_game.a").write_bytes(version_1(b"older", 6))
    (tmp_path / "rummy_game.b").write_bytes(version_1(b"newer", 7)[:20])
    assert store.load("game") == (b"older", "The last save is damaged. The one before it is used.")
    (tmp_path / "rummy_game.a").write_bytes(b"no save")
    assert store.load("game") == (None, "The last save is damaged.")


def test_a_game_that_version_1_put_into_the_chip_is_taken_over(tmp_path):
    chip = bytearray(b"\xff" * 4096)
    chip[: len(version_1(b"in the chip", 8))] = version_1(b"in the chip", 8)
    (tmp_path / "rummy_game.a").write_bytes(version_1(b"on the drive", 7))
    assert saves_help.store(tmp_path, chip).load("game") == (b"in the chip", None)
    assert saves_help.store(tmp_path, chip).load("set") == (None, None)


# -- drives that refuse


class Refusing:
    """Stands for `open` on a drive that will not be written."""

    def __init__(self, number, after=0):
        self.number = number
        self.after = after
        self.real = builtins.open

    def __call__(self, path, mode="r", *rest, **named):
        if "+" in mode or "w" in mode:
            if not self.after:
                raise OSError(self.number, os.strerror(self.number))
            self.after -= 1
        return self.real(path, mode, *rest, **named)


@pytest.mark.parametrize(
    "number, word",
    [
        (errno.EROFS, "Not saved: the computer holds the drive; eject it there."),
        (errno.ENOSPC, "Not saved: the drive is full."),
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
    assert again.load("game") == (b"kept", None)


def test_a_folder_that_is_gone(tmp_path):
    store = saves_help.store(tmp_path / "gone")
    assert store.save("game", b"lost") == "Not saved: its folder is gone."


def test_a_drive_that_fails_while_it_is_written_is_opened_anew(store, tmp_path):
    store.save("game", b"kept")

    class Failing:
        def seek(self, at):
            raise OSError(errno.EIO, "gone")

    store.kept["file"] = Failing()
    assert store.save("game", b"lost") == "Not saved: the drive answered with error 5."
    assert store.load("game") == (b"kept", None)
    assert store.save("game", b"again") is None
    assert store.load("game") == (b"again", None)


def test_a_read_only_drive_is_asked_for_once_and_then_written(store, monkeypatch):
    asked = []
    refusing = Refusing(errno.EROFS)
    stand_in = types.ModuleType("storage")

    def remount(where, readonly):
        asked.append((where, readonly))
        refusing.after = 9

    stand_in.remount = remount
    monkeypatch.setitem(sys.modules, "storage", stand_in)
    monkeypatch.setattr(builtins, "open", refusing)
    assert store.save("game", b"written") is None
    assert asked == [("/", False)]
    assert store.load("game") == (b"written", None)
    refusing.after = 0
    assert store.save("game", b"through the open file") is None
    assert store.load("game") == (b"through the open file", None)


def test_a_computer_that_holds_the_drive(store, monkeypatch):
    stand_in = types.ModuleType("storage")

    def remount(where, readonly):
        raise RuntimeError("Cannot remount path when visible via USB.")

    stand_in.remount = remount
    monkeypatch.setitem(sys.modules, "storage", stand_in)
    monkeypatch.setattr(builtins, "open", Refusing(errno.EROFS))
    assert store.save("game", b"lost").startswith("Not saved: the computer holds the drive")


# -- the chip's memory


@pytest.fixture
def held(monkeypatch):
    """A computer holds the drive from `held()` to the `undo()` of what that returns."""
    monkeypatch.setitem(sys.modules, "storage", None)
    held = []

    def hold():
        patch = pytest.MonkeyPatch()
        patch.setattr(builtins, "open", Refusing(errno.EROFS))
        held.append(patch)
        return patch

    yield hold
    for patch in held:
        patch.undo()


def test_chip_memory_takes_the_game_when_the_drive_refuses(tmp_path, held):
    chip = bytearray(b"\xff" * 4096)
    saves_help.store(tmp_path, chip).save("game", b"on the drive", True)
    store = saves_help.store(tmp_path, chip)
    patch = held()
    assert store.save("game", b"in the chip", True) is None
    assert store.save("set", b"settings").startswith("Not saved")
    patch.undo()
    again = saves_help.store(tmp_path, chip)
    assert again.load("game") == (b"in the chip", None)
    assert again.save("game", b"drive again", True) is None
    assert saves_help.store(tmp_path, chip).load("game") == (b"drive again", None)
    again.forget("game")
    assert saves_help.store(tmp_path, chip).load("game") == (None, None)


def test_chip_memory_keeps_the_only_newest_record_of_another_game(tmp_path, held):
    chip = bytearray(b"\xff" * 4096)  # two slots
    saves_help.store(tmp_path, chip).save("RK", b"on the drive", True)
    store = saves_help.store(tmp_path, chip)
    patch = held()
    assert store.save("RK", b"rummikub", True) is None
    assert store.save("CR", b"classic", True) is None
    assert store.save("KR", b"kiran", True) == (
        "Not saved: the computer holds the drive; eject it there."
    )
    assert store.load("RK")[0] == b"rummikub" and store.load("CR")[0] == b"classic"
    assert store.save("RK", b"rummikub 2", True) is None
    assert store.load("RK")[0] == b"rummikub 2" and store.load("CR")[0] == b"classic"
    patch.undo()
    store = saves_help.store(tmp_path, chip)
    assert store.save("RK", b"on the drive again", True) is None
    patch = held()
    store = saves_help.store(tmp_path, chip)
    assert store.save("KR", b"kiran", True) is None
    assert [store.load(name)[0] for name in ("RK", "CR", "KR")] == [
        b"on the drive again",
        b"classic",
        b"kiran",
    ]
    patch.undo()


@pytest.mark.parametrize(
    "before", [b"HISCORE!" * 512, b"\xff" * 256], ids=["another program's", "too small"]
)
def test_chip_memory_that_is_no_place_is_left_alone(tmp_path, held, before):
    chip = bytearray(before)
    patch = held()
    assert saves_help.store(tmp_path, chip).save("game", b"x", True).startswith("Not saved")
    patch.undo()
    assert chip == before


def test_half_a_record_in_the_chip_is_told_of(tmp_path, held):
    chip = bytearray(b"\xff" * 4096)
    saves_help.store(tmp_path, chip).save("game", b"on the drive", True)
    store = saves_help.store(tmp_path, chip)
    patch = held()
    store.save("game", b"in the chip", True)
    patch.undo()
    chip[20:40] = b"\xff" * 20
    assert saves_help.store(tmp_path, chip).load("game") == (
        b"on the drive",
        "The last save is damaged. The one before it is used.",
    )


# -- where


def test_the_named_folder_comes_first_then_saves_then_the_drive(tmp_path, monkeypatch):
    def path():
        kept = {"nvm": None}
        savefile.find(kept)
        return kept["path"]

    monkeypatch.setenv("POCKET_SAVES", str(tmp_path))
    assert path() == str(tmp_path) + "/rummy.sav"
    monkeypatch.setenv("POCKET_SAVES", str(tmp_path / "missing"))
    real = os.stat
    monkeypatch.setattr(
        os,
        "stat",
        lambda path, *more, **named: (
            real(str(tmp_path)) if path == "/saves" else real(path, *more, **named)
        ),
    )
    assert path() == "/saves/rummy.sav"
    monkeypatch.setattr(os, "stat", real)
    if not os.path.exists("/saves"):
        assert path() == "/rummy.sav"


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
