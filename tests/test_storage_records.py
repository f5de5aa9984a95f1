"""Records on the drive: where they go, what a bad one costs, and drives that refuse (DESIGN 7).

Cases are written as for scenes, with the steps of Drive."""

import builtins
import errno
import os
import struct
import sys
import types
import zlib

import cases
import pytest
import saves_help
from pocket.saves import savefile, storage
from pocket.saves.slots import SLOTS
from saves_help import framed, newest, overwrite, records, version_1
from work_help import LINE_US, lines_run

from tools.device import boards_desktop

WHOLE = (SLOTS + 2) * storage.STRIDE  # bytes of the file
NOTICES = {
    "damaged": "The last save is damaged.",
    "older": "The last save is damaged. The one before it is used.",
    "newer": "A save is from a newer version.",
    "full": "Not saved: the drive is full.",
    "held": "Not saved: the computer holds the drive; eject it there.",
    "long": "Not saved: it has grown too long.",
}


class Refusing:
    """Stands for `open` on a drive that will not be written, or may be written `after` times."""

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


class Drive:
    """A folder with the file of saves; each public method is a step."""

    def __init__(self, folder):
        self.folder = folder
        self.memory = None
        self.store = saves_help.store(folder)
        self.hands = pytest.MonkeyPatch()
        self.patch = pytest.MonkeyPatch()
        self.patch.setitem(sys.modules, "storage", None)

    @property
    def path(self):
        return self.folder / "rummy.sav"

    def __call__(self, steps):
        try:
            cases.each_step(steps, cases.method_of(self))
        finally:
            self.free()
            self.patch.undo()

    # what is done

    def off(self):
        """Switch off and on: a new store over the same files."""
        self.store = saves_help.store(self.folder, self.memory)

    def chip(self):
        """Give the chip memory of its own: two slots."""
        self.memory = bytearray(b"\xff" * 4096)
        self.off()

    def hold(self):
        """Switch on anew while a computer holds the drive, until `free`."""
        self.off()
        self.hands.setattr(builtins, "open", Refusing(errno.EROFS))

    def free(self):
        """Let the drive be written again."""
        self.hands.undo()

    def save(self, text):
        """Save under a name: `save game one`; with `!` behind it also in the chip."""
        name, _, payload = text.partition(" ")
        assert self._save(name, payload) is None

    def refuse(self, text):
        """Be refused a save with one of NOTICES: `refuse full more x`."""
        notice, name, payload = text.split(" ", 2)
        assert self._save(name, payload) == NOTICES[notice]

    def _save(self, name, payload):
        return self.store.save(name.rstrip("!"), payload.encode(), name.endswith("!"))

    def turns(self, count):
        """Save this many turns of a game: `turn 0` and on."""
        for number in range(int(count)):
            self.save("game turn %d" % number)

    def forget(self, name):
        """Drop all saves of a name."""
        assert self.store.forget(name) is None

    def half(self, kept):
        """Let the newest save of the game be written only up to a byte."""
        kept = int(kept)
        overwrite(self.folder, newest(self.folder), b"\xff" * (storage.SLOT - kept), kept)

    def zero(self, place=None):
        """Let the beginning of the newest save of the game, or of a place, be zeros."""
        slot = int(place) if place else newest(self.folder)
        overwrite(self.folder, slot, bytes(512))

    def noise(self):
        """Fill the whole file with anything."""
        self.path.write_bytes(os.urandom(os.path.getsize(self.path)))

    def cut(self, size):
        """Cut the file after this many bytes; `3 places`: behind three records' places."""
        count, _, places = size.partition(" ")
        os.truncate(self.path, int(count) * (storage.STRIDE if places else 1))

    def remove(self):
        """Remove the file."""
        os.remove(self.path)

    def spoil(self):
        """Damage the record in the chip."""
        self.memory[20:40] = b"\xff" * 20

    def put(self, text):
        """Put a record into a place, as `put 3 name payload sequence`."""
        place, name, payload, seq = text.split()
        data = framed(eval("b'%s'" % name), payload.encode(), int(seq, 0))  # noqa: S307
        overwrite(self.folder, int(place), data)

    def version1(self, text):
        """Have a file as version 1 of the format had it, perhaps its first bytes alone: `version1
        game.a older 6`, `version1 game.a older 6 20`; `chip`: in the chip."""
        name, payload, seq, *size = text.split()
        data = version_1(payload.encode(), int(seq))[: int(size[0]) if size else None]
        if name == "chip":
            self.memory[: len(data)] = data
        else:
            (self.folder / ("rummy_" + name)).write_bytes(data)

    def blank(self, size):
        """Have a file of this many bytes in which no record is, as a build makes it."""
        self.path.write_bytes(boards_desktop.SAVES["rummy.sav"][: int(size)])

    def zeros(self):
        """Have a file of zeros, as an earlier version made it."""
        self.path.write_bytes(bytes(WHOLE))

    # what must be then

    def loads(self, text):
        """Load this of a name, `none` for nothing, and one of NOTICES in brackets: `loads game one
        [older]`; `game~1`: the save before the newest."""
        name, _, wanted = text.partition(" ")
        name, _, older = name.partition("~")
        payload, _, notice = wanted.partition(" [")
        found, told = self.store.load(name, int(older or 0))
        assert ("none" if found is None else found.decode()) == payload, found
        if not older:
            assert told == (NOTICES[notice[:-1]] if notice else None), told

    def size(self, size):
        """Have a file of this many bytes, or the `whole` one."""
        there = os.path.getsize(self.path)
        assert there == (WHOLE if size == "whole" else int(size)), there

    def empty(self):
        """Have no file."""
        assert os.listdir(self.folder) == []


