"""The head line over the table: who plays, what each holds, the clock."""

import pytest
from play_scene import position
from scenes import RACK, TABLE
from screens_help import BOARDS

FOUR = [
    ("P1", "P2", "P3", "P4"),
    ("MMMMMMM", "ANN", "ADA", "WWWW"),
    ("A", "AB", "ABC", "ABCD"),  # cut to one letter, all differ from the first by the same one
    ("MMMM", "AB", "ABC", "ABCD"),  # nothing tells the second from the third
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
    """Where each seat's text ends, in pixels."""
    return [x + line.font.measure(text) for text, x, _ in line.said[1:]]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("viewer", [None, 0])
def test_seats_are_told_apart(scene, board, viewer):
    scene.board(board)
    people = [("", "PLAYER 1"), ("", "PLAYER 2"), ("hard", "BOB"), ("easy", "CLEO")]
    line = head(scene, people, seat=viewer or 2, viewer=viewer)
    pool, *seats = line.said
    names = [text.split()[0] for text, _, _ in seats]
    assert len(set(names)) == len(names) >= 3 and "2" in names[viewer is None]
    assert ends(line)[2] + line.pad <= pool[1]
    free = scene.app.w - pool[1] - line.font.measure(pool[0])
    assert free == (line.pad if viewer is None else line.pad + line.clock.w)
    assert line.clock.grid.hidden == (viewer is None)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("names", [("ANNABEL", "ROBERTO"), ("WWWWWWW", "MMMMMMM")])
def test_who_plays_is_named_between_two_long_names(scene, board, names):
    scene.board(board)
    line = head(scene, [("", name) for name in names])
    ((text, x, _),) = [one for one in line.said if one[2]]
    assert names[0].startswith(text) and len(text) > 2
    assert x + line.font.measure(text) + line.pad <= line.said[0][1]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("game_id, clock", [("RK", 2), ("KR", 0), ("KR", 2)])
@pytest.mark.parametrize("names", FOUR)
def test_who_plays_is_named_among_four(scene, board, game_id, clock, names):
    scene.board(board)
    people = [("", name) for name in names]
    line = head(scene, people, game_id=game_id, options={"clock": clock})
    pool, *seats = line.said
    assert [lit for _, _, lit in seats] == [False, False, False, True]
    assert names[0].startswith(seats[3][0])
    assert len({text.split()[0] for text, _, _ in seats}) == 4
    right = ends(line)
    assert all(end + line.pad <= x for end, (_, x, _) in zip(right, seats[1:]))
    assert right[3] + line.pad <= pool[1]
    if names[0] == "P1":
        assert [text.split()[0] for text, _, _ in seats] == ["P2", "P3", "P4", "P1"]


@pytest.mark.parametrize("board", BOARDS)
def test_no_crumb_of_a_name_is_shown(scene, board):
    """Behind three other names the person's own once had one letter left, or two."""
    scene.board(board)
    people = [("", "ANNA"), ("easy", "BOB"), ("easy", "CYD"), ("easy", "DINA")]
    line = head(scene, people, seat=1, wait=10)
    own = [text for text, _, _ in line.said if "ANNA".startswith(text.split(" ")[0])]
    assert all(len(text) > 2 for text in own)


def test_rk_10_the_clock_counts_down_and_its_last_seconds_blink(scene):
    scene("usual; check screen.head.clock.text == '2:00'; do sim.wait(60000 - session.used)")
    clock = scene.screen.head.clock
    assert clock.text in ("1:01", "1:00")
    scene("LEFT")  # or the light goes down, and the clock stands
    inks = set()
    for left in (5, 4):
        scene.sim.wait(120000 - 1000 * left + 200 - scene.session.used)
        assert clock.text == "0:0%d" % left
        inks.add(id(clock.grid.pixel_shader))
    assert len(inks) == 2
    scene.sim.wait(120200 - scene.session.used)
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
