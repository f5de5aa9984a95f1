"""What celebrates: stamps, tiles that hop at a win, the podium; off where that is chosen."""

import sys

import golden_help
import play_scene
import pytest
from broken import Broken
from play_scene import computers_play, hands, part, until
from pocket.app import draw, flow
from pocket.eight import cards
from pocket.games import newgame
from screens_help import SIZES

from rules import catalogue
from rules.eight import game as eight
from rules.tilegame import game as tile_game
from rules.tilegame import tiles

PEOPLE = [("", "P1"), ("hard", "BO"), ("easy", "CLEO"), ("easy", "DEE")]
MANY = (["r3 r4 r5"], "k1 k2 k3 b5 b6 b7 o1 k9")
# a group of sixes from three runs
MOVED = (["r3 r4 r5 r6", "b3 b4 b5 b6", "o3 o4 o5 o6", "k9 k10 k11"], "k6 k1 b1")


def opens(sim, *keys):
    """A person presses `keys` and opens with 66 points."""
    scene = play_scene.position([], "r10 b10 k10 o12 k12 r12 o1 k5 b2", False, others="k13 b12 o9")
    hand = hands(sim, scene, levels=("", "easy"))
    hand.press(*keys)
    for text in ("r10", "o12"):
        hand.to_rack(bytes(hand.turn.rack).index(tiles.parse(text)))
        sim.hold("A", 700)
        hand.press("SELECT")
    hand.press("START")
    return hand


def lays(sim, *texts, table=MANY[0], rack=MANY[1]):
    """A person who has opened lays these."""
    game = play_scene.position(table, rack, others="k13 b12 o9", options={"clock": 0})
    hand = hands(sim, game, levels=("", "easy"))
    for text in texts:
        hand.take(*text.split())
        hand.press("SELECT")
    hand.press("START")
    return hand


def moves(sim, table=MOVED[0], goal="k6 r6 b6 o6"):
    """A person moves tiles to a new group."""
    game = play_scene.position(table, MOVED[1], others="k13 b12 o9", options={"clock": 0})
    hand = hands(sim, game, levels=("", "easy"))
    hand.reach([bytes(tiles.parse_set(goal.split()))])
    hand.press("START")
    return hand


def stamped(hand):
    """What is stamped, or ""."""
    screen = hand.screen
    return screen.part.text if part(hand.sim) == "Stamp" else ""


def painted(sim, ms, name=None, key=None):
    """The pixels of every frame of that time, which begins with a key, while part `name` of the
    play screen runs."""
    frames = []
    refresh = sim.display.refresh

    def record(**options):
        if refresh(**options) and (name is None or part(sim) == name):
            frames.append(sim.display.paints)

    sim.display.refresh = record
    try:
        if key:
            sim.press(key)
        sim.wait(ms)
    finally:
        sim.display.refresh = refresh
    return frames


def test_the_move_is_saved_while_its_stamp_is_on_show(sim):
    hand = lays(sim, "k1 k2 k3", "b5 b6 b7")
    assert stamped(hand) and sim.app.session.game.seat == 1 and sim.app.failures.kept


def test_without_memory_for_its_stamp_a_move_is_saved_and_the_game_goes_on(sim):
    with Broken("pocket.ui.ribbon", "Ribbon.__init__", MemoryError(), 1) as broken:
        lays(sim, "k1 k2 k3", "b5 b6 b7")
    assert broken.calls and sim.app.name == "tilegame.play"


def test_what_deserves_a_stamp_gets_one(sim):
    assert stamped(opens(sim)) == "Opened: 66!"
    assert stamped(lays(sim, "k1 k2 k3", "b5 b6 b7")) == "6 tiles!"
    assert stamped(lays(sim, "k1 k2 k3")) == ""
    assert stamped(moves(sim)) == "3 sets moved!"
    two = ["r3 r4 r5 r6", "b3 b4 b5 b6", "k9 k10 k11"]
    assert stamped(moves(sim, two, "k6 r6 b6")) == ""


def test_a_set_that_only_grew_gave_nothing_away(sim):
    table = ["k4 k5 k6", "r6 r7 r8", "b9 b10 b11", "o1 o2 o3"]
    rack = "k7 r9 b12 o4 k1"
    assert stamped(lays(sim, "k7", "r9", "b12", "o4", table=table, rack=rack)) == ""


def test_a_stamp_goes_by_itself_and_the_game_goes_on(sim):
    hand = opens(sim)
    ribbon = hand.screen.part.ribbon
    layers = len(hand.screen.group)
    sim.wait(800)
    assert part(sim) == "Stamp" and len(ribbon.group) == len(ribbon.columns)
    sim.wait(1600)
    assert part(sim) != "Stamp" and len(ribbon.group) == 0
    assert len(hand.screen.group) == layers - 1
    assert ribbon.group not in hand.screen.group


