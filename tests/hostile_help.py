"""Games, saves and records that stand for all others, and what Hypothesis makes of them."""

import functools

import saves_help
from hypothesis import strategies
from pocket.games import newgame, seatcounts
from record_help import play_game, shortest

from rules import catalogue
from rules.base import finish
from rules.record import notation

PEOPLE = [("", "ANNA"), ("easy", "ADA"), ("", "BOB")]
NAMES = ("game", "game.RK", "game.ER", "game.q", "game.j4", "r0", "r5", "set", "stat", "trace")
WORDS = (
    b"PocketRummy/1 RK ER clock=0 jokers=0 short=true = +8 -8 0 ... start 1 seed racks | ADA/hard"
    b" BOB 1+ 2- 3x [r6] [rb6] r3r4r5 * @41 @ d p t m f y n dr^4 u<> Traceback \xff\xfe \x00 \xe9"
).split(b" ") + [b" ", b"\n", b","]


def game_at(game_id, seats, turns, seed=1):
    """Play this many turns of a game between easy players; -1: to its end."""
    game = catalogue.new(game_id, seats, seed, shortest(game_id))
    choose = catalogue.players(game_id).choose
    while turns and game.phase != "over":
        move = ("redeal", False) if game.phase == "redeal" else ("go",)
        if game.phase == "turn":
            move = finish(choose("easy", game.view(game.seat), turns))
            turns -= 1
        game.apply(move)
    return game


def saved(game):
    """Return the save of a game, as savedgame.pack has it."""
    people = newgame.pack_people(PEOPLE[: game.seats])
    lay = bytes(1 + 3 * len(game.table)) if hasattr(game, "table") else b""
    game.note = people + bytes(seatcounts.COUNTS * game.seats) + b"ABCDEFGH" + lay
    mixed = bytes((min(game.round, 31),))
    return game.rules["game"].encode() + mixed + game.pack()


@functools.cache
def saves():
    """Saves of all games: at their start, in play and at their end."""
    cases = [(game_id, seats, 60 // seats) for game_id in catalogue.ORDER for seats in (2, 3)]
    cases += [("KR", 2, 0), ("RK", 3, 4), ("RK", 2, -1), ("ER", 3, -1), ("ER", 2, 1)]
    return [saved(game_at(*case)) for case in cases]


@functools.cache
def records():
    """Records of rounds, packed and as text; the short ones first."""
    out = []
    for game_id in catalogue.ORDER:
        played, _ = play_game(game_id, ("easy", "easy"), 3, shortest(game_id), clock=True)
        out.append(played[0])
    return sorted(out + [notation.expand(data).encode() for data in out], key=len)


@functools.cache
def payloads():
    """Return payloads of all kinds of records in a save file."""
    rounds = [len(data).to_bytes(2, "little") + data for data in records()]
    several = [first + second for first, second in zip(rounds, rounds[1:])]
    return saves() + rounds + several + [b"name1=ANNA\nstars=0123", b"0.2 title\nTraceback", b""]


@strategies.composite
def damaged(draw, originals):
    """Draw an input of `originals()` with parts removed, doubled, copied from another, or replaced
    by a few bytes or one of WORDS."""
    inputs = originals()
    data = bytearray(draw(strategies.sampled_from(inputs)))
    for _ in range(draw(strategies.integers(0, 4))):
        start = draw(strategies.integers(0, len(data)))
        size = draw(strategies.integers(0, 3) | strategies.integers(0, 300))
        end = min(len(data), start + size)
        kind = draw(strategies.integers(0, 3))
        if kind == 0:
            patch = draw(strategies.binary(max_size=3) | strategies.sampled_from(WORDS))
        elif kind == 1:
            patch = bytes(data[start:end]) * 2
        elif kind == 2:
            other = draw(strategies.sampled_from(inputs))
            other_start = draw(strategies.integers(0, len(other)))
            patch = other[other_start : other_start + 40]
        else:
            patch = bytes(
                value ^ 1 << draw(strategies.integers(0, 7)) for value in data[start:][:1]
            )
            end = start + len(patch)
        data[start:end] = patch
    return bytes(data)


def names():
    """Names of records: those of the game, some like them, and any others."""
    return (
        strategies.sampled_from(NAMES).map(str.encode)
        | strategies.sampled_from((b"game.", b"game.j", b"r", b"")).flatmap(
            lambda start: strategies.text(max_size=4).map(lambda end: start + end.encode())
        )
        | strategies.binary(max_size=40)
    )


@strategies.composite
def slots(draw):
    """Return what stands in a slot of a file of saves: a record of any name, whole, with a bit
    changed or torn; or any bytes."""
    if draw(strategies.integers(0, 9)) == 0:
        return draw(strategies.binary(max_size=40))
    sequence = draw(strategies.integers(1, 9) | strategies.integers(1, (1 << 32) - 1))
    payload = draw(strategies.sampled_from(payloads()) | damaged(payloads))
    data = bytearray(saves_help.framed(draw(names()), payload[:1900], sequence).rstrip(b"\0"))
    if draw(strategies.integers(0, 3)) == 0:
        data[draw(strategies.integers(0, min(60, len(data) - 1)))] ^= 1 << draw(
            strategies.integers(0, 7)
        )
    elif draw(strategies.integers(0, 5)) == 0:
        del data[draw(strategies.sampled_from((512, 1024, 16, 0))) :]
    return bytes(data)


def files():
    """Return what `write_file` writes: slots, and how many bytes the file is short of."""
    short = strategies.just(0) | strategies.integers(0, 40000)
    return strategies.tuples(strategies.lists(slots(), min_size=1, max_size=6), short)


def write_file(folder, made):
    """Write a rummy.sav of what `files` made; returns its path."""
    records, short = made
    data = bytes(11264) + b"".join(record.ljust(5632, b"\0") for record in records)
    path = folder / "rummy.sav"
    path.write_bytes(data[: max(0, len(data) - short)])
    return path
