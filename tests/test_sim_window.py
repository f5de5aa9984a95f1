"""The window, on SDL's display without a monitor: keys reach the device code."""

import json
import os
import runpy
import subprocess
import sys
from collections import Counter
from types import SimpleNamespace

import pytest
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


@pytest.mark.parametrize("turned", [False, True])
def test_left_handed_the_arrows_go_as_the_picture_shows_and_are_let_go(turned):
    """In the window and in the page: the picture stands upright there. The setting may change
    while an arrow is held."""
    from tools.sim import Sim, standins, window

    keys = SimpleNamespace(is_rotated=turned)
    sim = Sim.__new__(Sim)
    sim.app = SimpleNamespace(keys=keys)
    sim._pushed_buttons = {}
    log = []
    sim._set_button = lambda button, pressed: log.append((button, pressed))
    stubs = {"host": SimpleNamespace(), "deflate": SimpleNamespace(), "standins": standins}
    with pytest.MonkeyPatch.context() as patch:
        for name, module in stubs.items():
            patch.setitem(sys.modules, name, module)
        page = runpy.run_path(os.path.join(ROOT, "tools/web/device/page.py"))
    machine = SimpleNamespace(app=sim.app, pushed={}, key=sim._set_button)
    page["key"].__globals__["_machine"] = machine
    held = Counter()
    for press in (lambda *key: window._press(sim, held, *key), page["key"]):
        for button in ("UP", "RIGHT", "A"):
            press(button, True)
            keys.is_rotated = not keys.is_rotated
            press(button, False)
            keys.is_rotated = turned
    arrows = ("DOWN", "LEFT", "A") if turned else ("UP", "RIGHT", "A")
    assert log == [(button, down) for button in arrows for down in (True, False)] * 2


SIZES = program("the sizes of the window")


def test_the_window_fits_a_screen_of_768_lines_with_its_bars():
    done = subprocess.run(
        [sys.executable, "-c", SIZES % {"root": ROOT}], capture_output=True, text=True
    )
    assert not done.returncode, done.stderr
    for (_wide, high), scale in json.loads(done.stdout.strip().splitlines()[-1]):
        assert scale >= 2 and scale * high <= 768 - 56 - 40 - 24
