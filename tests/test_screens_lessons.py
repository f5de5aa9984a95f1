"""Lessons: every step is fair, can be done as told, refuses anything else, and fits the screen."""

import functools
import re
import sys

import play_scene
import pytest
from conftest import ROOT
from pocket.app import device, draw
from pocket.learn import lesson
from pocket.saves import settingsfile
from pocket.ui import book
from screens_help import BOARDS, choose, handheld, lines, page, pages, paper, screen, show, speak
from words_menus import LESSONS, done

from rules import catalogue
from rules.eight import cards as eight_cards
from rules.eight import game as eight
from rules.solver import search as solver
from rules.tilegame import game, tiles
from tools.device import wordpack, wordtable

CARDS = ("ER", "GO")  # lessons of 8 Round Rummy
AS_WRITTEN = re.compile(r"\b[krboyg]\d|\*")  # a tile that no screen shows like this
SIZES = [(160, 128), (128, 128), (240, 240), (320, 240)]  # of displays
EDGE = 4  # pixels beside a hint at the table, on small displays; twice that on large ones


def steps(lesson_id):
    """(title, what is asked) of every page that asks for something."""
    one = book.Book([lesson.text_of(lesson_id)], {}, paper(), "tiles")
    asked = [(title, lesson.asked(lesson_id, place[1])) for title, place in one.titles()]
    return [step for step in asked if "turn" in step[1]]


STEPS = [(lesson_id, title) for lesson_id in LESSONS for title, _ in steps(lesson_id)]
TILE_STEPS = [step for step in STEPS if step[0] not in CARDS]
CARD_STEPS = [step for step in STEPS if step[0] in CARDS]


def game_of(lesson_id):
    """Whose rules count in a lesson where a turn does not say otherwise."""
    return lesson_id if lesson_id in catalogue.ORDER else catalogue.ORDER[0]


def best(one, asked):
    """What the solver finds best of all that may leave the rack in this step: its Result."""
    rack = bytearray(one.racks[0])
    for text in asked.get("keep", "").split():
        rack.remove(tiles.parse(text))
    goal = "points" if "points" in asked else "tiles"
    return solver.run(one.rules, one.table, rack, bool(one.opened[0]), goal=goal)


@pytest.mark.parametrize("lesson_id", LESSONS)
def test_pages_fit_and_titles_are_short(lesson_id, language):
    room = "cards" if lesson_id in CARDS else "tiles"
    for size in SIZES:
        panel = paper(*size)
        one = book.Book([lesson.text_of(lesson_id)], {}, panel, room)
        titles = [title for title, _ in one.titles()]
        seen = again = 0
        for title, items, place in pages(one):
            seen = seen * again + 1
            again = bool(place and place[3])
            assert title and panel.font.measure(title) <= panel.w
            row = 1
            for kind, _ in items:
                row += one._picture(row) if kind == book.PICTURE else 1
            assert row - 1 <= one.rows
            # the strategy behind a game's first lesson is only read
            more = title == titles[-1] and lesson_id in catalogue.ORDER
            assert seen <= 2 + more, title + " needs one page more"
            assert size[0] < 240 or seen <= 1 + more, title + " needs one page more"


@pytest.mark.parametrize("lesson_id", LESSONS)
def test_the_hint_of_a_step_fits_every_screen(lesson_id, language):
    for wide, high in SIZES:
        font = paper(wide, high).font
        room = wide - (EDGE if wide < 200 else 2 * EDGE)
        if lesson_id in CARDS:  # the page of the card table
            room = wide - (11 if wide < 200 else 19)
        for _title, asked in steps(lesson_id):
            hint = asked["hint"]
            assert 0 < font.measure(hint) <= room, hint
            if lesson_id not in CARDS:
                assert not AS_WRITTEN.search(hint), hint
                assert font.wide(hint) - 1 <= wide, hint  # tiles are drawn in it


@pytest.mark.parametrize("lesson_id, title", TILE_STEPS)
def test_a_tile_step_can_be_done_as_told_and_nothing_else(lesson_id, title):
    asked = dict(steps(lesson_id))[title]
    one = lesson.prepare(game_of(lesson_id), asked)
    one.check()
    assert one.phase == game.TURN and one.seat == 0
    found = best(one, asked)
    assert found.proved
    if "draw" in asked:
        assert not found.laid
        assert one.apply(("play", [])) is not None and not one.done
        assert one.apply(("draw",)) is None and one.done
        return
    assert one.apply(("draw",)) == ("Lesson", asked["hint"])
    assert not one.done
    assert one.apply(("play", found.table)) is None
    assert one.done


