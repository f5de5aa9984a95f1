"""The scores of a finished round."""

from rules.base import RulesError
from rules.tilegame import tiles

if False:  # for type checkers
    from collections.abc import Sequence


def score_round(
    rules: dict, racks: "Sequence[bytes | bytearray]", stalled: bool, first: int = 0
) -> tuple[list[int], list[int]]:
    """Score one round (RK-16 to RK-18, RG-10, CR-13, CR-14, KR-11, KR-12, T-13, T-14).

    stalled: no seat laid its whole rack. first: the seat that started the round; the first winner
    from it on gets the rest of a pot that cannot be shared evenly. Returns (scores by seat,
    winners). Raises RulesError unless exactly one rack is empty, or the round stalled.
    """
    rack_points = [tiles.weight(rack, rules["joker_penalty"]) for rack in racks]
    seats = len(racks)
    empty = [seat for seat in range(seats) if not racks[seat]]
    if not stalled:
        if len(empty) != 1:
            raise RulesError("One rack must be empty when a round is won; %d are." % len(empty))
        winners = empty
    else:
        lowest = min(rack_points)
        order = [(first + i) % seats for i in range(seats)]
        winners = [seat for seat in order if rack_points[seat] == lowest]
    scores = [0] * seats
    pot = 0
    base = rack_points[winners[0]] if stalled and rules["stall_score"] == "difference" else 0
    for seat in range(seats):
        if seat not in winners:
            scores[seat] = base - rack_points[seat]
            pot -= scores[seat]
    share = pot // len(winners)
    for seat in winners:
        scores[seat] = share
    scores[winners[0]] += pot - share * len(winners)
    return scores, sorted(winners)
