"""A sheet in two files is the sheet the drawing program has in mind, bitmaptools or not."""
import pytest

from tools import mkassets

CASES = [("faces", "tiles", size, (1, 2, 3, 4), 13, mkassets.tile_cells) for size in mkassets.TILES]
CASES += [("ranks", "cards", size, (2, 3), 7, mkassets.card_cells) for size in mkassets.CARDS]


@pytest.mark.parametrize("with_tools", [True, False])
@pytest.mark.parametrize("one_ink, rest, size, inks, across, cells_of", CASES,
                         ids=["%s%dx%d" % ((case[1],) + case[2]) for case in CASES])
def test_two_files_make_one_sheet(monkeypatch, with_tools, one_ink, rest, size, inks, across,
                                  cells_of):
    from pocket import draw
    assert draw.bitmaptools is not None
    if not with_tools:
        monkeypatch.setattr(draw, "bitmaptools", None)
    sheet = draw.load_sheet(one_ink, rest, size, inks)
    width, height = size
    cells = cells_of(*size)
    assert sheet.width == across * width
    for number, cell in enumerate(cells):
        left, top = number % across * width, number // across * height
        shown = [sheet[left + x, top + y] for y in range(height) for x in range(width)]
        assert shown == list(cell.px), number
