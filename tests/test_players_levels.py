"""The levels' order, from seeded matches with seats swapped. Long ones: `python3 tools match`."""

import pytest
from rules_help import standing

from rules.solver import search as solver
from rules.tilegame import game, games, players, tiles
from tools import match


def share(game_id, better, worse, number, options=None):
    """The share of rounds `better` wins, and its points."""
    tally = match.run(game_id, [better, worse], number, 11, options, checked=False)
    assert tally.failures == []
    assert tally.rounds >= number
    return tally.wins[better] / tally.rounds, tally.points[better]


@pytest.mark.parametrize(
    "better, worse, least, number",
    [("normal", "easy", 0.65, 6), ("hard", "normal", 0.60, 6), ("hard", "greedy", 0.55, 6)],
)
def test_rk_levels(better, worse, least, number):
    won, points = share("RK", better, worse, number, {"length": 50})
    assert won >= least
    assert points > 0


@pytest.mark.parametrize("game_id", [one for one in games.ids() if one != "RK"])
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


def last_turns(seeds):
    """Turns of hard against hard with an empty pool: (Game before it, the other's rack, hard's
    move)."""
    for seed in seeds:
        one = game.Game("RK", 2, seed, {"length": 50})
        turns = 0
        while one.phase != game.OVER:
            move = ("go",)
            if one.phase == game.TURN:
                turns += 1
                for move in players.choose("hard", one.view(one.seat), turns):
                    pass
                if not one.pool:
                    yield one, bytes(one.racks[1 - one.seat]), move
            assert one.apply(move) is None


def all_fit(one, table, rack):
    """Whether all of a rack could be laid on `table` (sets)."""
    return solver.run(one.rules, table, rack, least=len(rack)).tiles == len(rack)


def test_hard_of_two_counts_out_the_other_when_the_pool_is_empty():
    ahead = behind = single = 0
    for one, other, move in last_turns(range(4)):
        view = one.view(one.seat)
        assert sorted(players._unseen(view)) == sorted(other)
        mine = tiles.weight(view.rack, one.rules["joker_penalty"])
        its = tiles.weight(other, one.rules["joker_penalty"])
        if move[0] == "pass":
            assert not all_fit(one, one.table, other)
            ahead += mine < its
            behind += mine >= its
        else:
            laid = sum(tiles.table_counts(move[1])) - sum(tiles.table_counts(one.table))
            if laid == 1 and len(view.rack) > 1:
                single += 1
                assert mine >= its or all_fit(one, one.table, other)
                assert not all_fit(one, move[1], other)
    assert ahead > 3 and behind and single > 3


def hard_of_two(monkeypatch, one):
    """Hard's move in a position that leaves out most of the pack: it is told the other's rack."""
    monkeypatch.setattr(players, "_unseen", lambda view: bytes(one.racks[1]))
    for move in players.choose("hard", one.view(0), 1):
        pass
    return move


@pytest.mark.parametrize("own, wanted", [("k1 k2 r4", "pass"), ("k13 o13 r4", "play")])
def test_t_12_hard_of_two_passes_where_the_stalled_round_is_won(own, wanted, monkeypatch):
    one = standing("RK", [own, "r12 b1"], "r5 r6 r7", pool="")
    assert hard_of_two(monkeypatch, one)[0] == wanted


def test_hard_of_two_lays_no_tile_that_lets_the_other_go_out(monkeypatch):
    for other, laid in (("r12 k5", "r8"), ("r9 k5", "r4")):
        one = standing("RK", ["k1 k2 o13 r8 r4", other], "r5 r6 r7 | k6 k7 k8", pool="")
        move, table = hard_of_two(monkeypatch, one)
        assert move == "play"
        counts = tiles.table_counts(table)
        assert counts[tiles.parse(laid)] == 1
        assert sum(counts) == 7


def test_kr_10_hard_of_two_does_not_pass_while_it_can_play(monkeypatch):
    one = standing("KR", ["k1 k2 r4", "r12 b13"], "r5 r6 r7", pool="")
    assert hard_of_two(monkeypatch, one)[0] == "play"
