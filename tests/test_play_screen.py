"""The play screen by buttons on simulated handhelds of every size class."""

import importlib
import os
import sys
import weakref

import golden_help
import play_scene
import pytest
import test_play_turn
from conftest import ROOT
from pocket.always import draw, flow
from pocket.tilegame import layout
from pocket.tileturn import sorting
from screens_help import SIZES, choose, handheld, show, speak

from rules import slices
from rules.tilegame import players, referee, tiles
from tools.sim import Sim, script

TABLE = ("r3 r4 r5 r6 r7", "k7 r7 b7 o7", "o9 o10 * o12", "b1 b2 b3 b4 b5 b6")
RACK = "k1 k2 k3 r5 o11 r13 b7 o7 o13 k13 b9 b10 r1 r2"


def switched_on(request, tmp_path, blind):
    """The handheld of a fixture's board, while a test runs."""
    with handheld(tmp_path, request.param, blind=blind) as one:
        one.size = SIZES[request.param]
        yield one


@pytest.fixture(params=sorted(SIZES))
def each(request, tmp_path):
    """A handheld of every size, without a picture."""
    yield from switched_on(request, tmp_path, True)


@pytest.fixture(params=sorted(SIZES))
def pictured(request, tmp_path):
    """A handheld of every size."""
    yield from switched_on(request, tmp_path, False)


def hands(sim, game, **options):
    play_scene.show(sim, game, **options)
    return play_scene.Hands(sim)


def last(game, seat):
    """(kind, tiles) of a seat's last turn in the history."""
    at = len(game.history) - 2
    while at >= 0:
        if game.history[at] & 15 == seat:
            return game.history[at] >> 4, game.history[at + 1]
        at -= 2
    return None


def boxed(screen):
    """What the box over the table says, as one line."""
    box = screen.box
    return " ".join([line.text for line in box.lines]) if box else ""


def told(screen):
    """What the box says, or the foot line."""
    return boxed(screen) or screen.foot.text


def test_the_first_turn_of_a_game_says_what_opens_until_a_key(each):
    """Once: not with a tile drawn, not to who has opened, not in round two."""
    dealt = "k1 k2 k3 r5 o11 r13 b7 o7 o13 k13 b9 b10 r1 r2"
    hand = hands(each, play_scene.position((), dealt, opened=False))
    assert hand.screen.box is None  # first the tiles
    each.wait(1500)
    assert boxed(hand.screen) == "Open first: 30 points from your own rack."
    hand.press("RIGHT")
    assert hand.screen.box is None
    for later in (
        play_scene.position((), dealt + " k5", opened=False),
        play_scene.position(TABLE, dealt),
    ):
        hand = hands(each, later)
        each.wait(1500)
        assert hand.screen.box is None
    second = play_scene.position((), dealt, opened=False)
    second.rounds.append([0] * second.seats)
    hand = hands(each, second)
    each.wait(1500)
    assert hand.screen.box is None
    hand = hands(each, play_scene.position((), dealt, opened=False))
    hand.press("RIGHT", rest=1500)  # who knows what to do is not told
    assert hand.screen.box is None


# -- press counts: what a usual play costs ---------------------------------------------------------


