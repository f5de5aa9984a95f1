"""Nothing lies over anything else: lists, cards, headings and signs, on every size of display."""

import contextlib
import functools

import play_scene
import pytest
import record_help
from pocket.app import draw
from screens_help import BOARDS, ENDS, choose, handheld, paper, put, screen, show, speak, to, unseen

from rules import catalogue
from rules.eight import game as eight
from rules.tilegame import game as tilegame
from tools.device import wordtable
from tools.place import ROOT

PEOPLE = [("", "ANNA"), ("hard", "BO")]


@pytest.mark.parametrize("board", ENDS)
def test_a_games_card_ends_above_the_line_of_keys(sim):
    for language in wordtable.languages(ROOT):
        speak(language)
        show(sim, "menus.gamecards", rest=60)
        for _ in catalogue.ORDER:
            panel = sim.app.screen.panel
            said = [item for item in panel.shown_texts if 0 < item[0] < panel.lines - 1]
            about, set_up = said
            assert about[0] + about[1] <= set_up[0]
            assert set_up[0] + set_up[1] <= panel.lines - 1
            assert min(item[2].y for item in said) > panel.y
            sim.press("RIGHT", rest=30)


@pytest.mark.parametrize("board", BOARDS)
def test_in_the_pause_what_is_told_lies_in_the_middle_off_the_bands(sim):
    put(sim, tilegame.Game("RK", 2, 12), PEOPLE)
    show(sim, "menus.pause")
    panel = sim.app.screen.panel
    heading = [item[2] for item in panel.shown_texts if item[0] == 1][0]
    base = heading.y if panel.has_wide_band else heading.y - 1  # a comma ends below, a dot lower
    assert base + 3 <= panel.list.band.y and heading.y - panel.font.ascent >= panel.top
    sim.press("UP", "UP", rest=200)
    (note,) = [item for item in panel.shown_texts if item[3] == "The game is kept."]
    assert abs(2 * note[2].x + panel.font.measure(note[3]) - sim.app.w) <= 1


@pytest.mark.parametrize("board", ENDS)
def test_a_sheet_of_one_round_has_a_band_for_the_names_alone(sim):
    game = tilegame.Game("RK", 2, 12)
    game.apply(("go",))
    game.phase = tilegame.ROUND
    game.winners = [0]
    for rounds, bands in (([[24, -24]], 1), ([[24, -24], [-6, 6]], 2)):
        game.rounds = rounds
        game.totals = [sum(column) for column in zip(*rounds)]
        put(sim, game, PEOPLE)
        seen = [band for band in sim.app.screen.bands if not band.hidden]
        assert screen(sim) == "score" and len(seen) == bands


def test_a_long_heading_keeps_off_the_number_of_its_page(tmp_path):
    with handheld(tmp_path, "pimoroni_picosystem") as sim:
        panel = sim.app.screen.panel
        show(sim, "menus.rulespages", "RK", rest=60)
        panel = sim.app.screen.panel
        panel.title("Several sets at once", "19/37")
        heading, number = [item[2] for item in panel.shown_texts if item[0] == 0]
        assert number.x - (heading.x + heading.tile_width) >= 10


@pytest.mark.parametrize("board", BOARDS)
def test_what_decides_the_start_keeps_off_the_tiles(sim):
    for seats in (2, 4):
        game = tilegame.Game("RK", seats, 12)
        put(sim, game, (PEOPLE + PEOPLE)[:seats])
        shown = sim.app.screen
        why = [item[2] for item in shown.panel.shown_texts if item[0] == 2][0]
        row = shown.rows[0]
        free = why.y - shown.panel.font.ascent - row.y - row.h
        assert free >= (6 if sim.app.h > 160 else 2), seats


def wide(band):
    """Return the pixels a band is wide: a rectangle, or cells of the ground."""
    return band.width * getattr(band, "tile_width", 1)


def high(band):
    """Return the pixels a band is high."""
    return band.height * getattr(band, "tile_height", 1)


@pytest.mark.parametrize("board", ENDS)
def test_the_band_reaches_from_end_to_end_of_each_line(sim):
    show(sim, "learn.lesson", rest=60)
    shown = sim.app.screen.list
    font = shown.font
    for _ in range(shown.count):
        sim.wait(200)
        band = shown.band
        left = shown.left
        assert band.x < left
        right = left + font.measure(shown.text(shown.chosen))
        assert right + 3 <= band.x + wide(band)
        sim.press("DOWN")


