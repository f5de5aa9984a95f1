"""From power-on to the first screen, and what is shown when something fails."""

import gc
import sys
import time
import traceback

import supervisor
from pocket.app import device

if False:  # for type checkers
    from busdisplay import BusDisplay
    from pocket.app.flow import App


def run() -> None:
    """Open the board and run the app; what it cannot recover from is shown as one sentence; the
    save is left alone."""
    supervisor.runtime.autoreload = False
    display = running = None
    try:
        import board

        display = getattr(board, "DISPLAY", None)  # for a failure before the board's is known
        if not device.restarted():
            device.light(display, 0)  # no picture yet, only noise
        from pocket.hardware import boards

        profile = boards.profile()
        display = boards.open_display(profile)
        from pocket.app import flow

        running = flow.App(profile, display)
        del boards, profile  # or the first room could not drop them
        running.run()
    except Exception as problem:
        again = running.failures.restarts if running else device.restarted()
        if isinstance(problem, MemoryError) and device.restart and not again:
            device.restart()
        failed(display, problem, running)


def failed(display: "BusDisplay | None", problem: Exception, running: "App | None") -> None:
    """Show the sentence for ever; where even that fails, print it. running: the App, or None."""
    for name in list(sys.modules):
        if name.startswith("pocket.") and name != "pocket.app.start":
            device.forget(name)
    gc.collect()
    traceback.print_exception(problem)
    from pocket.checks import failed as room

    room.save_trace(running, "start", problem)
    try:
        shown = room.say(display, problem)
        while shown:
            time.sleep(1)
    except Exception as worse:
        print(worse)
