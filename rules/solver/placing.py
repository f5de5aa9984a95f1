"""What can be done with the tiles of one number: runs go on or begin, groups are made.

Runs. Open runs have one tile, two, or three and more: short ones must go on, long ones may stop.
Where r tiles of a colour go into runs at a number, short runs go on first, then long ones,
then new ones start. No other way is ever better, so the number of tiles alone decides what comes of
it. `states` draws how a key holds the runs of four colours; half of it, two colours or the runs of
mixed colours, is a half.

Groups. A choice of colours fits into groups when no colour is there more often than there are
groups and every group gets three or four tiles; `lookup` lists the choices, by jokers in them.
"""

from rules.solver import lookup
from rules.solver.lookup import FIND, NEXT, ONE, THREE, TWO
from rules.solver.problem import SMALL

if False:  # for type checkers
    from collections.abc import Iterator, Sequence

    from rules.base import Slices
    from rules.solver.constraint import Counts
    from rules.solver.sweep import Sweep

MIXED = 14  # the bit of a limit that says that runs mix colours
KEYS = 625  # choices of 0..4 tiles in four colours

# answers of `sides` that are kept: most states ask for the same few
_KNOWN = 24 if SMALL else 4096
_SECOND = 2048  # the second colour's
_WORK = 100  # steps between two yields, each a tenth of a millisecond on a handheld
_NONE = bytes(KEYS)
_GROUPS = (lookup.GROUPS0, lookup.GROUPS1, lookup.GROUPS2)  # by jokers
# those with no more than two of a colour, which mostly is all there are
_OF_TWO = [bytes([choice for choice in row if not choice & choice >> 1 & 85]) for row in _GROUPS]
# every way to spread no, one or two jokers over the runs of four colours: four counts each
spreads = [
    [row[place : place + 4] for place in range(0, len(row), 4)]
    for row in (
        b"\0\0\0\0",
        b"\1\0\0\0\0\1\0\0\0\0\1\0\0\0\0\1",
        b"\2\0\0\0\0\2\0\0\0\0\2\0\0\0\0\2\1\1\0\0\1\0\1\0\1\0\0\1\0\1\1\0\0\1\0\1\0\0\1\1",
    )
]

known: dict[int, tuple[int, ...]] = {}  # answers of `sides`


def moves(state: int, limit: int) -> list[int]:
    """Return what one colour's runs can do: a list of tiles used | next state << 3.

    limit: 5 * the most tiles that runs can find at the next number + the most at the one after it,
    4 at the most each; more short runs than that could not be finished.
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
    """Return what runs of mixed colours can do: a list of tiles used | next half << 5.

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
    """Return what a half's two colours can do, a sequence each. One of the first plus one of the
    second is tiles used (base 5, the first colour low; with mixed runs their number) | next half <<
    5.

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
    """Return every sum of two answers of `sides`."""
    first, second = sides(half, limit)
    return [move + other for move in first for other in second]


def lengthened(key: int, colours: tuple[int, ...], mixed: bool) -> int:
    """Return a state's key with one more long run in each of `colours`."""
    for colour in colours:
        if mixed:
            key += 1 << 8
        else:
            state = key >> 6 * colour & 63
            more = FIND[(ONE[state] * 5 + TWO[state]) * 5 + THREE[state] + 1]
            key += (more - state) << 6 * colour
    return key


# The dominance bits of a state, thirty and thirty: one that has all bits of another can do whatever
# the other can.


def low_bits(key: int) -> int:
    """Return the bits of colours 0 and 1; -1 for the few states whose bits do not fit, with four
    runs of a colour."""
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
    """Return the bits of colours 2 and 3, where `low_bits` are not -1."""
    blue = key >> 12 & 63
    fourth = key >> 18 & 63
    low = lookup.LOW
    high = lookup.HIGH
    return low[blue] | high[blue] << 8 | low[fourth] << 15 | high[fourth] << 23


def mixed_low_bits(key: int) -> int:
    """Return the first thirty bits for runs of mixed colours."""
    twos = key >> 4 & 15
    long = key >> 8 & 15
    return (
        (1 << long) - 1 | (1 << twos + long) - 1 << 10 | (1 << (key & 15) + twos + long) - 1 << 20
    )


