"""Saves that are damaged, cut short or of earlier versions, drives that refuse, a drive without the
file, damaged assets: each is told in one sentence, the rest works, and nothing else is lost."""

import os
import sys
import tomllib
from unittest import mock

import golden_help
import pytest
import saves_help
from conftest import ROOT
from house_help import FINISHED
from kept_rounds import ROUNDS
from pocket.saves import roundsfile, settingsfile, slots
from scenes import scenes

from rules import catalogue, stats
from tools.device import wordtable
from tools.sim import SimError
from tools.sim.machine import Sim

WHOLE = (slots.SLOTS + 2) * slots.STRIDE  # bytes of the file of saves


def turn_kept(scene, _):
    """Have a quick game that was saved at its start and after a turn; then power off."""
    scene("choose Play; A; A; on play; wait 700; START A; wait 100; off")


def harm(scene, text):
    """Damage saves: `harm game.q` (the newest of that name), `harm all`, and how: `zeros` or
    `ones`, else one bit."""
    name, _, how = text.partition(" ")
    folder = scene.folder
    slot_of = saves_help.records if name == "all" else lambda of: [saves_help.newest(of, name)]
    for slot in slot_of(folder):
        if how in ("zeros", "ones"):
            bad = b"\0" if how == "zeros" else b"\xff"
            saves_help.overwrite(folder, slot, bad * 40, 4)
        else:
            saves_help.flip(folder, slot, 40)


def size(scene, count):
    """Have a file of saves with so many bytes; `none`: no file."""
    path = scene.folder / "rummy.sav"
    assert (str(path.stat().st_size) if path.exists() else "none") == count


def cut_in(scene, name):
    """Cut the file of saves in the newest record of a name."""
    cut(scene, saves_help.newest(scene.folder, name) * slots.STRIDE + 30)


def keep_round(scene, text):
    """Keep bytes as a round's record, `\\n` for a line's end."""
    roundsfile.save(scene.app.store, text.encode().decode("unicode_escape").encode("latin1"))


def records(scene, name):
    """Have a record of this name in the file of saves."""
    assert name in [own for _, own, _ in saves_help.records(scene.folder).values()]


def language(scene, code):
    """Take a language in the settings, where it is the first line, and go back."""
    name = wordtable.load(ROOT, code)["language"]["name"]
    scene("SELECT; on settingsmenu")
    for _ in wordtable.languages(ROOT):
        scene("RIGHT")
        if name in scene.page():
            break
    scene("says %s; B" % name)


def asked(scene, code):
    """Ask about the file of saves in a language."""
    texts = wordtable.shown(ROOT, code)["saves"]
    assert texts["first"] in scene.page() and texts["title"] in scene.page()


def cut(scene, count):
    """Cut the file of saves after so many bytes."""
    os.truncate(scene.folder / "rummy.sav", int(count))


def counted(scene, _=""):
    """Keep statistics, a round and settings, each in its save."""
    one = stats.Stats()
    one.count(b"1234", catalogue.ORDER[0], "normal", True, 30, 5, 0)
    scene.app.store.save("stat", one.dump())
    roundsfile.save(scene.app.store, ROUNDS[0])
    scene.settings.set("sound", 1)
    settingsfile.save(scene.app)