def drive_cases(text):
    """Return the test that plays each case of `text`."""
    return cases.each_case(text, lambda steps, folder: Drive(folder)(steps), "tmp_path")


test_records = drive_cases(
    """
    The first start has no record and no complaint: loads game none; empty
    The saves before the newest are there: turns 5; loads game turn 4; loads game~1 turn 3;
        loads game~4 turn 0; loads game~5 none
    The file never changes its size: save game first; size whole; save game x; size whole;
        turns 40; size whole
    Half a save falls back to the one before: for $kept in 0 | 3 | 15 | 16 | 20; save game before;
        save game after; half $kept; off; loads game before [older]; save game goes on;
        loads game goes on
    All slots bad: save game lost; noise; off; loads game none [damaged]; save game afresh;
        loads game~0 afresh
    A file that is removed is made anew: save game removed; remove; off; loads game none;
        save game anew; loads game anew
    A file cut short is made whole and keeps what is left: turns 3; cut 3 places; off;
        loads game turn 0 [older]; save game goes on; size whole; loads game~1 turn 0
    Forgetting drops a record and no other: save game one; save set settings; save game two;
        forget game; off; loads game none; loads set settings; save game three; loads game three
    A slot whose beginning is zero is told of:
        for $saves,$before in 2, turn 0 | 3, turn 1 | 17, turn 15 | 18, turn 16 | 19, turn 17 |
          40, turn 38; turns $saves; zero; off; loads game $before [older]; save game goes on;
        off; loads game goes on
    The only slot with such a beginning: turns 1; zero; off; loads game none [damaged];
        save game goes on; off; loads game goes on
    A file cut short is told of until it is whole:
        for $size,$left in 1, none [damaged] | 5000, none [damaged] | 11264, none [damaged] |
          16896, turn 0 [older] | 25528, turn 2 [older] | 50687, turn 6 [older];
        for $chip in off | chip; turns 9; cut $size; $chip; off; loads game $left;
        loads set none [damaged]; save game goes on; off; loads game goes on; loads set none
    A file cut behind what was saved has lost nothing: turns 3; cut 39524; off; loads game turn 2;
        cut 30792; off; loads game turn 2
    A name that is no text is a damaged save: for $name in \\xff\\xfe | gam\\xe9 | \\xf0\\x9f;
        save game whole; put 3 $name payload 7; off; loads game whole [older]; save game goes on;
        loads game goes on
    Saves of version 1 are taken over: version1 game.a older 6; version1 game.b newer 7;
        version1 set.a settings 2; loads game newer; loads game~1 older; loads set settings;
        save game in the new file; off; loads game in the new file; loads set settings;
        forget game; off; loads game none
    A damaged save of version 1 falls back too: version1 game.a older 6; version1 game.b newer 7 20;
        loads game older [older]; version1 game.a older 6 3; loads game none [damaged]
    A file of an earlier version tells of zeros from the next save on: zeros; put 2 game turn2 2;
        put 3 game turn3 3; put 4 game turn4 4; loads game turn4; save game turn5; zero 5; off;
        loads game turn4 [older]
    A file as short as its drive had room for is not told of, nor one left empty: blank 33792;
        put 2 n2 kept 2; put 3 n3 kept 3; put 4 n4 kept 4; put 5 n5 kept 5; loads n5 kept; cut 0;
        loads n5 none
    A shorter record over a longer one reads whole: for $number in 1 | 2; save game LONG; turns 20;
        save game LONG; loads game LONG; turns 20; loads game turn 19
    """.replace("LONG", "x" * 500)
)

test_the_chip = drive_cases(
    """
    given: chip
    It takes the game when the drive refuses: save game! on the drive; hold;
        save game! in the chip; refuse held set settings; free; off; loads game in the chip;
        save game! drive again; off; loads game drive again; forget game; off; loads game none
    It keeps the only newest record of another game: save RK! on the drive; hold;
        save RK! rummikub; save CR! classic; refuse held KR! kiran; loads RK rummikub;
        loads CR classic; save RK! rummikub 2; loads RK rummikub 2; loads CR classic; free; off;
        save RK! on the drive again; hold; off; save KR! kiran; loads RK on the drive again;
        loads CR classic; loads KR kiran; free
    Half a record in it is told of: save game! on the drive; hold; save game! in the chip; free;
        spoil; off; loads game on the drive [older]
    A game that version 1 put into it is taken over: version1 game.a drive 7; version1 chip chip 8;
        off; loads game chip; loads set none
    """
)


