"""Seeded games between computer players, every invariant checked after every turn (T-14); more in
test_players_levels and by `soak play`.

106 tiles, a legal table, scores that add up to zero, and no seat sees another's rack: `match`
looks after every move, and the tests below break each of these to see that it does.
"""

import cases
import pytest
from players_help import run

from rules.eight import game as eight
from rules.tilegame import game, players, scoring, view
from tools.match import games as match_games

# game, levels, house options, seed: what tests/golden/games has not


@pytest.mark.long
@cases.table("game_id, levels, options, seed")
def test_games_with_every_invariant(game_id, levels, options, seed):
    """T-3: what computers lay the referee takes. Others: test_soak_properties."""
    tally = run(game_id, levels.split(","), 1, seed, options)
    assert tally.failures == []
    assert tally.games == 1 and tally.rounds > 0
    if game_id == "ER":
        assert sum(tally.points.values()) > 0
    else:
        assert sum(tally.points.values()) == 0  # T-14
        assert abs(sum(tally.wins.values()) - tally.rounds) < 1e-6


def wraps(owner, name, after):
    """Return a fault: a function after which after(self or arguments, result) runs."""

    def spoil(patch):
        plain = getattr(owner, name)

        def spoilt(*args):
            result = plain(*args)
            after(args[0], result)
            return result

        patch.setattr(owner, name, spoilt)

    return spoil


def shortened(name, place):
    """Return a function that drops a piece of a game's bytearray."""

    def shorten(one, _):
        getattr(one, name)[place] = b""

    return shorten


def passes(patch):
    """Let every player pass."""

    def choose(level, seen, seed):
        yield
        return ("pass",)

    patch.setattr(players, "choose", choose)


def scores(_, result):
    """Let scores not add up."""
    result[0][result[1][0]] += 1


TILES = "RK", "easy,normal", {"length": 50}
CARDS = "ER", "easy,hard", {"short": True}
FAULTS = [
    (TILES, wraps(game.Game, "_draw", shortened("pool", slice(-1, None))), "in the game"),
    (
        CARDS,
        wraps(eight.EightGame, "_discard", shortened("pile", slice(1))),
        "There are 1 copies of card",
    ),
    (TILES, passes, "pass refused by RK-7"),
    (TILES, wraps(scoring, "score_round", scores), "add up to zero"),
    (TILES, lambda patch: patch.setattr(match_games, "MOST_MOVES", 20), "does not end"),
]


@pytest.mark.parametrize("contest, fault, said", FAULTS)
def test_what_is_wrong_is_noticed(contest, fault, said, monkeypatch):
    fault(monkeypatch)
    game_id, levels, options = contest
    assert said in run(game_id, levels.split(","), 1, 3, options).failures[0]


@pytest.mark.parametrize(
    "contest, module, hidden",
    [(TILES, view, lambda one, seat: one.pool[-1] if one.pool else None),
     (CARDS, eight, lambda one, seat: bytes(one.hands[(seat + 1) % one.seats]))],
)  # fmt: skip
def test_a_view_that_holds_what_lies_hidden_is_noticed(contest, module, hidden, monkeypatch):
    class Leaky(module.View):
        def __init__(self, one, seat):
            super().__init__(one, seat)
            self.more = hidden(one, seat)

    monkeypatch.setattr(module, "View", Leaky)
    game_id, levels, options = contest
    failures = run(game_id, levels.split(","), 1, 3, options).failures
    assert "sees what lies hidden" in failures[0]
