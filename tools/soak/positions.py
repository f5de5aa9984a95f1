"""Positions and plays for the judges: small tables on which jokers of one number lie side by side,
and what somebody might do with them, right or nearly right."""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import Any

from rules.tilegame import games, referee, tiles
from tools.soak import drive, judge
from tools.soak.judge import COLOURS, Table, Tokens, colour, is_joker, number

GAMES = tuple(judge.GAMES)
_OPTIONS = (  # that the slow judge knows
    "opening_points", "opening_build", "opening_several", "mixed_runs", "groups_only", "runs_only",
)  # fmt: skip
_NODES = 200  # steps that a search for one arrangement may take
_FREED = 5  # sets of the table that a play takes apart
_FROM_RACK = 9  # tiles of the rack that it looks at
_SETS = 300  # of which so many sets are looked at: runs of mixed colours are legion


def code(token: str) -> int:
    """A token of the slow judge as a tile code."""
    if not is_joker(token) or token == "*":
        return tiles.parse(token)
    kinds = judge.stands_for(token)
    mask = sum(1 << COLOURS.index(colour(kind)) for kind in kinds)
    return tiles.joker_as(number(min(kinds)), mask)


def codes(table: Table) -> list[bytes]:
    """A table of tokens as the rules keep it."""
    return [bytes([code(token) for token in tokens]) for tokens in table]


def standing(table: Table) -> list[bytes]:
    """`codes` of a table before a turn, each set in the order in which the game keeps it."""
    out = []
    for row in codes(table):
        run = len({tiles.number_of(code) for code in row}) > 1
        out.append(row if run else bytes(sorted(row)))
    return out


def token(code: int) -> str:
    """A tile code as a token."""
    if code < tiles.STANDING:
        return tiles.text(code)
    return judge.joker_text({tiles.text(kind) for kind in tiles.kinds_of(code)})


def tokens(table: Iterable[Iterable[int]]) -> list[list[str]]:
    """A table of codes as tokens."""
    return [[token(code) for code in row] for row in table]


class Position:
    """What a turn begins with: game, options, before (jokers say what they stand for), rack,
    opened, parted."""

    def __init__(
        self,
        game: str,
        options: dict,
        before: Table,
        rack: Tokens,
        opened: bool,
        parted: bool = False,
    ) -> None:
        self.game = game
        self.options = options
        self.before = before
        self.rack = rack
        self.opened = opened
        self.parted = parted
        self.rules = judge.rules_of(game, options)  # as the slow judge has them
        self.fields = games.rules_for(game, options)  # ... and the game

    def pairs(self) -> tuple:
        """`parted` as the slow judge has it."""
        return ((0, 1),) if self.parted else ()

    def judged(self, after: Table, **more: Any) -> judge.Verdict:
        """The slow judge's Verdict on a turn that ends with the table `after`."""
        turn = self.game, self.options, self.before, self.rack, after, self.opened
        return judge.judge(*turn, parted=self.pairs(), **more)

    def asked(self, after: Table, as_said: bool = False) -> referee.Verdict:
        """The referee's. as_said: what `after` says of its jokers holds where it can."""
        before, rack = codes(self.before), codes([self.rack])[0]
        turn = self.fields, before, rack, codes(after), self.opened, self.parted
        return referee.judge(*turn, as_said)

    def best_play(self, goal: str, steps: int, **more: Any) -> tuple[int, int]:
        """The slow search's best play: see judge.best_play."""
        turn = self.game, self.options, self.before, self.rack, self.opened
        return judge.best_play(*turn, goal, steps, parted=self.pairs(), **more)

    def turned(self, before: Table, rack: Tokens) -> "Position":
        """The same, tiles and sets in another order."""
        return Position(self.game, self.options, before, rack, self.opened, self.parted)


def position(rng: random.Random, game: str, sets: int = 3, size: int = 5) -> Position:
    """A position of so many sets and about so many tiles on the rack. Jokers lie on the table in
    most positions, and often two of one number."""
    options = drive.options(rng, game, 0.25, _OPTIONS) if rng.random() < 0.5 else {}
    rules = judge.rules_of(game, options)
    pack = Counter({c + str(n): 2 for c in COLOURS for n in range(1, 14)})
    pack["*"] = 2
    wanted = rng.randint(1, 13)
    before = []
    jokers = rng.choice((0, 1, 1, 2, 2, 2, 2, 2))
    for _ in range(sets):
        real = _some_set(rng, rules, wanted, pack)
        if real is None:
            continue
        places = [i for i in range(len(real)) if i == 0 or number(real[i]) == wanted]
        rng.shuffle(places)
        here = min(jokers, rng.choice((0, 1, 1, 1, 2)), len(real) - 1, len(places))
        row = list(real)
        for place in places[:here]:
            row[place] = "*"
        jokers -= here
        pack -= Counter(row)
        before.append(_standing(rng, row, real, rules))
    rack = _rack(rng, before, pack, wanted, size)
    opened = rng.random() < 0.75
    parted = rng.random() < 0.3 and _may_part(before)
    return Position(game, options, before, rack, opened, parted)


