"""Judge whether a play is legal (T-1 to T-9, each game's clauses on jokers and openings).

The referee compares the table before, the rack, and the table after. Tiles of one kind are
interchangeable, and so are jokers: a play is legal if some way to match them is legal, and of these
the one that changes least applies (T-8). No verdict depends on the order of sets or tiles.
"""

from rules import errors
from rules.base import blocking
from rules.tilegame import melds, newsets, tiles
from rules.tilegame.tiles import JOKER, mask_of, number_of

if False:  # for type checkers
    from rules.base import Slices


class Verdict(tiles.JudgedPlay):
    """The referee's answer.

    clause: the id of the broken clause, None if the play is legal
    why: (reason, its values ...), see rules.errors; None if legal
    opens: whether the play is the seat's opening meld
    laid: codes of the tiles laid from the rack
    table: the table after it, each joker with the identity it keeps from now on; None if not legal
    jokers_differ: two jokers that once lay in one group, and whose colours are still undecided,
        must stand for different tiles wherever they lie now
    rank: orders verdicts on ways to read one play, the greatest is best; see `_judge_match`
    """

    rank: tuple = (-2,)

    def __init__(
        self,
        clause: str | None,
        why: tuple | None,
        opens: bool = False,
        laid: bytes | bytearray = b"",
        table: list[bytes] | None = None,
    ) -> None:
        self.legal = clause is None
        self.clause = clause
        self.why = why
        self.opens = opens
        self.laid = laid
        self.table = table
        self.jokers_differ = False


def judge_in_slices(
    rules: dict,
    before: list[bytes],
    rack: bytes | bytearray,
    after: list[bytes],
    opened: bool | int,
    jokers_differ: bool = False,
    jokers_fixed: bool = False,
) -> "Slices[Verdict]":
    """Judge a play, in slices, by the table it ends with, not by its steps (T-3, T-6, RG-7, CR-9).

    rules: from games.rules_for
    before, after: lists of sets of tile codes; a joker may have its identity, or be plain if its
        place in the set determines it
    rack: codes
    opened: whether this seat has opened
    jokers_differ: from the Verdict on the last play
    jokers_fixed: whether `after` gives the identity of every joker, as in records, even in an
        unchanged set

    Raises RulesError if `before` is not a legal table.
    """
    after = [codes for codes in after if codes]
    ways = yield from melds.read_sets(before + after, rules)
    tables_before = melds.tables_of(before, ways)
    counts_before = tiles.table_counts(before)
    counts_after = tiles.table_counts(after)
    rack_counts = tiles.counts(rack)
    laid = bytearray(53)
    for code in range(53):
        if counts_after[code] < counts_before[code]:
            if code == JOKER:
                return Verdict("T-8", (errors.JOKER_GONE,))
            return Verdict("T-3", (errors.TILE_GONE, bytes((code,))))
        laid[code] = counts_after[code] - counts_before[code]
        if laid[code] > rack_counts[code]:
            return Verdict("T-3", (errors.TILE_MORE, bytes((code,))))
    readings = ways[len(before) :]  # for each set of `after`, its readings as group or run
    illegal = [codes for codes, set_readings in zip(after, readings) if not set_readings]
    if illegal:
        illegal.sort(key=lambda codes: (len(codes), sorted(codes), codes))
        loose = b"".join([codes for codes in illegal if len(codes) < 3])
        return refuse_set(illegal[0], rules, loose)
    if not max(laid):
        return Verdict("T-3", (errors.NONE_LAID,))
    yield None
    if max(map(max, after)) > JOKER and not jokers_fixed:
        _reset_unchanged(rules, tables_before[0], readings, after)
    tables_after = melds.tables_of(after, readings)
    best: Verdict = None  # type: ignore[assignment]  # every legal table has a reading
    rack_opening: list[int] = []  # cache of `_check_opening`
    for start in tables_before:
        for end in tables_after:
            verdict = None
            if not opened:
                verdict = yield from _check_opening(rules, start, end, laid, rack_opening)
            if verdict is None:
                verdict = yield from _judge_jokers(
                    rules, start, end, laid, jokers_differ, jokers_fixed
                )
            # A set that reads as group and as run is a group, unless as a run it is unchanged.
            if best is None or (
                verdict.rank[0] > best.rank[0] if best.legal else verdict.rank >= best.rank
            ):
                best = verdict
    if best.legal:
        best.laid = listed(laid)
        best.opens = not opened
    return best


judge = blocking(judge_in_slices)  # returns the Verdict


