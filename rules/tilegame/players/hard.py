"""hard: the best play the solver knows, most turns; what it keeps it keeps for a reason."""

from rules.tilegame import tiles
from rules.tilegame.players import asking
from rules.tilegame.tiles import JOKER, number_of

_CLOSE = 3  # jokers are spent when somebody holds no more tiles than this
_FULL = 18  # ... or it holds more than this itself
# places in players.REASONS
_JOKER = 1
_WAITS = 2
_CLOSED = 3


def tables(view, seed):
    """The plays of hard, see `players.choose`; jokers stay unless they decide something.

    Sets view.reason and view.about.
    """
    opened = bool(view.opened[view.seat])
    few = min([view.counts[seat] for seat in range(view.seats) if seat != view.seat])
    own = asking.without_jokers(view.rack)
    jokers = len(view.rack) - len(own)
    for result in asking.ask(view, view.table, own, opened, 2 if jokers else 1):
        if result is None:
            yield None
    left = len(own) - result.tiles
    if jokers and (
        left <= 2 * jokers
        or few <= _CLOSE
        or not result.tiles
        or not view.pool
        or len(view.rack) > _FULL
    ):
        first = result
        for result in asking.ask(view, view.table, view.rack, opened):
            if result is None:
                yield None
        if first.tiles > result.tiles:
            result = first
    rest = tiles.counts(view.rack)
    for code in result.laid:
        rest[code] -= 1
    yield None
    if rest[JOKER]:
        view.reason = _JOKER
    elif not opened and not result.tiles:
        view.reason = _CLOSED
    else:
        view.about = _waited_for(view, rest)
        if view.about >= 0:
            view.reason = _WAITS
    yield result.table if result.tiles else (b"" if result.proved else None)


def _waited_for(view, rest):
    """The kind nobody has seen that makes a set of two tiles left, the dearest; -1: there is none.

    rest: counts of the tiles left.
    """
    best = -1
    unseen = asking.unseen(view)
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
