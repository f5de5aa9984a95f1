"""Which screen comes next, who may look, and the running game in the save."""

import ast
import os
import sys
from functools import partial
from types import SimpleNamespace

import hostile_help
import play_scene
import pytest
from conftest import ROOT
from pocket.app import device, draw
from pocket.games import newgame

from rules import errors
from rules.base import RulesError
from rules.tilegame import game as tile_game

DRAWING = {"pocket.ui.words", "pocket.ui.ground", "pocket.ui.sheets", "pocket.ui.ribbon"}
EASY = "easy", "EASY"


def test_a_name_with_letters_of_its_language_is_there_again(scene):
    """A save's note said how many letters a name has, not how many bytes."""
    name = device.NAME_LETTERS[-device.NAME_LENGTH :]
    newgame.start(scene.app, "RK", [("", name), EASY], None, 1)
    scene("on startdraw; off; choose Continue; on startdraw")
    assert scene.session.people == [("", name), EASY]


@pytest.mark.parametrize("clock", [0, 12345, 1 << 29])
def test_every_seed_of_thirty_bits_can_come(monkeypatch, clock):
    """Chance alone decides it: each of its bits changes the seed."""
    bits = []

    def seed(chance):
        monkeypatch.setattr(os, "urandom", lambda many: (chance >> 32 - 8 * many).to_bytes(many))
        return newgame.seed(SimpleNamespace(now=lambda: clock))

    for place in range(32):
        change = seed(1 << place) ^ seed(0)
        for bit in bits:  # Gauss, over bits
            change = min(change, change ^ bit)
        if change:
            bits.append(change)
    assert len(bits) == 30 and max(bits) < 1 << 30


def test_the_letters_of_names_have_glyphs():
    assert not [one for one in device.NAME_LETTERS if ord(one) > 127 and one not in draw.LATIN]


@pytest.mark.parametrize(
    "spoil, reason",
    [
        (lambda p: p[:-1], errors.SAVE_DAMAGED),
        (lambda p: p[:3] + bytes((99,)) + p[4:], errors.SAVE_VERSION),
        (lambda p: p[:4] + b"ZZ" + p[6:], None),
        (lambda p: p + b"x", None),
        (lambda p: p[:2], None),
        (lambda p: b"RK\x01" + tile_game.Game("RK", 2, 1).pack(), errors.SAVE_DAMAGED),  # no names
    ],
)
def test_a_save_that_makes_no_sense_is_one_sentence(spoil, reason):
    with pytest.raises(RulesError) as told:
        newgame.saved_session(None, spoil(hostile_help.saves()[0]))
    assert not reason or told.value.args == (reason,)
    assert newgame.why_unreadable(told.value).startswith("The save is ")


@pytest.mark.parametrize(
    "note",
    [
        b"",
        b"\x00",
        b"\x00\x05AN",
        b"\x09\x01A\x00\x01B",
        b"\x00\x01\xff\x00\x01B",
        b"\xff",
        b"\xff\x00\x01A\x04hard\x02B",
        b"\xff\x00\x01A\x04herd\x01B",
        b"\xff\x00\x01A\x01\xff\x01B",
    ],
)
def test_notes_that_do_not_name_everybody(note):
    with pytest.raises(ValueError):
        newgame.unpack_people(note, 2)


