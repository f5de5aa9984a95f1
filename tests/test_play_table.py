"""A person's turn at the table, by keys: what a usual play costs, what the screen says and refuses,
where the cursor goes, what lies where."""

import random

import pytest
from pocket.app import draw
from scenes import scenes
from screens_help import BOARDS

from rules.solver import search
from rules.tilegame import tiles
from tools import bench


def second_round(scene, _):
    """Be in the game's second round."""
    scene.game.rounds.append([0] * scene.game.seats)
    scene.show_game(scene.game, scene.session.people)


def gaps(scene, text):
    """Have gaps on the rack in these places, of those where tiles stood."""
    shelf = scene.screen.board.shelf
    shown = [grid[i] for grid in scene.screen.board.shelf.faces for i in range(shelf.cols)]
    there = [i for i in range(len(scene.turn.start_rack)) if shown[i] == draw.FACE_NONE]
    assert there == [int(place) for place in text.split()], there


def red(scene, text):
    """Show the last set as wrong."""
    assert set(scene.part.shades()[-1]) == {draw.WRONG}


def cursor(scene, text):
    """Have the cursor on the `rack`, the `table` or the `place` for a new set; `rack 3`: there."""
    where, _, index = text.partition(" ")
    assert scene.part.where == ("rack", "table", "place").index(where)
    assert not index or scene.part.index == int(index)


def gaps_at_end(scene, _=""):
    """Have a sorted rack: its tiles side by side, then gaps."""
    shelf, rack = scene.screen.board.shelf, list(scene.turn.rack)
    shown = [grid[i] for grid in shelf.faces for i in range(shelf.cols)]
    assert shown[: len(rack)] == rack and set(shown[len(rack) :]) == {draw.FACE_NONE}


def reaches_table(scene, _):
    """Reach a tile on the table with UP."""
    for _ in range(4):
        scene.press("UP")
        if scene.part.where == 1:
            return
    raise AssertionError("not reached")


def painted_all(scene, _):
    """Leave no pixel of the display unpainted."""
    colours = [colour for _, colour in scene.sim.image().getcolors(256)]
    assert (0, 0, 0) not in colours


def quick_keys(scene, _):
    """Press three keys in a row; the tiles follow at once, the line of keys not yet."""
    before = scene.screen.foot.text
    scene.sim.down("A")
    scene.sim.wait(45)
    scene.sim.up("A")
    shelf = scene.screen.board.shelf
    assert shelf.bodies[0][0] == draw.PICKED and scene.screen.foot.text == before
    scene.sim.press("RIGHT", "LEFT")
    assert scene.screen.foot.text == before


test_what_a_play_costs = scenes(
    """
    given: usual
    Three tiles become a new set with four keys: A*3 SELECT; sets + k1 k2 k3; presses 4
    A whole set of the rack takes a hold and a key: hold A; SELECT; sets + k1 k2 k3; presses 2
    A tile is added with two keys: on_rack r2; count; A SELECT; presses 2;
        sets r2 r3 r4 r5 r6 r7 / k7 r7 b7 o7 / o9 o10 * o12 / b1 b2 b3 b4 b5 b6
    A run is split with two keys: on_rack r5; count; A SELECT; presses 2;
        sets r3 r4 r5 / r5 r6 r7 / k7 r7 b7 o7 / o9 o10 * o12 / b1 b2 b3 b4 b5 b6
    A key ends the turn: A*3 SELECT START; moved play 3
    Two keys draw: START A; moved draw 1; check len(game.racks[0]) == 15
    A joker is retrieved with few keys [RK-13, RK-15]: rack o11 k2 k3 r13 r9 b9; take o11; SELECT;
        take k2 k3; SELECT; check turn.wrong() == 0 and pressed <= 10; START; moved play 3
    The fourth tiles of three groups become a run with thirteen keys [T-6]:
        table k7 r7 b7 o7 / k8 r8 b8 o8 / k9 r9 b9 o9; rack k12 b1; count; tile 0 0; A; tile 1 0;
        A; tile 2 0; A SELECT; sets + k7 k8 k9; check turn.wrong() == 0 and pressed <= 13
    Several places are gone through by the same key: table b4 b5 b6 / k7 r7 o7; rack b7 k1 k2;
        take b7; SELECT; sets b4 b5 b6 b7 / k7 r7 o7; SELECT; sets b4 b5 b6 / k7 r7 b7 o7; SELECT;
        sets b4 b5 b6 b7 / k7 r7 o7
    """
)

