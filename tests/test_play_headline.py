"""The head line over the table: who plays, what each holds, the clock."""

import pytest
from play_scene import position
from pocket.tilegame import headline
from scenes import RACK, TABLE
from screens_help import BOARDS

from rules import characters

FOUR = [
    ("P1", "P2", "P3", "P4"),
    ("MMMMMMM", "ANN", "ADA", "WWWW"),
    ("A", "AB", "ABC", "ABCD"),  # cut to one letter, all differ from the first by the same one
    ("MMMM", "AB", "ABC", "ABCD"),  # nothing tells the second from the third
    ("ANNA", "ANNABEL", "MMMMMMM", "WWWWWWW"),  # the first is the beginning of the second
]


def head(scene, people, seat=0, viewer=0, wait=60, **more):
    """Show a table with these people; returns the head line."""
    from pocket.games import newgame

    game = position(TABLE, RACK, seats=len(people), **more)
    game.seat = seat
    newgame.seat_people(scene.app, game, people, "game")
    scene.session.viewer = viewer
    scene.app.go("tilegame.play")
    scene.sim.wait(wait)
    return scene.screen.head


def ends(line):
    """Return where each seat's text ends, in pixels."""
    return [x + line.font.measure(text) for text, x, _ in line.labels[1:]]


@pytest.mark.parametrize("board", BOARDS)
def test_seats_are_told_apart_and_who_plays_is_named(scene, board):
    """Among four, between two long names; no crumb of a name is shown."""
    scene.board(board)
    for viewer in (None, 0):
        tells_seats_apart(scene, viewer)
    for names in FOUR:
        names_who_plays(scene, "RK", 2, names)
    for clock in (0, 2):
        names_who_plays(scene, "KR", clock, FOUR[1])
    for names in (("ANNABEL", "ROBERTO"), ("WWWWWWW", "MMMMMMM")):
        line = head(scene, [("", name) for name in names])
        ((text, x, _),) = [one for one in line.labels if one[2]]
        assert names[0].startswith(text) and len(text) > 2
        assert x + line.font.measure(text) + line.pad <= line.labels[0][1]
    # behind three other names the person's own once had one letter left, or two
    people = [("", "ANNA"), ("easy", "BOB"), ("easy", "CYD"), ("easy", "DINA")]
    line = head(scene, people, seat=1, wait=10)
    own = [text for text, _, _ in line.labels if "ANNA".startswith(text.split(" ")[0])]
    assert all(len(text) > 2 for text in own)


def tells_seats_apart(scene, viewer):
    people = [("", "PLAYER 1"), ("", "PLAYER 2"), ("hard", "BOB"), ("easy", "CLEO")]
    line = head(scene, people, seat=viewer or 2, viewer=viewer)
    pool, *seats = line.labels
    names = [text.split()[0] for text, _, _ in seats]
    assert len(set(names)) == len(names) >= 3 and "2" in names[viewer is None]
    assert ends(line)[2] + line.pad <= pool[1]
    free = scene.app.w - pool[1] - line.font.measure(pool[0])
    assert free == (line.pad if viewer is None else line.pad + line.clock.w)
    assert line.clock.grid.hidden == (viewer is None)


def names_who_plays(scene, game_id, clock, names):
    people = [("", name) for name in names]
    line = head(scene, people, game_id=game_id, options={"clock": clock})
    pool, *seats = line.labels
    assert [lit for _, _, lit in seats] == [False, False, False, True]
    assert names[0].startswith(seats[3][0])
    assert len({text.split()[0] for text, _, _ in seats}) == 4
    assert set(seats[0][0].split()[0]) <= set(names[1])  # a letter of its own, not its number
    right = ends(line)
    assert all(end + line.pad <= x for end, (_, x, _) in zip(right, seats[1:]))
    assert right[3] + line.pad <= pool[1]
    if names[0] == "P1":
        assert [text.split()[0] for text, _, _ in seats] == ["P2", "P3", "P4", "P1"]


def test_rk_10_the_clock_counts_down_and_its_last_seconds_blink(scene):
    scene("usual; check screen.head.clock.text == '2:00'; do sim.wait(60000 - session.elapsed_ms)")
    clock = scene.screen.head.clock
    assert clock.text in ("1:01", "1:00")
    scene("LEFT")  # or the light goes down, and the clock stands
    inks = set()
    for left in (5, 4):
        scene.sim.wait(120000 - 1000 * left + 200 - scene.session.elapsed_ms)
        assert clock.text == "0:0%d" % left
        inks.add(id(clock.grid.pixel_shader))
    assert len(inks) == 2
    scene.sim.wait(120200 - scene.session.elapsed_ms)
    scene("moved timeout 1")
    assert clock.text == ""  # the tile drawn is shown


def test_the_clock_is_not_red_after_a_turn_that_ran_low(scene):
    from pocket.ui import strip

    scene("usual; others k5 k6 b13; players ANN BOB/easy")
    grid = scene.screen.head.clock.grid
    low = strip.ink(scene.app.art, strip.LOW)
    seen = set()
    for tenth in range(1230):
        scene.sim.wait(100)
        if tenth == 600:
            scene.press("RIGHT")
        seen.add(grid.pixel_shader is low)
        if scene.game.seat:
            break
    assert seen == {True, False}
    scene.sim.wait(500)
    assert grid.pixel_shader is not low


