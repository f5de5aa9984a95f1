"""The solver against a slow search written apart, on small random positions, 1,200 of whole turns:
every game, option, joker clause and opening. `soak --campaign turns` plays more."""

import random

import pytest
import slow_search
from rules_help import spelled, untouched

from rules.solver import problem, tidy
from rules.solver import search as solver
from rules.tilegame import game as tilegame
from rules.tilegame import games, melds, referee, tiles

OPTIONS = (
    {},
    {},
    {"jokers": 1},
    {"jokers": 0},
    {"groups_only": True},
    {"runs_only": True},
    {"mixed_runs": True},
    {"opening_build": True},
    {"opening_build": False},
    {"opening_points": 0},
    {"opening_points": 20},
)


def random_set(rng, rules, first, last):
    """A set with numbers first..last (from 0), often with a joker."""
    jokers = rng.choice((0, 0, 0, 1, 1, 2)) if rules["jokers"] else 0
    if not rules["runs_only"] and (rules["groups_only"] or rng.random() < 0.5):
        number = rng.randint(first, last)
        colours = sorted(rng.sample(range(4), rng.choice((3, 3, 4))))
        row = [13 * c + number for c in colours]
        return tuple(row[: len(row) - jokers] + [tiles.JOKER] * jokers)
    size = min(last - first + 1, rng.choice((3, 3, 3, 4, 5)))
    begin = rng.randint(first, last - size + 1)
    colour = rng.randrange(4)
    row = [
        13 * (rng.randrange(4) if rules["mixed_runs"] else colour) + begin + i for i in range(size)
    ]
    for i in rng.sample(range(size), min(jokers, size - 1)):
        row[i] = tiles.JOKER
    return tuple(row)


def random_position(rng, rules, sets, many, first, last):
    """(table, rack): tiles of few numbers, so that plays are many; the rack often pays for
    jokers."""
    have = tiles.counts(
        [k for k in range(52) if first <= k % 13 <= last] * 2 + [tiles.JOKER] * rules["jokers"]
    )
    table = []
    for _ in range(sets):
        for _ in range(20):
            row = random_set(rng, rules, first, last)
            if all(have[code] >= row.count(code) for code in row):
                for code in row:
                    have[code] -= 1
                table.append(bytes(row))
                break
    left = [code for code in range(53) for _ in range(have[code])]
    left += [tiles.JOKER] * (3 * have[tiles.JOKER])
    rng.shuffle(left)
    standing = [
        code
        for codes in melds.read_table(table, rules)[0]
        for code in codes
        if code >= tiles.STANDING
    ]
    pays = [k for code in standing for k in range(52) if melds.covers(code, k) and have[k]]
    if rng.random() < 0.6:
        left = rng.sample(pays, min(len(pays), 2)) + left
    rack = bytearray()
    for code in left:
        if have[code] and len(rack) < many:
            rack.append(code)
            have[code] -= 1
    return table, bytes(rack)


GOALS = ("tiles", "points")


def drawn(rng, rules, wide, spots, sets, many):
    """A random position within `wide` numbers from one of `spots` on: of `sets` so many sets on the
    table, of `many` so many tiles on the rack."""
    first = rng.choice(spots)
    return random_position(rng, rules, rng.choice(sets), rng.choice(many), first, first + wide - 1)


def check(rules, table, rack, opened, goal, free=False):
    """The solver's answer is the slow search's, and the referee agrees to it; a handheld's too."""
    want = slow_search.best(rules, table, rack, opened, goal, free)
    problem.SMALL = True
    try:
        agrees(rules, table, rack, opened, goal, free, want)
    finally:
        problem.SMALL = False
    return agrees(rules, table, rack, opened, goal, free, want)


def agrees(rules, table, rack, opened, goal, free, want):
    """Checks the solver's answer; returns it."""
    found = solver.run(rules, table, rack, opened, goal, free)
    shown = (
        rules["game"],
        [spelled(codes) for codes in table],
        spelled(rack),
        opened,
        goal,
        free,
        [spelled(codes) for codes in found.table],
    )
    assert (found.tiles, found.points) == want, shown
    assert found.proved
    if found.tiles and not free:
        verdict = referee.judge(rules, table, rack, found.table, opened)
        assert verdict.legal, (shown, verdict.clause, verdict.why)
        assert bytes(verdict.laid) == found.laid
    return found


