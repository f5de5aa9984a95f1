"""The sheets that a device puts together show what is drawn in assets/."""

import itertools
import math
import struct
from types import SimpleNamespace

import displayio
import pytest
from picture_help import (
    CARD_INKS,
    CLASSES,
    GREEN,
    TILE_INKS,
    TILES,
    cells,
    dots,
    face_rows,
    faces,
    mark,
    picture,
)
from picture_help import bodies as bodies_of
from PIL import Image
from pocket.app import device, draw
from pocket.hardware import sizes
from pocket.saves import settingsfields
from pocket.ui import sheets

from tools.art import letters, pictures
from tools.device import build

# The simulator reads and copies bitmaps faster than Blinka; test_sim_bitmaps.py compares them.
pytestmark = pytest.mark.usefixtures("sheets")
AREAS = {size: row[3] for row in CLASSES for size in row[:2]}


def cell_of(sheet, number, across, width, height):
    left, top = number % across * width, number // across * height
    return [sheet[left + x, top + y] for y in range(height) for x in range(width)]


def on_body(face, body):
    """Return the dots of a cell of faces with those of the body it hides."""
    body = (list(body) + [0] * len(face))[: len(face)]
    return [ink or dot for ink, dot in zip(face, body)]


def inked(size, number):
    """Return a face as a board shows it: in its ink, and on the plain body that it hides."""
    face = [dot * TILE_INKS[number] for dot in faces(size)[number].px]
    plain = bodies_of(size)[draw.PLAIN].px[draw.above(size[1]) * size[0] :]
    return on_body(face, plain) if number < 53 else face


def card_of(size, number):
    """Half a card as a board shows it: its sign on a body, or a back."""
    body = cells("bodies%dx%d.bmp" % size, *size)[(number > 16) + 2 * (number in (16, 25))]
    sign = cells("cards%dx%d.bmp" % size, *size)[number]
    return on_body([dot * CARD_INKS[number] for dot in sign.px], body.px)


