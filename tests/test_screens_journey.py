"""The journey: thirty stations, each begun by buttons, goals met give stars that are kept."""

import play_scene
import pytest
from conftest import ROOT
from pocket.games import newgame, seatcounts
from pocket.learn import goals
from pocket.saves import settingsfile
from scenes import scenes
from screens_help import BOARDS, lines, page, show, speak
from test_screens_firsthour import solve

from rules import catalogue, characters
from rules.tilegame import tiles
from tools.device import wordtable

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
    # what cases below say of stations
    assert STATIONS[2][:3] == ["win", "0", "30"]
    assert STATIONS[4][:2] == ["tiles", "4"] and STATIONS[1][0] == "open"


def test_settings_keep_stars_and_refuse_nonsense():
    kept = settingsfile.read(b"stars=0123")
    assert kept.stars == "0123" and not kept.unread
    assert b"stars=0123" in settingsfile.dump(kept)
    assert settingsfile.read(b"stars=9x").unread == ["stars"]
    assert b"stars" not in settingsfile.dump(settingsfile.read(b""))


def journey(scene, text=""):
    """Show the journey with stars won before, and lessons done: `journey 012 RKMV`, `-` for no
    stars."""
    stars, _, scene.settings.lessons = text.partition(" ")
    scene.settings.stars = stars.strip("-")
    show(scene.sim, "learn.journey", rest=100)


def at(scene, number):
    """Move the cursor to a station, from 1, as if all were open."""
    scene.screen.chosen = int(number) - 1
    scene.screen.most = goals.STATIONS


def to_turn(scene, _):
    """Go on with A to the turn."""
    scene.on("lesson|puzzles")
    for _ in range(9):
        scene("A; wait 600")
        if scene.name() == "play":
            return
    raise AssertionError("no turn")


def skip(scene, _):
    """Skip the pages of a lesson, one or a rest of one at a time, back to the journey."""
    for _ in range(30):
        scene.sim.press("SELECT", rest=200)
        if scene.name() == "journey":
            return
    raise AssertionError("no end")


def solves(scene, _):
    """Solve the puzzle."""
    solve(scene.sim)


def ended(scene, text):
    """Let the round of a station be over: `ended 2`, or with `lost`, `closed` (nothing opened),
    `hints=1`, `best=4` (tiles in one turn), `points=29`."""
    number, *more = text.split()
    how = {"hints": 0, "best": 0, "points": 100}
    how.update({pair.split("=")[0]: int(pair.split("=")[1]) for pair in more if "=" in pair})
    start(scene, number)
    scene.app.next = None
    counts = bytearray(len(scene.session.counts))
    counts[1:3] = bytes((how["hints"], how["best"]))
    scene.session.counts = counts
    assert seatcounts.of(scene.session, 0).best == how["best"]
    scene.game.opened = bytearray(("closed" not in more, 1))
    scene.game.winners = [int("lost" in more)]
    points = -how["points"] if "lost" in more else how["points"]
    scene.game.result = lambda: [points, 0]
    goals.over(scene.app)


def stars(scene, text=""):
    """Have these stars in the settings."""
    assert scene.settings.stars == text, scene.settings.stars


def start(scene, number):
    """Begin a station's game, or take it up."""
    goals.start(scene.app, int(number))


def kept(scene, names):
    """Have exactly these games kept."""
    assert [save[0] for save in newgame.kept_games(scene.app)[0]] == names.split()


def turn_of(scene, text):
    """Be in a turn of a station, from 0: `turn_of 4 / k1 k2 k3 / r3 r4 b9`: table and rack; without
    a table nothing is opened."""
    number, table, rack = [one.strip() for one in text.split("/")]
    said = STATIONS[int(number)]
    show(scene.sim, "menus.title", rest=50)
    game = play_scene.position(
        [table] if table else [], rack, bool(table), game_id=said[3], options=goals.options(said)
    )
    people = [("", "ANN"), newgame.computer(goals.characters(said)[0], 1)]
    newgame.seat_people(scene.app, game, people, newgame.STATION + number)
    scene.session.viewer = 0
    show(scene.sim, "tilegame.play", rest=2000)
    scene.app.ignore_keys_until = False


def plays(scene, text):
    """End the turn with this table, and have these words stamped on the cloth for it, or none:
    `plays k1 k2 k3 / r3 r4 r5 : Goal reached!`."""
    table, _, wanted = text.partition(":")
    part = play_scene.Hands(scene.sim)
    part.reach([bytes(tiles.parse_set(one.split())) for one in table.split("/")])
    scene.sim.press("START", rest=100)
    assert getattr(scene.part, "text", "") == wanted.strip()


