"""A record says what every joker stands for, and its replay holds the tables that were played (T-8,
docs/RECORDS.md)."""

import os

import pytest
from conftest import ROOT
from rules_help import rack, table, tile_position

from rules.record import reader
from rules.tilegame import record as records
from rules.tilegame import tiles
from rules.tilegame.tiles import joker_as

BLACK, RED, BLUE, ORANGE = 1, 2, 4, 8


def group(text, *joker):
    """Return a group of these tiles and a joker."""
    return bytes(rack(text)) + bytes([joker_as(*joker)])


@pytest.mark.parametrize(
    "name, step, sets",
    [
        ("tablediff_5303.rec", 77, [("k8 r8", 8, ORANGE), ("k8 b8", 8, RED | ORANGE)]),
        ("joker_swap.rec", 4, [("k1 r1", 1, ORANGE), ("k1 b1", 1, RED | ORANGE)]),
        # a set that the move does not name keeps its joker
        ("refused_5141.rec", 33, [("r11 b11", 11, BLACK | ORANGE)]),
    ],
)
def test_t_8_each_joker_is_what_the_record_says(name, step, sets):
    with open(os.path.join(ROOT, "tests", "data", "records", name), "rb") as file:
        replay = reader.Replay(reader.Record(file.read()))
    for _ in range(step):
        replay.step()
    for one in sets:
        assert group(*one) in replay.game.table
    reader.check(replay.record)


def test_t_8_what_the_player_says_of_two_jokers_is_played_kept_and_replayed():
    for one, other in ((BLUE | ORANGE, ORANGE), (ORANGE, RED | ORANGE)):
        game = tile_position("KR", ["r1 k5", "k7"], "k1 r1 b1 * | k1 b1 o1 *")
        before = list(game.table)
        play = [group("k1 r1", 1, one), group("k1 b1", 1, other), *table("r1 b1 o1")]
        assert game.apply(("play", play)) is None
        assert sorted(game.table) == sorted(play)
        words = bytes(game.moves).decode("latin-1")
        text = "".join(tiles.text(ord(c) - 128) if ord(c) > 127 else c for c in words).split()[-1]
        assert sorted(records.table_after(before, text)) == sorted(play)
