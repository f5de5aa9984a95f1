"""Is a play legal, and which clause forbids it (T-1 to T-9 and each game's joker and opening
clauses).

A play is judged by the table before, the rack, and the table after. Tiles of one kind are
interchangeable, so are jokers: a play is legal when some way of telling them apart makes it so.
"""

from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER, mask_of, number_of

GROUP = melds.GROUP
RUN = melds.RUN


class Verdict:
    """The referee's answer.

    legal: bool. clause, why: the broken clause's id and one sentence, or None. opens: the play is
    the seat's opening meld. laid: bytes of tile codes from the rack. table: the end table, each
    joker with the identity it keeps from now on (T-7); None when not legal. parted: two jokers
    that lay in one group and are not decided yet stand for different tiles, wherever they lie.
    """

    parted = False

    def __init__(self, clause, why, opens=False, laid=b"", table=None):
        self.legal = clause is None
        self.clause = clause
        self.why = why
        self.opens = opens
        self.laid = laid
        self.table = table


def _say(codes):
    return melds.say(codes) or "an empty set"


def judge(rules, before, rack, after, opened, parted=False):
    """Judge one play: whatever was done within it, the end counts (T-3, T-6, RG-7, CR-9).

    rules: dict from games.rules_for. before, after: lists of sets of tile codes; jokers may be
    plain (their place tells) or carry their identity. rack: codes. opened: this seat's opening
    meld lies. parted: see Verdict, of the play before. Returns a Verdict. Raises RulesError when
    `before` itself is no legal table.
    """
    for verdict in judging(rules, before, rack, after, opened, parted):
        pass
    return verdict


def judging(rules, before, rack, after, opened, parted=False):
    """`judge` in slices: a generator that yields None, then the Verdict."""
    for befores in melds.reading(before, rules):
        if befores is None:
            yield None
    had = tiles.table_counts(before)
    has = tiles.table_counts(after)
    own = tiles.counts(rack)
    laid = bytearray(53)
    for code in range(53):
        if has[code] < had[code]:
            if code == JOKER:
                yield Verdict("T-8", "A joker that was on the table has left it.")
            else:
                yield Verdict("T-3", "Tile %s was on the table and is missing." % tiles.text(code))
            return
        laid[code] = has[code] - had[code]
        if laid[code] > own[code]:
            yield Verdict(
                "T-3",
                "Tile %s lies on the table but came from neither the table "
                "nor the rack." % tiles.text(code),
            )
            return
    afters = [[]]
    for codes in after:
        if not codes:
            continue
        if len(afters[0]) % 4 == 0:
            yield None
        ways = melds.readings(codes, rules)
        if not ways:
            yield _no_set(codes, rules)
            return
        afters = [table + [way[1]] for table in afters for way in ways]
    laid_codes = listed(laid)
    if not laid_codes:
        yield Verdict("T-3", "No tile was laid from the rack.")
        return
    yield None
    verdict = None
    for start in befores:
        for end in afters:
            verdict = None if opened else (yield from _opening(rules, start, end, laid))
            yield None
            verdict = verdict or (yield from _jokers(rules, start, end, laid, not opened, parted))
            if verdict.legal:
                verdict.laid = laid_codes
                yield verdict
                return
    yield verdict


def listed(count):
    """Counts of 53 as bytes of codes in rising order."""
    out = bytearray()
    for code in range(53):
        for _ in range(count[code]):
            out.append(code)
    return bytes(out)


def _no_set(codes, rules):
    if len(codes) < 3:
        return Verdict("T-3", "Loose tiles are left: %s." % _say(codes))
    for flag, other in (("groups_only", "groups"), ("runs_only", "runs")):
        if rules[flag]:
            free = dict(rules)
            free[flag] = False
            if melds.readings(codes, free):
                return Verdict(
                    "KR-14", "%s is no set here: only %s are played." % (_say(codes), other)
                )
    return Verdict("T-1", "%s is neither a group nor a run." % _say(codes))


# -- the opening meld -----------------------------------------------------------------------------


def new_sets(before, after):
    """(sets of `after` that were not in `before`, sets of `before` that are gone)."""
    left = list(after)
    gone = []
    for old in before:
        for i in range(len(left)):
            if melds.same_set(old, left[i]):
                del left[i]
                break
        else:
            gone.append(old)
    return left, gone


def _opening(rules, before, after, laid):
    """None, or why the turn's play is no opening meld (T-4, RK-4, RK-5, RG-3, RG-4, CR-4, KR-4): a
    generator that yields None between slices and returns it."""
    need = rules["opening_points"]
    fresh, gone = new_sets(before, after)
    if rules["opening_build"] and (gone or not _enough(rules, fresh)):
        yield None
        from rules.tilegame import opening  # only where one may build in the opening turn

        yield None
        best = yield from opening.best_opening(rules, laid)
        if best < 0:
            return Verdict(
                "T-4", "Before the opening meld only sets from the rack alone can be laid."
            )
        if best < need:
            return _too_little(rules, best)
        return None
    if gone:
        own = _from_laid(fresh, laid)
        if own and _enough(rules, own):
            return Verdict(
                rules["say_build"],
                "In the turn of the opening meld the table's other sets stay untouched.",
            )
        return Verdict("T-4", "Before the opening meld the table's sets cannot be touched.")
    if not _enough(rules, fresh):
        points = melds.points_of(rules, fresh)
        if rules["opening_joker"] == "none" and points < need:
            free = dict(rules)
            free["opening_joker"] = "face"
            if melds.points_of(free, fresh) >= need:
                return Verdict("KR-5", "A joker cannot help to open.")
        return _too_little(rules, points)
    return None


