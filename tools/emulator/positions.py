"""Heavy positions for thinking players: the saves of games as a long round can leave them."""

import os
import random
import tempfile
from collections.abc import Callable
from typing import Any

from rules import catalogue
from rules.eight import game as eight
from rules.eight import players as eight_players
from rules.slices import finish
from rules.tilegame import game
from rules.tilegame.tiles import JOKER
from tools.device.made import importable

# kind: (tiles on the table, tiles on the thinking rack, its jokers)
KINDS = {"table90": (90, 8, 1), "rack30": (45, 30, 2), "middle": (60, 16, 2), "open": (0, 30, 2)}
_FULL = {"full": (75, 14, 1)}  # what screens are timed with


def _sets(rules, chance, wanted):
    """About `wanted` tiles in legal sets without jokers, and what is left of the pack."""
    best = None
    for _try in range(400):
        left = bytearray([2] * 52 + [rules["jokers"]])
        table = []
        laid = 0
        for _set in range(200):
            room = wanted - laid
            if room < 3:
                break
            if chance.random() < 0.55 and not rules["groups_only"] or rules["runs_only"]:
                colour, first = chance.randrange(4), chance.randrange(11)
                size = chance.choice((3, 3, 4, 5, 6, 7))
                codes = [colour * 13 + n for n in range(first, min(13, first + size, first + room))]
            else:
                number = chance.randrange(13)
                colours = chance.sample(range(4), 4 if room > 3 and chance.random() < 0.3 else 3)
                codes = sorted(c * 13 + number for c in colours)
            if len(codes) > 2 and all(left[code] for code in codes):
                for code in codes:
                    left[code] -= 1
                table.append(bytes(codes))
                laid += len(codes)
        if best is None or abs(wanted - laid) < abs(wanted - best[0]):
            best = laid, table, left
        if wanted - laid < 3:
            break
    return best[1], best[2]


def _heavy(game_id, seats, kind, seed):
    """A game in such a position, the first seat to move."""
    chance = random.Random("%s %d %s %d" % (game_id, seats, kind, seed))
    on_table, own, jokers = (KINDS | _FULL)[kind]
    made = game.Game(game_id, seats, seed, {})
    rules = made.rules
    table, left = _sets(rules, chance, on_table)
    rest = [code for code in range(52) for _ in range(left[code])]
    chance.shuffle(rest)
    jokers = min(jokers, rules["jokers"])
    racks = [bytearray() for _ in range(seats)]
    racks[0] += bytes([JOKER] * jokers + rest[: own - jokers])
    del rest[: own - jokers]
    for seat in range(1, seats):
        size = min(5, len(rest) // (seats - seat))
        racks[seat] += bytes(rest[:size])
        del rest[:size]
    made.table = sorted(table)
    made.racks = racks
    made.pool = bytearray(rest + [JOKER] * (rules["jokers"] - jokers))
    made.opened = bytearray([1 if table else 0] * seats)
    made.phase = game.TURN
    made.starter = made.seat = 0
    made.check()
    return made


def save_of(made: Any, levels: list[str]) -> bytes:
    """The payload of a save of a running game between these levels ("person": nobody's)."""
    importable()
    from pocket.games import newgame

    named = zip(["" if level == "person" else level for level in levels], "ABCD")
    made.note = newgame.pack_people(list(named))
    return made.rules["game"].encode() + bytes((made.round,)) + made.pack()


def tile_game(game_id: str, levels: list[str], kind: str, seed: int) -> bytes:
    """The payload of a save in which the first seat is to move in such a position. levels: of the
    seats' computers, "person"."""
    return save_of(_heavy(game_id, len(levels), kind, seed), levels)


def card_game(game_id: str, levels: list[str], moves: int, seed: int) -> bytes:
    """The payload of a save of a card game after `moves` moves: the first of `levels` is the seat's
    that is to move."""
    made: Any = catalogue.new(game_id, len(levels), seed, {})
    done = 0
    while made.phase != eight.TURN or made.taken != eight.NONE or done < moves:
        if made.phase == eight.TURN:
            done += 1
            move = finish(eight_players.choose("normal", made.view(made.seat), done))
            made.apply(move)
        else:
            made.apply(("go",))
    first = len(levels) - made.seat
    return save_of(made, levels[first:] + levels[:first])


# How a game's positions are made, their kinds, the one its screens are looked at in: by what it is
# played with.
BY_PIECES: dict[str, tuple[Callable, tuple, Any]] = {
    "tiles": (tile_game, tuple(KINDS), "middle"),
    "cards": (card_game, (0, 8, 40, 90), 6),
}


def kept(payload: bytes) -> dict[str, bytes]:
    """{path: bytes} of the saves on a drive, this the one of its game."""
    importable()
    from pocket.games import storage

    with tempfile.TemporaryDirectory() as folder:
        store = storage.Store({"folder": folder, "nvm": None})
        store.save("game." + payload[:2].decode(), payload)
        with open(os.path.join(folder, "rummy.sav"), "rb") as file:
            return {"rummy.sav": file.read()}
