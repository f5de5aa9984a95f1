"""Runs the screen of 8 Round Rummy on the MicroPython VM: stand-ins and measures of vm_play.py.

Prints "word number" lines for tests/test_eight_vm.py.
"""

import sys

with open(__file__.replace("vm_eight", "vm_play")) as file:
    exec(file.read().split("from rules.tilegame import game as games")[0])

# The stand-ins learn what cards ask of them: cells by column and row, colours read, groups moved.


def place_of(grid, place):
    """Where cell (x, y), or cell number `place`, lies in a TileGrid."""
    return place[1] * grid.wide + place[0] if isinstance(place, tuple) else place


def make_grid(grid, bitmap, width=1, x=0, y=0, **more):
    grid.wide = width
    grid.x = x
    grid.y = y
    make_plain(grid, bitmap, width=width, **more)


TileGrid, Group, Palette = [globals()[name] for name in ("TileGrid", "Group", "Palette")]
make_plain = TileGrid.__init__
TileGrid.__init__ = make_grid
TileGrid.__getitem__ = lambda grid, place: grid.cells[place_of(grid, place)]
TileGrid.__setitem__ = lambda grid, place, value: put_cell(grid, place, value)
TileGrid.flip_x = TileGrid.flip_y = Group.hidden = False
Group.x = Group.y = 0
Group.remove = lambda group, item: group.items.remove(item)
Palette.__getitem__ = lambda palette, place: 0


def put_cell(grid, place, value):
    grid.cells[place_of(grid, place)] = value


from rules.eight import game as eight  # noqa: E402

game = eight.EightGame(6, 5)  # noqa: F821
game.apply(("go",))
game.seat = 0
app = globals()["app"]
app.game = game
app.people = [("", "ANN")] + [("hard", "BO")] * 5
app.persons = 1
app.viewer = 0
app.counts = bytearray(5 * 6)
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
