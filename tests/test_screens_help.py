"""Help texts: complete, true to the rulings, and readable on every first-class screen."""
import os

import pytest

from pocket.ui import book
from rules.eight import cards as eight_cards
from rules.tilegame import games, tiles

HELP = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "assets", "help")
SIZES = [(26, 13, 2), (21, 13, 2), (26, 17, 2), (26, 12, 2)]  # letters, rows, rows of a picture

# The clauses with rulings of this project (those of 8 Round Rummy's deal and end among them), by
# the text that must say them.
RULINGS = {
    "tiles": ["T-8", "T-11", "T-13"],
    "RK": ["RK-5", "RK-12"],
    "RG": ["RG-11", "RG-12"],
    "CR": ["CR-5", "CR-14"],
    "KR": ["KR-4", "KR-7", "KR-12"],
    "ER": ["ER-1", "ER-2", "ER-3", "ER-8", "ER-9", "ER-10", "ER-13"],
}


def path(name):
    return os.path.join(HELP, name + ".txt")


def lines(name):
    with open(path(name), encoding="ascii") as file:
        return file.read().split("\n")


def rules(name):
    if name in games.GAMES:
        return games.rules_for(name)
    return games.rules_for("RK")


@pytest.mark.parametrize("name", sorted(RULINGS))
def test_every_ruling_is_marked_and_nothing_else_is(name):
    marked = [line[1:].split(" ")[0] for line in lines(name) if line[:1] == "*"]
    assert sorted(marked) == sorted(RULINGS[name])


@pytest.mark.parametrize("name", sorted(RULINGS))
def test_every_picture_shows_tiles_and_fits_a_small_screen(name):
    for line in lines(name):
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
@pytest.mark.parametrize("name", sorted(RULINGS))
def test_pages_hold_every_word_once_and_never_overflow(name, size):
    cols, rows, picture = size
    if name == "ER":
        picture = 4
    one = book.Book([path(name)], rules(name), cols, rows, picture)
    place = one.start()
    said = []
    while place:
        title, items, place = one.page(place)
        assert title and len(title) <= 21
        assert items
        assert sum(picture if kind == book.PICTURE else 1 for kind, _ in items) <= rows
        for kind, text in items:
            if kind != book.PICTURE:
                assert len(text) <= cols
                said.append(text)
    whole = []
    for line in lines(name):
        if line and line[:1] not in "#=":
            whole.append(one.fill("Ruling " + line[1:] if line[:1] == "*" else line))
    assert " ".join(" ".join(said).split()) == " ".join(" ".join(whole).split())


def test_contents_lead_to_the_page_they_name():
    one = book.Book([path("RK"), b"# Made here\nwords\n", path("tiles")], rules("RK"), 26, 13, 2)
    listed = one.titles()
    assert [title for title, _ in listed][:2] == ["Rummikub", "Opening"]
    assert "Made here" in [title for title, _ in listed]
    for title, place in listed:
        assert one.page(place)[0] == title


def test_the_rules_in_force_fill_the_text():
    one = book.Book([path("RK")], games.rules_for("RK", {"opening_points": 45, "clock": 0}),
                    26, 99, 2)
    text = []
    place = one.start()
    while place:
        _, items, place = one.page(place)
        text += [words_ for _, words_ in items]
    text = " ".join(text)
    assert "45 points or more" in text
    assert "There is no clock." in text
    assert "{" not in text and "?" not in text


def test_a_missing_part_is_an_oserror_and_no_half_page():
    with pytest.raises(OSError):
        book.Book([path("XX")], {}, 26, 13, 2).page((0, 0, 0, ""))
