"""The ways to place the tiles of one number: continue, end and begin runs, and make groups.

Runs. An open run has one tile, two tiles, or three and more: short runs must continue, long ones
may end. If r tiles of a colour go into runs at a number, they continue the short runs first, then
the long ones, then begin new ones. No other way is ever better, so r alone decides which runs are
open next. `states` draws the key that holds the open runs of four colours. A half is the twelve
bits of two colours in it, or of all runs where these mix colours.

Groups. Tiles of one number can be divided into groups if no colour has more tiles than there are
groups and every group gets three or four tiles. `lookup` lists all such choices of tiles.
"""

from rules.solver import lookup
from rules.solver.lookup import FIND, NEXT, ONE, THREE, TWO
from rules.solver.problem import SMALL

if False:  # for type checkers
    from collections.abc import Iterator, Sequence

    from rules.base import Slices
    from rules.solver.constraint import Counts
    from rules.solver.sweep import Sweep

MIXED = 14  # position of the bit in a limit that is set if runs mix colours
KEYS = 625  # number of choices of 0..4 tiles in each of four colours

# Maximum number of cached answers of `moves_by_colour`; most states need the same few of them.
_CACHE_SIZE = 24 if SMALL else 4096
_SECOND_COLOUR = 2048  # added to the cache keys of the second colour
_WORK = 100  # steps between two yields, each a tenth of a millisecond on a handheld
_NO_OPTIONS = bytes(KEYS)
_FIND_STEPS = (0, 25, 5, 1)  # what a run of each length adds to an index of `lookup.FIND`
_GROUPS = (lookup.GROUPS0, lookup.GROUPS1, lookup.GROUPS2)  # by jokers
# The choices with at most two tiles of a colour: an undecided joker rarely makes a third.
_OF_TWO = [bytes([choice for choice in row if not choice & choice >> 1 & 85]) for row in _GROUPS]
# Every way to distribute 0, 1 or 2 jokers among the runs of four colours: four counts each.
joker_spreads = [
    [row[place : place + 4] for place in range(0, len(row), 4)]
    for row in (
        b"\0\0\0\0",
        b"\1\0\0\0\0\1\0\0\0\0\1\0\0\0\0\1",
        b"\2\0\0\0\0\2\0\0\0\0\2\0\0\0\0\2\1\1\0\0\1\0\1\0\1\0\0\1\0\1\1\0\0\1\0\1\0\0\1\1",
    )
]

moves_cache: dict[int, tuple[int, ...]] = {}  # for `moves_by_colour`


def moves(state: int, limit: int) -> list[int]:
    """List the moves of one colour's open runs at a number: tiles used | next state << 3. state:
    one of the 35 of `lookup`. limit: 5 * (number of tiles, at most 4, that runs can get at the next
    number) + (the same at the number after it). Moves that leave more short runs than these tiles
    can complete are left out."""
    out = []
    next_tiles = limit // 5
    later_tiles = limit % 5
    for used in range(ONE[state] + TWO[state], 5):
        next_state = NEXT[state * 5 + used]
        if next_state == 255:
            continue
        ones = ONE[next_state]
        twos = TWO[next_state]
        if ones + twos > next_tiles or ones > later_tiles:
            continue
        long_runs = next_tiles - ones - twos
        if long_runs < THREE[next_state]:  # too few tiles for all long runs: some end here
            next_state = FIND[(ones * 5 + twos) * 5 + long_runs]
        out.append(used | next_state << 3)
    return out


def mixed_moves(half: int, limit: int) -> list[int]:
    """List the moves of runs that mix colours at a number: tiles used | next half << 5. limit: 1 <<
    MIXED | number of tiles that runs can get at the next number << 6 | at the number after it.
    Moves that leave more short runs than these can complete are left out."""
    out = []
    next_tiles = limit >> 6 & 255
    later_tiles = limit & 63
    ones = half & 15
    twos = half >> 4 & 15
    for used in range(ones + twos, 25):
        begun = used - ones - twos
        long_runs = half >> 8
        if long_runs > begun:
            long_runs = begun
        begun -= long_runs
        long_runs += twos
        if begun + ones > next_tiles or begun > later_tiles:
            continue
        if long_runs > next_tiles - begun - ones:
            long_runs = next_tiles - begun - ones
        out.append(used | (begun | ones << 4 | long_runs << 8) << 5)
    return out


