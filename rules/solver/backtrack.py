"""Recover how a sweep's best play places the tiles of each number, for `end_table`."""

from rules.solver import placing
from rules.solver.constraint import CHOSEN, EFFECT, JOKERS, LAID, MAY, MUST, RUNS, STATE

if False:  # for type checkers
    from rules.base import Slices
    from rules.solver.sweep import Sweep


class Path:
    """The tiles placed at each number, and everything else that the end table depends on.

    steps: a tuple for each number from 1 on, set by `find_path`:
        must, may: counts by colour
        used: tiles in runs, three bits per colour, or their number if runs mix colours
        jokers: number of free jokers placed
        laid: number of tiles of `may` placed
        effect: the changes to the sets of constraints, see `constraint`
    colour_choices: the kinds chosen for jokers whose colour was open
    groups, mixed: whether groups are allowed, whether runs mix colours
    is_mirrored: whether the steps, with their constraints' sets, go from 13 down to 1
    untouched: table sets that stay as they are
    """

    def __init__(self, sweep: "Sweep") -> None:
        self.steps: list[tuple] | None = []
        self.colour_choices: list[int] = []
        self.groups = sweep.groups
        self.mixed = sweep.mixed
        self.is_mirrored = bool(sweep.is_reversed and sweep.first)
        self.untouched = list(sweep.untouched)


def find_path(sweep: "Sweep") -> "Slices[Path]":
    """Find, in slices, the Path of the best play that `sweep` found."""
    path = Path(sweep)
    for number in range(13, 0, -1):
        yield None
        action, used, jokers, laid = yield from _find_step(sweep, number)
        path.steps.append((action[MUST], action[MAY], used, jokers, laid, action[EFFECT]))
        if sweep.undecided:
            for colour in range(4):
                must = sweep.must[colour * 13 + number - 1]
                kind = colour * 13 + (13 - number if sweep.is_reversed else number - 1)
                path.colour_choices += [kind] * (action[CHOSEN][colour] - must)
    if path.is_mirrored or not sweep.is_reversed:
        path.steps.reverse()
    return path


def _find_step(sweep, number):
    """Find the step from the path's state before `number` to its state after; of several, the one
    that lays the most tiles. Return, in slices, (action, used, jokers, laid), see `Path`."""
    layers = sweep.layers
    state_before, key_before = layers.path[number - 1]
    state, key = layers.path[number]
    jokers_left = sweep.free_jokers - (key >> 24)
    best = None
    for action in sweep.actions(state_before, number):
        if action is None:
            yield None
            continue
        if action[STATE] != state and not sweep.counts_placed():
            continue
        jokers = (key >> 24) - (key_before >> 24) - action[JOKERS]
        if jokers < 0:
            continue
        yield from layers.prepare_laid(action[MUST], action[MAY])
        moves = []
        for shift, limit in zip((0, 12), sweep.run_limits(number, jokers_left)):
            yield None
            half_moves = placing.half_moves(key_before >> shift & 4095, limit)
            if not action[RUNS]:
                half_after = key >> shift & 4095
                half_moves = [move for move in half_moves if move >> 5 == half_after]
            moves.append(half_moves)
        for low in moves[0]:
            for high in moves[1]:
                best = _better_step(sweep, number, action, jokers, low, high, best)
    return best


def _better_step(sweep, number, action, jokers, low, high, best):
    """Return the step that makes the moves `low` and `high` of the two halves if it leads to the
    path's next state and lays more tiles than the step `best`; else return `best`."""
    layers = sweep.layers
    laid = layers.most_laid(action[MUST], action[MAY], jokers, low & 31, high & 31)
    if laid < 0 or best and action[LAID] + laid <= best[0][LAID] + best[3]:
        return best
    state, key = layers.path[number]
    if action[RUNS]:
        next_key = low >> 5 | high >> 5 << 12
        if placing.with_long_runs(next_key, action[RUNS], sweep.mixed) != key & 16777215:
            return best
    if sweep.counts_placed() and sweep.after_placing(action[STATE], number, laid, jokers) != state:
        return best
    used = low & 31
    high &= 31
    if not sweep.mixed:
        used = used % 5 | used // 5 << 3 | high % 5 << 6 | high // 5 << 9
    return action, used, jokers, laid
