"""The journey: thirty stations, each begun by buttons, goals met give stars that are kept."""

import pytest
from conftest import ROOT
from house_help import with_english
from pocket.games import newgame, seatcounts
from pocket.learn import goals
from pocket.saves import settingsfile
from screens_help import NARROW, lines, page, speak
from words_journey import STATIONS, begin_station, journey, stars, station, station_turn

from rules import catalogue, characters
from tools.device import wordtable

KINDS = ("lesson", "puzzles", "open", "win", "tiles")


def test_a_record_is_a_station_s_by_its_exact_name():
    numbers = range(goals.STATIONS)
    assert [newgame.station("game.j%d" % number) for number in numbers] == list(numbers)
    assert newgame.station("game.j%d" % goals.STATIONS) is None


def test_every_station_is_one_that_can_be():
    from pocket.learn import lesson

    games = [said[3] for said in STATIONS]
    first = [games.index(game) for game in catalogue.ORDER if game in games]
    assert all(STATIONS[place][0] == "lesson" for place in first)  # each game begins with its own
    for said in STATIONS:
        assert said[0] in KINDS
        names = goals.characters(said)
        if said[0] == "lesson":
            assert said[3] in lesson.LESSONS and not names
        elif said[0] == "puzzles":
            assert 1 <= int(said[1]) <= 5
        else:
            assert names and set(names) <= set(characters.NAMES) and len(set(names)) == len(names)
            rules = catalogue.rules_for(said[3], goals.options(said))
            assert rules["players_min"] <= 1 + len(names) <= rules["players_max"]
    assert [len(goals.characters(said)) for said in STATIONS[-2:]] == [3, 3]
    assert STATIONS[-1][4:] == ["CLEO", "OTTO", "VERA"]
    # what cases below say of stations
    assert STATIONS[2][:3] == ["win", "0", "30"]
    assert STATIONS[4][:2] == ["tiles", "4"] and STATIONS[1][0] == "open"


def test_settings_keep_stars_and_refuse_nonsense():
    kept = settingsfile.read(b"stars=0123")
    assert kept.stars == "0123" and not kept.unread
    assert b"stars=0123" in settingsfile.dump(kept)
    assert settingsfile.read(b"stars=9x").unread
    assert b"stars" not in settingsfile.dump(settingsfile.read(b""))


def test_a_station_says_which_lesson_it_is(scene):
    from pocket.learn import lesson

    scene("go learn.lesson")
    names = dict(zip(lesson.LESSONS, map(scene.screen._name, range(len(lesson.LESSONS)))))
    journey(scene)
    shown = scene.screen
    for shown.chosen, said in enumerate(STATIONS):
        if said[0] == "lesson":
            shown._explain()
            assert "%d %s" % (shown.chosen + 1, names[said[3]]) in scene.lines()


@pytest.mark.parametrize("board, large", [(NARROW[0], False), (NARROW[1], True)])
def test_a_station_shows_its_opponents_and_its_words_are_whole(scene, board, large):
    """The first of them, none on a small display."""
    scene("board %s; setting large=%s" % (board, large))
    journey(scene)
    shown = scene.screen
    for language in wordtable.languages(ROOT):
        speak(language)
        table = with_english(ROOT, language)
        told = table["journey"]
        for shown.chosen, said in enumerate(STATIONS):
            names = goals.characters(said)
            shown._explain()
            assert len(shown.panel.pictures) == bool(names and scene.app.w >= 240)
            more = told["more" if said[0] == "win" else "more_win"].format(said[2])
            wanted = (more.split() if names else []) + (names if said[0] == "win" else [])
            assert [word for word in wanted if word not in page(scene.sim)] == []
        shut = told["shut"][1].format(27, "28, 29, 30")
        for text in (shut, table["cards"]["sure"]):
            shown.tell(text)
            assert text in page(scene.sim)


def test_each_station_is_begun_by_buttons(scene):
    from pocket.learn import lesson

    for number, said in enumerate(STATIONS):
        journey(scene, "3" * goals.STATIONS + " " + "".join(lesson.LESSONS))
        station(scene, goals.STATIONS)
        row, place = divmod(number, 6)
        scene("RIGHT" + " DOWN" * row + " RIGHT" * (5 - place if row % 2 else place))
        scene("check screen.chosen == %d; A; wait 600" % number)
        is_game = said[0] not in ("lesson", "puzzles")
        replaces = is_game and number > 1  # the first game is station 1
        assert ("Begin?" in scene.page()) == replaces
        if replaces:
            scene("A; wait 600")
        if not is_game:
            scene.on(said[0])
            continue
        session = scene.session
        assert (session.game.rules["game"], session.save_name) == (said[3], "game.j%d" % number)
        assert [name for level, name in session.people if level] == goals.characters(said)
        for name, value in goals.options(said).items():
            assert session.game.rules[name] == value


