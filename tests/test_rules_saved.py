"""What a saved game keeps beside the tiles: options, marks, the record; what is refused where."""

import pytest
from rules_help import rack, tile_position

from rules import choices, errors
from rules.base import RulesError
from rules.tilegame import game, games, options, tiles


@pytest.fixture
def one():
    """Return a game of two in its first turn."""
    return tile_position("RK", ["r6 k1 *", "k9"], "r3 r4 r5")


def is_damaged(data):
    with pytest.raises(RulesError, match="^%d$" % errors.SAVE_DAMAGED):
        game.unpack(bytes(data))


@pytest.mark.parametrize("game_id", games.ids())
def test_every_value_of_every_option_is_kept(game_id):
    rules = games.rules_for(game_id)
    kept = 0
    for name, allowed, _clause in options.offered(rules):
        for value in choices.list_values(allowed):
            try:
                one = game.Game(game_id, 2, 1, {name: value})
            except RulesError:
                continue  # with the game's other rules it cannot be
            back = game.unpack(one.pack())
            assert (back.options, back.rules) == (one.options, one.rules)
            assert back.options[name] == value and type(back.options[name]) is type(value)
            kept += value != rules[name]
    assert kept > 10


@pytest.mark.parametrize("stalled", [False, True])
@pytest.mark.parametrize("jokers_differ", [False, True])
def test_a_stalled_round_and_parted_jokers_are_kept_apart(one, stalled, jokers_differ):
    one.stalled, one.jokers_differ = stalled, jokers_differ
    back = game.unpack(one.pack())
    assert (back.stalled, back.jokers_differ) == (stalled, jokers_differ)


@pytest.mark.parametrize(
    "offset, value", [(0, len(game.PHASES)), (1, 2), (2, 2)], ids=["phase", "seat", "starter"]
)
def test_a_phase_or_a_seat_just_past_the_last_is_refused(one, offset, value):
    data = bytearray(one.pack())
    place = 5 + data[4] + 8  # format, id, seats, the options' length and text, random numbers
    assert game.PHASES[data[place]] == game.TURN
    data[place + offset] = value
    is_damaged(data)


def test_one_byte_too_many_is_refused(one):
    is_damaged(one.pack() + b"\0")


@pytest.mark.parametrize(
    "harm",
    [{"opened": bytearray(3)}, {"winners": [2]},
     {"phase": game.ROUND},  # with neither a score nor a winner
     {"history": bytearray((game.DREW << 4 | 2, 1))},  # a seat that there is not
     {"history": bytearray((7 << 4, 1))},  # no kind of turn
     {"history": bytearray((game.DREW << 4,))}, {"draws": b"\2\1"},
     {"draws": b"\1\x35"},  # no tile
     {"draws": b"\1"}],
)  # fmt: skip
def test_what_screens_show_of_a_round_is_proved_too(one, harm):
    for name, value in harm.items():
        setattr(one, name, value)
    is_damaged(one.pack())


def test_a_turn_beside_an_empty_rack_is_refused(one):
    one.pool += one.racks[1]
    one.racks[1] = bytearray()
    is_damaged(one.pack())
    one.phase = game.ROUND
    one.winners, one.rounds = [1], [[-7, 7]]
    assert game.unpack(one.pack()).racks[1] == b""


@pytest.mark.parametrize("rounds", [[[10, -9]], [[5, -4], [-5, 4]], [[0, 1]], [[8, -8], [3, 3]]])
def test_scores_that_do_not_add_up_in_each_round_and_in_all_are_refused(one, rounds):
    one.rounds = [[8, -8]]
    assert game.unpack(one.pack()).totals == [8, -8]
    one.rounds = rounds
    with pytest.raises(RulesError, match="^The scores do not add up to zero.$"):
        game.unpack(one.pack())


@pytest.mark.parametrize("where", ["rack", "pool"])
def test_a_joker_that_stands_for_a_tile_off_the_table_is_refused(one, where):
    row = one.racks[0] if where == "rack" else one.pool
    row[row.index(tiles.JOKER)] = tiles.joker_as(6, 1 << 1)
    is_damaged(one.pack())


@pytest.mark.parametrize("version", [0, 3])
def test_a_save_of_another_version_is_refused(one, version):
    with pytest.raises(RulesError, match="^%d$" % errors.SAVE_VERSION):
        game.unpack(bytes((version,)) + one.pack()[1:])


@pytest.mark.parametrize("size", [3, 255, 256, 700])
def test_a_long_record_of_the_round_is_kept_whole(one, size):
    one.moves = bytearray(b"p " * size)[:size]
    assert game.unpack(one.pack()).moves == one.moves


def test_a_record_ends_open_where_it_grows_too_long(one):
    one.moves = bytearray(game.MOST_MOVES - 1)
    assert one.apply(("draw",)) is None
    assert len(one.moves) == game.MOST_MOVES and one.moves[-1:] != b"."  # it holds one byte more
    assert one.apply(("draw",)) is None
    assert one.moves[game.MOST_MOVES :] == b"..."
    assert one.apply(("draw",)) is None
    assert len(one.moves) == game.MOST_MOVES + 3


def test_the_last_64_turns_are_remembered_with_their_seats(one):
    one.history = bytearray()
    for turn in range(1, 70):
        assert one.apply(("draw",)) is None
        assert bytes(one.history[-2:]) == bytes((game.DREW << 4 | (turn - 1) % 2, 1))
        assert len(one.history) == 2 * min(turn, 64)


def test_the_first_play_is_remembered_as_the_opening_and_the_next_as_a_play():
    one = tile_position("RK", ["r10 r11 r12 k1 k2 k3 b1", "k9 b9"], opened=[0, 1])
    assert one.apply(("play", [bytes(rack("r10 r11 r12"))])) is None
    assert bytes(one.history[-2:]) == bytes((game.OPENED << 4, 3))
    assert one.events == [("play", 0, bytes(rack("r10 r11 r12")))]
    assert one.apply(("draw",)) is None
    assert one.apply(("play", one.table + [bytes(rack("k1 k2 k3"))])) is None
    assert bytes(one.history[-2:]) == bytes((game.PLAYED << 4, 3))
