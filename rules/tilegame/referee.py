"""Is a play legal, and which clause forbids it (T-1 to T-9 and each game's joker and opening
clauses).

The referee judges a play by the table before, the rack, and the table after. Tiles of one kind are
interchangeable, so are jokers: a play is legal when some way of telling them apart makes it so, and
of those the one that changes least holds (T-8). No answer depends on the order of sets or tiles.
"""

from rules import errors
from rules.base import finish
from rules.tilegame import melds, newsets, tiles
from rules.tilegame.tiles import JOKER, mask_of, number_of

if False:  # for type checkers
    from rules.base import Slices

GROUP = melds.GROUP
RUN = melds.RUN


class Verdict:
    """The referee's answer.

    clause: the broken one, or None. why: (reason, its values ...), see rules.errors, or None.
    opens: the play is the seat's opening meld. laid: codes from the rack. table: the end table,
    each joker with the identity that it keeps from now on; None when not legal. parted: two jokers
    that lay in one group and are not decided yet stand for different tiles, wherever they lie.
    rank: how little it changes (`_least`); of refusals, how far the play got.
    """

    parted = False
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


def judge(
    rules: dict,
    before: list[bytes],
    rack: bytes | bytearray,
    after: list[bytes],
    opened: bool | int,
    parted: bool = False,
    jokers_fixed: bool = False,
) -> Verdict:
    """Run `judging` to its end; return the Verdict."""
    return finish(judging(rules, before, rack, after, opened, parted, jokers_fixed))


def judging(
    rules: dict,
    before: list[bytes],
    rack: bytes | bytearray,
    after: list[bytes],
    opened: bool | int,
    parted: bool = False,
    jokers_fixed: bool = False,
) -> "Slices[Verdict]":
    """Judge one play by its end, in slices: the way to it is free (T-3, T-6, RG-7, CR-9).

    rules: from games.rules_for. before, after: sets of tile codes; jokers may be plain (their place
    tells) or have their identity. rack: codes. opened: this seat has opened. parted: see Verdict,
    of the play before. jokers_fixed: `after` says what all its jokers are, also in a set that lies
    as it lay, as a record does. Raises RulesError when `before` itself is no legal table.
    """
    befores = yield from melds.reading(before, rules)
    had = tiles.table_counts(before)
    has = tiles.table_counts(after)
    own = tiles.counts(rack)
    laid = bytearray(53)
    for code in range(53):
        if has[code] < had[code]:
            if code == JOKER:
                return Verdict("T-8", (errors.JOKER_GONE,))
            return Verdict("T-3", (errors.TILE_GONE, bytes((code,))))
        laid[code] = has[code] - had[code]
        if laid[code] > own[code]:
            return Verdict("T-3", (errors.TILE_MORE, bytes((code,))))
    read: list[list] = []  # of each set: its readings
    says = []  # and whether it says what its jokers are
    bad = []
    for codes in after:
        if not codes:
            continue
        if len(read) % 4 == 0:
            yield None
        ways = melds.readings(codes, rules)
        if ways:
            read.append(ways)
            says.append(max(codes) > JOKER)
        else:
            bad.append((len(codes), sorted(codes), codes))
    if bad:
        return no_set(min(bad)[2], rules)
    if not max(laid):
        return Verdict("T-3", (errors.NONE_LAID,))
    yield None
    if True in says and not jokers_fixed:
        _unsay(rules, befores[0], read, says)
    afters: list[list[bytes]] = [[]]
    for ways in read:
        afters = [table + [way[1]] for table in afters for way in ways]
    best: Verdict = None  # type: ignore[assignment]  # no table is read in no way
    alone: list[int] = []  # what the laid tiles alone open with, once it was asked
    for start in befores:
        for end in afters:
            verdict = None if opened else (yield from _opening(rules, start, end, laid, alone))
            yield None
            verdict = verdict or (yield from _jokers(rules, start, end, laid, parted, jokers_fixed))
            # of two readings of one set the group holds, unless the run leaves more as it lay
            if best is None or (
                verdict.rank[0] > best.rank[0] if best.legal else verdict.rank >= best.rank
            ):
                best = verdict
    if best.legal:
        best.laid = listed(laid)
        best.opens = not opened
    return best