test_taking_back = scenes(
    """
    given: usual
    Step by step: A*3 SELECT; take b7; SELECT; A B; laid 4; B; laid 3; B; laid 0
    All at once: A*3 SELECT; take r5; SELECT; hold B; laid 0; says All put back;
        sets r3 r4 r5 r6 r7 / k7 r7 b7 o7 / o9 o10 * o12 / b1 b2 b3 b4 b5 b6
    There is nothing to put back: hold B; told Nothing to take back.; A; hold B;
        says All put back; hold B; told Nothing to take back.
    A tile goes back to the gap it left: table k7 r7 b7; rack k1 k2 k3 k4 r1; unopened;
        A*4 SELECT; gaps 0 1 2 3; tile 1 2; A; check turn.back(); do part.draw(); gaps 0 1 3
    A turn whose kept steps are all undone has laid its tiles: A*3 SELECT; laid 3; SELECT*61; B;
        laid 3; hold START; on pause; B; on play; laid 3
    """,
    gaps,
)

test_what_the_screen_says = scenes(
    """
    given: usual
    What opens is told in the first turn until a key: for $board in boards; board $board; table;
        unopened; box; wait 1500; box Open first: 30 points from your own rack.; RIGHT; box
    Not with a tile drawn: table; rack k1 k2 k3 r5 o11 r13 b7 o7 o13 k13 b9 b10 r1 r2 k5;
        unopened; wait 1500; box
    Not to who has opened: wait 1500; box
    Not in the second round: table; unopened; second_round; wait 1500; box
    Not to who begins at once: table; unopened; RIGHT; wait 1500; box
    What opens where no points are asked: table; unopened; options opening_points=0; wait 1500;
        box To open, lay sets from your own rack alone.; tail
    What opens in Kiran Rummy [KR-4]:
        for $options,$what in clock=0, a group of 30 points | opening_points=40, a group of 40
          points | opening_several=True, a group of 30 points | runs_only=True, 30 points; of KR;
        table; unopened; options $options; wait 1500; box Open first: $what from your own rack.
    The least a group of Kiran Rummy is worth [KR-4, KR-15]: of KR; table; unopened;
        options opening_points=0; wait 1500;
        box Open first: a group of 3 points from your own rack.; tail
    Points laid and missing [RK-4]: table; rack k9 k10 k11 r2 r3 r4 b1; unopened; tail 0/30;
        take r2 r3 r4; SELECT; tail 9/30; START; told Your opening has 9 of 30 points.; seat 0;
        take k9 k10 k11; SELECT; tail 39/30 {RIGHT_SIGN}; START; moved open 6
    One tile that goes nowhere is spoken of as one: take k1; SELECT;
        box This fits no set. Move to where you want it.
    Before the opening table tiles cannot be taken [T-4]: unopened; tile 0 0; A; taken 0;
        told Open first: 30 points from your own rack.
    A friendly referee refuses and nothing is lost [RK-12, CR-9]: lay k1 k2; START;
        told Loose tiles are left: {k1} {k2}.; seat 0; laid 2
    A strict referee asks and gives three tiles [RK-11]: options referee=strict; lay k1 k2; START;
        box Loose tiles are left: {k1} {k2}. Penalty: 3?; B; laid 2; START A; moved fail 3;
        check len(game.racks[0]) == 17
    Why tiles are no set is told in a word:
        for $tiles,$said in r7 r7 b7, {r7} {r7} {b7}: {r7} twice. | r3 r4 r6, {r3} {r4} {r6}: {r5}
          is missing. | r3 r4 r7, {r3} {r4} {r7} is neither a group nor a run.;
        for $board in boards; board $board; table r10 r11 r12; rack r7 r7 b7 r3 r4 r6 k1;
        options clock=0; lay $tiles; START; told $said
    A tile put to a set with a table joker is refused in words: for $board in boards;
        board $board; table o4 o5 * o7; rack k5 r5 b5 k1 k2; take k5; tile 0 0; SELECT START;
        told {o4} {k5} {o5} {*} {o7} is neither a group nor a run.; seat 0; laid 1
    A pass with a play left is refused by proof [KR-10]: of KR; table r3 r4 r5; rack r6 k1;
        pool 0; START A; told You can lay a tile
    A pass without a play is taken [KR-10]: of KR; table r3 r4 r5; rack b6 k1; pool 0; START A;
        wait 500; moved pass 0
    Start with two tiles taken says what a set has and leaves them taken: A A; START;
        foot Three tiles or more make a set.; taken 2; B START A; moved draw 1
    Own sets that are wrong are red: lay k1 k2; red
    """,
    second_round,
    red,
)

