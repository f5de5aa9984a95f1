"""Constraints for an opening meld from the rack alone (RK-4, RG-3, CR-4, KR-4, KR-5)."""

from rules import solver
from rules.solver.constraint import CHOSEN, DONE, EFFECT, JOKERS, LAID, MAY, MUST, RUNS, Constraint
from rules.solver.problem import joker_points
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.base import Slices
    from rules.solver.constraint import Action, Actions, Counts, State
    from rules.solver.problem import Problem


def from_rack(problem: "Problem") -> "Slices[None]":
    """Find the best opening meld from the rack alone, the table untouched, in slices.

    Sets the problem's `best`, and `can_open`: whether there is one. If not, no play that uses the
    table opens either.
    """
    yield None
    yield from solver.prepare_sweep(problem, None, opening_constraint=_constraint(problem))
    yield None
    build = problem.rules["opening_build"]  # then any meld matters: using the table may add to it
    problem.can_open = yield from problem.search(0 if build else problem.to_beat)
    to_beat = problem.sweep.value
    if to_beat > problem.to_beat:
        problem.best = yield from solver.answer(problem, problem.table_readings[0], None)
        problem.to_beat = to_beat


def _constraint(problem):
    """Make the constraint that demands an opening meld under the problem's rules."""
    rules = problem.rules
    if rules["opening_sets"] == "group" and not rules["runs_only"]:
        return Groups(problem)
    if rules["opening_sets"] == "group" and not rules["opening_several"]:
        return Run(problem)
    return Points(problem)


class _Opening(Constraint):
    """The base of the constraints below. The state of most is the points so far."""

    def __init__(self, problem):
        self.rules = problem.rules
        self.opening_points = problem.opening_points

    def accepts(self, state: "State", rack_jokers: int) -> bool:
        return state >= self.opening_points


class Points(_Opening):
    """Counts the points of all tiles laid. State: the points so far, at most `opening_points`."""

    counts_placed = True

    def after_placing(self, state: int, number: int, laid: int, jokers: int) -> int:
        state += laid * number
        if jokers:
            state += jokers * joker_points(self.rules, number)
        return min(state, self.opening_points)


class Groups(_Opening):
    """Demands that groups reach the points (KR-4): a single one, or several together. State: the
    points of the groups chosen so far."""

    has_few_states = True

    def actions(self, state: int, number: int, action: "Action", may: "Counts") -> "Actions":
        yield (state,) + action[MUST:]
        if state >= self.opening_points:
            return
        chosen = [(state, action[MAY], action[JOKERS], ())]
        for _ in range(2 if self.rules["opening_several"] else 1):
            extended = []
            for choice in chosen:
                extended += self._with_group(choice, number)
            for points, left, spent, groups in extended:
                laid = action[JOKERS] - spent
                for codes in groups:
                    laid += len(codes)
                effect = ((), groups, (), ())
                laid += action[LAID]
                yield points, action[MUST], left, spent, action[RUNS], laid, effect, action[CHOSEN]
            chosen = extended

    def _with_group(self, choice, number):
        """Extend `choice`, (points, may-counts left, jokers spent, groups), by each group."""
        points, left, spent, groups = choice
        per_joker = joker_points(self.rules, number)
        out = []
        for mask in range(1, 16):
            codes = [colour * 13 + number - 1 for colour in range(4) if mask >> colour & 1]
            if [1 for code in codes if not left[code // 13]]:
                continue
            after = tuple([left[colour] - (mask >> colour & 1) for colour in range(4)])
            for jokers in range(3):
                if not 3 <= len(codes) + jokers <= 4 or jokers and per_joker < 0:
                    continue
                group_points = len(codes) * number + jokers * per_joker
                if not self.rules["opening_several"] and group_points < self.opening_points:
                    continue
                total = min(self.opening_points, points + group_points)
                out.append((total, after, spent + jokers, groups + (codes + [JOKER] * jokers,)))
        return out


class Run(_Opening):
    """Demands one run that reaches the points alone (KR-4 with runs_only).

    State: () before it, (colour, length: 3 for 3 and more, points) within it, then (DONE,).
    """

    def start(self) -> tuple:
        return ()

    def actions(self, state: tuple, number: int, action: "Action", may: "Counts") -> "Actions":
        has_begun = len(state) == 3
        if not has_begun:
            yield (state,) + action[MUST:]
            if state:
                return
        elif self._has_enough(state):  # the run ends before this number
            effect = (((-1, -1),), (), (), ())
            yield ((DONE,),) + action[MUST:EFFECT] + (effect, action[CHOSEN])
        left = action[MAY]
        per_joker = joker_points(self.rules, number)
        mixed = self.rules["mixed_runs"]
        for colour in (0,) if mixed else range(4):
            if has_begun and state[0] != colour:
                continue
            for tile_colour in range(4) if mixed else (colour,):
                if left[tile_colour]:
                    yield self._extend_run(state, colour, number, number, action, tile_colour)
            if per_joker >= 0:
                yield self._extend_run(state, colour, per_joker, number, action, -1)

    def _has_enough(self, state):
        return state[1] == 3 and state[2] >= self.opening_points

    def _extend_run(self, state, colour, points, number, action, tile_colour):
        """Return the action that begins or continues the run of `colour` with a tile of
        `tile_colour` (-1: a joker), which counts `points` points."""
        _, must, left, spent, runs, laid, _, chosen = action
        code = JOKER
        if tile_colour < 0:
            spent += 1
        else:
            left = left[:tile_colour] + (left[tile_colour] - 1,) + left[tile_colour + 1 :]
            laid += 1
            code = tile_colour * 13 + number - 1
        if state:
            after = (colour, min(3, state[1] + 1), min(self.opening_points, state[2] + points))
            effect = (((code, -1),), (), (), ())
        else:
            after = (colour, 1, min(self.opening_points, points))
            effect = ((), (), (code,), ())
        return after, must, left, spent, runs, laid, effect, chosen

    def accepts(self, state: tuple, rack_jokers: int) -> bool:
        return state == (DONE,) or len(state) == 3 and self._has_enough(state)
