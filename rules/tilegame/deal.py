"""A round's beginning: the pack, the draws for start and the deal (T-11, RK-2, RK-3, RG-1)."""

from rules.tilegame import tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.base import Rng


def pack(jokers: int) -> bytearray:
    """Return all tiles of a pack with `jokers` jokers (0..2), in order."""
    return bytearray([place >> 1 for place in range(2 * tiles.KINDS)]) + bytes((JOKER,)) * jokers


def starter(rng: "Rng", rules: dict, seats: int, before: int | None) -> tuple[bytes, int]:
    """Choose who starts a round: (draws, seat). draws: (seat, code) pairs, flattened.

    Each seat draws a tile; after a joker or a tie the seats concerned draw again (T-11). before:
    the seat that started the round before, None for the first; RG-1: the lowest tile, later the
    next seat.
    """
    if before is not None and rules["start_rotates"]:
        return b"", (before + 1) % seats
    jokers = rules["jokers"]
    pool = pack(jokers)
    rng.shuffle(pool)
    draws = bytearray()
    among = list(range(seats))
    while True:
        numbers = []
        for seat in among:
            code = JOKER
            while code == JOKER:
                if not pool:  # after many redraws: put the drawn tiles back
                    pool = pack(jokers)
                    rng.shuffle(pool)
                code = pool[-1]
                pool[-1:] = b""
                draws.append(seat)
                draws.append(code)
            numbers.append(tiles.number_of(code))
        best = min(numbers) if rules["start"] == "low" else max(numbers)
        among = [among[i] for i in range(len(among)) if numbers[i] == best]
        if len(among) == 1:
            return bytes(draws), among[0]


def deal(rng: "Rng", seats: int, jokers: int, hand: int) -> tuple[list[bytearray], bytearray]:
    """Deal from a mixed pack: (racks of `hand` tiles, pool), the next tile drawn last."""
    pool = pack(jokers)
    rng.shuffle(pool)
    racks = []
    for _ in range(seats):
        racks.append(pool[-hand:])
        pool[-hand:] = b""
    return racks, pool
