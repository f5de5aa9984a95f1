"""Compute the maximum opening points that tiles laid in one turn can count (RG-4, RK-5).

If the opening turn may also rearrange the table, the opening meld may have been taken apart again
within the turn. So the referee asks for the best sets that the laid tiles alone can make. The
search goes from number 13 down to 1. Its state holds all that matters for lower numbers: the jokers
left, and for each line of runs (one for each colour, or a single one if runs mix colours) how many
runs reach down to this number with one, two, and three or more tiles. Only states whose short runs
can be completed are kept, each with its greatest number of points so far.

A state is an int: two bits of jokers, then for each line three fields, the shortest runs lowest, of
two bits each, or four in a single line.
"""

from rules.tilegame import melds, racksets
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.base import Slices


def best_opening(rules: dict, laid: bytearray) -> "Slices[int]":
    """Compute, in slices, the most points towards the opening that sets made of the tiles `laid`
    alone can score; -1 if no such set may open. Stops once rules["opening_points"] are reached.

    laid: number of tiles of each code 0..52.
    """
    required = rules["opening_points"]
    best = -1
    only_groups = rules["opening_sets"] == "group"  # only groups open
    if only_groups and not rules["opening_several"]:  # one set, without jokers
        for codes in racksets.sets_of(rules, laid):
            yield None
            best = max(best, melds.points_of(rules, [codes]))
        return best
    with_groups = not rules["runs_only"]
    lines = range(1 if rules["mixed_runs"] else 4)
    if rules["groups_only"] or only_groups and with_groups:
        lines = range(0)
    # 0: a joker scores the number it stands for
    joker_points = melds.FLAT_JOKER if rules["opening_joker"] == "flat" else 0
    jokers = 0 if rules["opening_joker"] == "none" else laid[JOKER]
    states = {jokers: 0}  # maps a state to its points
    points_below = 0  # points of the tiles of lower numbers
    for code in range(52):
        points_below += laid[code] * (code % 13 + 1)
    for number in range(13, 0, -1):
        row = _count_row(laid, number, range(4))
        points_below -= sum(row) * number
        rows = [_count_row(laid, number - i, lines) for i in range(3)]
        groups = (yield from _list_groups(row, jokers)) if with_groups else [0]
        reached: dict[int, int] = {}
        for state in sorted(states, key=lambda state: -states[state]):
            runs = _unpack_runs(state, lines)
            for group in groups:
                spent = group >> 8
                jokers_left = (state & 3) - spent
                if jokers_left < 0:
                    continue
                yield None
                used = [group >> 2 * colour & 3 for colour in range(4)]
                points = states[state] + sum(used) * number + spent * (joker_points or number)
                if len(lines) == 1:
                    used = [sum(used)]
                available = [rows[0][line] - used[line] for line in lines]
                shortfall = [max(0, sum(runs[line][:2]) - available[line]) for line in lines]
                if sum(shortfall) > jokers_left:
                    continue
                for next_state, points_laid, points_owed in _move_runs(
                    runs, jokers_left, available, rows, number, joker_points
                ):
                    total = points + points_laid
                    if total + points_owed > max(best, 0):
                        best = total + points_owed
                    joker_bound = joker_points or number - 1  # most points of a joker not laid yet
                    if total + points_below + (next_state & 3) * joker_bound > best:
                        reached[next_state] = max(total, reached.get(next_state, 0))
                if best >= required:
                    return best
        states = reached
    return best


def _count_row(laid, number, lines):
    """Count the tiles of a number for each line."""
    if number < 1:
        return [0] * len(lines)
    row = [laid[code] for code in range(number - 1, 52, 13)]
    return [sum(row)] if len(lines) == 1 else row[: len(lines)]


def _list_groups(row, jokers):
    """List, in slices, the tiles that groups of one number can take, as ints: two bits for the
    number of tiles of each colour, the number of jokers << 8. row: available tiles by colour."""
    choices = [0]
    for choice in choices:  # the list grows: append each choice with one more group
        yield None
        for colours in range(1, 16):
            tiles = [colours >> colour & 1 for colour in range(4)]
            size = sum(tiles)
            longer_choice = choice + sum([tiles[colour] << 2 * colour for colour in range(4)])
            if max([(longer_choice >> 2 * i & 3) - row[i] for i in range(4) if tiles[i]]) > 0:
                continue
            for spent in range(max(0, 3 - size), min(4 - size, jokers - (choice >> 8)) + 1):
                if longer_choice + (spent << 8) not in choices:
                    choices.append(longer_choice + (spent << 8))
    return choices


def _unpack_runs(state, lines):
    """Return the open runs of a state: for each line [with one tile, with two, with more]."""
    bits = 4 if len(lines) == 1 else 2
    field = (1 << bits) - 1
    return [[state >> 2 + bits * (3 * line + i) & field for i in range(3)] for line in lines]


def _move_runs(runs, jokers, available, rows, number, joker_points):
    """List the ways to continue, end and begin runs, each as (next state, points laid, points that
    the missing tiles of its short runs will score).

    runs: see `_unpack_runs`. jokers: number left. available: tiles of this number left for each
    line. rows: tiles of this number and the next two for each line. joker_points: 0 if a joker
    scores the number it stands for.
    Long runs are extended before new runs begin: that never scores less.
    """
    bits = 4 if len(available) == 1 else 2
    # (next state, jokers that no short run needs, points laid, points of missing tiles)
    ways = [(jokers, jokers, 0, 0)]
    for line in range(len(available)):
        shift = 2 + 3 * bits * line
        singles, pairs, complete = runs[line]
        _, next_row, last_row = [row[line] for row in rows]
        next_ways = []
        for next_state, spare_jokers, points, owed in ways:
            for spent in range(spare_jokers + 1):
                free_tiles = available[line] + spent - singles - pairs
                extended = min(complete, free_tiles)
                max_started = free_tiles - extended if number > 2 else 0
                for started in range(max_started + 1 if free_tiles >= 0 else 0):
                    tile_count = singles + pairs + extended + started
                    jokers_left = spare_jokers - spent
                    # Reserve jokers for the tiles that the next two numbers lack.
                    jokers_left -= max(0, started + singles - next_row) + max(0, started - last_row)
                    if jokers_left < 0 or tile_count < spent:
                        continue
                    next_runs = started | singles << bits
                    # Long runs beyond those that can be extended make no difference.
                    next_runs |= min(pairs + extended, next_row + spare_jokers) << 2 * bits
                    next_ways.append(
                        (
                            next_state - spent | next_runs << shift,
                            jokers_left,
                            points
                            + (tile_count - spent) * number
                            + spent * (joker_points or number),
                            owed + (started + singles) * (number - 1) + started * (number - 2),
                        )
                    )
        ways = next_ways
    return [(way[0], way[2], way[3]) for way in ways]
