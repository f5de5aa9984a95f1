"""Puzzles by chance, proven one by one: the whole rack can be laid, in one solution only."""

from rules.solver import search
from rules.tilegame import games, melds, referee, tiles
from rules.tilegame.tiles import JOKER
from tools.puzzles import ways

RULES = games.rules_for(games.ids()[0])  # Rummikub
_RACKS = 16  # tried with one end table
_STEPS = 4000  # of an exact cover; a puzzle that needs more is not taken


class Puzzle:
    """table: sets of raw codes. rack: bytes. end: the end table, jokers with identity. moved: old
    tiles that leave their set. states: what the solver searches. kind: "plain", "rack
    joker" or "table joker"."""

    def __init__(self, table, rack, end, moved, states, kind):
        self.table = table
        self.rack = rack
        self.end = end
        self.moved = moved
        self.states = states
        self.kind = kind

    def key(self):
        """What two puzzles may not share: all tiles together."""
        return bytes(ways.plain_counts(self.table, self.rack))

    def work(self):
        """How hard it is: a tile that moves weighs like 25 states of the search."""
        return 25 * self.moved + self.states


def legal_ends(table, rack, most=_STEPS):
    """Every legal end table that lays the whole rack, jokers with identity: a generator.

    Raises OverflowError where that takes more than `most` steps.
    """
    jokers = JOKER in rack or any(JOKER in codes for codes in table)
    for sets in ways.tables(ways.plain_counts(table, rack), most):
        after = [bytes(codes) for codes in sets]
        if not jokers:
            yield after
            continue
        verdict = referee.judge(RULES, table, rack, after, True)
        if verdict.legal:
            yield verdict.table


def only_solution(table, rack, most=_STEPS):
    """(end table, moved) of the one solution, that with the fewest moved tiles; None for more or
    none, or where it would take too long to tell."""
    best = None
    known = None
    try:
        for end in legal_ends(table, rack, most):
            solution = ways.solution(end)
            if known is None:
                known = solution
            elif solution != known:
                return None
            moved = ways.moved(table, end)
            if best is None or moved < best[1]:
                best = end, moved
    except OverflowError:
        return None
    return best


def random_sets(chance, many, joker):
    """`many` sets near each other, so that they can be rearranged; one with a joker at will."""
    have = [2] * 52
    low = chance.randrange(0, 9)
    high = min(12, low + chance.randrange(4, 8))
    out = []
    for _ in range(60):
        if len(out) == many:
            break
        if chance.random() < 0.5:
            number = chance.randint(low, high)
            colours = chance.sample(range(4), chance.choice((3, 3, 3, 4)))
            codes = sorted(c * 13 + number for c in colours)
        else:
            size = chance.choice((3, 3, 4, 4, 5))
            first = chance.randint(low, max(low, high - size + 1))
            if first + size > 13:
                continue
            colour = chance.randrange(4)
            codes = list(range(colour * 13 + first, colour * 13 + first + size))
        if all(have[code] for code in codes):
            for code in codes:
                have[code] -= 1
            out.append(codes)
    if joker and out:
        codes = chance.choice(out)
        codes[chance.randrange(len(codes))] = JOKER
        if tiles.number_of(codes[0]) == 0 or JOKER in codes and _is_group(codes):
            codes.sort()
    return [bytes(codes) for codes in out]


def _is_group(codes):
    numbers = {code % 13 for code in codes if code != JOKER}
    return len(numbers) == 1


def tables_of(codes, chance, most):
    """Up to `most` ways to lay tiles `codes` as sets no longer than a pack can hold, in order."""
    out = []
    try:
        for sets in ways.tables(tiles.counts(codes), 400):
            if all(len(row) < 7 for row in sets):
                out.append(sorted(bytes(row) for row in sets))
            if len(out) == 40:
                break
    except OverflowError:
        pass
    chance.shuffle(out)
    return out[:most]


def few_solutions(have, plain, stands=range(52)):
    """False when the numbers alone show several solutions; a quick look before the exact one.

    have: counts of all tiles. A joker may stand for any of `stands`; solutions that differ in which
    of two missing colours a group's joker is are counted twice.
    """
    have = have[:52]
    if plain:
        return ways.count(have) == 1
    solutions = 0
    for code in stands:
        have[code] += 1
        solutions += ways.count(have)
        have[code] -= 1
        if solutions > 2:
            return False
    return True


def kept(table):
    """The kinds that the joker on a table stands for."""
    for codes in melds.read_table(table, RULES)[0]:
        for code in codes:
            if code >= tiles.STANDING:
                return tiles.kinds_of(code)


def random_rack(chance, pool, kind):
    """Some tiles of `pool` that make no set by themselves: bytes; or None."""
    size = chance.choice((2, 3, 3, 4, 4, 5, 5, 6))
    rest = [code for code in pool if code != JOKER]
    rack = [JOKER] if kind == "rack joker" else []
    for _ in range(3 * size):
        if len(rack) == size:
            return bytes(sorted(rack))
        code = chance.choice(rest)
        if not ways.all_sets(tiles.counts(rack + [code])):
            rest.remove(code)
            rack.append(code)
    return None


def puzzle_of(table, rack, kind):
    """The Puzzle of a table and a rack, or why it is none, a word."""
    if kind == "table joker":
        if not few_solutions(ways.plain_counts(table, rack), False, kept(table)):
            return "several solutions"
    result = search.run(RULES, table, rack, True, least=len(rack), tidy=0)
    if result.tiles != len(rack) or not result.proved:
        return "not all can be laid"
    solved = only_solution(table, rack)
    if not solved:
        return "several solutions"
    if not solved[1]:
        return "nothing moves"
    return Puzzle(table, rack, solved[0], solved[1], result.states, kind)


def attempt(chance, kind, tally):
    """One end table by chance, many racks out of it: the hardest Puzzle, or None.

    tally: a dict that counts the puzzles looked at, by what became of them.
    """
    end = random_sets(chance, chance.randint(4, 10 if kind == "plain" else 7), kind != "plain")
    pool = [code for codes in end for code in codes]
    if kind != "plain" and pool.count(JOKER) != 1:
        return None
    if kind != "table joker" and not few_solutions(tiles.counts(pool), kind == "plain"):
        tally["several solutions"] = tally.get("several solutions", 0) + 1
        return None
    best = None
    for _ in range(_RACKS):
        rack = random_rack(chance, pool, kind)
        if rack is None:
            continue
        rest = list(pool)
        for code in rack:
            rest.remove(code)
        for table in tables_of(rest, chance, 2):
            puzzle = puzzle_of(table, rack, kind)
            why = puzzle if isinstance(puzzle, str) else "puzzles"
            tally[why] = tally.get(why, 0) + 1
            if why == "puzzles" and (best is None or puzzle.work() > best.work()):
                best = puzzle
    return best
