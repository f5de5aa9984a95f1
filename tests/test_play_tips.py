"""The first quick games are led: three tips, each in its moment, once; A goes on, B ends them."""

import sys

import play_scene
import pytest
import saves_help
from conftest import ROOT
from pocket.app import device as kept
from pocket.app import draw
from screens_help import BOARDS, choose, handheld, screen, show, speak

from rules.tilegame import tiles
from tools.device import wordtable

OPENS = ([], "r10 b10 k10 o1 o4 k5 k7 b2", False)
POOR = ([], "r10 b10 k9 o1 o4 k5 k7 b2", False)
ADDS = (["r3 r4 r5"], "r6 b10 k1", True)
SPLITS = (["r3 r4 r5 r6 r7", "b1 b2 b3"], "b4 r5 k1", True)
TAKES = (["b1 b2 b3", "r3 r4 r5 r6"], "o6 b6 k1", True)
NOTHING = (["r3 r4 r5"], "b10 k1 o8", True)


def turn(sim, table, rack, opened, record=kept.QUICK, game_id="RK"):
    """A person's turn in that position, until a tip would have come: its sentence, or None."""
    from pocket.games import newgame

    show(sim, "menus.title", rest=50)
    game = play_scene.position(table, rack, opened, game_id=game_id)
    newgame.seat_people(sim.app, game, [("", "ANN"), ("easy", "BOB")], record)
    sim.app.session.viewer = 0
    show(sim, "tilegame.play", rest=60)
    sim.app.ignore_keys_until = False
    screen = sim.app.screen
    told = []
    screen.note = lambda text, which=0, note=screen.note: (told.append(text), note(text))
    sim.wait(1000)
    assert told == []  # not at once
    sim.wait(1000)
    return told[0] if told else None


@pytest.mark.parametrize(
    "position, says",
    [
        (OPENS, "You can open: your rack holds sets worth 30 points."),
        (ADDS, "6 fits a set on the table"),
        (SPLITS, "5 splits a run"),
        (TAKES, "6 can leave its set"),
    ],
)
def test_each_tip_comes_in_its_moment_and_once(sim, position, says):
    assert turn(sim, *NOTHING) is None
    told = turn(sim, *position)
    assert says in told
    assert sim.app.screen.box is not None
    foot = sim.app.screen.foot.text
    assert foot.startswith(draw.KEY_A) and foot.endswith(draw.KEY_B + " no more tips")
    again = turn(sim, *position)
    assert again is None or says not in again