test_damaged_saves = scenes(
    """
    Half a save is told, and the one before it goes on: turn_kept; harm game.q ones;
        says The last save is damaged. The one before it is used.; choose Continue;
        on startdraw|play
    All saves damaged is told, and a new game can begin: turn_kept; harm all;
        says The last save is damaged.; unlisted Continue; choose Play; A; on startdraw
    All that is to be told is told, a key after the other: turn_kept; harm game.q ones;
        do app.tell('Not saved: the drive is full.'); do settings.unread = ('language',);
        go menus.title; says the drive is full.; no damaged; DOWN; says The last save is damaged.;
        no full; DOWN; says Language; no save; DOWN; wait 200; no damaged; no Language
    A damaged save leaves the others:
        for $name,$statistics,$rounds in stat, No games yet., ADA | r0, All games,
          Your last rounds appear here; for $how in a bit | zeros | ones; counted; off;
        harm $name $how; says The last save is damaged.; check settings.get('sound') == 1;
        go review.statistics; says $statistics; go review.lastrounds; says $rounds; well; counted;
        off; go review.statistics; says All games
    A file cut short keeps the saves before the cut: counted; off; cut_in set;
        says The last save is damaged.; check settings.get('sound') != 1; go review.statistics;
        says All games; counted; check settings.get('sound') == 1; off; on title; well
    A file that holds no save any more is told: counted; off; cut 5000;
        says The last save is damaged.; unlisted Continue
    A round that cannot be told has its line, and the others theirs:
        for $bytes in x | \\xff\\xfe\\nstart 1 | PocketRummy/1 ZZ\\nA, B\\nstart 1\\n; counted;
        keep_round $bytes; go review.lastrounds; says damaged ANNA +34; A; on coach;
        box This round is not kept, or it is damaged.; B; on lastrounds; DOWN; says Rummikub; well
    """,
    turn_kept,
    harm,
    counted,
    cut,
    cut_in,
    keep_round,
)

test_drives_that_refuse = scenes(
    """
    A drive that refuses is told, and play goes on:
        for $faults,$words in full, Not saved: the drive is full. | read-only usb, Not saved: the
          computer holds the drive; faults $faults; choose Play; A; on startdraw; says $words;
        A; on play
    Who leaves a game that no drive takes is told before and after: faults full;
        choose Play; A; menu; to Save and leave; says The game cannot be kept.;
        no The game is kept.; A; on title; says Not saved: the drive is full.; unlisted Continue
    A read-only drive is taken over where no computer holds it: faults read-only;
        choose Play; A; on startdraw; wait 300; no Not saved; records game.q
    The chip's memory keeps the game where the drive cannot: faults read-only usb; nvm;
        choose Play; A; on startdraw; off; says Rummikub, round 1
    """,
    records,
)

test_a_drive_without_the_file = scenes(
    """
    given: faults no-saves; size none
    Nothing is written before the player agrees: choose Play; A; on firstsave; says rummy.sav;
        says Make it now?; START UP SELECT; on firstsave; size none; A; on startdraw;
        check not app.notice; off; records game.q; faults; listed Continue
    Who says no plays on and is told once that nothing is saved: choose Play; A; on firstsave;
        B; on startdraw; says Nothing is saved until you switch on again.; go menus.title;
        no Nothing is saved; choose Settings; B; on title; no Nothing is saved; B;
        choose Play; A; on startdraw; no Nothing is saved; size none
    The question is asked in the language just taken: for $code in languages; language $code;
        on firstsave; asked $code; size none; A; on title; off; faults;
        check settings.language == '$code'
    Where nothing can be written, nothing is asked:
        for $faults,$told in read-only usb, the computer holds | full, drive is full;
        faults no-saves $faults; choose Play; A; on startdraw; says $told
    A drive that fails behind the answer is told: choose Play; A; on firstsave;
        do sim.faults.add('full'); A; says Not saved: the drive is full.; size none
    A question that fails is asked no more:
        breaks pocket.menus.firstsave Screen.__init__ ValueError; choose Play; A; on failed;
        wait 800; A; on startdraw; size none
    The question as a picture: for $board in boards; board $board; pictures; choose Play; A;
        on firstsave; golden screens_@_firstsave
    """,
    size,
    records,
    language,
    asked,
)

