"""The simulator: runs the handheld's own code.py, lib/ and rules/ on a desktop.

The device code runs in a separate thread. Without a window its clock is simulated: time passes only
when the code sleeps or asks for the time, so a script runs as fast as the machine can, and the same
script gives the same pictures.

machine   one handheld: start and end, time, buttons, pictures
script    runs a script of keys
patches   changes to the desktop's Python while it runs
faults    a drive that fails
standins  CircuitPython's modules; display: displayio's panel
bitmaps, painting   Blinka's innermost loops, a row at a time
terminal, window    where a person plays
"""

import os

from tools.sim.faults import Stopped
from tools.sim.machine import BUTTONS, Sim, SimError, check_board

__all__ = ["BUTTONS", "Sim", "SimError", "Stopped", "check_board", "data_dir"]


def data_dir() -> str:
    """Return where the desktop keeps saves: POCKET_RUMMY_DATA, or the user's data folder."""
    chosen = os.environ.get("POCKET_RUMMY_DATA")
    if chosen:
        return chosen
    from platformdirs import user_data_dir

    return user_data_dir("pocket-rummy", appauthor=False)
