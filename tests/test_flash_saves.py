"""Saves down to the flash chip: what a save erases, and the power gone at each step of it."""

import functools
import os

import fatdrive
import pytest
import saves_help
from conftest import ROOT
from fatdrive import BLOCK, SECTOR
from pocket.games import newgame
from pocket.saves import storage

from rules.base import finish
from rules.tilegame import game as tile_game
from rules.tilegame import players
from tools.device import boards_desktop, fatimage, gather
from tools.emulator.cut import tear

CACHES = {
    "RP2040": fatdrive.Cache,
    "RP2350": fatdrive.Cache,
    "SAMD51": fatdrive.QspiCache,
    "ESP32-S3": fatdrive.ThroughCache,
}
# Of each kind of cache and size of drive one.
BOARDS = {
    (CACHES[row.chip], row.drive): row
    for row in boards_desktop.BOARDS.values()
    if row.chip in CACHES
}.values()
GAME = {"code.py": b"import pocket\n", "lib/pocket/app.mpy": bytes(range(256)) * 500}
PICOPAD = boards_desktop.BOARDS["pajenicko_picopad"].drive


def image(size, files=GAME):
    """Return the flash of a drive of `size` bytes with `files` on it, the rest erased."""
    made = fatimage.make(size, files)
    return bytearray(made) + bytearray(b"\xff" * (size - len(made)))


def switch_on(data, cache=fatdrive.Cache):
    """Return the drive in the bytearray `data`, as a board finds it at power-on."""
    return fatdrive.FatDrive(cache(fatdrive.Flash(data)))


def store():
    return saves_help.store("")


def blocks_of_the_file(drive):
    """Return the numbers of the blocks of rummy.sav, by its chain in the FAT."""
    with drive.mounted(), drive.open("/rummy.sav", "rb") as file:
        offsets = range(drive.blocks_per_cluster)
        return [drive.block_of(cluster) + i for cluster in file.chain for i in offsets]


@functools.cache
def saved_turns(count):
    """Return what a real game keeps at the end of each of its first `count` turns, its rounds
    included."""
    people = [("", "ANNA"), ("easy", "ADA"), ("easy", "BO")]
    game = tile_game.Game("RK", 3, 11, None)
    game.note = newgame.pack_people(people)
    out = []
    while len(out) < count:
        if game.phase == "turn":
            move = finish(players.choose("easy", game.view(game.seat), len(out)))
        else:
            move = ("redeal", False) if game.phase == "redeal" else ("go",)
        assert game.apply(move) is None
        out.append(b"RK" + bytes((game.round,)) + game.pack())
    return out


# -- the model of the drive against the firmware


def firmware_log():
    """Return {(bytes of the drive, clusters used before): [(step, [sectors erased])]}."""
    found = {}
    with open(os.path.join(ROOT, "tests", "data", "erases.txt"), encoding="utf-8") as stream:
        for line in stream:
            words = line.split()
            if words[0] == "drive":
                steps = found[int(words[1]), int(words[2])] = []
            elif words[0] != "#":
                step, _, sectors = line.partition(":")
                steps.append((step, [int(word, 16) for word in sectors.split()]))
    return found


@pytest.mark.parametrize("size, used", firmware_log())
def test_the_model_erases_what_the_firmware_erases(size, used, monkeypatch):
    monkeypatch.setattr("pocket.saves.savefile.SLOTS", 12)  # as when the log was taken
    shape = fatimage.geometry(size)
    cluster_bytes = shape.cluster * BLOCK
    used_before = (len(fatimage.make(size, {"fill": b""})) - shape.data * BLOCK) // cluster_bytes
    drive = switch_on(image(size, {"fill": bytes((used - used_before) * cluster_bytes)}))
    steps = firmware_log()[size, used]
    assert len(steps) == 21
    with drive.mounted():
        saves = store()
        saves.read("game")
        for step, sectors in steps:
            begin = len(drive.cache.flash.changes)
            if step == "forget":
                assert saves.forget("game") is None
            else:
                number = int(step.split()[-1]) if step != "first" else 0
                long = number >= (2 if "two" in step else 12)
                name = "set" if step == "first" else "other" if "two" in step else "game"
                size = 300 if step == "first" else 1500 if long else 600
                assert saves.save(name, bytes([65 + number]) * size) is None
            assert drive.cache.flash.erased(begin) == sectors, step
    flash = drive.cache.flash
    assert len(flash.changes) == 17 * len(flash.erased())  # each erase has 16 programs


