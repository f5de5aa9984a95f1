"""hard: the best play the solver knows, most turns; what it keeps it keeps for a reason."""

from rules.tilegame.players import asking

_CLOSE = 3  # jokers are spent when somebody holds no more tiles than this
_FULL = 18  # ... or it holds more than this itself


def tables(view, seed):
    """The plays of hard, see `players.choose`; jokers stay unless they decide something."""
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
    yield result.table if result.tiles else (b"" if result.proved else None)
