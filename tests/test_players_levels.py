"""The levels' order, from seeded matches with seats swapped. Long ones: `python3 tools match`."""

import pytest
from players_help import run, states_asked
from rules_help import tile_position

from rules.base import finish
from rules.catalogue import LEVELS
from rules.tilegame import games, players
from rules.tilegame.players import master
from tools.match.tally import quantile


def share(game_id, better, worse, number, seed=11):
    """Return the share of `number` rounds of two that `better` wins, and its points."""
    tally = run(game_id, [better, worse], number, seed, {"length": 1}, checked=False)
    assert tally.failures == []
    assert tally.rounds == number
    return tally.wins[better] / tally.rounds, tally.points[better]


@pytest.mark.long
@pytest.mark.parametrize("better, worse", [("normal", "easy"), ("hard", "normal")])
def test_a_level_beats_the_one_below_but_not_always(better, worse):
    """62 to 80 percent by thousands of rounds of `match`. Players that are one win just half of two
    deals of each game, each from both seats; these 12 rounds leave 14 percent to chance."""
    all_won, all_points = [], 0
    for seed, game_id in ((11, "RK"), (12, "RG"), (14, "KR")):  # a round of CR is one of RK
        won, points = share(game_id, better, worse, 4, seed)
        assert won > 0.30, game_id
        all_won.append(won)
        all_points += points
    assert all_points > 0
    assert 0.50 < sum(all_won) / len(all_won) < 0.80 + 0.14


@pytest.mark.long
def test_master_wins_more_than_it_loses_against_hard_and_both_are_lively():
    won = rounds = 0
    for seed, game_id in enumerate(games.ids()):
        tally = run(
            game_id, ["master", "hard"], 2, seed, {"length": 1}, checked=False, lay_rates=True
        )
        assert tally.failures == [] and not tally.stalled, game_id
        won, rounds = won + tally.wins["master"], rounds + tally.rounds
        for level, plays, dry in ("hard", 0.5, 4), ("master", 0.3, master.WAITS):
            assert tally.possible[level] > 12
            assert tally.plays[level] >= plays * tally.possible[level], (game_id, level)
            assert tally.longest_wait[level] <= dry, (game_id, level)
        assert quantile(tally.lengths, 0.5) <= 2 * 60  # 60 turns of each of the two
    assert won > rounds / 2


def test_a_turn_is_bounded(monkeypatch):
    """All searches of a turn together keep to the states of a turn, whatever the level."""
    asked = states_asked(monkeypatch)
    own = "* * k1 k3 k5 k7 k9 k11 r2 r4 r6 r8 r10 r12 b1 b3 b5 b7 b9 b11 o2 o4 o6 o8 o10 o12"
    on = " | ".join("k%d r%d b%d o%d" % (n, n, n, n) for n in range(1, 14))
    most = 0
    for pool in (None, ""):
        for level in LEVELS:
            for game_id in games.ids():
                before = sum(asked)
                one = tile_position(game_id, [own, "o1 o3 o5"], on, pool=pool)
                finish(players.choose(level, one.view(0), 1))
                most = max(most, sum(asked) - before)
    # A handheld takes longer for each state of so large a rack.
    view = tile_position("RK", [own.rsplit(" ", 27 - players.LARGE)[0], "o1"], on).view(0)
    next(players.choose_or_fall_back((), view))
    assert len(view.rack) == players.LARGE - 1 and view.work == players.WORK > players.WORK_LARGE
    assert players.WORK_LARGE // 2 < most <= players.WORK_LARGE + 2 * players.TIDY
