"""Runs the screen of 8 Round Rummy on the MicroPython VM: stand-ins and measures of vm_play.py.

Prints "word number" lines for tests/test_eight_vm.py.
"""

import sys

with open(__file__.replace("vm_eight", "vm_play")) as file:
    exec(file.read().split("from rules.tilegame import game as games")[0])

from rules.eight import game as eight  # noqa: E402

game = eight.EightGame(6, 5)  # noqa: F821
game.apply(("go",))
game.seat = 0
app = globals()["app"]
app.session.game = game
app.session.people = [("", "ANN")] + [("hard", "BO")] * 5
app.session.habits = [b""] * 6
app.session.persons = 1
app.session.viewer = 0
app.session.counts = bytearray(5 * 6)
app.go("eight.eightscreen")
app.step()
taken, press, ticks = globals()["taken"], globals()["press"], globals()["ticks"]
print("screen", taken())
press(app, 4)
print("held", len(game.hands[0]))
globals()["tell_allocated"](app)
peak = 0
for _ in range(4000):  # computers think, slice by slice; a person's turn is taken by pressing A
    ticks[0] += 20
    app.step()
    if "rules.eight.players" in sys.modules:
        peak = max(peak, taken())
    if app.screen.worker is None:
        press(app, 4)
    if game.turns > 13 or game.round > 1:
        break
print("peak", peak, "turns", game.turns, "round", game.round)
