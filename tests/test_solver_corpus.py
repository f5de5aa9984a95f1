"""The solver against positions whose optima two integer-program solvers agreed on (tests/data)."""

import array
import json
import operator
import os

import cases
import pytest
from rules_help import check_each
from rules_help import untouched as sets_left

from rules.solver import layers_fast, prepare, problem, states, sweep, tidy
from rules.solver import search as solver
from rules.tilegame import games, melds, referee, tiles

RULES = games.rules_for("RK")
HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "data", "positions.jsonl"), encoding="utf-8") as source:
    POSITIONS = [json.loads(line) for line in source]
ID = operator.itemgetter("id")


def read(position):
    return [tiles.parse_set(words) for words in position["table"]], tiles.parse_set(
        position["rack"]
    )


def check_table(table, rack, result):
    """Check that every set is legal, no old tile is missing and the rack has what is laid."""
    for codes in result.table:
        assert codes in [way[1] for way in melds.readings(codes, RULES)]
    assert tiles.table_counts(result.table) == tiles.table_counts(table + [result.laid])
    assert tiles.contains(tiles.counts(rack), tiles.counts(result.laid))


def optimum(position, goal="tiles", **options):
    """Solve a position with free jokers, compare it with the known optimum; return the Result."""
    table, rack = read(position)
    found = solver.run(RULES, table, rack, True, goal, True, **options)
    fields = {
        "tiles": ("max_tiles", "max_tiles_points"),
        "points": ("max_points_tiles", "max_points"),
    }
    assert [found.tiles, found.points] == [position[field] for field in fields[goal]]
    check_table(table, rack, found)
    return found


def test_the_corpus_is_whole():
    assert len(POSITIONS) == 158


@pytest.mark.long(keep=1)
def test_corpus_optima():
    def check(position):
        assert optimum(position, tidy=False).proved
        if int(position["id"][1:]) % 2:
            optimum(position, "points", tidy=False)

    check_each(POSITIONS, check, ID)


def check_alone(position):
    table, rack = read(position)
    alone = solver.run(games.rules_for("RK", {"opening_points": 0}), table, rack, False, tidy=False)
    assert alone.tiles == position["rack_only_tiles"]
    for game, field, options in (
        ("RK", "opening_value", {"opening_build": False}),
        ("RG", "opening_value_flat25", {"opening_build": False}),
        ("KR", "opening_value_groups_no_joker", {"opening_several": True}),
    ):
        if game == "KR" and position["stratum"] == "extreme":
            continue  # groups of all sixty tiles, seconds for what the others show
        below = max((15, *(points for points in (30, 55) if points <= position[field])))
        for points in {below, {15: 30, 30: 55}.get(below, 55)}:  # more open with less
            rules = games.rules_for(game, dict(options, opening_points=points))
            found = solver.run(rules, table, rack, False, tidy=False)
            assert (found.tiles > 0) == (position[field] >= points), (game, points)


@pytest.mark.long
def test_corpus_rack_alone():
    """Sets from the rack alone; opening values around the threshold (RK-4, RG-3, KR-4, KR-5)."""
    check_each(POSITIONS[1::4], check_alone, ID)


class Narrow(array.array):
    """An array that a handheld's small ints fill: more than thirty bits and a sign is refused."""

    def __setitem__(self, at, value):
        assert -1 << 30 <= value < 1 << 30
        array.array.__setitem__(self, at, value)


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("down", [True, False])
def test_from_either_end_of_the_numbers_the_optimum_is_the_same(down, monkeypatch):
    monkeypatch.setattr(prepare, "_group_choices", lambda must, number: (number < 7) == down)
    ends = []
    run = sweep.Sweep.run
    monkeypatch.setattr(sweep.Sweep, "run", lambda one, *how: ends.append(one) or run(one, *how))

    def check(position):
        del ends[:]
        found = optimum(position, tidy=False)
        assert {one.is_reversed for one in ends} == ({down} if ends else set())
        assert ends or not found.tiles

    check_each(POSITIONS[::6], check, ID)


@cases.table("words, down")
def test_a_search_starts_where_fewer_groups_can_be_chosen(words, down):
    must = tiles.counts(tiles.parse_set(words.split()))[:52]
    may = tiles.counts(tiles.parse_set(["r5"]))[:52]
    objective = problem.Objective("tiles", 30)
    one = sweep.Sweep(games.rules_for("RK"), objective, problem.Budget(None), must, may)
    one.undecided = [(4, 3, False)]
    prepare.reverse_numbers(one)
    assert one.is_reversed == down
    assert one.may[tiles.kind(1, 9 if down else 5)] == 1
    assert one.tile_values[9 if down else 5] == objective.tile_value(5)
    assert one.undecided == [(10 if down else 4, 3, False)]


def test_tables_that_are_full_are_emptied_and_the_answers_stay(monkeypatch):
    """The desktop's tables of earlier positions, emptied in the middle of searches."""
    layers_fast.forget()
    monkeypatch.setattr(layers_fast, "_MAX_CACHED", 3)
    for position in POSITIONS[35:110:15]:
        optimum(position)
    assert len(layers_fast._tables) <= 4


@pytest.mark.long
def test_in_bounded_work_hardly_more_sets_are_taken_up_than_must_be(monkeypatch):
    def check(position):
        table, rack = read(position)
        free, many = int(position["id"][1:]) % 2 == 0, []
        for bound in (tidy.STATES, 100000):
            monkeypatch.setattr(tidy, "STATES", bound)
            found = solver.run(RULES, table, rack, True, "tiles", free)
            many.append(len(table) - sets_left(table, found.table))
        assert many[1] <= many[0] <= many[1] + 1

    check_each(POSITIONS[47:58], check, ID)


def test_a_search_short_of_memory_proves_nothing_that_it_left_out(monkeypatch):
    table, rack = read(POSITIONS[58])
    most = solver.run(RULES, table, rack).tiles
    monkeypatch.setattr(problem, "SMALL", True)
    monkeypatch.setattr(states, "MIN_WIDTH", 4)
    monkeypatch.setattr(states, "free_bytes", lambda: 0)
    found = solver.run(RULES, table, rack)
    assert found.tiles == most or not found.proved


@pytest.mark.long
def test_small_machine_finds_the_same(monkeypatch):
    """What a handheld runs answers like the desktop, from little room and with ints of thirty
    bits."""

    def check(place):
        table, rack = read(POSITIONS[place])
        free = place % 4 == 0
        desktop = solver.run(RULES, table, rack, True, "tiles", free)
        with monkeypatch.context() as patch:
            patch.setattr(problem, "SMALL", True)
            patch.setattr(states, "_INITIAL_SLOTS", (2, 2, 2))
            patch.setattr(states, "_MAX_NEW", 5)
            patch.setattr(states, "array", Narrow)
            small = solver.run(RULES, table, rack, True, "tiles", free)
        assert (small.tiles, small.points, small.proved) == (desktop.tiles, desktop.points, True)
        # The same game on every VM:
        assert (small.states, small.table) == (desktop.states, desktop.table)
        if free:
            check_table(table, rack, small)
        else:
            assert not small.tiles or referee.judge(RULES, table, rack, small.table, True).legal

    check_each(range(0, len(POSITIONS), 9), check)