def _unsay(rules, before, read, says):
    """Take from the readings `read` what a play says of jokers in sets that lie as they lay: those
    keep what they were. Of sets that look alike, the one that says what they were is the one that
    lies there, else one that says nothing."""
    left = [codes for codes in before if max(codes) > JOKER]
    order = []
    for i in range(len(read)):
        codes = read[i][0][1]
        if max(codes) > JOKER:
            order.append((codes not in left, says[i], codes, i))
    for new, _, codes, i in sorted(order):
        plain = bytes([tiles.plain(code) for code in codes])
        for old in left:
            if bytes([tiles.plain(code) for code in old]) == plain and (new or old == codes):
                left.remove(old)
                kind = read[i][0][0]
                read[i] = [way for way in melds.readings(plain, rules) if way[0] == kind]
                break


def listed(count: bytes | bytearray) -> bytes:
    """Return counts of 53 as codes in rising order."""
    out = bytearray()
    for code in range(53):
        out += bytes((code,)) * count[code]
    return bytes(out)


def no_set(codes: bytes, rules: dict) -> Verdict:
    """Return the Verdict on tiles that are no set."""
    if len(codes) < 3:
        return Verdict("T-3", (errors.LOOSE, codes))
    for flag, reason in (("groups_only", errors.GROUPS_ONLY), ("runs_only", errors.RUNS_ONLY)):
        if rules[flag]:
            free = dict(rules)
            free[flag] = False
            if melds.readings(codes, free):
                return Verdict("KR-14", (reason, codes))
    count = tiles.counts(codes)
    for code in codes:
        if code < JOKER and count[code] > 1:
            return Verdict("T-1", (errors.TWICE, codes, bytes((code,))))
    first = min(codes)
    last = max(codes)
    if last < JOKER and first // 13 == last // 13 and not rules["groups_only"]:
        lacks = [code for code in range(first, last) if not count[code]]
        if len(lacks) == 1:
            return Verdict("T-1", (errors.LACKS, codes, bytes(lacks)))
    return Verdict("T-1", (errors.NO_SET, codes))


# -- the opening meld -----------------------------------------------------------------------------


def _opening(rules, before, after, laid, alone):
    """Return, in slices, None or why the turn's play is no opening meld (T-4, RK-4, RK-5, RG-3,
    RG-4, CR-4, CR-5, KR-4, KR-5). alone: keeps the points that `laid` makes by itself."""
    need = rules["opening_points"]
    fresh, gone = newsets.new_sets(before, after)
    if rules["opening_build"] and (gone or not _enough(rules, fresh)):
        yield None
        from rules.tilegame import opening  # only where one may build in the opening turn

        yield None
        if not alone:
            alone.append((yield from opening.best_opening(rules, laid)))
        if alone[0] < 0:
            return Verdict("T-4", (errors.RACK_ALONE,))
        return _too_little(rules, alone[0]) if alone[0] < need else None
    if gone:
        own = newsets.made_from(sorted(fresh), laid)
        if own and _enough(rules, own):
            return Verdict(rules["say_build"], (errors.OTHERS_STAY,))
        return Verdict("T-4", (errors.TABLE_STAYS,))
    if not _enough(rules, fresh):
        points = melds.points_of(rules, fresh)
        if rules["opening_joker"] == "none" and points < need:
            free = dict(rules)
            free["opening_joker"] = "face"
            if melds.points_of(free, fresh) >= need:
                return Verdict("KR-5", (errors.JOKER_OPENS,))
        return _too_little(rules, points)
    return None


def _too_little(rules, points):
    if points < 0:
        return Verdict(rules["open_clause"], (errors.NONE_OPENS,))
    reason = errors.FEW_IN_GROUP if rules["opening_sets"] == "group" else errors.FEW_POINTS
    return Verdict(rules["open_clause"], (reason, points, rules["opening_points"]))


def _enough(rules, sets):
    points = melds.points_of(rules, sets)
    return points >= 0 and points >= rules["opening_points"]


# -- jokers ---------------------------------------------------------------------------------------

