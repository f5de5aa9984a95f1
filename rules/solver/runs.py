"""The runs of a colour: what they can do at a number, and which can do whatever others can.

Open runs have one tile, two, or three and more: short ones must go on, long ones may stop. With so
many tiles of the colour going into runs at a number, short runs go on first, then long ones, then
new ones start. No other way is ever better, so the number of tiles alone decides what comes of it.

A colour's open runs are one of the 35 states of `lookup`, six bits; four colours lie side by side,
24 bits. Where runs mix colours there is one row of runs: three counts of four bits each (open with
one tile, two, more). Half of the 24 bits, two colours or the mixed runs, is a half.
"""

from rules.solver import lookup
from rules.solver.lookup import FIND, NEXT, ONE, THREE, TWO

if False:  # for type checkers
    from collections.abc import Sequence

MIXED = 14  # the bit of a limit that says that runs mix colours

_KNOWN = 24  # answers of `sides` that are kept: most states ask for the same few
_SECOND = 2048  # the second colour's

known: dict[int, tuple[int, ...]] = {}  # theirs


def moves(state: int, limit: int) -> list[int]:
    """What one colour's runs can do: tiles used | next state << 3, each.

    limit: 5 * the most tiles that runs can find at the next number + that at the one after it, 4
    at the most; more short runs than that would be left behind.
    """
    out = []
    most = limit // 5
    most_after = limit % 5
    for used in range(ONE[state] + TWO[state], 5):
        after = NEXT[state * 5 + used]
        if after == 255:
            continue
        ones = ONE[after]
        twos = TWO[after]
        if ones + twos > most or ones > most_after:
            continue
        long = most - ones - twos
        if long < THREE[after]:  # more long runs than tiles to come: some end here
            after = FIND[(ones * 5 + twos) * 5 + long]
        out.append(used | after << 3)
    return out


def mixed_moves(half: int, limit: int) -> list[int]:
    """What runs of mixed colours can do: tiles used | next half << 5, each.

    limit: 1 << MIXED | the most tiles at the next number << 6 | at the one after it.
    """
    out = []
    most = limit >> 6 & 255
    most_after = limit & 63
    ones = half & 15
    twos = half >> 4 & 15
    for used in range(ones + twos, 25):
        fresh = used - ones - twos
        long = half >> 8
        if long > fresh:
            long = fresh
        fresh -= long
        long += twos
        if fresh + ones > most or fresh > most_after:
            continue
        if long > most - fresh - ones:
            long = most - fresh - ones
        out.append(used | (fresh | ones << 4 | long << 8) << 5)
    return out


def sides(half: int, limit: int) -> "tuple[Sequence[int], Sequence[int]]":
    """What a half's two colours can do, a list each; one of the first plus one of the second is
    tiles used (base 5, the first colour low; with mixed runs their number) | next half << 5.

    limit: from `Sweep.limits`.
    """
    if limit >> MIXED:
        return mixed_moves(half, limit), (0,)
    black = limit // 25 << 6 | half & 63
    red = _SECOND | limit % 25 << 6 | half >> 6
    first = known.get(black)
    if first is None:
        first = tuple([move & 7 | move >> 3 << 5 for move in moves(half & 63, limit // 25)])
        _keep(black, first)
    second = known.get(red)
    if second is None:
        second = tuple([5 * (move & 7) | move >> 3 << 11 for move in moves(half >> 6, limit % 25)])
        _keep(red, second)
    return first, second


def _keep(key, answer):
    if len(known) >= _KNOWN:
        known.clear()
    known[key] = answer


def half_moves(half: int, limit: int) -> list[int]:
    """The sums of `sides`, all together."""
    first, second = sides(half, limit)
    return [move + other for move in first for other in second]


def lengthened(key: int, colours: tuple[int, ...], mixed: bool) -> int:
    """A sweep's state `key` with a long run more in each of `colours`."""
    for colour in colours:
        if mixed:
            key += 1 << 8
        else:
            state = key >> 6 * colour & 63
            more = FIND[(ONE[state] * 5 + TWO[state]) * 5 + THREE[state] + 1]
            key += (more - state) << 6 * colour
    return key


# Sixty bits of a state, thirty and thirty: one whose bits hold another's can do whatever it can.


def low_bits(key: int) -> int:
    """The first thirty; -1 for the few states that do not fit, with four runs of a colour."""
    black = key & 63
    red = key >> 6 & 63
    if (
        black >= lookup.FULL
        or red >= lookup.FULL
        or key >> 12 & 63 >= lookup.FULL
        or key >> 18 & 63 >= lookup.FULL
    ):
        return -1
    low = lookup.LOW
    high = lookup.HIGH
    return low[black] | high[black] << 8 | low[red] << 15 | high[red] << 23


def high_bits(key: int) -> int:
    """The other thirty, where the first are not -1."""
    blue = key >> 12 & 63
    fourth = key >> 18 & 63
    low = lookup.LOW
    high = lookup.HIGH
    return low[blue] | high[blue] << 8 | low[fourth] << 15 | high[fourth] << 23


def mixed_low_bits(key: int) -> int:
    """`low_bits` of runs of mixed colours."""
    twos = key >> 4 & 15
    long = key >> 8 & 15
    return (
        (1 << long) - 1 | (1 << twos + long) - 1 << 10 | (1 << (key & 15) + twos + long) - 1 << 20
    )


def mixed_high_bits(key: int) -> int:
    """`high_bits` of runs of mixed colours."""
    ones = key & 15
    twos = key >> 4 & 15
    return (1 << 10 - ones - twos) - 1 | (1 << 10 - ones) - 1 << 10
