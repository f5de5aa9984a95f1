"""The journey: thirty stations, each begun by buttons, goals met give stars that are kept."""

import golden_help
import play_scene
import pytest
from conftest import ROOT
from pocket.app import draw
from pocket.games import newgame, seatcounts
from pocket.learn import goals
from pocket.saves import settingsfile
from screens_help import BOARDS, choose, handheld, lines, page, screen, show, speak, to
from test_screens_firsthour import solve

from rules import catalogue, characters
from rules.tilegame import tiles
from tools.device import wordtable

SIZES = {"pajenicko_picopad": "320x240", "tinycircuits_thumby_color": "128x128"}
STATIONS = [goals.station(number) for number in range(goals.STATIONS)]
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


def journey(sim, stars="", lessons=""):
    """The journey on show, so many stars won before."""
    sim.app.settings.stars = stars
    sim.app.settings.lessons = lessons
    show(sim, "learn.journey", rest=100)
    return sim.app.screen


def test_a_station_says_which_lesson_it_is(sim):
    from pocket.learn import lesson

    show(sim, "learn.lesson", rest=100)
    shown = sim.app.screen
    names = dict(zip(lesson.LESSONS, map(shown._name, range(len(lesson.LESSONS)))))
    shown = journey(sim)
    for shown.chosen, said in enumerate(STATIONS):
        if said[0] == "lesson":
            shown._explain()
            assert "%d  %s" % (shown.chosen + 1, names[said[3]]) in lines(sim)


def test_a_lesson_that_began_in_the_journey_leads_back_there(sim):
    sim.wait(1500)
    journey(sim)
    sim.press("A", rest=100)
    assert screen(sim) == "lesson"
    sim.press("B", rest=100)
    assert screen(sim) == "journey"
    sim.press("A")
    for _ in range(9):
        sim.wait(600)
        if screen(sim) == "play":
            break
        sim.press("A")
    sim.hold("START", 900, rest=100)
    choose(sim, "End the lesson", rest=100)
    assert screen(sim) == "journey"
    sim.app.go("learn.lesson", "RK", 1, True)
    for _ in range(30):  # a page and a rest of one at a time
        sim.press("SELECT", rest=200)
        if screen(sim) == "journey":
            break
    assert screen(sim) == "journey" and sim.app.settings.learned("RK")


def test_a_puzzle_that_began_in_the_journey_leads_back_there(sim):
    sim.wait(1500)
    journey(sim)
    for end in (False, True):
        sim.app.screen.chosen = [said[0] for said in STATIONS].index("puzzles")
        sim.app.screen.most = goals.STATIONS
        sim.press("A", rest=100)
        assert screen(sim) == "puzzles"
        sim.press("A", rest=600)
        assert screen(sim) == "play"
        if end:
            sim.hold("START", 900, rest=100)
            choose(sim, "End the puzzle", rest=2000)
            sim.press("A", "A", rest=300)  # the solution, in two steps
        else:
            solve(sim)
            sim.wait(600)
        assert screen(sim) == "puzzles"
        sim.press("B")
        sim.wait(100)
        assert screen(sim) == "journey"


def test_its_keys_name_all_arrows(sim):
    journey(sim)
    assert lines(sim)[-1].startswith(draw.LEFT + draw.RIGHT + draw.UP + draw.DOWN)


def test_it_is_reached_from_the_first_screen_and_left_to_it(sim):
    sim.wait(1500)
    to(sim, "Learn")
    sim.press("A")
    to(sim, "Journey")
    sim.press("A", rest=100)
    assert screen(sim) == "journey" and "1 Rummikub" in page(sim)
    sim.press("B", rest=100)
    assert screen(sim) == "title"


@pytest.mark.parametrize("board", sorted(SIZES))
def test_pictures(tmp_path, board):
    with handheld(tmp_path, board, blind=False) as sim:
        journey(sim, "012230300", "RKMVSP")
        sim.wait(200)
        golden_help.check(sim, "journey_%s" % SIZES[board])
        for _ in range(5):
            sim.press("RIGHT")
        sim.wait(200)
        golden_help.check(sim, "journey_%s_shut" % SIZES[board])


