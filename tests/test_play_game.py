"""A whole game of Rummikub by buttons alone, from the title to the last score sheet (T-*, RK-*)."""

import play_scene
import pytest
from screens_help import handheld

from rules.base import finish
from rules.tilegame import tiles


def next_move(app):
    """What a strong player lays in the person's place, from what the person sees."""
    from rules.tilegame import players  # the handheld may have loaded it anew

    move = finish(players.choose("hard", app.session.game.view(app.session.game.seat), 1))
    return move


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


def test_a_game_against_the_computer_from_the_title_to_the_last_sheet(sim):
    hand = play_scene.Hands(sim)
    assert sim.app.name == "menus.title"
    hand.press("A", rest=100)  # a quick game
    assert sim.app.name == "rounds.startdraw"
    game = sim.app.session.game
    assert game.rules["game"] == "RK" and game.rules["length"] == 1  # RK-1: one round
    turns, sheets = play_out(sim)
    assert game.phase == "over" and sheets == len(game.rounds) == 1
    assert game.totals[game.winner()[0]] == max(game.totals)  # RK-19
    assert turns > 3


def test_a_game_of_two_persons_and_a_computer_on_one_device(tmp_path):
    """Hand-over between the persons; three tiles in a row are the same for everybody."""
    with handheld(tmp_path, "tinycircuits_thumby_color") as sim:
        from pocket.games import newgame

        people = [("", "ANN"), ("easy", "BO"), ("", "CYD")]
        newgame.start(sim.app, "RK", people, {"length": 50, "clock": 0}, 7)
        sim.wait(100)
        turns, sheets = play_out(sim)
        assert sheets >= 1 and turns > 3
        assert tiles.table_counts(
            sim.app.session.game.table
            + [bytes(sim.app.session.game.pool)]
            + [bytes(rack) for rack in sim.app.session.game.racks]
        ) == bytearray([2] * 53)


@pytest.mark.parametrize(
    "game_id, options, board",
    [
        ("RG", {}, "pajenicko_picopad"),
        ("CR", {"length": 1, "clock": 0}, "pimoroni_picosystem"),
        ("KR", {"length": 1, "mixed_runs": True, "opening_points": 0}, "tinycircuits_thumby_color"),
    ],
)
def test_the_other_tile_games_on_the_same_screen(sim, game_id, options):
    """RG-4, CR-3, KR-3, KR-15: one game each by buttons, differences from data."""
    from pocket.games import newgame

    people = [("", "ANN"), ("easy", "BO"), ("normal", "CYD")]
    newgame.start(sim.app, game_id, people, options, 21)
    sim.wait(100)
    turns, sheets = play_out(sim)
    game = sim.app.session.game
    assert game.phase == "over" and sheets == len(game.rounds) == 1 and turns > 1
