"""The search itself: one sweep over the numbers for one reading of the table's jokers.

See `search` for why it is exact. The tiles that have to be laid and those that can be are counts of
kinds; a number is placed by dividing its tiles between runs and groups (`placing`), and that, done
to all states of the layer before, gives the next layer (`states`).
"""

from rules.solver import placing, problem
from rules.solver.constraint import MUST, STATE

if False:  # for type checkers
    from rules.base import Slices
    from rules.solver.constraint import Actions, Constraint, Counts, State
    from rules.solver.layers_fast import FastLayers
    from rules.solver.problem import Aim, Budget
    from rules.solver.states import SmallLayers

_FOUR = b"\0\1\2\3\4\4\4\4\4"  # a count, 4 at the most


class Sweep:
    """One sweep over the numbers, from 1 to 13 or the other way round. Others set all of it.

    must, may: counts of kinds that have to be laid, that can be
    spare, owed: free jokers, and how many of them have to be laid
    retrieved, own_jokers: jokers that a constraint follows (`jokers.SpecialSets`), from the table
        and from the rack
    undecided: (number, mask of colours) of table jokers whose colour is open
    apart: these jokers stand for different tiles
    first, second: constraints or None
    floor: only better values are wanted
    sure: what the rack tiles among `must` are worth
    stay: old sets left where they are, not in the counts
    lay_rest: what the first constraint leaves has to be laid
    turned: the numbers go from 13 down to 1, and all arrays by number are reversed
    width, widest: see `keeps`
    memory: what sweeps of the same reading share; arrays: what all sweeps of an answer use

    `run` sets value, of the best way, -1 if there is none; layers, traced back to number 0; and
    narrowed: states were left out that no other dominates.
    """

    first: "Constraint | None" = None
    second: "Constraint | None" = None
    ahead: "list[int] | None" = None
    reach: "bytearray | None" = None
    layers: "SmallLayers | FastLayers"
    spare = owed = retrieved = own_jokers = sure = 0
    floor = value = -1
    width = problem.WIDTH
    widest = 16  # states a narrow search keeps at the most between two numbers
    lay_rest = apart = turned = narrowed = False

    def __init__(
        self, rules: dict, aim: "Aim", budget: "Budget", must: bytearray, may: bytearray
    ) -> None:
        self.groups = not rules["runs_only"]
        self.runs = not rules["groups_only"]
        self.mixed = rules["mixed_runs"] and self.runs
        self.must = must
        self.may = may
        self.price = aim.prices
        self.joker = aim.joker
        self.budget = budget
        self.undecided: list[tuple[int, int]] = []
        self.stay: list[bytes] = []
        self.memory: dict = {}
        self.arrays: list[list] = []

    def constrain(self, another: "Constraint") -> None:
        """Add a constraint, the second at most."""
        if self.first:
            self.second = another
        else:
            self.first = another

    # -- what bounds it

    def most(self) -> int:
        """Return what all tiles together are worth: no play is worth more."""
        if self.ahead is None:
            self._look_ahead()
        return self.ahead[0] + self.worth[self.spare]

    def _look_ahead(self):
        """Set `ahead`, by number the most that the tiles after it and a constraint's jokers can
        add, and `worth`, by number of jokers what they are worth."""
        ahead = self.ahead = [0] * 13
        ahead.append(self.joker * self.first.most_jokers() if self.first else 0)
        may = self.may
        for kind in range(52):
            if may[kind]:
                ahead[kind % 13] += may[kind] * self.price[kind % 13 + 1]
        for number in range(12, -1, -1):
            ahead[number] += ahead[number + 1]
        owed = self.owed
        self.worth = [self.joker * (n - owed if n > owed else 0) for n in range(self.spare + 1)]

    def find_reach(self) -> bytearray:
        """Return the most tiles that runs find, jokers aside: [16 * colour + number]."""
        if self.reach is None:
            reach = self.reach = bytearray(64)
            for kind in range(52):
                reach[kind + kind // 13 * 3 + 1] = self.must[kind] + self.may[kind]
            for number, mask in self.undecided:
                for hue in range(4):
                    reach[16 * hue + number] += mask >> hue & 1
        return self.reach

    def limits(self, first: int, number: int, left: int) -> int:
        """Return what bounds the runs of a half at a number: a limit of `placing`, for two colours
        in base 25, the first high.

        first: 0 or 2, the half's first colour. left: jokers that later numbers can have.
        """
        reach = self.find_reach()
        place = 16 * first + number
        if self.mixed:
            if first:
                return 0
            most = most_after = 0
            if number < 13:
                most = sum([reach[place + after] for after in (1, 17, 33, 49)]) + left
            if number < 12:
                most_after = sum([reach[place + after] for after in (2, 18, 34, 50)]) + left
            return 1 << placing.MIXED | most << 6 | most_after
        if number > 11:
            if number > 12:
                return 0
            return _FOUR[reach[place + 1] + left] * 125 + _FOUR[reach[place + 17] + left] * 5
        return (
            (_FOUR[reach[place + 1] + left] * 5 + _FOUR[reach[place + 2] + left]) * 25
            + _FOUR[reach[place + 17] + left] * 5
            + _FOUR[reach[place + 18] + left]
        )

    def keeps(self, number: int) -> int:
        """Return how many states to keep after a number: `width`, in a narrow search up to `widest`
        if two thirds of the budget left suffice for that at all numbers to come."""
        if self.width < self.widest and self.budget.limit:
            enough = (self.budget.limit - self.budget.states) * 2 // (3 * (14 - number))
            return max(self.width, min(self.widest, enough))
        return self.width

    # -- what can be done at a number

    def choices(self, number: int) -> "list[Counts]":
        """Return the must-counts of a number for every choice of undecided jokers."""
        must = self.must
        must = (must[number - 1], must[number + 12], must[number + 25], must[number + 38])
        out: list[Counts] = [must]
        for where, mask in self.undecided:
            if where == number:
                out = self._decided(out, must, mask)
        return out

    def _decided(self, choices, must, mask):
        """Return `choices` with one more joker, of each colour of `mask`."""
        out = []
        for counts in choices:
            for hue in range(4):
                if mask >> hue & 1 and not (self.apart and counts[hue] > must[hue]):
                    more = list(counts)
                    more[hue] += 1
                    more = tuple(more)
                    if more not in out:
                        out.append(more)
        return out

    def actions(self, state: "State", number: int) -> "Actions":
        """Return what constraints can do at a number before its tiles are placed: actions, and None
        between slices. state: the constraints', None without any."""
        may = self.may
        may = (may[number - 1], may[number + 12], may[number + 25], may[number + 38])
        plain = [(None, must, may, 0, (), 0, None, must) for must in self.choices(number)]
        if state is None:
            return plain
        return self._followed(state, number, plain, may)

    def _followed(self, state, number, plain, may):
        """Yield the `actions` of the constraints, the second following each of the first."""
        second = self.second
        first = state[0] if second else state
        for action in plain:
            for done in self.first.actions(first, number, action, may):
                if done is None:
                    yield None
                    continue
                if self.lay_rest:
                    done = _all_laid(done)
                if not second:
                    yield done
                    continue
                for more in second.actions(state[1], number, done, may):
                    both = (done[STATE], more[STATE])
                    yield (both,) + more[MUST:]

    def start(self) -> "State":
        """Return the constraints' first state."""
        if self.second:
            return self.first.start(), self.second.start()
        return self.first.start() if self.first else None

    def mark(self, state: "State") -> "tuple[State, int]":
        """Return `Constraint.mark` of the constraints' state."""
        if self.second:
            mark, bits = self.second.mark(state[1])
            return (state[0], mark), bits
        return self.first.mark(state) if self.first else (None, 0)

    def watches(self) -> bool:
        """Return `Constraint.watches` of the last constraint."""
        return bool(self.second or self.first) and (self.second or self.first).watches

    def counted(self, state: "State", number: int, laid: int, jokers: int) -> "State":
        """Return `Constraint.counted` of the constraints' state, where `watches` says so."""
        if self.second:
            return state[0], self.second.counted(state[1], number, laid, jokers)
        return self.first.counted(state, number, laid, jokers)

    # -- the search

    def run(self) -> "Slices[None]":
        """Search, in slices. Raises Stop at the budget's end."""
        if self.ahead is None:
            self._look_ahead()
        yield None
        layers = yield from layers_of(self)
        yield None
        yield from layers.advance()
        best = None
        for state, key, value, index in layers.last():
            value = self._final(state, key, value)
            if value > self.value and value > self.floor:
                self.value = value
                best = index
        if best is not None:
            layers.trace(best)
            self.layers = layers

    def _final(self, state, key, value):
        """Return the value of a last state with the jokers of the constraints' sets, -1 if no play
        can end in it."""
        jokers = (key >> 24) - self.owed
        if jokers < 0:
            return -1
        if self.first:
            first = state[0] if self.second else state
            more = self.first.rack_jokers(first)
            jokers += more
            value += self.joker * more
            if not self.first.accepts(first, jokers):
                return -1
            if self.second and not self.second.accepts(state[1], jokers):
                return -1
        return value


def layers_of(sweep: Sweep) -> "Slices[SmallLayers | FastLayers]":
    """Return the layers for a sweep: small where memory is scarce, else fast."""
    if problem.SMALL:
        from rules.solver import states

        yield None
        return states.SmallLayers(sweep, sweep.start())
    from rules.solver import layers_fast

    return layers_fast.FastLayers(sweep, sweep.start())


def _all_laid(action):
    """Return the action with every tile that may be laid required."""
    state, must, may, jokers, long, laid, effect, chosen = action
    must = (must[0] + may[0], must[1] + may[1], must[2] + may[2], must[3] + may[3])
    return state, must, (0, 0, 0, 0), jokers, long, laid + sum(may), effect, chosen
