"""B leads back to where a screen was opened from, with the cursor on the line that led there."""

import pytest
from screens_help import choose, page, put, screen, to

from rules import catalogue

_PEOPLE = [("", "ANNA"), ("easy", "BO")]


def chosen(sim):
    """(screen, the text of the line under the cursor or None, the list's first line)."""
    panel = sim.app.screen.panel
    shown = panel.list if panel else None
    return (screen(sim), shown.text(shown.chosen), shown.text(0)) if shown else (screen(sim), None)


def there_and_back(sim, *presses):
    """Open what the cursor is on, press these, and B until the list is back. Returns how often."""
    before = chosen(sim)
    sim.press("A", rest=200)
    assert chosen(sim) != before
    for button in presses:
        sim.press(button, rest=200)
    for count in range(1, 4):
        sim.press("B", rest=200)
        if chosen(sim) == before:
            return count
    raise AssertionError("%s: B leads to %s" % (before, chosen(sim)))


@pytest.mark.parametrize("board", ["pybadge", "pimoroni_picosystem"])
@pytest.mark.parametrize("menu", ["Learn", "More"])
def test_b_leads_back_to_the_line_of_the_first_screens_menus(sim, board, menu):
    to(sim, menu)
    main = chosen(sim)
    sim.press("A", rest=100)
    if board == "pimoroni_picosystem":  # at the first start, too
        assert page(sim).endswith("choose \x0e go \x0f back")
    count = sim.app.screen.list.count
    assert count > 2
    for _ in range(count):
        # the picture of the buttons is left by B twice
        assert there_and_back(sim) == (2 if "buttons" in chosen(sim)[1] else 1)
        sim.press("DOWN", rest=20)
    sim.press("B", rest=100)
    assert chosen(sim) == main


def test_b_leads_back_to_games_and_to_the_lines_of_a_card(sim):
    to(sim, "Games")
    main = chosen(sim)
    sim.press("A", rest=100)
    sim.press("RIGHT")
    for way in ("Players and options", "Rules"):
        to(sim, way)
        assert there_and_back(sim) == 1
    sim.press("B", rest=100)
    assert chosen(sim) == main


def test_b_leads_back_to_the_line_of_the_menu_in_a_game(sim):
    put(sim, catalogue.new("RK", 2, 7), _PEOPLE, ("menus.pause",))
    for way in ("Score", "Rules", "Options in force", "Settings"):
        to(sim, way)
        assert there_and_back(sim) == 1


def test_the_languages_lead_back_to_the_menu_they_were_asked_in(sim):
    choose(sim, "More")
    to(sim, "Settings")
    before = chosen(sim)
    for button in ("B", "A"):
        sim.press("SELECT", rest=100)
        assert screen(sim) == "language"
        sim.press(button, rest=100)
        assert chosen(sim) == before


@pytest.mark.parametrize("menu", ["Rules", "Hints"])
def test_b_leads_back_to_the_game_whose_pages_were_read_and_the_index_to_the_page(sim, menu):
    choose(sim, "Learn")
    choose(sim, menu)
    to(sim, "Classic Rummy Tiles")
    assert there_and_back(sim, "RIGHT") == 1
    sim.press("A", rest=100)
    heading = chosen_page(sim)
    sim.press("SELECT", rest=100)
    assert chosen(sim)[1].strip() == heading


def chosen_page(sim):
    """The heading of the page on show."""
    return [item[3] for item in sim.app.screen.panel.said if item[0] == 0][0]


def test_a_puzzle_or_a_lesson_that_is_ended_leads_back_to_its_list(sim):
    for menu, name, line in (
        ("Puzzles", "puzzles", "Grade 3"),
        ("Lessons", "lesson", "Rummy Gin"),
    ):
        choose(sim, "Learn")
        choose(sim, menu)
        to(sim, line)
        before = chosen(sim)
        sim.press("A", rest=300)
        if name == "lesson":
            while not sim.app.session.lesson:
                sim.press("A", rest=300)
        sim.hold("START", 900, rest=100)
        assert screen(sim) == "pause"
        sim.press("UP", rest=200)
        assert sim.app.screen.list.text(sim.app.screen.list.chosen).startswith("End")
        sim.press("A", rest=200)
        if name == "puzzles":
            sim.wait(2000)
            sim.press("A", "A", rest=300)  # the solution, in two steps
        assert chosen(sim)[0] == name and chosen(sim) == before
        sim.press("B", "B", rest=100)
