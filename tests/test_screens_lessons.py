"""Lessons: every step is fair, can be done as told, refuses anything else, and fits the screen."""

import os
import re
import sys

import play_scene
import pytest
from conftest import ROOT
from pocket.app import draw
from pocket.learn import lesson
from pocket.saves import settingsfile
from pocket.ui import book
from screens_help import handheld, pages, paper, show, titles
from words_lessons import best, steps
from words_menus import LESSONS, done

from rules import catalogue
from rules.eight import cards as eight_cards
from rules.eight import game as eight
from rules.solver import search as solver
from rules.tilegame import game, tiles
from tools.device import wordpack, wordtable

CARDS = ("ER", "GO")  # lessons of 8 Round Rummy
AS_WRITTEN = re.compile(r"\b[krboyg]\d|\*")  # a tile that no screen shows like this
SIZES = [(128, 128), (240, 240)]  # of displays: the narrower with small letters and with large
EDGE = 4  # pixels beside a hint at the table, on small displays; twice that on large ones

STEPS = [(lesson_id, title) for lesson_id in LESSONS for title, _ in steps(lesson_id)]
TILE_STEPS = [step for step in STEPS if step[0] not in CARDS]
CARD_STEPS = [step for step in STEPS if step[0] in CARDS]


def game_of(lesson_id):
    """Return whose rules count in a lesson where a turn does not say otherwise."""
    return lesson_id if lesson_id in catalogue.ORDER else catalogue.ORDER[0]


@pytest.mark.parametrize("size", SIZES)
def test_pages_fit_and_titles_are_short(size, language):
    panel = paper(*size)
    for lesson_id in LESSONS:
        room = "cards" if lesson_id in CARDS else "tiles"
        one = book.Book([lesson.TEXT + lesson_id], {}, panel, room)
        expected = [title for title, _ in titles(one)]
        seen = again = 0
        for title, items, place in pages(one):
            seen = seen * again + 1
            again = bool(place and place[3])
            assert title and panel.font.measure(title) <= panel.w
            row = 1
            for kind, _ in items:
                row += one._rows_of_picture(row) if kind == book.PICTURE else 1
            assert row - 1 <= one.rows
            # the strategy behind a game's first lesson is only read
            more = title == expected[-1] and lesson_id in catalogue.ORDER
            assert seen <= 2 + more, title + " needs one page more"
            assert size[0] < 240 or seen <= 1 + more, title + " needs one page more"


@pytest.mark.parametrize("wide, high", SIZES)
def test_the_hint_of_a_step_fits_every_screen(wide, high, language):
    font = paper(wide, high).font
    for lesson_id in LESSONS:
        room = wide - (EDGE if wide < 200 else 2 * EDGE)
        if lesson_id in CARDS:  # the page of the card table
            room = wide - (11 if wide < 200 else 19)
        for _title, asked in steps(lesson_id):
            hint = asked["hint"]
            assert 0 < font.measure(hint) <= room, hint
            if lesson_id not in CARDS:
                assert not AS_WRITTEN.search(hint), hint
                assert font.line_width(hint) - 1 <= wide, hint  # tiles are drawn in it


@pytest.mark.parametrize("lesson_id, title", TILE_STEPS)
def test_a_tile_step_can_be_done_as_told_and_nothing_else(lesson_id, title):
    asked = dict(steps(lesson_id))[title]
    one = lesson.make_turn_game(game_of(lesson_id), asked)
    one.check()
    assert one.phase == game.TURN and one.seat == 0
    found = best(one, asked)
    assert found.proved
    if lesson_id != "KR":
        wanted = sorted(tiles.parse_set(asked.get("lay", "").split()))
        assert sorted(found.laid) == wanted  # what it asks for is the best play
    if "draw" in asked:
        assert not found.laid
        assert one.apply(("play", [])) is not None and not one.done
        assert one.apply(("draw",)) is None and one.done
        return
    assert one.apply(("draw",)) == ("Lesson", asked["hint"])
    if "keep" in asked:  # what could be laid, too
        every = solver.run(one.rules, one.table, one.racks[0], True)
        assert tiles.parse(asked["keep"]) in every.laid
        assert one.apply(("play", every.table)) == ("Lesson", asked["hint"])
    assert not one.done
    assert one.apply(("play", found.table)) is None
    assert one.done


