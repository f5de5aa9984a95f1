"""What a cursor move on the play screen costs, at every display size: `python3 -m tools.frames`.

Pixels repainted are what a display bus has to carry; the milliseconds are this machine's, drawing
included. The handheld's are estimated from a measured full repaint (312 ms for 240x240).
"""

import os
import tempfile
import time

from tools.device.boards_desktop import OF_EACH_SIZE
from tools.sim import Sim

_US_A_PIXEL = 312000 / (240 * 240)  # emulated RP2040 at 125 MHz, all of displayio's work


def measure(board, moves=60):
    """(size, pixels a move, most pixels, ms a move here) of cursor moves over rack and table."""
    with tempfile.TemporaryDirectory() as folder, Sim(board=board, seed=3, save_dir=folder) as sim:
        sim.wait(200)
        from pocket.games import newgame

        people = [("", "ANN"), ("normal", "BO")]
        newgame.begin(sim.app, sim.app.settings.game, people, {"clock": 0}, 3)
        sim.wait(100)
        sim.press("A")
        for _ in range(200):  # until the table has something on it and it is the person's turn
            screen = sim.app.screen
            if getattr(screen, "name", "") == "play" and screen.mode == 0 and sim.app.sitting.turn:
                if len(sim.app.sitting.turn.sets) > 3:
                    break
                sim.press("START", "START")
            sim.wait(300)
        pixels = []
        spent = []
        keys = ["RIGHT"] * 6 + ["UP"] + ["RIGHT"] * 5 + ["DOWN"] + ["LEFT"] * 3
        for i in range(moves):
            refreshes = sim.display.refreshes
            begun = time.perf_counter()
            sim.down(keys[i % len(keys)])
            sim.wait(20)
            spent.append((time.perf_counter() - begun) * 1000)
            if sim.display.refreshes != refreshes:
                pixels.append(sim.display.paints)
            sim.up(keys[i % len(keys)])
            sim.wait(40)
        spent.sort()
        return (
            "%dx%d" % (sim.display.width, sim.display.height),
            sum(pixels) // len(pixels),
            max(pixels),
            spent[len(spent) // 2],
        )


def main():
    """Print the table."""
    print("display   pixels a move   most   ms here   ms on a handheld (estimate)")
    for board in OF_EACH_SIZE:
        size, mean, most, here = measure(board)
        print("%-9s %13d %6d %9.2f %10.1f" % (size, mean, most, here, mean * _US_A_PIXEL / 1000))


if __name__ == "__main__":
    os.environ.setdefault("POCKET_RUMMY_DATA", tempfile.gettempdir())
    main()