test_journey = scenes(
    """
    A lesson that began in the journey leads back there: wait 1500; journey; A; on lesson; B;
        on journey; A; to_turn; hold START 900; choose End the lesson; on journey;
        go learn.lesson RK 1 True; skip; on journey; check settings.learned('RK')
    A puzzle that began in the journey leads back there: wait 1500; journey; at %d; A; to_turn;
        solves; on puzzles; B; on journey; at %d; A; to_turn; hold START 900; choose End the puzzle;
        wait 2000; A A; on puzzles; B; on journey
    Its keys name all arrows: journey; keys {LEFT}{RIGHT}{UP}{DOWN}
    It is reached from the first screen and left to it: choose Journey; on journey;
        says 1 Rummikub; B; on title
    The journey as it looks: for $board in pajenicko_picopad | tinycircuits_thumby_color;
        board $board; pictures; journey 012230300 RKMVSP; wait 200; golden journey_@; RIGHT*5;
        wait 200; golden journey_@_shut
    A station far ahead is shut: journey; check (screen.chosen, screen.most) == (0, 3); DOWN A;
        on journey; says Locked. Earn a star on one of 1, 2, 3 first.; journey 003; UP A;
        says Locked. Earn a star on one of 1, 2, 4 first.
    Lessons and puzzles have their stars from what they keep: journey;
        check sum(screen.stars) == 0; journey - RKSP;
        check [i for i in range(30) if screen.stars[i]] == [0, 7]; check screen.stars[0] == 3
    Stars are for the goal, no hint and the points of a win: ended 2 lost; stars;
        ended 2 hints=1 points=29; stars 001; ended 2 points=29; stars 002; ended 2 points=30;
        stars 003; ended 2 hints=3 points=5; stars 003
    Stars are for tiles in one turn and for an opening: ended 4 best=3; stars; ended 4 best=4 lost;
        stars 00002; ended 4 best=4; stars 00003; ended 1 lost closed; stars 00003;
        ended 1 lost hints=1; stars 01003
    Stars and a station under way are there after power-off: ended 2; stars 003; start 5; wait 300;
        do scene.remembered = game.origin; off; stars 003; journey 003333; start 5; wait 100;
        check session.record == 'game.j5' and game.origin == scene.remembered; start 2; wait 300;
        kept game.j2
    A goal met within a game is told, and its star stays when the game is given up: wait 1500;
        turn_of 4 / k1 k2 k3 / r3 r4 r5 r6 b9; plays k1 k2 k3 / r3 r4 r5 r6 : Goal reached!;
        stars 00001; turn_of 1 / / r9 r10 r11 b9 k1; plays r9 r10 r11 : Goal reached!; wait 3000;
        hold START 900; choose Give up the game; wait 800; A A; on title; off; stars 01001;
        check settings.unread is None
    Fewer tiles than the goal asks tell nothing: wait 1500; turn_of 4 / k1 k2 k3 / r3 r4 r5 b9;
        plays k1 k2 k3 / r3 r4 r5; stars
    """
    % ((1 + [said[0] for said in STATIONS].index("puzzles"),) * 2),
    journey,
    at,
    to_turn,
    skip,
    solves,
    ended,
    stars,
    start,
    kept,
    turn_of,
    plays,
)


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


@pytest.mark.parametrize("board", BOARDS)
def test_a_station_shows_its_opponents_and_its_words_are_whole(scene, board):
    """All of them where the display is wide, one at least where it is not, none on a small one."""
    scene.board(board)
    journey(scene)
    shown = scene.screen
    for language in wordtable.languages(ROOT):
        speak(language)
        told = wordtable.shown(ROOT, language)["journey"]
        for shown.chosen, said in enumerate(STATIONS):
            names = goals.characters(said)
            shown._explain()
            faces = len(shown.panel.pictures)
            if scene.app.w < 240:
                assert faces == 0
            else:
                assert faces == len(names) or faces and scene.app.w < 320, (language, said)
            more = told["more" if said[0] == "win" else "more_win"].format(said[2])
            wanted = (more.split() if names else []) + (names if said[0] == "win" else [])
            assert [word for word in wanted if word not in page(scene.sim)] == []


