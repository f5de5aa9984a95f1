"""A slow second opinion on turns, written only from the sentences of the clauses.

It shares no code with rules/. For a turn it lists every way to read the table at its end: what each
joker stands for, where it comes from, which jokers of the table were paid for. Each way is judged
clause by clause, and a turn is legal if one of its ways breaks no clause.

A tile is its text, "k5". A joker is "*", or "[ko5]" where it is known to be k5 or o5. A set is a
list of tiles, a table a list of sets. A run is written in order.
"""

import functools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, combinations, permutations, product, takewhile
from typing import Any, NamedTuple

COLOURS = "krbo"
Tokens = Sequence[str]
Table = Sequence[Tokens]

# The figures of the games and the clauses that each kind of fault breaks. "changed sets": an old
# set is changed before the seat has opened; "payment": a joker is not paid for; "retrieved", "from
# rack": such a joker lies in the wrong kind of set. A row holds what differs from Rummikub.
_RUMMIKUB = {
    "points": 30,  # RK-4
    "joker_points": None,  # RK-4: a joker of the opening meld counts what it stands for
    "joker_cost": 30,  # RK-16
    "build": False,  # RK-5
    "one_group": False,
    "reuse": "two tiles",  # RK-15
    "opening": ("RK-4",),
    "changed sets": ("T-4", "RK-5"),
    "payment": ("T-7", "T-8", "RK-13"),
    "retrieved": ("T-8", "RK-15"),
    "from rack": (),
}
_ROWS: dict[str, dict[str, Any]] = {
    "RK": {},
    "RG": {
        "points": 50,  # RG-3
        "joker_points": 25,  # RG-3
        "joker_cost": 25,  # RG-10
        "build": True,  # RG-4
        "reuse": "own set",  # RG-8, RG-9
        "opening": ("RG-3", "RG-13"),
        "changed sets": ("T-4", "RG-4"),
        "payment": ("T-7", "T-8", "RG-9"),
        "retrieved": ("T-8", "RG-9"),
        "from rack": ("RG-8",),
    },
    "CR": {  # figures as in Rummikub: CR-4, CR-5, CR-11, CR-13
        "opening": ("CR-4",),
        "changed sets": ("T-4", "CR-5"),
        "payment": ("T-7", "T-8", "CR-10"),
        "retrieved": ("T-8", "CR-11"),
    },
    "KR": {
        "joker_cost": 50,  # KR-11
        "one_group": True,  # KR-4, KR-5
        "reuse": None,  # KR-9
        "opening": ("KR-4", "KR-5"),
        "changed sets": ("T-4", "KR-5", "RK-5"),
        "payment": ("T-7", "T-8", "KR-9"),
        "retrieved": (),
    },
}
GAMES: dict[str, dict[str, Any]] = {game: {**_RUMMIKUB, **row} for game, row in _ROWS.items()}


class Verdict(NamedTuple):
    """clauses: those that a referee may name as broken. ends: the end tables that T-8 allows, each
    as (canonical table, whether two jokers in different sets must be different tiles, T-7)."""

    legal: bool
    clauses: frozenset
    opens: bool = False
    ends: frozenset = frozenset()

    @property
    def tables(self) -> frozenset:
        """Return the end tables that T-8 allows."""
        return frozenset(table for table, _ in self.ends)


def is_joker(token: str) -> bool:
    """Return whether a tile's text is a joker."""
    return token[0] in "*["


def number(tile: str) -> int:
    """Return the number of a number tile."""
    return int(tile[1:])


def stands_for(token: str) -> set[str]:
    """Return the tiles that a joker's text says it may stand for, the empty set for "*"."""
    letters = token[1:-1].rstrip("0123456789")
    return {letter + token[1 + len(letters) : -1] for letter in letters}


def joker_text(tiles: Collection[str]) -> str:
    """Return the text of a joker that stands for one of `tiles`, which have the same number."""
    letters = "".join(c for c in COLOURS if any(tile[0] == c for tile in tiles))
    return "[%s%d]" % (letters, number(min(tiles)))