@pytest.mark.parametrize("lesson_id, title", [step for step in TILE_STEPS if step[0] != "KR"])
def test_what_a_tile_step_asks_for_is_the_best_play(lesson_id, title):
    asked = dict(steps(lesson_id))[title]
    found = best(lesson.prepare(game_of(lesson_id), asked), asked)
    want = sorted(tiles.parse_set(asked.get("lay", "").split()))
    assert found.proved and sorted(found.laid) == want


@pytest.mark.parametrize("lesson_id, title", [step for step in TILE_STEPS if step[0] == "HB"])
def test_a_tile_that_is_to_be_kept_may_not_be_laid(lesson_id, title):
    asked = dict(steps(lesson_id))[title]
    one = lesson.prepare(game_of(lesson_id), asked)
    if "keep" in asked:
        every = solver.run(one.rules, one.table, one.racks[0], True)
        assert tiles.parse(asked["keep"]) in every.laid
        assert one.apply(("play", every.table)) == ("Lesson", asked["hint"])
        assert not one.done


def test_every_turn_is_asked_for_by_one_page():
    with open(lesson.device.asset("turns.txt"), encoding="ascii") as file:
        kept = [line[2:].strip() for line in file if line[:2] == "# "]
    used = ["%s.%s" % (one, asked["turn"]) for one in LESSONS for _, asked in steps(one)]
    assert kept == used


def test_a_turn_reads_as_written():
    with open(lesson.device.asset("turns.txt"), "rb") as file:
        data = file.read()
    names = [line[2:] for line in data.decode().split("\n") if line[:2] == "# "]
    written = {name: lesson.turn(name) for name in names}
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
    one = lesson.prepare("ER", asked)
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
        assert one.auto == 0 and one.phase == eight.OVER
    else:
        assert one.phase == eight.TURN


# What each page tells the player to do, by buttons. "hold" and "take" a rack tile, "table" a tile
# on the table; "?" is SELECT again while another place is offered.
TOLD = {
    "RK": (
        "hold k10; SELECT; START; take r8; SELECT; take o10; SELECT; START; take b6; take b7; "
        "table b8; SELECT; START; take b5; SELECT; ?; START; take r5; SELECT; take b9; take b10; "
        "SELECT; START; START; A"
    ),
    "RG": (
        "hold k12; SELECT; hold r5; SELECT; START; hold k13; SELECT; hold r11; SELECT; take y6; "
        "SELECT; START; take b6; take *; take b8; SELECT; START; take r5; SELECT; take k9; take "
        "k10; SELECT; START"
    ),
    "CR": (
        "take k13; take r13; take *; SELECT; START; take g5; SELECT; ?; START; take b7; SELECT; "
        "take g2; take k2; SELECT; START"
    ),
    "KR": "hold k10; SELECT; START; hold y4; SELECT; START; take r5; SELECT; SELECT; START",
}


@functools.cache
def praise(language):
    """The words of praise in a language."""
    texts = wordtable.shown(ROOT, language)["lesson"]
    return [wordtable.signed(texts["praise%d" % i]) for i in (1, 2, 3)]


def read(sim, praised):
    """Go on over pages to the next turn, or to the list at the end; what is praised is added."""
    while screen(sim) == "lesson" and not sim.app.screen.list:
        keys = lines(sim)[-1]
        praised += [word for word in praise(device.language) if word in keys]
        sim.press("A", rest=100)
    sim.wait(600)  # a key that was mashed is heard again


def begin(sim, lesson_id, language="en"):
    """Choose a lesson from the first screen, and say it in a language from then on."""
    choose(sim, "Lessons")
    speak(language)
    for _ in range(LESSONS.index(lesson_id)):
        sim.press("DOWN")
    sim.press("A", rest=50)
    title = next(text for kind, text in wordpack.book(ROOT, language, lesson.text_of(lesson_id)))
    assert lines(sim)[0].startswith(wordtable.signed(title))


def is_done(sim, lesson_id, praised, steps_made):
    """The list is on show, the lesson is ticked, each step was praised, in other words than the
    step before."""
    assert screen(sim) == "lesson" and sim.app.screen.list
    assert sim.app.screen.list.chosen == (LESSONS.index(lesson_id) + 1) % len(LESSONS)
    assert sim.app.settings.lessons == lesson_id
    assert page(sim).count(draw.RIGHT_SIGN) == (1 if lesson_id != "GO" else 0)  # it is further down
    assert "1/%d" % len(LESSONS) in page(sim)
    assert len(praised) == steps_made
    assert all(praised[i] != praised[i + 1] for i in range(len(praised) - 1))


