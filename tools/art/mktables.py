"""Makes rules/solver/lookup.py: the solver's meld tables."""

MADE = "rules/solver/lookup.py"
MOST = 4  # runs of one colour open at once: two tiles of a kind and two jokers


def states() -> list[tuple[int, int, int]]:
    """Open runs of one colour (of length 1, of 2, of 3 and more), fewest runs first."""
    counts = range(MOST + 1)
    every = [(a, b, c) for a in counts for b in counts for c in counts if a + b + c <= MOST]
    return sorted(every, key=lambda state: (sum(state), state))


def step(state: tuple[int, int, int], used: int) -> tuple[int, int, int] | None:
    """Return the state after `used` tiles went into runs at the next number, or None."""
    ones, twos, threes = state
    spare = used - ones - twos
    if spare < 0:
        return None
    on = min(threes, spare)
    return spare - on, ones, twos + on


def order_bits(state: tuple[int, int, int]) -> int:
    """15 bits: a state whose bits hold another's can do whatever the other can."""
    ones, twos, threes = state
    bits = shift = 0
    for value in (threes, twos + threes, ones + twos + threes, 3 - ones - twos, 3 - ones):
        bits |= (1 << value) - 1 << shift
        shift += 3
    return bits


def group_ways() -> list[bytes]:
    """Choices of colours that fill groups of 3 and 4, by how many jokers help: three bytes.

    A byte holds four counts, two bits each. More than two of a colour come from table jokers, two
    at most.
    """
    out = [bytearray(), bytearray(), bytearray()]
    for way in range(256):
        counts = (way & 3, way >> 2 & 3, way >> 4 & 3, way >> 6)
        if sum(max(0, count - 2) for count in counts) > 2:
            continue
        for jokers in range(3):
            total = sum(counts) + jokers
            if sum(counts) == 0 and jokers:
                continue
            if any(
                max(counts) <= groups and 3 * groups <= total <= 4 * groups for groups in range(5)
            ):
                out[jokers].append(way)
    return [bytes(ways) for ways in out]


def text() -> str:
    """Return the module's text."""
    every = states()
    number: dict[tuple[int, int, int] | None, int] = {None: 255}
    number.update({state: i for i, state in enumerate(every)})
    counts = range(MOST + 1)
    bits = [order_bits(state) if sum(state) <= 3 else 0 for state in every]
    ones, twos, threes = zip(*every)
    find = [number.get((a, b, c), 255) for a in counts for b in counts for c in counts]
    tables = [
        ("ONE", "open runs of length 1, by state of a colour", ones),
        ("TWO", "of length 2", twos),
        ("THREE", "of length 3 and more", threes),
        (
            "NEXT",
            "state * 5 + tiles going into runs: the next state, 255 for none",
            [number[step(state, used)] for state in every for used in counts],
        ),
        ("FIND", "(ONE * 5 + TWO) * 5 + THREE: the state", find),
        (
            "LOW",
            "low byte of 15 bits per state: what it can do is what they hold",
            [word & 255 for word in bits],
        ),
        ("HIGH", "high byte", [word >> 8 for word in bits]),
    ]
    meaning = "counts of four colours, two bits each, that fill groups with %d jokers"
    tables += [("GROUPS%d" % i, meaning % i, list(ways)) for i, ways in enumerate(group_ways())]
    text = '"""The solver\'s meld tables, made by tools/art/mktables.py; do not edit."""\n'
    for name, meaning, table in tables:
        dots = ["\\x%02x" % byte for byte in table]
        pieces = ['b"%s"' % "".join(dots[i : i + 22]) for i in range(0, len(dots), 22)]
        value = pieces[0] if len(pieces) == 1 else "(\n    %s\n)" % "\n    ".join(pieces)
        text += "\n# %s\n%s = %s\n" % (meaning, name, value)
    return text + "\nFULL = 20  # states from here on hold four runs: too many for the 15 bits\n"
