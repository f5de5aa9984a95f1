"""Requests about card games from the commands `referee` and `score`: hands, turns, points."""

from rules.eight import cards, games
from rules.eight import game as eight
from rules.eight.cards import HAND, REVERSE
from rules.errors import RulesError, shown


def judge(round_, hand):
    """Why seven cards do not win a round: (clause, sentence), or None when they do (ER-6, ER-7).

    hand: codes; round_: 1..8.
    """
    if len(hand) != HAND:
        return "ER-6", "A round is won with seven cards; these are %d." % len(hand)
    if REVERSE in hand:
        return "ER-7", "A Reverse & New Hand in the hand fits no round."
    if not cards.fits(round_, hand):
        many, which, _ = cards.nearest(round_, hand)
        out = [cards.text(hand[i]) for i in range(HAND) if not which[i]]
        return "ER-6", (
            "Round %d: %s. %d cards serve, %s %s not."
            % (round_, cards.GOALS[round_], many, ", ".join(out), "does" if len(out) == 1 else "do")
        )
    return None


def _goals(request):
    return games.rules_for(request["game"], request.get("options"))["goals"]


def _round(request):
    round_ = request.get("round")
    goals = _goals(request)
    if isinstance(round_, bool) or not isinstance(round_, int) or round_ not in goals:
        raise RulesError('"round" must be one of %s.' % ", ".join([str(goal) for goal in goals]))
    return round_


def referee(request):
    """The answer to one `referee` request, a dict.

    A hand: {"hand": [7 cards], "round": 4}: legal when it wins the round.
    A turn: {"hand": [7 cards], "round": 4, "top": card, "take": "discard", "discard": card}, or
    with "take": "pile", "drawn": card: legal when the turn is (ER-4, ER-9); "wins" says whether it
    wins the round, "hand" what is held afterwards. Raises RulesError.
    """
    round_ = _round(request)
    hand = cards.parse_hand(request.get("hand"))
    if "take" not in request and "discard" not in request:
        return _answer(judge(round_, hand))
    if len(hand) != HAND:
        raise RulesError("A turn begins with seven cards; these are %d." % len(hand))
    take = request.get("take")
    if take == "pile":
        drawn = cards.parse(request.get("drawn"))
    elif take == "discard":
        drawn = cards.parse(request.get("top"))
        if drawn == REVERSE:
            return _answer(("ER-9", "A Reverse & New Hand cannot be picked up."))
    else:
        return _answer(("ER-4", "A turn takes a card from the draw pile or from the discard pile."))
    if request.get("discard") is None:
        return _answer(("ER-4", "A turn ends with the discard of one card."))
    held = bytearray(cards.parse_hand(list(request["hand"]) + [cards.text(drawn)]))
    code = cards.parse(request["discard"])
    if code not in held:
        return _answer(("ER-4", "The card to discard must be in the hand."))
    place = held.find(bytes((code,)))
    held[place : place + 1] = b""
    return {
        "legal": True,
        "wins": judge(round_, held) is None,
        "hand": [cards.text(card) for card in held],
    }


def _answer(refusal):
    if refusal is None:
        return {"legal": True}
    return {"legal": False, "clause": refusal[0], "why": refusal[1]}


def score(request):
    """The answer to one `score` request: {"cards": [[1, 3], [2]], "auto": null}.

    ER-8, ER-10, ER-11.
    cards: for each seat the numbers of the round cards it holds. auto: the seat that won round 8
    without a joker. Raises RulesError.
    """
    won = request.get("cards")
    goals = _goals(request)
    if not isinstance(won, list) or not 2 <= len(won) <= 6:
        raise RulesError('"cards" must be a list of 2 to 6 lists, the round cards of each seat.')
    seen = []
    for row in won:
        if not isinstance(row, list):
            raise RulesError('"cards" must be a list of lists.')
        for card in row:
            if isinstance(card, bool) or not isinstance(card, int) or card not in goals:
                raise RulesError("There is no card of round %s in this game." % shown(card))
            if card in seen:
                raise RulesError("The card of round %d is there twice." % card)
            seen.append(card)
    auto = request.get("auto")
    if auto is not None:
        if isinstance(auto, bool) or not isinstance(auto, int) or not 0 <= auto < len(won):
            raise RulesError('"auto" must be a seat or null.')
        if goals[-1] not in won[auto]:
            raise RulesError("The automatic win goes to the seat that won round 8.")
    points, winners = eight.score(won, auto)
    return {"scores": points, "winner": winners}