def test_behind_a_stamp_the_rack_stays_sorted_as_it_was(sim):
    assert stamped(opens(sim, "SELECT"))  # by number
    numbers = [tiles.number_of(code) for code in sim.app.session.game.racks[0]]
    assert numbers == sorted(numbers) and len(set(numbers)) > 1


@pytest.mark.parametrize("key", ["A", "B", "START", "LEFT"])
def test_any_key_hurries_a_stamp(sim, key):
    hand = opens(sim)
    record = len(sim.app.session.game.history)
    sim.wait(100)
    hand.press(key, rest=200)
    assert part(sim) in ("Thinking", "Watch") and sim.app.name == "tilegame.play"
    assert len(sim.app.session.game.history) <= record + 2  # the key did nothing else


def test_the_menu_over_a_stamp_keeps_the_move(sim):
    hand = opens(sim)
    sim.hold("START", 700)
    assert sim.app.name in ("menus.pause", "tilegame.play")
    sim.press("B", rest=2500)
    assert sim.app.name == "tilegame.play" and sim.app.session.game.opened[0]
    assert hand.screen.part is not None


def test_no_frame_is_larger_than_the_tables_own(each):  # noqa: F811
    computers_play(each)
    own = max(painted(each, 1500))
    opens(each)
    each.wait(20)  # what was laid is no longer green
    wide, high = each.app.art.large
    two = 2 * wide * (high + draw.shadow(high))
    assert two < own
    frames = painted(each, 2200, "Stamp")
    assert len(frames) > 12 and max(frames) <= two
    opens(each)
    each.wait(600)
    frames = painted(each, 200, "Stamp", "A")  # hurried, too
    assert len(frames) > 5 and max(frames) <= two
    lays(each, "r6", rack="r6", table=["r3 r4 r5"])
    until(each, "Ending")
    each.wait(10)
    hops = painted(each, 100)
    assert len(hops) >= 3 and max(hops) <= own


@pytest.mark.parametrize("hurried", [True, False])
def test_a_round_whose_word_finds_no_memory_ends_on_its_score_sheet(sim, monkeypatch, hurried):
    """On PicoPad 36 KB were free behind a station's game, no 2 KB of them in one piece."""
    lays(sim, "r6", rack="r6", table=["r3 r4 r5"])
    until(sim, "Ending")

    def full(*_args):
        raise MemoryError

    monkeypatch.setattr(sys.modules["pocket.tilegame.ending"], "Ribbon", full)
    if hurried:
        sim.press("A")
    sim.wait(3000)
    assert sim.app.name == "rounds.score" and sim.app.session.game.phase != "turn"


def test_a_word_without_memory_for_large_letters_is_said_in_others(sim, monkeypatch):
    """Later 35 KB were free there, for the sheet of large letters no 2 KB in one piece."""
    lays(sim, "r6", rack="r6", table=["r3 r4 r5"])
    until(sim, "Ending")

    def full(*_args):
        raise MemoryError

    monkeypatch.setattr(sys.modules["pocket.ui.ground"], "heading_bitmap", full)
    sim.wait(1200)
    ribbon = sim.app.screen.part.ribbon
    assert len(ribbon.group) == len(ribbon.columns) > 4


@pytest.mark.parametrize("won", [True, False])
def test_the_word_over_a_round_is_on_gold_only_for_who_won(sim, won):
    lays(sim, "r6", rack="r6", table=["r3 r4 r5"])
    until(sim, "Ending")
    sim.app.screen.part.won = won
    sim.wait(1200)
    shades = sim.app.screen.part.ribbon.columns[0].pixel_shader
    red, green, blue = ((shades[4] >> shift) & 255 for shift in (16, 8, 0))
    assert (red - blue > 100) == won and red + green + blue > 450


