"""The values of an option: a tuple of them, or a list of ranges, [lowest, highest, step, ...].

Types are compared, too: True is not 1.
"""

from rules.base import text_of

MOST_ROUNDS = 9  # an option `length` up to this is a number of rounds, above it of points

if False:  # for type checkers
    from typing import Any


def fits(value: object, values: tuple | list) -> bool:
    """Return whether `value` is one of `values`."""
    if isinstance(values, list):
        for i in range(0, len(values), 3):
            if type(value) is int and values[i] <= value <= values[i + 1]:
                return True
        return False
    for allowed in values:
        if value == allowed and type(value) is type(allowed):
            return True
    return False


def list_values(values: tuple | list) -> list:
    """List all values."""
    if isinstance(values, tuple):
        return list(values)
    numbers: list = []
    for i in range(0, len(values), 3):
        numbers += range(values[i], values[i + 1] + 1, values[i + 2])
    return numbers


def next_value(values: tuple | list, value: int | str | bool, step: int) -> "Any":
    """Return the value `step` places (1 or -1) after `value`, wrapping round at the ends.

    A value between two steps, which only files and requests can set, moves to the next of them.
    """
    if isinstance(values, list):
        for i in range(0, len(values), 3):
            if values[i] <= value <= values[i + 1]:
                break
        off = (value - values[i]) % values[i + 2]
        value += step * values[i + 2] - (off if step > 0 else off and off - values[i + 2])
        if value > values[i + 1]:
            return values[(i + 3) % len(values)]
        return value if value >= values[i] else values[i - 2]
    index = 0
    for i in range(len(values)):
        if values[i] == value and type(values[i]) is type(value):
            index = i
    return values[(index + step) % len(values)]


def describe(values: tuple | list) -> str:
    """Return the text of the values: "1 to 9 or 50 to 500", "friendly or strict"."""
    if isinstance(values, list):
        return " or ".join(
            ["%d to %d" % (values[i], values[i + 1]) for i in range(0, len(values), 3)]
        )
    return " or ".join([text_of(value) for value in values])
