"""The sheets a device puts together are what the drawing program has in mind."""
import struct

import pytest

from pocket.ui import sheets
from tools.art import mkassets

FACES = [("faces", size, mkassets.TILE_INKS, 17, mkassets.tile_faces, mkassets.face_rows(size[1]))
         for size in mkassets.TILES]
FACES += [("ranks", size, mkassets.CARD_INKS, 5, mkassets.card_faces, (0, size[1]))
          for size in mkassets.CARDS]
BODIES = [("tiles", size, mkassets.tile_bodies) for size in mkassets.TILES]
BODIES += [("cards", size, mkassets.card_bodies) for size in mkassets.CARDS]


def cell_of(sheet, number, across, width, height):
    left, top = number % across * width, number // across * height
    return [sheet[left + x, top + y] for y in range(height) for x in range(width)]


@pytest.mark.parametrize("name, size, inks, across, cells_of, rows", FACES,
                         ids=["%s%dx%d" % ((case[0],) + case[1]) for case in FACES])
def test_every_face_has_its_ink(name, size, inks, across, cells_of, rows):
    sheet = sheets.load_faces(name, size, inks)
    assert (sheet.width, sheet.height) == (across * size[0], rows[1] * len(inks) // across)
    cells = cells_of(*size)
    assert len(cells) == len(inks)
    first = rows[0] * size[0]
    for number, cell in enumerate(cells):
        there = list(cell.px[first:first + rows[1] * size[0]])
        assert cell_of(sheet, number, across, size[0], rows[1]) == there, number
        assert not any(cell.px[:first]) and not any(cell.px[first + len(there):])


@pytest.mark.parametrize("name, size, cells_of", BODIES,
                         ids=["%s%dx%d" % ((case[0],) + case[1]) for case in BODIES])
def test_every_body_is_there(name, size, cells_of):
    cells = cells_of(*size)
    sheet = sheets.load("%s%dx%d.bmp" % ((name,) + size))
    assert (sheet.width, sheet.height) == (len(cells) * size[0], size[1])
    for number, cell in enumerate(cells):
        assert cell_of(sheet, number, len(cells), *size) == list(cell.px), number


def test_the_device_and_the_drawing_program_agree():
    from pocket.ui import cards, draw
    assert draw._TILE_INKS == mkassets.TILE_INKS
    assert cards._INKS == mkassets.CARD_INKS
    assert mkassets.PALETTE == (draw.CLOTH_COLOUR,) + draw._BODY_COLOURS
    with open(sheets.asset("tiles8x11.bmp"), "rb") as sheet:  # and so do the files
        data = sheet.read()
    assert mkassets.PALETTE == struct.unpack("<16I", data[54:54 + 64])
    assert draw._FACE_COLOURS[:5] == draw._BODY_COLOURS[:5]
    bodies = mkassets.tile_bodies(8, 11)
    for number in (draw.PLAIN, draw.OWN, draw.MOVED, draw.PICKED, draw.WRONG, draw.OWN_WRONG):
        joker = mkassets.body(8, 11, *mkassets.BODIES[number], True)
        assert bodies[draw.JOKER_BODY + number].px == joker.px
    assert bodies[draw.PLACE].px == mkassets.body(8, 11, *mkassets.BODIES[-1], False).px
    assert not any(bodies[draw.CLOTH].px)
