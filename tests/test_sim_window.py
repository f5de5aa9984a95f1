"""The window, on SDL's display without a monitor: keys reach the device code."""

import json
import os
import subprocess
import sys

from build_help import program

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

SESSION = program("a session in the window")


def test_keys_walk_the_menu_and_closing_ends(tmp_path):
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    code = SESSION % {"root": ROOT, "saves": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env=env, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    status, log = json.loads(done.stdout.strip().splitlines()[-1])
    assert status == 0
    title = "pocket.menus.title"
    assert log[0] == [title, 0]
    assert log[1][0] == log[2][0] == title and log[1][1] != 0 and log[2][1] != log[1][1]
    assert log[-2][1] > 5  # the menu's picture, not a blank display
    assert log[-1] == [title, 0]  # More, a menu of its own


SIZES = program("the sizes of the window")


def test_the_window_fits_a_screen_of_768_lines_with_its_bars():
    done = subprocess.run(
        [sys.executable, "-c", SIZES % {"root": ROOT}], capture_output=True, text=True
    )
    assert not done.returncode, done.stderr
    for (_wide, high), scale in json.loads(done.stdout.strip().splitlines()[-1]):
        assert scale >= 2 and scale * high <= 768 - 56 - 40 - 24
