"""States of the layers so far that lead nowhere, dropped from the arrays of `layers_small`:
mostly more than half. Loaded when those run out.
"""

from rules.solver.columns import GAIN, IN, NEXT, PAST_FROM, PAST_KEY, PAST_STATE, PIECE

if False:  # for type checkers
    from rules.slices import Slices
    from rules.solver.layers_small import SmallLayers


def forget(layers: "SmallLayers", order: list[int]) -> "Slices[None]":
    """Drop the states of a SmallLayers that lead to none in the slots of `order`; a generator that
    yields None between slices."""
    gains = layers.slots[GAIN]
    place = layers.slots[NEXT]  # where a state goes to, plus one; the chains are not needed now
    starts = layers.starts
    for layer in range(len(starts) - 2, 0, -1):
        yield None
        first, last = starts[layer : layer + 2]
        for index in range(last - first):
            place[index] = 0
        if order:
            for slot in order:
                place[gains[slot] & 8191] = 1
        else:
            _mark(layers.past, last, starts[layer + 2], place)
        _number(layers.past, first, last, place)
        if order:
            for slot in order:
                gains[slot] = gains[slot] & ~8191 | place[gains[slot] & 8191] - 1
        else:
            _name_anew(layers.past, last, starts[layer + 2], place)
        order = None
    to = 1
    for layer in range(1, len(starts) - 1):
        yield None
        first = starts[layer]
        starts[layer] = to
        to = _close_up(layers, layer, first, starts[layer + 1], to)
    starts[-1] = to


def _mark(past, first, last, place):
    """Mark what the states kept from place `first` to before `last` came from."""
    for index in range(first, last):
        if past[PAST_KEY][index >> PIECE][index & IN] >= 0:
            place[past[PAST_FROM][index >> PIECE][index & IN]] = 1


def _number(past, first, last, place):
    """Number the marked states of a layer from 1; the others' keys become -1."""
    many = 0
    for index in range(first, last):
        if place[index - first]:
            many += 1
            place[index - first] = many
        else:
            past[PAST_KEY][index >> PIECE][index & IN] = -1


def _name_anew(past, first, last, place):
    """Let the states kept from place `first` to before `last` name what they came from anew."""
    for index in range(first, last):
        if past[PAST_KEY][index >> PIECE][index & IN] >= 0:
            row = past[PAST_FROM][index >> PIECE]
            row[index & IN] = place[row[index & IN]] - 1


def _close_up(layers, layer, first, last, to):
    """Move the states kept of a layer to the place `to` and on; returns the place after them."""
    past = layers.past
    states = []
    known = -1
    for index in range(first, last):
        if past[PAST_KEY][index >> PIECE][index & IN] < 0:
            continue
        for row in past[:3] if layers.constrained else past[:2]:
            row[to >> PIECE][to & IN] = row[index >> PIECE][index & IN]
        if layers.constrained and not layers.ints:
            state = past[PAST_STATE][to >> PIECE][to & IN]
            if state != known:
                known = state
                states.append(layers.past_states[layer][state])
            past[PAST_STATE][to >> PIECE][to & IN] = len(states) - 1
        to += 1
    if layers.constrained and not layers.ints:
        layers.past_states[layer] = states
    return to
