"""Words of scenes (tests/scenes.py): lessons, which are done as their pages say."""

from cases import squeezed
from conftest import ROOT
from house_help import with_english
from pocket.app import draw
from pocket.learn import lesson as lessons
from pocket.ui import book
from screens_help import paper, titles
from words_menus import LESSONS

from rules.eight import cards
from rules.solver import search as solver
from rules.tilegame import tiles
from tools.device import wordpack, wordtable


def steps(lesson_id):
    """Return (title, what is asked) of every page that asks for something."""
    one = book.Book([lessons.TEXT + lesson_id], {}, paper(), "tiles")
    asked = [(title, lessons.read_task(lesson_id, place[1])) for title, place in titles(one)]
    return [step for step in asked if "turn" in step[1]]


def best(one, asked):
    """Return what the solver finds best of all that may leave the rack in this step: its Result."""
    rack = bytearray(one.racks[0])
    for text in asked.get("keep", "").split():
        rack.remove(tiles.parse(text))
    goal = "points" if "points" in asked else "tiles"
    return solver.run(one.rules, one.table, rack, bool(one.opened[0]), goal=goal)


def lesson(scene, text):
    """Choose a lesson from the first screen, and say it in a language from then on."""
    lesson_id, language = text.split()
    scene("choose Lessons")
    scene.speak(language)
    scene("DOWN*%d; A" % LESSONS.index(lesson_id))
    lines = wordpack.complete_help_text(ROOT, language, lessons.TEXT + lesson_id)
    title = next(text for _, text in lines)
    assert scene.lines()[0].startswith(squeezed(wordtable.put_signs(title)))
    scene.lesson, scene.language, scene.praised, scene.turns = lesson_id, language, [], 0


def read(scene, _=""):
    """Read the pages up to the next turn, which is asked for then, or to the list at the end."""
    texts = with_english(ROOT, scene.language)["lesson"]
    praise = [draw.RIGHT_SIGN + " " + texts["praise%d" % i] for i in (1, 2, 3)]
    while scene.name() == "lesson" and not scene.screen.list:
        keys = scene.lines()[-1]
        scene.praised += [word for word in praise if squeezed(word) in keys]
        scene.sim.press("A", rest=100)
    scene.wait(600)  # a key that was mashed is heard again
    if scene.name() != "lesson":
        scene.turns += 1
        says_task(scene)


def says_task(scene, _=""):
    """Show what this turn asks for."""
    hint = scene.game.hint
    if scene.name() == "eightscreen":
        assert hint in " ".join(line.text for line in scene.screen.page)
    else:
        line = scene.screen.head
        assert line.labels[0][0] == hint
        assert line.layer.bitmap.width >= line.font.measure(hint)  # a strip cuts a wider text


def on_table(scene, text):
    """Take a tile of a set on the table."""
    code = tiles.parse(text)
    which = [i for i, codes in enumerate(scene.turn.sets) if code in codes][0]
    scene("tile %d %d; A" % (which, scene.turn.sets[which].find(bytes((code,)))))


def until_right(scene, _):
    """Press SELECT for another place until no set is wrong and there are two."""
    for _ in range(3):
        if scene.turn.wrong() or len(scene.turn.sets) < 2:
            scene("SELECT")


def lesson_done(scene, _=""):
    """Have the list on the screen, the lesson ticked and no other, and each of its turns praised,
    in other words than the one before."""
    scene.on("lesson")
    assert scene.screen.list.chosen == (LESSONS.index(scene.lesson) + 1) % len(LESSONS)
    assert scene.settings.lessons == scene.lesson and "1/%d" % len(LESSONS) in scene.page()
    assert scene.page().count(draw.RIGHT_SIGN) == (scene.lesson != "GO")  # it is further down
    assert len(scene.praised) == scene.turns == len(steps(scene.lesson))
    assert all(one != other for one, other in zip(scene.praised, scene.praised[1:]))


def card_away(scene, _=""):
    """Move the cursor to the card that the lesson asks to discard."""
    code = cards.parse(steps(scene.lesson)[scene.turns - 1][1]["away"])
    while scene.game.hands[0][scene.part.index] != code:
        scene.sim.press("LEFT")


def makes_turn(scene, count="1"):
    """Read on, and make the turn that the lesson asks for by buttons, or several turns."""
    for _ in range(int(count or 1)):
        _make_turn(scene)


def _make_turn(scene):
    if scene.name() == "lesson":
        read(scene)
    game, expected = scene.game, steps(scene.lesson)[scene.turns - 1][1]
    if scene.name() == "eightscreen":
        scene("RIGHT" if expected["from"] == "discard" else "wait 0")
        scene("A")
        says_task(scene)
        card_away(scene)
        scene("A")
        for _ in range(6):  # the result is shown; then the lesson goes on
            if scene.name() == "eightscreen":
                assert "score" not in scene.screen.keys_line.text  # there is none
                scene.sim.press("A", rest=300)
        assert game.done
    else:
        scene._hands().reach(best(scene.game, expected).table)
        says_task(scene)
        scene("START")
        if scene.name() == "play" and scene.screen.asks:  # to draw
            scene("A")
        for _ in range(4):  # the tile that was drawn is shown
            scene.wait(1000)
            if scene.name() == "play":
                scene.sim.press("A")
    scene.on("lesson")


def makes_turns(scene, _=""):
    """Do the whole lesson by buttons."""
    makes_turn(scene, len(steps(scene.lesson)))
    read(scene)
    lesson_done(scene)


def page_behind(scene, language):
    """Be on the page behind the last turn of the lesson, in a language."""
    titles = {
        code: [
            text
            for kind, text in wordpack.complete_help_text(ROOT, code, lessons.TEXT + scene.lesson)
            if kind == book.TITLE
        ]
        for code in ("en", language)
    }
    behind = titles["en"].index(steps(scene.lesson)[scene.turns - 1][0]) + 1
    assert scene.lines()[0].startswith(squeezed(wordtable.put_signs(titles[language][behind])))
