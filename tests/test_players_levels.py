"""The levels' order, from seeded matches with seats swapped. Long ones: `python3 tools match`."""
import pytest
from rules import games, players, solver
from rules_help import standing
from tools import match


def share(game_id, better, worse, number, options=None):
    """The share of rounds `better` wins, and its points."""
    tally = match.run(game_id, [better, worse], number, 11, options, checked=False)
    assert tally.failures == []
    assert tally.rounds >= number
    return tally.wins[better] / tally.rounds, tally.points[better]


@pytest.mark.parametrize("better, worse, least, number", [
    ("normal", "easy", 0.65, 6), ("hard", "normal", 0.60, 6), ("hard", "greedy", 0.55, 6)])
def test_rk_levels(better, worse, least, number):
    won, points = share("RK", better, worse, number, {"length": 50})
    assert won >= least
    assert points > 0


@pytest.mark.parametrize("game_id", [one for one in games.TILE_GAMES if one != "RK"])
def test_hard_beats_greedy_in_the_other_games(game_id):
    won, points = share(game_id, "hard", "greedy", 4, {"length": 1})
    assert won >= 0.55
    assert points > 0


def test_a_turn_is_bounded():
    """No level but greedy, which is for measuring, takes more states than its bound and a slice."""
    counted = []
    plain = solver.solve

    def solve(*args, **names):
        for result in plain(*args, **names):
            if result is not None:
                counted.append(result.states)
            yield result
    own = "* * k1 k3 k5 k7 k9 k11 r2 r4 r6 r8 r10 r12 b1 b3 b5 b7 b9 b11 o2 o4 o6 o8 o10 o12"
    on = " | ".join("k%d r%d b%d o%d" % (n, n, n, n) for n in range(1, 14))
    solver.solve = solve
    try:
        for pool in (None, ""):
            for level in ("easy", "normal", "hard"):
                one = standing("RK", [own, "o1 o3 o5"], on, pool=pool)
                for _ in players.choose(level, one.view(0), 1):
                    pass
    finally:
        solver.solve = plain
    assert counted
    assert max(counted) <= players._WORK + 1000
