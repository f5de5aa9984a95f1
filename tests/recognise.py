"""Tells the characters apart by their play: the nearest centroid over ten rounds' numbers."""

import statistics
from collections.abc import Sequence

from rules import catalogue
from rules.base import finish
from rules.tilegame import game as rounds
from rules.tilegame import newsets
from rules.tilegame.tiles import JOKER
from tools.match import sparring

ROUNDS = 10  # of a sample
GAME, OTHER = catalogue.ORDER[0], "normal"  # what a sample is played at, and against whom
NUMBERS = (
    "share of its turns with a play",
    "tiles a play",
    "share of plays of one tile",
    "share of plays that take a standing set apart",
    "turns before it opens",
    "share of turns with a joker on its rack",
    "share of rounds won",
)

# The means of four samples of each character, and the spread of samples of one character.
CENTRES = {
    "LOU": (0.40, 2.08, 0.47, 0.37, 3.97, 0.02, 0.30),
    "ROSA": (0.37, 2.14, 0.49, 0.03, 3.97, 0.01, 0.05),
    "MAX": (0.34, 2.69, 0.33, 0.49, 3.97, 0.04, 0.47),
    "CLEO": (0.42, 2.31, 0.42, 0.54, 5.38, 0.28, 0.82),
    "OTTO": (0.41, 2.36, 0.45, 0.54, 6.75, 0.05, 0.70),
    "VERA": (0.41, 2.19, 0.80, 0.16, 3.97, 0.06, 0.78),
}
SPREADS = (0.011, 0.096, 0.033, 0.034, 1.121, 0.070, 0.140)


def _round(name, seed, seat, notes):
    """Play a round of two and add to `notes` what the character at `seat` does."""
    game = catalogue.new(GAME, 2, seed, {"length": 1})
    names = [OTHER, OTHER]
    names[seat] = name
    moves = opened = 0
    while game.phase not in (rounds.ROUND, rounds.OVER):
        if game.phase != rounds.TURN:
            game.apply(("redeal", False) if game.phase == rounds.REDEAL else ("go",))
            continue
        view = game.view(game.seat)
        moves += 1
        move = finish(sparring.choose(names[game.seat], view, seed * 977 + moves))
        if game.seat == seat:
            opened += not view.opened[seat]
            notes[0].append(move[0] == "play")
            notes[5].append(bytes((JOKER,)) in view.rack)
            if move[0] == "play":
                laid = len(b"".join(move[1])) - len(b"".join(view.table))
                notes[1].append(min(laid, 12))
                notes[2].append(laid == 1)
                if view.opened[seat]:
                    notes[3].append(_takes_apart(view.table, move[1]))
        game.apply(move)
    notes[4].append(opened)
    notes[6].append(seat in game.winners)


def _takes_apart(before, after):
    """Return whether a set that stood is in no set of the table now."""
    for codes in newsets.new_sets(before, after)[1]:
        if not any(set(codes) <= set(row) for row in after):
            return True
    return False


def sample(name: str, seed: int) -> list[float]:
    """Return NUMBERS of a player over ten rounds. seed: of the first."""
    notes: list[list[float]] = [[] for _ in NUMBERS]
    for i in range(ROUNDS):
        _round(name, seed * ROUNDS + i, i % 2, notes)
    return [statistics.fmean(row or [0]) for row in notes]


def nearest(numbers: Sequence[float]) -> str:
    """Return the character whose numbers are nearest."""

    def far(name):
        return sum(((a - b) / c) ** 2 for a, b, c in zip(numbers, CENTRES[name], SPREADS))

    return min(CENTRES, key=far)
