"""A drive without rummy.sav: the player is asked before the game makes the file."""

import os

import golden_help
import pytest
import saves_help
from broken import Broken
from pocket.games.slots import SLOTS, STRIDE
from screens_help import BOARDS, SIZES, choose, handheld, page, screen, show, to

from tools.device import wordtable
from tools.place import ROOT

BARE = {"faults": ("no saves",)}
CODES = wordtable.languages(ROOT)


def begin(sim):
    """A quick game, as far as what comes before its first screen."""
    choose(sim, "Quick game", rest=300)


def test_nothing_is_written_before_the_player_agrees_then_the_game_is_kept(tmp_path):
    with handheld(tmp_path, **BARE) as sim:
        begin(sim)
        assert screen(sim) == "firstsave" and os.listdir(tmp_path) == []
        assert "rummy.sav" in page(sim) and "Make it now?" in page(sim)
        sim.press("START", "UP", "SELECT", rest=100)
        assert screen(sim) == "firstsave" and os.listdir(tmp_path) == []
        sim.press("A", rest=300)
        assert screen(sim) == "startdraw" and not sim.app.mishaps.unsaved and not sim.app.notice
        assert sim.app.mishaps.kept
    names = {name for _, name, _ in saves_help.records(tmp_path).values()}
    assert "game.q" in names
    with handheld(tmp_path) as sim:
        assert page(sim).startswith("Continue")


def test_who_says_no_plays_on_and_is_told_once_that_nothing_is_saved(tmp_path):
    with handheld(tmp_path, **BARE) as sim:
        begin(sim)
        sim.press("B", rest=300)
        assert screen(sim) == "startdraw" and not sim.app.mishaps.kept
        assert "Nothing is saved until you switch on again." in page(sim)
        show(sim, "menus.title", rest=300)
        assert "Nothing is saved" not in page(sim)
        choose(sim, "Settings")
        sim.press("B", rest=300)  # which keeps them
        assert screen(sim) == "title" and "Nothing is saved" not in page(sim)
        sim.press("B", rest=100)
        begin(sim)
        assert screen(sim) == "startdraw" and sim.app.mishaps.unsaved
        assert "Nothing is saved" not in page(sim)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("code", CODES)
def test_settings_wait_for_the_answer_and_the_question_is_in_the_language_taken(tmp_path, code):
    texts = wordtable.shown(ROOT, code)["saves"]
    with handheld(tmp_path, **BARE) as sim:
        sim.press("SELECT", rest=300)
        to(sim, wordtable.load(ROOT, code)["language"]["name"])
        sim.press("A", rest=300)
        assert screen(sim) == "firstsave" and os.listdir(tmp_path) == []
        assert texts["first"] in page(sim) and texts["title"] in page(sim)
        sim.press("A", rest=300)
        assert screen(sim) == "title"
    with handheld(tmp_path) as sim:
        assert sim.app.settings.language == code


def test_a_drive_that_came_with_the_file_never_asks(sim):
    begin(sim)
    assert screen(sim) == "startdraw"


@pytest.mark.parametrize(
    "faults, told", [(("read-only", "usb"), "the computer holds"), (("full",), "drive is full")]
)
def test_where_nothing_can_be_written_nobody_is_asked(tmp_path, faults, told):
    with handheld(tmp_path, faults=("no saves", *faults)) as sim:
        begin(sim)
        assert screen(sim) == "startdraw" and told in page(sim)


def test_a_file_cut_short_grows_only_when_the_player_agrees(tmp_path):
    whole = (SLOTS + 2) * STRIDE
    saves_help.store(tmp_path).save("set", b"language=en")
    os.truncate(tmp_path / "rummy.sav", whole // 2)
    with handheld(tmp_path) as sim:
        begin(sim)
        assert screen(sim) == "firstsave"
        assert os.path.getsize(tmp_path / "rummy.sav") == whole // 2
        sim.press("A", rest=300)
        assert os.path.getsize(tmp_path / "rummy.sav") == whole


def test_a_drive_that_fails_behind_the_answer_is_told(tmp_path):
    with handheld(tmp_path, **BARE) as sim:
        begin(sim)
        sim.faults.add("full")
        sim.press("A", rest=300)
        assert "Not saved: the drive is full." in page(sim)
    assert os.listdir(tmp_path) == []


def test_a_question_that_fails_is_asked_no_more(tmp_path):
    with Broken("pocket.menus.firstsave", "Screen.__init__", ValueError("no picture")):
        with handheld(tmp_path, **BARE) as sim:
            begin(sim)
            assert screen(sim) == "failed"
            sim.wait(800)
            sim.press("A", rest=300)
            assert screen(sim) == "startdraw" and os.listdir(tmp_path) == []


@pytest.mark.parametrize("board", BOARDS)
def test_the_question_as_a_picture(tmp_path, board):
    with handheld(tmp_path, board, blind=False, **BARE) as sim:
        begin(sim)
        golden_help.check(sim, "screens_%s_firstsave" % SIZES[board])
