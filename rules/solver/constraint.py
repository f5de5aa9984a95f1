"""The interface of a constraint: a side condition that a sweep keeps track of beside its open runs.

There is one for jokers under a clause (`jokers`) and some for opening melds (`opening_meld`,
`opening_build`). Each keeps its own state. At each number it lists the ways to take tiles for
its own sets; the sweep places the rest.
"""

if False:  # for type checkers
    from collections.abc import Callable, Iterable
    from typing import Any

    State = Any  # each constraint's own: an int of thirty bits or a tuple, which can be sorted
    Counts = tuple[int, ...]  # four, by colour
    Action = tuple  # see below
    Actions = Iterable[Action | None]

# An action, a tuple: one way in which a constraint takes tiles of a number before the sweep does.
STATE = 0  # the constraint's next state
MUST = 1  # four counts by colour: tiles left that have to be placed
MAY = 2  # four counts by colour: tiles left that can be placed
JOKERS = 3  # number of free jokers it takes
RUNS = 4  # colours in which one of its runs, three tiles long, becomes an ordinary open run
LAID = 5  # number of rack tiles it lays
EFFECT = 6  # the changes to the constraint's sets, see below, or None
CHOSEN = 7  # the must-counts before the action, with the colours of undecided jokers chosen

# The effect of an action, a tuple. A track is an unfinished run of the constraint.
TRACK_MOVES = (
    0  # per track: (code it gets, -1 if it ends; colour in which it becomes ordinary, or -1)
)
GROUPS = 1  # the codes of each group it makes
STARTS = 2  # the first code of each track it begins
ORDER = 3  # the new order of the tracks as a permutation, () if it is unchanged

DONE = -1  # in the state of an opening constraint: the opening is complete


class Constraint:
    """The interface, with defaults for what most constraints do not need."""

    counts_placed = False  # whether `after_placing` changes its state
    # Returns whether a play can be good enough if the constraint's sets hold this many jokers, with
    # these unfinished runs (see `to_relaxed`). `bound` sets it.
    admits: "Callable[[int, tuple], bool] | None" = None
    list_takes: "Any" = None  # a method of opening constraints whose answers a desktop keeps
    has_few_states = False  # whether the sweep has few states with it even if there are jokers

    def start(self) -> "State":
        """Return the state before number 1."""
        return 0

    def actions(self, state: "State", number: int, action: "Action", may: "Counts") -> "Actions":
        """Yield every action from `state` at `number` (1..13), and None between slices.

        action: the action of the other constraint, or one that takes nothing. may: the may-counts
        of the number by colour, before any constraint.
        """
        yield (state,) + action[MUST:]

    def after_placing(self, state: "State", number: int, laid: int, jokers: int) -> "State":
        """Return the state after the sweep placed `laid` optional tiles and `jokers` free jokers at
        `number`. Only called if `counts_placed`."""
        return state

    def comparison_key(self, state: "State") -> "tuple[State, int]":
        """Return (key, bits) for dominance: of two states with equal keys, the one whose bits
        include the other's can be continued in every way that the other can."""
        return state, 0

    def accepts(self, state: "State", rack_jokers: int) -> bool:
        """Return True if a play may end in `state` with `rack_jokers` of the rack's jokers laid."""
        return True

    def to_relaxed(self, state: "State") -> "tuple[int, tuple]":
        """Return (number of jokers that its sets hold, a tuple of its unfinished runs), for
        `bound`. A run is (colour, 3 - number of tiles that it must still get, at least 1)."""
        return 0, ()

    def rack_jokers(self, state: "State") -> int:
        """Return the number of rack jokers in its sets, which the sweep does not count."""
        return 0

    def max_rack_jokers(self) -> int:
        """Return the maximum of `rack_jokers`."""
        return 0
