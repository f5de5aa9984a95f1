"""Moves on show: a computer's turn, that of the person before, the end of a round."""

import gc

import play_scene
import pytest
from conftest import ROOT
from play_scene import boxed, hands
from pocket.always import input
from pocket.ui import strip
from scenes import RACK, TABLE
from screens_help import handheld, put

from rules.tilegame import game as games
from rules.tilegame import tiles
from tools.device import wordtable


def part(sim):
    """The name of what goes on at the board."""
    return type(sim.app.screen.part).__name__


def on_show(sim):
    """The table on show as texts, sets without tiles left out."""
    sets = sim.app.screen.part.sets()
    return sorted(" ".join(tiles.set_text(codes)) for codes in sets if len(codes))


def until(sim, name, most=6000):
    """Wait until part `name` runs."""
    for _ in range(most // 20):
        if sim.app.name == "tilegame.play" and part(sim) == name:
            return
        sim.wait(20)
    raise AssertionError("%s does not come" % name)


def computers_play(sim, **settings):
    """A play that takes a tile from a run: the film begins. Returns the game."""
    game = play_scene.position(
        ["r3 r4 r5 r6", "k7 r7 b7"], "k1 k2", others="k6 b6 k12", options={"clock": 0}
    )
    for name in settings:
        sim.app.settings.set(name, settings[name])
    play_scene.show(sim, game, levels=("", "normal"))
    game.seat = 1
    sim.app.sitting.turn = None
    sim.app.screen.turn()
    until(sim, "Watch")
    return game


def test_a_play_is_shown_tile_by_tile_150_ms_each(sim):
    computers_play(sim)
    film = [(sim.ms, on_show(sim))]
    for _ in range(200):
        sim.wait(10)
        now = on_show(sim)
        if now != film[-1][1]:
            film.append((sim.ms, now))
    old = ["k7 r7 b7", "r3 r4 r5 r6"]
    assert [sets for _, sets in film] == [
        old,
        ["k6"] + old,
        ["k6 r6", "k7 r7 b7", "r3 r4 r5"],
        ["k6 r6 b6", "k7 r7 b7", "r3 r4 r5"],
    ]
    steps = [later[0] - before[0] for before, later in zip(film[1:], film[2:])]
    assert all(130 <= step <= 340 for step in steps), steps  # the tile that moves blinks first


def test_any_key_hurries_and_the_table_before_can_be_looked_at(sim):
    game = computers_play(sim)
    screen = sim.app.screen
    sim.press("UP")
    assert on_show(sim) == ["k6 r6 b6", "k7 r7 b7", "r3 r4 r5"]
    assert screen.foot.text.startswith("BOB lays") and "before" in screen.foot.tail
    sim.press("LEFT")
    assert on_show(sim) == ["k7 r7 b7", "r3 r4 r5 r6"]
    assert screen.foot.text.startswith("Before") and "after" in screen.foot.tail
    sim.wait(5000)
    assert part(sim) == "Watch"  # it stays as long as one looks
    sim.press("RIGHT", "A")
    assert part(sim) == "PersonTurn" and game.seat == 0


def test_what_a_key_does_behind_a_move_is_said(each):  # noqa: F811
    """A cap alone stood beside "BOB draws"; with its word where there is room for it."""
    game = play_scene.position(["r3 r4 r5"], "k1 k2", others="k6 o9", options={"clock": 0})
    play_scene.show(each, game, levels=("", "normal"))
    game.seat = 1
    each.app.sitting.turn = None
    each.app.screen.turn()
    until(each, "Watch")
    each.wait(100)
    foot = each.app.screen.foot
    assert foot.text.startswith("BOB draws")
    assert (
        foot.tail.endswith("go on") or foot.font.measure(foot.text + "   \x0e go on") > foot.w - 8
    )


def test_a_turn_that_is_on_show_is_kept_when_the_menu_is_opened(sim):
    game = computers_play(sim)
    sim.hold("START", 700)
    assert sim.app.name == "menus.pause"
    sim.press("B", rest=60)
    assert part(sim) == "PersonTurn"  # the menu leads on to the next turn
    kept = games.unpack(sim.app.store.load("game")[0][3:])
    assert (kept.seat, sorted(kept.table)) == (0, sorted(game.table))


def lit(sim):
    """The names that stand on a pill in the head line."""
    return [text.split()[0] for text, _, lit in sim.app.screen.head.said if lit]


def test_the_one_who_plays_is_lit_and_in_ones_own_turn_the_rack(sim):
    computers_play(sim)
    assert sim.app.sitting.game.seat == 0  # the move is made; its player is still on show
    edge = sim.app.screen.board.edge
    dark = edge[len(edge) - 1]
    assert lit(sim) == ["BOB"]
    until(sim, "PersonTurn")
    assert lit(sim) == ["ANN"] and edge[len(edge) - 1] != dark


def shades(sim):
    """Which tiles of the table lie on which body: {text: body}."""
    running = sim.app.screen.part
    return {
        tiles.text(code): body
        for codes, row in zip(running.sets(), running.shades())
        for code, body in zip(codes, row)
    }


def test_what_was_laid_and_moved_keeps_a_mark_until_the_first_put(sim):
    from pocket.always import draw

    sim.app.sitting.known = {}
    game = computers_play(sim)
    sim.app.sitting.known[0] = [codes for codes in sim.app.sitting.last.before]
    until(sim, "PersonTurn")
    marked = {text for text, body in shades(sim).items() if body == draw.MARKED}
    assert marked == {"k6", "r6", "b6"}
    hand = play_scene.Hands(sim)
    game.racks[0][:] = hand.turn.rack
    hand.take("k1")
    hand.to_place()
    hand.press("A")
    assert draw.MARKED not in shades(sim).values()


def test_ones_own_tiles_are_not_new_in_the_next_turn_and_those_of_others_are(sim):
    from pocket.always import draw

    game = play_scene.position(
        ["r3 r4 r5"], "r6 k1 k9", others="k12 r12 b12 k2 o9", options={"clock": 0}
    )
    hand = hands(sim, game, levels=("", "normal"))
    hand.take("r6")
    hand.press("SELECT", "START")
    until(sim, "Watch", 20000)
    until(sim, "PersonTurn", 20000)
    assert game.seat == 0 and on_show(sim) == ["k12 r12 b12", "r3 r4 r5 r6"]
    marked = {text for text, body in shades(sim).items() if body == draw.MARKED}
    assert marked == {"k12", "r12", "b12"}


def watched(sim, before, after, rack, spots, seen):
    """The film of a play that a person before has made: (Watch, the spots of `after` on show).

    before, after: lists of texts. spots, seen: where their sets lie, (row, column) each; seen None:
    what is on show is the table before, as where a computer plays.
    """
    from pocket.tilegame import moves, watch

    game = play_scene.position(before, rack, options={"clock": 0})
    play_scene.show(sim, game)
    old = list(game.table)
    laid = bytes(tiles.parse_set(rack.split()))
    table = [bytes(tiles.parse_set(words.split())) for words in after]
    game.table = table
    move = moves.Move(0, "play", old, triples(spots), laid, False, 0)
    sim.app.sitting.seen = (list(table), triples(seen)) if seen else (old, triples(spots))
    return watch.Watch(sim.app.screen, move), sim.app.sitting.seen[1]


def triples(spots):
    """(row, column) pairs as the layout keeps them."""
    return bytearray(b for row, col in spots for b in (row, col, 0))


def places(spots):
    """`triples` read back."""
    return [(spots[i], spots[i + 1]) for i in range(0, len(spots), 3)]


def test_the_table_before_lies_where_it_lay(sim):
    film, _ = watched(
        sim,
        ["k7 r7 b7", "r3 r4 r5 r6"],
        ["r3 r4 r5 r6 r7", "k7 b7 o7"],
        "o7",
        [(0, 12), (2, 0)],
        [(2, 0), (0, 12)],
    )
    film._end_steps()
    film.key(input.LEFT, input.PRESS)
    assert [" ".join(tiles.set_text(codes)) for codes in film.sets()] == ["k7 r7 b7", "r3 r4 r5 r6"]
    assert places(film.spots()) == [(0, 12), (2, 0)]
    film.key(input.RIGHT, input.PRESS)
    assert places(film.spots()) == [(2, 0), (0, 12)]


def test_sets_that_go_on_stay_where_they_lay(sim):
    film, seen = watched(
        sim,
        ["k7 r7 b7", "r3 r4 r5", "o1 o2 o3"],
        ["r3 r4 r5 r6", "k7 r7 b7", "o1 o2 o3"],
        "r6",
        [(2, 4), (0, 7), (4, 1)],
        None,
    )
    assert places(seen) == places(film.spots()) == [(0, 7), (2, 4), (4, 1)]


def test_a_set_that_ends_stays_in_its_place_until_its_last_tile_has_gone(sim):
    """The group of 6s goes into three runs."""
    film, _ = watched(
        sim,
        ["k7 k8 k9", "r7 r8 r9", "k6 r6 b6", "b7 b8 b9"],
        ["k6 k7 k8 k9", "r6 r7 r8 r9", "b6 b7 b8 b9 b10"],
        "b10",
        [(0, 1), (1, 1), (3, 5), (2, 1)],
        [(0, 0), (1, 0), (2, 0)],
    )
    assert places(film.spots()) == [(0, 0), (1, 0), (2, 0), (3, 5)]
    assert bytes(film.sets()[3]) == bytes(tiles.parse_set("k6 r6 b6".split()))


def test_a_set_on_its_way_never_hangs_over_the_edge(sim):
    """The run gives a tile away and lies at the right edge then: with it, further left."""
    cols = 15
    film, seen = watched(
        sim,
        ["r3 r4 r5 r6", "k6 b6 o6", "k9 r9 b9"],
        ["r3 r4 r5", "k6 r6 b6 o6", "k9 r9 b9 o9"],
        "o9",
        [(0, 0), (1, 0), (2, 0)],
        [(0, cols - 3), (1, 0), (2, 0)],
    )
    assert sim.app.screen.board.table.cols == cols and places(seen)[0] == (0, cols - 3)
    assert places(film.spots()) == [(0, cols - 4), (1, 0), (2, 0)]
    film._end_steps()
    assert places(film.spots()) == [(0, cols - 3), (1, 0), (2, 0)]


def test_the_drawn_tile_is_marked_until_the_first_put_of_the_next_turn(sim):
    from pocket.always import draw

    game = play_scene.position(TABLE, RACK, others="k5 k6 b13", options={"clock": 0})
    hand = hands(sim, game, levels=("", "easy"))
    before = bytes(game.racks[0])
    hand.press("START", "A")
    drawn = [code for code in set(game.racks[0]) if game.racks[0].count(code) > before.count(code)]
    hand.press("A")
    until(sim, "PersonTurn", 20000)
    row = sim.app.screen.part.rack_shades()
    assert [sim.app.sitting.turn.rack[i] for i in range(len(row)) if row[i] == draw.MARKED] == drawn


def test_every_penalty_tile_is_marked(sim):
    """RK-11: three tiles are drawn, three are marked."""
    from pocket.always import draw

    game = play_scene.position(TABLE, RACK)
    hand = hands(sim, game)
    hand.take("r5")
    hand.press("SELECT", rest=60000)
    hand.press("RIGHT", rest=60500)  # or the light goes down, and the clock stands
    assert list(sim.app.screen.part.rack_shades()).count(draw.MARKED) == 3
    assert hand.screen.foot.text.startswith("Time's up, penalty:")


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_no_tile_that_was_drawn_is_left_out_of_the_line(tmp_path, language):
    """On 128 pixels: three with two numbers each are in the line, or in a box over it."""
    from pocket.ui import words

    with handheld(tmp_path, "tinycircuits_thumby_color") as sim:
        try:
            play_scene.show(sim, play_scene.position(TABLE, RACK))
            words.speak(language)
            screen = sim.app.screen
            for text in ("@play.drew", "@play.failed", "@play.time_drew", "@play.time_moved"):
                number = wordtable.numbers(wordtable.load(ROOT))[text]
                screen.message = words.say(number) + " \x0113 \x0313 \x0413"
                screen.draw_foot()
                grid = screen.tiles and screen.tiles[1].bitmap.width
                whole = screen.foot.font.wide(screen.tiles[0]) if screen.tiles else 0
                assert boxed(screen).count("13") == 3 or grid >= screen.foot.pad + whole, text
                strip.clear_box(screen)
        finally:
            words.speak("en")


def test_the_bar_is_not_red_after_a_turn_that_ran_low(sim):
    game = play_scene.position(TABLE, RACK, others="k5 k6 b13")
    hand = hands(sim, game, levels=("", "easy"))
    head = hand.screen.head.clock.grid
    bad = strip.ink(sim.app.art, strip.LOW)
    seen = set()
    for tenth in range(1230):
        sim.wait(100)
        if tenth == 600:
            hand.press("RIGHT")
        seen.add(head.pixel_shader is bad)
        if game.seat:
            break
    assert seen == {True, False}
    sim.wait(500)
    assert head.pixel_shader is not bad


# -- between two persons ---------------------------------------------------------------------------


def frames(folder, rack):
    """Every frame painted from one person's last press to the other's A; the other holds `rack`.
    Returns (frames, the picture after A)."""
    with handheld(folder, blind=False) as sim:
        game = play_scene.position(
            ["r3 r4 r5"], "r6 k1 k9 o2", others=rack, options={"clock": 0}, seats=2
        )
        game.pool = bytearray(sorted(game.pool))[-20:]
        people = [("", "ANNA"), ("", "BEN")]
        put(sim, game, people)
        seen = []
        display = sim.display
        refresh = display.refresh

        def record(**options):
            refresh(**options)
            if sim.app.screen is not None:
                seen.append(sim.image().convert("RGB").tobytes())

        display.refresh = record
        sim.wait(800)
        sim.press("A", rest=800)
        hand = play_scene.Hands(sim)
        hand.take("r6")
        hand.press("SELECT", "START")
        sim.press("A", rest=300)  # at once: it opens nothing
        assert sim.app.name == "rounds.handover" and game.seat == 1
        sim.wait(700)
        many = len(seen)
        sim.press("A", rest=200)
        assert sim.app.name == "tilegame.play"
        return seen[:many], seen[-1]


def test_nothing_of_anothers_rack_is_on_the_panel_not_for_a_frame(tmp_path):
    """Whatever the next person holds, every frame until that person's A is the same."""
    first, after = frames(tmp_path / "one", "k5 k6 b13 o4 o5")
    second, other = frames(tmp_path / "two", "b1 b2 r13 k2 k3")
    assert len(first) > 5 and first == second
    assert after != other


def test_what_the_person_before_did_is_shown(sim):
    game = play_scene.position(["r3 r4 r5"], "r6 k1 k9", others="k5 k6 b13", options={"clock": 0})
    put(sim, game, [("", "ANNA"), ("", "BEN")])
    sim.wait(800)
    sim.press("A", rest=600)
    hand = play_scene.Hands(sim)
    hand.take("r6")
    hand.press("SELECT", "START", rest=800)
    sim.press("A")
    assert part(sim) == "Watch" and sim.app.screen.message.startswith("ANNA lays")
    assert on_show(sim) == ["r3 r4 r5"]
    sim.press("A")
    assert on_show(sim) == ["r3 r4 r5 r6"] and part(sim) == "Watch"
    sim.press("A")
    assert part(sim) == "PersonTurn" and sim.app.sitting.game.seat == 1


def test_what_ended_a_round_is_not_shown_again_in_the_next(sim):
    game = play_scene.position(
        ["r3 r4 r5"], "r6", game_id="RG", options={"length": 2}, others="k5 k6 b13"
    )
    game.starter = 0  # then it is the other's turn to begin (RG-1)
    put(sim, game, [("", "ANNA"), ("", "BEN")])
    sim.wait(800)
    sim.press("A", rest=600)
    hand = play_scene.Hands(sim)
    hand.press("A", "SELECT", "START")
    assert game.phase == games.ROUND
    for _ in range(40):
        if sim.app.name == "tilegame.play" and game.phase == games.TURN:
            break
        sim.press("A", rest=800)
    assert part(sim) == "PersonTurn" and game.seat == 1 and not game.table


# -- the menu at any time --------------------------------------------------------------------------


def test_start_held_opens_the_menu_and_the_built_turn_is_kept(sim):
    hand = hands(sim, play_scene.position(TABLE, RACK))
    hand.press("A", "A", "A", "SELECT")
    used = sim.app.sitting.used
    sim.hold("START", 700)
    assert sim.app.name == "menus.pause" and sim.app.sitting.game.seat == 0
    sim.wait(60000)
    sim.press("B", rest=100)
    assert sim.app.name == "tilegame.play" and hand.turn.laid == 3
    assert sim.app.sitting.used < used + 2000
    hand.press("START")
    assert sim.app.sitting.game.seat == 1


def test_start_held_opens_the_menu_while_a_computer_thinks_and_plays(sim):
    computers_play(sim)
    sim.hold("START", 700)
    assert sim.app.name == "menus.pause"


def ask_by_chord(sim):
    sim.down("DOWN")
    sim.press("START")
    sim.up("DOWN")
    sim.wait(1500)


def test_boards_without_select_have_chords(tmp_path):
    """Where START held is SELECT: UP and START open the menu, DOWN and START ask for a hint."""
    with handheld(tmp_path, "deshipu_ugame_s3") as sim:
        assert sim.app.keys.no_select
        hand = hands(sim, play_scene.position(TABLE, RACK))
        for step in ("You can lay", "With the marked", "Like this.", "You can lay"):
            ask_by_chord(sim)
            assert hand.screen.message.startswith(step)
        sim.down("UP")
        sim.press("START")
        sim.up("UP")
        assert sim.app.name == "menus.pause"


def test_the_chord_for_a_hint_leaves_a_sort_before_it(tmp_path):
    """It took the last sort back as if its own press had sorted."""
    with handheld(tmp_path, "deshipu_ugame_s3") as sim:
        hand = hands(sim, play_scene.position(TABLE, RACK))
        sim.hold("START", 700)
        order, chosen = bytes(hand.turn.rack), sim.app.settings.sorting
        assert order != bytes(tiles.parse_set(RACK.split()))
        hand.press("RIGHT", "RIGHT")
        ask_by_chord(sim)
        assert hand.screen.message.startswith("You can lay")
        assert (bytes(hand.turn.rack), sim.app.settings.sorting) == (order, chosen)


# -- the end ---------------------------------------------------------------------------------------


def test_going_out_is_seen_before_the_sheet(sim):
    game = play_scene.position(["r3 r4 r5"], "r6", others="k5 k6 b13", options={"clock": 0})
    hand = hands(sim, game, levels=("", "easy"))
    hand.press("A", "SELECT", "START")
    assert game.phase == games.ROUND and part(sim) == "Ending"
    lit = set()
    for _ in range(60):
        sim.wait(20)
        lit |= {text for text, body in shades(sim).items() if body != 1}
    assert lit == {"r6"}
    ending = sim.app.screen.part
    assert ending.word == "RUMMIKUB!" and boxed(sim.app.screen) == "ANN BOB"
    assert [line.text for line in ending.scores] != ["%+d" % score for score in game.scores()]
    sim.wait(1500)
    assert [line.text for line in ending.scores] == ["%+d" % score for score in game.scores()]
    sim.press("A", rest=60)
    assert sim.app.name == "rounds.score"


def test_a_press_in_the_ending_only_hurries(sim):
    game = play_scene.position(["r3 r4 r5"], "r6", others="k5 k6 b13", options={"clock": 0})
    hand = hands(sim, game, levels=("", "easy"))
    hand.press("A", "SELECT", "START", "A")
    assert part(sim) == "Ending"
    assert sim.app.screen.part.scores[0].text == "%+d" % game.scores()[0]
    sim.press("A", rest=60)
    assert sim.app.name == "rounds.score"


@pytest.mark.parametrize("game_id", ["RK", "KR"])
def test_a_computer_passes_where_the_games_code_has_given_way_to_the_solver(
    sim, monkeypatch, game_id
):
    """KR-10, RK-9: on a board, which tells how much memory is free, nothing of the game but what it
    holds is there while a computer thinks."""
    monkeypatch.setattr(gc, "mem_free", lambda: 60000, raising=False)
    game = play_scene.position([], "k1 r5", game_id=game_id, seats=3, others="b2 o9", pool=0)
    game.seat = 1
    play_scene.show(sim, game)
    until(sim, "Watch")
    assert sim.app.sitting.last.word == "pass"
    assert not sim.app.mishaps.idle
