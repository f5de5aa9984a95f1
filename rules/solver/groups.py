"""Groups of a number, and what they leave to runs.

A choice of colours fits into groups when no colour is there more often than there are groups and
every group gets three or four tiles; `lookup` lists the choices, by jokers in them.
"""

from rules.solver import lookup

if False:  # for type checkers
    from collections.abc import Iterator

    from rules.slices import Slices
    from rules.solver.constraint import Counts
    from rules.solver.sweep import Sweep

KEYS = 625  # choices of 0..4 tiles in four colours

_WORK = 100  # steps between two yields, each a tenth of a millisecond on a handheld
_NONE = bytes(KEYS)
_PAIRS = (lookup.PAIRS0, lookup.PAIRS1, lookup.PAIRS2)
_MORE = (lookup.MORE0, lookup.MORE1, lookup.MORE2)


def groupings(have: "Counts", jokers: int, groups: bool) -> "Iterator[Counts]":
    """Every choice of tiles for groups, four counts each, that takes no more than `have` (four
    counts) and exactly `jokers` jokers. groups: False where there are none."""
    black, red, blue, orange = have
    if not jokers:
        yield 0, 0, 0, 0
        if (black > 0) + (red > 0) + (blue > 0) + (orange > 0) < 3:
            return
    if not groups:
        return
    for choice in (_MORE if max(have) > 2 else _PAIRS)[jokers]:
        if (
            choice
            and choice & 3 <= black
            and choice >> 2 & 3 <= red
            and choice >> 4 & 3 <= blue
            and choice >> 6 <= orange
        ):
            yield choice & 3, choice >> 2 & 3, choice >> 4 & 3, choice >> 6


def options(sweep: "Sweep", must: "Counts", may: "Counts", out: list[bytearray]) -> "Slices[None]":
    """Every way to place a number's tiles; a generator that yields None between slices.

    must, may: four counts each. out: bytearrays of KEYS, one for 0..`sweep.spare` jokers. Fills
    them: from the tiles in runs (a digit to base 5 for each colour, colours 0 and 1 the higher two;
    with mixed runs their sum times 25) to the most optional tiles laid, plus one; 0 for what cannot
    be.
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
    """Enter into `out` what one choice of tiles for groups leaves to runs; returns the steps."""
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
    """Enter into `here` what `less`, for one joker less, has, with a joker in a run more."""
    units = (25,) if mixed else (25, 125, 1, 5)
    for key in range(KEYS - 125):
        total = less[key]
        if total:
            for unit in units:
                if here[key + unit] < total:
                    here[key + unit] = total
