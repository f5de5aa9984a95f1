"""Side constraints that a sweep carries from number to number beside the runs: their contract.

A constraint keeps a state of its own: jokers under a clause (`jokers`), an opening meld
(`opening_meld`, `opening_build`), old sets that stay where they lie (`untouched`). At each number
it says in which ways it takes tiles before the rest is placed; each way is an action, a tuple with
the places below.
"""

if False:  # for type checkers
    from collections.abc import Iterable
    from typing import Any

    State = Any  # each constraint's own
    Counts = tuple[int, ...]  # four, by colour
    Action = tuple  # see below
    Actions = Iterable[Action | None]

STATE = 0  # the constraint's next state
MUST = 1  # four counts by colour: tiles left to be placed that have to be
MAY = 2  # four counts: tiles left to be placed that can be
JOKERS = 3  # spare jokers it takes
LONG = 4  # colours that get a run more which may stop: once a set of its own, now like all others
LAID = 5  # rack tiles it lays
EFFECT = 6  # what it does to sets of its own, or None
CHOSEN = 7  # the number's must-counts before it, with undecided jokers decided

# An effect's places. A track is a run of the constraint's own that is not finished.
GOING = (
    0  # for each track: (the code it gets, -1 where it ends; the colour of runs it joins, or -1)
)
GROUPS = 1  # codes of each group it makes
STARTS = 2  # the first code of each track it begins
ORDER = 3  # the tracks' order from now on, () if it stays
STAYS = 4  # old sets that stay, from their first number on
NOTHING = ((), (), (), (), ())


class Constraint:
    """The contract, with what most constraints need not say themselves.

    Every constraint is made from (problem, sweep, reading). A state is an int of thirty bits or a
    tuple; states of one constraint can be sorted.
    """

    watches = False  # its state counts the tiles that are placed, too: see `counted`
    thrifty = True  # with fewer jokers spent, all else equal, nothing is lost
    few = False  # it leaves so few choices that even many jokers make few states

    def start(self) -> "State":
        """The state before number 1."""
        return 0

    def actions(self, state: "State", number: int, action: "Action", may: "Counts") -> "Actions":
        """Every way on from `state` at `number` (1 to 13).

        action: what came before, another constraint's action or the number as it is. may: the
        number's may-counts before any constraint. Yields actions, and None between slices.
        """
        yield (state,) + action[MUST:]

    def counted(self, state: "State", number: int, laid: int, jokers: int) -> "State":
        """The state once `laid` tiles that can be laid, and `jokers`, are placed at `number`; asked
        only where the constraint watches."""
        return state

    def mark(self, state: "State") -> "tuple[State, int]":
        """(what states must share to be compared, bits): of two that share it, the one whose bits
        include the other's can do whatever the other can."""
        return state, 0

    def accepts(self, state: "State", rack_jokers: int) -> bool:
        """True when a play may end in `state` with that many of the rack's jokers laid."""
        return True

    def rack_jokers(self, state: "State") -> int:
        """How many rack jokers, not counted by the sweep, its own sets hold in a last state."""
        return 0

    def most_jokers(self) -> int:
        """The most that `rack_jokers` can be."""
        return 0
