"""The exact solver: the best play of a position, jokers, openings and house options included.

The problem. Given the sets on the table and a rack, lay as many rack tiles as can be (or as many
points) so that the table's tiles and those laid form groups and runs. There are many tables, but
little has to be known of them.

The state. The tiles are placed number by number, 1 to 13. Of all that was placed up to a number
only this matters for the numbers to come: for each colour how many runs are open with one tile,
with two, with three and more (`runs`), and how many jokers are spent. A state's value is what the
rack tiles laid so far are worth; of two ways to the same state only the better one is kept. At each
number every tile goes into a run or a group (`groups`): with r tiles of a colour in runs, short
runs go on first, then long ones, then new ones start, so r alone decides the next state; what is
left is a choice of colours that fits into groups or does not.

Dominance. A state is left out when another of no less value dominates it, that is, can do whatever
it can (`layers`): open runs that can take the same tiles, as many jokers to spend. Sixty bits per
state tell. A state is also left out if, by what all tiles to come are worth, it cannot beat the
best so far.
That the numbers can be gone through once, with the open runs of each colour as the state, is known:
van Rijn, Takes, Vis, "The Complexity of Rummikub Problems" (2015). Dominance and the constraints
below are ours; den Hertog, Hulshof (2006) choose among all sets by integer programming instead.

The proof. Every table is a way through the states: its runs cut where they can be, its groups by
number; the two rules above change neither the tiles used nor what can follow. So the best way to
a last state without short runs is a best play, and `proved` says that every state was looked at
that neither rule leaves out. All this holds from 13 down to 1 as well: a search starts where the
table has fewer groups to choose.

Jokers and clauses. A table joker that keeps its identity is a tile of its kind; every way to keep
jokers or to pay for them is one reading (`prepare`), and one `sweep`. Jokers under a clause
(retrieved ones, RG-8), opening melds and sets that stay are followed beside the sweep's state by a
`constraint`, which takes tiles out of a number before the rest is placed.

A handheld has in memory only what the current phase of an answer needs: modules are loaded when a
phase begins, one per slice, and dropped (`done`) when it is over.
"""

from rules.slices import finish
from rules.solver import REFEREE, SEARCH, done, load, phases
from rules.tilegame import melds
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from typing import Any

    from rules.slices import Slices
    from rules.solver.problem import Result

# what an opening meld alone needs
_OPENING = "rules.solver.rack_opening rules.solver.opening_meld "
# what only some problems need
_RARE = (
    "rules.solver.opening_build rules.solver.jokers rules.solver.constraint rules.solver.tidy"
    " rules.solver.untouched rules.solver.fallback rules.solver.prune "
)
# what every problem needs: given back where memory ran out
_ALWAYS = SEARCH + (
    "rules.solver.lookup rules.solver.runs rules.solver.prepare rules.solver.groups"
    " rules.solver.layers rules.solver.backtrack rules.solver.end_table "
)
_LOOK = 8  # rack tiles from which a first look, for the whole rack, pays


def solve(
    rules: dict,
    table: list[bytes],
    rack: bytes | bytearray,
    opened: bool = True,
    goal: str = "tiles",
    free_jokers: bool = False,
    limit: int | None = None,
    least: int = 0,
    tidy: int | None = None,
    wide: int | None = None,
    parted: bool = False,
) -> "Slices[Result]":
    """The best play of a position, in slices (see rules.slices): returns a Result.

    rules: dict from games.rules_for. table: list of sets of codes (jokers plain or with identity).
    rack: codes. opened: the seat's opening meld lies (else the clauses of the opening apply). goal:
    "tiles" (most tiles, then points) or "points" (most points by what tiles cost on the rack, then
    tiles). free_jokers: table jokers may be used anywhere. limit: most states, or None. least: with
    goal "tiles", a play of fewer tiles is not wanted (asking for the whole rack is much quicker).
    tidy: states spent, past the limit, on leaving as many old sets untouched as possible; None:
    enough for nearly all. wide: most states kept between two numbers, or None: a search that leaves
    some out is quick and finds nearly as much, but proves nothing less than all tiles. parted: see
    referee.judge. Out of memory, or past the limit, the Result is the best legal play found so far
    with proved False. Raises RulesError for a position that cannot be.
    """
    yield None
    from rules.solver import problem as problems

    yield None
    problem = problems.posed(rules, table, rack, goal, least)
    problem.ask(opened, free_jokers, limit, wide, parted)
    befores = yield from melds.reading(table, rules)
    yield None
    problem.befores = befores[:1] if free_jokers else befores
    yield from _searched(problem, rack)
    try:
        yield from _finish(problem, befores[0], tidy)
    except problems.Stop:
        pass
    except MemoryError:
        problem.short = True
    problem.give_back()
    done(_OPENING + _RARE + (_ALWAYS if problem.short else ""))
    yield None
    return problem.answer(befores[0])


def prove(game: "Any") -> "Slices[None]":
    """Find out, in slices (see rules.slices), whether the seat whose turn it is has a play: only
    without one may it pass (KR-10). Afterwards its `can_play()` answers at once.

    game: a Game, or what holds all that a Game does (a board has no memory for its code beside the
    solver's).
    """
    if game.playable is None:
        game.unproved = False
        try:
            result = yield from solve(
                game.rules,
                game.table,
                game.racks[game.seat],
                bool(game.opened[game.seat]),
                tidy=0,
                parted=game.parted,
            )
            game.playable = result.tiles > 0
            game.unproved = not (game.playable or result.proved)
        except Exception:
            game.playable = False  # a search that fails forbids nothing
            raise


