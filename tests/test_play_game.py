"""Whole games by buttons alone, to the last score sheet."""

import play_scene
import pytest

from rules.base import finish
from rules.tilegame import tiles


def next_move(app):
    """What a strong player lays in the person's place, from what the person sees."""
    from rules.tilegame import players  # the handheld may have loaded it anew

    game = app.session.game
    return finish(players.choose("hard", game.view(game.seat), 1))


def play_out(sim, most=400):
    """Press buttons until the game is over; returns (turns made, score sheets seen)."""
    app = sim.app
    hand = play_scene.Hands(sim)
    turns = sheets = 0
    seen = 0
    for _ in range(most * 10):
        name = app.name.rpartition(".")[2]
        game = app.session.game
        if name == "score":
            if len(game.rounds) > seen:
                seen = len(game.rounds)
                sheets += 1
                assert sum(game.scores()) == 0  # T-14
                game.check()
            if game.phase == "over":
                return turns, sheets
            hand.press("A")
        elif name in ("startdraw", "handover", "podium"):
            hand.press("A")
        elif name == "play" and not hand.screen.asks and app.session.turn is not None:
            assert app.session.viewer == game.seat and not app.session.people[game.seat][0]
            sim.wait(600)  # START is not heard before
            move = next_move(app)
            if move[0] == "play":
                left = bytes(game.racks[game.seat])
                hand.reach(move[1])
                assert hand.turn.wrong() == 0
                assert len(left) - len(hand.turn.rack) == hand.turn.laid
                hand.press("START")
            else:
                hand.press("START", "A")
            turns += 1
            assert turns < most
        elif name == "play" and hand.screen.worker is None:
            hand.press("A")  # what was drawn, or how the round ended, is on show
        else:
            sim.wait(200)
        sim.wait(20)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    "game_id, people, options, board",
    [
        ("RK", "ANN BO/easy CYD", {"length": 50, "clock": 0}, "tinycircuits_thumby_color"),
        ("RG", "ANN BO/easy CYD/normal", {}, "pajenicko_picopad"),
        ("CR", "ANN BO/easy CYD/normal", {"length": 1, "clock": 0}, "pimoroni_picosystem"),
        ("KR", "ANN BO/easy CYD/normal", {"length": 1, "mixed_runs": True, "opening_points": 0},
         "tinycircuits_thumby_color"),
    ],
)  # fmt: skip
def test_t_14_rk_19_rg_4_cr_3_kr_3_kr_15_a_game_by_buttons(sim, game_id, people, options):
    """Two persons hand one device over. A quick game from the title: test_screens_firsthour."""
    from pocket.games import newgame

    people = [name.partition("/")[::-2] for name in people.split()]
    newgame.start(sim.app, game_id, people, options, 7 if game_id == "RK" else 21)
    sim.wait(100)
    turns, sheets = play_out(sim)
    game = sim.app.session.game
    assert game.phase == "over" and sheets == len(game.rounds) >= 1 and turns > 1
    assert game.totals[game.winner()[0]] == max(game.totals)
    left = [*game.table, bytes(game.pool), *map(bytes, game.racks)]
    assert sum(tiles.table_counts(left)) == 104 + game.rules["jokers"]
