"""Makes rules/solver/lookup.py: the solver's meld tables."""

MADE = "rules/solver/lookup.py"
MOST = 4  # runs of one colour open at once: two tiles of a kind and two jokers


def states() -> list[tuple[int, int, int]]:
    """Open runs of one colour (of length 1, of 2, of 3 and more), fewest runs first."""
    out = []
    for total in range(MOST + 1):
        for ones in range(total + 1):
            for twos in range(total - ones + 1):
                out.append((ones, twos, total - ones - twos))
    return out


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
    nexts = bytearray()
    for state in every:
        for used in range(MOST + 1):
            end = step(state, used)
            nexts.append(255 if end is None else every.index(end))
    find = bytearray(b"\xff" * (MOST + 1) ** 3)
    for i, (ones, twos, threes) in enumerate(every):
        find[(ones * (MOST + 1) + twos) * (MOST + 1) + threes] = i
    low = bytearray()
    high = bytearray()
    for state in every:
        bits = order_bits(state) if sum(state) <= 3 else 0
        low.append(bits & 255)
        high.append(bits >> 8)
    tables = [
        ("ONE", "open runs of length 1, by state of a colour", bytes(s[0] for s in every)),
        ("TWO", "of length 2", bytes(s[1] for s in every)),
        ("THREE", "of length 3 and more", bytes(s[2] for s in every)),
        ("NEXT", "state * 5 + tiles going into runs: the next state, 255 for none", bytes(nexts)),
        ("FIND", "(ONE * 5 + TWO) * 5 + THREE: the state", bytes(find)),
        ("LOW", "low byte of 15 bits per state: what it can do is what they hold", bytes(low)),
        ("HIGH", "high byte", bytes(high)),
    ]
    for jokers, ways in enumerate(group_ways()):
        meaning = "counts of four colours, two bits each, that fill groups with %d jokers" % jokers
        tables.append(("GROUPS%d" % jokers, meaning, ways))
    lines = ['"""The solver\'s meld tables, made by tools/art/mktables.py; do not edit."""']
    for name, meaning, table in tables:
        lines.append("")
        lines.append("# " + meaning)
        pieces = []
        for start in range(0, len(table), 22):
            pieces.append('b"%s"' % "".join("\\x%02x" % byte for byte in table[start : start + 22]))
        value = pieces[0] if len(pieces) == 1 else "(\n    %s\n)" % "\n    ".join(pieces)
        lines.append("%s = %s" % (name, value))
    lines.append("")
    lines.append("FULL = 20  # states from here on hold four runs: too many for the 15 bits")
    return "\n".join(lines) + "\n"
