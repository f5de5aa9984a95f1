"""A slow judge of turns, for the campaigns: written from the clauses of the rules alone.

It shares no code and no idea with rules/: it tries every way to read a turn, one after the other,
and asks each clause in turn. Nothing here is fast, nothing is clever.

A tile is its text, "k5". A joker is "*", or "[ko5]" where it is known what it stands for: k5 or o5.
A set is a list of those, a table a list of sets. A run is written in order.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

COLOURS = "krbo"
Tokens = Sequence[str]
Table = Sequence[Tokens]

# What sets the games apart, by their clauses; a game is as Rummikub where its row says nothing.
_RUMMIKUB = {
    "points": 30,  # RK-4
    "joker_points": None,  # RK-4: what it stands for
    "joker_cost": 30,  # RK-16
    "build": False,  # RK-5
    "one_group": False,
    "reuse": "two tiles",  # RK-15
    "open": ("RK-4",),
    "touch": ("T-4", "RK-5"),
    "swap": ("T-7", "T-8", "RK-13"),
    "again": ("T-8", "RK-15"),
    "hand": (),
}
GAMES: dict[str, dict[str, Any]] = {
    "RK": _RUMMIKUB,
    "RG": {
        **_RUMMIKUB,
        "points": 50,  # RG-3
        "joker_points": 25,  # RG-3
        "joker_cost": 25,  # RG-10
        "build": True,  # RG-4
        "reuse": "own set",  # RG-8, RG-9
        "open": ("RG-3", "RG-13"),
        "touch": ("T-4", "RG-4"),
        "swap": ("T-7", "T-8", "RG-9"),
        "again": ("T-8", "RG-9"),
        "hand": ("RG-8",),
    },
    "CR": {
        **_RUMMIKUB,  # CR-4, CR-5, CR-11, CR-13
        "open": ("CR-4",),
        "touch": ("T-4", "CR-5"),
        "swap": ("T-7", "T-8", "CR-10"),
        "again": ("T-8", "CR-11"),
    },
    "KR": {
        **_RUMMIKUB,
        "joker_cost": 50,  # KR-11
        "one_group": True,  # KR-4, KR-5
        "reuse": None,  # KR-9
        "open": ("KR-4", "KR-5"),
        "touch": ("T-4", "KR-5", "RK-5"),
        "swap": ("T-7", "T-8", "KR-9"),
        "again": (),
    },
}


class Verdict(NamedTuple):
    """`legal`; `clauses`, those that could be named as broken; `opens`; `ends`, the end tables that
    T-8 allows, each as `canonical` gives it and with whether its two jokers are different tiles
    though they lie in two sets (T-7)."""

    legal: bool
    clauses: frozenset
    opens: bool
    ends: frozenset

    @property
    def tables(self) -> frozenset:
        """The end tables that T-8 allows."""
        return frozenset(table for table, _ in self.ends)


def is_joker(token: str) -> bool:
    """Whether a tile's text is a joker."""
    return token[0] in "*["


def colour(tile: str) -> str:
    """The colour letter of a number tile."""
    return tile[0]


def number(tile: str) -> int:
    """The number of a number tile."""
    return int(tile[1:])


def stands_for(token: str) -> set[str] | None:
    """The tiles that a joker may stand for by its own text; None: it does not say."""
    if token == "*":
        return None
    letters = token[1:-1].rstrip("0123456789")
    return {letter + token[1 + len(letters) : -1] for letter in letters}


def joker_text(tiles: Collection[str]) -> str:
    """A joker that stands for one of `tiles`, which have one number."""
    letters = "".join(c for c in COLOURS if any(colour(tile) == c for tile in tiles))
    return "[%s%d]" % (letters, number(min(tiles)))