def canonical(table: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    """Return a table as tuples whose order depends on its tiles alone. Its jokers say what they
    stand for, so a run need not keep its order."""
    return tuple(sorted(tuple(sorted(tokens)) for tokens in table))


def without_claims(tokens: Iterable[str]) -> list[str]:
    """Return the tiles with each joker as a bare "*", whatever it stands for."""
    return ["*" if is_joker(token) else token for token in tokens]


def count_tiles(table: Iterable[Tokens]) -> Counter:
    """Return a Counter of all tiles of a table, jokers as "*"."""
    return Counter(without_claims(token for tokens in table for token in tokens))


def rules_of(game: str, options: dict) -> dict:
    """Return the row of a game with house options set."""
    rules = dict(GAMES[game], game=game)
    rules["points"] = options.get("opening_points", rules["points"])
    rules["build"] = options.get("opening_build", rules["build"])
    rules["several"] = options.get("opening_several", False)
    rules["groups_only"] = options.get("groups_only", False)
    rules["runs_only"] = options.get("runs_only", False)
    rules["mixed"] = options.get("mixed_runs", False)
    return rules


# Sets -------------------------------------------------------------------------------------------


def readings(tokens: Tokens, rules: dict) -> dict[str, list[tuple]]:
    """Return every way to read tiles as a set (T-1, T-7, T-9, KR-14, KR-15): {"group" or "run":
    ways}, where a way is a tuple of number tiles. {} if they are no legal set."""
    real = [token for token in tokens if not is_joker(token)]
    size = len(tokens)
    kinds: dict[str, list[tuple]] = {"group": [], "run": []}
    if real and size in (3, 4) and not rules["runs_only"]:
        ways = _possible_tiles(tokens, [number(real[0])] * size)
        kinds["group"] = [way for way in ways if len(set(way)) == size]
    if real and 3 <= size <= 13 and not rules["groups_only"]:
        if len(real) == size:
            tokens = sorted(tokens, key=number)  # without a joker the order says nothing
        first = number(real[0]) - [*tokens].index(real[0])  # its tiles allow no other
        if 1 <= first <= 14 - size:
            for way in _possible_tiles(tokens, range(first, first + size)):
                if rules["mixed"] or len({tile[0] for tile in way}) == 1:
                    kinds["run"].append(way)
    return {kind: ways for kind, ways in kinds.items() if ways}


def _possible_tiles(tokens, numbers):
    """Return the tuples of number tiles with these numbers that `tokens` can stand for."""
    return product(*map(_tiles_at, tokens, numbers))


@functools.cache
def _tiles_at(token, value):
    """Return the tiles of a number that a tile's text can stand for."""
    tiles = {letter + str(value) for letter in COLOURS}
    return sorted(tiles & ((stands_for(token) or tiles) if is_joker(token) else {token}))


def kind_of(tokens: Tokens) -> str:
    """Return whether a set of the old table is a "group" or a "run"."""
    values = {number(min(stands_for(t)) if is_joker(t) else t) for t in tokens}
    return "run" if len(values) > 1 else "group"


def shows_same_tiles(tokens: Tokens, new: Tokens) -> bool:
    """Return whether a set of the old table and one of the new table have the same tiles and, in a
    run, jokers at the same places."""
    if kind_of(tokens) == "run" and "*" in without_claims(new):
        return without_claims(tokens) == without_claims(new)
    return sorted(without_claims(tokens)) == sorted(without_claims(new))


# A turn -----------------------------------------------------------------------------------------


def judge(
    game: str,
    options: dict,
    before: Table,
    rack: Tokens,
    after: Table,
    opened: bool,
    pool: int = 30,
    distinct_jokers: Sequence[tuple[int, int]] = (),
    free_jokers: bool = False,
) -> Verdict:
    """Judge a turn that lays tiles, or passes when the pool is empty.

    before: the table, each joker with the tiles that it may stand for. after: the table as the
    player wrote it. opened: whether the seat has opened. pool: number of tiles in the pool.
    distinct_jokers: pairs of jokers in `before`, by index, that once lay in one group and so stand
    for different tiles (T-7). free_jokers: jokers may lie anywhere; no clause about them applies.
    """
    rules = rules_of(game, options)
    after = _drop_claims_of_unchanged_sets(before, after)
    old_tiles, new_tiles = count_tiles(before), count_tiles(after)
    laid, missing = new_tiles - old_tiles, old_tiles - new_tiles
    shown_before, shown_after = (canonical(map(without_claims, table)) for table in (before, after))
    if not laid and pool == 0 and shown_before == shown_after:  # a pass
        end = canonical(before), bool(distinct_jokers)
        return Verdict(True, frozenset(), False, frozenset([end]))
    broken: set = set()
    if missing or not laid or laid - Counter(without_claims(rack)):
        broken.add("T-3")
    if missing["*"]:
        broken.add("T-8")
    for tokens in after:
        if not readings(tokens, rules):
            broken |= _clauses_against_set(tokens, rules)
    if not (opened or rules["build"]) and _find_new_sets(before, after) is None:
        broken |= _clauses_against(["changed sets"], rules)
    if broken:
        return Verdict(False, frozenset(broken))
    turn = _Turn(rules, before, after, laid, opened, distinct_jokers, free_jokers)
    legal, faults = turn.judge_all()
    if legal:
        most_kept = max(kept for kept, _, _ in legal)  # T-8: as many jokers as possible stay
        ends = frozenset(way[1:] for way in legal if way[0] == most_kept)
        return Verdict(True, frozenset(), not opened, ends)
    broken = _clauses_against(faults, rules)
    if "opening" in faults and rules["build"]:
        broken.add("T-4")  # the turn may build only because it opens
    return Verdict(False, frozenset(broken))


def _clauses_against(faults, rules):
    """Return the clauses that faults break."""
    return {clause for fault in faults for clause in rules[fault]}


def _drop_claims_of_unchanged_sets(before, after):
    """Return `after` with bare jokers in sets that lie unchanged since `before`: whatever the
    player wrote, these jokers still stand for the same tiles (T-8)."""
    unmatched = [old for old in before if "*" in without_claims(old)]
    exact = [sorted(old) for old in unmatched]
    result = list(after)

    def match_order(i):  # sets with equal text first, then those with bare jokers, then others
        claims = [{tile[0] for tile in stands_for(token)} for token in after[i] if token[0] == "["]
        masks = sorted(sum(1 << COLOURS.index(letter) for letter in letters) for letters in claims)
        return sorted(after[i]) not in exact, bool(claims), masks

    for i in sorted(range(len(after)), key=match_order):
        candidates = [old for old in unmatched if shows_same_tiles(old, after[i])]
        candidates = [
            old for old in candidates if _claimed_numbers(after[i]) <= _claimed_numbers(old)
        ]
        candidates.sort(key=lambda old: sorted(old) != sorted(after[i]))
        if candidates:
            unmatched.remove(candidates[0])
            result[i] = without_claims(after[i])
    return result


def _claimed_numbers(tokens):
    """Return the numbers that the jokers of a set claim, as o9 * * may be a group or a run."""
    return {number(tile) for token in tokens if token[0] == "[" for tile in stands_for(token)}


def _find_new_sets(before, after, kinds=None):
    """Return the indices of the sets of `after` that are not in `before`, or None if a set of
    `before` has changed. kinds: "group" or "run" for each set of `after`."""
    new = list(range(len(after)))
    for tokens in before:
        kind = kind_of(tokens)
        candidates = [i for i in new if shows_same_tiles(tokens, after[i])]
        candidates = [i for i in candidates if kinds is None or kinds[i] == kind]
        if not candidates:
            return None
        new.remove(candidates[0])
    return new


def _clauses_against_set(tokens, rules):
    """Return the clauses that a referee may name against tiles that are no set."""
    broken = {"T-1", "T-3"}
    if all(is_joker(token) for token in tokens):
        broken.add("T-9")
    if rules["groups_only"] or rules["runs_only"]:
        broken.add("KR-14")
    if rules["mixed"]:
        broken.add("KR-15")
    if rules["game"] == "CR":
        broken.add("CR-9")
    if any(is_joker(token) for token in tokens):
        broken.add("T-7")
    return broken


class _Turn:
    """A turn with legal tiles and sets, whose opening and jokers are still to be judged.

    joker_places: (set, place) of each joker of the new table. old_jokers: indices of the old
    table's jokers. joker_tiles: the tuples of tiles that the old jokers can stand for together.
    """

    def __init__(self, rules, before, after, laid, opened, distinct_jokers, free_jokers):
        self.rules, self.before, self.after, self.laid = rules, before, after, laid
        self.opened, self.free_jokers = opened, free_jokers
        self.joker_places = [
            (i, place)
            for i, tokens in enumerate(after)
            for place, token in enumerate(tokens)
            if is_joker(token)
        ]
        jokers = [(i, token) for i, row in enumerate(before) for token in row if is_joker(token)]
        self.old_jokers = range(len(jokers))
        different = [  # T-7: two jokers of one group are different tiles
            (a, b)
            for a, b in combinations(self.old_jokers, 2)
            if jokers[a][0] == jokers[b][0] or (a, b) in distinct_jokers
        ]
        self.joker_tiles = [
            chosen
            for chosen in product(*(sorted(stands_for(token)) for _, token in jokers))
            if all(chosen[a] != chosen[b] for a, b in different)
        ]
        self.joker_faults = functools.cache(self._joker_faults)
        self.opens_from_rack = functools.cache(lambda: _opens_from_rack(rules, laid))

    def judge_all(self):
        """Judge every way to read the turn. Return [(number of jokers in unchanged sets, end table,
        `_are_apart`)] of the legal ways, and the faults to blame if no way is legal."""
        legal: list = []
        blamed: set = set()
        for chosen in product(*(readings(tokens, self.rules).items() for tokens in self.after)):
            kinds = tuple(kind for kind, _ in chosen)
            opening_faults = self._opening_faults(kinds)
            ways_of_sets = [ways for _, ways in chosen]
            for origins, retrieved in self._joker_origins():
                ends = []
                for end, faults in self._judge_ends(ways_of_sets, origins, retrieved):
                    if opening_faults | faults:
                        blamed.add((kinds, opening_faults | faults))
                    else:
                        ends.append(end)
                if ends:
                    self._add_end(kinds, ends, legal, blamed)
        # A way that leaves a moved joker unpaid counts only if no way to read the sets as the same
        # kinds has fewer faults.
        to_blame = {
            fault
            for kinds, faults in blamed
            if "payment" not in faults or not any(k == kinds and f < faults for k, f in blamed)
            for fault in faults
        }
        return legal, to_blame

    def _add_end(self, kinds, ends, legal, blamed):
        """Add to `legal` the table in which a joker stands for every tile that it has in `ends`. If
        an old set changed although the seat has not opened, add a fault to `blamed` instead."""
        table = [list(tokens) for tokens in self.after]
        for i, place in self.joker_places:
            table[i][place] = joker_text({end[i][place] for end in ends})
        unchanged = Counter(canonical(self.before)) & Counter(canonical(table))
        may_change = self.opened or self.rules["build"] or self.free_jokers
        if unchanged.total() < len(self.before) and not may_change:
            blamed.add((kinds, frozenset(["changed sets"])))
            return
        kept_jokers = sum(is_joker(token) for tokens in unchanged.elements() for token in tokens)
        legal.append((kept_jokers, canonical(table), self._are_apart(ends)))

    def _are_apart(self, ends):
        """Return whether two jokers in different sets could be the same tile by their texts, but in
        no end table are (T-7)."""
        if len(self.joker_places) != 2 or self.joker_places[0][0] == self.joker_places[1][0]:
            return False
        pairs = {tuple(end[i][place] for i, place in self.joker_places) for end in ends}
        first, second = ({pair[i] for pair in pairs} for i in range(2))
        return bool(first & second) and all(a != b for a, b in pairs)

    def _joker_origins(self):
        """Yield (the origin of each joker of the new table, indices of the retrieved jokers). An
        origin is one of `old_jokers`, or None for the rack."""
        jokers = [*self.old_jokers] + [None] * self.laid["*"]
        for origins in set(permutations(jokers, len(self.joker_places))):
            for count in range(len(self.old_jokers) + 1):
                for retrieved in combinations(self.old_jokers, count):
                    yield origins, retrieved

    def _judge_ends(self, ways, origins, retrieved):
        """Yield (the tiles that the tokens of each set stand for, faults) for every end table with
        these ways to read its sets and these origins of its jokers."""
        if self.free_jokers:
            yield from ((end, frozenset()) for end in product(*ways))
            return
        kept_jokers = [
            (*place, origin)
            for place, origin in zip(self.joker_places, origins, strict=True)
            if origin not in (None, *retrieved)
        ]
        for identities in self.joker_tiles:
            # RK-13, RG-9, CR-10, KR-9: a joker is paid for by the tile that it stands for
            paid = tuple(sorted(identities[joker] for joker in retrieved))
            faults = self.joker_faults(origins, retrieved, paid)
            for end in product(*ways):
                # T-8: a joker that now stands for another tile must be paid for
                moved = any(end[i][place] != identities[origin] for i, place, origin in kept_jokers)
                yield end, faults | {"payment"} if moved else faults

    def _joker_faults(self, origins, retrieved, paid):
        """Return the faults in paying for jokers, and in the sets with laid or retrieved jokers:
        RG-8, RG-9, RK-15, CR-11. KR-9 demands nothing. paid: the tiles that replace `retrieved`."""
        origins_by_set = [(i, origin) for (i, _), origin in zip(self.joker_places, origins)]
        sets_with_retrieved = {i for i, origin in origins_by_set if origin in retrieved}
        sets_with_laid = [i for i, origin in origins_by_set if origin is None]  # for each joker
        sets_with_old = {i for i, origin in origins_by_set if origin not in (None, *retrieved)}
        # The tiles laid from the rack, but for those that take the place of a joker they pay for.
        rack_tiles = self.laid - Counter(paid)
        faults = set()
        if self.rules["reuse"] == "two tiles":
            if not self._have_two_rack_tiles(sets_with_retrieved, sets_with_laid, rack_tiles):
                faults = {"retrieved"}
        elif self.rules["reuse"] == "own set":
            groups = {"retrieved": sets_with_retrieved, "from rack": {*sets_with_laid}}
            faults = {
                name
                for name, indices in groups.items()
                if indices & sets_with_old or not self._are_from_rack(indices, rack_tiles)
            }
            # Each group alone may be made of tiles of the rack, but a tile lies in one set only.
            if not faults and not self._are_from_rack(set().union(*groups.values()), rack_tiles):
                faults = {*groups}
        if Counter(paid) - self.laid:
            faults.add("payment")  # T-8: the tile must come from the rack
        return frozenset(faults)

    def _have_two_rack_tiles(self, sets_with_retrieved, sets_with_laid, rack_tiles):
        """Return whether each set with a retrieved joker has two tiles of the rack (RK-15, CR-11)
        that pay for no joker (RK-13, CR-10). sets_with_laid: the set of each joker of the rack."""
        choices = []
        for i in sets_with_retrieved:
            tiles = [token for token in self.after[i] if rack_tiles[token] and not is_joker(token)]
            choices.append(list(combinations(tiles + ["*"] * sets_with_laid.count(i), 2)))
        return any(
            not Counter(tile for pair in chosen for tile in pair) - rack_tiles
            for chosen in product(*choices)
        )

    def _are_from_rack(self, sets, rack_tiles):
        """Return whether all number tiles of all `sets` come from the rack: it is not enough that
        old sets have grown."""
        tiles = Counter(token for i in sets for token in self.after[i] if not is_joker(token))
        return not tiles - rack_tiles

    def _opening_faults(self, kinds):
        """Return the faults of a seat that has not opened: T-4 and RK-4, RG-3, CR-4, KR-4, KR-5."""
        if self.opened:
            return frozenset()
        if self.rules["build"]:  # RK-5, RG-4: the turn may go on after the meld
            return frozenset() if self.opens_from_rack() else frozenset(["opening"])
        new = _find_new_sets(self.before, self.after, kinds)
        faults = set() if new is not None else {"changed sets"}
        points = [
            _opening_points(self.rules, kinds[i], self.after[i])
            for i in (range(len(self.after)) if new is None else new)
            if not Counter(without_claims(self.after[i])) - self.laid
        ]
        if not _is_opening(self.rules, points):
            faults.add("opening")
        return frozenset(faults)


# The opening meld -------------------------------------------------------------------------------


def _opening_points(rules, kind, tokens):
    """Return the points of a set laid from the rack as an opening, or None if it does not count
    (KR-4, KR-5)."""
    wanted_kind = "run" if rules["runs_only"] else "group"
    if rules["one_group"] and (kind != wanted_kind or any(map(is_joker, tokens))):
        return None
    fixed_points = [is_joker(token) and rules["joker_points"] for token in tokens]
    way = readings(tokens, rules)[kind][0]
    return sum(points or number(tile) for points, tile in zip(fixed_points, way, strict=True))


def _is_opening(rules, points):
    """Return whether sets with these points, None for a set that does not count, open."""
    single = rules["one_group"] and not rules["several"]
    points = [worth for worth in points if worth is not None]
    return bool(points) and (max(points) if single else sum(points)) >= rules["points"]


def _opens_from_rack(rules, tiles, so_far=(), sets=None):
    """Return whether `tiles` contain an opening meld. so_far: points of the sets already chosen.
    sets: [(tokens, points)] to choose from, or None for all."""
    upper_bound = sum(25 if is_joker(tile) else number(tile) for tile in tiles.elements())
    if sum(so_far) + upper_bound < rules["points"]:
        return False
    if sets is None:
        rows = sets_from(rules, tiles)
        sets = [
            (row, _opening_points(rules, kind, row))
            for row in rows
            for kind in readings(row, rules)
        ]
        sets = [(row, points) for row, points in sets if points is not None]
    for index, (row, points) in enumerate(sets):
        if not Counter(row) - tiles:
            meld, remaining = (*so_far, points), tiles - Counter(row)
            if _is_opening(rules, meld) or _opens_from_rack(rules, remaining, meld, sets[index:]):
                return True
    return False


# Sets by brute force, and the best play ---------------------------------------------------------


def sets_from(rules: dict, tiles: Counter, longest: int = 13) -> list[list[str]]:
    """Return every legal set that `tiles` can make, with jokers in each possible place and at least
    one number tile (T-9). longest: most tiles of a run."""
    sets = []
    for value in () if rules["runs_only"] else range(1, 14):
        present = [letter + str(value) for letter in COLOURS if tiles[letter + str(value)]]
        for count, jokers in product((3, 4), range(min(tiles["*"], 3) + 1)):
            if count > jokers:
                sets += [[*real] + ["*"] * jokers for real in combinations(present, count - jokers)]
    for letters in () if rules["groups_only"] else [COLOURS] if rules["mixed"] else COLOURS:
        numbered = [[letter + str(value) for letter in letters] for value in range(14)]
        usable = [[tile for tile in [*row, "*"] if tiles[tile]] for row in numbered]
        for first in range(1, 12):
            runs: list[list[str]] = [[]]
            for here in takewhile(bool, usable[first : first + longest]):
                runs = [
                    [*run, tile]
                    for run in runs
                    for tile in here
                    if tile != "*" or run.count("*") < tiles["*"]
                ]
                sets += [run for run in runs if len(run) >= 3 and run.count("*") < len(run)]
    return sets


class TooManySteps(Exception):
    """A search would exceed its limit of steps."""


def covers(
    sets: list[list[str]], required: dict, steps: list[int], optional: dict | None = None
) -> Iterator[list[list[str]]]:
    """Yield every list of some of `sets` that uses all tiles of `required` and any of `optional`.

    sets: no number tile is in one of them twice. required, optional: the number of each tile, none
    is 0. steps: a list whose only item is the number of steps left. Raises TooManySteps.
    """
    optional = optional or {}
    steps[0] -= 1 + len(sets) // 100
    if steps[0] < 0:
        raise TooManySteps
    if not required:
        yield []
        return
    available = {*required, *optional}
    jokers = required.get("*", 0) + optional.get("*", 0)
    sets = [row for row in sets if available.issuperset(row) and row.count("*") <= jokers]
    set_counts = Counter(chain.from_iterable(sets))
    set_counts["*"] = sum("*" in row for row in sets)
    first = min(sorted(required), key=set_counts.__getitem__)  # in the fewest sets
    for tokens in sets:
        if first in tokens:
            rest = dict(required), dict(optional)
            for tile in tokens:
                counts = rest[tile not in rest[0]]
                counts[tile] -= 1
                if not counts[tile]:
                    del counts[tile]
            for others in covers(sets, rest[0], steps, rest[1]):
                yield [tokens, *others]


def penalty_points(game: str, tiles: Iterable[str]) -> int:
    """Return the points that tiles cost when they are left on a rack."""
    joker_cost = GAMES[game]["joker_cost"]
    return sum(joker_cost if is_joker(tile) else number(tile) for tile in tiles)


def legal_plays(
    game: str,
    options: dict,
    before: Table,
    rack: Tokens,
    opened: bool,
    max_steps: int = 10000,
    **keywords: Any,
) -> Iterator[tuple[list[str], Table]]:
    """Yield every legal play of a small position as (laid tiles, end table as written): the most
    tiles first, and among equal numbers the most points.

    keywords: further arguments of `judge`. Raises TooManySteps.
    """
    rules = rules_of(game, options)
    steps = [max_steps]
    old = [] if opened or rules["build"] else [without_claims(tokens) for tokens in before]
    table = count_tiles(before) if not old else Counter()
    sizes = range(1, len(rack) + 1)
    choices = {
        tuple(sorted(some)) for size in sizes for some in combinations(without_claims(rack), size)
    }
    sets = sets_from(rules, table + Counter(without_claims(rack)))
    for laid in sorted(choices, key=lambda laid: (-len(laid), -penalty_points(game, laid), laid)):
        for new in covers(sets, table + Counter(laid), steps):
            steps[0] -= 10
            if judge(game, options, before, rack, old + new, opened, **keywords).legal:
                yield list(laid), old + new


def best_play(
    game: str, options: dict, before: Table, rack: Tokens, opened: bool, goal: str, **keywords: Any
) -> tuple[int, int]:
    """Return (tiles, points) of the best play by brute force, (0, 0) if there is none.

    goal: "tiles" (the most tiles and among these the most points) or "points". keywords: further
    arguments of `legal_plays`. Raises TooManySteps.
    """
    best = (0, 0)
    for laid, _ in legal_plays(game, options, before, rack, opened, **keywords):
        tiles, points = len(laid), penalty_points(game, laid)
        if goal == "tiles":
            return tiles, points  # `legal_plays` begins with the best
        best = max(best, (tiles, points), key=lambda play: play[1])
    return best


def scores(game: str, racks: Sequence[Tokens], stalled: bool, first: int) -> list[int]:
    """Return each seat's score of a round: RK-16 to RK-18, RG-10, RG-11, CR-13, CR-14, KR-11,
    KR-12, T-13. first: the seat that is first in turn order."""
    counts = [penalty_points(game, rack) for rack in racks]
    order = [(first + i) % len(racks) for i in range(len(racks))]
    winners = [
        seat for seat in order if (counts[seat] == min(counts) if stalled else not racks[seat])
    ]
    lowest = min(counts) if game != "RG" else 0
    result = [0 if seat in winners else lowest - counts[seat] for seat in range(len(racks))]
    share, remainder = divmod(-sum(result), len(winners))
    for seat in winners:
        result[seat] = share
    result[winners[0]] += remainder
    return result


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
PLACES = {"colour": 0, "shape": 1, "number": 2}
REVERSE = "<>"


def wins_round(goal: int, hand: Sequence[str]) -> bool:
    """Return whether seven cards meet the goal of a round, 1 to 8 (ER-6, ER-7)."""
    real = [card for card in hand if card != "*"]
    numbers = {card[2:] for card in real}
    return (
        len(hand) == 7
        and REVERSE not in hand
        and all(
            len(numbers) == len(real)  # jokers are the missing ones
            if wanted == "straight"
            else len({card[PLACES[wanted]] for card in real}) <= 1
            for wanted in ROUNDS[goal]
        )
    )
