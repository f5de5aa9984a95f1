"""easy and normal: the best play on the few standing sets the rack has most to do with."""

from rules.prng import Rng
from rules.tilegame import tiles
from rules.tilegame.players import asking, plain, steps
from rules.tilegame.tiles import JOKER, mask_of, number_of

# level: (standing sets it rearranges at most, does it overlook additions)
_SIGHT = {"easy": (3, True), "normal": (5, False)}
_CLOSE = 3  # jokers are spent when somebody holds no more tiles than this


def _nearness(codes, rack):
    """How many rack tiles a standing set could have to do with."""
    low = number_of(codes[0])
    high = number_of(codes[-1])
    colours = 0
    for code in codes:
        colours |= mask_of(code)
    near = 0
    for code in rack:
        if code < JOKER:
            number = code % 13 + 1
            if low == high:
                # the fourth of a group, or a tile that a group of four can help to a run
                if number == low and len(codes) == 3:
                    near += 2
                elif len(codes) == 4 and low - 2 <= number <= low + 2:
                    near += 1
            elif low - 1 <= number <= high + 1:
                near += 2 if mask_of(code) & colours else 1
    return near


def _split(view, sets):
    """(the `sets` standing sets the rack has most to do with, the others); yields None before."""
    order = []
    if view.opened[view.seat]:
        for i in range(len(view.table)):
            yield None
            near = _nearness(view.table[i], view.rack)
            if near:
                order.append((-near, i))
        order.sort()
    touched = [i for _, i in order[:sets]]
    part = [view.table[i] for i in touched]
    yield part, [view.table[i] for i in range(len(view.table)) if i not in touched]


def tables(level, view, seed):
    """The plays of `level`, see `players.choose`; jokers stay unless they decide something."""
    sets, careless = _SIGHT[level]
    chance = Rng(seed) if careless else None
    opened = bool(view.opened[view.seat])
    for parts in _split(view, sets):
        if parts is None:
            yield None
    part, rest = parts
    few = min([view.counts[i] for i in range(view.seats) if i != view.seat])
    own = asking.without_jokers(view.rack)
    jokers = len(view.rack) - len(own)
    for result in asking.ask(view, part, own, opened, 2 if jokers else 1):
        if result is None:
            yield None
    left = len(own) - result.tiles
    if jokers and (left <= 2 * jokers or few <= _CLOSE or not result.tiles or not view.pool):
        first = result
        for result in asking.ask(view, part, view.rack, opened):
            if result is None:
                yield None
        if first.tiles and result.tiles < len(view.rack) and few > _CLOSE and view.pool:
            result = first
    if not result.tiles:
        for table in plain.plainly(view, chance):  # a set it did not look at may take a tile
            yield table
        return
    table = rest + result.table
    own = tiles.counts(view.rack)
    for code in result.laid:
        own[code] -= 1
    for done in steps.add(view.rules, table, own, chance):
        if done is None:
            yield None
    yield table
    if done:
        yield rest + result.table
