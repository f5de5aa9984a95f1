"""A slow, obviously correct best play, written apart from the solver: every way to lay some rack
tiles and to part all tiles into sets, each judged by the referee.

Used by the solver's tests on small positions only.
"""

import functools
from contextlib import contextmanager
from itertools import combinations

from rules.tilegame import opening, referee, tiles
from rules.tilegame.tiles import JOKER


def all_sets(have, rules):
    """Every set, as a tuple of raw codes in order, that the tiles `have` (counts of 53) can
    make."""
    out = set()
    if not rules["runs_only"]:
        for number in range(13):
            out.update(groups(have, number))
    if not rules["groups_only"]:
        for palette in [(0, 1, 2, 3)] if rules["mixed_runs"] else [(0,), (1,), (2,), (3,)]:
            for first in range(13):
                out.update(runs(have, palette, first))
    return sorted(out)


def groups(have, number):
    """The groups of a number, from 0, that the tiles `have` can make."""
    there = [13 * c + number for c in range(4) if have[13 * c + number]]
    for many in range(1, 5):
        for row in combinations(there, many):
            for spare in range(have[JOKER] + 1):
                if 3 <= many + spare <= 4:
                    yield row + (JOKER,) * spare


def runs(have, palette, first):
    """The runs in colours of `palette` that begin with a number, from 0."""
    rows = [()]
    for number in range(first, 13):
        ways = [13 * c + number for c in palette if have[13 * c + number]]
        if have[JOKER]:
            ways.append(JOKER)
        rows = [
            row + (code,)
            for row in rows
            for code in ways
            if code != JOKER or row.count(JOKER) < have[JOKER]
        ]
        if not rows:
            return
        yield from (row for row in rows if len(row) >= 3 and row.count(JOKER) < len(row))


@functools.cache
def packed(codes):
    """How often each code comes, four bits of an int each; the fourth stays free."""
    return sum(1 << 4 * code for code in codes)


_FREE = sum(8 << 4 * code for code in range(53))


def by_first(sets):
    """{the least code in it: sets, each with its tiles as one number}."""
    firsts = {}
    for one in sets:
        firsts.setdefault(min(one), []).append((one, packed(one)))
    return firsts


def partitions(have, sets):
    """Every way to part the tiles `have` (counts) into `sets`, as lists of tuples."""
    return covers(have, by_first(sets))


def covers(have, firsts):
    """As `partitions`; firsts: see `by_first`."""
    dead = set()  # what is left where nothing has come of it

    def walk(left, chosen):
        if not left:
            yield list(chosen)
            return
        if left in dead:
            return
        alive = False
        first = ((left & -left).bit_length() - 1) // 4
        for one, tiles_of_it in firsts.get(first, ()):
            rest = (left | _FREE) - tiles_of_it
            if rest & _FREE != _FREE:
                continue  # of some code there are fewer
            chosen.append(one)
            for way in walk(rest ^ _FREE, chosen):
                alive = True
                yield way
            chosen.pop()
        if not alive:
            dead.add(left)

    yield from walk(sum(count << 4 * code for code, count in enumerate(have)), [])


@contextmanager
def openings_kept():
    """The referee's search for what tiles could open with answers the same tiles but once: every
    way to part them asks it again. For one position at a time."""
    plain = opening.best_opening
    answers = {}

    def best_opening(rules, laid):
        if bytes(laid) not in answers:
            answers[bytes(laid)] = yield from plain(rules, laid)
        return answers[bytes(laid)]

    opening.best_opening = best_opening
    try:
        yield
    finally:
        opening.best_opening = plain


def parts(rack):
    """Every choice of rack tiles but none of them, as counts, each once."""
    own = tiles.counts(rack)
    out = [bytearray(53)]
    for code in range(53):
        out = [
            one[:code] + bytes([n]) + one[code + 1 :] for one in out for n in range(own[code] + 1)
        ]
    return [one for one in out if any(one)]


def best(rules, table, rack, opened, goal, free_jokers=False, parted=False):
    """(tiles, points) of the best legal play; (0, 0) when there is none."""

    def key(laid):
        codes = referee.listed(laid)
        pair = (len(codes), tiles.weight(codes, rules["joker_penalty"]))
        return pair if goal == "tiles" else (pair[1], pair[0])

    had = tiles.table_counts(table)
    choices = sorted(parts(rack), key=key, reverse=True)
    everything = bytes(a + b for a, b in zip(had, tiles.counts(rack)))
    firsts = by_first(all_sets(everything, rules))
    with openings_kept():
        for laid in choices:
            total = bytes(a + b for a, b in zip(had, laid))
            for after in covers(total, firsts):
                after = [bytes(one) for one in after]
                if free_jokers or referee.judge(rules, table, rack, after, opened, parted).legal:
                    pair = key(laid)
                    return pair if goal == "tiles" else (pair[1], pair[0])
    return 0, 0