def test_every_turn_is_asked_for_by_one_page():
    with open(lesson.device.asset("turns.txt"), encoding="ascii") as file:
        kept = [line[2:].strip() for line in file if line[:2] == "# "]
    used = ["%s.%s" % (one, asked["turn"]) for one in LESSONS for _, asked in steps(one)]
    assert kept == used


def test_a_turn_reads_as_written():
    with open(lesson.device.asset("turns.txt"), "rb") as file:
        data = file.read()
    names = [line[2:] for line in data.decode().split("\n") if line[:2] == "# "]
    written = {name: lesson.read_turn(name) for name in names}
    assert written["RK.5"] == {
        "rack": "r5 b9 b10 k13",
        "table": "r4 * r6",
        "opened": "",
        "lay": "r5 b9 b10",
    }
    assert written["ER.4"]["hand"] == "r#1 r#2 r#3 r#5 bo2 <> b^4"
    assert (written["ER.4"]["from"], written["ER.4"]["stage"]) == ("pile", "3")


@pytest.mark.parametrize("lesson_id, title", CARD_STEPS)
def test_a_card_step_can_be_done_as_told_and_nothing_else(lesson_id, title):
    asked = dict(steps(lesson_id))[title]
    one = lesson.make_turn_game("ER", asked)
    one.check()
    other = "pile" if asked["from"] == "discard" else "discard"
    assert one.apply(("take", other)) == ("Lesson", asked["hint"])
    assert one.apply(("take", asked["from"])) is None
    keep = [code for code in one.hands[0] if code != eight_cards.parse(asked["away"])]
    assert one.apply(("discard", keep[0])) == ("Lesson", asked["hint"])
    assert not one.done
    won = one.round
    assert one.apply(("discard", eight_cards.parse(asked["away"]))) is None
    assert one.done
    words = [event[0] for event in one.events]
    if asked["away"] == "<>":
        assert ("reverse", 0, 1) in one.events
    elif title == "Look ahead":
        assert "win" not in words and one.round == won
    else:
        assert "win" in words and one.won[won - 1] == 0
    if title == "The whole game":  # ER-11
        assert one.instant_winner == 0 and one.phase == eight.OVER
    else:
        assert one.phase == eight.TURN


def test_the_first_lesson_of_every_game_of_tiles_is_told():
    with open(os.path.join(ROOT, "tests", "scenes", "screens_lessons.scenes")) as file:
        told = set(re.findall(r"lesson ([A-Z]+) \$language", file.read()))
    assert told == set(catalogue.ORDER) - set(CARDS)  # each is played by its own words


def test_a_text_that_is_missing_is_what_the_screen_waits_for():
    with pytest.raises(lesson.BROKEN, match="There is no help text lesson_XX"):
        lesson.read_task("XX", 0)


@pytest.mark.parametrize(
    "turn",
    [
        None,  # no file
        "",  # no such turn
        "# MV.1\nrack b3 b7\n",  # nothing is asked for
        "# MV.1\nrack b3 b77\nlay b3\n",  # no tile
        "# MV.1\ntable b4 b5 b6\nlay b3\n",  # no rack
        "# MV.1\ngame XX\nrack b3 b7\nlay b3\n",  # no game
    ],
)
def test_a_turn_that_is_missing_or_damaged_says_so_and_is_not_done(scene, monkeypatch, turn):
    own = scene.folder / "turns.txt"
    if turn is not None:
        own.write_text(turn)
    scene("lesson MV en")
    found = sys.modules["pocket.learn.lesson"].device
    asset = found.asset
    monkeypatch.setattr(found, "asset", lambda name: str(own) if "turns" in name else asset(name))
    while "is missing" not in scene.page():
        scene("A")
    scene("says is missing. Copy the game again.; heading Lessons")
    done(scene, "nothing")