def test_three_tiles_as_a_new_set_take_four_presses(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.press("A", "A", "A", "SELECT")  # k1 k2 k3 are the first of the sorted rack
    assert bytes(hand.turn.sets[-1]) == tiles.parse_set(["k1", "k2", "k3"])
    assert hand.presses == 4


def test_a_whole_set_of_the_rack_takes_one_hold_and_one_press(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    sim.hold("A", 700)
    hand.press("SELECT")
    assert bytes(hand.turn.sets[-1]) == tiles.parse_set(["k1", "k2", "k3"])


def test_one_tile_added_takes_two_presses_besides_the_way_to_it(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.to_rack(4)  # r1 goes nowhere alone, r2 does
    assert tiles.text(hand.turn.rack[4]) == "r1"
    hand.press("RIGHT")
    hand.presses = 0
    hand.press("A", "SELECT")
    assert bytes(hand.turn.sets[0]) == tiles.parse_set("r2 r3 r4 r5 r6 r7".split())
    assert hand.presses == 2


def test_splitting_a_run_takes_two_presses(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.to_rack(6)
    assert tiles.text(hand.turn.rack[6]) == "r5"
    hand.presses = 0
    hand.press("A", "SELECT")
    assert [" ".join(tiles.set_text(codes)) for codes in hand.turn.sets[:2]] == [
        "r3 r4 r5",
        "r5 r6 r7",
    ]
    assert hand.presses == 2


def test_ending_the_turn_is_one_press_and_drawing_two(sim):
    game = play_scene.position(TABLE, RACK)
    hand = hands(sim, game)
    hand.press("A", "A", "A", "SELECT")
    hand.press("START")
    assert last(game, 0) == (1, 3)
    game = play_scene.position(TABLE, RACK)
    hand = hands(sim, game)
    hand.press("START", "A")
    assert last(game, 0) == (2, 1) and len(game.racks[0]) == 15


def test_retrieving_a_joker_takes_six_presses_besides_the_way(sim):
    """RK-13, RK-15: o11 for the joker, the joker with k2 k3."""
    game = play_scene.position(TABLE, "o11 k2 k3 r13 r9 b9")
    hand = hands(sim, game)
    hand.take("o11")
    hand.press("SELECT")
    hand.take("k2", "k3")
    hand.press("SELECT")
    assert hand.turn.wrong() == 0 and hand.presses <= 10
    hand.press("START")
    assert last(game, 0) == (1, 3)


# -- any legal play by buttons ---------------------------------------------------------------------


def test_any_play_the_solver_finds_can_be_made_with_the_buttons(tmp_path):
    """T-6, T-8: random positions, best plays with all their rearranging."""
    boards = sorted(SIZES)
    for number, (table, rack, target) in enumerate(test_play_turn.random_plays(8, 11)):
        with handheld(tmp_path, boards[number % 4]) as sim:
            game = play_scene.position(
                [" ".join(tiles.set_text(codes)) for codes in table], " ".join(tiles.set_text(rack))
            )
            game.table = table
            hand = hands(sim, game)
            laid = len(rack) - (sum(map(len, table)) + len(rack) - sum(map(len, target)))
            hand.reach(target)
            hand.press("START")
            assert last(game, 0) == (1, laid)


# -- what the screen says and refuses --------------------------------------------------------------


def test_undo_step_by_step_and_all_at_once(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    before = [bytes(codes) for codes in hand.turn.sets]
    hand.press("A", "A", "A", "SELECT")
    hand.take("b7")
    hand.press("SELECT")
    hand.press("A", "B")  # take one and leave it
    assert hand.turn.laid == 4
    hand.press("B")
    assert hand.turn.laid == 3
    hand.press("B")
    assert hand.turn.laid == 0
    hand.to_rack(0)
    hand.press("A", "A", "A", "SELECT")
    hand.take("r5")
    hand.press("SELECT")
    sim.hold("B", 700)
    assert [bytes(codes) for codes in hand.turn.sets] == before and hand.turn.laid == 0


def test_b_held_with_nothing_to_put_back_puts_nothing_back(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    for taken in (False, True, False):
        if taken:
            hand.press("A")
        sim.hold("B", 700)
        assert (hand.screen.message == "All put back") == taken
        assert told(hand.screen).startswith("Nothing to take back.") != taken


def test_the_keys_name_draw_where_tiles_lie_again_as_they_lay(each):
    """START draws then, at once where it does not ask; while a tile of the table is elsewhere it
    does not."""
    hand = hands(each, play_scene.position(TABLE, RACK))
    drawing = draw.KEY_START + " draw"
    hand.rest()
    assert drawing in hand.screen.foot.text
    hand.to_table(0, 0)
    hand.press("A")
    hand.to_place()
    hand.press("A")
    hand.rest()
    assert hand.turn.touched() and drawing not in hand.screen.foot.text
    hand.to_table(len(hand.turn.sets) - 1, 0)
    hand.press("A")
    hand.to_table(0, 0)
    hand.press("SELECT")
    hand.rest()
    assert hand.turn.log and not hand.turn.touched()
    assert hand.screen.foot.text.startswith(drawing + "   " + draw.KEY_B + " undo")
    hand.press("START")
    assert hand.hand.asked == "draw"


def test_points_laid_and_missing_are_shown(sim):
    """RK-4."""
    hand = hands(sim, play_scene.position([], "k9 k10 k11 r2 r3 r4 b1", opened=False))
    foot = hand.screen.foot
    assert foot.tail == "0/30"
    hand.take("r2", "r3", "r4")
    hand.press("SELECT")
    hand.rest()
    assert foot.tail == "9/30"
    hand.press("START")
    assert told(hand.screen) == "Your opening has 9 of 30 points."
    assert sim.app.sitting.game.seat == 0
    hand.take("k9", "k10", "k11")
    hand.press("SELECT")
    hand.rest()
    assert foot.tail == "39/30 \x12"
    hand.press("START")
    assert last(sim.app.sitting.game, 0) == (6, 6)


def test_one_tile_that_goes_nowhere_is_spoken_of_as_one(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.take("k1")
    hand.press("SELECT")
    hand.rest()
    assert boxed(hand.screen) == "This fits no set. Move to where you want it."


def test_before_the_opening_table_tiles_cannot_be_taken(sim):
    """T-4: the refusal says what is missing."""
    hand = hands(sim, play_scene.position(TABLE, RACK, opened=False))
    hand.to_table(0, 0)
    hand.press("A")
    assert hand.turn.picked == 0
    assert told(hand.screen) == "Open first: 30 points from your own rack."


@pytest.mark.parametrize(
    "game_id, what",
    [
        ("RK", "To open, lay sets from your own rack alone."),
        # KR-4, KR-15: three ones, the least that any group is worth
        ("KR", "Open first: a group of 3 points from your own rack."),
    ],
)
def test_where_no_points_are_asked_what_opens_is_said(sim, game_id, what):
    dealt = "k1 k2 k3 r5 o11 r13 b7 o7 o13 k13 b9 b10 r1 r2"
    options = {"opening_points": 0}
    hand = hands(sim, play_scene.position((), dealt, False, game_id=game_id, options=options))
    sim.wait(1500)
    assert boxed(hand.screen) == what
    assert "/" not in hand.screen.part.tail()


@pytest.mark.parametrize(
    "options, what",
    [
        ({}, "a group of 30 points"),
        ({"opening_points": 40}, "a group of 40 points"),
        ({"opening_several": True}, "a group of 30 points"),
        ({"runs_only": True}, "30 points"),
    ],
)
def test_where_only_a_group_opens_it_is_said(sim, options, what):
    """KR-4."""
    dealt = "k1 k2 k3 r5 o11 r13 b7 o7 o13 k13 b9 b10 r1 r2"
    hand = hands(sim, play_scene.position((), dealt, False, game_id="KR", options=options))
    sim.wait(1500)
    assert boxed(hand.screen) == "Open first: %s from your own rack." % what


def test_a_friendly_referee_refuses_and_nothing_is_lost(sim):
    """RK-12, CR-9."""
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.take("k1", "k2")
    hand.to_place()
    hand.press("SELECT", "START")
    assert told(hand.screen) == "Loose tiles are left: \x011 \x012."
    assert sim.app.sitting.game.seat == 0 and hand.turn.laid == 2


@pytest.mark.parametrize(
    "tiles, said",
    [
        ("r7 r7 b7", "\x027 \x027 \x037: \x027 twice."),
        ("r3 r4 r6", "\x023 \x024 \x026: \x025 is missing."),
        ("r3 r4 r7", "\x023 \x024 \x027 is neither a group nor a run."),
    ],
)
def test_why_tiles_are_no_set_is_said_in_a_word(each, tiles, said):
    game = play_scene.position(["r10 r11 r12"], "r7 r7 b7 r3 r4 r6 k1", options={"clock": 0})
    hand = hands(each, game)
    hand.take(*tiles.split())
    hand.to_place()
    hand.press("SELECT", "START")
    screen = hand.screen
    if screen.box is None:
        assert screen.message == said and screen.tiles[0] == said
    else:  # as many of its lines are drawn anew as have tiles in them
        lines = [line.text.rstrip() for line in screen.box.lines]
        assert " ".join(lines) == said
        drawn = len([line for line in lines if min(line) < "\x06"])
        assert drawn and len(screen.box.group) == 1 + len(lines) + drawn


def test_a_tile_put_to_a_set_with_a_table_joker_is_refused_in_words(each):
    """The joker's own text was once read as a tile: ValueError, "switch off and on"."""
    hand = hands(each, play_scene.position(["o4 o5 * o7"], "k5 r5 b5 k1 k2"))
    hand.take("k5")
    hand.to_table(0, 0)
    hand.press("SELECT", "START")
    text = " ".join(told(hand.screen).split())
    assert text == "\x044 \x015 \x045 \x05 \x047 is neither a group nor a run."
    assert each.app.sitting.game.seat == 0 and hand.turn.laid == 1


def test_the_presses_that_stopped_the_game_are_told_why_instead(tmp_path):
    """As a player pressed them: a whole turn before, then k5 to o4 o5 *=o6 o7."""
    with open(os.path.join(ROOT, "tests", "data", "joker_refused.script")) as file:
        steps = script.parse(file.read())
    with Sim("pybadge", 2, str(tmp_path / "saves")) as sim:
        sim.app.settings.lessons += "TOTATS"  # no tip moves the cursor
        script.run(sim, steps, str(tmp_path))
        assert sim.failure is None
        assert "\x044 \x015 \x045 \x05 \x047 is neither" in told(sim.app.screen)


def test_a_strict_referee_asks_and_gives_three_tiles(sim):
    """RK-11."""
    game = play_scene.position(TABLE, RACK, options={"referee": "strict"})
    hand = hands(sim, game)
    hand.take("k1", "k2")
    hand.to_place()
    hand.press("SELECT", "START")
    asked = " ".join(line.text.rstrip() for line in hand.screen.box.lines)
    assert asked == "Loose tiles are left: \x011 \x012. Penalty: 3?"
    hand.press("B")
    assert hand.turn.laid == 2
    hand.press("START", "A")
    assert last(game, 0) == (5, 3) and len(game.racks[0]) == 17


@pytest.mark.parametrize("move", ["draw", "fail", "timeout"])
def test_a_turn_that_is_over_is_kept_before_anybody_goes_on(tmp_path, move):
    """Power off then showed a tile of the pool, or took a penalty back."""
    game = play_scene.position(TABLE, RACK, options={"referee": "strict", "clock": 1})
    with handheld(tmp_path) as sim:
        hand = hands(sim, game, levels=("", ""))
        if move == "fail":
            hand.take("k1", "k2")
            hand.to_place()
            hand.press("SELECT")
        if move == "timeout":
            wait_awake(sim, 61000)
        else:
            hand.press("START", "A")
        assert sim.app.name == "tilegame.play" and sim.app.sitting.last.word == move
    with handheld(tmp_path) as sim:
        choose(sim, "Continue", rest=600)
        again = sim.app.sitting.game
        assert again.seat == 1 and again.racks == game.racks and again.table == game.table


def wait_awake(sim, ms):
    """Wait; before the light goes down, where the clock stands, a key is pressed."""
    sim.wait(ms // 2)
    sim.press("LEFT", rest=ms - ms // 2)


def test_seats_are_told_apart_in_the_head_line(each):  # noqa: F811
    """Cut to their first letters, two of four were "P", and the last lay over the pool's sign; the
    clock's place beside it was empty."""
    from pocket.games import newgame

    app = each.app
    game = play_scene.position(TABLE, RACK, seats=4)
    people = [("", "PLAYER 1"), ("", "PLAYER 2"), ("hard", "BOB"), ("easy", "CLEO")]
    for viewer in (None, 0):
        game.seat = viewer or 2
        newgame.seat_people(app, game, people, "game")
        app.sitting.viewer = viewer
        app.go("tilegame.play")
        each.wait(60)
        head = app.screen.head
        pool, *seats = head.said
        names = [text.split()[0] for text, _, _ in seats]
        assert len(set(names)) == len(names) >= 3 and "2" in names[viewer is None]
        text, x, _ = seats[2]
        assert x + head.font.measure(text) + head.pad <= pool[1]
        free = app.w - pool[1] - head.font.measure(pool[0])
        assert free == (head.pad if viewer is None else head.pad + head.clock.w)
        assert head.clock.grid.hidden == (viewer is None)


def test_the_head_line_says_whose_turn_it_is_also_between_two_long_names(each):  # noqa: F811
    """On 128 pixels the first name left no room for that of who plays."""
    from pocket.games import newgame

    app = each.app
    for names in (("ANNABEL", "ROBERTO"), ("WWWWWWW", "MMMMMMM")):
        newgame.seat_people(
            app, play_scene.position(TABLE, RACK), [("", name) for name in names], "game"
        )
        app.sitting.viewer = 0
        app.go("tilegame.play")
        each.wait(60)
        head = app.screen.head
        ((text, x, _),) = [one for one in head.said if one[2]]
        assert names[0].startswith(text) and len(text) > 2
        assert x + head.font.measure(text) + head.pad <= head.said[0][1]


@pytest.mark.parametrize("game_id, clock", [("RK", 2), ("KR", 0), ("KR", 2)])
@pytest.mark.parametrize(
    "names",
    [
        ("P1", "P2", "P3", "P4"),
        ("MMMMMMM", "ANN", "ADA", "WWWW"),
        ("A", "AB", "ABC", "ABCD"),  # cut to one letter, all differ from the first by the same one
        ("MMMM", "AB", "ABC", "ABCD"),  # nothing tells the second from the third
    ],
)
def test_the_head_line_names_who_plays_among_four(each, game_id, clock, names):  # noqa: F811
    """On 128 pixels the others left no room for that name, and on 160 a long one touched the sign
    of the pool."""
    from pocket.games import newgame

    app = each.app
    game = play_scene.position(TABLE, RACK, seats=4, game_id=game_id, options={"clock": clock})
    newgame.seat_people(app, game, [("", name) for name in names], "game")
    app.sitting.viewer = 0
    app.go("tilegame.play")
    each.wait(60)
    head = app.screen.head
    pool, *seats = head.said
    assert [lit for _, _, lit in seats] == [False, False, False, True]
    assert names[0].startswith(seats[3][0])
    assert len({text.split()[0] for text, _, _ in seats}) == 4
    ends = [x + head.font.measure(text) for text, x, _ in seats]
    assert all(end + head.pad <= x for end, x in zip(ends, [x for _, x, _ in seats[1:]]))
    assert ends[3] + head.pad <= pool[1]
    if names[0] == "P1":
        assert [text.split()[0] for text, _, _ in seats] == ["P2", "P3", "P4", "P1"]


def test_the_head_line_has_no_crumb_of_a_name(each):  # noqa: F811
    """Behind three others one letter was left of one's own name, or two, in their turns."""
    from pocket.games import newgame

    app = each.app
    names = ["ANNA", "BOB", "CYD", "DINA"]
    game = play_scene.position(TABLE, RACK, seats=4)
    game.seat = 1
    people = zip(("", "easy", "easy", "easy"), names)
    newgame.seat_people(app, game, list(people), "game")
    app.sitting.viewer = 0
    app.go("tilegame.play")
    each.wait(10)
    own = [text for text, _, _ in app.screen.head.said if names[0].startswith(text.split(" ")[0])]
    assert all(len(text) > 2 for text in own)


def test_time_runs_out(sim):
    """RK-10: the table goes back and one tile is drawn; RK-11: three with table tiles moved."""
    game = play_scene.position(TABLE, RACK)
    hand = hands(sim, game)
    hand.press("A", "A", "A", "SELECT")
    wait_awake(sim, 121000)
    assert last(game, 0) == (4, 1) and len(game.racks[0]) == 15
    game = play_scene.position(TABLE, RACK)
    hand = hands(sim, game)
    hand.take("r5")
    hand.press("SELECT")
    wait_awake(sim, 121000)
    assert last(game, 0) == (4, 3) and len(game.racks[0]) == 17


@pytest.mark.parametrize("question", [False, True])
def test_a_box_over_the_table_goes_when_time_runs_out(sim, question):
    """It covered the rack and spoke of tiles that no longer lay there."""
    options = {"clock": 1, "referee": "strict" if question else "friendly"}
    hand = hands(sim, play_scene.position(TABLE, "r5 b7 b8 k1 k5", options=options))
    hand.take("b7", "b8", "k1", "k5")
    hand.to_place()
    hand.press("SELECT", "START")
    assert boxed(hand.screen) and hand.screen.asks == question
    sim.app.sitting.used = 60000
    sim.wait(100)
    assert hand.screen.foot.text.startswith("Time's up:") and hand.screen.box is None


def test_the_clock_counts_down_in_the_head_line(sim):
    """RK-10: two minutes; its last fifteen seconds blink."""
    game = play_scene.position(TABLE, RACK)
    hand = hands(sim, game)
    head = hand.screen.head
    assert head.clock.text == "2:00"
    sim.wait(60000 - sim.app.sitting.used)
    assert head.clock.text in ("1:01", "1:00")
    hand.press("LEFT")  # or the light goes down, and the clock stands
    inks = set()
    for left in (5, 4):
        sim.wait(120000 - 1000 * left + 200 - sim.app.sitting.used)
        assert head.clock.text == "0:0%d" % left
        inks.add(id(head.clock.grid.pixel_shader))
    assert len(inks) == 2
    sim.wait(120200 - sim.app.sitting.used)
    assert last(game, 0) == (4, 1) and head.clock.text == ""  # the tile drawn is shown


def test_the_clock_stands_still_in_the_pause_and_the_turn_is_kept(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.press("A", "A", "A", "SELECT")
    show(sim, "menus.pause", rest=180000)
    assert sim.app.sitting.game.seat == 0
    from pocket.always import flow

    flow.show(sim.app)
    sim.wait(100)
    assert hand.turn.laid == 3 and sim.app.sitting.used < 5000


def test_behind_the_menu_the_sets_lie_where_they_lay_and_nobody_looks_for_them(sim):
    """What follows sets from table to table is loaded for that: 30 ms on a board."""
    hands(sim, play_scene.position(TABLE, RACK))
    spots = sim.app.sitting.seen[1]
    show(sim, "menus.pause", rest=300)
    from pocket.always import flow

    flow.show(sim.app)
    sim.wait(300)
    assert sim.app.name == "tilegame.play" and sim.app.sitting.seen[1] is spots


def test_a_pass_with_a_play_left_is_refused_by_proof(sim):
    """KR-10."""
    game = play_scene.position(["r3 r4 r5"], "r6 k1", game_id="KR", pool=0)
    hand = hands(sim, game)
    hand.press("START", "A", rest=3000)
    assert told(hand.screen).startswith("You can lay a tile")
    game = play_scene.position(["r3 r4 r5"], "b6 k1", game_id="KR", pool=0)
    hand = hands(sim, game)
    hand.press("START", "A", rest=500)
    assert last(game, 0) == (3, 0)


def test_kr_10_running_out_of_time_with_a_play_left_is_no_pass(sim):
    game = play_scene.position(["r3 r4 r5"], "r6 k1", game_id="KR", pool=0)
    game.passes = 1
    hands(sim, game)
    sim.wait(59500)
    assert game.seat == 0
    sim.wait(1200)
    assert game.passes == 0 and last(game, 0) == (4, 0) and game.phase == "turn"
    game = play_scene.position(["r3 r4 r5"], "b6 k1", game_id="KR", pool=0)
    hands(sim, game)
    sim.press("LEFT")  # or the light goes down, and the clock stands
    for _ in range(130):
        if last(game, 0) is None:
            sim.wait(500)
    assert game.passes == 1 and last(game, 0) == (4, 0)


def test_kr_10_what_a_turn_is_made_with_leaves_while_a_pass_is_proved(sim):
    """Beside it the proof ran out of memory on a board, and one could pass with a play left."""
    game = play_scene.position(["r3 r4 r5"], "b6 k1", game_id="KR", pool=0)
    there = []
    hand = hands(sim, game)
    plain = hand.screen.work

    def proving(worker):
        there.append("pocket.tileturn.personturn" in sys.modules)
        while not there[-1] and len(there) == 1:
            yield None
        return (yield from worker)

    hand.screen.work = lambda worker: plain(worker and proving(worker))
    hand.press("START", "A", rest=300)
    assert there == [False] and last(game, 0) is None
    sim.press("B", rest=200)  # not to pass after all
    assert type(hand.screen.part).__name__ == "Hand" and game.seat == 0
    assert "pocket.tileturn.personturn" in sys.modules
    hand.press("START", "A", rest=500)
    assert there[:2] == [False, False] and last(game, 0) == (3, 0)


def test_the_rack_is_sorted_by_one_button(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    colours = tiles.set_text(hand.turn.rack)
    assert colours[:5] == ["k1", "k2", "k3", "k13", "r1"]
    hand.press("SELECT")
    assert tiles.set_text(hand.turn.rack)[:5] == ["k1", "r1", "k2", "r2", "k3"]
    hand.press("SELECT")  # complete sets, then the rest
    sets = "k1 k2 k3 k13 r13 o13".split()
    assert tiles.set_text(hand.turn.rack)[:7] == sets + ["r1"]
    hand.press("SELECT")
    assert tiles.set_text(hand.turn.rack) == colours


def test_a_tile_is_taken_when_the_button_goes_down(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    sim.down("A")
    sim.wait(100)
    assert hand.turn.picked == 1 and hand.hand.index == 1
    sim.wait(700)
    assert hand.turn.picked == 3 and hand.hand.index == 0  # held: the best set with it instead
    sim.up("A")


def test_holding_a_tile_of_no_set_takes_nothing(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    at = tiles.set_text(hand.turn.rack).index("o11")
    hand.to_rack(at)
    sim.hold("A", 700)
    assert hand.turn.picked == 0 and hand.hand.index == at
    assert hand.screen.foot.text.startswith("No set with this tile.")


def resting(screen):
    """True when a move lies on show and waits for a key."""
    return type(screen.part).__name__ == "Watch" and screen.part.steps is None


def test_a_button_held_on_from_before_means_nothing_more(sim):
    """A that goes on to the own turn, and B that says no, have no long meaning left."""
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.press("START")
    assert hand.screen.asks
    sim.hold("B", 700)
    assert not hand.screen.asks
    sim.app.settings.set("speed", 1)
    hand.press("START", "A", "A")
    for _ in range(100):
        if sim.app.sitting.game.seat == 0 and resting(hand.screen):
            break
        sim.wait(100)
    sim.hold("A", 700)
    assert not hand.screen.asks and hand.turn.picked == 0


def cells(shelf):
    """The faces on the rack, row by row: codes, FACE_NONE where no tile stands."""
    return [grid[i] for grid in shelf.faces for i in range(shelf.cols)]


def test_what_is_laid_leaves_its_gap_on_the_rack_until_that_is_sorted(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    shelf = hand.screen.board.shelf
    whole = cells(shelf)
    gone = draw.FACE_NONE
    hand.press("A", "A", "A", "SELECT")
    assert cells(shelf) == [gone] * 3 + whole[3:]
    assert tiles.text(hand.turn.rack[hand.hand.index]) == "k13"  # the cursor: the next tile
    cursor = hand.screen.board.cursor.grid
    assert cursor.x == shelf.x + 3 * shelf.w - 1
    hand.press("LEFT", "RIGHT")  # round, not into the gap
    assert tiles.text(hand.turn.rack[hand.hand.index]) == "k13"
    hand.to_rack(hand.turn.rack.index(tiles.parse("r5")))
    hand.press("A", "SELECT")
    places = [i for i in range(len(whole)) if cells(shelf)[i] != whole[i]]
    assert places == [0, 1, 2, whole.index(tiles.parse("r5"))]
    hand.press("B")
    assert cells(shelf) == [gone] * 3 + whole[3:]
    hand.to_table(len(hand.turn.sets) - 1, 1)
    hand.press("A")
    hand.to_rack(0)
    hand.press("SELECT")
    hand.press("B")
    hand.press("SELECT")  # sorted: side by side
    assert cells(shelf)[: len(hand.turn.rack)] == list(hand.turn.rack)
    assert set(cells(shelf)[len(hand.turn.rack) :]) == {gone}


def test_a_tile_goes_back_to_the_gap_it_left(sim):
    hand = hands(sim, play_scene.position(["k7 r7 b7"], "k1 k2 k3 k4 r1", opened=False))
    shelf = hand.screen.board.shelf
    whole = cells(shelf)
    hand.press("A", "A", "A", "A", "SELECT")
    laid = len(hand.turn.sets) - 1
    hand.to_table(laid, 2)
    hand.press("A")
    assert hand.turn.back()
    hand.hand.draw()
    assert [i for i in range(len(whole)) if cells(shelf)[i] != whole[i]] == [0, 1, 3]


def test_up_and_down_find_tiles_beside_gaps(tmp_path):
    """128x128: a rack of two rows."""
    with handheld(tmp_path, "tinycircuits_thumby_color") as sim:
        rack = "k1 k2 k3 k5 k7 k9 k11 k13 r1 r3 r5 r7 b10 b11 b12 o1 o3"
        hand = hands(sim, play_scene.position(["r9 r10 r11"], rack))
        cols = hand.screen.board.shelf.cols
        assert cols < 15 and hand.screen.board.shelf.rows == 2
        hand.take("b10", "b11", "b12")
        hand.press("SELECT")
        turn = hand.turn
        hand.to_rack(cols - 1 if turn.cells[cols - 1] == cols - 1 else turn.cells.index(11))
        above = turn.cells[hand.hand.index]
        hand.press("DOWN")
        below = turn.cells[hand.hand.index]
        near = [abs(cell - cols - above % cols) for cell in turn.cells if cell >= cols]
        assert below >= cols and abs(below - cols - above % cols) == min(near)
        hand.press("UP")
        assert turn.cells[hand.hand.index] == above
        hand.press("UP")
        assert hand.hand.where == 1
        hand.press("DOWN")
        assert turn.cells[hand.hand.index] < cols


def test_the_foot_line_follows_at_rest_and_the_tiles_come_first(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    foot = hand.screen.foot
    before = foot.text
    shelf = hand.screen.board.shelf
    sim.down("A")
    sim.wait(45)
    sim.up("A")
    assert bodies(shelf)[0] == draw.PICKED and foot.text == before
    sim.press("RIGHT", "LEFT")  # each key puts it off
    assert foot.text == before
    hand.rest()
    assert "undo" in foot.text
    sim.press("B", "START")  # a question does not wait
    assert foot.text.startswith("Draw a tile?")


def test_rows_of_the_table_are_made_when_tiles_come_there_and_the_next_at_rest(sim):
    hand = hands(sim, play_scene.position([], RACK))
    table = hand.screen.board.table
    assert table.rows > 2 and len(table.faces) == len(table.bodies) == 1
    hand.take("k1", "k2", "k3")
    sim.down("SELECT")
    sim.wait(45)
    assert hand.screen.board.used == 1 and len(table.faces) == 1
    sim.up("SELECT")
    hand.rest()
    assert len(table.faces) == len(table.bodies) == 2
    faces = bytearray([draw.FACE_CLOTH]) * (table.rows * table.cols)
    faces[-1] = 7
    table.show(faces, bytearray(len(faces)))
    assert len(table.faces) == table.rows and table.faces[-1][table.cols] == 7
    assert faces == bytearray([draw.FACE_CLOTH]) * len(faces)


def bodies(shelf):
    """The bodies a rack's first cells show."""
    return bytes(shelf.bodies[0][i] for i in range(shelf.cols))


def test_start_with_two_tiles_taken_says_what_a_set_has_and_leaves_them_taken(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    plain = bodies(hand.screen.board.shelf)
    hand.press("A", "A")
    taken = bodies(hand.screen.board.shelf)
    assert taken != plain
    hand.press("START")
    assert hand.screen.foot.text == "Three tiles or more make a set."
    assert bodies(hand.screen.board.shelf) == taken
    assert hand.turn.picked == 2
    hand.press("B", "START", "A")
    assert last(sim.app.sitting.game, 0) == (2, 1)


@pytest.mark.parametrize("keys", [("SELECT", "START"), ("SELECT", "B", "START", "A")])
def test_a_move_is_shown_and_saved_when_nothing_holds_the_hand_any_more(sim, monkeypatch, keys):
    """On a PicoPad 8 KB were left where the hand that had gone out lay beside what came next."""
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.take("k1", "k2", "k3")
    part = weakref.ref(hand.hand)
    gone = []

    def watched(called):
        def call(*args):
            gone.append(part() is None)
            return called(*args)

        return call

    for owner, name in ((sim.app, "room"), (flow, "save")):
        monkeypatch.setattr(owner, name, watched(getattr(owner, name)))
    hand.press(*keys)
    assert sim.app.sitting.turn is None and gone and all(gone)


def test_several_places_are_gone_through_by_the_same_button(sim):
    hand = hands(sim, play_scene.position(["b4 b5 b6", "k7 r7 o7"], "b7 k1 k2"))
    hand.take("b7")
    hand.press("SELECT")
    first = [bytes(codes) for codes in hand.turn.sets]
    hand.press("SELECT")
    second = [bytes(codes) for codes in hand.turn.sets]
    assert first[0] == tiles.parse_set("b4 b5 b6 b7".split()) and len(first[1]) == 3
    assert len(second[0]) == 3 and sorted(second[1]) == sorted(
        tiles.parse_set("k7 r7 b7 o7".split())
    )
    hand.press("SELECT")
    assert [bytes(codes) for codes in hand.turn.sets] == first


def test_nobody_sees_a_rack_between_two_persons(sim):
    game = play_scene.position(TABLE, RACK, seats=3)
    hand = hands(sim, game, levels=("", "easy", ""))
    hand.press("START", "A", "A")  # draw, go on: the computer plays, nobody is shown
    for _ in range(40):
        sim.wait(100)
        if getattr(sim.app.screen, "name", "") == "play" and game.seat != 0:
            assert bytes(sim.app.screen.part.rack()) == b"" or sim.app.sitting.viewer == 0
            assert sim.app.sitting.viewer is None
        if sim.app.name == "between.handover":
            break
    assert sim.app.name == "between.handover"


# -- while a computer thinks -----------------------------------------------------------------------


def computers_turn(sim, game, worker):
    """The play screen with the second seat in turn, a computer that goes on as `worker` does."""
    app = play_scene.show(sim, game, levels=("", "hard"))
    game.seat = 1
    app.sitting.turn = None
    app.screen.turn()
    app.screen.worker = worker
    sim.wait(60)


def thinking(sim, **options):
    """The play screen with a computer in turn that never comes to an end; the count of its
    slices."""
    game = play_scene.position(TABLE, RACK, others="k5 k6 b13", **options)
    slices = [0]

    def endless():
        while True:
            slices[0] += 1
            yield None

    computers_turn(sim, game, endless())
    return sim.app.screen, slices


def spot(screen):
    """Where the cursor is: ("table" or "rack", row, column), or None while it is hidden."""
    grid = screen.board.cursor.grid
    if grid.hidden:
        return None
    for name, board in (("rack", screen.board.shelf), ("table", screen.board.table)):
        row = (grid.y + screen.board.cursor.thick - board.y) // board.h
        col = (grid.x + screen.board.cursor.thick - board.x) // board.w
        if 0 <= row < board.rows and 0 <= col < board.cols:
            return name, row, col
    raise AssertionError("the cursor is nowhere")


def test_while_a_computer_thinks_one_looks_round(sim):
    screen, slices = thinking(sim)
    assert spot(screen) is None
    cols = screen.board.table.cols
    seen = []
    for button in ("RIGHT", "RIGHT", "DOWN", "UP", "UP", "LEFT", "LEFT", "LEFT"):
        before = slices[0]
        sim.press(button)
        assert slices[0] > before  # it thinks on
        seen.append(spot(screen))
    last = screen.board.used - 1
    shelf = screen.board.shelf.rows
    below = ("rack", 1, 1) if shelf > 1 else ("table", 0, 1)
    assert seen[:3] == [("rack", 0, 0), ("rack", 0, 1), below]
    assert seen[3:] == [
        ("rack", 0, 1),
        ("table", last, 1),
        ("table", last, 0),
        ("table", last - 1, cols - 1) if last else ("rack", shelf - 1, cols - 1),
        ("table", last - 1, cols - 2) if last else ("rack", shelf - 1, cols - 2),
    ]


def test_while_a_computer_thinks_one_sorts_ones_rack(sim):
    screen, _ = thinking(sim)
    game = sim.app.sitting.game
    held = bytes(game.racks[1])
    assert bytes(game.racks[0]) == bytes(sorting.sort_rack(game.racks[0], 0))
    sim.press("SELECT")
    assert bytes(game.racks[0]) == bytes(sorting.sort_rack(game.racks[0], 1))
    sim.press("SELECT")
    assert bytes(game.racks[0]) == bytes(sorting.sort_rack(game.racks[0], 2, game.rules))
    sim.press("SELECT")
    assert bytes(game.racks[0]) == bytes(sorting.sort_rack(game.racks[0], 0))
    assert bytes(game.racks[1]) == held and game.seat == 1


def test_what_a_key_changed_is_shown_before_the_computer_thinks_on(sim):
    screen, _ = thinking(sim)
    screen.worker = slices.done(("draw",))
    sim.app.changed = True
    assert not screen.tick(sim.app.now()) and sim.app.sitting.game.history == b""
    sim.app.changed = False
    assert screen.tick(sim.app.now()) and screen.tick(sim.app.now())
    assert sim.app.sitting.game.history != b""


def test_what_reads_sheets_leaves_before_a_computer_thinks(sim, monkeypatch):
    """3.7 KB on a board, where the first thought behind the first screen had them beside it."""
    game = play_scene.position([TABLE[0]], "k1 k3 o7 o9", others="k5 k9 b13")
    game.seat = 1
    there = []
    screen = importlib.import_module("pocket.tilegame.play").Screen
    plain = screen.work

    def thought(worker):
        there.append("pocket.ui.sheets" in sys.modules)
        return (yield from worker)

    monkeypatch.setattr(
        screen, "work", lambda screen, worker: plain(screen, worker and thought(worker))
    )
    sim.app.art.shown = None  # tiles are read when its turn begins
    play_scene.show(sim, game, levels=("", "hard"))
    assert sim.app.art.shown is not None and there == [False]


def test_kr_10_a_computers_pass_is_proved_in_slices(sim):
    game = play_scene.position([TABLE[0]], "k1 k3 o7 o9", others="k5 k9 b13", game_id="KR")
    game.pool = bytearray()
    steps = []
    computers_turn(sim, game, iter(lambda: None, 0))  # it thinks without end
    screen = sim.app.screen
    plain = screen.work

    def proving(worker):
        assert "rules.tilegame.players" not in sys.modules  # who has thought is gone
        for step in worker:
            steps.append(step)
            yield step

    screen.work = lambda worker: plain(worker and proving(worker))
    screen.worker = slices.done(("pass",))
    sim.wait(2000)
    assert len(steps) > 3 and game.passes == 1 and game.seat == 0


def test_kr_10_what_a_computer_has_proved_is_not_proved_again(sim):
    game = play_scene.position([TABLE[0]], "k1 k3 o7 o9", others="k5 k9 b13", game_id="KR")
    game.pool = bytearray()
    computers_turn(sim, game, iter(lambda: None, 0))
    screen = sim.app.screen
    begun = []
    plain = screen.work
    screen.work = lambda worker: begun.append(worker) or plain(worker)
    screen.worker = players.choose("hard", screen.part.view, 1)
    sim.wait(2000)
    assert not any(begun) and game.passes == 1 and game.seat == 0


# -- pictures --------------------------------------------------------------------------------------


def test_pictures_of_a_turn(pictured):
    hand = hands(pictured, play_scene.position(TABLE, RACK, seats=4))
    golden_help.check(pictured, "play_%s_start" % pictured.size)
    hand.press("A", "A", "A")
    hand.rest()
    golden_help.check(pictured, "play_%s_taken" % pictured.size)
    hand.press("SELECT")
    hand.take("o11")
    hand.press("SELECT")
    hand.rest()
    golden_help.check(pictured, "play_%s_joker" % pictured.size)
    hand.press("START")
    golden_help.check(pictured, "play_%s_refused" % pictured.size)


def test_pictures_of_a_full_table(pictured):
    """Everything of a table of 104 tiles is on show, on the smallest display too."""
    table = ["%s%d %s%d %s%d" % (c, n, c, n + 1, c, n + 2) for c in "krbo" for n in (1, 4, 7)]
    table += ["%s10 %s11 %s12 %s13" % (c, c, c, c) for c in "krbo"]
    table += ["k%d r%d b%d" % (n, n, n) for n in range(1, 13)]
    table += ["o1 o2 o3 o4", "o5 o6 o7 o8", "o9 o10 o11 o12 *"]
    hand = hands(pictured, play_scene.position(table, "*", others="k13 r13 b13", pool=0))
    screen = hand.screen
    assert screen.board.top == 0 and screen.board.used <= screen.board.table.rows
    assert screen.foot.tail == ""
    # nothing is left unpainted where tiles do not fill the display
    assert (0, 0, 0) not in [colour for _, colour in pictured.image().getcolors(256)]
    golden_help.check(pictured, "play_%s_full" % pictured.size)


def test_pictures_of_what_the_computer_did(pictured):
    game = play_scene.position(
        ["r3 r4 r5 r6", "k7 r7 b7"], "k1 k2", others="k6 b6 k12", options={"clock": 0}
    )
    hand = hands(pictured, game, levels=("", "normal"))
    pictured.app.settings.set("speed", 1)
    hand.press("START", "A")
    pictured.wait(100)
    assert "drew" in hand.screen.foot.text
    hand.press("A")
    pictured.wait(3000)
    assert hand.screen.foot.text.startswith("BOB lays")
    golden_help.check(pictured, "play_%s_shown" % pictured.size)
    hand.press("LEFT")
    assert [len(codes) for codes in hand.screen.part.sets()] == [4, 3]
    hand.press("RIGHT")
    golden_help.check(pictured, "play_%s_shown" % pictured.size)


# -- the layout ------------------------------------------------------------------------------------


def test_sets_keep_their_places_when_one_of_them_grows():
    sizes = bytearray([3, 3, 4])
    spots = bytearray((255, 255, 0) * 3)
    assert layout.place(sizes, spots, 16) == 1
    assert [list(spots[i : i + 2]) for i in (0, 3, 6)] == [[0, 0], [0, 4], [0, 8]]
    sizes[0] = 4
    assert layout.place(sizes, spots, 16) == 1
    assert [list(spots[i : i + 2]) for i in (0, 3, 6)] == [[0, 0], [0, 5], [0, 9]]
    sizes[1] = 10  # no room left in the row: only the set that grew leaves, for below its place
    assert layout.place(sizes, spots, 16) == 2
    assert [list(spots[i : i + 2]) for i in (0, 3, 6)] == [[0, 0], [1, 5], [0, 9]]


def test_sets_never_overlap_whatever_happens():
    import random

    rng = random.Random(2)
    for cols in (12, 16, 20):
        sizes = bytearray()
        spots = bytearray()
        for _ in range(60):
            if rng.random() < 0.5 or not sizes:
                sizes.append(rng.randint(1, 5))
                spots += bytearray((255, 255, 0))
            elif rng.random() < 0.8:
                which = rng.randrange(len(sizes))
                sizes[which] = min(cols, max(1, sizes[which] + rng.randint(-2, 3)))
            rows = layout.place(sizes, spots, cols)
            if rng.random() < 0.1:
                rows = layout.repack(sizes, spots, cols, 99)
            seen = set()
            for i, size in enumerate(sizes):
                spot = spots[3 * i : 3 * i + 2]
                assert spot[0] < rows and spot[1] + size <= cols
                for col in range(spot[1], spot[1] + size):
                    assert (spot[0], col) not in seen
                    assert (spot[0], col - 1) not in seen or col > spot[1]
                    seen.add((spot[0], col))


def test_a_table_read_back_keeps_its_order():
    table = test_play_turn.table_of("r3 r4 r5", "k7 r7 b7")
    verdict = referee.judge(
        test_play_turn.RK,
        table,
        tiles.parse_set(["r6"]),
        [table[0] + tiles.parse_set(["r6"]), table[1]],
        True,
    )
    assert [len(codes) for codes in verdict.table] == [4, 3]


# -- what a cursor move costs ----------------------------------------------------------------------


def test_a_cursor_move_repaints_no_more_than_two_framed_tiles(each):
    hand = hands(each, play_scene.position(TABLE, RACK))
    hand.press("RIGHT")
    screen = hand.screen
    frame = (screen.board.table.w + 2 * screen.board.cursor.thick) * (
        screen.board.table.h + 2 * screen.board.cursor.thick
    )
    for button in ("RIGHT", "LEFT", "UP", "RIGHT", "UP", "RIGHT"):
        each.down(button)
        each.wait(40)
        paints = each.display.paints
        each.up(button)
        each.wait(60)
        assert 0 < paints <= 2 * frame, button


def test_the_cursor_breathes_at_rest_and_is_full_at_every_key(each):
    hand = hands(each, play_scene.position(TABLE, RACK, options={"clock": 0}))
    hand.press("RIGHT")
    cursor = hand.screen.board.cursor
    seen = []
    for _ in range(40):
        each.wait(100)
        seen.append(cursor.palette[1])
        if len(seen) > 10 and seen[-1] != seen[-2]:  # nothing else is pictured
            assert each.display.paints <= 2 * cursor.grid.tile_width * cursor.grid.tile_height
    full, pale = seen[0], [colour for colour in seen if colour != seen[0]]
    assert set(seen[:10]) == {full} and 8 <= len(pale) <= 20 and len(set(pale)) == 1
    while cursor.palette[1] == full:
        each.wait(50)
    hand.press("LEFT")
    assert cursor.palette[1] == full


# -- whatever is pressed ---------------------------------------------------------------------------


def test_random_presses_never_break_anything(each):
    """Tiles are neither lost nor doubled, sets never overlap, the cursor is on something."""
    import random

    rng = random.Random(each.size)
    game = play_scene.position(
        TABLE + ("k10 r10 b10", "r11 r12 r13"),
        RACK + " * b12 k5 k6 k8 o1 o2",
        others="o3 o4",
        options={"clock": 0},
    )
    hand = hands(each, game)
    turn = hand.turn
    for _ in range(500):
        button = rng.choice(
            (
                "UP",
                "DOWN",
                "LEFT",
                "RIGHT",
                "RIGHT",
                "A",
                "A",
                "A",
                "SELECT",
                "SELECT",
                "B",
                "START",
            )
        )
        if rng.random() < 0.03:
            each.hold("B" if rng.random() < 0.5 and (turn.picked or turn.log) else "A", 700)
        elif button == "START" and not hand.screen.asks and not (turn.laid and turn.wrong()):
            continue  # the turn would end
        elif button == "B" and not turn.picked and not turn.log:
            continue  # the pause
        elif hand.screen.asks:
            each.press("B")
        else:
            each.press(button)
        turn = each.app.sitting.turn  # one whose end was refused is made anew
        assert each.app.name == "tilegame.play" and hand.turn is turn
        test_play_turn.check_whole(turn)
        screen = hand.screen
        seen = set()
        for i, codes in enumerate(turn.sets):
            row, col = turn.spots[3 * i], turn.spots[3 * i + 1]
            assert col + len(codes) <= screen.board.table.cols
            for k in range(len(codes)):
                assert (row, col + k) not in seen
                seen.add((row, col + k))
        if hand.hand.where == 0 and turn.rack:
            assert hand.hand.index < len(turn.rack)
        if hand.hand.where == 1:
            assert hand.hand.tile < len(turn.sets[hand.hand.index])
            assert (
                screen.board.top
                <= turn.spots[3 * hand.hand.index]
                < screen.board.top + screen.board.table.rows
            )


def test_the_pool_is_shown_as_piles_where_the_game_has_them(sim):
    """KR-3: piles of seven, one of them of eight."""
    for left, piles in ((50, 7), (47, 7), (43, 6), (8, 1), (1, 1), (0, 0)):
        game = play_scene.position(TABLE, RACK, game_id="KR", pool=left)
        hand = hands(sim, game)
        pool = hand.screen.head.said[0][0]
        assert pool == "|" * piles + " \x0c%d" % left


def test_in_the_next_turn_only_the_tiles_of_others_are_new(sim):
    """What this person laid the turn before lies there as it was left."""
    game = play_scene.position(
        ["r3 r4 r5 r6"], "k7 r7 b7 k1", others="k6 b6 k12", options={"clock": 0}
    )
    hand = hands(sim, game, levels=("", "normal"))
    hand.take("k7", "r7", "b7")
    hand.press("SELECT", "START")
    for _ in range(600):
        if hand.turn is not None and game.seat == 0 and type(hand.hand).__name__ == "Hand":
            break
        sim.wait(20)
    new = []
    for codes, shades in zip(hand.turn.sets, hand.hand.shades()):
        assert set(shades) <= {draw.PLAIN, draw.MARKED}
        texts = tiles.set_text(codes)
        new += [text for text, shade in zip(texts, shades) if shade == draw.MARKED]
    assert sorted(new) == ["b6", "k6", "r6"]


@pytest.mark.parametrize("board", ["pybadge", "tinycircuits_thumby_color"])
def test_tiles_are_small_only_where_the_table_has_no_room_for_large_ones(tmp_path, board):
    """With more than a row on the rack 61 cells made all tiles small for the rest of the round."""
    table = ["%s%d %s%d %s%d" % (c, n, c, n + 1, c, n + 2) for c in "krbo" for n in (1, 4, 7)]
    full = table + ["k%d r%d b%d" % (n, n, n) for n in range(1, 10)]
    rack = "k10 k11 k12 k13 r10 r11 r12 r13 b10 b11 b12 b13 o10 o11 o12 o13 o1 o2 o3 o4"
    with handheld(tmp_path, board) as sim:
        hand = hands(sim, play_scene.position(table[: 12 if sim.app.w > 128 else 8], rack))
        shown = hand.screen.board
        assert shown.shape[0] and shown.used <= shown.table.rows
        sim.app.go("menus.title")
        hand = hands(sim, play_scene.position(full, rack))
        assert sim.app.sitting.small
        sim.app.sitting.turn = None
        sim.app.sitting.game.table[5:] = []  # nobody does that, but a rack that is laid makes room
        hand.screen.turn()
        assert not sim.app.sitting.small and hand.screen.board.shape[0]


def test_the_cursor_stays_on_its_tile_when_the_rack_is_sorted_and_when_a_step_goes_back(sim):
    """It stayed in its place, where another tile lay then."""
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.to_rack(6)
    tile = hand.turn.rack[6]
    for _ in range(3):
        hand.press("SELECT")
        assert hand.turn.rack[hand.hand.index] == tile
    hand.take("k1", "k2", "k3")
    hand.press("SELECT")
    tile = hand.turn.rack[hand.hand.index]
    hand.press("B")
    assert len(hand.turn.sets) == 4 and hand.turn.rack[hand.hand.index] == tile
    hand.press("RIGHT", "A", "LEFT", "UP")
    row = hand.hand.under()
    sim.hold("B", 700)
    assert hand.hand.under() == row


@pytest.mark.parametrize("board", sorted(SIZES))
def test_large_text_reaches_boxes_over_the_table_and_the_menu_in_a_game(sim):
    """On small displays both kept their small letters."""
    art = sim.app.art
    sim.app.settings.set("large", True)
    if art.unit[0] > 4:
        importlib.import_module("pocket.hardware.sizes").write(art, True)
    hand = hands(sim, play_scene.position((), RACK, opened=False))
    sim.wait(1500)
    assert {line.font.high for line in hand.screen.box.lines} == {art.head[1]}
    assert boxed(hand.screen) == "Open first: 30 points from your own rack."
    show(sim, "menus.pause", rest=100)
    menu = sim.app.screen.list
    assert menu.font.high == art.head[1]
    sim.press("UP")  # round to the last line
    assert menu.first <= menu.chosen == menu.count - 1 < menu.first + menu.room


def test_a_question_in_a_box_stays_until_it_is_answered(tmp_path):
    """Any key took it away, and the foot line went on to say yes and no to nothing."""
    with handheld(tmp_path, "tinycircuits_thumby_color") as sim:
        sim.app.settings.set("large", True)
        speak("pt")
        hand = hands(sim, play_scene.position((), RACK, opened=False))
        sim.press("START", rest=100)
        for key in ("LEFT", "SELECT"):
            sim.press(key)
            assert hand.screen.asks and boxed(hand.screen) == "Comprar uma peça?", key
        sim.press("B")
        assert not hand.screen.asks and hand.screen.box is None


def test_the_foot_line_says_what_select_held_does_where_it_has_room(each):
    hand = hands(each, play_scene.position(TABLE, RACK))
    assert "hint" not in hand.screen.foot.text  # the first picture is to be quick
    hand.press("A", "B")
    hand.rest()
    assert ("hint" in hand.screen.foot.text) == (each.app.w >= 240)
    each.app.settings.set("hints", "none")
    hand.press("A", "B")
    hand.rest()
    assert "hint" not in hand.screen.foot.text
