"""Computer players of the tile games. A handheld loads only the module of the level that plays.

A player sees only its View. `choose` and all that it calls work in slices (see rules.base). A
level returns the table after its play, which the referee has accepted; b"" for a turn without a
play, None if it found none. Without a play a seat draws, or passes.

easy    makes the best play on a few sets, and overlooks some additions.
normal  looks at more sets, overlooks nothing and keeps its jokers.
hard    makes the best play that the solver finds, and spends jokers only when that decides much.
master  plays little and often, and keeps the rest of its rack to go out in one turn.
"""

from rules.base import finish
from rules.tilegame.players import searches

if False:  # for type checkers
    from typing import Literal

    from rules.base import Slices
    from rules.tilegame.view import View

    Play = list[bytes] | Literal[b""] | None  # see above

# For each level the arguments of ladder.play after view and seed; () for master.
BY_LEVEL: dict[str, tuple] = {"easy": (3, True), "normal": (5, False), "hard": (0,), "master": ()}

# The budget of a turn on a handheld, in states of the solver: each takes some 20 ms.
WORK = 230  # states for all searches together
LARGE = 23  # tiles on a rack: from that many on a state takes longer, and the budget is WORK_LARGE
WORK_LARGE = 165
WIDE = 8  # states kept after each number
TIDY = 20  # extra states, for leaving old sets untouched


def choose(level: str, view: "View", seed: int, habits: bytes = b"") -> "Slices[tuple]":
    """Choose, in slices, the move of the seat whose turn it is (phase TURN).

    level: one of rules.catalogue.LEVELS. seed: int, for what a level leaves to chance. habits: of a
    character (rules.characters), see `searches`; b"": those of the level.
    Returns ("play", table), ("draw",) or ("pass",), legal in every game and under every option
    (KR-10 included). Sets view.failed_searches: how many searches ran out of memory, so that
    `_fallback` chose the play.
    """
    view.habits = habits or view.habits
    arguments = BY_LEVEL[level]
    try:
        if arguments:
            from rules.tilegame.players import ladder as module
        else:
            from rules.tilegame.players import master as module  # type: ignore[no-redef]
        play = module.play(view, seed, *arguments)
    except MemoryError:  # not even the level's module fits
        view.failed_searches += 1
        play = ()
    return choose_or_fall_back(play, view)


def choose_or_fall_back(play: "Slices[Play] | tuple", view: "View") -> "Slices[tuple]":
    """Choose, in slices, the play of a level's generator (() for none), or a plain play."""
    view.work = WORK if len(view.rack) < LARGE else WORK_LARGE
    view.beam_width = WIDE
    view.tidy = TIDY
    table = None
    turns = len(view.history) // 2 // view.seats
    waits = view.pool and not view.opened[view.seat] and turns < view.habits[searches.OPENS]
    for player in () if waits else (play, _fallback(view)):
        try:
            table = yield from player
        except MemoryError:
            view.failed_searches += 1
            table = None
        if table or view.stuck or table is not None and not view.must_play:
            break
    if table and _lays_too_few(view, table):
        table = None
    yield None
    if table:
        return ("play", table)
    return ("draw",) if view.pool else ("pass",)


def _lays_too_few(view, table):
    """Tell whether `table` lays too few tiles for the habit of the seat."""
    if not view.pool or not view.opened[view.seat] or searches.fewest_tiles(view) <= searches.FEW:
        return False
    if searches.turns_without_play(view) >= searches.PATIENCE:
        return False
    laid = len(b"".join(table)) - len(b"".join(view.table))
    return laid < min(view.habits[searches.LEAST], len(view.rack))


def redeal(level: str, view: "View") -> bool:
    """Tell whether a player of any level that may ask for a new deal does so (KR-2): unless its
    rack can open, since pairs make no sets."""
    from rules.tilegame.players import plain

    return not finish(plain.opening(view))


def _fallback(view):
    """Find a play, in slices, with very little memory; return what a level returns."""
    from rules.tilegame.players import plain  # seldom needed, and memory is scarce

    table = yield from plain.play(view)
    if not table and view.must_play:  # KR-10: one tile is enough, if any search can find it
        view.work = None
        opened = bool(view.opened[view.seat])
        result = yield from searches.solve(view, view.table, view.rack, opened, tidy=0)
        tables: list[Play] = [result.table if result.tiles else b""]
        table = yield from searches.first_legal(view, tables)
    return table
