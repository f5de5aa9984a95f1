"""What is in memory when: the one table of it, and the one place that drops modules.

A room is what a kind of screen works in, or a computer that thinks. On entering it every module of
ours goes that the table does not keep there; what a room needs is imported when it is needed.
A module is named alone, or as a package with all that is in it; one text of names takes a third of
the memory that a tuple of them does.
"""

import gc
import sys

from pocket.always import unload

# In every room. What objects are made of that live on (the app, its settings, the running game)
# must stay where they do, or a second copy is loaded beside the first.
_HOUSE = (
    "pocket.always.app pocket.always.assets pocket.always.unload pocket.always.flow"
    " pocket.always.screen pocket.always.settings pocket.always.start"
    " pocket.always.backlight pocket.always.input pocket.always.sound pocket.always.draw"
    " pocket.always.letters rules.errors rules.prng rules.tilegame.tiles __main__ "
)
# What a turn that is being made is made of, and what its move is made with.
_TURN = (
    "pocket.tileturn.hint pocket.tileturn.turn pocket.tileturn.pointing pocket.tileturn.changes"
    " pocket.tileturn.sorting rules.tilegame.melds rules.tilegame.referee "
)
_MOVE = "pocket.games.seatcounts pocket.tilewatch.moves "
# Table and rack on show, whatever goes on there.
_BOARD = (
    "pocket.tilegame.play pocket.tilegame.board pocket.tilegame.headline pocket.tilegame.layout"
    " pocket.ui.strip pocket.ui.words rules.slices "
)
# Cards on show, whatever goes on there.
_CARD_TABLE = (
    "pocket.eight.eightscreen pocket.games.seatcounts pocket.eight.cardtable pocket.eight.story"
    " pocket.eight.cards pocket.ui.ground pocket.ui.heading pocket.ui.sheets pocket.ui.strip"
    " pocket.ui.words "
)

# What games are made with.
_GAMES = (
    "pocket.games.newgame pocket.games.seatcounts rules.catalogue rules.choices"
    " rules.tilegame.games rules.eight.games "
)
# What the screens before a game ask again and again; while one runs its memory is needed.
_BEFORE = "pocket.games.storage pocket.games.slots pocket.games.savefile "

ROOMS = {
    # a game is made or taken up, which may need more than is left beside a text room
    "alone.makegame": (_GAMES, "pocket.jobs.memory "),
    "text": (  # all of pocket.ui but what only the table is drawn with
        "pocket.text.book pocket.eight.cards pocket.text.gauge pocket.text.grid pocket.ui.ground"
        " pocket.ui.heading pocket.text.listing pocket.text.namepad pocket.handheld.pad"
        " pocket.text.pages pocket.text.panel pocket.ui.sheets pocket.text.battery pocket.ui.words"
        " adafruit_display_text adafruit_displayio_layout adafruit_ticks ",
    ),
    # the play screen and a person's turn on it, a computer's, a move on show
    "tilegame.play": (_BOARD, _TURN, _MOVE, "pocket.tileturn.personturn pocket.tileturn.turnend "),
    "tilethink": (
        _BOARD,
        "pocket.tilethink.think pocket.tilethink.asksolver pocket.tilethink.resting"
        " rules.tilegame.melds rules.tilegame.players rules.tilegame.view"
        " rules.solver ",
    ),
    # whether a computer may pass: who has thought goes
    "proof": (
        _BOARD,
        "pocket.tilethink.think pocket.tilethink.resting rules.tilegame.melds rules.solver ",
    ),
    "tilewatch": (
        _BOARD,
        _MOVE,
        "pocket.tilewatch.watch pocket.tilewatch.ending pocket.tileturn.changes"
        " rules.tilegame.melds ",
    ),
    # the coach, between its steps: a round replayed, the solver asked, a turn on show
    "alone.coach": ("pocket.alone.coach pocket.ui.strip pocket.ui.words ",),
    "advice": (
        "pocket.alone.coach pocket.ui.strip rules.slices rules.tilegame.melds rules.solver ",
    ),
    "alone.cardcoach": ("pocket.alone.cardcoach pocket.ui.strip pocket.ui.words ",),
    # the self-test, between its steps
    "alone.selfwork": ("pocket.alone.selfwork pocket.ui.strip pocket.ui.words ",),
    # the card table of 8 Round Rummy while it is built, a person's turn at it, a computer's, news
    "eight.eightscreen": (_CARD_TABLE,),
    "eightturn": (_CARD_TABLE, "pocket.eight.eightturn "),
    "eightwatch": (_CARD_TABLE, "pocket.eight.eightwatch rules.eight.players "),
    "eightnews": (_CARD_TABLE, "pocket.eight.eightnews "),
    # something has failed: all goes that memory was taken for
    "alone.failed": (),
}


# Free bytes with which a game is begun beside the text room's modules: its first screen needs them.
_PLENTY = 36 * 1024

# What the table above decides about: our modules, and the libraries text rooms bring.
_OURS = ("pocket.", "rules.", "adafruit_display_", "adafruit_displayio_layout", "adafruit_ticks")


def enter(app, room):
    """Make `room` the one that memory is for: a key of ROOMS, or a screen of text."""
    words = sys.modules.get("pocket.ui.words")
    if words:
        words.forget()
    if room not in ROOMS:
        room = "text"
    keep = " " + _HOUSE + "".join(ROOMS[room])
    if app.game:
        keep += app.game.modules
    if room == "text":
        keep += "pocket.jobs.memory "  # elsewhere this table is loaded again when it is asked
        if not app.game:
            keep += _GAMES + _BEFORE
    free = getattr(gc, "mem_free", None)  # no desktop tells
    if room == "alone.makegame" and free and free() > _PLENTY:
        keep += "".join(ROOMS["text"]) + _BEFORE
    named = set(keep.split())
    solves = room in ("tilethink", "proof", "advice")
    dropped = solves  # it wants its memory in one piece
    for name in list(sys.modules):
        if name in named or not name.startswith(_OURS):
            continue
        if name[:7] == "pocket." and "__path__" in sys.modules[name].__dict__:
            continue  # a folder, which no drive has (tools/device/flatten.py)
        if not _kept(name, named, keep):
            unload.forget(name)
            dropped = True
    if solves:
        from rules import solver

        solver.forget = unload.forget  # between the phases of an answer modules go, too
    if dropped:
        gc.collect()


def _kept(name, named, keep):
    """True for what `named`, a set, names, what lies in a package it names, and the packages around
    both. keep: the same names, a blank before and behind each."""
    package = name
    while package:
        if package in named:
            return True
        package = package.rpartition(".")[0]
    return " " + name + "." in keep
