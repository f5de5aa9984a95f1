"""The self-test: what it asks, what it finds out, the report on the screen and on the console."""

import re

import pytest
import saves_help
from rules_help import position
from screens_help import BOARDS, choose, handheld, page, screen, show

from rules import catalogue


def begin(sim):
    show(sim, "checks.selftest", rest=100)
    assert screen(sim) == "selftest"


def by_hand(sim, colours="A", sound="A", buttons=("UP", "A", "A")):
    sim.press(colours)
    assert "Press every button." in page(sim)
    sim.press(*buttons)
    assert "Do you hear a tune?" in page(sim)
    sim.press(sound)


def finish(sim):
    for _ in range(200):
        sim.wait(100)
        if screen(sim) == "selfreport":
            return page(sim)
    raise AssertionError("there is no report")


@pytest.mark.parametrize("board", BOARDS)
def test_all_is_well(tmp_path, board, capsys):
    with handheld(tmp_path, board, battery=3.8) as sim:
        begin(sim)
        names = [b for b in sim.buttons if b != "SELECT" or not sim.app.keys.no_select]
        by_hand(sim, buttons=sorted(set(names)))
        said = finish(sim)
        assert "Pocket Rummy" in said and "Board:" in said
        printed = capsys.readouterr().out
        at_once = " ".join(sim.app.screen.lines)
    for wanted in ("Screen: good", "Buttons: 8 of 8", "Sound: good", "Saves: good"):
        assert wanted in at_once
    assert "5 of 5 right" in at_once and "Battery: " in at_once
    assert "Board: %s\n" % board in printed and "Buttons: 8 of 8\n" in printed
    assert re.search(r"Battery: (49|50) %, 3[78]\d\d mV", printed) and "5 of 5 right" in printed


def test_what_is_wrong_is_told(tmp_path, capsys):
    with handheld(tmp_path, "pimoroni_picosystem", faults=("read-only", "usb")) as sim:
        begin(sim)
        by_hand(sim, colours="B", sound="B")
        said = finish(sim)
        assert "a colour is missing" in said and "Sound: not heard" in said
        assert "Buttons: 2 of 8" in said and "Saves: failed" in said and "computer holds" in said
        sim.press("B")
        assert screen(sim) == "title"
    printed = capsys.readouterr().out
    assert "a colour is missing" in printed and "Saves: failed" in printed
    assert "Battery" not in printed


def test_the_report_is_shown_where_the_player_wants_no_saves(tmp_path, capsys):
    with handheld(tmp_path, faults=("no saves",)) as sim:
        choose(sim, "Quick game", rest=300)
        sim.press("B", rest=300)
        show(sim, "menus.title", rest=300)
        begin(sim)
        by_hand(sim)
        assert "Saves: failed" in finish(sim)
    assert "Saves: failed" in capsys.readouterr().out


def test_a_wrong_answer_of_the_solver_is_counted(tmp_path, capsys):
    with handheld(tmp_path) as sim:
        begin(sim)
        by_hand(sim)
        sim.wait(40)
        from pocket.checks import selfwork

        selfwork.POSITIONS = tuple((t, r, n + (n == 7)) for t, r, n in selfwork.POSITIONS)
        finish(sim)
    assert "Solver: 4 of 5 right" in capsys.readouterr().out


def test_the_settings_survive_and_a_silent_handheld_is_heard_for_the_test_only(tmp_path):
    saves_help.store(tmp_path).save("set", b"sound=0\nname1=ANNA")
    with handheld(tmp_path) as sim:
        begin(sim)
        sim.press("A", "A", "A")
        assert sim.app.sound._level == 2
        sim.press("A")
        finish(sim)
        assert sim.app.sound._level == 0
    with handheld(tmp_path) as sim:
        assert sim.app.settings.names[0] == "ANNA" and sim.app.settings.get("sound") == 0


@pytest.mark.parametrize("board", ["pybadge", "tinycircuits_thumby_color"])
@pytest.mark.parametrize("button", ["A", "B", "LEFT"])
def test_b_held_while_the_board_is_switched_on_leads_to_it(tmp_path, board, button):
    with handheld(tmp_path, board, held={button}) as sim:
        sim.wait(500)
        assert screen(sim) == ("selftest" if button == "B" else "title")


def test_it_can_be_stopped(sim):
    begin(sim)
    by_hand(sim)
    sim.press("B", rest=60)
    assert screen(sim) == "title"


def test_the_built_in_answers_are_those_of_another_search(tmp_path):
    with handheld(tmp_path):
        from pocket.checks.selfwork import POSITIONS
    for table, rack, most in POSITIONS:
        where = position(catalogue.ORDER[0], table, rack)
        assert where.best_play("tiles", 100000)[0] == most