# -- heads


def heads(scene, people, counts, history="", board="pybadge"):
    """Show a head line whose seats hold that many tiles, behind a history; returns the line."""
    scene.board(board)
    game = position(TABLE, RACK, seats=len(people))
    for seat, many in enumerate(counts):
        game.racks[seat][:] = bytes(range(many))
    game.history = bytearray.fromhex(history)
    scene.sim  # noqa: B018
    scene.show_game(game, people)
    return scene.screen.head


def level(name):
    return characters.level(name) or "hard", name


MOODS = [
    ((9, 9), "", headline.CALM),
    ((9, 3), "", headline.GLAD),  # it may soon go out
    ((3, 3), "", headline.GLAD),
    ((2, 3), "", headline.WORRIED),  # the other may
    ((3, 9), "", headline.WORRIED),
    ((9, 9), "1104 1003", headline.GLAD),  # it has just played many tiles
    ((9, 9), "1103 1003", headline.CALM),
    ((9, 9), "1104 1003 2101 1003", headline.CALM),  # that was a turn ago
    ((9, 9), "6104 1001 2101 2001 3100 2001 2101 2001", headline.ASLEEP),
    ((9, 9), "2101 2001 1101 2001 2101 2001 2101 2001", headline.CALM),  # only twice
    ((3, 9), "2101 2001 2101 2001 2101 2001", headline.WORRIED),  # it wakes up
]


def test_a_characters_mood_follows_from_counts_and_turns_alone(scene):
    for counts, history, wanted in MOODS:
        line = heads(scene, [("", "ANN"), level("MAX")], counts, history)
        assert [head[:2] for head in line.heads] == [("MAX", wanted)], (counts, history)


@pytest.mark.parametrize("board", BOARDS)
def test_the_sign_of_sleep_is_clear_of_the_edges(scene, board):
    scene.board(board)
    app = scene.app
    from pocket.ui import face

    picture, _ = face._read(app, "heads", (len(characters.NAMES) + headline.ASLEEP,))
    side, white = picture.width, 12
    edge = [picture[i, 0] for i in range(side)] + [picture[side - 1, i] for i in range(side)]
    assert white not in edge and white in [picture[i] for i in range(side * side)]


def test_a_mood_asks_nothing_that_is_hidden(scene):
    """Other tiles in the same numbers change nothing."""
    game = position(TABLE, RACK, others="k1 r1 b1 o1 k2")
    moods = headline.mood(game, 1)
    game.racks[1][:] = game.racks[1][::-1]
    game.racks[0][:] = bytes(len(game.racks[0]))
    game.racks[1][:] = bytes(range(40, 45))
    assert headline.mood(game, 1) == moods


@pytest.mark.parametrize("board", BOARDS)
def test_heads_and_texts_lie_side_by_side(scene, board):
    for names in (("LOU",), ("LOU", "MAX"), ("LOU", "MAX", "VERA"), ("MAX", "ADA")):
        lie_side_by_side(scene, board, names)


def lie_side_by_side(scene, board, names):
    line = heads(scene, [("", "ANN"), *map(level, names)], [14] * (len(names) + 1), "", board)
    pool, *seats = line.labels
    assert [name for name, _, _ in line.heads] == [name for name in names if name != "ADA"]
    parts = [(x, x + line.bitmap.height) for _, _, x in line.heads]
    parts += [(x, x + line.font.measure(text)) for text, x, _ in seats]
    parts = sorted(parts) + [(pool[1], scene.app.w)]
    assert all(end <= start for (_, end), (start, _) in zip(parts, parts[1:]))
    assert [text.split()[-1] for text, _, _ in seats][: len(names)] == ["14"] * len(names)
    assert all(grid.y == 0 and grid.bitmap.height <= line.bitmap.height for grid in line.faces)


@pytest.mark.parametrize("error", ["OSError", "MemoryError"])
def test_a_head_that_cannot_be_read_leaves_its_place_empty(scene, error):
    scene("breaks pocket.ui.face _read %s" % error)
    line = heads(scene, [("", "ANN"), level("MAX")], (9, 9))
    assert not len(line.faces) and line.labels[1][0] == "MAX 9"
    scene("broke 1")


def notes(scene, steps):
    """Return the notes that are played meanwhile."""
    played = []
    scene.app.sound.play = played.append
    scene(steps)
    return played


def test_two_notes_say_which_character_plays_and_others_warn_of_a_last_tile(scene):
    line = heads(scene, [("", "ANN"), level("MAX"), level("ROSA")], (9, 9, 9))
    played = notes(scene, "")
    line.draw(1)
    line.draw(1)
    line.draw(2)
    line.draw(0)
    assert len(played) == 2 and played[0] != played[1]
    scene.game.racks[2][:] = b"\1"
    line.draw(0)
    line.draw(0)
    assert played[2:] == [headline._ONE_TILE]