_CHANGED = "T-8", (errors.JOKER_CHANGED,)
_MOVED = "T-8", (errors.JOKER_MOVED,)
_EQUAL = "T-7", (errors.JOKERS_EQUAL,)


def _jokers(rules, before, after, laid, parted, jokers_fixed):
    """Return, in slices, the Verdict on the joker clauses.

    T-8: a joker keeps what it stands for, or is retrieved: the seat lays a tile for it that
    `melds.payers` names. RK-14, KR-8: in all else a joker is a tile like others.
    """
    old = melds.standing(before)
    new = melds.standing(after)
    if not new:
        return Verdict(None, None, False, b"", after)
    best = None
    for places, paid in _ways(old, len(new), laid):
        yield None
        verdict = _matched(rules, before, after, laid, old, new, places, paid, parted, jokers_fixed)
        if verdict and (
            best is None
            or verdict.rank > best.rank
            or verdict.legal
            and verdict.rank == best.rank
            and sorted(verdict.table) < sorted(best.table)
        ):
            best = verdict
    return best


def _least(before, after, table, old, new, freed, jokers_fixed):
    """Rank how little an end table changes: by jokers in sets that lie as before; by jokers in sets
    as the play writes them (`after`), which come first with `jokers_fixed`; by the tiles that the
    jokers may be; by how few are `freed`."""
    many = said = 0
    left = []
    for which, place, _ in new:
        codes = table[which]
        many += len(tiles.kinds_of(codes[place]))
        said += codes == after[which]
        left.append(codes)
    for which, _, _ in old:
        if before[which] in left:
            left.remove(before[which])
    return said if jokers_fixed else len(new) - len(left), said, many, -freed


def _matched(rules, before, after, laid, old, new, places, paid, parted, jokers_fixed):
    """Return the Verdict on the joker clauses for one of `_ways`; None for a refusal that calls a
    joker retrieved which might have been kept. old, new: see melds.standing."""
    freed = [i for i in range(len(old)) if paid[i] < JOKER]
    unlike = [i for i in range(len(old)) if not melds.alike(old[i][2], new[places[i]][2])]
    stage, why = 0, _MOVED
    if not [i for i in unlike if i not in freed]:
        bound = melds.bound(old, parted)
        stage, why = 3, _EQUAL
        stood = _stood(old, new, places, paid, bound)
        if stood is not None:
            stage, why = 1, _CHANGED
            table = _settled(rules, after, new, places, freed, stood)
            if table:
                stage, why = 3, _reuse(rules, table, laid, new, places, paid)
                if why is None:
                    if bound and len(freed) == 1:
                        table = _any_payer(rules, after, laid, old, new, places, paid) or table
                    verdict = Verdict(None, None, False, b"", table)
                    verdict.parted = bound and not freed and melds.alike(stood[0], stood[1])
                    verdict.rank = _least(before, after, table, old, new, len(freed), jokers_fixed)
                    return verdict
    if [i for i in freed if i not in unlike]:
        return None
    if stage < 2 and _swapped(before, after, laid, [old[i] for i in unlike]):
        stage = 2
        why = rules["say_retrieve"], (errors.NOT_FROM_RACK,)
    verdict = Verdict(*why)
    verdict.rank = (-1, stage, -len(freed), verdict.clause)
    return verdict


def _ways(old, many, laid):
    """Yield every way to find `old` jokers among `many` places, and to keep or to pay for each: the
    indices of their places, and for each JOKER or the laid number tile that pays."""
    if not old:
        yield (), ()
        return
    payers = [[JOKER] + melds.payers(code) for _, _, code in old]
    tried = [-1] * len(old)  # of each joker, the number of its pair of place and payer
    places = []
    paid = []
    while True:
        which = len(places)  # the joker whose next pair is tried
        tried[which] += 1
        place, payer = divmod(tried[which], len(payers[which]))
        if place == many:
            if not places:
                return
            tried[which] = -1
            places.pop()
            paid.pop()
            continue
        tile = payers[which][payer]
        if place in places or tile < JOKER and laid[tile] <= paid.count(tile):
            continue
        if which + 1 == len(old):
            yield places + [place], paid + [tile]
        else:
            places.append(place)
            paid.append(tile)


