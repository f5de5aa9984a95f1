"""Button scripts: the grammar, its error sentences, and a run from file to pictures."""

import os

import cases
import pytest
from PIL import Image

from tools import play
from tools.sim import Sim, script


@pytest.mark.parametrize("button", ["UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT"])
def test_every_button_can_be_pressed_and_held(button):
    assert script.parse("press %s\nhold %s 5" % (button, button)) == [
        ("press", button),
        ("hold", button, 5),
    ]


@cases.table("line")
def test_a_line_that_is_no_step_is_one_sentence_with_its_number(line):
    with pytest.raises(script.ScriptError) as problem:
        script.parse("wait 10\n# fine\n" + line + "\nwait 10\n")
    words = str(problem.value)
    assert words.startswith("Line 3 of the script")
    assert line in words and "\n" not in words
    assert "press BUTTON, hold BUTTON MS, wait MS, shot NAME)" in words


def test_a_file_of_a_windows_editor_is_fine():
    assert script.parse("\ufeffpress A\r\nwait 5\r\n") == [("press", "A"), ("wait", 5)]


def test_steps_take_their_simulated_time(tmp_path):
    with Sim(seed=1, save_dir=str(tmp_path)) as sim:
        before = sim.ms
        script.run(sim, script.parse("wait 250\nhold B 800\nwait 1000"), str(tmp_path))
        assert 2050 <= sim.ms - before <= 2150


def headless(tmp_path, text, *more):
    """Run `play --headless` on a script; returns its status and the folder of shots."""
    file = tmp_path / "walk.txt"
    file.write_text(text)
    shots = tmp_path / "shots"
    return play.main(
        ["--headless", "--script", str(file), "--shots", str(shots), "--seed", "4", *more]
    ), shots


def test_play_headless_writes_the_shots_it_is_asked_for(tmp_path):
    status, shots = headless(
        tmp_path, "wait 100\nshot first\npress DOWN\nwait 50\nshot second\n", "--scale", "2"
    )
    assert status == 0
    assert sorted(os.listdir(shots)) == ["first.png", "second.png"]
    with Image.open(shots / "first.png") as first, Image.open(shots / "second.png") as second:
        assert first.size == second.size == (320, 256)
        assert first.tobytes() != second.tobytes()


def test_play_headless_on_another_board(tmp_path):
    status, shots = headless(tmp_path, "wait 100\nshot first\n", "--board", "pimoroni_picosystem")
    assert status == 0
    with Image.open(shots / "first.png") as first:
        assert first.size == (240, 240)


def test_a_script_keeps_its_saves_to_itself_unless_told(tmp_path, monkeypatch):
    monkeypatch.setenv("POCKET_RUMMY_DATA", str(tmp_path / "mine"))
    headless(tmp_path, "wait 100\n")
    assert not (tmp_path / "mine").exists()


def test_without_display_and_terminal_play_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(play, "_has_display", lambda: False)
    with pytest.raises(RuntimeError, match="neither a display nor a terminal.*--headless"):
        play.main(["--data", str(tmp_path)])  # pytest's stdout is no terminal


def test_left_handed_the_arrows_of_a_script_go_as_its_pictures_show(tmp_path):
    """Shots stand upright: UP is up in them."""
    with Sim("pybadge", save_dir=str(tmp_path), blind=True) as sim:
        sim.wait(500)
        sim.app.settings.set("turned", True)
        from pocket.saves import settingsfields

        settingsfields.apply(sim.app, "turned")
        script.run(sim, script.parse("press DOWN DOWN UP"), str(tmp_path))
        assert sim.app.screen.list.chosen == 1
        script.run(sim, script.parse("hold DOWN 100"), str(tmp_path))
        assert sim.app.screen.list.chosen == 2
