"""Finds one short reason for a player's turn, true by the move it has made.

The module is loaded once the move is known. The screens have the words for the reasons.
"""

from rules.tilegame import melds, tiles
from rules.tilegame.players import searches
from rules.tilegame.tiles import JOKER, number_of

if False:  # for type checkers
    from rules.tilegame.players import Play
    from rules.tilegame.view import View

# The reasons by name; view.reason is a place here.
REASONS = (
    "",
    "goes_out",
    "keeps_joker",
    "cannot_open",
    "holds",
    "waits",
    "opens",
    "lays",
    "finds_none",
)
OUT, JOKERS, CLOSED, HOLDS, WAITS, OPENS, LAYS, NONE = range(1, 9)


def give(view: "View", table: "Play") -> None:
    """Set view.reason, and view.about: the code of the tile waited for, or -1.

    A level sets view.reason to 1 to say that it holds back a play. table: the end table of the
    play, None for a draw or a pass.
    """
    rest = tiles.counts(view.rack)
    if table:
        now = tiles.table_counts(table)
        before = tiles.table_counts(view.table)
        for code in range(53):
            rest[code] -= now[code] - before[code]
    opened = view.opened[view.seat]
    view.about = -1
    if not max(rest):
        view.reason = OUT
    elif not table and view.reason:
        view.reason = HOLDS
    elif not opened and not table:
        view.reason = CLOSED
    elif rest[JOKER]:
        view.reason = JOKERS
    elif not table and _fits(view):
        view.reason = HOLDS
    else:
        view.about = waited_for(view, rest)
        if view.about >= 0:
            view.reason = WAITS
        elif table:
            view.reason = LAYS if opened else OPENS
        else:
            view.reason = NONE


def _fits(view):
    """Tell whether a tile of the rack could be added to a standing set."""
    for code in set(view.rack):
        for codes in view.table:
            if melds.add(codes, code, view.rules):
                return True
    return False


def waited_for(view: "View", rest: bytearray) -> int:
    """Return the dearest unseen kind that would complete two tiles left to a set, or -1.

    rest: counts of the tiles left on the rack.
    """
    best = -1
    unseen = searches.unseen(view)
    for code in sorted(set(unseen)):
        if code == JOKER or best >= 0 and number_of(code) < number_of(best):
            continue
        number = code % 13
        colours = 0
        for kind in range(number, 52, 13):
            colours += rest[kind] > 0 and kind != code
        if colours > 1 and not view.rules["runs_only"]:
            best = code
        elif not view.rules["groups_only"]:
            for low in range(max(0, number - 2), min(10, number) + 1):
                first = code - number + low
                there = 0
                for kind in range(first, first + 3):
                    there += rest[kind] > 0 and kind != code
                if there == 2:
                    best = code
    return best
