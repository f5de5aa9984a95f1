"""A person's turn at the table, by keys: what a usual play costs, what the screen says and refuses,
where the cursor goes, what lies where."""

import random

import pytest
from screens_help import BOARDS, ENDS

from rules.solver import search
from rules.tilegame import tiles
from tools import bench


def cursor(scene, text):
    """Have the cursor on the `rack`, the `table` or the `place` for a new set; `rack 3`: there."""
    where, _, index = text.partition(" ")
    assert scene.part.where == ("rack", "table", "place").index(where)
    assert not index or scene.part.index == int(index)


PLAYS = [one for one in bench.load(1) if one["max_tiles"] > 2 and one["stratum"][:4] == "game"]


@pytest.mark.parametrize("number", range(4))
def test_t_6_t_8_any_play_the_solver_finds_can_be_made_with_the_keys(scene, number):
    on = " / ".join(map(" ".join, PLAYS[number * 3]["table"]))
    scene("board %s; table %s" % (BOARDS[number], on))
    scene("rack " + " ".join(PLAYS[number * 3]["rack"]))
    game = scene.game
    best = search.run(game.rules, game.table, game.racks[0])
    assert best.tiles
    scene._hands().reach([bytes(codes) for codes in best.table])
    scene("START; moved play %d" % best.tiles)


@pytest.mark.parametrize("move", ["START A", "lay k1 k2; START A", "wait 30000; LEFT; wait 31000"])
def test_a_turn_that_is_over_is_kept_before_anybody_goes_on(scene, move):
    scene("usual; options referee=strict clock=1; players ANN BOB; %s" % move)
    game = scene.game
    assert scene.app.name == "tilegame.play" and game.seat == 1
    scene("off; choose Continue; wait 600; seat 1")
    assert scene.game.racks == game.racks and scene.game.table == game.table


def test_no_rack_is_seen_between_two_persons(scene):
    scene("usual; seats 3; players ANN BOB/easy CYD; START A A")
    while scene.name() != "handover":
        assert scene.name() != "play" or scene.game.seat == 0 or scene.session.viewer is None
        scene.sim.wait(100)
    scene.on("handover")


def test_up_from_the_rack_keeps_the_column_and_comes_back_to_it(scene):
    scene("usual; do scene._hands().to_rack(5)")
    col = 5
    scene.words["cursor"] = cursor
    scene("UP; cursor table")
    turn, at = scene.turn, scene.part
    row = turn.spots[3 * at.index]
    reached = turn.spots[3 * at.index + 1] + at.tile
    cells = [
        turn.spots[3 * i + 1] + j
        for i, codes in enumerate(turn.sets)
        for j in range(len(codes))
        if turn.spots[3 * i] == row
    ]
    assert abs(reached - col) == min(abs(cell - col) for cell in cells)
    scene("UP; DOWN; DOWN; cursor rack 5")


def test_up_and_down_find_tiles_beside_gaps(scene):
    """128x128: a rack of two rows."""
    rack = "k1 k2 k3 k5 k7 k9 k11 k13 r1 r3 r5 b10 b11 b12"
    scene("board tinycircuits_thumby_color; table r9 r10 r11; rack %s" % rack)
    cols = scene.screen.board.rack.cols
    scene.words["cursor"] = cursor
    assert scene.screen.board.rack.rows == 2
    scene("take b10 b11 b12; SELECT")
    turn = scene.turn
    place = cols - 1 if turn.cells[cols - 1] == cols - 1 else turn.cells.index(11)
    scene._hands().to_rack(place)
    above = turn.cells[scene.part.index]
    scene("DOWN")
    below = turn.cells[scene.part.index]
    distances = [abs(cell - cols - above % cols) for cell in turn.cells if cell >= cols]
    assert below >= cols and abs(below - cols - above % cols) == min(distances)
    scene("UP")
    assert turn.cells[scene.part.index] == above
    scene("UP; cursor table; DOWN")
    assert turn.cells[scene.part.index] < cols


def random_key(scene, rng):
    """Press a random key that does not end the turn; now and then hold one."""
    turn = scene.session.turn if scene._sim else scene.turn
    key = rng.choice("UP DOWN LEFT RIGHT RIGHT A A A SELECT SELECT B START".split())
    ends = key == "START" and not scene.screen.asks and not (turn.laid and turn.wrong())
    if rng.random() < 0.03:
        can_undo = turn.picked or turn.log
        scene.sim.hold("B" if rng.random() < 0.5 and can_undo else "A", 700)
    elif not ends and (key != "B" or turn.picked or turn.log):
        scene.sim.press("B" if scene.screen.asks else key)


