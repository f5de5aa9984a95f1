"""What tiles laid in one turn could have opened with, where one may build in that turn (RG-4,
RK-5).

The opening meld may have been rearranged within the turn, so the referee asks for the best sets
that the laid tiles alone can make. The search goes from number 13 down to 1. A state is what lower
numbers can still change: the jokers left, and for each line of runs (a colour's, or all colours'
where runs mix them) how many runs reach down to this number with one, two, and three or more tiles.
Only states whose short runs can be finished are kept, each with the most points so far.

A state is an int: two bits of jokers, then for each line three fields, the shortest runs lowest.
"""

from rules.tilegame import melds, racksets
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.base import Slices


def best_opening(rules: dict, laid: bytearray) -> "Slices[int]":
    """Return, in slices, the most that sets made of the tiles `laid` (counts of 53) alone count
    towards the opening; -1 when they make no set that may open. Stops at rules["opening_points"].
    """
    need = rules["opening_points"]
    best = -1
    one_kind = rules["opening_sets"] == "group"
    if one_kind and not rules["opening_several"]:  # one set, and no joker in it
        for codes in racksets.sets_of(rules, laid):
            yield None
            best = max(best, melds.points_of(rules, [codes]))
        return best
    with_groups = not rules["runs_only"]
    lines = 1 if rules["mixed_runs"] else 4
    if rules["groups_only"] or one_kind and with_groups:
        lines = 0
    flat = melds.FLAT_JOKER if rules["opening_joker"] == "flat" else 0
    jokers = 0 if rules["opening_joker"] == "none" else laid[JOKER]
    states = {jokers: 0}  # the points of each
    rest = sum([laid[code] * (code % 13 + 1) for code in range(52)])  # points of lower numbers
    for number in range(13, 0, -1):
        row = _row(laid, number, 4)
        rest -= sum(row) * number
        rows = [_row(laid, number - i, lines) for i in range(3)]
        groups = (yield from _groups(row, jokers)) if with_groups else [0]
        reached: dict[int, int] = {}
        for state in sorted(states, key=lambda state: -states[state]):
            runs = _unpacked(state, lines)
            for group in groups:
                spent = group >> 8
                left = (state & 3) - spent
                if left < 0:
                    continue
                yield None
                used = [group >> 2 * colour & 3 for colour in range(4)]
                points = states[state] + sum(used) * number + spent * (flat or number)
                if lines == 1:
                    used = [sum(used)]
                have = [rows[0][line] - used[line] for line in range(lines)]
                short = [max(0, sum(runs[line][:2]) - have[line]) for line in range(lines)]
                if sum(short) > left:
                    continue
                for new, more, owed in _runs(runs, left, have, rows, number, flat):
                    total = points + more
                    if total + owed > max(best, 0):
                        best = total + owed
                    if total + rest + (new & 3) * (flat or number - 1) > best:
                        reached[new] = max(total, reached.get(new, 0))
                if best >= need:
                    return best
        states = reached
    return best


def _row(laid, number, lines):
    """Count the tiles of a number in each line."""
    if number < 1:
        return [0] * lines
    row = [laid[code] for code in range(number - 1, 52, 13)]
    return [sum(row)] if lines == 1 else row[:lines]


def _groups(row, jokers):
    """List, in slices, what groups of one number can take: ints, two bits for each colour that
    count its tiles, and above those the jokers. row: the tiles of each colour."""
    choices = [0]
    for choice in choices:  # each with one group more, so the list grows
        yield None
        for colours in range(1, 16):
            tiles = [colours >> colour & 1 for colour in range(4)]
            many = sum(tiles)
            more = choice + sum([tiles[colour] << 2 * colour for colour in range(4)])
            if max([(more >> 2 * i & 3) - row[i] for i in range(4) if tiles[i]]) > 0:
                continue
            for spent in range(max(0, 3 - many), min(4 - many, jokers - (choice >> 8)) + 1):
                if more + (spent << 8) not in choices:
                    choices.append(more + (spent << 8))
    return choices


def _unpacked(state, lines):
    """Count the runs of a state: of each line those with one, two, and three or more tiles."""
    bits = 4 if lines == 1 else 2
    field = (1 << bits) - 1
    return [[state >> 2 + bits * (3 * line + i) & field for i in range(3)] for line in range(lines)]


def _runs(runs, jokers, have, rows, number, flat):
    """List the ways to go on with runs: (the state then, points laid, points that its short runs
    still bring).

    runs: see `_unpacked`. jokers: those left. have: tiles of this number that each line has left.
    rows: of this number and the next two. flat: what a joker counts; 0: its number. A run of three
    or more takes a tile before a new run does, which could not gain more by it.
    """
    bits = 4 if len(have) == 1 else 2
    ways = [(jokers, jokers, 0, 0)]  # second: jokers that no short run waits for
    for line in range(len(have)):
        place = 2 + 3 * bits * line
        singles, pairs, complete = runs[line]
        _, next_row, last_row = [row[line] for row in rows]
        grown = []
        for new, spare, points, owed in ways:
            for spent in range(spare + 1):
                free = have[line] + spent - singles - pairs
                longer = min(complete, free)
                begin = free - longer if number > 2 else 0  # at most
                for begun in range(begin + 1 if free >= 0 else 0):
                    tiles = singles + pairs + longer + begun
                    left = spare - spent
                    left -= max(0, begun + singles - next_row) + max(0, begun - last_row)
                    if left < 0 or tiles < spent:
                        continue
                    then = begun | singles << bits
                    then |= min(pairs + longer, next_row + spare) << 2 * bits
                    grown.append(
                        (
                            new - spent | then << place,
                            left,
                            points + (tiles - spent) * number + spent * (flat or number),
                            owed + (begun + singles) * (number - 1) + begun * (number - 2),
                        )
                    )
        ways = grown
    return [(way[0], way[2], way[3]) for way in ways]
