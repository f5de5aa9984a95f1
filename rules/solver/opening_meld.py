"""Opening melds from the rack alone (RK-4, RG-3, CR-4, KR-4, KR-5). Loaded when a seat has not
opened yet.
"""

from rules.solver.constraint import CHOSEN, EFFECT, JOKERS, LAID, LONG, MAY, MUST, Constraint
from rules.tilegame import melds
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.solver.constraint import Action, Actions, Counts
    from rules.solver.problem import Problem, Reading
    from rules.solver.sweep import Sweep

DONE = -1


def joker_points(rules: dict, number: int) -> int:
    """What a joker standing for `number` counts towards the opening; -1 if it may not be there."""
    if rules["opening_joker"] == "face":
        return number
    if rules["opening_joker"] == "flat":
        return melds.FLAT_JOKER
    return -1


def constraint_for(problem: "Problem", sweep: "Sweep", reading: "Reading") -> Constraint:
    """The constraint that asks for an opening meld as the problem's rules have it."""
    rules = problem.rules
    if rules["opening_sets"] == "group" and not rules["runs_only"]:
        return Groups(problem, sweep, reading)
    if rules["opening_sets"] == "group" and not rules["opening_several"]:
        return Run(problem, sweep, reading)
    return Points(problem, sweep, reading)


class _Opening(Constraint):
    """What these constraints keep."""

    def __init__(self, problem, sweep, reading):
        self.rules = problem.rules
        self.need = problem.need


class Points(_Opening):
    """All tiles laid count: the state is the points so far, up to what is needed."""

    watches = True

    def counted(self, state: int, number: int, laid: int, jokers: int) -> int:
        state += laid * number
        if jokers:
            state += jokers * joker_points(self.rules, number)
        return min(state, self.need)

    def accepts(self, state: int, rack_jokers: int) -> bool:
        return state >= self.need


class Groups(_Opening):
    """Only groups count (KR-4): one alone, or the sum of several. The state is the points of the
    groups chosen so far."""

    few = True

    def actions(self, state: int, number: int, action: "Action", may: "Counts") -> "Actions":
        yield (state,) + action[MUST:]
        if state >= self.need:
            return
        chosen = [(state, action[MAY], action[JOKERS], ())]
        for _ in range(2 if self.rules["opening_several"] else 1):
            more = []
            for before in chosen:
                more += self._with_group(before, number)
            for points, left, spent, groups in more:
                laid = action[JOKERS] - spent
                for codes in groups:
                    laid += len(codes)
                effect = ((), groups, (), (), ())
                laid += action[LAID]
                yield points, action[MUST], left, spent, action[LONG], laid, effect, action[CHOSEN]
            chosen = more

    def _with_group(self, before, number):
        """`before` (points, may-counts left, jokers spent, groups) with each group more: a list."""
        points, left, spent, groups = before
        per_joker = joker_points(self.rules, number)
        out = []
        for mask in range(1, 16):
            codes = [colour * 13 + number - 1 for colour in range(4) if mask >> colour & 1]
            if [1 for code in codes if not left[code // 13]]:
                continue
            rest = tuple([left[colour] - (mask >> colour & 1) for colour in range(4)])
            for jokers in range(3):
                if not 3 <= len(codes) + jokers <= 4 or jokers and per_joker < 0:
                    continue
                value = len(codes) * number + jokers * per_joker
                if not self.rules["opening_several"] and value < self.need:
                    continue
                total = min(self.need, points + value)
                out.append((total, rest, spent + jokers, groups + (codes + [JOKER] * jokers,)))
        return out

    def accepts(self, state: int, rack_jokers: int) -> bool:
        return state >= self.need


class Run(_Opening):
    """One run alone must reach the points (KR-4 where only runs are played).

    The state is () at first, then a run begun (colour, length to 3, points), then (DONE,).
    """

    def start(self) -> tuple:
        return ()

    def actions(self, state: tuple, number: int, action: "Action", may: "Counts") -> "Actions":
        begun = len(state) == 3
        if not begun:
            yield (state,) + action[MUST:]
            if state:
                return
        elif self._enough(state):  # the run ends before this number
            effect = (((-1, -1),), (), (), (), ())
            yield ((DONE,),) + action[MUST:EFFECT] + (effect, action[CHOSEN])
        left = action[MAY]
        per_joker = joker_points(self.rules, number)
        mixed = self.rules["mixed_runs"]
        for colour in (0,) if mixed else range(4):
            if begun and state[0] != colour:
                continue
            for tile_colour in range(4) if mixed else (colour,):
                if left[tile_colour]:
                    yield self._grown(state, colour, number, number, action, tile_colour)
            if per_joker >= 0:
                yield self._grown(state, colour, per_joker, number, action, -1)

    def _enough(self, state):
        return state[1] == 3 and state[2] >= self.need

    def _grown(self, state, colour, worth, number, action, tile_colour):
        """The action by which the run of `colour`, begun or not, gets a tile of `tile_colour`,
        -1 for a joker, that counts `worth`."""
        _, must, left, spent, long, laid, _, chosen = action
        code = JOKER
        if tile_colour < 0:
            spent += 1
        else:
            left = left[:tile_colour] + (left[tile_colour] - 1,) + left[tile_colour + 1 :]
            laid += 1
            code = tile_colour * 13 + number - 1
        if state:
            after = (colour, min(3, state[1] + 1), min(self.need, state[2] + worth))
            effect = (((code, -1),), (), (), (), ())
        else:
            after = (colour, 1, min(self.need, worth))
            effect = ((), (), (code,), (), ())
        return after, must, left, spent, long, laid, effect, chosen

    def accepts(self, state: tuple, rack_jokers: int) -> bool:
        return state == (DONE,) or len(state) == 3 and self._enough(state)
