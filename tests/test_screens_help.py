"""Help texts: complete, true to the rulings, and readable on every first-class screen."""

import os
import re

import cases
import pytest
from house_help import with_english
from pocket.app import device
from pocket.ui import book, words
from rounds import TileRound
from screens_help import ENDS, pages, paper, show, titles
from screens_help import lines as shown

from rules import catalogue
from rules.eight import cards as eight_cards
from rules.tilegame import games, tiles
from tools.device import wordpack, wordtable

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RULING_TEXT = wordtable.numbers(wordtable.load(ROOT))["@rules.ruling"]
SIZES = [(128, 128), (320, 240)]  # of the smallest display and the largest

# The rulings of this project that the help tells, at its end, by the text that must say them;
# docs/RULES.md has them all.
RULINGS = {
    "sets": [],
    "turn": [],
    "RK": ["RK-15"],
    "RG": ["RG-4", "RG-9"],
    "CR": ["CR-11"],
    "KR": ["KR-10", "KR-15"],
    "ER": ["ER-4", "ER-9"],
}


def lines(name, language="en"):
    """Return a help text as it is written, pages a language lacks in English."""
    marks = {book.RULING: "*", book.PICTURE: "= ", book.TITLE: "# ", book.ORDER: "@"}
    found = wordpack.complete_help_text(ROOT, language, name)
    return [marks.get(kind, "") + wordtable.put_signs(text) for kind, text in found]


def rules(name):
    if name in games.ids():
        return games.rules_for(name)
    return games.rules_for("RK")


@pytest.mark.parametrize("name", sorted(RULINGS))
def test_every_ruling_is_marked_and_nothing_else_is(name):
    marked = [line[1:].split(" ")[0] for line in lines(name) if line[:1] == "*"]
    assert sorted(marked) == sorted(RULINGS[name])


def test_each_ruling_of_the_help_is_one_in_docs_rules():
    """CR-11 says again what RK-15 rules."""
    with open(os.path.join(ROOT, "docs", "RULES.md"), encoding="utf-8") as file:
        clauses = [clause.split("**") for clause in file.read().split("\n- ") if clause[:2] == "**"]
    ruled = {words[1] for words in clauses if "[ruling]" in words}
    assert set(sum(RULINGS.values(), [])) - {"CR-11"} < ruled


def asked(line):
    """Return (a line without the rule that it is shown for, that rule's name, its value or "")."""
    found = re.match(r"(= |\*\S+ )?\{\?(\w+)=?(\w*)\} ", line)
    return (
        (line, "", "")
        if not found
        else ((found[1] or "") + line[found.end() :], *found.group(2, 3))
    )


def in_force(line, own):
    """Return a line that is shown under these rules, without the rule it asks for; None for
    others."""
    text, name, value = asked(line)
    return text if not name or (str(own.get(name)) == value if value else own.get(name)) else None


@pytest.mark.parametrize("name", sorted(RULINGS))
def test_every_picture_shows_tiles_and_fits_a_small_screen(name):
    for line in lines(name):
        line = asked(line)[0]
        if line[:2] == "= ":
            cells = line[2:].split(" ")
            if name == "ER":
                assert len(eight_cards.parse_hand(cells)) <= 7
                continue
            assert len(cells) <= 8, line
            for cell in cells:
                if cell not in "|+":
                    tiles.parse(cell)


@pytest.mark.parametrize("size", SIZES)
def test_pages_hold_every_word_once_and_never_overflow(size, language):
    """No picture stands on another page than what it shows."""
    for name in sorted(RULINGS):
        holds_every_word(name, paper(*size), language)


def holds_every_word(name, panel, language):
    shown_book = book.Book([name], rules(name), panel, "cards" if name == "ER" else "tiles")
    shown_lines = []
    for title, items, after in pages(shown_book):
        assert title and panel.font.measure(title) <= panel.w - 24  # a page number beside it
        assert items and not (after and after[2])  # no paragraph is cut
        assert items[0][0] != book.PICTURE, (title, items)
        row = 1
        for kind, text in items:
            row += shown_book._rows_of_picture(row) if kind == book.PICTURE else 1
            if kind != book.PICTURE:
                assert panel.font.measure(text) <= panel.w
                shown_lines.append(text)
        assert row - 1 <= shown_book.rows
    expected_lines = []
    for line in lines(name, language):
        line = in_force(line, rules(name))
        if line is None:
            continue
        line, is_ruling = re.subn(r"^\*\S+ ", "", line)
        if is_ruling:
            line = words.say(RULING_TEXT, line)
        line = re.sub("^-", "- ", line)
        if line[:1] not in "#=":
            expected_lines.append(shown_book.fill(line))
    assert " ".join(" ".join(shown_lines).split()) == " ".join(" ".join(expected_lines).split())


