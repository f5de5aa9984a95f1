"""Jokers from the rack where each has to complete a set laid from the hand (RG-8).

A search that follows such jokers takes a handheld long. Here each lies in a set of its own with two
tiles from the rack, pair after pair, and the search is for all others: quick, and nearly as good.
"""

from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.slices import Slices
    from rules.tilegame.players import Ask, Play
    from rules.tilegame.view import View

_ENOUGH = 12  # a search with fewer states finds nothing
_POSED = 10  # states that a handheld takes on in the time in which a search begins
_WHOLE = 40  # states for looks whether the whole rack can go down: most say no


def applies(view: "View", rack: bytes) -> "bool | int":
    """Tell whether the rack has such jokers and the turn a limit of states (`view.work`)."""
    return view.work and not view.rules["joker_layoff"] and JOKER in rack


def plays(view: "View", own: bytes, goal: str, ask: "Ask") -> "Slices[list[Play]]":
    """Find good plays of a seat that has opened, or may build in its opening turn.

    own: its rack without jokers. ask: `searches.ask`. In slices; returns tables, the best first.
    """
    jokers = len(view.rack) - len(own)
    result = yield from ask(view, view.table, own, goal=goal)
    left = _without(own, result.laid)
    table = yield from _filled(view, result.table, left, jokers)
    ranked = [(_laid(view, table, goal), table)]
    pairs = yield from _pairs(view, own)
    for pair in pairs:
        if view.work <= _ENOUGH:
            break
        if pair[0] in left and pair[1] in left:
            continue  # lies already, or another one for as much
        rest = _without(own, pair)
        least = ranked[-1][0][0] - 3 * jokers + 1 if goal == "tiles" else 0
        result = yield from _asked(ask, view, view.table, rest, goal=goal, least=max(0, least))
        table = list(result.table) + [_with_joker(view, pair)]
        table = yield from _filled(view, table, _without(rest, result.laid), jokers - 1)
        laid = _laid(view, table, goal)
        if laid > ranked[-1][0]:
            ranked.append((laid, table))
    return [table for laid, table in reversed(ranked) if laid[0]]


def all_down(
    view: "View", table: list[bytes], own: bytes, jokers: int, ask: "Ask"
) -> "Slices[list[bytes] | None]":
    """Look for a play of all tiles `own` with that many `jokers`. ask: `searches.ask`. In slices;
    returns its table, or None if none was found."""
    pairs = yield from _pairs(view, own)
    least = max(_ENOUGH, view.work - _WHOLE)
    for set_aside in _ways(pairs, jokers):
        rest = _without(own, set_aside)
        if rest is None:
            continue
        if view.work <= least:
            break
        result = yield from _asked(ask, view, table, rest, least=len(rest))
        if result.tiles == len(rest):
            sets = [_with_joker(view, set_aside[i : i + 2]) for i in range(0, len(set_aside), 2)]
            return list(result.table) + sets
    return None


def _asked(ask, view, table, rack, **names):
    """Run one of many short searches; see `searches.ask`."""
    view.work = max(1, view.work - _POSED)
    return ask(view, table, rack, True, 1, 0, **names)


def _ways(pairs, jokers):
    """Yield a pair of tiles for each joker, of which there are two at most, as bytes."""
    for i in range(len(pairs)):
        if jokers == 1:
            yield pairs[i]
        else:
            for pair in pairs[i:]:
                yield pairs[i] + pair


def _pairs(view, own):
    """List, in slices, the pairs of tiles that a joker completes to a set. Pairs whose tiles are in
    the fewest pairs come first: those tiles have no other use."""
    kinds = sorted(set(own))
    pairs = []
    count = bytearray(52)
    for i in range(len(kinds)):
        yield None
        for other in kinds[i + 1 :]:
            if -3 < kinds[i] % 13 - other % 13 < 3:
                pair = bytes((kinds[i], other))
                if _with_joker(view, pair):
                    pairs.append(pair)
                    count[kinds[i]] += 1
                    count[other] += 1
    pairs.sort(key=lambda pair: (count[pair[0]] + count[pair[1]], pair))
    return pairs


def _with_joker(view, pair):
    """Return the set of two tiles and a joker, or None."""
    return melds.make(pair + bytes((JOKER,)), view.rules)


def _without(codes, less):
    """Return `codes` without those of `less`, as bytes; None if some are missing."""
    left = list(codes)
    for code in less:
        if code not in left:
            return None
        left.remove(code)
    return bytes(left)


def _filled(view, table, left, jokers):
    """Return, in slices, `table` with a set for each joker that tiles of `left` can complete, the
    dearest first."""
    table = list(table)
    for _ in range(jokers):
        pairs = yield from _pairs(view, left)
        if not pairs:
            break
        pairs.sort(key=lambda pair: pair[0] % 13 + pair[1] % 13)
        table.append(_with_joker(view, pairs[-1]))
        left = _without(left, pairs[-1])
    return table


def _laid(view, table, goal):
    """Return what a table adds to the view's: (tiles, points) or, by the goal, (points, tiles)."""
    after = b"".join(table)
    before = b"".join(view.table)
    penalty = view.rules["joker_penalty"]
    worth = tiles.weight(after, penalty) - tiles.weight(before, penalty)
    laid = len(after) - len(before)
    return (laid, worth) if goal == "tiles" else (worth, laid)