test_the_line_of_keys = scenes(
    """
    given: usual
    Draw is offered where tiles lie again as they lay: for $board in boards; board $board;
        foot {START} draw; tile 0 0; A; place; A; wait 200; check turn.touched(); no {START} draw;
        tile 4 0; A; tile 0 0; SELECT; wait 200; check turn.log and not turn.touched();
        foot {START} draw {B} undo; START; check part.asked == 'draw'
    A tip at the dashed place is to lay: A; wait 200; foot take; place; wait 200; foot {A} lay;
        no take; A; laid 1
    No tile is offered that is taken: A; wait 200; foot take; LEFT; wait 200; no take; foot undo;
        A; foot take; taken 0
    Keys are named whole, how to take back first: board tinycircuits_thumby_color; table;
        rack k10 k11 k12 r2 r3; unopened; A*3 SELECT; tail 33/30 {RIGHT_SIGN};
        check foot_text() == '\\x10 end \\x0f undo';
        check screen.foot.right < screen.foot.w - screen.foot.pad -
          screen.foot.font.measure(screen.foot.tail)
    START ends the turn with tiles taken, too:
        for $board in tinycircuits_thumby_color | pimoroni_picosystem; board $board;
        table r3 r4 r5; rack k10 k11 k12 r2 b3 o9; take k10; wait 200; no end; take k11 k12;
        SELECT; take o9; foot {START} end; place; foot {START} end; START; wait 300;
        check screen.actor or session.turn is None
    A held key for a hint is named where there is room:
        for $board,$there in pybadge, False | tinycircuits_thumby_color, False |
          pimoroni_picosystem, True | pajenicko_picopad, True; board $board; no hint; A B;
        wait 300; check ('hint' in page()) is $there; setting hints=none; A B; wait 300; no hint
    The line of keys follows at rest, the tiles come first: foot {START} draw; quick_keys;
        foot undo; B START; foot Draw a tile?
    """,
    quick_keys,
)

test_a_question = scenes(
    """
    A question stays until it is answered: board tinycircuits_thumby_color; setting large=True;
        speak pt; usual; table; unopened; START; box Comprar uma peça?; LEFT;
        box Comprar uma peça?; SELECT; box Comprar uma peça?; check screen.asks; B;
        check not screen.asks; box
    """
)

test_rack_and_cursor = scenes(
    """
    given: usual
    A key sorts the rack: rack_is k1 k2 k3 k13 r1; SELECT; rack_is k1 r1 k2 r2 k3; SELECT;
        rack_is k1 k2 k3 k13 r13 o13 r1; SELECT; rack_is k1 k2 k3 k13 r1
    A tile is taken when the key goes down; held, the best set: do sim.down('A'); wait 100;
        taken 1; under k2; wait 700; taken 3; under k1; do sim.up('A')
    A held key on a tile of no set takes nothing: on_rack o11; hold A; taken 0; under o11;
        foot No set with this tile.
    What is laid leaves its gap until the rack is sorted: gaps; A*3 SELECT; gaps 0 1 2; under k13;
        LEFT RIGHT; under k13; on_rack r5; A SELECT; gaps 0 1 2 6; B; gaps 0 1 2; tile 4 1; A;
        do scene._hands().to_rack(0); SELECT; B; SELECT; gaps_at_end
    The cursor keeps its tile when the rack is sorted: on_rack r5; SELECT; under r5; SELECT;
        under r5; SELECT; under r5
    The cursor keeps its tile when a step is taken back: lay k1 k2 k3; on_rack r5; B;
        check len(turn.sets) == 4; under r5
    UP from the rack reaches the table with a tile taken: A; UP*4; check part.where in (1, 2);
        reaches_table
    The clock stands in the menu, and the turn is kept: A*3 SELECT; laid 3;
        check session.used < 3000; hold START; on pause; wait 60000; seat 0; B; on play; laid 3;
        check session.used < 5000
    START held opens the menu in the middle of a turn: A*3 SELECT; A; hold START; on pause; B;
        on play; laid 3; taken 1
    A key that is held on from before means nothing more: START; check screen.asks; hold B;
        check not screen.asks; setting speed=1; START A A;
        until game.seat == 0 and type(part).__name__ == 'Watch' and part.steps is None; hold A;
        check not screen.asks; taken 0
    """,
    gaps,
    gaps_at_end,
    reaches_table,
)