@pytest.mark.parametrize("board", ENDS)
def test_the_pointer_and_the_arrows_of_a_list_lie_inside_the_paper(scene, board):
    """The arrows' tips were outside, the pointer was a stub: nothing but paper or a band is beside
    them, and the pointer tapers to its tip."""
    scene("board %s; pictures; choose More; choose Settings" % board)
    background = {(0xFB >> 3, 0xF1 >> 3, 0xD6 >> 3), (0xFF >> 3, 0xD8 >> 3, 0x6B >> 3)}
    for _ in range(2):
        panel, hand = scene.screen.panel, scene.screen.list.pointer
        bad = panel.inks[draw.BAD].to_bytes(3, "big")
        reds = {(0xC0 >> 3, 0x18 >> 3, 0x28 >> 3), tuple(part >> 3 for part in bad)}
        picture = scene.sim.image().convert("RGB").point(lambda part: part >> 3)
        pixels = picture.load()
        red = {
            (x, y)
            for x in range(picture.width)
            for y in range(picture.height)
            if pixels[x, y] in reds
        }
        for x, y in red:
            for neighbour in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                assert neighbour in red or pixels[neighbour] in background, neighbour
        columns = [sum(x == hand.x + i for x, _ in red) for i in range(panel.unit)]
        pointer = [count for count in columns if count]
        assert pointer == sorted(pointer, reverse=True) and pointer[-1] == 1 < pointer[0]
        arrows = {item[0] for item in panel.shown_texts} & {-2, -3}
        # an arrow, too; on a small display that which points up is beside the heading
        assert len(arrows) == 1
        assert (len(red) > sum(pointer)) == (panel.unit > 4 or arrows == {-3})
        scene("UP; wait 300")


@pytest.mark.parametrize("board", ENDS)
def test_the_last_word_stands_on_a_ribbon_of_its_own(tmp_path, board):
    with handheld(tmp_path, board, blind=False) as sim:
        table = ["k3 k4 k5 k6 k7", "k8 r8 b8", "r9 r10 r11 *", "b1 b2 b3 b4 b5 b6"]
        table += ["o1 o2 o3 o4", "o7 o8 o9 o10", "r2 b2 k2"]
        with unseen(sim):
            play_scene.show(sim, play_scene.position(table, "o5", others="k5 k6 b13"))
            sim.press("A", "SELECT", "START", rest=3000)
            for _ in range(30):
                if screen(sim) == "podium":
                    break
                sim.wait(500)
            sim.wait(1500)
        podium = sim.app.screen
        ribbon = podium.ribbon
        group = ribbon.group
        assert group in list(podium.group) and len(group) == len(ribbon.columns)  # all of it
        top = group.y
        height = ribbon.height
        left = group.x
        right = left + group.scale * ribbon.columns[0].tile_width * len(ribbon.columns)
        assert 0 <= left and right <= sim.app.w
        assert abs(left - (sim.app.w - right)) <= group.scale  # in the middle
        picture = sim.image().convert("RGB")
        edge = 2 * group.scale
        rows = [
            len({picture.getpixel((x, y)) for x in range(left + edge, right - edge)})
            for y in range(top + edge, top + height - edge)
        ]
        assert max(rows) == 2 and rows[0] == rows[-1] == 1  # gold and, within, the letters
        assert top + height <= min(podium.number.y, podium.face.y)


@pytest.mark.parametrize("board", BOARDS)
def test_the_heading_of_a_round_won_lies_above_the_goals_words(sim):
    game = eight.EightGame(2, 1, {}, dealer=1)
    game.apply(("go",))
    people = [("", "ANNA"), ("hard", "BO")]
    put(sim, game, people)
    shown = sim.app.screen
    from pocket.eight.eightnews import News

    game.round = 2
    shown.close()
    shown.part = News(shown, [("win", 0, 0)], 1, bytes(range(7)))
    assert 0 <= shown.title.y <= shown.words.grid.y + 1 - shown.title.bitmap.height
    assert shown.title.x + shown.title.bitmap.width <= shown.app.w


@pytest.mark.parametrize("size", [(128, 128), (160, 128), (240, 240), (320, 240)])
def test_the_line_of_keys_is_spread_as_far_as_there_is_room(size):
    panel = paper(*size)
    for said, wide in (
        ("\x0eend \x10again", "\x0e end   \x10 again"),
        ("\x08\x0b choose  \x0e go  \x0f back", "\x08\x0b choose   \x0e go   \x0f back"),
    ):
        panel.keys(said)
        label, text = panel.shown_texts[-1][2:]
        assert text == said and panel._spread(said) == wide
        assert label.x >= 1 and label.x + panel.small.measure(wide) <= size[0]
    many = 1
    while panel.small.measure("\x0e %s \x10 racks" % ("m" * (many + 1))) <= panel.w:
        many += 1
    shown = panel._spread("\x0e%s \x10racks" % ("m" * many))  # a blank stays behind a key
    assert shown.split() == ["\x0e", "m" * many, "\x10", "racks"]
    assert panel.small.measure(shown) <= panel.w


