"""Seeded games between computer players, every invariant checked after every turn (T-14): 62 here,
144 more in test_players_levels, as many as one likes by `soak play`.

106 tiles, a legal table, scores that add up to zero, and no seat sees another's rack: `match`
looks after every move, and the tests below break each of these to see that it does.
"""

import pytest
from players_help import run

from rules.tilegame import game, games, players, scoring, view
from tools.match import games as match_games

# game, levels, house options, first seed, games
PLAN = [
    ("RK", "easy,normal", {"length": 3}, 1, 2),
    ("RK", "master,greedy", {"length": 50}, 2, 5),
    ("RK", "normal,greedy", {"length": 3, "jokers": 0}, 3, 2),
    ("RK", "easy,normal,hard", {"length": 50, "opening_build": True}, 4, 4),
    ("RK", "easy,normal,hard,master", {"length": 50, "opening_points": 0}, 5, 4),
    ("RK", "normal,hard", {"length": 3, "groups_only": True}, 6, 1),
    ("RK", "normal,hard", {"length": 3, "runs_only": True}, 7, 1),
    ("RK", "normal,hard", {"length": 50, "mixed_runs": True, "jokers": 1}, 8, 3),
    ("RG", "easy,normal", {}, 9, 2),
    ("RG", "hard,master", {}, 10, 5),
    ("RG", "easy,normal,hard", {"stop_on_empty": False, "opening_points": 25}, 11, 3),
    ("RG", "normal,mixed,master,easy", {}, 12, 3),
    ("CR", "easy,normal,hard", {"length": 1}, 13, 5),
    ("CR", "late,drawer", {"length": 2}, 14, 4),
    ("CR", "normal,master,single,patient", {"length": 1, "opening_points": 60}, 15, 3),
    ("KR", "master,keeper,late", {"length": 1, "opening_several": True}, 17, 4),
    ("KR", "easy,normal,hard,master", {"length": 1}, 18, 4),
    ("KR", "normal,hard", {"length": 1, "runs_only": True}, 19, 2),
    ("KR", "normal,easy", {"length": 1, "mixed_runs": True, "opening_points": 0}, 20, 3),
    ("KR", "easy,hard", {"length": 1, "groups_only": True, "jokers": 0}, 21, 2),
]


def test_the_plan_is_of_every_game_of_tiles():
    assert sum(one[4] for one in PLAN) == 62
    assert {one[0] for one in PLAN} == set(games.ids())


@pytest.mark.long
@pytest.mark.parametrize("game_id, levels, options, seed, games", PLAN)
def test_games_with_every_invariant(game_id, levels, options, seed, games):
    """T-3: what computers lay the referee takes."""
    tally = run(game_id, levels.split(","), games, seed, options)
    assert tally.failures == []
    assert tally.games == games
    assert tally.rounds >= games
    assert abs(sum(tally.wins.values()) - tally.rounds) < 1e-6
    assert sum(tally.points.values()) == 0  # T-14


def failures(game_id="RK", levels="easy,normal", options=None):
    return run(game_id, levels.split(","), 1, 3, options or {"length": 50}).failures


def test_a_lost_tile_is_noticed(monkeypatch):
    plain = game.Game._draw

    def draw(self):
        refused = plain(self)
        self.pool[-1:] = b""
        return refused

    monkeypatch.setattr(game.Game, "_draw", draw)
    assert "in the game" in failures()[0]


def test_a_leaking_view_is_noticed(monkeypatch):
    class Leaky(view.View):
        def __init__(self, one, seat):
            super().__init__(one, seat)
            self.next_tile = one.pool[-1] if one.pool else None

    monkeypatch.setattr(view, "View", Leaky)
    assert "sees what lies hidden" in failures()[0]


def test_a_refused_move_is_noticed(monkeypatch):
    def choose(level, seen, seed):
        yield
        return ("pass",)

    monkeypatch.setattr(players, "choose", choose)
    assert "pass refused by RK-7" in failures()[0]


def test_scores_that_do_not_add_up_are_noticed(monkeypatch):
    plain = scoring.score_round

    def score(*args):
        scores, winners = plain(*args)
        scores[winners[0]] += 1
        return scores, winners

    monkeypatch.setattr(scoring, "score_round", score)
    assert "add up to zero" in failures()[0]


def test_a_game_without_end_is_noticed(monkeypatch):
    monkeypatch.setattr(match_games, "MOST_MOVES", 20)
    assert "does not end" in failures()[0]


@pytest.mark.long
@pytest.mark.parametrize(
    "levels, options, games",
    [
        ("easy,normal,hard", {}, 6),
        ("hard,easy", {}, 6),
        ("easy,normal,hard,easy,normal,hard", {"short": True}, 4),
    ],
)
def test_games_of_8_round_rummy_with_every_invariant(levels, options, games):
    tally = run("ER", levels.split(","), games, 5, options)
    assert tally.failures == []
    assert sum(tally.wins.values()) == pytest.approx(games)
    assert sum(tally.points.values()) > 0


def test_a_card_player_that_sees_a_hand_is_noticed(monkeypatch):
    from rules.eight import game as eight

    class Leaky(eight.View):
        def __init__(self, one, seat):
            super().__init__(one, seat)
            self.other = bytes(one.hands[(seat + 1) % one.seats])

    monkeypatch.setattr(eight, "View", Leaky)
    assert "sees what lies hidden" in failures("ER", "easy,hard", {"short": True})[0]


def test_a_lost_card_is_noticed(monkeypatch):
    from rules.eight import game as eight

    plain = eight.EightGame._discard

    def discard(self, code):
        refused = plain(self, code)
        self.pile[:1] = b""
        return refused

    monkeypatch.setattr(eight.EightGame, "_discard", discard)
    assert "in the game" in failures("ER", "easy,hard", {"short": True})[0]
