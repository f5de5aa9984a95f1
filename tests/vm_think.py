"""Runs on the MicroPython VM: a computer's thought, its modules coming and going as on a board.

Arguments: a file with a save, the level. Prints "peak N moved 1": the most bytes that the thought
and its modules held at any moment. What a VM keeps for ever, names, is there before.
"""

import gc
import sys

from rules.tilegame import game as games

with open(sys.argv[1], "rb") as file:
    game = games.unpack(file.read()[3:])

_ALWAYS = "errors prng slices tilegame tilegame.game tilegame.tiles".split()


def forget(name):
    if sys.modules.pop(name, None) is not None:
        package, _, last = name.rpartition(".")
        package = sys.modules.get(package)
        if package is not None and hasattr(package, last):
            delattr(package, last)


def leave():
    for name in list(sys.modules):
        if name.startswith("rules.") and name[6:] not in _ALWAYS:
            forget(name)
    gc.collect()


for name in sys.argv[3:]:
    __import__(name)
view = game.view(game.seat)
seed = len(game.pool) << 8 | len(game.history) << 3 | game.seat
leave()
start = gc.mem_alloc()
from rules import solver  # noqa: E402
from rules.tilegame import players  # noqa: E402

solver.forget = forget
solver.free_bytes = lambda: 0  # memory is scarce
peak = 0
move = None
thought = players.choose(sys.argv[2], view, seed)
while move is None:
    try:
        next(thought)
    except StopIteration as end:
        move = end.value
    gc.collect()
    held = gc.mem_alloc() - start
    if held > peak:
        peak = held
print("peak", peak, "moved", int(move[0] in ("draw", "play")), "short", view.failed_searches)
