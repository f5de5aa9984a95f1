"""Habits of a character that keep it from a play. Loaded only for those who have such a habit."""

from rules.tilegame.players import basics


def waits(view):
    """True for a seat whose habit it is not to open yet."""
    turns = len(view.history) // 2 // view.seats
    if not view.pool or view.opened[view.seat] or turns >= view.habits[basics.OPENS]:
        return False
    view.reason = 1  # whether it could open or not: see `reason`
    return True


def holds(view, table):
    """True for a seat whose habit it is to hold what `table` would lay: too little."""
    if not view.pool or not view.opened[view.seat]:
        return False
    if min([view.counts[seat] for seat in range(view.seats) if seat != view.seat]) <= basics.FEW:
        return False
    laid = len(b"".join(table)) - len(b"".join(view.table))
    return laid < min(view.habits[basics.LEAST], len(view.rack))
