"""Pages of all pictures: one a display class."""

import pytest
from PIL import Image

from tools import shots

SCENES = {"one": {"press": ""}, "two": {"press": "DOWN"}, "again": {"press": ""}}


@pytest.mark.long
def test_a_page_holds_every_different_picture_once(tmp_path):
    name = shots.page("tinycircuits_thumby_color", SCENES, str(tmp_path))
    assert name == "page_128x128.png"
    with Image.open(tmp_path / name) as page:
        assert page.size == (3 * 136 + 8, 136 + 8)
        cells = [page.crop((8 + i * 136, 8, 136 + i * 136, 136)) for i in range(3)]
        assert cells[0].tobytes() != cells[1].tobytes()
        assert cells[2].getcolors() == [(128 * 128, (96, 96, 96))]