def random_rules(rng, game):
    while True:
        options = dict(rng.choice(OPTIONS))
        if rng.random() < 0.3:
            options["opening_points"] = rng.choice((0, 5, 10, 15, 25, 40))
        if rng.random() < 0.2:
            options.update(rng.choice(({"runs_only": True}, {"groups_only": True})))
        if game == "KR" and rng.random() < 0.3:
            options["opening_several"] = True
        try:
            return games.rules_for(game, options)
        except tiles.RulesError:
            continue


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", games.ids())
def test_opened(game, seed):
    """T-8, RK-15, RG-8, RG-9, CR-11, KR-8, KR-9, KR-14, KR-15."""
    rng = random.Random(1000 + seed)
    plays = 0
    for _ in range(30):
        rules = random_rules(rng, game)
        wide = rng.choice((3, 4, 5, 6, 13))
        spots = (0, 13 - wide)
        sets, many = ((0, 1, 1), (4,)) if rules["mixed_runs"] else ((1, 1, 2, 2, 3), (3, 4, 5, 6))
        table, rack = drawn(rng, rules, wide, spots, sets, many)
        free = rng.random() < 0.1
        plays += check(rules, table, rack, True, rng.choice(GOALS), free).tiles > 0
    assert plays >= 10


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", games.ids())
def test_not_opened(game, seed):
    """T-4, RK-4, RK-5, RG-3, RG-4, CR-4, CR-5, KR-4, KR-5."""
    rng = random.Random(2000 + seed)
    plays = 0
    for _ in range(30):
        rules = random_rules(rng, game)
        wide = rng.choice((3, 3, 4, 5))
        spots = (0, 13 - wide, 13 - wide)
        many = (5,) if rules["mixed_runs"] else (4, 5, 6, 7)
        table, rack = drawn(rng, rules, wide, spots, (0, 1, 1, 2), many)
        plays += check(rules, table, rack, False, rng.choice(GOALS)).tiles > 0
    assert plays >= 1


@pytest.mark.long
@pytest.mark.parametrize("opened", [False, True])
def test_kr_10_whether_there_is_a_play_is_proved(opened):
    rng = random.Random(2200)
    running = tilegame.Game("KR", 2, 1, {"opening_points": 15})
    running.pool = bytearray()
    running.opened = bytearray((opened, 1))
    running.seat = plays = 0
    many = (2, 3, 4) if opened else (5, 6, 7)
    for _ in range(40):
        table, rack = drawn(rng, running.rules, 3, (4, 9), (1, 1, 2), many)
        running.table, running.racks[0], running.playable = table, bytearray(rack), None
        want = slow_search.best(running.rules, table, rack, opened, "tiles")[0] > 0
        assert running.can_play() is want
        plays += want
    assert 4 < plays < 36


@pytest.mark.long
@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("mixed", [False, True])
def test_opened_by_runs_alone_in_kiran(mixed, several):
    """KR-4 where only runs are played: one run alone reaches the points, or several do."""
    rng = random.Random(2100 + 2 * mixed + several)
    plays = 0
    for _ in range(40):
        rules = games.rules_for(
            "KR",
            {
                "runs_only": True,
                "mixed_runs": mixed,
                "opening_several": several,
                "opening_points": rng.choice((5, 12, 20)),
                "opening_build": rng.random() < 0.5,
            },
        )
        many = (4, 5) if mixed else (6, 7, 8)
        table, rack = drawn(rng, rules, rng.choice((3, 4)), (0, 9, 9), (0, 0, 1), many)
        plays += check(rules, table, rack, False, rng.choice(GOALS)).tiles > 0
    assert plays >= 4


@pytest.mark.parametrize(
    "several, rack, laid",
    [
        (False, "k8 r8 b8 o8", 4),  # 32; three of them are 24
        (False, "k7 r7 b7 o7", 0),  # 28
        (False, "k8 r8 b8 o8 r9 r10", 4),  # for 8 9 10 beside it three 8s are left: 24
        (True, "k5 r5 b5 k6 r6 b6", 6),  # 15 and 18
        (False, "k5 r5 b5 k6 r6 b6", 0),
        (True, "k5 r5 b5 o5 k3 r3 b3", 0),  # 20 and 9
    ],
)
def test_kr_4_a_group_of_four_or_several_open(several, rack, laid):
    assert opening_of(rack, opening_several=several) == laid


@pytest.mark.parametrize(
    "several, mixed, rack, laid",
    [
        (False, False, "k4 k5 k6 r4 r5 r6", 0),  # 15 and 15
        (True, False, "k4 k5 k6 r4 r5 r6", 6),
        (False, False, "k9 k10 k11 r4 r5 r6", 6),  # the one opens, the other comes along
        (False, False, "k6 k7 k8 k9 r1 r2 r3", 7),
        (False, False, "k6 k7 k8 k9 k10 b1", 5),
        (False, False, "k11 k12 k13 b3", 3),
        (False, False, "k9 * k11 r1 r2 r3", 0),  # KR-5
        (False, False, "k6 k7 b8 b9 k1 k2", 0),
        (False, True, "k6 r7 b8 o9 k1", 4),
        (False, True, "k4 r5 b6 r4 o5 k6", 0),
    ],
)
def test_kr_4_where_only_runs_are_played_one_run_opens(several, mixed, rack, laid):
    rules = {"runs_only": True, "mixed_runs": mixed, "opening_several": several}
    assert opening_of(rack, **rules) == laid


def opening_of(rack, **options):
    """How many tiles of a rack open in Kiran Rummy on an empty table; both searches agree."""
    rules = games.rules_for("KR", options)
    codes = bytes(tiles.parse_set(rack.split()))
    most = solver.run(rules, [], codes, False).tiles
    assert slow_search.best(rules, [], codes, False, "tiles")[0] == most
    return most


