"""The solver's best play against `soak`'s judge, which tries every play of a small position:
examples, and random positions of every game, option and opening."""

import random
from collections import Counter

import cases
import pytest
from rules_help import position, untouched

from rules.solver import problem, tidy
from rules.solver import search as solver
from rules.tilegame import game as tilegame
from rules.tilegame import games, referee
from tools.soak import judge, positions
from tools.soak.positions import Position

STEPS = 3000  # that the judge may take for a random position
GOALS = ("tiles", "points")


@pytest.fixture(autouse=True)
def desktop(monkeypatch):
    """Undo what `check` sets."""
    monkeypatch.setattr(problem, "SMALL", False)


def check(where, goal, free=False, steps=STEPS):
    """Compare the solver with the judge, as on a handheld and as on a desktop; return its Result.

    Raises judge.TooManySteps where the judge needs more than `steps` steps.
    """
    want = where.best_play(goal, steps, free_jokers=free)
    before, own = positions.codes(where.before), positions.codes([where.rack])[0]
    asked = where.fields, before, own, where.opened, goal, free
    for problem.SMALL in (True, False):
        found = solver.run(*asked, jokers_differ=where.jokers_differ)
        assert (found.tiles, found.points, found.proved) == (*want, True), vars(where)
        if found.tiles:
            after = positions.tokens(found.table)
            assert where.judge_verdict(after, free_jokers=free).legal, (vars(where), after)
            laid = Counter(positions.tokens([found.laid])[0])
            assert judge.count_tiles(after) == judge.count_tiles(where.before) + laid
        if found.tiles and not free:
            verdict = referee.judge(*asked[:3], found.table, where.opened, where.jokers_differ)
            assert (verdict.legal, bytes(verdict.laid)) == (True, found.laid), vars(where)
    return found


def best(game, options, before, own, opened=True, goal="tiles"):
    """Return (tiles, points) of the best play, which solver and judge agree on."""
    found = check(position(game, before, own, opened, **options), goal, steps=100000)
    return found.tiles, found.points


# -- examples --------------------------------------------------------------------------------------


@cases.table("options, before, own, result")
def test_kr_4_and_kr_14_what_opens_in_kiran(options, before, own, result):
    assert best("KR", options, before, own, False)[0] == result


@pytest.mark.long(keep=3)
@cases.table("game, options, before, own, result")
def test_rk_5_rg_4_kr_4_the_opening_may_be_built_on(game, options, before, own, result):
    """Where 10 11 * opens, the 1 joins the table; 1 2 * 4 would be more tiles, but no opening."""
    goal = "tiles" if before else "points"
    assert best(game, options, before, own, False, goal=goal) == tuple(result)


@pytest.mark.parametrize("goal", GOALS)
@cases.table("options, before, own, result")
def test_t_7_t_8_examples_of_rummikub(goal, options, before, own, result):
    assert best("RK", options, before, own, goal=goal) == tuple(result)


@pytest.mark.parametrize("goal", GOALS)
def test_t_8_two_jokers_of_one_number_open_between_different_colours(goal):
    """Each goes on as a colour that its own place left open, whichever way the search decided."""
    where = position("RK", "k11 r11 * | k11 o11 *", "k10 k12 k12 k13 r6 r7 r11 b8 b11 o12 o13")
    asked = where.fields, positions.codes(where.before), positions.codes([where.rack])[0], True
    found = solver.run(*asked, goal)
    assert found.proved and found.tiles
    assert where.judge_verdict(positions.tokens(found.table)).legal


@pytest.mark.parametrize(
    "game, own, tiles",
    [("RK", "k8 k8", 0), ("RG", "k8 k8", 0), ("CR", "k8 k8", 0), ("KR", "k8 k8", 2),
     ("RK", "k8 o8", 2)],
)  # fmt: skip
def test_t_7_two_jokers_of_one_group_are_two_tiles(game, own, tiles):
    """Two groups of black, another 8 and a joker need two orange jokers; Kiran's may be freed."""
    assert best(game, {}, "b8 * r8 *", own)[0] == tiles


def test_t_7_a_tile_that_would_make_two_parted_jokers_one_stays_on_the_rack():
    """One joker is blue, the other orange: one group takes the blue 8."""
    where = position("RK", "k8 r8 [bo8] | k8 r8 [bo8]", "b8 b8", parted=True)
    assert check(where, "tiles").tiles == 1


# -- random positions ------------------------------------------------------------------------------


