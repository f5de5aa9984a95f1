"""The self-test: what it finds out, the report on the screen and on the console."""

import re

import pytest
from rules_help import position
from screens_help import BOARDS
from words_menus import report

from rules import catalogue


@pytest.mark.parametrize("board", BOARDS)
def test_all_is_well(scene, board, capsys):
    scene("board %s; battery 3.8; go checks.selftest" % board)
    report(scene, "")
    assert "Pocket Rummy" in scene.page() and "Board:" in scene.page()
    printed = capsys.readouterr().out
    for wanted in ("Saves: good", "5 of 5 right"):
        assert wanted in scene.said and wanted in printed
    assert "Board: %s\n" % board in printed
    assert re.search(r"Battery: (49|50) %, 3[78]\d\d mV", printed)


def test_the_built_in_answers_are_those_of_another_search(sim):
    from pocket.checks.selftest import POSITIONS

    for table, rack, most in POSITIONS:
        where = position(catalogue.ORDER[0], table, rack)
        assert where.best_play("tiles", 100000)[0] == most
