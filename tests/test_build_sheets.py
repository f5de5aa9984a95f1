"""A sheet in two files is the sheet the drawing program has in mind, bitmaptools or not."""
import pytest

from tools.art import mkassets

CASES = [("faces", "tiles", size, mkassets.TILE_INKS, 17, mkassets.tile_cells)
         for size in mkassets.TILES]
CASES += [("ranks", "cards", size, mkassets.CARD_INKS, 5, mkassets.card_cells)
          for size in mkassets.CARDS]


@pytest.mark.parametrize("with_tools", [True, False])
@pytest.mark.parametrize("one_ink, rest, size, inks, across, cells_of", CASES,
                         ids=["%s%dx%d" % ((case[1],) + case[2]) for case in CASES])
def test_two_files_make_one_sheet(monkeypatch, with_tools, one_ink, rest, size, inks, across,
                                  cells_of):
    from pocket.ui import draw
    assert draw.bitmaptools is not None
    if not with_tools:
        monkeypatch.setattr(draw, "bitmaptools", None)
    width, height = size
    cells = cells_of(*size)
    sheet = draw.load_sheet(one_ink, rest, size, inks, len(cells))
    assert sheet.width == across * width
    for number, cell in enumerate(cells):
        left, top = number % across * width, number // across * height
        shown = [sheet[left + x, top + y] for y in range(height) for x in range(width)]
        assert shown == list(cell.px), number


def test_the_device_and_the_drawing_program_agree_on_the_inks():
    from pocket.ui import cards, draw
    assert draw._TILE_INKS == mkassets.TILE_INKS
    assert cards._INKS == mkassets.CARD_INKS
    assert draw._TILE_CELLS == len(mkassets.tile_cells(8, 11))
    assert len(mkassets.card_cells(18, 14)) == 33
