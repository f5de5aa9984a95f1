"""The first hour by buttons alone, from power-on: lesson, first game, puzzle, three stations."""

import pytest
from pocket.saves import statisticsfile
from screens_help import choose, handheld, listed, page, screen
from test_play_game import play_out
from test_screens_lessons import LESSONS, begin, follow
from words_journey import solve


def learn(sim, label):
    """From the first screen to a line of it, after a rest."""
    sim.wait(600)
    choose(sim, label, rest=600)


def home(sim):
    """Back to the first screen's first lines."""
    for _ in range(4):
        if screen(sim) == "title" and listed(sim, "Play"):
            return
        sim.press("B", rest=600)
    raise AssertionError("B does not lead to the first screen")


@pytest.mark.long
def test_the_first_hour(tmp_path):
    with handheld(tmp_path, "tinycircuits_thumby_color") as sim:
        app = sim.app
        sim.wait(1500)
        assert screen(sim) == "title"
        begin(sim, "RK")
        follow(sim, "RK", [])
        assert app.settings.learned("RK") and "1/%d" % len(LESSONS) in page(sim)
        home(sim)

        sim.wait(600)
        choose(sim, "Play", rest=300)
        sim.press("A", rest=300)
        assert app.session.people[1][0] == "easy" and app.session.game.rules["clock"] == 0
        turns, sheets = play_out(sim)
        assert turns > 3 and sheets == 1
        sim.wait(600)
        sim.press("A")
        home(sim)

        learn(sim, "Puzzle of the day")
        sim.press("DOWN", "A", rest=600)  # the first grade
        assert screen(sim) == "play"
        solve(sim)
        assert statisticsfile.puzzles(app)[0] == 1
        home(sim)

        learn(sim, "Journey")
        assert "3/90" in page(sim)  # of the lesson
        assert "2 Rummikub" in page(sim)
        for stars, won in ((5, "open"), (8, "win")):
            sim.press("A", rest=600)
            play_out(sim)
            sim.wait(600)
            sim.press("A", rest=600)
            assert screen(sim) == "journey", won
            assert sum(app.screen.stars) >= stars, won
        assert app.screen.most == 6
