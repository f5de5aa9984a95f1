"""Rounds played by computer players, and their records."""

from rules import base, catalogue
from rules.base import finish
from rules.record import moves, notation
from rules.tilegame import tiles
from tools.match import sparring

NAMES = ("ADA", "BOB", "CY", "DOT", "EVA", "FAY")


def players_of(game_id):
    """How a game's computer players choose, and a function that makes a game."""
    if game_id == "ER":
        from rules.eight import game

        return sparring.choose, game.EightGame
    from rules.tilegame import game

    return sparring.choose, lambda *words: game.Game(game_id, *words)


def played(game_id, levels, seed, options=None, disturb=0, clock=False, rounds=0):
    """The records of every round of one game, a list of bytes, packed; and the game at its end.

    rounds: if not 0, stop after so many.
    clock: moves of the first seat carry the number of the turn as their seconds. disturb: of 100
    turns so many fail, run out of time or take a new deal instead.
    """
    choose, make = players_of(game_id)
    game = make(len(levels), seed, options)
    levels_known = [level if level in catalogue.LEVELS else "hard" for level in levels]
    people = list(zip(levels_known, NAMES))
    chance = base.Rng(seed)
    out = []
    turns = 0
    while game.phase != "over":
        if game.phase == "round":
            out.append(notation.packed(game, people))
            if len(out) == rounds:
                return out, game
        if game.phase == "redeal":
            move = ("redeal", bool(chance.below(2)))
        elif game.phase == "turn":
            turns += 1
            move = finish(choose(levels[game.seat], game.view(game.seat), seed + turns))
            if chance.below(100) < disturb:
                odd = (("timeout", False), ("timeout", True), ("fail",))[chance.below(3)]
                if game.apply(odd) is None:
                    continue
        else:
            move = ("go",)
        seat = game.seat
        assert game.apply(move) is None
        if clock and seat == 0 and move[0] in ("play", "draw", "pass", "discard"):
            moves.add_seconds(game.moves, turns)
    out.append(notation.packed(game, people))
    return out, game


def shown(record):
    """A record's lines as text: head, moves, end."""
    text = notation.expand(record)
    head = text.split("\n")[:3]
    return head, text.split("\n", 3)[3].split("\n=")[0].split(), text


def rack_deal(game):
    """The third line of a record that deals a game's racks and pool by their tiles."""
    racks = [" ".join(tiles.set_text(rack)) for rack in game.racks]
    pool = " ".join(tiles.set_text(bytes(reversed(game.pool))))
    return "start %d racks %s | %s" % (game.starter + 1, " | ".join(racks), pool)
