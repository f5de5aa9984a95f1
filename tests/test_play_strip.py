"""Lines of text of the play screens: what they show, and that only what differs is painted."""

from types import SimpleNamespace

import pytest
from pocket.hardware import sizes
from pocket.saves import settingsfields
from pocket.ui import strip

SIZES = {(128, 128): 11, (240, 240): 18, (320, 240): 18}


class App:
    """As much of an app as a strip needs."""

    def __init__(self, width=240, height=240):
        self.w, self.h = width, height
        self.art = sizes.make_art(width, height)
        self.sound = self

    def play(self, name):
        """app.sound."""
        self.heard = name


def dots(bitmap):
    """Return a Bitmap's pixels, row by row."""
    return [[bitmap[x, y] for x in range(bitmap.width)] for y in range(bitmap.height)]


def fresh(app, text, **options):
    """Return what a new strip shows of a text."""
    line = strip.Strip(app, 0, 0, 200, **options)
    line.say(text)
    return dots(line.bitmap)


@pytest.mark.parametrize("size", sorted(SIZES))
def test_a_strip_shows_the_letters_of_the_font(size):
    app = App(*size)
    font = app.art.letters
    line = strip.Strip(app, 0, 0, 100)
    line.say("Il")
    assert line.h == SIZES[size] and (line.left, line.right) == (0, font.measure("Il"))
    step = font.get_glyph(ord("I")).shift_x
    glyph = font.get_glyph(ord("l"))
    left = glyph.tile_index * glyph.width
    above = font.height - glyph.bitmap.height  # rows that its sheet leaves out
    for y in range(above, font.height):
        for x in range(glyph.width):
            assert line.bitmap[step + x, y] == glyph.bitmap[left + x, y - above]


TEXTS = "2:00|1:59|Anna 14 Bo 3|Anna 15 Bo 3||jjj|Größe|Anna 15 Bo 13".split("|")


@pytest.mark.parametrize("place", [strip.LEFT, strip.CENTRE])
def test_what_is_said_anew_looks_as_if_said_first(place):
    app = App()
    line = strip.Strip(app, 0, 0, 200, align=place)
    for text in TEXTS:
        line.say(text)
        assert dots(line.bitmap) == fresh(app, text, align=place), text
        assert line.text == text


def test_nothing_is_left_of_a_letter_that_is_wider_than_its_step():
    app = App(128, 128)
    font = app.art.letters
    wide = [c for c in map(chr, range(33, 127)) if font.get_glyph(ord(c)).width > font.shift_x]
    assert wide
    for char in wide:
        line = strip.Strip(app, 0, 0, 200)
        line.say("mm" + char)
        line.say("mm")
        assert dots(line.bitmap) == fresh(app, "mm"), char


@pytest.mark.parametrize("size", sorted(SIZES))
def test_a_strip_lower_than_its_letters_keeps_the_capitals_whole(size):
    """A row above them goes, and rows below the base line: a name is all there."""
    app = App(*size)
    high = app.art.letters.height - 2
    line = strip.Strip(app, 0, 0, 100, height=high)
    line.say("ANNA 12")
    whole = [row[:100] for row in fresh(app, "ANNA 12")]
    assert dots(line.bitmap) == whole[1 : 1 + high]
    assert not any(map(any, whole[:1] + whole[1 + high :]))


def test_only_the_letters_from_the_first_that_differs_are_touched(monkeypatch):
    app = App()
    line = strip.Strip(app, 0, 0, 200)
    line.say("Anna 14  Bo 3")
    written = []
    kind = type(app.art.letters)
    real = kind.write
    monkeypatch.setattr(kind, "write", lambda *given: written.append(given[4]) or real(*given))
    line.say("Anna 15  Bo 3")
    line.say("Anna 15  Bo 3")
    line.say("Anna 15  Bo 4")
    assert written == ["5  Bo 3", "4"]


def test_a_text_that_is_too_long_ends_in_dots_within_the_strip():
    app = App(128, 128)
    for place in (strip.LEFT, strip.CENTRE):
        line = strip.Strip(app, 0, 0, 60, align=place, pad=2)
        line.say("Von allen Steinen passt keiner")
        assert line.text.endswith("...") and line.text.startswith("Von a")
        assert 2 <= line.left < line.right <= 58
        line.say("Von allen Steinen passt einer")
        assert line.text.endswith("...")


def test_a_tail_stands_at_the_right_end_and_both_can_change():
    app = App()
    line = strip.Strip(app, 0, 0, 200, align=strip.CENTRE)
    long = "take sort, and a good deal"
    tails = ("take", "a tail that is rather long"), (long, ""), ("", "33/30")
    for text, tail in (("take sort", ""), ("take sort", "0/30"), (long, "9"), *tails):
        line.say(text, None, tail)
        assert (line.text, line.tail) == (text, tail)
        clean = strip.Strip(app, 0, 0, 200, align=strip.CENTRE)
        clean.say(text, None, tail)
        assert dots(line.bitmap) == dots(clean.bitmap), (text, tail)
        if tail:
            assert line.left == 0 or not text
            shown = [x for x, column in enumerate(zip(*dots(line.bitmap))) if any(column)]
            assert shown[-1] in (197, 198, 199)
    line.say(long + ", so that it does not fit", None, "33/30")
    assert line.text.endswith("...") and line.right <= 200 - app.art.letters.measure("33/30")


def test_another_ink_is_another_palette_and_follows_the_cloth():
    app = App()
    line = strip.Strip(app, 0, 0, 60, strip.CLOTH)
    assert line.grid.pixel_shader[0] == app.art.cloth[0]
    line.say("a", strip.BAD)
    assert line.grid.pixel_shader is strip.ink(app.art, strip.BAD)
    settingsfields._cloth(SimpleNamespace(art=app.art, settings={"cloth": 1}))
    line.say("a", strip.CLOTH)
    assert line.grid.pixel_shader[0] == app.art.cloth[0]


def test_a_box_goes_up_and_down_again_and_a_bad_one_is_heard():
    import displayio
    import vectorio

    app = App()
    screen = type("Screen", (), {"app": app, "group": displayio.Group(), "box": None})()
    strip.show_box(screen, ["one", "two"], 200, strip.BAD)
    assert app.heard == "bad" and [line.text for line in screen.box.lines] == ["one", "two"]
    last = screen.box.lines[-1]
    assert screen.box.group.y + last.grid.y + last.h + 4 == 200
    removed = screen.box.group
    strip.clear_box(screen)
    assert screen.box is None and len(screen.group) == 0
    # the firmware leaves on the panel what a rectangle painted that goes within its group
    assert not any(isinstance(layer, vectorio.Rectangle) for layer in removed)
    strip.clear_box(screen)
