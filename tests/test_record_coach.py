"""The coach: what was laid and what was possible, turn by turn."""

import pytest
from record_help import played
from test_record_notation import position

from rules.base import RulesError, finish
from rules.record import coach, reader
from rules.tilegame import referee


def turns_of(record, seat):
    turns = []
    finish(coach.review(record, seat, turns.append))
    return turns


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("game_id", ["RK", "RG", "CR", "KR"])
def test_a_player_that_always_lays_the_most_is_never_corrected(game_id):
    """`greedy` plays the best play; `easy` beside it leaves tiles, and the coach says so."""
    record = reader.Record(played(game_id, ("greedy", "easy"), 6, {"length": 1})[0][0])
    greedy = turns_of(record, 0)
    assert len(greedy) > 4 and not [turn for turn in greedy if turn.more]


@pytest.mark.long
def test_what_was_possible_is_legal_and_proved():
    record = reader.Record(played("RK", ("easy", "easy"), 2, {"length": 1})[0][0])
    rules = reader.Replay(record).game.rules
    better = 0
    for seat in (0, 1):
        for turn in turns_of(record, seat):
            assert turn.best.proved and turn.more >= 0
            if turn.more:
                better += 1
                step = turn.step
                verdict = referee.judge(
                    rules, step.table, step.rack, turn.best.table, step.opened, step.parted
                )
                assert verdict.legal and len(verdict.laid) == turn.tiles + turn.more
    assert better > 3


def test_the_turn_that_cost_most_is_named():
    """ANNA could have opened with k10 r10 b10 and laid three; later only one more tile."""
    racks = "k10 r10 b10 k3 r1 r8 b3 b5 o4 o7 o9 k12 b13 r12"
    other = "r3 r4 r5 r6 k1 k2 k5 k7 b1 b9 b11 o2 o5 o13"
    from test_record_notation import pool

    deal = "%s | %s | %s" % (racks, other, pool())
    record = reader.Record(position("d d k10r10b10 d", racks=deal).encode())
    turns = turns_of(record, 0)
    assert [turn.tiles for turn in turns] == [0, 3]
    assert turns[0].best.tiles >= 3 and turns[0].more >= 3


@pytest.mark.long
def test_it_works_in_slices():
    record = reader.Record(played("RK", ("easy", "easy"), 2, {"length": 1})[0][0])
    slices = list(coach.review(record, 0, lambda turn: None))
    assert not any(slices) and len(slices) > 2 * len(record.moves)


def test_8_round_rummy_has_no_coach():
    record = reader.Record(played("ER", ("easy", "easy"), 2, {"short": True})[0][0])
    with pytest.raises(RulesError, match="The coach knows the games with tiles"):
        turns_of(record, 0)
