"""The self-test: what it asks, what it finds out, the report on the screen and on the console."""

import re

import pytest
from rules_help import position
from scenes import scenes
from screens_help import BOARDS

from rules import catalogue


def by_hand(scene, text):
    """Answer the first half: `by_hand A A`: are the colours right, is the tune heard? Press UP and
    A twice for the buttons, or those that are named behind the answers."""
    colours, sound, *buttons = text.split()
    scene("go checks.selftest; %s; says Press every button." % colours)
    scene.sim.press(*buttons or ("UP", "A", "A"))
    scene("says Do you hear a tune?; " + sound)


def report(scene, _):
    """Have a report, which is the same on the console."""
    for _ in range(200):
        scene.sim.wait(100)
        if scene.name() == "selfreport":
            scene.said = " ".join(scene.screen.lines)
            return
    raise AssertionError("there is no report")


def tells(scene, text):
    """Have this in the report."""
    assert text in scene.said, scene.said


def withholds(scene, text):
    """Not have this in the report."""
    assert text not in scene.said, scene.said


def wrong(scene, _):
    """Let a known answer of the solver be another one."""
    scene.sim.wait(40)
    from pocket.checks import selfwork

    selfwork.POSITIONS = tuple((t, r, n + (n == 7)) for t, r, n in selfwork.POSITIONS)


test_the_self_test = scenes(
    """
    What is wrong is told: board pimoroni_picosystem; faults read-only usb; by_hand B B; report;
        tells Screen: a colour is missing; tells Sound: not heard; tells Buttons: 2 of 8;
        tells Saves: failed; tells computer holds; withholds Battery; B; on title
    The report is shown where the player wants no saves: faults no-saves; choose Play; A;
        wait 300; B; go menus.title; by_hand A A; report; tells Saves: failed
    A wrong answer of the solver is counted: by_hand A A; wrong; report; tells Solver: 4 of 5 right
    The settings stay, and a silent handheld is heard for the test alone: saved sound=0 name1=ANNA;
        go checks.selftest; A A A; check app.sound._level == 2; A; report;
        check app.sound._level == 0; off; check settings.names[0] == 'ANNA';
        check settings.get('sound') == 0
    B held while the board is switched on leads to it:
        for $board in pybadge | tinycircuits_thumby_color;
        for $key,$name in A, title | B, selftest | LEFT, title; board $board; held $key; wait 500;
        on $name
    It can be stopped: by_hand A A; B; on title
    """,
    by_hand,
    report,
    tells,
    withholds,
    wrong,
)


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
