"""SELECT held: a hint in three steps by the exact solver, counted and kept; what the keys say."""

import gc
import sys

import play_scene
import pytest
from play_scene import hands, told
from pocket.always import draw
from scenes import RACK, TABLE
from screens_help import handheld, show

from rules.tilegame import tiles
from tools.sim import standins


@pytest.fixture
def painted(tmp_path):
    """A handheld with pictures."""
    with handheld(tmp_path, blind=False) as one:
        yield one


def best(game):
    """The exact solver's Result for the person to move."""
    from rules.solver import search  # the handheld may have loaded it anew

    return search.run(
        game.rules, game.table, game.racks[0], bool(game.opened[0]), parted=game.parted
    )


def ask(sim):
    """Hold SELECT, and wait for what it says."""
    sim.hold("SELECT", 700, rest=60)
    for _ in range(100):
        if sim.app.screen.worker is None and type(sim.app.screen.part).__name__ == "PersonTurn":
            return
        sim.wait(50)
    raise AssertionError("no hint comes")


def count_of(sim):
    """How many turns with a hint are counted for the person."""
    from pocket.games import seatcounts

    return seatcounts.of(sim.app.sitting, 0).hints


def test_a_hint_has_three_steps(sim):
    game = play_scene.position(TABLE, RACK)
    hand = hands(sim, game)
    result = best(game)
    assert result.proved and result.tiles > 3
    order = bytes(hand.turn.rack)
    ask(sim)
    assert hand.screen.message == "You can lay %d tiles." % result.tiles
    assert bytes(hand.turn.rack) == order  # the press before the hold has sorted nothing
    assert draw.OWN not in hand.hand.rack_shades()
    ask(sim)
    lit = [code for code, body in zip(hand.turn.rack, hand.hand.rack_shades()) if body == draw.OWN]
    assert sorted(lit) == sorted(result.laid)
    ask(sim)
    assert hand.hand.sets() == result.table and hand.turn.laid == 0
    left = [code for code in hand.hand.rack() if code != draw.FACE_NONE]  # not there as well
    assert sorted(left + list(result.laid)) == sorted(order)
    blank = [body == draw.CLOTH for body in hand.hand.rack_shades()]
    assert blank == [code == draw.FACE_NONE for code in hand.hand.rack()]
    laid = [
        tiles.plain(code)
        for codes, row in zip(hand.hand.sets(), hand.hand.shades())
        for code, body in zip(codes, row)
        if body == draw.OWN
    ]
    assert sorted(laid) == sorted(result.laid)
    hand.press("RIGHT")
    assert hand.hand.sets() is hand.turn.sets
    assert count_of(sim) == 1  # the three steps are one hint


def test_all_sets_of_a_hint_are_shown_or_reached_by_the_arrows(each):  # noqa: F811
    """Those without room above the rack were hidden, without a sign."""
    runs = [" ".join(f"{colour}{n}" for n in range(1, 14)) for colour in "krbo"]
    game = play_scene.position([], " ".join(runs + runs), opened=False, pool=0)
    hand = hands(each, game)
    ask(each)
    ask(each)
    ask(each)
    board = hand.screen.board
    rows = set(hand.hand.spots()[::3])
    assert rows == set(range(board.used))
    seen = set()
    while True:
        seen |= set(range(board.top, board.top + board.table.rows))
        assert hand.screen.foot.tail == board.beyond()
        if draw.DOWN not in board.beyond():
            break
        hand.press("DOWN")
    assert rows <= seen and hand.screen.message.startswith("Like this.")
    while draw.UP in board.beyond():
        hand.press("UP")
    hand.press("UP")
    assert hand.hand.sets() is hand.turn.sets and not board.beyond() and not hand.screen.message


def test_sets_of_a_hint_are_small_where_large_ones_have_no_room(sim):
    runs = [" ".join(f"{colour}{n}" for n in range(1, 14)) for colour in "krbo"]
    hand = hands(sim, play_scene.position([], " ".join(runs), opened=False, pool=0))
    assert hand.screen.board.shape[0]
    ask(sim)
    ask(sim)
    ask(sim)
    board = hand.screen.board
    assert board.used == 4 and not board.beyond() and not board.shape[0]


