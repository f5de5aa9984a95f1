"""Positions in which jokers of one number lie side by side, and ways to lay and to shuffle them."""

import slow_search

from rules.tilegame import games, melds, tiles
from rules.tilegame.tiles import JOKER, joker_as, kind

_MOST = 22  # tiles on a table whose every parting into sets is looked at


def _group(rng, number, size, jokers=0):
    colours = rng.sample(range(4), size)
    return [kind(colour, number) for colour in colours] + [JOKER] * jokers


def _run(rng, number, joker, mixed):
    """A run with `number` in it, as a joker or not."""
    first = max(1, number - rng.randint(0, 2))
    last = min(13, max(first + 2, number) + rng.randint(0, 1))
    first = min(first, last - 2)
    colour = rng.randrange(4)
    return [
        JOKER if joker and n == number else kind(rng.randrange(4) if mixed else colour, n)
        for n in range(first, last + 1)
    ]


def _narrowed(rng, codes):
    """A set whose jokers may be some of what their places allow, as after turns of play."""
    codes = bytearray(codes)
    for i in range(len(codes)):
        if codes[i] > JOKER and rng.random() < 0.5:
            masks = [1 << c for c in range(4) if tiles.mask_of(codes[i]) >> c & 1]
            some = rng.sample(masks, rng.randint(1, len(masks)))
            codes[i] = joker_as(tiles.number_of(codes[i]), sum(some))
    return bytes(codes)


def position(rng):
    """(rules, table, parted, rack), the jokers with what they stand for; None where the pack has
    not the tiles."""
    mixed = {"mixed_runs": True} if rng.random() < 0.15 else None
    rules = games.rules_for(rng.choice(games.ids()), mixed)
    number = rng.randint(1, 13)
    jokers = rng.choice((1, 2, 2, 2, 2))
    sets = []
    if jokers == 2 and rng.random() < 0.15:
        sets.append(_group(rng, number, rng.randint(1, 2), 2))
    else:
        for _ in range(jokers):
            if rng.random() < 0.6:
                sets.append(_group(rng, number, rng.choice((2, 2, 3)), 1))
            else:
                sets.append(_run(rng, number, True, rules["mixed_runs"]))
    for _ in range(rng.choice((0, 1, 1, 2))):
        near = min(13, max(1, number + rng.choice((0, 0, -1, 1))))
        if rng.random() < 0.5:
            sets.append(_group(rng, near, rng.randint(3, 4)))
        else:
            sets.append(_run(rng, near, False, False))
    left = [code for code in range(JOKER)] * 2
    try:
        for codes in sets:
            for code in codes:
                if code < JOKER:
                    left.remove(code)
    except ValueError:
        return None
    before = [
        _narrowed(rng, codes)
        for codes in rng.choice(melds.read_table([bytes(codes) for codes in sets], rules))
    ]
    if not all(melds.readings(codes, rules) for codes in before):
        return None
    before = melds.read_table(before, rules)[0]
    near = [code for code in left if abs(code % 13 + 1 - number) < 3]
    near += [code for code in near if code % 13 + 1 == number] * 2
    own = []
    for code in rng.sample(near, min(len(near), rng.choice((1, 2, 3, 3, 4)))):
        if own.count(code) < left.count(code):
            own.append(code)
    if jokers == 1 and rng.random() < 0.7:
        own.append(JOKER)
    return rules, before, may_be_parted(before) and rng.random() < 0.5, bytes(own)


def positions(rng, many):
    """As many as there are among so many tries."""
    return filter(None, (position(rng) for _ in range(many)))


def may_be_parted(table):
    """True for two jokers in two sets that may have lain in one group before."""
    jokers = [code for _, _, code in melds.standing(table)]
    if len(jokers) < 2 or not melds.alike(*jokers) or len(melds.standing(table[:1])) == 2:
        return False
    return melds.apart(*jokers) == tuple(jokers)


def ends(rng, rules, before, own, many):
    """End tables that hold `before` and some tiles of the rack `own`: (counts laid, table)."""
    had = tiles.table_counts(before)
    for laid in slow_search.parts(own):
        total = bytes(a + b for a, b in zip(had, laid))
        if sum(total) <= _MOST:
            sets = slow_search.all_sets(total, rules)
            rng.shuffle(sets)
            for end, _ in zip(slow_search.partitions(total, sets), range(many)):
                yield laid, [bytes(codes) for codes in end]


def shuffled(rng, table):
    """The same table: its sets in another order, and the tiles of a group of two real tiles and
    more."""
    out = []
    for codes in rng.sample(table, len(table)):
        real = [code for code in codes if code < JOKER]
        if len(real) > 1 and real[0] % 13 == real[1] % 13:
            codes = bytes(rng.sample(codes, len(codes)))
        out.append(codes)
    return out