def _from_laid(sets, laid):
    """Those of `sets` that the laid tiles (counts of 53) alone make, first come, first served."""
    left = bytearray(laid)
    own = []
    for codes in sets:
        count = tiles.counts(codes)
        if tiles.contains(left, count):
            own.append(codes)
            for code in range(53):
                left[code] -= count[code]
    return own


def _too_little(rules, points):
    what = "The opening meld counts %d of %d points."
    if rules["opening_sets"] == "group":
        what = "The opening group counts %d of %d points."
    if points < 0:
        return Verdict(rules["say_opening"], "No set laid can open.")
    return Verdict(rules["say_opening"], what % (points, rules["opening_points"]))


def _enough(rules, sets):
    points = melds.points_of(rules, sets)
    return points >= 0 and points >= rules["opening_points"]


def opening_points(rules, before, after):
    """What the new sets of an unfinished turn count towards the opening, 0 and up (RK-4).

    before, after: tables; sets of `after` that are not legal yet, or use table tiles, count
    nothing.
    """
    had = tiles.table_counts(before)
    has = tiles.table_counts(after)
    laid = bytearray(53)
    for code in range(53):
        if has[code] > had[code]:
            laid[code] = has[code] - had[code]
    legal = []
    for codes in after:
        ways = melds.readings(codes, rules)
        if ways:
            legal.append(ways[-1][1])
    fresh = new_sets(before, legal)[0]
    points = melds.points_of(rules, _from_laid(fresh, laid))
    return points if points > 0 else 0


# -- jokers ---------------------------------------------------------------------------------------

_CHANGED = "T-8", "A joker on the table cannot change what it stands for."
_MOVED = (
    "T-8",
    "A joker on the table can be moved to another place only when a rack tile replaces it.",
)
_EQUAL = "T-7", "Two jokers of one group stand for two different tiles."


class _Match:
    """One way to say which joker of the end table is which of the table before.

    old, now: each old joker, (set, place, code) before and after. freed: the indices in `old` of
    those that are retrieved. sets: their end sets. kept: the end sets of the others. own: the end
    sets of rack jokers, a set with two of them twice.
    """

    def __init__(self, old, new, places, forced):
        """places: where in `new` each old joker is. forced: bit i: joker i is retrieved even where
        it could be called kept."""
        self.old = old
        self.now = [new[place] for place in places]
        self.freed = []
        self.sets = []
        self.kept = []
        for i in range(len(old)):
            if forced >> i & 1 or not melds.alike(old[i][2], self.now[i][2]):
                self.freed.append(i)
                self.sets.append(self.now[i][0])
            else:
                self.kept.append(self.now[i][0])
        self.own = [new[i][0] for i in range(len(new)) if i not in places]


def _jokers(rules, before, after, laid, opens, parted):
    """The Verdict on the joker clauses (T-7, T-8, RK-13 to RK-15, RG-8, RG-9, CR-10, CR-11, KR-8,
    KR-9): a generator that yields None between slices and returns it."""
    old = melds.standing(before)
    new = melds.standing(after)
    if not new:
        return Verdict(None, None, opens, b"", after)
    bound = melds.bound(old, parted)
    refused = best = None
    paid = sum([1 << i for i in range(len(old)) if _payments([old[i][2]], laid)])
    for forced in range(1 << len(old)):
        if forced & ~paid:
            continue
        for places in _assignments(len(old), len(new)):
            yield None
            match = _Match(old, new, places, forced)
            verdict = _matched(rules, after, laid, match, bound)
            if verdict.legal:
                verdict.opens = opens
                if not paid:
                    return verdict
                # Kept or retrieved: what leaves the jokers most open holds (T-8).
                if best is None or _open(verdict.table) > _open(best.table):
                    best = verdict
            if verdict.legal or forced:
                continue
            if verdict.clause == "T-8" and _swapped(before, after, laid, match):
                verdict = Verdict(
                    rules["say_retrieve"],
                    "The tile that replaces a joker comes from the rack, not from the table.",
                )
            if refused is None or refused.clause in ("T-8", rules["say_retrieve"]):
                refused = verdict
    return best or refused or Verdict(*_CHANGED)


def _open(table):
    """How many tiles a table's jokers may be, added up."""
    return sum([len(tiles.kinds_of(code)) for _, _, code in melds.standing(table)])


