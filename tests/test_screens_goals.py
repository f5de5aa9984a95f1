"""Goals in view: the badges with their pictures, days in a row, what came since last time."""

import time

import golden_help
import pytest
from conftest import ROOT
from screens_help import BOARDS, SIZES, choose, handheld, lines, page, screen, show, speak

from rules import catalogue, puzzles, stats
from tools.art import mkassets
from tools.device import wordtable

NO_CLOCK = (2000, 1, 1, 0, 3, 9, 5, 1, -1)


def dated(monkeypatch, day):
    """The board's clock says the day of that number in 2027."""
    now = (2027, 1, 1, 8, 0, 0, 4, day, -1)
    monkeypatch.setattr(time, "localtime", lambda: now)


def played(folder, rounds, told=None, badged=True):
    """Keep statistics of so many rounds, all won but the third; when the player was told last there
    were `told` of them, and all badges of now if `badged`."""
    with handheld(folder) as sim:
        one = stats.Stats()
        for number in range(rounds):
            one.count(bytes((number, 1, 1, 1)), catalogue.ORDER[0], "easy", number != 2, 10, 6, 1)
            if number + 1 == told:
                one.told = (0, one.sum(stats.WON), one.badges)
        if badged:
            one.told = one.told[:2] + (one.badges,)
        sim.app.store.save("stat", one.dump())


def first_screen(sim):
    """All that the first screen says when nobody presses a key."""
    sim.wait(2000)
    return page(sim)