@pytest.mark.parametrize("game_id", catalogue.ORDER)
def test_rules_begin_with_groups_and_runs(sim, game_id):
    show(sim, "menus.rulespages", game_id, rest=100)
    pages_of = [title for title, _ in titles(sim.app.screen.book)]
    title = catalogue.title(game_id)
    tiled = catalogue.pieces(game_id) == "tiles"
    first = ["Groups and runs", "A turn", "Jokers", "Rearranging", title] if tiled else [title]
    assert pages_of[: len(first)] == first and sim.app.screen.title == first[0]


@pytest.mark.parametrize("board", ENDS)
def test_the_counter_of_pages_counts_every_page_to_the_last(sim):
    show(sim, "menus.rulespages", "RK", rest=2000)
    told = []
    while True:
        told.append([item[3] for item in sim.app.screen.panel.shown_texts if item[0] == 0][-1])
        if len(told) == len(sim.app.screen.pages):
            break
        sim.press("RIGHT", rest=20)
    assert told == ["%d/%d" % (i + 1, len(told)) for i in range(len(told))]
    assert len(told) >= len(titles(sim.app.screen.book))
    sim.press("LEFT")
    assert shown(sim)[0].endswith("%d/%d" % (len(told) - 1, len(told)))


@pytest.mark.parametrize("size", [(160, 128), *SIZES, (240, 240)])
def test_no_page_is_left_with_a_single_line(size):
    panel = paper(*size)
    for name in catalogue.ORDER:
        read = book.Book([name], rules(name), panel, "cards" if name == "ER" else "tiles")
        last = ""
        for title, items, _ in pages(read):
            assert len(items) > 1 or title != last, (name, title, items)
            last = title


@pytest.mark.parametrize(
    "said, before, own, after",
    [
        ("Take a tile that its set can spare", "k8 r8 b8 o8", "b6 b7", "k8 r8 o8 | b6 b7 b8"),
        ("Split a run and fill both halves", "b3 b4 b5 b6 b7", "b5", "b3 b4 b5 | b5 b6 b7"),
    ],
)
def test_t_6_the_pictures_of_building_show_legal_plays(said, before, own, after):
    text = lines("sets")
    at = [i for i in range(len(text)) if text[i].startswith(said)][0]
    assert "= " + after in text[at + 1 : at + 3]
    play = "table %s; rack %s; try %s -> legal" % (before, own, after)
    TileRound()(play.replace("|", "/"))


@pytest.mark.parametrize("size", [(128, 128), (240, 240)])
def test_the_rules_of_a_game_have_at_most_twelve_pages(size, language):
    """None ends within a sentence, none is of one paragraph where another could stand on it."""
    panel = paper(*size)
    for game_id in catalogue.ORDER:
        family = catalogue.rules_of(game_id)
        parts = [*family.HELP[:1], game_id, *family.HELP[1:]]
        read = book.Book(parts, catalogue.rules_for(game_id, {}), panel, catalogue.pieces(game_id))
        shown_pages = list(pages(read))
        assert len(shown_pages) <= 12, game_id
        for _, items, after in shown_pages:
            assert len(items) > 2 or book.PICTURE in [kind for kind, _ in items], items
            assert not (after and after[2]), (game_id, items)


def test_rk_1_the_help_tells_what_ends_the_game_under_the_options_in_force():
    for options, words_ in (
        ({}, "over after 1 round."),
        ({"length": 200}, "has 200 points"),
        ({"length": 75}, "has 75 points"),
        ({"length": 1}, "over after 1 round."),
        ({"length": 5}, "over after 5 rounds."),
    ):
        one = book.Book(["RK"], games.rules_for("RK", options), paper(), "tiles")
        assert words_ in one.fill("{length_text}")
    assert book.Book([], games.rules_for("RK"), paper(), "tiles").fill("{rounds_max}") == "99"
    assert book.Book([], games.rules_for("KR"), paper(), "tiles").fill("{redeals_max}") == "9"


@cases.table("board, names")
def test_every_page_can_be_read_to_the_end_and_back(scene, board, names):
    scene("board %s; choose Rules" % board)
    for name in names:
        scene("choose %s; wait 2000" % name)  # all pages are counted
        first = scene.lines()
        count = 1
        while count < len(scene.screen.pages):
            scene.sim.press("RIGHT")
            count += 1
            assert count < 99
        scene("LEFT*%d" % (count - 1))
        assert scene.lines() == first
        scene("B")


