"""Turns that take the referee long: a hill climb that changes a turn and keeps what is slower.

A turn is built from its end: sets of one pack, of each of which all tiles, some or none come from
the rack, so that what lay there before is legal, too.
"""

import random
import time
from collections.abc import Sequence
from typing import Any

from rules.errors import RulesError
from rules.tilegame import games, melds, referee, tiles
from rules.tilegame.tiles import JOKER

LIMIT = 0.2  # seconds of processor time that a turn may take
_TRIES = 40  # in vain, until another turn is begun
_SWITCHES = ("mixed_runs", "groups_only", "runs_only", "opening_several", "opening_build")


class Turn:
    """rules; opened; sets: (codes at the turn's end, those of them that lay there before)."""

    def __init__(self, game: str, options: dict, opened: bool, sets: list) -> None:
        self.game = game
        self.options = options
        self.rules = games.rules_for(game, options)
        self.opened = opened
        self.sets = sets

    def asked(self) -> tuple[list[bytes], bytes, list[bytes]]:
        """Return (table before, rack, table after)."""
        before = [old for _, old in self.sets if old]
        after = [codes for codes, _ in self.sets]
        laid = tiles.table_counts(after)
        had = tiles.table_counts(before)
        return before, referee.listed(bytes(laid[i] - had[i] for i in range(53))), after

    def seconds(self) -> float:
        """Measure the processor time of the referee's answer."""
        before, rack, after = self.asked()
        begin = time.process_time()
        referee.judge(self.rules, before, rack, after, self.opened)
        return time.process_time() - begin

    def request(self) -> dict[str, Any]:
        """Write the turn as a line for `referee` (docs/INTERFACES.md)."""
        before, rack, after = self.asked()
        return {
            "game": self.game,
            "options": self.options,
            "before": [tiles.set_text(codes) for codes in before],
            "rack": tiles.set_text(rack),
            "after": [tiles.set_text(codes) for codes in after],
            "opened": self.opened,
        }


def slowest(seed: int, turns: int) -> tuple[float, dict[str, Any]]:
    """Try so many turns; returns (seconds of processor time, request) of the slowest."""
    chance = random.Random(seed)
    worst = (0.0, {})
    kept = None
    least = 0.0
    vain = _TRIES
    for _ in range(turns):
        if vain >= _TRIES:
            kept, least, vain = None, 0.0, 0
        turn = _changed(chance, kept) if kept else begun(chance)
        took = turn.seconds()
        vain += 1
        if took > LIMIT:
            took = min(took, turn.seconds())  # something else may have kept the machine busy
        if took >= least:
            vain = 0 if took > 1.05 * least else vain
            kept, least = turn, took
        if took > worst[0]:
            worst = took, turn.request()
    return worst


def begun(chance: random.Random) -> Turn:
    """Build a turn at random, of many tiles of few numbers or of all."""
    while True:
        game = chance.choice(games.ids())
        options: dict = {name: True for name in _SWITCHES if chance.random() < 0.4}
        options["opening_points"] = chance.choice((30, 50, 60))
        try:
            turn = Turn(game, options, chance.random() < 0.1, [])
        except RulesError:
            continue
        numbers = range(1, chance.choice((4, 5, 6, 8, 13)) + 1)
        for _ in range(chance.randint(2, 60)):
            _add(chance, turn, numbers)
        if turn.sets:
            return turn


def _changed(chance, turn):
    """Copy the turn with sets taken out and others put in."""
    other = Turn(turn.game, turn.options, turn.opened, list(turn.sets))
    for _ in range(chance.randint(1, 3)):
        if len(other.sets) > 1 and chance.random() < 0.7:
            del other.sets[chance.randrange(len(other.sets))]
    numbers = range(1, chance.choice((4, 5, 8, 13)) + 1)
    for _ in range(chance.randint(1, 4)):
        _add(chance, other, numbers)
    return other


def _add(chance, turn, numbers: Sequence[int]):
    """Add a set to the turn, where a pack has its tiles left."""
    number = chance.choice(numbers)
    if chance.random() < 0.5:
        colours = chance.sample(range(4), chance.choice((3, 3, 4)))
        row = [tiles.kind(colour, number) for colour in colours]
    else:
        colour = chance.randrange(4)
        mixed = turn.rules["mixed_runs"]
        row = [
            tiles.kind(chance.randrange(4) if mixed else colour, number + i)
            for i in range(min(chance.choice((3, 3, 4, 5, 6, 13)), 14 - number))
        ]
    for _ in range(turn.rules["jokers"]):
        if chance.random() < 0.1:
            row[chance.randrange(len(row))] = JOKER
    codes = bytes(row)
    used = tiles.counts(b"".join([new for new, _ in turn.sets]) + codes)
    if max(used[:JOKER]) > 2 or used[JOKER] > turn.rules["jokers"]:
        return
    if melds.readings(codes, turn.rules):
        parts = [codes[i : i + 3] for i in range(len(codes) - 2)]  # that may have lain there
        parts = [part for part in parts if melds.readings(part, turn.rules)]
        turn.sets.append((codes, chance.choice([b"", codes, *parts])))
