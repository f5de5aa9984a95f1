"""Rounds played by computer players, and their records."""

from rules import catalogue
from rules.base import finish
from rules.record import moves, notation
from tools.match import sparring

NAMES = ("ADA", "BOB", "CY", "DOT", "EVA", "FAY")


def shortest(game_id):
    """Return the options for a game's shortest form."""
    rules = catalogue.rules_of(game_id).defaults(game_id)
    return {name: value for name, value in (("length", 1), ("short", True)) if name in rules}


def play_game(game_id, levels, seed, options=None, clock=False):
    """Play a game to its end; return (packed records of its rounds, the game).

    clock: let moves of the first seat have the number of the turn as their seconds.
    """
    game = catalogue.new(game_id, len(levels), seed, options)
    levels_in_records = [level if level in catalogue.LEVELS else "hard" for level in levels]
    people = list(zip(levels_in_records, NAMES))
    records = []
    turns = 0
    while game.phase != "over":
        move = ("go",)
        if game.phase == "round":
            records.append(notation.packed(game, people))
        elif game.phase == "redeal":
            move = ("redeal", bool(turns % 2))
        elif game.phase == "turn":
            turns += 1
            move = finish(sparring.choose(levels[game.seat], game.view(game.seat), seed + turns))
        seat = game.seat
        assert game.apply(move) is None
        if clock and seat == 0 and move[0] in ("play", "draw", "pass", "discard"):
            moves.add_seconds(game.moves, turns)
    records.append(notation.packed(game, people))
    return records, game
