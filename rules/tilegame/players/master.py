"""master: plays to win.

It opens small, then holds what it has, which leaves the others a poor table, until it can lay
everything at once. When the end of the round is near, by what is seen of the others, it sheds.
"""

from rules.tilegame import melds, tiles
from rules.tilegame.players import asking, legal, plain
from rules.tilegame.tiles import JOKER, number_of

# each idea by itself, so that its worth can be measured: `match` switches one off by its name
IDEAS = {
    "WORK": 320,
    "WIDE": 12,
    "ALONE": 1,  # pool empty, nobody else has opened: lay the most, nobody can go out
    "SLOW": 11,  # where the round ends with the pool: one tile a turn while all hold so many
    "LAST": 1,  # three seats and more: one tile a turn when the pool holds no more
    "DRIP": 12,  # three seats and more, pool empty: one tile a turn
    "TEMPO": 1,  # of two, pool empty: the tile that leaves the other fewest to lay
}
_TRIES = 8  # tiles looked at for a slow turn
_LAST_TURNS = 3  # where the round ends with the pool: shed points in the last turns of each seat,
# if another holds less than half as many tiles


def tables(view, seed):
    """The plays of master, see `players.choose`."""
    view.work = IDEAS["WORK"]
    view.wide = IDEAS["WIDE"]
    if not view.opened[view.seat]:
        yield from asking.small_opening(view)
        return
    hold = view.pool and not _must_shed(view)
    for result in asking.all_down(view, view.table, view.rack, 1 if hold else 2):
        if result is None:
            yield None
    if result.tiles == len(view.rack):
        yield result.table
        return
    others = [i for i in range(view.seats) if i != view.seat]
    open_others = [i for i in others if view.opened[i]]
    fewest = min([view.counts[i] for i in others])
    if hold:
        slow = view.rules["stop_on_empty"] and IDEAS["SLOW"] and fewest >= IDEAS["SLOW"] and open_others
        if view.seats > 2 and IDEAS["LAST"] and view.pool <= IDEAS["LAST"] and open_others:
            slow = True
        if slow:
            for table in _one_tile(view):
                if table is None or table:
                    yield table
        yield b""
        return
    if view.pool == 0 and not open_others and IDEAS["ALONE"]:
        yield from asking.best(view, "points")
        return
    if view.seats == 2 and not view.pool:
        yield from _slowly(view)
        return
    if IDEAS["DRIP"] and view.seats > 2 and not view.pool and fewest > IDEAS["DRIP"]:
        yield from _one_tile(view)
    yield from asking.best(view, "points" if view.rules["stop_on_empty"] else "tiles")


def _one_tile(view):
    """The tables with one tile more, the dearest first. Yields None, then tables."""
    for code in sorted(set(view.rack), key=lambda code: -number_of(code)):
        if code < JOKER:
            table = list(view.table)
            own = bytearray(53)
            own[code] = 1
            for done in plain.add(view.rules, table, own, None):
                if done is None:
                    yield None
            if done:
                yield table


def _slowly(view):
    """Of two with an empty pool: a play, or none, so that the other cannot go out next.

    None is best where a stalled round would be won by it (T-12, RK-18, KR-12). With no such move
    most points are shed, unless a stalled round costs little more than going on with what is left.
    Yields None, then a table or b"", a pass.
    """
    rules = view.rules
    other = asking.unseen(view)
    if len(other) != view.counts[1 - view.seat]:
        other = b""
    penalty = rules["joker_penalty"]
    its = tiles.weight(other, penalty)
    mine = tiles.weight(view.rack, penalty)
    ahead = mine < its
    if IDEAS["TEMPO"] and other:
        moves = []
        for code in sorted(set(view.rack)):
            if code < JOKER:
                table = list(view.table)
                own = bytearray(53)
                own[code] = 1
                for good in plain.add(rules, table, own, None):
                    if good is None:
                        yield None
                if good:
                    rest = bytearray(view.rack)
                    at = rest.find(bytes((code,)))
                    rest[at : at + 1] = b""
                    score = _singles(rules, table, other) - _singles(rules, table, rest)
                    moves.append((score, -number_of(code), code))
        moves = [m[1:] for m in sorted(moves)]
    else:
        moves = sorted([(-number_of(code), code) for code in set(view.rack) if code < JOKER])
    if ahead and not view.must_play:
        moves.insert(0, None)  # a pass
    tries = 0
    out = None
    for move in moves:
        table = list(view.table)
        if move:
            own = bytearray(53)
            own[move[1]] = 1
            for good in plain.add(rules, table, own, None):
                if good is None:
                    yield None
            if good:
                for good in legal(view, table):
                    if good is None:
                        yield None
            if not good:
                continue
        for out in _may_go_out(view, table, other):
            if out is None:
                yield None
        if not out:
            yield table if move else b""
            return
        tries += 1
        if tries >= _TRIES:
            break
    for result in asking.ask(view, view.table, view.rack, goal="points"):
        if result is None:
            yield None
    if other and not ahead and not view.must_play and result.points < its:
        for out in _may_go_out(view, view.table, other):
            if out is None:
                yield None
        if not out:
            yield b""
            return
    yield result.table if result.tiles else (b"" if result.proved else None)


def _singles(rules, table, rack):
    """How many kinds of a rack fit a standing set."""
    count = 0
    for code in set(rack):
        if code < JOKER:
            for codes in table:
                if melds.add(codes, code, rules):
                    count += 1
                    break
    return count


def _may_go_out(view, table, other):
    """Can the other of two, with the rack `other`, lay all of it next?

    Yields None, then a bool, True also where a short search does not tell."""
    result = None
    if other and view.opened[1 - view.seat]:
        for result in asking.all_down(view, table, other, _TRIES):
            if result is None:
                yield None
    yield result is not None and (result.tiles == len(other) or not result.proved)


def _must_shed(view):
    """True when the pool, and with it the round, ends soon and another holds far less (RG-11)."""
    if not view.rules["stop_on_empty"] or view.pool > _LAST_TURNS * view.seats:
        return False
    fewest = min([view.counts[i] for i in range(view.seats) if i != view.seat])
    return 2 * fewest < len(view.rack)