def test_a_hint_begun_again_from_its_third_step_shows_the_table_as_it_was(tmp_path):
    """A keyboard's H has no press before it, which closes that step: the rows of the hint stayed
    on show, and no set of the table lay there."""
    runs = [" ".join(f"{colour}{n}" for n in range(1, 14)) for colour in "krbo"]
    with handheld(tmp_path, "lilygo_tdeck") as sim:
        hand = hands(sim, play_scene.position(["k1 k2 k3"], " ".join(runs + runs[1:]), pool=0))
        board = hand.screen.board
        used = board.used
        for _ in range(3):
            type_h(sim)
        assert hand.screen.message.startswith("Like this.") and board.used > used
        while draw.DOWN in board.beyond():
            hand.press("DOWN")
        type_h(sim)
        assert hand.screen.message.startswith("You can lay")
        assert (board.top, board.used) == (0, used)


def type_h(sim):
    standins.I2C.typed.append(ord("h"))
    sim.wait(1500)


def test_tiles_that_a_hint_made_small_are_large_again_behind_it(sim):
    runs = [" ".join(f"{colour}{n}" for n in range(1, 14)) for colour in "krbo"]
    hand = hands(sim, play_scene.position([], " ".join(runs), opened=False, pool=0))
    board = hand.screen.board
    large = board.shape
    for _ in range(3):
        ask(sim)
    assert large[0] and not board.shape[0]
    hand.press("RIGHT")
    assert board.shape == large


def test_a_puzzle_s_hint_begins_with_the_sets_that_change(sim):
    from pocket.games import newgame
    from pocket.learn.lessongame import PuzzleGame

    table = ["k7 k8 k9", "k8 b8 o8", "k10 r10 o10", "o7 o8 o9"]
    sets = [tiles.parse_set(words.split()) for words in table]
    game = PuzzleGame(sets, tiles.parse_set(["r9", "r11"]), (1, 1))
    newgame.seat_people(sim.app, game, [("", "ANN"), ("easy", "BOB")], lesson=(1, 0))
    show(sim, "tilegame.play", rest=500)
    hand = play_scene.Hands(sim)
    ask(sim)
    assert hand.screen.message == "With the marked tiles." and hand.hand.sets() is hand.turn.sets
    lit = [set(row) == {draw.MOVED} for row in hand.hand.shades()]
    assert lit == [True, False, True, True]
    ask(sim)
    assert hand.screen.message.startswith("Like this.")
    hand.press("RIGHT")
    assert hand.hand.shades() is None  # all plain


def test_while_a_hint_is_looked_for_the_rack_shows_as_it_was(painted):
    """It showed as the press before the hold had sorted it, and sprang back with the answer."""
    sim = painted
    hand = hands(sim, play_scene.position(TABLE, RACK))
    rack = (20, 100, 160, 114)  # without the tile under the cursor, which breathes
    before = sim.image().crop(rack)
    hand.screen.work = lambda worker, work=hand.screen.work: work(worker and endless())
    sim.hold("SELECT", 700, rest=200)
    assert hand.screen.worker is not None
    assert sim.image().crop(rack).tobytes() == before.tobytes()


def test_no_play_is_said_to_be_none(sim):
    hand = hands(sim, play_scene.position(["r3 r4 r5"], "b9 k1 o13"))
    ask(sim)
    assert hand.screen.message.startswith("No play: ")


def test_kr_4_what_cannot_open_is_red_and_the_hint_asks_to_take_it_back(sim):
    """A run of the rack was green, START refused it, and the hint said that START draws."""
    game = play_scene.position([], "k10 k11 k12 r1 b3", opened=False, game_id="KR")
    hand = hands(sim, game)
    sim.hold("A", 700, rest=60)
    assert "group of 30 points" in told(hand.screen) and not hand.turn.picked
    sim.press("A", rest=60)
    sim.press("A", "A", "SELECT", rest=60)  # by hand
    assert hand.turn.laid == 3
    assert set(hand.screen.part.shades()[0]) == {draw.WRONG}
    sim.press("START", rest=60)
    assert "can open" in told(hand.screen)
    ask(sim)
    assert "takes these tiles back" in told(hand.screen) and "No play" not in told(hand.screen)
    sim.hold("B", 700, rest=60)
    ask(sim)
    assert hand.screen.message == "No play: \x10 draws."


def test_kr_4_behind_a_group_that_opens_a_run_is_right(sim):
    rack = "r10 r11 r12 k13 b13 r13 k1"
    game = play_scene.position([], rack, opened=False, game_id="KR")
    hand = hands(sim, game)
    for codes in ("r10 r11 r12", "k13 b13 r13"):
        for code in tiles.parse_set(codes.split()):
            hand.turn.pick_rack(hand.turn.rack.find(bytes((code,))))
        hand.screen.part.lay()
    assert {draw.OWN} == {shade for row in hand.screen.part.shades() for shade in row}


