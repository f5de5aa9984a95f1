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

    card: int | None
    better_card: int | None

    def __init__(self, step: "Step", better_take: str) -> None:
        self.round = step.round
        self.hand = step.rack
        self.take = step.take
        self.drawn = step.drawn[0]
        self.better_take = better_take
        self.card = self.better_card = None

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
        move = yield from players.hint(game.view(seat))
        parts = replay.parts()
        turn = CardTurn(next(parts), move[1])
        move = yield from players.hint(game.view(seat))
        turn.better_card = move[1]
        turn.card = next(parts).card
        report(turn)
        yield None