def _some_set(rng, rules, wanted, pack):
    """A set of number tiles of the pack that holds `wanted`, in most cases."""
    for _ in range(10):
        here = wanted if rng.random() < 0.7 else rng.randint(1, 13)
        if rules["runs_only"] or not rules["groups_only"] and rng.random() < 0.45:
            length = rng.choice((3, 3, 4, 5, 6))
            start = max(1, min(14 - length, here - rng.randrange(length)))
            own = rng.choice(COLOURS)
            row = []
            for value in range(start, start + length):
                row.append((rng.choice(COLOURS) if rules["mixed"] else own) + str(value))
        else:
            row = [c + str(here) for c in rng.sample(COLOURS, rng.choice((3, 3, 3, 4)))]
        if not Counter(row) - pack:
            return row
    return None


def _standing(rng, row, real, rules):
    """A set on the table whose jokers say what they stand for: as open as their places leave them,
    or decided before."""
    for kind, ways in judge.readings(row, rules):
        if tuple(real) not in ways:
            continue
        places = [i for i in range(len(row)) if row[i] == "*"]
        kept = ways
        if rng.random() < 0.5:  # something has decided it, in part perhaps
            kept = [way for way in ways if rng.random() < 0.5] or [tuple(real)]
            if kind == "group" and len(places) == 2 and len(kept) > 1:
                kept = ways  # two of one group: all, or one
        out = list(row)
        for place in places:
            out[place] = judge.joker_text({way[place] for way in kept})
        return out
    return row


def _may_part(before):
    """Whether two jokers of one number lie in two sets, each with more than one tile to be."""
    jokers = [(i, token) for i, row in enumerate(before) for token in row if is_joker(token)]
    if len(jokers) != 2 or jokers[0][0] == jokers[1][0]:
        return False
    first, second = (judge.stands_for(token) for _, token in jokers)
    return bool(first & second) and len(first) > 1 and len(second) > 1


def _rack(rng, before, pack, wanted, size):
    """A rack with what could pay for jokers, what lies near them, and others."""
    near = []
    for row in before:
        for token in row:
            if is_joker(token):
                near += sorted(judge.stands_for(token)) * 2
            else:
                near += [c + str(number(token)) for c in COLOURS]
                near += [
                    colour(token) + str(n)
                    for n in (number(token) - 1, number(token) + 1)
                    if 1 <= n <= 13
                ]
    near += [c + str(n) for c in COLOURS for n in range(max(1, wanted - 2), min(13, wanted + 2))]
    rack = []
    left = Counter(pack)
    while len(rack) < size:  # one at least
        roll = rng.random()
        if roll < 0.12:
            tile = "*"
        elif roll < 0.8:
            tile = rng.choice(near)
        else:
            tile = rng.choice(COLOURS) + str(rng.randint(1, 13))
        if left[tile]:
            left[tile] -= 1
            rack.append(tile)
        elif rack and rng.random() < 0.1:
            break
    if rng.random() < 0.3:  # enough to open with, or to use a freed joker with
        value = rng.randint(9, 13)
        for tile in [c + str(value) for c in rng.sample(COLOURS, 3)]:
            if left[tile]:
                left[tile] -= 1
                rack.append(tile)
    return rack


# Plays ------------------------------------------------------------------------------------------


def arrangement(
    rng: random.Random, rules: dict, must: list[str], may: list[str]
) -> list[list[str]] | None:
    """All tiles `must` (a list) and some of `may` in legal sets, chosen at random: a table, or None
    where none was found soon."""
    counted = Counter(must) + Counter(may)
    rows = judge.sets_from(rules, counted, 5 if rules["mixed"] else 13)
    sets = [(row, Counter(row)) for row in rng.sample(rows, min(len(rows), _SETS))]
    table = _arranged(sets, Counter(must), counted, [_NODES])
    for row, own in sets:  # what is over, if the dice say so
        used = Counter(tile for row in table or () for tile in row)
        if table is not None and rng.random() < 0.5 and _has(own, counted - used):
            table.append(row)
    return table


def _has(few, many):
    return all(many[tile] >= count for tile, count in few.items())


