"""The screen of 8 Round Rummy on the real MicroPython VM: it runs, and how much memory it takes."""

import pytest
import vm_drive
from vm_help import BOARD, HEAP_64

MORE = 20 * 1024  # the piece held for a restart, the evaluation of a hand
MOST_64 = int(105 * 1024 * BOARD)  # of the 110 KB in DESIGN, section 2


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """What tests/vm_eight.py printed: word -> number."""
    return vm_drive.report(tmp_path_factory.mktemp("eight"), "vm_eight.py", HEAP_64 + MORE)


def test_six_seats_play_on_and_a_person_takes_a_card(report):
    assert report["held"] == 8
    assert report["round"] > 1 or report["turns"] > 12  # everybody twice at least


def test_screen_game_and_hard_players_fit_the_tightest_board(report, capsys):
    with capsys.disabled():
        print(
            "\n8 Round Rummy on show, six seats: %d bytes, with a hard player at work %d "
            "(64-bit VM), about %d KB on a board"
            % (report["screen"], report["peak"], report["peak"] / BOARD // 1024)
        )
    assert report["screen"] < report["peak"] < MOST_64


def test_nothing_is_allocated_while_nothing_happens(report):
    assert report["idle"] == 0
    assert report["move"] < 1024
