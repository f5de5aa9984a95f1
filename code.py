"""Pocket Rummy: starts the app; whatever goes wrong becomes a sentence on the display."""

try:
    from board import DISPLAY  # before all else: the terminal would be painted first

    DISPLAY.auto_refresh = False
except (ImportError, AttributeError):
    pass  # the board has none of its own
import os
import sys


def main():
    """Find the modules beside this file, start the app."""
    try:
        # Launchers start a game from its own folder, which need not be the working directory.
        here = __file__.replace("\\", "/").rsplit("/", 1)[0] if "/" in __file__ else os.getcwd()
    except NameError:
        here = os.getcwd()
    for folder in (here + "/lib", here):
        if folder not in sys.path:
            sys.path.insert(0, folder)
    from pocket.app import start

    start.run()


if __name__ == "__main__":  # a desktop's debugger imports a module of this name
    main()
