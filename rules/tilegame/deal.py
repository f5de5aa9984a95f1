"""The beginning of a round: the pack, the draws for start, the deal (T-11, RK-2, RK-3, RG-1)."""

from rules.tilegame import tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.base import Rng


def full_pack(jokers: int) -> bytearray:
    """Return the codes of all tiles of a pack with `jokers` jokers (0..2), in order."""
    return bytearray([i >> 1 for i in range(2 * tiles.KINDS)]) + bytes((JOKER,)) * jokers


def choose_starter(rng: "Rng", rules: dict, seats: int, previous: int | None) -> tuple[bytes, int]:
    """Choose the seat that starts a round; return (draws, seat).

    Each seat draws a tile; after a joker or a tie the seats concerned draw again (T-11). Under RG-1
    the lowest tile starts the first round, and the next seat starts each later one.
    previous: the seat that started the previous round, None in the first round
    draws: the tiles drawn as (seat, code) pairs, flattened
    """
    if previous is not None and rules["start_rotates"]:
        return b"", (previous + 1) % seats
    jokers = rules["jokers"]
    pool = full_pack(jokers)
    rng.shuffle(pool)
    draws = bytearray()
    contenders = list(range(seats))
    while True:
        numbers = []
        for seat in contenders:
            code = JOKER
            while code == JOKER:
                if not pool:  # after many redraws: put the drawn tiles back
                    pool = full_pack(jokers)
                    rng.shuffle(pool)
                code = pool[-1]
                pool[-1:] = b""
                draws.append(seat)
                draws.append(code)
            numbers.append(tiles.number_of(code))
        best = min(numbers) if rules["start"] == "low" else max(numbers)
        contenders = [contenders[i] for i in range(len(contenders)) if numbers[i] == best]
        if len(contenders) == 1:
            return bytes(draws), contenders[0]


def deal(rng: "Rng", seats: int, jokers: int, hand: int) -> tuple[list[bytearray], bytearray]:
    """Deal `hand` tiles to each seat: return (racks, pool); the end of the pool is drawn next."""
    pool = full_pack(jokers)
    rng.shuffle(pool)
    racks = []
    for _ in range(seats):
        racks.append(pool[-hand:])
        pool[-hand:] = b""
    return racks, pool
