"""The picture of a board's buttons: where they really are, none over another, golden pictures."""

import golden_help
import pytest
from pocket.app import input
from screens_help import SIZES, handheld, show

from tools.device import boards_desktop

ROWS = boards_desktop.DEVICE.BOARDS
UP, DOWN, LEFT, RIGHT, A, B, START, SELECT = range(8)


def pad_of(sim):
    """Return the pad of the screen of buttons, which is on show from now on."""
    show(sim, "menus.buttons")
    return sim.app.screen


def box(label):
    """Return (left, top, right, bottom) of what a sign paints."""
    (strip,) = label
    top = label.y + label.scale * strip.y
    right = label.x + label.scale * (strip.bitmap.width - 1)
    return label.x, top, right, label.y + label.scale


def middle(pad, button):
    """Return the middle of a button's first sign."""
    left, top, right, bottom = box(pad.labels[button][0])
    return (left + right) / 2, (top + bottom) / 2


def apart(one, other):
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("board", sorted(ROWS))
def test_every_button_has_its_place_and_no_sign_covers_another(sim):
    pad = pad_of(sim)
    expected = set(range(8)) - ({SELECT} if sim.app.keys.no_select else set())
    assert set(pad.labels) == expected
    panel = sim.app.screen.panel
    display = panel.pictures[0]
    wide, tall = getattr(display, "tile_width", 1), getattr(display, "tile_height", 1)
    right, bottom = display.x + display.width * wide, display.y + display.height * tall
    boxes = [(display.x, display.y, right, bottom)]
    boxes += [box(label) for labels in pad.labels.values() for label in labels]
    named = ["the display"] + [input.NAMES[key] for key in pad.labels for _label in pad.labels[key]]
    limit = panel.row_y(panel.lines - 4)
    for place, area in enumerate(boxes):
        assert area[0] >= panel.x - 1 and area[2] <= panel.x + panel.w + 1 and area[3] <= limit + 2
        if not place:  # the display, in its own proportions
            drawn = (area[2] - area[0]) / (area[3] - area[1])
            assert 0.94 <= drawn * sim.app.h / sim.app.w <= 1.06
        else:
            for other in range(place):
                lies_apart = apart(shrunk(area), shrunk(boxes[other]))
                assert lies_apart, "%s lies over %s" % (named[place], named[other])


def shrunk(one):
    """Return a sign without the blank of the letter's cell around it."""
    return one[0] + 2, one[1] + 5, one[2] - 2, one[3] - 3


@pytest.mark.parametrize("board", ["pimoroni_picosystem", "pajenicko_picopad", "hack_club_sprig"])
def test_four_buttons_lie_in_a_diamond(sim, board):
    pad = pad_of(sim)
    sprig = board == "hack_club_sprig"  # I, J, L, K; the others X, Y, A, B
    top, left, right, low = (
        middle(pad, button)
        for button in ((START, SELECT, B, A) if sprig else (SELECT, START, A, B))
    )
    assert top[1] < left[1] == right[1] < low[1]
    assert left[0] < top[0] < right[0] and abs(top[0] - low[0]) < 2


def test_thumby_s_bumpers_lie_on_the_upper_edge_left_and_right(tmp_path):
    with handheld(tmp_path, "tinycircuits_thumby_color") as sim:
        pad = pad_of(sim)
        left, right = (box(label) for label in pad.labels[SELECT])
        said = {id(item[2]): item[3] for item in sim.app.screen.panel.shown_texts}
        assert [said[id(label)] for label in pad.labels[SELECT]] == ["L", "R"]
        assert left[0] < middle(pad, UP)[0] and right[2] > middle(pad, A)[0]
        others = [box(labels[0])[1] for button, labels in pad.labels.items() if button != SELECT]
        assert left[1] == right[1] < min(others)
        sim.press("SELECT")
        assert {label[0].pixel_shader[1] for label in pad.labels[SELECT]} == {0xE02020}


def test_the_wio_terminal_s_buttons_lie_above_its_display(tmp_path):
    with handheld(tmp_path, "seeeduino_wio_terminal") as sim:
        pad = pad_of(sim)
        above = [middle(pad, button) for button in (B, START, SELECT)]
        assert [place[0] for place in above] == sorted(place[0] for place in above)
        assert max(place[1] for place in above) < sim.app.screen.panel.pictures[0].y


def test_a_ball_is_pressed_in_its_middle(tmp_path):
    with handheld(tmp_path, "lilygo_tdeck") as sim:
        pad = pad_of(sim)
        x, y = middle(pad, A)
        assert middle(pad, LEFT)[0] < x < middle(pad, RIGHT)[0]
        assert middle(pad, UP)[1] < y < middle(pad, DOWN)[1]


def test_keys_of_one_s_own_have_no_board_s_picture(tmp_path):
    own = {"POCKET_KEYS": "UP=D2 DOWN=D3 LEFT=D4 RIGHT=D5 A=D6 B=D7 START=D8 SELECT=D9"}
    with handheld(tmp_path, "tinycircuits_thumby_color") as sim:
        assert sim.app.button_layout
    from pocket.hardware import boards

    monkey = pytest.MonkeyPatch()
    monkey.setattr(boards.os, "getenv", lambda name: own.get(name))
    try:
        assert boards.profile("tinycircuits_thumby_color").picture == ""
    finally:
        monkey.undo()


@pytest.mark.parametrize("board", sorted(SIZES))
def test_the_buttons_as_they_look(tmp_path, board):
    with handheld(tmp_path, board, blind=False) as sim:
        pad_of(sim)
        sim.press("SELECT", rest=300)
        golden_help.check(sim, "screens_%s_buttons" % SIZES[board])
