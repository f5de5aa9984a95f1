"""The coach of 8 Round Rummy: compare each turn of a seat in a record with the hint for it. The
hint is only advice: no search finds the best turn of this game."""

from rules.eight import players
from rules.record import reader

if False:  # for type checkers
    from collections.abc import Callable

    from rules.base import Slices
    from rules.record.reader import Record, Step


class CardTurn:
    """A turn and the hint for it.

    round: 1..8. hand: the seven cards before the turn. take: "pile" or "discard". drawn, card: the
    codes of the cards taken and discarded. better_take: the hint for `take`. better_card: the hint
    for `card`, given the card that was drawn.
    """

    def __init__(self, step: "Step", better_take: str, better_card: int) -> None:
        self.round = step.round
        self.hand = step.rack
        self.take = step.take
        self.drawn = step.drawn[0]
        self.card = step.card
        self.better_take = better_take
        self.better_card = better_card

    def good(self) -> bool:
        """Return whether the turn was the hint's."""
        return self.take == self.better_take and self.card == self.better_card


def review(record: "Record", seat: int, report: "Callable[[CardTurn], object]") -> "Slices[None]":
    """Call `report` with a CardTurn for each turn of a seat. Raises RulesError. In slices."""
    replay = reader.Replay(record)
    game = replay.game
    while not replay.done():
        if game.seat != seat:
            replay.step()
            yield None
            continue
        take = yield from players.hint(game.view(seat))
        parts = replay.parts()
        next(parts)
        card = yield from players.hint(game.view(seat))
        report(CardTurn(next(parts), take[1], card[1]))
        yield None
