"""From power-on to the first screen, and what is shown when something fails."""

import gc
import sys
import time

import supervisor
from pocket.hardware.backlight import light


def run():
    """Open the board and run the app; a failure is shown as one sentence, the save stays."""
    try:
        supervisor.runtime.autoreload = False
    except AttributeError:
        pass
    display = None
    try:
        import board

        light(getattr(board, "DISPLAY", None), 0)  # no picture yet, only noise
        from pocket.hardware import boards

        profile = boards.profile()
        display = boards.open_display(profile)
        from pocket import app

        running = app.App(profile, display)
        del boards, profile  # or the first room could not drop them
        running.run()
    except Exception as problem:
        try:
            import traceback

            traceback.print_exception(problem)  # to the serial line, for the developer
        except ImportError:
            pass
        failed(display, problem)


def failed(display, problem):
    """Show the sentence for ever; where even that fails, print it."""
    for name in list(sys.modules):
        if name.startswith("pocket.") and name != "pocket.start":
            del sys.modules[name]
    gc.collect()
    from pocket.screens import failed as room

    words = room.sentence(problem)
    print(words)
    if display is None:
        try:
            import board

            display = getattr(board, "DISPLAY", None)
        except ImportError:
            pass
    if display is None:
        return
    try:
        room.say(display, words)
        while True:
            time.sleep(1)
    except Exception as worse:
        print(worse)
