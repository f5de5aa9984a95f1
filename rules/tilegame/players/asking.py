"""Questions to the solver within a turn's states, and what all searching players share."""

from rules.tilegame import tiles
from rules.tilegame.players.steps import opens
from rules.tilegame.tiles import JOKER


def ask(view, table, rack, opened=True, share=1, tidy=None, **names):
    """`solver.solve` with the states left of the turn, or a share of them: None at each slice, then
    its Result. tidy: states on top, for leaving old sets untouched; None: the turn's."""
    from rules.solver import question

    yield question and None  # a module a slice: each takes a handheld its time
    from rules.solver import search as solver

    yield None
    limit = view.work and view.work // share
    result = None
    for result in solver.solve(
        view.rules,
        table,
        rack,
        opened,
        limit=limit,
        tidy=view.tidy if tidy is None else tidy,
        wide=limit and view.wide,
        parted=view.parted,
        **names,
    ):
        if result is None:
            yield None
    if limit:
        view.work = max(1, view.work - result.states)
    view.short += result.short
    yield result


def best(view, goal="tiles"):
    """The best play the turn's states find: None at each slice, then a table.

    b"" where there is no play, None where none was found."""
    racks = [view.rack]
    if view.work and not view.rules["joker_layoff"] and JOKER in view.rack:
        racks.insert(0, without_jokers(view.rack))  # RG-8 takes long: first what is quick
    best = None
    for rack in racks:
        for result in ask(
            view,
            view.table,
            rack,
            bool(view.opened[view.seat]),
            2 if best is None and len(racks) > 1 else 1,
            goal=goal,
        ):
            if result is None:
                yield None
        if best is None or result.points > best.points:
            best = result
    yield best.table if best.tiles else (b"" if result.proved else None)


def without_jokers(rack):
    """The tiles of a rack that are no jokers, as bytes."""
    return bytes([code for code in rack if code != JOKER])


def unseen(view):
    """The tiles that lie neither on the table nor on the own rack: bytes of codes."""
    used = tiles.table_counts(view.table + [view.rack])
    out = bytearray()
    for code in range(53):
        pack = view.rules["jokers"] if code == JOKER else 2
        out.extend(bytes((code,)) * (pack - used[code]))
    return bytes(out)


def all_down(view, table, rack, share=1):
    """Can the whole rack go down? Yields None, then the solver's Result: all tiles, if it can.

    share: the search may take that part of the turn's states.
    """
    return ask(view, table, rack, True, share, 0, least=len(rack))


def small_opening(view):
    """The opening meld with the fewest tiles that is easily found. Yields None, then a table."""
    for result in ask(view, [], view.rack, False):
        if result is None:
            yield None
    if not result.tiles:
        yield b"" if result.proved else None
        return
    sets = list(result.table)
    if result.tiles == len(view.rack):
        yield view.table + sets
        return
    i = 0
    while i < len(sets):  # whole sets first, then the ends of runs and the fourth of a group
        if opens(view, sets[:i] + sets[i + 1 :]):
            del sets[i]
        else:
            i += 1
        yield None
    for i in range(len(sets)):
        while len(sets[i]) > 3:
            row = sets[i][1:]
            if not opens(view, sets[:i] + [row] + sets[i + 1 :]):
                row = sets[i][:-1]
                if not opens(view, sets[:i] + [row] + sets[i + 1 :]):
                    break
            sets[i] = row
            yield None
    yield view.table + sets


def large_opening(view):
    """An opening meld and, where the opening turn may build, the best play that the table then
    allows: two searches find more than one for both. Yields None, then tables, the best first."""
    if not view.rules["opening_build"]:
        yield from best(view)
        return
    for table in small_opening(view):
        if table is None:
            yield None
    if table:
        rack = list(view.rack)
        for codes in table[len(view.table) :]:
            for code in codes:
                rack.remove(tiles.plain(code))
        for result in ask(view, table, bytes(rack)):
            if result is None:
                yield None
        if result.tiles:
            yield result.table
    yield table