def drawn(rng, game, opened, size):
    """Return a random position, often with other opening points."""
    where = positions.position(rng, game, rng.choice((1, 1, 2, 2, 3)), rng.choice(size))
    options = dict(where.options)
    if not opened and rng.random() < 0.7:
        options["opening_points"] = rng.choice((0, 5, 10, 15, 25, 40))
    return Position(game, options, where.before, where.rack, opened, where.jokers_differ)


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("game", games.ids())
def test_the_best_play_of_random_positions(game, opened):
    """T-4, T-7, T-8, RK-4, RK-5, RK-15, RG-3, RG-4, RG-8, RG-9, CR-4, CR-5, CR-11, KR-4, KR-5,
    KR-8, KR-9, KR-14, KR-15."""
    rng = random.Random(1007)
    plays = decided = 0
    for _ in range(6):
        where = drawn(rng, game, opened, (3, 4, 5, 6) if opened else (4, 5, 6, 7))
        try:
            plays += check(where, rng.choice(GOALS), opened and rng.random() < 0.1).tiles > 0
            decided += 1
        except judge.TooManySteps:
            continue
    assert decided >= 5 and plays >= (3 if opened else 1)


@pytest.mark.long
@pytest.mark.parametrize("opened", [False, True])
def test_kr_10_whether_there_is_a_play_is_proved(opened):
    rng = random.Random(2200)
    options = {"opening_points": 15}
    running = tilegame.Game("KR", 2, 1, options)
    running.pool = bytearray()
    running.opened = bytearray((opened, 1))
    running.seat = plays = 0
    for _ in range(20):
        where = drawn(rng, "KR", opened, (1, 2) if opened else (5, 6, 7))
        while "mixed_runs" in where.options:
            where = drawn(rng, "KR", opened, (1, 2) if opened else (5, 6, 7))
        where = Position("KR", options, where.before, where.rack, opened)
        running.table = [  # groups are kept sorted
            bytes(sorted(row)) if judge.kind_of(tokens) == "group" else row
            for tokens, row in zip(where.before, positions.codes(where.before))
        ]
        running.playable = None
        running.racks[0] = bytearray(positions.codes([where.rack])[0])
        want = where.best_play("tiles", 100000)[0] > 0
        assert running.can_play() is want
        plays += want
    assert 4 < plays < 16


@pytest.mark.long(keep=1)
@cases.table("game, options, before, own, opened, goal")
def test_t_8_rk_15_rg_9_a_desktop_proves_no_worse_play_than_a_handheld(
    game, options, before, own, opened, goal
):
    """Positions too large for the judge, from the slowest of many climbs. One search of each finds
    less than a later one, which aims lower, so what the bound ruled out in the first must not
    stay."""
    where = position(game, before, own, opened, **options)
    before, rack = positions.codes(where.before), positions.codes([where.rack])[0]
    found = []
    for problem.SMALL in (True, False):
        found.append(solver.run(where.fields, before, rack, opened, goal, tidy=0))
        assert found[-1].proved and found[-1].states < 1000
        assert where.judge_verdict(positions.tokens(found[-1].table)).legal
    assert vars(found[0]) == vars(found[1])


# -- sets that lie as they lay ---------------------------------------------------------------------


@cases.table("game, before, own, stay")
def test_sets_that_need_not_move_stay(game, before, own, stay):
    where = position(game, before, own)
    found = check(where, "tiles", steps=100000)
    assert found.tiles and untouched(positions.codes(where.before), found.table) == stay


def position_to_tidy(rng, jokers):
    """Return a random position whose table holds jokers or none, but no tile with two jokers,
    which may be read as a group and as a run."""
    while True:
        where = positions.position(rng, rng.choice(games.ids()), rng.choice((1, 2, 3)), 4)
        where.opened, where.jokers_differ = True, False
        held = [sum(map(judge.is_joker, row)) for row in where.before]
        two = [count == 2 and len(row) == 3 for count, row in zip(held, where.before, strict=True)]
        if (sum(held) > 0) == jokers and not any(two):
            return where


def most_untouched(where, before, laid):
    """Return how many old sets can stay untouched in a legal end table with these tiles laid."""
    total = judge.count_tiles(where.before) + Counter(positions.tokens([laid])[0])
    return max(
        untouched(before, positions.codes(after))
        for after in judge.covers(judge.sets_from(where.rules, total), total, [20000])
        if where.judge_verdict(after).legal
    )


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("jokers", [False, True])
def test_as_many_old_sets_stay_as_can(jokers, monkeypatch):
    """With enough work allowed no legal end table leaves more old sets untouched; with the usual
    work few do."""
    rng = random.Random(3100)
    missed = plays = 0
    while plays < 8:
        position = position_to_tidy(rng, jokers)
        before = positions.codes(position.before)
        question = position.fields, before, positions.codes([position.rack])[0]
        bounded = solver.run(*question)
        if not bounded.tiles:
            continue
        with monkeypatch.context() as patch:
            patch.setattr(tidy, "STATES", 100000)
            thorough = solver.run(*question)
        try:
            most_kept = most_untouched(position, before, thorough.laid)
        except judge.TooManySteps:
            continue
        assert untouched(before, thorough.table) == most_kept, vars(position)
        missed += untouched(before, bounded.table) < most_kept
        plays += 1
    assert missed <= 2