@pytest.mark.parametrize("board", BOARDS)
def test_with_large_text_no_line_of_a_list_lies_over_another(sim):
    """Six puzzles once lay within each other on small displays, on large ones the band on the line
    below its own."""
    sim.app.settings.set("large", True)
    for name in ("learn.puzzles", "learn.lesson", "menus.settingsmenu", "menus.rulespages"):
        show(sim, name, rest=300)
        shown = sim.app.screen.list
        assert shown.pitch >= shown.font.height
        if sim.app.h > 128:
            line = shown.panel.row_y(shown.top) + shown.pitch * (shown.chosen - shown.first)
            assert shown.band.y + high(shown.band) <= line + shown.pitch + 3


@pytest.mark.parametrize("board", ENDS)
def test_a_line_of_a_form_without_a_value_has_a_band_behind_all_of_it(sim):
    choose(sim, "Play")
    sim.press("SELECT", rest=200)
    to(sim, "Official rules")
    sim.wait(200)
    shown = sim.app.screen.list
    end = shown.left + shown.panel.font.measure("Official rules")
    assert not shown.band.hidden
    assert shown.band.x <= shown.left
    assert shown.band.x + wide(shown.band) >= end
    to(sim, "Players")
    sim.wait(200)
    assert [band.hidden for band in shown.bands].count(False) == 1
    assert shown.band.x > shown.left


@functools.cache
def _played():
    """Return a real game of three players at its end."""
    return record_help.play_game("RK", ("easy",) * 3, 7, {"length": 2})[1]


@contextlib.contextmanager
def score_sheet(folder, board):
    """Yield a board that shows the score sheet of a real game, for three, with a notice below."""
    game = _played()  # by the rules' modules as they are without a handheld
    with handheld(folder, board) as sim:
        sim.app.tell("Not saved: the drive is full.")
        put(sim, game, [("", "ADA"), ("easy", "BO"), ("easy", "CLEO")])
        assert screen(sim) == "score"
        yield sim


@pytest.mark.parametrize("board", ENDS)
def test_no_band_of_a_score_sheet_lies_over_a_line_of_text(tmp_path, board):
    """And its numbers end below one another."""
    with score_sheet(tmp_path, board) as sim:
        shown = sim.app.screen
        panel = shown.panel
        texts = [
            (panel.row_y(row), panel.row_y(row + rows))
            for row, rows, label, text in panel.shown_texts
            if 0 < row < panel.lines - 1 and text
        ]
        assert texts and len(shown.bands) == 2
        for band in shown.bands:
            for top, bottom in texts:
                assert band.y + high(band) <= top or band.y >= bottom
            left, right = band.x, sim.app.w - band.x - wide(band)
            assert abs(left - right) <= 1  # and it goes on behind the last column
            assert band.x + wide(band) >= panel.x + panel.w
        assert len(panel.pictures[-1]) == 4
        for label in list(panel.pictures[-1])[1:]:
            assert len({panel.font.measure(text) for text in label.text.split("\n")}) == 1


@pytest.mark.parametrize("board", BOARDS)
def test_a_name_cut_on_a_score_sheet_ends_with_a_dot(tmp_path, board):
    """On 128 pixels MMMMMMM was MMM, HEDY was HE: other names."""
    with handheld(tmp_path, board) as sim:
        for game_id, seats in (("RK", 2), ("RK", 4), ("ER", 6)):
            people = [("", "HEDY"), ("hard", "MMMMMMM"), ("hard", "WWWWWWW")] * 2
            put(sim, catalogue.new(game_id, seats, 12), people[:seats], ("rounds.score", ("x",)))
            shown = sim.app.screen
            font = shown.panel.font
            heads = [
                label.text.split("\n")[0].lstrip(" \x1f")
                for label in list(shown.panel.pictures[-1])[1:]
            ]
            room = shown.panel.w * 2 // (2 * seats + 1)
            for (_, name), head in zip(people, heads):
                assert head == name or head[-1] == "." and name.startswith(head[:-1]) and head[1:]
                assert font.measure(head) <= room
            assert heads[0] == "HEDY" or seats == 6
            assert heads[1] == "MMMMMMM" or sim.app.w < 320 or seats > 2
