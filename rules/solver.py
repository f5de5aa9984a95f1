"""The exact solver: the best play of a position, jokers, openings and house options included.

The tiles are placed number by number, 1 to 13. What must be known between two numbers is, for each
colour, how many runs are open with one, two, or three and more tiles (one and two must go on, three
may stop), and how many jokers are spent. With r tiles of a colour going into runs at a number, the
short runs go on first, then long ones, then new ones start: no other way is ever better, so r alone
decides the next state. What is left of the number goes into groups; a choice of colours fits into
groups when no colour is there more often than there are groups and every group gets three or four.

A table joker that keeps its identity is a tile of its kind. Jokers under a clause (retrieved ones,
RG-8) are followed by `rules.solverjokers`, openings by `rules.solveropen`, as a second state beside
the first that takes tiles out of a number before the rest is placed.
"""
from rules import melds, tiles
from rules.tiles import JOKER, KINDS, RulesError

_SLICE = 60  # states between two yields


class Result:
    """The answer of `solve`.

    tiles: rack tiles laid, 0 when there is no play. points: what they cost on the rack. laid: bytes
    of codes, a joker 52. table: list of sets, every joker with its identity. proved: nothing better
    exists. states: how many states were taken on.
    """

    def __init__(self, table):
        self.tiles = 0
        self.points = 0
        self.laid = b""
        self.table = table
        self.proved = False
        self.states = 0


class Stop(Exception):
    """The state limit is reached."""


# -- colour states -------------------------------------------------------------------------------
# A colour's state is three counts of open runs, three bits each: length 1, length 2, 3 and more.


def advance(state, used):
    """The state after `used` tiles of a colour went into runs at one number; -1 if impossible."""
    one = state & 7
    two = state >> 3 & 7
    spare = used - one - two
    if spare < 0:
        return -1
    three = state >> 6
    if three > spare:
        three = spare
    return (spare - three) | one << 3 | (two + three) << 6


def group_ok(most, total):
    """True when `total` tiles with at most `most` of one colour make groups of three and four."""
    need = (total + 3) // 4
    return total // 3 >= (most if most > need else need)


def _group_ways():
    """Choices of colours that fill groups, by jokers among them: three bytes objects.

    Each byte holds four counts of two bits. The counts that can occur: two of each colour and one
    or two table jokers more.
    """
    out = [bytearray(), bytearray(), bytearray()]
    for way in range(256):
        counts = (way & 3, way >> 2 & 3, way >> 4 & 3, way >> 6)
        total = sum(counts)
        if sum([1 for one in counts if one == 3]) > 2:
            continue
        for jokers in (0, 1, 2):
            if total or not jokers:
                if group_ok(max(counts), total + jokers):
                    out[jokers].append(way)
    return [bytes(one) for one in out]


GROUP_WAYS = _group_ways()