@pytest.mark.long(keep=4)
@pytest.mark.parametrize("number", range(goals.STATIONS))
def test_each_station_is_begun_by_buttons(scene, number):
    from pocket.learn import lesson

    said = STATIONS[number]
    journey(scene, "3" * goals.STATIONS + " " + "".join(lesson.LESSONS))
    at(scene, goals.STATIONS)
    scene("RIGHT*%d; A; wait 600" % (number + 1))
    if said[0] in ("lesson", "puzzles"):
        scene.on(said[0])
        return
    session = scene.session
    assert (session.game.rules["game"], session.record) == (said[3], "game.j%d" % number)
    assert [name for level, name in session.people if level] == goals.characters(said)
    for name, value in goals.options(said).items():
        assert session.game.rules[name] == value


@pytest.mark.parametrize("board", BOARDS)
def test_the_menu_of_a_station_under_way_says_its_goal_and_its_stars(scene, board):
    scene("board %s; wait 1500" % board)
    for number in (1, 4, 29):
        scene("go games.makegame learn.journey station %d" % number)
        for language in wordtable.languages(ROOT):
            speak(language)
            scene.menu()
            panel, told = scene.screen.panel, goals.asked(STATIONS[number])
            assert set(told) <= set(lines(scene.sim))
            assert max(map(panel.font.measure, told)) <= panel.w


def test_a_round_that_is_over_counts_once_more_after_power_off_without_harm(scene):
    """The power goes between the game's save and the stars': the round's end leads there again."""
    from pocket.app import flow

    start(scene, 4)
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
    scene("on podium; wait 400; A A; wait 400; on score")  # it is whole; it leads on
    won = scene.settings.stars
    assert won[:5] in ("00002", "00003")
    scene("A; on journey; off")
    stars(scene, won)


@pytest.mark.parametrize("board", BOARDS)
def test_a_station_s_first_turn_says_its_goal_whole(scene, board):
    scene("board %s; wait 1500" % board)
    for language in wordtable.languages(ROOT):
        speak(language)
        for number in (1, 2, 4, 15):
            turn_of(scene, "%d / / b1 b3 b5 k1 k3 k5 o1 o3 o5 r7 r9 r11 k9 b12" % number)
            goal = scene.part.to_open()
            if STATIONS[number][0] != "open":  # else both say the same
                goal = goals.asked(STATIONS[number])[0] + " " + goal
            assert scene.boxed() == " ".join(goal.split()) and scene.screen.box.group.y >= 0
            scene("DOWN; box")


def test_a_hint_says_what_it_costs_and_how_many_are_left(scene):
    scene("wait 1500")
    turn_of(scene, "4 / k1 k2 k3 / r3 r4 r5 b9")
    shown, told = scene.screen, []
    shown.say = lambda text, sound=None, say=shown.say: (told.append(text), say(text, sound))
    scene.sim.hold("SELECT", 700, rest=2000)
    assert scene.boxed().startswith("A hint costs a star.") and not told
    assert not seatcounts.of(scene.session, 0).hints
    for left in (2, 1, 0):
        told.clear()
        scene.sim.hold("SELECT", 700, rest=2000)
        assert told[0].startswith("A hint, %d left..." % left)
        assert seatcounts.of(scene.session, 0).hints == 3 - left
        shown.part.hint = type(shown.part.hint)(shown.part)
        scene.session.hinted = False  # as in another turn
    told.clear()
    scene.sim.hold("SELECT", 700, rest=1000)
    assert told == ["No hints are left in this round."]


@pytest.mark.parametrize("board", BOARDS)
def test_continue_says_which_game_it_is(scene, board):
    scene("board %s; wait 1500" % board)
    for made, says in (
        ("learn.journey station 5", "Journey 6, "),
        ("menus.title play RK", ", round 1"),
    ):
        scene("go games.makegame %s; wait 200; go menus.title; wait 200; to Continue" % made)
        assert says in scene.screen._about()
        scene("says " + scene.screen._about())


@pytest.mark.parametrize("board", BOARDS)
def test_a_station_with_cards_says_its_goal_in_its_first_turn(scene, board):
    number = [said[3] for said in STATIONS].index("ER") + 1
    scene("board %s; wait 1500; go games.makegame learn.journey station %d" % (board, number))
    for _ in range(40):
        scene.sim.wait(500)
        if scene.name() == "eightscreen" and type(scene.part).__name__ == "Turn":
            break
        scene.sim.press("A")
    shown = scene.screen
    assert (shown.table.page.message or scene.boxed()) == "Beat ROSA."
    scene("wait 600; RIGHT; box")
    assert shown.table.page.message != "Beat ROSA."