@pytest.mark.parametrize("board", NARROW)
def test_the_menu_of_a_station_under_way_says_its_goal_and_its_stars(scene, board):
    scene("board %s; wait 1500" % board)
    for number in (1, 4, 29):
        scene("go games.makegame learn.journey station %d" % number)
        for language in wordtable.languages(ROOT):
            speak(language)
            scene.menu()
            panel, told = scene.screen.panel, goals.describe(STATIONS[number])
            assert set(told) <= set(lines(scene.sim))
            assert max(map(panel.font.measure, told)) <= panel.w


def test_a_round_that_is_over_counts_once_more_after_power_off_without_harm(scene):
    """The power goes between the game's save and the stars': the round's end leads there again."""
    from pocket.app import flow

    begin_station(scene, 4)
    scene.wait(300)
    scene.session.counts[2] = 9
    game = scene.game
    while game.phase in ("start", "redeal"):
        game.apply(("go",) if game.phase == "start" else ("redeal", False))
    game.racks[1] += game.pool
    game.pool = bytearray()
    game.table, game.opened = [], bytearray(2)
    while game.phase == "turn":
        game.apply(("pass",))
    flow.save(scene.app)
    stars(scene)
    scene.off()
    stars(scene)
    newgame.resume_newest(scene.app, "game.j4")
    scene("wait 400; on score")  # it is whole; it leads on
    won = scene.settings.stars
    assert won[:5] in ("00002", "00003")
    scene("A; on journey; off")
    stars(scene, won)


@pytest.mark.parametrize("board", NARROW)
def test_a_station_s_first_turn_says_its_goal_whole(scene, board):
    scene("board %s; wait 1500" % board)
    for language in wordtable.languages(ROOT):
        speak(language)
        for number in (1, 2, 4, 15):
            station_turn(scene, "%d / / b1 b3 b5 k1 k3 k5 o1 o3 o5 r7 r9 r11 k9 b12" % number)
            goal = scene.part.to_open()
            if STATIONS[number][0] != "open":  # else both say the same
                goal = goals.describe(STATIONS[number])[0] + " " + goal
            assert scene.boxed() == " ".join(goal.split()) and scene.screen.box.group.y >= 0
            scene("DOWN; box")


def test_a_hint_says_what_it_costs_and_how_many_are_left(scene):
    scene("wait 1500")
    station_turn(scene, "4 / k1 k2 k3 / r3 r4 r5 b9")
    scene.sim.hold("SELECT", 700, rest=2000)
    assert scene.boxed().startswith("A hint costs a star.") and not scene.part.hint.step
    assert not seatcounts.Tally(scene.session, 0).hints
    for left in (2, 1, 0):
        scene.sim.hold("SELECT", 700, rest=2000)
        scene("says You can play 3 tiles. " + ("Hints left: %d" % left if left else "Last hint."))
        assert seatcounts.Tally(scene.session, 0).hints == 3 - left
        scene.part.hint = type(scene.part.hint)(scene.part)
        scene.session.hinted = False  # as in another turn
    scene("hold SELECT; told No hints left this round.")


@pytest.mark.parametrize("board", NARROW)
def test_continue_says_which_game_it_is(scene, board):
    scene("board %s; wait 1500" % board)
    for made, says in (
        ("learn.journey station 5", "Journey 6, "),
        ("menus.title play RK game.RK", ", round 1"),
    ):
        scene("go games.makegame %s; wait 200; go menus.title; wait 200; to Continue" % made)
        scene("says " + says)


@pytest.mark.parametrize("board", NARROW)
def test_a_station_with_cards_says_its_goal_in_its_first_turn(scene, board):
    number = [said[3] for said in STATIONS].index("ER") + 1
    scene("board %s; wait 1500; go games.makegame learn.journey station %d" % (board, number))
    for _ in range(40):
        scene.sim.wait(500)
        if scene.name() == "eightscreen" and type(scene.part).__name__ == "Turn":
            break
        scene.sim.press("A")
    shown = scene.screen
    assert (shown.message or scene.boxed()) == "Beat ROSA."
    scene("wait 600; RIGHT; box")
    assert shown.message != "Beat ROSA."
