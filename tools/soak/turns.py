"""Compare the referee and the solver with the second judge (judge.py) on random turns."""

import json
import random
from typing import Any

from hypothesis import strategies as st

from rules.solver import search
from rules.tilegame import melds
from tools.soak import judge, positions
from tools.soak.judge import Table
from tools.soak.positions import Position
from tools.soak.running import SEEDS, Failure, example, tally

_STEPS = 3000  # limit of the judge's search for the best play


class Mismatch(Failure):
    """Two judges differ on a turn. str() is a message and the turn as JSON."""

    def __init__(self, position: Position, after: Table | None, message: str, *args: Any) -> None:
        names = "game", "options", "before", "rack", "opened"
        turn: dict = {name: getattr(position, name) for name in names}
        turn["parted"] = position.jokers_differ
        if after is not None:
            turn["after"] = after
        super().__init__("%s %s" % (message % args if args else message, json.dumps(turn)))


_CASES = st.tuples(
    st.builds(
        positions.position,
        SEEDS.map(random.Random),
        st.sampled_from(positions.GAMES),
        st.sampled_from((1, 2, 2, 3, 3, 4)),
        st.integers(1, 7),
    ),
    st.lists(SEEDS, min_size=4, max_size=20),
    SEEDS,
)


def check_judges(case: tuple) -> None:
    """Check that all judges agree on random turns of a position, legal or not.

    case: (position, seeds of the turns, seed of the check of the solver).
    """
    position, seeds, last_seed = case
    with example():
        plays = [_check_random_turn(random.Random(seed), position) for seed in seeds]
        rng = random.Random(last_seed)
        if rng.random() < 0.35:
            _check_solver(rng, position, [laid for laid in plays if laid])


def _check_random_turn(rng, position):
    """Compare the judges on a random turn; return the tiles that it lays, None if it is illegal."""
    after = positions.play(rng, position)
    if after is None:
        return None
    if rng.random() < 0.45:
        after = positions.spoil(rng, position, after)
    verdict, _wanted = compare_judges(position, after)
    check_reordered(rng, position, after, verdict)
    if not verdict.legal:
        return None
    # A record holds the table as the referee returned it; replaying it must give the same table.
    replayed = position.referee_verdict(positions.tokens(verdict.table), True)
    if not replayed.legal or sorted(replayed.table) != sorted(verdict.table):
        message = "Identities: said with each joker, the end table becomes %s, not %s."
        raise Mismatch(position, after, message, _verdict_text(replayed), _verdict_text(verdict))
    if any(map(judge.is_joker, sum(after, []))):
        compare_judges(position, positions.claim_jokers(rng, after, position.rules))
    return [positions.token(code) for code in verdict.laid]


def _verdict_text(verdict):
    return _table_text(positions.tokens(sorted(verdict.table))) if verdict.legal else verdict.clause


def compare_judges(position: Position, after: Table) -> tuple:
    """Return (the referee's Verdict on a turn, the judge's). Raises Mismatch."""
    tally["turns"] += 1
    by_referee, by_judge = position.referee_verdict(after), position.judge_verdict(after)
    tally["legal"] += by_judge.legal
    broken = " or ".join(sorted(by_judge.clauses))
    if by_referee.legal != by_judge.legal:
        referee_says = "legal" if by_referee.legal else by_referee.clause
        verdicts = referee_says, "legal" if by_judge.legal else broken
        raise Mismatch(position, after, "The referee says %s, the judge %s.", *verdicts)
    if not by_referee.legal:
        if by_referee.clause not in by_judge.clauses:
            message = "The referee names %s, the judge finds %s broken."
            raise Mismatch(position, after, message, by_referee.clause, broken)
        return by_referee, by_judge
    if by_referee.opens != by_judge.opens:
        raise Mismatch(position, after, "The referee: the play opens: %s.", by_referee.opens)
    end = _end_table(by_referee)
    if end not in by_judge.ends:
        tables = [
            _table_text(table) + " (the jokers differ)" * must_differ
            for table, must_differ in (end, *sorted(by_judge.ends))
        ]
        pair = tables[0], " or ".join(tables[1:])
        raise Mismatch(position, after, "Identities: the referee keeps %s, the judge %s.", *pair)
    return by_referee, by_judge


