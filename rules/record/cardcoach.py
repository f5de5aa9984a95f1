"""The coach of 8 Round Rummy: each turn of a seat in a record beside the hint for it, which is
advice: no search finds the best turn of this game."""

from rules.eight import players
from rules.record import reader

if False:  # for type checkers
    from collections.abc import Callable

    from rules.base import Slices
    from rules.record.reader import Record, Step


class CardTurn:
    """One turn beside a strong player's.

    round: 1..8. hand: its seven cards before the turn. take: "pile" or "discard". drawn, card: the
    codes taken and discarded. better_take, better_card: what the strong player takes, and discards
    after the same card.
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
        """Tell whether the strong player does the same."""
        return self.take == self.better_take and self.card == self.better_card


def review(record: "Record", seat: int, report: "Callable[[CardTurn], object]") -> "Slices[None]":
    """Review every turn of a seat, in slices. report: called with each CardTurn. Raises RulesError
    for a record that is not legal."""
    replay = reader.Replay(record)
    game = replay.game
    while not replay.done():
        if game.seat != seat:
            replay.step()
            yield None
            continue
        move = yield from players.hint(game.view(seat))
        turn = CardTurn(replay.step(True), move[1])
        move = yield from players.hint(game.view(seat))
        turn.better_card = move[1]
        turn.card = replay.step().card
        report(turn)
        yield None