# -- what a save touches


def with_holes(data, count):
    """Return the flash in `data` with `count` of its files a0, a2, … removed."""
    drive = switch_on(data)
    for number in range(count):
        block, at = drive.find("/a%d" % (2 * number))
        cluster = drive.window[at + 26]
        drive.window[at] = 0xE5
        drive.changed = True
        drive._link(cluster, 0)
    drive._sync_window()
    drive.sync()
    return data


# (board, blocks by which the game's files move the file of saves, small files removed before it)
PLACES = [
    *((board.board_id, 0, 0) for board in BOARDS),
    *(("pajenicko_picopad", shift, 0) for shift in range(1, 8)),
    *(("pajenicko_picopad", shift, 1) for shift in range(0, 8, 2)),
    *(("pajenicko_picopad", shift, 6) for shift in range(1, 8, 2)),
    *(("pimoroni_picosystem", shift, 3) for shift in range(0, 8, 3)),
]


@pytest.mark.long(keep=4)
@pytest.mark.parametrize("board_id, shift, holes", PLACES)
def test_a_save_touches_no_sector_but_those_of_its_own_slot(board_id, shift, holes):
    """The drive's 512-byte clusters begin anywhere in a sector of the flash, and the file of saves
    begins in the first free ones: its first slot lies beyond the holes."""
    board = boards_desktop.BOARDS[board_id]
    files = {"a%d" % number: b"x" for number in range(12 if holes else 0)}
    data = image(board.drive, dict(GAME, shift=bytes(bool(holes) + BLOCK * shift), **files))
    drive = switch_on(with_holes(data, holes), cache=CACHES[board.chip])
    owner = {}
    with drive.mounted():
        saves = store()
        saves.save("set", b"settings")
        for number, payload in enumerate([*saved_turns(18), b"x" * (storage.SLOT - 16 - 4)] * 2):
            begin = len(drive.cache.flash.changes)
            assert saves.save("set" if number == 10 else "game", payload) is None
            slot = max(saves.slots())[1]
            for address, _ in drive.cache.flash.changes[begin:]:
                assert owner.setdefault(address // SECTOR, slot) == slot
    file = set(blocks_of_the_file(drive))
    assert len(file) * BLOCK >= len(boards_desktop.SAVES["rummy.sav"])
    for sector in owner:
        assert file.issuperset(range(sector * SECTOR // BLOCK, (sector + 1) * SECTOR // BLOCK))


@pytest.mark.long
@pytest.mark.parametrize(
    "others, rests, turns_to_100000", [(1, 0, 1700000), (9, 0, 890000), (9, 4, 180000)]
)
def test_wear_of_the_flash(others, rests, turns_to_100000):
    drive = switch_on(image(PICOPAD))
    turns = saved_turns(17) * 10  # as many as there are places besides that of the settings
    with drive.mounted():
        saves = store()
        for number in range(others):
            saves.save("n%d" % number, b"settings")
        begin = len(drive.cache.flash.changes)
        for payload in turns:
            saves.save("game", payload)
            for _ in range(rests):  # the unfinished turn
                saves.save("again", payload)
    worn = drive.cache.flash.erased(begin)
    hottest = max(worn.count(at) for at in set(worn))
    # 4,096 bytes a save; a long one may lie across the border of two sectors of its place
    assert (1 + rests) * len(turns) <= len(worn) <= 1.03 * (1 + rests) * len(turns)
    assert 100000 * len(turns) // hottest == pytest.approx(turns_to_100000, rel=0.01)


# -- the power gone


def cuts(data, cache, payload, name="game"):
    """Yield the flash after each way the power can go while `payload` is saved on the drive in
    `data`, one after another that differ: many pages stay blank."""
    drive = switch_on(bytearray(data), cache=cache)
    with drive.mounted():
        saves = store()
        saves.read("game")
        begin = len(drive.cache.flash.changes)
        assert saves.save(name, payload) is None
    done, last = bytearray(data), None
    for at, result in drive.cache.flash.changes[begin:]:
        for torn in (1, 2, 3):
            left = bytearray(done)
            tear(left, at, result, torn)
            if left != last:
                last = bytes(left)
                yield left
        tear(done, at, result, 3)


def after_a_save(flash, cache=fatdrive.Cache):
    """Return what the drive left by a power cut loads after a save."""
    with switch_on(flash, cache=cache).mounted():
        saves = store()
        saves.read("game")
        assert saves.save("game", b"goes on") is None
    with switch_on(flash, cache=cache).mounted():
        return store().read("game")


def ends_of_the_file(data):
    """Return (first address, address after the last) of the file of saves, which is in one
    piece."""
    file = sorted(blocks_of_the_file(switch_on(data)))
    assert file == list(range(file[0], file[-1] + 1))
    return file[0] * BLOCK, (file[-1] + 1) * BLOCK


def check_cut(left, cache, old, new, untouched):
    """Check the drive that a power cut left while `new` was saved over `old`; return whether the
    game says that the save is lost.

    untouched: the file's slots before the save.
    """
    with switch_on(left, cache=cache).mounted():
        saves = store()
        payload, sentence = saves.read("game")
        assert payload in (old, new)
        assert saves.read("set")[0] == b"settings"
        # The loss is announced unless the power failed before anything of the slot was changed.
        assert payload == new or sentence or saves.slots() == untouched
    assert after_a_save(left, cache) == (b"goes on", None)
    damaged = "The last save is damaged." + (" The one before it is used." if old else "")
    return payload != new and sentence == damaged


@pytest.mark.long
@pytest.mark.parametrize("chip", ["SAMD51", "RP2040", "ESP32-S3"])
def test_a_cut_at_every_step_of_every_save_costs_that_save_at_most(chip):
    cache = CACHES[chip]
    data = image(PICOPAD)
    count = lost = 0
    with switch_on(data, cache=cache).mounted():
        store().save("set", b"settings")
    start, end = ends_of_the_file(data)
    old = None
    for new in saved_turns(6):
        with switch_on(data, cache=cache).mounted():
            untouched = store().slots()
        for damaged in cuts(data, cache, new):
            count += 1
            assert damaged[:start] == data[:start] and damaged[end:] == data[end:]
            lost += check_cut(damaged, cache, old, new, untouched)
        with switch_on(data, cache=cache).mounted():
            store().save("game", new)
        old = new
    assert count >= 6 * 8
    assert lost > count // 4  # otherwise the cuts tested nothing


def test_cuts_one_after_another_never_go_further_back():
    data = image(PICOPAD)
    with switch_on(data).mounted():
        store().save("set", b"settings")
        store().save("game", b"turn 0")
    for number in range(1, 40):
        left = list(cuts(data, fatdrive.Cache, b"turn %d" % number))
        data = left[number * 5 % len(left)]
        with switch_on(data).mounted():
            payload, _ = store().read("game")
            assert payload in (b"turn 0", b"turn %d" % number)
            if payload != b"turn 0":
                store().save("game", b"turn 0")


@pytest.mark.parametrize("used", [0, 20, 40, 60, 80, 100])
def test_the_making_of_the_file_writes_directory_and_fat_a_few_times_and_never_again(used):
    """3 times, 9 where the file's chain crosses from one 512-byte block of the FAT to the next."""
    data = image(PICOPAD, {"fill": bytes((200 + used) * BLOCK)})
    drive = switch_on(data)
    ends = fatimage.geometry(PICOPAD).data * BLOCK
    with drive.mounted():
        store().save("set", b"settings")
        assert len([at for at in drive.cache.flash.erased() if at < ends]) in (3, 7, 9)
        begin = len(drive.cache.flash.changes)
        for number in range(30):
            store().save("game", b"turn %d" % number)
    assert not [at for at in drive.cache.flash.erased(begin) if at < ends]


@pytest.mark.long
def test_a_cut_in_the_making_beside_those_few_leaves_a_drive_that_saves():
    """Every erase, and its 16 programs but those of blank pages."""
    data = image(PICOPAD)
    ends = fatimage.geometry(PICOPAD).data * BLOCK
    game = bytes(data[ends : len(fatimage.make(PICOPAD, GAME))])
    drive = switch_on(bytearray(data))
    with drive.mounted():
        store().save("set", b"settings")
    count = 0
    for at, result in drive.cache.flash.changes:
        for torn in (1, 2, 3):
            cut_data = bytearray(data)
            tear(cut_data, at, result, torn)
            if at >= ends and cut_data != data:
                count += 1
                assert cut_data[ends : ends + len(game)] == game
                assert after_a_save(cut_data)[0] == b"goes on"
        tear(data, at, result, 3)
    assert count >= 13 * 3


@pytest.mark.long
def test_a_drive_filled_by_hand_from_a_build_is_whole_at_every_cut_from_the_first_save_on():
    """A build brings the empty file, so nothing is made at run time."""
    data = image(PICOPAD, {**GAME, **gather.USER_FILES})
    head, tail = ends_of_the_file(data)
    count = 0
    for name, payload in (("set", b"settings"), ("game", b"a game"), ("game", b"a later one")):
        for left in cuts(data, fatdrive.Cache, payload, name):
            count += 1
            assert left[:head] == data[:head] and left[tail:] == data[tail:]
            assert after_a_save(left) == (b"goes on", None)
        with switch_on(data).mounted():
            store().save(name, payload)
    assert count >= 3 * 5


def test_a_file_of_saves_in_the_image_is_never_made_on_the_board():
    data = image(PICOPAD, dict(GAME, **boards_desktop.SAVES))
    drive = switch_on(data)
    with drive.mounted():
        saves = store()
        assert saves.read("game") == (None, None)
        assert saves.save("game", b"a game") is None
    assert len(drive.cache.flash.erased()) == 1
    assert drive.cache.flash.erased()[0] >= min(blocks_of_the_file(drive)) * BLOCK


# -- drives as they are


def test_what_a_removed_file_left_on_the_flash_is_no_save():
    data = image(PICOPAD)
    clean = bytes(data)
    with switch_on(data).mounted():
        store().save("set", b"settings")
        store().save("game", b"of the file that was removed")
    start = fatimage.geometry(PICOPAD).data * BLOCK
    data[:start] = clean[:start]  # directory and FAT without it
    with switch_on(data).mounted():
        saves = store()
        assert saves.read("game") == (None, None)
        saves.save("set", b"anew")
        assert saves.read("game") == (None, None)


def test_a_drive_with_little_room_gets_fewer_slots_and_a_full_one_says_so():
    shape = fatimage.geometry(PICOPAD)
    room = shape.clusters * BLOCK - (
        len(fatimage.make(PICOPAD, {"fill": b""})) - shape.data * BLOCK
    )
    full = "Not saved: the drive is full."
    kilobytes = 48 * 1024  # stay free, but for nine slots
    for places, extra, slots, answer in (
        (20, kilobytes, 18, None),
        (12, kilobytes, 12, None),
        (12, kilobytes - 1536, 11, None),
        (9, kilobytes, 9, None),
        (12, 0, 9, None),
        (9, 0, 9, None),
        (5, 0, 5, None),
        (3, 0, 3, None),
        (2, 0, 0, full),
    ):
        free = (places + 2) * storage.STRIDE + extra + 1024
        drive = switch_on(image(PICOPAD, {"fill": bytes((room - free) // BLOCK * BLOCK)}))
        with drive.mounted():
            saves = store()
            for number in range(20):
                assert saves.save("game", b"turn %d" % number) == answer
            assert len(saves.slots()) == slots
            assert saves.read("game") == (None if answer else b"turn 19", None)
            if answer:
                assert drive.find("/rummy.sav") is None


def test_a_save_that_grows_keeps_its_place_and_one_too_long_is_refused():
    drive = switch_on(image(PICOPAD))
    with drive.mounted():
        saves = store()
        for size in list(range(4, storage.SLOT - 20, 100)) + [storage.SLOT - 20]:
            assert saves.save("game", b"g" * size) is None
            assert saves.read("game") == (b"g" * size, None)
        assert saves.save("game", b"g" * (storage.SLOT - 19)) == "Not saved: it has grown too long."
        assert saves.read("game") == (b"g" * (storage.SLOT - 20), None)
        assert drive.stat("/rummy.sav")[6] == len(boards_desktop.SAVES["rummy.sav"])


def test_the_longest_game_fits_into_a_slot():
    """99 rounds of four, every option named, every list as long as it can be."""
    game = tile_game.Game("RK", 4, 11, None)
    while game.phase != "turn":
        game.apply(("redeal", False) if game.phase == "redeal" else ("go",))
    game.note = newgame.pack_people([("", "ABCDEFG")] * 4)
    game.rounds = [[-999] * 4] * 99
    from rules.tilegame import games

    game.options = {name: value for name, value in game.rules.items() if name in games.GAMES[0]}
    game.history = bytearray(255)
    assert len(game.pack()) < storage.SLOT - 100
