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


def best(view, goal="tiles", opened=None):
    """The best play the turn's states find: None at each slice, then tables, the best first.

    b"" where there is no play, None where none was found. opened: by what clauses; None: as the
    seat has."""
    if opened is None:
        opened = bool(view.opened[view.seat])
    if opened:
        from rules.tilegame.players import aside

        yield None
        if aside.applies(view, view.rack):
            yield from aside.best(view, without_jokers(view.rack), goal, ask)
            return
    for result in ask(view, view.table, view.rack, opened, goal=goal):
        if result is None:
            yield None
    yield result.table if result.tiles else (b"" if result.proved else None)


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
    from rules.tilegame.players import aside

    yield None
    spare = 0
    in_pairs = aside.applies(view, rack)
    if in_pairs:
        spare = view.work - view.work // share
        view.work -= spare
        share = 2  # half for a search that follows the jokers
    for result in ask(view, table, rack, True, share, 0, least=len(rack)):
        if result is None:
            yield None
    if in_pairs and not result.proved:
        own = without_jokers(rack)
        for after in aside.all_down(view, table, own, len(rack) - len(own), ask):
            if after:
                result.tiles = len(rack)
                result.table = after
            yield None
    view.work += spare
    yield result


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
    """An opening meld and, where the opening turn may build, the best play with it that is easily
    found. Yields None, then tables, the best first; the first may hold no opening meld."""
    if not view.rules["opening_build"]:
        yield from best(view)
        return
    kept = view.work and view.work // 4  # states for a meld that opens
    view.work -= kept
    yield from best(view, opened=True)
    view.work += kept
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
