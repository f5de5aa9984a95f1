"""Random positions with tiles of a few numbers, so that jokers often compete, and random turns in
them that are legal or nearly so."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rules.tilegame import games, referee, tiles
from tools.soak import drive, judge
from tools.soak.judge import COLOURS, Table, Tokens, is_joker, number

GAMES = tuple(judge.GAMES)
_OPTIONS = (  # that the judge knows
    "opening_points", "opening_build", "opening_several", "mixed_runs", "groups_only", "runs_only",
)  # fmt: skip
_MAX_STEPS = 200  # steps of the search for one arrangement
_MAX_SETS = 300  # that it chooses from: runs of mixed colours are very many
_MAX_LAID = 9  # tiles of the rack that a play considers


def code(token: str) -> int:
    """Return a token of the judge as a tile code."""
    if not is_joker(token) or token == "*":
        return tiles.parse(token)
    kinds = judge.stands_for(token)
    mask = sum(1 << COLOURS.index(kind[0]) for kind in kinds)
    return tiles.joker_as(number(min(kinds)), mask)


def codes(table: Table) -> list[bytes]:
    """Return a table of tokens as a table of codes, as the rules need it."""
    return [bytes([code(token) for token in tokens]) for tokens in table]


def token(code: int) -> str:
    """Return a tile code as a token."""
    if code < tiles.STANDING:
        return tiles.text(code)
    return judge.joker_text({tiles.text(kind) for kind in tiles.kinds_of(code)})


def tokens(table: Iterable[Iterable[int]]) -> list[list[str]]:
    """Return a table of codes as tokens."""
    return [[token(code) for code in meld] for meld in table]


@dataclass
class Position:
    """The position at the beginning of a turn.

    before: the table, whose jokers say what they stand for. opened: whether the seat has opened.
    jokers_differ: whether the table's two jokers, once of one group, stand for different tiles.
    """

    game: str
    options: dict
    before: Table
    rack: Tokens
    opened: bool
    jokers_differ: bool = False

    def __post_init__(self) -> None:
        self.rules = judge.rules_of(self.game, self.options)
        self.fields = games.rules_for(self.game, self.options)

    def _ask_judge(self, function, *args, **more):
        turn = self.game, self.options, self.before, self.rack
        distinct = ((0, 1),) if self.jokers_differ else ()
        return function(*turn, *args, distinct_jokers=distinct, **more)

    def judge_verdict(self, after: Table, **more: Any) -> judge.Verdict:
        """Return the judge's Verdict on a turn that ends with the table `after`."""
        return self._ask_judge(judge.judge, after, self.opened, **more)

    def best_play(self, goal: str, steps: int, **more: Any) -> tuple[int, int]:
        """Return the judge's best play: see judge.best_play."""
        return self._ask_judge(judge.best_play, self.opened, goal, max_steps=steps, **more)

    def referee_verdict(self, after: Table, keep_claims: bool = False) -> referee.Verdict:
        """Return the referee's Verdict. keep_claims: let jokers stand for what `after` says, if
        that is possible."""
        before, rack = codes(self.before), codes([self.rack])[0]
        turn = self.fields, before, rack, codes(after), self.opened, self.jokers_differ
        return referee.judge(*turn, keep_claims)


