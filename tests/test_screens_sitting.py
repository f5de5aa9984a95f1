"""What a game leaves in memory for the next one: nothing."""

import sys

from pocket.always import draw
from screens_help import put, screen, show

from rules import catalogue


def begin(sim, game_id, level="hard"):
    put(sim, catalogue.new(game_id, 2, 7, {}), [("", "ANNA"), (level, "BO")])
    assert screen(sim) == "startdraw"


def play_on(sim):
    sim.press("A", rest=400)
    assert screen(sim) in ("play", "eightscreen")


def leave(sim):
    show(sim, "menus.title", rest=100)


def test_the_inks_of_a_game_go_with_it(sim):
    begin(sim, "RK")
    play_on(sim)
    assert sim.app.art.inks
    leave(sim)
    begin(sim, "RK")
    assert not sim.app.art.inks


def test_the_drawing_of_cards_goes_with_the_game_of_cards(sim):
    begin(sim, "ER")
    play_on(sim)
    assert "pocket.eight.cards" in sys.modules
    leave(sim)
    assert "pocket.eight.cards" not in sys.modules


def test_before_a_puzzle_is_made_its_list_is_gone_and_its_tiles_are_there(monkeypatch, sim):
    """Panel and list would lie in memory beside it, as long as the key's handler runs. Behind a
    game of cards a PicoPad found no piece for the bodies of tiles later."""
    show(sim, "learn.puzzles", rest=300)
    assert screen(sim) == "puzzles"
    puzzles = sim.app.screen
    sim.app.art.sheet(draw.CARDS)
    held = []
    from pocket.games import newgame

    seat_people = newgame.seat_people
    monkeypatch.setattr(
        newgame,
        "seat_people",
        lambda *given, **named: (
            held.append((puzzles.panel, puzzles.list, sim.app.art.shown)),
            seat_people(*given, **named),
        ),
    )
    sim.press("A", rest=500)
    assert screen(sim) == "play" and held == [(None, None, draw.BIG)]