def test_the_rules_in_force_fill_the_text():
    own = games.rules_for("RK", {"opening_points": 45, "clock": 0})
    one = book.Book(["RK"], own, paper(), "tiles")
    text = " ".join(words_ for _, items, _ in pages(one) for _, words_ in items)
    assert "45 points or more" in text
    assert "time" not in text
    assert "{" not in text and " ? " not in text


def test_a_missing_part_is_one_sentence_and_no_half_page():
    with pytest.raises(device.AssetError, match="There is no help text XX."):
        book.Book(["XX"], {}, paper(), "tiles").page((0, 0, 0, ""))


@pytest.mark.parametrize("name", catalogue.ORDER)
def test_the_first_lesson_of_every_game_ends_with_its_strategy(name):
    text = lines("lesson_" + name)
    titles = [line[2:] for line in text if line[:2] == "# "]
    assert titles[-1] == "Strategy" and titles.count("Strategy") == 1
    last = text[text.index("# Strategy") + 1 :]
    assert 5 <= len([line for line in last if line]) <= 10


PEOPLE = {"en": "people", "de": "Menschen", "es": "personas", "fr": "humains", "nl": "mensen"}
PEOPLE.update({"pt": "pessoas", "tr": "İnsanlar"})


@pytest.mark.parametrize("language", PEOPLE)
def test_kr_7_card_and_lesson_promise_a_minute_among_people_alone(language):
    """Against computers alone there is no clock (catalogue.usual_rules)."""
    assert not catalogue.usual_rules("KR", ["", "normal"])["clock"]
    card = with_english(ROOT, language)["games"]["KR"]
    for said in (card, lines("lesson_KR", language)[1]):
        assert re.search(r"minu|dakika", said, re.I) and PEOPLE[language] in said


@pytest.mark.parametrize("clock", [0, 2])
def test_the_rules_say_when_time_is_up_only_where_a_clock_runs(clock, language):
    for game_id in games.ids():
        says_when_time_is_up(game_id, clock, language)


def says_when_time_is_up(game_id, clock, language):
    read = book.Book([game_id], games.rules_for(game_id, {"clock": clock}), paper(), "tiles")
    said = " ".join(text for _, items, _ in pages(read) for _, text in items)
    timed = [line.partition("{?clock} ")[2] for line in lines(game_id, language)]
    timed = [read.fill(line) for line in timed if line]
    assert timed and [line for line in timed if line in said] == timed * bool(clock)
    if language == "en":
        others = " ".join(line for line in lines(game_id) if "{?clock}" not in line)
        assert "time is up" not in others.lower()


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_the_length_of_a_game_without_points_speaks_of_none(language):
    """Only Rummikub may end at points; the same sentence is shown for every game."""
    lengths = {one: games.defaults(one)["options"].get("length") for one in games.ids()}
    assert [one for one in lengths if lengths[one]] == ["RK"]
    shown = with_english(ROOT, language)
    point = shown["eight"]["points"][-1].partition("{0} ")[2][:4].lower()
    assert point not in shown["meanings"]["length"].lower()


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_the_help_of_keys_says_that_start_draws_nothing_in_a_puzzle(language):
    puzzle = with_english(ROOT, language)["title"]["puzzles"][:7].lower()
    start = wordtable.put_signs("-{START} ")
    (said,) = [line for line in lines("turn", language) if line.startswith(start)]
    assert puzzle in said.partition("(")[2].partition(")")[0].lower()


@pytest.mark.parametrize("board, held", [("pybadge", False), ("deshipu_ugame_s3", True)])
def test_what_stands_for_start_held_is_told_where_that_is_select(sim, held):
    """Everywhere else it is START held that opens the menu, in 8 Round Rummy, too; the rules of
    that said so everywhere."""
    said = ""
    for name in ("The buttons", "8 Round"):
        show(sim, "menus.rulespages", rest=60)
        while not sim.app.screen.list.text(sim.app.screen.list.chosen).startswith(name):
            sim.press("DOWN")
        sim.press("A")
        for _ in range(40):
            said += " ".join(shown(sim)) + " "
            sim.press("RIGHT")
    assert ("\b+\x10 held: menu." in said) == held == ("\x0b+\x10 held: a hint" in said)
    assert ("\b+\x10 held: the menu." in said) == held == (" \x10 held: the" not in said)
