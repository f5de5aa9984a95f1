"""Words of scenes (tests/scenes.py): whose rack or hand is painted (tools/soak/sight.py)."""

import sys

import play_scene
from screens_help import choose
from words_games import confirm, three_pairs

from rules import catalogue
from tools.soak.sight import FrameChecker


def watch(scene, _=""):
    """Watch from now on which racks and hands are painted."""
    scene.sight = FrameChecker(scene.sim)


def starts(scene, text):
    """Begin a game, watched, up to the first person's turn: `starts RK ANNA BEN/easy`."""
    watch(scene)
    game_id, *names = text.split()
    people = [name.partition("/")[::-2] for name in names]
    scene.put(catalogue.new(game_id, len(people), 7), people)
    while scene.name() == "startdraw":
        scene.sim.press("A", rest=3000)
    to_person(scene)


def starts_with_pairs(scene, _):
    """Begin a game of Kiran Rummy, watched, whose first person holds three pairs."""
    watch(scene)
    game = three_pairs(lambda one: one.seat == one.starter == 1)
    scene.put(game, [("", "ANNA"), ("", "BEN")])


def to_person(scene, _=""):
    """Go on until a person's turn begins or is to be handed over."""
    for _ in range(80):
        part = type(getattr(scene.screen, "part", None)).__name__
        if scene.name() == "handover" or part in ("PersonTurn", "Turn"):
            return
        scene.sim.press("A", rest=200)
    raise AssertionError("no person's turn comes")


def take_over(scene, _=""):
    """Take the device at the hand-over and go on to the person's turn."""
    confirm(scene.sim)
    to_person(scene)


def ends_turn(scene, menu=""):
    """Draw a tile, or take the open card and discard it, and go on to the next person; `menu`: open
    the menu over the move on show."""
    if scene.name() == "eightscreen":
        scene.sim.press("A", rest=700)  # until then the same key does nothing more
        scene.sim.press("A", "A", rest=700)
        scene.sim.press("A", rest=300)  # the discard is final
    else:
        scene.sim.press("START", "A", rest=300)
    if menu and type(vars(scene.screen).get("part")).__name__ == "Watch":
        scene.sim.hold("START", 700, rest=60)
        scene("on pause; B")
    to_person(scene)


def open_menu(scene, _=""):
    """Open the menu by START, held where it must be."""
    scene.sim.hold("START", 700, rest=60)
    if scene.name() != "pause":
        scene.sim.press("START", rest=60)
    scene.on("pause")


def through_the_menu(scene, _=""):
    """Visit each screen of the menu and return to the game."""
    for line in ("Score", "Rules", "Options", "Settings"):
        open_menu(scene)
        shown = scene.screen.list
        for text in [shown.text(i) for i in range(shown.count)]:
            if line in text:
                choose(scene.sim, text, rest=200)
                break
        scene.sim.press("DOWN", "RIGHT", "LEFT", "B", rest=100)
        if scene.name() != "pause":
            scene.sim.press("B", rest=100)
        scene.sim.press("B", rest=200)


def leaves_and_continues(scene, way):
    """Leave the game by the `menu`, or as a loss of power does, and take it up again."""
    if way == "menu":
        open_menu(scene)
        choose(scene.sim, "Save", rest=200)
    else:
        scene("go menus.title")
    scene("on title; A; wait 400")
    take_over(scene)


def plays_r6(scene, length=""):
    """Let ANNA play r6 to r3 r4 r5, watched; BEN's turn is next, or with a game of `1` round its
    end."""
    watch(scene)
    rack, options = ("r6", {"length": int(length)}) if length else ("r6 o9", None)
    game = play_scene.position(["r3 r4 r5"], rack, others="k1 k2 b9", options=options)
    scene.put(game, [("", "ANNA"), ("", "BEN")])
    confirm(scene.sim)
    scene("take r6; SELECT START; wait 3000")


def seen_well(scene, names):
    """Have painted racks on these screens, on the first more than 40 times, and none too early."""
    first, *others = names.split()
    assert scene.sight.faults == []
    assert scene.sight.frames[first] > 40 and set(scene.sight.frames) <= {first, *others}


def none_too_early(scene, name):
    """Have painted racks on this screen, if one is named, and none too early."""
    assert scene.sight.faults == [] and (not name or scene.sight.frames[name] > 0)


# -- faults that the watch must find


def leaks_rack(scene, _):
    """Paint seat 0's rack while no person holds the device."""
    part = sys.modules["pocket.tilegame.board"].Part
    racks = lambda part: part.app.session.game.racks  # noqa: E731
    part.rack = lambda part: (racks(part)[part.app.session.viewer or 0], None, bytes(106))
    ends_turn(scene)


def leaks_hand(scene, _):
    """Paint seat 0's hand of cards while no person holds the device."""
    table = type(scene.screen)
    table.own_hand = lambda table: table.show_hand(
        table.app.session.game.hands[table.app.session.viewer or 0], bytes(8)
    )
    ends_turn(scene)


def waits_for_nothing(scene, _):
    """Take the device at once, without the hand-over's wait."""
    ends_turn(scene)
    scene.sim.press("START", "B", rest=60)
    scene.screen.opens = 0
    scene.sim.press("A", rest=300)


def skips_the_hand_over(scene, _):
    """Go to the next person's turn by another way."""
    ends_turn(scene)
    scene.session.viewer = scene.game.seat
    sys.modules["pocket.app.flow"].show(scene.app)
    scene.wait(300)


def caught(scene, _):
    """Have found a rack that was painted while no person held the device."""
    assert "holder is None" in scene.sight.faults[0]
