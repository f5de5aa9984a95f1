"""Computer players of the tile games, one module per level: a handheld loads what it needs.

A player sees only its View. `choose` and all that it asks work in slices (see rules.slices). A
level returns the table it would have, which the referee has taken; b"" for a turn without a play,
None where it found none. Without a play a seat draws, or passes.

easy    the best play on the few sets it looks at; it overlooks some additions.
normal  looks at more sets and overlooks nothing; keeps its jokers.
hard    the best play the solver knows, most turns; what it keeps it keeps for a reason.
master  plays to win: holds, sheds or lets a round stall by who will go out first.
"""

from rules.slices import finish
from rules.tilegame.players import searches

if False:  # for type checkers
    from collections.abc import Callable
    from typing import Literal

    from rules.slices import Slices
    from rules.solver.problem import Result
    from rules.tilegame.view import View

    Play = list[bytes] | Literal[b""] | None  # see above
    Ask = Callable[..., Slices[Result]]  # `searches.ask`

# Who plays a level: a module beside this one, and what its `play` is given after view and seed.
BY_LEVEL: dict[str, tuple] = {
    "easy": ("ladder", (3, True)),
    "normal": ("ladder", (5, False)),
    "hard": ("hard", ()),
    "master": ("master", ()),
}

# What a turn may take on a handheld, in states of the solver: some 20 ms each.
WORK = 230  # all searches together
LARGE = 23  # tiles on a rack: with that many a state takes longer, and a turn may take fewer
WORK_LARGE = 165
WIDE = 8  # kept between two numbers
TIDY = 20  # on top, for leaving old sets untouched


def states(rack: bytes | bytearray) -> int:
    """What a turn with this rack may take on a handheld, in states of the solver."""
    return WORK if len(rack) < LARGE else WORK_LARGE


def choose(level: str, view: "View", seed: int, habits: bytes = b"") -> "Slices[tuple]":
    """The move of a seat whose turn it is (phase TURN); a generator.

    level: one of rules.catalogue.LEVELS. view: the seat's View. seed: int, for what a level leaves
    to chance. habits: a character's (rules.characters), see `searches`; b"": those of the level.
    In slices; returns ("play", table), ("draw",) or ("pass",). Legal in every game and under every
    option (KR-10 included). Sets view.short: how many searches ran out of memory, so that a plain
    play was made instead; and view.reason with view.about: what the player could say of its turn,
    see `reason`.
    """
    view.habits = habits or view.habits
    try:
        play = _play(level, view, seed)
    except MemoryError:  # not even the level's module fits
        view.short += 1
        play = ()
    return playing(play, view)


def _play(level, view, seed):
    """The generator of a level's table; only its own module is loaded."""
    player, told = BY_LEVEL[level]
    if player == "ladder":
        from rules.tilegame.players import ladder as module
    elif player == "hard":
        from rules.tilegame.players import hard as module  # type: ignore[no-redef]
    else:
        from rules.tilegame.players import master as module  # type: ignore[no-redef]
    return module.play(view, seed, *told)


def playing(play: "Slices[Play] | tuple", view: "View") -> "Slices[tuple]":
    """`choose` for any level's generator, or () for none: its table, or a plain play."""
    view.work = states(view.rack)
    view.wide = WIDE
    view.tidy = TIDY
    table = None
    for player in () if _waits(view) else (play, _fallback(view)):
        try:
            table = yield from player
        except MemoryError:
            view.short += 1
            table = None
        if table or view.stuck or table is not None and not view.must_play:
            break
    if table and _holds(view, table):
        table = None
    yield None
    yield from _say_why(view, table)
    if table:
        return ("play", table)
    return ("draw",) if view.pool else ("pass",)


def _waits(view):
    """True for a seat whose habit is to wait with its opening."""
    turns = len(view.history) // 2 // view.seats
    if not view.pool or view.opened[view.seat] or turns >= view.habits[searches.OPENS]:
        return False
    view.reason = 1  # whether it could open or not: see `reason`
    return True


def _holds(view, table):
    """True for a seat whose habit is to hold back when `table` would lay too little."""
    if not view.pool or not view.opened[view.seat]:
        return False
    if min([view.counts[seat] for seat in range(view.seats) if seat != view.seat]) <= searches.FEW:
        return False
    laid = len(b"".join(table)) - len(b"".join(view.table))
    return laid < min(view.habits[searches.LEAST], len(view.rack))


def _say_why(view, table):
    """Set view.reason and view.about, where there is memory for it; yields None."""
    from rules import solver

    solver.done(solver.REFEREE)  # what it took goes to the next module
    try:
        from rules.tilegame.players import reason

        yield None
        reason.give(view, table)
        yield None
    except MemoryError:
        view.reason = 0


def redeal(level: str, view: "View") -> bool:
    """True when a player of `level` that may ask for a new deal does so (KR-2).

    Three pairs are tiles that stand in each other's way: every level takes a new deal, unless its
    hand opens.
    """
    from rules.tilegame.players import plain

    return not finish(plain.opening(view))


def _fallback(view):
    """What can be played with next to no memory, as a level returns it."""
    from rules.tilegame.players import plain  # seldom needed, and memory is scarce

    table = yield from plain.play(view)
    if not table and view.must_play:  # KR-10: one tile is enough, if any search can find it
        from rules.tilegame.players import searches

        view.work = None
        opened = bool(view.opened[view.seat])
        result = yield from searches.ask(view, view.table, view.rack, opened, tidy=0)
        tables: list[Play] = [result.table if result.tiles else b""]
        table = yield from searches.first_legal(view, tables)
    return table
