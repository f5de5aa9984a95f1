"""The screens around the table as pictures that a person has looked at (tests/golden/)."""

import saves_help
from scenes import scenes
from test_screens_rounds import three_pairs

from rules.eight import game as eight
from rules.tilegame import game as tile_game

PEOPLE = [("", "ANNA"), ("hard", "BO"), ("", "CLEO"), ("easy", "DEE")]
WORKED = [[24, -5, -16, -3], [-6, -11, 22, -5], [-32, -13, -2, 47]]  # RK-19


def kept(scene, _):
    """Have a game kept."""
    saves_help.store(scene.folder).save("game", b"CR\x02kept")


def look(scene, name):
    """Show the picture of this name for the display."""
    scene("wait 200; golden screens_@_" + name)


def at(scene, phase):
    """Show a game of four at `start`, behind its first `round`, or when it is `over`; in CLEO's
    `turn`."""
    game = tile_game.Game("RK", 4, 12, {"length": 200})
    if phase != "start":
        game.apply(("go",))
        while game.seat != 2:
            game.apply(("draw",))
    if phase in ("round", "over"):
        game.rounds = WORKED[:2] if phase == "round" else WORKED * 4
        game.totals = [sum(column) for column in zip(*game.rounds)]
        game.phase = phase
        game.winners = [2 if phase == "round" else 3]
        game.racks[2] = bytearray()
    scene.put(game, PEOPLE)


def pairs(scene, _):
    """Show three pairs of the first seat."""
    scene.put(three_pairs(lambda game: game.seat == 0), [("", "ANNA"), ("easy", "BO")])


def cards(scene, _):
    """Show the score sheet of six at the end of 8 Round Rummy."""
    game = eight.EightGame(6, 1)
    game.won = bytearray([0, 1, 5, 2, 1, 3, 2, 0])
    game.round = 8
    game.phase = eight.OVER
    scene.put(game, PEOPLE + [("", "EVA"), ("normal", "FLO")])


test_pictures = scenes(
    """
    given: for $board in boards; board $board; pictures; kept;
        saved game=CR name1=ANNA name3=CLEO seats.CR=phpe CR.clock=3 lessons=RK
    The first screen and the set-up: wait 1200; look title; choose Play; look games;
        SELECT; look setup; to Groups only; RIGHT; to Mixed runs;
        RIGHT; look refused; to CLEO; A A DOWN RIGHT A; look name
    Settings and a lesson: choose Settings; look settings; B B; choose Lessons; look lessons; A A;
        look lesson
    Pages of rules: choose Rules; look rules; choose Classic Rummy; SELECT; look index;
        choose Opening; look opening; SELECT; choose Moving; look moving
    A round from its start to the score: at start; wait 4500; look start; at turn; look handover;
        START DOWN; look pause; at round;
        look score; SELECT; look racks; at over; look over
    Three pairs: pairs; look pairs
    The sheet of 8 Round Rummy: cards; look eight
    """,
    kept,
    look,
    at,
    pairs,
    cards,
)
