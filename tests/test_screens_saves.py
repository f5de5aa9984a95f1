"""Saves that are damaged or cut short, drives that refuse, a drive without the
file, damaged assets: each makes one sentence, the rest works, and nothing else is lost."""

import os
import pathlib
import sys
import tomllib
from unittest import mock

import cases
import golden_help
import pytest
import saves_help
from conftest import ROOT
from house_help import FINISHED
from pocket.saves import settingsfile, slots, storage
from words_games import turn_kept

from rules import catalogue
from tools.device import boards_desktop, wordtable
from tools.sim.machine import Sim

WHOLE = (slots.SLOTS + 2) * slots.STRIDE  # bytes of the file of saves


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
    payload = saves.read("game.q")[0]
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
    payload = saves.read("game.q")[0]
    assert saves.save("game.q", payload[:-1]) is None
    assert saves.save("game.q", payload[:-2]) is None
    scene("choose Continue; on startdraw; says The save is damaged. The save before it is used.")
    assert b"RK\x01" + scene.game.pack() == payload
    assert saves_help.store(scene.folder).read("game.q") == (payload, None)


def test_power_lost_in_the_middle_of_a_save_costs_one_turn_at_most(scene):
    from pocket.app import flow

    scene("begin RK ANNA ADA/easy")
    before = scene.game.pack()
    scene.game.apply(("draw",))
    assert scene.game.pack() != before

    def save_once(now):
        scene.screen.tick = lambda now: False
        flow.advance(scene.app)

    scene.screen.tick = save_once
    scene("wait 200; off")
    size = boards_desktop.SLOTS.STRIDE
    with open(os.path.join(scene.folder, "rummy.sav"), "r+b") as file:
        data = file.read()
        newest = max(range(0, len(data), size), key=lambda at: storage.parse(data[at:][:size])[0])
        file.seek(newest + 10)  # the save's beginning is written, the rest only erased
        file.write(b"\xff" * (size - 10))
    scene("says The last save is damaged. The one before it is used.; choose Continue; on play")
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
    """Return a function that lets the handheld find a damaged copy of an asset, and returns one
    that mends it."""

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
    scene("go learn.puzzles; says are damaged.; no Grade; A DOWN B; on title; well")
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
    assert settingsfile.read(scene.app.store.load("set")).language == "de"
    mend()
    scene("off; says Spielen")


class OwnPins(Sim):
    """A handheld that is wired as it was built, whatever settings.toml says."""

    def _read_profile(self):
        with mock.patch.dict(os.environ):
            for name in [name for name in os.environ if name.startswith("POCKET_")]:
                del os.environ[name]
            return super()._read_profile()


@cases.table("board, name, value")
def test_a_setting_of_the_drive_that_makes_no_sense_is_told(scene, tmp_path, board, name, value):
    env = {"POCKET_" + name: value}
    with OwnPins(board, save_dir=str(tmp_path), blind=True, env=env) as scene._sim:
        scene("on title; says settings.toml: POCKET_%s; DOWN" % name)
        assert scene.screen.list.chosen == 1


@pytest.mark.parametrize(
    "language, texts",
    [(language, "same") for language in ("en", *FINISHED)] + [("en", "other"), ("tr", "other")],
)
def test_files_that_change_under_the_game_are_told_with_a_way_out(scene, capsys, language, texts):
    """`flash` has renewed the game: whatever the next key asks for is of the other version."""
    scene("board tinycircuits_thumby_color; pictures; do settings.language = %r" % language)
    sys.modules["pocket.ui.words"].speak(scene.app, language)
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
    assert len(scene.sim.display.root_group) > 1  # its lines
    if language == "tr":
        golden_help.check(scene.sim, "screens_128x128_renewed")


@pytest.mark.parametrize(
    "file, name, line",
    [("tiles_no_clock", "game.q", "on play"), ("cards_3", "game.ER", "on eightscreen")],
)
def test_a_save_of_the_version_before_goes_on(scene, file, name, line):
    """Both were written before saves had a clock and cards of a hand that was turned in."""
    payload = pathlib.Path(ROOT, "tests/data/saves", file + ".bin").read_bytes()
    assert saves_help.store(scene.folder).save(name, payload) is None
    scene("choose Continue; " + line)
    session = scene.app.session
    assert session.elapsed_ms < storage.CLOCK_MS and bool(session.seen) == bool(
        getattr(scene.game, "table", None)
    )
