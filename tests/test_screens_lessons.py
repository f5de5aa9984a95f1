"""Lessons: every step is fair, can be done as told, refuses anything else, and fits the screen."""

import os

import play_scene
import pytest
from pocket.screens import lesson
from pocket.ui import book
from screens_help import choose, handheld, paper, screen

from rules.solver import search as solver
from rules.tilegame import game, tiles

HELP = os.path.join(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "assets", "help", "en"
)
GAMES = ("RK", "RG", "CR", "KR", "ER")


def path(game_id):
    return os.path.join(HELP, "lesson_%s.txt" % game_id)


def steps(game_id):
    """(title, orders) of every page that asks for something."""
    one = book.Book([path(game_id)], {}, paper(), False)
    out = []
    with open(path(game_id), "rb") as file:
        for title, place in one.titles():
            asked = lesson.orders(file, place[1])
            if asked:
                out.append((title, asked))
    return out


STEPS = [(game_id, title) for game_id in GAMES for title, _ in steps(game_id)]
TILE_STEPS = [step for step in STEPS if step[0] != "ER"]


@pytest.mark.parametrize("size", [(160, 128), (128, 128), (240, 240), (320, 240)])
@pytest.mark.parametrize("game_id", GAMES)
def test_pages_fit_and_titles_are_short(game_id, size):
    panel = paper(*size)
    one = book.Book([path(game_id)], {}, panel, game_id == "ER")
    place = one.start()
    seen = 0
    while place:
        seen = seen + 1 if place[3] else 1
        title, items, place = one.page(place)
        assert title and panel.font.measure(title) <= panel.w
        high = [one.picture if kind == book.PICTURE else 1 for kind, _ in items]
        assert sum(high) <= one.rows
        assert seen <= 2, title + " needs a third page"
        assert size[0] < 240 or seen == 1, title + " needs a second page"


@pytest.mark.parametrize("game_id, title", STEPS)
def test_hints_fit_one_line_of_the_smallest_screen(game_id, title):
    asked = dict(steps(game_id))[title]
    assert 0 < len(asked["hint"]) <= 26


@pytest.mark.parametrize("game_id, title", TILE_STEPS)
def test_a_tile_step_can_be_done_as_told_and_nothing_else(game_id, title):
    asked = dict(steps(game_id))[title]
    one = lesson.prepare(game_id, asked)
    one.check()
    assert one.phase == game.TURN and one.seat == 0
    if "draw" in asked:
        assert one.apply(("play", [])) is not None and not one.done
        assert one.apply(("draw",)) is None and one.done
        return
    assert one.apply(("draw",)) == ("Lesson", asked["hint"])
    assert not one.done
    want = tiles.parse_set(asked["lay"].split())
    best = solver.run(one.rules, one.table, bytearray(want), bool(one.opened[0]))
    assert sorted(best.laid) == sorted(want)
    assert one.apply(("play", best.table)) is None
    assert one.done


@pytest.mark.parametrize("title", [title for game_id, title in STEPS if game_id == "ER"])
def test_a_card_step_can_be_done_as_told_and_nothing_else(title):
    from rules.eight import cards as eight_cards
    from rules.eight import game as eight

    asked = dict(steps("ER"))[title]
    one = lesson.prepare("ER", asked)
    one.check()
    other = "pile" if asked["take"] == "discard" else "discard"
    assert one.apply(("take", other)) == ("Lesson", asked["hint"])
    assert one.apply(("take", asked["take"])) is None
    keep = [code for code in one.hands[0] if code != eight_cards.parse(asked["drop"])]
    assert one.apply(("discard", keep[0])) == ("Lesson", asked["hint"])
    assert not one.done
    won = one.round
    assert one.apply(("discard", eight_cards.parse(asked["drop"]))) is None
    assert one.done
    if asked["drop"] != "<>":
        assert one.won[won - 1] == 0
    else:
        assert ("reverse", 0, 1) in one.events
    assert one.phase == eight.TURN


