"""Damaged files on the drive: one sentence, the rest works, nothing else is lost."""

import os
import sys
import tomllib
from unittest import mock

import golden_help
import pytest
import saves_help
from conftest import ROOT
from house_help import FINISHED
from pocket.games import slots
from pocket.jobs import settingsfile
from screens_help import handheld, page, screen, show, speak
from test_screens_again import ROUNDS

from rules import catalogue, stats
from tools.device import wordtable
from tools.sim.machine import Sim

PACK = os.path.join(ROOT, "assets", "puzzles.bin")
HARMS = {
    "cut": lambda data: data[: len(data) * 2 // 3],
    "a bit": lambda data: data[:-40] + bytes((data[-40] ^ 1,)) + data[-39:],
    "its head": lambda data: b"\0" + data[1:],
    "empty": lambda data: b"",
}


def harmed(monkeypatch, tmp_path, path, harm):
    """Let the handheld find a damaged copy of an asset. Returns a function that mends it."""
    name = os.path.basename(path)
    own = tmp_path / name
    with open(path, "rb") as file:
        whole = file.read()
    own.write_bytes(HARMS[harm](whole))
    module = sys.modules["pocket.always.assets"]
    asset = module.asset
    monkeypatch.setattr(
        module, "asset", lambda path: str(own) if path.endswith(name) else asset(path)
    )
    return lambda: own.write_bytes(whole)


@pytest.mark.parametrize("harm", HARMS)
def test_a_damaged_pack_of_puzzles_is_one_sentence_and_what_was_solved_stays(
    tmp_path, monkeypatch, harm
):
    with handheld(tmp_path) as sim:
        show(sim, "learn.puzzles", 3, 120)
        assert "Grade 3: 1 of 60" in page(sim)
        mend = harmed(monkeypatch, tmp_path, PACK, harm)
        show(sim, "learn.puzzles")
        told = "This is not a puzzle pack." if harm in ("its head", "empty") else "are damaged."
        assert told in page(sim) and "Grade" not in page(sim)
        sim.press("A", "DOWN", "B", rest=300)
        assert screen(sim) == "title" and not sim.failure
        mend()
        show(sim, "learn.puzzles")
        assert "Grade 3: 1 of 60" in page(sim)


@pytest.mark.parametrize("harm", HARMS)
def test_a_damaged_language_is_one_sentence_in_english(tmp_path, monkeypatch, harm):
    path = os.path.join(ROOT, wordtable.FOLDER, "de.bin")
    with handheld(tmp_path) as sim:
        show(sim, "handheld.language")
        sim.press("DOWN", "A", rest=300)
        assert "Schnelles Spiel" in page(sim)
        mend = harmed(monkeypatch, tmp_path, path, harm)
        show(sim, "menus.settingsmenu")
        show(sim, "menus.rulespages", catalogue.ORDER[0])  # a cut reaches the help first
        title = "Gruppen und Reihen" if harm == "a bit" else "Groups and runs"  # behind that page
        assert page(sim).startswith(title)
        show(sim, "menus.title")
        said = page(sim)
        assert "The texts words/de.bin are" in said and "copy the game again." in said
        assert "Quick game" in said and not sim.failure
        assert settingsfile.read(sim.app.store.load("set")[0]).language == "de"
        mend()
    with handheld(tmp_path) as sim:
        assert "Schnelles Spiel" in page(sim)


def test_a_first_screen_without_memory_for_its_tiles_says_the_name(monkeypatch, sim):

    def full(kind):
        raise MemoryError

    monkeypatch.setattr(sim.app.art, "sheet", full)
    show(sim, "menus.title")
    assert page(sim).startswith("POCKET RUMMY") and "Quick game" in page(sim)
    sim.press("DOWN", "DOWN", "A", rest=300)
    assert "Lessons" in page(sim) and not sim.failure


def kept(sim):
    """Statistics, records and settings, each in its save."""
    from pocket.jobs import roundsfile

    one = stats.Stats()
    one.count(b"1234", catalogue.ORDER[0], "normal", True, 30, 5, 0)
    sim.app.store.save("stat", one.dump())
    roundsfile.save(sim.app.store, ROUNDS[0])
    sim.app.settings.set("sound", 1)
    settingsfile.save(sim.app)


def slot_of(folder, name):
    return saves_help.newest(folder, name)


@pytest.mark.parametrize("name", ["stat", "r0"])
@pytest.mark.parametrize("harm", ["a bit", "zeros", "ones"])
def test_a_damaged_save_is_one_sentence_and_the_others_are_there(tmp_path, name, harm):
    with handheld(tmp_path) as sim:
        kept(sim)
    slot = slot_of(tmp_path, name)
    if harm == "a bit":
        saves_help.flip(tmp_path, slot, 40)
    else:
        saves_help.overwrite(tmp_path, slot, (b"\0" if harm == "zeros" else b"\xff") * 40, 4)
    with handheld(tmp_path) as sim:
        from pocket.jobs import roundsfile

        assert "The last save is damaged." in page(sim)
        assert sim.app.settings.get("sound") == 1
        assert len(list(roundsfile.all_of(sim.app.store))) == (name == "stat")
        show(sim, "review.statistics")
        assert ("Nothing is counted yet." in page(sim)) == (name == "stat")
        show(sim, "review.lastrounds")
        assert ("The rounds you play are kept here" in page(sim)) == (name == "r0")
        assert not sim.failure
        kept(sim)
    with handheld(tmp_path) as sim:
        show(sim, "review.statistics")
        assert "All games" in page(sim)


@pytest.mark.parametrize(
    "record", [b"x", b"\xff\xfe\nstart 1", b"PocketRummy/1 ZZ\nA, B\nstart 1\n"]
)
def test_a_round_that_cannot_be_told_has_its_line_and_the_others_theirs(sim, record):
    from pocket.jobs import roundsfile

    roundsfile.save(sim.app.store, ROUNDS[0])
    roundsfile.save(sim.app.store, record)
    show(sim, "review.lastrounds")
    assert "damaged ANNA +34" in page(sim) and not sim.failure
    sim.press("A", rest=3000)
    assert screen(sim) == "coach" and sim.app.screen.box
    sim.press("B", rest=300)
    sim.press("DOWN", rest=300)
    assert "Rummikub" in page(sim)


def test_a_file_of_saves_that_is_cut_short_keeps_what_lies_before_the_cut(tmp_path):
    with handheld(tmp_path) as sim:
        kept(sim)
    first = slot_of(tmp_path, "stat")
    last = slot_of(tmp_path, "set")
    assert first < last
    os.truncate(tmp_path / "rummy.sav", last * slots.STRIDE + 30)
    with handheld(tmp_path) as sim:
        assert "The last save is damaged." in page(sim)
        assert sim.app.settings.get("sound") != 1 and not sim.failure
        show(sim, "review.statistics")
        assert "All games" in page(sim)
        kept(sim)
        assert sim.app.settings.get("sound") == 1
    with handheld(tmp_path) as sim:
        assert not sim.failure and screen(sim) == "title"


def test_a_file_of_saves_of_which_no_save_is_left_is_told_of(tmp_path):
    with handheld(tmp_path) as sim:
        kept(sim)
    os.truncate(tmp_path / "rummy.sav", 5000)
    with handheld(tmp_path) as sim:
        assert "Continue" not in page(sim) and "The last save is damaged." in page(sim)


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
def test_a_setting_that_makes_no_sense_is_told_and_the_game_starts(tmp_path, board, name, value):
    with OwnPins(board, save_dir=str(tmp_path), blind=True, env={"POCKET_" + name: value}) as sim:
        assert screen(sim) == "title"
        assert "settings.toml: POCKET_" + name in page(sim)
        sim.press("DOWN")
        assert sim.app.screen.list.chosen == 1


@pytest.mark.parametrize("language", ["en", *FINISHED])
@pytest.mark.parametrize("texts", ["same", "other"])
def test_files_that_change_under_the_game_are_told_with_a_way_out(
    tmp_path, capsys, language, texts
):
    """`flash` has renewed the game: whatever the next key asks for is of the other version."""
    with handheld(tmp_path, "tinycircuits_thumby_color", blind=False) as sim:
        sim.app.settings.language = language
        speak(language)
        sys.modules["pocket.ui.words"].keep_renewed()
        sim.press("DOWN")
        assert sim.app.screen.list.chosen == 1
        (tmp_path / "files.txt").write_text("0 code.py")
        renewed = sys.modules["pocket.always.renewed"]
        renewed._LIST = "/" + os.path.relpath(tmp_path / "files.txt", ROOT)
        if texts == "other":
            sys.modules["pocket.made.texts"].FITS ^= 1
            sys.modules["pocket.ui.words"].forget()
            sim.press("UP")
        else:
            for name in ("menus.title", "alone.failed", "ui.sheets", "ui.words"):
                sys.modules["pocket." + name] = None  # not to be imported any more
            sim.press("A")
        sim.wait(500)
        with open(os.path.join(ROOT, "assets", "words", language + ".toml"), "rb") as file:
            told = tomllib.load(file)["failed"]["renewed"]
        assert "eset" in told and told in capsys.readouterr().out
        assert len(sim.display.root_group) == 1
        if language == "tr":
            golden_help.check(sim, "screens_128x128_renewed")