def table(sim):
    """The upper quarter of the picture."""
    picture = sim.image().convert("RGB")
    return picture.crop((0, 0, picture.width, picture.height // 4)).tobytes()


def test_the_tile_that_hops_lands_where_it_lay(pictured):  # noqa: F811
    lays(pictured, "r6", rack="r6", table=["r3 r4 r5"])
    pictured.app.settings.set("speed", 3)
    pictured.wait(3000)
    after = table(pictured)
    hand = lays(pictured, "r6", rack="r6", table=["r3 r4 r5"])
    pictured.wait(3000)
    assert table(pictured) == after
    pictured.app.settings.set("speed", 2)
    hand = lays(pictured, "r6", rack="r6", table=["r3 r4 r5"])
    pictured.wait(110)
    assert not hand.screen.part.tile.group.hidden
    golden_help.check(pictured, "effects_%s_hop" % SIZES[pictured.board])
    hand.press("B")  # in the air: it lands
    pictured.wait(3000)
    assert table(pictured) == after


# -- from the pool ---------------------------------------------------------------------------------


def draws(sim):
    """A person draws a tile: the game."""
    game = play_scene.position(["r3 r4 r5"], "k1 k5 k9", others="k13 b12 o9", options={"clock": 0})
    hand = hands(sim, game, levels=("", "easy"))
    hand.press("START", "A")
    assert part(sim) == "Watch"
    return game


def test_a_tile_that_is_drawn_flies_to_its_place_on_the_rack(pictured):  # noqa: F811
    game = draws(pictured)
    watch = pictured.app.screen.part
    layers = len(pictured.app.screen.group)
    assert len(watch.rack()) == 3 and len(game.racks[0]) == 4
    frames = painted(pictured, 100)
    assert watch.flight.tile.faces[0][0] == game.racks[0][3]
    golden_help.check(pictured, "effects_%s_draw" % SIZES[pictured.board])
    shelf = pictured.app.screen.board.shelf
    pictured.wait(300)
    assert watch.flight is None and len(watch.rack()) == 4
    assert shelf.faces[0][3] == game.racks[0][3]
    assert len(pictured.app.screen.group) == layers - 1
    wide, high = pictured.app.art.large
    assert len(frames) > 1 and max(frames) <= 4 * wide * (high + draw.shadow(high))


def test_the_tile_a_computer_draws_flies_face_down(sim):
    draws(sim)
    until(sim, "Thinking")
    until(sim, "Watch", 20000)
    assert sim.app.session.last.word == "draw" and sim.app.session.last.seat == 1
    sim.wait(60)
    flight = sim.app.screen.part.flight
    assert flight.tile.faces[0][0] == draw.FACE_NONE
    pill = [x for text, x, lit in sim.app.screen.head.said if lit][0]
    assert flight.goal[0] == pill


def test_a_key_ends_a_flight_and_goes_on(sim):
    draws(sim)
    sim.wait(60)
    watch = sim.app.screen.part
    tile = watch.flight.group
    sim.press("A", rest=30)
    assert sim.app.screen.part is not watch and tile not in sim.app.screen.group


def test_nothing_flies_at_the_quick_pace(sim):
    sim.app.settings.set("speed", 3)
    draws(sim)
    assert len(sim.app.screen.part.rack()) == 4
    sim.wait(60)
    assert sim.app.screen.part.flight is None


def begun(sim, seats=4, game_id="RK"):
    """The first screen of a game: (its game, the table of the draws)."""
    one = catalogue.new(game_id, seats, 12)
    newgame.seat_people(sim.app, one, PEOPLE[:seats])
    flow.next(sim.app)
    sim.wait(60)
    assert sim.app.name == "rounds.startdraw"
    return one, sim.app.screen.scene


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("pace", [2, 3])
def test_t_11_every_draw_for_the_start_is_turned_up(sim, seats, pace):
    sim.app.settings.set("speed", pace)
    one, table = begun(sim, seats)
    assert bool(table.coming) == (pace < 3)
    sim.wait(4500)
    assert not table.coming
    for seat in range(seats):
        row = table.rows[seat]
        drawn = [one.draws[i + 1] for i in range(0, len(one.draws), 2) if one.draws[i] == seat]
        assert [row.faces[0][i] for i in range(len(drawn))] == drawn
        lit = [row.bodies[0][i] == draw.OWN for i in range(len(drawn))]
        assert lit == [seat == one.starter] * len(drawn)
    assert table.ribbon.group in sim.app.screen.group
    assert len(table.ribbon.group) == len(table.ribbon.columns)


def test_where_cards_are_dealt_each_seat_has_some(sim):
    one, table = begun(sim, 3, "ER")
    assert table.coming
    sim.wait(4500)
    assert not table.coming and len(table.rows) == 3
    for row in table.rows:
        assert [row.grid[i, 0] for i in range(row.cols)] == [cards.halves(cards.BACK)[0]] * 2


@pytest.mark.parametrize("game_id, seats", [("ER", n) for n in range(2, 7)] + [("CR", 4)])
def test_nothing_at_the_deal_lies_over_anything_else(each, game_id, seats):  # noqa: F811
    """On 128 and 160 pixels names lay over the cards above them, and the pile did."""
    people = [("", "WWWWWWW")] + [("hard", "MMMMMMM")] * (seats - 1)
    one = catalogue.new(game_id, seats, 12)
    newgame.seat_people(each.app, one, people)
    flow.next(each.app)
    each.wait(4500)
    panel, table = each.app.screen.panel, each.app.screen.scene
    above = panel.font.ascent - 2  # no accents
    places = []  # left, top, right and bottom of each thing
    for row, _, label, text in panel.said:
        if 0 < row < 8 and text:
            y = label.y
            places.append((label.x, y - above, label.x + panel.font.measure(text) - 1, y))
    pool = table.start + (table.rows[0].w * (1 if game_id == "ER" else 5),)
    high = (table.minis.h << table.big) if game_id == "ER" else table.rows[0].h
    for x, y, wide in [(row.x, row.y, row.cols * row.w) for row in table.rows] + [pool]:
        places.append((x, y, x + wide, y + high))
    places.append((0, table.ribbon.group.y, each.app.w, panel.foot))
    assert len(places) >= 2 * seats + 3
    for i, (left, top, right, bottom) in enumerate(places):
        assert 0 <= left and right <= each.app.w and bottom <= panel.foot
        for other in places[:i]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_a_name_at_the_deal_is_whole_or_shows_that_it_is_not(each, seats):  # noqa: F811
    """On 128 pixels MMMMMMM was MMMMM, ANNABEL was ANNABE."""
    for name in ("WWWWWWW", "MMMMMMM", "ANNABEL"):
        newgame.seat_people(each.app, catalogue.new("ER", seats, 12), [("", name)] * seats)
        flow.next(each.app)
        each.wait(60)
        shown = [text for row, _, _, text in each.app.screen.panel.said if row == 1]
        assert len(shown) == seats
        if name == "ANNABEL" or seats < 6 or each.app.w > 160:
            assert set(shown) == {name}
        else:
            assert all(text == name or text.endswith("...") for text in shown)


def test_a_at_once_begins_the_game(sim):
    one, table = begun(sim)
    assert table.coming
    sim.press("A", rest=100)
    assert sim.app.name == "tilegame.play" and one.phase == "turn"


def test_the_table_of_the_draws(pictured):  # noqa: F811
    for game_id, seats in (("RK", 2), ("CR", 4), ("ER", 3)):
        begun(pictured, seats, game_id)
        frames = painted(pictured, 4500)[1:]  # behind the screen itself
        assert not frames or max(frames) * 16 < pictured.app.w * pictured.app.h
        golden_help.check(pictured, "effects_%s_begin%d" % (SIZES[pictured.board], seats))


# -- the podium ------------------------------------------------------------------------------------


def won(sim, one, totals=(56, -116, 16, 44)):
    """A game is over: the screen that follows."""
    if one.rules["game"] != "ER":
        one.totals = list(totals[: one.seats])
        one.winners = [0]
    one.phase = "over"
    one.note = newgame.pack_people(PEOPLE[: one.seats])
    newgame.seat_people(sim.app, one, PEOPLE[: one.seats])
    flow.next(sim.app)
    sim.wait(60)
    return sim.app.screen


def test_a_person_who_wins_the_game_sees_the_podium(sim):
    podium = won(sim, tile_game.Game("RK", 4, 12))
    assert sim.app.name == "rounds.podium"
    sim.wait(3000)
    tall = [column.rows for column in dict.fromkeys(item[0] for item in podium.coming)]
    assert tall == [4, 1, 2, 3, 1]  # the last is the winner's joker
    sim.press("A", rest=60)
    assert sim.app.name == "rounds.score" and sim.app.screen.over
    won(sim, tile_game.Game("RK", 4, 12), (10, 56, -30, -36))  # a computer wins
    assert sim.app.name == "rounds.score"


def test_a_win_that_is_shared_has_a_joker_each(sim):
    podium = won(sim, tile_game.Game("RK", 4, 12), (30, 30, -30, -30))
    assert len(podium.jokers) == 2 and podium.best == [0, 1]


def test_a_key_builds_the_podium_at_once_the_next_goes_on(sim):
    podium = won(sim, tile_game.Game("RK", 2, 12))
    sim.press("B")
    assert podium.laid == len(podium.coming) and sim.app.name == "rounds.podium"
    sim.press("B", rest=60)
    assert sim.app.name == "rounds.score"


def test_8_round_rummy_has_a_podium(sim):
    one = eight.EightGame(4, 1)
    one.won = bytearray([0, 1, 0, 2, 1, 3, 0, 0])
    one.round = 8
    won(sim, one)
    assert sim.app.name == "rounds.podium"


def test_pictures(pictured):  # noqa: F811
    size = SIZES[pictured.board]
    pictured.wait(20)
    opens(pictured)
    pictured.wait(700)
    golden_help.check(pictured, "effects_%s_opened" % size)
    moves(pictured)
    pictured.wait(900)
    golden_help.check(pictured, "effects_%s_moved" % size)
    podium = won(pictured, tile_game.Game("RK", 4, 12))
    whole = podium.app.w * podium.app.h
    frames = painted(pictured, 3000)
    assert max(frames) * 20 < whole and len(frames) > 30
    golden_help.check(pictured, "effects_%s_podium" % size)