def mixed_high_bits(key: int) -> int:
    """Return the other thirty bits for runs of mixed colours."""
    ones = key & 15
    twos = key >> 4 & 15
    return (1 << 10 - ones - twos) - 1 | (1 << 10 - ones) - 1 << 10


# -- groups, and the tiles they leave to runs -----------------------------------------------------


def groupings(have: "Counts", jokers: int, groups: bool) -> "Iterator[Counts]":
    """Yield every choice of tiles for groups, four counts each, that takes no more than `have` and
    exactly `jokers` jokers. groups: False if none may be made."""
    black, red, blue, orange = have
    if not jokers:
        yield 0, 0, 0, 0
        if (black > 0) + (red > 0) + (blue > 0) + (orange > 0) < 3:
            return
    if not groups:
        return
    for choice in (_GROUPS if max(have) > 2 else _OF_TWO)[jokers]:
        if (
            choice
            and choice & 3 <= black
            and choice >> 2 & 3 <= red
            and choice >> 4 & 3 <= blue
            and choice >> 6 <= orange
        ):
            yield choice & 3, choice >> 2 & 3, choice >> 4 & 3, choice >> 6


def options(sweep: "Sweep", must: "Counts", may: "Counts", out: list[bytearray]) -> "Slices[None]":
    """List every way to place a number's tiles, in slices.

    must, may: four counts each
    out: bytearrays of KEYS to fill, one for each number of jokers from 0 to `sweep.spare`. Index:
        the tiles in runs, a digit to base 5 for each colour, colours 0 and 1 the higher two (with
        mixed runs their sum times 25). Value: the most optional tiles laid, plus one; 0 for what
        cannot be
    """
    for row in out:
        row[:] = _NONE
    have = (must[0] + may[0], must[1] + may[1], must[2] + may[2], must[3] + may[3])
    if not sweep.spare and not max(have):
        out[0][0] = 1
        return
    work = 0
    for jokers in range(sweep.spare + 1):
        for group in groupings(have, jokers, sweep.groups):
            work += _rest_in_runs(sweep, must, have, group, out[jokers])
            if work > _WORK:
                work = 0
                yield None
    if sweep.runs:
        # jokers in runs come on top of jokers in groups: one more each time
        for jokers in range(1, sweep.spare + 1):
            yield None
            _joker_in_run(out[jokers - 1], out[jokers], sweep.mixed)


def _rest_in_runs(sweep, must, have, group, out):
    """Enter into `out` what one choice of tiles for groups leaves to runs; return the steps."""
    g0, g1, g2, g3 = group
    m0, m1, m2, m3 = must
    laid = g0 + g1 + g2 + g3 - m0 - m1 - m2 - m3 + 1
    if not sweep.runs:
        if g0 >= m0 and g1 >= m1 and g2 >= m2 and g3 >= m3 and out[0] < laid:
            out[0] = laid
        return 1
    mixed = sweep.mixed
    work = 0
    blues = range(m2 - g2 if m2 > g2 else 0, have[2] - g2 + 1)
    oranges = range(m3 - g3 if m3 > g3 else 0, have[3] - g3 + 1)
    for black in range(m0 - g0 if m0 > g0 else 0, have[0] - g0 + 1):
        for red in range(m1 - g1 if m1 > g1 else 0, have[1] - g1 + 1):
            work += 20
            for blue in blues:
                for orange in oranges:
                    total = black + red + blue + orange
                    key = total * 25 if mixed else black * 25 + red * 125 + blue + orange * 5
                    total += laid
                    if out[key] < total:
                        out[key] = total
    return work


def _joker_in_run(less, here, mixed):
    """Enter into `here` what `less`, for one joker less, has, with one more joker in a run."""
    units = (25,) if mixed else (25, 125, 1, 5)
    for key in range(KEYS - 125):
        total = less[key]
        if total:
            for unit in units:
                if here[key + unit] < total:
                    here[key + unit] = total