def _reset_unchanged(rules, before, readings, after):
    """Replace, in `readings`, those of unchanged sets by readings without the identities that
    `after` gives their jokers: these jokers keep their old ones. If several sets look like one of
    `before`, the unchanged one is that with the same identities, or else one without any."""
    left = [codes for codes in before if max(codes) > JOKER]  # sets not matched yet
    order = []
    for i in range(len(readings)):
        codes = readings[i][0][1]
        if max(codes) > JOKER:
            order.append((codes not in left, max(after[i]) > JOKER, codes, i))
    for differs, _, codes, i in sorted(order):
        plain = bytes([min(code, JOKER) for code in codes])
        for old in left:
            if bytes([min(code, JOKER) for code in old]) == plain and (differs or old == codes):
                left.remove(old)
                kind = readings[i][0][0]
                readings[i] = [way for way in melds.readings(plain, rules) if way[0] == kind]
                break


def listed(count: bytes | bytearray) -> bytes:
    """Return the codes, in rising order, that counts of the codes 0..52 describe."""
    out = bytearray()
    for code in range(53):
        out += bytes((code,)) * count[code]
    return bytes(out)


def refuse_set(codes: bytes, rules: dict, loose: bytes = b"") -> Verdict:
    """Return the most specific reason why tiles are not a set. loose: of all too short ones."""
    if len(codes) < 3:
        return Verdict("T-3", (errors.LOOSE, loose or codes))
    for flag, reason in (("groups_only", errors.GROUPS_ONLY), ("runs_only", errors.RUNS_ONLY)):
        if rules[flag]:
            without = dict(rules)
            without[flag] = False
            if melds.readings(codes, without):
                return Verdict("KR-14", (reason, codes))
    count = tiles.counts(codes)
    for code in codes:
        if code < JOKER and count[code] > 1:
            return Verdict("T-1", (errors.TWICE, codes, bytes((code,))))
    first = min(codes)
    last = max(codes)
    if last < JOKER and first // 13 == last // 13 and not rules["groups_only"]:
        missing = [code for code in range(first, last) if not count[code]]
        if len(missing) == 1:
            return Verdict("T-1", (errors.LACKS, codes, bytes(missing)))
    return Verdict("T-1", (errors.NO_SET, codes))


# -- the opening meld -----------------------------------------------------------------------------


def _check_opening(rules, before, after, laid, rack_opening):
    """Check the opening, in slices; return the Verdict that refuses a play without an opening
    meld, else None (T-4, RK-4, RK-5, RG-3, RG-4, CR-4, CR-5, KR-4, KR-5). rack_opening: a list,
    empty at first, that caches the points of an opening with `laid` alone."""
    required = rules["opening_points"]
    new, removed = newsets.new_sets(before, after)
    if rules["opening_build"] and (removed or not melds.opens(rules, new)):
        yield None
        from rules.tilegame import opening  # most openings are judged without this module

        yield None
        if not rack_opening:
            rack_opening.append((yield from opening.best_opening(rules, laid)))
        points = rack_opening[0]
        if points < 0:
            return Verdict("T-4", (errors.RACK_ALONE,))
        return _too_few_points(rules, points) if points < required else None
    if removed:
        from_rack = newsets.made_from(sorted(new), laid)
        if melds.opens(rules, from_rack):
            return Verdict(rules["build_clause"], (errors.OTHERS_STAY,))
        return Verdict("T-4", (errors.TABLE_STAYS,))
    if not melds.opens(rules, new):
        points = melds.points_of(rules, new)
        if rules["opening_joker"] == "none" and points < required:
            with_jokers = dict(rules)
            with_jokers["opening_joker"] = "face"
            if melds.points_of(with_jokers, new) >= required:
                return Verdict("KR-5", (errors.JOKER_OPENS,))
        return _too_few_points(rules, points)
    return None


def _too_few_points(rules, points):
    if points < 0:
        return Verdict(rules["open_clause"], (errors.NONE_OPENS,))
    reason = errors.FEW_IN_GROUP if rules["opening_sets"] == "group" else errors.FEW_POINTS
    return Verdict(rules["open_clause"], (reason, points, rules["opening_points"]))


# -- jokers ---------------------------------------------------------------------------------------

_CHANGED = "T-8", (errors.JOKER_CHANGED,)
_MOVED = "T-8", (errors.JOKER_MOVED,)
_EQUAL = "T-7", (errors.JOKERS_EQUAL,)


