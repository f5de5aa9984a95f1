"""How hard a puzzle is, written apart from tools/puzzles: every end table by the slow search and
the slow judge, tiles that stay by an integer program (HiGHS), steps by trying every pair."""

from itertools import combinations

from rules_help import judged
from slow_search import all_sets, by_first, covers, parts

from rules.tilegame import tiles
from rules.tilegame.tiles import JOKER


def tables(table, rack, choices, rules):
    """Every way to lay a table's tiles and one of the choices (counts) of the rack's as sets."""
    had = tiles.table_counts(table)
    everything = bytes(a + b for a, b in zip(had, tiles.counts(rack)))
    firsts = by_first(all_sets(everything, rules))
    for laid in choices:
        for way in covers(bytes(a + b for a, b in zip(had, laid)), firsts):
            yield [bytes(one) for one in way]


def key(way):
    """A table without order: its sets, and the tiles in them, sorted; jokers plain."""
    return tuple(sorted(bytes(sorted(map(tiles.plain, one))) for one in way))


def ends(table, rack, rules):
    """Every legal end table that lays the whole rack, jokers plain."""
    out = list(tables(table, rack, [tiles.counts(rack)], rules))
    if JOKER in rack + b"".join(table):
        out = [after for after in out if judged(rules, table, rack, after).legal]
    return out


def moved(before, after):
    """Tiles of `before` that leave their set, as few as can be: every set has one home at most, and
    keeps what it has in common with it and no other set keeps there."""
    import numpy  # what is not asked for is not loaded
    from scipy.optimize import Bounds, LinearConstraint, milp

    kept = []  # (set, home, code) of every tile that may stay
    for i, old in enumerate(before):
        for j, new in enumerate(after):
            kept += [(i, j, code) for code in sorted(set(old) & set(new))]
    homes = sorted({(i, j) for i, j, _ in kept})
    rows, most = [], []

    def at_most(limit, stay, home):
        rows.append(
            [1 if stay(i, j, code) else 0 for i, j, code in kept] + [home(i, j) for i, j in homes]
        )
        most.append(limit)

    for i in range(len(before)):
        at_most(1, lambda *_: False, lambda a, _, i=i: int(a == i))
    for one in kept:
        size = min(before[one[0]].count(one[2]), after[one[1]].count(one[2]))
        at_most(0, lambda *k, one=one: k == one, lambda *h, one=one, n=size: -n * (h == one[:2]))
    for j, code in {(j, code) for _, j, code in kept}:
        at_most(after[j].count(code), lambda _, b, c, k=(j, code): (b, c) == k, lambda *_: 0)
    price = [-1] * len(kept) + [0] * len(homes)
    limits = Bounds(0, [2] * len(kept) + [1] * len(homes))
    done = milp(
        price,
        integrality=numpy.ones(len(price)),
        bounds=limits,
        constraints=LinearConstraint(numpy.array(rows), -numpy.inf, most),
    )
    assert done.success
    return sum(map(len, before)) + round(done.fun)


def fits(sets, homes):
    """True when all `sets` lie whole in `homes` (lists of tiles left), a tile serving one."""
    if not sets:
        return True
    for at, home in enumerate(homes):
        left = list(home)
        try:
            for code in sets[0]:
                left.remove(code)
        except ValueError:
            continue
        if fits(sets[1:], homes[:at] + [left] + homes[at + 1 :]):
            return True
    return False


def within(limit, before, after):
    """True when a step opens at most `limit` sets of `before`: the others lie whole in `after`."""
    homes = list(map(list, after))
    whole = [one for one in before if fits([one], homes)]
    return any(fits(closed, homes) for closed in combinations(whole, max(0, len(before) - limit)))


def opened(table, rack, last, rules):
    """The fewest sets open at once on the easiest way from a table to one of the tables `last`."""
    import numpy

    every = sorted(set(map(key, tables(table, rack, [bytes(53)] + parts(rack), rules))))
    sets = sorted({one for way in every for one in way})
    at = {one: i for i, one in enumerate(sets)}
    counts = numpy.array([list(tiles.counts(one)) for one in sets])
    inside = numpy.array([(counts >= small).all(axis=1) for small in counts])
    lies = numpy.zeros((len(every), len(sets)), int)
    for i, way in enumerate(every):
        lies[i, [at[one] for one in way]] = 1
    whole = lies @ inside.T > 0  # a table, a set: whether its tiles lie together there
    goal = {every.index(key(way)) for way in last}
    for limit in range(len(table) + 1):
        seen = {every.index(key(table))}
        todo = list(seen)
        while todo:
            here = every[todo.pop()]
            lost = (~whole[:, [at[one] for one in here]]).sum(axis=1)
            for i in numpy.flatnonzero(lost <= limit).tolist():
                if i not in seen and within(limit, here, every[i]):
                    seen.add(i)
                    todo.append(i)
        if seen & goal:
            return limit
    raise AssertionError("no way leads to the end")
