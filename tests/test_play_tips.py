"""The first quick games are led: three tips, each in its moment, once; A goes on, B ends them."""

import sys

import play_scene
from pocket.app import device as kept
from pocket.app import draw
from scenes import scenes
from screens_help import speak

from rules.tilegame import tiles
from tools.device import wordtable
from tools.place import ROOT

PLACES = {  # table : rack; `shut`: the person has not opened
    "opens": "shut : r10 b10 k10 o1 o4 k5 k7 b2",
    "poor": "shut : r10 b10 k9 o1 o4 k5 k7 b2",
    "adds": "r3 r4 r5 : r6 b10 k1",
    "splits": "r3 r4 r5 r6 r7 / b1 b2 b3 : b4 r5 k1",
    "takes": "b1 b2 b3 / r3 r4 r5 r6 : o6 b6 k1",
    "nothing": "r3 r4 r5 : b10 k1 o8",
}


def at(scene, text, record=kept.QUICK, game_id="RK", rest=2000, **more):
    """Show a position of a quick game, by its name in PLACES or as TABLE : RACK, until a tip would
    have come: `at adds`, `at r3 r4 r5 : k1`."""
    from pocket.games import newgame

    table, _, rack = PLACES.get(text, text).partition(" : ")
    opened = table != "shut"
    sets = [one.strip(" ") for one in table.split("/")] if opened else []
    game = play_scene.position(sets, rack, opened, game_id=game_id, **more)
    scene("go menus.title")
    newgame.seat_people(scene.app, game, [("", "ANN"), ("easy", "BOB")], record)
    scene.session.viewer = 0
    scene.app.go("tilegame.play")
    scene.sim.wait(60)
    scene.app.ignore_keys_until = False
    screen, told = scene.screen, []
    screen.note = lambda text, which=0, note=screen.note: (told.append(text), note(text))
    scene.sim.wait(rest // 2)
    assert told == []  # not at once
    scene.sim.wait(rest // 2)
    scene.told_tip = told[0] if told else None


def at_kiran(scene, text):
    """Show a position of Kiran Rummy."""
    at(scene, text, game_id="KR")


def at_usual(scene, text):
    """Show a position of a game that is no quick one."""
    at(scene, text, record="game.RK")


def tip(scene, text):
    """Have a tip with this text."""
    assert text in (scene.told_tip or ""), scene.told_tip
    assert scene.screen.box is not None


def no_tip(scene, text=""):
    """Have no tip, or none with this text."""
    assert scene.told_tip is None or text and text not in scene.told_tip, scene.told_tip


def points_at(scene, text):
    """Have the cursor on this tile, and shown there."""
    part, board = scene.part, scene.screen.board
    if part.where:
        assert tiles.text(part.turn.sets[part.index][part.tile]) == text
        grid, (row, col) = board.table, part._cell()
    else:
        assert tiles.text(part.turn.rack[part.index]) == text
        cell = part.turn.cells[part.index]
        grid, row, col = board.shelf, cell // board.shelf.cols, cell % board.shelf.cols
    place = board.cursor.grid.x, board.cursor.grid.y
    board.aim(grid, row, col)
    assert place == (board.cursor.grid.x, board.cursor.grid.y)


def stays(scene, _):
    """Have a tip that no other key takes away; the cursor stays where it is."""
    place = scene.part.where, scene.part.index
    for key in ("LEFT", "RIGHT", "UP", "DOWN", "SELECT", "START"):
        scene.sim.press(key)
        assert scene.screen.box is not None and place == (scene.part.where, scene.part.index)


def box_beside_the_set(scene, place):
    """Leave the set free that the tip speaks of, in every language: `below` others, or `above`."""
    runs = ["%s1 %s2 %s3 %s4 %s5 %s6 %s7 %s8" % ((colour,) * 8) for colour in "bko"]
    which = len(runs) if place == "below" else 0
    runs.insert(which, "r3 r4 r5 r6 r7 r8")
    for language in wordtable.languages(ROOT):
        scene.settings.lessons = ""
        speak(language)
        at(scene, " / ".join(runs) + " : r9 k12")
        assert scene.told_tip
        shown, table = scene.screen, scene.screen.board.table
        top = table.y + (shown.part.turn.spots[3 * which] - shown.board.top) * table.step
        box = shown.box.group.y
        if box > scene.app.art.line:
            assert top + table.h <= box
        else:  # it lies above
            last = shown.box.lines[-1]
            assert box + last.grid.y + last.h <= top


def tip_is_whole(scene, language):
    """Show all of a tip in a language."""
    speak(language)
    at(scene, "shut : r10 b10 k10 o1 o4 k5 k7 b2 k1 r1 b4 r7 o9 o12 k12")
    assert scene.boxed() == scene.told_tip and scene.screen.box.group.y >= 0
    assert not scene.screen.asks and scene.screen.foot.text.startswith(draw.KEY_A)


def names_end(scene, text):
    """Name the key that ends a turn with this many tiles in the pool, in every language."""
    from pocket.made import texts

    pool, name = text.split()
    for language in wordtable.languages(ROOT):
        speak(language)
        at(scene, "shut : b10 k1 o8", rest=400, pool=int(pool))
        foot = scene.screen.foot
        said = sys.modules["pocket.ui.words"].say(getattr(texts, name))
        assert said in foot.text and foot.tail == "0/30", language


def first_games(scene, text):
    """Begin quick games; in the first turn of each wait this many ms: the computers' levels."""
    levels = []
    for wait in text.split():
        scene("off; choose Play; A")
        levels.append(scene.session.people[1][0])
        assert scene.game.rules["clock"] == 0 and scene.session.record == kept.QUICK
        while scene.name() != "play" or scene.game.seat:
            scene.sim.press("A", rest=600)
        scene.sim.wait(int(wait))
        scene.app.store.forget(kept.QUICK)
    assert levels == ["easy"] * 3 + ["normal"]


test_tips = scenes(
    """
    Each comes in its moment and once: for $place,$says in opens, You can open: your rack holds sets
          worth 30 points. | adds, 6 fits a set on the table | splits, 5 splits a run | takes, 6 can
          leave its set; at nothing; no_tip; at $place; tip $says; foot {A}; foot {B} no more tips;
        at $place; no_tip $says
    It counts the rack's sets and the cursor goes to a tile it means:
        for $place,$says,$tile in shut : k1 k5 k7 b2 r11 b11 k11 o4, sets worth 33 points, k11
          | shut : k1 k5 k7 b2 r11 b11 k11 o4 o5 o6, sets worth 48 points, k11
          | r3 r4 r5 : k1 b10 r6, fits, r6 | r3 r4 r5 r6 r7 / b1 b2 b3 : k1 o9 r5, splits, r5;
        at $place; tip $says; points_at $tile
    None comes without its moment; this run is too short to be split:
        for $place in poor | nothing | r3 r4 r5 r6 : r5 k1 o8; at $place; no_tip
    Where only a group opens no run is told [KR-4]: at_kiran shut : r9 r10 r11 o1 o4 k5 k7 b2;
        no_tip; at shut : r9 r10 r11 o1 o4 k5 k7 b2; tip You can open
    Other games have none: for $place in opens | adds | splits; at_usual $place; no_tip
    B ends them for good and takes nothing back: at adds; tip fits; B; box;
        check not screen.message; at opens; no_tip; at splits; no_tip; off; at splits; no_tip
    A alone goes on and the next one comes: at adds; tip fits; stays; A; box; taken 0;
        check 'tips' not in screen.foot.text; A; taken 1; at splits; tip splits
    A tile to take, which is there in most rounds, stands for a run to split: at takes;
        tip can leave; points_at r6; at splits; no_tip splits
    That of the opening leads on to the next set: at shut : r6 b6 k6 o3 o4 o5 b2 k12 k13 k1 r1 r2 b8
          k10; tip sets worth 30 points; A; hold A; SELECT; check part.points == 18; wait 1500;
        told 12 more to open: hold; check not screen.tip; hold A; SELECT; check part.points == 30;
        wait 1500; box; foot {START}
    The tile that is named is the one that fits: at b1 b2 b3 / k9 r9 b9 : k1 o9 r6; tip {o9} fits
    The box leaves the set free it speaks of: for $board in boards; for $place in below | above;
        board $board; box_beside_the_set $place
    One is whole on the smallest display: for $language in languages;
        board tinycircuits_thumby_color; tip_is_whole $language
    A turn names the key that ends it: for $board in tinycircuits_thumby_color | pybadge;
        for $end in 5 PLAY_DRAW | 0 PLAY_PASS; board $board; names_end $end
    What was told is kept beside all other settings: saved sound=1 lessons=RKMV name1=ZOE; at adds;
        off; check all(settings.learned(one) for one in ('TA', 'RK', 'MV'));
        check not settings.learned('TS') and settings.unread is None;
        check settings.get('sound') == 1 and settings.names[0] == 'ZOE'
    The first quick game ever is easy until a turn of it is there: first_games 100 100 2500 100
    Before a quick game's first screen no setting is saved: choose Play; A; on startdraw;
        check app.store.load('set')[0] is None
    """,
    *(at, at_kiran, at_usual, tip, no_tip, points_at, stays, box_beside_the_set, tip_is_whole),
    *(names_end, first_games),
)
