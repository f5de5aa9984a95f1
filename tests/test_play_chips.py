"""Tiles drawn in a line of text."""

import pytest
from pocket.app import draw
from pocket.ui import chips, strip
from screens_help import BOARDS
from test_play_strip import App, dots


def line(app, text, tail=""):
    foot = strip.Strip(app, 0, 100, app.w, strip.WOOD, strip.LEFT, app.art.line, 4)
    foot.say(text, strip.MESSAGE_INK, tail)
    return foot, chips.line(app, foot, text, strip.MESSAGE_INK)


def test_a_text_is_words_and_tiles():
    text = "Bob: \x0213\x03\x037 and \x051\x05"
    words, tiles = ("Bob: ", " and ", "1"), ("\x0213", "\x03", "\x037", "\x05", "\x05")
    assert [part for is_tile, part in chips.split(text) if not is_tile] == list(words)
    assert [part for is_tile, part in chips.split(text) if is_tile] == list(tiles)
    assert "".join([part for _, part in chips.split(text)]) == text


@pytest.mark.parametrize("size", [(128, 128), (240, 240)])
def test_a_tile_has_the_ink_of_its_colour_on_a_white_body(size):
    app = App(*size)
    for colour in range(4):
        foot, grid = line(app, draw.tile_text(13 * colour + 6))
        there = dots(grid.bitmap)
        assert {dot for row in there for dot in row} == {0, 2 + colour, 7}
        assert grid.pixel_shader[2 + colour] == app.art.face[1 + colour]
        assert grid.y == foot.grid.y


def test_what_does_not_fit_is_left_out_and_the_tail_stays_free():
    app = App(128, 128)
    text = "\x0213" * 12
    foot, grid = line(app, text, "+12")
    tail = foot.w - foot.pad - foot.font.measure("+12")
    assert grid.bitmap.width <= tail
    body = [x for x in range(grid.bitmap.width) if any(row[x] for row in dots(grid.bitmap))]
    assert body[-1] < tail and len(body) > 60


@pytest.mark.parametrize("board", BOARDS)
def test_the_heading_of_a_lesson_draws_its_tiles(scene, board):
    scene("board %s; snapshots; choose Lessons; choose When to open" % board)
    for _ in range(6):
        if scene.name() != "play":
            scene("A; wait 240")
    head = scene.screen.head
    assert draw.MARKS[1] in scene.game.hint
    assert len(head.group) == 3 and head.group[2] is head.layer
    scene("golden chips_@_heading")
    scene.game.hint = "Move tiles"
    head.draw(0)
    assert len(head.group) == 3 and head.labels == [("Move tiles", 0, False)]
