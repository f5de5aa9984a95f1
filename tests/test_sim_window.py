"""The window, on SDL's display without a monitor: keys reach the device code."""

import json
import os
import runpy
import subprocess
import sys
from collections import Counter
from types import SimpleNamespace

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

SESSION = """
import json
import sys
import time
sys.path.append(%(root)r)
import pygame
from tools.sim import window

real = pygame.event.get
log = []

def key(kind, code):
    return pygame.event.Event(kind, key=code, mod=0, unicode="")

def shown():
    from tools.sim import Sim
    screen = getattr(Sim.running.app, "screen", None)
    return type(screen).__module__, getattr(getattr(screen, "list", None), "chosen", None)

def until(reached):
    end = time.monotonic() + 60
    while not reached(*shown()):
        if time.monotonic() > end:
            raise TimeoutError(str(log) + str(shown()))
        yield None

def pressed(down, up):
    "Hold a button until the menu moves; held on, which a busy computer may do, it moves further."
    before = shown()[1]
    yield down
    yield from until(lambda name, at: at != before)
    yield up
    for _ in range(5):  # its end has reached the device
        yield None
    log.append(shown())

def plan():
    yield from until(lambda name, at: name == "pocket.menus.title" and at == 0)
    log.append(shown())
    down, up = pygame.KEYDOWN, pygame.KEYUP
    for _ in range(2):
        yield from pressed(key(down, pygame.K_DOWN), key(up, pygame.K_DOWN))
    while shown()[1] != 3:  # More
        yield from pressed(key(down, pygame.K_DOWN), key(up, pygame.K_DOWN))
    surface = pygame.display.get_surface()
    place = pygame.Rect(0, 0, 320, 256)
    place.center = surface.get_rect().center
    log.append(("colours", len({tuple(surface.get_at((x, y)))
                                for x in range(place.left, place.right, 2)
                                for y in range(place.top, place.bottom - 24, 2)})))
    yield key(down, pygame.K_x)
    yield from until(lambda name, at: at == 0)
    yield key(up, pygame.K_x)
    log.append(shown())
    while True:
        yield pygame.event.Event(pygame.QUIT)

playing = plan()

def get():
    real()
    event = next(playing)
    return [] if event is None else [event]

pygame.event.get = get
status = window.run("pybadge", 1, %(saves)r, 2)
print(json.dumps([status, log]))
"""


def test_keys_walk_the_menu_and_closing_ends(tmp_path):
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    code = SESSION % {"root": ROOT, "saves": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env=env,
        capture_output=True,
        text=True,
        timeout=600,
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

    keys = SimpleNamespace(turned=turned)
    sim = Sim.__new__(Sim)
    sim.app = SimpleNamespace(keys=keys)
    sim._pushed = {}
    log = []
    sim._key = lambda button, pressed: log.append((button, pressed))
    stubs = {"host": SimpleNamespace(), "deflate": SimpleNamespace(), "standins": standins}
    with pytest.MonkeyPatch.context() as patch:
        for name, module in stubs.items():
            patch.setitem(sys.modules, name, module)
        page = runpy.run_path(os.path.join(ROOT, "tools/web/device/page.py"))
    machine = SimpleNamespace(app=sim.app, pushed={}, key=sim._key)
    page["key"].__globals__["_machine"] = machine
    held = Counter()
    for press in (lambda *key: window._press(sim, held, *key), page["key"]):
        for button in ("UP", "RIGHT", "A"):
            press(button, True)
            keys.turned = not keys.turned
            press(button, False)
            keys.turned = turned
    arrows = ("DOWN", "LEFT", "A") if turned else ("UP", "RIGHT", "A")
    assert log == [(button, down) for button in arrows for down in (True, False)] * 2


SIZES = """
import json
import sys
sys.path.append(%(root)r)
from tools.sim import window

sizes = ((128, 128), (160, 128), (240, 240), (320, 240))
print(json.dumps([(size, window.default_scale(*size)) for size in sizes]))
"""


def test_the_window_fits_a_screen_of_768_lines_with_its_bars():
    done = subprocess.run(
        [sys.executable, "-c", SIZES % {"root": ROOT}], capture_output=True, text=True
    )
    assert not done.returncode, done.stderr
    for (_wide, high), scale in json.loads(done.stdout.strip().splitlines()[-1]):
        assert scale >= 2 and scale * high <= 768 - 56 - 40 - 24
