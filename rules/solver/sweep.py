"""The search itself: one sweep over the numbers for one reading of the table's jokers.

See `search` for why it is exact. What has to be laid and what can be are counts of kinds; a number
is placed by dividing its tiles between runs (`runs`) and groups (`groups`), and what comes of it
for all states of the layer before is the next layer (`layers`).
"""

from rules.solver import constraint, problem, runs

if False:  # for type checkers
    from rules.slices import Slices
    from rules.solver.constraint import Actions, Constraint, Counts, State
    from rules.solver.layers_fast import FastLayers
    from rules.solver.layers_small import SmallLayers
    from rules.solver.problem import Aim, Budget

_FOUR = b"\0\1\2\3\4\4\4\4\4"  # a count, 4 at the most
_WIDEST = 16  # states a narrow search keeps at the most between two numbers


class Sweep:
    """One sweep, from number 1 to 13, or the other way round.

    must, may: counts of kinds that have to be, can be laid. spare: free jokers, `owed` of them must
    be laid. undecided: (number, mask of colours) of table jokers whose colour is open. aim, budget:
    see `problem`.

    Set before `run`: first, second: constraints or None. floor: only better values are wanted.
    sure: what the rack tiles are worth that are among `must`, -1 where they cannot be laid. stay:
    old sets left where they are, not in the counts. width, widest: see `keeps`. lay_rest: what the
    first constraint leaves has to be laid. apart: the undecided jokers stand for different tiles.
    turned: the numbers go from 13 down to 1, and all that is kept by number lies the other way
    round. memory: what sweeps of the same reading share.

    Set by `run`: value, of the best way, -1 where there is none; layers, traced; narrowed: states
    were left out that nothing dominates. Others set all of it.
    """

    first: "Constraint | None"
    second: "Constraint | None"
    ahead: "list[int] | None"
    reach: "bytearray | None"

    def __init__(
        self,
        rules: dict,
        aim: "Aim",
        budget: "Budget",
        must: bytearray,
        may: bytearray,
        spare: int,
        owed: int,
        undecided: list[tuple[int, int]],
    ) -> None:
        self.groups = not rules["runs_only"]
        self.runs = not rules["groups_only"]
        self.mixed = rules["mixed_runs"] and self.runs
        self.must = must
        self.may = may
        self.spare = spare
        self.owed = owed
        self.undecided = undecided
        self.price = aim.prices
        self.joker = aim.joker
        self.budget = budget
        self.first = self.second = None
        self.floor = -1
        self.sure = 0
        self.stay: list[bytes] = []
        self.width = problem.WIDTH
        self.widest = _WIDEST
        self.lay_rest = self.apart = self.turned = self.narrowed = False
        self.memory: dict = {}
        self.room: list[list] = []
        self.ahead = self.reach = None
        self.value = -1

    def constrain(self, another: "Constraint") -> None:
        """Let another constraint, the second at most, constrain the sweep."""
        if self.first:
            self.second = another
        else:
            self.first = another

    # -- what bounds it

    def most(self) -> int:
        """What all tiles together are worth: no play is worth more."""
        if self.ahead is None:
            self._look_ahead()
        return self.ahead[0] + self.worth[self.spare]

    def _look_ahead(self):
        """Sets ahead: by number n, most that tiles after n and jokers of a constraint can add; and
        worth: what n jokers are worth."""
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

    def _find_reach(self):
        """Sets reach[16 * colour + n]: most tiles that runs can find at number n, jokers aside."""
        reach = self.reach = bytearray(64)
        for kind in range(52):
            reach[kind + kind // 13 * 3 + 1] = self.must[kind] + self.may[kind]
        for number, mask in self.undecided:
            for hue in range(4):
                reach[16 * hue + number] += mask >> hue & 1

    def limits(self, first: int, number: int, left: int) -> int:
        """What bounds the runs of a half at a number: a limit of `runs`, for two colours in base
        25, the first high.

        first: 0 or 2, the half's first colour. left: jokers that later numbers can have.
        """
        if self.reach is None:
            self._find_reach()
        reach = self.reach
        place = 16 * first + number
        if self.mixed:
            if first:
                return 0
            most = most_after = 0
            if number < 13:
                most = (
                    reach[place + 1]
                    + reach[place + 17]
                    + reach[place + 33]
                    + reach[place + 49]
                    + left
                )
            if number < 12:
                most_after = (
                    reach[place + 2]
                    + reach[place + 18]
                    + reach[place + 34]
                    + reach[place + 50]
                    + left
                )
            return 1 << runs.MIXED | most << 6 | most_after
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
        """Most states to keep behind a number: `width`, in a narrow search up to `widest` if two
        thirds of the states left allow it for all numbers to come."""
        if self.width < self.widest and self.budget.limit:
            room = (self.budget.limit - self.budget.states) * 2 // (3 * (14 - number))
            return max(self.width, min(self.widest, room))
        return self.width

    # -- what can be done at a number

    def choices(self, number: int) -> "list[Counts]":
        """The must-counts of a number, four ints, for every choice of undecided jokers."""
        must = self.must
        must = (must[number - 1], must[number + 12], must[number + 25], must[number + 38])
        out: list[Counts] = [must]
        for where, mask in self.undecided:
            if where == number:
                out = self._decided(out, must, mask)
        return out

    def _decided(self, choices, must, mask):
        """`choices` with a joker more, of one of the colours of `mask`."""
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
        """What can be done at a number before its tiles are placed: actions (see `constraint`), and
        None between slices. state: the constraints', None without any."""
        may = self.may
        may = (may[number - 1], may[number + 12], may[number + 25], may[number + 38])
        plain = [(None, must, may, 0, (), 0, None, must) for must in self.choices(number)]
        if state is None:
            return plain
        return self._followed(state, number, plain, may)

    def _followed(self, state, number, plain, may):
        """The `actions` of constraints."""
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
                    both = (done[constraint.STATE], more[constraint.STATE])
                    yield (both,) + more[constraint.MUST :]

    def start(self) -> "State":
        """The constraints' first state."""
        if self.second:
            return self.first.start(), self.second.start()
        return self.first.start() if self.first else None

    def mark(self, state: "State") -> "tuple[State, int]":
        """`Constraint.mark` of the constraints' state."""
        if self.second:
            mark, bits = self.second.mark(state[1])
            return (state[0], mark), bits
        return self.first.mark(state) if self.first else (None, 0)

    def thrifty(self) -> bool:
        """See `Constraint.thrifty`."""
        return (not self.first or self.first.thrifty) and (not self.second or self.second.thrifty)

    def watches(self) -> bool:
        """See `Constraint.watches`."""
        return bool(self.second or self.first) and (self.second or self.first).watches

    def counted(self, state: "State", number: int, laid: int, jokers: int) -> "State":
        """`Constraint.counted` of the constraints' state, where `watches` says so."""
        if self.second:
            return state[0], self.second.counted(state[1], number, laid, jokers)
        return self.first.counted(state, number, laid, jokers)

    # -- the search

    def run(self) -> "Slices[None]":
        """Search; a generator that yields None between slices. Raises Stop at the budget's end."""
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
        """The value of a last state with the jokers of constraints' sets, -1 where no play can end
        in it."""
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
    """The Layers for a sweep: small where memory is scarce, else fast. A generator that yields None
    and returns it."""
    if problem.SMALL:
        from rules.solver import layers_small

        yield None
        return layers_small.SmallLayers(sweep, sweep.start())
    from rules.solver import layers_fast

    return layers_fast.FastLayers(sweep, sweep.start())


def _all_laid(action):
    """An action after which all that is left has to be laid."""
    state, must, may, jokers, long, laid, effect, chosen = action
    must = (must[0] + may[0], must[1] + may[1], must[2] + may[2], must[3] + may[3])
    return state, must, (0, 0, 0, 0), jokers, long, laid + sum(may), effect, chosen
