"""Why a computer did it: a short line behind its move, where the setting asks for it."""

import os
import tomllib

import play_scene
import pytest
from play_scene import part, until
from pocket.app import draw
from pocket.tilegame import watch
from pocket.ui import words
from screens_help import handheld

from rules.tilegame import tiles
from rules.tilegame.players import reason
from tools.place import ROOT

SMALL, LARGE = "tinycircuits_thumby_color", "pimoroni_picosystem"
DRAWN = {"table": ["r9 r10 r11"], "others": "r3 k5 o6 b7 b9"}  # nothing fits
LAID = {"table": ["r9 r10 r11"], "others": "r12 * k2 k3 o6 b7 b9"}
CLOSED = {"table": [], "others": "k9 r9 b9 o1 o3", "opened": False}
MINE = "k12 o12 r1 b1 k7 o9 o11"
FREE = {"clock": 0}


def english():
    """The texts of the reasons: {name: text}."""
    with open(os.path.join(ROOT, "assets", "words", "en.toml"), "rb") as stream:
        return tomllib.load(stream)["reasons"]


def turn(folder, board, place, asked=True, level="hard", name="BOB"):
    """A computer's turn from its thought to the person's: [each line that was told, once]."""
    with handheld(folder, board) as sim:
        options = dict(place)
        game = play_scene.position(options.pop("table"), MINE, options=FREE, **options)
        sim.app.settings.set("reasons", asked)
        sim.app.settings.set("speed", 3)
        play_scene.show(sim, game, levels=("", level))
        sim.app.session.people[1] = (level, name)
        game.seat = 1
        sim.app.session.turn = None
        sim.app.screen.turn()
        until(sim, "Watch", 20000)
        told = []
        for _ in range(400):
            screen = sim.app.screen
            if part(sim) != "Watch":
                return told
            if screen.foot.text not in told:
                assert screen.box is None and not screen.foot.text.endswith("...")
                told.append(screen.foot.text)
            sim.wait(20)
        raise AssertionError("the turn does not end")


def tile(text):
    """A tile as lines of text have it."""
    return draw.tile_text(tiles.parse(text))


def test_each_reason_has_its_words():
    texts = english()
    for number in range(1, len(reason.REASONS)):
        assert words.say(watch._REASONS[number], "{0}") == texts[reason.REASONS[number]]
    assert len(watch._REASONS) == len(reason.REASONS)


def test_a_draw_is_told_with_its_reason(tmp_path):
    assert turn(tmp_path, LARGE, DRAWN) == ["BOB draws, waits for " + tile("b8")]


def test_a_play_is_told_with_its_reason(tmp_path):
    assert turn(tmp_path, LARGE, LAID) == ["BOB lays %s, keeps a joker" % tile("r12")]


def test_where_the_line_is_short_the_reason_comes_after_the_move(tmp_path):
    told = turn(tmp_path, SMALL, LAID)
    assert told == ["BOB lays " + tile("r12"), "BOB keeps a joker"]


@pytest.mark.parametrize("place", [DRAWN, LAID], ids=["draw", "play"])
def test_without_the_setting_no_reason_is_told(tmp_path, place):
    told = turn(tmp_path, LARGE, place, asked=False)
    assert told == ["BOB draws" if place is DRAWN else "BOB lays " + tile("r12")]


def test_the_name_is_left_out_where_it_is_too_long_for_the_line(tmp_path):
    place = {"table": [], "others": "k12 r12 b12 o2 k5 r8", "opened": False}
    assert turn(tmp_path / "one", SMALL, place)[-1] == "BOB has enough points"
    told = turn(tmp_path / "two", SMALL, place, name="WWWWWWW")
    assert told[0].startswith("WWWWWWW opens:") and told[1:] == ["has enough points"]


def test_nothing_of_the_rack_is_told_but_the_advice(tmp_path):
    """Two racks with the same reason: the same line, whatever else they hold."""
    first = turn(tmp_path / "one", LARGE, dict(CLOSED, others="k9 r9 b9 o1 o3"))
    second = turn(tmp_path / "two", LARGE, dict(CLOSED, others="b4 b5 b6 k13 * o8 o8 r1"))
    assert first == second == ["BOB draws, cannot open yet"]


def test_a_key_goes_from_the_move_to_the_reason_and_on(tmp_path):
    with handheld(tmp_path, SMALL) as sim:
        game = play_scene.position(LAID["table"], MINE, others=LAID["others"], options=FREE)
        sim.app.settings.set("reasons", True)
        play_scene.show(sim, game, levels=("", "hard"))
        game.seat = 1
        sim.app.session.turn = None
        sim.app.screen.turn()
        until(sim, "Watch", 20000)
        sim.press("UP", "LEFT")
        assert sim.app.screen.foot.text.startswith("Before")
        sim.press("A")
        assert sim.app.screen.foot.text == "BOB keeps a joker" and part(sim) == "Watch"
        sim.press("A")
        assert part(sim) == "PersonTurn" and game.seat == 0