@pytest.mark.long
@pytest.mark.parametrize("size", TILES, ids=["%dx%d" % size for size in TILES])
def test_every_face_has_its_ink(size):
    area, rows, above = AREAS[size], face_rows(size), draw.above(size[1])
    sheet = displayio.Bitmap(*area, 16)
    sheets.load_faces(False, size, above, rows, sheet)
    for number in range(len(TILE_INKS)):
        there = cell_of(sheet, number, area[0] // size[0], size[0], rows)
        assert there == inked(size, number), number
    edge = bodies_of(size)[draw.EDGE].px[above * size[0] :]
    there = cell_of(sheet, draw.FACE_EDGE, area[0] // size[0], size[0], rows)
    assert there == on_body([0] * len(there), edge)


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("size", TILES)
def test_faces_hide_plain_bodies_alike_and_let_others_be_seen(size):
    """On the cloth a face that hides its body shows what one shows that lets it be seen."""
    area, rows, start = AREAS[size], face_rows(size), draw.above(size[1])
    art = sizes.make_art(*{28: (160, 128), 63: (240, 240), 84: (320, 240)}[area[1]])
    settingsfields._cloth(SimpleNamespace(art=art, settings={"cloth": 1}))
    art.set_fourth_colour({"fourth": "green"})
    sheet = displayio.Bitmap(*area, 16)
    bodies = sheets.load_faces(False, size, start, rows, sheet)
    for cell in range(69):
        body = draw.EDGE if cell == draw.FACE_EDGE else draw.PLAIN if cell < 53 else draw.CLOTH
        left, top = (cell % (area[0] // size[0]) * size[0], cell // (area[0] // size[0]) * rows)
        for y in range(min(rows, bodies.height - start)):
            for x in range(size[0]):
                below = art.cloth[bodies[body * size[0] + x, start + y]]
                dot = sheet[left + x, top + y]
                through = dot > 8 or art.face.is_transparent(dot)
                assert dot != 9  # a board reads behind a palette of this many colours
                seen = below if through else art.face[dot]
                if not 53 <= cell <= draw.FACE_NONE:
                    hidden = dot < 9 and not art.plain.is_transparent(dot)
                    assert (art.plain[dot] if hidden else below) == seen, cell
                    assert hidden or dot == draw.SHADOW
                assert through or cell != draw.FACE_NONE


@pytest.mark.parametrize("size", TILES)
def test_every_body_is_there(size):
    drawn = bodies_of(size)
    sheet, _ = sheets.load("tiles%dx%d.bmp" % size)
    high = drawn[0].h
    assert (sheet.width, sheet.height) == ((draw.JOKER_BODY + 9) * size[0], high)
    for number, cell in enumerate(drawn):
        assert cell_of(sheet, number, len(drawn), size[0], high) == list(cell.px), number
    assert not any(drawn[draw.CLOTH].px)


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("card", [row[2:] for row in CLASSES], ids=lambda row: row[0][0])
def test_every_card_is_there(card):
    size, area = card
    sheet = displayio.Bitmap(*area, 16)
    sheets.load_faces(True, size, 0, size[1], sheet)
    for number in range(len(CARD_INKS)):
        there = cell_of(sheet, number, area[0] // size[0], *size)
        assert there == card_of(size, number), number
    drawn, _palette = picture("minis%dx%d.bmp" % size)
    sheet, _ = sheets.load("minis%dx%d.bmp" % size)
    assert (sheet.width, sheet.height) == (drawn.w, drawn.h)
    assert [sheet[i] for i in range(drawn.w * drawn.h)] == list(drawn.px)


@pytest.mark.long
def test_tiles_and_cards_take_turns_on_sheets_made_once():
    art = sizes.make_art(160, 128)
    made = art.faces
    for kind in (draw.BIG, draw.CARDS, draw.SMALL, draw.BIG):
        art.sheet(kind)
        assert art.faces is made
        size = (art.sizes[0], art.large, art.card)[kind]
        drawn = card_of(size, 3) if kind == draw.CARDS else inked(size, 3)
        there = cell_of(art.faces, 3, art.faces.width // size[0], size[0], len(drawn) // size[0])
        assert there == drawn, kind


def test_pictures_are_as_boards_read_them_and_faces_end_in_no_blank_row():
    for name, drawn in pictures.files().items():
        with open(device.asset(name), "rb") as file:
            data = file.read()
        assert data == drawn, name
        width = struct.unpack_from("<i", data, 18)[0]
        assert name[:5] not in ("faces", "cards") or any(data[-((width + 31) // 32 * 4) :]), name


@pytest.mark.parametrize("bottom_up", (False, True))
def test_a_picture_that_an_editor_has_saved_becomes_one_that_boards_read(
    tmp_path, monkeypatch, bottom_up
):
    """It writes the lower row first, and eight bits a pixel."""
    (tmp_path / "assets").mkdir()
    for name in ("tiles8x11.bmp", "title10x14.bmp", "faces8x11.bmp"):
        with Image.open(device.asset(name)) as drawn:
            drawn.load()
        file = tmp_path / "assets" / name
        drawn.save(file) if bottom_up else drawn.save(file.with_suffix(".png"))
        if not bottom_up:
            file.with_suffix(".png").rename(file)
    monkeypatch.setattr(pictures, "_ASSETS", str(tmp_path / "assets"))
    made = pictures.files()
    for name in ("tiles8x11.bmp", "title10x14.bmp", "faces8x11.bmp"):
        with open(device.asset(name), "rb") as file:
            assert made[name] == file.read(), name


@pytest.mark.parametrize("name", ["faces16x20.bmp", "faces12x18.bmp", "cards40x28.bmp"])
def test_nothing_is_left_of_the_picture_before_below_one_of_fewer_rows(name):
    area = (360, 63) if "12x18" in name else (400, 84)
    fresh, used = displayio.Bitmap(*area, 16), displayio.Bitmap(*area, 16)
    used.fill(9)
    for sheet in (fresh, used):
        sheets.load(name, sheet)
    with open(device.asset(name), "rb") as file:
        rows = -struct.unpack_from("<i", file.read(54), 22)[0]
    assert rows < area[1]
    assert not any(used[x, y] for y in range(rows, area[1]) for x in range(area[0]))
    assert all(used[x, y] == fresh[x, y] for y in range(rows) for x in range(area[0]))


@pytest.mark.parametrize("lost", [1, 52, 60, 2000])
def test_a_sheet_of_fewer_rows_that_is_cut_short_is_one_sentence(tmp_path, monkeypatch, lost):
    with open(device.asset("faces16x20.bmp"), "rb") as file:
        (tmp_path / "cut.bmp").write_bytes(file.read()[:-lost])
    monkeypatch.setattr(device, "asset", lambda name: str(tmp_path / name))
    with pytest.raises(device.AssetError, match="cut.bmp is missing or cut short"):
        sheets.load("cut.bmp", displayio.Bitmap(400, 84, 16))


@pytest.mark.parametrize("name", ["faces16x20.bmp", "body11x11.bmp", "tiles20x26.bmp"])
def test_a_sheet_is_read_alike_as_a_drive_has_it(tmp_path, monkeypatch, name):
    with open(device.asset(name), "rb") as file:
        data = file.read()
    bitmap, behind = sheets.load(name)
    (tmp_path / name).write_bytes(build.shrink_sheet(data))
    monkeypatch.setattr(device, "asset", lambda name: str(tmp_path / name))
    again, rest = sheets.load(name)
    assert rest == behind and len(build.shrink_sheet(data)) < len(data)
    dots = range(bitmap.width * bitmap.height)
    assert all(bitmap[i] == again[i] for i in dots)


def test_a_sheet_of_another_size_is_one_sentence():
    with pytest.raises(device.AssetError, match="faces8x11.bmp is from another version"):
        sheets.load("faces8x11.bmp", displayio.Bitmap(8, 8, 2))


def test_the_device_has_the_inks_and_colours_of_the_pictures():
    assert sheets._TILES[0][:-1] == bytes(TILE_INKS)
    assert sheets._CARDS[0] == bytes(CARD_INKS)
    palette = (draw.CLOTH_COLOUR,) + sizes.BODIES
    for name in ("tiles8x11.bmp", "minis18x14.bmp", "bodies40x28.bmp"):
        assert tuple(picture(name)[1]) == palette
    assert len(sheets._TILES[1]) == len(sheets._TILES[0]) == draw.FACE_EDGE + 1
    assert sheets._TILES[1][:53] == bytes((draw.PLAIN,)) * 53
    assert sheets._TILES[1][53:] == b"\xff" * 15 + bytes((draw.EDGE,))


def _contrast(one, other):
    """Return how much lighter one colour is than another, as WCAG 2 counts it: 1 to 21."""
    lights = []
    for colour in (one, other):
        parts = [(colour >> shift & 255) / 255 for shift in (16, 8, 0)]
        parts = [x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
        lights.append(0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05)
    return max(lights) / min(lights)


def test_every_colour_of_tiles_is_read_in_every_state():
    """WCAG 2 asks 3 to 1 of large letters; orange had 2.1 on what is not right."""
    palette = (draw.CLOTH_COLOUR,) + sizes.BODIES
    size = (16, 20)
    fills = {cell.px[size[0] * 10 + 8] for cell in bodies_of(size)[draw.PLAIN : -2]}
    assert len(fills) == 6
    inks = palette[1:6] + (palette[GREEN],)
    for red, fourth in draw._INKS:
        inks += (red, *fourth.values())
    for ink in inks:
        for fill in fills:
            assert _contrast(ink, palette[fill]) >= 3, (hex(ink), fill)


# What a person sees who lacks the red, the green or the blue cones: linear red, green and blue of
# those that are shown (Machado, Oliveira and Fernandes 2009, of the greatest severity).
SEEN = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}


def _lab(colour, seen):
    """CIELAB of a colour of sRGB as a person sees it (a row of SEEN), under D65."""
    parts = [part / 255 for part in colour.to_bytes(3, "big")]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    red, green, blue = (
        min(1, max(0, sum(a * b for a, b in zip(row, linear)))) for row in SEEN[seen]
    )
    whites = (
        (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047,
        0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
        (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in whites)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("fourth", ["orange", "yellow", "green"])
def test_colour_blind_players_tell_the_four_inks_apart(fourth, seen):
    """In their palette each two are at least 25 apart in CIELAB."""
    art = sizes.make_art(128, 128)
    art.distinct = True
    art.set_fourth_colour({"fourth": fourth})
    for palette in (art.face, art.plain):
        inks = [_lab(palette[i], seen) for i in range(1, 5)]
        assert min(math.dist(one, other) for one, other in itertools.combinations(inks, 2)) >= 25


@pytest.mark.parametrize("size", [(10, 14), (12, 18), (16, 20)])
def test_the_sign_of_a_colour_has_more_than_three_pixels(size):
    """On the smallest tiles of each display; signs differ from each other in more than three."""
    signs = [mark(size, colour) for colour in range(4)]
    assert min(map(len, signs)) > 3
    assert min(len(a ^ b) for a, b in itertools.combinations(signs, 2)) > 3


@pytest.mark.parametrize("colour", [2, 3])  # black's bar is a block there, a triangle is one
def test_a_line_of_text_has_the_signs_of_the_smallest_tiles(colour):
    shapes = []
    for shape in (mark((8, 11), colour), dots(letters.draw_sign(1 + colour, 11, 2)[0])):
        left, top = min(x for x, _ in shape), min(y for _, y in shape)
        shapes.append({(x - left, y - top) for x, y in shape})
    assert shapes[0] == shapes[1]


def test_the_keys_of_a_board_are_told_apart_on_small_caps_and_stand_free():
    """M, A and R looked alike; in a sentence a cap stuck to the word before it."""
    shown = {}
    for name in "MARB":
        cap, step = letters.draw_cap(name, None, 11, 2, 6)
        dots = {divmod(i, cap.w) for i, dot in enumerate(cap.px) if dot}
        assert step == cap.w and not any(x == 0 for _, x in dots)  # a blank before, none behind
        shown[name] = {(y, x) for y in range(1, 10) for x in range(2, cap.w - 1)} - dots
    for one, other in (("M", "A"), ("M", "R"), ("A", "R")):
        assert len(shown[one] ^ shown[other]) >= 8, (one, other)