@pytest.mark.parametrize("board", BOARDS)
def test_a_station_shows_its_opponents_and_its_words_are_whole(sim):
    """All of them where the display is wide, one at least where it is not, none on a small one."""
    shown = journey(sim)
    for language in wordtable.languages(ROOT):
        speak(language)
        told = wordtable.shown(ROOT, language)["journey"]
        for shown.chosen, said in enumerate(STATIONS):
            names = goals.characters(said)
            shown._explain()
            faces = len(shown.panel.pictures)
            if sim.app.w < 240:
                assert faces == 0
            else:
                assert faces == len(names) or faces and sim.app.w < 320, (language, said)
            more = told["more" if said[0] == "win" else "more_win"].format(said[2])
            wanted = (more.split() if names else []) + (names if said[0] == "win" else [])
            assert [word for word in wanted if word not in page(sim)] == []


@pytest.mark.long(keep=4)
@pytest.mark.parametrize("number", range(goals.STATIONS))
def test_each_station_is_begun_by_buttons(tmp_path, number):
    said = STATIONS[number]
    with handheld(tmp_path) as sim:
        from pocket.learn import lesson

        journey(sim, "3" * goals.STATIONS, "".join(lesson.LESSONS))
        sim.app.screen.chosen = goals.STATIONS - 1
        for _ in range(number + 1):
            sim.press("RIGHT")
        sim.press("A", rest=600)
        if said[0] in ("lesson", "puzzles"):
            assert screen(sim) == {"lesson": "lesson", "puzzles": "puzzles"}[said[0]]
        else:
            app = sim.app
            assert app.session.game.rules["game"] == said[3]
            assert app.session.record == "game.j%d" % number
            assert [name for level, name in app.session.people if level] == goals.characters(said)
            for name, value in goals.options(said).items():
                assert app.session.game.rules[name] == value


def test_a_station_far_ahead_is_shut(sim):
    shown = journey(sim)
    assert shown.chosen == 0 and shown.most == 3
    sim.press("DOWN")
    sim.press("A", rest=100)
    assert screen(sim) == "journey"
    assert "First win a star at one of these: 1, 2, 3." in page(sim)
    journey(sim, "003").chosen = 29
    sim.press("A")
    assert "First win a star at one of these: 1, 2, 4." in page(sim)


@pytest.mark.parametrize("board", BOARDS)
def test_the_menu_of_a_station_under_way_says_its_goal_and_its_stars(sim):
    sim.wait(1500)
    for number in (1, 4, 29):
        show(sim, "games.makegame", "learn.journey", "station", number)
        for language in wordtable.languages(ROOT):
            speak(language)
            show(sim, "menus.pause", rest=100)
            goal, stars = goals.asked(STATIONS[number])
            panel = sim.app.screen.panel
            assert goal in lines(sim) and stars in lines(sim)
            assert max(map(panel.font.measure, (goal, stars))) <= panel.w


def ended(sim, number, hints=0, best=0, won=True, points=100, opened=True):
    """The round of a station is over like that."""
    app = sim.app
    goals.start(app, number)
    app.next = None
    game = app.session.game
    counts = bytearray(len(app.session.counts))
    counts[1] = hints
    counts[2] = best
    app.session.counts = counts
    game.opened = bytearray((opened, 1))
    game.winners = [0] if won else [1]
    game.result = lambda: [points if won else -points, 0]
    assert seatcounts.of(app.session, 0).best == best
    goals.over(app)
    return app.settings.stars


def test_stars_are_for_the_goal_no_hint_and_the_points_of_a_win(sim):
    assert STATIONS[2][:3] == ["win", "0", "30"]
    assert ended(sim, 2, won=False) == ""
    assert ended(sim, 2, hints=1, points=29) == "001"
    assert ended(sim, 2, points=29) == "002"
    assert ended(sim, 2, points=30) == "003"
    assert ended(sim, 2, hints=3, points=5) == "003"  # never fewer than before


def test_goals_of_one_turn_and_of_an_opening(sim):
    assert STATIONS[4][:2] == ["tiles", "4"] and STATIONS[1][0] == "open"
    assert ended(sim, 4, best=3) == ""
    assert ended(sim, 4, best=4, won=False) == "00002"
    assert ended(sim, 4, best=4) == "00003"
    assert ended(sim, 1, won=False, opened=False) == "00003"
    assert ended(sim, 1, won=False, hints=1) == "01003"