def run(
    rules: dict,
    table: list[bytes],
    rack: bytes | bytearray,
    opened: bool = True,
    goal: str = "tiles",
    free_jokers: bool = False,
    **names: "Any",
) -> "Result":
    """`solve` to its end, of the same arguments; returns the Result."""
    return finish(solve(rules, table, rack, opened, goal, free_jokers, **names))


# -- the phases ------------------------------------------------------------------------------------


def _searched(problem, rack):
    """The search, as far as states and memory allow. It is a generator of its own because on a
    handheld a generator ended by an exception holds all it worked with until its caller returns."""
    from rules.solver import problem as problems

    try:
        yield from _loaded()
        if rack and not problem.opened:
            yield from _opened(problem)
        for before in problem.befores if rack else ():
            yield from _rearranged(problem, before)
    except problems.Stop:
        problem.proved = False
    except MemoryError:
        problem.proved = False
        problem.short = True
        done(_OPENING + _RARE)


def _finish(problem, before, tidy):
    """The generator of what is left to do: find a plain play where the search was cut short, or
    tidy up. tidy: see `solve`."""
    problem.give_back()  # what has searched goes before another search begins
    if not problem.proved and problem.opened and not problem.whole_rack:
        done(_OPENING + _RARE)
        from rules.solver import fallback

        return fallback.play(problem, before)
    if problem.reading and tidy != 0:
        from rules.solver import tidy as tidying

        return tidying.place_again(problem, tidying.STATES if tidy is None else tidy)
    return ()


def _loaded():
    """Load what every problem needs."""
    from rules.solver import problem

    if problem.SMALL:
        yield from load(
            "rules.solver.runs rules.solver.sweep rules.solver.prepare rules.solver.layers_small "
        )


def _opened(problem):
    """Find the best opening meld from the rack alone; the problem keeps the tables that may be
    rearranged in the opening turn."""
    rack_opening = yield from _rack_opening()
    rules = problem.rules
    build = rules["opening_build"]
    yield from rack_opening.from_rack(problem, problem.befores[0], build)
    done(_OPENING)
    # what opens may count more as it was laid than as it lies in the end (RG-4): not every set
    # counts, or a joker counts as its tile
    gains = rules["opening_sets"] == "group" or (
        problem.own[JOKER] and rules["opening_joker"] != "flat"
    )
    if not (build and problem.opens and (max(problem.on_table) or gains)):
        problem.befores = ()


def _rearranged(problem, before):
    """Best play where the table may be rearranged: opened, or building allowed (RG-4)."""
    clause = problem.own[JOKER] and not problem.rules["joker_layoff"]  # RG-8
    hopeful = problem.free or not problem.whole_rack
    for reading in (yield from phases.readings(problem, before)):
        if problem.whole_rack and problem.best:
            return
        if not hopeful and (reading.freed or clause):
            from rules.solver import whole_rack

            yield None
            hopeful = yield from whole_rack.hopeful(problem, before)
            done("rules.solver.whole_rack " + REFEREE)
            yield from _loaded()
            if problem.best or not hopeful:
                return
        result = yield from _deepened(problem, before, reading, False)
        if result and not problem.opened:
            rack_opening = yield from _rack_opening()
            opens = yield from rack_opening.can_open(problem, result.laid)
            done(_OPENING)
            if not opens:
                result = yield from _deepened(problem, before, reading, True)
        if result:
            problem.best = result
            problem.floor = problem.aim.value(result.laid)
            problem.reading = reading
            problem.before = before


def _deepened(problem, before, reading, inside):
    """Search one reading: its Result when it beats the floor, else None.

    Looks first for a play of the whole rack, if that is large: what cannot come to that much is cut
    off early. A narrow search has cut off most already.
    """
    sweep = yield from phases.prepared(problem, reading, inside)
    yield None
    most = sweep.most()
    floor = problem.floor - problem.aim.value(reading.paid) - sweep.sure
    if most <= floor or sweep.sure < 0:
        return None
    first = most - 1 if sum(sweep.may) >= _LOOK and not problem.narrow else floor
    for sought in (first, floor):
        sweep.floor = sought
        yield from sweep.run()
        if sweep.narrowed and not problem.narrow and sweep.value > sweep.floor + 1:
            # memory got short: with what was found as the floor there is less to look at
            value, layers = sweep.value, sweep.layers
            sweep.floor = value - 1
            sweep.value = -1
            sweep.width = problem.width
            sweep.narrowed = False
            yield from sweep.run()
            if sweep.value < 0:
                sweep.value, sweep.layers = value, layers
        problem.narrowed |= sweep.narrowed
        if sweep.value >= 0:
            way = yield from phases.traced(sweep)
            sweep = None
            result = yield from phases.built(problem, before, way, reading)
            return result
        if sweep.floor == floor or problem.whole_rack:
            return None
    return None


def _rack_opening():
    """Load the module `rack_opening` with what it needs, and return it."""
    yield from load("rules.solver.prepare rules.solver.opening_meld rules.solver.rack_opening ")
    from rules.solver import rack_opening

    return rack_opening
