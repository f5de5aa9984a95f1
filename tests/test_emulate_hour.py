"""`emulate --hour`: a first hour by buttons alone, who presses them looking before each key."""

import os

import pytest
from emulate_help import FakeBoard, on_each_firmware, options

from rules.tilegame import tiles
from tools.emulator import EmulatorError, hour

STEPS = (
    "title lesson quick quick_end puzzle_begun puzzle journey1 station2 station2_end journey2 "
    "station3 station3_end journey3"
)


def test_a_turn_is_read_as_the_board_tells_it():
    board = FakeBoard(
        ["screen tilegame.play turn free 38000", "person RK free 38000"],
        {
            "DOWN": [
                "= 1 0 2 0 1 04090c 000200 101112,0a0b0c 000000,000004 0101 000003000400",
                "@ 0 0 0 1 0",
            ]
        },
    )
    player = hour.Player(board, "")
    assert player.shown == "play" and player.person and player.turn is None
    player.press("DOWN")
    turn = player.turn
    assert (turn.where, turn.index, turn.tile, turn.asks, turn.opened) == (1, 0, 2, False, True)
    assert [tiles.text(code) for code in turn.rack] == [tiles.text(code) for code in (4, 9, 12)]
    assert turn.rack_flags == b"\0\2\0" and turn.sets[1] == b"\n\v\f" and turn.flags[1][2] == 4


def test_a_line_of_a_list_is_looked_for():
    board = FakeBoard(
        ["screen title - free 40000", "= Quick game", "@ 4 0 0 0 0"],
        {"DOWN": ["= Learn", "@ 4 1 0 0 0"]},
    )
    player = hour.Player(board, "")
    player.line("Learn")
    assert board.pressed == ["DOWN"]
    with pytest.raises(EmulatorError, match="no line Journey"):
        player.line("Journey")


def test_a_screen_that_does_not_come_and_a_game_that_fails_are_told():
    board = FakeBoard(
        ["screen title - free 40000"], {"A": ["Traceback (most recent call last):", "no"]}
    )
    player = hour.Player(board, "")
    with pytest.raises(EmulatorError, match="lesson does not come; title is on show"):
        player.until("lesson")
    with pytest.raises(EmulatorError, match="The game failed: .* no"):
        player.press("A")


def test_an_hour_is_told():
    board = FakeBoard(["screen title - free 40000", "screen learn.journey - free 20000"], {})
    board.wall = lambda: 3
    board.failures = lambda: [[940.0, 2048]]
    board.collections = lambda: [(950.0, 18000, 2000)]
    player = hour.Player(board, "")
    player.steps.append((900.0, "title"))
    figures = hour.report(board, player)
    told = hour.text(figures)
    assert "18000 bytes free, the largest piece 2000 (950 ms" in told
    assert "refused: 2048 bytes at 940 ms" in told and told.endswith("900.0  title")


@pytest.mark.long
@on_each_firmware
def test_a_first_hour_on_a_firmware(firmware, tmp_path):
    found = hour.measure(options(firmware=firmware, seed=18, shots=str(tmp_path)))
    assert [name for _ms, name in found["steps"]] == STEPS.split()
    assert all(os.path.getsize(path) for path in found["shots"])
    assert found["lowest"]["free"][0] > 16 * 1024 and not found["refused"], found