def _stood(old, new, places, paid, bound):
    """Return what each old joker stood for: a freed one for the tile that paid, a kept one for what
    it is now; None where two `bound` ones would be one tile."""
    stood = []
    for i in range(len(old)):
        code = old[i][2]
        mask = mask_of(paid[i]) or mask_of(code) & mask_of(new[places[i]][2])
        stood.append(tiles.joker_as(number_of(code), mask))
    return melds.apart(stood[0], stood[1]) if bound else stood


def _settled(rules, after, new, places, freed, stood):
    """Return the end table: kept jokers are no more than they stood for, retrieved ones what the
    play says. None if that fails."""
    table = list(after)
    for i in range(len(places)):
        if i not in freed:
            which, place, _ = new[places[i]]
            codes = bytearray(table[which])
            codes[place] = stood[i]
            table[which] = bytes(codes)
    for place in places:
        which = new[place][0]
        ways = melds.readings(table[which], rules)
        if not ways:
            return None
        table[which] = ways[0][1]
    return table


def _any_payer(rules, after, laid, old, new, places, paid):
    """Return the end table where another laid tile could pay as well for the one freed joker of two
    bound ones: it may have been either, so the other is kept as it was. Else None."""
    which = 0 if paid[0] < JOKER else 1
    was = paid[which]
    for payer in melds.payers(old[which][2]):
        if payer != was and laid[payer]:
            paid[which] = payer
            stood = _stood(old, new, places, paid, False)
            table = _settled(rules, after, new, places, [which], stood)
            if table and _reuse(rules, table, laid, new, places, paid) is None:
                return table
    return None


def _swapped(before, after, laid, freed):
    """Tell whether a table tile, none from the rack, took the place of one of the jokers `freed` in
    its old set."""
    for _, _, code in freed:
        for tile in melds.payers(code):
            if laid[tile]:
                return False
    for which, place, code in freed:
        for codes in after:
            if len(codes) == len(before[which]) and melds.covers(code, codes[place]):
                return True
    return False


def _reuse(rules, table, laid, new, places, paid):
    """Return None, or (clause, why) of the broken reuse clause (RK-15, RG-9, CR-11)."""
    left = bytearray(laid)  # rack tiles but those that pay
    sets = []  # the end sets of retrieved jokers
    kept = []
    for i in range(len(places)):
        which = new[places[i]][0]
        if paid[i] < JOKER:
            left[paid[i]] -= 1
            sets.append(which)
        else:
            kept.append(which)
    own = [new[i][0] for i in range(len(new)) if i not in places]  # those of rack jokers
    hand = list(sets) if rules["joker_reuse"] == "hand" else []
    if not rules["joker_layoff"]:
        hand += own
    refused = _all_from_rack(rules, hand, sets, kept, table, left)
    if refused or rules["joker_reuse"] != "two" or not sets:
        return refused
    first = sets[0]
    last = sets[-1]
    kinds, many = _from_rack(table[first], left, own.count(first))
    enough = many >= 2
    if first != last:
        others, more = _from_rack(table[last], left, own.count(last))
        shared = 0  # kinds that only one of the two sets can have from the rack
        for code in kinds:
            if code in others and left[code] < 2:
                shared += 1
        short = max(0, 2 - many + shared) + max(0, 2 - more + shared)
        enough = enough and more >= 2 and short <= shared
    if enough:
        return None
    return rules["say_reuse"], (errors.JOKER_NEEDS_TWO,)


def _all_from_rack(rules, hand, sets, kept, table, left):
    """Return None, or why the end sets `hand` are not made of rack tiles alone (RG-8)."""
    need = bytearray(53)
    for which in sorted(set(hand)):
        refused = "RG-8", (errors.JOKER_LAID_OFF,)
        if which in sets:
            refused = rules["say_reuse"], (errors.JOKER_TAKEN_OFF,)
        if which in kept:
            return refused
        for code in table[which]:
            if code < JOKER:
                need[code] += 1
                if need[code] > left[code]:
                    return refused
    return None


def _from_rack(codes, left, jokers):
    """Return (kinds of a set that may be rack tiles, how many that is with its rack jokers)."""
    kinds = [code for code in codes if code < JOKER and left[code]]
    return kinds, len(kinds) + jokers
