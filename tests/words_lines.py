"""Words of scenes (tests/scenes.py): the first hour's list, lines that lie apart."""

import play_scene
from pocket.app import draw
from pocket.made import texts
from screens_help import inked
from words_games import to_turn

from rules.tilegame import tiles


def first_turn(scene, _):
    """Go to the first turn of a quick game: black 11, 12, 13 and red 6 to 11 are on the rack."""
    scene("choose Play")
    to_turn(scene)
    scene("wait 600; rack_is k11")


def mash(scene, key):
    """Press a key through a computer's turn and into the next one's first half second."""
    for _ in range(60):
        scene.sim.press(key, rest=20)
        if type(scene.part).__name__ == "PersonTurn":
            break
    for _ in range(3):
        scene.sim.press(key, rest=20)


def once(scene, text):
    """Say this only once."""
    assert scene.page().count(text) == 1


def coach_at(scene, turns):
    """Wait until the coach has this many turns."""
    while scene.name() != "coach" or scene.screen.finished_turns < int(turns):
        scene.sim.wait(5)


def german_setup(scene, line):
    """Go to a line of the first game's set-up in German."""
    for key in ("SELECT", "RIGHT", "B"):
        scene.sim.press(key, rest=300)
    scene("choose Spielen; wait 200; SELECT; wait 300; to %s; wait 300" % line)


def round_sheet(scene, text):
    """Show the sheet behind a first play that ended a round, with a notice below it; `over CODE`:
    the game's last one, with its code."""
    from pocket.games import newgame

    code = text.removeprefix("over ")
    game = play_scene.position([], "r1 r2 r3", others="k1 k2 k5")
    newgame.seat_people(scene.app, game, [("", ""), ("easy", "ADA")], "game", None, code)
    scene.session.viewer = 0
    game.apply(("play", [bytes(tiles.parse_set(["r1", "r2", "r3"]))]))
    game.phase = "over" if code else game.phase
    scene.app.tell((texts.STATS_LOST,))
    scene("go rounds.score")


def last_line_said(scene, _):
    """Say what stands below how the round ended, to its last word."""
    said, below = scene.page().split(), scene.screen.below.split()
    assert below[-3:] == said[-3:] or " ".join(below) in " ".join(said)


def below_the_table(scene, _):
    """Have the whole text below the table there."""
    shown = scene.screen
    below = [item for item in shown.panel.shown_texts if item[3].split() == shown.below.split()][0]
    assert below[2].y >= shown.bands[-1].y + shown.bands[-1].height


def apart(scene, _):
    """Have the lines of a menu apart from the text below them."""
    shown = scene.screen.list
    assert shown.font.height <= shown.pitch <= 2 * shown.font.height
    below = shown.panel.row_y(shown.top) + shown.height * shown.pitch
    told = max(item[0] for item in shown.panel.shown_texts if item[0] < shown.panel.lines - 1)
    assert below <= shown.panel.row_y(told)


def one_band(scene, _):
    """Have the band of a list over one line, within the paper; its edge's cells have a pixel."""
    shown, inside = scene.screen.list, scene.screen.panel.inside
    assert shown.band.height <= shown.pitch
    assert shown.band.y + shown.band.height <= inside.y + inside.height + 1


def rows(font, letter):
    """Return the rows of a letter's ink, in order."""
    return sorted({y for _x, y in inked(font, letter)})


def large_letters(scene, _):
    """Have larger letters, and all caps of keys in them of one size."""
    panel = scene.screen.panel
    assert panel.font.height == scene.app.art.head_size[1] > panel.small.height
    keys = (draw.KEY_A, draw.KEY_B, draw.KEY_START, draw.KEY_SELECT)
    assert len({tuple(rows(panel.font, key)) for key in keys}) == 1


def below_its_letters(scene, text):
    """Say this below the letters of a code."""
    from pocket.menus import namepad

    shown = scene.screen
    (row,) = [item[0] for item in shown.panel.shown_texts if text in item[3]]
    letter_rows = len(shown.pad.letters) // namepad.COLUMNS + 1  # with the sign for the end
    assert row >= shown.pad.first_row + letter_rows
