"""Run by test_build_small.py where only a small build's sources lie: every line of every menu once.

Prints the screens that were seen; fails where the handheld shows a failure.
"""

import sys
import tempfile

from screens_help import screen

from tools.sim import Sim

BOARD = sys.argv[1]
LEAVES = ("Save and leave", "Give up the game")


def check(sim):
    """The handheld has shown no failure."""
    assert not sim.failure and not sim.error, (screen(sim), sim.failure, sim.error)


def press(sim, *buttons):
    """Press buttons, giving each time to do what it does."""
    for button in buttons:
        sim.press(button, rest=400)
        check(sim)


def labels(sim):
    """The lines of the list on show."""
    shown = vars(sim.app.screen).get("list")
    return [shown.text(i) for i in range(shown.count)] if shown else []


def walk(sim, way, seen, deep):
    """Go along a way of lines from the first screen, note where it leads; go on from there."""
    sim.app.go("menus.title")
    sim.wait(600)
    for line in way:
        shown = vars(sim.app.screen).get("list")
        if shown is None or line >= shown.count:
            return
        while shown.chosen != line:
            press(sim, "DOWN")
        press(sim, "A")
        sim.wait(1500)
        check(sim)
    seen.add(screen(sim))
    lines = len(labels(sim))
    if screen(sim) in ("play", "startdraw"):
        return
    press(sim, "SELECT", "RIGHT", "LEFT", "B")
    if deep:
        for line in range(min(lines, 30)):
            walk(sim, way + (line,), seen, deep - 1)


def main():
    """All menus; a game up to its menu and score sheet."""
    seen = set()
    with tempfile.TemporaryDirectory() as saves:
        with Sim(BOARD, seed=3, save_dir=saves, blind=True) as sim:
            sim.wait(600)
            walk(sim, (), seen, 3)
            sim.app.go("menus.title")
            sim.wait(600)
            while sim.app.screen.list.text(sim.app.screen.list.chosen) != "Quick game":
                press(sim, "DOWN")
            press(sim, "A", "A")
            sim.wait(20000)
            sim.hold("START", 900, rest=600)
            check(sim)
            seen.add(screen(sim))
            for i in range(len(labels(sim))):
                if screen(sim) != "pause":
                    sim.app.go("menus.pause")
                    sim.wait(600)
                if labels(sim)[i] in LEAVES:
                    continue
                while sim.app.screen.list.chosen != i:
                    press(sim, "DOWN")
                press(sim, "A")
                seen.add(screen(sim))
            play_on(sim, seen)
    print(" ".join(sorted(seen)))


def play_on(sim, seen):
    """The round to its end: two computers play, a third seat waits for nobody."""
    from pocket.games import newgame

    from rules import catalogue

    game = catalogue.new(catalogue.ORDER[0], 2, 7, {"length": 1})
    people = [("easy", "ADA"), ("easy", "BO")]
    game.note = newgame.pack_people(people)
    newgame.seat_people(sim.app, game, people)
    sim.app.enter()
    for _ in range(4000):
        sim.wait(500)
        check(sim)
        if screen(sim) == "score":
            break
        if screen(sim) in ("play", "startdraw"):
            sim.press("A")
    press(sim, "LEFT", "SELECT", "A")
    seen.add("score")


if __name__ == "__main__":
    main()