@pytest.mark.parametrize(
    "game, options, need, rack, laid",
    [
        ("KR", {}, 5, "* b4 b2 r2 o2", (4, 56)),  # to 2 2 2 a joker
        ("KR", {"runs_only": True, "opening_several": True}, 30, "r9 r10 r11 k11 o11 *", (4, 80)),
        (
            "CR",
            {"runs_only": True, "mixed_runs": True},
            12,
            "r3 * o4 k1",
            (4, 38),
        ),  # * was a 5 first
        ("KR", {}, 30, "r10 r11 r12 b10 b11 b12 o8 o9 o10", (9, 93)),  # 10 10 10, then three runs
    ],
)
def test_on_an_empty_table_too_the_opening_may_be_built_on(game, options, need, rack, laid):
    """RG-4, RK-5, KR-4."""
    rules = games.rules_for(game, dict(options, opening_build=True, opening_points=need))
    found = check(rules, [], bytes(tiles.parse_set(rack.split())), False, "points")
    assert (found.tiles, found.points) == laid


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("game, joker", [("RK", 30), ("RG", 25)])
@pytest.mark.parametrize(
    "needs, table, rack, points",
    [
        # 10 11 * opens just so
        ((33, 46), "b2 b3 b4", "r10 r11 * k1 k2 k4 b1", 10 + 11 + 1),
        # 10 11 * is one too little, with it the other 12 could go to the table
        ((34, 47), "b2 b3 b4 | r12 b12 o12", "r10 r11 * k1 k2 k4 b1 o12 k12", 12 + 12 + 1),
    ],
)
def test_an_opening_beside_the_table_is_worth_just_enough(game, joker, needs, table, rack, points):
    """RK-5, RG-4: 1 2 * 4 would be more tiles, and no opening; where 10 11 * opens, the 1 goes to
    the table."""
    options = {"opening_build": True, "opening_points": needs[game == "RG"]}
    standing = [bytes(tiles.parse_set(codes.split())) for codes in table.split("|")]
    rack = bytes(tiles.parse_set(rack.split()))
    found = check(games.rules_for(game, options), standing, rack, False, "tiles")
    assert (found.tiles, found.points) == (4, points + joker)


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("seed", range(4))
def test_as_many_old_sets_stay_as_can(seed):
    """Of all end tables with the tiles that were laid, none leaves more old sets untouched."""
    rng = random.Random(3000 + seed)
    rules = games.rules_for("RK", {"jokers": 0})
    for _ in range(40):
        table, rack = random_position(rng, rules, rng.choice((2, 3)), 5, 0, 4)
        found = solver.run(rules, table, rack)
        if not found.tiles:
            continue
        total = tiles.table_counts(table + [found.laid])
        most = max(
            untouched(table, [bytes(one) for one in after])
            for after in slow_search.partitions(total, slow_search.all_sets(total, rules))
        )
        assert untouched(table, found.table) == most


def test_a_set_whose_joker_is_not_decided_stays_where_it_is():
    table = [tiles.parse_set(["o10", "k10", "*"])]
    found = solver.run(games.rules_for("RK"), table, tiles.parse_set("b10 r10 k10 o1".split()))
    assert found.tiles == 3 and untouched(table, found.table) == 1


def test_where_any_joker_may_be_freed_the_reading_that_moves_fewest_sets_is_taken():
    table = [tiles.parse_set(words.split()) for words in ("k8 r8 *", "* o10 o11", "k9 r9 o9")]
    found = solver.run(games.rules_for("RG"), table, tiles.parse_set("k10 b9 b10 b8 r9".split()))
    assert untouched(table, found.table) == 1


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_as_many_old_sets_stay_as_can_with_jokers_on_the_table(seed, monkeypatch):
    """Given the work for it, none of all legal end tables leaves more old sets untouched; in
    bounded work few do. (A set of one tile and two jokers, which reads as group and run, is left
    out.)"""
    rng = random.Random(3100 + seed)
    short = plays = 0
    while plays < 50:
        rules = games.rules_for(rng.choice(games.ids()))
        first = rng.randint(0, 9)
        table, rack = random_position(
            rng, rules, rng.choice((1, 2, 3)), rng.choice((3, 4, 5)), first, first + 3
        )
        if len(melds.read_table(table, rules)) > 1 or not any(
            tiles.JOKER in codes for codes in table
        ):
            continue
        bounded = solver.run(rules, table, rack)
        if not bounded.tiles:
            continue
        plays += 1
        with monkeypatch.context() as patch:
            patch.setattr(tidy, "STATES", 100000)
            found = solver.run(rules, table, rack)
        total = tiles.table_counts(table + [found.laid])
        most = max(
            untouched(table, after)
            for after in (
                [bytes(one) for one in row]
                for row in slow_search.partitions(total, slow_search.all_sets(total, rules))
            )
            if referee.judge(rules, table, rack, after, True).legal
        )
        assert untouched(table, found.table) == most, [spelled(codes) for codes in table]
        short += untouched(table, bounded.table) < most
    assert short <= 3