def test_two_touches_before_the_next_screen_is_there_are_one(sim, monkeypatch):
    """In the page the second reached the screen that the first had left."""
    folder = os.path.join(ROOT, "tools/web/device")
    monkeypatch.setattr(sys, "path", [*sys.path, folder])  # the page's own modules come last
    with open(os.path.join(folder, "page.py"), encoding="utf-8") as file:
        page = ast.parse(file.read())
    page.body = [node for node in page.body if getattr(node, "name", "") == "touch"]
    names = {"_machine": SimpleNamespace(app=sim.app)}
    exec(compile(page, "page.py", "exec"), names)
    panel = sim.app.screen.panel
    lines = [panel.list.text(i) for i in range(panel.list.count)]
    for line in ("Play", "Journey"):
        row = panel.row_y(panel.list.top) + lines.index(line) * panel.list.pitch
        names["touch"]("tap", sim.app.w // 2, row + 1)
    sim.wait(300)
    assert sim.app.name == "menus.gamecards"


def test_start_becomes_a_saved_turn_in_a_straight_line(sim, monkeypatch):
    """Few hops from file to file; the referee's and the game's code would leave less than 24 KB."""
    files, loaded, saved, step = [], [], [], type(sim.app).step

    def note(frame, event, _):
        path, name = frame.f_code.co_filename, frame.f_code.co_name
        if event == "call" and ("/lib/pocket/" in path or "/rules/" in path):
            files.append(path)
            if name == "_record":
                loaded.append("rules.tilegame.referee" in sys.modules)
        elif event == "return" and name == "save" and path.endswith("/storage.py"):
            saved.append(len(files))

    def profiled(app):
        sys.setprofile(note)
        step(app)
        sys.setprofile(None)

    table = "r3 r4 r5 r6 r7", "k7 r7 b7 o7", "o9 o10 * o12"
    play_scene.show(sim, play_scene.position(table, "k1 k2 k3 r5 o11 r13 b7"))
    sim.press("A", "A", "A", "SELECT", rest=100)
    monkeypatch.setattr(type(sim.app), "step", profiled)
    sim.press("START", rest=900)
    walk = files[: saved[0]]
    assert sum(one != other for one, other in zip(walk, walk[1:])) <= 127 and not loaded[0]


def test_a_game_is_left_without_the_code_that_goes_on_with_it(scene, monkeypatch):
    """Beside it the save left a PyBadge 23,392 bytes."""
    loaded = []
    scene("sits_with_three; menu")
    scene.app.load("pocket.tilegame.personturn ")
    flow = sys.modules["pocket.app.flow"]
    save = flow.save

    def saved(app):
        loaded.append("pocket.tilegame.personturn" in sys.modules)
        save(app)

    monkeypatch.setattr(flow, "save", saved)
    scene("choose Save and leave; wait 600; on title")
    assert loaded == [False]


def test_what_was_nearly_possible_is_searched_for_without_drawing_code_and_proof(
    scene, monkeypatch
):
    """Beside it the solver left a PicoPad 5,696 bytes, and 13,872 when it looked for a proof."""
    loaded, widths, keep_only = [], [], scene.app.keep_only

    def record_loaded(room):
        keep_only(room)
        if room == "nearly":
            loaded.append(DRAWING & set(sys.modules))
            from rules.solver import search

            monkeypatch.setattr(search, "solve", partial(record_width, search.solve))

    def record_width(solve, *position, **options):
        widths.append(options.get("beam_width"))
        return solve(*position, **options)

    scene.app.keep_only = record_loaded
    scene("lost r3 r4 r5 with r2 r6; wait 4000")
    scene("nearly So close: your next turn would have been the last!")
    assert loaded == [set()]
    assert widths == [8]


@pytest.mark.parametrize("opened", [0, 1])
def test_what_was_nearly_possible_is_searched_for_once_the_rack_has_opened(scene, opened):
    """The opening of 34 tiles left a PicoPad 12,912 bytes."""
    scene("lost r3 r4 r5 with r2 r6")
    scene.session.game.opened[scene.session.viewer] = opened
    scene("go rounds.podium; wait 20")
    assert (scene.app.screen.worker is not None) == bool(opened)


def test_a_podium_that_is_left_meanwhile_takes_its_search_along(scene):
    """On a board it takes 27 KB."""
    rooms_left, keep_only = [], scene.app.keep_only

    def record_room(room):
        rooms_left.append((room, "rules.solver.sweep" in sys.modules))
        keep_only(room)

    scene.app.keep_only = record_room
    scene("lost r3 r4 r5 with r2 r6; wait 200")
    podium = scene.app.screen
    for _ in range(20):
        next(podium.worker)
    assert "rules.solver.sweep" in sys.modules
    while podium._move():
        pass
    scene("A; on score")
    assert ("rounds.score", False) in rooms_left