def _end_table(verdict):
    """Return (the end table of a legal Verdict, whether two jokers in different sets are different
    tiles)."""
    apart = len({i for i, _, _ in melds.table_jokers(verdict.table)}) == 2
    return judge.canonical(positions.tokens(verdict.table)), bool(verdict.jokers_differ) and apart


def _table_text(table):
    return " | ".join(" ".join(meld) for meld in table)


def check_reordered(rng: random.Random, position: Position, after: Table, verdict: Any) -> None:
    """Raise Mismatch if another order of sets and tiles changes the referee's `verdict`."""
    before = positions.reorder(rng, position.before, position.rules)
    rack = rng.sample(position.rack, len(position.rack))
    other = Position(
        position.game, position.options, before, rack, position.opened, position.jokers_differ
    )
    other_verdict = other.referee_verdict(positions.reorder(rng, after, position.rules))
    same = (other_verdict.legal, other_verdict.opens) == (verdict.legal, verdict.opens)
    if not same or verdict.legal and _end_table(other_verdict) != _end_table(verdict):
        message = "Identities: in another order the referee gives %s, not %s."
        raise Mismatch(
            position, after, message, _verdict_text(other_verdict), _verdict_text(verdict)
        )


# The solver -------------------------------------------------------------------------------------


def _check_solver(rng, position, plays):
    """Raise Mismatch unless the solver's play is legal, as good as any of `plays` (lists of laid
    tiles), and as good as the judge's best play if that search is short enough."""
    goal = rng.choice(("tiles", "points"))
    free_jokers = not position.jokers_differ and rng.random() < 0.1
    before, rack = positions.codes(position.before), positions.codes([position.rack])[0]
    search_args = position.fields, before, rack, position.opened, goal, free_jokers
    result = search.run(*search_args, jokers_differ=position.jokers_differ)
    tally["solved"] += 1
    summary_args = goal, ", free jokers" if free_jokers else "", result.tiles, result.points
    summary = "The solver (%s%s) lays %d tiles, %d points" % summary_args

    def tiles_and_points(laid):
        return len(laid), judge.penalty_points(position.game, laid)

    goal_index = 0 if goal == "tiles" else 1
    best = max((tiles_and_points(laid)[goal_index] for laid in plays), default=0)
    if not result.proved or (result.tiles, result.points)[goal_index] < best:
        raise Mismatch(position, None, "%s; there is a play of %d.", summary, best)
    if result.tiles:
        table = positions.tokens(result.table)
        verdict = position.judge_verdict(table, free_jokers=free_jokers)
        if not verdict.legal:
            broken = " or ".join(sorted(verdict.clauses))
            raise Mismatch(position, table, "%s; the judge finds %s broken.", summary, broken)
        new_tiles = judge.count_tiles(table) - judge.count_tiles(position.before)
        laid = sorted(new_tiles.elements())
        if sorted(positions.tokens([result.laid])[0]) != laid:
            raise Mismatch(position, table, "%s; it lays %s.", summary, " ".join(laid))
        counted = tiles_and_points(laid)
        if counted != (result.tiles, result.points):
            message = "%s; a recount gives %d tiles, %d points."
            raise Mismatch(position, table, message, summary, *counted)
    try:
        exact = position.best_play(goal, _STEPS, free_jokers=free_jokers)
    except judge.TooManySteps:
        return
    tally["proved best"] += 1
    if exact[goal_index:] != (result.tiles, result.points)[goal_index:]:
        message = "%s; the slow search lays %d tiles, %d points."
        raise Mismatch(position, None, message, summary, *exact)


PROPERTY = (check_judges, _CASES)