def solved(folder, days):
    """Keep so many puzzles solved, one a day from day 100 of 2027 on."""
    with handheld(folder) as sim:
        show(sim, "learn.puzzles", rest=60)
        one = puzzles.Progress(sim.app.screen.pack)
        for number in range(days):
            one.solve(number)
            one.solve_day(2027 * 365 + 2026 // 4 + 100 + number)
        sim.app.store.save("puzz", one.dump())


def test_there_is_a_picture_for_every_badge_and_no_two_are_alike():
    sheet = mkassets.badges()
    *pictures, blank = [bytes(sheet.cut(x, 0, 16, 16).px) for x in range(0, sheet.w, 16)]
    assert len(pictures) == len(stats.BADGES) == len(stats.NEEDED)
    assert len({*pictures, blank}) == len(pictures) + 1 and not any(blank)


@pytest.mark.parametrize("board", BOARDS)
def test_wins_since_last_time_are_told_once(tmp_path, monkeypatch, board):
    monkeypatch.setattr(time, "localtime", lambda: NO_CLOCK)
    played(tmp_path, 6, told=4)
    with handheld(tmp_path, board) as sim:
        assert "Last time: 2 wins" in first_screen(sim)
        sim.press("DOWN", "UP", rest=200)
        assert "Last time" not in page(sim)
    with handheld(tmp_path, board) as sim:
        assert "Last time" not in first_screen(sim)


def test_one_win_is_no_wins(tmp_path, monkeypatch):
    monkeypatch.setattr(time, "localtime", lambda: NO_CLOCK)
    played(tmp_path, 6, told=5)
    with handheld(tmp_path) as sim:
        assert "Last time: 1 win" in first_screen(sim) and "1 wins" not in page(sim)


def test_a_new_badge_goes_before_wins(tmp_path, monkeypatch):
    monkeypatch.setattr(time, "localtime", lambda: NO_CLOCK)
    played(tmp_path, 7, told=3, badged=False)
    with handheld(tmp_path) as sim:
        assert "A new badge: Three in a row" in first_screen(sim)


@pytest.mark.parametrize("board", BOARDS)
def test_new_badges_are_named_where_there_is_room_and_else_counted(tmp_path, board):
    """In every language; one alone is always named."""
    names = [("first", "tiles"), stats.BADGES] + [(name,) for name in stats.BADGES]
    with handheld(tmp_path, board) as sim:
        for language in reversed(wordtable.languages(ROOT)):
            speak(language)
            table = wordtable.shown(ROOT, language)
            for new in names:
                one = stats.Stats()
                one.badges = sum(1 << stats.BADGES.index(name) for name in new)
                sim.app.store.save("stat", one.dump())
                show(sim, "menus.title", rest=50)
                sim.app.screen._tell_news()
                label, text = sim.app.screen.panel.said[-1][2:]
                assert label.x + label[0].bitmap.width - 1 <= sim.app.w
                told = [name for name in new if table["badges"][name] in text]
                assert told == list(new) or not told and text.endswith(": %d" % len(new))
                assert told or len(new) > 1


def test_with_a_clock_it_is_since_yesterday_all_day_long(tmp_path, monkeypatch):
    played(tmp_path, 6, told=4)
    dated(monkeypatch, 200)
    with handheld(tmp_path) as sim:
        assert "Last time: 2 wins" in first_screen(sim)  # nobody knows when that was
        one = stats.Stats(sim.app.store.load("stat")[0])
        one.count(b"more", catalogue.ORDER[0], "easy", True, 10, 6, 1)
        sim.app.store.save("stat", one.dump())
    for day, said in (
        (200, "Since yesterday: 1 win"),
        (200, "Since yesterday: 1 win"),
        (201, "Since yesterday: 1 win"),
        (201, None),
    ):
        dated(monkeypatch, day)
        with handheld(tmp_path) as sim:
            shown = first_screen(sim)
            assert said in shown if said else "Since" not in shown and "Last time" not in shown


def test_who_comes_back_after_a_week_was_not_here_yesterday(tmp_path, monkeypatch):
    dated(monkeypatch, 100)
    played(tmp_path, 6, told=6)
    with handheld(tmp_path) as sim:
        first_screen(sim)
        one = stats.Stats(sim.app.store.load("stat")[0])
        one.count(b"more", catalogue.ORDER[0], "easy", True, 10, 6, 1)
        sim.app.store.save("stat", one.dump())
    dated(monkeypatch, 107)
    with handheld(tmp_path) as sim:
        assert "Last time: 1 win" in first_screen(sim)


def test_nothing_is_told_or_kept_where_nothing_was_played(sim):
    first_screen(sim)
    assert "Last time" not in page(sim) and "Since" not in page(sim)
    assert sim.app.store.load("stat")[0] is None


def test_a_key_before_the_news_is_not_talked_over(tmp_path, monkeypatch):
    """They come half a second behind the last key, and once."""
    monkeypatch.setattr(time, "localtime", lambda: NO_CLOCK)
    played(tmp_path, 6, told=4)
    with handheld(tmp_path) as sim:
        choose(sim, "Quick game", rest=1500)
        assert screen(sim) == "startdraw"


@pytest.mark.parametrize("clock", [True, False])
def test_days_in_a_row_stand_on_the_first_screen_and_among_the_numbers(
    tmp_path, monkeypatch, clock
):
    dated(monkeypatch, 104)
    solved(tmp_path, 4)
    played(tmp_path, 3, told=3)
    dated(monkeypatch, 104)
    if not clock:
        monkeypatch.setattr(time, "localtime", lambda: NO_CLOCK)
    with handheld(tmp_path) as sim:
        if clock:
            dated(monkeypatch, 104)
        assert "Puzzle of the day: 4 in a row" in first_screen(sim)
        show(sim, "review.statistics", rest=100)
        assert "Puzzle of the day: 4 in a row" in page(sim)
    if clock:
        dated(monkeypatch, 106)  # a day without one
        with handheld(tmp_path) as sim:
            assert "Puzzle of the day" not in first_screen(sim)


def test_the_characters_one_has_met_stand_behind_the_games(tmp_path):
    played(tmp_path, 2)
    with handheld(tmp_path) as sim:
        show(sim, "review.statistics", rest=100)
        sim.press("LEFT")
        assert "Characters" not in page(sim)
        one = stats.Stats(sim.app.store.load("stat")[0])
        one.count(b"more", catalogue.ORDER[0], "hard", True, 10, 6, 0, [3, 5])
        one.count(b"most", catalogue.ORDER[0], "hard", False, 10, 6, 0, [3])
        sim.app.store.save("stat", one.dump())
        show(sim, "review.statistics", rest=100)
        sim.press("LEFT")
        shown = page(sim)
        assert "Characters" in shown and "All games" not in shown
        assert "CLEO: 1 of 2" in shown and "VERA: 1 of 1" in shown and "LOU: 0 of 0" in shown
        sim.press("START")
        sim.press("A")
        assert "Nothing is counted yet" in page(sim)


@pytest.mark.parametrize("board", ["tinycircuits_thumby_color", "pajenicko_picopad"])
def test_the_picture_of_the_characters(tmp_path, board):
    with handheld(tmp_path, board, blind=False) as sim:
        one = stats.Stats()
        for number in range(16):
            met = [number % 6, 3] if number % 6 != 3 else [3]
            one.count(b"%04d" % number, "RK", "hard", number % 3 > 0, 10, 6, 0, met)
        sim.app.store.save("stat", one.dump())
        show(sim, "review.statistics", rest=100)
        sim.press("LEFT", rest=300)
        golden_help.check(sim, "goals_%dx%d_characters" % (sim.app.w, sim.app.h))


def test_a_badge_says_how_far_one_is(tmp_path):
    played(tmp_path, 7)
    solved(tmp_path, 9)
    with handheld(tmp_path) as sim:
        show(sim, "review.badges", rest=100)
        said = [page(sim)]
        for _ in range(len(stats.BADGES) - 1):
            sim.press("RIGHT")
            said.append(page(sim))
        assert all("Badges: 2 of 12" in text for text in said)
        wanted = {1: "6 of 10", 2: "6 of 50", 3: "7 of 100", 4: "3 of 3", 5: "4 of 7", 6: "6 of 10"}
        wanted.update({10: "1 of 5", 11: "9 of 25"})
        for place, text in enumerate(said):
            assert wanted.get(place, "Badges: 2 of 12") in text
            assert (" of " in text.replace("Badges: 2 of 12", "")) is (place in wanted)


def test_the_badges_are_walked_in_two_rows(sim):
    show(sim, "review.badges", rest=100)
    for button, place in (("DOWN", 6), ("RIGHT", 7), ("UP", 1), ("LEFT", 0), ("LEFT", 11)):
        sim.press(button)
        assert sim.app.screen.chosen == place
    sim.press("B", rest=100)
    assert screen(sim) == "statistics" and "badges" in lines(sim)[-1]


@pytest.mark.parametrize("board", sorted(SIZES))
def test_goals_as_they_look(tmp_path, monkeypatch, board):
    monkeypatch.setattr(time, "localtime", lambda: NO_CLOCK)
    played(tmp_path, 7, told=3)
    with handheld(tmp_path, board, blind=False) as sim:
        sim.wait(2500)
        golden_help.check(sim, "goals_%s_news" % SIZES[board])
        show(sim, "review.badges", rest=300)
        sim.press("DOWN", rest=300)
        golden_help.check(sim, "goals_%s_badges" % SIZES[board])
