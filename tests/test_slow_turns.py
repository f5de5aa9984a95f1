"""The referee answers any turn within 0.2 s of a desktop's processor, those made to be slow too."""

import random
import time

import cases
import pytest
from rules_help import rack, table

from rules.base import RulesError, finish
from rules.tilegame import games, melds, opening, referee, tiles
from tools.soak import positions
from tools.soak.turns import compare_judges

LIMIT = 0.2  # seconds of processor time that a turn may take
SWITCHES = ("mixed_runs", "groups_only", "runs_only", "opening_several")


def stays_within_limit(call):
    """Assert that call() takes less than LIMIT, once of six times: the machine may be busy."""
    for _ in range(6):
        begin = time.process_time()
        call()
        if time.process_time() - begin < LIMIT:
            return
    raise AssertionError("it takes over %s seconds" % LIMIT)


def groups(*sizes):
    """Return groups of 1, 2 and 3 of these sizes in turn, as texts."""
    return [" ".join(["krbo"[i] + str(n // 2 + 1) for i in range(sizes[n])]) for n in range(6)]


# Tiles laid as groups of 1, of 2 and of 3, two of each
LAID = [(3, 0, 3, 0, 3, 0), (4, 0, 4, 0, 4, 0), (4, 3, 4, 3, 4, 3), (4, 4, 4, 4, 4, 4)]


@pytest.mark.parametrize("sizes", LAID, ids=sum)
@pytest.mark.parametrize(
    "game, options", [("RG", {}), ("RK", {"opening_build": True, "opening_points": 60})]
)
def test_rg_4_rk_5_many_tiles_that_do_not_open_are_refused_at_once(game, options, sizes):
    """25 tiles of mixed runs took over a minute."""
    rules = games.rules_for(game, {"mixed_runs": True, **options})
    after = table(" | ".join([row for row in groups(*sizes) if row]))
    laid = bytes(sorted(b"".join(after)))
    points = sum(tile % 13 + 1 for tile in laid)
    asked = table("k10 k11 k12"), laid + rack("k13"), [*after, rack("k10 k11 k12 k13")], False
    answer = referee.judge(rules, *asked)
    assert answer.clause == rules["open_clause"]
    assert answer.why[1:] == (points, rules["opening_points"])
    stays_within_limit(lambda: referee.judge(rules, *asked))


# Found by climbing from one set of laid tiles to a slower one.


@pytest.mark.long
@cases.table("need, laid")
def test_rk_5_the_hardest_tiles_that_a_climb_has_found_stay_within_the_limit(need, laid):
    rules = games.rules_for("RK", {"opening_build": True, "opening_points": need})
    counts = tiles.counts(rack(laid))
    assert finish(opening.best_opening(rules, counts)) >= need
    stays_within_limit(lambda: finish(opening.best_opening(rules, counts)))


def random_openings(seed, count, sets, size):
    """Yield (position, end table) of first turns that may build on the table."""
    rng = random.Random(seed)
    while count:
        game = rng.choice(games.ids())
        options = dict.fromkeys(rng.sample(SWITCHES, rng.randint(0, 2)), True)
        options.update(opening_build=True, opening_points=rng.choice((15, 30, 50)))
        drawn = positions.position(rng, game, sets, size)
        try:
            melds.read_table(positions.codes(drawn.before), games.rules_for(game, options))
        except RulesError:  # these options do not go together, or forbid a set of the table
            continue
        where = positions.Position(game, options, drawn.before, drawn.rack, False)
        after = positions.play(rng, where)
        if after:
            count -= 1
            yield where, after


@pytest.mark.long
def test_rg_4_rk_5_the_slow_judge_says_the_same_of_openings():
    verdicts = [compare_judges(*case)[0].legal for case in random_openings(1, 60, 2, 7)]
    assert sum(verdicts) > 5 and verdicts.count(False) > 10


@pytest.mark.long
def test_rg_4_rk_5_random_first_turns_of_many_tiles_stay_within_the_limit():
    for where, after in random_openings(2, 10, 12, 9):
        stays_within_limit(lambda: where.referee_verdict(after))  # noqa: B023 called at once