test_the_clock = scenes(
    """
    given: usual
    Time that runs out takes the table back and draws a tile [RK-10]: A*3 SELECT; wait 60500;
        LEFT; wait 60500; moved timeout 1; check len(game.racks[0]) == 15
    With tiles of the table moved it draws three [RK-11]: take r5; SELECT; wait 60500; LEFT;
        wait 60500; moved timeout 3; check len(game.racks[0]) == 17
    A box over the table goes when time runs out: for $referee in strict | friendly;
        table r3 r4 r5; rack r5 b7 b8 k1 k5; options clock=1 referee=$referee; lay b7 b8 k1 k5;
        START; check boxed() and screen.asks == ('$referee' == 'strict'); do session.used = 60000;
        wait 100; foot Time's up:; box
    No pass while a play is left and time runs out [KR-10]: of KR; table r3 r4 r5; rack r6 k1;
        pool 0; do game.passes = 1; wait 59500; seat 0; wait 1500; check game.passes == 0;
        moved timeout 0; check game.phase == 'turn'
    A pass without a play when time runs out [KR-10]: of KR; table r3 r4 r5; rack b6 k1; pool 0;
        LEFT; wait 30000; LEFT; wait 31000; check game.passes == 1; moved timeout 0
    """
)


@pytest.mark.parametrize("left, piles", [(50, 7), (47, 7), (43, 6), (8, 1), (1, 1), (0, 0)])
def test_kr_3_the_pool_is_shown_as_piles(scene, left, piles):
    """Piles of seven, one of them of eight."""
    scene("usual; of KR; pool %d" % left)
    assert scene.screen.head.said[0][0] == "|" * piles + " \x0c%d" % left


PLAYS = [one for one in bench.load(1) if one["max_tiles"] > 2 and one["stratum"][:4] == "game"]


@pytest.mark.parametrize("number", range(8))
def test_t_6_t_8_any_play_the_solver_finds_can_be_made_with_the_keys(scene, number):
    on = " / ".join(map(" ".join, PLAYS[number * 3]["table"]))
    scene("board %s; table %s" % (BOARDS[number % 4], on))
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
    scene("usual; do scene._hands().to_rack(9)")
    col = 9 % scene.screen.board.shelf.cols
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
    scene("UP; DOWN; DOWN; cursor rack 9")


def test_up_and_down_find_tiles_beside_gaps(scene):
    """128x128: a rack of two rows."""
    rack = "k1 k2 k3 k5 k7 k9 k11 k13 r1 r3 r5 r7 b10 b11 b12 o1 o3"
    scene("board tinycircuits_thumby_color; table r9 r10 r11; rack %s" % rack)
    cols = scene.screen.board.shelf.cols
    scene.words["cursor"] = cursor
    assert cols < 15 and scene.screen.board.shelf.rows == 2
    scene("take b10 b11 b12; SELECT")
    turn = scene.turn
    at = cols - 1 if turn.cells[cols - 1] == cols - 1 else turn.cells.index(11)
    scene._hands().to_rack(at)
    above = turn.cells[scene.part.index]
    scene("DOWN")
    below = turn.cells[scene.part.index]
    near = [abs(cell - cols - above % cols) for cell in turn.cells if cell >= cols]
    assert below >= cols and abs(below - cols - above % cols) == min(near)
    scene("UP")
    assert turn.cells[scene.part.index] == above
    scene("UP; cursor table; DOWN")
    assert turn.cells[scene.part.index] < cols


@pytest.mark.parametrize("board", BOARDS)
def test_random_keys_never_break_anything(scene, board):
    """Tiles are neither lost nor doubled, sets never overlap, the cursor is on something."""
    rng = random.Random(board)
    scene("board %s; usual; options clock=0; others o3 o4" % board)
    scene.dealt["table"] += ("k10 r10 b10", "r11 r12 r13")
    scene.dealt["rack"] += " * b12 k5 k6 k8 o1 o2"
    keys = "UP DOWN LEFT RIGHT RIGHT A A A SELECT SELECT B START".split()
    for _ in range(500):
        turn = scene.session.turn if scene._sim else scene.turn
        key = rng.choice(keys)
        if rng.random() < 0.03:
            scene.sim.hold("B" if rng.random() < 0.5 and (turn.picked or turn.log) else "A", 700)
        elif key == "START" and not scene.screen.asks and not (turn.laid and turn.wrong()):
            continue  # the turn would end
        elif key == "B" and not turn.picked and not turn.log:
            continue
        else:
            scene.sim.press("B" if scene.screen.asks else key)
        turn = scene.session.turn  # one whose end was refused is made anew
        assert scene.name() == "play" and scene.turn is turn
        there = tiles.table_counts([*turn.sets, turn.rack])
        assert there == tiles.table_counts([*turn.before, turn.start_rack])
        table, top = scene.screen.board.table, scene.screen.board.top
        seen = set()
        for i, codes in enumerate(turn.sets):
            row, col = turn.spots[3 * i], turn.spots[3 * i + 1]
            cells = {(row, col + k) for k in range(len(codes))}
            assert col + len(codes) <= table.cols and not cells & seen
            seen |= cells
        part = scene.part
        if part.where == 0 and turn.rack:
            assert part.index < len(turn.rack)
        if part.where == 1:
            assert part.tile < len(turn.sets[part.index])
            assert top <= turn.spots[3 * part.index] < top + table.rows


