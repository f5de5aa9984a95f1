"""Rounds played by computer players, and their records."""

from rules import catalogue
from rules.base import finish
from rules.record import moves, notation
from tools.match import sparring

NAMES = ("ADA", "BOB", "CY", "DOT", "EVA", "FAY")


def played(game_id, levels, seed, options=None, clock=False):
    """Return the records of every round of one game, a list of bytes, packed; and the game at its
    end.

    clock: moves of the first seat carry the number of the turn as their seconds.
    """
    game = catalogue.new(game_id, len(levels), seed, options)
    known = [level if level in catalogue.LEVELS else "hard" for level in levels]
    people = list(zip(known, NAMES))
    out = []
    turns = 0
    while game.phase != "over":
        move = ("go",)
        if game.phase == "round":
            out.append(notation.packed(game, people))
        elif game.phase == "redeal":
            move = ("redeal", bool(turns % 2))
        elif game.phase == "turn":
            turns += 1
            move = finish(sparring.choose(levels[game.seat], game.view(game.seat), seed + turns))
        seat = game.seat
        assert game.apply(move) is None
        if clock and seat == 0 and move[0] in ("play", "draw", "pass", "discard"):
            moves.add_seconds(game.moves, turns)
    out.append(notation.packed(game, people))
    return out, game
