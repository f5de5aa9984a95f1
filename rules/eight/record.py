"""Read the moves of 8 Round Rummy in records (docs/RECORDS.md), for rules/record/reader.py."""

from rules.base import RulesError, clip
from rules.eight import cards

if False:  # for type checkers
    from rules.eight.game import EightGame
    from rules.family import Refusal
    from rules.record.reader import Record, Step

VERSION = 2
GAP = " "  # the text after a card, which ends a move
SOLVED = False
RACKS = False  # cards are dealt by a seed alone


def names() -> list[str]:
    """List the texts of all cards in the order of their codes."""
    return [cards.text(code) for code in range(cards.KINDS)]


def deal_record(record: "Record") -> "EightGame":
    """Return a new game with the deal of a record. Raises RulesError."""
    from rules.eight import game as eight

    seats = len(record.people)
    game = eight.EightGame(seats, 0, record.options, 0)
    game.deal_again(record.starter, record.seed)
    return game


def take(game: "EightGame", step: "Step", text: str) -> "Refusal | None":
    """Take the card that the token `text` names and set the fields of `step`. Return None, or
    (clause, why) if it is refused. Raises RulesError."""
    step.kind = "take"
    step.rack = bytes(game.hands[step.seat])
    step.round = game.round
    step.pool = len(game.pile)
    step.top = game.discards[-1] if game.discards else cards.NONE
    step.take = {"d": "pile", "u": "discard"}.get(text[:1])
    if not step.take:
        raise RulesError('"%s" is not a move.' % clip(text))
    refused = game.apply(("take", step.take))
    step.drawn = bytes((game.taken,))
    return refused


def discard(game: "EightGame", step: "Step", text: str) -> "Refusal | None":
    """Discard the card that the token names. Returns and raises as `take` does."""
    step.card = cards.parse(text[1:])
    return game.apply(("discard", step.card))


PARTS = (take, discard)
