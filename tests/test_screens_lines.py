"""What the first hour's list asks for (docs/FIRSTHOUR.md), as pictures on the smallest display and
the largest, and what of it no other test holds."""

import importlib
import time

import golden_help
import play_scene
import pytest
from pocket.app import draw
from screens_help import choose, handheld, inked, lines, page, screen, show, to, unseen
from test_play_game import play_out
from test_screens_firsthour import learn
from words_journey import solve

from rules.tilegame import tiles

SIZES = {"tinycircuits_thumby_color": "128x128", "pajenicko_picopad": "320x240"}
LARGE = ("pimoroni_picosystem", "pajenicko_picopad")


@pytest.fixture(params=sorted(SIZES))
def sim(request, tmp_path):
    with handheld(tmp_path, request.param, blind=False) as one:
        one.size = SIZES[request.param]
        with unseen(one):
            one.wait(1200)
        yield one


def look(sim, name):
    golden_help.check(sim, "lines_%s_%s" % (sim.size, name))


def german_setup(sim, line):
    """The set-up of the first game in German, at a line."""
    sim.press("SELECT", "RIGHT", "B", rest=300)
    choose(sim, "Spielen", rest=300)
    sim.press("SELECT", rest=300)
    to(sim, line)
    sim.wait(300)


def first_turn(sim):
    """A person's first turn in a quick game: black 11, 12, 13 and red 6 to 11 are on the rack."""
    choose(sim, "Play")
    for _ in range(20):
        if screen(sim) == "play" and sim.app.session.turn is not None:
            break
        sim.press("A", rest=600)
    sim.wait(600)
    assert tiles.text(sim.app.session.turn.rack[0]) == "k11"


@pytest.mark.long
def test_keys_of_a_turn(sim):
    """1, 2, 3, 13, 20: START mashed, START with tiles taken, the question, B, the first tip."""
    first_turn(sim)
    sim.wait(2500)
    assert sim.app.screen.box is not None
    look(sim, "tip")
    sim.press("A", "START", rest=200)
    assert lines_foot(sim).startswith("Draw a tile?")
    look(sim, "draw")
    sim.press("START")  # no answer
    sim.press("A")
    for _ in range(60):  # in ADA's turn, and in the next one's first half second
        sim.press("START", rest=20)
        if type(sim.app.screen.part).__name__ == "PersonTurn":
            break
    for _ in range(3):
        sim.press("START", rest=20)
    look(sim, "mashed")
    assert not sim.app.screen.asks and len(sim.app.session.turn.rack) == 15
    sim.wait(600)
    sim.press("A", "RIGHT", "A", rest=300)
    sim.press("START", rest=300)
    look(sim, "missing")
    assert sim.app.session.turn.picked == 2 and not sim.app.screen.asks
    sim.press("B", "B", "B", "B", rest=300)
    look(sim, "back")
    assert screen(sim) == "play" and not sim.app.session.turn.picked


def lines_foot(sim):
    """The table's foot line."""
    return sim.app.screen.foot.text


