"""Requests about card games: hands, turns, points, as JSON has them (docs/INTERFACES.md).

Each function raises RulesError for a request that is not right.
"""

from collections.abc import Callable

from rules import errors
from rules.base import RulesError, clip
from rules.eight import cards, games
from rules.eight import game as eight
from rules.eight.cards import HAND, REVERSE
from rules.eight.game import EightGame
from rules.record.reader import Step
from tools.requests import is_whole


def _judge(round_, hand):
    """Return (clause, why) if cards do not win a round, or None if they do."""
    if len(hand) != HAND:
        return "ER-6", ("A round is won with seven cards, not %d.", len(hand))
    if REVERSE in hand:
        return "ER-7", ("A Reverse & New Hand fits no round.",)
    if not cards.fits(round_, hand):
        flags = cards.nearest(round_, hand)[1]
        useless_cards = [cards.text(hand[i]) for i in range(HAND) if not flags[i]]
        return "ER-6", ("Round %d has no use for %s.", round_, " ".join(useless_cards))
    return None


def _goals(request):
    return games.rules_for(request["game"], request.get("options"))["goals"]


def _round(request):
    round_ = request.get("round")
    goals = _goals(request)
    if not is_whole(round_) or round_ not in goals:
        raise RulesError('"round" must be one of %s.' % ", ".join([str(goal) for goal in goals]))
    return round_


def referee(request: dict) -> dict:
    """Answer one `referee` request.

    {"hand": [7 cards], "round": 4} asks whether the hand wins the round. The other forms ask
    whether a turn is legal: {"hand": [7 cards], "round": 4, "take": "discard", "top": card,
    "discard": card} or {..., "take": "pile", "drawn": card, "discard": card}. Then the answer has
    "wins", whether the turn wins the round, and "hand", the cards held afterwards.
    """
    round_ = _round(request)
    hand = cards.parse_hand(request.get("hand"))
    if "take" not in request and "discard" not in request:
        return _answer(_judge(round_, hand))
    if len(hand) != HAND:
        raise RulesError("A turn begins with seven cards; this hand has %d." % len(hand))
    take = request.get("take")
    if take == "pile":
        taken_card = cards.parse(request.get("drawn"))
    elif take == "discard":
        taken_card = cards.parse(request.get("top"))
        refusal = eight.refuse_pick(taken_card)
        if refusal:
            return _answer(refusal)
    else:
        return _answer(("ER-4", (errors.TAKE_FIRST,)))
    if request.get("discard") is None:
        return _answer(("ER-4", (errors.CARD_TAKEN,)))
    cards_held = bytearray(cards.parse_hand(list(request["hand"]) + [cards.text(taken_card)]))
    code = cards.parse(request["discard"])
    if not cards.holds(cards_held, code):
        return _answer(("ER-4", (errors.NOT_HELD,)))
    index = cards_held.find(bytes((code,)))
    cards_held[index : index + 1] = b""
    return {
        "legal": True,
        "wins": _judge(round_, cards_held) is None,
        "hand": [cards.text(card) for card in cards_held],
    }


def _answer(refusal):
    if refusal is None:
        return {"legal": True}
    return {"legal": False, "clause": refusal[0], "why": refusal[1]}


def score(request: dict) -> dict:
    """Answer one `score` request: {"cards": [[1, 3], [2]], "auto": null}.

    cards: for each seat the numbers of the round cards it holds. auto: the seat that won round 8
    without a joker.
    """
    rows = request.get("cards")
    goals = _goals(request)
    if not isinstance(rows, list) or not 2 <= len(rows) <= 6:
        raise RulesError('"cards" must be a list of 2 to 6 lists, the round cards of each seat.')
    cards_seen = []
    for row in rows:
        if not isinstance(row, list):
            raise RulesError('"cards" must be a list of lists.')
        for card in row:
            if not is_whole(card) or card not in goals:
                raise RulesError("There is no card of round %s in this game." % clip(card))
            if card in cards_seen:
                raise RulesError("The card of round %d is there twice." % card)
            cards_seen.append(card)
    auto = request.get("auto")
    if auto is not None:
        if not is_whole(auto) or not 0 <= auto < len(rows):
            raise RulesError('"auto" must be a seat or null.')
        if goals[-1] not in rows[auto]:
            raise RulesError("The automatic win goes to the seat that won round 8.")
    points, winners = eight.score(rows, auto)
    return {"scores": points, "winner": winners}


# -- a record's steps, as `replay` shows them


def request_fields(step: Step) -> dict:
    """Return the fields that a record's step adds to a request that `referee` reads."""
    return {
        "hand": [cards.text(code) for code in step.rack],
        "round": step.round,
        "take": step.take,
        "top": cards.text(step.top),
        "drawn": cards.text(step.drawn[0]),
        "discard": cards.text(step.card),
    }


def describe_step(step: Step, say: Callable) -> str:
    """Return a record's step as a line."""
    source = "draws" if step.take == "pile" else "picks up"
    return " ".join((source, cards.text(step.drawn[0]) + ", discards", cards.text(step.card)))


def position(game: EightGame, say: Callable) -> tuple[list[str], list[str], int]:
    """Return (lines about the piles, the hands' texts, cards in the pile) of a game."""
    top = "   round    " + str(game.round) + "  top " + cards.text(game.discards[-1])
    hands = [" ".join([cards.text(code) for code in hand]) for hand in game.hands]
    return [top], hands, len(game.pile)


# -- what `match` checks after every turn


def count_held(game: EightGame) -> list[int]:
    """Return how many cards each seat holds."""
    return [len(hand) for hand in game.hands]


def redeal_hidden(game: EightGame, seat: int) -> None:
    """Deal again all cards that a seat cannot see: the draw pile, the hidden discards, and the
    other hands except the cards that they took openly. Replace the lists instead of changing them:
    `game` is a shallow copy."""
    other_seats = [i for i in range(game.seats) if i != seat]
    hidden = list(game.pile + game.unseen_discards)
    visible_discards = game.discards[:]
    for code in game.unseen_discards:
        visible_discards.remove(code)
    for i in other_seats:
        hidden += _unseen(game, i)
    hidden.sort()
    hidden = bytearray(hidden[len(hidden) // 2 :] + hidden[: len(hidden) // 2])
    taken_unseen = game.seat != seat and game.from_pile and game.taken != cards.NONE
    game.hands = list(game.hands)
    for i in other_seats:
        size = len(_unseen(game, i))
        game.hands[i], hidden = game.known[i] + hidden[:size], hidden[size:]
    size = len(game.unseen_discards)
    game.unseen_discards, game.pile = hidden[:size], hidden[size:]
    game.discards = game.unseen_discards + visible_discards
    if taken_unseen:
        game.taken = game.hands[game.seat][-1]


def _unseen(game, seat):
    """Return the cards of a hand that the seat was not seen to take."""
    unseen = list(game.hands[seat])
    for code in game.known[seat]:
        unseen.remove(code)
    return unseen


def find_fault(game: EightGame, before: int | None) -> str:
    """Return "": EightGame.check finds all faults."""
    return ""
