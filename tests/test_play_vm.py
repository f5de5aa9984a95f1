"""The play screen on the real MicroPython VM: it runs, and how much memory it takes."""

import sys

import pytest
import vm_drive
from vm_help import BOARD

MOST_64 = int(120 * 1024 * BOARD)  # of 152 KB on the tightest board
HEAP_64 = 240 * 1024  # the names as short as a build makes them: each new one is kept for good


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """What tests/vm_play.py printed: word -> number."""
    found = vm_drive.report(tmp_path_factory.mktemp("play"), "vm_play.py", HEAP_64)
    sys.stdout.write("play screen on the VM (64-bit bytes): %s\n" % found)
    return found


def test_a_set_is_laid_by_buttons_and_the_others_play_on(report):
    assert report["laid"] == 4 and report["wrong"] == 0 and report["sets"] == 25
    assert report["back"] == 1 and report["gaps"] == 3 and report["first"] == 5
    assert report["history"] >= 4  # the person's turn and a computer's at least
    assert report["rested"]


def test_everything_with_84_tiles_on_the_table_fits_the_tightest_board(report):
    assert report["tiles"] == 84
    assert report["screen"] < MOST_64 and report["turn"] < MOST_64


def test_nothing_is_allocated_while_nothing_happens(report):
    assert report["idle"] == 0
    assert report["move"] < 1024
