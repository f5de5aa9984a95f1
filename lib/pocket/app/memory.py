"""What is in memory when: the one place that says which modules a room drops.

A room is what a kind of screen works in, or a computer that thinks. On entering it every module of
ours goes that it does not keep (tools/device/plan.toml, from which pocket.made.rooms is written);
what a room needs is imported when it is needed. A module is named alone, or as a package with all
that is in it; one text of names takes a third of the memory that a tuple of them does."""

import gc
import sys

from pocket.app import device
from pocket.made import rooms

if False:  # for type checkers
    from pocket.app.flow import App


# Free bytes with which a game is begun beside the modules that its first screen needs.
_PLENTY = 36 * 1024

# What rooms decide about: our modules, and the libraries text rooms bring.
_OURS = ("pocket.", "rules.", "adafruit_display_", "adafruit_displayio_layout", "adafruit_ticks")


def enter(app: "App", room: str) -> None:
    """Make `room` the one that memory is for: a key of rooms.ROOMS, or a screen of text."""
    if "pocket." + room in rooms.OUTSIDE.split():
        app.session = type(app.session)()  # no game runs beside these
    game = app.session.game
    words = sys.modules.get("pocket.ui.words")
    if words:
        words.forget()
    if app.settings.language == "en":  # a list of languages, or of letters, has asked for them
        app.art.letters.forget()
    if room not in rooms.ROOMS:
        room = "text"
    rows = ("", rooms.ALWAYS) + rooms.ROOMS[room]
    if game:
        rows += (game.modules,)
    if room == "text":
        rows += (rooms.MEMORY,)  # elsewhere loaded again for the next room
        if not game:
            rows += (rooms.GAMES, rooms.BEFORE)
    free = getattr(gc, "mem_free", None)  # no desktop tells
    plenty = room == "games.makegame" and free and free() > _PLENTY
    if plenty:
        rows += rooms.ROOMS["rounds.startdraw"]
    keep = " ".join(rows)
    named = set(keep.split())
    solves = rooms.SOLVER in rows  # its package is no module's name on a board
    dropped = solves  # it wants its memory in one piece
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
