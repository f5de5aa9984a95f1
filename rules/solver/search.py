"""The exact solver: the best play of a position, jokers, openings and house options included.

The tiles are placed number by number, 1 to 13. What must be known between two numbers is, for each
colour, how many runs are open with one, two, or three and more tiles (one and two must go on, three
may stop), and how many jokers are spent. With r tiles of a colour going into runs at a number, the
short runs go on first, then long ones, then new ones start: no other way is ever better, so r alone
decides the next state. What is left of the number goes into groups; a choice of colours fits into
groups when no colour is there more often than there are groups and every group gets three or four.
All this holds from 13 down to 1 as well: a search starts where the table has fewer groups to
choose.

A table joker that keeps its identity is a tile of its kind. Jokers under a clause (retrieved ones,
RG-8) are followed by `rules.solver.jokers`, openings by `rules.solver.opening`, as a second state
beside the first that takes tiles out of a number before the rest is placed.
"""

import gc

from rules.errors import RulesError
from rules.solver import meldtab
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER, KINDS

_SMALL = hasattr(gc, "mem_alloc")  # a handheld: little memory

_WIDE = 8191  # most states kept between two numbers; more are never needed, but would not be proved
_WORK = 100  # steps between two yields, each a tenth of a millisecond on a handheld
_FOUR = b"\0\1\2\3\4\4\4\4\4"  # a count, 4 at the most
_KEYS = 625  # choices of 0..4 tiles in four colours
_NONE = bytes(_KEYS)

ONE = meldtab.ONE
TWO = meldtab.TWO
THREE = meldtab.THREE
NEXT = meldtab.NEXT
FIND = meldtab.FIND


class Result:
    """The answer of `solve`.

    tiles: rack tiles laid, 0 when there is no play. points: what they cost on the rack. laid: bytes
    of codes, a joker 52. table: list of sets, every joker with its identity. proved: nothing better
    exists. states: how many states were taken on. short: the search ran out of memory.
    """

    def __init__(self, table):
        self.tiles = 0
        self.points = 0
        self.laid = b""
        self.table = table
        self.proved = False
        self.states = 0
        self.short = False


class Stop(Exception):
    """The state limit is reached."""


def _layers():
    """The module that keeps the states: as small as can be, or as fast."""
    if _SMALL:
        from rules.solver import flat as solverflat

        return solverflat
    from rules.solver import wide as solverwide

    return solverwide


def side(state, code):
    """What one colour's runs can do: tiles used | new state << 3, each. code: see
    `Search.limits`."""
    found = []
    most = code // 5
    most2 = code % 5
    for take in range(ONE[state] + TWO[state], 5):
        end = NEXT[state * 5 + take]
        if end == 255:
            continue
        one = ONE[end]
        two = TWO[end]
        if one + two > most or one > most2:
            continue
        three = most - one - two
        if three < THREE[end]:
            end = FIND[(one * 5 + two) * 5 + three]
        found.append(take | end << 3)
    return found


def _mixed(part, code):
    """What runs of mixed colours can do: see `Search.moves`."""
    out = []
    most = code >> 6 & 255
    most2 = code & 63
    one = part & 15
    two = part >> 4 & 15
    for used in range(one + two, 25):
        fresh = used - one - two
        three = part >> 8
        if three > fresh:
            three = fresh
        fresh -= three
        three += two
        if fresh + one > most or fresh > most2:
            continue
        if three > most - fresh - one:
            three = most - fresh - one
        out.append(used | (fresh | one << 4 | three << 8) << 5)
    return out


def groupings(have, jokers, groups):
    """Every choice of tiles for groups, four counts each, that takes no more than `have` and just
    so many jokers. groups: False where there are none."""
    a0, a1, a2, a3 = have
    if not jokers:
        yield 0, 0, 0, 0
        if (a0 > 0) + (a1 > 0) + (a2 > 0) + (a3 > 0) < 3:
            return
    if not groups:
        return
    if a0 > 2 or a1 > 2 or a2 > 2 or a3 > 2:
        table = (meldtab.MORE0, meldtab.MORE1, meldtab.MORE2)[jokers]
    else:
        table = (meldtab.PAIRS0, meldtab.PAIRS1, meldtab.PAIRS2)[jokers]
    for way in table:
        if way and way & 3 <= a0 and way >> 2 & 3 <= a1 and way >> 4 & 3 <= a2 and way >> 6 <= a3:
            yield way & 3, way >> 2 & 3, way >> 4 & 3, way >> 6


def _laid(ways):
    """`Search.actions` where the tiles left have to be laid."""
    for way in ways:
        if way is None:
            yield None
            continue
        aux, must, may, jokers, add, laid, did = way
        yield (
            aux,
            (must[0] + may[0], must[1] + may[1], must[2] + may[2], must[3] + may[3]),
            (0, 0, 0, 0),
            jokers,
            add,
            laid + sum(may),
            did,
        )


# jokers in runs by colour, as many as the row's place
_SPREAD = (
    ((0, 0, 0, 0),),
    ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)),
    (
        (2, 0, 0, 0),
        (0, 2, 0, 0),
        (0, 0, 2, 0),
        (0, 0, 0, 2),
        (1, 1, 0, 0),
        (1, 0, 1, 0),
        (1, 0, 0, 1),
        (0, 1, 1, 0),
        (0, 1, 0, 1),
        (0, 0, 1, 1),
    ),
)


