"""Drop the modules that a screen, or a part of one, does not keep in memory.

Each declares what it keeps in its module's docstring ("Keeps: ..."), from which pocket.made.rooms
is written (tools/device/plan.py): a room is a set of modules that stay together. Anything else is
imported when it is needed. A module is named alone, or by the package around it; one text of names
takes a third of the memory of a tuple of them."""

import gc
import sys

from pocket.app import device
from pocket.made import rooms

if False:  # for type checkers
    from pocket.app.flow import App


# Free bytes with which a game is begun beside the modules that its first screen needs.
_PLENTY = 36 * 1024

# What is dropped at all: our modules, and the libraries of screens of text.
_OURS = ("pocket.", "rules.", "adafruit_display_", "adafruit_displayio_layout", "adafruit_ticks")


def keep_only(app: "App", room: str) -> None:
    """Drop what `room` does not keep. room: a key of rooms.ROOMS, or a screen of text."""
    if "pocket." + room in rooms.OUTSIDE.split():
        app.session = type(app.session)()  # no game runs beside these
    game = app.session.game
    words = sys.modules.get("pocket.ui.words")
    if words:
        words.forget()
    if app.settings.language == "en":  # only a list of languages or of letters needs them
        app.art.letters.forget()
    if room not in rooms.ROOMS:
        room = "text"
    rows = ("", rooms.ALWAYS) + rooms.ROOMS[room]
    if game:
        rows += (game.modules,)
    if room == "text":
        rows += (rooms.MEMORY,)  # others load it again when they leave
        if not game:
            rows += (rooms.GAMES, rooms.BEFORE)
    free = getattr(gc, "mem_free", None)  # no desktop tells
    plenty = room == "games.makegame" and free and free() > _PLENTY
    if plenty:
        rows += rooms.ROOMS["rounds.startdraw"]
    keep = " ".join(rows)
    named = set(keep.split())
    solves = rooms.SOLVER in rows  # its package is no module's name on a board
    dropped = solves  # the solver needs one contiguous block
    for name in list(sys.modules):
        if name in named or not name.startswith(_OURS):
            continue
        if name[:7] == "pocket." and "__path__" in sys.modules[name].__dict__:
            continue  # a folder, which no drive has (tools/device/squeeze/folder.py)
        if not _kept(name, named, keep):
            device.forget(name)
            dropped = True
    if solves:
        from rules import solver

        solver.forget = device.forget  # between the phases of an answer modules go, too
    if dropped and not plenty:
        gc.collect()


def _kept(name, named, keep):
    """Return whether `named`, a set, names the module, a package around it, or one within it. keep:
    the same names, a blank before each."""
    package = name
    while package:
        if package in named:
            return True
        package = package.rpartition(".")[0]
    return " " + name + "." in keep