def test_lessons_are_kept_as_pairs_of_letters():
    """ "RKRG" is no lesson of Kiran Rummy."""
    kept = settingsfile.read(b"lessons=RKRG")
    assert kept.learned("RK") and kept.learned("RG") and not kept.learned("KR")
    kept.lessons += "MV"
    again = settingsfile.read(settingsfile.dump(kept))
    assert again.lessons == "RKRGMV" and again.learned("MV") and not again.unread
    assert settingsfile.read(b"lessons=RKR1zzRKM").lessons == "RK"


def shows_a_joker(sim, run):
    """The page has a joker as a rack shows it, then `run` as on the table, one in its middle."""
    rows = sim.app.screen.panel.pictures[1:]
    rack, table = [[[grid[i] for i in range(grid.width)] for grid in row] for row in rows]
    assert rack == [[draw.PLAIN], [tiles.JOKER]]
    assert table[1] == list(tiles.parse_set(run))
    assert [body - draw.PLAIN for body in table[0]] == [0, draw.JOKER_BODY, 0]


def test_the_joker_lesson_shows_jokers_as_the_rack_and_the_table_have_them(tmp_path):
    """A star was said to stay a tile, while the table showed that tile on violet."""
    with handheld(tmp_path, "pimoroni_picosystem") as sim:
        show(sim, "learn.lesson", "JO", 0, rest=300)
        shows_a_joker(sim, ["b7", "b8", "b9"])


def test_the_first_lesson_shows_the_joker_on_the_table_as_its_turn_does(tmp_path):
    """A star was between red 4 and 6, and the turn that follows has red 5 on violet."""
    with handheld(tmp_path, "pajenicko_picopad") as sim:
        panel = paper(320, 240)
        lines = book.Book(["lesson_RK"], {}, panel, "tiles")
        place = next(place for title, place in titles(lines) if title == "The joker")
        show(sim, "learn.lesson", "RK", 0, rest=300)
        sim.app.screen._turn(place)
        sim.wait(100)
        shows_a_joker(sim, ["r4", "r5", "r6"])


def test_a_freed_joker_goes_where_the_lesson_says(tmp_path):
    """Blue 8 or 12, it says; the joker was laid first as red 3, beside the tile that freed it."""
    with handheld(tmp_path, "pajenicko_picopad") as sim:
        play_scene.show(sim, lesson.make_turn_game("KR", steps("KR")[-1][1]))
        play_scene.Hands(sim).take("r5")
        sim.press("SELECT")
        laid = set()
        for _ in range(6):
            sim.press("SELECT")
            sim.wait(100)
            codes = [code for one in sim.app.session.turn.sets for code in one]
            (joker,) = [code for code in codes if code >= tiles.JOKER]
            laid.add(tiles.number_of(joker))
        for language in wordtable.languages(ROOT):
            said = [text for _, text in wordpack.complete_help_text(ROOT, language, "lesson_KR")]
            (where,) = [text for text in said if "12" in text]
            assert set(re.findall(r"\d+", where)) - {"5"} == {str(number) for number in laid}


def test_no_lesson_asks_for_the_discard_of_a_card_that_its_table_shows_in_green():
    from pocket.eight.lessoneight import LessonGame

    from rules.eight import cards
    from rules.eight.outlook import Outlook

    seen = 0
    for one in LESSONS:
        for _, asked in steps(one):
            told = lesson.read_turn("%s.%s" % (one, asked["turn"]))
            if "away" not in told:
                continue
            game = LessonGame("ER", {**told, "hint": ""})
            for wanted in (("take", told["from"]), ("discard", cards.parse(told["away"]))):
                view = game.view(0)
                if wanted[0] == "discard":
                    kept = Outlook(view).keep_flags(view.hand)
                    assert wanted[1] in [view.hand[i] for i in range(8) if not kept[i]], told
                assert game.apply(wanted) is None
            seen += 1
    assert seen == 8