def _arranged(sets, must, counted, budget):
    if not must:
        return []
    budget[0] -= 1
    if budget[0] < 0:
        return None
    sets = [meld for meld in sets if _has(meld[1], counted)]
    # The tile that the fewest sets hold comes first.
    holds = Counter(tile for _, own in sets for tile in own)
    first = min(sorted(must), key=lambda tile: holds[tile])
    for row, own in sets:
        if first in own:
            rest = _arranged(sets, must - own, counted - own, budget)
            if rest is not None:
                return [row, *rest]
    return None


def play(rng: random.Random, position: Position) -> list[list[str]] | None:
    """A table that somebody might end a turn with; often legal."""
    before = [judge.bare(row) for row in position.before]
    count = min(rng.randint(1, len(position.rack)), _FROM_RACK)
    laid = rng.sample(judge.bare(position.rack), count)
    rules = position.rules
    if rng.random() < 0.25 or not position.opened and not rules["build"] and rng.random() < 0.8:
        must, freed = laid[:1], []
    else:
        freed = [row for row in before if rng.random() < 0.65]
        freed = rng.sample(freed, min(len(freed), _FREED))
        must = [tile for row in freed for tile in row] + laid[: rng.choice((0, 1, 1, 1, 2, 3))]
    kept = list(before)
    for row in freed:
        kept.remove(row)
    may = Counter(laid) - (Counter(must) - Counter(tile for row in freed for tile in row))
    new = arrangement(rng, rules, must, list(may.elements()))
    return None if new is None else kept + new


def spoilt(rng: random.Random, position: Position, table: list[list[str]]) -> list[list[str]]:
    """A play with one to three things done to it that people, and programs, get wrong."""
    table = [list(row) for row in table]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        what = rng.randrange(9)
        rows = [i for i in range(len(table)) if table[i]]
        if not rows:
            break
        a, b = rng.choice(rows), rng.choice(rows)
        i, j = rng.randrange(len(table[a])), rng.randrange(len(table[b]))
        if what == 0:  # a tile moves to another set
            tile = table[a].pop(i)
            table[b].insert(min(j, len(table[b])), tile)
        elif what == 1:  # two tiles change places
            table[a][i], table[b][j] = table[b][j], table[a][i]
        elif what == 2:  # a tile goes back, or away
            table[a].pop(i)
        elif what == 3 and position.rack:  # one more of the rack
            table[a].insert(rng.choice((0, len(table[a]))), rng.choice(judge.bare(position.rack)))
        elif what == 4:  # a set is cut
            table.append(table[a][i:])
            table[a] = table[a][:i]
        elif what == 5:  # two become one
            if a != b:
                table[a] += table[b]
                table[b] = []
        elif what == 6:  # a joker goes elsewhere in its set
            if "*" in table[a]:
                table[a].remove("*")
                table[a].insert(rng.randint(0, len(table[a])), "*")
        elif what == 7:  # a tile that nobody has
            table[a] = _with_stranger(rng, position, table[a])
        elif position.rack:  # a tile of the rack for one that lies there
            table[a][i] = rng.choice(judge.bare(position.rack))
    return [row for row in table if row]


def _with_stranger(rng, position, row):
    """Add to a set a tile that the rack does not hold, so that it stays a set where one can."""
    own = judge.bare(position.rack)
    strange = [c + str(n) for c in COLOURS for n in range(1, 14)] + ["*"]
    grown = [way for tile in strange if tile not in own for way in ([tile, *row], [*row, tile])]
    return rng.choice([way for way in grown if judge.readings(way, position.rules)] or grown)


def shuffled(rng: random.Random, table: Table, rules: dict) -> list[list[str]]:
    """The same table with its sets and the tiles of sets in another order, where the order says
    nothing: `b12 * *` is a group, `* b12 *` may be a run."""
    out = []
    for row in table:
        other = rng.sample(row, len(row))
        kinds = [[kind for kind, _ in judge.readings(tiles, rules)] for tiles in (row, other)]
        free = not any(is_joker(token) for token in row) or kinds == [["group"], ["group"]]
        out.append(other if free else list(row))
    rng.shuffle(out)
    return out


def every_claim(
    before: list[list[str]], table: list[list[str]], rules: dict
) -> list[list[list[str]]]:
    """The ways to write what a table's bare jokers stand for: a list of tables. Sets that lie as
    they lay say what they said."""
    rows = []
    left = list(before)
    for row in table:
        same = [old for old in left if judge.looks_like(old, judge.bare(row))]
        if same:
            left.remove(same[0])
            rows.append([same[0]])
            continue
        ways = []
        for _, filled in judge.readings(row, rules):
            for way in filled:
                new = [
                    judge.joker_text({tile}) if token == "*" else token
                    for token, tile in zip(row, way, strict=True)
                ]
                if new not in ways:
                    ways.append(new)
        rows.append(ways or [list(row)])
    return [list(rows) for rows in product(*rows)]
