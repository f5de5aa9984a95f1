"""Compare the referee and the solver with the second judge (judge.py) on random turns."""

import json
import random
from collections import Counter
from typing import Any

from hypothesis import strategies as st

from rules.solver import search
from rules.tilegame import melds
from tools.soak import judge, positions
from tools.soak.judge import Table
from tools.soak.positions import Position
from tools.soak.running import SEEDS, Failure, example, tally

_STEPS = 3000  # of the slow search


class Differs(Failure):
    """Two judges differ on a turn; str() says how and contains the whole turn."""

    def __init__(self, position: Position, after: Table | None, sentence: str, *said: Any) -> None:
        names = "game", "options", "before", "rack", "opened", "parted"
        turn: dict = {name: getattr(position, name) for name in names}
        if after is not None:
            turn["after"] = after
        super().__init__("%s %s" % (sentence % said if said else sentence, json.dumps(turn)))


def _position(game, seed, sets, size):
    return positions.position(random.Random(seed), game, sets, size)


_CASES = st.tuples(
    st.builds(
        _position,
        st.sampled_from(positions.GAMES),
        SEEDS,
        st.sampled_from((1, 2, 2, 3, 3, 4)),
        st.integers(1, 7),
    ),
    st.lists(SEEDS, min_size=4, max_size=20),
    SEEDS,
)


def check_judges(case: tuple) -> None:
    """Check that all judges agree on random turns of a position, legal or not.

    case: the position, seeds of the turns, and the seed of the rest.
    """
    position, seeds, last = case
    with example():
        plays = [_check_random_turn(random.Random(seed), position) for seed in seeds]
        rng = random.Random(last)
        if rng.random() < 0.35:
            _check_solver(rng, position, [laid for laid in plays if laid])


def _check_random_turn(rng, position):
    """Judge a random turn; return the tiles that it lays, None if it is not legal."""
    after = positions.play(rng, position)
    if after is None:
        return None
    if rng.random() < 0.45:
        after = positions.spoil(rng, position, after)
    given, _wanted = compare_judges(position, after)
    check_reordered(rng, position, after, given)
    if not given.legal:
        return None
    # A record has the turn as the game accepted it, and replaying must lead to the same table.
    replayed = position.referee_verdict(positions.tokens(given.table), True)
    if not replayed.legal or sorted(replayed.table) != sorted(given.table):
        sentence = "Identities: said with each joker, the end table becomes %s, not %s."
        raise Differs(position, after, sentence, _verdict_text(replayed), _verdict_text(given))
    if any(map(judge.is_joker, sum(after, []))):
        compare_judges(position, positions.claim_jokers(rng, after, position.rules))
    return [positions.token(code) for code in given.laid]


def _verdict_text(verdict):
    return _table_text(positions.tokens(sorted(verdict.table))) if verdict.legal else verdict.clause


def compare_judges(position: Position, after: Table) -> tuple:
    """Return (the referee's Verdict on a turn, the judge's). Raises Differs."""
    tally["turns"] += 1
    by_referee, by_judge = position.referee_verdict(after), position.judged(after)
    tally["legal"] += by_judge.legal
    broken = " or ".join(sorted(by_judge.clauses))
    if by_referee.legal != by_judge.legal:
        referee_says = "legal" if by_referee.legal else by_referee.clause
        verdicts = referee_says, "legal" if by_judge.legal else broken
        raise Differs(position, after, "The referee says %s, the judge %s.", *verdicts)
    if not by_referee.legal:
        if by_referee.clause not in by_judge.clauses:
            sentence = "The referee names %s, the judge finds %s broken."
            raise Differs(position, after, sentence, by_referee.clause, broken)
        return by_referee, by_judge
    if by_referee.opens != by_judge.opens:
        raise Differs(position, after, "The referee: the play opens: %s.", by_referee.opens)
    end = _end_table(by_referee)
    if end not in by_judge.ends:
        tables = [
            _table_text(table) + " parted" * apart for table, apart in (end, *sorted(by_judge.ends))
        ]
        pair = tables[0], " or ".join(tables[1:])
        raise Differs(position, after, "Identities: the referee keeps %s, the judge %s.", *pair)
    return by_referee, by_judge


def _end_table(verdict):
    """Return (the end table of a legal Verdict, whether two jokers in different sets are different
    tiles)."""
    apart = len({i for i, _, _ in melds.table_jokers(verdict.table)}) == 2
    return judge.canonical(positions.tokens(verdict.table)), bool(verdict.parted) and apart


def _table_text(table):
    return " | ".join(" ".join(row) for row in table)


def check_reordered(rng: random.Random, position: Position, after: Table, given: Any) -> None:
    """Raise Differs if the order of sets and tiles changes the referee's Verdict `given`."""
    before = positions.reorder(rng, position.before, position.rules)
    rack = rng.sample(position.rack, len(position.rack))
    other = Position(
        position.game, position.options, before, rack, position.opened, position.parted
    )
    turned = other.referee_verdict(positions.reorder(rng, after, position.rules))
    same = (turned.legal, turned.opens) == (given.legal, given.opens)
    if not same or given.legal and _end_table(turned) != _end_table(given):
        sentence = "Identities: in another order the referee gives %s, not %s."
        raise Differs(position, after, sentence, _verdict_text(turned), _verdict_text(given))


# The solver -------------------------------------------------------------------------------------


def _check_solver(rng, position, plays):
    """Check that the solver's play is legal, no worse than any of `plays` (lists of laid tiles),
    and on small positions the best possible."""
    goal = rng.choice(("tiles", "points"))
    free_jokers = not position.parted and rng.random() < 0.1
    before, rack = positions.codes(position.before), positions.codes([position.rack])[0]
    question = position.fields, before, rack, position.opened, goal, free_jokers
    result = search.run(*question, parted=position.parted)
    tally["solved"] += 1
    figures = goal, ", free jokers" if free_jokers else "", result.tiles, result.points
    solver_lays = "The solver (%s%s) lays %d tiles, %d points" % figures

    def tiles_and_points(laid):
        return len(laid), judge.cost(position.game, laid)

    goal_index = 0 if goal == "tiles" else 1
    best = max((tiles_and_points(laid)[goal_index] for laid in plays), default=0)
    if not result.proved or (result.tiles, result.points)[goal_index] < best:
        raise Differs(position, None, "%s; there is a play of %d.", solver_lays, best)
    if result.tiles:
        table = positions.tokens(result.table)
        verdict = position.judged(table, free_jokers=free_jokers)
        if not verdict.legal:
            broken = " or ".join(sorted(verdict.clauses))
            raise Differs(position, table, "%s; the judge finds %s broken.", solver_lays, broken)
        old_tiles, new_tiles = (
            Counter(judge.without_claims(sum(sets, []))) for sets in (list(position.before), table)
        )
        laid = sorted((new_tiles - old_tiles).elements())
        if sorted(positions.tokens([result.laid])[0]) != laid:
            raise Differs(position, table, "%s; it lays %s.", solver_lays, " ".join(laid))
        figures = tiles_and_points(laid)
        if figures != (result.tiles, result.points):
            raise Differs(position, table, "%s; they are %d, and cost %d.", solver_lays, *figures)
    try:
        exact = position.best_play(goal, _STEPS, free_jokers=free_jokers)
    except judge.TooMany:
        return
    tally["proved best"] += 1
    if exact[goal_index:] != (result.tiles, result.points)[goal_index:]:
        raise Differs(
            position, None, "%s; the slow search %d tiles, %d points.", solver_lays, *exact
        )


PROPERTY = (check_judges, _CASES)
