"""The best way that a sweep found, number by number. Loaded once there is one, with the sweep; what
makes sets of the way (`end_table`) needs neither."""

from rules.solver import placing
from rules.solver.constraint import CHOSEN, EFFECT, JOKERS, LAID, LONG, MAY, MUST, STATE

if False:  # for type checkers
    from rules.slices import Slices
    from rules.solver.sweep import Sweep


class Way:
    """What is placed at the numbers, and all else that a table is made of.

    steps: (must, may: counts by colour; used, jokers, laid: see `_Step`; effect: what the
    constraints do) of each number, of number 1 first. decided: kinds that undecided jokers count
    as. groups, mixed: there are groups, runs mix colours. stay: old sets that stay. parts: see
    `FastLayers.parts`. Others set steps.
    """

    def __init__(self, sweep: "Sweep") -> None:
        self.steps: list[tuple] | None = []
        self.decided: list[int] = []
        self.groups = sweep.groups
        self.mixed = sweep.mixed
        self.stay = list(sweep.stay)
        self.parts = sweep.layers.parts


class _Step:
    """What the best way may do at a number.

    action: see `constraint`. used: tiles in runs, three bits per colour, or their number where runs
    mix colours. jokers: spare ones placed. laid: tiles laid of those that can be.
    """

    def __init__(self, action, used, jokers, laid):
        self.action = action
        self.used = used
        self.jokers = jokers
        self.laid = laid


def best_way(sweep: "Sweep") -> "Slices[Way]":
    """The Way of a sweep that has found one: a generator that yields None between slices."""
    out = Way(sweep)
    for number in range(13, 0, -1):
        yield None
        step = yield from _step(sweep, number)
        action = step.action
        out.steps.append(
            (action[MUST], action[MAY], step.used, step.jokers, step.laid, action[EFFECT])
        )
        if sweep.undecided:
            for hue in range(4):
                must = sweep.must[hue * 13 + number - 1]
                kind = hue * 13 + (13 - number if sweep.turned else number - 1)
                out.decided += [kind] * (action[CHOSEN][hue] - must)
    if not sweep.turned:
        out.steps.reverse()
    return out


def _step(sweep, number):
    """How the best way came to its state after a number, with the most tiles laid: the Step."""
    layers = sweep.layers
    slow = layers.parts is None
    past, old = layers.way[number - 1]
    state, key = layers.way[number]
    left = sweep.spare - (key >> 24)
    best = None
    for action in sweep.actions(past, number):
        if action is None:
            yield None
            continue
        if action[STATE] != state and not sweep.watches():
            continue
        jokers = (key >> 24) - (old >> 24) - action[JOKERS]
        if jokers < 0:
            continue
        if slow:
            yield from layers.ready(action[MUST], action[MAY])
            yield None
        lows = layers.links(number, left, 0, old & 4095, -1 if action[LONG] else key & 4095)
        if slow:
            yield None
        old_high = old >> 12 & 4095
        highs = layers.links(number, left, 2, old_high, -1 if action[LONG] else key >> 12 & 4095)
        if slow:
            yield None
        for low in lows:
            for high in highs:
                best = _better(sweep, number, action, jokers, low, high, best)
    return best


def _better(sweep, number, action, jokers, low, high, best):
    """The Step that makes moves `low` and `high`, if they lead to the best way's state and it lays
    more than Step `best`, else `best`."""
    layers = sweep.layers
    laid = layers.laid(action[MUST], action[MAY], jokers, low & 31, high & 31)
    if laid < 0 or best is not None and action[LAID] + laid <= best.action[LAID] + best.laid:
        return best
    state, key = layers.way[number]
    if action[LONG]:
        after = low >> 5 | high >> 5 << 12
        if placing.lengthened(after, action[LONG], sweep.mixed) != key & 16777215:
            return best
    if sweep.watches() and sweep.counted(action[STATE], number, laid, jokers) != state:
        return best
    low &= 31
    high &= 31
    if not sweep.mixed:
        low = low % 5 | low // 5 << 3 | high % 5 << 6 | high // 5 << 9
    return _Step(action, low, jokers, laid)
