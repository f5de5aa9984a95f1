"""The exact solver: the best play of a position, jokers, openings and house options included.

The problem. Given the sets on the table and a rack, lay as many rack tiles as can be (or as many
points) so that the table's tiles and those laid form groups and runs. Many are the tables; what has
to be known of them is little.

The state. The tiles are placed number by number, 1 to 13. Of all that was placed up to a number
only this matters for the numbers to come: for each colour how many runs are open with one tile,
with two, with three and more (`colour`), and how many jokers are spent. A state's value is what the
rack tiles laid so far are worth; of two ways to the same state only the better one is kept. At each
number every tile goes into a run or a group (`groups`): with r tiles of a colour in runs, short
runs go on first, then long ones, then new ones start, so r alone decides the next state; what is
left is a choice of colours that fits into groups or does not.

Dominance. A state is left out when another of no less value can do whatever it can (`layers`): its
open runs can be fed with the same tiles, it has as many jokers to spend. Sixty bits a state tell.
And a state is left out that cannot come to more than is already had, by what all tiles to come
are worth.

The proof. Every table is a way through the states: its runs cut where they can be, its groups by
number; the two rules above change neither the tiles used nor what can follow. So the best way to
a last state without short runs is a best play, and `proved` says that every state was looked at
that neither rule leaves out. All this holds from 13 down to 1 as well: a search starts where the
table has fewer groups to choose.

Jokers and clauses. A table joker that keeps its identity is a tile of its kind; every way to keep
jokers or to pay for them is one reading (`prepare`), and one `sweep`. Jokers under a clause
(retrieved ones, RG-8), opening melds and sets that stay are followed beside the sweep's state by a
`follower`, which takes tiles out of a number before the rest is placed.

What a phase of an answer does not need is not in a handheld's memory: modules are loaded when a
phase begins, one a slice, and `done` with when it is over.
"""

from rules.solver import done, phases
from rules.tilegame import melds
from rules.tilegame.tiles import JOKER

