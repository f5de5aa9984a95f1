"""What is in memory when: the one table of it, and the one place that drops modules.

A room is what a kind of screen works in, or a computer that thinks. On entering it every module of
ours goes that the table does not keep there; what a room needs is imported when it is needed.
A module is named alone, or as a package with all that is in it; one text of names takes a third of
the memory that a tuple of them does.
"""

import gc
import sys

from pocket import drop

# In every room. What objects are made of that live on (the app, its settings, the running game)
# must stay where they do, or a second copy is loaded beside the first.
_HOUSE = (
    "pocket.app pocket.assets pocket.drop pocket.flow pocket.parts pocket.screen pocket.settings"
    " pocket.start pocket.hardware.backlight pocket.hardware.input pocket.hardware.sound"
    " pocket.ui.draw pocket.ui.letters rules.errors rules.prng rules.tilegame.tiles "
)
# What a running game is made of, by its `family`.
_GAME = {"tilegame": "rules.tilegame.game ", "eight": "rules.eight.game rules.eight.cards "}
# What a turn that is being made is made of, and what its move is made with.
_TURN = (
    "pocket.table.hint pocket.table.turn pocket.table.pointing pocket.table.follow"
    " pocket.table.sorting rules.tilegame.melds rules.tilegame.referee "
)
_MOVE = "pocket.tally pocket.table.moves "
# Table and rack on show, whatever goes on there.
_BOARD = (
    "pocket.screens.play pocket.table.board pocket.table.headline pocket.table.layout"
    " pocket.ui.strip pocket.words "
)
# Cards on show, whatever goes on there.
_CARD_TABLE = (
    "pocket.screens.eightscreen pocket.tally pocket.table.cardtable pocket.table.story"
    " pocket.ui.cards pocket.ui.ground pocket.ui.heading pocket.ui.sheets pocket.ui.strip"
    " pocket.words "
)

# What games are made with.
_GAMES = (
    "pocket.newgame pocket.tally rules.catalogue rules.choices"
    " rules.tilegame.games rules.eight.games "
)
# What the screens before a game ask again and again; while one runs its memory is needed.
_BEFORE = "pocket.hardware.storage pocket.hardware.slots pocket.hardware.savefile "

ROOMS = {
    # a game is made or taken up, which may need more than is left beside a text room
    "begin": (_GAMES, "pocket.rooms "),
    "text": (  # all of pocket.ui but what only the table is drawn with
        "pocket.ui.book pocket.ui.cards pocket.ui.gauge pocket.ui.grid pocket.ui.ground"
        " pocket.ui.heading pocket.ui.listing pocket.ui.namepad pocket.ui.pad pocket.ui.pages"
        " pocket.ui.panel pocket.ui.sheets pocket.hardware.battery pocket.words"
        " adafruit_display_text adafruit_displayio_layout adafruit_ticks ",
    ),
    # the play screen and a person's turn on it, a computer's, a move on show
    "play": (_BOARD, _TURN, _MOVE, "pocket.screens.hands pocket.screens.turnend "),
    "think": (
        _BOARD,
        "pocket.screens.think pocket.screens.ask"
        " rules.tilegame.melds rules.tilegame.players rules.tilegame.view"
        " rules.solver ",
    ),
    "watch": (
        _BOARD,
        _MOVE,
        "pocket.screens.watch pocket.screens.ending pocket.table.follow rules.tilegame.melds ",
    ),
    # the coach, between its steps: a round replayed, the solver asked, a turn on show
    "coach": ("pocket.screens.coach ",),
    "cardcoach": ("pocket.screens.cardcoach pocket.ui.strip pocket.words ",),
    # the self-test, between its steps
    "selfwork": ("pocket.screens.selfwork pocket.ui.strip pocket.words ",),
    # the card table of 8 Round Rummy while it is built, a person's turn at it, a computer's, news
    "eightscreen": (_CARD_TABLE,),
    "eightturn": (_CARD_TABLE, "pocket.screens.eightturn "),
    "eightwatch": (_CARD_TABLE, "pocket.screens.eightwatch rules.eight.players "),
    "eightnews": (_CARD_TABLE, "pocket.screens.eightnews "),
}


# Free bytes with which a game is begun beside the text room's modules: its first screen needs them.
_PLENTY = 36 * 1024

# Packages that hold no code: to find them again would take longer than they are worth.
_FOLDERS = ("pocket.hardware", "pocket.screens", "pocket.table", "pocket.ui")

# What the table above decides about: our modules, and the libraries text rooms bring.
_OURS = ("pocket.", "rules.", "adafruit_display_", "adafruit_displayio_layout", "adafruit_ticks")


def enter(app, room):
    """Make `room`, a key of ROOMS, the one that memory is for."""
    words = sys.modules.get("pocket.words")
    if words:
        words.forget()
    keep = " " + _HOUSE + "".join(ROOMS[room])
    if app.game:
        keep += _GAME[app.game.family]
    if room == "text":
        keep += "pocket.rooms "  # elsewhere this table itself is loaded again when it is asked
        if not app.game:
            keep += _GAMES + _BEFORE
    if room == "begin" and hasattr(gc, "mem_free") and gc.mem_free() > _PLENTY:  # on no desktop
        keep += "".join(ROOMS["text"]) + _BEFORE
    named = set(keep.split())
    dropped = room == "think"  # which wants its memory in one piece
    for name in list(sys.modules):
        if name in named or name in _FOLDERS or not name.startswith(_OURS):
            continue
        if not _kept(name, named, keep):
            drop.forget(name)
            dropped = True
    if room == "think":
        from rules import solver

        solver.forget = drop.forget  # between the phases of an answer modules go, too
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