class Search:
    """One search over the numbers for a fixed reading of the jokers.

    must, may: counts of kinds that have to be, can be laid. spare: free jokers, `owed` of them must
    be laid. loose: (number, mask) of table jokers not decided yet. worth: function of a number's
    weight as two ints (factor, plus). special: follower of jokers under a clause, or None. opening:
    follower of the opening, or None. floor: only better values than this are wanted.
    """

    def __init__(self, rules, must, may, spare, owed, loose, factor, plus, joker):
        self.groups = not rules["runs_only"]
        self.runs = not rules["groups_only"]
        self.mixed = rules["mixed_runs"]
        self.must = must
        self.may = may
        self.spare = spare
        self.owed = owed
        self.loose = loose
        self.factor = factor
        self.plus = plus
        self.joker = joker
        self.special = None
        self.opening = None
        self.floor = -1
        self.states = 0
        self.value = -1
        self.layers = None

    # what a tile of a number is worth
    def weight(self, number):
        return self.factor * number + self.plus

    def variants(self, number):
        """The must-counts of a number, four ints, for every choice of undecided jokers."""
        must = self.must
        out = [(must[number - 1], must[number + 12], must[number + 25], must[number + 38])]
        for at, mask in self.loose:
            if at == number:
                more = []
                for one in out:
                    for colour in range(4):
                        if mask >> colour & 1:
                            new = list(one)
                            new[colour] += 1
                            new = tuple(new)
                            if new not in more:
                                more.append(new)
                out = more
        return out

    def can(self, number):
        may = self.may
        return (may[number - 1], may[number + 12], may[number + 25], may[number + 38])

    def options(self, must, may, spare):
        """Every way to place a number's tiles.

        must, may: four counts each. Returns, for 0..spare jokers, a dict from the tiles in runs by
        colour (three bits each; with mixed runs their sum) to the most optional tiles laid.
        """
        out = [{} for _ in range(spare + 1)]
        m0, m1, m2, m3 = must
        a0 = m0 + may[0]
        a1 = m1 + may[1]
        a2 = m2 + may[2]
        a3 = m3 + may[3]
        base = m0 + m1 + m2 + m3
        runs = self.runs
        mixed = self.mixed
        for jokers in range(spare + 1):
            got = out[jokers]
            for way in GROUP_WAYS[jokers] if self.groups else (GROUP_WAYS[0][:1] if not jokers else b""):
                g0 = way & 3
                g1 = way >> 2 & 3
                g2 = way >> 4 & 3
                g3 = way >> 6
                if g0 > a0 or g1 > a1 or g2 > a2 or g3 > a3:
                    continue
                laid = g0 + g1 + g2 + g3 - base
                if not runs:
                    if g0 >= m0 and g1 >= m1 and g2 >= m2 and g3 >= m3:
                        if got.get(0, -1) < laid:
                            got[0] = laid
                    continue
                for r0 in range(m0 - g0 if m0 > g0 else 0, a0 - g0 + 1):
                    for r1 in range(m1 - g1 if m1 > g1 else 0, a1 - g1 + 1):
                        for r2 in range(m2 - g2 if m2 > g2 else 0, a2 - g2 + 1):
                            for r3 in range(m3 - g3 if m3 > g3 else 0, a3 - g3 + 1):
                                all_runs = r0 + r1 + r2 + r3
                                key = all_runs if mixed else r0 | r1 << 3 | r2 << 6 | r3 << 9
                                if got.get(key, -1) < all_runs + laid:
                                    got[key] = all_runs + laid
        if runs and spare:
            units = (1,) if mixed else (1, 8, 64, 512)
            grouped = [dict(one) for one in out]
            for jokers in range(1, spare + 1):  # jokers in runs on top of those in groups
                for inside in range(1, jokers + 1):
                    for key, laid in grouped[jokers - inside].items():
                        for i in range(len(units)):
                            for j in range(i, len(units)) if inside == 2 else (0,):
                                new = key + units[i] + (units[j] if inside == 2 else 0)
                                if out[jokers].get(new, -1) < laid:
                                    out[jokers][new] = laid
        return out

    def next_state(self, state, key):
        """The colours' states after runs took `key`; -1 when a run that must go on is left."""
        if self.mixed:
            one = state & 15
            two = state >> 4 & 15
            left = key - one - two
            if left < 0:
                return -1
            three = state >> 8
            if three > left:
                three = left
            return (left - three) | one << 4 | (two + three) << 8
        s0 = advance(state & 511, key & 7)
        if s0 < 0:
            return -1
        s1 = advance(state >> 9 & 511, key >> 3 & 7)
        if s1 < 0:
            return -1
        s2 = advance(state >> 18 & 511, key >> 6 & 7)
        if s2 < 0:
            return -1
        s3 = advance(state >> 27, key >> 9)
        if s3 < 0:
            return -1
        return s0 | s1 << 9 | s2 << 18 | s3 << 27

    def fits(self, state, number, spent):
        """False when an open short run cannot go on after `number` for want of tiles."""
        left = self.spare - spent
        extra = left + len(self.loose)
        if self.mixed:
            if number == 13:
                return not state & 255
            short = (state & 15) + (state >> 4 & 15)
            most = extra
            for colour in range(4):
                most += self.must[colour * 13 + number] + self.may[colour * 13 + number]
            return short <= most
        for colour in range(4):
            one = state >> 9 * colour & 511
            short = (one & 7) + (one >> 3 & 7)
            if short:
                if number == 13:
                    return False
                at = colour * 13 + number
                if short > self.must[at] + self.may[at] + extra:
                    return False
                if one & 7:
                    if number == 12:
                        return False
                    if one & 7 > self.must[at + 1] + self.may[at + 1] + extra:
                        return False
        return True

    def actions(self, aux, number):
        """What the followers can do at a number.

        Returns a list of (next aux, must, may, jokers spent, long runs added, tiles laid, opening
        follower looks at what is laid, what the special follower did).
        """
        out = []
        may = self.can(number)
        for must in self.variants(number):
            if self.special:
                ways = self.special.actions(aux[0], number, must, may, self.spare)
            else:
                ways = [(None, must, may, 0, 0, 0, None)]
            if self.opening:
                more = []
                for way in ways:
                    for end in self.opening.actions(aux[1], number, way, may):
                        more.append(end)
                ways = more
            else:
                ways = [((way[0], None),) + way[1:] for way in ways]
            for way in ways:
                out.append(way + (must,))
        return out

    def run(self, limit):
        """Search; a generator that yields None between slices. Sets value, layers, path."""
        special = self.special
        opening = self.opening
        start = (special.start() if special else None, opening.start() if opening else None)
        layers = [{start: {0: 0}}]
        self.layers = layers
        ahead = self.joker * (self.spare - self.owed)
        if special:
            ahead += self.joker * special.most()
        for number in range(1, 14):
            may = self.can(number)
            ahead += sum(may) * self.weight(number)
        count = 0
        shift = 12 if self.mixed else 36
        watch = opening is not None and opening.watches
        for number in range(1, 14):
            ahead -= sum(self.can(number)) * self.weight(number)
            weight = self.weight(number)
            layer = layers[-1]
            after = {}
            cache = {}
            known = {}
            for aux in layer:
                for way in self.actions(aux, number):
                    end, must, may, took, add, laid = way[:6]
                    if (must, may) not in cache:
                        cache[(must, may)] = self.options(must, may, self.spare)
                    options = cache[(must, may)]
                    for state, value in layer[aux].items():
                        spent = state >> shift
                        state &= (1 << shift) - 1
                        for jokers in range(self.spare - spent - took + 1):
                            for key, more in options[jokers].items():
                                new = self.next_state(state, key)
                                if new < 0:
                                    continue
                                if add:
                                    new += add
                                total = spent + took + jokers
                                gain = value + weight * (more + laid)
                                if gain + ahead <= self.floor:
                                    continue
                                new |= total << shift
                                if new not in known:
                                    known[new] = self.fits(new & (1 << shift) - 1, number, total)
                                if not known[new]:
                                    continue
                                aim = end
                                if watch:
                                    aim = (end[0], opening.count(end[1], number, more, jokers))
                                there = after.get(aim)
                                if there is None:
                                    there = after[aim] = {}
                                if there.get(new, -1) < gain:
                                    there[new] = gain
                        count += 1
                        if count >= _SLICE:
                            self.states += count
                            count = 0
                            if limit is not None and self.states >= limit:
                                raise Stop
                            yield None
            layers.append(after)
        self.states += count
        self.value = -1
        for aux in layers[13]:
            for state, value in layers[13][aux].items():
                spent = state >> shift
                if spent < self.owed:
                    continue
                value += self.joker * (spent - self.owed)
                rack_jokers = spent - self.owed
                if special:
                    if not special.accepts(aux[0]):
                        continue
                    rack_jokers += special.laid(aux[0])
                    value += self.joker * special.laid(aux[0])
                if opening and not opening.accepts(aux[1], rack_jokers):
                    continue
                if value > self.value and value > self.floor:
                    self.value = value
                    self.goal = (aux, state)

    def path(self):
        """The best way found, from 13 down: a list of steps for `build`."""
        shift = 12 if self.mixed else 36
        watch = self.opening is not None and self.opening.watches
        steps = []
        self.decided = []  # kinds that undecided jokers count as
        aux, state = self.goal
        for number in range(13, 0, -1):
            found = None
            target = self.layers[number][aux][state]
            weight = self.weight(number)
            layer = self.layers[number - 1]
            cache = {}
            for past in layer:
                for way in self.actions(past, number):
                    end, must, may, took, add, laid, did, variant = way
                    if not watch and end != aux:
                        continue
                    if (must, may) not in cache:
                        cache[(must, may)] = self.options(must, may, self.spare)
                    options = cache[(must, may)]
                    for old, value in layer[past].items():
                        spent = old >> shift
                        jokers = (state >> shift) - spent - took
                        if jokers < 0 or spent > state >> shift:
                            continue
                        for key, more in options[jokers].items():
                            if value + weight * (more + laid) != target:
                                continue
                            if self.next_state(old & (1 << shift) - 1, key) + add != (
                                    state & (1 << shift) - 1):
                                continue
                            if watch and (end[0], self.opening.count(end[1], number, more, jokers)
                                          ) != aux:
                                continue
                            found = (number, must, may, key, jokers, more, did, past, old,
                                     variant)
                            break
                        if found:
                            break
                    if found:
                        break
                if found:
                    break
            steps.append(found[:7])
            for colour in range(4):
                for _ in range(found[9][colour] - self.must[colour * 13 + number - 1]):
                    self.decided.append(colour * 13 + number - 1)
            aux = found[7]
            state = found[8]
        return steps

    def split(self, must, may, key, jokers, more):
        """Undo `options`: (tiles in groups, jokers in groups, jokers in runs by colour, tiles in
        runs by colour) that place `more` optional tiles with `key` in runs."""
        base = sum(must)
        have = [must[i] + may[i] for i in range(4)]
        for inside in range(jokers + 1):
            if self.mixed or not inside:
                spread = [(0, 0, 0, 0)]
            elif inside == 1:
                spread = [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)]
            else:
                spread = [(2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (0, 0, 0, 2),
                          (1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1), (0, 1, 1, 0), (0, 1, 0, 1),
                          (0, 0, 1, 1)]
            for way in GROUP_WAYS[jokers - inside]:
                group = (way & 3, way >> 2 & 3, way >> 4 & 3, way >> 6)
                if way and not self.groups or jokers > inside and not self.groups:
                    continue
                if max([group[i] - have[i] for i in range(4)]) > 0:
                    continue
                if self.mixed:
                    want = key - inside
                    runs = [max(0, must[i] - group[i]) for i in range(4)]
                    for i in range(4):
                        while sum(runs) < want and runs[i] < have[i] - group[i]:
                            runs[i] += 1
                    if sum(runs) == want and want + sum(group) - base == more:
                        return group, jokers - inside, (inside, 0, 0, 0), runs
                    continue
                for put in spread:
                    runs = [(key >> 3 * i & 7) - put[i] for i in range(4)]
                    good = sum(runs) + sum(group) - base == more
                    for i in range(4):
                        if runs[i] < 0 or not must[i] <= runs[i] + group[i] <= have[i]:
                            good = False
                    if good:
                        return group, jokers - inside, put, runs
        raise RulesError("The solver lost its way.")

    def build(self):
        """The sets of the best way: a list of (GROUP or RUN, bytearray of kinds, free jokers 52)."""
        steps = self.path()
        out = []
        open_runs = [[], [], [], []]
        tracks = []
        self.marked = []  # rows under a joker clause
        for i in range(12, -1, -1):
            number, must, may, key, jokers, more, did = steps[i]
            group, in_groups, in_runs, runs = self.split(must, may, key, jokers, more)
            self._groups(number, group, in_groups, out)
            if self.mixed:
                feed = []
                for colour in range(4):
                    feed += [colour * 13 + number - 1] * runs[colour]
                feed += [JOKER] * in_runs[0]
                self._feed(open_runs, 0, feed, out)
            else:
                for colour in range(4):
                    feed = [colour * 13 + number - 1] * runs[colour] + [JOKER] * in_runs[colour]
                    self._feed(open_runs, colour, feed, out)
            if did:
                tracks = self._follow(tracks, did, open_runs, out)
        for row in tracks:
            out.append((melds.RUN, row))
        for rows in open_runs:
            for row in rows:
                out.append((melds.RUN, row))
        return out

    def _feed(self, open_runs, colour, feed, out):
        rows = open_runs[colour]
        rows.sort(key=_short_first)
        for i in range(len(rows)):
            if i < len(feed):
                rows[i].append(feed[i])
            else:
                out.append((melds.RUN, rows[i]))
        open_runs[colour] = rows[:len(feed)] + [bytearray((one,)) for one in feed[len(rows):]]

    def _groups(self, number, group, jokers, out):
        total = sum(group) + jokers
        if not total:
            return
        many = max((total + 3) // 4, max(group))
        rows = [bytearray() for _ in range(many)]
        order = [colour for colour in range(4) if group[colour]]
        order.sort(key=lambda colour: -group[colour])
        at = 0
        for colour in order:  # dealt round: no group gets a colour twice, sizes differ by one at most
            for _ in range(group[colour]):
                rows[at % many].append(colour * 13 + number - 1)
                at += 1
        for _ in range(jokers):
            rows[at % many].append(JOKER)
            at += 1
        for row in rows:
            out.append((melds.GROUP, row))

    def _follow(self, tracks, did, open_runs, out):
        """Do to the special sets what the follower did at a number."""
        going, groups, starts = did
        left = []
        for i in range(len(tracks)):
            code, merged = going[i]
            if code < 0:
                out.append((melds.RUN, tracks[i]))
                continue
            tracks[i].append(code)
            if merged < 0:
                left.append(tracks[i])
            else:
                open_runs[merged].append(tracks[i])
        for row in groups:
            row = bytearray(row)
            out.append((melds.GROUP, row))
            self.marked.append(row)
        for code in starts:
            row = bytearray((code,))
            left.append(row)
            self.marked.append(row)
        return left


def _short_first(row):
    return len(row) if len(row) < 3 else 3


# -- the question ----------------------------------------------------------------------------------


class _Job:
    """One way to read the jokers: what is kept, what is retrieved and paid."""

    def __init__(self, kept, freed, paid):
        self.kept = kept  # codes of table jokers that keep their identity
        self.freed = freed  # how many table jokers are retrieved
        self.paid = paid  # kinds of the rack tiles that pay


def _jobs(standing, rack, retrieve):
    """Every way to keep or retrieve the table jokers `standing`; rack: counts. The first keeps all."""
    out = [((), 0, ())]
    for code in standing:
        more = []
        for kept, freed, paid in out:
            more.append((kept + (code,), freed, paid))
        if retrieve:
            for kept, freed, paid in out:
                for colour in range(4):
                    if tiles.mask_of(code) >> colour & 1:
                        kind = tiles.kind(colour, tiles.number_of(code))
                        if rack[kind] > paid.count(kind):
                            more.append((kept, freed + 1, paid + (kind,)))
        out = more
    jobs = []
    seen = []
    for kept, freed, paid in out:
        mark = (sorted(kept), freed, sorted(paid))
        if mark not in seen:
            seen.append(mark)
            jobs.append(_Job(kept, freed, paid))
    return jobs


def _standing(table):
    return [code for codes in table for code in codes if code >= tiles.STANDING]


def solve(rules, table, rack, opened=True, goal="tiles", free_jokers=False, limit=None):
    """The best play of a position; a generator.

    rules: dict from games.rules_for. table: list of sets of codes (jokers plain or with identity).
    rack: codes. opened: the seat's opening meld lies (else the clauses of the opening apply). goal:
    "tiles" (most tiles, then points) or "points" (most points by what tiles cost on the rack, then
    tiles). free_jokers: table jokers may be used anywhere. limit: most states, or None.
    Yields None after each slice of bounded work and at last a Result. Out of memory, or past the
    limit, that is the best legal play found so far with proved False. Raises RulesError for a
    position that cannot be.
    """
    from rules import referee
    if goal not in ("tiles", "points"):
        raise RulesError('The goal is "tiles" or "points", not %s.' % goal)
    used = tiles.table_counts(table)
    own = tiles.counts(rack)
    for code in range(53):
        used[code] += own[code]
    tiles.check_pack(used, rules["jokers"])
    befores = referee.read_table(table, rules)
    best = Result([bytes(codes) for codes in befores[0]])
    if not len(rack):
        best.proved = True
        yield best
        return
    state = [best, 0]  # the best so far, states taken
    try:
        if opened or rules["opening_build"] or free_jokers and opened:
            for before in befores:
                for _ in _solve_open(rules, before, own, opened, goal, free_jokers, limit, state):
                    yield None
                if free_jokers:
                    break
        else:
            for _ in _solve_rack(rules, befores[0], own, goal, limit, state):
                yield None
        state[0].proved = True
    except (Stop, MemoryError):
        state[0].proved = False
    state[0].states = state[1]
    yield state[0]


def run(rules, table, rack, opened=True, goal="tiles", free_jokers=False, limit=None):
    """`solve` to its end; returns the Result."""
    result = None
    for result in solve(rules, table, rack, opened, goal, free_jokers, limit):
        pass
    return result


def _weights(rules, goal):
    """(factor, plus, joker) so that the first aim always outweighs the second."""
    if goal == "tiles":
        return 1, 1024, 1024 + rules["joker_penalty"]
    return 128, 1, rules["joker_penalty"] * 128 + 1


def _drain(search, limit, state):
    taken = state[1]
    try:
        for _ in search.run(None if limit is None else limit - taken):
            state[1] = taken + search.states
            yield None
    finally:
        state[1] = taken + search.states


def _solve_open(rules, before, own, opened, goal, free_jokers, limit, state):
    """Best play where the table may be rearranged: the seat has opened, or may build (RG-4)."""
    factor, plus, joker = _weights(rules, goal)
    standing = _standing(before)
    table = tiles.table_counts(before)
    if free_jokers:
        jobs = [_Job((), len(standing), ())]
    else:
        jobs = _jobs(standing, own, True)
    need = max(1, rules["opening_points"])
    for job in jobs:
        must = bytearray(52)
        may = bytearray(52)
        for kind in range(KINDS):
            must[kind] = table[kind]
            may[kind] = own[kind]
        base = 0
        for kind in job.paid:
            must[kind] += 1
            may[kind] -= 1
            base += factor * (kind % 13 + 1) + plus
        loose = []
        for code in job.kept:
            mask = tiles.mask_of(code)
            if mask & (mask - 1):
                loose.append((tiles.number_of(code), mask))
            else:
                must[tiles.kind((1, 2, 4, 8).index(mask), tiles.number_of(code))] += 1
        rack_jokers = own[JOKER]
        clause = not free_jokers and job.freed and rules["joker_reuse"] != "any"
        hand = not free_jokers and not rules["joker_layoff"] and rack_jokers
        spare = (0 if hand else rack_jokers) + (0 if clause else job.freed)
        search = Search(rules, must, may, spare, 0 if clause else job.freed, loose, factor, plus,
                        joker)
        if clause or hand:
            from rules import solverjokers
            search.special = solverjokers.Special(rules, job.freed if clause else 0,
                                                  rack_jokers if hand else 0, not hand)
        if not opened:
            from rules import solveropen
            paid = bytearray(52)
            for kind in job.paid:
                paid[kind] += 1
            search.opening = solveropen.Inside(rules, need, own, paid, rack_jokers)
        search.floor = _value(rules, goal, state[0].laid) - base
        for _ in _drain(search, limit, state):
            yield None
        if search.value >= 0:
            state[0] = _result(rules, before, own, search, job, free_jokers)


def _solve_rack(rules, before, own, goal, limit, state):
    """Best opening meld from the rack alone, the table untouched."""
    from rules import solveropen
    factor, plus, joker = _weights(rules, goal)
    need = max(1, rules["opening_points"])
    search = Search(rules, bytearray(52), own, own[JOKER], 0, [], factor, plus, joker)
    if rules["opening_sets"] == "group" and not rules["runs_only"]:
        search.opening = solveropen.Groups(rules, need)
    elif rules["opening_sets"] == "group" and not rules["opening_several"]:
        search.opening = solveropen.Run(rules, need)
    else:
        search.opening = solveropen.Points(rules, need)
        if rules["opening_joker"] == "none" and own[JOKER]:
            from rules import solverjokers
            search.spare = 0
            search.special = solverjokers.Special(rules, 0, own[JOKER], False)
    search.floor = 0
    for _ in _drain(search, limit, state):
        yield None
    if search.value >= 0:
        state[0] = _result(rules, before, own, search, None, False)


def _value(rules, goal, laid):
    factor, plus, joker = _weights(rules, goal)
    total = 0
    for code in laid:
        total += joker if code == JOKER else factor * (code % 13 + 1) + plus
    return total


def _result(rules, before, own, search, job, free_jokers):
    """A Result from a search that found something. job: None when the table stays as it is."""
    sets = search.build()
    result = Result(list(before) if job is None else [])
    if job is not None and not free_jokers:
        for code in job.kept:
            mask = tiles.mask_of(code)
            number = tiles.number_of(code)
            if mask & (mask - 1):
                for i in range(len(search.decided)):
                    kind = search.decided[i]
                    if kind % 13 + 1 == number and mask >> (kind // 13) & 1:
                        del search.decided[i]
                        break
            else:
                kind = tiles.kind((1, 2, 4, 8).index(mask), number)
            _put_back(code, kind, sets, search.marked)
    for way, row in sets:
        ways = melds.readings(bytes(row), rules)
        if len(ways) == 2:
            ways = [one for one in ways if one[0] == way]
        result.table.append(ways[0][1])
    had = tiles.table_counts(before)
    now = tiles.table_counts(result.table)
    laid = bytearray()
    for code in range(53):
        for _ in range(now[code] - had[code]):
            laid.append(code)
    result.laid = bytes(laid)
    result.tiles = len(laid)
    result.points = tiles.weight(laid, rules["joker_penalty"])
    return result


def _put_back(code, kind, sets, marked):
    """Put a kept joker where a tile it stands for lies; into a set under a clause only if needed."""
    spot = None
    for way, row in sets:
        at = row.find(bytes((kind,)))
        if at >= 0:
            special = False
            for one in marked:
                if one is row:
                    special = True
            if spot is None or not special:
                spot = (row, at)
            if not special:
                break
    spot[0][spot[1]] = code
