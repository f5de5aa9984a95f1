"""The self-test: what it finds out, the report on the screen and on the console."""

import re

import pytest
from screens_help import BOARDS
from words_menus import report


@pytest.mark.parametrize("board", BOARDS)
def test_all_is_well(scene, board, capsys):
    scene("board %s; battery 3.8; go checks.selftest" % board)
    report(scene, "")
    assert "Pocket Rummy" in scene.page() and "Board:" in scene.page()
    printed = capsys.readouterr().out
    assert "Saves: good" in scene.said and "Saves: good" in printed
    assert "Board: %s\n" % board in printed
    assert re.search(r"Battery: (49|50) %, 3[78]\d\d mV", printed)
