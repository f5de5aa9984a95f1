"""What a game leaves in memory for the next one: nothing."""

import sys

from screens_help import handheld, put, screen

from rules import catalogue


def begin(sim, game_id, level="hard"):
    put(sim, catalogue.new(game_id, 2, 7, {}), [("", "ANNA"), (level, "BO")])
    assert screen(sim) == "startdraw"


def play_on(sim):
    sim.press("A")
    sim.wait(400)
    assert screen(sim) in ("play", "eightscreen")


def leave(sim):
    sim.app.go("menus.title")
    sim.wait(100)


def test_the_inks_of_a_game_go_with_it(tmp_path):
    with handheld(tmp_path) as sim:
        begin(sim, "RK")
        play_on(sim)
        assert sim.app.art.inks
        leave(sim)
        begin(sim, "RK")
        assert not sim.app.art.inks


def test_the_drawing_of_cards_goes_with_the_game_of_cards(tmp_path):
    with handheld(tmp_path) as sim:
        begin(sim, "ER")
        play_on(sim)
        assert "pocket.eight.cards" in sys.modules
        leave(sim)
        assert "pocket.eight.cards" not in sys.modules


def test_a_closed_screen_and_what_went_on_in_it_hold_nothing(tmp_path):
    """A word left over on the VM's stack named a turn behind the menu: it kept 41 KB on PicoPad."""
    with handheld(tmp_path) as sim:
        begin(sim, "RK")
        play_on(sim)
        play = sim.app.screen
        closed = play, play.part, play.board
        assert all(vars(gone)["app"] is sim.app for gone in closed)
        sim.hold("START", 700)
        sim.wait(300)
        assert screen(sim) == "pause"
        menu = sim.app.screen
        closed += menu, menu.panel
        sim.press("B")
        sim.wait(300)
        assert screen(sim) == "play"
        assert all(set(vars(gone).values()) == {None} for gone in closed)