def follow(sim, game_id, praised):
    """Do what a lesson's pages say, from the first of them to the list."""
    hand = play_scene.Hands(sim)
    read(sim, praised)
    for what in TOLD[game_id].split("; "):
        assert screen(sim) == "play", what
        hint = sim.app.session.game.hint
        assert sim.app.screen.head.said[0][0] == hint
        word, _, text = what.partition(" ")
        if word == "take":
            hand.take(text)
        elif word == "hold":
            hand.to_rack(sim.app.session.turn.rack.find(bytes((tiles.parse(text),))))
            sim.hold("A", 700)
        elif word == "table":
            code = tiles.parse(text)
            sets = sim.app.session.turn.sets
            which = [i for i in range(len(sets)) if code in sets[i]][0]
            hand.to_table(which, sets[which].find(bytes((code,))))
            sim.press("A")
        elif word == "?":
            for _ in range(3):
                if sim.app.session.turn.wrong() or len(sim.app.session.turn.sets) < 2:
                    sim.press("SELECT")
        else:
            sim.press(word)
        if screen(sim) == "play":  # it stays on show until the step is done
            assert sim.app.screen.head.said[0][0] == hint
        if word in ("START", "A"):
            sim.wait(2000)
            read(sim, praised)


def in_two_languages(lessons):
    """Each in English and in one other language, all of them in turn: what their pages order and
    picture is the same, which the lint sees to."""
    others = [code for code in wordtable.languages(ROOT) if code != wordtable.FULL]
    rows = [
        (one, code)
        for one in lessons
        for code in (wordtable.FULL, others[LESSONS.index(one) % len(others)])
    ]
    return pytest.mark.parametrize("lesson_id, language", rows, indirect=["language"])


def test_the_first_lesson_of_every_game_of_tiles_is_told():
    assert set(TOLD) == set(catalogue.ORDER) - set(CARDS)  # other lessons are followed below


@in_two_languages(sorted(TOLD))
def test_a_whole_lesson_goes_as_its_pages_say(tmp_path, lesson_id, language):
    praised = []
    with handheld(tmp_path) as sim:
        begin(sim, lesson_id, language)
        follow(sim, lesson_id, praised)
        is_done(sim, lesson_id, praised, len(steps(lesson_id)))


@pytest.mark.parametrize("board", BOARDS)
def test_the_arrows_a_page_names_lead_to_its_tile(sim):
    """Up from the rack's last tiles lies the place for a new set, on every display."""
    show(sim, "learn.lesson", "RK", 0, rest=100)
    while draw.UP not in page(sim):
        sim.press("SELECT", rest=100)
    said = page(sim)
    ways = {draw.UP: "UP", draw.DOWN: "DOWN", draw.LEFT: "LEFT", draw.RIGHT: "RIGHT"}
    arrows = [ways[letter] for letter in said if letter in ways]
    sim.press("A", rest=600)
    hand = play_scene.Hands(sim)
    hand.take("b6")
    hand.take("b7")
    b8 = tiles.parse("b8")
    for arrow in arrows:
        for _ in range(3):
            where, index, tile = sim.app.screen.part.cursor()
            if where == 1 and sim.app.session.turn.sets[index][tile] == b8:
                return
            sim.press(arrow)
            if arrow == "UP":
                break
    raise AssertionError("no way: " + said)


@in_two_languages([one for one in LESSONS if one not in catalogue.ORDER and one not in CARDS])
def test_the_turns_of_a_further_lesson_can_be_made_by_buttons(tmp_path, lesson_id, language):
    praised = []
    with handheld(tmp_path) as sim:
        begin(sim, lesson_id, language)
        hand = play_scene.Hands(sim)
        read(sim, praised)
        for title, asked in steps(lesson_id):
            assert screen(sim) == "play", title
            hint = asked["hint"]
            assert sim.app.screen.head.said[0][0] == hint
            hand.reach(best(sim.app.session.game, asked).table)
            assert sim.app.screen.head.said[0][0] == hint
            sim.press("START")
            if screen(sim) == "play" and sim.app.screen.asks:  # to draw
                sim.press("A")
            for _ in range(4):  # what was drawn is told
                sim.wait(1000)
                if screen(sim) == "play":
                    sim.press("A")
            read(sim, praised)
        is_done(sim, lesson_id, praised, len(steps(lesson_id)))