# What each page tells the player to do, by buttons. "hold" and "take" a rack tile, "table" a tile
# on the table; "?" is SELECT again while another place is offered.
TOLD = {
    "RK": [
        "hold k10",
        "SELECT",
        "START",
        "take r8",
        "SELECT",
        "take o10",
        "SELECT",
        "START",
        "take b6",
        "take b7",
        "table b8",
        "SELECT",
        "START",
        "take b5",
        "SELECT",
        "?",
        "START",
        "take r5",
        "SELECT",
        "take b9",
        "take b10",
        "SELECT",
        "START",
        "START",
        "START",
    ],
    "RG": [
        "hold k12",
        "SELECT",
        "hold r5",
        "SELECT",
        "START",
        "hold k13",
        "SELECT",
        "hold r11",
        "SELECT",
        "take y6",
        "SELECT",
        "START",
        "take b6",
        "take *",
        "take b8",
        "SELECT",
        "START",
        "take r5",
        "SELECT",
        "take k9",
        "take k10",
        "SELECT",
        "START",
    ],
    "CR": [
        "take k13",
        "take r13",
        "take *",
        "SELECT",
        "START",
        "take g5",
        "SELECT",
        "?",
        "START",
        "take b7",
        "SELECT",
        "take g2",
        "take k2",
        "SELECT",
        "START",
    ],
    "KR": [
        "hold k10",
        "SELECT",
        "START",
        "hold y4",
        "SELECT",
        "START",
        "take r5",
        "SELECT",
        "SELECT",
        "START",
    ],
}


@pytest.mark.parametrize("game_id", sorted(TOLD))
def test_a_whole_lesson_goes_as_its_pages_say(tmp_path, game_id):
    names = {"RK": "Rummikub", "RG": "Rummy Gin", "CR": "Classic", "KR": "Kiran"}
    with handheld(tmp_path) as sim:
        choose(sim, "First lesson")
        choose(sim, names[game_id])
        hand = play_scene.Hands(sim)

        def read():
            """Go on over pages to the next turn, or to the end."""
            while screen(sim) == "lesson":
                sim.press("A")
                sim.wait(100)

        read()
        for what in TOLD[game_id]:
            assert screen(sim) == "play", what
            word, _, text = what.partition(" ")
            if word == "take":
                hand.take(text)
            elif word == "hold":
                hand.to_rack(sim.app.turn.rack.find(bytes((tiles.parse(text),))))
                sim.hold("A", 700)
            elif word == "table":
                code = tiles.parse(text)
                sets = sim.app.turn.sets
                which = [i for i in range(len(sets)) if code in sets[i]][0]
                hand.to_table(which, sets[which].find(bytes((code,))))
                sim.press("A")
            elif word == "?":
                for _ in range(3):
                    if sim.app.turn.wrong() or len(sim.app.turn.sets) < 2:
                        sim.press("SELECT")
            else:
                sim.press(word)
            if word == "START":
                sim.wait(2000)
                read()
        assert screen(sim) == "title"
        assert sim.app.settings.lessons == game_id


def test_the_lesson_of_8_round_rummy_goes_as_its_pages_say(tmp_path):
    from rules.eight import cards as eight_cards

    with handheld(tmp_path) as sim:
        choose(sim, "First lesson")
        choose(sim, "8 Round")
        made = 0
        while screen(sim) == "lesson":
            asked = sim.app.screen.asked
            sim.press("A")
            sim.wait(100)
            if screen(sim) != "eightscreen":
                continue
            game = sim.app.game
            if asked["take"] == "discard":
                sim.press("RIGHT")
            sim.press("A")
            sim.wait(60)
            code = eight_cards.parse(asked["drop"])
            for _ in range(9):
                if game.hands[0][sim.app.screen.at] == code:
                    break
                sim.press("LEFT")
            sim.press("A")
            sim.wait(60)
            for _ in range(6):  # what came of it is told; then the lesson goes on
                if screen(sim) == "eightscreen":
                    sim.press("A")
                    sim.wait(300)
            assert game.done and screen(sim) in ("lesson", "title")
            made += 1
        assert screen(sim) == "title" and made == 4
        assert sim.app.settings.lessons == "ER"