class Search:
    """One search over the numbers for one reading of the jokers.

    must, may: counts of kinds that have to be, can be laid. spare: free jokers, `owed` of them must
    be laid. loose: (number, mask) of table jokers not decided yet. factor, plus, joker: a tile is
    worth factor * number + plus. floor: only better values are wanted. special, opening: followers
    of jokers under a clause and of the opening, or None. turned: the numbers go from 13 down to 1,
    and all that is kept by number lies the other way round.

    A state is one int: four colours' open runs, six bits each (with mixed runs three counts of four
    bits), and the jokers spent from bit 24 on. The states between two numbers are a layer; a module
    of its own keeps them, see `_layers`.
    """

    apart = False  # the jokers not decided yet stand for different tiles

    def __init__(self, rules, must, may, spare, owed, loose, factor, plus, joker):
        self.groups = not rules["runs_only"]
        self.runs = not rules["groups_only"]
        self.mixed = rules["mixed_runs"] and self.runs
        self.must = must
        self.may = may
        self.spare = spare
        self.owed = owed
        self.loose = loose
        self.price = [factor * number + plus for number in range(14)]
        self.joker = joker
        self.turned = False
        self.special = None
        self.opening = None
        self.memory = {}  # what searches of the same job share
        self.room = []  # arrays that the searches of a position use one after the other
        self.keeper = False  # the opening follower is a solverkeep.Keeper
        self.stay = []  # old sets left where they are
        self.floor = -1
        self.sure = 0  # what the rack tiles are worth that have to be laid, -1: they cannot
        self.states = 0
        self.value = -1
        self.ahead = None
        self.reach = None
        self.wide = _WIDE
        self.whole = False  # the whole rack has to be laid
        self.narrowed = False  # states were left out that nothing outdoes

    def turn(self):
        """Go from 13 down to 1 if there are no more groups to choose from there: with less to
        choose at first, fewer states come of it (a fifth fewer for positions of real games).
        Nothing may follow the search: followers count upwards."""
        if self._choices(1) + self._choices(2) < self._choices(13) + self._choices(12):
            return
        self.turned = True
        for counts in (self.must, self.may):
            for at in range(0, KINDS, 13):
                counts[at : at + 13] = bytes(reversed(counts[at : at + 13]))
        self.loose = [(14 - number, mask) for number, mask in self.loose]
        self.price = [0] + [self.price[14 - number] for number in range(1, 14)]

    def _choices(self, number):
        """How many groups the colours of a number that has to be laid allow, at most 2."""
        colours = 0
        for kind in range(number - 1, KINDS, 13):
            colours += self.must[kind] > 0
        return max(0, colours - 2)

    def most(self):
        """What all tiles together are worth: no play is worth more."""
        if self.ahead is None:
            self._look_ahead()
        return self.ahead[0] + self.worth[self.spare]

    def lay_all(self):
        """All that may be laid has to be: there are fewer ways to look at."""
        for kind in range(KINDS):
            if self.may[kind]:
                self.sure += self.may[kind] * self.price[kind % 13 + 1]
                self.must[kind] += self.may[kind]
                self.may[kind] = 0

    def variants(self, number):
        """The must-counts of a number, four ints, for every choice of undecided jokers."""
        must = self.must
        must = (must[number - 1], must[number + 12], must[number + 25], must[number + 38])
        out = [must]
        for at, mask in self.loose:
            if at == number:
                more = []
                for one in out:
                    for colour in range(4):
                        if mask >> colour & 1 and not (self.apart and one[colour] > must[colour]):
                            new = list(one)
                            new[colour] += 1
                            new = tuple(new)
                            if new not in more:
                                more.append(new)
                out = more
        return out

    def can(self, number):
        """The may-counts of a number, four ints."""
        may = self.may
        return (may[number - 1], may[number + 12], may[number + 25], may[number + 38])

    def _look_ahead(self):
        """ahead[n]: most that tiles and jokers of a follower can add after number n. worth[n]: what
        n jokers are worth."""
        ahead = self.ahead = [0] * 13
        ahead.append(self.joker * self.special.most() if self.special else 0)
        may = self.may
        for kind in range(KINDS):
            if may[kind]:
                ahead[kind % 13] += may[kind] * self.price[kind % 13 + 1]
        for number in range(12, -1, -1):
            ahead[number] += ahead[number + 1]
        owed = self.owed
        self.worth = [self.joker * (n - owed if n > owed else 0) for n in range(self.spare + 1)]

    def _find_reach(self):
        """Sets reach[16 * colour + n]: most tiles that runs can find at number n, jokers aside."""
        reach = self.reach = bytearray(64)
        for kind in range(KINDS):
            reach[kind + kind // 13 * 3 + 1] = self.must[kind] + self.may[kind]
        for number, mask in self.loose:
            for colour in range(4):
                reach[16 * colour + number] += mask >> colour & 1

    def widest(self, gains, keys):
        """The places of the `wide` best of a layer's gains (values << 13), of equals those with the
        least keys, of these the first."""
        wide = self.wide
        self.narrowed = True
        values = sorted([gain >> 13 for gain in gains])
        least = values[len(values) - wide]
        for value in values:
            wide -= value > least
        equal = sorted([keys[at] for at in range(len(keys)) if gains[at] >> 13 == least])
        last = equal[wide - 1]
        wide -= equal.index(last)
        out = []
        for at in range(len(gains)):
            value = gains[at] >> 13
            if value == least and keys[at] == last:
                wide -= 1
                if wide >= 0:
                    out.append(at)
            elif value > least or value == least and keys[at] < last:
                out.append(at)
        return out

    def took(self, count):
        """Count states taken on. Raises Stop at the limit."""
        self.states += count
        if self.limit is not None and self.states >= self.limit:
            self.states = self.limit
            raise Stop

    def tables(self, there=0):
        """What `options` fills, without the first `there`."""
        return [bytearray(_KEYS) for _ in range(there, self.spare + 1)]

    def options(self, must, may, out):
        """Every way to place a number's tiles; a generator that yields None between slices.

        must, may: four counts each. out: from `tables`, one for 0..spare jokers. Fills them: from
        the tiles in runs (a digit to base 5 for each colour, colours 0 and 1 the higher two; with
        mixed runs their sum times 25) to the most optional tiles laid, plus one; 0 for what cannot
        be.
        """
        spare = self.spare
        for one in out:
            one[:] = _NONE
        m0, m1, m2, m3 = must
        a0 = m0 + may[0]
        a1 = m1 + may[1]
        a2 = m2 + may[2]
        a3 = m3 + may[3]
        base = m0 + m1 + m2 + m3
        if not spare and not a0 | a1 | a2 | a3:
            out[0][0] = 1
            return
        work = 0
        runs = self.runs
        mixed = self.mixed
        for jokers in range(spare + 1):
            got = out[jokers]
            for g0, g1, g2, g3 in groupings((a0, a1, a2, a3), jokers, self.groups):
                laid = g0 + g1 + g2 + g3 - base + 1
                if work > _WORK:
                    work = 0
                    yield None
                if not runs:
                    if g0 >= m0 and g1 >= m1 and g2 >= m2 and g3 >= m3:
                        if got[0] < laid:
                            got[0] = laid
                    continue
                for r0 in range(m0 - g0 if m0 > g0 else 0, a0 - g0 + 1):
                    for r1 in range(m1 - g1 if m1 > g1 else 0, a1 - g1 + 1):
                        work += 20
                        for r2 in range(m2 - g2 if m2 > g2 else 0, a2 - g2 + 1):
                            for r3 in range(m3 - g3 if m3 > g3 else 0, a3 - g3 + 1):
                                total = r0 + r1 + r2 + r3
                                key = total * 25 if mixed else r0 * 25 + r1 * 125 + r2 + r3 * 5
                                total += laid
                                if got[key] < total:
                                    got[key] = total
        if runs and spare:
            units = (25,) if mixed else (25, 125, 1, 5)
            # jokers in runs come on top of jokers in groups: one more each time
            for jokers in range(1, spare + 1):
                here = out[jokers]
                less = out[jokers - 1]
                yield None
                for key in range(_KEYS - 125):
                    total = less[key]
                    if total:
                        for unit in units:
                            if here[key + unit] < total:
                                here[key + unit] = total

    def actions(self, aux, number):
        """What the followers can do at a number, one after the other.

        Yields (next aux, must, may, jokers spent, colours that get a long run, tiles laid, what was
        done with special sets, must-counts chosen), and None between slices.
        """
        may = self.can(number)
        special = self.special
        opening = self.opening
        for must in self.variants(number):
            if special:
                ways = special.actions(aux[0] if opening else aux, number, must, may, self.spare)
                if self.whole:
                    ways = _laid(ways)
            else:
                ways = ((None, must, may, 0, (), 0, None),)
            for way in ways:
                if way is None:
                    yield None
                elif opening:
                    for one in opening.actions(aux[1], number, way, may):
                        yield one + (must,)
                else:
                    yield way + (must,)

    def limits(self, first, number, left):
        """What bounds the runs of two colours at a number, as one int.

        first: 0 or 2, which two. left: jokers that later numbers can have. For each colour the most
        tiles at the next two numbers, 4 at the most, in base 5; with mixed runs the most of all
        colours, after bit 14, for the first two.
        """
        if self.reach is None:
            self._find_reach()
        reach = self.reach
        at = 16 * first + number
        if self.mixed:
            if first:
                return 0
            most = most2 = 0
            if number < 13:
                most = reach[at + 1] + reach[at + 17] + reach[at + 33] + reach[at + 49] + left
            if number < 12:
                most2 = reach[at + 2] + reach[at + 18] + reach[at + 34] + reach[at + 50] + left
            return 1 << 14 | most << 6 | most2
        if number > 11:
            if number > 12:
                return 0
            return _FOUR[reach[at + 1] + left] * 125 + _FOUR[reach[at + 17] + left] * 5
        return (
            (_FOUR[reach[at + 1] + left] * 5 + _FOUR[reach[at + 2] + left]) * 25
            + _FOUR[reach[at + 17] + left] * 5
            + _FOUR[reach[at + 18] + left]
        )

    def moves(self, part, code):
        """What two colours can do from `part`, their twelve bits of a state: a list of tiles used
        (base 5, the first colour low; with mixed runs their number) | the new twelve bits << 5.

        code: from `limits`.
        """
        ones, twos = self.sides(part, code)
        return [one + two for one in ones for two in twos]

    def sides(self, part, code):
        """`moves` in two lists: one of each added are a move."""
        if code >> 14:
            return _mixed(part, code), (0,)
        return (
            [one & 7 | one >> 3 << 5 for one in side(part & 63, code // 25)],
            [5 * (two & 7) | two >> 3 << 11 for two in side(part >> 6, code % 25)],
        )

    def added(self, key, add):
        """The state with a long run more in each colour of `add`."""
        for colour in add:
            if self.mixed:
                key += 1 << 8
            else:
                state = key >> 6 * colour & 63
                more = FIND[(ONE[state] * 5 + TWO[state]) * 5 + THREE[state] + 1]
                key += (more - state) << 6 * colour
        return key

    def run(self, limit):
        """Search; a generator that yields None between slices. Sets value and what `build`
        needs."""
        if self.ahead is None:
            self._look_ahead()
        special = self.special
        opening = self.opening
        start = None
        if opening:
            start = (special.start() if special else None, opening.start())
        elif special:
            start = special.start()
        self.limit = limit
        yield None
        layers = _layers().Layers(self, start)
        yield None
        for _ in layers.advance():
            yield None
        for aux, key, value, index in layers.last():
            spent = key >> 24
            if spent < self.owed:
                continue
            rack_jokers = spent - self.owed
            if special:
                state = aux[0] if opening else aux
                if not special.accepts(state):
                    continue
                rack_jokers += special.laid(state)
                value += self.joker * special.laid(state)
            if opening and not opening.accepts(aux[1], rack_jokers):
                continue
            if value > self.value and value > self.floor:
                self.value = value
                goal = index
        if self.value >= 0:
            layers.trace(goal)
            self.layers = layers

    def ways(self, aux, number):
        """See `actions`; without followers there is one way for each choice of undecided jokers."""
        if aux is None:
            may = self.can(number)
            return [(None, must, may, 0, (), 0, None, must) for must in self.variants(number)]
        return self.actions(aux, number)

    def mark(self, aux):
        """What states must share to be compared, and bits: more of them are never worse."""
        if self.keeper:
            return (aux[0], aux[1][1]), (1 << aux[1][0]) - 1
        if self.special and not self.opening:
            return self.special.mark(aux)
        return aux, 0

    def low_bits(self, key):
        """Thirty bits of a state: one whose bits, these and `high_bits`, hold another's can do
        whatever the other can. -1 for the few states that do not fit."""
        if self.mixed:
            two = key >> 4 & 15
            three = key >> 8 & 15
            return (
                (1 << three) - 1
                | (1 << two + three) - 1 << 10
                | (1 << (key & 15) + two + three) - 1 << 20
            )
        a = key & 63
        b = key >> 6 & 63
        if (
            a >= meldtab.FULL
            or b >= meldtab.FULL
            or (key >> 12 & 63) >= meldtab.FULL
            or key >> 18 & 63 >= meldtab.FULL
        ):
            return -1
        return meldtab.LOW[a] | meldtab.HIGH[a] << 8 | (meldtab.LOW[b] | meldtab.HIGH[b] << 8) << 15

    def high_bits(self, key):
        """The other thirty bits."""
        if self.mixed:
            one = key & 15
            two = key >> 4 & 15
            return (1 << 10 - one - two) - 1 | (1 << 10 - one) - 1 << 10
        c = key >> 12 & 63
        d = key >> 18 & 63
        return meldtab.LOW[c] | meldtab.HIGH[c] << 8 | (meldtab.LOW[d] | meldtab.HIGH[d] << 8) << 15

    def path(self):
        """Sets steps: the best way found, from its last number back; a generator that yields None
        between slices."""
        self.steps = []
        layers = self.layers
        self.decided = []  # kinds that undecided jokers count as
        watch = self.opening is not None and self.opening.watches
        for number in range(13, 0, -1):
            yield None
            aux, key = layers.way[number]
            past, old = layers.way[number - 1]
            for step in self._step(layers, number, past, old, aux, key, watch):
                if step is None:
                    yield None
            self.steps.append(step)
            if self.loose:
                for colour in range(4):
                    kind = colour * 13 + number - 1
                    many = step[6][colour] - self.must[kind]
                    if self.turned:
                        kind = colour * 26 + 12 - kind
                    self.decided += [kind] * many

    def _step(self, layers, number, past, old, aux, key, watch):
        """How the search came from state `old` to `key`, with the most tiles laid; yields None,
        then a step for `build`."""
        left = self.spare - (key >> 24)
        best = None
        for way in self.ways(past, number):
            if way is None:
                yield None
                continue
            end, must, may, took, add, laid, did, variant = way
            if end != aux and not watch:
                continue
            jokers = (key >> 24) - (old >> 24) - took
            if jokers < 0:
                continue
            for _ in layers.ready(must, may):
                yield None
            yield None
            lows = layers.links(number, left, 0, old & 4095, -1 if add else key & 4095)
            yield None
            highs = layers.links(number, left, 2, old >> 12 & 4095, -1 if add else key >> 12 & 4095)
            yield None
            for new in lows:
                low = new & 31
                for other in highs:
                    high = other & 31
                    more = layers.more(must, may, jokers, low, high)
                    if more < 0 or best is not None and laid + more <= best[7]:
                        continue
                    if add and self.added(new >> 5 | other >> 5 << 12, add) != key & 16777215:
                        continue
                    if watch and (end[0], self.opening.count(end[1], number, more, jokers)) != aux:
                        continue
                    used = low
                    if not self.mixed:
                        used = low % 5 | low // 5 << 3 | high % 5 << 6 | high // 5 << 9
                    best = (must, may, used, jokers, more, did, variant, laid + more)
        yield best

    def split(self, must, may, key, jokers, more):
        """Undo `options`: (tiles in groups, jokers in groups, jokers in runs by colour, tiles in
        runs by colour) that place `more` optional tiles with `key` in runs."""
        base = sum(must)
        have = (must[0] + may[0], must[1] + may[1], must[2] + may[2], must[3] + may[3])
        for inside in range(jokers + 1):
            want = (
                more
                + base
                + inside
                - (key if self.mixed else (key & 7) + (key >> 3 & 7) + (key >> 6 & 7) + (key >> 9))
            )
            for group in groupings(have, jokers - inside, self.groups):
                if sum(group) != want:
                    continue
                if self.mixed:
                    runs = [max(0, must[i] - group[i]) for i in range(4)]
                    for i in range(4):
                        while sum(runs) < key - inside and runs[i] < have[i] - group[i]:
                            runs[i] += 1
                    if sum(runs) == key - inside:
                        return group, jokers - inside, (inside, 0, 0, 0), runs
                    continue
                for put in _SPREAD[inside]:
                    runs = [
                        (key & 7) - put[0],
                        (key >> 3 & 7) - put[1],
                        (key >> 6 & 7) - put[2],
                        (key >> 9) - put[3],
                    ]
                    for i in range(4):
                        if runs[i] < 0 or not must[i] <= runs[i] + group[i] <= have[i]:
                            break
                    else:
                        return group, jokers - inside, put, runs
        raise RulesError("The solver lost its way.")

    def build(self):
        """After `path`: sets sets, those of the best way, a list of (GROUP or RUN, bytearray of
        kinds, free jokers 52); a generator that yields None between slices."""
        steps, self.steps = self.steps, None
        out = self.sets = []
        open_runs = [[], [], [], []]
        tracks = []
        self.marked = []  # rows under a joker clause
        if not self.turned:
            steps.reverse()
        number = 0
        for must, may, key, jokers, more, did, _, _ in steps:
            yield None
            number += 1
            group, in_groups, in_runs, runs = self.layers.split(must, may, key, jokers, more)
            if in_groups or max(group):
                self._groups(number, group, in_groups, out)
            if self.mixed:
                feed = []
                for colour in range(4):
                    feed += [colour * 13 + number - 1] * runs[colour]
                feed += [JOKER] * in_runs[0]
                self._feed(open_runs, 0, feed, out)
            else:
                for colour in range(4):
                    rows = open_runs[colour]
                    if len(rows) == runs[colour] and not in_runs[colour]:
                        for row in rows:
                            row.append(colour * 13 + number - 1)
                    else:
                        feed = [colour * 13 + number - 1] * runs[colour]
                        feed += [JOKER] * in_runs[colour]
                        self._feed(open_runs, colour, feed, out)
            if self.keeper:
                for one in did[1]:
                    self.stay.append(self.opening.rows[one][2])
                did = did[0]
            if did:
                tracks = self._follow(tracks, did, open_runs, out)
        for row in tracks:
            out.append((melds.RUN, row))
        for rows in open_runs:
            for row in rows:
                out.append((melds.RUN, row))

    def _feed(self, open_runs, colour, feed, out):
        rows = open_runs[colour]
        if len(rows) > 1:
            rows.sort(key=_short_first)
        for row in rows[len(feed) :]:
            out.append((melds.RUN, row))
        del rows[len(feed) :]
        for i in range(len(feed)):
            if i < len(rows):
                rows[i].append(feed[i])
            else:
                rows.append(bytearray((feed[i],)))

    def _groups(self, number, group, jokers, out):
        many = max((sum(group) + jokers + 3) // 4, max(group))
        if many == 1:
            row = bytearray([colour * 13 + number - 1 for colour in range(4) if group[colour]])
            out.append((melds.GROUP, row + bytes([JOKER] * jokers)))
            return
        rows = [bytearray() for _ in range(many)]
        order = [colour for colour in range(4) if group[colour]]
        order.sort(key=lambda colour: -group[colour])
        at = 0
        for (
            colour
        ) in order:  # dealt round: no group gets a colour twice, sizes differ by one at most
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
        going, groups, starts = did[:3]
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
        if len(did) > 3 and did[3]:
            left = [left[i] for i in did[3]]
        return left


def _short_first(row):
    return len(row) if len(row) < 3 else 3


# -- the question ----------------------------------------------------------------------------------


class _Job:
    """One way to read the jokers: what is kept, what is retrieved and paid."""

    def __init__(self, kept, freed, paid, apart=False):
        self.kept = kept  # codes of table jokers that keep their identity
        self.freed = freed  # how many table jokers are retrieved
        self.paid = paid  # kinds of the rack tiles that pay
        self.apart = apart  # the two that are kept stand for different tiles


def _jobs(jokers, rack, parted):
    """Every way to keep or retrieve the table's `jokers` (from melds.standing), the first keeps all
    (T-7, T-8). rack: counts. parted: see referee.judge."""
    apart = melds.bound(jokers, parted)
    out = [((), ())]  # what each stood for, the tiles that pay
    for _, _, code in jokers:
        more = [(stood + (code,), paid + (JOKER,)) for stood, paid in out]
        for stood, paid in out:
            for kind in tiles.kinds_of(code):
                if rack[kind] > paid.count(kind):
                    more.append(
                        (stood + (tiles.joker_as(kind % 13 + 1, 1 << kind // 13),), paid + (kind,))
                    )
        out = more
    jobs = []
    seen = []
    for stood, paid in out:
        if apart:
            stood = melds.apart(stood[0], stood[1])
            if not stood:
                continue
        kept = tuple([stood[i] for i in range(len(stood)) if paid[i] == JOKER])
        paid = tuple([kind for kind in paid if kind != JOKER])
        mark = (sorted(kept), sorted(paid))
        if mark not in seen:
            seen.append(mark)
            jobs.append(_Job(kept, len(paid), paid, apart and not paid))
    return jobs


def _standing(table):
    return [joker[2] for joker in melds.standing(table)]


class _Ask:
    """One question: the position and the best answer so far."""

    def __init__(self, rules, had, own, opened, goal, free, limit, least, wide, parted):
        self.rules = rules
        self.had = had  # counts of the table's tiles
        self.own = own
        self.opened = opened
        self.free = free
        self.limit = limit
        self.wide = wide or _WIDE
        self.parted = parted
        # factor * number + plus: so that the first aim always outweighs the second
        penalty = rules["joker_penalty"]
        if goal == "tiles":
            self.factor, self.plus, self.joker = 1, 1024, 1024 + penalty
        else:
            self.factor, self.plus, self.joker = 128, 1, 128 * penalty + 1
        self.need = max(1, rules["opening_points"])
        self.floor = max(0, least * 1024 - 1) if goal == "tiles" else 0
        self.whole = goal == "tiles" and least == sum(own)  # only the whole rack will do
        self.states = 0
        self.narrowed = False  # a search left states out: nothing is proved
        self.best = None
        self.job = None  # how the best answer reads the jokers
        self.room = []  # see Search

    def value(self, laid):
        """What laid tiles are worth."""
        total = 0
        for code in laid:
            total += self.joker if code == JOKER else self.factor * (code % 13 + 1) + self.plus
        return total

    def taken(self):
        """What a generator made; it is kept nowhere else, memory is scarce."""
        made, self.made = self.made, None
        return made

    def drain(self, search):
        """Run a search, counting its states."""
        taken = self.states
        search.wide = (
            (self.wide + 1) // 2 if search.special else self.wide
        )  # they take twice the time
        try:
            for _ in search.run(None if self.limit is None else self.limit - taken):
                yield None
        finally:
            self.states = taken + search.states
            if search.narrowed:
                self.narrowed = True

    def search(self, job, inside, keeping=False, stay=()):
        """Sets made: the Search for one way to read the table's jokers; a generator that yields
        None between slices. inside: with its opening. keeping: a solverkeep.Keeper will follow it.
        stay: old sets left out of it, where they are."""
        rules = self.rules
        own = self.own
        must = bytearray(self.had[:52])
        kept = list(job.kept)
        for codes in stay:
            for code in codes:
                if code < JOKER:
                    must[code] -= 1
                else:
                    kept.remove(code)
        may = bytearray(own[:52])
        for kind in job.paid:
            must[kind] += 1
            may[kind] -= 1
        loose = []
        for code in kept:
            mask = tiles.mask_of(code)
            if mask & (mask - 1):
                loose.append((tiles.number_of(code), mask))
            else:
                must[tiles.kind((1, 2, 4, 8).index(mask), tiles.number_of(code))] += 1
        clause = not self.free and job.freed and rules["joker_reuse"] != "any"
        hand = not self.free and not rules["joker_layoff"] and own[JOKER]
        spare = (0 if hand else own[JOKER]) + (0 if clause else job.freed)
        yield None
        lacks = _lacks(must, may, rules)
        yield None
        _drop_hopeless(lacks, may, own[JOKER] + job.freed + len(loose))
        search = Search(
            rules,
            must,
            may,
            spare,
            0 if clause else job.freed,
            loose,
            self.factor,
            self.plus,
            self.joker,
        )
        search.room = self.room
        if job.apart and len(loose) > 1:
            search.apart = True
        search.stay.extend(stay)
        search.whole = self.whole
        if self.whole and not clause and not hand and not inside:
            search.lay_all()
            yield None
            if _starved(lacks, spare + len(loose), rules["mixed_runs"]):
                search.sure = -1
        if not clause and not hand and not inside and not keeping:
            search.turn()
        if clause or hand:
            from rules.solver import jokers as solverjokers

            search.special = solverjokers.Special(
                rules, job.freed if clause else 0, own[JOKER] if hand else 0, not hand, must, may
            )
        if inside:
            from rules.solver import opening as solveropen

            paid = bytearray(52)
            for kind in job.paid:
                paid[kind] += 1
            search.opening = solveropen.Inside(rules, self.need, own, paid, own[JOKER])
        self.made = search

    def rearranged(self, before):
        """Best play where the table may be rearranged: opened, or building allowed (RG-4)."""
        if self.free:
            jobs = [_Job((), self.had[JOKER], ())]
        else:
            jobs = _jobs(melds.standing(before), self.own, self.parted)
        hopeful = [self.free or not self.whole]
        for job in jobs:
            if self.whole and self.best:
                return
            if not hopeful[0] and (job.freed or self.own[JOKER] and not self.rules["joker_layoff"]):
                for _ in self.screen(before, hopeful):
                    yield None
                if self.best or not hopeful[0]:
                    return
            found = [None]
            for _ in self.deepened(before, job, False, found):
                yield None
            if found[0] and not self.opened:
                enough = [False]
                for _ in self.can_open(found[0].laid, enough):
                    yield None
                if not enough[0]:
                    found = [None]
                    for _ in self.deepened(before, job, True, found):
                        yield None
            if found[0]:
                self.best = found[0]
                self.floor = self.value(found[0].laid)
                self.job = job

    def screen(self, before, hopeful):
        """Sets hopeful[0]: the whole rack could go down if jokers were free of every clause, or
        stayed away. It is quickly told, and mostly not so; else what was found may be legal as it
        is."""
        from rules.tilegame import referee

        job = _Job((), self.had[JOKER], ())
        self.free = True
        for _ in self.search(job, False):
            yield None
        self.free = False
        search = self.taken()
        if search.sure < 0:
            return
        search.joker = search.owed = 0
        narrowed = self.narrowed
        for _ in self.drain(search):
            yield None
        self.narrowed = narrowed
        hopeful[0] = search.value >= 0 or search.narrowed
        if search.value < 0:
            return
        self.free = True
        for _ in self.result([], search, job):
            yield None
        self.free = False
        result = self.taken()
        for _ in range(self.had[JOKER] + self.own[JOKER] - tiles.table_counts(result.table)[JOKER]):
            for i in range(len(result.table)):
                yield None
                grown = melds.add(result.table[i], JOKER, self.rules)
                if grown and tiles.contains(self.own, tiles.counts(result.table[i])):
                    result.table[i] = grown
                    break
        for verdict in referee.judging(
            self.rules, before, referee.listed(self.own), result.table, self.opened, self.parted
        ):
            if verdict is None:
                yield None
        if verdict.legal:
            self.settle(result)
            self.best = result

    def deepened(self, before, job, inside, found):
        """Search one job; found[0] becomes its Result when it beats the floor.

        Looks first for plays that leave little of the rack, if that is large: what cannot come to
        that much is cut off early.
        """
        unit = self.factor * 13 + self.plus
        for _ in self.search(job, inside):
            yield None
        search = self.taken()
        yield None
        base = self.value(job.paid) + search.sure
        most = search.most()
        floor = self.floor - base
        if most <= floor or search.sure < 0:
            return
        for slack in _SLACKS if sum(search.may) >= _LOOK else _SLACKS[1:]:
            search.floor = floor if slack < 0 else max(floor, most - slack * unit - 1)
            for _ in self.drain(search):
                yield None
            if search.value >= 0:
                for _ in self.result(before, search, job):
                    yield None
                found[0] = self.taken()
                return
            if search.floor == floor or self.whole:
                return
            search.states = 0

    def can_open(self, laid, answer):
        """Sets answer[0]: tiles `laid` alone can make an opening meld."""
        search = self.opener(tiles.counts(laid))
        search.floor = 0
        for _ in self.drain(search):
            yield None
        answer[0] = search.value >= 0

    def opener(self, own):
        """The Search of rack `own` for an opening meld from the rack alone."""
        from rules.solver import opening as solveropen

        rules = self.rules
        search = Search(
            rules,
            bytearray(52),
            bytearray(own[:52]),
            own[JOKER],
            0,
            [],
            self.factor,
            self.plus,
            self.joker,
        )
        search.room = self.room
        _drop_hopeless(_lacks(search.must, search.may, rules), search.may, own[JOKER])
        if rules["opening_sets"] == "group" and not rules["runs_only"]:
            search.opening = solveropen.Groups(rules, self.need)
        elif rules["opening_sets"] == "group" and not rules["opening_several"]:
            search.opening = solveropen.Run(rules, self.need)
        else:
            search.opening = solveropen.Points(rules, self.need)
            if rules["opening_joker"] == "none" and own[JOKER]:
                from rules.solver import jokers as solverjokers

                search.spare = 0
                search.special = solverjokers.Special(
                    rules, 0, own[JOKER], False, search.must, search.may
                )
        return search

    def from_rack(self, before, build):
        """Best opening meld from the rack alone, the table untouched. Sets opens: there is any, and
        without one there is none with the table's help either. build: that may be had."""
        yield None
        search = self.opener(self.own)
        yield None
        search.floor = 0 if build else self.floor
        for _ in self.drain(search):
            yield None
        self.opens = search.value >= 0
        if search.value > self.floor:
            for _ in self.result(before, search, None):
                yield None
            self.best = self.taken()
            self.floor = search.value

    def result(self, before, search, job):
        """Sets made: a Result from a search that found something; a generator that yields None
        between slices. job: None when the table stays as it is."""
        for _ in search.path():
            yield None
        for _ in search.build():
            yield None
        sets, search.sets = search.sets, None
        result = Result(list(before) if job is None else [])
        result.table += search.stay
        if job is not None and not self.free:
            stay = _standing(search.stay)
            moved = []
            for code in job.kept:
                if code in stay:
                    stay.remove(code)
                else:  # those with the fewest kinds to choose from first
                    moved.append((len(_kinds(code, search.decided)), code))
            for _, code in sorted(moved):
                kind = _kinds(code, search.decided)[0]
                mask = tiles.mask_of(code)
                if mask & (mask - 1):
                    search.decided.remove(kind)
                _put_back(code, kind, sets, search.marked)
        for way, row in sets:
            if max(row) < JOKER:
                result.table.append(bytes(row if way == melds.RUN else sorted(row)))
                continue
            yield None
            ways = melds.readings(bytes(row), self.rules)
            if len(ways) == 2:
                ways = [one for one in ways if one[0] == way]
            result.table.append(ways[0][1])
        yield None
        self.settle(result)
        self.made = result

    def settle(self, result):
        """Fill in what a result lays, from its table and the one before."""
        had = self.had
        now = tiles.table_counts(result.table)
        laid = bytearray()
        for code in range(53):
            if now[code] > had[code]:
                laid.extend(bytes((code,)) * (now[code] - had[code]))
        result.laid = bytes(laid)
        result.tiles = len(laid)
        if _SMALL:  # made again where there is room, or they lie about the heap and tear it up
            _layers().collect()
            result.table = [bytes(bytearray(codes)) for codes in result.table]
        result.points = tiles.weight(laid, self.rules["joker_penalty"])

    def tidy(self, before, most):
        """Place what the best play lays with as few old sets taken up as can be.

        Leaves one set after the other untouched, then tries with none taken up, one, two and so on,
        for every way to read the jokers, up to `most` states.
        """
        best = self.best
        job = self.job
        simple = None if job.freed else self.simple(before, best.laid)
        if simple:
            self.best = simple
        many = len(before) - len(_untouched(before, self.best.table, job))
        least = 0 if len(best.laid) > 2 else 1
        if many <= least:
            return
        own = self.own
        full = self.limit
        self.limit = self.states + most
        self.own = tiles.counts(best.laid)
        self.whole = True
        try:
            if many > least + 1:
                for _ in self.freeze(before):
                    yield None
                many = len(before) - len(_untouched(before, self.best.table, job))
            for _ in self.keep(before, least, min(many, _MOST_TAKEN + 1)):
                yield None
        finally:
            self.own = own
            self.limit = full

    def keep(self, before, least, many):
        """Look for a play with `least` old sets taken up, then with more, but less than `many`."""
        from rules.solver import keep as solverkeep

        ways = []  # (sets taken up in any case, how many with open ones, job, open sets that stay)
        jobs = [self.job]
        if not self.free:
            jobs = _jobs(melds.standing(before), self.own, self.parted)
        for job in jobs:
            fixed = [codes for codes in before if not _keeps(job, [codes])]
            here = [(fixed, len(fixed), job, [])]
            for codes in before:
                # a joker whose colour is not told yet, or whose equal is paid for, is no tile for the
                # keeper: say beforehand
                if codes not in fixed and (_open(codes) or _scarce(job, before, codes)):
                    here = [
                        (one[0], one[1], job, one[3] + [codes])
                        for one in here
                        if _keeps(job, one[3] + [codes])
                    ] + [(one[0] + [codes], one[1] + 1, job, one[3]) for one in here]
            ways += here
        for most in range(least, many):
            for fixed, taken, job, stay in ways:
                if taken > most:
                    continue
                for _ in self.search(job, False, True, stay):
                    yield None
                search = self.taken()
                search.floor = self.value(self.best.laid) - self.value(job.paid) - search.sure - 1
                if search.most() <= search.floor:
                    continue
                rest = list(before)
                for codes in stay:
                    rest.remove(codes)
                search.opening = solverkeep.Keeper(
                    rest,
                    fixed,
                    most - taken,
                    job.freed > 0,
                    self.best.laid,
                    self.rules["mixed_runs"],
                )
                search.keeper = True
                for _ in self.drain(search):
                    yield None
                if search.value >= 0:
                    for _ in self.result(before, search, job):
                        yield None
                    self.best = self.taken()
                    return

    def freeze(self, before):
        """Leave old sets untouched one at a time, where the rest takes what the best play lays."""
        job = self.job
        floor = self.value(self.best.laid) - self.value(job.paid) - 1
        stay = _untouched(before, self.best.table, job)
        for codes in before:
            if stay.count(codes) == before.count(codes) or not _keeps(job, stay + [codes]):
                continue
            for _ in self.search(job, False, stay=stay + [codes]):
                yield None
            search = self.taken()
            search.floor = floor - search.sure
            for _ in self.drain(search):
                yield None
            if search.value >= 0:
                for _ in self.result(before, search, job):
                    yield None
                self.best = self.taken()
                stay = _untouched(before, self.best.table, job)

    def simple(self, before, laid):
        """A Result that adds each of `laid` to a standing set and does no more, or None."""
        table = list(before)
        for kind in laid:
            if kind == JOKER:
                return None
            for i in range(len(table)):
                grown = melds.add(table[i], kind, self.rules)
                if grown:
                    table[i] = grown
                    break
            else:
                return None
        if self.clash(table):
            return None
        result = Result(table)
        self.settle(result)
        return result

    def clash(self, table):
        """True when two jokers that must stand for different tiles do not (T-7)."""
        jokers = melds.standing(table)
        return melds.bound(jokers, self.parted) and not melds.apart(jokers[0][2], jokers[1][2])

    def fallback(self, before):
        """A legal play that needs little: sets from the rack alone, then tiles added to sets."""
        search = Search(
            self.rules,
            bytearray(52),
            bytearray(self.own[:52]),
            0,
            0,
            [],
            self.factor,
            self.plus,
            self.joker,
        )
        _drop_hopeless(_lacks(search.must, search.may, self.rules), search.may, 0)
        result = Result(list(before))
        try:
            for _ in search.run(400):
                yield None
            if search.value > 0:
                for _ in self.result(before, search, None):
                    yield None
                result = self.taken()
        except Stop:
            pass
        left = bytearray(self.own)
        for code in result.laid:
            left[code] -= 1
        kind = 0
        while kind < KINDS:
            grown = None
            if left[kind]:
                yield None
                for i in range(len(result.table)):
                    grown = melds.add(result.table[i], kind, self.rules)
                    if grown and not self.clash(result.table[:i] + [grown] + result.table[i + 1 :]):
                        break
                    grown = None
            if grown:
                result.table[i] = grown
                left[kind] -= 1
                kind = 0
            else:
                kind += 1
        self.settle(result)
        if self.best is None or self.value(result.laid) > self.value(self.best.laid):
            self.best = result


_SLACKS = (0, -1)  # tiles of the rack left by the plays looked for; -1: any play
_LOOK = 8  # rack tiles from which the first look pays
_TIDY = 250  # states spent on leaving old sets untouched
_MOST_TAKEN = 15  # sets taken up at the most while that is tried: `Search.mark` has a bit for each


def _lacks(must, may, rules):
    """For each kind that is there, how many tiles a set with it lacks at least; else 0."""
    there = bytearray(KINDS)
    for kind in range(KINDS):
        if must[kind] or may[kind]:
            there[kind] = 1
    line = there
    if rules["mixed_runs"]:
        line = bytearray(KINDS)
        for kind in range(KINDS):
            if there[kind]:
                for at in range(kind % 13, KINDS, 13):
                    line[at] = 1
    out = bytearray(KINDS)
    for kind in range(KINDS):
        if not there[kind]:
            continue
        number = kind % 13
        least = 3
        if not rules["runs_only"]:
            least = max(
                0, 3 - there[number] - there[number + 13] - there[number + 26] - there[number + 39]
            )
        if least and not rules["groups_only"]:
            for at in range(kind - min(2, number), kind + 1 - max(0, number - 10)):
                least = min(least, 3 - line[at] - line[at + 1] - line[at + 2])
        out[kind] = least
    return out


def _drop_hopeless(lacks, may, jokers):
    """Take out of `may` what no set can hold, with `jokers` jokers to help."""
    for kind in range(KINDS):
        if lacks[kind] > jokers:
            may[kind] = 0


def _starved(lacks, jokers, mixed):
    """True when tiles that all have to be laid need more than `jokers` jokers for certain.

    A joker helps tiles of one number, or of one colour at most four numbers apart: tiles of which
    no two are so near need one each for what they lack.
    """
    kinds = [kind for kind in range(KINDS) if lacks[kind]]
    for i in range(len(kinds)):
        total = 0
        chosen = []
        for kind in kinds[i:]:
            for other in chosen:
                far = abs(kind % 13 - other % 13)
                if not far or far < 5 and (mixed or kind // 13 == other // 13):
                    break
            else:
                chosen.append(kind)
                total += lacks[kind]
        if total > jokers:
            return True
    return False


def _plain(codes):
    """A set's tiles, jokers without identity, in one order."""
    if max(codes) < JOKER:
        return bytes(sorted(codes))
    return bytes(sorted([tiles.plain(code) for code in codes]))


def _keeps(job, sets):
    """True when all jokers of `sets` keep what they stand for."""
    kept = list(job.kept)
    for code in _standing(sets):
        if code not in kept:
            return False
        kept.remove(code)
    return True


def _open(codes):
    """True when a set's joker may still be one of several colours."""
    for code in _standing([codes]):
        if len(tiles.kinds_of(code)) > 1:
            return True
    return False


def _scarce(job, before, codes):
    """True when more jokers of `before` stand for what one of `codes` does than are kept."""
    standing = _standing(before)
    for code in _standing([codes]):
        if standing.count(code) > job.kept.count(code):
            return True
    return False


def _untouched(before, after, job):
    """The sets of `before` that lie in `after`, all their jokers kept."""
    rest = [_plain(codes) for codes in after]
    out = []
    for codes in before:
        plain = _plain(codes)
        if plain in rest and _keeps(job, out + [codes]):
            rest.remove(plain)
            out.append(codes)
    return out


def _kinds(code, decided):
    """The kinds a kept joker may count as: the one of its colour, or of those `decided` for jokers
    whose colour was open the ones that fit."""
    kinds = tiles.kinds_of(code)
    if len(kinds) > 1:
        kinds = [kind for kind in kinds if kind in decided]
    return kinds


def _put_back(code, kind, sets, marked):
    """Put a kept joker where a tile it stands for lies; into a set under a clause only if
    needed."""
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


def solve(
    rules,
    table,
    rack,
    opened=True,
    goal="tiles",
    free_jokers=False,
    limit=None,
    least=0,
    tidy=None,
    wide=None,
    parted=False,
):
    """The best play of a position; a generator.

    rules: dict from games.rules_for. table: list of sets of codes (jokers plain or with identity).
    rack: codes. opened: the seat's opening meld lies (else the clauses of the opening apply). goal:
    "tiles" (most tiles, then points) or "points" (most points by what tiles cost on the rack, then
    tiles). free_jokers: table jokers may be used anywhere. limit: most states, or None. least: with
    goal "tiles", a play of fewer tiles is not wanted (asking for the whole rack is much quicker).
    tidy: states spent, past the limit, on leaving as many old sets untouched as possible; None:
    enough for nearly all. wide: most states kept between two numbers, or None: a search that leaves
    some out is quick and finds nearly as much, but proves nothing less than all tiles. parted: see
    referee.judge.
    Yields None after each slice of bounded work and at last a Result. Out of memory, or past the
    limit, that is the best legal play found so far with proved False. Raises RulesError for a
    position that cannot be.
    """
    if goal not in ("tiles", "points"):
        raise RulesError('The goal is "tiles" or "points", not %s.' % goal)
    had = tiles.table_counts(table)
    own = tiles.counts(rack)
    used = bytearray(had)
    for code in rack:
        used[tiles.plain(code)] += 1
    tiles.check_pack(used, rules["jokers"])
    for befores in melds.reading(table, rules):
        if befores is None:
            yield None
    yield None
    ask = _Ask(rules, had, own, opened, goal, free_jokers, limit, least, wide, parted)
    build = opened or rules["opening_build"]
    start = befores[0]
    proved = True
    short = False
    try:
        if not rack:
            pass
        elif not opened:
            for _ in ask.from_rack(befores[0], build):
                yield None
            build = build and ask.opens and table
        if rack and build:
            for before in befores[:1] if free_jokers else befores:
                job = ask.job
                for _ in ask.rearranged(before):
                    yield None
                if ask.job is not job:
                    start = before
    except Stop:
        proved = False
    except MemoryError:
        proved = False
        short = True
    try:
        if not proved and opened and not ask.whole:
            for _ in ask.fallback(befores[0]):
                yield None
        elif ask.job and tidy != 0:
            for _ in ask.tidy(start, _TIDY if tidy is None else tidy):
                yield None
    except Stop:
        pass
    except MemoryError:
        short = True
    result = ask.best or Result([bytes(codes) for codes in befores[0]])
    result.table.sort()
    result.proved = result.tiles == len(rack) or proved and not ask.narrowed
    result.states = ask.states
    result.short = short
    yield result


def run(
    rules,
    table,
    rack,
    opened=True,
    goal="tiles",
    free_jokers=False,
    limit=None,
    least=0,
    tidy=None,
    wide=None,
    parted=False,
):
    """`solve` to its end; returns the Result."""
    result = None
    for result in solve(
        rules, table, rack, opened, goal, free_jokers, limit, least, tidy, wide, parted
    ):
        pass
    return result
