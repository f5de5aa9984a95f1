"""Heavy positions for thinking players: the saves of games as a long round can leave them."""

import os
import random
import sys
import tempfile

from rules.eight import game as eight
from rules.eight import players as eight_players
from rules.slices import finish
from rules.tilegame import game
from rules.tilegame.tiles import JOKER
from tools.place import ROOT

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


def tile_game(game_id, seats, level, kind, seed):
    """The payload of a save in which a computer of `level` is to move in such a position."""
    chance = random.Random("%s %d %s %d" % (game_id, seats, kind, seed))
    on_table, own, jokers = (KINDS | _FULL)[kind]
    made = game.Game(game_id, seats, seed, {})
    made.note = bytes(_note(level, seats))
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
    return game_id.encode() + bytes((1,)) + made.pack()


def save_of(made, levels):
    """The payload of a save of a running game between these levels ("person": nobody's)."""
    note = b"\xff"
    for seat in range(len(levels)):
        note += _seat("" if levels[seat] == "person" else levels[seat], seat)
    made.note = bytes(note)
    return made.rules["game"].encode() + bytes((made.round,)) + made.pack()


def eight_game(seats, level, moves, seed, person=False):
    """The payload of a save of 8 Round Rummy after `moves` moves, a computer of `level` to move."""
    made = eight.EightGame(seats, seed, {})
    done = 0
    while made.phase != eight.TURN or made.taken != eight.NONE or done < moves:
        if made.phase == eight.TURN:
            done += 1
            move = finish(eight_players.choose("normal", made.view(made.seat), done))
            made.apply(move)
        else:
            made.apply(("go",))
    made.note = bytes(_note(level, seats, made.seat if person else None))
    return made.rules["game"].encode() + bytes((made.round,)) + made.pack()


def person_game(game_id, seats, seed, kind="middle"):
    """As `tile_game`, but a person is to move."""
    payload = tile_game(game_id, seats, "hard", kind, seed)
    made = game.unpack(payload[3:])
    made.note = bytes(_note("hard", seats, 0))
    return payload[:3] + made.pack()


def watched_game(game_id, kind, seed):
    """As `tile_game`, of two seats: a computer is to move; the other seat, a person, looks on."""
    payload = tile_game(game_id, 2, "hard", kind, seed)
    made = game.unpack(payload[3:])
    made.note = bytes(_note("hard", 2, 1))
    return payload[:3] + made.pack()


def kept(payload):
    """{path: bytes} of the saves on a drive, this the one of its game."""
    library = os.path.join(ROOT, "lib")
    if library not in sys.path:
        sys.path.append(library)
    from pocket.games import storage

    with tempfile.TemporaryDirectory() as folder:
        store = storage.Store({"folder": folder, "nvm": None})
        store.save("game." + payload[:2].decode(), payload)
        with open(os.path.join(folder, "rummy.sav"), "rb") as file:
            return {"rummy.sav": file.read()}


def _note(level, seats, person=None):
    """Who sits where, as the device's newgame.pack_people writes it."""
    out = b"\xff"
    for seat in range(seats):
        out += _seat("" if seat == person else level, seat)
    return out


def _seat(level, seat):
    return bytes((len(level),)) + level.encode() + b"\x01" + b"ABCD"[seat : seat + 1]