def _matched(rules, after, laid, match, bound):
    """The Verdict on the joker clauses where jokers are told apart as `match` says."""
    why = _MOVED
    for paid in _payments([match.old[i][2] for i in match.freed], laid):
        stood = _stood(match, paid, bound)
        if stood is None:
            why = _EQUAL
            continue
        table = _settled(rules, after, match, stood)
        if table is None:
            why = _CHANGED
            continue
        left = bytearray(laid)
        for code in paid:
            left[code] -= 1
        why = _reuse(rules, match, table, left)
        if why is None:
            verdict = Verdict(None, None, False, b"", table)
            verdict.parted = bound and not match.freed and melds.alike(stood[0], stood[1])
            return verdict
    return Verdict(*why)


def _assignments(old, new):
    """Every way to find `old` jokers among `new` places: tuples of place indices."""
    if old == 0:
        return [()]
    if old == 1:
        return [(i,) for i in range(new)]
    return [(i, j) for i in range(new) for j in range(new) if i != j]


def _stood(match, paid, bound):
    """What each old joker stood for: a freed one for the tile that paid, a kept one for what it is
    now; None where two `bound` ones would be one tile (T-7)."""
    stood = []
    for i in range(len(match.old)):
        code = match.old[i][2]
        if i in match.freed:
            mask = mask_of(paid[match.freed.index(i)])
        else:
            mask = mask_of(code) & mask_of(match.now[i][2])
        stood.append(tiles.joker_as(number_of(code), mask))
    return melds.apart(stood[0], stood[1]) if bound else stood


def _settled(rules, after, match, stood):
    """The end table: kept jokers hold no more than they stood for, retrieved ones all that their
    place allows. None if that fails."""
    table = list(after)
    for i in range(len(match.now)):
        which, place, code = match.now[i]
        codes = bytearray(table[which])
        if i not in match.freed:
            codes[place] = stood[i]
        elif melds.kind_of(codes) == GROUP or rules["mixed_runs"]:
            codes[place] = tiles.joker_as(number_of(code), 15)
        table[which] = bytes(codes)
    for which, _, _ in match.now:
        codes = table[which]
        if melds.kind_of(codes) == GROUP:
            table[which] = codes = melds.group(codes)
            if not codes:
                return None
    return table


def _swapped(before, after, laid, match):
    """True when a table tile, none from the rack, took a freed joker's place in its old set."""
    freed = [match.old[i] for i in match.freed]
    for _, _, code in freed:
        for colour in range(4):
            tile = tiles.kind(colour, number_of(code))
            if melds.covers(code, tile) and laid[tile]:
                return False
    for which, place, code in freed:
        for codes in after:
            if len(codes) == len(before[which]) and melds.covers(code, codes[place]):
                return True
    return False


def _payments(jokers, laid):
    """Every choice of laid number tiles that pay for table jokers: tuples of codes (T-8)."""
    ways = [()]
    for code in jokers:
        more = []
        for paid in ways:
            for colour in range(4):
                tile = tiles.kind(colour, number_of(code))
                if melds.covers(code, tile) and laid[tile] > paid.count(tile):
                    more.append(paid + (tile,))
        ways = more
    return ways


def _reuse(rules, match, table, left):
    """None, or the (clause, sentence) of the reuse clause that is broken.

    left: counts of the rack tiles laid, the payments taken out.
    """
    hand = list(match.sets) if rules["joker_reuse"] == "hand" else []
    if not rules["joker_layoff"]:
        hand += match.own
    refused = _all_from_rack(rules, hand, match, table, left)
    if refused or rules["joker_reuse"] != "two" or not match.sets:
        return refused
    first = match.sets[0]
    last = match.sets[-1]
    kinds, many = _from_rack(table[first], left, match.own.count(first))
    enough = many >= 2
    if first != last:
        others, more = _from_rack(table[last], left, match.own.count(last))
        shared = 0  # kinds that only one of the two sets can have from the rack
        for code in kinds:
            if code in others and left[code] < 2:
                shared += 1
        short = max(0, 2 - many + shared) + max(0, 2 - more + shared)
        enough = enough and more >= 2 and short <= shared
    if enough:
        return None
    return (
        rules["say_reuse"],
        "A retrieved joker must be used in a set with two or more "
        "tiles from the rack, besides the one that replaced it.",
    )


def _all_from_rack(rules, hand, match, table, left):
    """None, or why the end sets `hand` are not made of rack tiles alone (RG-8, RG-9)."""
    need = bytearray(53)
    done = []
    for which in hand:
        if which in done:
            continue
        done.append(which)
        refused = "RG-8", "A joker from the rack must be in a set made of rack tiles."
        if which in match.sets:
            refused = (
                rules["say_reuse"],
                "A retrieved joker must be used in a set made of rack tiles.",
            )
        if which in match.kept:
            return refused
        for code in table[which]:
            if code < JOKER:
                need[code] += 1
                if need[code] > left[code]:
                    return refused
    return None


def _from_rack(codes, left, jokers):
    """(kinds of a set that may be rack tiles, how many that is with its rack jokers)."""
    kinds = [code for code in codes if code < JOKER and left[code]]
    return kinds, len(kinds) + jokers