def _judge_jokers(rules, before, after, laid, jokers_differ, jokers_fixed):
    """Judge a play by the joker clauses, in slices; return the Verdict.

    T-8: each joker of `before` keeps what it stands for or is retrieved, which means that the seat
    lays one of its `melds.replacements`. RK-14, KR-8: otherwise a joker is a tile like any other.
    Since jokers look the same, every way to match old jokers with places of `after` is judged, and
    the Verdict of the greatest rank counts.
    """
    old = melds.table_jokers(before)
    new = melds.table_jokers(after)
    if not new:
        return Verdict(None, None, False, b"", after)
    best = None
    for match in _list_matches(old, len(new), laid):
        yield None
        verdict = _judge_match(
            rules, before, after, laid, old, new, match, jokers_differ, jokers_fixed
        )
        if verdict and (
            best is None
            or verdict.rank > best.rank
            or verdict.legal
            and verdict.rank == best.rank
            and sorted(verdict.table) < sorted(best.table)
        ):
            best = verdict
    return best


def _least_change(before, after, table, old, new, retrieved, jokers_fixed):
    """Return the rank of a legal `table`; the greatest is the least change. It counts the jokers in
    unchanged sets, then those in sets as `after` gives them (with `jokers_fixed` these first), then
    the tiles that the jokers may still stand for, then, negated, the `retrieved` jokers."""
    possible_tiles = as_given = 0
    changed_sets = []  # the sets of `new` jokers without those that were on the table before
    for index, place, _ in new:
        codes = table[index]
        possible_tiles += len(tiles.kinds_of(codes[place]))
        as_given += codes == after[index]
        changed_sets.append(codes)
    for index, _, _ in old:
        if before[index] in changed_sets:
            changed_sets.remove(before[index])
    unchanged = len(new) - len(changed_sets)
    return as_given if jokers_fixed else unchanged, as_given, possible_tiles, -retrieved


def _judge_match(rules, before, after, laid, old, new, match, jokers_differ, jokers_fixed):
    """Judge one of `_list_matches` by the joker clauses; return the Verdict. Return None for an
    illegal match that retrieves a joker needlessly: another one gives a better reason. old, new:
    melds.table_jokers of `before` and `after`. If all matches are illegal, the one with the highest
    `priority` gives the reason."""
    places, replaced = match
    retrieved = [i for i in range(len(old)) if replaced[i] < JOKER]
    changed = [i for i in range(len(old)) if not melds.may_be_equal(old[i][2], new[places[i]][2])]
    priority, why = 0, _MOVED
    if not [i for i in changed if i not in retrieved]:
        must_differ = len(old) == 2 and melds.must_differ(old, jokers_differ)
        priority, why = 3, _EQUAL
        identities = _old_identities(old, new, places, replaced, must_differ)
        if identities is not None:
            priority, why = 1, _CHANGED
            table = _with_identities(rules, after, new, places, retrieved, identities)
            if table:
                priority, why = 3, _check_reuse(rules, table, laid, new, places, replaced)
                if why is None:
                    if must_differ and len(retrieved) == 1:
                        other = _other_replacement(rules, after, laid, old, new, places, replaced)
                        table = other or table
                    verdict = Verdict(None, None, False, b"", table)
                    verdict.jokers_differ = (
                        must_differ and not retrieved and melds.may_be_equal(*identities)
                    )
                    verdict.rank = _least_change(
                        before, after, table, old, new, len(retrieved), jokers_fixed
                    )
                    return verdict
    if [i for i in retrieved if i not in changed]:
        return None
    if priority < 2 and _is_swapped(before, after, laid, [old[i] for i in changed]):
        priority = 2
        why = rules["retrieve_clause"], (errors.NOT_FROM_RACK,)
    verdict = Verdict(*why)
    verdict.rank = (-1, priority, -len(retrieved), verdict.clause)
    return verdict


def _list_matches(old, place_count, laid):
    """Yield every way to match the jokers `old` with the `place_count` jokers of the new table, and
    to keep or retrieve each: (places, replaced), the index of each joker's place and the laid tile
    that replaces it, JOKER if it is kept. Backtracks without recursion to save stack."""
    if not old:
        yield (), ()
        return
    choices = [[JOKER] + melds.replacements(code) for _, _, code in old]
    tried = [-1] * len(old)  # for each joker, the number of its last (place, replacement) pair
    places = []
    replaced = []
    while True:
        joker = len(places)  # index of the joker whose next pair is tried
        tried[joker] += 1
        place, choice = divmod(tried[joker], len(choices[joker]))
        if place == place_count:  # no pair left: go back to the previous joker
            if not places:
                return
            tried[joker] = -1
            places.pop()
            replaced.pop()
            continue
        tile = choices[joker][choice]
        if place in places or tile < JOKER and laid[tile] <= replaced.count(tile):
            continue
        if joker + 1 == len(old):
            yield places + [place], replaced + [tile]
        else:
            places.append(place)
            replaced.append(tile)


