"""The contract of a constraint: a side condition that a sweep follows beside the runs.

Jokers under a clause (`jokers`), opening melds (`opening_meld`, `opening_build`) are
constraints. Each has a state of its own; at each number it says how it
takes tiles before the rest is placed.
"""

if False:  # for type checkers
    from collections.abc import Iterable
    from typing import Any

    State = Any  # each constraint's own: an int of thirty bits or a tuple, which can be sorted
    Counts = tuple[int, ...]  # four, by colour
    Action = tuple  # see below
    Actions = Iterable[Action | None]

# An action: one way in which a constraint takes tiles of a number before the rest is placed.
STATE = 0  # the constraint's next state
MUST = 1  # four counts by colour: tiles left to be placed that have to be
MAY = 2  # four counts: tiles left to be placed that can be
JOKERS = 3  # spare jokers it takes
LONG = 4  # colours that get one more long run: the constraint need not follow that run any longer
LAID = 5  # rack tiles it lays
EFFECT = 6  # what it does to sets of its own, see below, or None
CHOSEN = 7  # the number's must-counts before it, with undecided jokers decided

# An action's effect. A track is a run of the constraint's own that is not finished.
GOING = 0  # for each track (the code it gets, -1: it ends; the colour of runs it joins, or -1)
GROUPS = 1  # codes of each group it makes
STARTS = 2  # the first code of each track it begins
ORDER = 3  # the tracks' order from now on, () if it is unchanged

DONE = -1  # in the state of an opening: it is complete


class Constraint:
    """The contract, with defaults for what most constraints do not need."""

    watches = False  # its state also counts the tiles that the sweep places: see `counted`
    few = False  # it leaves so few choices that even many jokers make few states

    def start(self) -> "State":
        """Return the state before number 1."""
        return 0

    def actions(self, state: "State", number: int, action: "Action", may: "Counts") -> "Actions":
        """Yield every action from `state` at `number` (1 to 13), and None between slices.

        action: another constraint's action, or the number as it is. may: the number's may-counts
        before any constraint.
        """
        yield (state,) + action[MUST:]

    def counted(self, state: "State", number: int, laid: int, jokers: int) -> "State":
        """Return the state once `laid` tiles that can be laid, and `jokers`, are placed at
        `number`; asked only where the constraint watches."""
        return state

    def mark(self, state: "State") -> "tuple[State, int]":
        """Return (what states must share to be compared, bits): of two that share it, the one whose
        bits include the other's can do whatever the other can."""
        return state, 0

    def accepts(self, state: "State", rack_jokers: int) -> bool:
        """Return True if a play may end in `state` with that many of the rack's jokers laid."""
        return True

    def rack_jokers(self, state: "State") -> int:
        """Return how many rack jokers that the sweep does not count its sets hold in the end."""
        return 0

    def most_jokers(self) -> int:
        """Return the most that `rack_jokers` can be."""
        return 0