# what an opening meld alone needs
_OPENING = ("solver.opener", "solver.opening")
# what only some questions need
_RARE = _OPENING + (
    "solver.inside",
    "solver.jokers",
    "solver.follower",
    "solver.tidy",
    "solver.keep",
    "solver.fallback",
    "solver.trim",
)
# what every question needs: given back where memory ran out
_ALWAYS = (
    "solver.meldtab",
    "solver.colour",
    "solver.sweep",
    "solver.prepare",
    "solver.groups",
    "solver.layers",
    "solver.slots",
    "solver.flat",
    "solver.steps",
    "solver.build",
)
_LOOK = 8  # rack tiles from which a first look, for the whole rack, pays


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
    referee.judge. Yields None after each slice of bounded work and at last a Result. Out of memory,
    or past the limit, that is the best legal play found so far with proved False. Raises RulesError
    for a position that cannot be.
    """
    yield None
    from rules.solver import question as questions

    yield None
    question = questions.posed(rules, table, rack, goal, least)
    question.ask(opened, free_jokers, limit, wide, parted)
    for befores in melds.reading(table, rules):
        if befores is None:
            yield None
    yield None
    question.befores = befores[:1] if free_jokers else befores
    yield from _searched(question, rack)
    try:
        yield from _finish(question, befores[0], tidy)
    except questions.Stop:
        pass
    except MemoryError:
        question.short = True
    done(*(_RARE + _ALWAYS if question.short else _RARE))
    yield None
    yield question.answer(befores[0])


def run(rules, table, rack, opened=True, goal="tiles", free_jokers=False, **names):
    """`solve` to its end, of the same arguments; returns the Result."""
    result = None
    for result in solve(rules, table, rack, opened, goal, free_jokers, **names):
        pass
    return result


# -- the phases ------------------------------------------------------------------------------------


def _searched(question, rack):
    """The search, as far as states and memory allow. A generator of its own: on a handheld one that
    an exception has ended still holds all it worked with, until who called it has returned."""
    from rules.solver import question as questions

    try:
        if questions.SMALL:
            yield from _loaded()
        if rack and not question.opened:
            yield from _opened(question)
        for before in question.befores if rack else ():
            yield from _rearranged(question, before)
    except questions.Stop:
        question.proved = False
    except MemoryError:
        question.proved = False
        question.short = True
        done(*_RARE)


def _finish(question, before, tidy):
    """The generator of what is left to do: a plain play where the search was cut short, or tidying
    up. tidy: see `solve`."""
    question.room = []  # what has searched goes before another search begins
    if not question.proved and question.opened and not question.whole:
        done(*_RARE)
        from rules.solver import fallback

        return fallback.play(question, before)
    if question.reading and tidy != 0:
        from rules.solver import tidy as tidying

        return tidying.place_again(question, tidying.STATES if tidy is None else tidy)
    return ()


def _loaded():
    """Load what every question needs, a module a slice: each takes a handheld its time."""
    from rules.solver import meldtab

    yield meldtab and None
    from rules.solver import colour

    yield colour and None
    from rules.solver import sweep

    yield sweep and None
    from rules.solver import prepare

    yield prepare and None
    from rules.solver import groups

    yield groups and None
    from rules.solver import layers

    yield layers and None
    from rules.solver import slots

    yield slots and None
    from rules.solver import flat

    yield flat and None


def _opened(question):
    """Find the best opening meld from the rack alone; the question keeps the tables that may be
    rearranged in the opening turn."""
    opener = yield from _opener()
    build = question.rules["opening_build"]
    yield from opener.from_rack(question, question.befores[0], build)
    done(*_OPENING)
    if not (build and question.opens and (max(question.on_table) or _gains(question))):
        question.befores = ()


def _gains(question):
    """True when what opens may count more as it was laid than as it lies in the end (RG-4): not
    every set counts, or a joker counts as its tile."""
    rules = question.rules
    if rules["opening_sets"] == "group":
        return True
    return question.own[JOKER] > 0 and rules["opening_joker"] != "flat"


def _rearranged(question, before):
    """Best play where the table may be rearranged: opened, or building allowed (RG-4)."""
    clause = question.own[JOKER] and not question.rules["joker_layoff"]
    hopeful = question.free or not question.whole
    for reading in (yield from phases.readings(question, before)):
        if question.whole and question.best:
            return
        if not hopeful and (reading.freed or clause):
            hopeful = yield from _hopeful(question, before)
            if question.best or not hopeful:
                return
        result = yield from _deepened(question, before, reading, False)
        if result and not question.opened:
            opens = yield from _can_open(question, result.laid)
            if not opens:
                result = yield from _deepened(question, before, reading, True)
        if result:
            question.best = result
            question.floor = question.aim.value(result.laid)
            question.reading = reading
            question.before = before


def _deepened(question, before, reading, inside):
    """Search one reading: its Result when it beats the floor, else None.

    Looks first for a play of the whole rack, if that is large: what cannot come to that much is cut
    off early. A narrow search has cut off most already.
    """
    sweep = yield from phases.prepared(question, reading, inside)
    yield None
    most = sweep.most()
    floor = question.floor - question.aim.value(reading.paid) - sweep.sure
    if most <= floor or sweep.sure < 0:
        return None
    first = most - 1 if sum(sweep.may) >= _LOOK and not question.narrow else floor
    for sweep.floor in (first, floor):
        yield from sweep.run()
        question.narrowed |= sweep.narrowed
        if sweep.value >= 0:
            way = yield from phases.traced(sweep)
            sweep = None
            result = yield from phases.built(question, before, way, reading)
            return result
        if sweep.floor == floor or question.whole:
            return None
    return None


def _opener():
    """Load the module `opener` with what it needs, a module a slice, and return it."""
    from rules.solver import prepare

    yield prepare and None
    from rules.solver import opening

    yield opening and None
    from rules.solver import opener

    yield None
    return opener


def _can_open(question, laid):
    """`opener.can_open`, and what only that needs is dropped."""
    opener = yield from _opener()
    opens = yield from opener.can_open(question, laid)
    done(*_OPENING)
    return opens


def _hopeful(question, before):
    """`whole.hopeful`, and what only that needs is dropped."""
    from rules.solver import whole

    yield None
    hopeful = yield from whole.hopeful(question, before)
    done("solver.whole", "tilegame.referee")
    return hopeful