def test_stars_and_a_station_under_way_are_there_after_power_off(tmp_path):
    with handheld(tmp_path) as sim:
        assert ended(sim, 2) == "003"
        goals.start(sim.app, 5)
        sim.wait(300)
        origin = sim.app.session.game.origin
    with handheld(tmp_path) as sim:
        assert sim.app.settings.stars == "003"
        journey(sim, "003333")
        goals.start(sim.app, 5)  # the same game goes on
        sim.wait(100)
        assert sim.app.session.record == "game.j5" and sim.app.session.game.origin == origin
        goals.start(sim.app, 2)  # another station's goes
        sim.wait(300)
        assert [save[0] for save in newgame.kept_games(sim.app)[0]] == ["game.j2"]


def test_a_round_that_is_over_counts_once_more_after_power_off_without_harm(tmp_path):
    """The power goes between the game's save and the stars': the round's end leads there again."""
    with handheld(tmp_path) as sim:
        goals.start(sim.app, 4)
        sim.wait(300)
        from pocket.app import flow

        sim.app.session.counts[2] = 9
        game = sim.app.session.game
        while game.phase == "start" or game.phase == "redeal":
            game.apply(("go",) if game.phase == "start" else ("redeal", False))
        game.racks[1] += game.pool
        game.pool = bytearray()
        game.table, game.opened = [], bytearray(2)
        while game.phase == "turn":
            game.apply(("pass",))
        flow.save(sim.app)
        assert sim.app.settings.stars == ""
    with handheld(tmp_path) as sim:
        assert sim.app.settings.stars == ""
        newgame.resume_newest(sim.app, "game.j4")
        sim.wait(400)
        assert screen(sim) == "podium"
        sim.press("A", "A", rest=400)  # it is whole; it leads on
        assert screen(sim) == "score" and sim.app.settings.stars[:5] in ("00002", "00003")
        stars = sim.app.settings.stars
        sim.press("A", rest=200)
        assert screen(sim) == "journey"
    with handheld(tmp_path) as sim:
        assert sim.app.settings.stars == stars


def test_lessons_and_puzzles_have_their_stars_from_what_they_keep(sim):
    assert sum(journey(sim).stars) == 0
    shown = journey(sim, "", "RKSP")
    assert [i for i in range(30) if shown.stars[i]] == [0, 7]
    assert shown.stars[0] == 3


def test_settings_keep_stars_and_refuse_nonsense():
    kept = settingsfile.read(b"stars=0123")
    assert kept.stars == "0123" and not kept.unread
    assert b"stars=0123" in settingsfile.dump(kept)
    assert settingsfile.read(b"stars=9x").unread == ["stars"]
    assert b"stars" not in settingsfile.dump(settingsfile.read(b""))


def station_turn(sim, number, table, rack, opened):
    """A person's turn of a station in that position, its first note on show."""
    show(sim, "menus.title", rest=50)
    said = STATIONS[number]
    game = play_scene.position(table, rack, opened, game_id=said[3], options=goals.options(said))
    people = [("", "ANN"), newgame.computer(goals.characters(said)[0], 1)]
    newgame.seat_people(sim.app, game, people, newgame.STATION + str(number))
    sim.app.session.viewer = 0
    show(sim, "tilegame.play", rest=2000)
    sim.app.ignore_keys_until = False
    return sim.app.screen


@pytest.mark.parametrize("board", BOARDS)
def test_a_station_s_first_turn_says_its_goal_whole(tmp_path, board):
    rack = "b1 b3 b5 k1 k3 k5 o1 o3 o5 r7 r9 r11 k9 b12"
    with handheld(tmp_path, board) as sim:
        sim.wait(1500)
        for language in wordtable.languages(ROOT):
            speak(language)
            for number in (1, 2, 4, 15):
                shown = station_turn(sim, number, [], rack, False)
                goal = goals.asked(STATIONS[number])[0]
                said = " ".join(line.text for line in shown.box.lines)
                if STATIONS[number][0] != "open":  # else both say the same
                    goal += " " + shown.part.to_open()
                else:
                    goal = shown.part.to_open()
                assert said == goal and shown.box.group.y >= 0
                sim.press("DOWN")
                assert shown.box is None


def played(sim, *sets):
    """The person's turn of that table is made; what is stamped on the cloth for it, or ""."""
    shown = sim.app.screen
    play_scene.Hands(sim).reach(list(sets))
    sim.press("START", rest=100)
    return getattr(shown.part, "text", "")


