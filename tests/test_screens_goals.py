"""Goals in view: the badges with their pictures, days in a row, what came since last time."""

import pytest
from conftest import ROOT
from picture_help import cells
from screens_help import BOARDS, show, speak
from words_menus import played, solved_days

from rules import stats
from tools.device import wordtable


def test_there_is_a_picture_for_every_badge_and_no_two_are_alike():
    *pictures, blank = [bytes(cell.px) for cell in cells("badges.bmp", 16, 16)]
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
    solved_days(scene, "9")
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