test_a_file_that_is_there = scenes(
    """
    A drive that came with the file never asks: choose Play; A; on startdraw
    A file cut short grows only when the player agrees: saved language=en; cut $half;
        choose Play; A; on firstsave; size $half; A; on startdraw; size $whole
    """.replace("$half", str(WHOLE // 2)).replace("$whole", str(WHOLE)),
    size,
    cut,
)


def test_a_game_kept_by_an_earlier_version_goes_on(scene):
    turn_kept(scene, "")
    folder = scene.folder
    payload = saves_help.store(folder).load("game.q")[0]
    (folder / "rummy.sav").unlink()
    (folder / "rummy_game.b").write_bytes(saves_help.version_1(payload, 3))
    scene("choose Continue; on play; off")
    assert saves_help.records(folder)[2][1:] == ("game", payload)


@pytest.mark.parametrize(
    "options, sentence",
    [
        (b"jokers=7", "The save is damaged."),
        (b"pockets=2", "The save is damaged."),
        (b"groups_only=True;runs_only=True", "Only groups and only runs together leave no set"),
    ],
)
def test_a_save_with_options_that_make_no_game_is_refused(scene, options, sentence):
    turn_kept(scene, "")
    saves = saves_help.store(scene.folder)
    payload = saves.load("game.q")[0]
    at, old = 3 + 4, len(b"clock=0;length=1")  # game and round; then format, id, seats
    assert payload[at] == old
    spoiled = payload[:at] + bytes((len(options),)) + options + payload[at + 1 + old :]
    for _ in range(slots.SLOTS):
        saves.save("game.q", spoiled)
    scene("choose Continue; on title; unlisted Continue; says " + sentence)


def test_a_save_that_makes_no_game_is_told_and_the_one_before_it_goes_on(scene):
    """Its checksum is right: only the game's reader finds that it cannot be restored."""
    scene("choose Play; A; on startdraw; off")
    saves = saves_help.store(scene.folder)
    payload = saves.load("game.q")[0]
    assert saves.save("game.q", payload[:-1]) is None
    assert saves.save("game.q", payload[:-2]) is None
    scene("choose Continue; on startdraw; says The save is damaged. The save before it is used.")
    assert b"RK\x01" + scene.game.pack() == payload
    assert saves_help.store(scene.folder).load("game.q") == (payload, None)


def test_power_lost_in_the_middle_of_a_save_costs_one_turn_at_most(scene):
    from pocket.app import flow

    scene("begin RK ANNA ADA/easy")
    before = scene.game.pack()
    scene.sim.faults.add("power")
    scene.game.apply(("draw",))
    assert scene.game.pack() != before
    scene.screen.tick = lambda now: flow.next(scene.app)
    with pytest.raises(SimError):
        scene.sim.wait(500)
    scene(
        "off; says The last save is damaged. The one before it is used.; choose Continue; on play"
    )
    assert scene.game.pack() == before


# -- what else is on the drive

PACK = os.path.join(ROOT, "assets", "puzzles.bin")
HARMS = {
    "cut": lambda data: data[: len(data) * 2 // 3],
    "a bit": lambda data: data[:-40] + bytes((data[-40] ^ 1,)) + data[-39:],
    "its head": lambda data: b"\0" + data[1:],
    "empty": lambda data: b"",
}


@pytest.fixture
def harmed(monkeypatch, tmp_path):
    """A function that lets the handheld find a damaged copy of an asset, and returns one that mends
    it."""

    def harm_asset(path, how):
        name = os.path.basename(path)
        own = tmp_path / name
        with open(path, "rb") as file:
            whole = file.read()
        own.write_bytes(HARMS[how](whole))
        module = sys.modules["pocket.app.device"]
        asset = module.asset
        found = lambda path: str(own) if path.endswith(name) else asset(path)  # noqa: E731
        monkeypatch.setattr(module, "asset", found)
        return lambda: own.write_bytes(whole)

    return harm_asset


@pytest.mark.parametrize("how", HARMS)
def test_a_damaged_pack_of_puzzles_is_one_sentence_and_what_was_solved_is_kept(scene, harmed, how):
    scene("go learn.puzzles 3 120; says Grade 3: 1 of 60")
    mend = harmed(PACK, how)
    told = "This is not a puzzle pack." if how in ("its head", "empty") else "are damaged."
    scene("go learn.puzzles; says %s; no Grade; A DOWN B; on title; well" % told)
    mend()
    scene("go learn.puzzles; says Grade 3: 1 of 60")


@pytest.mark.parametrize("how", HARMS)
def test_a_damaged_language_is_one_sentence_in_english(scene, harmed, how):
    scene("SELECT; RIGHT; says Deutsch; B; says Mehr; B; says Spielen")
    mend = harmed(os.path.join(ROOT, wordtable.FOLDER, "de.bin"), how)
    scene("go menus.settingsmenu; go menus.rulespages " + catalogue.ORDER[0])
    title = "Gruppen und Reihen" if how == "a bit" else "Groups and runs"  # behind that page
    assert scene.page().startswith(title)
    scene(
        "go menus.title; says The texts words/de.bin are; says copy the game again.;says Play; well"
    )
    assert settingsfile.read(scene.app.store.load("set")[0]).language == "de"
    mend()
    scene("off; says Spielen")


def test_a_first_screen_without_memory_for_its_tiles_says_the_name(scene, monkeypatch):
    def full(kind):
        raise MemoryError

    monkeypatch.setattr(scene.app.art, "sheet", full)
    scene("go menus.title")
    assert scene.page().startswith("POCKET RUMMY")
    scene("says Play; DOWN DOWN DOWN A; says Lessons; well")


class OwnPins(Sim):
    """A handheld that is wired as it was built, whatever settings.toml says."""

    def _profile(self):
        with mock.patch.dict(os.environ):
            for name in [name for name in os.environ if name.startswith("POCKET_")]:
                del os.environ[name]
            return super()._profile()


@pytest.mark.parametrize(
    "board, name, value",
    [
        ("pybadge", "DISPLAY", "abc123 240x240 sck=GP18 mosi=GP19 dc=GP17 cs=GP21"),
        ("pybadge", "DISPLAY", "st7789 240x240 sck=NONE mosi=GP19 dc=GP17 cs=GP21"),
        ("pybadge", "KEYS", "UP=NONE DOWN=NONE LEFT=NONE RIGHT=NONE A=NONE B=NONE START=NONE"),
        ("pygamer", "KEYS", "A=NONE B=NONE START=NONE stick NONE NONE 1 2"),
        ("pybadge", "KEYS", "shift BUTTON_CLOCK BUTTON_OUT BUTTON_LATCH A B START stick NO NO 1 2"),
        ("pybadge", "SOUND", "pwm NONE"),
        ("pybadge", "BOARD", "pimoroni_picosystem"),
        ("pybadge", "BOARD", "toaster"),
        ("pybadge", "ROTATION", "left"),
        ("pybadge", "SEED", "tomorrow"),
    ],
)
def test_a_setting_of_the_drive_that_makes_no_sense_is_told(scene, tmp_path, board, name, value):
    env = {"POCKET_" + name: value}
    with OwnPins(board, save_dir=str(tmp_path), blind=True, env=env) as scene._sim:
        scene("on title; says settings.toml: POCKET_%s; DOWN" % name)
        assert scene.screen.list.chosen == 1


@pytest.mark.parametrize("language", ["en", *FINISHED])
@pytest.mark.parametrize("texts", ["same", "other"])
def test_files_that_change_under_the_game_are_told_with_a_way_out(scene, capsys, language, texts):
    """`flash` has renewed the game: whatever the next key asks for is of the other version."""
    scene("board tinycircuits_thumby_color; pictures; do settings.language = %r" % language)
    scene("speak " + language)
    sys.modules["pocket.ui.words"].keep_renewed(scene.app)
    scene("DOWN")
    (scene.folder / "files.txt").write_text("0 code.py")
    renewed = sys.modules["pocket.app.flow"]
    renewed._LIST = "/" + os.path.relpath(scene.folder / "files.txt", ROOT)
    if texts == "other":
        sys.modules["pocket.made.texts"].FITS ^= 1
        sys.modules["pocket.ui.words"].forget()
        scene.sim.press("UP", rest=500)
    else:
        for name in ("menus.title", "checks.failed", "ui.sheets", "ui.words"):
            sys.modules["pocket." + name] = None  # not to be imported any more
        scene.sim.press("A", rest=500)
    with open(os.path.join(ROOT, "assets", "words", language + ".toml"), "rb") as file:
        told = tomllib.load(file)["failed"]["renewed"]
    assert "eset" in told and told in capsys.readouterr().out
    assert len(scene.sim.display.root_group) == 1
    if language == "tr":
        golden_help.check(scene.sim, "screens_128x128_renewed")
