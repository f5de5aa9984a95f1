"""The screens around the play screen as pictures a person has looked at (tests/golden/)."""

import golden_help
import pytest
import saves_help
from screens_help import SIZES, choose, handheld, put, to

from rules.eight import game as eight
from rules.tilegame import game as tile_game

PEOPLE = [("", "ANNA"), ("hard", "BO"), ("", "CLEO"), ("easy", "DEE")]
WORKED = [[24, -5, -16, -3], [-6, -11, 22, -5], [-32, -13, -2, 47]]  # RK-19


@pytest.fixture(params=sorted(SIZES))
def sim(request, tmp_path):
    settings = b"game=CR\nname1=ANNA\nname3=CLEO\nseats.CR=phpe\nCR.clock=3\nlessons=RK"
    saves_help.store(tmp_path).save("set", settings)
    saves_help.store(tmp_path).save("game", b"CR\x02kept")
    with handheld(tmp_path, request.param, blind=False) as one:
        one.size = SIZES[request.param]
        yield one


def look(sim, name):
    sim.wait(200)
    golden_help.check(sim, "screens_%s_%s" % (sim.size, name))


def test_title_and_set_up(sim):
    sim.wait(1200)  # the name has dropped in
    look(sim, "title")
    choose(sim, "Games")
    look(sim, "games")
    choose(sim, "Players and")
    look(sim, "setup")
    choose(sim, "More options")
    to(sim, "Groups only")
    sim.press("RIGHT")
    to(sim, "Mixed runs")
    sim.press("RIGHT")
    look(sim, "refused")
    sim.press("B")
    to(sim, "  CLEO")
    sim.press("A", "A", "DOWN", "RIGHT", "A")
    look(sim, "name")


def test_settings_and_lesson(sim):
    choose(sim, "Settings")
    look(sim, "settings")
    sim.press("B", "B", rest=60)
    choose(sim, "Lessons")
    look(sim, "lessons")
    sim.press("A", "A")
    look(sim, "lesson")


def test_rules_pages(sim):
    choose(sim, "Rules")
    look(sim, "rules")
    choose(sim, "Classic Rummy")
    sim.press("SELECT")
    look(sim, "index")
    choose(sim, "Opening")
    look(sim, "opening")
    sim.press("SELECT")
    choose(sim, "Options in")
    look(sim, "options")
    sim.press("SELECT")
    choose(sim, "Moving")
    look(sim, "moving")


def test_round_from_start_to_score(sim):
    one = tile_game.Game("RK", 4, 12, {"length": 200})
    put(sim, one, PEOPLE)
    sim.wait(4500)  # all has come from the pool
    look(sim, "start")
    one.apply(("go",))
    while one.seat != 2:
        one.apply(("draw",))
    put(sim, one, PEOPLE)
    look(sim, "handover")
    sim.press("START", "DOWN")
    look(sim, "pause")
    one.rounds = WORKED[:2]
    one.totals = [18, -16, 6, -8]
    one.phase = tile_game.ROUND
    one.winners = [2]
    one.racks[2] = bytearray()
    put(sim, one, PEOPLE)
    look(sim, "score")
    sim.press("SELECT")
    look(sim, "racks")
    one.rounds = WORKED * 4
    one.totals = [-56, -116, 16, 156]
    one.phase = tile_game.OVER
    one.winners = [3]
    put(sim, one, PEOPLE)
    look(sim, "over")


def test_three_pairs(sim):
    for seed in range(400):
        one = tile_game.Game("KR", 2, seed)
        one.apply(("go",))
        if one.phase == tile_game.REDEAL and one.seat == 0:
            break
    put(sim, one, [("", "ANNA"), ("easy", "BO")])
    look(sim, "pairs")


def test_eight_round_sheet(sim):
    one = eight.EightGame(6, 1)
    one.won = bytearray([0, 1, 5, 2, 1, 3, 2, 0])
    one.round = 8
    one.phase = eight.OVER
    put(sim, one, PEOPLE + [("", "EVA"), ("normal", "FLO")])
    look(sim, "eight")