def test_a_goal_met_within_a_game_is_told_and_its_star_stays(tmp_path):
    """Giving the game up took the star back, and nothing said that it was won."""
    with handheld(tmp_path) as sim:
        sim.wait(1500)
        four = tiles.parse_set("r3 r4 r5 r6".split())
        station_turn(sim, 4, ["k1 k2 k3"], "r3 r4 r5 r6 b9", True)
        assert played(sim, tiles.parse_set("k1 k2 k3".split()), four) == "Goal reached!"
        assert sim.app.settings.stars == "00001"
        ten = tiles.parse_set("r9 r10 r11".split())
        station_turn(sim, 1, [], "r9 r10 r11 b9 k1", False)
        assert played(sim, ten) == "Goal reached!"
        sim.wait(3000)
        sim.hold("START", 900, rest=200)
        choose(sim, "Give up the game", rest=800)
        sim.press("A", "A", rest=200)  # yes; the racks
        assert screen(sim) == "title"
    with handheld(tmp_path) as sim:
        assert sim.app.settings.stars == "01001" and sim.app.settings.unread is None


def test_fewer_tiles_than_the_goal_asks_tell_nothing(sim):
    sim.wait(1500)
    station_turn(sim, 4, ["k1 k2 k3"], "r3 r4 r5 b9", True)
    three = [tiles.parse_set(text.split()) for text in ("k1 k2 k3", "r3 r4 r5")]
    assert played(sim, *three) == "" and sim.app.settings.stars == ""


def test_a_hint_says_what_it_costs_and_how_many_are_left(sim):
    sim.wait(1500)
    shown = station_turn(sim, 4, ["k1 k2 k3"], "r3 r4 r5 b9", True)
    told = []
    shown.say = lambda text, sound=None, say=shown.say: (told.append(text), say(text, sound))
    sim.hold("SELECT", 700, rest=2000)
    said = " ".join(line.text for line in shown.box.lines)
    assert said.startswith("A hint costs a star.") and not told
    assert not seatcounts.of(sim.app.session, 0).hints
    for left in (2, 1, 0):
        told.clear()
        sim.hold("SELECT", 700, rest=2000)
        assert told[0].startswith("A hint, %d left..." % left)
        assert seatcounts.of(sim.app.session, 0).hints == 3 - left
        shown.part.hint = type(shown.part.hint)(shown.part)
        sim.app.session.hinted = False  # as in another turn
    told.clear()
    sim.hold("SELECT", 700, rest=1000)
    assert told == ["No hints are left in this round."]


@pytest.mark.parametrize("board", BOARDS)
def test_continue_says_which_game_it_is(sim):
    sim.wait(1500)
    begun = (
        (lambda: sim.app.go("games.makegame", "menus.title", "quick"), "Quick game, "),
        (lambda: sim.app.go("games.makegame", "", "station", 5), "Journey 6, "),
        (lambda: sim.app.go("games.makegame", "", "play", "RK"), ", round 1"),
    )
    for begin, says in begun:
        begin()
        sim.wait(400)
        show(sim, "menus.title", rest=400)
        to(sim, "Continue")
        assert says in sim.app.screen._about() and sim.app.screen._about() in page(sim)
    sim.app.store.forget("game.RK")
    show(sim, "menus.gamecards", "RK")
    assert "Continue" not in page(sim)  # neither is the card's


@pytest.mark.parametrize("board", BOARDS)
def test_a_station_with_cards_says_its_goal_in_its_first_turn(tmp_path, board):
    number = [said[3] for said in STATIONS].index("ER") + 1
    with handheld(tmp_path, board) as sim:
        sim.wait(1500)
        sim.app.go("games.makegame", "", "station", number)
        for _ in range(40):
            sim.wait(500)
            if screen(sim) == "eightscreen" and type(sim.app.screen.part).__name__ == "Turn":
                break
            sim.press("A")
        goal = goals.asked(STATIONS[number])[0]
        shown = sim.app.screen
        said = shown.table.page.message or " ".join(line.text for line in shown.box.lines)
        assert goal == "Beat ROSA." and said == goal
        sim.wait(600)
        sim.press("RIGHT")
        assert shown.box is None and shown.table.page.message != goal
