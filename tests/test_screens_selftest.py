"""The self-test: what it asks, what it finds out, the report on the screen and on the console."""

import re

import pytest
from rules_help import position
from screens_help import BOARDS
from words_menus import by_hand, report

from rules import catalogue


@pytest.mark.parametrize("board", BOARDS)
def test_all_is_well(scene, board, capsys):
    scene("board %s; battery 3.8" % board)
    keys = sorted({one for one in scene.sim.buttons if one != "SELECT" or not no_select(scene)})
    by_hand(scene, "A A " + " ".join(keys))
    report(scene, "")
    assert "Pocket Rummy" in scene.page() and "Board:" in scene.page()
    printed = capsys.readouterr().out
    for wanted in ("Screen: good", "Buttons: 8 of 8", "Sound: good", "Saves: good", "5 of 5 right"):
        assert wanted in scene.said and wanted in printed
    assert "Board: %s\n" % board in printed
    assert re.search(r"Battery: (49|50) %, 3[78]\d\d mV", printed)


def no_select(scene):
    return scene.app.keys.no_select


def test_the_built_in_answers_are_those_of_another_search(sim):
    from pocket.checks.selfwork import POSITIONS

    for table, rack, most in POSITIONS:
        where = position(catalogue.ORDER[0], table, rack)
        assert where.best_play("tiles", 100000)[0] == most
