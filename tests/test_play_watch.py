"""Moves on show: a computer's turn, that of the person before, the end of a round."""

import pytest
from conftest import ROOT
from play_scene import position
from pocket.app import input
from words_table import _on_show

from rules.tilegame import game as games
from rules.tilegame import tiles
from tools.device import wordtable

BEFORE, AFTER = "k7 r7 b7 / r3 r4 r5 r6", "k6 r6 b6 / k7 r7 b7 / r3 r4 r5"


def test_a_play_is_shown_tile_by_tile_150_ms_each(scene):
    scene("table %s; rack k1 k2; others k6 b6 k12; options clock=0" % BEFORE)
    scene("players ANN BOB/normal; to_move 1")
    scene.runs("Watch")
    film = [(scene.sim.ms, _on_show(scene))]
    for _ in range(200):
        scene.sim.wait(10)
        if scene.part is None:  # between two
            continue
        now = _on_show(scene)
        if now != film[-1][1]:
            film.append((scene.sim.ms, now))
    old = BEFORE.split(" / ")
    late = ["k7 r7 b7", "r3 r4 r5"]
    assert [sets for _, sets in film] == [old, ["k6"] + old, ["k6 r6"] + late, ["k6 r6 b6"] + late]
    steps = [later[0] - before[0] for before, later in zip(film[1:], film[2:])]
    assert all(130 <= step <= 340 for step in steps), steps  # the tile that moves blinks first


@pytest.mark.parametrize("board", ["pybadge", "tinycircuits_thumby_color", "pimoroni_picosystem"])
def test_what_a_key_does_behind_a_move_is_said_where_there_is_room(scene, board):
    scene("board %s; table r3 r4 r5; rack k1 k2; others k6 o9; options clock=0" % board)
    scene("players ANN BOB/normal; to_move 1; foot BOB draws")
    foot = scene.screen.foot
    long = foot.font.measure(foot.text + "   \x0e go on") > foot.w - 8
    assert foot.tail.endswith("go on") or long


# -- where sets lie while a play is shown

FILMS = {  # before, after, laid, where they lay, where they lie or None, where during the film
    "sets that go on lie where they lay": (
        "k7 r7 b7 / r3 r4 r5 / o1 o2 o3", "r3 r4 r5 r6 / k7 r7 b7 / o1 o2 o3", "r6",
        [(2, 4), (0, 7), (4, 1)], None, [(0, 7), (2, 4), (4, 1)],
    ),
    "a set that ends is in its place until its last tile has gone": (
        "k7 k8 k9 / r7 r8 r9 / k6 r6 b6 / b7 b8 b9", "k6 k7 k8 k9 / r6 r7 r8 r9 / b6 b7 b8 b9 b10",
        "b10", [(0, 1), (1, 1), (3, 5), (2, 1)], [(0, 0), (1, 0), (2, 0)],
        [(0, 0), (1, 0), (2, 0), (3, 5)],
    ),
    "a set on its way never hangs over the edge": (
        "r3 r4 r5 r6 / k6 b6 o6 / k9 r9 b9", "r3 r4 r5 / k6 r6 b6 o6 / k9 r9 b9 o9", "o9",
        [(0, 0), (1, 0), (2, 0)], [(0, 12), (1, 0), (2, 0)], [(0, 11), (1, 0), (2, 0)],
    ),
}  # fmt: skip


def film_of(scene, before, after, laid, lay, lie):
    """Return the film of a play that a person before has made."""
    from pocket.tilegame import moves, watch

    scene("table %s; rack %s; options clock=0" % (before, laid))
    old = list(scene.game.table)
    table = [bytes(tiles.parse_set(one.split())) for one in after.split(" / ")]
    scene.game.table = table
    scene.session.seen = (list(table), triples(lie)) if lie else (old, triples(lay))
    move = moves.Move(scene.session, "play")
    move.before, move.spots, move.laid = old, triples(lay), bytes(tiles.parse_set([laid]))
    scene.screen.board.fit(old, triples(lay), 0, True)
    return watch.Watch(scene.screen, move)


def triples(spots):
    """Return (row, column) pairs as the layout keeps them."""
    return bytearray(b for row, col in spots for b in (row, col, 1))


def places(spots):
    """`triples` read back."""
    return [(spots[i], spots[i + 1]) for i in range(0, len(spots), 3)]


@pytest.mark.parametrize("before, after, laid, lay, lie, during", FILMS.values(), ids=FILMS)
def test_sets_in_a_film(scene, before, after, laid, lay, lie, during):
    film = film_of(scene, before, after, laid, lay, lie)
    scene.screen.board.draw(film)
    shown, sets = scene.screen.board.table.shown[0], film.table()[0]
    for i, (row, col) in enumerate(during):
        start = row * scene.screen.board.table.cols + col
        assert shown[start : start + len(sets[i])] == sets[i]
    film._end_steps()
    assert places(film.table()[1]) == places(scene.session.seen[1])


def test_the_table_before_lies_where_it_lay(scene):
    film = film_of(
        scene, BEFORE, "r3 r4 r5 r6 r7 / k7 b7 o7", "o7", [(0, 12), (2, 0)], [(2, 0), (0, 12)]
    )
    film._end_steps()
    film.key(input.LEFT, input.PRESS)
    assert [" ".join(tiles.set_text(codes)) for codes in film.table()[0]] == BEFORE.split(" / ")
    assert places(film.table()[1]) == [(0, 12), (2, 0)]
    film.key(input.RIGHT, input.PRESS)
    assert places(film.table()[1]) == [(2, 0), (0, 12)]


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_no_tile_that_was_drawn_is_left_out_of_the_line(scene, language):
    """On 128 pixels: three with two numbers each are in the line, or in a box over it."""
    from pocket.ui import strip, words

    scene("board tinycircuits_thumby_color; usual; speak " + language)
    screen = scene.screen
    numbers = wordtable.numbers(wordtable.load(ROOT))
    for text in ("@play.drew", "@play.failed", "@play.time_drew", "@play.time_moved"):
        screen.message = words.say(numbers[text]) + " \x0113 \x0313 \x0413"
        screen.draw_foot()
        grid = screen.tiles and screen.tiles[1].bitmap.width
        whole = screen.foot.font.line_width(screen.tiles[0]) if screen.tiles else 0
        assert scene.boxed().count("13") == 3 or grid >= screen.foot.pad + whole, text
        strip.clear_box(screen)
    scene.speak("en")


# -- from round to round


def test_what_ended_a_round_is_not_shown_again_in_the_next(scene):
    game = position(["r3 r4 r5"], "r6", game_id="RG", options={"length": 2}, others="k5 k6 b13")
    game.starter = 0  # then it is the other's turn to begin (RG-1)
    scene.put(game, [("", "ANNA"), ("", "BEN")])
    scene("wait 800; A; wait 600; A SELECT START")
    assert game.phase == games.ROUND
    for _ in range(40):
        if scene.app.name == "tilegame.play" and game.phase == games.TURN:
            break
        scene.sim.press("A", rest=800)
    scene.runs("PersonTurn")
    assert game.seat == 1 and not game.table