def _old_identities(old, new, places, replaced, must_differ):
    """Return the code of what each old joker stood for: a retrieved one for the tile that replaces
    it, a kept one for what it is now as well. None if two that `must_differ` are one tile."""
    identities = []
    for i in range(len(old)):
        code = old[i][2]
        if replaced[i] < JOKER or code != new[places[i]][2]:
            mask = mask_of(replaced[i]) or mask_of(code) & mask_of(new[places[i]][2])
            code = tiles.joker_as(number_of(code), mask)
        identities.append(code)
    return melds.make_distinct(*identities) if must_differ else identities


def _with_identities(rules, after, new, places, retrieved, identities):
    """Return the table after the play, kept jokers with their `identities`, retrieved ones as in
    `after`. None if a set is then illegal."""
    table = list(after)
    for i in range(len(places)):
        if i not in retrieved:
            index, place, _ = new[places[i]]
            codes = bytearray(table[index])
            codes[place] = identities[i]
            table[index] = bytes(codes)
    for place in places:
        index = new[place][0]
        if table[index] != after[index]:  # which is a reading already
            ways = melds.readings(table[index], rules)
            if not ways:
                return None
            table[index] = ways[0][1]
    return table


def _other_replacement(rules, after, laid, old, new, places, replaced):
    """Return the table if another laid tile could also replace the one retrieved joker of two that
    must differ, else None: since it may have been either tile, the kept joker stays undecided."""
    joker = 0 if replaced[0] < JOKER else 1
    replacement = replaced[joker]
    for tile in melds.replacements(old[joker][2]):
        if tile != replacement and laid[tile]:
            replaced[joker] = tile
            identities = _old_identities(old, new, places, replaced, False)
            table = _with_identities(rules, after, new, places, [joker], identities)
            if table and _check_reuse(rules, table, laid, new, places, replaced) is None:
                return table
    return None


def _is_swapped(before, after, laid, jokers):
    """Return True if a table tile, none from the rack, took the place of one of `jokers`."""
    for _, _, code in jokers:
        for tile in melds.replacements(code):
            if laid[tile]:
                return False
    for index, place, code in jokers:
        for codes in after:
            if len(codes) == len(before[index]) and melds.retrieves(code, codes[place]):
                return True
    return False


def _check_reuse(rules, table, laid, new, places, replaced):
    """Return (clause, why) if the play breaks a clause on the sets of retrieved jokers (RK-15,
    RG-9, CR-11) or of rack jokers, else None."""
    laid_left = bytearray(laid)  # counts of the laid tiles without those that replace jokers
    reused_sets = []  # indices of the sets with a retrieved joker
    kept_sets = []  # indices of the sets with a kept joker
    for i in range(len(places)):
        index = new[places[i]][0]
        if replaced[i] < JOKER:
            laid_left[replaced[i]] -= 1
            reused_sets.append(index)
        else:
            kept_sets.append(index)
    rack_joker_sets = [new[i][0] for i in range(len(new)) if i not in places]
    rack_only = list(reused_sets) if rules["joker_reuse"] == "hand" else []
    if not rules["joker_layoff"]:
        rack_only += rack_joker_sets
    refusal = _all_from_rack(rules, rack_only, reused_sets, kept_sets, table, laid_left)
    if refusal or rules["joker_reuse"] != "two" or not reused_sets:
        return refusal
    # Each set needs two rack tiles (RK-15); one tile cannot count in two sets.
    kinds = []  # for each set, the kinds in it that can be rack tiles
    lacking = []  # for each set, how many rack tiles it still needs
    for index in sorted(set(reused_sets)):  # one set or two
        kinds.append([code for code in table[index] if code < JOKER and laid_left[code]])
        lacking.append(2 - len(kinds[-1]) - rack_joker_sets.count(index))
    shared = 0  # number of kinds in both sets of which the rack gave only one tile
    if len(kinds) == 2:
        shared = len([code for code in kinds[0] if code in kinds[1] and laid_left[code] < 2])
    shared_needed = sum([max(0, count + shared) for count in lacking])
    if max(lacking) <= 0 and shared_needed <= shared:
        return None
    return rules["reuse_clause"], (errors.JOKER_NEEDS_TWO,)


def _all_from_rack(rules, rack_only, reused_sets, kept_sets, table, laid_left):
    """Return (clause, why) if the sets with the indices `rack_only` are not made of tiles from the
    rack alone (RG-8, and joker_reuse "hand"), else None. For the others see `_check_reuse`."""
    used = bytearray(53)
    for index in sorted(set(rack_only)):
        refusal = "RG-8", (errors.JOKER_LAID_OFF,)
        if index in reused_sets:
            refusal = rules["reuse_clause"], (errors.JOKER_TAKEN_OFF,)
        if index in kept_sets:
            return refusal
        for code in table[index]:
            if code < JOKER:
                used[code] += 1
                if used[code] > laid_left[code]:
                    return refusal
    return None
