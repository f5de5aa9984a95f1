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


# The bytes that an exact search leaves free, by the width of the display: a small one takes little.
# On a larger one a search after a round needs to leave less than one in a person's turn.
_SOLVER_MIN_FREE = {160: 34816, 240: 39936}
_MIN_FREE_AFTER_ROUND = 28672

# What is dropped at all: our modules, and the libraries of screens of text.
_OURS = ("pocket.", "rules.", "adafruit_display_", "adafruit_displayio_layout", "adafruit_ticks")


def keep_only(app: "App", screen: str) -> None:
    """Unload the modules that `screen` does not keep: a key of rooms.KEPT_BY_SCREEN, or the name of
    a text screen."""
    if "pocket." + screen in rooms.OUTSIDE.split():
        app.session = type(app.session)()  # these screens run without a game
    game = app.session.game
    words = sys.modules.get("pocket.ui.words")
    if words:
        words.forget()
    # only lists of languages and of letters need them
    if app.settings.language == "en" and app.art.letters.latin:
        app.art.letters.forget()
    if screen not in rooms.KEPT_BY_SCREEN:
        screen = "text"
    module_lists = (rooms.ALWAYS,) + rooms.KEPT_BY_SCREEN[screen]
    if game:
        module_lists += (game.modules,)
    if screen == "text":
        module_lists += (rooms.MEMORY,)  # other screens load it again when they close
        if not game:
            module_lists += (rooms.GAMES, rooms.BEFORE)
    kept_text = " %s " % " ".join(module_lists)
    has_solver = rooms.SOLVER in module_lists
    dropped = []
    for name in sys.modules:
        if name.startswith(_OURS) and not _kept(name, kept_text):
            # not a package, of which a drive has none (tools/device/squeeze/folder.py)
            if name[:7] != "pocket." or "__path__" not in sys.modules[name].__dict__:
                dropped.append(name)
    device.forget(*dropped)
    if has_solver:
        from rules import solver

        solver.forget = device.forget  # the solver unloads modules between the phases of a search
        is_after_round = screen in ("advice", "nearly")
        default = _MIN_FREE_AFTER_ROUND if is_after_round else solver.RESERVE
        solver.reserve = _SOLVER_MIN_FREE.get(app.w, default)
    if dropped or has_solver:  # the solver needs one contiguous block
        gc.collect()


def _kept(name, keep):
    """Return whether `keep` names the module, a package around it, or one within it. keep: names, a
    blank before and after each."""
    package = name
    while package:
        if " " + package + " " in keep:
            return True
        package = package.rpartition(".")[0]
    return " " + name + "." in keep