@in_two_languages(CARDS)
def test_a_lesson_of_8_round_rummy_goes_as_its_pages_say(tmp_path, lesson_id, language):
    praised = []
    with handheld(tmp_path) as sim:
        begin(sim, lesson_id, language)
        read(sim, praised)
        for title, asked in steps(lesson_id):
            assert screen(sim) == "eightscreen", title
            shown = sim.app.screen
            cards_game = sim.app.session.game
            assert asked["hint"] in shown.table.page.texts
            if asked["from"] == "discard":
                sim.press("RIGHT")
            sim.press("A", rest=60)
            assert asked["hint"] in shown.table.page.texts
            code = eight_cards.parse(asked["away"])
            for _ in range(9):
                if cards_game.hands[0][shown.part.index] == code:
                    break
                sim.press("LEFT")
            sim.press("A", rest=60)
            for _ in range(6):  # what came of it is told; then the lesson goes on
                if screen(sim) == "eightscreen":
                    assert "score" not in shown.table.keys_line.text  # there is none
                    sim.press("A", rest=300)
            assert cards_game.done and screen(sim) == "lesson"
            read(sim, praised)
        is_done(sim, lesson_id, praised, len(steps(lesson_id)))


def test_the_menu_over_what_came_of_a_lessons_turn_leads_on(sim):
    """The round is won and told: behind the menu comes no computer's turn, which lessons lack."""
    begin(sim, "ER")
    read(sim, [])
    _, asked = steps("ER")[0]
    cards_game = sim.app.session.game
    if asked["from"] == "discard":
        sim.press("RIGHT")
    sim.press("A", rest=60)
    while cards_game.hands[0][sim.app.screen.part.index] != eight_cards.parse(asked["away"]):
        sim.press("LEFT")
    sim.press("A", rest=300)
    assert cards_game.done and screen(sim) == "eightscreen"
    sim.hold("START", 700)
    assert screen(sim) == "pause"
    sim.press("B", rest=5000)
    assert not sim.failure and screen(sim) == "lesson"


@pytest.mark.parametrize("made", [1, 2, 3])
def test_a_language_chosen_in_a_lessons_turn_leads_to_the_same_page(sim, made):
    begin(sim, "MV")
    hand = play_scene.Hands(sim)
    for number, (_, asked) in enumerate(steps("MV")[:made], 1):
        read(sim, [])
        if number == made:
            sim.hold("START", 700)
            choose(sim, "Settings")
            sim.press("RIGHT", rest=100)  # the language is the first line
            assert sim.app.settings.language == "de"
            sim.press("B", "B", rest=100)
        hand.reach(best(sim.app.session.game, asked).table)
        sim.press("START", rest=2000)
    titles = {
        language: [
            text for kind, text in wordpack.book(ROOT, language, "lesson_MV") if kind == book.TITLE
        ]
        for language in ("en", "de")
    }
    behind = titles["en"].index(steps("MV")[made - 1][0]) + 1
    assert screen(sim) == "lesson"
    assert lines(sim)[0].startswith(wordtable.signed(titles["de"][behind]))


def test_a_text_that_is_missing_is_what_the_screen_waits_for():
    with pytest.raises(lesson.BROKEN, match="There is no help text lesson_XX"):
        lesson.asked("XX", 0)


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
    begin(scene.sim, "MV")
    found = sys.modules["pocket.learn.lesson"].device
    asset = found.asset
    monkeypatch.setattr(found, "asset", lambda name: str(own) if "turns" in name else asset(name))
    scene("A*3; says is missing. Copy the game again.; B; heading Lessons")
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
        place = next(place for title, place in lines.titles() if title == "The joker")
        show(sim, "learn.lesson", "RK", 0, rest=300)
        sim.app.screen._turn(place)
        sim.wait(100)
        shows_a_joker(sim, ["r4", "r5", "r6"])


def test_a_freed_joker_goes_where_the_lesson_says(tmp_path):
    """Blue 8 or 12, it says; the joker was laid first as red 3, beside the tile that freed it."""
    with handheld(tmp_path, "pajenicko_picopad") as sim:
        play_scene.show(sim, lesson.prepare("KR", steps("KR")[-1][1]))
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
            said = [text for _, text in wordpack.book(ROOT, language, "lesson_KR")]
            (where,) = [text for text in said if "12" in text]
            assert set(re.findall(r"\d+", where)) - {"5"} == {str(number) for number in laid}


def test_no_lesson_asks_for_the_discard_of_a_card_that_its_table_shows_in_green():
    from pocket.eight.lessoneight import LessonGame

    from rules.eight import cards
    from rules.eight.outlook import Outlook

    seen = 0
    for one in LESSONS:
        for _, asked in steps(one):
            told = lesson.turn("%s.%s" % (one, asked["turn"]))
            if "away" not in told:
                continue
            game = LessonGame("ER", {**told, "hint": ""})
            for wanted in (("take", told["from"]), ("discard", cards.parse(told["away"]))):
                view = game.view(0)
                if wanted[0] == "discard":
                    kept = Outlook(view).kept(view.hand)
                    assert wanted[1] in [view.hand[i] for i in range(8) if not kept[i]], told
                assert game.apply(wanted) is None
            seen += 1
    assert seen == 8