def canonical(table: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    """A table in one order, whatever the order of its sets and of the tiles in them: a tuple of
    tuples. Jokers must say what they stand for, so a run needs no order."""
    return tuple(sorted(tuple(sorted(tokens)) for tokens in table))


def bare(tokens: Iterable[str]) -> list[str]:
    """Tiles without what jokers stand for."""
    return ["*" if is_joker(token) else token for token in tokens]


def rules_of(game: str, options: dict) -> dict:
    """The clauses' figures of a game, with house options set."""
    rules = dict(GAMES[game])
    rules["points"] = options.get("opening_points", rules["points"])
    rules["build"] = options.get("opening_build", rules["build"])
    rules["several"] = options.get("opening_several", False)
    rules["groups_only"] = options.get("groups_only", False)
    rules["runs_only"] = options.get("runs_only", False)
    rules["mixed"] = options.get("mixed_runs", False)
    return rules


# Sets -------------------------------------------------------------------------------------------


def as_group(tokens: Tokens) -> list[tuple]:
    """Every way to read tiles as a group (T-1, T-7, T-9): a list of tuples of tiles."""
    real = [token for token in tokens if not is_joker(token)]
    if len(tokens) not in (3, 4) or not real:
        return []
    if len({number(tile) for tile in real}) > 1 or len({colour(tile) for tile in real}) < len(real):
        return []
    missing = [c + real[0][1:] for c in COLOURS if c + real[0][1:] not in real]
    ways = []
    for filled in permutations(missing, len(tokens) - len(real)):
        rest = list(filled)
        ways.append(tuple(rest.pop() if is_joker(token) else token for token in tokens))
    return ways


def as_run(tokens: Tokens, mixed: bool) -> list[tuple]:
    """Every way to read tiles as a run (T-1, T-7, T-9; KR-15: of mixed colours)."""
    real = [token for token in tokens if not is_joker(token)]
    if not 3 <= len(tokens) <= 13 or not real:
        return []
    if len(real) == len(tokens):
        tokens = sorted(tokens, key=number)  # without a joker the order says nothing
    if not mixed and len({colour(tile) for tile in real}) > 1:
        return []
    first = next(i for i, token in enumerate(tokens) if not is_joker(token))
    start = number(tokens[first]) - first
    if start < 1 or start + len(tokens) - 1 > 13:
        return []
    places = []
    for i, token in enumerate(tokens):
        if not is_joker(token):
            if number(token) != start + i:
                return []
            places.append([token])
        else:
            places.append([c + str(start + i) for c in (COLOURS if mixed else colour(real[0]))])
    return list(product(*places))


def readings(tokens: Tokens, rules: dict) -> list[tuple[str, list[tuple]]]:
    """The ways to read a set under the house rules: a list of (kind, ways), each way what every
    tile is or stands for. Empty: no legal set. A joker that says what it stands for is that."""
    out = []
    kinds = []
    if not rules["runs_only"]:
        kinds.append(("group", as_group(tokens)))
    if not rules["groups_only"]:
        kinds.append(("run", as_run(tokens, rules["mixed"])))
    for kind, ways in kinds:
        ways = [way for way in ways if all(map(_may_be, tokens, way))]
        if ways:
            out.append((kind, ways))
    return out


def may_lie(tokens: Tokens, before: Table, rack: Tokens, rules: dict) -> bool:
    """Whether a set may lie at the end of a turn, whatever else is done. A joker that is laid or
    retrieved needs tiles of the hand alone (RG-8, RG-9): beside another tile each must be one of
    the table's, for what it stood for."""
    ways = [way for _, ways in readings(tokens, rules) for way in ways]
    real = Counter(token for token in tokens if not is_joker(token))
    if rules["reuse"] != "own set" or not real - Counter(rack):
        return bool(ways)
    could = [{way[i] for way in ways} for i, token in enumerate(tokens) if is_joker(token)]
    stood = [stands_for(token) for row in before for token in row if is_joker(token)]
    return bool(ways) and any(
        all(map(set.intersection, could, kept)) for kept in permutations(stood, len(could))
    )


def _may_be(token, tile):
    """Whether a token says nothing else than `tile`."""
    return not is_joker(token) or tile in (stands_for(token) or [tile])


# A turn -----------------------------------------------------------------------------------------


class Joker(NamedTuple):
    """A joker of the table before: which set it lies in and what it may stand for."""

    home: int
    tiles: frozenset


class Reading(NamedTuple):
    """One way to read the end table: the kind of each set, where each joker came from (an index
    into the jokers of the table before, None from the rack), and which of those were retrieved."""

    kinds: tuple
    ways: tuple
    sources: tuple
    retrieved: frozenset


def judge(
    game: str,
    options: dict,
    before: Table,
    rack: Tokens,
    after: Table,
    opened: bool,
    pool: int = 30,
    parted: Sequence[tuple[int, int]] = (),
    free_jokers: bool = False,
) -> Verdict:
    """Judge a turn that lays tiles. `before`: jokers say what they stand for. `after`: as the
    mover wrote it. `parted`: pairs of jokers of `before` (by their order in it) that lay in one
    group once and so stand for different tiles (T-7). `free_jokers`: jokers may lie anywhere, no
    clause about them holds."""
    rules = rules_of(game, options)
    after = _unsaid(before, after)
    was = Counter(bare(token for tokens in before for token in tokens))
    now = Counter(bare(token for tokens in after for token in tokens))
    laid = now - was
    broken = set()
    gone = was - now
    if gone:
        broken |= {"T-3"}
        if gone["*"]:
            broken |= {"T-8"}
    if laid - Counter(bare(rack)):
        broken |= {"T-3"}
    if not laid:
        if pool == 0 and canonical(map(bare, before)) == canonical(map(bare, after)):
            return Verdict(True, frozenset(), False, frozenset([(canonical(before), bool(parted))]))
        broken |= {"T-3"}
    for tokens in after:
        if not readings(tokens, rules):
            broken |= {"T-1", "T-3"}
            broken |= _why_no_set(game, tokens, rules)
    if not opened and not rules["build"] and not _contains(before, after):
        broken |= set(rules["touch"])
    if broken:
        return Verdict(False, frozenset(broken), False, frozenset())
    legal, faults = _judge_readings(rules, before, after, laid, opened, parted, free_jokers)
    if not legal:
        for fault in faults:
            broken |= set(rules[fault])
        if "open" in faults and rules["build"]:
            broken |= {"T-4"}  # what the meld would have allowed
        return Verdict(False, frozenset(broken), False, frozenset())
    most = max(lying for lying, _, _ in legal)
    ends = frozenset((table, apart) for lying, table, apart in legal if lying == most)
    return Verdict(True, frozenset(), not opened, ends)


def _unsaid(before, after):
    """`after` without what it says of jokers in sets that lie as they lay: they keep what they were
    (T-8)."""
    left = [old for old in before if "*" in bare(old)]
    out = list(after)

    def order(i):  # of sets that look alike: which says what was said, says nothing, says the least
        jokers = [stands_for(token) for token in after[i] if is_joker(token)]
        masks = [sum(1 << COLOURS.index(colour(t)) for t in kinds) for kinds in jokers if kinds]
        return sorted(after[i]) not in [sorted(old) for old in left], bool(masks), sorted(masks)

    for i in sorted(range(len(after)), key=order):
        same = [old for old in left if looks_like(old, bare(after[i]))]
        same = [old for old in same if _numbers_said(after[i]) <= _numbers_said(old)]
        same.sort(key=lambda old: sorted(old) != sorted(after[i]))
        if same:
            left.remove(same[0])
            out[i] = bare(after[i])
    return out


def _numbers_said(tokens):
    """The numbers that jokers of a set stand for by their own text: o9 * * may be group or run."""
    jokers = [stands_for(token) or () for token in tokens if is_joker(token)]
    return {number(tile) for tiles in jokers for tile in tiles}


def _contains(before, after, kinds=None):
    """Whether every set of `before` lies in `after`, by its tiles (T-4)."""
    return _new_sets(before, after, kinds) is not None


def _new_sets(before, after, kinds=None):
    """Which sets of `after` are none of `before`, by their tiles; None if one of `before` is gone.
    `kinds`: as which the sets of `after` are read."""
    left = list(enumerate(bare(tokens) for tokens in after))
    for tokens in before:
        same = [
            (i, new)
            for i, new in left
            if looks_like(tokens, new) and (kinds is None or kinds[i] == kind_of(tokens))
        ]
        if not same:
            return None
        left.remove(same[0])
    return [i for i, _ in left]


def kind_of(tokens: Tokens) -> str:
    """Whether a set of the table before is a "group" or a "run"."""
    values = {
        number(token) if not is_joker(token) else number(min(stands_for(token))) for token in tokens
    }
    return "run" if len(values) > 1 else "group"


def looks_like(tokens: Tokens, new: list[str]) -> bool:
    """Whether a set of the table before and one of the table after show the same: the same tiles,
    and in a run the joker at the same place."""
    if kind_of(tokens) == "run" and "*" in new:
        return bare(tokens) == new
    return sorted(bare(tokens)) == sorted(new)


def _why_no_set(game, tokens, rules):
    """The clauses besides T-1 and T-3 that forbid a set."""
    broken = set()
    if all(is_joker(token) for token in tokens):
        broken.add("T-9")
    if rules["groups_only"] or rules["runs_only"]:
        broken.add("KR-14")
    if rules["mixed"]:
        broken.add("KR-15")
    if game == "CR":
        broken.add("CR-9")
    if any(is_joker(token) for token in tokens):
        broken.add("T-7")
    return broken


def _judge_readings(rules, before, after, laid, opened, parted, free_jokers):
    """All legal readings of a turn whose tiles and sets are in order: a list of (jokers in sets
    that lie as they lay, end table, `_apart` of it); and, where it is empty, the faults that some
    reading could be blamed for."""
    jokers = []
    for home, tokens in enumerate(before):
        for token in tokens:
            if is_joker(token):
                jokers.append(Joker(home, frozenset(stands_for(token))))
    slots = _joker_places(after)
    worlds = [  # RK-13, RG-9, CR-10, KR-9: a retrieved joker is paid for by what it is there
        world
        for world in product(*(sorted(joker.tiles) for joker in jokers))
        if _distinct(world, jokers, parted)
    ]
    known = {}
    legal = []
    blamed = []
    for reading in _all_readings(rules, after, len(jokers), laid["*"]):
        ends, faults = _ends_of(rules, reading, slots, after, laid, worlds, known)
        if free_jokers:
            ends = list(product(*reading.ways))
        more = set()
        if not opened:
            if not _opening(rules, reading, before, after, laid):
                more.add("open")
            if not rules["build"] and not _contains(before, after, reading.kinds):
                more.add("touch")
        if more:
            blamed.extend((reading.kinds, fault | more) for fault in faults or [frozenset()])
            continue
        if not ends:
            blamed.extend((reading.kinds, fault) for fault in faults)
            continue
        table = []
        places = []
        for i, tokens in enumerate(after):
            new = []
            for place, token in enumerate(tokens):
                if is_joker(token):
                    token = joker_text({end[i][place] for end in ends})
                    places.append((i, place))
                new.append(token)
            table.append(tuple(sorted(new)))
        lying = Counter(canonical(before)) & Counter(table)
        touched = sum(lying.values()) < len(before)
        if touched and not opened and not rules["build"] and not free_jokers:
            blamed.append((reading.kinds, frozenset(["touch"])))
            continue
        kept = sum(
            count * sum(is_joker(token) for token in tokens) for tokens, count in lying.items()
        )
        legal.append((kept, tuple(sorted(table)), _apart(places, ends)))
    # Of readings that pay for every joker that moved all faults count; of others those that the
    # fewest come with, for each way to read the sets.
    blamed = set(blamed)
    least = set()
    for kinds, faults in blamed:
        fewer = any(of == kinds and other < faults for of, other in blamed)
        if "swap" not in faults or not fewer:
            least |= faults
    return legal, least


def _apart(places, ends):
    """Whether two jokers in two sets can each be a tile that the other can be, and never are both
    (T-7)."""
    if len(places) != 2 or places[0][0] == places[1][0]:
        return False
    both = {tuple(end[i][place] for i, place in places) for end in ends}
    first, second = ({pair[i] for pair in both} for i in range(2))
    return bool(first & second) and all(a != b for a, b in both)


def _joker_places(table):
    """Where jokers lie: (set, place in it) of each."""
    return [
        (i, place)
        for i, tokens in enumerate(table)
        for place, token in enumerate(tokens)
        if is_joker(token)
    ]


def _all_readings(rules, after, old, new):
    """Every Reading of the end table, legal or not."""
    places = sum(is_joker(token) for tokens in after for token in tokens)
    for chosen in product(*(readings(tokens, rules) for tokens in after)):
        kinds = tuple(kind for kind, _ in chosen)
        ways = tuple(tuple(ways) for _, ways in chosen)
        for sources in set(permutations(list(range(old)) + [None] * new, places)):
            for count in range(old + 1):
                for retrieved in combinations(range(old), count):
                    yield Reading(kinds, ways, sources, frozenset(retrieved))


def _ends_of(rules, reading, slots, after, laid, worlds, known):
    """What the tiles of each set can be at the end under a reading: a list of tuples of ways, one
    a set; and sets of faults. slots: where jokers lie. worlds: what the jokers of the table before
    may be together. known: what was found of this turn's jokers, {(what paid, how used): faults}.
    """
    sources = reading.sources
    used_as = tuple(None if s is None else s in reading.retrieved for s in sources)
    kept = [
        (i, place, source)
        for (i, place), source, again in zip(slots, sources, used_as, strict=True)
        if again is False
    ]
    ends = []
    faults = set()
    for world in worlds:
        # RK-13, RG-9, CR-10, KR-9: by the tile that it stands for
        paid = tuple(sorted(world[joker] for joker in reading.retrieved))
        if (paid, used_as) not in known:
            used = _jokers_used(rules, reading, slots, after, laid, Counter(paid))
            if Counter(paid) - laid:
                used.add("swap")  # T-8: the tile must come from the rack
            known[paid, used_as] = frozenset(used)
        used = known[paid, used_as]
        for end in product(*reading.ways):
            if any(end[i][place] != world[source] for i, place, source in kept):
                faults.add(used | {"swap"})  # T-8: another tile, and nothing paid
            elif used:
                faults.add(used)
            else:
                ends.append(end)
    return ends, faults


def _distinct(world, jokers, parted):
    """T-7: two jokers of one group stand for different tiles."""
    pairs = list(parted)
    for a, b in combinations(range(len(jokers)), 2):
        if jokers[a].home == jokers[b].home:
            pairs.append((a, b))
    return all(world[a] != world[b] for a, b in pairs)


def _jokers_used(rules, reading, slots, after, laid, paid):
    """The faults in how jokers of the rack and retrieved ones are used: RG-8, RG-9 (the tiles that
    paid for jokers lie where those lay), RK-15, CR-11; KR-9 asks nothing."""
    again = set()
    new = set()
    for (i, _), source in zip(slots, reading.sources, strict=True):
        if source is None:
            new.add(i)
        elif source in reading.retrieved:
            again.add(i)
    if rules["reuse"] == "two tiles":
        fine = _two_tiles(reading, slots, after, laid, paid)
        return set() if fine else {"again"}
    if rules["reuse"] != "own set":
        return set()
    fault = set()
    hand = laid - paid
    if not _own_sets(again, reading, slots, after, hand):
        fault.add("again")
    if not _own_sets(new, reading, slots, after, hand):
        fault.add("hand")
    # Each alone may do, and not both: a tile of the hand lies in one set.
    if not fault and not _own_sets(again | new, reading, slots, after, hand):
        fault = {"again", "hand"}
    return fault


def _two_tiles(reading, slots, after, laid, paid):
    """RK-15, CR-11: two tiles of the rack beside each retrieved joker, no tile that pays for one
    among them (RK-13, CR-10)."""
    if not paid:
        return True
    # Choose two tiles of each set that holds a retrieved joker; together they must have come from
    # the rack, beside what paid for the jokers.
    holding = {
        i
        for (i, _), source in zip(slots, reading.sources, strict=True)
        if source in reading.retrieved
    }
    choices = []
    for i in holding:
        tiles = [token for token in after[i] if laid[token] and not is_joker(token)]
        tiles += ["*"] * _rack_jokers(i, reading, slots)
        choices.append(list(combinations(tiles, 2)))
    return any(
        not Counter(tile for pair in chosen for tile in pair) - (laid - paid)
        for chosen in product(*choices)
    )


def _rack_jokers(i, reading, slots):
    """How many jokers of the rack lie in set i."""
    return sum(
        home == i and source is None
        for (home, _), source in zip(slots, reading.sources, strict=True)
    )


def _own_sets(sets, reading, slots, after, hand):
    """Whether all of `sets` are made of tiles of `hand` and jokers of the rack or retrieved: each
    as a whole, it is not enough that it grew out of such a set."""
    used = Counter()
    for i in sets:
        inside = [token for token in after[i] if not is_joker(token)]
        fresh = [
            source
            for (home, _), source in zip(slots, reading.sources, strict=True)
            if home == i and (source is None or source in reading.retrieved)
        ]
        if len(inside) + len(fresh) < len(after[i]):
            return False  # a joker that kept its place is no tile of the hand
        used += Counter(inside)
    return not used - hand


# The opening meld -------------------------------------------------------------------------------


def _opening(rules, reading, before, after, laid):
    """RK-4, RG-3, CR-4, KR-4, KR-5: the worth of the sets laid from the rack alone."""
    new = None if rules["build"] else _new_sets(before, after, reading.kinds)
    sets = [
        (reading.kinds[i], tokens, reading.ways[i][0])
        for i, tokens in enumerate(after)
        if not Counter(bare(tokens)) - laid and (new is None or i in new)
    ]
    for chosen in _sublists(sets):
        if not Counter(bare(token for _, tokens, _ in chosen for token in tokens)) - laid:
            if _is_opening(rules, chosen):
                return True
    if not rules["build"]:
        return False
    # RK-5, RG-4: a turn that went on building need not leave the meld as it was.
    return any(_is_opening(rules, meld) for meld in own_melds(rules, Counter(laid)))


def _sublists(items):
    for count in range(1, len(items) + 1):
        yield from combinations(items, count)


def _is_opening(rules, sets):
    """Whether sets of the rack, (kind, tokens, way) each, are an opening meld; other sets may be
    among them (KR-4, KR-5)."""
    if rules["one_group"]:
        wanted = "run" if rules["runs_only"] else "group"
        good = [
            way
            for kind, tokens, way in sets
            if kind == wanted and not any(is_joker(token) for token in tokens)
        ]
        worth = [sum(number(tile) for tile in way) for way in good]
        if not worth:
            return False
        return (sum(worth) if rules["several"] else max(worth)) >= rules["points"]
    total = 0
    for _, tokens, way in sets:
        for token, tile in zip(tokens, way, strict=True):
            if is_joker(token) and rules["joker_points"] is not None:
                total += rules["joker_points"]
            else:
                total += number(tile)
    return total >= rules["points"]


def own_melds(rules: dict, tiles: Counter) -> Iterator[list[tuple]]:
    """Every choice of sets that some of `tiles` (a Counter) can make side by side: lists of
    (kind, tokens, way)."""

    def more(sets, tiles, so_far):
        for first, tokens in enumerate(sets):
            if not Counter(tokens) - tiles:
                for kind, ways in readings(tokens, rules):
                    meld = [*so_far, (kind, tokens, ways[0])]
                    yield meld
                    yield from more(sets[first:], tiles - Counter(tokens), meld)

    return more(sets_from(rules, tiles), tiles, [])


# Sets by brute force, and the best play ---------------------------------------------------------


def sets_from(rules: dict, tiles: Counter, longest: int = 13) -> list[list[str]]:
    """Every legal set that `tiles` (a Counter) can make, as written, a joker in any place that one
    can take; at least one tile is real (T-9). `longest`: tiles of a run."""
    melds = []
    if not rules["runs_only"]:
        for value in range(1, 14):
            here = [c + str(value) for c in COLOURS if tiles[c + str(value)]]
            for count in (3, 4):
                for jokers in range(min(tiles["*"], count - 1) + 1):
                    for real in combinations(here, count - jokers):
                        melds.append([*real] + ["*"] * jokers)
    if not rules["groups_only"]:
        for letters in [COLOURS] if rules["mixed"] else COLOURS:
            for start in range(1, 12):
                melds.extend(_runs_from(letters, range(start, min(start + longest, 14)), tiles))
    return melds


def _runs_from(letters, values, tiles):
    """The runs of colours `letters` that begin with the first of `values` and end with one."""
    runs = []
    growing = [[]]
    for value in values:
        longer = []
        for run in growing:
            for tile in [c + str(value) for c in letters] + ["*"]:
                if run.count(tile) < tiles[tile]:
                    longer.append([*run, tile])
        growing = longer
        runs += [run for run in growing if len(run) >= 3 and run.count("*") < len(run)]
    return runs


class TooMany(Exception):
    """A search has taken more steps than it may."""


def covers(rules: dict, tiles: Counter, steps: list[int]) -> Iterator[list[list[str]]]:
    """Every way to put all of `tiles` (a Counter) into legal sets: lists of sets. `steps`: a list
    of the number of steps it may still take. Raises TooMany."""
    yield from _covers(sets_from(rules, tiles), tiles, steps)


def _covers(sets, tiles, steps):
    tiles = +tiles
    steps[0] -= 1 + len(sets) // 100
    if steps[0] < 0:
        raise TooMany
    real = sorted(tile for tile in tiles if tile != "*")
    if not real:
        if not tiles:
            yield []
        return
    sets = [
        tokens for tokens in sets if all(tokens.count(token) <= tiles[token] for token in tokens)
    ]
    for tokens in sets:
        if real[0] in tokens:
            for rest in _covers(sets, tiles - Counter(tokens), steps):
                yield [tokens, *rest]


def cost(game: str, tiles: Iterable[str]) -> int:
    """What tiles cost on a rack."""
    each = GAMES[game]["joker_cost"]
    return sum(each if is_joker(tile) else number(tile) for tile in tiles)


def plays(
    game: str,
    options: dict,
    before: Table,
    rack: Tokens,
    opened: bool,
    most: int = 10000,
    **more: Any,
) -> Iterator[tuple[list[str], Table]]:
    """Every legal play of a small position: (laid tiles, end table as written), the most tiles
    first, and of those the dearest. `most`: steps the search may take. `more`: as `judge` has it.
    Raises TooMany."""
    rules = rules_of(game, options)
    steps = [most]
    table = Counter(bare(token for tokens in before for token in tokens))
    choices = set()
    for count in range(1, len(rack) + 1):
        choices |= {tuple(sorted(chosen)) for chosen in combinations(bare(rack), count)}
    for laid in sorted(choices, key=lambda tiles: (-len(tiles), -cost(game, tiles), tiles)):
        if not opened and not rules["build"]:
            new = covers(rules, Counter(laid), steps)
            ends = ([*map(bare, before), *sets] for sets in new)
        else:
            ends = covers(rules, table + Counter(laid), steps)
        for after in ends:
            steps[0] -= 10
            if judge(game, options, before, rack, after, opened, **more).legal:
                yield list(laid), after


def best_play(
    game: str,
    options: dict,
    before: Table,
    rack: Tokens,
    opened: bool,
    goal: str,
    most: int = 10000,
    **more: Any,
) -> tuple[int, int]:
    """(tiles, points) of the best play by brute force, (0, 0) where there is none. `goal`: "tiles",
    the most tiles and of those the most points; "points", the most points. The rest: see `plays`.
    Raises TooMany."""
    best = (0, 0)
    for laid, _ in plays(game, options, before, rack, opened, most, **more):
        tiles, points = len(laid), cost(game, laid)
        if goal == "tiles":
            return tiles, points  # `plays` comes with the best first
        best = max(best, (tiles, points), key=lambda play: play[1])
    return best


def scores(game: str, racks: Sequence[Tokens], stalled: bool, first: int) -> list[int]:
    """What a round is worth to each seat: RK-16 to RK-18, RG-10, RG-11, CR-13, CR-14, KR-11, KR-12,
    T-13. `first`: the seat that is first in turn order."""
    counts = [cost(game, rack) for rack in racks]
    order = [(first + i) % len(racks) for i in range(len(racks))]
    if stalled:
        winners = [seat for seat in order if counts[seat] == min(counts)]
    else:
        winners = [seat for seat in order if not racks[seat]]
    low = min(counts) if game != "RG" else 0
    out = [0 if seat in winners else low - counts[seat] for seat in range(len(racks))]
    pot = -sum(out)
    for seat in winners:
        out[seat] = pot // len(winners)
    out[winners[0]] += pot % len(winners)
    return out


# 8 Round Rummy ----------------------------------------------------------------------------------

# ER-6: what all seven cards share, and whether their numbers are 1 to 7.
ROUNDS = {
    1: ("colour",),
    2: ("shape",),
    3: ("shape", "colour"),
    4: ("straight",),
    5: ("straight", "colour"),
    6: ("straight", "shape"),
    7: ("straight", "colour", "shape"),
    8: ("number",),
}
REVERSE = "<>"


def wins_round(goal: int, hand: Sequence[str | None]) -> bool:
    """ER-6, ER-7: whether seven cards meet the goal of a round (1 to 8)."""
    if len(hand) != 7 or REVERSE in hand:
        return False
    real = [card for card in hand if card != "*"]
    for wanted in ROUNDS[goal]:
        if wanted == "straight":
            numbers = [card[2] for card in real]
            if len(set(numbers)) < len(numbers):
                return False  # jokers are the missing ones
        else:
            place = ("colour", "shape", "number").index(wanted)
            if len({card[place] for card in real}) > 1:
                return False
    return True


def eight_turn(
    goal: int, hand: Tokens, top: str | None, take: str, drawn: str | None, discard: str
) -> tuple:
    """A turn of 8 Round Rummy (ER-4, ER-8, ER-9): (legal, clauses that could forbid it, wins, the
    hand after it, sorted). `take`: "discard" or "pile" (then `drawn` came)."""
    broken = set()
    if take == "discard":
        if top is None:
            broken.add("ER-4")
        if top == REVERSE:
            broken |= {"ER-9", "ER-4"}
        card = top
    else:
        card = drawn
    new = [*hand, card]
    if discard not in new:
        broken.add("ER-4")
    if broken:
        return False, broken, False, None
    new.remove(discard)
    return True, set(), wins_round(goal, new), sorted(new)
