"""The tables' screens on the real MicroPython VM: they run, and how much memory they take."""

import pytest
import vm_drive
from vm_help import BOARD, HEAP_64

# The names are as short as a build makes them: each new one is kept for good. For cards: the piece
# held for a restart, the evaluation of a hand.
HEAPS = {"tiles": 240 * 1024, "cards": HEAP_64 + 20 * 1024}
MOST_64 = {"tiles": int(120 * 1024 * BOARD), "cards": int(110 * 1024 * BOARD)}  # of 152 on a board


@pytest.fixture(scope="module", params=HEAPS)
def report(request, tmp_path_factory):
    """Return what tests/vm_play.py printed of a table: word -> number, and "of" -> which."""
    of = request.param
    found = vm_drive.report(tmp_path_factory.mktemp(of), "vm_play.py", HEAPS[of], of)
    print("%s on the VM (64-bit bytes): %s" % (of, found))
    return dict(found, of=of)


def test_a_person_plays_by_buttons_and_the_others_play_on(report):
    if report["of"] == "cards":
        assert report["held"] == 8
        assert report["round"] > 1 or report["turns"] > 12  # each seat twice at least
        return
    assert report["laid"] == 4 and report["wrong"] == 0 and report["sets"] == 25
    assert report["back"] == 1 and report["gaps"] == 3 and report["first"] == 5
    assert report["history"] >= 4  # the person's turn and a computer's at least
    assert report["rested"]


def test_screen_game_and_players_fit_the_tightest_board(report):
    most = MOST_64[report["of"]]
    if report["of"] == "cards":
        assert report["screen"] < report["peak"] < most
    else:
        assert report["tiles"] == 84 and report["screen"] < most and report["turn"] < most


def test_nothing_is_allocated_while_nothing_happens(report):
    assert report["idle"] == 0
    assert report["move"] < 1024
