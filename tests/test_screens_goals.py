"""Goals in view: the badges with their pictures, days in a row, what came since last time."""

import time

import pytest
from conftest import ROOT
from scenes import scenes
from screens_help import BOARDS, show, speak

from rules import catalogue, puzzles, stats
from tools.art import mkassets
from tools.device import wordtable


def day(scene, number):
    """Let the board's clock say that day of 2027, or `none`."""
    now = (2027, 1, 1, 8, 0, 0, 4, int(number), -1) if number != "none" else (2000,) * 9
    patch = scene._stack.enter_context(pytest.MonkeyPatch.context())
    patch.setattr(time, "localtime", lambda: now)


def counted(scene, *rounds, told=None, badged=False):
    """Keep statistics with more rounds, each (won, the characters who sat there); when the player
    was told last there were `told` of them, and all badges of now if `badged`."""
    one = stats.Stats(scene.app.store.load("stat")[0])
    for number, (won, met) in enumerate(rounds):
        level = "hard" if met else "easy"
        code = bytes((number, len(one.rows), len(rounds), 1))
        one.count(code, catalogue.ORDER[0], level, won, 10, 6, int(not met), met)
        if number + 1 == told:
            one.told = (0, one.sum(stats.WON), one.badges)
    if badged:
        one.told = one.told[:2] + (one.badges,)
    scene.app.store.save("stat", one.dump())


def played(scene, text):
    """Have played so many rounds and won all but the third, and switch off: `played 6 told 4` when
    the player was told last there were four; `untold`: no badge is known yet."""
    count, *more = text.split()
    told = int(more[1]) if "told" in more else None
    rounds = [(number != 2, ()) for number in range(int(count))]
    counted(scene, *rounds, told=told, badged="untold" not in more)
    scene.off()


def won(scene, _):
    """Have won one round more."""
    counted(scene, (True, ()))


def met(scene, text):
    """Have played with characters by their numbers, `+` behind those of a round that was won."""
    rounds = [("+" in one, [int(place) for place in one.strip("+")]) for one in text.split()]
    counted(scene, *rounds)


def solved(scene, days):
    """Have solved a puzzle a day from day 100 of 2027 on, and switch off."""
    show(scene.sim, "learn.puzzles", rest=60)
    one = puzzles.Progress(scene.screen.pack)
    for number in range(int(days)):
        one.solve(number)
        one.solve_day(2027 * 365 + 2026 // 4 + 100 + number)
    scene.app.store.save("puzz", one.dump())
    scene.off()


def tells(scene, text):
    """Say this on the first screen when no key is pressed; without a text: no news."""
    scene.wait(2000)
    scene("says " + text if text else "no Last time; no Since; no in a row")


test_news_and_numbers = scenes(
    """
    Wins since last time are told once: for $board in boards; board $board; day none;
        played 6 told 4; tells Last time: 2 wins; DOWN UP; tells; off; tells
    One win is no wins: day none; played 6 told 5; tells Last time: 1 win; no 1 wins
    A new badge goes before wins: day none; played 7 told 3 untold;
        tells A new badge: Three in a row
    With a clock it is since yesterday, all day long: day 199; played 6 told 4; day 200;
        tells Last time: 2 wins; won; off; tells Since yesterday: 1 win; off;
        tells Since yesterday: 1 win; off; day 201; tells Since yesterday: 1 win; off; tells
    After a week it is not since yesterday: day 100; played 6 told 6; tells; won; off; day 107;
        tells Last time: 1 win
    Nothing is told or kept where nothing was played: tells;
        check app.store.load('stat')[0] is None
    A key before the news is not talked over: day none; played 6 told 4; choose Play; A;
        wait 1500; on startdraw
    Days in a row stand on the first screen and among the numbers: for $clock in 104 | none;
        day 104; solved 4; played 3 told 3; day $clock; tells Puzzle of the day: 4 in a row;
        go review.statistics; says Puzzle of the day: 4 in a row
    A day without a puzzle ends the row: day 104; solved 4; played 3 told 3; day 106; tells
    The characters one has met stand behind the games: played 2; go review.statistics; LEFT;
        no Characters; met 35+ 3; go review.statistics; LEFT; says Characters; no All games;
        says CLEO: 1 of 2; says VERA: 1 of 1; says LOU: 0 of 0; START A;
        says No games yet
    The badges are walked in two rows: go review.badges; DOWN; check screen.chosen == 6; RIGHT;
        check screen.chosen == 7; UP; check screen.chosen == 1; LEFT LEFT;
        check screen.chosen == 11; B; on statistics; keys badges
    Goals as they look: for $board in boards; board $board; pictures; day none; played 7 told 3;
        wait 2500; golden goals_@_news; go review.badges; wait 100; DOWN; wait 300;
        golden goals_@_badges
    The characters as they look: for $board in tinycircuits_thumby_color | pajenicko_picopad;
        board $board; pictures; met 03 13+ 23+ 3 43+ 53+ 03 13+ 23+ 3 43+ 53+ 03 13+ 23+ 3;
        go review.statistics; LEFT; wait 300; golden goals_@_characters
    """,
    day,
    played,
    won,
    met,
    solved,
    tells,
)


def test_there_is_a_picture_for_every_badge_and_no_two_are_alike():
    sheet = mkassets.badges()
    *pictures, blank = [bytes(sheet.cut(x, 0, 16, 16).px) for x in range(0, sheet.w, 16)]
    assert len(pictures) == len(stats.BADGES) == len(stats.NEEDED)
    assert len({*pictures, blank}) == len(pictures) + 1 and not any(blank)


@pytest.mark.parametrize("board", BOARDS)
def test_new_badges_are_named_where_there_is_room_and_else_counted(sim, board):
    """In every language; one alone is always named."""
    names = [("first", "tiles"), stats.BADGES] + [(name,) for name in stats.BADGES]
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


def test_a_badge_says_how_far_one_is(scene):
    played(scene, "7")
    solved(scene, "9")
    scene("go review.badges")
    said = [scene.page()]
    for _ in range(len(stats.BADGES) - 1):
        scene("RIGHT")
        said.append(scene.page())
    wanted = {1: "6 of 10", 2: "6 of 50", 3: "7 of 100", 4: "3 of 3", 5: "4 of 7", 6: "6 of 10"}
    wanted.update({10: "1 of 5", 11: "9 of 25"})
    for place, text in enumerate(said):
        assert "Badges: 2 of 12" in text and wanted.get(place, "") in text
        assert (" of " in text.replace("Badges: 2 of 12", "")) is (place in wanted)