def position(rng: random.Random, game: str, max_sets: int = 3, rack_size: int = 5) -> Position:
    """Return a random position with up to `max_sets` sets and about `rack_size` rack tiles."""
    options = drive.options(rng, game, 0.25, _OPTIONS) if rng.random() < 0.5 else {}
    rules = judge.rules_of(game, options)
    # Few numbers, but enough tiles, 8 of each number: a set has about 4.
    value_count = max(rng.randint(3, 6), min(13, (4 * max_sets + rack_size) // 7))
    first_value = rng.randint(1, 14 - value_count)
    values = range(first_value, first_value + value_count)
    pack = Counter({letter + str(value): 2 for letter in COLOURS for value in values})
    pack["*"] = 2
    all_sets = _sets(rules, pack)
    value = str(rng.choice(values))
    joker_groups = rng.random() < 0.3  # groups of three of one number, each with a joker
    before = []
    for _ in range(max_sets):
        jokers = 1 if joker_groups else rng.choice((0, 0, 1, 1, 1, 2))
        candidates = [
            meld
            for meld in rng.sample(all_sets, min(len(all_sets), _MAX_SETS))
            if meld.count("*") == min(pack["*"], jokers) and pack.keys() >= {*meld}
        ]
        if joker_groups:
            alike = [meld for meld in candidates if {tile[1:] for tile in meld} == {value, ""}]
            candidates = [meld for meld in alike if len(meld) == 3] or candidates
        if candidates:
            before.append(_with_claims(rng, rng.choice(candidates), rules))
            pack -= Counter(judge.without_claims(before[-1]))
    opened = rng.random() < 0.75
    rack: Counter = Counter(rng.sample(sorted(pack.elements()), min(rack_size, pack.total())))
    if not opened or rng.random() < 0.3:  # add a whole set, to open with or to use a freed joker
        candidates = rng.sample(all_sets, min(len(all_sets), _MAX_SETS))
        usable = (meld for meld in candidates if len(meld) < 5 and not Counter(meld) - pack)
        rack |= Counter(next(usable, ()))
    for meld in before:
        for joker in filter(is_joker, meld):
            if rng.random() < 0.5:  # add a tile that can replace the joker
                rack |= Counter([rng.choice(sorted(judge.stands_for(joker)))]) & pack
    rack_tiles = rng.sample(sorted(rack.elements()), rack.total())
    jokers_differ = rng.random() < 0.4 and _may_differ(before)
    return Position(game, options, before, rack_tiles, opened, jokers_differ)


def _sets(rules, tiles):
    """Return the legal sets of `tiles`, but no mixed runs of more than four."""
    return judge.sets_from(rules, tiles, 4 if rules["mixed"] else 13)


def _with_claims(rng, meld, rules):
    """Return the set `meld` with each bare joker replaced by one that says what it may stand for:
    all tiles that its place allows, or some, as if earlier turns had decided it."""
    kind, ways = rng.choice(list(judge.readings(meld, rules).items()))
    if rng.random() < 0.5:
        is_pair = kind == "group" and meld.count("*") == 2  # they claim all ways or one
        ways = [way for way in ways if not is_pair and rng.random() < 0.5] or [rng.choice(ways)]
    return [
        judge.joker_text({way[i] for way in ways}) if tile == "*" else tile
        for i, tile in enumerate(meld)
    ]


def _may_differ(before):
    """Return whether the table has just two jokers, in two sets, that could be the same tile, and
    each could be another."""
    set_numbers = [i for i, meld in enumerate(before) for _ in filter(is_joker, meld)]
    claims = [judge.stands_for(joker) for meld in before for joker in filter(is_joker, meld)]
    in_two_sets = len(set_numbers) == 2 and set_numbers[0] != set_numbers[1]
    return in_two_sets and bool(set.intersection(*claims)) and min(map(len, claims)) > 1


# Plays ------------------------------------------------------------------------------------------


def play(rng: random.Random, position: Position) -> list[list[str]] | None:
    """Return a table with which a person might end a turn, often a legal one, or None if a short
    search finds none."""
    before = [judge.without_claims(meld) for meld in position.before]
    laid = rng.sample(
        judge.without_claims(position.rack), min(rng.randint(1, len(position.rack)), _MAX_LAID)
    )
    rules = position.rules
    may_move = position.opened or rules["build"] or rng.random() < 0.2
    broken_up = [meld for meld in before if may_move and rng.random() < 0.5]
    for meld in broken_up:
        before.remove(meld)
    count = rng.choice((0, 1, 1, 2, 3)) if broken_up else 1
    required = Counter(tile for meld in broken_up for tile in meld) + Counter(laid[:count])
    optional = Counter(laid[count:])
    sets = _sets(rules, required + optional)
    sets = rng.sample(sets, min(len(sets), _MAX_SETS))
    try:
        new_sets = next(judge.covers(sets, required, [_MAX_STEPS], optional), None)
    except judge.TooManySteps:
        new_sets = None
    if new_sets is None:
        return None
    optional -= Counter(tile for meld in new_sets for tile in meld) - required
    for meld in sets:
        if rng.random() < 0.5 and not Counter(meld) - optional:
            new_sets.append(meld)
            optional -= Counter(meld)
    return before + new_sets


def spoil(rng: random.Random, position: Position, table: Table) -> list[list[str]]:
    """Return a table with one to three changes: a tile or a gap between sets is moved, removed,
    inserted or replaced."""
    flat = " | ".join(" ".join(meld) for meld in table).split()
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        value = rng.choice([number(tile) for tile in flat if tile[0] not in "*[|"] or [7])
        neighbour = rng.choice(COLOURS) + str(min(13, max(1, value + rng.randint(-1, 1))))
        token = rng.choice([*judge.without_claims(position.rack), neighbour, neighbour, "*", "|"])
        index = rng.randrange(len(flat))
        change = rng.choice(("move", "move", "leave out", "put in", "replace"))
        if change != "put in":
            old = flat.pop(index)
            token = old if change == "move" else token
        if change in ("move", "put in"):
            index = rng.randint(0, len(flat))
        if change != "leave out":
            flat.insert(index, token)
        if not flat:
            break
    return [meld.split() for meld in " ".join(flat).split("|") if meld.strip()]


def reorder(rng: random.Random, table: Table, rules: dict) -> list[list[str]]:
    """Return the same table with its sets and their tiles in another order where that changes
    nothing (`b12 * *` is a group, but `* b12 *` may be a run)."""
    reordered = []
    for meld in table:
        shuffled = rng.sample(meld, len(meld))
        kinds = [list(judge.readings(tokens, rules)) for tokens in (meld, shuffled)]
        may_reorder = not any(map(is_joker, meld)) or kinds == [["group"], ["group"]]
        reordered.append(shuffled if may_reorder else list(meld))
    return rng.sample(reordered, len(reordered))


def claim_jokers(rng: random.Random, table: Table, rules: dict) -> list[list[str]]:
    """Return a table in which the player says what each bare joker stands for."""
    claimed = []
    for meld in table:
        ways = [way for ways in judge.readings(meld, rules).values() for way in ways]
        way = rng.choice(ways) if ways else meld
        pairs = zip(meld, way, strict=True)
        claimed.append(
            [judge.joker_text({tile}) if old == "*" and ways else old for old, tile in pairs]
        )
    return claimed