@pytest.mark.parametrize(
    "position, points, pointed",
    [
        (([], "k1 k5 k7 b2 r11 b11 k11 o4", False), 33, "k11"),
        (([], "k1 k5 k7 b2 r11 b11 k11 o4 o5 o6", False), 48, "k11"),
        ((["r3 r4 r5"], "k1 b10 r6", True), None, "r6"),
        ((["r3 r4 r5 r6 r7", "b1 b2 b3"], "k1 o9 r5", True), None, "r5"),
    ],
)
def test_a_tip_counts_the_rack_s_sets_and_the_cursor_goes_to_a_tile_it_means(
    sim, position, points, pointed
):
    """Not to the first tile, whose set the rack does not hold; not the points that are asked."""
    told = turn(sim, *position)
    assert points is None or "sets worth %d points" % points in told
    hand = sim.app.screen.part
    assert tiles.text(hand.turn.rack[hand.index]) == pointed
    board = sim.app.screen.board
    cell = hand.turn.cells[hand.index]
    place = board.cursor.grid.x, board.cursor.grid.y
    board.aim(board.shelf, cell // board.shelf.cols, cell % board.shelf.cols)
    assert place == (board.cursor.grid.x, board.cursor.grid.y)


def test_no_tip_without_its_moment(sim):
    assert turn(sim, *POOR) is None
    assert turn(sim, ["r3 r4 r5"], "b10 k1 o8", True) is None
    # the run is too short to be split, the joker stands in the way
    assert turn(sim, ["r3 r4 r5 r6"], "r5 k1 o8", True) is None


def test_kr_4_only_a_group_opens(sim):
    run = ([], "r9 r10 r11 o1 o4 k5 k7 b2", False)
    assert turn(sim, *run, game_id="KR") is None
    assert "You can open" in turn(sim, *run)


def test_other_games_have_no_tips(sim):
    for position in (OPENS, ADDS, SPLITS):
        assert turn(sim, *position, record="game.RK") is None


def test_b_ends_the_tips_for_good_and_takes_nothing_back(tmp_path):
    with handheld(tmp_path) as sim:
        assert turn(sim, *ADDS)
        sim.press("B")
        assert sim.app.screen.box is None and not sim.app.screen.message
        for position in (OPENS, SPLITS):
            assert turn(sim, *position) is None
    with handheld(tmp_path) as sim:
        assert turn(sim, *SPLITS) is None


def test_a_alone_goes_on_and_the_next_tip_comes(sim):
    """What a stranger meant to steer with took the tip away, and its tile was lost."""
    told = turn(sim, *ADDS)
    hand = sim.app.screen.part
    place = hand.where, hand.index
    for key in ("LEFT", "RIGHT", "UP", "DOWN", "SELECT", "START"):
        sim.press(key)
        assert told and sim.app.screen.box is not None and place == (hand.where, hand.index)
    sim.press("A")
    assert sim.app.screen.box is None and sim.app.session.turn.picked == 0
    assert "tips" not in sim.app.screen.foot.text and place == (hand.where, hand.index)
    sim.press("A")
    assert sim.app.session.turn.picked == 1
    assert "splits" in turn(sim, *SPLITS)


def test_the_third_tip_comes_in_most_rounds(sim):
    """A run to split was there in 34 of 80 rounds, and late; a tile to take in 79."""
    assert "can leave" in turn(sim, *TAKES)
    hand = sim.app.screen.part
    board = sim.app.screen.board
    row, col = hand._cell()
    assert tiles.text(hand.turn.sets[hand.index][hand.tile]) == "r6"
    place = board.cursor.grid.x, board.cursor.grid.y
    board.aim(board.table, row, col)
    assert place == (board.cursor.grid.x, board.cursor.grid.y)
    assert "splits" not in (turn(sim, *SPLITS) or "")  # it stands for that tip, too


def test_the_tip_of_the_opening_leads_on_to_the_next_set(sim):
    rack = "r6 b6 k6 o3 o4 o5 b2 k12 k13 k1 r1 r2 b8 k10"  # as dealt: it is the first turn
    assert "sets worth 30 points" in turn(sim, [], rack, False)
    app = sim.app
    sim.press("A")
    sim.hold("A", 700)
    sim.press("SELECT")
    assert app.screen.part.points == 18
    sim.wait(1500)
    said = " ".join(line.text for line in app.screen.box.lines)
    assert said.startswith("12 more to open: hold") and not app.screen.tip
    sim.hold("A", 700)
    sim.press("SELECT")
    assert app.screen.part.points == 30
    sim.wait(1500)
    assert app.screen.box is None  # that is enough: the foot line names the key
    assert app.screen.foot.text.startswith(draw.KEY_START)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("below", [True, False])
def test_the_box_leaves_the_set_free_it_speaks_of(tmp_path, board, below):
    runs = ["%s1 %s2 %s3 %s4 %s5 %s6 %s7 %s8" % ((colour,) * 8) for colour in "bko"]
    split = "r3 r4 r5 r6 r7 r8"  # what the tip is about
    runs.insert(len(runs) if below else 0, split)
    with handheld(tmp_path, board) as sim:
        sim.wait(500)
        for language in wordtable.languages(ROOT):
            sim.app.settings.lessons = ""
            speak(language)
            assert turn(sim, runs, "r9 k12", True)
            shown = sim.app.screen
            row = shown.part.turn.spots[3 * runs.index(split)]
            top = shown.board.table.y + (row - shown.board.top) * shown.board.table.step
            box = shown.box.group.y
            high = shown.board.floor - 2 - box if box > sim.app.art.line else None
            if high is None:  # it lies above
                assert box + shown.box.lines[-1].grid.y + shown.box.lines[-1].h <= top
            else:
                assert top + shown.board.table.h <= box


def test_what_was_told_is_kept_beside_all_other_settings(tmp_path):
    saves_help.store(tmp_path).save("set", b"sound=1\nlessons=RKMV\nname1=ZOE")
    with handheld(tmp_path) as sim:
        turn(sim, *ADDS)
    with handheld(tmp_path) as sim:
        own = sim.app.settings
        assert own.learned("TA") and own.learned("RK") and own.learned("MV")
        assert not own.learned("TS")
        assert own.get("sound") == 1 and own.names[0] == "ZOE" and own.unread is None


def test_the_first_quick_game_ever_is_an_easy_one_until_a_turn_of_it_is_there(tmp_path):
    levels = []
    for wait in (100, 100, 2500, 100):
        with handheld(tmp_path) as sim:
            choose(sim, "Quick game", rest=300)
            levels.append(sim.app.session.people[1][0])
            assert sim.app.session.game.rules["clock"] == 0 and sim.app.session.record == kept.QUICK
            while screen(sim) != "play" or sim.app.session.game.seat:
                sim.press("A", rest=600)
            sim.wait(wait)
            sim.app.store.forget(kept.QUICK)
    assert levels == ["easy"] * 3 + ["normal"]


def test_before_a_quick_games_first_screen_no_setting_is_saved(sim):
    choose(sim, "Quick game", rest=300)
    assert screen(sim) == "startdraw"
    assert sim.app.store.load("set")[0] is None


def test_the_tile_that_is_named_is_the_one_that_fits(sim):
    told = turn(sim, ["b1 b2 b3", "k9 r9 b9"], "k1 o9 r6", True)
    assert told.startswith(draw.tile_text(tiles.parse("o9")) + " fits")


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_a_tip_is_whole_on_the_smallest_display(tmp_path, language):
    rack = "r10 b10 k10 o1 o4 k5 k7 b2 k1 r1 b4 r7 o9 o12 k12"
    with handheld(tmp_path, "tinycircuits_thumby_color") as sim:
        sim.wait(500)
        speak(language)
        told = turn(sim, [], rack, False)
        shown = " ".join(line.text for line in sim.app.screen.box.lines)
        assert shown == told and sim.app.screen.box.group.y >= 0
        assert not sim.app.screen.asks and sim.app.screen.foot.text.startswith(draw.KEY_A)


@pytest.mark.parametrize("board", ["tinycircuits_thumby_color", "pybadge"])
@pytest.mark.parametrize("pool, name", [(5, "PLAY_DRAW"), (0, "PLAY_PASS")])
def test_a_turn_names_the_key_that_ends_it(tmp_path, board, pool, name):
    from pocket.games import newgame
    from pocket.made import texts

    with handheld(tmp_path, board) as sim:
        sim.wait(500)
        for language in wordtable.languages(ROOT):
            speak(language)
            game = play_scene.position(["r3 r4 r5"], "b10 k1 o8", False, pool=pool)
            show(sim, "menus.title", rest=50)
            newgame.seat_people(sim.app, game, [("", "ANN"), ("easy", "BOB")], kept.QUICK)
            sim.app.session.viewer = 0
            show(sim, "tilegame.play", rest=500)
            foot = sim.app.screen.foot
            said = sys.modules["pocket.ui.words"].say(getattr(texts, name))
            assert said in foot.text and foot.tail == "0/30", language