@pytest.fixture
def store(tmp_path):
    return saves_help.store(tmp_path)


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
    """The file is left open: closing it would write its directory, see pocket/saves/storage.py."""
    assert store.save("n0", bytes(3000)) == NOTICES["long"]
    for number in range(SLOTS):
        assert store.save("n%d" % number, b"kept %d" % number) is None
    file = store.kept["file"]
    assert store.save("more", b"too many") == NOTICES["full"]
    assert store.save("n3", b"newer") == NOTICES["full"]
    assert store.kept["file"] is file
    for number in range(SLOTS):
        assert store.load("n%d" % number) == (b"kept %d" % number, None)


def test_every_flipped_bit_and_every_cut_of_a_record_is_seen(store, tmp_path):
    store.save("game", b"the only save")
    slot = newest(tmp_path)
    whole = (tmp_path / "rummy.sav").read_bytes()
    for at in range(16 + len("game") + len(b"the only save")):
        saves_help.flip(tmp_path, slot, at)
        assert saves_help.store(tmp_path).load("game") == (None, NOTICES["damaged"]), at
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
    assert again.load("game") == (b"of old", NOTICES["newer"])
    for number in range(30):
        again.save("game", b"turn %d" % number)
    assert (tmp_path / "rummy.sav").read_bytes()[3 * 5632 : 3 * 5632 + len(record)] == record


def test_a_large_file_of_another_program_is_no_long_wait(tmp_path):
    with open(tmp_path / "rummy.sav", "wb") as file:
        file.truncate(200 << 20)
    store = saves_help.store(tmp_path)
    assert len(store.slots()) < 100
    assert store.save("game", b"a game") is None
    assert store.load("game") == (b"a game", None)


@pytest.mark.parametrize("empty", [boards_desktop.SAVES["rummy.sav"], bytes(WHOLE), None])
def test_a_slot_that_was_never_written_is_not_told_of(tmp_path, empty):
    """Neither in the file as a build makes it nor in one of an earlier version or the game's."""
    if empty:
        (tmp_path / "rummy.sav").write_bytes(empty)
    assert saves_help.store(tmp_path).load("game") == (None, None)
    for number in range(SLOTS + 2):
        again = saves_help.store(tmp_path)
        assert again.save("game", b"turn %d" % number) is None
        assert saves_help.store(tmp_path).load("game") == (b"turn %d" % number, None)
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
    assert again.load("game")[0] == b"goes on"
    for number in range(held):
        assert again.load("n%d" % number)[0] == b"kept %d" % number * 250
    for number in range(SLOTS - held - 2):
        assert again.save("m%d" % number, b"more") is None


def test_a_name_longer_than_its_record_is_a_damaged_save(store, tmp_path):
    store.save("game", b"whole")
    record = bytearray(framed(b"game", b"", 7))
    record[5] = 200
    record[12:16] = struct.pack("<I", zlib.crc32(record[:12] + record[16:20]))
    overwrite(tmp_path, 3, record)
    assert saves_help.store(tmp_path).load("game") == (b"whole", NOTICES["older"])


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
    assert again.load("game") == (b"kept", None)


def test_a_folder_that_is_gone(tmp_path):
    store = saves_help.store(tmp_path / "gone")
    assert store.save("game", b"lost") == "Not saved: its folder is gone."


def test_a_drive_that_fails_is_told_and_opened_anew(store, monkeypatch):
    def failing(*_place):
        raise OSError(errno.EIO, "gone")

    store.save("game", b"kept")
    store.kept["file"] = types.SimpleNamespace(seek=failing)
    assert store.save("game", b"lost") == "Not saved: the drive answered with error 5."
    assert store.load("game") == (b"kept", None)
    assert store.save("game", b"again") is None
    assert store.load("game") == (b"again", None)
    monkeypatch.setattr(store, "data", failing)
    assert store.load("game") == (None, NOTICES["damaged"])


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
        assert store.load("game") == (payload, None) and asked == [("/", False)]
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
    def path():
        kept = {"nvm": None}
        savefile.find(kept)
        return kept["path"]

    monkeypatch.setenv("POCKET_SAVES", str(tmp_path))
    assert path() == str(tmp_path) + "/rummy.sav"
    monkeypatch.setenv("POCKET_SAVES", str(tmp_path / "missing"))
    real = os.stat

    def stat(path, *more, **named):
        return real(str(tmp_path)) if path == "/saves" else real(path, *more, **named)

    monkeypatch.setattr(os, "stat", stat)
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
