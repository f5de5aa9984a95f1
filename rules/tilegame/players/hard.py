"""hard: the best play that the solver knows. It keeps jokers unless they decide something."""

from rules.tilegame.players import searches

if False:  # for type checkers
    from rules.slices import Slices
    from rules.tilegame.players import Play
    from rules.tilegame.view import View


def play(view: "View", seed: int) -> "Slices[Play]":
    """The play of hard, see `players.choose`; its jokers are spent when they decide something."""
    opened = bool(view.opened[view.seat])
    few = min([view.counts[seat] for seat in range(view.seats) if seat != view.seat])
    own = searches.without_jokers(view.rack)
    jokers = len(view.rack) - len(own)
    result = yield from searches.ask(view, view.table, own, opened, 2 if jokers else 1)
    left = len(own) - result.tiles
    if jokers and (
        left <= 2 * jokers
        or few <= view.habits[searches.CLOSE]
        or not result.tiles
        and view.habits[searches.CLOSE]
        or not view.pool
        or len(view.rack) > view.habits[searches.FULL]
    ):
        first = result
        result = yield from searches.ask(view, view.table, view.rack, opened)
        if first.tiles > result.tiles:
            result = first
    return (yield from searches.first_legal(view, searches.answer(result)))