def test_b_stops_the_hint_while_it_thinks(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.press("A", "A", "A", "SELECT", "RIGHT")
    before = [bytes(codes) for codes in hand.turn.sets]
    hand.screen.work = lambda worker, work=hand.screen.work: work(worker and endless())
    sim.hold("SELECT", 700, rest=200)
    assert hand.screen.worker is not None and sim.app.sitting.turn is None
    picture = hand.screen.head.said
    hand.press("B", rest=100)
    assert hand.screen.worker is None and count_of(sim) == 0 and hand.screen.message == ""
    assert [bytes(codes) for codes in hand.turn.sets] == before and hand.turn.laid == 3
    assert sim.app.name == "tilegame.play" and hand.screen.head.said == picture
    hand.press("B")
    assert hand.turn.laid == 0  # the steps can still be taken back


@pytest.mark.parametrize("stop", ["B", "START"])
def test_where_memory_is_short_a_long_hint_leaves_nothing_but_what_the_panel_shows(
    painted, stop, monkeypatch
):
    sim = painted
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.press("A", "A", "A", "SELECT")
    board = (0, 16, 160, 96)  # without the clock and the cursor, which breathes
    before = sim.image().crop(board)
    monkeypatch.setattr(gc, "mem_free", lambda: 60000, raising=False)
    screen = hand.screen
    screen.work = lambda worker, work=screen.work: work(worker and endless())
    sim.hold("SELECT", 700, rest=100)
    assert screen.group is not None
    picture = sim.image()
    sim.wait(1000)
    assert screen.group is screen.board is screen.head is screen.foot is None
    sim.press("RIGHT", "A", "SELECT")
    assert sim.image() == picture
    if stop == "START":
        sim.hold("START", 700, rest=500)
        assert sim.app.name == "menus.pause"
    held = []  # the piece of memory that is held as tiles are read
    read = sim.app.art.sheet
    sim.app.art.sheet = lambda kind: (held.append(sim.app.spare), read(kind))
    sim.press("B", rest=2000)
    # PicoPad had no 4,408 bytes for tiles beside that piece
    assert stop == "START" or held and not any(held)
    assert sim.app.screen.group is not None and sim.app.screen.part.turn.laid == 3
    if stop == "B":
        assert sim.image().crop(board) == before


def test_that_nothing_goes_is_no_hint_used_up(sim):
    from pocket.games import seatcounts

    hands(sim, play_scene.position(["k7 r7 b7"], "k1 k3 r5 o9"))
    sim.hold("SELECT", 700, rest=3000)
    assert sim.app.screen.part.hint_step == 1 and not seatcounts.hints(sim.app.sitting)
    hands(sim, play_scene.position(["k7 r7 b7"], "o7 k3 r5 o9"))
    sim.hold("SELECT", 700, rest=3000)
    assert seatcounts.hints(sim.app.sitting) == 1


@pytest.mark.parametrize("stop", ["B", "START"])
def test_rk_10_the_time_of_a_hint_counts_in_the_turn(sim, stop):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.press("A", "A", "A", "SELECT")
    used = sim.app.sitting.used
    hand.screen.work = lambda worker, work=hand.screen.work: work(worker and endless())
    sim.hold("SELECT", 700, rest=20000)
    if stop == "B":
        hand.press("B")
    else:
        sim.hold("START", 700)
        sim.wait(9000)  # in the menu it stands still
    assert used + 20000 < sim.app.sitting.used < used + 23000 and hand.turn.laid == 3


def test_rk_10_time_runs_out_while_a_hint_is_looked_for(sim):
    game = play_scene.position(TABLE, RACK)
    hand = hands(sim, game)
    sim.wait(50000)
    hand.press("RIGHT", rest=50000)  # somebody is there: the light stays, and the clock runs
    hand.screen.work = lambda worker, work=hand.screen.work: work(worker and endless())
    sim.hold("SELECT", 700, rest=18000)
    assert game.seat == 0 and type(hand.screen.part).__name__ == "Asking"
    sim.wait(2000)
    assert game.seat == 1 and len(game.racks[0]) == len(RACK.split()) + 1


def test_the_menu_opens_while_a_hint_is_looked_for_and_the_turn_is_kept(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.press("A", "A", "A", "SELECT")
    hand.screen.work = lambda worker, work=hand.screen.work: work(worker and endless())
    sim.hold("SELECT", 700, rest=200)
    sim.hold("START", 700)
    assert sim.app.name == "menus.pause" and hand.turn.laid == 3


def test_in_the_menu_the_turn_is_plain_data_and_what_makes_it_is_out_of_memory(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.press("A", "A", "A", "SELECT", "A")
    sim.hold("START", 700)
    assert sim.app.name == "menus.pause"
    assert not {"pocket.tilegame.personturn", "rules.tilegame.referee"} & set(sys.modules)
    hand.press("B")
    assert hand.turn.laid == 3 and hand.turn.picked == 1  # what was taken is taken still


def endless():
    while True:
        yield None


def test_hints_can_be_switched_off_or_be_without_end(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    sim.app.settings.set("hints", "none")
    ask(sim)
    assert hand.screen.message == "Hints are switched off." and count_of(sim) == 0
    sim.app.settings.set("hints", "some")
    for number in range(5):
        hand = hands(sim, play_scene.position(TABLE, RACK))
        sim.app.sitting.counts = bytearray(10)
        from pocket.games import seatcounts

        for _ in range(number):
            seatcounts.hinted(sim.app.sitting)
            sim.app.sitting.hinted = False  # each in another turn
        ask(sim)
        assert count_of(sim) == min(number + 1, max(3, number))
    sim.app.settings.set("hints", "free")
    ask(sim)
    assert count_of(sim) == 5


def test_hints_turns_the_best_play_and_time_are_kept_with_the_game(sim):
    from pocket.games import newgame, seatcounts

    game = play_scene.position(TABLE, RACK, others="k5 k6 b13", options={"clock": 0})
    hand = hands(sim, game, levels=("", "easy"))
    ask(sim)
    sim.wait(7000)
    hand.to_rack(0)
    hand.press("A", "A", "A", "SELECT", "START")
    for _ in range(100):
        if game.seat == 0 and type(hand.screen.part).__name__ == "PersonTurn":
            break
        sim.wait(100)
    mine = seatcounts.of(sim.app.sitting, 0)
    assert (mine.turns, mine.hints, mine.best) == (1, 1, 3) and 7 <= mine.seconds <= 20
    assert seatcounts.of(sim.app.sitting, 1).turns == 1
    payload = sim.app.store.load("game")[0]
    sim.app.sitting.counts = bytearray(10)
    newgame.resume_saved(sim.app, payload)
    again = seatcounts.of(sim.app.sitting, 0)
    assert (again.turns, again.hints, again.best) == (1, 1, 3)
    assert again.seconds == mine.seconds


# -- the cursor and the words of the keys ----------------------------------------------------------


def test_up_from_the_rack_keeps_the_column_and_comes_back_to_it(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.to_rack(9)
    col = 9 % hand.screen.board.shelf.cols
    hand.press("UP")
    turn, at = hand.turn, hand.hand
    assert at.where == 1
    row = turn.spots[3 * at.index]
    reached = turn.spots[3 * at.index + 1] + at.tile
    cells = [
        turn.spots[3 * i + 1] + j
        for i, codes in enumerate(turn.sets)
        for j in range(len(codes))
        if turn.spots[3 * i] == row
    ]
    assert abs(reached - col) == min(abs(cell - col) for cell in cells)
    hand.press("UP", "DOWN", "DOWN")
    assert at.where == 0 and at.index == 9


def test_up_from_the_rack_reaches_the_table_with_tiles_taken(sim):
    """A sets' row that lies below the place for a new set is reached first."""
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.press("A")
    for _ in range(4):
        hand.press("UP")
    assert hand.hand.where in (1, 2)
    seen = set()
    for _ in range(4):
        hand.press("UP")
        seen.add(hand.hand.where)
    assert 1 in seen


def test_the_key_line_tells_the_truth_at_the_dashed_place(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.press("A")
    assert "take" in hand.screen.foot.text
    hand.to_place()
    hand.rest()
    foot = hand.screen.foot.text
    assert foot.startswith("\x0e lay") and "take" not in foot
    hand.press("A")
    assert hand.turn.laid == 1


def test_the_key_line_offers_no_tile_that_is_taken_already(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.press("A")
    hand.rest()
    assert "take" in hand.screen.foot.text  # the cursor has gone on
    hand.press("LEFT")
    hand.rest()
    assert "take" not in hand.screen.foot.text and "undo" in hand.screen.foot.text
    hand.press("A")
    hand.rest()
    assert "take" in hand.screen.foot.text and not hand.turn.picked


def test_a_hint_s_number_does_not_count_once_more_what_lies_already(sim):
    game = play_scene.position(TABLE, RACK)
    hand = hands(sim, game)
    hand.press("A", "A", "A", "SELECT")
    assert hand.turn.laid == 3
    ask(sim)
    assert hand.screen.message == "Laid 3 of %d" % best(game).tiles


def test_three_tiles_from_three_groups_take_thirteen_presses(sim):
    """T-6: the fourth tiles of three groups as a run."""
    table = ("k7 r7 b7 o7", "k8 r8 b8 o8", "k9 r9 b9 o9")
    game = play_scene.position(table, "k12 b1")
    hand = hands(sim, game)
    for which in range(3):
        hand.to_table(which, 0)
        hand.press("A")
    hand.press("SELECT")
    assert ["k7 k8 k9"] == [
        " ".join(tiles.set_text(codes))
        for codes in hand.turn.sets
        if len(codes) == 3 and codes[0] < 13 and codes[1] < 13
    ]
    assert hand.turn.wrong() == 0 and hand.presses <= 13, hand.presses


def test_wrong_sets_are_red_also_when_they_are_ones_own(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.take("k1", "k2")
    hand.to_place()
    hand.press("SELECT")
    assert set(hand.hand.shades()[-1]) == {draw.WRONG}


def test_no_key_line_is_cut_in_the_middle_of_a_word(tmp_path):
    """128x128, towards the opening: what does not fit is left out whole;
    how to take back is said before how to take more."""
    with handheld(tmp_path, "tinycircuits_thumby_color") as sim:
        hand = hands(sim, play_scene.position([], "k10 k11 k12 r2 r3", opened=False))
        hand.press("A", "A", "A", "SELECT")
        hand.rest()
        foot = hand.screen.foot
        assert foot.tail == "33/30 \x12"
        assert foot.text == "\x10 end   \x0f undo"
        assert foot.right < foot.w - foot.pad - foot.font.measure(foot.tail)


@pytest.mark.parametrize("board", ["tinycircuits_thumby_color", "pimoroni_picosystem"])
def test_the_line_of_keys_says_that_start_ends_the_turn_with_tiles_taken_too(tmp_path, board):
    """What lies already is played then."""
    with handheld(tmp_path, board) as sim:
        hand = hands(sim, play_scene.position(["r3 r4 r5"], "k10 k11 k12 r2 b3 o9"))
        hand.take("k10")
        hand.rest()
        assert "end" not in hand.screen.foot.text  # nothing is laid
        hand.take("k11", "k12")
        hand.press("SELECT")
        hand.take("o9")
        hand.rest()
        assert "\x10 end" in hand.screen.foot.text
        hand.to_place()
        hand.rest()
        assert "\x10 end" in hand.screen.foot.text
        hand.press("START", rest=300)
        assert hand.screen.actor or sim.app.sitting.turn is None


@pytest.mark.parametrize("scarce", [False, True])
def test_a_piece_of_memory_is_held_while_a_turn_is_taken_up(sim, scarce):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    board = hand.screen.board
    fit = board.fit
    held = []

    def watched(*rest):
        held.append(sim.app.spare is not None)
        if scarce and held[-1]:
            raise MemoryError
        return fit(*rest)

    board.fit = watched
    ask(sim)
    assert held[:2] == [True] + [False] * scarce
    assert sim.app.spare is None and hand.screen.part.hint
    assert hand.turn is hand.screen.part.turn and len(hand.turn.rack) == len(RACK.split())


def test_what_sorts_by_sets_is_not_in_memory_while_a_hint_is_looked_for(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    from rules.tilegame import racksets  # as a rack sorted by sets brings it

    assert racksets.__name__ in sys.modules
    del racksets
    there = []
    to_solver = hand.screen._to_solver

    def watched():
        to_solver()
        there.append("rules.tilegame.racksets" in sys.modules)

    hand.screen._to_solver = watched
    ask(sim)
    assert there == [False] and hand.screen.part.hint


def test_a_turn_whose_steps_are_gone_is_taken_up_from_the_menu_as_it_lies(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.press("A", "A", "A", "SELECT")
    assert hand.turn.laid == 3
    for _ in range(61):  # more than the steps that are kept: nothing else is left of them
        hand.press("SELECT")
    hand.press("B")
    assert not hand.turn.log and hand.turn.laid == 3
    sim.app.sitting.known[0] = list(sim.app.sitting.game.table)  # as behind a turn before
    sim.hold("START", 700)
    assert sim.app.name == "menus.pause"
    sim.press("B")
    hand = sim.app.screen.part
    assert hand.turn.laid == 3 and hand.fresh is None
