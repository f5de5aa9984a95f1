"""The states between two numbers: the contract of `layers_small` and `layers_fast`, which keep
them.

`layers_small` takes as little memory as can be, `layers_fast` as little time; both give the same
answers.

A state of a sweep is one int, its key: four colours' open runs (see `runs`), 24 bits, and the
jokers spent from there on. Beside it stands a constraint's state. Of two states of equal value
beside equal states of constraints, one dominates the other if its runs can do whatever the
other's can and it has spent as many jokers, or fewer of those that need not be laid; the other is
left out.
"""

if False:  # for type checkers
    from rules.solver.constraint import State
    from rules.solver.sweep import Sweep


class Layers:
    """The layers of states of one sweep: layer 0 is before number 1, layer 13 after number 13.

    Both have the same methods. Layers(sweep, start): the `Sweep`, and what its constraints begin
    with, or None.

    advance(): go through the numbers until no state is left; a generator that yields None between
    slices. Raises Stop at the limit of states. last(): the last layer's states; yields
    (constraints' state, key, value, index). trace(index): sets way: (constraints' state, key) by
    layer, of the best way to the last layer's state of that index. The layers' memory is given
    back. ready(must, may): get ready for `laid` of a number with these counts; a generator of None,
    or empty. laid(must, may, jokers, low, high): the most tiles laid of those that can be, given
    the tiles of colours 0 and 1, 2 and 3 in runs, base 5 each, and the jokers at the number; -1 for
    what cannot be. links(number, left, first, old, new): the `runs.half_moves` from half `old` to
    half `new` (-1: to any) at a number. first: 0 or 2, the half's first colour. left: jokers that
    later numbers can have. parts: a dict that keeps answers of `end_table.split`, or None where
    memory is scarce.
    """

    parts: "dict | None" = None

    def __init__(self, sweep: "Sweep", start: "State") -> None:
        self.sweep = sweep
        self.way: list[tuple] = []
        # jokers that have to be laid anyway; what dominates one may have spent fewer beyond them
        self.owed = sweep.owed if sweep.thrifty() else 9


def widest(values: list[int], keys: list[int], width: int) -> list[int]:
    """The places of the `width` best values of a layer; of equal ones those with the least keys, of
    these the first."""
    order = sorted(values)
    least = order[len(order) - width]
    for value in order:
        width -= value > least
    equal = sorted([keys[i] for i in range(len(keys)) if values[i] == least])
    last = equal[width - 1]
    width -= equal.index(last)
    out = []
    for i in range(len(values)):
        value = values[i]
        if value == least and keys[i] == last:
            width -= 1
            if width >= 0:
                out.append(i)
        elif value > least or value == least and keys[i] < last:
            out.append(i)
    return out