# -- how it looks


def look(scene, name):
    """Show the picture of this name for the display."""
    scene.golden("play_@_" + name)


FULL = ["%s%d %s%d %s%d" % (c, n, c, n + 1, c, n + 2) for c in "krbo" for n in (1, 4, 7)]
FULL += ["%s10 %s11 %s12 %s13" % (c, c, c, c) for c in "krbo"]
FULL += ["k%d r%d b%d" % (n, n, n) for n in range(1, 13)]
FULL += ["o1 o2 o3 o4", "o5 o6 o7 o8", "o9 o10 o11 o12 *"]

test_pictures = scenes(
    """
    given: for $board in boards; board $board; pictures
    A turn: usual; seats 4; look start; A*3; wait 140; look taken; SELECT; take o11; SELECT;
        wait 140; look joker; START; look refused
    A full table: table FULL; rack *; others k13 r13 b13; pool 0; check screen.board.top == 0;
        check screen.board.used <= screen.board.table.rows; tail; painted_all; look full
    What a computer did: table r3 r4 r5 r6 / k7 r7 b7; rack k1 k2; others k6 b6 k12;
        options clock=0; players ANN BOB/normal; setting speed=1; START A; foot drew; A;
        wait 3000; foot BOB lays; look shown; LEFT;
        check [len(codes) for codes in part.sets()] == [4, 3]; RIGHT; look shown
    """.replace("FULL", " / ".join(FULL)),
    look,
    painted_all,
)


@pytest.mark.parametrize("board, many", [("pybadge", 12), ("tinycircuits_thumby_color", 8)])
def test_tiles_are_small_only_where_the_table_has_no_room_for_large_ones(scene, board, many):
    rack = "k10 k11 k12 k13 r10 r11 r12 r13 b10 b11 b12 b13 o10 o11 o12 o13 o1 o2 o3 o4"
    full = FULL[:12] + ["k%d r%d b%d" % (n, n, n) for n in range(1, 10)]
    scene("board %s; table %s; rack %s" % (board, " / ".join(FULL[:many]), rack))
    shown = scene.screen.board
    assert shown.shape[0] and shown.used <= shown.table.rows
    scene("go menus.title; table %s; rack %s" % (" / ".join(full), rack))
    assert scene.screen and scene.session.small
    scene.session.turn = None
    scene.game.table[5:] = []  # no player does that, but a rack that is laid makes room
    scene.screen.turn()
    assert not scene.session.small and scene.screen.board.shape[0]


@pytest.mark.parametrize("board", BOARDS)
def test_large_text_reaches_boxes_over_the_table_and_the_menu_in_a_game(scene, board):
    import importlib

    scene("board %s; setting large=True" % board)
    art = scene.app.art
    if art.unit[0] > 4:
        importlib.import_module("pocket.hardware.sizes").write(art, True)
    scene("usual; table; unopened; wait 1500; box Open first: 30 points from your own rack.")
    assert {line.font.high for line in scene.screen.box.lines} == {art.head[1]}
    scene("menu")
    menu = scene.screen.list
    assert menu.font.high == art.head[1]
    scene("UP")  # round to the last line
    assert menu.first <= menu.chosen == menu.count - 1 < menu.first + menu.height


@pytest.mark.parametrize("board", BOARDS)
def test_a_cursor_move_repaints_no_more_than_two_framed_tiles(scene, board):
    scene("board %s; pictures; usual; RIGHT" % board)
    table, thick = scene.screen.board.table, scene.screen.board.cursor.thick
    frame = (table.w + 2 * thick) * (table.h + 2 * thick)
    for button in ("RIGHT", "LEFT", "UP", "RIGHT", "UP", "RIGHT"):
        scene.sim.down(button)
        scene.sim.wait(40)
        paints = scene.sim.display.paints
        scene.sim.up(button)
        scene.sim.wait(60)
        assert 0 < paints <= 2 * frame, button


@pytest.mark.parametrize("board", BOARDS)
def test_the_cursor_breathes_at_rest_and_is_full_at_every_key(scene, board):
    scene("board %s; pictures; usual; options clock=0; RIGHT" % board)
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
