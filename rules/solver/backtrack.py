"""Trace the best way that a sweep found, number by number; `end_table` makes sets of it."""

from rules.solver import placing
from rules.solver.constraint import CHOSEN, EFFECT, JOKERS, LAID, LONG, MAY, MUST, STATE

if False:  # for type checkers
    from rules.base import Slices
    from rules.solver.sweep import Sweep


class Way:
    """What is placed at the numbers, and everything else that a table is made of.

    steps: of each number from 1 on (must, may: counts by colour; used: tiles in runs, three bits
    per colour, or where runs mix colours their number; jokers: spare ones placed; laid: tiles of
    `may`; effect: what the constraints do). decided: kinds that undecided jokers count as. groups,
    mixed: there are groups, runs mix colours. stay: old sets left as they are. parts: see
    `SmallLayers`. Others set steps.
    """

    def __init__(self, sweep: "Sweep") -> None:
        self.steps: list[tuple] | None = []
        self.decided: list[int] = []
        self.groups = sweep.groups
        self.mixed = sweep.mixed
        self.stay = list(sweep.stay)
        self.parts = sweep.layers.parts


def best_way(sweep: "Sweep") -> "Slices[Way]":
    """Return, in slices, the best Way of a sweep that has found one."""
    out = Way(sweep)
    for number in range(13, 0, -1):
        yield None
        action, used, jokers, laid = yield from _step(sweep, number)
        out.steps.append((action[MUST], action[MAY], used, jokers, laid, action[EFFECT]))
        if sweep.undecided:
            for hue in range(4):
                must = sweep.must[hue * 13 + number - 1]
                kind = hue * 13 + (13 - number if sweep.turned else number - 1)
                out.decided += [kind] * (action[CHOSEN][hue] - must)
    if not sweep.turned:
        out.steps.reverse()
    return out


def _step(sweep, number):
    """Return, in slices, the step by which the best way came to its state after a number, with the
    most tiles laid: (action, used, jokers, laid), see `Way`."""
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
        moves = []
        for first in (0, 2):
            half = old >> 6 * first & 4095
            links = placing.half_moves(half, sweep.limits(first, number, left))
            if not action[LONG]:
                half = key >> 6 * first & 4095
                links = [move for move in links if move >> 5 == half]
            moves.append(links)
            if slow:
                yield None
        for low in moves[0]:
            for high in moves[1]:
                best = _better(sweep, number, action, jokers, low, high, best)
    return best


def _better(sweep, number, action, jokers, low, high, best):
    """Return the step that makes moves `low` and `high`, if they lead to the best way's state and
    it lays more than the step `best`, else `best`."""
    layers = sweep.layers
    laid = layers.laid(action[MUST], action[MAY], jokers, low & 31, high & 31)
    if laid < 0 or best and action[LAID] + laid <= best[0][LAID] + best[3]:
        return best
    state, key = layers.way[number]
    if action[LONG]:
        after = low >> 5 | high >> 5 << 12
        if placing.lengthened(after, action[LONG], sweep.mixed) != key & 16777215:
            return best
    if sweep.watches() and sweep.counted(action[STATE], number, laid, jokers) != state:
        return best
    used = low & 31
    high &= 31
    if not sweep.mixed:
        used = used % 5 | used // 5 << 3 | high % 5 << 6 | high // 5 << 9
    return action, used, jokers, laid