@pytest.mark.long
def test_a_game_of_the_first_hour_and_its_end(sim):
    """5, 16, 17: the sheet says all it has to say, the coach how far it is, and a game that is
    under way goes only after a question that covers what lies below it."""
    with unseen(sim):
        first_turn(sim)
        play_out(sim)
    sim.wait(600)
    assert "A new badge: First win" in page(sim)
    look(sim, "sheet")
    sim.press("SELECT", rest=300)
    assert page(sim).count("minutes.") == 1
    sim.press("SELECT", rest=300)
    sim.press("SELECT", rest=300)
    with unseen(sim):
        sim.press("LEFT")
        while screen(sim) != "coach" or sim.app.screen.done < 15:
            sim.wait(5)
    coach = sim.app.screen
    coach.slices = 0  # of the next turn's part of the bar; how many there were is chance
    draw.bitmaptools.fill_region(coach.bar.bitmap, 0, 0, coach.bar.w, 6, 0)
    draw.bitmaptools.fill_region(coach.bar.bitmap, 0, 0, coach.bar.w * 15 // len(coach.turns), 6, 1)
    coach.head.say(coach.waits.format("15/%d" % len(coach.turns)))
    sim.app.display.refresh()
    look(sim, "coach")
    sim.press("B", rest=600)
    sim.press("A", rest=600)
    choose(sim, "Play", rest=300)
    sim.press("A", rest=1000)
    sim.hold("START", 700)
    choose(sim, "Save and leave", rest=600)
    assert sim.app.screen.list.text(0) == "Continue"
    choose(sim, "Play", rest=300)
    sim.press("A", rest=300)
    look(sim, "sure")
    assert lines(sim)[-1].split() == [draw.KEY_A, "yes", draw.KEY_B, "no"]
    sim.press("B", rest=300)
    assert "replaced" not in page(sim) and screen(sim) == "gamecards"


@pytest.mark.long
def test_a_sheet_says_its_last_line_in_every_language(tmp_path, language):
    with handheld(tmp_path, "tinycircuits_thumby_color") as sim:
        from pocket.games import newgame
        from pocket.ui import words

        words.speak(language)
        game = play_scene.position([], "r1 r2 r3", others="k1 k2 k5")
        newgame.seat_people(sim.app, game, [("", ""), ("easy", "ADA")], "game")
        sim.app.session.viewer = 0
        game.apply(("play", [bytes(tiles.parse_set("r1 r2 r3".split()))]))
        sim.app.session.badges = ("first",)
        show(sim, "rounds.score", rest=100)
        below = sim.app.screen.below
        panel = sim.app.screen.panel
        said = " ".join(text for _row, _high, _label, text in panel.said).split()
        assert below.split()[-3:] == said[-3:] or " ".join(below.split()) in " ".join(said)


@pytest.mark.parametrize("board", ["tinycircuits_thumby_color", "pybadge"])
def test_a_last_sheet_says_all_of_it_with_large_text(tmp_path, board):
    """In large letters the table lay over the code, and there was no room for the badge."""
    with handheld(tmp_path, board) as sim:
        from pocket.games import newgame
        from pocket.ui import words

        words.speak("de")
        sim.app.settings.set("large", True)
        game = play_scene.position([], "r1 r2 r3", others="k1 k2 k5")
        people = [("", ""), ("easy", "ADA")]
        newgame.seat_people(sim.app, game, people, "game", None, "AN9LAAAL")
        sim.app.session.viewer = 0
        game.apply(("play", [bytes(tiles.parse_set("r1 r2 r3".split()))]))
        game.phase = "over"
        sim.app.session.badges = ("first",)
        show(sim, "rounds.score", rest=100)
        shown = sim.app.screen
        below = [item for item in shown.panel.said if item[3].split() == shown.below.split()][0]
        assert below[2].y >= shown.bands[-1].y + shown.bands[-1].height
        sim.press("SELECT", rest=100)
        said = " ".join(item[3] for item in shown.panel.said).split()
        assert "AN9L" in said and " ".join(shown.details.split()) in " ".join(said)


def test_puzzles(sim, monkeypatch):
    """7: no key draws, a solved one counts, the next one is a key away."""
    monkeypatch.setattr(time, "localtime", lambda: (2026, 11, 25, 8, 0, 0, 2, 329, -1))
    learn(sim, "Puzzle of the day")
    choose(sim, "Puzzle of the day", rest=800)
    assert "draw" not in lines_foot(sim)
    look(sim, "puzzle")
    solve(sim)
    sim.wait(300)
    look(sim, "solved")
    assert "1 of 60" in page(sim) and "the next one" in page(sim)


def test_empty_screens(sim):
    """12: where nothing is counted the badges are shown; no key is named that does nothing."""
    to(sim, "More")
    sim.press("A", rest=300)
    choose(sim, "Last rounds", rest=300)
    assert lines(sim)[-1] == draw.KEY_B + " back"
    look(sim, "rounds")
    sim.press("B", rest=300)
    choose(sim, "Your games", rest=300)
    assert "Badges: 0 of 12" in page(sim)
    look(sim, "badges")
    sim.press("SELECT", rest=300)
    assert "No games yet." in page(sim)
    sim.press("SELECT", "B", "B", rest=300)
    assert screen(sim) == "title"


def test_large_text(sim):
    """10: the setting, on the smallest display, too."""
    sim.app.settings.set("large", True)
    choose(sim, "Settings")
    to(sim, "Large text")
    sim.press("LEFT", "RIGHT", rest=300)
    look(sim, "large")


@pytest.mark.parametrize("board", ["tinycircuits_thumby_color", "pybadge", *LARGE])
def test_no_line_of_the_pause_covers_another_in_large_text(tmp_path, board):
    with handheld(tmp_path, board) as sim:
        sim.wait(1200)
        sim.app.settings.set("large", True)
        choose(sim, "Play", rest=100)
        sim.press("A", rest=100)
        show(sim, "menus.pause")
        shown = sim.app.screen.list
        assert shown.font.high <= shown.pitch <= 2 * shown.font.high
        below = shown.panel.row_y(shown.top) + shown.height * shown.pitch
        to(sim, "Give up the game")
        sim.wait(200)
        told = max(item[0] for item in shown.panel.said if item[0] < shown.panel.lines - 1)
        assert below <= shown.panel.row_y(told)


def test_german_lines_of_keys(sim):
    """14: keys and what they do stand apart."""
    german_setup(sim, "Länge")
    look(sim, "german")


@pytest.mark.parametrize("board", ["pybadge", "tinycircuits_thumby_color"])
def test_the_band_of_the_first_screen_s_menus_covers_one_line(tmp_path, board):
    with handheld(tmp_path, board) as sim:
        for menu in ("", "More"):
            if menu:
                choose(sim, menu)
            shown = sim.app.screen.list
            sim.press("UP", rest=300)
            assert shown.band.height <= shown.pitch
            inside = sim.app.screen.panel.inside
            edge = 1  # of its edge's cells a pixel is paper, too
            assert shown.band.y + shown.band.height <= inside.y + inside.height + edge
            sim.press("B", rest=300)


def rows(font, char):
    """The rows of a letter's ink, in order."""
    return sorted({y for _x, y in inked(font, char)})


def columns(font, char):
    """The columns of a letter's ink, in order."""
    return sorted({x for x, _y in inked(font, char)})


@pytest.mark.parametrize("sheet", ["body14x14.bmp", "head18x18.bmp", "body11x11.bmp"])
def test_caps_of_keys_stand_in_the_middle_of_their_line(sheet):
    font = draw.Letters(sheet)
    letter, cap = rows(font, "H"), rows(font, draw.KEY_A)
    assert abs(letter[0] + letter[-1] - cap[0] - cap[-1]) <= 1


@pytest.mark.parametrize("board", LARGE)
def test_all_caps_of_a_board_are_of_one_size_in_large_letters(tmp_path, board):
    with handheld(tmp_path, board) as sim:
        choose(sim, "Lessons")
        font = sim.app.screen.panel.font
        assert font.high == 18
        keys = (draw.KEY_A, draw.KEY_B, draw.KEY_START, draw.KEY_SELECT)
        assert len({tuple(rows(font, key)) for key in keys}) == 1


@pytest.mark.parametrize("sheet", ["body11x11.bmp", "body14x14.bmp", "head18x18.bmp"])
def test_a_plus_does_not_touch_its_number(sheet):
    font = draw.Letters(sheet)
    plus = font.get_glyph(ord("+"))
    step = plus.shift_x
    end = columns(font, "+")[-1]
    for number in "123456789":
        assert step + columns(font, number)[0] - end > 1


@pytest.mark.parametrize("board", LARGE)
@pytest.mark.parametrize("name", ["learn.journey", "menus.buttons", "review.badges"])
def test_every_screen_of_text_has_large_letters(tmp_path, board, name):
    with handheld(tmp_path, board) as sim:
        show(sim, name)
        panel = sim.app.screen.panel
        assert panel.font.high == 18 and panel.font is not panel.small


def test_the_journey_does_without_a_face_for_which_memory_has_no_piece(tmp_path, monkeypatch):
    with handheld(tmp_path, "pajenicko_picopad") as sim:
        show(sim, "learn.journey", rest=300)
        faces = importlib.import_module("pocket.ui.face")

        def scarce(*args):
            raise MemoryError

        monkeypatch.setattr(faces, "picture", scarce)
        sim.press("RIGHT", rest=300)
        assert "Open with 30 points." in page(sim) and not sim.failure
        assert not sim.app.screen.panel.pictures


def test_a_value_that_is_shortened_ends_its_sentence_once(tmp_path):
    with handheld(tmp_path, "pajenicko_picopad") as sim:
        german_setup(sim, "Uhr")
        assert "In den Regeln: 2 Min." in page(sim) and ".." not in page(sim)


@pytest.mark.parametrize("board", ["tinycircuits_thumby_color", "pybadge", "pajenicko_picopad"])
def test_what_is_told_of_a_code_lies_below_its_letters(tmp_path, board):
    with handheld(tmp_path, board) as sim:
        choose(sim, "Settings")
        to(sim, "Large text")
        sim.press("RIGHT", rest=300)
        show(sim, "menus.gamesetup", "RK", rest=300)
        choose(sim, "Type a code", rest=300)
        shown = sim.app.screen
        told = [row for row, _high, _label, text in shown.panel.said if "Enter 8 letters" in text]
        assert told and told[0] >= shown.pad.first + shown.pad.lines
