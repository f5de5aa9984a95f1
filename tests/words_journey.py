"""Words of scenes (tests/scenes.py): words_journey."""

import play_scene
from pocket.games import newgame, seatcounts
from pocket.learn import goals
from screens_help import listed, show
from words_games import play_out

from rules.tilegame import tiles

STATIONS = [goals.station(number) for number in range(goals.STATIONS)]


def journey(scene, text=""):
    """Show the journey with stars won before, and lessons done: `journey 012 RKMV`, `-` for no
    stars."""
    stars, _, scene.settings.lessons = text.partition(" ")
    scene.settings.stars = stars.strip("-")
    show(scene.sim, "learn.journey", rest=100)


def told_stars(scene, text):
    """Have new stars told of, or none."""
    assert ("new star" in scene.page()) == bool(text) and text in scene.page()


def around_tile(scene, _):
    """Have the cursor around the tile of its station, no further out than its frame is thick."""
    shown, cursor = scene.screen, scene.screen.cursor
    row, column = divmod(shown.chosen, 6)
    left = shown.x + (5 - column if row % 2 else column) * shown.cell_width
    left += (shown.cell_width - shown.tile[0]) // 2
    top = shown.y + row * shown.cell_height
    assert left - 2 <= cursor.grid.x < left and top - 2 <= cursor.grid.y <= top
    assert cursor.grid.bitmap.width <= shown.tile[0] + 2 * cursor.thick
    assert cursor.grid.bitmap.height <= shown.tile[1] + 2 * cursor.thick


def head(scene, text):
    """Have the head of a character beside a station, by its number from 0; or none."""
    shown = scene.screen
    size = 16 if scene.app.h > 128 else 12
    heads = [
        grid for grid in shown.group if getattr(grid, "pixel_shader", 0) is scene.app.art.cloth
    ]
    heads = [grid for grid in heads if grid.bitmap.width == size]
    assert len(heads) == bool(text)
    if text:
        name, number = text.split()
        assert name in goals.characters(goals.station(int(number)))
        row, column = divmod(int(number), 6)
        spot = (
            shown.x + (5 - column if row % 2 else column) * shown.cell_width + shown.cell_width // 2
        )
        assert abs(heads[0].x + size // 2 - spot) < shown.cell_width
        assert heads[0].y == shown.y + row * shown.cell_height


def station(scene, number):
    """Move the cursor to a station, from 1, as if all were open."""
    scene.screen.chosen = int(number) - 1
    scene.screen.open_count = goals.STATIONS


def station_ended(scene, text):
    """Let the round of a station be over: `station_ended 2`; `lost`, `closed` (nothing is opened),
    `hints=1`, `best=4` (tiles in one turn), `points=29`."""
    number, *more = text.split()
    how = {"hints": 0, "best": 0, "points": 100}
    how.update({pair.split("=")[0]: int(pair.split("=")[1]) for pair in more if "=" in pair})
    begin_station(scene, number)
    scene.app.next = None
    counts = bytearray(len(scene.session.counts))
    counts[1:3] = bytes((how["hints"], how["best"]))
    scene.session.counts = counts
    assert seatcounts.Tally(scene.session, 0).best == how["best"]
    scene.game.opened = bytearray(("closed" not in more, 1))
    scene.game.winners = [int("lost" in more)]
    points = -how["points"] if "lost" in more else how["points"]
    scene.game.result = lambda: [points, 0]
    goals.reward_round(scene.app)


def stars(scene, text=""):
    """Have these stars in the settings."""
    assert scene.settings.stars == text, scene.settings.stars


def begin_station(scene, number):
    """Begin a station's game, or take it up."""
    goals.start(scene.app, int(number), goals.under_way(scene.app))


def games_kept(scene, names):
    """Have exactly these games kept."""
    assert [save[0] for save in newgame.kept_games(scene.app)[0]] == names.split()


def station_turn(scene, text):
    """Be in a turn of a station, from 0, table and rack: `station_turn 4 / k1 k2 k3 / r3`;
    without a table nothing is opened."""
    number, table, rack = [one.strip() for one in text.split("/")]
    said = STATIONS[int(number)]
    show(scene.sim, "menus.title", rest=50)
    game = play_scene.position(
        [table] if table else [], rack, bool(table), game_id=said[3], options=goals.options(said)
    )
    people = [("", "ANN"), newgame.computer(goals.characters(said)[0], 1)]
    newgame.seat_people(scene.app, game, people, newgame.STATION + number)
    scene.session.viewer = 0
    show(scene.sim, "tilegame.play", rest=2000)
    scene.app.ignore_keys_until = False


def plays_for(scene, text):
    """End the turn with this table, and have these words stamped on the cloth for it, or none:
    `plays_for k1 k2 k3 / r3 r4 r5 : Goal reached!`."""
    table, _, wanted = text.partition(":")
    part = play_scene.Hands(scene.sim)
    part.reach([bytes(tiles.parse_set(one.split())) for one in table.split("/")])
    scene.sim.press("START", rest=100)
    assert getattr(scene.part, "word", "") == wanted.strip()


def play_station(scene, _):
    """Play a station's game to its end; the journey is there again."""
    play_out(scene.sim)
    scene("wait 600; A; wait 600; on journey")


def home(scene, _):
    """Go back to the first screen's first lines."""
    for _ in range(4):
        if scene.name() == "title" and listed(scene.sim, "Play"):
            return
        scene.sim.press("B", rest=600)
    raise AssertionError("B does not lead to the first screen")


def puzzles_solved(scene, count):
    """Have this many puzzles solved."""
    data = scene.app.store.load("puzz")  # rules.puzzles.Progress.dump
    assert sum(byte.bit_count() for byte in data[6:-4]) == int(count)