def moves_by_colour(half: int, limit: int) -> "tuple[Sequence[int], Sequence[int]]":
    """Return the moves of the two colours of `half`, a sequence each.

    The sum of a first and a second is a move of the half: tiles used | next half << 5. The tiles
    used are two digits to base 5, the first colour low, or with mixed runs their number.
    limit: from `Sweep.run_limits`.
    """
    if limit >> MIXED:
        return mixed_moves(half, limit), (0,)
    black = limit // 25 << 6 | half & 63
    red = _SECOND_COLOUR | limit % 25 << 6 | half >> 6
    first = moves_cache.get(black)
    if first is None:
        first = tuple([move & 7 | move >> 3 << 5 for move in moves(half & 63, limit // 25)])
        _cache(black, first)
    second = moves_cache.get(red)
    if second is None:
        second = tuple([5 * (move & 7) | move >> 3 << 11 for move in moves(half >> 6, limit % 25)])
        _cache(red, second)
    return first, second


def _cache(key, answer):
    if len(moves_cache) >= _CACHE_SIZE:
        moves_cache.clear()
    moves_cache[key] = answer


def half_moves(half: int, limit: int) -> list[int]:
    """List the moves of `half`: the sums described in `moves_by_colour`."""
    first, second = moves_by_colour(half, limit)
    return [move + other for move in first for other in second]


def with_run(key: int, colour: int, length: int, mixed: bool) -> int:
    """Return a key with one more open run of `colour`, of 1, 2, or 3 and more tiles. If the key has
    four runs of the colour, return a key without dominance bits."""
    if mixed:
        return key + (1 << 4 * length - 4)
    state = key >> 6 * colour & 63
    next_state = (ONE[state] * 5 + TWO[state]) * 5 + THREE[state] + _FIND_STEPS[length]
    next_state = FIND[next_state] if next_state < 125 else 255
    return key + ((lookup.FULL if next_state == 255 else next_state) - state << 6 * colour)


def with_long_runs(key: int, colours: tuple[int, ...], mixed: bool) -> int:
    """Return a key with one more open run of three or more tiles in each of `colours`."""
    for colour in colours:
        key = with_run(key, colour, 3, mixed)
    return key


# The dominance bits of a state, two ints of thirty bits. If a state has all bits of another, its
# open runs can be continued in every way that the other's can.


def low_bits(key: int, mixed: bool = False) -> int:
    """Return the dominance bits of colours 0 and 1, or half of them if runs mix colours; -1 (too
    many bits) if a colour has four runs."""
    if mixed:
        twos = key >> 4 & 15
        long = key >> 8 & 15
        ones = key & 15
        return (1 << long) - 1 | (1 << twos + long) - 1 << 10 | (1 << ones + twos + long) - 1 << 20
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


def high_bits(key: int, mixed: bool = False) -> int:
    """Return the other dominance bits, if `low_bits` did not return -1."""
    if mixed:
        ones = key & 15
        twos = key >> 4 & 15
        return (1 << 10 - ones - twos) - 1 | (1 << 10 - ones) - 1 << 10
    blue = key >> 12 & 63
    orange = key >> 18 & 63
    low = lookup.LOW
    high = lookup.HIGH
    return low[blue] | high[blue] << 8 | low[orange] << 15 | high[orange] << 23


def needed_bits(key: int, mixed: bool) -> tuple[int, int]:
    """Return the dominance bits, of both halves, that a state needs so that its runs and those of
    `key`, which come from the other end of the numbers, join to runs of three tiles and more."""
    if mixed:
        ones = key & 15
        twos = key >> 4 & 15
        long = key >> 8 & 15
        low = (1 << ones) - 1 << 10 | (1 << ones + twos) - 1 << 20
        return low, _at_least(10 - ones - twos - long) | _at_least(10 - twos - long) << 10
    out = [0, 0]
    for colour in range(4):
        state = key >> 6 * colour & 63
        if state >= lookup.FULL:
            return 0, 0
        ones = ONE[state]
        twos = TWO[state]
        long = THREE[state]
        bits = (1 << ones) - 1 << 3 | (1 << ones + twos) - 1 << 6
        bits |= _at_least(3 - ones - twos - long) << 9 | _at_least(3 - twos - long) << 12
        out[colour >> 1] |= bits << 15 * (colour & 1)
    return out[0], out[1]


def _at_least(count):
    """Return `count` in unary."""
    return (1 << count) - 1 if count > 0 else 0


# -- groups, and the tiles they leave to runs -----------------------------------------------------


def groupings(available: "Counts", jokers: int, groups: bool) -> "Iterator[Counts]":
    """Yield every choice of tiles of one number that groups can be made of, as four counts by
    colour: at most `available`, with exactly `jokers` jokers. groups: whether they are allowed."""
    black, red, blue, orange = available
    if not jokers:
        yield 0, 0, 0, 0
        if (black > 0) + (red > 0) + (blue > 0) + (orange > 0) < 3:
            return
    if not groups:
        return
    for choice in (_GROUPS if max(available) > 2 else _OF_TWO)[jokers]:
        if (
            choice
            and choice & 3 <= black
            and choice >> 2 & 3 <= red
            and choice >> 4 & 3 <= blue
            and choice >> 6 <= orange
        ):
            yield choice & 3, choice >> 2 & 3, choice >> 4 & 3, choice >> 6


def options(sweep: "Sweep", must: "Counts", may: "Counts", out: list[bytearray]) -> "Slices[None]":
    """Fill in, in slices, which numbers of tiles of one number can go into runs.

    must, may: counts by colour of tiles that have to be placed, that can be
    out: one bytearray of KEYS bytes for each number of jokers from 0 to `sweep.free_jokers`
        index: the tiles in runs, a digit to base 5 for each colour, those of colours 0 and 1 high
            (with mixed runs the sum of the tiles times 25)
        value: 1 + the maximum number of optional tiles laid; 0 if impossible
    """
    for row in out:
        row[:] = _NO_OPTIONS
    available = (must[0] + may[0], must[1] + may[1], must[2] + may[2], must[3] + may[3])
    if not sweep.free_jokers and not max(available):
        out[0][0] = 1
        return
    work = 0
    for jokers in range(sweep.free_jokers + 1):
        for group in groupings(available, jokers, sweep.groups):
            work += _enter_runs(sweep, must, available, group, out[jokers])
            if work > _WORK:
                work = 0
                yield None
    if sweep.runs:
        # So far all jokers are in groups. Move them into runs one at a time.
        for jokers in range(1, sweep.free_jokers + 1):
            yield None
            _add_joker_to_runs(out[jokers - 1], out[jokers], sweep.mixed)


def _enter_runs(sweep, must, available, group, out):
    """Enter into `out` every choice of tiles in runs beside the groups `group`; return the number
    of steps taken. available: must + may."""
    g0, g1, g2, g3 = group
    m0, m1, m2, m3 = must
    laid = g0 + g1 + g2 + g3 - m0 - m1 - m2 - m3 + 1
    if not sweep.runs:
        if g0 >= m0 and g1 >= m1 and g2 >= m2 and g3 >= m3 and out[0] < laid:
            out[0] = laid
        return 1
    mixed = sweep.mixed
    work = 0
    blues = range(m2 - g2 if m2 > g2 else 0, available[2] - g2 + 1)
    oranges = range(m3 - g3 if m3 > g3 else 0, available[3] - g3 + 1)
    for black in range(m0 - g0 if m0 > g0 else 0, available[0] - g0 + 1):
        for red in range(m1 - g1 if m1 > g1 else 0, available[1] - g1 + 1):
            work += 20
            for blue in blues:
                for orange in oranges:
                    total = black + red + blue + orange
                    key = total * 25 if mixed else black * 25 + red * 125 + blue + orange * 5
                    total += laid
                    if out[key] < total:
                        out[key] = total
    return work


def _add_joker_to_runs(one_less, out, mixed):
    """Enter into `out` each entry of `one_less`, for one joker less, plus a joker in a run."""
    units = (25,) if mixed else (25, 125, 1, 5)
    for key in range(KEYS - 125):
        total = one_less[key]
        if total:
            for unit in units:
                if out[key + unit] < total:
                    out[key + unit] = total
