"""The joker clauses by trying everything, written apart from rules/tilegame/referee.py: every joker
is one tile of those it may be, every tile of the end table comes from the table or the rack.

Used by tests on small positions only.
"""

from collections import Counter
from itertools import combinations, permutations, product

from rules.tilegame import tiles
from rules.tilegame.tiles import JOKER


def is_set(kinds, rules):
    """True for a group, or a run in its order, of number tiles."""
    if len(kinds) < 3 or kinds[1] % 13 - kinds[0] % 13 not in (0, 1):
        return False
    numbers = [kind % 13 for kind in kinds]
    colours = [kind // 13 for kind in kinds]
    group = len(set(numbers)) == 1 and len(set(colours)) == len(kinds) in (3, 4)
    run = numbers == list(range(numbers[0], numbers[0] + len(kinds))) and (
        rules["mixed_runs"] or len(set(colours)) == 1
    )
    return group and not rules["runs_only"] or run and not rules["groups_only"]


_kept = {}  # meanings found before


def meanings(codes, rules):
    """Every way to take a set's jokers for tiles: tuples of kinds, one a joker, in their order."""
    mark = bytes(codes), rules["mixed_runs"], rules["runs_only"], rules["groups_only"]
    if mark not in _kept:
        places = [i for i in range(len(codes)) if codes[i] >= JOKER]
        _kept[mark] = []
        for kinds in product(*[_may_be(codes, i) for i in places]):
            row = list(codes)
            for place, kind in zip(places, kinds):
                row[place] = kind
            if is_set(row, rules):
                _kept[mark].append(kinds)
    return _kept[mark]


def _may_be(codes, place):
    """The kinds that a set's joker is tried as: beside a tile it has that one's number or, in a
    run, one as far from it as it lies."""
    if codes[place] != JOKER:
        return tiles.kinds_of(codes[place])
    near = [(codes[i] % 13, place - i) for i in range(len(codes)) if codes[i] < JOKER][:1]
    return [k for k in range(52) if all(k % 13 - n in (0, far) for n, far in near)]


def table_meanings(table, rules):
    """Every way to take all jokers of a table for tiles, in the order of the table."""
    return [sum(one, ()) for one in product(*[meanings(codes, rules) for codes in table])]


def payments(world, laid):
    """Every choice of table jokers that the tiles `laid` pay for (RK-13, RG-9, CR-10, KR-9): (the
    jokers' places, the tiles left). world: what the table's jokers stand for."""
    for size in range(len(world) + 1):
        for freed in combinations(range(len(world)), size):
            price = Counter(world[i] for i in freed)
            if price <= Counter(laid):
                yield freed, list((Counter(laid) - price).elements())


def ways(rules, before, laid, after, parted=False):
    """Every way the joker clauses allow to tell jokers apart in the end table `after` (raw sets),
    `laid` (codes) being new: (meanings that the end table may then have, (place, world) of kept
    jokers).

    before: a table whose jokers may carry what they stand for; parted: two jokers that lie apart
    stand for different tiles.
    """
    old = sum([sum(code >= JOKER for code in codes) for codes in before])
    sets = [i for i, codes in enumerate(after) for code in codes if code >= JOKER]
    worlds = [
        one for one in table_meanings(before, rules) if not (parted and len(set(one)) < len(one))
    ]
    ends = set(table_meanings(after, rules))
    laid = [code for code in laid if code != JOKER]
    for places in permutations(range(len(sets)), old):
        inside = [sets[i] for i in range(len(sets)) if i not in places]
        for world in worlds:
            for freed, rest in payments(world, laid):
                kept = [i for i in range(old) if i not in freed]
                good = [end for end in ends if all(end[places[i]] == world[i] for i in kept)]
                homes = [[sets[places[i]] for i in some] for some in (freed, kept)]
                if good and used_well(rules, after, rest, homes[0], inside, homes[1]):
                    paid = tuple((i, world[i]) for i in freed)
                    yield (places, paid), good


def legal(rules, before, laid, after, parted=False):
    """True when there is one of `ways`."""
    return any(True for _ in ways(rules, before, laid, after, parted))


def tables(rules, before, laid, after, parted=False):
    """The end tables, by the `ways` there are: a set of tables, each a sorted tuple of sets.

    What a joker may be in one way is what it is in one of the worlds that give this way.
    """
    found = {}
    for way, good in ways(rules, before, laid, after, parted):
        for end in good:  # a set of one tile may be a group or a run: their numbers tell
            numbers = tuple(kind % 13 for kind in end)
            found.setdefault((way, numbers), set()).add(end)
    out = set()
    for (_, numbers), some in found.items():
        masks = [sum(1 << c for c in {end[i] // 13 for end in some}) for i in range(len(numbers))]
        codes = [tiles.joker_as(n + 1, mask) for n, mask in zip(numbers, masks)]
        out.add(tuple(sorted(_written(one, codes) for one in after)))
    return out


def _written(codes, jokers):
    """A raw set with its jokers' codes, which it takes off the list; a group in its own order."""
    row = [code if code < JOKER else jokers.pop(0) for code in codes]
    if len({tiles.number_of(code) for code in row}) == 1:
        row.sort()
    return bytes(row)


def used_well(rules, after, rest, freed, inside, kept):
    """True when some way to tell the rack's tiles from the table's satisfies the clauses of use
    (RG-8, RG-9, RK-15, CR-11).

    rest: number tiles laid besides those that paid. freed, inside, kept: the end sets of retrieved,
    rack and kept jokers, one entry a joker.
    """
    spots = [
        [(i, j) for i, codes in enumerate(after) for j, code in enumerate(codes) if code == kind]
        for kind in sorted(set(rest))
    ]
    for choice in product(
        *[combinations(where, rest.count(kind)) for kind, where in zip(sorted(set(rest)), spots)]
    ):
        mine = [spot for one in choice for spot in one]
        good = True
        for i, codes in enumerate(after):
            rack = sum(spot[0] == i for spot in mine)
            pure = rack == sum(code < JOKER for code in codes) and i not in kept
            if i in freed and rules["joker_reuse"] == "two" and rack + inside.count(i) < 2:
                good = False
            if i in freed and rules["joker_reuse"] == "hand" and not pure:
                good = False
            if i in inside and not rules["joker_layoff"] and not pure:
                good = False
        if good:
            return True
    return False
