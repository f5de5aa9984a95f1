"""Characters on the handheld: chosen by face, playing as they do, kept by name."""

import itertools

import displayio
import pytest
from pocket.games import newgame
from pocket.saves import settingsfile
from pocket.ui import face
from screens_help import ENDS, show, speak
from words_menus import setup

from rules import catalogue, characters
from tools.art import pictures
from tools.device import wordtable
from tools.place import ROOT

LARGE, SMALL = "pajenicko_picopad", "tinycircuits_thumby_color"


def test_every_character_has_a_face_of_both_sizes_and_its_colours():
    assert characters.NAMES == face.NAMES
    files = pictures.files()
    for name in pictures.STRIPS:
        has_faces_and_colours(name, files[name + ".bin"])


def has_faces_and_colours(name, file):
    squares, palette = pictures.strip(name)
    assert len(squares) == len(characters.NAMES) + (4 if name.startswith("heads") else 0)
    assert len({bytes(square.px) for square in squares}) == len(squares)
    size, colours, *data = file
    assert colours == (16 if name.startswith("persons") else 0)
    assert bytes(data[: 3 * colours]) == b"".join(
        [code.to_bytes(3, "little") for code in palette[:colours]]
    )
    del data[: 3 * colours]
    faces = 0
    while data:
        length = data[0] | data[1] << 8
        assert sum(1 + (run >> 4) for run in data[2 : 2 + length]) == size * size
        faces, data = faces + 1, data[2 + length :]
    assert faces == len(squares)


@pytest.mark.parametrize("board", [SMALL, LARGE])
def test_a_character_is_chosen_by_face(scene, board):
    scene("board %s; snapshots; do settings.set_up('RK', ['', 'master'], {})" % board)
    scene("go menus.gamesetup RK; choose Players; says ADA: master; DOWN")
    for name in characters.NAMES:
        scene("DOWN; seated - %s; says %s: " % (name, name))
        (shown,) = [one for one in scene.screen.panel.pictures if isinstance(one, displayio.Group)]
        assert shown[0].bitmap.width * shown.scale in (28, 48)
        if name in ("CLEO", "OTTO"):
            scene("wait 200; golden setup_@_" + name.lower())


def test_a_full_row_of_faces_stays_on_the_paper(scene):
    scene("board %s; do settings.set_up('ER', ['', 'LOU'] + ['easy'] * 4, {})" % SMALL)
    scene("go menus.gamesetup ER; choose Players")
    row = scene.screen.pad
    assert len(row.spots) == 6 and row.spots[5][0] + row.size <= scene.app.w
    assert all(row.spots[i + 1][0] - row.spots[i][0] > row.size for i in range(5))


@pytest.mark.long
@pytest.mark.parametrize("board", [SMALL])
def test_what_a_character_does_stays_on_the_paper_in_large_letters(sim):
    """Its third line lay over the paper's edge and the line of keys."""
    sim.app.settings.set("large", True)
    for language, name in itertools.product(wordtable.languages(ROOT), characters.NAMES):
        speak(language)
        sim.app.settings.set_up("RK", ["", name], {})
        show(sim, "menus.gamesetup", "RK", rest=100)
        panel = sim.app.screen.panel
        sim.app.screen.list.chosen = 1
        sim.app.screen.choose()
        sim.wait(100)
        told = [label for row, _, label, _ in panel.shown_texts if 1 <= row < panel.lines - 1]
        ends = [label.y + strip.y + strip.bitmap.height for label in told for strip in label]
        assert ends and max(ends) <= panel.foot, (language, name)


def test_who_thinks_has_the_habits(scene):
    told = set()
    setup(scene, "RK OTTO VERA")
    scene.settings.set_up("RK", ["OTTO", "VERA"], {"length": 200})
    newgame.play(scene.app, "RK", "game.RK")
    for _ in range(3000):
        view = getattr(getattr(scene.screen, "part", None), "view", None)
        if view:
            told.add((scene.session.people[view.seat][1], view.habits))
        if len(told) > 1:
            break
        scene.sim.press("A", rest=20)
    assert {(name, characters.habits(name, "tiles")) for name in ("OTTO", "VERA")} <= told


def test_settings_know_levels_persons_and_characters_and_no_others():
    kept = settingsfile.read(b"seats.RK=person,CLEO,hard")
    assert kept.seats("RK") == ["", "CLEO", "hard"] and not kept.unread
    assert settingsfile.read(b"seats.RK=person,CLEOPA").unread
    assert b"seats.RK=person,CLEO,hard" in settingsfile.dump(kept)


@pytest.mark.parametrize("game_id", catalogue.ORDER)
def test_a_set_up_offers_who_plays_in_its_own_way_there(scene, game_id):
    """OTTO, "in no hurry to open", was offered in 8 Round Rummy, where no player opens."""
    scene("go menus.gamesetup %s; choose Players" % game_id)
    offered = set(characters.OFFERED.get(catalogue.pieces(game_id), ()))
    assert set(scene.screen.pad._offered()) & set(characters.NAMES) == offered


CROWDED = (
    "r3 r4 r5 / k9 b9 o9 / b1 b2 b3 b4 b5 / r7 r8 r9 r10 r11 / k1 k2 k3 k4 / b7 b8 b9 b10 b11 b12"
    " / o1 o2 o3 o4 / k5 k6 k7 k8 / r1 k1 o1 / k12 r12 b12 o12 / k13 r13 b13 / o5 o6 o7"
)


@pytest.mark.parametrize("board", ENDS)
def test_a_character_speaks_where_its_words_hide_no_tile_of_its_move(scene, board):
    """The other sets may be hidden: the box is below them, or at the top for a move low down."""
    from pocket.tilegame import speech

    scene("board %s; table %s; rack k11; others r2; players ANN CLEO/hard" % (board, CROWDED))
    for row in (0, 3):
        speech.show(scene.screen, 1, "CLEO: So you dare.")
        scene.screen.uncover(row, row)
        table = scene.screen.board.table
        top, low = table.y + row * table.step, table.y + (row + 1) * table.step
        box = scene.screen.box.group
        assert box.y >= low or box.y + scene.screen.box.lines[-1].grid.y < top