def check_turn(scene):
    """Check that no tile is lost or doubled, no set lies over another, and the cursor is on
    something."""
    turn, part, board = scene.session.turn, scene.part, scene.screen.board
    assert scene.name() == "play" and scene.turn is turn
    there = tiles.table_counts([*turn.sets, turn.rack])
    assert there == tiles.table_counts([*turn.before, turn.start_rack])
    taken = set()
    for i, codes in enumerate(turn.sets):
        row, col = turn.spots[3 * i], turn.spots[3 * i + 1]
        cells = {(row, col + k) for k in range(len(codes))}
        assert col + len(codes) <= board.table.cols and not cells & taken
        taken |= cells
    if part.where == 0 and turn.rack:
        assert part.index < len(turn.rack)
    if part.where == 1:
        assert part.tile < len(turn.sets[part.index])
        assert board.top <= turn.spots[3 * part.index] < board.top + board.table.rows


@pytest.mark.parametrize("board", ENDS)
def test_random_keys_never_break_anything(scene, board):
    rng = random.Random(board)
    scene("board %s; usual; options clock=0; others o3 o4" % board)
    scene.dealt["table"] += ("k10 r10 b10", "r11 r12 r13")
    scene.dealt["rack"] += " * b12 k5 k6 k8 o1 o2"
    for _ in range(120):
        random_key(scene, rng)
        check_turn(scene)


# -- how it looks


FULL = ["%s%d %s%d %s%d" % (c, n, c, n + 1, c, n + 2) for c in "krbo" for n in (1, 4, 7)]
FULL += ["%s10 %s11 %s12 %s13" % (c, c, c, c) for c in "krbo"]
FULL += ["k%d r%d b%d" % (n, n, n) for n in range(1, 13)]
FULL += ["o1 o2 o3 o4", "o5 o6 o7 o8", "o9 o10 o11 o12 *"]


@pytest.mark.parametrize("board", BOARDS)
def test_large_text_reaches_boxes_over_the_table_and_the_menu_in_a_game(scene, board):
    scene("board %s; setting large=True; usual; table; unopened; wait 1500" % board)
    scene("box Open first: at least 30 points from your own rack.")
    art = scene.app.art
    assert {line.font.height for line in scene.screen.box.lines} == {art.head_size[1]}
    scene("menu")
    menu = scene.screen.list
    assert menu.font.height == art.head_size[1]
    scene("UP")  # round to the last line
    assert menu.first <= menu.chosen == menu.count - 1 < menu.first + menu.height


@pytest.mark.parametrize("board", ENDS)
def test_a_cursor_move_repaints_no_more_than_two_framed_tiles(scene, board):
    scene("board %s; usual; RIGHT" % board)
    table, thick = scene.screen.board.table, scene.screen.board.cursor.thick
    shelf = scene.screen.board.rack
    frame = (shelf.w + 2 * thick) * (shelf.h + 2 * thick)
    assert shelf.w >= table.w and shelf.h >= table.h
    for button in ("RIGHT", "LEFT", "UP", "RIGHT", "UP", "RIGHT"):
        scene.sim.down(button)
        scene.sim.wait(40)
        paints = scene.sim.display.paints
        scene.sim.up(button)
        scene.sim.wait(60)
        assert 0 < paints <= 2 * frame, button


@pytest.mark.parametrize("board", BOARDS)
def test_the_frame_is_whole_around_the_first_and_the_last_tile_of_a_full_row(scene, board):
    scene("board %s; usual" % board)
    shown = scene.screen.board
    for part in (shown.rack, shown.table):
        for x, col in ((0, 0), (scene.app.w - part.w, 0)):
            part.x = x
            shown.put_cursor(part, 0, col)
            grid = shown.cursor.grid
            assert grid.x >= 0 and grid.x + grid.bitmap.width <= scene.app.w


@pytest.mark.parametrize("board", ENDS)
def test_the_cursor_breathes_at_rest_and_is_full_at_every_key(scene, board):
    scene("board %s; usual; options clock=0; RIGHT" % board)
    cursor = scene.screen.board.cursor
    seen = []
    for _ in range(40):
        scene.sim.wait(100)
        seen.append(cursor.palette[1])
        if len(seen) > 10 and seen[-1] != seen[-2]:  # nothing else is painted
            size = cursor.grid.tile_width * cursor.grid.tile_height
            assert scene.sim.display.paints <= 2 * size
    full, pale = seen[0], [colour for colour in seen if colour != seen[0]]
    assert set(seen[:10]) == {full} and 8 <= len(pale) <= 20 and len(set(pale)) == 1
    while cursor.palette[1] == full:
        scene.sim.wait(50)
    scene.press("LEFT")
    assert cursor.palette[1] == full
