"""Computer players of the tile games, one module a level: a handheld loads what it needs.

A player sees its View alone. `choose` works in slices: a generator that yields None until it
yields its move. A level, a generator too, yields None between slices and the tables it would have,
the best first, until the referee takes one; b"" where there is no play, at last None where it found
none. Without a play it draws, or passes.

easy    the best play on the few sets it looks at; it overlooks some additions.
normal  looks at more sets and overlooks nothing; keeps its jokers.
hard    the best play the solver knows, most turns; what it keeps it keeps for a reason.
master  plays to win: holds, sheds or lets a round stall by who will go out first.
"""

from rules.tilegame.players import steps

# What a turn may take on a handheld, in states of the solver: some 20 ms each.
WORK = 230  # all searches together
WIDE = 8  # kept between two numbers
TIDY = 20  # on top, for leaving old sets untouched


def choose(level, view, seed):
    """The move of a seat whose turn it is (phase TURN); a generator.

    level: one of rules.catalogue.LEVELS. view: the seat's View. seed: int, for what a level leaves
    to chance.
    Yields None after each slice of bounded work and at last ("play", table), ("draw",) or
    ("pass",). Legal in every game and under every option (KR-10 included). Sets view.short: how
    many searches ran out of memory, so that a plain play was made instead; and view.reason with
    view.about: what the player could say of its turn, see `reason`.
    """
    try:
        plays = _plays(level, view, seed)
    except MemoryError:  # not even the level's module fits
        view.short += 1
        plays = ()
    return playing(plays, view)


def _plays(level, view, seed):
    """The generator of a level's tables; only its own module is loaded."""
    if level == "hard":
        from rules.tilegame.players import hard as player
    elif level == "master":
        from rules.tilegame.players import master as player
    else:
        from rules.tilegame.players import ladder

        return ladder.tables(level, view, seed)
    return player.tables(view, seed)


def playing(plays, view):
    """`choose` for any generator of tables: the first that the referee takes, or a plain play."""
    view.work = WORK
    view.wide = WIDE
    view.tidy = TIDY
    for tables in (plays, _fallback(view)):
        table = None
        try:
            for table in tables:
                if not table:
                    if table is None:
                        yield None
                    continue
                for good in steps.legal(view, table):
                    if good is None:
                        yield None
                if good:
                    break
                table = None
        except MemoryError:
            view.short += 1
            table = None
        if table or table is not None and not view.must_play:
            break
    yield None
    yield from _say_why(view, table)
    if table:
        yield ("play", table)
    elif view.pool:
        yield ("draw",)
    else:
        yield ("pass",)


def _say_why(view, table):
    """Set view.reason and view.about, where there is memory for it; yields None."""
    from rules import solver

    solver.done("tilegame.referee")  # what it took goes to the next module
    try:
        from rules.tilegame.players import reason

        yield None
        reason.give(view, table)
        yield None
    except MemoryError:
        view.reason = 0


def redeal(level, view):
    """True when a player of `level` that may ask for a new deal does so (KR-2).

    Three pairs are tiles that stand in each other's way: every level takes a new deal, unless its
    hand opens.
    """
    from rules.tilegame.players import plain

    for table in plain.open_plainly(view):
        if table:
            if list(steps.legal(view, table))[-1]:
                return False
    return True


def _fallback(view):
    """What can be played with next to no memory. Yields None, then tables, the last b""."""
    from rules.tilegame.players import plain  # seldom needed, and memory is scarce

    yield from plain.plainly(view)
    if view.must_play:  # KR-10: one tile is enough, if any search can find it
        from rules.tilegame.players import asking

        view.work = None
        for result in asking.ask(view, view.table, view.rack, bool(view.opened[view.seat]), tidy=0):
            if result is None:
                yield None
        yield result.table if result.tiles else b""
